//! What a link to a page shows where it is shared: in a chat, in a forum, in the results of a search.

use super::link::Address;
use super::state::AppState;

/// The width of the pictures of links, in pixels.
pub(super) const PICTURE_WIDTH: u32 = 1200;

/// The picture of a page that has none of its own.
const SITE_PICTURE: &str = "share.png";

/// What a link to a page shows, and whether search engines may list the page.
#[derive(Clone, Debug)]
pub struct Preview {
    /// One or two sentences.
    pub(super) description: String,
    /// The full address under which the page is known; none if the site does not know its own.
    pub(super) canonical: Option<String>,
    /// The full address of its picture.
    pub(super) picture: Option<String>,
    /// Whether search engines may list the page: not what visitors make.
    pub(super) is_listed: bool,
}

impl Preview {
    /// The preview of a page of the site itself, which search engines may list. Its picture is that of the site.
    #[must_use]
    pub fn of_site(state: &AppState, address: &Address, description: impl Into<String>) -> Self {
        let picture = state.assets.address(SITE_PICTURE);
        Self {
            description: description.into(),
            canonical: full(state, address),
            picture: full(state, picture),
            is_listed: true,
        }
    }

    /// The preview of something that a visitor made.
    #[must_use]
    pub fn of_visitor(
        state: &AppState,
        address: &Address,
        description: impl Into<String>,
        picture: Option<&Address>,
    ) -> Self {
        let site = Self::of_site(state, address, description);
        let picture = picture.map_or_else(|| site.picture.clone(), |picture| full(state, picture));
        Self { picture, is_listed: false, ..site }
    }
}

/// A full address. Only an operator can name the site: the host of a request is invented by whoever sends it, and pages
/// are kept for others.
fn full(state: &AppState, path: &str) -> Option<String> {
    state.public_url.as_ref().map(|site| site.url(path))
}

//! What a link to a page shows where it is shared: in a chat, in a forum, in the results of a search.

use super::link::Address;
use super::pdf::Printer;

/// The width of the pictures of links, in pixels.
pub(super) const PICTURE_WIDTH: u32 = 1200;

/// What a link to a page shows, and whether search engines may list the page.
#[derive(Clone, Debug)]
pub(super) struct Preview {
    /// The address under which the page is known, without what a visitor chose on it.
    pub address: Address,
    /// One or two sentences.
    pub description: String,
    /// The address of its picture; `None` for that of the site.
    pub picture: Option<Address>,
    /// Whether search engines may list the page: not what visitors make.
    pub is_listed: bool,
}

impl Preview {
    /// The preview of a page of the site itself.
    pub(super) fn of_site(address: Address, description: impl Into<String>) -> Self {
        Self { address, description: description.into(), picture: None, is_listed: true }
    }

    /// The preview of something that a visitor made.
    pub(super) fn of_visitor(address: Address, description: impl Into<String>) -> Self {
        Self { is_listed: false, ..Self::of_site(address, description) }
    }

    /// The preview with a picture of its own, if this program paints any.
    pub(super) fn with_picture(self, picture: Address) -> Self {
        Self { picture: Some(picture).filter(|_| Printer::PAINTS), ..self }
    }
}

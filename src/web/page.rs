//! The frame of every page.

pub use super::area::Area;
use super::area::{Beginning, NavigationLink};
pub use super::redirect::see_other;

use actix_web::HttpRequest;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, ContentType, HeaderValue};
use actix_web::web::Data;
use askama::Template;

use super::cookies::Flash;
use super::error::WebError;
use super::link::Address;
use super::page_errors::PageError;
use super::preview::Preview;
use super::public_url::PublicUrl;
use super::scheduler::JobKind;
use super::state::AppState;

/// The name of the site.
const SITE: &str = "Musterfield";

/// The fonts of headings, of text and of bold text. Those that come later are not used in the first view.
const FIRST_FONTS: [&str; 3] = [
    "fonts/alegreya-latin-700-normal.woff2",
    "fonts/alegreya-sans-latin-400-normal.woff2",
    "fonts/alegreya-sans-latin-700-normal.woff2",
];

/// The frame around the content of a page.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The title of the page.
    pub title: String,
    /// Its area.
    pub area: Option<Area>,
    /// The pages beside it.
    pub(super) row: Option<LinkRow>,
    /// A flash message left by the previous page.
    pub flash: Option<String>,
    /// What is wrong with the input, for the box at the top of the page.
    pub(super) errors: Vec<PageError>,
    /// Whether something is wrong that the page itself shows at its top.
    is_wrong: bool,
    /// Address of the style sheet.
    pub style: String,
    /// Address of the style sheet of battlefields.
    pub terrain_style: String,
    /// Address of the script.
    pub script: String,
    /// Address of the icons.
    pub icons: String,
    /// Address of the site's mark.
    pub favicon: String,
    /// Address of the site's mark for the home screen of a phone.
    pub touch_icon: String,
    /// Address of the site's manifest.
    pub manifest: String,
    /// Addresses of the fonts in which every page begins.
    pub fonts: [String; 3],
    /// What a link to it shows; `None` for pages that nobody shares.
    pub(super) preview: Option<Preview>,
    /// Address of the picture for links to pages that have none of their own.
    picture: String,
    /// The public address of the site. Only an operator can name it: the host of a request is invented by whoever sends
    /// it, and pages are kept for others.
    site: Option<PublicUrl>,
}

impl Layout {
    /// The frame of a page for this request.
    #[must_use]
    pub fn new(state: &AppState, title: impl Into<String>, area: Option<Area>) -> Self {
        let address = |name| state.assets.address(name).to_owned();
        Self {
            title: title.into(),
            area,
            row: None,
            flash: None,
            errors: Vec::new(),
            is_wrong: false,
            style: address("app.css"),
            terrain_style: address("terrain.css"),
            script: address("app.js"),
            icons: address("icons.svg"),
            favicon: address("favicon.svg"),
            touch_icon: address("icon-180.png"),
            manifest: address("site.webmanifest"),
            fonts: FIRST_FONTS.map(address),
            preview: None,
            picture: address("share.png"),
            site: state.public_url.clone(),
        }
    }

    /// The frame with what a link to the page shows.
    #[must_use]
    pub(super) fn previewed(mut self, preview: Preview) -> Self {
        self.preview = Some(preview);
        self
    }

    /// The full address under which the page is known; `None` if the site does not know its own.
    pub(super) fn canonical(&self, preview: &Preview) -> Option<String> {
        self.site.as_ref().map(|site| site.url(&preview.address))
    }

    /// The full address of the picture that a link to the page shows.
    pub(super) fn picture(&self, preview: &Preview) -> Option<String> {
        self.site.as_ref().map(|site| site.url(preview.picture.as_deref().unwrap_or(&self.picture)))
    }

    /// Whether search engines may list the page.
    pub(super) fn is_listed(&self) -> bool {
        self.preview.as_ref().is_some_and(|preview| preview.is_listed)
    }

    /// The frame with the flash message that waits for this request; [`super::cookies::clear_flash`] clears it.
    #[must_use]
    pub fn with_flash(mut self, request: &HttpRequest) -> Self {
        self.flash = Flash::waiting(request).map(Flash::text);
        self
    }

    /// The frame with the errors of the input: a box at the top of the page links to the fields.
    #[must_use]
    pub(super) fn with_errors(mut self, errors: impl IntoIterator<Item = PageError>) -> Self {
        self.errors.extend(errors);
        self
    }

    /// The frame of a page that shows at its own top what is wrong, if this is the case; its title says so.
    #[must_use]
    pub(super) fn marked_wrong(mut self, is_wrong: bool) -> Self {
        self.is_wrong = is_wrong;
        self
    }

    /// The title of the browser's window.
    pub(super) fn window_title(&self) -> String {
        let error = if self.errors.is_empty() && !self.is_wrong { "" } else { "Error: " };
        if self.title == SITE { format!("{error}{SITE}") } else { format!("{error}{} · {SITE}", self.title) }
    }

    /// The frame of a page where one begins in its area, at this address: the others are linked beside it.
    #[must_use]
    pub fn beginning_at(mut self, address: Address) -> Self {
        let described = |beginning: &&Beginning| (beginning.page)() == address && !beginning.description.is_empty();
        let beginning = self.area.and_then(|area| area.beginnings().iter().find(described));
        self.preview = beginning.map(|beginning| Preview::of_site(address.clone(), beginning.description));
        let pages = self.area.map(Area::beginnings).unwrap_or_default().iter();
        let links = pages.map(|beginning| {
            let path = (beginning.page)();
            NavigationLink { name: beginning.name, current: path == address, path }
        });
        let links: Vec<NavigationLink> = links.collect();
        if !links.is_empty() {
            self.row = Some(LinkRow { label: "Begin".to_owned(), links });
        }
        self
    }

    /// The frame of a page with links to the pages beside it.
    #[must_use]
    pub(super) fn beside(mut self, row: LinkRow) -> Self {
        self.row = Some(row);
        self
    }

    /// The links to the areas of the site.
    pub(super) fn navigation(&self) -> impl Iterator<Item = NavigationLink> {
        Area::navigation(self.area)
    }
}

/// A row of links to the pages beside a page.
#[derive(Clone, Debug)]
pub(super) struct LinkRow {
    /// What the pages have in common, for screen readers.
    pub label: String,
    pub links: Vec<NavigationLink>,
}

/// The content type of pages.
pub const HTML: &str = "text/html; charset=utf-8";

/// Renders a page.
///
/// # Errors
/// [`WebError::Internal`] when a template fails.
pub fn render(page: &impl Template) -> Result<HttpResponse, WebError> {
    render_as(StatusCode::OK, page)
}

/// Renders a page that contains something long: `long` is its length in bytes.
///
/// # Errors
/// The same as for [`render`].
pub fn render_long(page: &impl Template, long: usize) -> Result<HttpResponse, WebError> {
    Ok(HttpResponse::Ok().insert_header(ContentType::html()).body(rendered_within(page, PAGE_SIZE + long)?))
}

/// The size in bytes into which most pages fit.
const PAGE_SIZE: usize = 64 * 1024;

/// Renders a page with another status.
///
/// # Errors
/// The same as for [`render`].
pub fn render_as(status: StatusCode, page: &impl Template) -> Result<HttpResponse, WebError> {
    Ok(HttpResponse::build(status).insert_header(ContentType::html()).body(rendered(page)?))
}

/// A page as text.
///
/// # Errors
/// The same as for [`render`].
pub fn rendered(page: &impl Template) -> Result<String, WebError> {
    rendered_within(page, PAGE_SIZE)
}

/// A page as text, with space for this many bytes, because growing a text means copying it.
fn rendered_within(page: &impl Template, size: usize) -> Result<String, WebError> {
    let mut body = String::with_capacity(size);
    page.render_into(&mut body).map_err(WebError::internal)?;
    Ok(body)
}

/// The page at this path, which is the same for everybody.
pub(super) async fn constant_page(
    request: &HttpRequest,
    state: &Data<AppState>,
    path: &str,
    make: impl FnOnce(&AppState) -> Result<String, WebError> + Send + 'static,
) -> Result<HttpResponse, WebError> {
    let shared = state.clone();
    let make = move || make(&shared).map(String::into_bytes);
    state.constants.answer(request, &state.scheduler, (JobKind::Text, path, HTML), make).await
}

/// Marks a page as not to be cached: only one visitor may see it, or it will soon change.
#[must_use]
pub fn not_stored(mut page: HttpResponse) -> HttpResponse {
    page.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    page
}

//! What search engines ask for before they read a site: where they may go, and which pages there are.

use std::fmt::Write as _;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::error::WebError;
use super::link;
use super::routes::{SiteMap, TABLE};
use super::rules;
use super::scheduler::JobKind;
use super::state::AppState;

/// Addresses that are not for search engines: pages of one visitor, and files that are made when they are asked for.
const CLOSED: [&str; 5] = ["/account", "/admin", "/api/", "/terrain/new.", "/terrain/tables."];

/// `GET /robots.txt`
pub async fn robots(state: Data<AppState>) -> HttpResponse {
    let closed = CLOSED.map(|path| format!("Disallow: {path}\n")).concat();
    let map = state.public_url.as_ref().map(|site| format!("Sitemap: {}\n", site.url(&link::site_map())));
    let text = format!("User-agent: *\n{closed}{}", map.unwrap_or_default());
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(text)
}

/// `GET /sitemap.xml`: every page that is the same for everybody.
///
/// # Errors
/// [`WebError::NotFound`] if the site does not know its address, since a map of a site consists of full addresses.
pub async fn site_map(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let site = state.public_url.clone().ok_or(WebError::NotFound)?;
    let (path, shared) = (link::site_map(), state.clone());
    let make = move || {
        let begins = TABLE.iter().filter(|row| row.site_map == SiteMap::Shown).map(|row| row.path.to_owned());
        let lists = shared.catalogue.lists().map(|list| String::from(link::list_of(&list.id)));
        let rules = rules::addresses(shared.book).map(String::from);
        let mut map = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        map.push_str("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
        for page in begins.chain(lists).chain(rules) {
            // Addresses of the site contain no character that XML escapes.
            writeln!(map, "<url><loc>{}</loc></url>", site.url(&page)).map_err(WebError::internal)?;
        }
        map.push_str("</urlset>\n");
        Ok(map.into_bytes())
    };
    state.constants.answer(&request, &state.scheduler, (JobKind::Text, &path, "application/xml"), make).await
}

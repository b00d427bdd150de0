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
pub async fn robots(request: HttpRequest, state: Data<AppState>) -> HttpResponse {
    let closed = CLOSED.map(|path| format!("Disallow: {path}\n")).concat();
    let text = format!("User-agent: *\n{closed}Sitemap: {}\n", state.url(&request, &link::site_map()));
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(text)
}

/// `GET /sitemap.xml`: every page that is the same for everybody.
///
/// # Errors
/// [`WebError::Busy`].
pub async fn site_map(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let (site, shared) = (state.url(&request, ""), state.clone());
    let make = move || {
        let begins = TABLE.iter().filter(|row| row.site_map == SiteMap::Shown).map(|row| row.path.to_owned());
        let lists = shared.catalogue.lists().map(|list| String::from(link::list_of(&list.id)));
        let rules = rules::addresses(shared.book).map(String::from);
        let mut map = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        map.push_str("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
        for page in begins.chain(lists).chain(rules) {
            // Addresses of the site contain no character that XML escapes.
            writeln!(map, "<url><loc>{site}{page}</loc></url>").map_err(WebError::internal)?;
        }
        map.push_str("</urlset>\n");
        Ok::<_, WebError>(map)
    };
    let map = state.run_heavy(&request, JobKind::Text, make).await??;
    Ok(HttpResponse::Ok().content_type("application/xml").body(map))
}

//! What search engines ask for before they read a site: where they may go, and which pages there are.

use std::fmt::Write as _;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::area::Area;
use super::error::WebError;
use super::link::{self, Address};
use super::rules;
use super::scheduler::JobKind;
use super::state::AppState;

/// The beginnings of addresses that are not for search engines: pages of one visitor, and files that are made when they
/// are asked for.
fn closed() -> [Address; 6] {
    [
        link::account(),
        link::admin(),
        link::browser(),
        link::my_battles(),
        link::new_table_file(""),
        link::event_tables_file(""),
    ]
}

/// The pages of the site on which a visit can begin.
pub fn beginnings() -> impl Iterator<Item = Address> {
    let areas = Area::IN_HEAD.iter().flat_map(|(area, ..)| area.beginnings());
    let described = areas.filter(|beginning| !beginning.description.is_empty()).map(|beginning| (beginning.page)());
    let others = [link::home, link::odds, link::events, link::about, link::help, link::privacy, link::contact];
    others.into_iter().map(|page| page()).chain(described)
}

/// `GET /robots.txt`
pub async fn robots(request: HttpRequest, state: Data<AppState>) -> HttpResponse {
    let closed = closed().map(|path| format!("Disallow: {path}\n")).concat();
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
        let begins = beginnings().map(String::from);
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

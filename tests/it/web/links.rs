//! What links to pages show where they are shared, and what search engines find.

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use musterfield::web::crawlers::beginnings;
use musterfield::web::routes::{SiteMap, TABLE};

use super::accounts::works::owner_of_an_open_event;
use super::harness::{Reply, TestApp, army, kept_table};
use crate::store::harness::TestDb;

const SITE: &str = "https://armies.example.org";

/// The content of a property of Open Graph.
fn shows(page: &Reply, property: &str) -> Option<String> {
    page.attr(&format!("meta[property='og:{property}']"), "content")
}

/// Whether search engines may list a page.
fn is_listed(page: &Reply) -> bool {
    page.attr("meta[name=robots]", "content").as_deref() != Some("noindex")
}

for_each_store! {
    async fn a_shared_link_shows_what_it_leads_to(db: &TestDb) {
        let app = TestApp::at(db, SITE).await;
        let owner = app.visitor();
        let army = army().named("Host of the Long Barrow").made_by(&owner).await;
        let table = kept_table(&owner, "home=forest&seed=1").await;
        owner_of_an_open_event(&owner).await;
        let state = owner.get(&army.at("")).await.attr(".permanent a", "href");
        assert!(state.is_none() || state.is_some_and(|path| path.contains("/v/")));
        for (path, title, told) in [
            (army.at(""), "Host of the Long Barrow", "D3H2 army, legal: 24 of 24 AP"),
            (table.at(""), "Forest", "A legal battlefield for D3H2 with "),
            ("/events/spring-open".to_owned(), "Spring Open", "D3H2"),
            ("/odds?a=Kn&b=Sp".to_owned(), "Knight against Spear", "Knight destroys "),
        ] {
            let page = owner.get(&path).await;
            assert_eq!(page.status, StatusCode::OK, "{path}");
            assert!(shows(&page, "title").unwrap().contains(title), "{path}: {:?}", shows(&page, "title"));
            let description = shows(&page, "description").unwrap();
            assert!(description.contains(told), "{path}: {description}");
            assert_eq!(page.attr("meta[name=description]", "content"), Some(description));
            let canonical = page.attr("link[rel=canonical]", "href");
            assert_eq!(canonical.as_deref(), Some(format!("{SITE}{path}").as_str()));
            assert_eq!(shows(&page, "url"), canonical);
            assert!(shows(&page, "image").unwrap().starts_with(SITE));
            assert!(!is_listed(&page), "{path}: what visitors make is not listed");
        }
    }

    async fn the_picture_of_a_link_shows_the_name_and_the_bases(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = army().named("Host <of> the Barrow").made_by(&owner).await;
        let picture = owner.get(&army.at("/picture.svg")).await;
        assert_eq!((picture.status, picture.kind().as_str()), (StatusCode::OK, "image/svg+xml"));
        let drawn = picture.body_text();
        assert!(drawn.contains("Host &#60;of&#62; the Barrow") && drawn.contains("24 of 24 AP"), "{drawn}");
        let page = owner.get(&army.at("")).await;
        assert_eq!(drawn.matches("<use ").count(), page.texts(".rank .base").len());
        assert!(drawn.contains(">Legal<"));
        owner.get(&army.at("/picture.gif")).await.assert_refused(StatusCode::NOT_FOUND);
        owner_of_an_open_event(&owner).await;
        let event = owner.get("/events/spring-open/picture.svg").await.body_text().to_owned();
        assert!(event.contains("Spring Open") && event.contains("D3H2"), "{event}");
        app.visitor().get("/events/none/picture.svg").await.assert_refused(StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn a_site_that_does_not_know_its_address_invents_none() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let page = app.visitor().get("/").await;
    assert!(shows(&page, "description").is_some() && shows(&page, "image").is_none());
    assert!(!page.has("link[rel=canonical]") && is_listed(&page));
}

#[tokio::test]
async fn search_engines_find_a_map_of_all_pages_that_may_be_listed() {
    let db = TestDb::sqlite();
    let app = TestApp::at(&db, SITE).await;
    let visitor = app.visitor();
    let robots = visitor.get("/robots.txt").await.body_text().to_owned();
    assert!(robots.contains(&format!("Sitemap: {SITE}/sitemap.xml")), "{robots}");
    let closed: Vec<&str> = robots.lines().filter_map(|line| line.strip_prefix("Disallow: ")).collect();
    assert!(closed.contains(&"/account"));
    let map = visitor.get("/sitemap.xml").await;
    assert_eq!(map.kind(), "application/xml");
    let pages: Vec<String> = map
        .body_text()
        .split("<loc>")
        .skip(1)
        .map(|rest| rest.split("</loc>").next().unwrap().strip_prefix(SITE).unwrap().to_owned())
        .collect();
    assert!(pages.len() > 1_000, "{}", pages.len());
    assert!(pages.iter().all(|page| !closed.iter().any(|closed| page.starts_with(closed))));
    let shown = TABLE.iter().filter(|row| row.site_map == SiteMap::Shown).map(|row| row.path.to_owned());
    let begins = beginnings().map(String::from).collect::<BTreeSet<_>>();
    assert_eq!(begins, shown.collect());
    assert!(begins.iter().all(|page| pages.contains(page)));
    // Each kind of page once, since all of a kind are made alike.
    for page in [
        "/",
        "/armies/new",
        "/lists",
        "/lists/d3h2/barrow-kings",
        "/rules/dba3",
        "/rules/d3h2/D3H2-LIST-03",
        "/rules/hott25/crib",
        "/rules/compare",
        "/odds",
        "/events",
        "/terrain/new",
        "/about",
        "/help",
        "/privacy",
    ] {
        assert!(pages.iter().any(|known| known == page), "{page}");
        let reply = visitor.get(page).await;
        assert_eq!(reply.status, StatusCode::OK, "{page}");
        if page.ends_with("/crib") {
            continue;
        }
        assert!(is_listed(&reply), "{page}");
        assert_eq!(reply.attr("link[rel=canonical]", "href"), Some(format!("{SITE}{page}")));
    }
    for page in ["/armies", "/account/sign-in", "/browser"] {
        assert!(!pages.iter().any(|known| known == page) && !is_listed(&visitor.get(page).await), "{page}");
    }
}

//! `/`, `/healthz` and the assets.

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;

use super::harness::{TestApp, army};
use crate::store::harness::TestDb;

for_each_store! {
    async fn the_first_page_leads_to_building_and_to_ones_own_armies(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let first = owner.get("/").await;
        for link in ["/lists", "/armies/paste", "/odds", "/rules"] {
            assert!(first.has(&format!("a[href='{link}']")), "{link}");
        }
        assert_eq!(first.texts(".tile h2"), ["D3H2", "D3H2 traditional", "DBA 3.0", "DBA 2.2", "HOTT 2.5", "DBMF"]);
        assert_eq!(first.texts(".tile .size").get(2).map(String::as_str), Some("12 elements from a list"));
        for path in first.attrs(".tile a", "href") {
            let form = owner.get(&path).await;
            assert_eq!(form.text(".choice:has(input[checked])"), first.text(&format!(".tile a[href='{path}']")));
        }
        assert!(first.text(".pictures").contains("ways to spend 24 AP on a D3H2 army"));
        assert!(first.text(".pictures figcaption").contains("24 AP"), "{}", first.text(".pictures figcaption"));
        let picture = owner.get(&first.attr(".pictures img", "src").unwrap()).await;
        assert_eq!((picture.status, picture.kind().as_str()), (StatusCode::OK, "image/svg+xml"));
        assert!(!first.has(".own"));
        army().named("Legal").made_by(&owner).await;
        army().named("Dear").with("points", 20).made_by(&owner).await;
        let mine = owner.get("/").await;
        let mut shown: Vec<(String, String)> =
            mine.texts(".mine strong").into_iter().zip(mine.texts(".mine .seal")).collect();
        shown.sort();
        assert_eq!(shown, [("Dear".into(), "Not legal".into()), ("Legal".into(), "Legal".into())]);
        assert_eq!(mine.texts("h1, h2").first().map(String::as_str), Some("My armies"));
    }

    async fn every_army_of_ones_own_is_found_however_many_there_are(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        assert!(owner.get("/armies").await.has(".empty"));
        for at in 0..53 {
            army().named(&format!("Host {at}")).made_by(&owner).await;
        }
        let home = owner.get("/").await;
        assert_eq!(home.texts(".mine strong").len(), 12);
        assert!(home.has("main a[href='/armies']"));
        let first = owner.get("/armies").await;
        let older = owner.get(&first.attr("main a[href^='/armies?skip']", "href").unwrap()).await;
        let mut all = [first.texts(".mine strong"), older.texts(".mine strong")].concat();
        assert!(!older.has("main a[href^='/armies?skip']"));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 53);
        assert!(app.visitor().get("/armies").await.has(".empty"));
    }

    async fn the_server_says_that_it_lives(db: &TestDb) {
        let app = TestApp::new(db).await;
        let reply = app.visitor().get("/healthz").await;
        assert_eq!((reply.status, reply.body_text()), (StatusCode::OK, "ok\n"));
    }
}

#[tokio::test]
async fn everything_a_page_refers_to_is_there_and_kept_for_ever() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let page = visitor.get("/").await;
    let icons = page.attr("use", "href").unwrap();
    let files = [
        (page.attr("link[rel=stylesheet]", "href"), "text/css; charset=utf-8"),
        (page.attr("link[rel=icon]", "href"), "image/svg+xml"),
        (page.attr("link[rel=apple-touch-icon]", "href"), "image/png"),
        (page.attr("link[rel=manifest]", "href"), "application/manifest+json"),
        (page.attr("script", "src"), "text/javascript; charset=utf-8"),
        (icons.split('#').next().map(str::to_owned), "image/svg+xml"),
    ];
    for (path, kind) in files {
        let path = path.unwrap();
        let file = visitor.get(&path).await;
        assert_eq!((file.status, file.kind().as_str()), (StatusCode::OK, kind), "{path}");
        assert_eq!(file.header("cache-control").as_deref(), Some("public, max-age=31536000, immutable"));
        if kind.starts_with("text/css") {
            for font in file.body_text().split("url(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                assert_eq!(visitor.get(font).await.kind(), "font/woff2", "{font}");
            }
        }
    }
    // The fonts that a page asks for before its style are those of the style.
    let style = visitor.get(&page.attr("link[rel=stylesheet]", "href").unwrap()).await;
    for font in page.attrs("link[rel=preload]", "href") {
        assert!(style.body_text().contains(&font), "{font}");
    }
    let manifest = visitor.get(&page.attr("link[rel=manifest]", "href").unwrap()).await.json();
    for icon in manifest["icons"].as_array().unwrap() {
        assert_eq!(visitor.get(icon["src"].as_str().unwrap()).await.kind(), icon["type"].as_str().unwrap());
    }
    // An error page has no hash.
    let lost = visitor.get("/nowhere").await;
    let style = visitor.get(&lost.attr("link[rel=stylesheet]", "href").unwrap()).await;
    assert_eq!(style.header("cache-control").as_deref(), Some("no-cache"));
    for odd in
        ["/assets/x/none.css", "/assets/x/../../Cargo.toml", "/assets/x/%2e%2e/app.css", "/assets/x/", "/assets/"]
    {
        visitor.get(odd).await.assert_refused(StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn pages_and_files_are_compressed_for_those_who_can_read_it() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    // Pages made on request are compressed quickly; static ones are compressed better once there is time for it.
    for (path, codings) in [("/lists", &["gzip"][..]), ("/rules/d3h2", &["gzip", "br"])] {
        let plain = visitor.get(path).await;
        let request = TestRequest::get().uri(path).insert_header(("accept-encoding", "gzip, br"));
        let packed = visitor.send(request).await;
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        let coding = packed.header("content-encoding").unwrap_or_default();
        assert!(codings.contains(&coding.as_str()), "{path}: {coding}");
        assert!(packed.body.len() * 2 < plain.body.len(), "{path}");
    }
}

#[tokio::test]
async fn pages_that_speak_to_one_visitor_are_kept_by_no_common_cache() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    for path in [
        "/".to_owned(),
        "/armies/new".to_owned(),
        "/armies/paste".to_owned(),
        army.at(""),
        army.at("/edit"),
        army.at("/history"),
        army.at("/delete"),
    ] {
        for visitor in [&owner, &app.visitor()] {
            let kept = visitor.get(&path).await.header("cache-control").unwrap_or_default();
            assert!(kept.contains("private") || kept.contains("no-store"), "{path}: {kept:?}");
        }
    }
}

//! The box with the errors at the top of a page that is shown again.

use actix_web::http::StatusCode;
use scraper::Selector;

use super::accounts::register;
use super::events::new_event;
use super::harness::{Reply, TestApp, army, multipart};

/// Asserts that the page begins with a box of these errors, and that each of its links leads to something on the page.
fn assert_box(page: &Reply, status: StatusCode, errors: &[&str]) {
    assert_eq!(page.status, status, "{page:?}");
    assert_eq!(page.texts("main > #errors li"), errors);
    assert!(page.text("title").starts_with("Error: "), "{}", page.text("title"));
    let first = Selector::parse("main > *").unwrap();
    assert_eq!(page.page().select(&first).next().and_then(|box_| box_.attr("id")), Some("errors"));
    for target in page.attrs("#errors a", "href") {
        assert!(page.has(&format!("[id='{}']", target.trim_start_matches('#'))), "{target} leads nowhere");
    }
}

for_each_store! {
    async fn a_refused_page_begins_with_its_errors(db: &TestDb) {
        let app = TestApp::new(db).await;
        let refused = StatusCode::UNPROCESSABLE_ENTITY;
        let visitor = app.visitor();

        let fresh = visitor.get("/armies/new").await;
        assert!(!fresh.has("#errors") && fresh.text("title").starts_with("New army"));
        let form = fresh.form("/armies").with("points", "-5").with("name", &"x".repeat(300));
        let page = visitor.submit(&form).await;
        assert_eq!(page.attrs("#errors a", "href"), ["#name", "#points"]);
        assert_eq!(page.texts("#errors p"), ["There are 2 problems"]);

        let page = visitor.post("/armies/paste", &[("request", "r"), ("ruleset", "d3h2"), ("text", " ")]).await;
        assert_box(&page, refused, &["Paste an army first."]);
        let page = visitor.upload("/terrain/open", multipart(&[("request", "r"), ("do", "read")])).await;
        assert_box(&page, refused, &["Choose a file or paste its text first."]);
        let page = visitor.get("/terrain/tables?count=0&seed=x").await;
        assert_box(&page, refused, &["Choose 1 to 64 tables.", &page.text("#seed-error")]);
        let page = visitor.get("/terrain/new?ruleset=d3h2&seed=1&edge=middle").await;
        assert_box(&page, refused, &["There is no edge “middle”."]);
        let fields = [("name", "tom-1234"), ("password", "wrong"), ("to", "")];
        let page = visitor.post("/account/sign-in", &fields).await;
        assert_box(&page, refused, &["The sign-in name or the password is wrong."]);
        let page = visitor.get("/lists/new").await;
        let page = visitor.submit(&page.form("/lists/own").with("name", &"x".repeat(300))).await;
        assert_box(&page, refused, &[&page.text("#name-error")]);
        let made = army().made_by(&visitor).await;
        let page = visitor.get(&made.at("/versus?other=nonsense")).await;
        assert_box(&page, refused, &[&page.text("#other-error")]);
    }

    async fn the_errors_of_an_event_come_in_the_order_of_its_form(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = app.visitor();
        register(&organiser, "Olga").await;
        let wrong = [
            ("name", ""), ("points", "many"), ("rounds", "0"), ("zone", "Atlantis"),
            ("limit-0-of", "Unicorns"), ("limit-0-most", "1"),
        ];
        let page = organiser.submit(&new_event(&organiser, &wrong).await).await;
        let said = page.texts("#errors li");
        assert_box(&page, StatusCode::UNPROCESSABLE_ENTITY, &said.iter().map(String::as_str).collect::<Vec<_>>());
        let targets = ["#name", "#points", "#zone", "#limit-0-of", "#rounds"];
        assert_eq!(page.attrs("#errors a", "href"), targets);
        // The folded groups with errors are open, so that the links lead somewhere visible; others are not.
        for target in targets {
            assert!(!page.has(&format!("details:not([open]) {target}")), "{target} is folded up");
        }
        assert!(page.has("details:not([open]) #text"));
    }
}

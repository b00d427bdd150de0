//! `/rules/compare`

use actix_web::http::StatusCode;

use crate::store::harness::TestDb;
use crate::web::harness::TestApp;

for_each_store! {
    async fn all_rulesets_stand_side_by_side(db: &TestDb) {
        let app = TestApp::new(db).await;
        let page = app.visitor().get("/rules/compare").await;
        assert_eq!(page.status, StatusCode::OK);
        let heads = page.texts("section[aria-labelledby='armies'] thead th");
        assert_eq!(heads, ["D3H2", "D3H2 traditional", "DBA 3.0", "DBA 2.2", "HOTT 2.5", "DBMF"]);
        assert!(page.has("#types") && page.has("#factors") && page.has("#battlefields") && !page.has("#outcomes"));
        // What DBMF borrows leads to the game from which it does.
        assert!(page.has("[aria-labelledby='battlefields'] a[href='/rules/dbmf/D3H2-FEAT-05']"), "{page:?}");
    }

    async fn two_rulesets_are_compared_by_a_form_that_needs_no_script(db: &TestDb) {
        let app = TestApp::new(db).await;
        let page = app.visitor().get("/rules/compare?a=dba3&b=dba22").await;
        assert_eq!(page.status, StatusCode::OK);
        assert_eq!(page.text("h1"), "DBA 3.0 and DBA 2.2");
        assert!(page.has("form[action='/rules/compare']:not([method]) select[name='a'] option[value='dba3'][selected]"));
        assert!(page.has("select[name='b'] option[value='dba22'][selected]"));
        // Each value links to its rule: on the page of the ruleset, or of the one from which it is borrowed.
        assert!(page.has("a[href='/rules/dba3#DBA3-LIST-01']") && page.has("a[href='/rules/dba22/DBA3-LIST-01']"));
        assert!(page.has(".compare-types a[href^='/rules/dba22#DBA22-']"));
        let counted = page.texts("section[aria-labelledby='outcomes'] > p strong");
        assert_eq!(counted.len(), 3, "{counted:?}");
        let lines = page.texts(".compare-outcomes tbody tr");
        assert!(lines.iter().any(|line| line.contains("Elephants") && line.contains("recoil")), "{lines:#?}");
        // Differences are marked by more than a colour.
        let marked = page.texts(".compare td.differs").len();
        assert!(marked > 10 && page.texts(".compare td.differs .unlike").len() == marked);
        assert!(page.texts(".compare td.differs .hidden").iter().any(|words| words.contains("different from DBA 3.0")));
    }
}

#[tokio::test]
async fn a_question_that_makes_no_sense_is_answered_in_a_sentence() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    for (query, why) in [
        ("a=chess&b=dba3", "no ruleset “chess”"),
        ("a=dba3&b=%3Cscript%3E", "no ruleset “<script>”"),
        ("a=dba3&b=dba3", "You chose DBA 3.0 twice"),
        ("a=dba3", "You chose only DBA 3.0"),
        ("b=hott25&a=", "You chose only HOTT 2.5"),
    ] {
        let page = app.visitor().get(&format!("/rules/compare?{query}")).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert!(page.text(".problem").contains(why), "{query}: {}", page.text(".problem"));
        assert!(page.has("select[name='a']") && !page.has("main script"), "{query}");
    }
}

#[tokio::test]
async fn the_rules_lead_to_the_comparison() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    assert!(app.visitor().get("/rules").await.has("a[href='/rules/compare']"));
    for (ruleset, other) in [("d3h2", "d3h2-traditional"), ("dba3", "d3h2"), ("hott25", "d3h2")] {
        let page = app.visitor().get(&format!("/rules/{ruleset}")).await;
        let link = format!("/rules/compare?a={ruleset}&b={other}");
        assert!(page.has(&format!("a[href='{link}']")) && page.has("a[href='/rules/compare']"), "{ruleset}");
        assert_eq!(app.visitor().get(&link).await.status, StatusCode::OK, "{ruleset}");
    }
}

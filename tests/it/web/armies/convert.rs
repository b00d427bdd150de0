//! `/armies/{id}/convert`: an army under other rules.

use actix_web::http::StatusCode;

use crate::store::harness::TestDb;
use crate::web::harness::{TestApp, army};

for_each_store! {
    async fn an_army_is_copied_to_other_rules_and_stays_as_it_is(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = army().with("list", "d3h2/barrow-kings").made_by(&owner).await;
        let stranger = app.visitor();
        let shown = stranger.get(&army.at("")).await;
        assert!(shown.attrs(".army-actions a", "href").contains(&army.at("/convert")));
        let page = stranger.get(&army.at("/convert?to=hott25")).await;
        assert_eq!(page.texts("nav.tabs a"), ["D3H2 traditional", "DBA 3.0", "DBA 2.2", "HOTT 2.5", "DBMF"]);
        assert_eq!(page.text("nav.tabs a[aria-current]"), "HOTT 2.5");
        let rows = page.texts("table.play tbody tr");
        assert!(rows.iter().any(|row| row.contains("4 Fast Blades") && row.contains("no longer Fast")), "{rows:?}");
        assert!(page.text("section").contains("The army list is for D3H2 and is left behind."));
        // Anybody may copy it; a form sent twice creates one army.
        let form = page.form(&army.at("/convert"));
        let (made, again) = (stranger.submit(&form).await, stranger.submit(&form).await);
        assert_eq!((made.status, made.location()), (StatusCode::SEE_OTHER, again.location()));
        let copy = stranger.follow(made).await;
        assert!(copy.has("#edit-link") && copy.text(".flash").contains("copy"), "{}", copy.text(".flash"));
        let file = stranger.get(&army.at("/army.json")).await.json();
        assert_eq!(file["ruleset"], "d3h2");
        assert_eq!(owner.get(&army.at("")).await.text(".eyebrow").split(' ').next(), Some("D3H2"));
    }
}

#[tokio::test]
async fn every_other_ruleset_has_its_page_and_no_other_word_has() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    assert!(owner.get(&army.at("/convert")).await.has("nav.tabs a[aria-current]"));
    for (to, size) in
        [("d3h2-traditional", "24 AP"), ("dba3", "12 elements"), ("dba22", "12 elements"), ("dbmf", "300 AP")]
    {
        let page = owner.get(&army.at(&format!("/convert?to={to}"))).await;
        assert!(page.text("section[aria-labelledby=then-title] p").contains(size), "{to}");
        assert!(page.has("button"), "{to}");
    }
    for to in ["d3h2", "chess", "%22%3E%3Cscript%3E"] {
        let page = owner.get(&army.at(&format!("/convert?to={to}"))).await;
        page.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }
}

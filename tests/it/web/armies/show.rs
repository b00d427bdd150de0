//! `/armies/{id}` and `/armies/{id}/v/{hash}`.

use actix_web::http::StatusCode;

use crate::store::harness::TestDb;
use crate::web::harness::{TestApp, army, request};

for_each_store! {
    async fn a_state_keeps_its_address_whatever_becomes_of_the_army(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let shown = app.visitor().get(&army.at("")).await;
        let permanent = shown.attr("#permanent", "value").unwrap();
        let path = permanent.split_once(&army.at("")).map(|(_, rest)| army.at(rest)).unwrap();
        owner.press_on(&owner.editor(&army).await.with("name", "Renamed").with("points", "20"), "drop:1").await;
        let stranger = app.visitor();
        assert_eq!(stranger.get(&army.at("")).await.text("h1"), "Renamed");
        let then = stranger.get(&path).await;
        assert_eq!(then.text("h1"), "Host of the Long Barrow");
        assert_eq!(then.texts("table.roster tbody tr").len(), 6);
        let notice = then.text(".notice");
        assert!(notice.ends_with("Checked with D3H2 data 1.4.0."), "{notice}");
        assert_eq!(then.attr("#permanent", "value").unwrap(), permanent);
        let file = stranger.get(&format!("{path}/army.json")).await.json();
        assert_eq!((&file["name"], &file["points"]), (&"Host of the Long Barrow".into(), &24.into()));
    }
}

#[tokio::test]
async fn everybody_with_the_address_sees_the_army_and_only_its_holder_the_way_to_edit_it() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().with("notes", "**Hold** <script>alert(1)</script>").made_by(&owner).await;
    let edit = format!("a[href='{}']", army.at("/edit"));
    assert!(owner.get(&army.at("")).await.has(&edit));
    let shown = app.visitor().get(&army.at("")).await;
    assert!(!shown.has(&edit) && shown.has(".qr svg"));
    assert_eq!(shown.text(".verdict .seal"), "Legal");
    assert_eq!(owner.get("/armies").await.text(".mine .hint").split(" · ").nth(1), Some("24 AP"));
    assert_eq!(shown.text(".notes strong"), "Hold");
    assert!(shown.text(".notes").contains("<script>alert(1)</script>"));
}

#[tokio::test]
async fn an_army_that_is_not_full_is_legal_so_far_and_says_what_is_left() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    owner.press_on(&owner.editor(&army).await, "less:2").await;
    let shown = app.visitor().get(&army.at("")).await;
    assert_eq!(shown.text(".verdict .seal"), "Legal so far");
    assert!(shown.text(".verdict").contains(" AP left"), "{}", shown.text(".verdict"));
    let mine = owner.get("/armies").await.text(".mine .hint");
    assert!(mine.contains(" of 24 AP · "), "{mine}");
}

#[tokio::test]
async fn an_illegal_army_says_so_with_every_problem() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().with("points", 20).with("aggression", 9).made_by(&owner).await;
    let shown = app.visitor().get(&army.at("")).await;
    assert_eq!(shown.text(".verdict .seal"), "Not legal");
    let problems = shown.texts(".problem.error");
    assert!(problems.iter().any(|problem| problem.contains("AP")), "{problems:?}");
    assert!(problems.len() >= 2, "{problems:?}");
    // Each names its rule, and the rule has a page.
    let rule = shown.attr(".problem.error a.ruleref", "href").unwrap();
    assert_eq!(app.visitor().get(&rule).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_state_tells_what_the_check_said_under_other_rules() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let hash = owner.get(&army.at("")).await.form(&army.at("/copy")).value("hash").to_owned();
    let state = army.at(&format!("/v/{hash}"));
    let said = "This version was saved with D3H2 data 0.9.0 as legal with 24 AP. It has been checked again here with \
                the current rules and lists.";
    assert!(owner.get(&state).await.text(".notice").ends_with("Checked with D3H2 data 1.4.0."));
    db.db_execute("UPDATE work_revisions SET ruleset_version = '0.9.0'");
    assert!(owner.get(&state).await.text(".notice").contains(said));
    for sheet in ["roster", "roster.json"] {
        assert!(owner.get(&format!("{state}/{sheet}")).await.body_text().contains(said), "{sheet}");
    }
}

#[tokio::test]
async fn a_kept_army_says_if_its_verdict_has_changed_since_it_was_saved() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let notice = async || owner.get(&army.at("")).await.texts(".changed-verdict").concat();
    let hash = owner.get(&army.at("")).await.form(&army.at("/copy")).value("hash").to_owned();
    // A newer version of the rules that judges the army as before is no news.
    db.db_execute("UPDATE work_revisions SET ruleset_version = '0.9.0'");
    assert_eq!(notice().await, "");
    db.db_execute("UPDATE work_revisions SET legal = FALSE, figure = '25'");
    assert_eq!(
        notice().await,
        "This was saved as not legal with 25 AP under D3H2 0.9.0. Under D3H2 1.4.0 it is legal with 24 AP. What changed in \
         the rules"
    );
    // The editor says the same until something is changed there.
    let editor = owner.get(&army.at("/edit")).await;
    assert_eq!(editor.texts(".changed-verdict").concat(), notice().await);
    let changes = owner.get(&army.at("")).await.attr(".changed-verdict a", "href").unwrap();
    let page = owner.get(&changes).await;
    assert_eq!(
        page.texts("main section .ruleref"),
        [
            "D3H2-MOVE-32",
            "D3H2-CC-02",
            "D3H2-MOVE-18",
            "D3H2-TZ-06",
            "D3H2-CONT-10",
            "D3H2-RECOIL-10",
            "D3H2-PURS-06",
            "D3H2-SHOOT-08",
            "D3H2-BUA-13",
            "D3H2-PURS-03"
        ]
    );
    assert!(page.text("main section").contains("Since version 1.4.0"), "{page:?}");
    // The permanent page keeps to what was judged, and says so in its own words.
    assert!(!owner.get(&army.at(&format!("/v/{hash}"))).await.has(".changed-verdict"));
    // Under the same version, only an army list can have changed.
    db.db_execute("UPDATE work_revisions SET ruleset_version = '1.4.0'");
    assert!(notice().await.starts_with("This was saved as not legal with 25 AP under earlier army lists."));
    assert!(owner.get("/rules/dbmf/changes").await.text("main").contains("Nothing has changed"));
    owner.get("/rules/none/changes").await.assert_refused(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_address_of_no_army_or_state_is_not_found() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let unknown = "0".repeat(20);
    for path in [
        "/armies/000000000000".to_owned(),
        "/armies/0".to_owned(),
        format!("/armies/{}", army.id.to_uppercase()),
        army.at("/"),
        army.at("/v/0"),
        army.at(&format!("/v/{unknown}")),
        army.at(&format!("/v/{unknown}/roster")),
        army.at(&format!("/v/{}/roster", "z".repeat(41))),
        army.at("/roster.exe"),
        army.at("/v"),
        "/armies/%00".to_owned(),
        "/armies/%ff%fe".to_owned(),
        "/armies/..%2f..%2fetc%2fpasswd".to_owned(),
        format!("/armies/{}", "a".repeat(5_000)),
        "/armies/".to_owned(),
    ] {
        owner.get(&path).await.assert_refused(StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn a_page_can_be_asked_for_by_its_head() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let army = army().made_by(&app.visitor()).await;
    for path in [army.at(""), army.at("/roster"), "/".to_owned(), "/lists".to_owned()] {
        assert_eq!(app.visitor().send(request("HEAD", &path)).await.status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn the_permanent_address_and_the_edit_link_begin_with_the_address_of_the_site() {
    let db = TestDb::sqlite();
    let app = TestApp::at(&db, "https://field.example/").await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let shown = owner.get(&army.at("")).await;
    assert!(
        shown.attr("#permanent", "value").unwrap().starts_with(&format!("https://field.example/armies/{}/v/", army.id))
    );
    let link = owner.get(&army.at("/edit")).await.attr("#edit-link", "value").unwrap();
    assert!(link.starts_with(&format!("https://field.example/armies/{}/edit?key=", army.id)), "{link}");
}

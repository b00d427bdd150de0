//! Permissions: everything for holders of the edit link, looking and copying for everybody.

use actix_web::http::StatusCode;

use super::harness::{Form, MadeWork, Reply, TestApp, Visitor, army};
use crate::store::harness::TestDb;

/// Every request that a page of the army could send, as its owner would send it.
async fn requests_of(owner: &Visitor<'_>, army: &MadeWork) -> Vec<(&'static str, Form)> {
    let editor = owner.editor(army).await.with("name", "Taken over");
    owner.press_on(&owner.editor(army).await.with("name", "Second"), "save").await;
    let history = owner.get(&army.at("/history")).await;
    let key = owner.get(&army.at("/edit")).await;
    vec![
        ("edit", editor.clone().with("base", "2").with("do", "save")),
        ("edit", editor.clone().with("base", "2").with("do", "undo")),
        ("edit", editor.with("base", "2").with("do", "drop:0")),
        ("restore", history.form(&army.at("/restore"))),
        ("key", key.form(&army.at("/key")).with("do", "new")),
        ("key", key.form(&army.at("/key")).with("do", "kept")),
        ("delete", owner.get(&army.at("/delete")).await.form(&army.at("/delete"))),
    ]
}

fn assert_not_yours(reply: &Reply) {
    reply.assert_refused(StatusCode::FORBIDDEN);
    assert_eq!(reply.text("h1"), "You cannot edit this army");
    assert!(reply.text(".lede").contains("make your own copy"));
}

for_each_store! {
    async fn a_stranger_may_look_and_copy_and_nothing_else(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let requests = requests_of(&owner, &army).await;
        // A visitor who was never here, and one with other armies.
        let (new, other) = (app.visitor(), app.visitor());
        super::harness::army().made_by(&other).await;
        let hash = new.get(&army.at("")).await.form(&army.at("/copy")).value("hash").to_owned();
        for stranger in [&new, &other] {
            for rest in ["/edit", "/history", "/delete"] {
                assert_not_yours(&stranger.get(&army.at(rest)).await);
            }
            for (_, form) in &requests {
                assert_not_yours(&stranger.submit(form).await);
            }
            for rest in ["", "/roster", "/roster.txt", "/roster.md", "/roster.csv", "/roster.json", "/army.json", "/army.toml"] {
                for base in [String::new(), format!("/v/{hash}")] {
                    let path = army.at(&format!("{base}{rest}"));
                    assert_eq!(stranger.get(&path).await.status, StatusCode::OK, "{path}");
                }
            }
            let copied = stranger.submit(&stranger.get(&army.at("")).await.form(&army.at("/copy"))).await;
            assert_ne!(MadeWork::of_editor(&copied.location()).id, army.id);
        }
        assert_eq!(owner.editor(&army).await.value("name"), "Second");
        assert_eq!(db.db_texts("SELECT action AS value FROM work_revisions WHERE work_id = 1").len(), 2);
    }

    async fn what_is_done_to_one_army_does_not_reach_another_of_the_same_owner(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (one, two) = (army().named("One").made_by(&owner).await, army().named("Two").made_by(&owner).await);
        let hash = owner.get(&two.at("")).await.form(&two.at("/copy")).value("hash").to_owned();
        // A revision belongs to its army.
        owner.get(&one.at(&format!("/v/{hash}"))).await.assert_refused(StatusCode::NOT_FOUND);
        owner.post(&one.at("/copy"), &[("request", "r"), ("hash", &hash)]).await.assert_refused(StatusCode::NOT_FOUND);
        let deleted = owner.post(&one.at("/delete"), &[("request", "r")]).await;
        owner.follow(deleted).await;
        assert_eq!(owner.editor(&two).await.value("name"), "Two");
    }
}

#[tokio::test]
async fn guessed_and_broken_ids_are_not_found_whatever_is_asked() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let requests = requests_of(&owner, &army).await;
    let upper = army.id.to_uppercase();
    let longer = format!("{}0", army.id);
    for id in [
        "000000000000",
        "zzzzzzzzzzzz",
        "0",
        "-1",
        "1",
        "iiiiiiiiiiii",
        "%00",
        "%ff%fe",
        "%20",
        &upper,
        &longer,
        "'%20OR%201=1--",
        "%F0%9F%90%89",
    ] {
        let guessed = MadeWork::army(id);
        for rest in
            ["", "/edit", "/history", "/delete", "/roster", "/roster.pdf", "/army.json", "/v/00000000000000000000"]
        {
            owner.get(&guessed.at(rest)).await.assert_refused(StatusCode::NOT_FOUND);
        }
        for (rest, form) in &requests {
            let body = form.body();
            owner.post_raw(&guessed.at(&format!("/{rest}")), body).await.assert_refused(StatusCode::NOT_FOUND);
        }
        let copy = [("request", "r"), ("hash", "00000000000000000000")];
        owner.post(&guessed.at("/copy"), &copy).await.assert_refused(StatusCode::NOT_FOUND);
    }
}

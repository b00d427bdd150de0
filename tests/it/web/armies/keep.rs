//! `/armies/{id}/history`, `restore`, `copy`, `key`, `delete`.

use actix_web::http::StatusCode;
use musterfield::store::WorkType;

use crate::store::harness::TestDb;
use crate::web::harness::{Form, MadeWork, Reply, TestApp, Visitor, army, request};

/// The form in the history that restores a revision.
fn restoring(page: &Reply, army: &MadeWork, number: &str) -> Form {
    page.form(&army.at("/restore")).with("number", number)
}

/// An army in four revisions, named `Host of the Long Barrow`, `Two`, `Three`, `Four`.
async fn of_four_states(owner: &Visitor<'_>) -> MadeWork {
    let army = army().made_by(owner).await;
    for name in ["Two", "Three", "Four"] {
        owner.press_on(&owner.editor(&army).await.with("name", name), "save").await;
    }
    army
}

for_each_store! {
    async fn the_history_shows_every_state_and_restores_any_of_them(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = of_four_states(&owner).await;
        let history = owner.get(&army.at("/history")).await;
        assert_eq!(history.texts("ol.history .number"), ["4", "3", "2", "1"]);
        assert_eq!(history.texts("ol.history .what strong")[0], "changed name");
        let restored = owner.submit(&restoring(&history, &army, "2")).await;
        let page = owner.follow(restored).await;
        assert_eq!(page.text(".flash"), "The earlier version has been restored. The versions in between are still in \
                                         the history.");
        assert_eq!(page.editor().value("name"), "Two");
        let history = owner.get(&army.at("/history")).await;
        assert_eq!(history.texts("ol.history .number"), ["5", "4", "3", "2", "1"]);
        assert_eq!(history.text("ol.history .current .number"), "5");
        // The flash message is shown once.
        assert!(!owner.get(&army.at("/edit")).await.has(".flash"));
    }

    async fn a_state_can_be_restored_again_after_that_was_undone(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = of_four_states(&owner).await;
        for _ in 0..2 {
            let form = restoring(&owner.get(&army.at("/history")).await, &army, "1");
            let restored = owner.submit(&form).await;
            assert_eq!(owner.follow(restored).await.editor().value("name"), "Host of the Long Barrow");
            let page = owner.press_on(&owner.editor(&army).await, "undo").await;
            assert_eq!(page.editor().value("name"), "Four");
        }
    }

    async fn restoring_sent_twice_or_late_is_done_once_or_told(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = of_four_states(&owner).await;
        let history = owner.get(&army.at("/history")).await;
        let form = restoring(&history, &army, "1");
        let sent: Vec<StatusCode> = [owner.submit(&form).await, owner.submit(&form).await].map(|r| r.status).to_vec();
        assert_eq!(sent, [StatusCode::SEE_OTHER; 2]);
        let late = owner.submit(&restoring(&history, &army, "2")).await;
        assert_eq!(late.status, StatusCode::CONFLICT);
        assert!(late.text(".notice").starts_with("The army was changed elsewhere in the meantime."));
        assert_eq!(late.texts("ol.history .number").len(), 5);
    }

    async fn anybody_may_copy_an_army_and_the_original_stays_as_it_is(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let original = of_four_states(&owner).await;
        let stranger = app.visitor();
        let form = stranger.get(&original.at("")).await.form(&original.at("/copy"));
        let copied = stranger.submit(&form).await;
        let copy = MadeWork::of_editor(&copied.location());
        assert_ne!(copy.id, original.id);
        let page = stranger.follow(copied).await;
        assert!(page.text(".flash").starts_with("Copied."));
        assert!(page.has("#edit-link"));
        stranger.press_on(&page.editor().with("name", "Mine"), "save").await;
        assert_eq!(owner.editor(&original).await.value("name"), "Four");
        owner.get(&copy.at("/edit")).await.assert_refused(StatusCode::FORBIDDEN);
        // The same form again leads to the same copy.
        assert_eq!(stranger.submit(&form).await.location(), copy.at("/edit"));
        assert_eq!(stranger.get("/").await.texts(".mine strong"), ["Mine"]);
    }

    async fn a_deleted_army_is_gone_with_all_its_addresses_but_not_its_copies(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = of_four_states(&owner).await;
        let shown = owner.get(&army.at("")).await;
        let permanent = shown.attr("form[action$='/copy'] input[name=hash]", "value").unwrap();
        let stranger = app.visitor();
        let copied = stranger.submit(&stranger.get(&army.at("")).await.form(&army.at("/copy"))).await;
        let asked = owner.get(&army.at("/delete")).await;
        assert!(asked.text(".lede").contains("all its 4 versions"));
        let form = asked.form(&army.at("/delete"));
        let deleted = owner.submit(&form).await;
        assert_eq!(deleted.location(), "/armies");
        let home = owner.follow(deleted).await;
        assert_eq!(home.text(".flash"), "The army has been deleted.");
        assert!(!home.has(".mine"));
        for rest in ["", "/edit", "/history", "/delete", "/roster", "/army.json", &format!("/v/{permanent}"), "/edit?key=00000000000000000000000000000000"] {
            owner.get(&army.at(rest)).await.assert_refused(StatusCode::GONE);
        }
        owner.submit(&form.with("request", "another")).await.assert_refused(StatusCode::GONE);
        assert_eq!(stranger.get(&copied.location()).await.editor().value("name"), "Four");
        // The copy's documents are what remains.
        let left = db.db_texts("SELECT body AS value FROM documents");
        assert!(left.len() == 1 && left[0].contains("Four"), "{left:?}");
    }

    async fn a_deletion_sent_twice_leads_to_the_same_page_twice(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let form = owner.get(&army.at("/delete")).await.form(&army.at("/delete"));
        for _ in 0..2 {
            let deleted = owner.submit(&form).await;
            assert_eq!(deleted.location(), "/armies");
            assert_eq!(owner.follow(deleted).await.text(".flash"), "The army has been deleted.");
        }
    }

    async fn a_new_edit_link_asked_for_twice_by_one_form_is_made_once(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let form = owner.get(&army.at("/edit")).await.form(&army.at("/key"));
        // Only the last answer to a double click reaches the browser: it must show the link that is in force.
        let first = owner.press(&form, "new").await;
        let stored = db.db_texts("SELECT edit_key AS value FROM works");
        let last = owner.press(&form, "new").await;
        assert_eq!(db.db_texts("SELECT edit_key AS value FROM works"), stored);
        assert_eq!((last.status, last.location(), last.cookies.len()), (first.status, first.location(), first.cookies.len()));
        let page = owner.follow(last).await;
        let link = page.attr("#edit-link", "value").unwrap();
        let friend = app.visitor();
        assert_eq!(friend.get(&army.at(&link[link.find("/edit").unwrap()..])).await.location(), army.at("/edit"));
        // The form of the following page creates another.
        owner.press_on(&page.form(&army.at("/key")), "new").await;
        assert_ne!(db.db_texts("SELECT edit_key AS value FROM works"), stored);
        // The first form sent again neither changes nor hides that.
        let late = owner.press_on(&form, "new").await;
        assert_ne!(late.attr("#edit-link", "value").unwrap(), link);
    }
}

#[tokio::test]
async fn a_long_history_is_cut_into_pages() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let id = army.id.parse().unwrap();
    let holder = owner.digest().await;
    for at in 0..60 {
        db.save_as(WorkType::Army, &holder, &id, &at.to_string()).await;
    }
    let newest = owner.get(&army.at("/history")).await;
    assert_eq!(newest.texts("ol.history .number").len(), 50);
    let older = newest.attr("a[href*='before=']", "href").unwrap();
    let oldest = owner.get(&older).await;
    assert_eq!(oldest.texts("ol.history .number").last().map(String::as_str), Some("1"));
    assert!(!oldest.has("a[href*='before=']"));
    for before in ["0", "-1", "9223372036854775807", "-9223372036854775808"] {
        assert_eq!(owner.get(&army.at(&format!("/history?before={before}"))).await.status, StatusCode::OK);
    }
    for before in ["x", "", "1.5", "99999999999999999999", "1&before=2"] {
        owner
            .get(&army.at(&format!("/history?before={before}")))
            .await
            .assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }
}

#[tokio::test]
async fn a_state_of_the_past_can_be_copied() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = of_four_states(&owner).await;
    let history = owner.get(&army.at("/history")).await;
    let past = history
        .page()
        .select(&scraper::Selector::parse(".history a[href*='/v/']").unwrap())
        .nth(2)
        .unwrap()
        .attr("href")
        .unwrap()
        .to_owned();
    let stranger = app.visitor();
    let copied = stranger.submit(&stranger.get(&past).await.form(&army.at("/copy"))).await;
    assert_eq!(stranger.follow(copied).await.editor().value("name"), "Two");
}

#[tokio::test]
async fn a_new_edit_link_ends_the_old_one_and_shuts_out_whoever_used_it() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let link_of =
        |page: &Reply| page.attr("#edit-link", "value").map(|link| army.at(&link[link.find("/edit").unwrap()..]));
    let old = link_of(&owner.get(&army.at("/edit")).await).unwrap();
    let friend = app.visitor();
    let opened = friend.get(&old).await;
    friend.follow(opened).await;

    let kept = owner.press(&owner.get(&army.at("/edit")).await.form(&army.at("/key")), "kept").await;
    assert!(!owner.follow(kept).await.has("#edit-link"));
    let changed = owner.press(&owner.get(&army.at("/edit")).await.form(&army.at("/key")), "new").await;
    let page = owner.follow(changed).await;
    assert_eq!(
        page.text(".flash"),
        "The army has a new edit link. The old link no longer works, and only this browser can edit the army now."
    );
    let new = link_of(&page).unwrap();
    assert_ne!(new, old);

    let third = app.visitor();
    third.get(&old).await.assert_refused(StatusCode::FORBIDDEN);
    friend.get(&army.at("/edit")).await.assert_refused(StatusCode::FORBIDDEN);
    // A program that only previews the link opens nothing.
    assert_eq!(third.send(request("HEAD", &new)).await.location(), army.at("/edit"));
    third.get(&army.at("/edit")).await.assert_refused(StatusCode::FORBIDDEN);
    assert_eq!(third.get(&new).await.location(), army.at("/edit"));
    third.press_on(&third.editor(&army).await, "more:1").await;
}

#[tokio::test]
async fn an_edit_link_that_was_replaced_elsewhere_is_no_longer_shown() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let link = owner.get(&army.at("/edit")).await.attr("#edit-link", "value").unwrap();
    let friend = app.visitor();
    let opened = friend.get(&army.at(&link[link.find("/edit").unwrap()..])).await;
    friend.follow(opened).await;
    friend.press(&friend.get(&army.at("/edit")).await.form(&army.at("/key")), "new").await;
    let link = friend.get(&army.at("/edit")).await.attr("#edit-link", "value").unwrap();
    let opened = owner.get(&army.at(&link[link.find("/edit").unwrap()..])).await;
    assert!(!owner.follow(opened).await.has("#edit-link"));
}

#[tokio::test]
async fn forms_that_are_not_ours_are_refused_by_the_name_of_the_field() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    for (rest, body, message) in [
        ("/restore", "base=1", "“number” is missing"),
        ("/restore", "base=x&number=1", "There is no such version"),
        ("/restore", "base=1&number=1&x=1", "no field “x”"),
        ("/copy", "request=r", "“hash” is missing"),
        ("/copy", "hash=00000000000000000000", "“request” is missing"),
        ("/key", "", "“do” is missing"),
        ("/key", "do=new", "“request” is missing"),
        ("/key", "request=r&do=dance", "no button “dance”"),
        ("/delete", "", "“request” is missing"),
        ("/delete", "request=r&sure=yes", "no field “sure”"),
        ("/delete", "%ff", "“%ff” is not valid UTF-8"),
    ] {
        let refused = owner.post_raw(&army.at(rest), body).await;
        refused.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text(".lede").contains(message), "{rest} {body}: {refused:?}");
    }
    for (rest, body) in [
        ("/restore", "base=1&number=7"),
        ("/restore", "base=1&number=-1"),
        ("/copy", "request=r&hash=x"),
        ("/copy", "request=r&hash=00000000000000000000"),
    ] {
        owner.post_raw(&army.at(rest), body).await.assert_refused(StatusCode::NOT_FOUND);
    }
    assert_eq!(owner.editor(&army).await.value("name"), "Host of the Long Barrow");
}

#[tokio::test]
async fn an_army_of_one_state_is_asked_about_in_the_singular() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    assert!(owner.get(&army.at("/delete")).await.text(".lede").contains("with its only version"));
}

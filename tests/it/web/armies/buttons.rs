//! The editor's offers, and the actions of its buttons.

use actix_web::http::StatusCode;

use crate::store::harness::TestDb;
use crate::web::harness::{Reply, TestApp, army};

#[tokio::test]
async fn without_script_the_page_goes_on_where_the_change_was_made() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    for (button, place) in [
        ("save", ""),
        ("more:1", "#line-1"),
        ("up:1", "#line-0"),
        ("down:2", "#line-3"),
        ("copy:2", "#line-2"),
        ("add:Kn", "#offers"),
        ("fix:over-budget:", "#verdict"),
        ("drop:3", "#muster"),
        ("undo", "#muster"),
        ("redo", "#muster"),
    ] {
        let page = owner.get(&army.at("/edit")).await;
        // The rest of a fix's name depends on its changes.
        let whole = page.attr(&format!("button[value^='{button}']"), "value").filter(|_| button.ends_with(':'));
        let reply = owner.press(&page.editor(), whole.as_deref().unwrap_or(button)).await;
        assert_eq!(reply.location(), army.at(&format!("/edit{place}")), "{button}");
        let page = owner.follow(reply).await;
        assert!(place.is_empty() || page.has(place), "{button}");
    }
}

#[tokio::test]
async fn what_is_still_offered_after_it_was_added_is_where_the_page_goes_on() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().with("points", 100).made_by(&owner).await;
    for (button, place) in [("add:Kn", "#add-Kn"), ("add:Kn:fast", "#add-Kn-fast"), ("add:Sk:plain", "#add-Sk-plain")] {
        let reply = owner.press(&owner.editor(&army).await, button).await;
        assert_eq!(reply.location(), army.at(&format!("/edit{place}")), "{button}");
        assert!(owner.follow(reply).await.has(place), "{button}");
    }
}

#[tokio::test]
async fn what_does_not_fit_is_sent_when_it_is_opened_and_stays_until_it_is_closed() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let expanded = |page: &Reply| page.attr("#unfit-head", "aria-expanded").unwrap();
    let closed = owner.get(&army.at("/edit")).await;
    assert_eq!((expanded(&closed).as_str(), closed.texts("#unfit li").len()), ("false", 0));
    let reply = owner.press(&closed.editor(), "show:unfit").await;
    assert_eq!(reply.location(), army.at("/edit?open=unfit#unfit"));
    let mut open = owner.follow(reply).await;
    let head = format!("What does not fit at the moment ({})", open.texts("#unfit li").len());
    assert_eq!((expanded(&open).as_str(), open.text("#unfit-head")), ("true", head.clone()));
    assert_eq!(closed.text("#unfit-head"), head);
    // Opening alone adds no state.
    assert_eq!(db.db_texts("SELECT action AS value FROM work_revisions").len(), 1);
    for (button, place) in [("more:1", "line-1"), ("undo", "muster"), ("redo", "muster"), ("add:Kn", "offers")] {
        let reply = owner.press(&open.editor(), button).await;
        assert_eq!(reply.location(), army.at(&format!("/edit?open=unfit#{place}")), "{button}");
        open = owner.follow(reply).await;
        assert!(open.has("#unfit li button[value='add:Kn']"), "{button}");
    }
    // A wrong field changes nothing about what is open.
    let wrong = owner.press(&open.editor().with("points", "many"), "save").await;
    assert_eq!((wrong.status, expanded(&wrong).as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "true"));
    assert!(wrong.has("#unfit li"));
    let reply = owner.press(&open.editor().with("name", "Typed"), "hide:unfit").await;
    assert_eq!(reply.location(), army.at("/edit#unfit"));
    let page = owner.follow(reply).await;
    assert_eq!((expanded(&page).as_str(), page.texts("#unfit li").len()), ("false", 0));
    assert_eq!(page.editor().value("name"), "Typed");
    for (form, button) in [(page.editor().with("open", "all"), "save"), (page.editor(), "show:all")] {
        let refused = owner.press(&form, button).await;
        assert_eq!((refused.status, refused.has("#editor")), (StatusCode::UNPROCESSABLE_ENTITY, false));
    }
}

/// D3H2-FAST-11
#[tokio::test]
async fn sneakers_are_offered_fast_first_and_added_fast_where_nothing_is_said() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().with("points", 100).made_by(&owner).await;
    let page = owner.get(&army.at("/edit")).await;
    assert_eq!(page.texts("button[value^='add:Sk']"), ["Fast", "Not Fast"]);
    assert_eq!(page.texts("button[value^='add:Kn']"), ["Add", "Fast"]);
    for (button, fast) in [("add:Sk", true), ("add:Sk:fast", true), ("add:Sk:plain", false), ("add:Kn", false)] {
        let page = owner.press_on(&owner.editor(&army).await, button).await;
        let marked = page.editor().has("line-6-fast");
        assert_eq!(marked, fast, "{button}");
        owner.press_on(&page.editor(), "undo").await;
    }
}

/// D3H2-LIST-14
#[tokio::test]
async fn an_army_of_a_list_is_offered_its_allies_by_name_and_then_their_elements() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let camelot =
        army().with("list", "d3h2/camelot").with("elements", serde_json::json!([{"type": "Hr", "general": true}]));
    let army = camelot.made_by(&owner).await;
    let page = owner.get(&army.at("/edit")).await;
    let ally = "allies:d3h2/faerie-court";
    assert!(page.has(&format!("button[value='{ally}']")));
    assert!(!page.has("button[value$=':ally']"));
    // An army that the list does not name is not its ally.
    let wrong = owner.press_on(&page.editor().with("allies", "d3h2/olympians"), "save").await;
    assert!(wrong.has(&format!("button[value='{ally}']")) && !wrong.has("button[value$=':ally']"));
    let page = owner.press_on(&wrong.editor(), "undo").await;
    let reply = owner.press(&page.editor(), ally).await;
    assert_eq!(reply.location(), army.at("/edit#offers"));
    let page = owner.follow(reply).await;
    assert_eq!(page.editor().value("allies"), "d3h2/faerie-court");
    assert!(!page.has(&format!("button[value='{ally}']")));
    assert!(page.texts(".offers h3").contains(&"Allies from The Faerie Court".to_owned()));
    // Camelot itself has no Flyers.
    assert!(!page.has("#add-Fl"));
    let page = owner.press_on(&page.editor(), "add:Fl:ally").await;
    assert_eq!(page.editor().elements(), ["1 x Hr", "1 x Fl"]);
    assert!(page.editor().has("line-1-ally"));
    assert!(!page.has("#line-1 .problem"), "{:?}", page.texts("#line-1 .problem"));
    // Up to 6 AP of them.
    let mut page = page;
    while let Some(button) = page.attr("button[value$=':ally']", "value") {
        page = owner.press_on(&page.editor(), &button).await;
        assert!(!page.text("#editor").contains("may be spent on them"));
    }
}

#[tokio::test]
async fn one_more_of_the_generals_kind_is_an_ordinary_element() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let mut page = owner.press_on(&owner.editor(&army).await, "more:0").await;
    page = owner.press_on(&page.editor(), "more:0").await;
    let form = page.editor();
    assert_eq!(form.elements(), ["1 x Hr", "4 x Bd", "3 x Wb", "3 x IHd", "1 x Lk", "1 x Lk", "2 x Hr"]);
    assert!(form.has("line-0-general") && !form.has("line-6-general"));
    assert_eq!((form.value("line-0-label"), form.value("line-6-label")), ("Sigeward", ""));
}

#[tokio::test]
async fn buttons_that_make_no_sense_are_refused() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let form = owner.editor(&army).await;
    for button in
        ["add:Hr:fast", "add:Kn:ally:fast", "add:Kn:ally:ally", "allies:d3h2/nobody", "allies", "over:x", "over:-1"]
    {
        owner.press(&form, button).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }
}

//! `/armies/new` and `POST /armies`.

use actix_web::http::StatusCode;

use crate::store::harness::TestDb;
use crate::web::harness::{MadeWork, TestApp};

for_each_store! {
    async fn a_new_army_is_kept_for_the_browser_that_made_it(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let form = owner.get("/armies/new").await.form("/armies").with("name", "Host of the Long Barrow");
        let made = owner.submit(&form.with("points", "24.5")).await;
        assert_eq!(made.status, StatusCode::SEE_OTHER);
        let editor = owner.follow(made).await;
        assert_eq!(editor.editor().value("name"), "Host of the Long Barrow");
        assert_eq!(editor.editor().value("points"), "24.5");
        assert!(editor.has("#edit-link"));
        assert_eq!(owner.get("/").await.texts(".mine strong"), ["Host of the Long Barrow"]);
        assert!(!app.visitor().get("/").await.has(".mine"));
    }

    async fn a_form_sent_twice_makes_one_army(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let form = owner.get("/armies/new").await.form("/armies").with("name", "Once");
        let (first, second) = (owner.submit(&form).await, owner.submit(&form).await);
        assert_eq!(first.location(), second.location());
        assert!(owner.follow(second).await.has("#edit-link"));
        assert_eq!(owner.get("/").await.texts(".mine strong"), ["Once"]);
        assert_eq!(db.db_texts("SELECT name AS value FROM work_revisions"), ["Once"]);
    }

    async fn a_form_sent_twice_at_the_same_moment_makes_one_army(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let form = owner.get("/armies/new").await.form("/armies").with("name", "Once");
        let sent = tokio::join!(owner.submit(&form), owner.submit(&form), owner.submit(&form));
        assert_eq!([sent.0.location(), sent.1.location()], [sent.1.location(), sent.2.location()]);
        assert_eq!(owner.get("/").await.texts(".mine strong"), ["Once"]);
        // The edit link on the page opens the army.
        let page = owner.follow(sent.2).await;
        let link = page.attr("#edit-link", "value").unwrap();
        let path = &link[link.find("/armies").unwrap()..];
        assert_eq!(app.visitor().get(path).await.location(), sent.0.location());
    }

    async fn the_same_form_from_two_browsers_makes_an_army_for_each(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (one, two) = (app.visitor(), app.visitor());
        let form = one.get("/armies/new").await.form("/armies");
        for browser in [&one, &two] {
            browser.digest().await;
        }
        let (first, second) = (one.submit(&form).await, two.submit(&form).await);
        assert_ne!(first.location(), second.location());
        one.follow(first).await;
        two.follow(second).await;
    }

    async fn a_form_sent_again_with_other_words_loses_none_of_them(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let form = owner.get("/armies/new").await.form("/armies").with("name", "First");
        let first = owner.submit(&form).await;
        // Back to the form, which the browser has kept, and on with another name.
        let second = owner.submit(&form.with("name", "Second")).await;
        assert_ne!(first.location(), second.location());
        assert_eq!(owner.follow(second).await.editor().value("name"), "Second");
    }
}

#[tokio::test]
async fn the_form_is_filled_by_the_link_that_leads_to_it() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let page = app.visitor().get("/armies/new?ruleset=d3h2&list=d3h2%2Fbarrow-kings").await;
    assert_eq!(page.form("/armies").value("list"), "d3h2/barrow-kings");
    // A list brings its rules along.
    let page = app.visitor().get("/armies/new?list=dba3%2Fromans-of-the-early-empire").await;
    let form = page.form("/armies");
    assert_eq!((form.value("ruleset"), form.value("list")), ("dba3", "dba3/romans-of-the-early-empire"), "{page:?}");
    // Other rules are chosen in the form: what was typed stays, but for a list of the rules before.
    let page = app
        .visitor()
        .get("/armies/new?ruleset=hott25&name=Kept&points=30&list=dba3%2Fromans-of-the-early-empire")
        .await;
    let form = page.form("/armies");
    assert_eq!(
        (page.status, form.value("ruleset"), form.value("name"), form.value("points"), form.value("list")),
        (StatusCode::OK, "hott25", "Kept", "24", "")
    );
    for odd in ["?ruleset=chess", "?list=d3h2/nobody", "?list=%00%ff", "?other=1"] {
        let page = app.visitor().get(&format!("/armies/new{odd}")).await;
        assert_eq!(page.form("/armies").value("list"), "", "{odd}");
    }
    app.visitor().get("/armies/new?list=a&list=b").await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn an_army_of_a_list_starts_with_what_the_list_fixes() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let form = owner.get("/armies/new").await.form("/armies").with("list", "d3h2/barrow-kings");
    let made = owner.submit(&form).await;
    let editor = owner.follow(made).await.editor();
    assert_eq!((editor.value("list"), editor.value("aggression")), ("d3h2/barrow-kings", "2"));
    // The same as with the button on the list's own page.
    let form = owner.get("/lists/d3h2/barrow-kings").await.form("/lists/d3h2/barrow-kings/armies");
    let made = owner.submit(&form).await;
    let other = owner.follow(made).await.editor();
    assert!(!editor.elements().is_empty());
    assert_eq!(editor.elements(), other.elements());
    assert_eq!(editor.value("name"), other.value("name"));
}

#[tokio::test]
async fn a_wrong_field_is_the_form_again_with_a_message_beside_it_and_everything_typed() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let form = owner.get("/armies/new").await.form("/armies").with("name", "Kept").with("points", "24");
    for (field, value, message) in [
        ("points", "many", "“many” is not a number. Enter the number of army points, for example 24."),
        ("points", "", "Enter the number of army points, for example 24."),
        ("points", "1e99", "“1e99” is "),
        ("points", "1.23456", "“1.23456” has more than three decimals."),
        ("points", "-5", "-5 AP is out of range: armies here have from 1 to 500 AP. Agree on"),
        ("points", "0", "0 AP is out of range"),
        ("points", "99999", "99999 AP is out of range"),
        ("points", "24.2", "24.2 AP is not a multiple of 0.5 AP"),
        ("name", "zero\0byte", "The name contains a control character."),
        ("list", "d3h2/nobody", "D3H2 has no army list “d3h2/nobody”."),
        ("list", "<script>alert(1)</script>", "D3H2 has no army list “<script>alert(1)</script>”."),
        ("ruleset", "chess", "There is no ruleset “chess”."),
    ] {
        let again = owner.submit(&form.clone().with(field, value)).await;
        assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}={value}");
        let said = again.text(&format!("#{field}-error"));
        assert!(said.starts_with(message), "{field}={value}: {said}");
        let kept = again.form("/armies");
        assert_eq!(kept.value("request"), form.value("request"));
        for (name, typed) in [("name", "Kept"), ("points", "24")] {
            if field != name {
                assert_eq!(kept.value(name), typed, "{field}={value}");
            }
        }
        if matches!(field, "points") {
            assert_eq!(kept.value(field), value);
        }
    }
    let long = "x".repeat(81);
    let again = owner.submit(&form.clone().with("name", &long)).await;
    assert_eq!(again.text("#name-error"), "The name is longer than 80 characters.");
    assert_eq!(again.form("/armies").value("name"), long);
    assert!(db.db_texts("SELECT name AS value FROM work_revisions").is_empty());
}

#[tokio::test]
async fn dba_asks_for_a_list() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let form = owner.get("/armies/new?ruleset=dba3").await.form("/armies").with("name", "Listless");
    let again = owner.submit(&form).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(again.text("#list-error").starts_with("DBA 3.0 armies are picked from a list."), "{again:?}");
    assert_eq!(again.form("/armies").value("name"), "Listless");
    for (field, value) in [("list", "dba3/romans-of-the-early-empire"), ("own_list", "1x3Kn (Gen), 3x3Kn, 8x4Pk")] {
        let made = owner.submit(&form.clone().with(field, value)).await;
        assert_eq!(made.status, StatusCode::SEE_OTHER, "{field}: {made:?}");
        assert_eq!(owner.follow(made).await.editor().value("name"), "Listless");
    }
}

#[tokio::test]
async fn names_may_hold_markup_and_any_script() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    for name in ["<b onclick=alert(1)>&amp;\"'</b>", "جيش الصحراء", "🧙‍♂️ 🐉", "Ω≈ç√", "\u{202e}drawkcab", "{{ 7*7 }}"]
    {
        let form = owner.get("/armies/new").await.form("/armies").with("name", name);
        let made = owner.submit(&form).await;
        let army = MadeWork::of_editor(&made.location());
        assert_eq!(owner.follow(made).await.editor().value("name"), name);
        let shown = app.visitor().get(&army.at("")).await;
        assert_eq!(shown.text("h1"), name);
        assert_eq!(shown.attr("h1", "dir").as_deref(), Some("auto"));
        assert!(owner.get("/").await.texts(".mine strong").contains(&name.to_owned()));
    }
}

#[tokio::test]
async fn a_form_that_is_not_ours_is_refused_by_the_name_of_the_field() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let form = owner.get("/armies/new").await.form("/armies");
    for (body, message) in [
        (form.clone().without("request").body(), "The field “request” is missing."),
        (form.clone().without("ruleset").body(), "The field “ruleset” is missing."),
        (form.clone().with("request", "").body(), "The field “request” is empty or too long."),
        (form.clone().with("request", &"x".repeat(101)).body(), "The field “request” is empty or too long."),
        (form.clone().with("colour", "red").body(), "The form has no field “colour”."),
        (form.body() + "&name=again", "The form has the field “name” twice."),
        (form.clone().without("name").body() + "&name=%ff", "The field “name” is not valid UTF-8 text."),
        (String::new(), "The field “request” is missing."),
        ("=&&==&%&%zz=1".to_owned(), "The form has the field “” twice."),
    ] {
        let refused = owner.post_raw("/armies", body.clone()).await;
        refused.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text(".lede").starts_with(message), "{body}: {refused:?}");
    }
    assert!(db.db_texts("SELECT name AS value FROM work_revisions").is_empty());
}

//! `/armies/{id}/edit`.

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;

use crate::store::harness::TestDb;
use crate::web::harness::{Form, TestApp, army};

for_each_store! {
    async fn every_button_changes_the_army_and_keeps_what_was_typed(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let form = owner.editor(&army).await.with("notes", "Hold the hill.\nThen run.");
        let page = owner.press_on(&form, "more:1").await;
        assert_eq!(page.editor().elements()[1], "5 x Bd");
        assert_eq!(page.editor().value("notes"), "\nHold the hill.\nThen run.".trim_start());
        let page = owner.press_on(&page.editor(), "less:1").await;
        let page = owner.press_on(&page.editor(), "drop:3").await;
        let page = owner.press_on(&page.editor(), "add:Kn").await;
        let page = owner.press_on(&page.editor(), "copy:0").await;
        assert_eq!(page.editor().elements(), ["1 x Hr", "1 x Hr", "4 x Bd", "3 x Wb", "1 x Lk", "1 x Lk", "1 x Kn"]);
        let page = owner.press_on(&page.editor(), "down:0").await;
        let page = owner.press_on(&page.editor(), "general:6").await;
        assert!(page.editor().names().any(|name| name == "line-6-general"));
        assert!(!page.editor().names().any(|name| name == "line-1-general"));
    }

    async fn undo_and_redo_walk_along_the_states_as_often_as_one_likes(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let mut page = owner.press_on(&owner.editor(&army).await, "more:1").await;
        for round in 1..=3 {
            page = owner.press_on(&page.editor(), "undo").await;
            assert_eq!(page.editor().elements()[1], "4 x Bd", "undo {round}");
            assert!(page.has("#undo[disabled]") && !page.has("#redo[disabled]"));
            page = owner.press_on(&page.editor(), "redo").await;
            assert_eq!(page.editor().elements()[1], "5 x Bd", "redo {round}");
        }
        let states = db.db_texts("SELECT action AS value FROM work_revisions");
        assert_eq!(states.len(), 2, "{states:?}");
    }

    async fn a_change_that_was_undone_can_be_made_again(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let page = owner.press_on(&owner.editor(&army).await, "more:1").await;
        let page = owner.press_on(&page.editor(), "undo").await;
        let page = owner.press_on(&page.editor(), "more:1").await;
        assert_eq!(page.editor().elements()[1], "5 x Bd");
    }

    async fn undo_takes_back_what_was_typed_and_redo_brings_it_again(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let page = owner.press_on(&owner.editor(&army).await.with("name", "Typed"), "undo").await;
        assert_eq!(page.editor().value("name"), "Host of the Long Barrow");
        let page = owner.press_on(&page.editor(), "redo").await;
        assert_eq!(page.editor().value("name"), "Typed");
    }

    async fn a_click_sent_twice_does_its_work_once(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let form = owner.editor(&army).await;
        owner.press_on(&form, "more:1").await;
        let page = owner.press_on(&form, "more:1").await;
        assert_eq!(page.editor().elements()[1], "5 x Bd");
        let form = page.editor().with("name", "Typed before undoing");
        owner.press_on(&form, "undo").await;
        let page = owner.press_on(&form, "undo").await;
        assert_eq!(page.editor().value("name"), "Host of the Long Barrow");
        assert_eq!(page.editor().elements()[1], "5 x Bd");
    }

    async fn clicks_at_the_same_moment_are_done_once_or_told(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let form = owner.editor(&army).await;
        // The same click three times.
        let sent = tokio::join!(owner.press(&form, "more:1"), owner.press(&form, "more:1"), owner.press(&form, "more:1"));
        assert_eq!([sent.0.status, sent.1.status, sent.2.status], [StatusCode::SEE_OTHER; 3]);
        assert_eq!(owner.editor(&army).await.elements()[1], "5 x Bd");
        // Different clicks: only one is in time.
        let form = owner.editor(&army).await;
        let sent = tokio::join!(owner.press(&form, "more:1"), owner.press(&form, "more:2"), owner.press(&form, "drop:4"));
        let mut statuses = [sent.0.status.as_u16(), sent.1.status.as_u16(), sent.2.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [303, 409, 409]);
        assert_eq!(db.db_texts("SELECT action AS value FROM work_revisions").len(), 3);
    }

    async fn the_later_of_two_tabs_is_told_and_nothing_of_either_is_lost(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let (early, late) = (owner.editor(&army).await, owner.editor(&army).await);
        owner.press_on(&early.with("name", "Early").with("notes", "early notes"), "save").await;
        let told = owner.press(&late.with("name", "Late").with("line-1-count", "3"), "more:2").await;
        assert_eq!(told.status, StatusCode::CONFLICT);
        assert_eq!(told.text(".conflict h2"), "Changed elsewhere");
        let mine = told.editor();
        // The button's action was applied to the input.
        assert_eq!((mine.value("name"), mine.elements()[1].as_str()), ("Late", "3 x Bd"));
        assert_eq!(mine.elements()[2], "4 x Wb");
        assert_eq!(owner.editor(&army).await.value("name"), "Early");
        // No other button saves it on top along the way.
        for button in ["save", "more:2", "undo", "print"] {
            let again = owner.press(&mine, button).await;
            assert_eq!((again.status, again.text(".conflict h2").as_str()), (StatusCode::CONFLICT, "Changed elsewhere"));
            assert_eq!(again.editor().elements()[2], if button == "more:2" { "5 x Wb" } else { "4 x Wb" });
        }
        assert_eq!(owner.editor(&army).await.value("name"), "Early");
        let other = told.attr(".conflict a[href*='/v/']", "href").unwrap();
        assert_eq!(owner.get(&other).await.text("h1"), "Early");
        // A wrong field does not remove the question either.
        let wrong = owner.press(&mine.clone().with("points", "many"), "save").await;
        assert_eq!((wrong.status, wrong.text(".conflict h2").as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "Changed elsewhere"));
        // A change with the same result as the other's causes no question.
        let same = owner.editor(&army).await.with("base", "1").with("request", "other");
        assert_eq!(owner.press(&same, "save").await.status, StatusCode::SEE_OTHER);
        // Saved on top, the other's revision stays in the history.
        let over = told.attr(".conflict button", "value").unwrap();
        let page = owner.press_on(&mine, &over).await;
        assert_eq!((page.editor().value("name"), page.editor().elements()[2].as_str()), ("Late", "4 x Wb"));
        assert_eq!(owner.get(&other).await.text("h1"), "Early");
        assert_eq!(owner.press_on(&page.editor(), "undo").await.editor().value("notes"), "early notes");
    }

    async fn a_tab_that_is_behind_may_not_undo_what_another_did(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let page = owner.press_on(&owner.editor(&army).await, "more:1").await;
        let behind = page.editor();
        owner.press_on(&page.editor(), "more:2").await;
        assert_eq!(owner.press(&behind, "undo").await.status, StatusCode::CONFLICT);
        assert_eq!(owner.editor(&army).await.elements()[1..3], ["5 x Bd", "4 x Wb"]);
    }
}

#[tokio::test]
async fn every_problem_has_buttons_that_put_it_right() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().with("points", 20).made_by(&owner).await;
    let page = owner.get(&army.at("/edit")).await;
    assert_eq!(page.text("#verdict .seal"), "Not legal");
    let fixes: Vec<String> = page
        .page()
        .select(&scraper::Selector::parse(".fixes button").unwrap())
        .map(|button| button.attr("value").unwrap().to_owned())
        .collect();
    assert!(!fixes.is_empty());
    for fix in fixes {
        let form = owner.editor(&army).await;
        let fixed = owner.press_on(&form, &fix).await;
        assert_ne!(fixed.editor().body(), form.body(), "{fix}");
        owner.press_on(&fixed.editor(), "undo").await;
    }
}

/// Two problems of one kind about the army as a whole, each with its own buttons.
#[tokio::test]
async fn each_button_of_a_problem_does_what_stands_on_it() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let lines = serde_json::json!([{ "type": "Wb" }]);
    let army = army().with("list", "d3h2/barrow-kings").with("elements", lines).made_by(&owner).await;
    for (label, added) in [("Add 1 Hero as general", "1 x Hr"), ("Add 3 Blades", "3 x Bd")] {
        let page = owner.get(&army.at("/edit")).await;
        let value = page
            .page()
            .select(&scraper::Selector::parse(".fixes button").unwrap())
            .find(|button| button.text().collect::<String>() == label)
            .map(|button| button.attr("value").unwrap().to_owned())
            .unwrap_or_else(|| panic!("no button “{label}”: {page:?}"));
        let fixed = owner.press_on(&page.editor(), &value).await;
        assert!(fixed.editor().elements().iter().any(|line| line == added), "{label}");
    }
}

/// A type that the list has only as the general is added as the general, and a second one is not.
#[tokio::test]
async fn what_only_leads_is_added_as_the_general() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let lines = serde_json::json!([{ "type": "Bd", "count": 3 }]);
    let army = army().with("list", "d3h2/barrow-kings").with("elements", lines).made_by(&owner).await;
    let page = owner.press_on(&owner.editor(&army).await, "add:Hr").await;
    assert!(page.has("li.line.general"), "{page:?}");
    assert_eq!(page.text("#verdict .seal"), "Legal so far");
}

/// A word of one ruleset that is a type with a mark in another keeps its mark when the ruleset changes.
#[tokio::test]
async fn marks_in_a_spelling_outlast_a_change_of_rules() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let lines = serde_json::json!([{ "type": "Kn", "general": true }, { "type": "Mtd-Bw" }, { "type": "Siege Tower" }]);
    let army = army().with("ruleset", "d3h2-traditional").with("elements", lines).made_by(&owner).await;
    let page = owner.press_on(&owner.editor(&army).await.with("ruleset", "d3h2"), "save").await;
    assert_eq!(page.editor().elements(), ["1 x Kn", "1 x Bw", "1 x WWg"]);
    assert!(page.has("input[name='line-1-mounted']") && page.has("input[name='line-2-tower']"), "{page:?}");
}

#[tokio::test]
async fn a_fix_whose_problem_is_gone_saves_what_was_typed_and_changes_nothing_else() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let page = owner.press_on(&owner.editor(&army).await.with("name", "Typed"), "fix:over-budget:-:0").await;
    assert_eq!(page.editor().value("name"), "Typed");
    assert_eq!(page.editor().elements(), ["1 x Hr", "4 x Bd", "3 x Wb", "3 x IHd", "1 x Lk", "1 x Lk"]);
}

#[tokio::test]
async fn a_wrong_field_is_the_editor_again_with_a_message_beside_it_and_everything_typed() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let form = owner.editor(&army).await.with("notes", "unsaved notes").with("line-2-label", "unsaved label");
    let long = |length: usize| "x".repeat(length);
    for (field, value, message) in [
        ("name", "a\0b".to_owned(), "contains a control character"),
        ("name", long(81), "80 characters"),
        ("points", "many".to_owned(), "not a number"),
        ("points", String::new(), "Enter the number of army points"),
        ("points", long(21), "Enter the number of army points"),
        ("aggression", "1.5".to_owned(), "not a whole number"),
        ("aggression", "9223372036854775807".to_owned(), "not a whole number"),
        ("aggression", String::new(), "Enter the aggression factor"),
        ("notes", "a\0b".to_owned(), "contains a control character"),
        ("notes", long(20_001), "20,000 characters"),
        ("line-1-count", "1.5".to_owned(), "not a whole number of elements"),
        ("line-1-count", "four".to_owned(), "not a whole number of elements"),
        ("line-1-count", String::new(), "Enter the number of elements"),
        ("line-1-count", "99999999999999999999".to_owned(), "not a whole number of elements"),
        ("line-1-count", "9223372036854775807".to_owned(), "not a whole number of elements"),
        ("line-1-label", long(61), "60 characters"),
        ("line-1-label", "a\u{7}b".to_owned(), "contains a control character"),
        ("line-1-type", "q\u{7}q".to_owned(), "contains a control character"),
        ("home_terrain", "a\0b".to_owned(), "contains a control character"),
        ("list", "a\0b".to_owned(), "contains a control character"),
        ("allies", long(81), "Choose one of the lists"),
    ] {
        let again = owner.press(&form.clone().with(field, &value), "more:0").await;
        assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}={value}");
        assert!(again.text("[role=alert]").contains("Not saved yet"), "{field}={value}");
        let beside = again.texts(".field-error").join(" ") + &again.texts(".conflict").join(" ");
        assert!(beside.contains(message), "{field}={value}: {beside}");
        let kept = again.editor();
        for name in form.names().filter(|name| !name.starts_with("request")) {
            let typed = if name == field { value.trim() } else { form.value(name) };
            // The HTML parser replaces zero bytes by the replacement character.
            let shown = typed.replace('\0', "\u{fffd}");
            assert_eq!(kept.value(name).trim_start_matches('\n'), shown, "{field}={value}: {name}");
        }
    }
    assert_eq!(owner.editor(&army).await.value("notes"), "");
    assert_eq!(db.db_texts("SELECT action AS value FROM work_revisions"), ["imported the army"]);
}

#[tokio::test]
async fn senseless_counts_are_kept_as_typed_and_named_as_the_problem() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    for count in ["0", "-1", "1000000000", "201", "-1000000000"] {
        let form = owner.editor(&army).await.with("line-1-count", count);
        let page = owner.press_on(&form, "save").await;
        assert_eq!(page.editor().value("line-1-count"), count);
        assert_eq!(page.text("#verdict .seal"), "Not legal", "{count}");
        assert!(page.has("#line-1 .problem.error") || page.has(".army-problems .problem.error"), "{count}");
        for button in ["more:1", "less:1", "general:1", "fast:1"] {
            let reply = owner.press(&owner.editor(&army).await, button).await;
            if reply.status == StatusCode::SEE_OTHER {
                let changed = owner.follow(reply).await;
                owner.press_on(&changed.editor(), "undo").await;
            } else {
                assert!(reply.text("[role=alert]").contains("out of range"), "{count} {button}: {reply:?}");
            }
        }
        assert_eq!(owner.get(&army.at("")).await.text(".verdict .seal"), "Not legal");
    }
}

#[tokio::test]
async fn extreme_points_and_aggressions_are_told_and_not_computed_with() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    for (points, aggression) in [("0", "0"), ("-24", "-1"), ("1000000000", "1000000000"), ("24.3", "5")] {
        let form = owner.editor(&army).await.with("points", points).with("aggression", aggression);
        let page = owner.press_on(&form, "save").await;
        assert_eq!((page.editor().value("points"), page.editor().value("aggression")), (points, aggression));
        assert_eq!(page.text("#verdict .seal"), "Not legal", "{points}");
    }
}

#[tokio::test]
async fn an_editor_form_that_is_not_ours_is_refused_by_the_name_of_the_field() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let form = owner.editor(&army).await;
    let mut odd: Vec<(String, &str)> =
        ["base", "lines", "ruleset", "points", "aggression", "line-0-type", "line-5-count"]
            .iter()
            .map(|field| (form.clone().without(field).body(), "is missing"))
            .collect();
    odd.extend([
        (form.clone().with("base", "x").body(), "“base” is not a version number"),
        (form.clone().with("base", "99999999999999999999").body(), "“base” is not a version number"),
        (form.clone().with("lines", "5").body(), "no field “line-5"),
        (form.clone().with("lines", "7").body(), "“line-6-type” is missing"),
        (form.clone().with("lines", "201").body(), "“lines”"),
        (form.clone().with("lines", "-1").body(), "“lines”"),
        (form.clone().with("ruleset", "chess").body(), "no ruleset “chess”"),
        (form.clone().with("do", "dance").body(), "no button “dance”"),
        (form.clone().with("do", "more:6").body(), "no button “more:6”"),
        (form.clone().with("do", "more:-1").body(), "no button"),
        (form.clone().with("do", "add:").body(), "no button"),
        (form.clone().with("do", "add:Bd:slow").body(), "no button"),
        (form.clone().with("do", "fix:over-budget").body(), "no button"),
        (form.clone().with("do", "").body(), "no button"),
        (form.clone().with("colour", "red").body(), "no field “colour”"),
        (form.body() + "&name=again", "field “name” twice"),
        (form.clone().without("name").body() + "&name=%ff", "“name” is not valid UTF-8"),
    ]);
    for (body, message) in odd {
        let refused = owner.post_raw(&form.action, body.clone()).await;
        refused.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text(".lede").contains(message), "{message}: {refused:?}");
    }
    for base in ["0", "-1", "7"] {
        assert_eq!(owner.press(&form.clone().with("base", base), "more:0").await.status, StatusCode::CONFLICT);
    }
    assert_eq!(owner.editor(&army).await.elements()[0], "1 x Hr");
}

#[tokio::test]
async fn what_is_printed_is_what_was_typed() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let form = owner.editor(&army).await.with("name", "Typed and not saved");
    // Without script, what there is to print stands on the army's page.
    let printed = owner.press(&form, "print").await;
    assert_eq!((printed.status, printed.location()), (StatusCode::SEE_OTHER, army.at("#print")));
    let page = owner.get(&army.at("")).await;
    let sheets = page.attrs("#print button", "formaction");
    assert_eq!(sheets[..3], ["roster.pdf", "labels.pdf", "crib.pdf"].map(|sheet| army.at(&format!("/{sheet}"))));
    assert_eq!(owner.get(&army.at("/army.json")).await.json()["name"], "Typed and not saved");
    // In the editor it is a dialogue, which stands outside what is sent.
    let page = owner.get(&army.at("/edit")).await;
    assert_eq!(page.attrs("#print-dialog button", "formaction"), sheets);
    assert!(!page.editor().has("paper"));
    let address = page.attr("#editor", "data-permanent").unwrap();
    // Printed again without a change, it is the same revision.
    owner.press(&page.editor(), "print").await;
    assert_eq!(owner.get(&army.at("/edit")).await.attr("#editor", "data-permanent").unwrap(), address);
    let wrong = owner.press(&page.editor().with("points", "many"), "print").await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_line_keeps_its_key_wherever_script_moves_it() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let mut form = owner.editor(&army).await;
    let keys = |form: &Form| -> Vec<String> {
        (0..form.elements().len()).map(|at| form.value(&format!("line-{at}-key")).to_owned()).collect()
    };
    assert_eq!(keys(&form), ["0", "1", "2", "3", "4", "5"]);
    for (button, expected) in [
        ("up:3", "0 1 3 2 4 5"),
        ("up:3", "0 3 1 2 4 5"),
        ("up:3", "3 0 1 2 4 5"),
        ("drop:1", "3 0 2 4 5"),
        ("less:4", "3 0 2 5"),
        ("copy:0", "3 0 6 2 5"),
        ("undo", "3 0 2 5"),
        ("general:3", "3 6 0 2 5"),
        ("save", "3 6 0 2 5"),
    ] {
        let request = TestRequest::post().uri(&form.action).insert_header(("x-part", "editor"));
        let reply = owner.send(request.set_payload(form.clone().with("do", button).body())).await;
        assert_eq!(reply.status, StatusCode::OK, "{button}: {reply:?}");
        form = reply.editor();
        assert_eq!(keys(&form).join(" "), expected, "{button}");
    }
    // A removed line has no buttons.
    let refused = owner.press(&form, "drop:1").await;
    refused.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    for keys in [["0", "0"], ["x", "1"], ["-1", "1"]] {
        let odd = form.clone().with("line-0-key", keys[0]).with("line-1-key", keys[1]);
        owner.press(&odd, "save").await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }
}

#[tokio::test]
async fn a_message_is_tied_to_its_field_and_the_summary_names_the_line() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let form =
        owner.editor(&army).await.with("line-1-count", "four").with("line-2-count", "").with("line-2-label", "\u{7}");
    let page = owner.press(&form, "save").await;
    let summary = page.text(".conflict[role=alert]");
    assert!(summary.contains("Line 2, ") && summary.contains("Line 3, "), "{summary}");
    for (field, message) in [
        ("line-1-count", "not a whole number"),
        ("line-2-count", "Enter the number"),
        ("line-2-label", "control character"),
    ] {
        let said = page.attr(&format!("[name={field}]"), "aria-describedby").unwrap();
        assert_eq!(page.attr(&format!("[name={field}]"), "aria-invalid").as_deref(), Some("true"));
        assert_eq!(page.texts(&format!("#{said}")).len(), 1);
        assert!(page.text(&format!("#{said}")).contains(message), "{field}");
    }
}

#[tokio::test]
async fn no_two_buttons_of_the_lines_are_called_the_same() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let lines = serde_json::json!([
        {"type": "Bd"}, {"type": "Bd", "fast": true, "label": "Wolves"}, {"type": "Bd", "ally": true, "label": "Wolves"},
        {"type": "Sp", "count": 2}, {"type": "Bd", "label": "Guard"},
    ]);
    let army = army().with("elements", lines).made_by(&owner).await;
    let reply = owner.get(&army.at("/edit")).await;
    let page = reply.page();
    let mut names: Vec<String> = page
        .select(&scraper::Selector::parse(".line button, .line summary").unwrap())
        .map(|button| button.attr("aria-label").map_or_else(|| button.text().collect(), str::to_owned))
        .collect();
    assert!(names.iter().any(|name| name.contains("“Guard”")), "{names:?}");
    names.sort();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all, "{names:?}");
}

#[tokio::test]
async fn each_of_two_problems_of_one_kind_has_buttons_of_its_own() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    // The list demands a king and three thegns, and both are missing.
    let army = army().with("list", "d3h2/barrow-kings").with("elements", serde_json::json!([{"type": "Hd"}]));
    let army = army.made_by(&owner).await;
    let page = owner.get(&army.at("/edit")).await;
    let buttons = scraper::Selector::parse("button[value^='fix:list-minimum:']").unwrap();
    let page = page.page();
    let fixes: Vec<(String, String)> = page
        .select(&buttons)
        .map(|button| (button.attr("value").unwrap().to_owned(), button.text().collect::<String>().trim().to_owned()))
        .collect();
    let (value, _) = fixes.iter().find(|(_, label)| label.contains("Blades")).unwrap();
    let fixed = owner.press_on(&owner.editor(&army).await, value).await;
    assert_eq!(fixed.editor().elements(), ["1 x Hd", "3 x Bd"], "{fixes:?}");
}

#[tokio::test]
async fn under_other_rules_a_list_keeps_its_name_and_can_be_left() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().with("list", "d3h2/barrow-kings").made_by(&owner).await;
    let page = owner.press_on(&owner.editor(&army).await.with("ruleset", "d3h2-traditional"), "save").await;
    assert_eq!(page.text("#list option[selected]"), "Barrow Kings (D3H2)");
    let leave = page
        .page()
        .select(&scraper::Selector::parse(".remark button").unwrap())
        .find(|button| button.text().collect::<String>().contains("without a list"))
        .and_then(|button| button.attr("value").map(str::to_owned));
    let left = owner.press_on(&page.editor(), &leave.unwrap()).await;
    assert_eq!(left.editor().value("list"), "");
}

#[tokio::test]
async fn script_gets_the_editor_alone_with_the_same_answers() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let form = owner.editor(&army).await;
    let part = async |body: String| {
        let request = TestRequest::post().uri(&form.action).insert_header(("x-part", "editor"));
        owner.send(request.set_payload(body)).await
    };
    let saved = part(form.clone().with("do", "more:1").body()).await;
    assert_eq!(saved.status, StatusCode::OK);
    assert!(!saved.has("header.site"));
    assert_eq!(saved.editor().elements()[1], "5 x Bd");
    let wrong = part(saved.editor().with("points", "many").body()).await;
    assert_eq!((wrong.status, wrong.has("header.site")), (StatusCode::UNPROCESSABLE_ENTITY, false));
    let late = part(form.clone().with("do", "more:2").body()).await;
    assert_eq!((late.status, late.has("header.site")), (StatusCode::CONFLICT, false));
}

#[tokio::test]
async fn an_army_may_have_two_hundred_lines_and_no_more() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let lines: Vec<_> = (0..200).map(|at| serde_json::json!({"type": "Hd", "label": at.to_string()})).collect();
    let army = army().with("elements", lines).made_by(&owner).await;
    let form = owner.editor(&army).await;
    assert_eq!(form.elements().len(), 200);
    for button in ["copy:0", "add:Kn"] {
        let refused = owner.press(&form.clone().with("name", "Typed"), button).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{button}");
        assert!(refused.text("[role=alert]").contains("more than 200 lines"), "{refused:?}");
        assert_eq!(refused.editor().value("name"), "Typed");
        assert_eq!(owner.editor(&army).await.elements().len(), 200);
    }
    owner.press_on(&form, "drop:0").await;
}

#[tokio::test]
async fn notes_may_be_as_long_as_the_field_says_counting_a_line_end_as_one_character() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let notes = "19 characters here\n".repeat(1_052) + "twelve more.";
    assert_eq!(notes.chars().count(), 20_000);
    let page = owner.press_on(&owner.editor(&army).await.with("notes", &notes), "save").await;
    assert_eq!(page.editor().value("notes"), notes);
}

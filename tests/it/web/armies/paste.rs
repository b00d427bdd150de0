//! `/armies/paste`.

use std::cell::RefCell;

use actix_web::http::StatusCode;

use crate::store::harness::TestDb;
use crate::web::harness::{MadeWork, TestApp, army};

const FORUM: &str = "Host of the Long Barrow\n\n1 x Hero (Gen) @ 4AP\n4 x Fast Blades @ 2AP = 8AP\n3 Warband, 3 Hordes\n2 Elfs of the wood";

for_each_store! {
    async fn pasted_text_is_read_shown_and_kept(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let form = owner.get("/armies/paste").await.form("/armies/paste").with("text", FORUM);
        let read = owner.press(&form, "read").await;
        assert_eq!(read.status, StatusCode::OK);
        assert_eq!(read.text("h2#read-title"), "Host of the Long Barrow");
        assert_eq!(read.texts("ul.plain li").len(), 4, "{:?}", read.texts("ul.plain li"));
        // Lines that cannot be read are listed, not dropped.
        assert!(read.texts(".problem").iter().any(|problem| problem.contains("Elfs of the wood")));
        assert_eq!(read.form("/armies/paste").value("text"), FORUM);
        assert!(db.db_texts("SELECT name AS value FROM work_revisions").is_empty());
        let kept = owner.press(&read.form("/armies/paste"), "keep").await;
        let page = owner.follow(kept).await;
        assert_eq!(page.text(".flash"), "Army saved. Anything left to fix is shown below.");
        assert_eq!(page.editor().elements(), ["1 x Hr", "4 x Bd", "3 x Wb", "3 x Hd"]);
        assert_eq!(page.editor().value("notes"), "Not understood when the army was imported:\n\n    6: 2 Elfs of the \
                                                  wood");
    }

    async fn keeping_sent_twice_makes_one_army(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let form = owner.get("/armies/paste").await.form("/armies/paste").with("text", FORUM);
        let (first, second) = (owner.press(&form, "keep").await, owner.press(&form, "keep").await);
        assert_eq!(first.location(), second.location());
        assert_eq!(db.db_texts("SELECT name AS value FROM work_revisions").len(), 1);
    }
}

#[tokio::test]
async fn every_form_of_a_sheet_that_holds_the_army_can_be_pasted_back() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().with("notes", "Hold the hill.").made_by(&owner).await;
    let original = owner.editor(&army).await.elements();
    for sheet in ["army.json", "army.toml", "roster.json", "roster.txt", "roster.md"] {
        let text = owner.get(&army.at(&format!("/{sheet}"))).await.body_text().to_owned();
        let form = owner.get("/armies/paste").await.form("/armies/paste").with("text", &text);
        let read = owner.press(&form, "read").await;
        assert_eq!(read.text(".verdict .seal"), "Legal", "{sheet}");
        let kept = owner.press(&form, "keep").await;
        let copy = owner.follow(kept).await.editor();
        assert_eq!(copy.elements(), original, "{sheet}");
        assert_eq!(copy.value("name"), "Host of the Long Barrow", "{sheet}");
    }
}

#[tokio::test]
async fn text_that_cannot_be_read_is_the_form_again_with_a_message_and_the_text() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let form = owner.get("/armies/paste").await.form("/armies/paste");
    for (text, message) in [
        ("", "Paste an army first."),
        (" \n\t ", "Paste an army first."),
        ("{", "EOF while parsing"),
        ("{\"ruleset\": \"chess\"}", "there is no ruleset “chess”"),
        ("{\"ruleset\": \"d3h2\", \"colour\": \"red\"}", "field colour: unknown field"),
        (
            "{\"ruleset\": \"d3h2\", \"elements\": [{\"type\": \"Bd\", \"count\": 1.5}]}",
            "field elements[0].count: 1.5 is not a whole number",
        ),
        ("{\"ruleset\": \"d3h2\", \"name\": \"a\\u0000b\"}", "field name: the text contains a control character"),
        ("name = \"x\"\nruleset = 7", "line 2, column 11, field ruleset"),
        ("name = \"x\"\nname = \"y\"\nruleset = \"d3h2\"", "line 2, "),
    ] {
        for button in ["read", "keep"] {
            let again = owner.press(&form.clone().with("text", text), button).await;
            assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "{text}");
            let said = again.text(".field-error");
            assert!(said.contains(message), "{text}: {said}");
            assert_eq!(again.form("/armies/paste").value("text").trim(), text.trim());
        }
    }
    let odd = owner.press(&form.clone().with("text", FORUM).with("ruleset", "chess"), "read").await;
    assert_eq!(odd.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(odd.text(".field-error").contains("There is no ruleset “chess”"));
    assert_eq!(odd.form("/armies/paste").value("text"), FORUM);
    assert!(db.db_texts("SELECT name AS value FROM work_revisions").is_empty());
}

#[tokio::test]
async fn text_whose_unread_lines_find_no_room_in_the_notes_is_the_form_again() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let text = "2 Blades, ".repeat(2_000);
    let form = owner.get("/armies/paste").await.form("/armies/paste").with("text", &text);
    assert_eq!(owner.press(&form, "read").await.status, StatusCode::OK);
    let refused = owner.press(&form, "keep").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text(".field-error").contains("would be put into the notes"));
    assert_eq!(refused.form("/armies/paste").value("text").trim(), text.trim());
    assert!(db.db_texts("SELECT name AS value FROM work_revisions").is_empty());
}

#[tokio::test]
async fn of_many_lines_that_cannot_be_read_the_page_shows_some_and_none_is_lost() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let form = owner.get("/armies/paste").await.form("/armies/paste");
    let text = "foo\n".repeat(10_000);
    let read = owner.press(&form.clone().with("text", &text), "read").await;
    assert_eq!(read.status, StatusCode::OK);
    assert!(read.body_text().len() < 512 * 1024, "{} bytes", read.body_text().len());
    let told = read.texts(".problem");
    assert!(told.iter().any(|problem| problem.contains("9799 more could not be read, from line 202 on.")), "{told:?}");
    let refused = owner.press(&form.clone().with("text", &text), "keep").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.form("/armies/paste").value("text").trim_end() == text.trim_end(), "the text is not as it was");
    // As many as fit into the notes are saved, listed or not, and each completely.
    let long = format!("3 {}", "foozle ".repeat(50).trim());
    let text = format!("Host\n{}{long}\n", "foo\n".repeat(500));
    let kept = owner.press(&form.with("text", &text), "keep").await;
    let notes = owner.follow(kept).await.editor().value("notes").to_owned();
    assert_eq!(notes.matches(": foo").count(), 500);
    assert!(notes.ends_with(&format!("502: {long}")), "{notes}");
}

#[tokio::test]
async fn a_ruleset_that_nobody_knows_is_a_line_that_could_not_be_read() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let form = owner.get("/armies/paste").await.form("/armies/paste").with("text", "Rules: no magic\n\n2 Kn\n4 Bd");
    let read = owner.press(&form.with("ruleset", "d3h2-traditional"), "read").await;
    assert_eq!(read.status, StatusCode::OK);
    assert_eq!(read.texts("ul.plain li").len(), 2);
    assert!(
        read.texts(".problem")
            .iter()
            .any(|problem| problem.contains("the rulesets are d3h2, d3h2-traditional, dba3, dba22, hott25, dbmf"))
    );
    let kept = owner.follow(owner.press(&read.form("/armies/paste"), "keep").await).await.editor();
    assert_eq!(kept.elements(), ["2 x Kn", "4 x Bd"]);
    assert!(kept.value("notes").ends_with("1: Rules: no magic"));
}

#[tokio::test]
async fn other_requests_are_answered_while_a_long_text_is_read() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let form = owner.get("/armies/paste").await.form("/armies/paste").with("text", &"foo\n".repeat(10_000));
    let order = RefCell::new(Vec::new());
    // Both run on this one thread: if the text were read on it, the other would have to wait.
    tokio::join!(
        async {
            owner.press(&form, "read").await;
            order.borrow_mut().push("text");
        },
        async {
            app.visitor().get("/armies/paste").await;
            order.borrow_mut().push("other");
        }
    );
    assert_eq!(order.into_inner(), ["other", "text"]);
}

#[tokio::test]
async fn odd_text_becomes_an_army_that_can_be_opened() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let many = (0..400).map(|at| format!("1 x Blades “band {at}”\n")).collect::<String>();
    let named = format!("{}\n1 x Blades", "long ".repeat(60));
    for text in [
        "no army at all",
        "<script>alert(1)</script>\n2 x <b>Blades</b>",
        "1000000000 x Blades\n-1 x Spears\n1.5 x Knights\n0 x Bows",
        "🧙 2 x Blades 🐉\nجيش الصحراء\n\u{202e}3 x Spears",
        "2 x Bl\0ades\u{7}",
        &many,
        &named,
        "= = = = =\n@@@@\n[8] (8 AP) = 8AP",
    ] {
        let form = owner.get("/armies/paste").await.form("/armies/paste").with("text", text);
        let read = owner.press(&form, "read").await;
        assert_eq!(read.status, StatusCode::OK, "{text}: {read:?}");
        let kept = owner.press(&form, "keep").await;
        let army = MadeWork::of_editor(&kept.location());
        owner.follow(kept).await;
        for sheet in
            ["", "/roster", "/roster.txt", "/roster.md", "/roster.csv", "/roster.json", "/army.json", "/army.toml"]
        {
            assert_eq!(owner.get(&army.at(sheet)).await.status, StatusCode::OK, "{sheet} of {text}");
        }
    }
}

#[tokio::test]
async fn deeply_nested_documents_are_refused_and_do_no_harm() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let form = owner.get("/armies/paste").await.form("/armies/paste");
    for text in [
        format!("{{\"elements\":{}", "[".repeat(10_000)),
        format!("name = {}", "[".repeat(10_000)),
        format!("name = {}", "{a=".repeat(5_000)),
        format!("name = \"x\"\n{}", "[[a.".repeat(5_000)),
        format!("format = \"x\"\n{} = 1", vec!["a"; 5_000].join(".")),
    ] {
        let again = owner.press(&form.clone().with("text", &text), "read").await;
        assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
}

#[tokio::test]
async fn a_pasting_form_that_is_not_ours_is_refused_by_the_name_of_the_field() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let form = owner.get("/armies/paste").await.form("/armies/paste").with("text", FORUM);
    for (body, message) in [
        (form.clone().without("request").body(), "“request” is missing"),
        (form.clone().without("ruleset").body(), "“ruleset” is missing"),
        (form.clone().with("request", "").with("do", "keep").body(), "“request” is empty or too long"),
        (form.clone().with("do", "dance").body(), "no button “dance”"),
        (form.clone().with("x", "y").body(), "no field “x”"),
        (form.body() + "&text=again", "field “text” twice"),
        (form.without("text").body() + "&text=%c3%28", "“text” is not valid UTF-8"),
    ] {
        let refused = owner.post_raw("/armies/paste", body).await;
        refused.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text(".lede").contains(message), "{message}: {refused:?}");
    }
}

/// A text that can be read in two ways has a button for each, which writes it so that only this is meant.
#[tokio::test]
async fn doubtful_lines_have_both_readings_as_buttons() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let text = "Oak Throne\n1 Hero (Gen)\n3Kn, 4Sp, 2Ps\n4 Blades or Spears\nReserves:\n2 Flyers";
    let form = owner.get("/armies/paste").await.form("/armies/paste").with("text", text);
    let read = owner.press(&form, "read").await;
    assert_eq!(read.texts("section ul.plain li").len(), 4);
    assert_eq!(
        read.texts(".doubt button"),
        ["Figures on bases", "Numbers of elements", "4 x Blades (Bd)", "4 x Spears (Sp)"]
    );
    let counted = owner.press(&read.form("/armies/paste"), "reading-0-1").await;
    assert_eq!(
        counted.form("/armies/paste").value("text").trim(),
        "Oak Throne\n1 Hero (Gen)\n3 x Knights (Kn), 4 x Spears (Sp), 2 x Psiloi (Ps)\n4 Blades or Spears\nReserves:\n2 Flyers"
    );
    assert_eq!(counted.texts(".doubt button"), ["4 x Blades (Bd)", "4 x Spears (Sp)"]);
    let spears = owner.press(&counted.form("/armies/paste"), "reading-0-1").await;
    assert!(spears.texts(".doubt button").is_empty());
    assert_eq!(spears.texts(".offers button"), ["Add 2 x Flyers (Fl) @ 2 AP = 4 AP"]);
    let added = owner.press(&spears.form("/armies/paste"), "add-0").await;
    assert!(added.texts(".offers button").is_empty());
    let listed = added.texts("section ul.plain li");
    assert_eq!(listed.len(), 6, "{listed:?}");
    assert!(listed.iter().any(|line| line.starts_with("2 x Flyers")), "{listed:?}");
    // A button of a text that has changed meanwhile changes nothing.
    let stale = owner.press(&added.form("/armies/paste"), "reading-7-1").await;
    assert_eq!(stale.status, StatusCode::OK);
    assert_eq!(stale.texts("section ul.plain li"), listed);
}

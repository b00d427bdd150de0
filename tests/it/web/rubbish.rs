//! Any input at all: no panic, no internal error, and no army that cannot be opened afterwards. The harness refuses
//! every answer with status 500; the runtime passes a panic on.

use std::cell::Cell;

use actix_web::http::StatusCode;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use tokio::runtime::Builder;

use super::harness::{Form, MadeWork, Reply, TestApp, army, encode, request, with_file};
use crate::store::harness::TestDb;

const CASES: u32 = 32;

/// Sends every value to one site and checks the answers.
fn for_all<T: std::fmt::Debug>(values: impl Strategy<Value = T>, send: impl AsyncFn(&TestApp, T)) {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let db = TestDb::sqlite();
    let app = runtime.block_on(TestApp::new(&db));
    let config = Config { cases: CASES, failure_persistence: None, max_shrink_iters: 200, ..Config::default() };
    let tried = TestRunner::new(config).run(&values, |value| {
        runtime.block_on(send(&app, value));
        Ok(())
    });
    tried.unwrap_or_else(|failure| panic!("{failure}"));
}

/// Texts that people and attackers type.
fn text() -> BoxedStrategy<String> {
    prop_oneof![
        4 => select(vec!["", "0", "-1", "1", "24", "1.5", "1e9", "1000000000", "99999999999999999999", "-9223372036854775808", "9223372036854775807", "18446744073709551615", "1e308", "-0", "NaN", "on", "Bd", "Kn", "bow", "d3h2", "d3h2/barrow-kings", "forest", "\0", "a\u{202e}b", "🐉", "<script>", "' OR 1=1", "{{x}}"]).prop_map(str::to_owned),
        2 => "\\PC{0,100}",
        1 => any::<String>(),
        1 => "[a-z]{80,130}",
    ]
    .boxed()
}

/// Values of the editor's buttons, right and nearly right.
fn op() -> BoxedStrategy<String> {
    let word = select(vec![
        "save", "undo", "redo", "add", "fix", "more", "less", "drop", "copy", "up", "down", "fast", "ally", "water",
        "tower", "mounted", "general", "x",
    ]);
    let part = prop_oneof![
        3 => (0..7_u8).prop_map(|at| at.to_string()),
        1 => select(vec!["-", "", "-1", "Bd", "Lk", "fast", "over-budget", "no-general", "99999999999999999999"]).prop_map(str::to_owned),
        1 => text(),
    ];
    (word, vec(part, 0..4)).prop_map(|(word, parts)| [vec![word.to_owned()], parts].concat().join(":")).boxed()
}

fn assert_told(reply: &Reply) {
    assert!(!reply.status.is_server_error(), "{reply:?}");
    let known = [200, 303, 400, 403, 404, 405, 409, 410, 413, 422];
    assert!(known.contains(&reply.status.as_u16()), "{reply:?}");
}

#[test]
fn the_editor_takes_any_fields_and_buttons() {
    let names = select(vec![
        "name",
        "points",
        "home_terrain",
        "aggression",
        "list",
        "allies",
        "notes",
        "ruleset",
        "lines",
        "base",
        "camp",
        "line-0-count",
        "line-0-type",
        "line-1-type",
        "line-1-count",
        "line-1-label",
        "line-1-fast",
        "line-2-general",
        "line-3-ally",
        "line-4-mounted",
        "line-5-water",
        "line-5-tower",
        "line-9-type",
        "unknown",
    ]);
    for_all((vec((names, text()), 0..4), vec(op(), 1..4)), async |app, (fields, ops)| {
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let mut form = owner.editor(&army).await;
        for op in &ops {
            let typed = fields.iter().fold(form.clone(), |form: Form, (name, value)| form.with(name, value));
            let reply = owner.press(&typed, op).await;
            assert_told(&reply);
            // Everything that was saved can be opened, shown and edited.
            let page = owner.get(&army.at("/edit")).await;
            assert_eq!(page.status, StatusCode::OK);
            assert_eq!(owner.get(&army.at("/roster.json")).await.status, StatusCode::OK);
            form = page.editor();
        }
    });
}

#[test]
fn forms_take_any_bytes() {
    let piece = prop_oneof![
        select(vec![
            "request=",
            "ruleset=d3h2",
            "points=24",
            "text=",
            "do=keep",
            "do=read",
            "base=1",
            "lines=1",
            "&",
            "&",
            "=",
            "%",
            "%f",
            "%00",
            "+"
        ])
        .prop_map(|piece| piece.as_bytes().to_vec()),
        vec(any::<u8>(), 0..40),
    ];
    for_all((vec(piece, 0..30), 0..7_usize), async |app, (pieces, at)| {
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let rest = ["/edit", "/restore", "/copy", "/key", "/delete"];
        let path = match at {
            0 => "/armies".to_owned(),
            1 => "/armies/paste".to_owned(),
            _ => army.at(rest[at - 2]),
        };
        assert_told(&owner.post_raw(&path, pieces.concat()).await);
    });
}

#[test]
fn pasted_text_may_be_anything_and_what_is_kept_can_be_opened() {
    let words = select(vec![
        "2 x",
        "3x",
        "(2)",
        "1000000000",
        "-1",
        "1.5",
        "Blades",
        "Fast",
        "Kn",
        "General",
        "(Gen)",
        "@ 2AP",
        "= 8AP",
        "[8]",
        "Total:",
        "24 AP",
        "\n",
        "\n",
        ",",
        ";",
        "#",
        "//",
        "+",
        "or",
        "name = \"x\"",
        "ruleset = \"d3h2\"",
        "ruleset: d3h2",
        "[[elements]]",
        "type = \"Bd\"",
        "{",
        "}",
        "\"elements\":[",
        "|",
        "---",
        "“label”",
        "Notes:",
        "Camp",
        "Aggression 2",
        "Home terrain: forest",
        "Allies: d3h2/riders-of-the-west",
    ]);
    let piece = prop_oneof![4 => words.prop_map(str::to_owned), 1 => text()];
    for_all(vec(piece, 0..60), async |app, pieces| {
        let owner = app.visitor();
        let form = owner.get("/armies/paste").await.form("/armies/paste").with("text", &pieces.join(" "));
        assert_told(&owner.press(&form, "read").await);
        let kept = owner.press(&form, "keep").await;
        assert_told(&kept);
        if kept.status == StatusCode::SEE_OTHER {
            let army = MadeWork::of_editor(&kept.location());
            let form = owner.follow(kept).await.editor();
            owner.press_on(&form, "save").await;
            assert_eq!(owner.get(&army.at("/roster")).await.status, StatusCode::OK);
        }
    });
}

#[test]
fn a_new_army_may_be_asked_for_with_any_fields() {
    let names = select(vec!["name", "points", "list", "ruleset", "request", "unknown"]);
    for_all(vec((names, text()), 0..5), async |app, fields| {
        let owner = app.visitor();
        let form = owner.get("/armies/new").await.form("/armies");
        let form = fields.iter().fold(form, |form, (name, value)| form.with(name, value));
        let reply = owner.submit(&form).await;
        assert_told(&reply);
        if reply.status == StatusCode::SEE_OTHER {
            owner.follow(reply).await;
        }
    });
}

/// Words in addresses of tables, right and nearly right.
fn table_word() -> BoxedStrategy<String> {
    let words = select(vec![
        "d3h2",
        "dba3",
        "dba22",
        "hott25",
        "forest",
        "littoral",
        "each",
        "random",
        "15",
        "20",
        "30x15",
        "15x",
        "x15",
        "NaN",
        "inf",
        "15.0005",
        "7",
        "open",
        "cover",
        "chart",
        "choice",
        "3",
        "255",
        "256",
        "optional.woods",
        "compulsory.plough",
        "optional.bua.hamlet",
        "optional.woods.hamlet",
        "optional.",
        ".",
        "4x3",
        "3x1.5",
        "1e3x1",
        "-4x3",
        "4",
        "inner",
        "side",
        "north",
        "south",
        "yes",
        "no",
        "print",
        "letter",
        "40",
        "60",
        "1600",
    ]);
    prop_oneof![3 => words.prop_map(str::to_owned), 1 => text()].boxed()
}

#[test]
fn addresses_of_tables_may_say_anything() {
    let names = select(vec![
        "ruleset",
        "home",
        "board",
        "seed",
        "prefer",
        "method",
        "optional",
        "name",
        "edge",
        "style",
        "paper",
        "scale",
        "templates",
        "width",
        "bare",
        "count",
        "feature1",
        "feature2",
        "feature5",
        "feature6",
        "size1",
        "size2",
        "quarter1",
        "spot1",
        "army_a",
        "army_b",
        "aggression_a",
        "aggression_b",
        "home_a",
        "home_b",
        "layout",
        "x",
    ]);
    let paths = select(vec![
        "/terrain/new",
        "/terrain/new",
        "/terrain/new.svg",
        "/terrain/new.json",
        "/terrain/tables",
        "/terrain/tables.ndjson",
        "/terrain/setup",
    ]);
    for_all((paths, vec((names, table_word()), 0..8)), async |app, (path, pairs)| {
        let visitor = app.visitor();
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let reply = visitor.get(&format!("{path}?{}", encode(&pairs))).await;
        assert_told(&reply);
        if reply.status == StatusCode::SEE_OTHER {
            assert_told(&visitor.get(&reply.location()).await);
        }
        assert_told(&visitor.post("/terrain", &[("request", "r"), ("table", &encode(&pairs))]).await);
    });
}

#[test]
fn files_to_be_opened_may_hold_anything() {
    let piece = prop_oneof![
        select(vec![
            "{\"format\": \"musterfield-layout/1\",",
            "\"home_terrain\": \"forest\",",
            "\"board\": [15, 15],",
            "\"features\": [",
            "{\"id\": \"f1\", \"kind\": \"woods\", \"polygon\": [[1, 1], [2, 1], [2, 2]]}",
            "]",
            "}",
            "<svg",
            "<metadata",
            ">",
            "%PDF-1.7",
            "stream\n",
            "endstream",
            "\u{89}PNG\r\n",
            "musterfield-layout",
            "NaN",
            "1e999",
        ])
        .prop_map(|piece| piece.as_bytes().to_vec()),
        vec(any::<u8>(), 0..40),
    ];
    for_all((vec(piece, 0..20), any::<bool>()), async |app, (pieces, keep)| {
        let pressed = if keep { "keep" } else { "read" };
        let body = with_file(&[("request", "r"), ("do", pressed)], &pieces.concat());
        assert_told(&app.visitor().upload("/terrain/open", body).await);
        assert_told(&app.visitor().upload("/terrain/open", pieces.concat()).await);
    });
}

/// Any JSON, mostly made of the words of army files.
fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        select(vec![i64::MIN, i64::MAX, -1, 0]).prop_map(Into::into),
        select(vec![u64::MAX, 1 << 63]).prop_map(Into::into),
        select(vec![f64::MAX, f64::MIN, f64::MIN_POSITIVE, 1e308, -0.0]).prop_map(Into::into),
        text().prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 24, 6, |inner| {
        let names = select(vec![
            "format",
            "ruleset",
            "name",
            "points",
            "elements",
            "type",
            "count",
            "general",
            "notes",
            "camp",
            "aggression",
            "list",
            "x",
        ]);
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Into::into),
            vec((names, inner), 0..6)
                .prop_map(|pairs| pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()),
        ]
    })
}

#[test]
fn the_api_answers_any_document_with_a_verdict_or_a_problem() {
    let field = select(vec![
        "ruleset",
        "name",
        "points",
        "elements",
        "notes",
        "camp",
        "aggression",
        "list",
        "home_terrain",
        "x",
    ]);
    for_all((field, json(), any::<bool>()), async |app, (field, value, whole)| {
        let body = if whole { value.to_string() } else { army().with(field, value).file() };
        let reply = app.visitor().post_raw("/api/v1/validate", body).await;
        let kind = if reply.status == StatusCode::OK { "application/json" } else { "application/problem+json" };
        assert_told(&reply);
        assert_eq!(reply.kind(), kind);
        assert!(reply.json().is_object());
    });
}

#[tokio::test]
async fn numbers_at_the_edge_of_what_can_be_written_are_answered_wherever_they_are_sent() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let paste = owner.get("/armies/paste").await.form("/armies/paste");
    let new = owner.get("/armies/new").await.form("/armies");
    let editor = owner.editor(&army().made_by(&owner).await).await;
    for number in
        ["-9223372036854775808", "9223372036854775807", "18446744073709551615", "1e308", "-1e308", "-0", "nan", "-inf"]
    {
        for field in ["points", "aggression"] {
            let api = owner.post_raw("/api/v1/validate", format!(r#"{{"ruleset":"d3h2","{field}":{number}}}"#)).await;
            let pasted = [
                format!(r#"{{"ruleset":"d3h2","{field}":{number}}}"#),
                format!("ruleset = \"d3h2\"\n{field} = {number}"),
                format!("{field}: {number}"),
            ];
            assert_told(&api);
            for text in pasted {
                let form = paste.clone().with("text", &text);
                assert_told(&owner.press(&form, "read").await);
                // A form contains its request key, so each text is saved from a page of its own.
                let form = owner.get("/armies/paste").await.form("/armies/paste").with("text", &text);
                let kept = owner.press(&form, "keep").await;
                assert_told(&kept);
                if kept.status == StatusCode::SEE_OTHER {
                    let army = MadeWork::of_editor(&kept.location());
                    for page in ["", "/roster", "/army.json"] {
                        assert_eq!(owner.get(&army.at(page)).await.status, StatusCode::OK, "{page} of {text}");
                    }
                }
            }
        }
        let counted = format!(r#"{{"ruleset":"d3h2","elements":[{{"type":"Bd","count":{number}}}]}}"#);
        assert_told(&owner.post_raw("/api/v1/validate", counted).await);
        for text in
            [format!("{number} x Blades"), format!("4 Blades @ {number} AP = {number}"), format!("Total: {number}")]
        {
            assert_told(&owner.press(&paste.clone().with("text", &text), "read").await);
        }
        assert_told(&owner.submit(&new.clone().with("points", number)).await);
        for field in ["points", "aggression", "line-0-count"] {
            assert_told(&owner.press(&editor.clone().with(field, number), "save").await);
        }
    }
}

#[test]
fn any_address_is_answered() {
    let part = prop_oneof![
        4 => select(vec!["armies", "terrain", "new", "paste", "edit", "history", "restore", "copy", "key", "delete", "v", "new.svg", "tables", "tables.pdf", "setup", "open", "ID.svg", "ID.json", "roster", "roster.pdf", "army.json", "lists", "d3h2", "barrow-kings", "rules", "D3H2-LIST-03", "api", "v1", "validate", "assets", "app.css", "ID", "", ".", "..", "%00", "%ff", "%2f", "%", "healthz"]).prop_map(str::to_owned),
        1 => "[!-~&&[^?#%]]{0,30}",
        1 => vec(any::<u8>(), 0..10).prop_map(|bytes| bytes.iter().map(|byte| format!("%{byte:02x}")).collect()),
    ];
    let query = prop_oneof![
        3 => Just(String::new()),
        1 => "\\?((key|before|list|ruleset|paper|scale|seed|home|edge|x)=[!-~&&[^#]]{0,20}&?){0,3}",
        1 => "\\?[!-~&&[^#]]{0,40}",
    ];
    let method = select(vec!["GET", "GET", "GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"]);
    let asked = Cell::new(0);
    for_all((method, vec(part, 0..6), query), async |app, (method, parts, query)| {
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let path = format!("/{}{query}", parts.join("/").replace("ID", &army.id));
        // An invalid address never reaches the site.
        if path.parse::<actix_web::http::Uri>().is_err() {
            return;
        }
        asked.set(asked.get() + 1);
        assert_told(&owner.send(request(method, &path)).await);
    });
    assert!(asked.get() > CASES / 4);
}

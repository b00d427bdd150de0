//! `/armies/{id}/roster…`, `labels.pdf`, `army.json`, `army.toml`.

use actix_web::http::StatusCode;
use serde_json::json;

use crate::store::harness::TestDb;
#[cfg(feature = "pdf")]
use crate::web::harness::request;
use crate::web::harness::{TestApp, army};

/// Every sheet except PDF with its type.
const SHEETS: [(&str, &str); 8] = [
    ("roster", "text/html; charset=utf-8"),
    ("roster.txt", "text/plain; charset=utf-8"),
    ("roster.md", "text/markdown; charset=utf-8"),
    ("roster.bbcode", "text/plain; charset=utf-8"),
    ("roster.csv", "text/csv; charset=utf-8"),
    ("roster.json", "application/json"),
    ("army.json", "application/json"),
    ("army.toml", "application/toml; charset=utf-8"),
];

#[tokio::test]
async fn every_sheet_names_army_elements_and_points_and_has_its_own_type() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let army = army().made_by(&app.visitor()).await;
    for (sheet, kind) in SHEETS {
        let reply = app.visitor().get(&army.at(&format!("/{sheet}"))).await;
        assert_eq!((reply.status, reply.kind().as_str()), (StatusCode::OK, kind), "{sheet}");
        for word in ["Host of the Long Barrow", "Bd", "Sigeward", "24"] {
            assert!(reply.body_text().contains(word), "{word} in {sheet}");
        }
        if sheet != "roster" {
            let name = reply.header("content-disposition").unwrap();
            assert!(name.contains(&format!("host-of-the-long-barrow-{sheet}")), "{name}");
        }
    }
}

#[tokio::test]
async fn a_text_to_post_leads_to_the_army_as_it_is_now_and_then_to_this_version() {
    let db = TestDb::sqlite();
    let app = TestApp::at(&db, "https://field.example").await;
    let army = army().made_by(&app.visitor()).await;
    let permanent = app.visitor().get(&army.at("")).await.attr("#permanent", "value").unwrap();
    let living = format!("https://field.example{}", army.at(""));
    let state = permanent.strip_prefix("https://field.example").unwrap();
    for (sheet, lead) in [
        ("roster.txt", format!("The army as it is now:\n// {living}\n// This version of it:\n// {permanent}\n")),
        (
            "roster.bbcode",
            format!("[url={living}]The army as it is now[/url], [url={permanent}]this version of it[/url]"),
        ),
        ("roster.md", format!("[as it is now]({living}), and [this version of it]({permanent})")),
    ] {
        let posted = app.visitor().get(&army.at(&format!("/{sheet}"))).await;
        let posted = posted.body_text();
        assert!(posted.contains(&lead), "{sheet}: {posted}");
        // A text of one version has its address alone.
        let fixed = app.visitor().get(&format!("{state}/{sheet}")).await;
        let fixed = fixed.body_text();
        assert!(fixed.contains(&permanent) && !fixed.contains("as it is now"), "{sheet}: {fixed}");
    }
}

#[tokio::test]
async fn a_roster_of_an_illegal_army_says_so_on_every_sheet() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let army = army().with("points", 20).made_by(&app.visitor()).await;
    let sheet = async |name: &str| app.visitor().get(&army.at(&format!("/{name}"))).await;
    assert_eq!(sheet("roster").await.text(".not-legal h2"), "Not legal");
    assert!(sheet("roster").await.texts(".sheet-problems .error small").contains(&"D3H2-LIST-03".to_owned()));
    for name in ["roster.txt", "roster.md", "roster.csv"] {
        let reply = sheet(name).await;
        let said = reply.body_text();
        assert!(said.contains("NOT LEGAL") && said.contains("D3H2-LIST-03"), "{name}: {said}");
    }
    let roster = sheet("roster.json").await.json();
    assert_eq!(roster["legal"], json!(false));
    assert!(roster["problems"].as_array().is_some_and(|problems| !problems.is_empty()));
}

#[tokio::test]
async fn the_sheet_to_print_is_marked_with_the_permanent_address_and_no_navigation() {
    let db = TestDb::sqlite();
    let app = TestApp::at(&db, "https://field.example").await;
    let army = army().with("notes", "# Plan\n<img src=x>").made_by(&app.visitor()).await;
    let sheet = app.visitor().get(&army.at("/roster")).await;
    assert!(!sheet.has("header.site") && sheet.has(".qr svg") && !sheet.has("img"));
    assert!(sheet.text("footer").contains(&format!("https://field.example/armies/{}/v/", army.id)));
    assert_eq!(sheet.texts("tbody tr").len(), 6);
    assert_eq!(sheet.texts("tbody .box").len(), 13);
}

/// Factors, moves, base, a box for each element, the break point, the address: on every sheet for people to read.
#[tokio::test]
async fn every_sheet_to_read_has_what_the_table_needs() {
    let db = TestDb::sqlite();
    let app = TestApp::at(&db, "https://field.example").await;
    let army = army().made_by(&app.visitor()).await;
    let address = format!("https://field.example/armies/{}/v/", army.id);
    for (sheet, boxes, factor, base) in [
        ("roster.txt", "[ ] [ ] [ ] [ ]", "5 (4)", "40 × 20"),
        ("roster.md", "[ ] [ ] [ ] [ ]", "| 5 (4) |", "| 40 × 20 mm |"),
        ("roster", "<span class=\"box\"></span>", ">5 (4)</td>", ">40 × 20 mm</td>"),
    ] {
        let reply = app.visitor().get(&army.at(&format!("/{sheet}"))).await;
        let said = reply.body_text();
        for part in [boxes, factor, base, &address, "Breaks when it has lost 12 AP", "May garrison "] {
            assert!(said.contains(part), "{part} in {sheet}: {said}");
        }
        let reply = app.visitor().get(&army.at(&format!("/{sheet}?scale=large"))).await;
        let large = reply.body_text();
        assert!(large.contains(&base.replace("40 × 20", "60 × 20")), "{sheet}: {large}");
    }
}

#[tokio::test]
async fn sheets_of_a_state_stay_as_they_are() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let hash = owner.get(&army.at("")).await.form(&army.at("/copy")).value("hash").to_owned();
    let mut before = Vec::new();
    for (sheet, _) in SHEETS {
        before.push(owner.get(&army.at(&format!("/v/{hash}/{sheet}"))).await.body);
    }
    owner.press_on(&owner.editor(&army).await.with("name", "Renamed"), "drop:1").await;
    for ((sheet, _), before) in SHEETS.into_iter().zip(before) {
        assert_eq!(owner.get(&army.at(&format!("/v/{hash}/{sheet}"))).await.body, before, "{sheet}");
        assert_ne!(owner.get(&army.at(&format!("/{sheet}"))).await.body, before, "{sheet}");
    }
}

#[tokio::test]
async fn monstrous_armies_have_sheets_too() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let lines: Vec<_> = (0..200)
        .map(|at| json!({"type": "Kn", "count": 1_000_000_000, "label": format!("{at} <&>\"'`=|,;")}))
        .collect();
    for file in [
        army().with("elements", lines),
        army().with("elements", json!([])).named(""),
        army().with("elements", json!([{"type": "\"><script>", "count": -5}])).with("points", -3),
        army().named("=HYPERLINK(\"x\")\u{202e}🐉").with("notes", "| a | b |\n|---|\n".repeat(500)),
        army().with("points", 1_000_000_000).with("aggression", -1_000_000_000),
        army().with("home_terrain", "the moon").with("list", "d3h2/nobody").with("allies", "nobody"),
    ] {
        let army = file.made_by(&owner).await;
        for (sheet, _) in SHEETS {
            for query in ["", "?paper=letter&scale=large", "?paper=A4&other=%ff"] {
                let reply = owner.get(&army.at(&format!("/{sheet}{query}"))).await;
                assert_eq!(reply.status, StatusCode::OK, "{sheet}{query}: {}", file.file());
            }
        }
        assert_eq!(owner.get(&army.at("")).await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn a_paper_or_a_scale_that_does_not_exist_is_told_with_those_that_do() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let army = army().made_by(&app.visitor()).await;
    for (query, word) in [
        ("paper=a5", "a4 or letter"),
        ("paper=%ff", "letter"),
        ("ink=red", "full or less"),
        ("scale=huge", "choose"),
        ("scale=%00", "choose"),
    ] {
        for sheet in ["roster", "roster.txt", "roster.pdf", "labels.pdf"] {
            let reply = app.visitor().get(&army.at(&format!("/{sheet}?{query}"))).await;
            reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
            assert!(reply.text(".lede").contains(word), "{query}: {reply:?}");
        }
    }
    // The choice of labels is sent with every sheet, but concerns only one.
    for (query, word) in [
        ("stickers=l1&from=1", "no sheet of labels"),
        ("stickers=l7160&from=22", "from 1 to 21"),
        ("stickers=5160&from=-1", "from 1 to 30"),
    ] {
        let reply = app.visitor().get(&army.at(&format!("/labels.pdf?{query}"))).await;
        reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(reply.text(".lede").contains(word), "{query}: {reply:?}");
        assert_eq!(app.visitor().get(&army.at(&format!("/roster?{query}"))).await.status, StatusCode::OK, "{query}");
    }
}

#[cfg(feature = "pdf")]
#[tokio::test]
async fn rosters_and_labels_are_made_as_pdf_on_both_papers() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let army = army().with("notes", "Hold the *hill*.").made_by(&app.visitor()).await;
    for sheet in [
        "roster.pdf",
        "roster.pdf?paper=letter",
        "labels.pdf",
        "labels.pdf?scale=large",
        "roster.pdf?paper=A4",
        "labels.pdf?stickers=l7160&paper=letter",
        "labels.pdf?stickers=",
        "labels.pdf?stickers=l7160&from=21&ink=less",
        "roster.pdf?ink=less&from=",
    ] {
        let reply = app.visitor().get(&army.at(&format!("/{sheet}"))).await;
        assert_eq!((reply.status, reply.kind().as_str()), (StatusCode::OK, "application/pdf"), "{sheet}");
        assert!(reply.body.starts_with(b"%PDF-"), "{sheet}");
    }
}

#[cfg(feature = "pdf")]
#[tokio::test]
async fn odd_armies_can_be_printed() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    for file in [
        army().named("#set page(width: 1pt) $x$ *a* `b` @c <d> \\ 🐉 جيش"),
        army().with("elements", json!([])).with("notes", "#panic()\n\n```\n$\n```\n> > >\n1) x"),
        army().with("notes", ">".repeat(20_000)),
        army().with("notes", "a\n\n".repeat(6_600)),
        army().with("points", 1_000_000_000),
        army().with("notes", "+ ".repeat(9_999) + "x"),
        army().with("notes", "[".repeat(20_000)),
        army().with("elements", json!([{"type": "#x", "count": -5}, {"type": "Kn", "count": 1_000_000_000}])),
    ] {
        let army = file.made_by(&owner).await;
        for sheet in ["/roster.pdf", "/labels.pdf"] {
            let reply = owner.get(&army.at(sheet)).await;
            assert_eq!(reply.status, StatusCode::OK, "{sheet}: {}", file.file());
        }
    }
}

#[cfg(not(feature = "pdf"))]
#[tokio::test]
async fn a_program_without_pdf_says_that_there_is_none() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let army = army().made_by(&app.visitor()).await;
    for sheet in ["/roster.pdf", "/labels.pdf"] {
        app.visitor().get(&army.at(sheet)).await.assert_refused(StatusCode::NOT_FOUND);
    }
}

#[cfg(feature = "pdf")]
#[tokio::test]
async fn a_pdf_that_the_browser_has_is_not_made_again() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let path = army.at("/roster.pdf");
    let first = owner.get(&path).await;
    let tag = first.header("etag").unwrap();
    let asked = |path: &str| request("GET", path).insert_header(("if-none-match", tag.as_str()));
    let again = owner.send(asked(&path)).await;
    assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
    for other in [format!("{path}?paper=letter"), format!("{path}?scale=large"), army.at("/labels.pdf")] {
        assert_eq!(owner.send(asked(&other)).await.status, StatusCode::OK, "{other}");
    }
    owner.press_on(&owner.editor(&army).await, "more:1").await;
    assert_eq!(owner.send(asked(&path)).await.status, StatusCode::OK);
}

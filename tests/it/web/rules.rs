//! `/rules/…`

mod compare;

use actix_web::http::StatusCode;

use super::harness::TestApp;
use crate::store::harness::TestDb;

#[tokio::test]
async fn every_ruleset_has_a_page_with_its_rules() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let rulesets = app.visitor().get("/rules").await;
    for ruleset in ["d3h2", "d3h2-traditional", "dba3", "dba22", "hott25", "dbmf"] {
        assert!(rulesets.has(&format!("a[href='/rules/{ruleset}']")), "{ruleset}");
        let page = app.visitor().get(&format!("/rules/{ruleset}")).await;
        assert!(page.texts("dl.rules dt").len() > 50, "{ruleset}");
    }
    assert!(rulesets.texts(".card:has(.tag) h2").is_empty(), "none has battlefields only");
}

/// The table is made from the data: the test contains one line of each ruleset, and the sentences below it.
#[tokio::test]
async fn the_rules_show_the_home_terrains_as_a_table() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    for (ruleset, littoral, sentence) in [
        (
            "d3h2",
            "Littoral 1 × Waterway D3H2-TERR-17 Road, River, either Difficult hill (bad going) or Marsh (bad going), \
             either Woods (bad going) or Dunes (bad going), Built-up area D3H2-TERR-18",
            "Square table, 15 × 15 to 20 × 20 BW: 1–2 compulsory and 2–3 optional features. D3H2-TERR-02",
        ),
        (
            "dba3",
            "Littoral 1 × Waterway DBA3-TERR-13 Road, River, either Wood (bad going) or Dunes (bad going), \
             either Marsh (bad going) or Difficult hill (bad going), Built-up area DBA3-TERR-20",
            "Square table, 15 × 15 or 20 × 20 BW: 1–2 compulsory and 2–3 optional features. DBA3-TERR-03",
        ),
        (
            "dba22",
            "Littoral 1 × Waterway DBA22-TERR-13 either Steep hill (bad going) or Marsh (bad going), \
             either Woods (bad going) or Dunes (bad going), Built-up area, River DBA22-TERR-14",
            "Square table, 15 × 15 or 20 × 20 BW: 1–2 compulsory and 2–3 optional features. DBA22-TERR-15",
        ),
    ] {
        let page = app.visitor().get(&format!("/rules/{ruleset}")).await;
        let section = "section[aria-labelledby='home-terrains']";
        let rows = page.texts(&format!("{section} .scroll:first-of-type tbody tr"));
        assert_eq!(rows.len(), 7, "{ruleset}");
        assert!(rows.contains(&littoral.to_owned()), "{ruleset}: {rows:#?}");
        let sentences = page.texts(&format!("{section} li"));
        assert!(sentences.contains(&sentence.to_owned()), "{ruleset}: {sentences:#?}");
        assert_eq!(page.has("#chart"), ruleset == "dba3", "{ruleset}");
    }
    let page = app.visitor().get("/rules/dba3").await;
    let cells = page.texts("#chart ~ .scroll tbody tr:last-of-type td");
    assert_eq!(cells[3], "Marsh, unless there is Difficult hill");
    assert!(page.has("#chart ~ .scroll a[href='/rules/dba3/DBA3-TERR-45']"));
    let sentences = page.texts("section[aria-labelledby='home-terrains'] li");
    let big = "Big Battle table, 30 × 15 or 40 × 20 BW: 1–3 compulsory and 2–4 optional features; Arable 2–3 × Plough. DBA3-BB-13";
    let single = "At most 1 of each: Built-up area, Oasis, Gully, River, Waterway. DBA3-TERR-05";
    let road = "At most 2: Road. DBA3-TERR-06";
    for sentence in [big, single, road] {
        assert!(sentences.contains(&sentence.to_owned()), "{sentence}: {sentences:#?}");
    }
}

/// The numbers are tested where they are made; this tests that the page shows them and explains their marks.
#[tokio::test]
async fn types_in_grades_stand_by_type_with_their_prices() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let page = app.visitor().get("/rules/dbmf").await;
    assert_eq!(page.texts("section[aria-labelledby=TYPE] .from-data tbody tr").len(), 28);
    let variants = page.texts("section[aria-labelledby=TYPE] .from-data .lines li");
    assert!(variants.iter().any(|line| line.starts_with("(S) Artillery: moves 80/40/–, road 240.")), "{variants:#?}");
    let grades = page.texts("section[aria-labelledby=GRADE] .from-data tbody tr");
    assert_eq!(grades.len(), 8);
    assert!(grades.iter().any(|row| row.contains("Heroic") && row.contains("+40 p")), "{grades:#?}");
    assert!(page.texts("section[aria-labelledby=ME] .from-data tbody tr").len() > 4);
    let prices = "section[aria-labelledby=COST] .prices";
    assert_eq!(page.texts(&format!("{prices} thead th")), ["Type", "S", "O", "I", "F", "C", "E", "H", "X"]);
    let rows = page.texts(&format!("{prices} tbody tr"));
    assert_eq!(rows.len(), 28);
    let row = |code: &str| rows.iter().find(|row| row.contains(code)).unwrap();
    assert!(row("DBMF-COST-07").starts_with("Knights"), "{}", row("DBMF-COST-07"));
    // A mark is explained in words too.
    let marked = page.texts(&format!("{prices} .mark-of"));
    assert!(marked.contains(&"* not described".to_owned()) && marked.contains(&"† described, no price".to_owned()));
    assert_eq!(marked.len(), 19);
    for link in page.attrs(&format!("{prices} a"), "href").iter().step_by(15) {
        assert_eq!(app.visitor().get(link).await.status, StatusCode::OK, "{link}");
    }
    assert!(!app.visitor().get("/rules/d3h2").await.has(".prices"));
}

#[tokio::test]
async fn a_borrowed_rule_leads_to_the_game_it_is_from() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let response = app.visitor().get("/rules/dba22/DBA3-FEAT-03").await;
    assert_eq!(response.status, StatusCode::SEE_OTHER);
    assert_eq!(response.location(), "/rules/dba3/DBA3-FEAT-03");
    let page = app.visitor().get("/rules/dba3/DBA3-FEAT-03").await;
    assert_eq!(page.text("h1"), "Terrain features");
    let house = app.visitor().get("/rules/dba3/DBA3-TERR-24").await;
    assert_eq!(house.text(".tag"), "house rule");
}

#[tokio::test]
async fn a_rule_has_an_address_of_its_own() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let page = app.visitor().get("/rules/d3h2/D3H2-LIST-03").await;
    assert_eq!(page.text("h1"), "Building an army");
    assert!(page.text(".eyebrow").contains("D3H2-LIST-03"));
    assert!(!page.text(".rule-text").is_empty());
}

#[tokio::test]
async fn a_rule_that_does_not_exist_is_not_found() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    for path in [
        "/rules/chess",
        "/rules/d3h2/D3H2-LIST-999",
        "/rules/d3h2/D3H2",
        "/rules/chess/D3H2-LIST-03",
        "/rules/%ff/%00",
        "/rules/d3h2/%2e%2e",
        "/rules/",
    ] {
        app.visitor().get(path).await.assert_refused(StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn rules_are_found_by_their_words() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let page = app.visitor().get("/rules/d3h2?q=Shieldwall+spears").await;
    let found = page.texts("dl.rules dt");
    assert!(found.contains(&"D3H2-SUPP-12".to_owned()) && found.len() < 10, "{found:?}");
    assert!(page.texts("dl.rules mark").contains(&"Shieldwall".to_owned()));
    assert!(page.has("form[role='search'] input[value='Shieldwall spears']") && page.has("a[href='/rules/d3h2']"));
    // Another book's rules are not among them, and without a search every rule is there again.
    let other = app.visitor().get("/rules/dba3?q=Shieldwall").await;
    assert!(other.texts("dl.rules dt").iter().all(|id| id.starts_with("DBA3-")));
    assert!(app.visitor().get("/rules/d3h2?q=+").await.texts("dl.rules dt").len() > 600);
}

#[tokio::test]
async fn words_that_no_rule_has_and_rubbish_are_answered() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let page = app.visitor().get("/rules/d3h2?q=xyzzy").await;
    assert!(page.text("#found").contains("No rule"), "{page:?}");
    let long = "a+".repeat(900);
    for rubbish in ["%3Cscript%3E", "%F0%9F%8F%B0", "%00", &long] {
        let page = app.visitor().get(&format!("/rules/d3h2?q={rubbish}")).await;
        assert_eq!(page.status, StatusCode::OK, "{rubbish}");
        assert!(!page.has("main script"), "{rubbish}");
    }
}

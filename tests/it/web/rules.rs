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
            "Square table, 15 × 15 or 20 × 20 BW: 1–2 compulsory and 2–3 optional features. DBA3-TERR-03 DBA3-TERR-04",
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
    let big = "Big Battle table, 30 × 15 or 40 × 20 BW: 1–3 compulsory and 2–4 optional features; Arable 2–3 × Plough. DBA3-BB-13 DBA3-BB-14";
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

/// The search itself is tested where it is made; this tests the page around it.
#[tokio::test]
async fn one_search_finds_the_rules_of_all_rulesets() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let page = app.visitor().get("/rules?q=zoc").await;
    for ruleset in ["d3h2", "dba3"] {
        let first = page.texts(&format!("section[aria-labelledby='in-{ruleset}'] dt a"));
        assert!(first[0].contains("-TZ-") && first.len() <= 5, "{ruleset}: {first:?}");
    }
    assert!(page.texts("mark").contains(&"Threat".to_owned()));
    assert!(page.text(".found-rules > .hint").contains("zoc: threat zone"), "{}", page.text(".found-rules > .hint"));
    assert!(page.has("form[role='search'] input[value='zoc']"));
    // Rulesets that share a book share their hits, so that none is there twice.
    assert!(!page.has("#in-d3h2-traditional"));
    let ids = app.visitor().get("/rules?q=shoot").await.texts("dl.rules dt a");
    assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), ids.len());
    let all = page.attrs("section[aria-labelledby='in-d3h2'] p a", "href");
    assert_eq!(all, ["/rules?q=zoc&ruleset=d3h2"]);
}

#[tokio::test]
async fn many_rules_come_in_pages() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let (mut path, mut ids) = ("/rules?q=shooting&ruleset=d3h2".to_owned(), Vec::new());
    loop {
        let page = app.visitor().get(&path).await;
        let found = page.texts("dl.rules dt a");
        assert!(!found.is_empty() && found.len() <= 20, "{path}");
        assert!(page.has("option[value='d3h2'][selected]"));
        ids.extend(found);
        let Some(next) = page.attrs("a[rel='next']", "href").pop() else { break };
        path = next;
    }
    assert!(ids.len() > 40 && ids[0].starts_with("D3H2-SHOOT-"), "{}", ids.len());
    // A page after the last one is the last one.
    assert!(app.visitor().get("/rules?q=shooting&ruleset=d3h2&page=99999").await.has("a[rel='prev']"));
}

#[tokio::test]
async fn the_search_of_one_ruleset_is_the_same_search() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    for (ruleset, owner) in [("d3h2", "d3h2"), ("d3h2-traditional", "d3h2"), ("dbmf", "dbmf")] {
        let moved = app.visitor().get(&format!("/rules/{ruleset}?q=shield+wall")).await;
        assert_eq!(moved.status, StatusCode::SEE_OTHER);
        assert_eq!(moved.location(), format!("/rules?q=shield%20wall&ruleset={owner}"));
        let page = app.visitor().get(&format!("/rules/{ruleset}?q=+")).await;
        assert!(page.has(&format!("form[role='search'] option[value='{owner}'][selected]")));
        assert!(page.texts("dl.rules dt").len() > 100);
    }
}

#[tokio::test]
async fn a_search_that_finds_nothing_says_what_to_try() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    for (query, instead) in [
        ("q=xyzzy", "/rules?q=zone%20of%20control"),
        ("q=xyzzy+recoil", "/rules?q=recoil"),
        ("q=summoning&ruleset=dba22", "/rules?q=summoning"),
    ] {
        let page = app.visitor().get(&format!("/rules?{query}")).await;
        assert!(page.text("#found").starts_with("No rule"), "{query}");
        let links = page.attrs(".instead a", "href");
        assert_eq!(links.first().map(String::as_str), Some(instead), "{query}");
        assert!(app.visitor().get(&links[0]).await.has("dl.rules"), "{query}");
    }
}

#[tokio::test]
async fn no_search_is_an_error() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let long = format!("q={}", "a+".repeat(900));
    for rubbish in [
        "",
        "q=",
        "q=%20%2C-",
        "q=%3Cscript%3E",
        "q=%F0%9F%8F%B0",
        "q=%00",
        "q=%ff%fe",
        "q=a&q=b",
        "q",
        "page=-1&q=a",
        "q=a&page=x",
        "q=a&ruleset=chess",
        "q=the",
        "q=%25&page=18446744073709551615&ruleset=d3h2",
        &long,
    ] {
        let page = app.visitor().get(&format!("/rules?{rubbish}")).await;
        assert_eq!(page.status, StatusCode::OK, "{rubbish}");
        assert!(!page.has("main script") && page.has("form[role='search']"), "{rubbish}");
        assert!(page.texts("dl.rules dt").len() <= 30, "{rubbish}");
    }
}

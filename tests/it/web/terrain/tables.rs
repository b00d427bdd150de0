//! `/terrain/tables`, `.ndjson`, `.pdf`.

use actix_web::http::StatusCode;

use crate::store::harness::TestDb;
use crate::web::harness::TestApp;

#[tokio::test]
async fn each_table_of_an_event_has_an_address_of_its_own_that_gives_the_same_table() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let page = visitor.get("/terrain/tables?count=3&home=random&seed=7&prefer=close").await;
    assert_eq!(page.status, StatusCode::OK);
    let file = visitor.get("/terrain/tables.ndjson?count=3&home=random&seed=7&prefer=close").await;
    assert_eq!(file.kind(), "application/x-ndjson");
    let lines: Vec<serde_json::Value> =
        file.body_text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    let cards = page.page();
    let links: Vec<String> = cards
        .select(&scraper::Selector::parse(".tables a").unwrap())
        .map(|link| link.attr("href").unwrap().to_owned())
        .collect();
    assert_eq!(links.len(), 3);
    for (link, line) in links.iter().zip(&lines) {
        let own = link.trim_end_matches("#table").replace("/terrain/new?", "/terrain/new.json?");
        assert_eq!(visitor.get(&own).await.json(), *line);
    }
    let maps = page.page();
    for map in maps.select(&scraper::Selector::parse(".tables img").unwrap()) {
        assert_eq!(visitor.get(map.attr("src").unwrap()).await.kind(), "image/svg+xml");
    }
}

#[tokio::test]
async fn more_tables_leave_the_first_ones_as_they_are() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let few = visitor.get("/terrain/tables.ndjson?count=2&home=forest&seed=7").await;
    let many = visitor.get("/terrain/tables.ndjson?count=64&home=forest&seed=7").await;
    assert!(many.body.starts_with(&few.body));
    assert_eq!(many.body_text().lines().count(), 64);
}

#[tokio::test]
async fn home_terrains_come_in_turn_and_a_seed_is_drawn_where_none_is_given() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    assert_eq!(visitor.get("/terrain/tables").await.texts(".tables li").len(), 8);
    let drawn = visitor.get("/terrain/tables?count=7&ruleset=dba3&name=Spring").await;
    assert!(drawn.location().starts_with("/terrain/tables?ruleset=dba3&home=each&count=7&board=15&seed="), "{drawn:?}");
    let page = visitor.follow(drawn).await;
    let homes: std::collections::BTreeSet<String> =
        page.texts(".tables .hint").iter().map(|hint| hint.split(' ').next().unwrap().to_owned()).collect();
    assert_eq!(homes.len(), 7);
    let form = page.form("/terrain/tables.pdf");
    assert_eq!((form.value("name"), form.value("ruleset"), form.value("count")), ("Spring", "dba3", "7"));
}

#[tokio::test]
async fn what_makes_no_sense_comes_back_at_its_field() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    for (query, field) in [
        ("count=0", "count"),
        ("count=65", "count"),
        ("count=many", "count"),
        ("home=moon", "home"),
        ("ruleset=dbm", "ruleset"),
        ("board=9", "board"),
        ("prefer=x", "prefer"),
    ] {
        let refused = visitor.get(&format!("/terrain/tables?seed=1&{query}")).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert!(refused.has(&format!("#{field}-error")), "{query}");
        assert_eq!(refused.form("/terrain/tables").value(field), query.split('=').nth(1).unwrap());
        assert!(!refused.has(".tables"));
        let file = visitor.get(&format!("/terrain/tables.ndjson?seed=1&{query}")).await;
        file.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(visitor.get("/terrain/tables?seed=x").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    visitor.get("/terrain/tables.txt?seed=1").await.assert_refused(StatusCode::NOT_FOUND);
}

#[cfg(feature = "pdf")]
#[tokio::test]
async fn all_tables_are_printed_in_one_pdf() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let pdf = visitor.get("/terrain/tables.pdf?count=3&seed=7&name=Spring&style=print").await;
    assert_eq!((pdf.status, pdf.kind().as_str()), (StatusCode::OK, "application/pdf"));
    assert_eq!(pdf.header("content-disposition").unwrap(), "inline; filename=\"spring.pdf\"");
}

#[tokio::test]
async fn the_pieces_of_more_tables_than_one_pdf_has_room_for_are_not_printed_together() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let file =
        async |count: u32, rest: &str| visitor.get(&format!("/terrain/tables.pdf?seed=1&count={count}{rest}")).await;
    let refused = file(17, "&templates=yes").await;
    refused.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text(".lede").contains("16 tables at true size, but there are 17"), "{refused:?}");
    for (count, rest) in [(16, "&templates=yes"), (17, "")] {
        // Whether PDF is built in or not.
        assert_ne!(file(count, rest).await.status, StatusCode::UNPROCESSABLE_ENTITY, "{count}{rest}");
    }
}

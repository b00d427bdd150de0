//! `/terrain/new`, `POST /terrain`.

use actix_web::http::StatusCode;

use crate::store::harness::TestDb;
use crate::web::harness::{MadeWork, TestApp};

#[tokio::test]
async fn the_first_visit_shows_a_table_at_once() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let page = app.visitor().get("/terrain/new").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.has("svg.map") && page.has(".seal.legal"));
    let offered = page.texts("#ruleset option");
    assert!(offered.contains(&"DBA 2.2".to_owned()), "{offered:?}");
    assert_eq!(offered.len(), 6, "{offered:?}");
}

#[tokio::test]
async fn an_address_without_a_seed_gets_one_and_an_address_with_one_is_always_the_same_table() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let drawn = visitor.get("/terrain/new?home=forest&name=The+Long+Wood&edge=east").await;
    let address = drawn.location();
    assert!(address.starts_with("/terrain/new?ruleset=d3h2&home=forest&board=15&seed="), "{address}");
    assert!(address.ends_with("&name=The%20Long%20Wood&edge=east"), "{address}");
    let (first, second) = (visitor.get(&address).await, visitor.get(&address).await);
    assert_eq!(first.text("#table-title"), "The Long Wood");
    let map = |page: &crate::web::harness::Reply| page.page().select(&svg()).next().unwrap().html();
    assert_eq!(map(&first), map(&second));
}

#[tokio::test]
async fn a_table_under_hott_says_what_follows_d3h2() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let page = visitor.get("/terrain/new?ruleset=hott25&home=forest&seed=3&edge=south").await;
    assert!(page.has(".seal.legal"), "{page:?}");
    assert!(page.text(".borrowed summary").ends_with("these parts follow D3H2."));
    assert!(page.attrs(".borrowed a.ruleref", "href").contains(&"/rules/d3h2/D3H2-FEAT-05".to_owned()), "{page:?}");
    assert!(page.text(".rules-said").contains("Troops deploy within 3.81 BW of their base edge. HOTT25-DEPL-03"));
    assert!(page.text(".rules-said").contains("Stronghold"));
    assert!(!visitor.get("/terrain/new?home=forest&seed=3").await.has(".borrowed"));
    let file = visitor.get("/terrain/new.json?ruleset=hott25&home=forest&seed=3").await.json();
    assert!(file["borrowed"]["note"].as_str().unwrap().ends_with("these parts follow D3H2."));
}

#[tokio::test]
async fn a_table_under_dbmf_has_the_codes_of_an_army_list() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    // A player who changes the game in the form still has the home terrain of the one before in it.
    let page = visitor.get("/terrain/new?ruleset=dbmf&home=forest&seed=3&codes=WH,+rv;+BUAf").await;
    assert!(page.has(".seal.legal"), "{page:?}");
    let names = page.texts("table.pieces th strong");
    assert!(!names.is_empty());
    for name in names {
        let known = ["Wooded hill (WH)", "River (Rv)", "Built-up area (BUAf)"];
        assert!(known.contains(&name.as_str()), "{name}");
    }
    assert!(page.text(".borrowed summary").starts_with("DBMF prints only the codes of terrain"));
    let form = page.form("/terrain/new");
    assert_eq!((form.value("home"), form.value("codes")), ("mixed", "WH, rv; BUAf"));
    let refused = visitor.get("/terrain/new?ruleset=dbmf&seed=3&codes=WH+Xx").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text("#codes-error").starts_with("There is no code “Xx”; the codes are S, FS, WW, Rv,"));
    // Codes that are left over from DBMF are told, in a field where they can be taken out.
    let other = visitor.get("/terrain/new?ruleset=d3h2&home=mixed&seed=3&codes=WH").await;
    assert_eq!(other.text("#codes-error"), "These rules have no codes of terrain.");
    assert_eq!(other.form("/terrain/new").value("home"), "arable");
    let rules = visitor.get("/rules/dbmf").await;
    assert_eq!(rules.text("#home-terrains"), "Terrain codes");
    assert_eq!(rules.texts("[aria-labelledby=home-terrains] tbody th").len(), 29);
}

fn svg() -> scraper::Selector {
    scraper::Selector::parse("svg.map").unwrap()
}

#[tokio::test]
async fn a_table_tells_how_it_came_about_with_every_die_and_rule() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let file = visitor.get("/terrain/new.json?home=tropical&seed=3").await.json();
    let page = visitor.get("/terrain/new?home=tropical&seed=3").await;
    let record = file["record"].as_array().unwrap();
    assert_eq!(page.texts(".steps li").len(), record.len());
    let faces = page.page();
    let faces: Vec<String> = faces
        .select(&scraper::Selector::parse(".steps .die use").unwrap())
        .map(|face| face.attr("href").unwrap().rsplit_once("#die-").unwrap().1.to_owned())
        .collect();
    let rolled: Vec<String> = record.iter().map(|line| line["die"].to_string()).collect();
    assert_eq!(faces, rolled);
    // Every rule that is named has a page.
    let links = page.page();
    let links: Vec<String> = links
        .select(&scraper::Selector::parse("a.ruleref").unwrap())
        .map(|link| link.attr("href").unwrap().to_owned())
        .collect();
    assert!(links.len() > 10);
    for link in links {
        assert_eq!(visitor.get(&link).await.status, StatusCode::OK, "{link}");
    }
}

#[tokio::test]
async fn rules_borrowed_from_a_relative_are_linked_where_they_stand() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    for ruleset in ["dba3", "dba22", "d3h2-traditional"] {
        let page = visitor.get(&format!("/terrain/new?ruleset={ruleset}&home=littoral&seed=1&edge=south")).await;
        assert_eq!(page.status, StatusCode::OK, "{page:?}");
        let links = page.page();
        for link in links.select(&scraper::Selector::parse("a.ruleref").unwrap()) {
            let path = link.attr("href").unwrap();
            assert_eq!(visitor.get(path).await.status, StatusCode::OK, "{path}");
        }
    }
}

#[tokio::test]
async fn another_one_is_the_table_of_the_next_seed() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let page = app.visitor().get("/terrain/new?home=dry&seed=18446744073709551615&edge=west").await;
    assert_eq!(
        page.attr(".buttons a.button", "href").unwrap(),
        "/terrain/new?ruleset=d3h2&home=dry&board=15&seed=0&edge=west#table"
    );
}

#[tokio::test]
async fn a_wish_is_fulfilled_and_what_cannot_be_comes_back_with_words_and_everything_typed() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let query = "home=forest&seed=5&feature1=optional.bua.hamlet&size1=4x3&quarter1=2&spot1=inner&optional=2";
    let file = visitor.get(&format!("/terrain/new.json?{query}")).await.json();
    let hamlet = file["record"].as_array().unwrap().iter().find(|line| line["bua"] == "hamlet").unwrap();
    assert_eq!(hamlet["size"], serde_json::json!([4, 3]));
    let page = visitor.get(&format!("/terrain/new?{query}")).await;
    assert!(page.has("details.wishes[open]"));

    let query = "ruleset=d3h2&home=forest&seed=5&prefer=open&feature1=optional.dunes&size1=9x9&quarter2=7&spot3=moon&optional=9";
    let refused = visitor.get(&format!("/terrain/new?{query}&zz=1")).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(!refused.has("svg.map"));
    assert!(refused.text(".field-error").contains("“zz”"));
    assert!(refused.text("#feature2-error").starts_with("Choose a feature"));
    let form = refused.form("/terrain/new");
    for (field, typed) in [
        ("home", "forest"),
        ("prefer", "open"),
        ("feature1", "optional.dunes"),
        ("size1", "9x9"),
        ("quarter2", "7"),
        ("spot3", "moon"),
        ("optional", "9"),
    ] {
        assert_eq!(form.value(field), typed);
    }
    let barred = visitor.get("/terrain/new?home=forest&seed=5&feature1=optional.dunes").await;
    assert_eq!(barred.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(barred.text("#feature1-error"), "Dunes is not an optional feature of Forest tables.");
}

#[tokio::test]
async fn on_paper_the_address_of_the_table_stands_with_its_code() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let page = app.visitor().get("/terrain/new?home=forest&seed=5&edge=south").await;
    let said = page.text(".print-address p");
    assert!(said.ends_with("/terrain/new?ruleset=d3h2&home=forest&board=15&seed=5&edge=south"), "{said}");
    assert!(page.has(".print-address .qr svg"));
}

#[tokio::test]
async fn what_is_said_of_camps_by_the_water_is_true_on_the_table() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    for (edge, whose) in
        [("west", "only the invader has"), ("east", "only the defender has"), ("north", "neither side has")]
    {
        // The waterway lies on the left edge.
        let page = visitor.get(&format!("/terrain/new?home=littoral&seed=3&edge={edge}")).await;
        let said = page.texts(".rules-said li").into_iter().find(|said| said.starts_with("A camp must touch")).unwrap();
        assert!(said.contains("at a place at least 4 BW from both side edges") && said.contains(whose), "{said}");
    }
    let dry = visitor.get("/terrain/new?home=dry&seed=3&edge=west").await.texts(".rules-said li").join(" ");
    assert!(dry.contains("A camp must touch its rear edge. On a table with a waterway"), "{dry}");
}

#[tokio::test]
async fn the_zones_of_the_edge_that_is_asked_for_are_told_with_their_rules() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let plain = visitor.get("/terrain/new?home=forest&seed=5").await;
    assert!(!plain.has("svg.map .zone") && !plain.has(".rules-said"));
    let page = visitor.get("/terrain/new?home=forest&seed=5&edge=south").await;
    assert!(page.has("svg.map .zone[data-edge=south]") && page.has("svg.map .zone[data-edge=north]"));
    let said = page.texts(".rules-said li").join(" ");
    for (words, rule) in [
        ("Troops deploy at least 3 BW from the centre line, so up to 4.5 BW from their base edge", "D3H2-DEPL-10"),
        ("At least 2 BW from both side edges: Auxilia", "D3H2-DEPL-12"),
        ("At least 4 BW from both side edges: every other type", "D3H2-DEPL-12"),
        ("At least 1 BW from an enemy fortified place", "D3H2-DEPL-11"),
        ("A camp must always be at least 4 BW from both side edges", "D3H2-CAMP-01"),
    ] {
        assert!(said.contains(words) && said.contains(rule), "{words}: {said}");
    }
}

for_each_store! {
    async fn a_table_is_kept_with_one_press_and_edited(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let form = visitor.get("/terrain/new?home=hilly&seed=4&name=Two+Hills").await.form("/terrain");
        let first = visitor.submit(&form).await;
        let made = MadeWork::of_editor(&first.location());
        assert_eq!(visitor.follow(first).await.text(".flash"), "Table saved. You can edit it as you like.");
        // The same form again leads to the same layout.
        assert_eq!(visitor.submit(&form).await.location(), made.at("/edit"));
        assert_eq!(visitor.get("/terrain").await.texts(".mine strong"), ["Two Hills"]);
        let (kept, shown) = (visitor.get(&made.at(".json")).await, visitor.get("/terrain/new.json?home=hilly&seed=4&name=Two+Hills").await);
        assert_eq!(kept.body, shown.body);
        visitor.submit(&form.clone().with("table", "home=moon&seed=1")).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        visitor.submit(&form.with("table", "home=dry")).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }

    async fn an_army_leads_to_its_home_table(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let army = crate::web::harness::army().named("Host & Co").made_by(&visitor).await;
        let link = "/terrain/new?ruleset=d3h2&home=forest&name=Host%20%26%20Co#table";
        assert!(visitor.get(&army.at("")).await.has(&format!("a[href='{link}']")));
        assert!(visitor.get(&army.at("/edit")).await.has(&format!("a[href='{link}']")));
        let table = visitor.get(link.split('#').next().unwrap()).await;
        assert_eq!(visitor.follow(table).await.text("#table-title"), "Host & Co");
    }
}

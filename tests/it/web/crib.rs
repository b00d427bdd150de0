//! Crib sheets: `/rules/{ruleset}/crib`, `/armies/{id}/crib`.

use actix_web::http::StatusCode;
use serde_json::json;

use super::harness::{TestApp, army};
use crate::store::harness::TestDb;

#[tokio::test]
async fn the_sheet_of_a_ruleset_is_a_page_with_links_to_its_rules() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let page = visitor.get("/rules/d3h2/crib").await;
    assert_eq!(page.text("h1"), "D3H2");
    assert_eq!(page.texts(".crib-side > h2"), ["The turn", "Combat", "Set-up and terrain"]);
    assert_eq!(
        page.texts(".crib-way a"),
        ["Back to the rules", "Printable PDF", "PDF that saves ink", "By type", "No references", "All rules"]
    );
    assert!(page.texts("tbody th").contains(&"Four-figure Knights".to_owned()));
    let links = page.attrs("main a", "href");
    assert!(links.len() > 250, "{}", links.len());
    for link in links.iter().step_by(40) {
        assert_eq!(visitor.get(link).await.status, StatusCode::OK, "{link}");
    }
    assert_eq!(visitor.get("/rules/d3h2").await.texts(".crib-links a"), ["printable page", "PDF"]);
    for (ruleset, sides) in [("dba22", 2), ("hott25", 3), ("dbmf", 4)] {
        assert_eq!(visitor.get(&format!("/rules/{ruleset}")).await.texts(".crib-links a").len(), 2, "{ruleset}");
        let page = visitor.get(&format!("/rules/{ruleset}/crib")).await;
        assert_eq!(page.texts(".crib-side > h2").len(), sides, "{ruleset}");
        for link in page.attrs("main a", "href").iter().step_by(20) {
            // A rule of another game is explained on that game's page.
            let status = visitor.get(link).await.status;
            assert!([StatusCode::OK, StatusCode::SEE_OTHER].contains(&status), "{link}: {status}");
        }
    }
}

#[tokio::test]
async fn a_reader_chooses_the_reading_and_the_references() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let page = visitor.get("/rules/dba3/crib?reading=type&refs=theirs").await;
    assert_eq!(page.texts(".crib-side > h2").first().map(String::as_str), Some("By type"));
    assert!(page.texts(".crib-rules").iter().any(|marks| marks.contains("9.2")));
    // On a phone, a row of the table is a block in which each fact has its name.
    let rows = page.texts(".wide tbody tr").len();
    let named = page.attrs(".wide tbody td", "data-name");
    assert!(named.iter().filter(|name| *name == "Doubled").count() > 20 && rows > 20, "{named:?}");
    let ways = page.attrs(".crib-way a", "href");
    for way in [
        "/rules/dba3/crib.pdf?reading=type&refs=theirs",
        "/rules/dba3/crib?refs=theirs",
        "/rules/dba3/crib?reading=type",
    ] {
        assert!(ways.contains(&way.to_owned()), "{way} in {ways:?}");
    }
    assert!(visitor.get("/rules/dba3/crib?refs=none").await.texts(".crib-rules").is_empty());
    for wrong in ["reading=upside", "refs=yours"] {
        assert_eq!(
            visitor.get(&format!("/rules/dba3/crib?{wrong}")).await.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{wrong}"
        );
    }
    // An empty field of a form is no choice.
    assert_eq!(visitor.get("/rules/dba3/crib?reading=&refs=&paper=a4").await.status, StatusCode::OK);
}

#[tokio::test]
async fn rules_pages_show_the_tables_of_their_own_data() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let of = async |ruleset: &str| app.visitor().get(&format!("/rules/{ruleset}")).await;
    let page = of("d3h2").await;
    assert!(
        page.texts("section[aria-labelledby=OUT] .from-data li").iter().any(|line| line.starts_with("Sneakers: flee."))
    );
    assert!(page.texts("section[aria-labelledby=CF] tbody th").contains(&"Pikes".to_owned()));
    let traditional = of("d3h2-traditional").await;
    assert!(!traditional.texts("section[aria-labelledby=CF] tbody th").contains(&"Pikes".to_owned()));
    assert!(traditional.texts("section[aria-labelledby=CF] tbody th").contains(&"Warbands".to_owned()));
    let dba3 = of("dba3").await;
    assert!(dba3.texts("section[aria-labelledby=CF] tbody th").contains(&"Elephants".to_owned()));
    assert!(!dba3.texts("section[aria-labelledby=CF] thead th").contains(&"AP".to_owned()));
    for section in ["SUPP", "TACT", "OUT", "PURS"] {
        assert!(!dba3.texts(&format!("section[aria-labelledby={section}] .from-data li")).is_empty(), "{section}");
    }
    for ruleset in ["dba22", "hott25"] {
        let page = of(ruleset).await;
        for section in ["SUPP", "TACT", "OUT"] {
            let lines = page.texts(&format!("section[aria-labelledby={section}] .from-data li"));
            assert!(!lines.is_empty(), "{section} of {ruleset}");
        }
    }
}

#[tokio::test]
async fn the_sheet_of_an_army_is_of_its_state() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let page = owner.get(&army.at("/crib")).await;
    assert_eq!(page.text("h1"), "Host of the Long Barrow");
    assert!(page.texts("tbody th").contains(&"Blades".to_owned()));
    assert!(!page.texts("tbody th").contains(&"Gods".to_owned()));
    let links = owner.get(&army.at("")).await.attrs("#print button", "formaction");
    assert!(links.contains(&army.at("/crib")) && links.contains(&army.at("/crib.pdf")), "{links:?}");
    let sheet = owner.get(&army.at("/crib.json")).await.json();
    assert_eq!(sheet["format"], "musterfield-crib/1");
    // Under its permanent address it never changes.
    let url = sheet["url"].as_str().unwrap();
    let permanent = &url[url.find("/armies").unwrap()..];
    let fixed = owner.get(&format!("{permanent}/crib")).await;
    assert_eq!(fixed.text("h1"), "Host of the Long Barrow");
    assert_eq!(fixed.attrs(".crib-way a", "href")[0], permanent);
}

#[tokio::test]
async fn two_armies_have_one_sheet() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (one, other) = (army().made_by(&owner).await, army().named("Wood & <host>").made_by(&owner).await);
    let address = |base: &str| format!("{}?against={}", one.at(base), other.id);
    let page = app.visitor().get(&address("/crib")).await;
    assert_eq!(page.text("h1"), "Host of the Long Barrow against Wood & <host>");
    assert!(page.texts("h3").contains(&"Equal totals: Wood & <host>".to_owned()));
    let ways = page.attrs(".crib-way a", "href");
    assert_eq!(ways[..2], [format!("{}/{}", one.at("/versus"), other.id), address("/crib.pdf")]);
    // The other army can also be given by its address.
    let by_address = owner.get(&one.at(&format!("/crib?against=https://host.example/armies/{}/edit", other.id))).await;
    assert_eq!(by_address.attrs(".crib-way a", "href"), ways);
    // A revision of the other army stays that revision, in the PDF too.
    let permanent = owner.get(&other.at("/crib.json")).await.json()["url"].as_str().unwrap().to_owned();
    let state = permanent.split("/armies/").nth(1).unwrap();
    let fixed = owner.get(&one.at(&format!("/crib?against={permanent}"))).await;
    assert_eq!(fixed.attrs(".crib-way a", "href")[1], one.at(&format!("/crib.pdf?against={state}")));
    assert_eq!(owner.get(&one.at(&format!("/crib.json?against={state}"))).await.status, StatusCode::OK);
    let matchup = owner.get(&format!("{}/{}", one.at("/versus"), other.id)).await;
    assert!(matchup.attrs(".vs-ways a", "href").contains(&address("/crib")));
    // An extra space does no harm, and an empty field counts as none.
    assert_eq!(owner.get(&format!("{}%20", address("/crib"))).await.status, StatusCode::OK);
    assert_eq!(owner.get(&one.at("/crib?against=")).await.text("h1"), "Host of the Long Barrow");
}

#[tokio::test]
async fn what_has_no_sheet_is_refused() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let one = army().made_by(&owner).await;
    let traditional = army()
        .with("ruleset", "d3h2-traditional")
        .with("elements", json!([{"type": "Hr", "general": true}, {"type": "Bd", "count": 4}]))
        .made_by(&owner)
        .await;
    for (path, status) in [
        ("/rules/chess/crib".to_owned(), StatusCode::NOT_FOUND),
        ("/rules/d3h2/crib.docx".to_owned(), StatusCode::NOT_FOUND),
        ("/rules/d3h2/crib?paper=foolscap".to_owned(), StatusCode::UNPROCESSABLE_ENTITY),
        (one.at("/crib?against=nobody"), StatusCode::UNPROCESSABLE_ENTITY),
        (one.at("/crib?against=%00"), StatusCode::UNPROCESSABLE_ENTITY),
        (format!("{}?against={}", one.at("/crib"), traditional.id), StatusCode::UNPROCESSABLE_ENTITY),
        (one.at("/crib.txt"), StatusCode::NOT_FOUND),
    ] {
        owner.get(&path).await.assert_refused(status);
    }
}

#[cfg(feature = "pdf")]
#[tokio::test]
async fn sheets_are_made_as_pdf_whatever_armies_are_called() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let odd = army().named("#set page(width: 1pt) $x$ *a* `b` @c <d> \\ 🐉 جيش").made_by(&owner).await;
    let empty = army().with("elements", json!([])).made_by(&owner).await;
    let long = army().named(&"W".repeat(80)).made_by(&owner).await;
    for path in [
        "/rules/d3h2/crib.pdf".to_owned(),
        "/rules/d3h2/crib.pdf?paper=letter".to_owned(),
        odd.at("/crib.pdf"),
        empty.at("/crib.pdf"),
        format!("{}?against={}", odd.at("/crib.pdf"), long.id),
    ] {
        let reply = app.visitor().get(&path).await;
        assert_eq!((reply.status, reply.kind().as_str()), (StatusCode::OK, "application/pdf"), "{path}");
        assert!(reply.body.starts_with(b"%PDF-"), "{path}");
    }
}

#[cfg(feature = "pdf")]
#[tokio::test]
async fn each_side_of_a_sheet_of_rules_is_a_page() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    for (ruleset, sides) in [("d3h2", 3), ("hott25", 2), ("dbmf", 4)] {
        let reply = app.visitor().get(&format!("/rules/{ruleset}/crib.pdf")).await;
        let file = String::from_utf8_lossy(&reply.body).into_owned();
        let pages = file.matches("/Type/Page").count() - file.matches("/Type/Pages").count();
        assert_eq!(pages, sides, "{ruleset}");
    }
}

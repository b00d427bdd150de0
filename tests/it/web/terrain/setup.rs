//! `/terrain/setup`.

use actix_web::http::StatusCode;

use crate::store::harness::TestDb;
use crate::web::harness::{TestApp, army, kept_table};

#[tokio::test]
async fn the_throw_is_shown_die_by_die_and_the_lower_total_defends() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let mut ties = 0;
    for seed in 0..12 {
        let query = format!("aggression_a=2&aggression_b=2&home_a=forest&home_b=dry&seed={seed}");
        let page = visitor.get(&format!("/terrain/setup?{query}")).await;
        assert_eq!(page.status, StatusCode::OK);
        let throws = page.texts(".throws li");
        let totals: Vec<(i64, i64)> = throws
            .iter()
            .map(|throw| {
                let numbers: Vec<i64> =
                    throw.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
                assert_eq!(numbers[0] + numbers[1], numbers[2], "{throw}");
                assert_eq!(numbers[3] + numbers[4], numbers[5], "{throw}");
                (numbers[2], numbers[5])
            })
            .collect();
        let (last, before) = totals.split_last().unwrap();
        assert!(before.iter().all(|(a, b)| a == b) && last.0 != last.1, "{totals:?}");
        ties += before.len();
        assert_eq!(page.texts(".throws .hint").len(), before.len());
        let (side, home) = if last.0 < last.1 { ("First side", "forest") } else { ("Second side", "dry") };
        let said = page.texts("#throw > p").join(" ");
        assert!(said.starts_with(&format!("{side} has the lower total and defends D3H2-DEPL-01")), "{said}");
        let link = page.attr("#throw a.button", "href").unwrap();
        assert_eq!(link, format!("/terrain/new?ruleset=d3h2&home={home}&board=15&seed={seed}#table"));
    }
    assert!(ties > 0, "no seed shows a tie");
}

#[tokio::test]
async fn what_makes_no_sense_comes_back_at_its_field() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    assert_eq!(visitor.get("/terrain/setup").await.status, StatusCode::OK);
    assert!(visitor.get("/terrain/setup?aggression_a=1&aggression_b=4").await.location().contains("&seed="));
    for (query, error) in [
        ("aggression_a=1", "#aggression_b-error"),
        ("aggression_a=1&aggression_b=lots", "#aggression_b-error"),
        ("aggression_a=1&aggression_b=9223372036854775807", "#aggression_b-error"),
        ("aggression_a=99&aggression_b=1", "#aggression_a-error"),
        ("aggression_a=-1&aggression_b=1", "#aggression_a-error"),
        ("aggression_a=1&aggression_b=2&home_b=moon", "#home_b-error"),
        ("aggression_a=1&army_b=nobody", "#army_b-error"),
        ("aggression_a=1&army_b=/armies/aaaaaaaaaaaa", "#army_b-error"),
        ("layout=/terrain/aaaaaaaaaaaa", "#layout-error"),
        ("ruleset=dbm&aggression_a=1&aggression_b=2", "#ruleset-error"),
        ("ruleset=hott25&aggression_a=1", "#aggression_a-error"),
        ("aggression_a=1&aggression_b=2&seed=x", "#seed-error"),
        ("zz=1", ".field-error"),
    ] {
        let seed = if query.contains("seed=") { "" } else { "&seed=1" };
        let refused = visitor.get(&format!("/terrain/setup?{query}{seed}")).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert!(refused.has(error), "{query}");
    }
}

#[tokio::test]
async fn without_aggression_the_dice_alone_decide() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let begun = visitor.get("/terrain/setup?ruleset=hott25").await;
    assert!(begun.location().contains("ruleset=hott25&seed="), "{begun:?}");
    let page = visitor.get("/terrain/setup?ruleset=hott25&seed=3").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(!page.text(".throws").contains("aggression") && !page.has("#aggression_a"));
    assert!(page.text("#throw").contains("defends HOTT25-TERR-01"), "{}", page.text("#throw"));
}

for_each_store! {
    async fn armies_bring_their_names_factors_and_home_terrains(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let low = army().named("Low").with("aggression", 0).made_by(&visitor).await;
        let high = army().named("High").with("aggression", 4).with("home_terrain", "dry").made_by(&visitor).await;
        let query = format!("army_a=https://field.example{}&army_b={}&seed=3", high.at("/edit?x=1"), low.id);
        let page = visitor.get(&format!("/terrain/setup?{}", query.replace("?x=1", "%3Fx=1"))).await;
        assert_eq!(page.status, StatusCode::OK, "{page:?}");
        let throw = page.texts(".throws li").pop().unwrap();
        assert!(throw.contains("High: ") && throw.contains("+ aggression 4"), "{throw}");
        assert!(throw.contains("Low: ") && throw.contains("+ aggression 0"), "{throw}");
        let defender = page.text("#throw > p strong");
        let home = if defender == "Low" { "home=forest" } else { "home=dry" };
        assert!(page.attr("#throw a.button", "href").unwrap().contains(home));
        // The input takes precedence over the army.
        let page = visitor.get(&format!("/terrain/setup?{query}&aggression_a=1").replace("?x=1", "%3Fx=1")).await;
        assert!(page.text(".throws li").contains("+ aggression 1"));
    }

    async fn a_table_shows_the_edges_it_leaves_and_the_zones_of_one(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let made = kept_table(&visitor, "home=arable&seed=38").await;
        let page = visitor.get(&format!("/terrain/setup?layout={}&seed=1", made.at(""))).await;
        assert!(page.has("svg.map") && !page.has("svg.map .zone"));
        assert_eq!(page.texts(".edges .may").len(), 2);
        let next = page.attr(".edges a", "href").unwrap();
        let zones = visitor.get(next.split('#').next().unwrap()).await;
        assert!(zones.has("svg.map .zone") && zones.has(".rules-said"));
        // If the rules let a die decide, it is shown.
        let numbered = kept_table(&visitor, "ruleset=dba22&home=arable&seed=2").await;
        let query = format!("ruleset=dba22&layout={}&aggression_a=1&aggression_b=2&seed=1", numbered.id);
        let page = visitor.get(&format!("/terrain/setup?{query}")).await;
        let said = page.text("#edges-title + p");
        assert!(said.contains("DBA22-DEPL-03") && said.contains("4 to 6"), "{said}");
        assert_eq!(page.texts(".edges .may").len(), 4);
        assert!(page.has(".with-map [aria-label^=die]"));
    }

    async fn armies_of_one_name_are_told_apart(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let one = army().named("The Faerie Court").made_by(&visitor).await;
        let other = army().named("The Faerie Court").with("aggression", 4).made_by(&visitor).await;
        let page = visitor.get(&format!("/terrain/setup?army_a={}&army_b={}&seed=3", one.id, other.id)).await;
        let mut names = page.texts("#throw > p strong");
        names.sort();
        assert_eq!(names, ["The Faerie Court (first army)", "The Faerie Court (second army)"]);
    }

    async fn a_table_that_is_not_the_defenders_or_not_legal_is_warned_of(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let sides = "aggression_a=1&aggression_b=2&home_a=forest&home_b=forest&seed=1";
        let right = kept_table(&visitor, "home=forest&seed=2").await;
        let page = visitor.get(&format!("/terrain/setup?{sides}&layout={}", right.id)).await;
        assert!(!page.has(".problem.warning") && page.has("svg.map"), "{page:?}");
        let littoral = kept_table(&visitor, "home=littoral&seed=2").await;
        let page = visitor.get(&format!("/terrain/setup?{sides}&layout={}", littoral.id)).await;
        let said = page.text(".problem.warning");
        assert!(said.contains("home terrain Littoral") && said.contains("is Forest. Generate a table for Forest"), "{said}");
        // Without a throw there is no defender.
        assert!(!visitor.get(&format!("/terrain/setup?layout={}", littoral.id)).await.has(".problem.warning"));
        let old = kept_table(&visitor, "ruleset=dba3&home=forest&seed=2").await;
        let page = visitor.get(&format!("/terrain/setup?{sides}&layout={}", old.id)).await;
        assert!(page.text(".problem.warning").contains("under DBA 3.0"), "{page:?}");
        let piece = visitor.get(&right.at(".json")).await.json()["features"][0]["id"].as_str().unwrap().to_owned();
        visitor.press_on(&visitor.editor(&right).await, &format!("remove:{piece}")).await;
        let page = visitor.get(&format!("/terrain/setup?{sides}&layout={}", right.id)).await;
        assert!(page.text(".problem.warning").contains("not legal. Open it to see why and correct it"), "{page:?}");
    }
}

//! `/odds`: two elements, what happens between them, and why.

use actix_web::http::StatusCode;

use super::harness::{Reply, TestApp, encode};
use crate::store::harness::TestDb;

async fn shown(query: &str) -> Reply {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    app.visitor().get(&format!("/odds{query}")).await
}

#[tokio::test]
async fn knights_on_spears_in_the_open_are_told_as_every_player_knows() {
    let page = shown("?a=Kn&b=Sp").await;
    assert_eq!(page.status, StatusCode::OK);
    let deeds = page.texts(".odds-deed");
    assert_eq!(deeds, ["Knight destroys 10 in 36 (28 %)", "Spear destroys 4 in 36 (11 %)"]);
    assert_eq!(page.texts(".odds-bar:first-of-type span").len(), 72);
    // Below the effect of one side is the outcome for the other.
    assert!(
        page.texts(".odds-fate")[0].starts_with("Spear is destroyed 10 in 36 (28 %)"),
        "{:?}",
        page.texts(".odds-fate")
    );
    // Every throw has a square with a sign for each side, and its words.
    assert_eq!(page.texts(".odds-square tbody tr").len(), 6);
    assert_eq!(page.texts(".odds-square td [aria-hidden]").len(), 72);
    let words = page.texts(".odds-square tbody td");
    let destroyed = words.iter().filter(|words| words.ends_with("Spear is destroyed")).count();
    let dead = words.iter().filter(|words| words.contains("Knight is destroyed")).count();
    assert_eq!((words.len(), destroyed, dead), (36, 10, 4));
    assert_eq!(page.texts(".odds-square th[scope=row]"), ["1", "2", "3", "4", "5", "6"]);
    assert!(page.texts(".odds-chances tbody th").contains(&"D is destroyed".to_owned()));
    assert_eq!(page.texts(".odds-chances tbody tr:first-child td"), ["4 in 36 (11 %)", "10 in 36 (28 %)"]);
}

#[tokio::test]
async fn every_number_has_its_reason_with_its_rule() {
    let page = shown("?a=Pk&b=Bd&a.rear_support=on&b.left=overlap&b.right=flank").await;
    let sums = page.texts(".odds-sum li");
    assert!(sums[0].starts_with("3 combat factor against Foot"), "{sums:?}");
    assert!(sums.iter().any(|line| line.starts_with("+3 against Foot but Psiloi, supported from behind")), "{sums:?}");
    assert!(sums.iter().any(|line| line.starts_with("−1 1 overlap")), "{sums:?}");
    assert!(sums.iter().any(|line| line.starts_with("−1 1 flank in contact")), "{sums:?}");
    for rule in ["D3H2-SUPP-02", "D3H2-TACT-14", "D3H2-RECOIL-16", "D3H2-PURS-05"] {
        assert!(page.has(&format!("a.ruleref[href='/rules/d3h2/{rule}']")), "{rule}");
    }
    assert_eq!(page.texts(".odds-lots strong"), ["Equal", "Beaten", "Doubled", "Equal", "Beaten", "Doubled"]);
    assert!(page.texts(".odds-lots li")[4].contains("recoils D3H2-OUT-36, and so is destroyed"), "{page:?}");
}

#[tokio::test]
async fn what_somebody_need_not_mind_is_told_as_that() {
    let page = shown("?mode=bespelling&a=Mg&b=Hr").await;
    let lots = page.texts(".odds-lots li");
    let told = "stays as it is D3H2-OUT-03, although the table says that it is destroyed";
    assert!(lots[1].starts_with("Beaten") && lots[1].contains(told), "{lots:?}");
    assert!(lots[4].contains("is ensorcelled (against Mages) D3H2-OUT-29"), "{lots:?}");
}

#[tokio::test]
async fn a_form_leads_to_the_short_address_of_its_case() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let page = visitor.get("/odds").await;
    assert_eq!(page.attr("#odds-address", "href").as_deref(), Some("/odds?a=Kn&b=Sp"));
    let form = page.form("/odds").with("a.left", "overlap").with("b.general", "on").with("b", "spears");
    let answer = visitor.get(&format!("/odds?{}", form.body())).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(answer.location(), "/odds?a=Kn&b=Sp&a.left=overlap&b.general=on");
    let page = visitor.get(&answer.location()).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.attr("#odds-address", "href").as_deref(), Some(answer.location().as_str()));
    // The form of the page has the case; sent again it gives the same address.
    let again = visitor.get(&format!("/odds?{}", page.form("/odds").body())).await;
    assert_eq!(again.location(), answer.location());
    let swapped = visitor.get(&format!("/odds?{}", page.form("/odds").with("do", "swap").body())).await;
    assert_eq!(swapped.location(), "/odds?a=Sp&b=Kn&a.general=on&b.left=overlap");
}

#[tokio::test]
async fn everything_that_a_case_can_say_stands_in_its_address() {
    for query in [
        "?ruleset=d3h2-traditional&a=Kn&b=Sp&b.side_support=Bd",
        "?a=Sp&b=Bd&a.side_support=Bd&a.side_support.fast=on",
        "?mode=shooting&a=Bw&b=Bw&a.aids=2&b.mounted=on&b.shoots=on&b.rear_shot=on",
        "?mode=bespelling&a=Mg&b=Hr&b.feature=woods&b.facing_river=on&b.protected=on&b.near_own_stronghold=on",
        "?a=Bd&b=Sp&b.in=stronghold&b.assaulters=2",
        "?a=Ps&b=Kn&a.against_flank=on&a.front_result=recoil",
        "?a=Kn&b=CP&b.going=rough&b.rear=on&b.two_edges=on&knights_equal=foot_only",
        "?a=Ax&b=Wb&a.fast=on&a.uphill=on&b.bank=on",
        "?a=Bd&b=Camp",
    ] {
        let page = shown(query).await;
        assert_eq!(page.status, StatusCode::OK, "{query}: {page:?}");
        assert_eq!(page.attr("#odds-address", "href"), Some(format!("/odds{query}")));
    }
}

#[tokio::test]
async fn what_cannot_happen_is_told_at_its_field_and_nothing_is_lost() {
    for (query, field, said) in [
        ("?a=SCh&b=Stronghold", "a", "Scythed Chariots never assault a Stronghold or Camp."),
        ("?a=Dg&b=Sp&a.fast=on&b.left=overlap", "a-fast", "Dragons are never Fast."),
        ("?mode=shooting&a=Sp&b=Bw", "a", "Spears do not shoot."),
        ("?mode=shooting&a=Bw&b=Sp&b.shoots=on", "b-shoots", "Spears do not shoot."),
        ("?a=Elephantz&b=Sp", "a", "There is no troop type `Elephantz`. Is it Bh?"),
        (
            "?a=Fl&b=Sp&a.feature=woods",
            "a-feature",
            "Aerials fly over woods and built-up areas, but never stand in them.",
        ),
        ("?a=Kn&b=Sp&a.mounted=on", "a-mounted", "Knights never ride as mounted infantry."),
        ("?a=Kn&b=Sp&b.aids=7", "b-aids", "Expected a whole number from 0 to 2."),
        ("?a=Kn&b=Sp&a.rear=maybe", "a-rear", "Expected true or false."),
        ("?a=Kn&b=Sp&b.side_support=wolves", "b-side-support", "There is no troop type `wolves`."),
        (
            "?ruleset=chess&a=Kn&b=Sp",
            "ruleset",
            "There is no ruleset `chess` with combat; known rulesets are d3h2, d3h2-traditional, dba3, dba22, hott25, dbmf.",
        ),
        ("?mode=charm&a=Kn&b=Sp", "mode", "Expected close, shooting or bespelling."),
    ] {
        let page = shown(query).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert!(page.text(".odds-said [role=alert]").contains(said), "{query}: {}", page.text(".odds-said"));
        assert_eq!(page.text(&format!("[id='{field}-error']")), said, "{query}");
        assert!(page.has("[aria-invalid=true]") && page.has(&format!("a[href='#{field}']")), "{query}");
        assert!(!page.has(".odds-square"), "{query}");
        assert_eq!(page.attr("#odds-address", "href"), Some(format!("/odds{query}")));
    }
}

#[tokio::test]
async fn rubbish_is_told_and_never_breaks_the_page() {
    let long = format!("?a={}&b=Sp", "x".repeat(5000));
    for query in [
        "?x=1",
        "?a=Kn&b=Sp&a.shoots=on",
        "?a=%3Cscript%3E&b=%00",
        "?a=Kn&b=Sp&a.going=uphill&b.going=%F0%9F%90%89",
        "?a=Kn&b=Sp&a.assaulters=-1",
        "?a=Kn&b=Sp&a.assaulters=99999999999999999999",
        "?a=Kn&a=Sp",
        "?a=%ff",
        "?a=Stronghold&b=Camp",
        "?a=Kn&b=Sp&knights_equal=perhaps",
        "?a=Kn&b=Sp&a.mounted=perhaps",
        &long,
    ] {
        let page = shown(query).await;
        let led = if page.status == StatusCode::SEE_OTHER {
            shown(page.location().trim_start_matches("/odds")).await
        } else {
            page
        };
        assert_eq!(led.status, StatusCode::UNPROCESSABLE_ENTITY, "{query:.60}: {led:?}");
    }
    // Empty fields, and unknown buttons, mean nothing.
    for query in ["?", "?a=&b=", "?do=dance&a=Kn", "?a=Kn&b=Sp&a.left=&mode=close&a.aids=0"] {
        let page = shown(query).await;
        if query != "?" {
            assert_eq!(page.location(), "/odds?a=Kn&b=Sp", "{query}");
        }
    }
}

#[tokio::test]
async fn types_and_controls_come_from_the_ruleset() {
    let page = shown("?a=Kn&b=Sp").await;
    for (list, last) in [("#a", "Foot"), ("#b", "Undefended")] {
        let groups = page.page();
        let selector = scraper::Selector::parse(&format!("{list} optgroup")).unwrap();
        let labels: Vec<String> =
            groups.select(&selector).filter_map(|at| at.attr("label").map(str::to_owned)).collect();
        assert_eq!(labels.first().map(String::as_str), Some("Aerial"));
        assert_eq!(labels.last().map(String::as_str), Some(last));
    }
    assert_eq!(page.values("#a option[value=Stronghold]").len(), 0);
    let traditional = shown("?ruleset=d3h2-traditional&a=Kn&b=Sp").await;
    assert_eq!(traditional.values("#a option[value=LH]").len(), 0);
    assert!(traditional.has("a.ruleref[href='/rules/d3h2-traditional/D3H2-TRAD-16']"));
    // Without script every field is there; those that cannot matter are only marked.
    let names: Vec<String> = page.form("/odds").names().map(str::to_owned).collect();
    for name in ["mode", "ruleset", "a.left", "b.going", "b.feature", "a.aids", "b.in", "knights_equal"] {
        assert!(names.contains(&name.to_owned()), "{name}: {names:?}");
    }
    assert!(page.has(".pick.idle #a-rear-support") && page.has(".pick:not(.idle) #a-fast"));
    let pikes = shown("?a=Pk&b=Sp").await;
    assert!(pikes.has(".pick:not(.idle) #a-rear-support"));
    assert!(page.has("button[name=do][value=swap]") && page.has("button.odds-show"));
}

#[tokio::test]
async fn features_that_players_agree_on_are_offered_too() {
    let page = shown("?ruleset=hott25&a=Rd&b=Sp&b.feature=woods").await;
    let features = page.texts("#b-feature option");
    for (value, name) in [
        ("woods", "Woods, bad going"),
        ("difficult_hill", "Difficult hill, bad going"),
        ("gentle_hill", "Gentle hill, good going"),
        ("hamlet", "Hamlet, bad going"),
    ] {
        assert!(features.contains(&name.to_owned()), "{name}: {features:?}");
        assert!(page.has(&format!("#b-feature option[value={value}]")), "{value}");
    }
    assert!(page.has("#b-feature option[value=woods][selected]"));
    assert_eq!(page.status, StatusCode::OK);
}

#[tokio::test]
async fn who_is_at_the_flank_alone_rolls_no_dice() {
    let page = shown(&format!("?{}", encode(&[("a", "Ps"), ("b", "Kn")]).replace("%2E", "."))).await;
    assert!(page.has(".odds-square"));
    let page = shown("?a=Ps&b=Kn&a.against_flank=on&a.front_result=destroyed").await;
    assert!(!page.has(".odds-square") && !page.has(".odds-lots"));
    assert_eq!(page.texts(".odds-fate")[1], "Psiloi recoils 36 in 36 (100 %).");
}

#[tokio::test]
async fn a_ruleset_that_leans_on_another_book_says_so_and_takes_what_that_adds() {
    let page = shown("?ruleset=dbmf&a=Kn%28E%29&b=Bd%28E%29&a.other_factors=-2&bound=b").await;
    assert_eq!(page.status, StatusCode::OK, "{page:?}");
    assert!(page.text(".odds-elsewhere").contains("DBMM book") && page.has(".odds-elsewhere a.ruleref"));
    let sums = page.texts(".odds-sum li");
    assert!(sums.iter().any(|line| line.starts_with("−2 by the DBMM book")), "{sums:?}");
    let graded = page.texts(".odds-graded");
    assert_eq!(graded.len(), 2, "{graded:?}");
    assert!(graded[0].starts_with("−1 if its total is not higher: Entity, against supernaturals"), "{graded:?}");
    assert!(graded[0].ends_with("DBMF-GRADF-01"), "{graded:?}");
    let chances = page.texts(".odds-chances tbody th");
    assert!(chances.contains(&"? suffers what the DBMM book says".to_owned()), "{chances:?}");
    // Fields that only the DBMM book needs are not there.
    let names: Vec<String> = page.form("/odds").names().map(str::to_owned).collect();
    for name in ["bound", "a.other_factors", "b.in", "a.rear_support", "a.going"] {
        assert!(names.contains(&name.to_owned()), "{name}: {names:?}");
    }
    for name in ["a.general", "a.uphill", "b.left", "b.rear", "a.aids", "a.feature", "a.charged", "a.side_support"] {
        assert!(!names.contains(&name.to_owned()), "{name}: {names:?}");
    }
    // A box that is not ticked is not sent.
    assert!(page.has("#b-ashore") && page.has(".idle #a-ashore"));
    assert!(!page.has("#a-general") && !page.has("#a-uphill"));
    // One group for each type, with its grades.
    let selector = scraper::Selector::parse("#a optgroup").unwrap();
    let groups: Vec<String> =
        page.page().select(&selector).filter_map(|at| at.attr("label").map(str::to_owned)).collect();
    assert_eq!((groups.len(), groups[0].as_str()), (28, "Dragons"), "{groups:?}");
    assert_eq!(
        page.attr("#odds-address", "href").as_deref(),
        Some("/odds?ruleset=dbmf&a=Kn%28E%29&b=Bd%28E%29&a.other_factors=-2&bound=b")
    );
}

#[tokio::test]
async fn who_sets_the_sides_about_keeps_whose_bound_it_is() {
    let page = shown("?ruleset=dbmf&a=Cv%28O%29&b=Gi%28O%29&do=swap").await;
    assert_eq!(page.location(), "/odds?ruleset=dbmf&a=Gi%28O%29&b=Cv%28O%29&bound=b");
    // It is missing where no rule depends on it.
    let page = shown("?a=Kn&b=Sp&bound=b&a.other_factors=3&b.ashore=on").await;
    assert_eq!(page.location(), "/odds?a=Kn&b=Sp");
    let wrong = shown("?ruleset=dbmf&a=Kn%28O%29&b=Gal%28O%29&a.ashore=on").await;
    assert_eq!(wrong.text("#a-ashore-error"), "Only naval elements put troops ashore.");
}

//! `/armies/{id}/versus` and `/armies/{id}/versus/{other}`.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;
use musterfield_rules::book;
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use crate::store::harness::TestDb;
use crate::web::harness::{ArmyBuilder, MadeWork, Reply, TestApp, Visitor, army, encode, layout};

/// An army with these lines.
fn host(name: &str, elements: Value) -> ArmyBuilder {
    army().named(name).with("elements", elements)
}

fn romans() -> ArmyBuilder {
    host(
        "Legion",
        json!([
            {"type": "Kn", "general": true}, {"type": "Kn"}, {"type": "Bd", "count": 3, "fast": true},
            {"type": "Bd", "count": 2}, {"type": "Bd"}, {"type": "Bw", "mounted": true}, {"type": "Ps", "count": 2},
        ]),
    )
}

fn hoplites() -> ArmyBuilder {
    host(
        "Phalanx",
        json!([{"type": "Sp", "count": 8, "general": true}, {"type": "Bw"}, {"type": "Bh"}, {"type": "Mg"}]),
    )
}

/// Two armies of one visitor and the address of their matchup.
async fn faced(owner: &Visitor<'_>, first: &ArmyBuilder, second: &ArmyBuilder) -> (MadeWork, MadeWork, String) {
    let (first, second) = (first.made_by(owner).await, second.made_by(owner).await);
    let path = first.at(&format!("/versus/{}", second.id));
    (first, second, path)
}

/// The addresses of all links that match a selector.
fn links(page: &Reply, selector: &str) -> Vec<String> {
    let html = page.page();
    let selector = scraper::Selector::parse(selector).unwrap();
    html.select(&selector).filter_map(|link| link.attr("href").map(str::to_owned)).collect()
}

const SQUARES: &str = ".vs-matrix td > a";

/// The case of an address of `/odds`, as the API takes it.
fn case_of(path: &str) -> Value {
    let query = path.strip_prefix("/odds?").unwrap_or_else(|| panic!("{path} is no page of odds"));
    let mut case = json!({ "a": {}, "b": {} });
    for pair in query.split('&') {
        let (name, value) = pair.split_once('=').unwrap();
        let value = percent_decode_str(value).decode_utf8().unwrap().into_owned();
        match name.split_once('.') {
            None if name == "a" || name == "b" => case[name]["type"] = value.into(),
            None if name == "knights_equal" => case["options"] = json!({ "knights_equal": value }),
            None => case[name] = value.into(),
            Some((side, "mounted")) => {
                let foot = case[side]["type"].as_str().unwrap().to_owned();
                case[side]["type"] = format!("Mounted-{foot}").into();
            }
            Some((side, field)) => case[side][field] = if value == "on" { true.into() } else { value.into() },
        }
    }
    case
}

/// The result of the API, in the words of a square.
fn words_by_the_api(odds: &Value) -> String {
    let mut counted = BTreeMap::new();
    for outcome in odds["outcomes"].as_array().unwrap_or_else(|| panic!("{odds}")) {
        let ways = outcome["ways"].as_u64().unwrap();
        let kind = |side: &str| match outcome[side].as_str().unwrap() {
            "none" => 0,
            "recoil" | "flee" => 1,
            _ => 2,
        };
        let (a, b) = (kind("a"), kind("b"));
        for (word, counts) in [
            ("0 destroys", b == 2),
            ("1 drives back", b == 1),
            ("2 nothing", a == 0 && b == 0),
            ("3 driven back", a == 1),
            ("4 lost", a == 2),
        ] {
            *counted.entry(word).or_insert(0) += if counts { ways } else { 0 };
        }
    }
    let told = counted.into_iter().filter(|(_, ways)| *ways > 0).map(|(word, ways)| format!("{} {ways}", &word[2..]));
    told.collect::<Vec<_>>().join(", ")
}

/// Compares every square with the API.
async fn assert_as_the_api(visitor: &Visitor<'_>, page: &Reply) {
    let (paths, words) = (links(page, SQUARES), page.texts(".vs-matrix td > a .vs-said"));
    assert!(!paths.is_empty() && paths.len() == words.len());
    for (path, words) in paths.iter().zip(words) {
        let request = TestRequest::post().uri("/api/v1/odds").set_payload(case_of(path).to_string());
        let odds = visitor.send(request.insert_header(("content-type", "application/json"))).await;
        assert_eq!(odds.status, StatusCode::OK, "{path}: {}", odds.body_text());
        let told = words_by_the_api(&odds.json());
        assert!(words.contains(&format!(", of 36 rolls: {told}; ")), "{path}: {words}, by the API {told}");
    }
}

#[tokio::test]
async fn every_pair_of_sorts_has_a_square_with_its_numbers_signs_and_words() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (first, second, path) = faced(&owner, &romans(), &hoplites()).await;
    let page = app.visitor().get(&path).await;
    assert_eq!(page.status, StatusCode::OK, "{page:?}");
    assert_eq!(page.text("h1"), "Legion against Phalanx");
    // Elements that fight alike are one row, with their number.
    assert_eq!(
        page.texts("tbody th[scope=row] .vs-name")[..6],
        ["Knight (general)", "Knight", "Fast Blades", "Blades", "Mounted Bow", "Psiloi",]
    );
    assert_eq!(page.texts(".vs-matrix tbody .vs-count"), ["×1", "×1", "×3", "×3", "×1", "×2"]);
    assert_eq!(page.texts(".vs-matrix th[scope=col] .vs-name"), ["Spears (general)", "Bow", "Behemoth", "Mage"]);
    assert_eq!(page.texts(SQUARES).len(), 6 * 4);
    let knight = page.text("a[href='/odds?a=Kn&b=Bw']");
    assert!(knight.contains("Knight against Bow, of 36 rolls: destroys "), "{knight}");
    // Colour, sign and words agree.
    for (class, sign, words) in [
        ("v-good", "++", "; clearly better off"),
        ("v-fair", "+", "; better off"),
        ("v-poor", "−", "; worse off"),
        ("v-bad", "−−", "; clearly worse off"),
        ("v-even", "=", "; even"),
    ] {
        for square in page.texts(&format!(".vs-matrix td.{class} > a")) {
            assert!(square.starts_with(&format!("{sign} ")) || square.starts_with(sign), "{square}");
            assert!(square.ends_with(words), "{square}");
        }
    }
    assert!(page.has(".vs-matrix td.v-good") && page.has(".vs-matrix td.v-bad"));
    // The situation is stated, and the further links are there.
    assert!(page.text(".vs-situation").starts_with("Close combat in good going: one element against one"));
    assert!(page.has("[role=group][tabindex='0'][aria-labelledby=matrix-title] table caption"));
    for way in [first.at(""), second.at(""), second.at(&format!("/versus/{}", first.id)), first.at("/versus")] {
        assert!(page.has(&format!("a[href='{way}']")), "{way}");
    }
    assert_eq!(page.header("cache-control").as_deref(), Some("no-store"));
    assert_as_the_api(&owner, &page).await;
}

#[tokio::test]
async fn bars_are_as_long_as_their_numbers() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (.., path) = faced(&owner, &host("A", json!([{"type": "Kn"}])), &host("B", json!([{"type": "Sp"}]))).await;
    let page = owner.get(&path).await;
    let square = page.text(SQUARES);
    assert!(square.contains("10:4") && square.contains("destroys 10, driven back 22, lost 4"), "{square}");
    assert!(page.has(&format!("{SQUARES} .vs-bar:nth-of-type(1) > .vs-l.n10")));
    assert!(page.has(&format!("{SQUARES} .vs-bar:nth-of-type(2) > .vs-l.n4")));
    let css = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/versus.css")).unwrap();
    for ways in 1..=36_u32 {
        let width = format!(".n{ways} {{ width: ");
        let written = css.split_once(&width).and_then(|(_, rest)| rest.split_once('%')).unwrap().0;
        let written: f64 = written.parse().unwrap();
        assert!((written - f64::from(ways) / 0.36).abs() < 0.01, "{ways}: {written}");
    }
}

#[tokio::test]
async fn every_link_to_odds_is_the_shortest_address_of_its_case() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (.., path) = faced(&owner, &romans(), &hoplites()).await;
    for query in ["", "?going=bad", "?mode=shooting", "?mode=bespelling", "?knights_equal=foot_only"] {
        // Bespelled by the second army's Magician, seen from the other side.
        let page = if query == "?mode=bespelling" {
            let swapped = links(&owner.get(&path).await, ".vs-ways a");
            owner.get(&format!("{}{query}", swapped[2])).await
        } else {
            owner.get(&format!("{path}{query}")).await
        };
        assert_eq!(page.status, StatusCode::OK, "{query}: {page:?}");
        let odds: Vec<String> = links(&page, "main a").into_iter().filter(|link| link.starts_with("/odds")).collect();
        assert!(odds.len() > 5, "{query}: {odds:?}");
        for link in odds {
            let answer = owner.get(&link).await;
            assert_eq!(answer.status, StatusCode::OK, "{link}: {answer:?}");
            assert_eq!(answer.attr("#odds-address", "href").as_deref(), Some(link.as_str()));
        }
        assert_as_the_api(&owner, &page).await;
    }
}

#[tokio::test]
async fn the_situation_is_chosen_by_links_and_has_one_address() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (_, second, path) = faced(&owner, &romans(), &hoplites()).await;
    let page = owner.get(&path).await;
    assert_eq!(page.texts(".vs-control a[aria-current]"), ["close combat", "good", "by the letter"]);
    // The Legion has Bows and no Magician.
    assert_eq!(page.texts(".vs-control:first-of-type a"), ["close combat", "shooting"]);
    let bad = owner.get(&format!("{path}?going=bad")).await;
    assert!(bad.text(".vs-situation").starts_with("Close combat with both in bad going"));
    assert_ne!(page.texts(SQUARES), bad.texts(SQUARES));
    assert!(links(&bad, ".vs-ways a")[2].ends_with("?going=bad"));
    let shooting = owner.get(&format!("{path}?mode=shooting")).await;
    assert_eq!(shooting.texts(SQUARES).len(), 4);
    assert_eq!(shooting.texts("tbody th[scope=row] .vs-name"), ["Mounted Bow"]);
    let idle = "Left out because they cannot shoot: Knight (general), Knight, Fast Blades, Blades, Psiloi.";
    assert_eq!(shooting.text(".vs-region ~ p, section ~ p.hint"), idle);
    let nobody = owner.get(&format!("{path}?mode=bespelling")).await;
    assert_eq!((nobody.status, nobody.has(".vs-matrix")), (StatusCode::OK, false));
    assert_eq!(nobody.text("p.hint"), "No element of Legion can bespell.");
    assert!(!shooting.has("a[href*='going=']"));
    let knights = owner.get(&format!("{path}?knights_equal=foot_only")).await;
    assert_ne!(page.texts(SQUARES), knights.texts(SQUARES));
    // A form's fields lead to the short address; unknown values are refused.
    let long = owner.get(&format!("{path}?mode=close&going=rough&knights_equal=literal")).await;
    assert_eq!((long.status, long.location()), (StatusCode::SEE_OTHER, format!("{path}?going=rough")));
    let usual = owner.get(&format!("{path}?mode=close")).await;
    assert_eq!((usual.status, usual.location()), (StatusCode::SEE_OTHER, path.clone()));
    for query in ["going=uphill", "mode=charm", "knights_equal=perhaps", "x=1", "going=%ff", "going=bad&going=bad"] {
        owner.get(&format!("{path}?{query}")).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }
    // Only options that can matter are offered.
    let foot = host("Foot", json!([{"type": "Wb", "count": 3}])).made_by(&owner).await;
    let plain = owner.get(&foot.at(&format!("/versus/{}", second.id))).await;
    assert_eq!(plain.texts(".vs-control a"), ["good", "rough", "bad"]);
}

#[tokio::test]
async fn the_best_attackers_stand_first_and_so_do_those_to_fear() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (.., path) = faced(&owner, &romans(), &hoplites()).await;
    let page = owner.get(&path).await;
    assert_eq!(page.texts("h3"), ["What to send", "What to fear"]);
    let best = |page: &Reply, table: usize, row: usize| {
        let of = format!(".vs-bests > div:nth-of-type({table}) tbody tr:nth-of-type({row})");
        (page.text(&format!("{of} th")), page.texts(&format!("{of} .vs-chip .vs-said")))
    };
    let (target, attackers) = best(&page, 1, 3);
    assert_eq!(target, "Behemoth ×1");
    assert_eq!(attackers.len(), 3);
    assert!(attackers[0].starts_with("Psiloi against Behemoth"), "{attackers:?}");
    let balances = |attackers: &[String]| -> Vec<i32> {
        let number = |words: &str, name: &str| {
            let rest = words.split_once(name).map_or("0", |(_, rest)| rest);
            rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<i32>().unwrap()
        };
        attackers.iter().map(|words| number(words, "destroys ") - number(words, " lost ")).collect()
    };
    for row in 1..=4 {
        assert!(balances(&best(&page, 1, row).1).is_sorted_by(|one, next| one >= next), "{row}");
    }
    // A feared opponent is described by the fate of the own element.
    let (own, feared) = best(&page, 2, 2);
    assert_eq!(own, "Knight ×1");
    assert!(feared[0].starts_with("Knight against Behemoth"), "{feared:?}");
    for row in 1..=6 {
        assert!(balances(&best(&page, 2, row).1).is_sorted(), "{row}");
    }
    // An opponent that is only shot at is not feared.
    let shooting = owner.get(&format!("{path}?mode=shooting")).await;
    assert_eq!(shooting.texts("h3"), ["What to send"]);
    assert!(shooting.text(".vs-best .vs-chip .vs-said").starts_with("Mounted Bow against"), "{shooting:?}");
}

#[tokio::test]
async fn an_army_meets_itself_and_two_of_one_name_are_told_apart() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = romans().made_by(&owner).await;
    let page = owner.get(&army.at(&format!("/versus/{}", army.id))).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.text("h1"), "Legion (first) against Legion (second)");
    assert_eq!(page.texts(".vs-matrix tbody tr:nth-of-type(1) td.v-even").len(), 1);
    assert_eq!(page.texts(".vs-ways a"), ["Legion (first)", "Choose another opponent"]);
    assert_as_the_api(&owner, &page).await;
}

#[tokio::test]
async fn the_tables_of_the_first_army_judge_if_they_know_the_types_of_the_second() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let knights = json!([{"type": "Kn", "general": true}, {"type": "Bd", "count": 2}]);
    let old = host("Old guard", knights).with("ruleset", "d3h2-traditional");
    let (old, new, path) = faced(&owner, &old, &romans()).await;
    let page = owner.get(&path).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    let said = page.text(".field-error");
    assert!(said.contains("does not have all of its types") && said.contains("Psiloi (Ps)"), "{said}");
    // The suggested way out works.
    let way = page.attr("main p > a.button", "href").unwrap();
    assert_eq!(way, new.at(&format!("/versus/{}", old.id)));
    let other = owner.get(&way).await;
    assert_eq!(other.status, StatusCode::OK);
    assert!(
        other.text(".notice").contains("Here both armies fight under D3H2, the rules of the first"),
        "{}",
        other.text(".notice")
    );
    assert_as_the_api(&owner, &other).await;
    // Types that both have are judged by the tables of the first.
    let plain = host("Plain", json!([{"type": "Kn"}, {"type": "Sp"}])).made_by(&owner).await;
    let judged = owner.get(&old.at(&format!("/versus/{}", plain.id))).await;
    assert_eq!(judged.status, StatusCode::OK);
    assert!(links(&judged, SQUARES).iter().all(|link| link.starts_with("/odds?ruleset=d3h2-traditional&a=")));
    assert_as_the_api(&owner, &judged).await;
}

#[tokio::test]
async fn names_and_words_of_visitors_stand_on_the_page_as_text() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let bad = "<script>alert('1')</script>&amp;";
    let elements = json!([{"type": "<img src=x>", "count": 2}, {"type": "Kn", "mounted": true}, {"type": "Sp"}]);
    let (first, second, path) =
        faced(&owner, &host(bad, elements), &host("\"><b>B</b>", json!([{"type": "Sp"}]))).await;
    let page = owner.get(&path).await;
    assert_eq!(page.text("h1"), format!("{bad} against \"><b>B</b>"));
    assert!(!page.has("main script, main img, main h1 b"));
    let remarks = page.texts(".notice");
    assert_eq!(remarks.len(), 2, "{remarks:?}");
    assert!(remarks[0].contains("“<img src=x>” is not a D3H2 type and is left out."), "{remarks:?}");
    assert!(remarks[1].contains("Mounted Knight: anything the rules do not allow here is ignored."), "{remarks:?}");
    let choose = owner.get(&first.at("/versus")).await;
    assert!(choose.text("h1").contains(bad) && choose.text(".targets").contains("\"><b>B</b>"));
    assert!(!choose.has("main script, main .targets b"));
    assert!(
        owner
            .get(&first.at(""))
            .await
            .has(&format!(".versus a[href='{}']", first.at(&format!("/versus/{}", second.id))))
    );
}

#[tokio::test]
async fn an_army_without_elements_meets_nobody() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (first, second, path) = faced(&owner, &host("None", json!([])), &romans()).await;
    for path in [path, second.at(&format!("/versus/{}", first.id))] {
        let page = owner.get(&path).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text(".empty").starts_with("None has no elements yet"), "{page:?}");
        assert!(!page.has(".vs-matrix"));
    }
}

/// An army with this many contenders, and more lines of the same contenders.
fn many(name: &str, skip: usize, sorts: usize) -> ArmyBuilder {
    let ruleset = book().unwrap().ruleset("d3h2").unwrap();
    let codes = ruleset.troops().map(|(_, troop)| json!({"type": &*troop.code, "count": 2})).skip(skip).take(sorts);
    let mut elements: Vec<Value> = codes.collect();
    let again = elements[0].clone();
    elements.push(again);
    host(name, elements.into())
}

#[tokio::test]
async fn twenty_four_sorts_meet_twenty_four() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (.., path) = faced(&owner, &many("All", 0, 24), &many("Others", 8, 24)).await;
    let page = owner.get(&path).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.texts(".vs-matrix tbody tr").len(), 24);
    assert_eq!(page.texts(".vs-matrix td > a, .vs-matrix td.vs-never").len(), 24 * 24);
    assert_eq!(page.texts(".vs-best tbody tr").len(), 48);
    assert!(page.has(".vs-region.vs-fitting"));
    assert!(page.body.len() < 600_000, "{} bytes", page.body.len());
    // Some from all parts of the page.
    let paths = links(&page, SQUARES);
    for path in paths.iter().step_by(37) {
        let answer = owner.get(path).await;
        assert_eq!(answer.attr("#odds-address", "href").as_deref(), Some(path.as_str()));
    }
}

for_each_store! {
    async fn an_army_that_is_not_there_is_told_where_another_can_be_chosen(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (first, second, path) = faced(&owner, &romans(), &hoplites()).await;
        let table = layout(db, &owner, "layout").await;
        let nobody = format!("{}{}", if second.id.starts_with('b') { "c" } else { "b" }, &second.id[1..]);
        for other in [nobody.as_str(), "nobody", "%3Cb%3E", table.id.as_str()] {
            let page = owner.get(&first.at(&format!("/versus/{other}"))).await;
            page.assert_refused(StatusCode::NOT_FOUND);
            assert!(page.text(".field-error").starts_with("There is no army at “"), "{other}: {page:?}");
            assert!(page.has("#other[aria-invalid=true]") && !page.has("main b"));
        }
        for first in [nobody.as_str(), "nobody", table.id.as_str()] {
            for rest in ["/versus".to_owned(), format!("/versus/{}", second.id)] {
                let page = owner.get(&MadeWork::army(first).at(&rest)).await;
                page.assert_refused(StatusCode::NOT_FOUND);
            }
        }
        assert_eq!(owner.get(&path).await.status, StatusCode::OK);
        owner.submit(&owner.get(&second.at("/delete")).await.form(&second.at("/delete"))).await;
        let page = owner.get(&path).await;
        page.assert_refused(StatusCode::GONE);
        assert_eq!(page.text(".field-error"), "The other army has been deleted.");
        owner.get(&second.at(&format!("/versus/{}", first.id))).await.assert_refused(StatusCode::GONE);
        owner.get(&second.at("/versus")).await.assert_refused(StatusCode::GONE);
    }

    async fn the_page_of_an_army_leads_to_its_match_ups(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (first, second, path) = faced(&owner, &romans(), &hoplites()).await;
        let shown = owner.get(&first.at("")).await;
        assert_eq!(links(&shown, ".versus .targets a"), std::slice::from_ref(&path));
        assert_eq!(shown.text(".versus .targets a"), "Phalanx D3H2, 25.5 of 24 AP");
        // Another visitor has none of them to choose from, and gives an address.
        let stranger = app.visitor();
        let seen = stranger.get(&first.at("")).await;
        assert!(!seen.has(".versus .targets"));
        let form = seen.form(&first.at("/versus"));
        let permanent = stranger.get(&second.at("")).await.attr("#permanent", "value").unwrap();
        for written in [
            second.id.clone(),
            second.at(""),
            format!("  https://example.org{}?x=1#top ", second.at("/edit")),
            second.at("/roster.pdf"),
            permanent,
            second.at(&format!("/versus/{}", first.id)),
        ] {
            let answer = stranger.get(&format!("{}?{}", first.at("/versus"), form.clone().with("other", &written).body())).await;
            assert_eq!(answer.status, StatusCode::SEE_OTHER, "{written}: {answer:?}");
            assert_eq!(answer.location(), path, "{written}");
        }
        let table = layout(db, &owner, "layout").await;
        for written in ["", "   ", "nobody", "https://example.org/", "<script>", &table.at(""), &table.id, "🐉"] {
            let answer = stranger.get(&format!("{}?{}", first.at("/versus"), encode(&[("other", written)]))).await;
            answer.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
            assert!(answer.has("#other-error"), "{written}: {answer:?}");
            assert_eq!(answer.attr("#other", "value").as_deref(), Some(written.trim()).filter(|_| written.trim().is_empty()).or(Some(written)));
        }
        stranger.get(&first.at("/versus?rival=1")).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        let choose = owner.get(&first.at("/versus")).await;
        assert_eq!(choose.status, StatusCode::OK);
        assert_eq!(links(&choose, ".targets a"), [path]);
        assert!(!choose.has(".field-error"));
        // The page of a revision has no matchups.
        let permanent = owner.get(&first.at("")).await.attr("#permanent", "value").unwrap();
        let permanent = permanent.split_once(&first.at("")).map(|(_, rest)| first.at(rest)).unwrap();
        assert!(!owner.get(&permanent).await.has(".versus"));
    }
}

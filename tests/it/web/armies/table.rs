//! `/armies/{id}/table` and `/armies/{id}/table/{other}`.

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;
use serde_json::{Value, json};

use crate::store::harness::TestDb;
use crate::web::harness::{ArmyBuilder, MadeWork, Reply, TestApp, Visitor, army, encode};

/// Two armies of a visitor, and the address of both at the table.
async fn at_table(owner: &Visitor<'_>, first: Value, second: Value) -> (MadeWork, MadeWork, String) {
    let made = |name: &'static str, elements: Value| army().named(name).with("elements", elements);
    let (first, second) = (made("Legion", first).made_by(owner).await, made("Phalanx", second).made_by(owner).await);
    let path = first.at(&format!("/table/{}", second.id));
    (first, second, path)
}

fn legion() -> Value {
    json!([{"type": "Kn", "general": true}, {"type": "Dg", "count": 2}, {"type": "Bw"}, {"type": "Mg"}])
}

fn phalanx() -> Value {
    json!([{"type": "Sp", "general": true}, {"type": "Sp", "count": 3}, {"type": "Bh"}, {"type": "Sh"}])
}

/// What the script knows.
fn data(page: &Reply) -> Value {
    serde_json::from_str(&page.text("#table-data")).unwrap()
}

#[tokio::test]
async fn what_is_ticked_is_counted_and_the_page_says_who_is_beaten() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (.., path) = at_table(&owner, legion(), phalanx()).await;
    let page = app.visitor().get(&path).await;
    assert_eq!(page.status, StatusCode::OK, "{page:?}");
    assert_eq!(page.text("h1"), "Legion against Phalanx");
    assert_eq!(page.texts("#t-army-a .base-code"), ["Kn", "Dg", "Dg", "Bw", "Mg"]);
    assert_eq!(page.text("#t-score-a .t-lost"), "0 of 12 AP lost");
    // Knights with their general count 4, and Dragons 4 each (D3H2-WIN-02, D3H2-WIN-03).
    for (query, [a, b], [state_a, state_b]) in [
        ("a0=on", ["4", "0"], ["General lost", ""]),
        ("a1=on&a2=on&b1=on", ["8", "2"], ["", ""]),
        ("a0=on&a1=on&a2=on&b1=on", ["12", "2"], ["Beaten", ""]),
        ("a0=on&a1=on&a2=on&b0=on&b1=on&b2=on&b3=on&b4=on", ["12", "14"], ["At the breaking point", "Beaten"]),
        ("a-camp=on&b-walls=on&b-camp=on", ["2", "6"], ["", ""]),
    ] {
        let page = owner.get(&format!("{path}?{query}")).await;
        assert_eq!([page.text("#t-lost-a"), page.text("#t-lost-b")], [a, b], "{query}");
        assert_eq!([page.text("#t-state-a"), page.text("#t-state-b")], [state_a, state_b], "{query}");
        assert_eq!(page.texts("input[checked]").len(), query.split('&').count(), "{query}");
    }
    // The army alone has no enemy to compare with.
    let alone = owner.get(path.rsplit_once('/').unwrap().0).await;
    assert_eq!(alone.texts(".t-army").len(), 1);
    assert!(alone.has("#enemy-title"));
    assert_eq!(alone.text("[data-mode=odds]"), "Look up");
}

/// The fates of both sides for all throws, counted from the numbers that the script has.
fn counted(numbers: &Value) -> [std::collections::BTreeMap<char, u64>; 2] {
    let number = |at: usize| numbers[at].as_i64().unwrap();
    let letters: Vec<char> = numbers[4].as_str().unwrap().chars().collect();
    let mut found = [std::collections::BTreeMap::new(), std::collections::BTreeMap::new()];
    for (die_a, die_b) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
        let (a, b) = (number(0) + die_a, number(1) + die_b);
        let at = match (a - b).signum() {
            -1 => usize::from(a * 2 <= b),
            1 => 4 + usize::from(b * 2 <= a),
            _ => 2 + usize::from(a % 2 == 1),
        };
        for (side, fates) in found.iter_mut().enumerate() {
            *fates.entry(letters[2 * at + side]).or_insert(0) += 1;
        }
    }
    found
}

#[tokio::test]
async fn the_script_has_the_numbers_of_the_api() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (.., path) = at_table(&owner, legion(), phalanx()).await;
    let known = data(&owner.get(&path).await);
    let codes = |side: usize| known["sides"][side]["kinds"].as_array().unwrap().clone();
    let names = known["fights"]["ways"].as_array().unwrap();
    let mut compared = 0;
    for (way, case) in [
        ("Open", json!({})),
        ("Bad going", json!({"a": {"going": "bad"}, "b": {"going": "bad"}})),
        ("We shoot", json!({"mode": "shooting"})),
        ("They bespell", json!({"mode": "bespelling"})),
    ] {
        let Some(fights) = names.iter().find(|known| known["name"] == way) else {
            assert_eq!(way, "They bespell", "nobody of the Phalanx does");
            continue;
        };
        for (row, own) in codes(0).iter().enumerate() {
            for (column, enemy) in codes(1).iter().enumerate() {
                let numbers = &fights["rows"][row][column];
                let mut case = case.clone();
                for (side, kind) in [("a", own), ("b", enemy)] {
                    case[side]["type"] = kind["code"].clone();
                    if kind["name"].as_str().unwrap().ends_with("(general)") {
                        case[side]["general"] = true.into();
                    }
                }
                if way == "We shoot" {
                    case["b"]["shoots"] = (enemy["code"] == "Sh").into();
                }
                let request = TestRequest::post().uri("/api/v1/odds").set_payload(case.to_string());
                let odds = owner.send(request.insert_header(("content-type", "application/json"))).await;
                if odds.status != StatusCode::OK {
                    assert!(numbers.is_null(), "{way} {case}");
                    continue;
                }
                let odds = odds.json();
                for (side, fates) in ["a", "b"].into_iter().zip(counted(numbers)) {
                    for (letter, ways) in fates {
                        let outcome = match letter {
                            '–' => "none",
                            'R' => "recoil",
                            'F' => "flee",
                            'D' => "destroyed",
                            'E' => "ensorcelled",
                            other => panic!("{other}"),
                        };
                        assert_eq!(odds[side][outcome], ways, "{way} {case} {side} {odds}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 60, "{compared}");
}

#[tokio::test]
async fn rubbish_in_the_address_is_refused_and_names_cannot_end_the_data() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (first, _, path) = at_table(&owner, legion(), phalanx()).await;
    for query in ["a5=on", "c0=on", "lost=a0", "a0=on&a0=on", "%ff=1"] {
        let page = owner.get(&format!("{path}?{query}")).await;
        assert!(page.status.is_client_error(), "{query}: {}", page.status);
    }
    let evil = army().named("</script><b>Evil").with("elements", legion()).made_by(&owner).await;
    let page = owner.get(&first.at(&format!("/table/{}", evil.id))).await;
    assert_eq!(data(&page)["sides"][1]["title"], "</script><b>Evil");
    assert!(!page.has("main > b"));
}

#[tokio::test]
async fn an_enemy_is_added_by_its_address_and_a_wrong_one_is_told() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (first, second, path) = at_table(&owner, legion(), phalanx()).await;
    let asked = |other: &str| first.at(&format!("/table?{}", encode(&[("other", other)])));
    let added = owner.get(&asked(&second.at(""))).await;
    assert_eq!((added.status, added.header("location").as_deref()), (StatusCode::SEE_OTHER, Some(&*path)));
    let unknown = owner.get(&asked("nowhere")).await;
    assert_eq!(unknown.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(unknown.text("#other-error").contains("There is no army at “nowhere”"));
    assert_eq!(owner.get(&asked(" ")).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let gone = owner.get(&first.at("/table/nobody000000")).await;
    assert_eq!(gone.status, StatusCode::NOT_FOUND);
    assert!(gone.has("#t-army-a"), "the army itself is still there");
}

/// A Big Battle army of DBA 3.0: two commands of its own, and an allied one.
fn host() -> ArmyBuilder {
    let elements = json!([
        {"type": "6Kn", "general": true, "command": 1}, {"type": "4Sp", "count": 11, "command": 1},
        {"type": "3Kn", "general": true, "command": 2}, {"type": "4Bd", "count": 11, "command": 2},
        {"type": "LH", "general": true, "ally": true, "command": 3}, {"type": "LH", "count": 11, "ally": true, "command": 3},
    ]);
    army()
        .named("Host")
        .with("ruleset", "dba3")
        .with("points", json!(null))
        .with("army_size", 36)
        .with("elements", elements)
}

#[tokio::test]
async fn the_commands_of_a_big_battle_break_one_by_one() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (first, second) = (host().made_by(&owner).await, host().named("Other").made_by(&owner).await);
    let path = first.at(&format!("/table/{}", second.id));
    // Games that count elements say so wherever armies are listed.
    assert!(owner.get("/armies").await.text(".mine .hint").contains("DBA 3.0 · 36 elements"));
    assert_eq!(owner.get(&first.at("/table")).await.texts(".targets strong + .hint"), ["DBA 3.0, 36 elements"]);
    // A third of twelve demoralises (DBA3-BB-37), half routs (DBA3-BB-43); two such commands lose the battle if more is
    // lost than of the enemy (DBA3-BB-45).
    for (query, lost, commands, state) in [
        ("", "0", ["0 of 4 lost", "0 of 4 lost", "0 of 4 lost"], ""),
        ("a0=on", "3", ["3 of 4 lost", "0 of 4 lost", "0 of 4 lost"], "General lost"),
        ("a1=on&a2=on&a3=on&a4=on", "4", ["demoralised", "0 of 4 lost", "0 of 4 lost"], ""),
        ("a-camp=on&a-camp3=on", "3", ["1 of 4 lost", "1 of 4 lost", "1 of 4 lost"], ""),
        (
            "a1=on&a2=on&a3=on&a-camp=on&a-camp3=on&a25=on&a26=on&a27=on&a28=on&a29=on",
            "11",
            ["demoralised", "1 of 4 lost", "gone"],
            "Beaten",
        ),
    ] {
        let page = owner.get(&format!("{path}?{query}")).await;
        assert_eq!(page.status, StatusCode::OK, "{page:?}");
        assert_eq!((page.text("#t-lost-a"), page.text("#t-state-a")), (lost.to_owned(), state.to_owned()), "{query}");
        assert_eq!(page.texts("#t-score-a .t-commands span"), commands, "{query}");
    }
    let page = owner.get(&path).await;
    let headings = ["Command 1", "Command 2", "Command 3 (allies)", "What else can be lost"];
    assert_eq!(page.texts("#t-army-a .t-command"), headings);
    assert_eq!(page.texts("#t-army-a .t-feature .hint"), ["1 element a command", "1 element a command", "1 element"]);
    let known = data(&page);
    assert_eq!(known["sides"][0]["commands"][2], json!({"camp": "camp3", "demoralised": 4, "routed": 6}));
    assert_eq!(known["sides"][0]["broken_commands"], 2);
}

#[tokio::test]
async fn each_kind_has_what_the_crib_sheet_says_of_it() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (first, _, path) = at_table(&owner, legion(), phalanx()).await;
    let card = |page: &Reply, side: usize, kind: usize| -> Vec<String> {
        let lines = data(page)["sides"][side]["kinds"][kind]["card"].as_array().unwrap().clone();
        lines
            .iter()
            .map(|line| format!("{}: {}", line["head"].as_str().unwrap(), line["text"].as_str().unwrap()))
            .collect()
    };
    // Spears stand up to Spears; Knights meet no Artillery, Camelry or Scythed Chariots in a Phalanx.
    let (both, alone) = (owner.get(&path).await, owner.get(&first.at("/table")).await);
    assert_eq!(
        card(&both, 0, 0),
        [
            "Equal: destroyed by Sh in close combat; recoil in close combat; when shot at; else no effect",
            "Beaten: destroyed by Bh; else recoil",
            "Doubled: destroyed",
            "Pursues: 1 BW",
        ]
    );
    assert_eq!(card(&both, 1, 0).last().map(String::as_str), Some("Pursues: nobody"));
    assert_eq!(card(&alone, 0, 0)[1], "Beaten: destroyed by Bh, SCh, Cm, LH; else recoil");
}

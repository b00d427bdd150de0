//! The probability of each result.

use musterfield_combat::explain;
use musterfield_combat::file::{Question, read};
use musterfield_rules::book;
use musterfield_rules::combat::Outcome;
use serde_json::{Map, Value, json};

use super::meeting::ask;

fn odds(case: Value) -> Value {
    let answer = ask(Question::Odds, &case);
    assert_eq!(answer["rolls"], 36, "{answer}");
    for side in ["a", "b"] {
        let ways: i64 = answer[side].as_object().unwrap().values().map(|ways| ways.as_i64().unwrap()).sum();
        assert_eq!(ways, 36, "{answer}");
    }
    let pairs: i64 = answer["outcomes"].as_array().unwrap().iter().map(|pair| pair["ways"].as_i64().unwrap()).sum();
    assert_eq!(pairs, 36, "{answer}");
    answer
}

/// Depends on the difference between the sides before the dice. Whichever of these elements scores less recoils or is
/// destroyed; equal totals have no effect.
#[test]
fn two_dice_have_their_chances() {
    let ax = || json!({"type": "Ax"});
    let overlapped = json!({"type": "Ax", "left": "overlap", "right": "overlap"});
    for (a, b, [wins, ties, loses]) in [
        (ax(), ax(), [15, 6, 15]),
        (ax(), json!({"type": "Ax", "left": "overlap"}), [21, 5, 10]),
        (ax(), overlapped.clone(), [26, 4, 6]),
        (json!({"type": "Ax", "uphill": true}), overlapped.clone(), [30, 3, 3]),
        (json!({"type": "Bd"}), overlapped.clone(), [33, 2, 1]),
        (json!({"type": "Bd", "uphill": true}), overlapped.clone(), [35, 1, 0]),
        (json!({"type": "Bd", "uphill": true, "general": true}), overlapped, [36, 0, 0]),
    ] {
        for swapped in [false, true] {
            let answer = odds(if swapped { json!({"a": b, "b": a}) } else { json!({"a": a, "b": b}) });
            let (strong, weak) = if swapped { ("b", "a") } else { ("a", "b") };
            let ways = |side: &str, outcome: &str| answer[side].get(outcome).and_then(Value::as_i64).unwrap_or(0);
            let beaten = |side: &str| ways(side, "recoil") + ways(side, "destroyed");
            assert_eq!((beaten(weak), beaten(strong)), (wins, loses), "{answer}");
            let pairs = answer["outcomes"].as_array().unwrap().iter();
            let tied: Vec<&Value> = pairs.filter(|pair| pair["a"] == "none" && pair["b"] == "none").collect();
            assert_eq!(tied.first().map_or(0, |pair| pair["ways"].as_i64().unwrap()), ties, "{answer}");
        }
    }
}

/// Knights have 3, Spears 4: in 10 of 36 throws the Knights score more, which destroys the Spears in good going.
#[test]
fn knights_on_spears_kill_in_10_of_36_and_die_in_4() {
    let answer = odds(json!({"a": {"type": "Kn"}, "b": {"type": "Sp"}}));
    assert_eq!(answer["b"], json!({"none": 26, "destroyed": 10}));
    // They are destroyed at half or less, and recoil in all other throws that they do not win, including the 5 equal
    // ones.
    assert_eq!(answer["a"], json!({"none": 10, "recoil": 22, "destroyed": 4}));
    let rough = odds(json!({"a": {"type": "Kn"}, "b": {"type": "Sp", "going": "rough"}}));
    assert_eq!(rough["b"], json!({"none": 26, "recoil": 10}));
}

/// The odds count what happens to an element given its contacts, not the outcome of the table.
#[test]
fn odds_count_what_becomes_of_an_element() {
    let answer = odds(json!({"a": {"type": "Kn", "rear": true}, "b": {"type": "Sp"}}));
    assert!(answer["a"].get("recoil").is_none(), "{answer}");
    let answer = odds(json!({"a": {"type": "Bh"}, "b": {"type": "Stronghold"}}));
    assert!(answer["a"].get("recoil").is_none(), "{answer}");
    assert!(answer["a"]["destroyed"].as_i64().unwrap() > 0 && answer["b"]["captured"].as_i64().unwrap() > 0);
}

#[test]
fn the_likeliest_pair_comes_first_and_dice_are_not_looked_for() {
    let answer = odds(json!({"id": 7, "a": {"type": "Ax", "roll": 3}, "b": {"type": "Ax"}}));
    assert_eq!(answer["id"], 7);
    let ways: Vec<i64> =
        answer["outcomes"].as_array().unwrap().iter().map(|pair| pair["ways"].as_i64().unwrap()).collect();
    assert!(ways.is_sorted_by(|one, next| one >= next), "{answer}");
}

#[test]
fn who_is_at_a_flank_alone_has_one_result_in_all_throws() {
    let case = json!({"a": {"type": "Kn", "against_flank": true, "front_result": "flee"}, "b": {"type": "Ax"}});
    let answer = odds(case);
    assert_eq!(answer["outcomes"], json!([{"a": "recoil", "b": "none", "ways": 36}]));
}

/// With grading that depends on the totals, troops that perish whatever the result, and factors that a player adds:
/// the odds equal the thirty-six verdicts, and the working gives the number of throws for each result.
#[test]
fn odds_verdicts_and_working_are_the_same_where_totals_are_graded() {
    let side = |code: &str, others: i8| json!({"type": code, "other_factors": others});
    for (a, b) in [
        (side("Bd(E)", 0), side("Kn(E)", 0)),
        (side("Bd(E)", 2), side("Mg(E)", 0)),
        (side("Kn(E)", -3), side("Dr(O)", 1)),
        (side("Hd(E)", 0), side("Cl(S)", 0)),
        (side("Air(X)", 0), side("Bd(E)", 0)),
        (side("Air(X)", -9), side("Air(X)", 9)),
    ] {
        let case = json!({"ruleset": "dbmf", "bound": "b", "a": a, "b": b});
        let answer = odds(case.clone());
        let mut counted = [Map::new(), Map::new()];
        for (of_a, of_b) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
            let mut case = case.clone();
            (case["a"]["roll"], case["b"]["roll"]) = (json!(of_a), json!(of_b));
            let verdict = ask(Question::Resolve, &case);
            for (counted, side) in counted.iter_mut().zip(["a", "b"]) {
                let ways = counted.entry(verdict[side]["final"].as_str().unwrap()).or_insert(json!(0));
                *ways = json!(ways.as_u64().unwrap() + 1);
            }
        }
        assert_eq!([answer["a"].clone(), answer["b"].clone()], counted.map(Value::Object), "{case}");
        let read = read(book().unwrap(), Question::Odds, &case).unwrap();
        let reckoned = musterfield_combat::odds(&read.case);
        for (account, side) in explain(&read.case, &reckoned).iter().zip(0..) {
            for outcome in Outcome::ALL.iter().filter(|outcome| **outcome != Outcome::None) {
                let told: u8 = account
                    .outcomes
                    .iter()
                    .filter(|lot| lot.result.final_outcome() == *outcome)
                    .map(|lot| lot.throws)
                    .sum();
                assert_eq!(told, reckoned.ways(*outcome)[side], "{case} {outcome:?}");
            }
        }
    }
}

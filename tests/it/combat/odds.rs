//! How likely each result is.

use musterfield::combat::file::Question;
use serde_json::{Value, json};

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

/// Auxilia against Auxilia, one of them with so many overlaps and so on: the difference of the totals but for the dice.
/// Whoever scores less recoils or is destroyed; on equal totals nothing happens.
#[test]
fn two_dice_have_their_chances() {
    for (difference, wins, ties, loses) in
        [(0, 15, 6, 15), (1, 21, 5, 10), (2, 26, 4, 6), (3, 30, 3, 3), (4, 33, 2, 1), (5, 35, 1, 0), (6, 36, 0, 0)]
    {
        let mut case = json!({"a": {"type": "Ax"}, "b": {"type": "Ax"}});
        if difference >= 1 {
            case["b"]["left"] = json!("overlap");
        }
        if difference >= 2 {
            case["b"]["right"] = json!("overlap");
        }
        if difference >= 3 {
            case["a"]["uphill"] = json!(true);
        }
        if difference >= 4 {
            case["a"]["general"] = json!(true);
        }
        // Blades have 5 against Foot, Auxilia 3.
        if difference >= 5 {
            case["a"] = json!({"type": "Bd", "uphill": true, "general": difference == 6});
            if difference == 5 {
                case["b"]["right"] = json!("overlap");
            }
        }
        let answer = odds(case);
        let ways = |side: &str, outcome: &str| answer[side].get(outcome).and_then(Value::as_i64).unwrap_or(0);
        let beaten = |side: &str| ways(side, "recoil") + ways(side, "destroyed");
        assert_eq!((beaten("b"), beaten("a")), (wins, loses), "{difference}: {answer}");
        let tie = json!({"a": "none", "b": "none", "ways": ties});
        assert_eq!(answer["outcomes"].as_array().unwrap().contains(&tie), ties > 0, "{difference}: {answer}");
    }
}

/// Knights have 3, Spears 4: in 10 of 36 throws the Knights score more, and that is the end of Spears in good going. In 5 of
/// those in which they score less they are recoiled by one, and so on; in 4 they have half or less.
#[test]
fn knights_on_spears_kill_in_10_of_36_and_die_in_4() {
    let answer = odds(json!({"a": {"type": "Kn"}, "b": {"type": "Sp"}}));
    assert_eq!(answer["b"], json!({"none": 26, "destroyed": 10}));
    assert_eq!(answer["a"]["destroyed"], 4);
    // On equal totals they recoil, as in the 17 others in which they score less.
    assert_eq!(answer["a"], json!({"none": 10, "recoil": 22, "destroyed": 4}));
    let rough = odds(json!({"a": {"type": "Kn"}, "b": {"type": "Sp", "going": "rough"}}));
    assert_eq!(rough["b"].get("recoil"), Some(&json!(10 - doubled_by_knights())));
}

/// The throws in which Knights have twice the total of Spears or more: 3 and 4 against 4 and 1.
fn doubled_by_knights() -> i64 {
    let throws = (1..=6i64).flat_map(|knights| (1..=6i64).map(move |spears| (knights + 3, spears + 4)));
    throws.filter(|(knights, spears)| spears * 2 <= *knights).count().try_into().unwrap()
}

/// What becomes of an element by its contacts is what is counted, not the word of the table.
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

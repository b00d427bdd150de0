//! The defender, and the possible base edges (D3H2-DEPL-01 to 07, DBA3-DEPL-01, 04 to 06, DBA22-DEPL-01, 03, 04).

use musterfield_dice::Dice;
use musterfield_rules::book;
use musterfield_terrain::file::from_json;
use musterfield_terrain::setup::{BaseEdges, base_edges, roll_for_defender};
use musterfield_words::terrain::edges as words;

const STRONGHOLD_SOUTH: &str = r#"{"id": "s", "kind": "bua", "bua": "stronghold", "quarter": 4,
    "polygon": [[2, 0], [5, 0], [5, 3], [2, 3]], "gate": [3.5, 3]}"#;
const STRONGHOLD_CORNER: &str = r#"{"id": "s", "kind": "bua", "bua": "stronghold", "quarter": 4, "base_edge": "west",
    "polygon": [[0, 0], [3, 0], [3, 3], [0, 3]], "gate": [3, 1.5]}"#;
const ROAD_ACROSS: &str = r#"{"id": "r", "kind": "road", "path": [[0, 10], [8, 11], [15, 10]], "width": 0.5}"#;
const ROAD_TO_HAMLET: &str = r#"{"id": "r", "kind": "road", "path": [[15, 10], [8, 11], [4, 10]], "width": 0.5},
    {"id": "h", "kind": "bua", "bua": "hamlet", "quarter": 1, "polygon": [[1, 9], [4, 9], [4, 11], [1, 11]]}"#;
const WATER_WEST: &str = r#"{"id": "w", "kind": "waterway", "edge": "west",
    "polygon": [[0, 0], [2, 0], [2, 15], [0, 15]]}"#;
const BUA_FAR_LEFT: &str = r#"{"id": "c", "kind": "bua", "bua": "city", "quarter": 1,
    "polygon": [[1, 11], [4, 11], [4, 13], [1, 13]]}"#;

fn edges(ruleset: &str, features: &[&str]) -> BaseEdges {
    let text = format!(
        r#"{{"format": "musterfield-layout/1", "ruleset": "{ruleset}", "home_terrain": "arable", "board": [15, 15],
            "fixed": true, "features": [{}]}}"#,
        features.join(", ")
    );
    base_edges(&from_json(&text, book().unwrap()).unwrap())
}

#[track_caller]
fn leaves(ruleset: &str, features: &[&str], open: &str, rule: &str) {
    let answer = edges(ruleset, features);
    let words: Vec<&str> = answer.open().map(|edge| edge.as_str()).collect();
    assert_eq!(words.join(" "), open, "{:?}", answer.reason);
    assert_eq!(answer.rule.as_str(), rule);
    assert_eq!(answer.edges.len(), 4);
}

#[test]
fn what_lies_on_the_table_decides_which_edges_the_invader_has() {
    for (ruleset, features, open, rule) in [
        ("d3h2", vec![], "north east south west", "D3H2-DEPL-06"),
        ("d3h2", vec![STRONGHOLD_SOUTH], "north", "D3H2-DEPL-04"),
        ("d3h2", vec![STRONGHOLD_CORNER], "east", "D3H2-DEPL-04"),
        ("d3h2", vec![STRONGHOLD_SOUTH, ROAD_ACROSS, WATER_WEST], "north", "D3H2-DEPL-04"),
        ("d3h2", vec![ROAD_ACROSS], "east west", "D3H2-DEPL-05"),
        ("d3h2", vec![ROAD_TO_HAMLET], "east", "D3H2-DEPL-05"),
        ("d3h2", vec![ROAD_ACROSS, WATER_WEST], "east west", "D3H2-DEPL-05"),
        ("d3h2", vec![WATER_WEST], "north south west", "D3H2-DEPL-06"),
        ("d3h2-traditional", vec![WATER_WEST], "north south west", "D3H2-DEPL-06"),
        ("dba3", vec![ROAD_ACROSS], "east west", "DBA3-DEPL-04"),
        ("dba3", vec![ROAD_TO_HAMLET, WATER_WEST], "north south west", "DBA3-DEPL-05"),
        ("dba3", vec![WATER_WEST], "north south west", "DBA3-DEPL-05"),
        // The edge for 4 to 6 cannot be one beside the BUA; the others may still be 1, 2 or 3.
        ("dba22", vec![BUA_FAR_LEFT], "east south", "DBA22-DEPL-03"),
        ("dba22", vec![], "north east south west", "DBA22-DEPL-03"),
        // In HOTT 2.5 it can: its sheet bars no edge.
        ("hott25", vec![BUA_FAR_LEFT, WATER_WEST], "north east south west", "HOTT25-DEPL-01"),
    ] {
        leaves(ruleset, &features, open, rule);
    }
}

#[test]
fn the_reason_for_the_edges_is_told_in_a_sentence_and_for_each_edge() {
    for (ruleset, features, all, taken, barred) in [
        ("d3h2", vec![], "The invader takes any edge.", "free", None),
        (
            "d3h2",
            vec![STRONGHOLD_SOUTH],
            "There is a Stronghold on the near edge, so the invader takes the far edge.",
            "opposite the Stronghold",
            Some("not opposite the Stronghold"),
        ),
        (
            "d3h2",
            vec![ROAD_ACROSS],
            "There is a road; the invader takes an edge that it reaches: right or left.",
            "the road reaches it",
            Some("no road reaches it"),
        ),
        (
            "dba3",
            vec![WATER_WEST],
            "There is a waterway on the left edge; the invader takes any edge but the right one, opposite it.",
            "free",
            Some("opposite the waterway"),
        ),
        (
            "dba22",
            vec![BUA_FAR_LEFT],
            "The invader numbers three edges 1, 2 and 3 and the fourth 4 to 6, and rolls a die for a base edge.",
            "may be the one for 4 to 6",
            Some("beside a BUA: only 1, 2 or 3"),
        ),
    ] {
        let answer = edges(ruleset, &features);
        let verdict = |may: bool| words::verdict(&answer.reason, may);
        assert_eq!((words::reason(&answer.reason).as_str(), verdict(true).as_str()), (all, taken));
        assert_eq!(answer.edges.iter().find(|edge| !edge.may).map(|edge| verdict(edge.may)).as_deref(), barred);
    }
}

#[test]
fn in_a_big_battle_the_base_edges_are_the_long_ones() {
    // DBA3-BB-20
    let text = r#"{"format": "musterfield-layout/1", "ruleset": "dba3", "home_terrain": "arable", "board": [30, 15],
        "fixed": true, "features": [{"id": "r", "kind": "road", "path": [[0, 10], [30, 11]], "width": 0.5}]}"#;
    let answer = base_edges(&from_json(text, book().unwrap()).unwrap());
    let open: Vec<&str> = answer.open().map(|edge| edge.as_str()).collect();
    assert_eq!((open.join(" ").as_str(), answer.rule.as_str()), ("north south", "DBA3-BB-20"));
}

#[test]
fn only_dba_2_2_and_hott_2_5_dice_for_the_edge_by_number() {
    assert!(edges("dba22", &[]).numbered && edges("hott25", &[]).numbered);
    assert!(!edges("dba3", &[]).numbered && !edges("d3h2", &[]).numbered);
    assert_eq!(edges("d3h2", &[]).opposite.as_str(), "D3H2-DEPL-07");
}

#[test]
fn the_lower_total_defends_and_ties_are_rolled_again() {
    let mut ties = 0;
    for seed in 0..500 {
        for aggression in [[0, 0], [4, 0], [0, 3], [-2, 1]] {
            let roll = roll_for_defender(aggression, &mut Dice::new(seed, 0));
            let totals = |dice: &[u8; 2]| [0, 1].map(|side| aggression[side] + i64::from(dice[side]));
            let (last, before) = roll.rolls.split_last().unwrap();
            let [first, second] = totals(last);
            assert_eq!(roll.defender, usize::from(second < first), "{roll:?}");
            assert_ne!(first, second);
            assert!(before.iter().all(|dice| totals(dice)[0] == totals(dice)[1]), "{roll:?}");
            ties += before.len();
        }
    }
    assert!(ties > 100, "ties come up: {ties}");
}

#[test]
fn who_is_six_more_aggressive_never_defends() {
    assert!((0..200).all(|seed| roll_for_defender([6, 0], &mut Dice::new(seed, 0)).defender == 1));
}

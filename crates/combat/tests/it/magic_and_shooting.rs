//! Shooting and bespelling: which elements may, the modifiers, and which elements disregard the result.

use musterfield_combat::file::Question;
use serde_json::{Value, json};

use super::meeting::{AERIAL, FOOT, MOUNTED, ask, beaten, doubled, level, meet, named, so, with};

#[test]
fn only_bows_shooters_artillery_and_war_wagons_shoot() {
    let shooters = ["Bw", "8Bw", "Fast Bw", "Sh", "Fast Sh", "Art", "WWg", "Fast WWg", "Mtd-Bw", "Mtd-Sh", "Mtd-8Bw"];
    for shooter in shooters {
        // D3H2-SHOOT-01
        meet(shooter, "Kn").shooting().counts(&[]);
        meet(shooter, "Sh").exchanging().counts(&[]);
    }
    for other in named("all").into_iter().filter(|other| !shooters.contains(&other.as_str())) {
        meet(&other, "Kn").shooting().cannot("cannot-shoot", "a.type", None);
        let answer = ask(Question::Resolve, &exchange("Bw", other.trim_start_matches("Fast ")));
        assert_eq!((&answer["error"]["code"], &answer["error"]["field"]), (&json!("cannot-shoot"), &json!("b.shoots")));
    }
    meet("Mtd-Ax", "Kn").shooting().cannot("cannot-shoot", "a.type", None);
}

fn exchange(a: &str, b: &str) -> Value {
    json!({"mode": "shooting", "a": {"type": a, "roll": 3}, "b": {"type": b, "roll": 3, "shoots": true}})
}

/// All elements (D3H2-SHOOT-30), and a feature as well.
#[test]
fn everybody_may_be_shot_at() {
    for target in AERIAL.iter().chain(&MOUNTED).chain(&FOOT) {
        meet(*target, "Bw").shot_at().counts(&[]);
    }
    meet("Stronghold", "Bw").shot_at().counts(&[]);
    meet("Camp", "Bw").shot_at().counts(&[]);
}

#[test]
fn nobody_shoots_out_of_a_marsh_or_a_river() {
    for place in ["marsh", "river"] {
        meet(&format!("Bw in {place}"), "Kn").shooting().cannot("not-possible", "a.feature", Some("D3H2-SHOOT-15"));
        let mut both = exchange("Bw", "Sh");
        both["b"]["feature"] = json!(place);
        let error = ask(Question::Odds, &both)["error"].clone();
        assert_eq!((&error["field"], &error["rule"]), (&json!("b.feature"), &json!("D3H2-SHOOT-15")));
        // Shooting into it is possible.
        meet(&format!("Kn in {place}"), "Bw").shot_at().counts(&[]);
    }
    meet("Bw in woods", "Kn").shooting().counts(&[]);
}

/// One less each for the second and the third that shoot at the same target (D3H2-TACT-08, D3H2-SHOOT-28).
#[test]
fn aiding_shooters_count_1_each_for_the_target() {
    for (aids, value) in [(1, -1), (2, -2)] {
        meet("Kn", with("Bw", "aids", aids)).shot_at().counts(&[("D3H2-TACT-08", value)]);
        meet("Kn holding a Camp", with("Bw", "aids", aids))
            .shot_at()
            .counts(&[("D3H2-TACT-06", 2), ("D3H2-TACT-08", value)]);
        meet(with("Bw", "aids", aids), "Kn").shooting().counts(&[]);
        meet("Sh", with("Bw", "aids", aids)).exchanging().counts(&[("D3H2-TACT-08", value)]);
        meet("Kn", with("Bw", "aids", aids)).counts(&[]);
    }
    meet("Kn", "Bw").shot_at().counts(&[]);
}

#[test]
fn only_a_mage_bespells() {
    for other in named("all").into_iter().filter(|other| other != "Mg") {
        // D3H2-MAGIC-01
        meet(&other, "Kn").bespelling().cannot("cannot-bespell", "a.type", None);
    }
    meet("Mg", "Kn").bespelling().counts(&[]);
}

/// Including Aerials, Lurkers and garrisons, but no empty feature (D3H2-MAGIC-07).
#[test]
fn every_element_can_be_bespelled_and_no_empty_feature() {
    for target in AERIAL.iter().chain(&MOUNTED).chain(&FOOT).filter(|target| !["Pl", "Cl"].contains(target)) {
        meet(*target, "Mg").bespelled().counts(&[]);
    }
    meet("Bd holding a Camp", "Mg").bespelled().counts(&[]);
    for feature in ["Stronghold", "Camp"] {
        meet(feature, "Mg").bespelled().cannot("not-possible", "b.type", Some("D3H2-MAGIC-07"));
    }
}

/// Two in total, however many of these apply: a river, a Paladin or Cleric, cover.
#[test]
fn what_shields_from_a_spell_counts_2_once() {
    let shielded = &[("D3H2-TACT-01", 2)];
    for target in [
        so("Kn", "facing_river"),
        so("Kn", "protected"),
        so("Kn", "protected").with("facing_river", true),
        with("Kn in woods", "protected", true),
        "Kn in woods".into(),
        "Kn in hamlet".into(),
        "Kn holding a Stronghold".into(),
        so("Kn holding a Stronghold", "facing_river"),
        // They protect themselves.
        "Pl".into(),
        "Cl".into(),
        so("Pl", "protected"),
    ] {
        meet(target, "Mg").bespelled().counts(shielded);
    }
    for target in ["Kn", "Kn in marsh", "Kn in dunes", "Kn in bad going", "Kn holding a Camp"] {
        meet(target, "Mg").bespelled().counts(&[]);
    }
    // None of these counts in other modes, or for the bespeller.
    meet(so("Kn", "protected").with("facing_river", true), "Bw").shot_at().counts(&[]);
    meet(so("Kn", "protected"), "Mg").counts(&[]);
    meet("Mg in woods", "Kn").bespelling().counts(&[]);
    meet(so("Mg", "protected"), "Kn").bespelling().counts(&[]);
}

/// For the second and the third Mage (D3H2-MAGIC-05).
#[test]
fn aiding_mages_count_1_each_for_the_target() {
    for (aids, value) in [(1, -1), (2, -2)] {
        meet("Kn", with("Mg", "aids", aids)).bespelled().counts(&[("D3H2-TACT-03", value)]);
        meet("general Pl", with("Mg", "aids", aids)).bespelled().counts(&[
            ("D3H2-TACT-01", 2),
            ("D3H2-TACT-02", 1),
            ("D3H2-TACT-03", value),
        ]);
        meet(with("Mg", "aids", aids), "Kn").bespelling().counts(&[]);
    }
    meet(so("general Mg", "aids"), "Kn").bespelling().cannot("bad-value", "a.aids", None);
}

#[test]
fn a_mage_near_its_own_stronghold_is_hard_to_bespell() {
    meet("Mg", so("Mg", "near_own_stronghold")).bespelling().counts(&[("D3H2-TACT-04", -2)]);
    meet(so("Mg", "near_own_stronghold"), "Mg").bespelled().counts(&[]);
    meet("Mg", "Mg").bespelling().counts(&[]);
    for target in ["Kn", "Cl", "Hr"] {
        meet("Mg", so(target, "near_own_stronghold")).bespelling().counts(&[]);
    }
    // The bespeller's own Stronghold does not matter.
    meet(so("Mg", "near_own_stronghold"), "Mg").bespelling().counts(&[]);
    meet("Mg", so("Mg", "near_own_stronghold")).counts(&[]);
}

/// An element that shoots without being shot at, or bespells, disregards the result (D3H2-OUT-03).
#[test]
fn who_is_not_hit_back_disregards_the_result() {
    for shooter in ["Bw", "8Bw", "Sh", "Fast Sh", "Art"] {
        for target in ["Kn", "Dg", "Hd"] {
            beaten(shooter, target).shooting().is("none", "D3H2-OUT-03").ends("none");
        }
        beaten(so(shooter, "rear"), "Hd").shooting().is("none", "D3H2-OUT-03").ends("none");
    }
    doubled("Bw", "Pl").shooting().is("none", "D3H2-OUT-03");
    level("Fast Bw", "Kn").shooting().is("none", "D3H2-OUT-16");
    for target in ["Kn", "Hr", "Mg", "Dg", "Pl"] {
        // D3H2-MAGIC-10
        beaten("Mg", target).bespelling().is("none", "D3H2-OUT-03");
    }
    doubled("Mg", "Pl").bespelling().is("none", "D3H2-OUT-03");
    // If they are shot at in turn, the result applies.
    beaten("Bw", "Sh").exchanging().is("recoil", "D3H2-OUT-39");
    beaten("Art", "Sh").exchanging().is("destroyed", "D3H2-OUT-46");
    doubled("Bw", "Sh").exchanging().is("destroyed", "D3H2-OUT-57");
}

/// Gods strike back (D3H2-MAGIC-10).
#[test]
fn who_bespells_a_god_minds_the_result() {
    beaten("Mg", "Gd").bespelling().is("destroyed", "D3H2-OUT-30");
    doubled("Mg", "Gd").bespelling().is("destroyed", "D3H2-OUT-57");
    level("Mg", "Gd").bespelling().is("none", "D3H2-OUT-19");
}

/// Both by a spell and by the sword (D3H2-MAGIC-11).
#[test]
fn what_a_mage_does_it_does_in_both_ways() {
    for (first, outcome, rule) in [
        ("Hr", "ensorcelled", "D3H2-OUT-29"),
        ("Mg", "ensorcelled", "D3H2-OUT-30"),
        ("Bh", "flee", "D3H2-OUT-24"),
        ("Fl", "flee", "D3H2-OUT-25"),
        ("Gd", "flee", "D3H2-OUT-27"),
    ] {
        beaten(first, "Mg").is(outcome, rule);
        beaten(first, "Mg").bespelled().is(outcome, rule);
    }
}

/// Only Heroes and Mages (D3H2-ENS-02).
#[test]
fn only_heroes_and_mages_are_ensorcelled() {
    for (mode, first) in ["close", "bespelling"]
        .into_iter()
        .flat_map(|mode| AERIAL.iter().chain(&MOUNTED).chain(&FOOT).map(move |first| (mode, *first)))
    {
        let case = json!({"mode": mode, "a": {"type": "Mg"}, "b": {"type": first}});
        let odds = ask(Question::Odds, &case);
        let can_be = odds["b"].get("ensorcelled").is_some();
        assert_eq!(can_be, ["Hr", "AHr", "Mg"].contains(&first), "{odds}");
    }
}

/// In close combat, except by the general, other Sneakers, and elements that fight for a feature (D3H2-OUT-04).
#[test]
fn sneakers_are_not_minded() {
    for first in ["Kn", "Bd", "Ps", "Art", "Hr", "Mg", "Dg", "SCh", "Pl", "Bh", "Fast Cv"] {
        for sneakers in ["Sk", "Fast Sk"] {
            beaten(first, sneakers).is("none", "D3H2-OUT-04").ends("none").not_pursued();
            beaten(so(first, "rear"), sneakers).is("none", "D3H2-OUT-04").ends("none");
        }
    }
    doubled("Bd", "Sk").is("none", "D3H2-OUT-04");
    level("Kn", "Sk").is("none", "D3H2-OUT-04");
    level("SCh", "Sk").is("none", "D3H2-OUT-04");
    // An outcome without ill effect keeps its own row.
    level("Bd", "Sk").is("none", "D3H2-OUT-19");

    beaten("general Kn", "Sk").is("recoil", "D3H2-OUT-32");
    doubled("general Bd", "Sk").is("destroyed", "D3H2-OUT-57");
    beaten("Sk", "Sk").is("flee", "D3H2-OUT-41");
    beaten("Stronghold", "Sk").is("captured", "D3H2-OUT-45");
    beaten("Camp", "Fast Sk").is("captured", "D3H2-OUT-45");
    doubled("Camp", "Sk").is("destroyed", "D3H2-OUT-48");
    beaten("Bd holding a Camp", "Sk").is("destroyed", "D3H2-OUT-45");
}

/// A friend fights the enemy's front: they recoil if that friend is beaten, and only then (D3H2-OUT-05).
#[test]
fn who_is_at_a_flank_falls_back_with_the_friend_before_it() {
    for (befell, outcome) in [
        (Some("recoil"), "recoil"),
        (Some("flee"), "recoil"),
        (Some("destroyed"), "recoil"),
        (Some("ensorcelled"), "recoil"),
        (Some("none"), "none"),
        (None, "none"),
    ] {
        for key in ["a", "b"] {
            let other = if key == "a" { "b" } else { "a" };
            let mut case = json!({});
            case[key] = json!({"type": "Kn", "against_flank": true, "front_result": befell});
            case[other] = json!({"type": "Bd", "roll": 6});
            let answer = ask(Question::Resolve, &case);
            assert_eq!([&answer[key]["outcome"], &answer[key]["final"]], [outcome; 2], "{answer}");
            let is_cited = answer[key]["rules"].as_array().unwrap().contains(&json!("D3H2-OUT-05"));
            assert_eq!(is_cited, outcome == "recoil", "{answer}");
            // The other side has no result, whatever the dice.
            assert_eq!([&answer[other]["outcome"], &answer[other]["final"]], ["none"; 2]);
            assert_eq!([&answer["a"]["pursues"], &answer["b"]["pursues"]], [0; 2]);
        }
    }
    // With an enemy at its own rear it has no way back (D3H2-RECOIL-16).
    let side = json!({"type": "Kn", "against_flank": true, "front_result": "flee", "rear": true});
    let answer = ask(Question::Resolve, &json!({"a": side, "b": {"type": "Bd", "roll": 6}}));
    assert_eq!([&answer["a"]["outcome"], &answer["a"]["final"]], ["recoil", "destroyed"]);
}

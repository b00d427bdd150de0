//! Combat factors: two for each type, against Foot and features or against Mounted and Aerials.

use musterfield_combat::file::Question;
use serde_json::{Value, json};

use super::meeting::{ask, meet, named, with};

/// One die, the factor, and nothing else where there are no modifiers (D3H2-CF-01); the first factor is against Foot,
/// the second against Mounted and Aerials (D3H2-CF-02).
#[test]
fn each_type_has_its_factors() {
    for (code, foot, mounted, rule) in [
        ("Ab", 5, 3, "D3H2-CF-03"),
        ("Art", 4, 4, "D3H2-CF-04"),
        ("Ax", 3, 3, "D3H2-CF-05"),
        ("Bs", 3, 4, "D3H2-CF-06"),
        ("Bh", 5, 4, "D3H2-CF-07"),
        ("Bd", 5, 3, "D3H2-CF-08"),
        ("Bw", 2, 4, "D3H2-CF-09"),
        ("Cm", 3, 3, "D3H2-CF-10"),
        ("Cv", 3, 3, "D3H2-CF-11"),
        ("Cl", 4, 4, "D3H2-CF-12"),
        ("CP", 5, 3, "D3H2-CF-13"),
        ("Dg", 6, 6, "D3H2-CF-14"),
        ("Fl", 2, 2, "D3H2-CF-15"),
        ("Gd", 6, 6, "D3H2-CF-16"),
        ("Hr", 5, 5, "D3H2-CF-17"),
        ("AHr", 5, 5, "D3H2-CF-17"),
        ("Hd", 3, 2, "D3H2-CF-18"),
        ("IHd", 3, 2, "D3H2-CF-18"),
        ("Kn", 3, 4, "D3H2-CF-19"),
        ("4Kn", 3, 4, "D3H2-CF-19"),
        ("LH", 2, 2, "D3H2-CF-20"),
        ("Mg", 4, 4, "D3H2-CF-21"),
        ("Pl", 6, 6, "D3H2-CF-22"),
        ("Pk", 3, 4, "D3H2-CF-23"),
        ("Ps", 2, 2, "D3H2-CF-24"),
        ("Lk", 2, 2, "D3H2-CF-24"),
        ("SCh", 3, 3, "D3H2-CF-25"),
        ("Sh", 3, 4, "D3H2-CF-26"),
        ("Sk", 5, 3, "D3H2-CF-27"),
        ("Sp", 4, 4, "D3H2-CF-28"),
        ("Wb", 3, 2, "D3H2-CF-29"),
        ("WWg", 3, 4, "D3H2-CF-30"),
    ] {
        // Blades and Command Posts in close combat: their factors when shot at are tested below.
        for enemy in ["Ax", "Mg", "Sk"] {
            meet(code, enemy).has_factor(foot, rule).counts(&[]);
        }
        for enemy in ["Cv", "Hr", "Fl", "AHr", "Gd"] {
            meet(code, enemy).has_factor(mounted, rule).counts(&[]);
        }
    }
}

/// Doubles have the factors of their type (D3H2-CF-33), by its rule.
#[test]
fn double_elements_have_the_factors_of_their_type() {
    for (code, foot, mounted, rule) in [
        ("6Kn", 3, 4, "D3H2-CF-19"),
        ("6Cv", 3, 3, "D3H2-CF-11"),
        ("8Sp", 4, 4, "D3H2-CF-28"),
        ("6Bd", 5, 3, "D3H2-CF-08"),
        ("8Bw", 2, 4, "D3H2-CF-09"),
    ] {
        meet(code, "Ax").has_factor(foot, rule);
        meet(code, "Cv").has_factor(mounted, rule);
    }
}

/// Fast has no factor of its own (D3H2-FAST-15), and neither does a type that rides.
#[test]
fn fast_and_mounted_infantry_change_no_factor() {
    for (code, foot, mounted, rule) in [
        ("Fast Kn", 3, 4, "D3H2-CF-19"),
        ("Fast Bh", 5, 4, "D3H2-CF-07"),
        ("Fast Bd", 5, 3, "D3H2-CF-08"),
        ("Fast Sk", 5, 3, "D3H2-CF-27"),
        ("Mtd-Bd", 5, 3, "D3H2-CF-08"),
        ("Mtd-Bw", 2, 4, "D3H2-CF-09"),
    ] {
        meet(code, "Ax").has_factor(foot, rule).counts(&[]);
        meet(code, "Cv").has_factor(mounted, rule).counts(&[]);
    }
    meet("Pk", "Mtd-Ax").has_factor(3, "D3H2-CF-23");
}

/// Blades and Command Posts are weaker against missiles and spells of Foot, and of no other class (D3H2-CF-08,
/// D3H2-CF-13).
#[test]
fn blades_and_command_posts_have_4_when_foot_shoots_or_bespells() {
    for (code, rule) in [("Bd", "D3H2-CF-08"), ("6Bd", "D3H2-CF-08"), ("CP", "D3H2-CF-13")] {
        for shooter in ["Bw", "Sh", "Art", "WWg"] {
            meet(code, shooter).shot_at().has_factor(4, rule);
        }
        meet(code, "Mg").bespelled().has_factor(4, rule);
        meet(code, "Mg").has_factor(5, rule);
    }
    meet("Sp", "Bw").shot_at().has_factor(4, "D3H2-CF-28");
    meet("Pk", "Mg").bespelled().has_factor(3, "D3H2-CF-23");
}

/// A Mage is Foot, and uses the factor for the class of its target (D3H2-MAGIC-09).
#[test]
fn a_spell_is_cast_with_the_factor_against_the_class_of_its_target() {
    for target in ["Kn", "Sp", "Dg"] {
        meet("Mg", target).bespelling().has_factor(4, "D3H2-CF-21");
    }
    meet("Kn", "Mg").bespelled().has_factor(3, "D3H2-CF-19");
    meet("Bw", "Mg").bespelled().has_factor(2, "D3H2-CF-09");
    meet("Ab", "Mg").bespelled().has_factor(5, "D3H2-CF-03");
}

#[test]
fn shooters_ask_for_the_class_of_their_target() {
    for (target, factor) in [("Ax", 2), ("Kn", 4), ("Dg", 4)] {
        meet("Bw", target).shooting().has_factor(factor, "D3H2-CF-09");
    }
    meet("Bw", "WWg").exchanging().has_factor(2, "D3H2-CF-09");
    meet("WWg", "Bw").exchanging().has_factor(3, "D3H2-CF-30");
}

/// With no element inside, the feature has a factor of its own (D3H2-CC-13, D3H2-BUA-08, D3H2-CAMP-05).
#[test]
fn empty_features_fight_for_themselves() {
    for enemy in ["Bd", "Cv", "Dg"] {
        meet("Stronghold", enemy).has_factor(4, "D3H2-CF-32").counts(&[]);
        meet("Camp", enemy).has_factor(2, "D3H2-CF-31").counts(&[]);
    }
    meet("Stronghold", "Bw").shot_at().has_factor(4, "D3H2-CF-32").counts(&[]);
    meet("Camp", "Bw").shot_at().has_factor(2, "D3H2-CF-31").counts(&[]);
}

/// Both sides of a fight for a feature use their factor against Foot, whatever their class (D3H2-CC-11).
#[test]
fn the_fight_for_a_feature_takes_the_factor_against_foot() {
    for (assaulter, factor, rule) in
        [("Bd", 5, "D3H2-CF-08"), ("Kn", 3, "D3H2-CF-19"), ("Bw", 2, "D3H2-CF-09"), ("Ab", 5, "D3H2-CF-03")]
    {
        for held in ["Stronghold", "Camp", "Cv holding a Stronghold", "Cv holding a Camp"] {
            meet(assaulter, held).has_factor(factor, rule);
        }
    }
    for (garrison, factor, rule) in [("Bd", 5, "D3H2-CF-08"), ("Kn", 3, "D3H2-CF-19"), ("Bw", 2, "D3H2-CF-09")] {
        for feature in ["stronghold", "camp"] {
            meet(with(garrison, "in", feature), "Cv").has_factor(factor, rule);
        }
    }
}

/// A shot into a feature is a shot at the feature; a shot out of it depends on its target.
#[test]
fn shooting_at_a_garrison_takes_the_factor_against_foot() {
    meet("Bw", "Kn holding a Camp").shooting().has_factor(2, "D3H2-CF-09");
    meet("Bw", "Kn holding a Stronghold").shooting().has_factor(2, "D3H2-CF-09");
    meet("Bw", "Stronghold").shooting().has_factor(2, "D3H2-CF-09");
}

/// Artillery in a Stronghold, and only there (D3H2-BUA-09).
#[test]
fn artillery_in_a_stronghold_has_2() {
    let artillery = "Art holding a Stronghold";
    for enemy in ["Bd", "Cv"] {
        meet(artillery, enemy).has_factor(2, "D3H2-BUA-09");
    }
    meet(artillery, "Bw").shot_at().has_factor(2, "D3H2-BUA-09");
    for target in ["Bd", "Cv", "Dg"] {
        meet(artillery, target).shooting().has_factor(2, "D3H2-BUA-09");
    }
    meet(artillery, "Mg").bespelled().has_factor(4, "D3H2-CF-04");
    meet("Art holding a Camp", "Bd").has_factor(4, "D3H2-CF-04");
    meet("Art", "Bd").has_factor(4, "D3H2-CF-04");
}

/// In every case, an element that is only at a flank has a factor and no total (D3H2-CC-16).
#[test]
fn who_is_at_a_flank_alone_has_a_factor_and_no_total() {
    let sides = json!({"a": {"type": "Kn", "general": true, "against_flank": true}, "b": {"type": "Ax", "roll": 3}});
    let answer = ask(Question::Resolve, &sides);
    assert_eq!((&answer["a"]["factor"], &answer["a"]["total"]), (&json!(3), &Value::Null), "{answer}");
    assert_eq!(answer["a"]["modifiers"], json!([]));
    assert_eq!(answer["b"]["total"], json!(3 + 3));
}

#[test]
fn names_stand_for_types_with_their_sub_types() {
    assert_eq!(named("Kn in bad going").len(), 4);
    assert_eq!(named("Fast Kn"), ["Fast Kn"]);
    assert_eq!(named("solid Bh holding a Camp"), ["Bh holding a Camp"]);
    assert_eq!(named("all").len(), 37 + 18);
}

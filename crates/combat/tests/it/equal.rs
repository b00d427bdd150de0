//! Equal totals: each side reads its own row.

use musterfield_combat::file::Question;
use serde_json::json;

use super::meeting::Relation::Equal;
use super::meeting::{Meeting, ask, level, line, named, so};

/// Both sides read their rows, and both results apply (D3H2-OUT-06).
#[test]
fn both_sides_have_a_result_on_equal() {
    let answer = ask(Question::Resolve, &json!({"a": {"type": "Kn", "roll": 4}, "b": {"type": "Cm", "roll": 5}}));
    assert_eq!([&answer["a"]["total"], &answer["b"]["total"]], [8, 8]);
    assert_eq!([&answer["a"]["outcome"], &answer["b"]["outcome"]], ["recoil", "recoil"]);
    for side in ["a", "b"] {
        assert!(answer[side]["rules"].as_array().unwrap().contains(&json!("D3H2-OUT-14")), "{answer}");
    }
}

/// Checked before everything else (D3H2-OUT-09).
#[test]
fn equal_totals_about_a_feature_come_to_nothing() {
    for assaulter in ["Kn", "Fast Kn", "Fast Bd", "Cv", "Hr", "Dg"] {
        for held in ["Stronghold", "Camp", "Bd holding a Stronghold", "Sh holding a Camp"] {
            level(assaulter, held).is("none", "D3H2-OUT-09");
            level(held, assaulter).is("none", "D3H2-OUT-09");
        }
    }
    level("Fast Bd holding a Camp", "Bw").shot_at().is("none", "D3H2-OUT-09");
    level("Fast Bw", "Bd holding a Camp").shooting().is("none", "D3H2-OUT-09");
    level("Fast Bw", "Sh holding a Camp").exchanging().is("none", "D3H2-OUT-09");
    level("Sh", "Kn").shooting().is("none", "D3H2-OUT-19");
    // A spell is not a fight for the feature.
    level("Mg", "Bd holding a Camp").bespelling().is("none", "D3H2-OUT-19");
    level("Fast Bd holding a Camp", "Mg").bespelled().is("none", "D3H2-OUT-16");
}

#[test]
fn heroes_kill_each_other_on_odd_totals() {
    for (hero, other) in [("Hr", "Hr"), ("Hr", "AHr"), ("AHr", "Hr"), ("AHr", "AHr")] {
        level(hero, other).odd().is("destroyed", "D3H2-OUT-10");
        level(hero, other).even().is("none", "D3H2-OUT-10");
    }
    level("Hr", "Sp").odd().is("recoil", "D3H2-OUT-17");
    level("Hr", "Sp").even().is("recoil", "D3H2-OUT-17");
}

#[test]
fn paladin_and_mage_kill_each_other_on_odd_totals_in_close_combat() {
    for (one, other) in [("Pl", "Mg"), ("Mg", "Pl")] {
        level(one, other).odd().is("destroyed", "D3H2-OUT-11");
        level(one, other).even().is("none", "D3H2-OUT-11");
    }
    level("Pl", "Mg").bespelled().odd().is("none", "D3H2-OUT-11");
    level("Pl", "Mg").bespelled().even().is("none", "D3H2-OUT-11");
    level("Mg", "Pl").bespelling().odd().is("none", "D3H2-OUT-11");
}

#[test]
fn scythed_chariots_are_always_destroyed() {
    line(Equal, "SCh").by_others("destroyed", "D3H2-OUT-12");
    for shooter in ["Bw", "Sh", "Art", "WWg"] {
        level("SCh", shooter).shot_at().is("destroyed", "D3H2-OUT-12");
    }
    level("SCh", "Mg").bespelled().is("destroyed", "D3H2-OUT-12");
}

/// By Blades and Shooters whether or not these are Fast: only the traditional table makes an exception for Fast ones.
#[test]
fn fast_knights_are_destroyed_by_blades_and_shooters() {
    line(Equal, "Fast Kn")
        .by("Bd, Sh", "destroyed", "D3H2-OUT-13")
        .by(
            "Ps, Fast Kn, Fast Cv, Fast LH, Fast Bh, Fast Bs, Fast Ax, Fast Wb, Fast WWg, Fast CP",
            "none",
            "D3H2-OUT-13",
        )
        .by(
            "solid Kn, solid Cv, solid LH in bad going, Aerial, Hr, Pl, Cm, SCh, Mg, Cl, Art, solid WWg",
            "recoil",
            "D3H2-OUT-13",
        );
    for shooter in ["Bw", "Fast Sh", "Art"] {
        level("Fast Kn", shooter).shot_at().is("recoil", "D3H2-OUT-13");
    }
    level("Fast Kn", "Mg").bespelled().is("none", "D3H2-OUT-13");
}

/// As printed: from every solid opponent, and from all shooting. Camelry are in the same row.
#[test]
fn solid_knights_and_camelry_recoil_from_all_who_are_not_fast() {
    for first in ["only solid Kn", "6Kn", "Cm"] {
        line(Equal, first)
            .by("Bd, Sh", "destroyed", "D3H2-OUT-14")
            .by(
                "Ps, Fast Kn, Fast Cv, Fast LH, Fast Bh, Fast Bs, Fast Ax, Fast Wb, Fast Pk, Fast CP",
                "none",
                "D3H2-OUT-14",
            )
            .by(
                "solid Kn, solid Cv, Aerial, Hr, Pl, Cm, SCh, Mg, Cl, Art, solid WWg, solid Sp, solid Ax",
                "recoil",
                "D3H2-OUT-14",
            );
    }
    for first in ["Kn", "4Kn", "6Kn", "Cm"] {
        for shooter in ["Bw", "Fast Bw", "Sh", "Art", "WWg"] {
            level(first, shooter).shot_at().is("recoil", "D3H2-OUT-14");
        }
        level(first, "Mg").bespelled().is("none", "D3H2-OUT-14");
    }
}

/// The other reading of the row (D3H2-OUT-14), as in DBA 3.0.
#[test]
fn by_the_foot_only_reading_they_recoil_from_solid_foot_in_close_combat_alone() {
    for first in ["Kn", "6Kn", "Cm"] {
        for (enemy, outcome) in [
            ("Bd", "destroyed"),
            ("Fast Sh", "destroyed"),
            ("Sp", "recoil"),
            ("Art", "recoil"),
            ("Mg", "recoil"),
            ("Fast Ax", "none"),
            ("Ps", "none"),
            ("Cv", "none"),
            ("Kn", "none"),
            ("Cm", "none"),
            ("Bh", "none"),
            ("Hr", "none"),
            ("Dg", "none"),
        ] {
            level(first, enemy).foot_only().is(outcome, "D3H2-OUT-14");
        }
        for shooter in ["Bw", "Sh", "Art", "WWg"] {
            level(first, shooter).shot_at().foot_only().is("none", "D3H2-OUT-14");
            level(first, shooter).shot_at().is("recoil", "D3H2-OUT-14");
        }
    }
    // The rows of other types do not change.
    level("Fast Kn", "Cv").foot_only().is("recoil", "D3H2-OUT-13");
    level("Fast Kn", "Bw").shot_at().foot_only().is("recoil", "D3H2-OUT-13");
    level("Cv", "Bw").shot_at().foot_only().is("none", "D3H2-OUT-17");
}

/// As printed, even from Fast Knights; with either reading of the other row.
#[test]
fn four_knights_recoil_from_three() {
    level("4Kn", "Fast Kn").is("recoil", "D3H2-OUT-15");
    level("4Kn", "Fast Kn").foot_only().is("recoil", "D3H2-OUT-15");
    level("4Kn", "Kn").foot_only().is("recoil", "D3H2-OUT-15");
    level("4Kn", "Kn").is("recoil", "D3H2-OUT-14");
    // Not from other Knights, and not the other way round.
    level("4Kn", "6Kn").foot_only().is("none", "D3H2-OUT-14");
    level("4Kn", "4Kn").foot_only().is("none", "D3H2-OUT-14");
    level("Kn", "4Kn").foot_only().is("none", "D3H2-OUT-14");
}

/// Fast is a disadvantage on equal totals, and that is most of what it changes (D3H2-FAST-15).
#[test]
fn other_fast_elements_recoil_from_all_who_are_not_fast() {
    for first in [
        "Fast Cv", "Fast LH", "Fast Bh", "Fast Bs", "Fast Sp", "Fast Pk", "Fast Bd", "Fast Ax", "Fast Bw", "Fast Sh",
        "Fast Wb", "Fast Hd", "Fast IHd", "Fast WWg", "Fast Sk", "Fast CP", "Ps", "Lk",
    ] {
        line(Equal, first)
            .by("Aerial, Hr, solid Kn, solid Bd, solid Sp, SCh, Art, Mg, Cl", "recoil", "D3H2-OUT-16")
            .by("Ps, Fast Kn, Fast Cv, Fast Bd, Fast Ax, Fast Hd", "none", "D3H2-OUT-16");
        for shooter in ["Bw", "Fast Bw", "Art", "WWg"] {
            level(first, shooter).shot_at().is("recoil", "D3H2-OUT-16");
        }
        level(first, "Mg").bespelled().is("none", "D3H2-OUT-16");
    }
}

#[test]
fn other_mounted_recoil_from_solid_foot_in_close_combat() {
    for first in ["only Hr", "Pl", "solid Bh", "solid Bs", "solid Cv", "solid LH"] {
        line(Equal, first)
            .by(
                "solid Sp, solid Pk, solid Bd, solid Ax, solid Bw, solid Sh, solid Wb, solid Hd, Art, Cl",
                "recoil",
                "D3H2-OUT-17",
            )
            .by("Ps, Fast Sp, Fast Bd, Fast Ax, Fast Sh", "none", "D3H2-OUT-17")
            .by("Kn, Cv, Cm, Bh, Gd, Dg, Fl", "none", "D3H2-OUT-17");
        for first in named(first) {
            level(&*first, "Bw").shot_at().is("none", "D3H2-OUT-17");
            level(&*first, "Art").shot_at().is("none", "D3H2-OUT-17");
        }
    }
    for first in ["Hr", "Bh", "Bs", "Cv", "LH"] {
        level(first, "Mg").bespelled().is("none", "D3H2-OUT-17");
    }
}

/// A solid Command Post, fought by Foot, when front edges touch two of its own; the Fast one has the row of Fast
/// elements.
#[test]
fn a_command_post_is_destroyed_when_two_of_its_edges_are_touched() {
    let surrounded = || so("CP", "two_edges");
    for enemy in ["Bd", "Fast Ax", "Ps"] {
        level(surrounded(), enemy).is("destroyed", "D3H2-OUT-18");
        level("CP", enemy).is("none", "D3H2-OUT-18");
    }
    for enemy in ["Kn", "Cv", "Dg"] {
        level(surrounded(), enemy).is("none", "D3H2-OUT-18");
    }
    level(surrounded(), "Bw").shot_at().is("none", "D3H2-OUT-18");
    level(surrounded(), "Mg").bespelled().is("none", "D3H2-OUT-18");
    level(so("Fast CP", "two_edges"), "Bd").is("recoil", "D3H2-OUT-16");
    level(so("Fast CP", "two_edges"), "Fast Bd").is("none", "D3H2-OUT-16");
}

#[test]
fn other_foot_stands() {
    for first in [
        "solid Sp",
        "solid Pk",
        "solid Bd",
        "solid Ax",
        "solid Bw",
        "solid Sh",
        "solid Wb",
        "solid Hd",
        "Art",
        "solid WWg",
        "solid Sk",
        "Cl",
    ] {
        line(Equal, first).by_others("none", "D3H2-OUT-19");
        for first in named(first) {
            level(&*first, "Bw").shot_at().is("none", "D3H2-OUT-19");
            level(&*first, "Mg").bespelled().is("none", "D3H2-OUT-19");
        }
    }
    line(Equal, "Mg").when(Meeting::even).by("Pl", "none", "D3H2-OUT-11").by_others("none", "D3H2-OUT-19");
}

#[test]
fn aerials_stand() {
    for first in ["Gd", "Dg", "Ab", "Fl"] {
        line(Equal, first).by_others("none", "D3H2-OUT-20");
        level(first, "Bw").shot_at().is("none", "D3H2-OUT-20");
        level(first, "Mg").bespelled().is("none", "D3H2-OUT-20");
    }
    for enemy in ["Kn", "Bd", "Pl", "Mg", "Dg"] {
        level("AHr", enemy).is("none", "D3H2-OUT-20");
    }
}

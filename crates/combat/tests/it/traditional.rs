//! The traditional tables, where they have rows of their own and where they differ.

use super::meeting::Relation::{Doubled, Equal, Less};
use super::meeting::{beaten, doubled, level, line, meet, named, so, with};

#[test]
fn each_type_has_its_factors() {
    for (code, foot, mounted, rule) in [
        ("Ab", 5, 3, "D3H2-TRAD-04"),
        ("Art", 4, 4, "D3H2-TRAD-05"),
        ("Bs", 3, 4, "D3H2-TRAD-06"),
        ("Bh", 5, 4, "D3H2-TRAD-07"),
        ("Bd", 5, 3, "D3H2-TRAD-08"),
        ("6Bd", 5, 3, "D3H2-TRAD-08"),
        ("Cv", 3, 3, "D3H2-TRAD-09"),
        ("6Cv", 3, 3, "D3H2-TRAD-09"),
        ("Cl", 4, 4, "D3H2-TRAD-10"),
        ("Dg", 6, 6, "D3H2-TRAD-11"),
        ("Fl", 2, 2, "D3H2-TRAD-12"),
        ("Gd", 6, 6, "D3H2-TRAD-13"),
        ("Hr", 5, 5, "D3H2-TRAD-14"),
        ("AHr", 5, 5, "D3H2-TRAD-14"),
        ("Hd", 3, 2, "D3H2-TRAD-15"),
        ("IHd", 3, 2, "D3H2-TRAD-15"),
        ("Kn", 3, 4, "D3H2-TRAD-16"),
        ("4Kn", 3, 4, "D3H2-TRAD-16"),
        ("6Kn", 3, 4, "D3H2-TRAD-16"),
        ("Mg", 4, 4, "D3H2-TRAD-17"),
        ("Pl", 6, 6, "D3H2-TRAD-18"),
        ("Lk", 2, 2, "D3H2-TRAD-19"),
        ("Sh", 3, 4, "D3H2-TRAD-20"),
        ("Sk", 5, 3, "D3H2-TRAD-21"),
        ("Sp", 4, 4, "D3H2-TRAD-22"),
        ("8Sp", 4, 4, "D3H2-TRAD-22"),
        ("Wb", 3, 2, "D3H2-TRAD-24"),
    ] {
        for enemy in ["Bd", "Mg"] {
            meet(code, enemy).traditionally().has_factor(foot, rule);
        }
        for enemy in ["Cv", "Fl"] {
            meet(code, enemy).traditionally().has_factor(mounted, rule);
        }
    }
    meet("Bd", "Sh").shot_at().traditionally().has_factor(4, "D3H2-TRAD-08");
    meet("Bd", "Mg").bespelled().traditionally().has_factor(4, "D3H2-TRAD-08");
}

#[test]
fn empty_features_have_the_factors_of_the_main_table() {
    meet("Stronghold", "Bd").traditionally().has_factor(4, "D3H2-TRAD-23");
    meet("Camp", "Bd").traditionally().has_factor(2, "D3H2-TRAD-25");
    meet("Cv holding a Stronghold", "Bd").traditionally().counts(&[("D3H2-TACT-09", 4)]);
}

/// Twenty types and their kinds (D3H2-TRAD-02); no others, and none of these is mounted infantry (D3H2-TRAD-45).
#[test]
fn types_without_a_traditional_factor_are_refused() {
    for code in ["Ax", "Bw", "8Bw", "Cm", "CP", "LH", "Pk", "Ps", "SCh", "WWg", "Mtd-Bd", "Mtd-Sp"] {
        // D3H2-TRAD-03
        meet(code, "Bd").traditionally().cannot("not-in-ruleset", "a.type", None);
        meet("Bd", code).traditionally().cannot("not-in-ruleset", "b.type", None);
    }
}

/// Only Warband have rear support, and against Lurkers too (D3H2-TRAD-26).
#[test]
fn warband_alone_has_rear_support() {
    for enemy in ["Bd", "Lk", "Mg"] {
        meet(so("Wb", "rear_support"), enemy).traditionally().counts(&[("D3H2-TRAD-26", 1)]);
    }
    meet(so("Wb", "rear_support"), "Cv").traditionally().counts(&[]);
    meet(so("Wb in rough going", "rear_support"), "Bd").traditionally().counts(&[]);
    meet(so("Wb", "rear_support"), "Camp").traditionally().counts(&[]);
    meet(so("Wb", "rear_support"), "Sh").shot_at().traditionally().counts(&[]);
    // The main table does not count it against Lurkers, and gives double elements a factor.
    meet(so("Wb", "rear_support"), "Lk").counts(&[]);
    for double in ["8Sp", "6Bd", "6Kn", "6Cv"] {
        meet(double, "Bd").traditionally().counts(&[]);
        meet(double, "Bd").counts(&[("D3H2-SUPP-06", 1)]);
    }
}

#[test]
fn shieldwall_and_retinue_are_as_in_the_main_table() {
    let beside = |element: &str, friend: &str| with(element, "side_support", serde_json::json!({"type": friend}));
    for (element, friend) in [("Sp", "Sp"), ("Sp", "Bd"), ("8Sp", "8Sp"), ("Sh", "Bd"), ("Sh", "6Bd")] {
        meet(beside(element, friend), "Bd").traditionally().counts(&[("D3H2-TRAD-27", 1)]);
        meet(beside(element, friend), "Cv").traditionally().counts(&[]);
    }
    for (element, friend) in [("Sp", "Sp"), ("Sh", "Bd")] {
        let rough = format!("{element} in rough going");
        meet(beside(&rough, friend), "Bd").traditionally().counts(&[]);
        meet(beside(element, friend), "Camp").traditionally().counts(&[]);
        meet(beside(element, friend), "Bd holding a Camp").traditionally().counts(&[]);
        meet(beside(element, friend), "Sh").shot_at().traditionally().counts(&[]);
    }
    meet(beside("Fast Sp", "Bd"), "Bd").traditionally().counts(&[]);
    meet(beside("Fast Sh", "Bd"), "Bd").traditionally().counts(&[]);
    let fast_blades = serde_json::json!({"type": "Bd", "fast": true});
    meet(with("Sp", "side_support", fast_blades), "Bd").traditionally().counts(&[]);
    meet(beside("Sp", "Sh"), "Bd").traditionally().counts(&[]);
    meet(beside("Sh", "Sp"), "Bd").traditionally().counts(&[]);
}

/// Everything that is not reprinted is as in the main text (D3H2-TRAD-01): tactical factors, pursuit, impossible
/// cases.
#[test]
fn everything_else_is_as_in_the_main_rules() {
    meet("general Kn in bad going", "Bd").traditionally().counts(&[("D3H2-TACT-11", 1), ("D3H2-TACT-18", -2)]);
    beaten("Sp", "Kn").traditionally().pursued(1.0, "D3H2-PURS-04");
    beaten("Bd", "Bd").traditionally().pursued(0.5, "D3H2-PURS-05");
    meet("Art", "Camp").traditionally().cannot("not-possible", "a.type", Some("D3H2-MOVE-18"));
}

/// The rules about elements that disregard a result, or are destroyed or fall back instead, are the main ones.
#[test]
fn general_rules_about_results_are_the_same() {
    // D3H2-TRAD-28
    beaten("Sh", "Bd").shooting().traditionally().is("none", "D3H2-OUT-03");
    beaten("Mg", "Kn").bespelling().traditionally().is("none", "D3H2-OUT-03");
    beaten("Mg", "Gd").bespelling().traditionally().is("destroyed", "D3H2-TRAD-36");
    beaten("Bd", "Sk").traditionally().is("none", "D3H2-OUT-04");
    beaten("general Bd", "Sk").traditionally().is("recoil", "D3H2-TRAD-39");
    beaten(with("Bd", "left", "flank"), "Sh").traditionally().is("recoil", "D3H2-TRAD-39").ends("destroyed");
    beaten("Bh", "Stronghold").traditionally().is("recoil", "D3H2-TRAD-35").ends("destroyed");
}

#[test]
fn equal_features_heroes_paladins_and_mages() {
    level("Kn", "Stronghold").traditionally().is("none", "D3H2-TRAD-29");
    level("Bd holding a Camp", "Kn").traditionally().is("none", "D3H2-TRAD-29");
    level("Sh", "Bd holding a Camp").shooting().traditionally().is("none", "D3H2-TRAD-29");
    level("Hr", "AHr").odd().traditionally().is("destroyed", "D3H2-TRAD-29");
    level("Hr", "AHr").even().traditionally().is("none", "D3H2-TRAD-29");
    level("Pl", "Mg").odd().traditionally().is("destroyed", "D3H2-TRAD-29");
    level("Mg", "Pl").even().traditionally().is("none", "D3H2-TRAD-29");
    level("Pl", "Mg").odd().bespelled().traditionally().is("none", "D3H2-TRAD-29");
    level("Mg", "Pl").odd().bespelling().traditionally().is("none", "D3H2-TRAD-29");
    // Other elements are not affected.
    level("Mg", "Bd").odd().traditionally().is("none", "D3H2-TRAD-33");
    level("Mg", "Bd").even().traditionally().is("none", "D3H2-TRAD-33");
    level("Hr", "Sp").odd().traditionally().is("recoil", "D3H2-TRAD-32");
    level("Hr", "Sp").even().traditionally().is("recoil", "D3H2-TRAD-32");
    level("Sh", "Kn").shooting().traditionally().is("none", "D3H2-TRAD-33");
    level("Mg", "Bd holding a Camp").bespelling().traditionally().is("none", "D3H2-TRAD-33");
}

/// Fast Blades and Fast Shooters do not destroy Fast Knights here.
#[test]
fn equal_fast_knights() {
    line(Equal, "Fast Kn")
        .traditionally()
        .by("solid Bd, solid Sh", "destroyed", "D3H2-TRAD-30")
        .by("Fast all, Ps", "none", "D3H2-TRAD-30")
        .by_others("recoil", "D3H2-TRAD-30");
    level("Fast Kn", "Sh").shot_at().traditionally().is("recoil", "D3H2-TRAD-30");
    level("Fast Kn", "Mg").bespelled().traditionally().is("none", "D3H2-TRAD-30");
    level("Fast Kn", "Fast Bd").is("destroyed", "D3H2-OUT-13");
}

/// Only from solid Foot, not from shooting, and 4Kn like the others.
#[test]
fn equal_solid_knights() {
    line(Equal, "solid Kn")
        .traditionally()
        .by("Bd, Sh", "destroyed", "D3H2-TRAD-31")
        .by("solid Sp, solid Wb, solid Hd, Art, Mg, Cl", "recoil", "D3H2-TRAD-31")
        .by_others("none", "D3H2-TRAD-31");
    for first in ["Kn", "4Kn", "6Kn"] {
        level(first, "Sh").shot_at().traditionally().is("none", "D3H2-TRAD-31");
        level(first, "Mg").bespelled().traditionally().is("none", "D3H2-TRAD-31");
    }
    level("Kn", "Cv").is("recoil", "D3H2-OUT-14");
}

#[test]
fn equal_others() {
    for first in ["Fast Cv", "Fast Bh", "Fast Bs", "Fast Sp", "Fast Bd", "Fast Sh", "Fast Wb", "Fast Hd", "Lk"] {
        line(Equal, first)
            .traditionally()
            .by("Fast all, Ps", "none", "D3H2-TRAD-32")
            .by_others("recoil", "D3H2-TRAD-32");
        level(first, "Sh").shot_at().traditionally().is("recoil", "D3H2-TRAD-32");
        level(first, "Mg").bespelled().traditionally().is("none", "D3H2-TRAD-32");
    }
    for first in ["Pl", "solid Cv", "solid Bh", "solid Bs"] {
        line(Equal, first)
            .traditionally()
            .by("solid Sp, solid Bd, solid Sh, solid Wb, solid Hd, Art, Cl", "recoil", "D3H2-TRAD-32")
            .by("Fast Sp, Ps, Mounted, Aerial", "none", "D3H2-TRAD-32");
    }
    level("Cv", "Art").shot_at().traditionally().is("none", "D3H2-TRAD-32");
    for first in ["solid Sp", "solid Bd", "solid Sh", "solid Wb", "solid Hd", "solid Sk", "Art", "Cl"] {
        line(Equal, first).traditionally().by_others("none", "D3H2-TRAD-33");
    }
    // Aerials have no row here either.
    line(Equal, "Dg").traditionally().by_others("none", "D3H2-OUT-20");
}

/// Captured or destroyed makes no difference to the game; the word here is destroyed.
#[test]
fn less_features_fall_to_ground_troops() {
    for feature in ["Stronghold", "Camp"] {
        for enemy in ["Bd", "Kn", "Pl", "Hd"] {
            beaten(feature, enemy).traditionally().is("destroyed", "D3H2-TRAD-34");
        }
        for enemy in ["Dg", "Fl", "AHr"] {
            beaten(feature, enemy).traditionally().is("none", "D3H2-TRAD-34");
        }
        beaten(feature, "Sh").shot_at().traditionally().is("none", "D3H2-TRAD-34");
    }
    beaten("Bd holding a Camp", "Kn").traditionally().is("destroyed", "D3H2-TRAD-34");
    beaten("Bd holding a Camp", "Bd").traditionally().is("destroyed", "D3H2-TRAD-34");
    beaten("Bd holding a Camp", "Sh").shot_at().traditionally().is("none", "D3H2-TRAD-34");
    beaten("Bd holding a Camp", "Dg").traditionally().is("none", "D3H2-TRAD-34");
}

#[test]
fn less_behemoths_have_no_light_footed_to_fear() {
    line(Less, "Bh").traditionally().by("Mg, Dg", "flee", "D3H2-TRAD-35").by_others("recoil", "D3H2-TRAD-35");
    beaten("Bh", "Art").shot_at().traditionally().is("flee", "D3H2-TRAD-35");
    beaten("Bh", "Sh").shot_at().traditionally().is("recoil", "D3H2-TRAD-35");
    beaten("Bh", "Lk").is("destroyed", "D3H2-OUT-23");
}

#[test]
fn less_aerials_paladins_heroes_and_mages() {
    let rule = "D3H2-TRAD-36";
    for first in ["Ab", "Fl"] {
        line(Less, first).traditionally().by("Mg", "flee", rule).by_others("recoil", rule);
    }
    line(Less, "Dg").traditionally().by("Hr, Pl", "destroyed", rule).by_others("flee", rule);
    line(Less, "Gd").traditionally().by("Gd, Mg, Cl", "flee", rule).by_others("none", rule);
    line(Less, "Pl").traditionally().by_others("destroyed", rule);
    beaten("Pl", "Sh").shot_at().traditionally().is("none", rule);
    line(Less, "Hr")
        .traditionally()
        .by("Mg", "ensorcelled", rule)
        .by("Hr, Pl", "destroyed", rule)
        .by_others("recoil", rule);
    beaten("Hr", "Art").shot_at().traditionally().is("destroyed", rule);
    beaten("Hr", "Stronghold").traditionally().is("flee", rule);
    line(Less, "Mg")
        .traditionally()
        .by("Mg", "ensorcelled", rule)
        .by("Hr, Pl, Dg, Gd", "destroyed", rule)
        .by_others("recoil", rule);
}

#[test]
fn less_knights_and_cavalry() {
    line(Less, "Kn").traditionally().by("Bh", "destroyed", "D3H2-TRAD-37").by_others("recoil", "D3H2-TRAD-37");
    line(Less, "Cv").traditionally().by_others("recoil", "D3H2-TRAD-38");
    line(Less, "Cv in bad going").traditionally().by_others("flee", "D3H2-TRAD-38");
}

#[test]
fn less_heavy_foot_and_clerics() {
    for (first, rule) in [("Sp", "D3H2-TRAD-39"), ("Bd", "D3H2-TRAD-39"), ("Cl", "D3H2-TRAD-40")] {
        line(Less, first).traditionally().by("Wb, Kn", "destroyed", rule).by_others("recoil", rule);
        line(Less, &format!("{first} in rough going"))
            .traditionally()
            .by("Wb", "destroyed", rule)
            .by_others("recoil", rule);
    }
}

#[test]
fn less_beasts_and_shooters() {
    for first in ["Bs", "Sh"] {
        line(Less, first)
            .traditionally()
            .by("Mounted", "destroyed", "D3H2-TRAD-41")
            .by_others("recoil", "D3H2-TRAD-41");
    }
}

#[test]
fn less_sneakers_artillery_and_hordes() {
    let rule = "D3H2-TRAD-42";
    line(Less, "Sk").traditionally().by_others("flee", rule);
    line(Less, "Art").traditionally().by_others("destroyed", rule);
    line(Less, "Hd").traditionally().by("Wb, Kn, Bh", "destroyed", rule).by_others("none", rule);
    line(Less, "Hd in bad going").traditionally().by("Wb", "destroyed", rule).by_others("none", rule);
    beaten("Hd", "Sh").shot_at().traditionally().is("recoil", rule);
}

#[test]
fn less_lurkers_and_warband() {
    line(Less, "Lk").traditionally().by("Kn, Cv", "destroyed", "D3H2-TRAD-43").by_others("recoil", "D3H2-TRAD-43");
    line(Less, "Lk in bad going").traditionally().by_others("recoil", "D3H2-TRAD-43");
    line(Less, "Wb").traditionally().by("Kn, Fast Bh", "destroyed", "D3H2-TRAD-44").by_others("recoil", "D3H2-TRAD-44");
    line(Less, "Wb in rough going").traditionally().by_others("recoil", "D3H2-TRAD-44");
}

#[test]
fn doubled_defenders_are_destroyed() {
    for held in ["Stronghold", "Camp", "Lk holding a Stronghold", "Cv holding a Camp"] {
        doubled(held, "Kn").traditionally().is("destroyed", "D3H2-TRAD-46");
        doubled(held, "Art").shot_at().traditionally().is("destroyed", "D3H2-TRAD-46");
    }
    doubled("Cv holding a Camp", "Art").traditionally().cannot("not-possible", "b.type", Some("D3H2-MOVE-18"));
}

#[test]
fn doubled_cavalry_and_flyers() {
    line(Doubled, "Cv")
        .traditionally()
        .by("Art, Sp, Hd", "flee", "D3H2-TRAD-47")
        .by_others("destroyed", "D3H2-TRAD-47");
    line(Doubled, "Cv in rough going")
        .traditionally()
        .by("Art", "flee", "D3H2-TRAD-47")
        .by_others("destroyed", "D3H2-TRAD-47");
    doubled("Cv", "Art").shot_at().traditionally().is("destroyed", "D3H2-TRAD-47");
    line(Doubled, "Fl")
        .traditionally()
        .by("Hr, Mg, Aerial, Sh", "destroyed", "D3H2-TRAD-48")
        .by_others("flee", "D3H2-TRAD-48");
}

#[test]
fn doubled_lurkers() {
    let rule = "D3H2-TRAD-49";
    line(Doubled, "Lk")
        .traditionally()
        .by("Bh", "recoil", rule)
        .by("Kn, Cv, Bs, only Hr, Pl, Aerial, Sh", "destroyed", rule)
        .by_others("flee", rule);
    line(Doubled, "Lk in bad going")
        .traditionally()
        .by("Bh", "recoil", rule)
        .by("Bs, Aerial, Sh", "destroyed", rule)
        .by_others("flee", rule);
    doubled("Lk", "Sh").shot_at().traditionally().is("flee", rule);
    doubled("Lk", "Mg").bespelled().traditionally().is("flee", rule);
}

#[test]
fn doubled_others_are_destroyed() {
    for first in ["Gd", "Dg", "Ab", "Hr", "Pl", "Kn", "Bh", "Bs", "Sp", "Bd", "Sh", "Wb", "Hd", "Art", "Mg", "Cl"] {
        line(Doubled, first).traditionally().by_others("destroyed", "D3H2-TRAD-50");
    }
    for first in named("Sk") {
        doubled(&first, "Bd").traditionally().is("destroyed", "D3H2-TRAD-50");
    }
}

//! Less than the opponent's total, but more than half of it.

use musterfield_combat::file::Question;
use serde_json::json;

use super::meeting::Relation::Less;
use super::meeting::{ask, beaten, doubled, level, line, named, so};

/// One total against another (D3H2-OUT-02): no rounding, and exactly half is doubled.
#[test]
fn half_is_doubled_and_more_than_half_is_less() {
    // Spears (4) against Bows (2): the outcome for the Bows shows how the totals compare.
    for (spears, bows, totals, outcome, rule) in [
        (6, 3, [10, 5], "destroyed", "D3H2-OUT-57"),
        (5, 3, [9, 5], "recoil", "D3H2-OUT-39"),
        (5, 2, [9, 4], "destroyed", "D3H2-OUT-57"),
        (4, 3, [8, 5], "recoil", "D3H2-OUT-39"),
        (2, 4, [6, 6], "none", "D3H2-OUT-19"),
    ] {
        let case = json!({"a": {"type": "Sp", "roll": spears}, "b": {"type": "Bw", "roll": bows}});
        let answer = ask(Question::Resolve, &case);
        assert_eq!([&answer["a"]["total"], &answer["b"]["total"]], [&json!(totals[0]), &json!(totals[1])]);
        assert_eq!(answer["b"]["outcome"], outcome, "{answer}");
        assert!(answer["b"]["rules"].as_array().unwrap().contains(&json!(rule)), "{answer}");
    }
}

/// The outcome for an element depends on the totals and on both types (D3H2-OUT-01).
#[test]
fn a_result_depends_on_the_totals_and_on_both_types() {
    level("Kn", "Bd").is("destroyed", "D3H2-OUT-14");
    beaten("Kn", "Bd").is("recoil", "D3H2-OUT-32");
    doubled("Kn", "Bd").is("destroyed", "D3H2-OUT-57");
    beaten("Kn", "LH").is("destroyed", "D3H2-OUT-32");
    beaten("Cv", "LH").is("recoil", "D3H2-OUT-34");
}

/// Even where its Foot type would fare better (D3H2-OUT-21); otherwise it has the row of that type.
#[test]
fn mounted_infantry_in_bad_going_is_destroyed() {
    for first in ["Sp", "Pk", "Bd", "Ax", "Bw", "Sh", "Ps", "Wb", "Hd"] {
        let riding = format!("Mtd-{first} in bad going");
        for enemy in ["Bd", "Ax", "Kn", "Dg"] {
            beaten(&riding, enemy).is("destroyed", "D3H2-OUT-21");
        }
        beaten(&riding, "Bw").shot_at().is("destroyed", "D3H2-OUT-21");
        beaten(&riding, "Mg").bespelled().is("destroyed", "D3H2-OUT-21");
    }
    beaten("Mtd-Ax in marsh", "Bd").is("destroyed", "D3H2-OUT-21");
    beaten("Mtd-Ax in rough going", "Bd").is("recoil", "D3H2-OUT-38");
    beaten("Mtd-Bd", "Ax").is("recoil", "D3H2-OUT-36");
    beaten("Mtd-Hd", "Ax").is("none", "D3H2-OUT-43");
    beaten("Ax in bad going", "Bd").is("recoil", "D3H2-OUT-38");
}

#[test]
fn nothing_happens_to_a_command_post() {
    line(Less, "CP").by_others("none", "D3H2-OUT-22");
    beaten("CP", "Art").shot_at().is("none", "D3H2-OUT-22");
    beaten("CP", "Mg").bespelled().is("none", "D3H2-OUT-22");
    beaten(so("CP", "two_edges"), "Bd").is("none", "D3H2-OUT-22");
    beaten("CP holding a Camp", "Bd").is("none", "D3H2-OUT-22");
}

/// Light foot kill them unless they are Fast (D3H2-OUT-23); a Mage, a Dragon and Artillery make them flee.
#[test]
fn behemoths() {
    line(Less, "solid Bh")
        .by("Ps, Ax, LH", "destroyed", "D3H2-OUT-23")
        .by("Mg, Dg", "flee", "D3H2-OUT-24")
        .by_others("recoil", "D3H2-OUT-24");
    line(Less, "Fast Bh").by("Mg, Dg", "flee", "D3H2-OUT-24").by_others("recoil", "D3H2-OUT-24");
    for first in ["Bh", "Fast Bh"] {
        beaten(first, "Art").shot_at().is("flee", "D3H2-OUT-24");
        beaten(first, "Bw").shot_at().is("recoil", "D3H2-OUT-24");
        beaten(first, "Mg").bespelled().is("flee", "D3H2-OUT-24");
    }
}

#[test]
fn airboats_and_flyers_flee_from_mages() {
    for first in ["Ab", "Fl"] {
        line(Less, first).by("Mg", "flee", "D3H2-OUT-25").by_others("recoil", "D3H2-OUT-25");
        beaten(first, "Mg").bespelled().is("flee", "D3H2-OUT-25");
        beaten(first, "Art").shot_at().is("recoil", "D3H2-OUT-25");
    }
}

#[test]
fn dragons_die_by_heroes_and_paladins_and_flee_from_the_rest() {
    line(Less, "Dg").by("Hr, Pl", "destroyed", "D3H2-OUT-26").by_others("flee", "D3H2-OUT-26");
    beaten("Dg", "Bw").shot_at().is("flee", "D3H2-OUT-26");
    beaten("Dg", "Mg").bespelled().is("flee", "D3H2-OUT-26");
}

#[test]
fn gods_flee_from_gods_mages_and_clerics() {
    line(Less, "Gd").by("Gd, Mg, Cl", "flee", "D3H2-OUT-27").by_others("none", "D3H2-OUT-27");
    beaten("Gd", "Mg").bespelled().is("flee", "D3H2-OUT-27");
    beaten("Gd", "Art").shot_at().is("none", "D3H2-OUT-27");
}

#[test]
fn a_paladin_dies_in_close_combat_alone() {
    line(Less, "Pl").by_others("destroyed", "D3H2-OUT-28");
    beaten("Pl", "Art").shot_at().is("none", "D3H2-OUT-28");
    beaten("Pl", "Mg").bespelled().is("none", "D3H2-OUT-28");
}

/// In close combat as well as by a spell (D3H2-MAGIC-11).
#[test]
fn heroes() {
    for first in ["Hr", "AHr"] {
        line(Less, first)
            .by("Mg", "ensorcelled", "D3H2-OUT-29")
            .by("Hr, Pl", "destroyed", "D3H2-OUT-29")
            .by_others("recoil", "D3H2-OUT-29");
        beaten(first, "Mg").bespelled().is("ensorcelled", "D3H2-OUT-29");
        beaten(first, "Art").shot_at().is("destroyed", "D3H2-OUT-29");
        beaten(first, "Bw").shot_at().is("recoil", "D3H2-OUT-29");
        for held in ["Stronghold", "Bd holding a Stronghold"] {
            beaten(first, held).is("flee", "D3H2-OUT-29");
        }
        for held in ["Camp", "Bd holding a Camp"] {
            beaten(first, held).is("recoil", "D3H2-OUT-29");
        }
    }
}

#[test]
fn mages() {
    line(Less, "Mg")
        .by("Mg", "ensorcelled", "D3H2-OUT-30")
        .by("Hr, Pl, Dg, Gd", "destroyed", "D3H2-OUT-30")
        .by_others("recoil", "D3H2-OUT-30");
    beaten("Mg", "Mg").bespelled().is("ensorcelled", "D3H2-OUT-30");
    beaten("Mg", "Art").shot_at().is("recoil", "D3H2-OUT-30");
    // The result applies to the bespeller where the target is a God.
    beaten("Mg", "Gd").bespelling().is("destroyed", "D3H2-OUT-30");
}

#[test]
fn scythed_chariots_flee_only_from_shots_that_are_not_on_their_rear() {
    line(Less, "SCh").by_others("destroyed", "D3H2-OUT-31");
    for shooter in ["Bw", "Sh", "Art", "WWg"] {
        beaten("SCh", shooter).shot_at().is("flee", "D3H2-OUT-31");
        beaten(so("SCh", "rear_shot"), shooter).shot_at().is("destroyed", "D3H2-OUT-31");
    }
    beaten("SCh", "Mg").bespelled().is("destroyed", "D3H2-OUT-31");
}

/// A row that names a type covers its subtypes (D3H2-OUT-07): 4Kn and 6Kn are Knights.
#[test]
fn knights() {
    for first in ["Kn", "Kn in bad going"] {
        line(Less, first).by("Bh, SCh, Cm, LH", "destroyed", "D3H2-OUT-32").by_others("recoil", "D3H2-OUT-32");
    }
    for first in named("Kn") {
        beaten(&first, "Art").shot_at().is("recoil", "D3H2-OUT-32");
        beaten(&first, "Mg").bespelled().is("recoil", "D3H2-OUT-32");
    }
}

/// The first case that fits counts (D3H2-OUT-07): in bad going Behemoths destroy them too.
#[test]
fn camelry() {
    line(Less, "Cm")
        .by("SCh", "destroyed", "D3H2-OUT-33")
        .by("Bh", "flee", "D3H2-OUT-33")
        .by_others("recoil", "D3H2-OUT-33");
    line(Less, "Cm in bad going").by_others("destroyed", "D3H2-OUT-33");
    beaten("Cm", "Bw").shot_at().is("recoil", "D3H2-OUT-33");
    beaten("Cm in bad going", "Bw").shot_at().is("destroyed", "D3H2-OUT-33");
    beaten("Cm in rough going", "Ax").is("recoil", "D3H2-OUT-33");
    beaten("Cm in marsh", "Ax").is("destroyed", "D3H2-OUT-33");
    // Dunes count as good going for them (D3H2-FEAT-19).
    beaten("Cm in dunes", "Ax").is("recoil", "D3H2-OUT-33");
}

#[test]
fn cavalry() {
    line(Less, "Cv").by("SCh", "flee", "D3H2-OUT-34").by_others("recoil", "D3H2-OUT-34");
    line(Less, "Cv in bad going").by_others("flee", "D3H2-OUT-34");
    line(Less, "Cv in rough going").by("SCh", "flee", "D3H2-OUT-34").by_others("recoil", "D3H2-OUT-34");
    beaten("Cv", "Art").shot_at().is("recoil", "D3H2-OUT-34");
    beaten("Cv in bad going", "Mg").bespelled().is("flee", "D3H2-OUT-34");
}

#[test]
fn light_horse() {
    line(Less, "LH").by("SCh", "flee", "D3H2-OUT-35").by_others("recoil", "D3H2-OUT-35");
    line(Less, "LH in bad going").by_others("flee", "D3H2-OUT-35");
    beaten("LH", "Art").shot_at().is("flee", "D3H2-OUT-35");
    beaten("LH", "Bw").shot_at().is("recoil", "D3H2-OUT-35");
    beaten("LH in bad going", "Bw").shot_at().is("flee", "D3H2-OUT-35");
    beaten("LH", "Art").is("recoil", "D3H2-OUT-35");
}

/// Their own going counts, not the winner's; partly in other going is not in good going (D3H2-FEAT-23).
#[test]
fn heavy_foot_and_clerics() {
    for (first, rule) in [("Sp", "D3H2-OUT-36"), ("Pk", "D3H2-OUT-36"), ("Bd", "D3H2-OUT-36"), ("Cl", "D3H2-OUT-37")] {
        line(Less, first)
            .by("Wb, Kn, SCh, Wb in bad going, Kn in bad going", "destroyed", rule)
            .by_others("recoil", rule);
        for going in ["rough", "bad"] {
            line(Less, &format!("{first} in {going} going")).by("Wb", "destroyed", rule).by_others("recoil", rule);
        }
        beaten(first, "Art").shot_at().is("recoil", rule);
        beaten(first, "Mg").bespelled().is("recoil", rule);
    }
}

#[test]
fn auxilia() {
    line(Less, "Ax").by("Kn", "destroyed", "D3H2-OUT-38").by_others("recoil", "D3H2-OUT-38");
    line(Less, "Ax in rough going").by_others("recoil", "D3H2-OUT-38");
    beaten("Ax", "Art").shot_at().is("recoil", "D3H2-OUT-38");
    beaten("Ax", "Mg").bespelled().is("recoil", "D3H2-OUT-38");
}

/// Aerials do not belong to the Mounted class (D3H2-OUT-08).
#[test]
fn bows_beasts_and_shooters_die_by_mounted() {
    for first in ["Bw", "Bs", "Sh", "Bw in bad going", "Bs in bad going"] {
        line(Less, first)
            .by("Mounted", "destroyed", "D3H2-OUT-39")
            .by("Aerial", "recoil", "D3H2-OUT-39")
            .by_others("recoil", "D3H2-OUT-39");
    }
    beaten("Bw", "Art").shot_at().is("recoil", "D3H2-OUT-39");
    beaten("Bw", "Sh").exchanging().is("recoil", "D3H2-OUT-39");
    beaten("Bs", "Mg").bespelled().is("recoil", "D3H2-OUT-39");
}

/// The going of the Psiloi counts, as the winner sees it.
#[test]
fn psiloi_and_lurkers() {
    line(Less, "Ps").by("Kn, Cv, Cm", "destroyed", "D3H2-OUT-40").by_others("recoil", "D3H2-OUT-40");
    for going in ["rough", "bad"] {
        line(Less, &format!("Ps in {going} going")).by_others("recoil", "D3H2-OUT-40");
    }
    // Camelry count dunes as good, others do not (D3H2-FEAT-19).
    for first in ["Ps in dunes", "Lk in dunes", "Ps in oasis"] {
        beaten(first, "Cm").is("destroyed", "D3H2-OUT-40");
        beaten(first, "Kn").is("recoil", "D3H2-OUT-40");
    }
    beaten("Ps", "Kn in bad going").is("destroyed", "D3H2-OUT-40");
    beaten("Ps", "Bw").shot_at().is("recoil", "D3H2-OUT-40");
    beaten("Ps", "Mg").bespelled().is("recoil", "D3H2-OUT-40");
}

#[test]
fn sneakers_flee_from_everybody() {
    line(Less, "Sk").by_others("flee", "D3H2-OUT-41");
    beaten("Sk", "Bw").shot_at().is("flee", "D3H2-OUT-41");
    beaten("Sk", "Mg").bespelled().is("flee", "D3H2-OUT-41");
    beaten("Sk", "Camp").is("flee", "D3H2-OUT-41");
}

/// The condition applies to the whole list: outside good going none of these kills them.
#[test]
fn warband() {
    line(Less, "Wb")
        .by("Kn, SCh, Fast Bh", "destroyed", "D3H2-OUT-42")
        .by("solid Bh", "recoil", "D3H2-OUT-42")
        .by_others("recoil", "D3H2-OUT-42");
    line(Less, "Wb in rough going").by_others("recoil", "D3H2-OUT-42");
    beaten("Wb", "Art").shot_at().is("recoil", "D3H2-OUT-42");
    beaten("Wb", "Mg").bespelled().is("recoil", "D3H2-OUT-42");
}

#[test]
fn hordes() {
    line(Less, "Hd").by("Wb, Kn, Bh", "destroyed", "D3H2-OUT-43").by_others("none", "D3H2-OUT-43");
    for going in ["rough", "bad"] {
        line(Less, &format!("Hd in {going} going"))
            .by("Wb", "destroyed", "D3H2-OUT-43")
            .by_others("none", "D3H2-OUT-43");
    }
    for first in ["Hd", "IHd", "Fast Hd"] {
        beaten(first, "Bw").shot_at().is("recoil", "D3H2-OUT-43");
        beaten(first, "Mg").bespelled().is("none", "D3H2-OUT-43");
    }
}

#[test]
fn war_wagons() {
    line(Less, "WWg").by("Bh", "destroyed", "D3H2-OUT-44").by_others("none", "D3H2-OUT-44");
    beaten("WWg", "Art").shot_at().is("destroyed", "D3H2-OUT-44");
    beaten("WWg", "Bw").shot_at().is("none", "D3H2-OUT-44");
    beaten("WWg", "Mg").bespelled().is("none", "D3H2-OUT-44");
}

#[test]
fn artillery_is_destroyed_in_every_way() {
    line(Less, "Art").by_others("destroyed", "D3H2-OUT-46");
    beaten("Art", "Bw").shot_at().is("destroyed", "D3H2-OUT-46");
    beaten("Art", "Art").exchanging().is("destroyed", "D3H2-OUT-46");
    beaten("Art", "Mg").bespelled().is("destroyed", "D3H2-OUT-46");
}

/// Two flee and one is destroyed where more than one case of a row fits: the first counts (D3H2-OUT-07).
#[test]
fn the_first_case_that_fits_counts() {
    beaten("Cm in bad going", "Bh").is("destroyed", "D3H2-OUT-33");
    beaten("Sp in bad going", "Wb").is("destroyed", "D3H2-OUT-36");
    level("Fast Kn", "Fast Bd").is("destroyed", "D3H2-OUT-13");
    beaten("Mtd-Hd in bad going", "Bw").shot_at().is("destroyed", "D3H2-OUT-21");
}

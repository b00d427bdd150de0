//! Close combat: second ranks and tactical factors.

use super::show;

/// A fight between `a1` at 1,1 north and `b1` at 2,1 south.
fn fight(rule: &str, own: &str, enemy: &str, others: &str, dice: &str, rest: &str) {
    show(&format!(
        "
        # {rule}
        with a1 {own} at 1,1 north; b1 {enemy} at 2,1 south{others}
        phase fighting
        | |
        > a1 fights b1 ({dice})
        {rest}
        "
    ));
}

const MARSH: &str = "\n ground marsh -5,-5 8,-5 8,8 -5,8";

#[test]
fn a_second_rank_supports() {
    let behind = |code: &str| format!("; a2 {code} at 1,0.5 north");
    fight("HOTT25-SUPP-01 HOTT25-CF-06", "Sp", "Bd", &behind("Sp"), "3 3", "= totals 8 8");
    fight("HOTT25-SUPP-02 HOTT25-CF-07", "Pk", "Bd", &behind("Pk"), "3 3", "= totals 9 8");
    fight("HOTT25-SUPP-03 HOTT25-CF-08", "Wb", "Bd", &behind("Wb"), "3 3", "= totals 7 8");
    // Not by others, not by others of a kind, and not by a third rank.
    fight("HOTT25-SUPP-01", "Bd", "Bd", &behind("Bd"), "3 3", "= totals 8 8");
    fight("HOTT25-SUPP-01", "Sp", "Bd", &behind("Pk"), "3 3", "= totals 7 8");
    fight("HOTT25-SUPP-02", "Pk", "Bd", &format!("{}; a3 Pk at 1,0 north", behind("Pk")), "3 3", "= totals 9 8");
    // Against everybody.
    fight("HOTT25-SUPP-02", "Pk", "Kn", &behind("Pk"), "3 3", "= totals 10 6");
}

#[test]
fn no_second_rank_in_bad_going_or_against_walls() {
    for (code, totals) in [("Sp", "5 6"), ("Pk", "4 6"), ("Wb", "6 6")] {
        fight(
            "HOTT25-SUPP-04",
            code,
            "Bd",
            &format!("; a2 {code} at 1,0.5 north{MARSH}"),
            "3 3",
            &format!("= totals {totals}"),
        );
    }
    show(
        "
        # HOTT25-SUPP-05
        with a1 Sp at 0.5,1 north; a2 Sp at 0.5,0.5 north; b1 Bd at 9,9 south
        defender b
        camp b 2,1 south 2x2
        phase fighting
        | |
        > a1 fights stronghold (3 3)
        = totals 7 9
        = a1 at 0.5,0.5 north
        = a2 at 0.5,0 north
        ",
    );
}

#[test]
fn whoever_supports_a_destroyed_element_is_destroyed_with_it() {
    let lost = "= a1 destroyed\n = a2 destroyed\n = used HOTT25-SUPP-07";
    for (code, enemy, dice) in [("Sp", "Wb", "1 5"), ("Pk", "Wb", "1 5"), ("Wb", "Kn", "1 5")] {
        fight("HOTT25-SUPP-07", code, enemy, &format!("; a2 {code} at 1,0.5 north"), dice, lost);
    }
    // Not a third rank, nor others behind, nor where no second rank counts.
    fight(
        "HOTT25-SUPP-07",
        "Sp",
        "Wb",
        "; a2 Sp at 1,0.5 north; a3 Sp at 1,0 north",
        "1 5",
        &format!("{lost}\n = a3 there"),
    );
    fight("HOTT25-SUPP-07", "Bd", "Wb", "; a2 Bd at 1,0.5 north", "1 6", "= a1 destroyed\n = a2 there");
    fight(
        "HOTT25-SUPP-07",
        "Sp",
        "Wb",
        &format!("; a2 Sp at 1,0.5 north{MARSH}"),
        "1 5",
        "= a1 destroyed\n = a2 there",
    );
    // Where the recoil fails, too: the friend behind the second rank faces aside.
    fight(
        "HOTT25-SUPP-07 HOTT25-RECOIL-07",
        "Sp",
        "Bd",
        "; a2 Sp at 1,0.5 north; a3 Bd at 1.5,0 east",
        "1 5",
        &format!("{lost}\n = used HOTT25-RECOIL-07\n = a3 there"),
    );
}

#[test]
fn the_general_adds_one_in_close_combat() {
    fight("HOTT25-TACT-01", "Bd general", "Bd", "", "3 3", "= totals 9 8");
    fight("HOTT25-TACT-01", "Bd", "Bd general", "", "3 3", "= totals 8 9");
    fight("HOTT25-TACT-01", "Bd", "Bd", "; a2 Bd general at 5,1 north", "3 3", "= totals 8 8");
}

#[test]
fn a_hill_or_a_bank_is_defended_against_those_on_the_ground() {
    let hill = "\n ground gentle_hill -3,-3 6,-3 6,6 -3,6 crest -3,5 6,5";
    fight("HOTT25-TACT-03", "Bd", "Bd", hill, "3 3", "= totals 8 9");
    fight("HOTT25-TACT-03", "Fl down", "Bd", hill, "3 3", "= totals 5 6");
    // On the bank above the water, whatever river it is.
    let river = "\n ground river 1 -5,0.5 8,0.5";
    fight("HOTT25-TACT-03", "Bd", "Bd", river, "3 3", "= totals 8 9");
    // Both in the water, and both on land.
    fight("HOTT25-TACT-03", "Bd", "Bd", "\n ground river 3 -5,0.5 8,0.5", "3 3", "= totals 8 8");
    fight("HOTT25-TACT-03", "Bd", "Bd", "\n ground river 1 -5,-2 8,-2", "3 3", "= totals 8 8");
}

#[test]
fn each_flank_and_the_rear_costs_one() {
    let overlap = "; b2 Bd at 3,1 south";
    fight("HOTT25-TACT-04", "Bd", "Bd", overlap, "3 3", "= totals 7 8");
    fight("HOTT25-TACT-04", "Bd", "Bd", &format!("{overlap}; b3 Bd at 1,1 south"), "3 3", "= totals 6 8");
    // Everybody overlaps and is overlapped.
    fight("HOTT25-TACT-04", "Bd", "Bd", "; b2 Dg at 3,1 south", "3 3", "= totals 7 8");
    fight("HOTT25-TACT-04", "Skr", "Bd", overlap, "3 3", "= totals 4 8");
    fight("HOTT25-TACT-04", "Sk", "Bd", overlap, "3 3", "= totals 7 8");
    // A front edge on the flank, and on the rear: a recoil is the end then.
    fight("HOTT25-TACT-04 D3H2-RECOIL-16", "Bd", "Bd", "; b2 Bd at 2,0 west", "3 3", "= totals 7 8\n = a1 destroyed");
    fight("HOTT25-TACT-04", "Bd", "Bd", "; b2 Bd at 1,0.5 north", "4 3", "= totals 8 8");
    // The edge of the table overlaps nobody.
    show(
        "# HOTT25-TACT-04\n origin 0,5\n with a1 Bd at 0.5,1 north; b1 Bd at 1.5,1 south\n phase fighting\n | |\n > a1 fights b1 (3 3)\n = totals 8 8",
    );
}

#[test]
fn bad_going_costs_two_except_for_some() {
    for (code, factor) in [("Sp", 4), ("Pk", 3), ("Hd", 2), ("Cl", 4), ("Sk", 5), ("Mg", 4), ("Hr", 5)] {
        let enemy = if code == "Hr" { 3 } else { 5 };
        fight("HOTT25-TACT-06", code, "Bd", MARSH, "3 3", &format!("= totals {} {}", factor + 1, enemy + 1));
    }
    for (code, factor) in [("Sh", 3), ("Wb", 3), ("Skr", 2), ("Lk", 2)] {
        fight("HOTT25-TACT-06", code, "Bd", MARSH, "3 3", &format!("= totals {} 6", factor + 3));
    }
    fight("HOTT25-TACT-06", "Bs", "Bd", MARSH, "3 3", "= totals 6 4");
    // Nobody in the air is in any going.
    fight("HOTT25-TACT-06", "Fl down", "Wb", MARSH, "3 3", "= totals 3 6");
}

#[test]
fn mounted_and_aerials_lose_two_against_whoever_is_in_bad_going() {
    let beyond = "\n ground marsh -5,1 8,1 8,8 -5,8";
    fight("HOTT25-TACT-07", "Kn", "Bd", beyond, "3 3", "= totals 4 4");
    fight("HOTT25-TACT-07", "Fl down", "Wb", beyond, "3 3", "= totals 3 6");
    // Not Beasts, not Foot, and not twice.
    fight("HOTT25-TACT-07", "Bs", "Bd", beyond, "3 3", "= totals 6 4");
    fight("HOTT25-TACT-07", "Sp", "Bd", beyond, "3 3", "= totals 7 6");
    fight("HOTT25-TACT-07", "Kn", "Wb", MARSH, "3 3", "= totals 4 6");
}

#[test]
fn water_lurkers_are_fought_at_two_less() {
    fight("HOTT25-TACT-12", "Bd", "Lk water", "", "3 3", "= totals 6 5");
    fight("HOTT25-TACT-12", "Kn", "Lk water", "", "3 3", "= totals 4 5");
    fight("HOTT25-TACT-12", "Bd", "Lk", "", "3 3", "= totals 8 5");
}

#[test]
fn bonuses_of_the_types() {
    // HOTT25-CF-02 to HOTT25-CF-09: against Foot and against all others.
    for (codes, foot, others) in [
        (&["Gd down", "Pl", "Dg down"][..], 6, 6),
        (&["Hr", "AHr down"], 5, 5),
        (&["Bd", "Ab down", "Sk"], 5, 3),
        (&["Bh"], 4, 5),
        (&["Sp", "Mg", "Cl", "Art"], 4, 4),
        (&["Kn", "Bs", "Pk", "Sh"], 3, 4),
        (&["Rd", "Wb"], 3, 3),
        (&["Fl down", "Hd", "Ra", "Skr", "Lk"], 2, 2),
    ] {
        for code in codes {
            let is_foot = ["Bd", "Sk", "Sp", "Mg", "Cl", "Art", "Pk", "Sh", "Wb", "Hd", "Skr", "Lk"].contains(code);
            let (bd, rd) = (if is_foot { 5 } else { 3 }, 3);
            fight("HOTT25-CF-02", code, "Bd", "", "3 3", &format!("= totals {} {}", foot + 3, bd + 3));
            fight("HOTT25-CF-02", code, "Rd", "", "3 3", &format!("= totals {} {}", others + 3, rd + 3));
        }
    }
}

//! Close combat between types whose rows are easily mixed up, contacts on flanks, and pursuit.

use super::show;

/// A fight between `a1` at 1,1 north and `b1` at 2,1 south.
#[track_caller]
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

const BOTH_SIDES: &str = "; b2 Bd at 3,1 south; b3 Bd at 1,1 south";
const MARSH: &str = "\n ground marsh -9,-9 8,-9 8,8 -9,8";

#[test]
fn knights_are_destroyed_by_whom_they_have_charged_and_not_by_whom_charges_them() {
    fight("HOTT25-OUT-13", "Sh moved 1", "Kn", "", "4 2", "= totals 8 5\n = b1 at 2,1.75 south");
    fight("HOTT25-OUT-13", "Kn moved 1", "Sh", "", "1 3", "= totals 4 7\n = a1 destroyed");
    // Riders are no Knights, and Skirmishers no Shooters.
    fight("HOTT25-OUT-15", "Rd moved 1", "Sh", "", "2 3", "= totals 5 7\n = a1 at 1,0.25 north");
    fight("HOTT25-OUT-14", "Kn moved 1", "Skr", "", "1 4", "= totals 4 6\n = a1 at 1,0.25 north");
    // They have charged whoever turns to them when they come into its flank.
    show(
        "
        # HOTT25-OUT-13 D3H2-CONT-10
        with a1 Kn at 0,0 north; a2 Bd general at 6,1 north; b1 Sh at 1,2 east
        | |
        > a1 ahead 1
        > end
        > end
        > end
        > end
        = a1 fights b1
        > a1 fights b1 (1 3)
        = totals 4 7
        = a1 destroyed
        = used HOTT25-OUT-13
        ",
    );
}

#[test]
fn aerials_are_no_mounted() {
    fight("HOTT25-OUT-18", "Sh", "Dg down", "", "1 3", "= totals 5 9\n = a1 at 1,0.5 north");
    fight("HOTT25-OUT-18", "Bs", "Dg down", "", "1 3", "= totals 5 9\n = a1 at 1,0 north");
    fight("HOTT25-OUT-18", "Sh", "Hr", "", "1 2", "= totals 5 7\n = a1 destroyed");
    fight("HOTT25-OUT-29", "Ra", "Dg down", "", "1 2", "= totals 3 8\n = a1 destroyed");
}

#[test]
fn heroes_die_with_heroes_alone() {
    fight("HOTT25-OUT-04", "Hr", "Pl", "", "2 1", "= totals 7 7\n = a1 there\n = b1 there");
    fight(
        "HOTT25-OUT-02",
        "AHr down",
        "AHr down",
        "",
        "2 2",
        "= a1 destroyed\n = b1 destroyed\n = lost a 1\n = lost b 1",
    );
    // Equal and odd after what counts against them, too.
    fight("HOTT25-OUT-02", "Hr general", "Hr", "", "1 2", "= totals 7 7\n = a1 destroyed\n = b1 destroyed");
    fight("HOTT25-OUT-04", "Gd down", "Gd down", "", "1 1", "= a1 there\n = b1 there");
}

#[test]
fn half_or_less_for_those_with_rows_of_their_own() {
    fight("HOTT25-OUT-30", "Fl down", "Ab down", "", "1 3", "= totals 3 6\n = a1 destroyed");
    fight("HOTT25-OUT-30", "Fl down", "Mg", "", "1 2", "= totals 3 6\n = a1 destroyed");
    fight("HOTT25-OUT-30", "Fl down", "Pl", "", "1 1", "= totals 3 7\n = used HOTT25-FLEE-01");
    fight("HOTT25-OUT-30", "Fl down", "Kn", "", "1 2", "= totals 3 6\n = used HOTT25-FLEE-01");
    fight("HOTT25-OUT-30", "Fl down", "Art", "", "1 2", "= totals 3 6\n = used HOTT25-FLEE-01");
    fight("HOTT25-OUT-28", "Skr", "Kn", MARSH, "1 6", "= totals 3 7\n = used HOTT25-FLEE-01");
    fight("HOTT25-OUT-28", "Skr", "Bs", MARSH, "1 3", "= totals 3 6\n = used HOTT25-OUT-28\n = used HOTT25-FLEE-01");
    fight("HOTT25-OUT-31", "Sk", "Bd", BOTH_SIDES, "1 3", "= totals 4 8\n = a1 destroyed");
    fight("HOTT25-OUT-31", "Mg", "Bd", BOTH_SIDES, "1 3", "= totals 3 8\n = a1 destroyed");
}

#[test]
fn a_second_rank_needs_good_going_for_both_and_helps_against_all() {
    let behind = "; a2 Sp at 1,0.5 north";
    fight("HOTT25-SUPP-01", "Sp", "Fl down", behind, "3 3", "= totals 8 5");
    fight("HOTT25-SUPP-01", "Sp", "Kn", behind, "3 3", "= totals 8 6");
    let rear_marsh = "\n ground marsh -5,-5 8,-5 8,0.3 -5,0.3";
    fight("HOTT25-SUPP-04", "Sp", "Bd", &format!("{behind}{rear_marsh}"), "3 3", "= totals 7 8");
    // A second rank of Warband dies with the first whatever destroys that.
    let warband = "; a2 Wb at 1,0.5 north";
    fight("HOTT25-SUPP-07", "Wb", "Bh", warband, "1 4", "= totals 5 8\n = a1 destroyed\n = a2 destroyed");
}

#[test]
fn a_bank_is_not_defended_against_aerials() {
    let river = "\n ground river 1 -5,0.5 8,0.5";
    fight("HOTT25-TACT-03", "Bd", "Bd", river, "3 3", "= totals 8 9");
    fight("HOTT25-TACT-03", "Fl down", "Bd", river, "3 3", "= totals 5 6");
}

#[test]
fn both_flanks_and_the_rear_cost_three() {
    fight("HOTT25-TACT-04", "Bd", "Bd", &format!("{BOTH_SIDES}; b4 Bd at 1,0.5 north"), "6 2", "= totals 8 7");
    // A part of the rear is enough, as a part of a flank is.
    fight("HOTT25-TACT-04", "Bd", "Bd", "; b2 Bd at 1.4,0.5 north", "6 2", "= totals 10 7");
    // Two at one flank count once.
    fight("HOTT25-TACT-04", "Bd", "Bd", "; b2 Bd at 3,1 south; b3 Bd at 2,0 west", "6 2", "= totals 10 7");
    // No effect is none, even with an enemy on its flank.
    fight("HOTT25-OUT-05", "Gd down", "Bd", "; b2 Bd at 2,0 west", "1 5", "= totals 6 8\n = a1 at 1,1 north");
}

#[test]
fn whoever_is_driven_off_the_battlefield_is_beaten() {
    // It is pursued like others that flee, and friends on the flank of its enemy fall back.
    fight("D3H2-PURS-01 HOTT25-OUT-10", "Bh", "Dg down", "", "6 1", "= totals 11 7\n = b1 fled\n = a1 at 1,2 north");
    fight("D3H2-PURS-01 HOTT25-OUT-21", "Bs", "Lk", "", "4 2", "= totals 7 4\n = b1 aside\n = a1 at 1,2 north");
    fight("D3H2-PURS-04 HOTT25-OUT-21", "Kn", "Lk", "", "4 2", "= totals 7 4\n = b1 aside\n = a1 at 1,1 north");
    fight(
        "D3H2-OUT-05 HOTT25-OUT-10",
        "Dg down",
        "Bd",
        "; a2 Bd at 2,1 west",
        "1 6",
        "= totals 7 8\n = a1 fled\n = a2 at 2.5,1 west\n = used D3H2-OUT-05",
    );
}

//! The effects of spells on each type, and the elements that may cast them.

use super::show;

/// A spell of `a1` at 1,1 north at `b1` before it, out of everybody's reach.
#[track_caller]
fn cast(rule: &str, target: &str, dice: &str, rest: &str) {
    show(&format!(
        "
        # HOTT25-MAGIC-03 {rule}
        with a1 Mg at 1,1 north; a2 Bd general at 4,1 north; b1 {target} at 2,4 south
        phase bespelling
        | |
        > a1 bespells b1 ({dice})
        = used {rule}
        {rest}
        "
    ));
}

/// A spell among others, and what is said of it.
#[track_caller]
fn among(rule: &str, who: &str, order: &str, rest: &str) {
    show(&format!("# {rule}\n with {who}\n phase bespelling\n | |\n > {order}\n {rest}"));
}

const FLEES: &str = "= used HOTT25-FLEE-01";
const STAYS: &str = "= b1 at 2,4 south";

#[test]
fn spells_do_to_each_type_what_its_row_says() {
    cast("HOTT25-OUT-05", "Gd", "6 1", "= totals 10 7\n = b1 fled\n = lost b 1");
    cast("HOTT25-OUT-10", "Dg", "6 1", "= totals 10 7\n = b1 fled\n = lost b 1");
    cast("HOTT25-OUT-07", "AHr", "6 1", "= totals 10 6\n = b1 ensorcelled");
    cast("HOTT25-OUT-31", "Mg", "6 1", "= totals 10 5\n = b1 destroyed");
    cast("HOTT25-OUT-11", "Ab", "6 1", FLEES);
    cast("HOTT25-OUT-11", "Fl", "1 1", FLEES);
    cast("HOTT25-OUT-30", "Fl", "6 1", "= b1 destroyed");
    cast("HOTT25-OUT-16", "Bh", "3 1", FLEES);
    cast("HOTT25-OUT-20", "Sk", "6 1", FLEES);
    cast("HOTT25-OUT-21", "Lk", "1 1", "= b1 aside\n = lost b 0");
    cast("HOTT25-OUT-31", "Lk", "6 1", "= b1 destroyed\n = lost b 1");
    // Artillery and Paladins suffer only in close combat, or by half or less.
    cast("HOTT25-OUT-24", "Art", "5 1", STAYS);
    cast("HOTT25-OUT-31", "Art", "6 1", "= b1 destroyed");
    cast("HOTT25-OUT-24", "Pl", "6 1", &format!("= totals 10 9\n {STAYS}"));
    // A Magician does not count as Mounted, nor a spell as close combat.
    cast("HOTT25-OUT-18", "Sh", "2 1", "= b1 at 2,4.5 south");
    cast("HOTT25-OUT-14", "Kn", "1 1", "= b1 at 2,4.75 south");
    cast("HOTT25-OUT-28", "Skr", "6 1", FLEES);
    cast("HOTT25-OUT-29", "Ra", "6 1", FLEES);
}

#[test]
fn equal_totals_of_a_spell_do_nothing() {
    // Odd ones too: a Paladin and a Magician destroy each other in close combat alone.
    cast("HOTT25-OUT-04", "Pl", "5 1", &format!("= totals 9 9\n {STAYS}\n = a1 at 1,1 north"));
    cast("HOTT25-OUT-04", "Gd", "3 1", &format!("= totals 7 7\n {STAYS}\n = a1 at 1,1 north"));
    cast("HOTT25-OUT-04", "Mg", "3 3", &format!("= totals 7 7\n {STAYS}\n = a1 at 1,1 north"));
}

#[test]
fn bad_going_counts_for_the_fate_of_the_bespelled_and_not_for_their_totals() {
    let marsh = "at 2,4 south\n ground marsh -3,3.8 6,3.8 6,6 -3,6";
    for (code, rule) in [("Kn", "HOTT25-OUT-12"), ("Rd", "HOTT25-OUT-15")] {
        among(
            &format!("HOTT25-TACT-06 {rule}"),
            &format!("a1 Mg at 1,1 north; a2 Bd general at 4,1 north; b1 {code} {marsh}"),
            "a1 bespells b1 (1 1)",
            &format!("= totals 5 4\n = b1 destroyed\n = used {rule}"),
        );
    }
    among(
        "HOTT25-OUT-29",
        &format!("a1 Mg at 1,1 north; a2 Bd general at 4,1 north; b1 Ra {marsh}"),
        "a1 bespells b1 (6 1)",
        "= b1 destroyed\n = used HOTT25-OUT-29",
    );
}

#[test]
fn half_or_less_destroys_whoever_a_spell_would_ensorcel() {
    among(
        "HOTT25-OUT-31 HOTT25-TACT-05",
        "a1 Mg at 1,1 north; a2 Mg at 2,1 north; a3 Mg at 0,1 north; a4 Bd general at 4,1 north; b1 Hr at 2,4 south",
        "a1 bespells b1 aided a2+a3 (6 1)",
        "= totals 10 4\n = b1 destroyed\n = pips 3",
    );
}

#[test]
fn two_magicians_aid_and_no_more_and_each_casts_once() {
    let mages = "a1 Mg at 1,1 north; a2 Mg at 2,1 north; a3 Mg at 0,1 north; a4 Mg at 3,1 north";
    let who = format!("{mages}; a5 Bd general at 5,1 north; b1 Bd at 2,4 south");
    among("HOTT25-TACT-05 HOTT25-MAGIC-07", &who, "a1 bespells b1 aided a2+a3+a4", "! HOTT25-MAGIC-07");
    among(
        "D3H2-MAGIC-08",
        &who,
        "a1 bespells b1 (3 2)",
        "= totals 7 7\n > a2 bespells b1 (3 2)\n = totals 7 7\n = pips 4\n > a1 bespells b1\n ! D3H2-MAGIC-08",
    );
    // A general who casts is within his own command, wherever the others are; those who aid pay for themselves.
    among(
        "HOTT25-PIP-05",
        "a1 Mg general at 1,1 north; a2 Bd at 12,1 north; b1 Bd at 2,4 south",
        "a1 bespells b1 (3 3)",
        "= pips 5",
    );
    among(
        "HOTT25-PIP-05",
        "a1 Mg at 0,1 north; a2 Mg at 1,1 north; a3 Bd general at 9.62,1 north; b1 Bd at 2,4 south",
        "a1 bespells b1 aided a2 (3 3)",
        "= pips 3",
    );
}

#[test]
fn protection_counts_once_and_holy_men_have_it_themselves() {
    let a = "a1 Mg at 1,1 north; a2 Bd general at 4,1 north";
    let (woods, river) = ("ground woods -3,4 6,4 6,8 -3,8", "ground river 1 -5,2.5 8,2.5");
    among(
        "HOTT25-TACT-08 HOTT25-TACT-09 HOTT25-TACT-10",
        &format!("{a}; b1 Bd at 2,4 south; b2 Pl at 2,7 south\n {woods}\n {river}"),
        "a1 bespells b1 (3 3)",
        "= totals 7 10",
    );
    among("HOTT25-TACT-10", &format!("{a}; b1 Pl at 2,4 south"), "a1 bespells b1 (3 3)", "= totals 7 11");
    among(
        "HOTT25-TACT-10",
        &format!("{a}; b1 Pl at 2,4 south; b2 Cl at 2,7 south\n {river}"),
        "a1 bespells b1 (3 3)",
        "= totals 7 11",
    );
    // Only the defender has a Stronghold: one of the enemy's protects no Magician.
    among(
        "HOTT25-TACT-11",
        &format!("{a}; b1 Mg at 2,4 south\n camp a 3,5 south 2x2"),
        "a1 bespells b1 (3 3)",
        "= totals 7 7",
    );
}

#[test]
fn a_spell_reaches_into_close_combat_from_outside_of_it() {
    // The enemy that fights the target pursues it as if it had recoiled from the fight.
    among(
        "D3H2-MAGIC-07 D3H2-PURS-01",
        "a1 Mg at 4,1 north; a2 Kn at 1,1 north; a3 Bd general at 6,1 north; b1 Sp at 2,1 south",
        "a1 bespells b1 (4 3)",
        "= totals 8 7\n = b1 at 2,1.5 south\n = a2 at 1,1.5 north\n = used D3H2-PURS-04",
    );
    // A Magician that overlaps an enemy is in no close combat.
    among(
        "D3H2-MAGIC-02",
        "a1 Mg at 2,1 north; a2 Bd general at 1,1 north; b1 Bd at 2,1 south; b2 Bd at 3,4 south",
        "a1 bespells b2 (3 3)",
        "= totals 7 8",
    );
}

#[test]
fn the_ensorcelled_come_back_before_the_first_move_and_cast_at_once() {
    show(
        "
        # HOTT25-MAGIC-06 D3H2-SEQ-07
        with a1 Mg ensorcelled at 1,1 north; a2 Bd general at 4,1 north
        phase moving
        | |
        > a1 freed
        ! D3H2-SEQ-07
        ",
    );
    // Being set free does not count as a move.
    show(
        "
        # HOTT25-MAGIC-02 HOTT25-MAGIC-06
        with a1 Mg ensorcelled at 1,1 north; a2 Mg ensorcelled at 2,1 north; a3 Bd general at 4,1 north; b1 Bd at 2,4 south
        phase summoning
        pips 7
        | |
        > a1 freed
        = pips 1
        > a2 freed
        ! HOTT25-MAGIC-06
        > end
        > a1 bespells b1 (3 3)
        = totals 7 8
        = pips 0
        ",
    );
}

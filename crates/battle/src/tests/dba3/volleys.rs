//! Shots: their targets, the answers to them, and the moves after which an element shoots.

use super::show;

/// A Bow between an enemy in its threat zone and an enemy Bow that can shoot at it.
const BETWEEN: &str = "with a1 4Bw at 1,1 north; b1 4Bw at 3,3.5 south; b2 4Sp at 1.4,1.9 south\n phase shooting\n";

#[test]
fn whoever_has_a_target_in_its_zone_does_not_shoot_back() {
    // DBA3-SHOOT-08 before DBA3-SHOOT-09; DBA3-OUT-02: b1 is not shot at.
    show(&format!(
        "{BETWEEN} player b\n | |\n > b1 shoots a1 (1 6)\n = totals 3 8\n = used DBA3-OUT-02\n = b1 there\n = a1 targets b2\n > a1 shoots b2 (6 1)\n = totals 8 5\n = b2 at 1.4,2.4 south"
    ));
    // DBA3-SHOOT-09: without it, it does.
    show(
        "with a1 4Bw at 1,1 north; b1 4Bw at 3,3.5 south; b2 4Sp at 9,9 south\n phase shooting\n player b\n | |\n > b1 shoots a1 (1 6)\n = totals 3 8\n = unused DBA3-OUT-02\n = b1 destroyed\n = a1 targets",
    );
}

#[test]
fn whoever_is_not_shot_at_chooses_among_all() {
    // DBA3-SHOOT-09, DBA3-SHOOT-10: b1 could shoot at a1, and has not.
    let two = "with a1 4Bw at 1,1 north; b1 4Bw at 3.2,3.5 south; b2 4Sp at 0.8,3.6 south\n phase shooting\n | |\n";
    show(&format!("{two} = a1 targets b1 b2"));
    // DBA3-SHOOT-17, DBA3-SHOOT-18: it does so as a third party if a1 shoots at another.
    show(&format!("{two} > a1 shoots b2 (3 3 2)\n = used DBA3-SHOOT-17\n = totals 5 6\n = b2 there\n = b1 targets"));
    // And gets an answer if a1 shoots at it.
    show(&format!("{two} > a1 shoots b1 (6 1)\n = unused DBA3-SHOOT-17\n = b1 destroyed"));
}

#[test]
fn artillery_answers_artillery_whatever_is_in_its_zone() {
    // DBA3-SHOOT-06, DBA3-SHOOT-11: threat zones bind only Bows and War Wagons.
    show(
        "with a1 Art at 1,1 north; b1 Art at 3,4.5 south; b2 4Sp at 1.3,1.9 south\n phase shooting\n player b\n | |\n > b1 shoots a1 (3 4)\n = totals 7 8\n = b1 destroyed",
    );
}

#[test]
fn several_short_moves_are_a_long_one() {
    // DBA3-SHOOT-04, DBA3-MOVE-19: what counts is how far it has gone in the bound.
    for (by, seen) in [("0.5", "b1"), ("0.6", "")] {
        show(&format!(
            "with a1 4Bw riding general at 1,-1 north; b1 4Sp at 2,2.9 south\n | |\n > a1 ahead {by}\n > a1 ahead {by}\n > end\n = a1 targets {seen}"
        ));
    }
    // By road, too.
    show(
        "with a1 4Bw general at 1,-1 north; b1 4Sp at 2,2.9 south\n ground road 0.5 1.5,-8 1.5,14\n | |\n > a1 road 0.6\n > a1 road 0.6\n > end\n = a1 targets",
    );
    // In the enemy’s bound it has not moved.
    show(
        "with a1 4Bw riding general at 1,-1 north; b1 4Sp at 2,2.9 south\n | |\n > a1 ahead 0.6\n > a1 ahead 0.6\n > end\n > end\n > end (3)\n > end\n = a1 targets b1",
    );
}

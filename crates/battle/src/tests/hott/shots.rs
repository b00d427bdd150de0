//! The effects of shots on each type, and the elements that shoot and are shot at.

use super::show;

/// A shot of `a1` at `b1` before it.
#[track_caller]
fn shoot(rule: &str, by: &str, target: &str, dice: &str, rest: &str) {
    show(&format!(
        "
        # {rule}
        with a1 {by} at 1,1 north; b1 {target}
        phase shooting
        | |
        > a1 shoots b1 ({dice})
        = used {rule}
        {rest}
        "
    ));
}

const FLEES: &str = "= used HOTT25-FLEE-01";

#[test]
fn shots_do_to_each_type_what_its_row_says() {
    let at = |code: &str| format!("{code} at 2,2.2 south");
    shoot("HOTT25-OUT-09", "Sh", &at("Hr"), "5 1", "= totals 9 6\n = b1 at 2,2.95 south");
    shoot("HOTT25-OUT-06", "Art", &at("AHr"), "6 1", "= totals 10 6\n = b1 destroyed");
    shoot("HOTT25-OUT-05", "Art", &at("Gd"), "6 1", "= totals 10 7\n = b1 at 2,2.2 south");
    shoot("HOTT25-OUT-10", "Sh", &at("Dg"), "6 1", "= totals 10 7\n = b1 fled\n = lost b 1");
    shoot("HOTT25-OUT-31", "Art", &at("Art"), "6 1", "= totals 10 5\n = b1 destroyed");
    shoot("HOTT25-OUT-16", "Sh", &at("Bh"), "2 1", "= totals 6 5\n = b1 at 2,3.2 south");
    shoot("HOTT25-OUT-11", "Sh", &at("Ab"), "5 1", "= totals 9 6\n = b1 at 2,3.2 south");
    shoot("HOTT25-OUT-23", "Sh", &at("Mg"), "6 1", "= totals 9 5\n = b1 at 2,2.95 south");
    shoot("HOTT25-OUT-30", "Sh", &at("Fl"), "6 1", "= totals 10 3\n = b1 destroyed");
    shoot("HOTT25-OUT-30", "Art", &at("Fl"), "6 1", &format!("= totals 10 3\n {FLEES}"));
    shoot("HOTT25-OUT-28", "Sh", &at("Skr"), "6 1", &format!("= totals 9 3\n {FLEES}"));
    shoot("HOTT25-OUT-29", "Sh", &at("Ra"), "6 1", &format!("= totals 10 3\n {FLEES}"));
    shoot("HOTT25-OUT-20", "Sh", &at("Sk"), "6 1", &format!("= totals 9 6\n {FLEES}"));
    shoot("HOTT25-OUT-21", "Sh", &at("Lk"), "1 1", "= totals 4 3\n = b1 aside\n = lost b 0");
    // A shot does not count as close combat: neither Mounted nor Knights are named in vain.
    shoot("HOTT25-OUT-24", "Sh", &at("Pl"), "6 1", "= totals 10 7\n = b1 at 2,2.2 south");
}

#[test]
fn bad_going_counts_for_the_fate_of_the_target_and_not_for_its_total() {
    let marsh = |code: &str| format!("{code} at 2,2.2 south\n ground marsh -3,2 6,2 6,6 -3,6");
    shoot("HOTT25-OUT-17", "Sh", &marsh("Bd"), "6 1", "= totals 9 6\n = b1 at 2,2.7 south");
    shoot("HOTT25-OUT-12", "Sh", &marsh("Kn"), "3 2", "= totals 7 5\n = b1 destroyed");
    shoot("HOTT25-OUT-15", "Sh", &marsh("Rd"), "3 2", "= totals 7 5\n = b1 destroyed");
    shoot("HOTT25-OUT-29", "Sh", &marsh("Ra"), "6 1", "= totals 10 3\n = b1 destroyed");
    // A wood is bad going and protects all the same.
    let woods = "Kn at 2,2.2 south\n ground woods -3,2.2 6,2.2 6,6 -3,6";
    shoot("HOTT25-OUT-12", "Sh", woods, "6 1", "= totals 10 6\n = used HOTT25-TACT-02\n = b1 destroyed");
}

#[test]
fn whoever_is_driven_back_or_destroyed_shoots_no_more() {
    show(
        "
        # HOTT25-SEQ-03
        with a1 Sh at 1,1 north; a2 Bd general at 6,1 north; b1 Sh at 2,2.2 south; b2 Sh at 3,2.2 south; b3 Bd at 9,9 south
        phase shooting
        | |
        > a1 shoots b1 (4 2)
        = totals 7 5
        = b1 at 2,2.7 south
        > end
        = phase shooting-back
        = b1 targets
        = b2 targets a1
        > b2 shoots a1 (3 3)
        = totals 6 6
        > end
        = phase fighting
        ",
    );
}

#[test]
fn close_combat_is_neither_shot_into_nor_out_of() {
    show(
        "
        # D3H2-SHOOT-17 D3H2-SHOOT-18
        with a1 Sh at 1,1 north; a2 Bd at 2.5,2 north; a3 Sh at 1.5,2 north; b1 Bd at 3.5,2 south; b2 Sh at 5,1 south
        with a4 Sh at 4,1 north; b3 Bd at 1.5,3.2 south
        phase shooting
        | |
        = a1 targets
        = a3 targets b3
        = a4 targets
        ",
    );
}

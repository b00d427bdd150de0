//! Elements that pass through, over and under each other.

use super::scene::show;

/// An element moves straight at another that faces away from it; `may` says whether it may end beyond it.
fn pass(mover: &str, other: &str, way: &str, may: bool) {
    let answer = if may { "" } else { "! D3H2-PASS-10" };
    let (who, side) = other.split_once(' ').unwrap();
    let names = if side == "friend" { ("a2", "b1 Bd at 12,-6 south") } else { ("b1", "a2 Bd at 12,-6 north") };
    show(&format!(
        "
        # {mover} through {other}
        with a1 {mover}; {0} {who}; {1}
        |              |
        |              |
        |              |
        |    ^{0}^     |
        |              |
        |              |
        |    ^a1^      |
        |              |
        |              |
        > a1 ahead {way}
        {answer}
        ",
        names.0, names.1
    ));
}

#[test]
fn each_passes_whom_it_may() {
    // D3H2-PASS-03, D3H2-PASS-09
    for (mover, other, may) in [
        ("Ps", "Bd friend", true),
        ("Ps", "Ps friend", true),
        ("Ps", "Bd enemy", false),
        ("Mg", "Kn friend", true),
        ("Mg", "Bd enemy", false),
        ("Cv", "Ps friend", true),
        ("Cv", "Ps enemy", false),
        ("Cv", "Bd friend", false),
        ("Kn", "Ps friend", true),
        // D3H2-PASS-02
        ("Sk", "Bd enemy", true),
        ("Bd", "Sk enemy", true),
        ("Bd", "Sk friend", true),
        ("Fl", "Sk enemy", true),
        // D3H2-PASS-04
        ("Gd", "Bd enemy", true),
        ("Gd", "Fl enemy", true),
        ("Gd", "Dg friend", true),
        // D3H2-PASS-07, D3H2-PASS-08
        ("Fl", "Bd enemy", true),
        ("Dg", "Kn friend", true),
        ("Fl", "Fl friend", false),
        ("Fl", "Dg enemy", false),
        ("Ab", "Gd friend", false),
        // D3H2-PASS-05, D3H2-PASS-06
        ("Cv", "Dg friend", true),
        ("Cv", "Ab friend", true),
        ("Cv", "Fl enemy", true),
        ("Cv", "AHr enemy", true),
        ("Cv", "Dg enemy", false),
        ("Cv", "Gd enemy", false),
        ("Cv", "Ab enemy", false),
        ("Cv", "Bd enemy", false),
        ("Bd", "Bd friend", false),
        ("Bd", "Ps friend", false),
    ] {
        let way = if matches!(mover, "Bd" | "Sk") { "2" } else { "3" };
        pass(mover, other, way, may);
    }
}

#[test]
fn passing_is_straight_and_needs_room_beyond() {
    show(
        "
        # D3H2-PASS-10 D3H2-PASS-11
        with a1 Ps; a2 Bd; a3 Bd
        |    ^a3^           |
        |                   |
        |    ^a2^           |
        |    ^a1^           |
        |                   |
        > a1 ahead 1
        |    ^a3^           |
        |    ^a1^           |
        |    ^a2^           |
        |                   |
        |                   |
        again
        # Not to a place where a third element stands.
        > a1 ahead 1.5
        ! D3H2-PASS-10
        # Not into the element it passes.
        > a1 ahead 0.5
        ! D3H2-PASS-10
        # Not at an angle.
        > a1 go
        |    ^a3^           |
        |        ^a1^       |
        |    ^a2^           |
        |                   |
        |                   |
        ! D3H2-PASS-11
    ",
    );
    show(
        "
        # D3H2-PASS-11
        with a1 Ps; a2 Bd
        |    ^a2^           |
        |    ^a1^           |
        # Not to end turned beyond it.
        > a1 go 1,1.8 10
        ! D3H2-PASS-11
    ",
    );
    show(
        "
        # D3H2-PASS-11
        with a1 Ps; a2 Bd
        |                   |
        |      va1v         |
        |                   |
        |    ^a2^           |
        |                   |
        |                   |
        # From partly before it to lined up behind it.
        > a1 go
        |                   |
        |                   |
        |                   |
        |    ^a2^           |
        |    va1v           |
        |                   |
        again
        # But not straight on, because it would not end lined up behind it.
        > a1 ahead 1.5
        ! D3H2-PASS-11
    ",
    );
    show(
        "
        # D3H2-PASS-05
        with a1 Bd; a2 Fl down; b1 Bd
        |    vb1v           |
        |    ^a2^           |
        |                   |
        |    ^a1^           |
        |                   |
        > a1 ahead 1
        ! D3H2-PASS-10
    ",
    );
}

#[test]
fn a_wheel_swings_a_rear_corner_across_others() {
    show(
        "
        # D3H2-PASS-12
        with a1 Bd; a2 Bd; a3 Bd
        |                    |
        |         ^a3^       |
        |                    |
        |    ^a1^^a2^        |
        |                    |
        > a1 wheel left 40
        = a1 at 1,1 320
        again
        # But its front edge may not.
        > a2 wheel left 80
        ! D3H2-PASS-10
        > a1+a2 wheel left 40
        ! D3H2-PASS-10
    ",
    );
}

#[test]
fn recoils_have_a_list_of_their_own() {
    // Bows may not move through the Blades behind them but may recoil through them; with Psiloi behind Psiloi it is the
    // other way round.
    for (who, friend, moves, beaten, at) in [
        ("Bw", "Bd", false, "4 3", ["1,1", "1,1.5"]),
        ("Bd", "Sp", false, "3 6", ["1,1", "1,1.5"]),
        ("Ps", "Ps", true, "4 3", ["1,1.5", "1,1"]),
        ("Ps", "Bd", true, "4 3", ["1,1", "1,1.5"]),
    ] {
        let answer = if moves { "= a1 at 1,1 north" } else { "! D3H2-PASS-10" };
        show(&format!(
            "
            # D3H2-PASS-01 D3H2-PASS-03 D3H2-RECOIL-05
            with a1 {who} at 1,2 north; a2 {friend} at 1,1.5 north; b1 Sp at 12,2 south
            | |
            > a1 back 1
            {answer}
            "
        ));
        show(&format!(
            "
            # D3H2-PASS-01 D3H2-RECOIL-05
            with a1 {who} at 1,2 north; a2 {friend} at 1,1.5 north; b1 Sp at 2,2 south
            phase fighting
            | |
            > a1 fights b1 ({beaten})
            = a1 at {} north
            = a2 at {} north
            ",
            at[0], at[1]
        ));
    }
    // A fleeing element passes as in a move: Horse through Psiloi, but not through Blades, even if it could recoil
    // through them.
    for (friend, at) in [("Ps", "1,5.75"), ("Bd", "1,3")] {
        show(&format!(
            "
            # D3H2-PASS-01 D3H2-PASS-09 D3H2-FLEE-06
            with a1 Sp at 1,1 north; b1 LH at 2,1 south; b2 {friend} at 2,3 south
            phase fighting
            | |
            > a1 fights b1 (6 1)
            = b1 at {at} north
            = b2 at 2,3 south
            "
        ));
    }
}

#[test]
fn a_wheel_meets_whatever_its_front_edge_sweeps() {
    // The edge passes over a corner of a2 between two places that are five degrees apart.
    show(
        "
        # D3H2-PASS-10 D3H2-PASS-12
        with a1 Hr at 4,2.75 north; a2 Hr at 3.513,2.43 225; b1 Bd at 12,12 south
        | |
        > a1 wheel right 90
        ! D3H2-PASS-10
    ",
    );
    // The going that it sweeps slows it, and not only that in which it stands before and after.
    show(
        "
        # D3H2-MOVE-25 D3H2-PASS-12
        with a1 Sp at 2,1 north; b1 Bd at 12,12 south
        ground scrub 1.5,1.2 2.073,1.297 1.5,2
        | |
        > a1 wheel right 90
        ! D3H2-MOVE-05
        > a1 wheel right 40
        = a1 at 2.234,1.643 40
    ",
    );
}

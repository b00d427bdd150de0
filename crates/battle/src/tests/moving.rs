//! Tactical moves: distances and directions.

use super::scene::show;

#[test]
fn one_alone_goes_anywhere_and_the_farther_front_corner_counts() {
    show(
        "
        # D3H2-MOVE-04 D3H2-MOVE-05 D3H2-MOVE-19
        with a1 Sp
        |            |
        |            |
        |            |
        |            |
        |    ^a1^    |
        |            |
        > a1 ahead 2
        |    ^a1^    |
        |            |
        |            |
        |            |
        |            |
        |            |
        again
        > a1 ahead 2.01
        ! D3H2-MOVE-05
        # Turned about on the spot, its corners change places.
        > a1 go
        |            |
        |            |
        |            |
        |            |
        |    va1v    |
        |            |
        again
        # As far ahead as to the side: the right corner moves farther than the left one.
        > a1 go
        |            |
        |            |
        |            |
        |   <a1      |
        |   <        |
        |            |
        again
        > a1 go
        |            |
        |  <a1       |
        |  <         |
        |            |
        |            |
        |            |
        ! D3H2-MOVE-05
        # Straight back.
        > a1 back 2
        = a1 at 1,-1 north
        again
        # Ahead and back: the farthest place counts.
        > a1 ahead 1.5, back 1.5
        = a1 at 1,1 north
        again
        > a1 ahead 2.5, back 2.5
        ! D3H2-MOVE-05
    ",
    );
}

#[test]
fn a_group_goes_ahead_and_wheels_as_one() {
    show(
        "
        # D3H2-MOVE-01 D3H2-MOVE-02
        with a1 Sp; a2 Sp; a3 Sp; a4 Ax; a5 Fl; a6 Sp ally
        |                              |
        |                              |
        |                              |
        |    ^a1^^a2^    ^a4^^a5^      |
        |        ^a3^        ^a6^      |
        |                              |
        > a1+a2+a3 ahead 1
        |                              |
        |    ^a1^^a2^                  |
        |        ^a3^                  |
        |                ^a4^^a5^      |
        |                    ^a6^      |
        |                              |
        again
        > a1+a2+a3 wheel right 30
        = a1 at 1.268,2.5 30
        = a2 at 2.134,2 30
        = a3 at 1.884,1.567 30
        again
        # Elements that stand apart, or touch only at a corner, are not a group.
        > a1+a4 ahead 1
        ! D3H2-MOVE-02
        > a1+a3 ahead 1
        ! D3H2-MOVE-02
        # Aerials do not move with others, nor do allies.
        > a4+a5 ahead 1
        ! D3H2-MOVE-01
        > a1+a2 back 1
        ! D3H2-MOVE-01
        > a1+a2 go 3,3 north
        ! D3H2-MOVE-01
        # A group is as fast as its slowest element.
        > a1+a2 ahead 2.1
        ! D3H2-MOVE-05
    ",
    );
    show(
        "
        # D3H2-MOVE-01
        with a1 Sp; a2 Sp ally
        |    ^a1^^a2^    |
        > a1+a2 ahead 1
        ! D3H2-MOVE-01
    ",
    );
}

#[test]
fn a_column_bends_behind_its_head_and_lines_up_exactly_again() {
    show(
        "
        # D3H2-MOVE-02
        with a1 Cv; a2 Cv at 1,0.75 north; a3 Cv at 1,0 north
        |                              |
        |                              |
        |                              |
        |    ^a1^                      |
        |                              |
        |                              |
        > a1+a2+a3 wheel right 30, ahead 3.4
        = a1 at 2.834,4.944 30
        = a2 at 2.459,4.295 30
        = a3 at 2.084,3.645 30
        # The group still holds together.
        phase moving
    ",
    );
}

#[test]
fn the_slowest_going_limits_the_whole_move() {
    let woods = |who: &str| {
        format!(
            "
            # D3H2-MOVE-25
            with a1 {who}
            ground woods -1,2 5,2 5,5 -1,5
            |....................|
            |....................|
            |....................|
            |....................|
            |....................|
            |                    |
            |    ^a1^            |
            |                    |
            |                    |
            "
        )
    };
    let play = |who: &str, rest: &str| show(&(woods(who) + rest));
    // Starting half a base width before the trees, Spears may not even leave the open by more than a base width.
    play("Sp", "> a1 ahead 1\n = a1 at 1,2.5 north");
    play("Sp", "> a1 ahead 1.25\n ! D3H2-MOVE-05");
    play("Sp", "> a1 back 2\n = a1 at 1,-0.5 north");
    // D3H2-MOVE-22, D3H2-MOVE-20, D3H2-MOVE-12, D3H2-MOVE-10, D3H2-MOVE-13, D3H2-MOVE-09
    play("Ax", "> a1 ahead 2\n = a1 at 1,3.5 north");
    play("Ps", "> a1 ahead 3\n = a1 at 1,4.5 north");
    play("Be", "> a1 ahead 4\n = a1 at 1,5.5 north");
    play("Cv", "> a1 ahead 1\n = a1 at 1,2.5 north");
    play("Cv", "> a1 ahead 1.1\n ! D3H2-MOVE-05");
    play("Kn", "> a1 ahead 1.1\n ! D3H2-MOVE-05");
    play("Hr", "> a1 ahead 2\n = a1 at 1,3.5 north");
    play("Hr", "> a1 ahead 2.1\n ! D3H2-MOVE-05");
    // D3H2-MOVE-16, D3H2-MOVE-17
    play("Art", "> a1 ahead 1\n ! D3H2-MOVE-16");
    play("WWg", "> a1 ahead 1\n ! D3H2-MOVE-16");
    play("Art", "> a1 ahead 0.5\n = a1 at 1,2 north");
    // D3H2-MOVE-06, D3H2-MOVE-08: it may fly over the trees, but not land in them.
    play("Fl", "> a1 ahead 5\n = a1 at 1,6.5 north");
    play("Fl", "> a1 ahead 2\n ! D3H2-MOVE-08");
}

#[test]
fn camels_find_their_way_in_dunes() {
    show(
        "
        # D3H2-MOVE-14
        with a1 Cm; a2 Cv
        ground dunes -1,1 9,1 9,4 -1,4
        |                    |
        |                    |
        |    ^a1^  ^a2^      |
        |                    |
        > a1 ahead 3
        = a1 at 1,4 north
        > a2 ahead 3
        ! D3H2-MOVE-05
    ",
    );
}

#[test]
fn through_woods_a_group_goes_in_column_unless_all_are_psiloi() {
    show(
        "
        # D3H2-MOVE-03
        with a1 Ax; a2 Ax; a3 Ax; a4 Ps; a5 Ps
        ground woods -1,2 9,2 9,5 -1,5
        |                                |
        |    ^a1^^a2^        ^a4^^a5^    |
        |        ^a3^                    |
        |                                |
        > a1+a2 ahead 1
        ! D3H2-MOVE-03
        > a2+a3 ahead 1
        = a2 at 2,2.5 north
        = a3 at 2,2 north
        > a4+a5 ahead 1
        = a4 at 5,2.5 north
    ",
    );
}

#[test]
fn a_river_is_tried_once_and_may_cut_a_move_short() {
    let river = "
        # D3H2-MOVE-31 D3H2-MOVE-32
        with a1 Cv; a2 Cv; a3 Cv; a4 Fl
        ground river 1 -8,3 18,3
        |                               |
        |                               |
        |                               |
        |~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~|
        |~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~|
        |                               |
        |    ^a1^ ^a2^^a3^  ^a4^        |
        |                               |
        |                               |
        |                               |
        ";
    let play = |rest: &str| show(&(river.to_owned() + rest));
    // A paltry river does not hinder.
    play("> a1 ahead 4 (2)\n = a1 at 1,6 north\n = river paltry\n > a2+a3 ahead 3\n = a2 at 2.25,5 north");
    // Shallow: a base width, and the second group does not roll.
    play("> a1 ahead 1 (4)\n = a1 at 1,3 north\n = river shallow\n > a2+a3 ahead 1\n = a2 at 2.25,3 north");
    play("> a1 ahead 4 (3)\n = a1 at 1,3 north\n = river shallow\n > a2 ahead 2\n ! D3H2-MOVE-05");
    // Just as if it had been sent straight to a place beyond it.
    play("> a1 go 1,6 north (3)\n = a1 at 1,3 north\n = river shallow");
    // Deep: a group in line stops at the bank.
    play("> a2+a3 ahead 1 (6)\n = a2 at 2.25,2.5 north\n = a3 at 3.25,2.5 north\n = river deep");
    play("> a1 ahead 1 (6)\n = river deep\n > a2+a3 ahead 1\n ! D3H2-MOVE-03");
    // An element that only comes up to the river does not try it, nor does one that flies over it.
    play("> a1 ahead 0.5\n = a1 at 1,2.5 north\n > a4 ahead 4\n = river unknown");
    // In the river, only straight ahead or back.
    play("> a1 go 0.5,2.75 north\n ! D3H2-MOVE-31");
    play("> a1 go 0.75,2.75 350\n ! D3H2-MOVE-31");
}

#[test]
fn the_first_move_by_road_is_free() {
    show(
        "
        # D3H2-PIP-03 D3H2-PIP-06 D3H2-MOVE-24 D3H2-MOVE-29
        with a1 Sp general; a2 Sp; a3 Art
        ground road 0.5 1.5,-8 1.5,14
        ground woods -2,2 6,2 6,8 -2,8
        |    ====            |
        |    ====            |
        |    ^a1^            |
        |    ^a2^            |
        |    ====            |
        |    ^a3^            |
        |    ====            |
        > a1+a2 road 2
        = pips 6
        = a1 at 1,4.5 north
        # A second move costs PIPs, and goes as far.
        > a1+a2 road 2
        = pips 5
        = a1 at 1,6.5 north
        again
        # It has to go as far as it can.
        > a1+a2 road 1
        = pips 5
        again
        # Artillery may go through the woods because it follows the road, until it meets its friends.
        > a3 road 0.5
        = pips 6
        = a3 at 1,1.5 north
        again
        > a1 go 2.25,3 north
        ! D3H2-MOVE-05
    ",
    );
}

#[test]
fn further_moves_are_for_few() {
    show(
        "
        # D3H2-MOVE-26 D3H2-MOVE-27 D3H2-MOVE-28 D3H2-MOVE-30
        with a1 LH; a2 Cv moved 1; a3 Ps moved 1; a4 Fl moved 1; b1 Bd at 1,9 north
        ground woods 8,2 12,2 12,6 8,6
        |                                          |
        |                                          |
        |    ^a1^   ^a2^   ^a3^   ^a4^             |
        |                                          |
        > a1 ahead 1
        > a1 ahead 2
        # Not within a base width of an enemy.
        > a1 ahead 3.5
        ! D3H2-MOVE-26
        > a1 ahead 1
        > a1 ahead 0.25
        ! D3H2-MOVE-30
        > a2 ahead 1
        ! D3H2-MOVE-30
        > a4 ahead 1
        ! D3H2-MOVE-30
        # Psiloi only from the open into the woods.
        > a3 ahead 1
        ! D3H2-MOVE-30
    ",
    );
    show(
        "
        # D3H2-MOVE-28
        with a1 Ps moved 1; a2 Ps moved 1
        ground woods 0,1.5 3,1.5 3,5 0,5
        |                                          |
        |                                          |
        |    ^a1^            ^a2^                  |
        |                                          |
        > a1 ahead 1
        = a1 at 1,2 north
        > a2 ahead 1
        ! D3H2-MOVE-30
    ",
    );
    show(
        "
        # D3H2-MOVE-28
        with a1 Ps moved 1
        bounds 1
        |    ^a1^            |
        > a1 ahead 1
        = a1 at 1,1.5 north
        > a1 ahead 1
        ! D3H2-MOVE-30
    ",
    );
}

#[test]
fn a_further_move_keeps_away_from_enemies_on_its_way_too() {
    show(
        "
        # D3H2-MOVE-26
        with a1 LH moved 1; b1 Bd at 3,3.5 north
        |            |
        |            |
        |^a1^        |
        |            |
        # Not past an enemy at less than a base width.
        > a1 go 3.75,1 north
        = a1 there
        again
        > a1 go 0,4.5 north
        = a1 there
        again
        > a1 go 3,2.1 north
        ! D3H2-MOVE-26
    ",
    );
    show(
        "
        # D3H2-MOVE-26
        with a1 LH moved 1; b1 Bd at 1.5,1.5 north
        |            |
        |            |
        |            |
        |            |
        |^a1^        |
        > a1 go 0,3.5 north
        ! D3H2-MOVE-26
    ",
    );
    // Nor by facing another way at the end.
    show(
        "
        # D3H2-MOVE-26
        with a1 LH moved 1 at 0,0.5 north; b1 Bd at 1.5,2 north
        | |
        > a1 go 0,3.7 350
        ! D3H2-MOVE-26
    ",
    );
    // It turns where that keeps it away: here only at the end.
    show(
        "
        # D3H2-MOVE-26
        with a1 LH moved 1 at 0,1 west; b1 Bd at 1.8,1 north
        | |
        > a1 go -0.125,4 north
        = a1 at -0.125,4 north
    ",
    );
}

#[test]
fn a_summoned_lurker_stays_in_its_feature() {
    show(
        "
        # D3H2-SUMM-20
        with a1 Lk lair 0
        ground woods 0,0 3,0 3,3 0,3
        |            |
        |            |
        |            |
        |            |
        |    ^a1^    |
        |            |
        > a1 ahead 3
        ! D3H2-SUMM-20
        > a1 ahead 2.25
        = a1 at 1,3.25 north
    ",
    );
}

#[test]
fn those_who_lurk_in_the_water_are_at_home_there() {
    for (kind, who, far, too_far) in [
        ("river 6 -8,4 18,4", "Lk water", "3", "3.1"),
        ("river 6 -8,4 18,4", "Lk", "1", "1.1"),
        ("river 6 -8,4 18,4", "Ps", "1", "1.1"),
        ("marsh -8,1 18,1 18,7 -8,7", "Lk water", "3", "3.1"),
        ("waterway -8,1 18,1 18,7 -8,7", "Lk water", "3", "3.1"),
    ] {
        show(&format!(
            "
            # D3H2-MOVE-23 D3H2-MOVE-31
            with a1 {who} at 1,2 north; b1 Bd at 1,12 south
            ground {kind}
            rivers deep
            | |
            > a1 ahead {too_far}
            ! D3H2-MOVE-05
            > a1 ahead {far}
            = a1 there
            "
        ));
    }
    // Other elements may not enter a waterway at all.
    show(
        "
        # D3H2-MOVE-23
        with a1 Ps at 1,0.5 north; b1 Bd at 1,12 south
        ground waterway -8,1 18,1 18,7 -8,7
        | |
        > a1 ahead 1
        !
    ",
    );
}

#[test]
fn who_flies_minds_no_river_and_tries_none() {
    for (state, who) in [("unknown", "Fl"), ("deep", "Fl"), ("unknown", "Dg"), ("shallow", "AHr"), ("unknown", "Gd")] {
        show(&format!(
            "
            # D3H2-MOVE-33 D3H2-MOVE-06
            with a1 {who} at 1,1 north; a2 {who} at 2,1 north; b1 Bd at 12,-6 south
            ground river 1 -8,3 18,3
            rivers {state}
            | |
            > a1+a2 ahead 10
            = river {state}
            = a1 at 1,11 north
            again
            # At an angle, and into it, as no walking element may.
            > a1 go -4,3.4 330
            = river {state}
            again
            > a1 ahead 2, wheel left 20
            = river {state}
            "
        ));
    }
    show(
        "
        # D3H2-MOVE-33 D3H2-MOVE-32
        with a1 Bd at 1,2 north; b1 Bd at 12,-6 south
        ground river 1 -8,3 18,3
        | |
        > a1 ahead 1 (5)
        = river deep
        > a1 go 3,4 30
        ! D3H2-MOVE-31
    ",
    );
}

#[test]
fn a_move_leads_somewhere() {
    show(
        "
        # D3H2-PIP-02
        with a1 Bd at 1,1 north; b1 Bd at 12,12 south
        | |
        > a1 go 1,1 north
        !
        > a1 ahead 1, go 1,2 north
        !
        # A turn on the spot is a move.
        > a1 go 2,0.5 south
        = a1 at 2,0.5 south
    ",
    );
}

#[test]
fn conforming_in_a_river_is_a_short_slide() {
    show(
        "
        # D3H2-MOVE-31 D3H2-CONT-04
        with a1 Bd at 1,1 north; b1 Bd at 2.75,2 south; a2 Bd at 9,1 north; b2 Bd at 11,2 south; a3 Bd at 15,1 north; b3 Bd at 16,2 north
        ground river 4 -8,1 18,1
        rivers paltry
        | |
        > a1 go 1.75,2 north
        = a1 there
        # A base width aside, or to a flank by a right angle.
        > a2 go 10,2 north
        ! D3H2-MOVE-31
        > a3 go 16,2 east
        ! D3H2-MOVE-31
    ",
    );
}

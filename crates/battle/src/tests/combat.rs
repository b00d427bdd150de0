//! Close combat and its results: overlaps, recoils, flight, pursuit.

use super::scene::show;

#[test]
fn the_beaten_go_straight_back() {
    // Blades 5 against Spears 4: a roll of 6 to 1 would more than double, 3 to 3 wins by one.
    show(
        "
        # D3H2-RECOIL-01 D3H2-RECOIL-02 D3H2-PURS-05 D3H2-CC-15
        with a1 Bd; b1 Sp
        phase fighting
        |              |
        |    vb1v      |
        |    ^a1^      |
        |              |
        > a1 fights b1 (3 3)
        |    vb1v      |
        |    ^a1^      |
        |              |
        |              |
    ",
    );
    // Spears do not pursue.
    show(
        "
        # D3H2-PURS-09
        with a1 Sp; b1 Sp
        phase fighting
        |              |
        |    vb1v      |
        |    ^a1^      |
        |              |
        > a1 fights b1 (5 3)
        |    vb1v      |
        |              |
        |    ^a1^      |
        |              |
        > a1 fights b1 (5 3)
        ! D3H2-CC-15
    ",
    );
}

#[test]
fn mounted_choose_how_far() {
    show(
        "
        # D3H2-RECOIL-03
        with a1 Sp; b1 Cv
        phase fighting
        |              |
        |              |
        |    vb1v      |
        |    ^a1^      |
        |              |
        > a1 fights b1 (4 3)
        = decides b1
    ",
    );
}

#[test]
fn nobody_is_asked_how_far_where_it_makes_no_difference() {
    // Its rear is on the edge of the table, or closer to it than either distance.
    for (y, other, end) in [("0.75", "0.75", "= a1 destroyed"), ("1.25", "1.25", "= a1 at 1,0.75 north")] {
        show(&format!(
            "
            # D3H2-RECOIL-03 D3H2-RECOIL-15
            origin 0,0
            with a1 Cv at 1,{y} north; b1 Sp at 2,{other} south
            phase fighting
            | |
            > a1 fights b1 (3 4)
            {end}
            = phase fighting
            "
        ));
    }
}

#[test]
fn an_enemy_on_the_flank_is_deadly() {
    show(
        "
        # D3H2-RECOIL-16 D3H2-DEST-02 D3H2-CC-16
        with a1 Sp; a2 Sp; b1 Sp
        phase fighting
        |              |
        |    vb1v<a2   |
        |    ^a1^<     |
        |              |
        = a2 fights
        > a1 fights b1 (6 5)
        = b1 destroyed
    ",
    );
}

#[test]
fn at_the_edge_of_the_table_a_recoil_ends() {
    // Its rear touches the edge of the table from the start.
    show(
        "
        # D3H2-RECOIL-16
        origin 0,0
        with a1 Sp; b1 Sp
        phase fighting
        |    vb1v      |
        |    ^a1^      |
        > a1 fights b1 (3 5)
        = a1 destroyed
    ",
    );
    show(
        "
        # D3H2-RECOIL-15 D3H2-RECOIL-17
        origin 0,0
        with a1 Sp at 1,0.75 north; b1 Sp at 2,0.75 south
        phase fighting
        | |
        > a1 fights b1 (3 5)
        = a1 at 1,0.5 north
    ",
    );
}

#[test]
fn friends_behind_are_passed_or_pushed() {
    // Spears push Blades back.
    show(
        "
        # D3H2-RECOIL-10
        with a1 Sp; a2 Bd; b1 Sp
        phase fighting
        |    vb1v      |
        |    ^a1^      |
        |    ^a2^      |
        |              |
        |              |
        > a1 fights b1 (3 5)
        |    vb1v      |
        |              |
        |    ^a1^      |
        |    ^a2^      |
        |              |
    ",
    );
    // Blades go through Blades.
    show(
        "
        # D3H2-RECOIL-05 D3H2-RECOIL-07
        with a1 Bd; a2 Bd; b1 Bd
        phase fighting
        |    vb1v      |
        |    ^a1^      |
        |    ^a2^      |
        |              |
        |              |
        > a1 fights b1 (3 5)
        = a1 at 1,1 north
        = a2 at 1,1.5 north
    ",
    );
    // An element that is pushed pushes nobody, so the second friend prevents the recoil: in contact, that is the end;
    // with a gap, the recoil ends at the first friend.
    show(
        "
        # D3H2-RECOIL-11 D3H2-RECOIL-16
        with a1 Sp; a2 Bd; a3 Bd; b1 Sp
        phase fighting
        |    vb1v      |
        |    ^a1^      |
        |    ^a2^      |
        |    ^a3^      |
        |              |
        > a1 fights b1 (3 5)
        = a1 destroyed
        |    vb1v      |
        |              |
        |    ^a2^      |
        |    ^a3^      |
        |              |
    ",
    );
    show(
        "
        # D3H2-RECOIL-11 D3H2-RECOIL-15
        with a1 Sp at 2,4 north; a2 Bd at 2,3.25 north; a3 Bd at 2,2.75 north; b1 Sp at 3,4 south
        phase fighting
        | |
        > a1 fights b1 (3 5)
        = used D3H2-RECOIL-15
        = a1 at 2,3.75 north
        = a2 at 2,3.25 north
        = a3 at 2,2.75 north
    ",
    );
    // Two friends side by side: the one that could be pushed stays, because the other prevents the recoil.
    show(
        "
        # D3H2-RECOIL-11
        with a1 Sp at 2,4 north; a2 Bd at 1.5,3.5 north; a3 Bd at 2.5,3.5 north; a4 Bd at 2.5,3 north; b1 Sp at 3,4 south
        phase fighting
        | |
        > a1 fights b1 (3 5)
        = a1 destroyed
        = a2 at 1.5,3.5 north
    ",
    );
    // An element that faces another way cannot be pushed; contact with it from the start means destruction.
    show(
        "
        # D3H2-RECOIL-16
        with a1 Sp; a2 Bd; b1 Sp
        phase fighting
        |    vb1v      |
        |    ^a1^      |
        |    va2v      |
        |              |
        > a1 fights b1 (3 5)
        = a1 destroyed
    ",
    );
}

#[test]
fn behemoths_crush_whom_they_recoil_into() {
    show(
        "
        # D3H2-RECOIL-12 D3H2-RECOIL-03
        with a1 Bh; a2 Sp at 1,0.75 north; b1 Sp
        phase fighting
        |    vb1v      |
        |    ^a1^      |
        |              |
        |              |
        |              |
        > a1 fights b1 (1 4)
        = a2 destroyed
    ",
    );
}

#[test]
fn overlaps_count() {
    // The totals are equal without an overlap, and b1 is beaten with one; Psiloi are never overlapped (D3H2-CC-04).
    for (beside, enemy, at) in [("a2 Sp at 12,1 north", "Sp", "2,1"), ("a2 Sp at 2,1 north", "Sp", "2,1.5")] {
        show(&format!(
            "
            # D3H2-CC-02 D3H2-CC-09
            with a1 Sp; {beside}; b1 {enemy}
            phase fighting
            |    vb1v    |
            |    ^a1^    |
            |            |
            > a1 fights b1 (4 4)
            = b1 at {at} south
            = a1 at 1,1 north
            "
        ));
    }
    // An element that fights to its own front overlaps nobody, but elements corner to corner in one line are flank on
    // flank, and so they overlap each other although a2 fights b2 to its front. Because the front edge of a2 touches a
    // rear corner of b1, b1 is destroyed if beaten.
    show(
        "
        # D3H2-CC-06 D3H2-RECOIL-16
        with a1 Sp; a2 Sp; b1 Sp; b2 Sp
        phase fighting
        |        vb2v  |
        |    vb1v^a2^  |
        |    ^a1^      |
        > a1 fights b1 (4 4)
        = b1 destroyed
        = a2 fights b2
    ",
    );
}

#[test]
fn whoever_would_enter_bad_going_does_not_follow_a_pursuer() {
    let pursues = |ground: &str, then: &str| {
        show(&format!(
            "origin 0,0\n with a1 Wb at 10,8 north; a2 Sp at 10,7.5 north; a3 Sp at 10,7 north; b1 Sp at 11,8 south; b2 Sp at 1,1 east\n ground {ground}\n phase fighting\n | |\n > a1 fights b1 (6 1)\n = a1 at 10,8.5 north\n {then}"
        ));
    };
    // D3H2-PURS-02, D3H2-PURS-06: a rank stays before a wood that it has not entered, and so do those behind it.
    pursues("woods 8,7.55 13,7.55 13,12 8,12", "= a2 at 10,7.5 north\n = a3 at 10,7 north");
    pursues("woods 8,7.05 13,7.05 13,12 8,12", "= a2 at 10,8 north\n = a3 at 10,7 north");
    pursues("gully 8,7.55 13,7.55 13,12 8,12", "= a2 at 10,8 north\n = a3 at 10,7.5 north");
}

#[test]
fn knights_pursue_a_base_width() {
    show(
        "
        # D3H2-PURS-01 D3H2-PURS-04 D3H2-PURS-02
        with a1 Kn; a2 Kn at 1,0.75 north; b1 Bw
        phase fighting
        |              |
        |              |
        |    vb1v      |
        |    ^a1^      |
        |              |
        |              |
        > a1 fights b1 (6 1)
        |              |
        |    ^a1^      |
        |              |
        |              |
        |              |
        |              |
        = a2 at 1,1.75 north
    ",
    );
    // A pursuit does not leave the table.
    show(
        "
        # D3H2-PURS-06
        origin 0,20.25
        with a1 Kn; b1 Bw
        phase fighting
        |              |
        |    vb1v      |
        |    ^a1^      |
        |              |
        > a1 fights b1 (6 1)
        |              |
        |              |
        |    ^a1^      |
        |              |
    ",
    );
    // A pursuit does not enter woods, but it enters a marsh.
    for (ground, at) in [("woods", "1,1.5"), ("marsh", "1,2.5")] {
        show(&format!(
            "
            # D3H2-PURS-06
            with a1 Kn; b1 Bw
            phase fighting
            ground {ground} -3,2 5,2 5,6 -3,6
            |              |
            |              |
            |              |
            |    vb1v      |
            |    ^a1^      |
            |              |
            |              |
            > a1 fights b1 (6 1)
            = b1 gone
            = a1 at {at} north
            "
        ));
    }
}

#[test]
fn a_pursuer_lines_up_with_whom_it_meets() {
    show(
        "
        # D3H2-PURS-08
        with a1 Kn; b1 Bw; b2 Bw nudged 0.2,0
        phase fighting
        |    vb2v      |
        |              |
        |    vb1v      |
        |    ^a1^      |
        |              |
        |              |
        > a1 fights b1 (6 1)
        = b1 gone
        = a1 at 1.2,2.5 north
        = a1 fights
    ",
    );
}

#[test]
fn a_pursuer_turns_to_line_up_with_whom_it_meets_at_an_angle() {
    show(
        "
        # D3H2-PURS-08
        with a1 Bs at 6,7 south; b1 Sk at 5,7 north; b2 Sp at 4.636,6.266 15.5
        phase fighting
        | |
        > a1 fights b1 (3 1)
        = a1 at 5.6,5.999 195.5
    ",
    );
}

#[test]
fn who_has_no_room_beyond_an_enemy_lines_up_with_it() {
    // Sneakers would run through a1, but their move ends in the middle of it.
    show(
        "
        # D3H2-FLEE-05 D3H2-PASS-10
        with a1 Kn at 5.25,3.5 west; a2 Kn at 4.75,0.75 north; b1 Sk fast at 5.75,0.75 south; b2 Bs at 5.25,4.5 east
        phase fighting
        | |
        > a2 fights b1 (3 2)
        = b1 at 5.25,3.5 north
    ",
    );
}

#[test]
fn who_flees_from_a_shot_into_an_enemy_fights_in_the_next_bound() {
    show(
        "
        # D3H2-FLEE-05 D3H2-SEQ-05
        with a1 Bw at 1,1 north; a2 Bd at 2,6 south; b1 Ps at 1,4 north
        phase shooting
        | |
        > a1 shoots b1 (6 1)
        = b1 at 1,6 north
        > end
        = a2 fights
        = b1 fights
        > end (3)
        > end
        > end
        = b1 fights a2
    ",
    );
}

/// Light Horse doubled by Spears flee; the arguments are the ground, the other elements and the result.
fn flight(ground: &str, with: &str, comes: &str) {
    show(&format!(
        "
        # D3H2-FLEE-01
        with a1 Sp; b1 LH; {with}
        {ground}
        phase fighting
        |              |
        |    vb1v      |
        |    ^a1^      |
        |              |
        > a1 fights b1 (6 1)
        {comes}
        = a1 at 1,1 north
        "
    ));
}

#[test]
fn those_who_flee_run_their_whole_move() {
    flight("", "b2 Bd at 9,-5 south", "= b1 at 1,5.75 north");
    // D3H2-FLEE-06: the flight stops at friends.
    flight("", "b2 Bd at 2,4 south", "= b1 at 1,4 north");
    // D3H2-FLEE-05, D3H2-CONT-08: it ends lined up with an enemy into whom it runs.
    flight("", "a2 Bd at 2.25,4 south; b2 Bd at 9,-5 south", "= b1 at 1.25,4 north\n = a2 there");
    // D3H2-FLEE-07: woods do not stop Light Horse. D3H2-FLEE-09: a river destroys them.
    flight("ground woods -2,3 6,3 6,9 -2,9", "b2 Bd at 9,-5 south", "= b1 at 1,5.75 north");
    flight("ground river 1 -8,4 18,4", "b2 Bd at 9,-5 south", "= b1 destroyed");
    // Even a paltry river does.
    flight("ground river 1 -8,4 18,4\n rivers paltry", "b2 Bd at 9,-5 south", "= b1 destroyed");
    // D3H2-FLEE-09: without room after its turn, it is destroyed.
    flight("", "b2 Bd at 2,1.75 south", "= b1 destroyed\n = b2 there");
    // D3H2-FLEE-06: a camp stops the flight.
    flight("camp b 3,4 south 2x1", "b2 Bd at 9,-5 south", "= b1 at 1,4 north");
}

#[test]
fn bad_going_halts_those_who_are_not_light() {
    for (ground, at) in [("woods", "1,3"), ("marsh", "1,5.75"), ("scrub", "1,5.75")] {
        show(&format!(
            "
            # D3H2-FLEE-07
            with a1 Sp; b1 Cv
            ground {ground} -2,3 6,3 6,9 -2,9
            phase fighting
            |              |
            |    vb1v      |
            |    ^a1^      |
            |              |
            > a1 fights b1 (6 1)
            = b1 at {at} north
            "
        ));
    }
}

#[test]
fn at_a_side_edge_one_turns_to_the_own_base_edge_and_runs_on() {
    show(
        "
        # D3H2-FLEE-03
        origin 22,8
        with a1 Sp; b1 LH
        phase fighting
        |              |
        |  a1><b1      |
        |    ><        |
        |              |
        > a1 fights b1 (6 1)
        = b1 at 3,3.375 north
    ",
    );
    // It is lost when it leaves over its own base edge.
    show(
        "
        # D3H2-FLEE-04
        origin 0,18
        with a1 Sp; b1 LH
        phase fighting
        |              |
        |    vb1v      |
        |    ^a1^      |
        |              |
        > a1 fights b1 (6 1)
        = b1 fled
    ",
    );
}

#[test]
fn the_edge_of_the_table_overlaps_foot_that_has_not_moved() {
    for (mark, x, at) in [("", "0.5", "0.5,0.5"), ("moved 1", "0.5", "0.5,1"), ("", "1", "1,1")] {
        show(&format!(
            "
            # D3H2-CC-08
            origin 0,5
            with a1 Sp at {x},1 north {mark}; b1 Sp at {0},1 south moved 1
            phase fighting
            | |
            > a1 fights b1 (4 4)
            = a1 at {at} north
            ",
            if x == "1" { "2" } else { "1.5" }
        ));
    }
}

#[test]
fn the_edge_of_the_table_does_not_overlap_beside_a_friend() {
    // The corner of a1 touches a2, whose own corners are elsewhere.
    show(
        "
        # D3H2-CC-08
        origin 0,5
        with a1 Sp at 0.75,1 north; a2 Sp at 0.25,0.2 west; b1 Sp at 1.75,1 south moved 1
        phase fighting
        | |
        > a1 fights b1 (4 4)
        = totals 8 8
    ",
    );
}

#[test]
fn in_a_corner_of_the_table_only_the_nearer_edge_overlaps() {
    show(
        "
        # D3H2-CC-08
        origin 0,0
        table 20x20
        with a1 Sp at 19.287,18.705 225; b1 Sp at 18.58,19.412 45 moved 1
        phase fighting
        | |
        > a1 fights b1 (4 4)
        = totals 7 8
    ",
    );
}

#[test]
fn who_could_not_conform_is_fought_where_he_stands_and_overlaps() {
    // b1 has support at its side but counts as overlapped, and so it is beaten by the one point by which a1 rolls
    // higher.
    show(
        "
        # D3H2-CONT-05
        origin 0,5
        with a1 Sp moved 0.5; b1 Sp moved 1; b2 Sp
        phase fighting
        |  vb1vvb2v  |
        |^a1^        |
        |            |
        > a1 fights b1 (5 4)
        = b1 at 1.5,1.5 south
    ",
    );
}

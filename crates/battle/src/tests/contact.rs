//! Contact: where a move that touches an enemy may end, where it may start, and who conforms to whom.

use super::scene::show;

#[test]
fn contact_is_made_in_one_of_four_positions() {
    show(
        "
        # D3H2-CONT-02
        with a1 Cv; a2 Cv; a3 Cv; b1 Bd
        |                          |
        |       vb1v               |
        |                          |
        |                          |
        |       ^a1^  ^a2^         |
        |                          |
        # To its front.
        > a1 ahead 1
        |                          |
        |       vb1v               |
        |       ^a1^               |
        |                          |
        |             ^a2^         |
        |                          |
        = a3 gone
        # As an overlap.
        > a2 go
        |                          |
        |       vb1v^a2^           |
        |       ^a1^               |
        |                          |
        |                          |
        |                          |
        = a3 gone
        again
        # Half beside it is none of the four places.
        > a1 go
        |                          |
        |       vb1v               |
        |     ^a1^                 |
        |                          |
        |             ^a2^         |
        |                          |
        ! D3H2-CONT-02
        # At an angle is none of them either.
        > a2 go 2.5,1.909 340
        ! D3H2-CONT-02
        # It may not move into the enemy's base.
        > a1 ahead 1.5
        ! D3H2-PASS-10
    ",
    );
}

#[test]
fn a_flank_is_contacted_from_beyond_its_line() {
    show(
        "
        # D3H2-CONT-06 D3H2-CONT-02
        with a1 Cv; b1 Bd
        |                            |
        |                ^b1^        |
        |                            |
        |                            |
        |   ^a1^                     |
        |                            |
        # From wholly beyond the line of its flank.
        > a1 go
        |                            |
        |             a1>^b1^        |
        |               >            |
        |                            |
        |                            |
        |                            |
    ",
    );
    show(
        "
        # D3H2-CONT-06
        with a1 Cv; b1 Bd
        |      ^b1^      |
        |                |
        |                |
        |    ^a1^        |
        |                |
        # From partly beyond flank and rear, by way of its left.
        > a1 go 0,1 north, go
        |   a1>^b1^      |
        |     >          |
        |                |
        |                |
        |                |
        again
        # From wholly behind it, to its rear.
        > a1 go
        |      ^b1^      |
        |      ^a1^      |
        |                |
        |                |
        |                |
    ",
    );
    show(
        "
        # D3H2-CONT-06
        with a1 Cv; b1 Bd
        |                |
        |    ^a1^        |
        |                |
        |      ^b1^      |
        |                |
        |                |
        # Not from before its front, even if partly beyond the flank.
        > a1 go -0.25,2.5 north, go
        |                |
        |                |
        |                |
        |   a1>^b1^      |
        |     >          |
        |                |
        ! D3H2-TZ-04
    ",
    );
    show(
        "
        # D3H2-CONT-06
        with a1 LH; b1 Bd
        |    ^a1^        |
        |                |
        |                |
        |                |
        |      ^b1^      |
        |                |
        |                |
        > a1 go -0.25,3.5 north, go
        |                |
        |                |
        |                |
        |                |
        |   a1>^b1^      |
        |     >          |
        |                |
        ! D3H2-CONT-06
    ",
    );
}

#[test]
fn a_rear_is_contacted_from_behind_its_line() {
    show(
        "
        # D3H2-CONT-07
        with a1 LH; b1 Bd
        |                    |
        |             ^b1^   |
        |                    |
        |   ^a1^             |
        |                    |
        > a1 go
        |                    |
        |             ^b1^   |
        |             ^a1^   |
        |                    |
        |                    |
    ",
    );
    show(
        "
        # D3H2-CONT-07
        with a1 LH; b1 Bd
        |                    |
        |        ^b1^        |
        |   ^a1^             |
        |                    |
        > a1 go
        |                    |
        |        ^b1^        |
        |        ^a1^        |
        |                    |
    ",
    );
    show(
        "
        # D3H2-CONT-07
        with a1 LH; b1 Bd
        |                    |
        |   ^a1^ ^b1^        |
        |                    |
        |                    |
        > a1 back 1, go 2,1 north
        ! D3H2-CONT-07
    ",
    );
}

#[test]
fn a_short_slide_into_contact_is_free() {
    show(
        "
        # D3H2-CONT-04
        with a1 Sp; a2 Sp; b1 Bd; b2 Bd
        |        vb1vvb2v        |
        |                        |
        |                        |
        |                        |
        |                        |
        |      ^a1^^a2^          |
        > a1+a2 ahead 2, slide 0.5
        |        vb1vvb2v        |
        |        ^a1^^a2^        |
        |                        |
        |                        |
        |                        |
        |                        |
        again
        # Not without an enemy before them at the end.
        > a1+a2 ahead 1, slide 0.5
        ! D3H2-CONT-04
        > a1+a2 slide 0.5, ahead 2
        ! D3H2-CONT-04
    ",
    );
    show(
        "
        # D3H2-CONT-04
        with a1 Sp; a2 Sp; b1 Bd; b2 Bd
        |        vb1vvb2v        |
        |                        |
        |    ^a1^^a2^            |
        # A whole base width is too far.
        > a1+a2 ahead 0.5, slide 1
        ! D3H2-CONT-04
    ",
    );
}

#[test]
fn one_alone_conforms_to_a_group() {
    show(
        "
        # D3H2-CONT-04
        with a1 Sp; a2 Sp; b1 Bd
        |      vb1v          |
        |                    |
        |    ^a1^^a2^        |
        > a1+a2 ahead 0.5
        |    vb1v            |
        |    ^a1^^a2^        |
        |                    |
    ",
    );
    // It conforms to the element that it faces more.
    show(
        "
        # D3H2-CONT-04
        with a1 Sp; a2 Sp; b1 Bd
        |       vb1v         |
        |                    |
        |    ^a1^^a2^        |
        > a1+a2 ahead 0.5
        |        vb1v        |
        |    ^a1^^a2^        |
        |                    |
    ",
    );
    // The same on its flank.
    show(
        "
        # D3H2-CONT-04
        with a1 Sp; a2 Sp; b1 Bd
        |           <b1        |
        |           <          |
        |                      |
        |        ^a1^^a2^      |
        |                      |
        > a1+a2 ahead 0.5
        = a1 at 2,1.5 north
        = a2 at 3,1.5 north
        = b1 at 3,1.5 west
    ",
    );
    // Not in the woods.
    show(
        "
        # D3H2-CONT-04
        with a1 Ps; a2 Ps; b1 Bd
        ground woods -1,0.9 6,0.9 6,4 -1,4
        |      vb1v          |
        |                    |
        |    ^a1^^a2^        |
        > a1+a2 ahead 0.5
        ! D3H2-CONT-02
        > a1+a2 ahead 0.5, slide 0.5
        |      vb1v          |
        |      ^a1^^a2^      |
        |                    |
    ",
    );
    // An element of a group does not conform either.
    show(
        "
        # D3H2-CONT-04
        with a1 Sp; a2 Sp; b1 Bd; b2 Bd
        |      vb1vvb2v      |
        |                    |
        |    ^a1^^a2^        |
        > a1+a2 ahead 0.5
        ! D3H2-CONT-02
    ",
    );
}

#[test]
fn where_the_mover_has_no_room_to_conform_the_enemy_does() {
    // At the edge of the table, with a friend beside it, a1 can go neither way, so b1 conforms to it.
    show(
        "
        # D3H2-CONT-05
        origin 0,0
        with a1 Sp; a2 Sp at 1,0.75 north; b1 Bd
        |  vb1v              |
        |                    |
        |^a1^                |
        > a1 ahead 0.5
        |vb1v                |
        |^a1^                |
        |                    |
    ",
    );
    // An element of a group conforms together with its group.
    show(
        "
        # D3H2-CONT-05
        origin 0,0
        with a1 Sp; a2 Sp at 1,0.75 north; b1 Bd; b2 Bd
        |  vb1vvb2v          |
        |                    |
        |^a1^                |
        > a1 ahead 0.5
        |vb1vvb2v            |
        |^a1^                |
        |                    |
    ",
    );
    // If one of them is in close combat, the group stays, and the element is overlapped.
    show(
        "
        # D3H2-CONT-05
        origin 0,0
        with a1 Sp; a2 Sp at 1,0.75 north; a3 Sp at 2.5,1 north; b1 Bd; b2 Bd; b3 Bd
        |  vb1vvb2vvb3v      |
        |                    |
        |^a1^                |
        > a1 ahead 0.5
        |  vb1vvb2vvb3v      |
        |^a1^      ^a3^      |
        |                    |
        > end
        > end
        > a1 fights b1 (3 3)
        = used D3H2-TACT-14
    ",
    );
    // With room to slide, a1 has to.
    show(
        "
        # D3H2-CONT-05
        origin 0,0
        with a1 Sp; b1 Bd; b2 Bd
        |  vb1vvb2v          |
        |                    |
        |^a1^                |
        > a1 ahead 0.5
        ! D3H2-CONT-02
        > a1 ahead 0.5, slide 0.5
        |  vb1vvb2v          |
        |  ^a1^              |
        |                    |
    ",
    );
}

#[test]
fn who_is_contacted_in_flank_or_rear_turns_to_face() {
    show(
        "
        # D3H2-CONT-10
        with a1 Cv; b1 Bd
        |                |
        |       <a1      |
        |   ^b1^<        |
        |                |
        > a1 go
        |                |
        |                |
        |   ^b1^<a1      |
        |       <        |
        > end
        = b1 at 1.75,1 east
    ",
    );
    show(
        "
        # D3H2-CONT-10
        with a1 Cv; b1 Bd
        |                |
        |   ^b1^         |
        |   ^a1^         |
        |                |
        > end
        |                |
        |   vb1v         |
        |   ^a1^         |
        |                |
    ",
    );
}

#[test]
fn two_in_file_turn_both() {
    // The attacker's front covers both; the second element ends behind the first.
    show(
        "
        # D3H2-CONT-11
        with a1 Bd; b1 Sp; b2 Sp
        |                |
        |   ^b1^<a1      |
        |   ^b2^<        |
        |                |
        > end
        |                |
        |    b1><a1      |
        |      ><        |
        |                |
        = b2 at 1.25,1.5 east
    ",
    );
    show(
        "
        # D3H2-CONT-11
        with a1 Bd; b1 Sp; b2 Sp; b3 Sp
        |   ^b1^<a1      |
        |   ^b2^<        |
        |   ^b3^         |
        |                |
        > end
        |    b1><a1      |
        |      ><        |
        |   ^b3^         |
        |                |
        = b2 at 1.25,2 east
    ",
    );
}

#[test]
fn a_war_wagon_never_turns() {
    show(
        "
        # D3H2-CONT-12
        with a1 Cv; b1 WWg
        |                |
        |   ^b1^<a1      |
        |       <        |
        |                |
        > end
        |                |
        |   ^b1^<a1      |
        |       <        |
        |                |
        > end
        = a1 fights b1
    ",
    );
}

#[test]
fn slow_ones_never_move_into_contact() {
    show(
        "
        # D3H2-MOVE-18
        with a1 Art; a2 CP; a3 WWg; b1 Bd; b2 Bd; b3 Bd
        |    vb1v    vb2v    vb3v   |
        |                           |
        |    ^a1^    ^a2^    ^a3^   |
        |                           |
        > a1 ahead 0.5
        ! D3H2-MOVE-18
        > a2 ahead 0.5
        ! D3H2-MOVE-18
        > a3 ahead 0.5
        ! D3H2-MOVE-18
        > a1 ahead 0.25
        = a1 at 1,1.25 north
    ",
    );
    // An overlap is a contact too.
    show(
        "
        # D3H2-MOVE-18 D3H2-CONT-02
        with a1 Art at 2,0 north; a2 Bd at 0,0 north; b1 Bd at 2,1 south
        | |
        > a1 ahead 1
        ! D3H2-MOVE-18
        > a2 ahead 1
        = a2 at 0,1 north
    ",
    );
}

#[test]
fn those_of_the_ground_fight_no_aerial_that_is_up() {
    show(
        "
        # D3H2-CONT-13 D3H2-CONT-14 D3H2-CONT-15 D3H2-CONT-18
        with a1 Bd; a2 Hr; a3 Kn; b1 Fl; b2 Fl; b3 Fl
        |    vb1v    vb2v    vb3v   |
        |                           |
        |    ^a1^    ^a2^   ^a3^    |
        |                           |
        # The bases may touch, even at an angle, without any effect.
        > a1 ahead 0.5
        > a3 ahead 0.5
        > a2 ahead 0.5
        > end
        > end
        = a1 fights
        = a3 fights
        = a2 fights b2
    ",
    );
    show(
        "
        # D3H2-CONT-13 D3H2-CONT-16 D3H2-CONT-17
        with a1 Fl; a2 Fl; a3 Bd; b1 Bd; b2 Bd
        |    vb1v    vb2v   |
        |    ^a1^           |
        |            ^a2^   |
        |                   |
        = a1 up
        # Already lined up, it comes down without PIPs, or stays up.
        > a1 engages
        = a1 down
        = pips 6
        # Moving into contact brings an Aerial down.
        > a2 ahead 0.5
        = a2 down
        > a2 engages
        ! D3H2-CONT-16
    ",
    );
    // One that is up overlaps a ground element at its flank.
    show(
        "
        # D3H2-CONT-15 D3H2-CC-02
        with a1 Sp at 1,2 north; a2 Fl at 2,2 west; b1 Bs at 2,2 south
        phase fighting
        | |
        > a1 fights b1 (3 3)
        = totals 7 5
    ",
    );
    // An Aerial that has come down may be attacked.
    show(
        "
        # D3H2-CONT-17
        with a1 Bd; b1 Fl down
        |    vb1v   |
        |           |
        |    ^a1^   |
        > a1 ahead 0.5
        > end
        > end
        = a1 fights b1
    ",
    );
}

#[test]
fn who_cannot_go_far_enough_to_line_up_makes_no_contact() {
    // The enemy stands at an angle: the element would touch its corner but cannot reach its whole front.
    show(
        "
        # D3H2-CONT-03
        with a1 Bd at 1,1 north; a2 Bd fast at -4,1 north; b1 Bd at 2.2,2.9 200; b2 Bd at -2.8,2.9 200
        | |
        > a1 go 1.3,2.9 north
        ! D3H2-CONT-02
        > a1 go 1.26,3.242 20
        ! D3H2-MOVE-05
        # A faster element can.
        > a2 go -3.74,3.242 20
        = a2 there
    ",
    );
}

//! Dismounting: who may, when, and what an element is from then on.

use super::scene::show;

#[test]
fn a_knight_becomes_a_blade_where_it_stands() {
    // The front edge stays, the base has the depth of the Foot, and the move is used up.
    show(
        "
        # D3H2-TYPE-16
        list a Kn//Bd
        with a1 Kn at 1,1 north; a2 Kn at 2,1 north; b1 Bd at 1,9 south
        bounds 1
        | |
        = a1 deep 0.75
        > a1 dismounts
        = used D3H2-TYPE-16
        = used D3H2-PIP-04
        = pips 5
        = a1 is Bd
        = a1 on-foot
        = a1 at 1,1 north
        = a1 deep 0.5
        = a2 is Kn
        > a1 ahead 1
        ! D3H2-MOVE-30
        # It never mounts again.
        > a1 dismounts
        ! D3H2-TYPE-16
        > a2 dismounts
        = pips 4
    ",
    );
}

#[test]
fn on_foot_it_moves_fights_and_is_lost_as_such() {
    // Blades go 2 BW.
    show(
        "
        # D3H2-TYPE-16
        list a Kn//Bd
        with a1 Kn at 1,1 north; b1 Bd at 1,9 south
        | |
        > a1 dismounts
        > end
        > end
        > end (6)
        > end
        > end
        > end (6)
        > a1 ahead 2.5
        ! D3H2-MOVE-05
        > a1 ahead 2
        = a1 at 1,3 north
    ",
    );
    // 5 against Foot instead of 3; what is lost is what the army has paid for.
    for (who, totals) in [("Kn", "9 5"), ("Kn dismounted", "11 5")] {
        show(&format!(
            "
            # D3H2-TYPE-17
            list a Kn//Bd
            with a1 {who}; b1 Ps
            phase fighting
            |    vb1v    |
            |    ^a1^    |
            |            |
            |            |
            > a1 fights b1 (6 3)
            = totals {totals}
            "
        ));
    }
    show(
        "
        # D3H2-WIN-02
        list a Kn//Ps
        with a1 Kn dismounted worth 2.5; b1 Kn
        phase fighting
        |    vb1v    |
        |    ^a1^    |
        |            |
        |            |
        > a1 fights b1 (1 6)
        = a1 destroyed
        = lost a 2.5
    ",
    );
}

#[test]
fn riders_who_become_bows_may_shoot_at_once() {
    show(
        "
        # D3H2-TYPE-16 D3H2-SHOOT-23
        list a LH//Bw
        with a1 LH; b1 Bd
        |    vb1v    |
        |            |
        |            |
        |            |
        |    ^a1^    |
        |            |
        > a1 dismounts
        > end
        = a1 targets b1
    ",
    );
}

#[test]
fn nobody_dismounts_in_any_contact() {
    // Front to front, with an enemy at the flank, corner to corner, and where it is overlapped.
    for (at, facing) in [("1,1", "south"), ("1,1", "east"), ("2,1", "south"), ("2,0.5", "south"), ("2,0", "west")] {
        show(&format!(
            "
            # D3H2-TYPE-16
            list a Kn//Bd
            with a1 Kn at 1,1 north; b1 Bd at {} {facing}
            | |
            > a1 dismounts
            ! D3H2-TYPE-16
            = a1 is Kn
            = pips 6
            ",
            if facing == "south" { south(at) } else { at.to_owned() }
        ));
    }
    // An Aerial that is up is in no contact where it touches and does not overlap.
    show(
        "
        # D3H2-TYPE-16 D3H2-CONT-15
        list a Kn//Bd
        with a1 Kn at 1,1 north; b1 Fl at 2.5,-0.5 south
        | |
        > a1 dismounts
        = a1 is Bd
    ",
    );
}

/// The front left corner of a base that faces south whose front edge runs from here to the right.
fn south(at: &str) -> String {
    let (x, y) = at.split_once(',').unwrap();
    format!("{},{y}", x.parse::<i64>().unwrap() + 1)
}

#[test]
fn nobody_dismounts_in_a_threat_zone() {
    show(
        "
        # D3H2-TYPE-16 D3H2-TZ-04
        list a Kn//Bd
        with a1 Kn; b1 Bd
        |    vb1v    |
        |            |
        |    ^a1^    |
        |            |
        |            |
        > a1 dismounts
        ! D3H2-TYPE-16
    ",
    );
    // Beside the zone it may.
    show(
        "
        # D3H2-TYPE-16
        list a Kn//Bd
        with a1 Kn; b1 Bd
        |        vb1v    |
        |                |
        |    ^a1^        |
        |                |
        |                |
        > a1 dismounts
        = a1 is Bd
    ",
    );
}

#[test]
fn it_takes_a_whole_move_and_its_pips() {
    show(
        "
        # D3H2-TYPE-16 D3H2-MOVE-30 D3H2-PIP-04 D3H2-SEQ-04
        list a Kn//Bd
        list b Kn//Bd
        with a1 Kn at 1,1 north; b1 Kn at 1,9 south
        pips 2
        | |
        > b1 dismounts
        ! D3H2-SEQ-04
        > a1 ahead 1
        > a1 dismounts
        ! D3H2-MOVE-30
        > end
        > a1 dismounts
        ! D3H2-SEQ-04
    ",
    );
    show(
        "
        # D3H2-TYPE-16 D3H2-PIP-04
        list a Kn//Bd
        with a1 Kn at 1,1 north; b1 Kn at 1,9 south
        pips 0
        | |
        > a1 dismounts
        ! D3H2-PIP-08
    ",
    );
    // Galloping elements may end a further move so, under the conditions of further moves.
    show(
        "
        # D3H2-TYPE-16 D3H2-MOVE-27 D3H2-MOVE-26
        list a LH//Ps
        with a1 LH moved 1 at 1,1 north; a2 LH moved 1 at 5,1 north; b1 Sk at 7.5,1 south
        | |
        > a1 dismounts
        = a1 is Ps
        > a2 dismounts
        ! D3H2-MOVE-26
    ",
    );
}

#[test]
fn a_list_says_who_dismounts_as_whom() {
    // Flyers are not Mounted; another type is in the list, but does not dismount.
    for (list, who) in [("Fl//Ps", "Fl"), ("Kn//Bd, Cv", "Cv"), ("Kn/Bd", "Kn"), ("Kn or Bd", "Kn")] {
        show(&format!(
            "
            # D3H2-TYPE-16
            list a {list}
            with a1 {who} at 1,1 north; b1 Bd at 1,9 south
            | |
            > a1 dismounts
            ! D3H2-TYPE-16
            "
        ));
    }
    // The general's element alone.
    show(
        "
        # D3H2-TYPE-16
        list a 1xKn//Bd (Gen), 2xKn
        with a1 Kn general at 1,1 north; a2 Kn at 3,1 north; b1 Bd at 1,9 south
        | |
        > a2 dismounts
        ! D3H2-TYPE-16
        > a1 dismounts
        = a1 is Bd
        = pips 5
    ",
    );
}

#[test]
fn there_must_be_room_on_foot() {
    // Artillery is deeper than Knights.
    show(
        "
        # D3H2-TYPE-16
        list a Kn//Art
        with a1 Kn at 1,1 north; a2 Bd at 1,0.25 north; a3 Kn at 5,1 north; b1 Bd at 1,9 south
        | |
        > a1 dismounts
        ! D3H2-TYPE-16
        > a3 dismounts
        = a3 is Art
        = a3 deep 1
    ",
    );
}

#[test]
fn a_garrison_may_dismount_inside() {
    show(
        "
        # D3H2-TYPE-16 D3H2-PIP-07 D3H2-CAMP-04
        list a Kn//Bd, Cv//Sk
        with a1 Kn holds camp; a2 Bd general at 10,1 north; b1 Bd at 1,9 south
        camp a 10,-7 north 2x1
        | |
        > a1 dismounts
        = a1 holds camp
        = a1 is Bd
        = used D3H2-PIP-07
    ",
    );
    show(
        "
        # D3H2-CAMP-04
        list a Kn//Bd, Cv//Sk
        with a1 Cv holds camp; b1 Bd at 1,9 south
        camp a 10,-7 north 2x1
        | |
        > a1 dismounts
        ! D3H2-CAMP-04
    ",
    );
    // Not while it is assaulted.
    show(
        "
        # D3H2-TYPE-16
        list a Kn//Bd
        with a1 Kn holds camp; b1 Bd at 11,-7 south
        camp a 10,-7 north 2x1
        | |
        > a1 dismounts
        ! D3H2-TYPE-16
    ",
    );
}

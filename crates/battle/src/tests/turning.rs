//! Turning to an attacker on a flank or the rear: elements that turn along, and elements that make room.

use super::scene::show;

#[test]
fn a_third_makes_room_for_two_who_turn() {
    // Cavalry bases are deep: once turned, two of them extend beyond their former place onto their neighbour.
    show(
        "
        # D3H2-CONT-11
        with a1 Bd at 3,1 west; b1 Cv at 2,2 north; b2 Cv at 2,1.25 north; b3 Bd at 1,2 north
        | |
        > end
        = b1 at 3,2 east
        = b2 at 2.25,2 east
        = b3 at 1,1 north
    ",
    );
    // It is pushed only just far enough; a neighbour that stands lower is not reached.
    show(
        "
        # D3H2-CONT-11
        with a1 Bd at 3,1 west; b1 Cv at 2,2 north; b2 Cv at 2,1.25 north; b3 Bd at 1,1.3 north
        | |
        > end
        = b1 at 3,2 east
        = b3 at 1,1 north
    ",
    );
    show(
        "
        # D3H2-CONT-11
        with a1 Bd at 3,1 west; b1 Cv at 2,2 north; b2 Cv at 2,1.25 north; b3 Bd at 1,0.9 north
        | |
        > end
        = b1 at 3,2 east
        = b3 at 1,0.9 north
    ",
    );
}

#[test]
fn without_room_nobody_turns() {
    // An enemy stands where the second element would end up. The second does not turn in place of the first.
    show(
        "
        # D3H2-CONT-11
        with a1 Bd at 3,1 west; a2 Bd at 1.9,1 south; b1 Cv at 2,2 north; b2 Cv at 2,1.25 north
        | |
        > end
        = b1 at 2,2 north
        = b2 at 2,1.25 north
        > end
        = a1 fights b1
    ",
    );
}

#[test]
fn whoever_came_along_a_front_does_not_turn_to_it() {
    // The Cavalry overlaps one enemy and lies along the front of another with its flank. That enemy turns to the Blades
    // who attack its own flank.
    show(
        "
        # D3H2-CONT-10
        with a1 Bd at 1,1.5 north; a2 Cv at 3,2.75 north; b1 Bd at 2,3 east; b2 Bd at 4,3.5 south
        | |
        > a1 ahead 0.5
        > a2 go 2,3.5 north
        > end
        = a2 at 2,3.5 north
        = b1 at 2,2 south
        > end
        = a1 fights b1
    ",
    );
}

#[test]
fn nobody_turns_into_the_water() {
    // A base that is wider than deep would reach into the water once it has turned; the attack counts against it.
    show(
        "
        # D3H2-CONT-10 D3H2-FEAT-10 D3H2-TACT-14
        with a1 Bd at 3,1 west; b1 Cv at 2,2 north
        ground waterway -8,-8 2.9,-8 2.9,1.2 -8,1.2
        | |
        > end
        = b1 at 2,2 north
        > end
        = a1 fights b1
    ",
    );
    show(
        "
        # D3H2-CONT-10
        with a1 Bd at 3,1 west; b1 Cv at 2,2 north
        | |
        > end
        = b1 at 3,2 east
    ",
    );
}

#[test]
fn other_attackers_keep_in_contact() {
    // Attacked on both flanks: after turning to one attacker, the element has the other at its rear, and that one moves
    // up to it.
    show(
        "
        # D3H2-CONT-10 D3H2-CONT-11
        with a1 Bd at 3,1 west; a2 Bd at 2,2 east; b1 Bd at 2,2 north
        | |
        > end
        = b1 at 3,2 east
        = a2 at 2.5,2 east
        > end
        = a1 fights b1
        > a1 fights b1 (3 2)
        = b1 destroyed
    ",
    );
    // Attacked on a flank and the rear: the attacker at the rear makes room and moves to the flank.
    show(
        "
        # D3H2-CONT-10 D3H2-CONT-11
        with a1 Bd at 3,1 west; a2 Bd at 2,1.25 north; b1 Cv at 2,2 north
        | |
        > end
        = b1 at 3,2 east
        = a2 at 2,1 north
    ",
    );
    // Without room for that, nothing turns.
    show(
        "
        # D3H2-CONT-11
        with a1 Bd at 3,1 west; a2 Bd at 2,1.25 north; a3 Bd at 2,0.75 north; b1 Cv at 2,2 north
        | |
        > end
        = b1 at 2,2 north
        = a2 at 2,1.25 north
    ",
    );
}

#[test]
fn an_element_turns_to_the_first_of_several_attackers() {
    // a2 comes first, then the other way round.
    show(
        "
        # D3H2-CONT-10
        with a1 Cv at 5,1 west; a2 Cv at 0,2 east; b1 Bd at 2,2 north
        | |
        > a2 go 2,2 east
        > a1 go 3,1 west
        > end
        = b1 at 2,1 west
        = a1 at 2.5,1 west
        again
        > a1 go 3,1 west
        > a2 go 2,2 east
        > end
        = b1 at 3,2 east
        = a2 at 2.5,2 east
    ",
    );
    // The first of three.
    show(
        "
        # D3H2-CONT-10
        with a1 LH at 5,1 west; a2 LH at 0,2 east; a3 LH at 2,-1 north; b1 Cv at 2,2 north
        | |
        > a3 go 2,1.25 north
        > a1 go 3,1 west
        > a2 go 2,2 east
        > end
        = b1 at 3,1.25 south
    ",
    );
}

#[test]
fn a_flank_is_not_fought_once_the_enemy_in_front_has_gone() {
    // b2 faces a1's flank and has a2 on its own. When a1 falls to b1, a2 and b2 do not fight before b2 has turned.
    show(
        "
        # D3H2-CC-16 D3H2-CONT-10
        with a1 Sp at 2,2 north; a2 Sp at 3,1 north; b1 Sp at 3,2 south; b2 Sp at 3,1 west
        phase fighting
        | |
        = a1 fights b1
        = a2 fights
        = b2 fights
        > a1 fights b1 (1 6)
        = a1 destroyed
        = a2 fights
        = b2 fights
        > end (3)
        > end
        = b2 at 4,1 south
        > end
        = b2 fights a2
    ",
    );
}

#[test]
fn whoever_cannot_turn_fights_the_attacker_of_its_flank() {
    // Neither of the two Knights can turn. The attack counts against b1, which does not pursue the other way, and
    // the attacker of its other flank does not go back with the one that is beaten.
    show(
        "
        # D3H2-CONT-11 D3H2-TACT-14 D3H2-PURS-01 D3H2-OUT-05
        with a1 Sp at 3,1 west; a2 Sp at 2,2 east; b1 Kn at 2,2 north; b2 Kn at 2,1.25 north
        | |
        > end
        = b1 at 2,2 north
        > end
        = a1 fights b1
        > a1 fights b1 (2 6)
        = totals 6 7
        = used D3H2-TACT-14
        = b1 at 2,2 north
        = a2 at 2,2 east
        = a2 fights
    ",
    );
}

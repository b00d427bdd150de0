//! The steps of a bound, one after the other.

use super::scene::show;

#[test]
fn summoning_comes_after_the_die_and_before_the_first_move() {
    show(
        "
        # D3H2-SEQ-02 D3H2-SEQ-03 D3H2-SEQ-07
        with a1 Bd at 1,1 north; b1 Gd aside; b2 Bd at 20,12 south; b3 Mg at 22,12 south
        origin 0,0
        phase fighting
        | |
        # Not in the other side's bound, and not before the die is rolled.
        > summon b1 18,14 south
        ! D3H2-SEQ-07
        > end (6)
        = phase summoning
        = pips 6
        > b3 bespells a1 (6 1)
        ! D3H2-MAGIC-01
        > summon b1 18,14 south
        = pips 0
        = phase summoning
        > end
        = phase shooting
        > summon b1 18,14 south
        ! D3H2-SEQ-07
    ",
    );
    // Each of the five actions of this phase is possible only with the PIPs that were rolled.
    show(
        "
        # D3H2-SEQ-03
        origin 0,0
        with a1 Lk aside; a2 IHd destroyed; a3 Mg ensorcelled at 9,1 east; a4 Bd at 6,5 north; b1 Bd at 2,5 south
        ground woods 0,3 4,3 4,8 0,8
        phase summoning
        intruders b1
        bounds 1
        pips 3
        | |
        > summon a1 1,5 north
        = pips 2
        > summon a2 12,0.75 north
        = pips 1
        > a3 freed
        ! D3H2-SUMM-29
        # The remaining PIPs are for moves.
        > a4 ahead 1
        = pips 0
        = phase moving
        > summon a2 13,0.75 north
        ! D3H2-SEQ-07
    ",
    );
}

const VOLLEY: &str = "
    # D3H2-SEQ-05 D3H2-SHOOT-29
    with a1 Mg at 8,1 north; a2 Bw at 1,1 north; a3 Bd at 14,1 north; b1 Bd at 2,3 south; b2 Bw at 15,3 south; b3 Bd at 9,4 south
    phase shooting
    pips 2
    | |
    ";

#[test]
fn spells_and_shots_of_both_sides_come_in_any_order() {
    let play = |rest: &str| show(&(VOLLEY.to_owned() + rest));
    for order in [
        ["b2 shoots a3 (1 1)", "a1 bespells b3 (3 3)", "a2 shoots b1 (3 3)"],
        ["a1 bespells b3 (3 3)", "a2 shoots b1 (3 3)", "b2 shoots a3 (1 1)"],
        ["a2 shoots b1 (3 3)", "b2 shoots a3 (1 1)", "a1 bespells b3 (3 3)"],
    ] {
        play(&format!("> {}\n > {}\n > {}\n = pips 0\n > end\n = phase fighting", order[0], order[1], order[2]));
    }
    // An element of either side that can shoot must; bespelling is optional, and nothing does either twice.
    play(
        "
        > a2 shoots b1 (3 3)
        > end
        ! D3H2-SHOOT-29
        > a2 shoots b1 (3 3)
        ! D3H2-SHOOT-21
        > b2 shoots a3 (1 1)
        > end
        = phase fighting
        = pips 2
        > a1 bespells b3 (3 3)
        ! D3H2-MAGIC-01
    ",
    );
}

#[test]
fn what_comes_of_a_shot_is_done_before_the_next() {
    // The element that a1 drives away stood before b2.
    show(
        "
        # D3H2-SEQ-05
        with a1 Bw at 1.5,1 north; a2 Bw at 3,1 north; b1 Ps at 4,3 south; b2 Bd at 4,3.5 south
        phase shooting
        | |
        = a1 targets b1 b2
        = a2 targets b1
        > a1 shoots b1 (6 1)
        = b1 at 3,6.5 north
        = a1 targets
        = a2 targets b2
    ",
    );
}

#[test]
fn the_order_of_fights_is_free_and_matters() {
    let line = "
        # D3H2-SEQ-06 D3H2-CC-05
        with a1 Ax; a2 Ax; b1 Ax; b2 Ax
        phase fighting
        |                |
        |    vb1vvb2v    |
        |    ^a1^^a2^    |
        |                |
        ";
    let play = |rest: &str| show(&(line.to_owned() + rest));
    // An element that has driven its enemy back overlaps the next one.
    play(
        "
        > a1 fights b1 (5 3)
        = b1 at 2,1.5 south
        > a2 fights b2 (4 4)
        |    vb1vvb2v    |
        |                |
        |    ^a1^^a2^    |
        |                |
        > end (3)
    ",
    );
    play(
        "
        > a2 fights b2 (4 4)
        = b2 at 3,1 south
        > a1 fights b1 (5 3)
        = b1 at 2,1.5 south
        = b2 at 3,1 south
        > end (3)
    ",
    );
    // Every pair fights, and none fights twice.
    play(
        "
        > a1 fights b1 (4 4)
        > end
        ! D3H2-SEQ-06
        > a1 fights b1 (4 4)
        ! D3H2-CC-15
        > b2 fights a2 (4 4)
        > end (3)
        = phase summoning
    ",
    );
}

#[test]
fn those_of_either_side_fight_in_every_bound() {
    // Nobody has moved in this bound.
    show(
        "
        # D3H2-SEQ-06
        with a1 Bd; a2 Bd at 10,1 north; b1 Bd; b2 Bd at 11,1 south
        phase fighting
        |    vb1v    |
        |    ^a1^    |
        = a1 fights b1
        = a2 fights b2
        > a1 fights b1 (3 3)
        > a2 fights b2 (3 3)
        > end (3)
        # The same in b's bound.
        > end
        > end
        = b1 fights a1
        = b2 fights a2
    ",
    );
}

#[test]
fn a_battle_is_decided_at_the_end_of_a_bound_and_not_before() {
    // a has lost enough after its shooting; b loses more before the bound is over.
    show(
        "
        # D3H2-SEQ-08 D3H2-WIN-01
        with a1 Bd worth 10.5 destroyed; a2 Ps; a3 Wb at 8,1 north; b1 Bw; b2 Bd worth 12 destroyed; b3 Hd at 9,1 south; b4 Mg at 20,12 south
        phase shooting
        |    vb1v    |
        |            |
        |            |
        |    ^a2^    |
        |            |
        = lost a 10.5
        = lost b 12
        > b1 shoots a2 (3 3)
        = phase shooting
        > end
        = phase fighting
        > a3 fights b3 (3 1)
        = lost b 13
        = phase fighting
        > end
        = phase won-by-a
    ",
    );
    // Checked at the end of either side's bound.
    for player in ["a", "b"] {
        show(&format!(
            "
            # D3H2-SEQ-08
            with a1 Bd at 1,1 north; b1 Bd worth 12 destroyed; b2 Bd at 1,9 south
            player {player}
            phase summoning
            | |
            > end
            = phase shooting
            > end
            = phase fighting
            > end
            = phase won-by-a
            "
        ));
    }
}

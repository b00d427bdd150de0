//! Losses, and the moment a battle is won.

use super::scene::show;

#[test]
fn each_lost_element_counts_what_it_costs() {
    show(
        "
        # D3H2-WIN-02 D3H2-WIN-07
        with a1 Kn destroyed; a2 LH fled; a3 Hr ensorcelled; a4 Bd at 1,1 north; b1 Ps at 1,9 south; b2 Ab destroyed
        phase fighting
        | |
        = lost a 7.5
        = lost b 3
    ",
    );
    // An element that flees over the edge is lost; one beaten back at the edge is not.
    show(
        "
        # D3H2-WIN-07 D3H2-FLEE-04 D3H2-RECOIL-17
        origin 0,18
        with a1 Sp; a2 Sp at 11,3.25 north; b1 LH; b2 Sp at 12,3.25 south
        phase fighting
        |              |
        |    vb1v      |
        |    ^a1^      |
        |              |
        > a1 fights b1 (6 1)
        = b1 fled
        = lost b 1.5
        > a2 fights b2 (5 3)
        = b2 at 12,3.5 south
        = lost b 1.5
    ",
    );
    // An element counts as lost only while it is away: a spell's victim comes back.
    show(
        "
        # D3H2-WIN-07 D3H2-ENS-07 D3H2-ENS-08
        with a1 Mg at 1,1 north; a2 Mg at 3,1 north; b1 Hr at 2,3 south; b2 Bd at 20,12 south
        phase shooting
        origin 0,0
        | |
        > a1 bespells b1 aided a2 (6 2)
        = b1 ensorcelled
        = lost b 4
        > end
        > end (6)
        = phase summoning
        > b1 freed 13.5,0.75 north
        ! D3H2-SUMM-30
        > b1 freed 12.5,0.75 north
        = lost b 0
    ",
    );
}

#[test]
fn nothing_is_too_poor_to_count() {
    // Chariots destroy themselves on equal totals; Hordes are destroyed by Warband.
    show(
        "
        # D3H2-WIN-10 D3H2-OUT-12 D3H2-OUT-43
        with a1 SCh; a2 Hd; b1 Sp; b2 Wb
        phase fighting
        |    vb1v    vb2v    |
        |    ^a1^    ^a2^    |
        |                    |
        |                    |
        > a1 fights b1 (4 3)
        = a1 destroyed
        = lost a 1
        > a2 fights b2 (1 3)
        = a2 destroyed
        = lost a 2
        = lost b 0
    ",
    );
    // They count towards breaking an army like all others.
    show(
        "
        # D3H2-WIN-10 D3H2-WIN-01
        with a1 Bd worth 10 destroyed; a2 SCh destroyed; a3 Hd destroyed; a4 Bd at 1,1 north; b1 Bd at 1,9 south
        phase fighting
        | |
        > end
        = phase won-by-b
    ",
    );
}

#[test]
fn the_general_counts_two_more() {
    show(
        "
        # D3H2-WIN-03
        with a1 Hr general ensorcelled; a2 Bd at 1,1 north; b1 Pk general destroyed; b2 Bd at 1,15 south
        phase summoning
        origin 0,0
        | |
        = lost a 6
        = lost b 3.5
        > a1 freed 13.5,21.25 south
        = lost a 0
    ",
    );
    // Lost in battle: Knights ride down the Spears of the general.
    show(
        "
        # D3H2-WIN-03 D3H2-OUT-36
        with a1 Kn; b1 Sp general; b2 Kn worth 8 destroyed
        phase fighting
        |    vb1v    |
        |    ^a1^    |
        |            |
        |            |
        = lost b 8
        > a1 fights b1 (6 2)
        = b1 destroyed
        = lost b 12
        > end
        = phase won-by-a
    ",
    );
}

#[test]
fn a_sacked_camp_counts_two() {
    show(
        "
        # D3H2-WIN-04 D3H2-CAMP-06
        origin 0,10
        with a1 Kn; b1 Bd worth 10 destroyed; b2 Sp at 20,10 south
        camp b 5,2 south 4x1
        phase fighting
        |                  |
        |    ^a1^          |
        |                  |
        |                  |
        |                  |
        = lost b 10
        > a1 fights camp (6 1)
        = camp b sacked
        = lost b 12
        > end
        = phase won-by-a
    ",
    );
    // With its garrison, the loss is greater by the cost of that element.
    show(
        "
        # D3H2-WIN-04 D3H2-OUT-45
        origin 0,10
        with a1 Kn; b1 Ps holds camp; b2 Sp at 20,10 south
        camp b 5,2 south 4x1
        phase fighting
        |                  |
        |    ^a1^          |
        |                  |
        |                  |
        |                  |
        > a1 fights camp (6 3)
        = b1 destroyed
        = lost b 3
    ",
    );
}

/// Knights before the walls of b's Stronghold, and other troops of b outside that may retake it.
const WALLS: &str = "
    # D3H2-WIN-05 D3H2-WIN-06 D3H2-BUA-15
    origin 0,0
    with a1 Kn at 4,18 north; b1 Kn at 9.5,19 west
    ground stronghold 2,18 8,18 8,20 2,20 gate 4.5,18 edge north
    defender b
    phase fighting
    ";

#[test]
fn a_fallen_stronghold_counts_four_and_six_if_it_is_the_camp_too() {
    let play = |rest: &str| show(&(WALLS.to_owned() + rest));
    for (camp, lost) in [("", "4"), ("camp b in-stronghold", "6")] {
        play(&format!(
            "
            {camp}
            | |
            = lost b 0
            > a1 fights stronghold (6 1)
            = stronghold a
            = a1 holds stronghold
            = lost b {lost}
            # A Stronghold that has been retaken no longer counts.
            > end (6)
            > b1 ahead 1.5
            > end
            > end
            > b1 fights stronghold (6 1)
            = stronghold b
            = b1 holds stronghold
            = lost b 0
            = lost a 2
            "
        ));
    }
    // A Stronghold that holds out costs nothing.
    play("| |\n > a1 fights stronghold (1 6)\n = stronghold b\n = lost b 0");
}

#[test]
fn who_never_came_is_not_lost() {
    show(
        "
        # D3H2-WIN-08
        with a1 Gd aside; a2 Dg aside; a3 Lk aside; a4 Bd at 1,1 north; b1 Bd at 1,9 south
        phase fighting
        | |
        = lost a 0
    ",
    );
    // A Lurker that has withdrawn is not lost either; a God that left is, until it is summoned again.
    show(
        "
        # D3H2-WIN-08 D3H2-SUMM-10 D3H2-SUMM-22
        with a1 Lk lair 0 at 1,3 north; a2 Bd at -5,-5 north; b1 Gd at 20,9 south; b2 Bd at 20,12 south
        origin 0,0
        ground woods 0,0 4,0 4,4 0,4
        phase fighting
        | |
        > end (1)
        = a1 aside
        = lost a 0
        = b1 fled
        = lost b 4
        > end
        > end
        > end (1)
        > end
        > end
        > end (6)
        > summon b1 20,13 south
        = b1 there
        = lost b 0
    ",
    );
}

#[test]
fn destroyed_hordes_count_until_they_are_replaced() {
    show(
        "
        # D3H2-WIN-09
        origin 0,0
        with a1 IHd destroyed; a2 IHd fled; a3 Hd destroyed; b1 Bd at 20,9 south
        phase summoning
        | |
        = lost a 4
        > summon a1 4,0.75 north
        = lost a 2.5
    ",
    );
    // A Horde that is lost, replaced and lost again.
    show(
        "
        # D3H2-WIN-09 D3H2-OUT-43
        origin 0,0
        with a1 IHd at 1,5 north; b1 Wb at 2,5 south; b2 Bd at 20,15 south
        phase fighting
        | |
        > a1 fights b1 (1 3)
        = lost a 1.5
        > end (1)
        > end
        > end
        > end (1)
        > summon a1 8,0.75 north
        = a1 there
        = lost a 0
    ",
    );
}

#[test]
fn a_side_breaks_at_twelve_and_only_if_it_has_lost_more() {
    for (a, b, phase) in [
        ("11.5", "0.5", "end (3)\n = phase summoning"),
        ("12", "0.5", "end\n = phase won-by-b"),
        ("12", "11.5", "end\n = phase won-by-b"),
        // Both have lost at least twelve, and equally much: the battle goes on.
        ("12", "12", "end (3)\n = phase summoning"),
        ("15.5", "15.5", "end (3)\n = phase summoning"),
        ("15.5", "15", "end\n = phase won-by-b"),
        ("13", "13.5", "end\n = phase won-by-a"),
    ] {
        show(&format!(
            "
            # D3H2-WIN-01 D3H2-WIN-11
            with a1 Bd worth {a} destroyed; a2 Bd at 1,1 north; b1 Bd worth {b} destroyed; b2 Bd at 1,9 south
            phase fighting
            | |
            = lost a {a}
            = lost b {b}
            > {phase}
            "
        ));
    }
}

#[test]
fn a_battle_that_was_even_is_lost_by_the_next_loss() {
    show(
        "
        # D3H2-WIN-11
        with a1 Bd worth 12 destroyed; a2 Wb; b1 Bd worth 12 destroyed; b2 Hd
        phase fighting
        |    vb2v    |
        |    ^a2^    |
        |            |
        > a2 fights b2 (3 1)
        = b2 destroyed
        = lost b 13
        > end
        = phase won-by-a
        > end
        ! D3H2-WIN-01
    ",
    );
}

#[test]
fn who_fled_the_field_is_lost_for_this_battle_only() {
    // Off the field but not destroyed: what a campaign counts afterwards, and which elements may be summoned again.
    show(
        "
        # D3H2-WIN-12 D3H2-SUMM-08
        origin 0,18
        with a1 Sp; b1 LH; b2 Dg destroyed; b3 Dg fled; b4 Bd at 20,1 south
        phase fighting
        |              |
        |    vb1v      |
        |    ^a1^      |
        |              |
        = lost b 8
        > a1 fights b1 (6 1)
        = b1 fled
        = lost b 9.5
        > end (6)
        > summon b2 12,3 south
        ! D3H2-SUMM-08
        > summon b3 12,3 south
        = lost b 5.5
    ",
    );
    show(
        "
        # D3H2-WIN-12
        with a1 Bd worth 12 fled; a2 Bd at 1,1 north; b1 Bd at 1,9 south
        phase fighting
        | |
        > end
        = phase won-by-b
        = a1 fled
    ",
    );
}

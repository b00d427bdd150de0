//! Summoning, freeing, bespelling.

use super::scene::show;

#[test]
fn a_god_comes_on_its_own_half_clear_of_enemies() {
    show(
        "
        # D3H2-SUMM-01 D3H2-SUMM-04 D3H2-SUMM-06
        with a1 Gd aside; a2 Bd at 3,-5 north; b1 Bd at 1,6 south
        ground woods 4,-2 6,-2 6,1 4,1
        phase summoning
        | |
        # The middle of the table is at 3 BW.
        > summon a1 1,3 north
        = a1 at 1,3 north
        = pips 0
        again
        > summon a1 1,3.1 north
        ! D3H2-SUMM-04
        > summon a1 4.5,0 north
        ! D3H2-SUMM-06
        > summon a1 3,-5 north
        ! D3H2-SUMM-06
        > summon a2 8,0 north
        !
        > a2 ahead 1
        > summon a1 1,3 north
        ! D3H2-SEQ-07
    ",
    );
    show(
        "
        # D3H2-SUMM-04 D3H2-TYPE-20
        with a1 Gd aside; b1 Bd at 1,4.5 south
        phase summoning
        | |
        # Exactly two base widths from b1 is within that distance; a hair more is not.
        > summon a1 0.5,2.5 north
        ! D3H2-SUMM-04
        > summon a1 0.5,2.499 north
        = a1 there
    ",
    );
    show(
        "
        # D3H2-SUMM-01
        with a1 Gd aside; b1 Bd at 1,9 south
        phase summoning
        pips 5
        | |
        > summon a1 1,1 north
        ! D3H2-SUMM-01
    ",
    );
}

#[test]
fn dragons_come_together_by_the_base_edge() {
    show(
        "
        # D3H2-SUMM-02 D3H2-SUMM-03 D3H2-SUMM-05 D3H2-SUMM-08
        origin 0,0
        with a1 Dg aside; a2 Dg fled; a3 Dg ally aside; a4 Dg destroyed; b1 Bd at 20,9 south
        phase summoning
        | |
        > summon a1 1,1 north and a2 3,1 north
        = a1 at 1,1 north
        = a2 at 3,1 north
        = pips 0
        again
        > summon a1 1,1.5 north
        ! D3H2-SUMM-05
        > summon a1 1,1 north and a3 3,1 north
        ! D3H2-SUMM-03
        > summon a4 1,1 north
        ! D3H2-SUMM-08
    ",
    );
}

#[test]
fn a_lurker_answers_who_came_into_its_feature() {
    show(
        "
        # D3H2-SUMM-11 D3H2-SUMM-13 D3H2-SUMM-14 D3H2-SUMM-15 D3H2-SUMM-19
        with a1 Lk aside; a2 Lk aside summoned 2; b1 Bd at 2,3 south
        ground woods -1,-1 6,-1 6,2.9 -1,2.9
        ground scrub 8,8 9,8 9,9 8,9
        phase summoning
        intruders b1
        | |
        > summon a1 1,3 north
        ! D3H2-SUMM-15
    ",
    );
    show(
        "
        # D3H2-SUMM-11 D3H2-SUMM-14 D3H2-SUMM-15 D3H2-SUMM-19
        with a1 Lk aside; a2 Lk aside summoned 2; b1 Bd at 2,2 south
        ground woods -1,-1 6,-1 6,2.9 -1,2.9
        phase summoning
        intruders b1
        | |
        > summon a1 1,2 north
        = a1 at 1,2 north
        = pips 5
        > a1 back 0.25
        ! D3H2-SUMM-19
        again
        > summon a2 1,2 north
        = pips 3
        again
        # Not lined up before it.
        > summon a1 1.5,2 north
        ! D3H2-SUMM-11
    ",
    );
    show(
        "
        # D3H2-SUMM-11
        with a1 Lk aside; b1 Bd at 2,2 south
        ground woods -1,-1 6,-1 6,2.9 -1,2.9
        phase summoning
        | |
        > summon a1 1,2 north
        ! D3H2-SUMM-11
    ",
    );
}

#[test]
fn hordes_are_replaced_as_a_group() {
    show(
        "
        # D3H2-SUMM-24 D3H2-SUMM-25 D3H2-SUMM-26 D3H2-SUMM-27 D3H2-SUMM-28
        origin 0,0
        with a1 IHd destroyed; a2 IHd destroyed; a3 IHd fled; a4 Hd destroyed; b1 Bd at 20,9 south
        phase summoning
        | |
        > summon a1 4,0.75 north
        = pips 5
        > a1 ahead 1
        ! D3H2-SUMM-27
        > summon a2 8,0.75 north
        ! D3H2-SUMM-26
        > summon a2 5,0.75 north
        = pips 4
        > summon a3 6,0.75 north
        ! D3H2-SUMM-28
        > summon a4 6,0.75 north
        !
    ",
    );
}

#[test]
fn the_ensorcelled_come_back_for_six() {
    show(
        "
        # D3H2-SUMM-29 D3H2-SUMM-32 D3H2-SUMM-33
        with a1 Mg ensorcelled at 1,1 east; b1 Bd at 9,9 south
        phase summoning
        | |
        > a1 freed
        = a1 at 1,1 east
        = pips 0
    ",
    );
    show(
        "
        # D3H2-SUMM-33
        with a1 Mg ensorcelled at 1,1 east; a2 Bd at 0.5,1.25 north; b1 Bd at 9,9 south
        phase summoning
        | |
        > a1 freed
        ! D3H2-SUMM-33
    ",
    );
    // The middle of the enemy edge: the far one of a table of 26 by 22.
    show(
        "
        # D3H2-SUMM-30
        origin 0,0
        with a1 Hr ensorcelled at 1,1 east; b1 Bd at 20,12 south
        phase summoning
        | |
        > a1 freed 13.5,21.25 south
        = a1 at 13.5,21.25 south
        again
        > a1 freed 12.5,21.25 south
        ! D3H2-SUMM-30
    ",
    );
}

#[test]
fn mages_bespell_within_five_base_widths() {
    show(
        "
        # D3H2-MAGIC-01 D3H2-MAGIC-03 D3H2-MAGIC-04 D3H2-MAGIC-06 D3H2-MAGIC-08
        with a1 Mg at 1,1 north; a2 Mg at 2.25,1 north; b1 Bd at 2,6 south; b2 Bd at 3,6.1 south; b3 Kn at 1,2 north
        phase shooting
        | |
        > a1 bespells b1 (3 3)
        = pips 4
        > a1 bespells b1 (3 3)
        ! D3H2-MAGIC-08
        > a2 bespells b2 (3 3)
        ! D3H2-MAGIC-03
        # To the rear as well as ahead.
        > a2 bespells b3 (3 3)
        = pips 2
    ",
    );
    show(
        "
        # D3H2-MAGIC-02 D3H2-MAGIC-05
        with a1 Mg; a2 Mg; a3 Mg; a4 Mg; b1 Bd; b2 Bd
        phase shooting
        |    vb1v                         |
        |    ^a1^                         |
        |                                 |
        |             ^a2^ ^a3^ ^a4^      |
        |                                 |
        = b2 gone
        > a1 bespells b1 (3 3)
        ! D3H2-MAGIC-02
        > a2 bespells b1 aided a1 (3 3)
        ! D3H2-MAGIC-02
        > a2 bespells b1 aided a3+a4 (4 3)
        = pips 2
        > a3 bespells b1 (3 3)
        ! D3H2-MAGIC-08
    ",
    );
}

#[test]
fn a_second_one_ensorcels_the_mage_itself() {
    show(
        "
        # D3H2-ENS-03 D3H2-ENS-05
        with a1 Mg backfired 1; a2 Mg; b1 Bd
        phase shooting
        |    vb1v                         |
        |                                 |
        |                                 |
        |    ^a1^    ^a2^                 |
        |                                 |
        > a2 bespells b1 (1 2)
        = a2 there
        > a1 bespells b1 (1 2)
        = a1 ensorcelled
    ",
    );
}

#[test]
fn who_was_summoned_from_the_air_may_move_at_once() {
    // More PIPs than a die can give, so that some are left over.
    show(
        "
        # D3H2-SUMM-07
        origin 0,0
        with a1 Gd aside; a2 IHd destroyed; b1 Bd at 14,14 south
        phase summoning
        bounds 1
        pips 9
        | |
        > summon a2 20,0.75 north
        = pips 8
        > summon a1 13,10 north
        = pips 2
        > a2 ahead 1
        ! D3H2-SUMM-27
        > a1 ahead 4
        = pips 1
        = a1 down
    ",
    );
    show(
        "
        # D3H2-SUMM-07
        origin 0,0
        with a1 Dg aside; b1 Bd at 14,14 south
        phase summoning
        bounds 1
        pips 8
        | |
        > summon a1 13,1 north
        > a1 ahead 10
        = a1 at 13,11 north
        = pips 1
    ",
    );
    show(
        "
        # D3H2-SUMM-07
        origin 0,0
        with a1 Gd aside; b1 Bd at 14,14 south
        phase summoning
        | |
        > summon a1 13,10 north
        > a1 ahead 4
        ! D3H2-PIP-08
    ",
    );
}

#[test]
fn an_aerial_is_answered_only_in_close_combat() {
    let marsh = |with: &str, rest: &str| {
        show(&format!(
            "
            # D3H2-SUMM-18
            with a1 Lk aside; {with}
            ground marsh -1,-1 6,-1 6,6 -1,6
            phase summoning
            intruders b1
            | |
            > summon a1 2,3.75 south
            {rest}
            "
        ));
    };
    marsh("b1 Fl at 2,3 south", "! D3H2-SUMM-18");
    // A friend in front of it that does not fight it is not enough.
    marsh("a2 Bd at 1,3 north; b1 Fl at 2,3 south", "! D3H2-SUMM-18");
    marsh("a2 Bd at 1,3 north; b1 Fl at 2,3 south down", "= a1 there\n = pips 5");
    // Nor is one that fights it at a flank.
    marsh("a2 Bd at 1,4 east; b1 Fl at 2,3 south down", "! D3H2-SUMM-18");
    // Others may be answered wherever they stand.
    marsh("b1 Cv at 2,3 south", "= a1 there");
}

#[test]
fn a_lurker_that_was_set_up_is_like_other_psiloi() {
    for (lair, rest) in [
        // It leaves the woods, or is held in them.
        ("", "> a1 ahead 3\n = a1 at 1,5 north"),
        ("lair 0", "> a1 ahead 3\n ! D3H2-SUMM-20"),
        // No enemy is near.
        ("", "> end\n > end\n > end (3)\n = a1 there"),
        ("lair 0", "> end\n > end\n > end (3)\n = a1 aside"),
    ] {
        show(&format!(
            "
            # D3H2-SUMM-23
            with a1 Lk {lair} at 1,2 north; b1 Bd at 1,12 south
            ground woods -1,-1 6,-1 6,2.9 -1,2.9
            | |
            {rest}
            "
        ));
    }
    // Driven out, it stands outside the feature, and its loss counts.
    show(
        "
        # D3H2-SUMM-23
        with a1 Lk; a2 Lk destroyed; b1 Sp
        ground woods -2,1.1 4,1.1 4,4 -2,4
        phase fighting
        |    vb1v      |
        |    ^a1^      |
        |              |
        |              |
        = lost a 1.5
        > a1 fights b1 (4 4)
        = a1 at 1,1 north
        > end (3)
        = a1 there
        > end
        > end
        > end (3)
        > summon a2 8,8 north
        ! D3H2-SUMM-14
    ",
    );
}

#[test]
fn a_hero_who_comes_back_to_walls_fights_them_at_once() {
    let walls = "
        # D3H2-SUMM-30 D3H2-SUMM-31
        origin 0,0
        ground stronghold 2,18 8,18 8,20 2,20 gate 5,18 edge north
        defender b
        ";
    let play = |rest: &str| show(&(walls.to_owned() + rest));
    play(
        "
        with a1 Hr ensorcelled; b1 Bd at 20,12 south
        phase summoning
        | |
        > a1 freed 12.5,21.25 south
        ! D3H2-SUMM-30
        > a1 freed 4,18 north
        = pips 0
        > end
        > end
        = a1 fights stronghold
        > end
        ! D3H2-SEQ-06
        > a1 fights stronghold (5 1)
        = stronghold a
        > end (3)
    ",
    );
    // Freed while others fight, a Hero fights in the same phase.
    play(
        "
        with a1 Hr ensorcelled b1; a2 Kn general at 15,12 north; b1 Mg at 16,12 south; b2 Bd at 20,12 south
        phase fighting
        | |
        > a2 fights b1 (6 1)
        = decides a1
        > return 4,17 north
        ! D3H2-SUMM-30
        > return 4,18 north
        = a1 at 4,18 north
        > end
        ! D3H2-SEQ-06
        > a1 fights stronghold (1 1)
        = a1 fights
    ",
    );
}

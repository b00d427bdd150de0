//! The PIP cost of moves.

use super::scene::show;

#[test]
fn each_case_adds_one() {
    show(
        "
        # D3H2-PIP-04 D3H2-PIP-07 D3H2-PIP-08 D3H2-PIP-09 D3H2-PIP-13 D3H2-PIP-15 D3H2-PIP-18
        with a1 Bd general; a2 Bd at 2,10 north; a3 Mg at 9,1 north; a4 Hd at 10,9.5 north; a5 Hd at 11,9.5 north
        |                 |
        |    ^a1^         |
        |                 |
        pips 6
        # Eight base widths from the general, and not a hair more.
        > a2 ahead 0.25
        = pips 4
        again
        > a3 ahead 1
        = pips 4
        again
        # Expensive and far away: a group pays for each reason only once.
        > a4+a5 ahead 1
        = pips 3
        again
        > a1 ahead 1
        = pips 5
    ",
    );
    show(
        "
        # D3H2-PIP-13
        with a1 Bd general at 1,1 north; a2 Bd at 1,9.5 north; a3 Bd at 3,9.501 north
        | |
        > a2 ahead 1
        = pips 5
        > a3 ahead 1
        = pips 3
    ",
    );
    show(
        "
        # D3H2-PIP-05
        with a1 Bd general at 1,1 north; a2 Hd at 1,12 north
        bounds 1
        | |
        > a2 ahead 1
        = pips 5
    ",
    );
}

#[test]
fn a_general_who_is_lost_or_in_the_woods_commands_badly() {
    for mark in ["destroyed", "fled", "ensorcelled", "aside"] {
        show(&format!(
            "
            # D3H2-PIP-08 D3H2-PIP-11
            with a1 Hr general at 1,1 north {mark}; a2 Bd at 1,3 north
            | |
            > a2 ahead 1
            = pips 4
            "
        ));
    }
    for (ground, general, pips) in [
        ("woods", "1,1", 4),
        ("marsh", "1,1", 4),
        ("oasis", "1,1", 4),
        ("gully", "1,1", 4),
        ("scrub", "1,1", 5),
        ("woods", "1,1.6", 5),
    ] {
        show(&format!(
            "
            # D3H2-PIP-08
            with a1 Bd general at {general} north; a2 Bd at 1,3 north
            ground {ground} 0,0 4,0 4,1.5 0,1.5
            | |
            > a2 ahead 1
            = pips {pips}
            "
        ));
    }
    show(
        "
        # D3H2-PIP-10
        with a1 Bd general at 1,1 north; a2 Bd at 2,1 north
        ground woods 0,0 4,0 4,1.5 0,1.5
        | |
        > a1 back 1
        = pips 5
    ",
    );
}

#[test]
fn light_horse_are_commanded_from_afar() {
    show(
        "
        # D3H2-PIP-12
        with a1 Bd general at 1,-7 north; a2 LH at 1,13 north; a3 Cv at 2,13 north; a4 LH at 4,14 north
        | |
        > a2 back 1
        = pips 5
        > a3 back 1
        = pips 3
    ",
    );
    show(
        "
        # D3H2-PIP-12
        with a1 Bd general at 1,-7 north; a2 LH at 1,13 north; a3 Cv at 2,13 north
        | |
        > a2+a3 ahead 0.5
        = pips 4
    ",
    );
}

#[test]
fn who_is_out_of_sight_is_commanded_from_near_only() {
    // Beyond the feature, inside it, and before it.
    for (ground, mover, pips) in [
        ("woods -6,3 9,3 9,4 -6,4", "1,6", 4),
        ("woods -6,3 9,3 9,4 -6,4", "1,5.25", 5),
        ("woods -6,3 9,3 9,7 -6,7", "1,6", 4),
        ("woods 3,3 9,3 9,4 3,4", "1,6", 5),
        ("difficult_hill -6,3 9,3 9,7 -6,7 crest -6,5 9,5", "1,6.5", 4),
        ("gentle_hill -6,3 9,3 9,7 -6,7 crest -6,5 9,5", "1,6.5", 4),
        ("gentle_hill -6,3 9,3 9,7 -6,7 crest -6,6.5 9,6.5", "1,6.25", 5),
        ("scrub -6,3 9,3 9,4 -6,4", "1,6", 5),
        ("dunes -6,3 9,3 9,4 -6,4", "1,6", 4),
        ("oasis -6,3 9,3 9,4 -6,4", "1,6", 4),
        ("marsh -6,3 9,3 9,4 -6,4", "1,6", 5),
        ("hamlet -6,3 9,3 9,4 -6,4", "1,6", 4),
        // Against the far side of it.
        ("hamlet -6,3 9,3 9,5.5 -6,5.5", "1,6", 4),
    ] {
        show(&format!(
            "
            # D3H2-PIP-14 D3H2-PIP-16
            with a1 Bd general at 1,1 north; a2 Ps at {mover} north
            ground {ground}
            | |
            > a2 back 0.25
            = pips {pips}
            "
        ));
    }
    // Past a camp of either side.
    for camp in ["camp a -6,4 north 15x1", "camp b -6,4 north 15x1"] {
        show(&format!(
            "
            # D3H2-PIP-14
            with a1 Bd general at 1,1 north; a2 Ps at 1,6 north
            {camp}
            | |
            > a2 back 0.25
            = pips 4
            "
        ));
    }
    // Light Horse ignore this.
    show(
        "
        # D3H2-PIP-14
        with a1 Bd general at 1,1 north; a2 LH at 1,6 north
        ground woods -6,3 9,3 9,4 -6,4
        | |
        > a2 back 0.25
        = pips 5
    ",
    );
}

#[test]
fn a_move_that_cannot_be_paid_is_refused() {
    show(
        "
        # D3H2-PIP-04
        with a1 Bd general at 1,1 north; a2 Hd at 2,1 north
        pips 1
        | |
        > a2 ahead 1
        ! D3H2-PIP-07
        > a1 ahead 1
        = pips 0
        > a1 ahead 1
        ! D3H2-MOVE-30
    ",
    );
}

#[test]
fn summons_and_spells_have_fixed_prices() {
    // The general is lost, and the arriving troops are expensive to move; neither adds to the price.
    show(
        "
        # D3H2-PIP-17 D3H2-SUMM-24
        origin 0,0
        with a1 Bd general destroyed; a2 IHd destroyed; a3 IHd destroyed; a4 IHd at 12,12 north; b1 Bd at 20,20 south
        phase summoning
        | |
        > summon a2 4,0.75 north
        = pips 5
        > summon a3 5,0.75 north
        = pips 4
        # For comparison, the price of a move.
        > a4 ahead 1
        = pips 1
    ",
    );
    show(
        "
        # D3H2-PIP-17 D3H2-SUMM-02 D3H2-SUMM-29
        origin 0,0
        with a1 Bd general fled; a2 Dg aside; a3 Mg ensorcelled at 9,15 east; b1 Bd at 20,20 south
        phase summoning
        | |
        > summon a2 4,1 north
        = pips 0
        again
        > a3 freed
        = pips 0
    ",
    );
    show(
        "
        # D3H2-PIP-17 D3H2-MAGIC-04 D3H2-MAGIC-05
        with a1 Bd general ensorcelled; a2 Mg at 1,12 north; a3 Mg at 2,12 north; b1 Bd at 2,14 south
        phase shooting
        | |
        > a2 bespells b1 aided a3 (3 3)
        = pips 3
    ",
    );
}

#[test]
fn a_destroyed_stronghold_hides_nobody() {
    for (holder, pips) in [("b", 4), ("a", 5)] {
        show(&format!(
            "
            # D3H2-PIP-14 D3H2-TRAD-34
            rules d3h2-traditional
            with a1 Bd general at 5,17 north; a2 Bd at 5,22.5 north; b1 Bd at 20,12 south
            origin 0,0
            table 26x26
            ground stronghold 2,18 8,18 8,20 2,20 gate 5,18 edge north
            defender b
            holder {holder}
            | |
            > a2 ahead 0.5
            = pips {pips}
            "
        ));
    }
}

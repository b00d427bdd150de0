//! Edges, camps and garrisons before the first bound.

use super::scene::show;

#[test]
fn the_invader_takes_an_edge_that_the_ground_leaves_him() {
    // The defender's Stronghold is near the south edge, so the invader has the north edge.
    show(
        "
        # D3H2-DEPL-04 D3H2-DEPL-07 D3H2-DEPL-08
        origin 0,0
        with a1 Bd; b1 Bd
        ground stronghold 2,0 5,0 5,2 2,2 gate 3.5,2 edge south
        phase edges
        player b
        bounds 0
        | |
        > edge south
        ! D3H2-DEPL-04
        > edge east
        ! D3H2-DEPL-04
        > edge north
        = phase camp
        # The defender goes first and uses the Stronghold as a camp.
        > camp-in-stronghold
        > camp-in-stronghold
        ! D3H2-BUA-05
        > camp 10,20.9 south 1x1
        ! D3H2-CAMP-01
        > camp 3,21 south 2x1
        ! D3H2-CAMP-01
        > camp 12,21 south 2x1
        = phase deployment
        > edge north
        ! D3H2-DEPL-06
    ",
    );
    show(
        "
        # D3H2-DEPL-05
        with a1 Bd; b1 Bd
        ground road 0.5 5,-8 5,14
        phase edges
        player b
        | |
        > edge east
        ! D3H2-DEPL-05
        > edge north
        = phase camp
    ",
    );
    show(
        "
        # D3H2-DEPL-06
        with a1 Bd; b1 Bd
        phase edges
        player b
        | |
        > edge west
        = phase camp
    ",
    );
}

#[test]
fn garrisons_are_set_up_inside() {
    show(
        "
        # D3H2-DEPL-09 D3H2-DEPL-11 D3H2-DEPL-13 D3H2-BUA-07 D3H2-CAMP-04
        origin 0,0
        with a1 Sp; a2 Cv; a3 Sp ally; a4 Sk; a5 Bd; a6 Bh; b1 Bd; b2 Cv
        ground stronghold 2,0 5,0 5,2 2,2 gate 3.5,2 edge south
        camp a 10,1 north 2x1
        phase deployment
        bounds 0
        | |
        > a2 garrisons stronghold
        ! D3H2-DEPL-09
        > a3 garrisons stronghold
        ! D3H2-DEPL-09
        > a1 garrisons stronghold
        = a1 holds stronghold
        > a5 garrisons stronghold
        ! D3H2-DEPL-09
        > a4 garrisons camp
        ! D3H2-CAMP-04
        > a6 garrisons camp
        ! D3H2-CAMP-04
        > a2 garrisons camp
        = a2 holds camp
        > a2 taken-back
        = a2 aside
    ",
    );
}

#[test]
fn a_behemoth_assaults_the_gate_only() {
    show(
        "
        # D3H2-CC-12
        origin 0,0
        with a1 Bd at 9,9 north; b1 Bh at 5,3 south; b2 Bd at 4.5,4 south
        ground stronghold 2,0 8,0 8,2 2,2 gate 4.5,2 edge south
        player b
        edge south
        | |
        > b1 ahead 1
        = b1 there
        again
        > b1 go 7.5,2 south
        ! D3H2-CC-12
    ",
    );
}

#[test]
fn pips_are_rolled_and_lost_again() {
    show(
        "
        # D3H2-PIP-01 D3H2-PIP-02 D3H2-SEQ-01 D3H2-SEQ-02
        with a1 Bd at 1,1 north; b1 Bd at 1,9 south
        pips 5
        | |
        > a1 ahead 1
        > end
        = phase shooting
        > end
        = phase fighting
        > end (2)
        = phase summoning
        = pips 2
        > b1 ahead 1
        = b1 there
        > a1 ahead 1
        ! D3H2-SEQ-04
    ",
    );
}

#[test]
fn nobody_is_ensorcelled_but_heroes_and_mages() {
    show(
        "
        # D3H2-ENS-01 D3H2-ENS-02 D3H2-ENS-07 D3H2-ENS-08 D3H2-MAGIC-07
        with a1 Mg at 1,1 north; b1 Hr at 2,3 south; b2 Bd at 6,3 south
        phase shooting
        | |
        > a1 bespells b1 (6 2)
        = b1 ensorcelled
    ",
    );
    // Likewise for one in close combat.
    show(
        "
        # D3H2-MAGIC-07 D3H2-PURS-01
        with a1 Mg at 1,-1 north; a2 Sp; b1 Hr
        phase shooting
        |    vb1v    |
        |    ^a2^    |
        |            |
        > a1 bespells b1 (6 2)
        = b1 ensorcelled
    ",
    );
}

#[test]
fn nothing_lands_from_the_sea() {
    // Landings are an option that is off: no element is held back for one, and none arrives after the battle has begun.
    show(
        "
        # D3H2-DEPL-18 D3H2-DEPL-17
        origin 0,0
        with a1 Bd; a2 Bd; a3 Gd; b1 Bd at 20,15 south
        ground waterway 0,0 3,0 3,22 0,22
        phase deployment
        bounds 0
        | |
        > a1 placed 10,8 north
        > end
        ! D3H2-DEPL-08
        > a2 placed 11,8 north
        > end
        > end (6)
        = phase summoning
    ",
    );
    show(
        "
        # D3H2-DEPL-18
        origin 0,0
        with a1 Bd aside; a2 Bd at 11,8 north; b1 Bd at 20,15 south
        ground waterway 0,0 3,0 3,22 0,22
        phase summoning
        bounds 1
        | |
        > a1 placed 4,8 north
        ! D3H2-DEPL-19
        > summon a1 4,8 north
        !
        = a1 aside
    ",
    );
}

#[test]
fn who_is_set_up_stays_where_he_is() {
    show(
        "
        # D3H2-DEPL-19 D3H2-DEPL-08
        origin 0,0
        with a1 Bd; a2 Kn; b1 Bd; b2 Kn
        camp a 10,1 north 2x1
        phase deployment
        bounds 0
        | |
        > a1 placed 5,8 north
        > a2 placed 7,8 north
        # During its side's set-up, an element may be moved to another place.
        > a1 placed 9,8 north
        > end
        > a1 placed 5,8 north
        ! D3H2-DEPL-08
        > b1 placed 10,14 south
        > b2 placed 12,14 south
        > end (3)
        # Afterwards elements may not swap places.
        > a1 placed 7,8 north
        ! D3H2-DEPL-19
        > a1 taken-back
        ! D3H2-DEPL-19
        > a1 garrisons camp
        ! D3H2-DEPL-19
        = a1 at 9,8 north
    ",
    );
}

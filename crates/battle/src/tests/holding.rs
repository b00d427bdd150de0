//! Moves into and out of camps and Strongholds, moves against them, and the set-up of a battle.

use super::scene::show;

const CAMP: &str = "
    # D3H2-CAMP-04 D3H2-PIP-07
    origin 0,0
    with a1 Sp holds camp; a2 Cv; a3 Sk; a4 Sp ally; b1 Bd at 20,15 south; a5 Bd general at 9,1 north
    camp a 4,1 north 2x1
    |                          |
    |                          |
    | ^a3^^a4^^a2^             |
    |                          |
    |                ........  |
    |                ........  |
    ";

#[test]
fn a_garrison_comes_out_of_its_camp_and_another_goes_in() {
    let play = |rest: &str| show(&(CAMP.to_owned() + rest));
    // A sortie costs the PIPs of garrisons.
    play("> a1 go 4.5,3 north\n = a1 there\n = pips 4");
    play("> a1 go 4.5,4 north\n ! D3H2-MOVE-05");
    play("> a1 ahead 2\n ! D3H2-BUA-10");
    play("> a1 go 1.5,2.25 north\n ! D3H2-BUA-10");
    // An element may enter once the camp is empty.
    play("> a2 go 4.5,1 north\n ! D3H2-CAMP-04");
    play("> a1 go 7,2 north\n > a2 go 4.5,1 north\n = a2 holds camp\n = a2 gone");
    play("> a1 go 7,2 north\n > a3 go 4.5,1 north\n ! D3H2-CAMP-04\n > a4 go 4.5,1 north\n ! D3H2-CAMP-04");
}

#[test]
fn a_stronghold_is_left_by_the_gate() {
    let walls = "
        # D3H2-BUA-10 D3H2-BUA-11
        origin 0,0
        with a1 Sp holds stronghold; a2 Sp at 7,4 north; a3 Bd general at 8,1 north; b1 Bd at 20,15 south
        ground stronghold 2,0 5,0 5,2 2,2 gate 3.5,2 edge south
        | |
        ";
    let play = |rest: &str| show(&(walls.to_owned() + rest));
    play("> a1 go 3,3 north\n = a1 at 3,3 north\n = pips 4");
    // A base width beside the gate, all of it is too far towards the flank of the walls.
    play("> a1 go 5,1 east\n ! D3H2-BUA-10");
    play("> a1 go 3,4.1 north\n ! D3H2-MOVE-05");
    play("> a2 go 3,1 north\n ! D3H2-BUA-07");
}

#[test]
fn nobody_walks_through_a_camp() {
    show(
        "
        # D3H2-CAMP-08 D3H2-MOVE-18 D3H2-CONT-09
        with a1 Kn; a2 SCh; a3 Art
        camp b 5,3 south 4x1
        |                              |
        |                              |
        |    ^a1^^a2^^a3^              |
        |                              |
        |                              |
        > a1 ahead 2
        ! D3H2-CAMP-08
        > a2 ahead 1.5
        ! D3H2-CONT-09
        > a3 ahead 1.5
        ! D3H2-MOVE-18
        > a1 ahead 1.5
        = a1 at 1,3 north
        = a2 there
        = a3 there
        > end
        > end
        = a1 fights camp
    ",
    );
}

#[test]
fn elements_are_set_up_far_from_the_centre_and_the_sides() {
    // The table is 26 by 22 BW, so its middle line is at 11.
    show(
        "
        # D3H2-DEPL-08 D3H2-DEPL-10 D3H2-DEPL-12 D3H2-DEPL-14 D3H2-DEPL-15 D3H2-DEPL-16 D3H2-DEPL-17
        origin 0,0
        with a1 Bd; a2 Cv; a3 Art; a4 Fl; a5 Gd; b1 Bd
        ground woods 10,2 14,2 14,6 10,6
        ground river 1 20,-1 20,23
        phase deployment
        bounds 0
        pips 0
        | |
        > a1 placed 4,8 north
        = a1 at 4,8 north
        > a1 placed 4,8.1 north
        ! D3H2-DEPL-10
        > a1 placed 3.9,8 north
        ! D3H2-DEPL-12
        > a2 placed 2,8 north
        > a2 placed 1.9,8 north
        ! D3H2-DEPL-12
        > a2 placed 23,8 north
        > a1 placed 19.5,5 north
        ! D3H2-DEPL-14
        > a3 placed 11,5 north
        ! D3H2-DEPL-15
        > a4 placed 11,5 north
        ! D3H2-DEPL-16
        > a1 placed 11,5 north
        > a5 placed 15,5 north
        ! D3H2-DEPL-17
        > b1 placed 5,14 south
        ! D3H2-DEPL-08
        > end
        ! D3H2-DEPL-08
        > a3 placed 6,5 north
        > a4 placed 8,5 north
        > end
        > a1 placed 4,8 north
        ! D3H2-DEPL-08
        > b1 placed 5,14 south
        > end (4)
        = pips 4
    ",
    );
}

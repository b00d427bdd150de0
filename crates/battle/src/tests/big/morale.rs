//! Commands that are demoralised or routed: the tests, holding in place, flight, and combat.

use super::show;

/// A command of six, of which two are lost: as many as demoralise it. The bound of its side is about to begin.
const SIX: &str = "
    with a1 4Bd general command 1 at 10,1 north; a2 4Bd general command 2 at 1,1 north; a3 4Bd command 2 at 3,1 north
    with a4 4Bd command 2 at 5,1 north; a5 4Bd command 2 at 7,1 north
    player b
    phase fighting
    | |
    ";

#[test]
fn a_third_of_a_command_demoralises_it_as_its_bound_begins() {
    let play = |lost: &str, rest: &str| show(&format!("# DBA3-BB-37\n{lost}\n{SIX}{rest}"));
    play(
        "with a6 4Bd command 2 destroyed; a7 4Bd command 2 fled",
        "
        # Not before: its own bound has to begin.
        = command a2 fights
        > end (3 3 3)
        = command a2 demoralised
        = command a1 fights
        = used DBA3-BB-37
        = phase holding
        ",
    );
    play(
        "with a6 4Bd command 2 destroyed; a7 4Bd command 2 at 9,1 north",
        "
        > end (3 3 3)
        = command a2 fights
        = phase summoning
        ",
    );
    play(
        "with a6 7Hd command 2 destroyed; a7 SCh command 2 destroyed",
        "
        # Hordes and Scythed Chariots are not counted among the losses, but among the elements.
        > end (3 3 3)
        = command a2 fights
        = phase summoning
        ",
    );
    play(
        "with a6 6Kn command 2 destroyed; a7 4Bd command 2 at 9,1 north",
        "
        # DBA3-BB-32: a double element counts two.
        > end (3 3 3)
        = command a2 demoralised
        ",
    );
}

#[test]
fn a_third_is_rounded_up() {
    show(
        "
        # DBA3-BB-37: a third of four is reached with the second.
        with a1 4Bd general command 1 at 10,1 north; a2 4Bd general command 2 at 1,1 north; a3 4Bd command 2 at 3,1 north
        with a4 4Bd command 2 at 5,1 north; a5 4Bd command 2 destroyed
        player b
        phase fighting
        | |
        > end (3 3 3)
        = command a2 fights
    ",
    );
    show(
        "
        # DBA3-BB-33 DBA3-BB-37: the general counts two, for his command too.
        with a1 4Bd general command 1 at 10,1 north; a2 4Bd general command 2 destroyed; a3 4Bd command 2 at 3,1 north
        with a4 4Bd command 2 at 5,1 north; a5 4Bd command 2 at 7,1 north; a6 4Bd command 2 at 9,1 north
        player b
        phase fighting
        | |
        > end (3 3 3)
        = command a2 demoralised
        = lost a 2
    ",
    );
}

#[test]
fn a_sacked_camp_counts_for_each_of_the_armys_own_commands() {
    show(
        "
        # DBA3-BB-35 DBA3-BB-37
        origin 0,0
        with a1 4Bd general command 1 at 10,16 north; a2 4Bd general command 2 at 15,16 north; a3 4Bd command 2 at 17,16 north
        with a4 4Bd command 2 at 19,16 north; a5 4Bd command 2 destroyed; a6 4Wb general ally command 3 at 20,8 north
        with a7 4Wb ally command 3 at 22,8 north; a8 4Wb ally command 3 destroyed; a9 4Wb ally command 3 at 24,8 north
        with a10 4Bd command 1 at 8,16 north; a11 4Bd command 1 at 6,16 north; a12 4Bd command 1 at 4,16 north
        with a13 4Bd command 2 at 21,16 north
        camp a 6,1 north 3x1
        sacked a
        player b
        phase fighting
        | |
        # Two elements, and the camp for two commands.
        = lost a 4
        > end (3 3 3)
        # One lost of five is no third, but with the camp it is. The allies, with one lost of four, do not mind it.
        = command a2 demoralised
        = command a1 fights
        = command a3 fights
    ",
    );
}

#[test]
fn elements_are_held_in_place_for_pips() {
    let play = |rest: &str| {
        show(&format!(
            "# DBA3-BB-39\nwith a6 4Bd command 2 destroyed; a7 4Bd command 2 destroyed; a8 4Bd command 1 at 12,1 north\n{SIX}{rest}"
        ));
    };
    play(
        "
        > end (3 3 3)
        > a3 held
        = a3 held
        = pips a2 2
        = used DBA3-BB-39
        > a3 held
        ! DBA3-BB-39
        # A single element may turn first.
        > a4 held east
        = a4 at 5.75,1.25 east
        = pips a2 1
        # Nobody of another command is held, and nobody moves yet.
        > a8 held
        ! DBA3-BB-39
        > a8 ahead 1
        ! DBA3-SEQ-03
        > end
        = phase summoning
        = a3 at 3,1 north
        = a4 at 5.75,1.25 east
        = a5 at 8,-1.5 south
        # DBA3-BB-38
        > a3 ahead 1
        ! DBA3-BB-38
        > a3 held
        ! DBA3-BB-39
        > a8 ahead 1
        = pips a1 2
        ",
    );
    play(
        "
        # The PIPs are those of the command.
        command a2 die 3
        command a1 die 2
        command a3 die 1
        > end (1 4 4)
        = pips a2 1
        > a3 held
        > a4 held
        ! DBA3-BB-39
        ",
    );
}

#[test]
fn a_group_is_held_for_one_pip_and_does_not_turn() {
    show(
        "
        # DBA3-BB-39
        with a1 4Bd general command 1 at 12,1 north; a2 4Bd general command 2; a3 4Bd command 2; a4 4Bd command 2
        with a5 El command 2; a6 4Bd command 2 destroyed; a7 4Bd command 2 destroyed
        player b
        phase fighting
        |                          |
        |    ^a2^^a3^^a4^    ^a5^  |
        |                          |
        |                          |
        > end (4 4 4)
        > a2+a3 held west
        ! DBA3-BB-39
        > a2+a3+a5 held
        ! DBA3-MOVE-25
        > a2+a3+a4 held
        = pips a2 3
        # The usual extra costs: Elephants.
        > a5 held
        = pips a2 1
        = used DBA3-PIP-04
        > end
        = a2 at 1,1.5 north
        = a5 at 5,1.5 north
    ",
    );
    show(
        "
        # DBA3-BB-39 DBA3-PIP-07: and beyond command of its own general.
        with a1 4Bd general command 1 at 12,2 north; a2 4Bd general command 2 at 1,1 north; a3 4Bd command 2 at 12,1 north
        with a4 4Bd command 2 at 3,1 north; a5 4Bd command 2 destroyed; a6 4Bd command 2 destroyed
        player b
        phase fighting
        | |
        > end (4 4 4)
        > a3 held
        = pips a2 2
    ",
    );
}

#[test]
fn all_others_turn_and_flee_home_and_again_in_each_bound() {
    show(&format!(
        "
        # DBA3-BB-40 DBA3-BB-41
        with a6 4Bd command 2 destroyed; a7 4Bd command 2 destroyed; a8 LH command 2 at 15,3 west
        with a9 4Bd command 2 at -4,-7 north; a10 4Bd command 2 destroyed
        {SIX}
        > end (1 1 1)
        > a3 held
        > end
        = used DBA3-BB-40
        # Two base widths for Blades, four for Light Horse, straight for the base edge whichever way they faced.
        = a2 at 2,-1.5 south
        = a3 at 3,1 north
        = a4 at 6,-1.5 south
        = a5 at 8,-1.5 south
        = a8 at 15.875,-0.875 south
        # DBA3-BB-30: whoever leaves the battlefield is lost. DBA3-BB-31: nobody else is.
        = a9 fled
        = lost a 4
        = a1 at 10,1 north
        > end
        > end
        > end (1 1 1)
        > end
        > end
        > end (2 2 2)
        = phase holding
        = lost a 4
        # Who was held then is not held now.
        > a5 held
        > end
        = a2 at 2,-3.5 south
        = a3 at 4,-1.5 south
        = a5 at 8,-1.5 south
        "
    ));
}

#[test]
fn who_fights_does_not_flee() {
    show(
        "
        # DBA3-BB-40 DBA3-BB-42
        with a1 4Bd general command 1 at 12,1 north; a2 4Bd general command 2 at 5,1 north; a3 4Bd command 2
        with a4 4Bd command 2 at 7,1 north; a5 4Bd command 2 destroyed; a6 4Bd command 2 destroyed; b2 4Bd command 2
        player b
        phase fighting
        |    vb2v     |
        |    ^a3^     |
        |             |
        |             |
        # Not demoralised yet.
        > a3 fights b2 (3 3)
        = totals 8 8
        > end (3 3 3)
        > a3 held
        ! DBA3-BB-39
        > end
        = a3 at 1,1.5 north
        = a4 at 8,-1.5 south
        > end
        > end
        > a3 fights b2 (3 3)
        = totals 6 8
        = used DBA3-BB-42
        = a3 at 1,1 north
    ",
    );
    show(
        "
        # DBA3-BB-42: its enemies do not suffer, nor do other commands.
        with a1 4Bd general command 1; a2 4Bd general command 2 at 5,1 north; b2 4Bd command 2; b3 4Bd general command 3
        command a2 demoralised
        command b3 demoralised
        phase fighting
        |    vb2v    vb3v     |
        |    ^a1^             |
        |                     |
        |                     |
        > a1 fights b2 (3 3)
        = totals 9 8
        = unused DBA3-BB-42
    ",
    );
}

#[test]
fn walls_and_camps_give_courage_but_not_for_ever() {
    let camp = |rest: &str| {
        show(&format!(
            "
            origin 0,0
            with a1 4Bd general command 1 at 15,16 north; a2 4Bd general command 2 at 8,3 north
            with a3 4Bd command 2 holds camp
            camp a 6,1 north 3x1
            with b2 4Bd command 2
            {rest}
            "
        ));
    };
    camp(
        "
        # DBA3-BB-42: a garrison does not suffer. Blades in a camp: 5, and 2 for the camp.
        command a2 demoralised
        player b
        phase fighting
        |                                  |
        |                                  |
        |                                  |
        |                        vb2v      |
        |                                  |
        |                                  |
        > b2 fights camp (3 1)
        = totals 8 8
        = unused DBA3-BB-42
        # DBA3-BB-40: an assaulted garrison fights and does not flee.
        > end (1 1 1)
        > a3 held
        ! DBA3-BB-39
        > end
        = a3 holds camp
        ",
    );
    camp(
        "
        # DBA3-BB-41: garrisons flee as well; behind this camp is the base edge.
        command a2 demoralised
        player b
        phase fighting
        with b3 4Bd command 2 at 2,20 south
        |                  |
        |       vb2v       |
        > end (2 2 2)
        # DBA3-PIP-05
        > a3 held
        = pips a2 0
        > end
        = a3 holds camp
        > end
        > end
        > end (1 1 1)
        > end
        > end
        > end (1 1 1)
        > end
        = a3 fled
        ",
    );
}

#[test]
fn half_of_a_command_routs_it() {
    let play = |with: &str, rest: &str| show(&format!("# DBA3-BB-43\nwith {with}\n{SIX}{rest}"));
    play(
        "a6 4Bd command 2 destroyed; a7 4Bd command 2 destroyed; a8 4Bd command 2 destroyed; a9 4Bd command 2 destroyed",
        "
        # Four of eight: all others leave the table at once, and are lost with it.
        = lost a 4
        > end (3 3)
        = command a2 routed
        = used DBA3-BB-43
        = a2 fled
        = a3 fled
        = a5 fled
        = a1 there
        = lost a 9
        # DBA3-BB-29
        = used DBA3-BB-29
        = phase summoning
        ",
    );
    play(
        "a6 7Hd command 2 destroyed; a7 5Hd command 2 destroyed; a8 SCh command 2 destroyed; a9 7Hd command 2 destroyed",
        "
        # Hordes and Scythed Chariots count here.
        > end (3 3)
        = command a2 routed
        ",
    );
    play(
        "a6 4Bd command 2 destroyed; a7 4Bd command 2 destroyed; a8 4Bd command 2 destroyed; a9 4Bd command 2 at 12,3 north",
        "
        # Three of eight demoralise it: that is a third, rounded up.
        > end (3 3 3)
        = command a2 demoralised
        ",
    );
}

#[test]
fn demoralisation_stays_and_becomes_rout() {
    show(&format!(
        "
        # DBA3-BB-37 DBA3-BB-43: the flight of two over the edge makes half of the command.
        with a6 4Bd command 2 destroyed; a7 4Bd command 2 destroyed; a8 4Bd command 2 at -2,-7 north
        with a9 4Bd command 2 at -4,-7 north; a10 4Bd command 2 destroyed
        {SIX}
        > end (1 1 1)
        = command a2 demoralised
        > end
        = a8 fled
        = a9 fled
        = command a2 demoralised
        > end
        > end
        > end (1 1 1)
        > end
        > end
        > end (6 6)
        = command a2 routed
        = a2 gone
        "
    ));
}

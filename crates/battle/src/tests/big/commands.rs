//! Dice and PIPs of commands, their groups and their generals.

use super::show;

#[test]
fn each_command_has_its_own_die_by_rank() {
    show(
        "
        # DBA3-BB-25 DBA3-BB-27: the highest die goes where it was written down.
        with a1 4Bd general command 1 at 1,1 north; a2 4Bd general command 2 at 5,1 north
        with a3 4Bd command 2 at 6,1 north; a4 4Bd general command 3 at 9,1 north
        command a1 die 2
        command a2 die 1
        command a3 die 3
        player b
        phase fighting
        | |
        > end (2 6 4)
        = pips a1 4
        = pips a2 6
        = pips a3 2
        = pips 12
        = used DBA3-BB-25
        = used DBA3-BB-27
        = unused DBA3-BB-26
        # A command spends its own PIPs.
        > a2+a3 ahead 1
        = pips a2 5
        = pips a1 4
        = pips 11
        again
        > end (5 5 1)
        = pips a1 5
        = pips a2 5
        = pips a3 1
    ",
    );
    show(
        "
        # DBA3-BB-25: what one command has left is of no use to another.
        with a1 4Bd general command 1 at 1,1 north; a2 4Bd general command 2 at 3,1 north; a3 4Bd command 2 at 5,1 north
        command a1 pips 5
        command a2 pips 1
        | |
        > a3 ahead 1
        = pips a2 0
        > a2 ahead 1
        ! DBA3-PIP-02
        > a1 ahead 1
        = pips a1 4
    ",
    );
}

#[test]
fn allies_have_a_die_of_their_own() {
    show(
        "
        # DBA3-BB-26: the last die is the ally’s, and is not sorted among the others.
        with a1 4Bd general command 1 at 1,1 north; a2 4Bd general command 2 at 5,1 north
        with a3 4Wb general ally command 3 at 9,1 north
        command a1 die 2
        command a2 die 1
        player b
        phase fighting
        | |
        > end (1 3 6)
        = pips a1 1
        = pips a2 3
        = pips a3 6
        = used DBA3-BB-26
        again
        > end (5 4 1)
        = pips a1 4
        = pips a2 5
        = pips a3 1
    ",
    );
    show(
        "
        # DBA3-BB-26 DBA3-BB-27: with two allied commands there is nothing to sort.
        with a1 4Bd general command 1 at 1,1 north; a2 4Bd general ally command 2 at 5,1 north
        with a3 4Wb general ally command 3 at 9,1 north
        player b
        phase fighting
        | |
        > end (1 3 6)
        = pips a1 1
        = pips a2 3
        = pips a3 6
        = unused DBA3-BB-27
    ",
    );
}

#[test]
fn a_command_without_elements_has_no_die() {
    show(
        "
        # DBA3-BB-29: two dice, of which the higher goes to the command with the better rank.
        with a1 4Bd general command 1 at 1,1 north; a2 4Bd general command 2 destroyed
        with a3 4Bd general command 3 at 9,1 north
        command a1 die 3
        command a2 die 1
        command a3 die 2
        player b
        phase fighting
        | |
        > end (3 5)
        = pips a1 3
        = pips a2 0
        = pips a3 5
        = used DBA3-BB-29
    ",
    );
    show(
        "
        # DBA3-BB-29: an allied command that is gone has none either.
        with a1 4Bd general command 1 at 1,1 north; a2 4Bd general command 2 at 5,1 north
        with a3 4Wb general ally command 3 fled
        player b
        phase fighting
        | |
        > end (3 5)
        = pips a1 5
        = pips a2 3
        = used DBA3-BB-29
        = unused DBA3-BB-26
    ",
    );
    show(
        "
        # DBA3-BB-29: one element is enough for a die.
        with a1 4Bd general command 1 at 1,1 north; a2 4Bd general command 2 at 5,1 north
        with a3 4Bd command 3 at 9,1 north; a4 4Bd general command 3 at 11,1 north; a5 4Bd command 3 at 13,1 north
        with a6 4Bd command 3 at 15,1 north
        player b
        phase fighting
        | |
        > end (3 5 1)
        = pips a3 1
        = unused DBA3-BB-29
    ",
    );
}

#[test]
fn a_group_is_of_one_command() {
    show(
        "
        # DBA3-BB-25: elements of two commands that stand together do not move together.
        with a1 4Bd general command 1; a2 4Bd command 1; a3 4Bd general command 2; a4 4Bd command 2
        |                          |
        |   ^a1^^a2^^a3^^a4^       |
        |                          |
        |                          |
        > a2+a3 ahead 1
        ! DBA3-BB-25
        > a1+a2+a3+a4 ahead 1
        ! DBA3-BB-25
        > a1+a2 ahead 1
        = pips a1 5
        > a3+a4 ahead 1
        = pips a2 5
    ",
    );
}

#[test]
fn a_general_commands_his_own_command() {
    show(
        "
        # DBA3-PIP-07 DBA3-CMD-02 DBA3-BB-02: near the C-in-C, but far from its own general.
        with a1 4Bd general command 1 at 1,1 north; a2 4Bd general command 2 at 1,11 north
        with a3 4Bd command 2 at 3,1 north; a4 4Bd command 1 at 3,3 north
        | |
        > a3 ahead 1
        = pips a2 4
        > a4 ahead 1
        = pips a1 5
        > a2 ahead 1
        = pips a2 3
    ",
    );
    show(
        "
        # DBA3-PIP-08: each command misses its own general, and no other.
        with a1 4Bd general command 1 destroyed; a2 4Bd general command 2 at 1,3 north
        with a3 4Bd command 2 at 3,1 north; a4 4Bd command 1 at 5,1 north; a5 4Bd command 1 at 7,1 north
        with a6 4Bd command 1 at 9,1 north; a7 4Bd command 1 at 11,1 north; a8 4Bd command 1 at 13,1 north
        | |
        > a3 ahead 1
        = pips a2 5
        > a4 ahead 1
        = pips a1 4
        = used DBA3-PIP-07
    ",
    );
}

#[test]
fn the_defenders_first_dice_together_make_plough_rough() {
    let all = |dice: &str, used: &str| {
        show(&format!(
            "
            # DBA3-BB-17: the dice of all commands, allied ones too.
            with a1 4Bd general command 1 at 1,-1 north; a2 4Bd general command 2 at 5,-1 north
            with a3 4Wb general ally command 3 at 9,-1 north
            with b2 4Bd general command 2 at 5,13 south; b3 4Bd general command 3 at 9,13 south
            ground plough 1,1 5,1 5,4 1,4
            command a1 deployed
            command a2 deployed
            command a3 deployed
            phase deployment
            player b
            bounds 0
            | |
            > end ({dice})
            = {used} DBA3-BB-17
            "
        ));
    };
    all("2 2 3", "used");
    all("1 1 1", "used");
    all("2 3 3", "unused");
}

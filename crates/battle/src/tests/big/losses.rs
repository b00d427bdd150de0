//! The losses of a divided army, and the defeat that follows from them.

use super::show;

#[test]
fn elements_are_lost_that_are_destroyed_or_gone() {
    show(
        "
        # DBA3-BB-30 DBA3-BB-33 DBA3-BB-44: Hordes count here, Scythed Chariots do not; a general counts one more.
        with a1 4Bd general command 1 at 1,1 north; a2 4Bd general command 2 destroyed; a3 4Bd command 1 fled
        with a4 7Hd command 1 destroyed; a5 SCh command 3 destroyed; a6 Ps command 3 at 5,1 north
        | |
        = lost a 4
        = lost b 0
    ",
    );
    show(
        "
        # DBA3-BB-31: a demoralised command is not lost.
        with a1 4Bd general command 1 at 1,1 north; a2 4Bd general command 2 at 3,1 north; a3 4Bd command 2 at 5,1 north
        command a2 demoralised
        | |
        = lost a 0
    ",
    );
    show(
        "
        # DBA3-BB-32: the first double element of each command counts two.
        with a1 4Bd general command 1 at 1,1 north; a2 6Kn command 1 destroyed; a3 8Sp command 1 destroyed
        with a4 6Kn command 2 destroyed; a5 4Bd command 3 destroyed
        | |
        = lost a 6
    ",
    );
}

#[test]
fn a_lost_city_counts_for_each_of_the_armys_own_commands() {
    let walls = |kind: &str, with: &str, camp: &str, lost: &str| {
        show(&format!(
            "
            # DBA3-BB-36
            origin 0,0
            with a1 4Bd general command 1 at 15,1 north; {with}
            ground {kind} 2,0 8,0 8,2 2,2 gate 4.5,2
            defender a
            holder b
            {camp}
            | |
            = lost a {lost}
            "
        ));
    };
    let city = |with: &str, camp: &str, lost: &str| walls("city", with, camp, lost);
    city("a2 4Bd general command 2 at 17,1 north", "", "3");
    // A Fort counts nothing (DBA3-WIN-06).
    walls("fort", "a2 4Bd general command 2 at 17,1 north", "", "0");
    city("a2 4Wb general ally command 2 at 17,1 north", "", "2");
    // As the camp, it counts once more for each.
    city("a2 4Bd general command 2 at 17,1 north", "camp a in-stronghold", "6");
    city("a2 4Wb general ally command 2 at 17,1 north", "camp a in-stronghold", "4");
}

/// So many elements of the three commands that are lost.
fn lost(count: usize) -> String {
    let each = (2..2 + count).map(|number| format!("a{number} 4Bd command {} destroyed", number % 3 + 1));
    format!("with a1 4Bd general command 1 at 1,1 north; {}", each.collect::<Vec<_>>().join("; "))
}

#[test]
fn half_of_the_army_is_a_lost_battle() {
    let end = |count: usize, more: &str, rest: &str| {
        show(&format!("# DBA3-BB-44\n{}\n{more}\nphase fighting\n| |\n{rest}", lost(count)));
    };
    end(18, "", "= lost a 18\n> end\n= phase won-by-b\n= used DBA3-BB-44\n= unused DBA3-BB-45");
    end(17, "", "> end (1 1 1)\n= phase summoning");
    // Not if the enemy has lost as much.
    let enemy: Vec<String> = (2..20).map(|number| format!("b{number} 4Bd command 1 destroyed")).collect();
    let enemy = format!("with {}", enemy.join("; "));
    end(18, &enemy, "= lost b 18\n> end (1 1)\n= command b1 routed\n= phase summoning");
}

#[test]
fn two_broken_commands_are_a_lost_battle() {
    let end = |states: &str, with: &str, rest: &str| {
        show(&format!(
            "
            # DBA3-BB-45
            with a1 4Bd general command 1 at 1,1 north; a2 4Bd command 1 destroyed; {with}
            {states}
            phase fighting
            | |
            {rest}
            "
        ));
    };
    let over = "> end\n= phase won-by-b\n= used DBA3-BB-45";
    end("command a1 demoralised\ncommand a2 demoralised", "a3 4Bd command 1 at 3,1 north", over);
    end("command a1 demoralised\ncommand a2 routed", "a3 4Bd command 1 at 3,1 north", over);
    let goes_on = "> end (1 1 1)\n= phase summoning";
    end("command a2 routed", "a3 4Bd command 1 at 3,1 north", goes_on);
    // Not if it has lost no more than the enemy.
    end(
        "command a1 demoralised\ncommand a2 demoralised",
        "b2 4Bd command 1 destroyed; b3 4Bd command 1 at 3,13 south; b4 4Bd command 1 at 5,13 south; b5 4Bd command 1 at 7,13 south",
        goes_on,
    );
}

#[test]
fn a_sacked_allied_camp_counts_for_its_command_alone() {
    let sacked = |rest: &str| {
        show(&format!(
            "
            # DBA3-BB-34
            origin 0,0
            with a1 4Bd general command 1 at 10,16 north; a2 4Bd general command 2 at 15,16 north
            with a3 4Wb general ally command 3 at 20,8 north; a4 Ps ally command 3 holds camp3; a5 4Wb ally command 3 at 22,8 north
            with a6 4Wb ally command 3 at 24,8 north; a7 4Wb ally command 3 at 18,8 north; b2 4Bd command 2
            camp a3 6,1 north 3x1
            player b
            phase fighting
            |                                  |
            |                                  |
            |                                  |
            |                        vb2v      |
            |                                  |
            |                                  |
            {rest}
            "
        ));
    };
    sacked(
        "
        # Blades, 5, against Psiloi in a camp, 2 and 2: twice as much destroys them, and the camp is lost with them.
        = lost a 0
        > b2 fights camp3 (6 1)
        = a4 destroyed
        = camp a3 sacked
        = lost a 2
        # Two lost of five: a third, rounded up. The army’s own commands do not mind.
        > end (3 3 3)
        = command a3 demoralised
        = command a1 fights
        = command a2 fights
        ",
    );
    show(
        "
        # DBA3-BB-34: nobody defends an empty one.
        origin 0,0
        with a1 4Bd general command 1 at 10,16 north; a2 4Bd general command 2 at 15,16 north
        with a3 4Wb general ally command 3 at 20,8 north; b2 4Bd command 2
        camp a3 6,1 north 3x1
        player b
        phase moving
        |                                  |
        |                                  |
        |                                  |
        |                        vb2v      |
        |                                  |
        |                                  |
        > end
        = camp a3 sacked
        = lost a 1
        ",
    );
    sacked(
        "
        > b2 fights camp3 (1 6)
        = camp a3 stands
        = lost a 0
        ",
    );
}

//! Aerials on the move, and those who come and go: Gods, Dragons, Lurkers and Hordes.

use super::show;

#[test]
fn an_aerial_before_an_enemy_begins_to_fight_for_nothing() {
    show(
        "
        # D3H2-CONT-16 D3H2-CONT-17
        with a1 Fl at 1,1 north; a2 Bd general at 6,1 north; b1 Bd at 2,1 south; b2 Bd at 3,1 south
        | |
        = a1 up
        > a1 engages
        = pips 6
        = a1 down
        > end
        > end
        > end
        > end
        = a1 fights b1
        ",
    );
    // Those on the ground come as near as they like, and fight nobody; a Paladin fights.
    for (who, fights) in [("Bd", "= a1 fights"), ("Pl", "= a1 fights b1")] {
        show(&format!(
            "
            # D3H2-CONT-14
            with a1 {who} at 1,0.5 north; a2 Bd general at 6,1 north; b1 Dg at 2,1 south
            | |
            > a1 ahead 0.5
            > end
            > end
            > end
            > end
            {fights}
            "
        ));
    }
}

#[test]
fn aerials_fly_over_woods_and_do_not_come_down_in_them() {
    let flies = |by: &str, rest: &str| {
        show(&format!(
            "
            # HOTT25-MOVE-04 D3H2-MOVE-08
            with a1 Fl at 1,1 north; a2 Bd general at 6,1 north
            ground woods -3,2 4,2 4,5 -3,5
            | |
            > a1 ahead {by}
            {rest}
            "
        ));
    };
    flies("0.9", "= pips 5");
    flies("2", "! D3H2-MOVE-08");
    flies("4.5", "! D3H2-MOVE-08");
    flies("4.8", "= a1 at 1,5.8 north");
}

#[test]
fn gods_pass_through_aerials_and_aerials_only_over_sneakers() {
    for (who, other, rest) in [
        ("Gd", "a3 Ab at 1,2.5 north", "= a1 at 1,5 north"),
        ("Gd", "b1 Dg at 2,1.5 south", "= a1 at 1,5 north"),
        ("Dg", "a3 Gd at 1,2.5 north", "! D3H2-PASS-10"),
        ("Ab", "b1 Fl at 2,1.5 south", "! D3H2-PASS-10"),
        ("AHr", "b1 Sk at 2,1.5 south", "= a1 at 1,5 north"),
    ] {
        let by = if who == "Ab" { "3" } else { "4" };
        show(&format!(
            "
            # HOTT25-PASS-01 HOTT25-PASS-02 HOTT25-PASS-04
            with a1 {who} at 1,1 north; a2 Bd general at 6,1 north; {other}
            | |
            > a1 ahead {by}
            {rest}
            "
        ));
    }
}

#[test]
fn the_first_god_leaves_on_a_one_and_no_dragon() {
    show(
        "
        # D3H2-SUMM-09 D3H2-SUMM-10
        with a1 Bd at 1,1 north; b1 Gd at 5,9 south; b2 Gd at 7,9 south; b3 Dg at 9,9 south; b4 Bd at 11,9 south
        phase fighting
        | |
        > end (1)
        = b1 fled
        = b2 there
        = b3 there
        = lost b 1
        ",
    );
}

#[test]
fn lurkers_cost_more_each_time_and_never_come_a_fourth() {
    for (times, left, rest) in [(0, 5, ""), (1, 4, ""), (2, 3, ""), (3, 6, "! D3H2-SUMM-14")] {
        let summoned = if rest.is_empty() { format!("= a1 there\n = pips {left}") } else { rest.to_owned() };
        show(&format!(
            "
            # D3H2-SUMM-14
            with a1 Lk aside summoned {times}; b1 Bd at 3,2.5 south; a2 Bd general at -3,1 north
            ground woods 0,0 6,0 6,5 0,5
            intruders b1
            phase summoning
            | |
            > summon a1 2,2.5 north
            {summoned}
            "
        ));
    }
}

#[test]
fn a_horde_comes_back_only_if_it_was_destroyed() {
    show(
        "
        # D3H2-SUMM-24 D3H2-SUMM-28
        origin 0,0
        with a1 Hd fled; a2 Hd destroyed; a3 Bd at 1,1 north; b1 Bd at 20,19 south
        phase summoning
        pips 1
        | |
        > summon a1 8,0.75 north
        ! D3H2-SUMM-28
        > summon a2 8,0.75 north
        = pips 0
        = lost a 1
        ",
    );
    // At the Stronghold too, which is the defender's.
    show(
        "
        # D3H2-SUMM-25
        origin 0,0
        with a1 Hd destroyed; a2 Bd at 1,1 north; b1 Bd at 20,19 south
        camp a 8,4 north 2x2
        phase summoning
        | |
        > summon a1 8,4.75 north
        = a1 at 8,4.75 north
        = pips 5
        ",
    );
}

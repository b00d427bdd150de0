//! The rules that the sheet leaves out and D3H2 lends: arrivals, contact, threat zones, pursuit.

use super::show;

#[test]
fn gods_and_dragons_come_for_six_pips_and_back_again() {
    let summon = |who: &str, order: &str, rest: &str| {
        show(&format!(
            "# D3H2-SUMM-01 D3H2-SUMM-05 D3H2-SUMM-08\n origin 0,0\n with {who}; b1 Bd at 20,19 south\n phase summoning\n | |\n > {order}\n {rest}"
        ));
    };
    summon("a1 Gd aside", "summon a1 8,8 north", "= a1 at 8,8 north\n = pips 0");
    summon("a1 Gd fled", "summon a1 8,8 north", "= a1 there\n = lost a 0");
    summon("a1 Gd aside", "summon a1 8,12 north", "! D3H2-SUMM-04");
    summon("a1 Gd destroyed", "summon a1 8,8 north", "! D3H2-SUMM-08");
    summon("a1 Dg aside; a2 Dg aside", "summon a1 8,1 north and a2 9,1 north", "= a2 at 9,1 north\n = pips 0");
    summon("a1 Dg aside", "summon a1 8,1.1 north", "! D3H2-SUMM-05");
    // On a one, a God leaves.
    show(
        "# D3H2-SUMM-09\n with a1 Bd at 1,1 north; b1 Gd at 5,9 south; b2 Bd at 9,9 south\n phase fighting\n | |\n > end (1)\n = b1 fled\n = lost b 1",
    );
}

#[test]
fn hordes_are_replaced_for_a_pip() {
    show(
        "
        # D3H2-SUMM-24 D3H2-SUMM-25 D3H2-SUMM-27
        origin 0,0
        with a1 Hd destroyed; a2 Hd destroyed; a3 Bd destroyed; b1 Bd at 20,19 south
        phase summoning
        | |
        = lost a 3
        > summon a3 8,0.5 north
        !
        > summon a1 8,1 north
        ! D3H2-SUMM-25
        > summon a1 8,0.75 north
        = pips 5
        = lost a 2
        > a1 ahead 0.5
        ! D3H2-SUMM-27
        ",
    );
}

#[test]
fn lurkers_answer_whoever_comes_into_bad_going() {
    show(
        "
        # D3H2-SUMM-11 D3H2-SUMM-14 D3H2-SUMM-15
        with a1 Lk aside; b1 Bd at 3,2.5 south; a2 Bd general at -3,1 north
        ground woods 0,0 6,0 6,5 0,5
        intruders b1
        phase summoning
        | |
        > summon a1 2,2.5 north
        = a1 there
        = pips 5
        > a1 ahead 0.5
        ! D3H2-SUMM-19
        ",
    );
    // Gone from where no enemy is near.
    show(
        "# D3H2-SUMM-22\n origin 0,0\n with a1 Lk lair 0 at 1,3 north; a2 Bd at 9,1 north; b1 Bd at 20,9 south\n ground woods 0,0 4,0 4,4 0,4\n phase fighting\n | |\n > end (2)\n = a1 aside\n = lost a 0",
    );
}

#[test]
fn contact_and_threat_zones_are_those_of_the_other_game() {
    show(
        "
        # D3H2-CONT-02 D3H2-CONT-03
        with a1 Bd at 1,1 north; b1 Bd at 2.2,2 south
        | |
        > a1 go 1.1,2 north
        ! D3H2-CONT-02
        > a1 go 1.2,2 north
        = a1 at 1.2,2 north
        ",
    );
    // Paces count for moves and base widths for zones.
    for (at, rest) in [("2.5,2.15", "! D3H2-TZ-04"), ("2.5,2.25", "= pips 4")] {
        show(&format!(
            "
            # D3H2-TZ-01 D3H2-TZ-04
            with a1 Wb at 1.6,1.2 north; b1 Bd at {at} south
            | |
            > a1 go 3,1.2 north
            {rest}
            "
        ));
    }
    // Ground troops fight an Aerial only once it fights; Heroes always may.
    for (who, rest) in [("Bd", "= a1 fights"), ("Hr", "= a1 fights b1")] {
        show(&format!(
            "# D3H2-CONT-13 D3H2-CONT-14\n with a1 {who} at 1,1 north; b1 Fl at 2,1 south\n phase fighting\n | |\n {rest}"
        ));
    }
}

#[test]
fn some_pursue_whom_they_have_beaten() {
    for (who, enemy, dice, at) in [
        ("Kn", "Sp", "6 1", "2"),
        ("Kn", "Skr", "5 3", "1"),
        ("Bh", "Wb", "4 3", "2"),
        ("Bd", "Bd", "4 1", "1.5"),
        ("Bd", "Kn", "5 1", "1"),
        ("Sp", "Bd", "6 1", "1"),
        ("Hr", "Bd", "6 1", "1"),
    ] {
        show(&format!(
            "
            # D3H2-PURS-04 D3H2-PURS-05
            with a1 {who} at 1,1 north; b1 {enemy} at 2,1 south
            phase fighting
            | |
            > a1 fights b1 ({dice})
            = a1 at 1,{at} north
            "
        ));
    }
}

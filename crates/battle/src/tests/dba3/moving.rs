//! The sequence of a bound, command, PIPs, moves, rivers, passing through friends, and threat zones.

use super::show;

#[test]
fn a_bound_has_four_parts() {
    // DBA3-SEQ-01 to DBA3-SEQ-05
    show(
        "
        with a1 4Bd; b1 4Bd; a2 4Bw at 6,1 north; b2 4Sp at 7,3 south
        |            |
        |    vb1v    |
        |    ^a1^    |
        |            |
        > a1 fights b1 (3 3)
        ! DBA3-SEQ-05
        > end
        = phase shooting
        > a2 ahead 1
        ! DBA3-SEQ-03
        # Whoever can shoot has to.
        > end
        ! DBA3-SEQ-04
        > a2 shoots b2 (3 3)
        > end
        = phase fighting
        > end
        ! DBA3-SEQ-05
        > a1 fights b1 (3 3)
        > end (5)
        = pips 5
        = decides-side b
    ",
    );
}

#[test]
fn command_reaches_eight_four_or_twenty_base_widths() {
    let cost = |who: &str, more: &str, pips: &str| {
        show(&format!(
            "with a1 4Bd general at 1,1 north; {who}; b1 4Sp at 16,12 south\n {more}\n | |\n > a2 ahead 0.5\n = pips {pips}"
        ));
    };
    // DBA3-CMD-02, DBA3-PIP-07: measured between the nearest points.
    cost("a2 4Bd at 1,9.5 north", "", "5");
    cost("a2 4Bd at 1,9.501 north", "", "4");
    // DBA3-CMD-01: Light Horse and Light Camelry, seen or not.
    for who in ["LH", "LCm"] {
        cost(&format!("a2 {who} at 1,11 north"), "ground woods -3,4 6,4 6,8 -3,8", "5");
    }
    cost("a2 Cv at 1,11 north", "", "4");
    // DBA3-CMD-04: entirely in or beyond.
    for kind in ["woods", "oasis", "dunes", "difficult_hill"] {
        let before = format!("ground {kind} -3,4 6,4 6,5 -3,5");
        cost("a2 3Ax at 1,7 north", &before, "4");
        let around = format!("ground {kind} -3,5 6,5 6,9 -3,9");
        cost("a2 3Ax at 1,7 north", &around, "4");
        let half = format!("ground {kind} -3,6.7 6,6.7 6,9 -3,9");
        cost("a2 3Ax at 1,7 north", &half, "5");
    }
    cost("a2 3Ax at 1,7 north", "ground marsh -3,5 6,5 6,9 -3,9", "5");
    // Within four base widths nothing hides it.
    cost("a2 3Ax at 1,5 north", "ground woods -3,2 6,2 6,3 -3,3", "5");
    // DBA3-CMD-03: a crest, a BUA or a camp.
    cost("a2 4Bd at 1,7 north", "ground gentle_hill -3,2 6,2 6,6 -3,6 crest -3,4 6,4", "4");
    cost("a2 4Bd at 1,7 north", "ground hamlet -3,3 6,3 6,5 -3,5", "4");
    cost("a2 4Bd at 1,7 north", "camp a 0,4 north 3x1", "4");
    cost("a2 4Bd at 1,7 north", "camp a 2.5,4 north 1x1", "5");
}

#[test]
fn a_move_costs_one_to_three_pips() {
    let cost = |with: &str, more: &str, order: &str, pips: &str| {
        show(&format!("with {with}; b1 4Sp at 2,9 south\n {more}\n | |\n > {order}\n = pips {pips}"));
    };
    let general = "a1 4Bd general at 8,1 north";
    // DBA3-PIP-02, DBA3-PIP-04
    for (who, pips) in
        [("4Sp", "5"), ("El", "4"), ("Art", "4"), ("WWg", "4"), ("7Hd", "4"), ("5Hd", "4"), ("CP", "5"), ("Lit", "5")]
    {
        cost(&format!("{general}; a2 {who} at 1,1 north"), "", "a2 ahead 1", pips);
    }
    // DBA3-PIP-03: Scythed Chariots, unless the move ends in contact with an enemy.
    cost(&format!("{general}; a2 SCh at 1,6 north"), "", "a2 ahead 2", "4");
    cost(&format!("{general}; a2 SCh at 1,6 north"), "", "a2 ahead 3", "5");
    // DBA3-PIP-03, DBA3-CONT-22: an overlap is a contact too.
    cost("a1 4Bd general at 5,1 north; a2 SCh at 0,6 north", "", "a2 ahead 3", "5");
    cost("a1 4Bd general at 5,1 north; a2 SCh at -0.1,6 north", "", "a2 ahead 3", "4");
    // DBA3-PIP-09: not in the first bound.
    cost(&format!("{general}; a2 El at 1,1 north"), "bounds 1", "a2 ahead 1", "5");
    // DBA3-PIP-03, DBA3-PIP-07: reasons of one kind do not add up, two of different kinds do.
    cost("a1 4Bd general at 8,1 north; a2 El at -3,1 north; a3 7Hd at -2,1 north", "", "a2+a3 ahead 1", "3");
    // DBA3-PIP-08: the general is lost. DBA3-PIP-06: he is cut off, and his own move is not dearer.
    cost("a1 4Bd general destroyed; a2 4Sp at 1,1 north", "", "a2 ahead 1", "4");
    for kind in ["woods", "oasis", "marsh", "gully", "hamlet", "edifice"] {
        let ground = format!("ground {kind} 6,-2 12,-2 12,3 6,3");
        cost(&format!("{general}; a2 4Sp at 1,1 north"), &ground, "a2 ahead 1", "4");
        cost(&format!("{general}; a2 4Sp at 1,1 north"), &ground, "a1 ahead 0.5", "5");
    }
    cost(&format!("{general}; a2 4Sp at 1,1 north"), "ground woods 6,-2 12,-2 12,0.9 6,0.9", "a2 ahead 1", "5");
    // DBA3-PIP-05: garrisons.
    for who in ["4Sp", "7Hd"] {
        cost(
            &format!("a1 4Bd general at 3,1 north; a2 {who} holds camp"),
            "camp a 0,1 north 2x1",
            "a2 go 1,2 north",
            "4",
        );
    }
    // DBA3-PIP-01: along a road for nothing, if it goes as far as it can.
    let road = "ground road 0.5 1.5,-8 1.5,14";
    cost(&format!("{general}; a2 El at 1,1 north"), road, "a2 road 3", "6");
    cost(&format!("{general}; a2 4Sp at 1,1 north"), road, "a2 road 1", "5");
}

#[test]
fn everyone_goes_as_far_as_the_table_says() {
    // DBA3-MOVE-01 to DBA3-MOVE-14; BW in good, rough and bad going.
    for (who, good, rough, bad) in [
        ("LH", "4", "1", "1"),
        ("Cv", "4", "1", "1"),
        ("6Cv", "4", "1", "1"),
        ("SCh", "4", "1", "1"),
        ("3Kn", "3", "1", "1"),
        ("6Kn", "3", "1", "1"),
        ("El", "3", "1", "1"),
        ("Cm", "3", "1", "1"),
        ("3Wb", "3", "3", "3"),
        ("Ps", "3", "3", "3"),
        ("3Bd", "3", "3", "3"),
        ("5Hd", "3", "3", "3"),
        ("4Ax", "2", "2", "2"),
        ("4Wb", "2", "2", "2"),
        ("8Sp", "2", "1", "1"),
        ("4Pk", "2", "1", "1"),
        ("CP", "2", "1", "1"),
        ("4Bw riding", "3", "1", "1"),
        ("3Bw riding", "3", "3", "3"),
    ] {
        for (ground, reach) in [("gentle_hill", good), ("scrub", rough), ("woods", bad)] {
            show(&format!(
                "
                with a1 {who} at 1,0 north; b1 4Sp at 14,12 south
                ground {ground} -3,-4 6,-4 6,8 -3,8 crest -3,-3 6,-3
                | |
                > a1 ahead {reach}.01
                ! DBA3-MOVE-15
                > a1 ahead {reach}
                = a1 at 1,{reach} north
                "
            ));
        }
    }
    // DBA3-MOVE-11, DBA3-FEAT-44: Artillery and War Wagons not through bad going, except by road.
    for who in ["Art", "WWg"] {
        show(&format!(
            "
            with a1 {who} at 1,0 north; b1 4Sp at 14,12 south
            ground woods -3,0.5 6,0.5 6,8 -3,8
            ground road 0.5 1.5,-8 1.5,14
            | |
            > a1 ahead 1
            ! DBA3-FEAT-44
            > a1 road 2
            = a1 at 1,2 north
            "
        ));
    }
    // DBA3-FEAT-43: Dunes and Oasis are good going for camels.
    for who in ["Cm", "LCm"] {
        show(&format!(
            "with a1 {who} at 1,0 north; b1 4Sp at 14,12 south\n ground dunes -3,-4 6,-4 6,8 -3,8\n | |\n > a1 ahead 3\n = a1 there"
        ));
    }
    // DBA3-FEAT-39: Plough after a die of one.
    show(
        "
        with a1 3Kn at 1,0 north; b1 4Sp at 14,12 south
        ground plough -3,-4 6,-4 6,8 -3,8
        phase deployment
        bounds 0
        player b
        | |
        > end (1)
        > a1 ahead 1.01
        ! DBA3-MOVE-15
        > a1 ahead 1
        = a1 there
    ",
    );
}

#[test]
fn further_moves_are_for_few_and_keep_away_from_enemies() {
    let far = "b1 4Sp at 18,12 south";
    // DBA3-MOVE-16: most move once.
    show(&format!("with a1 4Sp at 1,0 north; {far}\n | |\n > a1 ahead 1\n > a1 ahead 1\n ! DBA3-MOVE-16"));
    // DBA3-MOVE-19: Light Horse and mounted infantry three times, the further moves in good going.
    for who in ["LH", "LCm", "4Bw riding"] {
        show(&format!(
            "
            with a1 {who} at 1,-6 north; {far}
            ground scrub -3,-7 6,-7 6,-5.5 -3,-5.5
            | |
            > a1 ahead 1
            > a1 ahead 1
            ! DBA3-MOVE-16
            "
        ));
        show(&format!(
            "with a1 {who} general at 1,-6 north; {far}\n | |\n > a1 ahead 3\n > a1 ahead 3\n > a1 ahead 3\n = pips 3\n > a1 ahead 1\n ! DBA3-MOVE-16"
        ));
    }
    // DBA3-MOVE-20: Psiloi twice in the first bound. DBA3-MOVE-21: later from good going into rough or bad.
    show(&format!(
        "with a1 Ps at 1,-6 north; {far}\n bounds 1\n | |\n > a1 ahead 3\n > a1 ahead 3\n = pips 4\n > a1 ahead 1\n ! DBA3-MOVE-16"
    ));
    for (ground, then) in [("0.5", "= a1 there"), ("3", "! DBA3-MOVE-16"), ("-2.2", "! DBA3-MOVE-16")] {
        show(&format!(
            "with a1 Ps at 1,-5 north; {far}\n ground woods -3,{ground} 6,{ground} 6,6 -3,6\n | |\n > a1 ahead 3\n > a1 ahead 3\n {then}"
        ));
    }
    // DBA3-MOVE-17: exactly a base width is too near; walls, forts that are held and camps count like elements.
    for (enemy, is_near) in [
        ("b1 4Sp at 2,6 south", true),
        ("b1 4Sp at 2,6.01 south", false),
        ("b1 4Sp aside\n camp b 2,6 south 2x1", true),
        ("b1 4Sp aside\n camp b 2,6.1 south 2x1", false),
        ("b1 4Sp aside\n defender b\n ground fort 0,6 4,6 4,8 0,8 gate 2,8", false),
        ("b1 4Sp holds fort\n defender b\n ground fort 0,6 4,6 4,8 0,8 gate 2,8", true),
    ] {
        let then = if is_near { "! DBA3-MOVE-17" } else { "= a1 there" };
        show(&format!("with a1 LH at 1,1 north; {enemy}\n | |\n > a1 ahead 1\n > a1 ahead 3\n {then}"));
    }
    // DBA3-MOVE-18, DBA3-MOVE-22: by road as often as it likes, and near enemies.
    show(
        "
        with a1 4Sp general at 1,-6 north; b1 4Sp at 3.2,0 west
        ground road 0.5 1.5,-8 1.5,14
        | |
        > a1 road 2
        > a1 road 2
        > a1 road 2
        = a1 at 1,0 north
        = pips 4
    ",
    );
}

#[test]
fn groups_go_forward_and_in_column_through_bad_going() {
    let far = "b1 4Sp at 18,12 south";
    // DBA3-MOVE-24, DBA3-MOVE-25
    show(&format!(
        "
        with a1 LH at 1,0 north; a2 4Sp at 2,0 north; {far}
        | |
        > a1+a2 ahead 2.1
        ! DBA3-MOVE-15
        > a1+a2 back 1
        ! DBA3-MOVE-23
        > a1+a2 ahead 1, wheel left 20
        = a1 there
        "
    ));
    // DBA3-MOVE-27: only Psiloi go beside each other.
    for (who, then) in [("Ps", "= a1 there"), ("3Ax", "! DBA3-MOVE-27"), ("4Sp", "! DBA3-MOVE-27")] {
        show(&format!(
            "with a1 {who} at 1,0 north; a2 {who} at 2,0 north; {far}\n ground woods -3,0.5 6,0.5 6,8 -3,8\n | |\n > a1+a2 ahead 1\n {then}"
        ));
    }
    show(&format!(
        "with a1 3Ax at 1,0 north; a2 3Ax at 1,-0.5 north; {far}\n ground woods -3,0.5 6,0.5 6,8 -3,8\n | |\n > a1+a2 ahead 1\n = a1 there"
    ));
    // DBA3-MOVE-28, DBA3-LIST-06: allies with their own. DBA3-MOVE-23: nobody out of a fight.
    show(&format!(
        "with a1 4Sp ally at 1,0 north; a2 4Sp at 2,0 north; {far}\n | |\n > a1+a2 ahead 1\n ! DBA3-MOVE-23"
    ));
    show("with a1 4Sp at 1,0 north; a2 4Sp at 2,0 north; b1 4Sp at 3,0 south\n | |\n > a1+a2 ahead 1\n ! DBA3-MOVE-23");
}

fn number(word: &str) -> f64 {
    word.parse().unwrap()
}

#[test]
fn a_river_is_tried_by_the_first() {
    let river = |(from, to): (&str, &str), die: &str, state: &str, y: &str| {
        for order in [format!("ahead {to}"), format!("go 1,{} north", number(from) + number(to))] {
            show(&format!(
                "
            with a1 3Kn at 1,{from} north; b1 4Sp at 18,12 south
            ground river 1 -8,2 18,2
            | |
            > a1 {order} ({die})
            = river {state}
            = a1 at 1,{y} north
            "
            ));
        }
    };
    // DBA3-RIVER-02 to DBA3-RIVER-05
    for die in ["1", "2"] {
        river(("0", "3"), die, "paltry", "3");
    }
    for (die, state) in [("3", "shallow"), ("4", "shallow"), ("5", "deep"), ("6", "deep")] {
        // The move is cut short at the bank, because it would be longer than a base width with the water.
        river(("0", "3"), die, state, "1.503");
        // From nearer, it ends in the water.
        river(("1", "2.5"), die, state, "2");
        // No second die: the river is as it is.
        show(&format!(
            "
            with a1 3Kn at 1,2 north; a2 3Kn at 4,1.6 north; b1 4Sp at 18,12 south
            ground river 1 -8,2 18,2
            rivers {state}
            | |
            > a1 ahead 1.1
            ! DBA3-MOVE-15
            > a1 ahead 1
            > a2 ahead 1
            = a2 there
            "
        ));
    }
    // DBA3-RIVER-05: groups only in column through a deep one.
    for (state, then) in [("shallow", "= a1 there"), ("deep", "! DBA3-MOVE-27")] {
        show(&format!(
            "with a1 4Sp at 1,1 north; a2 4Sp at 2,1 north; b1 4Sp at 18,12 south\n ground river 1 -8,2 18,2\n rivers {state}\n | |\n > a1+a2 ahead 1\n {then}"
        ));
    }
    // DBA3-RIVER-01: in the water straight on or back.
    for (order, then) in [("go 1.2,2.1 45", "! DBA3-RIVER-01"), ("back 0.5", "= a1 there"), ("ahead 0.5", "= a1 there")]
    {
        show(&format!(
            "with a1 3Kn at 1,2 north; b1 4Sp at 18,12 south\n ground river 1 -8,2 18,2\n rivers shallow\n | |\n > a1 {order}\n {then}"
        ));
    }
}

#[test]
fn mounted_pass_through_psiloi_and_psiloi_through_all_friends() {
    let pass = |who: &str, friend: &str, then: &str| {
        show(&format!(
            "with a1 {who} at 1,0 north; a2 {friend} at 1,1.5 north; b1 4Sp at 18,12 south\n | |\n > a1 ahead 3\n {then}"
        ));
    };
    // DBA3-PASS-01, DBA3-PASS-02, DBA3-PASS-04
    pass("Cv", "Ps", "= a1 at 1,3 north");
    pass("El", "Ps", "= a1 at 1,3 north");
    pass("Ps", "4Sp", "= a1 at 1,3 north");
    pass("Ps", "El", "= a1 at 1,3 north");
    pass("Cv", "4Sp", "! DBA3-PASS-02");
    pass("3Ax", "Ps", "! DBA3-PASS-02");
    // DBA3-PASS-03: from in front, even aside, to lined up behind; never ending aside.
    for (end, then) in [("1,-0.5 north", "= a1 there"), ("1.2,-0.5 north", "! DBA3-PASS-03")] {
        show(&format!(
            "with a1 Ps at 1.4,1.2 north; a2 4Sp at 1,0.5 north; b1 4Sp at 18,12 south\n | |\n > a1 go {end}\n {then}"
        ));
    }
    show("with a1 Cv at 1,0 north; b1 Ps at 2,1 south\n | |\n > a1 ahead 3\n ! DBA3-PASS-02");
}

#[test]
fn a_threat_zone_binds_whoever_is_in_it() {
    // DBA3-TZ-01, DBA3-TZ-04: a front edge on its far edge is in it; beside it, it is not.
    for (y, then) in [("2", "! DBA3-TZ-04"), ("1.99", "= a1 there")] {
        show(&format!("with a1 4Sp at 1,{y} north; b1 4Sp at 2,3 south\n | |\n > a1 go 0.4,1 north\n {then}"));
    }
    show("with a1 4Sp at 2,2.5 north; b1 4Sp at 2,3 south\n | |\n > a1 ahead 1\n = a1 there");
    // DBA3-TZ-05, DBA3-TZ-06: it lines up, closes in, or makes contact. DBA3-TZ-07: alone, straight back.
    for (order, then) in [
        ("ahead 0.5", "= a1 there"),
        ("go 1,2.4 north", "= a1 there"),
        ("back 1", "= a1 there"),
        ("go 0.6,1 north", "! DBA3-TZ-04"),
        ("go 3,2.4 north", "! DBA3-TZ-04"),
    ] {
        show(&format!("with a1 4Sp at 1.3,2.4 north; b1 4Sp at 2,3 south\n | |\n > a1 {order}\n {then}"));
    }
    show(
        "with a1 4Sp at 1,2.4 north; a2 4Sp at 2,2.4 north; b1 4Sp at 2,3 south\n | |\n > a1+a2 back 1\n ! DBA3-MOVE-23",
    );
    // DBA3-TZ-08: of several, the enemy it answers is its choice.
    for enemy in ["2", "3"] {
        let to = if enemy == "2" { "1" } else { "2" };
        show(&format!(
            "with a1 3Ax at 1.5,2.2 north; b1 4Sp at 2,3 south; b2 4Sp at 3,3 south\n | |\n > a1 go {to},3 north\n = a1 there"
        ));
    }
    // DBA3-TZ-02: a War Wagon threatens on all sides.
    show("with a1 4Sp at 2.5,2.8 north; b1 WWg at 2,3 south\n | |\n > a1 ahead 1\n ! DBA3-TZ-04");
    show("with a1 4Sp at 2.5,2.8 north; b1 El at 2,3 south\n | |\n > a1 ahead 1\n = a1 there");
}

#[test]
fn camps_and_held_walls_threaten_all_round() {
    // DBA3-TZ-03: a camp, held or not; a fort only with a garrison.
    let beside = |enemy: &str, is_bound: bool| {
        let then = if is_bound { "! DBA3-TZ-04" } else { "= a1 there" };
        show(&format!(
            "origin 0,0\n with a1 4Sp at 4,5.5 north; b2 4Sp at 20,20 south\n with {enemy}\n | |\n > a1 go 5,5 east\n {then}"
        ));
    };
    beside("b1 4Sp aside\n camp b 7,6 south 3x1", true);
    beside("b1 4Sp holds camp\n camp b 7,6 south 3x1", true);
    beside("b1 4Sp aside\n camp b 7,7.1 south 3x1", false);
    let fort = "defender b\n ground fort 3,6 7,6 7,8 3,8 gate 5,8";
    beside(&format!("b1 4Sp aside\n {fort}"), false);
    beside(&format!("b1 4Sp holds fort\n {fort}"), true);
}

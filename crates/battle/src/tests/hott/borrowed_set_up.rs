//! The set-up as D3H2 lends it: where elements may stand, and who waits off the table.

use super::show;

/// The set-up of both sides on an empty table with some ground.
#[track_caller]
fn set_up(rule: &str, who: &str, ground: &str, rest: &str) {
    show(&format!(
        "
        # {rule}
        origin 0,0
        with {who}
        phase deployment
        bounds 0
        {ground}
        | |
        {rest}
        "
    ));
}

/// Whether `a1` may be set up at a place.
#[track_caller]
fn place(rule: &str, who: &str, ground: &str, at: &str, rest: &str) {
    set_up(rule, &format!("a1 {who}; b1 Bd"), ground, &format!("> a1 placed {at}\n {rest}"));
}

#[test]
fn some_are_set_up_two_base_widths_from_the_sides_and_all_others_four() {
    let rule = "D3H2-DEPL-12";
    // Skirmishers stand for Psiloi, Riders and Raiders for Cavalry and Light Horse.
    let near = ["Skr", "Sk", "Rd", "Ra", "Bs", "Fl", "Ab", "AHr"];
    let far = ["Bd", "Sp", "Pk", "Sh", "Wb", "Hd", "Art", "Mg", "Cl", "Kn", "Hr", "Pl", "Bh"];
    let all = near.map(|code| (code, 2)).into_iter().chain(far.map(|code| (code, 4)));
    for (code, from_sides) in all {
        // The table is 26 BW wide. Distances count as exact to 4 thousandths.
        let (left, right) = (from_sides, 25 - from_sides);
        place(rule, code, "", &format!("{left},3 north"), &format!("= a1 at {left},3 north"));
        place(rule, code, "", &format!("{right},3 north"), &format!("= a1 at {right},3 north"));
        place(rule, code, "", &format!("{}.995,3 north", left - 1), "! D3H2-DEPL-12");
        place(rule, code, "", &format!("{right}.005,3 north"), "! D3H2-DEPL-12");
    }
    // Every corner counts, whichever way an element faces: Blades are half a base width deep.
    place(rule, "Bd", "", "4.5,3 east", "= a1 there");
    place(rule, "Bd", "", "4.495,3 east", "! D3H2-DEPL-12");
    place(rule, "Bd", "", "21.5,2 west", "= a1 there");
    place(rule, "Bd", "", "21.505,2 west", "! D3H2-DEPL-12");
}

#[test]
fn exactly_a_base_width_from_an_enemy_stronghold_is_enough() {
    // On a table 12 BW deep, the zone of the attacker begins 8.19 BW from the edge of the defender.
    let place = |walls: &str, at: &str, rest: &str| {
        show(&format!(
            "
            # D3H2-DEPL-11
            origin 0,0
            table 26x12
            with a1 Bd at 5,3 north; b1 Bd
            player b
            phase deployment
            bounds 0
            camp a {walls} north 2x4
            | |
            > b1 placed {at} south
            {rest}
            "
        ));
    };
    place("10,7.19", "11.5,8.19", "= b1 there");
    place("10,7.2", "11.5,8.19", "! D3H2-DEPL-11");
    place("10,7.2", "11.5,8.2", "= b1 there");
    // From the corner of the walls at 12,7.39: 0.6 to the side and 0.8 ahead are a base width.
    place("10,7.39", "13.6,8.19", "= b1 there");
    place("10,7.39", "13.59,8.19", "! D3H2-DEPL-11");
    // The defender stands as near to it as he likes.
    set_up(
        "D3H2-DEPL-11",
        "a1 Bd; b1 Bd",
        "camp a 10,3.5 north 2x2",
        "> a1 placed 12,3.5 north\n = a1 at 12,3.5 north",
    );
}

#[test]
fn nobody_is_set_up_in_a_river() {
    let river = "ground river 1 0,2 26,2";
    for code in ["Bd", "Art", "Fl", "Lk water"] {
        place("D3H2-DEPL-14", code, river, "10,1.5 north", "= a1 at 10,1.5 north");
        place("D3H2-DEPL-14", code, river, "10,1.51 north", "! D3H2-DEPL-14");
    }
    // On the other bank, with its rear edge to the water.
    place("D3H2-DEPL-14", "Bd", river, "10,3 north", "= a1 at 10,3 north");
    place("D3H2-DEPL-14", "Bd", river, "10,2.99 north", "! D3H2-DEPL-14");
}

#[test]
fn artillery_is_set_up_where_it_can_move() {
    let rule = "D3H2-DEPL-15 HOTT25-MOVE-10";
    for kind in ["marsh", "woods", "dunes", "scrub", "hamlet", "difficult_hill"] {
        let crest = if kind == "difficult_hill" { " crest 7,1 8,1" } else { "" };
        let ground = format!("ground {kind} 6,0 16,0 16,2 6,2{crest}");
        place(rule, "Art", &ground, "10,3 north", "= a1 at 10,3 north");
        place(rule, "Art", &ground, "10,2.99 north", "! D3H2-DEPL-15");
        place(rule, "Bd", &ground, "10,1 north", "= a1 at 10,1 north");
    }
    // By road it stands there, and on ploughed land, which is good going until the defender has diced.
    let road = "ground marsh 6,0 16,0 16,3.5 6,3.5\n ground road 0.5 10.5,0 10.5,22";
    place(rule, "Art", road, "10,2 north", "= a1 at 10,2 north");
    place(rule, "Art", road, "12,2 north", "! D3H2-DEPL-15");
    place(rule, "Art", "ground plough 6,0 16,0 16,2 6,2", "10,2 north", "= a1 at 10,2 north");
}

#[test]
fn aerials_are_set_up_where_they_can_land() {
    for code in ["Fl", "Ab", "AHr"] {
        for kind in ["woods", "hamlet"] {
            let ground = format!("ground {kind} 6,2 16,2 16,3.6 6,3.6");
            place("D3H2-DEPL-16", code, &ground, "10,2 north", "= a1 at 10,2 north");
            place("D3H2-DEPL-16", code, &ground, "10,2.01 north", "! D3H2-DEPL-16");
            place("D3H2-DEPL-16", "Skr", &ground, "10,3 north", "= a1 at 10,3 north");
        }
        for kind in ["marsh", "dunes", "scrub"] {
            let ground = format!("ground {kind} 6,2 16,2 16,3.6 6,3.6");
            place("D3H2-DEPL-16", code, &ground, "10,3 north", "= a1 at 10,3 north");
        }
    }
}

#[test]
fn gods_and_dragons_wait_off_the_table_and_lurkers_may() {
    let army = "a1 Bd; a2 Gd; a3 Dg; a4 Lk; b1 Bd";
    set_up(
        "D3H2-DEPL-17",
        army,
        "",
        "
        > a2 placed 10,3 north
        ! D3H2-DEPL-17
        > a3 placed 10,3 north
        ! D3H2-DEPL-17
        > end
        ! HOTT25-DEPL-04
        > a1 placed 10,3 north
        # Hidden Lurkers do not hinder the end of the set-up, and are not lost.
        > end
        = a2 aside
        = a3 aside
        = a4 aside
        > b1 placed 11,19 south
        > end (6)
        = phase summoning
        > a4 placed 12,3 north
        ! D3H2-DEPL-19
        ",
    );
    set_up("D3H2-DEPL-17", army, "", "> a4 placed 10,3 north\n = a4 at 10,3 north\n > a4 taken-back\n = a4 aside");
}

#[test]
fn nobody_is_exchanged_after_the_set_up() {
    set_up(
        "D3H2-DEPL-19 HOTT25-DEPL-04",
        "a1 Bd; a2 Kn; b1 Bd; b2 Kn",
        "",
        "
        > a1 placed 8,3 north
        > a2 placed 10,3 north
        > a1 placed 12,3 north
        > end
        > a1 placed 8,3 north
        ! HOTT25-DEPL-04
        > b1 placed 11,19 south
        > b2 placed 13,19 south
        > end (4)
        > a1 placed 8,3 north
        ! D3H2-DEPL-19
        > a2 taken-back
        ! D3H2-DEPL-19
        > b1 placed 9,19 south
        ! D3H2-DEPL-19
        = a1 at 12,3 north
        ",
    );
}

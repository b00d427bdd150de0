//! Edges, camps, deployment and landings.

use super::show;

fn at_the_edges(ground: &str, orders: &str) {
    show(&format!(
        "table 22x22\n origin 0,0\n with a1 Sp; b1 Sp\n {ground}\n phase edges\n player b\n bounds 0\n | |\n {orders}"
    ));
}

#[test]
fn the_invader_has_the_edges_that_the_ground_leaves() {
    // DBA3-DEPL-03, DBA3-DEPL-06: any edge; the other side has the opposite one and sets up first.
    at_the_edges("", "> edge east\n = phase camp\n = decides-side a");
    // DBA3-DEPL-05: any but that opposite the water; along the water, too.
    at_the_edges(
        "ground waterway 0,0 22,0 22,2 0,2 edge south",
        "> edge north\n ! DBA3-DEPL-05\n > edge south\n = phase camp",
    );
    // DBA3-DEPL-04: a road from edge to edge, whatever there is besides; one that ends halfway decides nothing.
    let road = "ground road 0.5 10,0 10,22";
    at_the_edges(road, "> edge east\n ! DBA3-DEPL-04\n > edge south\n = phase camp");
    at_the_edges("ground road 0.5 10,0 10,12", "> edge east\n = phase camp");
}

#[test]
fn whoever_has_a_city_may_not_do_without_any_camp() {
    // DBA3-DEPL-11, DBA3-BB-18
    camps("ground city 9,5 12,5 12,8 9,8", "> end\n ! DBA3-DEPL-15");
}

fn camps(ground: &str, orders: &str) {
    show(&format!("origin 0,0\n with a1 Sp; b1 Sp\n {ground}\n phase camp\n bounds 0\n | |\n {orders}"));
}

#[test]
fn a_camp_has_a_size_and_a_place() {
    // DBA3-FEAT-08: from a base width by half of one to three by one.
    for (size, is_right) in
        [("1x0.5", true), ("3x1", true), ("0.9x0.5", false), ("1x0.4", false), ("3.1x1", false), ("2x1.1", false)]
    {
        let (_, depth) = size.split_once('x').unwrap();
        let then = if is_right { "= camp a stands" } else { "! DBA3-FEAT-08" };
        camps("", &format!("> camp 10,{depth} north {size}\n {then}"));
    }
    // DBA3-DEPL-09: four base widths from the sides.
    camps("", "> camp 3.9,1 north 2x1\n ! DBA3-DEPL-09\n > camp 4,1 north 2x1\n = camp a stands");
    // DBA3-DEPL-10: at the rear edge, or at water.
    camps("", "> camp 10,1.1 north 2x1\n ! DBA3-DEPL-10");
    // DBA3-DEPL-08: within its side's deployment area, on good going that is no plough.
    let water = "ground waterway 0,0 4,0 4,22 0,22";
    camps(water, "> camp 4,8.1 north 2x1\n ! DBA3-DEPL-08\n > camp 4,8 north 2x1\n = camp a stands");
    camps("ground plough 8,0 14,0 14,3 8,3", "> camp 10,1 north 2x1\n ! DBA3-DEPL-08");
    camps("ground scrub 8,0 14,0 14,3 8,3", "> camp 10,1 north 2x1\n ! DBA3-DEPL-08");
    // DBA3-DEPL-07: the defender's comes first, then the invader's.
    camps(
        "",
        "> camp 10,1 north 2x1\n = decides-side b\n > camp 10,21 south 2x1\n = phase deployment\n = decides-side a",
    );
}

#[test]
fn a_city_may_be_the_camp_and_a_fort_may_not() {
    // DBA3-DEPL-11
    let walls = |kind: &str| format!("ground {kind} 2,0 5,0 5,2 2,2 gate 3.5,2");
    camps(&walls("city"), "> camp-in-stronghold\n = decides-side b\n > camp-in-stronghold\n ! DBA3-DEPL-11");
    camps(&walls("fort"), "> camp-in-stronghold\n ! DBA3-DEPL-11");
    camps("", "> camp-in-stronghold\n ! DBA3-DEPL-11");
}

fn deployment(with: &str, more: &str, orders: &str) {
    show(&format!("origin 0,0\n with {with}\n {more}\n phase deployment\n bounds 0\n | |\n {orders}"));
}

#[test]
fn elements_keep_from_the_centre_and_the_sides() {
    // DBA3-DEPL-16
    deployment("a1 Sp; b1 Sp", "", "> a1 placed 10,8.1 north\n ! DBA3-DEPL-16\n > a1 placed 10,8 north\n = a1 there");
    // DBA3-DEPL-17, DBA3-DEPL-18
    for (who, from) in [
        ("LH", "2"),
        ("LCm", "2"),
        ("Cm", "2"),
        ("Cv", "2"),
        ("LCh", "2"),
        ("Ps", "2"),
        ("4Ax", "2"),
        ("4Bw riding", "2"),
        ("4Bw", "4"),
        ("3Kn", "4"),
        ("SCh", "4"),
        ("3Wb", "4"),
    ] {
        let near = if from == "2" { "1.9" } else { "3.9" };
        deployment(
            &format!("a1 {who}; b1 Sp"),
            "",
            &format!("> a1 placed {near},8 north\n ! DBA3-DEPL-18\n > a1 placed {from},8 north\n = a1 there"),
        );
    }
    // DBA3-DEPL-15, DBA3-DEPL-02: first the defender, then the invader, who has the second bound.
    deployment(
        "a1 Sp; b1 Sp",
        "",
        "
        > b1 placed 10,14 south
        ! DBA3-DEPL-15
        > a1 placed 10,8 north
        > end
        > b1 placed 10,14 south
        > end (4)
        = decides-side a
        = pips 4
        ",
    );
}

#[test]
fn elements_keep_from_walls_rivers_and_closed_going() {
    // DBA3-DEPL-19: more than a base width from walls of the enemy; its own do not matter.
    for (low, then) in [("9", "! DBA3-DEPL-19"), ("9.01", "= a1 there")] {
        for kind in ["city", "fort"] {
            deployment(
                "a1 Sp; b1 Sp",
                &format!("defender b\n player a\n ground {kind} 8,{low} 12,{low} 12,11 8,11 gate 10,11"),
                &format!("> a1 placed 10,8 north\n {then}"),
            );
        }
    }
    let own = "ground city 8,8.2 12,8.2 12,10 8,10 gate 10,10";
    deployment("a1 Sp; b1 Sp", own, "> a1 placed 10,8 north\n = a1 there");
    // DBA3-DEPL-20
    let river = "ground river 1 0,6 26,6";
    deployment(
        "a1 Sp; b1 Sp",
        river,
        "> a1 placed 10,6.6 north\n ! DBA3-DEPL-20\n > a1 placed 10,8 north\n = a1 there",
    );
    // DBA3-FEAT-44: Artillery and War Wagons not in bad going; Command Posts may be there.
    for (who, then) in [("Art", "! DBA3-FEAT-44"), ("WWg", "! DBA3-FEAT-44"), ("CP", "= a1 there")] {
        let wood = "ground woods 8,4 14,4 14,8 8,8";
        deployment(&format!("a1 {who}; b1 Sp"), wood, &format!("> a1 placed 10,7 north\n {then}"));
    }
}

/// A scenario on a table whose west edge is water, before the set-up of the first side.
fn shore(with: &str, home: &str, orders: &str) {
    deployment(
        &format!("{with}; b1 Sp at 20,14 south"),
        &format!("home a {home}\n ground waterway 0,0 3,0 3,22 0,22"),
        orders,
    );
}

#[test]
fn two_or_three_land_without_an_agreement() {
    // DBA3-LAND-01: a littoral army, and no other; two or three elements.
    shore("a1 Sp; a2 Sp", "hilly", "> a1+a2 reserved\n ! DBA3-LAND-01");
    shore(
        "a1 Sp; a2 Sp; a3 Sp; a4 Sp",
        "littoral",
        "> a1 reserved\n ! DBA3-LAND-01\n > a1+a2+a3+a4 reserved\n ! DBA3-LAND-01",
    );
    // DBA3-LAND-04
    for who in ["El", "Art"] {
        shore(&format!("a1 Sp; a2 {who}"), "littoral", "> a1+a2 reserved\n ! DBA3-LAND-01");
    }
    // DBA3-LAND-02, DBA3-LAND-03: one group, before the PIPs; one of it touches the water, a corner is enough.
    shore(
        "a1 Sp; a2 Sp; a3 Ps",
        "littoral",
        "
        > a1+a2 reserved
        > a3 placed 10,8 north
        > end
        > end
        = phase landing
        = pips 0
        > land a1 3.1,17 north and a2 4.1,17 north (4)
        ! DBA3-LAND-01
        > land a1 3,17 north and a2 4.2,17 north (4)
        ! DBA3-LAND-01
        > land a1 3,17 north and a2 4,17 north (4)
        = pips 4
        = a1 at 3,17 north
        = phase summoning
        ",
    );
}

#[test]
fn an_allied_contingent_lands_by_its_own_home_terrain() {
    // DBA3-LAND-01: Chimor is by the sea, and Akkad is not.
    let allied = |home: &str, allies: &str, orders: &str| {
        shore("a1 Sp; a2 Sp; a3 Sp ally; a4 Sp ally", &format!("{home}\n allies a dba3/{allies}"), orders);
    };
    allied("hilly", "chimor", "> a1+a2 reserved\n ! DBA3-LAND-01\n > a3+a4 reserved\n = a4 reserved");
    allied("littoral", "akkad", "> a3+a4 reserved\n ! DBA3-LAND-01\n > a1+a2 reserved\n = a2 reserved");
    allied("hilly", "akkad", "> a3+a4 reserved\n ! DBA3-LAND-01");
    // Allies of an unknown list go with the army.
    shore("a1 Sp; a2 Sp ally; a3 Sp ally", "littoral", "> a2+a3 reserved\n = a2 reserved");
}

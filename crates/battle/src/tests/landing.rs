//! Landings from the sea: who may be reserved, and where and when they land.

use super::scene::show;

/// A scenario on a table whose west edge is water, before the set-up of the first side.
fn shore(with: &str, more: &str, orders: &str) -> String {
    format!(
        "
        # D3H2-DEPL-18
        {more}
        origin 0,0
        with {with}; b1 Bd at 20,15 south
        ground waterway 0,0 3,0 3,22 0,22
        phase deployment
        bounds 0
        | |
        {orders}
        "
    )
}

const AGREED: &str = "option landings allowed\nhome a littoral";

#[test]
fn two_or_three_land_before_the_pips_of_the_first_bound() {
    show(&shore(
        "a1 Bd; a2 Bd; a3 Bd; a4 Ps",
        AGREED,
        "
        > a1+a2+a4 reserved
        = a1 reserved
        > a3 placed 10,8 north
        > end
        = a1 aside
        > end
        = phase landing
        = pips 0
        # Only the landing comes before the PIPs.
        > a3 ahead 1
        ! D3H2-SEQ-04
        > end
        ! D3H2-DEPL-18
        # In any place and shape of a group, of which one touches the water.
        > land a1 3,17 north and a2 4,17 north and a4 4,16.5 north (4)
        = used D3H2-DEPL-18
        = used D3H2-PIP-01
        = pips 4
        = phase summoning
        = a1 at 3,17 north
        = a4 at 4,16.5 north
        > a1+a2+a4 ahead 1
        = a1 at 3,18 north
        ",
    ));
    // The invader's first bound is the second one.
    show(&shore(
        "a1 Bd",
        "option landings allowed\nhome b littoral\nwith b2 Bd; b3 Bd",
        "
        > a1 placed 10,8 north
        > end
        > b2+b3 reserved
        > end (5)
        = phase summoning
        > end
        > end
        > end
        = phase landing
        > land b2 3.5,8 east and b3 3.5,7 east (3)
        = pips 3
        = b3 at 3.5,7 east
        > b2+b3 ahead 1
        > end
        > end
        > end (2)
        = phase summoning
        ",
    ));
}

#[test]
fn landings_are_agreed_on_and_need_a_home_by_the_sea_and_water() {
    for agreed in ["home a littoral", "option landings allowed\nhome a arable", "option landings allowed"] {
        show(&shore("a1 Bd; a2 Bd", agreed, "> a1+a2 reserved\n! D3H2-DEPL-18\n= a1 aside"));
    }
    show(
        "
        # D3H2-DEPL-18
        option landings allowed
        home a littoral
        with a1 Bd; a2 Bd; b1 Bd at 20,15 south
        ground river 1 0,4 26,4
        phase deployment
        bounds 0
        | |
        > a1+a2 reserved
        ! D3H2-DEPL-18
    ",
    );
}

#[test]
fn not_everybody_lands() {
    show(&shore(
        "a1 Bd; a2 Art; a3 Bh; a4 WWg; a5 Gd; a6 Bd; a7 Bd; a8 Bd; a9 Lk",
        AGREED,
        "
        > a1 reserved
        ! D3H2-DEPL-18
        > a1+a6+a7+a8 reserved
        ! D3H2-DEPL-18
        > a1+a2 reserved
        ! D3H2-DEPL-18
        > a1+a3 reserved
        ! D3H2-DEPL-18
        > a1+a4 reserved
        ! D3H2-DEPL-18
        > a1+a5 reserved
        ! D3H2-DEPL-18
        > a1+a9 reserved
        ! D3H2-DEPL-18
        > b1 reserved
        ! D3H2-DEPL-18
        > a1+b1 reserved
        ! D3H2-DEPL-08
        > a1 placed 10,8 north
        > a1+a6 reserved
        ! D3H2-DEPL-18
        > a1 taken-back
        > a1+a6 reserved
        = a6 reserved
        ",
    ));
}

#[test]
fn who_is_reserved_is_set_up_only_after_being_taken_back() {
    show(&shore(
        "a1 Bd; a2 Bd; a3 Bd; a4 Bd",
        AGREED,
        "
        > a1+a2+a3 reserved
        > a1 placed 10,8 north
        ! D3H2-DEPL-18
        > a1 garrisons camp
        ! D3H2-DEPL-18
        # Two can still land; one cannot.
        > a1 taken-back
        = a2 reserved
        > a1 placed 10,8 north
        > a2 taken-back
        > a3 placed 11,8 north
        > end
        ! D3H2-DEPL-08
        # Another choice takes the place of the first.
        > a2+a4 reserved
        > end
        = a2 reserved
        > a2+a4 reserved
        ! D3H2-DEPL-18
        > end
        = phase landing
        > a2+a4 reserved
        ! D3H2-DEPL-19
        ",
    ));
}

#[test]
fn a_landing_is_one_group_at_the_water_and_clear_of_enemies() {
    let lands = |with: &str, who: &str, end: &str| {
        show(&shore(
            &format!("{with}; a3 Bd at 10,8 north"),
            AGREED,
            &format!("> a1+a2 reserved\n> end\n> end\n= phase landing\n> land {who}\n{end}"),
        ));
    };
    let blades = "a1 Bd; a2 Bd";
    // All of them, and nobody else.
    lands(blades, "a1 3,17 north", "! D3H2-DEPL-18");
    lands(blades, "a1 3,17 north and a3 4,17 north", "! D3H2-DEPL-18");
    lands(blades, "a1 3,17 north and a1 4,17 north", "! D3H2-DEPL-18");
    // One group, which touches the water.
    lands(blades, "a1 3,17 north and a2 5,17 north", "! D3H2-DEPL-18");
    lands(blades, "a1 3,17 north and a2 4,17 south", "! D3H2-DEPL-18");
    lands(blades, "a1 3.1,17 north and a2 4.1,17 north", "! D3H2-DEPL-18");
    lands("a1 Bd; a2 Bd ally", "a1 3,17 north and a2 4,17 north", "! D3H2-DEPL-18");
    lands("a1 Bd; a2 Fl", "a1 3,17 north and a2 4,17 north", "! D3H2-DEPL-18");
    // Not in the water, on each other or on somebody else.
    lands(blades, "a1 2.5,17 north and a2 3.5,17 north", "! D3H2-DEPL-15");
    lands(blades, "a1 3,17 north and a2 3,17 north", "!");
    lands("a1 Bd; a2 Bd; a4 Bd at 4,16.75 north", "a1 3,17 north and a2 4,17 north", "!");
    // Nobody lands in contact with enemies; into their threat zones they may.
    lands("a1 Bd; a2 Bd; b2 Bd at 4,17 south", "a1 3,17 north and a2 4,17 north (1)", "! D3H2-CONT-01");
    lands("a1 Bd; a2 Bd; b2 Bd at 4,17.5 south", "a1 3,17 north and a2 4,17 north (1)", "= a1 there");
    // A corner is enough.
    lands(blades, "a1 3.356,17 45 and a2 4.063,16.293 45 (1)", "= a1 there");
}

#[test]
fn no_distance_from_centre_or_edges_binds_a_landing_but_that_from_a_stronghold_does() {
    show(
        "
        # D3H2-DEPL-18 D3H2-DEPL-11 D3H2-DEPL-14
        option landings allowed
        home b littoral
        origin 0,0
        with a1 Bd at 20,8 north; b1 Bd; b2 Bd; b3 Bd at 20,15 south
        ground waterway 0,0 3,0 3,22 0,22
        ground stronghold 4,0 7,0 7,2 4,2 gate 5.5,2 edge south
        ground river 1 3,12 26,12
        phase deployment
        player b
        bounds 0
        | |
        > b1+b2 reserved
        > end (3)
        > end
        > end
        > end
        = phase landing
        > land b1 4,2.9 south and b2 5,2.9 south
        ! D3H2-DEPL-11
        > land b1 4,12 south and b2 5,12 south
        ! D3H2-DEPL-14
        > land b1 4,10 south and b2 5,10 south (2)
        = b1 at 4,10 south
        ",
    );
}

#[test]
fn where_there_is_no_room_they_stay_away_and_are_not_lost() {
    // Flyers do not land in woods, which cover all of the shore.
    show(&shore(
        "a1 Fl; a2 Fl; a3 Bd at 10,8 north",
        &format!("{AGREED}\nground woods 3,0 6,0 6,22 3,22"),
        "
        > a1+a2 reserved
        > end
        > end
        = phase landing
        > land a1 3,17 north and a2 4,17 north
        ! D3H2-DEPL-16
        > end (6)
        = phase summoning
        = a1 aside
        = lost a 0
        ",
    ));
}

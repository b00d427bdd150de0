//! Flight as D3H2 lends it: off the table, and what halts it.

use super::show;

/// A fight that `a1` at 1,1 north loses to `b1` before it, so that it flees: its front edge would come to y = -3.31.
#[track_caller]
fn flees(rule: &str, origin: &str, own: &str, enemy: &str, dice: &str, ground: &str, rest: &str) {
    show(&format!(
        "
        # {rule}
        origin {origin}
        with a1 {own} at 1,1 north; b1 {enemy} at 2,1 south
        phase fighting
        {ground}
        | |
        > a1 fights b1 ({dice})
        {rest}
        "
    ));
}

const INLAND: &str = "8,8";
/// Where a flight ends that nothing halts.
const ALL_THE_WAY: &str = "= a1 at 2,-3.31 south\n = lost a 0";
const OFF: &str = "= a1 fled\n = lost a 1\n = used D3H2-FLEE-04";

/// Ground on three sides of a lane, two base widths wide, that ends at this height.
fn lane(kind: &str, end: &str) -> String {
    format!(
        "ground {kind} -6,-9 0.5,-9 0.5,4 -6,4\n ground {kind} 2.5,-9 9,-9 9,4 2.5,4\n ground {kind} -6,-9 9,-9 9,{end} -6,{end}"
    )
}

#[test]
fn whoever_flees_over_an_edge_with_any_part_is_lost() {
    for (origin, rest) in [("8,3.31", ALL_THE_WAY), ("8,3.3", OFF), ("8,1", OFF)] {
        flees("D3H2-FLEE-04 HOTT25-FLEE-01", origin, "Sk", "Bd", "1 3", "", rest);
        flees("D3H2-FLEE-04 HOTT25-FLEE-01", origin, "Skr", "Bd", "1 1", "", rest);
    }
    // Turned by ten degrees, it has its left corner at y = -3.245 in the end, and the right one at -3.418.
    for (y, rest) in [("3.43", "= a1 at 1.236,-3.418 190"), ("3.41", OFF)] {
        show(&format!(
            "
            # D3H2-FLEE-04
            origin 8,{y}
            with a1 Sk at 1,1 10; b1 Bd at 1.985,0.826 190
            phase fighting
            | |
            > a1 fights b1 (1 3)
            {rest}
            "
        ));
    }
    // Over a side edge as well, because no rule turns it aside there.
    for (x, rest) in [("3.31", "= a1 at -3.31,0 west"), ("3.3", "= a1 fled\n = lost a 1")] {
        show(&format!(
            "
            # D3H2-FLEE-04 HOTT25-FLEE-03
            origin {x},8
            with a1 Sk at 1,1 east; b1 Bd at 1,0 west
            phase fighting
            | |
            > a1 fights b1 (1 3)
            {rest}
            "
        ));
    }
    // An Aerial is no better off.
    flees("D3H2-FLEE-04", "8,3", "Fl down", "Bd", "1 3", "", OFF);
}

#[test]
fn bad_going_halts_a_flight_that_finds_no_way_round() {
    let rule = "D3H2-FLEE-07 HOTT25-FLEE-02";
    for kind in ["woods", "dunes", "scrub", "oasis"] {
        let halted = "= a1 at 2,-1.8 south\n = used HOTT25-FLEE-02";
        flees(rule, INLAND, "Sk", "Bd", "1 3", &lane(kind, "-1.8"), halted);
        flees(rule, INLAND, "Ra", "Bd", "1 3", &lane(kind, "-1.8"), halted);
        flees(rule, INLAND, "Bh", "Mg", "1 4", &lane(kind, "-1.8"), halted);
        // To the end of its way it goes as if there were nothing.
        flees(
            rule,
            INLAND,
            "Sk",
            "Bd",
            "1 3",
            &lane(kind, "-3.31"),
            &format!("{ALL_THE_WAY}\n = unused HOTT25-FLEE-02"),
        );
    }
    // A marsh halts nobody.
    flees(rule, INLAND, "Sk", "Bd", "1 3", &lane("marsh", "-1.8"), &format!("{ALL_THE_WAY}\n = unused HOTT25-FLEE-02"));
}

#[test]
fn a_flight_turns_aside_for_bad_going_as_for_an_obstacle() {
    let rule = "D3H2-FLEE-07 HOTT25-FLEE-02";
    // A wood beside its way, and one that reaches into it by a hundredth: a degree is enough to pass.
    flees(rule, INLAND, "Sk", "Bd", "1 3", "ground woods 2,-3 5,-3 5,-2 2,-2", ALL_THE_WAY);
    flees(rule, INLAND, "Sk", "Bd", "1 3", "ground woods 1.99,-3 5,-3 5,-2 1.99,-2", "= a1 at 1.938,-3.318 181");
    flees(rule, INLAND, "Sk", "Bd", "1 3", "ground marsh 1.99,-3 5,-3 5,-2 1.99,-2", ALL_THE_WAY);
}

#[test]
fn a_flight_goes_on_through_bad_going_in_which_it_stands() {
    let rule = "D3H2-FLEE-07";
    // A part of its base is in the wood before the fight, or after the recoil.
    for (top, dice) in [("0.6", "3 3"), ("0.3", "1 3")] {
        let wood = format!("ground woods -6,-9 9,-9 9,{top} -6,{top}");
        flees(rule, INLAND, "Sk", "Bd", dice, &wood, ALL_THE_WAY);
    }
    // The next wood halts it all the same.
    let two = format!("{}\n ground woods 0.6,-0.5 2.4,-0.5 2.4,0.6 0.6,0.6", lane("woods", "-1.8"));
    flees(rule, INLAND, "Sk", "Bd", "3 3", &two, "= a1 at 2,-1.8 south\n = used HOTT25-FLEE-02");
}

#[test]
fn aerials_flee_over_all_ground_and_end_where_they_can_land() {
    let rule = "D3H2-FLEE-08 D3H2-MOVE-08";
    // Flyers are 0.75 BW deep, and end between -2.81 and -3.56.
    let all_the_way = "= a1 at 2,-3.56 south\n = lost a 0";
    for ground in ["woods", "dunes", "waterway", "hamlet"] {
        let band = format!("ground {ground} -6,-2.81 9,-2.81 9,-1 -6,-1");
        flees(rule, INLAND, "Fl down", "Bd", "1 3", &band, all_the_way);
    }
    flees(rule, INLAND, "Fl down", "Bd", "1 3", "ground river 1 -6,-3 9,-3", all_the_way);
    for ground in ["dunes", "marsh", "scrub"] {
        flees(rule, INLAND, "Fl down", "Bd", "1 3", &lane(ground, "-1"), all_the_way);
    }
    // Where it would end in a wood on every way, it stops short.
    for ground in ["woods", "hamlet", "waterway"] {
        flees(rule, INLAND, "Fl down", "Bd", "1 3", &lane(ground, "-1"), "= a1 at 2,-1 south\n = lost a 0");
    }
    // On the ground one wades through a river.
    flees("HOTT25-FLEE-02", INLAND, "Sk", "Bd", "1 3", "ground river 1 -6,-2 9,-2", ALL_THE_WAY);
}

#[test]
fn ground_that_is_only_beside_a_fleeing_element_is_not_one_that_it_stands_in() {
    // By turning aside, a corner would come over the wood or the water to one side. So it flees straight back, up to b2.
    for (kind, rule) in [("woods", "D3H2-FLEE-07"), ("waterway", "D3H2-FEAT-10")] {
        show(&format!(
            "
            # {rule} HOTT25-FLEE-02
            with a1 Skr at 1,1 north; b1 Bd at 2,1 south; b2 Bd at 2.5,-2 south
            phase fighting
            ground {kind} -6,-9 1,-9 1,4 -6,4
            ground {kind} 2,-9 9,-9 9,4 2,4
            | |
            > a1 fights b1 (1 1)
            = a1 at 2,-1.5 south
            = used HOTT25-FLEE-02
            "
        ));
    }
}

#[test]
fn aerials_stop_short_of_a_wood_and_do_not_turn_aside_for_it() {
    // The wood begins at y = -1, and the flight would end in it.
    show(
        "
        # D3H2-FLEE-08
        with a1 Fl down at 1,1 north; b1 Bd at 2,1 south
        phase fighting
        ground woods -6,-2.82 9,-2.82 9,-1 -6,-1
        | |
        > a1 fights b1 (1 3)
        = a1 at 2,-1 south
        ",
    );
}

//! Threat zones as D3H2 lends them: their borders, and what whoever is in one may do.

use super::show;

/// A move of `a1`, with others on the table.
#[track_caller]
fn moves(rule: &str, who: &str, others: &str, order: &str, rest: &str) {
    show(&format!("# {rule}\n with a1 {who}; {others}\n | |\n > a1 {order}\n {rest}"));
}

const BOUND: &str = "! D3H2-TZ-04";

#[test]
fn a_zone_is_a_base_width_deep_and_its_far_edge_is_part_of_it() {
    // Warband crosses before Blades, with its front to them: it touches the far edge, or is 5 thousandths away.
    for (y, rest) in [("2.195", BOUND), ("2.2", BOUND), ("2.205", "= a1 at 3,1.2 north")] {
        let enemy = format!("b1 Bd at 2.5,{y} south");
        moves("D3H2-TZ-01 D3H2-TZ-04", "Wb at 1.6,1.2 north", &enemy, "go 3,1.2 north", rest);
    }
    // A rear edge that touches the far edge does not count, and one that is in the zone does.
    for (y, rest) in [("2.19", BOUND), ("2.2", "= a1 at 4,0.7 south")] {
        let enemy = format!("b1 Bd at 2.5,{y} south");
        moves("D3H2-TZ-01 D3H2-TZ-04", "Wb at 2.6,0.7 south", &enemy, "go 4,0.7 south", rest);
    }
}

#[test]
fn the_side_of_a_zone_is_free() {
    // Along the side of the zone and away, or 5 thousandths within it.
    for (x, rest) in [("1.5", ""), ("1.504", ""), ("1.505", BOUND)] {
        let who = format!("Wb at {x},2 south");
        moves("D3H2-TZ-01 D3H2-TZ-04", &who, "b1 Bd at 2.5,3 south", "ahead 1", rest);
    }
    // Beside and behind an element there is no zone.
    for place in ["2.6,3.4 north", "2.48,4.5 north"] {
        let way = format!("go {place}");
        moves("D3H2-TZ-01", "Hr at 3,1.5 north", "b1 Bd at 2.5,3 south", &way, &format!("= a1 at {place}"));
    }
}

#[test]
fn a_stronghold_threatens_all_round_with_round_corners() {
    let moves = |who: &str, order: &str, rest: &str| {
        show(&format!(
            "
            # D3H2-TZ-03 D3H2-TZ-04
            with a1 {who}; b1 Bd at 9,9 south
            defender b
            camp b 6,4 south 2x2
            | |
            > a1 {order}
            {rest}
            "
        ));
    };
    // Along its side, a base width away and a little nearer.
    moves("Rd at 2,3 east", "ahead 2.54", "= a1 at 4.54,3 east");
    moves("Rd at 2,3.005 east", "ahead 2.54", BOUND);
    // Up to the circle about its corner at 4,4: 1.008 BW away, and 0.992.
    moves("Rd at 2,3.4 east", "ahead 1.19", "= a1 at 3.19,3.4 east");
    moves("Rd at 2,3.4 east", "ahead 1.21", BOUND);
    // An element that faces it may stay in the zone, come nearer or assault it.
    moves("Rd at 4.5,2.5 north", "ahead 0.7", "= a1 at 4.5,3.2 north");
    moves("Rd at 4.5,2.5 north", "ahead 1.5", "= a1 at 4.5,4 north");
    // A Stronghold in the enemy’s hands threatens its former owner.
    show(
        "
        # D3H2-TZ-03
        with a1 Rd at 2,3.4 east; b1 Bd at 9,9 south
        camp a 6,4 south 2x2
        holder b
        | |
        > a1 ahead 1.21
        ! D3H2-TZ-04
        ",
    );
}

#[test]
fn whoever_is_in_a_zone_faces_the_enemy_comes_nearer_or_goes_straight_back() {
    let free = |order: &str, rest: &str| {
        let rule = "D3H2-TZ-04 D3H2-TZ-05 D3H2-TZ-06 D3H2-TZ-08";
        moves(rule, "Kn at 1,1 north", "b1 Bd at 2.2,1.9 south", order, rest);
    };
    free("back 0.5", "= a1 at 1,0.5 north");
    free("back 1.9", "= a1 at 1,-0.9 north");
    free("back 0.5, go 1,0.3 30", BOUND);
    free("go 0.95,0.5 north", BOUND);
    free("go 0.5,1 north", BOUND);
    free("go 1.75,1 east", BOUND);
    free("ahead 0.5", "= a1 at 1,1.5 north");
    free("ahead 0.9, slide 0.2", "= a1 at 1.2,1.9 north");
    // From the side it may turn to face the enemy, and not turn its back.
    for (order, rest) in [("go 1,1 north", "= a1 there"), ("go 2,0.25 south", BOUND)] {
        moves("D3H2-TZ-05", "Kn at 1.75,1 east", "b1 Bd at 2,1.9 south", order, rest);
    }
    // A group does not go back, and the one of it that is in no zone does by itself.
    show(
        "
        # D3H2-TZ-08
        with a1 Rd at 1,1 north; a2 Rd at 2,1 north; b1 Bd at 2,1.9 south
        | |
        > a1+a2 back 0.5
        ! D3H2-MOVE-01
        > a2 go 3,0.5 east
        = a2 at 3,0.5 east
        > a1 back 0.5
        = a1 at 1,0.5 north
        ",
    );
}

#[test]
fn of_several_who_threaten_it_one_is_answered() {
    let two = "b1 Bd at 2,2 south; b2 Bd at 2.9,0.5 west";
    for (order, rest) in [
        ("ahead 0.5", "= a1 at 1,1.5 north"),
        ("go 1.9,1.5 east", "= a1 at 1.9,1.5 east"),
        ("back 0.3", "= a1 at 1,0.7 north"),
        ("go 0.8,0.7 west", BOUND),
    ] {
        moves("D3H2-TZ-09", "Hr at 1,1 north", two, order, rest);
    }
}

#[test]
fn a_zone_is_left_through_the_enemy_where_it_may_be_passed() {
    let rule = "D3H2-TZ-07 HOTT25-PASS-01 HOTT25-PASS-02 HOTT25-PASS-05";
    for (who, enemy) in [("Sk", "Bd"), ("Wb", "Sk"), ("Hr", "Fl"), ("Gd", "Pk"), ("AHr", "Kn")] {
        moves(
            rule,
            &format!("{who} at 1,1 north"),
            &format!("b1 {enemy} at 2,1.4 south"),
            "ahead 1.9",
            "= a1 at 1,2.9 north\n = b1 at 2,1.4 south",
        );
        // An element does not slip out beside it.
        moves(rule, &format!("{who} at 1,1 north"), &format!("b1 {enemy} at 2,1.4 south"), "go 2.1,1.2 north", BOUND);
    }
    // It ends clear of the enemy: Flyers are 0.75 BW deep, and so is a Hero.
    moves(rule, "Hr at 1,1 north", "b1 Fl at 2,1.5 south", "ahead 2", "= a1 at 1,3 north");
    moves(rule, "Hr at 1,1 north", "b1 Fl at 2,1.5 south", "ahead 1.99", "! D3H2-PASS-10");
    // The zone of another enemy beside it is no obstacle, because one of the two is answered.
    let two = "b1 Fl at 2,1.5 south; b2 Bd at 2.5,1.6 west";
    moves("D3H2-TZ-07 D3H2-TZ-09", "Hr at 1,1 north", two, "ahead 2.5", "= a1 at 1,3.5 north");
}

#[test]
fn aerials_threaten_and_are_threatened_in_the_air() {
    let rule = "D3H2-TZ-11";
    for (who, enemy) in [("Bd", "Fl"), ("Bd", "Gd"), ("Fl", "Bd"), ("Dg", "Ab"), ("Ab", "Sh")] {
        let (who, enemy) = (format!("{who} at 1,1 north"), format!("b1 {enemy} at 2,1.9 south"));
        moves(rule, &who, &enemy, "go 1.6,0.9 north", BOUND);
        moves(rule, &who, &enemy, "back 0.3", "= a1 at 1,0.7 north");
    }
    // Enemies that may be passed over do not hold an Aerial, which goes on as it likes.
    let over = "b1 Bd at 2,1.9 south";
    moves("D3H2-TZ-07 D3H2-TZ-11", "Fl at 1,1 north", over, "go 1.5,4 north", "= a1 at 1.5,4 north");
    moves("D3H2-TZ-07 D3H2-TZ-11", "Fl at 1,1 north", "b1 Fl at 2,1.9 south", "go 1.5,4 north", "! D3H2-PASS-10");
}

#[test]
fn recoils_flights_and_pursuits_go_through_zones() {
    // a2 threatens the ground behind b1.
    for (enemy, dice, at) in
        [("Bd", "4 1", "2,1.5 south"), ("Kn", "4 2", "2,1.75 south"), ("Sk", "5 1", "1,5.31 north")]
    {
        show(&format!(
            "
            # D3H2-TZ-10
            with a1 Sp at 1,1 north; a2 Sp at 2.5,1.5 west; b1 {enemy} at 2,1 south
            phase fighting
            | |
            > a1 fights b1 ({dice})
            = b1 at {at}
            "
        ));
    }
    // Knights pursue where they may not go by a move.
    moves("D3H2-TZ-04", "Kn at 1,1 north", "b1 Bd at 9,9 south; b2 Sp at 2.5,1.7 west", "ahead 1", BOUND);
    show(
        "
        # D3H2-TZ-10 D3H2-PURS-01
        with a1 Kn at 1,1 north; b1 Sp at 2,1 south; b2 Sp at 2.5,1.7 west
        phase fighting
        | |
        > a1 fights b1 (6 1)
        = b1 destroyed
        = a1 at 1,2 north
        ",
    );
}

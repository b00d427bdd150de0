//! Contacts at an angle, and those who conform or cannot.

use super::scene::show;

/// b1 stands at an angle before a1, which can go straight into contact with it. a2 and a3 stand where a1 would conform
/// as its front, and as an overlap; b2 where b1 would.
fn at_an_angle(away: &[&str], more: &str, orders: &str) -> String {
    let all = [
        "a1 Bd at 1.3,1 north",
        "a2 Bd at 0.3,3.1 north",
        "a3 Bd at 2.6,2.5 north",
        "b1 Bd at 2.2,2.9 200",
        "b2 Bd at 3.221,2.635 200",
    ];
    let stands = |one: &str| match away.iter().find(|name| one.starts_with(**name)) {
        Some(name) => format!("{name} Bd at 15,1 north"),
        None => one.to_owned(),
    };
    let with: Vec<String> = all.into_iter().map(stands).collect();
    format!(
        "
        # D3H2-CONT-05
        with {}{more}
        | |
        {orders}
        ",
        with.join("; ")
    )
}

#[test]
fn where_nobody_can_conform_they_fight_where_they_stand_and_the_contacted_is_overlapped() {
    show(&at_an_angle(
        &[],
        "",
        "
        > a1 ahead 1.9
        = a1 at 1.3,2.9 north
        = b1 at 2.2,2.9 200
        = a1 askew b1
        > end
        > end
        = a1 fights b1
        > a1 fights b1 (3 3)
        = totals 8 7
        # b1 recoils straight back; a1 pursues until b2 is in the way.
        = b1 at 2.371,3.37 200
        = a1 at 1.3,2.97 north
        ",
    ));
    // The same for the one who is contacted, named first.
    show(&at_an_angle(
        &[],
        "",
        "
        > a1 ahead 1.9
        > end
        > end
        > b1 fights a1 (5 3)
        = totals 9 8
        ",
    ));
}

#[test]
fn such_a_contact_binds_as_any_other() {
    show(&at_an_angle(
        &[],
        "; b3 Ps at 1,8 south",
        "
        > a1 ahead 1.9
        > end
        > end
        > a1 fights b1 (3 4)
        = totals 8 8
        # In the next bound they are still in contact, and fight again.
        > end (6)
        > end
        > end
        > end
        ! D3H2-SEQ-06
        > b1 fights a1 (4 3)
        = totals 8 8
        > end (6)
        # Whoever breaks off is free.
        > a1 back 1
        = a1 at 1.3,1.9 north
        > end
        > end
        = a1 fights
        ",
    ));
}

#[test]
fn a_flank_on_the_front_of_an_enemy_is_no_contact() {
    // It cannot conform, but nothing prevents it: it has come beside the enemy's front, neither lined up nor at an angle.
    show(
        "
        # D3H2-CONT-02 D3H2-CONT-03
        with a1 Bd at 2,1 south; b1 Bd at 2,2.5 west
        | |
        > a1 back 1.75
        ! D3H2-CONT-02
    ",
    );
}

#[test]
fn the_mover_conforms_if_it_can() {
    show(&at_an_angle(&["a2"], "", "> a1 ahead 1.9\n! D3H2-CONT-02\n= a1 at 1.3,1 north"));
    show(&at_an_angle(&["a3"], "", "> a1 ahead 1.9\n! D3H2-CONT-02"));
}

#[test]
fn if_the_mover_cannot_the_enemy_conforms_if_it_can() {
    show(&at_an_angle(
        &["b2"],
        "",
        "
        > a1 ahead 1.9
        = b1 at 2.3,2.9 south
        = a1 at 1.3,2.9 north
        ",
    ));
}

#[test]
fn a_contact_that_touches_a_flank_still_begins_beyond_it() {
    // From the front, the flank of b1 is not contacted at an angle.
    show(
        "
        # D3H2-CONT-05 D3H2-CONT-06
        with a1 Bd at 1.3,1 north; b1 Bd at 2.2,2.9 250
        | |
        > a1 ahead 1.9
        ! D3H2-CONT-02
    ",
    );
}

#[test]
fn a_group_wheels_into_contact_or_else_the_group_it_contacts_conforms() {
    let group = |other: &str, orders: &str| {
        show(&format!(
            "
            # D3H2-CONT-05 D3H2-CONT-04
            with a1 Bd at 1.6,1 north; a2 Bd at 0.6,1 north; a3 Bd at {other}; b1 Bd at 2.2,2.9 200; b2 Bd at 3.14,2.558 200
            | |
            {orders}
            "
        ));
    };
    // There is room to wheel.
    group("15,1 north", "> a1+a2 ahead 1.753\n! D3H2-CONT-02\n= a1 at 1.6,1 north");
    // a3 stands where a1 would line up: the other group conforms as a whole.
    group(
        "2.6,2.5 north",
        "
        > a1+a2 ahead 1.753
        = a1 at 1.6,2.753 north
        = b2 at 2.6,2.753 south
        = b1 at 1.6,2.753 south
        ",
    );
}

#[test]
fn who_is_touched_on_a_flank_at_an_angle_turns_to_face_after_all_moves() {
    // b2 is in the way of b1 while the moves are made; when b1 turns, it is pushed back.
    show(
        "
        # D3H2-CONT-05 D3H2-CONT-10 D3H2-CONT-11
        with a1 Bd at 1.3,1 north; a2 Bd at 0.3,3.1 north; b1 Bh at 1.26,3.242 290; b2 Bd at 3.221,2.635 200
        | |
        > a1 ahead 1.9
        = a1 askew b1
        = b1 at 1.26,3.242 290
        > end
        = b1 at 2.3,2.9 south
        > end
        = a1 fights b1
    ",
    );
}

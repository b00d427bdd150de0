//! Threat zones.

use super::scene::show;

#[test]
fn whoever_stands_square_before_an_enemy_does_not_shift_aside() {
    // It would end farther away.
    show(
        "
        # D3H2-TZ-05 D3H2-TZ-06
        with a1 Bd at 1,0 north; b1 Bd at 2,0.5 south
        | |
        > a1 go 1.4,0 north
        ! D3H2-TZ-04
        > a1 go 0.8,0 north
        ! D3H2-TZ-04
        > a1 go 1.2,0.3 north
        = a1 at 1.2,0.3 north
    ",
    );
}

#[test]
fn touching_the_far_edge_of_a_zone_binds_and_touching_its_side_does_not() {
    show(
        "
        # D3H2-TZ-01 D3H2-TZ-04
        with a1 Bd; b1 Bd
        |     vb1v   |
        |     ....   |
        |     ....   |
        |            |
        |     ^a1^   |
        # Up to the corner of the zone: only one point of the far edge is touched.
        > a1 go
        |     vb1v   |
        |     ....   |
        |     ....   |
        | ^a1^       |
        |            |
        again
        # Along the side of the zone; the straight way across its corner would pass through it.
        > a1 go
        |     vb1v   |
        |     ....   |
        | ^a1^....   |
        |            |
        |            |
        ! D3H2-TZ-04
        > a1 go 0.25,0.5 north, ahead 1
        |     vb1v   |
        |     ....   |
        | ^a1^....   |
        |            |
        |            |
        again
        # On the far edge it has to answer, and may stand there facing b1.
        > a1 go
        |     vb1v   |
        |     ....   |
        |     ....   |
        |    ^a1^    |
        |            |
        again
        # With a corner in the zone and turned away from b1 it may not.
        > a1 go 1.6,1.2 20
        |     vb1v   |
        |     ....   |
        |     ....   |
        |            |
        |            |
        = a1 at 1.6,1.2 20
        again
        > a1 go
        |     vb1v   |
        |     <a1.   |
        |     < ..   |
        |            |
        |            |
        ! D3H2-TZ-04
    ",
    );
}

#[test]
fn who_starts_in_a_zone_may_not_step_aside() {
    show(
        "
        # D3H2-TZ-04 D3H2-TZ-05 D3H2-TZ-06 D3H2-TZ-08
        with a1 Bd; b1 Bd
        |    vb1v      |
        |    ....      |
        |    ^a1^      |
        |              |
        |              |
        > a1 go
        |    vb1v      |
        |    ....      |
        |    ....^a1^  |
        |              |
        |              |
        ! D3H2-TZ-04
        # It may not turn away on the spot either.
        > a1 go
        |    vb1v      |
        |    ....      |
        |    .a1>      |
        |       >      |
        |              |
        ! D3H2-TZ-04
        # Nor move back at an angle.
        > a1 go
        |    vb1v      |
        |    ....      |
        |    ....      |
        |     ^a1^     |
        |              |
        ! D3H2-TZ-04
        # Straight back, less than its full move.
        > a1 back 0.5
        |    vb1v      |
        |    ....      |
        |    ....      |
        |    ^a1^      |
        |              |
        again
        # The same, given as a place.
        > a1 go
        |    vb1v      |
        |    ....      |
        |    ....      |
        |    ^a1^      |
        |              |
        again
        # Forward into contact.
        > a1 ahead 0.5
        |    vb1v      |
        |    ^a1^      |
        |              |
        |              |
        |              |
        again
        # Back, but then sideways.
        > a1 back 0.5, go 2.5,1 north
        ! D3H2-TZ-04
    ",
    );
}

#[test]
fn nobody_turns_about_in_contact() {
    // D3H2-TZ-04 to 08: with its rear on an enemy's front edge, an element has neither squared up nor come nearer.
    for enemies in ["b1 Bd at 2,1 south", "b1 Bd at 2,1 south; b2 Bd at 3,1 south"] {
        show(&format!(
            "
            # D3H2-TZ-04
            with a1 Bd at 1,1 north; {enemies}
            | |
            > a1 go 2,0.5 south
            ! D3H2-TZ-04
            > a1 back 0.5
            "
        ));
    }
}

#[test]
fn who_stands_sideways_in_a_zone_may_square_up() {
    show(
        "
        # D3H2-TZ-05
        with a1 Bd; b1 Bd
        |    vb1v      |
        |    ....      |
        |    .a1>      |
        |       >      |
        |              |
        > a1 go
        |    vb1v      |
        |    ....      |
        |    ^a1^      |
        |              |
        |              |
    ",
    );
}

#[test]
fn nobody_walks_across_a_zone() {
    show(
        "
        # D3H2-TZ-04
        with a1 Cv; b1 Bd
        |         vb1v           |
        | a1>     ....           |
        |   >     ....           |
        |                        |
        > a1 ahead 4
        |         vb1v           |
        |         ....    a1>    |
        |         ....      >    |
        |                        |
        ! D3H2-TZ-04
        > a1 go
        |         vb1v           |
        |         ....    a1>    |
        |         ....      >    |
        |                        |
        ! D3H2-TZ-04
    ",
    );
    show(
        "
        # D3H2-TZ-04
        with a1 Cv; b1 Bd
        |         vb1v           |
        |         ....           |
        |         ....           |
        | a1>                    |
        |   >                    |
        > a1 ahead 4
        |         vb1v           |
        |         ....           |
        |         ....           |
        |                 a1>    |
        |                   >    |
    ",
    );
}

#[test]
fn of_two_enemies_one_may_be_answered() {
    show(
        "
        # D3H2-TZ-09
        with a1 Bd; b1 Bd; b2 Bd
        |    vb1v        |
        |    ....  <b2   |
        |    ^a1^  <     |
        |                |
        > a1 ahead 0.5
        |    vb1v        |
        |    ^a1^  <b2   |
        |          <     |
        |                |
        again
        > a1 go
        |    vb1v        |
        |    ....  <b2   |
        |     a1>  <     |
        |       >        |
        again
        > a1 go
        |    vb1v        |
        |    ....  <b2   |
        |   <a1    <     |
        |   <            |
        ! D3H2-TZ-04
    ",
    );
}

#[test]
fn a_war_wagon_threatens_before_every_edge() {
    show(
        "
        # D3H2-TZ-02
        with a1 Bd; b1 WWg
        |    vb1v        |
        |                |
        |                |
        |        ^a1^    |
        > a1 go
        |    vb1v  ^a1^  |
        |                |
        |                |
        |                |
        ! D3H2-TZ-04
        > a1 go
        |    vb1v <a1    |
        |         <      |
        |                |
        |                |
    ",
    );
    // Beside Blades there is no zone.
    show(
        "
        # D3H2-TZ-01
        with a1 Bd; b1 Bd
        |    vb1v        |
        |                |
        |                |
        |        ^a1^    |
        > a1 go
        |    vb1v^a1^    |
        |                |
        |                |
        |                |
    ",
    );
}

#[test]
fn a_camp_threatens_all_round() {
    // Its side is a base width from the camp, which is the box of dots.
    let before = |nudge: &str| {
        format!(
            "
            # D3H2-TZ-03
            with a1 Fl nudged 0,{nudge}
            camp b 6,4 south 2x1
            |                ........       |
            |                ........       |
            |                               |
            | a1>                           |
            |   >                           |
            |                               |
            |                               |
            |                               |
            "
        )
    };
    show(&(before("0.5") + "> a1 ahead 8\n = a1 at 9,3 east"));
    show(&(before("0.75") + "> a1 ahead 8\n ! D3H2-TZ-04"));
    show(&(before("0") + "> a1 go 4.5,3 north\n = a1 at 4.5,3 north"));
    show(&(before("0") + "> a1 go 4.5,3.5 east\n ! D3H2-TZ-04"));
    show(&(before("0") + "> a1 go 4.5,3 30\n = a1 at 4.5,3 30"));
}

#[test]
fn sneakers_pass_through_whoever_threatens_them_and_aerials_over_him() {
    show(
        "
        # D3H2-TZ-07 D3H2-TZ-11 D3H2-PASS-02 D3H2-PASS-11
        with a1 Sk; b1 Bd
        |              |
        |    vb1v      |
        |    ....      |
        |    ^a1^      |
        > a1 ahead 1.5
        |    ^a1^      |
        |    vb1v      |
        |    ....      |
        |    ....      |
    ",
    );
    show(
        "
        # D3H2-TZ-11 D3H2-PASS-07
        with a1 Fl; b1 Bd
        |              |
        |    vb1v      |
        |    ....      |
        |    ^a1^      |
        > a1 go 1.5,2.25 north
        = a1 at 1.5,2.25 north
        again
        > a1 go
        |              |
        |    vb1v      |
        |    .... ^a1^ |
        |              |
        ! D3H2-TZ-04
    ",
    );
    show(
        "
        # D3H2-TZ-11
        with a1 Bd; b1 Fl
        |    vb1v      |
        |    ....      |
        |    ^a1^      |
        |              |
        > a1 go
        |    vb1v      |
        |    .... ^a1^ |
        |              |
        |              |
        ! D3H2-TZ-04
    ",
    );
}

#[test]
fn a_group_in_a_zone_goes_ahead_and_not_back() {
    show(
        "
        # D3H2-TZ-06 D3H2-TZ-08
        with a1 Bd; a2 Bd; b1 Bd
        |    vb1v      |
        |              |
        |    ^a1^^a2^  |
        |              |
        |              |
        > a1+a2 back 0.5
        ! D3H2-MOVE-01
        > a1+a2 ahead 0.5
        |    vb1v      |
        |    ^a1^^a2^  |
        |              |
        |              |
        |              |
        again
        # The right half may leave on its own, because it is in no zone.
        > a2 back 0.5
        |    vb1v      |
        |              |
        |    ^a1^      |
        |        ^a2^  |
        |              |
    ",
    );
}

#[test]
fn outcome_moves_go_through_any_zone() {
    // a2 threatens the ground behind b1, which may not move there but may recoil there or flee through it.
    for (who, dice, at) in [("Sp", "5 3", "2,1.5 south"), ("LH", "6 1", "1,5.75 north")] {
        show(&format!(
            "
            # D3H2-TZ-10
            with a1 Sp at 1,1 north; a2 Sp at 2.5,1.5 west; b1 {who} at 2,1 south
            phase fighting
            | |
            > a1 fights b1 ({dice})
            = b1 at {at}
            "
        ));
    }
    show(
        "
        # D3H2-TZ-10 D3H2-TZ-04
        with a1 Kn at 1,1 north; b2 Sp at 2.5,1.7 west; b1 Bw at 12,1 south
        | |
        > a1 ahead 1
        ! D3H2-TZ-04
    ",
    );
    // Knights pursue through a zone that they may not enter by a move.
    show(
        "
        # D3H2-TZ-10 D3H2-PURS-01
        with a1 Kn at 1,1 north; b2 Sp at 2.5,1.7 west; b1 Bw at 2,1 south
        phase fighting
        | |
        > a1 fights b1 (6 1)
        = b1 gone
        = a1 at 1,2 north
    ",
    );
}

#[test]
fn one_place_to_turn_counts_for_passage_and_zones() {
    // D3H2-MOVE-04, D3H2-TZ-04: between a2 and a3, a1 fits only if it turns at the start, where it would be in b2’s zone.
    let between = |others: &str, rest: &str| {
        show(&format!(
            "
            origin 0,10
            phase moving
            with a1 Bd at 5,5 north; b1 Bd at 20,10 south{others}
            | |
            > a1 go 5.75,6.7 east
            {rest}
            "
        ));
    };
    let (friends, enemy) = ("; a2 Bd at 4.2,5.55 north; a3 Bd at 5.8,5.55 north", "; b2 Bd at 5,3.4 north");
    between(friends, "= a1 there");
    between(enemy, "= a1 there");
    between(&format!("{friends}{enemy}"), "! D3H2-TZ-04");
}

#[test]
fn no_wheel_leads_away_from_whoever_threatens() {
    // The enemy is ahead of it when it has wheeled, but farther away than before (D3H2-TZ-06).
    for (who, enemy, wheel) in [
        ("6Kn at 10.491,4.781 15", "Kn at 9.75,5.75 east", "left 60"),
        ("Pk at 6.566,8.348 west", "Sp at 6.469,7.071 314.9", "left 90"),
        ("Kn at 8.335,2.165 west", "Wb fast at 8.782,3.653 225", "right 90"),
        // From outside the zone.
        ("Wb fast at 8.84,9.5 west", "Pk at 8.809,8.117 315", "left 90"),
    ] {
        show(&format!(
            "
            # D3H2-TZ-06
            with a1 {who}; b1 {enemy}
            | |
            > a1 wheel {wheel}
            ! D3H2-TZ-04
            "
        ));
    }
}

#[test]
fn a_bending_road_leads_through_zones() {
    show(
        "
        # D3H2-TZ-04 D3H2-MOVE-25
        with a1 Mg general at 10.537,3.336 87.8; b1 Ps at 12.96,3.88 225
        ground road 0.42 8,2.75 9,2.775 10,2.817 11.08,2.82 12.24,2.816 13.36,2.809 14.32,2.802 16,2.8
        | |
        > a1 road 3.75
        ! D3H2-TZ-04
        > a1 road 0.5
        = pips 4
    ",
    );
}

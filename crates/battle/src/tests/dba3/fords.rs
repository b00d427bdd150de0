//! What a move costs that ends in contact, and rivers that nobody has tried. The cases were derived from the rules before
//! they were played.

/// DBA3-PIP-03: it is the move that has to end in contact, not the chariots: at the far end of the group they touch
/// nobody while others do (a4 in front, a3 as an overlap); a tenth shorter, nobody does.
#[test]
fn chariots_at_the_end_of_a_group_in_contact_cost_nothing_extra() {
    super::show(
        "
        with a1 4Bd general at 0,1 north; a2 SCh at -1,7 north; a3 4Sp at 0,7 north; a4 4Sp at 1,7 north
        with b1 4Sp at 2,9 south
        | |
        > a2+a3+a4 ahead 2
        = a4 at 1,9 north
        = pips 5
        again
        > a2+a3+a4 ahead 1.9
        = pips 4
        ",
    );
}

/// DBA3-PIP-03, DBA3-PIP-04: an Elephant in the group costs its PIP in contact as well, and out of contact the two
/// reasons are of one list and add only one.
#[test]
fn two_reasons_of_one_list_cost_one_pip() {
    super::show(
        "
        with a1 4Bd general at 0,1 north; a2 SCh at 0,6 north; a3 El at 1,6 north; b1 4Sp at 2,9 south
        | |
        > a2+a3 ahead 3
        = a3 at 1,9 north
        = pips 4
        again
        > a2+a3 ahead 2
        = pips 4
        ",
    );
}

/// DBA3-PIP-09: in the first bound neither the chariots out of contact nor the lost general cost anything more.
#[test]
fn nothing_costs_extra_in_the_first_bound() {
    super::show(
        "
        with a1 4Bd general destroyed; a2 SCh at 1,6 north; b1 4Sp at 2,9 south
        bounds 1
        | |
        > a2 ahead 2
        = pips 5
        ",
    );
}

/// DBA3-PIP-03, DBA3-CONT-22: side edge against side edge is a contact; a front corner that only touches
/// the rear corner of an enemy is none.
#[test]
fn flank_beside_flank_is_a_contact_and_a_rear_corner_is_none() {
    super::show(
        "
        with a1 4Bd general at 0,1 north; a2 SCh at 2,6 north; a3 SCh at -2,6 north
        with b1 4Sp at 2,9 south; b2 4Sp at -3,9 north
        | |
        > a2 ahead 3.25
        = a2 at 2,9.25 north
        = pips 5
        > a3 ahead 2.5
        = a3 at -2,8.5 north
        = pips 3
        ",
    );
}

/// DBA3-PIP-03, DBA3-PIP-08, DBA3-CONT-22: beside a friend's fight, an overlap position saves the chariots' PIP but
/// not that for the lost general; a tenth short of it, both are paid.
#[test]
fn beside_the_fight_of_a_friend_only_the_lost_general_costs_extra() {
    super::show(
        "
        with a1 4Bd general destroyed; a2 SCh at 0,6 north; a3 4Sp at 1,9 north; b1 4Sp at 2,9 south
        | |
        > a2 ahead 3
        = a2 at 0,9 north
        = pips 4
        again
        > a2 ahead 2.9
        = pips 3
        ",
    );
}

/// DBA3-RIVER-02, DBA3-RIVER-04: from exactly its edge (the water is at 1.5 to 2.5) every step is in the water, so
/// the move ends after 1 BW, with the front on the far bank.
#[test]
fn from_its_edge_a_river_limits_the_whole_move() {
    super::show(
        "
        with a1 3Kn at 1,1.5 north; b1 4Sp at 18,12 south
        ground river 1 -8,2 18,2
        | |
        > a1 ahead 2 (4)
        = river shallow
        = a1 at 1,2.5 north
        again
        > a1 go 1,3.5 north (5)
        = river deep
        = a1 at 1,2.5 north
        again
        > a1 go 1,3.5 north (2)
        = river paltry
        = a1 at 1,3.5 north
        ",
    );
}

/// DBA3-RIVER-04: the water begins exactly 1 BW ahead: the limit of 1 BW and the bank are the same place.
#[test]
fn a_bank_one_base_width_ahead_is_where_the_limit_is() {
    super::show(
        "
        with a1 3Kn at 1,0.5 north; b1 4Sp at 18,12 south
        ground river 1 -8,2 18,2
        | |
        > a1 go 1,3.5 north (6)
        = river deep
        = a1 at 1,1.5 north
        ",
    );
}

/// DBA3-RIVER-02: an element that ends before the water, or with its front edge exactly at it, tries no river, so
/// there is no die and no limit.
#[test]
fn moves_that_end_before_the_water_try_nothing() {
    super::show(
        "
        with a1 3Kn at 1,0 north; b1 4Sp at 18,12 south
        ground river 1 -8,2 18,2
        | |
        > a1 ahead 1.4
        = river unknown
        = a1 at 1,1.4 north
        again
        > a1 go 1,1.4 north
        = river unknown
        = a1 at 1,1.4 north
        again
        > a1 go 1,1.5 north
        = river unknown
        = a1 at 1,1.5 north
        ",
    );
}

/// DBA3-RIVER-02, DBA3-RIVER-04, DBA3-MOVE-15: the first of two rolls, is cut short at the bank, and has tried it
/// for both: the second knows that the river is shallow, rolls nothing, and may not order more than it can do.
#[test]
fn the_second_knows_what_the_first_has_tried() {
    super::show(
        "
        with a1 3Kn at 1,0 north; a2 3Kn at 4,0 north; b1 4Sp at 18,12 south
        ground river 1 -8,2 18,2
        | |
        > a1 ahead 3 (3)
        = river shallow
        = a1 at 1,1.503 north
        > a2 ahead 3
        ! DBA3-MOVE-15
        > a2 go 4,3 north
        ! DBA3-MOVE-15
        > a2 ahead 1.4
        = a2 at 4,1.4 north
        = river shallow
        ",
    );
}

/// DBA3-RIVER-04, DBA3-RIVER-05: a column may cross a deep river, and goes 1 BW as soon as its first front edge
/// gets wet, although the second stays on land.
#[test]
fn a_column_crosses_a_deep_river() {
    super::show(
        "
        with a1 4Sp at 1,1 north; a2 4Sp at 1,0.5 north; b1 4Sp at 18,12 south
        ground river 1 -8,2 18,2
        | |
        > a1+a2 ahead 2 (5)
        = river deep
        = a1 at 1,2 north
        = a2 at 1,1.5 north
        ",
    );
}

/// DBA3-RIVER-02, DBA3-RIVER-05: two abreast try the river and find it deep: they may not cross, so they stop at
/// the bank together.
#[test]
fn two_abreast_stop_at_the_bank_of_a_deep_river() {
    super::show(
        "
        with a1 4Sp at 1,1 north; a2 4Sp at 2,1 north; b1 4Sp at 18,12 south
        ground river 1 -8,2 18,2
        | |
        > a1+a2 ahead 2 (5)
        = river deep
        = a1 at 1,1.503 north
        = a2 at 2,1.503 north
        ",
    );
}

/// DBA3-RIVER-02, DBA3-RIVER-04: straight back into the river, the rear tries it (paltry: as far as ordered), and
/// once the front edge gets wet, after 0.8, the whole move is 1 BW (from 3.3 to 2.3).
#[test]
fn straight_back_into_a_river_is_slow_once_the_front_is_wet() {
    super::show(
        "
        with a1 3Kn at 1,3.3 north; b1 4Sp at 18,12 south
        ground river 1 -8,2 18,2
        | |
        > a1 back 0.5 (1)
        = river paltry
        = a1 at 1,2.8 north
        again
        > a1 back 2 (4)
        = river shallow
        = a1 at 1,2.3 north
        ",
    );
}

/// DBA3-RIVER-01: with the front 0.1 in the water nobody turns or goes aside, by whatever order, but goes straight
/// on or back, also by `go`.
#[test]
fn in_the_water_nobody_turns() {
    super::show(
        "
        with a1 3Kn at 1,1.6 north; b1 4Sp at 18,12 south
        ground river 1 -8,2 18,2
        rivers shallow
        | |
        > a1 go 1.1,1.7 45
        ! DBA3-RIVER-01
        > a1 go 1.3,2 north
        ! DBA3-RIVER-01
        > a1 go 1,2.6 north
        = a1 at 1,2.6 north
        again
        > a1 go 1,1.1 north
        = a1 at 1,1.1 north
        ",
    );
}

/// DBA3-RIVER-01: an element that comes from the land may not turn where its front would be in the water already
/// (0.1); no corner would go as far as 1 BW, so it is not the distance.
#[test]
fn nobody_turns_where_the_front_would_be_wet() {
    super::show(
        "
        with a1 3Kn at 1,1 north; b1 4Sp at 18,12 south
        ground river 1 -8,2 18,2
        rivers shallow
        | |
        > a1 ahead 0.6, wheel right 10
        ! DBA3-RIVER-01
        > a1 go 1.1,1.6 45
        ! DBA3-RIVER-01
        ",
    );
}

//! Situations in which thousandths of a BW, or which of two elements is meant, decide.

use super::scene::show;

#[test]
fn an_attacker_lined_up_on_the_flank_of_a_column_fights_its_front_element() {
    // b2 covers as much of a1 as of a2, but is lined up with a2, at the front: it falls back with b1.
    show(
        "
        # D3H2-OUT-05 D3H2-CC-16
        with a1 Bd at 1,1.5 north; a2 Bd at 1,2 north; b1 Sp at 2,2 south; b2 Sp at 1,2 east
        phase fighting
        | |
        > a2 fights b1 (5 2)
        = used D3H2-OUT-05
        = used D3H2-TACT-14
        = b2 at 0.5,2 east
    ",
    );
}

#[test]
fn a_gap_that_still_touches_is_lined_up() {
    for gap in ["0.002", "0.003", "0.004"] {
        show(&format!(
            "
            # D3H2-CONT-02
            with a1 Sp at 1,1 north; a2 Sp at 2,1 north; b1 Sp at 2,1 south nudged 0,{gap}; b2 Sp at 3,1 south nudged 0,{gap}
            phase fighting
            | |
            = a1 fights b1
            = a2 fights b2
            "
        ));
    }
    // A move that ends as close counts as contact, and the fight takes place.
    show(
        "
        # D3H2-CONT-02 D3H2-CONT-04
        with a1 Bd at 1,1 north; b1 Bd at 2,3 south
        | |
        > a1 ahead 1.998
        > end
        > end
        = a1 fights b1
    ",
    );
    // So does the support of an element that stands a touch behind.
    show(
        "
        # D3H2-SUPP-02
        with a1 Pk at 1,1 north; a2 Pk at 1,0.5 north nudged 0,-0.003; b1 Bd at 2,1 south
        phase fighting
        | |
        > a1 fights b1 (2 4)
        = used D3H2-SUPP-02
    ",
    );
}

#[test]
fn an_edge_behind_a_neighbour_is_no_target() {
    // b3 and b4 stand behind b1 and b2, and show only edges that their neighbours cover.
    for at in ["1,1", "1.4,1", "1.5,1", "1.6,1", "2,1"] {
        show(&format!(
            "
            # D3H2-SHOOT-08 D3H2-SHOOT-12
            with a1 Bw at {at} north; b1 Bd at 2.5,3 south; b2 Bd at 3.5,3 south; b3 Bd at 2.5,3.5 south; b4 Bd at 3.5,3.5 south
            phase shooting
            | |
            = a1 targets b1 b2
            "
        ));
    }
    // A friend before the front blocks every shot, as does one that stands before a part of it.
    for friend in ["1,1.5", "1.7,1.5", "0.2,1.5", "1,1.7"] {
        show(&format!(
            "
            # D3H2-SHOOT-11
            with a1 Bw at 1,1 north; a2 Bd at {friend} north; b1 Bd at 2,3.5 south
            phase shooting
            | |
            = a1 targets
            "
        ));
    }
}

#[test]
fn a_road_does_not_help_in_combat() {
    for road in ["", "ground road 0.5 1.5,-4 1.5,8"] {
        show(&format!(
            "
            # D3H2-FEAT-14 D3H2-FEAT-22
            with a1 Sp at 1,1 north; b1 Bd at 2,1 south
            ground woods -1,0.2 4,0.2 4,0.9 -1,0.9
            {road}
            phase fighting
            | |
            > a1 fights b1 (6 1)
            = used D3H2-TACT-18
            "
        ));
    }
}

#[test]
fn no_aerial_pursues_into_trees() {
    for (woods, end) in [("1.3,1.9", "1,1.25"), ("0.2,1.0", "1,2.25")] {
        let (from, to) = woods.split_once(',').unwrap();
        show(&format!(
            "
            # D3H2-MOVE-08 D3H2-PURS-02
            with a1 Kn at 1,2 north; a2 Fl at 1,1.25 north; b1 Bd at 2,2 south
            ground woods -1,{from} 4,{from} 4,{to} -1,{to}
            phase fighting
            | |
            > a1 fights b1 (6 1)
            = a1 at 1,3 north
            = a2 at {end} north
            "
        ));
    }
}

#[test]
fn an_element_beside_its_fallen_stronghold_does_not_assault_it() {
    show(
        "
        # D3H2-CC-10
        with a1 Bd; b1 Bd at 4,1 north; b2 Bd at 2.5,-0.5 north
        ground stronghold 1,0 4,0 4,2 1,2 gate 2.5,2 edge north
        holder a
        phase fighting
        | |
        = b1 fights
        = b2 fights
    ",
    );
    show(
        "
        # D3H2-CC-10
        with a1 Bd; b1 Bd at 2,0 north
        ground stronghold 1,0 4,0 4,2 1,2 gate 2.5,2 edge north
        holder a
        phase fighting
        | |
        = b1 fights stronghold
    ",
    );
}

#[test]
fn a_bent_column_does_not_stand_on_itself() {
    for order in [
        "wheel right 45",
        "wheel left 45, ahead 0.5",
        "wheel right 30, ahead 0.5, wheel right 30, ahead 0.5",
        "ahead 0.5, wheel left 20, ahead 0.3, wheel right 40, ahead 0.3, wheel left 40",
        "wheel right 90, wheel right 90, wheel right 90, ahead 2",
    ] {
        show(&format!(
            "
            # D3H2-MOVE-02
            with a1 LH at 1,4 north; a2 LH at 1,3.25 north; a3 LH at 1,2.5 north; a4 LH at 1,1.75 north; a5 LH at 1,1 north; a6 LH at 1,0.25 north
            | |
            > a1+a2+a3+a4+a5+a6 {order}
            "
        ));
    }
}

#[test]
fn in_a_wheel_each_bow_counts_its_own_way() {
    // The outer Bows move farther than a base width and do not shoot; the inner ones do.
    show(
        "
        # D3H2-SHOOT-23
        with a1 Bw at 1,1 north; a2 Bw at 2,1 north; a3 Bw at 3,1 north; b1 Bd at 1,3 south
        | |
        > a1+a2+a3 wheel left 30
        > end
        = a1 targets b1
        = a3 targets
    ",
    );
}

#[test]
fn the_owner_of_a_third_element_decides_whether_it_shoots_at_the_shooter() {
    // b2 may shoot at a1 or at a2, so its owner is asked before a1 shoots at b1.
    let shot = "
        # D3H2-SHOOT-27
        with a1 Bw at 1,1 north; a2 Bw at 2,1 north; b1 Bd at 1.5,1.9 south; b2 Bw at 3.2,2.9 south
        phase shooting
        | |
        > a1 shoots b1
        = phase answering
        = decides-side b
        > a1 shoots b1
        ! D3H2-SHOOT-27
        > b2 shoots a2
        ! D3H2-SHOOT-27
        ";
    show(&format!(
        "{shot}> b2 shoots a1 (1 3 1)\n = used D3H2-SHOOT-27\n = b2 targets\n = phase shooting\n = a1 targets"
    ));
    show(&format!("{shot}> b2 shoots a1 (6 1)\n = a1 gone\n = phase shooting"));
    show(&format!("{shot}> end (3 1)\n = unused D3H2-SHOOT-27\n = b2 targets a2\n = a1 targets"));
}

#[test]
fn a_hero_is_ensorcelled_by_the_mage_that_holds_the_walls() {
    show(
        "
        # D3H2-ENS-01 D3H2-SUMM-34
        with a1 Mg holds stronghold; b1 Hr at 2,0 north
        ground stronghold 1,0 4,0 4,2 1,2 gate 2.5,2 edge north
        phase fighting
        | |
        > b1 fights stronghold (3 5)
        = b1 ensorcelled
    ",
    );
}

#[test]
fn no_aerial_ends_in_water() {
    show(
        "
        # D3H2-FEAT-10 D3H2-MOVE-08
        with a1 Fl at 1,1 north
        ground waterway -8,2 17,2 17,4 -8,4
        | |
        > a1 ahead 2
        ! D3H2-MOVE-08
        > a1 ahead 4.5
    ",
    );
}

#[test]
fn the_way_of_an_element_that_turns_is_bound_by_zones_too() {
    // It would slide along the front of b1 and turn at the end, or turn first and slide with its back to it.
    show(
        "
        # D3H2-TZ-04
        with a1 Cv at 4,2.2 west; b1 Bd at 3,1.5 east
        | |
        > a1 go 4.875,-0.3 south
        ! D3H2-TZ-04
    ",
    );
}

//! Elements that come back or leave, and the fate that frees ensorcelled ones.

use super::scene::show;

#[test]
fn the_first_god_leaves_on_a_one() {
    show(
        "
        # D3H2-SUMM-09 D3H2-SUMM-10
        with a1 Bd at 1,1 north; b1 Gd at 1,9 south; b2 Bd at 4,9 south
        phase fighting
        | |
        > end (1)
        = b1 fled
        = pips 1
        again
        > end (2)
        = b1 there
    ",
    );
}

#[test]
fn a_lurker_goes_when_no_enemy_is_near_or_it_is_forced_out() {
    for (enemy, place) in [("2,9", "there"), ("2,9.1", "aside")] {
        show(&format!(
            "
            # D3H2-SUMM-22
            with a1 Lk lair 0 at 1,3 north; a2 Bd at -5,-5 north; b1 Bd at {enemy} south
            ground woods 0,0 4,0 4,4 0,4
            phase fighting
            | |
            > end (3)
            = a1 {place}
            "
        ));
    }
    // A Lurker beaten back out of its feature is gone, and may be summoned again.
    show(
        "
        # D3H2-SUMM-21
        with a1 Lk lair 0; b1 Sp
        ground woods -2,1.5 4,1.5 4,4 -2,4
        phase fighting
        |    vb1v      |
        |    ^a1^      |
        |              |
        |              |
        > a1 fights b1 (4 4)
        = a1 aside
    ",
    );
}

#[test]
fn an_answer_not_given_is_lost() {
    // b1 entered the woods before this bound of a; after it, a1 can no longer answer.
    show(
        "
        # D3H2-SUMM-12
        with a1 Lk aside; a2 Bd at -5,-5 north; b1 Bd at 2,2 south
        ground woods -1,-1 6,-1 6,2.9 -1,2.9
        phase fighting
        intruders b1
        | |
        > end (3)
        > end
        > end
        > end (3)
        > summon a1 1,2 north
        ! D3H2-SUMM-11
    ",
    );
}

#[test]
fn water_lurkers_come_in_marsh_and_river_only() {
    for (kind, who, rule) in [
        ("woods 0,0 4,0 4,3 0,3", "Lk water", "! D3H2-SUMM-16"),
        ("marsh 0,0 4,0 4,3 0,3", "Lk water", "= a1 there"),
        ("marsh 0,0 4,0 4,3 0,3", "Lk", "= a1 there"),
        ("river 1 -8,1.75 18,1.75", "Lk water", "= a1 there"),
        ("river 1 -8,1.75 18,1.75", "Lk", "! D3H2-SUMM-15"),
    ] {
        show(&format!(
            "
            # D3H2-SUMM-16 D3H2-SUMM-17
            with a1 {who} aside; b1 Bd at 2,2 south
            ground {kind}
            phase summoning
            intruders b1
            | |
            > summon a1 1,2 north
            {rule}
            "
        ));
    }
}

#[test]
fn the_fate_of_a_bespeller_frees_whom_it_ensorcelled() {
    // b1, who had ensorcelled a2, is destroyed: a2 returns where its marker lies.
    let table = |marker: &str| {
        format!(
            "
            # D3H2-SUMM-34 D3H2-SUMM-35 D3H2-ENS-06
            with a1 Kn; a2 Mg ensorcelled b1 at 5,1 east; a3 Bd at {marker} north; a4 Sp; b1 Mg
            phase fighting
            |    vb1v<a4   |
            |    ^a1^<     |
            |              |
            > a1 fights b1 (6 1)
            = b1 destroyed
            "
        )
    };
    show(&(table("9,1") + "= a2 at 5,1 east"));
    // If the marker is covered, a2 is lost.
    show(&(table("4.5,0.75") + "= a2 destroyed"));
}

#[test]
fn a_camp_without_troops_is_beaten_by_its_own_factor() {
    // D3H2-CC-13: with a factor of 2 the camp falls to Knights that roll the same, and holds against Spears that roll
    // double.
    show(
        "
        # D3H2-CC-13 D3H2-CAMP-05
        origin 0,10
        with a1 Kn; b1 Sp at 20,10 south
        camp b 5,2 south 4x1
        phase fighting
        |                  |
        |                  |
        |    ^a1^          |
        |                  |
        |                  |
        |                  |
        > a1 fights camp (3 3)
        = camp b sacked
    ",
    );
}

#[test]
fn one_overlaps_two_on_opposite_flanks() {
    // a2 stands between b1 and b2, facing neither.
    show(
        "
        # D3H2-CC-07
        with a1 Sp; a2 Sp; a3 Sp; b1 Bd; b2 Bd
        phase fighting
        |    vb1v    vb2v      |
        |    ^a1^^a2^^a3^      |
        |                      |
        > a1 fights b1 (3 2)
        = b1 at 2,1.5 south
        > a3 fights b2 (3 2)
        = b2 at 4,1.5 south
    ",
    );
}

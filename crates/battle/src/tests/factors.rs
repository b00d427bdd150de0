//! Factors and speed on the table: the factors of each type, Fast elements, and the traditional tables.

use super::scene::show;

/// A fight between two types: both totals with a roll of three each, and the rule of the first one's factor.
fn fight(rules: &str, who: &str, enemy: &str, totals: &str, rule: &str) {
    show(&format!(
        "
        # {rule}
        rules {rules}
        with a1 {who} down at 1,3 north; b1 {enemy} at 2,3 south
        phase fighting
        | |
        > a1 fights b1 (3 3)
        = totals {totals}
        = used {rule}
        "
    ));
}

#[test]
fn an_element_fights_by_the_factor_against_whom_it_fights() {
    // Against Auxilia and against Cavalry, which have three against everybody; the tests of `combat` cover the whole
    // table.
    for (who, foot, mounted, rule) in [
        ("Bw", 2, 4, "D3H2-CF-09"),
        ("CP", 5, 3, "D3H2-CF-13"),
        ("Gd", 6, 6, "D3H2-CF-16"),
        ("AHr", 5, 5, "D3H2-CF-17"),
        ("Kn", 3, 4, "D3H2-CF-19"),
        ("WWg", 3, 4, "D3H2-CF-30"),
    ] {
        fight("d3h2", who, "Ax", &format!("{} 6", foot + 3), rule);
        fight("d3h2", who, "Cv", &format!("{} 6", mounted + 3), rule);
    }
}

#[test]
fn double_elements_have_the_factors_of_their_types_and_one_more_against_foot() {
    for (who, foot, mounted, rule) in [
        ("6Kn", 4, 4, "D3H2-CF-19"),
        ("6Cv", 4, 3, "D3H2-CF-11"),
        ("8Sp", 5, 4, "D3H2-CF-28"),
        ("6Bd", 6, 3, "D3H2-CF-08"),
        ("8Bw", 3, 4, "D3H2-CF-09"),
    ] {
        fight("d3h2", who, "Ax", &format!("{} 6", foot + 3), rule);
        fight("d3h2", who, "Cv", &format!("{} 6", mounted + 3), rule);
        fight("d3h2", who, "Ax", &format!("{} 6", foot + 3), "D3H2-SUPP-06");
    }
}

#[test]
fn speed_changes_moves_and_equal_scores_and_no_factor() {
    // D3H2-FAST-15: the totals are the same; on equal ones Fast elements recoil from solid ones.
    for (who, foot, rule) in
        [("Bd", 5, "D3H2-CF-08"), ("Sp", 4, "D3H2-CF-28"), ("Kn", 3, "D3H2-CF-19"), ("Bs", 3, "D3H2-CF-06")]
    {
        fight("d3h2", who, "Ax", &format!("{} 6", foot + 3), rule);
        fight("d3h2", &format!("{who} fast"), "Ax", &format!("{} 6", foot + 3), rule);
    }
    for (mark, at) in [("", "1,3"), ("fast", "1,2.5")] {
        show(&format!(
            "
            # D3H2-FAST-15 D3H2-OUT-16
            with a1 Ax {mark} at 1,3 north; b1 Ax at 2,3 south
            phase fighting
            | |
            > a1 fights b1 (3 3)
            = a1 at {at} north
            = b1 at 2,3 south
            "
        ));
    }
}

#[test]
fn fast_mounted_are_quicker_in_good_going_only() {
    for (who, good, rough) in
        [("Kn fast", "4", "1"), ("Cv fast", "5", "1"), ("LH fast", "5", "1"), ("Bs fast", "5", "5")]
    {
        for (ground, far) in
            [("", good), ("ground scrub -3,-3 6,-3 6,9 -3,9", rough), ("ground woods -3,-3 6,-3 6,9 -3,9", rough)]
        {
            show(&format!(
                "
                # D3H2-FAST-16 D3H2-FAST-12
                with a1 {who} at 1,1 north; b1 Bd at 12,12 south
                {ground}
                | |
                > a1 ahead {far}.1
                ! D3H2-MOVE-05
                > a1 ahead {far}
                = a1 there
                "
            ));
        }
    }
}

#[test]
fn fast_foot_is_quick_in_all_going() {
    for (who, good, bad) in [("Bd fast", "3", "3"), ("Bd", "2", "1"), ("Wb", "2", "2"), ("Ps", "3", "3")] {
        for (ground, far) in [("", good), ("ground woods -3,-3 6,-3 6,9 -3,9", bad)] {
            show(&format!(
                "
                # D3H2-FAST-12 D3H2-MOVE-19 D3H2-MOVE-20
                with a1 {who} at 1,1 north; b1 Bd at 12,12 south
                {ground}
                | |
                > a1 ahead {far}.1
                ! D3H2-MOVE-05
                > a1 ahead {far}
                = a1 there
                "
            ));
        }
    }
}

#[test]
fn the_traditional_tables_are_asked_in_their_rules() {
    // Warband have three against Foot, including Lurkers, and two against others.
    for (who, against_warband, against_cavalry, warband) in [("Bd", 5, 3, 3), ("Lk", 2, 2, 3), ("Gd", 6, 6, 2)] {
        show(&format!(
            "
            # D3H2-TRAD-01 D3H2-TRAD-24
            rules d3h2-traditional
            with a1 {who} down at 1,3 north; b1 Wb at 2,3 south; a2 {who} down at 9,3 north; b2 Cv at 10,3 south
            phase fighting
            | |
            > a1 fights b1 (1 6)
            = totals {} {}
            again
            > a2 fights b2 (1 6)
            = totals {} 9
            ",
            against_warband + 1,
            warband + 6,
            against_cavalry + 1
        ));
    }
}

#[test]
fn traditional_warband_have_a_second_rank_against_lurkers_too() {
    for (rules, word) in [("d3h2", "unused"), ("d3h2-traditional", "used")] {
        let rule = if rules == "d3h2" { "D3H2-SUPP-03" } else { "D3H2-TRAD-26" };
        show(&format!(
            "
            # D3H2-TRAD-26
            rules {rules}
            with a1 Wb at 1,3 north; a2 Wb at 1,2.5 north; b1 Lk at 2,3 south
            phase fighting
            | |
            > a1 fights b1 (3 3)
            = {word} {rule}
            "
        ));
    }
}

#[test]
fn a_stronghold_that_is_destroyed_is_not_retaken() {
    let walls = "
        origin 0,0
        with a1 Kn at 4,18 north; b1 Kn at 9.5,19 west
        ground stronghold 2,18 8,18 8,20 2,20 gate 4.5,18 edge north
        defender b
        phase fighting
        | |
        > a1 fights stronghold (6 1)
        = lost b 4
        ";
    show(&format!(
        "
        # D3H2-TRAD-34 D3H2-TRAD-23
        rules d3h2-traditional
        {walls}
        # The victor advances over the ruins, and b1 has nobody there to fight.
        = a1 at 4,19 north
        > end (6)
        > b1 ahead 1.5
        > end
        > end
        = b1 fights
        > end (3)
        = lost b 4
        "
    ));
    show(&format!("# D3H2-TRAD-34 D3H2-BUA-15\n rules d3h2\n {walls}\n = a1 holds stronghold"));
}

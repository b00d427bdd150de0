//! Army points: LIST-01 to LIST-06, LIST-14 to LIST-19, LIST-27, COST-07 to COST-14.

use musterfield_army::Code;
use musterfield_fixtures::armies::{army, codes, errors, report, rule_of};
use musterfield_rules::Points;

/// D3H2-LIST-03, D3H2-COST-12: a maximum, compared exactly.
#[test]
fn an_army_may_cost_exactly_what_was_agreed_and_no_half_more() {
    let exact = army("24", "Hr general; 10 Bd");
    assert_eq!(report(&exact).totals.spent, Points::whole(24));
    assert!(codes(&exact).is_empty());

    let over = army("24", "Hr general; 9 Bd; LH; Hd");
    assert_eq!(report(&over).totals.spent.to_string(), "24.5");
    assert_eq!(errors(&over), ["over-budget"]);
    assert_eq!(rule_of(&over, Code::OverBudget).as_deref(), Some("D3H2-LIST-03"));
    assert!(errors(&army("24.5", "Hr general; 9 Bd; LH; Hd")).is_empty());
}

/// D3H2-LIST-02, D3H2-LIST-03: fewer may be spent.
#[test]
fn unspent_points_are_a_warning_from_one_on() {
    assert_eq!(codes(&army("24", "Hr general; 9 Bd; LH")), []);
    assert_eq!(codes(&army("24", "Hr general; 9 Bd; Hd")), [(Code::PointsUnspent, None)]);
}

/// D3H2-LIST-04: exactly half is allowed.
#[test]
fn half_of_the_points_may_go_on_elements_of_four_and_six() {
    assert!(errors(&army("24", "Hr general; Dg; Gd; 6 Bd")).is_empty());
    assert_eq!(errors(&army("24", "Hr general; Dg; Gd; Mg; 4 Bd")), ["high-cost-cap"]);
    assert_eq!(errors(&army("24", "AHr general; AHr; Hr; 4 Bd")), ["high-cost-cap"]);
    assert_eq!(rule_of(&army("24", "Hr general; 3 Bh"), Code::HighCostCap).as_deref(), Some("D3H2-LIST-05"));
}

/// D3H2-LIST-05: half of the agreed AP, not of those spent, without rounding.
#[test]
fn the_half_is_of_the_agreed_points_and_exact() {
    for (points, elements, legal) in [
        ("25", "Hr general; Dg; Gd", true),
        ("23.5", "Hr general; Dg; Gd", false),
        ("24", "Hr general; Dg; Gd", true),
        ("8", "Hr general", true),
        ("7.5", "Hr general", false),
        ("12", "AHr general", true),
        ("11.5", "AHr general", false),
    ] {
        assert_eq!(!errors(&army(points, elements)).contains(&"high-cost-cap"), legal, "{points} {elements}");
    }
    assert_eq!(report(&army("25.5", "Hr general")).totals.costly_cap.to_string(), "12.75");
}

/// D3H2-LIST-06, D3H2-COST-13: elements of three points and less are exempt from the cap.
#[test]
fn elements_of_three_points_do_not_count_to_the_half() {
    let threes = army("24", "Cl general; Ab; Art; WWg; 6Cv; 6Kn; 8Sp; 6Bd");
    assert_eq!(report(&threes).totals.costly, Points::ZERO);
    assert!(codes(&threes).is_empty());
}

/// D3H2-COST-07, COST-08, COST-10, COST-11: costs of the unusual types.
#[test]
fn odd_costs_are_as_ruled() {
    let spent = |elements| report(&army("24", elements)).totals.spent.to_string();
    assert_eq!(spent("8Bw"), "2");
    assert_eq!(spent("4Kn; HCh; 3Kn; LCh"), "8");
    assert_eq!(spent("LCm"), "1.5");
    assert_eq!(spent("Hd; IHd"), "2.5");
    assert_eq!(spent("Ps; Lk; Lk water"), "4");
}

/// D3H2-COST-09, D3H2-COST-14, D3H2-FAST-02, D3H2-LIST-07: properties that cost nothing.
#[test]
fn being_general_fast_or_mounted_costs_nothing() {
    let plain = report(&army("24", "4 Bw")).totals.spent;
    for marks in ["Bw general; 3 Bw", "4 Bw fast", "4 Bw mounted"] {
        assert_eq!(report(&army("24", marks)).totals.spent, plain, "{marks}");
    }
}

/// D3H2-COST-12; the limits from 1 to 500 AP are the program's own, and no rule is named for them.
#[test]
fn only_points_that_make_sense_are_taken() {
    for (points, rule) in [
        ("0", None),
        ("-4", None),
        ("0.5", None),
        ("500.5", None),
        ("600", None),
        ("24.25", Some("D3H2-COST-12")),
        ("24.3", Some("D3H2-COST-12")),
    ] {
        let draft = army(points, "Hd general");
        assert_eq!(codes(&draft).into_iter().filter(|(code, _)| *code == Code::BadPoints).count(), 1, "{points}");
        assert_eq!(rule_of(&draft, Code::BadPoints).as_deref(), rule, "{points}");
        // Spending cannot be compared with a number that means nothing.
        assert_eq!(errors(&draft), ["bad-points"]);
    }
    for points in ["1", "1.5", "24", "500"] {
        assert!(!errors(&army(points, "Ps general")).contains(&"bad-points"), "{points}");
    }
}

/// D3H2-LIST-14, D3H2-LIST-15, D3H2-LIST-17: up to 6 AP of allies, inside the total, for armies of any size.
#[test]
fn allies_cost_six_points_at_most_in_an_army_of_any_size() {
    for points in ["24", "120"] {
        let mut draft = army(points, "Hr general; 3 Kn ally");
        draft.allies = Some("d3h2/olympians".into());
        let report = report(&draft);
        assert_eq!(report.totals.allies, Points::whole(6));
        assert_eq!(report.totals.spent, Points::whole(10));
        assert!(!errors(&draft).contains(&"ally-cap"));
        draft.lines[1].count = 4;
        assert!(errors(&draft).contains(&"ally-cap"));
        assert_eq!(rule_of(&draft, Code::AllyCap).as_deref(), Some("D3H2-LIST-17"));
    }
}

/// D3H2-LIST-16: allies of four and six count in the army's half cap, and have none of their own.
#[test]
fn costly_allies_count_in_the_cap_of_the_whole_army() {
    let within = army("24", "Hr general; 8 Bd; Dg ally");
    assert!(!errors(&within).contains(&"high-cost-cap") && !errors(&within).contains(&"ally-cap"));
    let beyond = army("24", "Hr general; 2 Gd; 4 Bd; Dg ally");
    assert!(errors(&beyond).contains(&"high-cost-cap"));
}

/// D3H2-LIST-18, D3H2-LIST-19, D3H2-LIST-27: no limit on numbers, kinds or composition.
#[test]
fn odd_armies_are_legal() {
    for (points, elements) in [
        ("24", "Fl general; 11 Fl"),
        ("4", "2 Fl general"),
        ("2", "Kn general"),
        ("24", "Ps general; 23 Ps"),
        ("24", "Hr general; 2 Hr; 6 Bd"),
        ("24", "3 Gd; 6 Bd; Cl general"),
    ] {
        let draft = army(points, elements);
        let found = errors(&draft);
        assert!(found.iter().all(|code| *code == "bad-count" || *code == "over-budget"), "{elements}: {found:?}");
    }
    assert!(errors(&army("24", "Fl general; 11 Fl")).is_empty());
    assert!(errors(&army("2", "Kn general")).is_empty());
    assert!(errors(&army("24", "Ps general; 23 Ps")).is_empty());
}

#[test]
fn figures_are_counted_by_class() {
    let report = report(&army("24", "Hr general; 4 Bd; Dg; 2 Fl; Art"));
    let figures = report.totals;
    let classes: Vec<(i64, String)> =
        figures.classes.iter().map(|(count, points)| (*count, points.to_string())).collect();
    assert_eq!(classes, [(3, "8".into()), (1, "4".into()), (5, "11".into())]);
    assert_eq!((figures.elements, figures.moves, figures.garrison), (9, Some((10, 2)), 6));
}

/// D3H2-WIN-01, D3H2-COST-15: half of the agreed AP breaks the army.
#[test]
fn the_break_point_is_half_of_the_agreed_points() {
    for (points, break_point) in [("24", "12"), ("25", "12.5"), ("48", "24")] {
        assert_eq!(report(&army(points, "Kn general")).totals.break_point.unwrap().lost.to_string(), break_point);
    }
}

#[test]
fn senseless_counts_are_told_and_do_not_count() {
    for count in [0, -1, 201, 1_000_000_000] {
        let mut draft = army("24", "Hr general; Bd");
        draft.lines[1].count = count;
        assert!(codes(&draft).contains(&(Code::BadCount, Some(1))), "{count}");
    }
    let mut draft = army("500", "Ps general; 150 Ps; 60 Ps fast");
    assert!(errors(&draft).contains(&"army-size"));
    draft.lines[2].count = 49;
    assert!(!errors(&draft).contains(&"army-size"));
}

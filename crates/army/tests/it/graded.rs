//! Armies of types in grades: the price of each element, and everything that the check reports about them (DBMF).

use musterfield_army::{Catalogue, Code, Draft, Report, check};

use musterfield_fixtures::armies::{catalogue_of, host, host_of, report, ruleset};
use musterfield_rules::{Points, Ruleset};
use musterfield_words::army::{advice, label, message};

/// The problems except unspent AP, which most of these armies have.
fn problems(report: &Report) -> Vec<(&'static str, Option<usize>)> {
    let told = report.problems.iter().filter(|problem| problem.code() != Code::PointsUnspent);
    told.map(|problem| (problem.code().as_str(), problem.place)).collect()
}

fn found(elements: &str) -> Vec<(&'static str, Option<usize>)> {
    problems(&report(&host(elements)))
}

/// Checks the text of a problem, and the label of its first fix; empty if there is none.
#[track_caller]
fn says(report: &Report, code: &str, rule: Option<&str>, message: &str, fix: &str) {
    says_under(ruleset("dbmf"), report, code, rule, message, fix);
}

#[track_caller]
fn says_under(rules: &Ruleset, report: &Report, code: &str, rule: Option<&str>, message: &str, fix: &str) {
    let problem = report.problems.iter().find(|problem| problem.code().as_str() == code);
    let problem = problem.unwrap_or_else(|| panic!("no {code}: {:#?}", report.problems));
    assert_eq!(self::message(&problem.fault, rules), message);
    assert_eq!(problem.rule.as_ref().map(ToString::to_string).as_deref(), rule, "{message}");
    assert_eq!(problem.fixes.first().map_or(String::new(), |fix| label(fix, rules)), fix, "{message}");
    assert!(!advice(&problem.fault, rules).is_empty(), "{message}");
}

/// Applies the first fix of a problem and checks again.
#[track_caller]
fn mended(draft: &Draft, code: &str) -> (Draft, Vec<(&'static str, Option<usize>)>) {
    let told = report(draft);
    let problem = told.problems.iter().find(|problem| problem.code().as_str() == code).unwrap();
    let mut changed = draft.clone();
    assert!(problem.fixes[0].edits.iter().all(|edit| changed.apply(edit)), "{:?}", problem.fixes[0]);
    let after = problems(&report(&changed));
    (changed, after)
}

/// DBMF-COST-01, COST-30, COST-31, STRAT-07.
#[test]
fn elements_cost_what_their_grade_does_and_what_comes_on_top() {
    for (elements, other, spent) in [
        ("Kn(S) general", "0", "12"),
        ("Kn(S) regular general", "0", "15"),
        ("Kn general", "0", "10"),
        ("Kn general; 6 Sp regular", "0", "40"),
        ("Kn general; 3 Hd(I)", "0", "11.5"),
        // Air-mobile elements are 2 AP dearer, regular and irregular alike.
        ("Kn general; 8 Wb air", "0", "50"),
        ("Ax(S) regular general air", "0", "7"),
        ("Ax(S) general air", "0", "6"),
        // A price given by the player, where none is printed.
        ("Kn general; 2 Fl(F) @9", "0", "28"),
        ("Kn general; 2 Gal @4.5", "0", "19"),
        ("Kn general; Sp(S) @6 air", "0", "18"),
        ("Kn general @3", "0", "10"),
        // Tunnelers.
        ("Kn general", "10", "20"),
        ("Kn general; Fl(F)", "0", "10"),
    ] {
        let draft = Draft { other_costs: other.parse().unwrap(), ..host(elements) };
        assert_eq!(report(&draft).totals.spent.to_string(), spent, "{elements} + {other}");
    }
}

/// DBMF-COST-01, GRADE-05, GRADE-08, GRADE-39, GRADE-41, GRADE-42: a dash cannot be bought, except for a price agreed
/// on.
#[test]
fn what_has_no_price_is_told_with_those_that_have_one() {
    for (elements, code, rule, message, fix) in [
        (
            "Kn(C) regular general; Cl",
            "no-price",
            "DBMF-COST-07",
            "No price is printed for regular Knights (C).",
            "Make them irregular (11 AP)",
        ),
        (
            "Bd(H) regular general",
            "no-price",
            "DBMF-COST-14",
            "No price is printed for regular Blades (H).",
            "Make them irregular (10 AP)",
        ),
        (
            "Gi regular general",
            "no-price",
            "DBMF-COST-21",
            "No price is printed for regular Giants (O).",
            "Make them irregular (10 AP)",
        ),
        (
            "Sp(S) general",
            "no-price",
            "DBMF-COST-12",
            "No price is printed for irregular Spears (S).",
            "Make them regular (7 AP)",
        ),
        (
            "Gal general",
            "no-price",
            "DBMF-COST-27",
            "No price is printed for irregular Galleys (O).",
            "Make them regular (5 AP)",
        ),
        (
            "Shp(S) regular general",
            "no-price",
            "DBMF-COST-28",
            "No price is printed for regular Ships (S).",
            "Make them irregular (4 AP)",
        ),
        (
            "Art(I) general",
            "no-price",
            "DBMF-COST-23",
            "No price is printed for irregular Artillery (I).",
            "Make them regular (4 AP)",
        ),
        (
            "Fl(F) general",
            "no-price",
            "DBMF-COST-04",
            "No price is printed for irregular Flyers (F).",
            "Make them Flyers (S) (7 AP)",
        ),
        (
            "Sh(X) general",
            "no-price",
            "DBMF-COST-17",
            "No price is printed for irregular Shot (X).",
            "Make them Shot (O) (7 AP)",
        ),
        (
            "Av(F) general",
            "grade-not-available",
            "DBMF-COST-03",
            "There are no Avatars (F): the rules have neither a price nor an entry for them.",
            "Make them Avatars (S) (24 AP)",
        ),
        (
            "Gal(E) general",
            "grade-not-available",
            "DBMF-COST-27",
            "There are no Galleys (E): the rules have neither a price nor an entry for them.",
            "Make them regular Galleys (S) (6 AP)",
        ),
    ] {
        let draft = host(elements);
        assert_eq!(found(elements)[0], (code, Some(0)), "{elements}");
        says(&report(&draft), code, Some(rule), message, fix);
        let (_, after) = mended(&draft, code);
        assert!(after.iter().all(|(code, _)| *code == "remark"), "{elements}: {after:?}");
    }
    // Two lines with the same problem: each is reported and fixed separately.
    let both = "Kn general; 2 Fl(F); 3 Av(F)";
    assert_eq!(found(both), [("no-price", Some(1)), ("grade-not-available", Some(2))]);
}

/// DBMF-GRADE-05, GRADE-41, GRADE-42, COST-04, COST-17.
#[test]
fn a_price_of_the_players_own_counts_where_none_is_printed() {
    for (elements, message) in [
        ("Kn general; Fl(F) @9", "No price is printed for irregular Flyers (F), so your price of 9 AP is used."),
        ("Cl general; Bd(C) regular @8", "No price is printed for regular Blades (C), so your price of 8 AP is used."),
        ("Kn general; Gal @4", "No price is printed for irregular Galleys (O), so your price of 4 AP is used."),
        ("Kn general; Shp regular @4", "No price is printed for regular Ships (O), so your price of 4 AP is used."),
        ("Kn general; Av(F) @0", "No price is printed for irregular Avatars (F), so your price of 0 AP is used."),
    ] {
        let told = report(&host(elements));
        assert_eq!(problems(&told), [("price-typed", Some(1))], "{elements}");
        assert!(told.is_legal());
        let problem = told.problems.iter().find(|problem| problem.place == Some(1)).unwrap();
        let dbmf = ruleset("dbmf");
        assert_eq!((self::message(&problem.fault, dbmf).as_str(), problem.fixes.len()), (message, 0));
        assert_eq!(advice(&problem.fault, dbmf), "Agree on it with your opponent.");
    }
    let draft = host("Kn(S) general @9");
    says(
        &report(&draft),
        "price-not-used",
        Some("DBMF-COST-07"),
        "The price list has 12 AP for irregular Knights (S), not 9 AP.",
        "Use the printed price",
    );
    let (mended, after) = mended(&draft, "price-not-used");
    assert_eq!((mended.lines[0].price, after), (None, vec![]));
}

/// A price cannot be negative, and no army costs thirds of a point.
#[test]
fn a_price_of_the_players_own_makes_sense() {
    for (elements, message, fix) in [
        ("Kn general; 4 Fl(F) @-9", "−9 AP", "Make them Flyers (S) (7 AP)"),
        ("Kn general; 4 Fl(F) @0.3", "0.3 AP", "Make them Flyers (S) (7 AP)"),
    ] {
        let draft = host(elements);
        let told = report(&draft);
        assert_eq!(problems(&told), [("bad-points", Some(1))], "{elements}");
        let problem = told.problems.iter().find(|problem| problem.place == Some(1)).unwrap();
        let said = self::message(&problem.fault, draft.ruleset);
        assert!(said.contains(message.trim_start_matches('−')), "{said}");
        assert_eq!(problem.rule.as_ref().unwrap().as_str(), "DBMF-COST-04");
        assert_eq!(label(&problem.fixes[0], draft.ruleset), fix);
        let (mended, after) = mended(&draft, "bad-points");
        assert_eq!((mended.lines[1].price, after), (None, vec![]), "{elements}");
    }
}

/// DBMF-COST-04, 11, 12, 16 to 28: sold although they are not described.
#[test]
fn what_is_sold_but_not_described_is_told() {
    for (code, rule) in [
        ("Fl(H)", 4),
        ("Cl(F)", 11),
        ("Sp(F)", 12),
        ("Bw(H)", 16),
        ("Sh(F)", 17),
        ("Sh(C)", 17),
        ("Ax(F)", 18),
        ("Ps(E)", 19),
        ("Hd(X)", 20),
        ("Gi(H)", 21),
        ("Mg(E)", 22),
        ("Art(C) regular", 23),
        ("WWg(F)", 24),
        ("Air(E)", 26),
        ("Gal(C) regular", 27),
        ("Shp(C)", 28),
        ("Shp(E)", 28),
    ] {
        let told = report(&host(&format!("Kn general; Cl; {code}")));
        let problem = told.problems.iter().find(|problem| problem.code() == Code::GradeUndescribed);
        let problem = problem.unwrap_or_else(|| panic!("{code}: {:?}", told.problems));
        assert_eq!(problem.rule.as_ref().unwrap().as_str(), format!("DBMF-COST-{rule:02}"), "{code}");
        let said = message(&problem.fault, ruleset("dbmf"));
        assert!(said.ends_with("have a price, but the rules say nothing about them except their grade."), "{code}");
        assert!(told.is_legal() && problem.fixes.is_empty());
    }
}

/// DBMF-GRADE-06, LIST-03, LIST-04, LIST-09.
#[test]
fn every_piece_of_advice_is_given_to_those_it_is_for() {
    for (code, rule) in [
        ("Art(E) regular", Some("DBMF-GRADE-06")),
        ("Art(E)", None),
        ("Wb(I)", Some("DBMF-LIST-04")),
        ("Wb", None),
        ("Sh", Some("DBMF-LIST-03")),
        ("Sh regular", Some("DBMF-LIST-03")),
        ("Sh(F)", Some("DBMF-LIST-03")),
        ("Sh(C)", Some("DBMF-LIST-03")),
        ("Sh(I)", None),
        ("Sh(X) @6", Some("DBMF-LIST-09")),
        ("Bw", None),
    ] {
        let told = report(&host(&format!("Kn general; Cl; {code}")));
        let remarks: Vec<&str> = told
            .problems
            .iter()
            .filter(|problem| problem.code() == Code::Remark)
            .map(|problem| problem.rule.as_ref().unwrap().as_str())
            .collect();
        assert_eq!(remarks, rule.into_iter().collect::<Vec<_>>(), "{code}");
        assert!(told.is_legal(), "{code}");
    }
    let of = |elements: &str| {
        let told = report(&host(elements));
        let remark = told.problems.into_iter().find(|problem| problem.code() == Code::Remark).unwrap();
        message(&remark.fault, ruleset("dbmf"))
    };
    assert!(of("Art(E) regular general").contains("always irregular"));
    assert!(of("Wb(I) general").contains("Hordes (S)"));
    assert!(of("Sh general").contains("better firearms are Bows"));
    assert!(of("Sh(X) general @4").contains("double bases"));
}

#[test]
fn only_types_in_grades_are_regular_or_not() {
    let draft = host_of("d3h2", "Kn general; 4 Bd regular");
    says_under(
        draft.ruleset,
        &report(&draft),
        "regular-not-allowed",
        None,
        "D3H2 has no regular elements.",
        "Make them irregular",
    );
    let (mended, after) = mended(&draft, "regular-not-allowed");
    assert_eq!((mended.lines[1].regular, after), (false, vec![]));
}

/// DBMF-AIR-01, AIR-07, COST-30: with permission from a list, and never those that fly anyway.
#[test]
fn some_are_air_mobile_with_leave_and_some_never() {
    let stay = "Keep them on the ground";
    for (code, name) in [
        ("Fl", "Flyers (O)"),
        ("Av", "Avatars (O)"),
        ("Air", "Airboats (O)"),
        ("Dr", "Dragons (O)"),
        ("Dr(S)", "Dragons (S)"),
    ] {
        let draft = host(&format!("Kn general; {code} air"));
        assert_eq!(problems(&report(&draft)), [("air-mobile-not-allowed", Some(1))], "{code}");
        let message = format!("{name} fly by themselves and are not air-mobile.");
        says(&report(&draft), "air-mobile-not-allowed", Some("DBMF-COST-30"), &message, stay);
        assert_eq!(mended(&draft, "air-mobile-not-allowed").1, [], "{code}");
    }
    // A sea serpent is not an aerial.
    for (code, name) in
        [("Ax(S)", "Auxilia (S)"), ("Kn", "Knights (O)"), ("Dr(X)", "Dragons (X)"), ("Gi", "Giants (O)")]
    {
        let draft = host(&format!("Kn general; {code} air"));
        assert_eq!(problems(&report(&draft)), [("needs-permission", Some(1))], "{code}");
        assert!(report(&draft).is_legal());
        let message = format!("{name} are air-mobile only where their list says so, and none does.");
        says(&report(&draft), "needs-permission", Some("DBMF-AIR-01"), &message, stay);
    }
    let elsewhere = host_of("d3h2", "Kn general; 4 Bd air");
    says_under(
        elsewhere.ruleset,
        &report(&elsewhere),
        "air-mobile-not-allowed",
        None,
        "D3H2 has no air-mobile elements.",
        stay,
    );
}

/// A catalogue of two lists: winged Auxilia in one, Cavalry that lead in the other.
fn lists() -> Catalogue {
    let own = "+++\nname = \"Winged host\"\nruleset = \"dbmf\"\nallies = [\"dbmf/plain\"]\n\
               [[option]]\ntypes = [\"Kn(O)\"]\nmin = 1\nmax = 1\ngeneral = \"must\"\n\
               [[option]]\ntypes = [\"Cv(O)\"]\nmax = 4\n\
               [[option]]\ntypes = [\"Ax(S)\"]\nmax = 8\nair_mobile = \"may\"\n\
               [[option]]\ntypes = [\"Bd(O)\"]\nmax = 8\nregular = \"must\"\n\
               [[option]]\ntypes = [\"Wb(O)\"]\nmax = 8\nregular = \"no\"\nair_mobile = \"must\"\n+++\nWings.\n";
    let ally = "+++\nname = \"Plainsmen\"\nruleset = \"dbmf\"\n\
                [[option]]\ntypes = [\"Cv(O)\"]\nmin = 1\nmax = 6\ngeneral = \"may\"\n\
                [[option]]\ntypes = [\"Ps(O)\"]\nmax = 6\n+++\nHorse.\n";
    catalogue_of([("dbmf/winged.md", own.to_owned()), ("dbmf/plain.md", ally.to_owned())])
        .unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn listed(elements: &str) -> Report {
    let draft = Draft { list: Some("dbmf/winged".into()), allies: Some("dbmf/plain".into()), ..host(elements) };
    check(&draft, &lists())
}

/// DBMF-AIR-01, LIST-08.
#[test]
fn a_list_says_who_is_regular_and_who_flies() {
    assert_eq!(problems(&listed("Kn general; 4 Ax(S) air; 4 Ax(S); 2 Bd regular; 2 Wb air")), []);
    let asked = listed("Kn general; 2 Bd regular air");
    assert_eq!(problems(&asked), [("needs-permission", Some(1))]);
    for (elements, message, fix) in [
        ("Kn general; 2 Bd", "In the list Winged host, the Blades (O) are regular.", "Make them regular"),
        ("Kn general; 2 Wb", "In the list Winged host, the Warband (O) are air-mobile.", "Let them fly"),
    ] {
        let told = listed(elements);
        assert_eq!(problems(&told), [("not-in-list", Some(1))], "{elements}");
        says(&told, "not-in-list", None, message, fix);
    }
    says(
        &listed("Kn general; Bd(S) regular"),
        "not-in-list",
        None,
        "The list Winged host has no Blades (S).",
        "Remove the Blade (S)",
    );
}

/// An ally's general leads the ally's command, even if the army's own list says otherwise about such elements.
#[test]
fn an_allied_general_leads_an_allied_command() {
    assert_eq!(problems(&listed("Kn general >1; 2 Bd regular >1; Cv general ally >2; 2 Cv ally >2")), []);
    assert_eq!(
        problems(&report(&host("Kn general >1; Bd >1; Cv general ally >2; 2 Cv ally >2"))),
        [("ally-unnamed", None)]
    );
    let undivided = report(&host("Kn; Cv general ally"));
    says(
        &undivided,
        "general-not-allowed",
        None,
        "An allied element cannot be the general.",
        "Make the Knight (O) the general",
    );
    // In the list that lends them, Psiloi do not lead.
    let foot = listed("Kn general >1; Ps general ally >2; 2 Cv ally >2");
    assert!(problems(&foot).contains(&("general-not-allowed", Some(1))), "{:?}", problems(&foot));
    // In a mixed command an own element is proposed.
    let mixed = report(&host("Kn general >1; 2 Cv ally >2; 2 Bd >2"));
    says(
        &mixed,
        "no-general",
        Some("DBMF-ME-02"),
        "Command 2 has no general.",
        "Make the Blade (O) the general of command 2",
    );
}

/// DBMF-STRAT-07.
#[test]
fn other_costs_are_spent_where_there_are_such() {
    for (id, costs, rule, message) in [
        ("dbmf", "-2", Some("DBMF-STRAT-07"), "Other costs of -2 AP are negative."),
        ("dbmf", "0.3", Some("DBMF-STRAT-07"), "Other costs of 0.3 AP are not a multiple of 0.5 AP."),
        ("d3h2", "10", None, "D3H2 has no costs other than those of elements."),
    ] {
        let draft = Draft { other_costs: costs.parse().unwrap(), ..host_of(id, "Kn general") };
        assert_eq!(problems(&report(&draft)), [("bad-points", None)], "{id} {costs}");
        says_under(draft.ruleset, &report(&draft), "bad-points", rule, message, "Remove the other costs");
        let (mended, after) = mended(&draft, "bad-points");
        assert_eq!((mended.other_costs, after), (Points::ZERO, vec![]));
    }
    assert_eq!(problems(&report(&Draft { other_costs: Points::whole(10), ..host("Kn general") })), []);
    let over = report(&Draft { points: Points::whole(15), other_costs: Points::whole(10), ..host("Kn general") });
    assert_eq!(problems(&over), [("over-budget", None)]);
}

/// DBMF-LIST-01, LIST-02, LIST-10.
#[test]
fn magic_is_worked_by_one_sort_once_a_command_and_holds_the_mindless_together() {
    for (elements, codes) in [
        ("Cl general; Mg", vec!["magicians-and-clerics"]),
        ("Cl general >1; Mg general >2", vec!["magicians-and-clerics"]),
        ("Cl general; 3 Cl", vec![]),
        ("Mg general; Bd", vec![]),
        ("Mg general; 2 Mg(S)", vec!["two-magicians"]),
        ("Mg general >1; Mg general >2", vec![]),
        ("Mg general >1; Mg >1; Mg general >2; Mg >2", vec!["two-magicians", "two-magicians"]),
        ("Kn general; 2 Bd(C)", vec!["mindless-without-caster"]),
        ("Kn general; 2 Bd(C); Cl", vec![]),
        ("Kn general; 2 Bd(C); Mg", vec![]),
        ("Kn general >1; 2 Bd(C) >1; Cl general >2", vec!["mindless-without-caster"]),
        ("Kn general >1; 2 Bd >1; Cl general >2; Gi(C) >2", vec![]),
    ] {
        let told = report(&host(elements));
        assert_eq!(problems(&told).iter().map(|(code, _)| *code).collect::<Vec<_>>(), codes, "{elements}");
        assert!(told.is_legal(), "{elements}");
    }
    for (elements, code, rule, message) in [
        (
            "Cl general; Mg",
            "magicians-and-clerics",
            "DBMF-LIST-01",
            "The army has both Clerics and Magicians; usually it has one or the other.",
        ),
        ("Mg general; Mg", "two-magicians", "DBMF-LIST-02", "The army has more than one Magician; usually one."),
        (
            "Kn general >1; 3 Mg >1",
            "two-magicians",
            "DBMF-LIST-02",
            "Command 1 has more than one Magician; usually one.",
        ),
        (
            "Kn general >2; Bd(C) >2",
            "mindless-without-caster",
            "DBMF-LIST-10",
            "Command 2 has Constructs and neither Magician nor Cleric: nothing shelters them when it is disheartened, and \
             they stop for good when it breaks.",
        ),
    ] {
        says(&report(&host(elements)), code, Some(rule), message, "");
    }
}

/// DBMF-ME-02: an army may be divided freely, each command with its general.
#[test]
fn a_divided_army_has_a_general_in_each_command() {
    for (elements, codes) in [
        ("Kn general; 4 Bd", vec![]),
        ("Kn; 4 Bd", vec![("no-general", None)]),
        ("Kn general; Cv general", vec![("several-generals", Some(1))]),
        ("Kn general >1; 4 Bd >1", vec![]),
        ("Kn general >1; 4 Bd >1; Cv general >2", vec![]),
        ("Kn general >3; 4 Bd >3; Cv general >6", vec![]),
        ("Kn general >1; 4 Bd; Cv general >2", vec![("command-unset", Some(1))]),
        ("Kn general >1; 4 Bd >7", vec![("command-unknown", Some(1))]),
        ("Kn general >1; 4 Bd >2", vec![("no-general", None)]),
        ("Kn >1; 4 Bd >1; Cv >2", vec![("no-general", None), ("no-general", None)]),
        ("Kn general >1; Cv general >1; Bd >1", vec![("several-generals", Some(1))]),
    ] {
        assert_eq!(found(elements), codes, "{elements}");
    }
    for (elements, code, rule, message, fix) in [
        (
            "Kn general >1; 4 Bd; Cv general >2",
            "command-unset",
            None,
            "The Blades (O) belong to no command.",
            "Put them into command 1",
        ),
        (
            "Kn general >1; 4 Bd >7",
            "command-unknown",
            None,
            "There is no command 7: an army has at most 6 commands.",
            "Put them into command 1",
        ),
        (
            "Kn general >1; 4 Bd >2",
            "no-general",
            Some("DBMF-ME-02"),
            "Command 2 has no general.",
            "Make the Blade (O) the general of command 2",
        ),
        (
            "Kn general >1; Cv general >1; Bd >1",
            "several-generals",
            Some("DBMF-ME-02"),
            "Command 1 has 2 generals; each command has one.",
            "Keep the Knight (O) as general",
        ),
        ("Kn; 4 Bd", "no-general", Some("DBMF-ME-02"), "No element is the general.", "Make the Knight (O) the general"),
    ] {
        let draft = host(elements);
        says(&report(&draft), code, rule, message, fix);
        assert_eq!(mended(&draft, code).1, [], "{elements}");
    }
    // The general of one command does not affect the other.
    let (changed, _) = mended(&host("Kn general >1; 4 Bd >2"), "no-general");
    let led: Vec<(u8, i64)> =
        changed.lines.iter().filter(|line| line.general).map(|line| (line.command, line.count)).collect();
    assert_eq!(led, [(1, 1), (2, 1)]);
}

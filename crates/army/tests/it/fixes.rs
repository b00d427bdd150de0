//! Fixes: every one reduces its problem and causes no new error, and applying one after another leads to a legal
//! army.

use std::collections::{BTreeMap, BTreeSet};

use musterfield_army::edit::canonical;
use musterfield_army::{Code, Draft, Report};
use musterfield_fixtures::armies::{any_draft, army, codes, report, the_catalogue};
use musterfield_rules::Points;
use musterfield_words::army::{label, message, remedy};
use proptest::prelude::*;

/// Applies the first fix of the first error that has one, until no error is left.
fn mended(mut draft: Draft) -> Result<Draft, String> {
    for _ in 0..200 {
        let report = report(&draft);
        if report.is_legal() {
            return Ok(draft);
        }
        let errors = || report.problems.iter().filter(|problem| problem.is_error());
        let fix = errors().find_map(|problem| problem.fixes.first());
        let fix = fix.ok_or_else(|| format!("nothing offered for any of {:?}", errors().collect::<Vec<_>>()))?;
        for edit in &fix.edits {
            draft.apply(edit);
        }
    }
    Err(format!("still not legal after 200 fixes: {:?}", report(&draft).problems))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_army_without_a_list_becomes_legal_by_its_first_fixes(draft in any_draft()) {
        prop_assume!(draft.ruleset.army.from_list.is_none());
        let draft = Draft { list: None, allies: None, ..draft };
        let mended = mended(draft).map_err(TestCaseError::fail)?;
        prop_assert!(report(&mended).is_legal());
    }

    /// The problem is solved or smaller, whichever fix is applied, and no kind of error is new or more frequent.
    #[test]
    fn every_fix_lessens_its_problem_and_brings_no_new_error(draft in any_draft()) {
        let before = report(&draft);
        for problem in &before.problems {
            for fix in &problem.fixes {
                let mut changed = draft.clone();
                for edit in &fix.edits {
                    prop_assert!(changed.apply(edit), "{fix:?} does nothing");
                }
                let after = report(&changed);
                let times = |report: &Report| report.problems.iter().filter(|other| other.fault == problem.fault).count();
                prop_assert!(
                    times(&after) < times(&before),
                    "{:?} still stands after {:?}", problem.fault, fix.steps
                );
                let before = errors_of(&before);
                for (code, times) in errors_of(&after) {
                    prop_assert!(
                        times <= before.get(&code).copied().unwrap_or(0), "{code} is new after {:?}", fix.steps
                    );
                }
            }
        }
    }

    #[test]
    fn every_error_says_what_to_do(draft in any_draft()) {
        for problem in report(&draft).problems {
            prop_assert!(!remedy(&problem, draft.ruleset).is_empty(), "{problem:?}");
            let message = message(&problem.fault, draft.ruleset);
            prop_assert!(message.ends_with('.'), "{message}");
        }
    }

    /// The verdict is the same for the same army, and totals never depend on the order of its lines.
    #[test]
    fn the_order_of_lines_changes_no_figure(draft in any_draft()) {
        let mut turned = draft.clone();
        turned.lines.reverse();
        prop_assert_eq!(report(&draft).totals, report(&turned).totals);
    }
}

/// The number of different errors of each kind; a line cut in two has the same ones twice.
fn errors_of(report: &Report) -> BTreeMap<Code, usize> {
    let errors = report.problems.iter().filter(|problem| problem.is_error());
    let different: BTreeSet<(Code, String)> =
        errors.map(|problem| (problem.code(), format!("{:?}", problem.fault))).collect();
    different.iter().fold(BTreeMap::new(), |mut times, (code, _)| {
        *times.entry(*code).or_default() += 1;
        times
    })
}

/// Labels of all fixes for a problem.
fn fixes(draft: &Draft, code: Code) -> Vec<String> {
    let labels = |problem: &musterfield_army::Problem| -> Vec<String> {
        problem.fixes.iter().map(|fix| label(fix, draft.ruleset)).collect()
    };
    report(draft).problems.iter().filter(|problem| problem.code() == code).flat_map(labels).collect()
}

fn of_barrow_kings(points: &str, elements: &str) -> Draft {
    Draft { list: Some("d3h2/barrow-kings".into()), aggression: 2, ..army(points, elements) }
}

fn of_trojans(points: &str, elements: &str) -> Draft {
    Draft { list: Some("d3h2/trojans".into()), aggression: 1, ..army(points, elements) }
}

/// Starting with a list and a few AP, applying the first fix again and again gives a legal army, and every excess
/// only shrinks on the way.
#[test]
fn the_first_buttons_lead_to_a_legal_army_of_every_list() {
    for list in the_catalogue().lists() {
        for points in [1, 3, 6, 8, 12, 24, 48] {
            let draft = Draft {
                list: Some(list.id.clone()),
                points: Points::whole(points),
                aggression: list.aggression,
                ..Draft::new(list.ruleset)
            };
            let mended = mended(draft).unwrap_or_else(|stuck| panic!("{} at {points}: {stuck}", list.id));
            assert!(report(&mended).is_legal(), "{} at {points}", list.id);
        }
    }
}

#[test]
fn removals_spare_the_general_and_what_the_list_demands() {
    for (draft, code, labels) in [
        (army("7", "Hr general; 2 Hr"), Code::OverBudget, &["Remove 2 Heroes (8 AP)"][..]),
        (
            army("16", "Hr general; Hr; Dg; 2 Bd"),
            Code::HighCostCap,
            &["Remove 1 Dragon (4 AP)", "Remove 1 Hero (4 AP)"],
        ),
        (of_barrow_kings("12", "Hr general; 3 Bd; 2 Sp"), Code::OverBudget, &["Remove 1 Spear (2 AP)"]),
        (of_barrow_kings("11", "Hr general; 4 Bd; Kn"), Code::OverBudget, &["Remove 2 elements (4 AP)"]),
        // The general alone is too dear: another one takes over.
        (army("3", "Hr general"), Code::OverBudget, &["Remove 1 Hero (4 AP), then add 1 Knight as general"]),
        // The removed elements come from several lines.
        (army("3", "Ps general; Bd; Kn; Art"), Code::OverBudget, &["Remove 2 elements (5 AP)"]),
        // Where nothing can be spared, a higher number must be agreed on.
        (of_trojans("6", "Hr general; Kn; 2 Sp"), Code::OverBudget, &["Play 10 AP"]),
        (of_trojans("6", "Hr general"), Code::HighCostCap, &["Play 8 AP"]),
    ] {
        assert_eq!(fixes(&draft, code), labels, "{:?}", draft.lines);
    }
}

#[test]
fn a_general_is_only_offered_where_one_is_wanted() {
    for (draft, code, labels) in [
        // Another element already leads.
        (
            army("24", "Gd general; Hr general; 8 Bd"),
            Code::GeneralNotAllowed,
            &["Make the God an ordinary element"][..],
        ),
        // A type that can never lead is not offered.
        (of_barrow_kings("24", "Hr; 3 Bd"), Code::ListMinimum, &["Make the Hero the general"]),
        (of_barrow_kings("24", "3 Bd"), Code::ListMinimum, &["Add 1 Hero as general", "Add 1 Mage as general"]),
    ] {
        assert_eq!(fixes(&draft, code).iter().take(labels.len()).collect::<Vec<_>>(), labels, "{:?}", draft.lines);
    }
}

#[test]
fn too_many_elements_are_taken_from_as_many_lines_as_it_needs() {
    let mut draft = army("500", "Ps general; 150 Ps; 150 Hd; 150 IHd");
    let report = report(&draft);
    let problem = report.problems.iter().find(|problem| problem.code() == Code::ArmySize).unwrap();
    assert_eq!(problem.rule, None);
    for edit in &problem.fixes[0].edits {
        assert!(draft.apply(edit));
    }
    assert_eq!(draft.lines.iter().map(|line| line.count).sum::<i64>(), 200);
}

#[test]
fn fixes_differ_in_their_canonical_form() {
    let draft = of_barrow_kings("24", "1 Wb");
    let report = report(&draft);
    let minima: Vec<String> = report
        .problems
        .iter()
        .filter(|problem| problem.code() == Code::ListMinimum)
        .flat_map(|problem| problem.fixes.iter().map(|fix| canonical(&fix.edits, draft.ruleset)))
        .collect();
    let different: BTreeSet<&String> = minima.iter().collect();
    assert!(minima.len() > 2 && different.len() == minima.len(), "{minima:?}");
}

/// The first fix for a problem.
fn first_fix(draft: &Draft, code: Code) -> String {
    let report = report(draft);
    label(&report.problems.iter().find(|problem| problem.code() == code).unwrap().fixes[0], draft.ruleset)
}

#[test]
fn fixes_speak_plainly() {
    for (elements, code, label) in [
        ("Hr general; Art fast", Code::FastNotAllowed, "Make them not Fast"),
        ("Hr general; 2 Hr; Gd; 4 Bd", Code::HighCostCap, "Remove 1 God (4 AP)"),
        ("Kn; 8 Bd", Code::NoGeneral, "Make the Knight the general"),
        ("CP; Kn; 8 Bd", Code::NoGeneral, "Make the Command Post the general"),
        ("Hr general; 9 Bd; 2 LH", Code::OverBudget, "Remove 1 Light Horse (1.5 AP)"),
        ("Hr general; Knigths", Code::UnknownType, "Read it as Knights"),
        ("2 Hr general", Code::BadCount, "Let one of them be the general"),
        ("Hr general; 4 Kn ally", Code::AllyCap, "Remove 1 Knight (2 AP)"),
    ] {
        assert_eq!(first_fix(&army("24", elements), code), label, "{elements}");
    }
}

#[test]
fn promoting_one_of_several_splits_the_line() {
    let mut draft = army("24", "12 Bd");
    assert!(draft.apply(&musterfield_army::Edit::General(0)));
    assert_eq!((draft.lines.len(), draft.lines[0].count, draft.lines[1].count), (2, 1, 11));
    assert!(draft.lines[0].general && !draft.lines[1].general);
    assert!(codes(&draft).is_empty());
}

#[test]
fn a_change_of_a_line_that_is_not_there_does_nothing() {
    use musterfield_army::Edit;
    let mut draft = army("24", "Hr general");
    for edit in [Edit::Drop(1), Edit::Up(0), Edit::Down(0), Edit::General(7), Edit::Duplicate(9), Edit::Count(1, 2)] {
        assert!(!draft.apply(&edit), "{edit:?}");
    }
    assert_eq!(draft.lines.len(), 1);
}

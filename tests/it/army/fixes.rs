//! Fixes: every one puts its problem right, and one after the other leads to a legal army.

use musterfield::army::{Code, Draft, Report};
use proptest::prelude::*;

use super::make::{any_draft, army, codes, report};

/// Applies the first fix of the first error that has one, until no error is left.
fn mended(mut draft: Draft) -> Result<Draft, String> {
    for _ in 0..200 {
        let report = report(&draft);
        let Some(problem) = report.problems.iter().find(|problem| problem.is_error()) else { return Ok(draft) };
        let fix = problem.fixes.first().ok_or_else(|| format!("nothing offered for {problem:?}"))?;
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
        let draft = Draft { list: None, allies: None, ..draft };
        let mended = mended(draft).map_err(TestCaseError::fail)?;
        prop_assert!(report(&mended).is_legal());
    }

    /// The problem named is gone or smaller, whichever of its buttons is pressed.
    #[test]
    fn every_fix_changes_the_army(draft in any_draft()) {
        let before = report(&draft);
        for problem in &before.problems {
            for fix in &problem.fixes {
                let mut changed = draft.clone();
                for edit in &fix.edits {
                    prop_assert!(changed.apply(edit), "{fix:?} does nothing");
                }
                let after = report(&changed);
                let times = |report: &Report| report.problems.iter().filter(|other| other.code == problem.code && other.message == problem.message).count();
                prop_assert!(
                    times(&after) < times(&before),
                    "{} still stands after “{}”: {}", problem.code, fix.label, problem.message
                );
            }
        }
    }

    #[test]
    fn every_error_says_what_to_do(draft in any_draft()) {
        for problem in report(&draft).problems {
            prop_assert!(!problem.remedy().is_empty(), "{problem:?}");
            prop_assert!(problem.message.ends_with('.'), "{}", problem.message);
        }
    }

    /// The verdict is the same for the same army, and figures never depend on the order of its lines.
    #[test]
    fn the_order_of_lines_changes_no_figure(draft in any_draft()) {
        let mut turned = draft.clone();
        turned.lines.reverse();
        prop_assert_eq!(report(&draft).figures, report(&turned).figures);
    }
}

/// The first fix on offer for a problem.
fn first_fix(draft: &Draft, code: Code) -> String {
    let report = report(draft);
    report.problems.iter().find(|problem| problem.code == code).unwrap().fixes[0].label.clone()
}

#[test]
fn fixes_speak_plainly() {
    for (elements, code, label) in [
        ("Hr general; Art fast", Code::FastNotAllowed, "Make it not Fast"),
        ("Hr general; 2 Hr; Gd; 4 Bd", Code::HighCostCap, "Remove 1 God (4 AP)"),
        ("Kn; 8 Bd", Code::NoGeneral, "Make the Knights the general"),
        ("CP; Kn; 8 Bd", Code::NoGeneral, "Make the Command Post the general"),
        ("Hr general; 9 Bd; 2 LH", Code::OverBudget, "Remove 1 Light Horse (1.5 AP)"),
        ("Hr general; Knigths", Code::UnknownType, "Read it as Knights"),
        ("2 Hr general", Code::BadCount, "Let one of them be the general"),
        ("Hr general; 4 Kn ally", Code::AllyCap, "Remove 1 Knights (2 AP)"),
    ] {
        assert_eq!(first_fix(&army("24", elements), code), label, "{elements}");
    }
}

#[test]
fn promoting_one_of_several_splits_the_line() {
    let mut draft = army("24", "12 Bd");
    assert!(draft.apply(&musterfield::army::Edit::General(0)));
    assert_eq!((draft.lines.len(), draft.lines[0].count, draft.lines[1].count), (2, 1, 11));
    assert!(draft.lines[0].general && !draft.lines[1].general);
    assert!(codes(&draft).is_empty());
}

#[test]
fn a_change_of_a_line_that_is_not_there_does_nothing() {
    use musterfield::army::Edit;
    let mut draft = army("24", "Hr general");
    for edit in [Edit::Drop(1), Edit::Up(0), Edit::Down(0), Edit::General(7), Edit::Duplicate(9), Edit::Count(1, 2)] {
        assert!(!draft.apply(&edit), "{edit:?}");
    }
    assert_eq!(draft.lines.len(), 1);
}

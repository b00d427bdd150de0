//! The check: every problem of a draft at once, with fixes that have been tried, and the army's totals.

pub use super::report::Report;
pub use super::totals::{ArmyTotals, moves};

use musterfield_problems::{Judge, Scope, Weighing, keep_safe_fixes};

use super::catalogue::Catalogue;
use super::checks;
use super::code::Code;
use super::context::{Context, Proposals};
use super::draft::Draft;
use super::edit::Edit;
use super::fault::Fault;
use super::filling::work;
use super::list::ArmyList;
use super::problem::Problem;

/// The largest number of lines in all copies that are tried for fixes: an absurdly long army gets fewer of them, so
/// that its check stays quick.
const MOST_LINES: usize = 4_000;
/// The limit on the work of filling the list, over all copies together: an absurdly rich list gets fewer of them too.
const MOST_WORK: usize = 1_000_000;

/// The rules of the game, as the judge of fixes.
struct ByTheRules<'a> {
    catalogue: &'a Catalogue,
}

impl Judge for ByTheRules<'_> {
    type Subject = Draft;
    type Fault = Fault;
    type Kind = Code;

    fn judge(&self, draft: &Draft, scope: Scope) -> Vec<Problem> {
        let proposals = if scope == Scope::Proposals { Proposals::Far } else { Proposals::Near };
        found(draft, self.catalogue, proposals).problems
    }

    fn apply(&self, draft: &mut Draft, edit: &Edit) -> bool {
        draft.apply(edit)
    }

    fn kind(&self, problem: &Problem) -> Code {
        problem.code()
    }

    fn weighing(&self, _: &Problem) -> Weighing {
        Weighing::Each
    }

    fn is_choice(&self, edit: &Edit) -> bool {
        edit.is_choice()
    }

    fn trusts_choices(&self) -> bool {
        true
    }
}

/// Checks a draft: every problem at once with fixes, and the totals.
#[must_use]
pub fn check(draft: &Draft, catalogue: &Catalogue) -> Report {
    let mut report = found(draft, catalogue, Proposals::Far);
    let filling = catalogue.source_of(draft).map_or(0, |list| work(draft, &list));
    let trials = [(MOST_LINES, draft.lines.len()), (MOST_WORK, filling)];
    let trials = trials.into_iter().filter_map(|(most, each)| most.checked_div(each)).min().unwrap_or(usize::MAX);
    keep_safe_fixes(&ByTheRules { catalogue }, draft, &mut report.problems, trials);
    report
}

/// Checks a draft without searching for fixes: far less work where an army is illegal, for callers that check many.
#[must_use]
pub fn check_without_fixes(draft: &Draft, catalogue: &Catalogue) -> Report {
    let mut report = found(draft, catalogue, Proposals::Near);
    for problem in &mut report.problems {
        problem.fixes.clear();
        problem.last_resort = None;
    }
    report
}

/// The findings of the checks, with fixes that have not been tried yet.
fn found(draft: &Draft, catalogue: &Catalogue, proposals: Proposals) -> Report {
    let source = catalogue.source_of(draft);
    let list = source.clone().map(|list| ArmyList::fitted(list, draft));
    let commands = draft.ruleset.commands(draft.points);
    let context = Context {
        draft,
        catalogue,
        source,
        list: list.as_deref(),
        commands,
        figures: ArmyTotals::of(draft),
        proposals,
    };
    let mut problems = Vec::new();
    for check in checks::ALL {
        check(&context, &mut problems);
    }
    // The sort is stable: among equals the order of the checks is preserved.
    problems.sort_by_key(|problem| (problem.place.map_or(0, |line| line + 1), problem.severity));
    Report { problems, totals: context.figures }
}

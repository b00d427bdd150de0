//! Changes on offer that keep their promise at an event: each lessens its problem and brings no new error, neither of the
//! game nor of the event.
//!
//! Every proposal is carried out on a copy and judged. The changes that the game offers are tried too, since what is sound
//! by its rules may break those of the event. Where no single change will do, what it breaks is put right after it. Only
//! armies with something to mend pay for it.

use std::collections::{BTreeMap, BTreeSet};

use super::EventRules;
use super::check::{Ways, found};
use super::problem::{Code, EventProblem};
use crate::army::{self, Catalogue, Draft, Edit, Fix};
use crate::rules::Points;

/// Most changes offered for one problem, of those that are tried first.
const OFFERED: usize = 3;
/// Most copies that are judged for one army.
const TRIALS: usize = 200;
/// Most copies of one army for which further changes are looked for.
const SEARCHES: usize = 12;
/// Most lines in all copies together: an absurdly long army gets fewer trials, so that its check stays quick.
const MOST_WORK: usize = 4_000;
/// Most changes that are tried one after the other.
const DEEPEST: usize = 3;

/// Leaves the changes that keep their promise, the best first.
pub(super) fn keep_sound(rules: &EventRules, draft: &Draft, catalogue: &Catalogue, problems: &mut [EventProblem]) {
    if problems.iter().all(|problem| problem.fixes.is_empty()) {
        return;
    }
    let trials = MOST_WORK.checked_div(draft.lines.len()).unwrap_or(TRIALS).min(TRIALS);
    let searches = SEARCHES.min(trials / 10);
    let mut workshop = Workshop { rules, draft, catalogue, before: errors(problems), trials, searches };
    let kept: Vec<Vec<Fix>> = problems
        .iter()
        .map(|problem| {
            let weight = weight(problem, problems);
            if problem.fixes.is_empty() { Vec::new() } else { workshop.sound(problem, weight) }
        })
        .collect();
    for (problem, kept) in problems.iter_mut().zip(kept) {
        problem.fixes = kept;
    }
}

/// Errors of one kind.
#[derive(Clone, Copy, Default)]
struct Errors {
    /// How many different ones.
    times: usize,
    /// How far they are from what is allowed: the game's greatest, or all of the event's by one limit together.
    excess: Points,
}

/// The errors of each kind. The same one of the game on both halves of a line that was cut in two is no new one; what the
/// event bans weighs by the number of elements, on however many lines they are.
fn errors(problems: &[EventProblem]) -> BTreeMap<(Code, Option<usize>), Errors> {
    let mut errors: BTreeMap<(Code, Option<usize>), Errors> = BTreeMap::new();
    let mut seen: BTreeSet<(Code, &str)> = BTreeSet::new();
    for problem in problems.iter().filter(|problem| problem.is_error()) {
        let known = errors.entry((problem.code, problem.limit)).or_default();
        if matches!(problem.code, Code::Game(_)) {
            known.times += usize::from(seen.insert((problem.code, &problem.message)));
            known.excess = known.excess.max(problem.excess);
        } else {
            known.times = 1;
            known.excess += problem.excess;
        }
    }
    errors
}

/// How much there is of a problem: the game's by how often it is said, the event's by how far the army is from what is
/// asked for.
fn weight(problem: &EventProblem, all: &[EventProblem]) -> Points {
    let is_game = matches!(problem.code, Code::Game(_));
    let is_same = |other: &&EventProblem| {
        other.code == problem.code && other.limit == problem.limit && (!is_game || other.message == problem.message)
    };
    all.iter().filter(is_same).map(|other| if is_game { Points::ONE } else { other.excess }).sum()
}

struct Workshop<'a> {
    rules: &'a EventRules,
    draft: &'a Draft,
    catalogue: &'a Catalogue,
    /// The errors of the army as it is.
    before: BTreeMap<(Code, Option<usize>), Errors>,
    trials: usize,
    searches: usize,
}

impl Workshop<'_> {
    /// The sound ones of a problem's changes, or else one made of several.
    fn sound(&mut self, problem: &EventProblem, weight: Points) -> Vec<Fix> {
        let mut kept = Vec::new();
        for fix in &problem.fixes {
            // Whoever is to choose among all that there are sees all of them.
            if kept.len() == OFFERED && !fix.is_harmless() {
                break;
            }
            if self.is_sound(problem, weight, fix) {
                kept.push(fix.clone());
            }
        }
        if kept.is_empty() {
            let first = problem.fixes.iter().take(OFFERED);
            kept.extend(first.filter_map(|fix| self.carry_on(problem, weight, fix, 1)).take(1));
        }
        kept
    }

    fn is_sound(&mut self, problem: &EventProblem, before: Points, fix: &Fix) -> bool {
        if fix.edits.iter().any(|edit| self.chooses_amiss(edit)) {
            return false;
        }
        let Some(changed) = self.changed(fix) else { return false };
        let report = army::judge(&changed, self.catalogue);
        let after = found(self.rules, &changed, self.catalogue, report.problems.into_iter(), Ways::Unasked);
        self.new_error(&after).is_none() && weight(problem, &after) < before
    }

    /// Whether a change chooses what the event does not have. Where something else is wrong already that would be no new
    /// error, and still no way to the event.
    fn chooses_amiss(&self, edit: &Edit) -> bool {
        match edit {
            Edit::HomeTerrain(Some(id)) => {
                !self.rules.home_terrains.is_empty() && !self.rules.home_terrains.contains(id)
            }
            Edit::List(Some(id)) => !self.rules.lists.has(id),
            Edit::Allies(Some(id)) | Edit::SecondAlly(Some(id)) => !self.rules.allies.has(id),
            _ => false,
        }
    }

    /// The army after a change; none if the change does nothing or no more may be tried.
    fn changed(&mut self, fix: &Fix) -> Option<Draft> {
        self.trials = self.trials.checked_sub(1)?;
        let mut changed = self.draft.clone();
        fix.edits.iter().all(|edit| changed.apply(edit)).then_some(changed)
    }

    /// The first error of a kind that has become more frequent or more grave.
    fn new_error<'p>(&self, after: &'p [EventProblem]) -> Option<&'p EventProblem> {
        let worse = |kind: &(Code, Option<usize>), now: Errors| {
            let before = self.before.get(kind).copied().unwrap_or_default();
            now.times > before.times || now.excess > before.excess
        };
        let (kind, _) = errors(after).into_iter().find(|(kind, now)| worse(kind, *now))?;
        after.iter().rev().find(|problem| (problem.code, problem.limit) == kind)
    }

    /// Puts right what a change has broken, and what that has broken.
    fn carry_on(&mut self, problem: &EventProblem, weight: Points, fix: &Fix, depth: usize) -> Option<Fix> {
        self.searches = self.searches.checked_sub(1)?;
        let changed = self.changed(fix)?;
        let report = army::check(&changed, self.catalogue);
        let after = found(self.rules, &changed, self.catalogue, report.problems.into_iter(), Ways::Offered);
        let broken = self.new_error(&after)?;
        let further: Vec<Fix> = broken.fixes.iter().take(OFFERED).map(|next| then(fix, next)).collect();
        if let Some(sound) = further.iter().find(|fix| self.is_sound(problem, weight, fix)) {
            return Some(sound.clone());
        }
        if depth + 1 >= DEEPEST {
            return None;
        }
        further.iter().find_map(|fix| self.carry_on(problem, weight, fix, depth + 1))
    }
}

/// One change after the other.
fn then(first: &Fix, second: &Fix) -> Fix {
    let mut letters = second.label.chars();
    let head = letters.next().map(|letter| letter.to_lowercase().to_string()).unwrap_or_default();
    Fix {
        label: format!("{}, then {head}{}", first.label, letters.as_str()),
        edits: first.edits.iter().chain(&second.edits).cloned().collect(),
    }
}

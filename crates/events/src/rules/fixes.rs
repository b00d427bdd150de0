//! Fixes that keep their promise at an event: each reduces its problem and causes no new error, neither of the game
//! nor of the event.
//!
//! Every proposal is carried out on a copy and judged. The fixes that the game offers are tried too, since a fix that
//! is sound by its rules may break those of the event. Where no single change is enough, further changes repair what
//! the first one breaks. Only armies with problems pay for this.

use std::collections::{BTreeMap, BTreeSet};

use musterfield_army::{self as army, Catalogue, Draft, Edit, Fix};
use musterfield_rules::Points;

use super::EventRules;
use super::check::{FixSearch, found};
use super::problem::{Code, EventProblem};

/// The most fixes offered for one problem, of those that are tried first.
const OFFERED: usize = 3;
/// The most copies that are judged for one army.
const TRIALS: usize = 200;
/// The most copies of one army for which further changes are looked for.
const SEARCHES: usize = 12;
/// The most lines in all copies together: an absurdly long army gets fewer trials, so that its check stays quick.
const MOST_WORK: usize = 4_000;
/// The most changes that are tried one after another.
const DEEPEST: usize = 3;

/// Keeps only the fixes that keep their promise, the best first.
pub(super) fn keep_safe_fixes(rules: &EventRules, draft: &Draft, catalogue: &Catalogue, problems: &mut [EventProblem]) {
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
    /// How many different ones there are.
    times: usize,
    /// How far they are from what is allowed: the greatest excess of the game's errors, or the sum of the event's for
    /// one limit.
    excess: Points,
}

/// The errors of each kind. If a line is cut in two, the same error of the game on both halves is not a new one;
/// elements that the event bans weigh by their number, however many lines they are on.
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

/// The weight of a problem: for the game's, the number of times it occurs; for the event's, the distance of the army
/// from the requirement.
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
    /// The errors of the army before any change.
    before: BTreeMap<(Code, Option<usize>), Errors>,
    trials: usize,
    searches: usize,
}

impl Workshop<'_> {
    /// The sound fixes of a problem, or otherwise one that combines several changes.
    fn sound(&mut self, problem: &EventProblem, weight: Points) -> Vec<Fix> {
        let mut kept = Vec::new();
        for fix in &problem.fixes {
            // Where the player has to choose among all possibilities, all of them are shown.
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
        let report = army::check_without_fixes(&changed, self.catalogue);
        let after = found(self.rules, &changed, self.catalogue, report.problems.into_iter(), FixSearch::Unasked);
        self.new_error(&after).is_none() && weight(problem, &after) < before
    }

    /// Whether a change chooses something that the event does not have. Where something else is already wrong, that
    /// would not be a new error, but it would still not lead to a legal entry.
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

    /// The army after a change; none if the change does nothing or the trials are used up.
    fn changed(&mut self, fix: &Fix) -> Option<Draft> {
        self.trials = self.trials.checked_sub(1)?;
        let mut changed = self.draft.clone();
        fix.edits.iter().all(|edit| changed.apply(edit)).then_some(changed)
    }

    /// The first error of a kind that has become more frequent or more serious.
    fn new_error<'p>(&self, after: &'p [EventProblem]) -> Option<&'p EventProblem> {
        let worse = |kind: &(Code, Option<usize>), now: Errors| {
            let before = self.before.get(kind).copied().unwrap_or_default();
            now.times > before.times || now.excess > before.excess
        };
        let (kind, _) = errors(after).into_iter().find(|(kind, now)| worse(kind, *now))?;
        after.iter().rev().find(|problem| (problem.code, problem.limit) == kind)
    }

    /// Repairs what a change has broken, and what the repair breaks in turn.
    fn carry_on(&mut self, problem: &EventProblem, weight: Points, fix: &Fix, depth: usize) -> Option<Fix> {
        self.searches = self.searches.checked_sub(1)?;
        let changed = self.changed(fix)?;
        let report = army::check(&changed, self.catalogue);
        let after = found(self.rules, &changed, self.catalogue, report.problems.into_iter(), FixSearch::Offered);
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

/// Combines one change with another after it.
fn then(first: &Fix, second: &Fix) -> Fix {
    let mut letters = second.label.chars();
    let head = letters.next().map(|letter| letter.to_lowercase().to_string()).unwrap_or_default();
    Fix {
        label: format!("{}, then {head}{}", first.label, letters.as_str()),
        edits: first.edits.iter().chain(&second.edits).cloned().collect(),
    }
}

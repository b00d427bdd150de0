//! Fixes that keep their promise: each reduces its problem and causes no new error.
//!
//! The checks propose fixes one problem at a time and do not see what a change does elsewhere. Here every proposal is
//! carried out on a copy and checked. Where no single change is enough, several are tried one after another. Only
//! armies with problems pay for this.

use std::collections::{BTreeMap, BTreeSet};

use musterfield_rules::Points;

use super::catalogue::Catalogue;
use super::check::{FixSearch, found};
use super::draft::Draft;
use super::filling::work;
use super::problem::{Code, Fix, Problem};

/// The most fixes offered for one problem.
const OFFERED: usize = 3;
/// The most copies that are checked for one army.
const TRIALS: usize = 200;
/// The most copies of one army for which further changes are looked for.
const SEARCHES: usize = 12;
/// The most lines in all copies together: an absurdly long army gets fewer trials, so that its check stays quick.
const MOST_LINES: usize = 4_000;
/// The most work in filling the list with all copies together: an absurdly rich list gets fewer trials as well.
const MOST_WORK: usize = 1_000_000;
/// The most changes that are tried one after another.
const DEEPEST: usize = 3;

/// Keeps only the fixes that keep their promise, the best first.
pub(super) fn keep_safe_fixes(draft: &Draft, catalogue: &Catalogue, problems: &mut [Problem]) {
    let in_doubt =
        |problem: &Problem| problem.last_resort.is_some() || problem.fixes.iter().any(|fix| !fix.is_harmless());
    if !problems.iter().any(in_doubt) {
        return;
    }
    let filling = catalogue.source_of(draft).map_or(0, |list| work(draft, &list));
    let trials = [(MOST_LINES, draft.lines.len()), (MOST_WORK, filling)]
        .into_iter()
        .fold(TRIALS, |trials, (most, each)| most.checked_div(each).map_or(trials, |enough| enough.min(trials)));
    let searches = SEARCHES.min(trials / 10);
    let mut workshop = Workshop { draft, catalogue, errors: errors(problems), trials, searches };
    let kept: Vec<Option<Vec<Fix>>> = problems
        .iter()
        .map(|problem| {
            let times = problems.iter().filter(|other| is_same(other, problem)).count();
            in_doubt(problem).then(|| workshop.sound(problem, times))
        })
        .collect();
    for (problem, kept) in problems.iter_mut().zip(kept) {
        if let Some(kept) = kept {
            problem.fixes = kept;
        }
    }
}

/// The errors of one kind.
#[derive(Clone, Copy, Default)]
struct Errors {
    /// How many different ones there are.
    times: usize,
    /// The greatest excess.
    excess: Points,
}

/// The errors of each kind. If a line is cut in two because one of its elements became the general, the same error on
/// both halves is not a new one.
fn errors(problems: &[Problem]) -> BTreeMap<Code, Errors> {
    let wrong = || problems.iter().filter(|problem| problem.is_error());
    let different: BTreeSet<(Code, &str)> = wrong().map(|problem| (problem.code, problem.message.as_str())).collect();
    let mut errors: BTreeMap<Code, Errors> = BTreeMap::new();
    for (code, _) in different {
        errors.entry(code).or_default().times += 1;
    }
    for problem in wrong() {
        let known = errors.entry(problem.code).or_default();
        known.excess = known.excess.max(problem.excess);
    }
    errors
}

/// Whether both have the same content; lines may have moved in between.
fn is_same(a: &Problem, b: &Problem) -> bool {
    a.code == b.code && a.message == b.message
}

/// Whether the last resort, a higher agreed number of AP, may repair what a change has broken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Never,
    Too,
}

struct Workshop<'a> {
    draft: &'a Draft,
    catalogue: &'a Catalogue,
    /// The errors of the army before any change.
    errors: BTreeMap<Code, Errors>,
    trials: usize,
    searches: usize,
}

impl Workshop<'_> {
    /// The sound fixes of a problem, or otherwise one that combines several changes.
    fn sound(&mut self, problem: &Problem, times: usize) -> Vec<Fix> {
        let mut kept = Vec::new();
        for fix in &problem.fixes {
            if kept.len() == OFFERED {
                break;
            }
            if self.is_sound(problem, times, fix) {
                kept.push(fix.clone());
            }
        }
        let first = || problem.fixes.iter().take(OFFERED);
        if kept.is_empty() {
            kept.extend(first().find_map(|fix| self.carry_on(problem, times, fix, Last::Never, 1)));
        }
        if kept.is_empty() {
            kept.extend(problem.last_resort.clone().filter(|fix| self.is_sound(problem, times, fix)));
        }
        if kept.is_empty() {
            kept.extend(first().find_map(|fix| self.carry_on(problem, times, fix, Last::Too, 1)));
        }
        kept
    }

    fn is_sound(&mut self, problem: &Problem, times: usize, fix: &Fix) -> bool {
        let Some(changed) = self.changed(fix) else { return false };
        let after = found(&changed, self.catalogue, FixSearch::Near).problems;
        self.new_error(&after).is_none() && after.iter().filter(|other| is_same(other, problem)).count() < times
    }

    /// The army after a change; none if the change does nothing or the trials are used up.
    fn changed(&mut self, fix: &Fix) -> Option<Draft> {
        self.trials = self.trials.checked_sub(1)?;
        let mut changed = self.draft.clone();
        fix.edits.iter().all(|edit| changed.apply(edit)).then_some(changed)
    }

    /// The first error of a kind that has become more frequent or more serious.
    fn new_error<'p>(&self, after: &'p [Problem]) -> Option<&'p Problem> {
        let before = |code: &Code| self.errors.get(code).copied().unwrap_or_default();
        let worse = |code: &Code, now: Errors| now.times > before(code).times || now.excess > before(code).excess;
        let (code, _) = errors(after).into_iter().find(|(code, now)| worse(code, *now))?;
        after.iter().rev().find(|problem| problem.code == code)
    }

    /// Repairs what a change has broken, and what the repair breaks in turn.
    fn carry_on(&mut self, problem: &Problem, times: usize, fix: &Fix, last: Last, depth: usize) -> Option<Fix> {
        self.searches = self.searches.checked_sub(1)?;
        let changed = self.changed(fix)?;
        let after = found(&changed, self.catalogue, FixSearch::Far).problems;
        let broken = self.new_error(&after)?;
        let resort = broken.last_resort.iter().filter(|_| last == Last::Too);
        let next = broken.fixes.iter().take(OFFERED).chain(resort);
        let further: Vec<Fix> = next.map(|next| then(fix, next)).collect();
        if let Some(sound) = further.iter().find(|fix| self.is_sound(problem, times, fix)) {
            return Some(sound.clone());
        }
        if depth + 1 >= DEEPEST {
            return None;
        }
        further.iter().find_map(|fix| self.carry_on(problem, times, fix, last, depth + 1))
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

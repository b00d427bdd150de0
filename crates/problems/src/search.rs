//! Fixes that keep their promise: each reduces its problem and causes no new error.
//!
//! Checks propose fixes one problem at a time and do not see the effects of a change elsewhere. Here, every proposal is
//! carried out on a copy, which is judged again. Where no single change is enough, further changes repair whatever the
//! first one breaks. Only subjects with problems pay for this.

use std::collections::{BTreeMap, HashSet};

use musterfield_rules::Points;

use super::problem::{Fault, Fix, Problem};

/// The largest number of fixes offered for one problem.
const OFFERED: usize = 3;
/// The largest number of copies that are judged.
const TRIALS: usize = 200;
/// The largest number of copies for which further changes are searched.
const SEARCHES: usize = 12;
/// The largest number of changes that are tried one after another.
const DEEPEST: usize = 3;

/// The amount of work a judge has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The problems alone.
    Problems,
    /// The problems, with every change that might solve them.
    Proposals,
}

/// The way problems of one kind are compared before and after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weighing {
    /// Each different fault counts once, and the greatest excess counts: a line that is cut in two has no new error.
    Each,
    /// All count together, by the sum of their excesses.
    Together,
}

/// A judge of something that a player has made.
pub trait Judge {
    /// The type that is judged.
    type Subject: Clone;
    /// The type of its faults.
    type Fault: Fault;
    /// The key by which errors are compared: more errors of the same kind are worse.
    type Kind: Ord;

    /// Every problem of the subject.
    fn judge(&self, subject: &Self::Subject, scope: Scope) -> Vec<Problem<Self::Fault>>;

    /// Carries out a change. Returns false if it does nothing.
    fn apply(&self, subject: &mut Self::Subject, change: &<Self::Fault as Fault>::Change) -> bool;

    /// The kind of a problem.
    fn kind(&self, problem: &Problem<Self::Fault>) -> Self::Kind;

    /// The way problems of its kind are compared.
    fn weighing(&self, problem: &Problem<Self::Fault>) -> Weighing;

    /// Whether a change is one of a full set of choices, all of which are shown.
    fn is_choice(&self, change: &<Self::Fault as Fault>::Change) -> bool;

    /// Whether choices can make nothing worse, so that they need not be tried.
    fn trusts_choices(&self) -> bool {
        false
    }

    /// Whether a change must not be offered even if it breaks nothing new.
    fn is_barred(&self, _change: &<Self::Fault as Fault>::Change) -> bool {
        false
    }
}

type FixOf<J> = Fix<<<J as Judge>::Fault as Fault>::Change, <<J as Judge>::Fault as Fault>::Remedy>;
type ProblemOf<J> = Problem<<J as Judge>::Fault>;

/// Keeps only the fixes that keep their promise, the best first. At most `trials` copies are judged, and never more
/// than 200; a caller with an absurdly large subject passes a smaller number.
pub fn keep_safe_fixes<J: Judge>(judge: &J, subject: &J::Subject, problems: &mut [ProblemOf<J>], trials: usize) {
    let is_safe = |fix: &FixOf<J>| judge.trusts_choices() && fix.edits.iter().all(|edit| judge.is_choice(edit));
    let is_in_doubt = |problem: &ProblemOf<J>| problem.last_resort.is_some() || !problem.fixes.iter().all(is_safe);
    if !problems.iter().any(is_in_doubt) {
        return;
    }
    let trials = trials.min(TRIALS);
    let before = errors(judge, problems);
    let mut search = Search { judge, subject, before, trials, searches_left: SEARCHES.min(trials / 10) };
    let kept: Vec<Option<Vec<FixOf<J>>>> = problems
        .iter()
        .map(|problem| is_in_doubt(problem).then(|| search.sound(problem, weight(judge, problem, problems))))
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
    /// The number of different errors; one where they count together.
    times: usize,
    /// The greatest excess, or the sum where they count together.
    excess: Points,
}

fn errors<J: Judge>(judge: &J, problems: &[ProblemOf<J>]) -> BTreeMap<J::Kind, Errors> {
    let mut errors: BTreeMap<J::Kind, Errors> = BTreeMap::new();
    let mut seen: HashSet<&J::Fault> = HashSet::new();
    for problem in problems.iter().filter(|problem| problem.is_error()) {
        let known = errors.entry(judge.kind(problem)).or_default();
        match judge.weighing(problem) {
            Weighing::Each => {
                known.times += usize::from(seen.insert(&problem.fault));
                known.excess = known.excess.max(problem.excess);
            }
            Weighing::Together => {
                known.times = 1;
                known.excess += problem.excess;
            }
        }
    }
    errors
}

/// The weight of a problem: the number of times it occurs, or the sum of its excesses.
fn weight<J: Judge>(judge: &J, problem: &ProblemOf<J>, all: &[ProblemOf<J>]) -> Points {
    let (kind, weighing) = (judge.kind(problem), judge.weighing(problem));
    let is_same = |other: &&ProblemOf<J>| {
        judge.kind(other) == kind && (weighing == Weighing::Together || other.fault == problem.fault)
    };
    let weight = |other: &ProblemOf<J>| if weighing == Weighing::Each { Points::ONE } else { other.excess };
    all.iter().filter(is_same).map(weight).sum()
}

/// Whether a last resort may repair what a change has broken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastResort {
    Barred,
    Allowed,
}

struct Search<'a, J: Judge> {
    judge: &'a J,
    subject: &'a J::Subject,
    /// The errors before any change.
    before: BTreeMap<J::Kind, Errors>,
    /// The number of copies that may still be judged.
    trials: usize,
    /// The number of copies for which further changes may still be searched.
    searches_left: usize,
}

impl<J: Judge> Search<'_, J> {
    /// The sound fixes of a problem, or otherwise one that combines several changes.
    fn sound(&mut self, problem: &ProblemOf<J>, weight: Points) -> Vec<FixOf<J>> {
        let mut kept = Vec::new();
        for fix in &problem.fixes {
            let is_choice = fix.edits.iter().all(|edit| self.judge.is_choice(edit));
            if kept.len() == OFFERED && !is_choice {
                break;
            }
            if self.is_sound(problem, weight, fix) {
                kept.push(fix.clone());
            }
        }
        let first = || problem.fixes.iter().take(OFFERED);
        if kept.is_empty() {
            kept.extend(first().find_map(|fix| self.carry_on(problem, weight, fix, LastResort::Barred, 1)));
        }
        if kept.is_empty() {
            kept.extend(problem.last_resort.clone().filter(|fix| self.is_sound(problem, weight, fix)));
        }
        if kept.is_empty() {
            kept.extend(first().find_map(|fix| self.carry_on(problem, weight, fix, LastResort::Allowed, 1)));
        }
        kept
    }

    fn is_sound(&mut self, problem: &ProblemOf<J>, before: Points, fix: &FixOf<J>) -> bool {
        if fix.edits.iter().any(|edit| self.judge.is_barred(edit)) {
            return false;
        }
        let Some(changed) = self.changed(fix) else { return false };
        let after = self.judge.judge(&changed, Scope::Problems);
        self.new_error(&after).is_none() && weight(self.judge, problem, &after) < before
    }

    /// The subject after a change; `None` if the change has no effect or the trials are used up.
    fn changed(&mut self, fix: &FixOf<J>) -> Option<J::Subject> {
        self.trials = self.trials.checked_sub(1)?;
        let mut changed = self.subject.clone();
        fix.edits.iter().all(|edit| self.judge.apply(&mut changed, edit)).then_some(changed)
    }

    /// The last error of the first kind that has become more frequent or more serious.
    fn new_error<'p>(&self, after: &'p [ProblemOf<J>]) -> Option<&'p ProblemOf<J>> {
        let is_worse = |kind: &J::Kind, now: Errors| {
            let before = self.before.get(kind).copied().unwrap_or_default();
            now.times > before.times || now.excess > before.excess
        };
        let (kind, _) = errors(self.judge, after).into_iter().find(|(kind, now)| is_worse(kind, *now))?;
        after.iter().rev().find(|problem| self.judge.kind(problem) == kind)
    }

    /// Repairs what a change has broken, and whatever the repair breaks in turn.
    fn carry_on(
        &mut self,
        problem: &ProblemOf<J>,
        weight: Points,
        fix: &FixOf<J>,
        last: LastResort,
        depth: usize,
    ) -> Option<FixOf<J>> {
        self.searches_left = self.searches_left.checked_sub(1)?;
        let changed = self.changed(fix)?;
        let after = self.judge.judge(&changed, Scope::Proposals);
        let broken = self.new_error(&after)?;
        let resort = broken.last_resort.iter().filter(|_| last == LastResort::Allowed);
        let next = broken.fixes.iter().take(OFFERED).chain(resort);
        let further: Vec<FixOf<J>> = next.map(|next| fix.then(next)).collect();
        if let Some(sound) = further.iter().find(|fix| self.is_sound(problem, weight, fix)) {
            return Some(sound.clone());
        }
        if depth + 1 >= DEEPEST {
            return None;
        }
        further.iter().find_map(|fix| self.carry_on(problem, weight, fix, last, depth + 1))
    }
}

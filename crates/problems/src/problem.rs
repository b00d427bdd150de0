//! Problems and their fixes, as data.

use std::fmt;
use std::hash::Hash;

use musterfield_rules::{Points, RuleId};

/// The severity of a problem, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A rule is broken.
    Error,
    /// No rule is broken, but the player should take a look.
    Warning,
    /// Advice, or a rule borrowed from a related game.
    Note,
}

impl Severity {
    /// The word in documents; stable.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A fault: a code, and the values that a sentence about it needs. Equal faults give equal sentences.
pub trait Fault: Clone + fmt::Debug + Eq + Hash {
    /// The code; its text is stable, because other programs rely on it.
    type Code: Copy + fmt::Debug + fmt::Display + Ord;
    /// The place of a problem, unless it concerns the whole: a line of an army, a feature, a field.
    type Place: Clone + fmt::Debug + Eq;
    /// One change to what was checked.
    type Change: Clone + fmt::Debug + Eq;
    /// A description of a fix in typed values, from which its button is labelled.
    type Remedy: Clone + fmt::Debug + Eq;

    /// The code.
    fn code(&self) -> Self::Code;

    /// The severity, unless the problem itself has another.
    fn severity(&self) -> Severity;
}

/// Changes that solve a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix<C, R> {
    /// The steps of the fix, for its label; never empty.
    pub steps: Vec<R>,
    /// The changes.
    pub edits: Vec<C>,
}

impl<C, R> Fix<C, R> {
    /// Creates a fix of one change.
    #[must_use]
    pub fn new(step: R, edit: C) -> Self {
        Self::of(step, vec![edit])
    }

    /// Creates a fix of several changes, which are described as one step.
    #[must_use]
    pub fn of(step: R, edits: Vec<C>) -> Self {
        Self { steps: vec![step], edits }
    }
}

impl<C: Clone, R: Clone> Fix<C, R> {
    /// Combines this fix with another that follows it.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self {
            steps: self.steps.iter().chain(&next.steps).cloned().collect(),
            edits: self.edits.iter().chain(&next.edits).cloned().collect(),
        }
    }
}

/// One problem: the fault, its place, the rule, and fixes for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem<F: Fault> {
    /// The fault.
    pub fault: F,
    /// The severity.
    pub severity: Severity,
    /// The rule, where one applies.
    pub rule: Option<RuleId>,
    /// The place; `None` if the problem concerns the whole.
    pub place: Option<F::Place>,
    /// The fixes, the best first.
    pub fixes: Vec<Fix<F::Change, F::Remedy>>,
    /// A fix to offer only if no other is possible.
    pub last_resort: Option<Fix<F::Change, F::Remedy>>,
    /// The amount beyond a limit, in AP or elements, where it can be counted. No fix may increase it.
    pub excess: Points,
}

impl<F: Fault> Problem<F> {
    /// Creates a problem of the whole, without fixes.
    #[must_use]
    pub fn new(fault: F, rule: Option<&RuleId>) -> Self {
        Self {
            severity: fault.severity(),
            fault,
            rule: rule.cloned(),
            place: None,
            fixes: Vec::new(),
            last_resort: None,
            excess: Points::ZERO,
        }
    }

    /// Returns the problem with its place.
    #[must_use]
    pub fn at(self, place: F::Place) -> Self {
        Self { place: Some(place), ..self }
    }

    /// Returns the problem with one more fix.
    #[must_use]
    pub fn offer(mut self, fix: Fix<F::Change, F::Remedy>) -> Self {
        self.fixes.push(fix);
        self
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> F::Code {
        self.fault.code()
    }

    /// Whether a rule is broken.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The best fix; `None` if there is no fix, or if there are so many that none is best.
    #[must_use]
    pub fn best_fix(&self) -> Option<&Fix<F::Change, F::Remedy>> {
        const CHOICE: usize = 4;
        self.fixes.first().filter(|_| self.fixes.len() < CHOICE)
    }
}

//! The answer to "is it legal?" as a document: the output of `validate` and of the API.

use musterfield_army::{Draft, Problem, Report};
use musterfield_problems::Severity;
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Points, Ruleset};
use serde::Serialize;

/// Whether an army is legal, and all its problems.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The file that it was read from, if any.
    pub file: Option<String>,
    /// The id of the ruleset.
    pub ruleset: String,
    /// The name of the army.
    pub name: String,
    /// False exactly when a problem is an error.
    pub legal: bool,
    /// The number of elements.
    pub elements: i64,
    /// `elements` if the size of an army is counted in elements; `points` then counts one for each element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<&'static str>,
    /// Army points.
    pub points: VerdictPoints,
    /// Every problem.
    pub problems: Vec<VerdictProblem>,
}

/// Army points of a [`Verdict`].
#[derive(Clone, Debug, Serialize)]
pub struct VerdictPoints {
    /// The agreed AP.
    pub budget: Points,
    /// AP spent.
    pub spent: Points,
    /// AP spent on costly elements.
    pub high: Points,
    /// AP that may be spent on them.
    pub high_cap: Points,
    /// AP spent on allies.
    pub allies: Points,
    /// AP that may be spent on them.
    pub allies_cap: Points,
}

/// A problem of a [`Verdict`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerdictProblem {
    /// The stable code.
    pub code: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The id of the rule.
    pub rule: Option<String>,
    /// The line concerned, counted from 0.
    pub element: Option<usize>,
    /// A plain sentence.
    pub message: String,
    /// The remedy, in one sentence.
    pub fix: String,
}

impl VerdictProblem {
    /// Whether it makes the army illegal.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error.as_str()
    }

    /// The problem of an army under this ruleset.
    #[must_use]
    pub fn new(problem: &Problem, ruleset: &Ruleset) -> Self {
        Self {
            code: problem.code().as_str(),
            severity: problem.severity.as_str(),
            rule: problem.rule.as_ref().map(ToString::to_string),
            element: problem.place,
            message: super::message(&problem.fault, ruleset),
            fix: super::remedy(problem, ruleset),
        }
    }
}

impl Verdict {
    /// The verdict on a checked draft.
    #[must_use]
    pub fn new(file: Option<String>, draft: &Draft, report: &Report) -> Self {
        let figures = &report.totals;
        Self {
            file,
            ruleset: draft.ruleset.id.to_string(),
            name: draft.name.clone(),
            legal: report.is_legal(),
            elements: figures.elements,
            counts: (draft.ruleset.counts() == SizeUnit::Elements).then_some("elements"),
            points: VerdictPoints {
                budget: figures.budget,
                spent: figures.spent,
                high: figures.costly,
                high_cap: figures.costly_cap,
                allies: figures.allies,
                allies_cap: figures.allies_cap,
            },
            problems: report.problems.iter().map(|problem| VerdictProblem::new(problem, draft.ruleset)).collect(),
        }
    }
}

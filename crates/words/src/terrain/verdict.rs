//! The verdict on a layout as a document: the output of `terrain check` and of the API.

use musterfield_terrain::Problem;
use musterfield_terrain::check::Report;
use serde::Serialize;

/// Whether a layout is legal, with all its problems.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The file that it was read from, if any.
    pub file: Option<String>,
    /// False exactly when a problem is an error.
    pub legal: bool,
    /// Every problem.
    pub problems: Vec<VerdictProblem>,
}

/// A problem of a [`Verdict`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerdictProblem {
    /// The stable code.
    pub code: &'static str,
    /// `error` or `note`.
    pub severity: &'static str,
    /// The id of the rule.
    pub rule: Option<String>,
    /// The feature concerned.
    pub feature: Option<String>,
    /// The problem and how to correct it.
    pub message: String,
}

impl From<&Problem> for VerdictProblem {
    fn from(problem: &Problem) -> Self {
        Self {
            code: problem.code().as_str(),
            severity: problem.severity.as_str(),
            rule: problem.rule.as_ref().map(ToString::to_string),
            feature: problem.place.clone(),
            message: super::message(problem),
        }
    }
}

impl Verdict {
    /// The verdict on a checked layout.
    #[must_use]
    pub fn new(file: Option<String>, report: &Report) -> Self {
        Self::on(file, &report.problems)
    }

    /// The verdict with these problems, even if the file could not be read as a layout.
    #[must_use]
    pub fn on(file: Option<String>, problems: &[Problem]) -> Self {
        let legal = !problems.iter().any(Problem::is_error);
        Self { file, legal, problems: problems.iter().map(VerdictProblem::from).collect() }
    }
}

//! The problems of an army, as the editor and the pages of an army show them.

use musterfield_army::{Draft, Fault, Problem, Report};
use musterfield_words::army::{advice, label, message};

use super::action::fix_value;
use super::keys::Keys;
use crate::web::link;
use crate::web::works::editor::to_do;

/// The style of the button that is suggested.
const PRIMARY: &str = "primary";
/// The style of other buttons.
const QUIET: &str = "quiet";

/// The problems of an army in the places where the editor shows them.
#[derive(Clone, Debug)]
pub(super) struct Problems {
    /// The suggestion for an army that has no element yet.
    pub start: Option<ShownProblem>,
    /// Errors of the army as a whole.
    pub errors: Vec<ShownProblem>,
    /// Warnings about the army as a whole.
    pub warnings: Vec<ShownProblem>,
    of_lines: Vec<ShownProblem>,
    /// The number of all errors, including those of lines.
    pub error_count: usize,
    /// The number of all warnings.
    pub warning_count: usize,
}

impl Problems {
    /// All problems with their buttons.
    pub(super) fn new(draft: &Draft, report: &Report, keys: &Keys) -> Self {
        let with_fixes = |problem: &Problem| {
            let fixes = problem
                .fixes
                .iter()
                .map(|fix| (fix_value(draft, problem, keys, fix), label(fix, draft.ruleset)))
                .collect();
            ShownProblem { fixes, ..shown(draft, problem) }
        };
        // The verdict says how much is left, and everything that fits is offered.
        let is_told = |problem: &&Problem| !matches!(problem.fault, Fault::Unspent { .. });
        let is_start = |problem: &&Problem| problem.fault == Fault::NoGeneral && draft.lines.is_empty();
        let start = report.of_army().find(is_start).map(with_fixes);
        let start = start.map(|start| ShownProblem { first_fix: PRIMARY, ..start });
        let of_army = report.of_army().filter(is_told).filter(|problem| !is_start(problem)).map(with_fixes);
        let (mut errors, warnings): (Vec<_>, Vec<_>) = of_army.partition(|problem: &ShownProblem| problem.error);
        // An army without elements has its first step instead.
        if let Some(first) = errors.first_mut().filter(|_| !draft.lines.is_empty()) {
            first.first_fix = PRIMARY;
        }
        let (mut error_count, mut warning_count) = (0, 0);
        for problem in report.problems.iter().filter(is_told) {
            *(if problem.is_error() { &mut error_count } else { &mut warning_count }) += 1;
        }
        Self {
            start,
            errors,
            warnings,
            of_lines: report.problems.iter().filter(|problem| problem.place.is_some()).map(with_fixes).collect(),
            error_count,
            warning_count,
        }
    }

    /// The number of problems of the army as a whole.
    pub(super) fn of_army_count(&self) -> usize {
        self.errors.len() + self.warnings.len()
    }

    /// Whether something is wrong with the army as a whole.
    pub(super) fn concern_army(&self) -> bool {
        self.of_army_count() > 0
    }

    /// The work left to do, in words; `None` if nothing is.
    pub(super) fn to_do(&self) -> Option<String> {
        to_do(self.error_count, self.warning_count)
    }

    /// The problems of one line.
    pub(super) fn of_line(&self, at: usize) -> Vec<ShownProblem> {
        self.of_lines.iter().filter(|problem| problem.line == Some(at)).cloned().collect()
    }
}

/// A problem with its buttons.
#[derive(Clone, Debug)]
pub(crate) struct ShownProblem {
    pub error: bool,
    pub message: String,
    pub advice: String,
    pub rule: Option<String>,
    pub rule_path: String,
    /// The line concerned.
    pub line: Option<usize>,
    /// Value and label of each button.
    pub fixes: Vec<(String, String)>,
    /// The style of the first button.
    pub first_fix: &'static str,
}

/// A problem as shown, without buttons.
pub(crate) fn shown(draft: &Draft, problem: &Problem) -> ShownProblem {
    let rule = problem.rule.as_ref().map(ToString::to_string);
    ShownProblem {
        error: problem.is_error(),
        message: message(&problem.fault, draft.ruleset),
        advice: advice(&problem.fault, draft.ruleset),
        rule_path: rule.as_ref().map(|rule| link::rule(&draft.ruleset.id, rule).into()).unwrap_or_default(),
        rule,
        line: problem.place,
        fixes: Vec::new(),
        first_fix: QUIET,
    }
}

//! The reasons a text is not a layout.

use crate::problem::{FormatFault, Problem};

/// The reason a text is not a layout. If it is JSON, this lists all of its problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// The text is not JSON.
    Syntax(Box<Problem>),
    /// The text is JSON, but not a layout. Never empty.
    Content(Vec<Problem>),
}

impl Unreadable {
    /// The error for text that is not JSON, for this reason.
    #[must_use]
    pub fn syntax(fault: FormatFault) -> Self {
        Self::Syntax(Box::new(format_problem(fault)))
    }

    pub(super) fn content(fault: FormatFault) -> Self {
        Self::Content(vec![format_problem(fault)])
    }

    /// All problems.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        match self {
            Self::Syntax(problem) => std::slice::from_ref(problem),
            Self::Content(problems) => problems,
        }
    }
}

pub(super) fn format_problem(fault: FormatFault) -> Problem {
    Problem::new(fault.into(), None)
}

//! Layout files.
//!
//! The document has its own shape, apart from the [`Layout`]. Each feature and each line of the record is parsed
//! separately, so that all errors are reported at once, each with the id of its feature.

use std::fmt;

use musterfield_rules::Book;

use super::layout::{LONGEST_ID, Layout, MOST_POINTS_IN_ALL};
use super::problem::{Code, Problem, Severity};

mod document;
mod read;
mod words;
mod write;

use document::Head;
use read::Reader;
use words::located;
pub use write::{to_json, to_json_pretty};

/// The format that is written.
pub const FORMAT: &str = "musterfield-layout/1";
/// The widest and deepest board that is accepted, in BW.
pub const MOST_BOARD: i64 = 100;
/// The ruleset for a file that names none.
pub const USUAL_RULESET: &str = "d3h2";

/// Why a text is not a layout. If it is JSON, this lists everything that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// The text is not JSON.
    Syntax(Problem),
    /// The text is JSON, but not a layout. Never empty.
    Content(Vec<Problem>),
}

impl Unreadable {
    /// The error for text that is not JSON, for this reason.
    #[must_use]
    pub fn syntax(message: impl Into<String>) -> Self {
        Self::Syntax(format_problem(None, message.into()))
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

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.problems().iter().enumerate() {
            let before = if at > 0 { "; " } else { "" };
            match &problem.feature {
                Some(feature) => write!(f, "{before}feature {feature}: {}", problem.message)?,
                None => write!(f, "{before}{}", problem.message)?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for Unreadable {}

/// Reads a layout file from a user: at most [`MOST_POINTS_IN_ALL`] points.
///
/// # Errors
/// All reasons why it is not a layout, each with its feature. Breaking a rule of the game is not one of them.
pub fn from_json(text: &str, book: &'static Book) -> Result<Layout, Unreadable> {
    read(text, book, Some(MOST_POINTS_IN_ALL))
}

/// Reads a layout file that was saved when layouts could have more than [`MOST_POINTS_IN_ALL`] points. The number of
/// features, and of points in each list of them, is limited here too.
///
/// # Errors
/// As [`from_json`].
pub fn from_kept_json(text: &str, book: &'static Book) -> Result<Layout, Unreadable> {
    read(text, book, None)
}

fn read(text: &str, book: &'static Book, most_points: Option<usize>) -> Result<Layout, Unreadable> {
    // Some editors write a byte order mark at the beginning of a file.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() {
        let message = "this is JSON, but no layout: a layout stands between { and }";
        return Err(Unreadable::Content(vec![format_problem(None, message.to_owned())]));
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let head: Head<'_> = match serde_path_to_error::deserialize(&mut deserializer) {
        Ok(head) => head,
        Err(error) if error.inner().is_data() => {
            return Err(Unreadable::Content(vec![format_problem(None, located(&error))]));
        }
        Err(error) => return Err(syntax(text, error.inner())),
    };
    if deserializer.end().is_err() {
        return Err(Unreadable::syntax("something stands after the end of the layout".to_owned()));
    }
    Reader { problems: Vec::new(), most_points }.layout(&head, book)
}

fn syntax(text: &str, error: &serde_json::Error) -> Unreadable {
    let at = text.lines().take(error.line().saturating_sub(1)).map(|line| line.len() + 1).sum::<usize>();
    let before = text.get(..(at + error.column()).min(text.len())).unwrap_or(text);
    // The last feature that was begun, for a number like NaN that JSON does not have.
    let id = before.rsplit_once("\"id\"").and_then(|(_, rest)| rest.split('"').nth(1)).filter(|id| is_id(id));
    Unreadable::Syntax(format_problem(
        id.map(str::to_owned),
        format!(
            "this is no JSON from line {}, character {} on; a comma, bracket or quotation mark may be missing or too many",
            error.line().max(1),
            error.column().max(1)
        ),
    ))
}

fn is_id(id: &str) -> bool {
    !id.is_empty() && id.chars().count() <= LONGEST_ID && !id.chars().any(char::is_control)
}

fn format_problem(feature: Option<String>, message: String) -> Problem {
    Problem { code: Code::Format, severity: Severity::Error, rule: None, feature, message }
}

//! Layout files.
//!
//! The document has its own shape, apart from the [`Layout`]. Each feature and each line of the record is parsed
//! separately, so that all errors are reported at once, each with the id of its feature.

use musterfield_rules::Book;

use super::layout::{Layout, MOST_POINTS_IN_ALL};
use super::problem::{FormatFault, Problem};

mod document;
mod parse;
mod read;
mod unreadable;
mod write;

pub use document::FORMAT;
pub use read::MOST_BOARD;
pub use unreadable::Unreadable;
pub use write::{to_json, to_json_pretty};

use document::Head;
use parse::located;
use read::{Reader, is_id};
use unreadable::format_problem;

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
/// The same as for [`from_json`].
pub fn from_kept_json(text: &str, book: &'static Book) -> Result<Layout, Unreadable> {
    read(text, book, None)
}

fn read(text: &str, book: &'static Book, most_points: Option<usize>) -> Result<Layout, Unreadable> {
    // Some editors write a byte order mark at the beginning of a file.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() {
        return Err(Unreadable::content(FormatFault::NotAnObject));
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let head: Head<'_> = match serde_path_to_error::deserialize(&mut deserializer) {
        Ok(head) => head,
        Err(error) if error.inner().is_data() => return Err(Unreadable::content(located(&error))),
        Err(error) => return Err(syntax(text, error.inner())),
    };
    if deserializer.end().is_err() {
        return Err(Unreadable::syntax(FormatFault::AfterTheEnd));
    }
    Reader { problems: Vec::new(), most_points, record_line: None }.layout(&head, book)
}

fn syntax(text: &str, error: &serde_json::Error) -> Unreadable {
    let at = text.lines().take(error.line().saturating_sub(1)).map(|line| line.len() + 1).sum::<usize>();
    let before = text.get(..(at + error.column()).min(text.len())).unwrap_or(text);
    // The last feature that was begun, for a number like NaN that JSON does not have.
    let id = before.rsplit_once("\"id\"").and_then(|(_, rest)| rest.split('"').nth(1)).filter(|id| is_id(id));
    let fault = FormatFault::NotJson { line: error.line().max(1), column: error.column().max(1) };
    Unreadable::Syntax(Box::new(Problem { place: id.map(str::to_owned), ..format_problem(fault) }))
}

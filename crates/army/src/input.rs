//! An army from any text: JSON, TOML, the program's own exports, or text that people paste.

use musterfield_rules::{Book, Ruleset};
use serde::Deserialize;

use super::draft::Draft;
use super::file::{ArmyDocument, ReadError, from_json, from_toml, into_draft};
use super::text::{self, Reading};

/// The format of a JSON roster, which contains the army it was made from.
pub const ROSTER_FORMAT: &str = "musterfield-roster/1";

/// The format in which a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFormat {
    /// An army or roster as JSON.
    Json,
    /// An army as TOML.
    Toml,
    /// Text or Markdown.
    Text,
}

/// A JSON roster, which contains the army it was made from.
#[derive(Deserialize)]
struct Roster {
    army: ArmyDocument,
}

/// Distinguishes JSON and TOML from text by the contents.
#[must_use]
pub fn form_of(text: &str) -> InputFormat {
    let text = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    if text.starts_with('{') {
        return InputFormat::Json;
    }
    let assigns = |line: &str| {
        line.split_once('=').is_some_and(|(key, _)| ["format", "ruleset", "name", "points"].contains(&key.trim()))
    };
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    if first.is_some_and(|line| assigns(line) || line == "[[elements]]") {
        InputFormat::Toml
    } else {
        InputFormat::Text
    }
}

/// Reads an army in any format. Text that names no ruleset is read for `ruleset`.
///
/// # Errors
/// [`ReadError`] for JSON and TOML that cannot be read; text always gives a result to show.
pub fn army(
    text: &str,
    form: InputFormat,
    ruleset: &'static Ruleset,
    book: &'static Book,
) -> Result<Reading, ReadError> {
    match form {
        InputFormat::Json if text.contains(ROSTER_FORMAT) => roster(text, book).map(Reading::clear),
        InputFormat::Json => from_json(text, book).map(Reading::clear),
        InputFormat::Toml => from_toml(text, book).map(Reading::clear),
        InputFormat::Text => Ok(text::list(text, ruleset, book).unwrap_or_else(|| text::read(text, ruleset, book))),
    }
}

fn roster(text: &str, book: &'static Book) -> Result<Draft, ReadError> {
    match serde_json::from_str::<Roster>(text) {
        Ok(roster) => into_draft(roster.army, book),
        // It is not a roster after all, so report its mistakes as those of an army.
        Err(_) => from_json(text, book),
    }
}

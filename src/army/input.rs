//! An army from any text: JSON, TOML, the program's own exports, or what people paste.

use serde::Deserialize;

use super::draft::Draft;
use super::file::{ArmyDocument, ReadError, from_json, from_toml, into_draft};
use super::text::{Reading, names_ruleset, read};
use crate::rules::{Book, Ruleset};

/// The format of a JSON roster, which holds the army it was made from.
pub const ROSTER_FORMAT: &str = "musterfield-roster/1";

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// An army or roster as JSON.
    Json,
    /// An army as TOML.
    Toml,
    /// Text or Markdown.
    Text,
}

/// A roster as JSON holds the army it was made from.
#[derive(Deserialize)]
struct Roster {
    army: ArmyDocument,
}

/// Tells JSON and TOML from text by what stands in it.
#[must_use]
pub fn form_of(text: &str) -> Form {
    let text = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    if text.starts_with('{') {
        return Form::Json;
    }
    let assigns = |line: &str| {
        line.split_once('=').is_some_and(|(key, _)| ["format", "ruleset", "name", "points"].contains(&key.trim()))
    };
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    if first.is_some_and(|line| assigns(line) || line == "[[elements]]") { Form::Toml } else { Form::Text }
}

/// Reads an army however it is written. Text without a ruleset of its own is read for `ruleset`.
///
/// # Errors
/// [`ReadError`] for JSON and TOML that cannot be read, and for a ruleset that does not exist.
pub fn army(text: &str, form: Form, ruleset: &'static Ruleset, book: &'static Book) -> Result<Reading, ReadError> {
    match form {
        Form::Json if text.contains(ROSTER_FORMAT) => roster(text, book).map(clean),
        Form::Json => from_json(text, book).map(clean),
        Form::Toml => from_toml(text, book).map(clean),
        Form::Text => {
            let named = match names_ruleset(text) {
                None => ruleset,
                Some(name) => known_ruleset(&name, book)?,
            };
            Ok(read(text, named))
        }
    }
}

fn clean(draft: Draft) -> Reading {
    Reading { draft, unread: Vec::new(), differences: Vec::new() }
}

fn roster(text: &str, book: &'static Book) -> Result<Draft, ReadError> {
    match serde_json::from_str::<Roster>(text) {
        Ok(roster) => into_draft(roster.army, book),
        // Not a roster after all: say what is wrong with it as an army.
        Err(_) => from_json(text, book),
    }
}

/// The ruleset with this id or name.
fn known_ruleset(name: &str, book: &'static Book) -> Result<&'static Ruleset, ReadError> {
    let id = name.split(['(', ',']).next().unwrap_or_default().trim();
    let found = book
        .rulesets()
        .iter()
        .find(|ruleset| ruleset.id.eq_ignore_ascii_case(id) || ruleset.name.eq_ignore_ascii_case(id));
    found.ok_or_else(|| {
        let known: Vec<&str> = book.rulesets().iter().map(|ruleset| &*ruleset.id).collect();
        let message = format!("there is no ruleset “{id}”; known are {}", known.join(", "));
        ReadError { line: None, column: None, field: Some("ruleset".to_owned()), message }
    })
}

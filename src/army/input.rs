//! An army from any text: JSON, TOML, the program's own exports, or what people paste.

use serde::Deserialize;

use super::draft::{Draft, LONGEST_NAME, own_list, single_line};
use super::file::{ArmyDocument, ReadError, from_json, from_toml, into_draft};
use super::fits::demanded;
use super::list::{ArmyList, ListOption};
use super::text::{Reading, read};
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
/// [`ReadError`] for JSON and TOML that cannot be read; of text there is always something to show.
pub fn army(text: &str, form: Form, ruleset: &'static Ruleset, book: &'static Book) -> Result<Reading, ReadError> {
    match form {
        Form::Json if text.contains(ROSTER_FORMAT) => roster(text, book).map(clean),
        Form::Json => from_json(text, book).map(clean),
        Form::Toml => from_toml(text, book).map(clean),
        Form::Text => Ok(printed_list(text, ruleset).unwrap_or_else(|| read(text, ruleset, book))),
    }
}

/// A printed list in short hand, where armies are picked from lists: the army that it makes with the first choice of each
/// entry. None if it offers no choice, and so is an army.
fn printed_list(text: &str, ruleset: &'static Ruleset) -> Option<Reading> {
    ruleset.army.from_list.as_ref()?;
    let list = ArmyList::own(ruleset, text).ok()?;
    let chooses = |option: &ListOption| option.types.len() > 1 || option.dismounts.is_some();
    list.options.iter().any(chooses).then(|| clean(of_own_list(ruleset, text, &list)))
}

/// The army that a list of the player's own makes with the first choice of each entry.
#[must_use]
pub fn of_own_list(ruleset: &'static Ruleset, text: &str, list: &ArmyList) -> Draft {
    let mut draft = Draft::new(ruleset);
    // A name that cannot be kept is left out; the list is the army's all the same.
    if text.contains(':')
        && let Ok(name) = single_line(&list.name, LONGEST_NAME)
    {
        draft.name = name;
    }
    draft.own_list = own_list(text).ok().flatten();
    draft.aggression = list.aggression;
    if let [only] = list.home_terrains.as_slice() {
        draft.home_terrain = Some(only.clone());
    }
    draft.lines = demanded(list);
    draft
}

fn clean(draft: Draft) -> Reading {
    Reading { draft, unread: Vec::new(), differences: Vec::new(), unclear: None }
}

fn roster(text: &str, book: &'static Book) -> Result<Draft, ReadError> {
    match serde_json::from_str::<Roster>(text) {
        Ok(roster) => into_draft(roster.army, book),
        // Not a roster after all: say what is wrong with it as an army.
        Err(_) => from_json(text, book),
    }
}

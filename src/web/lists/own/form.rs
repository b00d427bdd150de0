//! The form in which a list is typed, as it was filled in and as it is shown.

use musterfield_army::draft::{LONGEST_LIST, LONGEST_NAME, TextError, several_lines, single_line};
use musterfield_words::army::text_fault;

use super::content::{OwnList, rulesets};
use super::reading::{Understood, corrected};
use crate::web::choice::Choice;
use crate::web::error::WebError;
use crate::web::fields::{FieldErrors, Fields};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;
use crate::web::works::create::hash;

/// The form as typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Typed {
    pub ruleset: String,
    pub name: String,
    pub text: String,
    /// The mark of the text of which the page showed how it is understood.
    seen: String,
}

/// The form with how its text is understood.
pub(super) struct FormView {
    pub typed: Typed,
    pub errors: FieldErrors,
    pub understood: Option<Understood>,
    pub rulesets: Vec<Choice>,
    pub longest_name: usize,
    pub longest_list: usize,
    /// The mark of the text that is understood like this.
    pub seen: String,
}

impl FormView {
    /// The error of a field.
    pub(super) fn error(&self, field: &str) -> Option<&str> {
        self.errors.get(field).map(String::as_str)
    }

    /// The errors for the box at the top of the page.
    pub(super) fn on_page(&self) -> Vec<PageError> {
        let unread = self.understood.as_ref().filter(|understood| understood.reading.is_none());
        let doubt = unread.and_then(|understood| understood.doubts.first());
        let unread = doubt.map(|doubt| PageError::at("text", doubt.told()));
        PageError::in_order(&self.errors, &["name", "text"]).into_iter().chain(unread).collect()
    }

    /// Whether the text can be kept as it is.
    pub(super) fn is_read(&self) -> bool {
        self.understood.as_ref().is_some_and(|understood| understood.reading.is_some())
    }

    /// The form with what is wrong in it.
    pub(super) fn new(state: &AppState, typed: Typed) -> Result<Self, WebError> {
        let checked = typed.checked(state)?;
        let (mut errors, mut seen, mut understood) = (FieldErrors::new(), String::new(), None);
        match checked {
            Ok(list) => {
                seen = mark(&list)?;
                understood = Some(Understood::new(state, &list));
            }
            Err(wrong) => errors = wrong,
        }
        Ok(Self { errors, understood, seen, ..Self::empty(state, typed) })
    }

    /// The form before anything is read.
    pub(super) fn empty(state: &AppState, typed: Typed) -> Self {
        let choice = |ruleset: &musterfield_rules::Ruleset| {
            Choice::among(ruleset.id.to_string(), ruleset.name.to_string(), &typed.ruleset)
        };
        Self {
            rulesets: rulesets(state.book).map(choice).collect(),
            errors: FieldErrors::new(),
            understood: None,
            longest_name: LONGEST_NAME,
            longest_list: LONGEST_LIST,
            seen: String::new(),
            typed,
        }
    }
}

/// The mark of a text, by which a form says how it was understood on its page.
fn mark(list: &OwnList) -> Result<String, WebError> {
    Ok(hash(&list.text, &list.ruleset.id, "")?.to_string())
}

impl Typed {
    pub(super) fn take(fields: &mut Fields) -> Result<Self, WebError> {
        Ok(Self {
            ruleset: fields.demand("ruleset")?,
            name: fields.text("name"),
            text: fields.text("text"),
            seen: fields.text("seen"),
        })
    }

    /// The empty form for a ruleset.
    pub(super) fn for_ruleset(id: &str) -> Self {
        Self { ruleset: id.to_owned(), ..Self::default() }
    }

    /// The form of a list that is stored.
    pub(super) fn of(list: &OwnList) -> Self {
        Self {
            ruleset: list.ruleset.id.to_string(),
            name: list.name.clone(),
            text: list.text.clone(),
            seen: String::new(),
        }
    }

    /// The list that was typed, whether or not it can be read; or the errors of its fields.
    ///
    /// # Errors
    /// For a ruleset that no form of ours names.
    pub(super) fn checked(&self, state: &AppState) -> Result<Result<OwnList, FieldErrors>, WebError> {
        let ruleset = rulesets(state.book).find(|ruleset| *ruleset.id == *self.ruleset);
        let none = || WebError::Unreadable("the field “ruleset” names no ruleset whose armies need a list".to_owned());
        let ruleset = ruleset.ok_or_else(none)?;
        let mut errors = FieldErrors::new();
        let mut told = |field: &str, what: &str, read: Result<String, TextError>| {
            read.map_err(|error| errors.insert(field.to_owned(), format!("The {what} {}.", text_fault(error)))).ok()
        };
        let name = told("name", "name", single_line(&self.name, LONGEST_NAME));
        let text = told("text", "list", several_lines(&self.text, LONGEST_LIST));
        let (Some(name), Some(text)) = (name, text) else { return Ok(Err(errors)) };
        if text.trim().is_empty() {
            errors.insert("text".to_owned(), "Type the list first.".to_owned());
            return Ok(Err(errors));
        }
        Ok(Ok(OwnList { ruleset, name, text }))
    }

    /// Whether the page from which the form comes showed how this text is understood.
    pub(super) fn was_seen(&self, list: &OwnList) -> Result<bool, WebError> {
        Ok(self.seen == mark(list)?)
    }

    /// The form after the button of a correction; `None` for other buttons.
    pub(super) fn corrected(&self, state: &AppState, asked: &str) -> Result<Option<Self>, WebError> {
        let text = self.checked(state)?.ok().and_then(|list| corrected(&list, asked));
        Ok(text.map(|text| Self { text, ..self.clone() }))
    }
}

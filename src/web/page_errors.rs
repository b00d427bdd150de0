//! The errors of a page, as the box at its top lists them.

use super::fields::{FieldErrors, TextField};

/// An error on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageError {
    /// The id of the field that it concerns; `None` if it concerns none.
    pub field: Option<String>,
    /// The error, in a sentence.
    pub sentence: String,
}

impl PageError {
    /// An error in the field of this id.
    pub(super) fn at(field: impl Into<String>, sentence: impl Into<String>) -> Self {
        Self { field: Some(field.into()), sentence: sentence.into() }
    }

    /// An error that no single field causes.
    pub(super) fn of_page(sentence: impl Into<String>) -> Self {
        Self { field: None, sentence: sentence.into() }
    }

    /// The errors of fields, in the order of the form; each field has its name as its id.
    pub(super) fn of_fields<'a>(fields: impl IntoIterator<Item = (&'a str, &'a TextField)>) -> Vec<Self> {
        let error = |(id, field): (&str, &TextField)| Some(Self::at(id, field.error.clone()?));
        fields.into_iter().filter_map(error).collect()
    }

    /// These errors in the order of the form, whose fields have their names as ids. Errors of fields that are not named
    /// come last.
    pub(super) fn in_order(errors: &FieldErrors, form: &[&str]) -> Vec<Self> {
        let rank = |field: &str| form.iter().position(|known| *known == field).unwrap_or(form.len());
        let mut found: Vec<(&String, &String)> = errors.iter().collect();
        found.sort_by_key(|(field, _)| rank(field));
        found.into_iter().map(|(field, sentence)| Self::at(field, sentence)).collect()
    }
}

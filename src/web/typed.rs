//! What somebody types into a field of a form that is shown again with what is wrong.

use validator::ValidateEmail as _;

use super::fields::{Fields, FieldsError};
use crate::army::draft::single_line;

/// Most letters of the name that others see.
const LONGEST_NAME: usize = 60;
/// Most letters of a mail address.
const LONGEST_MAIL: usize = 200;

/// A field with what was typed into it, and what is wrong with that.
#[derive(Clone, Debug, Default)]
pub(in crate::web) struct Typed {
    /// As it was typed.
    pub text: String,
    /// What is wrong, in a sentence.
    pub error: Option<String>,
}

impl Typed {
    /// What was typed into a field.
    pub(in crate::web) fn take(fields: &mut Fields, name: &str) -> Result<Self, FieldsError> {
        Ok(fields.demand(name)?.into())
    }

    /// The name that others see.
    pub(in crate::web) fn as_name(&mut self) -> Option<String> {
        self.read(|text| match single_line(text, LONGEST_NAME) {
            Ok(name) if name.is_empty() => Err("Give the name by which others know you.".to_owned()),
            Ok(name) => Ok(name),
            Err(error) => Err(format!("This name cannot be taken: {error}.")),
        })
    }

    /// A line that may be left empty.
    pub(in crate::web) fn as_line(&mut self) -> Option<String> {
        self.read(|text| single_line(text, LONGEST_NAME).map_err(|error| format!("This cannot be taken: {error}.")))
    }

    /// A mail address, or none.
    pub(in crate::web) fn as_mail(&mut self) -> Option<Option<String>> {
        self.read(|text| {
            let text = text.trim();
            if text.is_empty() {
                Ok(None)
            } else if text.chars().count() <= LONGEST_MAIL && text.validate_email() {
                Ok(Some(text.to_lowercase()))
            } else {
                Err("This is no mail address. It may be left empty.".to_owned())
            }
        })
    }

    /// What the text means; or its error, which is kept.
    pub(in crate::web) fn read<T>(&mut self, read: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        match read(&self.text) {
            Ok(value) => Some(value),
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }
}

impl From<String> for Typed {
    fn from(text: String) -> Self {
        Self { text, error: None }
    }
}

//! What the forms of accounts have in common.

use validator::ValidateEmail as _;

use super::password::{self, PasswordError};
use crate::army::draft::single_line;
use crate::web::fields::{Fields, FieldsError};

/// Most letters of the name that others see.
const LONGEST_NAME: usize = 60;
/// Most letters of a mail address.
const LONGEST_MAIL: usize = 200;

/// A field with what was typed into it, and what is wrong with that.
#[derive(Clone, Debug, Default)]
pub(super) struct Typed {
    /// As it was typed.
    pub text: String,
    /// What is wrong, in a sentence.
    pub error: Option<String>,
}

impl Typed {
    /// What was typed into a field.
    pub(super) fn take(fields: &mut Fields, name: &str) -> Result<Self, FieldsError> {
        Ok(fields.demand(name)?.into())
    }

    /// The name that others see.
    pub(super) fn as_name(&mut self) -> Option<String> {
        self.read(|text| match single_line(text, LONGEST_NAME) {
            Ok(name) if name.is_empty() => Err("Give the name by which others know you.".to_owned()),
            Ok(name) => Ok(name),
            Err(error) => Err(format!("This name cannot be taken: {error}.")),
        })
    }

    /// A mail address, or none.
    pub(super) fn as_mail(&mut self) -> Option<Option<String>> {
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

    /// A new password for somebody of these names.
    pub(super) fn as_password(&mut self, names: &[&str]) -> Option<String> {
        self.read(|text| {
            password::check(text, names).map_err(|error: PasswordError| error.to_string())?;
            Ok(text.to_owned())
        })
    }

    fn read<T>(&mut self, read: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
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

/// A path of this site to go on to, or that of the account.
pub(super) fn onward(to: &str) -> &str {
    let within = to.starts_with('/') && !to.starts_with("//") && !to.contains(['\\', '\0']);
    if within && to.len() <= 500 && !to.chars().any(char::is_control) { to } else { "/account" }
}

#[cfg(test)]
mod tests {
    use super::onward;

    #[test]
    fn nobody_is_sent_to_another_site() {
        assert_eq!(onward("/events/spring?x=1"), "/events/spring?x=1");
        for to in ["", "account", "//evil.example", "/\\evil.example", "https://evil.example", "/a\r\nb"] {
            assert_eq!(onward(to), "/account", "{to:?}");
        }
    }
}

//! Form fields, parsed strictly: UTF-8 only, every field once, no unknown fields; and fields that are shown again with
//! their errors.

use std::collections::BTreeMap;

use musterfield_army::draft::single_line;
use musterfield_words::army::text_fault;
use percent_encoding::percent_decode;
use validator::ValidateEmail as _;

use super::limits::LARGEST_REQUEST;

/// The reason a form cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldsError {
    /// Bytes that are not text.
    #[error("the field “{0}” is not valid UTF-8 text")]
    NotText(String),
    /// A field that occurs twice.
    #[error("the form has the field “{0}” twice")]
    Repeated(String),
    /// A field that the form does not have.
    #[error("the form has no field “{0}”")]
    Unknown(String),
    /// More bytes than allowed.
    #[error("the form is too long")]
    TooLarge,
    /// A required field is missing.
    #[error("the field “{0}” is missing")]
    Missing(String),
    /// A field that the program fills in itself has a value that it would not write.
    #[error("the field “{0}” does not have the value that the page gave it")]
    Changed(String),
}

/// Errors by the name of the field.
pub type FieldErrors = BTreeMap<String, String>;

/// The fields of a posted form, taken out one after the other.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    values: BTreeMap<String, String>,
}

impl Fields {
    /// Parses `application/x-www-form-urlencoded`.
    ///
    /// # Errors
    /// If the text is not UTF-8, a field is repeated, or there are more than [`LARGEST_REQUEST`] bytes in all.
    pub fn parse(body: &[u8]) -> Result<Self, FieldsError> {
        let mut values = BTreeMap::new();
        let mut size = 0;
        for pair in body.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty()) {
            let mut halves = pair.splitn(2, |byte| *byte == b'=');
            let lossy = String::from_utf8_lossy(halves.next().unwrap_or_default()).into_owned();
            let decode = |half: &[u8]| {
                let spaced: Vec<u8> = half.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
                percent_decode(&spaced).decode_utf8().map(|text| text.into_owned())
            };
            let name = decode(lossy.as_bytes()).map_err(|_| FieldsError::NotText(lossy.clone()))?;
            let value = decode(halves.next().unwrap_or_default()).map_err(|_| FieldsError::NotText(name.clone()))?;
            size += name.len() + value.len();
            if size > LARGEST_REQUEST {
                return Err(FieldsError::TooLarge);
            }
            if values.insert(name.clone(), value).is_some() {
                return Err(FieldsError::Repeated(name));
            }
        }
        Ok(Self { values })
    }

    /// Takes a field out.
    pub fn take(&mut self, name: &str) -> Option<String> {
        self.values.remove(name)
    }

    /// Takes out a field that may be empty.
    pub fn text(&mut self, name: &str) -> String {
        self.take(name).unwrap_or_default()
    }

    /// Takes out a required field.
    ///
    /// # Errors
    /// [`FieldsError::Missing`].
    pub fn demand(&mut self, name: &str) -> Result<String, FieldsError> {
        self.take(name).ok_or_else(|| FieldsError::Missing(name.to_owned()))
    }

    /// Takes out a checkbox.
    pub fn checked(&mut self, name: &str) -> bool {
        self.take(name).is_some()
    }

    /// Whether a field is there.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// The rest of the names of all fields that begin with this prefix.
    #[must_use]
    pub fn beginning(&self, prefix: &str) -> Vec<String> {
        self.values.keys().filter_map(|name| name.strip_prefix(prefix)).map(str::to_owned).collect()
    }

    /// All other fields, to be sent again.
    #[must_use]
    pub fn others(self, but: &[&str]) -> Vec<(String, String)> {
        self.values.into_iter().filter(|(name, _)| !but.contains(&name.as_str())).collect()
    }

    /// Ends the parsing: no field may be left.
    ///
    /// # Errors
    /// [`FieldsError::Unknown`] with the first field that is left.
    pub fn finish(self) -> Result<(), FieldsError> {
        self.values.into_keys().next().map_or(Ok(()), |name| Err(FieldsError::Unknown(name)))
    }
}

/// The largest number of letters of the name that others see.
const LONGEST_NAME: usize = 60;
/// The largest number of letters of a mail address.
const LONGEST_MAIL: usize = 200;

/// A field with the visitor's input and its error.
#[derive(Clone, Debug, Default)]
pub(in crate::web) struct TextField {
    /// The input as typed.
    pub text: String,
    /// The error, in a sentence.
    pub error: Option<String>,
}

impl TextField {
    /// Takes the input of a field.
    pub(in crate::web) fn take(fields: &mut Fields, name: &str) -> Result<Self, FieldsError> {
        Ok(fields.demand(name)?.into())
    }

    /// Parses the name that others see.
    pub(in crate::web) fn as_name(&mut self) -> Option<String> {
        self.parse_with(|text| match single_line(text, LONGEST_NAME) {
            Ok(name) if name.is_empty() => Err("Enter the name that others know you by.".to_owned()),
            Ok(name) => Ok(name),
            Err(error) => Err(format!("This name cannot be used: it {}.", text_fault(error))),
        })
    }

    /// Parses a line that may be empty.
    pub(in crate::web) fn as_line(&mut self) -> Option<String> {
        self.parse_with(|text| {
            single_line(text, LONGEST_NAME).map_err(|error| format!("This cannot be used: it {}.", text_fault(error)))
        })
    }

    /// Parses a mail address, or none.
    pub(in crate::web) fn as_mail(&mut self) -> Option<Option<String>> {
        self.parse_with(|text| {
            let text = text.trim();
            if text.is_empty() {
                Ok(None)
            } else if text.chars().count() <= LONGEST_MAIL && text.validate_email() {
                Ok(Some(text.to_lowercase()))
            } else {
                Err("This is not an email address. You can leave the field empty.".to_owned())
            }
        })
    }

    /// The meaning of the text; an error is stored in the field.
    pub(in crate::web) fn parse_with<T>(&mut self, read: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        match read(&self.text) {
            Ok(value) => Some(value),
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }
}

impl From<String> for TextField {
    fn from(text: String) -> Self {
        Self { text, error: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_read_field_by_field() {
        let mut fields = Fields::parse("name=Gr%C3%BCne+Ritter&camp=on&empty=".as_bytes()).unwrap();
        assert_eq!(fields.text("name"), "Grüne Ritter");
        assert!(fields.checked("camp"));
        assert_eq!(fields.take("empty").as_deref(), Some(""));
        assert_eq!(fields.demand("rev"), Err(FieldsError::Missing("rev".into())));
        assert_eq!(fields.finish(), Ok(()));
    }

    #[test]
    fn rubbish_is_refused_with_the_name_of_the_field() {
        assert_eq!(Fields::parse(b"name=%ff").unwrap_err(), FieldsError::NotText("name".into()));
        assert_eq!(Fields::parse(b"name=\xff").unwrap_err(), FieldsError::NotText("name".into()));
        assert_eq!(Fields::parse(b"a=1&a=2").unwrap_err(), FieldsError::Repeated("a".into()));
        assert_eq!(Fields::parse(b"a=1").unwrap().finish(), Err(FieldsError::Unknown("a".into())));
    }
}

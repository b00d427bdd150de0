//! Form fields, read strictly: UTF-8 only, every field once, none that the form does not have.

use std::collections::BTreeMap;

use percent_encoding::percent_decode;

use super::app::LARGEST_REQUEST;

/// Why a form cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldsError {
    /// Bytes that are no text.
    #[error("the field “{0}” is not valid UTF-8 text")]
    NotText(String),
    /// A field twice.
    #[error("the field “{0}” stands twice in the form")]
    Repeated(String),
    /// A field that the form does not have.
    #[error("the form has no field “{0}”")]
    Unknown(String),
    /// More than is taken.
    #[error("the form is too long")]
    TooLarge,
    /// A field that must be there.
    #[error("the field “{0}” is missing")]
    Missing(String),
    /// A field that the program fills in itself, with something it would not write.
    #[error("the field “{0}” does not say what the page wrote into it")]
    Changed(String),
}

/// The fields of a posted form, taken out one after the other.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    values: BTreeMap<String, String>,
}

impl Fields {
    /// Reads `application/x-www-form-urlencoded`.
    ///
    /// # Errors
    /// Text that is not UTF-8, repeated fields, and more than [`LARGEST_REQUEST`] bytes in all.
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

    /// Takes a field out that may be left empty.
    pub fn text(&mut self, name: &str) -> String {
        self.take(name).unwrap_or_default()
    }

    /// Takes a field out that must be there.
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

    /// What follows a beginning in the names of fields that have it.
    #[must_use]
    pub fn beginning(&self, prefix: &str) -> Vec<String> {
        self.values.keys().filter_map(|name| name.strip_prefix(prefix)).map(str::to_owned).collect()
    }

    /// All fields but these, to be sent again.
    #[must_use]
    pub fn others(self, but: &[&str]) -> Vec<(String, String)> {
        self.values.into_iter().filter(|(name, _)| !but.contains(&name.as_str())).collect()
    }

    /// Ends the reading: no field may be left.
    ///
    /// # Errors
    /// [`FieldsError::Unknown`] with the first field that is left.
    pub fn finish(self) -> Result<(), FieldsError> {
        self.values.into_keys().next().map_or(Ok(()), |name| Err(FieldsError::Unknown(name)))
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

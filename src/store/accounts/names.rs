//! Sign-in names.

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;

use super::super::error::StoreError;
use super::super::ids::text_column;
use super::super::random::random_number;

/// The smallest and largest number of characters.
const LENGTH: std::ops::RangeInclusive<usize> = 3..=50;

/// The largest number of characters taken over from the name that others see.
const LONGEST_STEM: usize = 30;

/// A text is not a sign-in name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SignInError {
    /// The name has too few or too many characters.
    #[error("a sign-in name must have 3 to 50 characters")]
    Length,
    /// The name has characters that are not allowed.
    #[error(
        "a sign-in name can have only a–z, 0–9, dots, dashes and underscores, and must begin with a letter or digit"
    )]
    Letters,
}

/// A sign-in name: 3 to 50 of `a–z 0–9 . - _`. Capitals are read as lower case.
///
/// ```
/// use musterfield::store::SignInName;
/// assert_eq!(SignInName::parse(" Sigeward-4711 ").unwrap().as_str(), "sigeward-4711");
/// assert!(SignInName::parse("no spaces").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub struct SignInName(String);

impl SignInName {
    /// Parses a name.
    ///
    /// # Errors
    /// [`SignInError`].
    pub fn parse(text: &str) -> Result<Self, SignInError> {
        let name = text.trim().to_lowercase();
        if !LENGTH.contains(&name.chars().count()) {
            return Err(SignInError::Length);
        }
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let all = name.bytes().all(|byte| plain(byte) || b".-_".contains(&byte));
        if all && name.bytes().next().is_some_and(plain) { Ok(Self(name)) } else { Err(SignInError::Letters) }
    }

    /// A name made from the one that others see and four random digits: `Tom of Kent` gives `tom-of-kent-4711`. Since
    /// nobody chose the digits, nobody can find out by trying which names exist.
    /// # Errors
    /// [`StoreError::Unavailable`] when the operating system supplies no randomness.
    pub fn random_for(name: &str) -> Result<Self, StoreError> {
        let words = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let mut stem = words.collect::<Vec<_>>().join("-").to_lowercase();
        stem.truncate(LONGEST_STEM);
        let stem = if stem.is_empty() { "player" } else { stem.trim_end_matches('-') };
        Ok(Self(format!("{stem}-{:04}", random_number(10_000)?)))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

text_column!(SignInName);

impl std::fmt::Display for SignInName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_refused() {
        for (text, name) in [("tom", "tom"), (" TOM.b_c-1 ", "tom.b_c-1"), ("1st-legion", "1st-legion")] {
            assert_eq!(SignInName::parse(text).unwrap().as_str(), name);
        }
        for (text, error) in [
            ("", SignInError::Length),
            ("to", SignInError::Length),
            (&"a".repeat(51), SignInError::Length),
            ("-tom", SignInError::Letters),
            ("tom b", SignInError::Letters),
            ("täm", SignInError::Letters),
            ("tom\0", SignInError::Letters),
        ] {
            assert_eq!(SignInName::parse(text), Err(error), "{text:?}");
        }
    }

    #[test]
    fn a_name_for_anybody_can_be_read_again_and_ends_with_four_digits() {
        let long = "Æthelræd ".repeat(20);
        for (name, stem) in [("Tom of Kent", "tom-of-kent"), ("Ωμέγα", "player"), ("--", "player"), (&long, "thelr-d")]
        {
            let made = SignInName::random_for(name).unwrap();
            assert_eq!(SignInName::parse(made.as_str()).unwrap(), made);
            assert!(made.as_str().starts_with(stem), "{made}");
            let (_, digits) = made.as_str().rsplit_once('-').unwrap();
            assert!(digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit()), "{made}");
        }
    }
}

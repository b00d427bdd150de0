//! How visitors reach whoever runs the site.

use std::str::FromStr;

use validator::{ValidateEmail as _, ValidateUrl as _};

/// The longest contact, in bytes.
const LONGEST: usize = 200;

/// The contact of whoever runs the site, from `--contact`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contact {
    /// An email address.
    Mail(String),
    /// The address of a page: a form, a forum, a club.
    Page(String),
}

/// The error for a text that is neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("give an email address, or the https:// address of a page")]
pub struct ParseContactError;

impl FromStr for Contact {
    type Err = ParseContactError;

    fn from_str(text: &str) -> Result<Self, ParseContactError> {
        let text = text.trim();
        let is_page = text.starts_with("https://") || text.starts_with("http://");
        let is_plain = !text.contains(|letter: char| letter.is_whitespace() || letter.is_control());
        match text {
            _ if text.len() > LONGEST || !is_plain => Err(ParseContactError),
            page if is_page && page.validate_url() => Ok(Self::Page(page.to_owned())),
            mail if !is_page && mail.validate_email() => Ok(Self::Mail(mail.to_owned())),
            _ => Err(ParseContactError),
        }
    }
}

impl Contact {
    /// The address of a link to it.
    pub(super) fn href(&self) -> String {
        match self {
            Self::Mail(mail) => format!("mailto:{mail}"),
            Self::Page(page) => page.clone(),
        }
    }

    /// The text of a link to it.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Mail(text) | Self::Page(text) => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_is_a_mail_address_or_a_page() {
        for (text, href) in [
            ("club@example.org", "mailto:club@example.org"),
            (" https://example.org/contact ", "https://example.org/contact"),
        ] {
            assert_eq!(text.parse::<Contact>().unwrap().href(), href);
        }
        for text in
            ["", "club", "javascript:alert(1)", "https://", "a b@example.org", "example.org", "club@example.org\n.x"]
        {
            assert_eq!(text.parse::<Contact>(), Err(ParseContactError), "{text:?}");
        }
    }
}

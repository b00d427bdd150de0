//! What the forms of accounts have in common.

use super::password::{self, PasswordError};
use crate::web::typed::Typed;

/// A new password for somebody of these names.
pub(super) fn as_password(typed: &mut Typed, names: &[&str]) -> Option<String> {
    typed.read(|text| {
        password::check(text, names).map_err(|error: PasswordError| error.to_string())?;
        Ok(text.to_owned())
    })
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

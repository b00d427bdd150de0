//! What the forms of accounts have in common.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use time::Duration;

use super::password::{self, PasswordError};
use crate::web::error::WebError;
use crate::web::typed::Typed;

/// A new password for somebody of these names.
pub(super) fn as_password(typed: &mut Typed, names: &[&str]) -> Option<String> {
    typed.read(|text| {
        password::check(text, names).map_err(|error: PasswordError| error.to_string())?;
        Ok(text.to_owned())
    })
}

/// The same page as the answer to somebody who has to wait so long before trying again.
pub(super) fn to_be_tried_later(mut page: HttpResponse, time: Duration) -> HttpResponse {
    *page.status_mut() = StatusCode::TOO_MANY_REQUESTS;
    WebError::TooOften(time).on(page)
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

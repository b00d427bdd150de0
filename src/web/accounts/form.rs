//! Functions that the forms of accounts share.

use std::borrow::Cow;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use time::Duration;

use super::password::{self, PasswordError};
use crate::web::error::WebError;
use crate::web::fields::TextField;
use crate::web::link;

/// Parses a new password for an account with these names.
pub(super) fn as_password(typed: &mut TextField, names: &[&str]) -> Option<String> {
    typed.parse_with(|text| {
        password::check(text, names).map_err(|error: PasswordError| error.to_string())?;
        Ok(text.to_owned())
    })
}

/// Turns the page into the answer for somebody who must wait this long before trying again.
pub(super) fn to_be_tried_later(mut page: HttpResponse, time: Duration) -> HttpResponse {
    *page.status_mut() = StatusCode::TOO_MANY_REQUESTS;
    WebError::TooOften(time).on(page)
}

/// A path of this site to redirect to, or that of the account.
pub(super) fn onward(to: &str) -> Cow<'_, str> {
    let within = to.starts_with('/') && !to.starts_with("//") && !to.contains(['\\', '\0']);
    if within && to.len() <= 500 && !to.chars().any(char::is_control) {
        to.into()
    } else {
        String::from(link::account()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::{link, onward};

    #[test]
    fn nobody_is_sent_to_another_site() {
        assert_eq!(onward("/spring?x=1"), "/spring?x=1");
        for to in ["", "account", "//evil.example", "/\\evil.example", "https://evil.example", "/a\r\nb"] {
            assert_eq!(onward(to), *link::account(), "{to:?}");
        }
    }
}

//! Who a browser is: a secret in a cookie. It names nobody; it only remembers which armies the browser may edit.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};
use sha2::{Digest, Sha256};

use super::error::WebError;
use super::state::State;
use crate::store::{Secret, SecretDigest, StoreError, WorkId};

const VISITOR: &str = "musterfield_visitor";
const EDIT_KEY: &str = "musterfield_key";
const FLASH: &str = "musterfield_flash";

/// The value of a cookie of ours. Those of others in the same header may hold anything, even what is no text.
fn cookie_value<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    let pairs = request.headers().get_all(header::COOKIE).flat_map(|header| header.as_bytes().split(|b| *b == b';'));
    pairs
        .filter_map(|pair| std::str::from_utf8(pair).ok()?.trim().split_once('='))
        .find_map(|(known, value)| if known == name { Some(value) } else { None })
}

/// The secret of the browser, if it has a well-formed one.
#[must_use]
pub fn visitor(request: &HttpRequest) -> Option<Secret> {
    Secret::parse(cookie_value(request, VISITOR)?).ok()
}

/// The digest under which the store knows the browser.
#[must_use]
pub fn digest(request: &HttpRequest) -> Option<SecretDigest> {
    visitor(request).map(|secret| secret.digest())
}

/// A name of the browser that tells nobody its secret, to keep its requests apart from those of others; empty for one
/// that has no secret yet.
#[must_use]
pub fn name(request: &HttpRequest) -> String {
    let hashed = |secret: Secret| Sha256::digest(secret.expose()).iter().map(|byte| format!("{byte:02x}")).collect();
    visitor(request).map_or_else(String::new, hashed)
}

/// The secret of the browser, or a new one to be set as cookie.
///
/// # Errors
/// When the system has no randomness.
pub fn visitor_or_new(request: &HttpRequest) -> Result<Secret, StoreError> {
    visitor(request).map_or_else(Secret::random, Ok)
}

/// Gives a browser its secret with a page that has a form to make an army: were it given with the answer to the form, a
/// form sent twice would make an army for a secret that the browser never got.
///
/// # Errors
/// When the system has no randomness.
pub fn known(request: &HttpRequest, state: &State, mut response: HttpResponse) -> Result<HttpResponse, WebError> {
    if visitor(request).is_none() {
        let cookie = visitor_cookie(state, &Secret::random()?);
        response.add_cookie(&cookie).map_err(WebError::internal)?;
    }
    Ok(response)
}

fn cookie<'a>(state: &State, name: &'a str, value: String, path: String, age: Duration) -> Cookie<'a> {
    Cookie::build(name, value)
        .path(path)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(state.is_secure())
        .max_age(age)
        .finish()
}

/// The cookie that keeps a browser's secret for two years after its last change.
#[must_use]
pub fn visitor_cookie(state: &State, secret: &Secret) -> Cookie<'static> {
    cookie(state, VISITOR, secret.expose().to_owned(), "/".to_owned(), Duration::days(730))
}

/// The cookie that lets the editor show a new edit link until its owner has kept it.
#[must_use]
pub fn key_cookie(state: &State, id: &WorkId, key: &Secret) -> Cookie<'static> {
    cookie(state, EDIT_KEY, key.expose().to_owned(), format!("/armies/{id}"), Duration::days(1))
}

/// Forgets a new edit link.
#[must_use]
pub fn no_key_cookie(state: &State, id: &WorkId) -> Cookie<'static> {
    cookie(state, EDIT_KEY, String::new(), format!("/armies/{id}"), Duration::ZERO)
}

/// A new edit link that its owner has not put away yet.
#[must_use]
pub fn fresh_key(request: &HttpRequest) -> Option<Secret> {
    Secret::parse(cookie_value(request, EDIT_KEY)?).ok()
}

/// Ends the word that waited for this request: it stands on the page that answers.
///
/// # Errors
/// None but ours.
pub fn said(request: &HttpRequest, state: &State, mut response: HttpResponse) -> Result<HttpResponse, WebError> {
    if Flash::waiting(request).is_some() {
        let spent = cookie(state, FLASH, String::new(), "/".to_owned(), Duration::ZERO);
        response.add_cookie(&spent).map_err(WebError::internal)?;
    }
    Ok(response)
}

/// A word to be said on the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flash {
    /// An army was copied.
    Copied,
    /// An army was deleted.
    Deleted,
    /// An edit link was opened.
    Opened,
    /// The edit link was changed.
    Rekeyed,
    /// An earlier state was restored.
    Restored,
    /// A pasted army was kept.
    Pasted,
}

impl Flash {
    const ALL: [(Self, &'static str, &'static str); 6] = [
        (Self::Copied, "copied", "This copy is yours: change it as you like, the original stays as it is."),
        (Self::Deleted, "deleted", "The army is deleted."),
        (Self::Opened, "opened", "This browser may edit the army from now on."),
        (
            Self::Rekeyed,
            "rekeyed",
            "The army has a new edit link. The old one opens nothing, and only this browser may edit the army now.",
        ),
        (Self::Restored, "restored", "The earlier state is in force again. Nothing in between is lost."),
        (Self::Pasted, "pasted", "The army is kept. Anything left to put right stands beside it."),
    ];

    /// What is said.
    #[must_use]
    pub fn text(self) -> &'static str {
        Self::ALL.iter().find(|(flash, ..)| *flash == self).map_or("", |(.., text)| text)
    }

    /// The word waiting for this request.
    #[must_use]
    pub fn waiting(request: &HttpRequest) -> Option<Self> {
        let waiting = cookie_value(request, FLASH)?;
        Self::ALL.iter().find(|(_, word, _)| *word == waiting).map(|(flash, ..)| *flash)
    }

    /// The cookie that carries it to the next page.
    #[must_use]
    pub fn cookie(self, state: &State) -> Cookie<'static> {
        let word = Self::ALL.iter().find(|(flash, ..)| *flash == self).map_or("", |(_, word, _)| word);
        cookie(state, FLASH, word.to_owned(), "/".to_owned(), Duration::minutes(1))
    }
}

//! Who a browser is: a secret in a cookie. It names nobody; it only remembers what the browser may edit.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use sha2::{Digest, Sha256};

use super::accounts::who;
use super::error::WebError;
use super::kept::Shelf;
use super::state::State;
use crate::store::{Kind, SESSION_IDLE, Secret, SecretDigest, StoreError};

/// A cookie of ours.
///
/// On a site behind TLS its name says so to the browser, which then takes it from nobody else: neither from a neighbouring
/// host nor from somebody who answers in our place without TLS.
#[derive(Clone, Copy)]
struct CookieName {
    /// Without TLS, and everywhere before there were prefixes.
    plain: &'static str,
    /// On a site behind TLS.
    prefixed: &'static str,
}

const VISITOR: CookieName = CookieName { plain: "musterfield_visitor", prefixed: "__Host-musterfield_visitor" };
const SESSION: CookieName = CookieName { plain: "musterfield_session", prefixed: "__Host-musterfield_session" };
const DEVICE: CookieName = CookieName { plain: "musterfield_device", prefixed: "__Host-musterfield_device" };
const FLASH: CookieName = CookieName { plain: "musterfield_flash", prefixed: "__Host-musterfield_flash" };
/// It goes to the pages of one work alone, which `__Host-` does not allow. A wrong one shows nothing: the store is asked
/// whether it fits.
const EDIT_KEY: CookieName = CookieName { plain: "musterfield_key", prefixed: "__Secure-musterfield_key" };

impl CookieName {
    /// The name that the site gives it.
    fn on(self, state: &State) -> &'static str {
        if state.is_secure() { self.prefixed } else { self.plain }
    }

    /// Its value in a request, under the name that the site gives it.
    fn value(self, request: &HttpRequest) -> Option<&str> {
        cookie_value(request, if is_secure(request) { self.prefixed } else { self.plain })
    }

    /// Its value under the plain name, on a site that gives it another and where the request has none of that.
    fn plain_value(self, request: &HttpRequest) -> Option<&str> {
        let outdated = is_secure(request) && self.value(request).is_none();
        if outdated { cookie_value(request, self.plain) } else { None }
    }
}

fn is_secure(request: &HttpRequest) -> bool {
    request.app_data::<Data<State>>().is_some_and(|state| state.is_secure())
}

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
    let value = VISITOR.value(request).or_else(|| VISITOR.plain_value(request))?;
    Secret::parse(value).ok()
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

/// Gives a browser its secret with a page that has a form to make a work: were it given with the answer to the form, a
/// form sent twice would make a work for a secret that the browser never got.
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

fn cookie(state: &State, name: CookieName, value: String, path: String, age: Duration) -> Cookie<'static> {
    built(state, name.on(state), value, path, age)
}

fn built(state: &State, name: &'static str, value: String, path: String, age: Duration) -> Cookie<'static> {
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

/// The cookie that lets the editor below the work's page show a new edit link until its owner has kept it.
#[must_use]
pub fn key_cookie(state: &State, page: String, key: &Secret) -> Cookie<'static> {
    cookie(state, EDIT_KEY, key.expose().to_owned(), page, Duration::days(1))
}

/// Forgets the new edit link of the work with this page.
#[must_use]
pub fn no_key_cookie(state: &State, page: String) -> Cookie<'static> {
    cookie(state, EDIT_KEY, String::new(), page, Duration::ZERO)
}

/// The secret by which a browser is signed in.
#[derive(Debug)]
pub struct SessionCookie {
    /// The secret.
    pub secret: Secret,
    /// Whether it came under the name of the time before names had prefixes, on a site where they have.
    pub plain: bool,
}

/// The secret by which a browser is signed in, if it has a well-formed one.
#[must_use]
pub fn session(request: &HttpRequest) -> Option<SessionCookie> {
    let (value, plain) = match SESSION.value(request) {
        Some(value) => (value, false),
        None => (SESSION.plain_value(request)?, true),
    };
    Some(SessionCookie { secret: Secret::parse(value).ok()?, plain })
}

/// The cookie that keeps a browser signed in for as long as the store does, if it is not used.
#[must_use]
pub fn session_cookie(state: &State, secret: &Secret) -> Cookie<'static> {
    cookie(state, SESSION, secret.expose().to_owned(), "/".to_owned(), SESSION_IDLE)
}

/// Forgets that a browser was signed in.
#[must_use]
pub fn no_session_cookie(state: &State) -> Cookie<'static> {
    cookie(state, SESSION, String::new(), "/".to_owned(), Duration::ZERO)
}

/// The mark by which accounts know a browser in which they were signed in.
#[must_use]
pub fn device(request: &HttpRequest) -> Option<Secret> {
    Secret::parse(DEVICE.value(request)?).ok()
}

/// The cookie that keeps a browser's mark, for as long as browsers keep any.
#[must_use]
pub fn device_cookie(state: &State, mark: &Secret) -> Cookie<'static> {
    cookie(state, DEVICE, mark.expose().to_owned(), "/".to_owned(), Duration::days(400))
}

/// Cookies that go with an answer whatever it is, unless it says something of them itself: that of a session that was
/// given time anew, and those that came under a name of before.
pub fn renew(request: &HttpRequest, headers: &mut HeaderMap) {
    let Some(state) = request.app_data::<Data<State>>() else { return };
    let is_public = |value: &HeaderValue| value.to_str().is_ok_and(|value| value.contains("public"));
    if headers.get(header::CACHE_CONTROL).is_some_and(is_public) {
        return;
    }
    let mut fresh = Vec::new();
    if let (Some(session), Some(known)) = (session(request), who::known(request))
        && (session.plain || known.renewed)
    {
        fresh.push((SESSION, session_cookie(state, &session.secret), session.plain));
    }
    if let Some(value) = VISITOR.plain_value(request)
        && let Ok(secret) = Secret::parse(value)
    {
        fresh.push((VISITOR, visitor_cookie(state, &secret), true));
    }
    for (name, cookie, came_plain) in fresh {
        let begins = format!("{}=", name.on(state));
        let said = headers.get_all(header::SET_COOKIE).any(|set| set.as_bytes().starts_with(begins.as_bytes()));
        if said {
            continue;
        }
        let spent = came_plain.then(|| built(state, name.plain, String::new(), "/".to_owned(), Duration::ZERO));
        for cookie in [Some(cookie), spent].into_iter().flatten() {
            if let Ok(value) = HeaderValue::try_from(cookie.to_string()) {
                headers.append(header::SET_COOKIE, value);
            }
        }
    }
}

/// A new edit link that its owner has not put away yet.
#[must_use]
pub fn fresh_key(request: &HttpRequest) -> Option<Secret> {
    Secret::parse(EDIT_KEY.value(request)?).ok()
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
    /// A work was copied.
    Copied,
    /// A work was deleted.
    Deleted(Kind),
    /// An edit link was opened.
    Opened(Kind),
    /// The edit link was changed.
    Rekeyed(Kind),
    /// An earlier state was restored.
    Restored,
    /// A pasted army was kept.
    Pasted,
    /// A table was laid out and kept.
    LaidOut,
    /// The layout of a file was kept.
    Unpacked,
    /// Somebody signed in.
    SignedIn,
    /// Somebody signed out.
    SignedOut,
    /// An account was made.
    Registered,
    /// The same form has made an account before.
    RegisteredBefore,
    /// A new password was set by a link.
    PasswordSet,
    /// The password was changed.
    PasswordChanged,
    /// Names were changed.
    ProfileKept,
    /// One or several other sessions ended.
    SessionsEnded,
    /// What a browser held is in the account.
    Claimed,
    /// The account is no more.
    AccountEnded,
    /// An event was made.
    EventMade,
    /// An event was changed.
    EventChanged,
    /// An event was deleted.
    EventDeleted,
    /// An army was entered.
    Entered,
    /// An army was entered after the deadline.
    EnteredLate,
    /// An army was entered for the waiting list.
    EnteredWaiting,
    /// An army was entered, and the staff has yet to let the player in.
    EnteredPending,
    /// An army was put down for later.
    PutDown,
    /// A player was withdrawn.
    Withdrawn,
    /// Something was done at the desk.
    DeskDone,
    /// Entries were cleared.
    Cleared,
    /// Entries that were cleared are back.
    BroughtBack,
    /// Something was done by an administrator.
    AdminDone,
    /// Somebody joined the staff of an event.
    Joined,
    /// A round was drawn up.
    RoundDrawn,
    /// A result was written down.
    ResultKept,
}

impl Flash {
    /// Each with its name in the cookie.
    const ALL: [(Self, &'static str); 37] = [
        (Self::Copied, "copied"),
        (Self::Deleted(Kind::Army), "deleted-army"),
        (Self::Deleted(Kind::Layout), "deleted-layout"),
        (Self::Opened(Kind::Army), "opened-army"),
        (Self::Opened(Kind::Layout), "opened-layout"),
        (Self::Rekeyed(Kind::Army), "rekeyed-army"),
        (Self::Rekeyed(Kind::Layout), "rekeyed-layout"),
        (Self::Restored, "restored"),
        (Self::Pasted, "pasted"),
        (Self::LaidOut, "laid-out"),
        (Self::Unpacked, "unpacked"),
        (Self::SignedIn, "signed-in"),
        (Self::SignedOut, "signed-out"),
        (Self::Registered, "registered"),
        (Self::RegisteredBefore, "registered-before"),
        (Self::PasswordSet, "password-set"),
        (Self::PasswordChanged, "password-changed"),
        (Self::ProfileKept, "profile-kept"),
        (Self::SessionsEnded, "sessions-ended"),
        (Self::Claimed, "claimed"),
        (Self::AccountEnded, "account-ended"),
        (Self::EventMade, "event-made"),
        (Self::EventChanged, "event-changed"),
        (Self::EventDeleted, "event-deleted"),
        (Self::Entered, "entered"),
        (Self::EnteredLate, "entered-late"),
        (Self::EnteredWaiting, "entered-waiting"),
        (Self::EnteredPending, "entered-pending"),
        (Self::PutDown, "put-down"),
        (Self::Withdrawn, "withdrawn"),
        (Self::DeskDone, "desk-done"),
        (Self::Cleared, "cleared"),
        (Self::BroughtBack, "brought-back"),
        (Self::AdminDone, "admin-done"),
        (Self::Joined, "joined"),
        (Self::RoundDrawn, "round-drawn"),
        (Self::ResultKept, "result-kept"),
    ];

    /// What is said.
    #[must_use]
    pub fn text(self) -> String {
        let word = |kind: Kind| Shelf::of(kind).word;
        match self {
            Self::Copied => "This copy is yours: change it as you like, the original stays as it is.".to_owned(),
            Self::Deleted(kind) => format!("The {} is deleted.", word(kind)),
            Self::Opened(kind) => format!("This browser may edit the {} from now on.", word(kind)),
            Self::Rekeyed(kind) => {
                let word = word(kind);
                format!(
                    "The {word} has a new edit link. The old one opens nothing, and only this browser may edit the \
                     {word} now."
                )
            }
            Self::Restored => "The earlier state is in force again. Nothing in between is lost.".to_owned(),
            Self::Pasted => "The army is kept. Anything left to put right stands beside it.".to_owned(),
            Self::LaidOut => "The table is kept and yours: change it as you like.".to_owned(),
            Self::Unpacked => "The layout is kept and yours: change it as you like.".to_owned(),
            Self::SignedIn => "You are signed in.".to_owned(),
            Self::SignedOut => "You are signed out in this browser.".to_owned(),
            Self::Registered => {
                "Your account is made. Keep the name that you sign in with: it stands below.".to_owned()
            }
            Self::RegisteredBefore => {
                "You already have this account. Sign in with the name below. Type your password.".to_owned()
            }
            Self::PasswordSet => {
                "The new password is set, and you are signed in here and nowhere else. The link opens nothing any more."
                    .to_owned()
            }
            Self::PasswordChanged => "The password is changed. Every other browser is signed out.".to_owned(),
            Self::ProfileKept => "This is kept.".to_owned(),
            Self::SessionsEnded => "Signed out.".to_owned(),
            Self::Claimed => "It is in your account now: you find it wherever you sign in.".to_owned(),
            Self::AccountEnded => "Your account is deleted, and what it alone held with it.".to_owned(),
            Self::EventMade => "The event is made. It is a draft: only you see it until you open it.".to_owned(),
            Self::EventChanged => "This is kept.".to_owned(),
            Self::EventDeleted => "The event is deleted with everything in it.".to_owned(),
            Self::Entered => "You are in. This page is your receipt: keep its address.".to_owned(),
            Self::EnteredLate => {
                "It was taken, marked as late. This page is your receipt: keep its address.".to_owned()
            }
            Self::EnteredWaiting => {
                "It was taken, and you are on the waiting list: there is no place left just now.".to_owned()
            }
            Self::EnteredPending => {
                "It was taken, and waits until the organisers let you in. This page is your receipt: keep its address."
                    .to_owned()
            }
            Self::PutDown => "This is put down for later. It is not entered yet.".to_owned(),
            Self::Withdrawn => "You are withdrawn.".to_owned(),
            Self::DeskDone => "Done.".to_owned(),
            Self::Cleared => {
                "Cleared. For 7 days you can bring it back from here; then it is gone for good.".to_owned()
            }
            Self::BroughtBack => "What was cleared is back.".to_owned(),
            Self::AdminDone => "Done. The log of administrators has a line about it.".to_owned(),
            Self::Joined => "You have joined the staff.".to_owned(),
            Self::RoundDrawn => "It is drawn up. Look through it and publish it.".to_owned(),
            Self::ResultKept => "The result is written down.".to_owned(),
        }
    }

    /// The word waiting for this request.
    #[must_use]
    pub fn waiting(request: &HttpRequest) -> Option<Self> {
        let waiting = FLASH.value(request)?;
        Self::ALL.iter().find(|(_, name)| *name == waiting).map(|(flash, _)| *flash)
    }

    /// The cookie that carries it to the next page.
    #[must_use]
    pub fn cookie(self, state: &State) -> Cookie<'static> {
        let name = Self::ALL.iter().find(|(flash, _)| *flash == self).map_or("", |(_, name)| name);
        cookie(state, FLASH, name.to_owned(), "/".to_owned(), Duration::minutes(1))
    }
}

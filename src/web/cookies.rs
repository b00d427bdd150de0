//! Cookies: a browser is identified by a secret in a cookie. The secret names nobody; it only records what the browser
//! may edit.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::error::WebError;
use super::state::AppState;
use super::works::WorkKind;
use crate::store::{SESSION_IDLE, Secret, SecretDigest, StoreError, WorkType};

/// A cookie of this site.
///
/// On a site behind TLS its name has a prefix, so that the browser accepts it from nobody else: neither from a
/// neighbouring host nor from somebody who answers in the site's place without TLS.
#[derive(Clone, Copy)]
struct CookieName {
    /// Its name without TLS, and everywhere before there were prefixes.
    plain: &'static str,
    /// Its name on a site behind TLS.
    prefixed: &'static str,
}

const VISITOR: CookieName = CookieName { plain: "musterfield_visitor", prefixed: "__Host-musterfield_visitor" };
const SESSION: CookieName = CookieName { plain: "musterfield_session", prefixed: "__Host-musterfield_session" };
const DEVICE: CookieName = CookieName { plain: "musterfield_device", prefixed: "__Host-musterfield_device" };
const FLASH: CookieName = CookieName { plain: "musterfield_flash", prefixed: "__Host-musterfield_flash" };
/// It is sent only to the pages of one work, which `__Host-` does not allow. A wrong key shows nothing: the store
/// checks it.
const EDIT_KEY: CookieName = CookieName { plain: "musterfield_key", prefixed: "__Secure-musterfield_key" };

impl CookieName {
    /// Its name on this site.
    fn on(self, state: &AppState) -> &'static str {
        if state.is_secure() { self.prefixed } else { self.plain }
    }

    /// Its value in a request, under its name on this site.
    fn value(self, request: &HttpRequest) -> Option<&str> {
        cookie_value(request, if is_secure(request) { self.prefixed } else { self.plain })
    }

    /// Its value under the plain name, on a site where it has a prefix and the request has no cookie of the prefixed
    /// name.
    fn plain_value(self, request: &HttpRequest) -> Option<&str> {
        let outdated = is_secure(request) && self.value(request).is_none();
        if outdated { cookie_value(request, self.plain) } else { None }
    }
}

fn is_secure(request: &HttpRequest) -> bool {
    request.app_data::<Data<AppState>>().is_some_and(|state| state.is_secure())
}

/// The value of a cookie of this site. Other cookies in the same header may contain anything, even bytes that are not
/// text.
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

/// A public name of the browser that does not reveal its secret and distinguishes its requests from others.
#[must_use]
pub fn name(browser: &Secret) -> String {
    HEXLOWER.encode(&Sha256::digest(browser.expose()))
}

/// The secret of the browser, or a new one, which must be set as a cookie. A browser gets one only when there is
/// something to remember.
///
/// `form` is the request key of the form that the browser sent. The new secret is derived from it, since a form that is
/// sent twice could otherwise create a work for a secret that the browser never received: each of our forms has a key of
/// its own, which is given to one browser and is stored nowhere. Any other text leads to a random secret.
///
/// # Errors
/// When the system supplies no randomness.
pub fn visitor_or_new(request: &HttpRequest, form: &str) -> Result<Secret, StoreError> {
    match (visitor(request), Secret::parse(form)) {
        (Some(known), _) => Ok(known),
        (None, Ok(form)) => Ok(form.derive(&["the browser that sends this form"])),
        (None, Err(_)) => Secret::random(),
    }
}

fn cookie(state: &AppState, name: CookieName, value: String, path: String, age: Duration) -> Cookie<'static> {
    built(state, name.on(state), value, path, age)
}

fn built(state: &AppState, name: &'static str, value: String, path: String, age: Duration) -> Cookie<'static> {
    Cookie::build(name, value)
        .path(path)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(state.is_secure())
        .max_age(age)
        .finish()
}

/// The cookie that stores a browser's secret for two years after its last change.
#[must_use]
pub fn visitor_cookie(state: &AppState, secret: &Secret) -> Cookie<'static> {
    cookie(state, VISITOR, secret.expose().to_owned(), "/".to_owned(), Duration::days(730))
}

/// Deletes the cookie with the browser's secret.
#[must_use]
pub fn no_visitor_cookie(state: &AppState) -> Cookie<'static> {
    cookie(state, VISITOR, String::new(), "/".to_owned(), Duration::ZERO)
}

/// The cookie that lets the editor below the work's page show a new edit link until its owner has put it away.
#[must_use]
pub fn key_cookie(state: &AppState, page: String, key: &Secret) -> Cookie<'static> {
    cookie(state, EDIT_KEY, key.expose().to_owned(), page, Duration::days(1))
}

/// Deletes the cookie with the new edit link of the work with this page.
#[must_use]
pub fn no_key_cookie(state: &AppState, page: String) -> Cookie<'static> {
    cookie(state, EDIT_KEY, String::new(), page, Duration::ZERO)
}

/// The secret with which a browser is signed in.
#[derive(Debug)]
pub struct SessionCookie {
    /// The secret.
    pub secret: Secret,
    /// Whether it came under the name from before names had prefixes, on a site where they have.
    pub plain: bool,
}

/// The secret with which a browser is signed in, if it has a well-formed one.
#[must_use]
pub fn session(request: &HttpRequest) -> Option<SessionCookie> {
    let (value, plain) = match SESSION.value(request) {
        Some(value) => (value, false),
        None => (SESSION.plain_value(request)?, true),
    };
    Some(SessionCookie { secret: Secret::parse(value).ok()?, plain })
}

/// The cookie that keeps a browser signed in for as long as the store keeps an unused session.
#[must_use]
pub fn session_cookie(state: &AppState, secret: &Secret) -> Cookie<'static> {
    cookie(state, SESSION, secret.expose().to_owned(), "/".to_owned(), SESSION_IDLE)
}

/// Deletes the session cookie.
#[must_use]
pub fn no_session_cookie(state: &AppState) -> Cookie<'static> {
    cookie(state, SESSION, String::new(), "/".to_owned(), Duration::ZERO)
}

/// The mark by which accounts recognise a browser in which they were signed in.
#[must_use]
pub fn device(request: &HttpRequest) -> Option<Secret> {
    Secret::parse(DEVICE.value(request)?).ok()
}

/// The cookie that stores a browser's mark, for as long as browsers store any.
#[must_use]
pub fn device_cookie(state: &AppState, mark: &Secret) -> Cookie<'static> {
    cookie(state, DEVICE, mark.expose().to_owned(), "/".to_owned(), Duration::days(400))
}

/// Deletes the cookie with the browser's mark.
#[must_use]
pub fn no_device_cookie(state: &AppState) -> Cookie<'static> {
    cookie(state, DEVICE, String::new(), "/".to_owned(), Duration::ZERO)
}

/// Adds the cookies that accompany any answer unless the answer sets them itself: that of an extended session, and
/// those that came under an old name. `is_extended` says so of the session, if it is known.
pub(super) fn renew(request: &HttpRequest, headers: &mut HeaderMap, is_extended: Option<bool>) {
    let Some(state) = request.app_data::<Data<AppState>>() else { return };
    let is_public = |value: &HeaderValue| value.to_str().is_ok_and(|value| value.contains("public"));
    if headers.get(header::CACHE_CONTROL).is_some_and(is_public) {
        return;
    }
    let mut fresh = Vec::new();
    if let (Some(session), Some(is_extended)) = (session(request), is_extended)
        && (session.plain || is_extended)
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
        let is_set = headers.get_all(header::SET_COOKIE).any(|set| set.as_bytes().starts_with(begins.as_bytes()));
        if is_set {
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

/// Clears the flash message that waited for this request: the answering page shows it.
///
/// # Errors
/// [`WebError::Internal`] only.
pub fn clear_flash(
    request: &HttpRequest,
    state: &AppState,
    mut response: HttpResponse,
) -> Result<HttpResponse, WebError> {
    if Flash::waiting(request).is_some() {
        let spent = cookie(state, FLASH, String::new(), "/".to_owned(), Duration::ZERO);
        response.add_cookie(&spent).map_err(WebError::internal)?;
    }
    Ok(response)
}

/// A message to be shown on the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flash {
    /// A work was copied.
    Copied,
    /// A work was deleted.
    Deleted(WorkType),
    /// A battle was deleted.
    BattleDeleted,
    /// An edit link was opened.
    Opened(WorkType),
    /// The edit link was changed.
    Rekeyed(WorkType),
    /// An earlier revision was restored.
    Restored,
    /// A pasted army was saved.
    Pasted,
    /// A table was laid out and saved.
    LaidOut,
    /// The layout of a file was saved.
    Unpacked,
    /// Somebody signed in.
    SignedIn,
    /// Somebody signed out.
    SignedOut,
    /// An account was created.
    Registered,
    /// The same form has created an account before.
    RegisteredBefore,
    /// A new password was set through a link.
    PasswordSet,
    /// The password was changed.
    PasswordChanged,
    /// Names or the mail address were changed.
    ProfileKept,
    /// One or several other sessions ended.
    SessionsEnded,
    /// The works of a browser were moved to the account.
    Claimed,
    /// The account was deleted.
    AccountEnded,
    /// Everything of a browser was deleted.
    BrowserForgotten,
    /// An event was created.
    EventMade,
    /// An event was changed.
    EventChanged,
    /// An event was deleted.
    EventDeleted,
    /// An army was submitted.
    Entered,
    /// An army was submitted after the deadline.
    EnteredLate,
    /// An army was submitted for the waiting list.
    EnteredWaiting,
    /// An army was submitted, and the player awaits the staff's approval.
    EnteredPending,
    /// A draft of an army was saved.
    PutDown,
    /// A player was withdrawn.
    Withdrawn,
    /// An action was carried out at the desk.
    DeskDone,
    /// Entries were cleared.
    Cleared,
    /// Cleared entries were restored.
    BroughtBack,
    /// An administrator's action was carried out.
    AdminDone,
    /// Somebody joined the staff of an event.
    Joined,
    /// A round was drawn up.
    RoundDrawn,
    /// A result was recorded.
    ResultKept,
}

impl Flash {
    /// All messages with their names in the cookie.
    const ALL: [(Self, &'static str); 42] = [
        (Self::Copied, "copied"),
        (Self::Deleted(WorkType::Army), "deleted-army"),
        (Self::Deleted(WorkType::Layout), "deleted-layout"),
        (Self::Deleted(WorkType::List), "deleted-list"),
        (Self::BattleDeleted, "deleted-battle"),
        (Self::Opened(WorkType::Army), "opened-army"),
        (Self::Opened(WorkType::Layout), "opened-layout"),
        (Self::Opened(WorkType::List), "opened-list"),
        (Self::Rekeyed(WorkType::Army), "rekeyed-army"),
        (Self::Rekeyed(WorkType::Layout), "rekeyed-layout"),
        (Self::Rekeyed(WorkType::List), "rekeyed-list"),
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
        (Self::BrowserForgotten, "browser-forgotten"),
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

    /// The text of the message.
    #[must_use]
    pub fn text(self) -> String {
        let word = |kind: WorkType| WorkKind::of(kind).noun;
        match self {
            Self::Copied => "Copied. You can edit this copy; the original stays as it is.".to_owned(),
            Self::Deleted(kind) => format!("The {} has been deleted.", word(kind)),
            Self::BattleDeleted => "The battle has been deleted.".to_owned(),
            Self::Opened(kind) => format!("You can now edit the {} in this browser.", word(kind)),
            Self::Rekeyed(kind) => {
                let word = word(kind);
                format!(
                    "The {word} has a new edit link. The old link no longer works, and only this browser can edit the \
                     {word} now."
                )
            }
            Self::Restored => {
                "The earlier version has been restored. The versions in between are still in the history.".to_owned()
            }
            Self::Pasted => "Army saved. Anything left to fix is shown below.".to_owned(),
            Self::LaidOut => "Table saved. You can edit it as you like.".to_owned(),
            Self::Unpacked => "Layout saved. You can edit it as you like.".to_owned(),
            Self::SignedIn => "You are signed in.".to_owned(),
            Self::SignedOut => "You are signed out in this browser.".to_owned(),
            Self::Registered => {
                "Your account has been created. Make a note of your sign-in name, which is shown below.".to_owned()
            }
            Self::RegisteredBefore => {
                "You already have this account. Sign in with the name below and your password.".to_owned()
            }
            Self::PasswordSet => {
                "New password set. You are signed in here and nowhere else. The link no longer works.".to_owned()
            }
            Self::PasswordChanged => "Password changed. Every other browser has been signed out.".to_owned(),
            Self::ProfileKept => "Saved.".to_owned(),
            Self::SessionsEnded => "Signed out.".to_owned(),
            Self::Claimed => "Added to your account. You will find it wherever you sign in.".to_owned(),
            Self::AccountEnded => "Your account has been deleted, with everything that only you could edit.".to_owned(),
            Self::BrowserForgotten => "Everything of this browser has been deleted.".to_owned(),
            Self::EventMade => "Event created. It is a draft: only its staff can see it until you open it.".to_owned(),
            Self::EventChanged => "Saved.".to_owned(),
            Self::EventDeleted => "The event has been deleted, with everything in it.".to_owned(),
            Self::Entered => "You have entered. This page is your receipt, so keep its address.".to_owned(),
            Self::EnteredLate => {
                "You have entered, marked as late. This page is your receipt, so keep its address.".to_owned()
            }
            Self::EnteredWaiting => {
                "You are on the waiting list because there is no place left at the moment.".to_owned()
            }
            Self::EnteredPending => {
                "Your entry has been received and is waiting for the organisers to let you in. This page is your \
                 receipt, so keep its address."
                    .to_owned()
            }
            Self::PutDown => "Saved for later. You have not entered yet.".to_owned(),
            Self::Withdrawn => "Withdrawn.".to_owned(),
            Self::DeskDone => "Done.".to_owned(),
            Self::Cleared => {
                "Cleared. You can restore it from this page for 7 days; after that it is permanently deleted."
                    .to_owned()
            }
            Self::BroughtBack => "Restored.".to_owned(),
            Self::AdminDone => "Done. This has been recorded in the administrators’ log.".to_owned(),
            Self::Joined => "You have joined the staff.".to_owned(),
            Self::RoundDrawn => "Paired. Check the pairings, then publish them.".to_owned(),
            Self::ResultKept => "Result saved.".to_owned(),
        }
    }

    /// The message that waits for this request.
    #[must_use]
    pub fn waiting(request: &HttpRequest) -> Option<Self> {
        let waiting = FLASH.value(request)?;
        Self::ALL.iter().find(|(_, name)| *name == waiting).map(|(flash, _)| *flash)
    }

    /// The cookie that carries the message to the next page.
    #[must_use]
    pub fn cookie(self, state: &AppState) -> Cookie<'static> {
        let name = Self::ALL.iter().find(|(flash, _)| *flash == self).map_or("", |(_, name)| name);
        cookie(state, FLASH, name.to_owned(), "/".to_owned(), Duration::minutes(1))
    }
}

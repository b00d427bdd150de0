//! How everything fails: one table from what went wrong to what the visitor is told.
//!
//! The cause is logged once, here; the visitor gets a fixed sentence. Pages get a page, the API a problem document.

mod spent;

use std::borrow::Cow;
use std::fmt;

use actix_web::http::header::{self, ContentType, HeaderValue};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use askama::Template;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::app::LARGEST_CASES;
use super::fields::FieldsError;
use super::kept::Shelf;
use super::metrics::Reason;
use super::page::see_other;
use crate::combat::file::MOST_CASES;
use crate::rules::sentence::capital;
use crate::store::{Kind, MOST_STATES, Spent, StoreError};
use crate::terrain::carrier::LONGEST_UPLOAD;

/// Tells programs to come again in some seconds.
pub(super) const RETRY_LATER: (header::HeaderName, &str) = (header::RETRY_AFTER, "10");

/// Title and text when the disk has too little room.
const NO_ROOM: (&str, &str) = (
    "Nothing new can be kept just now",
    "The disk of this site is nearly full. Everything here can be read, printed and deleted, but nothing new is kept until \
     whoever runs the site has made room.",
);

/// The end of what is said where a form was sent in vain.
const STILL_THERE: &str = "Nothing was changed. Go back: what you typed is still there.";

/// What a handler can fail with.
#[derive(Debug)]
pub enum WebError {
    /// Nothing is there.
    NotFound,
    /// Something was there and is deleted.
    Gone(Kind),
    /// The administrators hide it, in a word what it is, for this reason.
    Hidden(&'static str, String),
    /// The administrators have locked the account of whoever signs in, for this reason.
    AccountLocked(String),
    /// The visitor does not hold it; with the path of its page, where it is known.
    NotYours(Kind, Option<String>),
    /// An edit link that does not fit; with the path of the page of the work.
    WrongKey(Kind, Option<String>),
    /// It has as many states as are kept of one.
    Full(Kind),
    /// Only somebody who is signed in can have it; with the path to come back to, if it was only looked at.
    SignedOut(Option<String>),
    /// An event, round or entry is no longer as the page had it.
    EventChanged,
    /// Only the staff of an event can have it; with the path of the event's page.
    NotStaff(String),
    /// What is planned of an event is not understood by the rules of today; with the path of its settings for those who
    /// can put that right.
    EventOutdated(Option<String>),
    /// It was tried too often; how long it takes until it can be tried again.
    TooOften(time::Duration),
    /// A post from another site.
    CrossSite,
    /// A request that does not name the site it is meant for.
    BadHost,
    /// A request that makes no sense; the sentence says why.
    Unreadable(String),
    /// A body that was packed for the way.
    Packed,
    /// Larger than the limit.
    TooLarge,
    /// Cases of combats that are too long together.
    CasesTooLarge,
    /// A layout larger than layouts may be.
    LayoutTooLarge,
    /// A file that is larger than the limit.
    FileTooLarge,
    /// Its body did not come in time.
    TooSlow,
    /// The method does not belong to the address.
    MethodNotAllowed,
    /// A limit on what this visitor keeps is reached.
    Spent(Spent),
    /// Nothing new is kept until there is more room on the disk.
    NoRoom,
    /// The database does not answer.
    Unavailable,
    /// The program was built without what prints and paints.
    NotBuilt,
    /// More heavy work is waiting than can be done soon.
    Busy,
    /// A mistake of ours.
    Internal,
}

/// A time to wait, in words, rounded up.
pub(super) fn waiting(time: time::Duration) -> String {
    let counted = |count: i64, word: &str| match count {
        1 => format!("1 {word}"),
        count => format!("{count} {word}s"),
    };
    match waiting_seconds(time) {
        seconds @ ..=90 => counted(seconds, "second"),
        seconds @ 91..=5_400 => counted((seconds + 59) / 60, "minute"),
        seconds => counted((seconds + 3_599) / 3_600, "hour"),
    }
}

/// The same in whole seconds, for `Retry-After`.
pub(super) fn waiting_seconds(time: time::Duration) -> i64 {
    (time.whole_seconds() + i64::from(time.subsec_nanoseconds() > 0)).max(1)
}

/// Title and sentence of an error.
struct Told {
    status: StatusCode,
    title: Cow<'static, str>,
    text: Cow<'static, str>,
    /// Where what is kept can be looked at and copied: path and words.
    way: Option<(String, String)>,
}

impl Told {
    fn new(status: StatusCode, title: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Self {
        Self { status, title: title.into(), text: text.into(), way: None }
    }

    /// The same with the way to a work's page.
    fn leading_to(mut self, kind: Kind, page: Option<&String>) -> Self {
        self.way = page.map(|page| (page.clone(), format!("Look at the {}, or copy it", Shelf::of(kind).word)));
        self
    }
}

impl WebError {
    /// What is said to somebody who is not signed in and should be.
    #[must_use]
    pub fn signed_out(request: &HttpRequest) -> Self {
        let path = || request.uri().path_and_query().map_or_else(|| "/account".to_owned(), ToString::to_string);
        Self::SignedOut(matches!(*request.method(), Method::GET | Method::HEAD).then(path))
    }

    /// A mistake of ours, logged with its cause.
    pub fn internal(cause: impl fmt::Display) -> Self {
        tracing::error!(cause = %cause, "internal error");
        Self::Internal
    }

    fn told(&self) -> Told {
        match self {
            Self::NotFound => Told::new(
                StatusCode::NOT_FOUND,
                "Nothing stands here",
                "There is no page at this address. Check that it was copied in full.",
            ),
            Self::Gone(kind) => Told::new(
                StatusCode::GONE,
                format!("This {} is deleted", Shelf::of(*kind).word),
                "It was deleted with all its states, by its owner or by the administrators of this site, or because nobody had \
                 opened it for two years.",
            ),
            // Not by the owner and perhaps not for ever, as what is gone.
            Self::Hidden(word, reason) => Told::new(
                StatusCode::UNAVAILABLE_FOR_LEGAL_REASONS,
                format!("This {word} is hidden"),
                format!("Hidden by the administrators: {reason}"),
            ),
            Self::AccountLocked(reason) => Told::new(
                StatusCode::FORBIDDEN,
                "This account is locked",
                format!(
                    "You are not signed in. If you think this is wrong, write to whoever runs this site. Locked by the \
                     administrators: {reason}"
                ),
            ),
            Self::NotYours(kind, page) => {
                let word = Shelf::of(*kind).word;
                Told::new(
                    StatusCode::FORBIDDEN,
                    format!("This {word} is not yours to change"),
                    format!(
                        "Open its edit link in this browser first, or make a copy of your own: every {word} can be copied."
                    ),
                )
                .leading_to(*kind, page.as_ref())
            }
            Self::WrongKey(kind, page) => {
                let word = Shelf::of(*kind).word;
                Told::new(
                    StatusCode::FORBIDDEN,
                    format!("This edit link does not open the {word}"),
                    format!(
                        "It was changed since, or copied only in part. The {word} itself can still be looked at and copied."
                    ),
                )
                .leading_to(*kind, page.as_ref())
            }
            Self::Full(kind) => {
                let word = Shelf::of(*kind).word;
                Told::new(
                    StatusCode::CONFLICT,
                    format!("This {word} is full: go on with a copy"),
                    format!(
                        "Every change is kept, up to {MOST_STATES} for one {word}, and this one has them all. It stays \
                         as it is, and every state keeps its address. Make a copy of it, which begins anew, and change \
                         that. Go back: what you typed is still there."
                    ),
                )
            }
            Self::SignedOut(_) => Told {
                way: Some(("/account/sign-in".to_owned(), "Sign in".to_owned())),
                ..Told::new(
                    StatusCode::UNAUTHORIZED,
                    "Sign in first",
                    "This belongs to an account, and you are not signed in, or no longer. Nothing was changed. Sign in in \
                     another tab and send the form again: what you typed is still there when you go back.",
                )
            },
            Self::EventChanged => Told::new(
                StatusCode::CONFLICT,
                "Somebody was quicker",
                "It was changed after this page was made. Nothing of yours was done. Go back, load the page anew and look at it.",
            ),
            Self::NotStaff(path) => Told {
                way: Some((path.clone(), "To the event".to_owned())),
                ..Told::new(
                    StatusCode::FORBIDDEN,
                    "This is for those who run the event",
                    "Nothing was changed. If you are one of them, ask its owner to put you on the staff.",
                )
            },
            Self::EventOutdated(settings) => Told {
                way: settings.clone().map(|path| (path, "To the settings".to_owned())),
                ..Told::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "This event waits for its organisers",
                    "The rules here are newer than the event, and something that it names is no longer among them. Nothing \
                     that was entered is lost; the organisers put it right in the settings.",
                )
            },
            Self::TooOften(wait) => Told::new(
                StatusCode::TOO_MANY_REQUESTS,
                "This was tried too often",
                format!("Nothing was changed. Try again in {}.", waiting(*wait)),
            ),
            Self::CrossSite => Told::new(
                StatusCode::FORBIDDEN,
                "This request came from another site",
                "Nothing was changed. Open the page here and try again.",
            ),
            Self::BadHost => Told::new(
                StatusCode::BAD_REQUEST,
                "This request names no site",
                "Its header “Host” is missing, or is not the name of one host. Nothing was changed. Open the page by its address.",
            ),
            Self::Unreadable(why) => Told::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "This could not be read",
                format!("{}. Nothing was changed.", capital(why)),
            ),
            Self::Packed => Told::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "Send this as it is",
                "What is sent here is read as it is and never unpacked. Send it without a content encoding. Nothing was changed.",
            ),
            Self::LayoutTooLarge => Told::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "This is too long",
                "A layout may have 1 MiB. Nothing was changed. Send it with fewer points.",
            ),
            Self::CasesTooLarge => Told::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "This is too long",
                format!(
                    "Cases may have {} MiB together, and be {MOST_CASES} at most. Nothing was answered. Send them in several requests.",
                    LARGEST_CASES >> 20
                ),
            ),
            Self::TooLarge => Told::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "This is too long",
                "A request may have 64 KiB. Nothing was changed. Send less: shorten the notes or the text.",
            ),
            Self::FileTooLarge => Told::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "This file is too large",
                format!("A file to be opened may have {} MiB; none of our maps is that large.", LONGEST_UPLOAD >> 20),
            ),
            Self::TooSlow => Told::new(
                StatusCode::REQUEST_TIMEOUT,
                "This came too slowly",
                "It had not arrived as a whole when the time was up, and nothing was changed. Go back and send it again: what \
                 you typed is still there.",
            ),
            Self::MethodNotAllowed => Told::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "This address does not accept that kind of request",
                "Open it from a page of this site.",
            ),
            Self::Spent(spent) => {
                let (title, text) = spent::words(*spent);
                let status = match spent {
                    Spent::Household(_) => StatusCode::TOO_MANY_REQUESTS,
                    _ => StatusCode::CONFLICT,
                };
                Told::new(status, title, format!("{text} {STILL_THERE}"))
            }
            Self::NoRoom => {
                Told::new(StatusCode::SERVICE_UNAVAILABLE, NO_ROOM.0, format!("{} {STILL_THERE}", NO_ROOM.1))
            }
            Self::Unavailable => Told::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "What is kept here cannot be reached just now",
                "The database does not answer, or its disk is full. Nothing that was saved is lost. Go back and try again in a minute.",
            ),
            Self::NotBuilt => Told::new(
                StatusCode::NOT_FOUND,
                "This site makes no PDF and no PNG",
                "It was built without what prints them. Everything else is here: pages can be printed from the browser.",
            ),
            Self::Busy => Told::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "The site is busy just now",
                "Too many jobs like this one are waiting. Nothing was started and nothing is lost: try again in a few seconds. All other pages work as usual.",
            ),
            Self::Internal => Told::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "Something went wrong here",
                "The mistake is ours and was noted. Nothing that was saved is lost.",
            ),
        }
    }

    /// Why it is counted as a refusal, if it is one.
    fn reason(&self) -> Option<Reason> {
        match self {
            Self::Busy => Some(Reason::Busy),
            Self::CrossSite => Some(Reason::CrossSite),
            Self::TooLarge | Self::CasesTooLarge | Self::LayoutTooLarge | Self::FileTooLarge => Some(Reason::TooLarge),
            Self::TooSlow => Some(Reason::TooSlow),
            Self::TooOften(_) => Some(Reason::TooOften),
            Self::Full(_) | Self::Spent(_) => Some(Reason::Full),
            Self::NoRoom => Some(Reason::NoRoom),
            Self::Unavailable => Some(Reason::Unavailable),
            Self::Internal => Some(Reason::Internal),
            Self::NotFound
            | Self::Gone(_)
            | Self::NotYours(..)
            | Self::WrongKey(..)
            | Self::SignedOut(_)
            | Self::EventChanged
            | Self::NotStaff(_)
            | Self::EventOutdated(_)
            | Self::Unreadable(_)
            | Self::MethodNotAllowed
            | Self::Packed
            | Self::BadHost
            | Self::Hidden(..)
            | Self::AccountLocked(_)
            | Self::NotBuilt => None,
        }
    }

    /// Tells programs when to come again.
    fn say_when(&self, answer: &mut HttpResponse) {
        let after = match self {
            Self::TooOften(wait) => HeaderValue::from(waiting_seconds(*wait)),
            Self::Spent(Spent::Household(until)) => {
                HeaderValue::from((*until - time::OffsetDateTime::now_utc()).whole_seconds().max(1))
            }
            _ if answer.status() == StatusCode::SERVICE_UNAVAILABLE => HeaderValue::from_static(RETRY_LATER.1),
            _ => return,
        };
        answer.headers_mut().insert(header::RETRY_AFTER, after);
    }

    /// An answer that is counted as what it is, and that no connection outlives whose visitor is too slow.
    fn marked(&self, mut answer: HttpResponse) -> HttpResponse {
        if let Some(reason) = self.reason() {
            answer.extensions_mut().insert(reason);
        }
        if matches!(self, Self::TooSlow) {
            answer.head_mut().set_connection_type(ConnectionType::Close);
        }
        answer
    }

    /// A page of its own that says this error: with what every answer to it has besides.
    #[must_use]
    pub(super) fn on(&self, mut page: HttpResponse) -> HttpResponse {
        self.say_when(&mut page);
        self.marked(page)
    }

    /// Why nothing more is kept, in a title and a text for a page that still has what was typed; none if it is
    /// something else that went wrong.
    #[must_use]
    pub fn nothing_kept(&self) -> Option<(&'static str, String)> {
        match self {
            Self::Spent(spent) => Some(spent::words(*spent)),
            Self::NoRoom => Some((NO_ROOM.0, NO_ROOM.1.to_owned())),
            _ => None,
        }
    }

    /// The answer to a request for this path: a problem document below `/api/`, else a page.
    #[must_use]
    pub fn answer_to(&self, path: &str) -> HttpResponse {
        if path.starts_with("/api/") { self.as_json() } else { self.error_response() }
    }

    /// The same as a problem document of the API.
    #[must_use]
    pub fn as_json(&self) -> HttpResponse {
        let told = self.told();
        let answer = problem(told.status, &told.title, &told.text, None);
        self.on(answer)
    }
}

/// A problem document (RFC 9457).
#[must_use]
pub fn problem(status: StatusCode, title: &str, detail: &str, field: Option<&str>) -> HttpResponse {
    let mut body = serde_json::json!({ "title": title, "status": status.as_u16(), "detail": detail });
    if let (Some(field), Some(object)) = (field, body.as_object_mut()) {
        object.insert("field".to_owned(), field.into());
    }
    HttpResponse::build(status).insert_header((header::CONTENT_TYPE, "application/problem+json")).body(body.to_string())
}

impl fmt::Display for WebError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told().title)
    }
}

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage {
    title: Cow<'static, str>,
    text: Cow<'static, str>,
    status: u16,
    way: Option<(String, String)>,
}

impl ResponseError for WebError {
    fn status_code(&self) -> StatusCode {
        self.told().status
    }

    fn error_response(&self) -> HttpResponse {
        if let Self::SignedOut(Some(path)) = self {
            let to = utf8_percent_encode(path, NON_ALPHANUMERIC);
            let mut response = see_other(&format!("/account/sign-in?to={to}"));
            return response.insert_header((header::CACHE_CONTROL, "no-store")).finish();
        }
        let Told { status, title, text, way } = self.told();
        let page = ErrorPage { title: title.clone(), text, status: status.as_u16(), way };
        let mut response = HttpResponse::build(status);
        response.insert_header((header::CACHE_CONTROL, "no-store"));
        let answer = match page.render() {
            Ok(body) => response.insert_header(ContentType::html()).body(body),
            Err(_) => response.insert_header(ContentType::plaintext()).body(title),
        };
        self.on(answer)
    }
}

impl From<FieldsError> for WebError {
    fn from(error: FieldsError) -> Self {
        match error {
            FieldsError::TooLarge => Self::TooLarge,
            other => Self::Unreadable(other.to_string()),
        }
    }
}

impl From<StoreError> for WebError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound => Self::NotFound,
            StoreError::Gone(kind) => Self::Gone(kind),
            StoreError::Hidden(kind, reason) => Self::Hidden(Shelf::of(kind).word, reason),
            StoreError::EventHidden(reason) => Self::Hidden("event", reason),
            StoreError::AccountLocked(reason) => Self::AccountLocked(reason),
            StoreError::NotYours(kind) => Self::NotYours(kind, None),
            StoreError::Full(kind) => Self::Full(kind),
            StoreError::Spent(spent) => Self::Spent(spent),
            StoreError::NoRoom => Self::NoRoom,
            StoreError::WrongKey(kind) => Self::WrongKey(kind, None),
            StoreError::EventChanged => Self::EventChanged,
            StoreError::LastOwner => {
                Self::Unreadable("an event has an owner: give somebody else that role first".to_owned())
            }
            StoreError::NameTaken => {
                Self::Unreadable("another player of this event has that name: add what tells the two apart".to_owned())
            }
            StoreError::Unavailable(cause) => {
                tracing::error!(cause = %cause, "the database does not answer");
                Self::Unavailable
            }
            other => Self::internal(other),
        }
    }
}

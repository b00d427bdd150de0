//! All failures: one table from errors to the visitor's answers.
//!
//! The cause is logged once, here; the visitor gets a fixed sentence: pages a page, the API a problem document.

mod limit_reached;
pub mod reason;
mod waiting;

pub(super) use self::waiting::{waiting, waiting_seconds};

use std::borrow::Cow;
use std::fmt;

use actix_web::http::header::{self, ContentType, HeaderValue};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use askama::Template;
use musterfield_combat::file::MOST_CASES;
use musterfield_rules::sentence::capital;
use musterfield_sheets::carrier::LONGEST_UPLOAD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use self::reason::RefusalReason;
use super::area::Area;
use super::fields::FieldsError;
use super::limits::LARGEST_CASES;
use super::link;
use super::redirect::see_other;
use super::routes::programs::is_for_programs;
use super::works::WorkKind;
use crate::store::{LimitReached, MAX_REVISIONS, StoreError, WorkType};

/// Asks programs to try again in some seconds.
pub(super) const RETRY_LATER: (header::HeaderName, &str) = (header::RETRY_AFTER, "10");

/// Title and text when the disk has too little space.
const NO_ROOM: (&str, &str) = (
    "Nothing new can be saved at the moment",
    "The disk of this site is nearly full. You can view, print and delete everything, but nothing new can be saved \
     until the site administrator has made room.",
);

/// The end of the text when a form was not accepted.
const STILL_THERE: &str = "Nothing was changed. Go back to find what you typed.";

/// The errors of handlers.
#[derive(Debug)]
pub enum WebError {
    /// There is nothing at this address.
    NotFound,
    /// The work was deleted.
    Gone(WorkType),
    /// The battle was deleted.
    BattleGone,
    /// The present rules cannot begin a battle that was played under others; with the path of its record, and the reason.
    OldBattle {
        /// The path of its record.
        record: String,
        /// A sentence.
        why: String,
    },
    /// The administrators hide it: a word for what it is, and the reason.
    Hidden(&'static str, String),
    /// The administrators have locked the account that signs in, for this reason.
    AccountLocked(String),
    /// The visitor does not hold the work; with the path of its page, where known.
    NotYours(WorkType, Option<String>),
    /// The visitor does not play that side of the battle.
    NotYourBattle,
    /// The visitor plays the other side of the battle, and somebody else that one.
    SideTaken,
    /// Only those who play it may see the battle before it is over.
    ClosedBattle,
    /// The visitor plays neither side of the game of an event; with the path of its round.
    NotYourGame(String),
    /// The game of an event cannot be played here; with the path of its round, and the reason in a sentence.
    NoGameBattle(String, String),
    /// A wrong edit link; with the path of the work's page.
    WrongKey(WorkType, Option<String>),
    /// The work has the most revisions that one may have.
    Full(WorkType),
    /// Only for visitors who are signed in; with the path to come back to, if it was only a page to read.
    SignedOut(Option<String>),
    /// An event, round or entry has changed since the page was made.
    EventChanged,
    /// Only for the staff of an event; with the path of the event's page.
    NotStaff(String),
    /// The plan of an event does not fit today's rules; with the path of its settings for those who can correct that.
    EventOutdated(Option<String>),
    /// Tried too often; with the time to wait.
    TooOften(time::Duration),
    /// A post from another site.
    CrossSite,
    /// A request that does not name this site as its host.
    BadHost,
    /// A malformed request; the sentence says why.
    Unreadable(String),
    /// A compressed body.
    Packed,
    /// Larger than the limit.
    TooLarge,
    /// Combat cases that are too long together.
    CasesTooLarge,
    /// A layout larger than layouts may be.
    LayoutTooLarge,
    /// A file that is larger than the limit.
    FileTooLarge,
    /// Its body did not arrive in time.
    TooSlow,
    /// The address does not accept the method.
    MethodNotAllowed,
    /// This visitor has reached a limit.
    Spent(LimitReached),
    /// Nothing new is stored until there is more space on the disk.
    NoRoom,
    /// The database does not answer.
    Unavailable,
    /// The program was built without PDF and pictures.
    NotBuilt,
    /// Too much heavy work is waiting.
    Busy,
    /// A fault of the program.
    Internal,
}

/// The title and text of an error.
struct ErrorText {
    status: StatusCode,
    title: Cow<'static, str>,
    text: Cow<'static, str>,
    /// A link to a page where the work can be seen and copied: path and words.
    way: Option<(String, String)>,
}

impl ErrorText {
    fn new(status: StatusCode, title: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Self {
        Self { status, title: title.into(), text: text.into(), way: None }
    }

    /// The text with a link to a work's page.
    fn leading_to(mut self, kind: WorkType, page: Option<&String>) -> Self {
        self.way = page.map(|page| (page.clone(), format!("View or copy the {}", WorkKind::of(kind).noun)));
        self
    }
}

impl WebError {
    /// The error for a visitor who is not signed in and should be.
    #[must_use]
    pub fn signed_out(request: &HttpRequest) -> Self {
        let path = || request.uri().path_and_query().map_or_else(|| link::account().into(), ToString::to_string);
        Self::SignedOut(matches!(*request.method(), Method::GET | Method::HEAD).then(path))
    }

    /// A fault of the program, logged with its cause.
    pub fn internal(cause: impl fmt::Display) -> Self {
        tracing::error!(cause = %cause, "internal error");
        Self::Internal
    }

    fn text(&self) -> ErrorText {
        match self {
            Self::NotFound => ErrorText::new(
                StatusCode::NOT_FOUND,
                "Page not found",
                "There is no page at this address. Check that it was copied in full.",
            ),
            Self::Gone(kind) => ErrorText::new(
                StatusCode::GONE,
                format!("This {} has been deleted", WorkKind::of(*kind).noun),
                "It was deleted with all its versions, either by its owner, by the administrators of this site, or \
                 because nobody had opened it for two years.",
            ),
            Self::BattleGone => ErrorText::new(
                StatusCode::GONE,
                "This battle has been deleted",
                "It was deleted with all its orders, either by its players, by the administrators of this site, or because \
                 no order was given in it for 30 days or nobody had opened it for two years.",
            ),
            Self::OldBattle { record, why } => ErrorText {
                way: Some((record.clone(), "Download its record".to_owned())),
                ..ErrorText::new(
                    StatusCode::CONFLICT,
                    "This battle was played under older rules",
                    format!(
                        "Today’s rules cannot set it up, so it cannot be shown here, and nobody can go on with it: {why}. \
                         Nothing of it is lost."
                    ),
                )
            },
            // Unlike a deletion, this is not by the owner and may be temporary.
            Self::Hidden(word, reason) => ErrorText::new(
                StatusCode::UNAVAILABLE_FOR_LEGAL_REASONS,
                format!("This {word} is hidden"),
                format!("Hidden by the administrators: {reason}"),
            ),
            Self::AccountLocked(reason) => ErrorText::new(
                StatusCode::FORBIDDEN,
                "This account is locked",
                format!(
                    "You have not been signed in. If you think this is a mistake, contact the site administrator. \
                     Locked by the administrators: {reason}"
                ),
            ),
            Self::NotYours(kind, page) => {
                let word = WorkKind::of(*kind).noun;
                ErrorText::new(
                    StatusCode::FORBIDDEN,
                    format!("You cannot edit this {word}"),
                    format!(
                        "Open its edit link in this browser first, or make your own copy: anyone can copy any {word}."
                    ),
                )
                .leading_to(*kind, page.as_ref())
            }
            Self::NotYourBattle => ErrorText::new(
                StatusCode::FORBIDDEN,
                "You do not play this side",
                "Open the link of the side in this browser first.",
            ),
            Self::SideTaken => ErrorText::new(
                StatusCode::CONFLICT,
                "Somebody else plays this side",
                "You play the other side of this battle, so you cannot take this one as well.",
            ),
            Self::ClosedBattle => ErrorText::new(
                StatusCode::FORBIDDEN,
                "This battle is between its players",
                "They have agreed that nobody looks on before it is over. If you play a side, open its link in this browser.",
            ),
            Self::NotYourGame(path) => ErrorText {
                way: Some((path.clone(), "Go to the round".to_owned())),
                ..ErrorText::new(
                    StatusCode::FORBIDDEN,
                    "This is not your game",
                    "Only its two players can play it here. If you are one of them, sign in, or open the link of your entry \
                     in this browser.",
                )
            },
            Self::NoGameBattle(path, why) => ErrorText {
                way: Some((path.clone(), "Go to the round".to_owned())),
                ..ErrorText::new(StatusCode::UNPROCESSABLE_ENTITY, "This game cannot be played here", why.clone())
            },
            Self::WrongKey(kind, page) => {
                let word = WorkKind::of(*kind).noun;
                ErrorText::new(
                    StatusCode::FORBIDDEN,
                    "This edit link does not work",
                    format!(
                        "The link has been replaced since, or it was not copied in full. You can still view and copy \
                         the {word}."
                    ),
                )
                .leading_to(*kind, page.as_ref())
            }
            Self::Full(kind) => {
                let word = WorkKind::of(*kind).noun;
                ErrorText::new(
                    StatusCode::CONFLICT,
                    format!("This {word} has too many versions: continue with a copy"),
                    format!(
                        "Every change is saved as a version, up to {MAX_REVISIONS} for each {word}, and this one has \
                         reached the limit. It stays as it is, and every version keeps its address. Make a copy, \
                         which starts with a new history, and edit that. Go back to find what you typed."
                    ),
                )
            }
            Self::SignedOut(_) => ErrorText {
                way: Some((link::sign_in().into(), "Sign in".to_owned())),
                ..ErrorText::new(
                    StatusCode::UNAUTHORIZED,
                    "Sign in first",
                    "This page belongs to an account, and you are not signed in, or your session has ended. Nothing \
                     was changed. Sign in in another tab, go back to find what you typed, and send the form again.",
                )
            },
            Self::EventChanged => ErrorText::new(
                StatusCode::CONFLICT,
                "Somebody else changed this first",
                "This was changed after you opened the page, so your change was not made. Go back, reload the page \
                 and check it.",
            ),
            Self::NotStaff(path) => ErrorText {
                way: Some((path.clone(), "Go to the event".to_owned())),
                ..ErrorText::new(
                    StatusCode::FORBIDDEN,
                    "This page is for event staff",
                    "Nothing was changed. If you help to run the event, ask its owner to add you to the staff.",
                )
            },
            Self::EventOutdated(settings) => ErrorText {
                way: settings.clone().map(|path| (path, "Go to the settings".to_owned())),
                ..ErrorText::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "The organisers must update this event",
                    "The rules on this site are newer than the event, and they no longer contain something that the \
                     event refers to. No entry is lost. The organisers can correct this in the settings.",
                )
            },
            Self::TooOften(wait) => ErrorText::new(
                StatusCode::TOO_MANY_REQUESTS,
                "Too many attempts",
                format!("Nothing was changed. Try again in {}.", waiting(*wait)),
            ),
            Self::CrossSite => ErrorText::new(
                StatusCode::FORBIDDEN,
                "This request came from another site",
                "Nothing was changed. Open the page on this site and try again.",
            ),
            Self::BadHost => ErrorText::new(
                StatusCode::BAD_REQUEST,
                "This request does not name a site",
                "The “Host” header is missing or is not a valid host name. Nothing was changed. Open the page by its \
                 address.",
            ),
            Self::Unreadable(why) => ErrorText::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "This could not be read",
                format!("{}. Nothing was changed.", capital(why)),
            ),
            Self::Packed => ErrorText::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "Send this uncompressed",
                "This site does not decompress what is sent to it. Send it without a content encoding. Nothing was \
                 changed.",
            ),
            Self::LayoutTooLarge => ErrorText::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "This is too long",
                "A layout can be up to 1 MiB. Nothing was changed. Use fewer points.",
            ),
            Self::CasesTooLarge => ErrorText::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "This is too long",
                format!(
                    "A request can hold up to {MOST_CASES} cases and {} MiB in total. Nothing was calculated. Split \
                     the cases over several requests.",
                    LARGEST_CASES >> 20
                ),
            ),
            Self::TooLarge => ErrorText::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "This is too long",
                "A request can be up to 64 KiB. Nothing was changed. Shorten the notes or the text.",
            ),
            Self::FileTooLarge => ErrorText::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "This file is too large",
                format!("A file can be up to {} MiB. No map made on this site is that large.", LONGEST_UPLOAD >> 20),
            ),
            Self::TooSlow => ErrorText::new(
                StatusCode::REQUEST_TIMEOUT,
                "This took too long to arrive",
                "The request had not arrived in full when the time ran out, and nothing was changed. Go back to find \
                 what you typed, and send it again.",
            ),
            Self::MethodNotAllowed => ErrorText::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "This address does not accept that kind of request",
                "Open it from a page of this site.",
            ),
            Self::Spent(spent) => {
                let (title, text) = limit_reached::words(*spent);
                let status = match spent {
                    LimitReached::Household(_) => StatusCode::TOO_MANY_REQUESTS,
                    _ => StatusCode::CONFLICT,
                };
                ErrorText::new(status, title, format!("{text} {STILL_THERE}"))
            }
            Self::NoRoom => {
                ErrorText::new(StatusCode::SERVICE_UNAVAILABLE, NO_ROOM.0, format!("{} {STILL_THERE}", NO_ROOM.1))
            }
            Self::Unavailable => ErrorText::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "Saved data cannot be reached at the moment",
                "The database is not responding, or its disk is full. Nothing that was saved is lost. Go back and try \
                 again in a minute.",
            ),
            Self::NotBuilt => ErrorText::new(
                StatusCode::NOT_FOUND,
                "This site cannot make PDF or PNG files",
                "It was built without PDF and PNG support. Everything else works, and you can print pages from the \
                 browser.",
            ),
            Self::Busy => ErrorText::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "The site is busy",
                "Too many tasks like this one are waiting. Nothing was started and nothing is lost. Try again in a \
                 few seconds. All other pages work as usual.",
            ),
            Self::Internal => ErrorText::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "Something went wrong",
                "This is an error in the site and has been logged. Nothing that was saved is lost.",
            ),
        }
    }

    /// The reason under which it is counted as a refusal, if it is one.
    fn reason(&self) -> Option<RefusalReason> {
        match self {
            Self::Busy => Some(RefusalReason::Busy),
            Self::CrossSite => Some(RefusalReason::CrossSite),
            Self::TooLarge | Self::CasesTooLarge | Self::LayoutTooLarge | Self::FileTooLarge => {
                Some(RefusalReason::TooLarge)
            }
            Self::TooSlow => Some(RefusalReason::TooSlow),
            Self::TooOften(_) => Some(RefusalReason::TooOften),
            Self::Full(_) | Self::Spent(_) => Some(RefusalReason::Full),
            Self::NoRoom => Some(RefusalReason::NoRoom),
            Self::Unavailable => Some(RefusalReason::Unavailable),
            Self::Internal => Some(RefusalReason::Internal),
            Self::NotFound
            | Self::Gone(_)
            | Self::BattleGone
            | Self::OldBattle { .. }
            | Self::NotYours(..)
            | Self::NotYourBattle
            | Self::SideTaken
            | Self::ClosedBattle
            | Self::NotYourGame(_)
            | Self::NoGameBattle(..)
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

    /// Adds the time at which programs should try again.
    fn say_when(&self, answer: &mut HttpResponse) {
        let after = match self {
            Self::TooOften(wait) => HeaderValue::from(waiting_seconds(*wait)),
            Self::Spent(LimitReached::Household(until)) => {
                HeaderValue::from((*until - time::OffsetDateTime::now_utc()).whole_seconds().max(1))
            }
            _ if answer.status() == StatusCode::SERVICE_UNAVAILABLE => HeaderValue::from_static(RETRY_LATER.1),
            _ => return,
        };
        answer.headers_mut().insert(header::RETRY_AFTER, after);
    }

    /// Marks the answer for the counts, and closes the connection after it if the visitor is too slow.
    fn marked(&self, mut answer: HttpResponse) -> HttpResponse {
        if let Some(reason) = self.reason() {
            answer.extensions_mut().insert(reason);
        }
        if matches!(self, Self::TooSlow) {
            answer.head_mut().set_connection_type(ConnectionType::Close);
        }
        answer
    }

    /// Turns a page into the answer to this error, with everything else that such an answer has.
    #[must_use]
    pub(super) fn on(&self, mut page: HttpResponse) -> HttpResponse {
        self.say_when(&mut page);
        self.marked(page)
    }

    /// The reason nothing new is stored, as a title and a text for a page that still has the visitor's input; `None`
    /// for any other error.
    #[must_use]
    pub fn nothing_kept(&self) -> Option<(&'static str, String)> {
        match self {
            Self::Spent(spent) => Some(limit_reached::words(*spent)),
            Self::NoRoom => Some((NO_ROOM.0, NO_ROOM.1.to_owned())),
            _ => None,
        }
    }

    /// The answer to a request for this path: a problem document below `/api/`, otherwise a page.
    #[must_use]
    pub fn answer_to(&self, path: &str) -> HttpResponse {
        if is_for_programs(path) { self.as_json() } else { self.error_response() }
    }

    /// The answer as a problem document of the API.
    #[must_use]
    pub fn as_json(&self) -> HttpResponse {
        let error = self.text();
        let answer = problem(error.status, &error.title, &error.text, None);
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
        f.write_str(&self.text().title)
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

impl ErrorPage {
    /// Whether there is no such page, so that a search may help.
    fn is_lost(&self) -> bool {
        self.status == StatusCode::NOT_FOUND.as_u16()
    }
}

impl ResponseError for WebError {
    fn status_code(&self) -> StatusCode {
        self.text().status
    }

    fn error_response(&self) -> HttpResponse {
        if let Self::SignedOut(Some(path)) = self {
            let to = utf8_percent_encode(path, NON_ALPHANUMERIC);
            let mut response = see_other(&link::sign_in().asking(&format!("to={to}")));
            return response.insert_header((header::CACHE_CONTROL, "no-store")).finish();
        }
        let ErrorText { status, title, text, way } = self.text();
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
            StoreError::BattleGone => Self::BattleGone,
            StoreError::Hidden(kind, reason) => Self::Hidden(WorkKind::of(kind).noun, reason),
            StoreError::EventHidden(reason) => Self::Hidden("event", reason),
            StoreError::BattleHidden(reason) => Self::Hidden("battle", reason),
            StoreError::AccountLocked(reason) => Self::AccountLocked(reason),
            StoreError::NotYours(kind) => Self::NotYours(kind, None),
            StoreError::NotYourBattle => Self::NotYourBattle,
            StoreError::SideTaken => Self::SideTaken,
            StoreError::TooLong { .. } => Self::TooLarge,
            StoreError::Full(kind) => Self::Full(kind),
            StoreError::Spent(spent) => Self::Spent(spent),
            StoreError::NoRoom => Self::NoRoom,
            StoreError::WrongKey(kind) => Self::WrongKey(kind, None),
            StoreError::EventChanged => Self::EventChanged,
            StoreError::LastOwner => {
                Self::Unreadable("an event needs an owner: give somebody else that role first".to_owned())
            }
            StoreError::NameTaken => Self::Unreadable(
                "another player in this event has that name: add something that tells the two apart".to_owned(),
            ),
            StoreError::Unavailable(cause) => {
                tracing::error!(cause = %cause, "the database does not answer");
                Self::Unavailable
            }
            other => Self::internal(other),
        }
    }
}

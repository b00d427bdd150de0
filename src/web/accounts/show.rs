//! The page of the visitor's own account: names, works, browsers, password.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_words::number::spelled;
use time::Duration;

use super::form::{as_password, to_be_tried_later};
use super::identity::Account;
use super::limits::Trial;
use super::sign_in::{hashing_for, signed_out};
use crate::store::{Attempt, Secret, Session, SessionId, SignedIn, StoreError};
use crate::web::cookies::{self, Flash};
use crate::web::error::{WebError, waiting};
use crate::web::fields::Fields;
use crate::web::fields::TextField;
use crate::web::link;
use crate::web::moment::Moment;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;

/// A signed-in browser, as the page shows it.
struct Browser {
    id: SessionId,
    /// Its name, as far as it tells.
    name: String,
    since: Moment,
    seen: Moment,
    /// Whether it is the visitor's current one.
    own: bool,
}

impl Browser {
    fn new(session: Session, own: SessionId) -> Self {
        Self {
            id: session.id,
            name: browser_name(&session.browser),
            since: Moment::from(session.created_at),
            seen: Moment::from(session.seen_at),
            own: session.id == own,
        }
    }
}

/// A browser by its description of itself: `Firefox on Android`.
fn browser_name(agent: &str) -> String {
    // Each also claims to be like others: the first match counts.
    let known =
        [("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari")];
    let systems = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "Mac"),
        ("Linux", "Linux"),
    ];
    let named =
        |list: &[(&str, &'static str)]| list.iter().find(|(part, _)| agent.contains(part)).map(|(_, name)| *name);
    match (named(&known), named(&systems)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => "Unknown browser".to_owned(),
    }
}

/// The input in the forms of the page.
#[derive(Default)]
struct Forms {
    profile: Option<[TextField; 2]>,
    old_password: TextField,
    password: TextField,
}

#[derive(Template)]
#[template(path = "accounts/show.html")]
struct AccountPage {
    layout: Layout,
    sign_in: String,
    is_admin: bool,
    name: TextField,
    mail: TextField,
    old_password: TextField,
    password: TextField,
    browsers: Vec<Browser>,
    /// Whether it is signed in in more than one.
    elsewhere: bool,
    /// The works and battles that this browser holds and the account does not, in words; empty if there are none.
    unclaimed: String,
    /// Whether the site can send mail.
    mails: bool,
}

async fn page(
    request: &HttpRequest,
    state: &AppState,
    SignedIn { user, session, .. }: &SignedIn,
    forms: Forms,
) -> Result<HttpResponse, WebError> {
    let wrong = forms.profile.is_some() || forms.old_password.error.is_some() || forms.password.error.is_some();
    let status = if wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let sessions = state.store.sessions_of(user.id).await?;
    let held = match cookies::digest(request) {
        Some(browser) => state.store.unclaimed(&browser, &user.holder).await?,
        None => Default::default(),
    };
    let battles = match cookies::digest(request) {
        Some(browser) => state.store.battle_count(&browser.into()).await?,
        None => 0,
    };
    let unclaimed = [
        (held.armies, ["army", "armies"]),
        (held.layouts, ["layout", "layouts"]),
        (held.lists, ["army list", "army lists"]),
        (battles, ["battle", "battles"]),
    ];
    let unclaimed = unclaimed.into_iter().filter(|(count, _)| *count > 0);
    let unclaimed = unclaimed.map(|(count, [one, many])| spelled(count, one, many));
    let kept = || [TextField::from(user.name.clone()), TextField::from(user.email.clone().unwrap_or_default())];
    let [name, mail] = forms.profile.unwrap_or_else(kept);
    let errors = PageError::of_fields([
        ("name", &name),
        ("mail", &mail),
        ("old", &forms.old_password),
        ("password", &forms.password),
    ]);
    let page = AccountPage {
        layout: Layout::new(state, "My account", Some(Area::Account)).with_flash(request).with_errors(errors),
        sign_in: user.sign_in.to_string(),
        is_admin: user.is_admin,
        name,
        mail,
        old_password: forms.old_password,
        password: forms.password,
        elsewhere: sessions.len() > 1,
        browsers: sessions.into_iter().map(|known| Browser::new(known, *session)).collect(),
        unclaimed: unclaimed.collect::<Vec<_>>().join(" and "),
        mails: state.accounts.mailer.is_some(),
    };
    Ok(not_stored(cookies::clear_flash(request, state, render_as(status, &page)?)?))
}

/// `GET /account`
///
/// # Errors
/// When nobody is signed in.
pub async fn show(account: Account, request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    page(&request, &state, &account.0, Forms::default()).await
}

fn done(state: &AppState, flash: Flash) -> HttpResponse {
    see_other(&link::account()).cookie(flash.cookie(state)).finish()
}

/// `POST /account/profile`
///
/// # Errors
/// When nobody is signed in, the form is malformed.
pub async fn keep_profile(
    account: Account,
    request: HttpRequest,
    state: Data<AppState>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let mut name = TextField::take(&mut fields, "name")?;
    let mut mail = TextField::take(&mut fields, "mail")?;
    fields.finish()?;
    match (name.as_name(), mail.as_mail()) {
        (Some(shown), Some(email)) => {
            state.store.set_profile(account.0.user.id, &shown, email.as_deref()).await?;
            Ok(done(&state, Flash::ProfileKept))
        }
        _ => page(&request, &state, &account.0, Forms { profile: Some([name, mail]), ..Forms::default() }).await,
    }
}

/// `POST /account/password`
///
/// # Errors
/// When nobody is signed in, there were too many attempts, or the form is malformed.
pub async fn change_password(
    account: Account,
    request: HttpRequest,
    state: Data<AppState>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let mut old = TextField::take(&mut fields, "old")?;
    let mut new = TextField::take(&mut fields, "password")?;
    fields.finish()?;
    let SignedIn { user, session, .. } = &account.0;
    let taken = as_password(&mut new, &[user.sign_in.as_str(), &user.name]);
    let asked = PasswordCheck::again(&request, &state, &account.0, &old.text).await?;
    old.error = asked.error();
    match taken.filter(|_| old.error.is_none()) {
        Some(password) => {
            let hash = state.accounts.hasher.hash(&hashing_for(&request), password).await?;
            let mark = cookies::device(&request).as_ref().map(Secret::digest);
            state.store.set_password(user.id, &hash, Some(*session), mark.as_ref()).await?;
            Ok(done(&state, Flash::PasswordChanged))
        }
        None => {
            // Passwords are never sent back.
            (old.text, new.text) = (String::new(), String::new());
            let forms = Forms { old_password: old, password: new, ..Forms::default() };
            Ok(asked.answer(page(&request, &state, &account.0, forms).await?))
        }
    }
}

/// The result of checking the password of a signed-in account again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PasswordCheck {
    Right,
    Wrong,
    /// It was not checked: too many were wrong.
    Wait(Duration),
}

impl PasswordCheck {
    pub(super) async fn again(
        request: &HttpRequest,
        state: &AppState,
        SignedIn { user, .. }: &SignedIn,
        password: &str,
    ) -> Result<Self, WebError> {
        let trial = Trial::password_again(user);
        if let Attempt::Wait(time) = trial.begin(state).await? {
            return Ok(Self::Wait(time));
        }
        let hash = state.store.password_of(user.id).await?;
        match state.accounts.hasher.verify(&hashing_for(request), password.to_owned(), Some(hash)).await {
            Ok(true) => {
                trial.succeed(state, user.id).await?;
                Ok(Self::Right)
            }
            Ok(false) => Ok(Self::Wrong),
            Err(error) => {
                trial.take_back(state).await?;
                Err(error)
            }
        }
    }

    /// The error at the field; `None` if the password was right.
    pub(super) fn error(self) -> Option<String> {
        match self {
            Self::Right => None,
            Self::Wrong => Some("This is not your current password.".to_owned()),
            Self::Wait(time) => Some(format!("Too many wrong passwords. Try again in {}.", waiting(time))),
        }
    }

    /// Turns the page into the answer.
    pub(super) fn answer(self, page: HttpResponse) -> HttpResponse {
        match self {
            Self::Right | Self::Wrong => page,
            Self::Wait(time) => to_be_tried_later(page, time),
        }
    }
}

/// `POST /account/sessions`: `do=others`, `do=all` or `do=end:7`.
///
/// # Errors
/// When nobody is signed in, the form is malformed.
pub async fn end_sessions(
    account: Account,
    request: HttpRequest,
    state: Data<AppState>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let asked = fields.demand("do")?;
    fields.finish()?;
    let SignedIn { user, session, .. } = account.0;
    match asked.as_str() {
        "others" => {
            let mark = cookies::device(&request).as_ref().map(Secret::digest);
            state.store.end_sessions(user.id, Some(session), mark.as_ref()).await?;
        }
        "all" => {
            state.store.end_sessions(user.id, None, None).await?;
            return Ok(signed_out(&state, &link::home(), Flash::SessionsEnded));
        }
        other => {
            let id = other.strip_prefix("end:").and_then(SessionId::parse);
            let id = id.ok_or_else(|| WebError::Unreadable(format!("there is no button “{other}”")))?;
            match state.store.end_session(user.id, id).await {
                // It has ended already, or never existed.
                Ok(()) | Err(StoreError::NotFound) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok(done(&state, Flash::SessionsEnded))
}

/// `POST /account/claim`: moves the works and battles of this browser to the account.
///
/// # Errors
/// When nobody is signed in, or there were too many attempts.
pub async fn claim(
    account: Account,
    request: HttpRequest,
    state: Data<AppState>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    Fields::parse(&body)?.finish()?;
    if let Attempt::Wait(time) = Trial::claim(&request).begin(&state).await? {
        return Err(WebError::TooOften(time));
    }
    if let Some(browser) = cookies::digest(&request) {
        state.store.claim(&browser, &account.0.user.holder).await?;
    }
    Ok(done(&state, Flash::Claimed))
}

#[cfg(test)]
mod tests {
    use super::browser_name;

    #[test]
    fn browsers_are_called_by_their_names() {
        for (agent, name) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
                "Edge on Windows",
            ),
            ("curl/8.0", "Unknown browser"),
        ] {
            assert_eq!(browser_name(agent), name);
        }
    }
}

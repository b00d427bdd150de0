//! Setting a new password through a link: sent by mail, or handed over by an administrator.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;
use time::Duration;

use super::form::{as_password, to_be_tried_later};
use super::limits::Trial;
use super::mail::Mailer;
use super::sign_in::{self, hashing_for};
use crate::store::{Attempt, Secret, SecretDigest, SignInName, User};
use crate::web::cookies::Flash;
use crate::web::error::{WebError, waiting};
use crate::web::fields::Fields;
use crate::web::fields::TextField;
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render_as};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;

/// The time for which a link sent by mail opens an account.
const OPEN_BY_MAIL: Duration = Duration::hours(2);
/// The time for which a link handed over in person opens an account.
pub const OPEN_BY_HAND: Duration = Duration::days(3);

#[derive(Template)]
#[template(path = "accounts/forgotten.html")]
struct ForgottenPage {
    layout: Layout,
    /// Whether the site can send mail.
    mails: bool,
    /// Whether a link was asked for.
    asked: bool,
    /// The name or mail address, if the form must be sent again.
    who: String,
    /// The time until a link may be requested again, in words.
    wait: Option<String>,
}

#[derive(Template)]
#[template(path = "accounts/reset.html")]
struct ResetPage {
    layout: Layout,
    /// The secret of the link; `None` if it does not work.
    key: Option<String>,
    /// The sign-in name.
    sign_in: String,
    password: TextField,
}

/// `GET /account/forgotten`
///
/// # Errors
/// [`WebError::Internal`] only.
pub async fn forgotten(state: Data<AppState>) -> Result<HttpResponse, WebError> {
    forgotten_page(&state, false, "", None)
}

fn forgotten_page(state: &AppState, asked: bool, who: &str, wait: Option<Duration>) -> Result<HttpResponse, WebError> {
    let layout = Layout::new(state, "Forgotten name or password", Some(Area::Account));
    let mails = state.accounts.mailer.is_some();
    let page = ForgottenPage { layout, mails, asked, who: who.to_owned(), wait: wait.map(waiting) };
    Ok(not_stored(render_as(StatusCode::OK, &page)?))
}

/// `POST /account/forgotten`: sends a link by mail to every account of that name or mail address. The answer is the
/// same whichever accounts exist, and does not wait for the mail.
///
/// # Errors
/// When the form is malformed.
pub async fn ask_for_link(request: HttpRequest, state: Data<AppState>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let written = fields.demand("who")?.trim().to_owned();
    fields.finish()?;
    if let Attempt::Wait(time) = Trial::link(&request, &written.to_lowercase()).begin(&state).await? {
        return Ok(to_be_tried_later(forgotten_page(&state, false, &written, Some(time))?, time));
    }
    if state.accounts.mailer.is_some() {
        let sending = state.clone();
        // Run separately: the time it takes would reveal which accounts exist.
        tokio::task::spawn(async move {
            if let Err(error) = send_links(&sending, &written).await {
                tracing::error!(%error, "a link could not be sent");
            }
        });
    }
    forgotten_page(&state, true, "", None)
}

async fn send_links(state: &Data<AppState>, written: &str) -> Result<(), WebError> {
    let Some(site) = state.accounts.mailer.as_ref().map(Mailer::site) else { return Ok(()) };
    let found = if written.contains('@') {
        state.store.users_by_email(written).await?
    } else {
        match SignInName::parse(written) {
            Ok(name) => state.store.user_by_sign_in(&name).await?.map(|(user, _)| user).into_iter().collect(),
            Err(_) => Vec::new(),
        }
    };
    for user in found {
        let Some(to) = user.email.clone() else { continue };
        let link = site.url(&new_link(state, &user, OPEN_BY_MAIL).await?);
        let text = format!(
            "Hello {},\n\nuse this link to set a new password for your account. You sign in as: {}\n\n{link}\n\nIt \
             works once, within two hours. If you did not ask for it, do nothing: your password stays as it is.\n",
            user.name, user.sign_in
        );
        let state = state.clone();
        let send = move || {
            if let Some(mailer) = &state.accounts.mailer {
                mailer.send(&to, "New password for Musterfield", text);
            }
        };
        tokio::task::spawn_blocking(send).await.map_err(WebError::internal)?;
    }
    Ok(())
}

/// Creates a link that opens an account once, and returns its path.
///
/// # Errors
/// Any database error.
pub(in crate::web) async fn new_link(state: &AppState, user: &User, open_for: Duration) -> Result<String, WebError> {
    let secret = Secret::random()?;
    state.store.make_link(user.id, &secret.digest(), open_for).await?;
    Ok(link_path(&secret))
}

/// The path of the link with this secret.
#[must_use]
pub fn link_path(secret: &Secret) -> String {
    link::reset_password().with("key", secret.expose()).into()
}

/// The secret of a link.
#[derive(Deserialize)]
pub struct KeyQuery {
    #[serde(default)]
    key: String,
}

/// The account that a link opens.
async fn opened(state: &AppState, key: &str) -> Result<Option<(SecretDigest, User)>, WebError> {
    let Ok(secret) = Secret::parse(key) else { return Ok(None) };
    let digest = secret.digest();
    Ok(state.store.link_opens(&digest).await?.map(|user| (digest, user)))
}

fn page(state: &AppState, link: Option<(&str, &User)>, password: TextField) -> Result<HttpResponse, WebError> {
    let status = match (&link, &password.error) {
        (None, _) => StatusCode::NOT_FOUND,
        (Some(_), Some(_)) => StatusCode::UNPROCESSABLE_ENTITY,
        (Some(_), None) => StatusCode::OK,
    };
    let layout = Layout::new(state, "Set a new password", Some(Area::Account))
        .with_errors(PageError::of_fields([("password", &password)]));
    let (key, sign_in) = link.map(|(key, user)| (key.to_owned(), user.sign_in.to_string())).unzip();
    let page = ResetPage { layout, key, sign_in: sign_in.unwrap_or_default(), password };
    Ok(not_stored(render_as(status, &page)?))
}

/// `GET /account/reset?key=…`: looking at the page does not use the link up.
///
/// # Errors
/// When the database does not answer.
pub async fn open_link(state: Data<AppState>, query: Query<KeyQuery>) -> Result<HttpResponse, WebError> {
    let found = opened(&state, &query.key).await?;
    page(&state, found.as_ref().map(|(_, user)| (query.key.as_str(), user)), TextField::default())
}

/// `POST /account/reset`
///
/// # Errors
/// When the form is malformed.
pub async fn set_password(request: HttpRequest, state: Data<AppState>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let key = fields.demand("key")?;
    let mut password = TextField::take(&mut fields, "password")?;
    // Ignored: it tells the browser for which name it may save the password.
    fields.take("name");
    fields.finish()?;
    let Some((digest, user)) = opened(&state, &key).await? else { return page(&state, None, TextField::default()) };
    let Some(taken) = as_password(&mut password, &[user.sign_in.as_str(), &user.name]) else {
        return page(&state, Some((&key, &user)), password);
    };
    let hash = state.accounts.hasher.hash(&hashing_for(&request), taken).await?;
    match state.store.use_link(&digest, &hash).await? {
        Some(user) => sign_in::begin(&request, &state, &user, &link::account(), Flash::PasswordSet).await,
        None => page(&state, None, TextField::default()),
    }
}

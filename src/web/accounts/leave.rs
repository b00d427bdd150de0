//! Leaving: exporting everything one owns as a file, and deleting the account.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, ContentType};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Serialize;

use super::identity::Account;
use super::show::PasswordCheck;
use super::sign_in::signed_out;
use super::take_along::{everything, written};
use crate::store::{Holder, SignedIn, Slug, StoreError, User};
use crate::web::cookies::Flash;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::fields::TextField;
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render_as};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;

/// Everything that belongs to an account (`musterfield-account/1`), except works, entries and battles, which are written
/// one after the other.
#[derive(Serialize)]
struct Export<'a> {
    format: &'static str,
    sign_in: &'a str,
    name: &'a str,
    mail: Option<&'a str>,
    made: String,
    browsers: Vec<ExportedSession>,
    works: [(); 0],
}

#[derive(Serialize)]
struct ExportedSession {
    browser: String,
    signed_in: String,
    seen: String,
}

/// `GET /account/export`
///
/// # Errors
/// When nobody is signed in.
pub async fn export(account: Account, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let User { id, sign_in, name, email, holder, created_at, .. } = account.0.user;
    let works = state.store.holdings(&holder).await?;
    let entries = state.store.entered_by(&holder).await?;
    let session = |known: crate::store::Session| ExportedSession {
        browser: known.browser,
        signed_in: written(known.created_at),
        seen: written(known.seen_at),
    };
    let export = Export {
        format: "musterfield-account/1",
        sign_in: sign_in.as_str(),
        name: &name,
        mail: email.as_deref(),
        made: written(created_at),
        browsers: state.store.sessions_of(id).await?.into_iter().map(session).collect(),
        works: [],
    };
    let body = everything(state, Some(Holder::account(holder, None)), &export, (works, entries))?;
    let file = format!("attachment; filename=\"{sign_in}.account.json\"");
    let mut response = HttpResponse::Ok();
    response.insert_header(ContentType::json()).insert_header((header::CONTENT_DISPOSITION, file));
    Ok(not_stored(response.body(body)))
}

#[derive(Template)]
#[template(path = "accounts/delete.html")]
struct DeletePage {
    layout: Layout,
    sign_in: String,
    /// The works that are deleted with the account, in words; `None` if it has none.
    works: Option<String>,
    /// The battles that it plays or has set up.
    battles: usize,
    /// Events that have no other owner: path and name. While there is one, the account cannot be deleted.
    events: Vec<(Slug, String)>,
    password: TextField,
}

async fn page(
    state: &AppState,
    user: &User,
    status: StatusCode,
    password: TextField,
) -> Result<HttpResponse, WebError> {
    let events = state.store.owned_alone(user.id).await?;
    let page = DeletePage {
        layout: Layout::new(state, "Delete account", Some(Area::Account))
            .with_errors(PageError::of_fields([("password", &password)])),
        sign_in: user.sign_in.to_string(),
        works: match state.store.holdings(&user.holder).await?.len() {
            0 => None,
            1 => Some("what you have saved in it, unless somebody else can edit it too".to_owned()),
            works => Some(format!(
                "the {works} armies, layouts and lists in it, except those that somebody else can edit too"
            )),
        },
        battles: state.store.battle_count(&Holder::from(&user.holder)).await?,
        events: events.into_iter().map(|event| (event.slug, event.name)).collect(),
        password,
    };
    Ok(not_stored(render_as(status, &page)?))
}

/// `GET /account/delete`
///
/// # Errors
/// When nobody is signed in.
pub async fn ask_delete(account: Account, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    page(&state, &account.0.user, StatusCode::OK, TextField::default()).await
}

/// `POST /account/delete`
///
/// # Errors
/// When nobody is signed in, the form is malformed.
pub async fn delete(
    account: Account,
    request: HttpRequest,
    state: Data<AppState>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let password = fields.demand("password")?;
    fields.finish()?;
    let SignedIn { user, .. } = &account.0;
    let asked = PasswordCheck::again(&request, &state, &account.0, &password).await?;
    if let Some(error) = asked.error() {
        let password = TextField { text: String::new(), error: Some(error) };
        return Ok(asked.answer(page(&state, user, StatusCode::UNPROCESSABLE_ENTITY, password).await?));
    }
    match state.store.delete_user(user.id).await {
        Ok(()) | Err(StoreError::NotFound) => Ok(signed_out(&state, &link::home(), Flash::AccountEnded)),
        Err(StoreError::LastOwner) => page(&state, user, StatusCode::CONFLICT, TextField::default()).await,
        Err(error) => Err(error.into()),
    }
}

//! Leaving: exporting everything one owns as a file, and deleting the account.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, ContentType};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Serialize;
use serde_json::value::RawValue;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::identity::Account;
use super::show::PasswordCheck;
use super::sign_in::signed_out;
use crate::store::{HeldEntry, HeldWork, Holder, SignedIn, Slug, StoreError, User};
use crate::web::cookies::Flash;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::fields::TextField;
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render_as};
use crate::web::state::AppState;
use crate::web::stream::{JsonList, streamed};

/// Everything that belongs to an account (`musterfield-account/1`), except works and entries, which are written one
/// after the other.
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

#[derive(Serialize)]
struct ExportedWork<'a> {
    kind: &'static str,
    id: &'a str,
    name: &'a str,
    changed: String,
    /// The file itself.
    document: &'a RawValue,
}

/// A version of an entry in an event.
#[derive(Serialize)]
struct ExportedEntry<'a> {
    event: &'a str,
    player: &'a str,
    version: i64,
    at: String,
    hash: &'a str,
    legal: bool,
    /// False if it was only saved as a draft.
    entered: bool,
    /// The army files themselves.
    armies: &'a RawValue,
}

fn written(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap_or_default()
}

/// A work for the export; its document was stored as JSON.
fn exported(work: &HeldWork, document: &str) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&ExportedWork {
        kind: work.kind.as_str(),
        id: work.id.as_str(),
        name: &work.name,
        changed: written(work.updated_at),
        document: serde_json::from_str(document)?,
    })
}

fn exported_entry(
    HeldEntry { event, player, entry, .. }: &HeldEntry,
    document: &str,
) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&ExportedEntry {
        event: event.as_str(),
        player,
        version: entry.number,
        at: written(entry.created_at),
        hash: entry.hash.as_str(),
        legal: entry.legal,
        entered: entry.submitted,
        armies: serde_json::from_str(document)?,
    })
}

/// `GET /account/export`
///
/// # Errors
/// When nobody is signed in.
pub async fn export(account: Account, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let User { id, sign_in, name, email, holder, created_at, .. } = account.0.user;
    let works = state.store.holdings(&holder).await?;
    let own = Holder::account(holder.clone(), None);
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
    let head = serde_json::to_string_pretty(&export).map_err(WebError::internal)?;
    let (head, mut list) = JsonList::begin(&head).ok_or_else(|| WebError::internal("the list is not last"))?;
    let body = streamed(async move |outlet| {
        outlet.write(head).await?;
        for held in works {
            let kept = match state.store.work_for(held.kind, &held.id, Some(&own)).await {
                Ok(work) => work.head.document,
                // It was deleted after the list was made.
                Err(StoreError::NotFound | StoreError::Gone(_)) => continue,
                Err(error) => return Err(error.into()),
            };
            outlet.write(list.item(&exported(&held, &kept).map_err(WebError::internal)?)).await?;
        }
        outlet.write(list.then("entries")).await?;
        for held in entries {
            let armies = state.store.entry_document(held.entrant, held.entry.number).await?;
            outlet.write(list.item(&exported_entry(&held, &armies).map_err(WebError::internal)?)).await?;
        }
        outlet.write(list.end()).await
    });
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
        layout: Layout::new(state, "Delete account", Some(Area::Account)),
        sign_in: user.sign_in.to_string(),
        works: match state.store.holdings(&user.holder).await?.len() {
            0 => None,
            1 => Some("what you have saved in it, unless somebody else can edit it too".to_owned()),
            works => Some(format!(
                "the {works} armies, layouts and lists in it, except those that somebody else can edit too"
            )),
        },
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

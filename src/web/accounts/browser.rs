//! What the site knows of a browser: a page that counts it, a file to take along, and its deletion.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, ContentType, HeaderName};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Serialize;

use super::identity;
use super::take_along::everything;
use crate::store::{Holder, WorkCounts, WorkType};
use crate::web::cookies::{self, Flash};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::filters;
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;
use crate::web::works::WorkKind;

/// Tells the browser to delete what pages have stored in it: choices for printing, counts at the table.
const CLEAR_STORAGE: (HeaderName, &str) = (HeaderName::from_static("clear-site-data"), "\"storage\"");

/// The largest number of works whose edit-link cookies are deleted by name; the others end within a day.
const MOST_KEYS: usize = 40;

/// Everything that belongs to a browser (`musterfield-browser/1`), except works, entries and battles, which are written
/// one after the other.
#[derive(Serialize)]
struct Export {
    format: &'static str,
    works: [(); 0],
}

#[derive(Template)]
#[template(path = "accounts/browser.html")]
struct BrowserPage {
    layout: Layout,
    /// The works that it holds; `None` if the site does not know it.
    works: Option<WorkCounts>,
    /// The players whom it entered in events.
    entered: usize,
    /// The battles that it plays or has set up.
    battles: usize,
    is_signed_in: bool,
    /// The reason for which nothing was deleted.
    error: Option<&'static str>,
}

async fn page(
    request: &HttpRequest,
    state: &AppState,
    status: StatusCode,
    error: Option<&'static str>,
) -> Result<HttpResponse, WebError> {
    let (works, entered, battles) = match cookies::digest(request) {
        Some(browser) => {
            let held = state.store.holdings(&browser).await?;
            let count = |kind| held.iter().filter(|work| work.kind == kind).count();
            let [armies, layouts, lists] = WorkType::ALL.map(count);
            let mut entered: Vec<_> =
                state.store.entered_by(&browser).await?.into_iter().map(|entry| entry.entrant).collect();
            entered.dedup();
            let battles = state.store.battle_count(&Holder::from(&browser)).await?;
            (Some(WorkCounts { armies, layouts, lists }), entered.len(), battles)
        }
        None => (None, 0, 0),
    };
    let page = BrowserPage {
        layout: Layout::new(state, "This browser", Some(Area::Account))
            .with_flash(request)
            .with_errors(error.map(|error| PageError::at("sure", error))),
        works,
        entered,
        battles,
        is_signed_in: identity::signed_in(request, state).await?.is_some(),
        error,
    };
    cookies::clear_flash(request, state, not_stored(render_as(status, &page)?))
}

/// `GET /browser`
///
/// # Errors
/// When the database does not answer.
pub async fn show(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    page(&request, &state, StatusCode::OK, None).await
}

/// `GET /browser/export`
///
/// # Errors
/// When the database does not answer.
pub async fn export(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let browser = cookies::digest(&request);
    let held = match &browser {
        Some(browser) => (state.store.holdings(browser).await?, state.store.entered_by(browser).await?),
        None => (Vec::new(), Vec::new()),
    };
    let body =
        everything(state, browser.map(Holder::from), &Export { format: "musterfield-browser/1", works: [] }, held)?;
    let mut response = HttpResponse::Ok();
    response
        .insert_header(ContentType::json())
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"browser.json\""));
    Ok(not_stored(response.body(body)))
}

/// `POST /browser/delete`: deletes the works and battles that only this browser holds, and all its cookies but that of an account.
///
/// # Errors
/// When the form is malformed, or the database does not answer.
pub async fn delete(request: HttpRequest, state: Data<AppState>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let is_sure = fields.has("sure");
    fields.text("sure");
    fields.finish()?;
    if !is_sure {
        let error = Some("Tick this box to confirm. Deleting cannot be undone.");
        return page(&request, &state, StatusCode::UNPROCESSABLE_ENTITY, error).await;
    }
    let mut response = see_other(&link::browser());
    if let Some(browser) = cookies::digest(&request) {
        // Each new edit link has a cookie of its own for a day.
        let mut held = state.store.holdings(&browser).await?;
        held.sort_by_key(|work| std::cmp::Reverse(work.updated_at));
        for work in held.iter().take(MOST_KEYS) {
            response.cookie(cookies::no_key_cookie(&state, WorkKind::of(work.kind).page(&work.id).into()));
        }
        state.store.forget_browser(&browser).await?;
    }
    response
        .insert_header(CLEAR_STORAGE)
        .cookie(cookies::no_visitor_cookie(&state))
        .cookie(Flash::BrowserForgotten.cookie(&state));
    if identity::signed_in(&request, &state).await?.is_none() {
        response.cookie(cookies::no_device_cookie(&state));
    }
    Ok(response.finish())
}

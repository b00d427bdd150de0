//! A new list: `/lists/new` shows the form, and `POST /lists/own` says how the text is understood before it is kept.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::content::rulesets;
use super::form::{FormView, Typed};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{Area, Layout, render_as};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::LISTS;
use crate::web::works::create::new_request;

#[derive(Template)]
#[template(path = "lists/new.html")]
struct NewPage {
    layout: Layout,
    request: String,
    form: FormView,
}

/// The fields that a link may fill in.
#[derive(Deserialize)]
pub struct NewQuery {
    ruleset: Option<String>,
}

/// `GET /lists/new`
///
/// # Errors
/// When the link names a ruleset that takes no lists of players.
pub async fn new_list(state: Data<AppState>, query: Query<NewQuery>) -> Result<HttpResponse, WebError> {
    let named = |id: &str| rulesets(state.book).find(|ruleset| *ruleset.id == *id);
    let ruleset = query.ruleset.as_deref().map_or_else(|| rulesets(state.book).next(), named);
    let ruleset = ruleset.ok_or(WebError::NotFound)?;
    let typed = Typed::for_ruleset(&ruleset.id);
    let page = new_page(&state, new_request()?, FormView::empty(&state, typed));
    render_as(StatusCode::OK, &page)
}

fn new_page(state: &AppState, request: String, form: FormView) -> NewPage {
    let layout = Layout::new(state, "New army list", Some(Area::Armies))
        .beginning_at(link::new_list())
        .with_errors(form.on_page());
    NewPage { layout, request, form }
}

/// `POST /lists/own`: says how the text is understood, and keeps it if that was seen.
///
/// # Errors
/// When the form is malformed; a text that cannot be read is answered with the form again.
pub async fn create_list(request: HttpRequest, state: Data<AppState>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let name = fields.demand("request")?;
    let asked = fields.take("do").unwrap_or_else(|| "read".to_owned());
    let mut typed = Typed::take(&mut fields)?;
    fields.finish()?;
    match asked.as_str() {
        "read" => {}
        "keep" => {
            if let Ok(list) = typed.checked(&state)?
                && typed.was_seen(&list)?
                && list.read().is_ok()
            {
                let first = list.written()?.new_revision(&state, "typed the list".to_owned())?;
                return LISTS.create(&request, &state, &name, first, None).await;
            }
        }
        _ => match typed.corrected(&state, &asked)? {
            Some(corrected) => typed = corrected,
            None => return Err(WebError::Unreadable(format!("there is no button “{asked}”"))),
        },
    }
    let (shared, length) = (state.clone(), typed.text.len());
    let form = state.run_by_size(&request, JobKind::Army, length, move || FormView::new(&shared, typed)).await??;
    let status = if form.is_read() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    render_as(status, &new_page(&state, name, form))
}

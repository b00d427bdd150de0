//! The administrators' log.

use actix_web::HttpResponse;
use actix_web::web::{Data, Query};
use askama::Template;
use serde::Deserialize;

use crate::store::AdminLogEntry;
use crate::web::accounts::identity::Admin;
use crate::web::error::WebError;
use crate::web::moment::Moment;
use crate::web::page::{Area, Layout, not_stored, render};
use crate::web::state::AppState;

/// Lines on one page.
const PAGE: u32 = 100;

struct AdminLogLine {
    at: Moment,
    actor: String,
    action: String,
    /// A link to find its subject.
    find: String,
    subject: String,
    reason: String,
}

impl From<AdminLogEntry> for AdminLogLine {
    fn from(AdminLogEntry { at, actor, action, subject, reason, .. }: AdminLogEntry) -> Self {
        let find = subject.strip_prefix("account ").unwrap_or(&subject).to_owned();
        Self { at: Moment::from(at), actor, action, find, subject, reason }
    }
}

#[derive(Template)]
#[template(path = "admin/log.html")]
struct LogPage {
    layout: Layout,
    lines: Vec<AdminLogLine>,
    /// The number before which the next page begins.
    older: Option<i64>,
}

/// The place where a page of the log begins.
#[derive(Deserialize)]
pub struct LogQuery {
    before: Option<i64>,
}

/// `GET /admin/log?before=…`
///
/// # Errors
/// When the visitor is not an administrator.
pub async fn show(_: Admin, state: Data<AppState>, query: Query<LogQuery>) -> Result<HttpResponse, WebError> {
    let mut deeds = state.store.admin_log(query.before, PAGE + 1).await?;
    let shown = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let is_more = deeds.len() > shown;
    deeds.truncate(shown);
    let older = deeds.last().filter(|_| is_more).map(|last| last.number);
    let layout = Layout::new(&state, "Administrators’ log", Some(Area::Account));
    let lines = deeds.into_iter().map(AdminLogLine::from).collect();
    Ok(not_stored(render(&LogPage { layout, lines, older })?))
}

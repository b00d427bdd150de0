//! The log of administrators.

use actix_web::HttpResponse;
use actix_web::web::{Data, Query};
use askama::Template;
use serde::Deserialize;

use crate::store::AdminDeed;
use crate::web::accounts::who::Admin;
use crate::web::error::WebError;
use crate::web::page::{Area, Layout, moment, not_stored, render};
use crate::web::state::State;

/// Lines on one page.
const PAGE: u32 = 100;

struct Line {
    at: String,
    actor: String,
    action: String,
    /// Where what it was done to can be found again.
    find: String,
    subject: String,
    reason: String,
}

impl From<AdminDeed> for Line {
    fn from(AdminDeed { at, actor, action, subject, reason, .. }: AdminDeed) -> Self {
        let find = subject.strip_prefix("account ").unwrap_or(&subject).to_owned();
        Self { at: moment(at), actor, action, find, subject, reason }
    }
}

#[derive(Template)]
#[template(path = "admin/log.html")]
struct LogPage {
    layout: Layout,
    lines: Vec<Line>,
    /// The number before which the next page begins.
    older: Option<i64>,
}

/// Where a page of the log begins.
#[derive(Deserialize)]
pub struct LogQuery {
    before: Option<i64>,
}

/// `GET /admin/log?before=…`
///
/// # Errors
/// Not an administrator.
pub async fn show(_: Admin, state: Data<State>, query: Query<LogQuery>) -> Result<HttpResponse, WebError> {
    let mut deeds = state.store.admin_log(query.before, PAGE + 1).await?;
    let shown = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let is_more = deeds.len() > shown;
    deeds.truncate(shown);
    let older = deeds.last().filter(|_| is_more).map(|last| last.number);
    let layout = Layout::new(&state, "Log of administrators", Some(Area::Account));
    let lines = deeds.into_iter().map(Line::from).collect();
    Ok(not_stored(render(&LogPage { layout, lines, older })?))
}

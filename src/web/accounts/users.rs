//! Accounts as administrators see them: who is there, and a link for somebody who cannot get in.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Query};
use askama::Template;
use serde::Deserialize;

use super::reset::{OPEN_BY_HAND, new_link};
use super::who::Admin;
use crate::store::{User, UserId};
use crate::web::admin::fold::grounds;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::{Area, Layout, moment, not_stored, render_as};
use crate::web::state::State;
use crate::web::typed::Typed;

/// The words of the administrators' log for a link.
pub const LINK_MADE: &str = "made a link for a new password";
/// Accounts on one page.
const PAGE: u32 = 100;

struct Row {
    id: UserId,
    sign_in: String,
    name: String,
    since: String,
    is_admin: bool,
    is_locked: bool,
}

impl From<User> for Row {
    fn from(user: User) -> Self {
        Self {
            id: user.id,
            sign_in: user.sign_in.to_string(),
            name: user.name,
            since: moment(user.created_at),
            is_admin: user.is_admin,
            is_locked: user.locked.is_some(),
        }
    }
}

/// A link that was made just now.
struct Link {
    sign_in: String,
    address: String,
}

#[derive(Template)]
#[template(path = "accounts/users.html")]
struct UsersPage {
    layout: Layout,
    /// With what the names begin.
    find: String,
    users: Vec<Row>,
    /// Whether there may be more.
    more: bool,
    link: Option<Link>,
    /// Why a link is made, as it was typed.
    reason: Typed,
}

/// Whom to show.
#[derive(Deserialize)]
pub struct Find {
    #[serde(default)]
    find: String,
}

async fn page(state: &State, find: String, link: Option<Link>, reason: Typed) -> Result<HttpResponse, WebError> {
    let find = find.trim().to_lowercase();
    let users: Vec<Row> = state.store.users_from(&find, PAGE).await?.into_iter().map(Row::from).collect();
    let more = u32::try_from(users.len()).is_ok_and(|shown| shown == PAGE);
    let layout = Layout::new(state, "Accounts", Some(Area::Account));
    let status = if reason.error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(not_stored(render_as(status, &UsersPage { layout, find, users, more, link, reason })?))
}

/// `GET /account/users?find=…`
///
/// # Errors
/// Not an administrator.
pub async fn list(_: Admin, state: Data<State>, query: Query<Find>) -> Result<HttpResponse, WebError> {
    page(&state, query.into_inner().find, None, Typed::default()).await
}

/// `POST /account/users`: a link for one account, shown once.
///
/// # Errors
/// Not an administrator, no such account. A reason that cannot be taken is the page again.
pub async fn make_link(admin: Admin, state: Data<State>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let id = UserId::parse(&fields.demand("user")?).ok_or(WebError::NotFound)?;
    let find = fields.text("find");
    let mut reason = Typed::from(fields.text("reason"));
    fields.finish()?;
    let user = state.store.user(id).await?;
    let Some(grounds) = grounds(&mut reason, &admin.0) else { return page(&state, find, None, reason).await };
    state.store.log_for_admins(grounds, LINK_MADE, &format!("account {}", user.sign_in)).await?;
    let address = state.secret_url(&new_link(&state, &user, OPEN_BY_HAND).await?);
    page(&state, find, Some(Link { sign_in: user.sign_in.to_string(), address }), Typed::default()).await
}

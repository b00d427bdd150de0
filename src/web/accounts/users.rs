//! Accounts as administrators see them: a list, and a link for an owner who cannot get in.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Query};
use askama::Template;
use serde::Deserialize;

use super::identity::Admin;
use super::reset::{OPEN_BY_HAND, new_link};
use crate::store::{User, UserId};
use crate::web::admin::moderation::grounds;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::fields::TextField;
use crate::web::moment::Moment;
use crate::web::page::{Area, Layout, not_stored, render_as};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;

/// The words of the administrators' log for a link.
pub const LINK_MADE: &str = "created a link for a new password";
/// Accounts on one page.
const PAGE: u32 = 100;

struct Row {
    id: UserId,
    sign_in: String,
    name: String,
    since: Moment,
    is_admin: bool,
    is_locked: bool,
}

impl From<User> for Row {
    fn from(user: User) -> Self {
        Self {
            id: user.id,
            sign_in: user.sign_in.to_string(),
            name: user.name,
            since: Moment::from(user.created_at),
            is_admin: user.is_admin,
            is_locked: user.locked.is_some(),
        }
    }
}

/// A link that was just created.
struct Link {
    sign_in: String,
    address: String,
}

#[derive(Template)]
#[template(path = "accounts/users.html")]
struct UsersPage {
    layout: Layout,
    /// The beginning of the names to list.
    find: String,
    users: Vec<Row>,
    /// Whether there may be more.
    more: bool,
    link: Option<Link>,
    /// The reason for creating a link, as typed.
    reason: TextField,
}

/// The accounts to show.
#[derive(Deserialize)]
pub struct Find {
    #[serde(default)]
    find: String,
}

async fn page(state: &AppState, find: String, link: Option<Link>, reason: TextField) -> Result<HttpResponse, WebError> {
    let find = find.trim().to_lowercase();
    let users: Vec<Row> = state.store.users_from(&find, PAGE).await?.into_iter().map(Row::from).collect();
    let more = u32::try_from(users.len()).is_ok_and(|shown| shown == PAGE);
    let layout =
        Layout::new(state, "Accounts", Some(Area::Account)).with_errors(PageError::of_fields([("reason", &reason)]));
    let status = if reason.error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(not_stored(render_as(status, &UsersPage { layout, find, users, more, link, reason })?))
}

/// `GET /account/users?find=…`
///
/// # Errors
/// When the visitor is not an administrator.
pub async fn list(_: Admin, state: Data<AppState>, query: Query<Find>) -> Result<HttpResponse, WebError> {
    page(&state, query.into_inner().find, None, TextField::default()).await
}

/// `POST /account/users`: creates a link for one account, shown once.
///
/// # Errors
/// When the visitor is not an administrator, or there is no such account. If the reason is not acceptable, the page is
/// shown again.
pub async fn make_link(admin: Admin, state: Data<AppState>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let id = UserId::parse(&fields.demand("user")?).ok_or(WebError::NotFound)?;
    let find = fields.text("find");
    let mut reason = TextField::from(fields.text("reason"));
    fields.finish()?;
    let user = state.store.user(id).await?;
    let Some(grounds) = grounds(&mut reason, &admin.0) else { return page(&state, find, None, reason).await };
    state.store.log_for_admins(grounds, LINK_MADE, &format!("account {}", user.sign_in)).await?;
    let address = state.secret_url(&new_link(&state, &user, OPEN_BY_HAND).await?);
    page(&state, find, Some(Link { sign_in: user.sign_in.to_string(), address }), TextField::default()).await
}

//! An account as administrators see it, and what they do to it.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::fold::Asked;
use crate::store::{AccountAct, SignedIn, StoreError, User, UserId};
use crate::web::accounts::reset::{OPEN_BY_HAND, new_link};
use crate::web::accounts::users::LINK_MADE;
use crate::web::accounts::who::Admin;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::{Area, Layout, moment, not_stored, render_as, see_other};
use crate::web::state::State;
use crate::web::typed::Typed;
use crate::web::visitor::{self, Flash};

#[derive(Template)]
#[template(path = "admin/account.html")]
struct AccountPage {
    layout: Layout,
    path: String,
    sign_in: String,
    name: String,
    since: String,
    is_admin: bool,
    /// Why it is locked.
    locked: Option<String>,
    /// Whether it is the administrator's own.
    own: bool,
    /// Browsers that are signed in.
    sessions: usize,
    /// Works that it holds.
    works: usize,
    /// Events that it alone owns, for which it cannot be deleted: path and name.
    events: Vec<(String, String)>,
    /// A link that was made just now.
    link: Option<String>,
    reason: Typed,
    /// Whether it was to be deleted without the box being ticked.
    unsure: bool,
    /// Why nothing was done, beside what is wrong with a field.
    refusal: Option<&'static str>,
}

/// The changing part of the page.
#[derive(Default)]
struct View {
    reason: Typed,
    unsure: bool,
    link: Option<String>,
    refusal: Option<&'static str>,
}

async fn page(
    request: &HttpRequest,
    state: &State,
    admin: &SignedIn,
    user: User,
    view: View,
) -> Result<HttpResponse, WebError> {
    let wrong = view.reason.error.is_some() || view.unsure;
    let status = match view.refusal {
        Some(_) => StatusCode::CONFLICT,
        None if wrong => StatusCode::UNPROCESSABLE_ENTITY,
        None => StatusCode::OK,
    };
    let events = state.store.owned_alone(user.id).await?;
    let page = AccountPage {
        layout: Layout::new(state, user.sign_in.to_string(), Some(Area::Account)).with_flash(request),
        path: path_of(user.id),
        own: user.id == admin.user.id,
        sessions: state.store.sessions_of(user.id).await?.len(),
        works: state.store.held_count(&user.holder).await?,
        events: events.into_iter().map(|event| (format!("/events/{}", event.slug), event.name)).collect(),
        sign_in: user.sign_in.to_string(),
        since: moment(user.created_at),
        is_admin: user.is_admin,
        locked: user.locked,
        name: user.name,
        link: view.link,
        reason: view.reason,
        unsure: view.unsure,
        refusal: view.refusal,
    };
    Ok(not_stored(visitor::said(request, state, render_as(status, &page)?)?))
}

fn path_of(user: UserId) -> String {
    format!("/admin/accounts/{user}")
}

/// `GET /admin/accounts/{id}`
///
/// # Errors
/// Not an administrator, no such account.
pub async fn show(
    admin: Admin,
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let id = UserId::parse(&path).ok_or(WebError::NotFound)?;
    let user = state.store.user(id).await?;
    page(&request, &state, &admin.0, user, View::default()).await
}

/// `POST /admin/accounts/{id}`: `do=link`, `end-sessions`, `lock`, `unlock` or `delete`, with a reason.
///
/// # Errors
/// Not an administrator, no such account or button. A reason that cannot be taken is the page again, and so is an act that cannot be done.
pub async fn act(
    admin: Admin,
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = UserId::parse(&path).ok_or(WebError::NotFound)?;
    let mut fields = Fields::parse(&body)?;
    let mut asked = Asked::take(&mut fields)?;
    fields.finish()?;
    let user = state.store.user(id).await?;
    let grounds = asked.grounds(&admin.0);
    let unsure = asked.is_unsure();
    let Some(grounds) = grounds.filter(|_| !unsure) else {
        let view = View { reason: asked.reason, unsure, ..View::default() };
        return page(&request, &state, &admin.0, user, view).await;
    };
    let act = match asked.act.as_str() {
        "link" => {
            state.store.log_for_admins(grounds, LINK_MADE, &format!("account {}", user.sign_in)).await?;
            let address = state.secret_url(&new_link(&state, &user, OPEN_BY_HAND).await?);
            let view = View { link: Some(address), ..View::default() };
            return page(&request, &state, &admin.0, user, view).await;
        }
        "end-sessions" => AccountAct::EndSessions,
        "lock" => AccountAct::Lock,
        "unlock" => AccountAct::Unlock,
        "delete" => AccountAct::Delete,
        other => return Err(WebError::Unreadable(format!("there is no button “{other}”"))),
    };
    if id == admin.0.user.id && matches!(act, AccountAct::Lock | AccountAct::Delete) {
        let refusal = Some("This is your own account. Ask another administrator to lock or delete it.");
        let view = View { reason: asked.reason, refusal, ..View::default() };
        return page(&request, &state, &admin.0, user, view).await;
    }
    match state.store.moderate_account(id, act, grounds).await {
        Ok(()) => {}
        Err(StoreError::NotFound) if act == AccountAct::Delete => {}
        Err(StoreError::LastOwner) => {
            let refusal = Some("Events have no other owner. Delete them first, or have their owner hand them over.");
            let view = View { reason: asked.reason, refusal, ..View::default() };
            return page(&request, &state, &admin.0, user, view).await;
        }
        Err(error) => return Err(error.into()),
    }
    let to = if act == AccountAct::Delete { "/admin".to_owned() } else { path_of(id) };
    Ok(see_other(&to).cookie(Flash::AdminDone.cookie(&state)).finish())
}

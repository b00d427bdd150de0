//! An account as administrators see it, and their actions on it.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::moderation::{ModerationRequest, unsure_error};
use crate::store::{AccountAction, SignedIn, StoreError, User, UserId};
use crate::web::accounts::identity::Admin;
use crate::web::accounts::reset::{OPEN_BY_HAND, new_link};
use crate::web::accounts::users::LINK_MADE;
use crate::web::cookies::{self, Flash};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::fields::TextField;
use crate::web::link;
use crate::web::moment::Moment;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;

#[derive(Template)]
#[template(path = "admin/account.html")]
struct AccountPage {
    layout: Layout,
    path: String,
    sign_in: String,
    name: String,
    since: Moment,
    is_admin: bool,
    /// The reason for which it is locked.
    locked: Option<String>,
    deletion: AccountDeletion,
    /// The number of browsers that are signed in.
    sessions: usize,
    /// The number of works that it holds.
    works: usize,
    /// A link that was just created.
    link: Option<String>,
    reason: TextField,
    /// Whether a deletion was requested without ticking the box.
    unsure: bool,
}

/// Whether the account can be locked and deleted.
enum AccountDeletion {
    /// It is the administrator's own, so it can be neither locked nor deleted.
    Own,
    /// It can be locked but not deleted, because it is the only owner of these events: path and name.
    OnlyOwner(Vec<(String, String)>),
    /// It can be locked and deleted.
    Possible,
}

impl AccountPage {
    fn is_own(&self) -> bool {
        matches!(self.deletion, AccountDeletion::Own)
    }
}

/// The changing part of the page.
#[derive(Default)]
struct AccountView {
    reason: TextField,
    unsure: bool,
    link: Option<String>,
    refusal: Option<&'static str>,
}

async fn page(
    request: &HttpRequest,
    state: &AppState,
    admin: &SignedIn,
    user: User,
    view: AccountView,
) -> Result<HttpResponse, WebError> {
    let wrong = view.reason.error.is_some() || view.unsure;
    let status = match view.refusal {
        Some(_) => StatusCode::CONFLICT,
        None if wrong => StatusCode::UNPROCESSABLE_ENTITY,
        None => StatusCode::OK,
    };
    let deletion = if user.id == admin.user.id {
        AccountDeletion::Own
    } else {
        let events = state.store.owned_alone(user.id).await?;
        let named: Vec<(String, String)> =
            events.into_iter().map(|event| (link::event(&event.slug).into(), event.name)).collect();
        if named.is_empty() { AccountDeletion::Possible } else { AccountDeletion::OnlyOwner(named) }
    };
    let page = AccountPage {
        layout: Layout::new(state, user.sign_in.to_string(), Some(Area::Account))
            .with_flash(request)
            .with_errors(PageError::of_fields([("reason", &view.reason)]))
            .with_errors(view.unsure.then(unsure_error))
            .with_errors(view.refusal.map(|refusal| PageError::of_page(format!("Nothing was done. {refusal}")))),
        path: path_of(user.id),
        deletion,
        sessions: state.store.sessions_of(user.id).await?.len(),
        works: state.store.held_count(&user.holder).await?,
        sign_in: user.sign_in.to_string(),
        since: Moment::from(user.created_at),
        is_admin: user.is_admin,
        locked: user.locked,
        name: user.name,
        link: view.link,
        reason: view.reason,
        unsure: view.unsure,
    };
    Ok(not_stored(cookies::clear_flash(request, state, render_as(status, &page)?)?))
}

fn path_of(user: UserId) -> String {
    link::admin_account(user).into()
}

/// `GET /admin/accounts/{id}`
///
/// # Errors
/// When the visitor is not an administrator, or there is no such account.
pub async fn show(
    admin: Admin,
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let id = UserId::parse(&path).ok_or(WebError::NotFound)?;
    let user = state.store.user(id).await?;
    page(&request, &state, &admin.0, user, AccountView::default()).await
}

/// `POST /admin/accounts/{id}`: `do=link`, `end-sessions`, `lock`, `unlock` or `delete`, with a reason.
///
/// # Errors
/// When the visitor is not an administrator, or there is no such account or button. If the reason is not acceptable or
/// the action is impossible, the page is shown again.
pub async fn act(
    admin: Admin,
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = UserId::parse(&path).ok_or(WebError::NotFound)?;
    let mut fields = Fields::parse(&body)?;
    let mut asked = ModerationRequest::take(&mut fields)?;
    fields.finish()?;
    let user = state.store.user(id).await?;
    let grounds = asked.grounds(&admin.0);
    let unsure = asked.is_unsure();
    let Some(grounds) = grounds.filter(|_| !unsure) else {
        let view = AccountView { reason: asked.reason, unsure, ..AccountView::default() };
        return page(&request, &state, &admin.0, user, view).await;
    };
    let act = match asked.act.as_str() {
        "link" => {
            state.store.log_for_admins(grounds, LINK_MADE, &format!("account {}", user.sign_in)).await?;
            let address = state.secret_url(&new_link(&state, &user, OPEN_BY_HAND).await?);
            let view = AccountView { link: Some(address), ..AccountView::default() };
            return page(&request, &state, &admin.0, user, view).await;
        }
        "end-sessions" => AccountAction::EndSessions,
        "lock" => AccountAction::Lock,
        "unlock" => AccountAction::Unlock,
        "delete" => AccountAction::Delete,
        other => return Err(WebError::Unreadable(format!("there is no button “{other}”"))),
    };
    if id == admin.0.user.id && matches!(act, AccountAction::Lock | AccountAction::Delete) {
        let refusal = Some("This is your own account. Ask another administrator to lock or delete it.");
        let view = AccountView { reason: asked.reason, refusal, ..AccountView::default() };
        return page(&request, &state, &admin.0, user, view).await;
    }
    match state.store.moderate_account(id, act, grounds).await {
        Ok(()) => {}
        Err(StoreError::NotFound) if act == AccountAction::Delete => {}
        Err(StoreError::LastOwner) => {
            let refusal = Some(
                "This account is the only owner of one or more events. Delete them first, or have the owner hand them \
                 over.",
            );
            let view = AccountView { reason: asked.reason, refusal, ..AccountView::default() };
            return page(&request, &state, &admin.0, user, view).await;
        }
        Err(error) => return Err(error.into()),
    }
    let to = if act == AccountAction::Delete { link::admin().into() } else { path_of(id) };
    Ok(see_other(&to).cookie(Flash::AdminDone.cookie(&state)).finish())
}

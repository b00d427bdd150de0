//! Who runs an event.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::access::Open;
use super::settings::said;
use crate::store::{Role, SignIn, UserId};
use crate::web::accounts::limits::Tried;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::{Area, Layout, render_as, see_other};
use crate::web::state::State;
use crate::web::visitor::Flash;

struct Person {
    id: UserId,
    name: String,
    sign_in: String,
    role: &'static str,
}

#[derive(Template)]
#[template(path = "events/staff.html")]
struct StaffPage {
    layout: Layout,
    path: String,
    event: String,
    people: Vec<Person>,
    typed: String,
    error: Option<String>,
}

async fn page(
    request: &HttpRequest,
    state: &State,
    open: &Open,
    typed: String,
    error: Option<String>,
) -> Result<HttpResponse, WebError> {
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let people = state.store.staff(open.event.id).await?;
    let page = StaffPage {
        layout: Layout::new(state, format!("Staff of {}", open.event.content.name), Some(Area::Events))
            .with_flash(request),
        path: open.path(),
        event: open.event.content.name.clone(),
        people: people
            .into_iter()
            .map(|one| Person {
                id: one.user,
                name: one.name,
                sign_in: one.sign_in.to_string(),
                role: one.role.as_str(),
            })
            .collect(),
        typed,
        error,
    };
    said(request, state, render_as(status, &page)?)
}

/// `GET /events/{slug}/staff`
///
/// # Errors
/// Not an owner.
pub async fn show_staff(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let (open, _) = Open::staffed(&request, &state, &path, Role::Owner).await?;
    page(&request, &state, &open, String::new(), None).await
}

/// `POST /events/{slug}/staff`: a role for a name to sign in with, or `do=drop:7`.
///
/// # Errors
/// Not an owner, a form that makes no sense, the last owner.
pub async fn change_staff(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (open, actor) = Open::staffed(&request, &state, &path, Role::Owner).await?;
    let mut fields = Fields::parse(&body)?;
    let asked = fields.demand("do")?;
    let typed = fields.text("name");
    let role = fields.text("role");
    fields.finish()?;
    let (user, role) = match asked.strip_prefix("drop:") {
        Some(id) => (UserId::parse(id).ok_or(WebError::NotFound)?, None),
        None => {
            let role = Role::parse(&role).map_err(|_| WebError::Unreadable("there is no such role".to_owned()))?;
            // Names have digits that nobody chose; nobody finds them by trying either.
            Tried::Staff.now(&state, &request, open.event.slug.as_str()).await?;
            let found = match SignIn::parse(&typed) {
                Ok(name) => state.store.user_by_sign_in(&name).await?,
                Err(_) => None,
            };
            let Some((user, _)) = found else {
                let error = "Nobody signs in with this name. It ends with four digits, as in tom-4711.".to_owned();
                return page(&request, &state, &open, typed, Some(error)).await;
            };
            (user.id, Some(role))
        }
    };
    state.store.set_role(open.event.id, user, role, &actor).await?;
    Ok(see_other(&format!("{}/staff", open.path())).cookie(Flash::EventChanged.cookie(&state)).finish())
}

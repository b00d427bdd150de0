//! The staff of an event, and invitations to join it by a link, so that nobody need be searched for by name.

use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;
use time::Duration;

use super::access::EventAccess;
use super::frame::{EventTab, event_layout};
use super::settings::with_flash_cleared;
use crate::store::{Invited, Role, Secret, Slug, UserId};
use crate::web::accounts::identity::{self, Account};
use crate::web::choice::Choice;
use crate::web::cookies::Flash;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::moment::Moment;
use crate::web::page::{Area, Layout, not_stored, render, see_other};
use crate::web::state::AppState;

/// The time for which an invitation stays open.
const OPEN_FOR: Duration = Duration::days(14);

struct Person {
    id: UserId,
    name: String,
    sign_in: String,
    role: &'static str,
    /// The roles to choose from, with this one chosen.
    roles: Vec<Choice>,
}

/// An open invitation.
struct OpenLink {
    id: i64,
    role: &'static str,
    made_by: String,
    until: Moment,
}

#[derive(Template)]
#[template(path = "events/staff.html")]
struct StaffPage {
    layout: Layout,
    slug: Slug,
    event: String,
    people: Vec<Person>,
    /// The roles to invite somebody for.
    roles: Vec<Choice>,
    invitations: Vec<OpenLink>,
}

const ROLES: [Role; 3] = [Role::Helper, Role::Organiser, Role::Owner];

fn roles(chosen: Role) -> Vec<Choice> {
    ROLES.into_iter().map(|role| Choice::new(role.as_str(), role.as_str(), role == chosen)).collect()
}

/// `GET /events/{slug}/staff`
///
/// # Errors
/// When the visitor is not an owner.
pub async fn show_staff(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let (open, _) = EventAccess::find_for_staff(&request, &state, &path, Role::Owner).await?;
    let people = state.store.staff(open.event.id).await?;
    let invitations = state.store.invitations(open.event.id).await?;
    let page = StaffPage {
        layout: event_layout(&state, &open.event, format!("Staff of {}", open.event.content.name), EventTab::Staff)
            .with_flash(&request),
        slug: open.slug().clone(),
        event: open.event.content.name.clone(),
        people: people
            .into_iter()
            .map(|one| Person {
                id: one.user,
                name: one.name,
                sign_in: one.sign_in.to_string(),
                role: one.role.as_str(),
                roles: roles(one.role),
            })
            .collect(),
        roles: roles(Role::Helper),
        invitations: invitations
            .into_iter()
            .map(|link| OpenLink {
                id: link.id,
                role: link.role.called(),
                made_by: link.made_by,
                until: link.expires_at.into(),
            })
            .collect(),
    };
    with_flash_cleared(&request, &state, render(&page)?)
}

#[derive(Template)]
#[template(path = "events/invitation.html")]
struct InvitationPage {
    layout: Layout,
    back: String,
    role: &'static str,
    address: String,
    days: i64,
}

/// `POST /events/{slug}/staff`: `do=invite` with a role, `do=set:7` with a role, `do=drop:7`, `do=close:3`.
///
/// # Errors
/// When the visitor is not an owner, the form is malformed, or the last owner would go.
pub async fn change_staff(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (open, actor) = EventAccess::find_for_staff(&request, &state, &path, Role::Owner).await?;
    let mut fields = Fields::parse(&body)?;
    let asked = fields.demand("do")?;
    let role = fields.text("role");
    fields.finish()?;
    let role = || Role::parse(&role).map_err(|_| WebError::Unreadable("there is no such role".to_owned()));
    let user = |id: &str| UserId::parse(id).ok_or(WebError::NotFound);
    let event = open.event.id;
    match asked.split_once(':') {
        Some(("set", id)) => state.store_for(&request).set_role(event, user(id)?, Some(role()?), &actor).await?,
        Some(("drop", id)) => state.store_for(&request).set_role(event, user(id)?, None, &actor).await?,
        Some(("close", id)) => {
            let id = id.parse().map_err(|_| WebError::NotFound)?;
            state.store_for(&request).close_invitation(event, id, &actor).await?;
        }
        None if asked == "invite" => {
            let (role, secret) = (role()?, Secret::random()?);
            let by = open.account.as_ref().map(|account| account.user.id).ok_or(WebError::NotFound)?;
            state.store_for(&request).invite(event, role, (&secret.digest(), OPEN_FOR), (by, &actor)).await?;
            let page = InvitationPage {
                layout: event_layout(
                    &state,
                    &open.event,
                    format!("Staff of {}", open.event.content.name),
                    EventTab::Staff,
                ),
                back: link::event_staff(open.slug()).into(),
                role: role.called(),
                address: state.secret_url(&link::join_event(open.slug()).with("key", secret.expose())),
                days: OPEN_FOR.whole_days(),
            };
            return Ok(not_stored(render(&page)?));
        }
        _ => return Err(WebError::Unreadable(format!("there is no button “{asked}”"))),
    }
    Ok(see_other(&link::event_staff(open.slug())).cookie(Flash::EventChanged.cookie(&state)).finish())
}

/// The secret of an invitation.
#[derive(Deserialize)]
pub struct JoinQuery {
    #[serde(default)]
    key: String,
}

#[derive(Template)]
#[template(path = "events/join.html")]
struct JoinPage {
    layout: Layout,
    action: String,
    name: String,
    role: &'static str,
    made_by: String,
    key: String,
}

/// The invitation behind a link. It is looked up before the event, which an invited visitor may not be able to see yet.
async fn invited(state: &AppState, slug: &str, key: &str) -> Result<(Slug, Secret, Invited), WebError> {
    let slug = Slug::parse(slug).map_err(|_| WebError::NotFound)?;
    let key = Secret::parse(key).map_err(|_| WebError::NotFound)?;
    let invited = state.store.invited(&slug, &key.digest()).await?;
    Ok((slug, key, invited))
}

/// `GET /events/{slug}/join?key=…`
///
/// # Errors
/// When the link never worked or no longer does, or nobody is signed in.
pub async fn ask_join(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    query: Query<JoinQuery>,
) -> Result<HttpResponse, WebError> {
    let (slug, key, invited) = invited(&state, &path, &query.key).await?;
    if identity::signed_in(&request, &state).await?.is_none() {
        return Err(WebError::signed_out(&request));
    }
    let page = JoinPage {
        layout: Layout::new(&state, format!("Staff of {}", invited.name), Some(Area::Events)),
        action: link::join_event(&slug).into(),
        name: invited.name,
        role: invited.role.called(),
        made_by: invited.made_by,
        key: key.expose().to_owned(),
    };
    Ok(not_stored(render(&page)?))
}

/// `POST /events/{slug}/join`
///
/// # Errors
/// The same as for [`ask_join`].
pub async fn join(
    account: Option<Account>,
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let key = fields.text("key");
    fields.finish()?;
    let (slug, key, _) = invited(&state, &path, &key).await?;
    let Some(account) = account else { return Err(WebError::signed_out(&request)) };
    state.store_for(&request).join_staff(&slug, &key.digest(), account.0.user.id).await?;
    Ok(see_other(&link::event(&slug)).cookie(Flash::Joined.cookie(&state)).finish())
}

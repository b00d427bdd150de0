//! Finds a work, a battle, an event or an account by its address or name, and hides, shows or deletes works, battles and
//! events.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_words::number::spelled;
use serde::Deserialize;

use super::moderation::{Fold, ModerationRequest, unsure_error};
use crate::store::{BattleId, Event, Moderation, SignInName, Slug, StoreError, StoredBattle, Work, WorkId, WorkType};
use crate::web::accounts::identity::Admin;
use crate::web::cookies::{self, Flash};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;
use crate::web::works::WorkKind;

/// A result of the search.
struct FoundItem {
    name: String,
    /// The path of its page.
    page: String,
    /// A short description.
    about: String,
    fold: Fold,
}

/// The answer to a search.
enum FindAnswer {
    /// Nothing was asked.
    Unasked,
    Found(Box<FoundItem>),
    Nothing,
}

#[derive(Template)]
#[template(path = "admin/find.html")]
struct FindPage {
    layout: Layout,
    find: String,
    answer: FindAnswer,
}

/// An address with or without the site, an id, or a sign-in name.
#[derive(Deserialize)]
pub struct Find {
    #[serde(default)]
    find: String,
}

fn found_work(work_kind: &WorkKind, work: &Work) -> FoundItem {
    let fold = Fold { open: true, ..Fold::of_work(work_kind, work) };
    let states = spelled(work.revision_count, "version", "versions");
    FoundItem {
        name: work.head.name.clone(),
        page: work_kind.page(&work.id).into(),
        about: format!("{}, {states}", work_kind.noun),
        fold,
    }
}

fn found_battle(battle: &StoredBattle) -> FoundItem {
    let fold = Fold { open: true, ..Fold::of_battle(battle) };
    let [a, b] = &battle.names;
    FoundItem {
        name: format!("{a} against {b}"),
        page: link::battle(&battle.id).into(),
        about: format!("battle, {}", spelled(battle.orders, "order", "orders")),
        fold,
    }
}

fn found_event(event: &Event) -> FoundItem {
    let fold = Fold { open: true, ..Fold::of_event(event) };
    let about = format!("event, {}, begins {}", event.state.as_str(), event.content.begins);
    FoundItem { name: event.content.name.clone(), page: link::event(&event.slug).into(), about, fold }
}

/// `None` if the item does not exist.
fn if_found<T>(found: Result<T, StoreError>) -> Result<Option<T>, WebError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(StoreError::NotFound | StoreError::Gone(_) | StoreError::BattleGone) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The part of an address in a text after a path.
fn after<'a>(text: &'a str, path: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(path)?;
    rest.split(['/', '?', '#', '.']).next()
}

async fn work(state: &AppState, kind: WorkType, id: &str) -> Result<Option<Work>, WebError> {
    let Ok(id) = WorkId::parse(id) else { return Ok(None) };
    if_found(state.store.work_even_if_hidden(kind, &id, None).await)
}

async fn battle(state: &AppState, id: &str) -> Result<Option<StoredBattle>, WebError> {
    let Ok(id) = BattleId::parse(id) else { return Ok(None) };
    if_found(state.store.battle_even_if_hidden(&id, None).await)
}

async fn event(state: &AppState, slug: &str) -> Result<Option<Event>, WebError> {
    let Ok(slug) = Slug::parse(slug) else { return Ok(None) };
    if_found(state.store.event_even_if_hidden(&slug).await)
}

/// Finds what a text names: an address names only the item at that address, a single word any item of that name.
async fn find(state: &AppState, text: &str) -> Result<Option<FoundItem>, WebError> {
    let text = text.trim();
    for kind in WorkType::ALL {
        let work_kind = WorkKind::of(kind);
        let id = match after(text, &work_kind.beginning()) {
            Some(id) => id,
            None if text.contains('/') => continue,
            None => text,
        };
        if let Some(work) = work(state, kind, id).await? {
            return Ok(Some(found_work(work_kind, &work)));
        }
    }
    let id = after(text, &link::battle("")).or((!text.contains('/')).then_some(text));
    if let Some(id) = id
        && let Some(battle) = battle(state, id).await?
    {
        return Ok(Some(found_battle(&battle)));
    }
    let slug = after(text, &link::event("")).unwrap_or(text);
    Ok(event(state, slug).await?.as_ref().map(found_event))
}

fn page(
    request: &HttpRequest,
    state: &AppState,
    status: StatusCode,
    find: String,
    found: Option<FoundItem>,
) -> Result<HttpResponse, WebError> {
    let fold = found.as_ref().map(|found| &found.fold);
    let layout = Layout::new(state, "Administration", Some(Area::Account))
        .with_flash(request)
        .with_errors(fold.map(|fold| PageError::of_fields([("reason", &fold.reason)])).unwrap_or_default())
        .with_errors(fold.filter(|fold| fold.unsure).map(|_| unsure_error()));
    let answer = match found {
        Some(item) => FindAnswer::Found(Box::new(item)),
        None if find.is_empty() => FindAnswer::Unasked,
        None => FindAnswer::Nothing,
    };
    Ok(not_stored(cookies::clear_flash(request, state, render_as(status, &FindPage { layout, find, answer })?)?))
}

/// `GET /admin?find=…`
///
/// # Errors
/// When the visitor is not an administrator.
pub async fn show(
    _: Admin,
    request: HttpRequest,
    state: Data<AppState>,
    query: Query<Find>,
) -> Result<HttpResponse, WebError> {
    let text = query.into_inner().find;
    let found = find(&state, &text).await?;
    if let (None, Ok(name)) = (&found, SignInName::parse(text.trim()))
        && let Some((user, _)) = state.store.user_by_sign_in(&name).await?
    {
        return Ok(not_stored(see_other(&link::admin_account(user.id)).finish()));
    }
    page(&request, &state, StatusCode::OK, text, found)
}

fn act_of(asked: &ModerationRequest) -> Result<Moderation, WebError> {
    match asked.act.as_str() {
        "hide" => Ok(Moderation::Hide),
        "show" => Ok(Moderation::Show),
        "delete" => Ok(Moderation::Delete),
        other => Err(WebError::Unreadable(format!("there is no button “{other}”"))),
    }
}

/// The page with the visitor's input and its errors.
fn again(
    request: &HttpRequest,
    state: &AppState,
    asked: ModerationRequest,
    found: FoundItem,
) -> Result<HttpResponse, WebError> {
    let unsure = asked.is_unsure();
    let find = found.page.clone();
    let found = FoundItem { fold: Fold { reason: asked.reason, unsure, ..found.fold }, ..found };
    page(request, state, StatusCode::UNPROCESSABLE_ENTITY, find, Some(found))
}

/// The address to redirect to after an action: the page of the item, if it still exists.
fn onward(state: &AppState, act: Moderation, page: &str) -> HttpResponse {
    let to = if act == Moderation::Delete { &link::admin() } else { page };
    see_other(to).cookie(Flash::AdminDone.cookie(state)).finish()
}

/// `POST /admin/works`: `kind=army&id=…&do=hide&reason=…`
///
/// # Errors
/// When the visitor is not an administrator, or there is no such work. If the reason is not acceptable, the form is
/// shown again.
pub async fn moderate_work(
    admin: Admin,
    request: HttpRequest,
    state: Data<AppState>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let kind = WorkType::parse(&fields.demand("kind")?).map_err(|_| WebError::NotFound)?;
    let id = WorkId::parse(&fields.demand("id")?).map_err(|_| WebError::NotFound)?;
    let mut asked = ModerationRequest::take(&mut fields)?;
    fields.finish()?;
    let (act, work_kind) = (act_of(&asked)?, WorkKind::of(kind));
    let grounds = asked.grounds(&admin.0);
    let here = work_kind.page(&id);
    let Some(grounds) = grounds.filter(|_| !asked.is_unsure()) else {
        let work = state.store.work_even_if_hidden(kind, &id, None).await?;
        return again(&request, &state, asked, found_work(work_kind, &work));
    };
    match state.store.moderate_work((kind, &id), act, &here, grounds).await {
        // Already deleted, by a form that was sent twice or by its owner.
        Err(StoreError::Gone(_)) if act == Moderation::Delete => {}
        done => done?,
    }
    Ok(onward(&state, act, &here))
}

/// `POST /admin/battles`: `kind=battle&id=…&do=hide&reason=…`
///
/// # Errors
/// When the visitor is not an administrator, or there is no such battle. If the reason is not acceptable, the form is
/// shown again.
pub async fn moderate_battle(
    admin: Admin,
    request: HttpRequest,
    state: Data<AppState>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    fields.demand("kind")?;
    let id = BattleId::parse(&fields.demand("id")?).map_err(|_| WebError::NotFound)?;
    let mut asked = ModerationRequest::take(&mut fields)?;
    fields.finish()?;
    let act = act_of(&asked)?;
    let grounds = asked.grounds(&admin.0);
    let here = link::battle(&id);
    let Some(grounds) = grounds.filter(|_| !asked.is_unsure()) else {
        let battle = state.store.battle_even_if_hidden(&id, None).await?;
        return again(&request, &state, asked, found_battle(&battle));
    };
    match state.store.moderate_battle(&id, act, &here, grounds).await {
        Err(StoreError::BattleGone) if act == Moderation::Delete => {}
        done => done?,
    }
    Ok(onward(&state, act, &here))
}

/// `POST /admin/events`: `kind=event&id=spring-open&do=hide&reason=…`
///
/// # Errors
/// When the visitor is not an administrator, or there is no such event. If the reason is not acceptable, the form is
/// shown again.
pub async fn moderate_event(
    admin: Admin,
    request: HttpRequest,
    state: Data<AppState>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    fields.demand("kind")?;
    let slug = Slug::parse(&fields.demand("id")?).map_err(|_| WebError::NotFound)?;
    let mut asked = ModerationRequest::take(&mut fields)?;
    fields.finish()?;
    let act = act_of(&asked)?;
    let grounds = asked.grounds(&admin.0);
    let here = link::event(&slug);
    let Some(grounds) = grounds.filter(|_| !asked.is_unsure()) else {
        let event = state.store.event_even_if_hidden(&slug).await?;
        return again(&request, &state, asked, found_event(&event));
    };
    match state.store.moderate_event(&slug, act, &here, grounds).await {
        Err(StoreError::NotFound) if act == Moderation::Delete => {}
        done => done?,
    }
    Ok(match act {
        // An administrator who is not on its staff cannot see the page of a draft.
        Moderation::Delete => onward(&state, act, &link::admin()),
        _ => onward(&state, act, &link::admin().with("find", &here)),
    })
}

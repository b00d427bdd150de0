//! Finding a work, an event or an account by what somebody has of it, and what is done to the first two.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::fold::{Asked, Fold};
use crate::store::{Event, Kind, Moderation, SignIn, Slug, StoreError, Work, WorkId};
use crate::web::accounts::who::Admin;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::kept::Shelf;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::state::State;
use crate::web::visitor::{self, Flash};

/// Something that was found.
struct Found {
    name: String,
    /// Where it is looked at.
    page: String,
    /// More about it, in a few words.
    about: String,
    fold: Fold,
}

#[derive(Template)]
#[template(path = "admin/find.html")]
struct FindPage {
    layout: Layout,
    find: String,
    found: Option<Found>,
}

/// An address with or without the site, an id, or a name to sign in with.
#[derive(Deserialize)]
pub struct Find {
    #[serde(default)]
    find: String,
}

fn found_work(shelf: &Shelf, work: &Work) -> Found {
    let fold = Fold { open: true, ..Fold::of_work(shelf, work) };
    let states = match work.revision_count {
        1 => "one state".to_owned(),
        states => format!("{states} states"),
    };
    Found { name: work.head.name.clone(), page: shelf.page(&work.id), about: format!("{}, {states}", shelf.word), fold }
}

fn found_event(event: &Event) -> Found {
    let fold = Fold { open: true, ..Fold::of_event(event) };
    let about = format!("event, {}, begins {}", event.state.as_str(), event.content.begins);
    Found { name: event.content.name.clone(), page: format!("/events/{}", event.slug), about, fold }
}

/// None for what is not there.
fn there<T>(found: Result<T, StoreError>) -> Result<Option<T>, WebError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(StoreError::NotFound | StoreError::Gone(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The part of an address that follows a path in a text.
fn after<'a>(text: &'a str, path: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(path)?;
    rest.split(['/', '?', '#', '.']).next()
}

async fn work(state: &State, kind: Kind, id: &str) -> Result<Option<Work>, WebError> {
    let Ok(id) = WorkId::parse(id) else { return Ok(None) };
    there(state.store.any_work(kind, &id, None).await)
}

async fn event(state: &State, slug: &str) -> Result<Option<Event>, WebError> {
    let Ok(slug) = Slug::parse(slug) else { return Ok(None) };
    there(state.store.any_event(&slug).await)
}

/// The thing that a text names: by an address only the one that stands there, by a word alone any that is called so.
async fn find(state: &State, text: &str) -> Result<Option<Found>, WebError> {
    let text = text.trim();
    for kind in Kind::ALL {
        let shelf = Shelf::of(kind);
        let id = match after(text, &format!("{}/", shelf.path)) {
            Some(id) => id,
            None if text.contains('/') => continue,
            None => text,
        };
        if let Some(work) = work(state, kind, id).await? {
            return Ok(Some(found_work(shelf, &work)));
        }
    }
    let slug = after(text, "/events/").unwrap_or(text);
    Ok(event(state, slug).await?.as_ref().map(found_event))
}

fn page(
    request: &HttpRequest,
    state: &State,
    status: StatusCode,
    find: String,
    found: Option<Found>,
) -> Result<HttpResponse, WebError> {
    let layout = Layout::new(state, "Administration", Some(Area::Account)).with_flash(request);
    Ok(not_stored(visitor::said(request, state, render_as(status, &FindPage { layout, find, found })?)?))
}

/// `GET /admin?find=…`
///
/// # Errors
/// Not an administrator.
pub async fn show(
    _: Admin,
    request: HttpRequest,
    state: Data<State>,
    query: Query<Find>,
) -> Result<HttpResponse, WebError> {
    let text = query.into_inner().find;
    let found = find(&state, &text).await?;
    if let (None, Ok(name)) = (&found, SignIn::parse(text.trim()))
        && let Some((user, _)) = state.store.user_by_sign_in(&name).await?
    {
        return Ok(not_stored(see_other(&format!("/admin/accounts/{}", user.id)).finish()));
    }
    page(&request, &state, StatusCode::OK, text, found)
}

fn act_of(asked: &Asked) -> Result<Moderation, WebError> {
    match asked.act.as_str() {
        "hide" => Ok(Moderation::Hide),
        "show" => Ok(Moderation::Show),
        "delete" => Ok(Moderation::Delete),
        other => Err(WebError::Unreadable(format!("there is no button “{other}”"))),
    }
}

/// The page with what was typed, and what is wrong with that.
fn again(request: &HttpRequest, state: &State, asked: Asked, found: Found) -> Result<HttpResponse, WebError> {
    let unsure = asked.is_unsure();
    let find = found.page.clone();
    let found = Found { fold: Fold { reason: asked.reason, unsure, ..found.fold }, ..found };
    page(request, state, StatusCode::UNPROCESSABLE_ENTITY, find, Some(found))
}

/// Where an administrator goes who has done something: to what it was done to, if that is still there.
fn onward(state: &State, act: Moderation, page: &str) -> HttpResponse {
    let to = if act == Moderation::Delete { "/admin" } else { page };
    see_other(to).cookie(Flash::AdminDone.cookie(state)).finish()
}

/// `POST /admin/works`: `kind=army&id=…&do=hide&reason=…`
///
/// # Errors
/// Not an administrator, no such work. A reason that cannot be taken is the form again.
pub async fn moderate_work(
    admin: Admin,
    request: HttpRequest,
    state: Data<State>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let kind = Kind::parse(&fields.demand("kind")?).map_err(|_| WebError::NotFound)?;
    let id = WorkId::parse(&fields.demand("id")?).map_err(|_| WebError::NotFound)?;
    let mut asked = Asked::take(&mut fields)?;
    fields.finish()?;
    let (act, shelf) = (act_of(&asked)?, Shelf::of(kind));
    let grounds = asked.grounds(&admin.0);
    let here = shelf.page(&id);
    let Some(grounds) = grounds.filter(|_| !asked.is_unsure()) else {
        let work = state.store.any_work(kind, &id, None).await?;
        return again(&request, &state, asked, found_work(shelf, &work));
    };
    match state.store.moderate_work((kind, &id), act, &here, grounds).await {
        // Deleted before, by a form that was sent twice or by its owner.
        Err(StoreError::Gone(_)) if act == Moderation::Delete => {}
        done => done?,
    }
    Ok(onward(&state, act, &here))
}

/// `POST /admin/events`: `kind=event&id=spring-open&do=hide&reason=…`
///
/// # Errors
/// Not an administrator, no such event. A reason that cannot be taken is the form again.
pub async fn moderate_event(
    admin: Admin,
    request: HttpRequest,
    state: Data<State>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    fields.demand("kind")?;
    let slug = Slug::parse(&fields.demand("id")?).map_err(|_| WebError::NotFound)?;
    let mut asked = Asked::take(&mut fields)?;
    fields.finish()?;
    let act = act_of(&asked)?;
    let grounds = asked.grounds(&admin.0);
    let Some(grounds) = grounds.filter(|_| !asked.is_unsure()) else {
        let event = state.store.any_event(&slug).await?;
        return again(&request, &state, asked, found_event(&event));
    };
    match state.store.moderate_event(&slug, act, grounds).await {
        Err(StoreError::NotFound) if act == Moderation::Delete => {}
        done => done?,
    }
    Ok(match act {
        // Of a draft an administrator who is not of its staff sees no page.
        Moderation::Delete => onward(&state, act, "/admin"),
        _ => onward(&state, act, &format!("/admin?find=/events/{slug}")),
    })
}

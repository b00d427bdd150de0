//! Creating an event; changing its plan and its state; deleting it.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use any_ascii::any_ascii;
use askama::Template;
use musterfield_events::plan::{EventDocument, Plan};
use musterfield_events::rules::EventRules;
use musterfield_events::rules::document::EventRulesDocument;
use musterfield_words::events::rules as words;

use super::access::{FoundEvent, path_of};
use super::form::{EventFields, EventForm, FieldError, Group, errors_of, on_page, read, shown};
use super::frame::{EventTab, event_layout};
use super::{own_lists, stored, tables};
use crate::store::{
    Actor, Event, EventContent, EventMade, EventState, EventsRefused, MOST_EVENTS, MOST_EVENTS_A_DAY, Role, Slug,
    StoreError,
};
use crate::web::accounts::identity::Account;
use crate::web::cookies::{self, Flash};
use crate::web::download;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::filters;
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;

#[derive(Template)]
#[template(path = "events/settings.html")]
struct SettingsPage {
    layout: Layout,
    /// The address to which the form posts.
    action: String,
    /// The event's address as typed; `None` where it is fixed.
    slug: Option<String>,
    /// The version of the event from which the form was made.
    base: i64,
    form: EventFields,
    /// Requirements that no army can meet, as far as that is easily seen.
    doubts: Vec<String>,
    /// Whether somebody else has changed the event since.
    conflict: bool,
    /// The file to begin from; `None` for an existing event.
    file: Option<PastedFile>,
    /// Whether nothing has been typed yet.
    is_blank: bool,
}

impl SettingsPage {
    /// The words of the button that saves the form.
    fn button(&self) -> &'static str {
        if self.slug.is_some() { "Create event" } else { "Save" }
    }
}

/// The file of an event as pasted.
#[derive(Default)]
struct PastedFile {
    text: String,
    error: Option<String>,
}

/// The event concerned: a new or an existing one.
struct Target<'a> {
    action: String,
    /// The event; `None` for a new one.
    event: Option<&'a Event>,
    /// The address of a new event as typed; `None` where it is fixed.
    slug: Option<&'a str>,
    base: i64,
    title: String,
    file: Option<PastedFile>,
    /// The group of settings whose button was pressed.
    pressed: Option<Group>,
    /// Whether nothing has been typed yet.
    is_blank: bool,
}

/// The group of which this button shows more, without saving anything; `None` for the button that saves.
fn group_shown(asked: Option<&str>) -> Option<Group> {
    match asked {
        Some("again") => Some(Group::Armies),
        Some("limit") => Some(Group::Limits),
        _ => None,
    }
}

fn page(
    state: &AppState,
    target: Target<'_>,
    typed: EventForm,
    wrong: &[FieldError],
    conflict: bool,
) -> Result<HttpResponse, WebError> {
    let status = match (wrong.is_empty(), conflict) {
        (true, false) => StatusCode::OK,
        (false, _) => StatusCode::UNPROCESSABLE_ENTITY,
        (true, true) => StatusCode::CONFLICT,
    };
    let doubts = match Plan::new(typed.document.clone(), state.book, state.catalogue) {
        Ok(plan) => doubts(state, plan.rules()),
        Err(_) => Vec::new(),
    };
    let layout = match target.event {
        Some(event) => event_layout(state, event, target.title, EventTab::Settings),
        None => Layout::new(state, target.title, Some(Area::Events)),
    };
    let page = SettingsPage {
        layout: layout.with_errors(on_page(wrong)).marked_wrong(conflict),
        action: target.action,
        slug: target.slug.map(str::to_owned),
        base: target.base,
        form: shown(state, typed, wrong, target.pressed),
        is_blank: target.is_blank,
        doubts,
        conflict,
        file: target.file,
    };
    Ok(not_stored(render_as(status, &page)?))
}

/// Requirements that no army can meet, as far as that is easily seen.
fn doubts(state: &AppState, rules: &EventRules) -> Vec<String> {
    let doubts = rules.doubts(state.book, state.catalogue).into_iter();
    doubts.map(|doubt| words::doubt(&doubt.fault, rules)).collect()
}

/// A problem with an event.
fn errors(state: &AppState, document: EventDocument) -> Vec<FieldError> {
    errors_of(Plan::new(document, state.book, state.catalogue).err().unwrap_or_default()).collect()
}

fn target_new(slug: &str) -> Target<'_> {
    Target {
        action: link::new_event().into(),
        event: None,
        slug: Some(slug),
        base: 0,
        title: "Create an event".to_owned(),
        file: Some(PastedFile::default()),
        pressed: None,
        is_blank: false,
    }
}

/// The stored content of a plan.
fn content(plan: &Plan) -> EventContent {
    let document = plan.document();
    EventContent {
        name: document.name.clone(),
        begins: document.first_day.trim().to_owned(),
        document: document.to_json(),
        deadline: plan.deadline().and_then(stored),
        late: document.late,
        places: document.places,
        approval: document.approval,
        most_entries: plan.most_entries(),
    }
}

/// `GET /events/new`
///
/// # Errors
/// When nobody is signed in.
pub async fn ask_new(_: Account, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    page(&state, Target { is_blank: true, ..target_new("") }, blank_form(&state)?, &[], false)
}

/// An event without any settings.
fn blank_form(state: &AppState) -> Result<EventForm, WebError> {
    let ruleset = state.usual_ruleset().ok_or(WebError::NotFound)?;
    Ok(EventDocument::new(EventRulesDocument::new(&*ruleset.id)).into())
}

/// The form of a new event, filled from the file of another; nothing is created yet.
fn begin_from_file(state: &AppState, text: String) -> Result<HttpResponse, WebError> {
    match EventDocument::from_json(&text) {
        Ok(document) => {
            let wrong = errors(state, document.clone());
            page(state, target_new(""), document.into(), &wrong, false)
        }
        Err(error) => {
            let error = Some(format!("This is not an event file: {error}."));
            let target = Target { file: Some(PastedFile { text, error }), ..target_new("") };
            let file = [FieldError::new("file", "It cannot be read.")];
            page(state, target, blank_form(state)?, &file, false)
        }
    }
}

/// `POST /events/new`; with `file=` it answers with the form filled from that file.
///
/// # Errors
/// When nobody is signed in, the form is malformed.
pub async fn create_event(
    account: Account,
    request: HttpRequest,
    state: Data<AppState>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    if let Some(text) = fields.take("file") {
        fields.finish()?;
        return begin_from_file(&state, text);
    }
    let written = fields.demand("slug")?;
    fields.take("base");
    let asked = fields.take("do");
    let (mut typed, mut wrong) = read(&mut fields)?;
    fields.finish()?;
    wrong.extend(own_lists::take(&mut typed, &[], &state).await?);
    wrong.extend(tables::errors(&typed.document, &state).await?);
    let plan = Plan::new(typed.document.clone(), state.book, state.catalogue);
    if let Some(pressed) = group_shown(asked.as_deref()) {
        return page(&state, Target { pressed: Some(pressed), ..target_new(&written) }, typed, &[], false);
    }
    let written = match written.trim() {
        "" => address_of(&typed.document),
        written => written.to_owned(),
    };
    let slug = Slug::parse(&written);
    // Without a name there is no address either, which needs no error of its own.
    if slug.is_err() && !typed.document.name.trim().is_empty() {
        wrong.push(wrong_slug(
            "Use 3 to 60 letters a to z, digits and hyphens, starting and ending with a letter or digit.",
        ));
    }
    let user = &account.0.user;
    match (plan, slug) {
        (Ok(plan), Ok(slug)) if wrong.is_empty() => {
            let actor = Actor::new(&user.name);
            let made = state.store_for(&request).create_event(&slug, content(&plan), user.id, &actor).await?;
            match made {
                EventMade::Made(_) => {
                    Ok(see_other(&link::event(&slug)).cookie(Flash::EventMade.cookie(&state)).finish())
                }
                // The form was sent twice, and the event exists already.
                EventMade::Taken if is_there(&state, &slug, &account, &content(&plan)).await? => {
                    Ok(see_other(&link::event(&slug)).finish())
                }
                EventMade::Refused(refused) => {
                    let refused = [wrong_slug(&too_many_events(refused))];
                    page(&state, target_new(&written), typed, &refused, false)
                }
                EventMade::Taken => {
                    let taken = [wrong_slug("Another event has this address.")];
                    page(&state, target_new(&written), typed, &taken, false)
                }
            }
        }
        (plan, _) => {
            wrong.extend(errors_of(plan.err().unwrap_or_default()));
            page(&state, target_new(&written), typed, &wrong, false)
        }
    }
}

/// The largest number of letters of the name in an address that the site makes: the year comes after it.
const LONGEST_NAME_IN_ADDRESS: usize = 55;

/// The address of an event that was given none: its name, and the year unless the name has it. Empty if no letter or
/// digit of the name can stand in an address.
fn address_of(document: &EventDocument) -> String {
    let mut name = download::slug(&any_ascii(&document.name));
    let year = document.first_day.split('-').next().filter(|year| year.len() == 4 && !name.is_empty());
    let Some(year) = year.filter(|year| !name.split('-').any(|word| word == *year)) else { return name };
    name.truncate(LONGEST_NAME_IN_ADDRESS);
    format!("{}-{year}", name.trim_end_matches('-'))
}

/// The reason an account may not create another event, and what to do.
fn too_many_events(refused: EventsRefused) -> String {
    match refused {
        EventsRefused::InAll => format!(
            "Your account has reached the limit of {MOST_EVENTS} events: delete one that is finished, or hand it over to another owner."
        ),
        EventsRefused::Today => {
            format!("Your account has created {MOST_EVENTS_A_DAY} events within a day: create this one tomorrow.")
        }
    }
}

fn wrong_slug(sentence: &str) -> FieldError {
    FieldError::new("slug", sentence)
}

/// Whether the account has an event at this address that is exactly this one.
async fn is_there(state: &AppState, slug: &Slug, account: &Account, content: &EventContent) -> Result<bool, WebError> {
    match state.store.event(slug, Some(account.0.user.id)).await {
        Ok(event) => Ok(event.role == Some(Role::Owner) && event.content == *content),
        Err(StoreError::NotFound) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn target_of(event: &Event) -> Target<'_> {
    Target {
        action: link::event_settings(&event.slug).into(),
        event: Some(event),
        slug: None,
        base: event.version,
        title: format!("Settings of {}", event.content.name),
        file: None,
        pressed: None,
        is_blank: false,
    }
}

/// `GET /events/{slug}/settings`
///
/// # Errors
/// When the visitor is not an organiser.
pub async fn ask_settings(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let (FoundEvent { event, .. }, _) = FoundEvent::find_for_staff(&request, &state, &path, Role::Organiser).await?;
    let document = EventDocument::from_json(&event.content.document).map_err(WebError::internal)?;
    // Newer rules may reject a plan that was valid when it was stored.
    let wrong = errors(&state, document.clone());
    page(&state, target_of(&event), document.into(), &wrong, false)
}

/// `POST /events/{slug}/settings`
///
/// # Errors
/// When the visitor is not an organiser, the form is malformed.
pub async fn change_settings(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (FoundEvent { event, .. }, actor) =
        FoundEvent::find_for_staff(&request, &state, &path, Role::Organiser).await?;
    let mut fields = Fields::parse(&body)?;
    let base: i64 =
        fields.demand("base")?.parse().map_err(|_| WebError::Unreadable("there is no such version".to_owned()))?;
    let asked = fields.take("do");
    let (mut typed, mut wrong) = read(&mut fields)?;
    fields.finish()?;
    let before = EventDocument::from_json(&event.content.document).map_err(WebError::internal)?;
    wrong.extend(own_lists::take(&mut typed, &before.rules.own_lists, &state).await?);
    if let Some(pressed) = group_shown(asked.as_deref()) {
        let target = Target { base, pressed: Some(pressed), ..target_of(&event) };
        return page(&state, target, typed, &[], false);
    }
    wrong.extend(tables::errors(&typed.document, &state).await?);
    match Plan::new(typed.document.clone(), state.book, state.catalogue) {
        Ok(plan) if wrong.is_empty() => {
            match state.store_for(&request).change_event(event.id, base, content(&plan), &actor).await {
                Ok(()) => Ok(see_other(&path_of(&event)).cookie(Flash::EventChanged.cookie(&state)).finish()),
                // Sent again, it overwrites the other's changes.
                Err(StoreError::EventChanged) if content(&plan) == event.content => {
                    Ok(see_other(&path_of(&event)).finish())
                }
                Err(StoreError::EventChanged) => page(&state, target_of(&event), typed, &[], true),
                Err(error) => Err(error.into()),
            }
        }
        plan => {
            wrong.extend(errors_of(plan.err().unwrap_or_default()));
            page(&state, Target { base, ..target_of(&event) }, typed, &wrong, false)
        }
    }
}

/// `POST /events/{slug}/state`: `state=open`.
///
/// # Errors
/// When the visitor is not an organiser, or there is no such state.
pub async fn set_state(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (FoundEvent { event, .. }, actor) =
        FoundEvent::find_for_staff(&request, &state, &path, Role::Organiser).await?;
    let mut fields = Fields::parse(&body)?;
    let next = EventState::parse(&fields.demand("state")?)
        .map_err(|_| WebError::Unreadable("there is no such status".to_owned()))?;
    fields.finish()?;
    state.store_for(&request).set_event_state(event.id, next, &actor).await?;
    Ok(see_other(&path_of(&event)).cookie(Flash::EventChanged.cookie(&state)).finish())
}

#[derive(Template)]
#[template(path = "events/delete.html")]
struct DeletePage {
    layout: Layout,
    slug: Slug,
    name: String,
    /// The number of players who are deleted with it.
    players: usize,
    /// The problem of the name that was typed.
    error: Option<&'static str>,
}

/// `GET /events/{slug}/delete`
///
/// # Errors
/// When the visitor is not an owner.
pub async fn ask_delete(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let (FoundEvent { event, .. }, _) = FoundEvent::find_for_staff(&request, &state, &path, Role::Owner).await?;
    delete_page(&state, &event, None).await
}

async fn delete_page(state: &AppState, event: &Event, error: Option<&'static str>) -> Result<HttpResponse, WebError> {
    let name = event.content.name.clone();
    let page = DeletePage {
        layout: event_layout(state, event, format!("Delete {name}"), EventTab::Settings)
            .with_errors(error.map(|error| PageError::at("name", error))),
        slug: event.slug.clone(),
        name,
        players: state.store.entrants(event.id, None).await?.len(),
        error,
    };
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(not_stored(render_as(status, &page)?))
}

/// `POST /events/{slug}/delete`, with the name of the event typed out.
///
/// # Errors
/// When the visitor is not an owner.
pub async fn delete_event(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (FoundEvent { event, .. }, _) = FoundEvent::find_for_staff(&request, &state, &path, Role::Owner).await?;
    let mut fields = Fields::parse(&body)?;
    let typed = fields.demand("name")?;
    fields.finish()?;
    if typed.trim().to_lowercase() != event.content.name.to_lowercase() {
        return delete_page(&state, &event, Some("This is not the name of the event.")).await;
    }
    match state.store.delete_event(event.id).await {
        Ok(()) | Err(StoreError::NotFound) => {
            Ok(see_other(&link::events()).cookie(Flash::EventDeleted.cookie(&state)).finish())
        }
        Err(error) => Err(error.into()),
    }
}

/// Shows a flash message on the following page, if there is one.
pub(super) fn with_flash_cleared(
    request: &HttpRequest,
    state: &AppState,
    page: HttpResponse,
) -> Result<HttpResponse, WebError> {
    Ok(not_stored(cookies::clear_flash(request, state, page)?))
}

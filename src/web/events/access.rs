//! Permissions in an event.

use actix_web::HttpRequest;
use musterfield_events::mistake::Mistake;
use musterfield_events::plan::{EventDocument, Plan, PlanFault, Visibility};
use musterfield_words::events::plan;

use crate::store::{Actor, Entrant, Event, EventState, Holder, Role, SignedIn, Slug, StoreError};
use crate::web::accounts::identity;
use crate::web::error::WebError;
use crate::web::link;
use crate::web::state::AppState;

/// An event that the visitor may see.
#[derive(Debug)]
pub struct EventAccess {
    /// The stored event.
    pub event: Event,
    /// Its plan.
    pub plan: Plan,
    /// The visitor's account, if signed in.
    pub account: Option<SignedIn>,
}

/// An event that the visitor may see, before its plan was read: enough for the few actions that must work even if the
/// plan cannot be read.
#[derive(Debug)]
pub struct FoundEvent {
    /// The stored event.
    pub event: Event,
    /// The visitor's account, if signed in.
    account: Option<SignedIn>,
}

/// The path of an event's page.
#[must_use]
pub fn path_of(event: &Event) -> String {
    link::event(&event.slug).into()
}

impl FoundEvent {
    /// The event at this address.
    ///
    /// # Errors
    /// [`WebError::NotFound`] where there is none that the visitor may see; [`WebError::Hidden`] where the
    /// administrators hide it from everybody except its staff and themselves.
    pub async fn find(request: &HttpRequest, state: &AppState, slug: &str) -> Result<Self, WebError> {
        let slug = Slug::parse(slug).map_err(|_| WebError::NotFound)?;
        let account = identity::signed_in(request, state).await?;
        let event = match state.store.event(&slug, account.as_ref().map(|account| account.user.id)).await {
            Err(StoreError::EventHidden(_)) if account.as_ref().is_some_and(|account| account.user.is_admin) => {
                state.store.event_even_if_hidden(&slug).await?
            }
            found => found?,
        };
        Ok(Self { event, account })
    }

    /// The event for somebody who has at least this role, with the name under which the log records actions.
    ///
    /// # Errors
    /// The same as for [`FoundEvent::find`]; [`WebError::SignedOut`], [`WebError::NotStaff`].
    pub async fn find_for_staff(
        request: &HttpRequest,
        state: &AppState,
        slug: &str,
        role: Role,
    ) -> Result<(Self, Actor), WebError> {
        let known = Self::find(request, state, slug).await?;
        let Some(account) = &known.account else { return Err(WebError::signed_out(request)) };
        let actor = Actor::new(&account.user.name);
        if known.event.may(role) { Ok((known, actor)) } else { Err(WebError::NotStaff(path_of(&known.event))) }
    }

    /// Adds the plan, read again by today's rules.
    fn read(self, state: &AppState) -> Result<EventAccess, WebError> {
        let Self { event, account } = self;
        let document = EventDocument::from_json(&event.content.document).map_err(WebError::internal)?;
        match Plan::new(document, state.book, state.catalogue) {
            Ok(plan) => Ok(EventAccess { event, plan, account }),
            Err(mistakes) => {
                let line =
                    |mistake: &Mistake<PlanFault>| format!("{}: {}", mistake.field, plan::message(&mistake.fault));
                let lines: Vec<String> = mistakes.iter().map(line).collect();
                tracing::error!(event = %event.slug, cause = lines.join("; "), "an event cannot be read any more");
                let settings = event.may(Role::Organiser).then(|| link::event_settings(&event.slug).into());
                Err(WebError::EventOutdated(settings))
            }
        }
    }
}

impl EventAccess {
    /// The event at this address.
    ///
    /// # Errors
    /// [`WebError::NotFound`] where there is none that the visitor may see; [`WebError::EventOutdated`].
    pub async fn find(request: &HttpRequest, state: &AppState, slug: &str) -> Result<Self, WebError> {
        FoundEvent::find(request, state, slug).await?.read(state)
    }

    /// The event for somebody who has at least this role, with the name under which the log records actions.
    ///
    /// # Errors
    /// The same as for [`EventAccess::find`] and [`FoundEvent::find_for_staff`].
    pub async fn find_for_staff(
        request: &HttpRequest,
        state: &AppState,
        slug: &str,
        role: Role,
    ) -> Result<(Self, Actor), WebError> {
        let (known, actor) = FoundEvent::find_for_staff(request, state, slug, role).await?;
        Ok((known.read(state)?, actor))
    }

    /// Whether the visitor has at least this role.
    #[must_use]
    pub fn may(&self, role: Role) -> bool {
        self.event.may(role)
    }

    /// The name of the event in addresses.
    #[must_use]
    pub fn slug(&self) -> &Slug {
        &self.event.slug
    }

    /// The path of the event's page.
    #[must_use]
    pub fn path(&self) -> String {
        path_of(&self.event)
    }

    /// Whether the deadline has passed.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.plan.deadline().zip(super::now()).is_some_and(|(deadline, now)| now >= deadline)
    }

    /// Whether the visitor may see the armies of a player. Only the rounds know the opponents: the caller says whether
    /// this is one.
    #[must_use]
    pub fn shows_armies(&self, entrant: &Entrant, is_opponent: bool) -> bool {
        if entrant.is_own || self.may(Role::Helper) {
            return true;
        }
        match self.plan.document().visibility {
            Visibility::Never => false,
            Visibility::Opponents => is_opponent,
            Visibility::Always => true,
            Visibility::Deadline => match self.event.state {
                EventState::Closed | EventState::Running | EventState::Done => true,
                _ => self.is_over(),
            },
        }
    }
}

/// The holder by which entries know the visitor; `None` for a browser that was never here before.
///
/// # Errors
/// Any database error.
pub async fn asker(request: &HttpRequest, state: &AppState) -> Result<Option<Holder>, WebError> {
    Ok(identity::holder(request, state).await?)
}

//! Who may do what in an event.

use actix_web::HttpRequest;

use crate::events::plan::{EventDocument, Plan, Visibility};
use crate::store::{Actor, Entrant, Event, EventState, Holder, Role, SignedIn, Slug, StoreError};
use crate::web::accounts::who;
use crate::web::error::WebError;
use crate::web::state::State;

/// An event that whoever asks may see.
#[derive(Debug)]
pub struct Open {
    /// As it is kept.
    pub event: Event,
    /// What is planned.
    pub plan: Plan,
    /// Who asks, if signed in.
    pub account: Option<SignedIn>,
}

/// An event that whoever asks may see, before what is planned was read: the little that goes on if that cannot be.
#[derive(Debug)]
pub struct Known {
    /// As it is kept.
    pub event: Event,
    /// Who asks, if signed in.
    account: Option<SignedIn>,
}

/// The path of an event's page.
#[must_use]
pub fn path_of(event: &Event) -> String {
    format!("/events/{}", event.slug)
}

impl Known {
    /// The event at this address.
    ///
    /// # Errors
    /// [`WebError::NotFound`] where there is none that whoever asks may see; [`WebError::Hidden`] where the administrators
    /// hide it from all but its staff and themselves.
    pub async fn find(request: &HttpRequest, state: &State, slug: &str) -> Result<Self, WebError> {
        let slug = Slug::parse(slug).map_err(|_| WebError::NotFound)?;
        let account = who::signed_in(request, state).await?;
        let event = match state.store.event(&slug, account.as_ref().map(|account| account.user.id)).await {
            Err(StoreError::EventHidden(_)) if account.as_ref().is_some_and(|account| account.user.is_admin) => {
                state.store.any_event(&slug).await?
            }
            found => found?,
        };
        Ok(Self { event, account })
    }

    /// The same for somebody who has at least this role, with the name under which the log keeps what is done.
    ///
    /// # Errors
    /// As [`Known::find`]; [`WebError::SignedOut`], [`WebError::NotStaff`].
    pub async fn staffed(
        request: &HttpRequest,
        state: &State,
        slug: &str,
        role: Role,
    ) -> Result<(Self, Actor), WebError> {
        let known = Self::find(request, state, slug).await?;
        let Some(account) = &known.account else { return Err(WebError::signed_out(request)) };
        let actor = Actor::new(&account.user.name);
        if known.event.may(role) { Ok((known, actor)) } else { Err(WebError::NotStaff(path_of(&known.event))) }
    }

    /// The same with what is planned, read anew by the rules of today.
    fn read(self, state: &State) -> Result<Open, WebError> {
        let Self { event, account } = self;
        let document = EventDocument::from_json(&event.content.document).map_err(WebError::internal)?;
        match Plan::new(document, state.book, state.catalogue) {
            Ok(plan) => Ok(Open { event, plan, account }),
            Err(mistakes) => {
                let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
                tracing::error!(event = %event.slug, cause = told.join("; "), "an event cannot be read any more");
                let settings = event.may(Role::Organiser).then(|| format!("{}/settings", path_of(&event)));
                Err(WebError::EventOutdated(settings))
            }
        }
    }
}

impl Open {
    /// The event at this address.
    ///
    /// # Errors
    /// [`WebError::NotFound`] where there is none that whoever asks may see; [`WebError::EventOutdated`].
    pub async fn find(request: &HttpRequest, state: &State, slug: &str) -> Result<Self, WebError> {
        Known::find(request, state, slug).await?.read(state)
    }

    /// The same for somebody who has at least this role, with the name under which the log keeps what is done.
    ///
    /// # Errors
    /// As [`Open::find`] and [`Known::staffed`].
    pub async fn staffed(
        request: &HttpRequest,
        state: &State,
        slug: &str,
        role: Role,
    ) -> Result<(Self, Actor), WebError> {
        let (known, actor) = Known::staffed(request, state, slug, role).await?;
        Ok((known.read(state)?, actor))
    }

    /// Whether whoever asks has at least this role.
    #[must_use]
    pub fn may(&self, role: Role) -> bool {
        self.event.may(role)
    }

    /// The path of the event's page.
    #[must_use]
    pub fn path(&self) -> String {
        path_of(&self.event)
    }

    /// Whether the deadline is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.plan.deadline().zip(super::now()).is_some_and(|(deadline, now)| now >= deadline)
    }

    /// Whether whoever asks may see the armies of a player. Opponents are known to the rounds alone: the caller says
    /// whether this is one.
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

/// By what entries know who asks; for a browser that was never here nobody.
///
/// # Errors
/// Those of the database.
pub async fn asker(request: &HttpRequest, state: &State) -> Result<Option<Holder>, WebError> {
    Ok(who::holder(request, state).await?)
}

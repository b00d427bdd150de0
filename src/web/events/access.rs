//! Who may do what in an event.

use actix_web::HttpRequest;

use crate::events::plan::{EventDocument, Plan, Visibility};
use crate::store::{Actor, Entrant, Entry, Event, EventState, Holder, Role, SignedIn, Slug};
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

/// The event of an address, read anew by the rules of today.
fn plan_of(state: &State, event: &Event) -> Result<Plan, WebError> {
    let document = EventDocument::from_json(&event.content.document).map_err(WebError::internal)?;
    Plan::new(document, state.book, state.catalogue).map_err(|mistakes| {
        let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        WebError::internal(format!("event {}: {}", event.slug, told.join("; ")))
    })
}

impl Open {
    /// The event at this address.
    ///
    /// # Errors
    /// [`WebError::NotFound`] where there is none that whoever asks may see.
    pub async fn find(request: &HttpRequest, state: &State, slug: &str) -> Result<Self, WebError> {
        let slug = Slug::parse(slug).map_err(|_| WebError::NotFound)?;
        let account = who::signed_in(request, state).await?;
        let event = state.store.event(&slug, account.as_ref().map(|account| account.user.id)).await?;
        let plan = plan_of(state, &event)?;
        Ok(Self { event, plan, account })
    }

    /// The same for somebody who has at least this role, with the name under which the log keeps what is done.
    ///
    /// # Errors
    /// As [`Open::find`]; [`WebError::SignedOut`], [`WebError::NotStaff`].
    pub async fn staffed(
        request: &HttpRequest,
        state: &State,
        slug: &str,
        role: Role,
    ) -> Result<(Self, Actor), WebError> {
        let open = Self::find(request, state, slug).await?;
        let Some(account) = &open.account else { return Err(WebError::signed_out(request)) };
        let actor = Actor::new(&account.user.name);
        if open.may(role) { Ok((open, actor)) } else { Err(WebError::NotStaff(open.path())) }
    }

    /// Whether whoever asks has at least this role.
    #[must_use]
    pub fn may(&self, role: Role) -> bool {
        self.event.role.is_some_and(|own| own.is_at_least(role))
    }

    /// The path of the event's page.
    #[must_use]
    pub fn path(&self) -> String {
        format!("/events/{}", self.event.slug)
    }

    /// Whether the deadline is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.plan.deadline().zip(super::now()).is_some_and(|(deadline, now)| now >= deadline)
    }

    /// Whether an entry came after the deadline.
    #[must_use]
    pub fn is_late(&self, entry: &Entry) -> bool {
        self.event.content.deadline.is_some_and(|deadline| entry.created_at >= deadline)
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

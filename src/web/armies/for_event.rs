//! An army that is built for an event: what the event asks for, beside the editor.

use actix_web::HttpRequest;
use musterfield_army::{Catalogue, Draft};
use musterfield_events::rules::EventRules;
use musterfield_rules::{Points, Ruleset};
use musterfield_words::events::rules::lines;

use super::problems::ShownProblem;
use crate::store::EventState;
use crate::web::error::WebError;
use crate::web::events::access::EventAccess;
use crate::web::events::armies::shown_problem;
use crate::web::link::{self, Address};
use crate::web::state::AppState;

/// The event for which an army is built.
#[derive(Clone, Debug)]
pub(super) struct ForEvent {
    /// Its address below `/events/`.
    pub slug: String,
    name: String,
    rules: EventRules,
    takes_entries: bool,
}

/// What the event says of the army.
#[derive(Clone, Debug)]
pub(super) struct EventPanel {
    pub slug: String,
    pub name: String,
    /// What to bring, in sentences without full stops.
    pub rules: Vec<String>,
    /// What the event asks for beyond the rules of the game, and the army does not have.
    pub problems: Vec<ShownProblem>,
    /// The form in which the army is entered; `None` while it is not legal there or the event takes no entries.
    pub enter: Option<Address>,
}

impl ForEvent {
    /// The event of this address; `None` if there is none that the visitor may see, or nothing is named.
    ///
    /// # Errors
    /// When the database does not answer.
    pub(super) async fn find(request: &HttpRequest, state: &AppState, slug: &str) -> Result<Option<Self>, WebError> {
        if slug.is_empty() {
            return Ok(None);
        }
        let open = match EventAccess::find(request, state, slug).await {
            Ok(open) => open,
            Err(WebError::NotFound | WebError::Hidden(..) | WebError::EventOutdated(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let takes_entries = open.event.state == EventState::Open && (open.plan.document().late || !open.is_over());
        Ok(Some(Self {
            slug: open.slug().to_string(),
            name: open.event.content.name.clone(),
            rules: open.plan.rules().clone(),
            takes_entries,
        }))
    }

    /// The ruleset in which it is played.
    pub(super) fn ruleset(&self) -> &'static Ruleset {
        self.rules.ruleset()
    }

    /// The size of its armies.
    pub(super) fn points(&self) -> Points {
        self.rules.points()
    }

    /// What it says of an army that is not there yet.
    pub(super) fn before_army(&self) -> EventPanel {
        EventPanel {
            slug: self.slug.clone(),
            name: self.name.clone(),
            rules: lines(&self.rules),
            problems: Vec::new(),
            enter: None,
        }
    }

    /// What it says of the army of this id. The problems of the game are shown by the editor itself, except where the
    /// event makes an error of a warning.
    pub(super) fn panel(&self, id: &str, army: &Draft, catalogue: &Catalogue) -> EventPanel {
        let verdict = self.rules.check(army, catalogue);
        let is_raised = |code| self.rules.raised().contains(&code);
        let own = verdict.problems.iter().filter(|problem| match &problem.fault {
            musterfield_events::rules::Fault::Game { fault, .. } => is_raised(musterfield_problems::Fault::code(fault)),
            _ => true,
        });
        EventPanel {
            problems: own.map(|problem| shown_problem(&self.rules, army, problem)).collect(),
            enter: (self.takes_entries && verdict.is_legal()).then(|| link::enter_event(&self.slug).with("army", id)),
            ..self.before_army()
        }
    }
}

//! The form with which an administrator hides, shows or deletes a work, a battle or an event; it appears on several pages.

use musterfield_army::draft::single_line;
use musterfield_words::army::text_fault;

use crate::store::{ActorAndReason, Event, SignedIn, StoredBattle, Work, WorkType};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::fields::TextField;
use crate::web::link::{self, Address};
use crate::web::page_errors::PageError;
use crate::web::works::WorkKind;

/// The smallest number of letters of a reason.
const SHORTEST_REASON: usize = 3;
/// The largest number of letters of a reason.
const LONGEST_REASON: usize = 300;

/// The form as shown.
#[derive(Debug)]
pub(in crate::web) struct Fold {
    /// Its `action` address.
    pub action: Address,
    /// A word for the thing concerned.
    pub word: &'static str,
    /// The meaning of its being hidden.
    pub effect: &'static str,
    /// The id of a work or a battle, or the address of an event below `/events/`.
    pub id: String,
    /// The reason it is hidden; `None` while everybody sees it.
    pub hidden: Option<String>,
    /// The reason as typed.
    pub reason: TextField,
    /// Whether a deletion was requested without ticking the box.
    pub unsure: bool,
    /// Whether it is unfolded.
    pub open: bool,
}

impl Fold {
    /// The form for a work.
    pub(in crate::web) fn of_work(work_kind: &WorkKind, work: &Work) -> Self {
        let effect = match work_kind.kind {
            WorkType::Army => {
                "While the army is hidden, only those who can edit it can view, print, copy or enter it. If it has \
                 already been entered in an event, the frozen copy stays there; ask the organisers of that event to \
                 remove it."
            }
            WorkType::Layout => "While the layout is hidden, only those who can edit it can view, print or copy it.",
            WorkType::List => {
                "While the list is hidden, only those who can edit it can view it, copy it or build armies from it. \
                 Armies that were built from it keep it."
            }
        };
        Self::new(link::moderate_works(), (work_kind.noun, effect), work.id.to_string(), work.hidden.clone())
    }

    /// The form for a battle.
    pub(in crate::web) fn of_battle(battle: &StoredBattle) -> Self {
        let effect = "While the battle is hidden, only its players can see it, and nobody can go on with it. Its orders are \
                      kept.";
        Self::new(link::moderate_battles(), ("battle", effect), battle.id.to_string(), battle.hidden.clone())
    }

    /// The form for an event.
    pub(in crate::web) fn of_event(event: &Event) -> Self {
        let effect = "While the event is hidden, only its staff can see it. Its entries are kept.";
        Self::new(link::moderate_events(), ("event", effect), event.slug.to_string(), event.hidden.clone())
    }

    fn new(action: Address, (word, effect): (&'static str, &'static str), id: String, hidden: Option<String>) -> Self {
        Self { action, word, effect, id, hidden, reason: TextField::default(), unsure: false, open: false }
    }

    /// The people who see the reason.
    pub(in crate::web) fn reason_hint(&self) -> String {
        let word = self.word;
        format!(
            "Visitors to a hidden {word} see the reason, and so does its owner. It is also recorded in the \
             administrators’ log."
        )
    }

    /// The statement that the box confirms.
    pub(in crate::web) fn deletion(&self) -> String {
        format!("Delete the {} permanently, with everything in it", self.word)
    }
}

/// An administrator's form, without its subject.
pub(super) struct ModerationRequest {
    /// The button that was pressed.
    pub act: String,
    /// The reason as typed.
    pub reason: TextField,
    /// Whether the box that confirms a deletion is ticked.
    pub sure: bool,
}

impl ModerationRequest {
    /// Takes out the fields that every such form has.
    pub(super) fn take(fields: &mut Fields) -> Result<Self, WebError> {
        Ok(Self { act: fields.demand("do")?, reason: TextField::take(fields, "reason")?, sure: fields.checked("sure") })
    }

    /// The actor and the reason; `None` if the reason is not acceptable, which is then shown at the field.
    pub(super) fn grounds(&mut self, admin: &SignedIn) -> Option<ActorAndReason> {
        grounds(&mut self.reason, admin)
    }

    /// Whether something is to be deleted without the box being ticked.
    pub(super) fn is_unsure(&self) -> bool {
        self.act == "delete" && !self.sure
    }
}

/// The error of a deletion that was not confirmed.
pub(super) fn unsure_error() -> PageError {
    PageError::at("sure", "Tick the box to confirm. Deleting cannot be undone.")
}

/// The actor and the reason; `None` if the reason is not acceptable, which is then shown at the field.
pub(in crate::web) fn grounds(reason: &mut TextField, admin: &SignedIn) -> Option<ActorAndReason> {
    let reason = reason.parse_with(|text| match single_line(text, LONGEST_REASON) {
        Ok(reason) if reason.chars().count() < SHORTEST_REASON => {
            Err(format!("Give a reason of {SHORTEST_REASON} to {LONGEST_REASON} characters."))
        }
        Ok(reason) => Ok(reason),
        Err(error) => Err(format!("This reason cannot be used: it {}.", text_fault(error))),
    })?;
    Some(ActorAndReason { actor: admin.user.sign_in.to_string(), reason })
}

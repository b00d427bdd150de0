//! The form by which an administrator hides, shows or deletes a work or an event, as it stands on several pages.

use crate::army::draft::single_line;
use crate::store::{Event, Grounds, SignedIn, Work};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::kept::Shelf;
use crate::web::typed::Typed;

/// Fewest letters of a reason.
const SHORTEST_REASON: usize = 3;
/// Most letters of a reason.
const LONGEST_REASON: usize = 300;

/// The form, as it is shown.
#[derive(Debug)]
pub(in crate::web) struct Fold {
    /// Where it goes.
    pub action: &'static str,
    /// A word for the thing it is about.
    pub word: &'static str,
    /// The id of a work, or the address of an event below `/events/`.
    pub id: String,
    /// Why it is hidden; none while everybody sees it.
    pub hidden: Option<String>,
    /// The reason as it was typed.
    pub reason: Typed,
    /// Whether somebody wanted to delete it without ticking that this is meant.
    pub unsure: bool,
    /// Whether it is unfolded.
    pub open: bool,
}

impl Fold {
    /// The form for a work.
    pub(in crate::web) fn of_work(shelf: &Shelf, work: &Work) -> Self {
        Self::new("/admin/works", shelf.word, work.id.to_string(), work.hidden.clone())
    }

    /// The form for an event.
    pub(in crate::web) fn of_event(event: &Event) -> Self {
        Self::new("/admin/events", "event", event.slug.to_string(), event.hidden.clone())
    }

    fn new(action: &'static str, word: &'static str, id: String, hidden: Option<String>) -> Self {
        Self { action, word, id, hidden, reason: Typed::default(), unsure: false, open: false }
    }
}

/// A form of an administrator, but for what it is about.
pub(super) struct Asked {
    /// The button that was pressed.
    pub act: String,
    /// Why, as it was typed.
    pub reason: Typed,
    /// Whether the box is ticked that a deletion is meant.
    pub sure: bool,
}

impl Asked {
    /// Takes the fields out that every such form has.
    pub(super) fn take(fields: &mut Fields) -> Result<Self, WebError> {
        Ok(Self { act: fields.demand("do")?, reason: Typed::take(fields, "reason")?, sure: fields.checked("sure") })
    }

    /// The grounds of the deed; none if the reason cannot be taken, which is told beside it.
    pub(super) fn grounds(&mut self, admin: &SignedIn) -> Option<Grounds> {
        grounds(&mut self.reason, admin)
    }

    /// Whether something is to be deleted without the box being ticked.
    pub(super) fn is_unsure(&self) -> bool {
        self.act == "delete" && !self.sure
    }
}

/// The grounds of a deed; none if the reason cannot be taken, which is told beside it.
pub(in crate::web) fn grounds(reason: &mut Typed, admin: &SignedIn) -> Option<Grounds> {
    let reason = reason.read(|text| match single_line(text, LONGEST_REASON) {
        Ok(reason) if reason.chars().count() < SHORTEST_REASON => {
            Err(format!("Give a reason of {SHORTEST_REASON} to {LONGEST_REASON} characters."))
        }
        Ok(reason) => Ok(reason),
        Err(error) => Err(format!("This reason cannot be taken: {error}.")),
    })?;
    Some(Grounds { actor: admin.user.sign_in.to_string(), reason })
}

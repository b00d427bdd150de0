//! What an editor does: changes that are kept at once, undo and redo, and what it must know of the stored work.

use actix_web::HttpRequest;
use sha2::{Digest, Sha256};

use super::Shelf;
use super::make::new_request;
use crate::store::{Holder, NewState, Revision, Store, StoreError, Work, WorkId};
use crate::web::error::WebError;
use crate::web::page::{day, moment};
use crate::web::state::State;

/// A name for a request, so that the same form sent twice does its work once: equal forms have equal names.
#[must_use]
pub fn request_key(id: &WorkId, what: &str, body: &[u8]) -> String {
    let digest = Sha256::new()
        .chain_update(id.as_str().as_bytes())
        .chain_update([0])
        .chain_update(what.as_bytes())
        .chain_update([0])
        .chain_update(body)
        .finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What an editor knows of the stored work.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Public id.
    pub id: String,
    /// Names the form, so that sent twice it does its work once.
    pub request: String,
    /// Number of the state that the form was made from.
    pub base: i64,
    /// Whether a state is before the current one.
    pub can_undo: bool,
    /// Whether a state is after the current one.
    pub can_redo: bool,
    /// None while the database does not say.
    pub last: Option<LastState>,
    /// The day on which the work is deleted if nobody opens it; none if it is kept for good.
    pub swept: Option<String>,
}

/// The state that was saved last.
#[derive(Clone, Debug)]
pub struct LastState {
    /// Its permanent address without the host.
    pub path: String,
    /// The whole of it.
    pub address: String,
    /// When it was saved.
    pub at: String,
}

impl Stored {
    /// What the form of an editor knows while the database does not answer.
    ///
    /// # Errors
    /// When the system has no randomness.
    pub fn unknown(id: &WorkId, base: i64) -> Result<Self, WebError> {
        Ok(Self {
            id: id.to_string(),
            request: new_request()?,
            base,
            can_undo: false,
            can_redo: false,
            last: None,
            swept: None,
        })
    }
}

/// Why what was typed is not saved, though nothing is wrong with it.
#[derive(Clone, Debug)]
pub enum Unsaved {
    /// Another tab was quicker.
    Conflict {
        /// What the other did.
        action: String,
        /// When.
        at: String,
        /// The permanent address of what it made.
        path: String,
        /// Number of the other's state.
        number: i64,
    },
    /// The database does not answer.
    Unavailable,
    /// Nothing more is kept.
    Refused {
        /// What is full.
        title: &'static str,
        /// What makes room.
        text: String,
    },
}

/// A press of a button in an editor: on which work, by whom, from which state.
#[derive(Clone, Copy, Debug)]
pub struct Press<'a> {
    /// The work.
    pub id: &'a WorkId,
    /// Who pressed.
    pub by: &'a Holder,
    /// Number of the state that the form was made from.
    pub base: i64,
    /// Names the press, so that sent twice it does its work once: see [`request_key`].
    pub key: &'a str,
}

/// What a press comes to.
#[derive(Clone, Debug)]
pub enum Change {
    /// A further state.
    Add(NewState),
    /// Back to the state before.
    Undo {
        /// What was typed and not saved yet: it is kept first, so that nothing is lost; undoing then takes that back.
        typed: Option<NewState>,
    },
    /// Forward to the state after.
    Redo {
        /// As with [`Change::Undo`].
        typed: Option<NewState>,
    },
}

impl Shelf {
    /// Carries a press out, all of it or nothing that is seen. To undo or redo where nothing is left does nothing.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when another tab was quicker; those of [`Store::save`](crate::store::Store::save).
    pub async fn change(&self, store: &Store, press: Press<'_>, change: Change) -> Result<(), StoreError> {
        let Press { id, by, base, key } = press;
        let save = async |key: &str, new| store.save(self.kind, id, by, base, key, new).await;
        let typed = async |typed| match typed {
            Some(typed) => Ok(save(&format!("{key}-typed"), typed).await?.revision.number),
            None => Ok::<i64, StoreError>(base),
        };
        let done = match change {
            Change::Add(new) => save(key, new).await,
            Change::Undo { typed: new } => store.undo(self.kind, id, by, typed(new).await?, key).await,
            Change::Redo { typed: new } => store.redo(self.kind, id, by, typed(new).await?, key).await,
        };
        match done {
            Ok(_) | Err(StoreError::NothingToUndo | StoreError::NothingToRedo) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// What an editor must know of the work as it is now.
    ///
    /// # Errors
    /// When the system has no randomness.
    pub fn stored(&self, state: &State, request: &HttpRequest, work: &Work) -> Result<Stored, WebError> {
        let path = self.permanent(&work.id, &work.head.hash);
        Ok(Stored {
            id: work.id.to_string(),
            request: new_request()?,
            base: work.head.number,
            can_undo: work.can_undo,
            can_redo: work.can_redo,
            last: Some(LastState { address: state.url(request, &path), path, at: moment(work.updated_at) }),
            swept: work.swept_at().map(day),
        })
    }

    /// What an editor says when another tab has made this state meanwhile.
    #[must_use]
    pub fn conflict(&self, id: &WorkId, head: &Revision) -> Unsaved {
        Unsaved::Conflict {
            action: head.action.clone(),
            at: moment(head.created_at),
            path: self.permanent(id, &head.hash),
            number: head.number,
        }
    }
}

/// Whether script asks for the editor alone.
#[must_use]
pub fn wants_part(request: &HttpRequest) -> bool {
    request.headers().get("x-part").is_some_and(|part| part == "editor")
}

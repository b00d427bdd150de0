//! Shared by all editors: changes that are saved at once, undo and redo, and the data of the stored work.

use actix_web::HttpRequest;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::WorkKind;
use super::create::new_request;
use crate::store::{Holder, NewRevision, Revision, RevisionHash, Saved, Store, StoreError, Work, WorkId};
use crate::web::error::WebError;
use crate::web::moment::{Moment, day};
use crate::web::state::AppState;

/// The key of a request, so that the same form sent twice takes effect once: equal forms have equal keys.
#[must_use]
pub fn request_key(id: &WorkId, what: &str, body: &[u8]) -> String {
    let digest = Sha256::new()
        .chain_update(id.as_str().as_bytes())
        .chain_update([0])
        .chain_update(what.as_bytes())
        .chain_update([0])
        .chain_update(body)
        .finalize();
    HEXLOWER.encode(&digest)
}

/// An editor's data about the stored work.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The public id.
    pub id: String,
    /// The request key, so that a form sent twice takes effect once.
    pub request: String,
    /// The number of the revision from which the form was made.
    pub base: i64,
    /// Whether there is a revision before the current one.
    pub can_undo: bool,
    /// Whether there is a revision after the current one.
    pub can_redo: bool,
    /// `None` while the database does not answer.
    pub last: Option<LastState>,
    /// The day on which the work is deleted if nobody opens it; `None` if it is kept permanently.
    pub swept: Option<String>,
}

/// The last saved revision.
#[derive(Clone, Debug)]
pub struct LastState {
    /// Its hash.
    pub hash: RevisionHash,
    /// Its permanent path.
    pub path: String,
    /// Its full permanent address.
    pub address: String,
    /// The full address that always shows the newest revision.
    pub living: String,
    /// The time at which it was saved.
    pub at: Moment,
}

impl Stored {
    /// The data that an editor's form has while the database does not answer.
    ///
    /// # Errors
    /// When the system supplies no randomness.
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

/// The reason why input is not saved although it is valid.
#[derive(Clone, Debug)]
pub enum Unsaved {
    /// Another tab was quicker.
    Conflict {
        /// The action of the other tab.
        action: String,
        /// The time.
        at: Moment,
        /// The permanent path of the revision that it made.
        path: String,
        /// The number of that revision.
        number: i64,
    },
    /// The database does not answer.
    Unavailable,
    /// Nothing more is stored.
    Refused {
        /// The limit that is reached.
        title: &'static str,
        /// Advice on making room.
        text: String,
    },
}

/// A button pressed in an editor: the work, the visitor, the revision.
#[derive(Clone, Copy, Debug)]
pub struct EditRequest<'a> {
    /// The work.
    pub id: &'a WorkId,
    /// The visitor.
    pub by: &'a Holder,
    /// The number of the revision from which the form was made.
    pub base: i64,
    /// The request key, so that a click sent twice takes effect once: see [`request_key`].
    pub key: &'a str,
}

/// The change that a button makes.
#[derive(Clone, Debug)]
pub enum WorkChange {
    /// Adds a revision.
    Add(NewRevision),
    /// Goes back to the revision before.
    Undo {
        /// Unsaved input: it is saved first, so that nothing is lost; undoing then takes it back.
        typed: Option<NewRevision>,
    },
    /// Goes forward to the revision after.
    Redo {
        /// As with [`WorkChange::Undo`].
        typed: Option<NewRevision>,
    },
}

impl WorkKind {
    /// Carries out a change, completely or not at all, and returns what is stored afterwards. Undo or redo with nothing
    /// left does nothing.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when another tab was quicker; the errors of [`Store::save`](crate::store::Store::save).
    pub async fn change(&self, store: &Store, press: EditRequest<'_>, change: WorkChange) -> Result<Saved, StoreError> {
        let EditRequest { id, by, base, key } = press;
        match change {
            WorkChange::Add(new) => store.save(self.kind, id, by, base, key, new).await,
            WorkChange::Undo { typed } => store.undo(self.kind, id, by, base, key, typed).await,
            WorkChange::Redo { typed } => store.redo(self.kind, id, by, base, key, typed).await,
        }
    }

    /// The data of the work as it is now.
    ///
    /// # Errors
    /// When the system supplies no randomness.
    pub fn stored(&self, state: &AppState, request: &HttpRequest, work: &Work) -> Result<Stored, WebError> {
        let path = self.permanent(&work.id, &work.head.hash);
        Ok(Stored {
            id: work.id.to_string(),
            request: new_request()?,
            base: work.head.number,
            can_undo: work.can_undo,
            can_redo: work.can_redo,
            last: Some(LastState {
                hash: work.head.hash.clone(),
                address: state.url(request, &path),
                living: state.url(request, &self.page(&work.id)),
                path: path.into(),
                at: Moment::from(work.updated_at),
            }),
            swept: work.swept_at().map(day),
        })
    }

    /// The message when another tab has made this revision meanwhile.
    #[must_use]
    pub fn conflict(&self, id: &WorkId, head: &Revision) -> Unsaved {
        Unsaved::Conflict {
            action: head.action.clone(),
            at: Moment::from(head.created_at),
            path: self.permanent(id, &head.hash).into(),
            number: head.number,
        }
    }
}

/// Whether script asks only for the editor.
#[must_use]
pub fn wants_part(request: &HttpRequest) -> bool {
    request.headers().get("x-part").is_some_and(|part| part == "editor")
}

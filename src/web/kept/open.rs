//! What is there: a work to be read or changed, and one of its states.

use actix_web::HttpRequest;

use super::Shelf;
use crate::store::{Revision, RevisionHash, Work, WorkId};
use crate::web::accounts::who;
use crate::web::error::WebError;
use crate::web::state::State;

/// The id in an address. What is none costs no query.
///
/// # Errors
/// [`WebError::NotFound`] for what is no id.
pub fn id_of(text: &str) -> Result<WorkId, WebError> {
    WorkId::parse(text).map_err(|_| WebError::NotFound)
}

impl Shelf {
    /// The work in its current state, for everybody; [`Work::editable`] says whether this visitor may change it.
    ///
    /// # Errors
    /// Not there, deleted.
    pub async fn work(&self, state: &State, request: &HttpRequest, id: &WorkId) -> Result<Work, WebError> {
        Ok(state.store.work_for(self.kind, id, who::holder(request, state).await?.as_ref()).await?)
    }

    /// The work for a page that hands out its permanent address and the QR code of it, and may be printed: it lasts from
    /// now on, whoever looks at it.
    ///
    /// # Errors
    /// Not there, deleted.
    pub async fn shared(&self, state: &State, request: &HttpRequest, id: &WorkId) -> Result<Work, WebError> {
        let work = self.work(state, request, id).await?;
        if !work.lasting {
            state.store.let_last(self.kind, id).await;
        }
        Ok(work)
    }

    /// The work, if the visitor may change it.
    ///
    /// # Errors
    /// Not there, deleted, not the visitor's.
    pub async fn own(&self, state: &State, request: &HttpRequest, id: &WorkId) -> Result<Work, WebError> {
        let work = self.work(state, request, id).await?;
        if work.editable { Ok(work) } else { Err(self.not_yours(id)) }
    }

    /// What is said to a visitor who may not change the work.
    #[must_use]
    pub fn not_yours(&self, id: &WorkId) -> WebError {
        WebError::NotYours(self.kind, Some(self.page(id)))
    }

    /// The state that an address names by the id of its work and by its hash.
    ///
    /// # Errors
    /// Not there, deleted.
    pub async fn state_at(&self, state: &State, id: &str, hash: &str) -> Result<(WorkId, Revision), WebError> {
        let id = id_of(id)?;
        let hash = RevisionHash::parse(hash).map_err(|_| WebError::NotFound)?;
        let revision = state.store.revision_by_hash(self.kind, &id, &hash).await?;
        Ok((id, revision))
    }

    /// The state that somebody means who gives an address of one of its pages, with or without the site before it, or
    /// an id: that state if the address names one, else the current one.
    ///
    /// # Errors
    /// Not there, deleted.
    pub async fn named(&self, state: &State, written: &str) -> Result<(WorkId, Revision), WebError> {
        let written = written.trim();
        let start = format!("{}/", self.path);
        let rest = written.find(&start).and_then(|at| written.get(at + start.len()..)).unwrap_or(written);
        let mut parts = rest.split(['/', '?', '#', '.']);
        let id = parts.next().unwrap_or_default();
        match (parts.next(), parts.next()) {
            (Some("v"), Some(hash)) => self.state_at(state, id, hash).await,
            _ => {
                let id = id_of(id)?;
                let head = state.store.work(self.kind, &id).await?.head;
                Ok((id, head))
            }
        }
    }
}

//! What is there: a work to be read or changed, and one of its states.

use actix_web::HttpRequest;

use super::Shelf;
use crate::store::{Holder, Revision, RevisionHash, StoreError, Work, WorkId};
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

/// The hash in an address.
fn hash_of(text: &str) -> Result<RevisionHash, WebError> {
    RevisionHash::parse(text).map_err(|_| WebError::NotFound)
}

impl Shelf {
    /// The work in its current state, for everybody; [`Work::editable`] says whether this visitor may change it.
    ///
    /// # Errors
    /// Not there, deleted; hidden from whoever neither holds it nor is an administrator.
    pub async fn work(&self, state: &State, request: &HttpRequest, id: &WorkId) -> Result<Work, WebError> {
        let by = who::holder(request, state).await?;
        match state.store.work_for(self.kind, id, by.as_ref()).await {
            Err(StoreError::Hidden(..)) if who::is_admin(request, state).await? => {
                Ok(state.store.any_work(self.kind, id, by.as_ref()).await?)
            }
            found => Ok(found?),
        }
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
    /// Not there, deleted; hidden from whoever neither holds it nor is an administrator.
    pub async fn state_at(
        &self,
        state: &State,
        request: &HttpRequest,
        (id, hash): (&str, &str),
    ) -> Result<(WorkId, Revision), WebError> {
        let by = who::holder(request, state).await?;
        match self.state_for(state, by.as_ref(), (id, hash)).await {
            Err(WebError::Hidden(..)) if who::is_admin(request, state).await? => {
                let (id, hash) = (id_of(id)?, hash_of(hash)?);
                let revision = state.store.revision_by_hash(self.kind, &id, &hash).await?;
                Ok((id, revision))
            }
            found => found,
        }
    }

    async fn state_for(
        &self,
        state: &State,
        by: Option<&Holder>,
        (id, hash): (&str, &str),
    ) -> Result<(WorkId, Revision), WebError> {
        let (id, hash) = (id_of(id)?, hash_of(hash)?);
        let revision = state.store.revision_for(self.kind, &id, &hash, by).await?;
        Ok((id, revision))
    }

    /// The state that somebody means who gives an address of one of its pages, with or without the site before it, or
    /// an id: that state if the address names one, else the current one.
    ///
    /// # Errors
    /// Not there, deleted; hidden from whoever asks.
    pub async fn named(
        &self,
        state: &State,
        by: Option<&Holder>,
        written: &str,
    ) -> Result<(WorkId, Revision), WebError> {
        match self.meant(written)? {
            (id, Some(hash)) => {
                let revision = state.store.revision_for(self.kind, &id, &hash, by).await?;
                Ok((id, revision))
            }
            (id, None) => {
                let head = state.store.work_for(self.kind, &id, by).await?.head;
                Ok((id, head))
            }
        }
    }

    /// The id in an address of one of the pages of a work, and the hash of the state that it names, if it names one. An id
    /// alone will do too. Whether there is such a work is not looked up.
    ///
    /// # Errors
    /// [`WebError::NotFound`] for what names no work.
    pub fn meant(&self, written: &str) -> Result<(WorkId, Option<RevisionHash>), WebError> {
        let written = written.trim();
        let start = format!("{}/", self.path);
        let rest = written.find(&start).and_then(|at| written.get(at + start.len()..)).unwrap_or(written);
        let mut parts = rest.split(['/', '?', '#', '.']);
        let id = id_of(parts.next().unwrap_or_default())?;
        let hash = match (parts.next(), parts.next()) {
            (Some("v"), Some(hash)) => Some(hash_of(hash)?),
            _ => None,
        };
        Ok((id, hash))
    }
}

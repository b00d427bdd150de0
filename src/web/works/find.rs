//! Finds works to read or change, and their revisions.

use actix_web::HttpRequest;

use super::WorkKind;
use crate::store::{Holder, Revision, RevisionHash, StoreError, Work, WorkId};
use crate::web::accounts::identity;
use crate::web::error::WebError;
use crate::web::state::AppState;

/// The id in an address. An invalid one costs no query.
///
/// # Errors
/// [`WebError::NotFound`] for an invalid id.
pub fn id_of(text: &str) -> Result<WorkId, WebError> {
    WorkId::parse(text).map_err(|_| WebError::NotFound)
}

/// The hash in an address.
fn hash_of(text: &str) -> Result<RevisionHash, WebError> {
    RevisionHash::parse(text).map_err(|_| WebError::NotFound)
}

impl WorkKind {
    /// The work in its current revision, for everybody; [`Work::editable`] says whether this visitor may change it.
    ///
    /// # Errors
    /// When there is no such work, it was deleted, or it is hidden and the visitor is neither a holder nor an
    /// administrator.
    pub async fn work(&self, state: &AppState, request: &HttpRequest, id: &WorkId) -> Result<Work, WebError> {
        let by = identity::holder(request, state).await?;
        match state.store.work_for(self.kind, id, by.as_ref()).await {
            Err(StoreError::Hidden(..)) if identity::is_admin(request, state).await? => {
                Ok(state.store.work_even_if_hidden(self.kind, id, by.as_ref()).await?)
            }
            found => Ok(found?),
        }
    }

    /// The work for a page that shows its permanent address with a QR code, and may be printed: from now on it is kept
    /// permanently, no matter who opens it.
    ///
    /// # Errors
    /// When there is no such work, or it was deleted.
    pub async fn work_to_share(&self, state: &AppState, request: &HttpRequest, id: &WorkId) -> Result<Work, WebError> {
        let work = self.work(state, request, id).await?;
        if !work.lasting {
            state.store.keep_permanently(self.kind, id).await;
        }
        Ok(work)
    }

    /// The work, if the visitor may change it.
    ///
    /// # Errors
    /// When there is no such work, it was deleted, or it is not the visitor's.
    pub async fn work_to_edit(&self, state: &AppState, request: &HttpRequest, id: &WorkId) -> Result<Work, WebError> {
        let work = self.work(state, request, id).await?;
        if work.editable { Ok(work) } else { Err(self.not_yours(id)) }
    }

    /// The error for a visitor who may not change the work.
    #[must_use]
    pub fn not_yours(&self, id: &WorkId) -> WebError {
        WebError::NotYours(self.kind, Some(self.page(id).into()))
    }

    /// The revision named in an address by the id of its work and its hash.
    ///
    /// # Errors
    /// When there is no such work, it was deleted, or it is hidden and the visitor is neither a holder nor an
    /// administrator.
    pub async fn revision_at(
        &self,
        state: &AppState,
        request: &HttpRequest,
        (id, hash): (&str, &str),
    ) -> Result<(WorkId, Revision), WebError> {
        let by = identity::holder(request, state).await?;
        match self.state_for(state, by.as_ref(), (id, hash)).await {
            Err(WebError::Hidden(..)) if identity::is_admin(request, state).await? => {
                let (id, hash) = (id_of(id)?, hash_of(hash)?);
                let revision = state.store.revision_by_hash(self.kind, &id, &hash).await?;
                Ok((id, revision))
            }
            found => found,
        }
    }

    async fn state_for(
        &self,
        state: &AppState,
        by: Option<&Holder>,
        (id, hash): (&str, &str),
    ) -> Result<(WorkId, Revision), WebError> {
        let (id, hash) = (id_of(id)?, hash_of(hash)?);
        let revision = state.store.revision_for(self.kind, &id, &hash, by).await?;
        Ok((id, revision))
    }

    /// The revision that a visitor means with an address of one of its pages, with or without the site, or with an id:
    /// that revision if the address names one, otherwise the current one.
    ///
    /// # Errors
    /// When there is no such work, it was deleted, or it is hidden from the visitor.
    pub async fn revision_by_address(
        &self,
        state: &AppState,
        by: Option<&Holder>,
        written: &str,
    ) -> Result<(WorkId, Revision), WebError> {
        match self.parse_address(written)? {
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

    /// The id in an address of one of the pages of a work, and the hash of the revision if the address names one. An id
    /// alone is accepted too. Whether the work exists is not checked.
    ///
    /// # Errors
    /// [`WebError::NotFound`] if the text names no work.
    pub fn parse_address(&self, written: &str) -> Result<(WorkId, Option<RevisionHash>), WebError> {
        let written = written.trim();
        let start = self.beginning();
        let rest = written.find(&*start).and_then(|at| written.get(at + start.len()..)).unwrap_or(written);
        let mut parts = rest.split(['/', '?', '#', '.']);
        let id = id_of(parts.next().unwrap_or_default())?;
        let hash = match (parts.next(), parts.next()) {
            (Some("v"), Some(hash)) => Some(hash_of(hash)?),
            _ => None,
        };
        Ok((id, hash))
    }
}

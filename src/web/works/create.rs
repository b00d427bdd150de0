//! Creates request keys, the hashes of revisions, and works with their first revision.

use actix_web::{HttpRequest, HttpResponse};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::WorkKind;
use crate::store::{NewRevision, NewWork, RevisionHash, Secret, WorkId};
use crate::web::accounts::identity;
use crate::web::cookies::{self, Flash};
use crate::web::error::WebError;
use crate::web::link::Address;
use crate::web::page::see_other;
use crate::web::state::AppState;

/// The longest request key in bytes; those of our pages have 32.
const LONGEST_REQUEST: usize = 100;

/// Checks a request key that a form has sent.
///
/// # Errors
/// If the request key was not written by one of our pages.
pub fn check_request(name: &str) -> Result<(), WebError> {
    if name.is_empty() || name.len() > LONGEST_REQUEST {
        return Err(WebError::Unreadable("the field “request” is empty or too long".to_owned()));
    }
    Ok(())
}

/// A unique request key for a form.
///
/// # Errors
/// When the system supplies no randomness.
pub fn new_request() -> Result<String, WebError> {
    Ok(Secret::random()?.expose().to_owned())
}

/// The hash of a revision, part of its permanent address: of the document, and of the id and version of the ruleset
/// under which it was checked.
///
/// # Errors
/// [`WebError::Internal`] only.
pub fn hash(document: &str, ruleset: &str, version: &str) -> Result<RevisionHash, WebError> {
    let digest = Sha256::new()
        .chain_update(ruleset.as_bytes())
        .chain_update([0])
        .chain_update(version.as_bytes())
        .chain_update([0])
        .chain_update(document.as_bytes())
        .finalize();
    RevisionHash::parse(&HEXLOWER.encode(digest.get(..10).unwrap_or_default())).map_err(WebError::internal)
}

impl WorkKind {
    /// Saves a new work for this browser and redirects to its editor. The same request again leads to the same work; a
    /// form sent again with other content is another request, and so is one from another browser.
    ///
    /// # Errors
    /// If the request key was not written by one of our pages.
    pub async fn create(
        &self,
        request: &HttpRequest,
        state: &AppState,
        request_name: &str,
        first: NewRevision,
        flash: Option<Flash>,
    ) -> Result<HttpResponse, WebError> {
        self.create_and_go(request, state, request_name, first, flash, |id| self.editor(id)).await
    }

    /// Saves a new work for this browser, as [`WorkKind::create`] does, and redirects to another page than its editor.
    ///
    /// # Errors
    /// The same as for [`WorkKind::create`].
    pub async fn create_and_go(
        &self,
        request: &HttpRequest,
        state: &AppState,
        request_name: &str,
        first: NewRevision,
        flash: Option<Flash>,
        onward: impl Fn(&WorkId) -> Address,
    ) -> Result<HttpResponse, WebError> {
        check_request(request_name)?;
        let (by, browser) = identity::holder_or_new(request, state, request_name).await?;
        let key = Secret::random()?;
        let new = NewWork {
            kind: self.kind,
            edit_key: key.digest(),
            visitor: by.keeper().clone(),
            request_key: format!("{request_name}\n{}\n{}", cookies::name(&browser), first.hash),
            state: first,
        };
        let created = state.store_for(request).create(new).await?;
        let mut response = see_other(&onward(&created.id));
        response.cookie(cookies::visitor_cookie(state, &browser));
        if created.fresh {
            response.cookie(cookies::key_cookie(state, self.page(&created.id).into(), &key));
        }
        if let Some(flash) = flash {
            response.cookie(flash.cookie(state));
        }
        Ok(response.finish())
    }
}

//! What is new: the name of a request, the hash of a state, a work with its first state.

use actix_web::{HttpRequest, HttpResponse};
use sha2::{Digest, Sha256};

use super::Shelf;
use crate::store::{NewState, NewWork, RevisionHash, Secret};
use crate::web::accounts::who;
use crate::web::error::WebError;
use crate::web::page::see_other;
use crate::web::state::State;
use crate::web::visitor::{self, Flash};

/// A name for a request that no other has, to be written into a form.
///
/// # Errors
/// When the system has no randomness.
pub fn new_request() -> Result<String, WebError> {
    Ok(Secret::random()?.expose().to_owned())
}

/// The hash of a state, part of its permanent address: of the document, and of the id and version of the ruleset it was
/// checked under.
///
/// # Errors
/// None but ours.
pub fn hash(document: &str, ruleset: &str, version: &str) -> Result<RevisionHash, WebError> {
    let digest = Sha256::new()
        .chain_update(ruleset.as_bytes())
        .chain_update([0])
        .chain_update(version.as_bytes())
        .chain_update([0])
        .chain_update(document.as_bytes())
        .finalize();
    let text: String = digest.iter().take(10).map(|byte| format!("{byte:02x}")).collect();
    RevisionHash::parse(&text).map_err(WebError::internal)
}

impl Shelf {
    /// Keeps a new work for this browser and goes on to its editor. The same request again leads to the same work; a
    /// form sent again with other words is another request, and so is one of another browser.
    ///
    /// # Errors
    /// The name of a request that no page of ours has written.
    pub async fn keep(
        &self,
        request: &HttpRequest,
        state: &State,
        request_name: &str,
        first: NewState,
        flash: Option<Flash>,
    ) -> Result<HttpResponse, WebError> {
        if request_name.is_empty() || request_name.len() > 100 {
            return Err(WebError::Unreadable("the field “request” is not one of ours".to_owned()));
        }
        let (by, browser) = who::holder_or_new(request, state).await?;
        let key = Secret::random()?;
        let new = NewWork {
            kind: self.kind,
            edit_key: key.digest(),
            visitor: by.keeper().clone(),
            request_key: format!("{request_name}\n{}\n{}", visitor::name(request), first.hash),
            state: first,
        };
        let created = state.keeping(request).create(new).await?;
        let mut response = see_other(&self.editor(&created.id));
        response.cookie(visitor::visitor_cookie(state, &browser));
        if created.fresh {
            response.cookie(visitor::key_cookie(state, self.page(&created.id), &key));
        }
        if let Some(flash) = flash {
            response.cookie(flash.cookie(state));
        }
        Ok(response.finish())
    }
}

//! The edit link: opened, shown while it is new, replaced, put away.

use actix_web::http::Method;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::change::request_key;
use super::find::id_of;
use super::{HasWorkKind, WorkKind};
use crate::store::{Secret, StoreError, WorkId};
use crate::web::accounts::identity;
use crate::web::cookies::{self, Flash};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::see_other;
use crate::web::state::AppState;

/// The secret of an edit link, in the address of an editor.
#[derive(Deserialize)]
pub struct KeyQuery {
    /// `None` for the editor itself.
    pub key: Option<String>,
}

impl WorkKind {
    /// Opens an edit link: the browser may edit the work from now on, and the secret is removed from the address.
    ///
    /// # Errors
    /// When there is no such work, it was deleted, or the key is wrong.
    pub async fn open_with_key(
        &self,
        request: &HttpRequest,
        state: &AppState,
        id: &WorkId,
        key: &str,
    ) -> Result<HttpResponse, WebError> {
        let wrong = || WebError::WrongKey(self.kind, Some(self.page(id).into()));
        let key = Secret::parse(key).map_err(|_| wrong())?.digest();
        let onward = self.editor(id);
        // A program that only checks a link does not open it.
        if request.method() == Method::HEAD {
            let fits = state.store.key_matches(self.kind, id, &key).await?;
            return if fits { Ok(see_other(&onward).finish()) } else { Err(wrong()) };
        }
        let (by, browser) = identity::holder_or_new(request, state, "").await?;
        match state.store_for(request).hold_with_key(self.kind, id, &key, &by).await {
            Err(StoreError::WrongKey(_)) => return Err(wrong()),
            held => held?,
        };
        let mut response = see_other(&onward);
        response.cookie(cookies::visitor_cookie(state, &browser));
        response.cookie(Flash::Opened(self.kind).cookie(state));
        Ok(response.finish())
    }

    /// The edit link, while it is new and not put away: only the path if the site does not know its address.
    ///
    /// # Errors
    /// When there is no such work, or it was deleted.
    pub async fn new_link(
        &self,
        request: &HttpRequest,
        state: &AppState,
        id: &WorkId,
    ) -> Result<Option<String>, WebError> {
        match cookies::fresh_key(request) {
            // It may have been replaced from another browser.
            Some(key) if state.store.key_matches(self.kind, id, &key.digest()).await? => {
                Ok(Some(state.secret_url(&self.editor(id).with("key", key.expose()))))
            }
            _ => Ok(None),
        }
    }
}

/// `POST …/{id}/key`: creates a new edit link, or puts the new one away.
///
/// # Errors
/// When there is no such work, it is not the visitor's, or the form is malformed.
pub async fn change_key<S: HasWorkKind>(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (work_kind, id) = (S::WORK_KIND, id_of(&path)?);
    let mut fields = Fields::parse(&body)?;
    let asked = fields.demand("do")?;
    // Ignored: it makes a click on one page differ from the same click on another in the request key.
    fields.demand("request")?;
    fields.finish()?;
    let mut response = see_other(&work_kind.editor(&id));
    match asked.as_str() {
        "kept" => {
            work_kind.work_to_edit(&state, &request, &id).await?;
            response.cookie(cookies::no_key_cookie(&state, work_kind.page(&id).into()));
        }
        "new" => {
            let (by, browser) = identity::holder_or_new(&request, &state, "").await?;
            let request_key = request_key(&id, "key", &body);
            let store = state.store_for(&request);
            let key = store.rotate_edit_key(work_kind.kind, &id, &by, &browser, &request_key).await?;
            if let Some(key) = key {
                response.cookie(cookies::key_cookie(&state, work_kind.page(&id).into(), &key));
            }
            response.cookie(Flash::Rekeyed(work_kind.kind).cookie(&state));
        }
        _ => return Err(WebError::Unreadable(format!("there is no button “{asked}”"))),
    }
    Ok(response.finish())
}

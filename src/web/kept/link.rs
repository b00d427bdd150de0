//! The edit link: opened, shown while it is new, changed, put away.

use actix_web::http::Method;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::change::request_key;
use super::open::id_of;
use super::{OnShelf, Shelf};
use crate::store::{Secret, StoreError, WorkId};
use crate::web::accounts::who;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::see_other;
use crate::web::state::State;
use crate::web::visitor::{self, Flash};

/// The secret of an edit link, in the address of an editor.
#[derive(Deserialize)]
pub struct KeyQuery {
    /// None for the editor itself.
    pub key: Option<String>,
}

impl Shelf {
    /// Opens an edit link: the browser may edit the work from now on, and the secret leaves the address.
    ///
    /// # Errors
    /// Not there, deleted, a wrong key.
    pub async fn open_with_key(
        &self,
        request: &HttpRequest,
        state: &State,
        id: &WorkId,
        key: &str,
    ) -> Result<HttpResponse, WebError> {
        let wrong = || WebError::WrongKey(self.kind, Some(self.page(id)));
        let key = Secret::parse(key).map_err(|_| wrong())?.digest();
        let onward = self.editor(id);
        // Who only asks what stands behind a link does not open it.
        if request.method() == Method::HEAD {
            let fits = state.store.key_matches(self.kind, id, &key).await?;
            return if fits { Ok(see_other(&onward).finish()) } else { Err(wrong()) };
        }
        let (by, browser) = who::holder_or_new(request, state).await?;
        match state.keeping(request).hold_with_key(self.kind, id, &key, &by).await {
            Err(StoreError::WrongKey(_)) => return Err(wrong()),
            held => held?,
        };
        let mut response = see_other(&onward);
        response.cookie(visitor::visitor_cookie(state, &browser));
        response.cookie(Flash::Opened(self.kind).cookie(state));
        Ok(response.finish())
    }

    /// The edit link, while it is new and not put away: the path alone where the site does not know its address.
    ///
    /// # Errors
    /// Not there, deleted.
    pub async fn new_link(
        &self,
        request: &HttpRequest,
        state: &State,
        id: &WorkId,
    ) -> Result<Option<String>, WebError> {
        match visitor::fresh_key(request) {
            // It may have been replaced from another browser.
            Some(key) if state.store.key_matches(self.kind, id, &key.digest()).await? => {
                Ok(Some(state.secret_url(&format!("{}?key={}", self.editor(id), key.expose()))))
            }
            _ => Ok(None),
        }
    }
}

/// `POST …/{id}/key`: a new edit link, or the new one put away.
///
/// # Errors
/// Not there, not the visitor's, a form that makes no sense.
pub async fn change_key<S: OnShelf>(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (shelf, id) = (S::SHELF, id_of(&path)?);
    let mut fields = Fields::parse(&body)?;
    let asked = fields.demand("do")?;
    // Not looked at: it makes a click on one page differ from the same click on another, in the name of the request.
    fields.demand("request")?;
    fields.finish()?;
    let mut response = see_other(&shelf.editor(&id));
    match asked.as_str() {
        "kept" => {
            shelf.own(&state, &request, &id).await?;
            response.cookie(visitor::no_key_cookie(&state, shelf.page(&id)));
        }
        "new" => {
            let (by, browser) = who::holder_or_new(&request, &state).await?;
            let request_key = request_key(&id, "key", &body);
            let store = state.keeping(&request);
            let key = store.rotate_edit_key(shelf.kind, &id, &by, &browser, &request_key).await?;
            if let Some(key) = key {
                response.cookie(visitor::key_cookie(&state, shelf.page(&id), &key));
            }
            response.cookie(Flash::Rekeyed(shelf.kind).cookie(&state));
        }
        _ => return Err(WebError::Unreadable(format!("there is no button “{asked}”"))),
    }
    Ok(response.finish())
}

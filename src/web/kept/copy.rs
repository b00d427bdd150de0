//! A copy of somebody's work, or of one's own, to go on with.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::OnShelf;
use super::open::id_of;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::state::State;
use crate::web::visitor::Flash;

/// `POST …/{id}/copy`: a copy of the state with the hash that the form names. It is kept as it stands, with what was said
/// of it then.
///
/// # Errors
/// Not there, a form that makes no sense.
pub async fn copy_work<S: OnShelf>(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let name = fields.demand("request")?;
    let hash = fields.demand("hash")?;
    fields.finish()?;
    let (_, revision) = S::SHELF.state_at(&state, &request, (&path, &hash)).await?;
    let action = format!("copied from {}", revision.name);
    S::SHELF.keep(&request, &state, &name, revision.again(action), Some(Flash::Copied)).await
}

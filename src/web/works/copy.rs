//! Copies a work, one's own or somebody else's.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::HasWorkKind;
use super::find::id_of;
use crate::web::cookies::Flash;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::state::AppState;

/// `POST …/{id}/copy`: a copy of the revision with the hash in the form. It is stored unchanged, with the verdict of
/// its time.
///
/// # Errors
/// When there is no such work, the form is malformed.
pub async fn copy_work<S: HasWorkKind>(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let name = fields.demand("request")?;
    let hash = fields.demand("hash")?;
    fields.finish()?;
    let (_, revision) = S::WORK_KIND.revision_at(&state, &request, (&path, &hash)).await?;
    let action = format!("copied from {}", revision.name);
    S::WORK_KIND.create(&request, &state, &name, revision.again(action), Some(Flash::Copied)).await
}

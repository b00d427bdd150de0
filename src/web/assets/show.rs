//! The handler of assets.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use crate::web::error::WebError;
use crate::web::state::AppState;

/// `GET /assets/{hash}/{name}`
pub async fn show_asset(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (_, name) = path.into_inner();
    let asset = state.assets.by_name.get(&name).ok_or(WebError::NotFound)?;
    // An address with another hash belongs to an older version: still answered, but not cached indefinitely.
    let lasting = request.path() == asset.address;
    let keep = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
    Ok(asset.file.answer(&request, &state.scheduler, keep))
}

/// `GET /favicon.ico`, which some browsers ask for by this name alone.
pub async fn show_favicon(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let asset = state.assets.by_name.get("favicon.ico").ok_or(WebError::NotFound)?;
    Ok(asset.file.answer(&request, &state.scheduler, "public, max-age=86400"))
}

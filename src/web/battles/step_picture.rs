//! `/battles/{id}/{step}.svg` and `.png`: a position as a drawing or a picture, for pages of other sites too. It never
//! changes, so browsers need not ask again.

use std::sync::Arc;

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::album::PictureKey;
use super::found::id_of;
use super::picture;
use super::step::AtStep;
use crate::web::download::{Tag, file};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;

/// The time for which others may keep a picture without asking: a week, after which that of a deleted battle is gone.
const KEPT: HeaderValue = HeaderValue::from_static("public, max-age=604800, immutable");

/// The usual width of a picture, in pixels.
const USUAL_WIDTH: u32 = 1200;
/// The widths of pictures that are allowed.
const WIDTHS: std::ops::RangeInclusive<u32> = 200..=2000;

/// Marks a file as one that never changes and that pages of other sites may show.
fn kept(mut answer: HttpResponse) -> HttpResponse {
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, KEPT);
    headers.insert(header::CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    answer
}

/// What identifies the state that a picture shows.
fn marks(at: &AtStep) -> String {
    format!("{} {} {}", at.found.stored.id, at.number, at.sitting.digest())
}

/// `GET /battles/{id}/{step}.{format}`: `svg`, or `png`, of which `width` is the width in pixels.
///
/// # Errors
/// When there is no such battle or format, it has not come so far, or this program paints no pictures.
pub async fn step_file(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String, String)>,
) -> Result<HttpResponse, WebError> {
    let (id, number, format) = path.into_inner();
    let id = id_of(&id)?;
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let width = match fields.text("width").trim() {
        "" => USUAL_WIDTH,
        text => text.parse().ok().filter(|width| WIDTHS.contains(width)).ok_or_else(|| {
            WebError::Unreadable(format!("a picture must be {} to {} pixels wide", WIDTHS.start(), WIDTHS.end()))
        })?,
    };
    fields.finish()?;
    let at = AtStep::new(&request, &state, &id, &number).await?;
    let name = format!("{id}-{number}.{format}");
    let tag = match format.as_str() {
        "svg" => Tag::new(&[b"step", env!("CARGO_PKG_VERSION").as_bytes(), marks(&at).as_bytes()]),
        "png" => Tag::printed(&[b"step", marks(&at).as_bytes(), width.to_string().as_bytes()]),
        _ => return Err(WebError::NotFound),
    };
    if let Some(known) = tag.known(&request) {
        return Ok(kept(known));
    }
    let answer = match format.as_str() {
        "svg" => file(name, "image/svg+xml", drawing(&request, &state, &at).await?),
        _ => file(name, "image/png", painting(&request, &state, &at, width).await?),
    };
    tag.on(kept(answer))
}

/// The position as SVG.
async fn drawing(request: &HttpRequest, state: &AppState, at: &AtStep) -> Result<String, WebError> {
    let sitting = Arc::clone(&at.sitting);
    state.run_heavy(request, JobKind::Replay, move || picture::as_file(&sitting, &sitting.snapshot())).await
}

/// The position as PNG. It is painted once, however many ask for it at the same time.
async fn painting(request: &HttpRequest, state: &AppState, at: &AtStep, width: u32) -> Result<Bytes, WebError> {
    let key = PictureKey { battle: at.found.stored.id.clone(), step: at.number, width };
    let paint = async || {
        let (sitting, printer) = (Arc::clone(&at.sitting), state.printer.clone());
        let job = move || printer.paint_now(&picture::as_file(&sitting, &sitting.snapshot()), width, "");
        Ok(Bytes::from(state.run_heavy(request, JobKind::Picture, job).await??))
    };
    state.album.picture(key, paint).await
}

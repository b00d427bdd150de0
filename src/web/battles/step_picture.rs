//! `/battles/{id}/{step}.svg` and `.png`: a position as a drawing or a picture, for pages of other sites too. It never
//! changes, so browsers need not ask again.

use std::sync::Arc;

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::album::PictureKey;
use super::found::{FoundBattle, id_of};
use super::picture;
use super::step::{AtStep, step_of};
use crate::web::download::{Tag, file};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::not_stored;
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

/// What identifies the position after a step.
fn marks(found: &FoundBattle, number: usize) -> String {
    let entries = found.sitting.recorder().entries().iter().enumerate();
    let last = entries.take_while(|(at, _)| found.sitting.number(*at) <= number).last();
    format!("{} {number} {:016x}", found.stored.id, last.map_or(0, |(_, entry)| entry.digest))
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
    let (step, found) = (step_of(&number)?, FoundBattle::new(&request, &state, &id).await?);
    if step > found.sitting.last_number() {
        return Err(WebError::NotFound);
    }
    let (marks, width_text) = (marks(&found, step), width.to_string());
    let (tag, kind, width) = match format.as_str() {
        "svg" => (Tag::new(&[b"step", env!("CARGO_PKG_VERSION").as_bytes(), marks.as_bytes()]), "image/svg+xml", None),
        "png" => (Tag::printed(&[b"step", marks.as_bytes(), width_text.as_bytes()]), "image/png", Some(width)),
        _ => return Err(WebError::NotFound),
    };
    // A picture that only the players may see stays out of shared caches.
    let is_public = found.stored.hidden.is_none() && FoundBattle::is_open(&found.stored);
    if let Some(known) = tag.known(&request).filter(|_| is_public) {
        return Ok(kept(known));
    }
    let key = PictureKey { battle: id.clone(), step, width };
    let made = state.album.picture(key, async || {
        let at = AtStep::new(&request, &state, &id, &number).await?;
        match width {
            None => drawing(&request, &state, &at).await,
            Some(width) => painting(&request, &state, &at, width).await,
        }
    });
    let answer = file(format!("{id}-{step}.{format}"), kind, made.await?);
    if is_public { tag.on(kept(answer)) } else { Ok(not_stored(answer)) }
}

/// The position as SVG.
async fn drawing(request: &HttpRequest, state: &AppState, at: &AtStep) -> Result<Bytes, WebError> {
    let sitting = Arc::clone(&at.sitting);
    let job = move || picture::as_file(&sitting, &sitting.snapshot());
    Ok(Bytes::from(state.run_heavy(request, JobKind::Replay, job).await?))
}

/// The position as PNG.
async fn painting(request: &HttpRequest, state: &AppState, at: &AtStep, width: u32) -> Result<Bytes, WebError> {
    let (sitting, printer) = (Arc::clone(&at.sitting), state.printer.clone());
    let job = move || printer.paint_now(&picture::as_file(&sitting, &sitting.snapshot()), width, "");
    Ok(Bytes::from(state.run_heavy(request, JobKind::Picture, job).await??))
}

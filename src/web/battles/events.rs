//! `/battles/{id}/events`: whoever has the page of a battle open learns at once that it has gone on, by server-sent events.
//!
//! An event says only how many lines a battle has; the page then asks for what has changed. So a line that was dropped
//! misses nothing: the first event after it comes back says where the battle is.

use std::time::Duration;

use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use tokio::time::{Instant, timeout_at};

use super::found::{FoundBattle, id_of};
use crate::web::accounts::identity;
use crate::web::connections::Live;
use crate::web::error::WebError;
use crate::web::state::AppState;
use crate::web::stream::streamed;

/// The time after which something is sent even if nothing has happened, so that nobody on the way closes the line.
const BEAT: Duration = Duration::from_secs(20);
/// The milliseconds after which a browser comes back when its line was dropped.
const RETRY: u32 = 2_000;

/// `GET /battles/{id}/events`: an event `lines` with the number of lines now, and each time it has grown. When the battle
/// is over, nothing is sent any more (204), and the browser asks no more.
///
/// # Errors
/// When there is no such battle, or only its players may see it.
pub async fn events(request: HttpRequest, state: Data<AppState>, path: Path<String>) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let by = identity::holder(&request, &state).await?;
    let stored = state.store.battle(&id, by).await?;
    if !FoundBattle::shows(&stored) {
        return Err(WebError::ClosedBattle);
    }
    if stored.is_over {
        return Ok(HttpResponse::NoContent().insert_header((header::CACHE_CONTROL, "no-store")).finish());
    }
    let mut news = state.news.follow(&id, stored.orders);
    let ends = Instant::now() + state.news.lasts();
    let body = streamed(async move |outlet| {
        outlet.write(format!("retry: {RETRY}\n")).await?;
        loop {
            let lines = *news.borrow_and_update();
            outlet.write(format!("id: {lines}\nevent: lines\ndata: {lines}\n\n")).await?;
            outlet.flush().await?;
            loop {
                let beat = (Instant::now() + BEAT).min(ends);
                match timeout_at(beat, news.changed()).await {
                    Ok(Ok(())) => break,
                    // The battle is forgotten only when nobody follows it.
                    Ok(Err(_)) => return Ok(()),
                    Err(_) if Instant::now() >= ends => return Ok(()),
                    Err(_) => {
                        outlet.write(":\n\n").await?;
                        outlet.flush().await?;
                    }
                }
            }
        }
    });
    let mut answer = HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        // Servers on the way must not collect events before they pass them on.
        .insert_header(("x-accel-buffering", "no"))
        .body(body);
    answer.extensions_mut().insert(Live(state.news.lasts()));
    Ok(answer)
}

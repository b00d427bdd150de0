//! News of battles: whoever has the page of a battle open learns at once that it has gone on, by server-sent events.
//!
//! An event says only how many lines a battle has; the page then asks for what has changed. So a line that was dropped
//! misses nothing: the first event after it comes back says where the battle is.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use super::found::{FoundBattle, id_of};
use crate::store::{BattleId, Store, StoreError};
use crate::web::accounts::identity;
use crate::web::connections::Live;
use crate::web::error::WebError;
use crate::web::state::AppState;
use crate::web::stream::streamed;

/// The time after which a stream of events ends; the browser then opens another.
pub const LASTING: Duration = Duration::from_secs(540);
/// The time after which something is sent even if nothing has happened, so that nobody on the way closes the line.
const BEAT: Duration = Duration::from_secs(20);
/// The milliseconds after which a browser comes back when its line was dropped.
const RETRY: u32 = 2_000;
/// The interval between two looks for orders that another process has taken.
pub const LOOK: Duration = Duration::from_secs(2);
/// The largest number of battles in one look.
const LOOKED_AT: usize = 500;

/// The battles that somebody follows, each with its number of lines.
pub struct News {
    followed: Mutex<HashMap<BattleId, watch::Sender<i64>>>,
    lasting: Duration,
}

impl Default for News {
    fn default() -> Self {
        Self::lasting(LASTING)
    }
}

impl fmt::Debug for News {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "News({})", self.followed().len())
    }
}

impl News {
    /// News whose streams end after this time.
    #[must_use]
    pub fn lasting(lasting: Duration) -> Self {
        Self { followed: Mutex::default(), lasting }
    }

    fn followed(&self) -> MutexGuard<'_, HashMap<BattleId, watch::Sender<i64>>> {
        self.followed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Follows a battle that has at least this many lines.
    fn follow(&self, id: &BattleId, lines: i64) -> watch::Receiver<i64> {
        let mut followed = self.followed();
        let known = followed.entry(id.clone()).or_insert_with(|| watch::Sender::new(lines));
        known.send_if_modified(|known| std::mem::replace(known, lines.max(*known)) < lines);
        known.subscribe()
    }

    /// Tells those who follow a battle how many lines it has.
    pub(super) fn tell(&self, id: &BattleId, lines: i64) {
        if let Some(known) = self.followed().get(id) {
            known.send_if_modified(|known| std::mem::replace(known, lines.max(*known)) < lines);
        }
    }

    /// The battles that somebody follows; those that nobody follows any more are forgotten.
    fn still_followed(&self) -> Vec<BattleId> {
        let mut followed = self.followed();
        followed.retain(|_, known| known.receiver_count() > 0);
        followed.keys().cloned().collect()
    }

    /// Looks for lines that other processes have added to battles that are followed here.
    ///
    /// # Errors
    /// Any database error.
    pub async fn look(&self, store: &Store) -> Result<(), StoreError> {
        let followed = self.still_followed();
        for some in followed.chunks(LOOKED_AT) {
            for (id, lines) in store.battle_lengths(some.to_vec()).await? {
                self.tell(&id, lines);
            }
        }
        Ok(())
    }
}

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
    let ends = Instant::now() + state.news.lasting;
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
    answer.extensions_mut().insert(Live(state.news.lasting));
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn followers_are_told_once_and_forgotten_battles_cost_nothing() {
        let (news, id) = (News::default(), BattleId::random().unwrap());
        news.tell(&id, 3);
        assert!(news.still_followed().is_empty());
        let mut first = news.follow(&id, 3);
        let mut second = news.follow(&id, 2);
        assert_eq!((*first.borrow_and_update(), *second.borrow_and_update()), (3, 3));
        news.tell(&id, 5);
        news.tell(&id, 4);
        first.changed().await.unwrap();
        assert_eq!(*first.borrow_and_update(), 5);
        assert!(!first.has_changed().unwrap());
        assert_eq!(news.still_followed(), std::slice::from_ref(&id));
        drop((first, second));
        assert!(news.still_followed().is_empty());
    }
}

//! The hourly chores of a server: it deletes old data and gives space back to the disk.

use std::time::{Duration, Instant};

use musterfield::store::{CLEARED_FOR, ClockGuard, ClockReading, ORIGINS_KNOWN_FOR, Store, StoreError};
use time::OffsetDateTime;

use super::chain;

/// The time between two runs.
const HOUR: Duration = Duration::from_secs(3600);
/// The time for which requests are remembered, so that a form sent again is recognised.
const REMEMBERED: time::Duration = time::Duration::days(30);
/// The time for which attempts are counted; no limit looks further back.
const COUNTED: time::Duration = time::Duration::days(1);
/// The largest number of works or battles swept in one transaction; visitors who want to write may have to wait for it.
const SWEPT_AT_ONCE: u32 = 10;
/// The largest number of transactions in one hour in which works are swept, and of those in which battles are.
const SWEEPS: u32 = 200;
/// The largest number of steps of 1 MiB by which an SQLite file shrinks in one hour.
const STEPS: u32 = 1_024;

/// Runs the chores for as long as the server runs. Nothing is deleted by age while the clock cannot be trusted.
pub(crate) async fn every_hour(store: Store) {
    let started = Instant::now();
    let reading = || ClockReading { wall: OffsetDateTime::now_utc(), running: started.elapsed() };
    let mut guard = ClockGuard::new(reading());
    let mut hours = actix_web::rt::time::interval(HOUR);
    loop {
        hours.tick().await;
        if let Err(error) = forget_what_is_old(&store, &mut guard, reading()).await {
            tracing::warn!(cause = %chain(&error), "old data could not be deleted");
        }
        if let Err(error) = store.give_back(STEPS).await {
            tracing::warn!(cause = %chain(&error), "free space could not be returned to the disk");
        }
    }
}

/// Deletes requests that no browser will send again, ended sessions and counts, works that nobody has opened, and battles
/// that nobody has opened or played.
async fn forget_what_is_old(store: &Store, guard: &mut ClockGuard, reading: ClockReading) -> Result<(), StoreError> {
    if let Err(doubt) = guard.judge(reading, store.clock_mark().await?) {
        tracing::warn!(%doubt, "the clock cannot be trusted; no old data is deleted this hour");
        return Ok(());
    }
    let now = reading.wall;
    store.mark_clock(now).await?;
    let requests = store.prune_requests(now - REMEMBERED).await;
    let sessions = store.prune_sessions(now).await;
    let attempts = store.prune_attempts(now - COUNTED).await;
    let households = store.prune_households(now).await;
    let origins = store.forget_origins((now - ORIGINS_KNOWN_FOR).date()).await;
    // One more hour, so that nothing is deleted while somebody restores it.
    let clearings = store.prune_clearings(now - CLEARED_FOR - time::Duration::HOUR).await;
    let works = sweep(store, now).await;
    let battles = sweep_battles(store, now).await;
    // A failure of one does not stop the others.
    [requests, sessions, attempts, households, origins, clearings, works, battles]
        .into_iter()
        .collect::<Result<Vec<_>, _>>()
        .map(|_| ())
}

async fn sweep(store: &Store, now: OffsetDateTime) -> Result<usize, StoreError> {
    let mut swept = 0;
    for _ in 0..SWEEPS {
        match store.sweep(now, SWEPT_AT_ONCE).await? {
            0 => break,
            works => swept += works,
        }
    }
    if swept > 0 {
        tracing::info!(works = swept, "deleted works that no one had opened for two years");
    }
    Ok(swept)
}

async fn sweep_battles(store: &Store, now: OffsetDateTime) -> Result<usize, StoreError> {
    let mut swept = 0;
    for _ in 0..SWEEPS {
        match store.sweep_battles(now, SWEPT_AT_ONCE).await? {
            0 => break,
            battles => swept += battles,
        }
    }
    if swept > 0 {
        tracing::info!(battles = swept, "deleted battles that no one had opened for two years or played for a month");
    }
    Ok(swept)
}

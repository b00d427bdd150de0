//! Events: what is played when, entering, and the organiser's desk.
//!
//! | address | handler |
//! |---|---|
//! | `/events` | [`list`] |
//! | `/events/new`, `…/{slug}/settings`, `…/state`, `…/delete` | [`settings`] |
//! | `/events/{slug}` | [`show`] |
//! | `/events/{slug}/enter` | [`enter`], [`armies`] |
//! | `/events/{slug}/entries/{id}` | [`entry`] |
//! | `/events/{slug}/desk`, `…/log`, `…/staff` | [`desk`], [`staff`] |
//! | `/events/{slug}/clear` | [`clear`] |
//! | `/events/{slug}/rounds/…` | [`rounds`], [`draw`], [`by_hand`], [`result`] |
//! | `/events/{slug}/standings`, and what hangs on the wall | [`standings`] |
//! | `/events/{slug}/rosters.pdf`, `…/cribs.pdf`, `…/entries/{id}/receipt.pdf` | [`papers`] |
//! | `/events/{slug}/verify/{id}` | [`verify`] |
//! | `/events/{slug}/entries.csv`, `.json`, `.zip`, `…/event.json` | [`export`] |
//!
//! [`access`] says who may do what: every handler below an event begins with it. Whoever is not of the staff finds no draft
//! and no hidden event at any of these addresses.

pub mod access;
pub mod armies;
pub mod by_hand;
pub mod clear;
pub mod desk;
pub mod draw;
pub mod enter;
pub mod entry;
pub mod export;
mod form;
pub mod list;
mod outcome;
pub mod papers;
mod play;
pub mod result;
pub mod rounds;
pub mod settings;
pub mod show;
pub mod staff;
pub mod standings;
mod tables;
pub mod verify;

use crate::events::zone::Moment;
use time::OffsetDateTime;

/// A moment of the store as events reckon with it.
fn moment_of(at: OffsetDateTime) -> Option<Moment> {
    Moment::from_micros(i64::try_from(at.unix_timestamp_nanos() / 1000).ok()?)
}

/// Now, for the clock that players are shown.
fn now() -> Option<Moment> {
    moment_of(OffsetDateTime::now_utc())
}

/// A moment of an event as the store keeps it.
fn stored(at: Moment) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(at.micros()) * 1000).ok()
}

//! Events: their pages, entering, and the organiser's desk.
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
//! | `/events/{slug}/rounds/…` | [`rounds`], [`draw`], [`manual_pairings`], [`result`] |
//! | `/events/{slug}/rounds/…/games/{table}/battle` | [`game_battle`]; [`played`] enters the result of the battle |
//! | `/events/{slug}/standings`, and the sheets for the wall | [`standings`] |
//! | `/events/{slug}/rosters.pdf`, `…/cribs.pdf`, `…/entries/{id}/receipt.pdf` | [`papers`] |
//! | `/events/{slug}/verify/{id}` | [`verify`] |
//! | `/events/{slug}/entries.csv`, `.json`, `.zip`, `…/event.json` | [`export`] |
//!
//! [`access`] decides who may do what: every handler below an event begins with it. Visitors who are not on the staff
//! find no draft and no hidden event at any of these addresses.

pub mod access;
pub mod armies;
pub mod clear;
pub mod desk;
pub mod draw;
pub mod enter;
pub mod entry;
pub mod export;
mod form;
mod frame;
pub mod game_battle;
pub mod list;
pub mod manual_pairings;
mod outcome;
mod own_lists;
pub mod papers;
mod play;
pub mod played;
pub mod result;
pub mod rounds;
pub mod settings;
pub mod show;
pub mod staff;
pub mod standings;
mod tables;
pub mod verify;

use musterfield_events::zone::{Moment, Zone};
use time::OffsetDateTime;

use crate::web::moment::{self, ZonedMoment};

/// A time of the store as a moment of an event.
fn moment_of(at: OffsetDateTime) -> Option<Moment> {
    Moment::from_micros(i64::try_from(at.unix_timestamp_nanos() / 1000).ok()?)
}

/// The current time, for the clock that players see.
fn now() -> Option<Moment> {
    moment_of(OffsetDateTime::now_utc())
}

/// A moment of an event as its pages show it to people who may live elsewhere; `None` if the store cannot hold it.
fn in_zone(zone: &Zone, at: Moment) -> Option<ZonedMoment> {
    stored(at).map(|stored| ZonedMoment::new(stored, zone.format(at)))
}

/// A time of the store as the pages of an event show it, where the clock of the event counts.
fn told_in_zone(zone: &Zone, at: OffsetDateTime) -> ZonedMoment {
    let text = moment_of(at).map_or_else(|| moment::Moment::from(at).text(), |at| zone.format(at));
    ZonedMoment::new(at, text)
}

/// A moment of an event as a time of the store.
fn stored(at: Moment) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(at.micros()) * 1000).ok()
}

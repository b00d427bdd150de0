//! Battles played in the browser.
//!
//! A battle is stored as its head and the orders that were accepted; its state comes from playing them. The holder of a
//! side gives its orders; the computer gives those of a side that it plays.
//!
//! | part | what |
//! |---|---|
//! | `begin` | the form that begins a battle |
//! | `log`, `standing_orders` | what players do besides giving orders; what they have decided ahead |
//! | `sitting`, `sittings` | a battle at the table with its record; those that are cached |
//! | `found` | finds a battle for a visitor, played up to its last order |
//! | `offers` | what the side that decides may do, as buttons and numbers |
//! | `join` | the link by which somebody plays a side |
//! | `show`, `step` | the page of a battle; each of its steps |
//! | `orders` | takes an order, and lets the computer answer |
//! | `say`, `talk` | takes what else players say; what the page offers of it |
//! | `news`, `events` | tell those who follow a battle that it has gone on |
//! | `notice`, `feed` | mails and a feed for those who have to decide |
//! | `sketch` | the state of a battle as one of the visitor’s own, to try something |
//! | `record` | the record as a file |

mod begin;
mod events;
mod feed;
mod found;
mod join;
mod log;
pub mod news;
mod notice;
mod offers;
mod orders;
mod picture;
mod record;
mod say;
mod show;
mod sitting;
pub mod sittings;
mod sketch;
mod standing_orders;
mod step;
mod talk;

pub use begin::{begin_battle, choose};
pub use events::events;
pub use feed::feed;
pub use join::{ask_join, join};
pub use notice::{ask_notice, set_notice};
pub use orders::{give_order, go_on};
pub use record::record_file;
pub use say::say;
pub use show::{my_battles, show_battle};
pub use sketch::try_it;
pub use step::{show_step, step_picture};

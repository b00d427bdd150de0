//! Battles played in the browser.
//!
//! A battle is stored as its head and the orders that were accepted; its state comes from playing them. The holder of a
//! side gives its orders; the computer gives those of a side that it plays.
//!
//! | part | what |
//! |---|---|
//! | `begin` | the form that begins a battle |
//! | `sitting`, `dice`, `sittings` | a battle at the table with its record, its dice, those that are cached |
//! | `found` | finds a battle for a visitor, played up to its last order |
//! | `offers` | what the side that decides may do, as buttons and numbers |
//! | `table` | answers to the script of the table: `ways` of the chosen, a `look` at an order, `layers` to measure by |
//! | `join` | the link by which somebody plays a side |
//! | `show`, `step` | the page of a battle; each of its steps |
//! | `orders` | takes an order, and lets the computer answer |
//! | `record` | the record as a file |

mod begin;
mod dice;
mod found;
mod join;
mod layers;
mod look;
mod offers;
mod orders;
mod picture;
mod record;
mod show;
mod sitting;
pub mod sittings;
mod step;
mod table;
mod trail;
mod ways;

pub use begin::{begin_battle, choose};
pub use join::{ask_join, join};
pub use orders::{give_order, go_on};
pub use record::record_file;
pub use show::{my_battles, show_battle};
pub use step::{show_step, step_picture};
pub use table::{look_at_order, show_layers, show_ways};

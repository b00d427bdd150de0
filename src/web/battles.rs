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
//! | `join` | the link by which somebody plays a side |
//! | `show`, `step` | the page of a battle; each of its steps |
//! | `step_picture`, `trail` | a step as a file, for other sites too; what its order moved, on the drawing |
//! | `review`, `told`, `graph` | a battle looked at again: its page, what is told on it, the graph of its losses |
//! | `album` | caches pictures of steps and reviews |
//! | `check` | whether a stored battle is still played as it was |
//! | `open` | opens a record as a battle to look at |
//! | `orders` | takes an order, and lets the computer answer |
//! | `record` | the record as a file |

pub mod album;
mod begin;
pub mod check;
mod dice;
mod found;
mod graph;
mod join;
mod offers;
mod open;
mod orders;
mod picture;
mod record;
mod review;
mod show;
mod sitting;
pub mod sittings;
mod step;
mod step_picture;
mod told;
mod trail;

pub use begin::{begin_battle, choose};
pub use join::{ask_join, join};
pub use open::{choose_record, open_record};
pub use orders::{give_order, go_on};
pub use record::record_file;
pub use review::show_review;
pub use show::{my_battles, show_battle};
pub use step::{go_to_step, show_step};
pub use step_picture::step_file;

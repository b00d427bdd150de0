//! Battles played in the browser.
//!
//! A battle is stored as its head and the orders that were accepted; its state comes from playing them. The holder of a
//! side gives its orders; the computer gives those of a side that it plays.
//!
//! | part | what |
//! |---|---|
//! | `begin`, `clock` | the form that begins a battle; the days for each decision |
//! | `pairing`, `game`, `seen` | begins the battle of a game of an event; what its page says of it; enters its result |
//! | `log`, `standing_orders` | what players do besides giving orders; what they have decided ahead |
//! | `sitting`, `sittings` | a battle at the table with its record; those that are cached |
//! | `found` | finds a battle for a visitor, played up to its last order |
//! | `offers` | what the side that decides may do, as buttons and numbers |
//! | `delete` | deletes a battle |
//! | `table` | answers to the script of the table: `ways` of the chosen, a `look` at an order, `layers` to measure by |
//! | `join` | the links by which sides are played |
//! | `lesson` | the lesson for people who have never played |
//! | `show`, `step` | the page of a battle; each of its steps |
//! | `step_picture`, `trail` | a step as a file, for other sites too; what its order moved, on the drawing |
//! | `review`, `told`, `graph` | a battle looked at again: its page, what is told on it, the graph of its losses |
//! | `album` | caches pictures of steps and reviews |
//! | `check` | whether a stored battle is still played as it was |
//! | `open` | opens a record as a battle to look at |
//! | `orders` | takes an order, and lets the computer answer what takes no time |
//! | `opponent`, `computer` | how well the computer plays; its bounds, for which it may have to think |
//! | `say`, `talk` | takes what else players say; what the page offers of it |
//! | `news`, `events` | tell those who follow a battle that it has gone on |
//! | `notice`, `feed` | mails and a feed for those who have to decide |
//! | `sketch` | the state of a battle as one of the visitor’s own, to try something |
//! | `record`, `stored_record` | the record as a file; that of a battle that is played differently now |
//! | `thoughts` | the battles about which the computer thinks now |

pub mod album;
mod begin;
pub mod check;
mod cited;
pub mod clock;
mod computer;
mod created;
mod delete;
mod events;
mod feed;
mod found;
mod game;
mod graph;
mod join;
mod lately;
mod layers;
mod lesson;
mod log;
mod look;
mod meeting;
pub mod news;
mod notice;
mod offers;
mod open;
mod opponent;
mod orders;
pub mod pairing;
mod picture;
mod record;
mod review;
mod say;
mod seen;
mod show;
mod sitting;
pub mod sittings;
mod sketch;
mod standing_orders;
mod step;
mod step_picture;
mod stored_record;
mod table;
mod talk;
pub mod thoughts;
mod told;
mod trail;
mod ways;

pub use begin::{begin_battle, choose};
pub use computer::go_on;
pub use delete::{ask_delete_battle, delete_battle};
pub use events::events;
pub use feed::feed;
pub use join::{ask_join, join, new_side_link};
pub use lesson::{
    Lessons, give_lesson_order, look_at_lesson_order, show_lesson, show_lesson_layers, show_lesson_step,
    show_lesson_ways,
};
pub use notice::{ask_notice, set_hook, set_notice};
pub use open::{choose_record, open_record};
pub use orders::give_order;
pub use record::record_file;
pub use review::show_review;
pub use say::say;
pub use show::{my_battles, show_battle};
pub use sketch::try_it;
pub use step::{go_to_step, show_step};
pub use step_picture::step_file;
pub use table::{look_at_order, show_layers, show_ways};

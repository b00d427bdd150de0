//! Armies: checks, counts, reading and writing.

mod budget;
mod counts;
mod files;
mod fits;
mod fixes;
mod forums;
mod hostile;
mod lists;
pub(crate) mod make;
mod marks;
mod notations;
mod options;
mod pasted;
mod rosters;
mod round_trips;
mod who_leads;
mod words;

//! Armies: checks, counts, reading and writing.

mod bases;
mod budget;
mod conversions;
mod counts;
mod elements;
mod files;
mod fits;
mod fixes;
mod forums;
mod graded;
mod graded_files;
mod hostile;
mod lists;
pub(crate) mod make;
mod marks;
mod notations;
mod options;
mod pasted;
mod rosters;
mod rosters_of_elements;
mod round_trips;
mod short_hand;
mod who_leads;
mod words;
mod worth;

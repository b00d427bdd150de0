//! Armies: checks, counts, reading and writing.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot continue must fail")]

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
mod marks;
mod missing_tables;
mod notations;
mod options;
mod pasted;
mod posted;
mod settings;
mod short_hand;
mod stakes;
mod who_leads;
mod words;

//! Sheets for the table: one view of an army, many formats.
//!
//! [`view`] gathers everything that stands on a roster; text, Markdown, CSV, JSON, the print page and the PDF all take it
//! from there, so they cannot disagree. No format looks into the army itself, save where a text must read back as one.

pub mod commands;
mod defeat;
pub mod labels;
pub mod markdown;
pub mod plain;
pub mod prose;
pub mod qr;
pub mod table;
pub mod view;

pub use labels::LabelSheet;
pub use view::{Options, RosterView};

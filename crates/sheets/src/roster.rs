//! Sheets for the table: one view of an army, many formats.
//!
//! [`view`] gathers the whole content of a roster; text, Markdown, CSV, JSON, the print page and the PDF all take it
//! from there, so they cannot disagree. No format looks into the army itself, except where a text must read back as
//! one.
//!
//! | file | what |
//! |---|---|
//! | `view.rs` | the content of a roster, which all formats use |
//! | `commands.rs`, `defeat.rs` | the commands of a divided army; when the army breaks, in words. The view uses both |
//! | `table.rs`, `plain.rs` | text, Markdown, CSV and JSON; notes for the table, as comments of plain text |
//! | `bbcode.rs` | the post for a forum |
//! | `markdown.rs` | limits on the result of Markdown, on pages and on sheets; text beyond them stays as typed |
//! | `prose.rs`, `labels.rs`, `qr.rs` | notes as blocks, base labels, QR codes |

pub mod bbcode;
pub mod commands;
mod defeat;
pub mod labels;
pub mod markdown;
pub mod plain;
pub mod prose;
pub mod qr;
mod stickers;
pub mod table;
pub mod view;

pub use labels::LabelSheet;
pub use stickers::Stickers;
pub use view::{Options, RosterView};

//! A roster as text, Markdown, CSV and JSON.

use std::fmt::Write as _;

use super::view::RosterView;
use crate::army::write::{markdown_with, to_text};
use crate::army::{Draft, Report};

/// The head of the table of elements, as in every format.
pub const COLUMNS: [&str; 12] =
    ["Elements", "Code", "Type", "Label", "Marks", "Class", "v Foot", "v Mounted", "Move", "Range", "Base", "AP"];

fn cells(view: &RosterView) -> impl Iterator<Item = [String; 12]> {
    view.rows.iter().map(|row| {
        [
            row.count.to_string(),
            row.code.clone(),
            row.name.clone(),
            row.label.clone(),
            row.marks.join(", "),
            row.class.clone(),
            row.factor_foot.clone(),
            row.factor_mounted.clone(),
            row.movement.clone(),
            row.range.clone(),
            row.base.clone(),
            row.points.to_string(),
        ]
    })
}

/// Plain text: the army as it is pasted in a forum, which reads back as the same army.
#[must_use]
pub fn text(draft: &Draft, report: &Report, view: &RosterView) -> String {
    let text = to_text(draft, report);
    let mut lines = format!("> {}\n", view.break_text);
    if let Some(url) = &view.url {
        let _ = writeln!(lines, "> {url}");
    }
    // Before the notes, which run to the end of the text.
    match text.split_once("\nNotes:\n") {
        Some((head, notes)) if !draft.notes.is_empty() => format!("{head}{lines}\nNotes:\n{notes}"),
        _ => format!("{text}{lines}"),
    }
}

/// Markdown: the army, which reads back as the same, with a table for play.
#[must_use]
pub fn markdown(draft: &Draft, report: &Report, view: &RosterView) -> String {
    let mut extra = String::from("## In play\n\n");
    let _ = writeln!(extra, "| {} |", COLUMNS.join(" | "));
    let _ = writeln!(extra, "|{}", " --- |".repeat(COLUMNS.len()));
    for row in cells(view) {
        let row = row.map(|cell| cell.replace('\\', "\\\\").replace('|', "\\|"));
        let _ = writeln!(extra, "| {} |", row.join(" | "));
    }
    let _ = write!(extra, "\n> {}\n", view.break_text);
    if let Some(url) = &view.url {
        let _ = write!(extra, "\n> <{url}>\n");
    }
    markdown_with(draft, report, &extra)
}

/// CSV: one line of elements a row, for a spreadsheet.
#[must_use]
pub fn csv(view: &RosterView) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail; a broken record would be a mistake of ours and only lose itself.
    let _ = writer.write_record(COLUMNS);
    for row in cells(view) {
        let _ = writer.write_record(row.map(|cell| guarded(&cell)));
    }
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// A cell that a spreadsheet would take for a formula is kept as text.
fn guarded(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t']) && cell.parse::<f64>().is_err() {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

/// JSON: the whole view.
#[must_use]
pub fn json(view: &RosterView) -> String {
    serde_json::to_string_pretty(view).unwrap_or_default() + "\n"
}

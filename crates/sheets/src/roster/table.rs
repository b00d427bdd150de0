//! A roster as text, Markdown, CSV and JSON.

use std::fmt::Write as _;

use musterfield_army::{Draft, Report};
use musterfield_rules::Points;
use musterfield_words::army::write::{markdown_with, to_text};

use super::commands::ListView;
use super::plain::{IN_NONE, boxes, in_play};
use super::view::{GroupHead, RosterView, RowView};

/// The head of the table of elements in Markdown, and the first columns of CSV.
pub const COLUMNS: [&str; 12] =
    ["Elements", "Code", "Type", "Label", "Marks", "Class", "v Foot", "v Mounted", "Move", "Range", "Base", "AP"];

/// Further columns of CSV about the line.
const LINE_COLUMNS: [&str; 2] = ["AP each", "Problems"];

/// Further columns of CSV about the army. They are the same in every row, except the notes, so that tables of several
/// armies can be concatenated, sorted and filtered.
const ARMY_COLUMNS: [&str; 15] = [
    "Legal",
    "Army problems",
    "Army",
    "Ruleset",
    "Army AP",
    "AP agreed",
    "Breaks at AP",
    "Army list",
    "Allies from",
    "Home terrain",
    "Aggression",
    "Camp",
    "Figures",
    "Address",
    "Notes",
];

/// Further columns of CSV for armies of elements, whose columns of AP stay empty.
const ELEMENT_COLUMNS: [&str; 2] = ["Breaks at elements", "Command"];

fn cells(view: &RosterView, row: &RowView) -> [String; 12] {
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
        in_points(view, row.points),
    ]
}

/// A number of AP; empty where elements are counted, which have no prices.
fn in_points(view: &RosterView, points: Points) -> String {
    if view.in_points() { points.to_string() } else { String::new() }
}

/// Plain text: the army in the form in which it is pasted in a forum, which reads back as the same army, with details
/// for the table.
#[must_use]
pub fn text(draft: &Draft, report: &Report, view: &RosterView) -> String {
    let text = to_text(draft, report);
    let play = in_play(view);
    // Before the notes, which run to the end of the text.
    match text.split_once("\nNotes:\n") {
        Some((head, notes)) if !draft.notes.is_empty() => format!("{head}\n{play}\nNotes:\n{notes}"),
        _ => format!("{text}\n{play}"),
    }
}

/// Markdown: the army, which reads back as the same, with a table for play.
#[must_use]
pub fn markdown(draft: &Draft, report: &Report, view: &RosterView) -> String {
    let mut extra = String::from("## In play\n\n");
    // The last is that of the AP.
    let columns = COLUMNS.get(..COLUMNS.len() - usize::from(!view.in_points())).unwrap_or(&COLUMNS);
    for (place, (head, rows)) in view.groups().into_iter().enumerate() {
        if place > 0 {
            extra.push('\n');
        }
        match head {
            GroupHead::Command(command) => {
                let _ = write!(extra, "### {}\n\n> Note: {} {}\n\n", command.title, command.losses, command.die_text());
            }
            GroupHead::NoCommand => extra += &format!("### {IN_NONE}\n\n"),
            GroupHead::Undivided => {}
        }
        let _ = writeln!(extra, "| {} | Losses |", columns.join(" | "));
        let _ = writeln!(extra, "|{}", " --- |".repeat(columns.len() + 1));
        for (_, row) in rows {
            let cells = cells(view, row).map(|cell| cell.replace('\\', "\\\\").replace('|', "\\|"));
            let cells = cells.get(..columns.len()).unwrap_or(&cells);
            let _ = writeln!(extra, "| {} | {} |", cells.join(" | "), boxes(row.count).join(" "));
        }
    }
    let _ = write!(extra, "\n> Note: {}. {}", view.figure_scale, view.garrison_line());
    extra.truncate(extra.trim_end().len());
    extra.push('\n');
    if !view.break_text.is_empty() {
        let _ = write!(extra, "\n> Note: {}\n", view.break_text);
    }
    let _ = write!(extra, "\n> Note: {}\n", view.footer);
    match (&view.living_url, &view.url) {
        (Some(living), Some(url)) => {
            let _ = write!(extra, "\n> Note: the army [as it is now]({living}), and [this version of it]({url}).\n");
        }
        (living, url) => {
            for url in living.iter().chain(url) {
                let _ = write!(extra, "\n> <{url}>\n");
            }
        }
    }
    markdown_with(draft, report, &extra)
}

/// CSV: one row for each element line, by command, for a spreadsheet. An army without elements has one row for itself.
#[must_use]
pub fn csv(view: &RosterView) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let more: &[&str] = if view.in_points() { &[] } else { &ELEMENT_COLUMNS };
    // Writing to memory cannot fail; a broken record would be a fault of the program and only lose itself.
    let _ = writer.write_record(COLUMNS.iter().chain(&LINE_COLUMNS).chain(&ARMY_COLUMNS).chain(more));
    let mut army = of_army(view);
    let breaks = view.break_point.map(|lost| lost.to_string()).unwrap_or_default();
    let of_elements = |command: String| if more.is_empty() { Vec::new() } else { vec![breaks.clone(), command] };
    for (head, rows) in view.groups() {
        let command = match head {
            GroupHead::Command(command) => command.number.to_string(),
            GroupHead::NoCommand | GroupHead::Undivided => String::new(),
        };
        for (at, row) in rows {
            let line = [in_points(view, row.points_each), problems(view, Some(at))];
            let last = of_elements(command.clone());
            let record = cells(view, row).into_iter().chain(line).chain(army.clone()).chain(last);
            let _ = writer.write_record(record.map(|cell| guarded(&cell)));
            // Long, and once is enough.
            if let Some(notes) = army.last_mut() {
                notes.clear();
            }
        }
    }
    if view.rows.is_empty() {
        let none = ["0".to_owned()].into_iter().chain(vec![String::new(); COLUMNS.len() + LINE_COLUMNS.len() - 1]);
        let record = none.chain(army).chain(of_elements(String::new()));
        let _ = writer.write_record(record.map(|cell| guarded(&cell)));
    }
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// The columns about the army, for every row.
fn of_army(view: &RosterView) -> [String; 15] {
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let list = |list: &Option<ListView>| list.as_ref().map(|list| list.name.clone()).unwrap_or_default();
    [
        yes(view.legal),
        problems(view, None),
        view.name.clone(),
        format!("{} {}", view.ruleset.name, view.ruleset.version),
        in_points(view, view.points.spent),
        in_points(view, view.points.budget),
        view.break_point
            .map_or(String::new(), |lost| if view.break_unit == "AP" { lost.to_string() } else { String::new() }),
        list(&view.list),
        view.allied().unwrap_or_default(),
        view.home_terrain.clone().unwrap_or_default(),
        view.aggression.map(|factor| factor.to_string()).unwrap_or_default(),
        view.camp.map(yes).unwrap_or_default(),
        view.figure_scale.clone(),
        view.url.clone().unwrap_or_default(),
        view.army.notes.clone(),
    ]
}

/// The problems of one line, or of the army as a whole, in words.
fn problems(view: &RosterView, element: Option<usize>) -> String {
    let said = view.problems.iter().filter(|problem| problem.element == element).map(|problem| {
        let weight = if problem.severity == "error" { "NOT LEGAL" } else { "Note" };
        let rule = problem.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
        format!("{weight}: {}{rule}", problem.message)
    });
    said.collect::<Vec<_>>().join(" ")
}

/// A cell that a spreadsheet would take for a formula is marked as text.
#[must_use]
pub fn guarded(cell: &str) -> String {
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

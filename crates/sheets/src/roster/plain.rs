//! The details of an army for the table in plain text: figures in columns and boxes to tick.
//!
//! Every line is a comment when the army is read back, and at most `WIDTH` columns wide unless a single name is longer
//! than that.

use super::view::{GroupHead, RosterView, RowView};

/// The heading of elements that belong to no command, in an army that has some.
pub const IN_NONE: &str = "In no command";
/// The width of a line in a mail or a forum.
const WIDTH: usize = 80;
/// The beginning of a comment line.
const MARGIN: &str = "// ";
/// Blanks between two columns.
const GUTTER: &str = "  ";
/// The largest number of boxes drawn for one element line; a higher number is written as a line to count on.
pub const MOST_BOXES: i64 = 40;

/// The largest number of boxes in one line: as many as can be counted at a glance.
const ROW_OF_BOXES: usize = 10;

const HEAD: [&str; 7] = ["No.", "Type", "Foot", "Mtd", "Move", "Range", "Base, mm"];

/// The figures of every line with boxes for its losses, and other details for play.
#[must_use]
pub fn in_play(view: &RosterView) -> String {
    let [foot, mounted] = &view.against;
    let brackets =
        if view.in_brackets.is_empty() { String::new() } else { format!(" (in brackets {})", view.in_brackets) };
    let mut lines = wrapped(&format!(
        "In play: {}. Factors against {foot}{brackets} and against {mounted}; moves in good, rough and bad going and \
         ranges in {}; a box to tick for each element.",
        view.figure_scale, view.unit
    ));
    lines.push(String::new());
    lines.extend(table(view));
    lines.push(String::new());
    lines.extend(wrapped(&view.break_text));
    lines.extend(wrapped(&view.garrison_line()));
    lines.extend(wrapped(&view.footer));
    // An address is never broken.
    match (&view.living_url, &view.url) {
        (Some(living), Some(url)) => {
            lines.extend(["The army as it is now:", living, "This version of it:", url].map(str::to_owned));
        }
        (living, url) => lines.extend(living.clone().or_else(|| url.clone())),
    }
    lines.iter().map(|line| format!("{}\n", format!("{MARGIN}{line}").trim_end())).collect()
}

fn table(view: &RosterView) -> Vec<String> {
    let rows: Vec<[String; 7]> = view.rows.iter().map(cells).collect();
    let head = HEAD.map(|head| if head == "Foot" { view.first_column } else { head }).map(str::to_owned);
    let mut widths = [0; 7];
    for row in rows.iter().chain([&head]) {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = length(cell).max(*width);
        }
    }
    let mut lines = vec![aligned(&head, &widths)];
    let indent = " ".repeat(widths.first().copied().unwrap_or_default() + GUTTER.len());
    for (head, group) in view.groups() {
        match head {
            GroupHead::Command(command) => {
                lines.push(String::new());
                lines.extend(wrapped(&command.title));
                lines.extend(wrapped(&format!("{} {}", command.losses, command.die_text())));
            }
            GroupHead::NoCommand => lines.extend([String::new(), IN_NONE.to_owned()]),
            GroupHead::Undivided => {}
        }
        for (row, cells) in group.into_iter().filter_map(|(at, row)| Some((row, rows.get(at)?))) {
            lines.push(aligned(cells, &widths));
            lines.extend(below(row).into_iter().map(|line| format!("{indent}{line}")));
        }
    }
    lines
}

fn cells(row: &RowView) -> [String; 7] {
    let or_dash = |text: &str| if text.is_empty() { "–".to_owned() } else { text.to_owned() };
    [
        row.count.to_string(),
        row.name.clone(),
        or_dash(&row.factor_foot),
        or_dash(&row.factor_mounted),
        or_dash(&row.movement.replace(" / ", "/")),
        or_dash(&row.range),
        or_dash(&row.base.replace(" mm", "")),
    ]
}

/// One line of the table: the number of elements right-aligned, all else left-aligned.
fn aligned(cells: &[String; 7], widths: &[usize; 7]) -> String {
    let padded = cells.iter().zip(widths).enumerate().map(|(at, (cell, width))| {
        let blanks = " ".repeat(width.saturating_sub(length(cell)));
        if at == 0 { format!("{blanks}{cell}") } else { format!("{cell}{blanks}") }
    });
    padded.collect::<Vec<_>>().join(GUTTER)
}

/// Boxes for the losses, the marks of the elements, and the player's name for them.
fn below(row: &RowView) -> Vec<String> {
    let label = if row.label.is_empty() { String::new() } else { format!("“{}”", row.label) };
    let said = [row.marks.join(", "), label].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
    let room = WIDTH - MARGIN.len() - HEAD.first().map_or(0, |head| head.len()) - GUTTER.len();
    let mut lines: Vec<String> = boxes(row.count).chunks(ROW_OF_BOXES).map(|boxes| boxes.join(" ")).collect();
    match lines.last_mut() {
        Some(last) if !said.is_empty() && length(last) + GUTTER.len() + length(&said) <= room => {
            *last = format!("{last}{GUTTER}{said}");
        }
        _ => lines.extend(filled(said.split_whitespace(), room)),
    }
    lines
}

/// A box for each element; a line to write on if there are too many; nothing if there are none.
pub(super) fn boxes(count: i64) -> Vec<String> {
    if count > MOST_BOXES {
        return vec![format!("____ of {count}")];
    }
    vec!["[ ]".to_owned(); usize::try_from(count).unwrap_or_default()]
}

fn wrapped(text: &str) -> Vec<String> {
    filled(text.split_whitespace(), WIDTH - MARGIN.len())
}

/// Words in lines that are as full as possible.
fn filled<'a>(words: impl Iterator<Item = &'a str>, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn length(text: &str) -> usize {
    text.chars().count()
}

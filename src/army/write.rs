//! Armies as text and Markdown that people read and [`read`](super::text::read) reads back.

use std::fmt::Write as _;

use super::check::Report;
use super::draft::{Draft, Kind, Line};
use super::text::quote;

/// `Key: value` pairs of an army, those that are not the usual ones.
#[must_use]
pub fn facts(draft: &Draft) -> Vec<(&'static str, String)> {
    let ruleset = draft.ruleset;
    let mut facts = vec![("Ruleset", ruleset.id.to_string()), ("Points", format!("{} AP", draft.points))];
    if let Some(id) = &draft.home_terrain {
        let name = ruleset.home_terrain(id).map_or(id.clone(), |terrain| terrain.name.to_string());
        facts.push(("Home terrain", name));
    }
    facts.push(("Aggression", draft.aggression.to_string()));
    if let Some(list) = &draft.list {
        facts.push(("List", list.clone()));
    }
    if let Some(allies) = &draft.allies {
        // A word that is no id might be read as elements.
        facts.push((if allies.contains('/') { "Allies" } else { "Allies list" }, allies.clone()));
    }
    if !draft.camp {
        facts.push(("Camp", "none".to_owned()));
    }
    facts
}

/// One line of elements: `4 x Blades (Bd) Fast “house guard” @ 2 AP = 8 AP`.
#[must_use]
pub fn element(draft: &Draft, line: &Line) -> String {
    // A hyphen before a number would be a bullet.
    let sign = if line.count < 0 { "−" } else { "" };
    let mut text = format!("{sign}{} x ", line.count.unsigned_abs());
    match (&line.kind, draft.troop(line)) {
        (_, Some(troop)) => {
            let _ = write!(text, "{} ({})", troop.called(line.count), troop.code);
        }
        (Kind::Unknown(word), None) => text += &format!("type {}", quote(word)),
        (Kind::Known(_), None) => {}
    }
    for mark in marks(line) {
        text.push(' ');
        text += mark;
    }
    if !line.label.is_empty() {
        text.push(' ');
        text += &quote(&line.label);
    }
    if draft.troop(line).is_some() {
        let price = draft.price(line);
        let _ = write!(text, " @ {price} AP = {} AP", price * line.elements());
    }
    text
}

/// `1 element`, `13 elements`.
#[must_use]
pub fn elements(count: i64) -> String {
    format!("{count} {}", if count == 1 { "element" } else { "elements" })
}

/// What an element is marked as, in words, in the order of the roster.
#[must_use]
pub fn marks(line: &Line) -> Vec<&'static str> {
    let all = [
        (line.general, "General"),
        (line.fast, "Fast"),
        (line.ally, "Ally"),
        (line.water, "Water"),
        (line.siege_tower, "Siege tower"),
        (line.mounted, "Mounted"),
    ];
    all.into_iter().filter(|(on, _)| *on).map(|(_, mark)| mark).collect()
}

/// The army as plain text for a forum or a mail.
#[must_use]
pub fn to_text(draft: &Draft, report: &Report) -> String {
    let mut text = format!("Name: {}\n", draft.name);
    for (key, value) in facts(draft) {
        let _ = writeln!(text, "{key}: {value}");
    }
    text.push('\n');
    for line in &draft.lines {
        let _ = writeln!(text, "{}", element(draft, line));
    }
    let _ = writeln!(text, "\nTotal: {} AP, {}", report.figures.spent, elements(report.figures.elements));
    for problem in &report.problems {
        let _ = writeln!(text, "> {}", problem_line(problem));
    }
    if !draft.notes.is_empty() {
        let _ = write!(text, "\nNotes:\n{}\n", draft.notes);
    }
    text
}

/// The army as Markdown with something of the caller's between the elements and the notes: lines that begin with `|`,
/// `>`, `#` or nothing, so that the whole still reads back.
#[must_use]
pub fn markdown_with(draft: &Draft, report: &Report, extra: &str) -> String {
    let mut text = format!("# {}\n\n- **Name:** {}\n", draft.title(), draft.name);
    for (key, value) in facts(draft) {
        let _ = writeln!(text, "- **{key}:** {value}");
    }
    text += "\n## Elements\n\n";
    for line in &draft.lines {
        let _ = writeln!(text, "* {}", element(draft, line));
    }
    let _ = writeln!(text, "\n**Total: {} AP**", report.figures.spent);
    for problem in &report.problems {
        let _ = write!(text, "\n> {}\n", problem_line(problem));
    }
    if !extra.is_empty() {
        let _ = write!(text, "\n{}\n", extra.trim());
    }
    if !draft.notes.is_empty() {
        let _ = write!(text, "\n## Notes\n\n{}\n", draft.notes);
    }
    text
}

/// A problem on one line: `not legal: … (D3H2-LIST-03)`.
#[must_use]
pub fn problem_line(problem: &super::problem::Problem) -> String {
    let weight = if problem.is_error() { "NOT LEGAL" } else { "Note" };
    let rule = problem.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
    format!("{weight}: {}{rule}", problem.message)
}

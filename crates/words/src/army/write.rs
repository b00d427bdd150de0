//! Armies as text and Markdown, with their problems; [`read`](musterfield_army::text::read) reads them back.

use std::fmt::Write as _;

use musterfield_army::write::{element, elements, facts};
use musterfield_army::{Draft, Problem, Report};
use musterfield_rules::Ruleset;
use musterfield_rules::ruleset::SizeUnit;

/// The totals of the army: `24 AP, 13 elements`.
fn total(draft: &Draft, report: &Report) -> String {
    let elements = elements(report.totals.elements);
    match draft.ruleset.counts() {
        SizeUnit::Points => format!("{} AP, {elements}", report.totals.spent),
        SizeUnit::Elements => elements,
    }
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
    let _ = writeln!(text, "\nTotal: {}", total(draft, report));
    for problem in &report.problems {
        let _ = writeln!(text, "> {}", problem_line(problem, draft.ruleset));
    }
    if !draft.notes.is_empty() {
        let _ = write!(text, "\nNotes:\n{}\n", draft.notes);
    }
    text
}

/// The army as Markdown, with extra lines from the caller between the elements and the notes. Each must begin with `|`,
/// `>` or `#`, or be empty, so that the whole can still be read back.
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
    let total = match draft.ruleset.counts() {
        SizeUnit::Points => format!("{} AP", report.totals.spent),
        SizeUnit::Elements => elements(report.totals.elements),
    };
    let _ = writeln!(text, "\n**Total: {total}**");
    for problem in &report.problems {
        let _ = write!(text, "\n> {}\n", problem_line(problem, draft.ruleset));
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
pub fn problem_line(problem: &Problem, ruleset: &Ruleset) -> String {
    let weight = if problem.is_error() { "NOT LEGAL" } else { "Note" };
    let rule = problem.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
    format!("{weight}: {}{rule}", super::message(&problem.fault, ruleset))
}

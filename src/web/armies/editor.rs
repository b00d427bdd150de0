//! The editor as data for its template.

use musterfield_army::Report;
use musterfield_army::count::ways_to_fill;
use musterfield_army::draft::{Draft, ElementLine, LONGEST_LABEL, LONGEST_LIST, LONGEST_NAME, LONGEST_NOTES};
use musterfield_army::list::ArmyList;
use musterfield_rules::Points;
use musterfield_rules::ruleset::SizeUnit;
use musterfield_sheets::roster::view::garrison;

use super::choices::Choices;
use super::digits::grouped;
use super::fields::{EditorFields, FieldErrors};
use super::gauge::Gauge;
use super::keys::Keys;
use super::lines::EditorLine;
use super::offers::Offered;
use super::problems::Problems;
use super::rank::Rank;
use crate::web::link;
use crate::web::state::AppState;
use crate::web::terrain::home_table;
use crate::web::works::change::{Stored, Unsaved};
use crate::web::works::content::Judged;

/// Everything the editor shows.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    pub stored: Stored,
    pub unsaved: Option<Unsaved>,
    pub fields: EditorFields,
    pub errors: Vec<FieldError>,
    pub title: String,
    pub legal: bool,
    pub gauge: Gauge,
    pub rank: Rank,
    pub lines: Vec<EditorLine>,
    pub problems: Problems,
    pub facts: Vec<(&'static str, String)>,
    pub offered: Offered,
    /// The number of ways to spend the AP left.
    pub ways: Option<String>,
    pub choices: Choices,
    pub list: Option<ListHint>,
    /// The address at which its home table is laid out.
    pub home_table: Option<String>,
    pub aggression: Option<(i64, i64)>,
    /// The numbers of the commands; empty where armies are not divided.
    pub commands: Vec<u8>,
    /// Whether the owner divides the army freely.
    pub open_commands: bool,
    pub longest_list: usize,
    pub longest_name: usize,
    pub longest_label: usize,
    pub longest_notes: usize,
}

/// The error of a field.
#[derive(Clone, Debug)]
pub(super) struct FieldError {
    pub field: String,
    /// The element line of the field, in words.
    pub line: Option<String>,
    pub message: String,
}

/// The army list from which the army is picked.
#[derive(Clone, Debug)]
pub(super) struct ListHint {
    pub name: String,
    /// The path of its page; `None` for one of the player's own.
    pub path: Option<String>,
}

impl Editor {
    /// Gathers the editor for an army, with the fields as typed.
    pub(super) fn new(
        state: &AppState,
        stored: Stored,
        army: &Judged<Draft>,
        fields: EditorFields,
        errors: &FieldErrors,
    ) -> Self {
        let (draft, report) = (&army.content, army.report(state));
        let list = state.catalogue.list_of(draft);
        let keys = fields.keys.clone().unwrap_or_else(|| Keys::fresh(fields.lines.len()));
        let problems = Problems::new(draft, report, &keys);
        let lines = fields.lines.iter().enumerate();
        let aggression = draft.ruleset.army.aggression.as_ref();
        Self {
            title: draft.title().to_owned(),
            legal: report.is_legal(),
            gauge: Gauge::new(draft.ruleset, report),
            rank: Rank::new(draft),
            lines: lines
                .filter_map(|(at, typed)| {
                    EditorLine::new(draft, state.catalogue, &problems, errors, (at, keys.of(at)), typed)
                })
                .collect(),
            problems,
            facts: facts(draft, report),
            offered: Offered::new(draft, report, state.catalogue),
            ways: ways(state, draft, report, list.as_deref()),
            choices: Choices::new(state, draft, &fields),
            list: list.map(|list| ListHint {
                name: list.name.clone(),
                path: (!list.is_own()).then(|| link::list_of(&list.id).into()),
            }),
            home_table: home_table(state.book, draft),
            aggression: aggression.map(|range| (range.least, range.most)),
            commands: draft.ruleset.command_count(draft.points).map_or(Vec::new(), |count| (1..=count).collect()),
            open_commands: draft.ruleset.army.graded.commands.is_some(),
            longest_list: LONGEST_LIST,
            longest_name: LONGEST_NAME,
            longest_label: LONGEST_LABEL,
            longest_notes: LONGEST_NOTES,
            errors: errors.iter().map(|(field, message)| field_error(draft, field, message)).collect(),
            stored,
            unsaved: None,
            fields,
        }
    }

    /// The error of a field.
    pub(super) fn error(&self, field: &str) -> Option<&str> {
        self.errors.iter().find(|error| error.field == field).map(|error| error.message.as_str())
    }
}

/// The error of a field, with its element line if it belongs to one.
fn field_error(draft: &Draft, field: &str, message: &str) -> FieldError {
    let at: Option<usize> = field.strip_prefix("line-").and_then(|rest| rest.split('-').next()?.parse().ok());
    let line =
        at.and_then(|at| draft.lines.get(at).map(|line| format!("Line {}, {}", at + 1, draft.line_name(line, 2))));
    FieldError { field: field.to_owned(), line, message: message.to_owned() }
}

fn ways(state: &AppState, draft: &Draft, report: &Report, list: Option<&ArmyList>) -> Option<String> {
    let ways = match list {
        Some(list) => ways_to_fill(draft, report, list)?.to_string(),
        None => state.counts.ways_to_finish(draft, report)?.to_string(),
    };
    Some(grouped(&ways))
}

/// Figures worth knowing while building an army.
pub(super) fn facts(draft: &Draft, report: &Report) -> Vec<(&'static str, String)> {
    let figures = &report.totals;
    let mut facts = vec![("Elements", figures.elements.to_string())];
    for (class, (elements, points)) in draft.ruleset.classes().iter().zip(&figures.classes) {
        if *elements > 0 {
            facts.push((
                &*class.name,
                match draft.ruleset.counts() {
                    SizeUnit::Points => format!("{elements} for {points} AP"),
                    SizeUnit::Elements => elements.to_string(),
                },
            ));
        }
    }
    if let Some(breaks) = figures.break_point {
        let word = if breaks.printed { "" } else { ", suggested" };
        facts.push(("Breaks at", format!("{} lost{word}", breaks.counts.of(breaks.lost))));
    }
    if let Some((fastest, slowest)) = figures.moves {
        let unit = &draft.ruleset.unit;
        let text =
            if fastest == slowest { format!("{fastest} {unit}") } else { format!("{slowest} to {fastest} {unit}") };
        facts.push(("Moves in the open", text));
    }
    if figures.garrison > 0 {
        facts.push(("May garrison", garrison(draft, report)));
    }
    if !draft.ruleset.army.graded.morale.is_empty() {
        facts.push(("Morale equivalents", worth(draft)));
    }
    if let Some(commands) = draft.ruleset.commands(draft.points) {
        let of =
            |command: u8| draft.lines.iter().filter(move |line| line.command == command).map(ElementLine::elements);
        let counted: Vec<String> = (1..=commands.count).map(|command| of(command).sum::<i64>().to_string()).collect();
        facts.push(("Elements by command", counted.join(" + ")));
    }
    facts
}

/// The morale equivalents of the army and of each of its commands: `45.5 ME: 23 + 22.5`.
fn worth(draft: &Draft) -> String {
    let of = |command: Option<u8>| -> Points {
        let lines = draft.lines.iter().filter(|line| command.is_none_or(|command| line.command == command));
        lines.filter_map(|line| Some(draft.morale(line)? * line.elements())).sum()
    };
    let mut commands: Vec<u8> = draft.lines.iter().map(|line| line.command).filter(|command| *command > 0).collect();
    commands.sort_unstable();
    commands.dedup();
    let each: Vec<String> = commands.into_iter().map(|command| of(Some(command)).to_string()).collect();
    let parts = if each.len() > 1 { format!(": {}", each.join(" + ")) } else { String::new() };
    format!("{} ME{parts}", of(None))
}

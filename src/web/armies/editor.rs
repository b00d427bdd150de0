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
use super::lines::{Commands, EditorLine};
use super::menus::PrintMenu;
use super::offers::Offered;
use super::problems::Problems;
use super::rank::Rank;
use crate::web::link;
use crate::web::state::AppState;
use crate::web::terrain::home_table;
use crate::web::works::change::{Stored, Unsaved};
use crate::web::works::changed::ChangedVerdict;
use crate::web::works::content::Judged;

/// Everything the editor shows.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    pub stored: Stored,
    pub unsaved: Option<Unsaved>,
    /// The change of the verdict since the last state was saved, until something is changed here.
    pub changed: Option<ChangedVerdict>,
    pub fields: EditorFields,
    pub errors: Vec<FieldError>,
    pub title: String,
    pub verdict: Verdict,
    pub gauge: Gauge,
    pub rank: Rank,
    pub lines: Vec<EditorLine>,
    pub problems: Problems,
    pub facts: Vec<(&'static str, String)>,
    pub offered: Offered,
    /// The number of ways to fill the rest; `None` where they are not counted.
    pub ways: Option<Ways>,
    pub choices: Choices,
    pub list: Option<ListHint>,
    /// The address at which its home table is laid out.
    pub home_table: Option<String>,
    pub print: PrintMenu,
    pub aggression: Option<(i64, i64)>,
    /// Whether armies are divided into commands.
    pub has_commands: bool,
    pub longest_list: usize,
    pub longest_name: usize,
    pub longest_label: usize,
    pub longest_notes: usize,
    /// The army as it is shown.
    pub army: Draft,
}

/// The verdict on an army so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It has no elements yet.
    Begun,
    /// It is not legal, but only because something is still missing.
    Unfinished,
    /// It is legal, and more elements fit.
    SoFar,
    /// It is legal, and nothing more fits.
    Ready,
    Illegal,
}

/// The number of ways to fill the rest of an army, in a sentence.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    /// The number that begins the sentence, if one does.
    pub number: Option<String>,
    pub words: String,
}

/// The error of a field.
#[derive(Clone, Debug)]
pub(super) struct FieldError {
    pub field: String,
    /// The id of the field's element on the page; `None` if the error concerns the army as a whole.
    pub element: Option<String>,
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
        let gauge = Gauge::new(draft.ruleset, report);
        let offered = Offered::new(draft, report, state.catalogue, fields.shows_unfit);
        let ways = ways(state, draft, report, list.as_deref());
        let commands = Commands::of(draft);
        Self {
            title: draft.title().to_owned(),
            verdict: match report {
                _ if draft.lines.is_empty() => Verdict::Begun,
                report if report.is_unfinished() => Verdict::Unfinished,
                report if !report.is_legal() => Verdict::Illegal,
                _ if offered.groups.is_empty() => Verdict::Ready,
                _ => Verdict::SoFar,
            },
            rank: Rank::new(draft),
            lines: lines
                .filter_map(|(at, typed)| {
                    EditorLine::new(draft, state.catalogue, (&problems, errors), &commands, (at, keys.of(at)), typed)
                })
                .collect(),
            problems,
            facts: facts(draft, report),
            ways: ways.map(|ways| Ways::new(&ways, &gauge, list.is_some(), !offered.groups.is_empty())),
            offered,
            gauge,
            choices: Choices::new(state, draft, &fields),
            list: list.map(|list| ListHint {
                name: list.name.clone(),
                path: (!list.is_own()).then(|| link::list_of(&list.id).into()),
            }),
            home_table: home_table(state.book, draft),
            print: PrintMenu::new(state.book, &stored.id, None, draft.ruleset),
            aggression: aggression.map(|range| (range.least, range.most)),
            has_commands: !commands.is_empty(),
            longest_list: LONGEST_LIST,
            longest_name: LONGEST_NAME,
            longest_label: LONGEST_LABEL,
            longest_notes: LONGEST_NOTES,
            errors: errors.iter().map(|(field, message)| field_error(draft, &keys, field, message)).collect(),
            stored,
            unsaved: None,
            changed: None,
            fields,
            army: draft.clone(),
        }
    }

    /// Whether the army is legal; one without elements is not.
    pub(super) fn is_legal(&self) -> bool {
        matches!(self.verdict, Verdict::SoFar | Verdict::Ready)
    }

    /// Whether the army is legal and nothing more fits, so that it can be printed, shared and played.
    pub(super) fn is_ready(&self) -> bool {
        self.verdict == Verdict::Ready
    }

    /// What comes next, in words: the room that is left, or the faults to mend; `None` if nothing does.
    pub(super) fn to_do(&self) -> Option<String> {
        match self.verdict {
            Verdict::Begun => None,
            Verdict::SoFar | Verdict::Unfinished if !self.gauge.is_spent() => Some(self.gauge.room()),
            _ => self.problems.to_do(),
        }
    }

    /// Whether the army has a field for other costs.
    pub(super) fn takes_other_costs(&self) -> bool {
        self.gauge.other_costs || self.fields.has_other_costs()
    }

    /// The reason nothing more can be added.
    pub(super) fn nothing_fits(&self) -> &'static str {
        match (self.gauge.over, self.gauge.priced) {
            (true, true) => "Nothing more fits: the army is over its points.",
            (true, false) => "Nothing more fits: the army is over its size.",
            (false, _) => "Nothing more fits.",
        }
    }

    /// The error of a field.
    pub(super) fn error(&self, field: &str) -> Option<&str> {
        self.errors.iter().find(|error| error.field == field).map(|error| error.message.as_str())
    }
}

/// The error of a field, with its element line if it belongs to one.
fn field_error(draft: &Draft, keys: &Keys, field: &str, message: &str) -> FieldError {
    let part = field.strip_prefix("line-").and_then(|rest| rest.split_once('-'));
    let at: Option<usize> = part.and_then(|(at, _)| at.parse().ok());
    let line =
        at.and_then(|at| draft.lines.get(at).map(|line| format!("Line {}, {}", at + 1, draft.line_name(line, 2))));
    let element = match (at, part) {
        (Some(at), Some((_, name))) => format!("{name}-{}", keys.of(at)),
        _ => field.to_owned(),
    };
    FieldError {
        field: field.to_owned(),
        element: Some(element).filter(|id| id != "army"),
        line,
        message: message.to_owned(),
    }
}

impl Ways {
    /// The sentence for this number of ways. `has_list`: the army is picked from a list; `fits`: some element still fits.
    fn new(ways: &str, gauge: &Gauge, has_list: bool, fits: bool) -> Self {
        let fill = if gauge.priced { "spend" } else { "fill" };
        let sentence = |words: &str| Self { number: None, words: words.to_owned() };
        match ways {
            "0" => {
                let from = if has_list { " from the list" } else { "" };
                let last = if gauge.priced { " to the last AP" } else { "" };
                sentence(&format!("There is no way to {fill} the rest{from}{last}."))
            }
            "1" if gauge.is_spent() && gauge.priced => sentence("All army points are spent."),
            "1" if gauge.is_spent() => sentence("The army is full."),
            "1" if !fits => sentence("Nothing more can be bought with the AP left."),
            "1" => sentence(&format!("There is one way to {fill} the rest.")),
            ways => {
                let from = if has_list { " from the options of the list" } else { "" };
                Self { number: Some(ways.to_owned()), words: format!("ways to {fill} the rest{from}.") }
            }
        }
    }
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
    if let Some(breaks) = figures.break_point.filter(|breaks| breaks.lost > Points::ZERO) {
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

//! The editor as data ready to be printed.

use std::borrow::Cow;

use super::fields::{EditorFields, FieldErrors, LineFields};
use super::keys::Keys;
use super::offers::Offered;
use super::op::fix_value;
use super::rank::{Rank, class_of, icon_of};
use crate::army::check::moves;
use crate::army::count::{ways_to_fill, ways_to_finish};
use crate::army::draft::{Draft, LONGEST_LABEL, LONGEST_NAME, LONGEST_NOTES};
use crate::army::list::ArmyList;
use crate::army::problem::{Code, Problem};
use crate::army::{Report, check};
use crate::roster::view::{factor_foot, garrison, move_text, range_text};
use crate::rules::Points;
use crate::rules::troop::GeneralRule;
use crate::web::state::State;

/// What the editor knows of the stored army.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    pub id: String,
    /// Names the form, so that sent twice it does its work once.
    pub request: String,
    /// Number of the state that the form was made from.
    pub base: i64,
    pub can_undo: bool,
    pub can_redo: bool,
    /// None while the database does not say.
    pub last: Option<LastState>,
}

/// The state that was saved last.
#[derive(Clone, Debug)]
pub(super) struct LastState {
    /// Its permanent address without the host.
    pub path: String,
    /// The whole of it.
    pub address: String,
    pub at: String,
}

/// Why what was typed is not saved, though nothing is wrong with it.
#[derive(Clone, Debug)]
pub(super) enum Unsaved {
    /// Another tab was quicker.
    Conflict {
        /// What the other did.
        action: String,
        at: String,
        path: String,
        /// Number of the other's state.
        number: i64,
    },
    /// The database does not answer.
    Unavailable,
}

/// Everything the editor shows.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    pub stored: Stored,
    pub unsaved: Option<Unsaved>,
    pub fields: EditorFields,
    pub errors: Vec<FieldError>,
    pub title: String,
    pub rulesets: Vec<Choice>,
    pub legal: bool,
    pub gauge: Gauge,
    pub rank: Rank,
    pub lines: Vec<EditorLine>,
    /// What is offered to an army that has no element yet.
    pub start: Option<ShownProblem>,
    pub problems: Vec<ShownProblem>,
    pub warnings: Vec<ShownProblem>,
    pub error_count: usize,
    pub warning_count: usize,
    pub facts: Vec<(&'static str, String)>,
    pub offered: Offered,
    /// In how many ways the AP left can be spent.
    pub ways: Option<String>,
    pub home_terrains: Vec<Choice>,
    pub lists: Vec<Choice>,
    pub allies: Vec<Choice>,
    pub list: Option<ListHint>,
    pub aggression: (i64, i64),
    pub longest_name: usize,
    pub longest_label: usize,
    pub longest_notes: usize,
}

/// What is wrong with one field.
#[derive(Clone, Debug)]
pub(super) struct FieldError {
    pub field: String,
    /// The line it belongs to, in words.
    pub line: Option<String>,
    pub message: String,
}

/// An entry of a selection.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub value: Cow<'static, str>,
    pub name: Cow<'static, str>,
    pub chosen: bool,
}

impl Choice {
    /// One of those that rules and lists offer.
    fn of(value: &'static str, name: &'static str, chosen: bool) -> Self {
        Self { value: Cow::Borrowed(value), name: Cow::Borrowed(name), chosen }
    }
}

/// The army list the army is picked from.
#[derive(Clone, Debug)]
pub(super) struct ListHint {
    pub name: String,
    pub path: String,
}

/// Points spent, drawn: positions in hundredths of the budget.
#[derive(Clone, Debug)]
pub(super) struct Gauge {
    pub spent: Points,
    pub budget: Points,
    pub left: Points,
    pub over: bool,
    pub fill: u8,
    pub high: Points,
    pub high_cap: Points,
    pub high_fill: u8,
    pub high_mark: u8,
    pub high_over: bool,
    pub allies: Points,
    pub allies_cap: Points,
    pub allies_fill: u8,
    pub allies_mark: u8,
    pub allies_over: bool,
    /// At which side of its mark a word stands so that it does not leave the gauge.
    pub high_anchor: &'static str,
    pub allies_anchor: &'static str,
}

/// One line of elements with its buttons.
#[derive(Clone, Debug)]
pub(super) struct EditorLine {
    pub at: usize,
    /// Names the line in ids and buttons, wherever it moves.
    pub key: usize,
    /// Its name for those who hear the buttons: no other line is called so.
    pub spoken: String,
    pub fields: LineFields,
    pub icon: String,
    pub class: &'static str,
    pub class_name: String,
    pub name: String,
    pub all: Points,
    pub factors: String,
    pub movement: String,
    pub range: String,
    pub can_fast: bool,
    pub always_fast: bool,
    pub can_lead: bool,
    /// Whether leading is offered at first sight.
    pub offer_lead: bool,
    pub can_water: bool,
    pub can_tower: bool,
    pub can_ride: bool,
    pub first: bool,
    pub last: bool,
    pub problems: Vec<ShownProblem>,
    pub count_error: Option<String>,
    pub label_error: Option<String>,
}

/// A problem with its buttons.
#[derive(Clone, Debug)]
pub(crate) struct ShownProblem {
    pub error: bool,
    pub message: String,
    pub advice: String,
    pub rule: Option<String>,
    pub rule_path: String,
    /// The line it is about.
    pub line: Option<usize>,
    /// Value and label of each button.
    pub fixes: Vec<(String, String)>,
}

/// A problem as it is shown, without buttons.
pub(crate) fn shown(draft: &Draft, problem: &Problem) -> ShownProblem {
    let rule = problem.rule.as_ref().map(ToString::to_string);
    ShownProblem {
        error: problem.is_error(),
        message: problem.message.clone(),
        advice: problem.advice.clone(),
        rule_path: rule.as_ref().map(|rule| format!("/rules/{}/{rule}", draft.ruleset.id)).unwrap_or_default(),
        rule,
        line: problem.element,
        fixes: Vec::new(),
    }
}

/// All problems with their buttons.
fn with_fixes(draft: &Draft, report: &Report, keys: &Keys) -> Vec<(Code, ShownProblem)> {
    let with = |problem: &Problem| {
        let fixes = problem.fixes.iter().map(|fix| (fix_value(problem, keys, fix), fix.label.clone())).collect();
        (problem.code, ShownProblem { fixes, ..shown(draft, problem) })
    };
    report.problems.iter().map(with).collect()
}

impl Editor {
    /// Gathers the editor for an army, with the fields as they were typed.
    pub(super) fn new(
        state: &State,
        stored: Stored,
        draft: &Draft,
        fields: EditorFields,
        errors: &FieldErrors,
    ) -> Self {
        let report = check(draft, state.catalogue);
        let ruleset = draft.ruleset;
        let list = state.catalogue.list_of(draft);
        let keys = fields.keys.clone().unwrap_or_else(|| Keys::fresh(fields.lines.len()));
        let all = with_fixes(draft, &report, &keys);
        let mut of_army: Vec<(Code, ShownProblem)> =
            all.iter().filter(|(_, problem)| problem.line.is_none()).cloned().collect();
        let first = of_army.iter().position(|(code, _)| *code == Code::NoGeneral && draft.lines.is_empty());
        let start = first.map(|at| of_army.remove(at).1);
        let (problems, warnings): (Vec<_>, Vec<_>) =
            of_army.into_iter().map(|(_, problem)| problem).partition(|problem| problem.error);
        let error_count = report.problems.iter().filter(|problem| problem.is_error()).count();
        let allowed = |id: &str| {
            list.is_none_or(|list| list.home_terrains.is_empty() || list.home_terrains.iter().any(|t| t == id))
        };
        let with_own = |mut choices: Vec<Choice>, own: &str| {
            if !own.is_empty() && !choices.iter().any(|choice| choice.chosen) {
                // A list of other rules keeps its name.
                let foreign = state.catalogue.get(own).map(|list| format!("{} ({})", list.name, list.ruleset.name));
                let name = foreign.unwrap_or_else(|| own.to_owned());
                choices.push(Choice { value: own.to_owned().into(), name: name.into(), chosen: true });
            }
            choices
        };
        Self {
            title: draft.title().to_owned(),
            rulesets: state
                .book
                .rulesets()
                .iter()
                .map(|other| Choice::of(&other.id, &other.name, other.id == ruleset.id))
                .collect(),
            legal: report.is_legal(),
            gauge: gauge(&report),
            rank: Rank::new(draft),
            lines: fields
                .lines
                .iter()
                .enumerate()
                .filter_map(|(at, typed)| line(draft, &all, errors, at, keys.of(at), typed))
                .collect(),
            start,
            problems,
            warnings,
            error_count,
            warning_count: report.problems.len() - error_count,
            facts: facts(draft, &report),
            offered: Offered::new(draft, &report, state.catalogue),
            ways: ways(draft, &report, list),
            home_terrains: with_own(
                ruleset
                    .home_terrains
                    .iter()
                    .filter(|terrain| allowed(&terrain.id) || *terrain.id == *fields.home_terrain)
                    .map(|terrain| Choice::of(&terrain.id, &terrain.name, *terrain.id == *fields.home_terrain))
                    .collect(),
                &fields.home_terrain,
            ),
            lists: with_own(
                state
                    .catalogue
                    .of_ruleset(&ruleset.id)
                    .iter()
                    .map(|l| Choice::of(&l.id, &l.name, l.id == fields.list))
                    .collect(),
                &fields.list,
            ),
            allies: with_own(
                state
                    .catalogue
                    .of_ruleset(&ruleset.id)
                    .iter()
                    .filter(|ally| list.is_none_or(|list| list.allies.contains(&ally.id)))
                    .map(|l| Choice::of(&l.id, &l.name, l.id == fields.allies))
                    .collect(),
                &fields.allies,
            ),
            list: list.map(|list| ListHint { name: list.name.clone(), path: format!("/lists/{}", list.id) }),
            aggression: (ruleset.army.aggression.least, ruleset.army.aggression.most),
            longest_name: LONGEST_NAME,
            longest_label: LONGEST_LABEL,
            longest_notes: LONGEST_NOTES,
            errors: errors.iter().map(|(field, message)| field_error(draft, field, message)).collect(),
            stored,
            unsaved: None,
            fields,
        }
    }

    /// What is wrong with a field.
    pub(super) fn error(&self, field: &str) -> Option<&str> {
        self.errors.iter().find(|error| error.field == field).map(|error| error.message.as_str())
    }
}

/// What is wrong with a field, and if it is one of a line, of which.
fn field_error(draft: &Draft, field: &str, message: &str) -> FieldError {
    let at: Option<usize> = field.strip_prefix("line-").and_then(|rest| rest.split('-').next()?.parse().ok());
    let line = at.and_then(|at| draft.lines.get(at).map(|line| format!("Line {}, {}", at + 1, draft.called(line, 2))));
    FieldError { field: field.to_owned(), line, message: message.to_owned() }
}

/// The side of a mark on a gauge at which its word stands.
fn anchor(mark: u8) -> &'static str {
    match mark {
        0..15 => "start",
        15..=85 => "middle",
        _ => "end",
    }
}

fn gauge(report: &Report) -> Gauge {
    let figures = &report.figures;
    let (high_mark, allies_mark) =
        (figures.high_cap.percent_of(figures.budget), figures.allies_cap.percent_of(figures.budget));
    Gauge {
        spent: figures.spent,
        budget: figures.budget,
        left: figures.unspent(),
        over: figures.spent > figures.budget,
        fill: figures.spent.percent_of(figures.budget),
        high: figures.high,
        high_cap: figures.high_cap,
        high_fill: figures.high.percent_of(figures.budget),
        high_mark,
        high_anchor: anchor(high_mark),
        high_over: figures.high > figures.high_cap,
        allies: figures.allies,
        allies_cap: figures.allies_cap,
        allies_fill: figures.allies.percent_of(figures.budget),
        allies_mark,
        allies_anchor: anchor(allies_mark),
        allies_over: figures.allies > figures.allies_cap,
    }
}

fn ways(draft: &Draft, report: &Report, list: Option<&ArmyList>) -> Option<String> {
    let ways = match list {
        Some(list) => ways_to_fill(draft, report, list)?.to_string(),
        None => ways_to_finish(draft, report)?.to_string(),
    };
    Some(grouped(&ways))
}

/// Figures worth knowing while building.
pub(super) fn facts(draft: &Draft, report: &Report) -> Vec<(&'static str, String)> {
    let figures = &report.figures;
    let mut facts = vec![("Elements", figures.elements.to_string())];
    for (class, (elements, points)) in draft.ruleset.classes().iter().zip(&figures.classes) {
        if *elements > 0 {
            facts.push((&*class.name, format!("{elements} for {points} AP")));
        }
    }
    let printed = draft.ruleset.army.defeat.is_printed(figures.budget);
    let word = if printed { "" } else { ", a proposal" };
    facts.push(("Breaks at", format!("{} AP lost{word}", figures.break_point)));
    if let Some((fastest, slowest)) = figures.moves {
        let unit = &draft.ruleset.unit;
        let text =
            if fastest == slowest { format!("{fastest} {unit}") } else { format!("{slowest} to {fastest} {unit}") };
        facts.push(("Moves in the open", text));
    }
    facts.push(("May garrison", garrison(draft, report)));
    facts
}

/// What a line is called where it is only heard: two lines of one type are told apart by what the player calls them, or
/// by where they stand.
fn spoken(draft: &Draft, at: usize) -> Option<String> {
    let line = draft.lines.get(at)?;
    let name = draft.troop(line).map_or_else(|| draft.called(line, 2), |troop| troop.called(2).to_owned());
    let alike = |other: &&crate::army::draft::Line| draft.code(other) == draft.code(line);
    let named = |other: &&crate::army::draft::Line| alike(other) && other.label == line.label;
    Some(if draft.lines.iter().filter(alike).count() < 2 {
        name
    } else if !line.label.is_empty() && draft.lines.iter().filter(named).count() < 2 {
        format!("{name} “{}”", line.label)
    } else {
        format!("{name}, line {}", at + 1)
    })
}

fn line(
    draft: &Draft,
    problems: &[(Code, ShownProblem)],
    errors: &FieldErrors,
    at: usize,
    key: usize,
    typed: &LineFields,
) -> Option<EditorLine> {
    let line = draft.lines.get(at)?;
    let troop = draft.troop(line);
    let each = draft.price(line);
    let error = |field: &str| errors.get(&format!("line-{at}-{field}")).cloned();
    let can_lead =
        line.general || troop.is_some_and(|troop| !matches!(troop.general, GeneralRule::Never { .. })) && !line.ally;
    let led = draft.lines.iter().any(|line| line.general);
    Some(EditorLine {
        at,
        key,
        spoken: spoken(draft, at)?,
        fields: LineFields { general: line.general, ..typed.clone() },
        icon: icon_of(troop.map(|troop| &*troop.code)),
        class: class_of(draft, troop.map(|troop| troop.class.is)),
        class_name: troop.map(|troop| draft.ruleset.class_name(troop.class.is).to_owned()).unwrap_or_default(),
        name: troop.map_or_else(|| draft.called(line, line.count), |troop| troop.name.to_string()),
        all: each * line.elements(),
        factors: troop.map(|troop| format!("{} / {}", factor_foot(troop), troop.factor.is.mounted)).unwrap_or_default(),
        movement: troop.map(|troop| move_text(moves(draft, line, troop))).unwrap_or_default(),
        range: troop.map(range_text).unwrap_or_default(),
        can_fast: line.fast || troop.is_some_and(|troop| troop.fast.is.is_choice()),
        always_fast: draft.is_fast(line) && !line.fast,
        can_lead,
        offer_lead: can_lead && !led,
        can_water: line.water || troop.is_some_and(|troop| troop.water.is_some()),
        can_tower: line.siege_tower || troop.is_some_and(|troop| troop.siege_tower.is_some()),
        can_ride: line.mounted || troop.is_some_and(|troop| troop.rides.is_some()),
        first: at == 0,
        last: at + 1 == draft.lines.len(),
        problems: problems.iter().filter(|(_, p)| p.line == Some(at)).map(|(_, problem)| problem.clone()).collect(),
        count_error: error("count"),
        label_error: error("label"),
    })
}

/// A number with its digits in groups of three: `3 323 577`.
pub(crate) fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

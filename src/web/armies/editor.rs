//! The editor as data ready to be printed.

use super::fields::{EditorFields, FieldErrors, LineFields};
use super::op::fix_value;
use super::rank::{Rank, class_of, icon_of};
use crate::army::check::moves;
use crate::army::count::ways_to_finish;
use crate::army::draft::{Draft, LONGEST_NOTES};
use crate::army::fits::{Verdict, offers};
use crate::army::list::ArmyList;
use crate::army::problem::Problem;
use crate::army::{Report, check};
use crate::roster::view::{factor_foot, move_text, range_text};
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
    pub hash: String,
    pub can_undo: bool,
    pub can_redo: bool,
    pub saved_at: String,
}

/// Another tab was quicker.
#[derive(Clone, Debug)]
pub(super) struct Conflict {
    pub action: String,
    pub at: String,
    pub hash: String,
}

/// Everything the editor shows.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    pub stored: Stored,
    pub conflict: Option<Conflict>,
    pub fields: EditorFields,
    pub errors: Vec<FieldError>,
    pub title: String,
    pub rulesets: Vec<Choice>,
    pub legal: bool,
    pub gauge: Gauge,
    pub rank: Rank,
    pub lines: Vec<EditorLine>,
    pub problems: Vec<ShownProblem>,
    pub error_count: usize,
    pub warning_count: usize,
    pub facts: Vec<(&'static str, String)>,
    pub offers: Vec<OfferGroup>,
    pub unfit: Vec<OfferView>,
    pub ways: Option<String>,
    pub home_terrains: Vec<Choice>,
    pub lists: Vec<Choice>,
    pub allies: Vec<Choice>,
    pub list: Option<ListHint>,
    pub aggression: (i64, i64),
    pub longest_notes: usize,
}

/// What is wrong with one field.
#[derive(Clone, Debug)]
pub(super) struct FieldError {
    pub field: String,
    pub message: String,
}

/// An entry of a selection.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub value: String,
    pub name: String,
    pub chosen: bool,
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
    pub allies_over: bool,
}

/// One line of elements with its buttons.
#[derive(Clone, Debug)]
pub(super) struct EditorLine {
    pub at: usize,
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
    /// Value and label of each button.
    pub fixes: Vec<(String, String)>,
}

/// Elements of one class that still fit.
#[derive(Clone, Debug)]
pub(super) struct OfferGroup {
    pub class: &'static str,
    pub name: String,
    pub offers: Vec<OfferView>,
}

/// One troop type that can be added.
#[derive(Clone, Debug)]
pub(super) struct OfferView {
    pub code: String,
    pub name: String,
    pub icon: String,
    pub class: &'static str,
    pub price: Points,
    pub factors: String,
    pub plain: bool,
    pub fast: bool,
    pub fast_first: bool,
    pub why_not: &'static str,
}

/// A problem as it is shown.
pub(crate) fn shown(draft: &Draft, problem: &Problem) -> ShownProblem {
    let rule = problem.rule.as_ref().map(ToString::to_string);
    ShownProblem {
        error: problem.is_error(),
        message: problem.message.clone(),
        advice: problem.advice.clone(),
        rule_path: rule.as_ref().map(|rule| format!("/rules/{}/{rule}", draft.ruleset.id)).unwrap_or_default(),
        rule,
        fixes: problem.fixes.iter().map(|fix| (fix_value(problem, fix), fix.label.clone())).collect(),
    }
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
        let (fitting, unfit) = offered(draft, &report, list);
        let problems: Vec<ShownProblem> = report.of_army().map(|problem| shown(draft, problem)).collect();
        let error_count = report.problems.iter().filter(|problem| problem.is_error()).count();
        let choice =
            |value: &str, name: &str, chosen: bool| Choice { value: value.to_owned(), name: name.to_owned(), chosen };
        let allowed = |id: &str| {
            list.is_none_or(|list| list.home_terrains.is_empty() || list.home_terrains.iter().any(|t| t == id))
        };
        let with_own = |mut choices: Vec<Choice>, own: &str| {
            if !own.is_empty() && !choices.iter().any(|choice| choice.chosen) {
                choices.push(choice(own, own, true));
            }
            choices
        };
        Self {
            title: draft.title().to_owned(),
            rulesets: state
                .book
                .rulesets()
                .iter()
                .map(|other| choice(&other.id, &other.name, other.id == ruleset.id))
                .collect(),
            legal: report.is_legal(),
            gauge: gauge(&report),
            rank: Rank::new(draft),
            lines: fields
                .lines
                .iter()
                .enumerate()
                .filter_map(|(at, typed)| line(draft, &report, errors, at, typed, fields.lines.len()))
                .collect(),
            problems,
            error_count,
            warning_count: report.problems.len() - error_count,
            facts: facts(draft, &report),
            offers: fitting,
            unfit,
            ways: ways_to_finish(draft, &report).map(|ways| grouped(&ways.to_string())),
            home_terrains: with_own(
                ruleset
                    .home_terrains
                    .iter()
                    .filter(|terrain| allowed(&terrain.id) || *terrain.id == *fields.home_terrain)
                    .map(|terrain| choice(&terrain.id, &terrain.name, *terrain.id == *fields.home_terrain))
                    .collect(),
                &fields.home_terrain,
            ),
            lists: with_own(
                state
                    .catalogue
                    .of_ruleset(&ruleset.id)
                    .iter()
                    .map(|l| choice(&l.id, &l.name, l.id == fields.list))
                    .collect(),
                &fields.list,
            ),
            allies: with_own(
                state
                    .catalogue
                    .of_ruleset(&ruleset.id)
                    .iter()
                    .filter(|ally| list.is_none_or(|list| list.allies.contains(&ally.id)))
                    .map(|l| choice(&l.id, &l.name, l.id == fields.allies))
                    .collect(),
                &fields.allies,
            ),
            list: list.map(|list| ListHint { name: list.name.clone(), path: format!("/lists/{}", list.id) }),
            aggression: (ruleset.army.aggression.least, ruleset.army.aggression.most),
            longest_notes: LONGEST_NOTES,
            errors: errors
                .iter()
                .map(|(field, message)| FieldError { field: field.clone(), message: message.clone() })
                .collect(),
            stored,
            conflict: None,
            fields,
        }
    }

    /// What is wrong with a field.
    pub(super) fn error(&self, field: &str) -> Option<&str> {
        self.errors.iter().find(|error| error.field == field).map(|error| error.message.as_str())
    }
}

fn gauge(report: &Report) -> Gauge {
    let figures = &report.figures;
    Gauge {
        spent: figures.spent,
        budget: figures.budget,
        left: figures.unspent(),
        over: figures.spent > figures.budget,
        fill: figures.spent.percent_of(figures.budget),
        high: figures.high,
        high_cap: figures.high_cap,
        high_fill: figures.high.percent_of(figures.budget),
        high_mark: figures.high_cap.percent_of(figures.budget),
        high_over: figures.high > figures.high_cap,
        allies: figures.allies,
        allies_cap: figures.allies_cap,
        allies_over: figures.allies > figures.allies_cap,
    }
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
    facts.push(("May garrison", figures.garrison.to_string()));
    facts
}

fn line(
    draft: &Draft,
    report: &Report,
    errors: &FieldErrors,
    at: usize,
    typed: &LineFields,
    lines: usize,
) -> Option<EditorLine> {
    let line = draft.lines.get(at)?;
    let troop = draft.troop(line);
    let each = draft.price(line);
    let error = |field: &str| errors.get(&format!("line-{at}-{field}")).cloned();
    Some(EditorLine {
        at,
        fields: LineFields { general: line.general, ..typed.clone() },
        icon: icon_of(troop.map(|troop| &*troop.code)),
        class: class_of(draft, troop.map(|troop| troop.class.is)),
        class_name: troop.map(|troop| draft.ruleset.class_name(troop.class.is).to_owned()).unwrap_or_default(),
        name: troop.map_or_else(|| draft.called(line, line.count), |troop| troop.called(line.count).to_owned()),
        all: each * line.elements(),
        factors: troop.map(|troop| format!("{} / {}", factor_foot(troop), troop.factor.is.mounted)).unwrap_or_default(),
        movement: troop.map(|troop| move_text(moves(draft, line, troop))).unwrap_or_default(),
        range: troop.map(range_text).unwrap_or_default(),
        can_fast: line.fast || troop.is_some_and(|troop| troop.fast.is.is_choice()),
        always_fast: draft.is_fast(line) && !line.fast,
        can_lead: line.general
            || troop.is_some_and(|troop| !matches!(troop.general, GeneralRule::Never { .. })) && !line.ally,
        can_water: line.water || troop.is_some_and(|troop| troop.water.is_some()),
        can_tower: line.siege_tower || troop.is_some_and(|troop| troop.siege_tower.is_some()),
        can_ride: line.mounted || troop.is_some_and(|troop| troop.rides.is_some()),
        first: at == 0,
        last: at + 1 == lines,
        problems: report.of_line(at).map(|problem| shown(draft, problem)).collect(),
        count_error: error("count"),
        label_error: error("label"),
    })
}

/// What fits, by class, and what does not, with the reason.
fn offered(draft: &Draft, report: &Report, list: Option<&ArmyList>) -> (Vec<OfferGroup>, Vec<OfferView>) {
    let ruleset = draft.ruleset;
    let mut views: Vec<(usize, OfferView)> = Vec::new();
    for offer in offers(draft, report, list) {
        let troop = ruleset.troop(offer.troop);
        let why_not = match offer.verdict {
            Verdict::Fits => "",
            Verdict::TooDear => "costs more than is left",
            Verdict::OverCap => "over the cap on costly elements",
            Verdict::ListFull => "no room in the list",
            Verdict::ArmyFull => "the army is full",
        };
        let known = views.last_mut().filter(|(_, view)| *view.code == *troop.code);
        if let Some((_, view)) = known {
            view.fast = view.fast || (offer.fast && offer.verdict.fits());
            continue;
        }
        views.push((
            troop.class.is.index(),
            OfferView {
                code: troop.code.to_string(),
                name: troop.name.to_string(),
                icon: icon_of(Some(&troop.code)),
                class: class_of(draft, Some(troop.class.is)),
                price: offer.price,
                factors: format!("{} / {}", factor_foot(troop), troop.factor.is.mounted),
                plain: offer.verdict.fits() && !offer.fast,
                fast: offer.verdict.fits() && offer.fast,
                fast_first: troop.fast.is == crate::rules::troop::FastRule::Usual,
                why_not,
            },
        ));
    }
    let (fitting, unfit): (Vec<_>, Vec<_>) = views.into_iter().partition(|(_, view)| view.plain || view.fast);
    let groups = ruleset
        .classes()
        .iter()
        .enumerate()
        .map(|(index, class)| OfferGroup {
            class: class_of(draft, fitting_class(draft, &class.id)),
            name: class.name.to_string(),
            offers: fitting.iter().filter(|(at, _)| *at == index).map(|(_, view)| view.clone()).collect(),
        })
        .filter(|group| !group.offers.is_empty())
        .collect();
    (groups, unfit.into_iter().map(|(_, view)| view).collect())
}

fn fitting_class(draft: &Draft, id: &str) -> Option<crate::rules::troop::ClassId> {
    draft
        .ruleset
        .troops()
        .map(|(_, troop)| troop.class.is)
        .find(|class| draft.ruleset.classes().get(class.index()).is_some_and(|known| *known.id == *id))
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

//! Everything that stands on a roster, ready to be printed.

use serde::Serialize;

use super::prose::{Block, blocks};
use crate::army::check::moves;
use crate::army::draft::{Draft, Line};
use crate::army::file::{ArmyDocument, document};
use crate::army::problem::Problem;
use crate::army::verdict::VerdictProblem;
use crate::army::write::marks;
use crate::army::{Catalogue, Report};
use crate::rules::Points;
use crate::rules::ruleset::Scale;
use crate::rules::troop::{Base, Move, Summoned, Troop};

/// The format of the JSON roster.
pub const FORMAT: &str = crate::army::input::ROSTER_FORMAT;

/// What the reader of a roster chose.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Id of the figure scale; the usual one if none.
    pub scale: Option<String>,
    /// The permanent address of the army's state.
    pub url: Option<String>,
    /// What the check said when the army was saved, where it says something else today.
    pub then: Option<String>,
}

/// A roster.
#[derive(Clone, Debug, Serialize)]
pub struct RosterView {
    /// Always [`FORMAT`].
    pub format: &'static str,
    /// Name of the army.
    pub name: String,
    /// The rules.
    pub ruleset: RulesetView,
    /// The army list.
    pub list: Option<ListView>,
    /// The army list of the allies.
    pub allies: Option<ListView>,
    /// Name of the home terrain.
    pub home_terrain: Option<String>,
    /// Aggression factor.
    pub aggression: i64,
    /// Whether there is a camp.
    pub camp: bool,
    /// Figure scale in words.
    pub figure_scale: String,
    /// Whether the army is legal.
    pub legal: bool,
    /// How many elements.
    pub elements: i64,
    /// Army points.
    pub points: PointsView,
    /// AP lost at which the army breaks.
    pub break_point: Points,
    /// The same in a sentence.
    pub break_text: String,
    /// Elements and AP by class; classes without elements are left out.
    pub classes: Vec<ClassView>,
    /// Greatest and smallest move in good going, in the ruleset's unit.
    pub moves: Option<(u16, u16)>,
    /// Elements that may hold a Stronghold or Camp.
    pub garrison: i64,
    /// The same with their types: `9: Blades, Spears, Bows`.
    pub garrison_text: String,
    /// The elements.
    pub rows: Vec<RowView>,
    /// Everything that is wrong; never hidden.
    pub problems: Vec<VerdictProblem>,
    /// The owner's notes.
    pub notes: Vec<Block>,
    /// The permanent address.
    pub url: Option<String>,
    /// What the sheet stands on.
    pub footer: String,
    /// The army itself, so that the roster reads back as one.
    pub army: ArmyDocument,
}

/// The rules of a roster.
#[derive(Clone, Debug, Serialize)]
pub struct RulesetView {
    /// As in files.
    pub id: String,
    /// As printed.
    pub name: String,
    /// The version of the data.
    pub version: String,
}

/// An army list on a roster.
#[derive(Clone, Debug, Serialize)]
pub struct ListView {
    /// As in files.
    pub id: String,
    /// As printed.
    pub name: String,
}

/// Army points on a roster.
#[derive(Clone, Debug, Serialize)]
pub struct PointsView {
    /// Agreed.
    pub budget: Points,
    /// Spent.
    pub spent: Points,
    /// Left over.
    pub unspent: Points,
    /// Spent on costly elements.
    pub high: Points,
    /// May be spent on them.
    pub high_cap: Points,
    /// Spent on allies.
    pub allies: Points,
    /// May be spent on them.
    pub allies_cap: Points,
}

/// A class of troops on a roster.
#[derive(Clone, Debug, Serialize)]
pub struct ClassView {
    /// Name of the class.
    pub name: String,
    /// Elements.
    pub elements: i64,
    /// AP.
    pub points: Points,
}

/// One line of elements on a roster.
#[derive(Clone, Debug, Serialize)]
pub struct RowView {
    /// Elements.
    pub count: i64,
    /// Code of the type; the word itself where there is no such type.
    pub code: String,
    /// Name of the type as printed.
    pub name: String,
    /// The player's name for it.
    pub label: String,
    /// The general's.
    pub general: bool,
    /// Fast on the table: by choice or by type.
    pub fast: bool,
    /// Allied.
    pub ally: bool,
    /// Everything it is marked as, in words.
    pub marks: Vec<&'static str>,
    /// Name of the class.
    pub class: String,
    /// AP of one.
    pub points_each: Points,
    /// AP of all.
    pub points: Points,
    /// Combat factor against Foot; in brackets when shot at or bespelled.
    pub factor_foot: String,
    /// Combat factor against Mounted and Aerials.
    pub factor_mounted: String,
    /// Move in good, rough and bad going.
    #[serde(rename = "move")]
    pub movement: String,
    /// Range of shooting or spell.
    pub range: String,
    /// Base size in mm.
    pub base: String,
    /// Whether something is wrong with it.
    pub problem: bool,
}

impl From<&crate::army::check::Figures> for PointsView {
    fn from(figures: &crate::army::check::Figures) -> Self {
        Self {
            budget: figures.budget,
            spent: figures.spent,
            unspent: figures.unspent(),
            high: figures.high,
            high_cap: figures.high_cap,
            allies: figures.allies,
            allies_cap: figures.allies_cap,
        }
    }
}

impl RosterView {
    /// Gathers a roster.
    #[must_use]
    pub fn new(draft: &Draft, report: &Report, catalogue: &Catalogue, options: &Options) -> Self {
        let ruleset = draft.ruleset;
        let figures = &report.figures;
        let scale = ruleset.scale(options.scale.as_deref());
        let list = |id: &Option<String>| {
            id.as_ref().map(|id| ListView {
                id: id.clone(),
                name: catalogue.get(id).map_or(id.clone(), |list| list.name.clone()),
            })
        };
        let defeat = &ruleset.army.defeat;
        let breaks = format!("Breaks when it has lost {} AP and more than the enemy", figures.break_point);
        let breaks = if defeat.is_printed(figures.budget) {
            breaks
        } else {
            format!(
                "{breaks}: a proposal, since the rules give a number for armies of {} AP only; agree on it before the \
                 game",
                defeat.at_budget
            )
        };
        let break_text = format!(
            "{breaks}. A lost general counts {} AP more than its element, a sacked camp {} AP, a fallen Stronghold {} AP.",
            defeat.general_extra, defeat.camp, defeat.stronghold
        );
        let classes = ruleset.classes().iter().zip(&figures.classes).filter(|(_, (elements, _))| *elements > 0);
        Self {
            format: FORMAT,
            name: draft.title().to_owned(),
            ruleset: RulesetView {
                id: ruleset.id.to_string(),
                name: ruleset.name.to_string(),
                version: ruleset.version.to_string(),
            },
            list: list(&draft.list),
            allies: list(&draft.allies),
            home_terrain: draft
                .home_terrain
                .as_ref()
                .map(|id| ruleset.home_terrain(id).map_or(id.clone(), |terrain| terrain.name.to_string())),
            aggression: draft.aggression,
            camp: draft.camp,
            figure_scale: scale
                .map(|scale| format!("{}, bases {} mm wide", scale.name, scale.frontage))
                .unwrap_or_default(),
            legal: report.is_legal(),
            elements: figures.elements,
            points: figures.into(),
            break_point: figures.break_point,
            break_text,
            classes: classes
                .map(|(class, (elements, points))| ClassView {
                    name: class.name.to_string(),
                    elements: *elements,
                    points: *points,
                })
                .collect(),
            moves: figures.moves,
            garrison: figures.garrison,
            garrison_text: garrison(draft, report),
            rows: draft.lines.iter().enumerate().map(|(at, line)| row(draft, report, at, line, scale)).collect(),
            problems: report.problems.iter().map(VerdictProblem::from).collect(),
            notes: blocks(&draft.notes),
            url: options.url.clone(),
            footer: format!(
                "{}{} rules data {}. The printed rule books are needed to play.",
                options.then.as_ref().map(|then| format!("{then} ")).unwrap_or_default(),
                ruleset.name,
                ruleset.version
            ),
            army: document(draft),
        }
    }
}

fn row(draft: &Draft, report: &Report, at: usize, line: &Line, scale: Option<&Scale>) -> RowView {
    let problem = report.of_line(at).any(Problem::is_error);
    let troop = draft.troop(line);
    let fast = draft.is_fast(line);
    let price = draft.price(line);
    RowView {
        count: line.count,
        code: draft.code(line).to_owned(),
        name: troop.map_or_else(|| draft.called(line, line.count), |troop| troop.name.to_string()),
        label: line.label.clone(),
        general: line.general,
        fast,
        ally: line.ally,
        marks: words(draft, line),
        class: troop.map(|troop| draft.ruleset.class_name(troop.class.is).to_owned()).unwrap_or_default(),
        points_each: price,
        points: price * line.elements(),
        factor_foot: troop.map(factor_foot).unwrap_or_default(),
        factor_mounted: troop.map(|troop| troop.factor.is.mounted.to_string()).unwrap_or_default(),
        movement: troop.map(|troop| move_text(moves(draft, line, troop))).unwrap_or_default(),
        range: troop.map(range_text).unwrap_or_default(),
        base: troop.map(|troop| base_text(draft, line, troop, scale)).unwrap_or_default(),
        problem,
    }
}

/// How many elements may hold a Stronghold or Camp, and of which types: `9: Blades, Spears, Bows` (D3H2-BUA-07).
#[must_use]
pub fn garrison(draft: &Draft, report: &Report) -> String {
    let mut names: Vec<&str> = Vec::new();
    for line in draft.lines.iter().filter(|line| !line.ally && line.elements() > 0) {
        let Some(troop) = draft.troop(line).filter(|troop| troop.garrison) else { continue };
        if !names.contains(&&*troop.name) {
            names.push(&troop.name);
        }
    }
    if names.is_empty() { "none".to_owned() } else { format!("{}: {}", report.figures.garrison, names.join(", ")) }
}

/// Everything an element is marked as: what its owner chose, and what its type brings with it (D3H2-LIST-20, LIST-21).
/// Whether a Lurker is held off is decided at deployment.
fn words(draft: &Draft, line: &Line) -> Vec<&'static str> {
    let mut words = marks(line);
    if draft.is_fast(line) && !line.fast {
        words.insert(usize::from(line.general), "Fast");
    }
    let Some(troop) = draft.troop(line) else { return words };
    if troop.water.is_some() && !line.water {
        words.push("Land");
    }
    match troop.summoned.as_ref().map(|summoned| summoned.is) {
        Some(Summoned::Always) => words.push("Off table"),
        Some(Summoned::May) => words.push("May be held off"),
        None => {}
    }
    words
}

/// Combat factor against Foot: `5 (4)` where it is 4 when shot at or bespelled.
#[must_use]
pub fn factor_foot(troop: &Troop) -> String {
    let factor = troop.factor.is;
    factor.shot_foot.map_or_else(|| factor.foot.to_string(), |shot| format!("{} ({shot})", factor.foot))
}

/// Moves in good, rough and bad going: `2 / 1 / 1`, a dash where the going is closed.
#[must_use]
pub fn move_text(movement: Move) -> String {
    let distance = |bw: Option<u16>| bw.map_or_else(|| "–".to_owned(), |bw| bw.to_string());
    format!("{} / {} / {}", distance(movement.good), distance(movement.rough), distance(movement.bad))
}

/// Range of shooting or spell.
#[must_use]
pub fn range_text(troop: &Troop) -> String {
    match (&troop.range, &troop.spell) {
        (Some(range), _) => range.is.to_string(),
        (None, Some(spell)) => format!("spell {}", spell.is),
        (None, None) => String::new(),
    }
}

/// The base that a line stands on: as mounted infantry where it rides.
#[must_use]
pub fn base<'a>(draft: &'a Draft, line: &Line, troop: &'a Troop) -> &'a Base {
    match &draft.ruleset.army.mounted_infantry {
        Some(riding) if line.mounted && troop.rides.is_some() => &riding.base,
        _ => &troop.base,
    }
}

/// Size of the base, and of the one that other figures of the type stand on (D3H2-BASE-11).
fn base_text(draft: &Draft, line: &Line, troop: &Troop, scale: Option<&Scale>) -> String {
    let Some(scale) = scale else { return String::new() };
    let depth = |base: &Base| scale.depth(&base.depth).map_or(0, |depth| depth.usual);
    let own = format!("{} × {} mm", scale.frontage, depth(base(draft, line, troop)));
    match &troop.wide_base {
        Some(wide) => format!("{own}, {} {}", wide.name, depth(&wide.base)),
        None => own,
    }
}

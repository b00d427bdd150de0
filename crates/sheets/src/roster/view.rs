//! The content of a roster, ready to be printed.

use std::collections::BTreeSet;

use musterfield_army::check::{ArmyTotals, moves};
use musterfield_army::dismounting::Dismounting;
use musterfield_army::draft::{Draft, ElementLine, LineType};
use musterfield_army::file::{ArmyDocument, document};
use musterfield_army::problem::Problem;
use musterfield_army::write::marks;
use musterfield_army::{Catalogue, Report};
use musterfield_rules::ruleset::{Scale, SizeUnit};
use musterfield_rules::sentence::capital;
use musterfield_rules::troop::{Base, ClassId, Move, Summoned, Troop};
use musterfield_rules::{Points, Ruleset};
use musterfield_words::army::verdict::VerdictProblem;
use serde::Serialize;

use super::commands::{self, CommandView, ListView};
use super::defeat;
use super::prose::{Block, blocks};

/// The format of the JSON roster.
pub const FORMAT: &str = musterfield_army::input::ROSTER_FORMAT;

/// The options of a roster.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The id of the figure scale; the default one if `None`.
    pub scale: Option<String>,
    /// The permanent address of the army's revision.
    pub url: Option<String>,
    /// The address that always shows the newest revision of the army.
    pub living_url: Option<String>,
    /// The verdict of the check when the army was saved, where today's differs.
    pub verdict_when_saved: Option<String>,
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
    /// The army list of the second allied contingent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_ally: Option<ListView>,
    /// Name of the home terrain.
    pub home_terrain: Option<String>,
    /// Set if the ruleset has no home terrains.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_home_terrain: bool,
    /// The aggression factor; `None` if the ruleset has none.
    pub aggression: Option<i64>,
    /// Whether there is a camp; `None` if the ruleset has none.
    pub camp: Option<bool>,
    /// Figure scale in words.
    pub figure_scale: String,
    /// Whether the army is legal.
    pub legal: bool,
    /// The number of elements.
    pub elements: i64,
    /// The unit of the army's size: `points` or `elements`.
    pub counts: &'static str,
    /// Army points, or elements if those are counted.
    pub points: PointsView,
    /// The lost AP or elements at which the army breaks.
    pub break_point: Option<Points>,
    /// The unit of losses: `AP`, `Elements`.
    pub break_unit: &'static str,
    /// The break point in a sentence.
    pub break_text: String,
    /// Elements and AP by class; classes without elements are left out.
    pub classes: Vec<ClassView>,
    /// Unit of moves and ranges: `BW`.
    pub unit: String,
    /// The opponents for each of the two factors: `Foot`; `Mounted and Aerials`.
    #[serde(skip)]
    pub against: [String; 2],
    /// The opponents for the first factor, as the head of a narrow column: `Foot`, or `others`.
    pub first_column: &'static str,
    /// The situation in which the factor in brackets applies: `when shot at or bespelled`; empty if the ruleset has
    /// none.
    #[serde(skip)]
    pub in_brackets: &'static str,
    /// Greatest and smallest move in good going, in the ruleset's unit.
    pub moves: Option<(u16, u16)>,
    /// The number of elements that may garrison a Stronghold or Camp.
    pub garrison: i64,
    /// That number with their types: `9: Blades, Spears, Bows`.
    pub garrison_text: String,
    /// The elements.
    pub rows: Vec<RowView>,
    /// The commands, where the army is divided into several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<CommandView>,
    /// All problems; never hidden.
    pub problems: Vec<VerdictProblem>,
    /// The owner's notes.
    pub notes: Vec<Block>,
    /// The permanent address.
    pub url: Option<String>,
    /// The address that always shows the newest revision: for texts to post, since a sheet is of one revision.
    #[serde(skip)]
    pub living_url: Option<String>,
    /// The footer of the sheet.
    pub footer: String,
    /// The army itself, so that the roster reads back as one.
    pub army: ArmyDocument,
}

/// The rules of a roster.
#[derive(Clone, Debug, Serialize)]
pub struct RulesetView {
    /// The id.
    pub id: String,
    /// The name as printed.
    pub name: String,
    /// The version of its data.
    pub version: String,
}

/// Army points on a roster.
#[derive(Clone, Debug, Serialize)]
pub struct PointsView {
    /// The agreed number.
    pub budget: Points,
    /// Spent.
    pub spent: Points,
    /// Left over.
    pub unspent: Points,
    /// Spent on costly elements.
    pub high: Points,
    /// The limit on costly elements, if there is one.
    pub high_cap: Option<Points>,
    /// Spent on allies.
    pub allies: Points,
    /// The limit on allies.
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

/// An element line on a roster.
#[derive(Clone, Debug, Serialize)]
pub struct RowView {
    /// Elements.
    pub count: i64,
    /// The code of the type; the typed word if there is no such type.
    pub code: String,
    /// Name of the type as printed.
    pub name: String,
    /// The player's name for it.
    pub label: String,
    /// Whether it is the general.
    pub general: bool,
    /// Fast on the table: by choice or by type.
    pub fast: bool,
    /// Whether it is allied.
    pub ally: bool,
    /// All its marks, in words.
    pub marks: Vec<String>,
    /// The morale equivalents (ME) of one element, if the rules have them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub morale: Option<Points>,
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
    /// Move in good, rough and bad going, and by road if that differs.
    #[serde(rename = "move")]
    pub movement: String,
    /// Range of shooting or spell.
    pub range: String,
    /// Base size in mm.
    pub base: String,
    /// Whether it has a problem.
    pub problem: bool,
}

impl PointsView {
    fn new(ruleset: &Ruleset, figures: &ArmyTotals) -> Self {
        Self {
            budget: figures.budget,
            spent: figures.spent,
            unspent: figures.unspent(),
            high: figures.costly,
            high_cap: ruleset.army.half_cap.as_ref().map(|_| figures.costly_cap),
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
        let figures = &report.totals;
        let against = against(ruleset);
        let scale = ruleset.scale(options.scale.as_deref());
        let list = |id: &Option<String>| {
            id.as_ref().map(|id| ListView {
                id: id.clone(),
                name: catalogue.get(id).map_or(id.clone(), |list| list.name.clone()),
            })
        };
        let allies = [list(&draft.allies), list(&draft.second_ally)];
        let own_list = draft.own_list.as_ref().map(|_| ListView { id: String::new(), name: "own list".to_owned() });
        let rows = Rows::new(draft, report, catalogue, scale);
        let break_text = defeat::text(draft, figures);
        let classes = ruleset.classes().iter().zip(&figures.classes).filter(|(_, (elements, _))| *elements > 0);
        Self {
            format: FORMAT,
            name: draft.title().to_owned(),
            ruleset: RulesetView {
                id: ruleset.id.to_string(),
                name: ruleset.name.to_string(),
                version: ruleset.version.to_string(),
            },
            list: own_list.or_else(|| list(&draft.list)),
            commands: commands::of(draft, |place| allies.get(place).cloned().flatten()),
            allies: list(&draft.allies),
            second_ally: list(&draft.second_ally),
            home_terrain: draft
                .home_terrain
                .as_ref()
                .map(|id| ruleset.home_terrain(id).map_or(id.clone(), |terrain| terrain.name.to_string())),
            no_home_terrain: ruleset.home_terrain_rule.is_none(),
            aggression: ruleset.army.aggression.as_ref().map(|_| draft.aggression),
            camp: ruleset.army.camp.as_ref().map(|_| draft.camp),
            figure_scale: scale
                .map(|scale| format!("{}, bases {} mm wide", scale.name, scale.frontage))
                .unwrap_or_default(),
            legal: report.is_legal(),
            elements: figures.elements,
            counts: match ruleset.counts() {
                SizeUnit::Points => "points",
                SizeUnit::Elements => "elements",
            },
            points: PointsView::new(ruleset, figures),
            break_point: figures.break_point.map(|at| at.lost),
            break_unit: match figures.break_point.map_or(ruleset.counts(), |at| at.counts) {
                SizeUnit::Points => "AP",
                SizeUnit::Elements => "Elements",
            },
            break_text,
            classes: classes
                .map(|(class, (elements, points))| ClassView {
                    name: class.name.to_string(),
                    elements: *elements,
                    points: *points,
                })
                .collect(),
            unit: ruleset.unit.to_string(),
            first_column: if against[0] == OTHERS { OTHERS } else { "Foot" },
            against,
            in_brackets: in_brackets(ruleset),
            moves: figures.moves,
            garrison: figures.garrison,
            garrison_text: garrison(draft, report),
            rows: draft.lines.iter().enumerate().map(|(at, line)| rows.row(at, line)).collect(),
            problems: report.problems.iter().map(|problem| VerdictProblem::new(problem, draft.ruleset)).collect(),
            notes: blocks(&draft.notes),
            url: options.url.clone(),
            living_url: options.living_url.clone(),
            footer: format!(
                "{}{} rules data {}. The printed rule books are needed to play.",
                options.verdict_when_saved.as_ref().map(|then| format!("{then} ")).unwrap_or_default(),
                ruleset.name,
                ruleset.version
            ),
            army: document(draft),
        }
    }
}

/// The heading of a group of rows.
#[derive(Clone, Copy, Debug)]
pub enum GroupHead<'a> {
    /// All rows of an army that is not divided; they need no heading.
    Undivided,
    /// The rows of a command.
    Command(&'a CommandView),
    /// The rows of a divided army that are in no existing command.
    NoCommand,
}

/// Rows with their positions, and their heading.
pub type Group<'a> = (GroupHead<'a>, Vec<(usize, &'a RowView)>);

impl RosterView {
    /// Whether its size is counted in AP.
    #[must_use]
    pub fn in_points(&self) -> bool {
        self.counts == "points"
    }

    /// The size of the army: `24 of 24 AP · 13 elements`, `12 elements`, `11 of 12 elements`.
    #[must_use]
    pub fn strength(&self) -> String {
        let PointsView { spent, budget, .. } = self.points;
        let elements = |number: &str, one: bool| format!("{number} element{}", if one { "" } else { "s" });
        if self.in_points() {
            return format!("{spent} of {budget} AP · {}", elements(&self.elements.to_string(), self.elements == 1));
        }
        let of = if spent == budget { String::new() } else { format!(" of {budget}") };
        elements(&format!("{}{of}", self.elements), budget == Points::ONE)
    }

    /// The lists of its allies: `Gauls of the Po and Macedon`.
    #[must_use]
    pub fn allied(&self) -> Option<String> {
        let names: Vec<&str> =
            [&self.allies, &self.second_ally].into_iter().flatten().map(|list| &*list.name).collect();
        (!names.is_empty()).then(|| names.join(" and "))
    }

    /// All facts about the army as a whole that the ruleset has, in one line.
    #[must_use]
    pub fn head(&self) -> String {
        let home = self.home_terrain.as_deref().unwrap_or("not chosen");
        let parts = [
            Some(self.ruleset.name.clone()),
            Some(self.strength()),
            self.list.as_ref().map(|list| list.name.clone()),
            (!self.no_home_terrain).then(|| format!("home terrain {home}")),
            self.aggression.map(|factor| format!("aggression {factor}")),
            (self.army.other_points != Points::ZERO).then(|| format!("other costs {} AP", self.army.other_points)),
            self.camp.map(|camp| if camp { "camp" } else { "no camp" }.to_owned()),
            self.allied().map(|allies| format!("allies from {allies}")),
            Some(self.figure_scale.clone()),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    /// The rows by command, each with its position; those in no existing command are last.
    #[must_use]
    pub fn groups(&self) -> Vec<Group<'_>> {
        let rows = |at: &usize| self.rows.get(*at).map(|row| (*at, row));
        let mut groups: Vec<_> = self
            .commands
            .iter()
            .map(|command| (GroupHead::Command(command), command.rows.iter().filter_map(rows).collect::<Vec<_>>()))
            .collect();
        let placed: BTreeSet<usize> = self.commands.iter().flat_map(|command| command.rows.iter().copied()).collect();
        let rest: Vec<_> = self.rows.iter().enumerate().filter(|(at, _)| !placed.contains(at)).collect();
        if groups.is_empty() {
            groups.push((GroupHead::Undivided, rest));
        } else if !rest.is_empty() {
            groups.push((GroupHead::NoCommand, rest));
        }
        groups
    }

    /// The elements that may garrison a feature of the battlefield, in a sentence; empty if there are none.
    #[must_use]
    pub fn garrison_line(&self) -> String {
        if self.garrison == 0 { String::new() } else { format!("May garrison {}.", self.garrison_text) }
    }
}

/// The word for opponents of more classes than a heading can name.
const OTHERS: &str = "others";

/// The opponents for each of the two factors of a type: the lowest class first; more than two classes are `others`.
fn against(ruleset: &Ruleset) -> [String; 2] {
    let classes: BTreeSet<ClassId> = ruleset.troops().map(|(_, troop)| troop.class.value).collect();
    let is_foot = |id: &ClassId| match &ruleset.combat {
        Some(combat) => combat.is_foot_column(Some(*id)),
        None => classes.last() == Some(id),
    };
    [true, false].map(|foot| {
        let column = classes.iter().rev().filter(|id| is_foot(id) == foot);
        let column: Vec<&str> = column.map(|id| ruleset.class_plural(*id)).collect();
        if column.len() > 2 { OTHERS.to_owned() } else { column.join(" and ") }
    })
}

/// The situation in which the factor in brackets applies.
fn in_brackets(ruleset: &Ruleset) -> &'static str {
    let any = |has: fn(&Troop) -> bool| ruleset.troops().any(|(_, troop)| has(troop));
    match (any(|troop| troop.factor.value.shot_foot.is_some()), any(|troop| troop.spell.is_some())) {
        (false, _) => "",
        (true, false) => "when shot at",
        (true, true) => "when shot at or bespelled",
    }
}

/// The data from which the rows of a roster are made.
struct Rows<'a> {
    draft: &'a Draft,
    report: &'a Report,
    scale: Option<&'a Scale>,
    dismounting: Dismounting<'a>,
}

impl<'a> Rows<'a> {
    fn new(draft: &'a Draft, report: &'a Report, catalogue: &'a Catalogue, scale: Option<&'a Scale>) -> Self {
        Self { draft, report, scale, dismounting: Dismounting::new(draft, catalogue) }
    }

    fn row(&self, at: usize, line: &ElementLine) -> RowView {
        let draft = self.draft;
        let problem = self.report.of_line(at).any(Problem::is_error);
        let troop = draft.troop(line);
        let foot = self.dismounting.foot(line).map(|id| draft.ruleset.troop(id));
        // Elements that deploy dismounted fight and move as that foot.
        let stands = foot.filter(|_| line.dismounted).or(troop);
        let price = draft.price(line);
        RowView {
            count: line.count,
            code: draft.code(line).to_owned(),
            name: troop.map_or_else(|| draft.line_name(line, line.count), |troop| troop.name.to_string()),
            label: line.label.clone(),
            general: line.general,
            fast: draft.is_fast(line),
            ally: line.ally,
            marks: words(draft, line, foot),
            morale: draft.morale(line),
            class: troop.map(|troop| draft.ruleset.class_name(troop.class.value).to_owned()).unwrap_or_default(),
            points_each: price,
            points: price * line.elements(),
            factor_foot: stands.map(factor_foot).unwrap_or_default(),
            factor_mounted: stands.map(|troop| troop.factor.value.mounted.to_string()).unwrap_or_default(),
            movement: stands.map(|troop| moves_text(moves(draft, line, troop))).unwrap_or_default(),
            range: stands.map(range_text).unwrap_or_default(),
            base: stands.map(|troop| base_text(draft, line, troop, self.scale)).unwrap_or_default(),
            problem,
        }
    }
}

/// The number of elements that may garrison a Stronghold or Camp, with their types: `9: Blades, Spears, Bows`
/// (D3H2-BUA-07).
#[must_use]
pub fn garrison(draft: &Draft, report: &Report) -> String {
    let mut names: Vec<&str> = Vec::new();
    for line in draft.lines.iter().filter(|line| !line.ally && line.elements() > 0) {
        let Some(troop) = draft.troop(line).filter(|troop| troop.garrison.walls) else { continue };
        if !names.contains(&&*troop.name) {
            names.push(&troop.name);
        }
    }
    if names.is_empty() { "none".to_owned() } else { format!("{}: {}", report.totals.garrison, names.join(", ")) }
}

/// All marks of an element: its owner's choices, and those of its type (D3H2-LIST-20, LIST-21). Whether a Lurker is
/// held off the table is decided at deployment.
fn words(draft: &Draft, line: &ElementLine, foot: Option<&Troop>) -> Vec<String> {
    let plain = marks(line).into_iter().filter(|mark| *mark != "Dismounted");
    let mut words: Vec<String> = plain.map(str::to_owned).collect();
    if draft.is_fast(line) && !line.fast {
        words.insert(usize::from(line.general), "Fast".to_owned());
    }
    match foot {
        Some(foot) if line.dismounted => words.push(format!("Deploy dismounted as {}", foot.plural)),
        Some(foot) => words.push(format!("May dismount as {}", foot.plural)),
        None if line.dismounted => words.push("Deploy dismounted".to_owned()),
        None => {}
    }
    let Some(troop) = draft.troop(line) else { return words };
    if troop.graded.is_some() && !line.regular {
        words.insert(usize::from(line.general), "Irregular".to_owned());
    }
    if let LineType::Known(id) = line.line_type {
        words.extend(draft.ruleset.labels_of(id).map(|label| capital(&label.name)));
    }
    words.extend(draft.morale(line).map(|worth| format!("{worth} ME")));
    if troop.water.is_some() && !line.water {
        words.push("Land".to_owned());
    }
    match troop.summoned.as_ref().map(|summoned| summoned.value) {
        Some(Summoned::Always) => words.push("Off table".to_owned()),
        Some(Summoned::May) => words.push("May be held off".to_owned()),
        None => {}
    }
    words
}

/// Combat factor against Foot: `5 (4)` where it is 4 when shot at or bespelled.
#[must_use]
pub fn factor_foot(troop: &Troop) -> String {
    let factor = troop.factor.value;
    factor.shot_foot.map_or_else(|| factor.foot.to_string(), |shot| format!("{} ({shot})", factor.foot))
}

/// Moves in good, rough and bad going: `2 / 1 / 1`, a dash where the going is closed.
#[must_use]
pub fn move_text(movement: Move) -> String {
    let distance = |bw: Option<u16>| bw.map_or_else(|| "–".to_owned(), |bw| bw.to_string());
    format!("{} / {} / {}", distance(movement.good), distance(movement.rough), distance(movement.bad))
}

/// The moves with that by road, if it differs from good going: `160 / 160 / 80, road 400`.
#[must_use]
pub fn moves_text(movement: Move) -> String {
    let road = movement.road.filter(|road| movement.good != Some(*road));
    let road = road.map(|road| format!(", road {road}")).unwrap_or_default();
    format!("{}{road}", move_text(movement))
}

/// Range of shooting or spell.
#[must_use]
pub fn range_text(troop: &Troop) -> String {
    match (&troop.range, &troop.spell) {
        (Some(range), _) => range.value.to_string(),
        (None, Some(spell)) => format!("spell {}", spell.value),
        (None, None) => String::new(),
    }
}

/// The base of a line: that of mounted infantry if it rides.
#[must_use]
pub fn base<'a>(draft: &'a Draft, line: &ElementLine, troop: &'a Troop) -> &'a Base {
    match &draft.ruleset.army.mounted_infantry {
        Some(riding) if line.mounted && troop.rides.is_some() => &riding.base,
        _ => &troop.base,
    }
}

/// The size of the base, and of the base for other figures of the type (D3H2-BASE-11).
fn base_text(draft: &Draft, line: &ElementLine, troop: &Troop, scale: Option<&Scale>) -> String {
    let Some(scale) = scale else { return String::new() };
    let depth = |base: &Base| scale.depth(&base.depth).map_or(0, |depth| depth.usual);
    let own = format!("{} × {} mm", scale.frontage, depth(base(draft, line, troop)));
    match &troop.wide_base {
        Some(wide) => format!("{own}, {} {}", wide.name, depth(&wide.base)),
        None => own,
    }
}

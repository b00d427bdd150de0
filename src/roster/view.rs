//! Everything that stands on a roster, ready to be printed.

use std::collections::BTreeSet;

use serde::Serialize;

use super::commands::{self, CommandView};
use super::defeat;
use super::prose::{Block, blocks};
use crate::army::check::{Figures, moves};
use crate::army::draft::{Draft, Kind, Line};
use crate::army::file::{ArmyDocument, document};
use crate::army::list::{ArmyList, Taken};
use crate::army::problem::Problem;
use crate::army::verdict::VerdictProblem;
use crate::army::write::marks;
use crate::army::{Catalogue, Report};
use crate::rules::ruleset::{Counts, Scale};
use crate::rules::sentence::capital;
use crate::rules::troop::{Base, ClassId, Move, Summoned, Troop};
use crate::rules::{Points, Ruleset, TroopId};

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
    /// That of the second allied contingent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_ally: Option<ListView>,
    /// Name of the home terrain.
    pub home_terrain: Option<String>,
    /// Set where the ruleset knows no home terrain.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_home_terrain: bool,
    /// Aggression factor; none where the ruleset knows none.
    pub aggression: Option<i64>,
    /// Whether there is a camp; none where the ruleset knows none.
    pub camp: Option<bool>,
    /// Figure scale in words.
    pub figure_scale: String,
    /// Whether the army is legal.
    pub legal: bool,
    /// How many elements.
    pub elements: i64,
    /// What the army's size is counted in: `points` or `elements`.
    pub counts: &'static str,
    /// Army points, or elements where those are counted.
    pub points: PointsView,
    /// AP or elements lost at which the army breaks.
    pub break_point: Option<Points>,
    /// What is counted as lost: `AP`, `Elements`.
    pub break_unit: &'static str,
    /// The same in a sentence.
    pub break_text: String,
    /// Elements and AP by class; classes without elements are left out.
    pub classes: Vec<ClassView>,
    /// Unit of moves and ranges: `BW`.
    pub unit: String,
    /// Whom the two factors are against: `Foot`; `Mounted and Aerials`.
    #[serde(skip)]
    pub against: [String; 2],
    /// Whom the first is against, for the head of a narrow column: `Foot`, or `others`.
    pub first_column: &'static str,
    /// When the factor in brackets holds: `when shot at or bespelled`; empty where the ruleset has none.
    #[serde(skip)]
    pub in_brackets: &'static str,
    /// Greatest and smallest move in good going, in the ruleset's unit.
    pub moves: Option<(u16, u16)>,
    /// Elements that may hold a Stronghold or Camp.
    pub garrison: i64,
    /// The same with their types: `9: Blades, Spears, Bows`.
    pub garrison_text: String,
    /// The elements.
    pub rows: Vec<RowView>,
    /// The commands, where the army is divided into several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<CommandView>,
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
    /// May be spent on them, where that is limited.
    pub high_cap: Option<Points>,
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
    pub marks: Vec<String>,
    /// Morale equivalents (ME) of one, where the rules know such.
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
    /// Move in good, rough and bad going, and by road where that is another.
    #[serde(rename = "move")]
    pub movement: String,
    /// Range of shooting or spell.
    pub range: String,
    /// Base size in mm.
    pub base: String,
    /// Whether something is wrong with it.
    pub problem: bool,
}

impl PointsView {
    fn new(ruleset: &Ruleset, figures: &Figures) -> Self {
        Self {
            budget: figures.budget,
            spent: figures.spent,
            unspent: figures.unspent(),
            high: figures.high,
            high_cap: ruleset.army.half_cap.as_ref().map(|_| figures.high_cap),
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
                Counts::Points => "points",
                Counts::Elements => "elements",
            },
            points: PointsView::new(ruleset, figures),
            break_point: figures.break_point.map(|at| at.lost),
            break_unit: match figures.break_point.map_or(ruleset.counts(), |at| at.counts) {
                Counts::Points => "AP",
                Counts::Elements => "Elements",
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

/// Rows that stand together, each with its place, and the command that they form, if they do.
pub type Group<'a> = (Option<&'a CommandView>, Vec<(usize, &'a RowView)>);

impl RosterView {
    /// Whether its size is counted in AP.
    #[must_use]
    pub fn in_points(&self) -> bool {
        self.counts == "points"
    }

    /// How large the army is: `24 of 24 AP · 13 elements`, `12 elements`, `11 of 12 elements`.
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

    /// Everything about the army as a whole that the ruleset knows of, in one line.
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

    /// The rows by command, each with its place; those that stand in none that there is, and all of an army that is not
    /// divided, without one.
    #[must_use]
    pub fn groups(&self) -> Vec<Group<'_>> {
        let rows = |at: &usize| self.rows.get(*at).map(|row| (*at, row));
        let mut groups: Vec<_> = self
            .commands
            .iter()
            .map(|command| (Some(command), command.rows.iter().filter_map(rows).collect::<Vec<_>>()))
            .collect();
        let placed: BTreeSet<usize> = self.commands.iter().flat_map(|command| command.rows.iter().copied()).collect();
        let rest: Vec<_> = self.rows.iter().enumerate().filter(|(at, _)| !placed.contains(at)).collect();
        if groups.is_empty() || !rest.is_empty() {
            groups.push((None, rest));
        }
        groups
    }

    /// Who may hold a feature of the battlefield, in a sentence; nothing where nobody can.
    #[must_use]
    pub fn garrison_line(&self) -> String {
        if self.garrison == 0 { String::new() } else { format!("May garrison {}.", self.garrison_text) }
    }
}

/// Whom a factor is against that counts for more classes than a head can name.
const OTHERS: &str = "others";

/// Whom the two factors of a type are against: the lowest class first; more than two classes are `others`.
fn against(ruleset: &Ruleset) -> [String; 2] {
    let classes: BTreeSet<ClassId> = ruleset.troops().map(|(_, troop)| troop.class.is).collect();
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

/// When the factor in brackets holds.
fn in_brackets(ruleset: &Ruleset) -> &'static str {
    let any = |has: fn(&Troop) -> bool| ruleset.troops().any(|(_, troop)| has(troop));
    match (any(|troop| troop.factor.is.shot_foot.is_some()), any(|troop| troop.spell.is_some())) {
        (false, _) => "",
        (true, false) => "when shot at",
        (true, true) => "when shot at or bespelled",
    }
}

/// What the rows of a roster are made from.
struct Rows<'a> {
    draft: &'a Draft,
    report: &'a Report,
    scale: Option<&'a Scale>,
    /// The army's own list as it holds for it.
    list: Option<std::borrow::Cow<'a, ArmyList>>,
    /// The lists of its allied contingents with the commands that these are.
    allies: [Option<&'a ArmyList>; 2],
    allied: Vec<u8>,
}

impl<'a> Rows<'a> {
    fn new(draft: &'a Draft, report: &'a Report, catalogue: &'a Catalogue, scale: Option<&'a Scale>) -> Self {
        let allies = [catalogue.ally_of(draft), catalogue.second_ally_of(draft)];
        Self { draft, report, scale, list: catalogue.list_of(draft), allies, allied: commands::allied(draft) }
    }

    fn row(&self, at: usize, line: &Line) -> RowView {
        let draft = self.draft;
        let problem = self.report.of_line(at).any(Problem::is_error);
        let troop = draft.troop(line);
        let foot = self.foot(line).map(|id| draft.ruleset.troop(id));
        // Those who deploy on foot fight, move and stand as that foot.
        let stands = foot.filter(|_| line.dismounted).or(troop);
        let price = draft.price(line);
        RowView {
            count: line.count,
            code: draft.code(line).to_owned(),
            name: troop.map_or_else(|| draft.called(line, line.count), |troop| troop.name.to_string()),
            label: line.label.clone(),
            general: line.general,
            fast: draft.is_fast(line),
            ally: line.ally,
            marks: words(draft, line, foot),
            morale: draft.morale(line),
            class: troop.map(|troop| draft.ruleset.class_name(troop.class.is).to_owned()).unwrap_or_default(),
            points_each: price,
            points: price * line.elements(),
            factor_foot: stands.map(factor_foot).unwrap_or_default(),
            factor_mounted: stands.map(|troop| troop.factor.is.mounted.to_string()).unwrap_or_default(),
            movement: stands.map(|troop| moves_text(moves(draft, line, troop))).unwrap_or_default(),
            range: stands.map(range_text).unwrap_or_default(),
            base: stands.map(|troop| base_text(draft, line, troop, self.scale)).unwrap_or_default(),
            problem,
        }
    }

    /// The foot as which mounted elements may dismount, by the option of the list that they can fill (DBA3-LIST-08).
    fn foot(&self, line: &Line) -> Option<TroopId> {
        let Kind::Known(troop) = line.kind else { return None };
        let list = if line.ally {
            let place = self.allied.iter().position(|command| *command == line.command)?;
            self.allies.get(place).copied().flatten()?
        } else {
            self.list.as_deref()?
        };
        let taken = Taken::by(self.draft, line);
        let fills = |at: usize| match line.option {
            Some(chosen) => at == chosen,
            None => list.options.get(at).is_some_and(|option| option.takes(list, troop, taken)),
        };
        let options = list.options.iter().enumerate().filter(|(at, option)| option.has(troop) && fills(*at));
        options.map(|(_, option)| option).find_map(|option| option.dismounts)
    }
}

/// How many elements may hold a Stronghold or Camp, and of which types: `9: Blades, Spears, Bows` (D3H2-BUA-07).
#[must_use]
pub fn garrison(draft: &Draft, report: &Report) -> String {
    let mut names: Vec<&str> = Vec::new();
    for line in draft.lines.iter().filter(|line| !line.ally && line.elements() > 0) {
        let Some(troop) = draft.troop(line).filter(|troop| troop.garrison.walls) else { continue };
        if !names.contains(&&*troop.name) {
            names.push(&troop.name);
        }
    }
    if names.is_empty() { "none".to_owned() } else { format!("{}: {}", report.figures.garrison, names.join(", ")) }
}

/// Everything an element is marked as: what its owner chose, and what its type brings with it (D3H2-LIST-20, LIST-21).
/// Whether a Lurker is held off is decided at deployment.
fn words(draft: &Draft, line: &Line, foot: Option<&Troop>) -> Vec<String> {
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
    if let Kind::Known(id) = line.kind {
        words.extend(draft.ruleset.labels_of(id).map(|label| capital(&label.name)));
    }
    words.extend(draft.morale(line).map(|worth| format!("{worth} ME")));
    if troop.water.is_some() && !line.water {
        words.push("Land".to_owned());
    }
    match troop.summoned.as_ref().map(|summoned| summoned.is) {
        Some(Summoned::Always) => words.push("Off table".to_owned()),
        Some(Summoned::May) => words.push("May be held off".to_owned()),
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

/// The same with the move by road, where that is another than in good going: `160 / 160 / 80, road 400`.
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

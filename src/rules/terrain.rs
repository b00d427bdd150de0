//! What a game's rules say about battlefields: home terrains, features and their sizes, tables, edges.
//!
//! All lengths are thousandths of a base width (BW), as everywhere in [`crate::geometry`].

pub(in crate::rules) mod kind;

pub use kind::{Bua, Going, Kind, ParseKindError};

use std::fmt;

use super::reference::RuleId;
use super::troop::Cited;

/// Everything a game fixes about battlefields. Read-only after loading.
#[derive(Clone)]
pub struct TerrainRules {
    /// Id of the ruleset: `d3h2`.
    pub ruleset: Box<str>,
    /// What the ids of its rules begin with. A rule with another beginning is borrowed from a relative: what breaks it
    /// is told as a note.
    pub prefix: Box<str>,
    /// What players call the ruleset.
    pub name: Box<str>,
    /// Its full name.
    pub title: Box<str>,
    /// What it is, in a sentence or two.
    pub summary: Box<str>,
    /// The version of its data.
    pub version: Box<str>,
    /// Which rule says how what is done.
    pub procedure: Procedure,
    /// Sizes of tables, the usual one first.
    pub tables: Vec<TableSize>,
    /// The home terrains.
    pub homes: Vec<Home>,
    /// What a battlefield must have at least one of.
    pub needs: Option<Needs>,
    /// How many quarters must have features.
    pub coverage: Option<Coverage>,
    /// Least distance between area features.
    pub gap: Cited<i64>,
    /// Least distance from an edge to an area feature; see [`TerrainRules::edge_gap_of`].
    pub edge_gap: Cited<i64>,
    /// Kinds that may stand on an edge all the same.
    pub(super) on_edges: Vec<Kind>,
    pub(super) features: Vec<FeatureKind>,
    pub(super) buas: Vec<BuaKind>,
    /// A die for the kind of a BUA on the chart: what 1 to 4 mean. 5 is the defender's choice, 6 the invader's.
    pub bua_die: Option<Cited<Vec<Bua>>>,
    /// A die chart for the optional features, as a house option.
    pub chart: Option<Chart>,
    /// Rivers.
    pub river: RiverRules,
    /// Roads.
    pub road: RoadRules,
    /// Waterways.
    pub waterway: WaterwayRules,
    /// Camps, where the rules give sizes.
    pub camp: Option<CampSite>,
    /// Where troops may be set up.
    pub deployment: Deployment,
    /// Who is the defender, and which base edges there are.
    pub edges: EdgeRules,
}

impl fmt::Debug for TerrainRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // All of them would bury whatever they stand beside.
        write!(f, "TerrainRules({} {})", self.ruleset, self.version)
    }
}

/// Which rule says how what is done.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// The defender chooses the features.
    pub choice: RuleId,
    /// An organiser's table skips choosing and placing.
    pub fixed: Option<RuleId>,
    /// The numbering of the quarters.
    pub quarters: RuleId,
    /// The order of placing.
    pub order: RuleId,
    /// The die for the quarter.
    pub die: RuleId,
    /// A feature that does not fit is discarded.
    pub discard: RuleId,
    /// Area features lie in their quarter.
    pub inside: RuleId,
    /// Linear features lie in two quarters.
    pub linear: RuleId,
    /// Which outlines are curved.
    pub curved: RuleId,
    /// Who chooses the kind of a BUA.
    pub bua: RuleId,
}

/// A size of table and how many features it gets.
#[derive(Clone, Debug)]
pub struct TableSize {
    /// As in data: `standard`.
    pub id: Box<str>,
    /// As printed.
    pub name: Box<str>,
    /// Width and depth of the boards, the usual one first.
    pub boards: Vec<(i64, i64)>,
    /// Any square board between the smallest and the largest will do.
    pub between: bool,
    /// The rule.
    pub rule: RuleId,
    /// Compulsory features, least and most. A home terrain may say otherwise.
    pub compulsory: (u8, u8),
    /// Optional features, least and most.
    pub optional: (u8, u8),
    /// The rule about the numbers.
    pub counts: RuleId,
    /// The rule about the number of optional features.
    pub optional_counts: RuleId,
    /// Most features of one kind, if the kind has no number of its own.
    pub same: Cited<u8>,
    /// A waterway lies on a short edge only: the rule.
    pub short_edge_waterway: Option<RuleId>,
}

impl TableSize {
    /// Whether boards of this width and depth belong to this size.
    #[must_use]
    pub fn takes(&self, width: i64, depth: i64) -> bool {
        let sides = || self.boards.iter().map(|board| board.0);
        let between = self.between
            && width == depth
            && sides().min().is_some_and(|least| least <= width)
            && sides().max().is_some_and(|most| width <= most);
        between || self.boards.contains(&(width, depth))
    }
}

/// A home terrain and the features that it has.
#[derive(Clone, Debug)]
pub struct Home {
    /// As in files: `forest`.
    pub id: Box<str>,
    /// As printed.
    pub name: Box<str>,
    /// The rule about the compulsory features.
    pub rule: RuleId,
    /// One of these must be taken as a whole.
    pub compulsory: Vec<Compulsory>,
    /// Kinds that may be taken as well.
    pub optional: Vec<Kind>,
    /// The rule about them.
    pub optional_rule: RuleId,
    /// Of each of these groups only one kind may be on the table.
    pub either: Vec<Vec<Kind>>,
    /// The rule about the groups.
    pub either_rule: Option<RuleId>,
    /// What the faces 1 to 6 give on the chart; empty where there is none.
    pub chart: Vec<Face>,
}

impl Home {
    /// Whether features of this kind can be on a table of this home terrain at all.
    #[must_use]
    pub fn has(&self, kind: Kind) -> bool {
        self.optional.contains(&kind) || self.compulsory.iter().any(|compulsory| compulsory.kind == kind)
    }
}

/// A choice of compulsory features: so many of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compulsory {
    /// The kind.
    pub kind: Kind,
    /// Least and most on usual tables.
    pub count: (u8, u8),
    /// Least and most on tables of other sizes.
    pub big: (u8, u8),
}

/// What a face of the chart's die gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// One of these, as the defender likes.
    pub kinds: Vec<Kind>,
    /// The first is taken unless another of them is on the table already.
    pub first: bool,
    /// The rule.
    pub rule: RuleId,
}

/// What a battlefield must have at least one of.
#[derive(Clone, Debug)]
pub struct Needs {
    /// Home terrains that need it; all if empty.
    pub homes: Vec<Box<str>>,
    /// Kinds that are enough.
    pub kinds: Vec<Kind>,
    /// Features of such going are enough.
    pub goings: Vec<Going>,
    /// Kinds that are not.
    pub except: Vec<Kind>,
    /// The rule.
    pub rule: RuleId,
}

/// How many quarters must have features.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// Any feature.
    pub any: Cited<u8>,
    /// Water or bad going.
    pub bad_or_water: Cited<u8>,
}

/// Limits of length and width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeLimits {
    /// Least length and width.
    pub least: (i64, i64),
    /// Most length and width.
    pub most: Option<(i64, i64)>,
    /// Most length and width together.
    pub sum: Option<i64>,
    /// The length is at least so many times the width.
    pub least_ratio: Option<i64>,
    /// The length is at most so many times the width.
    pub most_ratio: Option<i64>,
    /// The rule about both.
    pub ratio_rule: RuleId,
    /// Least length and width of one single feature of the table, which may be smaller than the others.
    pub small: Option<Cited<(i64, i64)>>,
    /// The rule; where the least and the most are in two rules, that about the least.
    pub rule: RuleId,
    /// The rule about the most, and about length and width together.
    pub most_rule: RuleId,
}

/// Whether an area feature reaches into another quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Across {
    /// It lies wholly in its own.
    Never,
    /// It may, with its smaller part, into one.
    SmallerPart,
    /// It must, into exactly one.
    Must,
}

/// A kind of feature.
#[derive(Clone, Debug)]
pub struct FeatureKind {
    /// Which.
    pub kind: Kind,
    /// As printed: `Woods`.
    pub name: Box<str>,
    /// Its going; none for a BUA, where it depends on what it is.
    pub going: Option<Cited<Going>>,
    /// What a player should know beside it.
    pub note: Option<Cited<Box<str>>>,
    /// Most of it on a table; the table's number if none.
    pub most: Option<Cited<u8>>,
    /// How long and wide; none for a BUA and for linear features.
    pub size: Option<SizeLimits>,
    /// Its outline may have straight sides.
    pub straight: bool,
    /// Whether it reaches into another quarter.
    pub across: Across,
    /// The rule about that.
    pub across_rule: RuleId,
    /// Whether a river may cross it; none for linear features.
    pub river: Option<Cited<bool>>,
}

/// What a BUA can be.
#[derive(Clone, Debug)]
pub struct BuaKind {
    /// Which.
    pub bua: Bua,
    /// As printed.
    pub name: Box<str>,
    /// How long and wide.
    pub size: SizeLimits,
    /// Its going; none if it cannot be walked through.
    pub going: Option<Cited<Going>>,
    /// All of it is so near to each of two adjoining edges.
    pub near_edges: Option<Cited<i64>>,
    /// It touches an edge, the waterway or its beach: the rule.
    pub touches: Option<RuleId>,
    /// It has a gate: the rule.
    pub gate: Option<RuleId>,
    /// Roads pass through it from gate to gate: the rule.
    pub roads_through: Option<RuleId>,
    /// It can be the army's camp: the rule.
    pub camp: Option<RuleId>,
    /// The edge it touches becomes the defender's: the rule.
    pub home_edge: Option<RuleId>,
    /// What a player should know beside it.
    pub note: Option<Cited<Box<str>>>,
}

/// A die chart for the optional features.
#[derive(Clone, Debug)]
pub struct Chart {
    /// As printed.
    pub name: Box<str>,
    /// The rule.
    pub rule: RuleId,
    /// A kind that is full: another of the same face.
    pub full_face: RuleId,
    /// The whole face is full: any kind the home terrain has.
    pub full_chart: RuleId,
    /// A BUA takes the place of compulsory features, and the die is rolled again: the rule.
    pub swap: Option<RuleId>,
    /// The last die is rolled again until the table has what it needs: the rule.
    pub reroll: Option<RuleId>,
}

/// Rivers.
#[derive(Clone, Debug)]
pub struct RiverRules {
    /// Most from bank to bank.
    pub width: i64,
    /// Least distance from edges to which it does not flow.
    pub from_edges: i64,
    /// The rule.
    pub rule: RuleId,
    /// The rule about the width.
    pub width_rule: RuleId,
}

/// Roads.
#[derive(Clone, Debug)]
pub struct RoadRules {
    /// Most from side to side.
    pub width: i64,
    /// The rule.
    pub rule: RuleId,
    /// The rule about the width.
    pub width_rule: RuleId,
    /// It does not end in a waterway: the rule.
    pub not_in_water: RuleId,
    /// A second one meets the first: the rule.
    pub second: RuleId,
    /// A ford or bridge where it crosses a river: the rule.
    pub crossing: RuleId,
}

/// Waterways.
#[derive(Clone, Debug)]
pub struct WaterwayRules {
    /// Least and most depth at right angles to the edge.
    pub depth: (i64, i64),
    /// Most along a part of the edge.
    pub deepest: i64,
    /// How great that part may be, as a fraction.
    pub deep_share: (i64, i64),
    /// How far a beach reaches beyond it.
    pub beach: i64,
    /// The rule.
    pub rule: RuleId,
    /// The rule about the beach.
    pub beach_rule: RuleId,
}

/// Where a camp stands and how large it is.
#[derive(Clone, Debug)]
pub struct CampSite {
    /// Least distance from the side edges.
    pub from_sides: i64,
    /// Least length and width.
    pub least: (i64, i64),
    /// Most length and width.
    pub most: Option<(i64, i64)>,
    /// Most length and width together.
    pub sum: Option<i64>,
    /// The rule about the place.
    pub rule: RuleId,
    /// The rule about the size.
    pub size_rule: RuleId,
    /// The rule about the side edges.
    pub sides_rule: RuleId,
    /// It touches its rear edge, a waterway or a beach: the rule.
    pub touches: RuleId,
}

/// Where troops may be set up.
#[derive(Clone, Debug)]
pub struct Deployment {
    /// Least distance from the centre line.
    pub from_centre: Cited<i64>,
    /// Least distance from an enemy stronghold.
    pub from_stronghold: Option<Cited<i64>>,
    /// Least distances from the side edges, and for whom.
    pub sides: Vec<SideDistance>,
}

/// A least distance from the side edges.
#[derive(Clone, Debug)]
pub struct SideDistance {
    /// How far.
    pub distance: i64,
    /// For whom, as the ruleset calls several of them: types, families, classes. Everybody else if empty.
    pub of: Vec<Box<str>>,
    /// The rule.
    pub rule: RuleId,
}

impl SideDistance {
    /// For whom, of those who are in a ruleset: `Auxilia and Psiloi`, `every other type`.
    #[must_use]
    pub fn who(&self, is_here: impl Fn(&str) -> bool) -> String {
        let names: Vec<&str> = self.of.iter().map(|name| &**name).filter(|name| is_here(name)).collect();
        match names.as_slice() {
            _ if self.of.is_empty() => "every other type".to_owned(),
            [] => "nobody".to_owned(),
            [one] => (*one).to_owned(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    }
}

/// Who is the defender, and which base edges there are.
#[derive(Clone, Debug)]
pub struct EdgeRules {
    /// The lower total of die and aggression defends.
    pub defender: RuleId,
    /// Equal totals are rolled again.
    pub ties: RuleId,
    /// Terrain comes before edges.
    pub terrain_first: RuleId,
    /// The invader numbers the sides and dices for his edge: the rule. Else he chooses.
    pub numbered: Option<RuleId>,
    /// What the die says then.
    pub numbering: Option<Numbering>,
    /// On boards that are not square the base edges are the long ones: the rule.
    pub long: Option<RuleId>,
    /// The invader takes the edge opposite a Stronghold: the rule.
    pub stronghold: Option<RuleId>,
    /// The invader takes an edge that a road reaches.
    pub road: Option<RoadEdge>,
    /// Not the edge opposite a waterway: the rule.
    pub waterway: Option<RuleId>,
    /// The defender takes the opposite edge.
    pub opposite: RuleId,
    /// Camps come next.
    pub camps: Option<RuleId>,
}

/// What the die says when the invader has numbered the sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// First and last face for each side; together all faces, each once.
    pub faces: Vec<(u8, u8)>,
    /// The side with the most faces is not beside a BUA.
    pub not_by_bua: bool,
}

/// The invader takes an edge that a road reaches.
#[derive(Clone, Debug)]
pub struct RoadEdge {
    /// Only roads from edge to edge count.
    pub fully: bool,
    /// The rule.
    pub rule: RuleId,
}

impl TerrainRules {
    /// Every kind of feature, in the order of the data.
    #[must_use]
    pub fn features(&self) -> &[FeatureKind] {
        &self.features
    }

    /// What the rules say of a kind; none if they do not have it.
    #[must_use]
    pub fn feature(&self, kind: Kind) -> Option<&FeatureKind> {
        self.features.iter().find(|feature| feature.kind == kind)
    }

    /// Everything a BUA can be, in the order of the data.
    #[must_use]
    pub fn buas(&self) -> &[BuaKind] {
        &self.buas
    }

    /// What the rules say of a BUA; none if they do not have it.
    #[must_use]
    pub fn bua(&self, bua: Bua) -> Option<&BuaKind> {
        self.buas.iter().find(|kind| kind.bua == bua)
    }

    /// How long and wide a feature may be; none for linear features and what the rules do not have.
    #[must_use]
    pub fn size(&self, kind: Kind, bua: Option<Bua>) -> Option<&SizeLimits> {
        match bua {
            Some(bua) => self.bua(bua).map(|bua| &bua.size),
            None => self.feature(kind)?.size.as_ref(),
        }
    }

    /// The going in a feature; none for what cannot be walked through.
    #[must_use]
    pub fn going(&self, kind: Kind, bua: Option<Bua>) -> Option<Going> {
        let going = match bua {
            Some(bua) => self.bua(bua)?.going.as_ref(),
            None => self.feature(kind)?.going.as_ref(),
        };
        going.map(|going| going.is)
    }

    /// The home terrain with this id or name.
    #[must_use]
    pub fn home(&self, name: &str) -> Option<&Home> {
        self.homes.iter().find(|home| home.id.eq_ignore_ascii_case(name) || home.name.eq_ignore_ascii_case(name))
    }

    /// The size of table to which a board belongs.
    #[must_use]
    pub fn table(&self, width: i64, depth: i64) -> Option<&TableSize> {
        self.tables.iter().find(|table| table.takes(width, depth))
    }

    /// How many compulsory features of its kind a choice asks for on this table.
    #[must_use]
    pub fn count(&self, table: &TableSize, compulsory: &Compulsory) -> (u8, u8) {
        let usual = self.tables.first().is_some_and(|first| first.id == table.id);
        if usual { compulsory.count } else { compulsory.big }
    }

    /// Most features of a kind on this table, with the rule.
    #[must_use]
    pub fn most<'a>(&'a self, table: &'a TableSize, kind: Kind) -> &'a Cited<u8> {
        self.feature(kind).and_then(|feature| feature.most.as_ref()).unwrap_or(&table.same)
    }

    /// How far a feature of this kind lies from every edge at least; 0 for those that may stand on one.
    #[must_use]
    pub fn edge_gap_of(&self, kind: Kind) -> i64 {
        if self.on_edges.contains(&kind) { 0 } else { self.edge_gap.is }
    }

    /// Whether a rule is taken over from a relative where this game's own rules are silent.
    #[must_use]
    pub fn is_borrowed(&self, rule: &RuleId) -> bool {
        rule.as_str().split('-').next() != Some(&*self.prefix)
    }
}

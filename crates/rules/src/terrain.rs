//! A game's rules for battlefields: home terrains, features and their sizes, tables, edges.
//!
//! All lengths are thousandths of a base width (BW), as everywhere in [`musterfield_geometry`].

mod deployment;
pub(crate) mod kind;

pub use deployment::{CampSite, Deployment, SideDistance, WallsSize, ZoneDepth};
pub use kind::{Bua, Going, Kind, ParseKindError};

use std::fmt;

use super::reference::{Cited, RuleId};

/// A game's rules for battlefields. Read-only after loading.
#[derive(Clone)]
pub struct TerrainRules {
    /// Id of the ruleset: `d3h2`.
    pub ruleset: Box<str>,
    /// The prefix of its rule ids. A rule with another prefix is borrowed from a related ruleset: a breach of it is
    /// reported as a note.
    pub prefix: Box<str>,
    /// Its name among players.
    pub name: Box<str>,
    /// Its full name.
    pub title: Box<str>,
    /// A description in a sentence or two.
    pub summary: Box<str>,
    /// The version of its data.
    pub version: Box<str>,
    /// The parts that come from a related ruleset, if even the home terrains do.
    pub borrowed: Option<BorrowedRules>,
    /// The book that has the going of features, in a game that does not print it itself, as it is shown in its place: `see DBMM`.
    pub going_elsewhere: Option<Cited<Box<str>>>,
    /// The rules of the procedure.
    pub procedure: Procedure,
    /// Sizes of tables, the usual one first.
    pub tables: Vec<TableSize>,
    /// The home terrains.
    pub homes: Vec<HomeTerrainRules>,
    /// The features of which a battlefield must have at least one.
    pub needs: Option<NeededFeatures>,
    /// The number of quarters that must have features.
    pub coverage: Option<Coverage>,
    /// The least distance between area features.
    pub gap: Cited<i64>,
    /// The least distance from an edge to an area feature; see [`TerrainRules::edge_gap_of`].
    pub edge_gap: Cited<i64>,
    /// Kinds that may stand on an edge nevertheless.
    pub(super) on_edges: Vec<Kind>,
    pub(super) features: Vec<FeatureRules>,
    pub(super) buas: Vec<BuaRules>,
    /// A die for the kind of a BUA on the chart.
    pub bua_die: Option<ChoiceDie<Bua>>,
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
    /// The areas where troops may deploy.
    pub deployment: Deployment,
    /// The choice of the defender, and the base edges.
    pub edges: EdgeRules,
}

impl fmt::Debug for TerrainRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Printing everything would bury whatever it appears beside.
        write!(f, "TerrainRules({} {})", self.ruleset, self.version)
    }
}

/// The parts of the rules that come from related rulesets because the game's own rules are silent.
#[derive(Clone, Debug)]
pub struct BorrowedRules {
    /// Which parts they are, in a sentence.
    pub note: Box<str>,
    /// The borrowed rules, by id. Never empty.
    pub rules: Vec<RuleId>,
}

/// The rules of the procedure.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// The rule that the defender chooses the features.
    pub choice: RuleId,
    /// The rule that an organiser's table needs no choosing and placing.
    pub fixed: Option<RuleId>,
    /// The rule of numbering the quarters.
    pub quarters: RuleId,
    /// The kinds that are placed before all others; then come the compulsory features, then the rest.
    pub first: Cited<Vec<Kind>>,
    /// The die for the quarter, by its number.
    pub die: ChoiceDie<u8>,
    /// The rule that a feature that does not fit is discarded.
    pub discard: RuleId,
    /// The rule that area features lie in their quarter.
    pub inside: RuleId,
    /// The rule that linear features lie in two quarters.
    pub linear: RuleId,
    /// The rule about curved outlines.
    pub curved: RuleId,
    /// The rule about the player who chooses the kind of a BUA.
    pub bua: RuleId,
}

/// A size of table and the number of features it gets.
#[derive(Clone, Debug)]
pub struct TableSize {
    /// Its name in the data: `standard`.
    pub id: Box<str>,
    /// The name as printed.
    pub name: Box<str>,
    /// Width and depth of the boards, the usual one first.
    pub boards: Vec<(i64, i64)>,
    /// Whether any square board between the smallest and the largest is allowed.
    pub between: bool,
    /// The rule.
    pub rule: RuleId,
    /// Compulsory features, minimum and maximum. A home terrain may override this.
    pub compulsory: (u8, u8),
    /// Optional features, minimum and maximum.
    pub optional: (u8, u8),
    /// The number of optional features that generated tables have where nobody asks for another, minimum and maximum.
    pub usual: (u8, u8),
    /// The rule about the numbers.
    pub counts: RuleId,
    /// The rule about the number of optional features.
    pub optional_counts: RuleId,
    /// The largest number of features of one kind, if the kind has no number of its own.
    pub same: Cited<u8>,
    /// The rule that a waterway lies only on a short edge.
    pub short_edge_waterway: Option<RuleId>,
}

impl TableSize {
    /// Whether features of any kind may lie on it in any number, because the rules print no limits.
    #[must_use]
    pub const fn is_unlimited(&self) -> bool {
        self.compulsory.1 == 0 && self.optional.0 == 0
    }

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
pub struct HomeTerrainRules {
    /// Its name in files: `forest`.
    pub id: Box<str>,
    /// The name as printed.
    pub name: Box<str>,
    /// The rule about the compulsory features.
    pub rule: RuleId,
    /// The choices of compulsory features; one of them must be taken as a whole.
    pub compulsory: Vec<Compulsory>,
    /// Kinds that may be added.
    pub optional: Vec<Kind>,
    /// The rule about the optional kinds.
    pub optional_rule: RuleId,
    /// Groups of kinds, of each of which only one kind may be on the table.
    pub either: Vec<Vec<Kind>>,
    /// The rule about the groups.
    pub either_rule: Option<RuleId>,
    /// The meaning of the faces 1 to 6 on the chart; empty where there is none.
    pub chart: Vec<Face>,
}

impl HomeTerrainRules {
    /// Whether features of this kind can be on a table of this home terrain at all.
    #[must_use]
    pub fn has(&self, kind: Kind) -> bool {
        self.optional.contains(&kind) || self.compulsory.iter().any(|compulsory| compulsory.kind == kind)
    }
}

/// A choice of compulsory features: a number of features of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compulsory {
    /// The kind.
    pub kind: Kind,
    /// Minimum and maximum on usual tables.
    pub count: (u8, u8),
    /// Minimum and maximum on tables of other sizes.
    pub big: (u8, u8),
}

/// The meaning of a face of the chart's die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// The kinds of which the defender chooses one.
    pub kinds: Vec<Kind>,
    /// Whether the first is taken unless another of them is already on the table.
    pub first: bool,
    /// The rule.
    pub rule: RuleId,
}

/// The features of which a battlefield must have at least one.
#[derive(Clone, Debug)]
pub struct NeededFeatures {
    /// The home terrains that need it; all if empty.
    pub homes: Vec<Box<str>>,
    /// Kinds that are sufficient.
    pub kinds: Vec<Kind>,
    /// Goings of which features are sufficient.
    pub goings: Vec<Going>,
    /// Kinds that are not sufficient.
    pub except: Vec<Kind>,
    /// The rule.
    pub rule: RuleId,
}

/// The number of quarters that must have features.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// Quarters with any feature.
    pub any: Cited<u8>,
    /// Quarters with water or bad going.
    pub bad_or_water: Cited<u8>,
}

/// Limits of length and width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeLimits {
    /// Minimum length and width.
    pub least: (i64, i64),
    /// Maximum length and width.
    pub most: Option<(i64, i64)>,
    /// Maximum sum of length and width.
    pub sum: Option<i64>,
    /// The least ratio of length to width.
    pub least_ratio: Option<i64>,
    /// The greatest ratio of length to width.
    pub most_ratio: Option<i64>,
    /// The rule about both ratios.
    pub ratio_rule: RuleId,
    /// Minimum length and width of one single feature of the table, which may be smaller than the others.
    pub small: Option<Cited<(i64, i64)>>,
    /// The rule; where minimum and maximum are in two rules, that about the minimum.
    pub rule: RuleId,
    /// The rule about the maximum, and about length and width together.
    pub most_rule: RuleId,
}

/// Whether an area feature may extend into another quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuarterCrossing {
    /// It lies wholly in its own quarter.
    Never,
    /// Its smaller part may extend into one other quarter.
    SmallerPart,
    /// It must extend into exactly one other quarter.
    Must,
}

/// A kind of feature.
#[derive(Clone, Debug)]
pub struct FeatureRules {
    /// The kind.
    pub kind: Kind,
    /// Its name as printed: `Woods`.
    pub name: Box<str>,
    /// Its code in army lists, where the game has such codes: `Wd`.
    pub code: Option<Cited<Box<str>>>,
    /// Its going; none for a BUA, where it depends on the kind of BUA, and where [`TerrainRules::going_elsewhere`].
    pub going: Option<Cited<Going>>,
    /// Further information for players.
    pub note: Option<Cited<Box<str>>>,
    /// The largest number of features of this kind on a table; the table's number if none.
    pub most: Option<Cited<u8>>,
    /// The limits of length and width; none for a BUA and for linear features.
    pub size: Option<SizeLimits>,
    /// Whether its outline may have straight sides.
    pub straight: bool,
    /// Whether it may extend into another quarter.
    pub across: QuarterCrossing,
    /// The rule about that.
    pub across_rule: RuleId,
    /// Whether a river may cross it; none for linear features.
    pub river: Option<Cited<bool>>,
}

/// A kind of BUA.
#[derive(Clone, Debug)]
pub struct BuaRules {
    /// The kind.
    pub bua: Bua,
    /// The name as printed.
    pub name: Box<str>,
    /// Its code in army lists, where the game has such codes: `BUAf`.
    pub code: Option<Cited<Box<str>>>,
    /// The limits of length and width.
    pub size: SizeLimits,
    /// Its going; none if it cannot be entered.
    pub going: Option<Cited<Going>>,
    /// The distance from each of two adjoining edges within which all of it must lie.
    pub near_edges: Option<Cited<i64>>,
    /// The rule that it touches an edge, the waterway or its beach.
    pub touches: Option<RuleId>,
    /// The rule that it has a gate.
    pub gate: Option<RuleId>,
    /// The rule that roads pass through it from gate to gate.
    pub roads_through: Option<RuleId>,
    /// The rule that it can be the army's camp.
    pub camp: Option<RuleId>,
    /// The rule that the edge it touches becomes the defender's.
    pub home_edge: Option<RuleId>,
    /// Further information for players.
    pub note: Option<Cited<Box<str>>>,
}

/// The player who chooses where a die leaves the choice to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// The defender.
    Defender,
    /// The invader.
    Invader,
}

/// The decision of a face of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DieFace<T> {
    /// The face decides on this.
    Is(T),
    /// The face leaves the choice to a player.
    ChosenBy(Chooser),
}

/// A die that decides something, or that names the player who chooses it.
#[derive(Clone, Debug)]
pub struct ChoiceDie<T> {
    pub(super) faces: Vec<DieFace<T>>,
    /// The rule.
    pub rule: RuleId,
}

impl<T: Copy> ChoiceDie<T> {
    /// The decision for a number from 1 to 6; `None` for any other number.
    #[must_use]
    pub fn face(&self, number: u8) -> Option<DieFace<T>> {
        self.faces.get(usize::from(number.checked_sub(1)?)).copied()
    }

    /// The decisions that the die makes by itself, face by face.
    #[must_use]
    pub fn decided(&self) -> Vec<T> {
        let decided = |face: &DieFace<T>| if let DieFace::Is(what) = face { Some(*what) } else { None };
        self.faces.iter().filter_map(decided).collect()
    }
}

/// A die chart for the optional features.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The name as printed.
    pub name: Box<str>,
    /// The rule.
    pub rule: RuleId,
    /// The rule for a kind that is used up: another of the same face.
    pub full_face: RuleId,
    /// The rule for a face that is used up: any kind that the home terrain has.
    pub full_chart: RuleId,
    /// The rule that a BUA replaces compulsory features, and the die is rolled again.
    pub swap: Option<RuleId>,
    /// The rule that the last die is rolled again until the table has what it needs.
    pub reroll: Option<RuleId>,
}

/// Rivers.
#[derive(Clone, Debug)]
pub struct RiverRules {
    /// The greatest width from bank to bank.
    pub width: i64,
    /// The least distance from edges where it does not flow off the table.
    pub from_edges: i64,
    /// The rule.
    pub rule: RuleId,
    /// The rule about the width.
    pub width_rule: RuleId,
}

/// Roads.
#[derive(Clone, Debug)]
pub struct RoadRules {
    /// The greatest width from side to side.
    pub width: i64,
    /// The rule.
    pub rule: RuleId,
    /// The rule about the width.
    pub width_rule: RuleId,
    /// The rule that it does not end in a waterway.
    pub not_in_water: RuleId,
    /// The rule that a second road meets the first.
    pub second: RuleId,
    /// The rule that there is a ford or bridge where it crosses a river.
    pub crossing: RuleId,
}

/// Waterways.
#[derive(Clone, Debug)]
pub struct WaterwayRules {
    /// Minimum and maximum depth at right angles to the edge.
    pub depth: (i64, i64),
    /// The greatest depth along a part of the edge.
    pub deepest: i64,
    /// The greatest share of the edge for that part, as a fraction.
    pub deep_share: (i64, i64),
    /// The distance that a beach extends beyond it.
    pub beach: i64,
    /// The rule.
    pub rule: RuleId,
    /// The rule about the beach.
    pub beach_rule: RuleId,
}

/// The choice of the defender, and the base edges.
#[derive(Clone, Debug)]
pub struct EdgeRules {
    /// The rule that the lower total of die and aggression defends.
    pub defender: RuleId,
    /// The rule that equal totals are rolled again.
    pub ties: RuleId,
    /// The rule that terrain comes before edges.
    pub terrain_first: RuleId,
    /// The rule that the invader numbers the sides and dices for a base edge; without it the invader chooses.
    pub numbered: Option<RuleId>,
    /// The meaning of the die in that case.
    pub numbering: Option<Numbering>,
    /// The rule that the base edges are the long ones on boards that are not square.
    pub long: Option<RuleId>,
    /// The rule that the invader takes the edge opposite a Stronghold.
    pub stronghold: Option<RuleId>,
    /// The rule that the invader takes an edge that a road reaches.
    pub road: Option<RoadEdge>,
    /// The rule that the invader does not take the edge opposite a waterway.
    pub waterway: Option<RuleId>,
    /// The rule that the defender takes the opposite edge.
    pub opposite: RuleId,
    /// The rule that camps come next.
    pub camps: Option<RuleId>,
}

/// The meaning of the die when the invader has numbered the sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// The first and last face for each side; together all faces, each once.
    pub faces: Vec<(u8, u8)>,
    /// Whether the side with the most faces must not be beside a BUA.
    pub not_by_bua: bool,
}

/// The rule that the invader takes an edge that a road reaches.
#[derive(Clone, Debug)]
pub struct RoadEdge {
    /// Whether only roads from edge to edge count.
    pub fully: bool,
    /// The rule.
    pub rule: RuleId,
}

impl TerrainRules {
    /// Removes types that are not in the ruleset from the words.
    pub(crate) fn name_only(&mut self, is_here: impl Fn(&str) -> bool) {
        for side in &mut self.deployment.sides {
            side.in_words = SideDistance::words(&side.of, &is_here).into();
        }
    }

    /// Every kind of feature, in the order of the data.
    #[must_use]
    pub fn features(&self) -> &[FeatureRules] {
        &self.features
    }

    /// The rules of a kind of feature; none if these rules do not have it.
    #[must_use]
    pub fn feature(&self, kind: Kind) -> Option<&FeatureRules> {
        self.features.iter().find(|feature| feature.kind == kind)
    }

    /// All kinds of BUA, in the order of the data.
    #[must_use]
    pub fn buas(&self) -> &[BuaRules] {
        &self.buas
    }

    /// The rules of a kind of BUA; none if these rules do not have it.
    #[must_use]
    pub fn bua(&self, bua: Bua) -> Option<&BuaRules> {
        self.buas.iter().find(|kind| kind.bua == bua)
    }

    /// The limits on the length and width of a feature; none for linear features and for those that these rules do
    /// not have.
    #[must_use]
    pub fn size(&self, kind: Kind, bua: Option<Bua>) -> Option<&SizeLimits> {
        match bua {
            Some(bua) => self.bua(bua).map(|bua| &bua.size),
            None => self.feature(kind)?.size.as_ref(),
        }
    }

    /// The going in a feature; none for one that cannot be entered.
    #[must_use]
    pub fn going(&self, kind: Kind, bua: Option<Bua>) -> Option<Going> {
        let going = match bua {
            Some(bua) => self.bua(bua)?.going.as_ref(),
            None => self.feature(kind)?.going.as_ref(),
        };
        going.map(|going| going.value)
    }

    /// The features with codes, in the order of the data: the code with its rule, the kind, and for a BUA which it is.
    /// Empty in a game without codes.
    pub fn codes(&self) -> impl Iterator<Item = (&Cited<Box<str>>, Kind, Option<Bua>)> {
        let buas = || self.buas.iter().filter_map(|bua| Some((bua.code.as_ref()?, Kind::Bua, Some(bua.bua))));
        self.features.iter().flat_map(move |feature| {
            let own = feature.code.as_ref().map(|code| (code, feature.kind, None));
            own.into_iter().chain(buas().filter(|_| feature.kind == Kind::Bua))
        })
    }

    /// The feature with this code, in capitals or not.
    #[must_use]
    pub fn coded(&self, code: &str) -> Option<(Kind, Option<Bua>)> {
        self.codes().find(|(known, ..)| known.value.eq_ignore_ascii_case(code)).map(|(_, kind, bua)| (kind, bua))
    }

    /// The code of a feature; none in a game without codes.
    #[must_use]
    pub fn code(&self, kind: Kind, bua: Option<Bua>) -> Option<&str> {
        let code = match bua {
            Some(bua) => self.bua(bua)?.code.as_ref(),
            None => self.feature(kind)?.code.as_ref(),
        };
        code.map(|code| &*code.value)
    }

    /// The home terrain with this id or name.
    #[must_use]
    pub fn home_terrain(&self, name: &str) -> Option<&HomeTerrainRules> {
        self.homes.iter().find(|home| home.id.eq_ignore_ascii_case(name) || home.name.eq_ignore_ascii_case(name))
    }

    /// The size of table to which a board belongs.
    #[must_use]
    pub fn table(&self, width: i64, depth: i64) -> Option<&TableSize> {
        self.tables.iter().find(|table| table.takes(width, depth))
    }

    /// The number of compulsory features of its kind that a choice requires on this table, minimum and maximum.
    #[must_use]
    pub fn count(&self, table: &TableSize, compulsory: &Compulsory) -> (u8, u8) {
        let usual = self.tables.first().is_some_and(|first| first.id == table.id);
        if usual { compulsory.count } else { compulsory.big }
    }

    /// The largest number of features of a kind on this table, with the rule.
    #[must_use]
    pub fn most<'a>(&'a self, table: &'a TableSize, kind: Kind) -> &'a Cited<u8> {
        self.feature(kind).and_then(|feature| feature.most.as_ref()).unwrap_or(&table.same)
    }

    /// The least distance of a feature of this kind from every edge; 0 for those that may stand on one.
    #[must_use]
    pub fn edge_gap_of(&self, kind: Kind) -> i64 {
        if self.on_edges.contains(&kind) { 0 } else { self.edge_gap.value }
    }

    /// Whether a rule is borrowed from a related ruleset because this game's own rules are silent.
    #[must_use]
    pub fn is_borrowed(&self, rule: &RuleId) -> bool {
        rule.as_str().split('-').next() != Some(&*self.prefix)
    }
}

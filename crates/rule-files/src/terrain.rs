//! The file `terrain.toml` as it is written.

use musterfield_geometry::point;
use serde::Deserialize;
use toml::Spanned;

use crate::cited::Cite;

/// A length in base widths, stored in thousandths.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f64")]
pub struct Bw(pub i64);

impl TryFrom<f64> for Bw {
    type Error = String;

    fn try_from(bw: f64) -> Result<Self, String> {
        let length = point::thousandths(bw).filter(|length| *length >= 0);
        length.map(Self).ok_or_else(|| format!("{bw} is not a length in base widths"))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainFile {
    pub rule: Cite,
    /// The sentence that says which parts come from another game.
    pub borrowed: Option<Spanned<String>>,
    /// The book that has the going of features, if the game does not print it.
    pub going_elsewhere: Option<RemarkEntry>,
    pub procedure: ProcedureEntry,
    pub table: Vec<TableEntry>,
    pub home_terrain: Vec<HomeTerrainEntry>,
    pub needs: Option<NeedsEntry>,
    pub coverage: Option<CoverageEntry>,
    pub placing: PlacingEntry,
    pub size: Vec<SizeEntry>,
    pub feature: Vec<FeatureEntry>,
    #[serde(default)]
    pub bua: Vec<BuaEntry>,
    pub bua_die: Option<DieEntry>,
    pub chart: Option<ChartEntry>,
    pub river: RiverEntry,
    pub road: RoadEntry,
    pub waterway: WaterwayEntry,
    pub camp: Option<CampSiteEntry>,
    pub deployment: DeploymentEntry,
    pub edges: EdgesEntry,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProcedureEntry {
    pub choice: Cite,
    pub fixed: Option<Cite>,
    pub mix: Option<Cite>,
    pub quarters: Cite,
    pub order: OrderEntry,
    pub die: DieEntry,
    /// The rule that a feature that does not fit is discarded.
    pub discard: Option<Cite>,
    pub inside: Cite,
    pub linear: Cite,
    pub curved: Cite,
    pub bua: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableEntry {
    pub id: String,
    pub name: String,
    pub boards: Spanned<Vec<[Bw; 2]>>,
    #[serde(default)]
    pub between: bool,
    pub rule: Cite,
    pub compulsory: Spanned<[u8; 2]>,
    pub optional: Spanned<[u8; 2]>,
    /// The numbers of generated tables, where the rules leave wide limits.
    pub usual: Option<Spanned<[u8; 2]>>,
    pub counts: Cite,
    /// The rule about the number of optional features, where it is a separate one.
    pub optional_counts: Option<Cite>,
    pub same: MostEntry,
    pub short_edge_waterway: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MostEntry {
    pub most: u8,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HomeTerrainEntry {
    pub id: String,
    pub name: String,
    pub rule: Cite,
    #[serde(default)]
    pub compulsory: Vec<CompulsoryEntry>,
    pub optional: Vec<Spanned<String>>,
    pub optional_rule: Cite,
    #[serde(default)]
    pub either: Vec<Vec<Spanned<String>>>,
    pub either_rule: Option<Cite>,
    #[serde(default)]
    pub chart: Vec<FaceEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompulsoryEntry {
    pub kind: Spanned<String>,
    pub count: Spanned<[u8; 2]>,
    /// The numbers on tables other than the first.
    pub big: Option<Spanned<[u8; 2]>>,
}

/// The kinds that one face of the die stands for on a house chart.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaceEntry {
    pub kinds: Vec<Spanned<String>>,
    /// Whether the first kind is taken unless the other one has been taken already.
    #[serde(default)]
    pub first: bool,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NeedsEntry {
    #[serde(default)]
    pub homes: Vec<Spanned<String>>,
    pub kinds: Vec<Spanned<String>>,
    pub goings: Vec<GoingWord>,
    #[serde(default)]
    pub except: Vec<Spanned<String>>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverageEntry {
    pub any: QuartersEntry,
    pub bad_or_water: QuartersEntry,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuartersEntry {
    pub quarters: u8,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacingEntry {
    pub gap: LengthEntry,
    pub edge: EdgeGapEntry,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeGapEntry {
    pub bw: Bw,
    #[serde(default)]
    pub except: Vec<Spanned<String>>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LengthEntry {
    pub bw: Bw,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeEntry {
    pub id: String,
    pub least: [Bw; 2],
    pub most: Option<[Bw; 2]>,
    pub sum: Option<Bw>,
    pub ratio: Option<RatioEntry>,
    pub small: Option<SmallEntry>,
    pub rule: Cite,
    /// The rule about the greatest sizes, where it is a separate one.
    pub most_rule: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatioEntry {
    pub least: Option<u8>,
    pub most: Option<u8>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmallEntry {
    pub least: [Bw; 2],
    pub rule: Cite,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoingWord {
    Good,
    Rough,
    Bad,
    Water,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AcrossWord {
    SmallerPart,
    Must,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AcrossEntry {
    pub is: AcrossWord,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoingEntry {
    pub is: GoingWord,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MayEntry {
    pub may: bool,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemarkEntry {
    pub text: String,
    pub rule: Cite,
}

/// The code of a feature in army lists.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodeEntry {
    pub is: String,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureEntry {
    pub kind: Spanned<String>,
    pub name: String,
    pub code: Option<CodeEntry>,
    pub going: Option<GoingEntry>,
    pub note: Option<RemarkEntry>,
    pub most: Option<MostEntry>,
    pub size: Option<Spanned<String>>,
    #[serde(default)]
    pub straight: bool,
    pub across: Option<AcrossEntry>,
    pub river: Option<MayEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuaEntry {
    pub id: Spanned<String>,
    pub name: String,
    pub code: Option<CodeEntry>,
    pub size: Spanned<String>,
    pub going: Option<GoingEntry>,
    pub near_edges: Option<LengthEntry>,
    pub touches: Option<Cite>,
    pub gate: Option<Cite>,
    /// The rule that roads pass through it.
    pub roads_through: Option<Cite>,
    pub stands_on: Option<Cite>,
    pub camp: Option<Cite>,
    pub home_edge: Option<Cite>,
    pub note: Option<RemarkEntry>,
}

/// The order in which features are placed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderEntry {
    /// The kinds that are placed before all others, compulsory or not.
    pub first: Vec<Spanned<String>>,
    pub rule: Cite,
}

/// A die that decides something: the meaning of each face, or `defender` or `invader` where a player chooses.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DieEntry {
    pub faces: Spanned<Vec<Spanned<String>>>,
    pub rule: Cite,
}

/// A die chart for the optional features.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartEntry {
    pub name: String,
    pub rule: Cite,
    /// The rule for a kind that is already used up: another of the same face.
    pub full_face: Cite,
    /// The rule if no other of the same face is left: any kind that the home terrain has.
    pub full_chart: Cite,
    /// The rule about the player who chooses among several kinds of a face.
    pub chooser: Cite,
    /// The rule that a BUA replaces compulsory plough, and the die is rolled again.
    pub swap: Option<Cite>,
    /// The rule that the last die is rolled again until the table has what it needs.
    pub reroll: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiverEntry {
    pub width: Bw,
    pub from_edges: Bw,
    pub rule: Cite,
    pub width_rule: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoadEntry {
    pub width: Bw,
    pub rule: Cite,
    pub width_rule: Option<Cite>,
    /// The rule that a road does not end in a waterway.
    pub not_in_water: Option<Cite>,
    pub second: Option<Cite>,
    pub crossing: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaterwayEntry {
    pub depth: [Bw; 2],
    pub deepest: Bw,
    pub deep_share: Spanned<[u8; 2]>,
    pub beach: Bw,
    pub rule: Cite,
    pub beach_rule: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampSiteEntry {
    pub from_sides: Bw,
    pub least: [Bw; 2],
    pub most: Option<[Bw; 2]>,
    pub sum: Option<Bw>,
    pub rule: Cite,
    pub size_rule: Cite,
    /// The rule about the distance from the sides, where it is a separate one, and about what the camp touches.
    pub sides_rule: Option<Cite>,
    pub touches: Option<Cite>,
    pub kinds: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeploymentEntry {
    /// The least distance from the centre line; this or `from_edge`.
    pub from_centre: Option<LengthEntry>,
    /// The greatest distance from the own base edge.
    pub from_edge: Option<LengthEntry>,
    pub from_stronghold: Option<LengthEntry>,
    /// The rule that the defender places a Stronghold in the zone, where none is among the features.
    pub stronghold: Option<Cite>,
    /// The size of that Stronghold, where battles are played.
    pub stronghold_size: Option<WallsEntry>,
    pub sides: Vec<SideEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WallsEntry {
    pub least: [Bw; 2],
    pub most: [Bw; 2],
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideEntry {
    pub bw: Bw,
    /// The types concerned; all others if left out.
    #[serde(default)]
    pub of: Vec<Spanned<String>>,
    pub rule: Cite,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EdgeMethod {
    Choice,
    Numbered,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgesEntry {
    pub defender: Cite,
    pub ties: Cite,
    pub terrain_first: Cite,
    pub method: EdgeMethod,
    /// The rule by which the sides are numbered and diced for.
    pub numbered: Option<Cite>,
    pub numbering: Option<NumberingEntry>,
    /// The rule that the base edges are the long ones on boards that are not square.
    pub long: Option<Cite>,
    pub stronghold: Option<Cite>,
    pub road: Option<RoadEdgeEntry>,
    pub waterway: Option<Cite>,
    pub opposite: Cite,
    pub camps: Option<Cite>,
}

/// The meaning of the die when the invader has numbered the sides.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberingEntry {
    /// The first and last face for each side.
    pub faces: Spanned<Vec<[u8; 2]>>,
    /// Whether the side with the most faces must not be beside a BUA.
    #[serde(default)]
    pub not_by_bua: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoadEdgeEntry {
    /// Whether only a road from edge to edge counts.
    pub fully: bool,
    pub rule: Cite,
}

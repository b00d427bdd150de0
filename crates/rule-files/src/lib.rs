//! The files of a ruleset as they are written, before any check.
//!
//! Each struct is a table of a file, each field a key; unknown keys are errors. What carries a rule id or can be wrong
//! keeps its place in the text, so that a mistake can be reported with its line. What a value means, and whether it makes
//! sense, is checked by `musterfield-rules`, the only crate that reads these files. `docs/FORMATS.md` explains the keys.
//!
//! Reading TOML into typed tables is a great deal of code that runs once, at the start. It has a crate of its own so that
//! it need not be optimised: that alone saves half a minute of every build.
//!
//! In reading order: this file has `ruleset.toml`, `bases.toml`, `army.toml` and `troops.toml`; then `cited.rs` (values
//! with their rules), `grade.rs`, `combat.rs` (also outcomes), `terrain.rs`,
//! `play.rs`, and `reference.rs` (the rules in words).

#![expect(missing_docs, reason = "docs/FORMATS.md explains every key")]

use musterfield_points::Points;
use serde::Deserialize;
use toml::Spanned;

use cited::{BaseEntry, CitedName, MoveEntry, ReachEntry};
use grade::{
    AirMobileEntry, CastersEntry, GradeEntry, GradesEntry, LabelEntry, MoraleEntry, OpenCommandsEntry, RemarkEntry,
    TextEntry, VariantEntry,
};

pub mod cited;
pub mod combat;
mod defeat;
mod general;
pub mod grade;
pub mod play;
pub mod reference;
pub mod terrain;
pub mod words;

pub use cited::{Cite, CodesEntry, FactorEntry, Source, Sourced};
pub use defeat::{DefeatEntry, FirstOfEntry};
pub use general::{GeneralEntry, GeneralOnlyEntry, GeneralTypeEntry, GeneralWord};

/// A file of a ruleset.
pub trait RuleFile: Sized {
    /// Reads the file from its text.
    ///
    /// # Errors
    /// The first thing that is not TOML, or not a key or value of this file, with its place.
    fn parse(text: &str) -> Result<Self, toml::de::Error>;
}

/// Reads each kind of file by a function of its own. One function for all of them would be compiled where it is called,
/// and optimised there.
macro_rules! rule_files {
    ($($file:ty),+ $(,)?) => {
        $(impl RuleFile for $file {
            fn parse(text: &str) -> Result<Self, toml::de::Error> {
                toml::from_str(text)
            }
        })+
    };
}

rule_files!(
    ArmyFile,
    BasesFile,
    NamesFile,
    RulesetFile,
    TroopsFile,
    combat::CombatFile,
    combat::OutcomesFile,
    play::PlayFile,
    reference::ReferenceFile,
    terrain::TerrainFile,
    words::WordsFile,
);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesetFile {
    pub extends: Option<Cite>,
    pub id: String,
    pub prefix: String,
    pub name: String,
    pub title: String,
    pub version: String,
    pub summary: String,
    /// Its position among the rulesets, from 1, where it extends none.
    #[serde(default)]
    pub order: u8,
    /// Only its rules for battlefields are present.
    #[serde(default)]
    pub battlefields_only: bool,
    /// Whether battles can be played with it, so that it must have the numbers and lists that battles need.
    #[serde(default)]
    pub battle: bool,
    /// The reason why no battles are played with it.
    pub no_battle: Option<String>,
    /// The ruleset from which it borrows what its own rules leave out.
    pub borrows: Option<BorrowsEntry>,
    pub unit: Option<UnitEntry>,
    #[serde(default)]
    pub class: Vec<ClassEntry>,
    /// Grades in which types are sold.
    #[serde(default)]
    pub grade: Vec<GradeEntry>,
    /// Collective names of elements of several types.
    #[serde(default)]
    pub label: Vec<LabelEntry>,
    pub troops: Option<KeptTypes>,
    #[serde(default)]
    pub without: Without,
    /// What changed with each version of the data, the latest first.
    #[serde(default)]
    pub change: Vec<ChangeEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BorrowsEntry {
    pub from: Spanned<String>,
    /// A sentence that says so.
    pub says: String,
    /// Rules that battles follow too, although no entry of the other files stands for them.
    #[serde(default)]
    pub also: Vec<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangeEntry {
    pub version: Spanned<String>,
    /// `2026-11-25`.
    pub date: String,
    pub text: String,
    pub why: String,
    pub rule: Cite,
}

/// The parts of the extended ruleset that this one lacks.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Without {
    pub mounted_infantry: Option<Mark>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitEntry {
    pub name: String,
    /// Its length on bases of the usual scale, in millimetres, where the rules say.
    pub mm: Option<Spanned<f64>>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassEntry {
    pub id: String,
    pub name: String,
    pub plural: Option<String>,
    pub rule: Cite,
}

/// The types of the extended ruleset that are kept.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptTypes {
    pub keep: Vec<Spanned<String>>,
    pub rule: Cite,
    pub left_out: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TroopsFile {
    /// Whether a figure count before a code must be that of the type: `3Bd` is not `4Bd`.
    #[serde(default)]
    pub exact_figures: bool,
    #[serde(default)]
    pub family: Vec<FamilyEntry>,
    pub troop: Vec<TroopEntry>,
    /// The differences of types in some grades, in this order.
    #[serde(default)]
    pub variant: Vec<VariantEntry>,
    #[serde(default)]
    pub spelling: Vec<SpellingEntry>,
}

/// `names.toml`: the names of troop types in other languages than English.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamesFile {
    #[serde(default)]
    pub name: Vec<NameEntry>,
}

/// The names of a type.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameEntry {
    /// English names of the type; the first one that a ruleset has counts.
    pub of: Vec<Spanned<String>>,
    #[serde(default)]
    pub de: Vec<Spanned<String>>,
    #[serde(default)]
    pub fr: Vec<Spanned<String>>,
    #[serde(default)]
    pub es: Vec<Spanned<String>>,
    #[serde(default)]
    pub it: Vec<Spanned<String>>,
    #[serde(default)]
    pub pl: Vec<Spanned<String>>,
}

/// Types that rules name together.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FamilyEntry {
    pub code: Spanned<String>,
    pub singular: String,
    pub plural: String,
    pub kind_of: Option<KindEntry>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TroopEntry {
    pub code: Spanned<String>,
    pub name: String,
    /// The drawing that represents it, if that belongs to another type or family.
    pub icon: Option<String>,
    pub singular: Option<String>,
    pub plural: Option<String>,
    #[serde(default)]
    pub also: Vec<Spanned<String>>,
    pub class: CitedName,
    pub cost: Option<CostEntry>,
    pub grades: Option<GradesEntry>,
    pub fast: FastEntry,
    /// The type that is meant when elements of this one are called Fast by name alone.
    pub fast_as: Option<Spanned<String>>,
    pub factor: FactorEntry,
    #[serde(rename = "move")]
    pub movement: MoveEntry,
    pub fast_move: Option<MoveEntry>,
    pub range: Option<ReachEntry>,
    pub spell: Option<ReachEntry>,
    pub base: BaseEntry,
    pub wide_base: Option<WideBaseEntry>,
    pub kind_of: Option<KindEntry>,
    pub summoned: Option<SummonedEntry>,
    pub water: Option<Mark>,
    pub siege_tower: Option<Mark>,
    pub rides: Option<Mark>,
    /// Set where no army has elements of this type.
    pub no_army: Option<Mark>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CostEntry {
    pub ap: Spanned<Points>,
    pub rule: Cite,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FastWord {
    No,
    May,
    Usual,
    Always,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FastEntry {
    pub is: FastWord,
    pub rule: Cite,
}

/// The bases of other figures of a type.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WideBaseEntry {
    #[serde(rename = "for")]
    pub name: String,
    pub depth: Spanned<String>,
    pub figures: String,
    pub rule: Cite,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SummonedWord {
    May,
    Always,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SummonedEntry {
    pub is: SummonedWord,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindEntry {
    pub code: Spanned<String>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpellingEntry {
    pub read: Vec<Spanned<String>>,
    pub code: Spanned<String>,
    #[serde(default)]
    pub water: bool,
    #[serde(default)]
    pub siege_tower: bool,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyFile {
    /// The budget, where AP are spent.
    pub budget: Option<BudgetEntry>,
    /// The sizes, where elements are picked, the usual one first.
    #[serde(default)]
    pub army_size: Vec<ArmySizeEntry>,
    pub half_cap: Option<HalfCapEntry>,
    pub allies: Option<AlliesEntry>,
    pub size: Option<SizeEntry>,
    pub general: GeneralEntry,
    pub fast: Option<FastChoiceEntry>,
    pub from_list: Option<Mark>,
    pub aggression: Option<AggressionEntry>,
    pub home_terrain: Option<Mark>,
    pub camp: Option<CampEntry>,
    pub mounted_infantry: Option<MountedInfantryEntry>,
    pub garrison: GarrisonEntry,
    pub defeat: Option<DefeatEntry>,
    /// The cost of losing an element, in the order in which the rows are tried.
    #[serde(default)]
    pub morale: Vec<MoraleEntry>,
    #[serde(default)]
    pub remark: Vec<RemarkEntry>,
    pub casters: Option<CastersEntry>,
    pub air_mobile: Option<AirMobileEntry>,
    pub other_costs: Option<TextEntry>,
    pub open_commands: Option<OpenCommandsEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmySizeEntry {
    pub name: String,
    pub elements: Spanned<i64>,
    #[serde(default = "once")]
    pub times: i64,
    pub commands: Option<CommandsEntry>,
    pub rule: Cite,
}

const fn once() -> i64 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandsEntry {
    pub count: u8,
    pub least: i64,
    pub rule: Cite,
    pub cinc: Cite,
    pub never_lead: CodesEntry,
    pub lead_as_cinc: CodesEntry,
    pub contingent: i64,
    pub contingents: i64,
    pub contingent_rule: Cite,
    /// Rules about how many times entries are taken beside contingents, for readers of the data.
    pub beside: Vec<Cite>,
    pub allied: Cite,
    pub ally_general: Cite,
    pub demoralised: ShareEntry,
    pub routed: ShareEntry,
    pub uncounted: CodesEntry,
    pub broken: CountEntry,
    pub dice: Cite,
    pub allied_die: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountEntry {
    pub count: u8,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareEntry {
    pub share: Spanned<(i64, i64)>,
    #[serde(default)]
    pub except: Vec<Spanned<String>>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BudgetEntry {
    pub usual: Points,
    pub least: Points,
    pub most: Points,
    pub step: Spanned<Points>,
    pub unspent_from: Points,
    pub rule: Cite,
    pub agreed: Option<Cite>,
    pub usual_rule: Option<Cite>,
    /// The rule about exact totals, where there is a separate one.
    pub step_rule: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HalfCapEntry {
    pub costs: Vec<Points>,
    pub share: Spanned<(i64, i64)>,
    pub rule: Cite,
    pub limit: Option<Cite>,
    pub exempt: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlliesEntry {
    pub most: Points,
    #[serde(default)]
    pub exact: bool,
    pub rule: Cite,
    pub named: Cite,
    pub inside: Option<Cite>,
    pub in_half_cap: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeEntry {
    pub rule: Cite,
    pub no_type_limit: Cite,
    pub no_composition: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FastChoiceEntry {
    pub ap: Spanned<Points>,
    pub rule: Option<Cite>,
    pub fixed: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AggressionEntry {
    pub least: i64,
    pub most: i64,
    pub usual: i64,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampEntry {
    pub exempt: Option<ExemptEntry>,
    pub rule: Cite,
    pub allowed: Option<Cite>,
    pub ap: Option<Spanned<Points>>,
    pub ap_rule: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExemptEntry {
    pub code: Spanned<String>,
    pub from: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MountedInfantryEntry {
    pub prefix: String,
    #[serde(rename = "move")]
    pub movement: MoveEntry,
    pub fast_move: MoveEntry,
    pub base: BaseEntry,
    pub cost: Option<Cite>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GarrisonEntry {
    pub barred: Option<BarredEntry>,
    pub barred_walls: Option<BarredEntry>,
    pub barred_camp: Option<BarredEntry>,
    pub never_sack: Option<BarredEntry>,
    pub rule: Option<Cite>,
    pub camp: Option<Cite>,
    pub at_deployment: Option<DeploymentEntry>,
}

/// Types that may not hold a feature.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarredEntry {
    #[serde(default)]
    pub classes: Vec<Spanned<String>>,
    #[serde(default)]
    pub codes: Vec<Spanned<String>>,
    pub rule: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeploymentEntry {
    pub class: Spanned<String>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BasesFile {
    pub scale: Vec<ScaleEntry>,
    #[serde(default)]
    pub note: Vec<NoteEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScaleEntry {
    pub id: String,
    pub also: Option<Spanned<String>>,
    pub name: String,
    pub frontage: u16,
    pub rule: Cite,
    pub depth: Vec<DepthEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthEntry {
    pub class: String,
    pub least: u16,
    pub most: u16,
    pub usual: Spanned<u16>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteEntry {
    pub rule: Cite,
    pub text: String,
}

//! The files of `rulesets/` as they are written, before anything is checked. Unknown keys are errors.

use serde::Deserialize;
use toml::Spanned;

use super::points::Points;

pub(super) mod combat;
pub(super) mod play;
pub(super) mod terrain;

/// The id of a rule, with its place in the file.
pub(super) type Cite = Spanned<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesetFile {
    pub extends: Option<Cite>,
    pub id: String,
    pub prefix: String,
    pub name: String,
    pub title: String,
    pub version: String,
    pub summary: String,
    /// Only what it says about battlefields is here.
    #[serde(default)]
    pub battlefields_only: bool,
    pub unit: Option<UnitEntry>,
    #[serde(default)]
    pub class: Vec<ClassEntry>,
    pub troops: Option<Kept>,
    #[serde(default)]
    pub without: Without,
}

/// What the extended ruleset has and this one has not.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Without {
    pub mounted_infantry: Option<Mark>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitEntry {
    pub name: String,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClassEntry {
    pub id: String,
    pub name: String,
    pub plural: Option<String>,
    pub rule: Cite,
}

/// The types of the extended ruleset that stay.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kept {
    pub keep: Vec<Spanned<String>>,
    pub rule: Cite,
    pub left_out: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TroopsFile {
    pub troop: Vec<TroopEntry>,
    #[serde(default)]
    pub spelling: Vec<SpellingEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TroopEntry {
    pub code: Spanned<String>,
    pub name: String,
    pub singular: Option<String>,
    pub plural: Option<String>,
    #[serde(default)]
    pub also: Vec<Spanned<String>>,
    pub class: Named,
    pub cost: Option<CostEntry>,
    pub fast: FastEntry,
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
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    pub is: Spanned<String>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CostEntry {
    pub ap: Spanned<Points>,
    pub rule: Cite,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum FastWord {
    No,
    May,
    Usual,
    Always,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FastEntry {
    pub is: FastWord,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FactorEntry {
    pub foot: i8,
    pub mounted: i8,
    pub shot_foot: Option<i8>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveEntry {
    pub good: Option<u16>,
    pub rough: Option<u16>,
    pub bad: Option<u16>,
    pub river: Option<u16>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReachEntry {
    pub bw: u16,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BaseEntry {
    pub depth: Spanned<String>,
    pub figures: String,
    pub rule: Cite,
}

/// What other figures of a type stand on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WideBaseEntry {
    #[serde(rename = "for")]
    pub name: String,
    pub depth: Spanned<String>,
    pub figures: String,
    pub rule: Cite,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SummonedWord {
    May,
    Always,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SummonedEntry {
    pub is: SummonedWord,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KindEntry {
    pub code: Spanned<String>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mark {
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpellingEntry {
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
pub(super) struct ArmyFile {
    pub budget: BudgetEntry,
    pub half_cap: Option<HalfCapEntry>,
    pub allies: Option<AlliesEntry>,
    pub size: SizeEntry,
    pub general: GeneralEntry,
    pub fast: FastChoiceEntry,
    pub aggression: AggressionEntry,
    pub home_terrain: Mark,
    pub camp: Option<CampEntry>,
    pub mounted_infantry: Option<MountedInfantryEntry>,
    pub garrison: GarrisonEntry,
    pub defeat: DefeatEntry,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BudgetEntry {
    pub usual: Points,
    pub least: Points,
    pub most: Points,
    pub step: Spanned<Points>,
    pub unspent_from: Points,
    pub rule: Cite,
    pub agreed: Cite,
    pub usual_rule: Cite,
    pub step_rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HalfCapEntry {
    pub costs: Vec<Points>,
    pub share: Spanned<(i64, i64)>,
    pub rule: Cite,
    pub limit: Cite,
    pub exempt: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AlliesEntry {
    pub most: Points,
    pub rule: Cite,
    pub named: Cite,
    pub inside: Cite,
    pub in_half_cap: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SizeEntry {
    pub rule: Cite,
    pub no_type_limit: Cite,
    pub no_composition: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GeneralEntry {
    pub count: Spanned<u8>,
    pub rule: Cite,
    pub free: Cite,
    pub ally: Cite,
    pub may_be_fast: Cite,
    pub otherwise: Cite,
    #[serde(default, rename = "type")]
    pub types: Vec<GeneralTypeEntry>,
    #[serde(default)]
    pub only: Vec<GeneralOnlyEntry>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum GeneralWord {
    Never,
    Unusual,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GeneralTypeEntry {
    pub codes: Vec<Spanned<String>>,
    pub may: GeneralWord,
    pub because: String,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GeneralOnlyEntry {
    pub codes: Vec<Spanned<String>>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FastChoiceEntry {
    pub ap: Spanned<Points>,
    pub rule: Cite,
    pub fixed: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AggressionEntry {
    pub least: i64,
    pub most: i64,
    pub usual: i64,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CampEntry {
    pub exempt: Option<ExemptEntry>,
    pub rule: Cite,
    pub allowed: Cite,
    pub ap: Spanned<Points>,
    pub ap_rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExemptEntry {
    pub code: Spanned<String>,
    pub from: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MountedInfantryEntry {
    pub prefix: String,
    #[serde(rename = "move")]
    pub movement: MoveEntry,
    pub fast_move: MoveEntry,
    pub base: BaseEntry,
    pub cost: Cite,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GarrisonEntry {
    pub barred_classes: Vec<Spanned<String>>,
    pub barred_codes: Vec<Spanned<String>>,
    pub rule: Cite,
    pub camp: Cite,
    pub at_deployment: Option<DeploymentEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeploymentEntry {
    pub class: Spanned<String>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DefeatEntry {
    pub lost: Spanned<Points>,
    pub at_budget: Points,
    pub general_extra: Points,
    pub camp: Points,
    pub stronghold: Points,
    pub rule: Cite,
    pub element: Cite,
    pub general_rule: Cite,
    pub camp_rule: Cite,
    pub stronghold_rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BasesFile {
    pub scale: Vec<ScaleEntry>,
    #[serde(default)]
    pub note: Vec<NoteEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScaleEntry {
    pub id: String,
    pub name: String,
    pub frontage: u16,
    pub rule: Cite,
    pub depth: Vec<DepthEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DepthEntry {
    pub class: String,
    pub least: u16,
    pub most: u16,
    pub usual: Spanned<u16>,
    pub rule: Cite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoteEntry {
    pub rule: Cite,
    pub text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReferenceFile {
    #[serde(default)]
    pub section: Vec<Spanned<super::reference::Section>>,
    pub rule: Vec<Spanned<super::reference::Rule>>,
}

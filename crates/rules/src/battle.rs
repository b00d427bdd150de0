//! The numbers, lists, clauses and policies by which a battle is played under a ruleset: those of `play.toml`, each
//! identified by a name that the loader has checked.

mod clause;
mod names;
pub mod policy;
mod said;
mod topic;

pub use clause::Clause;
pub use names::{Count, Distance, HomeList, List, OptionalRule, PlaceList, Price, Score};
pub use policy::Policies;
pub use said::Said;
pub use topic::{Topic, Topics};

use super::combat::{Fighter, FighterSet, Place, PlaceSet, Reading, Readings};
use super::reference::{Cited, RuleId};

/// The numbers, lists and policies for battles under one ruleset. What belongs to parts of the game that the ruleset does
/// not have, or is not asked for under its policies, is missing.
#[derive(Clone, Debug)]
pub struct BattleRules {
    /// The parts of the game that the ruleset has, of those that not every game has.
    pub(super) topics: Topics,
    /// In the order of [`Distance::ALL`], in thousandths of a BW.
    pub(super) distances: Vec<Option<Cited<i64>>>,
    /// In the order of [`Price::ALL`].
    pub(super) prices: Vec<Option<Cited<u8>>>,
    /// In the order of [`Score::ALL`], from and to.
    pub(super) scores: Vec<Option<Cited<(u8, u8)>>>,
    /// The least and the greatest counts, in the order of [`Count::ALL`].
    pub(super) counts: Vec<Option<Cited<(u8, u8)>>>,
    /// In the order of [`List::ALL`]; a missing list is empty.
    pub(super) lists: Vec<FighterSet>,
    /// The rules of the lists.
    pub(super) list_rules: Vec<(List, RuleId)>,
    /// In the order of [`PlaceList::ALL`].
    pub(super) places: Vec<Option<Cited<PlaceSet>>>,
    /// The ids of home terrains, in the order of [`HomeList::ALL`].
    pub(super) homes: Vec<Option<Cited<Vec<Box<str>>>>>,
    /// The rules that players may choose, each with the id of an [`OptionalRule`].
    pub(super) readings: Vec<Reading>,
    /// The rules that stand for what a battle does, in the order of [`Clause::ALL`].
    pub(super) clauses: Vec<Option<RuleId>>,
    /// The variants by which the ruleset is played.
    pub policies: Policies,
    /// The rules of the policies that the ruleset names.
    pub(super) policy_rules: Vec<(&'static str, RuleId)>,
}

impl BattleRules {
    /// The parts of the game that the ruleset has, of those that not every game has.
    #[must_use]
    pub fn topics(&self) -> Topics {
        self.topics
    }

    /// Whether the ruleset has a part of the game that not every game has.
    #[must_use]
    #[inline]
    pub fn plays(&self, topic: Topic) -> bool {
        self.topics.has(topic)
    }

    /// A distance in thousandths of a BW; 0 where the ruleset has no use for it.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::as_conversions,
        reason = "the loader fills the list in the order of the enum"
    )]
    #[inline]
    pub fn distance(&self, of: Distance) -> i64 {
        self.distances[of as usize].as_ref().map_or(0, |cited| cited.value)
    }

    /// A price in PIPs; 0 where the ruleset has no use for it.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::as_conversions,
        reason = "the loader fills the list in the order of the enum"
    )]
    #[inline]
    pub fn price(&self, of: Price) -> u8 {
        self.prices[of as usize].as_ref().map_or(0, |cited| cited.value)
    }

    /// Whether a die shows the required score.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::as_conversions,
        reason = "the loader fills the list in the order of the enum"
    )]
    #[inline]
    pub fn shows(&self, score: Score, die: u8) -> bool {
        let faces = self.scores[score as usize].as_ref().map(|cited| cited.value);
        faces.is_some_and(|(from, to)| (from..=to).contains(&die))
    }

    /// The greatest number of times that something happens.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::as_conversions,
        reason = "the loader fills the list in the order of the enum"
    )]
    #[inline]
    pub fn count(&self, of: Count) -> u8 {
        self.counts[of as usize].as_ref().map_or(0, |cited| cited.value.1)
    }

    /// The least number of times that something happens, if it does.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::as_conversions,
        reason = "the loader fills the list in the order of the enum"
    )]
    #[inline]
    pub fn least(&self, of: Count) -> u8 {
        self.counts[of as usize].as_ref().map_or(0, |cited| cited.value.0)
    }

    /// The elements on a list.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::as_conversions,
        reason = "the loader fills the list in the order of the enum"
    )]
    #[inline]
    pub fn list(&self, list: List) -> FighterSet {
        self.lists[list as usize]
    }

    /// Whether an element is on a list.
    #[must_use]
    #[inline]
    pub fn is_listed(&self, list: List, fighter: Fighter, fast: bool) -> bool {
        self.list(list).has(fighter, fast)
    }

    /// Whether a feature is on a list.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::as_conversions,
        reason = "the loader fills the list in the order of the enum"
    )]
    #[inline]
    pub fn holds(&self, list: PlaceList, place: Place) -> bool {
        self.places[list as usize].as_ref().is_some_and(|cited| cited.value.has(place))
    }

    /// Whether a home terrain is on a list.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::as_conversions,
        reason = "the loader fills the list in the order of the enum"
    )]
    pub fn is_home(&self, list: HomeList, id: &str) -> bool {
        self.homes[list as usize].as_ref().is_some_and(|cited| cited.value.iter().any(|home| **home == *id))
    }

    /// The rules that players may choose for their battle, besides the readings of combat.
    #[must_use]
    pub fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// Whether a rule was chosen for a battle.
    #[must_use]
    pub fn is_chosen(&self, rule: OptionalRule, chosen: Readings) -> bool {
        let reading = self.readings.iter().find(|reading| *reading.id == *rule.as_str());
        reading.is_some_and(|reading| reading.is_changed(chosen))
    }

    /// The rule that stands for something a battle does or forbids; `None` for what no battle does under this ruleset.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::as_conversions,
        reason = "the loader fills the list in the order of the enum"
    )]
    #[inline]
    pub fn rule(&self, clause: Clause) -> Option<&RuleId> {
        self.clauses[clause as usize].as_ref()
    }

    /// The rules of all numbers, lists, clauses and policies, each with the name in data of what it stands for.
    pub fn named_rules(&self) -> impl Iterator<Item = (&'static str, &RuleId)> {
        let numbers = cited(Distance::ALL, &self.distances)
            .chain(cited(Price::ALL, &self.prices))
            .chain(cited(Score::ALL, &self.scores))
            .chain(cited(Count::ALL, &self.counts));
        let lists = self.list_rules.iter().map(|(list, rule)| (list.as_str(), rule));
        let places = cited(PlaceList::ALL, &self.places).chain(cited(HomeList::ALL, &self.homes));
        let clauses = Clause::ALL.iter().zip(&self.clauses);
        let clauses = clauses.filter_map(|(clause, rule)| Some((clause.as_str(), rule.as_ref()?)));
        let policies = self.policy_rules.iter().map(|(policy, rule)| (*policy, rule));
        numbers.chain(lists).chain(places).chain(clauses).chain(policies)
    }

    /// The rules of all numbers, lists, clauses, policies and readings.
    pub fn rules(&self) -> impl Iterator<Item = &RuleId> {
        self.named_rules().map(|(_, rule)| rule).chain(self.readings.iter().map(|reading| &reading.rule))
    }
}

/// The rules of what a ruleset says, with its names.
fn cited<'r, S: Said, T>(
    all: &'static [S],
    said: &'r [Option<Cited<T>>],
) -> impl Iterator<Item = (&'static str, &'r RuleId)> {
    all.iter().zip(said).filter_map(|(what, cited)| Some((what.name(), &cited.as_ref()?.rule)))
}

//! Combat as data: the factors, support, tactical factors, outcomes and pursuit of one ruleset, prepared for quick
//! queries.
//!
//! Everything that is not a plain number is a [`Row`]: it holds for some elements against some opponents under some
//! conditions, and it has an effect (a modifier, an outcome, a distance). The engine that evaluates the rows is the
//! layer `combat`; pages and crib sheets print the same rows from the words in their [`RowTerms`].

mod by_fighter;
mod fact;
mod fighters;
mod held;
mod reading;
mod row;

pub(super) use by_fighter::ByFighter;
pub use fact::{Fact, FactSet};
pub use fighters::{Fighter, FighterSet, MOST_FIGHTERS, MOST_PLAIN_FIGHTERS, Place, PlaceSet};
pub use held::Held;
pub(super) use reading::MOST_VALUES;
pub use reading::{Reading, ReadingValue, Readings, RequiredReading};
pub use row::{ListedName, NameTarget, Row, RowTerms, SideFacts};

use super::reference::RuleId;
use super::terrain::Going;
use super::terrain::kind::names;
use super::troop::{Cited, ClassId, Factor, TroopId};
use musterfield_geometry::BW;

names! {
    /// The fate of an element in a combat.
    Outcome {
        /// Nothing happens to it.
        None = "none",
        /// It goes back a short distance.
        Recoil = "recoil",
        /// It flees.
        Flee = "flee",
        /// It is lost.
        Destroyed = "destroyed",
        /// It is removed until it is freed.
        Ensorcelled = "ensorcelled",
        /// The feature falls.
        Captured = "captured",
        /// It flees off the battlefield.
        Banished = "banished",
        /// It surrenders.
        Surrender = "surrender",
        /// It has served its purpose and is removed.
        Spent = "spent",
        /// The result is given in the DBMM book, which is not part of this program.
        Dbmm = "dbmm",
    }
}

names! {
    /// The relation of the two totals, as seen by the side with the lower or equal total.
    Relation {
        /// The totals are the same.
        Equal = "equal",
        /// Less, but more than half.
        Less = "less",
        /// Half or less.
        Doubled = "doubled",
    }
}

names! {
    /// The things that a modifier is counted for.
    Per {
        /// Enemies that aid the opponent's shooting or bespelling.
        Aiding = "enemy aiding",
        /// Flanks with an enemy's front edge in contact.
        Flank = "flank in contact",
        /// Flanks that are overlapped.
        Overlap = "overlap",
        /// Flanks near a battlefield edge.
        Edge = "battlefield edge",
        /// Flanks against which an enemy's flank lies.
        Beside = "flank on flank",
        /// Further enemies that assault the same feature.
        Assaulter = "further assaulter",
    }
}

/// A number added to a total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// The number to add, which may be negative.
    pub value: i8,
    /// The thing it is counted for, if it counts more than once.
    pub per: Option<Per>,
    /// The greatest number of elements it can be counted for, where a player chooses them.
    pub most: Option<u8>,
    /// Its name among players, if it has one: `Shieldwall`.
    pub name: Option<Box<str>>,
    /// Text that a sheet prints instead of the conditions of this row and of those grouped with it under the same
    /// rule.
    pub sheet_text: Option<Box<str>>,
    /// Whether it and the row above are one modifier, which is added once if any of their conditions holds. The rows
    /// exclude each other; a sheet tells them in one line.
    pub joined: bool,
}

/// Whether a modifier is support by friends or a tactical factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModifierKind {
    /// Support.
    Support,
    /// A tactical factor.
    Tactical,
}

/// A feature that an element can hold.
#[derive(Clone, Debug)]
pub struct Feature {
    /// Its name in cases: `Stronghold`.
    pub name: Box<str>,
    /// Its plural name in sentences.
    pub plural: Box<str>,
    /// The corresponding word of a case.
    pub held: Held,
    /// The feature as a fighter in its own right when nobody holds it, if it fights.
    pub fighter: Option<Fighter>,
    /// Whether any element can hold it, regardless of its type, because the rules that decide this are not in this
    /// program.
    pub anyone: bool,
    /// Whether an opponent of its defenders stands in good going, whatever the ground (D3H2-BUA-13).
    pub good_before: bool,
}

/// A fighter: its class, its factor, and what is particular to it.
#[derive(Clone, Debug)]
pub struct FighterRules {
    /// The type; none for a feature.
    pub troop: Option<TroopId>,
    /// Its name in cases: a code, or `Stronghold`.
    pub code: Box<str>,
    /// Its plural name in sentences.
    pub plural: Box<str>,
    /// Its class; none for a feature.
    pub class: Option<ClassId>,
    /// Its combat factor.
    pub factor: Factor,
    /// The rule of the factor.
    pub factor_rule: RuleId,
}

/// Going that counts as good for some.
#[derive(Clone, Debug)]
pub struct GoodFor {
    /// The goings concerned; all if empty.
    pub goings: Vec<Going>,
    /// Whether it counts only where an opponent stands in it.
    pub opponent_only: bool,
    /// Text that a sheet prints instead.
    pub sheet_text: Option<Box<str>>,
}

/// Everything that a ruleset says about combat.
#[derive(Clone, Debug)]
pub struct Combat {
    pub(super) fighters: Vec<FighterRules>,
    pub(super) everybody: FighterSet,
    /// The features that can be held.
    pub features: Vec<Feature>,
    /// The rules that players may read in more than one way.
    pub readings: Vec<Reading>,
    /// The elements that protect the target of a spell.
    pub protectors: Option<Protectors>,
    /// All facts that any row asks of a side, and all readings by which rows hold.
    pub(super) asked: FactSet,
    /// The classes against which the factor against Foot is used.
    pub(super) foot: Vec<ClassId>,
    /// The rule of that column.
    pub column_rule: RuleId,
    /// Elements that use it against an opponent whose class says otherwise.
    pub as_foot: Vec<Row<()>>,
    /// The rule by which both sides use it in a fight for a feature, if there is one.
    pub feature_column_rule: Option<RuleId>,
    /// Whether, in shooting at or out of a feature, both sides use it and not only the side that shoots at the
    /// feature.
    pub column_of_both_who_shoot: bool,
    /// Whether rough going counts as bad going.
    pub(super) rough_is_bad: bool,
    /// The going of features, where the ruleset says nothing else about battlefields.
    pub(super) ground: Vec<(PlaceSet, Going)>,
    /// Factors that replace those of the type.
    pub factors: Vec<Row<Factor>>,
    /// Going that counts as good.
    pub good_for: Vec<Row<GoodFor>>,
    /// Impossible cases, each with the reason.
    pub impossible: Vec<Row<Box<str>>>,
    /// Protection from magic.
    pub shielded: Vec<Row<()>>,
    /// Support and tactical factors, in the order of the data.
    pub modifiers: Vec<Row<Modifier>>,
    /// The number of modifiers, from the first, that are support.
    pub support: usize,
    /// The modifiers that can hold in close combat, in shooting and under magic.
    pub(super) modifiers_in: [ByFighter; 3],
    pub(super) tables: [Vec<Row<Outcome>>; 3],
    /// The rows of each table by the fighters for which they can hold.
    pub(super) rows_of: [ByFighter; 3],
    /// Modifiers added once both totals are known, to a side whose own total is not the higher.
    pub grading: Vec<Row<Modifier>>,
    /// Outcomes for the side with the higher total, where there are any.
    pub higher: Vec<Row<Outcome>>,
    /// Factors that players add themselves, where the rules leave them to the players.
    pub other_factors: Option<OtherFactors>,
    /// Elements that ignore the result.
    pub disregards: Vec<Row<()>>,
    /// Elements that are destroyed instead of these outcomes.
    pub destroyed_instead: Vec<Row<Vec<Outcome>>>,
    /// Elements that pursue a beaten opponent, and how far.
    pub pursuit: Vec<Row<PursuitDistance>>,
    /// The fate of an element that is in contact only with an opponent's flank or rear, where the rules say.
    pub flank_attacker: Option<FlankAttacker>,
    /// The fate of a Stronghold that falls: captured or destroyed. `None` where there are no Strongholds.
    pub fallen_stronghold: Option<Cited<Outcome>>,
    /// For each fighter, the friend that usually supports it from behind, where it matters which one that is.
    pub(super) supporters: Vec<Option<(Fighter, bool)>>,
}

/// The distance that an element pursues a beaten opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PursuitDistance {
    /// This many halves of a BW; 0 if it does not pursue (D3H2-PURS-04, D3H2-PURS-05).
    Halves(u8),
    /// Its own base depth, or its base width if that is less (DBA22-PURS-01).
    OwnDepth,
}

impl PursuitDistance {
    /// No pursuit.
    pub const NONE: Self = Self::Halves(0);

    /// Whether it is none at all.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The distance for an element of this base depth; both in thousandths of a BW.
    #[must_use]
    pub fn with_depth(self, depth: i64) -> i64 {
        match self {
            Self::Halves(halves) => i64::from(halves) * BW / 2,
            Self::OwnDepth => depth.min(BW),
        }
    }
}

impl Default for PursuitDistance {
    fn default() -> Self {
        Self::NONE
    }
}

/// Elements that protect the target of a spell when they are near its line.
#[derive(Clone, Debug)]
pub struct Protectors {
    /// All of them, with the subtypes of their types.
    pub(super) of: FighterSet,
    /// Their types, as the rule names them.
    pub types: Vec<TroopId>,
    /// The rule.
    pub rule: RuleId,
}

/// Factors that players add to a total themselves, because they come from rules that are not in this program.
#[derive(Clone, Debug)]
pub struct OtherFactors {
    /// Its name in the working.
    pub name: Box<str>,
    /// The content of those rules, in a sentence or two.
    pub says: Box<str>,
    /// The rule.
    pub rule: RuleId,
}

/// The fate of an element that is in contact only with an opponent's flank or rear.
#[derive(Clone, Debug)]
pub struct FlankAttacker {
    /// The outcomes, of the friend that fights the opponent's front, after which it applies.
    pub after: Vec<Outcome>,
    /// The resulting outcome.
    pub becomes: Outcome,
    /// The rule.
    pub rule: RuleId,
}

impl Combat {
    /// All fighters, troop types first, in the order of the ruleset.
    pub fn fighters(&self) -> impl Iterator<Item = (Fighter, &FighterRules)> {
        self.fighters.iter().enumerate().filter_map(|(at, rules)| u8::try_from(at).ok().map(|at| (Fighter(at), rules)))
    }

    /// The rules of a fighter.
    ///
    /// # Panics
    /// When the fighter comes from another ruleset, which is a bug of the program.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "a Fighter is only made for an entry of this table")]
    #[inline]
    pub fn fighter(&self, fighter: Fighter) -> &FighterRules {
        &self.fighters[fighter.index()]
    }

    /// All fighters, Fast and solid, as far as each may be.
    #[must_use]
    pub fn everybody(&self) -> FighterSet {
        self.everybody
    }

    /// The feature with this name as a fighter in its own right.
    #[must_use]
    pub fn feature(&self, name: &str) -> Option<Fighter> {
        let is_it = |rules: &FighterRules| rules.troop.is_none() && rules.code.eq_ignore_ascii_case(name);
        self.fighters().find(|(_, rules)| is_it(rules)).map(|(fighter, _)| fighter)
    }

    /// Whether any table asks for a fact, or for a value of a reading, or for the negation of either.
    #[must_use]
    pub fn asks(&self, what: impl Into<FactSet>) -> bool {
        self.asked.has_any(what.into())
    }

    /// The rule with this id that players may read in more than one way.
    #[must_use]
    pub fn reading(&self, id: &str) -> Option<&Reading> {
        self.readings.iter().find(|reading| *reading.id == *id)
    }

    /// The value of a reading that a row requires.
    #[must_use]
    pub fn required(&self, required: RequiredReading) -> Option<&ReadingValue> {
        self.readings.get(required.reading)?.values().nth(required.value)
    }

    /// Whether an element protects the target of a spell when it is near its line.
    #[must_use]
    pub fn protects(&self, fighter: Fighter, fast: bool) -> bool {
        self.protectors.as_ref().is_some_and(|protectors| protectors.of.has(fighter, fast))
    }

    /// The features with walls, or those without, in the words of the rules: `City or Fort`. Empty if there are none.
    #[must_use]
    pub fn features_called(&self, walls: bool) -> String {
        let names: Vec<&str> = self
            .features
            .iter()
            .filter(|feature| feature.held.has_walls() == walls)
            .map(|feature| &*feature.name)
            .collect();
        names.join(" or ")
    }

    /// All features that can be held, in the words of the rules: `Stronghold or Camp`.
    #[must_use]
    pub fn all_features_called(&self) -> String {
        let those = |walls| self.features.iter().filter(move |feature| feature.held.has_walls() == walls);
        let names: Vec<&str> = those(true).chain(those(false)).map(|feature| &*feature.name).collect();
        match names.as_slice() {
            [first @ .., one, last] => [first, &[&*format!("{one} or {last}")]].concat().join(", "),
            names => names.concat(),
        }
    }

    /// The friend that usually supports a fighter from behind, where it matters which one that is.
    #[must_use]
    pub fn usual_supporter(&self, fighter: Fighter) -> Option<(Fighter, bool)> {
        self.supporters.get(fighter.index()).copied().flatten()
    }

    /// The going as these rules count it.
    #[must_use]
    #[inline]
    pub fn going(&self, going: Going) -> Going {
        if going == Going::Rough && self.rough_is_bad { Going::Bad } else { going }
    }

    /// The going of a feature, where only the combat tables give it.
    #[must_use]
    #[inline]
    pub fn ground(&self, place: Place) -> Option<Going> {
        self.ground.iter().find(|(places, _)| places.has(place)).map(|(_, going)| *going)
    }

    /// Whether the combat tables give the going of features.
    #[must_use]
    pub fn has_ground(&self) -> bool {
        !self.ground.is_empty()
    }

    /// Whether the factor against Foot is used against a class.
    #[must_use]
    #[inline]
    pub fn is_foot_column(&self, class: Option<ClassId>) -> bool {
        class.is_none_or(|class| self.foot.contains(&class))
    }

    /// The greatest number of things that modifiers of this kind count for; 0 where the rules set none.
    #[must_use]
    #[inline]
    pub fn most(&self, per: Per) -> u8 {
        let rows = self.modifiers.iter().filter(|row| row.effect.per == Some(per));
        rows.filter_map(|row| row.effect.most).max().unwrap_or(0)
    }

    /// The modifiers that can hold for one side, given its fighter and the way it fights.
    #[inline]
    pub fn modifiers_for<'c>(&'c self, seen: &SideFacts) -> impl Iterator<Item = &'c Row<Modifier>> + use<'c> {
        let [close, shooting, magic] = &self.modifiers_in;
        let index = match () {
            () if seen.facts.has(Fact::Close) => close,
            () if seen.facts.has(Fact::Shooting) || seen.facts.has(Fact::ShotAt) => shooting,
            () => magic,
        };
        index.rows(&self.modifiers, seen.fighter)
    }

    /// Whether a row of the tables names the first type as a supporter from behind of the second, each with whether it is
    /// Fast.
    #[must_use]
    pub fn supports_from_behind(&self, (friend, friend_fast): (Fighter, bool), (own, fast): (Fighter, bool)) -> bool {
        self.modifiers
            .iter()
            .any(|row| row.behind.is_some_and(|friends| friends.has(friend, friend_fast)) && row.of.has(own, fast))
    }

    /// The rows of a table, of which the first that holds counts.
    #[must_use]
    #[inline]
    pub fn table(&self, relation: Relation) -> &[Row<Outcome>] {
        let rows: &Vec<_> = Self::of(relation, &self.tables);
        rows
    }

    /// The rules of what an element does after a result, each with the name in data of its table.
    pub fn named_rules(&self) -> impl Iterator<Item = (&'static str, &RuleId)> {
        let disregards = self.disregards.iter().map(|row| ("disregards", &row.rule));
        let instead = self.destroyed_instead.iter().map(|row| ("destroyed_instead", &row.rule));
        let pursuit = self.pursuit.iter().map(|row| ("pursuit", &row.rule));
        let flank = self.flank_attacker.iter().map(|flank| ("flank_attacker", &flank.rule));
        disregards.chain(instead).chain(flank).chain(pursuit)
    }

    /// The row of a table that counts for one side against the other, if any does.
    #[must_use]
    #[inline]
    pub fn row(&self, relation: Relation, own: &SideFacts, enemy: &SideFacts) -> Option<&Row<Outcome>> {
        let rows = Self::of(relation, &self.rows_of).rows(self.table(relation), own.fighter);
        rows.into_iter().find(|row| row.holds(own, enemy))
    }

    /// Picks the value for one table from those for all tables.
    fn of<T>(relation: Relation, [equal, less, doubled]: &[T; 3]) -> &T {
        match relation {
            Relation::Equal => equal,
            Relation::Less => less,
            Relation::Doubled => doubled,
        }
    }

    /// Whether going in which an element stands counts as good for a fighter: for its own sake, or because the
    /// element is its opponent.
    #[must_use]
    #[inline]
    pub fn counts_as_good(&self, seen: &SideFacts, going: Going, place: Option<Place>, as_opponent: bool) -> bool {
        going == Going::Good
            || self.good_for.iter().any(|row| {
                row.of.has(seen.fighter, seen.fast)
                    && (as_opponent || !row.effect.opponent_only)
                    && (row.effect.goings.is_empty() || row.effect.goings.contains(&going))
                    && (row.inside.is_empty() || place.is_some_and(|place| row.inside.has(place)))
                    && !place.is_some_and(|place| row.outside.has(place))
            })
    }
}

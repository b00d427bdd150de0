//! Combat as data: factors, support, tactical factors, outcomes and pursuit of one ruleset, made quick to ask.
//!
//! Everything that is not a plain number is a [`Row`]: it holds for some elements against some opponents under some
//! conditions, and then something follows (a modifier, an outcome, a distance). The engine that asks the rows is
//! the layer `combat`; pages and crib sheets print the same rows from their [`Said`] words.

mod by_fighter;
mod fact;
mod fighters;
mod row;

pub(super) use by_fighter::ByFighter;
pub use fact::{Fact, Facts};
pub use fighters::{Fighter, Fighters, MOST_FIGHTERS, MOST_PLAIN_FIGHTERS, Place, Places};
pub use row::{Named, Row, Said, Seen, Who};

use super::reference::RuleId;
use super::terrain::Going;
use super::terrain::kind::names;
use super::troop::{ClassId, Factor, TroopId};

names! {
    /// What becomes of an element by a combat.
    Outcome {
        /// Nothing.
        None = "none",
        /// It goes back a little.
        Recoil = "recoil",
        /// It runs.
        Flee = "flee",
        /// It is lost.
        Destroyed = "destroyed",
        /// It is taken off until it is freed.
        Ensorcelled = "ensorcelled",
        /// The feature falls.
        Captured = "captured",
        /// It flees off the battlefield.
        Banished = "banished",
        /// It gives itself up.
        Surrender = "surrender",
        /// It has done its work, and is taken off.
        Spent = "spent",
        /// What the DBMM book says, which is not here.
        Dbmm = "dbmm",
    }
}

names! {
    /// How totals stand to each other, as the one with the lower or equal total sees it.
    Relation {
        /// The same.
        Equal = "equal",
        /// Less, but more than half.
        Less = "less",
        /// Half or less.
        Doubled = "doubled",
    }
}

names! {
    /// What a modifier is counted by.
    Per {
        /// Enemies that aid the opponent's shooting or bespelling.
        Aiding = "enemy aiding",
        /// Flanks with an enemy's front edge in contact.
        Flank = "flank in contact",
        /// Flanks that are overlapped.
        Overlap = "overlap",
        /// Flanks near a battlefield edge.
        Edge = "battlefield edge",
        /// Further enemies that assault the same feature.
        Assaulter = "further assaulter",
    }
}

/// What is added to a total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// How much.
    pub value: i8,
    /// For each of these, if not once.
    pub per: Option<Per>,
    /// How many of these there can be, where somebody chooses to be one.
    pub most: Option<u8>,
    /// What players call it, if it has a name: `Shieldwall`.
    pub name: Option<Box<str>>,
    /// What a sheet says instead of the conditions of this row and of those with it that are by the same rule.
    pub says: Option<Box<str>>,
}

/// Whether a modifier is support by friends or a tactical factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Support.
    Support,
    /// A tactical factor.
    Tactical,
}

/// A feature that an element can hold.
#[derive(Clone, Debug)]
pub struct Feature {
    /// How cases name it: `Stronghold`.
    pub name: Box<str>,
    /// Its name in sentences about several.
    pub plural: Box<str>,
    /// As the word in a case.
    pub held: Held,
    /// Itself as one who fights when nobody holds it, if it does.
    pub fighter: Option<Fighter>,
    /// Whether everybody can hold it here, whatever is said of types: who may is for rules that are not here.
    pub anyone: bool,
}

names! {
    /// A feature that an element holds.
    Held {
        /// A Stronghold.
        Stronghold = "stronghold",
        /// A City.
        City = "city",
        /// A Fort.
        Fort = "fort",
        /// A built-up area of a ruleset that knows one sort.
        Bua = "bua",
        /// A Camp.
        Camp = "camp",
        /// A fortification, permanent or not.
        Fortification = "fortification",
    }
}

impl Held {
    /// Whether it has walls: a Camp has none to speak of.
    #[must_use]
    pub const fn has_walls(self) -> bool {
        !matches!(self, Self::Camp)
    }
}

/// One that fights: its class, its factor, and what else only it has.
#[derive(Clone, Debug)]
pub struct FighterRules {
    /// The type; none for a feature.
    pub troop: Option<TroopId>,
    /// How cases name it: a code, or `Stronghold`.
    pub code: Box<str>,
    /// Its name in sentences about several.
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
    /// In these goings, all if none is named.
    pub goings: Vec<Going>,
    /// Only where an opponent stands in it.
    pub opponent_only: bool,
    /// What a sheet says of it instead.
    pub says: Option<Box<str>>,
}

/// All of combat that a ruleset fixes.
#[derive(Clone, Debug)]
pub struct Combat {
    pub(super) fighters: Vec<FighterRules>,
    pub(super) everybody: Fighters,
    /// The features that can be held.
    pub features: Vec<Feature>,
    /// What any row asks of a side.
    pub(super) asked: Facts,
    /// The classes against which the factor against Foot is used.
    pub(super) foot: Vec<ClassId>,
    /// The rule of that column.
    pub column_rule: RuleId,
    /// Who uses it against somebody whose class says otherwise.
    pub as_foot: Vec<Row<()>>,
    /// The rule that the fight for a feature uses it on both sides, if there is one.
    pub feature_column_rule: Option<RuleId>,
    /// Whether both sides use it in shooting at or out of a feature too, and not only who shoots at it.
    pub column_of_both_who_shoot: bool,
    /// Whether rough going is bad going here.
    pub(super) rough_is_bad: bool,
    /// The going of features, where the ruleset says nothing else of battlefields.
    pub(super) ground: Vec<(Places, Going)>,
    /// Other factors than those of the type.
    pub factors: Vec<Row<Factor>>,
    /// Going that counts as good.
    pub good_for: Vec<Row<GoodFor>>,
    /// What cannot be, and why.
    pub impossible: Vec<Row<Box<str>>>,
    /// What shields from magic.
    pub shielded: Vec<Row<()>>,
    /// Support and tactical factors, in the order of the data.
    pub modifiers: Vec<Row<Modifier>>,
    /// How many of the modifiers, from the first, are support.
    pub support: usize,
    /// The modifiers that can hold in close combat, in shooting and under magic.
    pub(super) modifiers_in: [ByFighter; 3],
    pub(super) tables: [Vec<Row<Outcome>>; 3],
    /// The rows of each table by whom they can hold for.
    pub(super) rows_of: [ByFighter; 3],
    /// What is added once both totals are known, to a side whose own is not the higher.
    pub grading: Vec<Row<Modifier>>,
    /// What becomes of a side with the higher total, where anything does.
    pub higher: Vec<Row<Outcome>>,
    /// What players add themselves, where the rules leave it to them.
    pub other_factors: Option<OtherFactors>,
    /// Who need not mind the result.
    pub disregards: Vec<Row<()>>,
    /// Who is destroyed after these outcomes instead.
    pub destroyed_instead: Vec<Row<Vec<Outcome>>>,
    /// Who goes after a beaten opponent, and how far in half BW.
    pub pursuit: Vec<Row<u8>>,
    /// Who is on an opponent's flank or rear alone, where the rules say so.
    pub flank_attacker: Option<FlankAttacker>,
    /// For each fighter the friend who usually supports it from behind, where it matters who that is.
    pub(super) supporters: Vec<Option<(Fighter, bool)>>,
}

/// What players add to a total themselves, since it stands in rules that are not here.
#[derive(Clone, Debug)]
pub struct OtherFactors {
    /// What it is called in the working.
    pub name: Box<str>,
    /// What stands elsewhere, in a sentence or two.
    pub says: Box<str>,
    /// The rule.
    pub rule: RuleId,
}

/// What becomes of one who is in contact with an opponent's flank or rear alone.
#[derive(Clone, Debug)]
pub struct FlankAttacker {
    /// After these outcomes of the friend who fights the opponent's front.
    pub after: Vec<Outcome>,
    /// What becomes of it.
    pub is: Outcome,
    /// The rule.
    pub rule: RuleId,
}

impl Combat {
    /// Everyone who fights, troop types first, in the order of the ruleset.
    pub fn fighters(&self) -> impl Iterator<Item = (Fighter, &FighterRules)> {
        self.fighters.iter().enumerate().filter_map(|(at, rules)| u8::try_from(at).ok().map(|at| (Fighter(at), rules)))
    }

    /// What is fixed of one that fights.
    ///
    /// # Panics
    /// When it comes from another ruleset, which is a mistake of the program.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "a Fighter is only made for an entry of this table")]
    pub fn fighter(&self, fighter: Fighter) -> &FighterRules {
        &self.fighters[fighter.index()]
    }

    /// All who fight, Fast and not, as far as they may be.
    #[must_use]
    pub fn everybody(&self) -> Fighters {
        self.everybody
    }

    /// The feature with this name, fighting for itself.
    #[must_use]
    pub fn feature(&self, name: &str) -> Option<Fighter> {
        let is_it = |rules: &FighterRules| rules.troop.is_none() && rules.code.eq_ignore_ascii_case(name);
        self.fighters().find(|(_, rules)| is_it(rules)).map(|(fighter, _)| fighter)
    }

    /// Whether any table asks for a fact, or for its contrary.
    #[must_use]
    pub fn asks(&self, fact: Fact) -> bool {
        self.asked.has(fact)
    }

    /// The features with walls, or those without, as the rules name them: `City or Fort`. Empty if there are none.
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

    /// All features that can be held, as the rules name them: `Stronghold or Camp`.
    #[must_use]
    pub fn all_features_called(&self) -> String {
        let those = |walls| self.features.iter().filter(move |feature| feature.held.has_walls() == walls);
        let names: Vec<&str> = those(true).chain(those(false)).map(|feature| &*feature.name).collect();
        match names.as_slice() {
            [first @ .., one, last] => [first, &[&*format!("{one} or {last}")]].concat().join(", "),
            names => names.concat(),
        }
    }

    /// The friend who usually supports a fighter from behind, where it matters who that is.
    #[must_use]
    pub fn usual_supporter(&self, fighter: Fighter) -> Option<(Fighter, bool)> {
        self.supporters.get(fighter.index()).copied().flatten()
    }

    /// The going as these rules know it.
    #[must_use]
    pub fn going(&self, going: Going) -> Going {
        if going == Going::Rough && self.rough_is_bad { Going::Bad } else { going }
    }

    /// The going of a feature, where the tables of combat say it because nothing else does.
    #[must_use]
    pub fn ground(&self, place: Place) -> Option<Going> {
        self.ground.iter().find(|(places, _)| places.has(place)).map(|(_, going)| *going)
    }

    /// Whether it says anything of the going of features.
    #[must_use]
    pub fn has_ground(&self) -> bool {
        !self.ground.is_empty()
    }

    /// Whether the factor against Foot is used against a class.
    #[must_use]
    pub fn is_foot_column(&self, class: Option<ClassId>) -> bool {
        class.is_none_or(|class| self.foot.contains(&class))
    }

    /// How many there can be of what modifiers are counted by; none where the rules do not limit it.
    #[must_use]
    pub fn most(&self, per: Per) -> u8 {
        let rows = self.modifiers.iter().filter(|row| row.then.per == Some(per));
        rows.filter_map(|row| row.then.most).max().unwrap_or(0)
    }

    /// The modifiers that can hold for one side, by who it is and how it fights.
    pub fn modifiers_for<'c>(&'c self, seen: &Seen) -> impl Iterator<Item = &'c Row<Modifier>> + use<'c> {
        let [close, shooting, magic] = &self.modifiers_in;
        let index = match () {
            () if seen.facts.has(Fact::Close) => close,
            () if seen.facts.has(Fact::Shooting) || seen.facts.has(Fact::ShotAt) => shooting,
            () => magic,
        };
        index.rows(&self.modifiers, seen.fighter)
    }

    /// The rows of a table, the first that holds counting.
    #[must_use]
    pub fn table(&self, relation: Relation) -> &[Row<Outcome>] {
        let rows: &Vec<_> = Self::of(relation, &self.tables);
        rows
    }

    /// The row of a table that counts for one side against the other, if any does.
    #[must_use]
    pub fn row(&self, relation: Relation, own: &Seen, enemy: &Seen) -> Option<&Row<Outcome>> {
        let rows = Self::of(relation, &self.rows_of).rows(self.table(relation), own.fighter);
        rows.into_iter().find(|row| row.holds(own, enemy))
    }

    /// Of what there is for each table, that of one.
    fn of<T>(relation: Relation, [equal, less, doubled]: &[T; 3]) -> &T {
        match relation {
            Relation::Equal => equal,
            Relation::Less => less,
            Relation::Doubled => doubled,
        }
    }

    /// Whether going in which someone stands counts as good for a fighter: for its own sake, or because it is the opponent.
    #[must_use]
    pub fn counts_as_good(&self, seen: &Seen, going: Going, place: Option<Place>, as_opponent: bool) -> bool {
        going == Going::Good
            || self.good_for.iter().any(|row| {
                row.of.has(seen.fighter, seen.fast)
                    && (as_opponent || !row.then.opponent_only)
                    && (row.then.goings.is_empty() || row.then.goings.contains(&going))
                    && (row.inside.is_empty() || place.is_some_and(|place| row.inside.has(place)))
                    && !place.is_some_and(|place| row.outside.has(place))
            })
    }
}

//! Combat as data: factors, support, tactical factors, outcomes and pursuit of one ruleset, made quick to ask.
//!
//! Everything that is not a plain number is a [`Row`]: it holds for some elements against some opponents under some
//! conditions, and then something follows (a modifier, an outcome, a distance). The engine that asks the rows is
//! the layer `combat`; pages and crib sheets print the same rows from their [`Said`] words.

mod fact;

pub use fact::{Fact, Facts};

use super::reference::RuleId;
use super::terrain::kind::names;
use super::terrain::{Bua, Going, Kind};
use super::troop::{ClassId, Factor, TroopId};

/// Most fighters of one ruleset: what a set of them holds.
pub const MOST_FIGHTERS: usize = 128;

/// Who fights: a troop type, or a feature that nobody holds. An index into [`Combat::fighters`], meaningless in another
/// ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fighter(pub(super) u8);

impl Fighter {
    /// Its place among the fighters.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl From<TroopId> for Fighter {
    fn from(id: TroopId) -> Self {
        Self(id.0)
    }
}

/// Some fighters, those that are Fast and those that are not apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fighters {
    pub(super) solid: u128,
    pub(super) fast: u128,
}

impl Fighters {
    /// Whether a fighter that is or is not Fast is among them.
    #[must_use]
    pub fn has(self, fighter: Fighter, fast: bool) -> bool {
        let set = if fast { self.fast } else { self.solid };
        set >> fighter.0 & 1 == 1
    }

    /// One fighter.
    #[must_use]
    pub fn one(fighter: Fighter, fast: bool) -> Self {
        let bit = 1u128.checked_shl(u32::from(fighter.0)).unwrap_or(0);
        if fast { Self { solid: 0, fast: bit } } else { Self { solid: bit, fast: 0 } }
    }

    /// Both together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self { solid: self.solid | other.solid, fast: self.fast | other.fast }
    }

    /// The first without the others.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self { solid: self.solid & !other.solid, fast: self.fast & !other.fast }
    }

    /// Those that are in both.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        Self { solid: self.solid & other.solid, fast: self.fast & other.fast }
    }

    /// Whether nobody is in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.solid == 0 && self.fast == 0
    }
}

/// Some kinds of features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    kinds: u32,
    buas: u8,
}

/// A feature in which an element stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Of this kind.
    Kind(Kind),
    /// A built-up area of this kind.
    Bua(Bua),
}

impl Places {
    #[expect(clippy::as_conversions, reason = "a kind is a small number")]
    pub(super) const fn with(self, place: Place) -> Self {
        match place {
            // All BUAs are meant.
            Place::Kind(Kind::Bua) => Self { buas: u8::MAX, ..self },
            Place::Kind(kind) => Self { kinds: self.kinds | 1 << kind as u32, ..self },
            Place::Bua(bua) => Self { buas: self.buas | 1 << bua as u8, ..self },
        }
    }

    /// Whether a feature is among them.
    #[must_use]
    #[expect(clippy::as_conversions, reason = "a kind is a small number")]
    pub const fn has(self, place: Place) -> bool {
        match place {
            Place::Kind(kind) => self.kinds & 1 << kind as u32 != 0,
            Place::Bua(bua) => self.buas & 1 << bua as u8 != 0,
        }
    }

    pub(super) const fn is_empty(self) -> bool {
        self.kinds == 0 && self.buas == 0
    }
}

/// What is known of one side when rows are asked about it.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Who it is.
    pub fighter: Fighter,
    /// Whether it is Fast.
    pub fast: bool,
    /// What is so of it.
    pub facts: Facts,
    /// Where it stands.
    pub place: Option<Place>,
    /// The best friend beside it, and whether that one is Fast.
    pub beside: Option<(Fighter, bool)>,
}

/// A line of a table: when it holds, what follows, and by which rule.
#[derive(Clone, Debug)]
pub struct Row<T> {
    pub(super) of: Fighters,
    pub(super) by: Fighters,
    pub(super) need: Facts,
    pub(super) bar: Facts,
    pub(super) inside: Places,
    pub(super) beside: Option<Fighters>,
    /// What follows.
    pub then: T,
    /// The rule.
    pub rule: RuleId,
    /// The row in words.
    pub said: Said,
}

impl<T> Row<T> {
    /// Whether the row holds for one side against the other.
    #[must_use]
    pub fn holds(&self, own: &Seen, enemy: &Seen) -> bool {
        own.facts.has_all(self.need)
            && !own.facts.has_any(self.bar)
            && self.of.has(own.fighter, own.fast)
            && self.by.has(enemy.fighter, enemy.fast)
            && (self.inside.is_empty() || own.place.is_some_and(|place| self.inside.has(place)))
            && self.beside.is_none_or(|wanted| own.beside.is_some_and(|(friend, fast)| wanted.has(friend, fast)))
    }

    /// The elements for which the row can hold.
    #[must_use]
    pub fn of(&self) -> Fighters {
        self.of
    }

    /// The opponents against which it can hold.
    #[must_use]
    pub fn by(&self) -> Fighters {
        self.by
    }

    /// Whether the row can hold for an element against any opponent.
    #[must_use]
    pub fn is_of(&self, fighter: Fighter, fast: bool) -> bool {
        self.of.has(fighter, fast)
    }

    /// Whether a friend beside the element is one that the row asks for.
    #[must_use]
    pub fn is_beside(&self, friend: Fighter, fast: bool) -> bool {
        self.beside.is_some_and(|wanted| wanted.has(friend, fast))
    }

    /// Whether the row can hold against an opponent.
    #[must_use]
    pub fn is_by(&self, fighter: Fighter, fast: bool) -> bool {
        self.by.has(fighter, fast)
    }
}

/// A row in the words of the data, for tables to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Which elements; all if empty.
    pub of: Vec<Named>,
    /// Which opponents; all if empty.
    pub by: Vec<Named>,
    /// What else must be so, or not so.
    pub conditions: Vec<(Fact, bool)>,
    /// The features in which it stands.
    pub inside: Vec<Place>,
    /// The friend beside it.
    pub beside: Vec<Named>,
}

/// A name in a list of fighters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Taken out of the list, or put into it.
    pub taken_out: bool,
    /// Only the Fast, or only those that are not.
    pub fast: Option<bool>,
    /// Who.
    pub who: Who,
    pub(super) set: Fighters,
}

impl Named {
    /// Who of a set is meant.
    #[must_use]
    pub fn among(&self, set: Fighters) -> Fighters {
        self.set.common(set)
    }
}

/// Who is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Everybody.
    All,
    /// A class.
    Class(ClassId),
    /// A type with its sub-types, or a feature.
    Fighter(Fighter),
    /// A type without its sub-types.
    Only(Fighter),
}

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
    /// Not in these features.
    pub except: Vec<Place>,
    /// Only where an opponent stands in it.
    pub opponent_only: bool,
    /// What a sheet says of it instead.
    pub says: Option<Box<str>>,
    pub(super) out_of: Places,
}

/// All of combat that a ruleset fixes.
#[derive(Clone, Debug)]
pub struct Combat {
    pub(super) fighters: Vec<FighterRules>,
    pub(super) everybody: Fighters,
    /// The classes against which the factor against Foot is used.
    pub(super) foot: Vec<ClassId>,
    /// The rule of that column.
    pub column_rule: RuleId,
    /// The rule that the fight for a feature uses it on both sides.
    pub feature_column_rule: RuleId,
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
    /// The places of the modifiers that can hold in close combat, in shooting and under magic.
    pub(super) modifiers_in: [Vec<usize>; 3],
    pub(super) tables: [Vec<Row<Outcome>>; 3],
    /// Who need not mind the result.
    pub disregards: Vec<Row<()>>,
    /// Who is destroyed after these outcomes instead.
    pub destroyed_instead: Vec<Row<Vec<Outcome>>>,
    /// Who goes after a beaten opponent, and how far in half BW.
    pub pursuit: Vec<Row<u8>>,
    /// Who is on an opponent's flank or rear alone.
    pub flank_attacker: FlankAttacker,
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

    /// Whether the factor against Foot is used against a class.
    #[must_use]
    pub fn is_foot_column(&self, class: Option<ClassId>) -> bool {
        class.is_none_or(|class| self.foot.contains(&class))
    }

    /// The modifiers that can hold for one of whom these facts are so, by how it fights.
    pub fn modifiers_for(&self, facts: Facts) -> impl Iterator<Item = &Row<Modifier>> {
        let [close, shooting, magic] = &self.modifiers_in;
        let places = match () {
            () if facts.has(Fact::Close) => close,
            () if facts.has(Fact::Shooting) || facts.has(Fact::ShotAt) => shooting,
            () => magic,
        };
        places.iter().filter_map(|place| self.modifiers.get(*place))
    }

    /// The rows of a table, the first that holds counting.
    #[must_use]
    pub fn table(&self, relation: Relation) -> &[Row<Outcome>] {
        let [equal, less, doubled] = &self.tables;
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
                    && !place.is_some_and(|place| row.then.out_of.has(place))
            })
    }
}

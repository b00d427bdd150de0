//! Rows of the tables as phrases for a reader: the element, its opponent, and the conditions.

use musterfield_rules::Ruleset;
use musterfield_rules::combat::{
    Combat, Fact, Fighter, FighterSet, GoodFor, ListedName, Modifier, NameTarget, Outcome, Per, Place, Relation, Row,
    RowTerms,
};
use musterfield_rules::terrain::Bua;
use musterfield_rules::troop::ClassId;

use super::totals_case::TotalsCase;
use crate::resolve::Column;

/// The words of one ruleset's tables.
#[derive(Clone, Copy, Debug)]
pub struct Words<'r> {
    ruleset: &'r Ruleset,
    combat: &'r Combat,
    /// Whether a type with the same name as its family is called by its code.
    codes: bool,
}

impl<'r> Words<'r> {
    /// Creates the words for these tables.
    #[must_use]
    pub fn new(ruleset: &'r Ruleset, combat: &'r Combat) -> Self {
        Self { ruleset, combat, codes: false }
    }

    /// Switches to codes where families appear beside types: `Knights` for the family, `3Kn` for the type.
    #[must_use]
    pub fn with_codes(self) -> Self {
        Self { codes: true, ..self }
    }

    /// All fighters of these tables.
    #[must_use]
    pub fn everybody(&self) -> FighterSet {
        self.combat.everybody()
    }

    /// The singular name of a fighter: `Blade`, `Stronghold`.
    #[must_use]
    pub fn one(&self, fighter: Fighter) -> &'r str {
        let rules = self.combat.fighter(fighter);
        rules.troop.map_or(&rules.code, |id| &self.ruleset.troop(id).singular)
    }

    /// A list of names: `Foot but Psiloi`, `non-Fast Spears or Blades`.
    #[must_use]
    pub fn names(&self, names: &[ListedName]) -> String {
        self.names_among(names, self.combat.everybody(), "or")
    }

    /// The names of those in a set, with `word` before the last of several; all of them if none is in the set.
    #[must_use]
    pub fn names_among(&self, names: &[ListedName], set: FighterSet, word: &str) -> String {
        either(&self.each_among(names, set), word)
    }

    /// Like `names_among`, as separate names. Exclusions are appended to the last one.
    #[must_use]
    pub fn each_among(&self, names: &[ListedName], set: FighterSet) -> Vec<String> {
        let told = |taken_out: bool, set: FighterSet| {
            let chosen = names.iter().filter(|named| named.excluded == taken_out && !named.among(set).is_empty());
            chosen.map(|named| self.named(named)).collect::<Vec<_>>()
        };
        let (mut within, without) = (told(false, set), told(true, set));
        if within.is_empty() {
            within = told(false, self.combat.everybody());
        }
        if within.is_empty() {
            within.push("all".to_owned());
        }
        // A subtype that answers to the name of a type that this ruleset lacks may be named twice.
        let mut seen: Vec<String> = Vec::new();
        within.retain(|name| {
            let is_new = !seen.contains(name);
            seen.push(name.clone());
            is_new
        });
        if let (Some(last), false) = (within.last_mut(), without.is_empty()) {
            *last = format!("{last} but {}", either(&without, "and"));
        }
        within
    }

    fn named(&self, named: &ListedName) -> String {
        let name = match named.target {
            NameTarget::All => {
                let word = match named.fast {
                    Some(true) => "the Fast",
                    Some(false) => "those not Fast",
                    None => "all",
                };
                return word.to_owned();
            }
            NameTarget::Class(class) => self.ruleset.class_plural(class),
            NameTarget::Grade(grade) => self.ruleset.grades.get(grade.index()).map_or("", |grade| &grade.name),
            NameTarget::Label(at) => self.ruleset.labels.get(usize::from(at)).map_or("", |label| &label.plural),
            NameTarget::Family(family) => &self.ruleset.family(family).plural,
            NameTarget::Fighter(fighter) | NameTarget::Only(fighter) => {
                let rules = self.combat.fighter(fighter);
                let is_of_family = self.codes && self.ruleset.family_called(&rules.plural).is_some();
                if is_of_family { &rules.code } else { &rules.plural }
            }
        };
        let only = if matches!(named.target, NameTarget::Only(_)) { "plain " } else { "" };
        match named.fast {
            Some(true) => format!("{only}Fast {name}"),
            Some(false) => format!("{only}non-Fast {name}"),
            None => format!("{only}{name}"),
        }
    }

    /// The conditions of a row, for a reader who knows the element and the mode: `against Knights, in good going`.
    /// Empty where there are none.
    #[must_use]
    pub fn when(&self, said: &RowTerms) -> String {
        self.phrases(said, true).join(", ")
    }

    /// The reason for a modifier that counts: its name or what it is counted per, and what it requires. Conditions
    /// that would have kept it from counting are left out.
    #[must_use]
    pub fn modifier(&self, row: &Row<Modifier>, value: i8) -> String {
        let Modifier { value: each, per, name, .. } = &row.effect;
        let counted = per.map(|per| {
            let count = if *each == 0 { 0 } else { value / each };
            counted(per, count)
        });
        let name = name.as_deref().map(str::to_owned);
        let parts: Vec<String> = name.into_iter().chain(counted).collect();
        if per.is_some() { parts.join(", ") } else { [parts, self.phrases(&row.terms, false)].concat().join(", ") }
    }

    /// The classes against which one or the other factor is used: `Aerial and Mounted`.
    #[must_use]
    pub fn classes(&self, foot: bool) -> String {
        let is_it = |class: &ClassId| self.combat.is_foot_column(Some(*class)) == foot;
        let mut names: Vec<String> = Vec::new();
        for (_, rules) in self.combat.fighters() {
            let name = rules.class.filter(is_it).map(|class| self.ruleset.class_plural(class).to_owned());
            names.extend(name.filter(|name| !names.contains(name)));
        }
        either(&names, "and")
    }

    /// Why the factor of a column is used.
    #[must_use]
    pub fn column(&self, column: Column) -> String {
        let classes = |foot| self.classes(foot);
        match column {
            Column::Feature => format!("combat factor against {}, since a feature is fought for", classes(true)),
            Column::AsFoot => format!("combat factor against {}, as which it counts here", classes(true)),
            Column::ShotByFoot => format!("combat factor against {} that shoots or bespells", classes(true)),
            Column::Foot | Column::Others => format!("combat factor against {}", classes(column == Column::Foot)),
        }
    }

    /// What counts as good going for the elements of a row: `rough and bad going count as good.`
    #[must_use]
    pub fn good_for(&self, row: &Row<GoodFor>) -> String {
        if let Some(says) = &row.effect.sheet_text {
            return says.to_string();
        }
        let places = |places: &[Place], word: &str| {
            either(&places.iter().map(|place| self.place(*place)).collect::<Vec<_>>(), word)
        };
        let goings: Vec<String> = row.effect.goings.iter().map(|going| going.as_str().to_owned()).collect();
        let (mut text, several) = match goings.len() {
            0 if row.terms.inside.is_empty() => ("all going".to_owned(), false),
            0 => (places(&row.terms.inside, "and"), row.terms.inside.len() > 1),
            count => (format!("{} going", either(&goings, "and")), count > 1),
        };
        if !row.terms.outside.is_empty() {
            text = format!("{text} outside {}", places(&row.terms.outside, "and"));
        }
        let counts = if several { "count" } else { "counts" };
        match row.effect.opponent_only {
            true => format!("{text} {counts} as good to them where an enemy stands in it."),
            false => format!("{text} {counts} as good."),
        }
    }

    fn phrases(&self, said: &RowTerms, with_bars: bool) -> Vec<String> {
        let mut phrases = Vec::new();
        if !said.opponents.is_empty() {
            phrases.push(format!("against {}", self.names(&said.opponents)));
        }
        if !said.beside.is_empty() {
            phrases.push(format!("beside {}", self.names(&said.beside)));
        }
        if !said.behind.is_empty() {
            phrases.push(format!("with {} lined up behind", self.names(&said.behind)));
        }
        // To a reader, an element that holds a named feature is a garrison.
        let holds = |fact: Fact| matches!(fact, Fact::HoldsWalls | Fact::HoldsCamp);
        let is_told = said.conditions.iter().any(|(fact, is_so)| *is_so && holds(*fact));
        let is_named = !said.behind.is_empty();
        let is_known = |fact: Fact| {
            is_role(fact) || (is_told && fact == Fact::Garrison) || (is_named && fact == Fact::RearSupport)
        };
        let conditions = said.conditions.iter().filter(|(fact, is_so)| !is_known(*fact) && (*is_so || with_bars));
        phrases.extend(conditions.map(|(fact, is_so)| self.fact(*fact, *is_so)));
        if !said.inside.is_empty() {
            let names: Vec<String> = said.inside.iter().map(|place| self.place(*place)).collect();
            phrases.push(format!("in {}", either(&names, "or")));
        }
        if with_bars && !said.outside.is_empty() {
            let names: Vec<String> = said.outside.iter().map(|place| self.place(*place)).collect();
            phrases.push(format!("not in {}", either(&names, "or")));
        }
        phrases
    }

    /// The name of a feature in the ruleset.
    #[must_use]
    pub fn place(&self, place: Place) -> String {
        let rules = self.ruleset.terrain.as_deref();
        let name = match place {
            Place::Kind(kind) => rules.and_then(|rules| Some(rules.feature(kind)?.name.to_string())),
            Place::Bua(bua) => rules.and_then(|rules| Some(rules.bua(bua)?.name.to_string())),
        };
        name.unwrap_or_else(|| match place {
            Place::Kind(kind) => kind.as_str().replace('_', " "),
            Place::Bua(bua) => Bua::as_str(bua).to_owned(),
        })
    }

    /// A fact, or its negation, for a reader.
    #[must_use]
    pub fn fact(&self, fact: Fact, is_so: bool) -> String {
        let walls = || self.combat.features_called(true);
        let words = match fact {
            Fact::FootOnly => return reading(is_so).to_owned(),
            Fact::OddTotals => "both totals odd",
            Fact::AboutFeature => "in the fight for a feature",
            Fact::HoldsWalls => &format!("holds a {}", walls()),
            Fact::EnemyHoldsWalls => &format!("the enemy holds a {}", walls()),
            Fact::AboutWalls => &format!("in the fight for a {}", walls()),
            _ => fact.words(),
        };
        if is_so { words.to_owned() } else { format!("not {words}") }
    }

    /// The same as briefly as a crib sheet requires.
    #[must_use]
    pub fn condition(&self, fact: Fact, is_so: bool) -> String {
        let (walls, all) = (|| self.combat.features_called(true), || self.combat.all_features_called());
        let words = match (fact, is_so) {
            (Fact::HoldsFeature, true) => return format!("in a {}", all()),
            (Fact::HoldsWalls, true) => return format!("garrison of a {}", walls()),
            (Fact::EnemyHoldsFeature, true) => return format!("against a {}", all()),
            (Fact::EnemyHoldsWalls, true) => return format!("against a {}", walls()),
            (Fact::AboutFeature, true) => return format!("at a {}", all()),
            (Fact::AboutFeature, false) => return format!("not at a {}", all()),
            (Fact::AboutWalls, true) => return format!("at a {}", walls()),
            (Fact::AboutWalls, false) => return format!("not at a {}", walls()),
            (Fact::Shooting, true) => "when shooting",
            (Fact::ShotAt, true) => "when shot at",
            (Fact::ShotAt, false) => "unless shot back at",
            (Fact::Bespelling, true) => "when bespelling",
            (Fact::Bespelled, true) => "when bespelled",
            (Fact::General, true) => "the general’s element",
            (Fact::General, false) => "unless it is the general",
            (Fact::Garrison, true) => "as garrison",
            (Fact::Garrison, false) => "or a garrison",
            (Fact::HoldsCamp, true) => "garrison of a Camp",
            (Fact::EnemyHoldsCamp, true) => "against a Camp",
            (Fact::RearSupport, true) => "with its own type behind",
            (Fact::GoodGoing, true) => "wholly in good going",
            (Fact::OnBank, true) => "defending a river bank",
            (Fact::ShotInRear, false) => "unless shot from behind",
            (Fact::FlankOrRear, true) => "with an enemy on flank or rear",
            (Fact::Rear, true) => "for an enemy on its rear",
            (Fact::TwoEdges, true) => "with enemies on two edges",
            (Fact::EnemyNearStronghold, true) => "the target near its own Stronghold",
            _ => return self.fact(fact, is_so),
        };
        words.to_owned()
    }
}

/// Whether a fact only says in which mode the two meet, which the reader knows.
const fn is_role(fact: Fact) -> bool {
    matches!(fact, Fact::Close | Fact::Shooting | Fact::ShotAt | Fact::Bespelling | Fact::Bespelled)
}

/// The reading of the row of Knights on equal totals: as in DBA 3.0, or not.
#[must_use]
pub const fn reading(foot_only: bool) -> &'static str {
    if foot_only { "as in DBA 3.0" } else { "by the letter" }
}

/// `1 overlap`, `2 further assaulters`.
fn counted(per: Per, count: i8) -> String {
    let (one, several) = match per {
        Per::Aiding => ("enemy aiding", "enemies aiding"),
        Per::Flank => ("flank in contact", "flanks in contact"),
        Per::Overlap => ("overlap", "overlaps"),
        Per::Edge => ("battlefield edge near", "battlefield edges near"),
        Per::Assaulter => ("further assaulter", "further assaulters"),
    };
    format!("{count} {}", if count == 1 { one } else { several })
}

/// `a`, `a or b`, `a, b or c`.
#[must_use]
pub fn either(names: &[String], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// How the totals compare, from the point of view of the side with the outcome.
#[must_use]
pub const fn standing(when: TotalsCase) -> &'static str {
    match when {
        TotalsCase::Totals(Relation::Equal) => "Equal",
        TotalsCase::Equal { odd: true } => "Equal and odd",
        TotalsCase::Equal { odd: false } => "Equal and even",
        TotalsCase::Totals(Relation::Less) => "Beaten",
        TotalsCase::Totals(Relation::Doubled) => "Doubled",
        TotalsCase::Higher => "Higher",
    }
}

/// One letter for an outcome, for small spaces.
#[must_use]
pub const fn sign(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::None => "–",
        Outcome::Recoil => "R",
        Outcome::Flee => "F",
        Outcome::Destroyed => "D",
        Outcome::Ensorcelled => "E",
        Outcome::Captured => "C",
        Outcome::Banished => "B",
        Outcome::Surrender => "S",
        Outcome::Spent => "X",
        Outcome::Dbmm => "?",
    }
}

/// What happens to several elements with this outcome, as briefly as possible.
#[must_use]
pub const fn fate(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::None => "no effect",
        Outcome::Recoil => "recoil",
        Outcome::Flee => "flee",
        Outcome::Destroyed => "destroyed",
        Outcome::Ensorcelled => "ensorcelled",
        Outcome::Captured => "captured",
        Outcome::Banished => "flee off the battlefield",
        Outcome::Surrender => "surrender",
        Outcome::Spent => "spent",
        Outcome::Dbmm => "as the DBMM book has it",
    }
}

/// An outcome as a noun.
#[must_use]
pub const fn noun(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::None => "nothing",
        Outcome::Recoil => "a recoil",
        Outcome::Flee => "flight",
        Outcome::Destroyed => "destruction",
        Outcome::Ensorcelled => "ensorcelment",
        Outcome::Captured => "capture",
        Outcome::Banished => "flight off the battlefield",
        Outcome::Surrender => "surrender",
        Outcome::Spent => "being spent",
        Outcome::Dbmm => "what the DBMM book has",
    }
}

/// What happens to one element with this outcome.
#[must_use]
pub const fn outcome_phrase(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::None => "stays as it is",
        Outcome::Recoil => "recoils",
        Outcome::Flee => "flees",
        Outcome::Destroyed => "is destroyed",
        Outcome::Ensorcelled => "is ensorcelled",
        Outcome::Captured => "is captured",
        Outcome::Banished => "flees off the battlefield",
        Outcome::Surrender => "surrenders",
        Outcome::Spent => "is spent",
        Outcome::Dbmm => "suffers what the DBMM book says",
    }
}

/// What the opponent of an element with this outcome has done.
#[must_use]
pub const fn opponent_phrase(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::None => "does no harm",
        Outcome::Recoil => "drives back",
        Outcome::Flee => "puts to flight",
        Outcome::Destroyed => "destroys",
        Outcome::Ensorcelled => "ensorcels",
        Outcome::Captured => "captures",
        Outcome::Banished => "drives off the battlefield",
        Outcome::Surrender => "takes the surrender",
        Outcome::Spent => "uses up",
        Outcome::Dbmm => "does what the DBMM book says",
    }
}

//! Rows of the combat tables, and the reasons for results that come from them, as phrases for a reader.

use musterfield_combat::explain::{Contribution, Reason, TotalsCase};
use musterfield_combat::resolve::Column;
use musterfield_rules::Ruleset;
use musterfield_rules::combat::{
    Combat, Fact, Fighter, FighterSet, GoodFor, ListedName, Modifier, NameTarget, Per, Place, Relation, Row, RowTerms,
};
use musterfield_rules::terrain::Bua;
use musterfield_rules::troop::ClassId;

use crate::series::series;

/// The words of one ruleset's tables.
#[derive(Clone, Copy, Debug)]
pub struct TableWords<'r> {
    ruleset: &'r Ruleset,
    combat: &'r Combat,
    /// Whether a type with the same name as its family is called by its code.
    codes: bool,
    /// Whether all types and families are called by their codes.
    only_codes: bool,
}

impl<'r> TableWords<'r> {
    /// Creates the words for these tables.
    #[must_use]
    pub fn new(ruleset: &'r Ruleset, combat: &'r Combat) -> Self {
        Self { ruleset, combat, codes: false, only_codes: false }
    }

    /// Switches to codes where families appear beside types: `Knights` for the family, `3Kn` for the type.
    #[must_use]
    pub fn with_codes(self) -> Self {
        Self { codes: true, ..self }
    }

    /// Switches to codes for all types and families: `Kn`.
    #[must_use]
    pub fn in_codes(self) -> Self {
        Self { only_codes: true, ..self }
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
        let names = self.each_among(names, set);
        if self.only_codes { names.join(", ") } else { series(&names, word) }
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
            *last = format!("{last} but {}", series(&without, "and"));
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
            NameTarget::Family(family) if self.only_codes => &self.ruleset.family(family).code,
            NameTarget::Family(family) => &self.ruleset.family(family).plural,
            NameTarget::Fighter(fighter) | NameTarget::Only(fighter) => {
                let rules = self.combat.fighter(fighter);
                let is_of_family = self.codes && self.ruleset.family_called(&rules.plural).is_some();
                if self.only_codes || is_of_family { &rules.code } else { &rules.plural }
            }
        };
        let only = if matches!(named.target, NameTarget::Only(_)) { "plain " } else { "" };
        match named.fast {
            Some(true) => format!("{only}Fast {name}"),
            Some(false) if self.only_codes => format!("{only}solid {name}"),
            Some(false) => format!("{only}non-Fast {name}"),
            None => format!("{only}{name}"),
        }
    }

    /// The reason for a number that contributes to a total: `the general`, `2 flanks overlapped`.
    #[must_use]
    pub fn reason(&self, contribution: &Contribution<'_>) -> String {
        match contribution.reason {
            Reason::Factor(column) => self.column(column),
            Reason::Modifier(row) => self.modifier(row, contribution.value),
            Reason::OtherFactors(others) => others.name.to_string(),
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
        series(&names, "and")
    }

    /// The reason the factor of a column is used.
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

    /// The going that counts as good for the elements of a row: `rough and bad going count as good.`
    #[must_use]
    pub fn good_for(&self, row: &Row<GoodFor>) -> String {
        if let Some(says) = &row.effect.sheet_text {
            return says.to_string();
        }
        let places = |places: &[Place], word: &str| {
            series(&places.iter().map(|place| self.place(*place)).collect::<Vec<_>>(), word)
        };
        let goings: Vec<String> = row.effect.goings.iter().map(|going| going.as_str().to_owned()).collect();
        let (mut text, several) = match goings.len() {
            0 if row.terms.inside.is_empty() => ("all going".to_owned(), false),
            0 => (places(&row.terms.inside, "and"), row.terms.inside.len() > 1),
            count => (format!("{} going", series(&goings, "and")), count > 1),
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
        phrases.extend(self.readings(said));
        if !said.inside.is_empty() {
            let names: Vec<String> = said.inside.iter().map(|place| self.place(*place)).collect();
            phrases.push(format!("in {}", series(&names, "or")));
        }
        if with_bars && !said.outside.is_empty() {
            let names: Vec<String> = said.outside.iter().map(|place| self.place(*place)).collect();
            phrases.push(format!("not in {}", series(&names, "or")));
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

    /// The readings by which a row holds: `by the letter`.
    pub fn readings(&self, said: &RowTerms) -> impl Iterator<Item = String> {
        said.readings.iter().filter_map(|required| Some(self.combat.required(*required)?.words.to_string()))
    }

    /// The elements that protect the target of a spell: `Paladin or Cleric`. Empty if there are none.
    #[must_use]
    pub fn protectors(&self) -> String {
        series(&self.each_protector(), "or")
    }

    /// Like `protectors`, as separate names.
    #[must_use]
    pub fn each_protector(&self) -> Vec<&'r str> {
        let types = self.combat.protectors.iter().flat_map(|protectors| &protectors.types);
        types.map(|troop| &*self.ruleset.troop(*troop).singular).collect()
    }

    /// A fact, or its negation, for a reader.
    #[must_use]
    pub fn fact(&self, fact: Fact, is_so: bool) -> String {
        let walls = || self.combat.features_called(true);
        let words = match fact {
            Fact::OddTotals => "both totals odd",
            Fact::AboutFeature => "in the fight for a feature",
            Fact::HoldsWalls => &format!("holds a {}", walls()),
            Fact::EnemyHoldsWalls => &format!("the enemy holds a {}", walls()),
            Fact::AboutWalls => &format!("in the fight for a {}", walls()),
            Fact::Protected => &format!("a {} near the line", self.protectors()),
            _ => fact.words(),
        };
        if is_so { words.to_owned() } else { format!("not {words}") }
    }

    /// The same condition, as briefly as a crib sheet requires.
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
            (Fact::GroundAssault, true) => "with an enemy on the ground at its walls",
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

/// `1 overlap`, `2 further assaulters`.
fn counted(per: Per, count: i8) -> String {
    let (one, several) = match per {
        Per::Aiding => ("enemy aiding", "enemies aiding"),
        Per::Flank => ("flank in contact", "flanks in contact"),
        Per::Overlap => ("overlap", "overlaps"),
        Per::Edge => ("battlefield edge near", "battlefield edges near"),
        Per::Beside => ("flank on flank", "flanks on flanks"),
        Per::Assaulter => ("further assaulter", "further assaulters"),
    };
    format!("{count} {}", if count == 1 { one } else { several })
}

/// The comparison of the totals, from the point of view of the side with the outcome.
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

#[cfg(test)]
mod tests {
    use super::*;
    use musterfield_rules::book;

    #[test]
    fn every_row_can_be_said_to_a_reader() {
        for ruleset in book().unwrap().rulesets() {
            let Some(combat) = &ruleset.combat else { continue };
            let words = TableWords::new(ruleset, combat);
            let tables = [Relation::Equal, Relation::Less, Relation::Doubled].map(|relation| combat.table(relation));
            let rows = tables.into_iter().flatten().map(|row| words.when(&row.terms));
            let modifiers = combat.modifiers.iter().map(|row| words.modifier(row, row.effect.value));
            for said in rows.chain(modifiers) {
                assert!(!said.contains('_') && !said.contains("  ") && !said.ends_with(' '), "{said}");
                assert!(!said.contains("in close combat") && !said.contains("all but all"), "{said}");
            }
            assert!(combat.modifiers.iter().all(|row| !words.modifier(row, row.effect.value).is_empty()));
        }
    }

    #[test]
    fn readings_and_protectors_are_named_as_the_ruleset_names_them() {
        let told = |ruleset: &str| {
            let ruleset = book().unwrap().ruleset(ruleset).unwrap();
            let combat = ruleset.combat.as_ref().unwrap();
            let words = TableWords::new(ruleset, combat);
            let rows = combat.table(Relation::Equal).iter().map(|row| words.when(&row.terms)).collect::<Vec<_>>();
            (rows, words.fact(Fact::Protected, false), words.protectors())
        };
        let (rows, fact, _) = told("d3h2");
        assert!(rows.contains(&"against all but the Fast, by the letter".to_owned()), "{rows:?}");
        assert!(rows.contains(&"against non-Fast Foot, as in DBA 3.0".to_owned()), "{rows:?}");
        assert_eq!(fact, "not a Paladin or Cleric near the line");
        assert_eq!(told("hott25").2, "Paladin or Cleric");
        assert_eq!(told("dba3").2, "");
    }
}

//! Grades: how good elements of a type are, where a ruleset sells each type in several grades.

mod difference;

pub use difference::GradeDifference;

use super::points::Points;
use super::reference::RuleId;
use super::ruleset::Ruleset;
use super::troop::{Cited, FamilyId, TroopId};

/// A grade of one ruleset: an index into its grades, meaningless in another ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GradeId(pub(super) u8);

impl GradeId {
    /// The position of the grade in its ruleset.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The quality of elements (DBMF-GRADE-01).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The letter in brackets after a type: `S`.
    pub letter: Box<str>,
    /// Its name as printed: `Superior`.
    pub name: Box<str>,
    /// Whether elements of this grade are what other rulesets call Fast.
    pub fast: bool,
    /// The distance it adds to moves, where the rules do not give it with the moves.
    pub faster: Option<Cited<u16>>,
    /// The rule.
    pub rule: RuleId,
}

/// The further properties of a type in one grade: each troop type of a ruleset with grades is such a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graded {
    /// The grade.
    pub grade: GradeId,
    /// The type itself; its code and name have no grade.
    pub family: FamilyId,
    /// The price of a regular element in AP, if the rules print one.
    pub regular: Option<Points>,
    /// The price of an irregular element in AP, if the rules print one.
    pub irregular: Option<Points>,
    /// Whether the rules describe the type in this grade.
    pub described: bool,
    /// The rule of the prices.
    pub price_rule: RuleId,
    /// The rule of the description.
    pub described_rule: RuleId,
}

impl Graded {
    /// The price of a regular or irregular element in AP, if the rules print one.
    #[must_use]
    pub fn price(&self, regular: bool) -> Option<Points> {
        if regular { self.regular } else { self.irregular }
    }

    /// Whether such elements exist: the rules describe them, or print a price.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.described || self.regular.is_some() || self.irregular.is_some()
    }
}

/// A type as rules name it where the grade does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradedType {
    /// Its code and names.
    pub family: FamilyId,
    /// The type in its default grade.
    pub usual: TroopId,
    /// The type in every grade that exists for it, in the order of the grades.
    pub grades: Vec<TroopId>,
}

impl GradedType {
    /// The prices of its cheapest and dearest elements in AP.
    #[must_use]
    pub fn prices(&self, ruleset: &Ruleset) -> Option<(Points, Points)> {
        let graded = self.grades.iter().filter_map(|id| ruleset.troop(*id).graded.as_ref());
        let printed: Vec<Points> = graded.flat_map(|graded| [graded.regular, graded.irregular]).flatten().collect();
        Some((printed.iter().min().copied()?, printed.iter().max().copied()?))
    }
}

impl Ruleset {
    /// The letter of the grade that other rulesets call Fast, if there is one.
    #[must_use]
    pub fn fast_grade(&self) -> Option<&str> {
        self.grades.iter().find(|grade| grade.fast).map(|grade| &*grade.letter)
    }

    /// The type in its default grade; where there are no grades, the type itself.
    #[must_use]
    pub fn in_usual_grade(&self, id: TroopId) -> TroopId {
        let code = self.troop(id).graded.as_ref().map(|_| self.plain_code(id));
        code.and_then(|code| self.spellings().read(code)).map_or(id, |found| found.troop)
    }

    /// The types of a ruleset with grades, each once; empty where there are no grades.
    #[must_use]
    pub fn graded_types(&self) -> Vec<GradedType> {
        let mut types: Vec<GradedType> = Vec::new();
        for (id, troop) in self.troops() {
            let Some(graded) = &troop.graded else { continue };
            if types.last().is_none_or(|last| last.family != graded.family) {
                types.push(GradedType { family: graded.family, usual: self.in_usual_grade(id), grades: Vec::new() });
            }
            if let (Some(last), true) = (types.last_mut(), graded.is_known()) {
                last.grades.push(id);
            }
        }
        types
    }
}

/// The cost of an element's loss to its command: the first row that matches an element counts (DBMF-ME-05).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Morale {
    /// The elements concerned.
    pub of: super::combat::FighterSet,
    /// Whether it concerns only the general's element.
    pub general: bool,
    /// Whether it concerns only regular or only irregular elements.
    pub regular: Option<bool>,
    /// Morale equivalents (ME).
    pub equivalents: Points,
    /// The rule.
    pub rule: RuleId,
}

/// A collective name that rules give to elements of several types: aerials, supernaturals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its form for one element: `aerial`.
    pub name: Box<str>,
    /// Its plural in a sentence: `aerials`.
    pub plural: Box<str>,
    /// The elements that carry it.
    pub of: super::combat::FighterSet,
    /// The rule.
    pub rule: RuleId,
}

/// A remark about elements that an army has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The elements concerned.
    pub of: super::combat::FighterSet,
    /// Whether it concerns only regular or only irregular elements.
    pub regular: Option<bool>,
    /// The remark as a sentence.
    pub text: Box<str>,
    /// The rule.
    pub rule: RuleId,
}

/// The elements that work magic, and those that depend on them (DBMF-LIST-01, LIST-02, LIST-10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Casters {
    /// Magicians.
    pub magicians: super::combat::FighterSet,
    /// Clerics.
    pub clerics: super::combat::FighterSet,
    /// Mindless troops, which a Magician or a Cleric controls.
    pub mindless: super::combat::FighterSet,
    /// The remark about an army with both Magicians and Clerics, to follow its name: `has both …`, without a full
    /// stop.
    pub both: Cited<Box<str>>,
    /// The remark about a command with several Magicians.
    pub several: Cited<Box<str>>,
    /// The remark about a command whose mindless troops nobody controls.
    pub without: Cited<Box<str>>,
}

/// Elements that fly to battle although their type does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AirMobile {
    /// The extra AP for each element.
    pub points: Points,
    /// The rule of the price.
    pub rule: RuleId,
    /// The rule that requires permission from the list.
    pub leave_rule: RuleId,
}

/// Commands into which the owner divides an army freely, each with its general.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenCommands {
    /// The greatest number accepted here: a limit of the program.
    pub most: u8,
    /// Sentences about the effects of losses on a command.
    pub losses: Box<str>,
    /// The rule of their generals.
    pub rule: RuleId,
}

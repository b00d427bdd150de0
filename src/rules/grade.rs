//! Grades: how good elements of a type are, where a ruleset sells each type in several.

mod otherwise;

pub use otherwise::Otherwise;

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

/// How good elements are (DBMF-GRADE-01).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// As it stands in brackets behind a type: `S`.
    pub letter: Box<str>,
    /// As printed: `Superior`.
    pub name: Box<str>,
    /// Whether elements of it are what other rulesets call Fast.
    pub fast: bool,
    /// What it adds to moves, which the rules do not say where.
    pub faster: Option<Cited<u16>>,
    /// The rule.
    pub rule: RuleId,
}

/// What a type in one grade has besides: the troop types of a ruleset with grades are each such a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graded {
    /// The grade.
    pub grade: GradeId,
    /// The type itself, whose code and name stand without the grade.
    pub family: FamilyId,
    /// AP of a regular element, if the rules print any.
    pub regular: Option<Points>,
    /// AP of an irregular element, if the rules print any.
    pub irregular: Option<Points>,
    /// Whether the rules describe the type in this grade.
    pub described: bool,
    /// The rule of the prices.
    pub price_rule: RuleId,
    /// The rule of the description.
    pub described_rule: RuleId,
}

impl Graded {
    /// AP of a regular or irregular element, if the rules print any.
    #[must_use]
    pub fn price(&self, regular: bool) -> Option<Points> {
        if regular { self.regular } else { self.irregular }
    }

    /// Whether there are such elements: the rules describe them, or print a price.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.described || self.regular.is_some() || self.irregular.is_some()
    }
}

/// A type as rules name it where no grade matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradedType {
    /// Its code and names.
    pub family: FamilyId,
    /// The type in the grade that is meant where none is said.
    pub usual: TroopId,
    /// The type in every grade of which there are elements, in the order of the grades.
    pub grades: Vec<TroopId>,
}

impl GradedType {
    /// AP of the cheapest and of the dearest of its elements.
    #[must_use]
    pub fn prices(&self, ruleset: &Ruleset) -> Option<(Points, Points)> {
        let graded = self.grades.iter().filter_map(|id| ruleset.troop(*id).graded.as_ref());
        let printed: Vec<Points> = graded.flat_map(|graded| [graded.regular, graded.irregular]).flatten().collect();
        Some((printed.iter().min().copied()?, printed.iter().max().copied()?))
    }
}

impl Ruleset {
    /// The letter of the grade that other rulesets call Fast, where there is one.
    #[must_use]
    pub fn fast_grade(&self) -> Option<&str> {
        self.grades.iter().find(|grade| grade.fast).map(|grade| &*grade.letter)
    }

    /// A type in the grade that is meant where none is said; where there are no grades, the type itself.
    #[must_use]
    pub fn in_usual_grade(&self, id: TroopId) -> TroopId {
        let code = self.troop(id).graded.as_ref().map(|_| self.plain_code(id));
        code.and_then(|code| self.spellings().read(code)).map_or(id, |found| found.troop)
    }

    /// The types of a ruleset with grades, each once; none where there are no grades.
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

/// What the loss of an element costs its command: the first row that an element fits counts (DBMF-ME-05).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Morale {
    /// Of which elements.
    pub of: super::combat::Fighters,
    /// Of the general's alone.
    pub general: bool,
    /// Of regular or irregular ones alone.
    pub regular: Option<bool>,
    /// Morale equivalents (ME).
    pub is: Points,
    /// The rule.
    pub rule: RuleId,
}

/// A second name that rules give to elements of several types: aerials, supernaturals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Of one element: `aerial`.
    pub name: Box<str>,
    /// Of several in a sentence: `aerials`.
    pub plural: Box<str>,
    /// Who they are.
    pub of: super::combat::Fighters,
    /// The rule.
    pub rule: RuleId,
}

/// Something worth knowing of elements that an army has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Of which elements.
    pub of: super::combat::Fighters,
    /// Of regular or irregular ones alone.
    pub regular: Option<bool>,
    /// A sentence.
    pub says: Box<str>,
    /// The rule.
    pub rule: RuleId,
}

/// Who works magic, and who depends on it (DBMF-LIST-01, LIST-02, LIST-10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Casters {
    /// Magicians.
    pub magicians: super::combat::Fighters,
    /// Clerics.
    pub clerics: super::combat::Fighters,
    /// Troops without a mind of their own, which either of them holds together.
    pub mindless: super::combat::Fighters,
    /// What is to be said of an army with both sorts of them, after its name: `has both …`, without a full stop.
    pub both: Cited<Box<str>>,
    /// The same of a command with several Magicians.
    pub several: Cited<Box<str>>,
    /// The same of a command whose mindless nobody holds together.
    pub without: Cited<Box<str>>,
}

/// Elements that fly to battle although their type does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AirMobile {
    /// AP more an element.
    pub points: Points,
    /// The rule of the price.
    pub rule: RuleId,
    /// The rule that asks for leave of the list.
    pub leave_rule: RuleId,
}

/// Commands into which the owner divides an army as he likes, each with its general.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenCommands {
    /// At most so many are kept here: a limit of the program.
    pub most: u8,
    /// Sentences about what losses do to a command.
    pub losses: Box<str>,
    /// The rule of their generals.
    pub rule: RuleId,
}

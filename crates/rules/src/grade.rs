//! Grades: how good elements of a type are, where a ruleset sells each type in several grades.

mod difference;
mod graded_type;

pub use super::id::GradeId;
pub use super::troop::Graded;
pub use difference::GradeDifference;
pub use graded_type::GradedType;

use super::combat::FighterSet;
use super::reference::{Cited, RuleId};
use crate::points::Points;

/// The quality of elements (DBMF-GRADE-01).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The letter in brackets after a type: `S`.
    pub letter: Box<str>,
    /// Its name as printed: `Superior`.
    pub name: Box<str>,
    /// Whether elements are of this grade unless another is named.
    pub usual: bool,
    /// Whether elements of this grade are what other rulesets call Fast.
    pub fast: bool,
    /// The distance it adds to moves, where the rules do not give it with the moves.
    pub faster: Option<Cited<u16>>,
    /// The rule.
    pub rule: RuleId,
}

/// The cost of an element's loss to its command: the first row that matches an element counts (DBMF-ME-05).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Morale {
    /// The elements concerned.
    pub of: FighterSet,
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
    pub of: FighterSet,
    /// The rule.
    pub rule: RuleId,
}

/// A remark about elements that an army has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The elements concerned.
    pub of: FighterSet,
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
    pub magicians: FighterSet,
    /// Clerics.
    pub clerics: FighterSet,
    /// Mindless troops, which a Magician or a Cleric controls.
    pub mindless: FighterSet,
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

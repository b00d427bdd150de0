//! A game from the die for the defender to the last lost AP, as numbers and short sentences: the content of a crib
//! sheet.
//!
//! A number appears once in the data, with its unit and its rule, and sentences refer to it by name. The sheet
//! therefore cannot print a number that differs from the data.

use super::combat::{FighterSet, ListedName};
use super::reference::RuleId;

/// The course of a game.
#[derive(Clone, Debug)]
pub struct Play {
    /// The sides of the crib sheet, in order.
    pub sides: Vec<SheetSide>,
}

impl Play {
    /// The parts of all sides.
    pub fn parts(&self) -> impl Iterator<Item = &SheetPart> {
        self.sides.iter().flat_map(|side| &side.parts)
    }
}

/// A number of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A distance in halves of the ruleset's unit.
    Half(u16),
    /// A distance in halves of a base width, in a ruleset with another unit.
    HalfBw(u16),
    /// Player initiative points.
    Pips(u8),
    /// The range that a die shows, from and to.
    Score(u8, u8),
    /// A count, least and most.
    Count(u16, u16),
}

impl Amount {
    /// Its form in a sentence, with distances in this unit: `2½ BW`.
    #[must_use]
    pub fn in_words(self, unit: &str) -> String {
        let range = |from: u16, to: u16| if from == to { from.to_string() } else { format!("{from}–{to}") };
        let halves = |half: u16, unit: &str| match (half / 2, half % 2) {
            (0, 1) => format!("½ {unit}"),
            (whole, 0) => format!("{whole} {unit}"),
            (whole, _) => format!("{whole}½ {unit}"),
        };
        match self {
            Self::Half(half) => halves(half, unit),
            Self::HalfBw(half) => halves(half, "BW"),
            Self::Pips(1) => "1 PIP".to_owned(),
            Self::Pips(pips) => format!("{pips} PIPs"),
            Self::Score(from, to) => range(from.into(), to.into()),
            Self::Count(from, to) => range(from, to),
        }
    }
}

/// One side of the sheet of paper.
#[derive(Clone, Debug)]
pub struct SheetSide {
    /// Its heading.
    pub title: Box<str>,
    /// Whether it belongs only to the sheet of the whole ruleset, not to that of an army.
    pub whole_only: bool,
    /// The parts on it.
    pub parts: Vec<SheetPart>,
}

/// The content under one heading.
#[derive(Clone, Debug)]
pub struct SheetPart {
    /// The heading.
    pub title: Box<str>,
    /// A table that is made from the other data.
    pub table: Option<SheetTable>,
    /// The section of the reference to which the table belongs: `OUT`.
    pub section: Option<Box<str>>,
    /// Information that a reader needs before reading the table.
    pub note: Option<Text>,
    /// Sentences; below the table if there is one.
    pub lines: Vec<SheetLine>,
}

/// Tables that are made from the data of types, combat and battlefields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetTable {
    /// Costs, combat factors, moves and ranges of the types.
    Types,
    /// The grades in which types come.
    Grades,
    /// The cost of losing elements to their command.
    Morale,
    /// The prices of types by grade.
    Prices,
    /// The bases of types, by figure scale.
    Bases,
    /// Support by friends.
    Support,
    /// Tactical factors of close combat.
    TacticalClose,
    /// Tactical factors of shooting.
    TacticalShooting,
    /// Tactical factors of bespelling.
    TacticalBespelling,
    /// Modifiers added once both totals are known.
    Grading,
    /// Outcomes when the totals are equal.
    Equal,
    /// Outcomes for a side with less.
    Less,
    /// Outcomes for a side with half or less.
    Doubled,
    /// Elements that ignore outcomes, and elements that are destroyed instead.
    Instead,
    /// Pursuit.
    Pursuit,
    /// Home terrains with their features.
    Homes,
    /// Features with their going.
    Features,
}

impl SheetTable {
    /// Whether it lists types, or what happens to them: the tables that one row for each type replaces.
    #[must_use]
    pub const fn is_of_types(self) -> bool {
        matches!(self, Self::Types | Self::Equal | Self::Less | Self::Doubled)
    }

    /// The tables by their names in the data.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("types", Self::Types),
        ("grades", Self::Grades),
        ("morale", Self::Morale),
        ("prices", Self::Prices),
        ("bases", Self::Bases),
        ("support", Self::Support),
        ("tactical, close combat", Self::TacticalClose),
        ("tactical, shooting", Self::TacticalShooting),
        ("tactical, bespelling", Self::TacticalBespelling),
        ("grading", Self::Grading),
        ("equal", Self::Equal),
        ("less", Self::Less),
        ("doubled", Self::Doubled),
        ("instead", Self::Instead),
        ("pursuit", Self::Pursuit),
        ("home terrains", Self::Homes),
        ("features", Self::Features),
    ];
}

/// A sentence, and the elements it concerns.
#[derive(Clone, Debug)]
pub struct SheetLine {
    /// The beginning, in bold.
    pub head: Option<Text>,
    /// The sentence itself.
    pub text: Text,
    /// Printed only where one of these is in the army; always if empty.
    pub subjects: Option<FighterSet>,
    /// Printed only where one of these is in the army or can be met; always if empty.
    pub opponents: Option<FighterSet>,
    /// Printed only where there is mounted infantry.
    pub riding: bool,
    /// The rules that it states.
    pub rules: Vec<RuleId>,
}

/// A sentence of words and of names that depend on the elements in the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub Vec<TextPiece>);

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextPiece {
    /// Fixed words.
    Words(String),
    /// A list of types, of which only those in the game are printed.
    Names(Vec<ListedName>),
}

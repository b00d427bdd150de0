//! A game from the die for the defender to the last lost AP, as numbers and short sentences: what a crib sheet prints.
//!
//! A number stands once in the data, with its unit and its rule; sentences name it. So the sheet cannot say another number
//! than the data.

use super::combat::{Fighters, Named};
use super::reference::RuleId;

/// How a game is played.
#[derive(Clone, Debug)]
pub struct Play {
    /// The sides of the crib sheet, in order.
    pub sides: Vec<Side>,
}

impl Play {
    /// The parts of all sides.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.sides.iter().flat_map(|side| &side.parts)
    }
}

/// A number of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A distance in halves of the ruleset's unit.
    Half(u16),
    /// Player initiative points.
    Pips(u8),
    /// What a die shows, from and to.
    Score(u8, u8),
    /// How many there are, least and most.
    Count(u16, u16),
}

impl Amount {
    /// As in a sentence, distances in this unit: `2½ BW`.
    #[must_use]
    pub fn told(self, unit: &str) -> String {
        let range = |from: u16, to: u16| if from == to { from.to_string() } else { format!("{from}–{to}") };
        match self {
            Self::Half(half) => match (half / 2, half % 2) {
                (0, 1) => format!("½ {unit}"),
                (whole, 0) => format!("{whole} {unit}"),
                (whole, _) => format!("{whole}½ {unit}"),
            },
            Self::Pips(1) => "1 PIP".to_owned(),
            Self::Pips(pips) => format!("{pips} PIPs"),
            Self::Score(from, to) => range(from.into(), to.into()),
            Self::Count(from, to) => range(from, to),
        }
    }
}

/// One side of the sheet of paper.
#[derive(Clone, Debug)]
pub struct Side {
    /// Its heading.
    pub title: Box<str>,
    /// Whether it is for the sheet of the whole ruleset only, not for that of an army.
    pub whole_only: bool,
    /// What stands on it.
    pub parts: Vec<Part>,
}

/// What stands under one heading.
#[derive(Clone, Debug)]
pub struct Part {
    /// The heading.
    pub title: Box<str>,
    /// A table that is made from the other data.
    pub table: Option<Table>,
    /// The section of the reference to which the table belongs: `OUT`.
    pub section: Option<Box<str>>,
    /// What has to be known before the table is read.
    pub note: Option<Text>,
    /// Sentences; below the table if there is one.
    pub lines: Vec<Line>,
}

/// Tables that are made from the data of types, combat and battlefields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Costs, combat factors, moves and ranges of the types.
    Types,
    /// The grades in which types come.
    Grades,
    /// What the loss of elements costs their command.
    Morale,
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
    /// What is added once both totals are known.
    Grading,
    /// What becomes of whom totals are equal.
    Equal,
    /// What becomes of one with less.
    Less,
    /// What becomes of one with half or less.
    Doubled,
    /// Who need not mind, and who is destroyed instead.
    Instead,
    /// Who pursues.
    Pursuit,
    /// Home terrains with their features.
    Homes,
    /// Features with their going.
    Features,
}

impl Table {
    /// As the data name them.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("types", Self::Types),
        ("grades", Self::Grades),
        ("morale", Self::Morale),
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

/// A sentence, and whom it concerns.
#[derive(Clone, Debug)]
pub struct Line {
    /// What it begins with, in bold.
    pub head: Option<Text>,
    /// What it says.
    pub says: Text,
    /// Told only where one of these is in the army; always if none are named.
    pub of: Option<Fighters>,
    /// Told only where one of these is in the army or can be met; always if none are named.
    pub by: Option<Fighters>,
    /// Told only where foot rides.
    pub riding: bool,
    /// The rules that it tells.
    pub rules: Vec<RuleId>,
}

/// A sentence of words and of names that depend on who is in the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub Vec<Piece>);

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// As it stands.
    Words(String),
    /// A list of types, of which only those in the game are told.
    Names(Vec<Named>),
}

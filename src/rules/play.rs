//! A game from the die for the defender to the last lost AP, as numbers and short sentences: what a crib sheet prints.
//!
//! A number stands once in the data, with its unit and its rule; sentences name it. So the sheet cannot say another number
//! than the data, and whoever carries the rule out asks the same number.

use std::fmt;

use super::combat::{Fighters, Named};
use super::points::Points;
use super::reference::RuleId;

/// How a game is played.
#[derive(Clone, Debug)]
pub struct Play {
    pub(super) numbers: Vec<Number>,
    /// The sides of the crib sheet, in order.
    pub sides: Vec<Side>,
}

impl Play {
    /// The number of this name, with its rule: `command`.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<&Number> {
        self.numbers.iter().find(|number| &*number.name == name)
    }

    /// The parts of all sides.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.sides.iter().flat_map(|side| &side.parts)
    }
}

/// A number of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// How sentences name it.
    pub name: Box<str>,
    /// What it is.
    pub amount: Amount,
    /// The rule.
    pub rule: RuleId,
}

/// A number with its unit. Written as in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A distance in half BW.
    HalfBw(u16),
    /// Player initiative points.
    Pips(u8),
    /// Army points.
    Ap(Points),
    /// A plain number.
    Count(u8),
    /// What a die shows, from and to.
    Score(u8, u8),
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::HalfBw(half) => match (half / 2, half % 2) {
                (0, 1) => f.write_str("½ BW"),
                (whole, 0) => write!(f, "{whole} BW"),
                (whole, _) => write!(f, "{whole}½ BW"),
            },
            Self::Pips(1) => f.write_str("1 PIP"),
            Self::Pips(pips) => write!(f, "{pips} PIPs"),
            Self::Ap(points) => write!(f, "{points} AP"),
            Self::Count(count) => write!(f, "{count}"),
            Self::Score(from, to) if from == to => write!(f, "{from}"),
            Self::Score(from, to) => write!(f, "{from}–{to}"),
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
    /// Support by friends.
    Support,
    /// Tactical factors of close combat.
    TacticalClose,
    /// Tactical factors of shooting.
    TacticalShooting,
    /// Tactical factors of bespelling.
    TacticalBespelling,
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
        ("support", Self::Support),
        ("tactical, close combat", Self::TacticalClose),
        ("tactical, shooting", Self::TacticalShooting),
        ("tactical, bespelling", Self::TacticalBespelling),
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

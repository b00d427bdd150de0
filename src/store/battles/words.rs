//! The words and the secret of a battle: sides, who decides for them, and what the dice follow from.

use std::fmt;

use data_encoding::HEXLOWER;
use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;

use super::super::error::{Fault, StoreError};
use super::super::ids::{BattleId, ParseIdError, text_column};
use super::super::random::random_bytes;

/// A side of a battle.
///
/// ```
/// use musterfield::store::BattleSide;
/// assert_eq!(BattleSide::parse("b"), Ok(BattleSide::B));
/// assert!(BattleSide::parse("B").is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub enum BattleSide {
    /// The first side.
    A,
    /// The second side.
    B,
}

impl BattleSide {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// Parses a side as the database spells it.
    ///
    /// # Errors
    /// If the text is anything else.
    pub fn parse(text: &str) -> Result<Self, ParseIdError> {
        Self::ALL.into_iter().find(|side| side.as_str() == text).ok_or(ParseIdError::new("a side of a battle"))
    }

    /// The side as the database spells it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// The decider of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub enum DecidedBy {
    /// The people who hold the side.
    Person,
    /// The plain player of the program.
    Plain,
}

impl DecidedBy {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Person, Self::Plain];

    /// Parses one as the database spells it.
    ///
    /// # Errors
    /// If the text is anything else.
    pub fn parse(text: &str) -> Result<Self, ParseIdError> {
        Self::ALL.into_iter().find(|by| by.as_str() == text).ok_or(ParseIdError::new("one who decides for a side"))
    }

    /// The word as the database spells it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Plain => "plain",
        }
    }
}

/// The state of a battle from which another one is begun as a sketch.
///
/// ```
/// use musterfield::store::SketchOf;
/// let of = SketchOf::parse("0123456789ab/17").unwrap();
/// assert_eq!((of.battle().as_str(), of.line()), ("0123456789ab", 17));
/// assert_eq!(SketchOf::new(of.battle(), of.line()), of);
/// assert!(SketchOf::parse("0123456789ab").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub struct SketchOf {
    text: String,
    battle: BattleId,
    line: i64,
}

impl SketchOf {
    /// The state of a battle after the line of this number.
    #[must_use]
    pub fn new(battle: &BattleId, line: i64) -> Self {
        Self { text: format!("{battle}/{line}"), battle: battle.clone(), line }
    }

    /// Reads it as the database has it.
    ///
    /// # Errors
    /// If the text is anything else.
    pub fn parse(text: &str) -> Result<Self, ParseIdError> {
        let parts = text.split_once('/').and_then(|(battle, line)| Some((battle, line.parse().ok()?)));
        let (battle, line) = parts.ok_or(ParseIdError::new("a state of a battle"))?;
        Ok(Self::new(&BattleId::parse(battle)?, line))
    }

    /// The state as the database spells it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The battle.
    #[must_use]
    pub fn battle(&self) -> &BattleId {
        &self.battle
    }

    /// The number of its last line.
    #[must_use]
    pub fn line(&self) -> i64 {
        self.line
    }
}

text_column!(SketchOf);
text_column!(BattleSide DecidedBy);

/// The secret from which all dice of a battle follow. Whoever knows it knows every roll in advance, so it must not be
/// shown before the battle is over. Its `Debug` output hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct DiceSecret([u8; 32]);

impl DiceSecret {
    /// The bytes, for the dice and for nothing else.
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        &self.0
    }

    /// A secret that is none: that of a lesson, whose dice anybody may know.
    #[must_use]
    pub fn known(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// A new secret.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the operating system supplies no randomness.
    pub fn random() -> Result<Self, StoreError> {
        random_bytes().map(Self)
    }

    /// The text, for the database.
    pub(super) fn to_text(&self) -> String {
        HEXLOWER.encode(&self.0)
    }

    /// Reads it as the database has it.
    pub(super) fn of_text(text: &str) -> Result<Self, Fault> {
        let bytes = HEXLOWER.decode(text.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok());
        match bytes {
            Some(bytes) => Ok(Self(bytes)),
            None => Err(StoreError::Database(ParseIdError::new("the secret of a battle's dice").into()).into()),
        }
    }
}

impl fmt::Debug for DiceSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DiceSecret")
    }
}

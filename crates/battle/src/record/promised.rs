//! The lines of a record about dice that were promised before the battle: `dice promised …`, `dice word a …`, and once
//! it is over `dice secret …`.

use std::fmt;

use musterfield_dice::{Promise, Secret, SecretDice};

use super::words;
use crate::element::Player;

/// The largest number of characters of the words that a player adds to the dice.
pub const LONGEST_WORDS: usize = 80;

/// Dice that follow from a secret, of which the promise was shown before the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromisedDice {
    /// The promise.
    pub promise: Promise,
    /// The words that each player has added; empty if none.
    pub words: [Box<str>; 2],
    /// The secret, which is shown after the battle.
    pub secret: Option<Secret>,
}

impl PromisedDice {
    /// The dice of this promise, without words and without showing the secret.
    #[must_use]
    pub fn new(promise: Promise) -> Self {
        Self { promise, words: Default::default(), secret: None }
    }

    /// The dice from their first throw, if the secret is shown.
    #[must_use]
    pub fn dice(&self) -> Option<SecretDice> {
        self.secret.as_ref().map(|secret| self.dice_of(secret, 0))
    }

    /// The dice that follow from a secret after `thrown` dice.
    #[must_use]
    pub fn dice_of(&self, secret: &Secret, thrown: u64) -> SecretDice {
        let [a, b] = &self.words;
        SecretDice::new(secret, [a, b], thrown)
    }
}

/// Words in the form in which they count: without spaces at their ends. `None` if they are too long or contain a
/// character that cannot be seen.
#[must_use]
pub fn words_for_dice(text: &str) -> Option<&str> {
    let text = text.trim();
    (text.chars().count() <= LONGEST_WORDS && !text.chars().any(char::is_control)).then_some(text)
}

impl fmt::Display for PromisedDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "dice promised {}", self.promise)?;
        for (player, words) in Player::ALL.into_iter().zip(&self.words).filter(|(_, words)| !words.is_empty()) {
            writeln!(f, "dice word {player} {words}")?;
        }
        match &self.secret {
            Some(secret) => {
                f.write_str("dice secret ")?;
                secret.bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
                writeln!(f)
            }
            None => Ok(()),
        }
    }
}

/// A line about promised dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DiceLine {
    Promised(Promise),
    Secret(Secret),
    Words(Player, Box<str>),
}

impl DiceLine {
    /// Reads what stands behind `dice`; the text that was expected instead, if it cannot be read.
    pub(super) fn read(text: &str) -> Result<Self, &'static str> {
        let (what, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        match what.to_ascii_lowercase().as_str() {
            "promised" => unhex(value).map(|bytes| Self::Promised(Promise(bytes))),
            "secret" => unhex(value).map(|bytes| Self::Secret(Secret::new(bytes))),
            "word" => {
                let (letter, said) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
                let said = words_for_dice(said).filter(|said| !said.is_empty());
                let (player, said) =
                    words::player(letter).zip(said).ok_or("a or b, and words of at most 80 letters")?;
                Ok(Self::Words(player, said.into()))
            }
            _ => Err("promised, word or secret"),
        }
    }
}

fn unhex(text: &str) -> Result<[u8; 32], &'static str> {
    const EXPECTED: &str = "64 digits from 0 to f";
    let digits: Option<Vec<u8>> =
        text.chars().map(|digit| digit.to_digit(16).and_then(|value| u8::try_from(value).ok())).collect();
    let digits = digits.filter(|digits| digits.len() == 64).ok_or(EXPECTED)?;
    let bytes: Vec<u8> =
        digits.chunks(2).map(|pair| pair.iter().fold(0_u8, |byte, digit| byte.wrapping_mul(16) | *digit)).collect();
    bytes.try_into().map_err(|_| EXPECTED)
}

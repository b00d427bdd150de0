//! Why a piece of text could not be read.

use musterfield_rules::Points;
use musterfield_rules::points::PointsError;

use crate::draft::TextError;
use crate::file::MOST_LINES;

/// The most characters of a text that a sentence repeats.
const LONGEST_EXCERPT: usize = 200;

/// Why a piece of pasted text could not be read; displayed, it is a sentence for the player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// An unclosed quotation mark: the extent of the label is unknown.
    #[error("A quotation mark is not closed.")]
    OpenQuotation,
    /// An unclosed bracket.
    #[error("A bracket is not closed.")]
    OpenBracket,
    /// More words than one element has.
    #[error("It is too long for one element. Write one element a line, or put commas between them.")]
    TooLong,

    /// Nothing that could be a troop type.
    #[error("It names no troop type.")]
    NoType,
    /// Words that are not a troop type of the ruleset, and the type that may be meant.
    #[error("“{}” is no troop type of {ruleset}.{}", excerpt(written), suggestion(*nearest))]
    UnknownType {
        /// The words.
        written: String,
        /// The name of the ruleset.
        ruleset: &'static str,
        /// The name of a type with a similar spelling.
        nearest: Option<&'static str>,
    },
    /// Two types in one element, by their names.
    #[error("It names two troop types, {} and {}. Write one element a line, and a name of your own in quotation marks.",
        excerpt(.0), excerpt(.1))]
    TwoTypes(String, String),
    /// A type and a word that is nearly part of another type's name: `Inexhaustable Hordes`.
    #[error("Is it {meant}? If not, put “{}” in quotation marks.", excerpt(word))]
    Misspelt {
        /// The word.
        word: String,
        /// The name of the type that may be meant.
        meant: &'static str,
    },
    /// An army list in shorthand that cannot be read, and the reason.
    #[error("The list cannot be read: {0}")]
    OwnList(String),
    /// Words of a sentence.
    #[error("It reads like a sentence. Write only the element, and a name of your own in quotation marks.")]
    Sentence,
    /// A heading that is nearly a troop type.
    #[error("Is it a heading, or {0}?")]
    MisspeltHeading(&'static str),
    /// A heading that is a troop type.
    #[error("Is it a heading or an element? Write “1 x {0}” for an element.")]
    HeadingOrElement(String),

    /// A number of elements that is not a whole number.
    #[error("“{}” is no whole number of elements.", excerpt(.0))]
    NotWhole(String),
    /// More elements than the program counts.
    #[error("{} elements are too many to be read.", excerpt(.0))]
    TooMany(String),
    /// A second number that is not marked as AP.
    #[error("It has two numbers; is {0} the AP? Write “{0} AP”.")]
    TwoNumbers(String),
    /// A sum in brackets for another number of elements.
    #[error("It has two numbers of elements, {0} and {1}.")]
    TwoCounts(i64, i64),
    /// A number that may be that of the elements or the AP of all.
    #[error("Is {0} the number of elements, or the AP? Write “{0} x” or “{0} AP”.")]
    CountOrPrice(i64),
    /// `@` or `=` without a number.
    #[error("A price is missing.")]
    NoPrice,
    /// Something other than a number after `@` or `=`.
    #[error("“{}” is no number of AP.", excerpt(.0))]
    NotAPrice(String),
    /// Two prices for the same.
    #[error("It has two prices, {0} AP and {1} AP.")]
    TwoPrices(Points, Points),

    /// A name of the army that cannot be stored.
    #[error("The name {0}.")]
    Name(TextError),
    /// A label that cannot be stored.
    #[error("The label {0}.")]
    Label(TextError),
    /// Notes that cannot be stored.
    #[error("The text {0}.")]
    Notes(TextError),
    /// A ruleset that the program does not have.
    #[error("“{}” is no ruleset here; known are {known}.", excerpt(written))]
    UnknownRuleset {
        /// The name in the text.
        written: String,
        /// The ids of those that it might have named.
        known: String,
    },
    /// A ruleset, although the text named another one before.
    #[error("The text is read for {0}, which it names before.")]
    OtherRuleset(&'static str),
    /// Agreed AP without a number.
    #[error("There is no number of AP in it.")]
    NoPoints,
    /// A number that cannot be AP.
    #[error("The number of AP {0}.")]
    BadPoints(PointsError),
    /// Aggression without a number.
    #[error("There is no number of aggression in it.")]
    NoAggression,
    /// An aggression factor beyond the range that is stored.
    #[error("The aggression factor is out of range.")]
    BadAggression,
    /// More than one number where one is expected.
    #[error("There is more in it than one number. Write the rest on a line of its own.")]
    MoreNumbers,
    /// More lines of elements than are stored.
    #[error("An army has at most {MOST_LINES} lines.")]
    TooManyLines,
    /// A printed number of elements that differs from the number read.
    #[error("{0} elements were read.")]
    OtherElements(i64),
}

impl Unreadable {
    /// What to do about it.
    pub(super) fn advice(&self) -> &'static str {
        match self {
            Self::UnknownRuleset { .. } | Self::OtherRuleset(_) => "Correct the line, or choose the ruleset by hand.",
            _ => "Correct the line, or add the element by hand.",
        }
    }
}

/// A text on one line, shortened to what a sentence can hold.
pub(super) fn excerpt(text: &str) -> String {
    let mut chars = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut short: String = chars.by_ref().take(LONGEST_EXCERPT).collect();
    if chars.next().is_some() {
        short.push('…');
    }
    short
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(" Is it {name}?")).unwrap_or_default()
}

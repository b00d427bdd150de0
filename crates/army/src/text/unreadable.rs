//! Reasons that a piece of text could not be read.

use musterfield_rules::Points;
use musterfield_rules::points::PointsError;

use crate::draft::TextError;
use crate::list::ShorthandError;

/// The reason a piece of pasted text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Unreadable {
    /// An unclosed quotation mark: the extent of the label is unknown.
    OpenQuotation,
    /// An unclosed bracket.
    OpenBracket,
    /// More words than one element has.
    TooLong,

    /// Nothing that could be a troop type.
    NoType,
    /// Words that are not a troop type of the ruleset, and the type that may be meant.
    UnknownType {
        /// The words.
        written: String,
        /// The name of the ruleset.
        ruleset: &'static str,
        /// The name of a type with a similar spelling.
        nearest: Option<&'static str>,
    },
    /// Two types in one element, by their names.
    TwoTypes(String, String),
    /// A type and a word that is nearly part of another type's name: `Inexhaustable Hordes`.
    Misspelt {
        /// The word.
        word: String,
        /// The name of the type that may be meant.
        meant: &'static str,
    },
    /// An army list in shorthand that cannot be read, and the reason.
    OwnList(ShorthandError),
    /// Words of a sentence.
    Sentence,
    /// A heading that is nearly a troop type.
    MisspeltHeading(&'static str),
    /// A heading that is a troop type.
    HeadingOrElement(String),

    /// A number of elements that is not a whole number.
    NotWhole(String),
    /// More elements than the program counts.
    TooMany(String),
    /// A second number that is not marked as AP.
    TwoNumbers(String),
    /// A sum in brackets for another number of elements.
    TwoCounts(i64, i64),
    /// A number that may be that of the elements or the AP of all.
    CountOrPrice(i64),
    /// `@` or `=` without a number.
    NoPrice,
    /// Something other than a number after `@` or `=`.
    NotAPrice(String),
    /// Two prices for the same.
    TwoPrices(Points, Points),

    /// A name of the army that cannot be stored.
    Name(TextError),
    /// A label that cannot be stored.
    Label(TextError),
    /// Notes that cannot be stored.
    Notes(TextError),
    /// A ruleset that the program does not have.
    UnknownRuleset {
        /// The name in the text.
        written: String,
        /// The ids of those that it might have named.
        known: String,
    },
    /// A ruleset, although the text named another one before.
    OtherRuleset(&'static str),
    /// Agreed AP without a number.
    NoPoints,
    /// A number that cannot be AP.
    BadPoints(PointsError),
    /// Aggression without a number.
    NoAggression,
    /// An aggression factor beyond the range that is stored.
    BadAggression,
    /// More than one number where one is expected.
    MoreNumbers,
    /// More lines of elements than are stored.
    TooManyLines,
    /// A printed number of elements that differs from the number read.
    OtherElements(i64),
}

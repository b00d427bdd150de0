//! Reasons that pasted text could not be read.

use musterfield_army::draft::TextError;
use musterfield_army::text::Unreadable;
use musterfield_rules::points::PointsError;

use super::list;

/// The largest number of characters of a text that a sentence repeats.
const LONGEST_EXCERPT: usize = 200;

/// The reason that a piece of text could not be read, or a question about its meaning.
#[must_use]
pub fn unreadable(why: &Unreadable) -> String {
    match why {
        Unreadable::OpenQuotation => "A quotation mark is not closed.".to_owned(),
        Unreadable::OpenBracket => "A bracket is not closed.".to_owned(),
        Unreadable::TooLong => {
            "It is too long for one element. Write one element per line, or put commas between them.".to_owned()
        }

        Unreadable::NoType => "It names no troop type.".to_owned(),
        Unreadable::UnknownType { written, ruleset, nearest } => {
            let nearest = nearest.map(|name| format!(" Is it {name}?")).unwrap_or_default();
            format!("“{}” is not a troop type in {ruleset}.{nearest}", excerpt(written))
        }
        Unreadable::TwoTypes(one, other) => format!(
            "It names two troop types, {} and {}. Write one element per line, and a name of your own in quotation marks.",
            excerpt(one),
            excerpt(other)
        ),
        Unreadable::Misspelt { word, meant } => {
            format!("Is it {meant}? If not, put “{}” in quotation marks.", excerpt(word))
        }
        Unreadable::OwnList(error) => format!("The list cannot be read: {}", list::shorthand(error)),
        Unreadable::Sentence => {
            "It reads like a sentence. Write only the element, and a name of your own in quotation marks.".to_owned()
        }
        Unreadable::MisspeltHeading(meant) => format!("Is it a heading, or {meant}?"),
        Unreadable::HeadingOrElement(name) => {
            format!("Is it a heading or an element? Write “1 x {name}” for an element.")
        }

        Unreadable::NotWhole(number) => format!("“{}” is not a whole number of elements.", excerpt(number)),
        Unreadable::TooMany(number) => format!("{} elements are too many to be read.", excerpt(number)),
        Unreadable::TwoNumbers(number) => {
            format!("It has two numbers; is {number} the AP? Write “{number} AP”.")
        }
        Unreadable::TwoCounts(one, other) => format!("It has two numbers of elements, {one} and {other}."),
        Unreadable::CountOrPrice(number) => {
            format!("Is {number} the number of elements, or the AP? Write “{number} x” or “{number} AP”.")
        }
        Unreadable::NoPrice => "A price is missing.".to_owned(),
        Unreadable::NotAPrice(word) => format!("“{}” is not a number of army points.", excerpt(word)),
        Unreadable::TwoPrices(one, other) => format!("It has two prices, {one} AP and {other} AP."),

        Unreadable::Name(why) => format!("The name {}.", text_fault(*why)),
        Unreadable::Label(why) => format!("The label {}.", text_fault(*why)),
        Unreadable::Notes(why) => format!("The text {}.", text_fault(*why)),
        Unreadable::UnknownRuleset { written, known } => {
            format!("“{}” is not a ruleset here; the rulesets are {known}.", excerpt(written))
        }
        Unreadable::OtherRuleset(name) => format!("The text has already named {name}, so it is read for that ruleset."),
        Unreadable::NoPoints => "It contains no number of AP.".to_owned(),
        Unreadable::BadPoints(why) => format!("The number of AP {}.", points_fault(*why)),
        Unreadable::NoAggression => "It contains no aggression factor.".to_owned(),
        Unreadable::BadAggression => "The aggression factor is out of range.".to_owned(),
        Unreadable::MoreNumbers => "It contains more than one number. Write the rest on a line of its own.".to_owned(),
        Unreadable::TooManyLines => {
            format!("An army has at most {} lines.", musterfield_army::file::MOST_LINES)
        }
        Unreadable::OtherElements(read) => format!("{read} elements were read."),
    }
}

/// The reason a typed text cannot be stored, as the rest of a sentence that begins with the text.
#[must_use]
pub fn text_fault(error: TextError) -> String {
    match error {
        TextError::TooLong(longest) => format!("is longer than {longest} characters"),
        TextError::Control => "contains a control character".to_owned(),
    }
}

/// The reason something is not a number of AP, as the rest of a sentence that begins with what was written.
#[must_use]
pub const fn points_fault(error: PointsError) -> &'static str {
    match error {
        PointsError::NotANumber => "is not a number",
        PointsError::TooFine => "has more than three decimals",
        PointsError::OutOfRange => "is out of range",
    }
}

/// A text on one line, shortened to fit into a sentence.
pub(super) fn excerpt(text: &str) -> String {
    let mut chars = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut short: String = chars.by_ref().take(LONGEST_EXCERPT).collect();
    if chars.next().is_some() {
        short.push('…');
    }
    short
}

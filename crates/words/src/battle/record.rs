//! Records of battles that cannot be read, or play differently.

use musterfield_battle::record::{FORMAT, MOST_ORDERS, Unreadable, Why};
use musterfield_battle::replay::{Difference, What};
use musterfield_rules::battle::BattleRules;

use super::meeting::meeting;
use super::notation::trouble;
use super::refusal::refusal;
use crate::{army, terrain};

/// The reason a text is not a record, with its place.
#[must_use]
pub fn unreadable(error: &Unreadable) -> String {
    format!("line {}, column {}: {}", error.line, error.column, why(&error.why))
}

/// The reason a text is not a record.
#[must_use]
pub fn why(why: &Why) -> String {
    match why {
        Why::Format(found) => format!("this is no record of a battle; its first line is “{FORMAT}”, not “{found}”"),
        Why::Header(found) => format!(
            "expected ruleset, army, layout, defender, scale, option, seed, dice, allow or the first order, found “{found}”"
        ),
        Why::Twice(line) => format!("“{line}” stands in the header already; remove one of them"),
        Why::Missing(line) => format!("the header has no “{line}”; give it before the first order"),
        Why::Value(expected, found) => format!("expected {expected}, found “{found}”"),
        Why::Ruleset(found) => format!("there is no ruleset “{found}”"),
        Why::Version { id, recorded, here } => format!(
            "played by {id} {recorded}, and this is {id} {here}, by which the same orders may lead elsewhere; write “allow \
             version” in the header to play it by {here}"
        ),
        Why::OtherSecret => "this is not the secret that was promised".to_owned(),
        Why::SeedAndSecret => {
            "the dice follow from a seed, or from a secret that was promised; remove one of the two".to_owned()
        }
        Why::OtherRuleset(record, found) => format!("the record is of {record}, and this is for {found}"),
        Why::Army(player, error) => format!("army {player}: {}", army::file::message(error)),
        Why::Layout(error) => format!("layout: {}", terrain::unreadable(error)),
        Why::IllegalArmy { player, ruleset, problem } => {
            let first = problem.as_ref().map(|problem| army::message(&problem.fault, ruleset) + " ");
            let first = first.unwrap_or_default();
            format!(
                "army {player} is not legal: {first}Write “allow illegal” in the header to play with it all the same"
            )
        }
        Why::IllegalLayout(problem) => {
            let first = problem.as_ref().map(|problem| terrain::message(problem) + " ").unwrap_or_default();
            format!("the layout is not legal: {first}Write “allow illegal” in the header to play on it all the same")
        }
        Why::Meeting(error) => meeting(error),
        Why::Order(trouble) => self::trouble(trouble),
        Why::NoResult => "expected what came of the order behind “->”".to_owned(),
        Why::Digest(found) => {
            format!("expected the digest of the state, 16 digits from 0 to f, found “{found}”")
        }
        Why::Standing(found) => format!(
            "expected “result”, who has won (a, b or open), the AP that a and b have lost, and “resigned”, “late” or “drawn” if the \
             players ended it, found “{found}”"
        ),
        Why::BehindTheEnd => "the record ends with its line “result”, and something stands behind it".to_owned(),
        Why::TooMany => format!("more than {MOST_ORDERS} orders"),
    }
}

/// A difference between a record and the battle played from it, with its place.
#[must_use]
pub fn difference(difference: &Difference, rules: &'static BattleRules) -> String {
    format!("line {}, column {}: {}", difference.line, difference.column, what(&difference.what, rules))
}

/// A difference between a record and the battle played from it.
#[must_use]
pub fn what(what: &What, rules: &'static BattleRules) -> String {
    match what {
        What::Refused(why) => format!("the order is refused: {}", refusal(why, rules)),
        What::NoDice => {
            "the order rolls a die; write what it showed behind “:”, or give a seed in the header".to_owned()
        }
        What::TooFewDice(count) => format!("the order rolls more dice than the record has, which is {count}"),
        What::TooManyDice { recorded, rolled } => {
            format!("the record has {} for the order, and it rolls {rolled}", dice(recorded))
        }
        What::OtherDice { recorded, rolled } => {
            format!("the record has {}, and the seed gives {}", dice(recorded), dice(rolled))
        }
        What::NotPromised { recorded, promised } => {
            format!("the record has {}, and the secret that was promised gives {}", dice(recorded), dice(promised))
        }
        What::Result { recorded, played } => {
            format!("the record has “{recorded}”, and what comes of the order is “{played}”")
        }
        What::State { recorded, played } => {
            format!("the state after the order is {played:016x}, and in the record {recorded:016x}")
        }
        What::Standing { recorded, played } => {
            format!("the battle stands as “{played}” at its end, and in the record as “{recorded}”")
        }
    }
}

fn dice(scores: &[u8]) -> String {
    match scores {
        [] => "no dice".to_owned(),
        [one] => format!("the die {one}"),
        several => several.iter().fold("the dice".to_owned(), |text, die| format!("{text} {die}")),
    }
}

//! Outcomes and pursuits in words.

use musterfield_rules::combat::{Outcome, PursuitDistance};
use musterfield_rules::play::Amount;

/// The unit of pursuit is base widths, even if a ruleset measures other distances in another unit.
const BW: &str = "BW";

/// The distance of a pursuit: `½ BW`.
#[must_use]
pub fn pursuit_distance(distance: PursuitDistance) -> String {
    match distance {
        PursuitDistance::NONE => "none".to_owned(),
        PursuitDistance::Halves(halves) => Amount::Half(halves.into()).in_words(BW),
        PursuitDistance::OwnDepth => format!("own base depth, at most 1 {BW}"),
    }
}

/// One letter for an outcome, for small spaces.
#[must_use]
pub const fn sign(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::None => "–",
        Outcome::Recoil => "R",
        Outcome::Flee => "F",
        Outcome::Destroyed => "D",
        Outcome::Ensorcelled => "E",
        Outcome::Captured => "C",
        Outcome::Banished => "B",
        Outcome::Surrender => "S",
        Outcome::Spent => "X",
        Outcome::Dbmm => "?",
    }
}

/// The effect of this outcome on several elements, as briefly as possible.
#[must_use]
pub const fn fate(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::None => "no effect",
        Outcome::Recoil => "recoil",
        Outcome::Flee => "flee",
        Outcome::Destroyed => "destroyed",
        Outcome::Ensorcelled => "ensorcelled",
        Outcome::Captured => "captured",
        Outcome::Banished => "flee off the battlefield",
        Outcome::Surrender => "surrender",
        Outcome::Spent => "spent",
        Outcome::Dbmm => "as the DBMM book has it",
    }
}

/// The same for the cell of a table.
#[must_use]
pub const fn fate_in_brief(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Banished => "off the table",
        Outcome::Dbmm => "as in DBMM",
        other => fate(other),
    }
}

/// An outcome as a noun.
#[must_use]
pub const fn noun(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::None => "nothing",
        Outcome::Recoil => "a recoil",
        Outcome::Flee => "flight",
        Outcome::Destroyed => "destruction",
        Outcome::Ensorcelled => "ensorcelment",
        Outcome::Captured => "capture",
        Outcome::Banished => "flight off the battlefield",
        Outcome::Surrender => "surrender",
        Outcome::Spent => "being spent",
        Outcome::Dbmm => "what the DBMM book has",
    }
}

/// The effect of this outcome on one element.
#[must_use]
pub const fn phrase(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::None => "stays as it is",
        Outcome::Recoil => "recoils",
        Outcome::Flee => "flees",
        Outcome::Destroyed => "is destroyed",
        Outcome::Ensorcelled => "is ensorcelled",
        Outcome::Captured => "is captured",
        Outcome::Banished => "flees off the battlefield",
        Outcome::Surrender => "surrenders",
        Outcome::Spent => "is spent",
        Outcome::Dbmm => "suffers what the DBMM book says",
    }
}

/// The action of the opponent of an element with this outcome.
#[must_use]
pub const fn opponent_phrase(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::None => "does no harm",
        Outcome::Recoil => "drives back",
        Outcome::Flee => "puts to flight",
        Outcome::Destroyed => "destroys",
        Outcome::Ensorcelled => "ensorcels",
        Outcome::Captured => "captures",
        Outcome::Banished => "drives off the battlefield",
        Outcome::Surrender => "takes the surrender",
        Outcome::Spent => "uses up",
        Outcome::Dbmm => "does what the DBMM book says",
    }
}

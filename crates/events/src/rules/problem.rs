//! The problems of an army at an event, as data.

use std::fmt;

use musterfield_army::draft::ElementName;
use musterfield_army::{self as army, Edit, Remedy, Severity};
use musterfield_rules::Points;

/// The code of a problem: stable, because other programs rely on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// A code of the game.
    Game(army::Code),
    /// An army of another ruleset.
    Ruleset,
    /// An army of another size.
    Size,
    /// A home terrain that the event does not allow.
    HomeTerrain,
    /// An army that is not picked from one of the lists that the event accepts.
    List,
    /// Allies that the event does not accept.
    Allies,
    /// Banned elements.
    Banned,
    /// More than the event allows.
    Limit,
    /// Fewer than the event requires.
    Least,
}

impl Code {
    /// The codes that only events have.
    pub const EVENT: [Self; 8] = [
        Self::Ruleset,
        Self::Size,
        Self::HomeTerrain,
        Self::List,
        Self::Allies,
        Self::Banned,
        Self::Limit,
        Self::Least,
    ];

    /// The code in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Game(code) => code.as_str(),
            Self::Ruleset => "event-ruleset",
            Self::Size => "event-size",
            Self::HomeTerrain => "event-home-terrain",
            Self::List => "event-list",
            Self::Allies => "event-allies",
            Self::Banned => "event-banned",
            Self::Limit => "event-limit",
            Self::Least => "event-least",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One problem of an army at an event, by the game's rules or by those of the organiser, whose rules have no id. Its
/// place is a line, from 0; none for the army as a whole.
pub type EventProblem = musterfield_problems::Problem<Fault>;

/// A fault of an army at an event. Limits are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// A fault by the rules of the game.
    Game {
        /// The fault.
        fault: army::Fault,
        /// Whether it is a warning of the game that the event treats as an error.
        raised: bool,
    },
    /// An army of another ruleset than the event's.
    Ruleset {
        /// The name of the army's ruleset.
        army: String,
    },
    /// An army of another size.
    Size {
        /// The size of the army, in AP or elements.
        size: Points,
    },
    /// A home terrain that the event does not allow.
    HomeTerrain {
        /// The home terrain of the army, as it is stored.
        own: Option<String>,
    },
    /// An army that is not picked from one of the lists that the event accepts.
    List,
    /// Allies that the event does not accept.
    Allies,
    /// Elements that the event does not allow at all.
    Banned {
        /// The limit.
        limit: usize,
        /// The elements.
        name: ElementName,
    },
    /// More than the event allows.
    OverLimit {
        /// The limit.
        limit: usize,
        /// The amount that the army has, in AP or elements as the limit counts.
        amount: Points,
    },
    /// Fewer than the event requires.
    UnderLimit {
        /// The limit.
        limit: usize,
        /// The amount that the army has, in AP or elements as the limit counts.
        amount: Points,
    },
}

impl Fault {
    /// The limit of the event that is broken.
    #[must_use]
    pub fn limit(&self) -> Option<usize> {
        match self {
            Self::Banned { limit, .. } | Self::OverLimit { limit, .. } | Self::UnderLimit { limit, .. } => Some(*limit),
            _ => None,
        }
    }

    /// Whether it is a fault by the rules of the game.
    #[must_use]
    pub fn is_of_game(&self) -> bool {
        matches!(self, Self::Game { .. })
    }
}

impl musterfield_problems::Fault for Fault {
    type Code = Code;
    type Place = usize;
    type Change = Edit;
    type Remedy = Remedy;

    fn code(&self) -> Code {
        match self {
            Self::Game { fault, .. } => Code::Game(fault.code()),
            Self::Ruleset { .. } => Code::Ruleset,
            Self::Size { .. } => Code::Size,
            Self::HomeTerrain { .. } => Code::HomeTerrain,
            Self::List => Code::List,
            Self::Allies => Code::Allies,
            Self::Banned { .. } => Code::Banned,
            Self::OverLimit { .. } => Code::Limit,
            Self::UnderLimit { .. } => Code::Least,
        }
    }

    fn severity(&self) -> Severity {
        match self {
            Self::Game { fault, raised: false } => fault.severity(),
            _ => Severity::Error,
        }
    }
}

/// A problem of the game as the event sees it.
pub(super) fn of_game(problem: army::Problem, raised: &[army::Code]) -> EventProblem {
    let raised = !problem.is_error() && raised.contains(&problem.code());
    let fault = Fault::Game { fault: problem.fault, raised };
    EventProblem {
        place: problem.place,
        fixes: problem.fixes,
        excess: problem.excess,
        ..EventProblem::new(fault, problem.rule.as_ref())
    }
}

/// A problem by the event's own rules.
pub(super) fn of_event(fault: Fault) -> EventProblem {
    EventProblem { excess: Points::ONE, ..EventProblem::new(fault, None) }
}

//! The problems of an army at an event, as data.

use std::fmt;

use musterfield_army::verdict::VerdictProblem;
use musterfield_army::{self as army, Fix, Problem, Severity};
use musterfield_rules::{Points, RuleId};

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

/// One problem of an army at an event: by the game's rules, or by those of the organiser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventProblem {
    /// The code.
    pub code: Code,
    /// The severity at this event.
    pub severity: Severity,
    /// Whether it is a warning of the game that the event treats as an error.
    pub raised: bool,
    /// The rule of the game, where one applies; rules of the event have no id.
    pub rule: Option<RuleId>,
    /// The line it is about, from 0; none for the army as a whole.
    pub line: Option<usize>,
    /// The limit of the event that is broken, from 0.
    pub limit: Option<usize>,
    /// A plain sentence.
    pub message: String,
    /// What to do, in words; present even where no fix can be offered.
    pub advice: String,
    /// The fixes, the best first. None of them breaks anything else, for the game or for the event.
    pub fixes: Vec<Fix>,
    /// How far it is from what is allowed, in AP or elements, where that can be counted.
    pub excess: Points,
}

impl EventProblem {
    /// Creates a problem of the army as a whole that makes it illegal here, without advice yet.
    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            raised: false,
            rule: None,
            line: None,
            limit: None,
            message: message.into(),
            advice: String::new(),
            fixes: Vec::new(),
            excess: Points::ONE,
        }
    }

    /// Creates a problem of the game as the event sees it.
    pub(super) fn of_game(problem: Problem, raised: &[army::Code]) -> Self {
        let raised = !problem.is_error() && raised.contains(&problem.code);
        let severity = if raised { Severity::Error } else { problem.code.severity() };
        let mut message = problem.message;
        if raised {
            message.push_str(" At this event that is an error.");
        }
        Self {
            code: Code::Game(problem.code),
            severity,
            raised,
            rule: problem.rule,
            line: problem.line,
            limit: None,
            message,
            advice: problem.advice,
            fixes: problem.fixes,
            excess: problem.excess,
        }
    }

    pub(super) fn advise(self, advice: impl Into<String>) -> Self {
        Self { advice: advice.into(), ..self }
    }

    /// Whether it keeps the army out of the event.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// What to do in one sentence: the best fix, or the advice where there are so many fixes that none is best.
    #[must_use]
    pub fn remedy(&self) -> &str {
        const CHOICE: usize = 4;
        match self.fixes.as_slice() {
            [best, ..] if self.fixes.len() < CHOICE => &best.label,
            _ => &self.advice,
        }
    }
}

impl From<&EventProblem> for VerdictProblem {
    fn from(problem: &EventProblem) -> Self {
        Self {
            code: problem.code.as_str(),
            severity: problem.severity.as_str(),
            rule: problem.rule.as_ref().map(ToString::to_string),
            element: problem.line,
            message: problem.message.clone(),
            fix: problem.remedy().to_owned(),
        }
    }
}

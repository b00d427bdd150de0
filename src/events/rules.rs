//! An event's rules as data, and what an army breaks of them.
//!
//! The organiser's rules pass two stages as an army does: an [`EventRulesDocument`] may hold anything that can be typed,
//! [`EventRules`] only what has been checked, and [`EventRules::new`] is the one way in. [`EventRules::check`] holds an
//! army against them: its own report first, then what the event asks for besides. Nothing that the game forbids is
//! excused by an event.
//!
//! Reading order: [`document`], [`who`] (names in limits), [`limit`], [`raised`] (warnings that are errors here),
//! [`problem`], then the check, which is not seen from outside, and [`pool`] (several armies of one player).

use crate::army::verdict;
use crate::army::{self, Catalogue, Draft, Report};
use crate::rules::{Book, Points, Ruleset};

mod build;
mod check;
pub mod document;
pub mod limit;
mod mend;
mod offers;
pub mod pool;
pub mod problem;
pub mod raised;
pub mod who;

pub use build::{LONGEST_SIDE, LONGEST_WHY, MOST_ARMIES, MOST_LIMITS, MOST_NAMES};
pub use document::EventRulesDocument;
pub use limit::Limit;
pub use pool::{PoolProblem, PoolVerdict};
pub use problem::{Code, EventProblem};

use document::{Choice, FORMAT};
use who::joined;

/// What an event asks of armies, checked.
#[derive(Clone, Debug)]
pub struct EventRules {
    ruleset: &'static Ruleset,
    points: Points,
    board: Option<(i64, i64)>,
    home_terrains: Vec<String>,
    lists: Whose,
    allies: Whose,
    raised: Vec<army::Code>,
    armies: u8,
    limits: Vec<Limit>,
}

/// Which army lists will do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Any, or none at all.
    Any,
    /// Any of the catalogue.
    Listed,
    /// No allies.
    None,
    /// One of these.
    Named(Vec<NamedList>),
}

impl Whose {
    /// Whether a list of the catalogue will do.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        match self {
            Self::Any | Self::Listed => true,
            Self::None => false,
            Self::Named(lists) => lists.iter().any(|list| list.id == id),
        }
    }
}

/// An army list that an event names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedList {
    /// Its id in the catalogue: `d3h2/barrow-kings`.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// One mistake in a document, or one thing in it that cannot have been meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The field: `limits[2].of[0]`.
    pub field: String,
    /// What is wrong, as the rest of a sentence that begins with the field.
    pub message: String,
}

impl Mistake {
    fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

/// What an event says of an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What the game says of it.
    pub report: Report,
    /// Everything that is wrong at the event: the problems of the report as the event sees them, and its own. Those of
    /// the army as a whole first, then by line; errors before warnings, the game's before the event's.
    pub problems: Vec<EventProblem>,
}

impl Verdict {
    /// Whether the army can be entered.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        !self.problems.iter().any(EventProblem::is_error)
    }

    /// The problems of one line.
    pub fn of_line(&self, line: usize) -> impl Iterator<Item = &EventProblem> {
        self.problems.iter().filter(move |problem| problem.element == Some(line))
    }

    /// The problems of the army as a whole.
    pub fn of_army(&self) -> impl Iterator<Item = &EventProblem> {
        self.problems.iter().filter(|problem| problem.element.is_none())
    }

    /// The verdict as a document, in the form of that on an army.
    #[must_use]
    pub fn document(&self, draft: &Draft) -> verdict::Verdict {
        verdict::Verdict {
            legal: self.is_legal(),
            problems: self.problems.iter().map(verdict::VerdictProblem::from).collect(),
            ..verdict::Verdict::new(None, draft, &self.report)
        }
    }
}

impl EventRules {
    /// The rules that a document describes.
    ///
    /// # Errors
    /// Every mistake of the document, with its field.
    pub fn new(
        document: &EventRulesDocument,
        book: &'static Book,
        catalogue: &Catalogue,
    ) -> Result<Self, Vec<Mistake>> {
        build::build(document, book, catalogue)
    }

    /// What the rules ask for and no army can have, as far as that is easily seen, with its field: the organiser should
    /// know, and may have it so.
    #[must_use]
    pub fn doubts(&self, book: &'static Book, catalogue: &Catalogue) -> Vec<Mistake> {
        build::doubts(self, book, catalogue)
    }

    /// The rules as a document: codes and ids as they are written exactly. Equal rules give equal documents.
    #[must_use]
    pub fn document(&self) -> EventRulesDocument {
        let choice = |whose: &Whose| match whose {
            Whose::Any => Choice::default(),
            Whose::Listed => Choice::Word("listed".to_owned()),
            Whose::None => Choice::Word("none".to_owned()),
            Whose::Named(lists) => Choice::Named(lists.iter().map(|list| list.id.clone()).collect()),
        };
        EventRulesDocument {
            format: FORMAT.to_owned(),
            ruleset: self.ruleset.id.to_string(),
            points: Some(self.points),
            board: self.board.map(|(width, depth)| [width, depth]),
            home_terrains: self.home_terrains.clone(),
            lists: choice(&self.lists),
            allies: choice(&self.allies),
            raised: self.raised.iter().map(ToString::to_string).collect(),
            armies: self.armies.into(),
            limits: self.limits.iter().map(Limit::document).collect(),
        }
    }

    /// The rules of the game.
    #[must_use]
    pub fn ruleset(&self) -> &'static Ruleset {
        self.ruleset
    }

    /// Size of the armies, in AP or elements as the ruleset counts.
    #[must_use]
    pub fn points(&self) -> Points {
        self.points
    }

    /// Width and depth of the boards in BW, if the event says.
    #[must_use]
    pub fn board(&self) -> Option<(i64, i64)> {
        self.board
    }

    /// Ids of the home terrains that armies may have; any if empty.
    #[must_use]
    pub fn home_terrains(&self) -> &[String] {
        &self.home_terrains
    }

    /// The lists from which armies are picked.
    #[must_use]
    pub fn lists(&self) -> &Whose {
        &self.lists
    }

    /// The lists that may lend allies.
    #[must_use]
    pub fn allies(&self) -> &Whose {
        &self.allies
    }

    /// Warnings that are errors here.
    #[must_use]
    pub fn raised(&self) -> &[army::Code] {
        &self.raised
    }

    /// Most armies of one player: 1 where he plays all games with the same.
    #[must_use]
    pub fn armies(&self) -> u8 {
        self.armies
    }

    /// How many of whom an army has.
    #[must_use]
    pub fn limits(&self) -> &[Limit] {
        &self.limits
    }

    /// Checks an army: by the rules of the game, and by those of the event. An army of another ruleset is not held
    /// against the rules of the event, which would say nothing of it.
    #[must_use]
    pub fn check(&self, draft: &Draft, catalogue: &Catalogue) -> Verdict {
        let report = army::check(draft, catalogue);
        let mut problems = check::found(self, draft, catalogue, report.problems.iter().cloned(), check::Ways::Offered);
        if self.is_for(draft) {
            mend::keep_sound(self, draft, catalogue, &mut problems);
        }
        Verdict { report, problems }
    }

    fn is_for(&self, draft: &Draft) -> bool {
        draft.ruleset.id == self.ruleset.id
    }

    /// The rules in plain sentences without full stops, for the page of the event.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.ruleset.counts().of(self.points)];
        if let Some((width, depth)) = self.board {
            lines.push(format!("Boards of {width} by {depth} BW"));
        }
        if !self.home_terrains.is_empty() {
            lines.push(format!("Home terrain {}", joined(&self.terrain_names(), "or")));
        }
        match &self.lists {
            Whose::Any | Whose::None => {}
            Whose::Listed => lines.push("Only armies from an army list that is known here".to_owned()),
            Whose::Named(lists) => lines.push(format!("Only {}", of_lists(lists, "and"))),
        }
        match &self.allies {
            Whose::Any | Whose::Listed => {}
            Whose::None => lines.push("No allies".to_owned()),
            Whose::Named(lists) => lines.push(format!("Allies from {} only", of_lists(lists, "or"))),
        }
        lines.extend(self.limits.iter().map(Limit::sentence));
        let raised = self.raised.iter().filter_map(|code| raised::about(*code));
        lines.extend(raised.map(|about| format!("A warning of {about} is an error here")));
        if self.armies > 1 {
            lines.push(format!("Each player brings up to {} armies and picks one for each game", self.armies));
        }
        lines
    }

    fn terrain_names(&self) -> Vec<&str> {
        let name = |id: &String| self.ruleset.home_terrain(id).map(|terrain| &*terrain.name);
        self.home_terrains.iter().filter_map(name).collect()
    }
}

/// `the list “Olympians”`, `the lists “Geats” and “Olympians”`: names of lists may have an `and` in them.
fn of_lists(lists: &[NamedList], word: &str) -> String {
    let names: Vec<String> = lists.iter().map(|list| format!("“{}”", list.name)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let noun = if names.len() == 1 { "list" } else { "lists" };
    format!("the {noun} {}", joined(&names, word))
}

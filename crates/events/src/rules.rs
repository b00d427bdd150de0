//! An event's rules as data, and how an army breaks them.
//!
//! The organiser's rules pass through two stages, as an army does: an [`EventRulesDocument`] may hold anything that
//! can be typed, [`EventRules`] only what has been checked, and [`EventRules::new`] is the one way in.
//! [`EventRules::check`] checks an army against them: first the report of the game, then the event's own
//! requirements. An event never excuses what the game forbids.
//!
//! Reading order: [`document`], [`subject`] (names in limits), [`limit`], [`own_list`], [`raised`] (warnings that are errors here),
//! [`problem`], then the check, which is not visible from outside, and [`pool`] (several armies of one player).

use musterfield_army::{self as army, Draft};
use musterfield_rules::{Points, Ruleset};

mod build;
mod check;
mod context;
pub mod document;
pub mod limit;
mod mistake;
mod offers;
pub mod own_list;
pub mod pool;
pub mod problem;
pub mod raised;
pub mod subject;

pub use build::{LONGEST_SIDE, LONGEST_WHY, MOST_ARMIES, MOST_LIMITS, MOST_NAMES};
pub use check::Verdict;
pub use document::EventRulesDocument;
pub use limit::Limit;
pub use mistake::{Doubt, RulesFault};
pub use own_list::{MOST_OWN_LISTS, OwnList};
pub use pool::{PoolProblem, PoolVerdict};
pub use problem::{Code, EventProblem, Fault};

use document::{Choice, FORMAT};

/// The checked requirements of an event for armies.
#[derive(Clone, Debug)]
pub struct EventRules {
    ruleset: &'static Ruleset,
    points: Points,
    board: Option<(i64, i64)>,
    home_terrains: Vec<String>,
    lists: AllowedLists,
    allies: AllowedLists,
    raised: Vec<army::Code>,
    armies: u8,
    own_lists: Vec<OwnList>,
    limits: Vec<Limit>,
}

/// The army lists that an event accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllowedLists {
    /// Any list, or none at all.
    Any,
    /// Any list of the catalogue.
    Listed,
    /// No allies.
    None,
    /// One of these lists.
    Named(Vec<NamedList>),
}

impl AllowedLists {
    /// Whether a list of the catalogue is accepted.
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

impl EventRules {
    /// The rules as a document, with codes and ids in their exact spelling. Equal rules give equal documents.
    #[must_use]
    pub fn document(&self) -> EventRulesDocument {
        let choice = |whose: &AllowedLists| match whose {
            AllowedLists::Any => Choice::default(),
            AllowedLists::Listed => Choice::Word("listed".to_owned()),
            AllowedLists::None => Choice::Word("none".to_owned()),
            AllowedLists::Named(lists) => Choice::Named(lists.iter().map(|list| list.id.clone()).collect()),
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
            own_lists: self.own_lists.iter().map(|list| list.document().clone()).collect(),
            limits: self.limits.iter().map(Limit::document).collect(),
        }
    }

    /// The ruleset of the game.
    #[must_use]
    pub fn ruleset(&self) -> &'static Ruleset {
        self.ruleset
    }

    /// Size of the armies, in AP or elements as the ruleset counts.
    #[must_use]
    pub fn points(&self) -> Points {
        self.points
    }

    /// Width and depth of the boards in BW, if the event gives them.
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
    pub fn lists(&self) -> &AllowedLists {
        &self.lists
    }

    /// The lists that players have typed and from which armies may be picked as well.
    #[must_use]
    pub fn own_lists(&self) -> &[OwnList] {
        &self.own_lists
    }

    /// The lists that may lend allies.
    #[must_use]
    pub fn allies(&self) -> &AllowedLists {
        &self.allies
    }

    /// Warnings that are errors here.
    #[must_use]
    pub fn raised(&self) -> &[army::Code] {
        &self.raised
    }

    /// The largest number of armies of one player: 1 if each player uses the same army in all games.
    #[must_use]
    pub fn armies(&self) -> u8 {
        self.armies
    }

    /// The limits on elements of an army.
    #[must_use]
    pub fn limits(&self) -> &[Limit] {
        &self.limits
    }

    fn is_for(&self, draft: &Draft) -> bool {
        draft.ruleset.id == self.ruleset.id
    }

    /// The names of the home terrains that armies may have; any if empty.
    #[must_use]
    pub fn terrain_names(&self) -> Vec<&str> {
        let name = |id: &String| self.ruleset.home_terrain(id).map(|terrain| &*terrain.name);
        self.home_terrains.iter().filter_map(name).collect()
    }
}

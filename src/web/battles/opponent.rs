//! The computer as an opponent: how well it plays, and in which style.

use std::fmt;

use musterfield_battle::Phase;
use musterfield_battle::player::Plain;
use musterfield_players::captain::{Stop, Thinker};
use musterfield_players::levels::{Level, Style};
use musterfield_players::lore::Lore;
use musterfield_players::reason::{Motive, Reason};
use musterfield_players::weights::policies;

use crate::store::DecidedBy;
use crate::web::choice::Choice;
use crate::web::error::WebError;

/// The beginning of the comment behind an order that says why the computer gave it.
const BECAUSE: &str = " # because ";

/// The level that the form proposes.
const USUAL: Level = Level::Captain;

/// The levels, as the form names them.
pub(super) fn levels(chosen: &str) -> Vec<Choice> {
    let chosen = if chosen.is_empty() { USUAL.name() } else { chosen };
    let words = |level: Level| match level {
        Level::Recruit => "Recruit: goes for the nearest enemy",
        Level::Sergeant => "Sergeant: knows which types beat which",
        Level::Captain => "Captain: weighs every attack",
        Level::Colonel => "Colonel: plays plans on before it decides",
        Level::General => "General: the same for longer, seconds for each bound",
    };
    Level::ALL.into_iter().map(|level| Choice::among(level.name(), words(level), chosen)).collect()
}

/// The styles, as the form names them.
pub(super) fn styles(chosen: &str) -> Vec<Choice> {
    let chosen = if chosen.is_empty() { Style::Usual.name() } else { chosen };
    let words = |style: Style| match style {
        Style::Careful => "carefully",
        Style::Usual => "as it plays best",
        Style::Bold => "boldly",
    };
    Style::ALL.into_iter().map(|style| Choice::among(style.name(), words(style), chosen)).collect()
}

/// The way in which the computer plays in a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Opponent {
    /// As the plain player, which was the only one at first.
    #[default]
    Plain,
    /// As a player of a level, in a style.
    Level(Level, Style),
}

/// The deciders of both sides, and the way in which the computer plays those that are its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deciders {
    pub by: [DecidedBy; 2],
    pub opponent: Opponent,
}

/// The text that is stored: `colonel bold`.
impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain => f.write_str("plain"),
            Self::Level(level, style) => write!(f, "{level} {}", style.name()),
        }
    }
}

impl Opponent {
    /// Reads what a form has; `None` if it has no level.
    ///
    /// # Errors
    /// The field that has none of its choices, and a sentence.
    pub(super) fn chosen(level: &str, style: &str) -> Result<Option<Self>, (&'static str, &'static str)> {
        if level.is_empty() {
            return Ok(None);
        }
        let level = Level::named(level).ok_or(("level", "Choose how well the computer plays."))?;
        let style = if style.is_empty() { Some(Style::Usual) } else { Style::named(style) };
        let style = style.ok_or(("style", "Choose how the computer plays."))?;
        Ok(Some(Self::Level(level, style)))
    }

    /// Reads what is stored. A level that this program does not know plays as the plain player.
    pub(super) fn stored(text: Option<&str>) -> Self {
        let named = |text: &str| {
            let (level, style) = text.split_once(' ')?;
            Some(Self::Level(Level::named(level)?, Style::named(style)?))
        };
        text.and_then(named).unwrap_or_default()
    }

    /// Whether its decisions in this phase take time.
    pub(super) fn thinks_in(self, phase: Phase) -> bool {
        match self {
            Self::Plain => false,
            Self::Level(level, _) => level.thinks_in(phase),
        }
    }

    /// A captain for one side of one battle.
    ///
    /// # Errors
    /// When the program's own weights cannot be read, which is a bug.
    pub(super) fn captain<'l>(
        self,
        lore: &'l Lore,
        (seed, stream): (u64, u64),
        stop: &Stop,
    ) -> Result<Box<dyn Thinker + 'l>, WebError> {
        Ok(match self {
            Self::Plain => Box::new(Plain::new(lore.worth(), seed, stream)),
            Self::Level(level, style) => {
                let policies = policies().map_err(|error| WebError::internal(error.to_string()))?;
                level.captain(style, lore, policies, (seed, stream), stop.clone())
            }
        })
    }

    /// The computer as a heading names it: `the computer, a bold colonel`.
    pub(super) fn in_words(self) -> String {
        let Self::Level(level, style) = self else { return "the computer".to_owned() };
        let style = match style {
            Style::Careful => "careful ",
            Style::Usual => "",
            Style::Bold => "bold ",
        };
        format!("the computer, a {style}{level}")
    }
}

/// The comment behind an order of the computer; empty where it had no choice that mattered.
pub(super) fn because(reason: &Reason) -> String {
    if reason.motive == Motive::Routine { String::new() } else { format!("{BECAUSE}{reason}") }
}

/// The reason in the comment behind an order.
pub(super) fn reason_in(line: &str) -> Option<Reason> {
    line.rsplit_once(BECAUSE).and_then(|(_, reason)| Reason::parse(reason))
}

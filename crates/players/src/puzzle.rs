//! Puzzles: positions with a best order, to see what a player sees.
//!
//! A puzzle is the record of a battle up to the position, with comments that name it: `# theme: …` says what there is to see,
//! and each `# best: …` is an order that experts would give in this bound.

use musterfield_army::Catalogue;
use musterfield_battle::game::{Table, Unrecorded};
use musterfield_battle::player::Captain;
use musterfield_battle::record::{Record, Unreadable};
use musterfield_battle::replay::{Difference, Replay};
use musterfield_battle::{Battle, Order, Phase, Report};
use musterfield_rules::Book;

/// A position with its best orders.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// What there is to see.
    pub theme: String,
    /// The orders of which one should be given before the moves of the bound end.
    pub best: Vec<Order>,
    /// The position.
    pub battle: Battle,
}

/// The reason why a text is no puzzle.
#[derive(Debug)]
pub enum PuzzleError {
    /// The record cannot be read.
    Unreadable(Box<Unreadable>),
    /// The record cannot be played.
    Differs(Box<Difference>),
    /// An order cannot be read or may not be given.
    Order(String),
    /// There is no best order, or no theme.
    Incomplete,
}

/// The seed of the dice that are rolled while a puzzle is solved.
const SEED: u64 = 1;

impl Puzzle {
    /// Reads a puzzle.
    ///
    /// # Errors
    /// When the record cannot be read or played, or the comments are missing.
    pub fn read(text: &str, book: &'static Book, catalogue: &'static Catalogue) -> Result<Self, PuzzleError> {
        let record = Record::read(text, book, catalogue).map_err(|error| PuzzleError::Unreadable(Box::new(error)))?;
        let mut replay = Replay::new(&record);
        replay.finish().map_err(|difference| PuzzleError::Differs(Box::new(difference)))?;
        let battle = replay.battle().clone();
        let said = |key: &str| {
            let key = format!("# {key}: ");
            text.lines().filter_map(move |line| line.strip_prefix(&key).map(str::to_owned)).collect::<Vec<_>>()
        };
        let order = |text: String| Order::parse(&battle, &text).map_err(|_| PuzzleError::Order(text));
        let best: Vec<Order> = said("best").into_iter().map(order).collect::<Result<_, _>>()?;
        let theme = said("theme").into_iter().next().ok_or(PuzzleError::Incomplete)?;
        if best.is_empty() {
            return Err(PuzzleError::Incomplete);
        }
        Ok(Self { theme, best, battle })
    }

    /// Whether a captain gives one of the best orders before the moves of the bound end.
    pub fn is_solved_by(&self, captain: &mut dyn Captain) -> bool {
        let mut table = Unrecorded::new(self.battle.clone(), SEED);
        while matches!(table.battle().phase(), Phase::Summoning | Phase::Moving) {
            let Ok(legal) = captain.decide(table.battle()) else { return false };
            if self.best.contains(legal.order()) {
                return true;
            }
            if table.play(&legal, &mut Report::unread()).is_err() {
                return false;
            }
        }
        false
    }
}

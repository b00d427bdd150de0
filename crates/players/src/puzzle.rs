//! Puzzles: positions of battles with a best order, to test how well a player plays.
//!
//! A puzzle is the record of a battle up to a position, with lines that say what is asked. Records leave out lines that begin
//! with `#`, so that each puzzle can be replayed like any other record.

mod answer;
mod condition;
mod table;

use musterfield_army::Catalogue;
use musterfield_battle::notation::{ParseOrderError, Written};
use musterfield_battle::player::{Captain, Plain, Refused};
use musterfield_battle::record::{Record, Unreadable};
use musterfield_battle::replay::{Difference, Replay};
use musterfield_battle::{Battle, Id, Order, Phase, Player, Refusal, Report};
use musterfield_dice::{Dice, RolledDice, Roller};
use musterfield_rules::Book;
use thiserror::Error;

use super::lore::Lore;
use answer::onward;
use condition::Condition;

pub use answer::Answer;
pub use table::PUZZLES;

/// A position with a best order.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The name of its file.
    pub name: String,
    /// The lesson that it tests.
    pub theme: String,
    /// The subject of the position, and the reason why the best order is best, in plain English.
    pub text: String,
    /// The position.
    pub battle: Battle,
    /// Orders that fulfil it, each after the ones before it.
    pub solution: Vec<String>,
    /// Lists of conditions; all of one list have to hold.
    best: Vec<Vec<Condition>>,
}

/// The faults of a text that should be a puzzle.
#[derive(Debug, Error)]
pub enum Trouble {
    /// The record cannot be read.
    #[error("its record cannot be read: {0:?}")]
    Record(Box<Unreadable>),
    /// The record does not lead to the position.
    #[error("its record differs when it is played: {0:?}")]
    Difference(Box<Difference>),
    /// A condition is not understood.
    #[error("“{0}” cannot be read as a condition")]
    Condition(String),
    /// A line that has to be there is missing.
    #[error("a line “#! {0}” is missing")]
    Missing(&'static str),
    /// An order of the solution is not understood.
    #[error("“{0}” cannot be read as an order: {1:?}")]
    NoOrder(String, ParseOrderError),
    /// An order may not be given.
    #[error("“{0}” may not be ordered: {1:?}")]
    Refused(String, Box<Refusal>),
    /// The battle does not go on.
    #[error("nothing is legal")]
    Stuck,
}

/// The number of orders after which a bound counts as endless.
const MOST_ORDERS: usize = 200;

impl Puzzle {
    /// Reads a puzzle and plays its record.
    ///
    /// # Errors
    /// When its record differs, or what is asked is not understood.
    pub fn read(name: &str, text: &str, book: &'static Book, catalogue: &'static Catalogue) -> Result<Self, Trouble> {
        let record = Record::read(text, book, catalogue).map_err(|error| Trouble::Record(Box::new(error)))?;
        let mut replay = Replay::new(&record);
        replay.finish().map_err(|difference| Trouble::Difference(Box::new(difference)))?;
        let battle = replay.battle().clone();
        let said = |key: &'static str| {
            let lines = text.lines().filter_map(|line| line.strip_prefix("#! "));
            lines.filter_map(move |line| line.strip_prefix(key)?.strip_prefix(": ").map(str::trim))
        };
        let best: Vec<Vec<Condition>> = said("best")
            .map(|line| {
                let parts = line.split(',').map(str::trim);
                parts
                    .map(|part| Condition::read(part, &battle).ok_or_else(|| Trouble::Condition(part.to_owned())))
                    .collect()
            })
            .collect::<Result<_, _>>()?;
        if best.is_empty() {
            return Err(Trouble::Missing("best"));
        }
        let solution = said("solved by").next().ok_or(Trouble::Missing("solved by"))?;
        let comments = text.lines().filter_map(|line| line.strip_prefix("# "));
        Ok(Self {
            name: name.to_owned(),
            theme: said("theme").next().ok_or(Trouble::Missing("theme"))?.to_owned(),
            text: comments.collect::<Vec<_>>().join(" "),
            solution: solution.split(';').map(|order| order.trim().to_owned()).collect(),
            battle,
            best,
        })
    }

    /// All puzzles of this crate.
    ///
    /// # Errors
    /// As [`Puzzle::read`], for the first that is at fault, with its name.
    pub fn all(book: &'static Book, catalogue: &'static Catalogue) -> Result<Vec<Self>, (String, Trouble)> {
        let read = |(name, text): &(&str, &str)| {
            Self::read(name, text, book, catalogue).map_err(|trouble| ((*name).to_owned(), trouble))
        };
        PUZZLES.iter().map(read).collect()
    }

    /// The side that is asked.
    #[must_use]
    pub fn side(&self) -> Player {
        self.battle.to_decide()
    }

    /// The number of throws in a hundred that destroy each element that stands in a fight once the side has moved.
    #[must_use]
    pub fn dangers(answer: &Answer) -> Vec<(Id, u32)> {
        let all = Player::ALL.into_iter().flat_map(|side| answer.moved.on_table(side));
        all.map(|id| (id, condition::death(&answer.moved, id))).filter(|(_, percent)| *percent > 0).collect()
    }

    /// Whether an answer is right.
    #[must_use]
    pub fn is_solved_by(&self, answer: &Answer) -> bool {
        self.best.iter().any(|all| all.iter().all(|condition| condition.holds(answer, self.side())))
    }

    /// Lets a player play the bound that is asked, up to its first fight; the plain player decides for the other side.
    ///
    /// # Errors
    /// When the player finds no legal order.
    pub fn ask(&self, captain: &mut dyn Captain, seed: u64) -> Result<Answer, Trouble> {
        let lore = Lore::new(&self.battle);
        let mut other = Plain::new(lore.worth(), seed, 2);
        self.play(seed, |battle| {
            let decided = if battle.to_decide() == self.side() { captain.decide(battle) } else { other.decide(battle) };
            decided.map(|legal| legal.order().clone()).map_err(|Refused { order, refusal }| {
                Trouble::Refused(Written { battle, order: &order }.to_string(), Box::new(refusal))
            })
        })
    }

    /// The answer of a player that only gives these orders, and then ends whatever may be ended.
    ///
    /// # Errors
    /// When an order is not understood or not allowed.
    pub fn answer(&self, orders: &[String]) -> Result<Answer, Trouble> {
        let mut orders = orders.iter();
        self.play(1, |battle| {
            if battle.to_decide() == self.side()
                && let Some(text) = orders.next()
            {
                return Order::parse(battle, text).map_err(|error| Trouble::NoOrder(text.clone(), error));
            }
            onward(battle).ok_or(Trouble::Stuck)
        })
    }

    fn play(&self, seed: u64, mut decide: impl FnMut(&Battle) -> Result<Order, Trouble>) -> Result<Answer, Trouble> {
        let mut battle = self.battle.clone();
        let mut dice = Dice::new(seed, DICE);
        let mut answer = Answer { orders: Vec::new(), moved: battle.clone(), deeds: Vec::new() };
        let mut has_moved = false;
        let bound = battle.bound();
        while answer.orders.len() < MOST_ORDERS && battle.bound() == bound && !matches!(battle.phase(), Phase::Over(_))
        {
            let order = decide(&battle)?;
            let written = Written { battle: &battle, order: &order }.to_string();
            if battle.to_decide() == self.side() {
                if matches!(order, Order::Bespell { .. } | Order::Shoot { .. } | Order::Fight(..)) {
                    answer.deeds.push(order.clone());
                }
                answer.orders.push(written.clone());
            }
            let refused = |refusal| Trouble::Refused(written.clone(), Box::new(refusal));
            let legal = battle.validate(&order).map_err(refused)?;
            let is_fight = matches!(order, Order::Fight(..));
            let is_aimed = matches!(order, Order::Bespell { .. } | Order::Shoot { .. });
            let mut failing = RolledDice::new(FAILING);
            let roller: &mut dyn Roller = if is_aimed { &mut failing } else { &mut dice };
            battle.apply(&legal, roller, &mut Report::unread()).map_err(refused)?;
            if !has_moved && !is_moving(&battle, bound) {
                answer.moved.clone_from(&battle);
                has_moved = true;
            }
            if is_fight {
                break;
            }
        }
        if !has_moved {
            answer.moved = battle;
        }
        Ok(answer)
    }
}

/// The dice of every spell and shot: the first fails, so that luck does not decide what a player still has to do.
const FAILING: &[u8] = &[2, 6, 6, 6, 6, 6, 6, 6];

/// The stream of the dice by which answers are played.
const DICE: u64 = 77;

fn is_moving(battle: &Battle, bound: u16) -> bool {
    let is_early = matches!(
        battle.phase(),
        Phase::Landing
            | Phase::Holding
            | Phase::Summoning
            | Phase::Moving
            | Phase::Conforming(_)
            | Phase::Returning(_)
            | Phase::Recoiling(_)
    );
    battle.bound() == bound && is_early
}

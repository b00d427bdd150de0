//! The interface of players that think ahead: a budget, a way to stop them, and the reasons for what they decide.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use musterfield_battle::player::{Captain, Plain, Whim};

use super::quick::Quick;
use super::reason::Reason;

/// The thinking that a captain may do: a number of simulated bounds, for each command where an army is divided. It is the same
/// on every machine and under any load, so the same decisions come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Budget {
    /// For each bound of its own.
    pub bound: u32,
    /// For its set-up.
    pub set_up: u32,
}

impl Budget {
    /// Of so many bounds of a budget, one is for decisions after dice.
    const FOR_AFTER_DICE: u32 = 12;
    /// A smaller share cannot tell one order from another, so it stays with the plan.
    const LEAST_AFTER_DICE: u32 = 200;

    /// The part of the budget for a bound that is kept for spells, shots and fights, once the dice before them are known; a
    /// small budget has nothing to spare for that.
    #[must_use]
    pub const fn after_dice(self) -> u32 {
        let part = self.bound / Self::FOR_AFTER_DICE;
        if part < Self::LEAST_AFTER_DICE { 0 } else { part }
    }
}

/// A signal to stop thinking. A captain that is stopped still gives a legal order: the best it has found so far.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Stops all captains that hold this signal.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was given.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A captain that can say why it decided as it did.
pub trait Thinker: Captain {
    /// The reason for the last decision.
    fn reason(&self) -> Reason;
}

impl Thinker for Plain<'_> {
    fn reason(&self) -> Reason {
        Reason::default()
    }
}

impl Thinker for Whim {
    fn reason(&self) -> Reason {
        Reason::default()
    }
}

impl Thinker for Quick<'_> {
    fn reason(&self) -> Reason {
        self.reason()
    }
}

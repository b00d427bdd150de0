//! The strong player: it makes plans of whole bounds, plays each of them on with the same dice against several models of
//! its opponent, and gives more of its budget to those that do well.

mod choice;
mod deploy;
mod merits;
mod mind;
mod plan;
mod race;
mod searcher;
mod simulation;

use std::collections::VecDeque;

use musterfield_battle::player::{Captain, Refused};
use musterfield_battle::{Battle, Legal, Order, Phase};

use super::captain::{Stop, Thinker};
use super::lore::Lore;
use super::quick::Quick;
use super::reason::Reason;
use simulation::{Simulation, seed_of};

pub use mind::Mind;
pub use searcher::Searcher;

/// The strong player of one side of one battle.
#[derive(Debug)]
pub struct Strong<'w> {
    lore: &'w Lore,
    mind: Mind,
    seed: u64,
    stop: Stop,
    /// Decides what is not planned.
    quick: Quick<'w>,
    /// The orders of the plan that are still to be given.
    plan: VecDeque<Order>,
    /// The bound of the plan.
    planned: Option<u16>,
    /// The reason for the plan, or for what was decided after dice since.
    reason: Reason,
    /// Whether the last order comes of simulated battles.
    is_simulated: bool,
    /// The simulated bounds that are left for decisions after dice, and the bound for which they were given.
    left: Option<(u32, u16)>,
}

impl<'w> Strong<'w> {
    /// A new player. The same seed and stream make the same decisions.
    #[must_use]
    pub fn new(lore: &'w Lore, mind: Mind, seed: u64, stream: u64) -> Self {
        let quick = Quick::new(lore, mind.weights, seed, stream);
        let seed = seed_of(seed, stream);
        Self {
            lore,
            mind,
            seed,
            stop: Stop::default(),
            quick,
            plan: VecDeque::new(),
            planned: None,
            reason: Reason::default(),
            is_simulated: false,
            left: None,
        }
    }

    /// The signal that stops its thinking.
    #[must_use]
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// The player with this signal, which others may share.
    #[must_use]
    pub fn stopped_by(self, stop: Stop) -> Self {
        Self { stop, ..self }
    }

    fn simulation<'m>(&'m self, battle: &'m Battle) -> Simulation<'w, 'm> {
        Simulation::new(self.lore, &self.mind, &self.stop, battle, self.seed)
    }

    /// The quick player's order, unless another one is clearly better as the dice have fallen.
    fn weighed(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        let usual = (self.quick.decide(battle)?, self.quick.reason());
        let mut simulation = self.simulation(battle);
        let left = self.left.filter(|(_, bound)| *bound == battle.bound()).map(|(left, _)| left);
        let left = left.unwrap_or(simulation.budget.after_dice);
        // Each choice has half of what is left, since nobody knows how many are still to come.
        let (legal, reason) = choice::best(&mut simulation, usual, choice::after_dice(battle), left / 2);
        let left = left.saturating_sub(simulation.spent);
        (self.left, self.reason) = (Some((left, battle.bound())), reason);
        Ok(legal)
    }

    /// The next order of the plan for this bound; a new plan is made where there is none, or where what happened forbids
    /// it to go on.
    fn next_of_plan(&mut self, battle: &Battle) -> Option<Legal> {
        if self.planned == Some(battle.bound()) {
            match self.plan.pop_front().map(|order| battle.validate(&order)) {
                Some(Ok(legal)) => return Some(legal),
                // The plan is at its end.
                None => return battle.validate(&Order::End).ok(),
                Some(Err(_)) => {}
            }
        }
        let (orders, reason) = plan::best(&mut self.simulation(battle));
        (self.plan, self.planned, self.reason) = (orders.into(), Some(battle.bound()), reason);
        let first = self.plan.pop_front().unwrap_or(Order::End);
        battle.validate(&first).ok()
    }
}

impl Captain for Strong<'_> {
    fn decide(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        let simulated = match battle.phase() {
            Phase::Summoning | Phase::Moving if self.mind.budget.bound > 0 => self.next_of_plan(battle),
            Phase::Deployment if self.mind.budget.set_up > 0 => {
                if self.planned != Some(0) || self.plan.is_empty() {
                    let (orders, reason) = deploy::best(&mut self.simulation(battle));
                    (self.plan, self.planned, self.reason) = (orders.into(), Some(0), reason);
                }
                let next = self.plan.pop_front();
                next.and_then(|order| battle.validate(&order).ok())
            }
            Phase::Bespelling | Phase::Shooting | Phase::Fighting if self.mind.budget.after_dice() > 0 => {
                Some(self.weighed(battle)?)
            }
            _ => None,
        };
        self.is_simulated = simulated.is_some();
        simulated.map_or_else(|| self.quick.decide(battle), Ok)
    }
}

impl Thinker for Strong<'_> {
    fn reason(&self) -> Reason {
        if self.is_simulated { self.reason } else { self.quick.reason() }
    }
}

/// The results of positions that a side could reach by the moves of a bound, each played on so many times for so many
/// bounds, with the same luck for all positions; in thousandths of what a side may lose, without the luck of combats, and
/// less the later they come. It is how plans are compared when a player is measured.
#[must_use]
pub fn appraised(
    lore: &Lore,
    mind: &Mind,
    start: &Battle,
    reached: &[Battle],
    (samples, bounds): (u32, u16),
    seed: u64,
) -> Vec<Vec<i32>> {
    let stop = Stop::default();
    let mut simulation = Simulation::new(lore, mind, &stop, start, seed);
    let mut results = |end: &Battle| (0..samples).map(|sample| simulation.play_on(end, sample, bounds)).collect();
    reached.iter().map(&mut results).collect()
}

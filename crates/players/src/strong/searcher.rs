//! The searching player: it compares single orders by simulation, and plans nothing.

use musterfield_battle::player::{Captain, Refused};
use musterfield_battle::{Battle, Legal, Order, Phase};

use super::choice;
use super::mind::Mind;
use super::simulation::{Simulation, seed_of};
use crate::captain::{Stop, Thinker};
use crate::lore::Lore;
use crate::quick::{Quick, drawn};
use crate::reason::Reason;

/// A player that plays each of a few orders on before it gives one: the quick player's, moves drawn at random, and others
/// that it may give. Its budget for a bound holds for each decision.
#[derive(Debug)]
pub struct Searcher<'w> {
    lore: &'w Lore,
    mind: Mind,
    seed: u64,
    quick: Quick<'w>,
    reason: Reason,
    stop: Stop,
}

/// The number of moves that are drawn at random for each decision.
const DRAWN: usize = 11;

impl<'w> Searcher<'w> {
    /// A new player. The same seed and stream make the same decisions.
    #[must_use]
    pub fn new(lore: &'w Lore, mind: Mind, seed: u64, stream: u64) -> Self {
        let quick = Quick::new(lore, mind.weights, seed, stream);
        let seed = seed_of(seed, stream);
        Self { lore, mind, seed, quick, reason: Reason::default(), stop: Stop::default() }
    }
}

impl Captain for Searcher<'_> {
    fn decide(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        let usual = self.quick.decide(battle)?;
        self.reason = self.quick.reason();
        let mut simulation = Simulation::new(self.lore, &self.mind, &self.stop, battle, self.seed);
        let others: Vec<Order> = match battle.phase() {
            Phase::Summoning | Phase::Moving => {
                let mut others = vec![Order::End];
                for _ in 0..DRAWN {
                    let moves = drawn(battle, self.lore, &self.mind.weights, &mut simulation.dice);
                    let first = moves.and_then(|moves| moves.into_iter().next());
                    others.extend(first.filter(|order| !others.contains(order)));
                }
                others
            }
            Phase::Bespelling | Phase::Shooting | Phase::ShootingBack | Phase::Fighting => choice::after_dice(battle),
            _ => return Ok(usual),
        };
        let (legal, reason) = choice::best(&mut simulation, (usual, self.reason), others, self.mind.budget.bound);
        self.reason = reason;
        Ok(legal)
    }
}

impl Thinker for Searcher<'_> {
    fn reason(&self) -> Reason {
        self.reason
    }
}

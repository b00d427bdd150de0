//! Battles played on from a position, to see what comes of it.

use musterfield_battle::player::Captain;
use musterfield_battle::{Battle, Foe, Id, Order, Phase, Player, Report};
use musterfield_dice::{Dice, Roller};

use super::mind::Mind;
use super::race::Plan;
use crate::captain::{Budget, Stop};
use crate::lore::{Lore, WON, ahead};
use crate::policy::Policy;

/// The stream of the seed for choices among plans.
const CHOICES: u64 = 1 << 40;
/// The stream of the seed for the dice of the first sample.
const SAMPLES: u64 = 1 << 41;
/// The seed of a player: the two of one battle have different streams.
pub(super) const fn seed_of(seed: u64, stream: u64) -> u64 {
    seed ^ stream.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The percentage by which a gain counts less for each bound that it comes later: of two plans that lead to the same, the
/// faster one is better.
const LATER: i32 = 5;

/// Dice that are the same for the same event in every battle of a sample, whatever else happens there: so two plans are
/// compared on the same luck.
struct Fate {
    seed: u64,
    /// The event for which the next dice are rolled.
    event: u64,
    /// The dice of that event, once one was rolled.
    dice: Option<Dice>,
}

impl Fate {
    /// Begins the event that an order brings about.
    fn begin(&mut self, battle: &Battle, order: &Order) {
        let index = |id: &Id| u64::try_from(id.index()).unwrap_or(0);
        let (kind, one, other) = match order {
            Order::Fight(id, Foe::Element(foe)) => (1, index(id).min(index(foe)), index(id).max(index(foe))),
            Order::Fight(id, Foe::Feature(_)) => (2, index(id), 0),
            Order::Shoot { shooter, target, .. } => (3, index(shooter), index(target)),
            Order::Bespell { mage, target, .. } => (4, index(mage), index(target)),
            Order::End => (5, 0, 0),
            _ => (6, 0, 0),
        };
        self.event = u64::from(battle.bound()) << 24 | kind << 20 | one << 10 | other;
        self.dice = None;
    }

    /// The next two dice, which stay to be rolled.
    fn next_two(&self) -> [u8; 2] {
        let mut dice = Dice::new(self.seed, self.event);
        [dice.d6(), dice.d6()]
    }
}

impl Roller for Fate {
    fn roll(&mut self) -> Option<u8> {
        let (seed, event) = (self.seed, self.event);
        self.dice.get_or_insert_with(|| Dice::new(seed, event)).roll()
    }
}

/// The gains of a side over some bounds, which count less the later they come.
struct Gains {
    /// The first of these bounds.
    first: u16,
    sum: i32,
    /// The worth of the position before the present bound.
    before: i32,
}

impl Gains {
    /// Adds what a bound has changed, given the worth of the position after it.
    fn until(&mut self, bound: u16, worth: i32) {
        let passed = i32::from(bound.saturating_sub(self.first)).min(100 / LATER);
        self.sum += (worth - self.before) * (100 - LATER * passed) / 100;
        self.before = worth;
    }
}

/// The budget of a side, with all its commands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    /// For the plan of a bound.
    pub(super) bound: u32,
    /// For what is decided in a bound after dice.
    pub(super) after_dice: u32,
    /// For the next set-up. Commands are set up one after the other, each with the whole of it.
    pub(super) set_up: u32,
}

impl Shares {
    fn of(each: Budget, battle: &Battle) -> Self {
        let commands = u32::try_from(battle.commands(battle.to_decide()).count()).unwrap_or(u32::MAX).max(1);
        let after_dice = each.after_dice();
        Self {
            bound: (each.bound - after_dice).saturating_mul(commands),
            after_dice: after_dice.saturating_mul(commands),
            set_up: each.set_up,
        }
    }
}

/// A position from which battles are played on, and the budget that is left for it.
pub(super) struct Simulation<'w, 'm> {
    pub(super) lore: &'w Lore,
    pub(super) mind: &'m Mind,
    pub(super) budget: Shares,
    pub(super) start: &'m Battle,
    /// The side that thinks.
    pub(super) player: Player,
    /// Dice for choices among plans.
    pub(super) dice: Dice,
    seed: u64,
    stop: &'m Stop,
    /// The bounds that were simulated.
    pub(super) spent: u32,
    report: Report,
    table: Battle,
}

impl<'w, 'm> Simulation<'w, 'm> {
    pub(super) fn new(lore: &'w Lore, mind: &'m Mind, stop: &'m Stop, start: &'m Battle, seed: u64) -> Self {
        let seed = seed ^ start.position();
        Self {
            lore,
            mind,
            budget: Shares::of(mind.budget, start),
            start,
            player: start.to_decide(),
            dice: Dice::new(seed, CHOICES),
            seed,
            stop,
            spent: 0,
            report: Report::unread(),
            table: start.clone(),
        }
    }

    /// Whether thinking has to end.
    pub(super) fn is_over(&self, budget: u32) -> bool {
        self.spent >= budget || self.stop.is_stopped()
    }

    /// The number of battles that can be played on for so many bounds until that much is spent.
    pub(super) fn trials(&self, until: u32, bounds: u16) -> usize {
        usize::try_from(until.saturating_sub(self.spent) / (u32::from(bounds) + 1)).unwrap_or(usize::MAX)
    }

    /// The orders by which a policy goes on until its moves, or its set-up, end, and the position after them.
    pub(super) fn proposal(&mut self, from: &Battle, policy: Policy) -> (Vec<Order>, Battle) {
        let phase = |battle: &Battle| match battle.phase() {
            Phase::Moving => Phase::Summoning,
            other => other,
        };
        let (mut battle, mut orders) = (from.clone(), Vec::new());
        let mut captain = policy.captain(self.lore, self.seed, u64::from(self.spent));
        let mut dice = Dice::new(self.seed, SAMPLES);
        self.spent = self.spent.saturating_add(1);
        while phase(&battle) == phase(from) && battle.to_decide() == self.player {
            let Ok(legal) = captain.decide(&battle) else { break };
            if battle.apply(&legal, &mut dice, &mut self.report).is_err() {
                break;
            }
            orders.push(legal.order().clone());
        }
        (orders, battle)
    }

    /// The position after some orders, of which those are left out that may not be given, and those that were given.
    pub(super) fn after(&mut self, orders: &[Order]) -> (Vec<Order>, Battle) {
        let mut battle = self.start.clone();
        let mut dice = Dice::new(self.seed, SAMPLES);
        let mut given = Vec::new();
        for order in orders {
            if let Ok(legal) = battle.validate(order)
                && battle.apply(&legal, &mut dice, &mut self.report).is_ok()
            {
                given.push(order.clone());
            }
        }
        (given, battle)
    }

    /// The worth of a position after so many bounds, in thousandths of what a side may lose, without the luck of its
    /// combats: that is nothing on average, and the more samples differ by luck, the more of them are needed. What is gained
    /// later counts less. The same sample has the same dice and the same opponent for every position.
    pub(super) fn play_on(&mut self, from: &Battle, sample: u32, bounds: u16) -> i32 {
        self.give_and_play_on(&[], from, sample, bounds)
    }

    /// The same for a plan whose orders are still to be given.
    pub(super) fn begin_and_play_on(&mut self, plan: &Plan, sample: u32, bounds: u16) -> i32 {
        self.give_and_play_on(&plan.orders, &plan.end, sample, bounds)
    }

    fn give_and_play_on(&mut self, orders: &[Order], from: &Battle, sample: u32, bounds: u16) -> i32 {
        let mut orders = orders.iter();
        let stream = SAMPLES + 4 * (1 + u64::from(sample));
        let mut fate = Fate { seed: self.seed ^ stream, event: 0, dice: None };
        let models = &self.mind.models;
        let count = models.len().max(1);
        let place = usize::try_from(sample).unwrap_or(0) % count;
        let model = models.get(place).copied().unwrap_or(Policy::Plain);
        let mut own = self.mind.own.captain(self.lore, self.seed, stream + 1);
        let mut foe = model.captain(self.lore, self.seed, stream + 2);
        self.table.clone_from(from);
        let mut gains = Gains { first: self.start.bound(), sum: 0, before: 0 };
        let end = gains.first.saturating_add(bounds);
        let mut bound = self.table.bound();
        let mut luck = 0;
        self.spent = self.spent.saturating_add(1);
        while !matches!(self.table.phase(), Phase::Over(_)) && self.table.bound() < end {
            let captain: &mut dyn Captain = if self.table.to_decide() == self.player { &mut *own } else { &mut *foe };
            let given = orders.next().and_then(|order| self.table.validate(order).ok());
            let Ok(legal) = given.map_or_else(|| captain.decide(&self.table), Ok) else { break };
            fate.begin(&self.table, legal.order());
            luck += self.lore.luck(&self.table, self.player, legal.order(), fate.next_two());
            if self.table.apply(&legal, &mut fate, &mut self.report).is_err() {
                break;
            }
            if self.table.bound() != bound {
                gains.until(bound, worth(&self.table, self.player) - luck);
                bound = self.table.bound();
                self.spent = self.spent.saturating_add(1);
                if self.stop.is_stopped() {
                    break;
                }
            }
        }
        gains.until(bound, worth(&self.table, self.player) - luck);
        gains.sum
    }
}

/// The worth of a position to a side, in thousandths of what a side may lose.
fn worth(battle: &Battle, player: Player) -> i32 {
    let ahead = ahead(battle, player);
    match battle.phase() {
        Phase::Over(winner) if winner == player => WON + ahead / 4,
        Phase::Over(_) => -WON + ahead / 4,
        _ => ahead,
    }
}

//! A whole battle between two computer players.

use std::collections::{BTreeMap, BTreeSet};

use musterfield_dice::Dice;
use musterfield_rules::battle::BattleRules;
use musterfield_rules::combat::Relation;
use musterfield_rules::{Points, RuleId, Ruleset};

use super::element::Player;
use super::order::Order;
use super::player::{Captain, Plain, Worth};
use super::record::{Recorder, STREAM};
use super::refusal::Refusal;
use super::report::{COUNTED, Event, Report};
use super::state::{Battle, Phase};

/// The bound after which a battle ends without a winner. Normal battles are decided well before it.
pub const LAST_BOUND: u16 = 120;

/// The result of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` if the battle reached [`LAST_BOUND`].
    pub winner: Option<Player>,
    /// The number of bounds of both sides together.
    pub bounds: u16,
    /// The number of orders carried out.
    pub orders: u32,
    /// The AP that each side lost.
    pub lost: [Points; 2],
}

/// The number of times each rule was used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of uses of each rule, by rule id.
    pub counts: BTreeMap<String, u64>,
}

impl Tally {
    /// The ids of all rules that can be counted under a ruleset: those implemented in code, and the rows of its combat
    /// tables.
    #[must_use]
    pub fn countable(ruleset: &Ruleset) -> BTreeSet<String> {
        let mut all: BTreeSet<String> = ruleset
            .battle
            .iter()
            .flat_map(|rules| COUNTED.iter().map(|clause| rules.rule(*clause).to_string()))
            .collect();
        let Some(combat) = &ruleset.combat else { return all };
        let mut add = |rule: &RuleId| {
            all.insert(rule.to_string());
        };
        combat.fighters().for_each(|(_, fighter)| add(&fighter.factor_rule));
        combat.modifiers.iter().for_each(|row| add(&row.rule));
        combat.disregards.iter().for_each(|row| add(&row.rule));
        combat.destroyed_instead.iter().for_each(|row| add(&row.rule));
        combat.pursuit.iter().filter(|row| row.effect > 0).for_each(|row| add(&row.rule));
        for relation in Relation::ALL {
            combat.table(*relation).iter().for_each(|row| add(&row.rule));
        }
        all
    }

    /// Counts the rules used in a report of a battle under these rules.
    pub fn add(&mut self, rules: &BattleRules, report: &Report) {
        for event in &report.events {
            let id = match event {
                Event::Used(clause) => rules.rule(*clause).as_str(),
                Event::Cited(rule) => rule.as_str(),
                _ => continue,
            };
            match self.counts.get_mut(id) {
                Some(count) => *count += 1,
                None => {
                    self.counts.insert(id.to_owned(), 1);
                }
            }
        }
    }

    /// Adds the counts of another tally.
    pub fn join(&mut self, other: Self) {
        for (rule, count) in other.counts {
            *self.counts.entry(rule).or_default() += count;
        }
    }
}

/// A computer player was refused twice. This is a bug; the fields hold what is needed to reproduce it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stuck {
    /// The bound in which it happened.
    pub bound: u16,
    /// The order that was refused last.
    pub order: Order,
    /// The reason it was refused.
    pub refusal: Refusal,
}

/// A place where a battle is played and orders are carried out.
pub trait Table {
    /// The current state of the battle.
    fn battle(&self) -> &Battle;

    /// Carries out an order. If it is refused, nothing has changed.
    ///
    /// # Errors
    /// As [`Battle::play`].
    fn play(&mut self, order: &Order) -> Result<Report, Refusal>;
}

impl Table for Recorder {
    fn battle(&self) -> &Battle {
        self.battle()
    }

    fn play(&mut self, order: &Order) -> Result<Report, Refusal> {
        self.play(order)
    }
}

/// A battle with dice from a seed, without a record.
#[derive(Clone, Debug)]
pub struct Unrecorded {
    battle: Battle,
    dice: Dice,
}

impl Unrecorded {
    /// Uses the same dice as a record with this seed.
    #[must_use]
    pub fn new(battle: Battle, seed: u64) -> Self {
        Self { battle, dice: Dice::new(seed, STREAM) }
    }
}

impl Table for Unrecorded {
    fn battle(&self) -> &Battle {
        &self.battle
    }

    fn play(&mut self, order: &Order) -> Result<Report, Refusal> {
        self.battle.play(order, &mut self.dice)
    }
}

/// Plays a battle to its end, passing the report of every order to `see`.
///
/// # Errors
/// When a computer player finds no order that may be carried out.
pub fn play(
    table: &mut dyn Table,
    captains: [&mut dyn Captain; 2],
    see: &mut dyn FnMut(&Report),
) -> Result<Outcome, Box<Stuck>> {
    let mut captains = captains;
    let mut orders = 0;
    while !matches!(table.battle().phase(), Phase::Over(_)) && table.battle().bound() <= LAST_BOUND {
        let captain = table.battle().to_decide().of_mut(&mut captains);
        let order = captain.decide(table.battle());
        match table.play(&order) {
            Ok(report) => {
                orders += 1;
                see(&report);
            }
            Err(refusal) => {
                captain.was_refused(&order);
                // A refused move or placement is simply left out; the set-up goes on with the next queued order.
                if !matches!(order, Order::Move(_) | Order::Place(..) | Order::Garrison(..) | Order::Summon(_)) {
                    return Err(Box::new(Stuck { bound: table.battle().bound(), order, refusal }));
                }
            }
        }
    }
    let battle = table.battle();
    let winner = match battle.phase() {
        Phase::Over(winner) => Some(winner),
        _ => None,
    };
    let lost = Player::ALL.map(|player| battle.lost(player));
    Ok(Outcome { winner, bounds: battle.bound(), orders, lost })
}

/// Plays a battle between two plain players from its set-up on, with all their choices taken from a seed.
///
/// # Errors
/// When a computer player finds no order that may be carried out.
pub fn of_seed(
    table: &mut dyn Table,
    worth: &Worth,
    seed: u64,
    see: &mut dyn FnMut(&Report),
) -> Result<Outcome, Box<Stuck>> {
    let (mut a, mut b) = (Plain::new(worth, seed, 1), Plain::new(worth, seed, 2));
    play(table, [&mut a, &mut b], see)
}

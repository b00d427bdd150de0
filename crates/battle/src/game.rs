//! A whole battle between two computer players.

use std::collections::{BTreeMap, BTreeSet};

use musterfield_dice::Dice;
use musterfield_rules::combat::Relation;
use musterfield_rules::{Points, RuleId, Ruleset};

use super::element::Player;
use super::order::{Order, Refusal};
use super::player::{Captain, Plain, Worth};
use super::record::{Recorder, STREAM};
use super::report::{Event, Report};
use super::rule::COUNTED;
use super::state::{Battle, Phase};

/// More bounds than a battle takes; then nobody has won.
pub const LAST_BOUND: u16 = 120;

/// How a battle went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; nobody if it lasted too long.
    pub winner: Option<Player>,
    /// Bounds of both sides together.
    pub bounds: u16,
    /// Orders that were carried out.
    pub orders: u32,
    /// What both sides lost.
    pub lost: [Points; 2],
}

/// How often each rule was used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// By their ids.
    pub counts: BTreeMap<String, u64>,
}

impl Tally {
    /// Every rule that can be counted in battles under a ruleset: what is behaviour, and the rows of its combat tables.
    #[must_use]
    pub fn countable(ruleset: &Ruleset) -> BTreeSet<String> {
        let mut all: BTreeSet<String> = COUNTED.iter().map(|id| (*id).to_owned()).collect();
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

    /// Counts what happened.
    pub fn add(&mut self, report: &Report) {
        for event in &report.events {
            let id = match event {
                Event::Used(rule) => rule.id(),
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

    /// Both together.
    pub fn join(&mut self, other: Self) {
        for (rule, count) in other.counts {
            *self.counts.entry(rule).or_default() += count;
        }
    }
}

/// An order of a computer player that was refused twice: a mistake of the program, told with all that is needed to see it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bound {bound}: {order:?} was refused: {refusal}")]
pub struct Stuck {
    /// When.
    pub bound: u16,
    /// What.
    pub order: Order,
    /// Why.
    pub refusal: Refusal,
}

/// Where a battle is played: something that carries orders out.
pub trait Table {
    /// The battle as it stands.
    fn battle(&self) -> &Battle;

    /// Carries an order out, or refuses it, and then nothing has changed.
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

/// A battle with the dice of a seed, of which no record is kept.
#[derive(Clone, Debug)]
pub struct Unrecorded {
    battle: Battle,
    dice: Dice,
}

impl Unrecorded {
    /// The same dice as in a record with this seed.
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

/// Plays a battle to its end. `see` is shown what came of every order.
///
/// # Errors
/// When a computer player finds no order that may be carried out.
pub fn play(
    table: &mut dyn Table,
    captains: [&mut dyn Captain; 2],
    see: &mut dyn FnMut(&Report),
) -> Result<Outcome, Stuck> {
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
                // What cannot be carried out is left; a set-up goes on with the next of its orders.
                if !matches!(order, Order::Move(_) | Order::Place(..) | Order::Garrison(..) | Order::Summon(_)) {
                    return Err(Stuck { bound: table.battle().bound(), order, refusal });
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

/// A battle of two plain players of a seed, from its set-up on.
///
/// # Errors
/// When a computer player finds no order that may be carried out.
pub fn of_seed(
    table: &mut dyn Table,
    worth: &Worth,
    seed: u64,
    see: &mut dyn FnMut(&Report),
) -> Result<Outcome, Stuck> {
    let (mut a, mut b) = (Plain::new(worth, seed, 1), Plain::new(worth, seed, 2));
    play(table, [&mut a, &mut b], see)
}

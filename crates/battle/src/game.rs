//! A whole battle between two computer players.

use std::collections::{BTreeMap, BTreeSet};

use musterfield_dice::Dice;
use musterfield_rules::battle::BattleRules;
use musterfield_rules::combat::Relation;
use musterfield_rules::{Points, RuleId, Ruleset};

use super::element::Player;
use super::order::Order;
use super::player::{Captain, Plain, Refused, Worth};
use super::record::{Recorder, STREAM};
use super::refusal::Refusal;
use super::report::{COUNTED, Event, Report};
use super::state::{Battle, Phase};
use super::validate::Legal;

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
            .flat_map(|rules| COUNTED.iter().filter_map(|clause| rules.rule(*clause)).map(ToString::to_string))
            .collect();
        let Some(combat) = &ruleset.combat else { return all };
        let mut add = |rule: &RuleId| {
            all.insert(rule.to_string());
        };
        combat.fighters().for_each(|(_, fighter)| add(&fighter.factor_rule));
        combat.modifiers.iter().for_each(|row| add(&row.rule));
        combat.disregards.iter().for_each(|row| add(&row.rule));
        combat.destroyed_instead.iter().for_each(|row| add(&row.rule));
        combat.pursuit.iter().filter(|row| !row.effect.is_none()).for_each(|row| add(&row.rule));
        for relation in Relation::ALL {
            combat.table(*relation).iter().for_each(|row| add(&row.rule));
        }
        all
    }

    /// Counts the rules used in a report of a battle under these rules.
    pub fn add(&mut self, rules: &BattleRules, report: &Report) {
        for event in &report.events {
            let id = match event {
                Event::Used(clause) => match rules.rule(*clause) {
                    Some(rule) => rule.as_str(),
                    None => continue,
                },
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

/// A computer player found no order that may be carried out. This is a bug; the fields hold what is needed to reproduce
/// it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stuck {
    /// The bound in which it happened.
    pub bound: u16,
    /// The order that was refused.
    pub order: Order,
    /// The reason it was refused.
    pub refusal: Refusal,
}

/// A place where a battle is played and orders are carried out.
pub trait Table {
    /// The current state of the battle.
    fn battle(&self) -> &Battle;

    /// Carries out an order that was checked, and adds what happens to the report.
    ///
    /// # Errors
    /// As [`Battle::apply`].
    fn play(&mut self, legal: &Legal, report: &mut Report) -> Result<(), Refusal>;
}

impl Table for Recorder {
    fn battle(&self) -> &Battle {
        self.battle()
    }

    fn play(&mut self, legal: &Legal, report: &mut Report) -> Result<(), Refusal> {
        // A record needs the report of this order alone, whether or not anybody else reads it.
        let mut own = Report::default();
        self.record(legal, None, &mut own)?;
        own.events.into_iter().for_each(|event| report.push(event));
        Ok(())
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

    /// The next two dice, which stay to be rolled: those of the combat that the next order brings about, if it does.
    #[must_use]
    pub fn next_two(&self) -> [u8; 2] {
        let mut dice = self.dice.clone();
        [dice.d6(), dice.d6()]
    }
}

impl Table for Unrecorded {
    fn battle(&self) -> &Battle {
        &self.battle
    }

    fn play(&mut self, legal: &Legal, report: &mut Report) -> Result<(), Refusal> {
        self.battle.apply(legal, &mut self.dice, report)
    }
}

/// A reader of the reports of a battle, order by order.
pub type Reader<'s> = &'s mut dyn FnMut(&Report);

/// Plays a battle to its end, passing the report of every order to `see`, if there is a reader.
///
/// # Errors
/// When a computer player finds no order that may be carried out.
pub fn play(
    table: &mut dyn Table,
    captains: [&mut dyn Captain; 2],
    see: Option<Reader<'_>>,
) -> Result<Outcome, Box<Stuck>> {
    let (mut captains, mut see) = (captains, see);
    let mut report = if see.is_some() { Report::default() } else { Report::unread() };
    let mut orders = 0;
    while !matches!(table.battle().phase(), Phase::Over(_)) && table.battle().bound() <= LAST_BOUND {
        let captain = table.battle().to_decide().of_mut(&mut captains);
        let stuck = |Refused { order, refusal }, bound| Box::new(Stuck { bound, order, refusal });
        let bound = table.battle().bound();
        let legal = captain.decide(table.battle()).map_err(|refused| stuck(refused, bound))?;
        report.clear();
        // Dice from a seed never run out, so a checked order is refused only by a table that takes other dice.
        let refused = |refusal| stuck(Refused { order: legal.order().clone(), refusal }, bound);
        table.play(&legal, &mut report).map_err(refused)?;
        orders += 1;
        if let Some(see) = &mut see {
            see(&report);
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
    see: Option<Reader<'_>>,
) -> Result<Outcome, Box<Stuck>> {
    let (mut a, mut b) = (Plain::new(worth, seed, 1), Plain::new(worth, seed, 2));
    play(table, [&mut a, &mut b], see)
}

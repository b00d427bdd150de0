//! What the dice of one order can bring, in losses and in words.

use std::borrow::Cow;

use musterfield_dice::RolledDice;
use musterfield_rules::Points;

use super::fraction::Fraction;
use crate::element::Player;
use crate::order::Order;
use crate::record::words;
use crate::refusal::Refusal;
use crate::report::Event;
use crate::state::{Battle, Phase};

/// One of the results that an order could have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleResult {
    /// The number of throws, of those in [`Odds::throws`], that lead to it.
    pub weight: u32,
    /// The change in the AP that each side has lost: negative where something comes back.
    pub lost: [Points; 2],
    /// The first of these throws.
    pub dice: Vec<u8>,
    /// Whether it is the one that came.
    pub came: bool,
}

/// The chances of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The number of equally likely throws: 6, 36, or 216 where three dice fall.
    pub throws: u32,
    /// The results, in the order of their first throws.
    pub results: Vec<PossibleResult>,
}

/// The AP that a side has lost by what lies between two states. Dice that lie on the table while a commander-in-chief may
/// still add to them count as they lie.
pub(super) fn losses(before: &Battle, after: &Battle) -> [Points; 2] {
    let (before, after) = (as_it_lies(before), as_it_lies(after));
    Player::ALL.map(|player| after.lost(player) - before.lost(player))
}

/// The state after a combat whose dice lie on the table, if nobody adds to them (DBA3-BB-11).
fn as_it_lies(battle: &Battle) -> Cow<'_, Battle> {
    let mut battle = Cow::Borrowed(battle);
    while matches!(battle.phase(), Phase::Adding(_)) {
        let mut next = battle.as_ref().clone();
        // A shot that comes next has dice of its own.
        if next.play(&Order::End, &mut RolledDice::default()).is_err() {
            break;
        }
        battle = Cow::Owned(next);
    }
    battle
}

impl Odds {
    /// The chances of an order, and which result came.
    ///
    /// # Errors
    /// As [`Battle::play`].
    pub fn of(before: &Battle, order: &Order, after: &Battle) -> Result<Self, Refusal> {
        let chances = before.chances(order)?;
        let results = chances.results.into_iter().map(|chance| PossibleResult {
            weight: chance.weight,
            lost: losses(before, &chance.battle),
            came: chance.battle == *after,
            dice: chance.dice,
        });
        Ok(Self { throws: chances.throws, results: results.collect() })
    }

    /// The AP that a side can expect to lose.
    #[must_use]
    pub fn expected(&self, player: Player) -> Fraction {
        let weighted = self.results.iter().map(|result| *player.of(&result.lost) * i64::from(result.weight));
        Fraction::shared(weighted.sum(), self.throws)
    }

    /// The number of throws that cost a side something.
    #[must_use]
    pub fn costing(&self, player: Player) -> u32 {
        let costly = self.results.iter().filter(|result| *player.of(&result.lost) > Points::ZERO);
        costly.map(|result| result.weight).sum()
    }

    /// The number of throws that lead to what came.
    #[must_use]
    pub fn of_what_came(&self) -> u32 {
        self.results.iter().filter(|result| result.came).map(|result| result.weight).sum()
    }
}

impl PossibleResult {
    /// The result in words, without what the dice showed; empty if nothing comes of it.
    ///
    /// # Errors
    /// As [`Battle::play`].
    pub fn in_words(&self, before: &Battle, order: &Order) -> Result<String, Refusal> {
        let mut after = before.clone();
        let mut report = after.play(order, &mut RolledDice::new(&self.dice))?;
        report.events.retain(|event| !matches!(event, Event::Totals(..)));
        let mut said = String::new();
        words::outcome(before, &after, order, &report, &mut said);
        Ok(said)
    }
}

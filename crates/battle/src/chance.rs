//! The results that an order can have, each with its chance, so that a program can look ahead exactly instead of
//! rolling dice.

use musterfield_dice::RolledDice;

use super::order::Order;
use super::refusal::Refusal;
use super::report::Report;
use super::state::Battle;

/// One of the results that an order can have.
#[derive(Clone, Debug)]
pub struct Chance {
    /// The battle after the order.
    pub battle: Battle,
    /// The number of throws, of those in [`Chances::throws`], that lead to it.
    pub weight: u32,
    /// The first of these throws: its dice, in the order in which they are rolled.
    pub dice: Vec<u8>,
}

/// All results that an order can have, different from each other.
#[derive(Clone, Debug)]
pub struct Chances {
    /// The results, in the order of their first throws.
    pub results: Vec<Chance>,
    /// The number of equally likely throws: 1 without dice, 6 with one, 36 with two. Where the number of dice depends on
    /// what the first of them show, those not rolled count as rolled without effect.
    pub throws: u32,
}

/// The number of faces of a die.
const FACES: u32 = 6;

impl Battle {
    /// The results that an order can have, each with its chance. The throws of a fight are 36, and its results are far
    /// fewer, because only the outcome for both sides matters.
    ///
    /// # Errors
    /// As [`Battle::play`].
    pub fn chances(&self, order: &Order) -> Result<Chances, Refusal> {
        let legal = self.validate(order)?;
        let mut ends: Vec<(Vec<u8>, Self)> = Vec::new();
        let mut open: Vec<Vec<u8>> = vec![Vec::new()];
        while let Some(dice) = open.pop() {
            let mut after = self.clone();
            match after.apply(&legal, &mut RolledDice::new(&dice), &mut Report::unread()) {
                Ok(()) => ends.push((dice, after)),
                Err(Refusal::NoMoreDice) => {
                    // The throw that comes first is taken up first.
                    let longer = |face: u8| dice.iter().copied().chain([face]).collect();
                    open.extend((1..=6).rev().map(longer));
                }
                Err(refusal) => return Err(refusal),
            }
        }
        let count = |dice: usize| FACES.saturating_pow(u32::try_from(dice).unwrap_or(u32::MAX));
        let most = ends.iter().map(|(dice, _)| dice.len()).max().unwrap_or(0);
        let mut results: Vec<Chance> = Vec::new();
        for (dice, battle) in ends {
            let weight = count(most - dice.len());
            match results.iter_mut().find(|known| known.battle == battle) {
                Some(known) => known.weight += weight,
                None => results.push(Chance { battle, weight, dice }),
            }
        }
        Ok(Chances { results, throws: count(most) })
    }
}

//! The order of fights: an element that falls or falls back in one fight takes overlaps and support from others.

use musterfield_battle::player::{Captain, Plain};
use musterfield_battle::{Battle, Foe, Id, Order, Phase, Player, Report};
use musterfield_combat::{Case, Odds, odds};
use musterfield_dice::RolledDice;

use crate::lore::{Lore, WON};

/// With more fights than this, the gain of each is its own alone.
const MOST: usize = 8;
/// The choices of owners after one fight need no more decisions than this.
const DECISIONS: usize = 4;

/// The fights of a bound, each with its gain, the greatest first.
pub(super) fn by_own_gain(battle: &Battle, lore: &Lore) -> Vec<(i32, (Id, Foe))> {
    let own = |(id, foe): (Id, Foe)| (lore.fight(battle, battle.player(), id, foe), (id, foe));
    let mut rated: Vec<(i32, (Id, Foe))> = battle.fights().into_iter().map(own).collect();
    rated.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
    rated
}

/// Adds to the gain of each fight what the others then bring, and puts the greatest sum first.
pub(super) fn with_the_rest(rated: &mut [(i32, (Id, Foe))], battle: &Battle, lore: &Lore, plain: &mut Plain<'_>) {
    if (2..=MOST).contains(&rated.len()) {
        let mut after = battle.clone();
        for (gain, fight) in rated.iter_mut() {
            *gain += rest(battle, lore, plain, *fight, &mut after);
        }
        // The sort is stable: of equals, the one with the greater gain of its own comes first.
        rated.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
    }
}

/// What the other fights bring on average once one has been fought.
fn rest(battle: &Battle, lore: &Lore, plain: &mut Plain<'_>, (id, foe): (Id, Foe), after: &mut Battle) -> i32 {
    let Ok(case) = battle.case(id, foe) else { return 0 };
    let Ok(legal) = battle.validate(&Order::Fight(id, foe)) else { return 0 };
    let mut sum = 0;
    for (dice, ways) in throws(&case) {
        after.clone_from(battle);
        if after.apply(&legal, &mut RolledDice::new(&dice), &mut Report::unread()).is_ok() {
            settle(after, plain);
            sum += ways * left(after, lore, battle.player());
        }
    }
    sum / i32::from(Odds::THROWS)
}

/// A throw for each pair of outcomes that can occur, and the number of throws that lead to it.
fn throws(case: &Case<'_>) -> Vec<([u8; 2], i32)> {
    let mut found: Vec<(_, [u8; 2], i32)> = Vec::new();
    for (a, row) in (1..).zip(&odds(case).squares) {
        for (b, square) in (1..).zip(row) {
            let outcomes = square.each_ref().map(|side| side.final_outcome());
            match found.iter_mut().find(|(known, ..)| *known == outcomes) {
                Some((.., ways)) => *ways += 1,
                None => found.push((outcomes, [a, b], 1)),
            }
        }
    }
    found.into_iter().map(|(_, dice, ways)| (dice, ways)).collect()
}

/// Makes the choices that the owners of elements have after a fight.
fn settle(after: &mut Battle, plain: &mut Plain<'_>) {
    for _ in 0..DECISIONS {
        if matches!(after.phase(), Phase::Fighting | Phase::Over(_)) {
            return;
        }
        let Ok(legal) = plain.decide(after) else { return };
        if after.apply(&legal, &mut RolledDice::default(), &mut Report::unread()).is_err() {
            return;
        }
    }
}

/// What the fights that are left promise to a side.
fn left(after: &Battle, lore: &Lore, player: Player) -> i32 {
    match after.phase() {
        Phase::Over(winner) if winner == player => WON,
        Phase::Over(_) => -WON,
        _ => after.opponents().into_iter().map(|(id, foe)| lore.fight(after, player, id, foe)).sum(),
    }
}

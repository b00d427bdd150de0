//! The results that an order can have, against the dice themselves.

use musterfield_battle::player::{Captain, Whim};
use musterfield_battle::series::Series;
use musterfield_battle::{Battle, Order, Phase};
use musterfield_dice::{Dice, RolledDice, Roller};

use super::games::pairs;

/// Every throw of two dice, or of one, leads to a result that is listed, as often as the list says.
pub(super) fn every_throw_is_counted(battle: &Battle, order: &Order) -> usize {
    let chances = battle.chances(order).unwrap();
    let sum: u32 = chances.results.iter().map(|result| result.weight).sum();
    assert_eq!(sum, chances.throws, "{order:?}");
    let throws: Vec<Vec<u8>> = match chances.throws {
        1 => vec![vec![]],
        6 => (1..=6).map(|die| vec![die]).collect(),
        36 => (1..=6).flat_map(|one| (1..=6).map(move |other| vec![one, other])).collect(),
        _ => return chances.results.len(),
    };
    let mut counts = vec![0; chances.results.len()];
    for throw in &throws {
        let mut dice = RolledDice::new(throw);
        let mut after = battle.clone();
        after.play(order, &mut dice).unwrap();
        assert_eq!(dice.roll(), None, "{order:?} leaves dice over");
        let at = chances.results.iter().position(|result| result.battle == after).unwrap();
        counts[at] += 1;
    }
    let weights: Vec<u32> = chances.results.iter().map(|result| result.weight).collect();
    assert_eq!(counts, weights, "{order:?}");
    chances.results.len()
}

#[test]
fn the_results_of_orders_are_those_of_all_throws() {
    results_are_those_of_all_throws(&pairs());
}

/// Plays every throw of the orders of battles, one in seven of these.
pub(super) fn results_are_those_of_all_throws(pairs: &[Series]) {
    let (mut fights, mut most, mut with_dice) = (0, 0, 0);
    for (number, series) in pairs.iter().enumerate().step_by(7) {
        let seed = u64::try_from(number).unwrap();
        let mut battle = Battle::new(&series.head(seed).unwrap().meeting()).unwrap();
        let mut dice = Dice::new(seed, 11);
        let mut captains = [Whim::new(seed, 1), Whim::new(seed, 2)];
        for _ in 0..500 {
            if matches!(battle.phase(), Phase::Over(_)) {
                break;
            }
            let order = battle.to_decide().of_mut(&mut captains).decide(&battle).unwrap().order().clone();
            if battle.phase() != Phase::Deployment {
                let results = every_throw_is_counted(&battle, &order);
                with_dice += usize::from(results > 1);
                if matches!(order, Order::Fight(..)) {
                    fights += 1;
                    most = most.max(results);
                }
            }
            battle.play(&order, &mut dice).unwrap();
        }
    }
    assert!(fights > 50 && with_dice > fights, "{fights} fights and {with_dice} orders with dice were met");
    assert!((2..=12).contains(&most), "a fight has {most} results");
}

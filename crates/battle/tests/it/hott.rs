//! Battles of HOTT 2.5 by the same properties as those of D3H2: offers against play, records, keys, chances, any bytes.

use musterfield_battle::player::{Captain, Plain, Whim};
use musterfield_battle::record::{Head, Recorder};
use musterfield_battle::{Battle, Order, Phase};
use musterfield_dice::Dice;
use proptest::prelude::*;

use super::chances::every_throw_is_counted;
use super::games::pairs_of_hott;
use super::offers::{Met, agree_at, what_is_offered_is_accepted};
use super::position::keys_are_those_of_positions;
use super::wild::{is_sound, orders_in};

/// Players who do anything seldom meet each other in moves of HOTT, so plain ones play from the set-up until here.
const PLAIN: std::ops::Range<u32> = 60..260;

#[test]
fn offers_and_checks_agree() {
    let (mut met, mut stretches) = (Met::new(), [0, 0]);
    for (number, series) in (0..).zip(pairs_of_hott().iter().step_by(4)) {
        let worth = series.worth().unwrap();
        let mut battle = Battle::new(&series.head(number).unwrap().meeting()).unwrap();
        let mut dice = Dice::new(number, 9);
        let mut plain = [Plain::new(&worth, number, 1), Plain::new(&worth, number, 2)];
        let mut whims = [Whim::new(number, 1), Whim::new(number, 2)];
        for step in 0..400 {
            if matches!(battle.phase(), Phase::Over(_)) {
                break;
            }
            agree_at(&battle, step, &mut dice, &mut met, &mut stretches);
            if !matches!(battle.phase(), Phase::Deployment | Phase::Moving) {
                what_is_offered_is_accepted(&battle, &mut met);
            }
            let player = battle.to_decide();
            let decided = match PLAIN.contains(&step) {
                true => player.of_mut(&mut plain).decide(&battle),
                false => player.of_mut(&mut whims).decide(&battle),
            };
            let order = decided.unwrap().order().clone();
            battle.play(&order, &mut dice).unwrap_or_else(|error| panic!("{order:?}: {error:?}"));
        }
    }
    for kind in ["edge", "camp", "place", "take back", "summon", "move", "bespell", "shoot", "fight", "end"] {
        assert!(met.contains_key(kind), "{kind} was never met: {met:?}");
    }
    // A range shorter than the grid used to search for ranges may be missed.
    assert!(stretches[0] > 200 && stretches[1] * 100 < stretches[0], "{stretches:?}");
}

#[test]
fn battles_are_recorded_and_replayed_by_their_seed_and_by_their_dice() {
    let (mut spells, mut walls) = (0, 0);
    for (number, series) in (0..).zip(pairs_of_hott().iter().step_by(3)) {
        let worth = series.worth().unwrap();
        let mut recorder = series.recorder(number).unwrap();
        let mut plain = [Plain::new(&worth, number, 1), Plain::new(&worth, number, 2)];
        let mut whims = [Whim::new(number, 1), Whim::new(number, 2)];
        for _ in 0..400 {
            let battle = recorder.battle();
            if matches!(battle.phase(), Phase::Over(_)) {
                break;
            }
            let player = battle.to_decide();
            let decided = match number % 2 {
                0 => player.of_mut(&mut plain).decide(battle),
                _ => player.of_mut(&mut whims).decide(battle),
            };
            let order = decided.unwrap().order().clone();
            recorder.play(&order).unwrap_or_else(|error| panic!("{order:?}: {error:?}"));
            is_sound(recorder.battle(), &order);
            spells += u32::from(matches!(order, Order::Bespell { .. }));
        }
        walls += u32::from(recorder.battle().walled().is_some());
        let text = recorder.to_string();
        let borrowed = text.lines().find(|line| line.starts_with("borrowed d3h2-traditional ")).unwrap();
        assert!(borrowed.contains(" D3H2-CONT-04 "), "{borrowed}");
        let record = super::read(&text).unwrap();
        assert_eq!(record.check(), Ok(()), "{text}");
        let mut again = Recorder::new(record.head.clone()).unwrap();
        for step in &record.steps {
            again.play(&step.order).unwrap();
        }
        assert_eq!(again.to_string(), text);
        // Without the seed, the dice in the record are those of the battle.
        let by_dice: String =
            text.lines().filter(|line| !line.starts_with("seed ")).map(|line| format!("{line}\n")).collect();
        assert_eq!(super::read(&by_dice).unwrap().check(), Ok(()), "{by_dice}");
    }
    assert!(walls > 10 && spells > 3, "{walls} battles with a Stronghold, {spells} spells");
}

#[test]
fn the_same_position_has_the_same_key() {
    keys_are_those_of_positions(&pairs_of_hott());
}

#[test]
fn the_results_of_orders_are_those_of_all_throws() {
    let (mut fights, mut with_dice) = (0, 0);
    for (number, series) in (0..).zip(pairs_of_hott().iter().step_by(7)) {
        let worth = series.worth().unwrap();
        let mut battle = Battle::new(&series.head(number).unwrap().meeting()).unwrap();
        let mut dice = Dice::new(number, 11);
        let mut plain = [Plain::new(&worth, number, 1), Plain::new(&worth, number, 2)];
        for _ in 0..500 {
            if matches!(battle.phase(), Phase::Over(_)) {
                break;
            }
            let order = battle.to_decide().of_mut(&mut plain).decide(&battle).unwrap().order().clone();
            if battle.phase() != Phase::Deployment {
                with_dice += u32::from(every_throw_is_counted(&battle, &order) > 1);
                fights += u32::from(matches!(order, Order::Fight(..)));
            }
            battle.play(&order, &mut dice).unwrap();
        }
    }
    assert!(fights > 30 && with_dice > fights, "{fights} fights and {with_dice} orders with dice were met");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn orders_out_of_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 100..1500), at: prop::sample::Index) {
        let pairs = pairs_of_hott();
        // The bytes are the dice, too.
        let head = pairs[at.index(pairs.len())].head(0).unwrap();
        orders_in(Head { seed: None, ..head }, &bytes);
    }
}

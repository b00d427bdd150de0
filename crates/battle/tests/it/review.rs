//! Battles looked at again, against every throw played by hand.

use musterfield_battle::player::{Captain, Plain, Whim, Worth};
use musterfield_battle::record::Recorder;
use musterfield_battle::review::fraction::Fraction;
use musterfield_battle::review::odds::Odds;
use musterfield_battle::review::{Cause, Review, Reviewer, Throw, Unreviewable};
use musterfield_battle::{Battle, Order, Phase, Player};
use musterfield_dice::RolledDice;
use musterfield_rules::Points;

use super::games::pairs;

/// A battle between two players, plain or not, after at most so many orders.
fn recorded(number: usize, is_plain: bool, most: usize) -> Recorder {
    let seed = u64::try_from(number).unwrap();
    let series = &pairs()[number];
    let mut record = Recorder::new(series.head(seed).unwrap()).unwrap();
    let worth = Worth::new(record.battle());
    let mut plain = [Plain::new(&worth, seed, 1), Plain::new(&worth, seed, 2)];
    let mut whims = [Whim::new(seed, 1), Whim::new(seed, 2)];
    while !matches!(record.battle().phase(), Phase::Over(_)) && record.entries().len() < most {
        let player = record.battle().to_decide();
        let (plain, whim): (&mut Plain<'_>, &mut Whim) = (player.of_mut(&mut plain), player.of_mut(&mut whims));
        let captain: &mut dyn Captain = if is_plain { plain } else { whim };
        let order = captain.decide(record.battle()).unwrap().order().clone();
        record.play(&order).unwrap();
    }
    record
}

fn start(record: &Recorder) -> Battle {
    Battle::new(&record.head().meeting()).unwrap()
}

fn reviewed(record: &Recorder) -> Review {
    let mut reviewer = Reviewer::new(start(record));
    for entry in record.entries() {
        reviewer.look(entry).unwrap();
    }
    assert_eq!(reviewer.battle().digest(), record.battle().digest());
    reviewer.finish()
}

/// What each of the 216 throws of three dice costs; dice that are not needed lie unused.
fn by_hand(battle: &Battle, order: &Order, throw: &Throw) {
    let mut sum = [Points::ZERO; 2];
    let mut costing = [0; 2];
    for number in 0..216_u32 {
        let dice = [number / 36 + 1, number / 6 % 6 + 1, number % 6 + 1].map(|die| u8::try_from(die).unwrap());
        let mut after = battle.clone();
        after.play(order, &mut RolledDice::new(&dice)).unwrap();
        for player in Player::ALL {
            let lost = after.lost(player) - battle.lost(player);
            *player.of_mut(&mut sum) += lost;
            *player.of_mut(&mut costing) += u32::from(lost > Points::ZERO);
        }
    }
    assert_eq!(216 % throw.throws, 0, "{order:?}");
    let share = 216 / throw.throws;
    for player in Player::ALL {
        assert_eq!(*player.of(&throw.expected), Fraction::shared(*player.of(&sum), 216), "{order:?}");
        assert_eq!(player.of(&throw.costing) * share, *player.of(&costing), "{order:?}");
    }
    let mut after = battle.clone();
    after.play(order, &mut RolledDice::new(&throw.dice)).unwrap();
    assert_eq!(throw.lost, Player::ALL.map(|player| after.lost(player) - battle.lost(player)));
    assert!((1..=throw.throws).contains(&throw.came));
}

#[test]
fn every_throw_is_weighed_as_all_throws_played_by_hand_are() {
    let (mut fights, mut shots, mut spells, mut pips) = (0, 0, 0, 0);
    for (number, is_plain) in [(0, true), (3, false), (9, true), (12, false), (20, true), (27, false)] {
        let record = recorded(number, is_plain, 260);
        let review = reviewed(&record);
        let mut throws = review.throws.iter().peekable();
        let mut battle = start(&record);
        for (at, entry) in record.entries().iter().enumerate() {
            let order = Order::parse(&battle, &entry.order).unwrap();
            if let Some(throw) = throws.next_if(|throw| throw.step == at + 1) {
                assert_eq!((throw.player, throw.bound), (battle.to_decide(), battle.bound()));
                by_hand(&battle, &order, throw);
                match throw.cause {
                    Cause::Fight => fights += 1,
                    Cause::Shot => shots += 1,
                    Cause::Spell => spells += 1,
                    Cause::Pips => pips += 1,
                }
            } else {
                assert!(!matches!(order, Order::Fight(..) | Order::Bespell { .. }), "{order:?} was passed over");
            }
            battle.play(&order, &mut RolledDice::new(&entry.dice)).unwrap();
        }
        assert_eq!(throws.next(), None);
    }
    assert!(fights > 60 && shots > 10 && spells > 0 && pips > 60, "{fights} {shots} {spells} {pips}");
}

#[test]
fn luck_swings_bounds_and_elements_add_up_to_what_was_lost() {
    let mut with_camp = 0;
    for number in (0..pairs().len()).step_by(5) {
        let record = recorded(number, true, 2_000);
        let (review, battle) = (reviewed(&record), record.battle());
        let swings: Fraction = review.throws.iter().map(Throw::swing).sum();
        assert_eq!(review.luck(Player::A) - review.luck(Player::B), swings);
        let end = review.course.last().unwrap();
        for player in Player::ALL {
            let lost = battle.lost(player);
            assert_eq!(*player.of(&end.lost), lost);
            let expected = *player.of(&end.expected);
            assert_eq!(expected - Fraction::from(lost), review.luck(player), "luck lies in the dice alone");
            assert_eq!(review.bounds.iter().map(|bound| *player.of(&bound.lost)).sum::<Points>(), lost);
            assert_eq!(review.bounds.iter().map(|bound| *player.of(&bound.expected)).sum::<Fraction>(), expected);
            let of_elements: Points =
                review.deeds.iter().filter(|deeds| battle.owner(deeds.id) == player).map(|deeds| deeds.cost).sum();
            assert!(of_elements <= lost);
            // Every throw is one of 36 or of a divisor of 216 here, so shares of the least common number lose nothing.
            let counted = review.throws.iter().filter(|throw| *player.of(&throw.costing) > 0);
            let in_216ths: u32 = counted.clone().map(|throw| *player.of(&throw.costing) * (216 / throw.throws)).sum();
            let cost = counted.clone().filter(|throw| *player.of(&throw.lost) > Points::ZERO).count();
            let dangers = review.dangers(player);
            let number = |count: usize| u32::try_from(count).unwrap();
            assert_eq!((dangers.throws, dangers.cost), (number(counted.count()), number(cost)));
            assert!(dangers.expected.abs_diff((in_216ths + 3) / 6) <= 1, "{dangers:?}, {in_216ths}/216");
            with_camp += usize::from(of_elements < lost);
            let fallen = review.deeds.iter().filter(|deeds| battle.owner(deeds.id) == player && deeds.fell.is_some());
            assert_eq!(fallen.count(), battle.army(player).filter(|id| battle.is_lost(*id)).count());
            // In these battles, nobody comes back who was lost: what one side took is what the other has lost.
            let took: Points =
                review.deeds.iter().filter(|deeds| battle.owner(deeds.id) != player).map(|deeds| deeds.took).sum();
            let came_back = review.course.windows(2).any(|two| player.of(&two[1].lost) < player.of(&two[0].lost));
            assert!(took <= lost || came_back, "{took} of {lost}");
        }
        // Bounds follow each other without a gap, from the first order to the last.
        assert_eq!((review.bounds[0].number, review.bounds[0].first), (0, 1));
        assert_eq!(review.bounds.last().unwrap().last, record.entries().len());
        for two in review.bounds.windows(2) {
            assert_eq!((two[0].last + 1, two[0].number + 1), (two[1].first, two[1].number));
            assert!(two[1].pips.is_some_and(|pips| (1..=6).contains(&pips)));
        }
        let turning = review.turning_points();
        assert!(!turning.is_empty() && turning.len() <= 5);
        let least = turning.iter().map(|throw| throw.swing().size()).min().unwrap();
        let is_turning = |throw: &Throw| turning.iter().any(|point| point.step == throw.step);
        assert!(review.throws.iter().all(|throw| is_turning(throw) || throw.swing().size() <= least));
        let fought: u32 = review.deeds.iter().map(|deeds| deeds.won + deeds.beaten + deeds.drawn).sum();
        assert!(fought > 0 && review.deeds.iter().any(|deeds| deeds.moves > 0 && deeds.distance > 0));
        let won: u32 = review.deeds.iter().map(|deeds| deeds.won).sum();
        let sum = review.pips.iter().map(|count| count.sum).sum::<u32>();
        assert_eq!(sum, review.bounds.iter().filter_map(|bound| bound.pips).map(u32::from).sum::<u32>());
        assert!(won > 0);
    }
    assert!(with_camp > 0, "no camp was lost in any battle");
}

#[test]
fn the_odds_of_one_order_are_told_result_by_result() {
    let record = recorded(0, true, 2_000);
    let mut battle = start(&record);
    let mut told = 0;
    for entry in record.entries() {
        let order = Order::parse(&battle, &entry.order).unwrap();
        let mut after = battle.clone();
        after.play(&order, &mut RolledDice::new(&entry.dice)).unwrap();
        if let Order::Fight(..) = order {
            let odds = Odds::of(&battle, &order, &after).unwrap();
            assert_eq!((odds.throws, odds.results.iter().map(|result| result.weight).sum::<u32>()), (36, 36));
            assert_eq!(odds.results.iter().filter(|result| result.came).count(), 1);
            for result in &odds.results {
                let words = result.in_words(&battle, &order).unwrap();
                assert!(!words.contains(" to ") || words.contains(','), "{words}: no totals are told");
                if result.came {
                    let recorded = entry.result.split_once(", ").map_or("", |(_, rest)| rest);
                    assert_eq!(words, recorded);
                    told += 1;
                }
            }
        }
        battle = after;
    }
    assert!(told > 5, "{told}");
}

#[test]
fn an_entry_of_another_battle_is_refused_and_changes_nothing() {
    let record = recorded(0, true, 60);
    let mut reviewer = Reviewer::new(start(&record));
    let entries = record.entries();
    reviewer.look(&entries[0]).unwrap();
    let before = reviewer.battle().digest();
    let with = |order: &str, dice: &[u8]| {
        let mut entry = entries[1].clone();
        (entry.order, entry.dice) = (order.to_owned(), dice.to_vec());
        entry
    };
    assert!(matches!(reviewer.look(&with("fly", &[])), Err(Unreviewable::Order(_))));
    assert!(matches!(reviewer.look(&with("fight a1 b1", &[1, 2])), Err(Unreviewable::Refused(_))));
    assert_eq!(reviewer.battle().digest(), before);
    for entry in &entries[1..] {
        reviewer.look(entry).unwrap();
    }
    assert_eq!(reviewer.finish(), reviewed(&record));
}

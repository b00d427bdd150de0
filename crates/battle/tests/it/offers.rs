//! Offers and accepted orders agree: every sample order of an offer is accepted, and every order that is accepted
//! belongs to an offer.

use std::collections::BTreeMap;

use musterfield_battle::legal::{Arrival, Offer};
use musterfield_battle::player::{Captain, Plain, Whim};
use musterfield_battle::series::Series;
use musterfield_battle::{Battle, Family, Foe, Members, Order, Phase, Player, Pose};
use musterfield_dice::Dice;
use musterfield_geometry::{Facing, Point};
use musterfield_rules::combat::Held;

use super::games::{pairs, shores};
use super::wild::any_order;

/// The number of times each kind of order was met.
pub(super) type Met = BTreeMap<&'static str, u32>;

fn kind(order: &Order) -> &'static str {
    match order {
        Order::Edge(_) => "edge",
        Order::Camp(..) | Order::CampInStronghold => "camp",
        Order::Place(..) => "place",
        Order::Garrison(..) => "garrison",
        Order::TakeBack(_) => "take back",
        Order::Reserve(_) => "reserve",
        Order::Land(_) => "land",
        Order::Summon(_) => "summon",
        Order::Free(..) => "free",
        Order::Move(_) => "move",
        Order::Dismount(_) => "dismount",
        Order::Pass(_) => "pass",
        Order::Revolt => "revolt",
        Order::Engage(_) => "engage",
        Order::Bespell { .. } => "bespell",
        Order::Shoot { .. } => "shoot",
        Order::Fight(..) => "fight",
        Order::Recoil(..) => "recoil",
        Order::Return(_) => "return",
        Order::Allot(_) => "allot",
        Order::Hold(..) => "hold",
        Order::Add => "add",
        Order::Conform => "conform",
        Order::End => "end",
    }
}

/// Checks that every sample order is accepted, and that every offer has at least one.
pub(super) fn what_is_offered_is_accepted(battle: &Battle, met: &mut Met) {
    let orders = battle.legal_orders();
    assert!(!orders.is_empty(), "nothing can be done in {:?}", battle.phase());
    // The set-up has hundreds of places, so a part of them is enough.
    let step = orders.len() / 100 + 1;
    for order in orders.iter().step_by(step) {
        let mut next = battle.clone();
        let answer = next.play(order, &mut Dice::new(1, 1));
        assert!(answer.is_ok(), "{order:?} is offered in {:?}: {:?}", battle.phase(), answer.unwrap_err());
        assert!(battle.offers_order(order), "{order:?} stands for no offer in {:?}", battle.phase());
        *met.entry(kind(order)).or_default() += 1;
    }
    if battle.phase() != Phase::Deployment {
        for offer in battle.offers() {
            assert!(battle.legal(&offer).next().is_some(), "{offer:?}");
        }
    }
}

/// Checks that an accepted order belongs to an offer.
fn what_is_accepted_is_offered(battle: &Battle, dice: &mut Dice, met: &mut Met) {
    for _ in 0..20 {
        let order = any_order(battle, &mut |end| dice.below(end));
        let accepted = battle.clone().play(&order, &mut Dice::new(2, 2)).is_ok();
        assert_eq!(accepted, battle.allows(&order), "{order:?} in {:?}", battle.phase());
        if accepted {
            assert!(battle.offers_order(&order), "{order:?} is accepted in {:?} and not offered", battle.phase());
            *met.entry(kind(&order)).or_default() += 1;
        }
    }
}

/// Checks all possible shots, fights and garrisons, which are few enough to try.
fn the_few_are_all_offered(battle: &Battle) {
    let offers = battle.offers();
    let accepted = |order: &Order| battle.clone().play(order, &mut Dice::new(3, 3)).is_ok();
    for id in battle.everybody() {
        for other in battle.everybody() {
            let fight = Order::Fight(id, Foe::Element(other));
            assert_eq!(accepted(&fight), offers.contains(&Offer::Only(fight.clone())), "{fight:?}");
            let shot = Order::Shoot { shooter: id, aids: Members::NONE, target: other };
            let offered = offers.iter().any(
                |offer| matches!(offer, Offer::Shoot { shooter, target, .. } if *shooter == id && *target == other),
            );
            assert_eq!(accepted(&shot), offered, "{shot:?}");
        }
        for held in [Held::Camp, battle.walled().unwrap_or(Held::Stronghold)] {
            for order in [Order::Fight(id, Foe::Feature(held)), Order::Garrison(id, held)] {
                assert_eq!(accepted(&order), offers.contains(&Offer::Only(order.clone())), "{order:?}");
            }
        }
    }
}

/// Checks that the moves of a family are accepted inside its ranges and refused outside.
fn stretches_are_what_is_accepted(battle: &Battle, dice: &mut Dice, seen: &mut [u32; 2]) {
    let families: Vec<Family> = battle
        .offers()
        .into_iter()
        .filter_map(|offer| match offer {
            Offer::Move(family) if family.is_continuous() => Some(family),
            _ => None,
        })
        .collect();
    let Some(family) = dice.pick(&families) else { return };
    let stretches = battle.stretches(family);
    assert!(stretches.windows(2).all(|pair| pair[0].1 < pair[1].0), "{stretches:?}");
    for (first, last) in &stretches {
        for by in [*first, *last] {
            assert!(battle.plan(&family.order(by)).is_ok(), "{by} of {stretches:?}: {family:?}");
        }
        for by in [first - 1, last + 1] {
            let is_out = !(1..=family.most).contains(&by);
            assert!(is_out || battle.plan(&family.order(by)).is_err(), "{by} beside {stretches:?}: {family:?}");
        }
    }
    for _ in 0..10 {
        let by = dice.between(1, family.most);
        let told = stretches.iter().any(|(first, last)| (*first..=*last).contains(&by));
        let is_so = battle.plan(&family.order(by)).is_ok();
        seen[0] += 1;
        seen[1] += u32::from(told != is_so);
    }
}

#[test]
fn offers_and_checks_agree_at_every_step_of_random_battles() {
    let mut met = Met::new();
    let mut stretches = [0, 0];
    let by_the_sea = (0..4).map(|seed| (100 + seed, shores()));
    let series = pairs().into_iter().enumerate().step_by(3).chain(by_the_sea);
    agree_along(series, &mut met, &mut stretches);
    let kinds = ["edge", "camp", "place", "garrison", "take back", "reserve", "land", "summon", "move", "dismount"];
    let missing: Vec<_> =
        kinds.into_iter().chain(["shoot", "fight", "end"]).filter(|kind| !met.contains_key(kind)).collect();
    assert!(missing.is_empty(), "{missing:?} were never met: {met:?}");
    // A range shorter than the grid used to search for ranges may be missed.
    assert!(stretches[0] > 500 && stretches[1] * 200 < stretches[0], "{stretches:?}");
}

/// Compares offers and checks along battles of players who do anything.
pub(super) fn agree_along(series: impl Iterator<Item = (usize, Series)>, met: &mut Met, stretches: &mut [u32; 2]) {
    for (number, series) in series {
        let seed = u64::try_from(number).unwrap();
        let mut battle = Battle::new(&series.head(seed).unwrap().meeting()).unwrap();
        let mut dice = Dice::new(seed, 9);
        let mut captains = [Whim::new(seed, 1), Whim::new(seed, 2)];
        for step in 0..400 {
            if matches!(battle.phase(), Phase::Over(_)) {
                break;
            }
            agree_at(&battle, step, &mut dice, met, stretches);
            let order = battle.to_decide().of_mut(&mut captains).decide(&battle).unwrap().order().clone();
            let answer = battle.play(&order, &mut dice);
            assert!(answer.is_ok(), "{order:?} in {:?}: {:?}", battle.phase(), answer.unwrap_err());
        }
    }
}

/// Compares offers and checks at a step of a battle, most of them at every eighth and at choices that come up seldom.
pub(super) fn agree_at(battle: &Battle, step: u32, dice: &mut Dice, met: &mut Met, stretches: &mut [u32; 2]) {
    if step.is_multiple_of(8) || battle.phase() != Phase::Deployment {
        what_is_accepted_is_offered(battle, dice, met);
    }
    if matches!(battle.phase(), Phase::Camp | Phase::Conforming(_) | Phase::Recoiling(_)) {
        what_is_offered_is_accepted(battle, met);
    }
    if step.is_multiple_of(8) {
        what_is_offered_is_accepted(battle, met);
        stretches_are_what_is_accepted(battle, dice, stretches);
        the_few_are_all_offered(battle);
    }
}

#[test]
fn whims_differ_by_their_seed_and_by_nothing_else() {
    let series = &pairs()[5];
    let fight = |seed: u64| {
        let mut battle = Battle::new(&series.head(0).unwrap().meeting()).unwrap();
        let mut captains = [Whim::new(seed, 1), Whim::new(seed, 2)];
        let mut dice = Dice::new(7, 7);
        let mut orders = Vec::new();
        for _ in 0..60 {
            let order = battle.to_decide().of_mut(&mut captains).decide(&battle).unwrap().order().clone();
            battle.play(&order, &mut dice).unwrap();
            orders.push(order);
        }
        orders
    };
    assert_eq!(fight(1), fight(1));
    assert_ne!(fight(1), fight(2));
}

#[test]
fn nobody_is_set_up_by_the_wrong_side() {
    let series = &pairs()[0];
    let mut battle = Battle::new(&series.head(0).unwrap().meeting()).unwrap();
    let mut dice = Dice::new(1, 1);
    let mut whim = Whim::new(1, 1);
    while battle.phase() != Phase::Deployment {
        let order = whim.decide(&battle).unwrap().order().clone();
        battle.play(&order, &mut dice).unwrap();
    }
    let own = battle.player();
    for offer in battle.offers() {
        if let Offer::Stand(id, arrival) = offer {
            assert_eq!((battle.owner(id), arrival), (own, Arrival::SetUp));
        }
    }
    let foreign = battle.army(own.other()).next().unwrap();
    let pose = Pose { at: Point::new(9000, 3000), facing: Facing::NORTH };
    assert!(!battle.offers_order(&Order::Place(foreign, pose)) && !battle.allows(&Order::Place(foreign, pose)));
}

/// Any order about commands, sensible or not.
fn any_order_of_commands(battle: &Battle, dice: &mut Dice) -> Order {
    let unsteady: Vec<_> = battle.unsteady(battle.player()).into_iter().chain(battle.army(battle.player())).collect();
    match dice.below(4) {
        0 => Order::Add,
        1 => Order::Allot((0..dice.below(4)).map(|_| u8::try_from(dice.between(0, 4)).unwrap()).collect()),
        of => {
            let who = (0..dice.below(3) + 1).filter_map(|_| dice.pick(&unsteady).copied()).collect();
            Order::Hold(who, (of == 2).then(|| *dice.pick(&[Facing::NORTH, Facing::EAST, Facing::SOUTH]).unwrap()))
        }
    }
}

#[test]
fn offers_and_checks_agree_in_big_battles() {
    let mut met = Met::new();
    for (number, series) in super::big::pairs().into_iter().enumerate().step_by(6) {
        let seed = u64::try_from(number).unwrap();
        let mut battle = Battle::new(&series.head(seed).unwrap().meeting()).unwrap();
        let worth = series.worth().unwrap();
        let mut dice = Dice::new(seed, 9);
        let mut plain = Plain::new(&worth, seed, 1);
        let mut whim = Whim::new(seed, 2);
        let mut step = 0;
        while !matches!(battle.phase(), Phase::Over(_)) && step < 1500 {
            let is_of_commands = matches!(battle.phase(), Phase::Allotting | Phase::Holding | Phase::Adding(_));
            if is_of_commands || step % 60 == 0 {
                what_is_offered_is_accepted(&battle, &mut met);
                what_is_accepted_is_offered(&battle, &mut dice, &mut met);
                for _ in 0..20 {
                    let order = any_order_of_commands(&battle, &mut dice);
                    let accepted = battle.clone().play(&order, &mut Dice::new(2, 2)).is_ok();
                    assert_eq!(accepted, battle.allows(&order), "{order:?} in {:?}", battle.phase());
                    assert!(!accepted || battle.offers_order(&order), "{order:?} in {:?}", battle.phase());
                }
            }
            let captain: &mut dyn Captain = if battle.to_decide() == Player::A { &mut plain } else { &mut whim };
            let order = captain.decide(&battle).unwrap().order().clone();
            battle.play(&order, &mut dice).unwrap();
            step += 1;
        }
    }
    for kind in ["allot", "hold", "add"] {
        assert!(met.contains_key(kind), "{kind} was never met: {met:?}");
    }
}

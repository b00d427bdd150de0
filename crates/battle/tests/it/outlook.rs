//! What an order leads to, as it is told before it is given, is what comes of it.

use musterfield_battle::legal::Course;
use musterfield_battle::player::{Captain, Plain, Worth};
use musterfield_battle::refusal::ZoneOf;
use musterfield_battle::{Battle, Order, Phase, Player};
use musterfield_combat::Odds;
use musterfield_dice::Dice;
use musterfield_geometry::Polygon;
use musterfield_rules::combat::Outcome;

use super::games::pairs;

/// The numbers of what was met.
#[derive(Debug, Default)]
struct Met {
    zones: u32,
    crossed: u32,
    wheels: u32,
    fights: u32,
    sights: [u32; 2],
}

/// An element whose middle ends in the threat zone of an enemy is told so.
fn zones(battle: &Battle, met: &mut Met) {
    let enemy = battle.player().other();
    let areas = battle.threat_areas();
    for order in battle.legal_orders() {
        let Order::Move(of) = &order else { continue };
        let ends = battle.plan(of).unwrap().ends;
        let told = battle.zones_met(of);
        for area in areas.iter().filter(|area| area.owner == enemy && area.around == 0) {
            let zone = ZoneOf::Element(battle.profile(area.of.unwrap()).name);
            let ground = Polygon::new(area.corners.clone());
            if ends.iter().any(|(_, base)| ground.contains(base.middle())) {
                assert!(told.at_end.contains(&zone), "{order:?} ends before {zone:?}: {told:?}");
                met.zones += 1;
            }
        }
        assert!(told.crossed.iter().all(|zone| !told.at_end.contains(zone)), "{told:?}");
        met.crossed += u32::from(!told.crossed.is_empty());
    }
}

/// The corner about which a group wheels stays where it is.
fn wheels(battle: &Battle, met: &mut Met) {
    for order in battle.legal_orders() {
        let Order::Move(of) = &order else { continue };
        let so_far = musterfield_battle::Move { who: of.who, legs: Vec::new() };
        for family in battle.families(&so_far) {
            let Course::Wheel { left } = family.course else { continue };
            let Some(corner) = battle.wheel_corner(&so_far, left) else { continue };
            let before = battle.bases_after(&so_far).unwrap();
            let wheel = family.order(family.most);
            let after = battle.bases_after(&wheel).unwrap();
            for bases in [before, after] {
                let at_corner = |base: &musterfield_geometry::Base| {
                    (if left { base.front_left() } else { base.front_right() }) == corner
                };
                assert!(bases.iter().any(|(_, base)| at_corner(base)), "{wheel:?}: {corner:?}");
            }
            met.wheels += 1;
        }
    }
}

/// The odds of a fight add up to all throws, and have a share of every outcome that it can bring.
fn fights(battle: &Battle, met: &mut Met) {
    for (id, foe) in battle.fights() {
        let odds = battle.odds(id, foe).unwrap();
        let all = Outcome::ALL.iter().fold([0, 0], |[a, b], outcome| {
            let [x, y] = odds.ways(*outcome);
            [a + x, b + y]
        });
        assert_eq!(all, [Odds::THROWS; 2]);
        met.fights += 1;
    }
}

/// A line of sight that is clear is that of a target in its phase.
fn sights(battle: &Battle, met: &mut Met) {
    for id in battle.everybody().filter(|id| battle.is_on_table(*id)) {
        let own = battle.owner(id);
        for sight in battle.sights(id).into_iter().filter(|sight| battle.owner(sight.target) != own) {
            met.sights[usize::from(sight.is_clear)] += 1;
        }
        for target in battle.targets(id) {
            // The holder of a feature is shot at on its walls.
            let sight = battle.sights(id).into_iter().find(|sight| sight.target == target);
            assert!(sight.is_none_or(|sight| sight.is_clear) || !battle.is_on_table(id), "{id:?} at {target:?}");
        }
    }
}

#[test]
fn what_is_told_before_an_order_is_so_after_it() {
    let mut met = Met::default();
    for (at, series) in pairs().iter().enumerate().filter(|(at, _)| at % 5 == 0) {
        let mut battle = Battle::new(&series.head(0).unwrap().meeting()).unwrap();
        let worth = Worth::new(&battle);
        let mut captains = [Plain::new(&worth, 3, 1), Plain::new(&worth, 3, 2)];
        let mut dice = Dice::new(3, u64::try_from(at).unwrap());
        for step in 0..120 {
            if matches!(battle.phase(), Phase::Over(_)) {
                break;
            }
            if step % 6 == 0 {
                zones(&battle, &mut met);
                wheels(&battle, &mut met);
            }
            fights(&battle, &mut met);
            sights(&battle, &mut met);
            let captain: &mut Plain<'_> = battle.to_decide().of_mut(&mut captains);
            let order = captain.decide(&battle).unwrap().order().clone();
            battle.play(&order, &mut dice).unwrap();
        }
        for player in Player::ALL {
            let general = battle.general(player).filter(|id| battle.is_on_table(*id));
            assert_eq!(
                battle.command_areas().iter().filter(|area| area.owner == player).count(),
                if general.is_some() { 2 } else { 0 }
            );
        }
    }
    assert!(met.zones > 100 && met.crossed > 10 && met.wheels > 100 && met.fights > 20, "{met:?}");
    assert!(met.sights.iter().all(|count| *count > 10), "{met:?}");
}

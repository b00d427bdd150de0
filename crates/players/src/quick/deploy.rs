//! The quick player's set-up: the plain player's line, but where the ground suits it best, with the places shared out so that
//! elements stand opposite those they beat and where they can move, and with second ranks where they help.

mod ranks;

use musterfield_battle::order::Pose;
use musterfield_battle::player::line_about;
use musterfield_battle::{Battle, Id, Order};
use musterfield_dice::RolledDice;
use musterfield_geometry::{BW, Base, Point};

use super::view::along;
use crate::lore::Lore;
use ranks::{Stand, ranked};

/// Enemies this far to either side, in thousandths of a BW, are opposite an element.
const OPPOSITE: i64 = 3 * BW;
/// The number of rounds in which places are exchanged: more than it takes until nothing is gained any more.
const ROUNDS: usize = 6;
/// The line may stand this many BW to either side of the middle.
const MOST_ASIDE: i64 = 5;
/// The distances ahead of a place, in thousandths of a BW, at which the ground is looked at.
const WAY: [i64; 3] = [0, 3 * BW / 2, 3 * BW];
/// The loss for ground on that way that slows the element, in thousandths of what a side may lose.
const SLOW: i32 = 20;

/// Orders that set up every element that is not held off the table; of a divided army, those of the next command.
pub(super) fn line(battle: &Battle, lore: &Lore) -> Vec<Order> {
    let plain = line_about(battle, 0);
    if battle.division(battle.player()).is_some() {
        return plain;
    }
    // Among equals, the first is the nearest to the middle.
    let asides = (1..=MOST_ASIDE).flat_map(|by| [by, -by]).map(|by| by * BW);
    let lines = asides.map(|aside| line_about(battle, aside)).map(|line| (worth_of_line(battle, &stands(&line)), line));
    let first = (worth_of_line(battle, &stands(&plain)), plain);
    let (_, orders) = lines.fold(first, |best, next| if next.0 > best.0 { next } else { best });
    let shared = shared_out(battle, lore, &stands(&orders));
    let two_deep = ranked(battle, lore, &shared);
    let others = || orders.iter().filter(|order| !matches!(order, Order::Place(..))).cloned();
    let placed = |stands: Vec<Stand>| -> Vec<Order> {
        others().chain(stands.into_iter().map(|(id, pose)| Order::Place(id, pose))).collect()
    };
    let possible = [placed(two_deep), placed(shared)].into_iter().find(|orders| is_whole(battle, orders));
    possible.unwrap_or(orders)
}

/// The places that orders give to elements.
fn stands(orders: &[Order]) -> Vec<Stand> {
    let place = |order: &Order| match order {
        Order::Place(id, pose) => Some((*id, *pose)),
        _ => None,
    };
    orders.iter().filter_map(place).collect()
}

/// The worth of a line: elements have neighbours, stand in its first row, and no ground before them slows them.
fn worth_of_line(battle: &Battle, stands: &[Stand]) -> i64 {
    let ahead = |pose: &Pose| along(pose.facing, pose.at);
    let first = stands.iter().map(|(_, pose)| ahead(pose)).max().unwrap_or(0);
    let worth = |(id, pose): &Stand| {
        let is_beside = |(_, other): &&Stand| {
            let step = other.at - pose.at;
            along(pose.facing, step) == 0 && along(pose.facing.right(), step).abs() == BW
        };
        let neighbours = i64::try_from(stands.iter().filter(is_beside).count()).unwrap_or(0);
        neighbours - 2 * ((first - ahead(pose)) / BW) - 2 * i64::from(slowed(battle, *id, *pose))
    };
    stands.iter().map(worth).sum()
}

/// The number of places on the way ahead of an element that slow it.
fn slowed(battle: &Battle, id: Id, pose: Pose) -> i32 {
    if !battle.profile(id).is_ground() {
        return 0;
    }
    let base = Base::new(pose.at, pose.facing, BW, battle.profile(id).depth);
    WAY.into_iter().map(|way| i32::from(battle.is_slow_for(id, &base.ahead(way)))).sum()
}

/// The same places, with elements exchanged as long as both together stand better.
fn shared_out(battle: &Battle, lore: &Lore, stands: &[Stand]) -> Vec<Stand> {
    let enemies: Vec<Id> = battle.on_table(battle.player().other()).collect();
    // For each element, its worth at each place, if it may stand there at all.
    let worth = |id: Id, pose: Pose| {
        let base = Base::new(pose.at, pose.facing, BW, battle.profile(id).depth);
        let may_stand = battle.check_deployment(id, &base).is_ok();
        may_stand.then(|| opposite(battle, lore, &enemies, id, pose) - SLOW * slowed(battle, id, pose))
    };
    let worths: Vec<Vec<Option<i32>>> =
        stands.iter().map(|(id, _)| stands.iter().map(|(_, pose)| worth(*id, *pose)).collect()).collect();
    let worth = |element: usize, place: usize| worths.get(element)?.get(place).copied().flatten();
    // The element at each place.
    let mut at: Vec<usize> = (0..stands.len()).collect();
    for _ in 0..ROUNDS {
        let mut is_better = false;
        for one in 0..at.len() {
            for other in one + 1..at.len() {
                let (Some(a), Some(b)) = (at.get(one).copied(), at.get(other).copied()) else { continue };
                let (Some(a_there), Some(b_there)) = (worth(a, other), worth(b, one)) else { continue };
                if a_there + b_there > worth(a, one).unwrap_or(0) + worth(b, other).unwrap_or(0) {
                    at.swap(one, other);
                    is_better = true;
                }
            }
        }
        if !is_better {
            break;
        }
    }
    let stand = |(element, (_, pose)): (usize, &Stand)| stands.get(element).map(|(id, _)| (*id, *pose));
    at.into_iter().zip(stands).filter_map(stand).collect()
}

/// Whether all of these orders may be given one after the other.
fn is_whole(battle: &Battle, orders: &[Order]) -> bool {
    let mut next = battle.clone();
    orders.iter().all(|order| next.play(order, &mut RolledDice::default()).is_ok())
}

/// The average gain of an element from the enemies opposite its place.
fn opposite(battle: &Battle, lore: &Lore, enemies: &[Id], id: Id, pose: Pose) -> i32 {
    let middle = |at: Point| along(pose.facing.right(), at);
    let own = middle(pose.at) + BW / 2;
    let (mut sum, mut weight) = (0, 0);
    for enemy in enemies {
        let aside = (middle(battle.base(*enemy).middle()) - own).abs();
        if aside < OPPOSITE {
            let near = i32::try_from(OPPOSITE - aside).unwrap_or(0) / 100;
            sum += near * lore.close(battle, id, *enemy);
            weight += near;
        }
    }
    if weight == 0 { 0 } else { sum / weight }
}

//! The quick player's set-up: the plain player's places, but shared out so that elements stand opposite those they beat.

use musterfield_battle::order::Pose;
use musterfield_battle::player::line as plain_line;
use musterfield_battle::{Battle, Id, Order};
use musterfield_dice::RolledDice;
use musterfield_geometry::{BW, Base, Point};

use crate::lore::Lore;

/// Enemies this far to either side, in thousandths of a BW, are opposite an element.
const OPPOSITE: i64 = 2 * BW;
/// The number of rounds in which places are exchanged: more than it takes until nothing is gained any more.
const ROUNDS: usize = 6;

/// Orders that set up every element that is not held off the table; of a divided army, those of the next command.
pub(super) fn line(battle: &Battle, lore: &Lore) -> Vec<Order> {
    let orders = plain_line(battle);
    let player = battle.player();
    let enemies: Vec<Id> = battle.on_table(player.other()).collect();
    if enemies.is_empty() || battle.division(player).is_some() {
        return orders;
    }
    let mut places: Vec<(Id, Pose)> = orders
        .iter()
        .filter_map(|order| match order {
            Order::Place(id, pose) => Some((*id, *pose)),
            _ => None,
        })
        .collect();
    let others: Vec<Order> = orders.iter().filter(|order| !matches!(order, Order::Place(..))).cloned().collect();
    let worth = |id: Id, pose: Pose| opposite(battle, lore, &enemies, id, pose);
    for _ in 0..ROUNDS {
        let mut is_better = false;
        for one in 0..places.len() {
            for other in one + 1..places.len() {
                let (Some((a, at)), Some((b, there))) = (places.get(one).copied(), places.get(other).copied()) else {
                    continue;
                };
                if worth(a, there) + worth(b, at) <= worth(a, at) + worth(b, there) {
                    continue;
                }
                let (one, other) = (one.min(other), one.max(other));
                let mut changed = places.clone();
                for (place, id) in [(one, b), (other, a)] {
                    if let Some(slot) = changed.get_mut(place) {
                        slot.0 = id;
                    }
                }
                if may_stand(battle, &changed, one) && may_stand(battle, &changed, other) {
                    places = changed;
                    is_better = true;
                }
            }
        }
        if !is_better {
            break;
        }
    }
    let shared: Vec<Order> =
        others.iter().cloned().chain(places.into_iter().map(|(id, pose)| Order::Place(id, pose))).collect();
    if is_whole(battle, &shared) { shared } else { orders }
}

/// Whether all of these orders may be given one after the other.
fn is_whole(battle: &Battle, orders: &[Order]) -> bool {
    let mut next = battle.clone();
    orders.iter().all(|order| next.play(order, &mut RolledDice::default()).is_ok())
}

/// Whether the element at a place may be set up there, as far as that does not depend on the others.
fn may_stand(battle: &Battle, places: &[(Id, Pose)], at: usize) -> bool {
    places.get(at).is_some_and(|(id, pose)| {
        let base = Base::new(pose.at, pose.facing, BW, battle.profile(*id).depth);
        battle.check_deployment(*id, &base).is_ok()
    })
}

/// The average gain of an element from the enemies opposite its place.
fn opposite(battle: &Battle, lore: &Lore, enemies: &[Id], id: Id, pose: Pose) -> i32 {
    let right = pose.facing.right();
    let middle = |at: Point| right.along(at) / musterfield_geometry::facing::UNIT;
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

//! Dismounting: an element goes on on foot where that promises more against the enemies near it.

use musterfield_geometry::BW;

use super::worth::Worth;
use crate::element::Id;
use crate::order::Order;
use crate::state::Battle;

/// An enemy this near, in thousandths of a BW, will be fought in one of the next bounds.
const NEAR: i64 = 4 * BW;
/// The least expected gain of a fight by being on foot, in hundredths of an AP, for which an element gives up its horses.
const LEAST: i32 = 30;

/// The order of the element that gains most by dismounting now, if there is one.
#[must_use]
pub fn promising(battle: &Battle, worth: &Worth) -> Option<Order> {
    let player = battle.player();
    let rides = |id: &Id| battle.profile(*id).on_foot.is_some() && battle.element(*id).moves == 0;
    let gain = |id: Id| {
        let near = battle.on_table(player.other()).filter(|enemy| battle.base(id).within(battle.base(*enemy), NEAR));
        let gains: Vec<i32> =
            near.map(|enemy| worth.on_foot(battle, id, enemy) - worth.close(battle, id, enemy)).collect();
        let count = i32::try_from(gains.len()).unwrap_or(i32::MAX);
        (count > 0).then(|| gains.iter().sum::<i32>() / count)
    };
    let riders = battle.on_table(player).filter(rides).filter_map(|id| Some((gain(id)?, id)));
    let mut riders: Vec<(i32, Id)> = riders.filter(|(gain, _)| *gain >= LEAST).collect();
    // Of equals the first.
    riders.sort_by_key(|(gain, id)| (std::cmp::Reverse(*gain), *id));
    riders.into_iter().map(|(_, id)| Order::Dismount(id)).find(|order| battle.allows(order))
}

//! The elements that computer players move together.

use musterfield_geometry::BW;
use musterfield_rules::battle::List;

use crate::element::{Id, Members, Player};
use crate::state::Battle;

/// The elements that can move, in the groups in which they stand.
#[must_use]
pub fn groups(battle: &Battle, player: Player) -> Vec<Members> {
    let may = |id: &Id| {
        let stand = battle.element(*id);
        stand.moves == 0 && battle.before(*id).is_none() && stand.arrived != battle.bound()
    };
    grouped(battle, battle.on_table(player).filter(may).collect())
}

/// Elements in the groups in which they stand; slow ones on their own.
fn grouped(battle: &Battle, of: Members) -> Vec<Members> {
    let (slow, quick): (Vec<Id>, Vec<Id>) = of.into_iter().partition(|id| battle.is(*id, List::Slow));
    let groups = battle.joined(quick.into_iter().collect());
    groups.into_iter().chain(slow.into_iter().map(Members::one)).collect()
}

/// A group or, if rough going lies before some of it, its parts: the elements with clear ground before them as one
/// group, and each of the others alone.
#[must_use]
pub fn parts(battle: &Battle, group: Members) -> Vec<Members> {
    let Some(reach) = reach(battle, group) else { return group.into_iter().map(Members::one).collect() };
    let is_clear = |id: &Id| {
        let base = battle.base(*id);
        !battle.profile(*id).is_ground() || battle.is_good_on_way(base, base.facing().step(reach))
    };
    let clear: Members = group.into_iter().filter(is_clear).collect();
    if clear == group {
        return vec![group];
    }
    let hindered = group.into_iter().filter(|id| !clear.has(*id)).map(Members::one);
    grouped(battle, clear).into_iter().chain(hindered).collect()
}

/// The distance a group can go over the ground where it stands, in thousandths of a BW; `None` if it can hardly move.
#[must_use]
pub fn reach(battle: &Battle, group: Members) -> Option<i64> {
    battle.reach(group, false).filter(|reach| *reach >= BW / 2)
}

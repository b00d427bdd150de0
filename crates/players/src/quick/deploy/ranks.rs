//! Second ranks at the set-up.

use musterfield_battle::order::Pose;
use musterfield_battle::{Battle, Id};
use musterfield_geometry::{BW, Base};

use super::super::view::along;
use crate::lore::Lore;

/// An element and its place.
pub(super) type Stand = (Id, Pose);

/// The least gain from a second rank, on average over all enemies, for which it is set up, in thousandths of what a side may
/// lose. A shorter line can be overlapped more easily.
const LEAST_HELP: i32 = 35;

/// The places with second ranks: elements stand behind others whom they help enough against the average enemy, and the
/// others close up towards the middle.
pub(super) fn ranked(battle: &Battle, lore: &Lore, places: &[Stand]) -> Vec<Stand> {
    let enemies: Vec<Id> = battle.army(battle.player().other()).collect();
    let count = i32::try_from(enemies.len()).unwrap_or(1).max(1);
    let help = |front: Id, behind: Id| {
        let helps = |enemy: &Id| lore.supported(battle, front, behind, *enemy) - lore.close(battle, front, *enemy);
        enemies.iter().map(helps).sum::<i32>() / count
    };
    let mut pairs: Vec<(Id, Id)> = Vec::new();
    let is_taken = |pairs: &[(Id, Id)], id: Id| pairs.iter().any(|(front, behind)| *front == id || *behind == id);
    // The last places are those farthest from the middle.
    for (front, _) in places {
        if is_taken(&pairs, *front) {
            continue;
        }
        let serves = |behind: &Id| {
            behind != front
                && !is_taken(&pairs, *behind)
                && battle.may_support(*behind, *front)
                && !battle.profile(*behind).general
                && help(*front, *behind) > LEAST_HELP
        };
        if let Some(behind) = places.iter().rev().map(|(id, _)| *id).find(serves) {
            pairs.push((*front, behind));
        }
    }
    let mut ranked: Vec<Stand> =
        places.iter().filter(|(id, _)| !pairs.iter().any(|(_, behind)| behind == id)).copied().collect();
    let left = |behind: Id| places.iter().find(|(id, _)| *id == behind).map(|(_, pose)| *pose);
    for pose in pairs.iter().filter_map(|(_, behind)| left(*behind)) {
        close_up(battle, &mut ranked, pose);
    }
    for (front, behind) in pairs {
        let Some((_, pose)) = ranked.iter().find(|(id, _)| *id == front) else { continue };
        let base = Base::new(pose.at, pose.facing, BW, battle.profile(front).depth);
        let place = Base::new(base.rear_left(), base.facing(), BW, battle.profile(behind).depth);
        ranked.push((behind, Pose::of(&place)));
    }
    ranked
}

/// Lets those who stand in a line beyond a place that has become free close up towards the middle.
fn close_up(battle: &Battle, places: &mut [Stand], mut free: Pose) {
    let aside = |pose: &Pose| along(pose.facing.right(), pose.at);
    let ahead = |pose: &Pose| along(pose.facing, pose.at);
    let count = i64::try_from(places.len()).unwrap_or(1).max(1);
    let middle = places.iter().map(|(_, pose)| aside(pose)).sum::<i64>() / count;
    let way = if aside(&free) < middle { -1 } else { 1 };
    loop {
        let beyond = |pose: &Pose| (aside(pose) - aside(&free)) * way;
        let fits = |(id, pose): &Stand| {
            let base = Base::new(free.at, free.facing, BW, battle.profile(*id).depth);
            ahead(pose) == ahead(&free) && beyond(pose) > 0 && battle.check_deployment(*id, &base).is_ok()
        };
        let all = places.iter().enumerate().filter(|(_, place)| fits(place));
        let Some(next) = all.min_by_key(|(_, (_, pose))| beyond(pose)).map(|(at, _)| at) else { return };
        let Some((_, pose)) = places.get_mut(next) else { return };
        std::mem::swap(pose, &mut free);
    }
}

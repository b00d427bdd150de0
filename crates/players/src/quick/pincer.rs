//! Pincers: two elements that meet one enemy. An element that is beaten in front while an enemy touches its flank cannot
//! recoil and is destroyed, so a pincer may be worth much more than each of its contacts alone.

use musterfield_battle::{Battle, Id, Legal, Move, Order};

/// The number of pincers that are tried for one decision.
const MOST: usize = 12;

/// A contact that may be half of a pincer.
#[derive(Clone, Debug)]
pub(super) struct Jaw {
    pub(super) of: Move,
    pub(super) enemy: Id,
    /// Whether it meets the enemy's front; otherwise it is at a flank, at the rear, or overlaps.
    pub(super) is_front: bool,
    /// A first guess at its gain.
    pub(super) guess: i32,
    /// The cost of leaving the group.
    pub(super) leaves: i32,
}

/// The most promising pairs of contacts with the same enemy: first that with its front, which is allowed as the battle
/// stands, and its legal order.
pub(super) fn pincers(battle: &Battle, jaws: Vec<Jaw>) -> Vec<(Legal, [Jaw; 2])> {
    let (fronts, others): (Vec<Jaw>, Vec<Jaw>) = jaws.into_iter().partition(|jaw| jaw.is_front);
    let allowed = |front: &Jaw| battle.validate(&Order::Move(front.of.clone())).ok();
    let fronts: Vec<(Legal, &Jaw)> = fronts.iter().filter_map(|front| Some((allowed(front)?, front))).collect();
    let mut pairs: Vec<(&Legal, [&Jaw; 2])> = Vec::new();
    for (legal, front) in &fronts {
        let closes =
            |other: &&Jaw| other.enemy == front.enemy && !other.of.who.into_iter().any(|id| front.of.who.has(id));
        pairs.extend(others.iter().filter(closes).map(|other| (legal, [*front, other])));
    }
    // The sort is stable, so that of equals the first is tried.
    pairs.sort_by_key(|(_, [front, other])| std::cmp::Reverse(front.guess + other.guess));
    pairs.into_iter().take(MOST).map(|(legal, jaws)| (legal.clone(), jaws.map(Jaw::clone))).collect()
}

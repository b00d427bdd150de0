//! Pairs of contacts that are worth more together than one by one. An element that is beaten in front while an enemy touches
//! its flank cannot recoil and is destroyed; of two enemies side by side, one that is met alone is helped by the other.

use musterfield_battle::{Battle, Id, Legal, Move, Order};
use musterfield_geometry::BW;

/// The number of pairs with one enemy that are tried for one decision.
const MOST_PINCERS: usize = 12;
/// The number of pairs with two enemies that are tried for one decision.
const MOST_OTHERS: usize = 30;
/// Enemies whose middles are less than this far apart, in thousandths of a BW, can help each other.
const BESIDE: i64 = 3 * BW / 2;

/// A contact that may be half of a pair.
#[derive(Clone, Debug)]
pub(super) struct Half {
    pub(super) of: Move,
    pub(super) enemy: Id,
    /// Whether it meets the enemy's front; otherwise it is at a flank, at the rear, or overlaps.
    pub(super) is_front: bool,
    /// A first guess at its gain.
    pub(super) guess: i32,
    /// The cost of leaving the group.
    pub(super) leaves: i32,
}

impl Half {
    /// Whether another contact can be made besides this one.
    fn leaves_free(&self, other: &Self) -> bool {
        !other.of.who.into_iter().any(|id| self.of.who.has(id))
    }
}

/// The most promising pairs of contacts with the same enemy, then those with enemies beside each other: first one with a
/// front, which is allowed as the battle stands, and its legal order.
pub(super) fn pairs<'h>(battle: &Battle, halves: &'h [Half]) -> Vec<(Legal, [&'h Half; 2])> {
    let allowed = |front: &'h Half| Some((battle.validate(&Order::Move(front.of.clone())).ok()?, front));
    let fronts: Vec<(Legal, &Half)> = halves.iter().filter(|half| half.is_front).filter_map(allowed).collect();
    let are_beside = |one: Id, other: Id| {
        let [one, other] = [one, other].map(|id| battle.base(id).middle());
        (one - other).square() < BESIDE * BESIDE
    };
    let (mut pincers, mut others) = (Vec::new(), Vec::new());
    for (legal, front) in &fronts {
        for other in halves.iter().filter(|other| front.leaves_free(other)) {
            // Two contacts with fronts are a pair in one order alone.
            let is_new = !other.is_front || (front.guess, front.of.who) > (other.guess, other.of.who);
            if other.enemy == front.enemy {
                if !other.is_front {
                    pincers.push((legal, [*front, other]));
                }
            } else if is_new && are_beside(front.enemy, other.enemy) {
                others.push((legal, [*front, other]));
            }
        }
    }
    let mut best = Vec::new();
    for (mut some, most) in [(pincers, MOST_PINCERS), (others, MOST_OTHERS)] {
        // The sort is stable, so that of equals the first is tried.
        some.sort_by_key(|(_, [front, other]): &(&Legal, [&Half; 2])| std::cmp::Reverse(front.guess + other.guess));
        best.extend(some.into_iter().take(most).map(|(legal, pair)| (legal.clone(), pair)));
    }
    best
}

#[cfg(test)]
mod tests {
    use musterfield_battle::player::Captain;
    use musterfield_battle::{Members, Phase};

    use super::*;
    use crate::fixture::{plain, recorder};
    use crate::lore::Lore;
    use crate::quick::Quick;
    use crate::quick::moves::promising;
    use crate::quick::view::{Aim, Sight, View};
    use crate::weights::policies;

    #[test]
    fn both_halves_move_others_and_meet_one_enemy_or_two_side_by_side() {
        let (mut with_one, mut with_two, mut fronts) = (0, 0, 0);
        for seed in 0..6 {
            let mut recorder = recorder(["Kn general; 3 Kn; 4 Bd", "Bd general; 5 Sp; 2 Kn"], plain(), seed);
            let lore = Lore::new(recorder.battle());
            let weights = policies().unwrap().quick.weights;
            let mut captain = Quick::new(&lore, weights, 1, 1);
            while recorder.battle().bound() < 20 && !matches!(recorder.battle().phase(), Phase::Over(_)) {
                let battle = recorder.battle();
                if battle.phase() == Phase::Moving {
                    let (_, halves) = promising(&View::new(battle, &lore, &weights, (Aim::Nearest, Sight::Exact)));
                    let pairs = pairs(battle, &halves);
                    assert!(pairs.len() <= MOST_PINCERS + MOST_OTHERS);
                    let mut known: Vec<[(Members, Id); 2]> = Vec::new();
                    for (legal, [front, other]) in &pairs {
                        assert!(front.is_front && legal.order() == &Order::Move(front.of.clone()));
                        assert!(front.of.who.into_iter().all(|id| !other.of.who.has(id)));
                        let between = battle.base(front.enemy).middle() - battle.base(other.enemy).middle();
                        assert!(between.square() < BESIDE * BESIDE);
                        if front.enemy == other.enemy {
                            assert!(!other.is_front, "no two elements stand before one enemy");
                            with_one += 1;
                        } else {
                            with_two += 1;
                        }
                        if other.is_front {
                            fronts += 1;
                            let both = [(front.of.who, front.enemy), (other.of.who, other.enemy)];
                            let [one, two] = both;
                            assert!(!known.contains(&[two, one]), "the same pair in the other order");
                            known.push(both);
                        }
                    }
                }
                let legal = captain.decide(recorder.battle()).unwrap();
                recorder.play(legal.order()).unwrap();
            }
        }
        assert!(with_one >= 10 && with_two >= 20 && fronts >= 3, "{with_one} with one, {with_two} with two, {fronts}");
    }
}

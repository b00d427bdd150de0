//! The attacks and spells that both sides could make next. Each element attacks one enemy, and each enemy is attacked once,
//! the best attack first: one strong enemy before a line threatens one element of it, and not all. Only about a general,
//! several enemies may gather.

use musterfield_battle::{Id, Members};

/// An attack, or a spell, that could be made next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attack {
    /// The gain of the attacker; only attacks with a gain are made.
    pub(super) gain: i32,
    pub(super) by: Id,
    pub(super) on: Id,
    /// Whether others may attack the same element too.
    pub(super) leaves_room: bool,
}

/// Attacks of one side, the best first.
#[derive(Clone, Debug, Default)]
pub(super) struct Attacks(Vec<Attack>);

impl FromIterator<Attack> for Attacks {
    fn from_iter<I: IntoIterator<Item = Attack>>(all: I) -> Self {
        let mut all: Vec<Attack> = all.into_iter().filter(|attack| attack.gain > 0).collect();
        // The sort is stable, so that of equals the first is made.
        all.sort_by_key(|attack| std::cmp::Reverse(attack.gain));
        Self(all)
    }
}

impl Attacks {
    /// What the side gains if the best of these attacks are made, and of those of `others` in which no element that has moved
    /// takes part.
    pub(super) fn with(&self, others: &Self, moved: Members) -> i32 {
        let (mut attackers, mut attacked) = (Members::NONE, Members::NONE);
        let mut sum = 0;
        let mut mine = self.0.iter().peekable();
        let mut theirs = others.0.iter().filter(|of| !moved.has(of.by) && !moved.has(of.on)).peekable();
        loop {
            let next = match (mine.peek(), theirs.peek()) {
                (Some(one), Some(other)) if other.gain >= one.gain => theirs.next(),
                (Some(_), _) => mine.next(),
                (None, _) => theirs.next(),
            };
            let Some(Attack { gain, by, on, leaves_room }) = next.copied() else { return sum };
            if !attackers.has(by) && !attacked.has(on) {
                attackers = attackers.with(by);
                if !leaves_room {
                    attacked = attacked.with(on);
                }
                sum += gain;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use musterfield_battle::Battle;
    use musterfield_dice::Dice;

    use super::*;
    use crate::fixture::{plain, recorder};

    fn battle() -> Battle {
        recorder(["Bd general; 5 Sp", "Kn general; 5 Sp"], plain(), 1).battle().clone()
    }

    /// Attacks by the places of elements among all of a battle.
    fn attacks(ids: &[Id], all: &[(i32, usize, usize)]) -> Attacks {
        let leaves_room = false;
        all.iter().map(|(gain, by, on)| Attack { gain: *gain, by: ids[*by], on: ids[*on], leaves_room }).collect()
    }

    #[test]
    fn one_strong_enemy_threatens_one_element_of_a_line() {
        let ids: Vec<Id> = battle().everybody().collect();
        let line = attacks(&ids, &[(50, 6, 0), (40, 6, 1), (40, 6, 2), (-30, 7, 1), (20, 7, 0)]);
        let none = Attacks::default();
        assert_eq!(line.with(&none, Members::NONE), 50, "the second enemy finds its only good target taken");
        assert_eq!(none.with(&line, Members::NONE), 50);
        // Where the element that is attacked first goes away, the enemy attacks another one, and the second has no target.
        assert_eq!(none.with(&line, Members::one(ids[0])), 40);
        // Where another one comes, the enemy attacks what gains most.
        assert_eq!(attacks(&ids, &[(90, 6, 3)]).with(&line, Members::one(ids[3])), 90 + 20);
        // An enemy that moves takes its old attacks with it.
        assert_eq!(none.with(&line, Members::one(ids[6])), 20);
    }

    #[test]
    fn several_enemies_gather_about_a_general() {
        let ids: Vec<Id> = battle().everybody().collect();
        let [first, second] = [50, 40].map(|gain| Attack { gain, by: ids[6], on: ids[0], leaves_room: true });
        let second = Attack { by: ids[7], ..second };
        let both: Attacks = [first, second].into_iter().collect();
        assert_eq!(both.with(&Attacks::default(), Members::NONE), 90);
        // One enemy still attacks once.
        let same: Attacks = [first, Attack { by: ids[6], ..second }].into_iter().collect();
        assert_eq!(same.with(&Attacks::default(), Members::NONE), 50);
    }

    #[test]
    fn the_best_attack_that_is_left_always_comes_next() {
        let ids: Vec<Id> = battle().everybody().collect();
        let mut dice = Dice::new(7, 1);
        let mut made = 0;
        for _ in 0..200 {
            let mut some = |dice: &mut Dice| -> Vec<(i32, usize, usize)> {
                (0..dice.below(9))
                    .map(|_| {
                        made += 1;
                        // No two gains are equal, so that it is never open which comes first.
                        let gain = 10_000 * i32::try_from(dice.between(-2, 5)).unwrap() + made;
                        (gain, usize::try_from(dice.below(6)).unwrap(), usize::try_from(6 + dice.below(6)).unwrap())
                    })
                    .collect()
            };
            let (mine, theirs) = (some(&mut dice), some(&mut dice));
            let moved = usize::try_from(dice.below(12)).unwrap();
            let mut left: Vec<(i32, usize, usize)> = mine.clone();
            left.extend(theirs.iter().filter(|(_, by, on)| ![*by, *on].contains(&moved)));
            let mut sum = 0;
            while let Some((gain, by, on)) = left.iter().copied().max().filter(|(gain, ..)| *gain > 0) {
                sum += gain;
                left.retain(|(_, other_by, other_on)| *other_by != by && *other_on != on);
            }
            let found = attacks(&ids, &mine).with(&attacks(&ids, &theirs), Members::one(ids[moved]));
            assert_eq!(found, sum, "{mine:?} {theirs:?} {moved}");
        }
        assert!(made > 1000);
    }
}

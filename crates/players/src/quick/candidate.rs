//! Moves that a quick player thinks of.

use musterfield_battle::order::{Leg, Pose};
use musterfield_battle::{Battle, Id, Members, Move, Refusal};
use musterfield_geometry::base::whole_root;
use musterfield_geometry::{BW, Point};

use crate::reason::Motive;

/// A move and its expected gain.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) of: Move,
    pub(super) value: i32,
    pub(super) motive: Motive,
    /// Whether the value of a move that changes fights is the exact one.
    pub(super) is_exact: bool,
    /// The cost of leaving the group.
    pub(super) leaves: i32,
    /// The move that has to follow for it to be worth that much.
    pub(super) then: Option<Move>,
    /// The number of moves that were refused before it.
    pub(super) instead: u8,
}

impl Candidate {
    /// A move with a first guess at its value.
    pub(super) fn of(of: Move, value: i32, leaves: i32, motive: Motive) -> Self {
        Self { of, value, motive, is_exact: false, leaves, then: None, instead: 0 }
    }

    /// Whether its value has to be worked out from the fights that it leads to.
    pub(super) fn is_to_be_tried(&self) -> bool {
        matches!(self.motive, Motive::Attack | Motive::Support) && !self.is_exact
    }

    /// The moves that come closest to it where it is refused: as far as is allowed, past a friend who stands in the way, or
    /// straight out of a river.
    pub(super) fn instead(&self, battle: &Battle, refusal: &Refusal) -> Vec<Self> {
        let is_for_a_place = matches!(self.motive, Motive::Advance | Motive::Withdraw);
        let [leg] = *self.of.legs.as_slice() else { return Vec::new() };
        if !is_for_a_place || self.instead == MOST_INSTEAD {
            return Vec::new();
        }
        let with = |who: Members, leg: Leg, percent: i32| {
            let of = Move { who, legs: vec![leg] };
            Self { of, value: self.value * percent / 100, instead: self.instead + 1, ..self.clone() }
        };
        let who = self.of.who;
        match (refusal, leg) {
            (&Refusal::TooFar { length, allowed }, _) if (LEAST..length).contains(&allowed) => {
                let part = |by: i64| by * allowed / length;
                let shorter = match leg {
                    Leg::Ahead(by) => Leg::Ahead(by - (length - allowed)),
                    Leg::Back(by) => Leg::Back(by - (length - allowed)),
                    Leg::Go(to) => {
                        let Some(from) = who.first().map(|id| battle.base(id).front_left()) else { return Vec::new() };
                        let step = to.at - from;
                        Leg::Go(Pose { at: from + Point { x: part(step.x), y: part(step.y) }, ..to })
                    }
                    _ => return Vec::new(),
                };
                vec![with(who, shorter, i32::try_from(part(100)).unwrap_or(0))]
            }
            (&Refusal::NoPassage(stopped, _), Leg::Ahead(by)) if self.motive == Motive::Advance => match who.first() {
                Some(id) if who.count() == 1 => {
                    let base = battle.base(id);
                    let aside = |turn: i32| Pose::of(&base.moved(base.facing().turned(turn).step(by)));
                    [ASIDE, -ASIDE].map(|turn| with(who, Leg::Go(aside(turn)), 70)).to_vec()
                }
                _ => {
                    let goes = |id: &Id| battle.profile(*id).name != stopped;
                    let parts = battle.joined(who.into_iter().filter(goes).collect());
                    let share = |part: Members| i32::try_from(100 * part.count() / who.count().max(1)).unwrap_or(0);
                    parts.into_iter().map(|part| with(part, leg, share(part))).collect()
                }
            },
            (Refusal::TurnsInARiver, Leg::Go(to)) => {
                let Some(base) = who.first().map(|id| battle.base(id)) else { return Vec::new() };
                let step = to.at - base.front_left();
                let by = whole_root(step.square()).max(BW);
                let out = if base.facing().along(step) < 0 { Leg::Back(by) } else { Leg::Ahead(by) };
                vec![with(who, out, 50)]
            }
            _ => Vec::new(),
        }
    }
}

/// The number of times that a move that is refused gives way to another one.
const MOST_INSTEAD: u8 = 3;
/// The angle at which an element passes a friend, in tenths of a degree.
const ASIDE: i32 = 450;
/// A move that is cut shorter than this, in thousandths of a BW, is not worth a PIP.
const LEAST: i64 = BW / 4;

#[cfg(test)]
mod tests {
    use musterfield_battle::player::Captain;
    use musterfield_battle::{Order, Phase};
    use musterfield_fixtures::layouts::square;
    use musterfield_rules::terrain::Kind;

    use super::*;
    use crate::fixture::{plain, recorder};
    use crate::lore::Lore;
    use crate::quick::Quick;
    use crate::weights::policies;

    /// The refused moves straight ahead of elements and groups, and aslant of elements, with what stands for them.
    fn refused(battle: &Battle) -> Vec<(Candidate, Refusal, Vec<Candidate>)> {
        let all: Vec<Id> = battle.on_table(battle.player()).collect();
        let groups = battle.joined(all.iter().copied().collect());
        let reach = |who: Members| battle.reach(who, false).unwrap_or(0);
        let ahead = all.iter().copied().map(Members::one).chain(groups).map(|who| (who, Leg::Ahead(reach(who))));
        let aslant = all.iter().map(|id| {
            let (who, base) = (Members::one(*id), battle.base(*id));
            (who, Leg::Go(Pose::of(&base.moved(base.facing().turned(300).step(reach(who))))))
        });
        let refused = |(who, leg): (Members, Leg)| {
            let of = Move { who, legs: vec![leg] };
            let refusal = battle.validate(&Order::Move(of.clone())).err()?;
            let candidate = Candidate::of(of, 100, 0, Motive::Advance);
            let others = candidate.instead(battle, &refusal);
            Some((candidate, refusal, others))
        };
        ahead.chain(aslant).filter_map(refused).collect()
    }

    #[test]
    fn what_stands_for_a_refused_move_is_worth_less_and_often_allowed() {
        let (mut shorter, mut past, mut parts, mut out, mut tried) = (0, 0, 0, 0, 0);
        for x in [4.0, 7.5, 11.0] {
            let woods = square((x, 6.0), 5.0, 3.0);
            let table = plain().area(Kind::Woods, woods).course(Kind::River, 0.5, &[(0.0, 9.0), (15.0, 9.0)]);
            let mut recorder = recorder(["Bd general; 7 Sp; 2 Ps", "Kn general; 4 Kn; 4 Sp; 2 Ps"], table, 5);
            let lore = Lore::new(recorder.battle());
            let mut captain = Quick::new(&lore, policies().unwrap().quick.weights, 1, 1);
            while !matches!(recorder.battle().phase(), Phase::Over(_)) && recorder.battle().bound() < 30 {
                let battle = recorder.battle();
                let refused = if battle.phase() == Phase::Moving { refused(battle) } else { Vec::new() };
                for (refused, refusal, others) in refused {
                    for other in others {
                        assert!(other.of.who.within(refused.of.who) && other.of != refused.of, "{other:?}");
                        assert!(other.value <= refused.value && other.instead == 1, "{other:?}");
                        tried += 1;
                        let is_allowed = battle.validate(&Order::Move(other.of.clone())).is_ok();
                        let count = match (&refusal, other.of.legs.as_slice()) {
                            (Refusal::TooFar { .. }, _) => &mut shorter,
                            (Refusal::TurnsInARiver, _) => &mut out,
                            (_, [Leg::Go(_)]) => &mut past,
                            _ => &mut parts,
                        };
                        *count += u32::from(is_allowed);
                        // After the third refusal nothing more is tried.
                        let last = Candidate { instead: MOST_INSTEAD, ..other };
                        assert!(last.instead(battle, &refusal).is_empty());
                    }
                }
                let legal = captain.decide(recorder.battle()).unwrap();
                recorder.play(legal.order()).unwrap();
            }
        }
        let found = format!("{shorter} shorter, {past} past a friend, {parts} of a group, {out} out of a river");
        assert!([shorter, past, parts, out].iter().all(|count| *count > 0), "{found}");
        assert!(4 * (shorter + past + parts + out) > tried, "{found}, of {tried}");
    }
}

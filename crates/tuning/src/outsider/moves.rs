//! The moves at which an old hand looks, and those that he makes.

use musterfield_battle::legal::{Course, Family};
use musterfield_battle::mover::Movers;
use musterfield_battle::player::parties;
use musterfield_battle::{Battle, Id, Leg, Legal, Members, Move, Order, Phase, Player, Pose, Report};
use musterfield_dice::Dice;
use musterfield_geometry::{BW, Base};

use super::prospects::Prospects;
use super::sight::{self, Sight, Temper, distance};

/// A move with what it gains.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) of: Move,
    pub(super) gain: i32,
    pips: u8,
}

impl Candidate {
    /// The gain that counts in comparing moves: PIPs are scarce.
    fn rank(&self) -> i32 {
        self.gain - PIP * i32::from(self.pips)
    }
}

/// The least gain of a move for each of its PIPs.
const PIP: i32 = 2;
/// Enemies this near make an element think for itself, in thousandths of a BW beyond its reach.
const NEAR: i64 = 2 * BW;
/// The moves of the last time that are looked at again.
const KEPT: usize = 20;
/// The steps in which a line near the enemy goes forward, in thousandths of a BW.
const STEP: i64 = BW / 4;
/// The attacks of which the next one is thought about too.
const DOUBLED: usize = 8;

/// The mind of the player during the moves of one bound.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    /// The moves found at the last look, the best first.
    known: Vec<Candidate>,
    /// Whether a first look has been taken in this bound.
    has_looked: bool,
}

/// A position and its value.
struct Position<'b> {
    battle: &'b Battle,
    me: Player,
    sight: Sight,
    fights: i32,
    value: i32,
}

impl<'b> Position<'b> {
    fn of(battle: &'b Battle, prospects: &mut Prospects, temper: Temper) -> Self {
        let me = battle.player();
        let sight = Sight::of(battle, me);
        let fights = sight::fights(battle, me);
        let value = fights * temper.fights / 16 + sight.value(battle, prospects, temper);
        Self { battle, me, sight, fights, value }
    }

    /// The gain of a move, and the battle after it.
    fn gain(&self, legal: &Legal, prospects: &mut Prospects, temper: Temper) -> Option<(i32, Battle)> {
        let mut after = self.battle.clone();
        after.apply(legal, &mut Dice::new(1, 1), &mut Report::unread()).ok()?;
        // An enemy that may conform is expected to do so.
        if matches!(after.phase(), Phase::Conforming(_)) {
            after.play(&Order::Conform, &mut Dice::new(1, 1)).ok()?;
        }
        let sight = self.sight.after(&after);
        let plan = legal.plan()?;
        let is_near_a_fight = plan.ends.iter().any(|(id, end)| {
            let start = self.battle.base(*id);
            let bounds = [start.bounds().grown(BW / 4), end.bounds().grown(BW / 4)];
            let fighters = sight.pieces.iter().chain(&self.sight.pieces).filter(|piece| piece.is_engaged);
            fighters.map(|piece| piece.base.bounds()).any(|its| bounds.iter().any(|bounds| bounds.intersects(its)))
        });
        let fights = if is_near_a_fight { sight::fights(&after, self.me) } else { self.fights };
        Some((fights * temper.fights / 16 + sight.value(&after, prospects, temper) - self.value, after))
    }
}

impl Moves {
    /// Forgets the last bound.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// The best move now, if one is worth its PIPs.
    pub(super) fn best(&mut self, battle: &Battle, prospects: &mut Prospects, temper: Temper) -> Option<(i32, Legal)> {
        if battle.pips() == 0 {
            return None;
        }
        let position = Position::of(battle, prospects, temper);
        let moves = if std::mem::replace(&mut self.has_looked, true) {
            let mut again: Vec<Move> = self.known.drain(..).take(KEPT).map(|known| known.of).collect();
            again.retain(|of| of.who.into_iter().all(|id| battle.element(id).moves == 0));
            again.extend(strikes(battle, &position.sight));
            again
        } else {
            all(battle, &position.sight)
        };
        let mut movers = Movers::default();
        let mut found: Vec<(Candidate, Legal)> = Vec::new();
        for of in moves {
            if found.iter().any(|(known, _)| known.of == of) {
                continue;
            }
            let Ok(legal) = battle.validate_near(movers.of(battle, of.who), of.clone()) else { continue };
            let Some(pips) = legal.plan().map(|plan| plan.cost.pips).filter(|pips| *pips <= battle.pips()) else {
                continue;
            };
            let Some((gain, _)) = position.gain(&legal, prospects, temper) else { continue };
            found.push((Candidate { of, gain, pips }, legal));
        }
        found.sort_by_key(|(candidate, _)| std::cmp::Reverse(candidate.rank()));
        self.known = found.iter().map(|(candidate, _)| candidate.clone()).collect();
        let mut best: Option<(i32, Legal)> = None;
        for (at, (candidate, legal)) in found.into_iter().enumerate() {
            let mut rank = candidate.rank();
            if at < DOUBLED && candidate.pips < battle.pips() {
                rank += followed(&position, &legal, prospects, temper);
            } else if at >= DOUBLED {
                break;
            }
            if best.as_ref().is_none_or(|(most, _)| rank > *most) {
                best = Some((rank, legal));
            }
        }
        best.filter(|(rank, _)| *rank > 0)
    }
}

/// The gain of the best further strike after a move into contact.
fn followed(position: &Position<'_>, legal: &Legal, prospects: &mut Prospects, temper: Temper) -> i32 {
    let Some((_, after)) = position.gain(legal, prospects, temper) else { return 0 };
    let next = Position::of(&after, prospects, temper);
    let mut movers = Movers::default();
    let mut best = 0;
    for of in strikes(&after, &next.sight) {
        let Ok(legal) = after.validate_near(movers.of(&after, of.who), of) else { continue };
        if legal.plan().is_none_or(|plan| plan.cost.pips > after.pips()) {
            continue;
        }
        if let Some((gain, _)) = next.gain(&legal, prospects, temper) {
            best = best.max(gain - PIP);
        }
    }
    best * 3 / 4
}

/// Whether an enemy is near enough for an element to think for itself.
fn is_near(battle: &Battle, sight: &Sight, id: Id, more: i64) -> bool {
    let base = battle.base(id);
    let reach = battle.profile(id).reach.good.unwrap_or(0) + more;
    let enemy = battle.owner(id).other();
    let is_enemy = |other: Id| battle.owner(other) == enemy;
    sight.pieces.iter().any(|piece| is_enemy(piece.id) && distance(piece.base.middle(), base.middle()) < reach)
}

/// The elements that may move and have not, in the groups in which they stand.
fn fresh_groups(battle: &Battle) -> Vec<Members> {
    let may = |id: &Id| battle.element(*id).moves == 0 && battle.element(*id).arrived != battle.bound();
    let free = battle.who_may_move().into_iter().filter(|id| may(id) && battle.before(*id).is_none());
    battle.joined(free.collect())
}

/// All moves that are looked at when a bound begins.
fn all(battle: &Battle, sight: &Sight) -> Vec<Move> {
    let mut moves = Vec::new();
    let groups = fresh_groups(battle);
    for group in &groups {
        let is_alone = group.count() == 1;
        let close = group.into_iter().any(|id| is_near(battle, sight, id, NEAR));
        let so_far = Move { who: *group, legs: Vec::new() };
        for family in battle.families(&so_far) {
            add(&mut moves, &family);
            if close && family.course == Course::Ahead {
                // To stop just out of reach of the enemy.
                moves.extend((1..=family.most / STEP).map(|step| family.order(step * STEP)));
            }
        }
        if is_alone {
            moves.extend(group.into_iter().flat_map(|id| beside_friends(battle, id)));
            continue;
        }
        let clear = parties::parts(battle, *group).into_iter().filter(|part| part != group);
        let windows = if close { parts(battle, *group) } else { Vec::new() };
        for part in clear.chain(windows) {
            let so_far = Move { who: part, legs: Vec::new() };
            for family in battle.families(&so_far) {
                if matches!(family.course, Course::Ahead | Course::Contact { .. }) {
                    add(&mut moves, &family);
                }
            }
        }
        for id in *group {
            if !is_near(battle, sight, id, BW) {
                continue;
            }
            let so_far = Move { who: Members::one(id), legs: Vec::new() };
            for family in battle.families(&so_far) {
                add(&mut moves, &family);
            }
            moves.extend(beside_friends(battle, id));
        }
    }
    // Garrisons come out.
    let is_off_table = |id: &Id| !battle.is_on_table(*id);
    for id in battle.who_may_move().into_iter().filter(is_off_table) {
        let so_far = Move { who: Members::one(id), legs: Vec::new() };
        for family in battle.families(&so_far) {
            add(&mut moves, &family);
        }
    }
    moves
}

fn add(moves: &mut Vec<Move>, family: &Family) {
    moves.extend(family.samples().map(|by| family.order(by)));
}

/// Moves into contact and to help those in contact.
fn strikes(battle: &Battle, sight: &Sight) -> Vec<Move> {
    let mut moves = Vec::new();
    for group in fresh_groups(battle) {
        if group.count() > 1 {
            let so_far = Move { who: group, legs: Vec::new() };
            for family in battle.families(&so_far) {
                if matches!(family.course, Course::Ahead | Course::Contact { .. }) {
                    add(&mut moves, &family);
                }
            }
        }
        for id in group {
            if is_near(battle, sight, id, BW / 2) {
                let so_far = Move { who: Members::one(id), legs: Vec::new() };
                for family in battle.contacts_in_reach(&so_far) {
                    add(&mut moves, &family);
                }
            }
        }
    }
    moves
}

/// The parts of a line: up to four neighbours together, and each wing.
fn parts(battle: &Battle, group: Members) -> Vec<Members> {
    let Some(first) = group.first() else { return Vec::new() };
    let right = battle.base(first).facing().right();
    let mut line: Vec<Id> = group.into_iter().collect();
    line.sort_by_key(|id| (right.along(battle.base(*id).middle()), *id));
    let mut parts = Vec::new();
    for size in 2..=4.min(line.len().saturating_sub(1)) {
        parts.extend(line.windows(size).map(|part| part.iter().copied().collect::<Members>()));
    }
    parts.retain(|part| battle.joined(*part).len() == 1);
    parts
}

/// Moves to the side or the rear of friends within reach.
fn beside_friends(battle: &Battle, id: Id) -> Vec<Move> {
    let (base, depth) = (battle.base(id), battle.profile(id).depth);
    let reach = battle.profile(id).reach.good.unwrap_or(0);
    let mut moves = Vec::new();
    for friend in battle.on_table(battle.owner(id)).filter(|friend| *friend != id) {
        let other = battle.base(friend);
        if distance(base.middle(), other.middle()) > reach + BW {
            continue;
        }
        let facing = other.facing();
        let mut ends = vec![
            Base::new(other.front_right(), facing, BW, depth),
            Base::by_front_right(other.front_left(), facing, BW, depth),
        ];
        if battle.may_support(id, friend) {
            ends.push(Base::new(other.rear_left(), facing, BW, depth));
        }
        let far = |end: &Base| {
            let left = (end.front_left() - base.front_left()).square();
            left.max((end.front_right() - base.front_right()).square())
        };
        let ends = ends.into_iter().filter(|end| end != base && far(end) <= reach * reach);
        moves.extend(ends.map(|end| Move { who: Members::one(id), legs: vec![Leg::Go(Pose::of(&end))] }));
    }
    moves
}

//! Moves that help others: a second rank for a friend in combat, and guards for camps and walls.

use musterfield_battle::contact::Spot;
use musterfield_battle::order::{Leg, Move, Pose};
use musterfield_battle::player::parties::reach;
use musterfield_battle::{Battle, Id, Members};
use musterfield_geometry::facing::{UNIT, rounded};
use musterfield_geometry::{BW, Base, Facing, Point};

use super::moves::Candidate;
use super::view::View;
use crate::lore::Lore;
use crate::reason::Motive;

/// Adds moves by which a single element helps others, as far as the player sees that.
pub(super) fn helping(view: &View<'_>, who: Members, leaves: i32, into: &mut Vec<Candidate>) {
    if let Some(id) = who.first().filter(|_| who.count() == 1 && view.sees_exactly()) {
        supports(view, id, leaves, into);
        guards(view, id, leaves, into);
    }
}

/// Adds moves of an element to the rear of a friend in combat, whom it may support and nobody supports.
fn supports(view: &View<'_>, who: Id, leaves: i32, into: &mut Vec<Candidate>) {
    let battle = view.battle;
    let base = battle.base(who);
    let Some(reach) = reach(battle, Members::one(who)) else { return };
    for friend in battle.on_table(view.player) {
        let front = battle.base(friend);
        let far = reach + front.depth() + BW;
        if friend == who || front.step_to(base).square() > far * far || !battle.may_support(who, friend) {
            continue;
        }
        if battle.before(friend).is_none() || battle.supporter(friend).is_some() {
            continue;
        }
        let end = Spot::Rear.base(front, base.depth());
        let step = end.front_left() - base.front_left();
        let [ahead, aside] = [base.facing(), base.facing().right()].map(|way| rounded(way.along(step), UNIT));
        let is_straight = base.facing() == end.facing() && aside == 0 && ahead > 0;
        let leg = if is_straight { Leg::Ahead(ahead) } else { Leg::Go(Pose::of(&end)) };
        let value = view.weights.support - leaves;
        into.push(Candidate::of(Move { who: Members::one(who), legs: vec![leg] }, value, leaves, Motive::Support));
    }
}

/// An enemy who could reach a camp or walls that nobody holds in its next bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raid {
    from: Point,
    /// The middle of the camp or the walls.
    to: Point,
    /// Half of its size, in thousandths of a BW.
    size: i64,
    /// The worth of the camp or the walls.
    pub(super) worth: i32,
    /// The own elements that stand in the way.
    guards: Members,
}

/// A base whose middle is nearer to the way of a raid than this, in thousandths of a BW, stands in it.
const BESIDE: i64 = 800;

impl Raid {
    /// The raids that threaten a side.
    pub(super) fn all(battle: &Battle, lore: &Lore, enemies: &[Id]) -> Vec<Self> {
        let player = battle.player();
        let mut found = Vec::new();
        let open = battle.features_of(player).filter(|held| battle.holder(player, *held).is_none());
        for (held, bounds) in open.filter_map(|held| Some((held, battle.box_of(player, held)?))) {
            let worth = lore.feature(battle, player, held);
            let to = bounds.least.halfway(bounds.most);
            let size = (bounds.most.x - bounds.least.x).max(bounds.most.y - bounds.least.y) / 2;
            let raiders = enemies.iter().filter(|enemy| {
                let reach = battle.reach(Members::one(**enemy), false).unwrap_or(0);
                bounds.grown(reach).intersects(battle.base(**enemy).bounds()) && battle.before(**enemy).is_none()
            });
            for enemy in raiders {
                let mut raid = Self { from: battle.base(*enemy).middle(), to, size, worth, guards: Members::NONE };
                raid.guards = battle.on_table(player).filter(|id| raid.is_met_by(battle.base(*id))).collect();
                found.push(raid);
            }
        }
        found
    }

    /// Whether a base stands between the enemy and its goal.
    fn is_met_by(&self, base: &Base) -> bool {
        let middle = base.middle();
        let Some(facing) = Facing::from_step(self.to - self.from) else { return false };
        let step = middle - self.from;
        let (along, aside) = (rounded(facing.along(step), UNIT), rounded(facing.right().along(step), UNIT));
        along > 0 && aside.abs() <= BESIDE && (self.to - middle).square() < (self.to - self.from).square()
    }

    /// Whether an element on this base would be the only one in the way.
    pub(super) fn is_stopped_by(&self, id: Id, base: &Base) -> bool {
        self.guards.minus(Members::one(id)).is_empty() && self.is_met_by(base)
    }
}

/// Adds moves of an element into an own camp or walls that are threatened, and into the way of those who threaten them.
fn guards(view: &View<'_>, who: Id, leaves: i32, into: &mut Vec<Candidate>) {
    let battle = view.battle;
    let base = battle.base(who);
    let Some(reach) = reach(battle, Members::one(who)).filter(|_| !view.raids.is_empty()) else { return };
    let mut add = |pose: Pose, value: i32| {
        if value - leaves > 0 {
            let of = Move { who: Members::one(who), legs: vec![Leg::Go(pose)] };
            into.push(Candidate::of(of, value - leaves, leaves, Motive::Guard));
        }
    };
    let start = view.place(who, base);
    let open = view.raids.iter().filter(|raid| raid.guards.minus(Members::one(who)).is_empty());
    if let Some(worth) = open.map(|raid| raid.worth).max() {
        for (_, pose) in battle.ways_in(who, reach) {
            add(pose, worth * view.weights.guard / 100);
        }
    }
    for raid in &view.raids {
        let Some(facing) = Facing::from_step(raid.from - raid.to) else { continue };
        // An element that cannot come quite into the middle of the way stands in it too.
        let aside = rounded(facing.right().along(base.middle() - raid.to), UNIT).clamp(-BW / 2, BW / 2);
        for (before, aside) in [BW / 4, BW, 2 * BW].into_iter().flat_map(|before| [(before, 0), (before, aside)]) {
            let front = raid.to + facing.step(raid.size + before + base.depth()) + facing.right().step(aside);
            let end = Base::new(front + facing.left().step(base.width() / 2), facing, base.width(), base.depth());
            if base.step_to(&end).square() <= reach * reach {
                add(Pose::of(&end), view.place(who, &end) - start);
            }
        }
    }
}

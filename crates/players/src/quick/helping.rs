//! Moves that help others: a second rank and room to recoil for friends in combat, and guards for camps and walls.

use musterfield_battle::contact::Spot;
use musterfield_battle::order::{Leg, Move, Pose};
use musterfield_battle::player::parties::reach;
use musterfield_battle::{Id, Members};
use musterfield_geometry::facing::{UNIT, rounded};
use musterfield_geometry::{BW, Base, Facing};

use super::candidate::Candidate;
use super::view::{FAR_BEHIND, View};
use crate::reason::Motive;

/// Adds moves by which a single element helps others, as far as the player sees that.
pub(super) fn helping(view: &View<'_>, who: Members, leaves: i32, into: &mut Vec<Candidate>) {
    if let Some(id) = who.first().filter(|_| who.count() == 1 && view.sees_exactly()) {
        supports(view, id, leaves, into);
        makes_room(view, id, leaves, into);
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

/// Adds moves of an element out of the way of friends in combat who would die in a recoil: back, aside, or a turn.
fn makes_room(view: &View<'_>, who: Id, leaves: i32, into: &mut Vec<Candidate>) {
    let battle = view.battle;
    let base = battle.base(who);
    let Some(reach) = reach(battle, Members::one(who)) else { return };
    let is_close = |(friend, _): &&(Id, i32)| {
        *friend != who && battle.base(*friend).step_to(base).square() <= FAR_BEHIND * FAR_BEHIND
    };
    for (friend, worth) in view.trapped.iter().filter(is_close) {
        let aside = |way: Facing| Leg::Go(Pose::of(&base.moved(way.step(BW))));
        let facing = base.facing();
        let alike = Leg::Go(Pose::of(&base.turned_to(battle.base(*friend).facing())));
        let all = [Leg::Back(reach), Leg::Back(reach / 2), aside(facing.left()), aside(facing.right()), alike];
        let value = worth - leaves;
        let of = |leg: Leg| Move { who: Members::one(who), legs: vec![leg] };
        into.extend(all.map(|leg| Candidate::of(of(leg), value, leaves, Motive::Support)));
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
                add(Pose::of(&end), view.place(who, &end) + view.prospects(&[(who, end)]) - start);
            }
        }
    }
}

//! Setting up: the camp in the middle of the base edge, a line before it, the quick on its wings.

use crate::battle::element::Id;
use crate::battle::force::Class;
use crate::battle::order::{Order, Pose};
use crate::battle::state::{Battle, Whereabouts};
use crate::geometry::{BW, Base, Facing, Point};
use crate::rules::battle::List;
use crate::rules::troop::Summoned;
use crate::terrain::layout::Edge;

/// A frame that sees the table as its side does: right along its base edge, ahead into the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    width: i64,
    depth: i64,
    facing: Facing,
    origin: Point,
}

impl Frame {
    pub(super) fn of(battle: &Battle, edge: Edge) -> Self {
        let board = battle.field().board;
        let origin = match edge {
            Edge::South => Point::new(0, 0),
            Edge::North => Point::new(board.width, board.depth),
            Edge::West => Point::new(0, board.depth),
            Edge::East => Point::new(board.width, 0),
        };
        Self { width: board.length(edge), depth: board.across(edge), facing: Battle::inward(edge), origin }
    }

    /// The length of the base edge.
    pub(super) fn width(&self) -> i64 {
        self.width
    }

    /// From the base edge to the other.
    pub(super) fn depth(&self) -> i64 {
        self.depth
    }

    /// Where the side faces.
    pub(super) fn facing(&self) -> Facing {
        self.facing
    }

    /// A point so far to the right along the base edge and so far ahead of it.
    pub(super) fn at(&self, right: i64, ahead: i64) -> Point {
        self.origin + self.facing.right().step(right) + self.facing.step(ahead)
    }
}

/// The camp as near the middle of the base edge as it may stand; none where it may not.
pub(super) fn camp(battle: &Battle) -> Order {
    let player = battle.player();
    let Some(edge) = battle.side(player).edge else { return Order::End };
    if battle.stronghold.is_some_and(|stronghold| stronghold.owner == player) {
        return Order::CampInStronghold;
    }
    let frame = Frame::of(battle, edge);
    let Some(rules) = &battle.setting().terrain.camp else { return Order::End };
    let (length, width) = (rules.least.0.max(BW), rules.least.1.max(BW / 2));
    let middle = (frame.width() - length) / 2;
    let tries = (0..=middle / BW).flat_map(|step| [middle + step * BW, middle - step * BW]);
    for right in tries {
        let order = Order::Camp(Pose { at: frame.at(right, width), facing: frame.facing() }, length, width);
        if battle.clone().play(&order, &mut crate::dice::Rolled::default()).is_ok() {
            return order;
        }
    }
    Order::End
}

/// Orders that set everybody up who is not held off.
pub(super) fn line(battle: &Battle) -> Vec<Order> {
    let player = battle.player();
    let Some(edge) = battle.side(player).edge else { return Vec::new() };
    let frame = Frame::of(battle, edge);
    let from_centre = battle.setting().terrain.deployment.from_centre.is;
    let front = frame.depth() / 2 - from_centre;
    let mut next = battle.clone();
    let mut orders = Vec::new();
    let mut waits: Vec<Id> = battle
        .army(player)
        .filter(|id| battle.stand(*id).place == Whereabouts::Aside)
        .filter(|id| battle.profile(*id).summoned != Some(Summoned::Always) && !battle.is(*id, List::Lurkers))
        .collect();
    waits.sort_by_key(|id| (place_in_line(battle, *id), *id));
    // From the middle outward, alternately right and left.
    for ahead in [front, front - 2 * BW, front - 4 * BW, BW + BW / 2] {
        let middle = (frame.width() - BW) / 2;
        let mut slots: Vec<i64> = (0..)
            .map(|step| if step % 2 == 0 { middle + step / 2 * BW } else { middle - (step + 1) / 2 * BW })
            .take_while(|right| (0..=frame.width() - BW).contains(right))
            .collect();
        slots.retain(|right| *right >= 0);
        let mut left: Vec<Id> = Vec::new();
        for id in waits {
            let depth = battle.profile(id).depth;
            let found = slots.iter().position(|right| {
                let base = Base::new(frame.at(*right, ahead), frame.facing(), BW, depth);
                next.look_at_deployment(id, &base).is_ok()
            });
            match found {
                Some(at) => {
                    let right = slots.remove(at);
                    let order = Order::Place(id, Pose { at: frame.at(right, ahead), facing: frame.facing() });
                    if next.play(&order, &mut crate::dice::Rolled::default()).is_ok() {
                        orders.push(order);
                    }
                }
                None => left.push(id),
            }
        }
        waits = left;
        if waits.is_empty() {
            break;
        }
    }
    // Who found no place in the lines takes any that is free.
    for id in waits {
        let Some(base) = next.free_place(id) else { continue };
        let order = Order::Place(id, Pose::of(&base));
        if next.play(&order, &mut crate::dice::Rolled::default()).is_ok() {
            orders.push(order);
        }
    }
    orders
}

/// The steady stand in the middle, the quick on the wings.
fn place_in_line(battle: &Battle, id: Id) -> u8 {
    let profile = battle.profile(id);
    match profile.class {
        Class::Foot if profile.general => 0,
        Class::Foot if battle.is(id, List::Slow) => 2,
        Class::Foot if battle.is(id, List::Loose) => 4,
        Class::Foot => 1,
        Class::Mounted => 3,
        Class::Aerial => 5,
    }
}

//! Calling those who are off the table.

use super::deploy::Frame;
use crate::battle::element::Id;
use crate::battle::order::{Order, Pose};
use crate::battle::state::{Battle, Whereabouts};
use crate::battle::touch::Spot;
use crate::battle::way::placed;
use crate::dice::Rolled;
use crate::geometry::BW;
use crate::rules::battle::List;

/// Whom it summons, frees or replaces now, if anybody.
pub(super) fn summon(battle: &Battle) -> Option<Order> {
    let player = battle.player();
    let may = |order: &Order| battle.clone().play(order, &mut Rolled::default()).is_ok();
    for id in battle.army(player) {
        let place = battle.stand(id).place;
        let off = matches!(place, Whereabouts::Aside | Whereabouts::Fled);
        let order = match place {
            _ if off && battle.is(id, List::Gods) => places(battle, id, false).find(may),
            _ if off && battle.is(id, List::Dragons) => places(battle, id, true).find(may),
            Whereabouts::Destroyed if battle.is(id, List::Inexhaustible) && battle.pips() > 2 => {
                places(battle, id, true).find(may)
            }
            Whereabouts::Aside if battle.is(id, List::Lurkers) => lurk(battle, id).find(may),
            Whereabouts::Ensorcelled(_) => {
                let pose = place_to_return(battle, id);
                Some(Order::Free(id, pose)).filter(may)
            }
            _ => None,
        };
        if order.is_some() {
            return order;
        }
    }
    None
}

/// Places for one who arrives: along the base edge, or anywhere on the own half, from the middle outward.
fn places(battle: &Battle, id: Id, on_edge: bool) -> impl Iterator<Item = Order> {
    let edge = battle.side(battle.player()).edge;
    let frame = edge.map(|edge| Frame::of(battle, edge));
    let depth = battle.profile(id).depth;
    let frame = frame.into_iter();
    frame.flat_map(move |frame| {
        let aheads = if on_edge { vec![depth] } else { vec![frame.depth() / 2, frame.depth() / 3, frame.depth() / 5] };
        aheads.into_iter().flat_map(move |ahead| {
            let middle = (frame.width() - BW) / 2;
            (0..=middle / BW).flat_map(move |step| {
                [middle + step * BW, middle - step * BW]
                    .map(|right| Order::Summon(vec![(id, Pose { at: frame.at(right, ahead), facing: frame.facing() })]))
            })
        })
    })
}

/// Where a Lurker may come out.
fn lurk(battle: &Battle, id: Id) -> impl Iterator<Item = Order> + '_ {
    let depth = battle.profile(id).depth;
    battle.side(battle.player()).intruders.into_iter().filter(|enemy| battle.is_on_table(*enemy)).flat_map(
        move |enemy| {
            [Spot::Rear, Spot::LeftFlank, Spot::RightFlank, Spot::Front].into_iter().map(move |spot| {
                let base = spot.base(battle.base(enemy), depth);
                Order::Summon(vec![(id, Pose::of(&base))])
            })
        },
    )
}

/// Where one who is freed comes back, if that has to be said.
pub(super) fn place_to_return(battle: &Battle, id: Id) -> Option<Pose> {
    if battle.is(id, List::BackAtMarker) {
        return None;
    }
    let enemy = battle.owner(id).other();
    let depth = battle.profile(id).depth;
    if let Some(outline) =
        battle.features_of(enemy).find(|held| held.has_walls()).and_then(|held| battle.outline_of(enemy, held))
    {
        // With its front edge against a side of the walls.
        let turn = outline.twice_area().signum();
        for side in outline.sides() {
            let side = if turn > 0 { side } else { crate::geometry::Segment::new(side.to, side.from) };
            let along = crate::geometry::Facing::of(side.step())?;
            // Outward lies to the right of an outline that runs anticlockwise.
            let facing = along.right().opposite();
            let middle = side.middle();
            let at = middle + facing.left().step(BW / 2) - facing.step(crate::battle::TOUCH / 2);
            let pose = Pose { at, facing };
            if battle.has_clear_ground(id, &placed(pose, depth)) {
                return Some(pose);
            }
        }
        return None;
    }
    battle.middle_of_enemy_edge(id).map(|base| Pose::of(&base))
}

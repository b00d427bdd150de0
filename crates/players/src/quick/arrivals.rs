//! Elements that come to the table: where they are of most use, and whether the time has come.

use musterfield_battle::legal::Arrival;
use musterfield_battle::order::Pose;
use musterfield_battle::state::Whereabouts;
use musterfield_battle::{Id, Legal, Offer, Order};
use musterfield_geometry::{BW, Base};
use musterfield_rules::battle::List;

use super::view::View;

/// The greatest number of places that are compared for one element.
const PLACES: usize = 48;
/// A lost Horde is replaced only if more PIPs than this are there, as some are needed for moves.
const FOR_MOVES: u8 = 2;

/// An order that brings elements to the table, and what it promises.
pub(super) struct Coming {
    pub(super) legal: Legal,
    pub(super) gain: i32,
}

/// The next element to bring, at the best place for it. `fights` tells what an arrival changes in the fights of this bound.
///
/// A God leaves again as soon as a 1 is rolled for PIPs, and is lost from then on; so it first comes when there is an enemy
/// whom it can attack next. Lurkers come where the fight and the attacks that follow promise something together. All others
/// are of more use on the table than off it.
pub(super) fn next(view: &View<'_>, mut fights: impl FnMut(&Legal) -> Option<i32>) -> Option<Coming> {
    let battle = view.battle;
    battle.army(view.player).find_map(|id| {
        let offer = offer(view, id)?;
        let lurks = battle.is(id, List::Lurkers);
        let waits = lurks || battle.is(id, List::Gods) && battle.element(id).place == Whereabouts::Aside;
        let rated = battle.legal(&offer).take(PLACES).filter_map(|order| {
            let legal = battle.validate(&order).ok()?;
            let ends = ends(view, &order);
            let place: i32 = ends.iter().map(|(id, base)| view.place(*id, base)).sum();
            let gain = view.prospects(&ends) + if lurks { fights(&legal)? } else { 0 };
            (gain > 0 || !waits).then_some((gain + place, Coming { legal, gain }))
        });
        // Of equal places the first is taken.
        rated.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, best)| best)
    })
}

/// The offer to bring an element that is off the table.
fn offer(view: &View<'_>, id: Id) -> Option<Offer> {
    let battle = view.battle;
    match battle.element(id).place {
        Whereabouts::Destroyed if !battle.is(id, List::Inexhaustible) || battle.pips() <= FOR_MOVES => None,
        Whereabouts::Destroyed | Whereabouts::Aside | Whereabouts::Fled => Some(Offer::Stand(id, Arrival::Summoned)),
        Whereabouts::Ensorcelled(_) if battle.returns_to_marker(id) => Some(Offer::Only(Order::Free(id, None))),
        Whereabouts::Ensorcelled(_) => Some(Offer::Stand(id, Arrival::Freed)),
        _ => None,
    }
}

/// The bases on which elements stand after an order that brings them.
fn ends(view: &View<'_>, order: &Order) -> Vec<(Id, Base)> {
    let on = |(id, pose): &(Id, Pose)| (*id, Base::new(pose.at, pose.facing, BW, view.battle.profile(*id).depth));
    match order {
        Order::Summon(who) => who.iter().map(on).collect(),
        Order::Free(id, Some(pose)) => vec![on(&(*id, *pose))],
        _ => Vec::new(),
    }
}

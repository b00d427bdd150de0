//! The orders that each element may still be given in the present state.

use serde::Serialize;

use crate::element::{Id, Members};
use crate::legal::{Arrival, Offer};
use crate::order::{Foe, Friends, Order};
use crate::state::Battle;

/// Something that an element may be ordered to do now, in the verbs of a record.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Open {
    /// Be set up on the table.
    Place,
    /// Be set up as a garrison of this feature.
    Garrison(&'static str),
    /// Be taken off the table again during the set-up.
    TakeBack,
    /// Be reserved to land from the sea.
    Reserve,
    /// Land from the sea.
    Land,
    /// Be summoned, or be replaced if it is a lost Horde.
    Summon,
    /// Be freed for PIPs.
    Free,
    /// Be held in place.
    Hold,
    /// Make a tactical move, alone or in a group.
    Move,
    /// Dismount.
    Dismount,
    /// Pass through a City, alone or in a column.
    Pass,
    /// Come down to fight the enemy before it.
    Engage,
    /// Conform to the enemy that has come into contact with it.
    Conform,
    /// Shoot at one of these.
    Shoot(Vec<String>),
    /// Bespell one of these.
    Bespell(Vec<String>),
    /// Fight this element, or this feature.
    Fight(String),
    /// Recoil by one of these distances, in BW.
    Recoil(Vec<f64>),
    /// Recoil by one of these distances, in BW, and push friends whom it could pass.
    RecoilPushing(Vec<f64>),
    /// Come back to the table at a place of its owner's choice.
    Return,
}

/// For every element, in their order, the orders it may be given.
pub(super) fn of_each(battle: &Battle) -> Vec<Vec<Open>> {
    let mut open: Vec<Vec<Open>> = battle.everybody().map(|_| Vec::new()).collect();
    for offer in battle.offers() {
        for id in actors(battle, &offer) {
            let Some(own) = open.get_mut(id.index()) else { continue };
            add(battle, &offer, own);
        }
    }
    open
}

/// The elements that an offer lets do something.
fn actors(battle: &Battle, offer: &Offer) -> Members {
    match offer {
        Offer::Move(family) => family.so_far.who,
        Offer::Shoot { shooter, .. } => Members::one(*shooter),
        Offer::Bespell { mage, .. } => Members::one(*mage),
        Offer::Stand(id, _) => Members::one(*id),
        Offer::Reserve(may) => *may,
        Offer::Hold(who) => *who,
        Offer::Turn(id) => Members::one(*id),
        Offer::Land => battle.reserved(battle.player()),
        Offer::Camp => Members::NONE,
        Offer::Only(order) => match order {
            Order::Garrison(id, _) | Order::TakeBack(id) | Order::Free(id, _) => Members::one(*id),
            Order::Dismount(id) | Order::Engage(id) | Order::Fight(id, _) => Members::one(*id),
            Order::Pass(who) => *who,
            Order::Conform | Order::Recoil(..) => battle.chooser().map_or(Members::NONE, Members::one),
            _ => Members::NONE,
        },
    }
}

/// Adds an offer to what an element may do; several targets of one kind are one entry.
fn add(battle: &Battle, offer: &Offer, own: &mut Vec<Open>) {
    let name = |id: Id| battle.profile(id).name.to_string();
    let new = match offer {
        Offer::Move(_) => Open::Move,
        Offer::Shoot { target, .. } => {
            if let Some(Open::Shoot(targets)) = own.iter_mut().find(|open| matches!(open, Open::Shoot(_))) {
                targets.push(name(*target));
                return;
            }
            Open::Shoot(vec![name(*target)])
        }
        Offer::Bespell { target, .. } => {
            if let Some(Open::Bespell(targets)) = own.iter_mut().find(|open| matches!(open, Open::Bespell(_))) {
                targets.push(name(*target));
                return;
            }
            Open::Bespell(vec![name(*target)])
        }
        Offer::Stand(_, arrival) => match arrival {
            Arrival::SetUp => Open::Place,
            Arrival::Summoned => Open::Summon,
            Arrival::Freed => Open::Free,
            Arrival::Returned => Open::Return,
        },
        Offer::Reserve(_) => Open::Reserve,
        Offer::Land => Open::Land,
        Offer::Hold(_) | Offer::Turn(_) => Open::Hold,
        Offer::Camp => return,
        Offer::Only(order) => match order {
            Order::Garrison(_, held) => Open::Garrison(held.as_str()),
            Order::TakeBack(_) => Open::TakeBack,
            Order::Free(..) => Open::Free,
            Order::Dismount(_) => Open::Dismount,
            Order::Pass(_) => Open::Pass,
            Order::Conform => Open::Conform,
            Order::Engage(_) => Open::Engage,
            Order::Fight(_, Foe::Element(other)) => Open::Fight(name(*other)),
            Order::Fight(_, Foe::Feature(held)) => Open::Fight(held.as_str().to_owned()),
            Order::Recoil(way, friends) => {
                let way = musterfield_geometry::point::bw(*way);
                let same = own.iter_mut().find_map(|open| match (open, friends) {
                    (Open::Recoil(ways), Friends::Passed) | (Open::RecoilPushing(ways), Friends::Pushed) => Some(ways),
                    _ => None,
                });
                if let Some(ways) = same {
                    ways.push(way);
                    return;
                }
                match friends {
                    Friends::Passed => Open::Recoil(vec![way]),
                    Friends::Pushed => Open::RecoilPushing(vec![way]),
                }
            }
            _ => return,
        },
    };
    if !own.contains(&new) {
        own.push(new);
    }
}

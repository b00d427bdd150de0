//! Which orders have words.

use super::number::{is_angle, is_coordinate, is_length};
use crate::commands::MOST_COMMANDS;
use crate::element::Id;
use crate::moving::MOST_LEGS;
use crate::order::{Leg, Move, Order, Pose};

/// Whether the words of an order are read as the same order.
pub(super) fn has_words(order: &Order) -> bool {
    match order {
        Order::Camp(at, length, width) => pose(at) && is_length(*length) && is_length(*width),
        Order::Place(_, at) | Order::Return(at) => pose(at),
        Order::Reserve(who) | Order::Pass(who) | Order::Hold(who, _) => !who.is_empty(),
        Order::Allot(numbers) => {
            (1..=MOST_COMMANDS).contains(&numbers.len()) && numbers.iter().all(|number| (1..=9).contains(number))
        }
        Order::Summon(who) | Order::Land(who) => {
            !who.is_empty() && who.iter().all(|(_, at)| pose(at)) && is_each_once(who)
        }
        Order::Free(_, at) => at.iter().all(pose),
        Order::Move(Move { who, legs }) => {
            !who.is_empty() && (1..=MOST_LEGS).contains(&legs.len()) && legs.iter().all(leg)
        }
        Order::Recoil(by, _) => is_length(*by),
        Order::Edge(_) | Order::CampInStronghold | Order::Garrison(..) | Order::TakeBack(_) | Order::Dismount(_) => {
            true
        }
        Order::Engage(_)
        | Order::Revolt
        | Order::Add
        | Order::Conform
        | Order::Bespell { .. }
        | Order::Shoot { .. }
        | Order::Fight(..)
        | Order::End => true,
    }
}

fn pose(pose: &Pose) -> bool {
    is_coordinate(pose.at.x) && is_coordinate(pose.at.y)
}

fn leg(leg: &Leg) -> bool {
    match leg {
        Leg::Ahead(by) | Leg::Back(by) | Leg::Road(by) => is_length(*by),
        // Its hand says which way it goes.
        Leg::Slide(by) => is_length(by.saturating_abs()),
        Leg::Wheel { by, .. } => is_angle(i64::from(*by)),
        Leg::Go(at) => pose(at),
    }
}

/// Whether nobody is named twice.
fn is_each_once(who: &[(Id, Pose)]) -> bool {
    who.iter().enumerate().all(|(at, (id, _))| !who.iter().take(at).any(|(known, _)| known == id))
}

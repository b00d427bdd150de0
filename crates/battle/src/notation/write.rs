//! Writing orders.

use std::fmt;

use super::number::{Angle, Heading, Length};
use crate::element::{Id, Members, Name};
use crate::order::{Foe, Friends, Leg, Order, Pose};

/// A lookup from an element's id to its name.
pub(super) type Calls<'n> = &'n dyn Fn(Id) -> Name;

/// Writes an order in its standard form.
pub(super) fn order(order: &Order, calls: Calls<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match order {
        Order::Edge(edge) => write!(f, "edge {edge}"),
        Order::Allot(numbers) => {
            f.write_str("allot")?;
            numbers.iter().try_for_each(|number| write!(f, " {number}"))
        }
        Order::Camp(at, length, width) => {
            f.write_str("camp ")?;
            pose(*at, f)?;
            write!(f, " {}x{}", Length(*length), Length(*width))
        }
        Order::CampInStronghold => f.write_str("camp in stronghold"),
        Order::Place(id, at) => {
            write!(f, "place {} ", calls(*id))?;
            pose(*at, f)
        }
        Order::Garrison(id, held) => write!(f, "garrison {} {held}", calls(*id)),
        Order::TakeBack(id) => write!(f, "take back {}", calls(*id)),
        Order::Reserve(who) => {
            f.write_str("reserve")?;
            members(*who, calls, f)
        }
        Order::Land(who) => {
            f.write_str("land")?;
            placements(who, calls, f)
        }
        Order::Summon(who) => {
            f.write_str("summon")?;
            placements(who, calls, f)
        }
        Order::Free(id, None) => write!(f, "free {}", calls(*id)),
        Order::Free(id, Some(at)) => {
            write!(f, "free {} ", calls(*id))?;
            pose(*at, f)
        }
        Order::Hold(who, facing) => {
            f.write_str("hold")?;
            members(*who, calls, f)?;
            facing.map_or(Ok(()), |facing| write!(f, " {}", Heading(facing)))
        }
        Order::Move(of) => {
            f.write_str("move")?;
            members(of.who, calls, f)?;
            for (at, one) in of.legs.iter().enumerate() {
                f.write_str(if at > 0 { ", " } else { ": " })?;
                leg(*one, f)?;
            }
            Ok(())
        }
        Order::Dismount(id) => write!(f, "dismount {}", calls(*id)),
        Order::Pass(who) => {
            f.write_str("pass")?;
            members(*who, calls, f)
        }
        Order::Revolt => f.write_str("revolt"),
        Order::Engage(id) => write!(f, "engage {}", calls(*id)),
        Order::Bespell { mage, aids, target } => {
            write!(f, "bespell {} at {}", calls(*mage), calls(*target))?;
            with(*aids, calls, f)
        }
        Order::Shoot { shooter, aids, target } => {
            write!(f, "shoot {} at {}", calls(*shooter), calls(*target))?;
            with(*aids, calls, f)
        }
        Order::Fight(id, Foe::Element(other)) => write!(f, "fight {} {}", calls(*id), calls(*other)),
        Order::Fight(id, Foe::Feature(held)) => write!(f, "fight {} {held}", calls(*id)),
        Order::Conform => f.write_str("conform"),
        Order::Add => f.write_str("add"),
        Order::Recoil(distance, friends) => {
            write!(f, "recoil {}", Length(*distance))?;
            match friends {
                Friends::Passed => Ok(()),
                Friends::Pushed => f.write_str(" pushing"),
            }
        }
        Order::Return(at) => {
            f.write_str("return ")?;
            pose(*at, f)
        }
        Order::End => f.write_str("end"),
    }
}

/// Writes a pose: `5.25,3 north`.
pub(super) fn pose(at: Pose, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{},{} {}", Length(at.at.x), Length(at.at.y), Heading(at.facing))
}

fn placements(who: &[(Id, Pose)], calls: Calls<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (at, (id, place)) in who.iter().enumerate() {
        write!(f, "{} {} ", if at > 0 { "," } else { "" }, calls(*id))?;
        pose(*place, f)?;
    }
    Ok(())
}

fn members(who: Members, calls: Calls<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    who.into_iter().try_for_each(|id| write!(f, " {}", calls(id)))
}

fn with(aids: Members, calls: Calls<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if aids.is_empty() {
        return Ok(());
    }
    f.write_str(" with")?;
    members(aids, calls, f)
}

fn leg(leg: Leg, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let hand = |left: bool| if left { "left" } else { "right" };
    match leg {
        Leg::Ahead(distance) => write!(f, "ahead {}", Length(distance)),
        Leg::Back(distance) => write!(f, "back {}", Length(distance)),
        Leg::Wheel { left, by } => write!(f, "wheel {} {}", hand(left), Angle(by)),
        Leg::Slide(distance) => write!(f, "slide {} {}", hand(distance < 0), Length(distance.saturating_abs())),
        Leg::Go(at) => {
            f.write_str("to ")?;
            pose(at, f)
        }
        Leg::Road(distance) => write!(f, "road {}", Length(distance)),
    }
}

//! The elements that a recoil of HOTT 2.5 meets, and supporters who die with the element in front of them.
//!
//! Judged only where one element is clearly met, or none.

use super::Table;
use super::contacts::is_behind;
use super::geometry::{Base, depth_of_overlap};
use super::ground::Tri;
use super::reading::{Document, Stand};
use super::retreats;

/// The end of a recoil (HOTT25-RECOIL-02 to 07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Met {
    Nobody,
    /// The recoiler passes or pushes it, or destroys it.
    Yields,
    /// The recoiler is destroyed.
    Stops,
}

/// The elements met by one that goes back by its own base depth, if that is clear.
pub(super) fn met(table: &Table<'_>, document: &Document, of: Stand<'_>) -> Option<Met> {
    let me = of.element;
    let way = Base { fl: of.base.rl(), ..of.base };
    // Ground that is closed to it may stop it before.
    if table.ground.is_barred(document, me, &way).iter().any(|(_, barred)| *barred != Tri::No) {
        return None;
    }
    let mut found = None;
    for other in document.stands().filter(|other| other.element.id != me.id) {
        let deep = depth_of_overlap(&way.corners(), &other.base.corners());
        if deep < -0.01 {
            continue;
        }
        // Enemies that stand behind it, or whom it brushes against, are judged elsewhere.
        if deep < 0.05 || found.is_some() {
            return None;
        }
        let it = other.element;
        let tramples = me.is(&["Bh", "Dg"]) && !it.is(&["Bh", "Sk"]) && !it.is_aerial();
        let yields = tramples
            || it.side == me.side
                && (retreats::passes(me, it) || other.base.faces_as(&of.base) && retreats::may_be_pushed(me, it));
        found = Some(if yields { Met::Yields } else { Met::Stops });
    }
    found.or(Some(Met::Nobody))
}

/// The second rank that supports an element, beyond doubt (HOTT25-SUPP-01 to 04).
pub(super) fn supporter<'d>(document: &'d Document, of: Stand<'d>) -> Option<Stand<'d>> {
    let me = of.element;
    if !me.is(&["Sp", "Pk", "Wb"]) {
        return None;
    }
    document.friends_of(me).find(|friend| friend.element.family() == me.family() && is_behind(&friend.base, &of.base))
}

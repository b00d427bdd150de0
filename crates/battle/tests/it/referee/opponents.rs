//! The pairs that may fight: by the edges of both that touch, and at gates.

use super::Table;
use super::contacts::{are_askew, are_face_to_face, fights_in_front, front_on, is_contact};
use super::finding::{Finding, Kind};
use super::geometry::{EDGES, Edge, TOUCH};
use super::ground::Tri;
use super::reading::{Document, Stand};

/// Whether an element has an enemy before its front edge.
pub(super) fn faces(of: Stand<'_>, enemy: Stand<'_>) -> bool {
    are_askew(of.element, enemy.element) || EDGES.into_iter().any(|edge| front_on(&of.base, &enemy.base, edge) > TOUCH)
}

/// Close combat is between elements whose front edges meet (CC-15, CC-16).
pub(super) fn check_opponents(
    table: &Table<'_>,
    before: &Document,
    of: Stand<'_>,
    foe: Stand<'_>,
    findings: &mut Vec<Finding>,
) {
    let (one, other) = (&of.element.id, &foe.element.id);
    if are_askew(of.element, foe.element) {
        return;
    }
    let mut say = |said: String| findings.push(Finding::new(Kind::Opponent, "CC-15", said));
    if of.element.side == foe.element.side {
        say(format!("{one} fights its friend {other}"));
    }
    for (me, it) in [(of.element, foe.element), (foe.element, of.element)] {
        if me.is_aerial() && !me.down && !it.is_aerial() && !it.is(&["Hr", "Pl"]) {
            say(format!("{} fights {}, who has not come down", it.id, me.id));
        }
    }
    let shared = front_on(&of.base, &foe.base, Edge::Front).max(front_on(&foe.base, &of.base, Edge::Front));
    let side_on = EDGES
        .into_iter()
        .any(|edge| front_on(&of.base, &foe.base, edge).max(front_on(&foe.base, &of.base, edge)) > TOUCH);
    if shared <= TOUCH && !side_on {
        say(format!("{one} and {other} do not touch with their fronts"));
    } else if shared <= TOUCH {
        // In flank or rear of an enemy who fights another in front, an element only takes from its total.
        for (me, it) in [(of, foe), (foe, of)] {
            let elsewhere = EDGES.into_iter().any(|edge| front_on(&me.base, &it.base, edge) > TOUCH);
            if elsewhere && fights_in_front(before, table.ground, it) == Tri::Yes && !it.element.is(&["WWg"]) {
                say(format!("{} fights {} in flank or rear", me.element.id, it.element.id));
            }
        }
    } else if !are_face_to_face(&of.base, &foe.base) {
        for (me, it) in [(of, foe), (foe, of)] {
            let better = before.enemies_of(me.element.side).find(|enemy| {
                enemy.element.id != it.element.id
                    && are_face_to_face(&enemy.base, &me.base)
                    && is_contact(me, *enemy) == Tri::Yes
            });
            if let Some(better) = better {
                say(format!(
                    "{} fights {}, and {} is lined up with it",
                    me.element.id, it.element.id, better.element.id
                ));
            }
        }
    }
}

/// Whether an assaulter's front edge is at a gate (CC-12).
pub(super) fn is_at_gate(table: &Table<'_>, before: &Document, of: Stand<'_>) -> bool {
    let gates = table.ground.stronghold(before).map(|stronghold| stronghold.gates.clone()).unwrap_or_default();
    gates.into_iter().any(|gate| super::geometry::point_to_segment(gate, of.base.edge(Edge::Front)) < 0.02)
}

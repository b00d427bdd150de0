//! Checks the place of a Stronghold, City or Fort, its gate, and the edge that it makes the defender's.

use musterfield_geometry::Polygon;

use super::context::{Context, MeasuredFeature, least_from, most_from};
use super::measurements::TOLERANCE;
use crate::layout::Edge;
use crate::problem::{Problem, StrongholdContact, StrongholdFault};

/// The edges from which no point of an outline is farther than this distance.
fn edges_near(context: &Context<'_>, outline: &Polygon, distance: i64) -> Vec<Edge> {
    let far = |edge| most_from(context.board, edge, &outline.corners).unwrap_or(0);
    Edge::ALL.into_iter().filter(|edge| far(*edge) <= distance + TOLERANCE).collect()
}

/// The edges that an outline touches.
fn edges_touched(context: &Context<'_>, outline: &Polygon) -> Vec<Edge> {
    let near = |edge| least_from(context.board, edge, &outline.corners).unwrap_or(i64::MAX);
    Edge::ALL.into_iter().filter(|edge| near(*edge) <= TOLERANCE).collect()
}

/// Checks that all of it is near to each of two adjoining edges (D3H2-BUA-03).
pub(super) fn near_edges(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for (piece, outline) in context.areas() {
        let Some(distance) = piece.bua.and_then(|bua| bua.near_edges.as_ref()) else { continue };
        let near = edges_near(context, outline, distance.value);
        if !near.iter().any(|edge| near.contains(&edge.next())) {
            let fault = StrongholdFault::NotInCorner { feature: piece.named(), within: distance.value };
            problems.push(context.broken(&distance.rule, piece.id(), fault));
        }
    }
}

/// Whether it touches a waterway or its beach.
fn touches_water(context: &Context<'_>, outline: &Polygon) -> bool {
    let touches = |other: &Polygon| outline.nearer(other, TOLERANCE + 1);
    context.waters().any(|water| touches(water.outline) || water.beach.is_some_and(touches))
}

/// Checks that it touches an edge, the waterway or its beach (D3H2-BUA-03).
pub(super) fn touches(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for (piece, outline) in context.areas() {
        let Some(rule) = piece.bua.and_then(|bua| bua.touches.as_ref()) else { continue };
        if edges_touched(context, outline).is_empty() && !touches_water(context, outline) {
            let nearest = Edge::ALL
                .into_iter()
                .filter_map(|edge| Some((least_from(context.board, edge, &outline.corners)?, edge)))
                .min_by_key(|(distance, _)| *distance);
            let fault = StrongholdFault::TouchesNothing { feature: piece.named(), nearest };
            problems.push(context.broken(rule, piece.id(), fault));
        }
    }
}

/// Checks that the edge it makes the defender's is named where it could be several, and is one of those (D3H2-BUA-03).
pub(super) fn base_edge(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for (piece, outline) in context.areas() {
        let Some(rule) = piece.bua.and_then(|bua| bua.home_edge.as_ref()) else { continue };
        let fault = wrong_base_edge(context, piece, outline);
        problems.extend(fault.map(|fault| context.broken(rule, piece.id(), fault)));
    }
}

fn wrong_base_edge(context: &Context<'_>, piece: &MeasuredFeature<'_>, outline: &Polygon) -> Option<StrongholdFault> {
    let touched = edges_touched(context, outline);
    let possible = match touched.as_slice() {
        [] if !touches_water(context, outline) => return None,
        // It touches only water: one of the edges it is near to.
        [] => match piece.bua.and_then(|bua| bua.near_edges.as_ref()) {
            Some(distance) => edges_near(context, outline, distance.value),
            None => Edge::ALL.to_vec(),
        },
        _ => touched.clone(),
    };
    let feature = piece.named();
    match piece.feature.base_edge {
        Some(edge) if possible.contains(&edge) => None,
        Some(edge) => Some(StrongholdFault::WrongBaseEdge { feature, edge, possible }),
        None if touched.len() == 1 => None,
        None => {
            let touches = if touched.is_empty() { StrongholdContact::Water } else { StrongholdContact::TwoEdges };
            Some(StrongholdFault::NoBaseEdge { feature, touches, possible })
        }
    }
}

/// Checks that it has a gate, and that gates stand on the outline (D3H2-BUA-04).
pub(super) fn gate(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for (piece, outline) in context.areas().filter(|(piece, _)| piece.is_bua()) {
        let rule = piece.bua.and_then(|bua| bua.gate.as_ref());
        if let (Some(rule), []) = (rule, piece.feature.gates.as_slice()) {
            problems.push(context.broken(rule, piece.id(), StrongholdFault::NoGate { feature: piece.named() }));
        }
        for gate in &piece.feature.gates {
            if !outline.outline_nearer_to_point(*gate, TOLERANCE + 1) {
                let fault = StrongholdFault::GateApart { feature: piece.named(), at: *gate };
                problems.push(match rule {
                    Some(rule) => context.broken(rule, piece.id(), fault),
                    None => Context::impossible(None, piece.id(), fault),
                });
            }
        }
    }
}

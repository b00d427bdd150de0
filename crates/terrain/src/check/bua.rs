//! Checks the place of a Stronghold, City or Fort, its gate, and the edge that it makes the defender's.

use musterfield_geometry::Polygon;

use super::TOLERANCE;
use super::context::{Context, MeasuredFeature, at, edge_words, least_from, length, most_from};
use crate::layout::Edge;
use crate::problem::{Code, Problem};

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
            let message = format!(
                "{piece} is not wholly within {} BW of each of two adjoining edges. Move it into a corner of the table.",
                length(distance.value)
            );
            problems.push(context.broken(Code::StrongholdPlace, &distance.rule, piece.id(), message));
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
            let way = nearest.map_or(String::new(), |(distance, edge)| {
                format!(" Move it {} BW to the {} edge.", length(distance), edge.word())
            });
            let message = format!("{piece} touches no edge, no waterway and no beach.{way}");
            problems.push(context.broken(Code::StrongholdPlace, rule, piece.id(), message));
        }
    }
}

/// Checks that the edge it makes the defender's is named where it could be several, and is one of those (D3H2-BUA-03).
pub(super) fn base_edge(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for (piece, outline) in context.areas() {
        let Some(rule) = piece.bua.and_then(|bua| bua.home_edge.as_ref()) else { continue };
        if let Some(message) = wrong_base_edge(context, piece, outline) {
            problems.push(context.broken(Code::StrongholdPlace, rule, piece.id(), message));
        }
    }
}

fn wrong_base_edge(context: &Context<'_>, piece: &MeasuredFeature<'_>, outline: &Polygon) -> Option<String> {
    let touched = edges_touched(context, outline);
    let may_be = match touched.as_slice() {
        [] if !touches_water(context, outline) => return None,
        // It touches only water: one of the edges it is near to.
        [] => match piece.bua.and_then(|bua| bua.near_edges.as_ref()) {
            Some(distance) => edges_near(context, outline, distance.value),
            None => Edge::ALL.to_vec(),
        },
        _ => touched.clone(),
    };
    let words = edge_words(&may_be).replace(" and ", " or ");
    match piece.feature.base_edge {
        Some(edge) if may_be.contains(&edge) => None,
        Some(edge) => {
            Some(format!("{piece} names the {} edge as base edge; it can be the {words} one. Name that.", edge.word()))
        }
        None if touched.len() == 1 => None,
        None => {
            let why = if touched.is_empty() { "only water" } else { "two edges" };
            Some(format!("{piece} touches {why} and names no base edge. Name the {words} one."))
        }
    }
}

/// Checks that it has a gate, and that gates stand on the outline (D3H2-BUA-04).
pub(super) fn gate(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for (piece, outline) in context.areas().filter(|(piece, _)| piece.is_bua()) {
        let rule = piece.bua.and_then(|bua| bua.gate.as_ref());
        if let (Some(rule), []) = (rule, piece.feature.gates.as_slice()) {
            let message = format!("{piece} has no gate. Put one on its outline.");
            problems.push(context.broken(Code::BuaGate, rule, piece.id(), message));
        }
        for gate in &piece.feature.gates {
            if !outline.outline_nearer_to_point(*gate, TOLERANCE + 1) {
                let message = format!("The gate of {piece} at {} is not on its outline. Move it there.", at(*gate));
                problems.push(match rule {
                    Some(rule) => context.broken(Code::BuaGate, rule, piece.id(), message),
                    None => Context::impossible(Code::BuaGate, None, piece.id(), message),
                });
            }
        }
    }
}

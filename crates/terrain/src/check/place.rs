//! Checks the places of features: their distances from each other and from the edges, and their quarters.

use musterfield_geometry::point::bw;
use musterfield_geometry::{Point, Polygon};
use musterfield_rules::RuleId;
use musterfield_rules::terrain::{Going, Kind, QuarterCrossing};

use super::context::{Context, MeasuredFeature, apart, least_from, lie_on_each_other, most_from};
use super::course::ends_on_a_road;
use super::measurements::TOLERANCE;
use super::quarters::{are_neighbours, shares};
use crate::layout::{Edge, Quarter};
use crate::problem::{Covering, Hundredths, PlaceFault, Problem};
use crate::quarter_set::QuarterSet;

/// Checks that area features keep their distance from each other (D3H2-FEAT-05).
pub(super) fn gaps(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let gap = &context.rules.gap;
    for (at, (piece, outline)) in context.areas().enumerate() {
        for (other, other_outline) in context.areas().take(at) {
            if !piece.may_be_near(other, gap.value) || !outline.nearer(other_outline, gap.value - TOLERANCE) {
                continue;
            }
            let (feature, other) = (piece.named(), other.named());
            if lie_on_each_other(outline, other_outline) {
                let fault = PlaceFault::LiesOn { feature, other, gap: gap.value };
                problems.push(Context::impossible(Some(&gap.rule), piece.id(), fault));
                continue;
            }
            let apart = apart(outline, other_outline);
            let fault = PlaceFault::TooNear {
                feature,
                other,
                apart: Hundredths::of(apart),
                gap: gap.value,
                missing: Hundredths::of(bw(gap.value) - apart),
            };
            problems.push(context.broken(&gap.rule, piece.id(), fault));
        }
    }
}

/// Checks that area features other than BUAs keep their distance from the edges (D3H2-FEAT-05). Another check reports
/// features beyond an edge.
pub(super) fn edge_gaps(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let gap = &context.rules.edge_gap;
    for (piece, outline) in context.areas().filter(|(piece, _)| context.rules.edge_gap_of(piece.feature.kind) > 0) {
        let from = |edge: Edge| least_from(context.board, edge, &outline.corners).unwrap_or(gap.value);
        let near: Vec<Edge> =
            Edge::ALL.into_iter().filter(|edge| (-TOLERANCE..gap.value - TOLERANCE).contains(&from(*edge))).collect();
        let Some(distance) = near.iter().map(|edge| from(*edge)).min() else { continue };
        let fault = PlaceFault::NearEdge { feature: piece.named(), distance, edges: near, gap: gap.value };
        problems.push(context.broken(&gap.rule, piece.id(), fault));
    }
}

/// An area whose outline crosses itself still lies somewhere: this reports it if all of it is in another quarter than
/// its own (D3H2-FEAT-03).
pub(super) fn flawed_quarters(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for piece in context.pieces.iter().filter(|piece| !piece.sound) {
        let (Some(kind), Some(own), Some(outline)) = (piece.kind, piece.quarter, piece.feature.area()) else {
            continue;
        };
        let lies = |corner: &Point| {
            let board = context.board;
            QuarterSet::from_fn(|quarter| {
                let (right, far) = (2 * corner.x - board.width, 2 * corner.y - board.depth);
                (if quarter.is_right() { right > 0 } else { right < 0 })
                    && (if quarter.is_far() { far > 0 } else { far < 0 })
            })
        };
        let touched = QuarterSet::from_fn(|quarter| outline.corners.iter().any(|corner| lies(corner).has(quarter)));
        if touched.only().is_some_and(|other| other != own) {
            problems.push(context.broken(&kind.across_rule, piece.id(), elsewhere(piece, touched, own)));
        }
    }
}

/// Checks that an area feature lies in its quarter; Plough reaches into one neighbour, and the smaller part of a gentle
/// hill may do so (D3H2-FEAT-03).
pub(super) fn area_quarters(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for (piece, outline) in context.areas() {
        let (Some(kind), Some(own)) = (piece.kind, piece.quarter) else { continue };
        let found = if !piece.reach.touched.has(own) {
            Some(elsewhere(piece, piece.reach.touched, own))
        } else {
            match kind.across {
                QuarterCrossing::Never => wholly_inside(context, piece, own, outline),
                QuarterCrossing::SmallerPart => smaller_part(context, piece, own, outline),
                QuarterCrossing::Must => (!piece.reach.fits(&[2], Some(own))).then(|| must_cross(piece)),
            }
        };
        problems.extend(found.map(|fault| context.broken(&kind.across_rule, piece.id(), fault)));
    }
}

fn elsewhere(piece: &MeasuredFeature<'_>, quarters: QuarterSet, own: Quarter) -> PlaceFault {
    PlaceFault::Elsewhere { feature: piece.named(), quarters, own }
}

fn wholly_inside(
    context: &Context<'_>,
    piece: &MeasuredFeature<'_>,
    own: Quarter,
    outline: &Polygon,
) -> Option<PlaceFault> {
    let quarters = piece.reach.deep.without(own);
    (quarters.count() > 0).then(|| {
        let by = how_far_out(context, own, outline);
        PlaceFault::ReachesOut { feature: piece.named(), by, quarters, own }
    })
}

/// The distance by which an area extends beyond the lines around a quarter, in thousandths of a BW.
fn how_far_out(context: &Context<'_>, own: Quarter, outline: &Polygon) -> i64 {
    let board = context.board;
    let side = if own.is_right() { Edge::East } else { Edge::West };
    let end = if own.is_far() { Edge::North } else { Edge::South };
    [side, end]
        .into_iter()
        .filter_map(|edge| Some(most_from(board, edge, &outline.corners)? - board.across(edge) / 2))
        .max()
        .unwrap_or(0)
}

fn smaller_part(
    context: &Context<'_>,
    piece: &MeasuredFeature<'_>,
    own: Quarter,
    outline: &Polygon,
) -> Option<PlaceFault> {
    let quarters = piece.reach.deep.without(own);
    if quarters.count() == 0 {
        return None;
    }
    let Some(other) = quarters.only().filter(|other| are_neighbours(own, *other)) else {
        return Some(PlaceFault::ReachesTooFar { feature: piece.named(), quarters, own });
    };
    let shares = shares(context.board, outline);
    let share =
        |quarter| Quarter::ALL.into_iter().zip(shares).find(|(one, _)| *one == quarter).map_or(0.0, |(_, share)| share);
    let (there, here) = (share(other), share(own));
    // The change of area from moving the line by the tolerance.
    let forgiven = bw(TOLERANCE) * outline.outline_length() / 1000.0;
    (there > here + forgiven).then(|| PlaceFault::GreaterPart {
        feature: piece.named(),
        part: Hundredths::of(there),
        whole: Hundredths::of(there + here),
        there: other,
        own,
    })
}

fn must_cross(piece: &MeasuredFeature<'_>) -> PlaceFault {
    let quarters = if piece.reach.deep.count() > 0 { piece.reach.deep } else { piece.reach.touched };
    PlaceFault::MustCross { feature: piece.named(), quarters }
}

/// Checks that a river, road or waterway lies in two neighbouring quarters, one of them its own; a second road that
/// ends at the first may stay in one (D3H2-FEAT-04).
pub(super) fn linear_quarters(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rule = &context.rules.procedure.linear;
    for kind in [Kind::River, Kind::Road] {
        for (piece, course) in context.courses(kind) {
            let counts: &[usize] =
                if kind.is_road() && ends_on_a_road(context, piece, course) { &[1, 2] } else { &[2] };
            if piece.reach.fits(counts, piece.quarter) {
                continue;
            }
            let fault = match piece.quarter {
                Some(own) if piece.reach.fits(counts, None) => elsewhere(piece, piece.reach.touched, own),
                _ => must_cross(piece),
            };
            problems.push(context.broken(rule, piece.id(), fault));
        }
    }
    for water in context.waters() {
        let Some(own) = water.piece.quarter else { continue };
        let quarters = beside(water.edge);
        if !quarters.has(own) {
            let fault = PlaceFault::WaterElsewhere { feature: water.piece.named(), edge: water.edge, quarters, own };
            problems.push(context.broken(rule, water.piece.id(), fault));
        }
    }
}

/// The two quarters at an edge.
fn beside(edge: Edge) -> QuarterSet {
    QuarterSet::from_fn(|quarter| match edge {
        Edge::North => quarter.is_far(),
        Edge::South => !quarter.is_far(),
        Edge::East => quarter.is_right(),
        Edge::West => !quarter.is_right(),
    })
}

/// Checks that enough quarters have features, and enough have water or bad going (DBA22-TERR-17, DBA22-TERR-18).
pub(super) fn coverage(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let Some(coverage) = &context.rules.coverage else { return };
    let is_bad_or_water = |piece: &MeasuredFeature<'_>| {
        let feature = piece.feature;
        let going = context.rules.going(feature.kind, feature.bua);
        matches!(feature.kind.like(), Kind::River | Kind::Waterway) || matches!(going, Some(Going::Bad | Going::Water))
    };
    let quarters = |counts: &dyn Fn(&MeasuredFeature<'_>) -> bool| {
        QuarterSet::from_fn(|quarter| context.sound().any(|piece| counts(piece) && piece.reach.touched.has(quarter)))
    };
    let mut look = |of: Covering, found: QuarterSet, least: u8, rule: &RuleId| {
        if found.count() < usize::from(least) {
            problems.push(context.broken(rule, None, PlaceFault::Coverage { of, found, least }));
        }
    };
    look(Covering::Any, quarters(&|_| true), coverage.any.value, &coverage.any.rule);
    let (least, rule) = (coverage.bad_or_water.value, &coverage.bad_or_water.rule);
    look(Covering::BadOrWater, quarters(&is_bad_or_water), least, rule);
}

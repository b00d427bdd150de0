//! Checks the courses of rivers and roads.

use musterfield_geometry::point::bw;
use musterfield_geometry::{Course, Point};
use musterfield_rules::terrain::Kind;

use super::context::{Context, MeasuredFeature, Water, edges_at, least_from, narrowed};
use super::measurements::TOLERANCE;
use crate::layout::Edge;
use crate::problem::{CourseFault, Hundredths, Problem};

/// A road must cross a river within this many times the width of both.
const WADING: f64 = 4.0;

fn ends(course: &Course) -> Option<[Point; 2]> {
    Some([*course.path.first()?, *course.path.last()?])
}

/// Whether the end of a course, with the width it has there, touches water.
fn ends_in(water: &Water<'_, '_>, course: &Course, end: Point) -> bool {
    water.outline.contains(end) || water.outline.outline_nearer_to_point(end, course.width / 2 + TOLERANCE + 1)
}

/// The edges to which a river flows at one end: those on which it ends, and that of a waterway in which it ends.
fn flows_to(context: &Context<'_>, course: &Course, end: Point) -> Vec<Edge> {
    let waters = context.waters().filter(|water| ends_in(water, course, end)).map(|water| water.edge);
    edges_at(context.board, end).chain(waters).collect()
}

/// Checks that a river runs from an edge or a waterway to another (D3H2-FEAT-11).
pub(super) fn river_ends(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rule = &context.rules.river.rule;
    for (piece, course) in context.courses(Kind::River) {
        let Some(ends) = ends(course) else { continue };
        let [from, to] = ends.map(|end| flows_to(context, course, end));
        for (end, edges) in ends.into_iter().zip([&from, &to]) {
            if edges.is_empty() {
                let fault = CourseFault::RiverEnds { river: piece.named(), at: end };
                problems.push(context.broken(rule, piece.id(), fault));
            }
        }
        let another = from.iter().any(|edge| to.iter().any(|other| edge != other));
        if !from.is_empty() && !to.is_empty() && !another {
            let fault = CourseFault::FlowsBack { river: piece.named(), edges: from };
            problems.push(context.broken(rule, piece.id(), fault));
        }
    }
}

/// Checks that a river keeps away from edges to which it does not flow (D3H2-FEAT-11).
pub(super) fn river_edges(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let river = &context.rules.river;
    for (piece, course) in context.courses(Kind::River) {
        let Some(ends) = ends(course) else { continue };
        let flows = ends.map(|end| flows_to(context, course, end));
        if flows.iter().any(Vec::is_empty) {
            // Without knowing where it flows, this cannot be checked.
            continue;
        }
        for edge in Edge::ALL.into_iter().filter(|edge| !flows.iter().any(|edges| edges.contains(edge))) {
            let Some(least) = least_from(context.board, edge, &course.path) else { continue };
            // Doubled, so that half an odd width is a whole number.
            let bank = 2 * least - course.width;
            if bank < 2 * (river.from_edges - TOLERANCE) {
                let bank = bw(bank) / 2.0;
                let fault = CourseFault::BankNear {
                    river: piece.named(),
                    distance: Hundredths::of(bank),
                    edge,
                    least: river.from_edges,
                    missing: Hundredths::of(bw(river.from_edges) - bank),
                };
                problems.push(context.broken(&river.rule, piece.id(), fault));
            }
        }
    }
}

/// Checks that a river does not cross hills, Dunes or a BUA (D3H2-FEAT-11).
pub(super) fn river_crosses(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for (river, course) in context.courses(Kind::River) {
        let narrow = narrowed(course);
        for (piece, outline) in context.areas() {
            let Some(rule) = piece.kind.and_then(|kind| kind.river.as_ref()).filter(|river| !river.value) else {
                continue;
            };
            if river.may_be_near(piece, course.width) && narrow.overlaps(outline) {
                let fault = CourseFault::RiverCrosses { river: river.named(), feature: piece.named() };
                problems.push(context.broken(&rule.rule, river.id(), fault));
            }
        }
    }
}

/// Whether a point is at a course, counting half the width of the course that ends there.
fn is_at(course: &Course, end: Point, width: i64) -> bool {
    course.nearer_to_point(end, width / 2 + TOLERANCE + 1)
}

/// The BUA at which a road ends.
fn bua_at<'c, 'a>(context: &'c Context<'a>, course: &Course, end: Point) -> Option<&'c MeasuredFeature<'a>> {
    let touches = |outline: &musterfield_geometry::Polygon| {
        outline.contains(end) || outline.outline_nearer_to_point(end, course.width / 2 + TOLERANCE + 1)
    };
    context.areas().find(|(piece, outline)| piece.is_bua() && touches(outline)).map(|(piece, _)| piece)
}

/// Whether a road goes from one edge to the opposite one or to a BUA, without the help of another road.
fn connects_alone(context: &Context<'_>, course: &Course) -> bool {
    ends_in_order(course).into_iter().flatten().any(|(start, end)| {
        let opposite = || {
            edges_at(context.board, start)
                .any(|edge| edges_at(context.board, end).any(|other| other == edge.opposite()))
        };
        edges_at(context.board, start).next().is_some() && (opposite() || bua_at(context, course, end).is_some())
    })
}

/// A course in both directions.
fn ends_in_order(course: &Course) -> Option<[(Point, Point); 2]> {
    ends(course).map(|[from, to]| [(from, to), (to, from)])
}

/// Whether a road leads from an edge to another road that goes by itself.
pub(super) fn ends_on_a_road(context: &Context<'_>, piece: &MeasuredFeature<'_>, course: &Course) -> bool {
    ends_in_order(course).into_iter().flatten().any(|(start, end)| {
        edges_at(context.board, start).next().is_some()
            && context.courses(Kind::Road).any(|(other, road)| {
                other.feature.id != piece.feature.id && is_at(road, end, course.width) && connects_alone(context, road)
            })
    })
}

/// Checks that a road goes from an edge to the opposite one, a BUA or another road (D3H2-FEAT-13).
pub(super) fn road_ends(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rule = &context.rules.road.rule;
    for (piece, course) in context.courses(Kind::Road) {
        if connects_alone(context, course) || ends_on_a_road(context, piece, course) {
            continue;
        }
        let Some([(from, to), _]) = ends_in_order(course) else { continue };
        let edges = |end| edges_at(context.board, end).collect::<Vec<_>>();
        let (at_from, at_to) = (edges(from), edges(to));
        let (start, end) = if at_from.is_empty() { (at_to, from) } else { (at_from, to) };
        let road = piece.named();
        let fault = if start.is_empty() {
            CourseFault::BeginsNowhere { road, from, to }
        } else {
            CourseFault::EndsNowhere { road, from: start, at: end }
        };
        problems.push(context.broken(rule, piece.id(), fault));
    }
}

/// Checks that a second road crosses or joins the first (D3H2-FEAT-13).
pub(super) fn roads_meet(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rule = &context.rules.road.second;
    for (number, (piece, course)) in context.courses(Kind::Road).enumerate().skip(1) {
        let joins = |one: &Course, other: &Course| {
            ends(one).is_some_and(|ends| ends.into_iter().any(|end| is_at(other, end, one.width)))
        };
        let meets = |other: &Course| course.intersects(other) || joins(course, other) || joins(other, course);
        if !context.courses(Kind::Road).take(number).any(|(_, other)| meets(other)) {
            problems.push(context.broken(rule, piece.id(), CourseFault::Apart { road: piece.named() }));
        }
    }
}

/// Checks that no road goes into a waterway (D3H2-FEAT-13).
pub(super) fn road_in_water(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rule = &context.rules.road.not_in_water;
    for (piece, course) in context.courses(Kind::Road) {
        for water in context.waters() {
            if water.piece.may_be_near(piece, course.width) && narrowed(course).overlaps(water.outline) {
                let fault = CourseFault::IntoWater { road: piece.named(), water: water.piece.named() };
                problems.push(context.broken(rule, piece.id(), fault));
            }
        }
    }
}

/// Checks that there is a ford or a bridge where a road crosses a river (D3H2-FEAT-13); advice, since players find one
/// on the table.
pub(super) fn fords(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rule = &context.rules.road.crossing;
    for (road, course) in context.courses(Kind::Road) {
        for (river, bed) in context.courses(Kind::River) {
            let crossed = || river.feature.crossings.iter().map(|crossing| crossing.at);
            let near = |point: Point| is_at(bed, point, 0) && is_at(course, point, 0);
            if road.may_be_near(river, 0) && course.intersects(bed) && !crossed().any(near) {
                let fault = CourseFault::NoCrossing { road: road.named(), river: river.named() };
                problems.push(Context::advice(Some(rule), road.id(), fault));
            }
        }
    }
}

/// Checks that a road goes across a river and not along it; advice.
pub(super) fn wading(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rule = &context.rules.road.not_in_water;
    for (road, course) in context.courses(Kind::Road) {
        for (river, bed) in context.courses(Kind::River) {
            let Some(stretch) = course.stretch_inside(bed) else { continue };
            let (longest, both) = (stretch.longest / 1000.0, bw(course.width + bed.width));
            if longest > WADING * both || !stretch.crosses {
                let fault = CourseFault::along_river(road.named(), river.named(), longest);
                problems.push(Context::advice(Some(rule), road.id(), fault));
            }
        }
    }
}

/// Checks that a road leads to the gate of a BUA that has one; advice.
pub(super) fn gates(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for (road, course) in context.courses(Kind::Road) {
        for end in ends(course).into_iter().flatten() {
            if edges_at(context.board, end).next().is_some() {
                continue;
            }
            let Some(bua) = bua_at(context, course, end) else { continue };
            let gates = &bua.feature.gates;
            if !gates.is_empty() && !gates.iter().any(|gate| is_at(course, *gate, 2 * TOLERANCE)) {
                let rule = bua.bua.and_then(|bua| bua.roads_through.as_ref());
                let fault = CourseFault::BesideGate { road: road.named(), bua: bua.named() };
                problems.push(Context::advice(rule, road.id(), fault));
            }
        }
    }
}

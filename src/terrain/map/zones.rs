//! Where the armies may be set up from two opposite edges.

use super::Plan;
use super::canvas::{Canvas, Number, Path, width};
use super::frame::text;
use super::look;
use super::spot::{Room, hundredths, spot};
use super::symbol::Symbol;
use crate::geometry::point::bw;
use crate::terrain::layout::Edge;

/// A line of a zone with what is written beside it.
struct Mark {
    room: Room,
    words: String,
}

/// How the lines at several distances from the sides are told apart.
const DASHES: [&str; 3] = ["3 7", "12 6", "20 5 3 5"];

/// What is written in the zones, and where.
fn marks(plan: &Plan<'_>) -> Vec<Mark> {
    let Some(base) = plan.options.base_edge else { return Vec::new() };
    let (rules, k) = (&plan.layout.rules.deployment, plan.scale);
    let size = SIZE * k;
    let mut marks = Vec::new();
    let mut mark = |edge: Edge, far: f64, inwards: f64, words: String| {
        let middle = plan.beside_edge(edge, far, inwards);
        let room = Room::around(middle, width(&words, size, false) + 6.0 * k, size * 1.2);
        marks.push(Mark { room, words });
    };
    for edge in [base, base.opposite()] {
        let deep = plan.zone_depth(edge);
        let whole = hundredths(plan.layout.board.length(edge));
        if deep <= 0.0 {
            continue;
        }
        let from_centre = rules.from_centre.is;
        // In the strips along the edges, where features of area do not lie.
        for far in [STRIP * k, whole - STRIP * k] {
            mark(edge, far, deep - 18.0 * k, format!("{} BW", bw(from_centre)));
        }
        for side in &rules.sides {
            let far = hundredths(side.distance);
            for far in [far, whole - far] {
                mark(edge, far, STRIP * k + 8.0, format!("{} BW", bw(side.distance)));
            }
        }
    }
    marks
}

/// How large it is written, on a table of usual size.
const SIZE: f64 = 21.0;
/// Where in the strip along an edge it stands.
const STRIP: f64 = 50.0;

/// Where something is written in the zones.
pub(super) fn rooms(plan: &Plan<'_>) -> Vec<Room> {
    marks(plan).into_iter().map(|mark| mark.room).collect()
}

/// The zones of a base edge and the opposite one.
pub(super) fn draw(canvas: &mut Canvas<'_>, plan: &Plan<'_>) {
    let Some(base) = plan.options.base_edge else { return };
    let (paper, k) = (look::paper(canvas.style), plan.scale);
    let rules = plan.layout.rules;
    canvas.put(format_args!("<g class=\"zones\">"));
    for edge in [base, base.opposite()] {
        let deep = plan.zone_depth(edge);
        let whole = hundredths(plan.layout.board.length(edge));
        if deep <= 0.0 {
            continue;
        }
        let at = |far: f64, inwards: f64| plan.beside_edge(edge, far, inwards);
        canvas.put(format_args!("<g class=\"zone\" data-edge=\"{edge}\">"));
        let mut line = Path::default();
        line.stroke(at(0.0, deep), at(whole, deep));
        canvas.path(
            &line,
            format_args!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-dasharray=\"{} {}\"",
                paper.zone,
                Number(4.0 * k),
                Number(26.0 * k),
                Number(9.0 * k)
            ),
        );
        for (side, dashes) in rules.deployment.sides.iter().zip(DASHES.iter().cycle()) {
            let far = hundredths(side.distance);
            let mut lines = Path::default();
            for far in [far, whole - far] {
                lines.stroke(at(far, 0.0), at(far, deep));
            }
            canvas.path(
                &lines,
                format_args!(
                    "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-dasharray=\"{dashes}\"",
                    paper.zone,
                    Number(3.0 * k)
                ),
            );
        }
        if let Some(camp) = &rules.camp {
            camp_strip(canvas, plan, edge, hundredths(camp.from_sides));
        }
        canvas.put(format_args!("</g>"));
    }
    let halo = format!(
        "text-anchor=\"middle\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
        paper.halo,
        Number(6.0 * k)
    );
    for mark in marks(plan) {
        let middle = mark.room.middle();
        text(canvas, middle + spot(0.0, SIZE * 0.35 * k), SIZE * k, paper.zone, &halo, &mark.words);
    }
    canvas.put(format_args!("</g>"));
}

/// Tents along the part of the edge where a camp may stand.
fn camp_strip(canvas: &mut Canvas<'_>, plan: &Plan<'_>, edge: Edge, from_sides: f64) {
    let whole = hundredths(plan.layout.board.length(edge));
    let (from, to, deep) = (from_sides, whole - from_sides, 34.0);
    if to - from < 100.0 {
        return;
    }
    let paper = look::paper(canvas.style);
    let at = |far: f64, inwards: f64| plan.beside_edge(edge, far, inwards);
    let mut strip = Path::default();
    strip.corners(&[at(from, 0.0), at(from, deep), at(to, deep), at(to, 0.0)], false);
    canvas.path(
        &strip,
        format_args!(
            "class=\"camp\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"2 5\"",
            paper.zone
        ),
    );
    let mut far = from + 50.0;
    while far < to {
        canvas.stamp(Symbol::Tent, at(far, deep / 2.0));
        far += 200.0_f64.max((to - from) / 12.0);
    }
}

//! Draws the deployment zones of two opposite edges.

use musterfield_geometry::Point;
use musterfield_geometry::point::bw;
use musterfield_terrain::camp::{self, CampStretch, Site, Touches};
use musterfield_terrain::layout::Edge;

use super::canvas::{Canvas, Number, Path, width};
use super::frame::text;
use super::palette;
use super::plan::Plan;
use super::spot::{DrawPoint, Rect, hundredths, spot};
use super::symbol::Symbol;

/// A line of a zone with its label.
struct Mark {
    room: Rect,
    words: String,
}

/// The dashes that distinguish the lines at several distances from the sides.
const DASHES: [&str; 3] = ["3 7", "12 6", "20 5 3 5"];

/// The labels of the zones and their places.
fn marks(plan: &Plan<'_>) -> Vec<Mark> {
    let Some(base) = plan.options.base_edge else { return Vec::new() };
    let (rules, k) = (&plan.layout.rules.deployment, plan.scale);
    let size = SIZE * k;
    let mut marks = Vec::new();
    let mut mark = |edge: Edge, far: f64, inwards: f64, words: String| {
        let middle = plan.beside_edge(edge, far, inwards);
        let room = Rect::around(middle, width(&words, size, false) + 6.0 * k, size * 1.2);
        marks.push(Mark { room, words });
    };
    for edge in [base, base.opposite()] {
        let deep = plan.zone_depth(edge);
        let whole = hundredths(plan.layout.board.length(edge));
        if deep <= 0.0 {
            continue;
        }
        let from_centre = rules.from_centre(plan.layout.board.across(edge));
        // In the strips along the edges, where no area features lie.
        let words = format!("{} BW", bw(from_centre));
        let half = match edge {
            Edge::North | Edge::South => size * 0.6,
            Edge::East | Edge::West => width(&words, size, false) / 2.0 + 3.0 * k,
        };
        for far in [STRIP * k, whole - STRIP * k] {
            mark(edge, far, deep - half - 5.0 * k, words.clone());
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

/// The size of a label, on a table of usual size.
const SIZE: f64 = 26.0;
/// The place of a label in the strip along an edge.
const STRIP: f64 = 50.0;

/// The boxes of labels and tents in the zones.
pub(super) fn rooms(plan: &Plan<'_>) -> Vec<Rect> {
    let mut rooms: Vec<Rect> = marks(plan).into_iter().map(|mark| mark.room).collect();
    let tall = Symbol::Tent.radius() * 2.0;
    for edge in plan.options.base_edge.into_iter().flat_map(|base| [base, base.opposite()]) {
        for stretch in camp::stretches(plan.layout, edge) {
            let middles = tents(&stretch).map(|tent| DrawPoint::of(tent.middle(), plan.layout.board.depth));
            rooms.extend(middles.map(|middle| Rect::around(middle, tall, tall)));
        }
    }
    rooms
}

/// Draws the zones of a base edge and the opposite one.
pub(super) fn draw(canvas: &mut Canvas<'_>, plan: &Plan<'_>) {
    let Some(base) = plan.options.base_edge else { return };
    let (paper, k) = (palette::paper(canvas.style), plan.scale);
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
        for stretch in camp::stretches(plan.layout, edge) {
            camps(canvas, plan, &stretch);
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

/// Draws tents where a camp may stand, and a broken line around the places.
fn camps(canvas: &mut Canvas<'_>, plan: &Plan<'_>, stretch: &CampStretch) {
    let paper = palette::paper(canvas.style);
    let at = |point: Point| DrawPoint::of(point, plan.layout.board.depth);
    let (Some(first), Some(last)) = (stretch.sites.first(), stretch.sites.last()) else { return };
    let ([start, _, _, behind_start], [_, end, behind_end, _]) = (first.corners, last.corners);
    let mut around = vec![at(start), at(behind_start)];
    if stretch.touches == Touches::Shore {
        around.extend(stretch.sites.iter().map(|Site { corners: [_, _, c, d] }| at(*c).towards(at(*d), 0.5)));
    }
    around.extend([at(behind_end), at(end)]);
    let mut strip = Path::default();
    strip.corners(&around, false);
    canvas.path(
        &strip,
        format_args!(
            "class=\"camp\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"2 5\"",
            paper.zone
        ),
    );
    for tent in tents(stretch) {
        canvas.stamp(Symbol::Tent, at(tent.middle()));
    }
}

/// The places of a stretch on which a tent is drawn: roughly two BW apart, and as far from both ends.
fn tents(stretch: &CampStretch) -> impl Iterator<Item = &Site> {
    const EVERY: usize = 8;
    let rest = stretch.sites.len().saturating_sub(1) % EVERY;
    stretch.sites.iter().skip(rest / 2).step_by(EVERY)
}

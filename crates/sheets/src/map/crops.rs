//! Draws what is planted in rows: orchards and vineyards.

use super::canvas::{Canvas, Path};
use super::outline::{Outline, SLACK, base};
use super::palette::Paint;
use super::spot::DrawPoint;
use super::symbol::Symbol;

/// The largest number of rows of one feature, so that a drawing of the largest features is still a small file.
const MOST_ROWS: f64 = 30.0;
/// The largest number of trees of one orchard.
const MOST_TREES: usize = 170;

/// The rows of a planted area along its length, each from end to end, with `margin` to the outline.
fn rows(outline: &Outline, apart: f64, margin: f64) -> Vec<(DrawPoint, DrawPoint)> {
    let Some(axis) = outline.axis() else { return Vec::new() };
    let apart = apart.max(axis.short / MOST_ROWS);
    let mut rows = Vec::new();
    let mut off = -axis.short / 2.0 + margin + SLACK;
    while off <= axis.short / 2.0 - margin {
        let spans = outline.spans(axis.middle + axis.along.turned() * off, axis.along);
        let inside = spans.into_iter().map(|(from, to)| {
            let ahead = if (to - from).dot(axis.along) < 0.0 { axis.along * -1.0 } else { axis.along };
            (from + ahead * (margin + SLACK), to - ahead * (margin + SLACK), (to - from).length())
        });
        rows.extend(inside.filter(|row| row.2 > 2.0 * (margin + SLACK)).map(|(from, to, _)| (from, to)));
        off += apart;
    }
    rows
}

/// Draws fruit trees in rows.
pub(super) fn orchard(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"2.5\"");
    let radius = Symbol::Sapling.radius();
    let mut planted = 0;
    for (from, to) in rows(outline, radius * 2.2, radius) {
        let long = (to - from).length();
        let steps = (long / (radius * 2.3)).floor().max(1.0);
        let mut step = 0.0;
        while step <= steps && planted < MOST_TREES {
            let at = from.towards(to, step / steps);
            if outline.holds(at, radius) && !canvas.clearing.is_some_and(|room| room.contains(at)) {
                canvas.stamp(Symbol::Sapling, at);
                planted += 1;
            }
            step += 1.0;
        }
    }
}

/// Draws rows of vines on their wires.
pub(super) fn vineyard(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"2.5\"");
    let mut wires = Path::default();
    for (from, to) in rows(outline, 17.0, 6.0) {
        wires.stroke(from, to);
    }
    canvas.path(&wires, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\"", paint.line));
    canvas.path(
        &wires,
        format_args!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"8\" stroke-linecap=\"round\" stroke-dasharray=\".1 13\"",
            paint.body
        ),
    );
}

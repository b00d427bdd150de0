//! Marks on a battle that is being played: the elements that are chosen, those that may act, and what happened last.

use musterfield_geometry::Point;

use super::canvas::{Canvas, Number, Path};
use super::options::{Happening, Marks};
use super::plan::Plan;
use super::spot::{DrawPoint, spot};

/// The colour of what happened; a pale edge sets it off from the ground.
const INK: &str = "#5b2a86";
const EDGE: &str = "#ffffff";
/// The colour of the marks on elements.
const MARK: &str = "#c26a00";

/// The mark of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ring {
    Chosen,
    MayAct,
}

impl Marks {
    /// The ring of an element.
    pub(super) fn ring(&self, id: &str) -> Option<Ring> {
        let names = |of: &[String]| of.iter().any(|name| name == id);
        if names(&self.chosen) { Some(Ring::Chosen) } else { names(&self.may_act).then_some(Ring::MayAct) }
    }
}

/// Draws the ring around a chosen element with its front left corner at the origin, or the bar behind one that may act.
pub(super) fn ring(canvas: &mut Canvas<'_>, ring: Ring, width: f64, depth: f64) {
    match ring {
        // The point of the front reaches farther than the base.
        Ring::Chosen => canvas.put(format_args!(
            "<rect class=\"ring\" x=\"-10\" y=\"-16\" width=\"{}\" height=\"{}\" rx=\"9\" fill=\"none\" \
             stroke=\"{MARK}\" stroke-width=\"7\"/>",
            Number(width + 20.0),
            Number(depth + 26.0)
        )),
        Ring::MayAct => canvas.put(format_args!(
            "<path class=\"ring\" d=\"M18 {at}H{}\" stroke=\"{MARK}\" stroke-width=\"8\" stroke-linecap=\"round\"/>",
            Number(width - 18.0),
            at = Number(depth + 9.0)
        )),
    }
}

/// The layers of the glow beneath elements that a text is about, the lowest first: how far each reaches beyond the base,
/// and its colour.
pub(super) const GLOW: [(f64, &str); 2] = [(22.0, "#0b6b66"), (15.0, "#ffd84d")];

/// Draws a layer of the glow beneath an element with its front left corner at the origin.
pub(super) fn glow(canvas: &mut Canvas<'_>, (reach, colour): (f64, &str), width: f64, depth: f64) {
    canvas.put(format_args!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{colour}\"/>",
        Number(-reach),
        Number(-reach),
        Number(width + 2.0 * reach),
        Number(depth + 2.0 * reach),
        Number(reach)
    ));
}

/// Draws what happened; `lost` draws the crosses, which lie above all elements, and otherwise all else, which lies below.
pub(super) fn happened(canvas: &mut Canvas<'_>, plan: &Plan<'_>, marks: &Marks, lost: bool) {
    if marks.happened.is_empty() {
        return;
    }
    let place = |at: Point| DrawPoint::of(at, plan.layout.board.depth);
    let (mut solid, mut broken, mut knots) = (Path::default(), Path::default(), Path::default());
    for happening in &marks.happened {
        match (happening, lost) {
            (Happening::Moved(from, to), false) => {
                let (from, to) = (place(*from), place(*to));
                solid.stroke(from, to);
                head(&mut solid, from, to);
            }
            (Happening::Shot(from, to), false) => {
                let (from, to) = (place(*from), place(*to));
                broken.stroke(from, to);
                head(&mut solid, from, to);
            }
            (Happening::Fought(from, to), true) => {
                let (from, to) = (place(*from), place(*to));
                cross(&mut knots, from.towards(to, 0.5), 13.0);
                knots.stroke(from, to);
            }
            (Happening::Lost(at), true) => cross(&mut knots, place(*at), 30.0),
            _ => {}
        }
    }
    canvas.put(format_args!("<g class=\"happened\" fill=\"none\" stroke-linecap=\"round\" pointer-events=\"none\">"));
    for (colour, breadth) in [(EDGE, 11.0), (INK, 6.0)] {
        for (path, dashes) in [(&solid, ""), (&knots, ""), (&broken, " stroke-dasharray=\"4 14\"")] {
            canvas.path(path, format_args!("stroke=\"{colour}\" stroke-width=\"{}\"{dashes}", Number(breadth)));
        }
    }
    canvas.put(format_args!("</g>"));
}

/// The head of an arrow, halfway, where no base covers it.
fn head(path: &mut Path, from: DrawPoint, to: DrawPoint) {
    let Some(ahead) = (to - from).unit() else { return };
    let tip = from.towards(to, 0.5) + ahead * 10.0;
    for side in [1.0, -1.0] {
        path.stroke(tip, tip - ahead * 20.0 + ahead.turned() * (14.0 * side));
    }
}

fn cross(path: &mut Path, at: DrawPoint, reach: f64) {
    for slope in [1.0, -1.0] {
        let arm = spot(reach, reach * slope);
        path.stroke(at - arm, at + arm);
    }
}

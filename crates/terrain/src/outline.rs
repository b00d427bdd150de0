//! Outlines of features: natural ones, and straight ones for features that were built or ploughed.
//!
//! An outline is drawn around the origin with its length along the x axis. Its least-area rectangle has exactly the
//! requested length and width, to a few thousandths of a BW, since that is how a feature is measured.

mod built;
mod natural;
mod stamp;

pub use stamp::{Stamp, Turn};
pub(crate) use stamp::{exact, whole};

use musterfield_dice::Dice;
use musterfield_geometry::{MinAreaRectangle, Point, Polygon};
use musterfield_rules::terrain::{Bua, Kind};

/// The precision of the least-area rectangle, in thousandths of a BW.
const EXACT: f64 = 0.2;
/// Outlines are measured in such fractions of a thousandth.
const FINE: f64 = 64.0;
/// The change that turning and rounding may cause in the length and width of a rectangle, in thousandths of a BW: two
/// corners are each moved by half a thousandth either way.
const ROUNDING: f64 = 1.4;
/// The tolerance when a feature is measured, in thousandths of a BW.
const FORGIVEN: f64 = 10.0;
/// Corners off a line by less than this fraction of the whole outline leave it straight to the eye.
const FLAT: f64 = 0.001;
/// No straight part is longer than this fraction of the outline; the rule allows a quarter.
const STRAIGHT: f64 = 0.23;
/// The number of times an outline is stretched to its size before another is drawn.
const STRETCHES: u8 = 12;
/// The number of outlines that are drawn before the plainest one is used.
const DRAWINGS: u8 = 40;

/// Draws an outline of a kind with this length and width, in thousandths of a BW.
#[must_use]
pub fn draw(kind: Kind, bua: Option<Bua>, size: (i64, i64), dice: &mut Dice) -> Stamp {
    let size = (exact(size.0), exact(size.1));
    for _ in 0..DRAWINGS {
        let raw = match (kind, bua) {
            (Kind::Plough | Kind::Orchard | Kind::Vineyard, _) => built::field(dice),
            (Kind::Bua, Some(Bua::Hamlet | Bua::Edifice | Bua::Settlement | Bua::Fortifiable)) => {
                built::hamlet(size, dice)
            }
            (Kind::Bua, _) => return built::walled(size, dice),
            (Kind::Gully, _) => natural::gully(size, dice),
            _ => natural::area(kind, size, dice),
        };
        if let Some(outline) = stretched(raw, size)
            && (is_built(kind) || is_curved(&outline))
        {
            return finished(kind, bua, outline, size, dice);
        }
    }
    finished(kind, bua, plainest(size), size, dice)
}

/// The outline that is used if no drawn one is good enough.
fn plainest(size: (f64, f64)) -> Vec<(f64, f64)> {
    let plain = natural::plain(size);
    stretched(plain.clone(), size).unwrap_or(plain)
}

/// Whether the outlines of a kind may be straight.
fn is_built(kind: Kind) -> bool {
    matches!(kind, Kind::Plough | Kind::Orchard | Kind::Vineyard | Kind::Bua)
}

/// Whether no part of an outline is so long and so nearly straight that it could count as a straight side
/// (D3H2-FEAT-08).
fn is_curved(outline: &[(f64, f64)]) -> bool {
    let count = outline.len();
    let at = |index: usize| outline.get(index % count.max(1)).copied().unwrap_or_default();
    let far = |a: (f64, f64), b: (f64, f64)| ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt();
    let whole: f64 = (0..count).map(|index| far(at(index), at(index + 1))).sum();
    (0..count).all(|start| {
        // Only the shortest part from here that is long enough need be tested: if a longer one were flat, its beginning
        // would lie within twice the limit of a line.
        let Some(sides) = (2..count).find(|sides| far(at(start), at(start + sides)) > whole * STRAIGHT) else {
            return true;
        };
        let (from, to) = (at(start), at(start + sides));
        let chord = far(from, to);
        let off = |point: (f64, f64)| {
            ((to.0 - from.0) * (point.1 - from.1) - (to.1 - from.1) * (point.0 - from.0)).abs() / chord.max(1.0)
        };
        (1..sides).any(|between| off(at(start + between)) > 2.0 * whole * FLAT)
    })
}

fn finished(kind: Kind, bua: Option<Bua>, outline: Vec<(f64, f64)>, size: (f64, f64), dice: &mut Dice) -> Stamp {
    let crest = if kind.is_hill() { natural::crest(&outline, size, dice) } else { Vec::new() };
    let gates = if bua.is_some() { built::road_entrance(&outline) } else { Vec::new() };
    Stamp { outline, crest, gates }
}

/// The outline turned and stretched until its least-area rectangle is the requested one; `None` if that does not
/// converge, or the outline would cross itself.
fn stretched(mut outline: Vec<(f64, f64)>, (long, short): (f64, f64)) -> Option<Vec<(f64, f64)>> {
    for _ in 0..STRETCHES {
        let polygon = enlarged(&outline);
        let rectangle = MinAreaRectangle::around(&polygon)?;
        let (length, width) = shrunk(rectangle.size());
        if (length - long).abs() < EXACT && (width - short).abs() < EXACT {
            let is_plain = polygon.flaw().is_none() && has_no_rival(&polygon, (long, short));
            return is_plain.then_some(outline);
        }
        let direction = rectangle.direction();
        let (ux, uy) = (exact(direction.x), exact(direction.y));
        let unit = (ux * ux + uy * uy).sqrt();
        let (cosine, sine) = (ux / unit, uy / unit);
        let (mx, my) = shrunk(rectangle.middle());
        for (x, y) in &mut outline {
            let (dx, dy) = (*x - mx, *y - my);
            (*x, *y) = ((dx * cosine + dy * sine) * long / length, (dy * cosine - dx * sine) * short / width);
        }
    }
    None
}

/// Whether every rectangle around an outline that may become the least one, when the outline is turned and its corners
/// are rounded, has nearly the right length and width: neither the sum of the two nor twice the width may be wrong.
fn has_no_rival(polygon: &Polygon, (long, short): (f64, f64)) -> bool {
    // One grows by as much as the other shrinks.
    let least = long * short + 2.0 * ROUNDING * (long + short);
    MinAreaRectangle::all_around(polygon).iter().map(|rectangle| shrunk(rectangle.size())).all(|(length, width)| {
        let (off_long, off_short) = ((length - long).abs() + ROUNDING, (width - short).abs() + ROUNDING);
        let is_near = off_long + off_short < FORGIVEN && (long < 2.0 * short || off_long + 2.0 * off_short < FORGIVEN);
        length * width > least || is_near
    })
}

/// A smooth line through points, with this many parts between two of them: a Catmull-Rom curve. The ends stay exact.
#[must_use]
pub fn smooth(through: &[(f64, f64)], parts: u16) -> Vec<Point> {
    let at = |index: usize| through.get(index.min(through.len().saturating_sub(1))).copied().unwrap_or_default();
    let mut line = Vec::with_capacity(through.len() * usize::from(parts) + 1);
    for index in 0..through.len().saturating_sub(1) {
        let (before, from, to, after) = (at(index.saturating_sub(1)), at(index), at(index + 1), at(index + 2));
        for part in 0..parts {
            let t = f64::from(part) / f64::from(parts);
            let along = |a: f64, b: f64, c: f64, d: f64| {
                b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
            };
            let x = along(before.0, from.0, to.0, after.0);
            line.push(Point::new(whole(x), whole(along(before.1, from.1, to.1, after.1))));
        }
    }
    line.extend(through.last().map(|(x, y)| Point::new(whole(*x), whole(*y))));
    line.dedup();
    line
}

/// An outline scaled up for fine measurement.
fn enlarged(outline: &[(f64, f64)]) -> Polygon {
    Polygon::new(outline.iter().map(|(x, y)| Point::new(whole(x * FINE), whole(y * FINE))).collect())
}

/// Measurements of it scaled back, in thousandths of a BW.
fn shrunk((x, y): (f64, f64)) -> (f64, f64) {
    (x / FINE, y / FINE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::sizes;
    use musterfield_rules::book;

    /// Every size that an area feature of any ruleset can have.
    fn all_sizes() -> Vec<(i64, i64)> {
        let rules = book().unwrap().terrains();
        let kinds = rules.flat_map(|rules| rules.features().iter());
        let limits = kinds.filter(|kind| kind.kind != Kind::Gully).filter_map(|kind| kind.size.as_ref());
        let mut all: Vec<(i64, i64)> =
            limits.flat_map(sizes).chain([(1000, 1000), (1500, 1000), (2000, 1000)]).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[track_caller]
    fn keeps_its_size(stamp: &Stamp, size: (i64, i64)) {
        for degrees in 0..36 {
            let put = stamp.put(Turn::degrees(f64::from(degrees) * 10.3, degrees % 2 == 0), Point::new(7000, 7000));
            let rectangle = MinAreaRectangle::around(&put).unwrap();
            // Everything that a rule may demand of length and width, with the tolerance of a hundredth of a BW.
            assert!(!rectangle.exceeds(1, 1, size.0 + size.1 + 10), "{size:?} at {degrees}: {:?}", rectangle.size());
            assert!(!rectangle.exceeds(-1, 0, 10 - size.0) && !rectangle.exceeds(0, -1, 10 - size.1), "{size:?}");
            assert!(size.0 < 2 * size.1 || !rectangle.exceeds(1, -2, 10), "{size:?} at {degrees}");
            assert!(put.flaw().is_none());
        }
    }

    #[test]
    fn the_plainest_outline_of_every_size_is_curved_and_keeps_its_size_however_it_is_turned() {
        for size in all_sizes() {
            let outline = plainest((exact(size.0), exact(size.1)));
            assert!(is_curved(&outline), "not curved: {size:?}");
            keeps_its_size(&Stamp { outline, crest: Vec::new(), gates: Vec::new() }, size);
        }
    }

    #[test]
    fn a_drawn_outline_keeps_its_size_however_it_is_turned() {
        let kinds = [Kind::Woods, Kind::Marsh, Kind::DifficultHill, Kind::GentleHill, Kind::Dunes, Kind::Enclosures];
        for (seed, size) in (0..).zip(all_sizes()) {
            for kind in kinds.into_iter().chain([Kind::Oasis, Kind::Plough]) {
                keeps_its_size(&draw(kind, None, size, &mut Dice::new(seed, 0)), size);
            }
        }
    }

    #[test]
    fn a_hamlet_and_walls_keep_their_size() {
        for (seed, size) in (0..).zip([(3000, 1500), (4500, 4500), (6000, 3000), (5000, 2500)]) {
            for bua in [Bua::Hamlet, Bua::Edifice, Bua::Stronghold, Bua::City] {
                let stamp = draw(Kind::Bua, Some(bua), size, &mut Dice::new(seed, 0));
                keeps_its_size(&stamp, size);
                let put = stamp.put(Turn::degrees(33.0, false), Point::new(7000, 7000));
                let gates = Turn::degrees(33.0, false).points(&stamp.gates, Point::new(7000, 7000));
                assert!(gates.iter().all(|gate| put.outline_nearer_to_point(*gate, 5)) && !gates.is_empty());
            }
        }
    }
}

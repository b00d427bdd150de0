//! Draws ground of other kinds: stones, sand, fields.

use super::canvas::{Canvas, Path};
use super::outline::{Outline, SLACK, base};
use super::palette::Paint;
use super::plants::{stipple, strew};
use super::scatter::{Chance, Spread};
use super::spot::DrawPoint;
use super::symbol::Symbol;

/// Draws stones of three sizes.
pub(super) fn rocky(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"2\" stroke-dasharray=\"12 3 3 3\"");
    let sorts = [Symbol::Boulder, Symbol::Stone, Symbol::Stone, Symbol::Pebble, Symbol::Pebble];
    strew(canvas, outline, &Spread::over(28.0, Symbol::Boulder.radius(), 110), &mut Chance::of(outline), &sorts);
}

/// Draws a bit of everything.
pub(super) fn rough(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"2\" stroke-dasharray=\"6 5\"");
    let sorts = [Symbol::Shrub, Symbol::Stone, Symbol::Grass, Symbol::Pebble, Symbol::Shrub];
    strew(canvas, outline, &Spread::over(31.0, Symbol::Stone.radius(), 100), &mut Chance::of(outline), &sorts);
}

/// Draws crescents of sand in one wind direction.
pub(super) fn dunes(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"2\"");
    stipple(canvas, outline, 90, 2.4, paint.other);
    let sorts = [Symbol::Crescent];
    let spread = Spread::over(48.0, Symbol::Crescent.radius(), 60);
    strew(canvas, outline, &spread, &mut Chance::of(outline), &sorts);
}

/// Draws furrows along the field, in groups.
pub(super) fn plough(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    /// The distance between furrows.
    const FURROW: f64 = 11.0;
    /// Most furrows.
    const MOST: f64 = 60.0;
    /// The breadth of a drawn furrow, as a fraction of that distance.
    const LINE: f64 = 0.3;
    /// The breadth of the bare strip between two groups.
    const LAND: f64 = 0.55;
    base(canvas, outline, paint, "stroke-width=\"3\"");
    let Some(axis) = outline.axis() else { return };
    let step = FURROW.max(axis.short / MOST);
    let (mut furrows, mut lands) = (Path::default(), Path::default());
    let mut number = 0_u32;
    let mut off = -axis.short / 2.0 + step * 0.6;
    while off < axis.short / 2.0 {
        let is_land = number.is_multiple_of(6);
        let half = step * if is_land { LAND } else { LINE } / 2.0;
        // As long as both of its sides are inside.
        let reach = |off: f64| {
            let through = axis.middle + axis.along.turned() * off;
            let far = move |at: DrawPoint| (at - through).dot(axis.along);
            outline.spans(through, axis.along).into_iter().map(move |(from, to)| (far(from), far(to)))
        };
        for (from, to) in reach(off) {
            let beside = |off: f64| reach(off).find(|side| side.0 < to && from < side.1);
            let (Some(one), Some(two)) = (beside(off - half), beside(off + half)) else { continue };
            let (from, to) = (from.max(one.0).max(two.0), to.min(one.1).min(two.1));
            let at = |far: f64| axis.middle + axis.along.turned() * off + axis.along * far;
            if to - from > step + 2.0 * SLACK {
                if is_land { &mut lands } else { &mut furrows }.stroke(at(from + SLACK), at(to - SLACK));
            }
        }
        off += step;
        number += 1;
    }
    canvas.path(&lands, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"", paint.other, step * LAND));
    canvas.path(&furrows, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"", paint.body, step * LINE));
}

/// Draws small fields of several kinds between hedges.
pub(super) fn enclosures(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"2\"");
    let Some(axis) = outline.axis() else { return };
    let mut chance = Chance::of(outline);
    let across = axis.along.turned();
    let corner = axis.middle - axis.along * (axis.long / 2.0) - across * (axis.short / 2.0);
    // Fields of about 1.3 by 1 BW; no more than twenty.
    let columns = (axis.long / 130.0).round().clamp(2.0, 5.0);
    let rows = (axis.short / 105.0).round().clamp(1.0, 4.0);
    let (mut hedges, mut furrows, mut dots) = (Path::default(), Path::default(), Path::default());
    let mut cuts = vec![0.0];
    let mut column = 1.0;
    while column < columns {
        cuts.push((column + chance.between(-0.16, 0.16)) / columns);
        column += 1.0;
    }
    cuts.push(1.0);
    for cut in cuts.iter().skip(1).take(cuts.len().saturating_sub(2)) {
        for (from, to) in outline.spans(corner + axis.along * (axis.long * cut), across) {
            hedges.stroke(from, to);
        }
    }
    for (number, (from, to)) in cuts.iter().zip(cuts.iter().skip(1)).enumerate() {
        let (left, right) = (corner + axis.along * (axis.long * from), corner + axis.along * (axis.long * to));
        let mut row_cuts = vec![0.0];
        let mut row = 1.0;
        while row < rows {
            row_cuts.push((row + chance.between(-0.2, 0.2)) / rows);
            row += 1.0;
        }
        row_cuts.push(1.0);
        for (row, (top, bottom)) in row_cuts.iter().zip(row_cuts.iter().skip(1)).enumerate() {
            let (top, bottom) = (axis.short * top, axis.short * bottom);
            let within = |off: f64| {
                outline.spans(left + across * off, axis.along).into_iter().filter_map(move |(a, b)| {
                    let reach = |at: DrawPoint| (at - left).dot(axis.along);
                    let (low, high) = (reach(a).max(0.0), reach(b).min((right - left).length()));
                    let start = left + across * off;
                    (high - low > 20.0).then(|| (start + axis.along * (low + 7.0), start + axis.along * (high - 7.0)))
                })
            };
            if row > 0 {
                within(top).for_each(|(a, b)| {
                    hedges.stroke(a - axis.along * 7.0, b + axis.along * 7.0);
                });
            }
            match (number + row) % 3 {
                0 => {
                    let mut off = top + 12.0;
                    while off < bottom - 6.0 {
                        within(off).for_each(|(a, b)| {
                            furrows.stroke(a, b);
                        });
                        off += 9.0;
                    }
                }
                1 => {
                    let mut off = top + 15.0;
                    while off < bottom - 8.0 {
                        for (a, b) in within(off) {
                            let length = (b - a).length();
                            let number = (length / 17.0).floor().min(20.0);
                            let mut at = 0.5;
                            while at < number {
                                dots.dot(a.towards(b, at / number));
                                at += 1.0;
                            }
                        }
                        off += 17.0;
                    }
                }
                _ => {}
            }
        }
    }
    canvas.path(&furrows, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"2\"", paint.other));
    canvas.path(
        &dots,
        format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"5\" stroke-linecap=\"round\"", paint.body),
    );
    // A hedge is a row of round bushes.
    let mut rim = Path::default();
    outline.trace(&outline.inset(SLACK + 1.0), &mut rim);
    for path in [&hedges, &rim] {
        canvas.path(
            path,
            format_args!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"9.5\" stroke-linecap=\"round\" stroke-dasharray=\".1 10\"",
                paint.line
            ),
        );
    }
}

/// The rectangle around an outline by which it is measured.
pub(super) struct Axis {
    pub(super) middle: DrawPoint,
    /// The direction of its length; a unit vector.
    pub(super) along: DrawPoint,
    pub(super) long: f64,
    pub(super) short: f64,
}

impl Outline {
    /// Its axis; `None` if it has no area.
    pub(super) fn axis(&self) -> Option<Axis> {
        use musterfield_geometry::{MinAreaRectangle, Point, Polygon};
        // The drawing's y runs down, the table's up: measured with y reversed.
        let corners = self.corners.iter().filter_map(|corner| Point::from_bw(corner.x / 100.0, -corner.y / 100.0));
        let rectangle = MinAreaRectangle::around(&Polygon::new(corners.collect()))?;
        let ((long, short), (x, y), direction) = (rectangle.size(), rectangle.middle(), rectangle.direction());
        let along = DrawPoint::of(direction, 0).unit()?;
        let middle = DrawPoint { x: x / 10.0, y: -y / 10.0 };
        Some(Axis { middle, along, long: long / 10.0, short: short / 10.0 })
    }
}

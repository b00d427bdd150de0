//! Draws built-up features: hamlets, strongholds, cities, forts, edifices.

use musterfield_rules::terrain::Bua;

use super::canvas::{Canvas, Number, Path};
use super::course::DrawnCourse;
use super::outline::{self, Outline, SLACK, base};
use super::palette::Paint;
use super::scatter::{Chance, Spread};
use super::spot::{DrawPoint, Rect};
use super::symbol::Symbol;

/// A built-up area.
pub(super) fn area(canvas: &mut Canvas<'_>, outline: &Outline, bua: Option<Bua>, gates: &[DrawPoint], paint: Paint) {
    match bua {
        Some(Bua::Stronghold) => {
            walled(canvas, outline, gates, paint, Walls { tower: Symbol::Tower, inside: Inside::Keep })
        }
        Some(Bua::City) => {
            walled(canvas, outline, gates, paint, Walls { tower: Symbol::Tower, inside: Inside::Blocks })
        }
        Some(Bua::Fort) => {
            walled(canvas, outline, gates, paint, Walls { tower: Symbol::Bastion, inside: Inside::Tents })
        }
        Some(Bua::Edifice) => edifice(canvas, outline, paint),
        Some(Bua::Hamlet | Bua::Settlement | Bua::Fortifiable) | None => hamlet(canvas, outline, paint),
    }
}

/// Draws a long wall: its walk between two parapets, with towers along it.
pub(super) fn wall(canvas: &mut Canvas<'_>, line: &DrawnCourse, paint: Paint) {
    /// The distance between towers.
    const APART: f64 = 190.0;
    let path = line.path();
    let breadths = [("class=\"outline\" ", paint.line, line.width), ("", paint.ground, line.width - 8.0)];
    for (class, colour, breadth) in breadths {
        let breadth = Number(breadth.max(line.width * 0.4));
        canvas.path(&path, format_args!("{class}fill=\"none\" stroke=\"{colour}\" stroke-width=\"{breadth}\""));
    }
    let long = outline::length(&line.points);
    let towers = (long / APART).round().max(1.0);
    let mut tower = 0.0;
    while tower <= towers {
        if let Some((at, along)) = outline::along(&line.points, long * tower / towers) {
            canvas.stamp_turned(Symbol::Bastion, at, along);
        }
        tower += 1.0;
    }
}

struct Walls {
    tower: Symbol,
    inside: Inside,
}

#[derive(Clone, Copy)]
enum Inside {
    Keep,
    Blocks,
    Tents,
}

/// Draws a hamlet: lanes along and across, houses along them, gardens between.
fn hamlet(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"2.5\" stroke-dasharray=\"14 5 4 5\"");
    let Some(axis) = outline.axis() else { return };
    let mut chance = Chance::of(outline);
    let across = axis.along.turned();
    let middle = outline.middle();
    let mut lanes = Path::default();
    let shift = axis.along * (axis.long * chance.between(-0.12, 0.12));
    for (from, to) in outline.spans(middle, axis.along).into_iter().chain(outline.spans(middle + shift, across)) {
        lanes.stroke(from, to);
    }
    let lane = if canvas.style == super::Style::Print { "#d0d0d0" } else { "#f4e7c6" };
    canvas.path(&lanes, format_args!("fill=\"none\" stroke=\"{lane}\" stroke-width=\"15\""));
    // Houses stand along the lane with their long side, two rows on each side where there is room.
    let free = |at: DrawPoint, margin: f64, room: Option<Rect>| {
        outline.holds(at, margin + SLACK) && !room.is_some_and(|room| room.contains(at))
    };
    let mut far = -axis.long / 2.0;
    while far < axis.long / 2.0 {
        for row in [-102.0, -60.0, -26.0, 26.0, 60.0, 102.0] {
            let at =
                middle + axis.along * (far + chance.between(-5.0, 5.0)) + across * (row + chance.between(-3.0, 3.0));
            let off_lane = (at - middle - shift).dot(axis.along).abs() > 30.0;
            let house = chance.share();
            if !off_lane {
                continue;
            }
            if house < 0.62 && free(at, Symbol::House.radius() - 3.0, canvas.clearing) {
                canvas.stamp_turned(Symbol::House, at, axis.along);
            } else if house < 0.82 && free(at, Symbol::Barn.radius() - 1.0, canvas.clearing) {
                canvas.stamp_turned(Symbol::Barn, at, if house < 0.72 { across } else { axis.along });
            } else if free(at, Symbol::Bush.radius(), canvas.clearing) {
                canvas.stamp(if house < 0.93 { Symbol::Shrub } else { Symbol::Sapling }, at);
            }
        }
        far += 52.0_f64.max(axis.long / 12.0);
    }
}

/// Draws walls with towers and gates.
fn walled(canvas: &mut Canvas<'_>, outline: &Outline, gates: &[DrawPoint], paint: Paint, walls: Walls) {
    /// Half the thickness of a wall.
    const HALF: f64 = 8.0;
    let Paint { line, body, other, .. } = paint;
    base(canvas, outline, paint, "stroke-width=\"2\"");
    let ring = outline.inset(HALF + 2.0);
    let wall = Outline::new(ring, |_| true);
    let Some(wall) = wall else { return };
    let Some(axis) = outline.axis() else { return };
    let mut chance = Chance::of(outline);
    match walls.inside {
        Inside::Keep => {
            let size = (axis.short * 0.34).clamp(50.0, 110.0);
            keep(canvas, axis.middle, axis.along, size, paint);
            let spread = Spread::over(58.0, 44.0, 20);
            for at in spread.places(outline, canvas.clearing, &mut chance) {
                if (at - axis.middle).length() > size * 0.75 + 24.0 {
                    canvas.stamp_turned(Symbol::Barn, at, axis.along);
                }
            }
        }
        Inside::Blocks => rows(canvas, outline, &[Symbol::Block], 39.0, 42.0),
        Inside::Tents => rows(canvas, outline, &[Symbol::Tent], 40.0, 40.0),
    }
    let mut path = Path::default();
    path.corners(&wall.corners, true);
    canvas.path(
        &path,
        format_args!("fill=\"none\" stroke=\"{line}\" stroke-width=\"{}\" stroke-linejoin=\"miter\"", HALF * 2.0),
    );
    canvas.path(&path, format_args!("fill=\"none\" stroke=\"{body}\" stroke-width=\"{}\"", HALF * 2.0 - 5.0));
    canvas.path(
        &path,
        format_args!("fill=\"none\" stroke=\"{other}\" stroke-width=\"{}\" stroke-dasharray=\"9 6\"", HALF - 3.0),
    );
    let beside_gate = |at: &DrawPoint| gates.iter().any(|gate| (*gate - *at).length() < 62.0);
    for at in towers(&wall).into_iter().filter(|at| !beside_gate(at)) {
        let inside = (axis.middle - at).unit().unwrap_or_default();
        canvas.stamp(walls.tower, at + inside * 6.0);
    }
    for gate in gates {
        self::gate(canvas, outline, *gate, walls.tower, paint);
    }
}

/// The places of towers: on corners that turn enough, and along long walls.
fn towers(wall: &Outline) -> Vec<DrawPoint> {
    const APART: f64 = 85.0;
    let mut places: Vec<DrawPoint> = Vec::new();
    let before = wall.corners.iter().cycle().skip(wall.corners.len().saturating_sub(1));
    let after = wall.corners.iter().cycle().skip(1);
    for ((before, at), after) in before.zip(&wall.corners).zip(after) {
        let (Some(one), Some(two)) = ((*at - *before).unit(), (*after - *at).unit()) else { continue };
        if one.dot(two) < 0.85 && places.iter().all(|other| (*other - *at).length() > APART * 0.6) {
            places.push(*at);
        }
    }
    for (at, _) in wall.walk(APART / 2.0) {
        if places.iter().all(|other| (*other - at).length() > APART) {
            places.push(at);
        }
    }
    places
}

/// Draws a gate: an opening between two towers, and a double door.
fn gate(canvas: &mut Canvas<'_>, outline: &Outline, at: DrawPoint, tower: Symbol, paint: Paint) {
    let nearest = outline.sides().min_by(|a, b| {
        outline::distance(at, std::iter::once(*a)).total_cmp(&outline::distance(at, std::iter::once(*b)))
    });
    let Some((from, to)) = nearest else { return };
    let (Some(along), Some(inside)) = ((to - from).unit(), outline.inwards(from, to)) else { return };
    let half = along * 16.0;
    let mut opening = Path::default();
    opening.corners(&[at - half, at + half, at + half + inside * 24.0, at - half + inside * 24.0], true);
    canvas.path(
        &opening,
        format_args!("class=\"gate\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2.4\"", paint.ground, paint.line),
    );
    // The two leaves of the door, seen from above.
    let mut leaves = Path::default();
    let leaf = half * 0.82;
    leaves.corners(
        &[at - leaf + inside * 5.0, at + leaf + inside * 5.0, at + leaf + inside * 19.0, at - leaf + inside * 19.0],
        true,
    );
    canvas.path(&leaves, format_args!("fill=\"{}\"", paint.line));
    let mut gap = Path::default();
    gap.stroke(at + inside * 4.0, at + inside * 20.0);
    canvas.path(&gap, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"3\"", paint.ground));
    for side in [-1.0, 1.0] {
        canvas.stamp_turned(tower, at + along * (side * 30.0) + inside * 17.0, along);
    }
}

/// Draws a large tower with a smaller one on it.
fn keep(canvas: &mut Canvas<'_>, middle: DrawPoint, along: DrawPoint, size: f64, paint: Paint) {
    for (share, fill) in [(0.5, paint.body), (0.34, paint.other), (0.14, paint.ground)] {
        let (a, b) = (along * (size * share), along.turned() * (size * share));
        let mut square = Path::default();
        square.corners(&[middle - a - b, middle + a - b, middle + a + b, middle - a + b], true);
        canvas.path(
            &square,
            format_args!("fill=\"{fill}\" stroke=\"{}\" stroke-width=\"2.6\" stroke-linejoin=\"round\"", paint.line),
        );
    }
    for (x, y) in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)] {
        canvas.stamp_turned(Symbol::Bastion, middle + along * (x * size) + along.turned() * (y * size), along);
    }
}

/// Draws symbols in rows along the length, such as tents in a camp or blocks of houses.
fn rows(canvas: &mut Canvas<'_>, outline: &Outline, sorts: &[Symbol], step: f64, margin: f64) {
    let Some(axis) = outline.axis() else { return };
    let mut chance = Chance::of(outline);
    let step = step.max((outline.area() / 120.0).sqrt());
    let mut down = -axis.short / 2.0 + step / 2.0;
    while down < axis.short / 2.0 {
        let mut far = -axis.long / 2.0 + step / 2.0;
        while far < axis.long / 2.0 {
            let at = axis.middle + axis.along * far + axis.along.turned() * down;
            if outline.holds(at, margin)
                && !canvas.clearing.is_some_and(|room| room.contains(at))
                && let Some(symbol) = chance.pick(sorts)
            {
                if symbol == Symbol::Tent {
                    canvas.stamp(symbol, at)
                } else {
                    canvas.stamp_turned(symbol, at, axis.along)
                }
            }
            far += step;
        }
        down += step;
    }
}

/// Draws a large building with columns on paved ground.
fn edifice(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"2.5\"");
    let Some(axis) = outline.axis() else { return };
    let (along, across) = (axis.along, axis.along.turned());
    let (long, short) = (axis.long * 0.56, axis.short * 0.5);
    let corners = |share: f64| {
        let (a, b) = (along * (long / 2.0 * share), across * (short / 2.0 * share));
        [axis.middle - a - b, axis.middle + a - b, axis.middle + a + b, axis.middle - a + b]
    };
    let mut chance = Chance::of(outline);
    let mut steps = Path::default();
    steps.corners(&corners(1.22), true);
    steps.corners(&corners(1.11), true);
    canvas.path(
        &steps,
        format_args!("fill=\"{}\" fill-rule=\"nonzero\" stroke=\"{}\" stroke-width=\"1.8\"", paint.other, paint.line),
    );
    let mut roof = Path::default();
    roof.corners(&corners(0.82), true);
    canvas.path(&roof, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"2.4\"", paint.body, paint.line));
    let mut ridge = Path::default();
    let (a, b) = (along * (long * 0.41), across * (short * 0.41));
    ridge.stroke(axis.middle - a, axis.middle + a);
    ridge.stroke(axis.middle - a * 0.82 - b, axis.middle - a * 0.82 + b);
    ridge.stroke(axis.middle + a * 0.82 - b, axis.middle + a * 0.82 + b);
    canvas.path(&ridge, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"", paint.line));
    // Columns all around.
    let [first, second, third, fourth] = corners(1.0);
    for (from, to) in [(first, second), (second, third), (third, fourth), (fourth, first)] {
        let number = ((to - from).length() / 15.0).round().clamp(2.0, 24.0);
        let mut at = 0.0;
        while at < number {
            canvas.stamp(Symbol::Column, from.towards(to, at / number));
            at += 1.0;
        }
    }
    let spread = Spread { apart: 60.0, margin: Symbol::Shrub.radius() + 4.0, most: 20, ring: true };
    let clear = |at: &DrawPoint| {
        let off = *at - axis.middle;
        off.dot(along).abs() > long * 0.62 + 14.0 || off.dot(across).abs() > short * 0.62 + 14.0
    };
    for at in spread.places(outline, canvas.clearing, &mut chance).into_iter().filter(clear) {
        canvas.stamp(Symbol::Shrub, at);
    }
}

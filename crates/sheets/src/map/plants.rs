//! Draws vegetation: woods, scrub, marshes, boggy ground, oases.

use super::canvas::{Canvas, Number, Path};
use super::course::DrawnCourse;
use super::options::Style;
use super::outline::{Outline, base};
use super::palette::Paint;
use super::scatter::{self, Chance, Spread};
use super::spot::DrawPoint;
use super::symbol::Symbol;

/// The largest number of symbols in one feature, so that a drawing of the largest features is still a small file.
const MOST: usize = 170;

/// Scatters symbols of several kinds, the farthest first.
pub(super) fn strew(
    canvas: &mut Canvas<'_>,
    outline: &Outline,
    spread: &Spread,
    chance: &mut Chance,
    sorts: &[Symbol],
) {
    for at in spread.places(outline, canvas.clearing, chance) {
        if let Some(symbol) = chance.pick(sorts) {
            canvas.stamp(symbol, at);
        }
    }
}

/// Draws trees, along the outline first, then inside.
pub(super) fn woods(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"2.5\"");
    let sorts: &[Symbol] = match canvas.home {
        "tropical" => &[Symbol::Tree, Symbol::Tree, Symbol::Sapling, Symbol::Palm, Symbol::Palm],
        "forest" | "hilly" => &[Symbol::Tree, Symbol::Tree, Symbol::Sapling, Symbol::Conifer, Symbol::Conifer],
        _ => &[Symbol::Tree, Symbol::Tree, Symbol::Tree, Symbol::Sapling, Symbol::Conifer],
    };
    let spread = Spread { apart: 30.0, margin: Symbol::Tree.radius() - 3.0, most: MOST, ring: true };
    strew(canvas, outline, &spread, &mut Chance::of(outline), sorts);
}

/// Draws bushes with room between them.
pub(super) fn scrub(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"2\" stroke-dasharray=\"10 5\"");
    let mut chance = Chance::of(outline);
    let sorts = [Symbol::Bush, Symbol::Bush, Symbol::Shrub];
    strew(canvas, outline, &Spread::over(38.0, Symbol::Bush.radius(), 90), &mut chance, &sorts);
}

/// Draws tufts of reeds with water between them.
pub(super) fn marsh(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"2\" stroke-dasharray=\"2 5\" stroke-linecap=\"round\"");
    let mut chance = Chance::of(outline);
    let sorts = [Symbol::Reeds, Symbol::Reeds, Symbol::Ripple];
    strew(canvas, outline, &Spread::over(36.0, Symbol::Reeds.radius(), 110), &mut chance, &sorts);
}

/// Draws puddles in grass.
pub(super) fn boggy(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"2\" stroke-dasharray=\"1 6\" stroke-linecap=\"round\"");
    let mut chance = Chance::of(outline);
    let sorts = [Symbol::Puddle, Symbol::Grass, Symbol::Grass];
    strew(canvas, outline, &Spread::over(29.0, Symbol::Puddle.radius(), 120), &mut chance, &sorts);
}

/// Draws a pool with palms around it.
pub(super) fn oasis(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    /// The size of the pool relative to length and width.
    const POOL: f64 = 0.42;
    base(canvas, outline, paint, "stroke-width=\"2\" stroke-dasharray=\"8 4\"");
    let middle = outline.middle();
    let pool = Outline::new(outline.scaled(middle, POOL), |_| false);
    let mut water = Path::default();
    let mut lines = Path::default();
    if let Some(pool) = &pool {
        pool.trace(&pool.corners, &mut water);
        pool.trace(&pool.scaled(middle, 0.78), &mut lines);
        pool.trace(&pool.scaled(middle, 0.52), &mut lines);
    }
    canvas.path(
        &water,
        format_args!(
            "fill=\"{}\" stroke=\"{}\" stroke-width=\"2.5\"",
            paint.body,
            if canvas.style == Style::Print { paint.line } else { "#2d667f" }
        ),
    );
    canvas.path(
        &lines,
        format_args!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"",
            if canvas.style == Style::Print { "#666666" } else { "#d4e8ef" }
        ),
    );
    let mut chance = Chance::of(outline);
    let spread = Spread { apart: 39.0, margin: Symbol::Palm.radius(), most: 80, ring: true };
    let dry = |at: &DrawPoint| {
        pool.as_ref().is_none_or(|pool| !pool.contains(*at) && pool.distance(*at) > Symbol::Palm.radius())
    };
    for at in spread.places(outline, canvas.clearing, &mut chance).into_iter().filter(dry) {
        canvas.stamp(if chance.share() < 0.75 { Symbol::Palm } else { Symbol::Grass }, at);
    }
}

/// Draws a hedge: a row of round bushes along a line, as around enclosed fields.
pub(super) fn hedge(canvas: &mut Canvas<'_>, line: &DrawnCourse, paint: Paint) {
    let path = line.path();
    // The line beneath is what is dragged, and the outline of the feature.
    canvas.path(
        &path,
        format_args!(
            "class=\"outline\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
            paint.ground,
            Number(line.width)
        ),
    );
    canvas.path(
        &path,
        format_args!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-dasharray=\".1 {}\"",
            paint.line,
            Number(line.width * 0.8),
            Number(line.width * 0.84)
        ),
    );
}

/// Draws dots all over, limited in number, so that a large area takes no more of them than a small one.
pub(super) fn stipple(canvas: &mut Canvas<'_>, outline: &Outline, most: usize, size: f64, colour: &str) {
    let mut dots = Path::default();
    for at in scatter::dots(outline, 24.0, size, most) {
        if !canvas.clearing.is_some_and(|room| room.contains(at)) {
            dots.dot(at);
        }
    }
    canvas.path(
        &dots,
        format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\"", Number(size)),
    );
}

//! Draws hills with contours and crest, and gullies.

use musterfield_rules::terrain::Kind;

use super::canvas::{Canvas, Path};
use super::options::Style;
use super::outline::{self, Outline, SLACK, base};
use super::palette::Paint;
use super::plants::strew;
use super::scatter::{Chance, Spread};
use super::spot::DrawPoint;
use super::symbol::Symbol;

/// The crest of a hill for which none is drawn: the middle line of its length.
pub(super) fn middle_line(outline: &Outline) -> Vec<DrawPoint> {
    let Some(axis) = outline.axis() else { return Vec::new() };
    let half = (axis.long - axis.short * 0.5).max(axis.long * 0.36) / 2.0;
    let mut line = vec![axis.middle - axis.along * half, axis.middle + axis.along * half];
    // A bent hill has a crest that stays inside.
    let middle = outline.middle();
    for end in &mut line {
        let mut share = 1.0;
        while share > 0.2 && !outline.holds(middle.towards(*end, share), 25.0) {
            share -= 0.1;
        }
        *end = middle.towards(*end, share);
    }
    vec![line.first().copied().unwrap_or(middle), middle, line.last().copied().unwrap_or(middle)]
}

/// The contour at this height of the hill: 0 at its foot, 1 on the crest.
fn level(outline: &Outline, crest: &[DrawPoint], up: f64) -> Option<Outline> {
    let corners = outline.corners.iter().map(|corner| {
        let top = outline::pieces(crest).map(|(from, to)| outline::nearest_on(*corner, from, to));
        let square = |at: &DrawPoint| (*at - *corner).dot(*at - *corner);
        top.min_by(|a, b| square(a).total_cmp(&square(b))).map_or(*corner, |top| corner.towards(top, up))
    });
    Outline::new(corners.collect(), |_| false)
}

/// Draws strokes down the slope, broad above and thin below.
fn hachures(outline: &Outline, step: f64, length: f64, chance: &mut Chance) -> Path {
    let mut path = Path::default();
    let step = step.max(outline.room.width() / 60.0);
    for (at, inside) in outline.walk(step) {
        let tip = at + inside * (SLACK * 0.6);
        let top = at + inside * (length * chance.between(0.75, 1.15));
        let half = inside.turned() * (step * 0.19);
        path.start(tip).line(top + half).line(top - half).close();
    }
    path
}

/// A steep hill: contours, hachures, a firm crest.
pub(super) fn difficult(canvas: &mut Canvas<'_>, outline: &Outline, crest: &[DrawPoint], paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"3\"");
    let mut chance = Chance::of(outline);
    for (up, fill) in [(0.3, paint.body), (0.6, paint.other)] {
        let Some(level) = level(outline, crest, up) else { continue };
        let path = level.path();
        canvas.path(&path, format_args!("fill=\"{fill}\" stroke=\"{}\" stroke-width=\"1.8\"", paint.line));
    }
    for (up, step, length) in [(0.0, 10.5, 34.0), (0.3, 11.5, 27.0)] {
        let Some(level) = level(outline, crest, up) else { continue };
        let strokes = hachures(&level, step, length, &mut chance);
        canvas.path(&strokes, format_args!("fill=\"{}\"", paint.line));
    }
    let mut line = Path::default();
    outline::curve(crest, &[], false, &mut line);
    let light = if canvas.style == Style::Print { "#ffffff" } else { "#f3e3c2" };
    canvas.path(
        &line,
        format_args!(
            "fill=\"none\" stroke=\"{light}\" stroke-width=\"10\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
        ),
    );
    canvas.path(
        &line,
        format_args!(
            "class=\"crest\" fill=\"none\" stroke=\"{}\" stroke-width=\"5\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
            paint.line
        ),
    );
}

/// A gentle hill: soft contours and a broken crest.
pub(super) fn gentle(canvas: &mut Canvas<'_>, outline: &Outline, crest: &[DrawPoint], paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"2.5\"");
    for (up, fill) in [(0.34, paint.body), (0.67, paint.other)] {
        let Some(level) = level(outline, crest, up) else { continue };
        canvas.path(
            &level.path(),
            format_args!("fill=\"{fill}\" stroke=\"{}\" stroke-width=\"1.6\" stroke-dasharray=\"14 5\"", paint.line),
        );
    }
    let mut line = Path::default();
    outline::curve(crest, &[], false, &mut line);
    canvas.path(
        &line,
        format_args!(
            "class=\"crest\" fill=\"none\" stroke=\"{}\" stroke-width=\"4\" stroke-linecap=\"round\" stroke-dasharray=\"16 9\"",
            paint.line
        ),
    );
}

/// Draws what grows or lies on a hill of this kind: trees, crags, stones, bushes. Bare hills have nothing.
pub(super) fn cover(canvas: &mut Canvas<'_>, outline: &Outline, kind: Kind) {
    let (sorts, apart): (&[Symbol], f64) = match kind {
        Kind::WoodedHill => (&[Symbol::Tree, Symbol::Conifer, Symbol::Sapling], 46.0),
        Kind::CraggyHill => (&[Symbol::Boulder, Symbol::Boulder, Symbol::Stone], 52.0),
        Kind::RockyHill => (&[Symbol::Stone, Symbol::Stone, Symbol::Pebble], 44.0),
        Kind::ScrubbyHill => (&[Symbol::Bush, Symbol::Shrub, Symbol::Shrub], 46.0),
        _ => return,
    };
    let margin = sorts.iter().map(|symbol| symbol.radius()).fold(0.0, f64::max);
    strew(canvas, outline, &Spread::over(apart, margin, 80), &mut Chance::of(outline), sorts);
}

/// A gully: banks that fall inwards, and a dry bed.
pub(super) fn gully(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"3.5\"");
    let mut chance = Chance::of(outline);
    let Some(axis) = outline.axis() else { return };
    // A gully is bent, and therefore narrower than the rectangle around it.
    let deep = (outline.area() / axis.long * 0.34).min(40.0);
    let mut bed = Path::default();
    // At the tips the banks are closer than twice their breadth: the bed ends between them.
    let corners = outline.corners.iter().zip(outline.inset(deep)).map(|(corner, bottom)| {
        let fits = |share: &f64| outline.holds(corner.towards(bottom, *share), deep * share * 0.75);
        corner.towards(bottom, [1.0, 0.75, 0.5, 0.35, 0.2].into_iter().find(fits).unwrap_or_default())
    });
    outline.trace(&corners.collect::<Vec<_>>(), &mut bed);
    canvas.path(&bed, format_args!("fill=\"{}\" stroke=\"none\"", paint.body));
    let mut strokes = Path::default();
    let step = 12.0_f64.max(outline.room.width() / 70.0);
    for (at, inside) in outline.walk(step) {
        // Broad at the brink, thin at the bottom. At the tips the opposite bank is near: no stroke reaches it.
        let half = inside.turned() * (step * 0.27);
        let long = deep * chance.between(0.75, 1.1);
        let room = [1.0, 0.75, 0.5, 0.3].into_iter().find(|share| {
            let reach = long * share;
            outline.holds(at + inside * reach, reach * 0.8) && outline.holds(at + inside * 4.0 + half, 2.0)
        });
        let Some(share) = room else { continue };
        let (top, tip) = (at + inside * 2.0, at + inside * (long * share));
        strokes.start(tip).line(top + half).line(top - half).close();
    }
    canvas.path(&strokes, format_args!("fill=\"{}\"", paint.line));
}

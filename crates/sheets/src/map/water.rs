//! Draws rivers with their crossings, roads, waterways with their beaches.

use musterfield_rules::terrain::Kind;
use musterfield_terrain::layout::Edge;

use super::canvas::{Canvas, Number, Path};
use super::course::DrawnCourse;
use super::options::Style;
use super::outline::{self, Outline, base};
use super::palette::{self, Paint};
use super::scatter::{self, Chance, Spread};
use super::spot::DrawPoint;
use super::symbol::Symbol;

/// The breadth of a drawn bank or road edge.
const EDGE: f64 = 3.0;

/// Draws a river: banks, water, the current.
pub(super) fn river(canvas: &mut Canvas<'_>, line: &DrawnCourse, paint: Paint) {
    casing(canvas, line, paint.line, paint.ground);
    for (share, pattern) in [(-0.26, "26 34"), (0.0, "40 46"), (0.27, "18 40")] {
        let mut current = Path::default();
        outline::curve(&outline::parallel(&line.drawn, line.width * share), &[], false, &mut current);
        canvas.path(
            &current,
            format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-linecap=\"round\" stroke-dasharray=\"{pattern}\"", paint.body),
        );
    }
}

/// Draws a road: its edges, its surface, the ruts of wheels.
pub(super) fn road(canvas: &mut Canvas<'_>, line: &DrawnCourse, paint: Paint) {
    casing(canvas, line, paint.line, paint.ground);
    for share in [-0.16, 0.16] {
        let mut rut = Path::default();
        outline::curve(&outline::parallel(&line.drawn, line.width * share), &[], false, &mut rut);
        canvas.path(
            &rut,
            format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" stroke-dasharray=\"16 7\"", paint.body),
        );
    }
}

/// Draws a paved road: its edges, and slabs from side to side.
pub(super) fn paved_road(canvas: &mut Canvas<'_>, line: &DrawnCourse, paint: Paint) {
    casing(canvas, line, paint.line, paint.ground);
    let path = line.path();
    let inside = (line.width - 2.0 * EDGE).max(line.width * 0.4);
    canvas.path(
        &path,
        format_args!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-dasharray=\"1.6 12\"",
            paint.body,
            Number(inside)
        ),
    );
    canvas.path(&path, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"", paint.body));
}

/// Draws a lake: its shore, and the depth beneath it.
pub(super) fn lake(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint) {
    base(canvas, outline, paint, "stroke-width=\"3\"");
    let (middle, mut depths) = (outline.middle(), Path::default());
    for share in [0.84, 0.64, 0.42] {
        outline.trace(&outline.scaled(middle, share), &mut depths);
    }
    canvas.path(&depths, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"", paint.body));
}

fn casing(canvas: &mut Canvas<'_>, line: &DrawnCourse, edge: &str, surface: &str) {
    let path = line.path();
    let width = line.width;
    let inside = (width - 2.0 * EDGE).max(width * 0.4);
    for (width, colour, class) in [(width, edge, "class=\"outline\" "), (inside, surface, "")] {
        canvas.path(
            &path,
            format_args!(
                "{class}fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
                Number(width)
            ),
        );
        let mut ends = Path::default();
        for end in &line.ends {
            ends.corners(&end.corners(width), true);
        }
        canvas.path(&ends, format_args!("fill=\"{colour}\""));
    }
}

/// Joins the surfaces of two roads where one ends at the other.
pub(super) fn join_road_end(
    canvas: &mut Canvas<'_>,
    kind: Kind,
    (end, back): (DrawPoint, DrawPoint),
    joining: f64,
    joined: f64,
) {
    let paint = palette::feature_colours(kind, None, canvas.style);
    let mut path = Path::default();
    path.stroke(end, end + back * (joined / 2.0 + EDGE));
    canvas.path(
        &path,
        format_args!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"",
            paint.ground,
            Number((joining - 2.0 * EDGE).max(joining * 0.4))
        ),
    );
}

/// Draws a bridge or ford: `along` the road, over a river of this width.
pub(super) fn crossing(canvas: &mut Canvas<'_>, at: DrawPoint, along: DrawPoint, road: f64, river: f64, bridge: bool) {
    let (side, reach) = (along.turned() * (road / 2.0), along * (river / 2.0 + 8.0));
    let stone = palette::feature_colours(Kind::Road, None, canvas.style);
    let water = palette::feature_colours(Kind::River, None, canvas.style);
    let corners = [at - reach - side, at + reach - side, at + reach + side, at - reach + side];
    let mut deck = Path::default();
    deck.corners(&corners, true);
    if bridge {
        canvas.path(&deck, format_args!("fill=\"{}\"", stone.other));
        let mut planks = Path::default();
        let mut far = -0.9;
        while far < 1.0 {
            planks.stroke(at + reach * far - side, at + reach * far + side);
            far += 0.2;
        }
        canvas.path(&planks, format_args!("stroke=\"{}\" stroke-width=\"1.6\"", stone.line));
        let mut walls = Path::default();
        for out in [-1.0, 1.0] {
            let flare = side * (out * 1.5);
            walls.start(at - reach * 1.2 + flare).line(at - reach * 0.95 + side * out);
            walls.line(at + reach * 0.95 + side * out).line(at + reach * 1.2 + flare);
        }
        canvas.path(
            &walls,
            format_args!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"5\" stroke-linejoin=\"round\" stroke-linecap=\"round\"",
                stone.line
            ),
        );
    } else {
        canvas.path(&deck, format_args!("fill=\"{}\"", water.other));
        let mut stones = Path::default();
        let mut far = -0.92;
        while far < 1.0 {
            for out in [-0.86, -0.3, 0.3, 0.86] {
                stones.dot(at + reach * far + side * out);
            }
            far += 0.23;
        }
        canvas.path(
            &stones,
            format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"4.5\" stroke-linecap=\"round\"", stone.line),
        );
    }
}

/// Draws water along an edge, with lines along its shore, and sand beside it.
pub(super) fn waterway(canvas: &mut Canvas<'_>, edge: Edge, outline: &Outline, beach: Option<&Outline>, paint: Paint) {
    let style = canvas.style;
    if let Some(beach) = beach {
        let line = if style == Style::Print { "#999999" } else { "#b89a55" };
        canvas.path(
            &beach.path(),
            format_args!("class=\"beach\" fill=\"{}\" stroke=\"{line}\" stroke-width=\"2\" stroke-dasharray=\"1 6\" stroke-linecap=\"round\"", paint.other),
        );
    }
    base(canvas, outline, paint, "stroke-width=\"3.5\"");
    if let Some(beach) = beach {
        // Dots only where the sand is not under water.
        let mut dots = Path::default();
        let places = scatter::dots(beach, 17.0, 2.0, 600);
        for at in places.into_iter().filter(|at| !outline.contains(*at) && outline.distance(*at) > 6.0) {
            dots.dot(at);
        }
        let colour = if style == Style::Print { "#333333" } else { "#a7823a" };
        canvas.path(
            &dots,
            format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.6\" stroke-linecap=\"round\""),
        );
    }
    // The shore moved towards its edge in proportion to the distance of each corner, so the lines never leave the
    // water.
    let room = outline.room;
    let moved = |corner: &DrawPoint, by: f64| match edge {
        Edge::North => DrawPoint { y: (corner.y - by).max(room.top), ..*corner },
        Edge::South => DrawPoint { y: (corner.y + by).min(room.bottom), ..*corner },
        Edge::West => DrawPoint { x: (corner.x - by).max(room.left), ..*corner },
        Edge::East => DrawPoint { x: (corner.x + by).min(room.right), ..*corner },
    };
    for (by, breadth) in [(9.0, 2.2), (21.0, 1.8), (36.0, 1.4), (54.0, 1.1)] {
        let shore: Vec<DrawPoint> = shore_line(outline, edge).iter().map(|corner| moved(corner, by)).collect();
        let mut path = Path::default();
        outline::curve(&shore, &[], false, &mut path);
        canvas.path(
            &path,
            format_args!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"{breadth}\"",
                if style == Style::Print { paint.line } else { paint.body }
            ),
        );
    }
    let mut chance = Chance::of(outline);
    for at in Spread::over(70.0, 62.0, 50).places(outline, canvas.clearing, &mut chance) {
        canvas.stamp(Symbol::Wave, at);
    }
}

/// The corners of a waterway that are not on its edge, in order along the shore.
fn shore_line(outline: &Outline, edge: Edge) -> Vec<DrawPoint> {
    let room = outline.room;
    let wet = |corner: &DrawPoint| match edge {
        Edge::North => corner.y > room.top + 1.0,
        Edge::South => corner.y < room.bottom - 1.0,
        Edge::West => corner.x > room.left + 1.0,
        Edge::East => corner.x < room.right - 1.0,
    };
    let corners = &outline.corners;
    let start = corners.iter().position(|corner| !wet(corner)).unwrap_or_default();
    corners.iter().cycle().skip(start).take(corners.len()).filter(|corner| wet(corner)).copied().collect()
}

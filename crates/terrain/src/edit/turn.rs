//! Turning, stretching and mirroring features, and drawing another outline of the same size.

use musterfield_dice::Dice;
use musterfield_geometry::{BW, Bounds, Course, MinAreaRectangle, Point, Polygon};

use super::frame::{Frame, rounded};
use super::place::{at_edge, clamped, is_on_edge, table};
use super::{EditError, EditedFeature};
use crate::generate;
use crate::layout::{Board, Edge, Feature, Layout, Shape};
use crate::outline::{self, Turn, exact, whole};

/// The precision of a size, in thousandths of a BW.
const EXACT: f64 = 1.5;
/// The number of attempts to stretch an outline before that counts as impossible.
const STRETCHES: u8 = 60;
/// The least length and width of any feature.
const LEAST: i64 = BW / 10;
/// The number of courses that are tried when one is redrawn.
const REDRAWINGS: u64 = 24;

impl EditedFeature<'_> {
    pub(super) fn turned(self, degrees: i64) -> Result<Feature, EditError> {
        let degrees = degrees.rem_euclid(360_000);
        match &self.feature.shape {
            Shape::Water { edge, .. } => Ok(self.to_edge(*edge, degrees)),
            Shape::Area(_) => Ok(self.with_points(self.turn(degrees))),
            Shape::Course(course) => {
                let board = self.board();
                let turn = self.turn(degrees);
                let path: Vec<Point> = course.path.iter().map(|point| turn(*point)).collect();
                let reaches = |end: Option<&Point>| end.is_some_and(|end| is_on_edge(board, *end));
                let ends = (reaches(course.path.first()), reaches(course.path.last()));
                self.with_path(course, on_the_table(board, path, ends))
            }
        }
    }

    /// The map of a turn about the centre.
    fn turn(self, degrees: i64) -> impl Fn(Point) -> Point {
        let middle = Frame::of(self.feature).middle;
        let turn = Turn::degrees(exact(degrees) / 1000.0, false);
        move |point| {
            let seen = (exact(point.x) - middle.0, exact(point.y) - middle.1);
            let (x, y) = turn.of(seen);
            rounded((middle.0 + x, middle.1 + y))
        }
    }

    /// A waterway turned by this angle lies along another edge; by less than a quarter turn along the next.
    fn to_edge(self, from: Edge, degrees: i64) -> Feature {
        let board = self.board();
        // Edges are numbered clockwise, turns go the other way.
        let quarters = match degrees {
            0 => 0,
            1..=135_000 => 3,
            135_001..225_000 => 2,
            _ => 1,
        };
        let to = (0..quarters).fold(from, |edge, _| edge.next());
        let turned = self.with_points(|point| {
            let (along, depth) = seen_from(board, from, point);
            let along = along * board.length(to) / board.length(from).max(1);
            seen_on(board, to, along, depth)
        });
        match turned.shape {
            Shape::Water { outline, beach, .. } => {
                Feature { shape: Shape::Water { edge: to, outline, beach }, ..turned }
            }
            shape => Feature { shape, ..turned },
        }
    }

    /// The mirror image: left and right swap places; for a course that runs from near to far, its ends do. A waterway
    /// keeps its edge.
    pub(super) fn mirrored(self) -> Result<Feature, EditError> {
        let board = self.board();
        let line = match &self.feature.shape {
            Shape::Area(outline) => &outline.corners,
            Shape::Course(course) => &course.path,
            Shape::Water { edge, .. } => {
                return Ok(self.with_points(|point| {
                    let (along, depth) = seen_from(board, *edge, point);
                    seen_on(board, *edge, board.length(*edge) - along, depth)
                }));
            }
        };
        let Some(Bounds { least, most }) = Bounds::of(line) else { return Ok(self.feature.clone()) };
        let upright = self.feature.course().is_some() && most.y - least.y > most.x - least.x;
        Ok(self.with_points(|point| {
            if upright {
                Point::new(point.x, least.y + most.y - point.y)
            } else {
                Point::new(least.x + most.x - point.x, point.y)
            }
        }))
    }

    /// The same outline, stretched along and across its length.
    pub(super) fn resized(self, length: i64, width: i64) -> Result<Feature, EditError> {
        let Some(outline) = self.feature.area() else { return Err(EditError::NoSize(self.name())) };
        let most = self.board().width.max(self.board().depth);
        if length.min(width) < LEAST || length.max(width) > most {
            return Err(EditError::Size);
        }
        let start = MinAreaRectangle::around(outline).ok_or_else(|| EditError::Stubborn(self.name()))?;
        let Some(stretch) = stretch(outline, &start, (exact(length), exact(width))) else {
            return Err(EditError::Stubborn(self.name()));
        };
        Ok(self.with_points(|point| rounded(stretch.of((exact(point.x), exact(point.y))))))
    }

    /// Another outline of the same size in the place of the old one.
    fn redrawn(self, seed: u64) -> Result<Feature, EditError> {
        let frame = Frame::of(self.feature);
        let Some((length, width)) = frame.size else { return Err(EditError::NoSize(self.name())) };
        let Feature { kind, bua, .. } = *self.feature;
        let mut dice = Dice::new(seed, 0);
        let size = (whole(length).max(LEAST), whole(width).max(LEAST));
        let stamp = outline::draw(kind, bua, size, &mut dice);
        let middle = rounded(frame.middle);
        let lay = |degrees: i64| {
            let turn = Turn::degrees(exact(degrees.rem_euclid(360_000)) / 1000.0, false);
            let mut feature = self.feature.clone();
            feature.shape = Shape::Area(stamp.put(turn, middle));
            feature.crest = turn.points(&stamp.crest, middle);
            feature.gates = turn.points(&stamp.gates, middle);
            feature
        };
        // A gate stays on its side; an outline without one may lie either way.
        let ways = [lay(frame.turn()), lay(frame.turn() + 180_000)];
        let other_way = dice.below(2) == 1;
        let off = |feature: &Feature| match (self.feature.gates.first(), feature.gates.first()) {
            (Some(old), Some(new)) => (*new - *old).square(),
            _ => 0,
        };
        let [one, other] = ways;
        let take_other = if off(&one) == off(&other) { other_way } else { off(&other) < off(&one) };
        let drawn = if take_other { other } else { one };
        // Turning and rounding may have made another rectangle the least one.
        let exact = EditedFeature { feature: &drawn, ..self }.resized(size.0, size.1).unwrap_or(drawn);
        let by = middle - rounded(Frame::of(&exact).middle);
        Ok(EditedFeature { feature: &exact, ..self }.with_points(|point| point + by))
    }
}

impl Layout {
    /// Draws another outline, or another course through the quarter of a river, road or waterway.
    pub(super) fn redraw(&mut self, id: &str, seed: u64) -> Result<(), EditError> {
        let feature = self.feature(id).ok_or_else(|| EditError::NoPiece(id.to_owned()))?;
        if feature.area().is_some() {
            return self.reshape(id, |piece| piece.redrawn(seed));
        }
        let old = feature.clone();
        let name = self.called(&old);
        let mut bare = self.clone();
        bare.features.retain(|feature| feature.id != id);
        let edge = |feature: &Feature| match feature.shape {
            Shape::Water { edge, .. } => Some(edge),
            Shape::Area(_) | Shape::Course(_) => None,
        };
        let drawn = (0..REDRAWINGS)
            .filter_map(|more| generate::piece(&bare, old.kind, None, None, old.quarter, seed.wrapping_add(more)))
            .find(|drawn| edge(drawn) == edge(&old))
            .ok_or(EditError::NoRoom(name))?;
        let shape = match (drawn.shape, &old.shape) {
            (Shape::Course(course), Shape::Course(known)) => {
                Shape::Course(Course { path: course.path, width: known.width })
            }
            (shape, _) => shape,
        };
        self.put(Feature { shape, ..old });
        Ok(())
    }
}

/// The effect of stretching on a point: a matrix, then a step.
#[derive(Clone, Copy)]
struct Stretch {
    x: (f64, f64, f64),
    y: (f64, f64, f64),
}

impl Stretch {
    const NONE: Self = Self { x: (1.0, 0.0, 0.0), y: (0.0, 1.0, 0.0) };

    fn of(self, (x, y): (f64, f64)) -> (f64, f64) {
        let put = |row: (f64, f64, f64)| row.0 * x + row.1 * y + row.2;
        (put(self.x), put(self.y))
    }

    /// This stretch, followed by one within a frame.
    fn then(self, frame: &Frame, (long, short): (f64, f64)) -> Self {
        let (ux, uy) = frame.along;
        let (a, b, c) = (long * ux * ux + short * uy * uy, (long - short) * ux * uy, long * uy * uy + short * ux * ux);
        let put = |p: f64, q: f64, middle: f64| {
            let step = middle - p * frame.middle.0 - q * frame.middle.1;
            (p * self.x.0 + q * self.y.0, p * self.x.1 + q * self.y.1, p * self.x.2 + q * self.y.2 + step)
        };
        Self { x: put(a, b, frame.middle.0), y: put(b, c, frame.middle.1) }
    }
}

/// The stretch that gives the least-area rectangle of an outline this length, in its present direction, and this width;
/// `None` if that does not converge, or the outline would cross itself.
fn stretch(outline: &Polygon, start: &MinAreaRectangle, (length, width): (f64, f64)) -> Option<Stretch> {
    let first = Frame::from(start);
    let mut wanted = first.along;
    let mut stretch = Stretch::NONE;
    for _ in 0..STRETCHES {
        let corners = outline.corners.iter().map(|corner| rounded(stretch.of((exact(corner.x), exact(corner.y)))));
        let polygon = Polygon::new(corners.collect());
        let rectangle = MinAreaRectangle::around(&polygon)?;
        let frame = Frame::from(&rectangle);
        let (long, short) = rectangle.size();
        // The rectangle's former width may have become its length.
        let dot = (frame.along.0 * wanted.0 + frame.along.1 * wanted.1).abs();
        let cross = (frame.along.0 * wanted.1 - frame.along.1 * wanted.0).abs();
        let same = dot >= cross;
        let (along, across) = if same { (long, short) } else { (short, long) };
        if (along - length).abs() < EXACT && (across - width).abs() < EXACT {
            return (polygon.flaw().is_none() || outline.flaw().is_some()).then_some(stretch);
        }
        let side = if same { frame.along } else { (-frame.along.1, frame.along.0) };
        wanted = side;
        let scale = |now: f64, then: f64| then / now.max(1.0);
        stretch = stretch.then(&Frame { along: side, ..frame }, (scale(along, length), scale(across, width)));
    }
    None
}

/// The part of a path that lies on the table. Ends that reached an edge still reach one.
fn on_the_table(board: Board, mut path: Vec<Point>, (first, last): (bool, bool)) -> Vec<Point> {
    let beyond = |end: Point, before: Point| {
        let step = end - before;
        let far = 2 * (board.width + board.depth);
        let length = step.x.abs().max(step.y.abs()).max(1);
        end + Point::new(step.x * far / length, step.y * far / length)
    };
    if let (true, [.., before, end]) = (last, path.as_slice()) {
        let end = beyond(*end, *before);
        path.push(end);
    }
    if let (true, [start, next, ..]) = (first, path.as_slice()) {
        let start = beyond(*start, *next);
        path.insert(0, start);
    }
    let mut inside: Vec<Point> = Vec::with_capacity(path.len());
    for (from, to) in path.iter().zip(path.iter().skip(1)) {
        if let Some((from, to)) = cut(board, *from, *to) {
            inside.extend([from, to]);
        }
    }
    inside.dedup();
    for end in [true, false] {
        let point = if end { inside.first_mut() } else { inside.last_mut() };
        if let Some(point) = point {
            *point = at_edge(board, *point);
        }
    }
    inside
}

/// The part of a line that lies on the table.
fn cut(board: Board, from: Point, to: Point) -> Option<(Point, Point)> {
    let Bounds { least, most } = table(board);
    let step = to - from;
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for (at, step, least, most) in [(from.x, step.x, least.x, most.x), (from.y, step.y, least.y, most.y)] {
        if step == 0 {
            if at < least || at > most {
                return None;
            }
            continue;
        }
        let (one, other) = (exact(least - at) / exact(step), exact(most - at) / exact(step));
        start = start.max(one.min(other));
        end = end.min(one.max(other));
    }
    let at = |share: f64| clamped(board, from + Point::new(whole(exact(step.x) * share), whole(exact(step.y) * share)));
    (start <= end).then(|| (at(start), at(end)))
}

/// A point in the coordinates of an edge: how far along it, anticlockwise round the table, and how far from it.
fn seen_from(board: Board, edge: Edge, point: Point) -> (i64, i64) {
    let along = match edge {
        Edge::South => point.x,
        Edge::East => point.y,
        Edge::North => board.width - point.x,
        Edge::West => board.depth - point.y,
    };
    (along, board.from_edge(edge, point))
}

/// The point with these coordinates of an edge.
fn seen_on(board: Board, edge: Edge, along: i64, depth: i64) -> Point {
    match edge {
        Edge::South => Point::new(along, depth),
        Edge::East => Point::new(board.width - depth, along),
        Edge::North => Point::new(board.width - along, board.depth - depth),
        Edge::West => Point::new(depth, board.depth - along),
    }
}

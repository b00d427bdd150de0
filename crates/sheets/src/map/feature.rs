//! One feature as it is drawn: its form in the drawing's coordinates, and the art of its kind.

use musterfield_geometry::Polygon;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::layout::{Board, Edge, Feature, Shape};

use super::canvas::{Canvas, Number, Path};
use super::outline::{self, Outline};
use super::palette::{self, Paint};
use super::spot::{DrawPoint, Rect, hundredths, spot};
use super::{built, ground, hills, plants, water};

/// A river or road nearer than this to an edge of the table is meant to reach it.
const AT_EDGE: f64 = 12.0;

/// A feature as drawn.
#[derive(Clone, Debug)]
pub(super) struct DrawnFeature {
    pub(super) kind: Kind,
    pub(super) bua: Option<Bua>,
    pub(super) form: Form,
    pub(super) gates: Vec<DrawPoint>,
    /// The crest of a hill; empty for other kinds.
    pub(super) crest: Vec<DrawPoint>,
}

/// The box around everything that belongs to a feature.
fn room(form: &Form) -> Option<Rect> {
    match form {
        Form::Area(outline) => Some(outline.room),
        Form::Line(line) => Rect::of(&line.points).map(|room| room.grown(line.width / 2.0)),
        Form::Water { outline, beach, .. } => {
            let beach = beach.as_ref().map_or(outline.room, |beach| beach.room);
            Some(outline.room.with(beach))
        }
    }
}

/// The form of a feature in the drawing.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// Within an outline.
    Area(Outline),
    /// Along a line.
    Line(DrawnCourse),
    /// Along an edge.
    Water {
        /// The edge.
        edge: Edge,
        /// The water.
        outline: Outline,
        /// The sand beside it.
        beach: Option<Outline>,
    },
}

/// A river or road.
#[derive(Clone, Debug)]
pub(super) struct DrawnCourse {
    /// Its true middle line.
    pub(super) points: Vec<DrawPoint>,
    /// The middle line without the ends that are cut along an edge.
    pub(super) drawn: Vec<DrawPoint>,
    pub(super) width: f64,
    /// The ends that are cut.
    pub(super) ends: Vec<End>,
}

/// The end of a river or road that meets an edge of the table obliquely: it is cut along the edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// The point where the rest of the line ends.
    from: DrawPoint,
    /// The direction in which it continues; a unit vector.
    along: DrawPoint,
    /// The unit vector straight off the table.
    off: DrawPoint,
    /// The distance of the edge from `from`.
    far: f64,
}

impl End {
    /// The corners of the part between the rest of the line and the edge, for this width.
    pub(super) fn corners(self, width: f64) -> [DrawPoint; 4] {
        let side = self.along.turned() * (width / 2.0);
        let at_edge = |from: DrawPoint| {
            let far = (self.far - (from - self.from).dot(self.off)).max(0.0);
            from + self.along * (far / self.along.dot(self.off))
        };
        // Overlaps the rest a little, so that no gap is visible.
        let back = self.along * -1.0;
        let (left, right) = (self.from - side + back, self.from + side + back);
        [left, at_edge(left), at_edge(right), right]
    }
}

impl DrawnFeature {
    /// A feature on a table; `None` if its outline has fewer than three corners. `straight` outlines keep their
    /// corners.
    pub(super) fn of(feature: &Feature, board: Board, straight: bool) -> Option<Self> {
        let depth = board.depth;
        let form = match &feature.shape {
            Shape::Area(polygon) => Form::Area(Outline::of(polygon, depth, straight)?),
            Shape::Course(course) => {
                let points = course.path.iter().map(|point| DrawPoint::of(*point, depth)).collect();
                Form::Line(DrawnCourse::new(points, hundredths(course.width), board))
            }
            Shape::Water { edge, outline, beach } => Form::Water {
                edge: *edge,
                outline: shore(outline, board)?,
                beach: beach.as_ref().and_then(|beach| shore(beach, board)),
            },
        };
        let gates = feature.gates.iter().map(|gate| DrawPoint::of(*gate, depth)).collect();
        let crest = match &form {
            Form::Area(outline) if feature.kind.is_hill() && feature.crest.len() < 2 => hills::middle_line(outline),
            Form::Area(_) if feature.kind.is_hill() => {
                feature.crest.iter().map(|point| DrawPoint::of(*point, depth)).collect()
            }
            _ => Vec::new(),
        };
        Some(Self { kind: feature.kind, bua: feature.bua, form, gates, crest })
    }

    /// Whether a place lies in it.
    pub(super) fn covers(&self, at: DrawPoint) -> bool {
        match &self.form {
            Form::Area(outline) => outline.contains(at),
            Form::Water { outline, beach, .. } => {
                outline.contains(at) || beach.as_ref().is_some_and(|beach| beach.contains(at))
            }
            Form::Line(line) => outline::distance(at, outline::pieces(&line.points)) <= line.width / 2.0,
        }
    }

    /// Whether some of it may lie in a box.
    pub(super) fn is_near(&self, box_: Rect) -> bool {
        room(&self.form).is_some_and(|room| room.overlaps(box_))
    }

    /// Draws it.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>) {
        let paint = palette::feature_colours(self.kind, self.bua, canvas.style);
        match (&self.form, self.kind) {
            (Form::Line(line), Kind::Road) => water::road(canvas, line, paint),
            (Form::Line(line), _) => water::river(canvas, line, paint),
            (Form::Water { edge, outline, beach }, _) => water::waterway(canvas, *edge, outline, beach.as_ref(), paint),
            (Form::Area(outline), kind) => match kind {
                Kind::Woods => plants::woods(canvas, outline, paint),
                Kind::Scrub => plants::scrub(canvas, outline, paint),
                Kind::Marsh => plants::marsh(canvas, outline, paint),
                Kind::Boggy => plants::boggy(canvas, outline, paint),
                Kind::Oasis => plants::oasis(canvas, outline, paint),
                Kind::Rocky => ground::rocky(canvas, outline, paint),
                Kind::Plough => ground::plough(canvas, outline, paint),
                Kind::Enclosures => ground::enclosures(canvas, outline, paint),
                Kind::Dunes => ground::dunes(canvas, outline, paint),
                Kind::DifficultHill => hills::difficult(canvas, outline, &self.crest, paint),
                Kind::GentleHill => hills::gentle(canvas, outline, &self.crest, paint),
                Kind::Gully => hills::gully(canvas, outline, paint),
                Kind::Bua => built::area(canvas, outline, self.bua, &self.gates, paint),
                Kind::Rough | Kind::River | Kind::Road | Kind::Waterway => ground::rough(canvas, outline, paint),
            },
        }
    }
}

impl DrawnCourse {
    /// A course whose ends are cut where they reach an edge.
    pub(super) fn new(points: Vec<DrawPoint>, width: f64, board: Board) -> Self {
        let mut drawn = points.clone();
        let mut ends = Vec::new();
        for _ in 0..2 {
            // The end first, then the beginning.
            if let Some(end) = cut(&mut drawn, width, board) {
                ends.push(end);
            }
            drawn.reverse();
        }
        Self { points, drawn, width, ends }
    }

    /// The middle line as a curve.
    pub(super) fn path(&self) -> Path {
        let mut path = Path::default();
        outline::curve(&self.drawn, &[], false, &mut path);
        path
    }
}

/// Takes the end off a line, if it reaches an edge.
fn cut(line: &mut Vec<DrawPoint>, width: f64, board: Board) -> Option<End> {
    /// The sine of the angle below which a line does not leave the table but runs along its edge.
    const STEEP: f64 = 0.25;
    let (across, down) = (hundredths(board.width), hundredths(board.depth));
    let last = *line.last()?;
    let towards = (last - *line.iter().rev().find(|point| **point != last)?).unit()?;
    let edges = [
        (spot(-1.0, 0.0), last.x),
        (spot(1.0, 0.0), across - last.x),
        (spot(0.0, -1.0), last.y),
        (spot(0.0, 1.0), down - last.y),
    ];
    let near = edges.into_iter().filter(|(off, far)| *far <= AT_EDGE && towards.dot(*off) > STEEP);
    let (off, far) = near.max_by(|a, b| towards.dot(a.0).total_cmp(&towards.dot(b.0)))?;
    // Cuts off enough that both banks end on the table.
    let slant = towards.cross(off).abs() / towards.dot(off);
    let whole = outline::length(line);
    let taken = (width / 2.0 * slant + 4.0 - far).max(4.0).min(whole * 0.3);
    let (from, _) = outline::along(line, whole - taken)?;
    let mut left = taken;
    while let [.., before, end] = line.as_slice() {
        let piece = (*end - *before).length();
        if piece > left {
            break;
        }
        left -= piece;
        line.pop();
    }
    line.pop();
    let before = *line.last()?;
    line.push(from);
    let along = (from - before).unit().filter(|along| along.dot(off) > STEEP).unwrap_or(towards);
    Some(End { from, along, off, far: far + (last - from).dot(off) })
}

/// The outline of water or a beach: the parts along the edges of the table stay straight.
fn shore(polygon: &Polygon, board: Board) -> Option<Outline> {
    let corners = polygon.corners.iter().map(|corner| DrawPoint::of(*corner, board.depth)).collect();
    Outline::new(corners, |corner| at_edge(corner, board))
}

/// Whether a place lies on an edge of the table.
pub(super) fn at_edge(at: DrawPoint, board: Board) -> bool {
    let (across, down) = (hundredths(board.width), hundredths(board.depth));
    [at.x, at.y, at.x - across, at.y - down].into_iter().any(|off| off.abs() < 1.0)
}

/// Draws an outline with what lies below everything else.
pub(super) fn base(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint, attributes: &str) {
    let Paint { ground, line, .. } = paint;
    canvas.path(
        &outline.path(),
        format_args!("class=\"outline\" fill=\"{ground}\" stroke=\"{line}\" stroke-linejoin=\"round\" {attributes}"),
    );
}

/// Draws a warning sign: a triangle with an exclamation mark.
pub(super) fn sign(canvas: &mut Canvas<'_>, at: DrawPoint, size: f64) {
    let paper = palette::paper(canvas.style);
    let mut triangle = Path::default();
    triangle.corners(&[(0.0, -0.62), (0.62, 0.46), (-0.62, 0.46)].map(|(x, y)| at + spot(x, y) * size), true);
    canvas.path(
        &triangle,
        format_args!(
            "class=\"sign\" fill=\"{alarm}\" stroke=\"{on}\" stroke-width=\"{}\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
            Number(size / 7.0),
            alarm = paper.alarm,
            on = paper.on_alarm,
        ),
    );
    let mut mark = Path::default();
    mark.stroke(at + spot(0.0, -0.24) * size, at + spot(0.0, 0.12) * size).dot(at + spot(0.0, 0.32) * size);
    canvas.path(
        &mark,
        format_args!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
            paper.on_alarm,
            Number(size / 8.0)
        ),
    );
}

//! One feature as it is drawn: its form in the drawing's coordinates, and the art of its kind.

use musterfield_geometry::Polygon;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::layout::{Board, Edge, Feature, Shape};

use super::canvas::{Canvas, Number, Path};
use super::course::DrawnCourse;
use super::outline::{self, Outline};
use super::palette;
use super::spot::{DrawPoint, Rect, hundredths, spot};
use super::{built, crops, ground, hills, plants, water};

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
            (Form::Line(line), Kind::PavedRoad) => water::paved_road(canvas, line, paint),
            (Form::Line(line), Kind::FrontierWall) => built::wall(canvas, line, paint),
            (Form::Line(line), Kind::Boundary) => plants::hedge(canvas, line, paint),
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
                Kind::Orchard => crops::orchard(canvas, outline, paint),
                Kind::Vineyard => crops::vineyard(canvas, outline, paint),
                Kind::Lake => water::lake(canvas, outline, paint),
                Kind::DifficultHill | Kind::CraggyHill | Kind::WoodedHill => {
                    hills::difficult(canvas, outline, &self.crest, paint);
                    hills::cover(canvas, outline, kind);
                }
                Kind::GentleHill | Kind::RockyHill | Kind::ScrubbyHill => {
                    hills::gentle(canvas, outline, &self.crest, paint);
                    hills::cover(canvas, outline, kind);
                }
                Kind::Gully => hills::gully(canvas, outline, paint),
                Kind::Bua => built::area(canvas, outline, self.bua, &self.gates, paint),
                Kind::Rough
                | Kind::River
                | Kind::Road
                | Kind::PavedRoad
                | Kind::FrontierWall
                | Kind::Boundary
                | Kind::Waterway
                | Kind::Sea
                | Kind::FreezingSea => ground::rough(canvas, outline, paint),
            },
        }
    }
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

//! The context that all checks of one layout share: the measured features and the choice.

use musterfield_geometry::{Bounds, Course, MinAreaRectangle, Point, Polygon};
use musterfield_rules::RuleId;
use musterfield_rules::terrain::{Bua, BuaRules, FeatureRules, Kind, SizeLimits, TableSize, TerrainRules};

use super::measurements::{Measured, Measurements, TOLERANCE};
use super::quarters::{Reach, largest};
use crate::layout::{Board, Edge, Feature, Layout, Quarter, RecordEntry, Shape};
use crate::problem::{Fault, NamedFeature, NamedKind, Problem, Severity};

/// The context that all checks of one layout share.
pub(super) struct Context<'a> {
    pub layout: &'a Layout,
    pub rules: &'static TerrainRules,
    pub board: Board,
    /// The size of table whose numbers apply: that of the board, or the most similar one.
    pub table: Option<&'static TableSize>,
    pub pieces: Vec<MeasuredFeature<'a>>,
    /// The chosen features: those of the record, or those on a table that has none.
    pub chosen: Vec<ChosenFeature<'a>>,
}

/// A measured feature.
pub(super) struct MeasuredFeature<'a> {
    pub feature: &'a Feature,
    pub kind: Option<&'static FeatureRules>,
    pub bua: Option<&'static BuaRules>,
    /// Whether its outline or course, and that of its beach, are valid.
    pub sound: bool,
    /// The bounds of its outline or middle line.
    pub bounds: Option<Bounds>,
    /// The least-area rectangle around an area feature.
    pub rectangle: Option<MinAreaRectangle>,
    /// The quarters in which it lies, if it is sound.
    pub reach: Reach,
    /// The quarter to which it belongs: the one it names, otherwise the one in which most of an area lies.
    pub quarter: Option<Quarter>,
}

/// A feature that was chosen.
#[derive(Clone, Copy)]
pub(super) struct ChosenFeature<'a> {
    pub kind: Kind,
    pub bua: Option<Bua>,
    pub compulsory: bool,
    /// The id of the feature on the table.
    pub feature: Option<&'a str>,
    pub placed: bool,
}

impl<'a> Context<'a> {
    pub(super) fn new(layout: &'a Layout) -> Self {
        let rules = layout.rules;
        let pieces = layout.features.iter().map(|feature| MeasuredFeature::new(layout, feature)).collect();
        let chosen = match &layout.record {
            Some(record) => record.iter().map(ChosenFeature::from).collect(),
            None => layout.features.iter().map(ChosenFeature::from).collect(),
        };
        let board = layout.board;
        let unlike = |table: &&TableSize| {
            table.boards.iter().map(|(width, depth)| (width - board.width).abs() + (depth - board.depth).abs()).min()
        };
        let table = rules.table(board.width, board.depth).or_else(|| rules.tables.iter().min_by_key(unlike));
        Self { layout, rules, board, table, pieces, chosen }
    }

    pub(super) fn figures(&self) -> Measurements {
        let compulsory = self.chosen.iter().filter(|chosen| chosen.compulsory).count();
        let measured = |piece: &MeasuredFeature<'_>| Measured {
            size: piece.rectangle.filter(|_| piece.sound).map(|rectangle| in_bw(rectangle.size())),
            quarters: piece.reach.deep,
        };
        Measurements {
            compulsory,
            optional: self.chosen.len() - compulsory,
            discarded: self.chosen.iter().filter(|chosen| !chosen.placed).count(),
            features: self.pieces.iter().map(measured).collect(),
        }
    }

    /// The features with valid shapes.
    pub(super) fn sound(&self) -> impl Iterator<Item = &MeasuredFeature<'a>> + Clone {
        self.pieces.iter().filter(|piece| piece.sound)
    }

    /// Area features with their outlines.
    pub(super) fn areas(&self) -> impl Iterator<Item = (&MeasuredFeature<'a>, &'a Polygon)> + Clone {
        self.sound().filter_map(|piece| Some((piece, piece.feature.area()?)))
    }

    /// Rivers or roads; paved roads are roads.
    pub(super) fn courses(&self, kind: Kind) -> impl Iterator<Item = (&MeasuredFeature<'a>, &'a Course)> + Clone {
        self.sound()
            .filter(move |piece| piece.feature.kind.like() == kind)
            .filter_map(|piece| Some((piece, piece.feature.course()?)))
    }

    /// Waterways.
    pub(super) fn waters(&self) -> impl Iterator<Item = Water<'_, 'a>> + Clone {
        self.sound().filter_map(|piece| match &piece.feature.shape {
            Shape::Water { edge, outline, beach } => Some(Water { piece, edge: *edge, outline, beach: beach.as_ref() }),
            Shape::Area(_) | Shape::Course(_) => None,
        })
    }

    /// The limits on the length and width of a feature.
    pub(super) fn limits(&self, kind: Kind, bua: Option<Bua>) -> Option<&'static SizeLimits> {
        self.rules.size(kind, bua)
    }

    /// A kind with its name.
    pub(super) fn named(&self, kind: Kind, bua: Option<Bua>) -> NamedKind {
        NamedKind::new(self.rules, kind, bua)
    }

    /// Several kinds with their names.
    pub(super) fn all_named(&self, kinds: &[Kind]) -> Vec<NamedKind> {
        kinds.iter().map(|kind| self.named(*kind, None)).collect()
    }

    /// A breach of a rule; a note if the rule is a relative's.
    pub(super) fn broken(&self, rule: &RuleId, feature: Option<&str>, fault: impl Into<Fault>) -> Problem {
        let severity = if self.rules.is_borrowed(rule) { Severity::Note } else { Severity::Error };
        Problem { severity, ..Self::impossible(Some(rule), feature, fault) }
    }

    /// A breach of a rule that is impossible on any table.
    pub(super) fn impossible(rule: Option<&RuleId>, feature: Option<&str>, fault: impl Into<Fault>) -> Problem {
        Problem { place: feature.map(str::to_owned), ..Problem::new(fault.into(), rule) }
    }

    /// Advice.
    pub(super) fn advice(rule: Option<&RuleId>, feature: Option<&str>, fault: impl Into<Fault>) -> Problem {
        Problem { severity: Severity::Note, ..Self::impossible(rule, feature, fault) }
    }
}

/// A waterway.
#[derive(Clone, Copy)]
pub(super) struct Water<'c, 'a> {
    pub piece: &'c MeasuredFeature<'a>,
    pub edge: Edge,
    pub outline: &'a Polygon,
    pub beach: Option<&'a Polygon>,
}

impl<'a> MeasuredFeature<'a> {
    fn new(layout: &'a Layout, feature: &'a Feature) -> Self {
        let (rules, board) = (layout.rules, layout.board);
        let sound = is_sound(&feature.shape);
        let bounds = match &feature.shape {
            Shape::Area(outline) | Shape::Water { outline, .. } => outline.bounds(),
            Shape::Course(course) => course.bounds(),
        };
        let mut piece = Self {
            feature,
            kind: rules.feature(feature.kind),
            bua: feature.bua.and_then(|bua| rules.bua(bua)),
            sound,
            bounds,
            rectangle: None,
            reach: Reach::default(),
            quarter: feature.quarter,
        };
        if sound {
            match &feature.shape {
                Shape::Area(outline) => {
                    piece.rectangle = MinAreaRectangle::around(outline);
                    piece.reach = Reach::of_area(board, outline);
                    piece.quarter = feature.quarter.or_else(|| match piece.reach.touched.only() {
                        None => largest(board, outline),
                        quarter => quarter,
                    });
                }
                Shape::Water { outline, .. } => piece.reach = Reach::of_area(board, outline),
                Shape::Course(course) => piece.reach = Reach::of_course(board, course),
            }
        }
        piece
    }

    pub(super) fn id(&self) -> Option<&'a str> {
        Some(&self.feature.id)
    }

    /// The feature with its name.
    pub(super) fn named(&self) -> NamedFeature {
        let Feature { kind, bua, ref id, .. } = *self.feature;
        let name = match (bua, self.bua, self.kind) {
            (Some(bua), None, _) => bua.as_str(),
            (_, Some(bua), _) => &bua.name,
            (_, _, Some(kind)) => &kind.name,
            (None, None, None) => kind.as_str(),
        };
        NamedFeature { is: NamedKind { kind, bua, name }, id: id.clone() }
    }

    pub(super) fn is_bua(&self) -> bool {
        self.feature.kind == Kind::Bua
    }

    /// Whether some point of it could be nearer to another than this distance.
    pub(super) fn may_be_near(&self, other: &Self, distance: i64) -> bool {
        self.bounds.zip(other.bounds).is_some_and(|(mine, theirs)| mine.grown(distance).intersects(theirs))
    }
}

fn is_sound(shape: &Shape) -> bool {
    match shape {
        Shape::Area(outline) => outline.flaw().is_none(),
        Shape::Water { outline, beach, .. } => {
            outline.flaw().is_none() && beach.as_ref().is_none_or(|beach| beach.flaw().is_none())
        }
        Shape::Course(course) => course.path.len() > 1 && course.self_crossing().is_none(),
    }
}

impl<'a> From<&'a Feature> for ChosenFeature<'a> {
    fn from(feature: &'a Feature) -> Self {
        let (kind, bua, compulsory) = (feature.kind, feature.bua, feature.compulsory);
        Self { kind, bua, compulsory, feature: Some(&feature.id), placed: true }
    }
}

impl<'a> From<&'a RecordEntry> for ChosenFeature<'a> {
    fn from(choice: &'a RecordEntry) -> Self {
        let feature = choice.feature.as_deref();
        Self { kind: choice.kind, bua: choice.bua, compulsory: choice.compulsory, feature, placed: choice.placed }
    }
}

/// The number of crossings of two outlines from which on they count as overlapping, however small each of the parts is:
/// this keeps anybody from occupying the program with combs laid across each other.
const MANY_CROSSINGS: usize = 100;
/// The product of the numbers of sides of two outlines up to which crossings are not counted.
const FEW_SIDES: usize = 10_000;

/// Whether areas overlap by more than the tolerance.
pub(super) fn lie_on_each_other(one: &Polygon, other: &Polygon) -> bool {
    let many = one.corners.len() * other.corners.len() > FEW_SIDES
        && one
            .sides()
            .flat_map(|side| other.sides().filter(move |other| side.intersects(*other)))
            .nth(MANY_CROSSINGS)
            .is_some();
    many || one.overlaps(other, TOLERANCE)
}

/// The same course with its banks moved inwards by the tolerance.
pub(super) fn narrowed(course: &Course) -> Course {
    Course { path: course.path.clone(), width: (course.width - 2 * TOLERANCE).max(1) }
}

/// The edges on which a point lies.
pub(super) fn edges_at(board: Board, point: Point) -> impl Iterator<Item = Edge> + Clone {
    Edge::ALL.into_iter().filter(move |edge| board.from_edge(*edge, point).abs() <= TOLERANCE)
}

/// The least distance of the points of a line from an edge, measured into the table.
pub(super) fn least_from(board: Board, edge: Edge, points: &[Point]) -> Option<i64> {
    points.iter().map(|point| board.from_edge(edge, *point)).min()
}

/// The greatest distance of the points of a line from an edge.
pub(super) fn most_from(board: Board, edge: Edge, points: &[Point]) -> Option<i64> {
    points.iter().map(|point| board.from_edge(edge, *point)).max()
}

/// Thousandths of a BW as BW.
pub(super) fn in_bw((long, short): (f64, f64)) -> (f64, f64) {
    (long / 1000.0, short / 1000.0)
}

/// The distance between two areas in BW, to be shown.
pub(super) fn apart(one: &Polygon, other: &Polygon) -> f64 {
    let between = |corners: &Polygon, sides: &Polygon| {
        let sides: Vec<_> = sides.sides().collect();
        let near =
            |corner: &Point| sides.iter().map(|side| to_segment(*corner, side.from, side.to)).fold(f64::MAX, f64::min);
        corners.corners.iter().map(near).fold(f64::MAX, f64::min)
    };
    between(one, other).min(between(other, one))
}

fn to_segment(point: Point, from: Point, to: Point) -> f64 {
    let (px, py) = (point - from).to_bw();
    let (sx, sy) = (to - from).to_bw();
    let square = sx * sx + sy * sy;
    let share = if square > 0.0 { ((px * sx + py * sy) / square).clamp(0.0, 1.0) } else { 0.0 };
    let (dx, dy) = (px - share * sx, py - share * sy);
    (dx * dx + dy * dy).sqrt()
}

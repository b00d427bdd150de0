//! Changes to a layout, each small enough to be undone: the actions of the editor's buttons, handles and numbers.
//!
//! A change gives a complete new layout, or an error that explains why it is impossible. All results are whole
//! thousandths of a BW and follow from the change alone: randomness comes from a seed. Changes do not ask whether the
//! result is legal.
//!
//! Features keep what belongs to them (gates, crest, beach), the record follows where a choice is changed by hand, and
//! the places where roads cross rivers are determined again.
//!
//! Knows nothing of the check. Reading order: `frame` (the pose of a feature), `place` (moving), `turn` (turning,
//! sizes, mirror images), `corner` (outlines, paths, gates), `choose` (the choice of features, and the record), `table`
//! (the board).

mod choose;
mod corner;
mod frame;
mod place;
mod table;
mod turn;

pub use choose::still_compulsory;
pub use corner::{gate_edge, gate_towards};
pub use frame::{Pose, pose};

use super::generate::GenerateError;
use super::layout::{Board, Edge, Feature, Layout, Quarter, RecordEntry, Shape};
use musterfield_geometry::point::{BW, FARTHEST};
use musterfield_geometry::{Course, Point, Polygon};
use musterfield_rules::terrain::{Bua, Kind};

/// One change. Features are named by their ids; lengths are thousandths of a BW.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Moves a feature, but not over the edge of the table. A waterway gets deeper or shallower.
    Move {
        /// The feature.
        id: String,
        /// The step by which it moves.
        by: Point,
        /// Whether outlines snap to quarter lines and to the margin along the edges, and their centres to half BW,
        /// along each axis of the movement.
        snap: bool,
    },
    /// Puts the centre of a feature in a place. A place where nothing of it would be left on the table is refused: a
    /// typed number is an error, whereas dragging is merely stopped.
    Put {
        /// The feature.
        id: String,
        /// The place.
        at: Point,
    },
    /// Turns a feature about the centre of its rectangle. A waterway goes to the next edge.
    Turn {
        /// The feature.
        id: String,
        /// Anticlockwise, in thousandths of a degree.
        degrees: i64,
    },
    /// Stretches an area until its least-area rectangle has this size.
    Resize {
        /// The feature.
        id: String,
        /// The new size along the present length.
        length: i64,
        /// The new size across it.
        width: i64,
    },
    /// Moves a corner of an outline, shore or path. In curved ones the neighbouring corners follow a little.
    Corner {
        /// The feature.
        id: String,
        /// The corner, from 0.
        at: usize,
        /// The new place.
        to: Point,
    },
    /// Puts a corner between one and the next.
    AddCorner {
        /// The feature.
        id: String,
        /// The corner before it, from 0.
        after: usize,
        /// The place; halfway between the two if not given.
        to: Option<Point>,
    },
    /// Removes a corner.
    RemoveCorner {
        /// The feature.
        id: String,
        /// The corner, from 0.
        at: usize,
    },
    /// Replaces all corners of an outline, shore or path.
    Corners {
        /// The feature.
        id: String,
        /// All of them, in order.
        corners: Vec<Point>,
    },
    /// Draws another natural outline of the same size, or another course through the same quarters.
    Redraw {
        /// The feature.
        id: String,
        /// The seed.
        seed: u64,
    },
    /// Turns a feature into its mirror image.
    Mirror {
        /// The feature.
        id: String,
    },
    /// Puts another feature on the table.
    Add {
        /// Its kind.
        kind: Kind,
        /// The kind of a BUA.
        bua: Option<Bua>,
        /// Whether it is a compulsory feature.
        compulsory: bool,
        /// Length and width of an area; a medium size if not given.
        size: Option<(i64, i64)>,
        /// Its quarter; if not given, the one with the fewest features that has room.
        quarter: Option<Quarter>,
        /// The seed.
        seed: u64,
    },
    /// Takes a feature off the table, and its line out of the record.
    Remove {
        /// The feature.
        id: String,
    },
    /// Takes the line of a discarded feature out of the record.
    Forget {
        /// The line, from 0.
        line: usize,
    },
    /// Sets the quarter to which a feature belongs.
    Quarter {
        /// The feature.
        id: String,
        /// The quarter.
        quarter: Option<Quarter>,
    },
    /// Sets whether a feature is one of the compulsory features.
    Compulsory {
        /// The feature.
        id: String,
        /// Whether it is.
        compulsory: bool,
    },
    /// Sets which edge becomes the base edge of a Stronghold that touches two, or only water.
    BaseEdge {
        /// The feature.
        id: String,
        /// The edge.
        edge: Option<Edge>,
    },
    /// Moves a gate along the outline to the place that is nearest to a point; creates the first one if there is none.
    Gate {
        /// The feature.
        id: String,
        /// The gate, from 0.
        at: usize,
        /// The point.
        to: Point,
    },
    /// Sets the breadth of a river or road.
    Width {
        /// The feature.
        id: String,
        /// The width from bank to bank.
        width: i64,
    },
    /// Sets the name of the layout.
    Rename(String),
    /// Changes the size of the table; features keep their relative places.
    BoardSize(Board),
    /// Sets whether an organiser gives the table (D3H2-TERR-22).
    Fixed(bool),
    /// Rolls everything again except these features.
    Reroll {
        /// The features that stay as they are.
        locked: Vec<String>,
        /// The seed.
        seed: u64,
    },
    /// Deletes the record: the table counts as drawn by hand.
    Hand,
}

/// The reason a change is impossible. Features are given by kind and id, as [`Layout::called`] names them, unless an id
/// is mentioned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// No feature has this id.
    NoPiece(String),
    /// Nothing of the feature would be left on the table.
    LeavesTable(String),
    /// No table reaches that far.
    TooFar,
    /// The feature has no length and width, because it is not an area.
    NoSize(String),
    /// No feature can have this size.
    Size,
    /// The outline cannot be stretched in this way.
    Stubborn(String),
    /// The feature has no such corner.
    NoCorner(String),
    /// Fewer corners than an outline or path needs, with the number needed.
    FewCorners(String, usize),
    /// Too many corners.
    ManyCorners,
    /// There is no such gate, or the feature has none.
    NoGate(String),
    /// The feature has no width, because it is neither a river nor a road.
    NoWidth(String),
    /// The feature cannot have a base edge, because it is not a BUA.
    NoBaseEdge(String),
    /// The rules have no such feature, or no board has room for one.
    NoRoom(String),
    /// Too many features.
    Full,
    /// There is no such line in the record, or its feature is on the table.
    NoLine,
    /// A name that is too long, or contains characters that do not print.
    Name,
    /// No such board.
    Board,
    /// The features that stay cannot be part of a table of this home terrain.
    Impossible(GenerateError),
}

impl Layout {
    /// The name of a feature with its id: `Woods f2`.
    #[must_use]
    pub fn called(&self, feature: &Feature) -> String {
        format!("{} {}", self.name_of(feature.kind, feature.bua), feature.id)
    }

    /// The name of a kind of feature in these rules.
    #[must_use]
    pub fn name_of(&self, kind: Kind, bua: Option<Bua>) -> &str {
        let known = match bua {
            Some(bua) => self.rules.bua(bua).map(|bua| &*bua.name),
            None => self.rules.feature(kind).map(|kind| &*kind.name),
        };
        known.unwrap_or_else(|| bua.map_or(kind.as_str(), Bua::as_str))
    }

    /// The layout after a change.
    ///
    /// # Errors
    /// The reason the change is impossible; the layout is unchanged.
    pub fn apply(&self, edit: &Edit) -> Result<Self, EditError> {
        let mut layout = self.clone();
        layout.carry_out(edit)?;
        let far = |point: &Point| point.x.abs().max(point.y.abs()) > FARTHEST * BW;
        let long = |choice: &RecordEntry| choice.size.is_some_and(|(long, short)| long.max(short) > FARTHEST * BW);
        if layout.features.iter().any(|feature| points(feature).any(far)) || layout.record.iter().flatten().any(long) {
            return Err(EditError::TooFar);
        }
        Ok(layout)
    }

    fn carry_out(&mut self, edit: &Edit) -> Result<(), EditError> {
        match edit {
            Edit::Move { id, by, snap } => self.reshape(id, |piece| piece.moved(*by, *snap)),
            Edit::Put { id, at } => self.reshape(id, |piece| piece.put(*at)),
            Edit::Turn { id, degrees } => self.reshape(id, |piece| piece.turned(*degrees)),
            Edit::Mirror { id } => self.reshape(id, |piece| piece.mirrored()),
            Edit::Corner { id, at, to } => self.change_corners(id, |piece| piece.corner(*at, *to)),
            Edit::AddCorner { id, after, to } => self.change_corners(id, |piece| piece.add_corner(*after, *to)),
            Edit::Corners { id, corners } => self.change_corners(id, |piece| piece.corners(corners)),
            Edit::RemoveCorner { id, at } => self.change_corners(id, |piece| piece.remove_corner(*at)),
            Edit::Gate { id, at, to } => self.reshape(id, |piece| piece.gate(*at, *to)),
            Edit::Width { id, width } => self.reshape(id, |piece| piece.breadth(*width)),
            Edit::Resize { id, length, width } => {
                self.reshape(id, |piece| piece.resized(*length, *width))?;
                self.record_size(id, Some((*length.max(width), *length.min(width))));
                Ok(())
            }
            Edit::Redraw { id, seed } => self.redraw(id, *seed),
            Edit::Add { kind, bua, compulsory, size, quarter, seed } => {
                self.add((*kind, *bua, *compulsory), *size, *quarter, *seed)
            }
            Edit::Remove { id } => self.remove(id),
            Edit::Forget { line } => self.forget(*line),
            Edit::Quarter { id, quarter } => self.belongs(id, *quarter),
            Edit::Compulsory { id, compulsory } => self.counts_as(id, *compulsory),
            Edit::BaseEdge { id, edge } => self.names_edge(id, *edge),
            Edit::Rename(name) => self.rename(name),
            Edit::BoardSize(board) => self.on_board(*board),
            Edit::Fixed(fixed) => {
                self.fixed = *fixed;
                Ok(())
            }
            Edit::Reroll { locked, seed } => self.roll_again(locked, *seed),
            Edit::Hand => {
                (self.record, self.seed) = (None, None);
                Ok(())
            }
        }
    }

    /// Changes the corners of a feature; the record then gets its new measurements.
    fn change_corners(
        &mut self,
        id: &str,
        change: impl FnOnce(EditedFeature<'_>) -> Result<Feature, EditError>,
    ) -> Result<(), EditError> {
        self.reshape(id, change)?;
        self.record_measured(id);
        Ok(())
    }

    /// Changes the shape of a feature; crossings of roads and rivers are then determined again.
    fn reshape(
        &mut self,
        id: &str,
        change: impl FnOnce(EditedFeature<'_>) -> Result<Feature, EditError>,
    ) -> Result<(), EditError> {
        let feature = self.feature(id).ok_or_else(|| EditError::NoPiece(id.to_owned()))?;
        let changed = change(EditedFeature { layout: self, feature })?;
        self.put(changed);
        Ok(())
    }

    /// Replaces the feature with the same id by a changed one.
    fn put(&mut self, changed: Feature) {
        if let Some(feature) = self.features.iter_mut().find(|feature| feature.id == changed.id) {
            *feature = changed;
        }
        self.find_crossings();
    }
}

/// A feature to be changed, with its table.
#[derive(Clone, Copy)]
struct EditedFeature<'a> {
    layout: &'a Layout,
    feature: &'a Feature,
}

impl EditedFeature<'_> {
    fn board(self) -> Board {
        self.layout.board
    }

    fn name(self) -> String {
        self.layout.called(self.feature)
    }

    /// The feature with all its points mapped.
    fn with_points(self, to: impl Fn(Point) -> Point) -> Feature {
        let all = |points: &[Point]| points.iter().map(|point| to(*point)).collect::<Vec<Point>>();
        let shape = match &self.feature.shape {
            Shape::Area(outline) => Shape::Area(Polygon::new(all(&outline.corners))),
            Shape::Course(course) => Shape::Course(Course { path: all(&course.path), width: course.width }),
            Shape::Water { edge, outline, beach } => Shape::Water {
                edge: *edge,
                outline: Polygon::new(all(&outline.corners)),
                beach: beach.as_ref().map(|beach| Polygon::new(all(&beach.corners))),
            },
        };
        let (gates, crest) = (all(&self.feature.gates), all(&self.feature.crest));
        Feature { shape, gates, crest, ..self.feature.clone() }
    }
}

/// All points of a feature.
fn points(feature: &Feature) -> impl Iterator<Item = &Point> {
    let (line, beach): (&[Point], &[Point]) = match &feature.shape {
        Shape::Area(outline) => (&outline.corners, &[]),
        Shape::Course(course) => (&course.path, &[]),
        Shape::Water { outline, beach, .. } => {
            (&outline.corners, beach.as_ref().map_or(&[], |beach| beach.corners.as_slice()))
        }
    };
    line.iter().chain(beach).chain(&feature.gates).chain(&feature.crest)
}

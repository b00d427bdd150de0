//! Changes to a layout, each small enough to be undone: what the editor's buttons, handles and numbers do.
//!
//! A change gives a new layout and never half of one; what cannot be done says so in a word. Everything is whole
//! thousandths of a BW and follows from the change alone: chance comes as a seed. What the rules make of the result is
//! not asked here.
//!
//! Pieces keep what belongs to them (gates, crest, beach), the record follows where a choice is changed by hand, and
//! the places where roads cross rivers are found anew.
//!
//! Knows nothing of the check. Reading order: `frame` (how a piece lies), `place` (moving), `turn` (turning, sizes,
//! mirror images), `corner` (outlines, paths, gates), `choose` (what there is, and the record), `table` (the board).

mod choose;
mod corner;
mod frame;
mod place;
mod table;
mod turn;

use std::fmt;

pub use choose::still_compulsory;
pub use corner::{gate_looks, gate_towards};
pub use frame::{Pose, pose};

use super::file::MOST_BOARD;
use super::generate::Impossible;
use super::layout::{Board, Choice, Edge, Feature, LONGEST_NAME, Layout, MOST_FEATURES, MOST_POINTS, Quarter, Shape};
use crate::geometry::point::{BW, FARTHEST};
use crate::geometry::{Course, Point, Polygon};
use crate::rules::terrain::{Bua, Kind};

/// One change. Pieces are named by their ids; lengths are thousandths of a BW.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Moves a piece; what would push it over the edge of the table is left out. A waterway gets deeper or shallower.
    Move {
        /// The piece.
        id: String,
        /// How far.
        by: Point,
        /// Outlines catch quarter lines, the margin along the edges, and half BW with their middle: along each axis along
        /// which they are moved.
        snap: bool,
    },
    /// Puts the middle of a piece to a place. One where nothing of it would be left on the table is refused: a number that
    /// was typed is told to be wrong, where a hand is held back.
    Put {
        /// The piece.
        id: String,
        /// The place.
        at: Point,
    },
    /// Turns a piece about the middle of its rectangle. A waterway goes to the next edge.
    Turn {
        /// The piece.
        id: String,
        /// Anticlockwise, in thousandths of a degree.
        degrees: i64,
    },
    /// Stretches an area until its least-area rectangle has this size.
    Resize {
        /// The piece.
        id: String,
        /// Along the present length.
        length: i64,
        /// Across it.
        width: i64,
    },
    /// Moves a corner of an outline, shore or path. In curved ones the corners beside it follow a little.
    Corner {
        /// The piece.
        id: String,
        /// Which corner, from 0.
        at: usize,
        /// To where.
        to: Point,
    },
    /// Puts a corner between one and the next.
    AddCorner {
        /// The piece.
        id: String,
        /// The corner before it, from 0.
        after: usize,
        /// Where; in the middle between the two if not said.
        to: Option<Point>,
    },
    /// Takes a corner away.
    RemoveCorner {
        /// The piece.
        id: String,
        /// Which corner, from 0.
        at: usize,
    },
    /// Gives an outline, shore or path other corners altogether.
    Corners {
        /// The piece.
        id: String,
        /// All of them, in order.
        corners: Vec<Point>,
    },
    /// Draws another natural outline of the same size, or another course through the same quarters.
    Redraw {
        /// The piece.
        id: String,
        /// Where chance comes from.
        seed: u64,
    },
    /// Turns a piece into its mirror image.
    Mirror {
        /// The piece.
        id: String,
    },
    /// Puts a further piece on the table.
    Add {
        /// What it is.
        kind: Kind,
        /// What a BUA is.
        bua: Option<Bua>,
        /// As a compulsory feature.
        compulsory: bool,
        /// Length and width of an area; a middling size if not said.
        size: Option<(i64, i64)>,
        /// Its quarter; the emptiest with room for it if not said.
        quarter: Option<Quarter>,
        /// Where chance comes from.
        seed: u64,
    },
    /// Takes a piece off the table, and its line out of the record.
    Remove {
        /// The piece.
        id: String,
    },
    /// Takes a line of something discarded out of the record.
    Forget {
        /// Which line, from 0.
        line: usize,
    },
    /// Says to which quarter a piece belongs.
    Quarter {
        /// The piece.
        id: String,
        /// The quarter.
        quarter: Option<Quarter>,
    },
    /// Says whether a piece is one of the compulsory features.
    Compulsory {
        /// The piece.
        id: String,
        /// Whether it is.
        compulsory: bool,
    },
    /// Says which edge becomes the base edge of a Stronghold that touches two, or only water.
    BaseEdge {
        /// The piece.
        id: String,
        /// The edge.
        edge: Option<Edge>,
    },
    /// Moves a gate along the outline to the place that is nearest to a point; the first one is made if there is none.
    Gate {
        /// The piece.
        id: String,
        /// Which gate, from 0.
        at: usize,
        /// The point.
        to: Point,
    },
    /// Sets the breadth of a river or road.
    Width {
        /// The piece.
        id: String,
        /// From bank to bank.
        width: i64,
    },
    /// Gives the layout a name.
    Rename(String),
    /// Gives the table another size; pieces keep their part of it.
    BoardSize(Board),
    /// Says whether an organiser gives the table (D3H2-TERR-22).
    Fixed(bool),
    /// Rolls everything again but these pieces.
    Reroll {
        /// What stays as it is.
        locked: Vec<String>,
        /// Where chance comes from.
        seed: u64,
    },
    /// Forgets how the table came about: it counts as drawn by hand.
    Hand,
}

/// Why a change cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No piece has this id.
    NoPiece(String),
    /// Nothing of the piece would be left on the table.
    LeavesTable(String),
    /// So far off no table reaches.
    TooFar,
    /// Only areas have a length and a width.
    NoSize(String),
    /// A size that nothing on a table has.
    Size,
    /// The outline cannot be stretched so.
    Stubborn(String),
    /// There is no such corner.
    NoCorner(String),
    /// Fewer corners than an outline or path needs, with how many those are.
    FewCorners(String, usize),
    /// No more corners.
    ManyCorners,
    /// There is no such gate, or the piece has none.
    NoGate(String),
    /// Only rivers and roads have a breadth.
    NoWidth(String),
    /// Only a BUA can have a base edge.
    NoBaseEdge(String),
    /// The rules have no such feature, or no board has room for one.
    NoRoom(String),
    /// No more pieces.
    Full,
    /// No line of the record, or one of a piece on the table.
    NoLine,
    /// A name that is too long, or with signs that do not print.
    Name,
    /// No such board.
    Board,
    /// What was kept back cannot be part of a table of this home terrain.
    Impossible(Impossible),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPiece(id) => write!(f, "There is no piece “{id}” on this table."),
            Self::LeavesTable(name) => write!(f, "Nothing of {name} would be left on the table."),
            Self::TooFar => f.write_str("No table reaches so far."),
            Self::NoSize(name) => write!(f, "{name} has no length and width to be set; move its corners."),
            Self::Size => f.write_str("A piece is at least 0.1 BW wide and no longer than the table."),
            Self::Stubborn(name) => {
                write!(f, "The outline of {name} cannot be stretched so. Redraw it, or move its corners.")
            }
            Self::NoCorner(name) => write!(f, "{name} has no such corner."),
            Self::FewCorners(name, least) => write!(f, "{name} needs at least {least} corners."),
            Self::ManyCorners => write!(f, "An outline or path has {MOST_POINTS} corners at most."),
            Self::NoGate(name) => write!(f, "{name} has no such gate."),
            Self::NoWidth(name) => write!(f, "{name} is no river or road: it has no breadth."),
            Self::NoBaseEdge(name) => write!(f, "{name} is no BUA: it names no base edge."),
            Self::NoRoom(name) => write!(f, "There is no place for {name} on this table."),
            Self::Full => write!(f, "A table has {MOST_FEATURES} pieces at most."),
            Self::NoLine => f.write_str("There is no such discarded feature."),
            Self::Name => write!(f, "A name has at most {LONGEST_NAME} characters, all of them to be seen."),
            Self::Board => write!(f, "A board is 1 to {MOST_BOARD} BW wide and deep."),
            Self::Impossible(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Refused {}

impl Layout {
    /// What a feature is called: `Woods f2`.
    #[must_use]
    pub fn called(&self, feature: &Feature) -> String {
        format!("{} {}", self.name_of(feature.kind, feature.bua), feature.id)
    }

    /// What a kind of feature is called in these rules.
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
    /// Why it cannot be made; the layout is as it was.
    pub fn apply(&self, edit: &Edit) -> Result<Self, Refused> {
        let mut layout = self.clone();
        layout.carry_out(edit)?;
        let far = |point: &Point| point.x.abs().max(point.y.abs()) > FARTHEST * BW;
        let long = |choice: &Choice| choice.size.is_some_and(|(long, short)| long.max(short) > FARTHEST * BW);
        if layout.features.iter().any(|feature| points(feature).any(far)) || layout.record.iter().flatten().any(long) {
            return Err(Refused::TooFar);
        }
        Ok(layout)
    }

    fn carry_out(&mut self, edit: &Edit) -> Result<(), Refused> {
        match edit {
            Edit::Move { id, by, snap } => self.reshape(id, |piece| piece.moved(*by, *snap)),
            Edit::Put { id, at } => self.reshape(id, |piece| piece.put(*at)),
            Edit::Turn { id, degrees } => self.reshape(id, |piece| piece.turned(*degrees)),
            Edit::Mirror { id } => self.reshape(id, |piece| piece.mirrored()),
            Edit::Corner { id, at, to } => self.recut(id, |piece| piece.corner(*at, *to)),
            Edit::AddCorner { id, after, to } => self.recut(id, |piece| piece.add_corner(*after, *to)),
            Edit::Corners { id, corners } => self.recut(id, |piece| piece.corners(corners)),
            Edit::RemoveCorner { id, at } => self.recut(id, |piece| piece.remove_corner(*at)),
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

    /// Changes the corners of a piece; then the record has the size that it measures now.
    fn recut(&mut self, id: &str, change: impl FnOnce(Piece<'_>) -> Result<Feature, Refused>) -> Result<(), Refused> {
        self.reshape(id, change)?;
        self.record_measured(id);
        Ok(())
    }

    /// Changes the shape of a piece; then roads and rivers may cross elsewhere.
    fn reshape(&mut self, id: &str, change: impl FnOnce(Piece<'_>) -> Result<Feature, Refused>) -> Result<(), Refused> {
        let feature = self.feature(id).ok_or_else(|| Refused::NoPiece(id.to_owned()))?;
        let changed = change(Piece { layout: self, feature })?;
        self.put(changed);
        Ok(())
    }

    /// Puts a changed piece in the place of the one with its id.
    fn put(&mut self, changed: Feature) {
        if let Some(feature) = self.features.iter_mut().find(|feature| feature.id == changed.id) {
            *feature = changed;
        }
        self.find_crossings();
    }
}

/// A piece that is to be changed, on its table.
#[derive(Clone, Copy)]
struct Piece<'a> {
    layout: &'a Layout,
    feature: &'a Feature,
}

impl Piece<'_> {
    fn board(self) -> Board {
        self.layout.board
    }

    fn name(self) -> String {
        self.layout.called(self.feature)
    }

    /// The piece with everything of it put elsewhere.
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

/// Every point of a piece.
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

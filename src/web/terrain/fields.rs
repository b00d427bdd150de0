//! The fields of the editor as typed, and the changes that result from them.

use musterfield_geometry::Point;
use musterfield_geometry::point::bw;
use musterfield_terrain::edit::{Edit, gate_edge, gate_towards, pose};
use musterfield_terrain::layout::{Feature, MOST_FEATURES};
use musterfield_terrain::{Board, Edge, Layout, Quarter, Shape};
use musterfield_words::terrain::edit::message;

use super::action::length_text;
pub(super) use crate::web::fields::FieldErrors;
use crate::web::fields::{Fields, FieldsError};

/// A quarter of a turn, in thousandths of a degree.
const QUARTER_TURN: i64 = 90_000;
/// More letters than any number has.
const LONGEST_NUMBER: usize = 20;
/// More letters than any name on an open page has.
const LONGEST_TEXT: usize = 400;
/// On a table with more corners than this, the fields for corners are left out; the map still has them.
const MOST_CORNERS: usize = 1500;

/// The editor's form as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EditorFields {
    pub name: String,
    pub width: String,
    pub depth: String,
    pub fixed: bool,
    /// Whether outlines snap to lines when they are moved.
    pub snap: bool,
    pub pieces: Vec<FeatureFields>,
}

/// One feature as typed. A field that its kind does not have is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FeatureFields {
    pub id: String,
    pub x: Option<String>,
    pub y: Option<String>,
    pub turn: Option<String>,
    pub length: Option<String>,
    pub breadth: Option<String>,
    pub quarter: Option<String>,
    pub gate: Option<String>,
    pub edge: Option<String>,
    /// All corners, one on each line; `None` on a table with more of them than a form should hold.
    pub corners: Option<String>,
    /// Whether it is a compulsory feature.
    pub compulsory: bool,
    /// Whether it stays when the others are rolled again.
    pub locked: bool,
    /// Whether the field for the length contains the shorter side, because it was typed there. Each side stays in its
    /// field as long as the form is edited, so that two sides typed one after the other both become what was typed.
    pub across: bool,
}

/// Values of an open form beside the table, passed from page to page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Beside {
    /// Whether outlines snap to lines.
    pub snap: bool,
    /// The ids of locked features.
    pub locked: Vec<String>,
    /// The ids of features whose sides are in each other's field.
    pub across: Vec<String>,
}

impl EditorFields {
    /// Takes the editor's fields out of a posted form.
    pub(super) fn parse(fields: &mut Fields) -> Result<Self, FieldsError> {
        let count = fields.demand("pieces")?;
        let count: usize =
            count.parse().ok().filter(|count| *count <= MOST_FEATURES).ok_or(FieldsError::Changed("pieces".into()))?;
        let mut form = Self {
            name: fields.text("name"),
            width: fields.demand("width")?.trim().to_owned(),
            depth: fields.demand("depth")?.trim().to_owned(),
            fixed: fields.checked("fixed"),
            snap: fields.checked("snap"),
            pieces: Vec::with_capacity(count),
        };
        if form.name.chars().count() > LONGEST_TEXT {
            form.name = form.name.chars().take(LONGEST_TEXT).collect();
        }
        for at in 0..count {
            let name = |field: &str| format!("piece-{at}-{field}");
            let id = fields.demand(&name("id"))?;
            if form.pieces.iter().any(|piece| piece.id == id) {
                return Err(FieldsError::Changed(name("id")));
            }
            let mut text = |field: &str| fields.take(&name(field)).map(|text| text.trim().to_owned());
            form.pieces.push(FeatureFields {
                id,
                x: text("x"),
                y: text("y"),
                turn: text("turn"),
                length: text("length"),
                breadth: text("breadth"),
                quarter: text("quarter"),
                gate: text("gate"),
                edge: text("edge"),
                corners: text("corners").map(|text| text.replace("\r\n", "\n")),
                compulsory: text("compulsory").is_some(),
                locked: text("lock").is_some(),
                across: text("across").is_some(),
            });
        }
        Ok(form)
    }

    /// The fields that represent a layout.
    pub(super) fn of(layout: &Layout, beside: &Beside) -> Self {
        let few = layout.features.iter().map(|feature| line(feature).len()).sum::<usize>() <= MOST_CORNERS;
        let pieces = layout.features.iter().map(|feature| {
            let fields = FeatureFields::of(layout, feature, beside.across.contains(&feature.id));
            let corners = fields.corners.clone().filter(|_| few);
            FeatureFields { locked: beside.locked.contains(&feature.id), corners, ..fields }
        });
        Self {
            name: layout.name.clone(),
            width: length_text(layout.board.width),
            depth: length_text(layout.board.depth),
            fixed: layout.fixed,
            snap: beside.snap,
            pieces: pieces.collect(),
        }
    }

    /// The ids of locked features.
    pub(super) fn locked(&self) -> Vec<String> {
        self.pieces.iter().filter(|piece| piece.locked).map(|piece| piece.id.clone()).collect()
    }

    /// The changes that lead from a layout to the input, applied one after the other as far as possible, and the errors
    /// of single fields. A number that is still as it was shown is not a change.
    pub(super) fn changes(&self, layout: &Layout) -> Result<AppliedFields, FieldsError> {
        let mut typed = AppliedFields::new(layout);
        if self.name.trim() != layout.name {
            typed.carry_out("name", Edit::Rename(self.name.clone()));
        }
        let (width, depth) = (layout.board.width, layout.board.depth);
        let (new_width, new_depth) = (
            typed.number("width", &self.width, length_text(width)),
            typed.number("depth", &self.depth, length_text(depth)),
        );
        if new_width.is_some() || new_depth.is_some() {
            let board = Board { width: new_width.unwrap_or(width), depth: new_depth.unwrap_or(depth) };
            typed.carry_out(if new_width.is_some() { "width" } else { "depth" }, Edit::BoardSize(board));
        }
        if self.fixed != layout.fixed {
            typed.carry_out("fixed", Edit::Fixed(self.fixed));
        }
        for (at, piece) in self.pieces.iter().enumerate() {
            let Some(feature) = layout.feature(&piece.id) else {
                return Err(FieldsError::Changed(format!("piece-{at}-id")));
            };
            piece.changes(at, feature, &mut typed)?;
        }
        Ok(typed)
    }
}

/// The input, applied.
pub(super) struct AppliedFields {
    pub layout: Layout,
    /// Each change with the layout before it, for its description.
    pub edits: Vec<(Layout, Edit)>,
    pub errors: FieldErrors,
    /// The ids of features whose shorter side is now in the field for the length.
    pub across: Vec<String>,
}

impl AppliedFields {
    fn new(layout: &Layout) -> Self {
        Self { layout: layout.clone(), edits: Vec::new(), errors: FieldErrors::new(), across: Vec::new() }
    }

    fn carry_out(&mut self, field: &str, edit: Edit) {
        match self.layout.apply(&edit) {
            Ok(changed) => self.edits.push((std::mem::replace(&mut self.layout, changed), edit)),
            Err(why) => {
                self.errors.entry(field.to_owned()).or_insert(message(&why));
            }
        }
    }

    /// A typed length, if it differs from the one shown; an invalid one is an error.
    fn number(&mut self, field: &str, typed: &str, shown: String) -> Option<i64> {
        if typed == shown {
            return None;
        }
        let read = thousandths(typed);
        if read.is_none() {
            let short: String = typed.chars().take(LONGEST_NUMBER).collect();
            let why = if short.is_empty() {
                "Enter a number, for example 4.5.".to_owned()
            } else {
                format!("“{short}” is not a number. Enter one such as 4.5.")
            };
            self.errors.insert(field.to_owned(), why);
        }
        read.filter(|number| thousandths(&shown) != Some(*number))
    }
}

/// Parses a number with decimals after a point or a comma, in thousandths.
fn thousandths(typed: &str) -> Option<i64> {
    let text = typed.replace(',', ".").replace('\u{2212}', "-");
    let plain = text.len() <= LONGEST_NUMBER && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-'));
    musterfield_geometry::point::thousandths(text.parse().ok().filter(|_| plain)?)
}

/// The corners of a feature.
fn line(feature: &Feature) -> &[Point] {
    match &feature.shape {
        Shape::Area(outline) | Shape::Water { outline, .. } => &outline.corners,
        Shape::Course(course) => &course.path,
    }
}

/// Parses places, one on each line; the number of the first invalid line otherwise.
fn places(typed: &str) -> Result<Vec<Point>, usize> {
    let lines = typed.lines().enumerate().filter(|(_, text)| !text.trim().is_empty());
    lines
        .map(|(at, text)| {
            let mut numbers = text.split_whitespace().map(thousandths);
            match (numbers.next(), numbers.next(), numbers.next()) {
                (Some(Some(x)), Some(Some(y)), None) => Ok(Point::new(x, y)),
                _ => Err(at + 1),
            }
        })
        .collect()
}

/// A direction with one decimal.
fn degrees_shown(degrees: i64) -> String {
    bw((degrees + 50).div_euclid(100) * 100).to_string()
}

impl FeatureFields {
    /// The fields that represent a feature, with its sides in each other's field if `across`.
    fn of(layout: &Layout, feature: &Feature, across: bool) -> Self {
        let mut lies = pose(feature);
        let across = across && lies.size.is_some();
        if across {
            lies.size = lies.size.map(|(long, short)| (short, long));
            lies.turn = lies.turn.map(|turn| (turn + QUARTER_TURN).rem_euclid(2 * QUARTER_TURN));
        }
        let is_water = matches!(feature.shape, Shape::Water { .. });
        let place = |at: i64| (!is_water).then(|| length_text(at));
        let is_bua = feature.bua.is_some();
        // For others, only a value from a file that should not be there, so that it can be removed.
        let makes_edge = feature.bua.and_then(|bua| layout.rules.bua(bua)).is_some_and(|bua| bua.home_edge.is_some());
        let names_edge = is_bua && (makes_edge || feature.base_edge.is_some());
        Self {
            id: feature.id.clone(),
            x: place(lies.middle.x),
            y: place(lies.middle.y),
            turn: lies.turn.map(degrees_shown),
            length: lies.size.map(|(long, _)| length_text(long)),
            breadth: lies.size.map(|(_, short)| short).or(feature.course().map(|course| course.width)).map(length_text),
            quarter: Some(feature.quarter.map_or_else(String::new, |quarter| quarter.number().to_string())),
            gate: is_bua.then(|| gate_edge(feature).map_or_else(String::new, |edge| edge.to_string())),
            edge: names_edge.then(|| feature.base_edge.map_or_else(String::new, |edge| edge.to_string())),
            corners: Some(
                line(feature).iter().map(|at| format!("{} {}", bw(at.x), bw(at.y))).collect::<Vec<_>>().join("\n"),
            ),
            compulsory: feature.compulsory,
            locked: false,
            across,
        }
    }

    /// Applies the input for this feature: the size first, since another side of a stretched outline may become the one
    /// along which it is measured, then the turn, then the place, so that the feature ends up as typed.
    fn changes(&self, at: usize, feature: &Feature, typed: &mut AppliedFields) -> Result<(), FieldsError> {
        let shown = Self::of(&typed.layout, feature, self.across);
        let name = |field: &str| format!("piece-{at}-{field}");
        let id = || self.id.clone();
        if let Some(corners) = self.corners.as_deref().filter(|_| self.corners != shown.corners) {
            match places(corners) {
                Ok(corners) => typed.carry_out(&name("corners"), Edit::Corners { id: id(), corners }),
                Err(line) => {
                    let message = format!("Line {line} is not a position. Enter one such as 4.5 9.");
                    typed.errors.insert(name("corners"), message);
                }
            }
        }
        let lies = typed.layout.feature(&self.id).map_or_else(|| pose(feature), pose);
        let mut number = |field: &str, new: &Option<String>, old: &Option<String>| {
            typed.number(&name(field), new.as_deref()?, old.clone()?)
        };
        let turn = number("turn", &self.turn, &shown.turn);
        let length = number("length", &self.length, &shown.length);
        let breadth = number("breadth", &self.breadth, &shown.breadth);
        let (x, y) = (number("x", &self.x, &shown.x), number("y", &self.y, &shown.y));
        match lies.size {
            Some(measured) if length.is_some() || breadth.is_some() => {
                let field = name(if length.is_some() { "length" } else { "breadth" });
                let swapped = |(one, other): (i64, i64)| if shown.across { (other, one) } else { (one, other) };
                let (old_length, old_breadth) = swapped(measured);
                let sides = (length.unwrap_or(old_length), breadth.unwrap_or(old_breadth));
                let (length, width) = swapped(sides);
                typed.carry_out(&field, Edit::Resize { id: id(), length, width });
                if sides.0 < sides.1 {
                    typed.across.push(id());
                }
            }
            None => {
                if let Some(width) = breadth {
                    typed.carry_out(&name("breadth"), Edit::Width { id: id(), width });
                }
            }
            Some(_) => {
                if shown.across {
                    typed.across.push(id());
                }
            }
        }
        let lies_now = |typed: &AppliedFields| typed.layout.feature(&self.id).map_or(lies, pose);
        if let (Some(turn), Some(now)) = (turn, lies_now(typed).turn) {
            let now = if typed.across.contains(&self.id) { now + QUARTER_TURN } else { now };
            typed.carry_out(&name("turn"), Edit::Turn { id: id(), degrees: turn - now });
        }
        if x.is_some() || y.is_some() {
            let at = Point::new(x.unwrap_or(lies.middle.x), y.unwrap_or(lies.middle.y));
            let field = name(if x.is_some() { "x" } else { "y" });
            typed.carry_out(&field, Edit::Put { id: id(), at });
        }
        self.words(at, &shown, typed)
    }

    /// Applies the choices for a feature, as opposed to its numbers.
    fn words(&self, at: usize, shown: &Self, typed: &mut AppliedFields) -> Result<(), FieldsError> {
        let name = |field: &str| format!("piece-{at}-{field}");
        let id = || self.id.clone();
        if self.compulsory != shown.compulsory {
            typed.carry_out(&name("compulsory"), Edit::Compulsory { id: id(), compulsory: self.compulsory });
        }
        if let Some(chosen) = self.quarter.as_ref().filter(|_| self.quarter != shown.quarter) {
            let quarter = chosen.parse().ok().and_then(Quarter::from_number);
            if quarter.is_none() && !chosen.is_empty() {
                return Err(FieldsError::Changed(name("quarter")));
            }
            typed.carry_out(&name("quarter"), Edit::Quarter { id: id(), quarter });
        }
        let edge = |field: &str, chosen: &Option<String>, known: &Option<String>| match chosen {
            Some(chosen) if chosen.is_empty() => Ok(Some(None).filter(|_| known.as_deref() != Some(""))),
            Some(word) if chosen != known => match Edge::parse(word) {
                Some(edge) => Ok(Some(Some(edge))),
                None => Err(FieldsError::Changed(name(field))),
            },
            _ => Ok(None),
        };
        if let Some(Some(towards)) = edge("gate", &self.gate, &shown.gate)? {
            let to = typed.layout.feature(&self.id).and_then(|feature| gate_towards(feature, towards));
            match to {
                Some(to) => typed.carry_out(&name("gate"), Edit::Gate { id: id(), at: 0, to }),
                None => {
                    typed
                        .errors
                        .insert(name("gate"), format!("No side of this piece faces the {} edge.", towards.word()));
                }
            }
        }
        if let Some(edge) = edge("edge", &self.edge, &shown.edge)? {
            typed.carry_out(&name("edge"), Edit::BaseEdge { id: id(), edge });
        }
        Ok(())
    }
}

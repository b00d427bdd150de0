//! Reads layout files: each feature and each line of the record separately.

use musterfield_geometry::{Course, Point, Polygon, point};
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_rules::{Book, DEFAULT_RULESET};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::document::{ChoiceDocument, CrossingKind, FORMAT, FeatureDocument, Gate, Head, Number, Pair};
use super::parse::located;
use super::unreadable::{Unreadable, format_problem};
use crate::layout::{
    Board, Crossing, Edge, Feature, LONGEST_ID, LONGEST_NAME, LONGEST_REASON, Layout, MOST_FEATURES, MOST_POINTS,
    Quarter, RecordEntry, Shape,
};
use crate::problem::{Fault, FormatFault, Problem};

/// The widest and deepest board that is accepted, in BW.
pub const MOST_BOARD: i64 = 100;

pub(super) struct Reader {
    pub problems: Vec<Problem>,
    /// The largest number of points of the layout in all.
    pub most_points: Option<usize>,
    /// The line of the record that is being read, and the id of the feature that it names.
    pub record_line: Option<(usize, Option<String>)>,
}

impl Reader {
    /// Adds a problem of a feature, or of the line of the record that is being read.
    fn refuse(&mut self, feature: Option<&str>, fault: FormatFault) {
        self.problems.push(match &self.record_line {
            None => Problem { place: feature.map(str::to_owned), ..format_problem(fault) },
            Some((line, feature)) => {
                let problem = Problem::new(Fault::RecordLine { line: *line, fault }, None);
                Problem { place: feature.clone(), ..problem }
            }
        });
    }

    pub(super) fn layout(mut self, head: &Head<'_>, book: &'static Book) -> Result<Layout, Unreadable> {
        if head.format != FORMAT {
            self.refuse(None, FormatFault::Format { found: shown(&head.format) });
            return Err(Unreadable::Content(self.problems));
        }
        let ruleset = head.ruleset.as_deref().unwrap_or(DEFAULT_RULESET);
        let Some(rules) = book.terrain(ruleset) else {
            let known = book.terrains().map(|terrain| &*terrain.ruleset).collect();
            self.refuse(None, FormatFault::UnknownRuleset { found: shown(ruleset), known });
            return Err(Unreadable::Content(self.problems));
        };
        let home = rules.home_terrain(&head.home_terrain);
        if home.is_none() {
            let known = rules.homes.iter().map(|home| &*home.id).collect();
            self.refuse(None, FormatFault::UnknownHome { found: shown(&head.home_terrain), known });
        }
        let board = self.board(head.board);
        let name = head.name.trim().to_owned();
        if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            self.refuse(None, FormatFault::Name);
        }
        let features = self.features(&head.features);
        let record = head.record.as_ref().map(|record| self.record(record));
        match (home, board) {
            (Some(home), Some(board)) if self.problems.is_empty() => {
                Ok(Layout { rules, name, home, board, seed: head.seed, fixed: head.fixed, features, record })
            }
            _ => Err(Unreadable::Content(self.problems)),
        }
    }

    fn board(&mut self, [Number(width), Number(depth)]: Pair) -> Option<Board> {
        let side = |bw: f64| point::thousandths(bw).filter(|side| (point::BW..=MOST_BOARD * point::BW).contains(side));
        let board = side(width).zip(side(depth)).map(|(width, depth)| Board { width, depth });
        if board.is_none() {
            self.refuse(None, FormatFault::Board);
        }
        board
    }

    fn features(&mut self, raw: &[&RawValue]) -> Vec<Feature> {
        if raw.len() > MOST_FEATURES {
            self.refuse(None, FormatFault::Features { count: raw.len() });
            return Vec::new();
        }
        let mut features: Vec<Feature> = Vec::new();
        for (at, raw) in raw.iter().enumerate() {
            let id = named_in(raw, |named| named.id).unwrap_or_else(|| format!("number {}", at + 1));
            let Some(document) = self.part::<FeatureDocument>(&id, raw) else { continue };
            if !is_id(&document.id) {
                self.refuse(Some(&id), FormatFault::Id);
                continue;
            }
            if features.iter().any(|feature| feature.id == document.id) {
                self.refuse(Some(&id), FormatFault::SameId);
                continue;
            }
            features.extend(self.feature(document));
        }
        let count: usize = features.iter().map(Feature::points).sum();
        if let Some(most) = self.most_points.filter(|most| count > *most) {
            self.refuse(None, FormatFault::PointsInAll { count, most });
        }
        features
    }

    /// Parses a part of the file separately.
    fn part<T: DeserializeOwned>(&mut self, feature: &str, raw: &RawValue) -> Option<T> {
        let mut deserializer = serde_json::Deserializer::from_str(raw.get());
        match serde_path_to_error::deserialize(&mut deserializer) {
            Ok(part) => Some(part),
            Err(error) => {
                self.refuse(Some(feature), located(&error));
                None
            }
        }
    }

    fn feature(&mut self, document: FeatureDocument) -> Option<Feature> {
        let id = document.id.as_str();
        let before = self.problems.len();
        let Ok(kind) = document.kind.parse::<Kind>() else {
            self.refuse(Some(id), FormatFault::UnknownKind { found: shown(&document.kind) });
            return None;
        };
        let shape = self.shape(kind, &document);
        let bua = self.bua(id, kind, document.bua.as_deref());
        let quarter = self.quarter(id, document.quarter);
        let base_edge = self.edge(id, "base_edge", document.base_edge.as_deref());
        let gates = match &document.gate {
            None => Vec::new(),
            Some(Gate::One(gate)) => self.points(id, "gate", std::slice::from_ref(gate)),
            Some(Gate::Several(gates)) => self.points(id, "gate", gates),
        };
        if kind != Kind::Bua && (!gates.is_empty() || base_edge.is_some()) {
            self.refuse(Some(id), FormatFault::NotABua);
        }
        let crest = self.points(id, "crest", &document.crest);
        if !crest.is_empty() && !kind.is_hill() {
            self.refuse(Some(id), FormatFault::NotAHill);
        }
        if !document.crossings.is_empty() && kind != Kind::River {
            self.refuse(Some(id), FormatFault::NotARiver);
        }
        let at: Vec<Pair> = document.crossings.iter().map(|crossing| crossing.at).collect();
        let crossings = self.points(id, "crossings", &at).into_iter().zip(&document.crossings);
        let crossings = crossings
            .map(|(at, crossing)| Crossing { at, bridge: matches!(crossing.kind, CrossingKind::Bridge) })
            .collect();
        let (shape, compulsory) = (shape?, document.compulsory);
        (self.problems.len() == before).then_some(Feature {
            id: document.id,
            kind,
            bua,
            compulsory,
            quarter,
            shape,
            gates,
            base_edge,
            crest,
            crossings,
        })
    }

    fn shape(&mut self, kind: Kind, document: &FeatureDocument) -> Option<Shape> {
        let id = document.id.as_str();
        let (has_edge, has_beach) = (document.edge.is_some(), document.beach.is_some());
        if !kind.is_waterway() && (has_edge || has_beach) {
            self.refuse(Some(id), FormatFault::NotAWaterway);
        }
        match kind {
            _ if kind.is_course() => {
                if document.polygon.is_some() {
                    self.refuse(Some(id), FormatFault::NotAnArea { kind });
                }
                let (Some(path), Some(width)) = (&document.path, document.width) else {
                    self.refuse(Some(id), FormatFault::NoCourse { kind });
                    return None;
                };
                let path = self.line(id, "path", path, 2)?;
                let Some(width) = point::thousandths(width.0).filter(|width| *width > 0) else {
                    self.refuse(Some(id), FormatFault::Width);
                    return None;
                };
                Some(Shape::Course(Course { path, width }))
            }
            _ => {
                if document.path.is_some() || document.width.is_some() {
                    self.refuse(Some(id), FormatFault::NotACourse { kind });
                }
                let Some(polygon) = &document.polygon else {
                    self.refuse(Some(id), FormatFault::NoOutline { kind });
                    return None;
                };
                let outline = Polygon::new(self.line(id, "polygon", polygon, 3)?);
                if !kind.is_waterway() {
                    return Some(Shape::Area(outline));
                }
                let Some(edge) = self.edge(id, "edge", document.edge.as_deref()) else {
                    self.refuse(Some(id), FormatFault::NoEdge);
                    return None;
                };
                let beach = match &document.beach {
                    None => None,
                    Some(beach) => Some(Polygon::new(self.line(id, "beach", beach, 3)?)),
                };
                Some(Shape::Water { edge, outline, beach })
            }
        }
    }

    /// A line of at least this many points.
    fn line(&mut self, id: &str, field: &'static str, points: &[Pair], least: usize) -> Option<Vec<Point>> {
        if points.len() < least {
            self.refuse(Some(id), FormatFault::FewPoints { field, least, count: points.len() });
            return None;
        }
        let read = self.points(id, field, points);
        (read.len() == points.len()).then_some(read)
    }

    fn points(&mut self, id: &str, field: &'static str, points: &[Pair]) -> Vec<Point> {
        if points.len() > MOST_POINTS {
            self.refuse(Some(id), FormatFault::Points { field, count: points.len() });
            return Vec::new();
        }
        let read: Vec<Point> = points.iter().map_while(|[x, y]| Point::from_bw(x.0, y.0)).collect();
        if let Some([Number(x), Number(y)]) = points.get(read.len()) {
            let (number, x, y) = (read.len() + 1, (*x).into(), (*y).into());
            self.refuse(Some(id), FormatFault::FarPoint { field, number, x, y });
            return Vec::new();
        }
        read
    }

    fn bua(&mut self, id: &str, kind: Kind, written: Option<&str>) -> Option<Bua> {
        match (kind, written) {
            (Kind::Bua, None) => self.refuse(Some(id), FormatFault::WhichBua),
            (Kind::Bua, Some(word)) => {
                let bua = word.parse().ok();
                if bua.is_none() {
                    self.refuse(Some(id), FormatFault::UnknownBua { found: shown(word) });
                }
                return bua;
            }
            (_, None) => {}
            (_, Some(_)) => self.refuse(Some(id), FormatFault::HasNoBua { kind }),
        }
        None
    }

    fn quarter(&mut self, id: &str, number: Option<u8>) -> Option<Quarter> {
        let quarter = Quarter::from_number(number?);
        if quarter.is_none() {
            self.refuse(Some(id), FormatFault::Quarter);
        }
        quarter
    }

    fn edge(&mut self, id: &str, field: &'static str, written: Option<&str>) -> Option<Edge> {
        let edge = Edge::parse(written?);
        if edge.is_none() {
            self.refuse(Some(id), FormatFault::Edge { field });
        }
        edge
    }

    fn record(&mut self, raw: &[&RawValue]) -> Vec<RecordEntry> {
        if raw.len() > MOST_FEATURES {
            self.refuse(None, FormatFault::RecordLines { count: raw.len() });
            return Vec::new();
        }
        let mut record = Vec::with_capacity(raw.len());
        for (at, raw) in raw.iter().enumerate() {
            // A line may be so wrong that it names no feature; its number identifies it.
            self.record_line = Some((at + 1, named_in(raw, |named| named.feature)));
            let document = self.part::<ChoiceDocument>("", raw);
            record.extend(document.and_then(|document| self.choice(document)));
        }
        self.record_line = None;
        record
    }

    /// A line of the record; the caller says which.
    fn choice(&mut self, document: ChoiceDocument) -> Option<RecordEntry> {
        let name = "";
        let before = self.problems.len();
        let Ok(kind) = document.kind.parse::<Kind>() else {
            self.refuse(Some(name), FormatFault::UnknownKind { found: shown(&document.kind) });
            return None;
        };
        let bua = match document.bua.as_deref() {
            None => None,
            written => self.bua(name, kind, written),
        };
        let size = document.size.and_then(|[Number(long), Number(short)]| {
            let size = point::thousandths(long).zip(point::thousandths(short));
            if size.is_none() {
                self.refuse(Some(name), FormatFault::Size);
            }
            size
        });
        if document.die.is_some_and(|die| !(1..=6).contains(&die)) {
            self.refuse(Some(name), FormatFault::Die);
        }
        if document.reason.as_ref().is_some_and(|reason| reason.chars().count() > LONGEST_REASON) {
            self.refuse(Some(name), FormatFault::Reason);
        }
        if document.feature.as_ref().is_some_and(|feature| !is_id(feature)) {
            self.refuse(Some(name), FormatFault::FeatureId);
        }
        let quarter = self.quarter(name, document.quarter);
        (self.problems.len() == before).then_some(RecordEntry {
            feature: document.feature,
            kind,
            bua,
            compulsory: document.compulsory,
            size,
            die: document.die,
            quarter,
            placed: document.placed,
            reason: document.reason,
        })
    }
}

/// A part of which only the name is read.
#[derive(Deserialize)]
struct Named {
    id: Option<String>,
    feature: Option<String>,
}

fn named_in(raw: &RawValue, field: impl Fn(Named) -> Option<String>) -> Option<String> {
    serde_json::from_str(raw.get()).ok().and_then(field).filter(|id| is_id(id))
}

/// The beginning of a user's text, to be shown.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(LONGEST_ID).collect()
}

pub(super) fn is_id(id: &str) -> bool {
    !id.is_empty() && id.chars().count() <= LONGEST_ID && !id.chars().any(char::is_control)
}

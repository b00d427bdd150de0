//! Reads layout files: each feature and each line of the record separately.

use musterfield_geometry::{Course, Point, Polygon, point};
use musterfield_rules::Book;
use musterfield_rules::terrain::{Bua, Kind};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::document::{ChoiceDocument, CrossingKind, FeatureDocument, Gate, Head, Number, Pair};
use super::{FORMAT, MOST_BOARD, USUAL_RULESET, Unreadable, format_problem, is_id, located};
use crate::layout::{
    Board, Crossing, Edge, Feature, LONGEST_ID, LONGEST_NAME, LONGEST_REASON, Layout, MOST_FEATURES, MOST_POINTS,
    Quarter, RecordEntry, Shape,
};
use crate::problem::Problem;

pub(super) struct Reader {
    pub problems: Vec<Problem>,
    /// The most points of the layout in all.
    pub most_points: Option<usize>,
}

impl Reader {
    fn refuse(&mut self, feature: Option<&str>, message: impl Into<String>) {
        self.problems.push(format_problem(feature.map(str::to_owned), message.into()));
    }

    pub(super) fn layout(mut self, head: &Head<'_>, book: &'static Book) -> Result<Layout, Unreadable> {
        if head.format != FORMAT {
            self.refuse(None, format!("the format is “{}”; what can be read is “{FORMAT}”", shown(&head.format)));
            return Err(Unreadable::Content(self.problems));
        }
        let ruleset = head.ruleset.as_deref().unwrap_or(USUAL_RULESET);
        let Some(rules) = book.terrain(ruleset) else {
            let known: Vec<&str> = book.terrains().map(|terrain| &*terrain.ruleset).collect();
            self.refuse(
                None,
                format!("there is no ruleset “{}” with terrain; there are {}", shown(ruleset), known.join(", ")),
            );
            return Err(Unreadable::Content(self.problems));
        };
        let home = rules.home_terrain(&head.home_terrain);
        if home.is_none() {
            let known: Vec<&str> = rules.homes.iter().map(|home| &*home.id).collect();
            self.refuse(
                None,
                format!("there is no home terrain “{}”; there are {}", shown(&head.home_terrain), known.join(", ")),
            );
        }
        let board = self.board(head.board);
        let name = head.name.trim().to_owned();
        if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            self.refuse(
                None,
                format!("the name is longer than {LONGEST_NAME} characters or has signs that do not print"),
            );
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
            self.refuse(None, format!("a board is 1 to {MOST_BOARD} BW wide and deep"));
        }
        board
    }

    fn features(&mut self, raw: &[&RawValue]) -> Vec<Feature> {
        if raw.len() > MOST_FEATURES {
            self.refuse(None, format!("there are {} features; {MOST_FEATURES} are the most", raw.len()));
            return Vec::new();
        }
        let mut features: Vec<Feature> = Vec::new();
        for (at, raw) in raw.iter().enumerate() {
            let id = named_in(raw, |named| named.id).unwrap_or_else(|| format!("number {}", at + 1));
            let Some(document) = self.part::<FeatureDocument>(&id, raw) else { continue };
            if !is_id(&document.id) {
                self.refuse(Some(&id), format!("an id has 1 to {LONGEST_ID} characters that can be printed"));
                continue;
            }
            if features.iter().any(|feature| feature.id == document.id) {
                self.refuse(Some(&id), "two features have this id");
                continue;
            }
            features.extend(self.feature(document));
        }
        let points: usize = features.iter().map(Feature::points).sum();
        if let Some(most) = self.most_points.filter(|most| points > *most) {
            self.refuse(
                None,
                format!("the outlines, paths, beaches, crests, gates and crossings have {points} points in all; {most} are the most"),
            );
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
            let known: Vec<&str> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
            self.refuse(
                Some(id),
                format!("there is no kind “{}”; there are {}", shown(&document.kind), known.join(", ")),
            );
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
            self.refuse(Some(id), "only a bua has a `gate` or a `base_edge`");
        }
        let crest = self.points(id, "crest", &document.crest);
        if !crest.is_empty() && !kind.is_hill() {
            self.refuse(Some(id), "only hills have a `crest`");
        }
        if !document.crossings.is_empty() && kind != Kind::River {
            self.refuse(Some(id), "only rivers have `crossings`");
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
        if kind != Kind::Waterway && (has_edge || has_beach) {
            self.refuse(Some(id), "only a waterway has an `edge` or a `beach`");
        }
        match kind {
            Kind::River | Kind::Road => {
                if document.polygon.is_some() {
                    self.refuse(Some(id), format!("a {kind} has a `path` and a `width`, no `polygon`"));
                }
                let (Some(path), Some(width)) = (&document.path, document.width) else {
                    self.refuse(Some(id), format!("a {kind} needs a `path` and a `width`"));
                    return None;
                };
                let path = self.line(id, "path", path, 2)?;
                let Some(width) = point::thousandths(width.0).filter(|width| *width > 0) else {
                    self.refuse(Some(id), "the `width` is more than 0");
                    return None;
                };
                Some(Shape::Course(Course { path, width }))
            }
            _ => {
                if document.path.is_some() || document.width.is_some() {
                    self.refuse(Some(id), format!("a {kind} has a `polygon`, no `path` or `width`"));
                }
                let Some(polygon) = &document.polygon else {
                    self.refuse(Some(id), format!("a {kind} needs a `polygon`"));
                    return None;
                };
                let outline = Polygon::new(self.line(id, "polygon", polygon, 3)?);
                if kind != Kind::Waterway {
                    return Some(Shape::Area(outline));
                }
                let Some(edge) = self.edge(id, "edge", document.edge.as_deref()) else {
                    self.refuse(Some(id), "a waterway names its `edge`");
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
    fn line(&mut self, id: &str, field: &str, points: &[Pair], least: usize) -> Option<Vec<Point>> {
        if points.len() < least {
            self.refuse(Some(id), format!("a `{field}` has {least} points or more; here are {}", points.len()));
            return None;
        }
        let read = self.points(id, field, points);
        (read.len() == points.len()).then_some(read)
    }

    fn points(&mut self, id: &str, field: &str, points: &[Pair]) -> Vec<Point> {
        if points.len() > MOST_POINTS {
            self.refuse(Some(id), format!("`{field}` has {} points; {MOST_POINTS} are the most", points.len()));
            return Vec::new();
        }
        let read: Vec<Point> = points.iter().map_while(|[x, y]| Point::from_bw(x.0, y.0)).collect();
        if let Some([Number(x), Number(y)]) = points.get(read.len()) {
            self.refuse(
                Some(id),
                format!("point {} of `{field}`, ({x:?}, {y:?}), lies beyond everything", read.len() + 1),
            );
            return Vec::new();
        }
        read
    }

    fn bua(&mut self, id: &str, kind: Kind, written: Option<&str>) -> Option<Bua> {
        let known = || Bua::ALL.iter().map(|bua| bua.as_str()).collect::<Vec<_>>().join(", ");
        match (kind, written) {
            (Kind::Bua, None) => self.refuse(Some(id), format!("a bua says which `bua` it is: {}", known())),
            (Kind::Bua, Some(word)) => {
                let bua = word.parse().ok();
                if bua.is_none() {
                    self.refuse(Some(id), format!("there is no bua “{}”; there are {}", shown(word), known()));
                }
                return bua;
            }
            (_, None) => {}
            (_, Some(_)) => self.refuse(Some(id), format!("a {kind} has no `bua`")),
        }
        None
    }

    fn quarter(&mut self, id: &str, number: Option<u8>) -> Option<Quarter> {
        let quarter = Quarter::from_number(number?);
        if quarter.is_none() {
            self.refuse(Some(id), "a quarter is 1, 2, 3 or 4");
        }
        quarter
    }

    fn edge(&mut self, id: &str, field: &str, written: Option<&str>) -> Option<Edge> {
        let edge = Edge::parse(written?);
        if edge.is_none() {
            self.refuse(Some(id), format!("`{field}` is north, east, south or west"));
        }
        edge
    }

    fn record(&mut self, raw: &[&RawValue]) -> Vec<RecordEntry> {
        if raw.len() > MOST_FEATURES {
            self.refuse(None, format!("the record has {} lines; {MOST_FEATURES} are the most", raw.len()));
            return Vec::new();
        }
        let mut record = Vec::with_capacity(raw.len());
        for (at, raw) in raw.iter().enumerate() {
            let before = self.problems.len();
            let document = self.part::<ChoiceDocument>("", raw);
            record.extend(document.and_then(|document| self.choice(document)));
            // A line may be so wrong that it names no feature; its number identifies it.
            let id = named_in(raw, |named| named.feature);
            for problem in self.problems.iter_mut().skip(before) {
                problem.feature.clone_from(&id);
                problem.message = format!("line {} of the record: {}", at + 1, problem.message);
            }
        }
        record
    }

    /// A line of the record; the caller says which.
    fn choice(&mut self, document: ChoiceDocument) -> Option<RecordEntry> {
        let name = "";
        let before = self.problems.len();
        let Ok(kind) = document.kind.parse::<Kind>() else {
            self.refuse(Some(name), format!("there is no kind “{}”", shown(&document.kind)));
            return None;
        };
        let bua = match document.bua.as_deref() {
            None => None,
            written => self.bua(name, kind, written),
        };
        let size = document.size.and_then(|[Number(long), Number(short)]| {
            let size = point::thousandths(long).zip(point::thousandths(short));
            if size.is_none() {
                self.refuse(Some(name), "`size` is a length and a width in BW");
            }
            size
        });
        if document.die.is_some_and(|die| !(1..=6).contains(&die)) {
            self.refuse(Some(name), "a `die` shows 1 to 6");
        }
        if document.reason.as_ref().is_some_and(|reason| reason.chars().count() > LONGEST_REASON) {
            self.refuse(Some(name), format!("a `reason` has {LONGEST_REASON} characters at most"));
        }
        if document.feature.as_ref().is_some_and(|feature| !is_id(feature)) {
            self.refuse(Some(name), "`feature` is the id of a feature");
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

/// The name of a part, whatever else it contains.
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

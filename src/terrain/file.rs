//! Layout files.
//!
//! The document has its own shape, apart from the [`Layout`]. Each feature and each line of the record is read by
//! itself, so that whatever is wrong is told with the id of the feature it is in, and all of it at once.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::layout::{
    Board, Choice, Crossing, Edge, Feature, LONGEST_ID, LONGEST_NAME, LONGEST_REASON, Layout, MOST_FEATURES,
    MOST_POINTS, Quarter, Shape,
};
use super::problem::{Code, Problem, Severity};
use crate::geometry::point::{self, bw};
use crate::geometry::{Course, Point, Polygon};
use crate::rules::Book;
use crate::rules::terrain::{Bua, Kind};

/// The format that is written.
pub const FORMAT: &str = "musterfield-layout/1";
/// The widest and deepest board that is read, in BW.
pub const MOST_BOARD: i64 = 100;
/// The ruleset of a file that names none.
pub const USUAL_RULESET: &str = "d3h2";

/// Why a text is no layout. What stands in it is JSON or not; if it is, everything that is wrong is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// No JSON.
    Syntax(Problem),
    /// JSON, and no layout. Never empty.
    Content(Vec<Problem>),
}

impl Unreadable {
    /// Everything that is wrong.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        match self {
            Self::Syntax(problem) => std::slice::from_ref(problem),
            Self::Content(problems) => problems,
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.problems().iter().enumerate() {
            let before = if at > 0 { "; " } else { "" };
            match &problem.feature {
                Some(feature) => write!(f, "{before}feature {feature}: {}", problem.message)?,
                None => write!(f, "{before}{}", problem.message)?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for Unreadable {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head<'a> {
    format: String,
    ruleset: Option<String>,
    #[serde(default)]
    name: String,
    home_terrain: String,
    board: [f64; 2],
    seed: Option<u64>,
    #[serde(default)]
    fixed: bool,
    #[serde(borrow, default)]
    features: Vec<&'a RawValue>,
    #[serde(borrow)]
    record: Option<Vec<&'a RawValue>>,
}

/// A number as a file writes it: with no more digits than needed.
type Number = f64;

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct FeatureDocument {
    id: String,
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bua: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    compulsory: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    quarter: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    polygon: Option<Vec<[Number; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<[Number; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beach: Option<Vec<[Number; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gate: Option<Gate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_edge: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    crest: Vec<[Number; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    crossings: Vec<CrossingDocument>,
}

/// One gate or several.
#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Gate {
    One([Number; 2]),
    Several(Vec<[Number; 2]>),
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct CrossingDocument {
    at: [Number; 2],
    kind: CrossingKind,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum CrossingKind {
    Ford,
    Bridge,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ChoiceDocument {
    #[serde(skip_serializing_if = "Option::is_none")]
    feature: Option<String>,
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bua: Option<String>,
    #[serde(default)]
    compulsory: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<[Number; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    die: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quarter: Option<u8>,
    placed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Serialize)]
struct Document<'a> {
    format: &'a str,
    ruleset: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    name: &'a str,
    home_terrain: &'a str,
    board: [Number; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    fixed: bool,
    features: Vec<FeatureDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<Vec<ChoiceDocument>>,
}

/// Reads a layout file.
///
/// # Errors
/// Everything that keeps it from being a layout, each with the feature it is in. What breaks a rule of the game is no
/// such thing.
pub fn from_json(text: &str, book: &'static Book) -> Result<Layout, Unreadable> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let head: Head<'_> = match serde_path_to_error::deserialize(&mut deserializer) {
        Ok(head) => head,
        Err(error) if error.inner().is_data() => {
            return Err(Unreadable::Content(vec![format_problem(None, located(&error))]));
        }
        Err(error) => return Err(syntax(text, error.inner())),
    };
    if let Err(error) = deserializer.end() {
        return Err(syntax(text, &error));
    }
    Reader { problems: Vec::new() }.layout(&head, book)
}

fn syntax(text: &str, error: &serde_json::Error) -> Unreadable {
    let at = text.lines().take(error.line().saturating_sub(1)).map(|line| line.len() + 1).sum::<usize>();
    let before = text.get(..(at + error.column()).min(text.len())).unwrap_or(text);
    // The feature that was begun last, for a number like NaN that JSON does not have.
    let id = before.rsplit_once("\"id\"").and_then(|(_, rest)| rest.split('"').nth(1)).filter(|id| is_id(id));
    Unreadable::Syntax(format_problem(id.map(str::to_owned), format!("this is no JSON: {error}")))
}

fn is_id(id: &str) -> bool {
    !id.is_empty() && id.chars().count() <= LONGEST_ID && !id.chars().any(char::is_control)
}

fn located(error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    let path = error.path().to_string();
    if path == "." { error.inner().to_string() } else { format!("{path}: {}", error.inner()) }
}

fn format_problem(feature: Option<String>, message: String) -> Problem {
    Problem { code: Code::Format, severity: Severity::Error, rule: None, feature, message }
}

struct Reader {
    problems: Vec<Problem>,
}

impl Reader {
    fn refuse(&mut self, feature: Option<&str>, message: impl Into<String>) {
        self.problems.push(format_problem(feature.map(str::to_owned), message.into()));
    }

    fn layout(mut self, head: &Head<'_>, book: &'static Book) -> Result<Layout, Unreadable> {
        if head.format != FORMAT {
            self.refuse(None, format!("the format is “{}”; what can be read is “{FORMAT}”", shown(&head.format)));
            return Err(Unreadable::Content(self.problems));
        }
        let ruleset = head.ruleset.as_deref().unwrap_or(USUAL_RULESET);
        let Some(rules) = book.terrain(ruleset) else {
            let known: Vec<&str> = book.terrains().iter().map(|terrain| &*terrain.ruleset).collect();
            self.refuse(
                None,
                format!("there is no ruleset “{}” with terrain; there are {}", shown(ruleset), known.join(", ")),
            );
            return Err(Unreadable::Content(self.problems));
        };
        let home = rules.home(&head.home_terrain);
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

    fn board(&mut self, [width, depth]: [f64; 2]) -> Option<Board> {
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
            let id = id_in(raw).unwrap_or_else(|| format!("number {}", at + 1));
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
        features
    }

    /// A part of the file, read by itself.
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
        let at: Vec<[f64; 2]> = document.crossings.iter().map(|crossing| crossing.at).collect();
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
                let Some(width) = point::thousandths(width).filter(|width| *width > 0) else {
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

    /// A line of at least so many points.
    fn line(&mut self, id: &str, field: &str, points: &[[f64; 2]], least: usize) -> Option<Vec<Point>> {
        if points.len() < least {
            self.refuse(Some(id), format!("a `{field}` has {least} points or more; here are {}", points.len()));
            return None;
        }
        let read = self.points(id, field, points);
        (read.len() == points.len()).then_some(read)
    }

    fn points(&mut self, id: &str, field: &str, points: &[[f64; 2]]) -> Vec<Point> {
        if points.len() > MOST_POINTS {
            self.refuse(Some(id), format!("`{field}` has {} points; {MOST_POINTS} are the most", points.len()));
            return Vec::new();
        }
        let read: Vec<Point> = points.iter().map_while(|[x, y]| Point::from_bw(*x, *y)).collect();
        if let Some([x, y]) = points.get(read.len()) {
            self.refuse(Some(id), format!("point {} of `{field}`, ({x}, {y}), lies beyond everything", read.len() + 1));
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

    fn record(&mut self, raw: &[&RawValue]) -> Vec<Choice> {
        if raw.len() > MOST_FEATURES {
            self.refuse(None, format!("the record has {} lines; {MOST_FEATURES} are the most", raw.len()));
            return Vec::new();
        }
        let mut record = Vec::with_capacity(raw.len());
        for (at, raw) in raw.iter().enumerate() {
            let name = format!("record line {}", at + 1);
            let Some(document) = self.part::<ChoiceDocument>(&name, raw) else { continue };
            record.extend(self.choice(&name, document));
        }
        record
    }

    fn choice(&mut self, name: &str, document: ChoiceDocument) -> Option<Choice> {
        let before = self.problems.len();
        let Ok(kind) = document.kind.parse::<Kind>() else {
            self.refuse(Some(name), format!("there is no kind “{}”", shown(&document.kind)));
            return None;
        };
        let bua = match document.bua.as_deref() {
            None => None,
            written => self.bua(name, kind, written),
        };
        let size = document.size.and_then(|[long, short]| {
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
        let quarter = self.quarter(name, document.quarter);
        (self.problems.len() == before).then_some(Choice {
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

/// The id of a feature, whatever else stands in it.
fn id_in(raw: &RawValue) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        id: String,
    }
    serde_json::from_str(raw.get()).ok().map(|named: Named| named.id).filter(|id| is_id(id))
}

/// The beginning of what somebody wrote, to be shown.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(LONGEST_ID).collect()
}

fn pairs(points: &[Point]) -> Vec<[Number; 2]> {
    points.iter().map(|point| [bw(point.x), bw(point.y)]).collect()
}

fn feature_document(feature: &Feature) -> FeatureDocument {
    let (mut edge, mut polygon, mut path, mut width, mut beach) = (None, None, None, None, None);
    match &feature.shape {
        Shape::Area(outline) => polygon = Some(pairs(&outline.corners)),
        Shape::Course(course) => {
            path = Some(pairs(&course.path));
            width = Some(bw(course.width));
        }
        Shape::Water { edge: along, outline, beach: sand } => {
            edge = Some(along.as_str().to_owned());
            polygon = Some(pairs(&outline.corners));
            beach = sand.as_ref().map(|sand| pairs(&sand.corners));
        }
    }
    let gates = pairs(&feature.gates);
    FeatureDocument {
        id: feature.id.clone(),
        kind: feature.kind.to_string(),
        bua: feature.bua.map(|bua| bua.to_string()),
        compulsory: feature.compulsory,
        quarter: feature.quarter.map(Quarter::number),
        edge,
        polygon,
        path,
        width,
        beach,
        gate: match gates.as_slice() {
            [] => None,
            [gate] => Some(Gate::One(*gate)),
            _ => Some(Gate::Several(gates)),
        },
        base_edge: feature.base_edge.map(|edge| edge.as_str().to_owned()),
        crest: pairs(&feature.crest),
        crossings: feature
            .crossings
            .iter()
            .map(|crossing| CrossingDocument {
                at: [bw(crossing.at.x), bw(crossing.at.y)],
                kind: if crossing.bridge { CrossingKind::Bridge } else { CrossingKind::Ford },
            })
            .collect(),
    }
}

fn choice_document(choice: &Choice) -> ChoiceDocument {
    ChoiceDocument {
        feature: choice.feature.clone(),
        kind: choice.kind.to_string(),
        bua: choice.bua.map(|bua| bua.to_string()),
        compulsory: choice.compulsory,
        size: choice.size.map(|(long, short)| [bw(long), bw(short)]),
        die: choice.die,
        quarter: choice.quarter.map(Quarter::number),
        placed: choice.placed,
        reason: choice.reason.clone(),
    }
}

fn document(layout: &Layout) -> Document<'_> {
    Document {
        format: FORMAT,
        ruleset: &layout.rules.ruleset,
        name: &layout.name,
        home_terrain: &layout.home.id,
        board: [bw(layout.board.width), bw(layout.board.depth)],
        seed: layout.seed,
        fixed: layout.fixed,
        features: layout.features.iter().map(feature_document).collect(),
        record: layout.record.as_ref().map(|record| record.iter().map(choice_document).collect()),
    }
}

/// The layout file in one line.
#[must_use]
pub fn to_json(layout: &Layout) -> String {
    // Text, numbers and lists: nothing in it can fail.
    serde_json::to_string(&document(layout)).unwrap_or_default()
}

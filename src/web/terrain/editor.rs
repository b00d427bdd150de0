//! The editor as data for its template.

use musterfield_geometry::Point;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_sheets::map::{MapOptions, going_in_words, name_in_words, svg};
use musterfield_terrain::edit::{gate_towards, pose, still_compulsory};
use musterfield_terrain::generate::still_open;
use musterfield_terrain::layout::{Feature, LONGEST_NAME};
use musterfield_terrain::{Edge, Layout, Problem, Quarter, Severity, Shape};
use musterfield_words::number::spelled;
use musterfield_words::terrain::message;

use super::action::{add_value, length_text};
use super::fields::{EditorFields, FeatureFields, FieldErrors};
use super::rule_link::link_to;
use crate::web::choice::Choice;
use crate::web::state::AppState;
use crate::web::works::change::{Stored, Unsaved};
use crate::web::works::changed::ChangedVerdict;
use crate::web::works::content::Judged;
use crate::web::works::editor::to_do;

/// The distance of a nudge, in thousandths of a BW.
const NUDGE: i64 = 500;
/// The angle of a turn button, in thousandths of a degree.
const TURN: i64 = 15_000;
/// A quarter of a turn.
const QUARTER_TURN: i64 = 90_000;

/// The largest number of findings shown for one feature: one that overlaps dozens of others has as many.
const MOST_OF_PIECE: usize = 10;

/// Everything the editor shows.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    pub stored: Stored,
    pub unsaved: Option<Unsaved>,
    /// The change of the verdict since the last state was saved, until something is changed here.
    pub changed: Option<ChangedVerdict>,
    pub fields: EditorFields,
    pub errors: Vec<FieldError>,
    /// Changes made here that are not saved yet: the values of their buttons, one on each line.
    pub pending: String,
    /// The latest change, for screen readers.
    pub announcement: String,
    /// The seed for the random actions of this page.
    pub seed: u64,
    pub title: String,
    /// Its home terrain; `None` in a game that has no home terrains.
    pub home: Option<String>,
    /// Whether the home terrain has compulsory features.
    pub has_compulsory: bool,
    pub rules: String,
    pub legal: bool,
    pub error_count: usize,
    pub note_count: usize,
    /// The drawing.
    pub map: String,
    /// Width and depth in thousandths of a BW, for script.
    pub board: (i64, i64),
    /// The problems of the table as a whole.
    pub problems: Vec<Finding>,
    /// The number of further findings, including those of features, if not all are shown.
    pub unshown: Option<usize>,
    pub pieces: Vec<FeatureRow>,
    pub compulsory: Vec<Offer>,
    pub optional: Vec<Offer>,
    pub discarded: Vec<Discarded>,
    /// Whether there is a record.
    pub recorded: bool,
    /// Some boards of the rules, as suggestions.
    pub boards: String,
    pub longest_name: usize,
}

/// The error of a field, or of an action.
#[derive(Clone, Debug)]
pub(super) struct FieldError {
    pub field: String,
    /// The id of the field's element on the page; `None` if the error concerns no field.
    pub element: Option<String>,
    /// The feature concerned, where the message does not name it.
    pub piece: Option<String>,
    pub message: String,
}

/// A problem as shown.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub error: bool,
    pub message: String,
    pub rule: Option<String>,
    pub rule_path: String,
}

/// A feature of the list.
#[derive(Clone, Debug)]
pub(super) struct FeatureRow {
    /// Its position in the form.
    pub at: usize,
    /// The key in the ids of its elements.
    pub key: String,
    pub id: String,
    pub name: String,
    /// The label of its breadth.
    pub breadth_word: &'static str,
    pub fields: FeatureFields,
    pub quarters: Vec<Choice>,
    pub gates: Vec<Choice>,
    pub edges: Vec<Choice>,
    pub problems: Vec<Finding>,
    pub nudges: Vec<Nudge>,
    /// Buttons that turn it.
    pub turns: Vec<Nudge>,
    /// The text beside its name in the list.
    pub summary: String,
    /// Whether one of its fields has an error.
    pub open: bool,
    pub shape: &'static str,
    /// For script, in thousandths: centre, turn, length, width.
    pub pose: String,
    pub corners: String,
    pub gate_points: String,
    /// The distance from the edge of the table within which its outline snaps.
    pub margin: i64,
    /// The edge along which a waterway lies.
    pub shore: &'static str,
}

/// A button that moves or turns a feature a little.
#[derive(Clone, Debug)]
pub(super) struct Nudge {
    pub value: String,
    pub id: String,
    pub icon: &'static str,
    pub word: String,
}

/// A button that adds a feature.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    pub value: String,
    pub id: String,
    pub name: String,
}

/// A feature that was chosen and is not on the table.
#[derive(Clone, Debug)]
pub(super) struct Discarded {
    pub line: usize,
    pub name: String,
    pub reason: String,
}

impl Editor {
    /// Gathers the editor for a layout, with the fields as typed.
    pub(super) fn new(
        state: &AppState,
        stored: Stored,
        table: &Judged<Layout>,
        fields: EditorFields,
        errors: &FieldErrors,
    ) -> Self {
        let (layout, report) = (&table.content, table.report(state));
        let finding = |problem: &Problem| finding(state, layout, problem);
        let count = |severity| report.problems.iter().filter(|problem| problem.severity == severity).count();
        let wrong = |feature: &&Feature| report.of_feature(&feature.id).any(Problem::is_error);
        let marked = layout.features.iter().filter(wrong).map(|feature| feature.id.clone()).collect();
        let seed = seed(&stored.request);
        let known = |id: &str| layout.features.iter().any(|feature| feature.id == id);
        let table = |problem: &&Problem| problem.place.as_deref().is_none_or(|id| !known(id));
        let rows = layout.features.iter().enumerate().map(|(at, feature)| {
            let typed = fields.pieces.iter().find(|piece| piece.id == feature.id).cloned();
            let problems = report.of_feature(&feature.id).take(MOST_OF_PIECE).map(finding).collect();
            let open = errors.keys().any(|field| field.starts_with(&format!("piece-{at}-")));
            FeatureRow::new(layout, at, feature, typed.unwrap_or_default(), (problems, open))
        });
        let pieces: Vec<FeatureRow> = rows.collect();
        let problems: Vec<Finding> = report.problems.iter().filter(table).map(finding).collect();
        let shown = problems.len() + pieces.iter().map(|row| row.problems.len()).sum::<usize>();
        let record = layout.record.iter().flatten().enumerate().filter(|(_, choice)| !choice.placed);
        Self {
            title: layout.title(),
            home: (layout.rules.homes.len() > 1).then(|| layout.home.name.to_string()),
            has_compulsory: !layout.home.compulsory.is_empty(),
            rules: layout.rules.name.to_string(),
            legal: report.is_legal(),
            error_count: count(Severity::Error),
            note_count: count(Severity::Note),
            map: svg(layout, &MapOptions { marked, ..MapOptions::editor() }),
            board: (layout.board.width, layout.board.depth),
            problems,
            unshown: Some(report.problems.len() - shown).filter(|more| *more > 0),
            pieces,
            compulsory: offers(layout, still_compulsory(layout), true, seed),
            optional: offers(layout, still_open(layout), false, seed),
            discarded: record
                .map(|(line, choice)| Discarded {
                    line,
                    name: layout.name_of(choice.kind, choice.bua).to_owned(),
                    reason: choice.reason.clone().unwrap_or_default(),
                })
                .collect(),
            recorded: layout.record.is_some(),
            boards: boards(layout),
            longest_name: LONGEST_NAME,
            errors: errors.iter().map(|(field, message)| field_error(layout, &fields, field, message)).collect(),
            pending: String::new(),
            announcement: String::new(),
            unsaved: None,
            changed: None,
            seed,
            stored,
            fields,
        }
    }

    /// The error of a field.
    pub(super) fn error(&self, field: &str) -> Option<&str> {
        self.errors.iter().find(|error| error.field == field).map(|error| error.message.as_str())
    }

    /// The error of a field of a feature.
    pub(super) fn piece_error(&self, at: &usize, field: &str) -> Option<&str> {
        self.error(&format!("piece-{at}-{field}"))
    }

    /// Whether the check found anything.
    pub(super) fn has_problems(&self) -> bool {
        self.error_count > 0 || self.note_count > 0
    }

    /// The work left to do, in words; `None` if nothing is.
    pub(super) fn to_do(&self) -> Option<String> {
        to_do(self.error_count, self.note_count)
    }

    /// Whether the rules allow nothing more on the table.
    pub(super) fn is_complete(&self) -> bool {
        self.compulsory.is_empty() && self.optional.is_empty()
    }

    /// The verdict in a sentence, for screen readers.
    pub(super) fn verdict(&self) -> String {
        match self.error_count {
            0 => "Legal.".to_owned(),
            count => format!("Not legal: {} to fix.", spelled(count, "thing", "things")),
        }
    }

    /// Sets the announcement: the change, and the findings about the changed feature.
    pub(super) fn say(&mut self, action: &str, piece: Option<&str>) {
        let mut chars = action.chars();
        let first = chars.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
        let mut said = format!("{first}{}.", chars.as_str());
        let row = piece.and_then(|id| self.pieces.iter().find(|row| row.id == id));
        for problem in row.iter().flat_map(|row| &row.problems).filter(|problem| problem.error).take(2) {
            said.push(' ');
            said.push_str(&problem.message);
        }
        self.announcement = format!("{said} {}", self.verdict());
    }
}

/// A seed derived from a request key, which is random.
fn seed(request: &str) -> u64 {
    // Seven digits are random enough, and short enough for an address.
    request.bytes().fold(7, |seed, byte| (seed * 131 + u64::from(byte)) % 10_000_019)
}

fn finding(state: &AppState, layout: &Layout, problem: &Problem) -> Finding {
    let link = problem.rule.as_ref().map(|rule| link_to(layout.rules, state.book, rule));
    let (rule, rule_path) = link.map_or((None, String::new()), |link| (Some(link.id), link.path));
    Finding { error: problem.is_error(), message: message(problem), rule, rule_path }
}

fn field_error(layout: &Layout, fields: &EditorFields, field: &str, message: &str) -> FieldError {
    let at: Option<usize> = field.strip_prefix("piece-").and_then(|rest| rest.split('-').next()?.parse().ok());
    let piece = at.and_then(|at| fields.pieces.get(at)).and_then(|piece| layout.feature(&piece.id));
    let place = |feature: &Feature| layout.features.iter().position(|other| other.id == feature.id);
    let element = match (piece, field.rsplit_once('-')) {
        (Some(piece), Some((_, name))) => place(piece).map(|at| format!("{name}-{}", key(&piece.id, at))),
        _ => Some(field.to_owned()).filter(|field| field != "do"),
    };
    let piece = piece.map(|feature| layout.called(feature)).filter(|name| !message.contains(name.as_str()));
    FieldError { field: field.to_owned(), element, piece, message: message.to_owned() }
}

fn offers(layout: &Layout, kinds: Vec<Kind>, compulsory: bool, seed: u64) -> Vec<Offer> {
    let offer = |kind: Kind, bua: Option<Bua>| {
        let what = bua.map_or_else(|| kind.to_string(), |bua| bua.to_string());
        Offer {
            value: add_value(kind, bua, compulsory, seed),
            id: format!("add-{}{what}", if compulsory { "compulsory-" } else { "" }),
            name: name_in_words(layout.rules, kind, bua),
        }
    };
    kinds
        .into_iter()
        .flat_map(|kind| match kind {
            Kind::Bua => layout.rules.buas().iter().map(|bua| offer(kind, Some(bua.bua))).collect(),
            _ => vec![offer(kind, None)],
        })
        .collect()
}

/// `15 × 15, 16 × 16 …`
fn boards(layout: &Layout) -> String {
    let tables = layout.rules.tables.iter();
    let known = tables.map(|table| {
        let boards: Vec<String> = table
            .boards
            .iter()
            .map(|(width, depth)| format!("{} × {}", length_text(*width), length_text(*depth)))
            .collect();
        format!("{}: {}", table.name, boards.join(if table.between { " to " } else { ", " }))
    });
    known.collect::<Vec<_>>().join("; ")
}

fn at(point: Point) -> String {
    format!("{},{}", point.x, point.y)
}

fn all(points: &[Point]) -> String {
    points.iter().map(|point| at(*point)).collect::<Vec<_>>().join(" ")
}

impl FeatureRow {
    fn new(
        layout: &Layout,
        at: usize,
        feature: &Feature,
        fields: FeatureFields,
        (problems, open): (Vec<Finding>, bool),
    ) -> Self {
        let lies = pose(feature);
        let key = key(&feature.id, at);
        let (shape, corners, shore) = match &feature.shape {
            Shape::Area(outline) => ("area", &outline.corners, ""),
            Shape::Course(course) => ("course", &course.path, ""),
            Shape::Water { edge, outline, .. } => ("water", &outline.corners, edge.as_str()),
        };
        let is_bua = feature.bua.is_some();
        let (long, short) = lies.size.unwrap_or_default();
        let size = match &feature.shape {
            Shape::Area(_) => lies
                .size
                .map_or_else(String::new, |(long, short)| format!("{} × {} BW", length_text(long), length_text(short))),
            Shape::Course(course) => format!("{} BW wide", length_text(course.width)),
            Shape::Water { edge, .. } => format!("along the {} edge", edge.word()),
        };
        let quarter = feature.quarter.map_or_else(String::new, |quarter| format!("quarter {}", quarter.number()));
        let summary = [size.as_str(), quarter.as_str(), going_in_words(layout.rules, feature.kind, feature.bua)];
        Self {
            name: layout.called(feature),
            summary: summary.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · "),
            open,
            turns: turns(&feature.id, &key, &feature.shape),
            breadth_word: if shape == "course" { "Breadth" } else { "Width" },
            quarters: quarters(fields.quarter.as_deref()),
            gates: if is_bua { gates(feature, fields.gate.as_deref()) } else { Vec::new() },
            edges: fields.edge.as_deref().map_or_else(Vec::new, |edge| edges(Some(edge))),
            nudges: nudges(&feature.id, &key, &feature.shape),
            pose: format!("{} {} {} {long} {short}", lies.middle.x, lies.middle.y, lies.turn.unwrap_or(0)),
            corners: all(corners),
            gate_points: all(&feature.gates),
            margin: layout.rules.edge_gap_of(feature.kind),
            id: feature.id.clone(),
            at,
            key,
            fields,
            problems,
            shape,
            shore,
        }
    }

    /// Whether it is an error, and not only a warning.
    pub(super) fn wrong(&self) -> bool {
        self.problems.iter().any(|problem| problem.error)
    }
}

/// A key for a feature that can be part of an `id` of the page: its own id, if that is plain.
pub(super) fn key(id: &str, at: usize) -> String {
    let plain = id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if plain { id.to_owned() } else { format!("n.{at}") }
}

fn quarters(chosen: Option<&str>) -> Vec<Choice> {
    let side = |quarter: Quarter| {
        let depth = if quarter.is_far() { "far" } else { "near" };
        format!("{}, {depth} {}", quarter.number(), if quarter.is_right() { "right" } else { "left" })
    };
    let known = Quarter::ALL.into_iter().map(|quarter| (quarter.number().to_string(), side(quarter)));
    choices([(String::new(), "none".to_owned())].into_iter().chain(known), chosen)
}

fn edges(chosen: Option<&str>) -> Vec<Choice> {
    let known = Edge::ALL.into_iter().map(|edge| (edge.to_string(), edge.word().to_owned()));
    choices([(String::new(), "none".to_owned())].into_iter().chain(known), chosen)
}

fn gates(feature: &Feature, chosen: Option<&str>) -> Vec<Choice> {
    let known = Edge::ALL
        .into_iter()
        .filter(|edge| gate_towards(feature, *edge).is_some())
        .map(|edge| (edge.to_string(), edge.word().to_owned()));
    let none = (String::new(), "none".to_owned());
    choices(Some(none).filter(|_| feature.gates.is_empty()).into_iter().chain(known), chosen)
}

fn choices(known: impl Iterator<Item = (String, String)>, chosen: Option<&str>) -> Vec<Choice> {
    known
        .map(|(value, name)| {
            let is_chosen = chosen == Some(value.as_str());
            Choice::new(value, name, is_chosen)
        })
        .collect()
}

fn turns(id: &str, key: &str, shape: &Shape) -> Vec<Nudge> {
    let ways = [("left", "i-turn-left", 1), ("right", "i-turn-right", -1)];
    ways.into_iter()
        .map(|(side, icon, way)| {
            let (degrees, word) = match shape {
                // A waterway lies along one edge or another, with nothing between. Edges follow each other clockwise.
                Shape::Water { edge, .. } => {
                    let to = if way > 0 { edge.next().opposite() } else { edge.next() };
                    (QUARTER_TURN, format!("Move to the {} edge", to.word()))
                }
                Shape::Area(_) | Shape::Course(_) => (TURN, format!("Turn {side}")),
            };
            Nudge { value: format!("turn:{id}:{}", way * degrees), id: format!("{side}-{key}"), icon, word }
        })
        .collect()
}

fn nudges(id: &str, key: &str, shape: &Shape) -> Vec<Nudge> {
    let all = [
        (Edge::West, "i-left", "Left", (-NUDGE, 0)),
        (Edge::East, "i-right", "Right", (NUDGE, 0)),
        (Edge::North, "i-up", "Far", (0, NUDGE)),
        (Edge::South, "i-down", "Near", (0, -NUDGE)),
    ];
    // A shore moves towards its edge or away from it.
    let fits = |edge: Edge| match shape {
        Shape::Water { edge: shore, .. } => edge == *shore || edge == shore.opposite(),
        Shape::Area(_) | Shape::Course(_) => true,
    };
    all.into_iter()
        .filter(|(edge, ..)| fits(*edge))
        .map(|(edge, icon, word, (x, y))| Nudge {
            value: format!("move:{id}:{x}:{y}"),
            id: format!("nudge-{edge}-{key}"),
            icon,
            word: word.to_owned(),
        })
        .collect()
}

//! Writes layout files.

use std::fmt::Write as _;

use musterfield_geometry::Point;
use musterfield_rules::RuleId;

use super::document::{
    BorrowedDocument, ChoiceDocument, CrossingDocument, CrossingKind, FORMAT, FeatureDocument, Gate, LayoutDocument,
    Pair,
};
use crate::layout::{Feature, Layout, Quarter, RecordEntry, Shape};

fn pairs(points: &[Point]) -> Vec<Pair> {
    points.iter().map(|point| [point.x.into(), point.y.into()]).collect()
}

fn feature_document(feature: &Feature) -> FeatureDocument {
    let (mut edge, mut polygon, mut path, mut width, mut beach) = (None, None, None, None, None);
    match &feature.shape {
        Shape::Area(outline) => polygon = Some(pairs(&outline.corners)),
        Shape::Course(course) => {
            path = Some(pairs(&course.path));
            width = Some(course.width.into());
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
                at: [crossing.at.x.into(), crossing.at.y.into()],
                kind: if crossing.bridge { CrossingKind::Bridge } else { CrossingKind::Ford },
            })
            .collect(),
    }
}

fn choice_document(choice: &RecordEntry) -> ChoiceDocument {
    ChoiceDocument {
        feature: choice.feature.clone(),
        kind: choice.kind.to_string(),
        bua: choice.bua.map(|bua| bua.to_string()),
        compulsory: choice.compulsory,
        size: choice.size.map(|(long, short)| [long.into(), short.into()]),
        die: choice.die,
        quarter: choice.quarter.map(Quarter::number),
        placed: choice.placed,
        reason: choice.reason.clone(),
    }
}

pub(super) fn document(layout: &Layout) -> LayoutDocument<'_> {
    LayoutDocument {
        format: FORMAT,
        ruleset: &layout.rules.ruleset,
        name: &layout.name,
        home_terrain: &layout.home.id,
        board: [layout.board.width.into(), layout.board.depth.into()],
        seed: layout.seed,
        fixed: layout.fixed,
        borrowed: layout.rules.borrowed.as_ref().map(|borrowed| BorrowedDocument {
            note: &borrowed.note,
            rules: borrowed.rules.iter().map(RuleId::as_str).collect(),
        }),
        features: layout.features.iter().map(feature_document).collect(),
        record: layout.record.as_ref().map(|record| record.iter().map(choice_document).collect()),
    }
}

/// The layout file in one line.
#[must_use]
pub fn to_json(layout: &Layout) -> String {
    json(&document(layout))
}

/// The layout file for people: every feature and every line of the record on a line of its own.
#[must_use]
pub fn to_json_pretty(layout: &Layout) -> String {
    let LayoutDocument { format, ruleset, name, home_terrain, board, seed, fixed, borrowed, features, record } =
        document(layout);
    let mut text = format!("{{\n  \"format\": {},\n  \"ruleset\": {},\n", json(&format), json(&ruleset));
    let mut field = |name: &str, value: String| {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "  \"{name}\": {value},");
    };
    if !name.is_empty() {
        field("name", json(&name));
    }
    field("home_terrain", json(&home_terrain));
    field("board", json(&board));
    if let Some(seed) = seed {
        field("seed", json(&seed));
    }
    if fixed {
        field("fixed", json(&fixed));
    }
    if let Some(borrowed) = borrowed {
        field("borrowed", json(&borrowed));
    }
    let _ = write!(text, "  \"features\": {}", lines(features.iter().map(json)));
    if let Some(record) = record {
        let _ = write!(text, ",\n  \"record\": {}", lines(record.iter().map(json)));
    }
    text + "\n}\n"
}

/// A list with a line for each entry.
fn lines(entries: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = entries.map(|entry| format!("    {entry}")).collect();
    if lines.is_empty() { "[]".to_owned() } else { format!("[\n{}\n  ]", lines.join(",\n")) }
}

fn json(value: &impl serde::Serialize) -> String {
    // It contains only text, numbers and lists, so nothing can fail.
    serde_json::to_string(value).unwrap_or_default()
}

//! What a ruleset says about battlefields, as a table: home terrains with their features, tables with their numbers.

use std::fmt::Write as _;

use crate::geometry::point::bw;
use crate::rules::TerrainRules;
use crate::rules::terrain::{Compulsory, Home, Kind, TableSize};
use crate::rules::troop::Cited;

/// The table of home terrains and what stands below it.
pub(super) struct Battlefield {
    /// A line for each home terrain.
    pub homes: Vec<HomeRow>,
    /// A sentence for each size of table, with the id of its rule.
    pub tables: Vec<(String, String)>,
    /// What of all this is most, with the id of the rule.
    pub most: Vec<(String, String)>,
    /// The faces of the die chart, if there is one.
    pub chart: Option<Faces>,
}

/// A home terrain.
pub(super) struct HomeRow {
    /// As printed.
    pub name: String,
    /// `2 × Plough or 1 × Built-up area`.
    pub compulsory: String,
    /// The rule about them.
    pub rule: String,
    /// `Woods (bad going)`, `either Woods (bad going) or Dunes (bad going)`.
    pub optional: Vec<String>,
    /// The rule about them.
    pub optional_rule: String,
}

/// What a die gives on the house chart.
pub(super) struct Faces {
    /// As printed.
    pub name: String,
    /// The rule.
    pub rule: String,
    /// The numbers on the die, as far as the chart has columns.
    pub faces: Vec<usize>,
    /// Home terrain, and what each face gives, with the id of its rule.
    pub rows: Vec<(String, Vec<(String, String)>)>,
}

impl Battlefield {
    pub(super) fn new(rules: &TerrainRules) -> Self {
        Self {
            homes: rules.homes.iter().map(|home| row(rules, home)).collect(),
            tables: rules.tables.iter().map(|table| (sentence(rules, table), table.counts.to_string())).collect(),
            most: most(rules),
            chart: rules.chart.as_ref().map(|chart| Faces {
                name: chart.name.to_string(),
                rule: chart.rule.to_string(),
                faces: (1..=rules.homes.iter().map(|home| home.chart.len()).max().unwrap_or(0)).collect(),
                rows: rules.homes.iter().map(|home| (home.name.to_string(), faces(rules, home))).collect(),
            }),
        }
    }
}

fn row(rules: &TerrainRules, home: &Home) -> HomeRow {
    let choices: Vec<String> = home
        .compulsory
        .iter()
        .map(|choice| format!("{} × {}", range(choice.count), with_going(rules, choice.kind)))
        .collect();
    HomeRow {
        name: home.name.to_string(),
        compulsory: choices.join(" or "),
        rule: home.rule.to_string(),
        optional: optional(rules, home),
        optional_rule: home.optional_rule.to_string(),
    }
}

/// The optional kinds; those of which only one may be taken stand together, where the first of them is.
fn optional(rules: &TerrainRules, home: &Home) -> Vec<String> {
    let mut told = Vec::new();
    for kind in &home.optional {
        let group = home.either.iter().find(|group| group.contains(kind));
        match group {
            None => told.push(with_going(rules, *kind)),
            Some(group) if home.optional.iter().find(|other| group.contains(other)) == Some(kind) => {
                let names: Vec<String> = group.iter().map(|kind| with_going(rules, *kind)).collect();
                told.push(format!("either {}", names.join(" or ")));
            }
            Some(_) => {}
        }
    }
    told
}

/// The faces of a home terrain on the chart.
fn faces(rules: &TerrainRules, home: &Home) -> Vec<(String, String)> {
    let told = home.chart.iter().map(|face| {
        let names: Vec<String> = face.kinds.iter().map(|kind| name(rules, *kind)).collect();
        let text = match names.split_first() {
            Some((first, others)) if face.first => format!("{first}, unless there is {}", others.join(" or ")),
            _ => names.join(" or "),
        };
        (text, face.rule.to_string())
    });
    told.collect()
}

/// `Square table, 15 × 15 to 20 × 20 BW: 1–2 compulsory and 2–3 optional features.`
fn sentence(rules: &TerrainRules, table: &TableSize) -> String {
    let boards: Vec<String> =
        table.boards.iter().map(|(width, depth)| format!("{} × {}", bw(*width), bw(*depth))).collect();
    let boards = boards.join(if table.between { " to " } else { " or " });
    let (compulsory, optional) = (range(table.compulsory), range(table.optional));
    let mut text = format!("{}, {boards} BW: {compulsory} compulsory and {optional} optional features", table.name);
    // What the numbers of the table, or those in the row of the home terrain, do not say already.
    let other = |choice: &&Compulsory| ![choice.count, table.compulsory].contains(&rules.count(table, choice));
    let others: Vec<String> = rules
        .homes
        .iter()
        .flat_map(|home| home.compulsory.iter().filter(other).map(move |choice| (home, choice)))
        .map(|(home, choice)| {
            format!("{} {} × {}", home.name, range(rules.count(table, choice)), name(rules, choice.kind))
        })
        .collect();
    if !others.is_empty() {
        let _ = write!(text, "; {}", others.join(", "));
    }
    text.push('.');
    text
}

/// How many there may be of a kind: kinds with the same number of the same rule stand together.
fn most(rules: &TerrainRules) -> Vec<(String, String)> {
    let mut own: Vec<(&Cited<u8>, Vec<&str>)> = Vec::new();
    for (feature, most) in rules.features().iter().filter_map(|feature| Some((feature, feature.most.as_ref()?))) {
        match own.iter_mut().find(|(other, _)| (other.is, &other.rule) == (most.is, &most.rule)) {
            Some((_, names)) => names.push(&feature.name),
            None => own.push((most, vec![&feature.name])),
        }
    }
    let own = own.into_iter().map(|(most, names)| {
        let of = if names.len() > 1 { " of each" } else { "" };
        (format!("At most {}{of}: {}.", most.is, names.join(", ")), most.rule.to_string())
    });
    let others = rules.tables.iter().map(|table| {
        (format!("{}: at most {} of every other kind.", table.name, table.same.is), table.same.rule.to_string())
    });
    own.chain(others).collect()
}

fn name(rules: &TerrainRules, kind: Kind) -> String {
    rules.feature(kind).map(|feature| feature.name.to_string()).unwrap_or_default()
}

/// A kind with its going, where that tells something: of area features.
fn with_going(rules: &TerrainRules, kind: Kind) -> String {
    let name = name(rules, kind);
    match rules.going(kind, None).filter(|_| !kind.is_linear()) {
        Some(going) => format!("{name} ({going} going)"),
        None => name,
    }
}

fn range((least, most): (u8, u8)) -> String {
    if least == most { least.to_string() } else { format!("{least}–{most}") }
}

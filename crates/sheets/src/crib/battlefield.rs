//! The battlefields of a ruleset as a table: home terrains with their features, tables with their numbers.

use std::fmt::Write as _;

use musterfield_geometry::point::bw;
use musterfield_rules::sentence::capital;
use musterfield_rules::terrain::{
    Bua, ChoiceDie, Chooser, Compulsory, DieFace, Going, HomeTerrainRules, Kind, TableSize,
};
use musterfield_rules::troop::Cited;
use musterfield_rules::{RuleId, TerrainRules};

use super::part::{CribLine, CribPart, CribTable, TableRow};

/// The table of home terrains and the sentences below it.
pub struct Battlefield {
    /// A row for each code, in a game with codes.
    pub codes: Vec<CodeRow>,
    /// A row for each home terrain; none in a game with codes, which has no home terrains of its own.
    pub homes: Vec<HomeRow>,
    /// A sentence for each size of table, with the ids of its rules.
    pub tables: Vec<(String, Vec<String>)>,
    /// The parts that come from another game, in a sentence.
    pub borrowed: Option<String>,
    /// The maxima, with the ids of their rules.
    pub most: Vec<(String, String)>,
    /// The faces of the die chart, if there is one.
    pub chart: Option<Faces>,
}

/// A code of terrain.
pub struct CodeRow {
    /// `WH`.
    pub code: String,
    /// `Wooded hill`, `Orchard. Or an olive grove.`.
    pub meaning: String,
    /// The rule.
    pub rule: String,
}

/// A home terrain.
pub struct HomeRow {
    /// The name as printed.
    pub name: String,
    /// `2 × Plough or 1 × Built-up area`.
    pub compulsory: String,
    /// The rule of the compulsory features.
    pub rule: String,
    /// `Woods (bad going)`, `either Woods (bad going) or Dunes (bad going)`.
    pub optional: Vec<String>,
    /// The rule of the optional features.
    pub optional_rule: String,
}

/// The results of a die on the house chart.
pub struct Faces {
    /// The name as printed.
    pub name: String,
    /// The rule.
    pub rule: String,
    /// The numbers on the die, as far as the chart has columns.
    pub faces: Vec<usize>,
    /// Home terrain, and the result of each face, with the id of its rule.
    pub rows: Vec<(String, Vec<(String, String)>)>,
}

impl Battlefield {
    /// The battlefields of a ruleset.
    #[must_use]
    pub fn new(rules: &TerrainRules) -> Self {
        let codes: Vec<CodeRow> = codes(rules).collect();
        let homes = rules.homes.iter().filter(|_| codes.is_empty());
        Self {
            homes: homes.map(|home| row(rules, home, with_going)).collect(),
            codes,
            tables: rules.tables.iter().map(|table| (sentence(rules, table), numbers(table))).collect(),
            borrowed: rules.borrowed.as_ref().map(|borrowed| borrowed.note.to_string()),
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

fn codes(rules: &TerrainRules) -> impl Iterator<Item = CodeRow> {
    rules.codes().map(|(code, kind, bua)| {
        let (name, note) = match bua.and_then(|bua| rules.bua(bua)) {
            Some(bua) => (&*bua.name, bua.note.as_ref()),
            None => rules.feature(kind).map_or(("", None), |feature| (&*feature.name, feature.note.as_ref())),
        };
        let note = note.map(|note| format!(". {}", note.value)).unwrap_or_default();
        CodeRow { code: code.value.to_string(), meaning: format!("{name}{note}"), rule: code.rule.to_string() }
    })
}

/// The name of a kind: with its going, or without.
type Called = fn(&TerrainRules, Kind) -> String;

fn row(rules: &TerrainRules, home: &HomeTerrainRules, called: Called) -> HomeRow {
    let choices: Vec<String> = home
        .compulsory
        .iter()
        .map(|choice| format!("{} × {}", range(choice.count), called(rules, choice.kind)))
        .collect();
    HomeRow {
        name: home.name.to_string(),
        compulsory: choices.join(" or "),
        rule: home.rule.to_string(),
        optional: optional(rules, home, called),
        optional_rule: home.optional_rule.to_string(),
    }
}

/// The optional kinds; those of which only one may be taken are joined, in the place of the first.
fn optional(rules: &TerrainRules, home: &HomeTerrainRules, called: Called) -> Vec<String> {
    let mut told = Vec::new();
    for kind in &home.optional {
        let group = home.either.iter().find(|group| group.contains(kind));
        match group {
            None => told.push(called(rules, *kind)),
            Some(group) if home.optional.iter().find(|other| group.contains(other)) == Some(kind) => {
                let names: Vec<String> = group.iter().map(|kind| called(rules, *kind)).collect();
                told.push(format!("either {}", names.join(" or ")));
            }
            Some(_) => {}
        }
    }
    told
}

/// The faces of a home terrain on the chart.
fn faces(rules: &TerrainRules, home: &HomeTerrainRules) -> Vec<(String, String)> {
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
    if table.is_unlimited() {
        return format!("{}, {boards} BW: any number of features.", table.name);
    }
    let (compulsory, optional) = (range(table.compulsory), range(table.optional));
    let mut text = format!("{}, {boards} BW: {compulsory} compulsory and {optional} optional features", table.name);
    // The choices whose numbers are not already given for the table, or in the row of the home terrain.
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

/// The rules of the numbers of features on a table.
fn numbers(table: &TableSize) -> Vec<String> {
    let mut rules = vec![table.counts.to_string()];
    rules.extend((table.optional_counts != table.counts).then(|| table.optional_counts.to_string()));
    rules
}

/// The maxima of kinds: kinds with the same number of the same rule are joined.
fn most(rules: &TerrainRules) -> Vec<(String, String)> {
    let mut own: Vec<(&Cited<u8>, Vec<&str>)> = Vec::new();
    for (feature, most) in rules.features().iter().filter_map(|feature| Some((feature, feature.most.as_ref()?))) {
        match own.iter_mut().find(|(other, _)| (other.value, &other.rule) == (most.value, &most.rule)) {
            Some((_, names)) => names.push(&feature.name),
            None => own.push((most, vec![&feature.name])),
        }
    }
    let own = own.into_iter().map(|(most, names)| {
        let of = if names.len() > 1 { " of each" } else { "" };
        (format!("At most {}{of}: {}.", most.value, names.join(", ")), most.rule.to_string())
    });
    let limited = rules.tables.iter().filter(|table| !table.is_unlimited());
    let others = limited.map(|table| (every_other(rules, table), table.same.rule.to_string()));
    own.chain(others).collect()
}

/// The maximum of every kind that is not named; if there are several tables, with the table.
fn every_other(rules: &TerrainRules, table: &TableSize) -> String {
    let table_name = if rules.tables.len() > 1 { format!("{}: at", table.name) } else { "At".to_owned() };
    format!("{table_name} most {} of every other kind.", table.same.value)
}

fn name(rules: &TerrainRules, kind: Kind) -> String {
    rules.feature(kind).map(|feature| feature.name.to_string()).unwrap_or_default()
}

/// A kind with its going, where that is informative: for area features.
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

/// Home terrains with their features, and how many there may be.
pub(super) fn homes(rules: Option<&TerrainRules>) -> CribPart {
    let Some(rules) = rules else { return CribPart::default() };
    let homes = rules.homes.iter().map(|home| row(rules, home, name)).map(|home| {
        let text = format!("{}. Optional: {}.", home.compulsory, home.optional.join(", "));
        CribLine::new(format!("{}: ", home.name), text, vec![home.rule, home.optional_rule])
    });
    let tables = rules.tables.iter().map(|table| (sentence(rules, table), numbers(table)));
    let others = tables.chain(most(rules).into_iter().map(|(text, rule)| (text, vec![rule])));
    let others = others.map(|(text, rules)| CribLine::new("", text, rules));
    CribPart { lines: homes.chain(others).collect(), ..CribPart::default() }
}

/// The die chart for features with the die for the kind of a BUA; empty if the ruleset has none.
pub(super) fn chart(rules: Option<&TerrainRules>) -> CribPart {
    let Some((rules, chart)) = rules.and_then(|rules| Some((rules, rules.chart.as_ref()?))) else {
        return CribPart::default();
    };
    let most = rules.homes.iter().map(|home| home.chart.len()).max().unwrap_or(0);
    let rows: Vec<TableRow> = rules
        .homes
        .iter()
        .map(|home| {
            let (texts, ids): (Vec<String>, Vec<String>) = faces(rules, home).into_iter().unzip();
            let cells = std::iter::once(home.name.to_string()).chain(texts).collect();
            TableRow { cells, rules: ids }
        })
        .collect();
    let heads = std::iter::once("Home".to_owned()).chain((1..=most).map(|face| face.to_string())).collect();
    CribPart {
        title: chart.name.to_string(),
        table: Some(CribTable { heads, words: 1, texts: most, rows }),
        wide: true,
        lines: rules.bua_die.iter().map(|die| bua_die(rules, die)).collect(),
        ..CribPart::default()
    }
}

/// The faces of the die for the kind of a BUA, in a line.
fn bua_die(rules: &TerrainRules, die: &ChoiceDie<Bua>) -> CribLine {
    let told = (1..).map_while(|number| die.face(number).map(|face| (number, face))).map(|(number, face)| match face {
        DieFace::Is(bua) => format!("{number} {}", rules.bua(bua).map_or("", |found| &*found.name)),
        DieFace::ChosenBy(Chooser::Defender) => format!("{number} the defender chooses"),
        DieFace::ChosenBy(Chooser::Invader) => format!("{number} the invader chooses"),
    });
    CribLine::new("BUA die: ", told.collect::<Vec<_>>().join(", ") + ".", vec![die.rule.to_string()])
}

/// Features by their going, and notes on them that no sentence of the sheet states.
pub(super) fn features(rules: Option<&TerrainRules>, is_told: &dyn Fn(&RuleId) -> bool) -> CribPart {
    let Some(rules) = rules else { return CribPart::default() };
    let mut lines = Vec::new();
    for going in [Going::Good, Going::Rough, Going::Bad] {
        let mut names: Vec<&str> = Vec::new();
        let mut ids: Vec<String> = Vec::new();
        let kinds = rules.features().iter().map(|feature| (&feature.name, feature.going.as_ref()));
        let buas = rules.buas().iter().map(|bua| (&bua.name, bua.going.as_ref()));
        for (name, cited) in kinds.chain(buas) {
            let Some(cited) = cited.filter(|cited| cited.value == going) else { continue };
            names.push(name);
            if !ids.contains(&cited.rule.to_string()) {
                ids.push(cited.rule.to_string());
            }
        }
        if !names.is_empty() {
            lines.push(CribLine::new(format!("{} going: ", capital(going.as_str())), names.join(", ") + ".", ids));
        }
    }
    let kinds = rules.features().iter().map(|feature| (&feature.name, feature.note.as_ref()));
    let buas = rules.buas().iter().map(|bua| (&bua.name, bua.note.as_ref()));
    // Features with the same note are joined.
    let mut notes: Vec<(Vec<&str>, &str, Vec<String>)> = Vec::new();
    for (name, note) in kinds.chain(buas) {
        let Some(note) = note.filter(|note| !is_told(&note.rule)) else { continue };
        match notes.iter_mut().find(|(_, text, _)| *text == &*note.value) {
            Some((names, _, ids)) => {
                names.push(name);
                if !ids.contains(&note.rule.to_string()) {
                    ids.push(note.rule.to_string());
                }
            }
            None => notes.push((vec![name], &note.value, vec![note.rule.to_string()])),
        }
    }
    let told = notes.into_iter().map(|(names, text, ids)| CribLine::new(format!("{}: ", names.join(", ")), text, ids));
    lines.extend(told);
    CribPart { lines, ..CribPart::default() }
}

//! Battlefields side by side: how many features there are, which, of what going, and how many of each.

use super::{Cell, Piece, Row, Table};
use crate::geometry::point::bw;
use crate::rules::TerrainRules;
use crate::rules::sentence::capital;
use crate::rules::terrain::{Bua, Kind, SizeLimits, TableSize};

/// What rulesets say of battlefields, where at least two of them say something.
pub(super) fn table(all: &[Option<&TerrainRules>]) -> Option<Table> {
    let (columns, all): (Vec<usize>, Vec<&TerrainRules>) =
        all.iter().enumerate().filter_map(|(place, rules)| Some((place, (*rules)?))).unzip();
    if all.len() < 2 {
        return None;
    }
    let row = |name: &str, told: &dyn Fn(&TerrainRules) -> Vec<Piece>| {
        Row::new(name, all.iter().map(|rules| Cell::new(told(rules))).collect())
    };
    let most = all.iter().map(|rules| rules.tables.len()).max().unwrap_or(0);
    let mut rows = Vec::new();
    for place in 0..most {
        let name = all.iter().find_map(|rules| rules.tables.get(place)).map_or("", |table| &table.name);
        rows.push(row(name, &|rules| rules.tables.get(place).map(numbers).unwrap_or_default()));
    }
    rows.push(row("Gap between features", &|rules| vec![distance(rules.gap.is, &rules.gap.rule)]));
    rows.push(row("Gap to the edges", &|rules| vec![distance(rules.edge_gap.is, &rules.edge_gap.rule)]));
    for kind in Kind::ALL {
        let name = all.iter().find_map(|rules| rules.feature(*kind)).map_or("", |feature| &feature.name);
        rows.push(row(name, &|rules| feature(rules, *kind, name)));
    }
    for bua in Bua::ALL {
        let name = all.iter().find_map(|rules| rules.bua(*bua)).map_or("", |bua| &bua.name);
        rows.push(row(name, &|rules| building(rules, *bua)));
    }
    rows.retain(Row::is_said);
    Some(Table { title: "Battlefields".to_owned(), columns, rows })
}

fn numbers(table: &TableSize) -> Vec<Piece> {
    let boards: Vec<String> =
        table.boards.iter().map(|(width, depth)| format!("{} × {}", bw(*width), bw(*depth))).collect();
    let boards = boards.join(if table.between { " to " } else { " or " });
    vec![
        Piece::new(format!("{boards} BW"), [&table.rule]),
        Piece::new(format!("{} compulsory", range(table.compulsory)), [&table.counts]),
        Piece::new(format!("{} optional", range(table.optional)), [&table.optional_counts]),
        Piece::new(format!("at most {} of a kind", table.same.is), [&table.same.rule]),
    ]
}

fn feature(rules: &TerrainRules, kind: Kind, name: &str) -> Vec<Piece> {
    let Some(feature) = rules.feature(kind) else { return Vec::new() };
    let mut pieces = Vec::new();
    if *feature.name != *name {
        pieces.push(Piece::new(capital(&feature.name), []));
    }
    pieces.extend(feature.going.as_ref().filter(|_| !kind.is_linear()).map(|going| {
        let words = if going.is.as_str() == "water" { "water".to_owned() } else { format!("{} going", going.is) };
        Piece::new(words, [&going.rule])
    }));
    if let Some(table) = rules.tables.first() {
        let most = rules.most(table, kind);
        pieces.push(Piece::new(format!("at most {}", most.is), [&most.rule]));
    }
    pieces.extend(feature.size.as_ref().map(size));
    if pieces.is_empty() {
        pieces.push(Piece::new("known", [&feature.across_rule]));
    }
    pieces
}

fn building(rules: &TerrainRules, bua: Bua) -> Vec<Piece> {
    let Some(bua) = rules.bua(bua) else { return Vec::new() };
    let going = bua.going.as_ref().map(|going| Piece::new(format!("{} going", going.is), [&going.rule]));
    going.into_iter().chain([size(&bua.size)]).collect()
}

/// `2 × 1 to 6 × 4 BW`.
fn size(limits: &SizeLimits) -> Piece {
    let pair = |(length, width): (i64, i64)| format!("{} × {}", bw(length), bw(width));
    let most = limits.most.map(|most| format!(" to {}", pair(most))).unwrap_or_default();
    let sum = limits.sum.map(|sum| format!(", {} together", bw(sum))).unwrap_or_default();
    let text = match limits.most {
        Some(_) => format!("{}{most} BW{sum}", pair(limits.least)),
        None => format!("from {} BW{sum}", pair(limits.least)),
    };
    Piece::new(text, [&limits.rule, &limits.most_rule])
}

fn distance(is: i64, rule: &crate::rules::RuleId) -> Piece {
    Piece::new(format!("{} BW", bw(is)), [rule])
}

fn range((least, most): (u8, u8)) -> String {
    if least == most { least.to_string() } else { format!("{least}–{most}") }
}

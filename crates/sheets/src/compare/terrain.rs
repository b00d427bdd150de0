//! Compares battlefields: how many features there are, which kinds, their going, and how many of each.

use musterfield_geometry::point::bw;
use musterfield_rules::TerrainRules;
use musterfield_rules::sentence::capital;
use musterfield_rules::terrain::{Bua, Kind, SizeLimits, TableSize};

use super::table::{Cell, CitedText, ComparisonTable, Row};

/// The battlefields of rulesets, if at least two of them have some.
pub(super) fn table(all: &[Option<&TerrainRules>]) -> Option<ComparisonTable> {
    let (columns, all): (Vec<usize>, Vec<&TerrainRules>) =
        all.iter().enumerate().filter_map(|(place, rules)| Some((place, (*rules)?))).unzip();
    if all.len() < 2 {
        return None;
    }
    let row = |name: &str, told: &dyn Fn(&TerrainRules) -> Vec<CitedText>| {
        Row::new(name, all.iter().map(|rules| Cell::new(told(rules))).collect())
    };
    let most = all.iter().map(|rules| rules.tables.len()).max().unwrap_or(0);
    let mut rows = Vec::new();
    for place in 0..most {
        let name = all.iter().find_map(|rules| rules.tables.get(place)).map_or("", |table| &table.name);
        rows.push(row(name, &|rules| rules.tables.get(place).map(numbers).unwrap_or_default()));
    }
    rows.push(row("Gap between features", &|rules| vec![distance(rules.gap.value, &rules.gap.rule)]));
    rows.push(row("Gap to the edges", &|rules| vec![distance(rules.edge_gap.value, &rules.edge_gap.rule)]));
    for kind in Kind::ALL {
        let name = all.iter().find_map(|rules| rules.feature(*kind)).map_or("", |feature| &feature.name);
        rows.push(row(name, &|rules| feature(rules, *kind, name)));
    }
    for bua in Bua::ALL {
        let name = all.iter().find_map(|rules| rules.bua(*bua)).map_or("", |bua| &bua.name);
        rows.push(row(name, &|rules| building(rules, *bua)));
    }
    rows.retain(Row::is_said);
    Some(ComparisonTable { title: "Battlefields".to_owned(), columns, rows })
}

fn numbers(table: &TableSize) -> Vec<CitedText> {
    let boards: Vec<String> =
        table.boards.iter().map(|(width, depth)| format!("{} × {}", bw(*width), bw(*depth))).collect();
    let boards = boards.join(if table.between { " to " } else { " or " });
    let size = CitedText::new(format!("{boards} BW"), [&table.rule]);
    if table.is_unlimited() {
        return vec![size, CitedText::new("any number of features", [&table.counts])];
    }
    vec![
        size,
        CitedText::new(format!("{} compulsory", range(table.compulsory)), [&table.counts]),
        CitedText::new(format!("{} optional", range(table.optional)), [&table.optional_counts]),
        CitedText::new(format!("at most {} of a kind", table.same.value), [&table.same.rule]),
    ]
}

fn feature(rules: &TerrainRules, kind: Kind, name: &str) -> Vec<CitedText> {
    let Some(feature) = rules.feature(kind) else { return Vec::new() };
    let mut pieces = Vec::new();
    if *feature.name != *name {
        pieces.push(CitedText::new(capital(&feature.name), []));
    }
    pieces.extend(feature.going.as_ref().filter(|_| !kind.is_linear()).map(|going| {
        let words = if going.value.as_str() == "water" { "water".to_owned() } else { format!("{} going", going.value) };
        CitedText::new(words, [&going.rule])
    }));
    let limited = rules.tables.first().filter(|table| !table.is_unlimited() || feature.most.is_some());
    if let Some(table) = limited {
        let most = rules.most(table, kind);
        pieces.push(CitedText::new(format!("at most {}", most.value), [&most.rule]));
    }
    pieces.extend(feature.size.as_ref().map(size));
    if pieces.is_empty() {
        pieces.push(CitedText::new("known", [&feature.across_rule]));
    }
    pieces
}

fn building(rules: &TerrainRules, bua: Bua) -> Vec<CitedText> {
    let Some(bua) = rules.bua(bua) else { return Vec::new() };
    let going = bua.going.as_ref().map(|going| CitedText::new(format!("{} going", going.value), [&going.rule]));
    going.into_iter().chain([size(&bua.size)]).collect()
}

/// `2 × 1 to 6 × 4 BW`.
fn size(limits: &SizeLimits) -> CitedText {
    let pair = |(length, width): (i64, i64)| format!("{} × {}", bw(length), bw(width));
    let most = limits.most.map(|most| format!(" to {}", pair(most))).unwrap_or_default();
    let sum = limits.sum.map(|sum| format!(", {} together", bw(sum))).unwrap_or_default();
    let text = match limits.most {
        Some(_) => format!("{}{most} BW{sum}", pair(limits.least)),
        None => format!("from {} BW{sum}", pair(limits.least)),
    };
    CitedText::new(text, [&limits.rule, &limits.most_rule])
}

fn distance(is: i64, rule: &musterfield_rules::RuleId) -> CitedText {
    CitedText::new(format!("{} BW", bw(is)), [rule])
}

fn range((least, most): (u8, u8)) -> String {
    if least == most { least.to_string() } else { format!("{least}–{most}") }
}

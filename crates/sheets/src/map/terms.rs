//! Kinds, sizes and going in words.

use musterfield_geometry::MinAreaRectangle;
use musterfield_geometry::point::bw;
use musterfield_rules::TerrainRules;
use musterfield_rules::sentence::capital;
use musterfield_rules::terrain::{Bua, Going, Kind};
use musterfield_terrain::layout::{Feature, Layout};

/// The name of a kind, as the rules print it. A kind that the rules do not have gets its word in files.
pub(super) fn plain_name(rules: &TerrainRules, kind: Kind, bua: Option<Bua>) -> String {
    let printed = match bua {
        Some(bua) => rules.bua(bua).map(|bua| &*bua.name),
        None => rules.feature(kind).map(|kind| &*kind.name),
    };
    let filed = || capital(&bua.map_or(kind.as_str(), Bua::as_str).replace('_', " "));
    printed.map_or_else(filed, str::to_owned)
}

/// The name of a kind, with its code in a game with codes: `Wooded hill (WH)`.
#[must_use]
pub fn name_in_words(rules: &TerrainRules, kind: Kind, bua: Option<Bua>) -> String {
    let name = plain_name(rules, kind, bua);
    match rules.code(kind, bua) {
        Some(code) => format!("{name} ({code})"),
        None => name,
    }
}

/// The line below the title: home terrain, ruleset, table, and seed, which may only be the one with which it has
/// `begun`.
#[must_use]
pub fn facts(layout: &Layout, begun: bool) -> String {
    let mut facts = vec![layout.home.name.to_string(), layout.rules.name.to_string()];
    facts.push(format!("{} × {} BW", bw(layout.board.width), bw(layout.board.depth)));
    facts.extend(layout.seed.map(|seed| format!("{}seed {seed}", if begun { "began as " } else { "" })));
    if layout.fixed {
        facts.push("given by the organiser".to_owned());
    }
    facts.join("  ·  ")
}

/// The going in players' words.
#[must_use]
pub fn going_in_words(rules: &TerrainRules, kind: Kind, bua: Option<Bua>) -> &str {
    match rules.going(kind, bua) {
        Some(Going::Good) => "good going",
        Some(Going::Rough) => "rough going",
        Some(Going::Bad) => "bad going",
        Some(Going::Water) => "no way across",
        None if bua.map_or(rules.feature(kind).is_none(), |bua| rules.bua(bua).is_none()) => "not in these rules",
        None => rules.going_elsewhere.as_ref().map_or("no way through", |elsewhere| &elsewhere.value),
    }
}

/// The measured length and width of an area, `4.2 × 3`; the breadth of a river or road.
#[must_use]
pub fn size_in_words(feature: &Feature) -> String {
    let number = |thousandths: f64| (thousandths / 100.0).round() / 10.0;
    match (feature.outline().and_then(MinAreaRectangle::around), feature.course()) {
        (Some(rectangle), _) => {
            let (long, short) = rectangle.size();
            format!("{} × {}", number(long), number(short))
        }
        (None, Some(course)) => bw(course.width).to_string(),
        (None, None) => String::new(),
    }
}

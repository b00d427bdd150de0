//! Players' words for places and features.

use musterfield_geometry::point::bw;
use musterfield_rules::TerrainRules;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::{Board, Quarter};

/// The position of a quarter, as the defender sees it: `2, far right`.
pub(super) fn quarter_words(quarter: Quarter) -> String {
    let depth = if quarter.is_far() { "far" } else { "near" };
    let side = if quarter.is_right() { "right" } else { "left" };
    format!("{}, {depth} {side}", quarter.number())
}

/// The name of a feature; for a BUA that of its kind.
pub(super) fn feature_name(rules: &TerrainRules, kind: Kind, bua: Option<Bua>) -> String {
    let bua = bua.and_then(|bua| rules.bua(bua)).map(|bua| bua.name.to_string());
    bua.or_else(|| rules.feature(kind).map(|feature| feature.name.to_string())).unwrap_or_else(|| kind.to_string())
}

/// `15 × 15 BW`.
pub(super) fn board_words(board: Board) -> String {
    format!("{} × {} BW", bw(board.width), bw(board.depth))
}

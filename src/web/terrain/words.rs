//! Places and pieces as players say them.

use crate::geometry::point::bw;
use crate::rules::TerrainRules;
use crate::rules::terrain::{Bua, Kind};
use crate::terrain::{Board, Quarter};

/// Where a quarter is, as the defender sees it: `2, far right`.
pub(super) fn quarter_words(quarter: Quarter) -> String {
    let depth = if quarter.is_far() { "far" } else { "near" };
    let side = if quarter.is_right() { "right" } else { "left" };
    format!("{}, {depth} {side}", quarter.number())
}

/// What a piece is called; a BUA by what it is.
pub(super) fn piece_name(rules: &TerrainRules, kind: Kind, bua: Option<Bua>) -> String {
    let bua = bua.and_then(|bua| rules.bua(bua)).map(|bua| bua.name.to_string());
    bua.or_else(|| rules.feature(kind).map(|feature| feature.name.to_string())).unwrap_or_else(|| kind.to_string())
}

/// `15 × 15 BW`.
pub(super) fn board_words(board: Board) -> String {
    format!("{} × {} BW", bw(board.width), bw(board.depth))
}

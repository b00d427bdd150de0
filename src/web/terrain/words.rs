//! Players' words for places and features.

use musterfield_geometry::point::bw;
use musterfield_rules::terrain::HomeTerrainRules;
use musterfield_terrain::{Board, Quarter};

/// The position of a quarter, as the defender sees it: `2, far right`.
pub(super) fn quarter_words(quarter: Quarter) -> String {
    let depth = if quarter.is_far() { "far" } else { "near" };
    let side = if quarter.is_right() { "right" } else { "left" };
    format!("{}, {depth} {side}", quarter.number())
}

/// Whether a feature is one of the compulsory ones, in a word; empty where the home terrain has no such features.
pub(super) fn standing(home: &HomeTerrainRules, compulsory: bool) -> &'static str {
    match (home.compulsory.is_empty(), compulsory) {
        (true, _) => "",
        (false, true) => "compulsory",
        (false, false) => "optional",
    }
}

/// `15 × 15 BW`.
pub(super) fn board_words(board: Board) -> String {
    format!("{} × {} BW", bw(board.width), bw(board.depth))
}

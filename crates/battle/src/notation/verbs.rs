//! The words with which orders begin.

/// The words with which orders begin.
pub const VERBS: [&str; 18] = [
    "edge",
    "camp",
    "place",
    "garrison",
    "take back",
    "reserve",
    "land",
    "summon",
    "free",
    "move",
    "dismount",
    "engage",
    "bespell",
    "shoot",
    "fight",
    "recoil",
    "return",
    "end",
];

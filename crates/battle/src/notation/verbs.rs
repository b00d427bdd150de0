//! The words with which orders begin.

/// The words with which orders begin.
pub const VERBS: [&str; 20] = [
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
    "pass",
    "revolt",
    "engage",
    "bespell",
    "shoot",
    "fight",
    "recoil",
    "return",
    "end",
];

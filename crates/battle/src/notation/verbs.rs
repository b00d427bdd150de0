//! The words with which orders begin.

/// The words with which orders begin.
pub const VERBS: [&str; 21] = [
    "edge",
    "allot",
    "camp",
    "place",
    "garrison",
    "take back",
    "reserve",
    "land",
    "summon",
    "free",
    "hold",
    "move",
    "dismount",
    "engage",
    "bespell",
    "shoot",
    "fight",
    "add",
    "recoil",
    "return",
    "end",
];

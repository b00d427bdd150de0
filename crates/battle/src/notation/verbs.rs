//! The words with which orders begin.

/// The words with which orders begin.
pub const VERBS: [&str; 24] = [
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
    "pass",
    "revolt",
    "engage",
    "bespell",
    "shoot",
    "fight",
    "add",
    "conform",
    "recoil",
    "return",
    "end",
];

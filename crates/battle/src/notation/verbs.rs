//! The words with which orders begin.

/// The words with which orders begin.
pub(crate) const VERBS: [&str; 16] = [
    "edge",
    "camp",
    "place",
    "garrison",
    "take back",
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

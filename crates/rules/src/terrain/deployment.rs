//! Camps, and the areas where troops deploy.

use crate::reference::{Cited, RuleId};

/// The place and size of a camp.
#[derive(Clone, Debug)]
pub struct CampSite {
    /// The least distance from the side edges.
    pub from_sides: i64,
    /// Minimum length and width.
    pub least: (i64, i64),
    /// Maximum length and width.
    pub most: Option<(i64, i64)>,
    /// Maximum sum of length and width.
    pub sum: Option<i64>,
    /// The rule about the place.
    pub rule: RuleId,
    /// The rule about the size.
    pub size_rule: RuleId,
    /// The rule about the side edges.
    pub sides_rule: RuleId,
    /// The rule that it touches its rear edge, a waterway or a beach.
    pub touches: RuleId,
}

/// The size of a Stronghold that the defender places.
#[derive(Clone, Debug)]
pub struct WallsSize {
    /// Minimum length and width.
    pub least: (i64, i64),
    /// Maximum length and width.
    pub most: (i64, i64),
    /// The rule.
    pub rule: RuleId,
}

/// The areas where troops may deploy.
#[derive(Clone, Debug)]
pub struct Deployment {
    /// How far into the table troops may stand.
    pub depth: Cited<ZoneDepth>,
    /// The least distance from an enemy stronghold.
    pub from_stronghold: Option<Cited<i64>>,
    /// The rule that the defender places a Stronghold in the zone once the edges are known.
    pub stronghold: Option<RuleId>,
    /// The size of that Stronghold.
    pub stronghold_size: Option<WallsSize>,
    /// The least distances from the side edges, each with the types concerned.
    pub sides: Vec<SideDistance>,
}

impl Deployment {
    /// The depth of a zone from its base edge; 0 or less on a table that has no room for it.
    #[must_use]
    pub fn deep(&self, across: i64) -> i64 {
        match self.depth.value {
            ZoneDepth::FromCentre(least) => across / 2 - least,
            ZoneDepth::FromEdge(most) => most.min(across / 2),
        }
    }

    /// The least distance from the centre line to troops on a table of this depth.
    #[must_use]
    pub fn from_centre(&self, across: i64) -> i64 {
        match self.depth.value {
            ZoneDepth::FromCentre(least) => least,
            ZoneDepth::FromEdge(_) => across / 2 - self.deep(across),
        }
    }
}

/// How far into the table troops may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneDepth {
    /// At least this far from the centre line.
    FromCentre(i64),
    /// At most this far from their base edge.
    FromEdge(i64),
}

/// A least distance from the side edges.
#[derive(Clone, Debug)]
pub struct SideDistance {
    /// The distance.
    pub distance: i64,
    /// The types, families and classes concerned, by their plural names in the ruleset. All others if empty.
    pub of: Vec<Box<str>>,
    /// The same in words, limited to those that the ruleset has: `Auxilia and Psiloi`, `every other type`.
    pub in_words: Box<str>,
    /// The rule.
    pub rule: RuleId,
}

impl SideDistance {
    /// The types concerned in words, limited to those that a ruleset has.
    pub(crate) fn words(of: &[Box<str>], is_here: impl Fn(&str) -> bool) -> String {
        let names: Vec<&str> = of.iter().map(|name| &**name).filter(|name| is_here(name)).collect();
        match names.as_slice() {
            _ if of.is_empty() => "every other type".to_owned(),
            [] => "nobody".to_owned(),
            [one] => (*one).to_owned(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    }
}

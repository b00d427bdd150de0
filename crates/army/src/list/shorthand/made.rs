//! A list in shorthand, as it was read.

use crate::list::{ListOption, ShorthandError};

/// A list as it was written, in parts.
#[derive(Clone, Debug, Default)]
pub struct ShorthandList {
    /// The text before the first entry: name and years, if there is any.
    pub heading: String,
    /// The aggression factor, where it is written.
    pub aggression: Option<i64>,
    /// Ids of the home terrains, where they are written.
    pub home_terrains: Vec<String>,
    /// The entries.
    pub options: Vec<ListOption>,
    /// Other text: footnotes, enemies, allies.
    pub notes: Vec<String>,
    /// What was read, but is probably not what was meant.
    pub doubts: Vec<ShorthandError>,
}

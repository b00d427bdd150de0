//! Titles with elements on the same line, and home terrains where a title would stand.

use super::Reader;
use crate::text::fact::Fact;
use crate::text::{dates, element, fact, prose, several, token};

/// The smallest number of elements of a line that is a whole army.
const WHOLE_LIST: usize = 3;

impl Reader {
    /// `Arable (3)`, `Arable, Agg 3`: a home terrain and the aggression factor, without words that say so.
    pub(super) fn terrain_and_aggression(&self, line: &str) -> Option<[Fact; 2]> {
        let ruleset = self.draft.ruleset;
        let line = line.trim_matches(super::EMPHASIS).trim_end_matches('.');
        let between = |letter: char| " ([,;:-–|*_".contains(letter);
        let (terrain, factor) = line.rsplit_once(between)?;
        let factor = factor.trim_end_matches([')', ']']).trim();
        // The word before the number.
        let terrain = terrain.trim_end_matches(between);
        let words = terrain.rsplit_once(between).filter(|(_, key)| fact::is_aggression(key.trim_end_matches('.')));
        let terrain = words.map_or(terrain, |(terrain, _)| terrain.trim_end_matches(between));
        Some([fact::bare_home_terrain(terrain.trim(), ruleset)?, fact::bare_aggression(factor, ruleset)?])
    }

    /// `Undead (24 AP): Mage General, 4 Blades`: a title with AP, or before a whole list, and the elements on the
    /// same line.
    pub(super) fn title_with_elements<'a>(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        if self.titled {
            return None;
        }
        let Some((title, elements)) = line.split_once(':').filter(|(_, elements)| !elements.trim().is_empty()) else {
            // `Romans 275-105 BC Cv (Gen), 6 Bd`
            let elements = dates::after(line).filter(|elements| dates::are_in(line) && self.are_elements(elements))?;
            return Some((line.strip_suffix(elements)?, elements));
        };
        let priced = fact::title(title).is_some_and(|(_, points)| points.is_some());
        let ruleset = self.draft.ruleset;
        let several = || several::crowded(elements, ruleset).map_or(0, |all| all.len());
        let whole = || token::pieces(elements).len() >= WHOLE_LIST || several() >= WHOLE_LIST;
        let named = || prose::manner(title, ruleset).is_some() && whole();
        let dated = || dates::are_in(title) && self.are_elements(elements);
        (priced || named() || dated()).then_some((title, elements))
    }

    /// Whether any piece of a text is certainly an element.
    fn are_elements(&self, text: &str) -> bool {
        let ruleset = self.draft.ruleset;
        let is_one = |piece: &String| match element::read(piece, ruleset) {
            Ok(found) => found.certain || several::crowded(piece, ruleset).is_some(),
            Err(why) => several::read(piece, &why, ruleset).is_some(),
        };
        token::pieces(text).iter().any(is_one)
    }

    /// Whether a line that may be a title has elements after a colon or a comma, which must not be lost in a name.
    pub(super) fn has_elements(&self, line: &str) -> bool {
        line.split_once([':', ',']).is_some_and(|(_, rest)| self.are_elements(rest))
    }
}

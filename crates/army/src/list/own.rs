//! The player's own list in shorthand, and any list as its shorthand.

use musterfield_rules::Ruleset;

use super::fault::ShorthandError;
use super::shorthand::{self, ShorthandList};
use super::{ArmyList, Branch, ListChoice, ListGeneral, ListOption, ListPermission};

/// The name of a list that has none.
const UNNAMED: &str = "your own list";

impl ArmyList {
    /// Whether the player's own list has a name.
    #[must_use]
    pub fn has_name(&self) -> bool {
        self.name != UNNAMED
    }

    /// Reads the player's own list, in shorthand.
    ///
    /// # Errors
    /// The word at which reading stopped.
    pub fn own(ruleset: &'static Ruleset, text: &str) -> Result<Self, ShorthandError> {
        Ok(Self::of_shorthand(ruleset, shorthand::read(ruleset, text)?))
    }

    /// The list that was written in shorthand.
    #[must_use]
    pub fn of_shorthand(ruleset: &'static Ruleset, shorthand: ShorthandList) -> Self {
        let usual = ruleset.army.aggression.as_ref().map_or(0, |range| range.usual);
        Self {
            id: String::new(),
            name: if shorthand.heading.is_empty() { UNNAMED.to_owned() } else { shorthand.heading },
            ruleset,
            aggression: shorthand.aggression.unwrap_or(usual),
            years: String::new(),
            ages: Vec::new(),
            places: Vec::new(),
            home_terrains: shorthand.home_terrains,
            allies: Vec::new(),
            enemies: Vec::new(),
            options: shorthand.options,
            summary: String::new(),
            body: shorthand.notes.join("\n"),
        }
    }

    /// The options in shorthand, as [`shorthand::read`] reads them back; none where the shorthand cannot express them.
    #[must_use]
    pub fn short_hand(&self) -> Option<String> {
        let mut entries: Vec<String> = Vec::new();
        let mut before: Option<Branch> = None;
        for option in &self.options {
            let written = option.short_hand(self.ruleset);
            match (option.branch, before, entries.last_mut()) {
                (Some(branch), Some(before), Some(entry)) if branch.block == before.block => {
                    // The bracket of the alternative that is being written is the last character.
                    if branch.alternative == before.alternative {
                        entry.pop();
                        entry.push_str(&format!(" + {written})"));
                    } else {
                        entry.push_str(&format!(" or ({written})"));
                    }
                }
                (Some(_), ..) => entries.push(format!("({written})")),
                (None, ..) => entries.push(written),
            }
            before = option.branch;
        }
        let text = entries.join(", ");
        shorthand::read(self.ruleset, &text).is_ok_and(|read| read.options == self.options).then_some(text)
    }
}

impl ListOption {
    /// The option as an entry in shorthand, as far as the shorthand can express it: `2x3Kn or Cv (Gen)`.
    fn short_hand(&self, ruleset: &Ruleset) -> String {
        let count = match self.max {
            Some(max) if max != self.min => format!("{}-{max}", self.min),
            _ => self.min.to_string(),
        };
        let prefix = ruleset.army.mounted_infantry.as_ref().map_or("", |riding| &*riding.prefix);
        let mut words = Vec::new();
        for id in &self.types {
            let code = &ruleset.troop(*id).code;
            let foot = self.foot_of(*id).map(|foot| format!("//{}", ruleset.troop(foot).code)).unwrap_or_default();
            let rides = self.rides_of(*id);
            if rides != ListPermission::Must {
                words.push(format!("{code}{foot}"));
            }
            if rides != ListPermission::No {
                words.push(format!("{prefix}-{code}"));
            }
        }
        let joint = if self.choice == ListChoice::AllSame { "/" } else { " or " };
        let general = if self.general == ListGeneral::No { "" } else { " (Gen)" };
        let note = if self.note.is_empty() { String::new() } else { format!(" {}", self.note) };
        format!("{count}x{}{general}{note}", words.join(joint))
    }
}

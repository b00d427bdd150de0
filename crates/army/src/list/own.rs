//! The player's own list in shorthand, and any list as its shorthand.

use musterfield_rules::Ruleset;

use super::fault::ShorthandError;
use super::shorthand;
use super::{ArmyList, ListChoice, ListGeneral, ListOption, ListPermission};

impl ArmyList {
    /// Reads the player's own list, in shorthand.
    ///
    /// # Errors
    /// The word at which reading stopped.
    pub fn own(ruleset: &'static Ruleset, text: &str) -> Result<Self, ShorthandError> {
        let shorthand = shorthand::read(ruleset, text)?;
        let usual = ruleset.army.aggression.as_ref().map_or(0, |range| range.usual);
        Ok(Self {
            id: String::new(),
            name: if shorthand.heading.is_empty() { "your own list".to_owned() } else { shorthand.heading },
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
        })
    }

    /// The options in shorthand, as [`shorthand::read`] reads them back; none where the shorthand cannot express them.
    #[must_use]
    pub fn short_hand(&self) -> Option<String> {
        let entries: Vec<String> = self.options.iter().map(|option| option.short_hand(self.ruleset)).collect();
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
            let rides = self.rides_of(*id);
            if rides != ListPermission::Must {
                words.push(code.to_string());
            }
            if rides != ListPermission::No {
                words.push(format!("{prefix}-{code}"));
            }
        }
        let joint = if self.choice == ListChoice::AllSame { "/" } else { " or " };
        let foot = self.dismounts.map(|id| format!("//{}", ruleset.troop(id).code)).unwrap_or_default();
        let general = if self.general == ListGeneral::No { "" } else { " (Gen)" };
        let note = if self.note.is_empty() { String::new() } else { format!(" {}", self.note) };
        format!("{count}x{}{foot}{general}{note}", words.join(joint))
    }
}

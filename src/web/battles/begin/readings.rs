//! The rules that players may read in more than one way, in the form that begins a battle.

use musterfield_battle::state::Options;
use musterfield_rules::Ruleset;
use musterfield_rules::combat::{Reading, ReadingValue};

use crate::web::choice::Choice;
use crate::web::fields::Fields;

/// The beginning of the names of these fields; the id of the reading follows.
const PREFIX: &str = "reading-";

/// A rule that players may read in more than one way, as a field of the form.
pub(super) struct ReadingField {
    /// The name of the field.
    pub name: String,
    pub title: &'static str,
    pub values: Vec<Choice>,
}

/// The values that were chosen, each with the id of its reading. Those of other rules are among them when other rules
/// have been chosen in the form, and count for nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct ChosenReadings(Vec<(String, String)>);

impl ChosenReadings {
    pub(super) fn take(fields: &mut Fields) -> Self {
        let ids = fields.beginning(PREFIX).into_iter();
        Self(ids.map(|id| (fields.text(&format!("{PREFIX}{id}")), id)).map(|(value, id)| (id, value)).collect())
    }

    fn of(&self, reading: &Reading) -> Option<&str> {
        self.0.iter().find(|(id, _)| *id == *reading.id).map(|(_, value)| value.as_str())
    }

    /// The name of a field with a value that its reading does not have.
    pub(super) fn wrong(&self, ruleset: &Ruleset) -> Option<String> {
        let is_wrong = |reading: &&Reading| self.of(reading).is_some_and(|value| reading.value(value).is_none());
        readings(ruleset).iter().find(is_wrong).map(|reading| format!("{PREFIX}{}", reading.id))
    }

    /// The options of a battle by these rules. A reading without a value, or with one that it does not have, is read as
    /// usual.
    pub(super) fn options(&self, ruleset: &Ruleset) -> Options {
        readings(ruleset).iter().fold(Options::default(), |options, reading| {
            let chosen = self.of(reading).and_then(|value| reading.value(value)).unwrap_or(&reading.usual);
            Options { readings: options.readings.choosing(reading, chosen) }
        })
    }

    /// The fields for the rules of a battle.
    pub(super) fn fields(&self, ruleset: &'static Ruleset) -> Vec<ReadingField> {
        let options = self.options(ruleset);
        let field = |reading: &'static Reading| {
            let chosen = reading.chosen(options.readings);
            let choice = |value: &'static ReadingValue| Choice::among(&*value.id, &*value.words, &chosen.id);
            ReadingField {
                name: format!("{PREFIX}{}", reading.id),
                title: &reading.name,
                values: reading.values().map(choice).collect(),
            }
        };
        readings(ruleset).iter().map(field).collect()
    }
}

/// The rules that players may read in more than one way in battles by this ruleset.
fn readings(ruleset: &Ruleset) -> &[Reading] {
    ruleset.battle.as_ref().map_or(&[], |battle| battle.readings())
}

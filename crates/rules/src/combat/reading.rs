//! Rules that players may read in more than one way.

use crate::reference::RuleId;

/// The most values that all readings of a ruleset can have together, besides the usual ones.
pub(crate) const MOST_VALUES: u32 = u16::BITS;

/// A rule that players may read in more than one way, with the values from which they choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Its name in files and addresses: `knights_equal`.
    pub id: Box<str>,
    /// Its name among players.
    pub name: Box<str>,
    /// The value that counts unless the players choose another.
    pub usual: ReadingValue,
    /// The other values; at least one.
    pub others: Vec<ReadingValue>,
    /// The rule.
    pub rule: RuleId,
}

/// One way to read a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadingValue {
    /// Its name in files and addresses: `literal`.
    pub id: Box<str>,
    /// Its name among players: `by the letter`.
    pub words: Box<str>,
    /// The choice of this value alone; empty for the usual one.
    pub(crate) choice: Readings,
}

impl Reading {
    /// All values, the usual one first.
    pub fn values(&self) -> impl Iterator<Item = &ReadingValue> {
        std::iter::once(&self.usual).chain(&self.others)
    }

    /// The value with this id.
    #[must_use]
    pub fn value(&self, id: &str) -> Option<&ReadingValue> {
        self.values().find(|value| *value.id == *id)
    }

    /// The value that players have chosen.
    #[must_use]
    pub fn chosen(&self, readings: Readings) -> &ReadingValue {
        self.others.iter().find(|value| readings.0 & value.choice.0 != 0).unwrap_or(&self.usual)
    }

    /// Whether players have chosen another value than the usual one.
    #[must_use]
    pub fn is_changed(&self, readings: Readings) -> bool {
        readings.0 & self.unusual().0 != 0
    }

    /// All values but the usual one.
    pub(crate) fn unusual(&self) -> Readings {
        self.others.iter().fold(Readings::default(), |all, value| Readings(all.0 | value.choice.0))
    }
}

/// The readings that players have chosen from those of one ruleset; by default the usual ones. Meaningless in another
/// ruleset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Readings(u16);

impl Readings {
    /// The choice of the value with this number, counted through the values of all readings that are not the usual
    /// ones; none for a number from [`MOST_VALUES`] on.
    pub(crate) fn of(number: u32) -> Option<Self> {
        1_u16.checked_shl(number).map(Self)
    }

    /// The same choices, but with this value of a reading.
    #[must_use]
    pub fn choosing(self, reading: &Reading, value: &ReadingValue) -> Self {
        Self(self.0 & !reading.unusual().0 | value.choice.0)
    }

    /// The choices as bits.
    pub(super) const fn bits(self) -> u16 {
        self.0
    }
}

/// A value of a reading that a row requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequiredReading {
    /// The place of the reading among those of the ruleset.
    pub(crate) reading: usize,
    /// The place of the value, the usual one first.
    pub(crate) value: usize,
}

impl RequiredReading {
    /// Whether the row counts unless the players choose otherwise.
    #[must_use]
    pub const fn is_usual(self) -> bool {
        self.value == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book;
    use crate::combat::{Combat, FactSet};

    fn combat(ruleset: &str) -> &'static Combat {
        book().unwrap().ruleset(ruleset).unwrap().combat.as_ref().unwrap()
    }

    #[test]
    fn the_usual_value_counts_until_another_is_chosen() {
        let combat = combat("d3h2");
        let reading = combat.reading("knights_equal").unwrap();
        let other = reading.value("foot_only").unwrap();
        let chosen = Readings::default().choosing(reading, other);
        assert_eq!(&*reading.chosen(Readings::default()).id, "literal");
        assert_eq!(reading.chosen(chosen), other);
        assert_eq!(chosen.choosing(reading, &reading.usual), Readings::default());
        assert!(reading.is_changed(chosen) && !reading.is_changed(Readings::default()));
        assert!(FactSet::from(chosen).has_any(FactSet::from(reading)));
    }

    #[test]
    fn a_ruleset_has_readings_only_if_it_or_the_one_that_it_extends_declares_them() {
        let ids = |ruleset| combat(ruleset).readings.iter().map(|reading| &*reading.id).collect::<Vec<_>>();
        assert_eq!(ids("d3h2"), ["knights_equal"]);
        assert_eq!(ids("d3h2-traditional"), ["knights_equal"]);
        assert_eq!(ids("dbmf"), ["elephants_flee"]);
        for ruleset in ["dba3", "dba22", "hott25"] {
            assert!(ids(ruleset).is_empty(), "{ruleset}");
        }
        let asks = |ruleset| combat(ruleset).asks(&combat("d3h2").readings[0]);
        assert!(asks("d3h2") && !asks("d3h2-traditional"));
    }
}

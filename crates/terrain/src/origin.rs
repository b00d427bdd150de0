//! The origin of a table: whether it is still the result of the dice of its seed.
//!
//! A file contains the seed, but neither the defender's own choices nor later changes. So the table is laid out again
//! from the seed, with each preference that a defender may have had; if no result resembles it, the record and the
//! features are compared with each other.

use super::check::TOLERANCE;
use super::generate::{Method, Preference, STEP, Settings, generate};
use super::layout::{Feature, Layout, RecordEntry};

/// The origin of a table, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Whether the table is exactly the result of the dice of its seed.
    pub as_rolled: bool,
    /// For each line of the record, whether it or its feature was changed by hand.
    pub lines: Vec<RecordChange>,
    /// Results of the dice that are no longer in the record.
    pub taken_away: Vec<RecordEntry>,
}

/// The fate of a line of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordChange {
    /// Unchanged from the dice, as far as that can be determined.
    Rolled,
    /// Changed by hand; with the line as the dice gave it, if known.
    Changed(Option<Box<RecordEntry>>),
}

impl Origin {
    /// The origin of a table that was just rolled.
    #[must_use]
    pub fn rolled(layout: &Layout) -> Self {
        let lines = layout.record.iter().flatten().map(|_| RecordChange::Rolled).collect();
        Self { as_rolled: true, lines, taken_away: Vec::new() }
    }

    /// The origin of any table.
    #[must_use]
    pub fn of(layout: &Layout) -> Self {
        let Some(record) = &layout.record else { return Self::rolled(layout) };
        let mut nearest: Option<(usize, Layout)> = None;
        for settings in tried(layout) {
            let Ok(rolled) = generate(&settings) else { continue };
            if rolled.features == layout.features && rolled.record == layout.record {
                return Self::rolled(layout);
            }
            let alike = likeness(layout, record, &rolled);
            if nearest.as_ref().is_none_or(|(most, _)| alike > *most) {
                nearest = Some((alike, rolled));
            }
        }
        match nearest.filter(|(alike, _)| *alike > 0) {
            Some((_, rolled)) => Self::beside(layout, record, &rolled),
            None => Self {
                as_rolled: false,
                lines: record.iter().map(|line| by_itself(layout, line)).collect(),
                taken_away: Vec::new(),
            },
        }
    }

    /// Compares it with the result of the dice.
    fn beside(layout: &Layout, record: &[RecordEntry], rolled: &Layout) -> Self {
        let known = rolled.record.as_deref().unwrap_or_default();
        let piece = |layout: &Layout, line: &RecordEntry| -> Option<Feature> {
            layout.feature(line.feature.as_deref()?).cloned()
        };
        let lines = record.iter().map(|line| {
            if known.contains(line) && piece(layout, line) == piece(rolled, line) {
                return RecordChange::Rolled;
            }
            RecordChange::Changed(known.iter().find(|other| same_throw(line, other)).cloned().map(Box::new))
        });
        let gone = known.iter().filter(|line| !record.iter().any(|other| same_throw(line, other)));
        Self { as_rolled: false, lines: lines.collect(), taken_away: gone.cloned().collect() }
    }

    /// Whether any change by hand is known.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        !self.taken_away.is_empty() || self.lines.iter().any(|line| matches!(line, RecordChange::Changed(_)))
    }
}

/// The settings that a defender who chose no features may have used, likeliest first.
fn tried(layout: &Layout) -> Vec<Settings> {
    let Some(seed) = layout.seed else { return Vec::new() };
    let chosen = layout.record.iter().flatten().filter(|line| !line.compulsory).count();
    let plain = Settings::new(layout.rules, layout.home, layout.board, seed);
    let mut tried = Vec::new();
    for optional in [None, u8::try_from(chosen).ok()] {
        for preference in Preference::ALL {
            tried.push(Settings { preference, optional, ..plain.clone() });
        }
    }
    if layout.rules.chart.is_some() {
        tried.push(Settings { method: Method::Chart, ..plain });
    }
    tried
}

/// A measure of how certain it is that a table began as another one: 0 if it did not.
///
/// Nobody changes a die by hand, so each die in the record must have been rolled for the other table as well. The
/// defender's own choices do not follow from the dice, so the dice after them differ. If the dice are equal for a few
/// features, or for one that lies exactly as it did, that cannot be coincidence.
fn likeness(layout: &Layout, record: &[RecordEntry], other: &Layout) -> usize {
    const ENOUGH: usize = 3;
    let known = other.record.as_deref().unwrap_or_default();
    let thrown = record.iter().filter(|line| line.die.is_some());
    if !thrown.clone().all(|line| known.iter().any(|one| same_throw(one, line))) {
        return 0;
    }
    let pieces = layout.features.iter().filter(|feature| other.features.contains(feature)).count();
    let thrown = thrown.count();
    if pieces > 0 || thrown >= ENOUGH { pieces + thrown } else { 0 }
}

/// Whether two lines belong to one feature with one die, however it was changed afterwards.
fn same_throw(one: &RecordEntry, other: &RecordEntry) -> bool {
    (one.kind, one.bua, one.die, &one.feature) == (other.kind, other.bua, other.die, &other.feature)
}

/// The verdict on a line without the dice's result to compare it with: sizes are chosen in steps, and a feature is made
/// to them.
fn by_itself(layout: &Layout, line: &RecordEntry) -> RecordChange {
    let piece = line.feature.as_deref().and_then(|id| layout.feature(id));
    let measured = piece.and_then(RecordEntry::measured);
    let differs = |one: (i64, i64), other: (i64, i64)| (one.0 - other.0).abs().max((one.1 - other.1).abs()) > TOLERANCE;
    let is_odd = |size: (i64, i64)| size.0 % STEP != 0 || size.1 % STEP != 0;
    let changed = line.placed
        && (line.die.is_none()
            || line.size.is_some_and(is_odd)
            || line.size.zip(measured).is_some_and(|(size, measured)| differs(size, measured)));
    if changed { RecordChange::Changed(None) } else { RecordChange::Rolled }
}

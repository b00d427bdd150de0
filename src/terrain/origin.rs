//! Whether a table is still what the dice of its seed made of it.
//!
//! A file names the seed, and neither what the defender chose himself nor what was changed afterwards. So the table is
//! laid out again from the seed, with each preference a defender may have had; where none of that is like it, the
//! record and the pieces are held against each other.

use super::check::TOLERANCE;
use super::generate::{Method, Preference, STEP, Settings, generate};
use super::layout::{Choice, Feature, Layout};

/// What is known of where a table comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Whether the table is exactly what the dice of its seed give.
    pub as_rolled: bool,
    /// For each line of the record, whether it or its piece was changed by hand.
    pub lines: Vec<Line>,
    /// What the dice gave and is not in the record any more.
    pub taken_away: Vec<Choice>,
}

/// What became of a line of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// As the dice gave it, as far as can be seen.
    Rolled,
    /// Changed by hand; the line as the dice gave it, if it is known.
    Changed(Option<Box<Choice>>),
}

impl Origin {
    /// Of a table that comes from the dice at this moment.
    #[must_use]
    pub fn rolled(layout: &Layout) -> Self {
        let lines = layout.record.iter().flatten().map(|_| Line::Rolled).collect();
        Self { as_rolled: true, lines, taken_away: Vec::new() }
    }

    /// Of any table.
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

    /// Held against what the dice gave.
    fn beside(layout: &Layout, record: &[Choice], rolled: &Layout) -> Self {
        let known = rolled.record.as_deref().unwrap_or_default();
        let piece =
            |layout: &Layout, line: &Choice| -> Option<Feature> { layout.feature(line.feature.as_deref()?).cloned() };
        let lines = record.iter().map(|line| {
            if known.contains(line) && piece(layout, line) == piece(rolled, line) {
                return Line::Rolled;
            }
            Line::Changed(known.iter().find(|other| same_throw(line, other)).cloned().map(Box::new))
        });
        let gone = known.iter().filter(|line| !record.iter().any(|other| same_throw(line, other)));
        Self { as_rolled: false, lines: lines.collect(), taken_away: gone.cloned().collect() }
    }

    /// Whether something is known to be changed by hand.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        !self.taken_away.is_empty() || self.lines.iter().any(|line| matches!(line, Line::Changed(_)))
    }
}

/// What a defender who names no feature himself may have asked for; the likeliest first.
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

/// How sure it is that a table began as another one: 0 if it is not.
///
/// Nobody changes a die by hand, so each one of the record must have fallen in the other table as well. What the
/// defender chooses himself is not left to the dice, so those after it fall otherwise; dice that are the same for a few
/// features, or beside a piece that lies exactly as it did, are so by no chance.
fn likeness(layout: &Layout, record: &[Choice], other: &Layout) -> usize {
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

/// Whether two lines are of one feature with one die, whatever was made of it afterwards.
fn same_throw(one: &Choice, other: &Choice) -> bool {
    (one.kind, one.bua, one.die, &one.feature) == (other.kind, other.bua, other.die, &other.feature)
}

/// A line without what the dice gave to hold against it: sizes are chosen in steps, and a piece is made to them.
fn by_itself(layout: &Layout, line: &Choice) -> Line {
    let piece = line.feature.as_deref().and_then(|id| layout.feature(id));
    let measured = piece.and_then(Choice::measured);
    let differs = |one: (i64, i64), other: (i64, i64)| (one.0 - other.0).abs().max((one.1 - other.1).abs()) > TOLERANCE;
    let is_odd = |size: (i64, i64)| size.0 % STEP != 0 || size.1 % STEP != 0;
    let changed = line.placed
        && (line.die.is_none()
            || line.size.is_some_and(is_odd)
            || line.size.zip(measured).is_some_and(|(size, measured)| differs(size, measured)));
    if changed { Line::Changed(None) } else { Line::Rolled }
}

//! Types side by side: factors, moves, ranges, prices and Fast.

use super::{Cell, Piece};
use crate::rules::grade::{GradedType, Otherwise};
use crate::rules::kin::{Matched, Sort};
use crate::rules::ruleset::Counts;
use crate::rules::troop::{Cited, FastRule};
use crate::rules::{RuleId, Ruleset, TroopId};

/// A number of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Combat factor against Foot.
    Foot,
    /// Combat factor against everybody else.
    Others,
    /// Move in good going.
    Good,
    /// Move in rough going, where the ruleset knows it.
    Rough,
    /// Move in bad going.
    Bad,
    /// Move by road.
    Road,
    /// Range of shooting, or of a spell.
    Range,
    /// AP of an element.
    Price,
    /// Whether it may be Fast.
    Fast,
}

impl Column {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Foot,
        Self::Others,
        Self::Good,
        Self::Rough,
        Self::Bad,
        Self::Road,
        Self::Range,
        Self::Price,
        Self::Fast,
    ];

    /// How it is headed.
    #[must_use]
    pub const fn head(self) -> &'static str {
        match self {
            Self::Foot => "v Foot",
            Self::Others => "v others",
            Self::Good => "Good",
            Self::Rough => "Rough",
            Self::Bad => "Bad",
            Self::Road => "Road",
            Self::Range => "Range",
            Self::Price => "AP",
            Self::Fast => "Fast",
        }
    }
}

/// A type, as each ruleset that has it has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeRow {
    /// Its name in the first ruleset that has it.
    pub name: String,
    /// A line for each ruleset that has it.
    pub lines: Vec<TypeLine>,
    /// The places of the rulesets that have no such type.
    pub missing: Vec<usize>,
}

/// A type in one ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeLine {
    /// The place of the ruleset in the comparison.
    pub ruleset: usize,
    /// Its code.
    pub code: String,
    /// Its name, where that is not the name of the row.
    pub name: Option<String>,
    /// A value for each of [`Column::ALL`].
    pub values: Vec<Value>,
    /// What elements of other grades have otherwise, where the type is sold in grades.
    pub otherwise: Vec<Piece>,
}

/// A value of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// As it is told, in the ruleset's own unit; empty where the ruleset knows nothing of the sort.
    pub cell: Cell,
    /// The distance in base widths, where the unit is another.
    pub widths: Option<String>,
}

impl TypeRow {
    /// Over how many lines of a table its name stands: one for each ruleset, and one below for what grades have otherwise.
    #[must_use]
    pub fn tall(&self) -> usize {
        self.lines.len() + self.lines.iter().filter(|line| !line.otherwise.is_empty()).count()
    }

    /// The line of a ruleset.
    #[must_use]
    pub fn line(&self, place: usize) -> Option<&TypeLine> {
        self.lines.iter().find(|line| line.ruleset == place)
    }
}

impl TypeLine {
    /// One of its values.
    #[must_use]
    pub fn value(&self, column: Column) -> Option<&Value> {
        let place = Column::ALL.iter().position(|known| *known == column)?;
        self.values.get(place)
    }
}

/// All types of some rulesets.
pub(super) fn rows(rulesets: &[&Ruleset], matched: &[Matched]) -> Vec<TypeRow> {
    let row = |matched: &Matched| {
        let mut name = String::new();
        let mut lines: Vec<TypeLine> = Vec::new();
        let mut missing = Vec::new();
        for (place, (ruleset, sort)) in rulesets.iter().zip(matched).enumerate() {
            let Some(sort) = *sort else {
                missing.push(place);
                continue;
            };
            let own = sort.name(ruleset);
            if lines.is_empty() {
                name.clone_from(&own);
            }
            lines.push(TypeLine {
                ruleset: place,
                code: ruleset.plain_code(sort.troop).to_owned(),
                name: (own != name).then_some(own),
                values: Column::ALL.iter().map(|column| value(ruleset, sort, *column)).collect(),
                otherwise: graded(ruleset, sort).map(|own| otherwise(ruleset, &own)).unwrap_or_default(),
            });
        }
        // There is something to differ from only where the first ruleset has the type.
        if let Some((first, others)) = lines.split_first_mut()
            && first.ruleset == 0
        {
            for line in others {
                for (value, known) in line.values.iter_mut().zip(&first.values) {
                    // Distances are the same where they are as long, whatever they are counted in.
                    let told = |value: &Value| value.widths.clone().unwrap_or_else(|| value.cell.text());
                    let is_there = !value.cell.pieces.is_empty() && !known.cell.pieces.is_empty();
                    value.cell.differs = is_there && told(value) != told(known);
                }
            }
        }
        TypeRow { name, lines, missing }
    };
    matched.iter().map(row).collect()
}

/// The type of a sort with its grades, where it has any.
fn graded(ruleset: &Ruleset, sort: Sort) -> Option<GradedType> {
    let family = ruleset.troop(sort.troop).graded.as_ref()?.family;
    ruleset.graded_types().into_iter().find(|own| own.family == family)
}

/// In which grades there are elements of a type, and what those have otherwise than the usual: `(S): moves 80/40/–`.
fn otherwise(ruleset: &Ruleset, own: &GradedType) -> Vec<Piece> {
    let letter = |id: TroopId| format!("({})", ruleset.letter(id).unwrap_or_default());
    let described = ruleset.troop(own.usual).graded.as_ref().map(|graded| &graded.described_rule);
    let all: Vec<String> = own.grades.iter().map(|id| letter(*id)).collect();
    let mut groups: Vec<(Vec<String>, Otherwise)> = Vec::new();
    for id in &own.grades {
        let Some(found) = Otherwise::new(ruleset, *id, own.usual) else { continue };
        match groups.iter_mut().find(|(_, known)| *known == found) {
            Some((letters, _)) => letters.push(letter(*id)),
            None => groups.push((vec![letter(*id)], found)),
        }
    }
    let first = Piece::new(format!("{}; the numbers are of {}", all.join(" "), letter(own.usual)), described);
    let others = groups
        .iter()
        .map(|(letters, found)| Piece::new(format!("{}: {}", letters.join(" "), found.text), &found.rules));
    std::iter::once(first).chain(others).collect()
}

fn value(ruleset: &Ruleset, sort: Sort, column: Column) -> Value {
    let troop = ruleset.troop(sort.troop);
    let (moves, move_rule) = match &troop.fast_movement {
        Some(quick) if sort.fast => (quick.is, &quick.rule),
        _ => (troop.movement.is, &troop.movement.rule),
    };
    let told = |text: String, rule: &RuleId| Value { cell: Cell::new([Piece::new(text, [rule])]), widths: None };
    let distance = |distance: u16, rule: &RuleId| {
        let hundredths = ruleset.in_base_widths(distance);
        let is_same = hundredths == Some(u32::from(distance) * 100);
        let text = if is_same { distance.to_string() } else { format!("{distance} {}", ruleset.unit) };
        Value { widths: hundredths.filter(|_| !is_same).map(widths), ..told(text, rule) }
    };
    let moved = |is: Option<u16>| match is {
        Some(is) => distance(is, move_rule),
        None => told("none".to_owned(), move_rule),
    };
    let has_rough = || ruleset.troops().any(|(_, troop)| troop.movement.is.rough.is_some());
    let factor = &troop.factor;
    match column {
        Column::Foot => {
            let shot = factor.is.shot_foot.map(|shot| format!(" ({shot} shot at)")).unwrap_or_default();
            told(format!("{}{shot}", factor.is.foot), &factor.rule)
        }
        Column::Others => told(factor.is.mounted.to_string(), &factor.rule),
        Column::Good => moved(moves.good),
        Column::Rough if has_rough() => moved(moves.rough),
        Column::Rough => Value::default(),
        Column::Bad => moved(moves.bad),
        Column::Road => moved(moves.road.or(moves.good)),
        Column::Range => match (&troop.range, &troop.spell) {
            (Some(range), _) => distance(range.is, &range.rule),
            (None, Some(spell)) => {
                let found = distance(spell.is, &spell.rule);
                Value { cell: told(format!("{} spell", found.cell.text()), &spell.rule).cell, ..found }
            }
            (None, None) => Value::default(),
        },
        Column::Price if !ruleset.grades.is_empty() => {
            let prices = graded(ruleset, sort).and_then(|own| own.prices(ruleset));
            match (prices, &troop.graded) {
                (Some((least, most)), Some(graded)) if least == most => told(least.to_string(), &graded.price_rule),
                (Some((least, most)), Some(graded)) => told(format!("{least}–{most}"), &graded.price_rule),
                _ => Value::default(),
            }
        }
        Column::Price if ruleset.counts() == Counts::Points => match &troop.cost {
            Some(Cited { is, rule }) => told(is.to_string(), rule),
            None => Value::default(),
        },
        Column::Price => Value::default(),
        Column::Fast => {
            let word = match troop.fast.is {
                _ if !knows_fast(ruleset) => return Value::default(),
                FastRule::No => "never",
                FastRule::Always => "always",
                FastRule::May if sort.fast => "chosen",
                FastRule::Usual if sort.fast => "usual",
                FastRule::May => "may be",
                FastRule::Usual => "usually is",
            };
            told(word.to_owned(), &troop.fast.rule)
        }
    }
}

/// Whether a ruleset knows Fast troops at all.
pub(super) fn knows_fast(ruleset: &Ruleset) -> bool {
    ruleset.troops().any(|(_, troop)| troop.fast.is != FastRule::No)
}

/// Hundredths of a base width: `1.9`, `2`, `0.64`.
fn widths(hundredths: u32) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

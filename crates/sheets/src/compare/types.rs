//! Compares types: factors, moves, ranges, prices and Fast.

use musterfield_rules::counterparts::{ElementKind, Matched};
use musterfield_rules::grade::{GradeDifference, GradedType};
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::troop::{Cited, FastRule};
use musterfield_rules::{RuleId, Ruleset, TroopId};

use super::table::{Cell, CitedText};

/// A column of the table of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeColumn {
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

impl TypeColumn {
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

    /// The heading.
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

/// A type, in each ruleset that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeRow {
    /// Its name in the first ruleset that has it.
    pub name: String,
    /// A row for each ruleset that has it.
    pub lines: Vec<TypeLine>,
    /// The positions of the rulesets that have no such type.
    pub missing: Vec<usize>,
}

/// A type in one ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeLine {
    /// The position of the ruleset in the comparison.
    pub ruleset: usize,
    /// Its code.
    pub code: String,
    /// Its name, if that differs from the name of the row.
    pub name: Option<String>,
    /// A value for each of [`TypeColumn::ALL`].
    pub values: Vec<Value>,
    /// The differences of elements of other grades, if the type is sold in grades.
    pub otherwise: Vec<CitedText>,
}

/// A value of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// The value in the ruleset's own unit; empty if the ruleset has no such value.
    pub cell: Cell,
    /// The distance in base widths, if the unit is another.
    pub widths: Option<String>,
}

impl TypeRow {
    /// The number of rows of a table beside its name: one for each ruleset, and one below each for the differences of
    /// grades.
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
    pub fn value(&self, column: TypeColumn) -> Option<&Value> {
        let place = TypeColumn::ALL.iter().position(|known| *known == column)?;
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
                values: TypeColumn::ALL.iter().map(|column| value(ruleset, sort, *column)).collect(),
                otherwise: graded(ruleset, sort).map(|own| otherwise(ruleset, &own)).unwrap_or_default(),
            });
        }
        // There are differences only where the first ruleset has the type.
        if let Some((first, others)) = lines.split_first_mut()
            && first.ruleset == 0
        {
            for line in others {
                for (value, known) in line.values.iter_mut().zip(&first.values) {
                    // Distances are equal if they have the same length, whatever their units.
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

/// The type of a kind of element with its grades, if it has any.
fn graded(ruleset: &Ruleset, sort: ElementKind) -> Option<GradedType> {
    let family = ruleset.troop(sort.troop).graded.as_ref()?.family;
    ruleset.graded_types().into_iter().find(|own| own.family == family)
}

/// The grades of a type, and how their elements differ from the usual: `(S): moves 80/40/–`.
fn otherwise(ruleset: &Ruleset, own: &GradedType) -> Vec<CitedText> {
    let letter = |id: TroopId| format!("({})", ruleset.letter(id).unwrap_or_default());
    let described = ruleset.troop(own.usual).graded.as_ref().map(|graded| &graded.described_rule);
    let all: Vec<String> = own.grades.iter().map(|id| letter(*id)).collect();
    let mut groups: Vec<(Vec<String>, GradeDifference)> = Vec::new();
    for id in &own.grades {
        let Some(found) = GradeDifference::new(ruleset, *id, own.usual) else { continue };
        match groups.iter_mut().find(|(_, known)| *known == found) {
            Some((letters, _)) => letters.push(letter(*id)),
            None => groups.push((vec![letter(*id)], found)),
        }
    }
    let first = CitedText::new(format!("{}; the numbers are those of {}", all.join(" "), letter(own.usual)), described);
    let others = groups
        .iter()
        .map(|(letters, found)| CitedText::new(format!("{}: {}", letters.join(" "), found.text), &found.rules));
    std::iter::once(first).chain(others).collect()
}

fn value(ruleset: &Ruleset, sort: ElementKind, column: TypeColumn) -> Value {
    let troop = ruleset.troop(sort.troop);
    let (moves, move_rule) = match &troop.fast_movement {
        Some(quick) if sort.fast => (quick.value, &quick.rule),
        _ => (troop.movement.value, &troop.movement.rule),
    };
    let told = |text: String, rule: &RuleId| Value { cell: Cell::new([CitedText::new(text, [rule])]), widths: None };
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
    let has_rough = || ruleset.troops().any(|(_, troop)| troop.movement.value.rough.is_some());
    let factor = &troop.factor;
    match column {
        TypeColumn::Foot => {
            let shot = factor.value.shot_foot.map(|shot| format!(" ({shot} shot at)")).unwrap_or_default();
            told(format!("{}{shot}", factor.value.foot), &factor.rule)
        }
        TypeColumn::Others => told(factor.value.mounted.to_string(), &factor.rule),
        TypeColumn::Good => moved(moves.good),
        TypeColumn::Rough if has_rough() => moved(moves.rough),
        TypeColumn::Rough => Value::default(),
        TypeColumn::Bad => moved(moves.bad),
        TypeColumn::Road => moved(moves.road.or(moves.good)),
        TypeColumn::Range => match (&troop.range, &troop.spell) {
            (Some(range), _) => distance(range.value, &range.rule),
            (None, Some(spell)) => {
                let found = distance(spell.value, &spell.rule);
                Value { cell: told(format!("{} spell", found.cell.text()), &spell.rule).cell, ..found }
            }
            (None, None) => Value::default(),
        },
        TypeColumn::Price if !ruleset.grades.is_empty() => {
            let prices = graded(ruleset, sort).and_then(|own| own.prices(ruleset));
            match (prices, &troop.graded) {
                (Some((least, most)), Some(graded)) if least == most => told(least.to_string(), &graded.price_rule),
                (Some((least, most)), Some(graded)) => told(format!("{least}–{most}"), &graded.price_rule),
                _ => Value::default(),
            }
        }
        TypeColumn::Price if ruleset.counts() == SizeUnit::Points => match &troop.cost {
            Some(Cited { value: is, rule }) => told(is.to_string(), rule),
            None => Value::default(),
        },
        TypeColumn::Price => Value::default(),
        TypeColumn::Fast => {
            let word = match troop.fast.value {
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

/// Whether a ruleset has Fast troops at all.
pub(super) fn knows_fast(ruleset: &Ruleset) -> bool {
    ruleset.troops().any(|(_, troop)| troop.fast.value != FastRule::No)
}

/// Hundredths of a base width: `1.9`, `2`, `0.64`.
fn widths(hundredths: u32) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

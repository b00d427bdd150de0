//! Corresponding types of two rulesets: by names and codes as the other ruleset reads them, with Fast matched to
//! Fast.

use super::troop::FastRule;
use super::{Book, Ruleset, Troop, TroopId};

/// Elements of one type that are Fast or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementKind {
    /// The type.
    pub troop: TroopId,
    /// Whether they are Fast on the table.
    pub fast: bool,
}

impl ElementKind {
    /// Its distinct name within the ruleset: `Fast Blades`.
    #[must_use]
    pub fn name(self, ruleset: &Ruleset) -> String {
        let troop = ruleset.troop(self.troop);
        if let Some(graded) = &troop.graded {
            return ruleset.family(graded.family).plural.to_string();
        }
        if self.fast && troop.fast.value.is_choice() { format!("Fast {}", troop.name) } else { troop.name.to_string() }
    }
}

/// All element kinds of a ruleset, in its order. A type that is sold in grades is one kind, in its default grade.
#[must_use]
pub fn element_kinds(ruleset: &Ruleset) -> Vec<ElementKind> {
    let of_type = |(troop, rules): (TroopId, &Troop)| {
        let fast: &[bool] = match rules.fast.value {
            FastRule::No => &[false],
            FastRule::Always => &[true],
            FastRule::May | FastRule::Usual => &[false, true],
        };
        fast.iter().map(move |fast| ElementKind { troop, fast: *fast })
    };
    if !ruleset.grades.is_empty() {
        return ruleset.graded_types().iter().map(|own| ElementKind { troop: own.usual, fast: false }).collect();
    }
    ruleset.troops().flat_map(of_type).collect()
}

/// The kind that another ruleset reads from the name of this one, or from its code if it does not know the name.
fn read(from: &Ruleset, kind: ElementKind, to: &Ruleset) -> Option<ElementKind> {
    let troop = from.troop(kind.troop);
    // A type that is always Fast because of its figures is named without the word.
    let plain = |name: &str| name.trim_start_matches("Fast ").to_owned();
    let words = match troop.graded.as_ref().map(|graded| from.family(graded.family)) {
        Some(family) => [&family.plural, &family.singular, &family.plural, &family.code].map(ToString::to_string),
        None => [plain(&troop.name), plain(&troop.singular), plain(&troop.plural), troop.code.to_string()],
    };
    let mut found = words.iter().find_map(|word| to.spellings().read(word))?.troop;
    if let (true, Some(quick)) = (kind.fast, to.troop(found).fast_as) {
        found = quick;
    }
    Some(ElementKind { troop: found, fast: to.troop(found).fast.value.applies(kind.fast) })
}

/// The relations between the types of all rulesets of a book.
pub struct Counterparts<'b> {
    rulesets: &'b [Ruleset],
    /// For each ruleset and each other ruleset, the pairs of kinds that correspond.
    known: Vec<Vec<Vec<(ElementKind, ElementKind)>>>,
}

/// A type in each ruleset of a comparison; `None` where a ruleset lacks it.
pub type Matched = Vec<Option<ElementKind>>;

impl<'b> Counterparts<'b> {
    /// Computes the counterparts for all rulesets of a book.
    #[must_use]
    pub fn new(book: &'b Book) -> Self {
        let rulesets = book.rulesets();
        let pairs = |from: &Ruleset, to: &Ruleset| {
            let pair = |kind: ElementKind| {
                let found = read(from, kind, to)?;
                // A kind that is Fast here and not there corresponds only if there is no better candidate.
                let is_same = found.fast == kind.fast || read(to, found, from) == Some(kind);
                is_same.then_some((kind, found))
            };
            element_kinds(from).into_iter().filter_map(pair).collect::<Vec<_>>()
        };
        let known = rulesets.iter().map(|from| rulesets.iter().map(|to| pairs(from, to)).collect()).collect();
        Self { rulesets, known }
    }

    fn place(&self, ruleset: &Ruleset) -> Option<usize> {
        self.rulesets.iter().position(|known| known.id == ruleset.id)
    }

    /// The kind that corresponds directly, read from either side.
    fn directly(&self, from: usize, kind: ElementKind, to: usize) -> Option<ElementKind> {
        let read = |from: usize, to: usize| self.known.get(from).and_then(|known| known.get(to)).into_iter().flatten();
        let there = read(from, to).find(|(own, _)| *own == kind).map(|(_, other)| *other);
        there.or_else(|| read(to, from).find(|(_, own)| *own == kind).map(|(other, _)| *other))
    }

    /// The counterpart of a kind in another ruleset: directly, or by way of a third ruleset that knows both names.
    #[must_use]
    pub fn counterpart(&self, from: &Ruleset, kind: ElementKind, to: &Ruleset) -> Option<ElementKind> {
        let (from, to) = (self.place(from)?, self.place(to)?);
        self.directly(from, kind, to).or_else(|| {
            let others = (0..self.rulesets.len()).filter(|other| *other != from && *other != to);
            let mut ways = others.filter_map(|by| self.directly(by, self.directly(from, kind, by)?, to));
            ways.next()
        })
    }

    /// The types of some rulesets, each row led by the first ruleset that has it: those of the first in its order,
    /// then those of the others that have no row yet. Fast elements of a type that may be Fast have a row of their
    /// own only where another ruleset has them too.
    #[must_use]
    pub fn match_types(&self, rulesets: &[&Ruleset]) -> Vec<Matched> {
        let mut rows: Vec<Matched> = Vec::new();
        for (place, ruleset) in rulesets.iter().enumerate() {
            for kind in element_kinds(ruleset) {
                if rows.iter().any(|row| row.get(place).copied().flatten() == Some(kind)) {
                    continue;
                }
                let row: Matched = rulesets
                    .iter()
                    .map(
                        |other| {
                            if other.id == ruleset.id { Some(kind) } else { self.counterpart(ruleset, kind, other) }
                        },
                    )
                    .collect();
                let is_alone = row.iter().flatten().count() == 1;
                if is_alone && kind.fast && ruleset.troop(kind.troop).fast.value.is_choice() {
                    continue;
                }
                rows.push(row);
            }
        }
        rows
    }
}

//! Who of one ruleset is whom of another: by names and codes as the other reads them, Fast by Fast.

use super::troop::FastRule;
use super::{Book, Ruleset, Troop, TroopId};

/// Elements of one type that are, or are not, Fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The type.
    pub troop: TroopId,
    /// Whether they are Fast on the table.
    pub fast: bool,
}

impl Sort {
    /// Its name among others of its ruleset: `Fast Blades`.
    #[must_use]
    pub fn name(self, ruleset: &Ruleset) -> String {
        let troop = ruleset.troop(self.troop);
        if let Some(graded) = &troop.graded {
            return ruleset.family(graded.family).plural.to_string();
        }
        if self.fast && troop.fast.is.is_choice() { format!("Fast {}", troop.name) } else { troop.name.to_string() }
    }
}

/// All sorts of a ruleset, in its order. A type that is sold in grades is one sort, in the grade that is meant where none is
/// said.
#[must_use]
pub fn sorts(ruleset: &Ruleset) -> Vec<Sort> {
    let of_type = |(troop, rules): (TroopId, &Troop)| {
        let fast: &[bool] = match rules.fast.is {
            FastRule::No => &[false],
            FastRule::Always => &[true],
            FastRule::May | FastRule::Usual => &[false, true],
        };
        fast.iter().map(move |fast| Sort { troop, fast: *fast })
    };
    if !ruleset.grades.is_empty() {
        return ruleset.graded_types().iter().map(|own| Sort { troop: own.usual, fast: false }).collect();
    }
    ruleset.troops().flat_map(of_type).collect()
}

/// The sort that another ruleset means by the name of this one; by its code if it does not know the name.
fn read(from: &Ruleset, sort: Sort, to: &Ruleset) -> Option<Sort> {
    let troop = from.troop(sort.troop);
    // A type that is always Fast by its figures is named without the word.
    let plain = |name: &str| name.trim_start_matches("Fast ").to_owned();
    let words = match troop.graded.as_ref().map(|graded| from.family(graded.family)) {
        Some(family) => [&family.plural, &family.singular, &family.plural, &family.code].map(ToString::to_string),
        None => [plain(&troop.name), plain(&troop.singular), plain(&troop.plural), troop.code.to_string()],
    };
    let mut found = words.iter().find_map(|word| to.spellings().read(word))?.troop;
    if let (true, Some(quick)) = (sort.fast, to.troop(found).fast_as) {
        found = quick;
    }
    Some(Sort { troop: found, fast: to.troop(found).fast.is.applies(sort.fast) })
}

/// How the types of all rulesets of a book are related.
pub struct Kinship<'b> {
    rulesets: &'b [Ruleset],
    /// For each ruleset and each other, who is read as whom.
    known: Vec<Vec<Vec<(Sort, Sort)>>>,
}

/// A type as each ruleset of a comparison has it.
pub type Matched = Vec<Option<Sort>>;

impl<'b> Kinship<'b> {
    /// Of all rulesets of a book.
    #[must_use]
    pub fn new(book: &'b Book) -> Self {
        let rulesets = book.rulesets();
        let pairs = |from: &Ruleset, to: &Ruleset| {
            let pair = |sort: Sort| {
                let found = read(from, sort, to)?;
                // Who is Fast here and not there is the same only if there is nobody else whom it could be.
                let is_same = found.fast == sort.fast || read(to, found, from) == Some(sort);
                is_same.then_some((sort, found))
            };
            sorts(from).into_iter().filter_map(pair).collect::<Vec<_>>()
        };
        let known = rulesets.iter().map(|from| rulesets.iter().map(|to| pairs(from, to)).collect()).collect();
        Self { rulesets, known }
    }

    fn place(&self, ruleset: &Ruleset) -> Option<usize> {
        self.rulesets.iter().position(|known| known.id == ruleset.id)
    }

    /// Who is read as whom directly, from either side.
    fn directly(&self, from: usize, sort: Sort, to: usize) -> Option<Sort> {
        let read = |from: usize, to: usize| self.known.get(from).and_then(|known| known.get(to)).into_iter().flatten();
        let there = read(from, to).find(|(own, _)| *own == sort).map(|(_, other)| *other);
        there.or_else(|| read(to, from).find(|(_, own)| *own == sort).map(|(other, _)| *other))
    }

    /// Who of another ruleset a sort is: directly, or by way of a third ruleset that knows both names.
    #[must_use]
    pub fn counterpart(&self, from: &Ruleset, sort: Sort, to: &Ruleset) -> Option<Sort> {
        let (from, to) = (self.place(from)?, self.place(to)?);
        self.directly(from, sort, to).or_else(|| {
            let others = (0..self.rulesets.len()).filter(|other| *other != from && *other != to);
            let mut ways = others.filter_map(|by| self.directly(by, self.directly(from, sort, by)?, to));
            ways.next()
        })
    }

    /// The types of some rulesets, each row led by the first ruleset that has it: those of the first in its order, then
    /// those of the others that have no place yet. Fast elements of a type that may be Fast stand apart only where another
    /// ruleset has them too.
    #[must_use]
    pub fn matched(&self, rulesets: &[&Ruleset]) -> Vec<Matched> {
        let mut rows: Vec<Matched> = Vec::new();
        for (place, ruleset) in rulesets.iter().enumerate() {
            for sort in sorts(ruleset) {
                if rows.iter().any(|row| row.get(place).copied().flatten() == Some(sort)) {
                    continue;
                }
                let row: Matched = rulesets
                    .iter()
                    .map(
                        |other| {
                            if other.id == ruleset.id { Some(sort) } else { self.counterpart(ruleset, sort, other) }
                        },
                    )
                    .collect();
                let is_alone = row.iter().flatten().count() == 1;
                if is_alone && sort.fast && ruleset.troop(sort.troop).fast.is.is_choice() {
                    continue;
                }
                rows.push(row);
            }
        }
        rows
    }
}

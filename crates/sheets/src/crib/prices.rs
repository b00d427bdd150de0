//! The prices of elements where each type is sold in grades: a row for each type, a column for each grade.

use musterfield_rules::grade::{Grade, GradedType};
use musterfield_rules::{Points, RuleId, Ruleset};

/// The prices of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prices<'r> {
    /// The grades of the columns.
    pub grades: &'r [Grade],
    /// The types, in the order of the ruleset.
    pub rows: Vec<PriceRow<'r>>,
}

/// The prices of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceRow<'r> {
    /// Its code.
    pub code: &'r str,
    /// Its name.
    pub name: &'r str,
    /// The rule of the prices.
    pub rule: &'r RuleId,
    /// The rule that describes the grades of the type.
    pub described_rule: &'r RuleId,
    /// A price for each grade.
    pub prices: Vec<Price>,
}

/// The price of a type in a grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// The AP of a regular element, if it can be bought.
    pub regular: Option<Points>,
    /// The AP of an irregular element, if it can be bought.
    pub irregular: Option<Points>,
    /// Whether the rules describe such elements.
    pub described: bool,
}

impl Price {
    /// Whether it can be bought although the rules do not describe it.
    #[must_use]
    pub fn is_undescribed(&self) -> bool {
        !self.described && (self.regular.is_some() || self.irregular.is_some())
    }

    /// Whether the rules describe it and print no price.
    #[must_use]
    pub fn is_unpriced(&self) -> bool {
        self.described && self.regular.is_none() && self.irregular.is_none()
    }
}

impl<'r> Prices<'r> {
    /// The prices of a ruleset; `None` if its types have no grades.
    #[must_use]
    pub fn new(ruleset: &'r Ruleset) -> Option<Self> {
        let row = |own: GradedType| {
            let family = ruleset.family(own.family);
            let of_type = |grade: &Grade| {
                let id = ruleset.regraded(own.usual, &grade.letter)?;
                ruleset.troop(id).graded.as_ref()
            };
            let usual = ruleset.troop(own.usual).graded.as_ref()?;
            let price = |grade: &Grade| {
                let graded = of_type(grade);
                Price {
                    regular: graded.and_then(|graded| graded.regular),
                    irregular: graded.and_then(|graded| graded.irregular),
                    described: graded.is_some_and(|graded| graded.described),
                }
            };
            Some(PriceRow {
                code: &family.code,
                name: &family.plural,
                rule: &usual.price_rule,
                described_rule: &usual.described_rule,
                prices: ruleset.grades.iter().map(price).collect(),
            })
        };
        let rows: Vec<PriceRow<'r>> = ruleset.graded_types().into_iter().filter_map(row).collect();
        (!rows.is_empty()).then_some(Self { grades: &ruleset.grades, rows })
    }
}

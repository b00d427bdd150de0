//! The number of AP that players agree on.

use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Points, Ruleset};

use super::fault::Fault;

/// Why an army cannot have this number of AP: it is not a multiple of the step of all costs (D3H2-COST-12), or beyond
/// the limits of the program, since the rules leave the number to the players. `None` for a ruleset that counts elements.
#[must_use]
pub fn budget_fault(ruleset: &Ruleset, points: Points) -> Option<Fault> {
    let budget = &ruleset.army.budget;
    if budget.counts == SizeUnit::Elements {
        None
    } else if !points.is_multiple_of(budget.step) {
        Some(Fault::BudgetStep { points })
    } else {
        (points < budget.least || points > budget.most).then_some(Fault::BudgetRange { points })
    }
}

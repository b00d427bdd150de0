//! The settings of a strong player.

use crate::captain::Budget;
use crate::policy::Policy;
use crate::weights::Weights;

/// The policies that a strong player follows and expects, and its budget.
#[derive(Clone, Debug)]
pub struct Mind {
    /// Its budget.
    pub budget: Budget,
    /// The weights by which it proposes plans and plays on.
    pub weights: Weights,
    /// The policy by which it plays plans on.
    pub own: Policy,
    /// The policies that its opponent may follow.
    pub models: Vec<Policy>,
    /// The number of bounds that it looks ahead.
    pub horizon: u16,
}

impl Mind {
    /// The usual mind with a budget.
    #[must_use]
    pub fn new(budget: Budget, weights: Weights) -> Self {
        let own = Policy::Quick(weights);
        Self { budget, weights, own, models: vec![own, Policy::Plain], horizon: 4 }
    }
}

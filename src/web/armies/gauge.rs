//! The gauge of points spent.

use musterfield_army::Report;
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Points, Ruleset};

/// The points spent as a drawing: positions in hundredths of the budget.
#[derive(Clone, Debug)]
pub(super) struct Gauge {
    /// Whether AP are spent on anything except elements.
    pub other_costs: bool,
    pub other_costs_note: String,
    /// The unit: `AP`, `elements`.
    pub unit: &'static str,
    /// Whether elements have prices.
    pub priced: bool,
    pub spent: Points,
    pub budget: Points,
    pub left: Points,
    pub over: bool,
    pub fill: u8,
    /// Whether the rules have a cap on costly elements.
    pub caps_high: bool,
    pub high: Points,
    pub high_cap: Points,
    pub high_fill: u8,
    pub high_mark: u8,
    pub high_over: bool,
    /// Whether the rules have a cap on allies.
    pub caps_allies: bool,
    pub allies: Points,
    pub allies_cap: Points,
    pub allies_fill: u8,
    pub allies_mark: u8,
    pub allies_over: bool,
    /// The side of its mark at which a label stands so that it does not leave the gauge.
    pub high_anchor: &'static str,
    pub allies_anchor: &'static str,
}

/// The side of a mark on a gauge at which its label stands.
fn anchor(mark: u8) -> &'static str {
    match mark {
        0..15 => "start",
        15..=85 => "middle",
        _ => "end",
    }
}

impl Gauge {
    /// The gauge for those who cannot see it.
    pub(super) fn spoken(&self) -> String {
        let Self { spent, budget, unit, .. } = self;
        let mut spoken = format!("{spent} of {budget} {unit}{}", if self.priced { " spent" } else { "" });
        if self.caps_high {
            spoken += &format!("; {} of at most {} AP on costly elements", self.high, self.high_cap);
        }
        if self.caps_allies {
            let on = if self.priced { "on allies" } else { "allied" };
            spoken += &format!("; {} of at most {} {unit} {on}", self.allies, self.allies_cap);
        }
        spoken
    }

    /// The points left, or spent beyond the limit: `3 AP left`, `over by 2`.
    pub(super) fn balance(&self) -> String {
        let unit = if self.priced { " AP" } else { "" };
        if self.over {
            format!("over by {}{unit}", self.spent - self.budget)
        } else {
            format!("{}{unit} left", self.left)
        }
    }

    /// The room that is left, with its unit: `3 AP left`, `4 elements to go`.
    pub(super) fn room(&self) -> String {
        if self.priced { self.balance() } else { format!("{} {} to go", self.left, SizeUnit::Elements.unit(self.left)) }
    }

    /// Whether nothing is left.
    pub(super) fn is_spent(&self) -> bool {
        self.left == Points::ZERO
    }

    /// The gauge of an army.
    pub(super) fn new(ruleset: &Ruleset, report: &Report) -> Self {
        let figures = &report.totals;
        let (high_mark, allies_mark) =
            (figures.costly_cap.percent_of(figures.budget), figures.allies_cap.percent_of(figures.budget));
        let counts = ruleset.counts();
        let other_costs = ruleset.army.graded.other_costs.as_ref();
        Self {
            other_costs: other_costs.is_some(),
            other_costs_note: other_costs.map(|other| other.value.to_string()).unwrap_or_default(),
            unit: counts.unit(figures.budget),
            priced: counts == SizeUnit::Points,
            spent: figures.spent,
            budget: figures.budget,
            left: figures.unspent(),
            over: figures.spent > figures.budget,
            fill: figures.spent.percent_of(figures.budget),
            caps_high: ruleset.army.half_cap.is_some(),
            high: figures.costly,
            high_cap: figures.costly_cap,
            high_fill: figures.costly.percent_of(figures.budget),
            high_mark,
            high_anchor: anchor(high_mark),
            high_over: figures.costly > figures.costly_cap,
            caps_allies: ruleset.army.allies.is_some() && ruleset.commands(figures.budget).is_none(),
            allies: figures.allies,
            allies_cap: figures.allies_cap,
            allies_fill: figures.allies.percent_of(figures.budget),
            allies_mark,
            allies_anchor: anchor(allies_mark),
            allies_over: figures.allies > figures.allies_cap,
        }
    }
}

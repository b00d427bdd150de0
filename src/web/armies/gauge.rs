//! Points spent, as a drawing.

use crate::army::Report;
use crate::rules::ruleset::Counts;
use crate::rules::{Points, Ruleset};

/// Points spent, drawn: positions in hundredths of the budget.
#[derive(Clone, Debug)]
pub(super) struct Gauge {
    /// What is counted: `AP`, `elements`.
    /// Whether AP are spent on other things than elements, and on what.
    pub other_costs: bool,
    pub other_costs_note: String,
    pub unit: &'static str,
    /// Whether elements cost anything but themselves.
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
    /// At which side of its mark a word stands so that it does not leave the gauge.
    pub high_anchor: &'static str,
    pub allies_anchor: &'static str,
}

/// The side of a mark on a gauge at which its word stands.
fn anchor(mark: u8) -> &'static str {
    match mark {
        0..15 => "start",
        15..=85 => "middle",
        _ => "end",
    }
}

impl Gauge {
    /// Whether nothing is left.
    pub(super) fn is_spent(&self) -> bool {
        self.left == Points::ZERO
    }

    /// What an army has spent of what it may.
    pub(super) fn new(ruleset: &Ruleset, report: &Report) -> Self {
        let figures = &report.figures;
        let (high_mark, allies_mark) =
            (figures.high_cap.percent_of(figures.budget), figures.allies_cap.percent_of(figures.budget));
        let counts = ruleset.counts();
        let other_costs = ruleset.army.graded.other_costs.as_ref();
        Self {
            other_costs: other_costs.is_some(),
            other_costs_note: other_costs.map(|other| other.is.to_string()).unwrap_or_default(),
            unit: counts.unit(figures.budget),
            priced: counts == Counts::Points,
            spent: figures.spent,
            budget: figures.budget,
            left: figures.unspent(),
            over: figures.spent > figures.budget,
            fill: figures.spent.percent_of(figures.budget),
            caps_high: ruleset.army.half_cap.is_some(),
            high: figures.high,
            high_cap: figures.high_cap,
            high_fill: figures.high.percent_of(figures.budget),
            high_mark,
            high_anchor: anchor(high_mark),
            high_over: figures.high > figures.high_cap,
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

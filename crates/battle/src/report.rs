//! What happened when an order was carried out.

use musterfield_geometry::Base;
use musterfield_rules::RuleId;
use musterfield_rules::combat::{Held, Outcome};

use super::element::Id;
use super::order::Foe;
use super::rule::Rule;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A die was rolled.
    Rolled {
        /// For what.
        die: Die,
        /// What it shows.
        score: u8,
    },
    /// An element stands elsewhere.
    Moved(Id, Base),
    /// Totals of a fight, shot or spell, the one who acts first.
    Totals(i8, i8),
    /// What befell somebody in combat.
    Befell(Foe, Outcome),
    /// A feature fell or was sacked.
    Fell(Held),
    /// An element came back or was summoned.
    Arrived(Id, Base),
    /// An element is off the table.
    Gone(Id),
    /// A rule was used.
    Used(Rule),
    /// A rule of the tables was used.
    Cited(&'static RuleId),
}

/// What a die is rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Die {
    /// PIPs of a bound.
    Pips,
    /// The state of a river.
    River,
    /// An element in combat.
    Combat(Foe),
}

/// Everything that happened, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// What happened.
    pub events: Vec<Event>,
}

impl Report {
    pub(super) fn push(&mut self, event: Event) {
        self.events.push(event);
    }

    pub(super) fn used(&mut self, rule: &'static str) {
        self.events.push(Event::Used(Rule::new(rule)));
    }

    /// The dice that were rolled, in order.
    pub fn dice(&self) -> impl Iterator<Item = u8> + '_ {
        self.events.iter().filter_map(|event| match event {
            Event::Rolled { score, .. } => Some(*score),
            _ => None,
        })
    }
}

//! The report of what happened when an order was carried out.

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
        /// The purpose of the die.
        die: Die,
        /// The score it shows.
        score: u8,
    },
    /// An element was moved to this base.
    Moved(Id, Base),
    /// The totals of a fight, shot or spell; the side that acts first comes first.
    Totals(i8, i8),
    /// One of several shots of an order begins: the first element shoots at the second.
    Shot(Id, Id),
    /// A combat outcome for an element or feature.
    Befell(Foe, Outcome),
    /// A feature fell or was sacked.
    Fell(Held),
    /// An element came back or was summoned.
    Arrived(Id, Base),
    /// An element left the table.
    Gone(Id),
    /// A rule was used.
    Used(Rule),
    /// A rule of the combat tables was used.
    Cited(&'static RuleId),
}

/// The purpose of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Die {
    /// The PIPs of a bound.
    Pips,
    /// The state of a river, by its index among the features.
    River,
    /// A side of a combat.
    Combat(Foe),
}

/// Everything that happened when an order was carried out, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The events, in order.
    pub events: Vec<Event>,
}

impl Report {
    pub(super) fn push(&mut self, event: Event) {
        self.events.push(event);
    }

    pub(super) fn used(&mut self, rule: &'static str) {
        self.events.push(Event::Used(Rule::new(rule)));
    }

    /// The dice rolled, in order.
    pub fn dice(&self) -> impl Iterator<Item = u8> + '_ {
        self.events.iter().filter_map(|event| match event {
            Event::Rolled { score, .. } => Some(*score),
            _ => None,
        })
    }
}

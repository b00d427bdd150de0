//! The report of what happened when an order was carried out.

use musterfield_geometry::Base;
use musterfield_rules::RuleId;
use musterfield_rules::battle::Clause;
use musterfield_rules::combat::{Held, Outcome};

use super::element::Id;
use super::order::Foe;

/// The clauses whose uses are reported. Rules of the combat tables are reported row by row.
pub const COUNTED: &[Clause] = &[
    Clause::WallsFall,
    Clause::CampFalls,
    Clause::Conforming,
    Clause::Unconformed,
    Clause::ComingDown,
    Clause::Landing,
    Clause::Destruction,
    Clause::PushedWhileAttacked,
    Clause::ColumnDestroyed,
    Clause::SupporterDestroyed,
    Clause::Banishment,
    Clause::Ensorcelment,
    Clause::OwnSpell,
    Clause::RoughPlough,
    Clause::Flight,
    Clause::ShotInTheRear,
    Clause::FlightAlongTheEdge,
    Clause::FlightOffTheTable,
    Clause::FlightIntoAnEnemy,
    Clause::FlightHalted,
    Clause::NoFlight,
    Clause::FlightThroughAll,
    Clause::SpellPrice,
    Clause::TriedRiver,
    Clause::FallsBackTogether,
    Clause::PipRoll,
    Clause::RoadMove,
    Clause::Move,
    Clause::FirstBound,
    Clause::RoadWithoutExtra,
    Clause::DearMove,
    Clause::BeyondCommand,
    Clause::Pursuit,
    Clause::PursuitInColumn,
    Clause::Storming,
    Clause::NoPursuit,
    Clause::PursuitIntoAnEnemy,
    Clause::Recoil,
    Clause::RecoilChoice,
    Clause::TurnsFirst,
    Clause::RecoilThrough,
    Clause::PushedBack,
    Clause::Crushing,
    Clause::CrushingEachOther,
    Clause::RecoilIntoAnEnemy,
    Clause::RecoilIntoAside,
    Clause::RecoilIntoTheFirm,
    Clause::RecoilStopped,
    Clause::NoRecoil,
    Clause::ThirdShooter,
    Clause::GodLeaves,
    Clause::ForcedOut,
    Clause::LoseSight,
    Clause::FreedByFate,
    Clause::MarkerCoveredByFate,
    Clause::Dismounting,
    Clause::CommandDice,
    Clause::AllottedDice,
    Clause::AlliedDie,
    Clause::NoDie,
    Clause::BigPlough,
    Clause::Sacking,
    Clause::SackEnds,
    Clause::Surrender,
    Clause::Revolt,
    Clause::CincAdds,
    Clause::CommandDemoralised,
    Clause::Holding,
    Clause::FlightHome,
    Clause::CommandRouted,
    Clause::DividedVictory,
    Clause::CommandsBroken,
    Clause::Victory,
];

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
    /// An element recoils.
    Recoils(Id),
    /// A feature fell or was sacked.
    Fell(Held),
    /// An element came back or was summoned.
    Arrived(Id, Base),
    /// An element left the table.
    Gone(Id),
    /// A clause of the rules was used.
    Used(Clause),
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
    /// The base edge of the invader.
    Edge,
}

/// Everything that happened when orders were carried out, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The events, in order.
    pub events: Vec<Event>,
    is_read: bool,
}

impl Default for Report {
    fn default() -> Self {
        Self { events: Vec::new(), is_read: true }
    }
}

impl Report {
    /// A report that nobody reads: it stays empty.
    #[must_use]
    pub fn unread() -> Self {
        Self { events: Vec::new(), is_read: false }
    }

    /// Forgets everything that was reported.
    pub fn clear(&mut self) {
        self.events.clear();
    }

    pub(super) fn push(&mut self, event: Event) {
        if self.is_read {
            self.events.push(event);
        }
    }

    pub(super) fn used(&mut self, clause: Clause) {
        self.push(Event::Used(clause));
    }

    /// The dice rolled, in order.
    pub fn dice(&self) -> impl Iterator<Item = u8> + '_ {
        self.events.iter().filter_map(|event| match event {
            Event::Rolled { score, .. } => Some(*score),
            _ => None,
        })
    }
}

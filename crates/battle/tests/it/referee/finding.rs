//! The findings of the referee, each of some kind.

use std::fmt;

/// The kinds of findings. A test makes the referee speak for each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Bases overlap.
    Overlap,
    /// A base stands beside the table.
    Beside,
    /// A base stands where its type may not be.
    Barred,
    /// An element has changed its place, or something else, though nothing was ordered of it.
    Changed,
    /// The PIPs paid are not what the order costs.
    Pips,
    /// The PIPs of a bound are not what the die shows.
    PipDie,
    /// A river or ploughed land is not what the die says.
    GoingDie,
    /// A move is longer than allowed.
    Allowance,
    /// A move does not end where its legs lead.
    Course,
    /// A group is none, or moves as none may.
    Group,
    /// A group in poor going, or along a road, is no column.
    Column,
    /// An element moves once too often.
    Again,
    /// An element moves that may not.
    Mover,
    /// A move disregards a threat zone.
    Zone,
    /// A move leads through somebody.
    Passage,
    /// A contact in which nobody is lined up.
    Contact,
    /// An attack on a flank or rear from the wrong side.
    Flank,
    /// An element turns that should not, or does not and should.
    Turn,
    /// An element shoots or is shot at that may not.
    Shooter,
    /// A target too far away, or not in the arc, or hidden.
    Aim,
    /// A target that others precede.
    Priority,
    /// A shooter that must shoot and has not.
    Unshot,
    /// An element that should have shot back, or did and could not.
    Reply,
    /// A spell that may not be cast.
    Spell,
    /// A fight between elements that do not face each other.
    Opponent,
    /// A fight that is fought twice.
    Twice,
    /// A fight that is not fought.
    Unfought,
    /// A total is not the die with the factors.
    Total,
    /// The outcome is not that of the tables.
    Outcome,
    /// A recoil of the wrong length or direction.
    Recoil,
    /// A recoil that destroys for no reason, or does not and should.
    Trapped,
    /// A friend is passed or pushed that may not be.
    Push,
    /// A flight of the wrong length or direction.
    Flight,
    /// An attacker on the flank or rear stays when its friend in front goes.
    FlankRecoil,
    /// A pursuit that should not be, or the other way round, or of the wrong length.
    Pursuit,
    /// Walls that fall, or do not, or whose garrison lives.
    Walls,
    /// A summons at the wrong place, time or price.
    Summons,
    /// An ensorcelment that should not be, or ends at the wrong time.
    Ensorcelled,
    /// The AP lost are not those of the elements and walls lost.
    Lost,
    /// A side has won, or has not, against the count.
    Victory,
    /// Phases or bounds in the wrong order.
    Sequence,
    /// An element or a camp is set up where it may not be.
    Deployment,
    /// A landing of the wrong elements, or at a wrong place.
    Landing,
    /// An element dismounts where or how it may not.
    Dismounting,
    /// PIPs of commands that are not those of their dice, or not their own.
    CommandPips,
    /// A command that has lost what it has not, or keeps heart, or loses it, at the wrong time.
    Morale,
    /// A City is sacked, left, passed through or raised in revolt as it may not be.
    City,
}

#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) kind: Kind,
    /// The rule, without the prefix of the book if it is one of D3H2. Rules that the games share are named so, too.
    pub(super) rule: &'static str,
    pub(super) said: String,
}

impl Finding {
    pub(super) fn new(kind: Kind, rule: &'static str, said: impl Into<String>) -> Self {
        Self { kind, rule, said: said.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let book = if self.rule.starts_with("DBA3-") || self.rule.starts_with("HOTT25-") { "" } else { "D3H2-" };
        write!(f, "{:?}: {} ({book}{})", self.kind, self.said, self.rule)
    }
}

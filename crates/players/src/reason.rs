//! The reasons for decisions, as typed values; the crate `words` makes the sentences.

use std::fmt;

/// The purpose of an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Motive {
    /// The rules leave no choice that matters.
    #[default]
    Routine,
    /// An element is set up where it meets enemies that it beats.
    SetUp,
    /// An element comes to the table, or back to it.
    Arrive,
    /// An element does better on foot.
    Dismount,
    /// A move into contact.
    Attack,
    /// A move that brings a better place against the enemy.
    Advance,
    /// A move out of danger.
    Withdraw,
    /// A move to the rear of a friend, who fights better with it.
    Support,
    /// A move that keeps enemies from a camp or walls.
    Guard,
    /// A spell.
    Bespell,
    /// A shot.
    Shoot,
    /// The fight that comes first.
    Fight,
    /// Nothing more is worth its PIPs.
    Wait,
    /// The next order of a plan for the whole bound.
    Plan,
}

impl Motive {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Routine,
        Self::SetUp,
        Self::Arrive,
        Self::Dismount,
        Self::Attack,
        Self::Advance,
        Self::Withdraw,
        Self::Support,
        Self::Guard,
        Self::Bespell,
        Self::Shoot,
        Self::Fight,
        Self::Wait,
        Self::Plan,
    ];

    /// Its name in a text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Routine => "routine",
            Self::SetUp => "set-up",
            Self::Arrive => "arrive",
            Self::Dismount => "dismount",
            Self::Attack => "attack",
            Self::Advance => "advance",
            Self::Withdraw => "withdraw",
            Self::Support => "support",
            Self::Guard => "guard",
            Self::Bespell => "bespell",
            Self::Shoot => "shoot",
            Self::Fight => "fight",
            Self::Wait => "wait",
            Self::Plan => "plan",
        }
    }
}

/// The reason for a decision: its purpose and the numbers behind it. Gains are in thousandths of what a side may lose
/// before it breaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reason {
    /// The purpose.
    pub motive: Motive,
    /// The expected gain.
    pub expected: i32,
    /// The expected gain of the next best choice, if one was looked at.
    pub next_best: Option<i32>,
    /// The number of choices that were looked at.
    pub choices: u32,
    /// The number of bounds that were simulated.
    pub bounds: u32,
}

/// The purpose by its name, and the numbers in their order, with a dash where there is no next best choice:
/// `attack 57 -3 12 0`.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.motive.name(), self.expected)?;
        match self.next_best {
            Some(next) => write!(f, "{next}")?,
            None => f.write_str("-")?,
        }
        write!(f, " {} {}", self.choices, self.bounds)
    }
}

impl Reason {
    /// Reads a reason as it is written.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let [name, expected, next_best, choices, bounds] = *text.split(' ').collect::<Vec<_>>() else { return None };
        Some(Self {
            motive: Motive::ALL.into_iter().find(|motive| motive.name() == name)?,
            expected: expected.parse().ok()?,
            next_best: if next_best == "-" { None } else { Some(next_best.parse().ok()?) },
            choices: choices.parse().ok()?,
            bounds: bounds.parse().ok()?,
        })
    }

    /// A reason without any numbers.
    #[must_use]
    pub fn plain(motive: Motive) -> Self {
        Self { motive, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_read_as_they_are_written() {
        for motive in Motive::ALL {
            for next_best in [None, Some(-3)] {
                let reason = Reason { motive, expected: 57, next_best, choices: 12, bounds: 1000 };
                assert_eq!(Reason::parse(&reason.to_string()), Some(reason), "{reason}");
            }
        }
        for bad in
            ["", "attack", "attack 1 2 3", "attack 1 x 3 4", "fly 1 2 3 4", "attack 1 2 3 4 5", "attack  1 2 3 4"]
        {
            assert_eq!(Reason::parse(bad), None, "{bad}");
        }
    }
}

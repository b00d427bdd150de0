//! The reasons for decisions, as typed values; the crate `words` makes the sentences.

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

impl Reason {
    /// A reason without any numbers.
    #[must_use]
    pub fn plain(motive: Motive) -> Self {
        Self { motive, ..Self::default() }
    }
}

//! A battle looked at again: what each throw of dice could have brought and what it brought, the luck of both sides,
//! and what each element did.
//!
//! Luck is what a side was expected to lose less what it lost, in AP, over all throws. An expectation is that of one
//! order: what follows from a choice made afterwards is nobody's luck. All of it is in whole numbers and exact fractions.
//!
//! A [`Reviewer`] goes through the orders of a battle, one after the other, and gives a [`Review`] in the end.

mod elements;
pub mod fraction;
pub mod odds;

use musterfield_dice::RolledDice;
use musterfield_rules::Points;

pub use self::elements::Deeds;
use self::elements::DeedsSoFar;
use self::fraction::Fraction;
use self::odds::{Odds, losses};
use super::element::Player;
use super::notation::ParseOrderError;
use super::order::Order;
use super::record::Entry;
use super::refusal::Refusal;
use super::report::{Die, Event, Report};
use super::state::Battle;

/// The largest number of turning points.
const MOST_TURNING_POINTS: usize = 5;

/// What a throw was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Close combat.
    Fight,
    /// One shot or more.
    Shot,
    /// A spell.
    Spell,
    /// The PIPs of a bound.
    Pips,
}

/// A throw of dice that decided something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The number of its order, from 1.
    pub step: usize,
    /// The bound in which it fell.
    pub bound: u16,
    /// The player who gave the order.
    pub player: Player,
    /// What it was for.
    pub cause: Cause,
    /// The dice.
    pub dice: Vec<u8>,
    /// The number of equally likely throws.
    pub throws: u32,
    /// The number of these that lead to what came.
    pub came: u32,
    /// The number of these that cost each side something.
    pub costing: [u32; 2],
    /// The AP that each side could expect to lose.
    pub expected: [Fraction; 2],
    /// The AP that each side lost.
    pub lost: [Points; 2],
}

impl Throw {
    /// The luck of a side: what it was expected to lose less what it lost.
    #[must_use]
    pub fn luck(&self, player: Player) -> Fraction {
        *player.of(&self.expected) - Fraction::from(*player.of(&self.lost))
    }

    /// How far the throw swung the battle towards the first player; negative if towards the second.
    #[must_use]
    pub fn swing(&self) -> Fraction {
        self.luck(Player::A) - self.luck(Player::B)
    }
}

/// A bound, or the set-up before the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundReview {
    /// Its number, counted over both sides from 1; 0 for the set-up.
    pub number: u16,
    /// The player whose bound it is; the first who sets up for the set-up.
    pub player: Player,
    /// The number of its first order.
    pub first: usize,
    /// The number of its last order.
    pub last: usize,
    /// The sum of its PIP dice, if any were rolled: one, or one for each command.
    pub pips: Option<u8>,
    /// The number of tactical moves.
    pub moves: u32,
    /// The AP that each side lost in it.
    pub lost: [Points; 2],
    /// The AP that each side could expect to lose by its throws.
    pub expected: [Fraction; 2],
}

/// The losses after an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Losses {
    /// The number of the order; 0 before the first.
    pub step: usize,
    /// The AP that each side has lost.
    pub lost: [Points; 2],
    /// The AP that each side would have lost if every throw had brought what could be expected.
    pub expected: [Fraction; 2],
}

/// The PIPs of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PipCount {
    /// The number of dice.
    pub dice: u32,
    /// Their sum.
    pub sum: u32,
}

impl PipCount {
    /// The PIPs rolled less those to be expected: 3.5 a die.
    #[must_use]
    pub fn luck(self) -> Points {
        Points::ONE * i64::from(self.sum) - Points::HALF * 7 * i64::from(self.dice)
    }
}

/// The throws that could cost a side something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dangers {
    /// The number of these throws.
    pub throws: u32,
    /// The number of them that did.
    pub cost: u32,
    /// The number that could be expected to, in 36ths, rounded.
    pub expected: u32,
}

/// A battle looked at again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// Every throw that decided something, in order.
    pub throws: Vec<Throw>,
    /// The set-up and every bound.
    pub bounds: Vec<BoundReview>,
    /// The losses before the first order, and after each order that changed them or could have.
    pub course: Vec<Losses>,
    /// The PIPs of each side.
    pub pips: [PipCount; 2],
    /// What each element did, those of the first side first.
    pub deeds: Vec<Deeds>,
}

impl Review {
    /// The luck of a side in AP over all throws.
    #[must_use]
    pub fn luck(&self, player: Player) -> Fraction {
        self.throws.iter().map(|throw| throw.luck(player)).sum()
    }

    /// The throws that could cost a side something, and those that did.
    #[must_use]
    pub fn dangers(&self, player: Player) -> Dangers {
        /// Throws of other numbers of dice are added up in thousandths of a 36th.
        const WHOLE: u64 = 1000;
        let mut dangers = Dangers::default();
        let mut expected = 0;
        for throw in &self.throws {
            let costing = u64::from(*player.of(&throw.costing));
            if costing > 0 {
                dangers.throws += 1;
                dangers.cost += u32::from(*player.of(&throw.lost) > Points::ZERO);
                expected += costing * 36 * WHOLE / u64::from(throw.throws.max(1));
            }
        }
        dangers.expected = u32::try_from((expected + WHOLE / 2) / WHOLE).unwrap_or(u32::MAX);
        dangers
    }

    /// The throws that swung the battle the farthest, at most five and each by at least half a point, in the order in
    /// which they fell.
    #[must_use]
    pub fn turning_points(&self) -> Vec<&Throw> {
        let least = Fraction::from(Points::HALF);
        let mut swings: Vec<&Throw> = self.throws.iter().filter(|throw| throw.swing().size() >= least).collect();
        // The sort is stable: of equal swings, the earlier comes first.
        swings.sort_by_key(|throw| std::cmp::Reverse(throw.swing().size()));
        swings.truncate(MOST_TURNING_POINTS);
        swings.sort_by_key(|throw| throw.step);
        swings
    }

    /// The throws of a bound.
    pub fn throws_of(&self, bound: &BoundReview) -> impl Iterator<Item = &Throw> {
        let steps = bound.first..=bound.last;
        self.throws.iter().filter(move |throw| steps.contains(&throw.step))
    }
}

/// The reason an entry of a record is not an order of this battle.
#[derive(Clone, Debug, PartialEq)]
pub enum Unreviewable {
    /// It cannot be read.
    Order(ParseOrderError),
    /// It is refused.
    Refused(Refusal),
}

impl From<ParseOrderError> for Unreviewable {
    fn from(error: ParseOrderError) -> Self {
        Self::Order(error)
    }
}

impl From<Refusal> for Unreviewable {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Goes through the orders of a battle.
#[derive(Clone, Debug)]
pub struct Reviewer {
    battle: Battle,
    /// The number of orders so far.
    steps: usize,
    review: Review,
    deeds: DeedsSoFar,
}

impl Reviewer {
    /// A reviewer before the first order.
    #[must_use]
    pub fn new(start: Battle) -> Self {
        let begin = Losses {
            step: 0,
            lost: Player::ALL.map(|player| start.lost(player)),
            expected: Player::ALL.map(|player| start.lost(player).into()),
        };
        let review = Review {
            throws: Vec::new(),
            bounds: Vec::new(),
            course: vec![begin],
            pips: [PipCount::default(); 2],
            deeds: Vec::new(),
        };
        Self { deeds: DeedsSoFar::new(&start), battle: start, steps: 0, review }
    }

    /// The battle after the orders so far.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// Looks at the next order of the record; and returns its throw, if it had one that decided something.
    ///
    /// # Errors
    /// When the entry does not belong to this battle. Nothing has changed then.
    pub fn look(&mut self, entry: &Entry) -> Result<Option<&Throw>, Unreviewable> {
        let order = Order::parse(&self.battle, &entry.order)?;
        let legal = self.battle.validate(&order)?;
        let (mut after, mut report) = (self.battle.clone(), Report::default());
        after.apply(&legal, &mut RolledDice::new(&entry.dice), &mut report)?;
        let lost = losses(&self.battle, &after);
        let throw = match cause(&order, &report) {
            None => None,
            Some(cause) => {
                let odds = Odds::of(&self.battle, &order, &after)?;
                Some(Throw {
                    step: self.steps + 1,
                    bound: self.battle.bound(),
                    player: self.battle.to_decide(),
                    cause,
                    dice: entry.dice.clone(),
                    throws: odds.throws,
                    came: odds.of_what_came(),
                    costing: Player::ALL.map(|player| odds.costing(player)),
                    expected: Player::ALL.map(|player| odds.expected(player)),
                    lost,
                })
            }
        };
        self.steps += 1;
        self.deeds.note(self.steps, &self.battle, &legal, &report, &after);
        self.note_bound(&order, &after, &report, lost, throw.as_ref());
        self.battle = after;
        let is_new = throw.is_some();
        self.review.throws.extend(throw);
        Ok(self.review.throws.last().filter(|_| is_new))
    }

    /// Adds an order to its bound, and its losses to the course of the battle.
    fn note_bound(&mut self, order: &Order, after: &Battle, report: &Report, lost: [Points; 2], throw: Option<&Throw>) {
        // Without dice, what was lost is what could be expected.
        let expected = throw.map_or_else(|| lost.map(Fraction::from), |throw| throw.expected);
        self.bound_at(self.battle.bound(), self.battle.player(), self.steps);
        if let Some(bound) = self.review.bounds.last_mut() {
            bound.last = self.steps;
            bound.moves += u32::from(matches!(order, Order::Move(_)));
            add(&mut bound.lost, lost);
            add(&mut bound.expected, expected);
        }
        let pips: Vec<u8> = pip_dice(report).collect();
        if !pips.is_empty() {
            let score: u8 = pips.iter().sum();
            let count = after.player().of_mut(&mut self.review.pips);
            count.dice += u32::try_from(pips.len()).unwrap_or(u32::MAX);
            count.sum += u32::from(score);
            self.bound_at(after.bound(), after.player(), self.steps + 1);
            if let Some(bound) = self.review.bounds.last_mut() {
                bound.pips = Some(score);
            }
        }
        if throw.is_some() || lost != [Points::ZERO; 2] {
            let before = self.review.course.last().map_or([Fraction::ZERO; 2], |losses| losses.expected);
            let mut sum = before;
            add(&mut sum, expected);
            let lost = Player::ALL.map(|player| after.lost(player));
            self.review.course.push(Losses { step: self.steps, lost, expected: sum });
        }
    }

    /// Begins a bound, unless it has begun.
    fn bound_at(&mut self, number: u16, player: Player, first: usize) {
        if self.review.bounds.last().is_some_and(|bound| bound.number == number) {
            return;
        }
        self.review.bounds.push(BoundReview {
            number,
            player,
            first,
            last: first,
            pips: None,
            moves: 0,
            lost: [Points::ZERO; 2],
            expected: [Fraction::ZERO; 2],
        });
    }

    /// The review of the orders so far.
    #[must_use]
    pub fn finish(mut self) -> Review {
        // The die that begins a bound falls before its first order, which may not have been given yet.
        self.review.bounds.retain(|bound| bound.first <= self.steps);
        self.review.deeds = self.deeds.finish(&self.battle);
        self.review
    }
}

fn add<T: std::ops::AddAssign>([a, b]: &mut [T; 2], [more_a, more_b]: [T; 2]) {
    *a += more_a;
    *b += more_b;
}

/// What the dice of an order were for, if they decided more than the ground or the edges.
fn cause(order: &Order, report: &Report) -> Option<Cause> {
    let rolled = |wanted: &dyn Fn(&Die) -> bool| {
        report.events.iter().any(|event| matches!(event, Event::Rolled { die, .. } if wanted(die)))
    };
    match order {
        _ if rolled(&|die| matches!(die, Die::Pips)) => Some(Cause::Pips),
        _ if !rolled(&|die| matches!(die, Die::Combat(_))) => None,
        Order::Fight(..) => Some(Cause::Fight),
        Order::Bespell { .. } => Some(Cause::Spell),
        // A shot that was declared falls once everything before it has been chosen.
        _ => Some(Cause::Shot),
    }
}

/// The scores of the PIP dice, if the order rolled any: one, or one for each command.
fn pip_dice(report: &Report) -> impl Iterator<Item = u8> + '_ {
    report.events.iter().filter_map(|event| match event {
        Event::Rolled { die: Die::Pips, score } => Some(*score),
        _ => None,
    })
}

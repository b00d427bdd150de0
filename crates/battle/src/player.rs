//! Computer players.
//!
//! The plain player sets up a line, advances in it, looks for good match-ups by exact odds, shoots, bespells, summons,
//! and keeps its general near. It knows the rules and looks no more than one bound ahead; it exists to be beaten, and
//! to test the engine.
//!
//! Its decisions depend only on the battle and its seed.

mod deploy;
mod dismounts;
mod holding;
mod moves;
pub mod parties;
mod spells;
mod summons;
mod whim;
mod worth;

use std::collections::VecDeque;

pub use deploy::{line, line_about};
pub use dismounts::promising as dismounting;
pub use summons::summon;
pub use whim::Whim;
pub use worth::Worth;

use super::element::{Id, Members};
use super::legal::{Arrival, Offer};
use super::mover::Movers;
use super::order::{Foe, Friends, Move, Order};
use super::refusal::Refusal;
use super::state::{Battle, Phase};
use super::validate::Legal;
use musterfield_dice::Dice;
use musterfield_rules::battle::policy::SpellTime;

/// A player that gives the orders of one side.
pub trait Captain {
    /// The next order, when this side decides.
    ///
    /// # Errors
    /// When the player finds no order that may be given, which is a bug.
    fn decide(&mut self, battle: &Battle) -> Result<Legal, Refused>;
}

/// An order that a player has chosen and that may not be given.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// The order.
    pub order: Order,
    /// The reason it was refused.
    pub refusal: Refusal,
}

/// Checks the order that a player has chosen.
fn checked(battle: &Battle, order: Order) -> Result<Legal, Refused> {
    battle.validate(&order).map_err(|refusal| Refused { order, refusal })
}

/// The plain computer player of one side of one battle.
#[derive(Clone, Debug)]
pub struct Plain<'w> {
    /// The value of every matchup between the troop types.
    worth: &'w Worth,
    /// Dice for choices between equally good orders.
    whim: Dice,
    /// Orders already decided on, such as those of the set-up.
    queue: VecDeque<Order>,
    /// Promising moves from the last evaluation, the best last.
    thoughts: Vec<moves::Candidate>,
    /// The elements that were considered since the last move, with everything near them.
    movers: Movers,
    /// Whether something has changed since that evaluation.
    is_news: bool,
    /// The bound to which these fields belong.
    bound: u16,
}

impl<'w> Plain<'w> {
    /// A new player. The same seed and stream make the same decisions.
    #[must_use]
    pub fn new(worth: &'w Worth, seed: u64, stream: u64) -> Self {
        Self {
            worth,
            whim: Dice::new(seed, stream),
            queue: VecDeque::new(),
            thoughts: Vec::new(),
            movers: Movers::default(),
            is_news: true,
            bound: 0,
        }
    }
}

impl Captain for Plain<'_> {
    fn decide(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        if self.bound != battle.bound() {
            (self.bound, self.is_news) = (battle.bound(), true);
            self.thoughts.clear();
            self.movers.clear();
        }
        // An element for which there is no room where it was to stand is left out.
        while let Some(order) = self.queue.pop_front() {
            if let Ok(legal) = battle.validate(&order) {
                return Ok(legal);
            }
        }
        let order = match battle.phase() {
            Phase::Edges => self.edge(battle),
            Phase::Allotting => deploy::allotment(battle),
            Phase::Camp => deploy::camp(battle),
            Phase::Deployment => {
                self.queue = deploy::line(battle).into();
                self.queue.push_back(Order::End);
                self.queue.pop_front().unwrap_or(Order::End)
            }
            Phase::Landing => battle.legal(&Offer::Land).next().unwrap_or(Order::End),
            Phase::Holding => holding::hold(battle),
            Phase::Conforming(_) => Order::Conform,
            Phase::Adding(_) => Order::Add,
            Phase::Summoning | Phase::Moving => match self.before_the_shooting(battle) {
                Some(legal) => return Ok(legal),
                None => Order::End,
            },
            Phase::Bespelling => spells::promising(battle, self.worth).map_or(Order::End, |spell| spell.order()),
            Phase::Shooting | Phase::ShootingBack => {
                let spell = match battle.rules().policies.spells {
                    SpellTime::AmongShots => spells::promising(battle, self.worth),
                    SpellTime::BeforeShots => None,
                };
                spell.map_or_else(|| self.shoot(battle), |spell| spell.order())
            }
            Phase::Answering(shooter) => self.answer(battle, shooter),
            Phase::Fighting => self.fight(battle),
            Phase::Recoiling(id) => Order::Recoil(battle.recoil_of(id), Friends::Passed),
            Phase::Returning(id) => battle.legal(&Offer::Stand(id, Arrival::Returned)).next().unwrap_or(Order::End),
            Phase::Over(_) => Order::End,
        };
        checked(battle, order)
    }
}

impl Plain<'_> {
    fn edge(&mut self, battle: &Battle) -> Order {
        let open: Vec<_> = battle.field().edges.open().collect();
        self.whim.pick(&open).map_or(Order::End, |edge| Order::Edge(*edge))
    }

    /// A summons if there is one to make, or else an element that does better on foot, or the most promising move.
    fn before_the_shooting(&mut self, battle: &Battle) -> Option<Legal> {
        if battle.phase() == Phase::Summoning
            && let Some(summons) = summons::summon(battle).and_then(|order| battle.validate(&order).ok())
        {
            self.movers.clear();
            return Some(summons);
        }
        let on_foot = dismounts::promising(battle, self.worth).and_then(|order| battle.validate(&order).ok());
        if on_foot.is_some() {
            self.is_news = true;
            self.movers.clear();
            return on_foot;
        }
        self.next_move(battle)
    }

    fn next_move(&mut self, battle: &Battle) -> Option<Legal> {
        if battle.pips() == 0 {
            return None;
        }
        let is_fresh = |of: &Move| of.who.into_iter().all(|id| battle.element(id).moves == 0);
        let spell = spells::promising(battle, self.worth);
        loop {
            while let Some(moves::Candidate { of, value, is_advance }) = self.thoughts.pop() {
                // A spell comes before all advances, and before contacts that gain less.
                let before = spell.filter(|spell| is_advance || value < spell.gain);
                if !is_fresh(&of) || before.is_some_and(|spell| of.who.has(spell.mage)) {
                    continue;
                }
                let mover = self.movers.of(battle, of.who);
                if let Ok(legal) = battle.validate_near(mover, of)
                    && before.is_none_or(|spell| spell.is_left_by(battle, &legal))
                {
                    self.is_news = true;
                    self.movers.clear();
                    return Some(legal);
                }
            }
            // Moves that were impossible before may be possible now that other elements have moved.
            if !std::mem::take(&mut self.is_news) {
                return None;
            }
            self.thoughts = moves::promising(battle, self.worth);
        }
    }

    /// The most promising shot, with as many of the possible helpers as count.
    fn shoot(&self, battle: &Battle) -> Order {
        let sides = [battle.player(), battle.player().other()];
        let aims: Vec<(Id, Vec<Id>)> =
            sides.into_iter().flat_map(|side| battle.army(side)).map(|id| (id, battle.targets(id))).collect();
        let mut best: Option<(i32, Id, Id)> = None;
        for (shooter, targets) in &aims {
            for target in targets {
                let gain = self.worth.shot(battle, *shooter, *target);
                if best.is_none_or(|(most, ..)| gain > most) {
                    best = Some((gain, *shooter, *target));
                }
            }
        }
        let Some((_, shooter, target)) = best else { return Order::End };
        let aids = |(id, targets): &&(Id, Vec<Id>)| {
            battle.owner(*id) == battle.owner(shooter) && *id != shooter && targets.contains(&target)
        };
        let most = usize::from(battle.most_aids());
        let aids = aims.iter().filter(aids).take(most).map(|(id, _)| *id).collect();
        Order::Shoot { shooter, aids, target }
    }

    /// The most promising answer to a shot, if any answer gains something.
    fn answer(&self, battle: &Battle, shooter: Id) -> Order {
        let gain = |third: &Id| self.worth.shot(battle, *third, shooter);
        let best = battle.may_answer(shooter).filter(|third| gain(third) > 0).max_by_key(gain);
        best.map_or(Order::End, |third| Order::Shoot { shooter: third, aids: Members::NONE, target: shooter })
    }

    /// The most promising fight.
    fn fight(&self, battle: &Battle) -> Order {
        let mut fights = battle.opponents();
        let gain = |(id, foe): &(Id, Foe)| match foe {
            Foe::Element(other) => {
                let gain = self.worth.close(battle, *id, *other);
                if battle.owner(*id) == battle.player() { gain } else { -gain }
            }
            Foe::Feature(_) => 0,
        };
        fights.sort_by_key(|fight| std::cmp::Reverse(gain(fight)));
        let ruled = fights.into_iter().find(|(id, foe)| battle.is_ruled(*id, *foe));
        ruled.map_or(Order::End, |(id, foe)| Order::Fight(id, foe))
    }
}

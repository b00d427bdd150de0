//! The quick player: it looks one move ahead, but exactly. It judges fights by the case as it will stand on the table,
//! and places by what could be attacked, shot at or lost there next.

mod arrivals;
mod attacks;
mod candidate;
mod deploy;
mod drawn;
mod helping;
mod moves;
mod order;
mod pairs;
mod raid;
mod spell;
mod view;

use std::collections::VecDeque;

use musterfield_battle::player::{Captain, Plain, Refused, dismounting, summon};
use musterfield_battle::{Battle, Id, Legal, Members, Order, Phase};
use musterfield_dice::RolledDice;
use musterfield_rules::battle::policy::SpellTime;

use super::lore::{Lore, WON};
use super::reason::{Motive, Reason};
use super::weights::Weights;
pub(crate) use drawn::drawn;
use moves::Moves;
use spell::Spell;
pub use view::{Aim, Sight};

/// The quick player of one side of one battle.
#[derive(Debug)]
pub struct Quick<'w> {
    lore: &'w Lore,
    weights: Weights,
    /// Decides what the quick player has no better way to decide.
    plain: Plain<'w>,
    moves: Moves,
    /// The orders of the set-up that are still to be given.
    queue: VecDeque<Order>,
    /// Whether it sees what each fight does to the others.
    orders_fights: bool,
    reason: Reason,
}

impl<'w> Quick<'w> {
    /// A new player. The same seed and stream make the same decisions.
    #[must_use]
    pub fn new(lore: &'w Lore, weights: Weights, seed: u64, stream: u64) -> Self {
        Self {
            lore,
            weights,
            plain: Plain::new(lore.worth(), seed, stream),
            moves: Moves::default(),
            queue: VecDeque::new(),
            orders_fights: true,
            reason: Reason::default(),
        }
    }

    /// The player with each fight in the order of its own gain: faster, and nearly as good.
    #[must_use]
    pub(crate) fn in_haste(mut self) -> Self {
        self.orders_fights = false;
        self
    }

    /// The player with another aim.
    #[must_use]
    pub fn with_aim(mut self, aim: Aim) -> Self {
        self.moves.aim = aim;
        self
    }

    /// The player with less sight.
    #[must_use]
    pub fn with_sight(mut self, sight: Sight) -> Self {
        self.moves.sight = sight;
        self
    }

    /// The reason for the last decision.
    #[must_use]
    pub fn reason(&self) -> Reason {
        self.reason
    }

    fn give(&mut self, battle: &Battle, order: Order, reason: Reason) -> Result<Legal, Refused> {
        self.reason = reason;
        battle.validate(&order).map_err(|refusal| Refused { order, refusal })
    }

    /// Arrivals, then dismounting, then the most promising moves. PIPs are kept for spells only by a player that sees cases as
    /// they will stand, and a player that sees nothing summons nobody.
    fn before_the_shooting(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        if battle.phase() == Phase::Summoning
            && let Some((legal, expected)) = self.arrival(battle)
        {
            self.moves.forget();
            self.reason = Reason { expected, ..Reason::plain(Motive::Arrive) };
            return Ok(legal);
        }
        if self.moves.sight == Sight::Exact
            && let Some((legal, expected)) =
                self.moves.coming_down(battle, self.lore, &self.weights.in_bound(battle.bound()))
        {
            self.moves.forget();
            self.reason = Reason { expected, ..Reason::plain(Motive::Attack) };
            return Ok(legal);
        }
        let on_foot = dismounting(battle, self.lore.worth()).and_then(|order| battle.validate(&order).ok());
        if let Some(legal) = on_foot {
            self.moves.forget();
            self.reason = Reason::plain(Motive::Dismount);
            return Ok(legal);
        }
        let spells = if self.moves.sight == Sight::Exact { self.spells(battle) } else { Vec::new() };
        match self.moves.next(battle, self.lore, &self.weights.in_bound(battle.bound()), &spells) {
            Some((legal, reason)) => {
                self.reason = reason;
                Ok(legal)
            }
            None => self.give(battle, Order::End, Reason::plain(Motive::Wait)),
        }
    }

    /// The next element that comes to the table, and what that promises.
    fn arrival(&mut self, battle: &Battle) -> Option<(Legal, i32)> {
        match self.moves.sight {
            Sight::Nothing => None,
            Sight::Types => Some((summon(battle).and_then(|order| battle.validate(&order).ok())?, 0)),
            Sight::Exact => self.moves.arrival(battle, self.lore, &self.weights.in_bound(battle.bound())),
        }
    }

    /// The spells that Mages can cast in this bound, if they stay where they are: the most promising of each Mage, that
    /// with the greatest gain first, with no Mage in two of them. A player that sees nothing of odds casts none.
    fn spells(&self, battle: &Battle) -> Vec<Spell> {
        if self.moves.sight == Sight::Nothing {
            return Vec::new();
        }
        let player = battle.player();
        let mages: Vec<Id> = battle.army(player).filter(|id| battle.profile(*id).spell.is_some()).collect();
        let cast = |mage: Id, aids: Members, target: Id| {
            let price = battle.price_of_spell(mage, aids, target).ok()?;
            let case = battle.spell(mage, aids, target).ok()?;
            let toll = self.lore.exact(battle, &case, [Some(mage), Some(target)]);
            let gain = toll.gain(self.lore.value(mage), self.lore.value(target)) * self.weights.spell / 100;
            let gain = gain - i32::from(battle.turns_against(mage)) * self.price_of(battle, mage) / 6;
            Some(Spell { mage, aids, target, gain, price })
        };
        let targets = || battle.army(player.other());
        let alone =
            mages.iter().flat_map(|mage| targets().filter_map(move |target| cast(*mage, Members::NONE, target)));
        let alone: Vec<Spell> = alone.filter(|spell| spell.gain > 0).collect();
        // A Mage that aids cannot cast a spell of its own.
        let forgone =
            |by: Id| alone.iter().filter(|spell| spell.mage == by).map(|spell| (spell.gain, spell.price)).max();
        let aided = alone.iter().flat_map(|spell| {
            let others = mages.iter().filter(|other| **other != spell.mage);
            others.filter_map(|other| {
                let aided = cast(spell.mage, Members::one(*other), spell.target)?;
                let both = |(_, price): &(i32, u8)| price.saturating_add(spell.price) <= battle.pips();
                let lost = forgone(*other).filter(both).map_or(0, |(gain, _)| gain);
                (aided.gain - lost > spell.gain).then_some(aided)
            })
        });
        let mut all: Vec<Spell> = alone.iter().copied().chain(aided).collect();
        // The sort is stable, so that of equals the first is cast.
        all.sort_by_key(|spell| std::cmp::Reverse(spell.gain));
        let mut busy = Members::NONE;
        all.retain(|spell| {
            let is_free = !spell.casters().into_iter().any(|id| busy.has(id));
            if is_free {
                busy = busy.and(spell.casters());
            }
            is_free
        });
        all
    }

    /// The cost of a Mage's loss to its own spell: as dear as an enemy's, and the battle if that is lost with it.
    fn price_of(&self, battle: &Battle, mage: Id) -> i32 {
        let side = battle.owner(mage);
        let most = side.of(&battle.setting().breaks_at).thousandths();
        let decides = battle.lost(side).thousandths() + battle.loss_of(mage).thousandths() >= most;
        self.lore.value(mage) * self.weights.spell / 100 + if decides { WON } else { 0 }
    }

    fn cast(&mut self, battle: &Battle) -> Option<Result<Legal, Refused>> {
        let Spell { mage, aids, target, gain, .. } = self.spells(battle).first().copied()?;
        let order = Order::Bespell { mage, aids, target };
        Some(self.give(battle, order, Reason { expected: gain, ..Reason::plain(Motive::Bespell) }))
    }

    /// The most promising shot, with as many of the possible helpers as count.
    fn shoot(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        let decides = battle.to_decide();
        let sides = [battle.player(), battle.player().other()];
        let aims: Vec<(Id, Vec<Id>)> = sides
            .into_iter()
            .flat_map(|side| battle.army(side))
            .filter(|id| battle.profile(*id).range.is_some())
            .map(|id| (id, battle.targets(id)))
            .filter(|(_, targets)| !targets.is_empty())
            .collect();
        let most = usize::from(battle.most_aids());
        let mut best: Option<(i32, Order)> = None;
        let mut choices = 0;
        for (shooter, targets) in &aims {
            for target in targets {
                let helps = |(id, targets): &&(Id, Vec<Id>)| {
                    battle.owner(*id) == battle.owner(*shooter) && id != shooter && targets.contains(target)
                };
                let aids: Members = aims.iter().filter(helps).take(most).map(|(id, _)| *id).collect();
                let back = battle.shoots_back(*target, *shooter);
                let toll = battle
                    .shot(*shooter, aids, *target, back)
                    .map(|case| self.lore.exact(battle, &case, [Some(*shooter), Some(*target)]));
                let gain = toll.map_or(0, |toll| toll.gain(self.lore.value(*shooter), self.lore.value(*target)));
                // Shots of the enemy's that are owed are ordered by the same player, the least harmful first.
                let gain = if battle.owner(*shooter) == decides { gain } else { -gain };
                choices += 1;
                if best.as_ref().is_none_or(|(most, _)| gain > *most) {
                    best = Some((gain, Order::Shoot { shooter: *shooter, aids, target: *target }));
                }
            }
        }
        match best {
            Some((_, order)) if choices == 1 => self.give(battle, order, Reason::plain(Motive::Routine)),
            Some((expected, order)) => {
                self.give(battle, order, Reason { expected, choices, ..Reason::plain(Motive::Shoot) })
            }
            None => self.give(battle, Order::End, Reason::plain(Motive::Routine)),
        }
    }

    /// The first shot that may be made, with nobody's help.
    fn shoot_alone(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        let sides = [battle.player(), battle.player().other()];
        let mut shots = sides.into_iter().flat_map(|side| battle.army(side)).flat_map(|shooter| {
            let aimed = move |target: Id| Order::Shoot { shooter, aids: Members::NONE, target };
            battle.targets(shooter).into_iter().map(aimed)
        });
        let first = shots.find_map(|order| battle.validate(&order).ok());
        self.reason = Reason::plain(Motive::Routine);
        first.map_or_else(|| self.plain.decide(battle), Ok)
    }

    /// Whether elements conform to movers that have no room to do so: whatever promises more from the fights as they stand.
    fn conform(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        let side = battle.to_decide();
        let promise = |order: &Order| {
            let mut after = battle.clone();
            after.play(order, &mut RolledDice::default()).ok()?;
            let fights = after.opponents().into_iter();
            Some(fights.map(|(id, foe)| self.lore.fight(&after, side, id, foe)).sum::<i32>())
        };
        let order = if promise(&Order::End) > promise(&Order::Conform) { Order::End } else { Order::Conform };
        self.give(battle, order, Reason::plain(Motive::Routine))
    }

    /// The most promising fight.
    fn fight(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        let mut rated = order::by_own_gain(battle, self.lore);
        if self.orders_fights && self.moves.sight == Sight::Exact {
            order::with_the_rest(&mut rated, battle, self.lore, &mut self.plain);
        }
        let choices = u32::try_from(rated.len()).unwrap_or(u32::MAX);
        match rated.first().copied() {
            Some((_, (id, foe))) if choices == 1 => {
                self.give(battle, Order::Fight(id, foe), Reason::plain(Motive::Routine))
            }
            Some((expected, (id, foe))) => {
                let next_best = rated.get(1).map(|(gain, _)| *gain);
                let reason = Reason { motive: Motive::Fight, expected, next_best, choices, bounds: 0 };
                self.give(battle, Order::Fight(id, foe), reason)
            }
            None => self.give(battle, Order::End, Reason::plain(Motive::Routine)),
        }
    }
}

impl Captain for Quick<'_> {
    fn decide(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        // An element for which there is no room where it was to stand is left out.
        while let Some(order) = self.queue.pop_front() {
            if let Ok(legal) = battle.validate(&order) {
                self.reason = Reason::plain(Motive::SetUp);
                return Ok(legal);
            }
        }
        match battle.phase() {
            Phase::Deployment if self.moves.sight == Sight::Exact => {
                self.queue = deploy::line(battle, self.lore).into();
                self.queue.push_back(Order::End);
                let first = self.queue.pop_front().unwrap_or(Order::End);
                self.give(battle, first, Reason::plain(Motive::SetUp))
            }
            Phase::Summoning | Phase::Moving => self.before_the_shooting(battle),
            Phase::Bespelling => match self.cast(battle) {
                Some(cast) => cast,
                None => self.give(battle, Order::End, Reason::plain(Motive::Wait)),
            },
            Phase::Shooting | Phase::ShootingBack => {
                let among_shots = match battle.rules().policies.spells {
                    SpellTime::AmongShots => self.cast(battle),
                    SpellTime::BeforeShots => None,
                };
                match self.moves.sight {
                    Sight::Exact => among_shots.unwrap_or_else(|| self.shoot(battle)),
                    Sight::Types => among_shots.unwrap_or_else(|| self.plain.decide(battle)),
                    Sight::Nothing => self.shoot_alone(battle),
                }
            }
            Phase::Conforming(_) => self.conform(battle),
            Phase::Fighting => self.fight(battle),
            _ => {
                self.reason = Reason::default();
                self.plain.decide(battle)
            }
        }
    }
}

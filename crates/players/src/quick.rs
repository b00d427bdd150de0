//! The quick player: it looks one move ahead, but exactly. It judges fights by the case as it will stand on the table,
//! and places by what could be attacked, shot at or lost there next.

mod deploy;
mod moves;
mod pincer;
mod spell;
mod view;

use std::collections::VecDeque;

use musterfield_battle::player::{Captain, Plain, Refused, dismounting, summon};
use musterfield_battle::{Battle, Foe, Id, Legal, Members, Order, Phase};
use musterfield_rules::battle::policy::SpellTime;

use super::lore::Lore;
use super::reason::{Motive, Reason};
use super::weights::Weights;
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
            reason: Reason::default(),
        }
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

    /// Arrivals, then dismounting, then the most promising moves.
    fn before_the_shooting(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        if battle.phase() == Phase::Summoning
            && let Some(legal) = summon(battle).and_then(|order| battle.validate(&order).ok())
        {
            self.moves.forget();
            self.reason = Reason::plain(Motive::Arrive);
            return Ok(legal);
        }
        let on_foot = dismounting(battle, self.lore.worth()).and_then(|order| battle.validate(&order).ok());
        if let Some(legal) = on_foot {
            self.moves.forget();
            self.reason = Reason::plain(Motive::Dismount);
            return Ok(legal);
        }
        let spell = self.spell(battle).map(|spell| Spell { gain: spell.gain * self.weights.spell / 100, ..spell });
        match self.moves.next(battle, self.lore, &self.weights.in_bound(battle.bound()), spell) {
            Some((legal, reason)) => {
                self.reason = reason;
                Ok(legal)
            }
            None => self.give(battle, Order::End, Reason::plain(Motive::Wait)),
        }
    }

    /// The most promising spell that can be paid for and cast in this bound, if the Mage stays where it is.
    fn spell(&self, battle: &Battle) -> Option<Spell> {
        let player = battle.player();
        let mages = battle.army(player).filter(|id| battle.profile(*id).spell.is_some());
        let spells = mages.flat_map(|mage| battle.army(player.other()).map(move |target| (mage, target)));
        let castable = spells.filter_map(|(mage, target)| {
            let price = battle.price_of_spell(mage, Members::NONE, target).ok()?;
            let case = battle.spell(mage, Members::NONE, target).ok()?;
            let gain = self.lore.exact(&case).gain(self.lore.value(mage), self.lore.value(target));
            Some(Spell { mage, target, gain, price })
        });
        let castable = castable.filter(|spell| spell.gain > 0);
        // Of equals the first.
        castable.reduce(|best, next| if next.gain > best.gain { next } else { best })
    }

    fn cast(&mut self, battle: &Battle) -> Option<Result<Legal, Refused>> {
        let Spell { mage, target, gain, .. } = self.spell(battle)?;
        let order = Order::Bespell { mage, aids: Members::NONE, target };
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
                let toll = battle.shot(*shooter, aids, *target, back).map(|case| self.lore.exact(&case));
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

    /// The most promising fight.
    fn fight(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        let fights = battle.fights();
        let gain = |(id, foe): (Id, Foe)| self.lore.fight(battle, battle.player(), id, foe);
        let mut rated: Vec<(i32, (Id, Foe))> = fights.into_iter().map(|fight| (gain(fight), fight)).collect();
        rated.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
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
                    Sight::Types | Sight::Nothing => among_shots.unwrap_or_else(|| self.plain.decide(battle)),
                }
            }
            Phase::Fighting => self.fight(battle),
            _ => {
                self.reason = Reason::default();
                self.plain.decide(battle)
            }
        }
    }
}

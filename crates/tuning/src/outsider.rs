//! An opponent for measuring: an old hand who moves, shoots, casts and fights by principles of his own. He sets up, summons
//! and makes routine decisions as the plain player does.
//!
//! He keeps his line together, counts before each move who could strike whom next, strikes where the dice favour him with
//! two against one, and hurries more the longer a battle lasts. His weights were set by hand, by battles against the random
//! and the plain player alone, and nobody is tuned against him: so he shows whether a player is strong against strangers.

mod moves;
mod prospects;
mod sight;

use std::collections::VecDeque;

use musterfield_battle::order::Foe;
use musterfield_battle::player::{Captain, Plain, Refused, Worth, dismounting, line, summon};
use musterfield_battle::{Battle, Id, Legal, Members, Order, Phase, Report};
use musterfield_combat::odds;
use musterfield_dice::RolledDice;
use musterfield_geometry::BW;
use musterfield_players::captain::Thinker;
use musterfield_players::reason::Reason;

use moves::Moves;
use prospects::{Prospects, fates};
use sight::{Temper, fight, fights, worth};

/// The captain of one side of one battle.
#[derive(Clone, Debug)]
pub(crate) struct Outsider<'w> {
    /// Decides what an old hand does without thinking.
    habits: Plain<'w>,
    worth: &'w Worth,
    prospects: Prospects,
    moves: Moves,
    queue: VecDeque<Order>,
    bound: u16,
}

impl<'w> Outsider<'w> {
    /// A captain; the same seed and stream make the same decisions.
    pub(crate) fn new(worth: &'w Worth, seed: u64, stream: u64) -> Self {
        Self {
            habits: Plain::new(worth, seed, stream),
            worth,
            prospects: Prospects::default(),
            moves: Moves::default(),
            queue: VecDeque::new(),
            bound: 0,
        }
    }
}

impl Captain for Outsider<'_> {
    fn decide(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        if self.bound != battle.bound() {
            self.bound = battle.bound();
            self.moves.clear();
            self.prospects.forget();
        }
        while let Some(order) = self.queue.pop_front() {
            if let Ok(legal) = battle.validate(&order) {
                return Ok(legal);
            }
        }
        let chosen = match battle.phase() {
            Phase::Deployment => {
                self.queue = line(battle).into();
                self.queue.push_back(Order::End);
                self.queue.pop_front().and_then(|order| battle.validate(&order).ok())
            }
            Phase::Summoning | Phase::Moving => Some(self.before_the_shooting(battle)?),
            Phase::Bespelling => Some(checked(battle, spell(battle).map_or(Order::End, |(_, order, _)| order))?),
            Phase::Shooting | Phase::ShootingBack => {
                let shot = spell(battle).map(|(_, order, _)| order).or_else(|| shot(battle));
                shot.and_then(|order| battle.validate(&order).ok())
            }
            Phase::Fighting => next_fight(battle).and_then(|order| battle.validate(&order).ok()),
            _ => None,
        };
        chosen.map_or_else(|| self.habits.decide(battle), Ok)
    }
}

impl Thinker for Outsider<'_> {
    fn reason(&self) -> Reason {
        Reason::default()
    }
}

fn checked(battle: &Battle, order: Order) -> Result<Legal, Refused> {
    battle.validate(&order).map_err(|refusal| Refused { order, refusal })
}

impl Outsider<'_> {
    fn before_the_shooting(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        let arrives = || summon(battle).filter(|_| battle.phase() == Phase::Summoning);
        let dismounts = || dismounting(battle, self.worth);
        if let Some(legal) = arrives().or_else(dismounts).and_then(|order| battle.validate(&order).ok()) {
            return Ok(legal);
        }
        let best = self.moves.best(battle, &mut self.prospects, temper(battle));
        let spell = spell(battle);
        match best {
            Some((gain, legal)) => {
                let pips = legal.plan().map_or(0, |plan| plan.cost.pips);
                let waits = |(value, _, price): &(i32, Order, u8)| *value > gain && pips + price > battle.pips();
                if spell.as_ref().is_some_and(waits) { checked(battle, Order::End) } else { Ok(legal) }
            }
            None => checked(battle, Order::End),
        }
    }
}

/// The weights of the moment: the longer the battle lasts, the more he hurries and the less he fears.
fn temper(battle: &Battle) -> Temper {
    let hurry = i32::from(battle.bound() / 4).min(40);
    // Enough has been seen of each other.
    let late = (hurry - 7).max(0);
    Temper {
        fear: 44 - hurry / 2,
        dread: 48 - hurry,
        fights: 40 - hurry / 4,
        urge: 8 + hurry + late * 2,
        lust: late * 12,
        cohesion: 6 + hurry / 4,
        alone: 2 * BW + BW / 2,
    }
}

/// The best spell with its expected value and its price, if one is worth casting.
fn spell(battle: &Battle) -> Option<(i32, Order, u8)> {
    let me = battle.player();
    let mages = battle.army(me).filter(|id| battle.profile(*id).spell.is_some());
    let mut best: Option<(i32, Order, u8)> = None;
    for mage in mages {
        for target in battle.army(me.other()) {
            let Ok(price) = battle.price_of_spell(mage, Members::NONE, target) else { continue };
            let Ok(case) = battle.spell(mage, Members::NONE, target) else { continue };
            let [own, theirs] = fates(&odds(&case));
            let value = theirs.harm(worth(battle, target), false) - own.harm(worth(battle, mage), false);
            if value > 0 && price <= battle.pips() && best.as_ref().is_none_or(|(most, ..)| value > *most) {
                best = Some((value, Order::Bespell { mage, aids: Members::NONE, target }, price));
            }
        }
    }
    best
}

/// The most promising shot of the side that decides, with as many helpers as count.
fn shot(battle: &Battle) -> Option<Order> {
    let aims: Vec<(Id, Vec<Id>)> = battle.shooters().into_iter().map(|id| (id, battle.targets(id))).collect();
    let mut best: Option<(i32, Order)> = None;
    for (shooter, targets) in &aims {
        let me = battle.to_decide();
        for target in targets {
            let helps = |(id, targets): &&(Id, Vec<Id>)| {
                id != shooter && battle.owner(*id) == battle.owner(*shooter) && targets.contains(target)
            };
            let aids: Members =
                aims.iter().filter(helps).take(usize::from(battle.most_aids())).map(|(id, _)| *id).collect();
            let back = battle.shoots_back(*target, *shooter);
            let Ok(case) = battle.shot(*shooter, aids, *target, back) else { continue };
            let [own, theirs] = fates(&odds(&case));
            let value = theirs.harm(worth(battle, *target), false) - own.harm(worth(battle, *shooter), false);
            let value = if battle.owner(*shooter) == me { value } else { -value };
            let order = Order::Shoot { shooter: *shooter, aids, target: *target };
            if best.as_ref().is_none_or(|(most, _)| value > *most) && battle.allows(&order) {
                best = Some((value, order));
            }
        }
    }
    let (value, order) = best?;
    if value < 0 && battle.allows(&Order::End) { Some(Order::End) } else { Some(order) }
}

/// The fight that should come first: the one after which the others promise most.
fn next_fight(battle: &Battle) -> Option<Order> {
    let me = battle.player();
    let open = battle.fights();
    if let [(id, foe)] = open.as_slice() {
        return Some(Order::Fight(*id, *foe));
    }
    let mut best: Option<(i32, Order)> = None;
    for (id, foe) in open {
        let order = Order::Fight(id, foe);
        let value = after_fight(battle, &order, id, foe, me).unwrap_or_else(|| fight(battle, me, id, foe));
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, order));
        }
    }
    best.map(|(_, order)| order)
}

/// The expected value of a fight and of all that follow it, by one throw for each result.
fn after_fight(battle: &Battle, order: &Order, id: Id, foe: Foe, me: musterfield_battle::Player) -> Option<i32> {
    let odds = battle.odds(id, foe).ok()?;
    let legal = battle.validate(order).ok()?;
    let mut results: Vec<([musterfield_rules::combat::Outcome; 2], [u8; 2], i32)> = Vec::new();
    for (a, row) in (1..=6).zip(&odds.squares) {
        for (b, square) in (1..=6).zip(row) {
            let outcomes = square.each_ref().map(|side| side.final_outcome());
            match results.iter_mut().find(|(known, ..)| *known == outcomes) {
                Some((.., ways)) => *ways += 1,
                None => results.push((outcomes, [a, b], 1)),
            }
        }
    }
    let harm = |battle: &Battle| -> i32 {
        let lost = battle.everybody().filter(|id| battle.is_lost(*id));
        lost.map(|id| if battle.owner(id) == me { -worth(battle, id) } else { worth(battle, id) }).sum()
    };
    let mut sum = 0;
    for (_, dice, ways) in results {
        let mut after = battle.clone();
        let mut rolled = RolledDice::new(&[dice[0], dice[1], 3, 4, 3, 4]);
        after.apply(&legal, &mut rolled, &mut Report::unread()).ok()?;
        sum += (harm(&after) + fights(&after, me)) * ways;
    }
    Some(sum / 36)
}

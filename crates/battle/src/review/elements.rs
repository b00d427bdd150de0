//! What each element did, and what it cost.

use musterfield_rules::Points;

use super::odds::losses;
use crate::element::{Id, Player};
use crate::order::{Foe, Order};
use crate::report::{Event, Report};
use crate::state::{Battle, Phase, Whereabouts};
use crate::validate::{Action, Legal};

/// What an element did in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deeds {
    /// The element.
    pub id: Id,
    /// The number of its tactical moves.
    pub moves: u32,
    /// How far they were together, in thousandths of a BW.
    pub distance: i64,
    /// The fights in close combat in which its total was the higher one.
    pub won: u32,
    /// Those in which it was the lower one.
    pub beaten: u32,
    /// Those in which both were equal.
    pub drawn: u32,
    /// The number of shots and spells that it began.
    pub shots: u32,
    /// The losses of the enemy that came of its fights, shots and spells, when they happened.
    pub took: Points,
    /// Where it is in the end.
    pub fate: Whereabouts,
    /// The number of the order that brought it there, if it counts as lost.
    pub fell: Option<usize>,
    /// What its loss counts, if it is lost.
    pub cost: Points,
}

/// The deeds up to some order.
#[derive(Clone, Debug)]
pub(super) struct DeedsSoFar {
    all: Vec<Deeds>,
    /// The elements that fought or shot last, as long as something may still come of it.
    pair: Option<Pair>,
}

/// An element, and the element or the holder of the feature that it fights, shoots at or bespells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair(Id, Option<Id>);

impl Pair {
    fn has(self, id: Id) -> bool {
        self.0 == id || self.1 == Some(id)
    }

    /// The one of a side.
    fn of(self, battle: &Battle, player: Player) -> Option<Id> {
        [Some(self.0), self.1].into_iter().flatten().find(|id| battle.owner(*id) == player)
    }
}

impl DeedsSoFar {
    pub(super) fn new(battle: &Battle) -> Self {
        let nothing = |id: Id| Deeds {
            id,
            moves: 0,
            distance: 0,
            won: 0,
            beaten: 0,
            drawn: 0,
            shots: 0,
            took: Points::ZERO,
            fate: Whereabouts::Aside,
            fell: None,
            cost: Points::ZERO,
        };
        Self { all: battle.everybody().map(nothing).collect(), pair: None }
    }

    fn change(&mut self, id: Id, change: impl FnOnce(&mut Deeds)) {
        if let Some(deeds) = self.all.get_mut(id.index()) {
            change(deeds);
        }
    }

    /// Notes what an order did.
    pub(super) fn note(&mut self, step: usize, before: &Battle, legal: &Legal, report: &Report, after: &Battle) {
        self.pair = match legal.order() {
            Order::Fight(id, Foe::Element(other)) => Some(Pair(*id, Some(*other))),
            Order::Fight(id, Foe::Feature(held)) => Some(Pair(*id, before.holder(before.owner(*id).other(), *held))),
            Order::Bespell { mage, target, .. } => Some(Pair(*mage, Some(*target))),
            Order::Shoot { shooter, target, .. } => Some(Pair(*shooter, Some(*target))),
            _ => self
                .pair
                .filter(|_| matches!(before.phase(), Phase::Recoiling(_) | Phase::Returning(_) | Phase::Answering(_))),
        };
        match legal.order() {
            Order::Fight(..) => self.note_fight(report),
            Order::Bespell { mage: id, .. } | Order::Shoot { shooter: id, .. } => {
                self.change(*id, |deeds| deeds.shots += 1);
            }
            Order::Move(_) => self.note_move(before, legal, report, after),
            _ => {}
        }
        self.note_losses(step, before, report, after);
    }

    fn note_fight(&mut self, report: &Report) {
        let totals = report.events.iter().find_map(|event| match event {
            Event::Totals(a, b) => Some((*a, *b)),
            _ => None,
        });
        let (Some(Pair(one, other)), Some((a, b))) = (self.pair, totals) else { return };
        let mut count = |id: Id, own: i8, theirs: i8| {
            self.change(id, |deeds| match own.cmp(&theirs) {
                std::cmp::Ordering::Greater => deeds.won += 1,
                std::cmp::Ordering::Less => deeds.beaten += 1,
                std::cmp::Ordering::Equal => deeds.drawn += 1,
            });
        };
        count(one, a, b);
        if let Some(other) = other {
            count(other, b, a);
        }
    }

    fn note_move(&mut self, before: &Battle, legal: &Legal, report: &Report, after: &Battle) {
        let Action::Move(plan) = &legal.action else { return };
        for ((id, _), way) in plan.ends.iter().zip(&plan.ways) {
            // A river that hinders cuts a move short.
            let is_cut = report.dice().next().is_some();
            let straight = || (after.base(*id).front_left() - before.base(*id).front_left()).square().max(0).isqrt();
            let distance = if is_cut { (*way).min(straight()) } else { *way };
            self.change(*id, |deeds| {
                deeds.moves += 1;
                deeds.distance += distance;
            });
        }
    }

    /// Notes who was lost and who came back, and who is to be credited with it.
    fn note_losses(&mut self, step: usize, before: &Battle, report: &Report, after: &Battle) {
        // Of several shots, each takes what it hits.
        let mut by: Vec<(Id, Pair)> = Vec::new();
        for event in &report.events {
            match event {
                Event::Shot(shooter, target) => self.pair = Some(Pair(*shooter, Some(*target))),
                Event::Befell(Foe::Element(id), _) => by.extend(self.pair.map(|pair| (*id, pair))),
                _ => {}
            }
        }
        let mut rest = losses(before, after);
        for id in after.everybody() {
            match (before.is_lost(id), after.is_lost(id)) {
                (false, true) => {
                    let owner = after.owner(id);
                    let worth = after.loss_of(id);
                    let left = owner.of_mut(&mut rest);
                    *left = *left - worth;
                    let own = by.iter().rev().find(|(who, pair)| *who == id && pair.has(id)).map(|(_, pair)| *pair);
                    self.change(id, |deeds| deeds.fell = Some(step));
                    self.credit(own.or(self.pair), after, owner, worth);
                }
                (true, false) => {
                    *after.owner(id).of_mut(&mut rest) += before.loss_of(id);
                    self.change(id, |deeds| deeds.fell = None);
                }
                _ => {}
            }
        }
        // A camp, or the Stronghold.
        for owner in Player::ALL {
            let walls = *owner.of(&rest);
            if walls > Points::ZERO {
                self.credit(self.pair, after, owner, walls);
            }
        }
    }

    /// Credits the enemy of a pair with the loss of a side.
    fn credit(&mut self, pair: Option<Pair>, battle: &Battle, owner: Player, worth: Points) {
        if let Some(by) = pair.and_then(|pair| pair.of(battle, owner.other())) {
            self.change(by, |deeds| deeds.took += worth);
        }
    }

    pub(super) fn finish(mut self, battle: &Battle) -> Vec<Deeds> {
        for deeds in &mut self.all {
            deeds.fate = battle.element(deeds.id).place;
            deeds.cost = if battle.is_lost(deeds.id) { battle.loss_of(deeds.id) } else { Points::ZERO };
        }
        self.all
    }
}

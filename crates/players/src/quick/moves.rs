//! The quick player's choice of moves: contacts by the exact exchanges after them, others by the places they lead to.

use musterfield_battle::contact::{Spot, is_beside};
use musterfield_battle::legal::{At, Course, Whom};
use musterfield_battle::mover::Movers;
use musterfield_battle::order::{Leg, Move, Pose};
use musterfield_battle::player::parties::{groups, parts, reach};
use musterfield_battle::{Battle, Family, Foe, Id, Legal, Members, Order, Phase, Report, TOUCH};
use musterfield_combat::Mode;
use musterfield_dice::RolledDice;
use musterfield_geometry::{Base, Facing, Point};
use musterfield_rules::battle::List;

use super::arrivals;
use super::candidate::Candidate;
use super::helping::helping;
use super::pairs::{Half, pairs};
use super::spell::Spell;
use super::view::{Aim, Sight, View, open_flanks};
use crate::lore::{Lore, WON, ahead};
use crate::reason::{Motive, Reason};
use crate::weights::Weights;

/// The moves that are thought of in one bound.
#[derive(Debug, Default)]
pub(super) struct Moves {
    pub(super) aim: Aim,
    pub(super) sight: Sight,
    /// Promising moves, the best last.
    candidates: Vec<Candidate>,
    movers: Movers,
    bound: u16,
    /// Whether something has changed since the moves were thought of.
    is_old: bool,
    /// The value of the fights as they stand.
    before: Option<Fights>,
    /// A battle in which moves are tried.
    trial: Option<Battle>,
    /// The second half of a pair whose first half was made.
    then: Option<(Move, Reason)>,
}

/// The number of contacts that are tried for one decision.
const MOST_TRIALS: u32 = 14;

/// Whether an element of the side that moves has moved in this bound.
fn has_moved(battle: &Battle) -> bool {
    battle.army(battle.player()).any(|id| battle.element(id).moves > 0)
}

/// The fights of a bound as they stand.
#[derive(Clone, Copy, Debug, Default)]
struct Fights {
    gain: i32,
    count: i32,
}

impl Moves {
    /// Forgets everything, because something else than a move has changed.
    pub(super) fn forget(&mut self) {
        self.movers.clear();
        self.before = None;
        self.is_old = true;
    }

    /// Forgets what was thought of in the bound before.
    fn begin(&mut self, battle: &Battle) {
        if self.bound != battle.bound() {
            self.forget();
            self.candidates.clear();
            self.then = None;
            self.bound = battle.bound();
        }
    }

    /// The next element that comes to the table, and what that promises.
    pub(super) fn arrival(&mut self, battle: &Battle, lore: &Lore, weights: &Weights) -> Option<(Legal, i32)> {
        let is_away = |id: Id| !battle.is_on_table(id);
        if battle.pips() == 0 || !battle.army(battle.player()).any(is_away) {
            return None;
        }
        self.forget();
        let view = View::new(battle, lore, weights, (self.aim, self.sight));
        let coming = arrivals::next(&view, |legal| self.exact(battle, lore, weights, legal, None))?;
        Some((coming.legal, coming.gain))
    }

    /// An Aerial that comes down on the enemy before it, which costs no PIPs, and what that promises (D3H2-CONT-16).
    pub(super) fn coming_down(&mut self, battle: &Battle, lore: &Lore, weights: &Weights) -> Option<(Legal, i32)> {
        self.begin(battle);
        let is_aloft = |id: &Id| !battle.profile(*id).is_ground() && battle.is_on_table(*id);
        let promises = |id: Id| {
            let legal = battle.validate(&Order::Engage(id)).ok()?;
            let gain = self.exact(battle, lore, weights, &legal, None)?;
            (gain > 0).then_some((legal, gain))
        };
        let all = battle.army(battle.player()).filter(is_aloft).filter_map(promises);
        all.reduce(|best, other| if other.1 > best.1 { other } else { best })
    }

    /// The most promising move that may be made, if any is worth its PIPs.
    pub(super) fn next(
        &mut self,
        battle: &Battle,
        lore: &Lore,
        weights: &Weights,
        spells: &[Spell],
    ) -> Option<(Legal, Reason)> {
        if battle.pips() == 0 || self.sight == Sight::Nothing && has_moved(battle) {
            return None;
        }
        self.begin(battle);
        if let Some((then, reason)) = self.then.take()
            && let Ok(legal) = battle.validate(&Order::Move(then))
        {
            self.forget();
            return Some((legal, reason));
        }
        loop {
            if let Some(found) = self.best(battle, lore, weights, spells) {
                self.forget();
                return Some(found);
            }
            // Moves that were impossible before may be possible now that other elements have moved.
            if !std::mem::take(&mut self.is_old) {
                return None;
            }
            let halves;
            (self.candidates, halves) = promising(&View::new(battle, lore, weights, (self.aim, self.sight)));
            if self.sight == Sight::Exact && battle.pips() > 1 {
                self.add_pairs(battle, lore, weights, &halves);
            }
        }
    }

    fn best(&mut self, battle: &Battle, lore: &Lore, weights: &Weights, spells: &[Spell]) -> Option<(Legal, Reason)> {
        let choices = u32::try_from(self.candidates.len()).unwrap_or(u32::MAX);
        let mut trials = 0;
        while let Some(candidate) = self.candidates.pop() {
            let is_to_be_tried = candidate.is_to_be_tried();
            let Candidate { ref of, value, motive, leaves, ref then, .. } = candidate;
            let both = then.iter().fold(of.who, |who, then| who.and(then.who));
            let is_fresh = both.into_iter().all(|id| battle.element(id).moves == 0);
            // Spells come before what gains less.
            let better = spells.iter().take_while(|spell| value < spell.gain);
            if !is_fresh || better.clone().any(|spell| spell.casters().into_iter().any(|id| of.who.has(id))) {
                continue;
            }
            // Spells that cannot be paid for together need no more PIPs than there are.
            let kept = better.fold(0, |sum: u8, spell| match sum.saturating_add(spell.price) {
                more if more <= battle.pips() => more,
                _ => sum,
            });
            let mover = self.movers.of(battle, of.who);
            let legal = match battle.validate_near(mover, of.clone()) {
                Ok(legal) => legal,
                Err(refusal) => {
                    candidate.instead(battle, &refusal).into_iter().for_each(|other| self.add(other));
                    continue;
                }
            };
            let Candidate { of, then, .. } = candidate;
            let cost = legal.plan().map_or(0, |plan| plan.cost.pips);
            if kept > 0 && cost.saturating_add(kept) > battle.pips() {
                continue;
            }
            // Elements that have moved since may stand in the way of the second half.
            if then.is_some()
                && self.exact(battle, lore, weights, &legal, then.as_ref()).is_none_or(|gain| gain < weights.least)
            {
                continue;
            }
            if is_to_be_tried && self.sight == Sight::Exact {
                trials += 1;
                if trials > MOST_TRIALS {
                    continue;
                }
                let value = self.exact(battle, lore, weights, &legal, None).map_or(value, |value| value - leaves);
                if value < weights.least {
                    continue;
                }
                if self.candidates.last().is_some_and(|next| next.value > value) {
                    self.add(Candidate { of, value, motive, is_exact: true, leaves, then, instead: 0 });
                    continue;
                }
            }
            let next_best = self.candidates.last().map(|next| next.value);
            let reason = Reason { motive, expected: value, next_best, choices, bounds: 0 };
            self.then = then.map(|then| (then, reason));
            return Some((legal, reason));
        }
        None
    }

    /// Adds a move at its place among the others.
    fn add(&mut self, candidate: Candidate) {
        let place = self.candidates.partition_point(|other| other.value <= candidate.value);
        self.candidates.insert(place, candidate);
    }

    /// Adds pairs of contacts that are worth the PIPs of both moves. Where one half bars the other's way, it goes last.
    fn add_pairs(&mut self, battle: &Battle, lore: &Lore, weights: &Weights, halves: &[Half]) {
        for (legal, [front, other]) in pairs(battle, halves) {
            let mut try_to_begin_with =
                |legal: &Legal, then: &Half| self.exact(battle, lore, weights, legal, Some(&then.of));
            let (first, then, gain) = match try_to_begin_with(&legal, other) {
                Some(gain) => (front, other, gain),
                None => {
                    let Ok(legal) = battle.validate(&Order::Move(other.of.clone())) else { continue };
                    let Some(gain) = try_to_begin_with(&legal, front) else { continue };
                    (other, front, gain)
                }
            };
            let value = (gain - front.leaves - other.leaves) * weights.pincer / 100;
            if value > weights.least {
                let (of, then) = (first.of.clone(), Some(then.of.clone()));
                self.add(Candidate { of, value, motive: Motive::Attack, is_exact: true, leaves: 0, then, instead: 0 });
            }
        }
    }

    /// The gain of a contact, or of two that are made one after the other: the fights of this bound as they will stand,
    /// compared with those without it. `None` if the second is not allowed, or dice decide where they lead.
    fn exact(
        &mut self,
        battle: &Battle,
        lore: &Lore,
        weights: &Weights,
        legal: &Legal,
        then: Option<&Move>,
    ) -> Option<i32> {
        let trial = self.trial.get_or_insert_with(|| battle.clone());
        let before = match self.before {
            Some(before) => before,
            None => {
                trial.clone_from(battle);
                fights(trial, lore, weights)
            }
        };
        self.before = Some(before);
        trial.clone_from(battle);
        let mut ends = Vec::new();
        let mut make = |trial: &mut Battle, legal: &Legal| {
            ends.extend(legal.plan().into_iter().flat_map(|plan| plan.ends.iter().copied()));
            trial.apply(legal, &mut RolledDice::default(), &mut Report::unread()).ok()?;
            // An enemy that may conform is expected to do so.
            if matches!(trial.phase(), Phase::Conforming(_)) {
                trial.play(&Order::Conform, &mut RolledDice::default()).ok()?;
            }
            Some(())
        };
        make(trial, legal)?;
        if let Some(then) = then {
            let legal = trial.validate(&Order::Move(then.clone())).ok()?;
            make(trial, &legal)?;
        }
        let after = fights(trial, lore, weights);
        // A general who fights may die in the enemy's bound, whatever this one brings.
        let leads = ends.iter().any(|(id, _)| battle.profile(*id).general && trial.is_in_close_combat(*id));
        let caution = if leads { weights.caution } else { 0 };
        let open: i32 = ends.iter().map(|(id, base)| open_flanks(trial, *id, base)).sum();
        Some(
            (after.gain - before.gain) * weights.fight / 100 + weights.bold * (after.count - before.count)
                - weights.exposed * open
                - caution,
        )
    }
}

/// The fights of a side whose moves end now.
fn fights(battle: &mut Battle, lore: &Lore, weights: &Weights) -> Fights {
    let player = battle.player();
    // Elements that were attacked on a flank turn when the moves end. That rolls no dice.
    if battle.play(&Order::End, &mut RolledDice::default()).is_err() {
        return Fights::default();
    }
    let mut sum = Fights::default();
    for (id, foe) in battle.opponents() {
        let Ok(case) = battle.case(id, foe) else { continue };
        let toll = lore.exact(battle, &case, [Some(id), foe.element()]);
        let worth = |id: Id| {
            let is_own_general = battle.owner(id) == player && battle.profile(id).general;
            lore.value(id) + if is_own_general { weights.general } else { 0 }
        };
        let theirs = match foe {
            Foe::Element(other) => worth(other),
            Foe::Feature(held) => lore.feature(battle, battle.owner(id).other(), held),
        };
        let gain = toll.gain(worth(id), theirs);
        sum.gain += if battle.owner(id) == player { gain } else { -gain };
        sum.count += 1;
    }
    // Empty camps have fallen to elements that reached them.
    sum.gain += ahead(battle, player) + if battle.phase() == Phase::Over(player) { WON } else { 0 };
    sum
}

/// The promising moves, or in an open view all, the best last; and the contacts of which pairs may come. Whether they are legal has not been checked.
pub(super) fn promising(view: &View<'_>) -> (Vec<Candidate>, Vec<Half>) {
    let battle = view.battle;
    let mut candidates = Vec::new();
    let mut halves = Vec::new();
    let groups = groups(battle, view.player).into_iter().flat_map(|group| {
        if view.sees_something() { parts(battle, group) } else { group.into_iter().map(Members::one).collect() }
    });
    for group in groups {
        let can_pay = battle.can_pay_for(group);
        if can_pay {
            contacts(view, group, 0, (&mut candidates, &mut halves));
        }
        let singles = group.into_iter().map(Members::one).filter(|_| group.count() > 1);
        for who in singles.filter(|who| battle.can_pay_for(*who)) {
            contacts(view, who, view.weights.leave, (&mut candidates, &mut halves));
            helping(view, who, view.weights.leave, &mut candidates);
        }
        if can_pay {
            helping(view, group, 0, &mut candidates);
            advances(view, group, &mut candidates);
        }
    }
    // Among equals the first is the best, so it must come last.
    candidates.reverse();
    candidates.sort_by_key(|candidate| candidate.value);
    (candidates, halves)
}

/// Adds contacts within reach with a first guess at their gains.
fn contacts(view: &View<'_>, group: Members, leaves: i32, (into, halves): (&mut Vec<Candidate>, &mut Vec<Half>)) {
    let (battle, weights) = (view.battle, view.weights);
    let first = into.len();
    for family in battle.contacts_in_reach(&Move { who: group, legs: Vec::new() }) {
        let Family { course: Course::Contact { id, whom, legs }, .. } = &family else { continue };
        let base = battle.base(*id);
        let value = match (whom, legs.as_slice()) {
            (Whom::Feature(held), _) => view.lore.feature(battle, view.player.other(), *held) * weights.storm / 100,
            (Whom::Askew(enemy), _) => weights.bold / 2 + view.gain(Mode::Close, *id, *enemy),
            (Whom::Enemy(enemy, at), [Leg::Go(_)]) => match at {
                At::Edge(Spot::Front) => {
                    let end = Spot::Front.base(battle.base(*enemy), base.depth());
                    weights.bold + duel(view, (*id, &end), *enemy, |_| false)
                }
                At::Edge(_) => weights.bold + weights.flank + view.gain(Mode::Close, *id, *enemy),
                At::Beside(_) => weights.overlap,
            },
            (Whom::Enemy(..), legs) => {
                let step = legs.iter().fold(Point::default(), |step, leg| match leg {
                    Leg::Ahead(by) => step + base.facing().step(*by),
                    Leg::Slide(by) => step + base.facing().right().step(*by),
                    _ => step,
                });
                meeting(view, group, step)
            }
        };
        // To a player that sees nothing, one contact is as good as another.
        let value = if view.sees_something() { value } else { weights.bold };
        if let Whom::Enemy(enemy, at) = whom {
            let is_front = *at == At::Edge(Spot::Front);
            halves.push(Half { of: family.order(1), enemy: *enemy, is_front, guess: value, leaves });
        }
        if value > weights.least || view.is_open {
            let (of, value) = (family.order(1), value - leaves);
            // A group that meets several enemies by one move does so once.
            let known = into.get_mut(first..).and_then(|some| some.iter_mut().find(|other| other.of == of));
            match known {
                Some(other) => other.value = other.value.max(value),
                None => into.push(Candidate::of(of, value, leaves, Motive::Attack)),
            }
        }
    }
}

/// The expected gain of a group over all the fights in which it would stand after a step.
fn meeting(view: &View<'_>, group: Members, by: Point) -> i32 {
    let (battle, weights) = (view.battle, view.weights);
    let near = |a: Point, b: Point| a.is_at(b, 2 * TOUCH);
    let spot = |base: &Base, other: &Base| {
        let is_there = |place: &Base| base.facing() == place.facing() && near(base.front_left(), place.front_left());
        Spot::ALL.into_iter().find(|spot| is_there(&spot.base(other, base.depth())))
    };
    let is_met = |enemy: Id| group.into_iter().any(|id| spot(&battle.base(id).moved(by), battle.base(enemy)).is_some());
    let mut sum = 0;
    for id in group {
        let base = battle.base(id).moved(by);
        match view.enemies.iter().find_map(|enemy| Some((*enemy, spot(&base, battle.base(*enemy))?))) {
            Some((enemy, Spot::Front)) => sum += weights.bold + duel(view, (id, &base), enemy, is_met),
            Some((enemy, _)) => sum += weights.bold + weights.flank + view.gain(Mode::Close, id, enemy),
            None => {
                let is_beside = |enemy: &&Id| {
                    let other = battle.base(**enemy);
                    near(base.front_left(), other.front_left()) || near(base.front_right(), other.front_right())
                };
                let count = view.enemies.iter().filter(is_beside).count();
                sum += weights.overlap * i32::try_from(count).unwrap_or(0);
            }
        }
    }
    sum
}

/// The expected gain of a fight front to front: by the odds, less for every enemy beside the element that has nobody to
/// fight.
fn duel(view: &View<'_>, (id, end): (Id, &Base), enemy: Id, is_met: impl Fn(Id) -> bool) -> i32 {
    let battle = view.battle;
    let overlaps = |other: &Id| {
        *other != enemy
            && is_beside(end, battle.base(*other), battle.rules().policies.overlap_corners).is_some()
            && battle.before(*other).is_none()
            && !battle.is(*other, List::NeverOverlapping)
            && !is_met(*other)
    };
    let around = battle.enemies_around(id, end.bounds().grown(TOUCH));
    let count = if battle.is(id, List::NeverOverlapped) { 0 } else { around.filter(overlaps).count().min(2) };
    view.gain(Mode::Close, id, enemy) - view.weights.overlapped * i32::try_from(count).unwrap_or(0)
}

/// An enemy more than this many tenths of a degree to one side is no longer ahead.
const WIDE: i32 = 600;
/// A turn of fewer tenths of a degree than this is not worth a wheel.
const SLIGHT: i32 = 80;

/// Adds moves that lead to better places: ahead, with a wheel before it, turned to an enemy, or back.
fn advances(view: &View<'_>, group: Members, into: &mut Vec<Candidate>) {
    let battle = view.battle;
    let (Some(first), Some(reach)) = (group.first(), reach(battle, group)) else { return };
    let base = battle.base(first);
    let nearest = view.enemies.iter().min_by_key(|enemy| base.step_to(battle.base(**enemy)).square());
    let Some(nearest) = nearest else { return };
    let start: i32 = group.into_iter().map(|id| view.place(id, battle.base(id))).sum();
    let stands: Vec<(Id, Base)> = group.into_iter().map(|id| (id, *battle.base(id))).collect();
    let start = start - view.straggling(&stands);
    let shots = view.shots_of(group);
    // A general takes no risk that another element may take.
    let retreat = view.weights.retreat * if battle.profile(first).general { 2 } else { 1 };
    let mut add = |legs: Vec<Leg>, motive: Motive| {
        let of = Move { who: group, legs };
        let Some(ends) = battle.bases_after(&of) else { return };
        let worth: i32 = ends.iter().map(|(id, base)| view.place(*id, base)).sum();
        let mut value = worth + view.prospects(&ends) - view.straggling(&ends) - start - shots;
        if motive == Motive::Withdraw {
            value = value * retreat / 100;
        }
        if value > 0 || view.is_open {
            into.push(Candidate::of(of, value, 0, motive));
        }
    };
    if battle.field().on_road(base).is_some()
        && let Some(by_road) = battle.reach(group, true)
    {
        for part in [2, 1] {
            add(vec![Leg::Road(by_road * part / 2)], Motive::Advance);
        }
    }
    let turn = Facing::from_step(base.step_to(battle.base(*nearest))).map_or(0, |to| base.facing().angle_to(to));
    let is_single = group.count() == 1;
    if turn.abs() <= WIDE {
        for part in (1..=4).rev() {
            add(vec![Leg::Ahead(reach * part / 4)], Motive::Advance);
        }
    }
    if is_single {
        let facing = base.facing().turned(turn);
        for pose in [base.turned_to(facing).ahead(reach / 2), base.turned_to(facing)] {
            if pose != *base {
                add(vec![Leg::Go(Pose::of(&pose))], Motive::Advance);
            }
        }
        for by in [reach, reach / 2] {
            add(vec![Leg::Back(by)], Motive::Withdraw);
        }
        let casters = view.casters_at(base.middle());
        for danger in std::iter::once(*nearest).chain(casters.filter(|caster| caster != nearest)) {
            if let Some(away) = Facing::from_step(battle.base(danger).step_to(base)) {
                for by in [reach, reach / 2] {
                    add(vec![Leg::Go(Pose::of(&base.moved(away.step(by))))], Motive::Withdraw);
                }
            }
        }
    } else if turn.abs() > SLIGHT {
        let by = u16::try_from(turn.abs().min(300)).unwrap_or(300);
        add(vec![Leg::Wheel { left: turn < 0, by }], Motive::Advance);
    }
}

//! One leg of a move: the ground it crosses, the elements it passes through, and the obstacles in its way (D3H2-PASS-01
//! to 12).

use musterfield_geometry::base::whole_root;
use musterfield_geometry::facing::rounded;
use musterfield_geometry::{Base, Bounds, Footprint, Point, Segment};

use super::TOUCH;
use super::element::{Id, Members, Player};
use super::field::Features;
use super::force::Class;
use super::formation::{Formation, clockwise};
use super::mover::Mover;
use super::order::Leg;
use super::refusal::Refusal;
use super::state::Battle;

/// The features an element crosses on a leg: those its base touches, and those its front edge touches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Crossed {
    pub(super) all: Features,
    pub(super) front: Features,
}

impl Crossed {
    pub(super) fn and(self, other: Self) -> Self {
        Self { all: self.all.and(other.all), front: self.front.and(other.front) }
    }

    /// The features that limit the element's speed. A river counts only if the front edge was in it (D3H2-MOVE-32).
    pub(super) fn slowing(self, rivers: Features) -> Features {
        self.all.without(rivers).and(self.front.common(rivers))
    }
}

/// A straight way of an element that may turn once on it: it keeps its first facing up to that point and the second one
/// from there on.
#[derive(Clone, Copy, Debug)]
struct Way {
    before: (Base, Point),
    after: Option<(Base, Point)>,
}

impl Way {
    /// The possible ways from one base to another: turning at the end, at the start, or in between.
    fn all(start: &Base, end: &Base) -> impl Iterator<Item = Self> {
        let turns = start.facing() != end.facing();
        let step = step_between(start, end);
        let turned = end.moved(Point::default() - step);
        let part = move |quarters: i64| Point::new(rounded(step.x * quarters, 4), rounded(step.y * quarters, 4));
        let start = *start;
        let places: &'static [i64] = if turns { &[4, 0, 2, 1, 3] } else { &[4] };
        places.iter().map(move |quarters| {
            let first = part(*quarters);
            Self { before: (start, first), after: turns.then(|| (turned.moved(first), step - first)) }
        })
    }

    fn stretches(&self) -> impl Iterator<Item = (&Base, Point)> {
        [Some(&self.before), self.after.as_ref()].into_iter().flatten().map(|(base, step)| (base, *step))
    }

    fn meets(&self, other: &Base) -> bool {
        self.stretches().any(|(base, step)| base.meets_on_way(step, other, TOUCH))
    }
}

/// The straight step from base to base, measured at the front left corner, or at the middle if the element turns.
fn step_between(start: &Base, end: &Base) -> Point {
    if start.facing() == end.facing() { end.front_left() - start.front_left() } else { start.step_to(end) }
}

/// Whether an element that turns on its way meets another no matter where it turns: a circle about the middle of its
/// base is covered all the way from middle to middle.
fn is_met_anyhow(start: &Base, end: &Base, other: &Base) -> bool {
    let radius = start.width().min(start.depth()) / 2 - 2 * TOUCH;
    let middle = Segment::new(start.middle(), end.middle());
    other.bounds().intersects(middle.bounds().grown(radius)) && other.nearer_to_line(middle, radius)
}

/// A box around every position an element can take on any way from base to base.
fn box_around(start: &Base, end: &Base) -> Bounds {
    let both = start.bounds().and(end.bounds());
    if start.facing() == end.facing() {
        return both;
    }
    let step = step_between(start, end);
    both.and(start.moved(step).bounds()).and(end.moved(Point::default() - step).bounds())
}

impl Battle {
    /// Moves one leg and finds the ground it crosses and the elements it passes through. Fails if something is in the
    /// way.
    pub(super) fn go(
        &self,
        mover: &Mover,
        from: &Formation,
        to: &Formation,
        leg: Leg,
        passed: &mut Members,
    ) -> Result<Crossed, Refusal> {
        let mut crossed = Crossed::default();
        let swings = matches!(leg, Leg::Wheel { .. });
        if let Leg::Wheel { left, by } = leg {
            self.swing(mover, from, left, by, passed)?;
        }
        for ((id, start), (_, end)) in from.ranks.iter().zip(&to.ranks) {
            if !self.field().has(end) {
                return Err(Refusal::LeavesTheTable(self.profile(*id).name));
            }
            let around = box_around(start, end);
            let near = self.state.elements.those_among(mover.others, around);
            let (way, met) = self.way_past(*id, start, end, near, swings)?;
            *passed = passed.and(met);
            if !mover.grounds.is_empty() {
                crossed = crossed.and(self.crossed(*id, &way, around));
            }
            if mover.is_near_holdings {
                self.check_features(*id, &way, end, around)?;
            }
        }
        Ok(crossed)
    }

    /// An element that is in the way no matter where the moving element turns, and that it cannot pass.
    pub(super) fn in_every_way(&self, id: Id, start: &Base, end: &Base, near: Members) -> Option<Id> {
        if start.facing() == end.facing() {
            return None;
        }
        near.into_iter().find(|other| is_met_anyhow(start, end, self.base(*other)) && !self.may_pass(id, *other))
    }

    /// The first way on which an element can pass all the elements it meets, and those elements. The element may turn
    /// anywhere, as long as there is such a way.
    fn way_past(
        &self,
        id: Id,
        start: &Base,
        end: &Base,
        near: Members,
        swings: bool,
    ) -> Result<(Way, Members), Refusal> {
        let mut in_way = None;
        let certain = if swings { None } else { self.in_every_way(id, start, end, near) };
        for way in Way::all(start, end).filter(|_| certain.is_none()) {
            let meets = |other: &Id| {
                let other = self.base(*other);
                (!swings && way.meets(other)) || end.overlaps(other, TOUCH)
            };
            let met: Members = near.into_iter().filter(meets).collect();
            match met.into_iter().find(|other| !self.may_pass(id, *other)) {
                None => return Ok((way, met)),
                Some(other) => in_way = in_way.or(Some(other)),
            }
        }
        let name = |id: Id| self.profile(id).name;
        Err(Refusal::NoPassage(name(id), name(certain.or(in_way).unwrap_or(id))))
    }

    /// The features that a way crosses, including its end.
    fn crossed(&self, id: Id, way: &Way, around: Bounds) -> Crossed {
        let mut crossed = Crossed::default();
        let near = self.field().near(around);
        if near.is_empty() {
            return crossed;
        }
        for (base, step) in way.stretches() {
            crossed.all = crossed.all.and(self.field().met(near, &Footprint::swept(&base.shrunk(TOUCH), step)));
        }
        let rivers = crossed.all.common(self.field().rivers);
        if !rivers.is_empty() && self.profile(id).is_ground() {
            let edge = |base: &Base| Base::new(base.front_left(), base.facing(), base.width(), 2 * TOUCH + 2);
            for (base, step) in way.stretches() {
                let front = Footprint::swept(&edge(base).shrunk(TOUCH), step);
                crossed.front = crossed.front.and(self.field().met(rivers, &front));
            }
        }
        crossed
    }

    /// Checks that a way leads through no camp or Stronghold; Aerials fly over them (D3H2-CAMP-08).
    fn check_features(&self, id: Id, way: &Way, end: &Base, around: Bounds) -> Result<(), Refusal> {
        for player in Player::ALL {
            for held in self.features_of(player) {
                if !self.box_of(player, held).is_some_and(|its| its.intersects(around)) {
                    continue;
                }
                let flies = self.profile(id).class == Class::Aerial;
                let leads_through = || {
                    self.outline_of(player, held).is_some_and(|outline| {
                        way.stretches()
                            .any(|(base, step)| Footprint::swept(&base.shrunk(TOUCH), step).intersects(&outline))
                    })
                };
                if self.is_in_feature(end, player, held) || (!flies && leads_through()) {
                    return Err(Refusal::ThroughAFeature(self.profile(id).name, held));
                }
            }
        }
        Ok(())
    }

    /// Swings the front edges of a wheeling formation; rear corners may swing across anybody (D3H2-PASS-12).
    fn swing(&self, mover: &Mover, from: &Formation, left: bool, by: u16, passed: &mut Members) -> Result<(), Refusal> {
        const PART: u16 = 50;
        // No element swings farther than the diagonal of the formation.
        let Some(around) = from.bases().map(Base::bounds).reduce(Bounds::and) else { return Ok(()) };
        let longest = whole_root((around.most - around.least).square()) + 1;
        let near = self.state.elements.those_among(mover.others, around.grown(longest));
        if near.is_empty() {
            return Ok(());
        }
        let mut swings = |id: Id, base: &Base| {
            let front = Base::new(base.front_left(), base.facing(), base.width(), 3 * TOUCH);
            for other in near.into_iter().filter(|other| front.overlaps(self.base(*other), TOUCH)) {
                if !self.may_pass(id, other) {
                    let name = |id: Id| self.profile(id).name;
                    return Err(Refusal::NoWheelThrough(name(id), name(other)));
                }
                *passed = passed.with(other);
            }
            Ok(())
        };
        for part in (1..=by / PART).map(|part| part * PART) {
            match from.ranks.as_slice() {
                [(id, base)] => swings(*id, &base.wheeled(left, clockwise(left, part)))?,
                _ => {
                    let place = from.after(Leg::Wheel { left, by: part })?;
                    place.ranks.iter().try_for_each(|(id, base)| swings(*id, base))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use musterfield_geometry::{BW, Facing};

    prop_compose! {
        fn base()(x in 0..5000_i64, y in 0..5000_i64, facing in 0..3600_i32, depth in prop::sample::select(vec![500_i64, 750, 1000]))
            -> Base
        {
            Base::new(Point::new(x, y), Facing::from_tenths(facing), BW, depth)
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

        #[test]
        fn who_is_met_anyhow_is_met_on_every_way(start in base(), end in base(), other in base()) {
            let end = Base::new(end.front_left(), end.facing(), start.width(), start.depth());
            prop_assume!(start.facing() != end.facing());
            prop_assert!(!is_met_anyhow(&start, &end, &other) || Way::all(&start, &end).all(|way| way.meets(&other)));
        }
    }
}

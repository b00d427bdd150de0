//! One leg of a move: the ground it crosses, the elements it passes through, and the obstacles in its way (D3H2-PASS-01
//! to 12).

use musterfield_geometry::base::whole_root;
use musterfield_geometry::{Base, Bounds, Edge, Footprint, Point, Segment};
use musterfield_rules::battle::policy::Rivers;

use super::TOUCH;
use super::element::{Id, Members, Player};
use super::field::Features;
use super::force::Class;
use super::formation::{Formation, clockwise};
use super::mover::Mover;
use super::order::Leg;
use super::refusal::Refusal;
use super::state::Battle;
use super::turn::Turn;

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

    /// The features that limit the element's speed (D3H2-MOVE-25). A river that is tried by a die counts only if the
    /// front edge was in it (D3H2-MOVE-32); one that is waded counts like other ground (HOTT25-MOVE-03).
    pub(super) fn slowing(self, rivers: Features, policy: Rivers) -> Features {
        match policy {
            Rivers::Tried => self.all.without(rivers).and(self.front.common(rivers)),
            Rivers::Waded => self.all,
        }
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
    /// The way from one base to another.
    fn turning(turn: Turn, start: &Base, end: &Base) -> Self {
        let step = step_between(start, end);
        if start.facing() == end.facing() {
            return Self { before: (*start, step), after: None };
        }
        let first = turn.part_of(step);
        Self { before: (*start, first), after: Some((end.moved(first - step), step - first)) }
    }

    /// Only where an element stands before and after it wheels: what its front edge sweeps in between is looked for
    /// elsewhere, and its rear swings freely (D3H2-PASS-12).
    fn standing(start: &Base, end: &Base) -> Self {
        Self { before: (*start, Point::default()), after: Some((*end, Point::default())) }
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
    /// way. A single element turns where it is said; where each element of a group turns is left to it.
    pub(super) fn go(
        &self,
        mover: &Mover,
        (from, to): (&Formation, &Formation),
        leg: Leg,
        turn: Turn,
        passed: &mut Members,
    ) -> Result<Crossed, Refusal> {
        let mut crossed = Crossed::default();
        let turns: &[Turn] = match leg {
            Leg::Wheel { left, by } => {
                crossed = self.swing(mover, from, (left, by), passed)?;
                &[]
            }
            _ if from.is_single() => std::slice::from_ref(&turn),
            _ => &Turn::ALL,
        };
        for ((id, start), (_, end)) in from.ranks.iter().zip(&to.ranks) {
            if !self.field().has(end) {
                return Err(Refusal::LeavesTheTable(self.profile(*id).name));
            }
            let around = box_around(start, end);
            let near = self.state.elements.those_among(mover.others, around);
            let (way, met) = self.way_past(*id, start, end, near, turns)?;
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
        near.into_iter()
            .find(|other| is_met_anyhow(start, end, self.base(*other)) && !self.may_pass(id, end.facing(), *other))
    }

    /// The first way, of those with these turns, on which an element can pass all the elements it meets, and those
    /// elements. Without a turn it wheels there, and what its front edge meets was looked for.
    fn way_past(
        &self,
        id: Id,
        start: &Base,
        end: &Base,
        near: Members,
        turns: &[Turn],
    ) -> Result<(Way, Members), Refusal> {
        let swings = turns.is_empty();
        let mut in_way = None;
        for turn in if swings { &[Turn::LAST] } else { turns } {
            let way = if swings { Way::standing(start, end) } else { Way::turning(*turn, start, end) };
            let meets = |other: &Id| {
                let other = self.base(*other);
                (!swings && way.meets(other)) || end.overlaps(other, TOUCH)
            };
            let met: Members = near.into_iter().filter(meets).collect();
            match met.into_iter().find(|other| !self.may_pass(id, end.facing(), *other)) {
                None => return Ok((way, met)),
                Some(other) => in_way = in_way.or(Some(other)),
            }
            if start.facing() == end.facing() {
                break;
            }
        }
        let name = |id: Id| self.profile(id).name;
        Err(Refusal::NoPassage(name(id), name(in_way.unwrap_or(id))))
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
            for (base, step) in way.stretches() {
                crossed.front = crossed.front.and(self.at_front(base, step, rivers));
            }
        }
        crossed
    }

    /// The features among these that the front edge of a base meets on a straight way.
    pub(super) fn at_front(&self, base: &Base, step: Point, among: Features) -> Features {
        let edge = Base::new(base.front_left(), base.facing(), base.width(), 2 * TOUCH + 2);
        self.field().met(among, &Footprint::swept(&edge.shrunk(TOUCH), step))
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

    /// Swings the front edges of a wheeling formation, and finds the ground that they sweep; rear corners may swing across
    /// anybody and anything (D3H2-PASS-12).
    fn swing(
        &self,
        mover: &Mover,
        from: &Formation,
        (left, by): (bool, u16),
        passed: &mut Members,
    ) -> Result<Crossed, Refusal> {
        // Between two places so far apart, an arc is less than 1 thousandth of its radius away from a straight line.
        const PART: u16 = 50;
        let mut crossed = Crossed::default();
        // No element swings farther than the diagonal of the formation.
        let Some(around) = from.bases().map(Base::bounds).reduce(Bounds::and) else { return Ok(crossed) };
        let around = around.grown(whole_root((around.most - around.least).square()) + 1);
        let near = self.state.elements.those_among(mover.others, around);
        let grounds = mover.grounds.common(self.field().near(around));
        if near.is_empty() && grounds.is_empty() && !mover.is_near_holdings {
            return Ok(crossed);
        }
        let mut place = from.clone();
        for part in (0..by).step_by(usize::from(PART)).map(|part| (part + PART).min(by)) {
            let next = match from.ranks.as_slice() {
                [(id, base)] => Formation::alone(*id, base.wheeled(left, clockwise(left, part))),
                _ => from.after(Leg::Wheel { left, by: part })?,
            };
            for ((id, was), (_, is)) in place.ranks.iter().zip(&next.ranks) {
                let hull = Footprint::between(was.edge(Edge::Front), is.edge(Edge::Front));
                let is_swept = |other: &Id| {
                    let other = self.base(*other);
                    hull.bounds().intersects(other.bounds()) && hull.overlaps(&other.shrunk(TOUCH))
                };
                for other in near.into_iter().filter(is_swept) {
                    if !self.may_pass(*id, is.facing(), other) {
                        let name = |id: Id| self.profile(id).name;
                        return Err(Refusal::NoWheelThrough(name(*id), name(other)));
                    }
                    *passed = passed.with(other);
                }
                if grounds.is_empty() && !mover.is_near_holdings {
                    continue;
                }
                let edge = |base: &Base| base.shrunk(TOUCH).edge(Edge::Front);
                let hull = Footprint::between(edge(was), edge(is));
                let swept = self.field().met(grounds, &hull);
                crossed = crossed.and(Crossed { all: swept, front: swept.common(self.field().rivers) });
                self.check_swing_clear(*id, &hull)?;
            }
            place = next;
        }
        Ok(crossed)
    }

    /// Checks that a front edge sweeps no camp or Stronghold; Aerials fly over them (D3H2-CAMP-08).
    fn check_swing_clear(&self, id: Id, hull: &Footprint) -> Result<(), Refusal> {
        if self.profile(id).class == Class::Aerial {
            return Ok(());
        }
        for player in Player::ALL {
            for held in self.features_of(player) {
                let is_near = self.box_of(player, held).is_some_and(|its| its.intersects(hull.bounds()));
                if is_near && self.outline_of(player, held).is_some_and(|outline| hull.intersects(&outline)) {
                    return Err(Refusal::ThroughAFeature(self.profile(id).name, held));
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
            prop_assert!(!is_met_anyhow(&start, &end, &other) || Turn::ALL.into_iter().all(|turn| Way::turning(turn, &start, &end).meets(&other)));
        }
    }
}

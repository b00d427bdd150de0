//! Rivers: moving in them, and the die that determines their state (D3H2-MOVE-31 to 33).

use musterfield_geometry::Base;
use musterfield_geometry::facing::UNIT;
use musterfield_rules::battle::Distance;
use musterfield_rules::battle::policy::Rivers;

use super::TOUCH;
use super::conform::HALF_RIGHT;
use super::crossing::Crossed;
use super::element::{Id, Members};
use super::formation::Formation;
use super::moving::Plan;
use super::order::{Leg, Move, Pose};
use super::refusal::Refusal;
use super::state::{Battle, River};

impl Battle {
    /// Checks that ground elements in a river go straight ahead or back, or conform to an enemy (D3H2-MOVE-31).
    pub(super) fn check_river(
        &self,
        who: Members,
        from: &Formation,
        to: &Formation,
        leg: Leg,
        crossed: Crossed,
        is_last: bool,
    ) -> Result<(), Refusal> {
        let flies = || who.into_iter().all(|id| !self.profile(id).is_ground());
        if crossed.all.common(self.field().rivers).is_empty() || flies() {
            return Ok(());
        }
        let is_straight = match leg {
            Leg::Ahead(_) | Leg::Back(_) | Leg::Slide(_) | Leg::Road(_) => true,
            Leg::Wheel { .. } => false,
            Leg::Go(_) => from.straight_to(to).is_some_and(|step| {
                let aside = from.head().facing().right().along(step);
                aside.abs() <= TOUCH * UNIT
            }),
        };
        if is_straight || (is_last && self.conforms(from, to) && self.fronts_enemy(who, to)) {
            return Ok(());
        }
        Err(Refusal::TurnsInARiver)
    }

    /// Whether a formation that goes straight ahead or back could have conformed to where it ends: less than a base
    /// width aside, and by turning less than half a right angle (D3H2-CONT-04).
    fn conforms(&self, from: &Formation, to: &Formation) -> bool {
        let (start, end) = (from.head(), to.head());
        let aside = start.facing().right().along(start.step_to(&end)).abs();
        let turn = start.facing().angle_to(end.facing()).abs();
        aside < self.distance(Distance::Slide) * UNIT && turn < HALF_RIGHT
    }

    /// The first river of unknown state that a move enters off the roads, as its index among the rivers. A die must be
    /// rolled for it (D3H2-MOVE-32, 33).
    pub(super) fn tries_river(&self, plan: &Plan) -> Option<usize> {
        match self.rules().policies.rivers {
            Rivers::Tried => {}
            Rivers::Waded => return None,
        }
        let walks = |(id, _): &(Id, Base)| self.profile(*id).is_ground();
        if plan.enters.common(self.field().rivers).is_empty() || !plan.ends.iter().any(walks) {
            return None;
        }
        let rivers = self.field().each(self.field().rivers).enumerate();
        let mut tried = rivers.filter(|(_, (at, _))| plan.enters.has(*at) && self.river(*at) == River::Unknown);
        tried.next().map(|(place, _)| place)
    }

    /// The longest part of a move that is still legal once its route is known to be hindered; `None` if no part is.
    pub(super) fn cut_short(&self, of: &Move) -> Option<Move> {
        const STEP: i64 = 50;
        let cut = |count: usize, last: Option<Leg>| {
            let legs: Vec<Leg> = of.legs.iter().take(count).copied().chain(last).collect();
            Some(Move { who: of.who, legs }).filter(|shorter| self.plan(shorter).is_ok())
        };
        for (count, leg) in of.legs.iter().enumerate().rev() {
            let (whole, part): (i64, &dyn Fn(i64) -> Leg) = match leg {
                Leg::Ahead(by) => (*by, &Leg::Ahead),
                Leg::Back(by) => (*by, &Leg::Back),
                Leg::Road(by) => (*by, &Leg::Road),
                // An element that goes straight to a place goes ahead or back in the water (D3H2-MOVE-31).
                Leg::Go(pose) => match self.way_ahead(of, count, pose) {
                    way if way < 0 => (-way, &Leg::Back),
                    way => (way, &Leg::Ahead),
                },
                Leg::Wheel { .. } | Leg::Slide(_) => (0, &Leg::Ahead),
            };
            let steps = (0..=whole / STEP).rev().map(|step| step * STEP);
            let found = steps.filter(|by| *by > 0).find(|by| cut(count, Some(part(*by))).is_some());
            if let Some(least) = found {
                let (mut may, mut may_not) = (least, (least + STEP).min(whole));
                while may_not - may > 1 {
                    let between = i64::midpoint(may, may_not);
                    if cut(count, Some(part(between))).is_some() { may = between } else { may_not = between }
                }
                return cut(count, Some(part(may)));
            }
            if count > 0
                && let Some(shorter) = cut(count, None)
            {
                return Some(shorter);
            }
        }
        None
    }

    /// How far ahead a place lies of an element that has made the legs of a move before this one, in thousandths of a BW;
    /// less than 0 if it lies behind.
    fn way_ahead(&self, of: &Move, legs: usize, to: &Pose) -> i64 {
        let start = Formation::new(self, of.who);
        let place = of.legs.iter().take(legs).fold(start, |place, leg| match leg {
            Leg::Road(by) => self.along_road(&place?, *by),
            leg => place?.after(*leg),
        });
        place.map_or(0, |place| {
            let from = place.head();
            from.facing().along(to.at - from.front_left()) / UNIT
        })
    }

    /// The state of a river, by its index among the features.
    pub(super) fn river(&self, at: usize) -> River {
        let place = self.field().each(self.field().rivers).position(|(river, _)| river == at);
        place.and_then(|place| self.state.rivers.get(place)).copied().unwrap_or(River::Unknown)
    }
}

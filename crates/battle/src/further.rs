//! Second and later moves of a bound (D3H2-MOVE-26 to 30).

use musterfield_geometry::base::whole_root;
use musterfield_geometry::facing::rounded;
use musterfield_geometry::{Base, Point};
use musterfield_rules::battle::policy::{FurtherFrom, Scouts};
use musterfield_rules::battle::{Count, Distance, List};

use super::element::{Id, Members};
use super::field::{Features, Ground};
use super::formation::Formation;
use super::order::Leg;
use super::refusal::Refusal;
use super::state::Battle;
use super::turn::Turn;

impl Battle {
    /// Checks the second and later moves of a bound (D3H2-MOVE-26 to 30).
    pub(super) fn check_further(
        &self,
        who: Members,
        places: &[Formation],
        legs: &[Leg],
        turn: Turn,
        features: Features,
        by_road: bool,
    ) -> Result<(), Refusal> {
        let Some(start) = places.first() else { return Ok(()) };
        let made = who.into_iter().map(|id| self.element(id).moves).max().unwrap_or(0);
        if made == 0 || (by_road && who.into_iter().all(|id| self.element(id).by_road)) {
            return Ok(());
        }
        let is_good = |id: Id, ground: &Ground| {
            ground.going.is_none_or(|going| self.is_good_for(id, self.going_of(ground.kind, going), ground.place))
        };
        let rough = |id: Id| self.field().each(features).any(|(_, ground)| !is_good(id, ground));
        let crosses = !features.common(self.field().rivers).is_empty();
        let may = |id: Id| {
            let gallops = self.is(id, List::Galloping) || self.profile(id).rides;
            if gallops {
                return made <= self.rules().count(Count::Gallops) && !rough(id) && !crosses;
            }
            let stands_good =
                |base: &Base| self.field().each(self.field().under(base)).all(|(_, ground)| is_good(id, ground));
            let starts_good = start.bases().all(stands_good);
            let ends_rough = places.last().is_some_and(|end| match self.rules().policies.scouts {
                Scouts::OneEnds => !end.bases().all(stands_good),
                Scouts::EachEnds => !end.bases().any(stands_good),
            });
            self.is(id, List::Scouting)
                && made <= self.rules().count(Count::Scouts)
                && (self.side(self.player()).bounds <= 1 || (starts_good && ends_rough))
        };
        if let Some(id) = who.into_iter().find(|id| !may(*id)) {
            return Err(Refusal::MovedBefore(self.profile(id).name));
        }
        let starts_near = start.bases().any(|base| self.is_near_enemies(base));
        let on_way = || {
            let legs = places.windows(2).zip(legs);
            legs.into_iter()
                .any(|(pair, leg)| matches!(pair, [from, to] if self.comes_near_enemies(from, to, *leg, turn)))
        };
        if starts_near || on_way() {
            return Err(Refusal::FurtherMoveNearEnemies);
        }
        Ok(())
    }

    /// Whether a base is too near to an enemy for a further move.
    fn is_near_enemies(&self, base: &Base) -> bool {
        let near = self.distance(Distance::FurtherMoves);
        let features = || match self.rules().policies.further_from {
            FurtherFrom::Elements => false,
            FurtherFrom::ElementsAndFeatures => {
                let enemy = self.player().other();
                self.threatening_features(enemy).any(|held| {
                    self.box_of(enemy, held).is_some_and(|its| its.grown(near + 1).intersects(base.bounds()))
                        && self.outline_of(enemy, held).is_some_and(|its| its.nearer(&base.outline(), near + 1))
                })
            }
        };
        self.enemies(self.player()).any(|enemy| base.within(self.base(enemy), near)) || features()
    }

    /// Whether a leg of a further move comes too near to enemies anywhere on it: at every tenth of a BW and every five
    /// degrees.
    fn comes_near_enemies(&self, from: &Formation, to: &Formation, leg: Leg, turn: Turn) -> bool {
        const STEP: i64 = 100;
        const PART: u16 = 50;
        let is_near = |place: &Formation, by: Point| place.bases().any(|base| self.is_near_enemies(&base.moved(by)));
        // Along a step of a formation from its place.
        let on_way_from = |place: &Formation, step: Point| {
            let parts = whole_root(step.square()) / STEP + 1;
            let part = |part: i64| Point::new(rounded(step.x * part, parts), rounded(step.y * part, parts));
            (0..=parts).any(|at| is_near(place, part(at)))
        };
        if let Some(step) = from.straight_to(to) {
            return on_way_from(from, step);
        }
        let passes = match (leg, from.ranks.as_slice(), to.ranks.as_slice()) {
            (Leg::Go(_), [(id, start)], [(_, end)]) => {
                let [before, after] = turn.bases(start, end);
                let goes = |from: &Base, to: &Base| on_way_from(&Formation::alone(*id, *from), from.step_to(to));
                goes(start, &before) || goes(&after, end)
            }
            (Leg::Wheel { left, by }, ..) => (1..=by / PART).any(|part| {
                let wheeled = from.after(Leg::Wheel { left, by: part * PART });
                wheeled.is_ok_and(|place| is_near(&place, Point::default()))
            }),
            _ => false,
        };
        passes || is_near(to, Point::default())
    }
}

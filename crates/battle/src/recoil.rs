//! Recoils: how far an element goes back, whom it pushes, passes or tramples, and what stops it (D3H2-RECOIL-01 to
//! D3H2-RECOIL-18).

use musterfield_geometry::{Base, Facing, Point};
use musterfield_rules::battle::policy::{Pushing, RecoilGround, RecoilLength, RecoilMeeting, RecoilPassing};
use musterfield_rules::battle::{Clause, Distance, List, PlaceList};
use smallvec::SmallVec;

use super::aftermath::Beaten;
use super::element::{Id, Members};
use super::order::Friends;
use super::refusal::Refusal;
use super::report::{Event, Report};
use super::state::{Battle, Phase, State};
use super::{TOUCH, force::Class};

impl Battle {
    /// Checks the recoil that an owner has chosen: its distance, in thousandths of a BW (D3H2-RECOIL-03), and whether
    /// friends are pushed who could be passed (DBA3-RECOIL-09).
    pub(super) fn check_recoil(&self, distance: i64, friends: Friends) -> Result<Beaten, Refusal> {
        if !matches!(self.state.phase, Phase::Recoiling(_)) {
            return Err(Refusal::NobodyRecoils);
        }
        let Some(beaten) = self.state.aftermath.recoils.first().copied() else {
            return Err(Refusal::NobodyRecoils);
        };
        let ways = self.recoils_of(beaten);
        if !ways.iter().any(|(open, _)| *open == distance) {
            return Err(Refusal::RecoilDistance);
        }
        if !ways.contains(&(distance, friends)) {
            return Err(Refusal::RecoilPassesNobody(self.profile(beaten.id).name));
        }
        Ok(beaten)
    }

    /// Recoils the losing element as its owner has chosen.
    pub(super) fn choose_recoil(&mut self, beaten: Beaten, distance: i64, friends: Friends, report: &mut Report) {
        report.used(Clause::RecoilChoice);
        self.recoil(beaten, distance, friends, report);
        self.state.aftermath.recoils.remove(0);
        self.settle(report);
    }

    /// Whether an element's owner may choose how it recoils, and the choice makes a difference.
    pub(super) fn has_choice(&self, beaten: Beaten) -> bool {
        let ways = self.recoils_of(beaten);
        let Some(((distance, friends), others)) = ways.split_first() else { return false };
        if others.is_empty() {
            return false;
        }
        let usual = self.after_recoil(beaten, *distance, *friends);
        others.iter().any(|(distance, friends)| self.after_recoil(beaten, *distance, *friends) != usual)
    }

    /// The recoils among which an element's owner may choose: how far, in thousandths of a BW, and what it does to friends
    /// whom it may pass (D3H2-RECOIL-03, DBA3-RECOIL-09).
    pub(super) fn recoils_of(&self, beaten: Beaten) -> SmallVec<[(i64, Friends); 4]> {
        let least = self.recoil_of(beaten.id);
        let most = match self.rules().policies.recoil_length {
            RecoilLength::ByClass if self.profile(beaten.id).class != Class::Foot => {
                self.distance(Distance::OtherRecoil)
            }
            RecoilLength::ByClass | RecoilLength::OwnDepth => least,
        };
        let lengths = [Some(least), Some(most).filter(|most| *most > least)];
        let mut ways = SmallVec::new();
        for distance in lengths.into_iter().flatten() {
            ways.push((distance, Friends::Passed));
            if self.may_push_instead(beaten, distance) {
                ways.push((distance, Friends::Pushed));
            }
        }
        ways
    }

    /// Whether a recoil leads through friends, and its owner may have them pushed instead (DBA3-RECOIL-09).
    fn may_push_instead(&self, beaten: Beaten, distance: i64) -> bool {
        match self.rules().policies.recoil_passing {
            RecoilPassing::ByTypeOfAll => {}
            RecoilPassing::ByType | RecoilPassing::AsInMoves => return false,
        }
        let id = beaten.id;
        let base = if beaten.turns { self.base(id).about() } else { *self.base(id) };
        let mut met = self.met_by(&base, base.facing().step(-distance), Members::one(id));
        met.any(|other| self.owner(other) == self.owner(id) && self.passes_by_type(id, base.facing(), other))
            && self.after_recoil(beaten, distance, Friends::Passed)
                != self.after_recoil(beaten, distance, Friends::Pushed)
    }

    /// The state after a recoil.
    fn after_recoil(&self, beaten: Beaten, distance: i64, friends: Friends) -> State {
        let mut after = self.clone();
        after.recoil(beaten, distance, friends, &mut Report::unread());
        after.state
    }

    /// Whether an element would be destroyed if it had to recoil from where it stands: it has no room, meets somebody whom
    /// it can neither pass nor push, or has an enemy at its flank or rear (D3H2-RECOIL-10, D3H2-RECOIL-16, HOTT25-RECOIL-03,
    /// HOTT25-RECOIL-05, HOTT25-RECOIL-07).
    #[must_use]
    pub fn dies_in_recoil(&self, id: Id) -> bool {
        if !self.is_on_table(id) {
            return false;
        }
        let (base, distance) = (*self.base(id), self.recoil_of(id));
        let is_free = self.met_by(&base, base.facing().step(-distance), Members::one(id)).next().is_none()
            && !self.stops_recoil(id, &base, distance + 3 * TOUCH)
            && !self.is_flanked(id);
        if is_free {
            return false;
        }
        let mut after = self.clone();
        after.recoil(Beaten { id, turns: false }, distance, Friends::Passed, &mut Report::unread());
        !after.is_on_table(id)
    }

    /// The recoil distance, in thousandths of a BW, of an element whose owner has no choice (D3H2-RECOIL-02, 03).
    #[must_use]
    pub fn recoil_of(&self, id: Id) -> i64 {
        let profile = self.profile(id);
        match self.rules().policies.recoil_length {
            RecoilLength::ByClass => {
                let most = if profile.class == Class::Foot { Distance::FootRecoil } else { Distance::OtherRecoil };
                profile.depth.min(self.distance(most))
            }
            RecoilLength::OwnDepth => profile.depth,
        }
    }

    /// Recoils an element straight back (D3H2-RECOIL-01 to D3H2-RECOIL-18).
    pub(super) fn recoil(&mut self, beaten: Beaten, distance: i64, passing: Friends, report: &mut Report) {
        let id = beaten.id;
        report.push(Event::Recoils(id));
        report.used(Clause::Recoil);
        if beaten.turns {
            report.used(Clause::TurnsFirst);
            let turned = self.base(id).about();
            self.element_mut(id).base = turned;
        }
        if self.is_flanked(id) {
            report.used(Clause::NoRecoil);
            self.destroy(id, report);
            return;
        }
        let base = *self.base(id);
        let facing = base.facing();
        let back = |way: i64| facing.step(-way);
        // These stop every recoil: the edge of the table, water, enemies and features.
        let stops = |base: &Base, way: i64| self.stops_recoil(id, base, way);
        let mut way = self.free_way(&base, distance, stops);
        let in_order = match self.rules().policies.recoil_passing {
            RecoilPassing::ByTypeOfAll => true,
            RecoilPassing::ByType | RecoilPassing::AsInMoves => false,
        };
        // Elements beyond an obstacle are not met.
        let met = self.met_by(&base, back(if in_order { way } else { distance }), Members::one(id));
        let (mut crushed, met): (Vec<Id>, Vec<Id>) = met.partition(|other| self.crushes(id, *other));
        if !crushed.is_empty() {
            // Those that are met first are destroyed first; of several at once, the one that destroys it too comes last.
            if in_order {
                crushed.sort_by_cached_key(|other| {
                    (self.way_to(&base, *other, way), self.is(*other, List::Crushing), *other)
                });
            }
            self.crush(id, &crushed, report);
            if !self.is_on_table(id) {
                return;
            }
            let stops = |base: &Base, way: i64| self.stops_recoil(id, base, way);
            way = self.free_way(&base, distance, stops);
        }
        let friends: Vec<Id> = met.into_iter().filter(|other| self.owner(*other) == self.owner(id)).collect();
        if let Some(first) = self.first_met(&base, &friends, distance) {
            let beyond = match passing {
                Friends::Passed => self.passes_in_recoil(id, first),
                Friends::Pushed => None,
            };
            if let Some(beyond) = beyond {
                // An enemy beside that friend is met all the same (HOTT25-RECOIL-03).
                if self.dies_of_enemies(id, base.step_to(&beyond)) {
                    report.used(Clause::RecoilIntoAnEnemy);
                    self.destroy(id, report);
                    return;
                }
                report.used(Clause::RecoilThrough);
                self.put(id, beyond, report);
                return;
            }
            match self.push_back(id, &friends, way, report) {
                Ok(room) => way = room,
                Err(clause) => {
                    report.used(clause);
                    self.destroy(id, report);
                    return;
                }
            }
        }
        let has_no_room = || way <= TOUCH && self.stops_recoil(id, &base, 3 * TOUCH);
        let dies = if way < distance && self.dies_of_enemies(id, back(way + 3 * TOUCH)) {
            Some(Clause::RecoilIntoAnEnemy)
        } else {
            has_no_room().then_some(Clause::NoRecoil)
        };
        if let Some(clause) = dies {
            report.used(clause);
            self.destroy(id, report);
            return;
        }
        if way < distance {
            report.used(Clause::RecoilStopped);
        }
        let end = base.moved(back(way));
        self.put(id, end, report);
    }

    /// Whether an element is destroyed because an enemy stands in the way of its recoil, where the rules say that it is
    /// (HOTT25-RECOIL-03).
    fn dies_of_enemies(&self, id: Id, step: Point) -> bool {
        match self.rules().policies.recoil_meeting {
            RecoilMeeting::Ends => false,
            RecoilMeeting::Destroys => {
                let base = self.base(id);
                self.enemies(self.owner(id)).any(|enemy| base.meets_on_way(step, self.base(enemy), TOUCH))
            }
        }
    }

    /// Pushes back the friends that a recoil meets, and returns how far the element then goes back, up to `way`; the
    /// clause by which it is destroyed if it touches a friend from the start that can be neither passed nor pushed
    /// (D3H2-RECOIL-10, 11, 16), or meets one where the rules say that this destroys it (HOTT25-RECOIL-05, 07). A friend
    /// that is attacked in flank or rear is destroyed instead, and the recoil goes on (D3H2-DEST-02).
    fn push_back(&mut self, id: Id, friends: &[Id], way: i64, report: &mut Report) -> Result<i64, Clause> {
        let base = *self.base(id);
        let ends_at = |until: i64, faces_alike: bool| match self.rules().policies.recoil_meeting {
            RecoilMeeting::Ends if until > TOUCH => Ok(until),
            RecoilMeeting::Ends => Err(Clause::NoRecoil),
            RecoilMeeting::Destroys if faces_alike => Err(Clause::RecoilIntoTheFirm),
            RecoilMeeting::Destroys => Err(Clause::RecoilIntoAside),
        };
        let mut way = way;
        let mut pushed: Vec<Id> = Vec::new();
        for friend in friends.iter().copied() {
            let until = self.way_to(&base, friend, way);
            if until >= way {
                continue;
            }
            let may_push = !self.is(friend, List::NeverPushed) || self.is(id, List::PushingAll);
            let faces_alike = self.base(friend).facing() == base.facing();
            let is_pushed = faces_alike && may_push;
            if is_pushed && (self.is_flanked(friend) || self.room_behind(friend, id, way - until) > 0) {
                pushed.push(friend);
            } else {
                way = ends_at(until, faces_alike)?;
            }
        }
        // No friend is pushed farther than the recoil goes in the end: as far as the friend with the least room lets it.
        for friend in pushed.iter().copied().filter(|friend| !self.is_flanked(*friend)) {
            let until = self.way_to(&base, friend, way);
            if until < way {
                way = until + self.room_behind(friend, id, way - until);
            }
        }
        for friend in pushed {
            // One that another has pushed already is met later, or not at all.
            let until = self.way_to(&base, friend, way);
            if until < way
                && let Some(room) = self.push(friend, id, way - until, report)
            {
                way = way.min(until + room);
            }
        }
        Ok(way)
    }

    /// The first of several friendly elements that a recoil meets.
    fn first_met(&self, base: &Base, friends: &[Id], distance: i64) -> Option<Id> {
        friends.iter().copied().min_by_key(|friend| self.way_to(base, *friend, distance))
    }

    /// How far a base goes straight back until it meets an element, up to a limit.
    fn way_to(&self, base: &Base, other: Id, most: i64) -> i64 {
        let facing = base.facing();
        self.free_way(base, most, |base, way| base.meets_on_way(facing.step(-way), self.base(other), TOUCH))
    }

    /// Whether an obstacle other than a friend stops a recoil of this length: the edge of the table, water, an enemy, a
    /// camp or a Stronghold (D3H2-RECOIL-17), and by some rules going that is closed to the element (DBA3-RECOIL-18).
    fn stops_recoil(&self, id: Id, base: &Base, way: i64) -> bool {
        let step = base.facing().step(-way);
        let end = base.moved(step);
        if !self.field().has(&end) {
            return true;
        }
        let player = self.owner(id);
        let mut enemies = self.enemies(player).filter(|enemy| !self.crushes(id, *enemy));
        if enemies.any(|enemy| base.meets_on_way(step, self.base(enemy), TOUCH)) {
            return true;
        }
        if self.meets_feature(base, step) {
            return true;
        }
        if !self.profile(id).is_ground() {
            // A flying element may not end a move where it cannot land (D3H2-MOVE-08).
            return !self.may_stand(id, &end);
        }
        let met = self.field().on_way(base, step);
        let is_closed = || match self.rules().policies.recoil_ground {
            RecoilGround::Water => false,
            RecoilGround::Closed => {
                let entered = met.without(self.field().under(base));
                self.field().on_road(&end).is_none() && self.allowance(id, entered, false).is_err()
            }
        };
        (!self.profile(id).water && !met.common(self.field().waters).is_empty()) || is_closed()
    }

    /// Pushes back a friend, by no more than this distance, and returns how far; `None` if it is attacked in flank or
    /// rear, which destroys it and leaves the way open (D3H2-DEST-02). Those behind it are pushed before it where the
    /// pushed may push (HOTT25-RECOIL-06).
    fn push(&mut self, friend: Id, pusher: Id, distance: i64, report: &mut Report) -> Option<i64> {
        if self.is_flanked(friend) {
            report.used(Clause::PushedWhileAttacked);
            self.destroy(friend, report);
            return None;
        }
        report.used(Clause::PushedBack);
        let base = *self.base(friend);
        let mut room = self.room_behind(friend, pusher, distance);
        for other in self.pushed_by(friend, pusher, room) {
            let until = self.way_to(&base, other, room);
            if until < room
                && let Some(more) = self.push(other, friend, room - until, report)
            {
                room = room.min(until + more);
            }
        }
        self.put(friend, base.moved(base.facing().step(-room)), report);
        Some(room)
    }

    /// The friends that an element which is pushed back this far meets.
    fn pushed_by(&self, id: Id, pusher: Id, distance: i64) -> Vec<Id> {
        let base = self.base(id);
        let met = self.met_by(base, base.facing().step(-distance), Members::one(id).with(pusher));
        met.filter(|other| self.owner(*other) == self.owner(id)).collect()
    }

    /// The distance a friend can be pushed back, up to the one needed: until something stops it. If it would have to
    /// push another friend, not at all (D3H2-RECOIL-10, 11, 15) or, by other rules, until it meets that one
    /// (DBA3-RECOIL-16) or as far as that one can be pushed (HOTT25-RECOIL-06).
    fn room_behind(&self, friend: Id, pusher: Id, distance: i64) -> i64 {
        let base = *self.base(friend);
        let room = self.free_way(&base, distance, |base, way| self.stops_recoil(friend, base, way));
        let met = self.pushed_by(friend, pusher, room);
        match self.rules().policies.pushing {
            Pushing::Nobody if met.is_empty() => room,
            Pushing::Nobody => 0,
            Pushing::Halts => met.into_iter().map(|other| self.way_to(&base, other, room)).min().unwrap_or(room),
            Pushing::Others => met.into_iter().fold(room, |room, other| {
                let until = self.way_to(&base, other, room);
                let faces_alike = self.base(other).facing() == base.facing();
                let may_push = !self.is(other, List::NeverPushed) || self.is(friend, List::PushingAll);
                let more = match faces_alike && may_push {
                    _ if until >= room => return room,
                    true if self.is_flanked(other) => return room,
                    true => self.room_behind(other, friend, room - until),
                    false => 0,
                };
                room.min(until + more)
            }),
        }
    }

    /// Whether an element that recoils, facing this way, may pass through a friend by the types of both
    /// (D3H2-RECOIL-05 to 09).
    fn passes_by_type(&self, id: Id, facing: Facing, friend: Id) -> bool {
        facing == self.base(friend).facing()
            && match self.profile(id).class {
                Class::Aerial => false,
                _ if self.is(id, List::Crushing) => false,
                Class::Mounted => !self.is(friend, List::NotPassedByMounted),
                Class::Foot if self.is(id, List::Loose) => !self.is(friend, List::Loose),
                Class::Foot if self.is(id, List::Blades) => self.is(friend, List::PassedByBlades),
                Class::Foot if self.is(id, List::PassingBlades) => self.is(friend, List::Blades),
                Class::Foot => false,
            }
    }

    /// The end position of a recoiling element that passes through the first friend it meets: directly behind that
    /// friend (D3H2-RECOIL-05 to 09). `None` if it may not pass, as Aerials never may, or if there is no room
    /// (D3H2-RECOIL-18). By some rules, a friend that faces aside is passed as well, and so are those behind the first
    /// (HOTT25-RECOIL-04).
    fn passes_in_recoil(&self, id: Id, friend: Id) -> Option<Base> {
        let base = *self.base(id);
        let passes_by_type = |friend: Id| self.passes_by_type(id, base.facing(), friend);
        let flies_over = self.profile(id).class == Class::Aerial && !self.is(id, List::Striding);
        let passes = match self.rules().policies.recoil_passing {
            RecoilPassing::ByType | RecoilPassing::ByTypeOfAll => passes_by_type(friend),
            RecoilPassing::AsInMoves => !flies_over && self.may_pass(id, base.facing(), friend),
        };
        if !passes {
            return None;
        }
        let facing = base.facing();
        let way_behind = |other: Id| {
            let other = self.base(other);
            let behind = |corner: Point| facing.along(base.front_left() - corner);
            let behind = if facing == other.facing() {
                behind(other.rear_left())
            } else {
                other.corners().into_iter().map(behind).max().unwrap_or(0)
            };
            musterfield_geometry::facing::rounded(behind, musterfield_geometry::facing::UNIT)
        };
        // Others that it meets before it is behind that friend.
        let (way, is_open) = match self.rules().policies.recoil_passing {
            RecoilPassing::ByType => (way_behind(friend), true),
            RecoilPassing::ByTypeOfAll => {
                let way = way_behind(friend);
                let passes = |other: Id| self.owner(other) == self.owner(id) && passes_by_type(other);
                let is_open = !self.stops_recoil(id, &base, way)
                    && self.met_by(&base, facing.step(-way), Members::one(id)).all(passes);
                (way, is_open)
            }
            RecoilPassing::AsInMoves => {
                let is_friend = |other: Id| self.owner(other) == self.owner(id);
                let passes = |other: Id| is_friend(other) && self.may_pass(id, facing, other);
                // Where it would stand on others whom it may pass, it goes on until it is behind them too.
                let farther = |way: i64| {
                    let met = self.met_by(&base.ahead(-way), Point::default(), Members::one(id));
                    met.filter(|other| passes(*other)).map(way_behind).max().filter(|farther| *farther > way)
                };
                let mut way = way_behind(friend);
                while let Some(more) = farther(way) {
                    way = more;
                }
                // An enemy is the end of the recoil, which is asked about where it is carried out.
                let mut met = self.met_by(&base, facing.step(-way), Members::one(id));
                (way, met.all(|other| !is_friend(other) || passes(other)))
            }
        };
        let end = base.ahead(-way);
        let is_clear = self.field().has(&end)
            && self.is_clear(&end, Members::one(id))
            && !self.meets_feature(&end, Point::default())
            && self.field().under(&end).common(self.field().waters).is_empty();
        (is_open && is_clear).then_some(end)
    }

    /// Whether an element destroys another that it recoils into.
    fn crushes(&self, id: Id, other: Id) -> bool {
        let is_safe = || {
            let mut under = self.field().each(self.under(other));
            under.any(|(_, ground)| self.rules().holds(PlaceList::NotCrushedIn, ground.place))
        };
        self.is(id, List::Crushing) && !self.is(other, List::NotCrushed) && !is_safe()
    }

    /// A Behemoth destroys the elements it recoils into; two Behemoths destroy each other (D3H2-RECOIL-12, 14).
    fn crush(&mut self, id: Id, met: &[Id], report: &mut Report) {
        for other in met {
            report.used(Clause::Crushing);
            let both = self.is(*other, List::Crushing);
            self.destroy(*other, report);
            if both {
                report.used(Clause::CrushingEachOther);
                self.destroy(id, report);
                return;
            }
        }
    }
}

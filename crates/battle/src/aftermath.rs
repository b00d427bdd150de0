//! The immediate effects of a combat result: recoils, destruction, ensorcelment, the fall of features, and pursuit
//! (D3H2-DEST, D3H2-RECOIL, D3H2-ENS, D3H2-PURS).

pub(crate) mod pending;

pub(super) use pending::{Aftermath, Beaten, Declared, Shot};

use musterfield_geometry::{Base, Edge, Footprint};
use musterfield_rules::battle::policy::{PursuitLength, PursuitStart, RecoilLength, RecoilMeeting, RecoilPassing};
use musterfield_rules::battle::{Clause, Distance, List, PlaceList};
use musterfield_rules::combat::{Held, Outcome};
use musterfield_rules::terrain::Going;

use super::conform::HALF_RIGHT;
use super::element::{Id, Members, Player};
use super::order::Foe;
use super::refusal::Refusal;
use super::report::{Event, Report};
use super::state::{Battle, Phase, Whereabouts};
use super::touch::{Spot, is_contact, is_in_place};
use super::{TOUCH, force::Class};

impl Battle {
    /// Settles the pending effects of a combat, stopping when a player has to make a choice.
    pub(super) fn settle(&mut self, report: &mut Report) {
        while let Some(beaten) = self.state.aftermath.recoils.first().copied() {
            if self.is_on_table(beaten.id) {
                if self.has_choice(beaten) {
                    self.state.phase = Phase::Recoiling(beaten.id);
                    return;
                }
                let distance = self.recoil_of(beaten.id);
                self.recoil(beaten, distance, report);
            }
            self.state.aftermath.recoils.remove(0);
        }
        if let Some((id, held, halves)) = self.state.aftermath.storms.take() {
            self.storm(id, held, halves, report);
        }
        for (id, halves) in std::mem::take(&mut self.state.aftermath.pursuits) {
            if self.is_on_table(id) {
                self.pursue(id, self.pursuit_of(id, halves), report);
            }
        }
        while let Some(id) = self.state.aftermath.freed.first().copied() {
            if !self.come_back(id, report) {
                self.state.phase = Phase::Returning(id);
                return;
            }
            self.state.aftermath.freed.remove(0);
        }
        if let Some(phase) = self.state.after.take() {
            self.state.phase = phase;
        }
    }

    /// Checks the distance that an owner has chosen for a recoil, in thousandths of a BW (D3H2-RECOIL-03).
    pub(super) fn check_recoil(&self, distance: i64) -> Result<Beaten, Refusal> {
        if !matches!(self.state.phase, Phase::Recoiling(_)) {
            return Err(Refusal::NobodyRecoils);
        }
        let Some(beaten) = self.state.aftermath.recoils.first().copied() else {
            return Err(Refusal::NobodyRecoils);
        };
        let [least, most] = [self.profile(beaten.id).depth, self.distance(Distance::OtherRecoil)];
        if distance != least && distance != most {
            return Err(Refusal::RecoilDistance);
        }
        Ok(beaten)
    }

    /// Recoils the losing element by the distance its owner has chosen.
    pub(super) fn choose_recoil(&mut self, beaten: Beaten, distance: i64, report: &mut Report) {
        report.used(Clause::RecoilChoice);
        self.recoil(beaten, distance, report);
        self.state.aftermath.recoils.remove(0);
        self.settle(report);
    }

    /// Whether an element's owner may choose how far it recoils, and the choice makes a difference.
    fn has_choice(&self, beaten: Beaten) -> bool {
        match self.rules().policies.recoil_length {
            RecoilLength::ByClass => {}
            RecoilLength::OwnDepth => return false,
        }
        let profile = self.profile(beaten.id);
        let most = self.distance(Distance::OtherRecoil);
        if profile.class == Class::Foot || profile.depth >= most {
            return false;
        }
        let [less, more] = [profile.depth, most].map(|distance| {
            let mut after = self.clone();
            after.recoil(beaten, distance, &mut Report::unread());
            after.state
        });
        less != more
    }

    /// The recoil distance, in thousandths of a BW, of an element whose owner has no choice (D3H2-RECOIL-02, 03).
    pub(super) fn recoil_of(&self, id: Id) -> i64 {
        let profile = self.profile(id);
        match self.rules().policies.recoil_length {
            RecoilLength::ByClass => {
                let most = if profile.class == Class::Foot { Distance::FootRecoil } else { Distance::OtherRecoil };
                profile.depth.min(self.distance(most))
            }
            RecoilLength::OwnDepth => profile.depth,
        }
    }

    /// Applies a combat outcome to an element or feature.
    pub(super) fn befall(
        &mut self,
        foe: Foe,
        owner: Player,
        outcome: Outcome,
        by: Option<Id>,
        turns: bool,
        report: &mut Report,
    ) {
        report.push(Event::Befell(foe, outcome));
        match (foe, outcome) {
            (_, Outcome::None) => {}
            (Foe::Element(id), Outcome::Recoil) => self.state.aftermath.recoils.push(Beaten { id, turns }),
            (Foe::Element(id), Outcome::Flee) => self.flee(id, turns, report),
            (Foe::Element(id), Outcome::Ensorcelled) => self.ensorcel(id, by, report),
            (Foe::Element(id), _) => self.destroy(id, report),
            (Foe::Feature(held), _) => self.fall(owner, held, report),
        }
    }

    /// Destroys an element (D3H2-DEST-01). If it is the first of a column, the elements behind it that are attacked in
    /// flank or rear are destroyed as well (D3H2-DEST-03).
    pub(super) fn destroy(&mut self, id: Id, report: &mut Report) {
        report.used(Clause::Destruction);
        let file = if self.is_on_table(id) { self.file_behind(id) } else { Vec::new() };
        let attacked: Vec<Id> = file.into_iter().filter(|other| self.is_flanked(*other)).collect();
        self.take_off_table(id, Whereabouts::Destroyed, report);
        for other in attacked {
            report.used(Clause::ColumnDestroyed);
            self.take_off_table(other, Whereabouts::Destroyed, report);
        }
    }

    /// Takes an element off the table; an element that it had ensorcelled comes back (D3H2-SUMM-34).
    pub(super) fn take_off_table(&mut self, id: Id, place: Whereabouts, report: &mut Report) {
        report.push(Event::Gone(id));
        let mut stand = self.stand_mut(id);
        (stand.place, stand.down) = (place, false);
        drop(stand);
        self.free_by_fate(id);
    }

    /// Frees the element that this one had ensorcelled, because this one is destroyed, ensorcelled or flees
    /// (D3H2-SUMM-34).
    pub(super) fn free_by_fate(&mut self, id: Id) {
        let freed: Vec<Id> =
            self.everybody().filter(|other| self.stand(*other).place == Whereabouts::Ensorcelled(Some(id))).collect();
        self.state.aftermath.freed.extend(freed);
    }

    /// Ensorcels a Hero or Mage, the only types that can be (D3H2-ENS-01, D3H2-ENS-02). Its base stays where it stood;
    /// for a Mage it is the marker (D3H2-ENS-05, D3H2-ENS-06).
    pub(super) fn ensorcel(&mut self, id: Id, by: Option<Id>, report: &mut Report) {
        report.used(Clause::Ensorcelment);
        self.take_off_table(id, Whereabouts::Ensorcelled(by), report);
    }

    /// The friendly elements lined up in file behind an element.
    pub(super) fn file_behind(&self, id: Id) -> Vec<Id> {
        let mut file = Vec::new();
        let mut last = id;
        while let Some(next) = self.behind(last).filter(|next| !file.contains(next) && *next != id) {
            file.push(next);
            last = next;
        }
        file
    }

    fn behind(&self, id: Id) -> Option<Id> {
        let base = self.base(id);
        self.friends_close_to(id).find(|friend| {
            let other = self.base(*friend);
            is_in_place(other, &Base::new(base.rear_left(), base.facing(), base.width(), other.depth()))
        })
    }

    /// Whether an enemy's front edge stands on a flank, the rear or a rear corner of an element (D3H2-RECOIL-16,
    /// D3H2-DEST-02).
    pub(super) fn is_flanked(&self, id: Id) -> bool {
        let base = *self.base(id);
        [Edge::Left, Edge::Right, Edge::Rear].into_iter().any(|edge| self.at_edge(id, edge).next().is_some())
            || self.enemies_close_to(id).any(|enemy| {
                let front = self.base(enemy).edge(Edge::Front);
                self.is_engaged(id, enemy)
                    && [base.rear_left(), base.rear_right()]
                        .into_iter()
                        .any(|corner| front.nearer_to_point(corner, TOUCH + 1))
            })
    }

    /// The distance a base can move straight in a direction, up to a limit, before `stops` says that something is in
    /// its
    /// way.
    pub(super) fn free_way(&self, base: &Base, distance: i64, stops: impl Fn(&Base, i64) -> bool) -> i64 {
        if !stops(base, distance) {
            return distance;
        }
        let (mut free, mut blocked) = (0, distance);
        while blocked - free > 1 {
            let between = i64::midpoint(free, blocked);
            if stops(base, between) { blocked = between } else { free = between }
        }
        // `stops` answers true only for an overlap deeper than a touch, so the way ends where the obstacle is first
        // touched.
        (free - TOUCH).max(0)
    }

    /// Recoils an element straight back (D3H2-RECOIL-01 to D3H2-RECOIL-18).
    pub(super) fn recoil(&mut self, beaten: Beaten, distance: i64, report: &mut Report) {
        let id = beaten.id;
        report.push(Event::Recoils(id));
        report.used(Clause::Recoil);
        if beaten.turns {
            report.used(Clause::TurnsFirst);
            let turned = self.base(id).about();
            self.stand_mut(id).base = turned;
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
        let met = self.met_by(&base, back(distance), Members::one(id));
        let (crushed, met): (Vec<Id>, Vec<Id>) = met.partition(|other| self.crushes(id, *other));
        if !crushed.is_empty() {
            self.crush(id, &crushed, report);
            if !self.is_on_table(id) {
                return;
            }
            let stops = |base: &Base, way: i64| self.stops_recoil(id, base, way);
            way = self.free_way(&base, distance, stops);
        }
        let friends: Vec<Id> = met.into_iter().filter(|other| self.owner(*other) == self.owner(id)).collect();
        if let Some(first) = self.first_met(&base, &friends, distance) {
            if let Some(beyond) = self.passes_in_recoil(id, first) {
                report.used(Clause::RecoilThrough);
                self.put(id, beyond, report);
                return;
            }
            let Some(room) = self.push_back(id, &friends, way, report) else {
                report.used(Clause::NoRecoil);
                self.destroy(id, report);
                return;
            };
            way = room;
        }
        let has_no_room = way <= TOUCH && self.stops_recoil(id, &base, 3 * TOUCH);
        if has_no_room || (way < distance && self.dies_of_enemies(id, back(way + 3 * TOUCH))) {
            report.used(Clause::NoRecoil);
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
    fn dies_of_enemies(&self, id: Id, step: musterfield_geometry::Point) -> bool {
        match self.rules().policies.recoil_meeting {
            RecoilMeeting::Ends => false,
            RecoilMeeting::Destroys => {
                let base = self.base(id);
                self.enemies(self.owner(id)).any(|enemy| base.meets_on_way(step, self.base(enemy), TOUCH))
            }
        }
    }

    /// Pushes back the friends that a recoil meets, and returns how far the element then goes back, up to `way`; `None`
    /// if it touches a friend from the start that can be neither passed nor pushed (D3H2-RECOIL-10, 11, 16), or meets one
    /// where the rules say that this destroys it (HOTT25-RECOIL-05, 07). A friend that is attacked in flank or rear is destroyed instead, and the recoil goes on (D3H2-DEST-02).
    fn push_back(&mut self, id: Id, friends: &[Id], way: i64, report: &mut Report) -> Option<i64> {
        let base = *self.base(id);
        let step = |way: i64| base.facing().step(-way);
        let may_end_at = |until: i64| match self.rules().policies.recoil_meeting {
            RecoilMeeting::Ends => until > TOUCH,
            RecoilMeeting::Destroys => false,
        };
        let mut way = way;
        let mut pushed: Vec<(i64, Id)> = Vec::new();
        for friend in friends.iter().copied() {
            let meets = |base: &Base, way: i64| base.meets_on_way(step(way), self.base(friend), TOUCH);
            let until = self.free_way(&base, way, meets);
            if until >= way {
                continue;
            }
            let may_push = !self.is(friend, List::NeverPushed) || self.is(id, List::PushingAll);
            let alike = self.base(friend).facing() == base.facing() && may_push;
            if alike && (self.is_flanked(friend) || self.room_behind(friend, id, way - until) > 0) {
                pushed.push((until, friend));
            } else if may_end_at(until) {
                way = until;
            } else {
                return None;
            }
        }
        for (until, friend) in pushed.into_iter().filter(|(until, _)| *until < way).collect::<Vec<_>>() {
            if self.is_flanked(friend) {
                report.used(Clause::PushedWhileAttacked);
                self.destroy(friend, report);
                continue;
            }
            report.used(Clause::PushedBack);
            let room = self.room_behind(friend, id, way - until);
            let end = self.base(friend).moved(step(room));
            self.put(friend, end, report);
            way = way.min(until + room);
        }
        Some(way)
    }

    /// The first of several friendly elements that a recoil meets.
    fn first_met(&self, base: &Base, friends: &[Id], distance: i64) -> Option<Id> {
        let facing = base.facing();
        friends.iter().copied().min_by_key(|friend| {
            self.free_way(base, distance, |base, way| base.meets_on_way(facing.step(-way), self.base(*friend), TOUCH))
        })
    }

    /// Whether an obstacle other than a friend stops a recoil of this length: the edge of the table, water, an enemy, a
    /// camp or a Stronghold (D3H2-RECOIL-17).
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
        !self.profile(id).water && !met.common(self.field().waters).is_empty()
    }

    /// Whether a camp or Stronghold lies in the way of a straight step.
    pub(super) fn meets_feature(&self, base: &Base, step: musterfield_geometry::Point) -> bool {
        let way = base.bounds().and(base.bounds().moved(step));
        Player::ALL.into_iter().any(|player| {
            self.features_of(player).any(|held| {
                self.box_of(player, held).is_some_and(|its| its.intersects(way))
                    && self
                        .outline_of(player, held)
                        .is_some_and(|outline| Footprint::swept(&base.shrunk(TOUCH), step).intersects(&outline))
            })
        })
    }

    /// The distance a friend can be pushed back, up to the one needed: until something stops it, or not at all if it
    /// would have to push or pass through another friend (D3H2-RECOIL-10, 11, 15).
    fn room_behind(&self, friend: Id, pusher: Id, distance: i64) -> i64 {
        let base = *self.base(friend);
        let room = self.free_way(&base, distance, |base, way| self.stops_recoil(friend, base, way));
        let mut met = self.met_by(&base, base.facing().step(-room), Members::one(friend).with(pusher));
        if met.any(|other| self.owner(other) == self.owner(friend)) { 0 } else { room }
    }

    /// The end position of a recoiling element that passes through the first friend it meets: directly behind that
    /// friend (D3H2-RECOIL-05 to 09). `None` if it may not pass, as Aerials never may, or if there is no room
    /// (D3H2-RECOIL-18).
    fn passes_in_recoil(&self, id: Id, friend: Id) -> Option<Base> {
        let (base, other) = (*self.base(id), *self.base(friend));
        let by_type = || match self.profile(id).class {
            Class::Aerial => false,
            Class::Mounted => !self.is(friend, List::NotPassedByMounted),
            Class::Foot if self.is(id, List::Loose) => !self.is(friend, List::Loose),
            Class::Foot if self.is(id, List::Blades) => self.is(friend, List::PassedByBlades),
            Class::Foot if self.is(id, List::PassingBlades) => self.is(friend, List::Blades),
            Class::Foot => false,
        };
        let flies_over = self.profile(id).class == Class::Aerial && !self.is(id, List::Striding);
        let (is_alike, is_opposite) = [base.facing(), base.facing().opposite()].map(|way| way == other.facing()).into();
        let passes = match self.rules().policies.recoil_passing {
            RecoilPassing::ByType => is_alike && by_type(),
            RecoilPassing::AsInMoves => (is_alike || is_opposite) && !flies_over && self.may_pass(id, friend),
        };
        if !passes {
            return None;
        }
        let far_left = if is_opposite { other.front_right() } else { other.rear_left() };
        let behind = base.facing().along(base.front_left() - far_left);
        let end = base.ahead(-musterfield_geometry::facing::rounded(behind, musterfield_geometry::facing::UNIT));
        let is_clear = self.field().has(&end)
            && self.is_clear(&end, Members::one(id))
            && !self.meets_feature(&end, musterfield_geometry::Point::default())
            && self.field().under(&end).common(self.field().waters).is_empty();
        is_clear.then_some(end)
    }

    /// Whether an element destroys another that it recoils into.
    fn crushes(&self, id: Id, other: Id) -> bool {
        self.is(id, List::Crushing) && !self.is(other, List::NotCrushed)
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

    /// Moves an element to a new base.
    pub(super) fn put(&mut self, id: Id, base: Base, report: &mut Report) {
        if *self.base(id) != base {
            self.stand_mut(id).base = base;
            report.push(Event::Moved(id, base));
        }
        self.leaves_lair(id, report);
    }

    /// Removes a Lurker that is forced out of the feature where it was summoned; this is not a loss (D3H2-SUMM-21).
    fn leaves_lair(&mut self, id: Id, report: &mut Report) {
        let stand = self.stand(id);
        let Some(lair) = stand.lair.map(usize::from) else { return };
        if !self.field().under(&stand.base).has(lair) {
            report.used(Clause::ForcedOut);
            self.stand_mut(id).lair = None;
            self.take_off_table(id, Whereabouts::Aside, report);
        }
    }

    /// How far an element pursues, in thousandths of a BW, to whom the tables give this many halves of a BW
    /// (D3H2-PURS-04, 05; DBA22-PURS-01).
    fn pursuit_of(&self, id: Id, halves: u8) -> i64 {
        match self.rules().policies.pursuit_length {
            PursuitLength::ByTable => i64::from(halves) * musterfield_geometry::BW / 2,
            PursuitLength::OwnDepth if halves == 0 => 0,
            PursuitLength::OwnDepth => self.profile(id).depth.min(musterfield_geometry::BW),
        }
    }

    /// Moves an element after a beaten enemy, together with the file behind it (D3H2-PURS-01 to 08).
    fn pursue(&mut self, id: Id, distance: i64, report: &mut Report) {
        if matches!(self.stand(id).place, Whereabouts::Holds(_)) {
            return;
        }
        let file = self.file_behind(id);
        let base = *self.base(id);
        let facing = base.facing();
        let blocked = |base: &Base, way: i64| {
            let step = facing.step(way);
            let end = base.moved(step);
            if !self.field().has(&end) || self.meets_feature(base, step) {
                return true;
            }
            if self.met_by(base, step, Members::one(id)).next().is_some() {
                return true;
            }
            self.is_bad_for(id, base, step)
        };
        // It does not pursue at all if it would leave the table or enter bad going (D3H2-PURS-06).
        if !self.field().has(&base.ahead(distance)) || self.is_bad_for(id, &base, facing.step(distance)) {
            report.used(Clause::NoPursuit);
            return;
        }
        let way = self.free_way(&base, distance, blocked);
        let mut end = base.ahead(way);
        let meets = |enemy: Id| is_contact(&end, self.base(enemy)) && end.nearer(self.base(enemy), TOUCH + 1);
        if self.enemies(self.owner(id)).any(meets) {
            report.used(Clause::PursuitIntoAnEnemy);
            end = self.lined_up(id, &end).filter(|end| self.may_end(id, end)).unwrap_or(end);
            // The two fight in the next bound.
            self.stand_mut(id).fought = true;
        }
        // An Aerial stays where it is rather than end where it cannot land (D3H2-MOVE-08).
        if !self.may_end(id, &end) {
            return;
        }
        report.used(Clause::Pursuit);
        self.put(id, end, report);
        let mut before = end;
        for friend in file {
            report.used(Clause::PursuitInColumn);
            let next = Base::new(before.rear_left(), before.facing(), before.width(), self.base(friend).depth());
            if !self.is_clear(&next, Members::one(friend)) || !self.may_end(friend, &next) {
                break;
            }
            self.put(friend, next, report);
            before = next;
        }
    }

    /// Whether an outcome move of an element may end on a base: an Aerial ends no move in woods or a BUA (D3H2-MOVE-08).
    pub(super) fn may_end(&self, id: Id, base: &Base) -> bool {
        self.profile(id).is_ground() || self.may_stand(id, base)
    }

    /// Whether a straight step leads into going that is bad for an element and stops its pursuit; Marsh and Gully do
    /// not. By some rules, going in which it already stands stops it too (DBA3-PURS-05).
    fn is_bad_for(&self, id: Id, base: &Base, step: musterfield_geometry::Point) -> bool {
        if self.profile(id).class == Class::Aerial {
            return false;
        }
        let met = self.field().on_way(base, step);
        let entered = match self.rules().policies.pursuit_start {
            PursuitStart::AnyGoing => met.without(self.field().under(base)),
            PursuitStart::NotInBadGoing => met,
        };
        self.field().each(entered).any(|(_, ground)| {
            let Some(going) = ground.going else { return ground.kind == musterfield_rules::terrain::Kind::Waterway };
            let going = self.going_of(ground.kind, going);
            going == Going::Bad
                && !self.rules().holds(PlaceList::PursuedInto, ground.place)
                && !self.combat_good(id, going, ground.place)
        })
    }

    /// The base at which an element that has run into an enemy is lined up with it; `None` unless it gets there by less
    /// than a base width and by turning less than half a right angle, and there is room (D3H2-PURS-08, D3H2-FLEE-05,
    /// D3H2-CONT-08).
    pub(super) fn lined_up(&self, id: Id, base: &Base) -> Option<Base> {
        let slide = self.distance(Distance::Slide);
        let others = |enemy: Id, end: &Base| self.is_clear(end, Members::one(id).with(enemy));
        self.enemies(self.owner(id))
            .filter(|enemy| base.nearer(self.base(*enemy), 2 * TOUCH))
            .flat_map(|enemy| Spot::ALL.into_iter().map(move |spot| (enemy, spot)))
            .filter_map(|(enemy, spot)| {
                let end = spot.base(self.base(enemy), base.depth());
                let way = base.step_to(&end).square();
                let near = end.facing().angle_to(base.facing()).abs() < HALF_RIGHT && way < slide * slide;
                let room =
                    near && self.field().has(&end) && others(enemy, &end) && !end.overlaps(self.base(enemy), TOUCH);
                room.then_some((way, end))
            })
            .min_by_key(|(way, _)| *way)
            .map(|(_, end)| end)
    }

    /// Lets a feature fall: a camp is sacked and removed, a Stronghold goes to its victor (D3H2-CAMP-06, 07,
    /// D3H2-BUA-15).
    fn fall(&mut self, owner: Player, held: Held, report: &mut Report) {
        report.push(Event::Fell(held));
        if let Some(holder) = self.holder(owner, held) {
            self.destroy(holder, report);
        }
        match held {
            Held::Camp => {
                report.used(Clause::CampFalls);
                if let Some(camp) = &mut owner.of_mut(&mut self.state.sides).camp {
                    camp.sacked = true;
                }
            }
            _ => {
                report.used(Clause::WallsFall);
                if let Some(stronghold) = &mut self.state.stronghold {
                    stronghold.holder = owner.other();
                }
            }
        }
    }

    /// Moves the victor over a feature's defenders into it (D3H2-PURS-03). Where a camp was sacked or a Stronghold
    /// destroyed (D3H2-TRAD-34), the victor advances as in a pursuit. A standing Stronghold is entered only by an
    /// element that may hold one (D3H2-BUA-15).
    fn storm(&mut self, id: Id, held: Held, halves: u8, report: &mut Report) {
        if !self.is_on_table(id) {
            return;
        }
        report.used(Clause::Storming);
        let is_gone = self.features_of(self.owner(id)).all(|own| own != held);
        if held == Held::Camp || is_gone {
            self.pursue(id, self.pursuit_of(id, halves), report);
        } else if self.profile(id).garrison.walls && !self.profile(id).ally {
            self.stand_mut(id).place = Whereabouts::Holds(held);
        }
    }
}

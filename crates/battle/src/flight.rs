//! Flight: an element turns about and runs away, along the side edges if it meets one, until its move is used up or
//! something stops it (D3H2-FLEE-01 to 10). In other games it flees as in `escape.rs`.

use musterfield_geometry::{Base, Edge as Flank, Facing, Point};
use musterfield_rules::battle::{Clause, List, PlaceList, policy};
use musterfield_rules::terrain::Going;
use musterfield_terrain::layout::Edge;

use super::crossing::Crossed;
use super::element::{Id, Members};
use super::field::Features;
use super::report::Report;
use super::state::{Battle, Whereabouts};
use super::{TOUCH, force::Class};

/// The reason a flight stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// Its move is used up.
    Spent,
    /// An element is in the way.
    Element(Id),
    /// A camp, Stronghold, water or bad going.
    Place,
    /// A river, in which elements on the ground are lost.
    River,
    /// It has reached the edge of the table.
    Edge,
}

impl Battle {
    /// Makes an element flee.
    pub(super) fn flee(&mut self, id: Id, shot_in_rear: bool, report: &mut Report) {
        report.used(Clause::Flight);
        self.free_by_fate(id);
        match self.rules().policies.flight {
            policy::Flight::TurnsAndRuns => self.turn_and_run(id, shot_in_rear, report),
            policy::Flight::RecoilsThenRuns => self.recoil_and_run(id, report),
        }
    }

    /// Flight from the spot, straight ahead and along the side edges (D3H2-FLEE-01 to 10).
    fn turn_and_run(&mut self, id: Id, shot_in_rear: bool, report: &mut Report) {
        let flanked =
            [Flank::Left, Flank::Right, Flank::Rear].into_iter().any(|edge| self.at_edge(id, edge).next().is_some());
        if flanked {
            report.used(Clause::NoFlight);
            self.destroy(id, report);
            return;
        }
        let start = *self.base(id);
        let base = if shot_in_rear { start } else { start.about() };
        if shot_in_rear {
            report.used(Clause::ShotInTheRear);
        }
        self.run_from(id, base, self.flight_allowance(id, &start, &base), Members::NONE, report);
    }

    /// Flight of an element that is neither in combat nor beaten: it turns to its base edge and runs for it. It leaves a
    /// feature that it holds on that side (DBA3-BB-40, DBA3-BB-41).
    pub(super) fn run_home(&mut self, id: Id, report: &mut Report) {
        report.used(Clause::Flight);
        let start = *self.base(id);
        let home = self.side(self.owner(id)).edge.unwrap_or(Edge::South);
        let facing = Self::inward(home).opposite();
        let mut base = self.turned_along(&start, facing);
        if let Whereabouts::Holds(held) = self.element(id).place {
            let (owner, board) = (self.owner(id), self.field().board);
            let out = self.outline_of(owner, held).and_then(|outline| outline.bounds()).map_or(0, |bounds| {
                let corners = [bounds.least, bounds.most];
                let rear = board.from_edge(home, base.rear_left());
                rear - corners.iter().map(|corner| board.from_edge(home, *corner)).min().unwrap_or(rear)
            });
            base = base.ahead(out);
            if !self.field().has(&base) {
                report.used(Clause::FlightOffTheTable);
                self.take_off_table(id, Whereabouts::Fled, report);
                return;
            }
            self.element_mut(id).place = Whereabouts::Table;
        }
        let beside = self.met_by(&base, Point::default(), Members::one(id)).collect();
        self.run_from(id, base, self.flight_allowance(id, &start, &base), beside, report);
    }

    /// Runs from a base, for this distance in thousandths of a BW, past those elements beside which it has turned.
    fn run_from(&mut self, id: Id, base: Base, allowance: i64, beside: Members, report: &mut Report) {
        let mut base = base;
        let player = self.owner(id);
        let home = self.side(player).edge.unwrap_or(Edge::South);
        let mut left = allowance;
        let mut gone = 0;
        // The way to the side edge, and where the present one begins.
        let mut to_edge: Option<[Base; 2]> = None;
        let mut from = base;
        let mut runs_into_enemy = false;
        // It runs along a side edge at most once, because it then heads straight for its base edge.
        for _ in 0..3 {
            let (way, halt) = self.run_past(id, (&base, &base), left, beside);
            base = base.ahead(way);
            left -= way;
            gone += way;
            match halt {
                Halt::Spent => break,
                Halt::River => {
                    report.used(Clause::NoFlight);
                    self.destroy(id, report);
                    return;
                }
                Halt::Edge => match self.side_edge(&base, home) {
                    Some(along) if base.facing() != along => {
                        report.used(Clause::FlightAlongTheEdge);
                        to_edge = Some([from, base]);
                        base = self.turned_along(&base, along);
                        from = base;
                    }
                    _ => {
                        report.used(Clause::FlightOffTheTable);
                        self.take_off_table(id, Whereabouts::Fled, report);
                        return;
                    }
                },
                Halt::Element(other) => {
                    if self.is(id, List::Trampling) {
                        report.used(Clause::FlightThroughAll);
                        self.destroy(other, report);
                        self.destroy(id, report);
                        return;
                    }
                    runs_into_enemy = self.owner(other) != player;
                    if !runs_into_enemy {
                        report.used(Clause::FlightHalted);
                    }
                    break;
                }
                Halt::Place => {
                    report.used(Clause::FlightHalted);
                    break;
                }
            }
        }
        if gone <= TOUCH {
            report.used(Clause::NoFlight);
            self.destroy(id, report);
            return;
        }
        // It stops short where it has room, even if that is before it has come to the edge.
        let before = || to_edge.and_then(|[from, to]| self.with_room(id, &from, to));
        let Some(mut end) = self.with_room(id, &from, base).or_else(before) else {
            report.used(Clause::NoFlight);
            self.destroy(id, report);
            return;
        };
        // An enemy stops it, or one that it could pass if there were room beyond. The two fight in the next bound.
        if runs_into_enemy || (end != base && self.faces_closely(id, &end)) {
            report.used(Clause::FlightIntoAnEnemy);
            end = self.lined_up(id, &end).filter(|end| self.may_end(id, end)).unwrap_or(end);
            self.element_mut(id).fought = true;
        }
        self.element_mut(id).down = false;
        self.put(id, end, report);
    }

    /// Whether the front edge of an element on the ground would touch an enemy that it can engage.
    fn faces_closely(&self, id: Id, base: &Base) -> bool {
        let front = base.edge(Flank::Front);
        let mut enemies = self.enemies_around(id, base.bounds().grown(TOUCH + 1));
        self.profile(id).is_ground()
            && enemies.any(|enemy| {
                self.may_engage(id, enemy)
                    && Flank::ALL.into_iter().any(|edge| front.nearer(self.base(enemy).edge(edge), TOUCH + 1))
            })
    }

    /// The whole tactical move in the going where it starts, in thousandths of a BW (D3H2-FLEE-01). A river slows it as
    /// it slows a move: by some rules only if the front edge of the base from which it runs is in the water.
    fn flight_allowance(&self, id: Id, start: &Base, turned: &Base) -> i64 {
        let road = self.field().on_road(start).is_some();
        let rivers = self.field().rivers;
        let under =
            || Crossed { all: self.field().under(start), front: self.at_front(turned, Point::default(), rivers) };
        let under = if road { Features::default() } else { under().slowing(rivers, self.rules().policies.rivers) };
        let reach = self.profile(id).reach;
        self.allowance(id, under, road).unwrap_or_else(|_| reach.bad.or(reach.rough).or(reach.good).unwrap_or(0))
    }

    /// The distance it runs straight ahead from a base, in thousandths of a BW, and what stops it. `stood` is its base
    /// before it turned: ground onto which only the turn brings it stops it at once.
    pub(super) fn run(&self, id: Id, (base, stood): (&Base, &Base), distance: i64) -> (i64, Halt) {
        self.run_past(id, (base, stood), distance, Members::NONE)
    }

    /// The distance it runs straight ahead if these elements are not in its way, and what stops it.
    fn run_past(&self, id: Id, (base, stood): (&Base, &Base), distance: i64, beside: Members) -> (i64, Halt) {
        let facing = base.facing();
        let flies = self.profile(id).class == Class::Aerial;
        let light = self.is(id, List::LightInFlight);
        let under = self.field().under(stood);
        let mut best = (distance, Halt::Spent);
        let mut nearer = |way: i64, halt: Halt| {
            if way < best.0 {
                best = (way, halt);
            }
        };
        let edge = self.free_way(base, distance, |base, way| {
            let front = base.ahead(way);
            !self.field().on_board(front.front_left()) || !self.field().on_board(front.front_right())
        });
        nearer(edge, Halt::Edge);
        for other in self.met_by(base, facing.step(distance), beside.with(id)) {
            if self.may_pass(id, facing, other) {
                continue;
            }
            let way =
                self.free_way(base, distance, |base, way| base.meets_on_way(facing.step(way), self.base(other), TOUCH));
            nearer(way, Halt::Element(other));
        }
        if !flies {
            let features = |way: i64| self.field().on_way(base, facing.step(way)).without(under);
            let stops = |found: Features| {
                self.field().each(found).any(|(_, ground)| match ground.going {
                    None => ground.kind == musterfield_rules::terrain::Kind::Waterway,
                    Some(going) => {
                        let going = self.going_of(ground.kind, going);
                        !light
                            && going == Going::Bad
                            && !self.is_good_for(id, going, ground.place)
                            && !self.rules().holds(PlaceList::DoesNotHaltFlight, ground.place)
                    }
                }) || !found.common(self.field().waters).is_empty()
            };
            let way = self.free_way(base, distance, |_, way| stops(features(way)));
            nearer(way, Halt::Place);
            let rivers = self.field().rivers;
            let by_road = |way: i64| match self.rules().policies.flight_river {
                policy::FlightRiver::Destroys => false,
                // Off the road in the river, it is stopped by the bank that it has left by the road.
                policy::FlightRiver::GoesOn => true,
                policy::FlightRiver::DestroysOffRoads => self.field().on_road(&base.ahead(way)).is_some(),
            };
            let way = self.free_way(base, distance, |_, way| !features(way).common(rivers).is_empty() && !by_road(way));
            nearer(way, Halt::River);
            let way = self.free_way(base, distance, |base, way| self.meets_feature(base, facing.step(way)));
            nearer(way, Halt::Place);
        }
        best
    }

    /// The direction toward its own base edge along the side edge that a base has run into; `None` if the edge is not a
    /// side edge (D3H2-FLEE-03, 04).
    fn side_edge(&self, base: &Base, home: Edge) -> Option<Facing> {
        let board = self.field().board;
        let ahead = base.facing().step(4 * TOUCH);
        let over = |edge: Edge| {
            [base.front_left(), base.front_right()]
                .into_iter()
                .any(|corner| board.from_edge(edge, corner + ahead) < -TOUCH)
        };
        if over(home) || over(home.opposite()) {
            return None;
        }
        [home.next(), home.next().opposite()].into_iter().any(over).then_some(match home {
            Edge::North => Facing::NORTH,
            Edge::East => Facing::EAST,
            Edge::South => Facing::SOUTH,
            Edge::West => Facing::WEST,
        })
    }

    /// The base turned in place to run along an edge, and moved back onto the table if a corner would stick out.
    fn turned_along(&self, base: &Base, facing: Facing) -> Base {
        let board = self.field().board;
        let turned = base.turned_to(facing);
        let bounds = turned.bounds();
        let inward = |least: i64, most: i64, limit: i64| (-least).max(0) - (most - limit).max(0);
        turned.moved(Point::new(
            inward(bounds.least.x, bounds.most.x, board.width),
            inward(bounds.least.y, bounds.most.y, board.depth),
        ))
    }

    /// Moves the base back along its way until it overlaps no other element and, for an Aerial, lies where it can land.
    /// `None` if there is no such place.
    pub(super) fn with_room(&self, id: Id, start: &Base, end: Base) -> Option<Base> {
        let has_room = |base: &Base| {
            let clear = self.is_clear(base, Members::one(id));
            let flies = self.profile(id).class == Class::Aerial;
            let lands = !flies
                || (!self.meets_feature(base, Point::default())
                    && self.field().each(self.field().under(base).without(self.ruins())).all(|(at, ground)| {
                        !self.rules().holds(PlaceList::NotLandedIn, ground.place) && !self.field().waters.has(at)
                    }));
            clear && lands && self.field().has(base)
        };
        const STEP: i64 = 100;
        let mut base = end;
        let most = musterfield_geometry::base::whole_root(start.step_to(&end).square()) / STEP;
        for back in 0..=most + 1 {
            if has_room(&base) {
                // The farthest place with room, to a thousandth of a BW, where it only touches what is in its way.
                let (mut room, mut none) = (0, if back == 0 { 0 } else { STEP });
                while none - room > 1 {
                    let between = i64::midpoint(room, none);
                    if has_room(&base.ahead(between)) { room = between } else { none = between }
                }
                return Some(base.ahead((room - TOUCH).max(0)));
            }
            base = base.ahead(-STEP);
        }
        None
    }
}

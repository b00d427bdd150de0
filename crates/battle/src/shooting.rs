//! Shooting: targets, priorities and the resolution of a shot (D3H2-SHOOT-01 to 30).

use musterfield_combat::{BoundOwner, Case, Mode};
use musterfield_geometry::base::whole_root;
use musterfield_geometry::facing::{UNIT, rounded};
use musterfield_geometry::{BW, Base, Edge, Facing, Footprint, Point, Segment};
use musterfield_rules::battle::policy::{PastCamps, SecondTargets, ShotAfterMove, ShotDuty, ShotOrder, ShotView};
use musterfield_rules::battle::{Clause, Distance, List, PlaceList};
use musterfield_rules::combat::{Held, Per};

use super::TOUCH;
use super::aftermath::Shot;
use super::element::{Id, Members, Player};
use super::field::Lie;
use super::refusal::Refusal;
use super::state::{Battle, Phase, Whereabouts};

/// An edge that shoots, from its left to its right end, and the direction it shoots in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bow {
    pub(super) edge: Segment,
    pub(super) facing: Facing,
}

/// A shot that is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Whether the target can be shot at on its rear edge, there alone or as well as on another.
    pub(super) rear: bool,
}

impl Battle {
    /// Whether an element can shoot now (D3H2-SHOOT-01, 15 to 17, 23, 26).
    fn may_shoot(&self, id: Id) -> bool {
        let is_time = match (self.rules().policies.shots, self.state.phase) {
            (ShotOrder::Together, Phase::Shooting | Phase::Answering(_)) => true,
            (ShotOrder::InTurn, Phase::Shooting | Phase::ShootingBack) => self.owner(id) == self.to_decide(),
            _ => false,
        };
        is_time && self.can_shoot(id)
    }

    /// Whether an enemy can shoot now, or in its side's turn to come (D3H2-SHOOT-21).
    fn may_shoot_yet(&self, id: Id) -> bool {
        match self.rules().policies.shots {
            ShotOrder::Together => self.may_shoot(id),
            ShotOrder::InTurn => self.state.phase == Phase::Shooting && self.can_shoot(id),
        }
    }

    /// Whether an element can shoot in this bound, when it is time.
    fn can_shoot(&self, id: Id) -> bool {
        let (profile, stand) = (self.profile(id), self.element(id));
        if profile.range.is_none() || stand.shot {
            return false;
        }
        let has_moved_far = match self.rules().policies.shot_after_move {
            ShotAfterMove::Short | ShotAfterMove::ShortTogether => {
                i64::from(stand.longest) > self.distance(Distance::MoveAndShoot) + TOUCH
            }
            ShotAfterMove::Any => false,
        };
        if has_moved_far && self.is(id, List::SteadyShooters) {
            return false;
        }
        // Artillery shoots only in its own bound and only if it has not moved, except when it shoots back at Artillery.
        let steady = self.is(id, List::SteadyShooters);
        if !steady && (stand.moves > 0 || self.owner(id) != self.player()) {
            return false;
        }
        self.is_clear_to_shoot(id)
    }

    /// Whether an element's position and circumstances allow it to shoot (D3H2-SHOOT-15 to 17).
    fn is_clear_to_shoot(&self, id: Id) -> bool {
        match self.element(id).place {
            Whereabouts::Table => {
                let under = self.under(id);
                let muddy = |place| self.rules().holds(PlaceList::NotShotOutOf, place);
                !self.is_in_close_combat(id)
                    && !self.gives_support(id)
                    && !self.field().each(under).any(|(_, ground)| muddy(ground.place))
                    && !self.is_hidden_from_shots(id)
            }
            Whereabouts::Holds(_) => !self.is_in_close_combat(id) && !self.is_sacking(id),
            _ => false,
        }
    }

    fn is_hidden_from_shots(&self, id: Id) -> bool {
        let around = self.around(id);
        self.field().each(around).any(|(_, ground)| self.rules().holds(PlaceList::HidesFromShooting, ground.place))
    }

    /// Whether an element's position and circumstances allow it to be shot at (D3H2-SHOOT-16, 17).
    fn may_be_shot(&self, id: Id) -> bool {
        match self.element(id).place {
            Whereabouts::Table => {
                !self.is_in_close_combat(id) && !self.gives_support(id) && !self.is_hidden_from_shots(id)
            }
            Whereabouts::Holds(_) => !self.is_in_close_combat(id) && !self.is_sacking(id),
            _ => false,
        }
    }

    /// The edges from which an element shoots (D3H2-SHOOT-05 to 07).
    pub(super) fn bows(&self, id: Id) -> Vec<Bow> {
        let base = self.base(id);
        match self.element(id).place {
            Whereabouts::Holds(held) => self.walls(self.owner(id), held, self.distance(Distance::ShootingEdge)),
            _ if self.is(id, List::AllRound) => Edge::ALL
                .into_iter()
                .map(|edge| {
                    let line = base.edge(edge);
                    let facing = base.outward_facing(edge);
                    // Only the middle base width of the edge shoots, even if the base is deeper.
                    let middle = line.middle();
                    let half = facing.right().step(BW / 2);
                    Bow { edge: Segment::new(middle - half, middle + half), facing }
                })
                .collect(),
            _ => vec![Bow { edge: base.edge(Edge::Front), facing: base.facing() }],
        }
    }

    /// The perimeter of a feature in pieces no longer than `length`, in thousandths of a BW.
    fn walls(&self, player: Player, held: Held, length: i64) -> Vec<Bow> {
        let Some(outline) = self.outline_of(player, held) else { return Vec::new() };
        let turn = outline.twice_area().signum();
        let mut found = Vec::new();
        for side in outline.sides() {
            // Run clockwise, so that outward is to the left when looking along a piece.
            let side = if turn > 0 { Segment::new(side.to, side.from) } else { side };
            let step = side.step();
            let Some(along) = Facing::from_step(step) else { continue };
            let long = whole_root(step.square());
            let pieces = (long + length - 1) / length.max(1);
            for piece in 0..pieces.max(1) {
                let at = |part: i64| {
                    side.from + Point::new(rounded(step.x * part, pieces.max(1)), rounded(step.y * part, pieces.max(1)))
                };
                found.push(Bow { edge: Segment::new(at(piece), at(piece + 1)), facing: along.left() });
            }
        }
        found
    }

    /// The edges at which an element can be shot (D3H2-SHOOT-08), and whether each is a rear edge.
    fn marks(&self, id: Id) -> Vec<(Segment, Facing, bool)> {
        if let Whereabouts::Holds(held) = self.element(id).place {
            let walls = self.walls(self.owner(id), held, self.distance(Distance::ShootingEdge));
            return walls.into_iter().map(|wall| (wall.edge, wall.facing, false)).collect();
        }
        let base = self.base(id);
        Edge::ALL.into_iter().map(|edge| (base.edge(edge), base.outward_facing(edge), edge == Edge::Rear)).collect()
    }

    /// The shot an element has at another, given range, arc and obstructions; `None` if it has none.
    pub(super) fn line(&self, shooter: Id, target: Id) -> Option<Line> {
        let range = self.profile(shooter).range?;
        if self.is_on_table(shooter) && self.is_on_table(target) && !self.base(shooter).within(self.base(target), range)
        {
            return None;
        }
        let mut found: Option<Line> = None;
        let marks = self.marks(target);
        for bow in self.bows(shooter) {
            for (edge, facing, rear) in marks.iter().copied() {
                // An edge can be seen only from its outer side. If one end of the shooting edge is there, the lines from
                // both ends may still pass the target by.
                let is_outside = |end: Point| facing.along(end - edge.from) > TOUCH * UNIT;
                if !is_outside(bow.edge.from) && !is_outside(bow.edge.to) {
                    continue;
                }
                let Some(mark) = self.mark(&bow, edge) else { continue };
                let seen = match self.rules().policies.shot_view {
                    ShotView::OfAPart => self.sees_a_part(shooter, target, &bow, &mark, facing),
                    ShotView::OfAWholeEdge => {
                        is_outside(bow.edge.from)
                            && is_outside(bow.edge.to)
                            && edge.nearer(bow.edge, range + 1)
                            && !self.is_covered(shooter, target, edge, facing)
                            && !self.is_blocked(shooter, target, &bow, edge)
                    }
                };
                if seen {
                    found = Some(Line { rear: rear || found.is_some_and(|line| line.rear) });
                }
            }
        }
        found
    }

    /// Whether a shot falls at least partly on the rear edge of its target: one of those that shoot can aim at it
    /// (D3H2-RECOIL-04, D3H2-FLEE-02, D3H2-OUT-31).
    pub(super) fn is_shot_in_rear(&self, target: Id, by: Members) -> bool {
        by.into_iter().any(|shooter| self.line(shooter, target).is_some_and(|line| line.rear))
    }

    /// Whether a shooter can aim at any part of a mark (D3H2-SHOOT-08).
    fn sees_a_part(&self, shooter: Id, target: Id, bow: &Bow, mark: &Mark, facing: Facing) -> bool {
        let range = self.profile(shooter).range.unwrap_or(0);
        let is_open = |part: i64| {
            let portion = mark.portion(part);
            portion.nearer(bow.edge, range + 1)
                && !self.is_covered(shooter, target, portion, facing)
                && !self.is_blocked(shooter, target, bow, portion)
        };
        if mark.first == mark.last {
            return is_open(0);
        }
        if [0, Mark::PARTS / 2, Mark::PARTS].into_iter().any(is_open) {
            return true;
        }
        // What blocks the way to both ends blocks it to all between them, so only a gap between two others is left.
        let blocking = |part: i64| self.blocking(shooter, target, &lines_between(bow, mark.portion(part)));
        let [one, other] = [0, Mark::PARTS].map(blocking);
        !one.is_empty() && !other.is_empty() && one.common(other).is_empty() && (1..Mark::PARTS).any(is_open)
    }

    /// The part of a target's edge that lies in the arc, if it is half a base width long, or all of a shorter edge
    /// (D3H2-SHOOT-08, 09).
    fn mark(&self, bow: &Bow, edge: Segment) -> Option<Mark> {
        let arc = self.distance(Distance::Arc);
        let least = self.distance(Distance::TargetEdge);
        let (ahead, right) = (bow.facing, bow.facing.right());
        let width = right.along(bow.edge.step());
        let at = |place: i64| place_on(edge, place);
        // A place on the edge counts if it is ahead and within the strip.
        let within = |point: Point| {
            let (sideways, forward) = (right.along(point - bow.edge.from), ahead.along(point - bow.edge.from));
            forward >= -TOUCH * UNIT && sideways >= -(arc + TOUCH) * UNIT && sideways <= width + (arc + TOUCH) * UNIT
        };
        let length = whole_root(edge.step().square()).max(1);
        let needed = if length < least { PLACES } else { (least * PLACES + length - 1) / length };
        // The strip is convex, so the part of the edge within it is one stretch. Its ends are found by bisection from
        // inside.
        let inside: Vec<i64> = (0..=PLACES).step_by(50).filter(|place| within(at(*place))).collect();
        let (first, last) = (*inside.first()?, *inside.last()?);
        let border = |from: i64, to: i64| {
            let (mut inside, mut outside) = (from, to);
            while (outside - inside).abs() > 1 {
                let between = i64::midpoint(inside, outside);
                if within(at(between)) { inside = between } else { outside = between }
            }
            inside
        };
        let first = if first == 0 { 0 } else { border(first, first - 50) };
        let last = if last == PLACES { PLACES } else { border(last, last + 50) };
        if last - first < needed {
            return None;
        }
        let mark = Mark { edge, needed, first, last: last - needed };
        // A part that only touches the side of the arc is not in it (D3H2-SHOOT-10).
        let sideways = |point: Point| right.along(point - bow.edge.from);
        let on_border = |part: i64| {
            let portion = mark.portion(part);
            let [from, to] = [sideways(portion.from), sideways(portion.to)];
            from.max(to) <= (TOUCH - arc) * UNIT || from.min(to) >= width + (arc - TOUCH) * UNIT
        };
        let is_beside = on_border(0) && on_border(Mark::PARTS);
        (!is_beside).then_some(mark)
    }

    /// Whether elements that touch a target cover a part of its edge, so that a shot could only pass between the two
    /// (D3H2-SHOOT-12).
    fn is_covered(&self, shooter: Id, target: Id, portion: Segment, facing: Facing) -> bool {
        if !self.is_on_table(target) {
            return false;
        }
        let right = facing.right();
        let (from, to) = (right.along(portion.from), right.along(portion.to));
        self.state.elements.close_to(target).into_iter().any(|other| {
            let base = self.base(other);
            if !self.obstructs(shooter, other) {
                return false;
            }
            let touches = |edge: &Edge| {
                let line = base.edge(*edge);
                base.outward_facing(*edge) == facing.opposite()
                    && facing.along(line.from - portion.from).abs() <= TOUCH * UNIT
                    && right.along(line.to).max(from) + TOUCH * UNIT < right.along(line.from).min(to)
            };
            Edge::ALL.iter().any(touches)
        })
    }

    /// Whether an element in the way blocks a shooter (D3H2-SHOOT-25).
    fn obstructs(&self, shooter: Id, id: Id) -> bool {
        self.is(shooter, List::SteadyShooters)
            || !self.is(id, List::SmallTargets)
            || self.owner(id) == self.owner(shooter)
    }

    /// Whether something between two edges blocks a shot, including two elements side by side (D3H2-SHOOT-11 to 14,
    /// D3H2-SHOOT-12, D3H2-SHOOT-25).
    fn is_blocked(&self, shooter: Id, target: Id, bow: &Bow, portion: Segment) -> bool {
        let lines = lines_between(bow, portion);
        let by_element = !self.blocking(shooter, target, &lines).is_empty();
        by_element
            || match self.rules().policies.shot_view {
                ShotView::OfAPart => self.is_blocked_by_ground(shooter, target, &lines),
                // Every line counts for itself, those between opposite ends too.
                ShotView::OfAWholeEdge => {
                    let across = [Segment::new(lines[0].from, lines[1].to), Segment::new(lines[1].from, lines[0].to)];
                    lines.into_iter().chain(across).any(|line| self.is_blocked_by_ground(shooter, target, &[line]))
                }
            }
    }

    /// The elements between two lines of a shot that block it.
    fn blocking(&self, shooter: Id, target: Id, lines: &[Segment; 2]) -> Members {
        let around = self.state.elements.those_in(lines[0].bounds().and(lines[1].bounds()).grown(TOUCH));
        let others = around.without(shooter).without(target).into_iter();
        others.filter(|id| self.obstructs(shooter, *id)).filter(|id| is_between(lines, self.base(*id))).collect()
    }

    /// Whether camps, walls or the ground block all of some lines of a shot.
    fn is_blocked_by_ground(&self, shooter: Id, target: Id, lines: &[Segment]) -> bool {
        let held = |id: Id| match self.element(id).place {
            Whereabouts::Holds(held) => Some((self.owner(id), held)),
            _ => None,
        };
        let blocks = |feature: Held| match self.rules().policies.past_camps {
            PastCamps::Blocked => true,
            PastCamps::Open => feature.has_walls(),
        };
        let features = Player::ALL.into_iter().any(|player| {
            self.features_of(player).filter(|feature| blocks(*feature)).any(|feature| {
                let own = [held(shooter), held(target)].contains(&Some((player, feature)));
                !own && self
                    .outline_of(player, feature)
                    .is_some_and(|outline| lines.iter().all(|line| outline.sides().any(|side| side.crosses(*line))))
            })
        });
        features
            || self.field().grounds.iter().any(|ground| {
                let crosses_crest = |line: &Segment| {
                    let mut parts = ground.crest.iter().zip(ground.crest.iter().skip(1));
                    parts.any(|(from, to)| Segment::new(*from, *to).crosses(*line))
                };
                let over_crest = lines.iter().all(crosses_crest);
                let deep = self.rules().holds(PlaceList::BlocksByDepth, ground.place)
                    && lines.iter().all(|line| {
                        let depth = match &ground.shape {
                            Lie::Area(outline) => depth_in(*line, outline),
                            Lie::Band(_) => 0,
                        };
                        depth >= self.distance(Distance::BlockingDepth)
                    });
                over_crest || deep
            })
    }

    /// The enemies at which an element may shoot now, by its priorities (D3H2-SHOOT-20, 21, 24); Aerials are treated as
    /// others (D3H2-SHOOT-30). All elements are where the outcomes so far have left them (D3H2-SHOOT-19), and an
    /// element that merely overlaps is not in close combat (D3H2-SHOOT-18).
    #[must_use]
    pub fn targets(&self, shooter: Id) -> Vec<Id> {
        if !self.may_shoot(shooter) {
            return Vec::new();
        }
        let range = self.profile(shooter).range.unwrap_or(0);
        let near = self.base(shooter).bounds().grown(range);
        // The holder of a feature shoots from its walls and is shot at there.
        let may_be_near = |enemy: &Id| {
            !self.is_on_table(shooter) || !self.is_on_table(*enemy) || near.intersects(self.base(*enemy).bounds())
        };
        let enemies = self.army(self.owner(shooter).other()).filter(may_be_near);
        let seen: Vec<Id> =
            enemies.filter(|enemy| self.may_be_shot(*enemy) && self.line(shooter, *enemy).is_some()).collect();
        if !self.is(shooter, List::SteadyShooters) {
            return seen;
        }
        let zone = |enemy: &Id| {
            let depth = self.distance(Distance::ThreatZone);
            let base = self.base(shooter);
            let edges: &[Edge] = if self.is(shooter, List::AllRound) { &Edge::ALL } else { &[Edge::Front] };
            self.is_on_table(shooter)
                && self.is_on_table(*enemy)
                && edges.iter().any(|edge| base.ground(*edge, depth).overlaps(self.base(*enemy), TOUCH))
        };
        let near: Vec<Id> = seen.iter().copied().filter(zone).collect();
        if !near.is_empty() {
            return near;
        }
        match self.rules().policies.second_targets {
            SecondTargets::Able => {}
            // A target that can shoot back does so at once.
            SecondTargets::Shooting => return seen,
        }
        let dangerous: Vec<Id> = seen
            .iter()
            .copied()
            .filter(|enemy| self.may_shoot_yet(*enemy) && self.line(*enemy, shooter).is_some())
            .collect();
        if dangerous.is_empty() { seen } else { dangerous }
    }

    /// An element that still has to shoot, if there is one (D3H2-SHOOT-29, HOTT25-SHOOT-02).
    pub(super) fn who_has_to_shoot(&self) -> Option<Id> {
        match self.rules().policies.shot_duty {
            ShotDuty::Owed => self.shooters().first().copied(),
            ShotDuty::Free => None,
        }
    }

    /// The elements that can still shoot.
    #[must_use]
    pub fn shooters(&self) -> Vec<Id> {
        let all = [self.player(), self.player().other()].into_iter().flat_map(|player| self.army(player));
        all.filter(|id| !self.targets(*id).is_empty()).collect()
    }

    /// Whether a target shoots back at its shooter: it can, and has not shot yet (D3H2-SHOOT-22). By some rules, a steady
    /// shooter has to shoot at others in its threat zone first (DBA3-SHOOT-08). Artillery also shoots back at Artillery in
    /// the enemy's bound (D3H2-SHOOT-26).
    #[must_use]
    pub fn shoots_back(&self, target: Id, shooter: Id) -> bool {
        match self.rules().policies.shots {
            ShotOrder::Together => {}
            ShotOrder::InTurn => return false,
        }
        let stand = self.element(target);
        if self.profile(target).range.is_none() || stand.shot || self.line(target, shooter).is_none() {
            return false;
        }
        let steady = self.is(target, List::SteadyShooters);
        if steady {
            return match self.rules().policies.second_targets {
                SecondTargets::Able => self.may_shoot(target),
                SecondTargets::Shooting => self.targets(target).contains(&shooter),
            };
        }
        let own_bound = self.owner(target) == self.player();
        let may = if own_bound { stand.moves == 0 } else { !self.is(shooter, List::SteadyShooters) };
        may && self.is_clear_to_shoot(target)
    }

    /// The enemy that shoots at a shooter at the same time, and those that aid it: enemies, other than the shooter's
    /// target, that have nobody else to shoot at (D3H2-SHOOT-27).
    pub(super) fn third_party(&self, shooter: Id, target: Id) -> Option<Shot> {
        let enemies = self.army(self.owner(target)).filter(|id| *id != target);
        let mut third = enemies.filter(|id| self.targets(*id) == [shooter]);
        let first = third.next()?;
        let most = usize::from(self.most_aids());
        Some(Shot { shooter: first, aids: third.take(most).collect(), target: shooter })
    }

    /// The case of a shot; `back` says whether the target shoots back.
    ///
    /// # Errors
    /// When the combat tables do not cover the two.
    pub fn shot(&self, shooter: Id, aids: Members, target: Id, back: bool) -> Result<Case<'static>, Refusal> {
        let mut a = self.plain(shooter);
        let mut b = self.plain(target);
        a.shoots = true;
        b.shoots = back;
        a.aids = u8::try_from(aids.count()).unwrap_or(u8::MAX);
        b.rear_shot = self.is_shot_in_rear(target, aids.with(shooter));
        let bound = if self.owner(shooter) == self.player() { BoundOwner::First } else { BoundOwner::Second };
        let setting = self.setting();
        Case::from_afar(setting.ruleset, Mode::Shooting, [a, b], setting.options.readings)
            .map(|case| case.in_bound(bound))
            .map_err(Refusal::NoCase)
    }

    /// Whether no more elements aid a shot or spell than count (D3H2-SHOOT-28, D3H2-MAGIC-05).
    pub(super) fn may_aid(&self, aids: Members) -> bool {
        aids.count() <= u32::from(self.most_aids())
    }

    /// The most elements that can aid a shot or spell.
    #[must_use]
    pub fn most_aids(&self) -> u8 {
        self.setting().combat.most(Per::Aiding)
    }

    /// Checks that an order to shoot may be carried out.
    pub(super) fn check_shot(&self, shot: Shot) -> Result<(), Refusal> {
        let Shot { shooter, aids, target } = shot;
        let name = |id: Id| self.profile(id).name;
        match self.rules().policies.shots {
            ShotOrder::InTurn if self.owner(shooter) != self.to_decide() => {
                return Err(Refusal::NotYours(name(shooter), Some(Clause::ShotsInTurn)));
            }
            ShotOrder::Together | ShotOrder::InTurn => {}
        }
        for id in Members::one(shooter).into_iter().chain(aids) {
            if self.owner(id) == self.owner(target) {
                return Err(Refusal::SameSide(name(target), name(id)));
            }
            if !self.targets(id).contains(&target) {
                return Err(Refusal::NoTarget(name(id), name(target)));
            }
        }
        if aids.has(shooter) || !self.may_aid(aids) {
            return Err(Refusal::ShotAids(self.most_aids()));
        }
        Ok(())
    }
}

/// The number of places on an edge.
const PLACES: i64 = 1000;

/// A place on an edge, from 0 to [`PLACES`].
fn place_on(edge: Segment, place: i64) -> Point {
    let step = edge.step();
    edge.from + Point::new(rounded(step.x * place, PLACES), rounded(step.y * place, PLACES))
}

/// A target's edge, and where on it the portions begin at which a shooter may aim.
#[derive(Clone, Copy, Debug)]
struct Mark {
    edge: Segment,
    /// The length of a portion, in places of the edge.
    needed: i64,
    /// The place where the first portion begins.
    first: i64,
    /// The place where the last portion begins.
    last: i64,
}

impl Mark {
    /// The number of steps from the first portion to the last.
    const PARTS: i64 = 20;

    /// The portion after so many steps.
    fn portion(&self, part: i64) -> Segment {
        let start = self.first + (self.last - self.first) * part / Self::PARTS;
        Segment::new(place_on(self.edge, start), place_on(self.edge, start + self.needed))
    }
}

/// The lines that join the ends of a shooting edge to those of a portion. Both edges run from left to right as seen from
/// their own side, so the left end of one matches the right end of the other; lines that would cross all the same join
/// the other ends.
fn lines_between(bow: &Bow, portion: Segment) -> [Segment; 2] {
    let joined = |left, right| [Segment::new(bow.edge.from, left), Segment::new(bow.edge.to, right)];
    let lines = joined(portion.to, portion.from);
    if lines[0].crosses(lines[1]) { joined(portion.from, portion.to) } else { lines }
}

/// Whether a base overlaps the ground between two lines.
fn is_between(lines: &[Segment; 2], base: &Base) -> bool {
    let [left, right] = lines;
    let hull = Footprint::of(&base.shrunk(TOUCH));
    let corners = [left.from, left.to, right.to, right.from];
    let sides = corners.iter().zip(corners.iter().cycle().skip(1)).map(|(from, to)| Segment::new(*from, *to));
    if sides.clone().any(|side| hull.meets_line(side)) {
        return true;
    }
    // The base lies wholly between the lines or wholly outside: a line from any of its points to the east then crosses
    // the border once or, where the ground bends inward, an odd number of times.
    let inside = hull.corners().first().copied().unwrap_or_default();
    let crossings = sides.filter(|side| {
        let (low, high) = if side.from.y <= side.to.y { (side.from, side.to) } else { (side.to, side.from) };
        (low.y..high.y).contains(&inside.y) && Segment::new(low, high).side(inside) > 0
    });
    crossings.count() % 2 == 1
}

/// The length of a line within an area, in thousandths of a BW.
fn depth_in(line: Segment, area: &musterfield_geometry::Polygon) -> i64 {
    if !area.bounds().is_some_and(|bounds| bounds.intersects(line.bounds())) {
        return 0;
    }
    let length = whole_root(line.step().square());
    if !area.sides().any(|side| side.intersects(line)) {
        return if area.contains(line.from) { length } else { 0 };
    }
    const PARTS: i64 = 64;
    let step = line.step();
    let at = |part: i64| line.from + Point::new(rounded(step.x * part, 2 * PARTS), rounded(step.y * part, 2 * PARTS));
    let inside = (0..PARTS).filter(|part| area.contains(at(2 * part + 1))).count();
    length * i64::try_from(inside).unwrap_or(0) / PARTS
}

//! Families of tactical moves that differ by one number: a distance or an angle.

use musterfield_geometry::facing::UNIT;
use musterfield_geometry::{BW, Base, Facing, Point, Segment};
use musterfield_rules::combat::Held;

use super::contacts::{Contact, Whom};
use crate::TOUCH;
use crate::element::{Id, Members};
use crate::formation::{Formation, moved_straight, placed};
use crate::moving::ROUNDING;
use crate::order::{Leg, Move, Pose};
use crate::state::{Battle, Whereabouts};

/// The way in which the next leg of a move goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Course {
    /// Straight ahead.
    Ahead,
    /// Straight back, facing as before, in thousandths of a BW.
    Back,
    /// A wheel to the left or the right; the number is in tenths of a degree.
    Wheel {
        /// Whether it goes to the left.
        left: bool,
    },
    /// Along the road on which it stands.
    Road,
    /// Into contact by these legs; the number has no meaning.
    Contact {
        /// The moving element that makes contact.
        id: Id,
        /// The enemy or feature it contacts.
        whom: Whom,
        /// The legs that lead there.
        legs: Vec<Leg>,
    },
    /// Straight to a place within reach, with any facing; the number selects one of these places.
    Anywhere(Vec<Pose>),
    /// Into a feature of its own side, to hold it.
    Into(Held, Pose),
}

/// Tactical moves of the same elements in the same way that differ by one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The moving elements and the legs chosen so far.
    pub so_far: Move,
    /// The way the move goes on.
    pub course: Course,
    /// The greatest number; the least is 1. It counts thousandths of a BW, tenths of a degree, or places.
    pub most: i64,
}

/// The spacing, in thousandths or tenths, of the numbers that are tried between two samples.
const GRID: i64 = 50;

impl Family {
    /// The move with the given number.
    #[must_use]
    pub fn order(&self, by: i64) -> Move {
        let mut of = self.so_far.clone();
        match &self.course {
            Course::Ahead => of.legs.push(Leg::Ahead(by)),
            Course::Back => of.legs.push(Leg::Back(by)),
            Course::Road => of.legs.push(Leg::Road(by)),
            Course::Wheel { left } => {
                of.legs.push(Leg::Wheel { left: *left, by: u16::try_from(by).unwrap_or(u16::MAX) });
            }
            Course::Contact { legs, .. } => of.legs.extend(legs),
            Course::Anywhere(places) => {
                let place = usize::try_from(by - 1).ok().and_then(|at| places.get(at));
                of.legs.extend(place.map(|pose| Leg::Go(*pose)));
            }
            Course::Into(_, pose) => of.legs.push(Leg::Go(*pose)),
        }
        of
    }

    /// Sample numbers of the family, the greatest first.
    pub fn samples(&self) -> impl Iterator<Item = i64> + use<> {
        let most = self.most;
        let (parts, step): (i64, i64) = match self.course {
            Course::Ahead | Course::Road => (4, 1),
            Course::Wheel { .. } if self.so_far.who.count() > 1 => (3, 1),
            Course::Back | Course::Wheel { .. } | Course::Contact { .. } | Course::Into(..) => (1, 1),
            Course::Anywhere(_) => (most, -1),
        };
        let number = move |part: i64| if step < 0 { most + 1 - part } else { most * part / parts };
        (1..=parts).rev().map(number).filter(|by| *by > 0)
    }

    /// Whether the numbers form a continuous range in which each may be legal or not.
    #[must_use]
    pub fn is_continuous(&self) -> bool {
        matches!(self.course, Course::Ahead | Course::Back | Course::Road | Course::Wheel { .. })
    }
}

impl Battle {
    /// The ways in which a move can go on after the legs chosen so far, as far as they could be legal within reach.
    #[must_use]
    pub fn families(&self, so_far: &Move) -> Vec<Family> {
        let Some(reach) = self.reach(so_far.who, true) else { return Vec::new() };
        let courses = match self.garrison_among(so_far.who) {
            Some((id, held)) if so_far.who.count() == 1 && so_far.legs.is_empty() && self.can_pay_for(so_far.who) => {
                vec![anywhere(self.places_outside(id, held, reach))]
            }
            Some(_) => Vec::new(),
            None => self.courses(so_far),
        };
        let can_be = courses.into_iter().filter(|(_, most)| *most > 0);
        can_be.map(|(course, most)| Family { so_far: so_far.clone(), course, most }).collect()
    }

    /// Whether there are enough PIPs to move these elements off the road, wherever they go.
    #[must_use]
    pub fn can_pay_for(&self, who: Members) -> bool {
        let pips = self.pips_for(who);
        pips > 0 && self.cost_off_road(who, false).pips <= pips
    }

    /// Whether there are enough PIPs to move these elements off the road into contact with an enemy.
    fn can_pay_for_contact(&self, who: Members) -> bool {
        let pips = self.pips_for(who);
        pips > 0 && self.cost_off_road(who, true).pips <= pips
    }

    /// The ways in which a move of elements on the table can go on, each with its greatest number.
    fn courses(&self, so_far: &Move) -> Vec<(Course, i64)> {
        let Some(formation) = self.after_legs(so_far) else { return Vec::new() };
        let head = formation.head();
        let mut courses = Vec::new();
        if self.field().on_road(&head).is_some() && (formation.is_single() || formation.column) {
            courses.extend(self.reach(so_far.who, true).map(|reach| (Course::Road, reach)));
        }
        let Some(reach) = self.reach(so_far.who, false).filter(|_| self.can_pay_for_contact(so_far.who)) else {
            return courses;
        };
        courses.extend(self.contact_courses(so_far, &formation, reach).map(|course| (course, 1)));
        courses.push((Course::Ahead, reach));
        let widest = widest_wheel(&formation, reach);
        courses.extend([true, false].map(|left| (Course::Wheel { left }, widest)));
        if formation.is_single() {
            let is_wet = !self.field().under(&head).common(self.field().rivers).is_empty();
            let swims = is_wet && so_far.who.into_iter().all(|id| self.profile(id).is_ground());
            let places = if swims { places_in_river(&head, reach) } else { places_around(&head, reach) };
            courses.extend([(Course::Back, reach), anywhere(places)]);
            if let Some(id) = so_far.who.first().filter(|_| so_far.legs.is_empty()) {
                courses.extend(self.ways_in(id, reach).map(|(held, pose)| (Course::Into(held, pose), 1)));
            }
        }
        courses
    }

    /// The open features of its own side that an element could enter if it goes so far, in thousandths of a BW, and where
    /// it would then be. Whether a move there is legal is not checked.
    pub fn ways_in(&self, id: Id, reach: i64) -> impl Iterator<Item = (Held, Pose)> {
        let around = self.base(id).bounds().grown(reach + TOUCH);
        let is_near = move |held: &Held| self.box_of(self.owner(id), *held).is_some_and(|its| its.intersects(around));
        self.open_features().filter(is_near).filter_map(move |held| Some((held, self.inside(id, held)?)))
    }

    /// The families that lead into contact.
    #[must_use]
    pub fn contacts_in_reach(&self, so_far: &Move) -> Vec<Family> {
        let (Some(reach), Some(formation)) = (self.reach(so_far.who, false), self.after_legs(so_far)) else {
            return Vec::new();
        };
        if self.garrison_among(so_far.who).is_some() {
            return Vec::new();
        }
        let family = |course| Family { so_far: so_far.clone(), course, most: 1 };
        self.contact_courses(so_far, &formation, reach).map(family).collect()
    }

    fn contact_courses(&self, so_far: &Move, formation: &Formation, reach: i64) -> impl Iterator<Item = Course> {
        let contacts = self.contacts(so_far.who, formation, so_far.legs.is_empty(), reach);
        contacts.into_iter().map(|Contact { id, whom, legs }| Course::Contact { id, whom, legs })
    }

    /// The ranges of legal numbers in a family, each from its first to its last number. A range that holds no contact
    /// may be missed if it is shorter than a twentieth of a BW or than five degrees.
    #[must_use]
    pub fn stretches(&self, family: &Family) -> Vec<(i64, i64)> {
        let is_legal = |by: i64| self.plan(&family.order(by)).is_ok();
        let mut stops: Vec<i64> = if family.is_continuous() {
            (1..=family.most / GRID).map(|part| part * GRID).chain([1, family.most]).collect()
        } else {
            (1..=family.most).collect()
        };
        if family.course == Course::Ahead {
            let formation = self.after_legs(&family.so_far);
            let contacts = formation.map(|formation| self.contacts(family.so_far.who, &formation, false, family.most));
            let straight = contacts.into_iter().flatten().filter_map(|contact| match contact.legs.as_slice() {
                [Leg::Ahead(by)] => Some(*by),
                _ => None,
            });
            stops.extend(straight.filter(|by| (1..=family.most).contains(by)));
        }
        stops.sort_unstable();
        stops.dedup();
        // The end of a range lies between a legal number and an illegal one.
        let border = |legal: i64, illegal: i64| {
            let (mut inside, mut outside) = (legal, illegal);
            while (outside - inside).abs() > 1 {
                let between = i64::midpoint(inside, outside);
                if is_legal(between) { inside = between } else { outside = between }
            }
            inside
        };
        let mut found: Vec<(i64, i64)> = Vec::new();
        let mut before: Option<(i64, bool)> = None;
        for stop in stops {
            let legal = is_legal(stop);
            match (before, legal) {
                (Some((at, true)), false) if family.is_continuous() => {
                    let last = border(at, stop);
                    if let Some(stretch) = found.last_mut() {
                        stretch.1 = last;
                    }
                }
                (Some((at, false)), true) if family.is_continuous() => found.push((border(stop, at), stop)),
                (Some((_, true)), true) => {
                    if let Some(stretch) = found.last_mut() {
                        stretch.1 = stop;
                    }
                }
                (None | Some((_, false)), true) => found.push((stop, stop)),
                _ => {}
            }
            before = Some((stop, legal));
        }
        found
    }

    /// Whether a move belongs to an offered family, taking all but its last leg as chosen.
    pub(super) fn offers_move(&self, of: &Move) -> bool {
        let Some((last, before)) = of.legs.split_last() else { return false };
        let slides = matches!(last, Leg::Slide(_));
        // A slide is offered together with the leg before it.
        let settled = match before.split_last() {
            Some((Leg::Ahead(_), rest)) if slides => rest,
            _ => before,
        };
        let so_far = Move { who: of.who, legs: settled.to_vec() };
        let rest = of.legs.get(settled.len()..).unwrap_or_default();
        self.families(&so_far).iter().any(|family| {
            let within = |by: i64| (1..=family.most + ROUNDING).contains(&by);
            match (&family.course, rest) {
                (Course::Ahead, [Leg::Ahead(by)])
                | (Course::Back, [Leg::Back(by)])
                | (Course::Road, [Leg::Road(by)]) => within(*by),
                (Course::Wheel { left }, [Leg::Wheel { left: to, by }]) => left == to && within(i64::from(*by)),
                (Course::Contact { legs, .. }, rest) => legs == rest,
                // The sample places represent all the ground within reach.
                (Course::Anywhere(_) | Course::Into(..), [Leg::Go(_)]) => true,
                _ => false,
            }
        })
    }

    /// The greatest distance, in thousandths of a BW, that every element of a set can go by road or over the ground
    /// where it stands; `None` if one of them cannot move at all. An element off the table has its distance in good
    /// going.
    #[must_use]
    pub fn reach(&self, who: Members, by_road: bool) -> Option<i64> {
        let of = |id: Id| match self.element(id).place {
            Whereabouts::Table if !by_road => {
                // A river affects only an element whose front edge is in it, so it is not counted here.
                let under = self.under(id).without(self.field().rivers);
                self.allowance(id, under, false).ok()
            }
            _ if by_road => self.profile(id).reach.road,
            _ => self.profile(id).reach.good,
        };
        who.into_iter().map(of).min().flatten()
    }

    fn garrison_among(&self, who: Members) -> Option<(Id, Held)> {
        who.into_iter().find_map(|id| match self.element(id).place {
            Whereabouts::Holds(held) => Some((id, held)),
            _ => None,
        })
    }

    /// The formation after the legs chosen so far.
    pub(crate) fn after_legs(&self, of: &Move) -> Option<Formation> {
        let mut formation = Formation::new(self, of.who).ok()?;
        for leg in &of.legs {
            formation = match leg {
                Leg::Road(by) => self.along_road(&formation, *by),
                leg => formation.after(*leg),
            }
            .ok()?;
        }
        Some(formation)
    }

    /// Places for an element that comes out of a feature: a base depth in front of each side, facing outward.
    fn places_outside(&self, id: Id, held: Held, reach: i64) -> Vec<Pose> {
        let depth = self.profile(id).depth;
        let player = self.owner(id);
        let Some(outline) = self.outline_of(player, held) else { return Vec::new() };
        let turn = outline.twice_area().signum();
        let before = |side: Segment| {
            let facing = Facing::from_step(side.step())?.turned(if turn > 0 { 900 } else { -900 });
            let middle = side.middle();
            let place = move |ahead: i64| {
                let front = middle + facing.step(ahead);
                Pose { at: front + facing.left().step(BW / 2), facing }
            };
            Some([depth + reach / 2, depth + 2 * TOUCH].map(place))
        };
        outline.sides().filter_map(before).flatten().collect()
    }

    /// The pose of an element that holds a feature of its own side: in the middle of it.
    fn inside(&self, id: Id, held: Held) -> Option<Pose> {
        let player = self.owner(id);
        let its = self.box_of(player, held)?;
        let facing = Self::inward(self.side(player).edge?);
        let depth = self.profile(id).depth;
        let middle = its.least.halfway(its.most);
        let corner = middle + facing.left().step(BW / 2) + facing.step(depth / 2);
        Some(Pose::of(&placed(Pose { at: corner, facing }, depth)))
    }
}

/// A course that offers these places, with their number.
fn anywhere(places: Vec<Pose>) -> (Course, i64) {
    let most = i64::try_from(places.len()).unwrap_or(0);
    (Course::Anywhere(places), most)
}

/// Places around a single element: half and all of its reach ahead and to either side, facing that way, and turned on
/// the spot to either side and about.
fn places_around(base: &Base, reach: i64) -> Vec<Pose> {
    let turned = |turn: i32| base.turned_to(base.facing().turned(turn));
    let away = [450, -450, 900, -900].into_iter().map(|turn| {
        let there = turned(turn);
        // The corners go farther than the middle.
        there.ahead((reach - corner_way(base, &there)).max(0))
    });
    let on_the_spot = [900, -900, 1800].into_iter().map(turned);
    let ends = away.chain(on_the_spot).filter(|end| moved_straight(base, end) <= reach * reach);
    ends.map(|end| Pose::of(&end)).collect()
}

/// Places for an element in a river, which moves straight (D3H2-MOVE-31): all and half of its reach, ahead and back.
fn places_in_river(base: &Base, reach: i64) -> Vec<Pose> {
    [reach, reach / 2, -reach / 2, -reach].into_iter().map(|by| Pose::of(&base.ahead(by))).collect()
}

/// The greater of the distances between the corresponding front corners of two bases.
fn corner_way(one: &Base, other: &Base) -> i64 {
    musterfield_geometry::base::whole_root(moved_straight(one, other))
}

/// The widest wheel of a formation, in tenths of a degree, whose outer front corner goes no farther than `reach`.
fn widest_wheel(formation: &Formation, reach: i64) -> i64 {
    let head = formation.head();
    let right = head.facing().right();
    let along = |point: Point| right.along(point) / UNIT;
    let ends = formation.bases().map(|base| (along(base.front_left()), along(base.front_right())));
    let (least, most) =
        ends.fold((i64::MAX, i64::MIN), |(least, most), (left, right)| (least.min(left), most.max(right)));
    let width = most.saturating_sub(least).max(1);
    let goes = |by: i32| {
        let end = Facing::NORTH.right().turned(by).step(width) - Facing::NORTH.right().step(width);
        end.square() <= reach * reach
    };
    let (mut may, mut may_not) = (0, 901);
    while may_not - may > 1 {
        let between = i32::midpoint(may, may_not);
        if goes(between) { may = between } else { may_not = between }
    }
    i64::from(may)
}

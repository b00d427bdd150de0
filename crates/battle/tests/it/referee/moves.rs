//! Tactical moves: who may move, how far, along which course, in which shape, through whom, and into which contacts.
//!
//! A course is walked in steps of a twentieth of a BW. Not judged: the course of those who follow the head of a bending
//! column, beyond that they stay with it, and passages by the swing of a rear and along roads.

use super::Table;
use super::approach;
use super::contacts::{are_abreast, are_touching, fights_in_front, is_behind};
use super::finding::{Finding, Kind};
use super::geometry::{Base, P, apart, between, depth_of_overlap};
use super::ground::{Ground, Tri};
use super::reading::{Document, Element, Leg, Stand};

/// One element on its course: its bases, from the start to the end.
#[derive(Clone, Debug)]
pub(super) struct Course<'d> {
    pub(super) element: &'d Element,
    pub(super) bases: Vec<Base>,
    /// Whether a base stands in a leg that wheels, or slides.
    pub(super) wheels: Vec<bool>,
    sliding: Vec<bool>,
    /// How far the element slid sideways, which is no part of the distance (CONT-04).
    slid: P,
    pub(super) end: Base,
}

impl Course<'_> {
    /// The part of bases that goes over ground that counts: not that of a slide in DBA 3.0 (DBA3-CONT-13).
    fn counted(&self) -> impl Iterator<Item = Base> {
        let free = self.element.game.is_dba3();
        self.walked().zip(&self.sliding).filter(move |(_, slides)| !(free && **slides)).map(|(base, _)| base)
    }

    /// The part of a base that goes over the ground: the rear swings freely while the front edge wheels (PASS-12).
    fn walked(&self) -> impl Iterator<Item = Base> {
        self.bases
            .iter()
            .zip(&self.wheels)
            .map(|(base, wheels)| if *wheels { Base { depth: 0.03, ..*base } } else { *base })
    }
}

pub(super) struct Moved<'d> {
    pub(super) courses: Vec<Course<'d>>,
    pub(super) legs: &'d [Leg],
    pub(super) is_column: bool,
}

/// Whether bases are one behind the other.
fn is_column(bases: &[Base]) -> bool {
    bases.iter().filter(|base| !bases.iter().any(|other| is_behind(base, other))).count() <= 1
}

/// The outer corner of the front rank about which a group wheels.
fn pivot(bases: &[Base], to_right: bool) -> P {
    let Some(head) = bases.first() else { return super::geometry::p(0.0, 0.0) };
    let (forward, right) = (head.forward(), head.rightward());
    let score = |base: &Base| {
        let corner = if to_right { base.fr() } else { base.fl };
        let aside = if to_right { corner.dot(right) } else { -corner.dot(right) };
        aside + corner.dot(forward) * 100.0
    };
    let front = bases.iter().max_by(|a, b| score(a).total_cmp(&score(b))).unwrap_or(head);
    if to_right { front.fr() } else { front.fl }
}

/// How a single element may go straight to a place: which point of it goes straight, or first ahead and then aside,
/// and where it turns. Any of these is a legal way to move it (MOVE-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The middle goes straight, and the element turns after so many tenths of the way.
    TurnedAfter(u8),
    FrontMiddle,
    AheadFirst,
    AsideFirst,
}

const WAYS: [Way; 9] = [
    Way::TurnedAfter(10),
    Way::FrontMiddle,
    Way::TurnedAfter(0),
    Way::AheadFirst,
    Way::AsideFirst,
    Way::TurnedAfter(9),
    Way::TurnedAfter(7),
    Way::TurnedAfter(5),
    Way::TurnedAfter(2),
];

impl Way {
    /// The base after a part of the way from one pose to another.
    fn at(self, from: &Base, to: &Base, part: f64) -> Base {
        let step = to.middle() - from.middle();
        let ahead = from.forward() * step.dot(from.forward());
        let aside = step - ahead;
        let (first, second) = ((part * 2.0).min(1.0), (part * 2.0 - 1.0).max(0.0));
        match self {
            _ if part >= 1.0 => *to,
            Self::TurnedAfter(tenths) if part * 10.0 > f64::from(tenths) => to.shifted(step * (part - 1.0)),
            Self::TurnedAfter(_) => from.shifted(step * part),
            Self::FrontMiddle => from.shifted((to.front_middle() - from.front_middle()) * part),
            Self::AheadFirst => from.shifted(ahead * first + aside * second),
            Self::AsideFirst => from.shifted(aside * first + ahead * second),
        }
    }
}

/// Follows the legs of a move from where its elements stand: one course, or all those it may have taken.
pub(super) fn follow<'d>(before: &'d Document, after: &Document, who: &[String], legs: &'d [Leg]) -> Vec<Moved<'d>> {
    let ways = if legs.iter().any(|leg| matches!(leg, Leg::To(..))) { &WAYS[..] } else { &WAYS[..1] };
    ways.iter().filter_map(|way| follow_one(before, after, who, legs, *way)).collect()
}

fn follow_one<'d>(
    before: &'d Document,
    after: &Document,
    who: &[String],
    legs: &'d [Leg],
    way: Way,
) -> Option<Moved<'d>> {
    let stands: Option<Vec<Stand<'_>>> = who.iter().map(|id| before.stand(id)).collect();
    let mut courses: Vec<Course<'d>> = Vec::new();
    for stand in stands? {
        let end = after.stand(&stand.element.id).map_or(stand.base, |now| now.base);
        let slid = super::geometry::p(0.0, 0.0);
        courses.push(Course {
            element: stand.element,
            bases: vec![stand.base],
            wheels: vec![false],
            sliding: vec![false],
            slid,
            end,
        });
    }
    let mut bases: Vec<Base> = courses.iter().map(|course| course.bases[0]).collect();
    let is_column = bases.len() > 1 && is_column(&bases);
    for leg in legs {
        walk(&mut courses, &bases, leg, way);
        for (course, base) in courses.iter_mut().zip(&mut bases) {
            if let Leg::Slide(by) = leg {
                course.slid = course.slid + base.rightward() * *by;
            }
            *base = course.bases.last().copied()?;
        }
    }
    // A river may have cut the move short.
    for course in &mut courses {
        let stop = course
            .bases
            .iter()
            .position(|base| (base.fl - course.end.fl).length() < 0.026 && base.faces_as(&course.end));
        if let (true, Some(stop)) = (after.result.contains("river"), stop) {
            course.bases.truncate(stop + 1);
            course.wheels.truncate(stop + 1);
        }
    }
    Some(Moved { courses, legs, is_column })
}

/// Walks one leg in small steps, each element from its base.
fn walk(courses: &mut [Course<'_>], bases: &[Base], leg: &Leg, way: Way) {
    let about = match leg {
        Leg::Wheel(degrees) => pivot(bases, *degrees > 0.0),
        _ => super::geometry::p(0.0, 0.0),
    };
    let long = match leg {
        Leg::Ahead(by) | Leg::Back(by) | Leg::Road(by) => *by,
        Leg::Slide(by) => by.abs(),
        Leg::Wheel(degrees) => degrees.abs().to_radians() * 2.0,
        Leg::To(to, _) => bases.first().map_or(0.0, |base| (*to - base.fl).length()) + 1.0,
    };
    let steps = (long / 0.05).ceil().max(1.0);
    let mut at = 0.0;
    while at < steps {
        at += 1.0;
        let part = at / steps;
        for (course, base) in courses.iter_mut().zip(bases) {
            course.bases.push(match leg {
                Leg::Ahead(by) => base.shifted(base.forward() * (by * part)),
                // A road bends little by little from where it begins to where it ends.
                Leg::Road(_) => {
                    let turn = (course.end.facing - base.facing + 180.0).rem_euclid(360.0) - 180.0;
                    Base { facing: base.facing + turn * part, ..base.shifted((course.end.fl - base.fl) * part) }
                }
                Leg::Back(by) => base.shifted(base.forward() * (-by * part)),
                Leg::Slide(by) => base.shifted(base.rightward() * (by * part)),
                Leg::Wheel(degrees) => base.turned(about, degrees * part),
                Leg::To(to, facing) => way.at(base, &Base { fl: *to, facing: *facing, ..*base }, part),
            });
            course.wheels.push(matches!(leg, Leg::Wheel(_)));
            course.sliding.push(matches!(leg, Leg::Slide(_)));
        }
    }
}

/// Judges a move, all but its PIPs and the zones.
pub(super) fn check(
    table: &Table<'_>,
    before: &Document,
    after: &Document,
    moved: &Moved<'_>,
    findings: &mut Vec<Finding>,
) {
    who_may(table, before, after, moved, findings);
    shape(table, after, moved, findings);
    if !after.result.contains("holds") {
        course(moved, findings);
    }
    distance(table, after, moved, findings);
    further(table, before, moved, findings);
    passage(before, moved, findings);
    approach::contact(table, before, after, moved, findings);
}

fn who_may(table: &Table<'_>, before: &Document, after: &Document, moved: &Moved<'_>, findings: &mut Vec<Finding>) {
    let mut say = |rule, said: String| findings.push(Finding::new(Kind::Mover, rule, said));
    for course in &moved.courses {
        let (element, start) = (course.element, course.bases[0]);
        let id = &element.id;
        if element.side != before.player {
            say("SEQ-04", format!("{id} moves in the bound of the other side"));
        }
        if element.is(&["Lk"]) && element.arrived == Some(before.bound) {
            say("SUMM-19", format!("{id} moves in the bound in which it was summoned"));
        }
        if element.is(&["Hd"]) && element.arrived == Some(before.bound) {
            say("SUMM-27", format!("{id} moves in the bound in which it was replaced"));
        }
        if let Some(lair) = &element.lair {
            let lair = table.ground.features.iter().find(|feature| feature.id == *lair);
            if lair.is_some_and(|lair| lair.holds_part_of(&course.end) == Tri::No) {
                say("SUMM-20", format!("{id} leaves the feature in which it appeared"));
            }
        }
        let ordered =
            moved.legs.iter().all(|leg| matches!(leg, Leg::Ahead(_) | Leg::Back(_) | Leg::Slide(_) | Leg::Road(_)));
        let step = course.end.fl - start.fl;
        let straight = ordered || course.end.faces_as(&start) && step.cross(start.forward()).abs() < 0.01;
        let states = ["unknown", "paltry", "shallow", "deep"];
        // It conforms by going less than a base width aside, and to the nearest edge.
        let aside = (course.end.fl - start.fl).cross(start.forward()).abs();
        let turned = super::geometry::between(course.end.facing, start.facing);
        let conforms = after.enemies_of(element.side).any(|enemy| are_touching(&enemy.base, &course.end))
            && (aside < 1.05 || turned > 0.2)
            && turned < 45.1;
        if !element.is_aerial() && !element.water && !straight && !conforms {
            let wet = table.ground.is_in_river(before, &start, &states).and(table.ground.is_on_road(&start).not());
            if wet == Tri::Yes {
                say("MOVE-31", format!("{id} turns in a river"));
            }
        }
        let stand = Stand { element, base: start };
        let back = matches!(moved.legs, [Leg::Back(_)]) || matches!(moved.legs, [Leg::To(..)]);
        if moved.courses.len() > 1 && fights_in_front(before, table.ground, stand) == Tri::Yes && !back {
            say("MOVE-01", format!("{id} is in close combat and moves with a group"));
        }
    }
}

/// A group stands together, is of one kind, and only goes forward, wheels, or slides to line up (MOVE-01 to MOVE-04).
fn shape(table: &Table<'_>, after: &Document, moved: &Moved<'_>, findings: &mut Vec<Finding>) {
    if moved.courses.len() < 2 {
        return;
    }
    let mut say = |kind, rule, said: String| findings.push(Finding::new(kind, rule, said));
    if moved.legs.iter().any(|leg| matches!(leg, Leg::Back(_) | Leg::To(..))) {
        say(Kind::Group, "MOVE-04", "a group moves as only a single element may".to_owned());
    }
    let aerials = moved.courses.iter().filter(|course| course.element.is_aerial()).count();
    if aerials != 0 && aerials != moved.courses.len() {
        say(Kind::Group, "MOVE-01", "Aerials move with others".to_owned());
    }
    let allies = moved.courses.iter().filter(|course| course.element.ally).count();
    if allies != 0 && allies != moved.courses.len() {
        say(Kind::Group, "MOVE-01", "allies move with others".to_owned());
    }
    for (when, ends) in [("before", false), ("after", true)] {
        let bases: Vec<Base> =
            moved.courses.iter().map(|course| if ends { course.end } else { course.bases[0] }).collect();
        let has_turned = moved.legs.iter().any(|leg| matches!(leg, Leg::Wheel(_) | Leg::Road(_)));
        if moved.is_column && (!ends || has_turned) && !is_column_exact(&bases) {
            // A column that has wheeled, or followed a bend of a road, may have lost its corners (MOVE-02).
            continue;
        }
        if !is_connected(&bases) {
            say(Kind::Group, "MOVE-02", format!("the group is none {when} its move"));
        }
    }
    let psiloi = !table.game.is_hott() && moved.courses.iter().all(|course| course.element.is_psiloi());
    let exempt = aerials > 0 || psiloi;
    let bases: Vec<Base> = moved.courses.iter().map(|course| course.bases[0]).collect();
    if !exempt && !is_column(&bases) && !moved.is_column {
        let poor = moved.courses.iter().any(|course| {
            course.counted().any(|base| {
                let base = &base;
                is_poor_for_groups(table, after, course.element, base) == Tri::Yes
                    && !eased(table.ground, course.element, base)
            })
        });
        let road = moved.legs.iter().any(|leg| matches!(leg, Leg::Road(_)));
        if poor || road {
            say(Kind::Column, "MOVE-03", "a group that is no column moves in poor going or along a road".to_owned());
        }
        let deep = moved
            .courses
            .iter()
            .any(|course| course.bases.iter().any(|base| table.ground.is_in_river(after, base, &["deep"]) == Tri::Yes));
        if deep {
            say(Kind::Column, "MOVE-32", "a group that is no column crosses a deep river".to_owned());
        }
    }
}

/// Whether only columns move here as groups: in rough and bad going in D3H2, in bad going elsewhere (DBA3-MOVE-27,
/// HOTT25-MOVE-02).
fn is_poor_for_groups(table: &Table<'_>, after: &Document, element: &Element, base: &Base) -> Tri {
    match table.game.is_d3h2() {
        true => table.ground.is_in_good(after, element, base).not(),
        false => table.ground.is_in_bad(after, element, base),
    }
}

/// Camelry in Dunes, which are good to it, and elements on a road.
fn eased(ground: &Ground, element: &Element, base: &Base) -> bool {
    element.is_on_camels() || element.is_at_home_anywhere() || ground.is_on_road(base) != Tri::No
}

fn is_column_exact(bases: &[Base]) -> bool {
    bases.iter().filter(|base| !bases.iter().any(|other| is_behind(base, other))).count() == 1
}

/// Whether bases form one group.
pub(super) fn is_connected(bases: &[Base]) -> bool {
    let mut reached = vec![0_usize];
    let mut at = 0;
    while let Some(&from) = reached.get(at) {
        for (to, base) in bases.iter().enumerate() {
            let a = &bases[from];
            if !reached.contains(&to)
                && a.faces_as(base)
                && (are_abreast(a, base) || is_behind(a, base) || is_behind(base, a) || share_corners(a, base))
            {
                reached.push(to);
            }
        }
        at += 1;
    }
    reached.len() == bases.len()
}

/// Edge and corner contact: side edges together, with corners of both at one place.
fn share_corners(a: &Base, b: &Base) -> bool {
    a.corners().into_iter().filter(|corner| b.corners().into_iter().any(|other| corner.is_at(other))).count() >= 1
        && are_touching(a, b)
}

/// The end of each element is where the legs lead, unless a river has cut the move short or somebody conformed.
fn course(moved: &Moved<'_>, findings: &mut Vec<Finding>) {
    let bends = moved.is_column && moved.legs.iter().any(|leg| matches!(leg, Leg::Wheel(_) | Leg::Road(_)));
    let road = moved.legs.iter().any(|leg| matches!(leg, Leg::Road(_)));
    for course in moved.courses.iter().take(if bends || road { 0 } else { moved.courses.len() }) {
        let Some(led) = course.bases.last() else { continue };
        let short = course.bases.iter().any(|base| (base.fl - course.end.fl).length() < 0.04);
        let off = (led.fl - course.end.fl).length();
        if off > 0.01 && !short || between(led.facing, course.end.facing) > 0.3 && off <= 0.01 {
            let said = format!("{} ends {off:.3} beside where its legs lead", course.element.id);
            findings.push(Finding::new(Kind::Course, "MOVE-05", said));
        }
    }
}

/// The allowance of a course: the slowest going that any part of it is in (MOVE-24, MOVE-25, MOVE-32).
fn allowance(table: &Table<'_>, after: &Document, moved: &Moved<'_>) -> (f64, f64) {
    let ground = table.ground;
    let (mut least, mut most) = (f64::MAX, f64::MAX);
    for course in &moved.courses {
        let element = course.element;
        let along_road = moved.legs.iter().all(|leg| matches!(leg, Leg::Road(_)));
        let good = if along_road { element.reach_by_road() } else { element.reach(true) }.unwrap_or(0.0);
        let poor = element.reach(false).unwrap_or(0.0);
        let stop = course
            .bases
            .iter()
            .position(|base| (base.fl - course.end.fl).length() < 0.03)
            .unwrap_or(course.bases.len());
        let (mut slow, mut wet) = (Tri::No, Tri::No);
        // Those who follow the head of a bending column go another way than a group that wheels.
        let follows = moved.is_column
            && moved.legs.iter().any(|leg| matches!(leg, Leg::Wheel(_)))
            && moved.courses.iter().any(|other| is_behind(&course.bases[0], &other.bases[0]));
        let known = if follows { 1 } else { stop + 1 };
        // The ground of a slide does not count in DBA 3.0 (DBA3-CONT-13).
        let free = |leg: Option<&Leg>| table.game.is_dba3() && matches!(leg, Some(Leg::Slide(_)));
        let end = (!free(moved.legs.last())).then_some(course.end);
        let way = course.walked().zip(&course.sliding).take(known);
        let way = way.filter(|(_, slides)| !(**slides && table.game.is_dba3())).map(|(base, _)| base);
        for base in way.chain(end) {
            let base = &base;
            let road = ground.is_on_road(base).or(Tri::of(along_road));
            slow = slow.or(ground.is_in_good(after, element, base).not().and(road.not()));
            let front = Base { depth: 0.02, ..*base };
            wet = wet.or(ground.is_in_river(after, &front, &["shallow", "deep"]).and(road.not()));
            // Whether the front edge has to be in the water is open in HOTT (HOTT25-MOVE-03).
            if table.game.is_hott() {
                wet = wet.or(ground.is_in_river(after, base, &["shallow"]).and(Tri::Unclear).and(road.not()));
            }
        }
        if element.is_aerial() {
            wet = Tri::No;
        }
        if element.water {
            wet = wet.and(Tri::Unclear);
        }
        if element.is_on_camels() {
            slow = slow.and(Tri::Unclear);
        }
        let narrow = if wet == Tri::Yes { table.game.wading } else { f64::MAX };
        let maybe = if wet == Tri::No { f64::MAX } else { table.game.wading };
        let generous = if slow == Tri::Yes { poor } else { good };
        let strict = if slow == Tri::No { good } else { poor };
        most = most.min(generous).min(narrow);
        least = least.min(strict).min(maybe);
    }
    (least, most)
}

/// The distance of a move (MOVE-05): the farthest any front corner comes from its start or its end.
pub(super) fn length(moved: &Moved<'_>) -> f64 {
    let corners = |base: &Base| [base.fl, base.fr()];
    moved
        .courses
        .iter()
        .map(|course| {
            let end = course.end.shifted(course.slid * -1.0);
            let ends = corners(&course.bases[0]).into_iter().zip(corners(&end)).map(|(a, b)| (a - b).length());
            ends.fold(0.0, f64::max)
        })
        .fold(0.0, f64::max)
}

fn distance(table: &Table<'_>, after: &Document, moved: &Moved<'_>, findings: &mut Vec<Finding>) {
    let (_, most) = allowance(table, after, moved);
    let length = length(moved);
    if length > most + 0.0045 {
        let who: Vec<&str> = moved.courses.iter().map(|course| course.element.id.as_str()).collect();
        let said = format!("{} moves {length:.3} of {most}", who.join(" "));
        findings.push(Finding::new(Kind::Allowance, "MOVE-25", said));
    }
    for course in &moved.courses {
        if course.slid.length() > 1.0 {
            findings.push(Finding::new(
                Kind::Allowance,
                "CONT-04",
                format!("{} slides 1 BW or more", course.element.id),
            ));
        }
    }
}

/// Whether a move by road goes as far as it can, or into contact (PIP-03).
pub(super) fn is_full(table: &Table<'_>, after: &Document, moved: &Moved<'_>) -> bool {
    let (least, _) = allowance(table, after, moved);
    length(moved) >= least - 0.01
}

/// Second and later moves (MOVE-26 to MOVE-30).
fn further(table: &Table<'_>, before: &Document, moved: &Moved<'_>, findings: &mut Vec<Finding>) {
    let ground = table.ground;
    for course in &moved.courses {
        let element = course.element;
        if element.moves == 0 || moved.legs.iter().all(|leg| matches!(leg, Leg::Road(_))) {
            continue;
        }
        if course.bases.iter().all(|base| ground.is_on_road(base) != Tri::No) {
            continue;
        }
        let mut say = |rule, said: String| findings.push(Finding::new(Kind::Again, rule, said));
        let in_good = |base: &Base| ground.is_in_good(before, element, base);
        let stood = [course.bases[0], course.end];
        let all_good = course.counted().chain(stood).all(|base| in_good(&base) != Tri::No);
        let first = before.side(element.side).bounds == 1;
        let again = !table.game.is_hott();
        let ride = again && (element.mounted || element.is(&["LH"])) && element.moves < 3 && all_good;
        let ends_poor = in_good(&course.end) != Tri::Yes;
        let creep = again
            && element.is_psiloi()
            && element.moves < 2
            && (first || in_good(&course.bases[0]) != Tri::No && ends_poor);
        if !(ride || creep) {
            say("MOVE-30", format!("{} ({}) makes move {}", element.id, element.kind, element.moves + 1));
        }
        let near = before.enemies_of(element.side).find(|enemy| {
            course.bases.iter().chain([&course.end]).any(|base| apart(&base.corners(), &enemy.base.corners()) < 0.99)
        });
        let foe = super::reading::other(element.side);
        let walled = table.game.is_dba3()
            && before.camps_of(foe).any(|camp| {
                let mut way = course.bases.iter().chain([&course.end]);
                way.any(|base| apart(&base.corners(), &camp.corners()) < 0.99)
            });
        if walled {
            say("DBA3-MOVE-17", format!("{} makes move {} near a camp", element.id, element.moves + 1));
        }
        if let Some(near) = near {
            say("MOVE-26", format!("{} makes move {} near {}", element.id, element.moves + 1, near.element.id));
        }
    }
}

/// Whether one element may pass another (PASS-02 to PASS-09).
pub(super) fn may_pass(mover: &Element, other: &Element) -> bool {
    let friend = mover.side == other.side;
    let under =
        !mover.is_aerial() && other.is_aerial() && !other.down && (friend || other.is(&["Fl"]) || other.kind == "AHr");
    mover.is(&["Sk", "Gd"])
        || other.is(&["Sk"])
        || (friend && (mover.is(&["Mg"]) || mover.is_psiloi()))
        || (friend && mover.is_mounted() && other.is_psiloi())
        || (friend && mover.game.is_hott() && mover.is_mounted() && other.is_foot() && !other.is(&["Pk"]))
        || (mover.is_aerial() && !other.is_aerial())
        || under
}

fn passage(before: &Document, moved: &Moved<'_>, findings: &mut Vec<Finding>) {
    let is_moved = |id: &str| moved.courses.iter().any(|course| course.element.id == id);
    for course in &moved.courses {
        let bends = |leg: &Leg| matches!(leg, Leg::Road(_)) || moved.is_column && matches!(leg, Leg::Wheel(_));
        if moved.legs.iter().any(bends) {
            continue;
        }
        // Where a single element turns, its corners have to go somewhere.
        let turning = moved.legs.iter().any(|leg| matches!(leg, Leg::To(..)));
        let shrink = if turning { -0.15 } else { -0.03 };
        let start = &course.bases[0];
        let is_turn =
            |base: &Base| [start, &course.end].into_iter().any(|turn| (turn.middle() - base.middle()).length() < 0.55);
        for other in before.stands().filter(|other| !is_moved(&other.element.id)) {
            if may_pass(course.element, other.element)
                || depth_of_overlap(&start.corners(), &other.base.corners()) > 0.01
            {
                continue;
            }
            let through = course.bases.iter().zip(&course.wheels).filter(|(base, _)| !(turning && is_turn(base))).any(
                |(base, wheels)| {
                    let body = if *wheels { Base { depth: 0.05, ..*base } } else { *base };
                    let body = body.grown(if *wheels { 0.0 } else { shrink });
                    body.depth > 0.0 && depth_of_overlap(&body.corners(), &other.base.corners()) > 0.02
                },
            );
            if through && (course.end.fl - course.bases[0].fl).length() > 0.01 {
                let said = format!("{} passes through {}", course.element.id, other.element.id);
                findings.push(Finding::new(Kind::Passage, "PASS-10", said));
            }
        }
    }
}

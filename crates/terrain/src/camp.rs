//! The places where camps may stand on a table that is laid out (D3H2-CAMP-01, DBA3-DEPL-08 to 10).
//!
//! A camp is as small here as the rules allow: where it fits, a camp can be placed, and where it does not, none can.

use musterfield_geometry::{BW, Point, Polygon};
use musterfield_rules::terrain::{CampSite, Going, Kind};

use super::check::TOLERANCE;
use super::layout::{Board, Edge, Feature, Layout, Shape, TOUCH};

/// The distance between the places that are tried.
const STEP: i64 = BW / 4;
/// The least depth of a camp where the rules name no least width: a tent as it is drawn.
const TENT: i64 = 340;
/// The largest number of places along shores that are tried, however long a file draws them.
const MOST_PLACES: i64 = 1000;
/// The farthest that a camp is moved away from a shore that bends towards it.
const FARTHEST_OFF: i64 = BW / 2;

/// The line that a camp touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touches {
    /// The rear edge of its side.
    RearEdge,
    /// A waterway.
    Shore,
}

/// A place for a camp of the least size: the two corners where it touches, then the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The corners around the place, beginning where it touches.
    pub corners: [Point; 4],
}

impl Site {
    /// Its centre.
    #[must_use]
    pub fn middle(&self) -> Point {
        let [a, _, c, _] = self.corners;
        Point::new((a.x + c.x) / 2, (a.y + c.y) / 2)
    }
}

/// Places side by side: a camp may stand anywhere from the first to the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampStretch {
    /// The line that a camp touches there.
    pub touches: Touches,
    /// The places, a quarter of a BW apart; never empty.
    pub sites: Vec<Site>,
}

/// The stretches where the camp of the side with this base edge may stand; none where the rules have no camps.
#[must_use]
pub fn stretches(layout: &Layout, base: Edge) -> Vec<CampStretch> {
    let Some(rules) = &layout.rules.camp else { return Vec::new() };
    let ground = Ground::new(layout, base, rules);
    if ground.deep < ground.depth {
        return Vec::new();
    }
    let mut found = ground.along_rear_edge();
    let mut places = MOST_PLACES;
    for feature in &layout.features {
        if let Shape::Water { outline, .. } = &feature.shape {
            found.extend(ground.along_shore(outline, &mut places));
        }
    }
    found
}

/// The data that decide about a place.
struct Ground<'a> {
    board: Board,
    base: Edge,
    rules: &'a CampSite,
    /// The depth to which the side may deploy, in thousandths of a BW.
    deep: i64,
    /// Length and width of the smallest camp.
    length: i64,
    depth: i64,
    /// The features on which no camp may stand.
    barred: Vec<&'a Feature>,
}

impl<'a> Ground<'a> {
    fn new(layout: &'a Layout, base: Edge, rules: &'a CampSite) -> Self {
        let good = |feature: &Feature| match feature.kind.like() {
            Kind::Plough | Kind::River | Kind::Waterway => false,
            // A road has the going of the terrain through which it runs.
            Kind::Road => true,
            _ => layout.rules.going(feature.kind, feature.bua) == Some(Going::Good),
        };
        Self {
            board: layout.board,
            base,
            rules,
            deep: layout.rules.deployment.deep(layout.board.across(base)),
            length: rules.least.0,
            depth: rules.least.1.max(TENT),
            barred: layout.features.iter().filter(|feature| !good(feature)).collect(),
        }
    }

    /// Whether the smallest camp may stand here, regardless of the features it touches.
    fn allows(&self, corners: [Point; 4]) -> bool {
        let from = |edge: Edge, point: &Point| self.board.from_edge(edge, *point);
        let sides = [self.base.next(), self.base.next().opposite()];
        let within = corners.iter().all(|corner| {
            (0..=self.deep).contains(&from(self.base, corner))
                && sides.iter().all(|side| from(*side, corner) >= self.rules.from_sides)
        });
        within && {
            let camp = Polygon::new(corners.to_vec());
            !self.barred.iter().any(|feature| match &feature.shape {
                Shape::Area(outline) | Shape::Water { outline, .. } => camp.overlaps(outline, TOLERANCE),
                Shape::Course(course) => course.overlaps(&camp),
            })
        }
    }

    /// A point this far along the base edge and this far into the table.
    fn at(&self, along: i64, inwards: i64) -> Point {
        match self.base {
            Edge::North => Point::new(along, self.board.depth - inwards),
            Edge::South => Point::new(along, inwards),
            Edge::West => Point::new(inwards, along),
            Edge::East => Point::new(self.board.width - inwards, along),
        }
    }

    fn along_rear_edge(&self) -> Vec<CampStretch> {
        let (length, depth) = (self.length, self.depth);
        let last = self.board.length(self.base) - self.rules.from_sides - length;
        let starts = (0..).map(|step| self.rules.from_sides + step * STEP).take_while(|start| *start <= last);
        let sites = starts.map(|start| {
            let (from, to) = (start, start + length);
            let corners = [self.at(from, 0), self.at(to, 0), self.at(to, depth), self.at(from, depth)];
            self.allows(corners).then_some(Site { corners })
        });
        gathered(Touches::RearEdge, sites)
    }

    /// Finds stretches along a shore. The places tried are taken from `places`.
    fn along_shore(&self, water: &Polygon, places: &mut i64) -> Vec<CampStretch> {
        let turn = water.twice_area().signum();
        let mut sites = Vec::new();
        for side in water.sides() {
            let (step, length) = (side.step(), side.length());
            let steps = whole(length / thousandths(STEP)).max(1).min(*places);
            *places -= steps;
            for number in 0..steps {
                let share = |part: i64| part * (2 * number + 1) / (2 * steps);
                let at = side.from + Point::new(share(step.x), share(step.y));
                let near = self.is_near(at);
                sites.push(if near { self.site_by_shore(water, at, step, length, turn) } else { None });
            }
        }
        gathered(Touches::Shore, sites.into_iter())
    }

    /// Whether a camp with its front here would be within its side's deployment zone.
    fn is_near(&self, front: Point) -> bool {
        let from = |edge: Edge| self.board.from_edge(edge, front) + FARTHEST_OFF;
        let side = self.base.next();
        (0..=self.deep + 2 * FARTHEST_OFF).contains(&from(self.base))
            && from(side).min(from(side.opposite())) >= self.rules.from_sides
    }

    /// The smallest camp with its front at a point of the shore, which runs along `step`; moved off as far as needed to
    /// stand beside the water while still touching it.
    fn site_by_shore(&self, water: &Polygon, at: Point, step: Point, length: f64, turn: i64) -> Option<Site> {
        let scaled = |point: Point, to: i64| {
            let by = |of: i64| whole(thousandths(of) * thousandths(to) / length);
            Point::new(by(point.x), by(point.y))
        };
        // The right-hand side of an anticlockwise outline is its outside.
        let out = Point::new(step.y * turn, -step.x * turn);
        let (half, back) = (scaled(step, self.length / 2), scaled(out, self.depth));
        let corners = |off: i64| {
            let middle = at + scaled(out, off);
            [middle - half, middle + half, middle + half + back, middle - half + back]
        };
        let beside = (0..=FARTHEST_OFF / TOUCH)
            .map(|step| corners(step * TOUCH))
            .find(|corners| !water.overlaps(&Polygon::new(corners.to_vec()), TOLERANCE))?;
        let touches = water.nearer(&Polygon::new(beside.to_vec()), TOUCH + TOLERANCE);
        (touches && self.allows(beside)).then_some(Site { corners: beside })
    }
}

/// Joins consecutive places into stretches.
fn gathered(touches: Touches, sites: impl Iterator<Item = Option<Site>>) -> Vec<CampStretch> {
    let mut stretches: Vec<CampStretch> = Vec::new();
    let mut goes_on = false;
    for site in sites {
        match (site, stretches.last_mut()) {
            (Some(site), Some(stretch)) if goes_on => stretch.sites.push(site),
            (Some(site), _) => stretches.push(CampStretch { touches, sites: vec![site] }),
            (None, _) => {}
        }
        goes_on = site.is_some();
    }
    stretches
}

/// A length for calculations; results are rounded before anything is decided.
#[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "no table is longer than an f64 holds exactly")]
fn thousandths(length: i64) -> f64 {
    length as f64
}

#[expect(clippy::cast_possible_truncation, clippy::as_conversions, reason = "no table is longer than an i64 can hold")]
fn whole(length: f64) -> i64 {
    length.round() as i64
}

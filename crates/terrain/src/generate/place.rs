//! Places features: a die for each feature, its quarter, a place in it, or discarding it.

use musterfield_dice::Dice;
use musterfield_geometry::polygon::Axis;
use musterfield_geometry::{Bounds, Point, Polygon};
use musterfield_rules::terrain::{Chooser, DieFace, Going, Kind};

use super::choose::PlannedFeature;
use super::settings::{Preference, QuarterSpot, Settings};
use crate::layout::{Board, Feature, Quarter, RecordEntry, Shape};

/// The table while it is laid out.
pub(super) struct TableBuilder<'a> {
    pub settings: &'a Settings,
    pub dice: Dice,
    pub features: Vec<Feature>,
    pub record: Vec<RecordEntry>,
}

/// Places features in order (D3H2-FEAT-01, 02).
pub(super) fn place<'a>(settings: &'a Settings, chosen: &[PlannedFeature], dice: Dice) -> TableBuilder<'a> {
    let mut table = TableBuilder { settings, dice, features: Vec::new(), record: Vec::new() };
    // Features that stay from an earlier roll are there before anything else is placed.
    let kept = chosen.iter().filter_map(|chosen| chosen.locked.as_ref()?.feature.clone());
    table.features.extend(kept);
    for chosen in chosen {
        match &chosen.locked {
            Some(locked) => table.record.push(locked.choice.clone()),
            None => table.place(chosen),
        }
    }
    table.in_order_of_record();
    table
}

/// The way the quarter of a feature was determined.
struct Rolled {
    die: u8,
    quarter: Quarter,
}

impl TableBuilder<'_> {
    fn place(&mut self, chosen: &PlannedFeature) {
        let rolled = self.roll(chosen);
        let id = self.free_id();
        let found = self.shape(chosen, rolled.quarter);
        let placed = found.is_some();
        let reason = (!placed).then(|| self.reason(chosen, rolled.quarter));
        self.record.push(RecordEntry {
            feature: placed.then(|| id.clone()),
            kind: chosen.kind,
            bua: chosen.bua,
            compulsory: chosen.compulsory,
            size: chosen.size,
            die: Some(rolled.die),
            quarter: Some(rolled.quarter),
            placed,
            reason,
        });
        if let Some(found) = found {
            self.features.push(Feature {
                id,
                bua: chosen.bua,
                compulsory: chosen.compulsory,
                quarter: Some(rolled.quarter),
                ..found
            });
            self.bridge_rivers();
        }
    }

    /// Rolls the die for the quarter.
    fn roll(&mut self, chosen: &PlannedFeature) -> Rolled {
        let die = self.dice.d6();
        let quarter = match self.settings.rules.procedure.die.face(die) {
            Some(DieFace::Is(number)) => Quarter::from_number(number).unwrap_or(Quarter::FarLeft),
            Some(DieFace::ChosenBy(Chooser::Defender)) => {
                chosen.quarter.unwrap_or_else(|| self.defenders_choice(chosen))
            }
            Some(DieFace::ChosenBy(Chooser::Invader)) | None => self.invaders_choice(chosen),
        };
        Rolled { die, quarter }
    }

    /// The quarter that the defender chooses.
    fn defenders_choice(&mut self, chosen: &PlannedFeature) -> Quarter {
        let any = self.any_quarter();
        match self.settings.preference {
            Preference::Cover => Quarter::at(any.is_right(), false),
            Preference::Open | Preference::Balanced => self.emptiest(any),
            Preference::None | Preference::Close => {
                // An area goes where it visibly fits: not where another area is already.
                if chosen.kind.is_linear() { any } else { self.emptiest(any) }
            }
        }
    }

    /// The quarter that the invader chooses, against the defender's preference.
    fn invaders_choice(&mut self, chosen: &PlannedFeature) -> Quarter {
        let any = self.any_quarter();
        let hinders = matches!(self.settings.rules.going(chosen.kind, chosen.bua), Some(Going::Rough | Going::Bad));
        match self.settings.preference {
            Preference::Cover if hinders => Quarter::at(any.is_right(), true),
            _ => any,
        }
    }

    fn any_quarter(&mut self) -> Quarter {
        self.dice.pick(&Quarter::ALL).copied().unwrap_or(Quarter::FarLeft)
    }

    /// The quarter with the fewest features; the first of several, counted from `from`.
    fn emptiest(&self, from: Quarter) -> Quarter {
        let features =
            |quarter: &Quarter| self.features.iter().filter(|feature| feature.quarter == Some(*quarter)).count();
        let in_turn = Quarter::ALL.into_iter().cycle().skip_while(|quarter| *quarter != from).take(4);
        in_turn.min_by_key(features).unwrap_or(from)
    }

    /// The feature in its place, without its id and the choices about it; `None` if it does not fit.
    pub(super) fn shape(&mut self, chosen: &PlannedFeature, quarter: Quarter) -> Option<Feature> {
        match chosen.kind.like() {
            Kind::River => self.river(quarter),
            Kind::Road => self.road(chosen.kind, quarter),
            Kind::FrontierWall => self.frontier_wall(quarter),
            Kind::Boundary => self.boundary(quarter),
            Kind::Waterway => self.waterway(chosen.kind, quarter),
            Kind::Bua if self.is_stronghold(chosen) => self.stronghold(chosen, quarter),
            _ => self.area(chosen, quarter),
        }
    }

    fn is_stronghold(&self, chosen: &PlannedFeature) -> bool {
        let bua = chosen.bua.and_then(|bua| self.settings.rules.bua(bua));
        bua.is_some_and(|bua| bua.near_edges.is_some())
    }

    fn reason(&self, chosen: &PlannedFeature, quarter: Quarter) -> String {
        let rules = self.settings.rules;
        let gap = musterfield_geometry::point::bw(rules.gap.value);
        let edges = musterfield_geometry::point::bw(rules.river.from_edges);
        let number = quarter.number();
        match chosen.kind.like() {
            Kind::River => format!(
                "no course through quarter {number} keeps {edges} BW from the edges and leaves out hills, dunes and BUAs"
            ),
            Kind::Road => format!("no way through quarter {number} leads from an edge to a place where a road may end"),
            Kind::FrontierWall | Kind::Boundary => format!("no line through quarter {number} is free for it"),
            Kind::Waterway => format!("no edge of quarter {number} is free for it"),
            _ => format!("no place in quarter {number} is large enough and keeps {gap} BW from the other features"),
        }
    }

    /// Ids are given in the order of placing: `f1`, `f2` …
    fn free_id(&self) -> String {
        let taken =
            |id: &str| {
                self.features.iter().any(|feature| feature.id == id)
                    || self.settings.wishes.iter().any(|wish| {
                        wish.locked.as_ref().is_some_and(|locked| locked.choice.feature.as_deref() == Some(id))
                    })
            };
        (self.record.len() + 1..).map(|number| format!("f{number}")).find(|id| !taken(id)).unwrap_or_default()
    }

    /// Features that stayed have come first until now; the file has all in the order of placing.
    fn in_order_of_record(&mut self) {
        let at = |id: &str| self.record.iter().position(|choice| choice.feature.as_deref() == Some(id));
        self.features.sort_by_cached_key(|feature| at(&feature.id));
    }

    /// Whether enough quarters have features (DBA22-TERR-17, 18).
    pub(super) fn covers(&self) -> bool {
        let Some(coverage) = &self.settings.rules.coverage else { return true };
        let touched = |counts: &dyn Fn(&Feature) -> bool| {
            let features: Vec<&Feature> = self.features.iter().filter(|feature| counts(feature)).collect();
            let quarters = Quarter::ALL.into_iter();
            quarters.filter(|quarter| features.iter().any(|feature| self.reaches(feature, *quarter))).count()
        };
        let bad_or_water = |feature: &Feature| {
            matches!(feature.kind.like(), Kind::River | Kind::Waterway)
                || self.settings.rules.going(feature.kind, feature.bua) == Some(Going::Bad)
        };
        touched(&|_| true) >= usize::from(coverage.any.value)
            && touched(&bad_or_water) >= usize::from(coverage.bad_or_water.value)
    }

    /// Whether a part of a feature lies in a quarter.
    fn reaches(&self, feature: &Feature, quarter: Quarter) -> bool {
        let Board { width, depth } = self.settings.board;
        let points = match &feature.shape {
            Shape::Area(outline) | Shape::Water { outline, .. } => &outline.corners,
            Shape::Course(course) => &course.path,
        };
        // A feature that only touches a dividing line lies on one side of it.
        let beyond = |second: bool, at: i64, side: i64| if second { 2 * at > side } else { 2 * at < side };
        points
            .iter()
            .any(|point| beyond(quarter.is_right(), point.x, width) && beyond(quarter.is_far(), point.y, depth))
    }

    /// The rectangle of a quarter. If the board's side is odd, the strip half a thousandth around the middle is left
    /// out.
    pub(super) fn quarter_bounds(&self, quarter: Quarter) -> Bounds {
        let Board { width, depth } = self.settings.board;
        let range = |second: bool, side: i64| if second { ((side + 1) / 2, side) } else { (0, side / 2) };
        let ((left, right), (near, far)) = (range(quarter.is_right(), width), range(quarter.is_far(), depth));
        Bounds { least: Point::new(left, near), most: Point::new(right, far) }
    }

    /// The table without a margin along its edges.
    pub(super) fn inner_bounds(&self, margin: i64) -> Bounds {
        let Board { width, depth } = self.settings.board;
        Bounds { least: Point::new(0, 0), most: Point::new(width, depth) }.grown(-margin)
    }

    /// Whether an area may lie there beside what is on the table: its distance from other areas (D3H2-FEAT-05), not in
    /// water, and not under a river that may not cross it (D3H2-FEAT-11).
    pub(super) fn is_free(&self, kind: Kind, outline: &Polygon) -> bool {
        let rules = self.settings.rules;
        let river_may = rules.feature(kind).and_then(|feature| feature.river.as_ref()).is_none_or(|river| river.value);
        self.features.iter().all(|other| match &other.shape {
            Shape::Area(area) => !outline.nearer(area, rules.gap.value),
            Shape::Water { outline: water, .. } => !outline.nearer(water, 1),
            Shape::Course(course) => match other.kind {
                Kind::River => river_may || !course.overlaps(outline),
                _ => self.is_open_to_roads(kind) || !course.overlaps(outline),
            },
        })
    }

    /// A road may lead through everything but buildings and lakes.
    pub(super) fn is_open_to_roads(&self, kind: Kind) -> bool {
        !matches!(kind, Kind::Bua | Kind::Lake)
    }

    /// A measure of how badly a place suits the defender's preference; the lowest is the best.
    pub(super) fn placement_cost(&self, chosen: &PlannedFeature, quarter: Quarter, at: Point) -> i64 {
        let Board { width, depth } = self.settings.board;
        let (right, far) = (quarter.is_right(), quarter.is_far());
        let inner = Point::new(width / 2, depth / 2);
        let outer = Point::new(if right { width } else { 0 }, if far { depth } else { 0 });
        let middle = Point::new((inner.x + outer.x) / 2, (inner.y + outer.y) / 2);
        let target = match (chosen.spot, self.settings.preference) {
            (QuarterSpot::Inner, _) | (QuarterSpot::Anywhere, Preference::Close) => inner,
            (QuarterSpot::Outer, _) | (QuarterSpot::Anywhere, Preference::Open) => outer,
            (QuarterSpot::Middle, _) | (QuarterSpot::Anywhere, Preference::Balanced) => middle,
            (QuarterSpot::Side, _) => Point::new(outer.x, middle.y),
            (QuarterSpot::End, _) => Point::new(middle.x, outer.y),
            (QuarterSpot::Anywhere, Preference::Cover) => Point::new(middle.x, if far { inner.y } else { middle.y }),
            (QuarterSpot::Anywhere, Preference::None) => at,
        };
        (at - target).square()
    }

    /// The number of places compared before the best is taken; without a preference the first will do.
    pub(super) fn places_compared(&self, chosen: &PlannedFeature) -> usize {
        let indifferent = chosen.spot == QuarterSpot::Anywhere && self.settings.preference == Preference::None;
        if indifferent { 1 } else { 6 }
    }
}

/// The distance by which an area extends over a line along an axis at half of the board, on its lesser side; not above
/// 0 if it does not.
pub(super) fn over_the_middle(bounds: Bounds, axis: Axis, side: i64) -> i64 {
    let (least, most) = match axis {
        Axis::X => (bounds.least.x, bounds.most.x),
        Axis::Y => (bounds.least.y, bounds.most.y),
    };
    (side - 2 * least).min(2 * most - side) / 2
}

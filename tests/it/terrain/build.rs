//! Layouts put together in a few words. All lengths are BW.

use musterfield::geometry::{Course, Point, Polygon};
use musterfield::rules::terrain::{Bua, Kind};
use musterfield::terrain::{Board, Choice, Edge, Feature, Layout, Quarter, Shape};

use super::the_book;

pub(crate) fn point((x, y): (f64, f64)) -> Point {
    Point::from_bw(x, y).unwrap()
}

pub(crate) fn points(all: &[(f64, f64)]) -> Vec<Point> {
    all.iter().copied().map(point).collect()
}

/// A smooth outline that just fills a box along the axes: middle, width and height.
pub(crate) fn round((x, y): (f64, f64), width: f64, height: f64) -> Polygon {
    const QUARTER: [(f64, f64); 4] = [(1.0, 0.3), (0.9, 0.65), (0.65, 0.9), (0.3, 1.0)];
    let mut corners = Vec::new();
    for (right, up) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
        let place = |(a, b): &(f64, f64)| point((x + right * a * width / 2.0, y + up * b * height / 2.0));
        let mut part: Vec<Point> = QUARTER.iter().map(place).collect();
        if right * up < 0.0 {
            part.reverse();
        }
        corners.extend(part);
    }
    Polygon::new(corners)
}

/// A box along the axes: middle, width and height.
pub(crate) fn square((x, y): (f64, f64), width: f64, height: f64) -> Polygon {
    let (a, b) = (width / 2.0, height / 2.0);
    Polygon::new(points(&[(x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b)]))
}

/// A layout in the making.
#[derive(Clone)]
pub(crate) struct Table(pub(crate) Layout);

impl Table {
    pub(crate) fn of(ruleset: &str, home: &str, width: i64, depth: i64) -> Self {
        let rules = the_book().terrain(ruleset).unwrap();
        let board = Board { width: width * 1000, depth: depth * 1000 };
        Self(Layout::empty(rules, rules.home(home).unwrap(), board))
    }

    pub(crate) fn add(mut self, kind: Kind, shape: Shape) -> Self {
        let id = self.0.free_id();
        self.0.features.push(Feature::new(id, kind, shape));
        self
    }

    pub(crate) fn area(self, kind: Kind, outline: Polygon) -> Self {
        self.add(kind, Shape::Area(outline))
    }

    /// A river or road.
    pub(crate) fn course(self, kind: Kind, width: f64, path: &[(f64, f64)]) -> Self {
        let width = Point::from_bw(width, 0.0).unwrap().x;
        self.add(kind, Shape::Course(Course { path: points(path), width }))
    }

    pub(crate) fn bua(self, bua: Bua, outline: Polygon) -> Self {
        self.area(Kind::Bua, outline).with(|feature| feature.bua = Some(bua))
    }

    /// Water along the left edge, by the line of its shore from near to far.
    pub(crate) fn water(self, shore: &[(f64, f64)]) -> Self {
        let depth = self.0.board.depth;
        let mut corners = points(shore);
        corners.extend([Point::new(0, depth), Point::new(0, 0)]);
        self.add(Kind::Waterway, Shape::Water { edge: Edge::West, outline: Polygon::new(corners), beach: None })
    }

    /// Changes the feature that was added last.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut Feature)) -> Self {
        change(self.0.features.last_mut().unwrap());
        self
    }

    pub(crate) fn compulsory(self) -> Self {
        self.with(|feature| feature.compulsory = true)
    }

    pub(crate) fn in_quarter(self, number: u8) -> Self {
        self.with(|feature| feature.quarter = Quarter::from_number(number))
    }

    pub(crate) fn gate(self, gate: (f64, f64)) -> Self {
        self.with(|feature| feature.gates.push(point(gate)))
    }

    pub(crate) fn base_edge(self, edge: Edge) -> Self {
        self.with(|feature| feature.base_edge = Some(edge))
    }

    /// Changes the layout as a whole.
    pub(crate) fn but(mut self, change: impl FnOnce(&mut Layout)) -> Self {
        change(&mut self.0);
        self
    }

    /// A record of what lies on the table, in its order, with the quarter in which each feature says it is.
    pub(crate) fn recorded(self) -> Self {
        self.but(|layout| {
            let line = |feature: &Feature| Choice {
                feature: Some(feature.id.clone()),
                kind: feature.kind,
                bua: feature.bua,
                compulsory: feature.compulsory,
                size: None,
                die: feature.quarter.map(Quarter::number),
                quarter: feature.quarter,
                placed: true,
                reason: None,
            };
            layout.record = Some(layout.features.iter().map(line).collect());
        })
    }

    /// Changes a line of the record.
    pub(crate) fn line(self, at: usize, change: impl FnOnce(&mut Choice)) -> Self {
        self.but(|layout| change(&mut layout.record.as_mut().unwrap()[at]))
    }
}

//! The time it takes to lay out and check battlefields in process: `cargo bench -p musterfield-benches --bench
//! terrain`.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot continue must stop")]

use std::hint::black_box;

use musterfield_benches::Timer;
use musterfield_geometry::{Course, Point, Polygon};
use musterfield_rules::book;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::file::{from_json, to_json};
use musterfield_terrain::generate::{Settings, generate};
use musterfield_terrain::{Board, Edge, Feature, Layout, Shape, check};

/// A smooth outline with this many points: middle and half axes in BW.
fn oval(points: u32, (x, y): (f64, f64), (a, b): (f64, f64)) -> Polygon {
    let corner = |at: u32| {
        let angle = (f64::from(at) + 0.5) / f64::from(points) * std::f64::consts::TAU;
        Point::from_bw(x + a * libm::cos(angle), y + b * libm::sin(angle)).unwrap()
    };
    Polygon::new((0..points).map(corner).collect())
}

/// A Waterway with a beach, woods, a hill, a marsh and a river: five features of 24 to 40 points.
fn coast(points: u32) -> Layout {
    let rules = book().unwrap().terrain("d3h2").unwrap();
    let mut layout =
        Layout::empty(rules, rules.home_terrain("littoral").unwrap(), Board { width: 15_000, depth: 15_000 });
    let along = |depth: f64, from: f64| {
        let step = move |at: u32| {
            let y = 15.0 * f64::from(at) / f64::from(points / 2);
            Point::from_bw(depth + 0.4 * libm::sin(y), y).unwrap()
        };
        let back = [Point::from_bw(from, 15.0).unwrap(), Point::from_bw(from, 0.0).unwrap()];
        Polygon::new((0..=points / 2).map(step).chain(back).collect())
    };
    let water = Shape::Water { edge: Edge::West, outline: along(2.0, 0.0), beach: Some(along(3.0, 1.0)) };
    let shapes = [
        (Kind::Waterway, water),
        (Kind::Woods, Shape::Area(oval(points, (11.0, 12.0), (2.0, 1.6)))),
        (Kind::DifficultHill, Shape::Area(oval(points, (11.0, 2.6), (1.8, 1.4)))),
        (Kind::Woods, Shape::Area(oval(points, (5.6, 11.0), (1.6, 1.4)))),
        (Kind::River, {
            let path = (0..=points / 2).map(|at| {
                let x = 1.0 + 14.0 * f64::from(at) / f64::from(points / 2);
                Point::from_bw(x, 5.8 + 0.3 * libm::sin(x)).unwrap()
            });
            Shape::Course(Course { path: path.collect(), width: 800 })
        }),
    ];
    for (kind, shape) in shapes {
        let id = layout.free_id();
        layout.features.push(Feature::new(id, kind, shape));
    }
    layout.features.first_mut().unwrap().compulsory = true;
    layout
}

/// Woods, marsh, hill, hamlet and plough in arbitrary places: five area features.
fn forest(points: u32) -> Layout {
    let rules = book().unwrap().terrain("d3h2").unwrap();
    let mut layout =
        Layout::empty(rules, rules.home_terrain("forest").unwrap(), Board { width: 15_000, depth: 15_000 });
    let middles = [(3.5, 11.5), (11.5, 11.5), (11.5, 3.5), (3.5, 3.0), (4.0, 6.2)];
    let kinds = [Kind::Woods, Kind::Marsh, Kind::GentleHill, Kind::Bua, Kind::Woods];
    for (kind, middle) in kinds.into_iter().zip(middles) {
        let id = layout.free_id();
        let half = if middle.1 > 5.0 && middle.1 < 7.0 { (1.6, 0.8) } else { (2.0, 1.3) };
        let mut feature = Feature::new(id, kind, Shape::Area(oval(points, middle, half)));
        feature.bua = (kind == Kind::Bua).then_some(Bua::Hamlet);
        layout.features.push(feature);
    }
    layout.features.first_mut().unwrap().compulsory = true;
    layout
}

fn checker(timer: &Timer) {
    for points in [24, 40] {
        for (name, layout) in [("a coast", coast(points)), ("a forest", forest(points))] {
            let report = check(&layout);
            assert!(report.problems.len() < 3, "{report:#?}");
            timer.time(&format!("check {name} of 5 features with {points} points"), || check(black_box(&layout)));
        }
    }
    let layout = coast(40);
    let text = to_json(&layout);
    timer.time("read a layout file", || from_json(black_box(&text), book().unwrap()).unwrap());
    timer.time("write a layout file", || to_json(black_box(&layout)));
}

fn procedure(timer: &Timer) {
    let rules = book().unwrap().terrain("d3h2").unwrap();
    for home in &rules.homes {
        let mut seed = 0;
        timer.time(&format!("lay out a table of {}", home.name), || {
            seed += 1;
            generate(&Settings::new(rules, home, Board { width: 15_000, depth: 15_000 }, seed)).unwrap()
        });
    }
}

fn main() {
    let timer = Timer::from_args();
    checker(&timer);
    procedure(&timer);
}

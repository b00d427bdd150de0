//! How long battlefields take, in process: `cargo bench --bench terrain`.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on stops")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use musterfield::geometry::{Course, Point, Polygon};
use musterfield::rules::book;
use musterfield::rules::terrain::{Bua, Kind};
use musterfield::terrain::file::{from_json, to_json};
use musterfield::terrain::generate::{Settings, generate};
use musterfield::terrain::{Board, Edge, Feature, Layout, Shape, check};

/// A smooth outline of so many points: middle and half axes in BW.
fn oval(points: u32, (x, y): (f64, f64), (a, b): (f64, f64)) -> Polygon {
    let corner = |at: u32| {
        let angle = (f64::from(at) + 0.5) / f64::from(points) * std::f64::consts::TAU;
        Point::from_bw(x + a * libm::cos(angle), y + b * libm::sin(angle)).unwrap()
    };
    Polygon::new((0..points).map(corner).collect())
}

/// Waterway with beach, woods, hill, marsh and a river: five features of 24 to 40 points.
fn coast(points: u32) -> Layout {
    let rules = book().unwrap().terrain("d3h2").unwrap();
    let mut layout = Layout::empty(rules, rules.home("littoral").unwrap(), Board { width: 15_000, depth: 15_000 });
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

/// Woods, marsh, hill, hamlet and plough wherever: five area features.
fn forest(points: u32) -> Layout {
    let rules = book().unwrap().terrain("d3h2").unwrap();
    let mut layout = Layout::empty(rules, rules.home("forest").unwrap(), Board { width: 15_000, depth: 15_000 });
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

fn checker(criterion: &mut Criterion) {
    for points in [24, 40] {
        for (name, layout) in [("a coast", coast(points)), ("a forest", forest(points))] {
            let report = check(&layout);
            assert!(report.problems.len() < 3, "{report:#?}");
            criterion.bench_function(&format!("check {name} of 5 features with {points} points"), |b| {
                b.iter(|| check(black_box(&layout)));
            });
        }
    }
    let layout = coast(40);
    let text = to_json(&layout);
    criterion
        .bench_function("read a layout file", |b| b.iter(|| from_json(black_box(&text), book().unwrap()).unwrap()));
    criterion.bench_function("write a layout file", |b| b.iter(|| to_json(black_box(&layout))));
}

fn procedure(criterion: &mut Criterion) {
    let rules = book().unwrap().terrain("d3h2").unwrap();
    for home in &rules.homes {
        let mut seed = 0;
        criterion.bench_function(&format!("lay out a table of {}", home.name), |b| {
            b.iter(|| {
                seed += 1;
                generate(&Settings::new(rules, home, Board { width: 15_000, depth: 15_000 }, seed)).unwrap()
            });
        });
    }
}

criterion_group!(benches, checker, procedure);
criterion_main!(benches);

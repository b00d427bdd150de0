//! The largest allowed layouts, arranged to be as expensive as possible: they are read, checked, drawn and compared
//! with their dice in bounded time.

use std::f64::consts::TAU;
use std::hint::black_box;

use musterfield_fixtures::worked;
use musterfield_geometry::{Course, Point, Polygon};
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_sheets::map::{MapOptions, svg};
use musterfield_sheets::map_sheet::{SheetOptions, sheet};
use musterfield_terrain::edit::Edit;
use musterfield_terrain::file::{Unreadable, from_json, from_kept_json, to_json};
use musterfield_terrain::layout::{MOST_FEATURES, MOST_POINTS, MOST_POINTS_IN_ALL, RecordEntry};
use musterfield_terrain::origin::Origin;
use musterfield_terrain::{Board, Edge, Feature, Layout, Shape, check as check_layout};

use musterfield_fixtures::armies::the_book;

/// A spot on the table, in BW.
type Spot = (f64, f64);

fn point((x, y): Spot) -> Point {
    Point::from_bw(x, y).unwrap()
}

fn line(spots: impl Iterator<Item = Spot>) -> Vec<Point> {
    spots.map(point).collect()
}

fn area(spots: impl Iterator<Item = Spot>) -> Shape {
    Shape::Area(Polygon::new(line(spots)))
}

fn course(spots: impl Iterator<Item = Spot>, width: i64) -> Shape {
    Shape::Course(Course { path: line(spots), width })
}

/// This many fractions from 0 to 1.
fn shares(count: usize) -> impl DoubleEndedIterator<Item = f64> + Clone {
    let count = u32::try_from(count).unwrap();
    (0..count).map(move |at| f64::from(at) / f64::from(count.max(2) - 1))
}

fn oval(points: usize, (x, y): Spot, (a, b): Spot) -> impl Iterator<Item = Spot> {
    let turn = move |share: f64| (share * (1.0 - 1.0 / points_of(points))) * TAU;
    shares(points).map(move |share| (x + a * libm::cos(turn(share)), y + b * libm::sin(turn(share))))
}

fn points_of(points: usize) -> f64 {
    f64::from(u32::try_from(points).unwrap())
}

/// A ribbon that winds around its centre this many times, out and back.
fn spiral(points: usize, (x, y): Spot, reach: f64, turns: f64) -> impl Iterator<Item = Spot> {
    let arm = move |share: f64, offset: f64| {
        let (angle, far) = (share * turns * TAU, 0.1 + offset + share * reach);
        (x + far * libm::cos(angle), y + far * libm::sin(angle))
    };
    let out = shares(points / 2).map(move |share| arm(share, 0.0));
    out.chain(shares(points / 2).rev().map(move |share| arm(share, reach / turns / 3.0)))
}

/// A comb of long teeth side by side, which runs along the whole table.
fn comb(points: usize, left: f64) -> impl Iterator<Item = Spot> {
    let tooth = move |at: usize, share: f64| {
        let across = left + 0.9 * share;
        if matches!(at % 4, 1 | 2) { (across, 14.5) } else { (across, 1.0) }
    };
    let teeth = shares(points - 2).enumerate().map(move |(at, share)| tooth(at, share));
    teeth.chain([(left + 0.95, 0.5), (left - 0.05, 0.5)])
}

/// A line from edge to edge with this many bends.
fn zigzag(points: usize, y: f64, swing: f64) -> impl Iterator<Item = Spot> {
    shares(points).enumerate().map(move |(at, share)| (15.0 * share, if at % 2 == 0 { y } else { y + swing }))
}

fn table(home: &str, shapes: impl IntoIterator<Item = (Kind, Shape)>) -> Layout {
    let rules = the_book().terrain("d3h2").unwrap();
    let mut layout = Layout::empty(rules, rules.home_terrain(home).unwrap(), Board { width: 15_000, depth: 15_000 });
    for (kind, shape) in shapes {
        let mut feature = Feature::new(layout.free_id(), kind, shape);
        feature.bua = (kind == Kind::Bua).then_some(Bua::Hamlet);
        layout.features.push(feature);
    }
    layout.seed = Some(7);
    layout.record = Some(layout.features.iter().map(RecordEntry::by_hand).collect());
    layout
}

/// Layouts with nearly the most points allowed, each difficult in another way.
fn worst() -> Vec<(String, Layout)> {
    let small = worst_of_usual_size();
    // Long or broad features cost more on a table of a hundred BW; the others do not.
    let grows = |name: &str| ["six spirals", "bends", "water"].iter().any(|word| name.contains(word));
    let wide = small.iter().filter(|(name, _)| grows(name)).map(|(name, layout)| {
        let mut layout = layout.clone();
        layout = layout.apply(&Edit::BoardSize(Board { width: 100_000, depth: 100_000 })).unwrap();
        (format!("{name}, on the widest table"), layout)
    });
    let wide: Vec<(String, Layout)> = wide.collect();
    small.into_iter().map(|(name, layout)| (name.to_owned(), layout)).chain(wide).collect()
}

fn worst_of_usual_size() -> Vec<(&'static str, Layout)> {
    let long = MOST_POINTS_IN_ALL / 6;
    let short = MOST_POINTS_IN_ALL / MOST_FEATURES;
    let six =
        |shape: &dyn Fn(f64) -> Shape, kind: Kind| (0..6).map(|at| (kind, shape(f64::from(at)))).collect::<Vec<_>>();
    let spread = |at: u32| (2.0 + f64::from(at % 8) * 1.6, 2.0 + f64::from(at / 8) * 1.6);
    let many = || 0..u32::try_from(MOST_FEATURES).unwrap();
    let mut hills = six(&|at| area(oval(long / 2, (7.5, 7.5), (2.0 + at / 10.0, 1.5 + at / 10.0))), Kind::GentleHill);
    hills.truncate(6);
    let mut crests = table("forest", hills);
    for feature in &mut crests.features {
        feature.crest = line(spiral(long / 2, (7.5, 7.5), 1.0, 9.0));
    }
    let mut gates = table("arable", six(&|at| area(oval(long / 2, (2.0 + 2.2 * at, 7.5), (1.0, 3.0))), Kind::Bua));
    for feature in &mut gates.features {
        feature.gates = feature.area().unwrap().corners.clone();
    }
    let shore = |depth: f64, swing: f64| {
        let bends = zigzag(MOST_POINTS - 2, depth, swing).map(|(y, x)| (x, y));
        Polygon::new(line(bends.chain([(0.0, 15.0), (0.0, 0.0)])))
    };
    let water = Shape::Water { edge: Edge::West, outline: shore(2.0, 0.5), beach: Some(shore(3.0, 0.7)) };
    let wet = [(Kind::Waterway, water)]
        .into_iter()
        .chain([
            (Kind::River, course(zigzag(MOST_POINTS, 6.0, 1.0), 800)),
            (Kind::Road, course(zigzag(MOST_POINTS, 6.1, 1.0), 400)),
        ])
        .chain([
            (Kind::Woods, area(spiral(long / 2, (9.0, 10.0), 4.0, 20.0))),
            (Kind::Marsh, area(spiral(long, (9.0, 4.0), 3.0, 20.0))),
        ]);
    vec![
        (
            "six outlines of 500 points one in another",
            table("forest", six(&|at| area(oval(long, (7.5, 7.5), (3.0 + at / 5.0, 2.0 + at / 5.0))), Kind::Woods)),
        ),
        ("six spirals", table("forest", six(&|at| area(spiral(long, (7.5 + at / 30.0, 7.5), 6.0, 24.0)), Kind::Woods))),
        ("six combs of near-parallel sides", table("forest", six(&|at| area(comb(long, 1.0 + at * 2.0)), Kind::Marsh))),
        ("six combs over each other", table("forest", six(&|at| area(comb(long, 6.0 + at / 100.0)), Kind::Marsh))),
        (
            "sixty-four pieces on one place",
            table(
                "forest",
                many().map(|at| (Kind::Woods, area(oval(short, (7.5, 7.5), (1.0 + f64::from(at) / 50.0, 1.0))))),
            ),
        ),
        (
            "sixty-four pieces side by side",
            table("forest", many().map(|at| (Kind::Scrub, area(oval(short, spread(at), (0.75, 0.7)))))),
        ),
        (
            "sixty-four rivers and roads",
            table(
                "arable",
                many().map(|at| {
                    let (kind, width) = if at % 2 == 0 { (Kind::River, 800) } else { (Kind::Road, 400) };
                    (kind, course(zigzag(short, 1.0 + f64::from(at) / 8.0, 4.0), width))
                }),
            ),
        ),
        (
            "three rivers and three roads of many bends",
            table(
                "arable",
                (0..6).map(|at| {
                    let (kind, width) = if at % 2 == 0 { (Kind::River, 800) } else { (Kind::Road, 400) };
                    (kind, course(zigzag(long, 5.0 + f64::from(at) / 40.0, 3.0), width))
                }),
            ),
        ),
        ("hills with long crests", crests),
        ("a gate at every corner", gates),
        ("water, river, road and spirals", table("littoral", wet)),
    ]
}

/// A layout of this many points, in features of a few hundred.
fn of_points(points: usize) -> Layout {
    let whole = points / 500;
    let sizes = std::iter::repeat_n(500, whole).chain([points - 500 * whole]).filter(|size| *size > 0);
    table("forest", sizes.map(|size| (Kind::Woods, area(oval(size, (7.5, 7.5), (3.0, 2.0))))))
}

#[test]
fn one_point_more_than_there_may_be_is_refused_with_the_number_of_them_and_what_was_kept_before_still_opens() {
    let (most, more) = (to_json(&of_points(MOST_POINTS_IN_ALL)), to_json(&of_points(MOST_POINTS_IN_ALL + 3)));
    assert!(from_json(&most, the_book()).is_ok());
    let Err(Unreadable::Content(problems)) = from_json(&more, the_book()) else { panic!("it was read") };
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    assert!(
        musterfield_words::terrain::message(problem).contains("3003 points in all; 3000 is the maximum"),
        "{problem:?}"
    );
    assert_eq!(from_kept_json(&more, the_book()).unwrap().points(), MOST_POINTS_IN_ALL + 3);
}

#[test]
fn a_layout_of_as_many_points_as_there_may_be_is_read_checked_drawn_and_shown_in_bounded_time() {
    for (name, layout) in worst() {
        let text = to_json(&layout);
        let (read, took) = worked::over(|| from_json(&text, the_book()));
        let layout = read.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert!(layout.points() > MOST_POINTS_IN_ALL * 8 / 10, "{name}: {} points", layout.points());
        let mut told = format!("{name}: {} points, {} bytes: read {took:?}", layout.points(), text.len());
        let mut all = took;
        let options = SheetOptions { templates: Some(40), ..SheetOptions::default() };
        let works: [(&str, &dyn Fn() -> usize); 4] = [
            ("check", &|| check_layout(&layout).problems.len()),
            ("map", &|| svg(&layout, &MapOptions::default()).len()),
            ("origin", &|| Origin::of(&layout).lines.len()),
            ("sheet with templates", &|| sheet(&[&layout], &options).data.len()),
        ];
        for (what, work) in works {
            let (made, took) = worked::over(|| black_box(work()));
            told += &format!(", {what} {took:?} ({made})");
            all += took;
        }
        println!("{told}");
        // An optimised build takes a tenth of this.
        assert!(all.as_secs() < 30, "{told}");
    }
}

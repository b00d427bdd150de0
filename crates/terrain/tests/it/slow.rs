//! Tests the exact geometry against slow plain evaluations of the same questions.

use musterfield_fixtures::layouts::Table;
use musterfield_geometry::{MinAreaRectangle, Point, Polygon};
use musterfield_rules::terrain::Kind;
use musterfield_terrain::{Quarter, check as check_layout};
use proptest::prelude::*;

use super::codes_of;

type Spot = (f64, f64);

/// An outline around a centre, with corners at whole thousandths: seen from the centre, every corner lies in a
/// different direction, so the outline never crosses itself.
fn outline() -> impl Strategy<Value = Polygon> {
    let middle = (3.0..12.0, 3.0..12.0);
    (middle, proptest::collection::vec(0.6..2.9_f64, 9..24), 0.0..1.0_f64).prop_map(|((x, y), reach, turn)| {
        let count = f64::from(u32::try_from(reach.len()).unwrap());
        let corners = (0_u32..).zip(&reach).map(|(at, reach)| {
            let angle = (f64::from(at) + turn) / count * std::f64::consts::TAU;
            Point::from_bw(x + reach * libm::cos(angle), y + reach * libm::sin(angle)).unwrap()
        });
        Polygon::new(corners.collect())
    })
}

/// Points along an outline, a twentieth of a BW or less apart.
fn samples(outline: &Polygon) -> Vec<Spot> {
    let along = |side: musterfield_geometry::Segment| {
        let ((ax, ay), (bx, by)) = (side.from.to_bw(), side.to.to_bw());
        (0..64).map(move |at| {
            let share = f64::from(at) / 64.0;
            (ax + (bx - ax) * share, ay + (by - ay) * share)
        })
    };
    outline.sides().flat_map(along).collect()
}

/// Whether a spot lies inside: counts how often a line to its right meets the outline.
fn is_inside(outline: &Polygon, (x, y): Spot) -> bool {
    let crossed = outline.sides().filter(|side| {
        let ((ax, ay), (bx, by)) = (side.from.to_bw(), side.to.to_bw());
        (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
    });
    crossed.count() % 2 == 1
}

fn apart(one: &Polygon, other: &Polygon) -> f64 {
    let theirs = samples(other);
    if samples(one).iter().any(|spot| is_inside(other, *spot)) || theirs.iter().any(|spot| is_inside(one, *spot)) {
        return 0.0;
    }
    let mut least = f64::MAX;
    for (x, y) in samples(one) {
        for (a, b) in &theirs {
            least = least.min((x - a) * (x - a) + (y - b) * (y - b));
        }
    }
    least.sqrt()
}

/// Length and width of the rectangle of least area, found by turning it in hundredths of a degree.
fn turned_rectangle(outline: &Polygon) -> Spot {
    let corners: Vec<Spot> = outline.corners.iter().map(|corner| corner.to_bw()).collect();
    let mut best = (f64::MAX, f64::MAX);
    for step in 0..9000 {
        let angle = f64::from(step) / 18000.0 * std::f64::consts::PI;
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        let extent = |value: &dyn Fn(&Spot) -> f64| {
            let (least, most) = corners
                .iter()
                .map(value)
                .fold((f64::MAX, f64::MIN), |(least, most), value| (least.min(value), most.max(value)));
            most - least
        };
        let (a, b) = (extent(&|(x, y)| x * cos + y * sin), extent(&|(x, y)| y * cos - x * sin));
        if a * b < best.0 * best.1 {
            best = (a.max(b), a.min(b));
        }
    }
    best
}

/// The number of grid spots inside an outline in each quarter, farther from the lines than a tenth of a BW.
fn by_grid(outline: &Polygon) -> [usize; 4] {
    let mut counts = [0; 4];
    for i in 0..120 {
        for j in 0..120 {
            let spot = (f64::from(i) * 0.125 + 0.013, f64::from(j) * 0.125 + 0.017);
            if (spot.0 - 7.5).abs() > 0.1 && (spot.1 - 7.5).abs() > 0.1 && is_inside(outline, spot) {
                let quarter = Quarter::at(spot.0 > 7.5, spot.1 > 7.5);
                counts[usize::from(quarter.number()) - 1] += 1;
            }
        }
    }
    counts
}

fn table() -> Table {
    Table::of("d3h2", "forest", 15, 15)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_gap_is_that_of_a_dense_sampling(one in outline(), other in outline()) {
        let apart = apart(&one, &other);
        prop_assume!((apart - 0.99).abs() > 0.02 && !(apart > 0.0 && apart < 0.05));
        let found = codes_of(&table().area(Kind::Woods, one).area(Kind::Woods, other).0);
        prop_assert_eq!(found.contains("gap") || found.contains("overlap"), apart < 0.99, "{}", apart);
        prop_assert!(!(found.contains("overlap") && apart > 0.0), "{}", apart);
    }

    #[test]
    fn length_and_width_are_those_of_a_rectangle_that_is_turned_slowly(outline in outline()) {
        let (long, short) = turned_rectangle(&outline);
        let rectangle = MinAreaRectangle::around(&outline).unwrap();
        let exact = rectangle.size();
        let (area, exact_area) = (long * short, exact.0 * exact.1 / 1e6);
        prop_assert!(exact_area <= area * 1.000_001 && area <= exact_area * 1.005, "{} {}", exact_area, area);
        let layout = table().area(Kind::Woods, outline).0;
        let shown = check_layout(&layout).figures.features[0].size.unwrap();
        prop_assert!((shown.0 * 1000.0 - exact.0).abs() < 1e-6 && (shown.1 * 1000.0 - exact.1).abs() < 1e-6);
        // Two rectangles of nearly the same area may have quite different sides; the codes are then undetermined.
        prop_assume!((long - shown.0).abs() < 0.02);
        let found = codes_of(&layout);
        if (long - 2.0 * short).abs() > 0.1 {
            prop_assert_eq!(found.contains("proportion"), long > 2.0 * short);
        }
        if (long + short - 9.0).abs() > 0.1 && short > 1.1 {
            prop_assert_eq!(found.contains("size"), long + short > 9.0);
        }
    }

    #[test]
    fn the_quarters_are_those_of_a_grid(outline in outline()) {
        let counts = by_grid(&outline);
        let layout = table().area(Kind::Woods, outline).0;
        let report = check_layout(&layout);
        let quarters = report.figures.features[0].quarters;
        for (quarter, count) in Quarter::ALL.into_iter().zip(counts) {
            // The check must find what the grid finds; it may also find parts too thin for the grid.
            prop_assert!(count == 0 || quarters.has(quarter), "{:?}", quarter);
        }
        let found = report.problems.iter().any(|problem| problem.code().as_str() == "outside-quarter");
        prop_assert_eq!(found, quarters.count() > 1);
    }

    #[test]
    fn what_of_a_hill_lies_outside_is_what_a_grid_counts(outline in outline()) {
        let counts = by_grid(&outline);
        let mut sorted = counts;
        sorted.sort_unstable();
        let [.., third, second, first] = sorted;
        prop_assume!(third == 0 && second > 6 && first > second);
        let layout = table().area(Kind::GentleHill, outline).0;
        let quarters = check_layout(&layout).figures.features[0].quarters;
        prop_assume!(quarters.count() == 2);
        for (at, quarter) in Quarter::ALL.into_iter().enumerate() {
            if counts[at] == first && first > second * 3 / 2 {
                let own = table().area(Kind::GentleHill, layout.features[0].area().unwrap().clone());
                prop_assert!(!codes_of(&own.in_quarter(quarter.number()).0).contains("outside-quarter"));
            }
            if counts[at] == second && first > second * 3 / 2 {
                let other = table().area(Kind::GentleHill, layout.features[0].area().unwrap().clone());
                prop_assert!(codes_of(&other.in_quarter(quarter.number()).0).contains("outside-quarter"));
            }
        }
    }

    #[test]
    fn the_depth_of_water_is_that_of_a_column_after_the_other(depths in proptest::collection::vec(0.7..4.3_f64, 6..20)) {
        let count = f64::from(u32::try_from(depths.len() - 1).unwrap());
        let shore: Vec<Spot> =
            (0_u32..).zip(&depths).map(|(at, depth)| (*depth, 15.0 * f64::from(at) / count)).collect();
        let depth_at = |y: f64| {
            let part = shore.windows(2).find(|part| y >= part[0].1 && y <= part[1].1).unwrap();
            part[0].0 + (part[1].0 - part[0].0) * (y - part[0].1) / (part[1].1 - part[0].1)
        };
        let columns: Vec<f64> = (0..3000).map(|at| depth_at(f64::from(at) * 0.005 + 0.002)).collect();
        let least = columns.iter().copied().fold(f64::MAX, f64::min);
        let most = depths.iter().copied().fold(0.0, f64::max);
        let deep = columns.iter().filter(|depth| **depth > 3.01).count();
        prop_assume!((least - 0.99).abs() > 0.02 && (most - 4.01).abs() > 0.02 && !(1480..1520).contains(&deep));
        let found = codes_of(&Table::of("d3h2", "littoral", 15, 15).water(&shore).0);
        prop_assert_eq!(found.contains("waterway-depth"), least < 1.0 || most > 4.0 || deep > 1500);
    }

    #[test]
    fn the_bank_of_a_river_is_that_of_its_samples(path in proptest::collection::vec(3.0..12.0_f64, 3..9), width in 0.2..1.0_f64) {
        let count = f64::from(u32::try_from(path.len() - 1).unwrap());
        let points: Vec<Spot> = (0_u32..).zip(&path).map(|(at, y)| (15.0 * f64::from(at) / count, *y)).collect();
        let layout = table().course(Kind::River, width, &points).0;
        let half = width / 2.0;
        let (near, far) = path.iter().fold((f64::MAX, 0.0_f64), |(near, far), y| (near.min(*y), far.max(*y)));
        let bank = (near - half).min(15.0 - far - half);
        prop_assume!((bank - 3.99).abs() > 0.01);
        prop_assert_eq!(codes_of(&layout).contains("river-edge"), bank < 3.99);
        // A quarter is reached where a bank is: from left to right it reaches both on a side where it reaches any.
        let both_sides = near - half < 7.49 && far + half > 7.51;
        prop_assume!((near - half - 7.49).abs() > 0.02 && (far + half - 7.51).abs() > 0.02);
        if !both_sides {
            prop_assert!(!codes_of(&layout).contains("must-cross-quarter"));
        }
    }
}

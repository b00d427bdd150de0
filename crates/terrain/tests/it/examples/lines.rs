//! Examples of rivers, roads, water and features beside them.

use musterfield_fixtures::layouts::{Table, point, round, square};
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::{Edge, Shape};

use super::{Example, STRAIGHT_ROAD, coast, forest, hills, shore, stronghold, woods_and_marsh};

pub(super) fn examples() -> Vec<Example> {
    let river = |path: &[(f64, f64)]| woods_and_marsh("d3h2").course(Kind::River, 1.0, path);
    let roads = |second: &[(f64, f64)]| hills().course(Kind::Road, 0.5, &STRAIGHT_ROAD).course(Kind::Road, 0.5, second);
    let half_deep = |length: f64| {
        coast(&[
            (2.9, 0.0),
            (3.0, 4.0),
            (3.9, 4.0 + 0.01),
            (3.9, 4.0 + length - 0.01),
            (3.0, 4.0 + length),
            (2.9, 15.0),
        ])
    };
    let by_the_water =
        |x: f64| coast(&shore(2.0)).bua(Bua::Stronghold, square((x, 4.5), 2.0, 2.5)).gate((x + 1.0, 4.5));
    let beach = |width: f64| {
        coast(&shore(2.0)).but(|layout| {
            if let Shape::Water { beach, .. } = &mut layout.features[0].shape {
                *beach = Some(square((2.0 + width / 2.0, 7.5), width, 15.0));
            }
        })
    };
    vec![
        ("river-edge", "bank-3.8-from-an-edge", river(&[(0.0, 5.5), (6.0, 4.3), (15.0, 5.5)])),
        ("legal", "bank-exactly-4-from-an-edge", river(&[(0.0, 5.5), (6.0, 4.5), (15.0, 5.5)])),
        ("river-edge", "ends-nowhere", river(&[(0.0, 5.5), (10.0, 5.5)])),
        ("river-edge", "back-to-its-edge", river(&[(5.0, 0.0), (6.0, 5.0), (9.0, 5.0), (9.5, 0.0)])),
        ("legal", "river-from-the-left-to-the-near-edge", river(&[(0.0, 7.0), (5.0, 7.2), (5.0, 0.0)])),
        (
            "legal",
            "river-into-a-waterway",
            coast(&shore(2.0)).course(Kind::River, 0.8, &[(1.5, 6.0), (7.0, 6.5), (15.0, 6.0)]),
        ),
        ("overlap", "river-over-a-hill", forest().course(Kind::River, 1.0, &[(0.0, 5.2), (15.0, 5.2)])),
        (
            "overlap",
            "dba3-river-over-dunes",
            Table::of("dba3", "littoral", 15, 15)
                .water(&shore(2.0))
                .compulsory()
                .area(Kind::Dunes, round((11.5, 3.5), 4.0, 3.0))
                .course(Kind::River, 1.0, &[(1.5, 5.2), (15.0, 5.2)]),
        ),
        ("legal", "road-through-and-past", hills().course(Kind::Road, 0.5, &STRAIGHT_ROAD)),
        ("road-course", "ends-in-the-open", hills().course(Kind::Road, 0.5, &[(3.0, 0.0), (3.0, 10.0)])),
        ("road-course", "to-the-edge-beside", hills().course(Kind::Road, 0.5, &[(3.0, 0.0), (3.0, 9.0), (0.0, 9.0)])),
        (
            "legal",
            "road-to-a-hamlet",
            hills().bua(Bua::Hamlet, square((3.0, 11.0), 3.0, 2.0)).course(Kind::Road, 0.5, &[(3.0, 0.0), (3.0, 10.0)]),
        ),
        ("legal", "second-road-joins-in-one-quarter", roads(&[(0.0, 12.0), (2.9, 12.0)])),
        (
            "legal",
            "second-road-crosses",
            hills().course(Kind::Road, 0.5, &STRAIGHT_ROAD).course(Kind::Road, 0.5, &[(0.0, 7.0), (15.0, 7.0)]),
        ),
        ("road-course", "second-road-apart", roads(&[(5.0, 0.0), (5.0, 15.0)])),
        (
            "road-course",
            "into-the-water",
            Table::of("d3h2", "littoral", 15, 15)
                .water(&shore(2.0))
                .compulsory()
                .area(Kind::Woods, round((11.5, 11.5), 4.0, 3.0))
                .course(Kind::Road, 0.5, &[(0.0, 7.0), (15.0, 7.0)]),
        ),
        ("waterway-depth", "shallow", coast(&[(2.0, 0.0), (0.8, 7.0), (2.0, 15.0)])),
        ("legal", "exactly-1-deep", coast(&[(2.0, 0.0), (1.0, 7.0), (2.0, 15.0)])),
        ("waterway-depth", "too-deep", coast(&[(2.0, 0.0), (4.3, 7.0), (2.0, 15.0)])),
        ("waterway-depth", "deep-along-more-than-half", half_deep(8.0)),
        ("legal", "deep-along-exactly-half", half_deep(7.5)),
        (
            "waterway-depth",
            "not-along-the-whole-edge",
            coast(&shore(2.0)).but(|layout| {
                if let Shape::Water { outline, .. } = &mut layout.features[0].shape {
                    *outline = square((1.0, 6.5), 2.0, 13.0);
                }
            }),
        ),
        ("waterway-depth", "beach-too-wide", beach(2.5)),
        ("legal", "beach-of-exactly-2", beach(2.0)),
        (
            "waterway-depth",
            "beach-away-from-the-water",
            coast(&shore(2.0)).but(|layout| {
                if let Shape::Water { beach, .. } = &mut layout.features[0].shape {
                    *beach = Some(square((3.0, 5.5), 1.0, 5.0));
                }
            }),
        ),
        ("overlap", "hamlet-in-the-water", coast(&shore(2.0)).bua(Bua::Hamlet, square((2.5, 4.0), 3.0, 2.0))),
        ("legal", "hamlet-beside-the-water", coast(&shore(2.0)).bua(Bua::Hamlet, square((3.5, 4.0), 3.0, 2.0))),
        ("stronghold-place", "in-the-open", stronghold((12.0, 3.0), 3.0, 3.0)),
        ("stronghold-place", "beyond-6", stronghold((9.0, 1.5), 2.0, 3.0)),
        ("stronghold-place", "two-edges-and-none-named", stronghold((13.5, 1.5), 3.0, 3.0)),
        ("stronghold-place", "another-edge-named", stronghold((12.0, 1.5), 3.0, 3.0).base_edge(Edge::East)),
        ("legal", "stronghold-at-an-edge", stronghold((12.0, 1.5), 3.0, 3.0)),
        ("legal", "stronghold-exactly-within-6", stronghold((10.5, 1.5), 3.0, 3.0)),
        ("stronghold-place", "only-water-and-no-edge-named", by_the_water(3.0)),
        ("legal", "stronghold-at-the-water", by_the_water(3.0).base_edge(Edge::South)),
        ("bua-gate", "none", stronghold((12.0, 1.5), 3.0, 3.0).with(|feature| feature.gates.clear())),
        (
            "bua-gate",
            "not-on-the-outline",
            stronghold((12.0, 1.5), 3.0, 3.0).with(|feature| feature.gates[0] = point((12.0, 2.5))),
        ),
        (
            "legal",
            "fort-of-dba3",
            Table::of("dba3", "forest", 15, 15)
                .area(Kind::Woods, round((3.5, 11.5), 4.0, 3.0))
                .compulsory()
                .area(Kind::Marsh, round((11.5, 11.5), 4.0, 3.0))
                .bua(Bua::Fort, square((12.0, 3.0), 3.0, 1.5))
                .gate((12.0, 3.75)),
        ),
    ]
}

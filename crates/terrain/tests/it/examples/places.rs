//! Examples of gaps, edges and quarters.

use musterfield_fixtures::layouts::{round, square};
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::{Quarter, Shape};

use super::{Example, coast, fields, forest, forest_with, hills, shore, woods_and_marsh};

pub(super) fn examples() -> Vec<Example> {
    let two_in_a_quarter = |gap: f64| {
        forest()
            .area(Kind::Woods, round((3.5, 2.0 + 0.75), 4.0, 2.0))
            .but(|layout| layout.features[2].shape = Shape::Area(round((3.5, 3.75 + gap + 1.0), 4.0, 2.0)))
            .but(|layout| layout.features[2].quarter = None)
            .but(|layout| layout.features[2].kind = Kind::Marsh)
    };
    let hill = |x: f64| {
        forest().but(|layout| {
            layout.features[2].shape = Shape::Area(round((x, 3.5), 4.0, 3.0));
        })
    };
    let plough = |y: f64| {
        fields().area(Kind::GentleHill, round((11.5, 2.5), 4.0, 3.0)).but(|layout| {
            layout.features[0].shape = Shape::Area(square((3.5, y), 4.0, 3.0));
        })
    };
    vec![
        ("gap", "0.6", two_in_a_quarter(0.6)),
        ("legal", "gap-of-exactly-1", two_in_a_quarter(1.0)),
        (
            "gap",
            "hamlet-and-woods",
            forest()
                .bua(Bua::Hamlet, square((7.0, 11.5), 3.0, 2.0))
                .but(|layout| layout.features[3].shape = Shape::Area(square((3.5, 8.75), 3.0, 1.5))),
        ),
        ("overlap", "woods-on-marsh", forest().area(Kind::Woods, round((11.5, 10.5), 4.0, 3.0)).in_quarter(2)),
        (
            "edge-gap",
            "0.5",
            forest_with(Kind::GentleHill, 4.0, 3.0).but(|layout| {
                layout.features[2].shape = Shape::Area(round((11.5, 2.0), 4.0, 3.0));
            }),
        ),
        (
            "legal",
            "edge-gap-of-exactly-1",
            forest_with(Kind::GentleHill, 4.0, 3.0).but(|layout| {
                layout.features[2].shape = Shape::Area(round((12.0, 2.5), 4.0, 3.0));
            }),
        ),
        (
            "outside-board",
            "woods",
            forest_with(Kind::GentleHill, 4.0, 3.0).but(|layout| {
                layout.features[2].shape = Shape::Area(round((11.5, 1.0), 4.0, 3.0));
            }),
        ),
        (
            "outside-quarter",
            "woods-over-the-line",
            forest().but(|layout| {
                layout.features[0].shape = Shape::Area(round((6.0, 11.5), 4.0, 3.0));
            }),
        ),
        (
            "legal",
            "woods-up-to-the-line",
            forest().but(|layout| {
                layout.features[0].shape = Shape::Area(round((5.5, 9.0), 4.0, 3.0));
            }),
        ),
        (
            "outside-quarter",
            "not-where-the-die-says",
            forest().but(|layout| {
                layout.features[0].quarter = Quarter::from_number(4);
            }),
        ),
        ("outside-quarter", "greater-part-of-a-hill", hill(7.0)),
        ("legal", "smaller-part-of-a-hill", hill(8.0)),
        ("legal", "half-of-a-hill", hill(7.5)),
        ("must-cross-quarter", "plough-in-one", plough(10.0)),
        ("legal", "plough-just-over-the-line", plough(8.9)),
        (
            "must-cross-quarter",
            "plough-in-four",
            fields()
                .but(|layout| {
                    layout.features[0].shape = Shape::Area(square((7.5, 7.5), 3.0, 3.0));
                    layout.features[1].shape = Shape::Area(square((12.5, 7.5), 3.0, 4.0));
                })
                .area(Kind::GentleHill, round((11.5, 2.5), 4.0, 3.0)),
        ),
        (
            "must-cross-quarter",
            "river-in-one",
            woods_and_marsh("d3h2").course(Kind::River, 1.0, &[(0.0, 5.0), (4.0, 4.0), (5.0, 0.0)]),
        ),
        (
            "must-cross-quarter",
            "river-in-four",
            woods_and_marsh("d3h2").course(Kind::River, 1.0, &[(0.0, 5.0), (15.0, 9.0)]),
        ),
        (
            "outside-quarter",
            "river-not-where-the-die-says",
            woods_and_marsh("d3h2").course(Kind::River, 1.0, &[(0.0, 5.5), (15.0, 5.5)]).in_quarter(1),
        ),
        (
            "outside-quarter",
            "water-not-where-the-die-says",
            coast(&shore(2.0)).but(|layout| {
                layout.features[0].quarter = Quarter::from_number(3);
            }),
        ),
        (
            "must-cross-quarter",
            "road-in-four",
            hills().course(Kind::Road, 0.5, &[(3.0, 0.0), (3.0, 6.0), (7.9, 7.5), (3.0, 9.0), (3.0, 15.0)]),
        ),
    ]
}

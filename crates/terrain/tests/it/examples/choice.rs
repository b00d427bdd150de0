//! Examples of the choice of features.

use musterfield_fixtures::layouts::{Table, points, round, square};
use musterfield_geometry::Polygon;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::{Board, Edge, Shape};

use super::{Example, coast, fields, forest, forest_of, forest_with, shore, woods_and_marsh};

pub(super) fn examples() -> Vec<Example> {
    let optional = |table: Table| table.with(|feature| feature.compulsory = false);
    let no_compulsory = || {
        Table::of("d3h2", "forest", 15, 15)
            .area(Kind::Woods, round((3.5, 11.5), 4.0, 3.0))
            .area(Kind::Marsh, round((11.5, 11.5), 4.0, 3.0))
            .area(Kind::GentleHill, round((11.5, 3.5), 4.0, 3.0))
    };
    let dry = |second: Kind| {
        Table::of("d3h2", "dry", 15, 15)
            .area(Kind::Rocky, round((3.5, 11.5), 4.0, 3.0))
            .compulsory()
            .area(second, round((11.5, 11.5), 4.0, 3.0))
            .compulsory()
            .area(Kind::Dunes, round((11.5, 3.5), 4.0, 3.0))
            .area(Kind::Oasis, round((3.5, 3.5), 4.0, 3.0))
    };
    let hamlet = |table: Table| table.bua(Bua::Hamlet, square((3.5, 3.5), 3.0, 2.0));
    vec![
        ("compulsory-count", "none", no_compulsory()),
        ("compulsory-count", "rocky-and-scrub", dry(Kind::Scrub)),
        ("legal", "two-rocky", dry(Kind::Rocky)),
        (
            "compulsory-count",
            "one-plough",
            optional(fields().but(|layout| {
                layout.features.remove(1);
            }))
            .area(Kind::Scrub, round((11.5, 3.5), 4.0, 3.0)),
        ),
        ("optional-count", "one", woods_and_marsh("d3h2")),
        ("optional-count", "four", hamlet(forest()).area(Kind::Woods, round((3.5, 6.4), 3.0, 1.5))),
        ("legal", "three-optional", hamlet(forest())),
        (
            "type-maximum",
            "four-woods",
            Table::of("d3h2", "forest", 15, 15)
                .area(Kind::Woods, round((3.5, 11.5), 4.0, 3.0))
                .compulsory()
                .area(Kind::Woods, round((11.5, 11.5), 4.0, 3.0))
                .compulsory()
                .area(Kind::Woods, round((11.5, 3.5), 4.0, 3.0))
                .area(Kind::Woods, round((3.5, 3.5), 4.0, 3.0)),
        ),
        (
            "type-maximum",
            "two-rivers",
            woods_and_marsh("d3h2").course(Kind::River, 0.5, &[(0.0, 7.0), (15.0, 7.0)]).course(
                Kind::River,
                0.5,
                &[(0.0, 5.0), (15.0, 5.0)],
            ),
        ),
        ("not-allowed", "dunes-in-a-forest", forest_with(Kind::Dunes, 4.0, 3.0)),
        ("not-allowed", "city", woods_and_marsh("d3h2").bua(Bua::City, square((11.5, 3.5), 4.0, 3.0))),
        (
            "not-allowed",
            "compulsory-marsh",
            forest_with(Kind::GentleHill, 4.0, 3.0)
                .area(Kind::Woods, round((3.5, 3.5), 4.0, 3.0))
                .but(|layout| layout.features[1].compulsory = true),
        ),
        (
            "legal",
            "a-given-table-is-not-asked-how-it-was-chosen",
            forest_with(Kind::Dunes, 4.0, 3.0)
                .area(Kind::Dunes, round((3.5, 3.5), 4.0, 3.0))
                .but(|layout| layout.fixed = true),
        ),
        (
            "either-or",
            "woods-and-dunes",
            coast(&shore(2.0)).but(|layout| {
                layout.features[2].kind = Kind::Dunes;
            }),
        ),
        (
            "arable-needs-more",
            "only-good-going",
            fields()
                .but(|layout| {
                    layout.features[2].kind = Kind::GentleHill;
                })
                .area(Kind::GentleHill, round((11.5, 2.5), 4.0, 3.0)),
        ),
        ("legal", "arable", fields().area(Kind::GentleHill, round((11.5, 2.5), 4.0, 3.0))),
        (
            "board-size",
            "14",
            Table::of("d3h2", "forest", 14, 14)
                .area(Kind::Woods, round((3.5, 10.5), 4.0, 3.0))
                .compulsory()
                .area(Kind::Marsh, round((10.5, 10.5), 4.0, 3.0))
                .area(Kind::GentleHill, round((10.5, 3.5), 4.0, 3.0)),
        ),
        (
            "legal",
            "17",
            forest().but(|layout| {
                layout.board = Board { width: 17_000, depth: 17_000 };
                layout.features[1].shape = Shape::Area(round((13.0, 11.5), 4.0, 3.0));
            }),
        ),
        (
            "coverage",
            "two-quarters",
            Table::of("dba22", "forest", 15, 15)
                .area(Kind::Woods, round((3.5, 12.0), 4.0, 3.0))
                .compulsory()
                .area(Kind::Marsh, round((11.5, 12.0), 4.0, 3.0))
                .area(Kind::GentleHill, round((11.5, 8.6), 3.0, 1.5)),
        ),
        (
            "coverage",
            "one-quarter-with-bad-going",
            Table::of("dba22", "forest", 15, 15)
                .area(Kind::Woods, round((3.5, 12.0), 4.0, 3.0))
                .compulsory()
                .area(Kind::GentleHill, round((11.5, 12.0), 4.0, 3.0))
                .area(Kind::GentleHill, round((11.5, 3.5), 3.0, 1.5)),
        ),
        ("legal", "dba22", forest_of("dba22")),
        ("legal", "dba3", forest_of("dba3")),
        (
            "board-size",
            "dba3-17",
            forest_of("dba3").but(|layout| {
                layout.board = Board { width: 17_000, depth: 17_000 };
                layout.features[1].shape = Shape::Area(round((13.0, 11.5), 4.0, 3.0));
            }),
        ),
        (
            "type-maximum",
            "dba22-three-marshes",
            Table::of("dba22", "tropical", 15, 15)
                .area(Kind::Woods, round((3.5, 11.5), 4.0, 3.0))
                .compulsory()
                .area(Kind::Marsh, round((11.5, 11.5), 4.0, 3.0))
                .area(Kind::Marsh, round((3.5, 3.5), 4.0, 3.0))
                .area(Kind::Marsh, round((11.5, 3.5), 4.0, 3.0)),
        ),
        ("waterway-depth", "dba3-long-edge-of-a-big-table", big_coast(Edge::South)),
        ("legal", "dba3-short-edge-of-a-big-table", big_coast(Edge::West)),
    ]
}

/// A Big Battle table of DBA 3.0 with water along an edge.
fn big_coast(edge: Edge) -> Table {
    let along = if edge == Edge::South {
        [(0.0, 0.0), (30.0, 0.0), (30.0, 2.0), (0.0, 2.0)]
    } else {
        [(0.0, 0.0), (2.0, 0.0), (2.0, 15.0), (0.0, 15.0)]
    };
    let outline = Polygon::new(points(&along));
    Table::of("dba3", "littoral", 30, 15)
        .add(Kind::Waterway, Shape::Water { edge, outline, beach: None })
        .compulsory()
        .area(Kind::Woods, round((20.0, 11.5), 4.0, 3.0))
        .area(Kind::Marsh, round((8.0, 11.5), 4.0, 3.0))
}

//! Examples of sizes, proportions and outlines.

use musterfield_fixtures::layouts::{Table, points, round, square};
use musterfield_geometry::Polygon;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::{Edge, Shape};

use super::{Example, STRAIGHT_ROAD, forest_with, hills, stronghold, woods_and_marsh};

pub(super) fn examples() -> Vec<Example> {
    let gully = |width: f64, height: f64| {
        Table::of("d3h2", "steppe", 15, 15)
            .area(Kind::GentleHill, round((3.5, 11.5), 4.0, 3.0))
            .compulsory()
            .area(Kind::Scrub, round((11.5, 11.5), 4.0, 3.0))
            .area(Kind::Gully, round((11.0, 3.5), width, height))
    };
    let fort = |width: f64| {
        Table::of("dba3", "forest", 15, 15)
            .area(Kind::Woods, round((3.5, 11.5), 4.0, 3.0))
            .compulsory()
            .area(Kind::Marsh, round((11.5, 11.5), 4.0, 3.0))
            .bua(Bua::Fort, square((13.0, 2.0), 2.6, width))
            .gate((13.0, 2.0 + width / 2.0))
    };
    let river = |width: f64| woods_and_marsh("d3h2").course(Kind::River, width, &[(0.0, 5.5), (5.0, 6.0), (15.0, 5.0)]);
    vec![
        (
            "size",
            "two-small-ones",
            forest_with(Kind::GentleHill, 1.5, 1.0).but(|layout| {
                layout.features[1].shape = Shape::Area(round((11.5, 11.5), 2.0, 1.2));
            }),
        ),
        ("legal", "one-small-one", forest_with(Kind::GentleHill, 1.0, 1.0)),
        ("size", "smaller-than-the-small-one", forest_with(Kind::GentleHill, 1.5, 0.9)),
        (
            "legal",
            "exactly-3-by-1.5",
            forest_with(Kind::GentleHill, 3.0, 1.5).but(|layout| {
                layout.features[1].shape = Shape::Area(round((11.5, 11.5), 1.5, 3.0));
            }),
        ),
        ("size", "length-and-width-together", forest_with(Kind::GentleHill, 5.0, 4.1)),
        ("legal", "exactly-9-together", forest_with(Kind::GentleHill, 5.0, 4.0)),
        ("legal", "exactly-6-by-3", woods_and_marsh("d3h2").area(Kind::GentleHill, round((11.0, 3.5), 6.0, 3.0))),
        ("proportion", "woods-too-long", forest_with(Kind::Woods, 4.5, 2.0)),
        ("proportion", "gully-too-wide", gully(4.0, 2.0)),
        ("legal", "gully", gully(6.0, 2.0)),
        ("size", "gully-too-long", woods_gully()),
        ("size", "stronghold-too-small", stronghold((14.0, 2.0), 1.9, 4.0)),
        ("legal", "stronghold-6-by-6", stronghold((12.0, 3.0), 6.0, 6.0).base_edge(Edge::South)),
        ("size", "fort-is-never-the-small-one", fort(1.4)),
        ("size", "river-too-wide", river(1.2)),
        ("legal", "river", river(1.0)),
        ("size", "road-too-wide", hills().course(Kind::Road, 0.6, &STRAIGHT_ROAD)),
        ("outline", "square-woods", woods_and_marsh("d3h2").area(Kind::Woods, square((11.5, 3.5), 4.0, 3.0))),
        (
            "outline",
            "long-straight-side",
            woods_and_marsh("d3h2").area(
                Kind::Woods,
                Polygon::new(points(&[
                    (9.5, 2.0),
                    (10.5, 2.0),
                    (12.0, 2.0),
                    (13.5, 2.0),
                    (13.9, 3.0),
                    (13.5, 4.2),
                    (12.5, 4.8),
                    (11.5, 5.0),
                    (10.5, 4.8),
                    (9.5, 4.2),
                    (9.1, 3.0),
                ])),
            ),
        ),
        ("legal", "square-hamlet", woods_and_marsh("d3h2").bua(Bua::Hamlet, square((11.5, 1.0), 4.0, 2.0))),
        (
            "self-crossing",
            "bow-tie",
            woods_and_marsh("d3h2")
                .area(Kind::Woods, Polygon::new(points(&[(9.5, 2.0), (13.5, 5.0), (13.5, 2.0), (9.5, 5.0)]))),
        ),
        (
            "self-crossing",
            "twice-the-same-point",
            woods_and_marsh("d3h2").area(Kind::Woods, {
                let mut outline = round((11.5, 3.5), 4.0, 3.0);
                let corner = outline.corners[3];
                outline.corners.insert(3, corner);
                outline
            }),
        ),
        (
            "self-crossing",
            "river",
            woods_and_marsh("d3h2").course(
                Kind::River,
                0.5,
                &[(0.0, 6.0), (9.0, 6.0), (9.0, 5.0), (7.0, 5.0), (7.0, 9.0), (15.0, 6.0)],
            ),
        ),
        (
            "self-crossing",
            "no-area",
            woods_and_marsh("d3h2").area(Kind::Woods, Polygon::new(points(&[(9.5, 2.0), (11.5, 2.0), (13.5, 2.0)]))),
        ),
    ]
}

fn woods_gully() -> Table {
    Table::of("d3h2", "steppe", 20, 20)
        .area(Kind::GentleHill, round((3.5, 15.5), 4.0, 3.0))
        .compulsory()
        .area(Kind::Scrub, round((15.5, 15.5), 4.0, 3.0))
        .area(Kind::Gully, round((15.0, 3.5), 7.5, 1.4))
}

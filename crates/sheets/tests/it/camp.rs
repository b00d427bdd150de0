//! The places where camps may stand (D3H2-CAMP-01), as found and as drawn.

use musterfield_geometry::point::bw;
use musterfield_geometry::{Point, Polygon};
use musterfield_rules::book;
use musterfield_rules::terrain::{Going, Kind};
use musterfield_sheets::map::{MapOptions, svg};
use musterfield_terrain::camp::{Touches, stretches};
use musterfield_terrain::file::from_json;
use musterfield_terrain::generate::request::usual_board;
use musterfield_terrain::generate::{Settings, generate};
use musterfield_terrain::layout::TOUCH;
use musterfield_terrain::{Edge, Feature, Layout, Shape};
use scraper::{Html, Selector};

/// Whether no camp may stand on a feature.
fn is_barred(layout: &Layout, feature: &Feature) -> bool {
    match feature.kind {
        Kind::Road => false,
        Kind::River | Kind::Waterway | Kind::Plough => true,
        _ => layout.rules.going(feature.kind, feature.bua) != Some(Going::Good),
    }
}

/// The feature in which a point lies and no camp may stand.
fn under(layout: &Layout, at: Point) -> Option<&Feature> {
    layout.features.iter().filter(|feature| is_barred(layout, feature)).find(|feature| match &feature.shape {
        // A camp may touch features on which it may not stand.
        Shape::Area(outline) | Shape::Water { outline, .. } => {
            outline.contains(at) && !outline.outline_nearer_to_point(at, 2 * TOUCH)
        }
        Shape::Course(course) => course.nearer_to_point(at, -TOUCH),
    })
}

/// Points all over a place.
fn all_over(corners: [Point; 4]) -> Vec<Point> {
    let [a, b, c, d] = corners;
    let mix = |from: Point, to: Point, of: i64| {
        Point::new(from.x + (to.x - from.x) * of / 8, from.y + (to.y - from.y) * of / 8)
    };
    (0..=8).flat_map(|down| (0..=8).map(move |right| mix(mix(a, b, right), mix(d, c, right), down))).collect()
}

/// The places of drawn tents.
fn tents(layout: &Layout, edge: Edge) -> Vec<Point> {
    let drawing = svg(layout, &MapOptions { base_edge: Some(edge), ..MapOptions::default() });
    let page = Html::parse_fragment(&drawing);
    let number = |text: Option<&str>| text.unwrap().parse::<f64>().unwrap();
    page.select(&Selector::parse(".zones use[href$='-tent']").unwrap())
        .map(|tent| {
            let (x, y) = (number(tent.attr("x")), number(tent.attr("y")));
            Point::from_bw(x / 100.0, bw(layout.board.depth) - y / 100.0).unwrap()
        })
        .collect()
}

#[test]
fn no_tent_stands_in_water_or_bad_going_or_near_a_side_edge() {
    let mut shores = 0;
    for rules in book().unwrap().terrains() {
        let (board, camp) = (usual_board(rules).unwrap(), rules.camp.as_ref());
        for (home, seed) in rules.homes.iter().flat_map(|home| (0..14).map(move |seed| (home, seed))) {
            let layout = generate(&Settings::new(rules, home, board, seed)).unwrap();
            for edge in Edge::ALL {
                let found = stretches(&layout, edge);
                assert!(camp.is_some() || found.is_empty());
                shores += found.iter().filter(|stretch| stretch.touches == Touches::Shore).count();
                for site in found.iter().flat_map(|stretch| &stretch.sites) {
                    let named = || format!("{} {} {seed} {edge} {site:?}", rules.ruleset, home.id);
                    for at in all_over(site.corners) {
                        assert_eq!(under(&layout, at).map(|feature| &feature.id), None, "{}", named());
                    }
                    let deep = rules.deployment.deep(board.across(edge));
                    for corner in site.corners {
                        assert!((0..=deep).contains(&board.from_edge(edge, corner)), "{}", named());
                        let sides = [edge.next(), edge.next().opposite()];
                        let off = sides.map(|side| board.from_edge(side, corner)).into_iter().min().unwrap();
                        assert!(off >= camp.unwrap().from_sides, "{}", named());
                    }
                    let place = Polygon::new(site.corners.to_vec());
                    let by_water = layout.features.iter().any(|feature| {
                        matches!(&feature.shape, Shape::Water { outline, .. } if outline.nearer(&place, 2 * TOUCH))
                    });
                    let at_edge = site.corners.iter().any(|corner| board.from_edge(edge, *corner) == 0);
                    assert!(by_water || at_edge, "{}", named());
                }
            }
            // Drawing takes longer, so only some are tested.
            for edge in [Edge::ALL[usize::try_from(seed % 4).unwrap()]].into_iter().filter(|_| seed < 8) {
                for at in tents(&layout, edge).into_iter().chain(tents(&layout, edge.opposite())) {
                    assert_eq!(under(&layout, at).map(|feature| &feature.id), None, "{} {seed} {edge}", home.id);
                }
            }
        }
    }
    assert!(shores > 10, "{shores} shores");
}

fn table(features: &str) -> Layout {
    let text = format!(
        r#"{{"format": "musterfield-layout/1", "home_terrain": "littoral", "board": [15, 15], "features": [{features}]}}"#
    );
    from_json(&text, book().unwrap()).unwrap()
}

/// The ranges along an edge in which camps may stand, in thousandths of a BW.
fn along_edge(layout: &Layout, edge: Edge) -> Vec<(i64, i64)> {
    let along = |at: &Point| if matches!(edge, Edge::North | Edge::South) { at.x } else { at.y };
    let found = stretches(layout, edge);
    let rear = found.iter().filter(|stretch| stretch.touches == Touches::RearEdge);
    rear.map(|stretch| {
        let all: Vec<i64> = stretch.sites.iter().flat_map(|site| site.corners).map(|at| along(&at)).collect();
        (*all.iter().min().unwrap(), *all.iter().max().unwrap())
    })
    .collect()
}

#[test]
fn a_camp_has_the_whole_edge_but_what_is_near_the_sides_or_lies_on_it() {
    assert_eq!(along_edge(&table(""), Edge::South), [(4000, 11_000)]);
    let river = r#"{"id": "r", "kind": "river", "path": [[7, 0], [7, 15]], "width": 1}"#;
    assert_eq!(along_edge(&table(river), Edge::South), [(4000, 6500), (7500, 11_000)]);
    let road = river.replace("river", "road");
    assert_eq!(along_edge(&table(&road), Edge::South), [(4000, 11_000)]);
    let plough = r#"{"id": "p", "kind": "plough", "polygon": [[4, 0], [9, 0], [9, 3], [4, 3]]}"#;
    assert_eq!(along_edge(&table(plough), Edge::South), [(9000, 11_000)]);
    let hill = plough.replace("plough", "gentle_hill");
    assert_eq!(along_edge(&table(&hill), Edge::South), [(4000, 11_000)]);
    let strong = r#"{"id": "s", "kind": "bua", "bua": "stronghold", "polygon": [[3, 0], [12, 0], [12, 3], [3, 3]]}"#;
    assert!(stretches(&table(strong), Edge::South).is_empty());
}

#[test]
fn water_along_the_base_edge_moves_the_camp_to_the_shore_and_along_a_side_it_helps_nobody() {
    let water = table(
        r#"{"id": "w", "kind": "waterway", "edge": "west", "polygon": [[0, 0], [2, 0], [1.5, 8], [2, 15], [0, 15]]}"#,
    );
    let west = stretches(&water, Edge::West);
    assert!(!west.is_empty() && west.iter().all(|stretch| stretch.touches == Touches::Shore));
    for site in west.iter().flat_map(|stretch| &stretch.sites) {
        assert!((1500..3000).contains(&site.middle().x) && (4000..11_000).contains(&site.middle().y), "{site:?}");
    }
    assert!(stretches(&water, Edge::South).iter().all(|stretch| stretch.touches == Touches::RearEdge));
}

#[test]
fn a_shore_as_long_as_can_be_is_looked_at_in_no_time() {
    let teeth: Vec<String> = (0..255).map(|at| format!("[{}, {}]", 900 * (at % 2), at)).collect();
    let water = format!(
        r#"{{"id": "w", "kind": "waterway", "edge": "west", "polygon": [{}, [-9, 15], [-9, 0]]}}"#,
        teeth.join(", ")
    );
    let begun = std::time::Instant::now();
    let _ = stretches(&table(&water), Edge::West);
    assert!(begun.elapsed() < std::time::Duration::from_secs(10), "{:?}", begun.elapsed());
}

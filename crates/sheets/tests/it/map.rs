//! Maps of layouts, examined like a program that shows or reads them.

use std::collections::BTreeSet;
use std::fs;

use musterfield_geometry::point::bw;
use musterfield_geometry::{Point, Polygon};
use musterfield_rules::book;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_sheets::map::{self, MapOptions, Style, svg, template};
use musterfield_sheets::map_sheet::{SheetOptions, file_name, sheet};
use musterfield_terrain::file::{from_json, to_json};
use musterfield_terrain::{Edge, Feature, Layout, Shape};
use scraper::{ElementRef, Html, Selector};

/// A drawing as a tree.
pub(super) fn parsed(svg: &str) -> Html {
    Html::parse_fragment(svg)
}

pub(super) fn all<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

pub(super) fn within<'a>(element: ElementRef<'a>, selector: &str) -> Vec<ElementRef<'a>> {
    element.select(&Selector::parse(selector).unwrap()).collect()
}

/// The layouts in `tests/data/maps`, with their names.
pub(super) fn samples() -> Vec<(String, Layout)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/maps");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| from_json(&fs::read_to_string(path).unwrap(), book().unwrap()).unwrap();
    files.iter().map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), read(path))).collect()
}

pub(super) fn sample(name: &str) -> Layout {
    samples().into_iter().find(|(file, _)| file.starts_with(name)).unwrap().1
}

pub(super) fn number(element: ElementRef<'_>, attribute: &str) -> f64 {
    element.attr(attribute).unwrap_or_else(|| panic!("no {attribute}")).parse().unwrap()
}

pub(super) fn numbers(text: &str) -> Vec<f64> {
    text.split([' ', ',']).filter(|part| !part.is_empty()).map(|part| part.parse().unwrap()).collect()
}

/// Points on the path of an outline, close to each other.
pub(super) fn points(path: &str) -> Vec<(f64, f64)> {
    let mut found = Vec::new();
    let mut at = (0.0, 0.0);
    let mut rest = path;
    while let Some(command) = rest.chars().next() {
        let body = &rest[1..];
        let end = body.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(body.len());
        let spots: Vec<(f64, f64)> = numbers(&body[..end]).chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        rest = &body[end..];
        match (command, spots.as_slice()) {
            ('M' | 'L', [to]) => at = *to,
            ('C', [a, b, to]) => {
                for step in 0..=8 {
                    let t = f64::from(step) / 8.0;
                    let mix = |p: f64, q: f64, r: f64, s: f64| {
                        let u = 1.0 - t;
                        u * u * u * p + 3.0 * u * u * t * q + 3.0 * u * t * t * r + t * t * t * s
                    };
                    found.push((mix(at.0, a.0, b.0, to.0), mix(at.1, a.1, b.1, to.1)));
                }
                at = *to;
            }
            ('Z', []) => {}
            other => panic!("{other:?} in {path}"),
        }
        found.push(at);
    }
    found
}

pub(super) fn outline_of(page: &Html, id: &str) -> String {
    let paths = all(page, &format!("#piece-{id} > path.outline"));
    assert_eq!(paths.len(), 1, "{id}");
    paths[0].attr("d").unwrap().to_owned()
}

/// The point of the table at a place of the drawing.
fn on_table(layout: &Layout, (x, y): (f64, f64)) -> Point {
    let depth = layout.board.depth;
    Point::from_bw(x / 100.0, bw(depth) - y / 100.0).unwrap()
}

#[test]
fn every_feature_has_its_piece_with_one_outline() {
    for (file, layout) in samples() {
        for options in [MapOptions::default(), MapOptions::editor()] {
            let drawing = svg(&layout, &options);
            let page = parsed(&drawing);
            let pieces = all(&page, "g.table g.piece");
            let ids: BTreeSet<&str> = pieces.iter().map(|piece| piece.attr("data-id").unwrap()).collect();
            assert_eq!(ids, layout.features.iter().map(|feature| feature.id.as_str()).collect(), "{file}");
            for piece in pieces {
                let feature = layout.feature(piece.attr("data-id").unwrap()).unwrap();
                assert_eq!(piece.attr("id").unwrap(), format!("piece-{}", feature.id));
                assert_eq!(piece.attr("data-kind").unwrap(), feature.kind.as_str());
                outline_of(&page, &feature.id);
            }
        }
    }
}

#[test]
fn the_drawing_says_where_the_table_lies_on_it() {
    let layout = sample("littoral");
    for options in [MapOptions::default(), MapOptions::editor()] {
        let drawing = svg(&layout, &options);
        let page = parsed(&drawing);
        let root = all(&page, "svg.map")[0];
        assert_eq!((number(root, "data-width"), number(root, "data-depth")), (1500.0, 1500.0));
        let table = all(&page, "svg > g.table")[0];
        let shift = format!("translate({} {})", number(root, "data-left"), number(root, "data-top"));
        assert_eq!(table.attr("transform").unwrap(), shift);
        let sheet = numbers(root.attr("viewBox").unwrap());
        assert!(sheet[2] > number(root, "data-left") + 1500.0 && sheet[3] > number(root, "data-top") + 1500.0);
    }
}

#[test]
fn a_curve_stays_within_a_twentieth_of_the_outline_that_counts() {
    for (file, layout) in samples() {
        let drawing = svg(&layout, &MapOptions::default());
        let page = parsed(&drawing);
        for feature in layout.features.iter().filter(|feature| feature.outline().is_some()) {
            let polygon = feature.outline().unwrap();
            for at in points(&outline_of(&page, &feature.id)) {
                let at = on_table(&layout, at);
                assert!(polygon.outline_nearer_to_point(at, 52), "{file} {} leaves its outline at {at:?}", feature.id);
            }
        }
    }
}

#[test]
fn straight_outlines_keep_their_corners() {
    let layout = sample("arable");
    let drawing = svg(&layout, &MapOptions::default());
    let page = parsed(&drawing);
    assert!(!outline_of(&page, "f2").contains('C'), "plough may be straight");
    assert!(outline_of(&page, "f5").contains('C'), "woods are curved");
}

#[test]
fn trees_stand_inside_their_woods() {
    let layout = sample("arable");
    let drawing = svg(&layout, &MapOptions::default());
    let page = parsed(&drawing);
    let polygon = layout.feature("f5").unwrap().outline().unwrap();
    let trees = all(&page, "#piece-f5 use");
    assert!(trees.len() > 40, "{}", trees.len());
    for tree in trees {
        let at = on_table(&layout, (number(tree, "x"), number(tree, "y")));
        assert!(polygon.contains(at) && !polygon.outline_nearer_to_point(at, 210), "{at:?}");
    }
}

#[test]
fn a_wood_that_is_dragged_keeps_its_trees() {
    let mut layout = sample("arable");
    let options = MapOptions { labels: false, ..MapOptions::default() };
    let trees = |layout: &Layout| -> Vec<(f64, f64)> {
        let drawing = svg(layout, &options);
        let page = parsed(&drawing);
        all(&page, "#piece-f5 use").iter().map(|tree| (number(*tree, "x"), number(*tree, "y"))).collect()
    };
    let before = trees(&layout);
    let wood = layout.features.iter_mut().find(|feature| feature.id == "f5").unwrap();
    let Shape::Area(polygon) = &mut wood.shape else { panic!() };
    polygon.corners.iter_mut().for_each(|corner| *corner = *corner + Point::new(-500, 1000));
    let after: Vec<(f64, f64)> = trees(&layout).into_iter().map(|(x, y)| (x + 50.0, y + 100.0)).collect();
    assert_eq!(before, after);
}

#[test]
fn black_and_white_has_only_greys() {
    for (file, layout) in samples() {
        let marked = layout.features.iter().map(|feature| feature.id.clone()).collect();
        let options = MapOptions { style: Style::Print, base_edge: Some(Edge::West), marked, ..MapOptions::default() };
        let drawing = svg(&layout, &options);
        let mut colours = BTreeSet::new();
        for element in all(&parsed(&drawing), "*") {
            colours.extend(["fill", "stroke"].iter().filter_map(|name| element.attr(name)).map(str::to_owned));
        }
        assert!(colours.len() > 3);
        for colour in colours {
            let grey = match colour.strip_prefix('#') {
                Some(hex) => hex.len() == 6 && hex[..2] == hex[2..4] && hex[..2] == hex[4..],
                None => colour == "none",
            };
            assert!(grey, "{file}: {colour}");
        }
    }
}

#[test]
fn the_legend_has_what_lies_on_the_table_and_nothing_else() {
    for (file, layout) in samples() {
        let drawing = svg(&layout, &MapOptions::default());
        let page = parsed(&drawing);
        let listed: Vec<String> =
            all(&page, "g.legend g.entry").iter().map(|entry| entry.attr("data-kind").unwrap().to_owned()).collect();
        let there: BTreeSet<(Kind, Option<Bua>)> =
            layout.features.iter().map(|feature| (feature.kind, feature.bua)).collect();
        let mut expected: Vec<&str> = there.iter().map(|(kind, _)| kind.as_str()).collect();
        let mut listed: Vec<&str> = listed.iter().map(String::as_str).collect();
        expected.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, expected, "{file}");
        assert!(all(&parsed(&svg(&layout, &MapOptions::editor())), "g.legend").is_empty());
    }
    let legend: Vec<String> = all(&parsed(&svg(&sample("arable"), &MapOptions::default())), "g.legend text")
        .iter()
        .map(|text| text.text().collect())
        .collect();
    for words in [["Plough", "good going"], ["Hamlet", "rough going"], ["Woods", "bad going"]] {
        assert!(legend.windows(2).any(|pair| pair == words), "{words:?} in {legend:?}");
    }
}

#[test]
fn a_map_says_which_parts_of_the_rules_are_borrowed() {
    let text = to_json(&sample("steppe")).replacen("\"d3h2\"", "\"hott25\"", 1);
    let hott = from_json(&text, book().unwrap()).unwrap();
    let said = |layout: &Layout, options: &MapOptions| -> String {
        all(&parsed(&svg(layout, options)), "g.legend > text").iter().flat_map(|line| line.text()).collect()
    };
    assert!(said(&hott, &MapOptions::default()).contains("these parts follow D3H2."));
    assert_eq!(said(&sample("steppe"), &MapOptions::default()), "");
    // On a page, it stands beside the map.
    assert_eq!(said(&hott, &MapOptions { heading: false, ..MapOptions::default() }), "");
}

#[test]
fn equal_layouts_give_equal_bytes() {
    for (file, layout) in samples() {
        let again = from_json(&to_json(&layout), book().unwrap()).unwrap();
        assert_eq!(svg(&layout, &MapOptions::default()), svg(&again, &MapOptions::default()), "{file}");
    }
}

#[test]
fn a_usual_map_is_a_small_file() {
    for (file, layout) in samples() {
        // One of them has every kind of feature.
        let most = if layout.features.len() > 10 { 200_000 } else { 100_000 };
        let drawing = svg(&layout, &MapOptions::default());
        assert!(drawing.len() < most, "{file}: {} bytes", drawing.len());
    }
}

#[test]
fn what_players_write_is_only_text() {
    let mut layout = sample("arable");
    let nasty = "</text><script>alert(1)</script>&\"'\u{1}";
    layout.name = nasty.to_owned();
    layout.features[0].id = "\"><b x='".to_owned();
    let drawing = svg(&layout, &MapOptions { marked: vec![layout.features[0].id.clone()], ..MapOptions::default() });
    assert!(!drawing.contains("<script") && !drawing.contains("<b ") && !drawing.contains('\u{1}'));
    let page = parsed(&drawing);
    assert_eq!(all(&page, "g.heading text")[0].text().collect::<String>(), "</text><script>alert(1)</script>&\"'");
    assert_eq!(all(&page, "g.marked")[0].attr("data-id").unwrap(), "\"><b x='");
}

#[test]
fn a_map_needs_nothing_that_the_content_security_policy_forbids() {
    for (file, layout) in samples() {
        let drawing = svg(&layout, &MapOptions { base_edge: Some(Edge::North), ..MapOptions::default() });
        for forbidden in [" style=", "<style", "<script", "<image", "http://", "https://"] {
            let rest = drawing.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
            assert!(!rest.contains(forbidden), "{file} has {forbidden}");
        }
    }
}

#[test]
fn a_feature_with_a_problem_gets_an_outline_and_a_sign() {
    let layout = sample("hilly");
    let options =
        MapOptions { marked: vec!["f2".to_owned(), "f3".to_owned(), "nobody".to_owned()], ..MapOptions::default() };
    let drawing = svg(&layout, &options);
    let page = parsed(&drawing);
    let marked = all(&page, "g.piece.marked");
    let ids: Vec<&str> = marked.iter().map(|piece| piece.attr("data-id").unwrap()).collect();
    assert_eq!(ids, ["f2", "f3"]);
    for id in ids {
        assert_eq!(all(&page, &format!("g[data-of={id}] path.mark")).len(), 1);
        assert_eq!(all(&page, &format!("g[data-of={id}] path.sign")).len(), 1);
    }
    assert!(all(&parsed(&svg(&layout, &MapOptions::default())), ".sign").is_empty());
}

#[test]
fn neither_bed_nor_strokes_of_a_gully_stick_out_of_it() {
    for seed in 0..40 {
        let rules = book().unwrap().terrain("d3h2").unwrap();
        let board = musterfield_terrain::generate::request::usual_board(rules).unwrap();
        let settings =
            musterfield_terrain::generate::Settings::new(rules, rules.home_terrain("steppe").unwrap(), board, seed);
        let layout = musterfield_terrain::generate::generate(&settings).unwrap();
        let drawing = svg(&layout, &MapOptions::default());
        let page = parsed(&drawing);
        for gully in layout.features.iter().filter(|feature| feature.kind == Kind::Gully) {
            let drawn = all(&page, &format!("#piece-{} > path:not(.outline)", gully.id));
            assert_eq!(drawn.len(), 2, "bed and strokes");
            for at in drawn.iter().flat_map(|path| points(path.attr("d").unwrap())) {
                let at = on_table(&layout, at);
                let polygon = gully.outline().unwrap();
                assert!(polygon.contains(at) || polygon.outline_nearer_to_point(at, 30), "{seed} {at:?}");
            }
        }
    }
}

#[test]
fn the_edges_say_whose_they_are_and_the_legend_shows_the_water_that_is_there() {
    let edges = |base_edge| -> Vec<String> {
        let drawing = svg(&sample("littoral"), &MapOptions { base_edge, ..MapOptions::default() });
        all(&parsed(&drawing), "g.edges text").iter().map(|text| text.text().collect()).collect()
    };
    assert_eq!(edges(None), ["far edge", "right edge", "near edge", "left edge"]);
    let chosen = edges(Some(Edge::North));
    assert_eq!(chosen, ["far edge, invader’s base edge", "right edge", "near edge, defender’s base edge", "left edge"]);
    let mut layout = sample("littoral");
    let beaches = |layout: &Layout| {
        all(&parsed(&svg(layout, &MapOptions::default())), "g.legend [data-kind=waterway] .beach").len()
    };
    assert_eq!(beaches(&layout), 1);
    for feature in &mut layout.features {
        if let Shape::Water { beach, .. } = &mut feature.shape {
            *beach = None;
        }
    }
    assert_eq!(beaches(&layout), 0);
}

#[test]
fn zones_lie_as_far_from_the_edges_as_the_rules_say() {
    let layout = sample("steppe");
    let deployment = &layout.rules.deployment;
    let drawing = svg(&layout, &MapOptions { base_edge: Some(Edge::South), ..MapOptions::default() });
    let page = parsed(&drawing);
    for (edge, near_centre) in [("south", 750.0 + bw(deployment.from_centre(15_000)) * 100.0), ("north", 450.0)] {
        let zone = all(&page, &format!("g.zone[data-edge={edge}]"))[0];
        let lines: Vec<String> = within(zone, "path").iter().map(|path| path.attr("d").unwrap().to_owned()).collect();
        assert!(lines.contains(&format!("M0 {near_centre}L1500 {near_centre}")), "{lines:?}");
        for side in &deployment.sides {
            let (left, right) = (bw(side.distance) * 100.0, 1500.0 - bw(side.distance) * 100.0);
            let is_side =
                |line: &&String| line.starts_with(&format!("M{left} ")) && line.contains(&format!("M{right} "));
            assert!(lines.iter().any(|line| is_side(&line)), "{left} in {lines:?}");
        }
        assert_eq!(within(zone, "path.camp").len(), 1);
    }
    assert!(all(&parsed(&svg(&layout, &MapOptions::default())), "g.zones").is_empty());
}

#[test]
fn rivers_and_roads_are_cut_along_the_edges_they_reach() {
    for (name, id, edges) in [("arable", "f3", 2), ("arable", "f4", 2), ("littoral", "f5", 1), ("hilly", "f4", 1)] {
        let drawing = svg(&sample(name), &MapOptions::default());
        let page = parsed(&drawing);
        let ends: Vec<&str> = all(&page, &format!("#piece-{id} > path[fill^='#']:not([stroke])"))
            .iter()
            .map(|path| path.attr("d").unwrap())
            .collect();
        assert_eq!(ends.len(), 2, "{name} {id}: banks and surface");
        for path in ends {
            let corners = points(path);
            assert!(corners.iter().all(|(x, y)| (0.0..=1500.0).contains(x) && (0.0..=1500.0).contains(y)), "{path}");
            let on_edge = |(x, y): &&(f64, f64)| [*x, *y].iter().any(|at| *at == 0.0 || *at == 1500.0);
            assert_eq!(corners.iter().filter(on_edge).count(), 2 * edges, "{name} {id}: {path}");
        }
    }
}

#[test]
fn pieces_lie_on_each_other_in_the_order_of_the_ground() {
    let layout = sample("littoral");
    let drawing = svg(&layout, &MapOptions::default());
    let page = parsed(&drawing);
    let kinds: Vec<&str> = all(&page, "g.piece").iter().map(|piece| piece.attr("data-kind").unwrap()).collect();
    assert_eq!(kinds, ["waterway", "bua", "difficult_hill", "marsh", "woods", "road"]);
}

/// Many features on a large table, some of them nonsensical.
pub(super) fn crowd(features: u16, corners: u16) -> Layout {
    let mut layout = sample("kinds");
    layout.features.clear();
    for at in 0..features {
        let middle = Point::new(1000 + 2500 * i64::from(at % 8), 1000 + 2500 * i64::from(at / 8));
        let ring = (0..corners).map(|corner| {
            // A walk around a square; every other corner is a little farther out.
            let far = i64::from(corner) * 4000 / i64::from(corners);
            let (side, along) = (far / 1000, far % 1000);
            let out = 600 + 40 * i64::from(corner % 2);
            let step = match side {
                0 => Point::new(along - 500, -out),
                1 => Point::new(out, along - 500),
                2 => Point::new(500 - along, out),
                _ => Point::new(-out, 500 - along),
            };
            middle + step
        });
        let kinds: Vec<Kind> =
            Kind::ALL.iter().copied().filter(|kind| !kind.is_linear() && *kind != Kind::Bua).collect();
        let outline = Shape::Area(Polygon::new(ring.collect()));
        layout.features.push(Feature::new(format!("c{at}"), kinds[usize::from(at) % kinds.len()], outline));
    }
    layout
}

#[test]
fn anything_that_can_be_read_can_be_drawn() {
    let mut layout = crowd(64, 512);
    for (at, corners) in [
        vec![Point::new(0, 0); 3],
        vec![Point::new(0, 0), Point::new(5000, 5000), Point::new(0, 0), Point::new(5000, 5000)],
        vec![Point::new(0, 0), Point::new(9000, 9000), Point::new(9000, 0), Point::new(0, 9000)],
        vec![Point::new(-900_000, 5), Point::new(900_000, 7), Point::new(0, 900_000)],
        vec![Point::new(3000, 3000), Point::new(6000, 3000), Point::new(9000, 3000)],
        vec![Point::new(3000, 3000), Point::new(3001, 3000), Point::new(3001, 3001)],
    ]
    .into_iter()
    .enumerate()
    {
        for (step, kind) in Kind::ALL.iter().filter(|kind| !kind.is_linear()).enumerate() {
            let feature = &mut layout.features[(at * 11 + step) % 64];
            feature.kind = *kind;
            feature.bua = (*kind == Kind::Bua).then(|| Bua::ALL[at % Bua::ALL.len()]);
            feature.shape = Shape::Area(Polygon::new(corners.clone()));
        }
    }
    let drawing = svg(&layout, &MapOptions::default());
    assert!(drawing.len() < 4_000_000, "{} bytes", drawing.len());
    assert!(!drawing.contains("NaN") && !drawing.contains("inf"));
    let empty = Layout { features: Vec::new(), ..layout };
    assert!(svg(&empty, &MapOptions::default()).contains("class=\"frame\""));
}

/// An area in square hundredths of a BW.
fn shoelace(corners: &[Point]) -> f64 {
    let at = |point: &Point| (bw(point.x) * 100.0, bw(point.y) * 100.0);
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| at(a).0 * at(b).1 - at(a).1 * at(b).0).sum::<f64>() / 2.0
}

#[test]
fn a_seed_that_a_table_only_began_with_is_told_as_such() {
    let layout = Layout { seed: Some(7), ..sample("dry") };
    assert!(map::facts(&layout, false).ends_with("·  seed 7"));
    assert!(map::facts(&layout, true).ends_with("·  began as seed 7"));
}

#[test]
fn a_template_is_as_large_as_its_piece() {
    let layout = sample("arable");
    let wood = layout.feature("f5").unwrap();
    for (style, upright) in [(Style::Colour, true), (Style::Print, false)] {
        let template = template(&layout, wood, style, upright).unwrap();
        assert_eq!(template.height > template.width, upright);
        let page = parsed(&template.svg);
        let drawn = points(all(&page, "path.outline")[0].attr("d").unwrap());
        let root = all(&page, "svg")[0];
        assert_eq!(numbers(root.attr("viewBox").unwrap()), [0.0, 0.0, template.width, template.height]);
        assert!(drawn.iter().all(|(x, y)| (0.0..=template.width).contains(x) && (0.0..=template.height).contains(y)));
        let area: f64 = drawn.iter().zip(drawn.iter().cycle().skip(1)).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum();
        let real = 2.0 * shoelace(&wood.outline().unwrap().corners);
        assert!((area.abs() / real.abs() - 1.0).abs() < 0.02, "{area} {real}");
        assert_eq!((all(&page, ".centre").len(), all(&page, ".far").len()), (2, 2));
    }
    assert!(template(&layout, layout.feature("f3").unwrap(), Style::Colour, true).is_none(), "a river is no template");
}

#[test]
fn a_sheet_lists_pieces_and_what_was_discarded() {
    let layout = sample("arable");
    let printed = sheet(&[&layout], &SheetOptions { templates: Some(60), ..SheetOptions::default() });
    let data: serde_json::Value = serde_json::from_str(&printed.data).unwrap();
    let part = &data["layouts"][0];
    let wood = part["pieces"].as_array().unwrap().iter().find(|piece| piece["id"] == "f5").unwrap();
    assert_eq!((wood["name"].as_str(), wood["going"].as_str()), (Some("Woods"), Some("bad going")));
    assert_eq!(wood["mm"].as_array().unwrap().len(), 2);
    assert_eq!(part["discarded"][0]["die"], 6);
    assert!(part["discarded"][0]["reason"].as_str().unwrap().contains("does not fit"));
    let templates: Vec<&str> =
        part["templates"].as_array().unwrap().iter().map(|t| t["id"].as_str().unwrap()).collect();
    assert_eq!(templates, ["f1", "f2", "f5", "f6"], "area pieces only");
    assert!(part["templates"].as_array().unwrap().iter().all(|t| {
        t["columns"].as_f64().unwrap() * 180.0 >= t["width_mm"].as_f64().unwrap()
            && t["rows"].as_f64().unwrap() * 230.0 >= t["height_mm"].as_f64().unwrap()
    }));
    let sources: Vec<String> = serde_json::from_str(&printed.sources).unwrap();
    assert_eq!(sources, [to_json(&layout)]);
    assert_eq!(part["file"], "long-barrow-ford.layout.json");
    assert_eq!(file_name(&Layout { name: "…/../ Ünder".to_owned(), ..layout.clone() }), "nder.layout.json");
    let two: serde_json::Value =
        serde_json::from_str(&sheet(&[&layout, &layout], &SheetOptions::default()).data).unwrap();
    assert_ne!(two["layouts"][0]["file"], two["layouts"][1]["file"]);
}

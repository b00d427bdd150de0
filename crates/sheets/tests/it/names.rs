//! The places of names, signs and marks on maps, and that none covers another.

use std::collections::BTreeSet;

use musterfield_geometry::point::bw;
use musterfield_geometry::{Point, Polygon};
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_sheets::map::{MapOptions, svg};
use musterfield_terrain::{Edge, Feature, Layout, Shape};
use scraper::{ElementRef, Html};

use super::map::{all, crowd, number, numbers, outline_of, parsed, points, sample, samples, within};

/// The box of a name: left, top, right, bottom.
fn boxes(page: &Html) -> Vec<(String, [f64; 4])> {
    all(page, "g.label")
        .into_iter()
        .map(|label| {
            let sides = numbers(label.attr("data-box").unwrap());
            let [x, y, w, h] = sides.try_into().unwrap();
            (label.attr("data-of").unwrap().to_owned(), [x, y, x + w, y + h])
        })
        .collect()
}

/// The length of a vector.
fn far(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// The distance of a feature's name from its outline.
fn apart(page: &Html, id: &str) -> f64 {
    let (_, [left, top, right, bottom]) = boxes(page).into_iter().find(|(of, _)| of == id).unwrap();
    let off = |(x, y): &(f64, f64)| far(x - x.clamp(left, right), y - y.clamp(top, bottom));
    points(&outline_of(page, id)).iter().map(off).fold(f64::INFINITY, f64::min)
}

/// The drawing order of something: its position in the drawing's text.
fn drawn_at(drawing: &str, what: &str) -> usize {
    drawing.find(what).unwrap_or_else(|| panic!("no {what}"))
}

#[test]
fn names_neither_overlap_nor_leave_the_table() {
    for (file, layout) in samples().into_iter().chain([("crowd".to_owned(), crowd(64, 12))]) {
        for base_edge in [None, Some(Edge::South), Some(Edge::East)] {
            let drawing = svg(&layout, &MapOptions { base_edge, ..MapOptions::default() });
            let boxes = boxes(&parsed(&drawing));
            if file != "crowd" {
                assert_eq!(boxes.len(), layout.features.len(), "{file}: each has a name");
            }
            let (width, depth) = (bw(layout.board.width) * 100.0, bw(layout.board.depth) * 100.0);
            for (at, (id, one)) in boxes.iter().enumerate() {
                assert!(one[0] >= 0.0 && one[1] >= 0.0 && one[2] <= width && one[3] <= depth, "{file} {id} {one:?}");
                for (other_id, other) in &boxes[at + 1..] {
                    let apart = one[0] >= other[2] || other[0] >= one[2] || one[1] >= other[3] || other[1] >= one[3];
                    assert!(apart, "{file}: {id} and {other_id} overlap");
                }
            }
        }
    }
}

#[test]
fn the_larger_names_for_small_screens_do_not_overlap_either() {
    for (file, layout) in samples() {
        let options = MapOptions { base_edge: Some(Edge::South), ..MapOptions::editor() };
        let drawing = svg(&layout, &options);
        let page = parsed(&drawing);
        let sets = all(&page, "g.labels");
        assert_eq!(sets.len(), 2, "{file}");
        let size =
            |set: ElementRef<'_>| within(set, "text").iter().map(|text| number(*text, "font-size")).fold(1e9, f64::min);
        let scale = bw(layout.board.width.max(layout.board.depth)) / 15.0;
        assert!(size(sets[0]) >= 33.0 * scale - 0.1 && size(sets[1]) >= 48.0 * scale - 0.1, "{file}");
        assert_eq!((sets[0].attr("display"), sets[1].attr("display")), (None, Some("none")));
        let large = Html::parse_fragment(&format!("<svg>{}</svg>", sets[1].html()));
        let boxes = boxes(&large);
        for (at, (id, one)) in boxes.iter().enumerate() {
            for (other_id, other) in &boxes[at + 1..] {
                let apart = one[0] >= other[2] || other[0] >= one[2] || one[1] >= other[3] || other[1] >= one[3];
                assert!(apart, "{file}: {id} and {other_id} overlap");
            }
        }
    }
}

#[test]
fn marks_and_signs_lie_above_all_pieces_and_off_the_numbers_of_the_quarters() {
    let layout = sample("arable");
    let marked: Vec<String> = layout.features.iter().map(|feature| feature.id.clone()).collect();
    let drawing = svg(&layout, &MapOptions { marked, ..MapOptions::default() });
    let last_piece = drawing.rfind("<g class=\"piece").unwrap();
    assert!(drawn_at(&drawing, "class=\"mark\"") > last_piece);
    assert!(drawn_at(&drawing, "class=\"sign\"") > drawn_at(&drawing, "<g class=\"labels\">"));
    // A hamlet in the corner of quarter 2: neither its sign nor its name covers the number.
    let mut layout = Layout { features: Vec::new(), ..layout };
    let corner = |x: i64, y: i64| Point::new(x, y);
    let outline = vec![corner(11_500, 12_000), corner(15_000, 12_000), corner(15_000, 15_000), corner(11_500, 15_000)];
    let mut hamlet = Feature::new("h".to_owned(), Kind::Bua, Shape::Area(Polygon::new(outline)));
    hamlet.bua = Some(Bua::Hamlet);
    layout.features.push(hamlet);
    let options = MapOptions { marked: vec!["h".to_owned()], small_screens: true, ..MapOptions::default() };
    let drawing = svg(&layout, &options);
    let page = parsed(&drawing);
    let (number_x, number_y, reach) = (1464.0, 36.0, 23.0);
    let sign = points(&all(&page, ".sign")[0].attr("d").unwrap().replace("h.1", ""));
    assert!(sign.iter().all(|(x, y)| far(x - number_x, y - number_y) > reach), "{sign:?}");
    assert_eq!(boxes(&page).len(), 2, "both sets of names");
    for (_, [left, top, right, bottom]) in boxes(&page) {
        let (x, y): (f64, f64) = (number_x, number_y);
        assert!(far(x - x.clamp(left, right), y - y.clamp(top, bottom)) > reach, "{left} {top} {right} {bottom}");
    }
}

#[test]
fn a_name_stands_by_its_feature_or_has_a_line_that_leads_there() {
    let mut layout = sample("arable");
    layout.features.clear();
    let band = vec![Point::new(2000, 12_000), Point::new(2600, 12_400), Point::new(9000, 5600), Point::new(8600, 5000)];
    layout.features.push(Feature::new("aslant".to_owned(), Kind::Gully, Shape::Area(Polygon::new(band))));
    let drawing = svg(&layout, &MapOptions::default());
    let page = parsed(&drawing);
    assert!(apart(&page, "aslant") < 30.0, "{}", apart(&page, "aslant"));
    assert!(all(&page, "g.leader").is_empty());
    // So many small features in one place that their names must go elsewhere.
    for at in 0..24 {
        let (x, y) = (10_000 + 400 * (at % 6), 10_000 + 400 * (at / 6));
        let corners = [(0, 0), (300, 0), (300, 300), (0, 300)].map(|(dx, dy)| Point::new(x + dx, y + dy));
        let outline = Shape::Area(Polygon::new(corners.to_vec()));
        layout.features.push(Feature::new(format!("c{at}"), Kind::Rocky, outline));
    }
    let drawing = svg(&layout, &MapOptions::default());
    let page = parsed(&drawing);
    let led: BTreeSet<&str> = all(&page, "g.leader").iter().map(|line| line.attr("data-of").unwrap()).collect();
    assert!(led.len() > 5, "{led:?}");
    for (id, _) in boxes(&page) {
        assert!(apart(&page, &id) < 40.0 || led.contains(&*id), "{id}: {}", apart(&page, &id));
    }
}

//! Maps of tables: pages, templates at true size, attached layouts, pictures.

use serde_json::{Value, json};
use typst::layout::{Abs, Frame, FrameItem};

use super::{Outcome, TYPESETTER, runs, text};
use crate::world::{Extra, SheetWorld};
use crate::{MAPS_LIMIT, Painter, Paper, PrintError, Sheet, lay_out};

const MAP: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 2100">
<rect width="1600" height="2100" fill="#fff"/><path d="M100 100L900 500" stroke="#222" stroke-width="9"/>
<text x="200" y="900" font-family="Alegreya Sans, Noto Sans, sans-serif" font-size="80">Ford &amp; wood</text></svg>"##;
const PIECE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 750 625" width="750" height="625">
<path class="outline" d="M5 5L745 5L400 620Z" fill="#ddd" stroke="#000"/></svg>"##;

fn layout(title: &str, templates: &[Value]) -> Value {
    json!({
        "title": title, "facts": "Arable · D3H2 · 15 × 15 BW", "file": format!("{}.layout.json", title.to_lowercase()),
        "map": MAP,
        "errors": [],
        "pieces": [
            {"id": "f1", "name": "Woods", "going": "bad going", "size": "4 × 3", "mm": ["160 × 120", "240 × 180"],
             "quarter": 2, "compulsory": true},
            {"id": "f2", "name": "Road", "going": "good going", "size": "0.4 wide", "mm": ["16 wide", "24 wide"],
             "quarter": null, "compulsory": false},
        ],
        "discarded": [{"name": "Marsh", "compulsory": false, "size": "5 × 3", "die": 6, "quarter": 1, "reason": "No room is left."}],
        "notes": [{"name": "Woods", "text": "Blocks shooting.", "rule": "D3H2-FEAT-24"}],
        "templates": templates,
    })
}

fn document(layouts: &[Value]) -> Value {
    json!({
        "format": "musterfield-map/1", "name": "Club day", "ruleset": {"name": "D3H2", "version": "1.0.0"},
        "bases": [40, 60], "template_base": 40, "layouts": layouts,
    })
}

/// A template of 300 × 250 mm: two sheets across, two down.
fn template() -> Value {
    json!({"id": "f1", "name": "Woods", "svg": PIECE, "width_mm": 300.0, "height_mm": 250.0, "columns": 2, "rows": 2})
}

/// The sizes of all pictures of a frame.
fn pictures(frame: &Frame, out: &mut Vec<(Abs, Abs)>) {
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => pictures(&group.frame, out),
            FrameItem::Image(_, size, _) => out.push((size.x, size.y)),
            _ => {}
        }
    }
}

#[test]
fn each_table_has_its_map_its_list_and_its_templates() -> Outcome {
    for paper in [Paper::A4, Paper::Letter] {
        let data = document(&[layout("Ford", &[template()]), layout("Mole", &[])]);
        let data = data.to_string();
        let world = SheetWorld::new(
            &TYPESETTER.resources,
            Sheet::Maps,
            paper.into(),
            data.as_bytes(),
            Extra::Sources(r#"["{}", "{}"]"#),
        );
        let document = lay_out(&world)?;
        let pages: Vec<String> = document
            .pages()
            .iter()
            .map(|page| {
                let mut found = Vec::new();
                runs(&page.frame, typst::layout::Point::zero(), false, &mut found);
                text(&found)
            })
            .collect();
        let [map, list, one, _, _, four, _, second] = pages.as_slice() else {
            return Err(format!("{} pages", pages.len()).into());
        };
        assert!(map.contains("Club day"), "{map}");
        for part in
            ["Ford", "Woods", "compulsory", "240 × 180", "16 wide", "Discarded", "No room is left.", "Blocks shooting."]
        {
            assert!(list.contains(part), "{part} is missing in {list}");
        }
        assert!(one.contains("Woods f1") && one.contains("sheet 1 of 4") && one.contains("to sheet 2"), "{one}");
        assert!(
            four.contains("sheet 4 of 4") && four.contains("to sheet 3") && four.contains("Measure this: 100 mm"),
            "{four}"
        );
        assert!(second.contains("Mole"), "{second}");
    }
    Ok(())
}

#[test]
fn a_table_that_is_not_legal_says_so_on_its_map_and_why_on_its_list() -> Outcome {
    let mut ford = layout("Ford", &[]);
    ford["errors"] = json!([
        {"piece": "f1", "text": "Woods f1 is too near an edge.", "rule": "D3H2-TERR-10"},
        {"piece": null, "text": "A River is missing.", "rule": null},
    ]);
    let data = document(&[ford, layout("Mole", &[])]).to_string();
    let sources = Extra::Sources(r#"["{}", "{}"]"#);
    let world = SheetWorld::new(&TYPESETTER.resources, Sheet::Maps, Paper::A4.into(), data.as_bytes(), sources);
    let laid_out = lay_out(&world)?;
    let pages: Vec<String> = laid_out
        .pages()
        .iter()
        .map(|page| {
            let mut found = Vec::new();
            runs(&page.frame, typst::layout::Point::zero(), false, &mut found);
            text(&found)
        })
        .collect();
    let [map, list, other_map, other_list] = pages.as_slice() else {
        return Err(format!("{} pages", pages.len()).into());
    };
    assert!(map.contains("NOT LEGAL") && list.contains("NOT LEGAL"), "{map} {list}");
    for part in ["Woods f1 is too near an edge.", "D3H2-TERR-10", "A River is missing."] {
        assert!(list.contains(part), "{part} is missing in {list}");
    }
    assert!(!other_map.contains("NOT LEGAL") && !other_list.contains("NOT LEGAL"), "{other_map} {other_list}");
    Ok(())
}

#[test]
fn templates_have_their_true_size() -> Outcome {
    let data = document(&[layout("Ford", &[template()])]).to_string();
    let world = SheetWorld::new(
        &TYPESETTER.resources,
        Sheet::Maps,
        Paper::A4.into(),
        data.as_bytes(),
        Extra::Sources(r#"["{}"]"#),
    );
    let document = lay_out(&world)?;
    for page in document.pages().iter().skip(2) {
        let mut found = Vec::new();
        pictures(&page.frame, &mut found);
        let [(width, height)] = found.as_slice() else { return Err(format!("{found:?}").into()) };
        assert!(width.approx_eq(Abs::mm(300.0)) && height.approx_eq(Abs::mm(250.0)), "{width:?} {height:?}");
    }
    Ok(())
}

#[test]
fn layouts_are_attached_under_their_names() -> Outcome {
    let data = document(&[layout("Ford", &[]), layout("Mole", &[])]).to_string();
    let pdf = TYPESETTER.maps(
        Paper::A4,
        data.as_bytes(),
        r#"["{\"a\": \"\u{10fffd}\"}", "{}"]"#.replace("\\u{10fffd}", "🏰").as_str(),
    )?;
    let has = |what: &[u8]| pdf.windows(what.len()).any(|window| window == what);
    assert!(has(b"ford.layout.json") && has(b"mole.layout.json") && has(b"EmbeddedFile"));
    assert!(
        matches!(TYPESETTER.maps(Paper::A4, data.as_bytes(), r#"["{}"]"#), Err(PrintError::Data(_))),
        "one is missing"
    );
    assert!(matches!(TYPESETTER.maps(Paper::A4, data.as_bytes(), "[1, 2]"), Err(PrintError::Data(_))), "no text");
    let long = "x".repeat(MAPS_LIMIT);
    assert!(matches!(
        TYPESETTER.maps(Paper::A4, data.as_bytes(), &long),
        Err(PrintError::TooLarge { limit: MAPS_LIMIT, .. })
    ));
    Ok(())
}

#[test]
fn a_picture_has_the_width_asked_for_and_carries_its_layout() -> Outcome {
    let painter = Painter::default();
    let picture = painter.png(MAP, 320, "{\"name\": \"Ü\"}")?;
    assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(picture.get(16..24), Some([0, 0, 1, 64, 0, 0, 1, 164].as_slice()), "320 × 420 pixels");
    let has = |what: &[u8]| picture.windows(what.len()).any(|window| window == what);
    assert!(has(b"musterfield-layout\0") && has("{\"name\": \"Ü\"}".as_bytes()));
    assert_eq!(picture, Painter::new().png(MAP, 320, "{\"name\": \"Ü\"}")?);
    Ok(())
}

#[test]
fn words_are_painted_with_our_own_fonts() -> Outcome {
    let painter = Painter::default();
    let silent = MAP.replace("Ford &amp; wood", "");
    assert_ne!(painter.png(MAP, 200, "")?, painter.png(&silent, 200, "")?);
    Ok(())
}

#[test]
fn pictures_that_a_drawing_names_are_left_out() -> Outcome {
    let painter = Painter::default();
    let pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
    let inner = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E";
    for source in [pixel, inner, "/etc/hostname", "file:///etc/hostname"] {
        let named = MAP.replace("</svg>", &format!("<image href=\"{source}\" width=\"900\" height=\"900\"/></svg>"));
        assert_eq!(painter.png(&named, 100, "")?, painter.png(MAP, 100, "")?, "{source}");
    }
    Ok(())
}

#[test]
fn what_is_no_drawing_is_no_picture() {
    let painter = Painter::default();
    let high = MAP.replace("0 0 1600 2100", "0 0 1 2100");
    for (svg, width) in [("", 100), ("<svg", 100), ("<p/>", 100), (MAP, 0), (MAP, 4001), (high.as_str(), 400)] {
        assert!(matches!(painter.png(svg, width, ""), Err(PrintError::Picture(_))), "{width} {svg:.20}");
    }
}

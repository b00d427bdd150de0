//! Everything that can be typed or drawn can be printed, and a layout can be read back from the print.

use std::sync::LazyLock;

use musterfield::web::pdf::{Paper, Printer, Sheet};
use musterfield_fixtures::armies::{any_draft, report, the_book, the_catalogue};
use musterfield_sheets::carrier::layout_json_in;
use musterfield_sheets::map::{MapOptions, svg};
use musterfield_sheets::map_sheet::{SheetOptions, sheet};
use musterfield_sheets::roster::{LabelSheet, Options, RosterView};
use musterfield_terrain::Layout;
use musterfield_terrain::file::{from_json, to_json};
use proptest::prelude::*;

static PRESS: LazyLock<Printer> = LazyLock::new(Printer::default);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn any_army_can_be_printed(draft in any_draft(), large in any::<bool>()) {
        let options = Options { scale: large.then(|| "large".to_owned()), ..Options::default() };
        let roster = RosterView::new(&draft, &report(&draft), the_catalogue(), &options);
        let labels = LabelSheet::new(&draft, &options);
        let paper = if large { Paper::Letter } else { Paper::A4 };
        for (sheet, data) in [
            (Sheet::Roster, serde_json::to_vec(&roster).unwrap()),
            (Sheet::Labels, serde_json::to_vec(&labels).unwrap()),
        ] {
            let pdf = PRESS.print_now(sheet, paper.into(), &data, None);
            prop_assert!(pdf.as_ref().is_ok_and(|pdf| pdf.starts_with(b"%PDF-")), "{:?}: {:?}", sheet, pdf.err());
        }
    }
}

/// A layout from the tests of maps.
fn sample(name: &str) -> Layout {
    let path = format!("{}/crates/sheets/tests/data/maps/{name}.layout.json", env!("CARGO_MANIFEST_DIR"));
    from_json(&std::fs::read_to_string(path).unwrap(), the_book()).unwrap()
}

#[test]
fn a_layout_comes_back_from_what_the_press_makes() {
    let mut layout = sample("littoral");
    layout.name = "Ford & “Mole” 🏰 \u{10fffd}".to_owned();
    let (press, json) = (&*PRESS, to_json(&layout));
    let drawing = svg(&layout, &MapOptions { source: false, ..MapOptions::default() });
    let picture = press.paint_now(&drawing, 300, &json).unwrap();
    assert_eq!(layout_json_in(&picture).as_deref(), Ok(json.as_str()));
    assert_eq!(picture, press.paint_now(&drawing, 300, &json).unwrap());

    let maps = sheet(&[&layout, &sample("dry")], &SheetOptions { templates: Some(40), ..SheetOptions::default() });
    let document = press.print_maps_now(Paper::A4, &maps).unwrap();
    assert_eq!(layout_json_in(&document).as_deref(), Ok(json.as_str()), "the first of them");
    assert_eq!(document, press.print_maps_now(Paper::A4, &maps).unwrap());
    assert_ne!(document, press.print_maps_now(Paper::Letter, &maps).unwrap());
}

//! Sheets that save ink have the same text, and hardly a filled area.

use typst::comemo;
use typst::layout::{Frame, FrameItem};
use typst::visualize::{Geometry, Paint};
use typst_layout::PagedDocument;

use super::{CRIB, Outcome, Paper, Sheet, TYPESETTER, Value, checked_within, json, lay_out, roster, text};
use crate::sheet::PrintSettings;
use crate::world::{Extra, SheetWorld};
use typst::layout::Abs;

fn printed(sheet: Sheet, data: &Value, saves_ink: bool) -> Result<PagedDocument, Box<dyn std::error::Error>> {
    let settings = PrintSettings { paper: Paper::A4, saves_ink };
    let data = data.to_string();
    Ok(lay_out(&SheetWorld::new(&TYPESETTER.resources, sheet, settings, data.as_bytes(), Extra::None))?)
}

/// The area of all rectangles that are filled, in square millimetres of black.
fn filled(frame: &Frame) -> f64 {
    let of = |(_, item): &(_, FrameItem)| match item {
        FrameItem::Group(group) => filled(&group.frame),
        FrameItem::Shape(shape, _) => match (&shape.fill, &shape.geometry) {
            (Some(Paint::Solid(colour)), Geometry::Rect(size)) => {
                let colour = colour.to_rgb();
                let darkness = 1.0 - f64::from(colour.red + colour.green + colour.blue) / 3.0;
                size.x.to_mm() * size.y.to_mm() * darkness
            }
            _ => 0.0,
        },
        _ => 0.0,
    };
    frame.items().map(of).sum()
}

#[test]
fn saving_ink_leaves_the_text_and_takes_the_areas_away() -> Outcome {
    let mut illegal = roster();
    illegal["legal"] = json!(false);
    let crib: Value = serde_json::from_str(CRIB)?;
    for (sheet, data) in [(Sheet::Roster, roster()), (Sheet::Roster, illegal), (Sheet::Crib, crib)] {
        let [usual, sparing] = [printed(sheet, &data, false)?, printed(sheet, &data, true)?];
        let words = |document| {
            checked_within(document, Abs::pt(5.0), Abs::mm(6.0)).iter().map(|runs| text(runs)).collect::<String>()
        };
        assert_eq!(words(&usual), words(&sparing), "{sheet:?}");
        let area = |document: &PagedDocument| document.pages().iter().map(|page| filled(&page.frame)).sum::<f64>();
        let (before, after) = (area(&usual), area(&sparing));
        assert!(before > 100.0 && after < before / 4.0, "{sheet:?}: {before:.0} and {after:.0} mm² of black");
    }
    comemo::evict(0);
    Ok(())
}

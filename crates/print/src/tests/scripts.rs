//! Names in every script: characters that the faces have are printed, and those that they lack are reported.

use serde_json::{Value, json};
use typst::layout::{Abs, Frame, FrameItem};
use typst::model::Destination;

use super::{Outcome, QR, checked, labels, pages, roster, text};
use crate::{Paper, Sheet};

/// A sample of each script that can be printed.
const PRINTED: [&str; 10] = [
    "Ærøskøbing Łódź Đặng",
    "Ωμέγα",
    "Дружина",
    "צבא האור",
    "جيش الظل",
    "Հայք",
    "საქართველო",
    "⚔ ★ ✠ → ♞ ☠",
    "🐉 🔥 🏰 👨‍👩‍👧",
    "½ × ≤ “”",
];

/// Calls `seen` for every glyph: its text, its place in it, and whether it is the box of a face that lacks the
/// character.
fn glyphs(frame: &Frame, seen: &mut impl FnMut(&str, usize, bool)) {
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => glyphs(&group.frame, seen),
            FrameItem::Text(run) => {
                for glyph in &run.glyphs {
                    seen(&run.text, glyph.range().start, glyph.id == 0);
                }
            }
            _ => {}
        }
    }
}

/// Both sheets with a text wherever a player may write one.
fn sheets(own: &str) -> [(Sheet, Value); 2] {
    let (mut army, mut bases) = (roster(), labels());
    army["name"] = json!(own);
    army["rows"][1]["label"] = json!(own);
    army["notes"] =
        json!(["paragraph", "heading", "item", "code"].map(
            |kind| json!({ "kind": kind, "depth": 1, "runs": [{ "text": own, "strong": true, "emphasis": true }] })
        ));
    bases["name"] = json!(own);
    bases["labels"][0]["label"] = json!(own);
    [(Sheet::Roster, army), (Sheet::Labels, bases)]
}

#[test]
fn names_in_many_scripts_are_printed() -> Outcome {
    for own in PRINTED {
        for (sheet, data) in sheets(own) {
            let document = pages(sheet, Paper::A4, &data, None)?;
            for page in document.pages() {
                glyphs(&page.frame, &mut |text, _, empty| assert!(!empty, "{own}: a box in {text:?}"));
            }
            let all = checked(&document, Abs::pt(5.0)).iter().map(|runs| text(runs)).collect::<String>();
            assert!(!all.contains("cannot be printed"), "{own}: {all}");
        }
    }
    Ok(())
}

#[test]
fn what_no_face_has_is_shown_as_lacking_and_said_on_the_sheet() -> Outcome {
    for own in ["漢字の軍", "กองทัพ", "𓀀 Ramses", "Ａ\u{3000}Ｂ", "𝕏"] {
        for (sheet, data) in sheets(own) {
            let document = pages(sheet, Paper::Letter, &data, None)?;
            for page in document.pages() {
                glyphs(&page.frame, &mut |text, _, empty| assert!(!empty, "{own}: a box in {text:?}"));
            }
            let all = checked(&document, Abs::pt(5.0)).iter().map(|runs| text(runs)).collect::<String>();
            assert!(all.contains('\u{fffd}') && all.contains("character that cannot be printed"), "{own}: {all}");
        }
    }
    Ok(())
}

/// Glyphs run from left to right, so those of right-to-left text have their positions in reverse order.
#[test]
fn what_is_read_from_the_right_is_printed_so() -> Outcome {
    let mut data = roster();
    data["rows"][1]["label"] = json!("صلاح");
    data["rows"][2]["label"] = json!("Hold אבג now");
    let document = pages(Sheet::Roster, Paper::A4, &data, None)?;
    let mut places: Vec<(String, usize)> = Vec::new();
    for page in document.pages() {
        glyphs(&page.frame, &mut |text, at, _| {
            if text.starts_with(['ص', 'א']) {
                places.push((text.to_owned(), at));
            }
        });
    }
    for first in ['ص', 'א'] {
        let places: Vec<usize> = places.iter().filter(|(text, _)| text.starts_with(first)).map(|(_, at)| *at).collect();
        assert!(places.len() > 1 && places.is_sorted_by(|left, right| left > right), "{first}: {places:?}");
    }
    Ok(())
}

#[test]
fn the_address_stands_whole_on_every_page() -> Outcome {
    let url = "https://musterfield.example.org/armies/k3v9x2abcdef/v/0123456789abcdefghjkmnpqrs";
    let mut data = roster();
    data["url"] = json!(url);
    data["notes"] = json!(vec![super::paragraph(&"Hold the hill. ".repeat(20)); 30]);
    for paper in [Paper::A4, Paper::Letter] {
        let document = pages(Sheet::Roster, paper, &data, Some(QR))?;
        let pages = checked(&document, Abs::pt(7.0));
        assert!(pages.len() > 1);
        for runs in pages {
            assert_eq!(runs.iter().filter(|run| run.text == url).count(), 1, "{}", text(&runs));
        }
    }
    let document = pages(Sheet::Roster, Paper::A4, &data, Some(QR))?;
    assert!(document.pages().last().is_some_and(|page| leads_to(&page.frame, url)), "the QR code leads there");
    Ok(())
}

/// Whether a frame contains a link to this address.
fn leads_to(frame: &Frame, url: &str) -> bool {
    frame.items().any(|(_, item)| match item {
        FrameItem::Group(group) => leads_to(&group.frame, url),
        FrameItem::Link(Destination::Url(to), _) => to.as_str() == url,
        _ => false,
    })
}

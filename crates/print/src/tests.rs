//! The guarantees of the sheets, checked on the laid-out pages and on the bytes.

use std::error::Error;
use std::sync::LazyLock;
use std::thread;

use serde_json::{Value, json};
use typst::layout::{Abs, Frame, FrameItem, Point};
use typst::visualize::Geometry;
use typst_layout::PagedDocument;
use typst_pdf::{PdfStandard, PdfStandards};

use crate::world::{Extra, SheetWorld};
use crate::{DATA_LIMIT, Paper, PrintError, Sheet, Typesetter, guarded, lay_out};

mod cribs;
mod events;
mod groups;
mod ink;
mod maps;
mod odd;
mod scripts;

type Outcome = Result<(), Box<dyn Error>>;

const ROSTER: &str = include_str!("../tests/data/roster.json");
const LABELS: &str = include_str!("../tests/data/labels.json");
const CRIB: &str = include_str!("../tests/data/crib.json");
const QR: &str = include_str!("../tests/data/qr.svg");

static TYPESETTER: LazyLock<Typesetter> = LazyLock::new(Typesetter::new);

fn roster() -> Value {
    serde_json::from_str(ROSTER).unwrap_or_default()
}

fn labels() -> Value {
    serde_json::from_str(LABELS).unwrap_or_default()
}

fn pages(sheet: Sheet, paper: Paper, data: &Value, qr: Option<&str>) -> Result<PagedDocument, PrintError> {
    lay_out(&SheetWorld::new(
        &TYPESETTER.resources,
        sheet,
        paper.into(),
        data.to_string().as_bytes(),
        qr.map_or(Extra::None, Extra::Qr),
    ))
}

/// One run of text on a page.
struct Run {
    text: String,
    from: Point,
    width: Abs,
    size: Abs,
    /// Whether the text lies in a container that clips it at its edges.
    clipped: bool,
}

/// All text of a frame.
fn runs(frame: &Frame, origin: Point, clipped: bool, out: &mut Vec<Run>) {
    for (at, item) in frame.items() {
        let from = origin + *at;
        match item {
            FrameItem::Group(group) => {
                let shift = Point::new(group.transform.tx, group.transform.ty);
                runs(&group.frame, from + shift, clipped || group.clip.is_some(), out);
            }
            FrameItem::Text(text) => {
                out.push(Run { text: text.text.to_string(), from, width: text.width(), size: text.size, clipped });
            }
            _ => {}
        }
    }
}

/// The runs of every page, after checking that all of them lie on the paper and are large enough to read.
fn checked(document: &PagedDocument, least: Abs) -> Vec<Vec<Run>> {
    checked_within(document, least, Abs::mm(10.0))
}

/// The same check for a sheet with other margins.
fn checked_within(document: &PagedDocument, least: Abs, margin: Abs) -> Vec<Vec<Run>> {
    document
        .pages()
        .iter()
        .map(|page| {
            let mut found = Vec::new();
            runs(&page.frame, Point::zero(), false, &mut found);
            assert!(!found.is_empty());
            for run in &found {
                assert!(run.size + Abs::pt(0.01) >= least, "{:?} is set in {:?}", run.text, run.size);
                let right = run.from.x + run.width;
                assert!(
                    run.clipped || (run.from.x >= margin && right <= page.frame.width() - margin),
                    "{:?} leaves the page",
                    run.text
                );
                assert!(run.clipped || run.from.y <= page.frame.height() - margin, "{:?} leaves the page", run.text);
            }
            found
        })
        .collect()
}

/// The text of a page, without the breaks that long words were given.
fn text(runs: &[Run]) -> String {
    runs.iter().map(|run| run.text.replace('\u{200b}', "")).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_typesetter_can_be_shared() {
    fn shared<T: Send + Sync>() {}
    shared::<Typesetter>();
    shared::<PrintError>();
}

/// A panic of the typesetter is an error of one sheet.
#[test]
fn a_panic_is_an_error() {
    let bytes: [u8; 0] = [];
    assert_eq!(guarded(|| Ok(vec![*bytes.first().expect("nothing there")])), Err(PrintError::Failed));
    assert_eq!(guarded(|| Ok(vec![1])), Ok(vec![1]));
}

#[test]
fn equal_data_gives_equal_bytes() -> Outcome {
    let other = Typesetter::default();
    for (sheet, data, qr) in [(Sheet::Roster, ROSTER, Some(QR)), (Sheet::Labels, LABELS, None)] {
        let first = TYPESETTER.pdf(sheet, Paper::A4.into(), data.as_bytes(), qr)?;
        assert!(first.starts_with(b"%PDF-"));
        assert_eq!(first, other.pdf(sheet, Paper::A4.into(), data.as_bytes(), qr)?);
        assert_ne!(first, other.pdf(sheet, Paper::Letter.into(), data.as_bytes(), qr)?);
    }
    Ok(())
}

#[test]
fn threads_do_not_disturb_each_other() -> Outcome {
    let alone = TYPESETTER.pdf(Sheet::Roster, Paper::A4.into(), ROSTER.as_bytes(), None)?;
    let together = thread::scope(|scope| {
        let threads: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| TYPESETTER.pdf(Sheet::Roster, Paper::A4.into(), ROSTER.as_bytes(), None)))
            .collect();
        threads.into_iter().map(thread::ScopedJoinHandle::join).collect::<Vec<_>>()
    });
    for pdf in together {
        assert!(pdf.is_ok_and(|pdf| pdf.is_ok_and(|pdf| pdf == alone)));
    }
    Ok(())
}

#[test]
fn a_roster_says_everything_on_one_page() -> Outcome {
    for (paper, width, height) in
        [(Paper::A4, Abs::mm(210.0), Abs::mm(297.0)), (Paper::Letter, Abs::inches(8.5), Abs::inches(11.0))]
    {
        let document = pages(Sheet::Roster, paper, &roster(), Some(QR))?;
        let runs = checked(&document, Abs::pt(7.0));
        let [page] = document.pages() else { return Err("more than one page".into()) };
        assert!(page.frame.width().approx_eq(width) && page.frame.height().approx_eq(height));
        let text = runs.first().map(|runs| text(runs)).unwrap_or_default();
        for part in [
            "Host of the Long Barrow",
            "LEGAL LIST",
            "Barrow Kings, with allies: Riders of the West",
            "24 of 24",
            "Forest",
            "15 mm figures on 40 mm bases",
            "Sigeward's house-guard",
            "GENERAL",
            "FAST",
            "ALLY",
            "WATER",
            "5 (4)",
            "40 × 20 mm",
            "The army breaks at 12 AP lost",
            "May garrison 9: Blades, Shooters, Skirmishers.",
            "Deploy the wardens",
            "https://example.org/armies/k3v9x2/v/8d1f0c55",
            "Army list after",
            "page 1 of 1",
        ] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
        assert!(!text.contains("NOT LEGAL"));
    }
    Ok(())
}

/// An army in two commands of its own and an allied one.
fn divided() -> Value {
    let mut data = roster();
    data["counts"] = json!("elements");
    data["break_unit"] = json!("Elements");
    data["break_text"] = json!("Breaks when it has lost 12 elements.");
    data["aggression"] = Value::Null;
    data["camp"] = Value::Null;
    data["no_home_terrain"] = json!(true);
    data["points"] = json!({"budget": 13, "spent": 13});
    let command = |title: &str, dice: &[&str], rows: &[usize]| json!({"title": title, "losses": "Demoralised at 2 lost, routed at 3.", "dice": dice, "rows": rows});
    data["commands"] = json!([
        command("Command 1, C-in-C: 5 elements, general Hr", &["highest", "lowest"], &[0, 2]),
        command("Command 2: 4 elements, no general", &["highest", "lowest"], &[3, 4, 99]),
        command("Command 3, allies from Riders: 2 elements", &[], &[1]),
    ]);
    data
}

#[test]
fn a_roster_of_elements_has_commands_and_no_army_points() -> Outcome {
    for paper in [Paper::A4, Paper::Letter] {
        let document = pages(Sheet::Roster, paper, &divided(), Some(QR))?;
        let text = checked(&document, Abs::pt(7.0)).iter().map(|runs| text(runs)).collect::<String>();
        for part in [
            "Command 1, C-in-C: 5 elements, general Hr",
            "Demoralised at 2 lost, routed at 3.",
            "highest",
            "Its own PIP die.",
            "In no command",
            "ELEMENTS LOST",
            "12 lost",
        ] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
        for part in [" AP", "Army points", "ARMY POINTS", "each", "Aggression", "Camp", "Home terrain", "half cap"] {
            assert!(!text.contains(part), "{part} in {text}");
        }
    }
    let standards = PdfStandards::new(&[PdfStandard::Ua_1]).map_err(|error| error.message().to_string())?;
    TYPESETTER.export(Sheet::Roster, Paper::A4.into(), divided().to_string().as_bytes(), Extra::None, standards)?;
    Ok(())
}

#[test]
fn an_army_without_a_break_point_has_no_track() -> Outcome {
    let mut data = divided();
    data["break_point"] = Value::Null;
    data["break_text"] = json!("");
    data["commands"] = Value::Null;
    let document = pages(Sheet::Roster, Paper::A4, &data, None)?;
    let text = checked(&document, Abs::pt(7.0)).iter().map(|runs| text(runs)).collect::<String>();
    assert!(!text.contains("LOST") && !text.contains("Breaks at"), "{text}");
    Ok(())
}

#[test]
fn a_roster_in_grades_has_roads_and_other_costs_and_neither_half_cap_nor_dice() -> Outcome {
    let mut data = roster();
    data["army"] = json!({"other_points": 12.5});
    data["points"]["high_cap"] = Value::Null;
    data["first_column"] = json!("others");
    data["rows"][0]["move"] = json!("160 / 160 / 80, road 400");
    data["commands"] =
        json!([{"title": "Command 1", "losses": "28 ME in all.", "dice": [], "own_die": false, "rows": [0]}]);
    let document = pages(Sheet::Roster, Paper::A4, &data, None)?;
    let text = checked(&document, Abs::pt(7.0)).iter().map(|runs| text(runs)).collect::<String>();
    for part in ["Other costs", "12.5 AP", "others", "160/160/80", "road 400", "28 ME in all."] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    for part in ["half cap", "PIP"] {
        assert!(!text.contains(part), "{part} in {text}");
    }
    Ok(())
}

#[test]
fn labels_of_elements_have_no_army_points() -> Outcome {
    let mut data = labels();
    for label in data["labels"].as_array_mut().into_iter().flatten() {
        label.as_object_mut().map(|label| label.remove("points"));
    }
    let document = pages(Sheet::Labels, Paper::A4, &data, None)?;
    let text = checked(&document, Abs::pt(5.0)).iter().map(|runs| text(runs)).collect::<String>();
    assert!(!text.contains("AP") && text.contains("CF"), "{text}");
    Ok(())
}

#[test]
fn a_crib_sheet_has_its_sides_on_a_page_each_and_can_be_read() -> Outcome {
    let data: Value = serde_json::from_str(CRIB)?;
    let document = pages(Sheet::Crib, Paper::A4, &data, None)?;
    let runs = checked_within(&document, Abs::pt(7.0), Abs::mm(6.0));
    let [turn, combat, set_up] = runs.as_slice() else { return Err(format!("{} pages", runs.len()).into()) };
    for (page, title) in [(turn, "The turn"), (combat, "Combat"), (set_up, "Set-up and terrain")] {
        assert!(text(page).contains(title), "{title} in {}", text(page));
    }
    let standards = PdfStandards::new(&[PdfStandard::Ua_1]).map_err(|error| error.message().to_string())?;
    TYPESETTER.export(Sheet::Crib, Paper::A4.into(), CRIB.as_bytes(), Extra::None, standards)?;
    // Nothing is lost on Letter paper either.
    let letter = pages(Sheet::Crib, Paper::Letter, &data, None)?;
    let letter = checked_within(&letter, Abs::pt(7.0), Abs::mm(6.0));
    let words = |pages: &[Vec<Run>]| pages.iter().map(|page| text(page)).collect::<String>().split_whitespace().count();
    assert!(words(&letter).abs_diff(words(&runs)) < 60, "{} and {} words", words(&letter), words(&runs));
    Ok(())
}

#[test]
fn a_crib_sheet_of_any_length_is_set() -> Outcome {
    let line = json!({"runs": [{"text": "W".repeat(300), "strong": true}, {"text": " and so on."}], "rules": []});
    for count in [0, 1, 400] {
        let part = json!({"title": "T".repeat(200), "lines": vec![line.clone(); count]});
        let data = json!({
            "format": "musterfield-crib/1", "title": "#panic() $x$", "subtitle": "", "paged": count == 1,
            "ruleset": {"name": "D3H2", "version": "1.0.0"}, "sides": [{"title": "One", "parts": [part]}],
        });
        let document = pages(Sheet::Crib, Paper::A4, &data, None)?;
        checked_within(&document, Abs::pt(7.0), Abs::mm(6.0));
    }
    Ok(())
}

#[test]
fn the_file_is_accessible_and_names_itself() -> Outcome {
    let standards = PdfStandards::new(&[PdfStandard::Ua_1]).map_err(|error| error.message().to_string())?;
    for (sheet, data, qr) in [(Sheet::Roster, ROSTER, Some(QR)), (Sheet::Labels, LABELS, None)] {
        let pdf = TYPESETTER.export(
            sheet,
            Paper::A4.into(),
            data.as_bytes(),
            qr.map_or(Extra::None, Extra::Qr),
            standards.clone(),
        )?;
        let pdf = String::from_utf8_lossy(&pdf);
        assert!(pdf.contains("Host of the Long Barrow"), "the title");
        assert!(pdf.contains("/Lang"), "the language");
        assert!(pdf.contains("/StructTreeRoot"), "the tags");
    }
    Ok(())
}

#[test]
fn what_is_wrong_is_not_hidden() -> Outcome {
    let mut data = roster();
    data["legal"] = json!(false);
    data["points"]["spent"] = json!(25.5);
    data["rows"][2]["problem"] = json!(true);
    data["problems"] = json!([
        {"code": "over-budget", "severity": "error", "rule": "D3H2-LIST-03", "element": null,
         "message": "The army costs too much.", "fix": "Take one element away."},
        {"code": "home-terrain-unset", "severity": "warning", "rule": null, "element": null,
         "message": "No home terrain is chosen yet.", "fix": ""},
    ]);
    let document = pages(Sheet::Roster, Paper::A4, &data, None)?;
    let text = checked(&document, Abs::pt(7.0)).iter().map(|runs| text(runs)).collect::<String>();
    for part in [
        "NOT LEGAL",
        "1 error",
        "The army costs too much.",
        "Take one element away.",
        "D3H2-LIST-03",
        "No home terrain is chosen yet.",
        "home-terrain-unset",
        "1.5 over",
        "are marked",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    Ok(())
}

#[test]
fn an_illegal_list_without_reasons_is_called_illegal() -> Outcome {
    let mut data = roster();
    data["legal"] = json!(false);
    let document = pages(Sheet::Roster, Paper::A4, &data, None)?;
    let text = checked(&document, Abs::pt(7.0)).iter().map(|runs| text(runs)).collect::<String>();
    assert!(text.contains("The army does not follow the rules."));
    Ok(())
}

/// One block of notes.
fn paragraph(text: &str) -> Value {
    json!({ "kind": "paragraph", "depth": 0, "runs": [{ "text": text }] })
}

#[test]
fn notes_keep_their_shape() -> Outcome {
    let mut data = roster();
    data["notes"] = json!([
        { "kind": "heading", "depth": 0, "runs": [{ "text": "Plan" }] },
        { "kind": "item", "depth": 0, "number": "3.", "runs": [
            { "text": "Hold " }, { "text": "the hill", "strong": true }, { "text": ".", "emphasis": true }] },
        { "kind": "item", "depth": 1, "runs": [{ "text": "then run" }] },
        { "kind": "code", "depth": 0, "runs": [{ "text": "#panic() $x$ *y*" }] },
    ]);
    let document = pages(Sheet::Roster, Paper::A4, &data, None)?;
    let all = checked(&document, Abs::pt(7.0));
    let text = all.iter().map(|runs| text(runs)).collect::<String>();
    for part in ["Plan", "3.", "the hill", "then run", "#panic() $x$ *y*"] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    Ok(())
}

#[test]
fn an_army_beyond_all_reason_costs_no_more_than_another() -> Outcome {
    let mut data = roster();
    data["break_point"] = json!(1e9);
    let document = pages(Sheet::Roster, Paper::A4, &data, None)?;
    assert!(document.pages().len() < 3);
    // As many blocks as the longest notes can contain.
    data["notes"] = json!(vec![paragraph("a"); 6667]);
    assert!(pages(Sheet::Roster, Paper::A4, &data, None).is_ok());
    Ok(())
}

#[test]
fn two_hundred_rows_and_long_notes_fill_several_pages() -> Outcome {
    let mut data = roster();
    let pattern = data["rows"].as_array().cloned().unwrap_or_default();
    let rows: Vec<Value> = pattern.iter().cycle().take(200).cloned().collect();
    data["rows"] = json!(rows);
    data["rows"][3]["count"] = json!(40);
    data["break_point"] = json!(300.5);
    data["notes"] = json!([paragraph(&" A word and another.".repeat(1000)), paragraph("last words")]);
    let document = pages(Sheet::Roster, Paper::Letter, &data, Some(QR))?;
    let pages = checked(&document, Abs::pt(7.0));
    assert!(pages.len() > 5, "{} pages", pages.len());
    for (number, runs) in (1..).zip(&pages) {
        let text = text(runs);
        assert!(text.contains(&format!("page {number} of {}", pages.len())));
        assert!(text.contains("Host of the Long Barrow"), "the name in the footer of page {number}");
        if text.contains("Blades") {
            assert!(text.contains("good/rough/bad"), "the table's head on page {number}");
        }
    }
    assert!(pages.first().is_some_and(|runs| text(runs).contains("40 ×")));
    assert!(pages.last().is_some_and(|runs| text(runs).contains("https://example.org")));
    Ok(())
}

#[test]
fn sticky_labels_have_a_base_each_at_true_size_where_it_fits() -> Outcome {
    let mut data = labels();
    data["stickers"] = json!({
        "id": "test", "width": 63.5, "height": 25.0, "columns": 3, "rows": 2, "left": 7.2, "top": 15.0, "across": 66.0,
        "down": 30.0
    });
    let document = pages(Sheet::Labels, Paper::A4, &data, None)?;
    let runs = checked(&document, Abs::pt(5.0));
    assert_eq!(runs.len(), 2, "twelve labels, six on a page");
    let text = runs.iter().map(|runs| text(runs)).collect::<String>();
    assert!(!text.contains("Measure this") && text.matches("CF").count() == 12, "{text}");
    let mut sizes = Vec::new();
    for page in document.pages() {
        rectangles(&page.frame, &mut sizes);
    }
    let count = |width: f64, depth: f64| {
        sizes.iter().filter(|(w, d)| w.approx_eq(Abs::mm(width)) && d.approx_eq(Abs::mm(depth))).count()
    };
    assert_eq!((count(40.0, 15.0), count(40.0, 20.0), count(40.0, 30.0)), (4, 3, 0), "{sizes:?}");

    // On a sheet that has been begun, the labels before the first are left empty.
    data["first_sticker"] = json!(6);
    let runs = checked(&pages(Sheet::Labels, Paper::A4, &data, None)?, Abs::pt(5.0));
    let labels: Vec<usize> = runs.iter().map(|runs| self::text(runs).matches("CF").count()).collect();
    assert_eq!(labels, [1, 6, 5]);
    Ok(())
}

#[test]
fn labels_have_their_true_size() -> Outcome {
    for paper in [Paper::A4, Paper::Letter] {
        let document = pages(Sheet::Labels, paper, &labels(), None)?;
        let runs = checked(&document, Abs::pt(5.0));
        assert_eq!(runs.len(), 1);
        let text = runs.first().map(|runs| text(runs)).unwrap_or_default();
        assert!(text.contains("Measure this: 100 mm") && text.contains("12 base labels"));
        let mut sizes = Vec::new();
        for page in document.pages() {
            rectangles(&page.frame, &mut sizes);
        }
        for (width, depth, count) in
            [(40.0, 15.0, 4), (40.0, 20.0, 3), (40.0, 30.0, 3), (40.0, 40.0, 1), (80.0, 40.0, 1)]
        {
            let found =
                sizes.iter().filter(|(w, d)| w.approx_eq(Abs::mm(width)) && d.approx_eq(Abs::mm(depth))).count();
            assert_eq!(found, count, "{width} × {depth}");
        }
    }
    Ok(())
}

/// The sizes of all rectangles drawn in a frame.
fn rectangles(frame: &Frame, out: &mut Vec<(Abs, Abs)>) {
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => rectangles(&group.frame, out),
            FrameItem::Shape(shape, _) => {
                if let Geometry::Rect(size) = shape.geometry {
                    out.push((size.x, size.y));
                }
            }
            _ => {}
        }
    }
}

#[test]
fn many_labels_break_over_pages_with_a_ruler_on_each() -> Outcome {
    let mut data = labels();
    for at in 0..7 {
        data["labels"][at]["count"] = json!(20);
    }
    let document = pages(Sheet::Labels, Paper::A4, &data, None)?;
    let pages = checked(&document, Abs::pt(5.0));
    assert!(pages.len() > 3);
    assert!(pages.iter().all(|runs| text(runs).contains("Measure this: 100 mm")));
    Ok(())
}

#[test]
fn data_may_not_be_endless() {
    let data = vec![b' '; DATA_LIMIT + 1];
    let answer = TYPESETTER.pdf(Sheet::Roster, Paper::A4.into(), &data, None);
    assert_eq!(answer, Err(PrintError::TooLarge { size: DATA_LIMIT + 1, limit: DATA_LIMIT }));
}

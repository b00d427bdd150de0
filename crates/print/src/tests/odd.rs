//! Hostile text, broken data and files that do not exist.

use serde_json::{Value, json};
use typst::World;
use typst::diag::FileError;
use typst::layout::Abs;
use typst::syntax::{RootedPath, VirtualPath, VirtualRoot};

use super::{Outcome, QR, ROSTER, TYPESETTER, checked, labels, pages, roster, text};
use crate::world::{Extra, SheetWorld};
use crate::{Paper, PrintError, Sheet};

/// Markup, quotes, a change of direction, control characters, other scripts.
const ODD: &str = "#panic() [*b*] $x$ @r <l> \" \\ // \u{202e}😀👨‍👩‍👧 漢字 עברית \u{0}\u{7}\u{feff}";

#[test]
fn odd_text_is_shown_and_stays_on_the_page() -> Outcome {
    let word = "W".repeat(300);
    let mut data = roster();
    data["name"] = json!(format!("{ODD} {word}"));
    for key in ["home_terrain", "figure_scale", "break_text", "footer"] {
        data[key] = json!(word);
    }
    data["url"] = json!(format!("javascript:{word}"));
    data["list"]["name"] = json!(word);
    data["ruleset"]["version"] = json!("1.0.0-".repeat(6));
    let texts = [ODD, &word, &"a\u{a0}".repeat(300), &"{\n}".repeat(20)];
    let blocks = ["paragraph", "heading", "item", "code", ODD].into_iter().flat_map(|kind| {
        texts
            .map(|text| json!({ "kind": kind, "depth": 1, "number": text, "runs": [{ "text": text, "strong": true }] }))
    });
    data["notes"] = blocks.collect();
    data["legal"] = json!(false);
    data["problems"] = json!([
        {"code": "x", "severity": "error", "rule": word, "message": word, "fix": ODD},
        {"code": word, "severity": "note", "rule": null, "message": ODD, "fix": word},
    ]);
    for (at, odd) in [ODD, &word].into_iter().enumerate() {
        for key in ["name", "label", "class", "code", "factor_foot", "factor_mounted", "move", "range", "base"] {
            data["rows"][at][key] = json!(odd);
        }
        data["rows"][at]["marks"] = json!([odd, "General", "Mounted"]);
    }
    let document = pages(Sheet::Roster, Paper::A4, &data, Some(QR))?;
    let text = checked(&document, Abs::pt(7.0)).iter().map(|runs| text(runs)).collect::<String>();
    assert!(text.contains("#panic() [*b*] $x$ @r <l> \" \\ //"), "{text}");
    assert!(!text.contains(['\u{202e}', '\u{0}', '\u{7}']));
    assert!(TYPESETTER.pdf(Sheet::Roster, Paper::A4.into(), data.to_string().as_bytes(), Some(QR)).is_ok());
    Ok(())
}

#[test]
fn endless_text_goes_on_over_the_pages() -> Outcome {
    let endless = "Words upon words. ".repeat(500);
    let mut data = roster();
    for key in ["name", "home_terrain", "figure_scale", "break_text", "footer"] {
        data[key] = json!(endless);
    }
    data["url"] = json!(format!("https://example.org/{endless}"));
    data["list"]["name"] = json!(endless);
    data["ruleset"] = json!({"name": endless, "version": endless});
    for key in ["name", "label", "class", "code", "factor_foot", "move", "base"] {
        data["rows"][0][key] = json!(endless);
    }
    data["rows"][0]["marks"] = json!([endless]);
    data["problems"] =
        json!([{"code": endless, "severity": "error", "rule": endless, "message": endless, "fix": endless}]);
    let document = pages(Sheet::Roster, Paper::Letter, &data, Some(QR))?;
    assert!(checked(&document, Abs::pt(7.0)).len() > 5);

    let mut data = labels();
    data["footer"] = json!(endless);
    data["name"] = json!(endless);
    data["ruleset"] = json!({"name": endless, "version": endless});
    for key in ["name", "label", "code", "factor", "move"] {
        data["labels"][0][key] = json!(endless);
    }
    data["labels"][0]["marks"] = json!([endless]);
    checked(&pages(Sheet::Labels, Paper::Letter, &data, None)?, Abs::pt(5.0));
    Ok(())
}

#[test]
fn odd_text_is_cut_off_at_the_edge_of_a_label() -> Outcome {
    let word = "W".repeat(300);
    let mut data = labels();
    for (at, odd) in [ODD, &word, "", &word].into_iter().enumerate() {
        for key in ["name", "label", "code", "factor", "move"] {
            data["labels"][at][key] = json!(odd);
        }
        data["labels"][at]["marks"] = json!([odd, "Fast"]);
    }
    data["name"] = json!(word);
    data["footer"] = json!(ODD);
    data["figure_scale"] = json!(word);
    let document = pages(Sheet::Labels, Paper::Letter, &data, None)?;
    checked(&document, Abs::pt(5.0));
    Ok(())
}

#[test]
fn empty_and_absent_things_are_left_out() -> Outcome {
    let mut data = roster();
    for key in ["list", "allies", "home_terrain", "figure_scale", "url", "footer"] {
        data[key] = Value::Null;
    }
    for key in ["high", "high_cap", "allies", "allies_cap"] {
        data["points"][key] = Value::Null;
    }
    for key in ["rows", "classes", "notes", "problems"] {
        data[key] = json!([]);
    }
    data["name"] = json!(" ");
    data["points"]["budget"] = json!(0);
    data["points"]["spent"] = json!(0);
    data["break_point"] = json!(0);
    let document = pages(Sheet::Roster, Paper::A4, &data, None)?;
    let text = checked(&document, Abs::pt(7.0)).iter().map(|runs| text(runs)).collect::<String>();
    assert!(text.contains("Unnamed army") && text.contains("not chosen"), "{text}");

    let none = json!({"format": "musterfield-labels/1", "name": "", "ruleset": {"name": "D3H2", "version": "1"}, "labels": []});
    assert!(pages(Sheet::Labels, Paper::A4, &none, None).is_ok());
    Ok(())
}

#[test]
fn what_is_no_roster_is_refused() {
    for data in ["", "{", "null", "[]", "\"x\"", "{}", "1e999", "\u{0}", r##"{"format": "musterfield-labels/1"}"##] {
        let answer = TYPESETTER.pdf(Sheet::Roster, Paper::A4.into(), data.as_bytes(), None);
        assert!(matches!(answer, Err(PrintError::Data(_))), "{data}");
    }
    let deep = "[".repeat(5000);
    assert!(TYPESETTER.pdf(Sheet::Labels, Paper::A4.into(), deep.as_bytes(), None).is_err());
    assert!(TYPESETTER.pdf(Sheet::Roster, Paper::A4.into(), b"\xff\xfe", None).is_err());
    assert!(TYPESETTER.pdf(Sheet::Labels, Paper::A4.into(), ROSTER.as_bytes(), None).is_err());
}

/// Every field in turn with a value that it cannot have.
#[test]
fn odd_values_are_refused_by_name() {
    let (army, row) = (roster(), "/rows/1");
    let fields = [
        (
            "",
            &["name", "ruleset", "legal", "camp", "elements", "points", "break_point", "break_text", "classes", "rows"]
                [..],
        ),
        ("", &["counts", "unit", "break_unit", "second_ally", "commands"]),
        ("", &["list", "allies", "home_terrain", "aggression", "figure_scale", "problems", "notes", "url", "footer"]),
        ("/points", &["budget", "spent", "high", "high_cap", "allies", "allies_cap"]),
        ("/ruleset", &["name", "version"]),
        (row, &["count", "code", "name", "general", "marks", "class", "points_each", "points", "problem", "label"]),
        (row, &["factor_foot", "factor_mounted", "move", "range", "base"]),
    ];
    for (place, keys) in fields {
        for &key in keys {
            // Out of any range, or of the wrong type for a number or for anything else.
            for odd in [json!(1e300), json!([1e300])] {
                let mut data = army.clone();
                if let Some(field) = data.pointer_mut(place) {
                    field[key] = odd;
                }
                let answer = TYPESETTER.pdf(Sheet::Roster, Paper::A4.into(), data.to_string().as_bytes(), None);
                let Err(PrintError::Data(complaints)) = answer else {
                    panic!("{place}/{key} was taken");
                };
                assert!(complaints.iter().any(|c| c.message.contains(&format!("`{key}`"))), "{key}: {complaints:?}");
            }
        }
    }
}

#[test]
fn odd_labels_are_refused_by_name() {
    let changes = [
        ("width_mm", json!(0)),
        ("width_mm", json!(1e300)),
        ("depth_mm", json!(-20)),
        ("depth_mm", json!("20")),
        ("count", json!(0)),
        ("count", json!(2.5)),
        ("count", json!(9_999)),
        ("points", Value::Null),
        ("marks", json!([1])),
        ("code", json!({})),
    ];
    for (key, odd) in changes {
        let mut data = labels();
        data["labels"][1][key] = odd.clone();
        let answer = TYPESETTER.pdf(Sheet::Labels, Paper::A4.into(), data.to_string().as_bytes(), None);
        assert!(matches!(answer, Err(PrintError::Data(_))), "{key}: {odd}");
    }
}

#[test]
fn an_error_tells_what_and_where() {
    let mut data = roster();
    data["elements"] = json!("twelve");
    let answer = TYPESETTER.pdf(Sheet::Roster, Paper::A4.into(), data.to_string().as_bytes(), None);
    let message = answer.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(message.starts_with("the sheet could not be typeset:"), "{message}");
    assert!(message.contains("`elements` must be") && message.contains(".typ:"), "{message}");
}

#[test]
fn a_code_that_is_no_picture_is_refused() {
    for svg in ["", "<svg", "no picture"] {
        let answer = TYPESETTER.pdf(Sheet::Roster, Paper::A4.into(), ROSTER.as_bytes(), Some(svg));
        assert!(matches!(answer, Err(PrintError::Data(_))), "{svg}");
    }
}

#[test]
fn other_files_do_not_exist() -> Outcome {
    let press = SheetWorld::new(&TYPESETTER.resources, Sheet::Roster, Paper::A4.into(), ROSTER.as_bytes(), Extra::None);
    for path in ["/etc/passwd", "/qr.svg", "/templates/common.typ"] {
        let id = RootedPath::new(VirtualRoot::Project, VirtualPath::new(path).map_err(|_| "path")?).intern();
        assert_eq!(press.file(id), Err(FileError::AccessDenied));
        assert_eq!(press.source(id).err(), Some(FileError::AccessDenied));
    }
    assert!(press.today(None).is_some());
    Ok(())
}

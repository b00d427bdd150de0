//! Everything that is written reads back as the same army.

use musterfield_army::Draft;
use musterfield_army::file::{from_json, from_toml, to_json, to_json_pretty, to_toml};
use musterfield_army::input::{army, form_of};
use musterfield_fixtures::armies::{any_draft, report, ruleset, the_book, the_catalogue};
use musterfield_sheets::roster::table;
use musterfield_sheets::roster::view::{Options, RosterView};
use musterfield_words::army::write::to_text;
use proptest::prelude::*;

/// The whole content of an army, so that any difference shows.
fn whole(draft: &Draft) -> String {
    to_json(draft)
}

/// Reads a text back as if it were pasted.
fn pasted(text: &str) -> Result<String, TestCaseError> {
    let reading = army(text, form_of(text), ruleset("d3h2"), the_book())
        .map_err(|error| TestCaseError::fail(format!("{error:?}\n{text}")))?;
    prop_assert!(reading.problems().is_empty(), "{:?} {:?}\n{text}", reading.unread, reading.differences);
    Ok(whole(&reading.draft))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_export_reads_back_as_the_same_army(draft in any_draft()) {
        let report = report(&draft);
        let json = whole(&draft);
        prop_assert_eq!(&whole(&from_json(&json, the_book()).unwrap()), &json);
        prop_assert_eq!(&whole(&from_json(&to_json_pretty(&draft), the_book()).unwrap()), &json);
        prop_assert_eq!(&whole(&from_toml(&to_toml(&draft), the_book()).unwrap()), &json);
        prop_assert_eq!(&pasted(&to_toml(&draft))?, &json);
        prop_assert_eq!(&pasted(&to_text(&draft, &report))?, &json);

        let options = Options {
            url: Some("https://example.org/armies/x/v/y".into()),
            living_url: Some("https://example.org/armies/x".into()),
            ..Options::default()
        };
        let view = RosterView::new(&draft, &report, the_catalogue(), &options);
        prop_assert_eq!(&pasted(&table::json(&view))?, &json);
        prop_assert_eq!(&pasted(&table::text(&draft, &report, &view))?, &json);
        prop_assert_eq!(&pasted(&table::markdown(&draft, &report, &view))?, &json);
    }

    /// Ticking boxes for losses in a roster of text or Markdown does not change the army.
    #[test]
    fn ticked_boxes_change_nothing(draft in any_draft(), mark in "[xX✓]") {
        let report = report(&draft);
        let view = RosterView::new(&draft, &report, the_catalogue(), &Options::default());
        for text in [table::text(&draft, &report, &view), table::markdown(&draft, &report, &view)] {
            // Notes are the player's own.
            let (roster, notes) = match text.split_once("Notes") {
                Some((roster, notes)) if !draft.notes.is_empty() => (roster, format!("Notes{notes}")),
                _ => (text.as_str(), String::new()),
            };
            let ticked = roster.replace("[ ]", &format!("[{mark}]")) + &notes;
            prop_assert_eq!(&pasted(&ticked)?, &whole(&draft));
        }
    }

    /// A roster's figures are the same in every format.
    #[test]
    fn csv_has_one_row_a_line_and_the_same_numbers(draft in any_draft()) {
        let report = report(&draft);
        let view = RosterView::new(&draft, &report, the_catalogue(), &Options::default());
        let csv = table::csv(&view);
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.unwrap()).collect();
        // An army without elements has one row that says what is wrong.
        prop_assert_eq!(rows.len(), draft.lines.len().max(1));
        let lines = view.groups().into_iter().flat_map(|(_, rows)| rows);
        for (row, (_, line)) in rows.iter().zip(lines) {
            prop_assert_eq!(row[0].parse::<i64>().unwrap(), line.count);
            prop_assert_eq!(&row[14], if report.is_legal() { "yes" } else { "no" });
            let points = if view.in_points() { line.points.to_string() } else { String::new() };
            prop_assert_eq!(&row[11], &points);
        }
    }
}

//! Rows of the roster under the heads of their groups, wherever the page breaks.

use serde_json::{Value, json};
use typst::layout::Abs;

use super::{Outcome, checked, pages, roster, text};
use crate::{Paper, Sheet};

/// The roster with this many warnings before its table, and these commands.
fn after_warnings(count: usize, commands: &Value) -> Value {
    let mut data = roster();
    let warning =
        json!({"code": "x", "severity": "warning", "rule": null, "message": "Something to consider.", "fix": null});
    data["problems"] = Value::Array(vec![warning; count]);
    data["commands"] = commands.clone();
    data
}

fn command(title: &str, rows: &[usize]) -> Value {
    json!({"title": title, "losses": "Demoralised at 2 lost.", "dice": ["highest"], "rows": rows})
}

/// The head of a group is on the same page as its first row, wherever the page breaks, in groups with and without
/// rows.
#[test]
fn a_group_keeps_its_head_wherever_the_page_ends() -> Outcome {
    let codes = ["Hr", "Kn", "Bd", "Sh", "Ps", "Lk", "Fl"];
    let kinds = [
        Value::Null,
        json!([
            command("Head 0", &[0, 1]),
            command("Head 2", &[2, 3]),
            command("Head 4", &[4]),
            command("Head 5", &[5, 6])
        ]),
        json!([
            command("Head 0", &[0]),
            command("Empty", &[]),
            command("Head 1", &[1, 2, 3, 4, 5, 6]),
            command("Empty", &[])
        ]),
        json!([command("Empty", &[]), command("Empty", &[99]), command("Head 0", &[0, 1, 2, 3, 4, 5, 6])]),
    ];
    for (kind, count) in kinds.iter().flat_map(|kind| (0..44).map(move |count| (kind, count))) {
        let document = pages(Sheet::Roster, Paper::A4, &after_warnings(count, kind), None)?;
        let pages: Vec<String> = checked(&document, Abs::pt(7.0)).iter().map(|runs| text(runs)).collect();
        for (row, code) in codes.iter().enumerate() {
            let head = format!("Head {row}");
            if let Some(page) = pages.iter().find(|page| page.contains(&head)) {
                assert!(page.contains(&format!(" {code} ")), "{head} alone after {count} warnings: {page}");
            }
        }
    }
    Ok(())
}

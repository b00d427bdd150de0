//! The papers of an event: rosters and crib sheets of many players, receipts, pairings, standings.

use serde_json::{Value, json};
use typst::foundations::{NativeElement, StyleChain};
use typst::introspection::Introspector;
use typst::layout::Abs;
use typst::model::HeadingElem;
use typst_layout::PagedDocument;
use typst_pdf::{PdfStandard, PdfStandards};

use super::{CRIB, Outcome, QR, Run, TYPESETTER, checked, checked_within, paragraph, roster, text};
use crate::world::{Extra, SheetWorld};
use crate::{DATA_LIMIT, MANY_LIMIT, Paper, PrintError, Sheet, lay_out};

/// Markup, quotes, a change of direction, control characters, other scripts, long words.
const ODD: [&str; 5] = ["#panic() [*b*] $x$ @r <l> \" \\ //\u{202e}\u{0}", "Łódź 😀", "צבא האור", "漢字", "Ægir\nOlaf"];

fn entry(player: &str, table: usize, roster: &Value) -> Value {
    json!({
        "roster": roster, "player": player, "club": "Night Owls", "table": table, "note": "late",
        "verify_url": format!("https://example.org/e/{table}"),
    })
}

fn rosters(entries: &[Value], two_per_sheet: bool) -> Value {
    json!({
        "format": "musterfield-rosters/1", "title": "Harvest Cup", "two_per_sheet": two_per_sheet, "rosters": entries,
    })
}

/// A roster that fits on half a sheet.
fn short() -> Value {
    let mut data = roster();
    data["notes"] = json!([]);
    data
}

/// A roster of several pages.
fn long() -> Value {
    let mut data = roster();
    data["notes"] = json!(vec![paragraph(&"Hold the hill. ".repeat(40)); 30]);
    data
}

fn person(name: &str) -> Value {
    json!({"name": name, "club": "Night Owls"})
}

fn pairings(games: usize) -> Value {
    let games: Vec<Value> = (0..games)
        .rev()
        .map(|at| {
            json!({
                "table": at + 1, "a": person(&format!("Zoe {at}")), "b": person(&format!("Ann {at}")),
                "result": if at == 0 { "W 12 : 3 L" } else { "" }, "terrain": "Forest",
            })
        })
        .collect();
    json!({
        "format": "musterfield-pairings/1", "event": "Harvest Cup", "round": "Round 2", "note": "Dice down at 14:30.",
        "games": games, "byes": ["Olaf Byes"],
    })
}

fn standings(rows: usize) -> Value {
    let rows: Vec<Value> = (0..rows)
        .map(|at| {
            json!({
                "place": (at + 1).to_string(), "name": format!("Player {at}"), "club": "Night Owls",
                "values": ["15", "3.5"], "dropped": at == 1,
            })
        })
        .collect();
    json!({
        "format": "musterfield-standings/1", "event": "Harvest Cup", "after": "after round 2",
        "columns": ["Score", "AP lost"], "rows": rows,
    })
}

fn receipt() -> Value {
    json!({
        "format": "musterfield-receipt/1", "event": "Harvest Cup", "player": "Tom Reeve", "club": "Night Owls",
        "entered_at": "21 November 2026, 18:04 (Europe/Dublin)", "version": 3, "hash": "8d1f0c55ka3mz7q2r4t6v8x0yb",
        "armies": ["Host of the Long Barrow", "Sons of the Mere"], "legal": true, "late": false, "waiting": false,
        "address": "https://example.org/events/harvest/entries/k3v9x2",
    })
}

fn cribs() -> Result<Value, serde_json::Error> {
    let crib: Value = serde_json::from_str(CRIB)?;
    let entry = |player: &str| json!({"crib": crib, "player": player, "club": null, "table": null});
    Ok(json!({"format": "musterfield-cribs/1", "title": "Harvest Cup", "cribs": [entry("Tom"), entry("Ann")]}))
}

fn pages(sheet: Sheet, paper: Paper, data: &Value) -> Result<PagedDocument, PrintError> {
    let data = data.to_string();
    lay_out(&SheetWorld::new(&TYPESETTER.resources, sheet, paper.into(), data.as_bytes(), Extra::None))
}

fn texts(pages: &[Vec<Run>]) -> Vec<String> {
    pages.iter().map(|runs| text(runs)).collect()
}

/// A list with one code for each entry.
fn codes(count: usize) -> String {
    json!(vec![QR; count]).to_string()
}

#[test]
fn every_page_says_whose_roster_it_is_and_which_of_his_pages() -> Outcome {
    for paper in [Paper::A4, Paper::Letter] {
        let data = rosters(&[entry("Tom", 1, &short()), entry("Ann", 2, &long()), entry("Lee", 3, &short())], false);
        let texts = texts(&checked(&pages(Sheet::Rosters, paper, &data)?, Abs::pt(7.0)));
        let of_ann = texts.len() - 2;
        assert!(of_ann > 1, "{} pages", texts.len());
        for (at, text) in texts.iter().enumerate() {
            let (player, page) = match at {
                0 => ("Tom", "page 1 of 1".to_owned()),
                at if at <= of_ann => ("Ann", format!("page {at} of {of_ann}")),
                _ => ("Lee", "page 1 of 1".to_owned()),
            };
            for part in [player, "Night Owls", "Harvest Cup", "Table", "LATE", &page, "https://example.org/e/"] {
                assert!(text.contains(part), "{part} is missing in {text}");
            }
            assert!(["Tom", "Ann", "Lee"].iter().filter(|name| text.contains(**name)).count() == 1, "{text}");
        }
    }
    Ok(())
}

/// Text that does not fit in the line above a roster goes into a second line, which is not visible.
#[test]
fn a_long_name_hides_neither_table_nor_note() -> Outcome {
    let mut long = entry("Wilhelmina Margaret Winifred Wolstenholme-Westmoreland Webb", 12, &short());
    long["club"] = json!("The Night Owls and Friends of the Long Barrow");
    for two_per_sheet in [false, true] {
        let data = rosters(&[long.clone()], two_per_sheet);
        let pages = checked(&pages(Sheet::Rosters, Paper::A4, &data)?, Abs::pt(7.0));
        let runs = pages.first().ok_or("no page")?;
        let height = |word: &str| runs.iter().find(|run| run.text.contains(word)).map(|run| run.from.y);
        let name = height("Wilhelmina").ok_or("no name")?;
        for word in ["LATE", "Table"] {
            let apart = height(word).ok_or("it is missing")? - name;
            assert!(apart.abs() < Abs::pt(6.0), "{word}: {apart:?}");
        }
    }
    Ok(())
}

#[test]
fn the_outline_lists_the_players() -> Outcome {
    let data = rosters(&[entry("Tom", 1, &short()), entry("Ann", 2, &short())], true);
    for two_per_sheet in [false, true] {
        let mut data = data.clone();
        data["two_per_sheet"] = json!(two_per_sheet);
        let document = pages(Sheet::Rosters, Paper::A4, &data)?;
        let headings = document.introspector().query(&HeadingElem::ELEM.select());
        let listed: Vec<String> = headings
            .iter()
            .filter_map(|heading| heading.to_packed::<HeadingElem>())
            .filter(|heading| heading.bookmarked.get(StyleChain::default()).unwrap_or(true))
            .map(|heading| heading.body.plain_text().to_string())
            .collect();
        assert_eq!(listed, ["Tom", "Ann"]);
    }
    Ok(())
}

#[test]
fn short_rosters_share_a_sheet_and_others_do_not() -> Outcome {
    let entries = [
        entry("Tom", 1, &short()),
        entry("Ann", 2, &short()),
        entry("Lee", 3, &short()),
        entry("Olu", 4, &long()),
        entry("Kit", 5, &short()),
    ];
    for paper in [Paper::A4, Paper::Letter] {
        let texts = texts(&checked(&pages(Sheet::Rosters, paper, &rosters(&entries, true))?, Abs::pt(7.0)));
        let players: Vec<Vec<&str>> = texts
            .iter()
            .map(|text| ["Tom", "Ann", "Lee", "Olu", "Kit"].into_iter().filter(|name| text.contains(name)).collect())
            .collect();
        assert_eq!(players.first().map(Vec::as_slice), Some(["Tom", "Ann"].as_slice()), "{paper:?}");
        assert_eq!(players.get(1).map(Vec::as_slice), Some(["Lee"].as_slice()));
        assert_eq!(players.get(2).map(Vec::as_slice), Some(["Olu"].as_slice()));
        assert_eq!(players.last().map(Vec::as_slice), Some(["Kit"].as_slice()));
        let both = texts.first().map(String::as_str).unwrap_or_default();
        for part in ["Sigeward's house-guard", "24 of 24", "The army breaks at 12 AP", "Army list after", "page 1 of 1"]
        {
            assert_eq!(both.matches(part).count(), 2, "{part} in {both}");
        }
    }
    Ok(())
}

/// However much text it contains, the upper half never runs into what is below it.
#[test]
fn what_does_not_fit_in_half_is_never_cut() -> Outcome {
    for words in (0..44).step_by(3) {
        let mut data = short();
        data["notes"] = json!([paragraph(&"Hold the hill here. ".repeat(words))]);
        let data = rosters(&[entry("Tom", 1, &data), entry("Ann", 2, &data)], true);
        let document = pages(Sheet::Rosters, Paper::A4, &data)?;
        let pages = checked(&document, Abs::pt(7.0));
        let [first, ..] = pages.as_slice() else { return Err("no pages".into()) };
        assert!(pages.len() < 3);
        let texts = texts(&pages);
        assert_eq!(texts.join(" ").matches("hill").count(), 2 * words, "{words}");
        if pages.len() == 1 {
            let middle = document.pages().first().map(|page| page.frame.height() / 2.0).unwrap_or_default();
            // The last lines of the upper half are its address and the page number; everything else is well above the
            // dividing line.
            let lowest =
                first.iter().filter(|run| run.from.y < middle && run.text.contains("hill")).map(|run| run.from.y).max();
            assert!(lowest.is_none_or(|y| y < middle - Abs::mm(11.0)), "{words}: {lowest:?}");
        }
    }
    Ok(())
}

#[test]
fn each_roster_has_its_own_code() -> Outcome {
    let data = rosters(&[entry("Tom", 1, &short()), entry("Ann", 2, &short())], false).to_string();
    let print = |codes: &str| TYPESETTER.rosters(Paper::A4.into(), data.as_bytes(), codes);
    let (both, one, none) = (print(&codes(2))?, print(&json!([null, QR]).to_string())?, print("[null, null]")?);
    assert!(both != one && one != none);
    for wrong in ["[]", "[null]", "{}", "[1, null]", "[\"\", null]", "x", &codes(3)] {
        assert!(matches!(print(wrong), Err(PrintError::Data(_))), "{wrong}");
    }
    let answer = print("[null, 7]");
    assert!(matches!(&answer, Err(error) if error.to_string().contains("roster 2 (Ann)")), "{answer:?}");
    Ok(())
}

#[test]
fn a_refusal_names_the_roster() {
    let changes: [(&str, Value); 10] = [
        ("/roster/rows/2/count", json!("many")),
        ("/roster/points/spent", Value::Null),
        ("/roster/ruleset/name", json!(1)),
        ("/roster/notes/0/runs/0/text", json!(1)),
        ("/roster/classes/0/elements", json!(1.5)),
        ("/roster/format", json!("musterfield-labels/1")),
        ("/roster", json!([])),
        ("/table", json!("three")),
        ("/verify_url", json!(1)),
        ("/note", json!([])),
    ];
    for (place, odd) in changes {
        let mut data = rosters(&[entry("Tom", 1, &roster()), entry("Ann", 2, &roster())], false);
        if let Some(field) = data.pointer_mut(&format!("/rosters/1{place}")) {
            *field = odd;
        }
        let answer = TYPESETTER.rosters(Paper::A4.into(), data.to_string().as_bytes(), "[null, null]");
        let message = answer.err().map(|error| error.to_string()).unwrap_or_default();
        let key = place.rsplit('/').next().unwrap_or_default();
        let named = if key == "format" { "roster" } else { key };
        assert!(message.contains("roster 2 (Ann): ") && message.contains(&format!("`{named}`")), "{place}: {message}");
    }
}

#[test]
fn there_may_be_no_more_than_five_hundred_rosters_in_eight_mebibytes() -> Outcome {
    assert!(
        TYPESETTER.rosters(Paper::A4.into(), rosters(&[], true).to_string().as_bytes(), "[]").is_ok(),
        "none at all"
    );
    let data = rosters(&vec![json!({}); 501], false).to_string();
    let answer = TYPESETTER.rosters(Paper::A4.into(), data.as_bytes(), "[]");
    assert!(matches!(&answer, Err(error) if error.to_string().contains("at most 500")), "{answer:?}");
    let long = " ".repeat(MANY_LIMIT + 1);
    for (data, codes) in [(long.as_str(), "[]"), ("{}", long.as_str())] {
        let answer = TYPESETTER.rosters(Paper::A4.into(), data.as_bytes(), codes);
        assert_eq!(answer, Err(PrintError::TooLarge { size: MANY_LIMIT + 1, limit: MANY_LIMIT }));
    }
    let answer = TYPESETTER.pdf(Sheet::Pairings, Paper::A4.into(), long.as_bytes(), None);
    assert_eq!(answer, Err(PrintError::TooLarge { size: MANY_LIMIT + 1, limit: DATA_LIMIT }));
    Ok(())
}

#[test]
fn each_crib_sheet_says_whose_it_is() -> Outcome {
    for paper in [Paper::A4, Paper::Letter] {
        let texts = texts(&checked_within(&pages(Sheet::Cribs, paper, &cribs()?)?, Abs::pt(7.0), Abs::mm(6.0)));
        assert!(texts.len() >= 6 && texts.len().is_multiple_of(2), "{} pages", texts.len());
        for (at, text) in texts.iter().enumerate() {
            let player = if at < texts.len() / 2 { "Tom" } else { "Ann" };
            let page = format!("page {} of {}", at % (texts.len() / 2) + 1, texts.len() / 2);
            assert!(text.contains(player) && text.contains("Harvest Cup") && text.contains(&page), "{page} in {text}");
        }
    }
    Ok(())
}

#[test]
fn a_receipt_is_half_a_page() -> Outcome {
    for (late, waiting, pending, legal) in
        [(false, false, false, true), (true, true, false, false), (true, false, true, true)]
    {
        let mut data = receipt();
        if pending {
            data["pending"] = json!(true);
        }
        (data["late"], data["waiting"], data["legal"]) = (json!(late), json!(waiting), json!(legal));
        let document = super::pages(Sheet::Receipt, Paper::Letter, &data, Some(QR))?;
        let pages = checked(&document, Abs::pt(7.0));
        let [runs] = pages.as_slice() else { return Err("more than one page".into()) };
        let all = text(runs);
        for part in
            ["Tom Reeve", "Night Owls", "18:04", "8d1f0c55ka3mz7q2r4t6v8x0yb", "Sons of the Mere", "entries/k3v9x2"]
        {
            assert!(all.contains(part), "{part} is missing in {all}");
        }
        assert_eq!(all.contains("late"), late);
        assert_eq!(all.contains("waiting list"), waiting);
        assert_eq!(all.contains("awaiting approval"), pending);
        assert_eq!(all.contains("NOT LEGAL"), !legal);
        let lowest = runs.iter().filter(|run| run.text.contains("shows")).map(|run| run.from.y).max();
        assert!(lowest.is_some_and(|y| y < Abs::inches(5.5)), "{lowest:?}");
    }
    Ok(())
}

#[test]
fn pairings_go_by_table_and_then_by_name() -> Outcome {
    let document = pages(Sheet::Pairings, Paper::A4, &pairings(12))?;
    let texts = texts(&checked(&document, Abs::pt(7.0)));
    let [tables, names] = texts.as_slice() else { return Err(format!("{} pages", texts.len()).into()) };
    let place = |text: &str, part: &str| text.find(part).ok_or_else(|| format!("{part} is missing in {text}"));
    assert!(place(tables, "Zoe 0")? < place(tables, "Zoe 1")? && place(tables, "Zoe 9")? < place(tables, "Zoe 10")?);
    for part in ["Round 2", "Dice down at 14:30.", "W 12 : 3 L", "Forest", "Olaf Byes"] {
        place(tables, part)?;
    }
    assert!(place(names, "Ann 3")? < place(names, "Olaf Byes")? && place(names, "Olaf Byes")? < place(names, "Zoe 0")?);
    assert!(names.contains("Ann 11 12") && names.contains("Olaf Byes bye"), "the table beside the name: {names}");
    Ok(())
}

#[test]
fn five_hundred_games_and_rows_have_a_head_on_each_page() -> Outcome {
    for paper in [Paper::A4, Paper::Letter] {
        let games = texts(&checked(&pages(Sheet::Pairings, paper, &pairings(500))?, Abs::pt(7.0)));
        assert!(games.iter().filter(|text| text.contains("Zoe")).all(|text| text.contains("Harvest Cup")));
        let (tables, names): (Vec<&String>, Vec<&String>) = games.iter().partition(|text| text.contains("Player"));
        assert!(tables.len() > 20 && names.len() > 5, "{} and {}", tables.len(), names.len());
        for part in ["Zoe", "Ann"] {
            let count = |pages: &[&String]| pages.iter().map(|text| text.matches(part).count()).sum::<usize>();
            assert_eq!((count(&tables), count(&names)), (500, 500), "{part}");
        }
        let rows = texts(&checked(&pages(Sheet::Standings, paper, &standings(500))?, Abs::pt(7.0)));
        assert!(rows.len() > 10 && rows.iter().all(|text| text.contains("AP lost") && text.contains("Harvest Cup")));
        assert_eq!(rows.iter().map(|text| text.matches("Player ").count()).sum::<usize>(), 500 + rows.len());
        assert_eq!(rows.iter().map(|text| text.matches("dropped out").count()).sum::<usize>(), 1);
    }
    Ok(())
}

#[test]
fn nothing_leaves_the_page_whatever_is_written() -> Outcome {
    let long = "W".repeat(300);
    let endless = "Words upon words. ".repeat(100);
    for odd in ODD.into_iter().chain([long.as_str(), endless.as_str(), "", " "]) {
        let mut army = short();
        army["name"] = json!(odd);
        let mut entry = entry(odd, 99999, &army);
        (entry["club"], entry["note"], entry["verify_url"]) = (json!(odd), json!(odd), json!(odd));
        let mut all = rosters(&vec![entry; 3], true);
        all["title"] = json!(odd);

        let mut receipt = receipt();
        for key in ["event", "player", "club", "entered_at", "hash", "address"] {
            receipt[key] = json!(odd);
        }
        receipt["armies"] = json!(vec![odd; 5]);

        let mut pairings = pairings(3);
        for key in ["event", "round", "note"] {
            pairings[key] = json!(odd);
        }
        pairings["byes"] = json!(vec![odd; 9]);
        for key in ["result", "terrain"] {
            pairings["games"][1][key] = json!(odd);
        }
        pairings["games"][1]["a"] = json!({"name": odd, "club": odd});
        pairings["games"][2]["b"] = json!({"name": odd, "club": null});

        let mut standings = standings(3);
        for key in ["event", "after"] {
            standings[key] = json!(odd);
        }
        standings["rows"][1] = json!({"place": odd, "name": odd, "club": odd, "values": [odd, odd], "dropped": true});
        // Blank column heads do not count.
        if !odd.trim().is_empty() {
            standings["columns"] = json!([odd, odd]);
        }
        for (sheet, data) in [
            (Sheet::Rosters, &all),
            (Sheet::Receipt, &receipt),
            (Sheet::Pairings, &pairings),
            (Sheet::Standings, &standings),
        ] {
            let document = pages(sheet, Paper::A4, data).map_err(|error| format!("{sheet:?} {odd}: {error}"))?;
            let all = texts(&checked(&document, Abs::pt(7.0))).concat();
            assert!(!all.contains(['\u{202e}', '\u{0}']), "{sheet:?}");
            if odd == "漢字" {
                assert!(all.contains('\u{fffd}') && all.contains("cannot be printed"), "{sheet:?}: {all}");
            }
        }
    }
    Ok(())
}

#[test]
fn the_papers_are_accessible_and_always_the_same() -> Outcome {
    let standards = PdfStandards::new(&[PdfStandard::Ua_1]).map_err(|error| error.message().to_string())?;
    let both = |two| rosters(&[entry("Tom", 1, &short()), entry("Ann", 2, &short()), entry("Lee", 3, &long())], two);
    let codes = codes(3);
    for (sheet, data, extra) in [
        (Sheet::Rosters, both(false), Extra::Codes(&codes)),
        (Sheet::Rosters, both(true), Extra::Codes(&codes)),
        (Sheet::Cribs, cribs()?, Extra::None),
        (Sheet::Receipt, receipt(), Extra::Qr(QR)),
        (Sheet::Pairings, pairings(40), Extra::None),
        (Sheet::Standings, standings(40), Extra::None),
    ] {
        let print =
            || TYPESETTER.export(sheet, Paper::A4.into(), data.to_string().as_bytes(), extra, standards.clone());
        let pdf = print().map_err(|error| format!("{sheet:?}: {error}"))?;
        assert_eq!(pdf, print()?, "{sheet:?}");
        assert!(String::from_utf8_lossy(&pdf).contains("Harvest Cup"), "the title");
    }
    Ok(())
}

#[test]
fn odd_values_of_papers_are_refused_by_name() -> Outcome {
    let papers = [
        (Sheet::Rosters, rosters(&[entry("Tom", 1, &short())], false), "", &["title", "two_per_sheet", "rosters"][..]),
        (Sheet::Rosters, rosters(&[entry("Tom", 1, &short())], false), "/rosters/0", &["player", "club", "table"]),
        (Sheet::Cribs, cribs()?, "/cribs/1", &["crib", "player", "club", "table"]),
        (Sheet::Receipt, receipt(), "", &["event", "player", "club", "entered_at", "version", "hash", "armies"]),
        (Sheet::Receipt, receipt(), "", &["legal", "late", "waiting", "address"]),
        (Sheet::Pairings, pairings(2), "", &["event", "round", "note", "games", "byes"]),
        (Sheet::Pairings, pairings(2), "/games/1", &["table", "a", "b", "result", "terrain"]),
        (Sheet::Pairings, pairings(2), "/games/1/b", &["name", "club"]),
        (Sheet::Standings, standings(2), "", &["event", "after", "columns", "rows"]),
        (Sheet::Standings, standings(2), "/rows/1", &["place", "name", "club", "values", "dropped"]),
    ];
    for (sheet, paper, place, keys) in papers {
        for &key in keys {
            let mut data = paper.clone();
            if let Some(field) = data.pointer_mut(place) {
                field[key] = json!([1e300]);
            }
            let answer = TYPESETTER.pdf(sheet, Paper::A4.into(), data.to_string().as_bytes(), None);
            let message = answer.err().map(|error| error.to_string()).unwrap_or_default();
            assert!(message.contains(&format!("`{key}`")), "{sheet:?} {place}/{key}: {message}");
        }
        let answer = TYPESETTER.pdf(sheet, Paper::A4.into(), b"{}", None);
        assert!(matches!(answer, Err(PrintError::Data(_))));
    }
    Ok(())
}

/// The examples of the section in `docs/FORMATS.md`.
#[test]
fn the_papers_of_the_formats_are_printed() -> Outcome {
    let document = include_str!("../../../../docs/FORMATS.md");
    let examples = document.split("```json papers\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    let mut formats = Vec::new();
    for example in examples {
        let data: Value = serde_json::from_str(example)?;
        let sheet = match data["format"].as_str().unwrap_or_default() {
            "musterfield-rosters/1" => Sheet::Rosters,
            "musterfield-cribs/1" => Sheet::Cribs,
            "musterfield-receipt/1" => Sheet::Receipt,
            "musterfield-pairings/1" => Sheet::Pairings,
            "musterfield-standings/1" => Sheet::Standings,
            other => return Err(format!("{other} is no paper of an event").into()),
        };
        checked(&pages(sheet, Paper::A4, &data)?, Abs::pt(7.0));
        formats.push(sheet);
    }
    assert_eq!(formats.len(), 5, "{formats:?}");
    Ok(())
}

//! Writes the papers of an event as PDF and prints how long typesetting took.
//!
//! `cargo run --release -p musterfield-print --example rosters -- [FOLDER] [ROSTERS]`

use std::path::PathBuf;
use std::time::Instant;
use std::{env, error, fs};

use musterfield_print::{Paper, Sheet, Typesetter};
use serde_json::{Value, json};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const ROSTER: &str = include_str!("../tests/data/roster.json");
const CRIB: &str = include_str!("../tests/data/crib.json");
const QR: &str = include_str!("../tests/data/qr.svg");

fn main() -> Result<(), Box<dyn error::Error>> {
    let folder = env::args_os().nth(1).map_or_else(env::temp_dir, PathBuf::from);
    let count = env::args().nth(2).map_or(Ok(200), |count| count.parse())?;
    let typesetter = Typesetter::new();
    // The first sheet loads fonts and templates.
    typesetter.pdf(Sheet::Roster, Paper::A4, ROSTER.as_bytes(), None)?;

    let codes = serde_json::to_string(&(0..count).map(code).collect::<Vec<_>>())?;
    for (two_per_sheet, file) in [(false, "rosters.pdf"), (true, "rosters-two.pdf")] {
        let data = rosters(count, two_per_sheet)?.to_string();
        for round in 1..=2 {
            let start = Instant::now();
            let pdf =
                typesetter.rosters(Paper::A4, data.replace("Barrow", &format!("Barrow {round}")).as_bytes(), &codes)?;
            println!("{file}: {count} rosters, {} bytes, {:?}", pdf.len(), start.elapsed());
            fs::write(folder.join(file), pdf)?;
        }
    }
    let crib: Value = serde_json::from_str(CRIB)?;
    let cribs =
        (0..count / 10).map(|at| json!({"crib": crib, "player": player(at), "club": "Night Owls", "table": at}));
    let cribs = json!({"format": "musterfield-cribs/1", "title": "Harvest Cup", "cribs": cribs.collect::<Vec<_>>()});
    for (sheet, data, file) in [
        (Sheet::Cribs, cribs, "cribs.pdf"),
        (Sheet::Receipt, receipt(), "receipt.pdf"),
        (Sheet::Pairings, pairings(count / 2), "pairings.pdf"),
        (Sheet::Standings, standings(count), "standings.pdf"),
    ] {
        let start = Instant::now();
        let qr = matches!(sheet, Sheet::Receipt).then_some(QR);
        let pdf = typesetter.pdf(sheet, Paper::A4, data.to_string().as_bytes(), qr)?;
        println!("{file}: {} bytes, {:?}", pdf.len(), start.elapsed());
        fs::write(folder.join(file), pdf)?;
    }
    Ok(())
}

/// Players with different names, some of them long.
fn player(at: usize) -> String {
    let first = ["Tom", "Aoife", "Jean-Baptiste", "Li", "Marguerite", "Olu", "Søren"];
    let last = ["Reeve", "Van der Meulen", "Ó Súilleabháin", "Ash", "Fitzgerald-Hughes"];
    let pick = |list: &[&'static str], at: usize| list.iter().cycle().nth(at % list.len()).copied().unwrap_or_default();
    format!("{} {} {at}", pick(&first, at), pick(&last, at))
}

/// A different code for each roster.
fn code(at: usize) -> String {
    QR.replacen("<path", &format!("<path id=\"c{at}\""), 1)
}

/// Armies that all differ.
fn rosters(count: usize, two_per_sheet: bool) -> Result<Value, serde_json::Error> {
    let army: Value = serde_json::from_str(ROSTER)?;
    let mut rosters = Vec::new();
    for at in 0..count {
        let text = army.to_string().replace("Barrow", &format!("Barrow {at}")).replace("Sigeward", &player(at));
        let mut roster: Value = serde_json::from_str(&text)?;
        // Every third roster has notes that need more than half a sheet.
        if let (1 | 2, Some(notes)) = (at % 3, roster.pointer_mut("/notes")) {
            *notes = json!([]);
        }
        rosters.push(json!({
            "roster": roster, "player": player(at), "club": "Night Owls", "table": at / 2 + 1,
            "note": if at % 7 == 3 { "late" } else { "" }, "verify_url": format!("https://example.org/e/harvest/{at}"),
        }));
    }
    Ok(json!({
        "format": "musterfield-rosters/1", "title": "Harvest Cup 2026", "two_per_sheet": two_per_sheet, "rosters": rosters,
    }))
}

fn receipt() -> Value {
    json!({
        "format": "musterfield-receipt/1", "event": "Harvest Cup 2026", "player": "Tom Reeve", "club": "Night Owls",
        "entered_at": "21 November 2026, 18:04 (Europe/Dublin)", "version": 3, "hash": "8d1f0c55ka3mz7q2r4t6v8x0yb",
        "armies": ["Host of the Long Barrow", "Sons of the Mere"], "legal": true, "late": false, "waiting": false,
        "address": "https://example.org/events/harvest-cup/entries/k3v9x2",
    })
}

fn pairings(count: usize) -> Value {
    let person = |at: usize| json!({"name": player(at), "club": "Night Owls"});
    let games = (0..count).map(|at| {
        json!({
            "table": at + 1, "a": person(2 * at), "b": person(2 * at + 1),
            "result": if at % 3 == 0 { "W 12 : 3 L" } else { "" }, "terrain": if at % 4 == 0 { "Table 4: Forest" } else { "" },
        })
    });
    json!({
        "format": "musterfield-pairings/1", "event": "Harvest Cup 2026", "round": "Round 2", "note": "Dice down at 14:30.",
        "games": games.collect::<Vec<_>>(), "byes": ["Ann Lee"],
    })
}

fn standings(count: usize) -> Value {
    let rows = (0..count).map(|at| {
        json!({
            "place": (at + 1).to_string(), "name": player(at), "club": if at % 5 == 0 { "" } else { "Night Owls" },
            "values": ["15", "3.5", "12"], "dropped": at % 11 == 6,
        })
    });
    json!({
        "format": "musterfield-standings/1", "event": "Harvest Cup 2026", "after": "after round 2",
        "columns": ["Score", "AP lost", "Opponents"], "rows": rows.collect::<Vec<_>>(),
    })
}

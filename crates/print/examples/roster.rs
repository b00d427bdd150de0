//! Writes a roster, a sheet of labels and a crib sheet as PDF and prints how long typesetting took.
//!
//! `cargo run --release -p musterfield-print --example roster -- [FOLDER]`

use std::path::PathBuf;
use std::time::Instant;
use std::{env, error, fs};

use musterfield_print::{Paper, Sheet, Typesetter};

const ROSTER: &str = include_str!("../tests/data/roster.json");
const LABELS: &str = include_str!("../tests/data/labels.json");
const CRIB: &str = include_str!("../tests/data/crib.json");
const QR: &str = include_str!("../tests/data/qr.svg");
/// Documents typeset after the first, each with another name so that memoised results cannot answer for them.
const ROUNDS: u32 = 50;

fn main() -> Result<(), Box<dyn error::Error>> {
    let folder = env::args_os().nth(1).map_or_else(env::temp_dir, PathBuf::from);
    let start = Instant::now();
    let typesetter = Typesetter::new();
    println!("fonts and templates: {:?}", start.elapsed());

    for (sheet, data, qr, file) in [
        (Sheet::Roster, ROSTER, Some(QR), "roster.pdf"),
        (Sheet::Labels, LABELS, None, "labels.pdf"),
        (Sheet::Crib, CRIB, None, "crib.pdf"),
    ] {
        let start = Instant::now();
        let pdf = typesetter.pdf(sheet, Paper::A4, data.as_bytes(), qr)?;
        let first = start.elapsed();
        let start = Instant::now();
        for round in 0..ROUNDS {
            let data =
                data.replace("Barrow", &format!("Barrow {round}")).replace(" Knights", &format!(" Knights {round}"));
            typesetter.pdf(sheet, Paper::A4, data.as_bytes(), qr)?;
        }
        let path = folder.join(file);
        println!("{}: {} bytes, first {first:?}, then {:?} each", path.display(), pdf.len(), start.elapsed() / ROUNDS);
        fs::write(path, pdf)?;
    }
    Ok(())
}

//! Prints documents again and again, and reports the memory of the process and its peak after each.
//!
//! `cargo run --release -p musterfield-print --example memory -- TIMES FILE…`
//!
//! Each file is a document of `docs/FORMATS.md` (`musterfield-cribs/1`, `musterfield-rosters/1` or `musterfield-map/1`,
//! which carries the layout files beside it in `FILE.sources`).

use std::time::Instant;
use std::{env, error, fs};

use musterfield_print::{Paper, Sheet, Typesetter};
use serde_json::Value;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<(), Box<dyn error::Error>> {
    let mut arguments = env::args().skip(1);
    let times: u32 = arguments.next().ok_or("say how often")?.parse()?;
    let typesetter = Typesetter::new();
    println!("at first: {}", memory());
    for file in arguments {
        let data = fs::read_to_string(&file)?;
        let format =
            serde_json::from_str::<Value>(&data)?.get("format").and_then(Value::as_str).unwrap_or_default().to_owned();
        for time in 1..=times {
            // The armies all differ, so that nothing memoised for one document serves another.
            let data = data.replace("Barrow", &format!("Barrow {time}"));
            let start = Instant::now();
            let pdf = match format.as_str() {
                "musterfield-map/1" => {
                    typesetter.maps(Paper::A4, data.as_bytes(), &fs::read_to_string(format!("{file}.sources"))?)
                }
                "musterfield-cribs/1" => typesetter.pdf(Sheet::Cribs, Paper::A4, data.as_bytes(), None),
                "musterfield-rosters/1" => {
                    let rosters = serde_json::from_str::<Value>(&data)?
                        .get("rosters")
                        .and_then(Value::as_array)
                        .map_or(0, Vec::len);
                    let codes = serde_json::to_string(&vec![Value::Null; rosters])?;
                    typesetter.rosters(Paper::A4, data.as_bytes(), &codes)
                }
                other => return Err(format!("{other} is not printed here").into()),
            }?;
            println!("{file} {time}: {} bytes, {:?}, {}", pdf.len(), start.elapsed(), memory());
        }
    }
    Ok(())
}

/// The memory figures that the system reports for this process; empty if it reports none.
fn memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let said = status.lines().filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM"));
    said.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join(", ")
}

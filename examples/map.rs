//! Draws layout files as SVG and prints how long it took.
//!
//! `cargo run --release --example map -- FOLDER FILE…`: writes `<name>.svg` and `<name>-print.svg` into the folder.

use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, error, fs};

use musterfield::rules::book;
use musterfield::terrain::Edge;
use musterfield::terrain::file::from_json;
use musterfield::terrain::map::{MapOptions, Style, svg};

/// Drawings made after the first, to measure one.
const ROUNDS: u32 = 20;

fn main() -> Result<(), Box<dyn error::Error>> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let folder = arguments.next().unwrap_or_else(env::temp_dir);
    let book = book().map_err(|problems| format!("{problems:?}"))?;
    for file in arguments {
        let layout = from_json(&fs::read_to_string(&file)?, book)?;
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default().replace(".layout.json", "");
        let marked: Vec<String> = layout.features.iter().take(1).map(|feature| feature.id.clone()).collect();
        for (ending, options) in [
            ("", MapOptions::default()),
            ("-print", MapOptions { style: Style::Print, ..MapOptions::default() }),
            ("-zones", MapOptions { base_edge: Some(Edge::South), marked, ..MapOptions::default() }),
            ("-editor", MapOptions::editor()),
        ] {
            let start = Instant::now();
            for _ in 0..ROUNDS {
                let _ = svg(&layout, &options);
            }
            let each = start.elapsed() / ROUNDS;
            let drawing = svg(&layout, &options);
            let path = Path::new(&folder).join(format!("{name}{ending}.svg"));
            println!("{}: {} bytes, {each:?} each", path.display(), drawing.len());
            fs::write(path, drawing)?;
        }
    }
    Ok(())
}

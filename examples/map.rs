//! Draws layout files as SVG, PNG and PDF, and prints how long it took.
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

/// Writes `<name>.png` and `<name>.pdf`, the latter with templates for 40 mm bases.
#[cfg(feature = "pdf")]
fn press(layout: &musterfield::terrain::Layout, to: &Path) -> Result<(), Box<dyn error::Error>> {
    use musterfield::terrain::file::to_json;
    use musterfield::terrain::sheet::{SheetOptions, sheet};
    use musterfield::web::pdf::{Paper, Press};
    let press = Press::default();
    let drawing = svg(layout, &MapOptions { source: false, ..MapOptions::default() });
    let json = to_json(layout);
    let maps = sheet(&[layout], &SheetOptions { templates: Some(40), ..SheetOptions::default() });
    // The first ones load the fonts.
    for round in ["first", "then"] {
        let start = Instant::now();
        let png = press.paint_now(&drawing, 1600, &json)?;
        let painted = start.elapsed();
        let start = Instant::now();
        let pdf = press.print_maps_now(Paper::A4, &maps)?;
        println!("{round}: PNG {} bytes in {painted:?}, PDF {} bytes in {:?}", png.len(), pdf.len(), start.elapsed());
        fs::write(to.with_extension("png"), png)?;
        fs::write(to.with_extension("pdf"), pdf)?;
    }
    Ok(())
}

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
        #[cfg(feature = "pdf")]
        press(&layout, &Path::new(&folder).join(name))?;
    }
    Ok(())
}

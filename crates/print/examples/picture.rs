//! Paints an SVG as PNG, 1600 pixels wide, and prints how long that took.
//!
//! `cargo run --release -p musterfield-print --example picture -- MAP.svg [PICTURE.png]`

use std::path::PathBuf;
use std::time::Instant;
use std::{env, error, fs};

use musterfield_print::Painter;

const WIDTH: u32 = 1600;
/// Pictures made after the first, which loads the fonts.
const ROUNDS: u32 = 20;

fn main() -> Result<(), Box<dyn error::Error>> {
    let mut paths = env::args_os().skip(1).map(PathBuf::from);
    let svg = fs::read_to_string(paths.next().ok_or("name an SVG")?)?;
    let painter = Painter::new();
    let start = Instant::now();
    let picture = painter.png(&svg, WIDTH, "{}")?;
    let first = start.elapsed();
    let start = Instant::now();
    for _ in 0..ROUNDS {
        painter.png(&svg, WIDTH, "{}")?;
    }
    println!("{} bytes, first {first:?}, then {:?} each", picture.len(), start.elapsed() / ROUNDS);
    if let Some(path) = paths.next() {
        fs::write(path, picture)?;
    }
    Ok(())
}

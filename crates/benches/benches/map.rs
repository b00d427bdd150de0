//! The time it takes to draw a map in process: `cargo bench -p musterfield-benches --bench map`.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot continue must stop")]

use std::hint::black_box;

use musterfield::web::pdf::Printer;
use musterfield_benches::Timer;
use musterfield_rules::book;
use musterfield_sheets::carrier::layout_json_in;
use musterfield_sheets::map::{MapOptions, svg};
use musterfield_terrain::file::{from_json, to_json};

const SAMPLES: [(&str, &str); 3] = [
    ("arable", include_str!("../../sheets/tests/data/maps/arable.layout.json")),
    ("littoral", include_str!("../../sheets/tests/data/maps/littoral.layout.json")),
    ("steppe", include_str!("../../sheets/tests/data/maps/steppe.layout.json")),
];

fn measure(timer: &Timer) {
    for (name, text) in SAMPLES {
        let layout = from_json(text, book().unwrap()).unwrap();
        let drawing = svg(&layout, &MapOptions::default());
        assert_eq!(layout_json_in(drawing.as_bytes()).unwrap(), to_json(&layout));
        timer.time(&format!("draw {name}"), || svg(black_box(&layout), &MapOptions::default()));
        timer.time(&format!("find the layout in {name}"), || layout_json_in(black_box(drawing.as_bytes())));
        let press = Printer::default();
        let json = to_json(&layout);
        timer.time(&format!("paint {name}"), || press.paint_now(&drawing, 1600, &json).unwrap());
    }
}

fn main() {
    let timer = Timer::from_args();
    measure(&timer);
}

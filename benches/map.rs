//! How long a map takes, in process: `cargo bench --bench map`.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on stops")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use musterfield::rules::book;
use musterfield::terrain::carrier::layout_json_in;
use musterfield::terrain::file::{from_json, to_json};
use musterfield::terrain::map::{MapOptions, svg};

const SAMPLES: [(&str, &str); 3] = [
    ("arable", include_str!("../tests/data/maps/arable.layout.json")),
    ("littoral", include_str!("../tests/data/maps/littoral.layout.json")),
    ("steppe", include_str!("../tests/data/maps/steppe.layout.json")),
];

fn measure(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("map");
    for (name, text) in SAMPLES {
        let layout = from_json(text, book().unwrap()).unwrap();
        let drawing = svg(&layout, &MapOptions::default());
        assert_eq!(layout_json_in(drawing.as_bytes()).unwrap(), to_json(&layout));
        group.bench_function(format!("draw {name}"), |b| b.iter(|| svg(black_box(&layout), &MapOptions::default())));
        group.bench_function(format!("find the layout in {name}"), |b| {
            b.iter(|| layout_json_in(black_box(drawing.as_bytes())));
        });
        #[cfg(feature = "pdf")]
        {
            let press = musterfield::web::pdf::Press::default();
            let json = to_json(&layout);
            group.bench_function(format!("paint {name}"), |b| {
                b.iter(|| press.paint_now(&drawing, 1600, &json).unwrap())
            });
        }
    }
    group.finish();
}

criterion_group!(benches, measure);
criterion_main!(benches);

//! How long the rules take, in process: `cargo bench --bench rules`.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a measurement that cannot go on stops")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use musterfield::army::catalogue::ReadyArmy;
use musterfield::army::count::{ways_to_fill, ways_to_finish};
use musterfield::army::file::{from_json, to_json};
use musterfield::army::fits::offers;
use musterfield::army::{Catalogue, Draft, catalogue, check, text};
use musterfield::roster::{Options, RosterView};
use musterfield::rules::{Book, book};

/// Twelve elements in six lines, legal.
const FREE: &str = r#"{"ruleset": "d3h2", "name": "Host of the Long Barrow", "home_terrain": "forest", "elements": [
    {"type": "Hr", "general": true}, {"type": "Kn", "count": 2}, {"type": "Bd", "count": 3, "fast": true},
    {"type": "Sp", "count": 3}, {"type": "Ps"}, {"type": "Bw", "count": 2}]}"#;

/// A list as the hobby prints it.
const SHORT_HAND: &str = "1x4Pk or 3Bd or HCh (Gen), 6x4Pk, 1x4Pk or 4Bw, 2xPs, 1x3Ax or Ps, 1x3Kn//4Bd";

fn parts() -> (&'static Book, &'static Catalogue) {
    let book = book().unwrap();
    (book, catalogue::catalogue(book).unwrap())
}

fn measure(criterion: &mut Criterion) {
    let (book, catalogue) = parts();
    let free = from_json(FREE, book).unwrap();
    let report = check(&free, catalogue);
    assert!(report.is_legal() && report.figures.elements == 12, "{report:?}");
    let of_twelve = |ready: &&ReadyArmy| ready.army.report().figures.elements == 12;
    let listed = catalogue.ready().iter().find(of_twelve).unwrap().army.draft();
    let mut wrong = free.clone();
    wrong.lines.iter_mut().for_each(|line| line.count += 3);
    let begun = Draft { lines: free.lines[..2].to_vec(), ..free.clone() };
    let begun_report = check(&begun, catalogue);
    let written = musterfield::roster::table::text(
        &free,
        &report,
        &RosterView::new(&free, &report, catalogue, &Options::default()),
    );

    criterion.bench_function("check a legal army of 12 elements", |b| b.iter(|| check(black_box(&free), catalogue)));
    criterion.bench_function("check one from a list", |b| b.iter(|| check(black_box(listed), catalogue)));
    criterion.bench_function("check one with problems and fixes", |b| b.iter(|| check(black_box(&wrong), catalogue)));
    criterion.bench_function("what still fits", |b| b.iter(|| offers(black_box(&begun), &begun_report, None)));
    let list = catalogue.list_of(listed).unwrap();
    let listed_begun = Draft { lines: listed.lines[..2].to_vec(), ..listed.clone() };
    let listed_report = check(&listed_begun, catalogue);
    assert!(ways_to_fill(&listed_begun, &listed_report, &list).is_some());
    criterion.bench_function("ways to fill the rest of a list", |b| {
        b.iter(|| ways_to_fill(black_box(&listed_begun), &listed_report, &list));
    });
    let great = catalogue.ready().iter().filter(|ready| ready.army.report().figures.elements == 36);
    for ready in great {
        let name = format!("check a Big Battle army of 36 elements against its list: {}", ready.slug);
        criterion.bench_function(&name, |b| b.iter(|| check(black_box(ready.army.draft()), catalogue)));
    }
    let rules = book.ruleset("dba3").unwrap();
    criterion.bench_function("read an army list in short hand", |b| {
        b.iter(|| musterfield::army::list::notation::read(rules, black_box(SHORT_HAND)).unwrap());
    });
    criterion.bench_function("ways to spend the rest", |b| b.iter(|| ways_to_finish(black_box(&begun), &begun_report)));
    criterion.bench_function("read an army file", |b| b.iter(|| from_json(black_box(FREE), book).unwrap()));
    criterion.bench_function("write an army file", |b| b.iter(|| to_json(black_box(&free))));
    criterion.bench_function("read a pasted army", |b| b.iter(|| text::read(black_box(&written), free.ruleset, book)));
}

criterion_group!(benches, measure);
criterion_main!(benches);

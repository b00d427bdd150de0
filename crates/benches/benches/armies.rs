//! The time it takes to check and read armies in process: `cargo bench -p musterfield-benches --bench armies`.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a benchmark that cannot continue must stop")]

use std::hint::black_box;

use musterfield_army::count::{Counts, ways_to_fill};
use musterfield_army::file::{from_json, to_json};
use musterfield_army::fits::offers;
use musterfield_army::{Draft, check, text};
use musterfield_benches::Timer;
use musterfield_lists::{Collection, ReadyArmy};
use musterfield_rules::{Book, book};
use musterfield_sheets::roster::{Options, RosterView};

/// A legal army of twelve elements in six lines.
const FREE: &str = r#"{"ruleset": "d3h2", "name": "Host of the Long Barrow", "home_terrain": "forest", "elements": [
    {"type": "Hr", "general": true}, {"type": "Kn", "count": 2}, {"type": "Bd", "count": 3, "fast": true},
    {"type": "Sp", "count": 3}, {"type": "Ps"}, {"type": "Bw", "count": 2}]}"#;

/// An army list as it is printed in the hobby.
const SHORT_HAND: &str = "1x4Pk or 3Bd or HCh (Gen), 6x4Pk, 1x4Pk or 4Bw, 2xPs, 1x3Ax or Ps, 1x3Kn//4Bd";

fn parts() -> (&'static Book, &'static Collection) {
    let book = book().unwrap();
    (book, musterfield_lists::collection(book).unwrap())
}

fn measure(timer: &Timer) {
    let (book, collection) = parts();
    let catalogue = collection.catalogue();
    let free = from_json(FREE, book).unwrap();
    let report = check(&free, catalogue);
    assert!(report.is_legal() && report.totals.elements == 12, "{report:?}");
    let of_twelve = |ready: &&ReadyArmy| ready.army.report().totals.elements == 12;
    let listed = collection.ready().iter().find(of_twelve).unwrap().army.draft();
    let mut wrong = free.clone();
    wrong.lines.iter_mut().for_each(|line| line.count += 3);
    let begun = Draft { lines: free.lines[..2].to_vec(), ..free.clone() };
    let begun_report = check(&begun, catalogue);
    let written = musterfield_sheets::roster::table::text(
        &free,
        &report,
        &RosterView::new(&free, &report, catalogue, &Options::default()),
    );

    timer.time("check a legal army of 12 elements", || check(black_box(&free), catalogue));
    timer.time("check one from a list", || check(black_box(listed), catalogue));
    timer.time("check one with problems and fixes", || check(black_box(&wrong), catalogue));
    timer.time("what still fits", || offers(black_box(&begun), &begun_report, None));
    let list = catalogue.list_of(listed).unwrap();
    let listed_begun = Draft { lines: listed.lines[..2].to_vec(), ..listed.clone() };
    let listed_report = check(&listed_begun, catalogue);
    assert!(ways_to_fill(&listed_begun, &listed_report, &list).is_some());
    timer.time("ways to fill the rest of a list", || ways_to_fill(black_box(&listed_begun), &listed_report, &list));
    let great = collection.ready().iter().filter(|ready| ready.army.report().totals.elements == 36);
    for ready in great {
        let name = format!("check a Big Battle army of 36 elements against its list: {}", ready.slug);
        timer.time(&name, || check(black_box(ready.army.draft()), catalogue));
    }
    let rules = book.ruleset("dba3").unwrap();
    timer.time("read an army list in short hand", || {
        musterfield_army::list::shorthand::read(rules, black_box(SHORT_HAND)).unwrap()
    });
    let counts = Counts::new(book);
    timer.time("ways to spend the rest", || counts.ways_to_finish(black_box(&begun), &begun_report));
    timer.time("read an army file", || from_json(black_box(FREE), book).unwrap());
    timer.time("write an army file", || to_json(black_box(&free)));
    timer.time("read a pasted army", || text::read(black_box(&written), free.ruleset, book));
}

fn main() {
    let timer = Timer::from_args();
    measure(&timer);
}

//! Examples of records.

use musterfield_fixtures::layouts::{Table, round};
use musterfield_rules::terrain::Kind;
use musterfield_terrain::{Quarter, RecordEntry};

use super::{Example, forest};

fn discarded(kind: Kind, size: (i64, i64), reason: Option<&str>) -> RecordEntry {
    RecordEntry {
        feature: None,
        kind,
        bua: None,
        compulsory: false,
        size: Some(size),
        die: Some(6),
        quarter: None,
        placed: false,
        reason: reason.map(str::to_owned),
    }
}

pub(super) fn examples() -> Vec<Example> {
    let line = |kind, size, reason| {
        move |table: Table| {
            table.but(|layout| {
                layout.record.as_mut().unwrap().push(discarded(kind, size, reason));
                layout.record.as_mut().unwrap().last_mut().unwrap().quarter = Quarter::from_number(1);
            })
        }
    };
    let no_room = Some("no room beside the woods");
    vec![
        ("legal", "recorded", forest().recorded()),
        ("legal", "recorded-with-a-discarded-one", line(Kind::Woods, (5000, 3000), no_room)(forest().recorded())),
        ("optional-count", "discarded-ones-count", {
            let table = line(Kind::Woods, (5000, 3000), no_room)(forest().recorded());
            line(Kind::Woods, (4000, 3000), no_room)(table)
        }),
        ("record", "order", forest().recorded().but(|layout| layout.record.as_mut().unwrap().swap(0, 1))),
        ("record", "die", forest().recorded().line(1, |line| line.die = Some(3))),
        (
            "record",
            "placed-and-not-there",
            forest().recorded().but(|layout| {
                layout.features.pop();
            }),
        ),
        (
            "record",
            "discarded-and-there",
            forest().recorded().line(2, |line| {
                line.placed = false;
                line.reason = Some("no room".to_owned());
            }),
        ),
        ("record", "another-kind", forest().recorded().line(2, |line| line.kind = Kind::River)),
        (
            "record",
            "twice",
            forest().recorded().but(|layout| {
                let line = layout.record.as_ref().unwrap()[1].clone();
                layout.record.as_mut().unwrap().push(line);
            }),
        ),
        (
            "record",
            "not-recorded",
            forest().area(Kind::Woods, round((3.5, 3.5), 4.0, 3.0)).recorded().but(|layout| {
                layout.record.as_mut().unwrap().pop();
            }),
        ),
        ("record", "note-no-reason", line(Kind::Woods, (5000, 3000), None)(forest().recorded())),
        ("record", "note-another-size", forest().recorded().line(1, |line| line.size = Some((4500, 3000)))),
        ("size", "recorded", line(Kind::Woods, (7000, 4000), no_room)(forest().recorded())),
        ("proportion", "recorded", line(Kind::Woods, (5000, 2000), no_room)(forest().recorded())),
    ]
}

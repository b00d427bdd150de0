//! The layouts of `tests/data/layouts`. They are composed here, so that one can read what each is about; programs read
//! the files. To write them again: `WRITE_LAYOUTS=1 cargo test --test it -- layout_files`.

mod choice;
mod lines;
mod measures;
mod places;
mod records;

use musterfield_fixtures::layouts::{Table, round, square};
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::file::{from_json, to_json_pretty};

use super::{folder, the_book};

/// The code that the check finds, or `legal`; the subject; the layout.
type Example = (&'static str, &'static str, Table);

/// A Forest table of 15 BW with one feature in each of the quarters 1 to 3, all 4 × 3 BW: legal.
fn forest() -> Table {
    forest_of("d3h2")
}

fn forest_of(ruleset: &str) -> Table {
    woods_and_marsh(ruleset).area(Kind::GentleHill, round((11.5, 3.5), 4.0, 3.0)).in_quarter(3)
}

/// The same table with one optional feature missing.
fn woods_and_marsh(ruleset: &str) -> Table {
    Table::of(ruleset, "forest", 15, 15)
        .area(Kind::Woods, round((3.5, 11.5), 4.0, 3.0))
        .compulsory()
        .in_quarter(1)
        .area(Kind::Marsh, round((11.5, 11.5), 4.0, 3.0))
        .in_quarter(2)
}

/// Woods in quarter 1 and one optional feature in quarter 2; further features are added to it.
fn forest_with(kind: Kind, width: f64, height: f64) -> Table {
    woods_and_marsh("d3h2").area(kind, round((11.5, 3.5), width, height))
}

/// A hilly table with two features on its right; a road is added to it.
fn hills() -> Table {
    Table::of("d3h2", "hilly", 15, 15)
        .area(Kind::DifficultHill, round((11.5, 11.5), 4.0, 3.0))
        .compulsory()
        .area(Kind::Woods, round((11.5, 3.5), 4.0, 3.0))
}

const STRAIGHT_ROAD: [(f64, f64); 2] = [(3.0, 0.0), (3.0, 15.0)];

/// Ploughed fields over the line between quarters 1 and 4, and 2 and 3.
fn fields() -> Table {
    Table::of("d3h2", "arable", 15, 15)
        .area(Kind::Plough, square((3.5, 7.5), 3.0, 4.0))
        .compulsory()
        .in_quarter(1)
        .area(Kind::Plough, square((11.5, 7.5), 3.0, 4.0))
        .compulsory()
        .in_quarter(3)
        .area(Kind::Woods, round((3.5, 2.5), 4.0, 3.0))
}

/// A shore at a depth from corner to corner of the left edge.
fn shore(depth: f64) -> [(f64, f64); 2] {
    [(depth, 0.0), (depth, 15.0)]
}

/// A Littoral table of 15 BW: water with that shore, woods and a marsh.
fn coast(shore: &[(f64, f64)]) -> Table {
    Table::of("d3h2", "littoral", 15, 15)
        .water(shore)
        .compulsory()
        .in_quarter(1)
        .area(Kind::Woods, round((11.5, 11.5), 4.0, 3.0))
        .in_quarter(2)
        .area(Kind::Marsh, round((11.5, 3.5), 4.0, 3.0))
        .in_quarter(3)
}

/// A Stronghold with a gate instead of the gentle hill.
fn stronghold(middle: (f64, f64), width: f64, height: f64) -> Table {
    woods_and_marsh("d3h2")
        .bua(Bua::Stronghold, square(middle, width, height))
        .gate((middle.0, middle.1 + height / 2.0))
}

pub(crate) fn all() -> Vec<(String, Table)> {
    [choice::examples(), measures::examples(), places::examples(), lines::examples(), records::examples()]
        .into_iter()
        .flatten()
        .map(|(code, what, table)| (format!("{code}--{what}"), table))
        .collect()
}

#[test]
fn layout_files_are_what_is_put_together_here() {
    let write = std::env::var_os("WRITE_LAYOUTS").is_some();
    for (name, Table(layout)) in all() {
        let path = folder().join(format!("{name}.layout.json"));
        let text = to_json_pretty(&layout);
        assert_eq!(from_json(&text, the_book()).unwrap(), layout, "{name}");
        if write {
            std::fs::write(&path, &text).unwrap();
        }
        let stands = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(stands, text, "{name}");
    }
}

#[test]
fn every_layout_file_is_put_together_here_or_is_no_layout() {
    let known: Vec<String> = all().into_iter().map(|(name, _)| name).collect();
    for (name, _) in super::files() {
        assert!(known.contains(&name) || name.starts_with("format--"), "{name}");
    }
}

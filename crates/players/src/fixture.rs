//! Battles for the tests of players.

use musterfield_battle::admission::Admitted;
use musterfield_battle::record::Recorder;
use musterfield_battle::series::{Place, Series};
use musterfield_battle::state::Options;
use musterfield_fixtures::armies::{army_of, the_catalogue};
use musterfield_fixtures::layouts::Table;

/// A battle of D3H2 that has not begun, with armies in short notation.
pub(crate) fn recorder(armies: [&str; 2], table: Table, seed: u64) -> Recorder {
    recorder_of("d3h2", armies, table, seed)
}

/// The same of a ruleset.
pub(crate) fn recorder_of(ruleset: &str, armies: [&str; 2], table: Table, seed: u64) -> Recorder {
    let series = Series {
        armies: armies.map(|elements| Admitted::allowing_illegal(army_of(ruleset, "24", elements))),
        catalogue: the_catalogue(),
        place: Place::Layout(Box::new(Admitted::allowing_illegal(table.0))),
        options: Options::default(),
        seed,
    };
    series.recorder(0).unwrap()
}

/// An empty table.
pub(crate) fn plain() -> Table {
    Table::of("d3h2", "forest", 15, 15)
}

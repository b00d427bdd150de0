//! The state of the database afterwards, read directly, and whether it agrees with the answers to the players.

use std::collections::BTreeMap;

use musterfield::web::works::create::hash;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;
use time::{Duration, OffsetDateTime, PrimitiveDateTime};

use super::player::Told;
use crate::store::harness::TestDb;

/// An entry as stored in its row.
#[derive(Debug)]
pub(super) struct Row {
    id: String,
    number: String,
    army: String,
    pub(super) hash: String,
    at: OffsetDateTime,
}

/// All entries, by the name of the player.
pub(super) struct Ledger {
    rows: BTreeMap<String, Row>,
}

/// The precision of the times in the database.
const EXACT_TO: Duration = Duration::microseconds(1);

fn moment(text: &str) -> OffsetDateTime {
    const WRITTEN: &[BorrowedFormatItem<'_>] =
        format_description!("[year]-[month]-[day] [hour]:[minute]:[second][optional [.[subsecond]]]");
    PrimitiveDateTime::parse(text, WRITTEN).unwrap_or_else(|error| panic!("{text}: {error}")).assume_utc()
}

impl Ledger {
    /// Reads the rows; each player and each entry is there exactly once, in the log too, and has the hash of its
    /// armies.
    pub(super) fn read(db: &TestDb) -> Self {
        let column = |what: &str| -> Vec<String> {
            db.db_texts(&format!(
                "SELECT CAST({what} AS TEXT) AS value FROM entrants LEFT JOIN entries ON entries.entrant_id = entrants.id \
                 LEFT JOIN documents ON documents.id = entries.document_id \
                 ORDER BY entrants.id, entries.number"
            ))
        };
        let (documents, versions) = (column("documents.body"), column("entries.ruleset_version"));
        let (ids, numbers, armies) = (column("public_id"), column("entries.number"), column("title"));
        let (hashes, times) = (column("entries.hash"), column("entries.created_at"));
        let mut rows = BTreeMap::new();
        for (at, name) in column("name").into_iter().enumerate() {
            assert_eq!(hash(&documents[at], "d3h2", &versions[at]).unwrap().as_str(), hashes[at], "{name}");
            assert!(documents[at].contains(&armies[at]), "{name}");
            let row = Row {
                id: ids[at].clone(),
                number: numbers[at].clone(),
                army: armies[at].clone(),
                hash: hashes[at].clone(),
                at: moment(&times[at]),
            };
            let twice = rows.insert(name, row);
            assert!(twice.is_none(), "twice: {twice:?}");
        }
        let entered = db.db_texts("SELECT action AS value FROM event_log WHERE entrant_id IS NOT NULL ORDER BY action");
        let mut armies: Vec<String> = rows.values().map(|row| format!("entered {}", row.army)).collect();
        armies.sort();
        assert_eq!(entered, armies);
        Self { rows }
    }

    /// Compares a player's answers with the ledger: returns the entry if it was accepted, and `None` if it was refused.
    ///
    /// An accepted entry began after it was sent, before it was acknowledged, and before the deadline; a form sent
    /// after the deadline is refused, and a refused entry is not in the database.
    pub(super) fn agrees(&self, told: &Told, deadline: OffsetDateTime) -> Option<&Row> {
        let name = &told.player.name;
        let row = self.rows.get(name);
        let Some(receipt) = told.receipts.first() else {
            assert!(row.is_none(), "{name} was refused: {row:?}");
            assert!(told.answered >= deadline, "{name} was refused at {}", told.answered);
            return None;
        };
        let row = row.unwrap_or_else(|| panic!("{name} was told to be in and is not"));
        assert_eq!((row.number.as_str(), &row.army), ("1", &told.player.army));
        for other in &told.receipts {
            assert_eq!(receipt, other, "{name}");
        }
        assert_eq!(receipt.rsplit('/').next(), Some(row.id.as_str()), "{name}");
        assert!(told.sent < deadline && row.at < deadline, "{name} sent at {} and is in", told.sent);
        assert!(row.at >= told.sent - EXACT_TO && row.at <= told.answered, "{name}: {} {row:?}", told.sent);
        Some(row)
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }
}

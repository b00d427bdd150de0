//! Copies all tables of one database into another that has the same tables, and compares the result.

use std::collections::BTreeMap;

use diesel::connection::SimpleConnection;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::{QueryResult, QueryableByName, RunQueryDsl};

use super::super::db::{Db, on_either};
use super::super::error::Cause;
use super::catalogue::{self, Catalogue, ColumnKind, quoted};
use super::rows::{self, Sum, Sums};

/// The progress of a copy.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'a> {
    /// The table that is being copied.
    pub table: &'a str,
    /// Rows copied so far, of all tables.
    pub rows: u64,
}

/// The largest number of rows written at once.
const BATCH_ROWS: usize = 500;
/// Rows that take this many bytes are written, even if they are few.
const BATCH_BYTES: usize = 1024 * 1024;

/// The reason tables could not be copied.
#[derive(Debug)]
pub(super) enum CopyFault {
    /// The source cannot be read.
    Source(Cause),
    /// The destination cannot be written.
    Destination(Cause),
    /// The two do not have the same tables.
    Unlike(String),
    /// The written data differ from the data read.
    Differs(String),
}

impl CopyFault {
    fn source(error: impl Into<Cause>) -> Self {
        Self::Source(error.into())
    }

    fn destination(error: impl Into<Cause>) -> Self {
        Self::Destination(error.into())
    }
}

/// The tables of a database that has taken certain steps.
#[derive(Debug)]
pub(super) struct Tables(Catalogue);

impl Tables {
    /// The tables of the destination, all of which the source has with the same columns. Other tables of the source are
    /// ignored.
    pub(super) fn shared(source: &mut Db, destination: &mut Db) -> Result<Self, CopyFault> {
        let theirs = catalogue::read(source).map_err(CopyFault::source)?;
        let ours = catalogue::read(destination).map_err(CopyFault::destination)?;
        for (table, columns) in &ours {
            let unlike = || CopyFault::Unlike(format!("the table {table} does not match its migrations"));
            if theirs.get(table).ok_or_else(unlike)? != columns {
                return Err(unlike());
            }
            if let Some((column, ColumnKind::Other(kind))) =
                columns.iter().find(|(_, kind)| matches!(kind, ColumnKind::Other(_)))
            {
                return Err(CopyFault::Unlike(format!("{table}.{column} is of the unknown type {kind}")));
            }
        }
        Ok(Self(ours))
    }

    /// Empties all tables of the destination and fills them from the source, except those that stay empty, in one
    /// transaction if none is open. Foreign keys must not be enforced there.
    pub(super) fn copy(
        &self,
        source: &mut Db,
        destination: &mut Db,
        empty: &[&str],
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Sums, CopyFault> {
        let alone = matches!(destination, Db::Sqlite(_));
        if alone {
            destination.batch_execute("PRAGMA foreign_keys = OFF; BEGIN").map_err(CopyFault::destination)?;
        }
        let (mut sums, mut rows) = (Sums::new(), 0);
        for (table, columns) in &self.0 {
            // Steps may have inserted rows.
            let clear = format!("DELETE FROM {}", quoted(table));
            destination.batch_execute(&clear).map_err(CopyFault::destination)?;
            let mut sum = Sum::default();
            if !empty.contains(&table.as_str()) {
                let mut batch = Batch { rows: Vec::new(), bytes: 0 };
                let mut written = Ok(());
                let read = rows::each(source, table, columns, |row| {
                    sum.add(&row);
                    batch.push(row);
                    if batch.is_full() {
                        written = rows::insert(destination, table, columns, &batch.take());
                        progress(Progress { table, rows: rows + sum.rows });
                        if written.is_err() {
                            return Err("the destination has failed".into());
                        }
                    }
                    Ok(())
                });
                written.map_err(CopyFault::destination)?;
                read.map_err(CopyFault::Source)?;
                rows::insert(destination, table, columns, &batch.take()).map_err(CopyFault::destination)?;
                rows += sum.rows;
                progress(Progress { table, rows });
            }
            sums.insert(table.clone(), sum);
        }
        let numbers = numbers(source).map_err(CopyFault::source)?;
        set_numbers(destination, &numbers).map_err(CopyFault::destination)?;
        if alone {
            destination.batch_execute("COMMIT; PRAGMA foreign_keys = ON").map_err(CopyFault::destination)?;
        }
        Ok(sums)
    }

    /// Checks that a database now has the data that were read.
    pub(super) fn compare(&self, copy: &mut Db, sums: &Sums) -> Result<(), CopyFault> {
        for (table, columns) in &self.0 {
            let mut sum = Sum::default();
            let read = rows::each(copy, table, columns, |row| {
                sum.add(&row);
                Ok(())
            });
            read.map_err(CopyFault::Destination)?;
            if sums.get(table) != Some(&sum) {
                return Err(CopyFault::Differs(format!("the table {table}")));
            }
        }
        Ok(())
    }
}

/// Rows that wait to be written.
struct Batch {
    rows: Vec<String>,
    bytes: usize,
}

impl Batch {
    fn push(&mut self, row: String) {
        self.bytes += row.len();
        self.rows.push(row);
    }

    fn is_full(&self) -> bool {
        self.rows.len() >= BATCH_ROWS || self.bytes >= BATCH_BYTES
    }

    fn take(&mut self) -> Vec<String> {
        self.bytes = 0;
        std::mem::take(&mut self.rows)
    }
}

/// A description of the first fault of an SQLite file, if it has any: in its pages, its checks, or rows with broken
/// references.
pub(super) fn fault(db: &mut Db) -> QueryResult<Option<String>> {
    let pages = diesel::sql_query("SELECT integrity_check AS value FROM pragma_integrity_check LIMIT 1");
    let said = pages.get_result::<Name>(db)?.value.unwrap_or_default();
    if said != "ok" {
        return Ok(Some(said));
    }
    let orphans = "SELECT \"table\" || ' refers to rows of ' || parent || ' that are not there' AS value \
                   FROM pragma_foreign_key_check LIMIT 1";
    Ok(diesel::sql_query(orphans).load::<Name>(db)?.into_iter().find_map(|orphan| orphan.value))
}

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Nullable<Text>)]
    value: Option<String>,
}

/// The last number that each table has assigned to a row, even to rows that are gone: none is assigned twice.
type Numbers = BTreeMap<String, i64>;

#[derive(QueryableByName)]
struct NumberRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    seq: Option<i64>,
}

/// The auto-numbered columns of PostgreSQL, with the sequences behind them.
const SEQUENCES: &str = "FROM pg_class s \
    JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i') \
    JOIN pg_class t ON t.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid \
    WHERE s.relkind = 'S' AND t.relnamespace = CAST(CAST(current_schema() AS TEXT) AS regnamespace)";

fn numbers(db: &mut Db) -> QueryResult<Numbers> {
    let query = diesel::sql_query(match db {
        Db::Sqlite(_) => {
            "SELECT CAST(name AS TEXT) AS name, CAST(seq AS BIGINT) AS seq FROM sqlite_sequence".to_owned()
        }
        Db::Postgres(_) => {
            format!("SELECT CAST(t.relname AS TEXT) AS name, pg_sequence_last_value(s.oid) AS seq {SEQUENCES}")
        }
    });
    let rows = query.load::<NumberRow>(db)?;
    Ok(rows.into_iter().filter_map(|row| Some((row.name, row.seq?))).collect())
}

#[derive(QueryableByName)]
struct Sequence {
    #[diesel(sql_type = Text)]
    sequence: String,
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    column_name: String,
}

/// Continues numbering where the other database was, and in any case after all existing rows.
fn set_numbers(db: &mut Db, numbers: &Numbers) -> QueryResult<()> {
    let pg = match db {
        Db::Sqlite(lite) => {
            lite.batch_execute("DELETE FROM sqlite_sequence")?;
            for (name, seq) in numbers {
                let insert = diesel::sql_query("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)");
                insert.bind::<Text, _>(name).bind::<BigInt, _>(seq).execute(lite)?;
            }
            return Ok(());
        }
        Db::Postgres(pg) => pg,
    };
    let sequences = format!(
        "SELECT CAST(CAST(s.oid AS regclass) AS TEXT) AS sequence, CAST(t.relname AS TEXT) AS table_name, \
         CAST(a.attname AS TEXT) AS column_name {SEQUENCES}"
    );
    for Sequence { sequence, table_name, column_name } in diesel::sql_query(sequences).load(pg)? {
        let last = numbers.get(&table_name).copied().unwrap_or_default();
        let set = format!(
            "SELECT setval(CAST($1 AS regclass), greatest(last, 1), last > 0) FROM \
             (SELECT greatest($2, coalesce(max({}), 0)) AS last FROM {}) AS numbers",
            quoted(&column_name),
            quoted(&table_name)
        );
        diesel::sql_query(set).bind::<Text, _>(sequence).bind::<BigInt, _>(last).execute(pg)?;
    }
    Ok(())
}

/// Whether a table has more rows than this.
pub(super) fn has_more_rows(db: &mut Db, table: &str, than: u64) -> QueryResult<bool> {
    let than = i64::try_from(than).unwrap_or(i64::MAX);
    let query = diesel::sql_query(format!("SELECT 'row' AS value FROM {} LIMIT 1 OFFSET $1", quoted(table)));
    let query = query.bind::<BigInt, _>(than);
    Ok(on_either!(db, |connection| query.load::<Name>(connection))?.iter().any(|row| row.value.is_some()))
}

/// The number of rows of each table in a new database that has taken these steps.
pub(super) fn rows_of_steps(fresh: &mut Db) -> Result<BTreeMap<String, u64>, Cause> {
    let mut rows = BTreeMap::new();
    for (table, columns) in catalogue::read(fresh)? {
        let mut count = 0;
        rows::each(fresh, &table, &columns, |_| {
            count += 1;
            Ok(())
        })?;
        rows.insert(table, count);
    }
    Ok(rows)
}

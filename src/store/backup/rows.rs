//! The rows of a table: read one after the other, in a form that is the same for both databases, and written in
//! batches.
//!
//! A row travels as a JSON array of its values, sorted by column name. Both databases read and write JSON themselves,
//! so the types of the rows need not be known here.

use data_encoding::HEXLOWER;
use std::collections::BTreeMap;

use diesel::connection::DefaultLoadingMode;
use diesel::pg::PgRowByRowLoadingMode;
use diesel::sql_types::Text;
use diesel::{QueryResult, QueryableByName, RunQueryDsl};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::super::db::{Db, on_either};
use super::super::error::Cause;
use super::catalogue::{ColumnKind, Columns, quoted};

/// The number of rows of a table, and a digest of them regardless of their order: the sum of the SHA-256 of all rows,
/// as numbers of 256 bits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) rows: u64,
    digest: [u8; 32],
}

impl Sum {
    pub(super) fn add(&mut self, row: &str) {
        self.rows += 1;
        let mut carry = 0;
        for (sum, byte) in self.digest.iter_mut().zip(Sha256::digest(row)).rev() {
            [carry, *sum] = (u16::from(*sum) + u16::from(byte) + u16::from(carry)).to_be_bytes();
        }
    }

    /// The sum in hexadecimal digits.
    pub(super) fn digest(&self) -> String {
        HEXLOWER.encode(&self.digest)
    }
}

#[derive(QueryableByName)]
struct JsonRow {
    #[diesel(sql_type = Text)]
    line: String,
}

/// Reads a table row by row, with only one of them in memory.
pub(super) fn each(
    db: &mut Db,
    table: &str,
    columns: &Columns,
    mut take: impl FnMut(String) -> Result<(), Cause>,
) -> Result<(), Cause> {
    let query = diesel::sql_query(select(db, table, columns));
    let mut next = |line: QueryResult<JsonRow>| take(canonical(&line?.line, columns)?);
    match db {
        Db::Postgres(pg) => query.load_iter::<JsonRow, PgRowByRowLoadingMode>(pg)?.try_for_each(&mut next),
        Db::Sqlite(lite) => query.load_iter::<JsonRow, DefaultLoadingMode>(lite)?.try_for_each(&mut next),
    }
}

fn select(db: &Db, table: &str, columns: &Columns) -> String {
    let value = |(name, kind): (&String, &ColumnKind)| {
        let name = quoted(name);
        match (db, kind) {
            (Db::Postgres(_), ColumnKind::Timestamp) => format!("to_char({name}, 'YYYY-MM-DD HH24:MI:SS.US')"),
            (Db::Postgres(_), ColumnKind::Binary) => format!("encode({name}, 'hex')"),
            (Db::Sqlite(_), ColumnKind::Binary) => format!("iif({name} IS NULL, NULL, lower(hex({name})))"),
            _ => name,
        }
    };
    let values = columns.iter().map(value).collect::<Vec<_>>().join(", ");
    let table = quoted(table);
    match db {
        Db::Postgres(_) => format!("SELECT CAST(json_build_array({values}) AS TEXT) AS line FROM {table}"),
        Db::Sqlite(_) => format!("SELECT json_array({values}) AS line FROM {table}"),
    }
}

/// A canonical form of each row: the two databases put spaces and zeros in different places.
fn canonical(line: &str, columns: &Columns) -> serde_json::Result<String> {
    let mut values: Vec<Value> = serde_json::from_str(line)?;
    for (value, kind) in values.iter_mut().zip(columns.values()) {
        let changed = match (kind, &*value) {
            (ColumnKind::Bool, Value::Number(number)) => Value::Bool(number.as_i64() != Some(0)),
            (ColumnKind::Timestamp, Value::String(moment)) => Value::String(moment_as_diesel_writes_it(moment)),
            _ => continue,
        };
        *value = changed;
    }
    serde_json::to_string(&values)
}

/// `2026-01-02 03:04:05`, with microseconds after a point, without trailing zeros.
fn moment_as_diesel_writes_it(moment: &str) -> String {
    /// The digits of a second that PostgreSQL keeps.
    const MICROSECONDS: usize = 6;
    match moment.split_once('.') {
        Some((whole, part)) => {
            let part = part.get(..MICROSECONDS).unwrap_or(part).trim_end_matches('0');
            if part.is_empty() { whole.to_owned() } else { format!("{whole}.{part}") }
        }
        None if moment.contains(' ') => moment.to_owned(),
        None => format!("{moment} 00:00:00"),
    }
}

/// Writes rows to a table with the same columns.
pub(super) fn insert(db: &mut Db, table: &str, columns: &Columns, rows: &[String]) -> QueryResult<()> {
    let names = columns.keys().map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
    let value = |(at, kind): (usize, &ColumnKind)| match (&*db, kind) {
        (Db::Postgres(_), ColumnKind::Integer) => format!("CAST(value ->> {at} AS BIGINT)"),
        (Db::Postgres(_), ColumnKind::Bool) => format!("CAST(value ->> {at} AS BOOLEAN)"),
        (Db::Postgres(_), ColumnKind::Timestamp) => format!("CAST(value ->> {at} AS TIMESTAMP)"),
        (Db::Postgres(_), ColumnKind::Binary) => format!("decode(value ->> {at}, 'hex')"),
        (Db::Sqlite(_), ColumnKind::Binary) => format!("unhex(value ->> {at})"),
        _ => format!("value ->> {at}"),
    };
    let values = columns.values().enumerate().map(value).collect::<Vec<_>>().join(", ");
    let table = quoted(table);
    let insert = match db {
        Db::Postgres(_) => format!(
            "INSERT INTO {table} ({names}) OVERRIDING SYSTEM VALUE \
             SELECT {values} FROM jsonb_array_elements(CAST($1 AS JSONB)) AS sent (value)"
        ),
        Db::Sqlite(_) => format!("INSERT INTO {table} ({names}) SELECT {values} FROM json_each($1)"),
    };
    let query = diesel::sql_query(insert).bind::<Text, _>(format!("[{}]", rows.join(",")));
    on_either!(db, |connection| query.execute(connection)).map(|_| ())
}

/// The sums of all tables by name.
pub(super) type Sums = BTreeMap<String, Sum>;

#[cfg(test)]
mod tests {
    use diesel::connection::SimpleConnection as _;
    use diesel::{Connection as _, SqliteConnection};

    use super::*;

    #[test]
    fn values_of_every_kind_travel_and_so_does_the_lack_of_one() {
        let mut db = Db::Sqlite(SqliteConnection::establish(":memory:").unwrap());
        let table = "(amount BIGINT, bytes BLOB, legal BOOLEAN, made TIMESTAMP, name TEXT)";
        db.batch_execute(&format!(
            "CREATE TABLE one {table}; CREATE TABLE other {table};
             INSERT INTO one VALUES (-9223372036854775808, x'00ff0a', 1, '2026-01-02', '007'), (0, x'', 0, NULL, '[1]'),
                 (9223372036854775807, NULL, NULL, '2026-01-02 03:04:05.5', ''), (NULL, NULL, NULL, NULL, NULL)"
        ))
        .unwrap();
        let columns = super::super::catalogue::read(&mut db).unwrap().remove("one").unwrap();
        let read = |db: &mut Db, table: &str| {
            let mut rows = Vec::new();
            each(db, table, &columns, |row| {
                rows.push(row);
                Ok(())
            })
            .unwrap();
            rows
        };
        let rows = read(&mut db, "one");
        assert_eq!(
            rows,
            [
                r#"[-9223372036854775808,"00ff0a",true,"2026-01-02 00:00:00","007"]"#,
                r#"[0,"",false,null,"[1]"]"#,
                r#"[9223372036854775807,null,null,"2026-01-02 03:04:05.5",""]"#,
                "[null,null,null,null,null]",
            ]
        );
        insert(&mut db, "other", &columns, &rows).unwrap();
        assert_eq!(read(&mut db, "other"), rows);
        // Compares the rows as they are stored, not only as this module reads them.
        db.batch_execute("CREATE TABLE same AS SELECT * FROM one EXCEPT SELECT * FROM other").unwrap();
        assert_eq!(read(&mut db, "same").len(), 1, "only the date has another form");
    }

    #[test]
    fn moments_are_written_as_the_store_writes_them() {
        for (theirs, ours) in [
            ("2026-01-02 03:04:05.000000", "2026-01-02 03:04:05"),
            ("2026-01-02 03:04:05.120000", "2026-01-02 03:04:05.12"),
            ("2026-01-02 03:04:05.123456789", "2026-01-02 03:04:05.123456"),
            ("2026-01-02 03:04:05", "2026-01-02 03:04:05"),
            ("2026-01-02", "2026-01-02 00:00:00"),
        ] {
            assert_eq!(moment_as_diesel_writes_it(theirs), ours);
        }
    }

    #[test]
    fn a_sum_minds_what_rows_there_are_and_how_often_but_not_their_order() {
        let sum = |rows: &[&str]| {
            let mut sum = Sum::default();
            rows.iter().for_each(|row| sum.add(row));
            sum
        };
        assert_eq!(sum(&["[1]", "[2]", "[3]"]), sum(&["[3]", "[1]", "[2]"]));
        assert_ne!(sum(&["[1]", "[1]"]), sum(&["[2]", "[2]"]));
        assert_ne!(sum(&["[1]", "[2]"]).digest(), sum(&["[1]", "[3]"]).digest());
        // One row: its digest unchanged.
        assert_eq!(sum(&["abc"]).digest(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        // 256 times the same row: its digest moved by one byte, so every carry occurs.
        let many = sum(&["abc"; 256]).digest();
        assert_eq!(many, "7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad00");
    }
}

//! The manifest of a backup: the mark that it is one, its time and source, and the sums of its tables.
//!
//! It has tables of its own, which the program ignores otherwise: a backup can be opened as a database.

use std::collections::BTreeMap;

use diesel::connection::SimpleConnection;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::{QueryResult, QueryableByName, RunQueryDsl};
use time::OffsetDateTime;
use time::macros::format_description;

use super::super::db::{Db, on_either};
use super::rows::{Sum, Sums};

/// The format of backups. A program that knows only this one cannot restore any other.
const FORMAT: &str = "musterfield-backup/1";

/// The sums with which a backup was written.
#[derive(Debug)]
pub(super) struct Manifest {
    format: String,
    sums: BTreeMap<String, (i64, String)>,
}

impl Manifest {
    /// Whether this program knows the format.
    pub(super) fn is_known(&self) -> bool {
        self.format == FORMAT
    }

    /// A table that differs from what was written, if there is one, not counting `but`.
    pub(super) fn differs_from<'a>(&self, sums: &'a Sums, but: &[&str]) -> Option<&'a str> {
        let differs = |(table, sum): &(&String, &Sum)| {
            !but.contains(&table.as_str()) && self.sums.get(table.as_str()) != Some(&noted(sum))
        };
        sums.iter().find(differs).map(|(table, _)| table.as_str())
    }
}

fn noted(sum: &Sum) -> (i64, String) {
    (i64::try_from(sum.rows).unwrap_or(i64::MAX), sum.digest())
}

/// Writes the manifest into a new backup.
pub(super) fn write(file: &mut Db, source: &Db, sums: &Sums) -> QueryResult<()> {
    let moment = format_description!("[year]-[month]-[day]T[hour]:[minute]:[second]Z");
    let made_at = OffsetDateTime::now_utc().format(moment).unwrap_or_default();
    let source = match source {
        Db::Postgres(_) => "postgres",
        Db::Sqlite(_) => "sqlite",
    };
    file.batch_execute(
        "BEGIN;
         CREATE TABLE __musterfield_backup (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);
         CREATE TABLE __musterfield_backup_tables
             (name TEXT NOT NULL PRIMARY KEY, row_count BIGINT NOT NULL, digest TEXT NOT NULL)",
    )?;
    let notes = [("format", FORMAT), ("program", env!("CARGO_PKG_VERSION")), ("made_at", &made_at), ("source", source)];
    for (name, value) in notes {
        let insert = diesel::sql_query("INSERT INTO __musterfield_backup VALUES ($1, $2)");
        let insert = insert.bind::<Text, _>(name).bind::<Text, _>(value);
        on_either!(file, |connection| insert.execute(connection))?;
    }
    for (table, sum) in sums {
        let (rows, digest) = noted(sum);
        let insert = diesel::sql_query("INSERT INTO __musterfield_backup_tables VALUES ($1, $2, $3)");
        let insert = insert.bind::<Text, _>(table).bind::<BigInt, _>(rows).bind::<Text, _>(digest);
        on_either!(file, |connection| insert.execute(connection))?;
    }
    file.batch_execute("COMMIT")
}

#[derive(QueryableByName)]
struct Note {
    #[diesel(sql_type = Nullable<Text>)]
    value: Option<String>,
}

#[derive(QueryableByName)]
struct NotedSum {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    row_count: i64,
    #[diesel(sql_type = Text)]
    digest: String,
}

/// Reads the manifest; a plain copy of a database has none.
pub(super) fn read(file: &mut Db) -> QueryResult<Option<Manifest>> {
    let there = "SELECT max(name) AS value FROM sqlite_master WHERE name = '__musterfield_backup'";
    if diesel::sql_query(there).get_result::<Note>(file)?.value.is_none() {
        return Ok(None);
    }
    let format = "SELECT max(value) AS value FROM __musterfield_backup WHERE name = 'format'";
    let format = diesel::sql_query(format).get_result::<Note>(file)?.value.unwrap_or_default();
    if format != FORMAT {
        return Ok(Some(Manifest { format, sums: BTreeMap::new() }));
    }
    let sums = diesel::sql_query("SELECT name, row_count, digest FROM __musterfield_backup_tables");
    let sums = sums.load::<NotedSum>(file)?.into_iter().map(|sum| (sum.name, (sum.row_count, sum.digest))).collect();
    Ok(Some(Manifest { format, sums }))
}

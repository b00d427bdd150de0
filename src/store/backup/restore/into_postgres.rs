//! Restores a backup into the tables of a PostgreSQL database.

use diesel::connection::SimpleConnection;
use diesel::sql_types::{BigInt, Text};
use diesel::{QueryResult, QueryableByName, RunQueryDsl};

use super::super::super::db::{self, Db, Missing};
use super::super::super::migrate;
use super::super::super::url::DatabaseUrl;
use super::super::catalogue::{self, Catalogue, quoted};
use super::super::copy::{Progress, has_more_rows, rows_of_steps};
use super::super::part::Overwrite;
use super::super::rows::Sums;
use super::error::RestoreError;
use super::source::{Backup, as_new, refuse_newer};

pub(super) fn restore(
    backup: &mut Backup,
    url: &DatabaseUrl,
    overwrite: Overwrite,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Sums, RestoreError> {
    let connected = db::establish(url, Missing::Refuse);
    let mut db = connected.map_err(|error| RestoreError::Connect { url: url.to_string(), source: error.into() })?;
    if others(&mut db).map_err(RestoreError::of_database)? > 0 {
        return Err(RestoreError::InUse);
    }
    // Without a commit, everything is undone when the connection closes.
    db::begin(&mut db).map_err(RestoreError::of_database)?;
    remove_old_tables(&mut db, overwrite)?;
    migrate::migrate_to(&mut db, &backup.steps).map_err(RestoreError::Database)?;
    let references =
        references(&mut db, &catalogue::read(&mut as_new(&backup.steps)?).map_err(RestoreError::of_database)?)
            .map_err(RestoreError::of_database)?;
    for Reference { table, name, .. } in &references {
        let drop = format!("ALTER TABLE {} DROP CONSTRAINT {}", quoted(table), quoted(name));
        db.batch_execute(&drop).map_err(RestoreError::of_database)?;
    }
    let sums = backup.fill(&mut db, progress)?;
    for Reference { table, name, definition } in &references {
        // PostgreSQL checks every row.
        let add = format!("ALTER TABLE {} ADD CONSTRAINT {} {definition}", quoted(table), quoted(name));
        db.batch_execute(&add).map_err(RestoreError::of_database)?;
    }
    migrate::migrate(&mut db).map_err(RestoreError::Database)?;
    db::commit(&mut db).map_err(RestoreError::of_database)?;
    Ok(sums)
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    value: i64,
}

/// The connections of other processes of this program.
fn others(db: &mut Db) -> QueryResult<i64> {
    let count = "SELECT count(*) AS value FROM pg_stat_activity WHERE datname = current_database() \
                 AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()";
    Ok(diesel::sql_query(count).get_result::<Count>(db)?.value)
}

/// Drops the tables that Musterfield has created, if they are empty or may be replaced; other tables stay.
fn remove_old_tables(db: &mut Db, overwrite: Overwrite) -> Result<(), RestoreError> {
    let steps = migrate::taken(db).map_err(RestoreError::of_database)?;
    refuse_newer("database", &steps)?;
    if steps.is_empty() {
        return Ok(());
    }
    let tables = rows_of_steps(&mut as_new(&steps)?).map_err(RestoreError::Database)?;
    for (table, rows) in &tables {
        if overwrite == Overwrite::Refuse && has_more_rows(db, table, *rows).map_err(RestoreError::of_database)? {
            return Err(RestoreError::NotEmpty);
        }
    }
    let names: Vec<String> = tables.keys().map(|table| quoted(table)).collect();
    let drop = format!("DROP TABLE IF EXISTS {}, __diesel_schema_migrations CASCADE", names.join(", "));
    db.batch_execute(&drop).map_err(RestoreError::of_database)
}

/// A foreign key.
#[derive(QueryableByName)]
struct Reference {
    #[diesel(sql_type = Text)]
    table: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    definition: String,
}

/// The foreign keys of these tables. They are dropped while rows arrive in an order in which one may refer to another
/// that does not exist yet.
fn references(db: &mut Db, tables: &Catalogue) -> QueryResult<Vec<Reference>> {
    let query = "SELECT CAST(t.relname AS TEXT) AS \"table\", CAST(c.conname AS TEXT) AS name, \
                 pg_get_constraintdef(c.oid) AS definition FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid \
                 WHERE c.contype = 'f' AND t.relnamespace = CAST(CAST(current_schema() AS TEXT) AS regnamespace) \
                 ORDER BY t.relname, c.conname";
    let all: Vec<Reference> = diesel::sql_query(query).load(db)?;
    Ok(all.into_iter().filter(|reference| tables.contains_key(&reference.table)).collect())
}

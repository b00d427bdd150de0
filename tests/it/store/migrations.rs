//! The tables: the same on both sides, as the schema file has them, up and down and up again.

use std::collections::BTreeMap;
use std::thread;

use diesel::backend::Backend;
use diesel::prelude::*;
use diesel_migrations::{FileBasedMigrations, MigrationHarness};
use tempfile::TempDir;

use super::harness::{
    TestDb, execute_pg, migration_folders, open, postgres_admin, postgres_url, sqlite_connection, unique_name,
};

/// Table and column to type and "may be null".
type Columns = BTreeMap<(String, String), (String, bool)>;

#[test]
fn both_databases_have_migrations_of_the_same_names() {
    let names = |database| -> Vec<_> {
        migration_folders(database).iter().map(|folder| folder.file_name().unwrap().to_owned()).collect()
    };
    assert_eq!(names("sqlite"), names("postgres"));
    for folder in migration_folders("sqlite").iter().chain(&migration_folders("postgres")) {
        assert!(folder.join("up.sql").is_file() && folder.join("down.sql").is_file(), "{}", folder.display());
    }
}

#[test]
fn the_schema_file_is_what_sqlite_has() {
    let db = TestDb::sqlite();
    let rows = db.db_texts(
        "SELECT m.name || ' ' || c.name || ' ' || c.type || ' ' || (c.\"notnull\" = 0) AS value \
         FROM sqlite_master m JOIN pragma_table_info(m.name) c \
         WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE '\\_\\_%' ESCAPE '\\'",
    );
    let types = [
        ("INTEGER", "BigInt"),
        ("BIGINT", "BigInt"),
        ("TEXT", "Text"),
        ("BOOLEAN", "Bool"),
        ("TIMESTAMP", "Timestamp"),
    ];
    assert_eq!(catalogue(&rows, &types), schema_file());
}

#[test]
fn the_schema_file_is_what_postgres_has() {
    let Some(db) = TestDb::postgres() else { return };
    let rows = db.db_texts(
        "SELECT table_name || ' ' || column_name || ' ' || replace(data_type, ' ', '_') || ' ' \
         || CASE is_nullable WHEN 'YES' THEN '1' ELSE '0' END AS value \
         FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_%'",
    );
    let types =
        [("bigint", "BigInt"), ("text", "Text"), ("boolean", "Bool"), ("timestamp_without_time_zone", "Timestamp")];
    assert_eq!(catalogue(&rows, &types), schema_file());
}

#[test]
fn sqlite_migrations_go_up_and_down_and_up_again() {
    let folder = TempDir::new().unwrap();
    let mut connection = sqlite_connection(&folder.path().join("a.sqlite"));
    diesel::sql_query("PRAGMA foreign_keys = ON").execute(&mut connection).unwrap();
    up_down_up(&mut connection, "sqlite", |connection| {
        diesel::sql_query(
            "INSERT INTO armies (public_id, edit_key, head, created_at, updated_at) VALUES ('0123456789ab', \
             '0123456789012345678901234567890123456789012345678901234567890123', 1, '2026-01-01', '2026-01-01')",
        )
        .execute(connection)
        .unwrap();
    });
}

#[test]
fn postgres_migrations_go_up_and_down_and_up_again() {
    let Some(mut admin) = postgres_admin() else { return };
    let name = unique_name("updown");
    execute_pg(&mut admin, &format!("CREATE DATABASE {name}"));
    let mut connection = PgConnection::establish(&postgres_url(&name)).unwrap();
    up_down_up(&mut connection, "postgres", |connection| {
        execute_pg(
            connection,
            "INSERT INTO armies (public_id, edit_key, head, created_at, updated_at) VALUES ('0123456789ab', \
             '0123456789012345678901234567890123456789012345678901234567890123', 1, now(), now())",
        );
    });
    drop(connection);
    execute_pg(&mut admin, &format!("DROP DATABASE {name}"));
}

/// A row must neither stop the way down nor survive it.
fn up_down_up<C, DB: Backend>(connection: &mut C, database: &str, insert_row: impl Fn(&mut C))
where
    C: MigrationHarness<DB>,
    FileBasedMigrations: diesel::migration::MigrationSource<DB>,
{
    let root = migration_folders(database)[0].parent().unwrap().to_owned();
    let migrations = FileBasedMigrations::from_path(root).unwrap();
    let count = migration_folders(database).len();
    for _ in 0..2 {
        assert_eq!(connection.run_pending_migrations(migrations.clone()).unwrap().len(), count);
        insert_row(connection);
        assert_eq!(connection.revert_all_migrations(migrations.clone()).unwrap().len(), count);
    }
    assert_eq!(connection.run_pending_migrations(migrations).unwrap().len(), count);
}

#[test]
fn processes_that_start_together_on_sqlite_migrate_once() {
    let folder = TempDir::new().unwrap();
    let url = format!("sqlite:{}", folder.path().join("a.sqlite").display());
    open(&url);
    migrate_together(&url);
}

#[test]
fn processes_that_start_together_on_postgres_migrate_once() {
    let Some(mut admin) = postgres_admin() else { return };
    let name = unique_name("together");
    execute_pg(&mut admin, &format!("CREATE DATABASE {name}"));
    migrate_together(&postgres_url(&name));
    execute_pg(&mut admin, &format!("DROP DATABASE {name} WITH (FORCE)"));
}

fn migrate_together(url: &str) {
    let done: Vec<usize> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| open(url).migrate().unwrap().len())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(done.iter().sum::<usize>(), migration_folders("sqlite").len(), "{done:?}");
}

/// Rows of "table column type nullable".
fn catalogue(rows: &[String], types: &[(&str, &str)]) -> Columns {
    rows.iter()
        .map(|row| {
            let [table, column, kind, nullable] = row.split(' ').collect::<Vec<_>>()[..] else { panic!("{row}") };
            let kind = types.iter().find(|(theirs, _)| *theirs == kind).unwrap_or_else(|| panic!("{row}")).1;
            ((table.to_owned(), column.to_owned()), (kind.to_owned(), nullable == "1"))
        })
        .collect()
}

/// What the `table!` blocks of `src/store/schema.rs` say.
fn schema_file() -> Columns {
    let mut columns = Columns::new();
    let mut table = "";
    for line in include_str!("../../../src/store/schema.rs").lines().map(str::trim) {
        if let Some((name, _)) = line.split_once(" (id) {") {
            table = name;
        } else if let Some((column, kind)) = line.trim_end_matches(',').split_once(" -> ")
            && !line.starts_with("diesel::")
        {
            let inner = kind.strip_prefix("Nullable<").and_then(|kind| kind.strip_suffix('>'));
            columns.insert((table.to_owned(), column.to_owned()), (inner.unwrap_or(kind).to_owned(), inner.is_some()));
        }
    }
    assert!(columns.len() > 20, "{columns:?}");
    columns
}

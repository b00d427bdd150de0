//! The tables: the same in both databases and in the schema file, up and down and up again.

use std::collections::BTreeMap;
use std::thread;

use diesel::backend::Backend;
use diesel::prelude::*;
use diesel_migrations::{FileBasedMigrations, MigrationHarness};
use musterfield::store::{SaveOutcome, Secret, Store, StoreError, WorkType};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::harness::{
    TestDb, execute_pg, migration_folders, new_work, open, postgres_admin, postgres_url, sqlite_connection, state,
    texts, unique_name,
};

/// Table and column to type and nullability.
pub(crate) type Columns = BTreeMap<(String, String), (String, bool)>;

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
        ("BLOB", "Binary"),
        ("BOOLEAN", "Bool"),
        ("TIMESTAMP", "Timestamp"),
    ];
    assert_eq!(catalogue(&rows, &types), schema_file());
}

#[test]
#[ignore = "needs PostgreSQL"]
fn the_schema_file_is_what_postgres_has() {
    let db = TestDb::postgres();
    let rows = db.db_texts(
        "SELECT table_name || ' ' || column_name || ' ' || replace(data_type, ' ', '_') || ' ' \
         || CASE is_nullable WHEN 'YES' THEN '1' ELSE '0' END AS value \
         FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_%'",
    );
    let types = [
        ("bigint", "BigInt"),
        ("text", "Text"),
        ("bytea", "Binary"),
        ("boolean", "Bool"),
        ("timestamp_without_time_zone", "Timestamp"),
    ];
    assert_eq!(catalogue(&rows, &types), schema_file());
}

#[test]
fn sqlite_migrations_go_up_and_down_and_up_again() {
    let folder = TempDir::new().unwrap();
    let mut connection = sqlite_connection(&folder.path().join("a.sqlite"));
    diesel::sql_query("PRAGMA foreign_keys = ON").execute(&mut connection).unwrap();
    up_down_up(&mut connection, "sqlite", |connection| {
        diesel::sql_query(
            "INSERT INTO works (public_id, kind, edit_key, head, keeper, states, bytes, lasting, opened_at, created_at, \
             updated_at) VALUES ('0123456789ab', 'layout', \
             '0123456789012345678901234567890123456789012345678901234567890123', 1, '', 0, 0, TRUE, '2026-01-01', \
             '2026-01-01', '2026-01-01')",
        )
        .execute(connection)
        .unwrap();
    });
}

#[test]
#[ignore = "needs PostgreSQL"]
fn postgres_migrations_go_up_and_down_and_up_again() {
    let mut admin = postgres_admin();
    let name = unique_name("updown");
    execute_pg(&mut admin, &format!("CREATE DATABASE {name}"));
    let mut connection = PgConnection::establish(&postgres_url(&name)).unwrap();
    up_down_up(&mut connection, "postgres", |connection| {
        execute_pg(
            connection,
            "INSERT INTO works (public_id, kind, edit_key, head, keeper, states, bytes, lasting, opened_at, created_at, \
             updated_at) VALUES ('0123456789ab', 'layout', \
             '0123456789012345678901234567890123456789012345678901234567890123', 1, '', 0, 0, TRUE, now(), now(), now())",
        );
    });
    drop(connection);
    execute_pg(&mut admin, &format!("DROP DATABASE {name}"));
}

/// The first step alone, with an army in two revisions as it was stored then: its holder, its edit key, and the request
/// that led to its second revision, which was made from the first.
pub(crate) fn before_there_were_layouts<C, DB: Backend>(connection: &mut C, database: &str)
where
    C: MigrationHarness<DB> + diesel::connection::SimpleConnection,
    FileBasedMigrations: diesel::migration::MigrationSource<DB>,
{
    let root = migration_folders(database)[0].parent().unwrap().to_owned();
    connection.run_next_migration(FileBasedMigrations::from_path(root).unwrap()).unwrap();
    let [visitor, key, request] = [VISITOR, KEY, "0123456789ab\nsent"].map(sha256);
    connection
        .batch_execute(&format!(
            "INSERT INTO armies (public_id, edit_key, head, created_at, updated_at)
                 VALUES ('0123456789ab', '{key}', 2, '2026-01-01 12:00:00', '2026-01-02 12:00:00');
             INSERT INTO army_revisions (army_id, number, parent, hash, document, ruleset, ruleset_version, name, legal,
                 spent, action, created_at)
                 VALUES (1, 1, NULL, '0123456789abcdef', '{{}}', 'd3h2', '1', 'One', TRUE, '24', 'made', '2026-01-01 12:00:00'),
                     (1, 2, 1, 'fedcba9876543210', '{{}}', 'd3h2', '1', 'Two', FALSE, '23.5', 'named', '2026-01-02 12:00:00');
             INSERT INTO army_holders (army_id, visitor, created_at) VALUES (1, '{visitor}', '2026-01-01 12:00:00');
             INSERT INTO army_requests (request_key, army_id, revision, created_at)
                 VALUES ('{request}', 1, 2, '2026-01-02 12:00:00');"
        ))
        .unwrap();
}

const VISITOR: &str = "v1s1t0rv1s1t0rv1s1t0rv1s1t0rv1s1";
const KEY: &str = "key0key0key0key0key0key0key0key0";

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Checks the army that [`before_there_were_layouts`] left there.
async fn assert_the_old_army_is_kept(store: &Store) {
    assert_eq!(store.migrate().unwrap().len(), migration_folders("sqlite").len() - 1);
    let (id, visitor) = ("0123456789ab".parse().unwrap(), Secret::parse(VISITOR).unwrap().digest());
    let army = store.work_for(WorkType::Army, &id, Some(&visitor)).await.unwrap();
    assert!(army.editable && army.can_undo && !army.can_redo);
    // It is unknown whether the army was printed, so it is kept.
    assert!(army.lasting && army.swept_at().is_none());
    assert_eq!((army.head.name.as_str(), army.head.figure.as_str(), army.head.legal), ("Two", "23.5", false));
    let old: Vec<String> = store
        .revisions(WorkType::Army, &id, None, 10)
        .await
        .unwrap()
        .into_iter()
        .map(|old| format!("{} {} {}", old.number, old.name, old.figure))
        .collect();
    assert_eq!(old, ["2 Two 23.5", "1 One 24"]);
    assert_eq!(store.held_by(&visitor, WorkType::Army, 0, 10).await.unwrap().len(), 1);
    assert_eq!(store.held_by(&visitor, WorkType::Layout, 0, 10).await.unwrap(), []);
    assert!(matches!(store.work(WorkType::Layout, &id).await, Err(StoreError::NotFound)));
    assert!(store.key_matches(WorkType::Army, &id, &Secret::parse(KEY).unwrap().digest()).await.unwrap());
    // A request from before is known, and new revisions get numbers of their own.
    let known = store.save(WorkType::Army, &id, &visitor, 1, "sent", state("x")).await.unwrap();
    assert_eq!((known.outcome, known.revision.number), (SaveOutcome::AlreadyDone, 2));
    assert_eq!(store.undo(WorkType::Army, &id, &visitor, 2, "u", None).await.unwrap().revision.name, "One");
    assert_eq!(store.save(WorkType::Army, &id, &visitor, 1, "s", state("Three")).await.unwrap().revision.number, 3);
    let layout = store.create(new_work(WorkType::Layout, &visitor, "new", "Ford")).await.unwrap();
    assert_eq!(store.work(WorkType::Layout, &layout.id).await.unwrap().head, layout.revision);
    store.delete(WorkType::Army, &id, &visitor, "d").await.unwrap();
}

#[tokio::test]
async fn armies_of_the_time_before_layouts_are_kept_by_sqlite() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    before_there_were_layouts(&mut sqlite_connection(&path), "sqlite");
    assert_the_old_army_is_kept(&open(&format!("sqlite:{}", path.display()))).await;
    let named = "SELECT name AS value FROM sqlite_master WHERE name LIKE '%arm%'";
    assert_eq!(texts(&mut sqlite_connection(&path), named), [""; 0]);
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn armies_of_the_time_before_layouts_are_kept_by_postgres() {
    let mut admin = postgres_admin();
    let name = unique_name("before");
    execute_pg(&mut admin, &format!("CREATE DATABASE {name}"));
    let mut connection = PgConnection::establish(&postgres_url(&name)).unwrap();
    before_there_were_layouts(&mut connection, "postgres");
    assert_the_old_army_is_kept(&open(&postgres_url(&name))).await;
    let named = "SELECT relname::text AS value FROM pg_class WHERE relname ~ 'arm(y|ies)' \
                 UNION ALL SELECT conname::text FROM pg_constraint WHERE conname ~ 'arm(y|ies)|spent'";
    assert_eq!(texts(&mut connection, named), [""; 0]);
    drop(connection);
    execute_pg(&mut admin, &format!("DROP DATABASE {name} WITH (FORCE)"));
}

/// The way down keeps the armies and everything that belongs to them; layouts and lists are deleted, since there is no
/// place for them.
#[tokio::test]
async fn the_way_back_keeps_armies_as_they_were() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    before_there_were_layouts(&mut sqlite_connection(&path), "sqlite");
    let store = open(&format!("sqlite:{}", path.display()));
    store.migrate().unwrap();
    let visitor = Secret::parse(VISITOR).unwrap().digest();
    for kind in [WorkType::Layout, WorkType::List] {
        store.create(new_work(kind, &visitor, "new", "Ford")).await.unwrap();
    }
    let mut connection = sqlite_connection(&path);
    let root = migration_folders("sqlite")[0].parent().unwrap().to_owned();
    let migrations = FileBasedMigrations::from_path(root).unwrap();
    for _ in 1..migration_folders("sqlite").len() {
        connection.revert_last_migration(migrations.clone()).unwrap();
    }
    let rows = "SELECT public_id || ' ' || r.name || ' ' || spent || ' ' || request_key AS value FROM armies a \
                JOIN army_revisions r ON r.army_id = a.id JOIN army_holders h ON h.army_id = a.id \
                JOIN army_requests q ON q.army_id = a.id ORDER BY number";
    let request = sha256("0123456789ab\nsent");
    let expected = [format!("0123456789ab One 24 {request}"), format!("0123456789ab Two 23.5 {request}")];
    assert_eq!(texts(&mut connection, rows), expected);
    let left = "SELECT name AS value FROM army_revisions UNION ALL SELECT visitor FROM army_holders WHERE army_id > 1";
    assert_eq!(texts(&mut connection, left), ["One", "Two"]);
}

/// A row must neither prevent the way down nor survive it.
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
#[ignore = "needs PostgreSQL"]
fn processes_that_start_together_on_postgres_migrate_once() {
    let mut admin = postgres_admin();
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

/// The columns in the `table!` blocks of `src/store/schema.rs`.
pub(crate) fn schema_file() -> Columns {
    let mut columns = Columns::new();
    let mut table = "";
    for line in include_str!("../../../src/store/schema.rs").lines().map(str::trim) {
        if let Some((name, _)) = line.strip_suffix(") {").and_then(|line| line.split_once(" (")) {
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

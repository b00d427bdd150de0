//! Backups: complete, of one moment, verified; restored into either database.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use musterfield::store::{
    Actor, Arrival, BackupError, Copied, DatabaseUrl, EntryAddress, EventContent, EventMade, EventState, NewEntry,
    NewUser, Origin, Overwrite, Registered, RestoreError, RevisionHash, Role, Secret, Sender, Sessions, SignInName,
    Slug, Store, User, WorkId, WorkType, backup, restore,
};
use tempfile::TempDir;
use time::Duration;

use super::harness::{
    TestDb, digest, execute_pg, new_work, open, owner, postgres_admin, postgres_url, sqlite_connection, texts,
    unique_name,
};
use super::migrations::{before_there_were_layouts, schema_file};

/// A text with everything that is difficult in one of the languages on the way.
const AWKWARD: &str = "O'Neil \"the\" \\ Größe\n\t{\"a\": [1, null]} \u{1F409} \u{7f}\u{1} $1 %s";

fn backed_up(db: &TestDb, to: &Path) -> Result<Copied, BackupError> {
    back_up(&db.url, to, Overwrite::Refuse)
}

fn back_up(url: &str, to: &Path, overwrite: Overwrite) -> Result<Copied, BackupError> {
    backup(&DatabaseUrl::parse(url).unwrap(), to, overwrite, &mut |_| {})
}

fn restored(from: &Path, url: &str) -> Result<Copied, RestoreError> {
    restore_with(from, url, Overwrite::Refuse, Sessions::Keep)
}

/// Restores as soon as nobody has the database open: threads of their own close the connections of a dropped store.
fn restore_with(from: &Path, url: &str, overwrite: Overwrite, sessions: Sessions) -> Result<Copied, RestoreError> {
    let started = Instant::now();
    loop {
        match restore_at_once(from, url, overwrite, sessions) {
            Err(RestoreError::InUse) if started.elapsed().as_secs() < 20 => thread::yield_now(),
            done => return done,
        }
    }
}

fn restore_at_once(from: &Path, url: &str, overwrite: Overwrite, sessions: Sessions) -> Result<Copied, RestoreError> {
    restore(from, &DatabaseUrl::parse(url).unwrap(), overwrite, sessions, &mut |_| {})
}

/// The tables of a backup with their rows and digests, according to its manifest.
fn manifest(file: &Path) -> Vec<String> {
    let rows =
        "SELECT name || ' ' || row_count || ' ' || digest AS value FROM __musterfield_backup_tables ORDER BY name";
    texts(&mut sqlite_connection(file), rows)
}

fn execute(file: &Path, sql: &str) {
    sqlite_connection(file).batch_execute(sql).unwrap();
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Databases into which a backup can be restored.
struct Targets {
    folder: TempDir,
    postgres: Option<String>,
}

impl Targets {
    /// One of SQLite.
    fn sqlite_only() -> Self {
        Self { folder: TempDir::new().unwrap(), postgres: None }
    }

    /// One of each kind.
    fn both() -> Self {
        let name = unique_name("restored");
        execute_pg(&mut postgres_admin(), &format!("CREATE DATABASE {name}"));
        Self { folder: TempDir::new().unwrap(), postgres: Some(name) }
    }

    fn sqlite(&self) -> String {
        format!("sqlite:{}", self.file().display())
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("restored.sqlite")
    }

    fn urls(&self) -> Vec<String> {
        std::iter::once(self.sqlite()).chain(self.postgres.as_deref().map(postgres_url)).collect()
    }
}

impl Drop for Targets {
    fn drop(&mut self) {
        if let Some(name) = &self.postgres {
            execute_pg(&mut postgres_admin(), &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        }
    }
}

/// Makes two tests of each behaviour: `sqlite::…` from SQLite into SQLite, `postgres::…` from either into both.
macro_rules! for_each_way {
    ($(async fn $name:ident($db:ident: &TestDb, $targets:ident: Targets) $body:block)*) => {
        $(async fn $name($db: &TestDb, $targets: Targets) $body)*

        mod sqlite {
            $(#[tokio::test]
            async fn $name() {
                super::$name(&super::TestDb::sqlite(), super::Targets::sqlite_only()).await;
            })*
        }

        mod postgres {
            $(#[tokio::test]
            #[ignore = "needs PostgreSQL"]
            async fn $name() {
                super::$name(&super::TestDb::sqlite(), super::Targets::both()).await;
                super::$name(&super::TestDb::postgres(), super::Targets::both()).await;
            })*
        }
    };
}

/// The content of a filled database.
struct Filled {
    army: WorkId,
    layout: WorkId,
    tom: User,
    session: Secret,
    invitation: Secret,
    slug: Slug,
    entrant: WorkId,
}

async fn fill(db: &TestDb) -> Filled {
    let army = db.army(AWKWARD).await.id;
    db.save(&army, "Two").await;
    db.save(&army, "Three").await;
    db.store.undo(WorkType::Army, &army, &owner(), 3, &unique_name("undo"), None).await.unwrap();
    let layout = db.work_of(WorkType::Layout, &owner(), "Ford").await.id;
    let new = NewUser {
        sign_in: SignInName::parse("tom-1").unwrap(),
        name: AWKWARD.replace(['\n', '\t'], " "),
        email: None,
        password: "hash".to_owned(),
        is_admin: true,
    };
    let Registered::Made(tom) = db.store.create_user(new).await.unwrap() else { panic!("tom-1 is taken") };
    let (session, invitation) = (Secret::random().unwrap(), Secret::random().unwrap());
    db.store.begin_session(tom.id, Arrival::new(session.digest(), "Browser")).await.unwrap();
    db.store.make_link(tom.id, &digest(), Duration::days(1)).await.unwrap();
    let (slug, actor) = (Slug::parse("spring-open").unwrap(), Actor::new("Tom"));
    let content = EventContent {
        name: "Spring Open".to_owned(),
        begins: "2027-04-01".to_owned(),
        document: AWKWARD.to_owned(),
        deadline: None,
        late: false,
        places: Some(7),
        approval: false,
        most_entries: 300,
    };
    let EventMade::Made(event) = db.store.create_event(&slug, content, tom.id, &actor).await.unwrap() else {
        panic!("the address is taken")
    };
    db.store.set_event_state(event, EventState::Open, &actor).await.unwrap();
    db.store.invite(event, Role::Helper, (&invitation.digest(), Duration::days(1)), (tom.id, &actor)).await.unwrap();
    db.store.add_rounds(event, 0, vec!["one".to_owned()], (&actor, "drew up a round")).await.unwrap();
    let entry = NewEntry {
        event,
        event_version: db.store.event(&slug, Some(tom.id)).await.unwrap().version,
        entrant: EntryAddress::New {
            name: "Anna".to_owned(),
            club: String::new(),
            email: Some("anna@example.org".to_owned()),
            entry_key: digest(),
        },
        by: Sender::Player(digest().into()),
        request_key: unique_name("request"),
        hash: RevisionHash::parse("0123456789abcdef").unwrap(),
        document: AWKWARD.to_owned(),
        ruleset_version: "1".to_owned(),
        title: "Host".to_owned(),
        legal: false,
        submitted: true,
        origin: Origin::default(),
    };
    let entrant = db.store.enter(entry).await.unwrap().unwrap().id;
    Filled { army, layout, tom, session, invitation, slug, entrant }
}

async fn assert_filled(store: &Store, filled: &Filled) {
    let states = store.revisions(WorkType::Army, &filled.army, None, 10).await.unwrap();
    let states: Vec<_> = states.iter().map(|state| (state.number, state.name.as_str())).collect();
    assert_eq!(states, [(3, "Three"), (2, "Two"), (1, AWKWARD)]);
    let army = store.work_for(WorkType::Army, &filled.army, Some(&owner())).await.unwrap();
    assert!(army.editable && army.can_redo && army.head.legal);
    assert_eq!(army.head.number, 2);
    assert_eq!(store.work(WorkType::Layout, &filled.layout).await.unwrap().head.name, "Ford");
    assert_eq!(store.user(filled.tom.id).await.unwrap(), filled.tom);
    let event = store.event(&filled.slug, Some(filled.tom.id)).await.unwrap();
    assert_eq!((event.content.document.as_str(), event.content.places), (AWKWARD, Some(7)));
    let entrant = store.entrant(event.id, &filled.entrant, None).await.unwrap();
    assert_eq!(entrant.name, "Anna");
    assert_eq!(store.rounds(event.id).await.unwrap().len(), 1);
}

for_each_way! {
    async fn a_backup_is_restored_into_either_database_as_it_was(db: &TestDb, targets: Targets) {
        let filled = fill(db).await;
        let file = targets.folder.path().join("backup");
        let copied = backed_up(db, &file).unwrap();
        let metadata = fs::metadata(&file).unwrap();
        assert_eq!((copied.bytes, metadata.permissions().mode() & 0o777), (metadata.len(), 0o600));
        for url in targets.urls() {
            assert_eq!(restored(&file, &url).unwrap().rows, copied.rows);
            let again = targets.folder.path().join(unique_name("again"));
            back_up(&url, &again, Overwrite::Refuse).unwrap();
            assert_eq!(manifest(&again), manifest(&file), "{url}");
            let store = open(&url);
            assert_eq!(store.migrate().unwrap(), [""; 0]);
            assert_filled(&store, &filled).await;
            assert!(store.signed_in(&filled.session.digest()).await.unwrap().is_some());
            store.invited(&filled.slug, &filled.invitation.digest()).await.unwrap();
            // It can be changed like any other.
            let saved = store.save(WorkType::Army, &filled.army, &owner(), 2, "k", super::harness::state("Four")).await;
            assert_eq!(saved.unwrap().revision.number, 4);
        }
    }

    async fn a_number_that_was_given_to_a_row_is_not_given_again_after_a_restore(db: &TestDb, targets: Targets) {
        let file = TempDir::new().unwrap();
        let file = file.path().join("backup");
        for content in ["One", "Two", "Three"] {
            db.army(content).await;
        }
        db.db_execute("DELETE FROM works WHERE id > 1");
        backed_up(db, &file).unwrap();
        for url in targets.urls() {
            restored(&file, &url).unwrap();
            let store = open(&url);
            store.create(new_work(WorkType::Army, &owner(), "new", "Four")).await.unwrap();
            let newest = "SELECT CAST(max(id) AS TEXT) AS value FROM works";
            let found = match url.strip_prefix("sqlite:") {
                Some(path) => texts(&mut sqlite_connection(Path::new(path)), newest),
                None => texts(&mut PgConnection::establish(&url).unwrap(), newest),
            };
            assert_eq!(found, ["4"], "{url}");
        }
    }

    async fn a_backup_is_of_one_moment_whatever_is_written_meanwhile(db: &TestDb, targets: Targets) {
        let filled = fill(db).await;
        let file = targets.folder.path().join("backup");
        let mut first = true;
        backup(&DatabaseUrl::parse(&db.url).unwrap(), &file, Overwrite::Refuse, &mut |_| {
            if std::mem::take(&mut first) {
                db.db_execute("DELETE FROM work_requests; DELETE FROM work_holders; DELETE FROM events");
                db.db_execute("UPDATE works SET head = 1; UPDATE users SET name = 'Changed'");
            }
        })
        .unwrap();
        assert!(!first);
        restored(&file, &targets.sqlite()).unwrap();
        assert_filled(&open(&targets.sqlite()), &filled).await;
    }

    async fn a_large_table_is_copied_in_parts(db: &TestDb, targets: Targets) {
        let work = db.army("One").await;
        let more = "INSERT INTO work_holders (work_id, visitor, created_at) WITH RECURSIVE n(i) AS \
                    (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) \
                    SELECT (SELECT min(id) FROM works), substr('000000000000000000000000000000000000000000000000000000000000' \
                    || (10000 + i), 2, 64), '2026-01-02 03:04:05.5' FROM n";
        db.db_execute(more);
        let file = targets.folder.path().join("backup");
        let mut seen = Vec::new();
        let copied = backup(&DatabaseUrl::parse(&db.url).unwrap(), &file, Overwrite::Refuse, &mut |progress| {
            if progress.table == "work_holders" {
                seen.push(progress.rows);
            }
        });
        assert!(copied.unwrap().rows > 2500 && seen.len() > 4 && seen.is_sorted(), "{seen:?}");
        for url in targets.urls() {
            restored(&file, &url).unwrap();
            assert_eq!(open(&url).work(WorkType::Army, &work.id).await.unwrap().head, work.revision);
        }
    }

    async fn a_copy_for_another_machine_lets_nobody_in(db: &TestDb, targets: Targets) {
        let filled = fill(db).await;
        let file = targets.folder.path().join("backup");
        backed_up(db, &file).unwrap();
        for url in targets.urls() {
            restore_with(&file, &url, Overwrite::Refuse, Sessions::Drop).unwrap();
            let store = open(&url);
            assert_filled(&store, &filled).await;
            assert!(store.signed_in(&filled.session.digest()).await.unwrap().is_none());
            store.invited(&filled.slug, &filled.invitation.digest()).await.unwrap_err();
        }
    }

    async fn a_database_with_something_in_it_is_only_replaced_if_that_is_wanted(db: &TestDb, targets: Targets) {
        let army = db.army("New").await.id;
        let file = targets.folder.path().join("backup");
        backed_up(db, &file).unwrap();
        for url in targets.urls() {
            let store = open(&url);
            store.migrate().unwrap();
            let old = store.create(new_work(WorkType::Army, &owner(), "old", "Old")).await.unwrap();
            // A process that has it open would continue in a file that no longer exists.
            let in_use = restore_at_once(&file, &url, Overwrite::Allow, Sessions::Keep);
            assert!(matches!(in_use, Err(RestoreError::InUse)), "{url}: {in_use:?}");
            drop(store);
            assert!(matches!(restored(&file, &url), Err(RestoreError::NotEmpty)), "{url}");
            let store = open(&url);
            assert_eq!(store.work(WorkType::Army, &old.id).await.unwrap().head.name, "Old");
            drop(store);
            restore_with(&file, &url, Overwrite::Allow, Sessions::Keep).unwrap();
            let store = open(&url);
            assert_eq!(store.work(WorkType::Army, &army).await.unwrap().head.name, "New");
            store.work(WorkType::Army, &old.id).await.unwrap_err();
        }
        assert!(!names(targets.folder.path()).contains(&"restored.sqlite.part".to_owned()));
    }

    async fn a_database_whose_tables_are_empty_takes_a_backup(db: &TestDb, targets: Targets) {
        let army = db.army("One").await.id;
        let file = targets.folder.path().join("backup");
        backed_up(db, &file).unwrap();
        for url in targets.urls() {
            open(&url).migrate().unwrap();
            restored(&file, &url).unwrap();
            open(&url).work(WorkType::Army, &army).await.unwrap();
        }
    }

    async fn what_comes_from_a_newer_program_is_neither_written_nor_restored(db: &TestDb, targets: Targets) {
        let file = targets.folder.path().join("backup");
        backed_up(db, &file).unwrap();
        let later = "INSERT INTO __diesel_schema_migrations (version) VALUES ('29990101000000')";
        db.db_execute(later);
        let refused = back_up(&db.url, &targets.folder.path().join("other"), Overwrite::Refuse);
        assert!(matches!(&refused, Err(BackupError::Newer(step)) if step == "29990101000000"), "{refused:?}");
        for url in targets.urls() {
            restored(&file, &url).unwrap();
        }
        execute(&targets.file(), later);
        let into_newer = restored(&file, &targets.sqlite());
        assert!(matches!(into_newer, Err(RestoreError::Newer { what: "database", .. })), "{into_newer:?}");
        execute(&file, later);
        fs::remove_file(targets.file()).unwrap();
        for url in targets.urls() {
            let newer = restored(&file, &url);
            assert!(matches!(newer, Err(RestoreError::Newer { what: "backup", .. })), "{newer:?}");
        }
        assert_eq!(names(targets.folder.path()), ["backup"]);
    }

    async fn a_backup_that_was_changed_or_cut_off_is_not_restored(db: &TestDb, targets: Targets) {
        db.army("One").await;
        let (whole, file) = (targets.folder.path().join("whole"), targets.folder.path().join("backup"));
        backed_up(db, &whole).unwrap();
        let bytes = fs::read(&whole).unwrap();
        let changes = ["UPDATE work_revisions SET name = 'Two'", "DELETE FROM work_requests",
            "INSERT INTO work_requests SELECT 99, hex(zeroblob(32)), work_id, revision, created_at FROM work_requests",
            "DROP TABLE work_requests", "ALTER TABLE works ADD COLUMN more TEXT"];
        for change in changes {
            fs::write(&file, &bytes).unwrap();
            execute(&file, change);
            for url in targets.urls() {
                let refused = restored(&file, &url);
                assert!(matches!(refused, Err(RestoreError::Damaged(_))), "{change}: {refused:?}");
            }
        }
        // Rows with broken references, which no manifest of a plain copy would reveal.
        fs::write(&file, &bytes).unwrap();
        execute(&file, "PRAGMA foreign_keys = OFF; DELETE FROM works; DROP TABLE __musterfield_backup; DROP TABLE __musterfield_backup_tables");
        assert!(matches!(restored(&file, &targets.sqlite()), Err(RestoreError::Damaged(_))));
        fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
        assert!(matches!(restored(&file, &targets.sqlite()), Err(RestoreError::Damaged(_))));
        for other in [&b"x"[..], b"", &[0xff; 5000]] {
            fs::write(&file, other).unwrap();
            restored(&file, &targets.sqlite()).unwrap_err();
        }
        assert_eq!(names(targets.folder.path()), ["backup", "whole"]);
        for url in targets.urls() {
            restored(&whole, &url).unwrap();
        }
    }
}

async fn backups_from_before_there_were_layouts_are_brought_up_to_date(targets: &Targets) {
    let (old, file) = (targets.folder.path().join("old.sqlite"), targets.folder.path().join("backup"));
    before_there_were_layouts(&mut sqlite_connection(&old), "sqlite");
    back_up(&format!("sqlite:{}", old.display()), &file, Overwrite::Refuse).unwrap();
    let steps = "SELECT version AS value FROM __diesel_schema_migrations";
    assert_eq!(texts(&mut sqlite_connection(&file), steps), ["20260101000000"]);
    for url in targets.urls() {
        restored(&file, &url).unwrap();
        let store = open(&url);
        assert_eq!(store.migrate().unwrap(), [""; 0]);
        let army = store.work(WorkType::Army, &"0123456789ab".parse().unwrap()).await.unwrap();
        assert_eq!((army.head.name.as_str(), army.head.number), ("Two", 2));
    }
}

#[tokio::test]
async fn backups_from_before_there_were_layouts_are_brought_up_to_date_by_sqlite() {
    backups_from_before_there_were_layouts_are_brought_up_to_date(&Targets::sqlite_only()).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn backups_from_before_there_were_layouts_are_brought_up_to_date_by_postgres() {
    backups_from_before_there_were_layouts_are_brought_up_to_date(&Targets::both()).await;
}

async fn a_plain_copy_of_an_sqlite_file_is_restored_too(targets: &Targets) {
    let db = TestDb::sqlite();
    let (id, copy) = (db.army("One").await.id, targets.folder.path().join("copy.sqlite"));
    db.db_execute(&format!("VACUUM INTO '{}'", copy.display()));
    for url in targets.urls() {
        restored(&copy, &url).unwrap();
        open(&url).work(WorkType::Army, &id).await.unwrap();
    }
}

#[tokio::test]
async fn a_plain_copy_of_an_sqlite_file_is_restored_by_sqlite() {
    a_plain_copy_of_an_sqlite_file_is_restored_too(&Targets::sqlite_only()).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_plain_copy_of_an_sqlite_file_is_restored_by_postgres() {
    a_plain_copy_of_an_sqlite_file_is_restored_too(&Targets::both()).await;
}

#[tokio::test]
async fn a_database_that_became_rubbish_is_replaced_if_that_is_wanted() {
    let (db, targets) = (TestDb::sqlite(), Targets::sqlite_only());
    let (id, file) = (db.army("One").await.id, targets.folder.path().join("backup"));
    backed_up(&db, &file).unwrap();
    fs::write(targets.file(), "rubbish, and enough of it that nobody takes it for an empty file".repeat(100)).unwrap();
    fs::set_permissions(targets.file(), fs::Permissions::from_mode(0o640)).unwrap();
    restored(&file, &targets.sqlite()).unwrap_err();
    restore_with(&file, &targets.sqlite(), Overwrite::Allow, Sessions::Keep).unwrap();
    open(&targets.sqlite()).work(WorkType::Army, &id).await.unwrap();
    assert_eq!(fs::metadata(targets.file()).unwrap().permissions().mode() & 0o777, 0o640);
}

#[tokio::test]
async fn a_log_without_its_database_is_not_taken_for_that_of_the_restored_one() {
    let (db, targets) = (TestDb::sqlite(), Targets::sqlite_only());
    let file = targets.folder.path().join("backup");
    db.army("One").await;
    backed_up(&db, &file).unwrap();
    let id = db.army("Two").await.id;
    fs::copy(db.sqlite_folder().join("armies.sqlite-wal"), targets.folder.path().join("restored.sqlite-wal")).unwrap();
    restored(&file, &targets.sqlite()).unwrap();
    assert_eq!(names(targets.folder.path()), ["backup", "restored.sqlite"]);
    open(&targets.sqlite()).work(WorkType::Army, &id).await.unwrap_err();
}

#[test]
fn a_database_is_neither_backed_up_onto_itself_nor_restored_from_itself() {
    let db = TestDb::sqlite();
    let file = db.sqlite_folder().join("armies.sqlite");
    assert!(matches!(back_up(&db.url, &file, Overwrite::Allow), Err(BackupError::Itself)));
    let itself = restore_with(&file, &db.url, Overwrite::Allow, Sessions::Keep);
    assert!(matches!(itself, Err(RestoreError::Nowhere)));
}

#[test]
fn there_is_nothing_to_back_up_where_there_is_no_database() {
    let folder = TempDir::new().unwrap();
    let (missing, file) = (format!("sqlite:{}/none.sqlite", folder.path().display()), folder.path().join("backup"));
    assert!(matches!(back_up(&missing, &file, Overwrite::Refuse), Err(BackupError::Connect { .. })));
    execute(&folder.path().join("other.sqlite"), "CREATE TABLE something_else (id INTEGER)");
    let other = format!("sqlite:{}/other.sqlite", folder.path().display());
    assert!(matches!(back_up(&other, &file, Overwrite::Refuse), Err(BackupError::Nothing(_))));
    // Other data are not replaced without permission either.
    backed_up(&TestDb::sqlite(), &file).unwrap();
    assert!(matches!(restored(&file, &other), Err(RestoreError::NotEmpty)));
    assert!(!folder.path().join("none.sqlite").exists());
}

mod alone {
    //! Backups that are not restored into another database of the test.

    use super::*;

    for_each_store! {
        async fn every_table_of_the_database_is_in_the_backup(db: &TestDb) {
            fill(db).await;
            let folder = TempDir::new().unwrap();
            let file = folder.path().join("backup");
            backed_up(db, &file).unwrap();
            let tables: BTreeSet<String> = schema_file().into_keys().map(|(table, _)| table).collect();
            let noted: BTreeSet<String> =
                manifest(&file).iter().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
            assert_eq!(noted, tables);
            for table in ["user_sessions", "user_links", "event_invitations"] {
                assert!(tables.contains(table), "what a copy without sessions leaves out has another name");
            }
        }

        async fn a_file_that_is_there_is_only_replaced_if_that_is_wanted(db: &TestDb) {
            let folder = TempDir::new().unwrap();
            let file = folder.path().join("backup");
            fs::write(&file, "kept").unwrap();
            assert!(matches!(backed_up(db, &file), Err(BackupError::Exists)));
            assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
            back_up(&db.url, &file, Overwrite::Allow).unwrap();
            assert_eq!(names(folder.path()), ["backup"]);
            restored(&file, &format!("sqlite:{}", folder.path().join("new.sqlite").display())).unwrap();
            assert_eq!(names(folder.path()), ["backup", "new.sqlite"]);
        }
    }
}

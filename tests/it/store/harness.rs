//! A separate database for every test, created quickly: migrated once, copied for each.
//!
//! SQLite is always available. PostgreSQL is the server of `TEST_PG_URL`, which `tests/with-postgres` sets.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use std::{env, fs, process, thread};

use diesel::prelude::*;
use diesel::query_builder::SqlQuery;
use diesel::query_dsl::LoadQuery;
use diesel::sql_types::Text;
use musterfield::store::{
    Created, DatabaseUrl, NewRevision, NewWork, Overwrite, Revision, RevisionHash, Secret, SecretDigest, Sessions,
    Store, WorkId, WorkType, backup, restore,
};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// Connections of the store under test.
const POOL: u32 = 4;

/// A migrated database with an open store.
pub(crate) struct TestDb {
    pub(crate) store: Store,
    pub(crate) url: String,
    place: Place,
}

enum Place {
    Sqlite(TempDir),
    Postgres { name: String },
}

#[derive(QueryableByName)]
pub(crate) struct TextRow {
    #[diesel(sql_type = Text)]
    value: String,
}

/// Reads the text column `value` of a query.
pub(crate) fn texts<C>(connection: &mut C, sql: &str) -> Vec<String>
where
    SqlQuery: for<'a> LoadQuery<'a, C, TextRow>,
{
    let rows = diesel::sql_query(sql).load::<TextRow>(connection).unwrap();
    rows.into_iter().map(|row| row.value).collect()
}

impl TestDb {
    pub(crate) fn sqlite() -> Self {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("store").join("armies.sqlite");
        fs::create_dir(path.parent().unwrap()).unwrap();
        fs::write(&path, sqlite_template()).unwrap();
        let url = format!("sqlite:{}", path.display());
        Self { store: open(&url), url, place: Place::Sqlite(folder) }
    }

    /// A database from a file, with the migrations that it lacks.
    pub(crate) fn of_sqlite_file(bytes: &[u8]) -> Self {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("store").join("armies.sqlite");
        fs::create_dir(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        let url = format!("sqlite:{}", path.display());
        let store = open(&url);
        store.migrate().unwrap();
        Self { store, url, place: Place::Sqlite(folder) }
    }

    /// That database in PostgreSQL after a backup and a restore.
    pub(crate) fn of_sqlite_file_in_postgres(bytes: &[u8]) -> Self {
        let mut admin = postgres_admin();
        let name = unique_name("t");
        execute_pg(&mut admin, &format!("CREATE DATABASE {name}"));
        let (from, url) = (Self::of_sqlite_file(bytes), postgres_url(&name));
        let file = from.sqlite_folder().with_file_name("all.backup");
        let parsed = |url: &str| DatabaseUrl::parse(url).unwrap();
        backup(&parsed(&from.url), &file, Overwrite::Refuse, &mut |_| {}).unwrap();
        restore(&file, &parsed(&url), Overwrite::Refuse, Sessions::Keep, &mut |_| {}).unwrap();
        Self { store: open(&url), url, place: Place::Postgres { name } }
    }

    pub(crate) fn postgres() -> Self {
        let mut admin = postgres_admin();
        let template = postgres_template(&mut admin);
        let name = unique_name("t");
        execute_pg(&mut admin, &format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"));
        let url = postgres_url(&name);
        Self { store: open(&url), url, place: Place::Postgres { name } }
    }

    /// A new store of the same database, and the name under which [`traffic`](super::traffic) counts what it asks.
    pub(crate) fn watched(&self) -> (Store, String) {
        let name = match &self.place {
            Place::Sqlite(folder) => folder.path().file_name().unwrap().to_str().unwrap().to_owned(),
            Place::Postgres { name } => name.clone(),
        };
        super::traffic::watch(&name);
        (open(&self.url), name)
    }

    /// The folder that contains only the SQLite file.
    pub(crate) fn sqlite_folder(&self) -> PathBuf {
        match &self.place {
            Place::Sqlite(folder) => folder.path().join("store"),
            Place::Postgres { .. } => panic!("a PostgreSQL database has no folder"),
        }
    }

    /// The name of the PostgreSQL database.
    pub(crate) fn postgres_name(&self) -> &str {
        match &self.place {
            Place::Postgres { name } => name,
            Place::Sqlite(_) => panic!("an SQLite database has no name"),
        }
    }

    /// Runs statements directly on the database.
    pub(crate) fn db_execute(&self, sql: &str) {
        match self.place {
            Place::Sqlite(_) => {
                let path = self.url.strip_prefix("sqlite:").unwrap();
                diesel::connection::SimpleConnection::batch_execute(&mut sqlite_connection(Path::new(path)), sql)
                    .unwrap();
            }
            Place::Postgres { .. } => execute_pg(&mut PgConnection::establish(&self.url).unwrap(), sql),
        }
    }

    /// Refuses every change that makes an older revision of a work the current one, until
    /// [`TestDb::let_head_move_back`].
    pub(crate) fn fail_when_head_moves_back(&self) {
        self.db_execute(match self.place {
            Place::Sqlite(_) => {
                "CREATE TRIGGER back BEFORE UPDATE OF head ON works WHEN NEW.head < OLD.head \
                 BEGIN SELECT RAISE(ABORT, 'not back'); END"
            }
            Place::Postgres { .. } => {
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS \
                 $$ BEGIN RAISE EXCEPTION 'not back'; END $$; \
                 CREATE TRIGGER back BEFORE UPDATE OF head ON works FOR EACH ROW WHEN (NEW.head < OLD.head) \
                 EXECUTE FUNCTION refuse()"
            }
        });
    }

    pub(crate) fn let_head_move_back(&self) {
        self.db_execute(match self.place {
            Place::Sqlite(_) => "DROP TRIGGER back",
            Place::Postgres { .. } => "DROP TRIGGER back ON works",
        });
    }

    /// Reads the text column `value` of a query directly from the database.
    pub(crate) fn db_texts(&self, sql: &str) -> Vec<String> {
        match self.place {
            Place::Sqlite(_) => {
                texts(&mut sqlite_connection(Path::new(self.url.strip_prefix("sqlite:").unwrap())), sql)
            }
            Place::Postgres { .. } => texts(&mut PgConnection::establish(&self.url).unwrap(), sql),
        }
    }

    /// An army with a first revision of that content, held by [`owner`].
    pub(crate) async fn army(&self, content: &str) -> Created {
        self.army_of(&owner(), content).await
    }

    /// An army with a first revision of that content, held by that visitor.
    pub(crate) async fn army_of(&self, visitor: &SecretDigest, content: &str) -> Created {
        self.work_of(WorkType::Army, visitor, content).await
    }

    /// A work with a first revision of that content, held by that visitor.
    pub(crate) async fn work_of(&self, kind: WorkType, visitor: &SecretDigest, content: &str) -> Created {
        self.store.create(new_work(kind, visitor, &unique_name("request"), content)).await.unwrap()
    }

    /// Saves a revision of that content on top of the army's current one, as [`owner`].
    pub(crate) async fn save(&self, id: &WorkId, content: &str) -> Revision {
        self.save_as(WorkType::Army, &owner(), id, content).await
    }

    /// Saves a revision of that content on top of the current one.
    pub(crate) async fn save_as(&self, kind: WorkType, visitor: &SecretDigest, id: &WorkId, content: &str) -> Revision {
        let base = self.store.work(kind, id).await.unwrap().head.number;
        self.store.save(kind, id, visitor, base, &unique_name("request"), state(content)).await.unwrap().revision
    }
}

impl Drop for TestDb {
    fn drop(&mut self) {
        if let Place::Postgres { name } = &self.place {
            execute_pg(&mut postgres_admin(), &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        }
    }
}

/// Makes two tests of each behaviour, `sqlite::…` and `postgres::…`.
macro_rules! for_each_store {
    ($(async fn $name:ident($db:ident: &TestDb) $body:block)*) => {
        $(async fn $name($db: &$crate::store::harness::TestDb) $body)*

        mod sqlite {
            $(#[tokio::test]
            async fn $name() {
                super::$name(&$crate::store::harness::TestDb::sqlite()).await;
            })*
        }

        mod postgres {
            $(#[tokio::test]
            #[ignore = "needs PostgreSQL"]
            async fn $name() {
                super::$name(&$crate::store::harness::TestDb::postgres()).await;
            })*
        }
    };
}

pub(crate) fn open(url: &str) -> Store {
    Store::open(&DatabaseUrl::parse(url).unwrap(), POOL).unwrap()
}

/// The digest of a new secret.
pub(crate) fn digest() -> SecretDigest {
    Secret::random().unwrap().digest()
}

/// The secret of the visitor who creates works where it does not matter who does.
pub(crate) fn owner_secret() -> Secret {
    Secret::parse("0wner0wner0wner0wner0wner0wner00").unwrap()
}

/// The digest of that secret.
pub(crate) fn owner() -> SecretDigest {
    owner_secret().digest()
}

/// The edit key of every work created here.
pub(crate) fn edit_key() -> SecretDigest {
    Secret::parse("key0key0key0key0key0key0key0key0").unwrap().digest()
}

/// A revision whose document and name are that text, with the matching hash.
pub(crate) fn state(content: &str) -> NewRevision {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    NewRevision {
        hash: RevisionHash::parse(&format!("{:016x}", hasher.finish())).unwrap(),
        document: format!("{{\"name\":\"{content}\"}}"),
        ruleset: "d3h2".to_owned(),
        ruleset_version: "1".to_owned(),
        name: content.to_owned(),
        legal: true,
        figure: "23.5".to_owned(),
        action: format!("wrote {content}"),
    }
}

pub(crate) fn new_work(kind: WorkType, visitor: &SecretDigest, request_key: &str, content: &str) -> NewWork {
    NewWork {
        kind,
        edit_key: edit_key(),
        visitor: visitor.clone(),
        request_key: request_key.to_owned(),
        state: state(content),
    }
}

/// A name that is unique on this server.
pub(crate) fn unique_name(kind: &str) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("{kind}_{}_{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

diesel::define_sql_function! {
    /// The function that the program adds to SQLite for its migrations.
    fn sha256(text: Text) -> diesel::sql_types::Binary;
}

pub(crate) fn sqlite_connection(path: &Path) -> SqliteConnection {
    let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
    sha256_utils::register_impl(&mut connection, |text: String| Sha256::digest(text).to_vec()).unwrap();
    diesel::sql_query("PRAGMA busy_timeout = 5000").execute(&mut connection).unwrap();
    connection
}

fn sqlite_template() -> &'static [u8] {
    static TEMPLATE: OnceLock<Vec<u8>> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("template.sqlite");
        open(&format!("sqlite:{}", path.display())).migrate().unwrap();
        diesel::sql_query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut sqlite_connection(&path)).unwrap();
        fs::read(path).unwrap()
    })
}

/// A connection to the server itself.
pub(crate) fn postgres_admin() -> PgConnection {
    let url =
        env::var("TEST_PG_URL").unwrap_or_else(|_| panic!("there is no PostgreSQL server: see tests/with-postgres"));
    PgConnection::establish(&url).unwrap()
}

pub(crate) fn execute_pg(connection: &mut PgConnection, sql: &str) {
    diesel::connection::SimpleConnection::batch_execute(connection, sql).unwrap();
}

/// The address of a database on the server.
pub(crate) fn postgres_url(name: &str) -> String {
    let server = env::var("TEST_PG_URL").unwrap();
    let (before, query) = server.split_once('?').unwrap_or((&server, ""));
    let (before, _) = before.rsplit_once('/').unwrap();
    format!("{before}/{name}?{query}")
}

/// The name of a migrated database that serves as a template. It is named after the content of the migrations, and
/// stays for the next run on the same server.
fn postgres_template(admin: &mut PgConnection) -> &'static str {
    static TEMPLATE: OnceLock<String> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        let mut hasher = DefaultHasher::new();
        for folder in migration_folders("postgres") {
            fs::read_to_string(folder.join("up.sql")).unwrap().hash(&mut hasher);
        }
        let name = format!("musterfield_template_{:016x}", hasher.finish());
        execute_pg(admin, "SELECT pg_advisory_lock(4242)");
        let known = texts(admin, "SELECT datname::text AS value FROM pg_database");
        if !known.contains(&name) {
            let draft = unique_name("draft");
            execute_pg(admin, &format!("CREATE DATABASE {draft} TEMPLATE template0"));
            open(&postgres_url(&draft)).migrate().unwrap();
            rename_when_idle(admin, &draft, &name);
        }
        execute_pg(admin, "SELECT pg_advisory_unlock(4242)");
        name
    })
}

/// A dropped pool may take a moment to close its last connection.
fn rename_when_idle(admin: &mut PgConnection, from: &str, to: &str) {
    for _ in 0..100 {
        terminate_connections(admin, from);
        if diesel::sql_query(format!("ALTER DATABASE {from} RENAME TO {to}")).execute(admin).is_ok() {
            return;
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("the template database stays in use");
}

/// Ends every connection to a database, as a restart of the server would.
pub(crate) fn terminate_connections(admin: &mut PgConnection, name: &str) {
    execute_pg(
        admin,
        &format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' \
             AND pid <> pg_backend_pid()"
        ),
    );
}

/// The folders of the migrations for one database, in order.
pub(crate) fn migration_folders(database: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(database);
    let mut folders: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders
}

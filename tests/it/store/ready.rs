//! Whether the database can be written, and programs that are older than their database.

use musterfield::store::{DatabaseUrl, OpenError, Readiness, Store, WorkType};

use super::harness::{TestDb, open};

/// A step of a future program.
const LATER: &str = "INSERT INTO __diesel_schema_migrations (version) VALUES ('29990101000000')";

for_each_store! {
    async fn a_database_that_writes_is_ready_and_grows_by_no_question(db: &TestDb) {
        db.army("One").await;
        let steps = "SELECT CAST(count(*) AS TEXT) || max(version) || max(run_on) AS value FROM __diesel_schema_migrations";
        let before = db.db_texts(steps);
        // Each store asks again; a single one caches its answer for a while.
        for _ in 0..3 {
            assert_eq!(open(&db.url).ready().await, Readiness::Ready);
        }
        assert_eq!(db.db_texts(steps), before);
    }

    async fn an_older_program_refuses_a_newer_database_and_changes_nothing(db: &TestDb) {
        let id = db.army("One").await.id;
        db.db_execute(LATER);
        let refused = Store::open(&DatabaseUrl::parse(&db.url).unwrap(), 1).unwrap_err();
        assert!(matches!(&refused, OpenError::Newer { step, .. } if step == "29990101000000"), "{refused}");
        assert!(refused.to_string().contains("last used by a newer Musterfield"));
        // One that is already running goes on, and reports that it should get no new visitors.
        assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().head.number, 1);
        assert_eq!(db.store.ready().await, Readiness::NewerSchema);
    }

    async fn a_database_without_tables_is_not_ready(db: &TestDb) {
        db.db_execute("DROP TABLE __diesel_schema_migrations");
        assert_eq!(db.store.ready().await, Readiness::Damaged);
    }
}

#[tokio::test]
async fn a_lock_that_is_not_given_back_is_noticed_within_the_deadline() {
    let db = TestDb::sqlite();
    let mut other = super::harness::sqlite_connection(&db.sqlite_folder().join("armies.sqlite"));
    diesel::connection::SimpleConnection::batch_execute(&mut other, "BEGIN IMMEDIATE").unwrap();
    let asked = std::time::Instant::now();
    assert_eq!(db.store.ready().await, Readiness::Away);
    assert!(asked.elapsed() < std::time::Duration::from_secs(4), "{:?}", asked.elapsed());
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_server_of_postgres_that_only_reads_says_so() {
    let db = TestDb::postgres();
    db.db_execute(&format!("ALTER DATABASE {} SET default_transaction_read_only = on", db.postgres_name()));
    let store = open(&db.url);
    assert_eq!(store.migrate().unwrap(), [""; 0]);
    assert_eq!(store.ready().await, Readiness::ReadOnly);
}

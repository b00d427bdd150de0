//! The database is lost and comes back; the store must report that and recover by itself.

use std::fs;
use std::time::{Duration, Instant};

use musterfield::store::{Readiness, SaveOutcome, Store, StoreError, WorkType};
use tokio::task::JoinSet;

use super::harness::{TestDb, execute_pg, owner, postgres_admin, state, terminate_connections};

/// Uses every connection of the pool.
async fn warm_up(store: &Store) {
    let mut tasks = JoinSet::new();
    for _ in 0..32 {
        let store = store.clone();
        tasks.spawn(async move { store.ping().await.unwrap() });
    }
    tasks.join_all().await;
}

/// Every operation answers "not available", and soon.
async fn assert_unavailable(db: &TestDb, id: &musterfield::store::WorkId) {
    let started = Instant::now();
    let read = db.store.work(WorkType::Army, id).await;
    assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
    let written = db.store.save(WorkType::Army, id, &owner(), 1, "lost", state("Lost")).await;
    assert!(matches!(written, Err(StoreError::Unavailable(_))), "{written:?}");
    assert!(started.elapsed() < Duration::from_secs(12), "{:?}", started.elapsed());
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn no_request_notices_that_postgres_has_ended_every_connection() {
    let db = TestDb::postgres();
    let id = db.army("One").await.id;
    let mut admin = postgres_admin();
    for round in 1..=4 {
        warm_up(&db.store).await;
        terminate_connections(&mut admin, db.postgres_name());
        if round % 2 == 0 {
            db.store.work(WorkType::Army, &id).await.unwrap();
        }
        let saved = db
            .store
            .save(WorkType::Army, &id, &owner(), round, &format!("k{round}"), state(&round.to_string()))
            .await
            .unwrap();
        assert_eq!((saved.outcome, saved.revision.number), (SaveOutcome::Stored, round + 1));
    }
    warm_up(&db.store).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn postgres_may_refuse_connections_for_a_while() {
    let db = TestDb::postgres();
    let id = db.army("One").await.id;
    warm_up(&db.store).await;
    let mut admin = postgres_admin();
    execute_pg(&mut admin, &format!("ALTER DATABASE {} ALLOW_CONNECTIONS false", db.postgres_name()));
    terminate_connections(&mut admin, db.postgres_name());
    assert_unavailable(&db, &id).await;
    execute_pg(&mut admin, &format!("ALTER DATABASE {} ALLOW_CONNECTIONS true", db.postgres_name()));
    assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().head.number, 1);
    assert_eq!(db.store.save(WorkType::Army, &id, &owner(), 1, "k", state("Two")).await.unwrap().revision.number, 2);
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_lock_that_is_never_given_back_is_an_outage_and_not_a_hang() {
    let db = TestDb::postgres();
    let id = db.army("One").await.id;
    let mut other = diesel::Connection::establish(&db.url).unwrap();
    execute_pg(&mut other, "BEGIN; SELECT * FROM works FOR UPDATE");
    assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().head.number, 1);
    let refused = db.store.save(WorkType::Army, &id, &owner(), 1, "k", state("Two")).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    execute_pg(&mut other, "ROLLBACK");
    db.store.save(WorkType::Army, &id, &owner(), 1, "k", state("Two")).await.unwrap();
}

#[tokio::test]
async fn the_folder_of_sqlite_may_be_away_for_a_while() {
    let db = TestDb::sqlite();
    let id = db.army("One").await.id;
    warm_up(&db.store).await;
    let folder = db.sqlite_folder();
    let away = folder.with_extension("away");
    fs::rename(&folder, &away).unwrap();
    assert_unavailable(&db, &id).await;
    assert!(!folder.exists(), "a lost database must not be replaced by an empty one");
    fs::rename(&away, &folder).unwrap();
    assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().head.number, 1);
    let saved = db.store.save(WorkType::Army, &id, &owner(), 1, "k", state("Two")).await.unwrap();
    assert_eq!(saved.revision.number, 2);
}

#[tokio::test]
async fn an_sqlite_file_that_vanished_is_not_replaced_by_an_empty_one() {
    let db = TestDb::sqlite();
    let id = db.army("One").await.id;
    warm_up(&db.store).await;
    let file = db.sqlite_folder().join("armies.sqlite");
    let kept = db.sqlite_folder().join("kept.sqlite");
    db.db_execute(&format!("VACUUM INTO '{}'", kept.display()));
    for entry in fs::read_dir(db.sqlite_folder()).unwrap().map(Result::unwrap) {
        if entry.path() != kept {
            fs::remove_file(entry.path()).unwrap();
        }
    }
    assert_unavailable(&db, &id).await;
    assert!(!file.exists());
    fs::rename(&kept, &file).unwrap();
    assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().head.number, 1);
    db.store.save(WorkType::Army, &id, &owner(), 1, "k", state("Two")).await.unwrap();
}

#[tokio::test]
async fn a_writer_that_never_ends_on_sqlite_is_an_outage_and_not_a_hang() {
    let db = TestDb::sqlite();
    let id = db.army("One").await.id;
    let mut other = super::harness::sqlite_connection(&db.sqlite_folder().join("armies.sqlite"));
    diesel::connection::SimpleConnection::batch_execute(&mut other, "BEGIN IMMEDIATE").unwrap();
    assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().head.number, 1);
    let refused = db.store.save(WorkType::Army, &id, &owner(), 1, "k", state("Two")).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    diesel::connection::SimpleConnection::batch_execute(&mut other, "ROLLBACK").unwrap();
    db.store.save(WorkType::Army, &id, &owner(), 1, "k", state("Two")).await.unwrap();
}

#[tokio::test]
async fn an_sqlite_file_that_is_cut_off_emptied_or_overwritten_is_an_outage_until_it_is_put_right() {
    let damages: [fn(&mut Vec<u8>); 3] = [|file| file.truncate(8192), Vec::clear, |file| file.fill(0xff)];
    for damage in damages {
        let db = TestDb::sqlite();
        let id = db.army("One").await.id;
        warm_up(&db.store).await;
        let file = db.sqlite_folder().join("armies.sqlite");
        let kept = db.sqlite_folder().join("kept.sqlite");
        db.db_execute(&format!("PRAGMA wal_checkpoint(TRUNCATE); VACUUM INTO '{}'", kept.display()));
        let mut bytes = fs::read(&file).unwrap();
        damage(&mut bytes);
        fs::write(&file, bytes).unwrap();
        // Nothing of this table was read before.
        let read = db.store.users_from("", 10).await;
        assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
        assert_ne!(db.store.ready().await, Readiness::Ready);
        for entry in fs::read_dir(db.sqlite_folder()).unwrap().map(Result::unwrap) {
            if entry.path() != kept {
                fs::remove_file(entry.path()).unwrap();
            }
        }
        fs::rename(&kept, &file).unwrap();
        assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().head.number, 1);
        db.store.save(WorkType::Army, &id, &owner(), 1, "k", state("Two")).await.unwrap();
    }
}

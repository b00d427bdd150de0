//! SQLite on a disk that is full or write-protected: everything can be read, nothing is written, and nothing need be
//! restarted when that has ended.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use musterfield::store::{Readiness, Store, StoreError, WorkId, WorkType};

use super::harness::{new_work, open, owner, sqlite_connection, state, unique_name};
use crate::small_disk::{empty, fill, on_small_disk, remount};

fn url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

/// Runs a future to its end.
fn run<T>(job: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(job)
}

/// A new database with an army in its first revision.
async fn with_an_army(path: &Path) -> (Store, WorkId) {
    let store = open(&url(path));
    store.migrate().unwrap();
    let army = store.create(new_work(WorkType::Army, &owner(), &unique_name("request"), "One")).await.unwrap();
    (store, army.id)
}

/// Closes the store. Its connections are closed by threads of their own; the last one writes the log into the file.
fn close(store: Store, path: &Path) {
    drop(store);
    let (log, started) = (path.with_extension("sqlite-wal"), Instant::now());
    while log.exists() {
        assert!(started.elapsed() < Duration::from_secs(20), "a connection stays open");
        thread::yield_now();
    }
}

async fn number(store: &Store, id: &WorkId) -> i64 {
    store.work(WorkType::Army, id).await.unwrap().head.number
}

async fn save(store: &Store, id: &WorkId) -> Result<i64, StoreError> {
    let base = number(store, id).await;
    let saved = store.save(WorkType::Army, id, &owner(), base, &unique_name("request"), state("Next")).await?;
    Ok(saved.revision.number)
}

async fn assert_only_read(store: &Store, id: &WorkId, why: Readiness) {
    let before = number(store, id).await;
    let refused = save(store, id).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    assert_eq!(number(store, id).await, before);
    assert_eq!(store.ready().await, why);
}

#[test]
#[ignore = "needs to mount a disk"]
fn a_disk_that_is_full_for_a_while_keeps_only_writers_out() {
    on_small_disk("store::full_disk::a_disk_that_is_full_for_a_while_keeps_only_writers_out", |disk| {
        run(async {
            let (store, id) = with_an_army(&disk.join("a.sqlite")).await;
            fill(disk);
            assert_only_read(&store, &id, Readiness::Full).await;
            empty(disk);
            assert_eq!(save(&store, &id).await.unwrap(), 2);
            assert_eq!(number(&store, &id).await, 2);
        });
    });
}

#[test]
#[ignore = "needs to mount a disk"]
fn a_server_that_is_started_on_a_full_disk_reads_and_later_writes() {
    on_small_disk("store::full_disk::a_server_that_is_started_on_a_full_disk_reads_and_later_writes", |disk| {
        run(async {
            let path = disk.join("a.sqlite");
            let (store, id) = with_an_army(&path).await;
            close(store, &path);
            fill(disk);
            let store = open(&url(&path));
            assert_eq!(store.migrate().unwrap(), [""; 0]);
            assert_only_read(&store, &id, Readiness::Full).await;
            empty(disk);
            assert_eq!(save(&store, &id).await.unwrap(), 2);
            assert_eq!(number(&store, &id).await, 2);
        });
    });
}

#[test]
#[ignore = "needs to mount a disk"]
fn what_a_killed_server_has_left_in_the_log_is_read_on_a_full_disk() {
    on_small_disk("store::full_disk::what_a_killed_server_has_left_in_the_log_is_read_on_a_full_disk", |disk| {
        run(async {
            let (store, id) = with_an_army(&disk.join("a.sqlite")).await;
            save(&store, &id).await.unwrap();
            // The log contains changes of pages that the file already has.
            let all = "PRAGMA wal_checkpoint(TRUNCATE)";
            diesel::connection::SimpleConnection::batch_execute(&mut sqlite_connection(&disk.join("a.sqlite")), all)
                .unwrap();
            store.undo(WorkType::Army, &id, &owner(), 2, &unique_name("undo"), None).await.unwrap();
            let path = disk.join("b.sqlite");
            for ending in ["", "-wal"] {
                fs::copy(disk.join(format!("a.sqlite{ending}")), disk.join(format!("b.sqlite{ending}"))).unwrap();
            }
            assert!(fs::metadata(disk.join("b.sqlite-wal")).unwrap().len() > 0);
            fill(disk);
            let store = open(&url(&path));
            assert_eq!(store.migrate().unwrap(), [""; 0]);
            assert_eq!(number(&store, &id).await, 1);
            empty(disk);
            assert_eq!(save(&store, &id).await.unwrap(), 3);
        });
    });
}

#[test]
#[ignore = "needs to mount a disk"]
fn a_write_protected_disk_is_read_and_written_when_that_has_ended() {
    on_small_disk("store::full_disk::a_write_protected_disk_is_read_and_written_when_that_has_ended", |disk| {
        run(async {
            let path = disk.join("a.sqlite");
            let (store, id) = with_an_army(&path).await;
            close(store, &path);
            remount(disk, "ro");
            let store = open(&url(&path));
            assert_eq!(store.migrate().unwrap(), [""; 0]);
            assert_only_read(&store, &id, Readiness::ReadOnly).await;
            remount(disk, "rw");
            assert_eq!(save(&store, &id).await.unwrap(), 2);
            assert_eq!(open(&url(&path)).ready().await, Readiness::Ready);
        });
    });
}

//! Space on the disk: nothing new is stored without it, and deleted data give it back.

use std::path::Path;

use diesel::connection::SimpleConnection as _;
use musterfield::store::{
    Arrival, ByteCount, Compaction, DatabaseUrl, NewUser, Registered, SignInName, SpaceLimits, Store, StoreError,
    WorkType,
};
use tempfile::TempDir;

use super::harness::{TestDb, digest, new_work, owner, sqlite_connection, state, texts};

fn new_user(name: &str) -> NewUser {
    NewUser {
        sign_in: SignInName::parse(name).unwrap(),
        name: name.to_owned(),
        email: None,
        password: String::new(),
        is_admin: false,
    }
}

/// Checks that nothing is added and everything else works.
async fn assert_only_reads(db: &TestDb, short: Store) {
    let made = db.army("Host").await;
    let Registered::Made(olga) = db.store.create_user(new_user("olga")).await.unwrap() else { panic!("taken") };
    assert!(short.space().await.is_short());
    let refused = [
        short.create(new_work(WorkType::Army, &digest(), "r", "Other")).await.map(|_| ()),
        short.save(WorkType::Army, &made.id, &owner(), 1, "s", state("Next")).await.map(|_| ()),
        short.create_user(new_user("tom")).await.map(|_| ()),
    ];
    for refused in refused {
        assert!(matches!(refused, Err(StoreError::NoRoom)), "{refused:?}");
    }
    assert_eq!(short.work(WorkType::Army, &made.id).await.unwrap().head, made.revision);
    let token = digest();
    let session = short.begin_session(olga.id, Arrival::new(token, "Firefox")).await.unwrap();
    short.end_session(olga.id, session).await.unwrap();
    short.delete(WorkType::Army, &made.id, &owner(), "d").await.unwrap();
}

for_each_store! {
    async fn a_database_that_is_as_large_as_it_may_be_takes_nothing_new(db: &TestDb) {
        let limits = SpaceLimits { largest: Some(ByteCount(1)), ..SpaceLimits::default() };
        assert_only_reads(db, db.store.clone().within(limits)).await;
    }

    async fn the_store_says_how_much_room_there_is(db: &TestDb) {
        let space = db.store.space().await;
        assert!(space.database_bytes.unwrap() > 4096 && !space.is_short(), "{space:?}");
        assert_eq!(space.free.is_some(), db.url.starts_with("sqlite:"));
    }
}

#[tokio::test]
async fn a_disk_below_its_reserve_takes_nothing_new() {
    let db = TestDb::sqlite();
    let limits = SpaceLimits { reserve: ByteCount(u64::MAX), ..SpaceLimits::default() };
    assert_only_reads(&db, db.store.clone().within(limits)).await;
}

fn number(path: &Path, pragma: &str) -> u64 {
    let sql = format!("SELECT CAST({pragma} AS TEXT) AS value FROM pragma_{pragma}");
    texts(&mut sqlite_connection(path), &sql)[0].parse().unwrap()
}

#[tokio::test]
async fn a_file_of_a_time_when_none_became_smaller_is_written_anew_once() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    sqlite_connection(&path).batch_execute("CREATE TABLE old (text TEXT); INSERT INTO old VALUES ('kept')").unwrap();
    let store = Store::open(&DatabaseUrl::parse(&format!("sqlite:{}", path.display())).unwrap(), 2).unwrap();
    store.migrate().unwrap();
    assert!(matches!(store.make_compactable(1).unwrap(), Compaction::TooLarge(bytes) if bytes > 4096));
    let limits = SpaceLimits { reserve: ByteCount(u64::MAX), ..SpaceLimits::default() };
    assert!(matches!(store.clone().within(limits).make_compactable(u64::MAX).unwrap(), Compaction::NoRoom(_)));
    assert_eq!(number(&path, "auto_vacuum"), 0);
    assert_eq!(store.make_compactable(u64::MAX).unwrap(), Compaction::Done);
    assert_eq!(store.make_compactable(u64::MAX).unwrap(), Compaction::Able);
    assert_eq!(number(&path, "auto_vacuum"), 2);
    assert_eq!(texts(&mut sqlite_connection(&path), "SELECT text AS value FROM old"), ["kept"]);
}

#[tokio::test]
async fn a_new_file_becomes_smaller_when_something_large_is_deleted() {
    let db = TestDb::sqlite();
    let path = db.sqlite_folder().join("armies.sqlite");
    assert_eq!(number(&path, "auto_vacuum"), 2);
    let made = db.army("Host").await;
    for number in 1..=60 {
        let mut large = state("Large");
        large.document = format!("{number} {}", "x".repeat(100_000));
        let key = number.to_string();
        db.store.save(WorkType::Army, &made.id, &owner(), number, &key, large).await.unwrap();
    }
    let full = number(&path, "page_count");
    db.store.delete(WorkType::Army, &made.id, &owner(), "d").await.unwrap();
    let given = number(&path, "page_count");
    // A megabyte at a time, up to four while the visitor waits, with the pages that map others; the chore gives back
    // the rest.
    assert!((1024..1040).contains(&(full - given)), "{full} {given}");
    assert!(!db.store.give_back(1_000).await.unwrap());
    assert_eq!(number(&path, "freelist_count"), 0);
    let file = std::fs::metadata(&path).unwrap().len();
    assert!(file < 440 << 10, "{file}");
    assert_eq!(std::fs::metadata(path.with_extension("sqlite-wal")).unwrap().len(), 0);
}

//! Compares the disk space that stored data take with the bytes counted for them.

use std::time::{Duration, Instant};
use std::{fs, thread};

use musterfield::store::{
    BattleSide, Holder, Household, NewBattle, NewOrders, NewRevision, NewWork, RevisionHash, Store, WorkType,
};
use musterfield_rules::book;
use musterfield_terrain::Board;
use musterfield_terrain::file::to_json;
use musterfield_terrain::generate::{Settings, generate};
use sha2::{Digest, Sha256};

use super::battles::new_battle;
use super::harness::{TestDb, digest, new_work, owner, state, unique_name};

/// The number of works that are created before the database is measured again.
const MADE: u32 = 500;

/// The longest wait for the transactions of other tests.
const PATIENCE: Duration = Duration::from_secs(120);

/// A revision with this document.
fn state_of(document: String) -> NewRevision {
    let digest: String = Sha256::digest(&document).iter().take(10).map(|byte| format!("{byte:02x}")).collect();
    NewRevision { hash: RevisionHash::parse(&digest).unwrap(), document, ..state("Host of the Long Barrow") }
}

/// The unique document of an army of usual size.
fn army(number: u32) -> NewRevision {
    state_of(format!(
        "{{\"format\":\"musterfield-army/1\",\"ruleset\":\"d3h2\",\"name\":\"Host of the Long Barrow {number}\",\
         \"points\":24,\"home_terrain\":\"forest\",\"aggression\":2,\"elements\":[{{\"type\":\"Hr\",\"general\":true,\
         \"label\":\"Sigeward\"}},{{\"type\":\"Bd\",\"count\":4,\"fast\":true}},{{\"type\":\"Wb\",\"count\":3}},\
         {{\"type\":\"IHd\",\"count\":3}},{{\"type\":\"Lk\"}},{{\"type\":\"Lk\",\"water\":true}}]}}"
    ))
}

/// The document of a generated table.
fn layout(seed: u64) -> NewRevision {
    let rules = book().unwrap().terrain("d3h2").unwrap();
    let board = Board { width: 15_000, depth: 15_000 };
    state_of(to_json(&generate(&Settings::new(rules, rules.home_terrain("forest").unwrap(), board, seed)).unwrap()))
}

/// The size of the database in bytes, with everything written to it.
fn size(db: &TestDb) -> i64 {
    if db.url.starts_with("sqlite:") {
        db.db_execute("PRAGMA wal_checkpoint(TRUNCATE)");
        return i64::try_from(fs::metadata(db.sqlite_folder().join("armies.sqlite")).unwrap().len()).unwrap();
    }
    // Each order updates the row of its battle. The old rows are reused as soon as no transaction on the server, that of
    // another test for example, is older than they are; here they are removed then.
    let first = |sql: &str| db.db_texts(sql).remove(0);
    let now = first("SELECT pg_current_xact_id()::text AS value");
    let start = Instant::now();
    while first(&format!("SELECT (pg_snapshot_xmin(pg_current_snapshot()) > '{now}'::xid8)::text AS value")) != "true" {
        assert!(start.elapsed() < PATIENCE, "a transaction of another test does not end");
        thread::yield_now();
    }
    db.db_execute("VACUUM FULL battles");
    first("SELECT pg_database_size(current_database())::text AS value").parse().unwrap()
}

/// Bytes that were counted for the household.
fn counted(db: &TestDb) -> i64 {
    db.db_texts("SELECT CAST(coalesce(sum(bytes), 0) AS TEXT) AS value FROM household_hours")[0].parse().unwrap()
}

/// The bytes by which the database grows for each, at most the number counted.
async fn growth(db: &TestDb, what: &str, one: impl AsyncFnMut(u32)) -> i64 {
    growth_of(db, what, MADE, one).await
}

/// The growth for another number of them.
async fn growth_of(db: &TestDb, what: &str, made: u32, mut one: impl AsyncFnMut(u32)) -> i64 {
    let (before, counted_before) = (size(db), counted(db));
    for number in 0..made {
        one(number).await;
    }
    let each = (size(db) - before) / i64::from(made);
    let counted = (counted(db) - counted_before) / i64::from(made);
    println!("{what}: {each} bytes, counted as {counted}");
    assert!(each <= counted, "{what}: {each} > {counted}");
    each
}

async fn make(store: &Store, state: NewRevision) {
    let keeper = digest();
    store.create(NewWork { state, ..new_work(WorkType::Army, &keeper, &unique_name("r"), "") }).await.unwrap();
}

/// A revision of this many incompressible, unique bytes.
fn random(bytes: usize, number: u32) -> NewRevision {
    let blocks = (0_u32..).flat_map(|block| Sha256::digest(format!("{bytes} {number} {block}")));
    state_of(blocks.take(bytes / 2).map(|byte| format!("{byte:02x}")).collect())
}

for_each_store! {
    async fn what_a_household_writes_is_counted_in_full_and_a_copy_costs_rows_alone(db: &TestDb) {
        let store = db.store.for_household(Household::new("192.0.2.1"));
        println!("an army has {} bytes, a layout {}", army(1).document.len(), layout(1).document.len());
        growth(db, "a new army", async |number| make(&store, army(number)).await).await;
        let army_copy = growth(db, "a copy of an army", async |_| make(&store, army(1)).await).await;
        growth(db, "a new layout", async |number| make(&store, layout(u64::from(number))).await).await;
        let layout_copy = growth(db, "a copy of a layout", async |_| make(&store, layout(1)).await).await;
        // However large the original is.
        assert!((army_copy - layout_copy).abs() < 400, "{army_copy} {layout_copy}");
    }

    async fn what_changes_of_a_work_write_is_counted_in_full(db: &TestDb) {
        let store = db.store.for_household(Household::new("192.0.2.1"));
        let work = db.army("Host").await;
        let save = async |base: u32, state| {
            store.save(WorkType::Army, &work.id, owner(), i64::from(base), &unique_name("s"), state).await.unwrap();
        };
        growth(db, "a state of an army", async |number| save(number + 1, army(10_000 + number)).await).await;
        growth(db, "an undone or redone state", async |number| {
            let (key, last) = (unique_name("u"), i64::from(MADE) + 1);
            let done = if number % 2 == 0 {
                store.undo(WorkType::Army, &work.id, owner(), last, &key, None).await
            } else {
                store.redo(WorkType::Army, &work.id, owner(), last - 1, &key, None).await
            };
            done.unwrap();
        })
        .await;
    }

    async fn what_battles_write_is_counted_in_full(db: &TestDb) {
        let store = db.store.for_household(Household::new("192.0.2.1"));
        let setup = |number: u32, bytes| NewBattle { head: random(bytes, number).document, ..new_battle(&digest()) };
        growth(db, "a new battle", async |number| { store.create_battle(setup(number, 3_000)).await.unwrap(); }).await;
        for (bytes, head) in [(120, 1_500), (300, 6_000), (1_300, 1_500), (3_000, 60_000)] {
            let id = store.create_battle(setup(0, head)).await.unwrap();
            let what = format!("an order of {bytes} bytes");
            growth(db, &what, async |number| {
                let lines = vec![(BattleSide::A, random(bytes, number).document)];
                let new = NewOrders { lines, standing: format!("Bound {number}"), is_over: false, decides: None, request: Some(unique_name("o")) };
                store.append_orders(&id, None::<Holder>, i64::from(number), new).await.unwrap();
            })
            .await;
        }
    }

    async fn documents_that_fill_pages_badly_are_counted_in_full(db: &TestDb) {
        let store = db.store.for_household(Household::new("192.0.2.1"));
        for bytes in [1_000, 1_030, 2_100, 4_150, 6_200, 60_000] {
            let made = if bytes > 10_000 { MADE / 10 } else { MADE / 2 };
            let what = format!("a work of {bytes} bytes");
            growth_of(db, &what, made, async |number| make(&store, random(bytes, number)).await).await;
        }
    }
}

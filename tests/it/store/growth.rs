//! What is kept takes room on the disk: how much, and what gives it back.

use std::fs;

use musterfield::rules::book;
use musterfield::store::{Kind, NewState, RevisionHash};
use musterfield::terrain::Board;
use musterfield::terrain::file::to_json;
use musterfield::terrain::generate::{Settings, generate};
use sha2::{Digest, Sha256};

use super::harness::{TestDb, new_work, owner, state, unique_name};

/// Works of a sort that are made before the file is measured again.
const MADE: u32 = 500;

/// A state of this document.
fn state_of(document: String) -> NewState {
    let digest: String = Sha256::digest(&document).iter().take(10).map(|byte| format!("{byte:02x}")).collect();
    NewState { hash: RevisionHash::parse(&digest).unwrap(), document, ..state("Host of the Long Barrow") }
}

/// The document of an army of usual size that no other army has.
fn army(number: u32) -> NewState {
    state_of(format!(
        "{{\"format\":\"musterfield-army/1\",\"ruleset\":\"d3h2\",\"name\":\"Host of the Long Barrow {number}\",\
         \"points\":24,\"home_terrain\":\"forest\",\"aggression\":2,\"elements\":[{{\"type\":\"Hr\",\"general\":true,\
         \"label\":\"Sigeward\"}},{{\"type\":\"Bd\",\"count\":4,\"fast\":true}},{{\"type\":\"Wb\",\"count\":3}},\
         {{\"type\":\"IHd\",\"count\":3}},{{\"type\":\"Lk\"}},{{\"type\":\"Lk\",\"water\":true}}]}}"
    ))
}

/// The document of a table that the procedure lays out.
fn layout(seed: u64) -> NewState {
    let rules = book().unwrap().terrain("d3h2").unwrap();
    let board = Board { width: 15_000, depth: 15_000 };
    state_of(to_json(&generate(&Settings::new(rules, rules.home("forest").unwrap(), board, seed)).unwrap()))
}

/// Bytes of the file, with everything that was written in it.
fn size(db: &TestDb) -> u64 {
    db.db_execute("PRAGMA wal_checkpoint(TRUNCATE)");
    fs::metadata(db.sqlite_folder().join("armies.sqlite")).unwrap().len()
}

/// Bytes by which the file grows for each of so many.
async fn growth(db: &TestDb, what: &str, mut one: impl AsyncFnMut(u32)) -> u64 {
    let before = size(db);
    for number in 0..MADE {
        one(number).await;
    }
    let each = (size(db) - before) / u64::from(MADE);
    println!("{what}: {each} bytes");
    each
}

async fn make(db: &TestDb, state: NewState) {
    db.store.create(musterfield::store::NewWork { state, ..new_work(Kind::Army, &owner(), &unique_name("r"), "") }).await.unwrap();
}

#[tokio::test]
async fn figures() {
    let db = TestDb::sqlite();
    println!("army {} bytes, layout {} bytes", army(1).document.len(), layout(1).document.len());
    growth(&db, "a new army", async |number| make(&db, army(number)).await).await;
    growth(&db, "a copy of an army", async |_| make(&db, army(1)).await).await;
    growth(&db, "a new layout", async |number| make(&db, layout(u64::from(number))).await).await;
    growth(&db, "a copy of a layout", async |_| make(&db, layout(1)).await).await;
    let work = db.army("Host").await;
    growth(&db, "a state of an army", async |number| {
        let base = i64::from(number) + 1;
        db.store.save(Kind::Army, &work.id, owner(), base, &unique_name("s"), army(10_000 + number)).await.unwrap();
    }).await;
}

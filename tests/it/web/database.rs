//! A database of 24 November 2026: everything in it opens as it did on that day.
//!
//! `tests/data/database` has the file as the program of that day left it, and the pages that its owner saw: status,
//! content type, digest of content that must be identical to the byte (files that can be read again), address.

use std::io::Read as _;
use std::sync::LazyLock;

use actix_web::http::StatusCode;
use flate2::read::GzDecoder;
use sha2::{Digest as _, Sha256};

use super::accounts::{PASSWORD, sign_in};
use super::harness::{MadeWork, TestApp, Visitor};
use crate::store::harness::TestDb;

/// The sign-in name of the owner of the event.
const OWNER: &str = "olga-thorne";
/// The cookie by which her browser holds its works.
const BROWSER: &str = "rh2vxmhzs3nc6n85n95npf2y2zpkwv4j";
/// An army, and its edit link that a friend got.
const SHARED: &str = "1mbe9t6s6zg5";
const KEY: &str = "1zbje8n1b3cc07mvstfczwamm8b5p8ar";

static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut bytes = Vec::new();
    let packed = include_bytes!("../../data/database/musterfield.sqlite.gz");
    GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes).unwrap();
    bytes
});

/// Signs the owner in with the password and the browser of that day.
async fn owner(app: &TestApp) -> Visitor<'_> {
    let visitor = app.visitor();
    visitor.keep_cookie("musterfield_visitor", BROWSER);
    let reply = sign_in(&visitor, OWNER, PASSWORD).await;
    assert_eq!(reply.status, StatusCode::SEE_OTHER, "{reply:?}");
    visitor
}

async fn every_page_opens(db: &TestDb) {
    let app = TestApp::new(db).await;
    let owner = owner(&app).await;
    let mut wrong = Vec::new();
    for line in include_str!("../../data/database/pages").lines() {
        let [status, kind, digest, path] = line.splitn(4, ' ').collect::<Vec<_>>().try_into().unwrap();
        if cfg!(not(feature = "pdf")) && ["application/pdf", "image/png"].contains(&kind) {
            continue;
        }
        let reply = owner.get(path).await;
        let found = (reply.status.as_str(), reply.kind());
        let same = digest == "-" || data_encoding::HEXLOWER.encode(&Sha256::digest(reply.body_text())) == digest;
        if found.0 != status || found.1.split(';').next() != Some(kind) || !same {
            wrong.push(format!("{path}: {found:?}, {}", if same { "" } else { "other bytes" }));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

async fn its_armies_can_be_changed(db: &TestDb) {
    let app = TestApp::new(db).await;
    let friend = app.visitor();
    let opened = friend.get(&format!("/armies/{SHARED}/edit?key={KEY}")).await;
    friend.follow(opened).await;
    let army = MadeWork::army(SHARED);
    let editor = friend.editor(&army).await;
    let renamed = friend.press_on(&editor.with("name", "The friend's host"), "save").await;
    assert_eq!(renamed.values("#name"), ["The friend's host"]);
    let undone = friend.press_on(&renamed.editor(), "undo").await;
    assert_ne!(undone.values("#name"), ["The friend's host"]);
}

#[tokio::test]
async fn every_page_of_an_old_sqlite_database_opens() {
    every_page_opens(&TestDb::of_sqlite_file(&FILE)).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn every_page_of_an_old_database_that_was_moved_to_postgres_opens() {
    every_page_opens(&TestDb::of_sqlite_file_in_postgres(&FILE)).await;
}

#[tokio::test]
async fn an_edit_link_of_an_old_database_still_changes_its_army() {
    its_armies_can_be_changed(&TestDb::of_sqlite_file(&FILE)).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn an_edit_link_of_an_old_database_that_was_moved_to_postgres_still_changes_its_army() {
    its_armies_can_be_changed(&TestDb::of_sqlite_file_in_postgres(&FILE)).await;
}

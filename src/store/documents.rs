//! The documents of revisions and entries, each stored once and found by its SHA-256.
//!
//! This module knows nothing of what refers to a document except the two tables that do. A transaction that finds a
//! document locks it against deletion until the transaction has ended, so that it can refer to it.

use std::collections::BTreeSet;

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use sha2::{Digest, Sha256};

use super::db::Db;
use super::error::Fault;
use super::schema::{documents, entries, work_revisions};

/// The largest number of documents looked up in one statement. Databases limit the number of values in a statement.
const AT_ONCE: usize = 500;

/// A stored document.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeptDocument {
    /// `documents.id`.
    pub(super) id: i64,
    /// The bytes that were not stored before; 0 if the document was.
    pub(super) new_bytes: i64,
}

/// Stores a document, or finds it.
///
/// If the same document is being stored elsewhere at this moment, the later transaction fails, runs again and finds it.
pub(super) fn keep(db: &mut Db, body: &str) -> Result<KeptDocument, Fault> {
    let digest = Sha256::digest(body).to_vec();
    let known = documents::table.filter(documents::digest.eq(&digest)).select(documents::id);
    let known: Option<i64> = match db {
        // A transaction that is about to delete it waits, and then sees that something refers to it.
        Db::Postgres(pg) => known.for_key_share().get_result(pg).optional()?,
        Db::Sqlite(lite) => known.get_result(lite).optional()?,
    };
    if let Some(id) = known {
        return Ok(KeptDocument { id, new_bytes: 0 });
    }
    let id = diesel::insert_into(documents::table)
        .values((documents::digest.eq(&digest), documents::body.eq(body)))
        .returning(documents::id)
        .get_result(db)?;
    Ok(KeptDocument { id, new_bytes: i64::try_from(body.len()).unwrap_or(i64::MAX) })
}

/// Deletes those of these documents that nothing refers to.
pub(super) fn forget_unused(db: &mut Db, ids: &BTreeSet<i64>) -> Result<(), Fault> {
    let ids: Vec<i64> = ids.iter().copied().collect();
    for some in ids.chunks(AT_ONCE) {
        if let Db::Postgres(pg) = db {
            // Locked in order of their numbers, so that two deleting transactions do not wait for each other. From here
            // on nobody can refer to one of them, and the next statement sees every reference.
            let _locked: Vec<i64> = documents::table
                .filter(documents::id.eq_any(some))
                .order(documents::id.asc())
                .select(documents::id)
                .for_update()
                .load(pg)?;
        }
        let in_states = work_revisions::table.filter(work_revisions::document_id.eq(documents::id));
        let in_entries = entries::table.filter(entries::document_id.eq(documents::id));
        let unused = documents::table
            .filter(documents::id.eq_any(some))
            .filter(not(exists(in_states)).and(not(exists(in_entries))));
        diesel::delete(unused).execute(db)?;
    }
    Ok(())
}

//! Titles of works, for pages that name many of them and show none.

use diesel::prelude::*;

use super::Store;
use super::db::on_either;
use super::error::StoreError;
use super::ids::{RevisionHash, WorkId, WorkType};
use super::schema::{work_revisions, works};

/// The title of a revision of a work.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct Title {
    /// Its name.
    pub name: String,
    /// The figure beside the name in lists: the strength of an army, the home terrain of a layout.
    pub figure: String,
}

impl Store {
    /// The titles of these works, in the order given: of the revision with that hash, or else of the current one.
    /// `None` for a work that never existed, was deleted, or is hidden.
    ///
    /// No document is read, and the lookup does not count as opening a work.
    ///
    /// # Errors
    /// Any database error.
    pub async fn titles(
        &self,
        kind: WorkType,
        wanted: Vec<(WorkId, Option<RevisionHash>)>,
    ) -> Result<Vec<Option<Title>>, StoreError> {
        self.read(move |db| {
            let mut titles = Vec::with_capacity(wanted.len());
            for (id, hash) in &wanted {
                let states = works::table
                    .inner_join(work_revisions::table.on(work_revisions::work_id.eq(works::id)))
                    .filter(works::public_id.eq(id).and(works::kind.eq(kind)))
                    .filter(works::deleted_at.is_null().and(works::hidden_reason.is_null()))
                    .select((work_revisions::name, work_revisions::figure));
                let title = match hash {
                    // The oldest revision with that hash, as in its permanent address.
                    Some(hash) => {
                        let of_hash = states.filter(work_revisions::hash.eq(hash)).order(work_revisions::number.asc());
                        on_either!(db, |connection| of_hash.first::<Title>(connection).optional())?
                    }
                    None => {
                        let current = states.filter(work_revisions::number.eq(works::head));
                        on_either!(db, |connection| current.first::<Title>(connection).optional())?
                    }
                };
                titles.push(title);
            }
            Ok(titles)
        })
        .await
    }
}

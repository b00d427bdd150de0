//! What works are called, for pages that name many of them and show none.

use diesel::prelude::*;

use super::Store;
use super::db::on_either;
use super::error::StoreError;
use super::ids::{Kind, RevisionHash, WorkId};
use super::schema::{work_revisions, works};

/// What a state of a work is called.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct Title {
    /// Its name.
    pub name: String,
    /// What stands beside the name in lists: the AP spent for an army, the home terrain of a layout.
    pub figure: String,
}

impl Store {
    /// What each of these works is called, in the order given: in the state with that hash, or else in the current one.
    /// There is none for a work that never was, that was deleted, or that is hidden.
    ///
    /// No document is read, and it makes no difference to how long a work is kept.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn titles(
        &self,
        kind: Kind,
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
                    // The oldest, as in its permanent address.
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

//! Rounds with their games. What is in a round is text here.

use diesel::prelude::*;
use time::OffsetDateTime;

use super::super::Store;
use super::super::error::StoreError;
use super::super::model::{Moment, now};
use super::super::schema::event_rounds;
use super::log::{self, Actor};
use super::{EventId, lock};

/// A round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRound {
    /// 1, 2, 3 … without gaps.
    pub number: i64,
    /// Its games, in a format of the caller's.
    pub document: String,
    /// Whether everybody may see it.
    pub published: bool,
    /// 1, 2, 3 …: the `base` of the next change.
    pub version: i64,
    /// When it last changed, in UTC.
    pub updated_at: OffsetDateTime,
}

impl Store {
    /// All rounds of an event, in order.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn rounds(&self, event: EventId) -> Result<Vec<StoredRound>, StoreError> {
        self.read(move |db| {
            let rows: Vec<(i64, String, bool, i64, Moment)> = event_rounds::table
                .filter(event_rounds::event_id.eq(event.0))
                .order(event_rounds::number.asc())
                .select((
                    event_rounds::number,
                    event_rounds::document,
                    event_rounds::published,
                    event_rounds::version,
                    event_rounds::updated_at,
                ))
                .load(db)?;
            let round = |(number, document, published, version, at): (i64, String, bool, i64, Moment)| StoredRound {
                number,
                document,
                published,
                version,
                updated_at: at.into(),
            };
            Ok(rows.into_iter().map(round).collect())
        })
        .await
    }

    /// Adds the next round, or changes one: `base` is the version of that, 0 for a new one.
    ///
    /// # Errors
    /// [`StoreError::EventChanged`] when somebody else was quicker.
    pub async fn keep_round(
        &self,
        event: EventId,
        (number, base): (i64, i64),
        document: &str,
        published: bool,
        (actor, action): (&Actor, &str),
    ) -> Result<(), StoreError> {
        let (document, actor, action) = (document.to_owned(), actor.clone(), action.to_owned());
        self.write(move |db| {
            lock(db, event)?;
            let at = now();
            let version: Option<i64> = event_rounds::table
                .filter(event_rounds::event_id.eq(event.0).and(event_rounds::number.eq(number)))
                .select(event_rounds::version)
                .get_result(db)
                .optional()?;
            if version.unwrap_or(0) != base {
                return Err(StoreError::EventChanged.into());
            }
            if version.is_none() {
                let before: i64 =
                    event_rounds::table.filter(event_rounds::event_id.eq(event.0)).count().get_result(db)?;
                if before + 1 != number {
                    return Err(StoreError::EventChanged.into());
                }
                diesel::insert_into(event_rounds::table)
                    .values((
                        event_rounds::event_id.eq(event.0),
                        event_rounds::number.eq(number),
                        event_rounds::document.eq(&document),
                        event_rounds::published.eq(published),
                        event_rounds::version.eq(1_i64),
                        event_rounds::created_at.eq(at),
                        event_rounds::updated_at.eq(at),
                    ))
                    .execute(db)?;
            } else {
                let which =
                    event_rounds::table.filter(event_rounds::event_id.eq(event.0).and(event_rounds::number.eq(number)));
                diesel::update(which)
                    .set((
                        event_rounds::document.eq(&document),
                        event_rounds::published.eq(published),
                        event_rounds::version.eq(base + 1),
                        event_rounds::updated_at.eq(at),
                    ))
                    .execute(db)?;
            }
            log::write(db, event, None, &actor, &action)
        })
        .await
    }

    /// Takes the last round away.
    ///
    /// # Errors
    /// [`StoreError::EventChanged`] when it is not the last, or no longer in version `base`.
    pub async fn drop_round(
        &self,
        event: EventId,
        (number, base): (i64, i64),
        actor: &Actor,
    ) -> Result<(), StoreError> {
        let actor = actor.clone();
        self.write(move |db| {
            lock(db, event)?;
            let last: Option<(i64, i64)> = event_rounds::table
                .filter(event_rounds::event_id.eq(event.0))
                .order(event_rounds::number.desc())
                .limit(1)
                .select((event_rounds::number, event_rounds::version))
                .get_result(db)
                .optional()?;
            if last != Some((number, base)) {
                return Err(StoreError::EventChanged.into());
            }
            let which =
                event_rounds::table.filter(event_rounds::event_id.eq(event.0).and(event_rounds::number.eq(number)));
            diesel::delete(which).execute(db)?;
            log::write(db, event, None, &actor, &format!("took round {number} away"))
        })
        .await
    }
}

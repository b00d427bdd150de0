//! Rounds with their games. The content of a round is text here.

use diesel::prelude::*;
use time::OffsetDateTime;

use super::super::Store;
use super::super::error::StoreError;
use super::super::households::LARGE_ROW_BYTES;
use super::super::model::{Moment, now};
use super::super::schema::event_rounds;
use super::event::lock;
use super::id::EventId;
use super::log::{self, Actor};

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
    /// Any database error.
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

    /// Adds rounds, hidden, after the first `before`.
    ///
    /// # Errors
    /// [`StoreError::EventChanged`] when the event no longer has exactly that many.
    pub async fn add_rounds(
        &self,
        event: EventId,
        before: i64,
        documents: Vec<String>,
        (actor, action): (&Actor, &str),
    ) -> Result<(), StoreError> {
        let (actor, action) = (actor.clone(), action.to_owned());
        self.growing_logged_action(move |db| {
            lock(db, event)?;
            let there: i64 = event_rounds::table.filter(event_rounds::event_id.eq(event.0)).count().get_result(db)?;
            if there != before {
                return Err(StoreError::EventChanged.into());
            }
            let at = now();
            for (document, number) in documents.iter().zip(before + 1..) {
                diesel::insert_into(event_rounds::table)
                    .values((
                        event_rounds::event_id.eq(event.0),
                        event_rounds::number.eq(number),
                        event_rounds::document.eq(document),
                        event_rounds::published.eq(false),
                        event_rounds::version.eq(1_i64),
                        event_rounds::created_at.eq(at),
                        event_rounds::updated_at.eq(at),
                    ))
                    .execute(db)?;
            }
            log::write(db, event, None, &actor, &action)?;
            Ok(((), documents.iter().map(|document| LARGE_ROW_BYTES + length(document)).sum()))
        })
        .await
    }

    /// Changes a round: `base` is the version that was changed.
    ///
    /// # Errors
    /// [`StoreError::EventChanged`] when somebody else was quicker, or the round no longer exists.
    pub async fn change_round(
        &self,
        event: EventId,
        (number, base): (i64, i64),
        document: String,
        published: bool,
        (actor, action): (&Actor, &str),
    ) -> Result<(), StoreError> {
        let (actor, action) = (actor.clone(), action.to_owned());
        self.growing_logged_action(move |db| {
            lock(db, event)?;
            let which = event_rounds::table
                .filter(event_rounds::event_id.eq(event.0))
                .filter(event_rounds::number.eq(number).and(event_rounds::version.eq(base)));
            let Some(before) = which.select(event_rounds::document).get_result::<String>(db).optional()? else {
                return Err(StoreError::EventChanged.into());
            };
            diesel::update(which)
                .set((
                    event_rounds::document.eq(&document),
                    event_rounds::published.eq(published),
                    event_rounds::version.eq(base + 1),
                    event_rounds::updated_at.eq(now()),
                ))
                .execute(db)?;
            log::write(db, event, None, &actor, &action)?;
            Ok(((), (length(&document) - length(&before)).max(0)))
        })
        .await
    }

    /// Deletes a round and those after it, which nobody has seen yet.
    ///
    /// # Errors
    /// [`StoreError::EventChanged`] when it is no longer in version `base`, or a later one is published.
    pub async fn drop_rounds(
        &self,
        event: EventId,
        (number, base): (i64, i64),
        actor: &Actor,
    ) -> Result<(), StoreError> {
        let actor = actor.clone();
        self.logged_action(move |db| {
            lock(db, event)?;
            let of_event = event_rounds::event_id.eq(event.0);
            let there: Vec<(i64, i64, bool)> = event_rounds::table
                .filter(of_event)
                .filter(event_rounds::number.ge(number))
                .order(event_rounds::number.asc())
                .select((event_rounds::number, event_rounds::version, event_rounds::published))
                .load(db)?;
            match there.split_first() {
                Some(((first, version, _), later))
                    if (*first, *version) == (number, base) && later.iter().all(|(.., published)| !published) => {}
                _ => return Err(StoreError::EventChanged.into()),
            }
            diesel::delete(event_rounds::table.filter(of_event).filter(event_rounds::number.ge(number))).execute(db)?;
            let action = match there.last() {
                Some((last, ..)) if *last > number => format!("deleted rounds {number} to {last}"),
                _ => format!("deleted round {number}"),
            };
            log::write(db, event, None, &actor, &action)
        })
        .await
    }
}

fn length(document: &str) -> i64 {
    i64::try_from(document.len()).unwrap_or(i64::MAX)
}

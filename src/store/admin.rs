//! Administration: works, battles and events are hidden, accounts locked, either deleted, and a log records all of it.
//!
//! Each action and its line in the log are one transaction. The log is append-only: nothing here changes or deletes a
//! line.

use diesel::prelude::*;
use time::OffsetDateTime;

use super::Store;
use super::accounts::{UserId, end_account};
use super::battles::{self, lock_even_if_hidden};
use super::db::Db;
use super::error::{Fault, StoreError};
use super::events::{EventId, Slug, end};
use super::ids::{BattleId, WorkId, WorkType};
use super::model::{Moment, now};
use super::schema::{admin_log, battles as battle_rows, events, user_sessions, users, works};
use super::work_rows::lock;
use super::works::mark_deleted;

/// An administrator's act on a work, a battle or an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moderation {
    /// Hides it from everybody except its holders, players or staff.
    Hide,
    /// Shows it to everybody again.
    Show,
    /// Deletes it permanently.
    Delete,
}

/// An administrator's act on an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountAction {
    /// Signs out every browser.
    EndSessions,
    /// Signs out every browser, and lets nobody sign in any more.
    Lock,
    /// Lets its owner sign in again.
    Unlock,
    /// Deletes it with the works that nobody else holds.
    Delete,
}

/// The person who acts, and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActorAndReason {
    /// The sign-in name of the actor, or the name of the program that acted.
    pub actor: String,
    /// The reason, in the actor's own words.
    pub reason: String,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdminLogEntry {
    /// The number of the line. Later lines have higher numbers.
    pub number: i64,
    /// The time, in UTC.
    pub at: OffsetDateTime,
    /// By whom.
    pub actor: String,
    /// The action, as in "hid the army".
    pub action: String,
    /// The subject: the path of a page, or `account` and the sign-in name.
    pub subject: String,
    /// The reason; empty where none was asked for.
    pub reason: String,
}

impl Moderation {
    /// The log's word for the action.
    fn verb(self) -> &'static str {
        match self {
            Self::Hide => "hid",
            Self::Show => "showed",
            Self::Delete => "deleted",
        }
    }
}

impl ActorAndReason {
    fn check(&self) -> Result<(), StoreError> {
        let fields = [("name", &self.actor), ("reason", &self.reason)];
        match fields.into_iter().find(|(_, text)| text.contains('\0')) {
            Some((field, _)) => Err(StoreError::ZeroCharacter { field }),
            None => Ok(()),
        }
    }
}

impl Store {
    /// Hides, shows or deletes a work. If that changes nothing, nothing is logged. `page` is the path under which the
    /// log names the work.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; [`StoreError::Gone`].
    pub async fn moderate_work(
        &self,
        (kind, id): (WorkType, &WorkId),
        act: Moderation,
        page: &str,
        grounds: ActorAndReason,
    ) -> Result<(), StoreError> {
        grounds.check()?;
        let (id, page) = (id.clone(), page.to_owned());
        self.write(move |db| {
            let work = lock(db, kind, &id)?.row;
            let hidden: Option<String> = works::table.find(work).select(works::hidden_reason).get_result(db)?;
            let Some(next) = next(act, hidden, &grounds.reason) else { return Ok(()) };
            diesel::update(works::table.find(work)).set(works::hidden_reason.eq(next)).execute(db)?;
            if act == Moderation::Delete {
                mark_deleted(db, &[work], now())?;
            }
            write(db, &grounds, &format!("{} the {}", act.verb(), kind.as_str()), &page)
        })
        .await?;
        self.give_back_after_deletion().await;
        Ok(())
    }

    /// Hides, shows or deletes a battle. If that changes nothing, nothing is logged. `page` is the path under which the
    /// log names it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; [`StoreError::BattleGone`].
    pub async fn moderate_battle(
        &self,
        id: &BattleId,
        act: Moderation,
        page: &str,
        grounds: ActorAndReason,
    ) -> Result<(), StoreError> {
        grounds.check()?;
        let (id, page) = (id.clone(), page.to_owned());
        self.write(move |db| {
            let (battle, hidden) = lock_even_if_hidden(db, &id)?;
            let Some(next) = next(act, hidden, &grounds.reason) else { return Ok(()) };
            if act == Moderation::Delete {
                battles::mark_deleted(db, &[battle.row], now())?;
            } else {
                let row = battle_rows::table.find(battle.row);
                diesel::update(row).set(battle_rows::hidden_reason.eq(next)).execute(db)?;
            }
            write(db, &grounds, &format!("{} the battle", act.verb()), &page)
        })
        .await?;
        self.give_back_after_deletion().await;
        Ok(())
    }

    /// Hides, shows or deletes an event. If that changes nothing, nothing is logged.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn moderate_event(
        &self,
        slug: &Slug,
        act: Moderation,
        page: &str,
        grounds: ActorAndReason,
    ) -> Result<(), StoreError> {
        grounds.check()?;
        let (slug, page) = (slug.clone(), page.to_owned());
        self.write(move |db| {
            let query =
                events::table.filter(events::slug.eq(&slug)).select((events::id, events::name, events::hidden_reason));
            let (event, name, hidden): (i64, String, Option<String>) = match db {
                Db::Postgres(pg) => query.for_update().get_result(pg)?,
                Db::Sqlite(lite) => query.get_result(lite)?,
            };
            let Some(next) = next(act, hidden, &grounds.reason) else { return Ok(()) };
            match act {
                Moderation::Delete => end(db, EventId(event))?,
                _ => {
                    diesel::update(events::table.find(event)).set(events::hidden_reason.eq(next)).execute(db)?;
                }
            }
            write(db, &grounds, &format!("{} the event {name}", act.verb()), &page)
        })
        .await?;
        self.give_back_after_deletion().await;
        Ok(())
    }

    /// Acts on an account. If that changes nothing, nothing is logged.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; for a deletion [`StoreError::LastOwner`] if the account is the only owner of an event.
    pub async fn moderate_account(
        &self,
        user: UserId,
        act: AccountAction,
        grounds: ActorAndReason,
    ) -> Result<(), StoreError> {
        grounds.check()?;
        self.write(move |db| {
            let query = users::table.find(user.0).select((users::sign_in, users::locked_reason));
            let (sign_in, locked): (String, Option<String>) = match db {
                Db::Postgres(pg) => query.for_update().get_result(pg)?,
                Db::Sqlite(lite) => query.get_result(lite)?,
            };
            let locks = |reason: Option<&str>| users::locked_reason.eq(reason.map(str::to_owned));
            let action = match act {
                AccountAction::EndSessions => "signed all browsers out of the account",
                AccountAction::Lock if locked.as_ref() == Some(&grounds.reason) => return Ok(()),
                AccountAction::Lock => {
                    diesel::update(users::table.find(user.0)).set(locks(Some(&grounds.reason))).execute(db)?;
                    "locked the account"
                }
                AccountAction::Unlock if locked.is_none() => return Ok(()),
                AccountAction::Unlock => {
                    diesel::update(users::table.find(user.0)).set(locks(None)).execute(db)?;
                    "unlocked the account"
                }
                AccountAction::Delete => {
                    end_account(db, user)?;
                    "deleted the account"
                }
            };
            if matches!(act, AccountAction::EndSessions | AccountAction::Lock) {
                let ended = user_sessions::table.filter(user_sessions::user_id.eq(user.0));
                diesel::delete(ended).execute(db)?;
            }
            write(db, &grounds, action, &format!("account {sign_in}"))
        })
        .await?;
        self.give_back_after_deletion().await;
        Ok(())
    }

    /// Adds a line to the log for an action carried out elsewhere.
    ///
    /// # Errors
    /// Any database error; a text that contains U+0000.
    pub async fn log_for_admins(&self, grounds: ActorAndReason, action: &str, subject: &str) -> Result<(), StoreError> {
        grounds.check()?;
        let (action, subject) = (action.to_owned(), subject.to_owned());
        self.write(move |db| write(db, &grounds, &action, &subject)).await
    }

    /// The administrators' log, latest line first: at most `limit` lines before number `before`.
    ///
    /// # Errors
    /// Any database error.
    pub async fn admin_log(&self, before: Option<i64>, limit: u32) -> Result<Vec<AdminLogEntry>, StoreError> {
        self.read(move |db| {
            let rows: Vec<(i64, Moment, String, String, String, String)> = admin_log::table
                .filter(admin_log::id.lt(before.unwrap_or(i64::MAX)))
                .order(admin_log::id.desc())
                .limit(i64::from(limit))
                .select((
                    admin_log::id,
                    admin_log::created_at,
                    admin_log::actor,
                    admin_log::action,
                    admin_log::subject,
                    admin_log::reason,
                ))
                .load(db)?;
            let deed = |(number, at, actor, action, subject, reason): (_, Moment, _, _, _, _)| AdminLogEntry {
                number,
                at: at.into(),
                actor,
                action,
                subject,
                reason,
            };
            Ok(rows.into_iter().map(deed).collect())
        })
        .await
    }
}

/// The reason for which something is hidden after this action; `None` if the action changes nothing.
fn next(act: Moderation, hidden: Option<String>, reason: &str) -> Option<Option<String>> {
    match act {
        Moderation::Hide if hidden.as_deref() == Some(reason) => None,
        Moderation::Hide => Some(Some(reason.to_owned())),
        Moderation::Show => hidden.map(|_| None),
        Moderation::Delete => Some(None),
    }
}

fn write(db: &mut Db, grounds: &ActorAndReason, action: &str, subject: &str) -> Result<(), Fault> {
    diesel::insert_into(admin_log::table)
        .values((
            admin_log::actor.eq(&grounds.actor),
            admin_log::action.eq(action),
            admin_log::subject.eq(subject),
            admin_log::reason.eq(&grounds.reason),
            admin_log::created_at.eq(now()),
        ))
        .execute(db)?;
    Ok(())
}

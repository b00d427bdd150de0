//! What organisers do with entries.

use diesel::prelude::*;

use super::super::Store;
use super::super::error::StoreError;
use super::super::ids::{SecretDigest, WorkId};
use super::super::model::now;
use super::super::schema::entrants;
use super::entering::name_key;
use super::log::{self, Actor};
use super::places::let_in_one;
use super::{EntrantId, EntryState, EventId, lock};

/// Something that is done to the entry of one player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeskAct {
    /// The version with this number is accepted; whoever waited to be let in is in.
    Accept(i64),
    /// The version with this number goes back, with a word.
    Return(i64, String),
    /// The player can change nothing any more.
    Lock,
    /// The player may change the entry, after the deadline too.
    Unlock,
    /// The player is there, or is not.
    CheckIn(bool),
    /// A note for the organisers.
    Note(String),
    /// The player gets a place although there is none.
    Admit,
    /// What was mistyped of the player is put right: name, club and mail address.
    Player {
        /// The name.
        name: String,
        /// The club, empty for none.
        club: String,
        /// The mail address.
        email: Option<String>,
    },
    /// Another link opens the entry, with the secret of this digest; whoever had the entry before has it no longer.
    Link(SecretDigest),
}

impl DeskAct {
    /// What the log keeps of it.
    pub(super) fn action(&self) -> String {
        match self {
            Self::Accept(number) => format!("accepted version {number}"),
            Self::Return(number, word) => format!("returned version {number}: {word}"),
            Self::Lock => "locked the entry".to_owned(),
            Self::Unlock => "unlocked the entry".to_owned(),
            Self::CheckIn(true) => "checked in".to_owned(),
            Self::CheckIn(false) => "took the check-in back".to_owned(),
            Self::Note(_) => "changed the note".to_owned(),
            Self::Admit => "gave a place".to_owned(),
            Self::Player { name, club, .. } if club.is_empty() => format!("put the player right: {name}"),
            Self::Player { name, club, .. } => format!("put the player right: {name}, {club}"),
            Self::Link(_) => "made a new link to the entry".to_owned(),
        }
    }
}

impl Store {
    /// Does something to the entry of one player.
    ///
    /// # Errors
    /// [`StoreError::EventChanged`] when another version counts than the one that was judged; [`StoreError::NameTaken`];
    /// [`StoreError::NotFound`]; a text that holds U+0000.
    pub async fn act_on_entry(
        &self,
        event: EventId,
        id: &WorkId,
        act: DeskAct,
        actor: &Actor,
    ) -> Result<(), StoreError> {
        let texts: Vec<&str> = match &act {
            DeskAct::Return(_, text) | DeskAct::Note(text) => vec![text],
            DeskAct::Player { name, club, email } => vec![name, club, email.as_deref().unwrap_or_default()],
            _ => Vec::new(),
        };
        if texts.into_iter().any(|text| text.contains('\0')) {
            return Err(StoreError::ZeroCharacter { field: "text" });
        }
        let (id, actor) = (id.clone(), actor.clone());
        self.deed(move |db| {
            lock(db, event)?;
            let (row, head, state, pending): (i64, Option<i64>, EntryState, bool) = entrants::table
                .filter(entrants::event_id.eq(event.0).and(entrants::public_id.eq(&id)))
                .filter(entrants::clearing_id.is_null())
                .select((entrants::id, entrants::head, entrants::state, entrants::pending))
                .get_result(db)?;
            if let DeskAct::Accept(number) | DeskAct::Return(number, _) = &act
                && (head != Some(*number) || !state.is_in())
            {
                return Err(StoreError::EventChanged.into());
            }
            if pending && matches!(act, DeskAct::Accept(_) | DeskAct::Admit) {
                let_in_one(db, event, row)?;
            }
            let which = entrants::table.find(row);
            match &act {
                DeskAct::Accept(_) => diesel::update(which)
                    // What was opened for a change is settled with it.
                    .set((
                        entrants::state.eq(EntryState::Accepted),
                        entrants::word.eq(""),
                        entrants::may_still.eq(false),
                    ))
                    .execute(db)?,
                DeskAct::Return(_, word) => diesel::update(which)
                    .set((
                        entrants::state.eq(EntryState::Returned),
                        entrants::word.eq(word),
                        // It goes back to be changed.
                        entrants::locked.eq(false),
                        entrants::may_still.eq(true),
                    ))
                    .execute(db)?,
                DeskAct::Lock => {
                    diesel::update(which).set((entrants::locked.eq(true), entrants::may_still.eq(false))).execute(db)?
                }
                DeskAct::Unlock => {
                    diesel::update(which).set((entrants::locked.eq(false), entrants::may_still.eq(true))).execute(db)?
                }
                DeskAct::CheckIn(here) => diesel::update(which).set(entrants::checked_in.eq(here)).execute(db)?,
                DeskAct::Note(text) => diesel::update(which).set(entrants::note.eq(text)).execute(db)?,
                DeskAct::Admit => diesel::update(which).set(entrants::waiting.eq(false)).execute(db)?,
                DeskAct::Player { name, club, email } => {
                    let key = name_key(name);
                    let others: i64 = entrants::table
                        .filter(entrants::event_id.eq(event.0).and(entrants::name_key.eq(&key)))
                        .filter(entrants::id.ne(row))
                        .count()
                        .get_result(db)?;
                    if others > 0 {
                        return Err(StoreError::NameTaken.into());
                    }
                    let named = (entrants::name.eq(name), entrants::name_key.eq(key));
                    diesel::update(which)
                        .set((named, entrants::club.eq(club), entrants::email.eq(email)))
                        .execute(db)?
                }
                DeskAct::Link(key) => {
                    diesel::update(which).set((entrants::entry_key.eq(key), entrants::holder.eq(""))).execute(db)?
                }
            };
            diesel::update(entrants::table.find(row)).set(entrants::updated_at.eq(now())).execute(db)?;
            log::write(db, event, Some(EntrantId(row)), &actor, &act.action())
        })
        .await
    }

    /// Locks every entry of an event, or lets all go on as the deadline has it.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn lock_entries(&self, event: EventId, locked: bool, actor: &Actor) -> Result<(), StoreError> {
        let actor = actor.clone();
        self.deed(move |db| {
            lock(db, event)?;
            let all = entrants::table.filter(entrants::event_id.eq(event.0).and(entrants::clearing_id.is_null()));
            diesel::update(all).set((entrants::locked.eq(locked), entrants::updated_at.eq(now()))).execute(db)?;
            if locked {
                // Who was let in after the deadline stays so until everything is locked.
                diesel::update(all).set(entrants::may_still.eq(false)).execute(db)?;
            }
            log::write(db, event, None, &actor, if locked { "locked all entries" } else { "unlocked all entries" })
        })
        .await
    }
}

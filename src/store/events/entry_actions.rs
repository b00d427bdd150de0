//! The organisers' actions on entries.

use diesel::prelude::*;

use super::super::Store;
use super::super::error::StoreError;
use super::super::ids::{SecretDigest, WorkId};
use super::super::model::now;
use super::super::schema::entrants;
use super::entering::name_key;
use super::event::lock;
use super::id::{EntrantId, EventId};
use super::log::{self, Actor};
use super::places::approve_one;
use super::text_types::EntryState;

/// An action on the entry of one player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryAction {
    /// Accepts the version with this number; a player who awaits approval gets it.
    Accept(i64),
    /// Returns the version with this number, with a remark.
    Return(i64, String),
    /// Keeps the player from changing anything.
    Lock,
    /// Lets the player change the entry, even after the deadline.
    Unlock,
    /// Records that the player has arrived, or has not.
    CheckIn(bool),
    /// Sets the organisers' note.
    Note(String),
    /// Gives the player a place although none is free.
    Admit,
    /// Corrects the player's name, club and mail address.
    Player {
        /// The name.
        name: String,
        /// The club, empty for none.
        club: String,
        /// The mail address.
        email: Option<String>,
    },
    /// Replaces the link of the entry by one with the secret of this digest; previous holders lose the entry.
    Link(SecretDigest),
}

impl EntryAction {
    /// The text of the action in the log.
    pub(super) fn action(&self) -> String {
        match self {
            Self::Accept(number) => format!("accepted version {number}"),
            Self::Return(number, word) => format!("returned version {number}: {word}"),
            Self::Lock => "locked the entry".to_owned(),
            Self::Unlock => "unlocked the entry".to_owned(),
            Self::CheckIn(true) => "checked in".to_owned(),
            Self::CheckIn(false) => "undid the check-in".to_owned(),
            Self::Note(_) => "changed the note".to_owned(),
            Self::Admit => "gave the player a place".to_owned(),
            Self::Player { name, club, .. } if club.is_empty() => format!("corrected the player: {name}"),
            Self::Player { name, club, .. } => format!("corrected the player: {name}, {club}"),
            Self::Link(_) => "created a new link to the entry".to_owned(),
        }
    }
}

impl Store {
    /// Carries out an action on the entry of one player.
    ///
    /// # Errors
    /// [`StoreError::EventChanged`] when the version that was judged no longer counts; [`StoreError::NameTaken`];
    /// [`StoreError::NotFound`]; a text that contains U+0000.
    pub async fn act_on_entry(
        &self,
        event: EventId,
        id: &WorkId,
        act: EntryAction,
        actor: &Actor,
    ) -> Result<(), StoreError> {
        let texts: Vec<&str> = match &act {
            EntryAction::Return(_, text) | EntryAction::Note(text) => vec![text],
            EntryAction::Player { name, club, email } => vec![name, club, email.as_deref().unwrap_or_default()],
            _ => Vec::new(),
        };
        if texts.into_iter().any(|text| text.contains('\0')) {
            return Err(StoreError::ZeroCharacter { field: "text" });
        }
        let (id, actor) = (id.clone(), actor.clone());
        self.logged_action(move |db| {
            lock(db, event)?;
            let (row, head, state, pending): (i64, Option<i64>, EntryState, bool) = entrants::table
                .filter(entrants::event_id.eq(event.0).and(entrants::public_id.eq(&id)))
                .filter(entrants::clearing_id.is_null())
                .select((entrants::id, entrants::head, entrants::state, entrants::pending))
                .get_result(db)?;
            if let EntryAction::Accept(number) | EntryAction::Return(number, _) = &act
                && (head != Some(*number) || !state.is_in())
            {
                return Err(StoreError::EventChanged.into());
            }
            if pending && matches!(act, EntryAction::Accept(_) | EntryAction::Admit) {
                approve_one(db, event, row)?;
            }
            let which = entrants::table.find(row);
            match &act {
                EntryAction::Accept(_) => diesel::update(which)
                    // Accepting ends any permission for changes.
                    .set((
                        entrants::state.eq(EntryState::Accepted),
                        entrants::word.eq(""),
                        entrants::may_still.eq(false),
                    ))
                    .execute(db)?,
                EntryAction::Return(_, word) => diesel::update(which)
                    .set((
                        entrants::state.eq(EntryState::Returned),
                        entrants::word.eq(word),
                        // The player must be able to change it.
                        entrants::locked.eq(false),
                        entrants::may_still.eq(true),
                    ))
                    .execute(db)?,
                EntryAction::Lock => {
                    diesel::update(which).set((entrants::locked.eq(true), entrants::may_still.eq(false))).execute(db)?
                }
                EntryAction::Unlock => {
                    diesel::update(which).set((entrants::locked.eq(false), entrants::may_still.eq(true))).execute(db)?
                }
                EntryAction::CheckIn(here) => diesel::update(which).set(entrants::checked_in.eq(here)).execute(db)?,
                EntryAction::Note(text) => diesel::update(which).set(entrants::note.eq(text)).execute(db)?,
                EntryAction::Admit => diesel::update(which).set(entrants::waiting.eq(false)).execute(db)?,
                EntryAction::Player { name, club, email } => {
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
                EntryAction::Link(key) => {
                    diesel::update(which).set((entrants::entry_key.eq(key), entrants::holder.eq(""))).execute(db)?
                }
            };
            diesel::update(entrants::table.find(row)).set(entrants::updated_at.eq(now())).execute(db)?;
            log::write(db, event, Some(EntrantId(row)), &actor, &act.action())
        })
        .await
    }

    /// Locks every entry of an event, or unlocks all as far as the deadline allows.
    ///
    /// # Errors
    /// Any database error.
    pub async fn lock_entries(&self, event: EventId, locked: bool, actor: &Actor) -> Result<(), StoreError> {
        let actor = actor.clone();
        self.logged_action(move |db| {
            lock(db, event)?;
            let all = entrants::table.filter(entrants::event_id.eq(event.0).and(entrants::clearing_id.is_null()));
            diesel::update(all).set((entrants::locked.eq(locked), entrants::updated_at.eq(now()))).execute(db)?;
            if locked {
                // Permissions after the deadline stay until everything is locked.
                diesel::update(all).set(entrants::may_still.eq(false)).execute(db)?;
            }
            log::write(db, event, None, &actor, if locked { "locked all entries" } else { "unlocked all entries" })
        })
        .await
    }
}

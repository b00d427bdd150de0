//! Invitations: links by which somebody joins the staff of an event, so that nobody has to know which accounts exist.

use diesel::prelude::*;
use time::{Duration, OffsetDateTime};

use super::super::Store;
use super::super::accounts::user::UserId;
use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::ids::SecretDigest;
use super::super::model::{Moment, now};
use super::super::schema::{event_invitations, event_staff, events, users};
use super::event::lock;
use super::id::EventId;
use super::log::{self, Actor};
use super::staff;
use super::text_types::{Role, Slug};

/// The largest number of open invitations of an event; the oldest are removed.
const MOST_OPEN: usize = 50;

/// An open invitation link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Its number.
    pub id: i64,
    /// The role it gives.
    pub role: Role,
    /// The name of the person who invites.
    pub made_by: String,
    /// When it expires, in UTC.
    pub expires_at: OffsetDateTime,
}

/// The event that a link opens, and the role it gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invited {
    /// The event, which may be hidden from outsiders.
    pub event: EventId,
    /// Its name.
    pub name: String,
    /// The role it gives.
    pub role: Role,
    /// The name of the person who invites.
    pub made_by: String,
}

impl Store {
    /// Stores the secret of a link by which one person joins the staff.
    ///
    /// # Errors
    /// Any database error.
    pub async fn invite(
        &self,
        event: EventId,
        role: Role,
        (key, open_for): (&SecretDigest, Duration),
        (by, actor): (UserId, &Actor),
    ) -> Result<(), StoreError> {
        let (key, actor) = (key.clone(), actor.clone());
        self.logged_action(move |db| {
            lock(db, event)?;
            let at = now();
            let of_event = event_invitations::event_id.eq(event.0);
            diesel::delete(event_invitations::table.filter(of_event).filter(event_invitations::expires_at.le(at)))
                .execute(db)?;
            let open: Vec<i64> = event_invitations::table
                .filter(of_event)
                .order(event_invitations::id.desc())
                .select(event_invitations::id)
                .load(db)?;
            if let Some(oldest) = open.get(MOST_OPEN - 1) {
                diesel::delete(event_invitations::table.filter(of_event).filter(event_invitations::id.le(oldest)))
                    .execute(db)?;
            }
            diesel::insert_into(event_invitations::table)
                .values((
                    event_invitations::event_id.eq(event.0),
                    event_invitations::key_digest.eq(&key),
                    event_invitations::role.eq(role),
                    event_invitations::user_id.eq(by.0),
                    event_invitations::expires_at.eq(at + open_for),
                    event_invitations::created_at.eq(at),
                ))
                .execute(db)?;
            log::write(db, event, None, &actor, &format!("invited someone as {}", role.called()))
        })
        .await
    }

    /// The open links of an event, latest first.
    ///
    /// # Errors
    /// Any database error.
    pub async fn invitations(&self, event: EventId) -> Result<Vec<Invitation>, StoreError> {
        self.read(move |db| {
            let rows: Vec<(i64, Role, String, Moment)> = event_invitations::table
                .inner_join(users::table)
                .filter(event_invitations::event_id.eq(event.0).and(event_invitations::expires_at.gt(now())))
                .order(event_invitations::id.desc())
                .select((event_invitations::id, event_invitations::role, users::name, event_invitations::expires_at))
                .load(db)?;
            let invitation = |(id, role, made_by, at): (i64, Role, String, Moment)| Invitation {
                id,
                role,
                made_by,
                expires_at: at.into(),
            };
            Ok(rows.into_iter().map(invitation).collect())
        })
        .await
    }

    /// Closes a link.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn close_invitation(&self, event: EventId, id: i64, actor: &Actor) -> Result<(), StoreError> {
        let actor = actor.clone();
        self.logged_action(move |db| {
            lock(db, event)?;
            let which = event_invitations::table
                .filter(event_invitations::event_id.eq(event.0))
                .filter(event_invitations::id.eq(id));
            if diesel::delete(which).execute(db)? == 0 {
                return Err(StoreError::NotFound.into());
            }
            log::write(db, event, None, &actor, "closed an invitation")
        })
        .await
    }

    /// The event and role behind a link.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for a link that never worked, or no longer does.
    pub async fn invited(&self, slug: &Slug, key: &SecretDigest) -> Result<Invited, StoreError> {
        let (slug, key) = (slug.clone(), key.clone());
        self.read(move |db| invited(db, &slug, &key)).await
    }

    /// Joins the staff by a link, which stops working afterwards; nothing happens if the account already has that role
    /// or a higher one.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for a link that never worked, or no longer does.
    pub async fn join_staff(&self, slug: &Slug, key: &SecretDigest, user: UserId) -> Result<Role, StoreError> {
        let (slug, key) = (slug.clone(), key.clone());
        self.logged_action(move |db| {
            let Invited { event, role, made_by, .. } = invited(db, &slug, &key)?;
            lock(db, event)?;
            let which =
                event_staff::table.filter(event_staff::event_id.eq(event.0)).filter(event_staff::user_id.eq(user.0));
            let before: Option<Role> = which.select(event_staff::role).get_result(db).optional()?;
            // An account that already has that role leaves the link to the person for whom it is meant.
            if let Some(before) = before.filter(|before| before.is_at_least(role)) {
                return Ok(before);
            }
            // Of several requests at once, one removes it, and the others find it gone.
            if diesel::delete(event_invitations::table.filter(event_invitations::key_digest.eq(&key))).execute(db)? == 0
            {
                return Err(StoreError::NotFound.into());
            }
            let name: String = users::table.find(user.0).select(users::name).get_result(db)?;
            diesel::delete(which).execute(db)?;
            staff::insert(db, event, user, role)?;
            let action = format!("joined the staff as {}, invited by {made_by}", role.called());
            log::write(db, event, None, &Actor::new(&name), &action)?;
            Ok(role)
        })
        .await
    }
}

fn invited(db: &mut Db, slug: &Slug, key: &SecretDigest) -> Result<Invited, Fault> {
    let (event, name, role, made_by): (i64, String, Role, String) = event_invitations::table
        .inner_join(events::table)
        .inner_join(users::table)
        .filter(events::slug.eq(slug).and(event_invitations::key_digest.eq(key)))
        .filter(event_invitations::expires_at.gt(now()))
        .select((events::id, events::name, event_invitations::role, users::name))
        .get_result(db)?;
    Ok(Invited { event: EventId(event), name, role, made_by })
}

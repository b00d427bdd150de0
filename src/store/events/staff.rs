//! Who may run an event.

use diesel::prelude::*;

use super::super::Store;
use super::super::accounts::{SignIn, UserId};
use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::model::now;
use super::super::schema::{event_staff, users};
use super::log::{self, Actor};
use super::{EventId, Role, lock};

/// Somebody who may run an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Staff {
    /// The account.
    pub user: UserId,
    /// Its name to sign in with.
    pub sign_in: SignIn,
    /// The name that others see.
    pub name: String,
    /// What they may do.
    pub role: Role,
}

impl Store {
    /// Everybody who may run an event.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn staff(&self, event: EventId) -> Result<Vec<Staff>, StoreError> {
        self.read(move |db| {
            let rows: Vec<(i64, SignIn, String, Role)> = event_staff::table
                .inner_join(users::table)
                .filter(event_staff::event_id.eq(event.0))
                .order(event_staff::id.asc())
                .select((users::id, users::sign_in, users::name, event_staff::role))
                .load(db)?;
            let staff = |(user, sign_in, name, role)| Staff { user: UserId(user), sign_in, name, role };
            Ok(rows.into_iter().map(staff).collect())
        })
        .await
    }

    /// Gives somebody a role, or another, or none.
    ///
    /// # Errors
    /// [`StoreError::LastOwner`] when nobody would own the event; [`StoreError::NotFound`].
    pub async fn set_role(
        &self,
        event: EventId,
        user: UserId,
        role: Option<Role>,
        actor: &Actor,
    ) -> Result<(), StoreError> {
        let actor = actor.clone();
        self.write(move |db| {
            lock(db, event)?;
            let name: String = users::table.find(user.0).select(users::name).get_result(db)?;
            let which =
                event_staff::table.filter(event_staff::event_id.eq(event.0)).filter(event_staff::user_id.eq(user.0));
            diesel::delete(which).execute(db)?;
            if let Some(role) = role {
                insert(db, event, user, role)?;
            }
            let owners: i64 = event_staff::table
                .filter(event_staff::event_id.eq(event.0).and(event_staff::role.eq(Role::Owner)))
                .count()
                .get_result(db)?;
            if owners == 0 {
                return Err(StoreError::LastOwner.into());
            }
            let action = match role {
                Some(role) => format!("made {name} {}", role.called()),
                None => format!("took {name} off the staff"),
            };
            log::write(db, event, None, &actor, &action)
        })
        .await
    }
}

pub(super) fn insert(db: &mut Db, event: EventId, user: UserId, role: Role) -> Result<(), Fault> {
    diesel::insert_into(event_staff::table)
        .values((
            event_staff::event_id.eq(event.0),
            event_staff::user_id.eq(user.0),
            event_staff::role.eq(role),
            event_staff::created_at.eq(now()),
        ))
        .execute(db)?;
    Ok(())
}

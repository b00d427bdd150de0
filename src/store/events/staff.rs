//! The staff of an event.

use diesel::prelude::*;

use super::super::Store;
use super::super::accounts::SignInName;
use super::super::accounts::user::UserId;
use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::model::now;
use super::super::schema::{event_invitations, event_staff, events, users};
use super::event::{EventSummary, lock};
use super::id::EventId;
use super::log::{self, Actor};
use super::text_types::{EventState, Role, Slug};

/// A member of the staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Staff {
    /// The account.
    pub user: UserId,
    /// Its sign-in name.
    pub sign_in: SignInName,
    /// The name that others see.
    pub name: String,
    /// The role.
    pub role: Role,
}

impl Store {
    /// The whole staff of an event.
    ///
    /// # Errors
    /// Any database error.
    pub async fn staff(&self, event: EventId) -> Result<Vec<Staff>, StoreError> {
        self.read(move |db| {
            let rows: Vec<(i64, SignInName, String, Role)> = event_staff::table
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

    /// The events of which this account is the only owner, latest first.
    ///
    /// # Errors
    /// Any database error.
    pub async fn owned_alone(&self, user: UserId) -> Result<Vec<EventSummary>, StoreError> {
        self.read(move |db| owned_alone(db, user)).await
    }

    /// Gives a member of the staff another role, or removes the member. The open links of a member who may no longer
    /// invite are closed.
    ///
    /// # Errors
    /// [`StoreError::LastOwner`] when the event would have no owner; [`StoreError::NotFound`] for an account that is
    /// not on the staff: others join by a link.
    pub async fn set_role(
        &self,
        event: EventId,
        user: UserId,
        role: Option<Role>,
        actor: &Actor,
    ) -> Result<(), StoreError> {
        let actor = actor.clone();
        self.logged_action(move |db| {
            lock(db, event)?;
            let which =
                event_staff::table.filter(event_staff::event_id.eq(event.0)).filter(event_staff::user_id.eq(user.0));
            let changed = match role {
                Some(role) => diesel::update(which).set(event_staff::role.eq(role)).execute(db)?,
                None => diesel::delete(which).execute(db)?,
            };
            if changed == 0 {
                return Err(StoreError::NotFound.into());
            }
            let name: String = users::table.find(user.0).select(users::name).get_result(db)?;
            if role != Some(Role::Owner) {
                let links = event_invitations::table
                    .filter(event_invitations::event_id.eq(event.0))
                    .filter(event_invitations::user_id.eq(user.0));
                diesel::delete(links).execute(db)?;
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
                None => format!("removed {name} from the staff"),
            };
            log::write(db, event, None, &actor, &action)
        })
        .await
    }
}

/// Makes sure that every event still has an owner when this account, which must be locked, is deleted. Other owners who
/// give up one of its events wait until that is over.
pub(in super::super) fn leave_all(db: &mut Db, user: UserId) -> Result<(), Fault> {
    if let Db::Postgres(pg) = db {
        let own = events::table.filter(events::id.eq_any(owned(user))).order(events::id.asc()).select(events::id);
        let _: Vec<i64> = own.for_update().load(pg)?;
    }
    if owned_alone(db, user)?.is_empty() { Ok(()) } else { Err(StoreError::LastOwner.into()) }
}

/// The events that an account owns.
#[diesel::dsl::auto_type]
fn owned(user: UserId) -> _ {
    let role: Role = Role::Owner;
    let user: i64 = user.0;
    event_staff::table
        .filter(event_staff::role.eq(role))
        .filter(event_staff::user_id.eq(user))
        .select(event_staff::event_id)
}

fn owned_alone(db: &mut Db, user: UserId) -> Result<Vec<EventSummary>, Fault> {
    let shared = event_staff::table
        .filter(event_staff::role.eq(Role::Owner).and(event_staff::user_id.ne(user.0)))
        .select(event_staff::event_id);
    let rows: Vec<(Slug, EventState, String, String)> = events::table
        .filter(events::id.eq_any(owned(user)).and(events::id.ne_all(shared)))
        .order((events::begins.desc(), events::id.desc()))
        .select((events::slug, events::state, events::name, events::begins))
        .load(db)?;
    let summary = |(slug, state, name, begins)| EventSummary { slug, state, name, begins, role: Some(Role::Owner) };
    Ok(rows.into_iter().map(summary).collect())
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

//! Where an account was signed in before: browsers that have a mark of it, and households.
//!
//! From such a place its owner gets in, however many others try his name from elsewhere. A place opens nothing by itself:
//! the password is asked for all the same.

use diesel::prelude::*;
use time::Duration;

use super::super::Store;
use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::ids::{SecretDigest, SubjectKey};
use super::super::model::now;
use super::super::schema::user_places;
use super::{User, UserId};

/// How long a browser is known after the account was last signed in there.
const DEVICE_KNOWN: Duration = Duration::days(400);
/// How long a household is known after that; its address may belong to others by then.
const HOUSEHOLD_KNOWN: Duration = Duration::days(90);
/// Most places of each kind that an account knows; those longest ago make room.
const MOST_OF_KIND: i64 = 20;

const DEVICE: &str = "device";
const HOUSEHOLD: &str = "household";

/// Whether an account knows the place from where somebody tries to sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Familiar {
    /// It was signed in in this browser before.
    Device,
    /// It was signed in from this household before.
    Household,
    /// It was not, or there is no such account.
    No,
}

/// The mark by which a browser is known from now on.
#[derive(Debug, Clone)]
pub struct NewDevice {
    /// Digest of the new mark.
    pub mark: SecretDigest,
    /// Digest of the mark that it had before. Accounts that knew it by that know it by the new one.
    pub before: Option<SecretDigest>,
}

impl Store {
    /// Whether an account was signed in before in the browser with this mark, or from this household.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn familiar(
        &self,
        user: &User,
        mark: Option<&SecretDigest>,
        household: &str,
    ) -> Result<Familiar, StoreError> {
        let (id, mark, household) = (user.id, mark.cloned(), household_key(&user.holder, household));
        self.read(move |db| {
            let known = |db: &mut Db, kind: &str, digest: &str, long: Duration| -> Result<bool, Fault> {
                let row: Option<i64> = user_places::table
                    .filter(user_places::user_id.eq(id.0).and(user_places::digest.eq(digest)))
                    .filter(user_places::kind.eq(kind).and(user_places::seen_at.gt(now() - long)))
                    .select(user_places::id)
                    .get_result(db)
                    .optional()?;
                Ok(row.is_some())
            };
            if let Some(mark) = &mark
                && known(db, DEVICE, mark.as_str(), DEVICE_KNOWN)?
            {
                return Ok(Familiar::Device);
            }
            let at_home = known(db, HOUSEHOLD, household.as_str(), HOUSEHOLD_KNOWN)?;
            Ok(if at_home { Familiar::Household } else { Familiar::No })
        })
        .await
    }
}

/// The account is signed in in this browser.
pub(super) fn remember_device(db: &mut Db, user: UserId, device: &NewDevice) -> Result<(), Fault> {
    if let Some(before) = &device.before {
        diesel::update(user_places::table.filter(user_places::digest.eq(before)))
            .set(user_places::digest.eq(&device.mark))
            .execute(db)?;
    }
    remember(db, user, DEVICE, device.mark.as_str())
}

/// The account is signed in from this household.
pub(super) fn remember_household(
    db: &mut Db,
    user: UserId,
    holder: &SecretDigest,
    household: &str,
) -> Result<(), Fault> {
    remember(db, user, HOUSEHOLD, household_key(holder, household).as_str())
}

/// Forgets every place of an account, but for the browser with this mark.
pub(super) fn forget(db: &mut Db, user: UserId, staying: Option<&SecretDigest>) -> Result<(), Fault> {
    let all = user_places::table.filter(user_places::user_id.eq(user.0));
    // No digest is empty.
    let staying = staying.map_or("", SecretDigest::as_str);
    diesel::delete(all.filter(user_places::digest.ne(staying))).execute(db)?;
    Ok(())
}

/// Under what an account knows a household: others know the same one under something else.
fn household_key(holder: &SecretDigest, household: &str) -> SubjectKey {
    SubjectKey::new("household of", &format!("{}\n{household}", holder.as_str()))
}

fn remember(db: &mut Db, user: UserId, kind: &str, digest: &str) -> Result<(), Fault> {
    let own = user_places::table.filter(user_places::user_id.eq(user.0));
    let seen = user_places::seen_at.eq(now());
    if diesel::update(own.filter(user_places::digest.eq(digest))).set(seen).execute(db)? == 0 {
        diesel::insert_into(user_places::table)
            .values((user_places::user_id.eq(user.0), user_places::kind.eq(kind), user_places::digest.eq(digest), seen))
            .execute(db)?;
    }
    let surplus: Vec<i64> = own
        .filter(user_places::kind.eq(kind))
        .order((user_places::seen_at.desc(), user_places::id.desc()))
        .offset(MOST_OF_KIND)
        .select(user_places::id)
        .load(db)?;
    diesel::delete(user_places::table.filter(user_places::id.eq_any(surplus))).execute(db)?;
    Ok(())
}

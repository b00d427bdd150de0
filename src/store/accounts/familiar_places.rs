//! Familiar places: browsers and households from which an account was signed in before.
//!
//! From such a place the owner gets in, however many others try the account's name from elsewhere. A place grants
//! nothing by itself: the password is still required.

use diesel::prelude::*;
use time::Duration;

use super::super::Store;
use super::super::db::Db;
use super::super::error::{Fault, StoreError};
use super::super::ids::{SecretDigest, SubjectKey};
use super::super::model::now;
use super::super::schema::user_places;
use super::user::{User, UserId};

/// The time for which a browser stays familiar after the account was last signed in there.
const DEVICE_KNOWN: Duration = Duration::days(400);
/// The time for which a household stays familiar after that; its address may belong to others by then.
const HOUSEHOLD_KNOWN: Duration = Duration::days(90);
/// The largest number of places of each kind that an account remembers; the oldest make room.
const MOST_OF_KIND: i64 = 20;

const DEVICE: &str = "device";
const HOUSEHOLD: &str = "household";

/// Whether an account knows the place of an attempt to sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Familiar {
    /// The account was signed in in this browser before.
    Device,
    /// The account was signed in from this household before.
    Household,
    /// Neither, or there is no such account.
    No,
}

/// The mark by which a browser is recognised from now on.
#[derive(Debug, Clone)]
pub struct NewDevice {
    /// The digest of the new mark.
    pub mark: SecretDigest,
    /// The digest of the previous mark. Accounts that knew the browser by that one know it by the new one.
    pub before: Option<SecretDigest>,
}

impl Store {
    /// Whether an account was signed in before in the browser with this mark, or from this household.
    ///
    /// # Errors
    /// Any database error.
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

/// Records that the account is signed in in this browser.
pub(super) fn remember_device(db: &mut Db, user: UserId, device: &NewDevice) -> Result<(), Fault> {
    if let Some(before) = &device.before {
        diesel::update(user_places::table.filter(user_places::digest.eq(before)))
            .set(user_places::digest.eq(&device.mark))
            .execute(db)?;
    }
    remember(db, user, DEVICE, device.mark.as_str())
}

/// Records that the account is signed in from this household.
pub(super) fn remember_household(
    db: &mut Db,
    user: UserId,
    holder: &SecretDigest,
    household: &str,
) -> Result<(), Fault> {
    remember(db, user, HOUSEHOLD, household_key(holder, household).as_str())
}

/// Forgets every place of an account except the browser with this mark.
pub(super) fn forget(db: &mut Db, user: UserId, staying: Option<&SecretDigest>) -> Result<(), Fault> {
    let all = user_places::table.filter(user_places::user_id.eq(user.0));
    // No digest is empty.
    let staying = staying.map_or("", SecretDigest::as_str);
    diesel::delete(all.filter(user_places::digest.ne(staying))).execute(db)?;
    Ok(())
}

/// The key under which an account knows a household: other accounts know the same one under another key.
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

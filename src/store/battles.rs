//! Battles that are played in the browser: their heads, their orders, and who plays which side.
//!
//! | part | what |
//! |---|---|
//! | here | battles themselves: created, found |
//! | [`orders`] | orders, read and added |
//! | [`sides`] | the browsers and accounts that play a side |
//! | [`notices`] | the accounts that are told by mail when they have to decide |
//! | [`game`] | battles that play a game of an event |
//! | [`ending`] | deletion, by age too, and the way from a browser to an account |
//! | [`model`], [`words`] | the data that go in and come out |
//! | [`rows`] | a battle's row and its lock |
//!
//! What is stored of a battle is the head of its record and the orders that were accepted, to which others are only ever
//! added. Its state comes from playing them, which is the caller's business, as is what an order says.

mod ending;
mod game;
mod hooks;
mod model;
mod notices;
mod orders;
mod rows;
mod sides;
mod words;

pub(super) use self::ending::{claim_battles, mark_deleted, release_battles};
pub use self::game::{GameBattle, GameOf};
pub use self::hooks::{DueHook, Hook};
pub use self::model::{
    Appended, BattleHead, BattleOrder, BattleSummary, BattleTerms, LONGEST_BATTLE_HEAD, LONGEST_BATTLE_LINE,
    MOST_BATTLE_HOLDERS, MOST_BATTLE_ORDERS, NewBattle, NewOrders, StoredBattle,
};
pub use self::notices::Notice;
pub use self::words::{BattleSide, DecidedBy, DiceSecret, SketchOf};

use diesel::dsl::exists;
use diesel::prelude::*;
use time::OffsetDateTime;

use self::model::BattleRow;
use self::rows::insert_holder;
pub(super) use self::rows::lock_even_if_hidden;
use super::Store;
use super::allowance::{self, BattleAllowance};
use super::db::{Db, on_either};
use super::error::{Fault, StoreError};
use super::households::{BATTLE_BYTES, Growth};
use super::ids::{BattleId, Holder, RequestKey};
use super::model::{Moment, now};
use super::schema::{battle_holders, battle_terms, battles};
use super::sweep::OPENED_AGAIN;

impl Store {
    /// Creates a battle without orders. The same request key again returns the battle created the first time.
    ///
    /// # Errors
    /// [`StoreError::BattleGone`] if the battle created the first time was deleted since; [`StoreError::Spent`] and
    /// [`StoreError::NoRoom`] if nothing new is stored; [`StoreError::TooLong`] for a head of more than
    /// [`LONGEST_BATTLE_HEAD`] bytes, and a text that contains U+0000.
    pub async fn create_battle(&self, new: NewBattle) -> Result<BattleId, StoreError> {
        new.check()?;
        self.grow(move |db| create(db, &new)).await
    }

    /// The battle without its orders, and which sides this visitor plays. That it was opened is recorded, at most once a
    /// week.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::BattleGone`]; [`StoreError::BattleHidden`] for everybody who neither plays
    /// nor has created it.
    pub async fn battle(&self, id: &BattleId, by: Option<impl Into<Holder>>) -> Result<StoredBattle, StoreError> {
        let by = by.map(Into::into);
        let (row, opened_at, battle) = {
            let id = id.clone();
            self.read(move |db| read(db, &id, by.as_ref())).await?
        };
        if let Some(reason) = battle.hidden.as_ref().filter(|_| !battle.is_theirs) {
            return Err(StoreError::BattleHidden(reason.clone()));
        }
        if OffsetDateTime::now_utc() - opened_at > OPENED_AGAIN {
            let at = now();
            let written = self.write(move |db| {
                diesel::update(battles::table.find(row)).set(battles::opened_at.eq(at)).execute(db)?;
                Ok(())
            });
            if let Err(error) = written.await {
                tracing::warn!(cause = %error, "could not record that a battle was opened");
            }
        }
        Ok(battle)
    }

    /// The number of lines of each of these battles that has not been deleted.
    ///
    /// # Errors
    /// Any database error.
    pub async fn battle_lengths(&self, ids: Vec<BattleId>) -> Result<Vec<(BattleId, i64)>, StoreError> {
        self.read(move |db| {
            Ok(battles::table
                .filter(battles::public_id.eq_any(&ids).and(battles::deleted_at.is_null()))
                .select((battles::public_id, battles::orders))
                .load(db)?)
        })
        .await
    }

    /// The heads of all battles, in the order in which they were created: at most `most` after a row. That they were read
    /// is not recorded.
    ///
    /// # Errors
    /// Any database error.
    pub async fn battle_heads(&self, after: i64, most: u32) -> Result<Vec<BattleHead>, StoreError> {
        self.read(move |db| {
            Ok(on_either!(db, |connection| battles::table
                .filter(battles::id.gt(after).and(battles::deleted_at.is_null()))
                .order(battles::id.asc())
                .limit(i64::from(most))
                .select(BattleHead::as_select())
                .load(connection))?)
        })
        .await
    }

    /// The battle, hidden or not, for administrators. Looking at it changes nothing.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::BattleGone`].
    pub async fn battle_even_if_hidden(&self, id: &BattleId, by: Option<&Holder>) -> Result<StoredBattle, StoreError> {
        let (id, by) = (id.clone(), by.cloned());
        Ok(self.read(move |db| read(db, &id, by.as_ref())).await?.2)
    }

    /// The secret from which all dice of a battle follow.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::BattleGone`].
    pub async fn dice_secret(&self, id: &BattleId) -> Result<DiceSecret, StoreError> {
        let id = id.clone();
        self.read(move |db| {
            let (secret, deleted_at): (String, Option<Moment>) = on_either!(db, |connection| battles::table
                .filter(battles::public_id.eq(&id))
                .select((battles::dice_secret, battles::deleted_at))
                .get_result(connection))?;
            if deleted_at.is_some() { Err(StoreError::BattleGone.into()) } else { DiceSecret::of_text(&secret) }
        })
        .await
    }
}

fn create(db: &mut Db, new: &NewBattle) -> Result<(BattleId, Growth), Fault> {
    let key = RequestKey::to_battle(&new.request_key);
    let known: Option<(BattleId, Option<Moment>)> = battles::table
        .filter(battles::request_key.eq(&key))
        .select((battles::public_id, battles::deleted_at))
        .get_result(db)
        .optional()?;
    match known {
        Some((_, Some(_))) => return Err(StoreError::BattleGone.into()),
        Some((id, None)) => return Ok((id, Growth::NOTHING)),
        None => {}
    }
    let bytes = i64::try_from(new.head.len()).unwrap_or(i64::MAX);
    let keeper = new.visitor.as_str();
    allowance::check_battles(db, keeper, BattleAllowance { battles: 1, bytes })?;
    let (id, at) = (BattleId::random()?, now());
    let ([name_a, name_b], [by_a, by_b], [key_a, key_b]) = (&new.names, new.by, &new.keys);
    // If the same request is being carried out elsewhere, the later one fails here; it is rolled back, runs again and
    // finds the battle of the first.
    let row: i64 = diesel::insert_into(battles::table)
        .values((
            (battles::public_id.eq(&id), battles::request_key.eq(&key), battles::head.eq(&new.head)),
            (battles::ruleset.eq(&new.ruleset), battles::ruleset_version.eq(&new.ruleset_version)),
            battles::dice_secret.eq(new.secret.to_text()),
            (battles::name_a.eq(name_a), battles::by_a.eq(by_a), battles::key_a.eq(key_a)),
            (battles::name_b.eq(name_b), battles::by_b.eq(by_b), battles::key_b.eq(key_b)),
            (battles::keeper.eq(keeper), battles::orders.eq(0_i64), battles::bytes.eq(bytes)),
            (battles::standing.eq(&new.standing), battles::is_over.eq(false)),
            (battles::opened_at.eq(at), battles::created_at.eq(at), battles::updated_at.eq(at)),
        ))
        .returning(battles::id)
        .get_result(db)?;
    diesel::insert_into(battle_terms::table)
        .values((
            (battle_terms::battle_id.eq(row), battle_terms::is_open.eq(new.is_open)),
            (battle_terms::sketch_of.eq(&new.sketch_of), battle_terms::game.eq(&new.game)),
            (battle_terms::level.eq(&new.level), battle_terms::minutes.eq(new.minutes)),
            (battle_terms::days.eq(new.days), battle_terms::decides.eq(Some(new.decides)), battle_terms::since.eq(at)),
        ))
        .execute(db)?;
    for (side, holds) in BattleSide::ALL.into_iter().zip(new.holds) {
        if holds {
            insert_holder(db, row, side, keeper, at)?;
        }
    }
    Ok((id, Growth { works: 1, bytes: BATTLE_BYTES }.with_document(bytes)))
}

/// The battle, the number of its row, and when it was last opened.
fn read(db: &mut Db, id: &BattleId, by: Option<&Holder>) -> Result<(i64, OffsetDateTime, StoredBattle), Fault> {
    // No digest is empty, so the query stays the same when nobody asks.
    let [first, second] = by.map_or(["", ""], Holder::digests);
    let on_side = |side: BattleSide| {
        battle_holders::table
            .filter(battle_holders::battle_id.eq(battles::id).and(battle_holders::side.eq(side)))
            .filter(battle_holders::holder.eq(first).or(battle_holders::holder.eq(second)))
    };
    type Found = (BattleRow, String, Option<String>, BattleTerms, bool, bool);
    let (row, head, hidden, terms, a, b): Found = on_either!(db, |connection| battles::table
        .inner_join(battle_terms::table)
        .filter(battles::public_id.eq(id))
        .select((
            BattleRow::as_select(),
            battles::head,
            battles::hidden_reason,
            BattleTerms::as_select(),
            exists(on_side(BattleSide::A)),
            exists(on_side(BattleSide::B)),
        ))
        .get_result(connection))?;
    if row.is_deleted() {
        return Err(StoreError::BattleGone.into());
    }
    Ok((row.id, row.opened_at(), row.with_head((head, hidden), terms, by, [a, b])))
}

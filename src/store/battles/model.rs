//! The data of battles that go into the store and come out of it. Heads and lines are opaque text here.

use diesel::prelude::{Queryable, Selectable};
use time::{Duration, OffsetDateTime};

use super::super::error::StoreError;
use super::super::ids::{BattleId, Holder, SecretDigest};
use super::super::model::Moment;
use super::super::schema::{battle_orders, battle_terms, battles};
use super::game::GameOf;
use super::words::{BattleSide, DecidedBy, DiceSecret, SketchOf};

/// The largest number of orders of one battle; a long one has a few hundred.
pub const MOST_BATTLE_ORDERS: i64 = 4_000;

/// The largest number of bytes of the line of an order.
pub const LONGEST_BATTLE_LINE: usize = 4_096;

/// The largest number of bytes of the head of a battle.
pub const LONGEST_BATTLE_HEAD: usize = 200_000;

/// The largest number of browsers and accounts that may play one side of a battle.
pub const MOST_BATTLE_HOLDERS: i64 = 20;

/// A battle in which no order was given is deleted after this time.
pub(super) const UNPLAYED: Duration = Duration::days(30);

/// A battle to be created.
#[derive(Debug, Clone)]
pub struct NewBattle {
    /// The first lines of its record: everything that is known before the first order.
    pub head: String,
    /// Id of the ruleset.
    pub ruleset: String,
    /// The version of the ruleset's data.
    pub ruleset_version: String,
    /// The names of the sides.
    pub names: [String; 2],
    /// The decider of each side: a person or the program.
    pub by: [DecidedBy; 2],
    /// The digests of the secrets in the links that play the sides.
    pub keys: [SecretDigest; 2],
    /// The browser or account that creates it, in whose allowance it counts.
    pub visitor: SecretDigest,
    /// The sides that this visitor plays.
    pub holds: [bool; 2],
    /// A short line for lists: how it stands.
    pub standing: String,
    /// The secret from which its dice follow.
    pub secret: DiceSecret,
    /// Whether others than the players may look on while it goes on.
    pub is_open: bool,
    /// The days for each decision, from 1 to 30, if there is a clock.
    pub days: Option<i64>,
    /// The minutes that each side has for the whole battle, if there is such a clock.
    pub minutes: Option<i64>,
    /// The side that decides first.
    pub decides: BattleSide,
    /// The state of another battle from which it is begun as a sketch.
    pub sketch_of: Option<SketchOf>,
    /// The game of an event that it plays.
    pub game: Option<GameOf>,
    /// How the computer plays in it: a level and a style; `None` for the plain player.
    pub level: Option<String>,
    /// The request key: the same key again returns the battle created the first time.
    pub request_key: String,
}

impl NewBattle {
    /// Refuses a text that cannot be stored.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let [name_a, name_b] = &self.names;
        check_texts(&[
            ("head", &self.head),
            ("ruleset", &self.ruleset),
            ("version of the ruleset", &self.ruleset_version),
            ("name", name_a),
            ("name", name_b),
            ("standing", &self.standing),
        ])?;
        check_texts(&self.level.iter().map(|level| ("level", level)).collect::<Vec<_>>())?;
        check_length("head of the battle", &self.head, LONGEST_BATTLE_HEAD)
    }
}

/// What the players of a battle agreed besides the rules, and whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = battle_terms)]
pub struct BattleTerms {
    /// Whether others than the players may look on while it goes on.
    pub is_open: bool,
    /// The days for each decision, if there is a clock.
    pub days: Option<i64>,
    /// The side that decides now; `None` when the battle is over.
    pub decides: Option<BattleSide>,
    /// When that side began to be the one that decides, in UTC.
    #[diesel(deserialize_as = Moment)]
    pub since: OffsetDateTime,
    /// The state of another battle from which it was begun as a sketch.
    pub sketch_of: Option<SketchOf>,
    /// The game of an event that it plays.
    pub game: Option<GameOf>,
    /// How the computer plays in it: a level and a style; `None` for the plain player.
    pub level: Option<String>,
    /// The minutes that each side has for the whole battle, if there is such a clock.
    pub minutes: Option<i64>,
    /// The seconds that the first side had used when the present decision began.
    pub used_a: i64,
    /// The same for the second side.
    pub used_b: i64,
}

impl BattleTerms {
    /// When the time of the side that decides is up, if there is a clock and the battle goes on.
    #[must_use]
    pub fn due(&self) -> Option<OffsetDateTime> {
        let decides = self.decides?;
        let for_decision = self.days.map(Duration::days);
        let for_battle = self.left_at_decision(decides);
        let left = for_decision.into_iter().chain(for_battle).min()?;
        self.since.checked_add(left)
    }

    /// The time that a side has left for the whole battle at a moment, if there is such a clock; none if it has used more.
    #[must_use]
    pub fn left(&self, side: BattleSide, now: OffsetDateTime) -> Option<Duration> {
        let left = self.left_at_decision(side)?;
        let running = if self.decides == Some(side) { now - self.since } else { Duration::ZERO };
        Some((left - running).max(Duration::ZERO))
    }

    fn left_at_decision(&self, side: BattleSide) -> Option<Duration> {
        let used = match side {
            BattleSide::A => self.used_a,
            BattleSide::B => self.used_b,
        };
        Some(Duration::minutes(self.minutes?) - Duration::seconds(used))
    }
}

/// A battle as it is stored, without its orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBattle {
    /// The public id.
    pub id: BattleId,
    /// The first lines of its record.
    pub head: String,
    /// Id of the ruleset.
    pub ruleset: String,
    /// The version of the ruleset's data.
    pub ruleset_version: String,
    /// The names of the sides.
    pub names: [String; 2],
    /// The decider of each side: a person or the program.
    pub by: [DecidedBy; 2],
    /// Whether the asking visitor plays each side.
    pub holds: [bool; 2],
    /// Whether the asking visitor may delete it: see [`Store::delete_battle`](super::Store::delete_battle).
    pub may_delete: bool,
    /// The agreed terms, and whose turn it is.
    pub terms: BattleTerms,
    /// Whether the asking visitor plays a side of it or has created it, and sees it even if it is hidden.
    pub is_theirs: bool,
    /// The administrators' reason for hiding it; `None` if they do not.
    pub hidden: Option<String>,
    /// The number of its orders, and the `after` of the next one.
    pub orders: i64,
    /// How it stands, in a short line.
    pub standing: String,
    /// Whether it is over.
    pub is_over: bool,
    /// When it was created, in UTC.
    pub created_at: OffsetDateTime,
    /// When its last order was given, in UTC.
    pub updated_at: OffsetDateTime,
}

impl StoredBattle {
    /// When it is deleted unless an order is given before; `None` once there is one.
    #[must_use]
    pub fn unplayed_until(&self) -> Option<OffsetDateTime> {
        (self.orders == 0).then(|| self.created_at + UNPLAYED)
    }
}

/// A line of "my battles": a [`StoredBattle`] without its head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BattleSummary {
    /// The public id.
    pub id: BattleId,
    /// Id of the ruleset.
    pub ruleset: String,
    /// The version of the ruleset's data.
    pub ruleset_version: String,
    /// The names of the sides.
    pub names: [String; 2],
    /// The decider of each side: a person or the program.
    pub by: [DecidedBy; 2],
    /// Whether the asking visitor plays each side.
    pub holds: [bool; 2],
    /// Whether the asking visitor may delete it: see [`Store::delete_battle`](super::Store::delete_battle).
    pub may_delete: bool,
    /// The agreed terms, and whose turn it is.
    pub terms: BattleTerms,
    /// The number of its orders.
    pub orders: i64,
    /// How it stands, in a short line.
    pub standing: String,
    /// Whether it is over.
    pub is_over: bool,
    /// When it was created, in UTC.
    pub created_at: OffsetDateTime,
    /// When its last order was given, in UTC.
    pub updated_at: OffsetDateTime,
}

/// The head of a stored battle, for a check of all of them.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = battles)]
pub struct BattleHead {
    /// The number of its row, after which the next ones follow.
    #[diesel(column_name = id)]
    pub row: i64,
    /// The public id.
    #[diesel(column_name = public_id)]
    pub id: BattleId,
    /// The first lines of its record.
    pub head: String,
    /// The version of the ruleset's data.
    pub ruleset_version: String,
}

/// A line of a battle: an order that was accepted, or something else that its players did, such as taking orders back.
/// Lines are never changed, only followed by others.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = battle_orders)]
pub struct BattleOrder {
    /// 1, 2, 3 … within the battle, without gaps.
    pub number: i64,
    /// The line as its writer has made it.
    pub line: String,
    /// The side whose order it is.
    pub side: BattleSide,
    /// When it was given, in UTC.
    #[diesel(column_name = created_at, deserialize_as = Moment)]
    pub at: OffsetDateTime,
}

/// Orders to be added to a battle in one step, and what they make of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewOrders {
    /// The orders, each with the side whose order it is.
    pub lines: Vec<(BattleSide, String)>,
    /// How the battle stands after them, in a short line.
    pub standing: String,
    /// Whether the battle is over after them.
    pub is_over: bool,
    /// The side that decides after them; `None` when the battle is over.
    pub decides: Option<BattleSide>,
    /// The request key, under which they are added once, however often the request is sent.
    pub request: Option<String>,
}

impl NewOrders {
    /// Refuses a text that cannot be stored.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        check_texts(&[("standing", &self.standing)])?;
        for (_, line) in &self.lines {
            check_texts(&[("order", line)])?;
            check_length("order", line, LONGEST_BATTLE_LINE)?;
        }
        Ok(())
    }
}

/// The result of giving orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appended {
    /// They were added.
    Done,
    /// The same request was carried out before.
    Before,
    /// Somebody else gave an order meanwhile; nothing changed.
    Conflict {
        /// The number of orders that the battle has.
        orders: i64,
    },
}

/// A battle without its head, as the database has it.
#[derive(Queryable, Selectable)]
#[diesel(table_name = battles)]
pub(super) struct BattleRow {
    pub(super) id: i64,
    public_id: BattleId,
    ruleset: String,
    ruleset_version: String,
    name_a: String,
    name_b: String,
    by_a: DecidedBy,
    by_b: DecidedBy,
    keeper: String,
    orders: i64,
    standing: String,
    is_over: bool,
    opened_at: Moment,
    created_at: Moment,
    updated_at: Moment,
    deleted_at: Option<Moment>,
}

impl BattleRow {
    pub(super) fn is_deleted(&self) -> bool {
        self.deleted_at.is_some()
    }

    pub(super) fn opened_at(&self) -> OffsetDateTime {
        self.opened_at.into()
    }

    fn may_delete(&self, by: Option<&Holder>, terms: &BattleTerms, holds: [bool; 2]) -> bool {
        let keeper = if terms.game.is_some() { None } else { Some(&*self.keeper) };
        by.is_some_and(|by| may_delete(by, keeper, [self.by_a, self.by_b], holds))
    }

    pub(super) fn with_head(
        self,
        (head, hidden): (String, Option<String>),
        terms: BattleTerms,
        by: Option<&Holder>,
        holds: [bool; 2],
    ) -> StoredBattle {
        StoredBattle {
            may_delete: self.may_delete(by, &terms, holds),
            is_theirs: holds != [false; 2] || by.is_some_and(|by| by.is(&self.keeper)),
            hidden,
            id: self.public_id,
            head,
            ruleset: self.ruleset,
            ruleset_version: self.ruleset_version,
            names: [self.name_a, self.name_b],
            by: [self.by_a, self.by_b],
            holds,
            terms,
            orders: self.orders,
            standing: self.standing,
            is_over: self.is_over,
            created_at: self.created_at.into(),
            updated_at: self.updated_at.into(),
        }
    }

    pub(super) fn in_list(self, terms: BattleTerms, by: &Holder, holds: [bool; 2]) -> BattleSummary {
        BattleSummary {
            may_delete: self.may_delete(Some(by), &terms, holds),
            id: self.public_id,
            ruleset: self.ruleset,
            ruleset_version: self.ruleset_version,
            names: [self.name_a, self.name_b],
            by: [self.by_a, self.by_b],
            holds,
            terms,
            orders: self.orders,
            standing: self.standing,
            is_over: self.is_over,
            created_at: self.created_at.into(),
            updated_at: self.updated_at.into(),
        }
    }
}

/// Whether a visitor may delete a battle: its keeper may, and so may whoever plays every side that has a player.
/// Someone who was only sent the link of one side cannot delete it from under the other player; nor can the keeper if it
/// is a game of an event, whose keeper here is `None`: that has begun it for both.
pub(super) fn may_delete(by: &Holder, keeper: Option<&str>, decided: [DecidedBy; 2], holds: [bool; 2]) -> bool {
    let mut played = decided.into_iter().zip(holds).filter(|(decided, _)| *decided == DecidedBy::Person).peekable();
    keeper.is_some_and(|keeper| by.is(keeper)) || (played.peek().is_some() && played.all(|(_, held)| held))
}

pub(super) fn check_texts(texts: &[(&'static str, &String)]) -> Result<(), StoreError> {
    match texts.iter().find(|(_, text)| text.contains('\0')) {
        Some((field, _)) => Err(StoreError::ZeroCharacter { field }),
        None => Ok(()),
    }
}

pub(super) fn check_length(field: &'static str, text: &str, most: usize) -> Result<(), StoreError> {
    if text.len() > most { Err(StoreError::TooLong { field, most }) } else { Ok(()) }
}

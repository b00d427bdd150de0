//! Battles that play a game of an event.

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::prelude::*;
use diesel::sql_types::Text;

use super::super::Store;
use super::super::error::StoreError;
use super::super::events::EventId;
use super::super::ids::{BattleId, ParseIdError, text_column};
use super::super::schema::{battle_terms, battles};

/// A game of an event: its round, the table at which its battle was begun, and the numbers that the rounds use for its
/// players. These meet once in a round, and may be moved to another table.
///
/// ```
/// use musterfield::store::GameOf;
/// let game = GameOf::parse("12/3/4/17/18").unwrap();
/// assert_eq!((game.round(), game.table(), game.sides()), (3, 4, [17, 18]));
/// assert_eq!(GameOf::new(game.event(), 3, 4, [17, 18]), game);
/// assert!(game.is_between(3, [17, 18]) && !game.is_between(3, [18, 17]));
/// assert!(GameOf::parse("12/3/4/17").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub struct GameOf {
    text: String,
    event: EventId,
    round: u32,
    table: u16,
    sides: [u32; 2],
}

impl GameOf {
    /// The game at a table of a round.
    #[must_use]
    pub fn new(event: EventId, round: u32, table: u16, sides: [u32; 2]) -> Self {
        let (EventId(number), [a, b]) = (event, sides);
        Self { text: format!("{number}/{round}/{table}/{a}/{b}"), event, round, table, sides }
    }

    /// Reads it as the database has it.
    ///
    /// # Errors
    /// If the text is anything else.
    pub fn parse(text: &str) -> Result<Self, ParseIdError> {
        let parts: Vec<&str> = text.split('/').collect();
        let read = || {
            let &[event, round, table, a, b] = parts.as_slice() else { return None };
            let sides = [a.parse().ok()?, b.parse().ok()?];
            Some(Self::new(EventId(event.parse().ok()?), round.parse().ok()?, table.parse().ok()?, sides))
        };
        read().filter(|game| game.text == text).ok_or(ParseIdError::new("a game of an event"))
    }

    /// The game as the database spells it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The event.
    #[must_use]
    pub fn event(&self) -> EventId {
        self.event
    }

    /// The number of the round.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The number of the table at which the battle was begun.
    #[must_use]
    pub fn table(&self) -> u16 {
        self.table
    }

    /// The players, the side named first before the other.
    #[must_use]
    pub fn sides(&self) -> [u32; 2] {
        self.sides
    }

    /// Whether it is the game of these players in a round of the same event, the side named first before the other.
    #[must_use]
    pub fn is_between(&self, round: u32, sides: [u32; 2]) -> bool {
        self.round == round && self.sides == sides
    }
}

text_column!(GameOf);

/// A battle that plays a game of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameBattle {
    /// The public id.
    pub id: BattleId,
    /// The game.
    pub game: GameOf,
    /// Whether others than the players may look on while it goes on.
    pub is_open: bool,
    /// Whether it is over.
    pub is_over: bool,
    /// Whether the administrators hide it.
    pub is_hidden: bool,
}

impl Store {
    /// The battles that play the games of a round and have not been deleted.
    ///
    /// # Errors
    /// Any database error.
    pub async fn battles_of_round(&self, event: EventId, round: u32) -> Result<Vec<GameBattle>, StoreError> {
        let EventId(event) = event;
        // The character after the slash is 0.
        let (first, end) = (format!("{event}/{round}/"), format!("{event}/{round}0"));
        self.read(move |db| {
            type Found = (BattleId, Option<GameOf>, bool, bool, Option<String>);
            let found: Vec<Found> = battles::table
                .inner_join(battle_terms::table)
                .filter(battle_terms::game.ge(&first).and(battle_terms::game.lt(&end)))
                .filter(battles::deleted_at.is_null())
                .order(battles::id.asc())
                .select((
                    battles::public_id,
                    battle_terms::game,
                    battle_terms::is_open,
                    battles::is_over,
                    battles::hidden_reason,
                ))
                .load(db)?;
            let battle = |(id, game, is_open, is_over, hidden): Found| {
                Some(GameBattle { id, game: game?, is_open, is_over, is_hidden: hidden.is_some() })
            };
            Ok(found.into_iter().filter_map(battle).collect())
        })
        .await
    }
}

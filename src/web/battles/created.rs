//! A battle to be stored for the first time.

use super::log::side;
use super::sitting::Sitting;
use crate::store::{DecidedBy, DiceSecret, NewBattle, Secret, SecretDigest, StoreError};

impl Sitting {
    /// The battle as a new one for the database: two people decide, nobody holds a side yet, and only players see it.
    /// The caller changes what is different, and names the request.
    ///
    /// # Errors
    /// When the operating system supplies no randomness for the secrets of its links.
    pub(super) fn to_store(&self, creator: SecretDigest, secret: DiceSecret) -> Result<NewBattle, StoreError> {
        let ruleset = self.battle().setting().ruleset;
        Ok(NewBattle {
            head: self.head(),
            ruleset: ruleset.id.to_string(),
            ruleset_version: ruleset.version.to_string(),
            names: self.names(),
            by: [DecidedBy::Person; 2],
            keys: [Secret::random()?.digest(), Secret::random()?.digest()],
            visitor: creator,
            holds: [false; 2],
            standing: self.standing(),
            secret,
            is_open: false,
            days: None,
            minutes: None,
            decides: side(self.battle().to_decide()),
            sketch_of: None,
            game: None,
            level: None,
            request_key: String::new(),
        })
    }
}

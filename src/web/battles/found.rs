//! A battle as a visitor finds it: what is stored of it, and its state after the last order.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::Data;
use musterfield_battle::Player;

use super::log::plays_alone;
use super::opponent::{Deciders, Opponent};
use super::sitting::Sitting;
use crate::store::{BattleId, DecidedBy, Holder, StoreError, StoredBattle};
use crate::web::accounts::identity;
use crate::web::download::Tag;
use crate::web::error::WebError;
use crate::web::link;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;

/// A battle and who looks at it.
pub(super) struct FoundBattle {
    pub stored: StoredBattle,
    pub sitting: Arc<Sitting>,
    /// Whether the visitor is an administrator.
    pub admin: bool,
}

/// Reads the id in an address.
pub(super) fn id_of(text: &str) -> Result<BattleId, WebError> {
    BattleId::parse(text).map_err(|_| WebError::NotFound)
}

impl FoundBattle {
    /// The battle of this id, played up to its last order.
    ///
    /// # Errors
    /// When there is no such battle, it was deleted, only its players may see it, or the present rules cannot begin it.
    pub(super) async fn new(request: &HttpRequest, state: &Data<AppState>, id: &BattleId) -> Result<Self, WebError> {
        let by = identity::holder(request, state).await?;
        Self::find(request, state, id, by, Self::shows).await
    }

    /// The battle as this visitor finds it, even if only its players may see it.
    ///
    /// # Errors
    /// When there is no such battle, or it was deleted.
    pub(super) async fn of(
        request: &HttpRequest,
        state: &Data<AppState>,
        id: &BattleId,
        by: Option<Holder>,
    ) -> Result<Self, WebError> {
        Self::find(request, state, id, by, |_| true).await
    }

    /// The battle as this visitor finds it, if `shows` lets it be seen or the visitor is an administrator.
    async fn find(
        request: &HttpRequest,
        state: &Data<AppState>,
        id: &BattleId,
        by: Option<Holder>,
        shows: impl Fn(&StoredBattle) -> bool,
    ) -> Result<Self, WebError> {
        let admin = identity::is_admin(request, state).await?;
        let stored = match state.store.battle(id, by.clone()).await {
            Err(StoreError::BattleHidden(_)) if admin => state.store.battle_even_if_hidden(id, by.as_ref()).await?,
            found => found?,
        };
        // Strangers learn nothing about a closed battle, not even that it cannot be played any more.
        if !admin && !shows(&stored) {
            return Err(WebError::ClosedBattle);
        }
        let known = state.sittings.get(id).filter(|sitting| sitting.lines() == stored.orders);
        if let Some(sitting) = known {
            return Ok(Self { stored, sitting, admin });
        }
        let lines = state.store.battle_orders(id, 0).await?;
        let (book, catalogue, head) = (state.book, state.catalogue, stored.head.clone());
        let played =
            state.run_heavy(request, JobKind::Replay, move || Sitting::replayed(book, catalogue, &head, &lines));
        let sitting =
            played.await?.map_err(|why| WebError::OldBattle { record: link::battle_file(id, "battle").into(), why })?;
        let sitting = Arc::new(sitting);
        state.sittings.put(id, sitting.clone());
        Ok(Self { stored, sitting, admin })
    }

    /// The mark of its state, which changes with every order.
    pub(super) fn tag(&self) -> Tag {
        Tag::new(&[self.sitting.digest().as_bytes(), self.stored.orders.to_string().as_bytes()])
    }

    /// The player who decides now, unless the battle is over or only looked at.
    pub(super) fn decides(&self) -> Option<Player> {
        self.sitting.decides().filter(|_| self.only_looked_at().is_none())
    }

    /// The reason why nobody goes on with a battle that is not decided, in a sentence.
    pub(super) fn only_looked_at(&self) -> Option<String> {
        match self.sitting.differs() {
            Some((number, why)) => Some(format!(
                "This battle was played under {}. Today’s rules play its order {number} differently: {why}. You can look at \
                 it up to there and download its record, and nobody can go on with it.",
                self.version_in_words()
            )),
            None if self.stored.is_over && !self.sitting.is_over() => {
                Some("This is a record to look at. Nobody goes on with it.".to_owned())
            }
            None => None,
        }
    }

    /// A note about the version of the rules under which the battle was begun, if it is another and plays the same.
    pub(super) fn begun_under_others(&self) -> Option<String> {
        let here = &*self.sitting.battle().setting().ruleset.version;
        let is_other = *self.stored.ruleset_version != *here && self.sitting.differs().is_none();
        is_other.then(|| {
            format!("Begun under {}; version {here} plays every order so far the same.", self.version_in_words())
        })
    }

    /// The rules of the battle, with their version when it was stored: `D3H2, version 4`.
    fn version_in_words(&self) -> String {
        let ruleset = self.sitting.battle().setting().ruleset;
        let old = &self.stored.ruleset_version;
        let age = if **old == *ruleset.version { "an earlier program with " } else { "" };
        format!("{age}{}, version {old}", ruleset.name)
    }

    /// The deciders of both sides.
    pub(super) fn deciders(&self) -> Deciders {
        Deciders { by: self.stored.by, opponent: Opponent::stored(self.stored.terms.level.as_deref()) }
    }

    /// Whether the computer decides now.
    pub(super) fn computer_decides(&self) -> bool {
        self.decides().is_some_and(|player| *player.of(&self.stored.by) == DecidedBy::Plain)
    }

    /// Whether the visitor decides now.
    pub(super) fn visitor_decides(&self) -> bool {
        self.decides().is_some_and(|player| *player.of(&self.stored.holds)) && !self.computer_decides()
    }

    /// Whether the visitor plays one of the sides.
    pub(super) fn plays(&self) -> bool {
        self.stored.holds.iter().any(|holds| *holds)
    }

    /// Whether anybody may look on: once the battle is over, or if its players have agreed to that.
    pub(super) fn is_open(stored: &StoredBattle) -> bool {
        stored.terms.is_open || stored.is_over
    }

    /// Whether the visitor may look on.
    pub(super) fn shows(stored: &StoredBattle) -> bool {
        stored.holds.contains(&true) || Self::is_open(stored)
    }

    /// Whether the players throw the dice.
    pub(super) fn has_typed_dice(&self) -> bool {
        self.sitting.has_typed_dice(self.stored.by)
    }

    /// Whether the visitor decides for all people in the battle.
    pub(super) fn plays_alone(&self) -> bool {
        plays_alone(self.stored.holds, self.stored.by)
    }

    /// The player for whom the visitor speaks: one whose side the visitor plays, the one who decides first.
    pub(super) fn speaks_for(&self) -> Option<Player> {
        let plays =
            |player: &Player| *player.of(&self.stored.holds) && *player.of(&self.stored.by) == DecidedBy::Person;
        self.decides().filter(plays).or_else(|| Player::ALL.into_iter().find(plays))
    }

    /// Whether the visitor gave an order, by its position from 0.
    pub(super) fn is_own(&self, at: usize) -> bool {
        let player = self.sitting.gave(at);
        *player.of(&self.stored.holds) && *player.of(&self.stored.by) == DecidedBy::Person
    }

    /// The name of a player's army.
    pub(super) fn name(&self, player: Player) -> &str {
        player.of::<String>(&self.stored.names)
    }
}

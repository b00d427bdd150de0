//! A battle as a visitor finds it: what is stored of it, and its state after the last order.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::Data;
use musterfield_battle::Player;

use super::sitting::Sitting;
use crate::store::{BattleId, DecidedBy, Holder, StoreError, StoredBattle};
use crate::web::accounts::identity;
use crate::web::download::Tag;
use crate::web::error::WebError;
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
    /// When there is no such battle, or it was deleted.
    pub(super) async fn new(request: &HttpRequest, state: &Data<AppState>, id: &BattleId) -> Result<Self, WebError> {
        let by = identity::holder(request, state).await?;
        Self::of(request, state, id, by).await
    }

    /// The battle as this visitor finds it.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub(super) async fn of(
        request: &HttpRequest,
        state: &Data<AppState>,
        id: &BattleId,
        by: Option<Holder>,
    ) -> Result<Self, WebError> {
        let admin = identity::is_admin(request, state).await?;
        let stored = match state.store.battle(id, by.clone()).await {
            Err(StoreError::BattleHidden(_)) if admin => state.store.battle_even_if_hidden(id, by.as_ref()).await?,
            found => found?,
        };
        let known = state.sittings.get(id).filter(|sitting| sitting.orders() == stored.orders);
        if let Some(sitting) = known {
            return Ok(Self { stored, sitting, admin });
        }
        let orders = state.store.battle_orders(id, 0).await?;
        let (book, catalogue, head) = (state.book, state.catalogue, stored.head.clone());
        let played = state.run_heavy(request, JobKind::Replay, move || {
            Sitting::replayed(book, catalogue, &head, orders.iter().map(|order| order.line.as_str()))
        });
        let sitting = Arc::new(played.await??);
        state.sittings.put(id, sitting.clone());
        Ok(Self { stored, sitting, admin })
    }

    /// The mark of its state, which changes with every order.
    pub(super) fn tag(&self) -> Tag {
        Tag::new(&[self.sitting.digest().as_bytes(), self.stored.orders.to_string().as_bytes()])
    }

    /// The player who decides now, unless the battle is over.
    pub(super) fn decides(&self) -> Option<Player> {
        (!self.sitting.is_over()).then(|| self.sitting.battle().to_decide())
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

    /// The name of a player's army.
    pub(super) fn name(&self, player: Player) -> &str {
        player.of::<String>(&self.stored.names)
    }
}

//! The game of an event that a battle plays, as its page shows it.

use actix_web::HttpRequest;
use musterfield_battle::record::EarlyEnd;
use musterfield_battle::{Battle, Player};
use musterfield_events::scoring::SideOutcome;
use musterfield_events::standings::TableNumber;

use super::found::FoundBattle;
use crate::store::DecidedBy;
use crate::web::error::WebError;
use crate::web::events::played::{BattleEnd, Place, PlayedGame, SideEnd, Standing, place, played};
use crate::web::link;
use crate::web::state::AppState;

/// A game of an event on the page of its battle.
pub(super) struct GameView {
    pub event: String,
    pub round: u32,
    pub table: Option<TableNumber>,
    /// The path of its round.
    pub path: String,
    /// The result, for the players, once the battle is over.
    pub result: Option<ResultView>,
}

/// The result as the round has it or would have it.
pub(super) struct ResultView {
    /// The players, each with what the round says of their side.
    pub sides: Vec<(String, String)>,
    /// Its consequence, in a sentence.
    pub note: String,
    /// Whether the visitor has still to say that they have seen it.
    pub asks: bool,
}

impl GameView {
    /// The game that a battle plays, as far as the visitor may see its event.
    pub(super) async fn new(
        request: &HttpRequest,
        state: &AppState,
        found: &FoundBattle,
    ) -> Result<Option<Self>, WebError> {
        let Some(game) = &found.stored.terms.game else { return Ok(None) };
        let Some(Place { slug, event, table }) = place(request, state, game).await? else { return Ok(None) };
        let round = link::round(&slug, game.round());
        let path = match table {
            Some(table) => round.at(format_args!("table-{table}")),
            None => round.into(),
        };
        let result = match end_of(found).filter(|_| found.plays()) {
            Some(end) => Some(ResultView::new(found, played(request, state, game, &end).await?)),
            None => None,
        };
        Ok(Some(Self { event, round: game.round(), table, path, result }))
    }
}

impl ResultView {
    fn new(found: &FoundBattle, game: Option<PlayedGame>) -> Self {
        const HELPER: &str = "The round has changed since, so the program cannot enter this result: a helper of the event has \
                              to enter it.";
        let Some(PlayedGame { names, told, standing }) = game else {
            return Self { sides: Vec::new(), note: HELPER.to_owned(), asks: false };
        };
        let seen = found.sitting.log().seen();
        let asks = unseen(found).next().is_some();
        let waits_for = names.iter().zip(seen).find(|(_, seen)| !seen).map(|(name, _)| name.clone());
        let (note, asks) = match (standing, waits_for) {
            (Standing::Entered, _) => ("This is the result in the round.".to_owned(), false),
            (Standing::Other(told), _) => {
                (format!("The round has another result, which stands: {told}. A helper can correct it."), false)
            }
            (Standing::Open, _) if asks => {
                ("It is entered in the round once both players have said that they have seen it.".to_owned(), true)
            }
            (Standing::Open, Some(other)) => {
                (format!("You have seen it. It is entered in the round once {other} has."), false)
            }
            (Standing::Open, None) => (HELPER.to_owned(), false),
        };
        Self { sides: names.into_iter().zip(told).collect(), note, asks }
    }
}

/// The sides for which the visitor has not said yet that the result was seen.
pub(super) fn unseen(found: &FoundBattle) -> impl Iterator<Item = Player> + '_ {
    let seen = found.sitting.log().seen();
    let is_theirs =
        |player: &Player| *player.of(&found.stored.holds) && *player.of(&found.stored.by) == DecidedBy::Person;
    Player::ALL.into_iter().filter(is_theirs).filter(move |player| !*player.of(&seen))
}

/// The end of a battle for the round of its game; `None` if it goes on, or nobody can say how it ended.
pub(super) fn end_of(found: &FoundBattle) -> Option<BattleEnd> {
    let sitting = &found.sitting;
    if !sitting.is_over() || found.only_looked_at().is_some() || found.stored.hidden.is_some() {
        return None;
    }
    let outcome = |player: Player| match (sitting.early(), sitting.winner()) {
        (Some(EarlyEnd::Drawn), _) | (None, None) => SideOutcome::Drew,
        (Some(EarlyEnd::Resigned(loser) | EarlyEnd::Late(loser)), _) if loser == player => SideOutcome::Conceded,
        (Some(_), _) => SideOutcome::Won,
        (None, Some(winner)) if winner == player => SideOutcome::Won,
        (None, Some(_)) => SideOutcome::Lost,
    };
    let battle = sitting.battle();
    let counts = battle.setting().counts_losses;
    Some(BattleEnd { counts, sides: Player::ALL.map(|player| side_end(battle, player, outcome(player))) })
}

fn side_end(battle: &Battle, player: Player, outcome: SideOutcome) -> SideEnd {
    let lost: Vec<_> = battle.army(player).filter(|id| battle.is_lost(*id)).collect();
    SideEnd {
        outcome,
        lost: battle.lost(player),
        elements: i64::try_from(lost.len()).unwrap_or(i64::MAX),
        cost: lost.iter().map(|id| battle.profile(*id).cost).sum(),
        generals: lost.iter().filter(|id| battle.profile(**id).general).map(|_| 1).sum(),
        camps: battle.has_lost_camp(player).into(),
        strongholds: battle.has_lost_stronghold(player).into(),
    }
}

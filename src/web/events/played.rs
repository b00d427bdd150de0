//! The result of a battle that was played here, for the round of its game.

use actix_web::HttpRequest;
use musterfield_events::scoring::{Checked, GameResult, LossUnit, Report, Side, SideOutcome, SideReport};
use musterfield_events::standings::{Game, PlayerNumber, TableNumber};
use musterfield_rules::Points;
use musterfield_rules::ruleset::SizeUnit;

use super::access::{EventAccess, FoundEvent};
use super::outcome::{in_a_line, in_words, outcome};
use super::play::{KeptRound, Play, TRIES, to_json};
use super::result::FoundGame;
use crate::store::{Actor, BattleId, GameOf, Slug, StoreError};
use crate::web::error::WebError;
use crate::web::link;
use crate::web::state::AppState;

/// The log's name for a battle that enters its result.
const THE_BATTLE: &str = "the battle";

/// The end of a battle for one side.
#[derive(Clone, Debug)]
pub(in crate::web) struct SideEnd {
    pub outcome: SideOutcome,
    /// Everything lost, as the rules count it.
    pub lost: Points,
    /// The number of elements lost, and their price.
    pub elements: i64,
    pub cost: Points,
    pub generals: i64,
    pub camps: i64,
    pub strongholds: i64,
}

/// The end of a battle.
#[derive(Clone, Debug)]
pub(in crate::web) struct BattleEnd {
    /// The unit in which its rules count losses.
    pub counts: SizeUnit,
    /// Of the side named first, and of the other.
    pub sides: [SideEnd; 2],
}

/// The event of a game.
pub(in crate::web) struct Place {
    pub slug: Slug,
    /// Its name.
    pub event: String,
    /// The table of the game, to which it may have been moved since its battle began; `None` if its round is no longer
    /// there for everybody to see.
    pub table: Option<TableNumber>,
}

/// The result of a battle beside the one in the round.
pub(in crate::web) enum Standing {
    /// The round has none yet.
    Open,
    /// The round has this one.
    Entered,
    /// The round has another one, in a line.
    Other(String),
}

/// A game that was played here.
pub(in crate::web) struct PlayedGame {
    pub names: [String; 2],
    /// The result of each side: `won, lost 3 AP`.
    pub told: [String; 2],
    pub standing: Standing,
}

/// The outcome of entering a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::web) enum Entered {
    /// The round has it now.
    Done,
    /// The round has a result already, which stands.
    Before,
    /// The game is not there any more, or its event cannot take the result.
    Impossible,
    /// Others changed the round each time.
    TooBusy,
}

impl BattleEnd {
    /// The result as the event counts it, by the same check as one that a helper types; `None` if it fails.
    fn result(&self, counted: LossUnit) -> Option<GameResult> {
        let side = |end: &SideEnd| SideReport {
            fate: Some(end.outcome),
            lost: match (self.counts, counted) {
                (SizeUnit::Points, LossUnit::Ap) | (SizeUnit::Elements, LossUnit::Elements) => end.lost,
                (SizeUnit::Points, LossUnit::Elements) => {
                    Points::whole(i32::try_from(end.elements).unwrap_or(i32::MAX))
                }
                (SizeUnit::Elements, LossUnit::Ap) => end.cost,
            },
            generals: end.generals,
            camps: end.camps,
            strongholds: end.strongholds,
            broken_at: None,
        };
        let [a, b] = self.sides.each_ref().map(side);
        Report { a, b }.check(counted).ok().map(|Checked { result, .. }| result)
    }
}

/// An event as it is now, if the visitor may see it.
fn if_there<T>(found: Result<T, WebError>) -> Result<Option<T>, WebError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(WebError::NotFound | WebError::Hidden(..) | WebError::EventOutdated(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The event of a game, if the visitor may see it.
///
/// # Errors
/// Any database error.
pub(in crate::web) async fn place(
    request: &HttpRequest,
    state: &AppState,
    game: &GameOf,
) -> Result<Option<Place>, WebError> {
    let Some(slug) = state.store.event_slug(game.event()).await? else { return Ok(None) };
    let found = if_there(FoundEvent::find(request, state, slug.as_str()).await)?;
    let Some(FoundEvent { event, .. }) = found else { return Ok(None) };
    let rounds = state.store.rounds(event.id).await?;
    let round = rounds.into_iter().find(|round| round.published && round.number == i64::from(game.round()));
    let round = round.map(KeptRound::new).transpose()?;
    let table = round.as_ref().and_then(|kept| game_in(kept, game)).map(|game| game.table);
    Ok(Some(Place { slug: event.slug, event: event.content.name, table }))
}

/// The game in its round.
fn game_in<'a>(kept: &'a KeptRound, of: &GameOf) -> Option<&'a Game> {
    let sides = of.sides().map(PlayerNumber);
    kept.round.games.iter().find(|game| game.sides == sides)
}

async fn event_of(request: &HttpRequest, state: &AppState, game: &GameOf) -> Result<Option<EventAccess>, WebError> {
    match state.store.event_slug(game.event()).await? {
        Some(slug) => if_there(EventAccess::find(request, state, slug.as_str()).await),
        None => Ok(None),
    }
}

/// The game in a round that everybody may see, between the same players; the table may have changed since.
fn find<'a>(open: &'a EventAccess, play: &'a Play, of: &GameOf) -> Option<FoundGame<'a>> {
    let kept: &KeptRound = play.published().iter().find(|kept| kept.number == of.round())?;
    Some(FoundGame { open, play, kept, game: game_in(kept, of)? })
}

/// The game of a battle that has ended so; `None` if its event cannot take the result.
///
/// # Errors
/// Any database error.
pub(in crate::web) async fn played(
    request: &HttpRequest,
    state: &AppState,
    game: &GameOf,
    end: &BattleEnd,
) -> Result<Option<PlayedGame>, WebError> {
    let Some(open) = event_of(request, state, game).await? else { return Ok(None) };
    let play = Play::load(&open, state, None).await?;
    let counted = open.plan.scheme().counted();
    let Some((found, result)) = find(&open, &play, game).zip(end.result(counted)) else { return Ok(None) };
    let standing = match &found.game.result {
        None => Standing::Open,
        Some(entered) if *entered == result => Standing::Entered,
        Some(other) => Standing::Other(in_a_line(other, counted)),
    };
    Ok(Some(PlayedGame {
        names: found.game.sides.map(|side| play.name(side)),
        told: [Side::A, Side::B].map(|side| in_words(&outcome(&result, side, counted))),
        standing,
    }))
}

/// Enters the result of a battle in the round of its game, unless that has one.
///
/// # Errors
/// Any database error.
pub(in crate::web) async fn enter(
    request: &HttpRequest,
    state: &AppState,
    game: &GameOf,
    end: &BattleEnd,
    battle: &BattleId,
) -> Result<Entered, WebError> {
    let Some(open) = event_of(request, state, game).await? else { return Ok(Entered::Impossible) };
    let counted = open.plan.scheme().counted();
    let Some(result) = end.result(counted) else { return Ok(Entered::Impossible) };
    for _ in 0..TRIES {
        let play = Play::load(&open, state, None).await?;
        let Some(found) = find(&open, &play, game) else { return Ok(Entered::Impossible) };
        if let Some(before) = &found.game.result {
            return Ok(if *before == result { Entered::Done } else { Entered::Before });
        }
        let (round, action) = found.with(Some(result), counted);
        let action = format!("{action}; played here: {}", &*link::battle(battle));
        let by = (&Actor::new(THE_BATTLE), action.as_str());
        match state
            .store_for(request)
            .change_round(open.event.id, found.kept.base(), to_json(&round), found.kept.published, by)
            .await
        {
            Ok(()) => return Ok(Entered::Done),
            // Somebody recorded the result of another game.
            Err(StoreError::EventChanged) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(Entered::TooBusy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(outcome: SideOutcome, [lost, cost]: [&str; 2], elements: i64) -> SideEnd {
        let [lost, cost] = [lost, cost].map(|points| points.parse().unwrap());
        SideEnd { outcome, lost, elements, cost, generals: 1, camps: 0, strongholds: 1 }
    }

    #[test]
    fn losses_are_told_in_the_unit_of_the_event() {
        let told = |counts, counted| {
            let lost = side(SideOutcome::Lost, ["12.5", "8.5"], 4);
            let end = BattleEnd { counts, sides: [lost, side(SideOutcome::Won, ["0", "0"], 0)] };
            in_a_line(&end.result(counted).unwrap(), counted)
        };
        let winner = "won, lost a general, a Stronghold";
        for (counts, counted, lost) in [
            (SizeUnit::Points, LossUnit::Ap, "12.5 AP"),
            (SizeUnit::Points, LossUnit::Elements, "4 elements"),
            (SizeUnit::Elements, LossUnit::Ap, "8.5 AP"),
        ] {
            assert_eq!(told(counts, counted), format!("lost, lost {lost}, a general, a Stronghold – {winner}"));
        }
    }

    #[test]
    fn a_result_that_the_event_cannot_count_is_none() {
        let half = side(SideOutcome::Lost, ["2.5", "2.5"], 3);
        let end = BattleEnd { counts: SizeUnit::Elements, sides: [half.clone(), half] };
        assert_eq!(end.result(LossUnit::Elements), None);
    }
}

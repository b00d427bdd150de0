//! What players do besides giving orders: taking orders back, ending the battle, offers to the other player, words for the
//! dice, standing orders. One form, one thing said; it names the number of lines that its sender saw.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use musterfield_battle::Player;
use musterfield_battle::record::{LONGEST_WORDS, words_for_dice};
use time::OffsetDateTime;

use super::found::{FoundBattle, id_of};
use super::log::{Back, Ending, Question, Said};
use super::orders::{GONE_ON, keep};
use super::seen::see;
use super::show::{Refused, Typed, show};
use super::sitting::Sitting;
use super::standing_orders::StandingOrders;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{not_stored, see_other};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::create::check_request;

/// What a form asks for.
enum Wish {
    TakeBack,
    OfferDraw,
    Agree,
    Refuse,
    Resign,
    Claim,
    Words(String),
    Standing(StandingOrders),
    Seen,
}

impl Wish {
    fn take(fields: &mut Fields) -> Result<Self, WebError> {
        Ok(match fields.demand("do")?.as_str() {
            "back" => Self::TakeBack,
            "draw" => Self::OfferDraw,
            "yes" => Self::Agree,
            "no" => Self::Refuse,
            "resign" => Self::Resign,
            "claim" => Self::Claim,
            "words" => Self::Words(fields.text("words")),
            "standing" => Self::Standing(StandingOrders::new(|matter| fields.text(matter.as_str()))),
            "seen" => Self::Seen,
            _ => return Err(WebError::Unreadable("the field “do” does not name a button of this page".to_owned())),
        })
    }

    /// The line that carries it out, or why it cannot be.
    fn said(self, found: &FoundBattle, by: Player) -> Result<Said, &'static str> {
        let log = found.sitting.log();
        let asked = log.question();
        let asked_me = asked.filter(|(asker, _)| *asker != by || found.plays_alone()).map(|(_, question)| question);
        match self {
            Self::TakeBack => match log.back(found.stored.holds, found.stored.by) {
                Some(Back::Free(to)) => Ok(Said::Back(to)),
                Some(Back::Ask(to)) => Ok(Said::AskBack(to)),
                None => Err("There is no order of yours to take back."),
            },
            Self::OfferDraw if found.plays_alone() => Ok(Said::End(Ending::Draw)),
            // Two offers make an agreement.
            Self::OfferDraw if asked_me == Some(Question::Draw) => Ok(Said::End(Ending::Draw)),
            Self::OfferDraw => Ok(Said::AskDraw),
            Self::Agree => match asked_me {
                Some(Question::Back(to)) => Ok(Said::Back(to)),
                Some(Question::Draw) => Ok(Said::End(Ending::Draw)),
                None => Err("Nothing waits for your answer any more."),
            },
            Self::Refuse => asked.map(|_| Said::No).ok_or("Nothing waits for an answer any more."),
            Self::Resign => Ok(Said::End(Ending::Resign)),
            Self::Claim => {
                let is_up = found.stored.terms.due().is_some_and(|due| due <= OffsetDateTime::now_utc());
                let other_decides = found.decides() == Some(by.other());
                if is_up && other_decides {
                    Ok(Said::End(Ending::Late))
                } else {
                    Err("The other player still has time.")
                }
            }
            Self::Words(_) if found.sitting.recorder().head().promised.is_none() => {
                Err("The dice of this battle are not promised, so no words can be added to them.")
            }
            Self::Words(_) if log.thrown() > 0 => Err("The first die has been thrown: no words can be added any more."),
            Self::Words(_) if !by.of::<String>(log.words()).is_empty() => Err("You have added words already."),
            Self::Words(words) => match words_for_dice(&words).filter(|words| !words.is_empty()) {
                Some(words) => Ok(Said::Words(words.to_owned())),
                None => {
                    const { assert!(LONGEST_WORDS == 80) };
                    Err("Type one to 80 letters on one line.")
                }
            },
            Self::Standing(orders) => Ok(Said::Standing(orders)),
            Self::Seen => Ok(Said::Seen),
        }
    }
}

/// `POST /battles/{id}/say`: `do` is what the player wants: `back` to take orders back, `draw`, `yes` and `no` to answer
/// the other player, `resign`, `claim` the win when the other player's time is up, `words` for the dice, `standing` orders,
/// and `seen` once the result was seen.
/// `after` is the number of lines that the sender saw.
///
/// # Errors
/// When there is no such battle, or the form is not one of ours. What cannot be done is told on the page.
pub async fn say(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let key = fields.demand("request")?;
    let after = fields.demand("after")?;
    let wish = Wish::take(&mut fields)?;
    fields.finish()?;
    check_request(&key)?;
    // A line after the end does not depend on the state that its sender saw.
    if matches!(wish, Wish::Seen) {
        return see(&request, &state, &id).await;
    }
    let found = FoundBattle::new(&request, &state, &id).await?;
    let refuse = async |status: StatusCode, message: &str| {
        let refused = Refused { status, message: message.to_owned() };
        show(&request, &state, &found, Typed { refused: Some(refused), ..Typed::default() }).await
    };
    let Some(by) = found.speaks_for() else {
        return refuse(
            StatusCode::FORBIDDEN,
            "Only those who play a side of this battle have a say in it. You can look on.",
        )
        .await;
    };
    if after != found.stored.orders.to_string() {
        if super::orders::was_given(&request, &state, &found, &key).await? {
            return Ok(not_stored(see_other(&link::battle(&id).at("table")).finish()));
        }
        return refuse(StatusCode::CONFLICT, GONE_ON).await;
    }
    if found.sitting.is_over() {
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, "The battle is over: nothing about it can be changed.").await;
    }
    if let Some(why) = found.only_looked_at() {
        return refuse(StatusCode::CONFLICT, &why).await;
    }
    let said = match wish.said(&found, by) {
        Ok(said) => said,
        Err(why) => return refuse(StatusCode::UNPROCESSABLE_ENTITY, why).await,
    };
    let (book, catalogue, sitting) = (state.book, state.catalogue, found.sitting.clone());
    let done = state.run_heavy(&request, JobKind::Replay, move || {
        let mut sitting = Sitting::clone(&sitting);
        let line = sitting.say(book, catalogue, by, &said)?;
        Ok::<_, WebError>((sitting, line))
    });
    let (sitting, line) = done.await??;
    keep(&request, &state, &found, Arc::new(sitting), (&[line], &[]), Some(key)).await
}

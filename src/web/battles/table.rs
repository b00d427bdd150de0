//! What the script of the table asks while somebody thinks: the ways of the chosen elements, what an order would lead to,
//! and ground to be measured. Nothing is changed, nobody learns more than the state of the battle tells, and each answer
//! takes a few milliseconds at most, so it is made at once.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use musterfield_battle::{Battle, Members, Order};
use musterfield_words::battle as words;
use serde::Serialize;

use super::found::{FoundBattle, id_of};
use super::layers::Layers;
use super::look::Look;
use super::orders::{GONE_ON, LONGEST_ORDER};
use super::ways::Ways;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::not_stored;
use crate::web::state::AppState;

/// The reason a question has no answer.
#[derive(Serialize)]
struct Unanswered<'s> {
    /// In a sentence.
    error: &'s str,
    /// The state of the battle now.
    digest: &'s str,
}

/// A question about the battle as it stands.
struct Question {
    found: FoundBattle,
    digest: String,
}

impl Question {
    /// The question of a request with its fields of these names; the answer instead if it is about another state.
    async fn new<const N: usize>(
        request: &HttpRequest,
        state: &Data<AppState>,
        path: &str,
        names: [&str; N],
    ) -> Result<Result<(Self, [String; N]), HttpResponse>, WebError> {
        let id = id_of(path)?;
        let mut fields = Fields::parse(request.query_string().as_bytes())?;
        let seen = fields.demand("digest")?;
        let texts = names.map(|name| fields.text(name));
        fields.finish()?;
        let found = FoundBattle::new(request, state, &id).await?;
        let digest = found.sitting.digest();
        let question = Self { found, digest };
        if seen != question.digest {
            let gone_on = Unanswered { error: GONE_ON, digest: &question.digest };
            return Ok(Err(not_stored(HttpResponse::Conflict().json(gone_on))));
        }
        if texts.iter().any(|text| text.len() > LONGEST_ORDER) {
            return Ok(Err(question.unanswered("That is longer than any order.")));
        }
        Ok(Ok((question, texts)))
    }

    fn battle(&self) -> &Battle {
        self.found.sitting.battle()
    }

    /// The answer to a question that makes no sense in this battle.
    fn unanswered(&self, error: &str) -> HttpResponse {
        not_stored(HttpResponse::UnprocessableEntity().json(Unanswered { error, digest: &self.digest }))
    }

    /// The elements that are named; a sentence if one of them is not there, or something else is named.
    fn members(&self, names: &str) -> Result<Members, String> {
        let battle = self.battle();
        let id = |name: &str| {
            let id = name.parse().ok().and_then(|name| battle.id(name));
            id.ok_or_else(|| "There is no such element in this battle.".to_owned())
        };
        names.split_whitespace().map(id).collect()
    }
}

/// `GET /battles/{id}/ways?digest=…&who=a1+a2&legs=ahead+1`: the ways in which the chosen elements can move or be placed,
/// after the legs of a move so far; without elements, what is placed as a whole.
///
/// # Errors
/// When there is no such battle, or the question is not one of ours.
pub async fn show_ways(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let (question, [who, legs]) = match Question::new(&request, &state, &path, ["who", "legs"]).await? {
        Ok(question) => question,
        Err(unanswered) => return Ok(unanswered),
    };
    let answer = match question.members(&who) {
        Ok(members) => Ways::new(question.battle(), members, &legs, &question.digest),
        Err(error) => Err(error),
    };
    Ok(match answer {
        Ok(ways) => not_stored(HttpResponse::Ok().json(ways)),
        Err(error) => question.unanswered(&error),
    })
}

/// `GET /battles/{id}/look?digest=…&order=…`: whether an order is legal, and what it would lead to.
///
/// # Errors
/// As [`show_ways`].
pub async fn look_at_order(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let (question, [order]) = match Question::new(&request, &state, &path, ["order"]).await? {
        Ok(question) => question,
        Err(unanswered) => return Ok(unanswered),
    };
    let battle = question.battle();
    Ok(match Order::parse(battle, order.trim()) {
        Ok(order) => not_stored(HttpResponse::Ok().json(Look::new(battle, &order, &question.digest))),
        Err(error) => question.unanswered(&format!("This order cannot be read: {}.", words::unread(&error))),
    })
}

/// `GET /battles/{id}/layers?digest=…&who=a1`: threat zones, command distances, and range and lines of sight of the chosen
/// elements.
///
/// # Errors
/// As [`show_ways`].
pub async fn show_layers(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let (question, [who]) = match Question::new(&request, &state, &path, ["who"]).await? {
        Ok(question) => question,
        Err(unanswered) => return Ok(unanswered),
    };
    Ok(match question.members(&who) {
        Ok(members) => not_stored(HttpResponse::Ok().json(Layers::new(question.battle(), members, &question.digest))),
        Err(error) => question.unanswered(&error),
    })
}

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
use super::look::{BETWEEN, Look};
use super::orders::{GONE_ON, LONGEST_ORDER};
use super::sitting::Sitting;
use super::ways::Ways;
use crate::web::error::WebError;
use crate::web::fields::{Fields, FieldsError};
use crate::web::page::not_stored;
use crate::web::state::AppState;

/// The largest number of orders in one look: more than any army has elements.
const MOST_TOGETHER: usize = 50;

/// The reason a question has no answer.
#[derive(Serialize)]
struct Unanswered<'s> {
    /// In a sentence.
    error: &'s str,
    /// The state of the battle now, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<&'s str>,
}

/// A question of the script of the table.
#[derive(Debug)]
pub(super) enum Question {
    /// The ways in which the chosen elements can go after the legs of a move so far.
    Ways { who: String, legs: String },
    /// The consequences of an order.
    Look { order: String },
    /// Ground to be measured, with the range and sight of the chosen elements.
    Layers { who: String },
}

impl Question {
    pub(super) fn of_ways(fields: &mut Fields) -> Self {
        Self::Ways { who: fields.text("who"), legs: fields.text("legs") }
    }

    pub(super) fn of_look(fields: &mut Fields) -> Self {
        Self::Look { order: fields.text("order") }
    }

    pub(super) fn of_layers(fields: &mut Fields) -> Self {
        Self::Layers { who: fields.text("who") }
    }

    fn is_too_long(&self) -> bool {
        let texts = match self {
            Self::Ways { who, legs } => [who.as_str(), legs],
            Self::Look { order } => [order, ""],
            Self::Layers { who } => [who, ""],
        };
        let orders = if let Self::Look { order } = self { order.split(BETWEEN).count() } else { 0 };
        orders > MOST_TOGETHER || texts.iter().any(|text| text.len() > LONGEST_ORDER)
    }

    /// The answer; a sentence instead if the question makes no sense in this battle.
    fn answer(&self, battle: &Battle, digest: &str) -> Result<HttpResponse, String> {
        if self.is_too_long() {
            return Err("That is longer than any order.".to_owned());
        }
        let mut ok = HttpResponse::Ok();
        Ok(match self {
            Self::Ways { who, legs } => ok.json(Ways::new(battle, members(battle, who)?, legs, digest)?),
            Self::Look { order } => {
                let look = if order.contains(BETWEEN) {
                    Look::of_each(battle, order, digest)
                } else {
                    Order::parse(battle, order.trim()).map(|order| Look::new(battle, &order, digest))
                };
                ok.json(look.map_err(|error| format!("This order cannot be read: {}.", words::unread(&error)))?)
            }
            Self::Layers { who } => ok.json(Layers::new(battle, members(battle, who)?, digest)),
        })
    }
}

/// A question about the state that somebody sees, before the battle is looked up.
#[derive(Debug)]
pub(super) struct Asked {
    /// The digest of that state.
    seen: String,
    question: Question,
}

impl Asked {
    /// Takes the fields of a question.
    ///
    /// # Errors
    /// When they do not say which state is seen.
    pub(super) fn take(fields: &mut Fields, question: fn(&mut Fields) -> Question) -> Result<Self, FieldsError> {
        Ok(Self { seen: fields.demand("digest")?, question: question(fields) })
    }

    /// The answer for a battle as it stands: 409 if another state is seen, 422 if the question makes no sense.
    pub(super) fn answer(&self, sitting: &Sitting) -> HttpResponse {
        let digest = sitting.digest();
        if self.seen != digest {
            let gone_on = Unanswered { error: GONE_ON, digest: Some(&digest) };
            return not_stored(HttpResponse::Conflict().json(gone_on));
        }
        match self.question.answer(sitting.battle(), &digest) {
            Ok(answer) => not_stored(answer),
            Err(error) => unanswered(&error, Some(&digest)),
        }
    }
}

/// The answer to a question that makes no sense.
pub(super) fn unanswered(error: &str, digest: Option<&str>) -> HttpResponse {
    not_stored(HttpResponse::UnprocessableEntity().json(Unanswered { error, digest }))
}

/// The elements that are named; a sentence if one of them is not there, or something else is named.
fn members(battle: &Battle, names: &str) -> Result<Members, String> {
    let id = |name: &str| {
        let id = name.parse().ok().and_then(|name| battle.id(name));
        id.ok_or_else(|| "There is no such element in this battle.".to_owned())
    };
    names.split_whitespace().map(id).collect()
}

/// The answer to a question about a stored battle.
async fn answer(
    request: &HttpRequest,
    state: &Data<AppState>,
    path: &str,
    question: fn(&mut Fields) -> Question,
) -> Result<HttpResponse, WebError> {
    let id = id_of(path)?;
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let asked = Asked::take(&mut fields, question)?;
    fields.finish()?;
    let found = FoundBattle::new(request, state, &id).await?;
    Ok(asked.answer(&found.sitting))
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
    answer(&request, &state, &path, Question::of_ways).await
}

/// `GET /battles/{id}/look?digest=…&order=…`: whether an order is legal, and what it would lead to; or several orders, with
/// semicolons between, that are given one after the other.
///
/// # Errors
/// As [`show_ways`].
pub async fn look_at_order(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    answer(&request, &state, &path, Question::of_look).await
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
    answer(&request, &state, &path, Question::of_layers).await
}

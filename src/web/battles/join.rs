//! `/battles/{id}/join`: the link by which somebody plays a side.

use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::found::{FoundBattle, id_of};
use crate::store::Secret;
use crate::web::accounts::identity;
use crate::web::cookies;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render, see_other};
use crate::web::state::AppState;

/// The query of the link.
#[derive(Deserialize)]
pub struct JoinQuery {
    #[serde(default)]
    key: String,
}

#[derive(Template)]
#[template(path = "battles/join.html")]
struct JoinPage {
    layout: Layout,
    action: String,
    names: [String; 2],
    key: String,
    /// What was agreed about it, in sentences.
    terms: Vec<String>,
}

/// `GET /battles/{id}/join?key=…`: asks before it takes a side, so that a program that looks at links takes none.
///
/// # Errors
/// When there is no such battle, or the key is none.
pub async fn ask_join(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    query: Query<JoinQuery>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let key = Secret::parse(&query.key).map_err(|_| WebError::NotFound)?;
    let by = identity::holder(&request, &state).await?;
    let found = FoundBattle::of(&request, &state, &id, by).await?;
    let page = JoinPage {
        layout: Layout::new(&state, "Play a side", Some(Area::Play)),
        action: link::join_battle(&id).into(),
        terms: terms(&found),
        names: found.stored.names,
        key: key.expose().to_owned(),
    };
    Ok(not_stored(render(&page)?))
}

/// What was agreed about a battle, for somebody who has not joined it yet.
fn terms(found: &FoundBattle) -> Vec<String> {
    let terms = &found.stored.terms;
    let dice = if found.has_typed_dice() {
        "You throw the dice yourselves, and type what they show."
    } else {
        "The program throws the dice. They follow from a secret that is fixed already and shown afterwards, and you may add \
         words of your own to it."
    };
    let looking = if terms.is_open {
        "Anyone who has the address of the battle can look on."
    } else {
        "Nobody else can look on before it is over."
    };
    let clock = match terms.days {
        None => "There is no clock.".to_owned(),
        Some(1) => "Each has a day for a decision.".to_owned(),
        Some(days) => format!("Each has {days} days for a decision."),
    };
    vec![dice.to_owned(), looking.to_owned(), clock]
}

/// `POST /battles/{id}/join`
///
/// # Errors
/// The same as for [`ask_join`]; when the key is not that of a side.
pub async fn join(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let key = fields.text("key");
    fields.finish()?;
    let key = Secret::parse(&key).map_err(|_| WebError::NotFound)?;
    // The link may go to several people: a secret that followed from its key would make one browser of them.
    let (by, browser) = identity::holder_or_new(&request, &state, "").await?;
    if state.store_for(&request).take_side(&id, &key.digest(), by).await?.is_none() {
        return Err(WebError::NotYourBattle);
    }
    let mut response = see_other(&link::battle(&id));
    response.cookie(cookies::visitor_cookie(&state, &browser));
    Ok(not_stored(response.finish()))
}

//! The links by which sides are played: `/battles/{id}/join` takes a side by its link, and `/battles/{id}/link` makes a new
//! one.

use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_battle::Player;
use serde::Deserialize;

use super::found::{FoundBattle, id_of};
use super::log::{player, side};
use crate::store::{BattleSide, DecidedBy, Secret};
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
    let of_decision = terms.days.map(|days| match days {
        1 => "Each has a day for a decision.".to_owned(),
        days => format!("Each has {days} days for a decision."),
    });
    let of_battle = terms.minutes.map(|minutes| format!("Each has {minutes} minutes for the whole battle."));
    let clocks: Vec<String> = of_decision.into_iter().chain(of_battle).collect();
    let clock = if clocks.is_empty() { "There is no clock.".to_owned() } else { clocks.join(" ") };
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

/// The link of a side, for the one who has made it.
#[derive(Clone, Debug)]
pub(super) struct Invitation {
    pub link: String,
    /// The name of the army of that side.
    pub name: String,
    /// Whether the visitor plays that side, and can play it elsewhere by the link.
    pub is_own: bool,
}

impl Invitation {
    /// The link that this browser has made lately, unless somebody has come by it to play the other side.
    pub(super) async fn new(
        request: &HttpRequest,
        state: &AppState,
        found: &FoundBattle,
    ) -> Result<Option<Self>, WebError> {
        let id = &found.stored.id;
        let Some(key) = cookies::fresh_key(request).filter(|_| has_links(found)) else { return Ok(None) };
        let Some((side, is_held)) = state.store.side_of_key(id, &key.digest()).await? else { return Ok(None) };
        let is_own = *player(side).of(&found.stored.holds);
        let link = state.url(request, &link::join_battle(id).with("key", key.expose()));
        let name = found.name(player(side)).to_owned();
        Ok((is_own || !is_held).then_some(Self { link, name, is_own }))
    }
}

/// Whether the visitor plays a side of a battle whose sides have links: two at one screen need none, and an event knows its
/// players.
fn has_links(found: &FoundBattle) -> bool {
    let stored = &found.stored;
    let is_one = |holds: [bool; 2]| holds == [true, false] || holds == [false, true];
    is_one(stored.holds) && stored.terms.game.is_none() && !found.sitting.is_over()
}

/// A side for which the visitor may make a new link.
#[derive(Clone, Debug)]
pub(super) struct LinkedSide {
    /// `a` or `b`.
    pub letter: char,
    pub is_own: bool,
}

/// The sides for which the visitor may make new links: that which is played here, and the other while nobody plays it.
pub(super) async fn linked_sides(state: &AppState, found: &FoundBattle) -> Result<Vec<LinkedSide>, WebError> {
    let mut linked = Vec::new();
    let of_people = Player::ALL.into_iter().filter(|one| *one.of(&found.stored.by) == DecidedBy::Person);
    for one in of_people.filter(|_| has_links(found)) {
        let is_own = *one.of(&found.stored.holds);
        if is_own || !state.store.side_is_held(&found.stored.id, side(one)).await? {
            linked.push(LinkedSide { letter: one.letter(), is_own });
        }
    }
    Ok(linked)
}

/// `POST /battles/{id}/link`: a new link for the side `a` or `b`; the old one stops working.
///
/// # Errors
/// When there is no such battle, the form is not one of ours, or the visitor may not make a link for that side.
pub async fn new_side_link(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let side = fields.demand("side")?;
    fields.finish()?;
    let side = BattleSide::parse(&side)
        .map_err(|_| WebError::Unreadable("the field “side” names no side of a battle".to_owned()))?;
    let by = identity::holder(&request, &state).await?.ok_or(WebError::NotYourBattle)?;
    let found = FoundBattle::of(&request, &state, &id, Some(by.clone())).await?;
    if !has_links(&found) {
        return Err(WebError::NotYourBattle);
    }
    let key = Secret::random()?;
    state.store.renew_key(&id, side, key.digest(), by).await?;
    let mut response = see_other(&link::battle(&id).at("side-link"));
    response.cookie(cookies::key_cookie(&state, link::battle(&id).into(), &key));
    Ok(not_stored(response.finish()))
}

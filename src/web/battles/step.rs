//! `/battles/{id}/{step}`: the table after each order, permanently.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_battle::Player;
use musterfield_battle::record::Entry;
use musterfield_sheets::map::Marks;
use musterfield_words::battle::play as words;

use super::found::{FoundBattle, id_of};
use super::picture;
use super::sitting::Sitting;
use crate::store::BattleId;
use crate::web::download::file;
use crate::web::error::WebError;
use crate::web::link;
use crate::web::page::{Area, Layout, render};
use crate::web::preview::Preview;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;

#[derive(Template)]
#[template(path = "battles/step.html")]
struct StepPage {
    layout: Layout,
    style: String,
    battle: String,
    names: [String; 2],
    lost: [String; 2],
    number: usize,
    orders: usize,
    phase: &'static str,
    bound: u16,
    map: String,
    /// The order with its dice and its result; `None` before the first.
    entry: Option<Entry>,
    first: Option<String>,
    before: Option<String>,
    next: Option<String>,
    last: Option<String>,
}

/// A battle as it stood after a number of orders.
async fn at_step(
    request: &HttpRequest,
    state: &Data<AppState>,
    id: &BattleId,
    number: &str,
) -> Result<(FoundBattle, Sitting, usize), WebError> {
    let plain = number.bytes().all(|digit| digit.is_ascii_digit()) && (number == "0" || !number.starts_with('0'));
    let number: usize = number.parse().ok().filter(|_| plain).ok_or(WebError::NotFound)?;
    let found = FoundBattle::new(request, state, id).await?;
    let entries = found.sitting.recorder().entries();
    if number > entries.len() {
        return Err(WebError::NotFound);
    }
    let (book, catalogue, head) = (state.book, state.catalogue, found.stored.head.clone());
    let lines: Vec<String> = entries.iter().take(number).map(ToString::to_string).collect();
    let played = state.run_heavy(request, JobKind::Replay, move || {
        Sitting::replayed(book, catalogue, &head, lines.iter().map(String::as_str))
    });
    let sitting = played.await??;
    Ok((found, sitting, number))
}

/// `GET /battles/{id}/{step}`
///
/// # Errors
/// When there is no such battle, or it has not come so far.
pub async fn show_step(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (id, number) = path.into_inner();
    let id = id_of(&id)?;
    let (found, sitting, number) = at_step(&request, &state, &id, &number).await?;
    let battle = sitting.battle();
    let orders = found.sitting.recorder().entries().len();
    let to = |number: usize| String::from(link::battle_step(&id, number));
    let [a, b] = &found.stored.names;
    let address = link::battle_step(&id, number);
    let preview = Preview::of_visitor(address, format!("{a} against {b}, after {number} orders."));
    let page = StepPage {
        layout: Layout::new(&state, format!("{a} against {b}, step {number}"), Some(Area::Play)).previewed(preview),
        style: state.assets.address("battle.css").to_owned(),
        battle: link::battle(&id).into(),
        names: found.stored.names.clone(),
        lost: Player::ALL
            .map(|player| format!("{} of {}", battle.lost(player), player.of(&battle.setting().breaks_at))),
        number,
        orders,
        phase: words::phase(battle.phase()),
        bound: battle.bound(),
        map: picture::on_page(&sitting, &sitting.snapshot(), Marks::default()),
        entry: sitting.recorder().entries().last().cloned(),
        first: (number > 0).then(|| to(0)),
        before: number.checked_sub(1).map(to),
        next: (number < orders).then(|| to(number + 1)),
        last: (number < orders).then(|| to(orders)),
    };
    render(&page)
}

/// `GET /battles/{id}/{step}.svg`
///
/// # Errors
/// When there is no such battle, or it has not come so far.
pub async fn step_picture(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (id, number) = path.into_inner();
    let id = id_of(&id)?;
    let (_, sitting, number) = at_step(&request, &state, &id, &number).await?;
    let svg = picture::as_file(&sitting, &sitting.snapshot());
    Ok(file(format!("{id}-{number}.svg"), "image/svg+xml", svg))
}

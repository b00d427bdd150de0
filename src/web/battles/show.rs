//! `/battles`: the visitor's battles, and `/battles/{id}`: the page of one.

use std::ops::Deref;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_battle::snapshot::Snapshot;
use musterfield_battle::{Phase, Player};
use musterfield_rules::Points;
use musterfield_sheets::map::{Marks, tile_svg};
use musterfield_words::battle::play as words;
use serde::Deserialize;

use super::found::{FoundBattle, id_of};
use super::offers::{Choosable, Chosen, Offers, Way};
use super::picture;
use crate::store::DecidedBy;
use crate::web::accounts::identity;
use crate::web::cookies;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::moment::Moment;
use crate::web::page::{Area, Layout, not_stored, render, render_as};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;
use crate::web::works::create::new_request;

/// The number of steps that the page tells.
const STEPS_TOLD: usize = 14;
/// The number of battles on one page of the list.
const LISTED: u32 = 50;

/// A side at the table.
pub(super) struct SideView {
    /// `a` or `b`.
    pub letter: char,
    pub name: String,
    /// The one who gives its orders: `you`, `a player`, `the computer`.
    pub by: &'static str,
    pub lost: Points,
    pub breaks_at: Points,
    /// The loss in hundredths of the breaking point.
    pub fill: u8,
    pub decides: bool,
}

/// One order that was carried out.
pub(super) struct StepView {
    pub number: usize,
    pub path: String,
    /// The letter of the side that gave it.
    pub by: char,
    pub order: String,
    pub dice: Vec<u8>,
    pub result: String,
}

/// The reason a form was not accepted.
pub(super) struct Refused {
    pub status: StatusCode,
    pub message: String,
}

#[derive(Template)]
#[template(path = "battles/show.html")]
struct BattlePage {
    layout: Layout,
    style: String,
    script: String,
    table_script: String,
    id: String,
    phase: &'static str,
    bound: u16,
    sides: Vec<SideView>,
    map: String,
    /// Everything that the visitor may do; `None` if another decides now.
    offers: Option<Offers>,
    /// A sentence that names the side that decides, for everybody else.
    waiting: String,
    /// The link by which somebody else plays the second side, while it is new.
    invitation: Option<String>,
    /// Whether the computer is to go on.
    computer: bool,
    winner: Option<String>,
    steps: Vec<StepView>,
    orders: usize,
    request: String,
    digest: String,
    /// The mark of the state, as a header has it.
    tag: String,
    typed: String,
    /// Whether the answer is to the script, which has the rest of the page.
    is_part: bool,
    /// The elements that may be put on the table.
    tray: Vec<Tile>,
    /// The PIPs that are left, as the pips of dice: the place of each on its face.
    dice: Vec<Vec<(u8, u8)>>,
    pips: u8,
}

/// The part of the page that changes with every order.
#[derive(Template)]
#[template(path = "battles/show.html", block = "content")]
struct BattlePart<'p>(&'p BattlePage);

impl Deref for BattlePart<'_> {
    type Target = BattlePage;

    fn deref(&self) -> &BattlePage {
        self.0
    }
}

/// An element beside the table.
struct Tile {
    id: String,
    label: String,
    picture: String,
}

/// The elements that may be put on the table, each with its drawing.
fn tray(offers: &Offers, state: &Snapshot) -> Vec<Tile> {
    let aside = |one: &Choosable| state.elements.iter().find(|element| element.id == one.id && element.at.is_none());
    let tile = |one: &Choosable| {
        let picture = tile_svg(aside(one)?);
        Some(Tile { id: one.id.clone(), label: one.label.clone(), picture })
    };
    offers.choosable.iter().filter_map(tile).collect()
}

/// The pips of dice that show this number together: the place of each pip on its face.
fn dice(pips: u8) -> Vec<Vec<(u8, u8)>> {
    let face = |shown: u8| match shown {
        1 => vec![(15, 15)],
        2 => vec![(8, 8), (22, 22)],
        3 => vec![(8, 8), (15, 15), (22, 22)],
        4 => vec![(8, 8), (22, 8), (8, 22), (22, 22)],
        5 => vec![(8, 8), (22, 8), (15, 15), (8, 22), (22, 22)],
        _ => vec![(8, 8), (22, 8), (8, 15), (22, 15), (8, 22), (22, 22)],
    };
    let whole = usize::from(pips / 6);
    let rest = Some(pips % 6).filter(|rest| *rest > 0);
    std::iter::repeat_n(6, whole).chain(rest).map(face).collect()
}

/// The sides of a battle as it stands.
pub(super) fn sides(found: &FoundBattle) -> Vec<SideView> {
    let battle = found.sitting.battle();
    let view = |player: Player| {
        let breaks_at = *player.of(&battle.setting().breaks_at);
        let lost = battle.lost(player);
        SideView {
            letter: player.letter(),
            name: found.name(player).to_owned(),
            by: match player.of(&found.stored.by) {
                DecidedBy::Plain => "the computer",
                DecidedBy::Person if *player.of(&found.stored.holds) => "you",
                DecidedBy::Person => "a player",
            },
            lost,
            breaks_at,
            fill: lost.percent_of(breaks_at),
            decides: found.decides() == Some(player),
        }
    };
    Player::ALL.map(view).into()
}

/// The last steps of a battle, the latest first.
pub(super) fn steps(found: &FoundBattle) -> Vec<StepView> {
    let entries = found.sitting.recorder().entries().iter().enumerate().rev().take(STEPS_TOLD);
    let view = |(at, entry): (usize, &musterfield_battle::record::Entry)| StepView {
        number: at + 1,
        path: link::battle_step(&found.stored.id, at + 1).into(),
        by: found.sitting.gave(at).letter(),
        order: entry.order.clone(),
        dice: entry.dice.clone(),
        result: entry.result.clone(),
    };
    entries.map(view).collect()
}

/// `GET /battles/{id}`: the fields `who-a3` choose elements, `legs` are those of a move so far.
///
/// # Errors
/// When there is no such battle, or it was deleted.
pub async fn show_battle(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let chosen = chosen(&mut fields);
    fields.finish()?;
    let found = FoundBattle::new(&request, &state, &id).await?;
    show(&request, &state, &found, &chosen, String::new(), None)
}

/// The choice of a form or a query.
pub(super) fn chosen(fields: &mut Fields) -> Chosen {
    let who = fields.beginning("who-");
    for name in &who {
        drop(fields.take(&format!("who-{name}")));
    }
    Chosen { who, legs: fields.text("legs") }
}

/// The page of a battle; with what was typed and why it was refused, if it was.
pub(super) fn show(
    request: &HttpRequest,
    state: &AppState,
    found: &FoundBattle,
    chosen: &Chosen,
    typed: String,
    refused: Option<Refused>,
) -> Result<HttpResponse, WebError> {
    let (sitting, battle) = (&found.sitting, found.sitting.battle());
    let winner = match battle.phase() {
        Phase::Over(winner) => Some(found.name(winner).to_owned()),
        _ => None,
    };
    let computer = found.computer_decides() && found.plays();
    let waiting = match found.decides() {
        Some(player) if !found.visitor_decides() && !computer => {
            format!("{} decides now.", found.name(player))
        }
        _ => String::new(),
    };
    let [_, plays_second] = found.stored.holds;
    let invitation = cookies::fresh_key(request)
        .filter(|_| found.plays() && !plays_second)
        .map(|key| state.url(request, &link::join_battle(&found.stored.id).with("key", key.expose())));
    let title = format!("{} against {}", found.name(Player::A), found.name(Player::B));
    let status = refused.as_ref().map_or(StatusCode::OK, |refused| refused.status);
    let offers = found.visitor_decides().then(|| Offers::new(battle, chosen));
    let is_part = request.headers().get("x-part").is_some_and(|part| part == "battle");
    let snapshot = sitting.snapshot();
    let marks = marks(found, offers.as_ref());
    let map = if is_part {
        picture::elements_on_page(sitting, &snapshot, marks)
    } else {
        picture::on_page(sitting, &snapshot, marks)
    };
    let has_pips = matches!(battle.phase(), Phase::Summoning | Phase::Moving);
    let pips = if has_pips { battle.pips() } else { 0 };
    let page = BattlePage {
        layout: Layout::new(state, title, Some(Area::Play))
            .with_errors(refused.map(|refused| PageError::of_page(refused.message))),
        script: state.assets.address("battle.js").to_owned(),
        table_script: state.assets.address("battle-table.js").to_owned(),
        style: state.assets.address("battle.css").to_owned(),
        id: found.stored.id.to_string(),
        phase: words::phase(battle.phase()),
        bound: battle.bound(),
        sides: sides(found),
        map,
        tray: offers.as_ref().map(|offers| tray(offers, &snapshot)).unwrap_or_default(),
        offers,
        waiting,
        invitation,
        computer,
        winner,
        steps: steps(found),
        orders: sitting.recorder().entries().len(),
        request: new_request()?,
        digest: sitting.digest(),
        tag: found.tag().as_header(),
        typed,
        is_part,
        dice: dice(pips),
        pips,
    };
    let answer = if is_part { render_as(status, &BattlePart(&page)) } else { render_as(status, &page) };
    Ok(not_stored(answer?))
}

/// The marks on the drawing: those who may act, and what happened since the visitor's last order.
fn marks(found: &FoundBattle, offers: Option<&Offers>) -> Marks {
    let sitting = &found.sitting;
    let orders = sitting.recorder().entries().len();
    let is_own = |at: &usize| *sitting.gave(*at).of(&found.stored.holds);
    let last_own = (0..orders).rev().find(is_own);
    let (chosen, may_act) = offers.map_or_else(Default::default, |offers| {
        let chosen = offers.choosable.iter().filter(|one| one.chosen).map(|one| one.id.clone()).collect();
        (chosen, offers.acting.clone())
    });
    Marks { chosen, may_act, happened: sitting.happened(last_own.unwrap_or(0)) }
}

/// A battle in the list.
struct ListedBattle {
    path: String,
    names: [String; 2],
    ruleset: String,
    orders: i64,
    is_over: bool,
    changed: Moment,
}

#[derive(Template)]
#[template(path = "battles/list.html")]
struct BattlesPage {
    layout: Layout,
    battles: Vec<ListedBattle>,
    /// The position at which the page of older ones begins.
    older: Option<u32>,
}

/// The query for a page of the list.
#[derive(Deserialize)]
pub struct BattlesQuery {
    /// The number of battles to skip.
    skip: Option<u32>,
}

/// `GET /battles`
///
/// # Errors
/// When the database does not answer.
pub async fn my_battles(
    request: HttpRequest,
    state: Data<AppState>,
    query: Query<BattlesQuery>,
) -> Result<HttpResponse, WebError> {
    let skip = query.skip.unwrap_or(0);
    let mut held = match identity::holder(&request, &state).await? {
        Some(by) => state.store.battles_held_by(&by, skip, LISTED + 1).await?,
        None => Vec::new(),
    };
    let shown = usize::try_from(LISTED).unwrap_or(usize::MAX);
    let older = skip.checked_add(LISTED).filter(|_| held.len() > shown);
    held.truncate(shown);
    let battles = held
        .into_iter()
        .map(|battle| ListedBattle {
            path: link::battle(&battle.id).into(),
            ruleset: state.book.ruleset(&battle.ruleset).map_or(battle.ruleset, |known| known.name.to_string()),
            names: battle.names,
            orders: battle.orders,
            is_over: battle.is_over,
            changed: Moment::from(battle.updated_at),
        })
        .collect();
    let layout = Layout::new(&state, "My battles", Some(Area::Play)).beginning_at(link::my_battles());
    Ok(not_stored(render(&BattlesPage { layout, battles, older })?))
}

//! `/battles`: the visitor's battles, and `/battles/{id}`: the page of one.

use std::ops::Deref;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::stakes::{CommandLoss, CommandStakes};
use musterfield_battle::commands::{Command, CommandStatus};
use musterfield_battle::record::Entry;
use musterfield_battle::snapshot::Snapshot;
use musterfield_battle::{Battle, Members, Order, Phase, Player};
use musterfield_rules::Points;
use musterfield_sheets::map::{Marks, tile_svg};
use musterfield_words::battle::happened::{self, Happened};
use musterfield_words::battle::{part, play as words};
use musterfield_words::commands;
use serde::Deserialize;

use super::cited::by_last_order;
use super::found::{FoundBattle, id_of};
use super::game::GameView;
use super::join::{Invitation, LinkedSide, linked_sides};
use super::log::player;
use super::offers::{Choosable, Chosen, OfferForms, Offers, Way};
use super::picture;
use super::talk::{Ending, Talk, ending};
use crate::store::{BattleSummary, DecidedBy};
use crate::web::accounts::identity;
use crate::web::admin::moderation::Fold;
use crate::web::cookies;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::moment::{Moment, day};
use crate::web::page::{Area, Layout, not_stored, render, render_as};
use crate::web::page_errors::PageError;
use crate::web::preview::Preview;
use crate::web::rule_link::RuleLink;
use crate::web::state::AppState;
use crate::web::works::create::new_request;

/// The number of battles on one page of the list.
const LISTED: u32 = 50;

/// A side at the table.
pub(super) struct SideView {
    /// `a` or `b`.
    pub letter: char,
    pub name: String,
    /// The one who gives its orders: `you`, `a player`, `the computer`.
    pub by: String,
    pub lost: Points,
    /// With its unit.
    pub breaks_at: String,
    /// The commands of a divided army, each with how it stands: `Command 2`, `1 of 4 lost, 3 PIPs`.
    pub commands: Vec<(String, String)>,
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
    /// The order in words.
    pub order: String,
    pub dice: Vec<u8>,
    pub result: Vec<Happened>,
    /// The rules that decided it; those of the last order only.
    pub rules: Vec<RuleLink>,
}

/// The events since the visitor's own last order or, for whoever watches two computers, of their last bound.
struct Since {
    /// `Since your last order`.
    when: &'static str,
    /// The address at which the orders are shown one after the other.
    path: String,
    /// The letter of each side that lost somebody, and whom it lost.
    lost: Vec<(char, String)>,
}

/// The reason a form was not accepted.
#[derive(Clone, Debug)]
pub(super) struct Refused {
    pub status: StatusCode,
    pub message: String,
}

/// The form that led to the page.
#[derive(Clone, Debug, Default)]
pub(super) struct Typed {
    /// The elements that were chosen.
    pub chosen: Chosen,
    /// The order that was typed.
    pub order: String,
    /// The number of dice that its players have to throw for it first.
    pub dice: Option<usize>,
    /// The reason it was not accepted.
    pub refused: Option<Refused>,
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
    /// An explanation of the present part.
    about: &'static str,
    /// The words of results, each with its meaning.
    terms: Vec<(&'static str, &'static str)>,
    bound: u16,
    sides: Vec<SideView>,
    map: String,
    /// Everything that the visitor may do; `None` if another decides now.
    offers: Option<Offers>,
    forms: OfferForms,
    /// A sentence that names the side that decides, for everybody else.
    waiting: String,
    /// A link that was made lately.
    invitation: Option<Invitation>,
    /// The sides for which the visitor may make new links.
    linked: Vec<LinkedSide>,
    /// Whether the computer is to go on.
    computer: bool,
    /// Whether it does so by itself, after a while in which it thinks.
    thinks: bool,
    /// The way the battle ended, once it is over.
    ending: Option<Ending>,
    /// The game of an event that it plays.
    game: Option<GameView>,
    /// What the visitor may say besides orders.
    talk: Talk,
    /// For a sketch, the address of the battle it comes from, and that of the step.
    sketch_of: Option<(String, String)>,
    /// The reason why nobody goes on with it, or a note about the version of its rules.
    notes: Vec<String>,
    steps: Vec<StepView>,
    /// The events since the visitor's own last order.
    since: Option<Since>,
    orders: usize,
    request: String,
    digest: String,
    typed: String,
    /// The reason for which the administrators hide it.
    hidden: Option<String>,
    /// The form of administrators; `None` for others.
    admin: Option<Fold>,
    may_delete: bool,
    /// The day on which it is deleted if no order is given before.
    unplayed_until: Option<String>,
    /// The number of lines of the battle.
    lines: i64,
    /// The dice that have to be thrown before an order is carried out.
    throws: Option<Throws>,
    /// Whether the answer is to the script, which has the rest of the page.
    is_part: bool,
    /// The elements that may be put on the table.
    tray: Vec<Tile>,
    /// The PIPs that are left, as the pips of dice: the place of each on its face.
    dice: Vec<Vec<(u8, u8)>>,
    pips: u8,
}

/// Dice that the players have to throw for an order.
struct Throws {
    order: String,
    count: usize,
    /// The elements that were chosen.
    names: Vec<String>,
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
fn faces(pips: u8) -> Vec<Vec<(u8, u8)>> {
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
                DecidedBy::Plain => found.deciders().opponent.in_words(),
                DecidedBy::Person if *player.of(&found.stored.holds) => "you".to_owned(),
                DecidedBy::Person => "a player".to_owned(),
            },
            lost,
            breaks_at: found.sitting.counts().of(breaks_at),
            commands: told_commands(battle, player),
            fill: lost.percent_of(breaks_at),
            decides: found.decides() == Some(player),
        }
    };
    Player::ALL.map(view).into()
}

/// The commands of a divided army, each with how it stands and the PIPs that it has left.
fn told_commands(battle: &Battle, player: Player) -> Vec<(String, String)> {
    let stakes = battle.division(player).map(|division| &division.stakes.commands);
    let has_pips = in_moves(battle) && battle.player() == player;
    let each = stakes.into_iter().flatten().zip(battle.commands(player)).zip(battle.lost_by_commands(player));
    let told = |((stakes, (_, status)), lost): ((&CommandStakes, (&Command, &CommandStatus)), CommandLoss)| {
        let stands = commands::standing(stakes, status.state, lost.demoralising);
        let pips = if status.pips == 1 { "1 PIP".to_owned() } else { format!("{} PIPs", status.pips) };
        (commands::name(stakes), if has_pips { format!("{stands}, {pips}") } else { stands })
    };
    each.map(told).collect()
}

/// Whether the PIPs of the bound can be spent.
fn in_moves(battle: &Battle) -> bool {
    matches!(battle.phase(), Phase::Holding | Phase::Summoning | Phase::Moving)
}

/// The last steps of a battle, the latest first.
fn steps(found: &FoundBattle) -> Vec<StepView> {
    let sitting = &found.sitting;
    let view = |(at, before, entry): (usize, &Battle, &Entry)| StepView {
        number: sitting.number(at),
        path: link::battle_step(&found.stored.id, sitting.number(at)).into(),
        by: sitting.gave(at).letter(),
        order: Order::parse(before, &entry.order)
            .map_or_else(|_| entry.order.clone(), |order| words::order(before, &order)),
        dice: entry.dice.clone(),
        result: happened::result(before, &entry.result),
        rules: Vec::new(),
    };
    let mut views: Vec<_> = sitting.last_orders().map(view).collect();
    views.reverse();
    if let Some(last) = views.first_mut() {
        last.rules = by_last_order(sitting.recorder());
    }
    views
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
    show(&request, &state, &found, Typed { chosen, ..Typed::default() }).await
}

/// The choice of a form or a query.
pub(super) fn chosen(fields: &mut Fields) -> Chosen {
    let who = fields.beginning("who-");
    for name in &who {
        drop(fields.take(&format!("who-{name}")));
    }
    Chosen { who, legs: fields.text("legs"), is_pressed: fields.take("choose").is_some() }
}

/// The page of a battle; with what was typed and why it was refused, if it was.
pub(super) async fn show(
    request: &HttpRequest,
    state: &AppState,
    found: &FoundBattle,
    typed: Typed,
) -> Result<HttpResponse, WebError> {
    let Typed { chosen, order, dice, refused } = typed;
    let (sitting, battle) = (&found.sitting, found.sitting.battle());
    let hidden = found.stored.hidden.clone();
    let computer = found.computer_decides() && found.plays() && hidden.is_none();
    let thinks =
        computer && found.stored.by.contains(&DecidedBy::Person) && found.deciders().opponent.thinks_in(battle.phase());
    let waiting = match found.decides() {
        Some(player) if !found.visitor_decides() && !computer && hidden.is_none() => {
            format!("{} decides now.", found.name(player))
        }
        _ => String::new(),
    };
    let invitation = Invitation::new(request, state, found).await?;
    let title = format!("{} against {}", found.name(Player::A), found.name(Player::B));
    let preview = Preview::of_visitor(link::battle(&found.stored.id), format!("A battle of {}.", title.clone()))
        .with_picture(link::battle_step_file(&found.stored.id, sitting.last_number(), "png"));
    let status = refused.as_ref().map_or(StatusCode::OK, |refused| refused.status);
    let mut offers = (found.visitor_decides() && found.stored.hidden.is_none()).then(|| Offers::new(battle, &chosen));
    // Two at one screen have to know to whom it belongs now.
    if let (Some(offers), Some(player), [true, true]) = (&mut offers, found.decides(), found.stored.holds) {
        offers.task = format!("{} decides now. {}", found.name(player), offers.task);
    }
    let is_part = request.headers().get("x-part").is_some_and(|part| part == "battle");
    let snapshot = sitting.snapshot();
    let marks = marks(found, offers.as_ref());
    let icons = state.assets.address("icons.svg");
    let map = if is_part {
        picture::elements_on_page(sitting, icons, &snapshot, marks)
    } else {
        picture::on_page(sitting, icons, &snapshot, marks)
    };
    // Those of a divided army are told beside its commands.
    let has_pips = in_moves(battle) && battle.division(battle.player()).is_none();
    let pips = if has_pips { battle.pips() } else { 0 };
    let page = BattlePage {
        layout: Layout::new(state, title, Some(Area::Play))
            .previewed(preview)
            .with_errors(refused.map(|refused| PageError::of_page(refused.message))),
        script: state.assets.address("battle.js").to_owned(),
        table_script: state.assets.address("battle-table.js").to_owned(),
        style: state.assets.address("battle.css").to_owned(),
        id: found.stored.id.to_string(),
        phase: words::phase(battle),
        about: part::about(battle),
        terms: part::terms(battle),
        bound: battle.bound(),
        sides: sides(found),
        map,
        tray: offers.as_ref().map(|offers| tray(offers, &snapshot)).unwrap_or_default(),
        offers,
        forms: OfferForms {
            give: link::give_order(&found.stored.id).into(),
            choose: link::battle(&found.stored.id).into(),
            order_fields: vec![("request", new_request()?), ("digest", sitting.digest())],
            choice_fields: Vec::new(),
        },
        waiting,
        invitation,
        linked: linked_sides(state, found).await?,
        computer,
        thinks,
        ending: ending(found),
        game: GameView::new(request, state, found).await?,
        sketch_of: found
            .stored
            .terms
            .sketch_of
            .as_ref()
            .map(|of| (link::battle(of.battle()).into(), link::battle_step(of.battle(), of.line()).into())),
        talk: Talk::new(found),
        notes: found.only_looked_at().into_iter().chain(found.begun_under_others()).collect(),
        steps: steps(found),
        since: since(found),
        orders: sitting.last_number(),
        request: new_request()?,
        digest: sitting.digest(),
        lines: found.stored.orders,
        throws: dice.map(|count| Throws { order: order.clone(), count, names: chosen.who.clone() }),
        typed: order,
        hidden,
        admin: found.admin.then(|| Fold::of_battle(&found.stored)),
        may_delete: found.stored.may_delete,
        unplayed_until: found.stored.unplayed_until().map(day),
        is_part,
        dice: faces(pips),
        pips,
    };
    let answer = if is_part { render_as(status, &BattlePart(&page)) } else { render_as(status, &page) };
    Ok(not_stored(answer?))
}

/// The position of the order with which the last bound began that was played.
fn start_of_last_bound(entries: &[Entry]) -> Option<usize> {
    // The last order may have begun the next bound.
    let bound = entries.iter().rev().nth(1)?.bound;
    entries.iter().position(|entry| entry.bound >= bound)
}

/// The events since the visitor's own last order, or of the last bound of two computers; `None` without any.
fn since(found: &FoundBattle) -> Option<Since> {
    let sitting = &found.sitting;
    let orders = sitting.recorder().entries().len();
    let (own, when) = if found.stored.by == [DecidedBy::Plain; 2] {
        (start_of_last_bound(sitting.recorder().entries()), "In the last bound")
    } else {
        ((0..orders).rev().find(|at| found.is_own(*at)), "Since your last order")
    };
    let own = own.filter(|own| own + 1 < orders)?;
    let number = i64::try_from(sitting.number(own)).unwrap_or(0);
    let battle = sitting.battle();
    // The answer to that order shows its result together with what followed.
    let lost = |player: Player| {
        let lost: Members = sitting.lost_since(own).filter(|id| battle.owner(*id) == player).collect();
        (!lost.is_empty()).then(|| (player.letter(), words::elements(battle, lost)))
    };
    Some(Since {
        when,
        path: link::battle_step(&found.stored.id, number).at("play"),
        lost: Player::ALL.into_iter().filter_map(lost).collect(),
    })
}

/// The marks on the drawing: those who may act, and what happened since the visitor's last order.
fn marks(found: &FoundBattle, offers: Option<&Offers>) -> Marks {
    let sitting = &found.sitting;
    let orders = sitting.recorder().entries().len();
    let last_own = (0..orders).rev().find(|at| found.is_own(*at));
    let (chosen, may_act) = offers.map(Offers::marked).unwrap_or_default();
    Marks { chosen, may_act, happened: sitting.happened(last_own.unwrap_or(0)), ..Marks::default() }
}

/// A battle in the list.
struct ListedBattle {
    path: String,
    names: [String; 2],
    ruleset: String,
    orders: i64,
    /// How it stands for the visitor: `Your turn`, `Their turn`, `Sketch`, `Record`, `Over`.
    turn: &'static str,
    /// The version of the rules under which it was stored, if that is not the present one.
    version: Option<String>,
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

/// How a battle stands for the visitor.
fn turn(battle: &BattleSummary) -> &'static str {
    let decides = battle.terms.decides.filter(|_| !battle.is_over).map(player);
    match decides {
        // A record that was opened is held by nobody and yet in the list of a visitor.
        None if battle.by == [DecidedBy::Person; 2] && battle.holds == [false; 2] => "Record",
        None => "Over",
        Some(_) if battle.terms.sketch_of.is_some() => "Sketch",
        Some(player) if *player.of(&battle.by) == DecidedBy::Plain => "Going on",
        Some(player) if *player.of(&battle.holds) => "Your turn",
        Some(_) => "Their turn",
    }
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
        .map(|battle| {
            let ruleset = state.book.ruleset(&battle.ruleset);
            ListedBattle {
                path: link::battle(&battle.id).into(),
                turn: turn(&battle),
                version: Some(battle.ruleset_version)
                    .filter(|version| ruleset.is_none_or(|ruleset| *ruleset.version != **version)),
                ruleset: ruleset.map_or(battle.ruleset, |known| known.name.to_string()),
                names: battle.names,
                orders: battle.orders,
                changed: Moment::from(battle.updated_at),
            }
        })
        .collect();
    let layout =
        Layout::new(&state, "My battles", Some(Area::Play)).beginning_at(link::my_battles()).with_flash(&request);
    cookies::clear_flash(&request, &state, not_stored(render(&BattlesPage { layout, battles, older })?))
}

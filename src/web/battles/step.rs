//! `/battles/{id}/{step}`: the table after each order, permanently; and the way from a number to its step.

use std::sync::Arc;

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_battle::record::{Entry, Recorder};
use musterfield_battle::review::odds::{Odds, PossibleResult};
use musterfield_battle::{Order, Player};
use musterfield_players::reason::Reason;
use musterfield_sheets::map::Marks;
use musterfield_words::battle::review::{cost, unit};
use musterfield_words::battle::{happened, play as words};
use musterfield_words::players as words_of;

use super::cited::by_last_order;
use super::found::{FoundBattle, id_of};
use super::log::{Said, player};
use super::opponent::reason_in;
use super::picture;
use super::sitting::Sitting;
use super::trail;
use crate::store::BattleId;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{Area, Layout, render, see_other};
use crate::web::preview::Preview;
use crate::web::rule_link::RuleLink;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::create::new_request;

/// The step of an order in words.
struct ToldOrder {
    /// The order in words, and as a record has it.
    words: String,
    entry: Entry,
    /// The result in words.
    result: String,
    /// The letter of the side that gave it.
    by: char,
    /// The rules that decided what it did.
    rules: Vec<RuleLink>,
    /// The odds of its dice; `None` if they decided nothing about losses.
    odds: Option<ToldOdds>,
}

/// The odds of an order at its time.
struct ToldOdds {
    throws: u32,
    results: Vec<ToldResult>,
    expected: [String; 2],
}

/// A result that an order could have.
struct ToldResult {
    weight: u32,
    words: String,
    cost: String,
    came: bool,
}

/// The steps to which one can go from here.
struct Ways {
    first: Option<String>,
    bound_before: Option<String>,
    before: Option<String>,
    next: Option<String>,
    bound_next: Option<String>,
    last: Option<String>,
}

#[derive(Template)]
#[template(path = "battles/step.html")]
struct StepPage {
    layout: Layout,
    style: String,
    review_style: String,
    script: String,
    id: String,
    names: [String; 2],
    /// The unit of losses.
    unit: &'static str,
    lost: [String; 2],
    number: usize,
    orders: usize,
    phase: &'static str,
    bound: u16,
    map: String,
    /// The order that led here; `None` before the first.
    order: Option<ToldOrder>,
    /// The computer's reason for it, in words, once the battle is over: until then it would tell the plan.
    why: Option<String>,
    /// What its line says, if that is no order: the side, and the words.
    said: Option<(char, &'static str)>,
    ways: Ways,
    /// The reason why a battle that is not decided does not go on after its last step.
    ended: Option<String>,
    /// The key of the form that begins a sketch here, if something is still to be decided.
    request: Option<String>,
    /// The addresses of the drawing and of the picture, for other sites.
    drawing: String,
    picture: Option<String>,
}

/// A battle as it stood after a number of orders.
pub(super) struct AtStep {
    pub found: FoundBattle,
    pub sitting: Arc<Sitting>,
    pub number: usize,
    /// What its line says, if that is no order.
    pub said: Option<(Player, Said)>,
    /// The computer's reason for its order.
    pub reason: Option<Reason>,
}

/// The number of a step as it is written in an address.
pub(super) fn step_of(number: &str) -> Result<usize, WebError> {
    let is_plain = number.bytes().all(|digit| digit.is_ascii_digit()) && (number == "0" || !number.starts_with('0'));
    number.parse().ok().filter(|_| is_plain).ok_or(WebError::NotFound)
}

impl AtStep {
    /// The battle with this id after this step.
    ///
    /// # Errors
    /// When there is no such battle, or it has not come so far.
    pub(super) async fn new(
        request: &HttpRequest,
        state: &Data<AppState>,
        id: &BattleId,
        number: &str,
    ) -> Result<Self, WebError> {
        let number = step_of(number)?;
        let found = FoundBattle::new(request, state, id).await?;
        if number > found.sitting.last_number() {
            return Err(WebError::NotFound);
        }
        let mut lines = state.store.battle_orders(id, 0).await?;
        let is_last = number >= lines.len();
        lines.truncate(number);
        let said = lines.last().and_then(|line| Some((player(line.side), Said::of_line(&line.line)?)));
        let reason = lines.last().and_then(|line| reason_in(&line.line));
        let sitting = if is_last {
            Arc::clone(&found.sitting)
        } else {
            let (book, catalogue, head) = (state.book, state.catalogue, found.stored.head.clone());
            let replayed =
                state.run_heavy(request, JobKind::Replay, move || Sitting::replayed(book, catalogue, &head, &lines));
            Arc::new(replayed.await?.map_err(WebError::internal)?)
        };
        Ok(Self { found, sitting, number, said, reason })
    }

    /// The ways to other steps.
    fn ways(&self, to: impl Fn(usize) -> String) -> Ways {
        let sitting = &self.found.sitting;
        let last = sitting.last_number();
        // The steps at which a bound begins; an entry has the bound after its order.
        let bounds: Vec<u16> = sitting.recorder().entries().iter().map(|entry| entry.bound).collect();
        let changes = bounds.windows(2).enumerate().filter(|(_, two)| matches!(two, [one, other] if one != other));
        let begins: Vec<usize> = changes.map(|(at, _)| sitting.number(at + 1)).collect();
        let earlier = begins.iter().rev().find(|step| **step < self.number).copied();
        let later = begins.iter().find(|step| **step > self.number).copied();
        let has_next = self.number < last;
        Ways {
            first: (self.number > 0).then(|| to(0)),
            bound_before: (self.number > 0).then(|| to(earlier.unwrap_or(0))),
            before: self.number.checked_sub(1).map(&to),
            next: has_next.then(|| to(self.number + 1)),
            bound_next: has_next.then(|| to(later.unwrap_or(last))),
            last: has_next.then(|| to(last)),
        }
    }
}

/// The last order of a record, in words and with its odds.
fn told(sitting: &Sitting) -> Option<ToldOrder> {
    let recorder: &Recorder = sitting.recorder();
    let entry = recorder.entries().last()?.clone();
    let before = recorder.before();
    let order = Order::parse(before, &entry.order).ok()?;
    // The ground and the edges are no losses.
    let has_odds = !entry.dice.is_empty() && !matches!(order, Order::Move(_) | Order::Edge(_));
    let odds = if has_odds { Odds::of(before, &order, recorder.battle()).ok() } else { None };
    let result = |result: &PossibleResult| {
        let words = result.in_words(before, &order).unwrap_or_default();
        let words = if words.is_empty() { "nothing changes".to_owned() } else { happened::in_a_line(before, &words) };
        ToldResult { weight: result.weight, words, cost: cost(result.lost, sitting.counts()), came: result.came }
    };
    Some(ToldOrder {
        words: words::order(before, &order),
        result: happened::in_a_line(recorder.battle(), &entry.result),
        by: sitting.gave(recorder.entries().len().saturating_sub(1)).letter(),
        rules: by_last_order(recorder),
        entry,
        odds: odds.map(|odds| ToldOdds {
            throws: odds.throws,
            results: odds.results.iter().map(result).collect(),
            expected: Player::ALL.map(|player| odds.expected(player).to_string()),
        }),
    })
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
    let at = AtStep::new(&request, &state, &id, &number).await?;
    let (found, number) = (&at.found, at.number);
    let (sitting, is_order) = (Arc::clone(&at.sitting), at.said.is_none());
    let icons = state.assets.address("icons.svg").to_owned();
    let shown = state.run_heavy(&request, JobKind::Replay, move || {
        let drawing = picture::on_page(&sitting, &icons, &sitting.snapshot(), Marks::default());
        if !is_order {
            return (drawing, None);
        }
        let marked = trail::marked(drawing, sitting.recorder().before(), sitting.battle());
        (marked, told(&sitting))
    });
    let (map, order) = shown.await?;
    let (battle, counts) = (at.sitting.battle(), at.sitting.counts());
    let orders = found.sitting.last_number();
    let [a, b] = &found.stored.names;
    let address = link::battle_step(&id, number);
    let preview = Preview::of_visitor(address, format!("{a} against {b}, after {number} orders."))
        .with_picture(link::battle_step_file(&id, number, "png"));
    let page = StepPage {
        style: state.assets.address("battle.css").to_owned(),
        review_style: state.assets.address("battle-review.css").to_owned(),
        script: state.assets.address("battle-steps.js").to_owned(),
        id: id.to_string(),
        names: found.stored.names.clone(),
        unit: unit(counts),
        lost: Player::ALL
            .map(|player| format!("{} of {}", battle.lost(player), counts.of(*player.of(&battle.setting().breaks_at)))),
        number,
        orders,
        phase: words::phase(battle),
        bound: battle.bound(),
        map,
        order,
        why: at.reason.as_ref().filter(|_| found.sitting.is_over()).map(words_of::reason),
        said: at.said.as_ref().map(|(player, said)| (player.letter(), said.in_words())),
        ways: at.ways(|number| link::battle_step(&id, number).into()),
        ended: found.only_looked_at().filter(|_| number == orders),
        request: at.sitting.decides_in_sketch().map(|_| new_request()).transpose()?,
        drawing: state.url(&request, &link::battle_step_file(&id, number, "svg")),
        picture: preview.picture.as_ref().map(|picture| state.url(&request, picture)),
        layout: Layout::new(&state, format!("{a} against {b}, step {number}"), Some(Area::Play)).previewed(preview),
    };
    render(&page)
}

/// `GET /battles/{id}/go`: `step` is the number of the step to which it leads.
///
/// # Errors
/// When there is no such battle or step.
pub async fn go_to_step(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let typed = fields.text("step");
    fields.finish()?;
    let found = FoundBattle::new(&request, &state, &id).await?;
    let last = found.sitting.last_number();
    let number = step_of(typed.trim()).ok().filter(|number| *number <= last);
    let number =
        number.ok_or_else(|| WebError::Unreadable(format!("this battle has steps 0 to {last}: choose one of them")))?;
    Ok(see_other(&link::battle_step(&id, number)).finish())
}

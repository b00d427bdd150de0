//! `/play/lesson`: a first battle in six small steps, for people who have never played. Each is a position of a real
//! battle of D3H2 with a goal; the page offers the orders that the rules allow, as that of a battle does.
//!
//! | part | what |
//! |---|---|
//! | `course` | the steps: their words, positions and goals |
//! | `played` | a step with what the visitor has ordered in it |
//! | `asked` | answers to the script of the table |

mod asked;
mod course;
mod played;

pub use asked::{look_at_lesson_order, show_lesson_layers, show_lesson_ways};
pub use played::Lessons;

use std::ops::Deref;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_battle::record::Entry;
use musterfield_battle::{Battle, Order, Phase, Player};
use musterfield_sheets::map::Marks;
use musterfield_words::battle::happened::{self, Happened};
use musterfield_words::battle::play as words;

use self::course::{RULESET, STEPS, Step};
use self::played::{NotPlayed, Numbered, Played};
use super::offers::{Chosen, OfferForms, Offers, Way};
use super::picture;
use super::show::{SideView, chosen};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;

/// A step in the list of all.
struct StepLink {
    number: usize,
    title: &'static str,
    line: &'static str,
    path: String,
    current: bool,
}

fn links(current: Option<usize>) -> Vec<StepLink> {
    Numbered::all()
        .map(|Numbered { number, step }| StepLink {
            number,
            title: step.title,
            line: step.line,
            path: link::lesson_step(number).into(),
            current: current == Some(number),
        })
        .collect()
}

#[derive(Template)]
#[template(path = "battles/lesson-start.html")]
struct LessonPage {
    layout: Layout,
    style: String,
    script: String,
    steps: Vec<StepLink>,
    /// The table of the last step.
    map: String,
}

/// `GET /play/lesson`
///
/// # Errors
/// When the site is too busy.
pub async fn show_lesson(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let last = Numbered::all().last().ok_or(WebError::NotFound)?;
    let played = match play(&request, &state, last, String::new(), None).await? {
        Ok(played) => played,
        Err(why) => return Err(WebError::internal(why)),
    };
    let page = LessonPage {
        layout: Layout::new(&state, "A first battle in six steps", Some(Area::Play)).beginning_at(link::lesson()),
        style: state.assets.address("battle.css").to_owned(),
        script: state.assets.address("lesson.js").to_owned(),
        steps: links(None),
        map: picture::on_page(
            &played.sitting,
            state.assets.address("icons.svg"),
            &played.sitting.snapshot(),
            Marks::default(),
        ),
    };
    render(&page)
}

/// A sentence of a step, with its rule.
struct SaidView {
    text: String,
    rule: &'static str,
    path: String,
}

/// An order that was carried out in the step, in words.
struct Told {
    by: &'static str,
    order: String,
    dice: Vec<u8>,
    result: Vec<Happened>,
}

#[derive(Template)]
#[template(path = "battles/lesson.html")]
struct StepPage {
    layout: Layout,
    style: String,
    script: String,
    table_script: String,
    number: usize,
    steps: Vec<StepLink>,
    step: &'static Step,
    says: Vec<SaidView>,
    by_hand: String,
    by_buttons: String,
    /// The address of the page with the orders so far.
    here: String,
    /// The addresses at which the script of the table asks, with the orders so far.
    ways: String,
    look: String,
    layers: String,
    digest: String,
    /// Whether the answer is to the script, which has the rest of the page.
    is_part: bool,
    reached: bool,
    sides: Vec<SideView>,
    map: String,
    /// The part of the bound, with the PIPs that are left.
    phase: String,
    bound: u16,
    offers: Option<Offers>,
    forms: OfferForms,
    typed: String,
    /// The sentence for a visitor who cannot go on and has not reached the goal.
    over: &'static str,
    /// The last orders in the step, the latest first.
    told: Vec<Told>,
    /// The number of these that have followed the visitor's last one.
    followed: usize,
    /// The number of orders in the step.
    orders: usize,
    again: String,
    back: Option<String>,
    next: Option<String>,
    /// A real battle with small armies.
    play: String,
}

/// The part of the page that changes with every order.
#[derive(Template)]
#[template(path = "battles/lesson.html", block = "content")]
struct StepPart<'p>(&'p StepPage);

impl Deref for StepPart<'_> {
    type Target = StepPage;

    fn deref(&self) -> &StepPage {
        self.0
    }
}

/// The address of a step after these orders.
fn after(of: Numbered, carried: &str) -> link::Address {
    with_orders(link::lesson_step(of.number), carried)
}

/// An address of a step with the orders so far.
fn with_orders(address: link::Address, carried: &str) -> link::Address {
    if carried.is_empty() { address } else { address.with("orders", carried) }
}

/// The step after the orders that a page carries and then `next`; or the sentence that says why not.
async fn play(
    request: &HttpRequest,
    state: &Data<AppState>,
    of: Numbered,
    carried: String,
    next: Option<String>,
) -> Result<Result<Arc<Played>, String>, WebError> {
    if let (None, Some(known)) = (&next, state.lessons.get(of, &carried)) {
        return Ok(Ok(known));
    }
    let (lessons, data) = (state.lessons.clone(), (state.book, state.catalogue));
    // In the last step the computer thinks.
    let kind = if of.step.goes_on { JobKind::Battle } else { JobKind::Replay };
    let played = state.run_heavy(request, kind, move || {
        let played = lessons.play(of, &carried, data)?;
        match next {
            Some(next) => lessons.give(of, &played, &next),
            None => Ok(played),
        }
    });
    match played.await? {
        Ok(played) => Ok(Ok(played)),
        Err(NotPlayed::Told(why)) => Ok(Err(why)),
        Err(NotPlayed::Failed(error)) => Err(error),
    }
}

/// `GET /play/lesson/{step}`: `orders` are those that the visitor has given so far; the rest as on the page of a battle.
///
/// # Errors
/// When there is no such step, or the query has other fields. Orders that cannot be played are told on the page.
pub async fn show_lesson_step(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let of = Numbered::parse(&path).ok_or(WebError::NotFound)?;
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let (chosen, carried) = (chosen(&mut fields), fields.text("orders"));
    fields.finish()?;
    match play(&request, &state, of, carried, None).await? {
        Ok(played) => show(&request, &state, of, &played, &chosen, String::new(), None),
        Err(why) => {
            let why = format!("The orders in this address cannot be played in this step. {why} Here is its beginning.");
            from_beginning(&request, &state, of, why).await
        }
    }
}

/// `POST /play/lesson/{step}`: one order more; the fields are those of an order in a battle, and `orders` as above.
///
/// # Errors
/// When there is no such step, or the form is not one of ours. What the rules refuse is told on the page.
pub async fn give_lesson_order(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let of = Numbered::parse(&path).ok_or(WebError::NotFound)?;
    let mut fields = Fields::parse(&body)?;
    let carried = fields.text("orders");
    let (order, by, action) = (fields.text("order"), fields.text("by"), fields.text("do"));
    let chosen = chosen(&mut fields);
    fields.finish()?;
    // A number may have a decimal comma.
    let text = [order.trim(), &by.trim().replace(',', ".")].join(" ").trim().to_owned();
    let played = match play(&request, &state, of, carried, None).await? {
        Ok(played) => played,
        Err(why) => {
            let why = format!("The orders before this one cannot be played. {why} Here is the beginning of the step.");
            return from_beginning(&request, &state, of, why).await;
        }
    };
    // A move whose next leg is still to be chosen is not ordered yet.
    if action == "more" {
        let legs = text.split_once(": ").map_or("", |(_, legs)| legs);
        let page = after(of, &played.carried());
        let page = chosen.who.iter().fold(page, |page, name| page.with(&format!("who-{name}"), "on"));
        return Ok(not_stored(see_other(&page.with("legs", legs).at("offers")).finish()));
    }
    match play(&request, &state, of, played.carried(), Some(text.clone())).await? {
        Ok(now) => Ok(not_stored(see_other(&after(of, &now.carried()).at("table")).finish())),
        Err(why) => show(&request, &state, of, &played, &chosen, text, Some(why)),
    }
}

async fn from_beginning(
    request: &HttpRequest,
    state: &Data<AppState>,
    of: Numbered,
    why: String,
) -> Result<HttpResponse, WebError> {
    match play(request, state, of, String::new(), None).await? {
        Ok(played) => show(request, state, of, &played, &Chosen::default(), String::new(), Some(why)),
        Err(why) => Err(WebError::internal(why)),
    }
}

/// The page of a step; with what was typed and why it was refused, if it was.
fn show(
    request: &HttpRequest,
    state: &AppState,
    of: Numbered,
    played: &Played,
    chosen: &Chosen,
    typed: String,
    refused: Option<String>,
) -> Result<HttpResponse, WebError> {
    let (sitting, battle, step) = (&played.sitting, played.battle(), of.step);
    let status = if refused.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let said = |said: &course::Said| SaidView {
        text: Step::fill(said.text, played.start()),
        rule: said.rule,
        path: link::rule(RULESET, said.rule).into(),
    };
    let carried = played.carried();
    let page_path = String::from(link::lesson_step(of.number));
    let longest = step.longest.map(|longest| battle.rules().distance(longest));
    let offers = played.may_order().then(|| Offers::proposing(battle, chosen, longest));
    let over = over(step, played, offers.as_ref());
    let is_part = request.headers().get("x-part").is_some_and(|part| part == "battle");
    let (snapshot, marks) = (sitting.snapshot(), marks(played, offers.as_ref()));
    let asks = |address: link::Address| String::from(with_orders(address, &carried));
    let icons = state.assets.address("icons.svg");
    let title = format!("Step {} of {}: {}", of.number, STEPS.len(), step.title);
    let page = StepPage {
        layout: Layout::new(state, title, Some(Area::Play)).with_errors(refused.map(PageError::of_page)),
        style: state.assets.address("battle.css").to_owned(),
        script: state.assets.address("lesson.js").to_owned(),
        table_script: state.assets.address("battle-table.js").to_owned(),
        number: of.number,
        steps: links(Some(of.number)),
        step,
        says: step.says.iter().map(said).collect(),
        by_hand: Step::fill(step.by_hand, played.start()),
        by_buttons: Step::fill(step.by_buttons, played.start()),
        here: after(of, &carried).into(),
        ways: asks(link::lesson_ways(of.number)),
        look: asks(link::lesson_look(of.number)),
        layers: asks(link::lesson_layers(of.number)),
        digest: sitting.digest(),
        is_part,
        reached: played.reached,
        sides: sides(played),
        map: if is_part {
            picture::elements_on_page(sitting, icons, &snapshot, marks)
        } else {
            picture::on_page(sitting, icons, &snapshot, marks)
        },
        phase: phase(battle),
        bound: battle.bound(),
        offers,
        forms: OfferForms {
            give: page_path.clone(),
            choose: page_path.clone(),
            order_fields: vec![("orders", carried.clone())],
            choice_fields: vec![("orders", carried)],
        },
        typed,
        over,
        told: told(played),
        followed: played.followed(),
        orders: played.orders(),
        again: page_path,
        back: played.without_last().map(|carried| after(of, &carried).at("table")),
        next: Numbered::all().nth(of.number).map(|next| link::lesson_step(next.number).into()),
        play: small_battle(state),
    };
    let answer = if is_part { render_as(status, &StepPart(&page)) } else { render_as(status, &page) };
    Ok(not_stored(answer?))
}

/// The marks on the drawing: those that the step is about, those that may act, and what happened last.
fn marks(played: &Played, offers: Option<&Offers>) -> Marks {
    let (chosen, may_act) = offers.map(Offers::marked).unwrap_or_default();
    Marks { chosen, may_act, about: played.about(), happened: played.happened_last(), ..Marks::default() }
}

/// The sentence for a visitor who cannot go on; empty for others.
fn over(step: &Step, played: &Played, offers: Option<&Offers>) -> &'static str {
    let can_only_end = |offers: &Offers| offers.buttons.iter().all(|button| button.order == "end");
    match (played.battle().phase(), offers) {
        _ if played.reached => "",
        (Phase::Shooting | Phase::Fighting, Some(offers)) if !step.goes_on && can_only_end(offers) => {
            "Nothing is left here that leads to the goal. Take the last order back, or begin the step again."
        }
        (_, Some(_)) => "",
        (Phase::Over(_), _) => "Your army is broken. That happens to the best.",
        _ => "Your bound is over, and the goal is not reached. Try it another way.",
    }
}

/// The part of the battle, as a heading. Nobody in the lesson is summoned or casts spells.
fn phase(battle: &Battle) -> String {
    match (battle.phase(), battle.pips()) {
        (Phase::Summoning | Phase::Moving, 1) => "Moves, 1 PIP left".to_owned(),
        (Phase::Summoning | Phase::Moving, pips) => format!("Moves, {pips} PIPs left"),
        (Phase::Shooting, _) => "Shooting".to_owned(),
        _ => words::phase(battle).to_owned(),
    }
}

fn sides(played: &Played) -> Vec<SideView> {
    let battle = played.battle();
    let names = played.sitting.names();
    let view = |player: Player| {
        let (lost, breaks_at) = (battle.lost(player), *player.of(&battle.setting().breaks_at));
        SideView {
            letter: player.letter(),
            name: player.of::<String>(&names).clone(),
            by: if player == Player::A { "you" } else { "the computer" }.to_owned(),
            lost,
            breaks_at: played.sitting.counts().of(breaks_at),
            commands: Vec::new(),
            fill: lost.percent_of(breaks_at),
            decides: !played.sitting.is_over() && battle.to_decide() == player,
        }
    };
    Player::ALL.map(view).into()
}

fn told(played: &Played) -> Vec<Told> {
    let told = |(by, before, entry): (Player, &Battle, &Entry)| Told {
        by: if by == Player::A { "You" } else { "Raiders" },
        order: Order::parse(before, &entry.order)
            .map_or_else(|_| entry.order.clone(), |order| words::order(before, &order)),
        dice: entry.dice.clone(),
        result: happened::result(before, &entry.result),
    };
    played.last_orders().map(told).collect()
}

/// The form that begins a battle, filled in with the two ready armies of the fewest elements.
fn small_battle(state: &AppState) -> String {
    let mut ready: Vec<_> =
        state.collection.ready().iter().filter(|ready| *ready.army.draft().ruleset.id == *RULESET).collect();
    ready.sort_by_key(|ready| ready.army.draft().lines.iter().map(|line| line.elements()).sum::<i64>());
    let form = link::play().with("ruleset", RULESET).with("players", "computer");
    let armies = ["army_a", "army_b"].into_iter().zip(ready);
    armies.fold(form, |form, (field, ready)| form.with(field, format!("ready:{}", ready.slug))).into()
}

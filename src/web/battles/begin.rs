//! `/play`: begins a battle.

mod materials;
mod readings;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::Draft;
use musterfield_battle::admission::Admitted;
use musterfield_rules::Ruleset;

use self::materials::{Side, army, table};
use self::readings::{ChosenReadings, ReadingField};
use super::clock;
use super::computer::let_computer_play;
use super::found::FoundBattle;
use super::meeting::meet;
use super::opponent::{self, Opponent};
use super::sitting::Sitting;
use crate::store::{DecidedBy, DiceSecret, NewBattle, Secret};
use crate::web::accounts::identity;
use crate::web::choice::Choice;
use crate::web::cookies;
use crate::web::error::WebError;
use crate::web::fields::{FieldErrors, Fields};
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::create::{check_request, new_request};
use crate::web::works::own_works::OwnWork;
use crate::web::works::{ARMIES, LAYOUTS};

/// The number of own armies that the form offers.
const OWN_OFFERED: u32 = 30;

/// The players who give the orders of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Players {
    /// The visitor plays the first army, the computer the second.
    #[default]
    AgainstComputer,
    /// Two people at one screen.
    OneScreen,
    /// The visitor plays the first army, and the friend who opens a link the second.
    Friend,
    /// The computer plays both, and the visitor looks on.
    Computers,
}

impl Players {
    const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::AgainstComputer, "computer", "Me against the computer"),
        (Self::OneScreen, "screen", "Two of us at this screen"),
        (Self::Friend, "friend", "A friend, by link"),
        (Self::Computers, "watch", "Two computers, to watch"),
    ];

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, value, _)| *value == text).map(|(players, ..)| *players)
    }

    fn by(self) -> [DecidedBy; 2] {
        match self {
            Self::AgainstComputer => [DecidedBy::Person, DecidedBy::Plain],
            Self::OneScreen | Self::Friend => [DecidedBy::Person; 2],
            Self::Computers => [DecidedBy::Plain; 2],
        }
    }
}

/// The form as typed.
#[derive(Clone, Debug, Default)]
struct Typed {
    request: String,
    ruleset: String,
    /// For each side a choice of the form: `army:` or `ready:` and its id; empty for any.
    chosen: [String; 2],
    /// For each side the address of an army, instead of the choice.
    address: [String; 2],
    /// For each side an army as text, instead of both.
    text: [String; 2],
    /// The id of a table of the visitor's own; empty for one that is generated.
    own_table: String,
    /// The address of a saved table, instead of that.
    table: String,
    players: String,
    /// The level of the computer, and its style.
    level: String,
    style: String,
    /// `ours` if the players throw the dice.
    dice: String,
    /// The days for each decision; empty without a clock.
    days: String,
    /// The minutes of each side for the whole battle; empty without such a clock.
    minutes: String,
    /// `on` if nobody else may look on while the battle goes on.
    closed: String,
    readings: ChosenReadings,
}

const CHOSEN: [&str; 2] = ["army_a", "army_b"];
const ADDRESS: [&str; 2] = ["address_a", "address_b"];
const TEXT: [&str; 2] = ["text_a", "text_b"];

impl Typed {
    fn take(fields: &mut Fields) -> Self {
        Self {
            request: fields.text("request"),
            ruleset: fields.text("ruleset"),
            chosen: CHOSEN.map(|name| fields.text(name)),
            address: ADDRESS.map(|name| fields.text(name)),
            text: TEXT.map(|name| fields.text(name)),
            own_table: fields.text("own_table"),
            table: fields.text("table"),
            players: fields.text("players"),
            level: fields.text("level"),
            style: fields.text("style"),
            dice: fields.text("dice"),
            days: fields.text("days"),
            minutes: fields.text("minutes"),
            closed: fields.text("closed"),
            readings: ChosenReadings::take(fields),
        }
    }

    /// What the players agree besides the rules; the field that is wrong, and why.
    fn terms(&self, players: Option<Players>) -> Result<Terms, (&'static str, &'static str)> {
        let of_people = players.is_none_or(|players| players.by() == [DecidedBy::Person; 2]);
        let own_dice = match self.dice.as_str() {
            "" | "program" => false,
            "ours" if of_people => true,
            "ours" => return Err(("dice", "The computer cannot throw your dice: let the program throw them.")),
            _ => return Err(("dice", "Choose who throws the dice.")),
        };
        let days = clock::days(&self.days).map_err(|why| ("days", why))?;
        // A clock is for two people who are not at one table.
        let minutes = clock::minutes(&self.minutes).map_err(|why| ("minutes", why))?;
        let [days, minutes] = [days, minutes].map(|clock| clock.filter(|_| players == Some(Players::Friend)));
        let opponent = Opponent::chosen(&self.level, &self.style)?;
        let opponent = opponent.filter(|_| !of_people);
        Ok(Terms { own_dice, days, minutes, is_open: self.closed != "on", opponent })
    }
}

/// What the players of a battle agree besides the rules.
#[derive(Clone, Copy, Debug)]
struct Terms {
    /// Whether the players throw the dice.
    own_dice: bool,
    days: Option<i64>,
    minutes: Option<i64>,
    is_open: bool,
    /// How the computer plays, if it does and was chosen.
    opponent: Option<Opponent>,
}

/// One side of the form.
struct SideForm {
    /// The names of its fields.
    chosen: &'static str,
    address: &'static str,
    title: &'static str,
    own: Vec<Choice>,
    ready: Vec<Choice>,
    typed: String,
    text: &'static str,
    pasted: String,
    error: Option<String>,
}

#[derive(Template)]
#[template(path = "battles/begin.html")]
struct BeginPage {
    layout: Layout,
    typed: Typed,
    rulesets: Vec<Choice>,
    /// The id of the ruleset that is chosen.
    ruleset: String,
    /// The sentence that says from where it borrows rules for battles.
    borrows: Option<String>,
    sides: Vec<SideForm>,
    /// The visitor's own tables.
    tables: Vec<Choice>,
    players: Vec<Choice>,
    levels: Vec<Choice>,
    styles: Vec<Choice>,
    /// The rules of which there is more than one reading.
    readings: Vec<ReadingField>,
    errors: FieldErrors,
}

impl BeginPage {
    fn error(&self, field: &str) -> Option<&str> {
        self.errors.get(field).map(String::as_str)
    }
}

/// The rulesets whose battles can be played.
fn playable(state: &AppState) -> impl Iterator<Item = &'static Ruleset> {
    state.book.rulesets().iter().filter(|ruleset| ruleset.battle.is_some())
}

/// `GET /play`: `army` is the address or id of the visitor's own army, `other` that of the enemy; the fields of the form
/// fill it in again when other rules are chosen in it.
///
/// # Errors
/// When the query has other fields.
pub async fn choose(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let linked = ["army", "other"].map(|name| fields.text(name));
    let mut typed = Typed { request: new_request()?, ..Typed::take(&mut fields) };
    fields.finish()?;
    for (address, linked) in typed.address.iter_mut().zip(linked) {
        if !linked.is_empty() {
            *address = linked;
        }
    }
    show(&request, &state, typed, FieldErrors::new()).await
}

async fn show(
    request: &HttpRequest,
    state: &AppState,
    typed: Typed,
    errors: FieldErrors,
) -> Result<HttpResponse, WebError> {
    let ruleset = playable(state).find(|ruleset| *ruleset.id == *typed.ruleset).or_else(|| playable(state).next());
    let ruleset = ruleset.ok_or(WebError::NotFound)?;
    let (mine, _) = OwnWork::of_reached(&ARMIES, state, request, OWN_OFFERED).await?;
    let (own_tables, _) = OwnWork::of_reached(&LAYOUTS, state, request, OWN_OFFERED).await?;
    let own = |chosen: &str| -> Vec<Choice> {
        let fitting = mine.iter().filter(|army| army.ruleset == *ruleset.name && army.legal == Some(true));
        fitting
            .map(|army| Choice::among(format!("army:{}", army.id), format!("{} ({})", army.name, army.figure), chosen))
            .collect()
    };
    let ready = |chosen: &str| -> Vec<Choice> {
        let of_ruleset = state.collection.ready().iter().filter(|ready| ready.army.draft().ruleset.id == ruleset.id);
        of_ruleset
            .map(|ready| Choice::among(format!("ready:{}", ready.slug), ready.army.draft().title().to_owned(), chosen))
            .collect()
    };
    let side = |at: usize, title: &'static str| {
        let pick = |texts: &[String; 2]| texts.get(at).cloned().unwrap_or_default();
        let name = |names: [&'static str; 2]| names.into_iter().nth(at).unwrap_or_default();
        SideForm {
            chosen: name(CHOSEN),
            address: name(ADDRESS),
            title,
            own: own(&pick(&typed.chosen)),
            ready: ready(&pick(&typed.chosen)),
            typed: pick(&typed.address),
            text: name(TEXT),
            pasted: pick(&typed.text),
            error: errors.get(name(ADDRESS)).cloned(),
        }
    };
    let players = if typed.players.is_empty() { "computer" } else { &typed.players };
    let status = if errors.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let page = BeginPage {
        layout: Layout::new(state, "Play a battle", Some(Area::Play)).beginning_at(link::play()).with_errors(
            PageError::in_order(
                &errors,
                &["address_a", "address_b", "table", "players", "level", "style", "dice", "days", "minutes"],
            ),
        ),
        ruleset: ruleset.id.to_string(),
        borrows: ruleset.borrows.as_ref().map(|borrows| borrows.says.to_string()),
        rulesets: playable(state)
            .map(|known| Choice::among(known.id.to_string(), known.name.to_string(), &ruleset.id))
            .collect(),
        sides: vec![side(0, "My army"), side(1, "The other army")],
        tables: own_tables
            .into_iter()
            .filter(|table| table.ruleset == *ruleset.name && table.legal != Some(false))
            .map(|table| Choice::among(table.id.to_string(), table.name, &typed.own_table))
            .collect(),
        players: Players::ALL.iter().map(|(_, value, name)| Choice::among(*value, *name, players)).collect(),
        levels: opponent::levels(&typed.level),
        styles: opponent::styles(&typed.style),
        readings: typed.readings.fields(ruleset),
        typed,
        errors,
    };
    Ok(not_stored(render_as(status, &page)?))
}

/// `POST /battles`: begins the battle of the form and redirects to it.
///
/// # Errors
/// When the form is not one of ours; what is wrong with its contents is shown in it.
pub async fn begin_battle(request: HttpRequest, state: Data<AppState>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let typed = Typed::take(&mut fields);
    fields.finish()?;
    check_request(&typed.request)?;
    let mut errors = FieldErrors::new();
    let players = Players::parse(&typed.players);
    if players.is_none() {
        errors.insert("players".to_owned(), "Choose who plays.".to_owned());
    }
    let terms = typed.terms(players);
    if let Err((field, why)) = terms {
        errors.insert(field.to_owned(), why.to_owned());
    }
    let mut armies = Vec::new();
    for (((chosen, address), text), field) in typed.chosen.iter().zip(&typed.address).zip(&typed.text).zip(ADDRESS) {
        match army(&request, &state, &typed.ruleset, Side { chosen, address, text }).await? {
            Ok(army) => armies.push(army),
            Err(why) => drop(errors.insert(field.to_owned(), why)),
        }
    }
    let written = if typed.table.trim().is_empty() { &typed.own_table } else { &typed.table };
    let table = table(&request, &state, written).await?;
    if let Err(why) = &table {
        errors.insert("table".to_owned(), why.clone());
    }
    let (Ok([a, b]), Ok(table), Some(players), Ok(terms), true) =
        (<[Admitted<Draft>; 2]>::try_from(armies), table, players, terms, errors.is_empty())
    else {
        return show(&request, &state, typed, errors).await;
    };
    if let Some(field) = typed.readings.wrong(a.ruleset) {
        errors.insert(field, "Choose one of these.".to_owned());
        return show(&request, &state, typed, errors).await;
    }
    if a.ruleset.id != b.ruleset.id {
        let said = format!("That army is one of {}, and yours is one of {}.", b.ruleset.name, a.ruleset.name);
        errors.insert("address_b".to_owned(), said);
        return show(&request, &state, typed, errors).await;
    }
    let (seed, secret) = (state.chance.seed()?, state.chance.dice()?);
    let promised = (!terms.own_dice).then(|| secret.clone());
    let (book, catalogue, options) = (state.book, state.catalogue, typed.readings.options(a.ruleset));
    let begun = state.run_heavy(&request, JobKind::Battle, move || {
        meet((book, catalogue), [a, b], table, options, seed, promised.as_ref())
    });
    let sitting = match begun.await? {
        Ok(sitting) => sitting,
        Err(why) => {
            errors.insert("address_a".to_owned(), why);
            return show(&request, &state, typed, errors).await;
        }
    };
    keep(&request, &state, &sitting, Agreed { players, terms, secret }, &typed.request).await
}

/// Everything that is agreed before a battle, besides armies and table.
struct Agreed {
    players: Players,
    terms: Terms,
    secret: DiceSecret,
}

/// Saves a battle that was begun and redirects to it.
async fn keep(
    request: &HttpRequest,
    state: &Data<AppState>,
    sitting: &Sitting,
    Agreed { players, terms, secret }: Agreed,
    request_name: &str,
) -> Result<HttpResponse, WebError> {
    let (by, browser) = identity::holder_or_new(request, state, request_name).await?;
    // The same form sent again has the same link.
    let key = browser.derive(&["the other side", request_name]);
    let id = state
        .store_for(request)
        .create_battle(NewBattle {
            by: players.by(),
            keys: [Secret::random()?.digest(), key.digest()],
            holds: [true, matches!(players, Players::OneScreen | Players::Computers)],
            is_open: terms.is_open,
            days: terms.days,
            minutes: terms.minutes,
            level: terms.opponent.map(|opponent| opponent.to_string()),
            request_key: format!("{request_name}\n{}", cookies::name(&browser)),
            ..sitting.to_store(by.keeper().clone(), secret)?
        })
        .await?;
    let found = FoundBattle::of(request, state, &id, Some(by)).await?;
    // An answer that takes no time is given at once; the page of the battle asks for a thought.
    let thinks = found.deciders().opponent.thinks_in(found.sitting.battle().phase());
    let mut response = if found.computer_decides() && found.stored.orders == 0 && !thinks {
        let_computer_play(request, state, &found).await?
    } else {
        not_stored(see_other(&link::battle(&id)).finish())
    };
    response.add_cookie(&cookies::visitor_cookie(state, &browser)).map_err(WebError::internal)?;
    if players == Players::Friend {
        let shown = cookies::key_cookie(state, link::battle(&id).into(), &key);
        response.add_cookie(&shown).map_err(WebError::internal)?;
    }
    Ok(response)
}

//! Recording the result of a game, and correcting it.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::check;
use musterfield_events::scoring::{
    Checked, Field, GameEnd, GameResult, LossUnit, Report, ResultProblem, Side, SideOutcome, SideReport, Warning,
};
use musterfield_events::standings::{Game, PlayerNumber, Round};
use musterfield_rules::Points;
use musterfield_rules::ruleset::SizeUnit;
use musterfield_words::events::result as words;

use super::access::EventAccess;
use super::armies::Frozen;
use super::frame::{EventTab, event_layout};
use super::outcome::in_a_line;
use super::play::{KeptRound, Play, TRIES, round_number, to_json};
use crate::store::{Role, Slug, StoreError};
use crate::web::cookies::Flash;
use crate::web::error::WebError;
use crate::web::fields::{Fields, FieldsError};
use crate::web::link;
use crate::web::page::{Layout, not_stored, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;

/// A number of losses as typed.
struct LossField {
    name: String,
    label: &'static str,
    value: String,
    error: Option<String>,
}

/// One side of the form.
struct SideFields {
    name: String,
    losses: Vec<LossField>,
    /// The army's break point, where known.
    breaks: Option<String>,
}

/// A choice for how the game ended.
struct EndChoice {
    value: &'static str,
    name: String,
    on: bool,
}

#[derive(Template)]
#[template(path = "events/result.html")]
struct ResultPage {
    layout: Layout,
    style: String,
    slug: Slug,
    event: String,
    number: u32,
    table: String,
    /// The two players, so that nobody records the result of another game.
    sides: String,
    /// The result that the form began with, as JSON.
    before: String,
    fields: [SideFields; 2],
    ends: Vec<EndChoice>,
    end_error: Option<String>,
    /// Unusual values, to be confirmed.
    doubts: Vec<String>,
    /// The result that somebody else has recorded in the meantime.
    conflict: Option<String>,
    has_result: bool,
}

/// The ways a game can end, as the form has them, with the result of each side.
const ENDS: [(&str, [Option<SideOutcome>; 2]); 9] = [
    ("follows", [None, None]),
    ("a-won", [Some(SideOutcome::Won), None]),
    ("b-won", [None, Some(SideOutcome::Won)]),
    ("drawn", [Some(SideOutcome::Drew), Some(SideOutcome::Drew)]),
    ("a-gave-up", [Some(SideOutcome::Conceded), None]),
    ("b-gave-up", [None, Some(SideOutcome::Conceded)]),
    ("a-absent", [Some(SideOutcome::Absent), None]),
    ("b-absent", [None, Some(SideOutcome::Absent)]),
    ("nobody", [Some(SideOutcome::Absent), Some(SideOutcome::Absent)]),
];

const LOSSES: [(Field, &str); 4] =
    [(Field::Lost, ""), (Field::Generals, "Generals"), (Field::Camps, "Camps"), (Field::Strongholds, "Strongholds")];

/// The form as typed.
#[derive(Clone)]
struct ResultForm {
    end: &'static str,
    /// Of side a, then b, in the order of [`LOSSES`].
    losses: [[String; 4]; 2],
}

impl ResultForm {
    fn of(result: Option<&GameResult>) -> Self {
        let Some(result) = result else { return Self { end: "follows", losses: Default::default() } };
        let end = match result.ended() {
            GameEnd::Won(Side::A) => "a-won",
            GameEnd::Won(Side::B) => "b-won",
            GameEnd::Drawn => "drawn",
            GameEnd::Conceded(Side::A) => "b-gave-up",
            GameEnd::Conceded(Side::B) => "a-gave-up",
            GameEnd::NoShow(Side::A) => "b-absent",
            GameEnd::NoShow(Side::B) => "a-absent",
            GameEnd::NotPlayed => "nobody",
        };
        let losses = [Side::A, Side::B].map(|side| {
            let lost = result.losses(side);
            let count = |number: u16| if number == 0 { String::new() } else { number.to_string() };
            [lost.lost.to_string(), count(lost.generals), count(lost.camps), count(lost.strongholds)]
        });
        Self { end, losses: if result.ended().is_fought() { losses } else { Default::default() } }
    }

    fn read(fields: &mut Fields) -> Result<Self, WebError> {
        let word = fields.demand("end")?;
        let known = ENDS.iter().find(|(end, _)| *end == word);
        let (end, _) = known.ok_or_else(|| FieldsError::Changed("end".to_owned()))?;
        let losses = [Side::A, Side::B].map(|side| LOSSES.map(|(field, _)| fields.text(&name_of(side, field))));
        Ok(Self { end, losses })
    }

    /// The report on the game; or the fields that are not numbers.
    fn report(&self, broken_at: [Option<Points>; 2]) -> Result<Report, Vec<(Side, Field, String)>> {
        let mut wrong = Vec::new();
        let fates = ENDS.iter().find(|(end, _)| *end == self.end).map_or([None, None], |(_, fates)| *fates);
        let mut side = |side: Side, fate, losses: &[String; 4], broken_at| {
            let [lost, generals, camps, strongholds] = losses;
            let mut number = |field, text: &String| match text.trim() {
                "" => 0,
                text => text.parse::<i64>().unwrap_or_else(|_| {
                    wrong.push((side, field, format!("“{text}” is not a whole number.")));
                    0
                }),
            };
            let (generals, camps, strongholds) = (
                number(Field::Generals, generals),
                number(Field::Camps, camps),
                number(Field::Strongholds, strongholds),
            );
            let lost = match lost.trim() {
                "" => Points::ZERO,
                text => text.parse().unwrap_or_else(|_| {
                    wrong.push((side, Field::Lost, format!("“{text}” is not a number.")));
                    Points::ZERO
                }),
            };
            SideReport { fate, lost, generals, camps, strongholds, broken_at }
        };
        let report = Report {
            a: side(Side::A, fates[0], &self.losses[0], broken_at[0]),
            b: side(Side::B, fates[1], &self.losses[1], broken_at[1]),
        };
        if wrong.is_empty() { Ok(report) } else { Err(wrong) }
    }
}

fn name_of(side: Side, field: Field) -> String {
    format!("{}-{}", side.letter(), field.name())
}

/// The errors of a form, by side and field.
type Mistakes = Vec<(Side, Field, String)>;

/// The result in the form, or its errors.
fn checked(typed: &ResultForm, counted: LossUnit, broken_at: [Option<Points>; 2]) -> Result<Checked, Mistakes> {
    let sentence = |problem: ResultProblem| (problem.side, problem.field, words::message(problem.wrong).to_owned());
    typed.report(broken_at)?.check(counted).map_err(|problems| problems.into_iter().map(sentence).collect())
}

/// A game whose result is recorded.
pub(super) struct FoundGame<'a> {
    pub open: &'a EventAccess,
    pub play: &'a Play,
    pub kept: &'a KeptRound,
    pub game: &'a Game,
}

fn find<'a>(open: &'a EventAccess, play: &'a Play, number: u32, table: &str) -> Result<FoundGame<'a>, WebError> {
    let kept = play.round(number, open).ok_or(WebError::NotFound)?;
    let game = kept.round.games.iter().find(|game| game.table.to_string() == table).ok_or(WebError::NotFound)?;
    Ok(FoundGame { open, play, kept, game })
}

fn json_of(result: Option<&GameResult>) -> String {
    result.and_then(|result| serde_json::to_string(result).ok()).unwrap_or_default()
}

impl FoundGame<'_> {
    fn sides(&self) -> String {
        self.game.sides.map(|side| side.to_string()).join("-")
    }

    /// The break point of the army of a player who brings one, if losses are counted as its rules count them.
    async fn breaks(&self, state: &AppState, player: PlayerNumber) -> Result<Option<Points>, WebError> {
        let Some((entrant, head)) =
            self.play.entrant(player).and_then(|entrant| Some((entrant, entrant.head.as_ref()?)))
        else {
            return Ok(None);
        };
        let armies = Frozen::read(&state.store.entry_document(entrant.id, head.number).await?, state)?;
        let [army] = armies.as_slice() else { return Ok(None) };
        let report = check(army, state.catalogue);
        let counted = self.open.plan.scheme().counted();
        let same = |counts| {
            matches!((counts, counted), (SizeUnit::Points, LossUnit::Ap) | (SizeUnit::Elements, LossUnit::Elements))
        };
        Ok(report.totals.break_point.filter(|breaks| same(breaks.counts)).map(|breaks| breaks.lost))
    }

    async fn broken_at(&self, state: &AppState) -> Result<[Option<Points>; 2], WebError> {
        let [a, b] = self.game.sides;
        Ok([self.breaks(state, a).await?, self.breaks(state, b).await?])
    }

    /// An error of the form for the box at the top of the page; `lost` is the label of the field for losses.
    fn on_page(&self, (side, field, sentence): &(Side, Field, String), lost: &str) -> PageError {
        let label = LOSSES.iter().find(|(known, _)| known == field).map(|(_, label)| *label);
        let Some(label) = label else { return PageError::at("ends", &**sentence) };
        let label = if label.is_empty() { lost } else { label };
        let [a, b] = self.game.sides.map(|side| self.play.name(side));
        let player = if *side == Side::A { a } else { b };
        PageError::at(name_of(*side, *field), format!("{player}, {label}: {sentence}"))
    }

    fn page(&self, state: &AppState, view: ResultView) -> Result<HttpResponse, WebError> {
        let ResultView { typed, broken_at, mistakes, doubts, conflict } = view;
        let counted = self.open.plan.scheme().counted();
        let names = self.game.sides.map(|side| self.play.name(side));
        let unit = if counted == LossUnit::Ap { "AP lost" } else { "Elements lost" };
        let status = match (&conflict, mistakes.is_empty() && doubts.is_empty()) {
            (Some(_), _) => StatusCode::CONFLICT,
            (None, false) => StatusCode::UNPROCESSABLE_ENTITY,
            (None, true) => StatusCode::OK,
        };
        let error_at = |side: Side, field: Field| {
            let found = mistakes.iter().find(|(at, of, _)| (*at, *of) == (side, field));
            found.map(|(.., said)| said.clone())
        };
        let errors: Vec<PageError> = mistakes.iter().map(|mistake| self.on_page(mistake, unit)).collect();
        let side = |side: Side, at: usize| {
            let values = typed.losses.get(at).into_iter().flatten();
            let losses = LOSSES.iter().zip(values).map(|((field, label), value)| LossField {
                name: name_of(side, *field),
                label: if *field == Field::Lost { unit } else { label },
                value: value.clone(),
                error: error_at(side, *field),
            });
            SideFields {
                name: names.get(at).cloned().unwrap_or_default(),
                losses: losses.collect(),
                breaks: broken_at.get(at).copied().flatten().map(|breaks| breaks.to_string()),
            }
        };
        let ended = |value: &str| match value {
            "a-won" => format!("{} won", names[0]),
            "b-won" => format!("{} won", names[1]),
            "drawn" => "drawn".to_owned(),
            "a-gave-up" => format!("{} conceded", names[0]),
            "b-gave-up" => format!("{} conceded", names[1]),
            "a-absent" => format!("{} did not turn up", names[0]),
            "b-absent" => format!("{} did not turn up", names[1]),
            "nobody" => "neither player turned up".to_owned(),
            _ => "as the losses decide".to_owned(),
        };
        let follows = broken_at.iter().any(Option::is_some) || typed.end == "follows";
        let choice = |(value, _): &(&'static str, _)| EndChoice { value, name: ended(value), on: *value == typed.end };
        let page = ResultPage {
            layout: event_layout(
                state,
                &self.open.event,
                format!("Table {}, round {}", self.game.table, self.kept.number),
                EventTab::Rounds,
            )
            .with_errors(errors)
            .marked_wrong(status != StatusCode::OK),
            style: state.assets.address("rounds.css").to_owned(),
            slug: self.open.slug().clone(),
            event: self.open.event.content.name.clone(),
            number: self.kept.number,
            table: self.game.table.to_string(),
            sides: self.sides(),
            before: json_of(self.game.result.as_ref()),
            fields: [side(Side::A, 0), side(Side::B, 1)],
            ends: ENDS.iter().filter(|(value, _)| follows || *value != "follows").map(choice).collect(),
            end_error: error_at(Side::A, Field::Fate).or(error_at(Side::B, Field::Fate)),
            doubts,
            conflict,
            has_result: self.game.result.is_some(),
        };
        Ok(not_stored(render_as(status, &page)?))
    }
}

/// The part of the form that the page shows.
struct ResultView {
    typed: ResultForm,
    broken_at: [Option<Points>; 2],
    mistakes: Mistakes,
    doubts: Vec<String>,
    conflict: Option<String>,
}

/// `GET /events/{slug}/rounds/{round}/games/{table}`
///
/// # Errors
/// When the visitor is not on the staff, or there is no such game.
pub async fn ask_result(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String, String)>,
) -> Result<HttpResponse, WebError> {
    let (slug, number, table) = path.into_inner();
    let (open, _) = EventAccess::find_for_staff(&request, &state, &slug, Role::Helper).await?;
    let play = Play::load(&open, &state, None).await?;
    let found = find(&open, &play, round_number(&number)?, &table)?;
    let view = ResultView {
        typed: ResultForm::of(found.game.result.as_ref()),
        broken_at: found.broken_at(&state).await?,
        mistakes: Vec::new(),
        doubts: Vec::new(),
        conflict: None,
    };
    found.page(&state, view)
}

fn doubt(warning: Warning, names: &[String; 2]) -> String {
    match warning {
        Warning::WinnerLostMore => "The winner has lost more than the loser.".to_owned(),
        Warning::BrokenAndDrawn(side) => {
            let name = if side == Side::A { &names[0] } else { &names[1] };
            format!("The result is a draw, but {name} has lost enough to break the army.")
        }
    }
}

/// `POST /events/{slug}/rounds/{round}/games/{table}`: `do=keep`, `do=clear`.
///
/// # Errors
/// When the visitor is not on the staff, there is no such game, or the form is malformed. An impossible result is
/// answered with the form again.
pub async fn write_result(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String, String)>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (slug, number, table) = path.into_inner();
    let (open, actor) = EventAccess::find_for_staff(&request, &state, &slug, Role::Helper).await?;
    let mut fields = Fields::parse(&body)?;
    let asked = fields.demand("do")?;
    let (sides, before) = (fields.demand("sides")?, fields.demand("before")?);
    let sure = fields.checked("sure");
    let typed = ResultForm::read(&mut fields)?;
    fields.finish()?;
    if !["keep", "clear"].contains(&asked.as_str()) {
        return Err(WebError::Unreadable(format!("there is no button “{asked}”")));
    }
    let number = round_number(&number)?;
    let onward = link::round(open.slug(), number).at(format_args!("table-{table}"));
    let counted = open.plan.scheme().counted();
    for _ in 0..TRIES {
        let play = Play::load(&open, &state, None).await?;
        let found = find(&open, &play, number, &table)?;
        if found.sides() != sides {
            return Err(WebError::EventChanged);
        }
        let broken_at = found.broken_at(&state).await?;
        let view =
            |mistakes, doubts, conflict| ResultView { typed: typed.clone(), broken_at, mistakes, doubts, conflict };
        let result = match asked.as_str() {
            "clear" => None,
            _ => match checked(&typed, counted, broken_at) {
                Err(mistakes) => return found.page(&state, view(mistakes, Vec::new(), None)),
                Ok(Checked { warnings, .. }) if !warnings.is_empty() && !sure => {
                    let names = found.game.sides.map(|side| play.name(side));
                    let doubts = warnings.into_iter().map(|warning| doubt(warning, &names)).collect();
                    return found.page(&state, view(Vec::new(), doubts, None));
                }
                Ok(Checked { result, .. }) => Some(result),
            },
        };
        // A form sent twice records the result once.
        if found.game.result == result {
            return Ok(see_other(&onward).finish());
        }
        if json_of(found.game.result.as_ref()) != before {
            let told = found.game.result.as_ref().map(|result| in_a_line(result, counted));
            let told = told.unwrap_or_else(|| "the result was deleted".to_owned());
            return found.page(&state, view(Vec::new(), Vec::new(), Some(told)));
        }
        let (round, action) = found.with(result, counted);
        let which = found.kept.base();
        let kept = found.kept.published;
        match state
            .store_for(&request)
            .change_round(open.event.id, which, to_json(&round), kept, (&actor, &action))
            .await
        {
            Ok(()) => return Ok(see_other(&onward).cookie(Flash::ResultKept.cookie(&state)).finish()),
            // Somebody recorded the result of another game.
            Err(StoreError::EventChanged) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(WebError::EventChanged)
}

impl FoundGame<'_> {
    /// The round with this result of the game, and the text for the log.
    pub(super) fn with(&self, result: Option<GameResult>, counted: LossUnit) -> (Round, String) {
        let mut round = self.kept.round.clone();
        for game in round.games.iter_mut().filter(|game| game.table == self.game.table) {
            game.result = result;
        }
        let [a, b] = self.game.sides.map(|side| self.play.name(side));
        let told = |result: Option<&GameResult>| result.map(|result| in_a_line(result, counted));
        let (was, is) = (told(self.game.result.as_ref()), told(result.as_ref()));
        let game = format!("round {}, table {}, {a} – {b}", self.kept.number, self.game.table);
        let action = match (was, is) {
            (None, Some(is)) => format!("entered the result of {game}: {is}"),
            (Some(was), Some(is)) => format!("corrected the result of {game}: {is}; it was {was}"),
            (was, None) => format!("deleted the result of {game}; it was {}", was.unwrap_or_default()),
        };
        (round, action)
    }
}

//! Standings as a page, on paper and as files; and the pairings for the wall.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_events::scoring::{LossUnit, Scheme, TieBreak};
use musterfield_events::standings::{PlayerNumber, Row, Value};
use musterfield_sheets::roster::table::guarded;
use musterfield_words::number::spelled;
use serde::{Deserialize, Serialize};

use super::access::{EventAccess, asker};
use super::frame::{EventTab, event_layout};
use super::outcome::in_short;
use super::papers::own_file;
use super::play::{Play, round_number};
use super::settings::with_flash_cleared;
use super::tables::battlefields;
use crate::store::Slug;
use crate::web::download::{Tag, slug};
use crate::web::error::WebError;
use crate::web::page::{Layout, render};
use crate::web::pdf::{PrintSettings, Sheet};
use crate::web::state::AppState;

/// A line of the standings.
#[derive(Serialize)]
struct StandingsLine {
    place: u32,
    name: String,
    club: String,
    /// The score, then the tie-breaks.
    values: Vec<String>,
    won: u32,
    drawn: u32,
    lost: u32,
    byes: u32,
    missed: u32,
    dropped: bool,
    #[serde(skip)]
    own: bool,
}

impl StandingsLine {
    /// Rounds without a game, in words.
    fn remarks(&self) -> Vec<String> {
        let byes = (self.byes > 0).then(|| "+ bye".to_owned());
        let missed = (self.missed > 0).then(|| format!("{} missed", self.missed));
        byes.into_iter().chain(missed).collect()
    }
}

/// The standings, as pages and files have them.
#[derive(Serialize)]
struct Table {
    format: &'static str,
    event: String,
    /// The number of rounds that count.
    rounds: usize,
    /// The scoring scheme.
    scheme: String,
    /// The headings of the values of a row.
    columns: Vec<&'static str>,
    rows: Vec<StandingsLine>,
}

/// The heading of a tie-break's column.
fn column(tie_break: TieBreak, counted: LossUnit) -> &'static str {
    let elements = counted == LossUnit::Elements;
    match tie_break {
        TieBreak::Lost if elements => "Elements lost",
        TieBreak::Lost => "AP lost",
        TieBreak::Destroyed if elements => "Elements destroyed",
        TieBreak::Destroyed => "AP destroyed",
        TieBreak::Difference if elements => "Element difference",
        TieBreak::Difference => "AP difference",
        TieBreak::Generals => "Generals taken",
        TieBreak::Camps => "Camps taken",
        TieBreak::Strongholds => "Strongholds taken",
        TieBreak::Wins => "Wins",
        TieBreak::Opponents => "Opponents’ scores",
        TieBreak::Beaten => "Scores of beaten opponents",
        TieBreak::HeadToHead => "Head to head",
    }
}

fn value(value: Value) -> String {
    match value {
        Value::Count(count) => count.to_string(),
        Value::Losses(losses) => losses.to_string(),
        Value::Open => "–".to_owned(),
    }
}

fn columns(scheme: &Scheme) -> Vec<&'static str> {
    let of = |tie_break: &TieBreak| column(*tie_break, scheme.counted());
    std::iter::once("Score").chain(scheme.tie_breaks().iter().map(of)).collect()
}

impl Table {
    fn new(open: &EventAccess, play: &Play, after: usize) -> Result<Self, WebError> {
        let scheme = open.plan.scheme();
        let line = |row: Row| {
            let entrant = play.entrant(row.player);
            StandingsLine {
                place: row.place,
                name: play.name(row.player),
                club: entrant.map(|entrant| entrant.club.clone()).unwrap_or_default(),
                values: std::iter::once(row.score.to_string()).chain(row.tie_breaks.into_iter().map(value)).collect(),
                won: row.won,
                drawn: row.drawn,
                lost: row.lost,
                byes: row.byes,
                missed: row.missed,
                dropped: row.dropped,
                own: entrant.is_some_and(|entrant| entrant.is_own),
            }
        };
        Ok(Self {
            format: "musterfield-table/1",
            event: open.event.content.name.clone(),
            rounds: after,
            scheme: scheme.name().to_owned(),
            columns: columns(scheme),
            rows: play.standings(open, after)?.into_iter().map(line).collect(),
        })
    }

    /// One line for each row; the columns are those of the page.
    fn csv(&self) -> Result<String, WebError> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let (head, tail) = (["Place", "Player", "Club"], ["Won", "Drawn", "Lost", "Byes", "Missed", "Dropped out"]);
        let titles = head.iter().chain(&self.columns).chain(&tail);
        writer.write_record(titles).map_err(WebError::internal)?;
        for row in &self.rows {
            let counts = [row.won, row.drawn, row.lost, row.byes, row.missed].map(|count| count.to_string());
            let dropped = if row.dropped { "yes" } else { "no" };
            let cells = [row.place.to_string(), row.name.clone(), row.club.clone()]
                .into_iter()
                .chain(row.values.iter().cloned())
                .chain(counts)
                .chain([dropped.to_owned()]);
            writer.write_record(cells.map(|cell| guarded(&cell))).map_err(WebError::internal)?;
        }
        let bytes = writer.into_inner().map_err(WebError::internal)?;
        String::from_utf8(bytes).map_err(WebError::internal)
    }

    /// The document for the printer.
    fn sheet(&self) -> StandingsSheet<'_> {
        let row = |line: &'_ StandingsLine| SheetRow {
            place: line.place.to_string(),
            name: line.name.clone(),
            club: Some(line.club.clone()).filter(|club| !club.is_empty()),
            values: line.values.clone(),
            dropped: line.dropped,
        };
        StandingsSheet {
            format: "musterfield-standings/1",
            event: &self.event,
            after: after_words(self.rounds),
            columns: &self.columns,
            rows: self.rows.iter().map(row).collect(),
        }
    }
}

fn after_words(rounds: usize) -> String {
    if rounds == 0 { "before the first round".to_owned() } else { format!("after round {rounds}") }
}

#[derive(Serialize)]
struct StandingsSheet<'a> {
    format: &'static str,
    event: &'a str,
    after: String,
    columns: &'a [&'static str],
    rows: Vec<SheetRow>,
}

#[derive(Serialize)]
struct SheetRow {
    place: String,
    name: String,
    club: Option<String>,
    values: Vec<String>,
    dropped: bool,
}

/// The round after which the standings are requested.
#[derive(Deserialize)]
pub struct StandingsQuery {
    after: Option<usize>,
    paper: Option<String>,
    ink: Option<String>,
}

impl StandingsQuery {
    fn settings(&self) -> Result<PrintSettings, WebError> {
        PrintSettings::chosen(self.paper.as_deref(), self.ink.as_deref())
    }

    /// The number of rounds that count: all published ones, if none is given.
    fn rounds(&self, play: &Play) -> Result<usize, WebError> {
        let published = play.published().len();
        let after = self.after.unwrap_or(published);
        if after > published { Err(WebError::NotFound) } else { Ok(after) }
    }
}

#[derive(Template)]
#[template(path = "events/standings.html")]
struct StandingsPage {
    layout: Layout,
    style: String,
    slug: Slug,
    event: String,
    table: Table,
    about: String,
    /// The round after which these are, and what is missing.
    after: String,
    /// Earlier standings, by their number of rounds.
    others: Vec<usize>,
    files: String,
}

/// `GET /events/{slug}/standings?after=2`
///
/// # Errors
/// When the visitor may not see it, or there is no such round.
pub async fn show_standings(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    query: Query<StandingsQuery>,
) -> Result<HttpResponse, WebError> {
    let open = EventAccess::find(&request, &state, &path).await?;
    let asks = asker(&request, &state).await?;
    let play = Play::load(&open, &state, asks.as_ref()).await?;
    let after = query.rounds(&play)?;
    let published = play.published();
    let open_games: usize = published.iter().take(after).map(super::play::KeptRound::open_games).sum();
    let missing = match open_games {
        0 => String::new(),
        games => format!("; {} still missing", spelled(games, "result is", "results are")),
    };
    let page = StandingsPage {
        layout: event_layout(
            &state,
            &open.event,
            format!("Standings of {}", open.event.content.name),
            EventTab::Standings,
        )
        .with_flash(&request),
        style: state.assets.address("rounds.css").to_owned(),
        slug: open.slug().clone(),
        event: open.event.content.name.clone(),
        table: Table::new(&open, &play, after)?,
        about: open.plan.scheme().about().to_owned(),
        after: format!("{}{missing}", after_words(after)),
        others: (1..=published.len()).filter(|rounds| *rounds != after).collect(),
        files: if after == published.len() { String::new() } else { format!("?after={after}") },
    };
    with_flash_cleared(&request, &state, render(&page)?)
}

/// `GET /events/{slug}/standings.{format}`: `pdf`, `csv`, `json`.
///
/// # Errors
/// When the visitor may not see it, or there is no such round or format.
pub async fn standings_file(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
    query: Query<StandingsQuery>,
) -> Result<HttpResponse, WebError> {
    let (event, format) = path.into_inner();
    let open = EventAccess::find(&request, &state, &event).await?;
    let play = Play::load(&open, &state, None).await?;
    let table = Table::new(&open, &play, query.rounds(&play)?)?;
    let stem = format!("{event}-standings-{}", table.rounds);
    let (kind, body) = match format.as_str() {
        "csv" => ("text/csv; charset=utf-8", table.csv()?),
        "json" => ("application/json", serde_json::to_string_pretty(&table).map_err(WebError::internal)? + "\n"),
        "pdf" => {
            let data = serde_json::to_vec(&table.sheet()).map_err(WebError::internal)?;
            return printed((&request, &state), Sheet::Standings, data, query.settings()?, &stem).await;
        }
        _ => return Err(WebError::NotFound),
    };
    written(&request, &stem, &format, kind, body.into_bytes())
}

/// A file with this content.
fn written(
    request: &HttpRequest,
    stem: &str,
    format: &str,
    kind: &'static str,
    body: Vec<u8>,
) -> Result<HttpResponse, WebError> {
    let tag = Tag::new(&[&body]);
    match tag.known(request) {
        Some(known) => Ok(known),
        None => tag.on(own_file(format!("{}.{format}", slug(stem)), kind, body)),
    }
}

async fn printed(
    (request, state): (&HttpRequest, &AppState),
    sheet: Sheet,
    data: Vec<u8>,
    settings: PrintSettings,
    stem: &str,
) -> Result<HttpResponse, WebError> {
    let made = state.print(request, (sheet, settings), data, None).await?;
    made.answer(|pdf| own_file(format!("{}.pdf", slug(stem)), "application/pdf", pdf))
}

#[derive(Serialize)]
struct PairingsSheet {
    format: &'static str,
    event: String,
    round: String,
    note: String,
    games: Vec<SheetGame>,
    byes: Vec<String>,
}

#[derive(Serialize)]
struct SheetGame {
    table: u16,
    a: SheetPlayer,
    b: SheetPlayer,
    result: Option<String>,
    terrain: Option<String>,
}

#[derive(Serialize)]
struct SheetPlayer {
    name: String,
    club: Option<String>,
}

/// `GET /events/{slug}/rounds/{round}/pairings.{format}`: `pdf`, `json`.
///
/// # Errors
/// When the visitor may not see it, or there is no such format.
pub async fn pairings_file(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String, String)>,
    query: Query<StandingsQuery>,
) -> Result<HttpResponse, WebError> {
    let (event, number, format) = path.into_inner();
    let open = EventAccess::find(&request, &state, &event).await?;
    let play = Play::load(&open, &state, None).await?;
    let number = round_number(&number)?;
    let kept = play.round(number, &open).ok_or(WebError::NotFound)?;
    let mut fields = battlefields(open.plan.document(), &state).await?;
    let player = |player: PlayerNumber| SheetPlayer {
        name: play.name(player),
        club: play.entrant(player).map(|entrant| entrant.club.clone()).filter(|club| !club.is_empty()),
    };
    let games = kept.round.games.iter().map(|game| SheetGame {
        table: game.table.get(),
        a: player(game.sides[0]),
        b: player(game.sides[1]),
        result: game.result.as_ref().map(in_short),
        terrain: fields.remove(&game.table).map(|field| field.name),
    });
    let sheet = PairingsSheet {
        format: "musterfield-pairings/1",
        event: open.event.content.name.clone(),
        round: format!("Round {number}"),
        note: kept.round.note.clone(),
        games: games.collect(),
        byes: kept.round.byes.iter().map(|player| play.name(*player)).collect(),
    };
    let data = serde_json::to_vec(&sheet).map_err(WebError::internal)?;
    let stem = format!("{event}-round-{number}");
    match format.as_str() {
        "pdf" => printed((&request, &state), Sheet::Pairings, data, query.settings()?, &stem).await,
        "json" => written(&request, &stem, &format, "application/json", data),
        _ => Err(WebError::NotFound),
    }
}

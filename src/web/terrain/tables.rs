//! `/terrain/tables`: the tables of an event, all from one seed.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_rules::Book;
use musterfield_terrain::Layout;
use musterfield_terrain::event::{Homes, MOST_TABLES, tables};
use musterfield_terrain::file::to_json;
use musterfield_terrain::layout::LONGEST_NAME;

use super::address::{TableAddress, TableErrors, WHOLE, escaped, read_seed};
use super::choices::{board_choices, homes, preferences, rulesets, with_typed};
use super::sheets::{FileOptions, pdf};
use super::table::BASES;
use crate::web::choice::Choice;
use crate::web::download::{KnownTags, Tag, file, slug};
use crate::web::error::WebError;
use crate::web::fields::{Fields, FieldsError};
use crate::web::link;
use crate::web::page::{self, Area, not_stored, render_as, see_other};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;

/// The word in addresses for one of each home terrain in turn.
const EACH: &str = "each";
/// The word in addresses for a home terrain rolled for each table.
const RANDOM: &str = "random";
/// The default number of tables.
const USUAL_COUNT: u32 = 8;
/// The largest number of tables of one PDF with each feature at true size: each brings a dozen sheets of drawings.
const MOST_WITH_TEMPLATES: usize = 16;

/// The tables of an event as typed.
#[derive(Clone, Debug)]
struct Event {
    /// Ruleset, home terrain (or [`EACH`], [`RANDOM`]), board, seed and preference; the name is the event's.
    address: TableAddress,
    count: String,
}

#[derive(Template)]
#[template(path = "terrain/tables.html")]
struct TablesPage {
    layout: page::Layout,
    event: Event,
    wrong: TableErrors,
    rulesets: Vec<Choice>,
    homes: Vec<Choice>,
    boards: Vec<Choice>,
    preferences: Vec<Choice>,
    most: u32,
    longest_name: usize,
    bases: [i32; 2],
    tables: Vec<Card>,
    /// The query of the event's address.
    query: String,
    /// The pairs of the query, to be sent along with other choices.
    pairs: Vec<(&'static str, String)>,
}

/// A small picture of a table.
struct Card {
    number: u32,
    home: String,
    seed: u64,
    /// The query of its own address.
    query: String,
}

impl Event {
    fn take(fields: &mut Fields, book: &'static Book) -> Self {
        let count = fields.text("count").trim().to_owned();
        let home = Some(fields.text("home").trim().to_owned()).filter(|home| !home.is_empty());
        let mut own = |name: &str| fields.text(name).trim().to_owned();
        let address = TableAddress {
            ruleset: own("ruleset"),
            board: own("board"),
            seed: own("seed"),
            prefer: own("prefer"),
            name: own("name"),
            home: home.unwrap_or_else(|| EACH.to_owned()),
            ..TableAddress::default()
        };
        Self { address: address.filled(book), count }.filled()
    }

    fn filled(mut self) -> Self {
        if self.count.is_empty() {
            self.count = USUAL_COUNT.to_string();
        }
        self
    }

    /// The fields of its address.
    fn pairs(&self) -> Vec<(&'static str, String)> {
        let TableAddress { ruleset, home, board, seed, prefer, name, .. } = &self.address;
        let all = [
            ("ruleset", ruleset),
            ("home", home),
            ("count", &self.count),
            ("board", board),
            ("seed", seed),
            ("prefer", prefer),
            ("name", name),
        ];
        all.into_iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| (name, value.clone())).collect()
    }

    fn query(&self) -> String {
        let pairs: Vec<String> =
            self.pairs().into_iter().map(|(name, value)| format!("{name}={}", escaped(&value))).collect();
        pairs.join("&")
    }

    /// The tables, each with its own address.
    fn tables(&self, book: &'static Book) -> Result<Vec<(Card, TableAddress)>, TableErrors> {
        let mut wrong = TableErrors::default();
        let count = self.count.parse::<u32>().ok().filter(|count| (1..=MOST_TABLES).contains(count));
        if count.is_none() {
            wrong.insert("count".to_owned(), format!("Choose 1 to {MOST_TABLES} tables."));
        }
        let seed = read_seed(&self.address.seed, &mut wrong);
        let rules = book.terrain(&self.address.ruleset);
        let homes = rules.and_then(|rules| match self.address.home.as_str() {
            EACH => Some(Homes::InTurn),
            RANDOM => Some(Homes::Drawn),
            id => rules.home_terrain(id).map(Homes::One),
        });
        // The common settings are checked as for one of the tables.
        let first = rules.and_then(|rules| rules.homes.first()).map(|home| home.id.to_string());
        let home = if homes.is_some() { first.unwrap_or_default() } else { self.address.home.clone() };
        let common = TableAddress { home, ..self.address.clone() };
        if let Err(found) = common.settings(book) {
            wrong.extend(found);
        }
        let (Some(rules), Some(homes), Some(count), Some(seed), true) = (rules, homes, count, seed, wrong.is_empty())
        else {
            return Err(wrong);
        };
        let made = tables(rules, homes, count, seed).into_iter().map(|table| {
            let address =
                TableAddress { home: table.home.id.to_string(), name: String::new(), ..common.with_seed(table.seed) };
            let card = Card {
                number: table.number,
                home: table.home.name.to_string(),
                seed: table.seed,
                query: address.query(),
            };
            (card, address)
        });
        Ok(made.collect())
    }
}

/// A table that is not saved: its home terrain, and the query of its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidOut {
    /// The name of the home terrain.
    pub home: String,
    /// The query of `/terrain/new` and its pictures.
    pub query: String,
}

/// The tables of an address of this page, by its query.
///
/// # Errors
/// A sentence that explains the mistake in the query.
pub fn laid_out(query: &str, book: &'static Book) -> Result<Vec<LaidOut>, String> {
    let mut fields = Fields::parse(query.as_bytes()).map_err(|error| error.to_string())?;
    let event = Event::take(&mut fields, book);
    fields.finish().map_err(|error| error.to_string())?;
    let tables = event.tables(book).map_err(|wrong| wrong.message())?;
    Ok(tables.into_iter().map(|(card, _)| LaidOut { home: card.home, query: card.query }).collect())
}

/// One table, by its query in the address `/terrain/new`.
///
/// # Errors
/// A sentence that explains the mistake in the query.
pub fn laid_out_alone(query: &str, book: &'static Book) -> Result<LaidOut, String> {
    let mut fields = Fields::parse(query.as_bytes()).map_err(|error| error.to_string())?;
    let address = TableAddress::take(&mut fields, book);
    drop(fields.text("edge"));
    fields.finish().map_err(|error| error.to_string())?;
    address.settings(book).map_err(|wrong| wrong.message())?;
    let home = book.terrain(&address.ruleset).and_then(|rules| rules.home_terrain(&address.home));
    Ok(LaidOut { home: home.map(|home| home.name.to_string()).unwrap_or_default(), query: address.query() })
}

/// The battlefield of such a table, which is heavy work.
///
/// # Errors
/// A sentence that explains the mistake in the query.
pub fn layout_alone(query: &str, book: &'static Book) -> Result<Layout, String> {
    let mut fields = Fields::parse(query.as_bytes()).map_err(|error| error.to_string())?;
    let address = TableAddress::take(&mut fields, book);
    // The edge at the bottom of the drawing makes no other table.
    drop(fields.text("edge"));
    fields.finish().map_err(|error| error.to_string())?;
    address.table(book).map_err(|wrong| wrong.message())
}

/// `GET /terrain/tables`
///
/// # Errors
/// If the address is not text; an invalid query is answered with the form again.
pub async fn event_tables(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let query = request.query_string();
    let mut fields = Fields::parse(query.as_bytes())?;
    let mut event = Event::take(&mut fields, state.book);
    let mut wrong = TableErrors::default();
    if let Err(FieldsError::Unknown(name)) = fields.finish() {
        wrong.insert(WHOLE.to_owned(), format!("The address has “{name}”, which is not a setting of event tables."));
    }
    if event.address.seed.is_empty() && wrong.is_empty() {
        if query.is_empty() {
            event.address = event.address.with_seed(1);
        } else {
            // The address determines the event's tables, and without a seed there are none yet.
            event.address = event.address.with_seed(state.chance.seed()?);
            let to = link::event_tables().asking(&event.query());
            return Ok(not_stored(see_other(&to).finish()));
        }
    }
    let mut cards = Vec::new();
    if wrong.is_empty() {
        match event.tables(state.book) {
            Ok(tables) => cards = tables.into_iter().map(|(card, _)| card).collect(),
            Err(found) => wrong = found,
        }
    }
    let book = state.book;
    let rules = book.terrain(&event.address.ruleset).or(book.terrains().next()).ok_or(WebError::NotFound)?;
    let home = event.address.home.clone();
    let status = if wrong.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let page = TablesPage {
        layout: page::Layout::new(&state, "Tables for an event", Some(Area::Tables))
            .beginning_at(link::event_tables())
            .with_errors(wrong.on_page(&["count", "ruleset", "home", "board", "prefer", "seed"])),
        rulesets: rulesets(book, &event.address.ruleset),
        homes: with_typed(
            [Choice::among(EACH, "one of each in turn", &home), Choice::among(RANDOM, "rolled for each table", &home)]
                .into_iter()
                .chain(homes(rules, &home))
                .collect(),
            &home,
        ),
        boards: board_choices(rules, &event.address.board),
        preferences: preferences(&event.address.prefer),
        most: MOST_TABLES,
        longest_name: LONGEST_NAME,
        bases: BASES,
        tables: cards,
        query: event.query(),
        pairs: event.pairs(),
        event,
        wrong,
    };
    render_as(status, &page)
}

/// `GET /terrain/tables.{format}`: all tables in one PDF, or their layout files, one on each line.
///
/// # Errors
/// When there is no such format, or the address is invalid.
pub async fn event_file(
    request: HttpRequest,
    state: Data<AppState>,
    format: Path<String>,
) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let options = FileOptions::take(&mut fields)?;
    let event = Event::take(&mut fields, state.book);
    fields.finish()?;
    let slug = slug(&event.address.name);
    let stem = if slug.is_empty() { "tables" } else { &slug };
    let (work, kind) = match format.as_str() {
        "ndjson" => (JobKind::Table, "application/x-ndjson"),
        "pdf" => (JobKind::Print, "application/pdf"),
        _ => return Err(WebError::NotFound),
    };
    let (book, printer, seen) = (state.book, state.printer.clone(), KnownTags::of(&request));
    let name = format!("{stem}.{format}");
    let made = state.run_heavy(&request, work, move || {
        let tables = event.tables(book).map_err(|wrong| wrong.as_error())?;
        let layouts =
            tables.into_iter().map(|(_, address)| address.table(book)).collect::<Result<Vec<Layout>, TableErrors>>();
        let layouts = layouts.map_err(|wrong| wrong.as_error())?;
        if work == JobKind::Print && options.templates.is_some() && layouts.len() > MOST_WITH_TEMPLATES {
            return Err(WebError::Unreadable(format!(
                "one PDF can hold the pieces of {MOST_WITH_TEMPLATES} tables at true size, but there are {}: print \
                 all tables without pieces, and the pieces of each table from its own page",
                layouts.len()
            )));
        }
        if work == JobKind::Print {
            let title = Some(event.address.name).filter(|name| !name.is_empty());
            return pdf(&printer, &seen, &layouts, &options, title);
        }
        let lines: String = layouts.iter().map(|layout| to_json(layout) + "\n").collect();
        seen.make_unless_known(Tag::new(&[lines.as_bytes()]), || Ok(lines.into_bytes()))
    });
    made.await??.answer(|body| file(name, kind, body))
}

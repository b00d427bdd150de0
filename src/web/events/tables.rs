//! The battlefields on the tables of an event.

use std::collections::BTreeMap;

use actix_web::HttpRequest;
use musterfield_battle::admission::Admitted;
use musterfield_events::pairing::MOST_PLAYERS;
use musterfield_events::plan::{EventDocument, MOST_TABLE_LINES};
use musterfield_events::standings::TableNumber;
use musterfield_terrain::file::from_kept_json;
use musterfield_terrain::{Layout, LegalLayout};

use super::form::FieldError;
use crate::store::{Title, WorkId};
use crate::web::error::WebError;
use crate::web::link::{self, Address};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::terrain::tables::{LaidOut, laid_out, laid_out_alone, layout_alone};
use crate::web::works::LAYOUTS;

/// The largest number of games that are played at the same time.
const MOST_GAMES: usize = MOST_PLAYERS / 2;

/// The battlefield on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Battlefield {
    /// The address of its page.
    pub page: String,
    /// The address of its picture.
    pub picture: String,
    /// Its home terrain or name; may be empty.
    pub name: String,
}

impl From<LaidOut> for Battlefield {
    fn from(LaidOut { home, query }: LaidOut) -> Self {
        Self {
            page: link::new_table().asking(&query).at("table"),
            picture: link::new_table_file("svg").asking(&query).with("bare", "yes").into(),
            name: home,
        }
    }
}

/// The content of a line about tables.
enum TableLine<'a> {
    Empty,
    /// Tables that were generated together, by their query.
    Together(&'a str),
    /// A table that is not saved, by its query.
    Alone(&'a str),
    /// A saved layout, by its address or id.
    Kept(&'a str),
}

fn line_of(line: &str) -> TableLine<'_> {
    let query = |page: Address| {
        let (_, rest) = line.split_once(&*page.asking(""))?;
        rest.split('#').next()
    };
    if line.trim().is_empty() {
        TableLine::Empty
    } else if let Some(query) = query(link::event_tables()) {
        TableLine::Together(query)
    } else if let Some(query) = query(link::new_table()) {
        TableLine::Alone(query)
    } else {
        TableLine::Kept(line)
    }
}

impl Battlefield {
    /// A saved layout.
    fn kept(id: &WorkId, name: String, figure: String) -> Self {
        let page = link::layout(id).into();
        let picture = link::layout_file(id, "svg").with("bare", "yes").into();
        Self { page, picture, name: if name.is_empty() { figure } else { name } }
    }
}

/// The error of a line about tables, if it has one. A layout that it names is kept permanently from now on.
async fn error(line: &str, state: &AppState) -> Result<Option<String>, WebError> {
    Ok(match line_of(line) {
        TableLine::Empty => None,
        TableLine::Together(query) => laid_out(query, state.book).err(),
        TableLine::Alone(query) => laid_out_alone(query, state.book).err(),
        TableLine::Kept(address) => match LAYOUTS.revision_by_address(state, None, address).await {
            Ok(_) => None,
            Err(WebError::NotFound) => Some(format!("there is no layout at “{address}”")),
            Err(WebError::Gone(_)) => Some(format!("the layout at “{address}” has been deleted")),
            Err(WebError::Hidden(..)) => {
                Some(format!("the layout at “{address}” has been hidden by the administrators"))
            }
            Err(error) => return Err(error),
        },
    })
}

/// The errors of the lines about tables.
///
/// # Errors
/// Any database error.
pub(super) async fn errors(document: &EventDocument, state: &AppState) -> Result<Vec<FieldError>, WebError> {
    let mut errors = Vec::new();
    for (line, number) in document.tables.iter().take(MOST_TABLE_LINES).zip(1..) {
        if let Some(wrong) = error(line, state).await? {
            errors.push(FieldError::new("tables", format!("Line {number}: {}.", wrong.trim_end_matches('.'))));
        }
    }
    Ok(errors)
}

/// The battlefields by table. Layouts that no longer exist are left out, as are tables without players.
///
/// # Errors
/// Any database error.
pub(super) async fn battlefields(
    document: &EventDocument,
    state: &AppState,
) -> Result<BTreeMap<TableNumber, Battlefield>, WebError> {
    let mut fields = Vec::new();
    let mut kept = Vec::new();
    for line in &document.tables {
        match line_of(line) {
            TableLine::Empty => fields.push(None),
            // Each line may name dozens of tables.
            TableLine::Together(_) if fields.len() >= MOST_GAMES => break,
            TableLine::Together(query) => match laid_out(query, state.book) {
                Ok(tables) => fields.extend(tables.into_iter().map(|table| Some(table.into()))),
                Err(_) => fields.push(None),
            },
            TableLine::Alone(query) => fields.push(laid_out_alone(query, state.book).ok().map(Battlefield::from)),
            TableLine::Kept(address) => {
                if let Ok(meant) = LAYOUTS.parse_address(address) {
                    kept.push((fields.len(), meant));
                }
                fields.push(None);
            }
        }
    }
    let wanted = kept.iter().map(|(_, meant)| meant.clone()).collect();
    let titles = state.store.titles(LAYOUTS.kind, wanted).await?;
    for ((at, (id, _)), title) in kept.into_iter().zip(titles) {
        if let (Some(field), Some(Title { name, figure })) = (fields.get_mut(at), title) {
            *field = Some(Battlefield::kept(&id, name, figure));
        }
    }
    let numbers = (1..=u16::MAX).filter_map(TableNumber::new);
    Ok(numbers.zip(fields).filter_map(|(table, field)| Some((table, field?))).collect())
}

/// The place of a table's battlefield.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// One that is laid out by the query of its address.
    LaidOut(String),
    /// A saved layout, by its address or id.
    Kept(String),
}

/// The battlefield of one table, if the event names one.
pub(super) fn ground(document: &EventDocument, state: &AppState, table: TableNumber) -> Option<Ground> {
    let wanted = usize::from(table.get()).checked_sub(1).filter(|wanted| *wanted < MOST_GAMES)?;
    let mut tables: Vec<Option<Ground>> = Vec::new();
    for line in &document.tables {
        if tables.len() > wanted {
            break;
        }
        match line_of(line) {
            TableLine::Empty => tables.push(None),
            TableLine::Together(query) => match laid_out(query, state.book) {
                Ok(together) => tables.extend(together.into_iter().map(|table| Some(Ground::LaidOut(table.query)))),
                Err(_) => tables.push(None),
            },
            TableLine::Alone(query) => tables.push(Some(Ground::LaidOut(query.to_owned()))),
            TableLine::Kept(address) => tables.push(Some(Ground::Kept(address.to_owned()))),
        }
    }
    tables.into_iter().nth(wanted).flatten()
}

impl Ground {
    /// The battlefield itself, or the reason why no battle can be fought on it.
    ///
    /// # Errors
    /// Any database error.
    pub(super) async fn layout(
        self,
        request: &HttpRequest,
        state: &AppState,
    ) -> Result<Result<Admitted<Layout>, String>, WebError> {
        let layout = match self {
            Self::LaidOut(query) => {
                let book = state.book;
                let made = state.run_heavy(request, JobKind::Table, move || layout_alone(&query, book));
                match made.await? {
                    Ok(layout) => layout,
                    Err(why) => return Ok(Err(format!("The battlefield of its table cannot be laid out: {why}."))),
                }
            }
            Self::Kept(address) => match LAYOUTS.revision_by_address(state, None, &address).await {
                Ok((_, revision)) => from_kept_json(&revision.document, state.book)
                    .map_err(|error| WebError::internal(musterfield_words::terrain::unreadable(&error)))?,
                Err(WebError::NotFound | WebError::Gone(_) | WebError::Hidden(..)) => {
                    return Ok(Err("The battlefield of its table is not there any more.".to_owned()));
                }
                Err(error) => return Err(error),
            },
        };
        let legal = LegalLayout::new(layout);
        Ok(legal.map(Admitted::from).map_err(|_| "The battlefield of its table is not legal.".to_owned()))
    }
}

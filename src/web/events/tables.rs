//! The battlefields on the tables of an event.

use std::collections::BTreeMap;

use crate::events::plan::{EventDocument, MOST_TABLE_LINES};
use crate::events::rules::Mistake;
use crate::events::standings::TableNumber;
use crate::web::error::WebError;
use crate::web::kept::LAYOUTS;
use crate::web::state::State;
use crate::web::terrain::tables::{LaidOut, laid_out, laid_out_alone};

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
            page: format!("/terrain/new?{query}#table"),
            picture: format!("/terrain/new.svg?{query}&bare=yes"),
            name: home,
        }
    }
}

/// What a line about tables names.
enum Line<'a> {
    Empty,
    /// Tables that were laid out together, by their query.
    Together(&'a str),
    /// A table that is not kept, by its query.
    Alone(&'a str),
    /// A layout that is kept, by its address or id.
    Kept(&'a str),
}

fn line_of(line: &str) -> Line<'_> {
    let query = |page: &str| {
        let (_, rest) = line.split_once(page)?;
        rest.split('#').next()
    };
    if line.trim().is_empty() {
        Line::Empty
    } else if let Some(query) = query("/terrain/tables?") {
        Line::Together(query)
    } else if let Some(query) = query("/terrain/new?") {
        Line::Alone(query)
    } else {
        Line::Kept(line)
    }
}

/// The battlefields of a line, one for each table; or what is wrong with it.
async fn fields_of(line: &str, state: &State) -> Result<Result<Vec<Option<Battlefield>>, String>, WebError> {
    Ok(match line_of(line) {
        Line::Empty => Ok(vec![None]),
        Line::Together(query) => {
            laid_out(query, state.book).map(|tables| tables.into_iter().map(|table| Some(table.into())).collect())
        }
        Line::Alone(query) => laid_out_alone(query, state.book).map(|table| vec![Some(table.into())]),
        Line::Kept(address) => match LAYOUTS.named(state, None, address).await {
            Ok((id, revision)) => {
                let page = format!("/terrain/{id}");
                let picture = format!("{page}.svg?bare=yes");
                let name = if revision.name.is_empty() { revision.figure } else { revision.name };
                Ok(vec![Some(Battlefield { page, picture, name })])
            }
            Err(WebError::NotFound) => Err(format!("there is no layout at “{address}”")),
            Err(WebError::Gone(_)) => Err(format!("the layout at “{address}” is deleted")),
            Err(WebError::Hidden(..)) => Err(format!("the layout at “{address}” is hidden by the administrators")),
            Err(error) => return Err(error),
        },
    })
}

/// What is wrong with the lines about tables.
///
/// # Errors
/// Those of the database.
pub(super) async fn mistakes(document: &EventDocument, state: &State) -> Result<Vec<Mistake>, WebError> {
    let mut mistakes = Vec::new();
    for (line, number) in document.tables.iter().take(MOST_TABLE_LINES).zip(1..) {
        if let Err(wrong) = fields_of(line, state).await? {
            mistakes.push(Mistake { field: "tables".to_owned(), message: format!("line {number}: {wrong}") });
        }
    }
    Ok(mistakes)
}

/// The battlefields by table. What is not there any more is left out.
///
/// # Errors
/// Those of the database.
pub(super) async fn battlefields(
    document: &EventDocument,
    state: &State,
) -> Result<BTreeMap<TableNumber, Battlefield>, WebError> {
    let mut fields = Vec::new();
    for line in &document.tables {
        fields.extend(fields_of(line, state).await?.unwrap_or_else(|_| vec![None]));
    }
    let numbers = (1..=u16::MAX).filter_map(TableNumber::new);
    Ok(numbers.zip(fields).filter_map(|(table, field)| Some((table, field?))).collect())
}

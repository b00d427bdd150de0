//! `/terrain/new`: a table for a home terrain, as its address says it.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::address::{Address, WHOLE, Wrong};
use super::choices::Choices;
use super::state::{new_state, unkeepable};
use super::table::TablePart;
use crate::terrain::layout::LONGEST_NAME;
use crate::terrain::{Edge, Layout};
use crate::web::error::WebError;
use crate::web::fields::{Fields, FieldsError};
use crate::web::kept::LAYOUTS;
use crate::web::kept::make::new_request;
use crate::web::page::{self, Area, not_stored, render_as, see_other};
use crate::web::scheduler::Kind;
use crate::web::seed::random_seed;
use crate::web::state::State;
use crate::web::visitor::{self, Flash};

#[derive(Template)]
#[template(path = "terrain/new.html")]
struct NewPage {
    layout: page::Layout,
    typed: Address,
    choices: Choices,
    wrong: Wrong,
    longest_name: usize,
    table: Option<Drawn>,
}

/// The table that the address says.
struct Drawn {
    part: TablePart,
    /// What stands after the question mark of its address, without what only the view needs.
    query: String,
    /// The same in the address of a file, with what the view needs.
    file_query: String,
    /// The same with the next seed.
    next: String,
    /// Names the request that keeps it.
    request: String,
    /// Its whole address, for who has it on paper, and the same as QR code.
    address: String,
    qr: Arc<str>,
}

/// `GET /terrain/new`
///
/// # Errors
/// An address that is no text; what makes no sense in it is the form again.
pub async fn new_table(request: HttpRequest, state: Data<State>) -> Result<HttpResponse, WebError> {
    let query = request.query_string();
    if query.is_empty() {
        let typed = Address::usual(state.book);
        return show(&request, &state, typed, None, Wrong::default()).await;
    }
    let mut fields = Fields::parse(query.as_bytes())?;
    let edge = fields.text("edge");
    let mut typed = Address::take(&mut fields, state.book);
    let mut wrong = Wrong::default();
    if let Err(FieldsError::Unknown(name)) = fields.finish() {
        wrong.insert(WHOLE.to_owned(), format!("The address says “{name}”, which tables do not have."));
    }
    let edge = match edge.as_str() {
        "" => None,
        written => {
            let edge = Edge::parse(written);
            if edge.is_none() {
                wrong.insert(WHOLE.to_owned(), format!("There is no edge “{written}”."));
            }
            edge
        }
    };
    if typed.seed.is_empty() && wrong.is_empty() {
        // The address is the table: one without a seed is none yet.
        typed = typed.with_seed(random_seed()?);
        let edge = edge.map(|edge| format!("&edge={edge}")).unwrap_or_default();
        let to = format!("/terrain/new?{}{edge}", typed.query());
        return Ok(not_stored(see_other(&to).finish()));
    }
    show(&request, &state, typed, edge, wrong).await
}

async fn show(
    request: &HttpRequest,
    state: &Data<State>,
    typed: Address,
    edge: Option<Edge>,
    mut wrong: Wrong,
) -> Result<HttpResponse, WebError> {
    let book = state.book;
    let mut table = None;
    if !wrong.is_empty() {
        // Whatever else is wrong is told as well.
        wrong.extend(typed.settings(book).err().unwrap_or_default());
    } else {
        let asked = typed.clone();
        // Some wishes need many tries.
        let made = state.heavy(request, Kind::Table, move || {
            let layout = asked.table(book)?;
            Ok::<_, Wrong>((TablePart::rolled(&layout, book, edge), layout.seed.unwrap_or_default()))
        });
        match made.await? {
            Ok((part, seed)) => {
                let edge = edge.map(|edge| format!("&edge={edge}")).unwrap_or_default();
                let address = state.url(request, &format!("/terrain/new?{}{edge}", typed.query()));
                table = Some(Drawn {
                    part,
                    query: typed.query(),
                    file_query: format!("{}{edge}", typed.query()),
                    next: format!("{}{edge}", typed.with_seed(seed.wrapping_add(1)).query()),
                    request: new_request()?,
                    qr: state.codes.of(&address),
                    address,
                });
            }
            Err(found) => wrong = found,
        }
    }
    let status = if wrong.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let choices = Choices::new(book, &typed).ok_or(WebError::NotFound)?;
    let layout = page::Layout::new(state, "Lay out a table", Some(Area::Terrain)).with_flash(request);
    let page = NewPage { layout, typed, choices, wrong, longest_name: LONGEST_NAME, table };
    let answer = visitor::known(request, state, render_as(status, &page)?)?;
    visitor::said(request, state, answer)
}

/// `POST /terrain`: keeps the table of an address for this browser and goes on to its editor.
///
/// # Errors
/// A form that makes no sense, or a table that there is not.
pub async fn keep_table(request: HttpRequest, state: Data<State>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let name = fields.demand("request")?;
    let written = fields.demand("table")?;
    fields.finish()?;
    let mut fields = Fields::parse(written.as_bytes())?;
    let address = Address::take(&mut fields, state.book);
    fields.finish()?;
    let book = state.book;
    let made = state.heavy(&request, Kind::Table, move || address.table(book)).await?;
    let layout = made.map_err(|wrong| wrong.as_error())?;
    keep(&request, &state, layout, &name, "laid out", Flash::LaidOut).await
}

/// Keeps a layout for this browser and goes on to its editor.
pub(super) async fn keep(
    request: &HttpRequest,
    state: &Data<State>,
    layout: Layout,
    request_name: &str,
    action: &'static str,
    flash: Flash,
) -> Result<HttpResponse, WebError> {
    let shared = state.clone();
    let first = state.heavy(request, Kind::Table, move || match unkeepable(&shared, &layout, None) {
        Some(why) => Err(WebError::Unreadable(format!("the layout cannot be kept: {why}"))),
        None => new_state(&layout, action),
    });
    LAYOUTS.keep(request, state, request_name, first.await??, Some(flash)).await
}

//! `/terrain/new`: a table for a home terrain, described by its address.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_terrain::layout::LONGEST_NAME;
use musterfield_terrain::{Edge, Layout};

use super::address::{TableAddress, TableErrors, WHOLE};
use super::choices::Choices;
use super::revision::written;
use super::table::TablePart;
use crate::web::cookies::{self, Flash};
use crate::web::error::WebError;
use crate::web::fields::{Fields, FieldsError};
use crate::web::link;
use crate::web::page::{self, Area, not_stored, render_as, see_other};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::LAYOUTS;
use crate::web::works::create::new_request;

#[derive(Template)]
#[template(path = "terrain/new.html")]
struct NewPage {
    layout: page::Layout,
    typed: TableAddress,
    choices: Choices,
    wrong: TableErrors,
    longest_name: usize,
    table: Option<Drawn>,
}

/// The table of the address.
struct Drawn {
    part: TablePart,
    /// The query of its address, without the options of the view.
    query: String,
    /// The query of a file's address, with the options of the view.
    file_query: String,
    /// The query with the next seed.
    next: String,
    /// The request key for saving it.
    request: String,
    /// Its full address, for readers of a printed copy, and the same as a QR code.
    address: String,
    qr: Arc<str>,
}

/// `GET /terrain/new`
///
/// # Errors
/// If the address is not text; an invalid query is answered with the form again.
pub async fn new_table(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let query = request.query_string();
    if query.is_empty() {
        let typed = TableAddress::usual(state.book);
        return show(&request, &state, typed, None, TableErrors::default()).await;
    }
    let mut fields = Fields::parse(query.as_bytes())?;
    let edge = fields.text("edge");
    let mut typed = TableAddress::take(&mut fields, state.book);
    let mut wrong = TableErrors::default();
    if let Err(FieldsError::Unknown(name)) = fields.finish() {
        wrong.insert(WHOLE.to_owned(), format!("The address has “{name}”, which is not a setting of tables."));
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
        // The address determines the table, and without a seed there is none yet.
        typed = typed.with_seed(state.chance.seed()?);
        let edge = edge.map(|edge| format!("&edge={edge}")).unwrap_or_default();
        let to = link::new_table().asking(&format!("{}{edge}", typed.query()));
        return Ok(not_stored(see_other(&to).finish()));
    }
    show(&request, &state, typed, edge, wrong).await
}

async fn show(
    request: &HttpRequest,
    state: &Data<AppState>,
    typed: TableAddress,
    edge: Option<Edge>,
    mut wrong: TableErrors,
) -> Result<HttpResponse, WebError> {
    let book = state.book;
    let mut table = None;
    if !wrong.is_empty() {
        // All other errors are shown as well.
        wrong.extend(typed.settings(book).err().unwrap_or_default());
    } else {
        let asked = typed.clone();
        // Some wanted features need many tries.
        let made = state.run_heavy(request, JobKind::Table, move || {
            let layout = asked.table(book)?;
            Ok::<_, TableErrors>((TablePart::rolled(&layout, book, edge), layout.seed.unwrap_or_default()))
        });
        match made.await? {
            Ok((part, seed)) => {
                let edge = edge.map(|edge| format!("&edge={edge}")).unwrap_or_default();
                let address = state.url(request, &link::new_table().asking(&format!("{}{edge}", typed.query())));
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
    let layout = page::Layout::new(state, "Generate a table", Some(Area::Tables))
        .beginning_at(link::new_table())
        .with_flash(request)
        .with_errors(
            wrong.on_page(&["ruleset", "home", "board", "prefer", "codes", "method", "optional", "seed", "name"]),
        );
    let page = NewPage { layout, typed, choices, wrong, longest_name: LONGEST_NAME, table };
    let answer = render_as(status, &page)?;
    cookies::clear_flash(request, state, answer)
}

/// `POST /terrain`: saves the table of an address for this browser and redirects to its editor.
///
/// # Errors
/// When the form is malformed, or there is no such table.
pub async fn keep_table(request: HttpRequest, state: Data<AppState>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let name = fields.demand("request")?;
    let written = fields.demand("table")?;
    fields.finish()?;
    let mut fields = Fields::parse(written.as_bytes())?;
    let address = TableAddress::take(&mut fields, state.book);
    fields.finish()?;
    let book = state.book;
    let made = state.run_heavy(&request, JobKind::Table, move || address.table(book)).await?;
    let layout = made.map_err(|wrong| wrong.as_error())?;
    keep(&request, &state, layout, &name, "generated", Flash::LaidOut).await
}

/// Saves a layout for this browser and redirects to its editor.
pub(super) async fn keep(
    request: &HttpRequest,
    state: &Data<AppState>,
    layout: Layout,
    request_name: &str,
    action: &'static str,
    flash: Flash,
) -> Result<HttpResponse, WebError> {
    let shared = state.clone();
    let first = state.run_heavy(request, JobKind::Table, move || match written(&shared, &layout, None) {
        Err(why) => Err(WebError::Unreadable(format!("the layout cannot be saved: {why}"))),
        Ok(written) => written.new_revision(&shared, action.to_owned()),
    });
    LAYOUTS.create(request, state, request_name, first.await??, Some(flash)).await
}

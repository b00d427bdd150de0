//! Opens files: `/terrain/open` reads a layout file, or a map that carries one.

use actix_multipart::form::bytes::Bytes;
use actix_multipart::form::text::Text;
use actix_multipart::form::{MultipartForm, MultipartFormConfig};
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{Error, HttpRequest, HttpResponse};
use askama::Template;
use musterfield_rules::Book;
use musterfield_sheets::carrier::{LONGEST_UPLOAD, layout_json_in};
use musterfield_terrain::Layout;
use musterfield_terrain::file::{from_json, to_json};
use musterfield_words::terrain::message;

use super::new::keep;
use super::table::TablePart;
use crate::web::cookies::Flash;
use crate::web::error::WebError;
use crate::web::limits::LARGEST_UPLOAD;
use crate::web::link;
use crate::web::page::{self, Area, render_as};
use crate::web::page_errors::PageError;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::create::new_request;

#[derive(Template)]
#[template(path = "terrain/open.html")]
struct OpenPage {
    layout: page::Layout,
    request: String,
    text: String,
    wrong: Vec<String>,
    found: Option<FoundLayout>,
    /// The limit of a file in MiB.
    most: usize,
}

/// A layout that was found in a file.
struct FoundLayout {
    table: TablePart,
    /// Its file, to be sent again when it is saved.
    json: String,
}

/// The form as it is sent.
#[derive(Debug, MultipartForm)]
#[multipart(deny_unknown_fields, duplicate_field = "deny")]
pub struct Upload {
    request: Text<String>,
    text: Option<Text<String>>,
    file: Option<Bytes>,
    #[multipart(rename = "do")]
    pressed: Option<Text<String>>,
}

/// The limits for a form with a file.
#[must_use]
pub fn uploads() -> MultipartFormConfig {
    MultipartFormConfig::default().total_limit(LARGEST_UPLOAD).memory_limit(LARGEST_UPLOAD)
}

/// The error for a form that cannot be read.
fn refused(error: &Error) -> WebError {
    match error.as_response_error().status_code() {
        StatusCode::PAYLOAD_TOO_LARGE => WebError::FileTooLarge,
        _ => WebError::Unreadable(format!("the form cannot be read: {error}")),
    }
}

/// `GET /terrain/open`
///
/// # Errors
/// [`WebError::Internal`] only.
pub async fn open(state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let page = page_of(&state, new_request()?, String::new());
    render_as(StatusCode::OK, &page)
}

fn page_of(state: &AppState, request: String, text: String) -> OpenPage {
    OpenPage {
        layout: page::Layout::new(state, "Open a file", Some(Area::Tables)).beginning_at(link::open_layout()),
        request,
        text,
        wrong: Vec::new(),
        found: None,
        most: LONGEST_UPLOAD >> 20,
    }
}

impl OpenPage {
    /// The page with the reasons why there is no table in what was sent.
    fn refused(mut self, wrong: Vec<String>) -> Result<HttpResponse, WebError> {
        // A file cannot be sent back to the form: whoever sent one chooses it again.
        let field = if self.text.is_empty() { "file" } else { "text" };
        self.layout = self.layout.with_errors(wrong.iter().map(|said| PageError::at(field, said)));
        self.wrong = wrong;
        render_as(StatusCode::UNPROCESSABLE_ENTITY, &self)
    }
}

/// `POST /terrain/open`: shows the content of a file, and saves it if asked to.
///
/// # Errors
/// When the form is malformed; a file without a layout is answered with the form again.
pub async fn read_file(
    request: HttpRequest,
    state: Data<AppState>,
    form: Result<MultipartForm<Upload>, Error>,
) -> Result<HttpResponse, WebError> {
    let Upload { request: name, text, file, pressed } = form.map_err(|error| refused(&error))?.into_inner();
    let name = name.into_inner();
    let text = text.map(Text::into_inner).unwrap_or_default();
    let asked = pressed.map(Text::into_inner).unwrap_or_else(|| "read".to_owned());
    let file = file.map(|file| file.data).filter(|file| !file.is_empty());
    let mut page = page_of(&state, name.clone(), text.clone());
    let source = match file {
        Some(_) if !text.trim().is_empty() => Err("You gave both a file and text. Use only one of them."),
        Some(file) => Ok(file.to_vec()),
        None if text.trim().is_empty() => Err("Choose a file or paste its text first."),
        None => Ok(text.into_bytes()),
    };
    let source = match source {
        Ok(source) => source,
        Err(why) => {
            return page.refused(vec![why.to_owned()]);
        }
    };
    let book = state.book;
    let is_shown = asked == "read";
    // A long file takes so long that other requests would wait.
    let read = state.run_heavy(&request, JobKind::Table, move || {
        let layout = layout_in(&source, book)?;
        let found =
            is_shown.then(|| FoundLayout { table: TablePart::new(&layout, book, None), json: to_json(&layout) });
        Ok::<_, Vec<String>>((layout, found))
    });
    let (layout, found) = match read.await? {
        Ok(read) => read,
        Err(wrong) => {
            return page.refused(wrong);
        }
    };
    match asked.as_str() {
        "keep" => keep(&request, &state, layout, &name, "opened the file", Flash::Unpacked).await,
        "read" => {
            page.found = found;
            render_as(StatusCode::OK, &page)
        }
        _ => Err(WebError::Unreadable(format!("there is no button “{asked}”"))),
    }
}

/// The layout in a file, or all reasons why it is not one.
fn layout_in(source: &[u8], book: &'static Book) -> Result<Layout, Vec<String>> {
    let json = layout_json_in(source).map_err(|error| vec![sentence(&error.to_string())])?;
    from_json(&json, book).map_err(|error| {
        let told = |problem: &musterfield_terrain::Problem| {
            let said = sentence(&message(problem));
            match &problem.place {
                Some(feature) => format!("Feature {feature}: {said}"),
                None => said,
            }
        };
        error.problems().iter().map(told).collect()
    })
}

/// Adds a full stop, and a capital unless the text begins with a field of the file.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let dot = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{dot}", chars.as_str())
}

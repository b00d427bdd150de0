//! Pasted text to army: `/armies/paste`.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::create::{keep, new_request};
use super::editor::{ShownProblem, shown};
use super::rank::Rank;
use crate::army::draft::{Draft, LONGEST_NOTES, TextError, several_lines};
use crate::army::input::{army, form_of};
use crate::army::text::{Reading, Unread};
use crate::army::write::element;
use crate::rules::Ruleset;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::{Area, Layout, render_as};
use crate::web::state::State;
use crate::web::visitor::{self, Flash};

#[derive(Template)]
#[template(path = "armies/paste.html")]
struct PastePage {
    layout: Layout,
    request: String,
    text: String,
    ruleset: String,
    rulesets: &'static [Ruleset],
    error: Option<String>,
    read: Option<ReadPart>,
}

/// What was understood.
struct ReadPart {
    title: String,
    spent: String,
    budget: String,
    legal: bool,
    elements: Vec<String>,
    problems: Vec<ShownProblem>,
    rank: Rank,
}

/// `GET /armies/paste`
///
/// # Errors
/// None but ours.
pub async fn paste(request: HttpRequest, state: Data<State>) -> Result<HttpResponse, WebError> {
    let ruleset = state.usual_ruleset().ok_or(WebError::NotFound)?;
    let page = PastePage {
        layout: Layout::new(&state, "Paste an army", Some(Area::Armies)),
        request: new_request()?,
        text: String::new(),
        ruleset: ruleset.id.to_string(),
        rulesets: state.book.rulesets(),
        error: None,
        read: None,
    };
    visitor::known(&request, &state, render_as(StatusCode::OK, &page)?)
}

/// `POST /armies/paste`: reads, and keeps it if asked to.
///
/// # Errors
/// A form that makes no sense; text that cannot be read is the form again.
pub async fn read_pasted(request: HttpRequest, state: Data<State>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let name = fields.demand("request")?;
    let text = fields.text("text");
    let id = fields.demand("ruleset")?;
    let asked = fields.take("do").unwrap_or_else(|| "read".to_owned());
    fields.finish()?;
    let ruleset = state.book.ruleset(&id);
    let mut page = PastePage {
        layout: Layout::new(&state, "Paste an army", Some(Area::Armies)),
        request: name.clone(),
        ruleset: id,
        rulesets: state.book.rulesets(),
        error: None,
        read: None,
        text,
    };
    if page.text.trim().is_empty() {
        page.error = Some("There is nothing to read yet.".to_owned());
        return render_as(StatusCode::UNPROCESSABLE_ENTITY, &page);
    }
    let Some(ruleset) = ruleset else {
        page.error = Some(format!("There is no ruleset “{}”.", page.ruleset));
        return render_as(StatusCode::UNPROCESSABLE_ENTITY, &page);
    };
    let reading = match army(&page.text, form_of(&page.text), ruleset, state.book) {
        Ok(reading) => reading,
        Err(error) => {
            page.error = Some(format!("This could not be read: {error}."));
            return render_as(StatusCode::UNPROCESSABLE_ENTITY, &page);
        }
    };
    match asked.as_str() {
        "keep" => match with_unread(&reading) {
            Ok(draft) => keep(&request, &state, &draft, &name, "pasted the army", Some(Flash::Pasted)).await,
            Err(error) => {
                page.error = Some(format!(
                    "The lines that could not be read would go into the notes, but then the text {error}. Correct or \
                     delete them."
                ));
                page.read = Some(understood(&state, &reading));
                render_as(StatusCode::UNPROCESSABLE_ENTITY, &page)
            }
        },
        "read" => {
            page.read = Some(understood(&state, &reading));
            render_as(StatusCode::OK, &page)
        }
        _ => Err(WebError::Unreadable(format!("there is no button “{asked}”"))),
    }
}

/// The army with what could not be read added to its notes, so that nothing of the text is lost by keeping it.
fn with_unread(reading: &Reading) -> Result<Draft, TextError> {
    let mut draft = reading.draft.clone();
    if !reading.unread.is_empty() {
        // Indented, so that Markdown shows it as it is.
        let line = |unread: &Unread| format!("\n    {}: {}", unread.line, unread.text.replace('\n', "\n    "));
        let lines: String = reading.unread.iter().map(line).collect();
        let gap = if draft.notes.is_empty() { "" } else { "\n\n" };
        let notes = format!("{}{gap}Not understood when the army was pasted:\n{lines}", draft.notes);
        draft.notes = several_lines(&notes, LONGEST_NOTES)?;
    }
    Ok(draft)
}

fn understood(state: &State, reading: &Reading) -> ReadPart {
    let draft = &reading.draft;
    let report = reading.check(state.catalogue);
    ReadPart {
        title: draft.title().to_owned(),
        spent: report.figures.spent.to_string(),
        budget: report.figures.budget.to_string(),
        legal: report.is_legal(),
        elements: draft.lines.iter().map(|line| element(draft, line)).collect(),
        problems: report.problems.iter().map(|problem| shown(draft, problem)).collect(),
        rank: Rank::new(draft),
    }
}

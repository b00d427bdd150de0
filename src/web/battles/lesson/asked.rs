//! Answers to the questions of the script of the table in the lesson. The state comes from the orders that the page carries, as that of the
//! page itself.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::super::table::{Asked, Question, unanswered};
use super::play;
use super::played::Numbered;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::state::AppState;

/// The answer to a question about a step after the `orders` of the query.
async fn answer(
    request: &HttpRequest,
    state: &Data<AppState>,
    path: &str,
    question: fn(&mut Fields) -> Question,
) -> Result<HttpResponse, WebError> {
    let of = Numbered::parse(path).ok_or(WebError::NotFound)?;
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let carried = fields.text("orders");
    let asked = Asked::take(&mut fields, question)?;
    fields.finish()?;
    Ok(match play(request, state, of, carried, None).await? {
        Ok(played) => asked.answer(&played.sitting),
        Err(why) => unanswered(&format!("The orders so far cannot be played. {why}"), None),
    })
}

/// `GET /play/lesson/{step}/ways?orders=…&digest=…&who=a1+a2&legs=ahead+1`: as for a battle, after the orders so far.
///
/// # Errors
/// When the step does not exist, or the question is not one of ours.
pub async fn show_lesson_ways(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    answer(&request, &state, &path, Question::of_ways).await
}

/// `GET /play/lesson/{step}/look?orders=…&digest=…&order=…`: as for a battle, after the orders so far.
///
/// # Errors
/// As [`show_lesson_ways`].
pub async fn look_at_lesson_order(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    answer(&request, &state, &path, Question::of_look).await
}

/// `GET /play/lesson/{step}/layers?orders=…&digest=…&who=a1`: as for a battle, after the orders so far.
///
/// # Errors
/// As [`show_lesson_ways`].
pub async fn show_lesson_layers(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    answer(&request, &state, &path, Question::of_layers).await
}

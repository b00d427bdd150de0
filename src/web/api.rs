//! The API: the same rules for other programs. JSON in, JSON out; what fails is a problem document.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_TYPE, ContentType};
use actix_web::web::{Bytes, Data};
use serde_json::Value;

use super::app::{LARGEST_CASES, LARGEST_LAYOUT, LARGEST_REQUEST};
use super::error::{WebError, problem};
use super::state::State;
use crate::army::check;
use crate::army::file::from_json;
use crate::army::verdict::Verdict;
use crate::combat::file::{MOST_CASES, Question, answer_value};
use crate::rules::Book;
use crate::terrain;
use crate::terrain::file::Unreadable;
use crate::terrain::generate::generate;
use crate::terrain::generate::request::settings_from_json;

/// `POST /api/v1/validate`: an army file in, the verdict on it out.
pub async fn validate(state: Data<State>, body: Bytes) -> HttpResponse {
    let unprocessable = |detail: &str, field: Option<&str>| {
        problem(StatusCode::UNPROCESSABLE_ENTITY, "The army could not be read", detail, field)
    };
    if body.len() > LARGEST_REQUEST {
        return WebError::TooLarge.as_json();
    }
    let text = match std::str::from_utf8(&body) {
        Ok(text) => text,
        Err(error) => return unprocessable(&format!("not UTF-8 text at byte {}", error.valid_up_to()), None),
    };
    let draft = match from_json(text, state.book) {
        Ok(draft) => draft,
        Err(error) => return unprocessable(&error.to_string(), error.field.as_deref()),
    };
    let report = check(&draft, state.catalogue);
    match serde_json::to_vec(&Verdict::new(None, &draft, &report)) {
        Ok(body) => HttpResponse::Ok().insert_header(ContentType::json()).body(body),
        Err(error) => WebError::internal(error).as_json(),
    }
}

/// `POST /api/v1/resolve`: a case in, its verdict out; or a list of cases, and a list of answers in the same order.
pub async fn resolve(state: Data<State>, body: Bytes) -> HttpResponse {
    answer(state.book, Question::Resolve, body).await
}

/// `POST /api/v1/odds`: the same cases without dice, and the odds.
pub async fn odds(state: Data<State>, body: Bytes) -> HttpResponse {
    answer(state.book, Question::Odds, body).await
}

async fn answer(book: &'static Book, question: Question, body: Bytes) -> HttpResponse {
    let unprocessable =
        |detail: &str| problem(StatusCode::UNPROCESSABLE_ENTITY, "The cases could not be read", detail, None);
    if body.len() > LARGEST_CASES {
        return WebError::CasesTooLarge.as_json();
    }
    let cases = match serde_json::from_slice::<Value>(&body) {
        Ok(Value::Array(cases)) if cases.len() > MOST_CASES => {
            return unprocessable(&format!("at most {MOST_CASES} cases at once, not {}", cases.len()));
        }
        Ok(cases) => cases,
        Err(error) => return unprocessable(&format!("not JSON: {error}")),
    };
    let answered = actix_web::web::block(move || {
        let mut out = String::new();
        let Value::Array(cases) = &cases else {
            let is_possible = answer_value(book, question, &cases, &mut out);
            return (out, is_possible);
        };
        out.push('[');
        for (at, case) in cases.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            answer_value(book, question, case, &mut out);
        }
        out.push(']');
        (out, true)
    });
    match answered.await {
        Ok((body, true)) => HttpResponse::Ok().insert_header(ContentType::json()).body(body),
        Ok((body, false)) => HttpResponse::UnprocessableEntity().insert_header(ContentType::json()).body(body),
        Err(error) => WebError::internal(error).as_json(),
    }
}

/// From so many bytes on a layout is read and checked on a thread of its own: other requests would wait.
const LARGE: usize = 16 * 1024;

/// `POST /api/v1/terrain/check`: a layout in, the verdict on it out. What cannot be read as a layout gets a problem
/// document with the fields of a verdict.
pub async fn check_layout(state: Data<State>, body: Bytes) -> HttpResponse {
    let book = state.book;
    if body.len() > LARGEST_LAYOUT {
        return WebError::LayoutTooLarge.as_json();
    }
    let judged = if body.len() > LARGE {
        match actix_web::web::block(move || judge(&body, book)).await {
            Ok(judged) => judged,
            Err(error) => return WebError::internal(error).as_json(),
        }
    } else {
        judge(&body, book)
    };
    match judged {
        Ok(verdict) => match serde_json::to_vec(&verdict) {
            Ok(body) => HttpResponse::Ok().insert_header(ContentType::json()).body(body),
            Err(error) => WebError::internal(error).as_json(),
        },
        Err(error) => unreadable_layout(&error),
    }
}

fn judge(body: &[u8], book: &'static Book) -> Result<terrain::verdict::Verdict, Unreadable> {
    let text = std::str::from_utf8(body)
        .map_err(|error| Unreadable::syntax(format!("not UTF-8 text at byte {}", error.valid_up_to())))?;
    let layout = terrain::file::from_json(text, book)?;
    Ok(terrain::verdict::Verdict::new(None, &terrain::check(&layout)))
}

fn unreadable_layout(error: &Unreadable) -> HttpResponse {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    let verdict = terrain::verdict::Verdict::on(None, error.problems());
    let body = serde_json::json!({
        "title": "The layout could not be read", "status": status.as_u16(), "detail": error.to_string(),
        "file": verdict.file, "legal": verdict.legal, "problems": verdict.problems,
    });
    HttpResponse::build(status).insert_header((CONTENT_TYPE, "application/problem+json")).body(body.to_string())
}

/// `POST /api/v1/terrain/generate`: settings in, a layout out. The same settings with a seed give the same layout.
pub async fn generate_layout(state: Data<State>, body: Bytes) -> HttpResponse {
    let unprocessable = |detail: &str, field: Option<&str>| {
        problem(StatusCode::UNPROCESSABLE_ENTITY, "No table can be laid out from this", detail, field)
    };
    if body.len() > LARGEST_REQUEST {
        return WebError::TooLarge.as_json();
    }
    let text = match std::str::from_utf8(&body) {
        Ok(text) => text,
        Err(error) => return unprocessable(&format!("not UTF-8 text at byte {}", error.valid_up_to()), None),
    };
    let Ok(fresh) = getrandom::u32() else { return WebError::internal("no randomness").as_json() };
    let settings = match settings_from_json(text, state.book, || u64::from(fresh)) {
        Ok(settings) => settings,
        Err(error) => return unprocessable(&error.message, error.field.as_deref()),
    };
    // Wishes can make it roll some hundred tables.
    match actix_web::web::block(move || generate(&settings)).await {
        Ok(Ok(layout)) => HttpResponse::Ok().insert_header(ContentType::json()).body(terrain::file::to_json(&layout)),
        Ok(Err(why)) => unprocessable(&why.to_string(), Some("wishes")),
        Err(error) => WebError::internal(error).as_json(),
    }
}

/// `GET /api/openapi.json`: what the API takes and gives.
pub async fn describe() -> HttpResponse {
    HttpResponse::Ok().insert_header(ContentType::json()).body(include_str!("api/openapi.json"))
}

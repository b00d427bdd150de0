//! The API: the same rules for other programs. JSON in, JSON out; failures are problem documents.

use std::sync::{Arc, LazyLock};

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_TYPE, ContentType};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use musterfield_army::check;
use musterfield_army::file::from_json;
use musterfield_combat::file::{MOST_CASES, Question, answer_value};
use musterfield_rules::Book;
use musterfield_terrain as terrain;
use musterfield_terrain::file::Unreadable;
use musterfield_terrain::generate::generate;
use musterfield_terrain::generate::request::settings_from_json;
use musterfield_terrain::problem::FormatFault;
use musterfield_words::army::file;
use musterfield_words::army::verdict::Verdict;
use musterfield_words::combat::message as say;
use musterfield_words::terrain::generate::message;
use musterfield_words::terrain::request::clause;
use musterfield_words::terrain::{unreadable, verdict};
use serde_json::Value;

use super::error::{WebError, problem};
use super::limits::{LARGEST_CASES, LARGEST_LAYOUT, LARGEST_REQUEST};
use super::scheduler::JobKind;
use super::state::AppState;
use super::static_content::{KEPT_SHORTLY, StaticContent};

/// `POST /api/v1/validate`: takes an army file, answers with the verdict on it.
pub async fn validate(request: HttpRequest, state: Data<AppState>, body: Bytes) -> HttpResponse {
    let unprocessable = |detail: &str, field: Option<&str>| {
        problem(StatusCode::UNPROCESSABLE_ENTITY, "The army could not be read", detail, field)
    };
    if body.len() > LARGEST_REQUEST {
        return WebError::TooLarge.as_json();
    }
    let size = body.len();
    let shared = state.clone();
    let judged = state.run_by_size(&request, JobKind::Army, size, move || {
        let text = std::str::from_utf8(&body)
            .map_err(|error| (format!("not UTF-8 text at byte {}", error.valid_up_to()), None))?;
        let draft = from_json(text, shared.book).map_err(|error| (file::message(&error), error.field))?;
        let report = check(&draft, shared.catalogue);
        Ok::<_, (String, Option<String>)>(serde_json::to_vec(&Verdict::new(None, &draft, &report)))
    });
    match judged.await {
        Ok(Ok(Ok(body))) => HttpResponse::Ok().insert_header(ContentType::json()).body(body),
        Ok(Ok(Err(error))) => WebError::internal(error).as_json(),
        Ok(Err((detail, field))) => unprocessable(&detail, field.as_deref()),
        Err(error) => error.as_json(),
    }
}

/// `POST /api/v1/resolve`: takes a case, answers with its verdict; or takes a list of cases and answers with a list in
/// the same order.
pub async fn resolve(request: HttpRequest, state: Data<AppState>, body: Bytes) -> HttpResponse {
    answer(&request, &state, Question::Resolve, body).await
}

/// `POST /api/v1/odds`: takes the same cases without dice, answers with the odds.
pub async fn odds(request: HttpRequest, state: Data<AppState>, body: Bytes) -> HttpResponse {
    answer(&request, &state, Question::Odds, body).await
}

async fn answer(request: &HttpRequest, state: &AppState, question: Question, body: Bytes) -> HttpResponse {
    let book = state.book;
    let unprocessable =
        |detail: &str| problem(StatusCode::UNPROCESSABLE_ENTITY, "The cases could not be read", detail, None);
    if body.len() > LARGEST_CASES {
        return WebError::CasesTooLarge.as_json();
    }
    let size = body.len();
    let answered = state.run_by_size(request, JobKind::Army, size, move || {
        let cases = match serde_json::from_slice::<Value>(&body) {
            Ok(Value::Array(cases)) if cases.len() > MOST_CASES => {
                return Err(format!("at most {MOST_CASES} cases at once, not {}", cases.len()));
            }
            Ok(cases) => cases,
            Err(error) => return Err(format!("not JSON: {error}")),
        };
        let mut out = String::new();
        let Value::Array(cases) = &cases else {
            let is_possible = answer_value(book, question, say, &cases, &mut out);
            return Ok((out, is_possible));
        };
        out.push('[');
        for (at, case) in cases.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            answer_value(book, question, say, case, &mut out);
        }
        out.push(']');
        Ok((out, true))
    });
    match answered.await {
        Ok(Ok((body, true))) => HttpResponse::Ok().insert_header(ContentType::json()).body(body),
        Ok(Ok((body, false))) => HttpResponse::UnprocessableEntity().insert_header(ContentType::json()).body(body),
        Ok(Err(detail)) => unprocessable(&detail),
        Err(error) => error.as_json(),
    }
}

/// `POST /api/v1/terrain/check`: takes a layout, answers with the verdict on it. Text that cannot be read as a layout
/// gets a problem document with the fields of a verdict.
pub async fn check_layout(request: HttpRequest, state: Data<AppState>, body: Bytes) -> HttpResponse {
    let book = state.book;
    if body.len() > LARGEST_LAYOUT {
        return WebError::LayoutTooLarge.as_json();
    }
    let judged = match state.run_by_size(&request, JobKind::Table, body.len(), move || judge(&body, book)).await {
        Ok(judged) => judged,
        Err(error) => return error.as_json(),
    };
    match judged {
        Ok(verdict) => match serde_json::to_vec(&verdict) {
            Ok(body) => HttpResponse::Ok().insert_header(ContentType::json()).body(body),
            Err(error) => WebError::internal(error).as_json(),
        },
        Err(error) => unreadable_layout(&error),
    }
}

fn judge(body: &[u8], book: &'static Book) -> Result<verdict::Verdict, Unreadable> {
    let text = std::str::from_utf8(body)
        .map_err(|error| Unreadable::syntax(FormatFault::NotUtf8 { byte: error.valid_up_to() }))?;
    let layout = terrain::file::from_json(text, book)?;
    Ok(verdict::Verdict::new(None, &terrain::check(&layout)))
}

fn unreadable_layout(error: &Unreadable) -> HttpResponse {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    let verdict = verdict::Verdict::on(None, error.problems());
    let body = serde_json::json!({
        "title": "The layout could not be read", "status": status.as_u16(), "detail": unreadable(error),
        "file": verdict.file, "legal": verdict.legal, "problems": verdict.problems,
    });
    HttpResponse::build(status).insert_header((CONTENT_TYPE, "application/problem+json")).body(body.to_string())
}

/// `POST /api/v1/terrain/generate`: takes settings, answers with a layout. The same settings with a seed give the same
/// layout.
pub async fn generate_layout(request: HttpRequest, state: Data<AppState>, body: Bytes) -> HttpResponse {
    let unprocessable = |detail: &str, field: Option<&str>| {
        problem(StatusCode::UNPROCESSABLE_ENTITY, "No table can be generated from this", detail, field)
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
        Err(error) => return unprocessable(&clause(&error.fault), error.field.as_deref()),
    };
    // Preferences can make it roll some hundred tables.
    match state.run_heavy(&request, JobKind::Table, move || generate(&settings)).await {
        Ok(Ok(layout)) => HttpResponse::Ok().insert_header(ContentType::json()).body(terrain::file::to_json(&layout)),
        Ok(Err(why)) => unprocessable(&message(&why), Some("wishes")),
        Err(error) => error.as_json(),
    }
}

/// `GET /api/openapi.json`: the description of the API.
pub async fn describe(request: HttpRequest, state: Data<AppState>) -> HttpResponse {
    static DESCRIPTION: LazyLock<Arc<StaticContent>> =
        LazyLock::new(|| Arc::new(StaticContent::new("application/json", include_str!("api/openapi.json"))));
    DESCRIPTION.answer(&request, &state.scheduler, KEPT_SHORTLY)
}

//! The API: the same rules for other programs. JSON in, JSON out; what fails is a problem document.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;
use actix_web::web::{Bytes, Data};

use super::app::LARGEST_REQUEST;
use super::error::{WebError, problem};
use super::state::State;
use crate::army::check;
use crate::army::file::from_json;
use crate::army::verdict::Verdict;

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

/// `GET /api/openapi.json`: what the API takes and gives.
pub async fn describe() -> HttpResponse {
    HttpResponse::Ok().insert_header(ContentType::json()).body(include_str!("api/openapi.json"))
}

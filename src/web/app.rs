//! The site behind its middleware, ready to be served or tested.

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Server, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::error::{InternalError, QueryPayloadError};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{Data, PayloadConfig, QueryConfig, to};
use actix_web::{App, Error, HttpMessage as _, HttpRequest, HttpServer, ResponseError};

use super::compress::compress;
use super::error::WebError;
use super::log::Entry;
use super::routes::{not_found, routes};
use super::security::{self, Way};
use super::state::State;
use super::terrain::open::{OPEN, uploads};
use crate::terrain::carrier::LONGEST_UPLOAD;

/// Most bytes of a request. A form is counted as what it says: written, each byte of a letter that is not Latin takes
/// three.
pub const LARGEST_REQUEST: usize = 64 * 1024;
/// Most bytes of a layout that a program sends.
pub const LARGEST_LAYOUT: usize = 1024 * 1024;
/// Most bytes of the cases of combats that a program sends.
pub const LARGEST_CASES: usize = 2 * 1024 * 1024;
/// Most bytes of a form as it is written.
const LARGEST_FORM: usize = 3 * LARGEST_REQUEST;
/// Most bytes of a form with a file to be opened.
pub const LARGEST_UPLOAD: usize = LONGEST_UPLOAD + LARGEST_REQUEST;

/// The site as an actix application.
pub fn app(
    state: Data<State>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    App::new()
        .app_data(state)
        .app_data(PayloadConfig::new(LARGEST_FORM))
        .app_data(QueryConfig::default().error_handler(query_error))
        .app_data(uploads())
        .wrap(from_fn(around))
        .configure(routes)
        .default_service(to(not_found))
}

fn query_error(error: QueryPayloadError, _: &HttpRequest) -> Error {
    let why = match &error {
        QueryPayloadError::Deserialize(cause) => format!("the address cannot be read after its question mark: {cause}"),
        other => format!("the address cannot be read: {other}"),
    };
    let ours = WebError::Unreadable(why);
    let response = ours.error_response();
    InternalError::from_response(error, response).into()
}

/// What happens around every request, in one place and one future: refuse what comes from another site or is too long,
/// protect the answer, log it. Refusals are answers and no errors: errors would pass by the headers.
async fn around<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let (entry, way) = (Entry::begin(&request), Way::of(&request));
    let refusal = if security::is_foreign(&request) {
        Some(WebError::CrossSite)
    } else if is_packed(&request) {
        Some(WebError::Packed)
    } else if announces_too_much(&request) {
        Some(too_large(request.path()))
    } else {
        None
    };
    let mut answer = match refusal {
        Some(error) => refuse(request.into_parts().0, &error),
        None => {
            let answer = next.call(request).await.inspect_err(|error| {
                entry.end(error.as_response_error().status_code());
            })?;
            // A body without announced length is only found too long while it is read.
            if answer.status() == StatusCode::PAYLOAD_TOO_LARGE {
                let error = too_large(answer.request().path());
                refuse(answer.into_parts().0, &error)
            } else {
                compress(answer).await
            }
        }
    };
    security::protect(answer.headers_mut(), way);
    entry.end(answer.status());
    Ok(answer)
}

/// Our page, or a problem document below `/api`.
fn refuse(request: HttpRequest, error: &WebError) -> ServiceResponse<BoxBody> {
    let answer = error.answer_to(request.path());
    ServiceResponse::new(request, answer)
}

/// Addresses to which programs send cases of combats.
fn takes_cases(path: &str) -> bool {
    path == "/api/v1/resolve" || path == "/api/v1/odds"
}

/// Whether the address takes layouts from programs.
fn takes_layouts(path: &str) -> bool {
    path.starts_with("/api/v1/terrain/")
}

fn too_large(path: &str) -> WebError {
    match path {
        OPEN => WebError::FileTooLarge,
        _ if takes_layouts(path) => WebError::LayoutTooLarge,
        _ if takes_cases(path) => WebError::CasesTooLarge,
        _ => WebError::TooLarge,
    }
}

/// Whether the body says that it must be unpacked before it is read: a few bytes can become very many.
fn is_packed(request: &ServiceRequest) -> bool {
    let mut encodings = request.headers().get_all(header::CONTENT_ENCODING);
    encodings.any(|encoding| !encoding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity"))
}

fn announces_too_much(request: &ServiceRequest) -> bool {
    let length =
        request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let Some(length) = length else { return false };
    let limit = match request.content_type() {
        "multipart/form-data" if request.path() == OPEN => LARGEST_UPLOAD,
        _ if takes_layouts(request.path()) => LARGEST_LAYOUT,
        _ if takes_cases(request.path()) => LARGEST_CASES,
        "application/x-www-form-urlencoded" => LARGEST_FORM,
        _ => LARGEST_REQUEST,
    };
    length > u64::try_from(limit).unwrap_or(u64::MAX)
}

/// A server for the site on a socket that is already bound.
///
/// # Errors
/// When the socket cannot be used.
pub fn serve(state: Data<State>, listener: TcpListener, workers: Option<usize>) -> io::Result<Server> {
    let mut server = HttpServer::new(move || app(state.clone()))
        // Without it every compressed page waits for a delayed acknowledgement.
        .tcp_nodelay(true)
        .client_request_timeout(Duration::from_secs(30))
        .shutdown_timeout(10);
    if let Some(workers) = workers {
        server = server.workers(workers.max(1));
    }
    Ok(server.listen(listener)?.run())
}

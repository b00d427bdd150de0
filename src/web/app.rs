//! The site behind its middleware, ready to be served ([`super::server`]) or tested.

pub use super::limits::{LARGEST_CASES, LARGEST_FORM, LARGEST_LAYOUT, LARGEST_REQUEST, LARGEST_UPLOAD};

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::error::{InternalError, QueryPayloadError};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{Data, PayloadConfig, QueryConfig, to};
use actix_web::{App, Error, HttpMessage as _, HttpRequest, ResponseError};
use tracing::Instrument as _;

use super::accounts::identity;
use super::compress::compress;
use super::connections::{self, Connection, Live};
use super::error::WebError;
use super::error::reason::RefusalReason;
use super::log::Entry;
use super::meter::{Busy, Metered};
use super::routes::{limit_of, not_found, routes};
use super::security::{self, TransportSecurity};
use super::state::AppState;
use super::terrain::open::uploads;
use super::{body_timeout, client, fair_queue};

/// The site as an actix application.
pub fn app(
    state: Data<AppState>,
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

/// The middleware around every request. Each request has a number, which appears on its lines in the log and on its
/// answer.
async fn around<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = RequestId::next();
    let span = tracing::error_span!("request", %id);
    answered(request, next, id).instrument(span).await
}

/// Refuses requests that come from another site, are too long or arrive too slowly; admits requests in turns;
/// compresses and protects the answer, counts and logs it. Refusals are answers and not errors: errors would bypass the
/// headers.
async fn answered<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
    id: RequestId,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let (entry, way) = (Entry::begin(&request), TransportSecurity::of(&request));
    let metrics = request.app_data::<Data<AppState>>().map(|state| state.metrics.clone());
    let connection = request.request().conn_data::<Arc<Connection>>().cloned();
    connections::asked(connection.as_ref());
    let refusal = if client::site(request.request()).is_none() {
        Some(WebError::BadHost)
    } else if security::is_foreign(&request) {
        Some(WebError::CrossSite)
    } else if is_packed(&request) {
        Some(WebError::Packed)
    } else if announces_too_much(&request) {
        Some(limit_of(request.path()).error())
    } else {
        None
    };
    let (mut answer, busy) = match refusal {
        Some(error) => (refuse(request.into_parts().0, &error), Busy::default()),
        None => {
            let slow = body_timeout::watch(&mut request);
            let passed = fair_queue::pass(client::household(client::address(request.request()))).await;
            let compressed = async { Ok::<_, Error>(compress(next.call(request).await?).await) };
            let (answer, busy) = passed.by_turns(Metered::new(compressed)).await;
            passed.kept_busy(busy.all);
            drop(passed);
            let answer = answer.inspect_err(|error| entry.end(error.as_response_error().status_code()))?;
            // A body without a declared length turns out to be too long only while it is read.
            let refusal = if slow.is_some_and(|slow| slow.is_so()) {
                Some(WebError::TooSlow)
            } else {
                (answer.status() == StatusCode::PAYLOAD_TOO_LARGE).then(|| limit_of(answer.request().path()).error())
            };
            let answer = match refusal {
                Some(error) => refuse(answer.into_parts().0, &error),
                None => answer,
            };
            (answer, busy)
        }
    };
    let asked = answer.request().clone();
    identity::renew(&asked, answer.headers_mut());
    security::protect(answer.headers_mut(), way);
    answer.headers_mut().insert(REQUEST_ID.clone(), id.value());
    if let Some(metrics) = metrics {
        let reason = answer.response().extensions().get::<RefusalReason>().copied();
        metrics.answered(answer.request().match_pattern(), answer.status(), entry.taken(), busy);
        reason.into_iter().for_each(|reason| metrics.refused(reason));
    }
    entry.end(answer.status());
    let live = answer.response().extensions().get::<Live>().copied();
    Ok(answer.map_body(|_, body| connections::handed_on(body, connection, live)))
}

/// The header with the number of a request.
static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The number of a request, unique in this process and almost certainly among all.
#[derive(Clone, Copy, Debug)]
struct RequestId {
    process: u32,
    number: u32,
}

impl RequestId {
    fn next() -> Self {
        static PROCESS: LazyLock<u32> = LazyLock::new(|| {
            let mut bytes = [0; 4];
            // Without randomness, the number no longer tells processes apart.
            _ = getrandom::fill(&mut bytes);
            u32::from_le_bytes(bytes)
        });
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        Self { process: *PROCESS, number: NUMBER.fetch_add(1, Ordering::Relaxed) }
    }

    fn value(self) -> HeaderValue {
        HeaderValue::from_str(&self.to_string()).unwrap_or(HeaderValue::from_static(""))
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}{:08x}", self.process, self.number)
    }
}

/// Refuses with a page, or with a problem document below `/api`.
fn refuse(request: HttpRequest, error: &WebError) -> ServiceResponse<BoxBody> {
    let answer = error.answer_to(request.path());
    ServiceResponse::new(request, answer)
}

/// Whether the body claims to be compressed: a few bytes could become very many.
fn is_packed(request: &ServiceRequest) -> bool {
    let mut encodings = request.headers().get_all(header::CONTENT_ENCODING);
    encodings.any(|encoding| !encoding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity"))
}

fn announces_too_much(request: &ServiceRequest) -> bool {
    let length =
        request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let Some(length) = length else { return false };
    let limit = limit_of(request.path()).announced(request.content_type());
    length > u64::try_from(limit).unwrap_or(u64::MAX)
}

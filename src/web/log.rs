//! One line of the log for every request, and its name on every line that is written meanwhile.
//!
//! Only the path is logged: the query of an edit link is a secret.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use tracing::{Instrument, info, info_span};

/// Requests since the program began.
static NUMBER: AtomicU64 = AtomicU64::new(1);

/// Logs requests.
///
/// # Errors
/// Those of the handlers.
pub async fn requests<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, actix_web::Error> {
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let span = info_span!("request", number, method = %request.method(), path = request.path());
    async move {
        let begun = Instant::now();
        let answer = next.call(request).await;
        let status = match &answer {
            Ok(response) => response.status(),
            Err(error) => error.as_response_error().status_code(),
        };
        let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
        info!(target: "musterfield::requests", status = status.as_u16(), milliseconds, "answered");
        answer
    }
    .instrument(span)
    .await
}

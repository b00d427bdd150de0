//! The log of requests: each at level `debug`, those that were slow or failed at `warn`.
//!
//! Only the path is logged: the query of an edit link is a secret.

use std::time::{Duration, Instant};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;

/// An answer that takes longer is worth a line of its own.
const SLOW: Duration = Duration::from_secs(1);

/// Logs requests.
///
/// # Errors
/// Those of the handlers.
pub async fn requests<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, actix_web::Error> {
    let begun = Instant::now();
    let method = request.method().clone();
    let uri = request.uri().clone();
    let answer = next.call(request).await;
    let status = match &answer {
        Ok(response) => response.status(),
        Err(error) => error.as_response_error().status_code(),
    };
    let taken = begun.elapsed();
    let (path, status, milliseconds) = (uri.path(), status.as_u16(), taken.as_secs_f64() * 1e3);
    if status >= 500 || taken >= SLOW {
        tracing::warn!(%method, path, status, milliseconds, "request");
    } else {
        tracing::debug!(%method, path, status, milliseconds, "request");
    }
    answer
}

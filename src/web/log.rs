//! The log of requests: each at level `debug`, slow or failed ones at `warn`.
//!
//! Only the path is logged: the query of an edit link is a secret.

use std::time::{Duration, Instant};

use actix_web::dev::ServiceRequest;
use actix_web::http::{Method, StatusCode, Uri};

/// An answer that takes longer is logged as slow.
const SLOW: Duration = Duration::from_secs(1);

/// A request that is being answered.
#[derive(Debug)]
pub struct Entry {
    begun: Instant,
    method: Method,
    uri: Uri,
}

impl Entry {
    /// Begins the entry for a request.
    #[must_use]
    pub fn begin(request: &ServiceRequest) -> Self {
        Self { begun: Instant::now(), method: request.method().clone(), uri: request.uri().clone() }
    }

    /// The time taken so far.
    #[must_use]
    pub fn taken(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Completes the entry with the answer.
    pub fn end(&self, status: StatusCode) {
        let taken = self.taken();
        let (method, path, milliseconds) = (self.method.as_str(), self.uri.path(), taken.as_secs_f64() * 1e3);
        if status.is_server_error() || taken >= SLOW {
            tracing::warn!(method, path, status = status.as_u16(), milliseconds, "request");
        } else {
            tracing::debug!(method, path, status = status.as_u16(), milliseconds, "request");
        }
    }
}

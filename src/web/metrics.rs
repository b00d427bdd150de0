//! Metrics for the operator: `/metrics` as text for Prometheus.
//!
//! They are served on an address of their own or to requests with a token, never to visitors.

pub use super::error::reason::RefusalReason;

use std::fmt;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use subtle::ConstantTimeEq as _;

use super::connections::Connections;
use super::meter::Busy;
use super::scheduler::Scheduler;
use crate::store::Store;

/// Upper bounds of the latency buckets, in seconds.
const SECONDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];
/// Work that uses a thread for longer without a break should have gone through the scheduler.
const LONG: Duration = Duration::from_millis(5);
/// The content type of the text format.
const KIND: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The route of a request as the route table writes it: `/armies/{id}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answer {
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Refusal {
    reason: RefusalReason,
}

/// The counts since the start. Clones share them.
#[derive(Clone)]
pub struct Metrics {
    answers: Family<Answer, Counter>,
    seconds: Family<Route, Histogram>,
    kept: Family<Route, Counter>,
    refusals: Family<Refusal, Counter>,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            answers: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            kept: Family::default(),
            refusals: Family::default(),
        }
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Metrics")
    }
}

impl Metrics {
    /// Counts an answer.
    pub(super) fn answered(&self, route: Option<String>, status: StatusCode, taken: Duration, busy: Busy) {
        let route = route.unwrap_or_else(|| "none".to_owned());
        if busy.longest > LONG {
            self.kept.get_or_create(&Route { route: route.clone() }).inc();
        }
        self.seconds.get_or_create(&Route { route: route.clone() }).observe(taken.as_secs_f64());
        self.answers.get_or_create(&Answer { route, status: status.as_u16() }).inc();
    }

    /// Counts a refusal.
    pub(super) fn refused(&self, reason: RefusalReason) {
        self.refusals.get_or_create(&Refusal { reason }).inc();
    }
}

/// The sources of the metrics.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The counts.
    pub metrics: Metrics,
    /// Heavy work.
    pub scheduler: Scheduler,
    /// Connections.
    pub connections: Connections,
    /// The database, for the space on its disk.
    pub store: Store,
}

impl Sources {
    /// All metrics as text.
    ///
    /// # Errors
    /// An error of formatting.
    pub async fn text(&self) -> Result<String, fmt::Error> {
        let space = self.store.space().await;
        let mut registry = Registry::with_prefix("musterfield");
        let Metrics { answers, seconds, kept, refusals } = self.metrics.clone();
        registry.register("answers", "Answers by route and status", answers);
        registry.register_with_unit(
            "answering",
            "Time from the header of a request to its answer",
            Unit::Seconds,
            seconds,
        );
        registry.register("thread_kept", "Requests that occupied a thread for more than 5 ms without a break", kept);
        registry.register("refusals", "Refused requests by reason", refusals);
        let mut gauge = |name: &str, help: &str, value: u64| {
            let gauge = Gauge::<u64, AtomicU64>::default();
            gauge.set(value);
            registry.register(name, help, gauge);
        };
        let load = self.scheduler.load();
        gauge("heavy_running", "Heavy jobs in progress", count(load.running));
        gauge("heavy_waiting", "Requests waiting for heavy work", count(load.waiting));
        let connections = self.connections.count();
        gauge("connections_open", "Open connections", count(connections.open));
        let bytes = [
            ("memory_resident_bytes", "Resident memory of the process", resident()),
            ("disk_free_bytes", "Free disk space for an SQLite file", space.free),
            ("disk_reserve_bytes", "Free disk space below which nothing new is saved", Some(space.limits.reserve.0)),
            ("database_bytes", "Size of the database", space.database_bytes),
            (
                "database_largest_bytes",
                "Largest allowed size of the database",
                space.limits.largest.map(|bytes| bytes.0),
            ),
        ];
        for (name, help, value) in bytes {
            if let Some(value) = value {
                gauge(name, help, value);
            }
        }
        gauge(
            "keeping_nothing_new",
            "1 while there is too little space to save anything new",
            u64::from(space.is_short()),
        );
        let mut total = |name: &str, help: &str, value: u64| {
            let counter = Counter::<u64>::default();
            counter.inc_by(value);
            registry.register(name, help, counter);
        };
        total("heavy_refused", "Requests for heavy work that were told to try again later", load.refused);
        for (kind, admitted) in load.admitted {
            total(&format!("heavy_{}", kind.as_str()), "Heavy jobs started, by kind", admitted);
        }
        total("connections_cut", "Connections closed because they were idle", connections.cut);
        total("connections_refused", "Connections closed at once because there were too many", connections.refused);
        let mut text = String::new();
        encode(&mut text, &registry)?;
        Ok(text)
    }

    /// The answer to a request for the metrics.
    #[must_use]
    pub async fn answer(&self) -> HttpResponse {
        match self.text().await {
            Ok(text) => HttpResponse::Ok()
                .insert_header((header::CONTENT_TYPE, KIND))
                .insert_header((header::CACHE_CONTROL, "no-store"))
                .body(text),
            Err(_) => HttpResponse::InternalServerError().finish(),
        }
    }
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// Resident memory in bytes, where the system tells.
#[must_use]
pub fn resident() -> Option<u64> {
    let pages: u64 = std::fs::read_to_string("/proc/self/statm").ok()?.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * count(rustix::param::page_size()))
}

/// A secret token that gives access to the metrics.
#[derive(Clone)]
pub struct Token(String);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// The error for a token that is too easy to guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a token has at least 16 characters, without spaces")]
pub struct WeakToken;

impl std::str::FromStr for Token {
    type Err = WeakToken;

    fn from_str(text: &str) -> Result<Self, WeakToken> {
        let fine = text.len() >= 16 && text.bytes().all(|byte| byte.is_ascii_graphic());
        if fine { Ok(Self(text.to_owned())) } else { Err(WeakToken) }
    }
}

impl Token {
    /// Whether a request has it: `Authorization: Bearer …`.
    #[must_use]
    pub fn opens(&self, headers: &HeaderMap) -> bool {
        let brought = headers.get(header::AUTHORIZATION).map(|value| value.as_bytes());
        let word = brought.and_then(|value| value.strip_prefix(b"Bearer "));
        word.is_some_and(|word| word.ct_eq(self.0.as_bytes()).into())
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;
    use crate::store::DatabaseUrl;

    #[tokio::test]
    async fn what_was_counted_stands_in_the_text() {
        let metrics = Metrics::default();
        let busy = Busy { all: Duration::from_millis(9), longest: Duration::from_millis(7) };
        metrics.answered(Some("/armies/{id}".to_owned()), StatusCode::OK, Duration::from_millis(20), busy);
        metrics.refused(RefusalReason::TooSlow);
        let store = Store::open(&DatabaseUrl::parse("sqlite::memory:").unwrap(), 1).unwrap();
        let (scheduler, connections) = (Scheduler::default(), Connections::default());
        let text = Sources { metrics, scheduler, connections, store }.text().await.unwrap();
        for line in [
            "musterfield_answers_total{route=\"/armies/{id}\",status=\"200\"} 1",
            "musterfield_answering_seconds_bucket{le=\"0.025\",route=\"/armies/{id}\"} 1",
            "musterfield_answering_seconds_bucket{le=\"0.01\",route=\"/armies/{id}\"} 0",
            "musterfield_thread_kept_total{route=\"/armies/{id}\"} 1",
            "musterfield_refusals_total{reason=\"TooSlow\"} 1",
            "musterfield_heavy_waiting 0",
            "# EOF",
        ] {
            assert!(text.lines().any(|known| known == line), "{line} is not in\n{text}");
        }
    }

    #[test]
    fn only_the_whole_token_opens() {
        let token: Token = "a-long-enough-token".parse().unwrap();
        let with = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, HeaderValue::from_static(value));
            token.opens(&headers)
        };
        assert!(with("Bearer a-long-enough-token"));
        for value in ["a-long-enough-token", "Bearer a-long-enough-toke", "Bearer ", "Basic a-long-enough-token"] {
            assert!(!with(value), "{value}");
        }
        assert!(!token.opens(&HeaderMap::new()));
        for weak in ["", "short", "with spaces in the token"] {
            assert!(weak.parse::<Token>().is_err(), "{weak}");
        }
    }
}

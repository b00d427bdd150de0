//! Counts a store's requests to its database.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};

/// The requests to a database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traffic {
    /// Queries that belong to no transaction.
    pub(crate) reads: usize,
    pub(crate) transactions: usize,
}

/// The databases that are watched, each by a part of its address that no other has.
static WATCHED: Mutex<BTreeMap<String, Traffic>> = Mutex::new(BTreeMap::new());

fn watched() -> MutexGuard<'static, BTreeMap<String, Traffic>> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts from now on what connections opened later ask of the database with this name.
pub(crate) fn watch(name: &str) {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| set_default_instrumentation(|| Some(Box::new(Connection::default()))).unwrap());
    watched().insert(name.to_owned(), Traffic::default());
}

/// The requests to the database with this name since the last call.
pub(crate) fn since_then(name: &str) -> Traffic {
    watched().insert(name.to_owned(), Traffic::default()).unwrap_or_default()
}

/// A connection, with the name of its database if that is watched.
#[derive(Default)]
struct Connection {
    name: Option<String>,
    in_transaction: bool,
}

impl Instrumentation for Connection {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartEstablishConnection { url, .. } = &event {
            self.name = watched().keys().find(|name| url.contains(name.as_str())).cloned();
        }
        let Some(name) = &self.name else { return };
        let mut watched = watched();
        let traffic = watched.entry(name.clone()).or_default();
        match event {
            InstrumentationEvent::BeginTransaction { .. } => {
                traffic.transactions += 1;
                self.in_transaction = true;
            }
            InstrumentationEvent::CommitTransaction { .. } | InstrumentationEvent::RollbackTransaction { .. } => {
                self.in_transaction = false;
            }
            InstrumentationEvent::StartQuery { query, .. } if !self.in_transaction => {
                traffic.reads += usize::from(query.to_string().starts_with("SELECT"));
            }
            _ => {}
        }
    }
}

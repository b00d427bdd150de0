//! `serve`: the web server.

use std::io::IsTerminal as _;
use std::net::TcpListener;
use std::process::ExitCode;

use actix_web::web::Data;
use musterfield::store::{Compaction, SpaceLimits, Store};
use musterfield::web::accounts::Accounts;
use musterfield::web::accounts::mail::Mailer;
use musterfield::web::connections::{self, Connections};
use musterfield::web::server::{serve, serve_metrics};
use musterfield::web::state::AppState;
use rustix::process::{Resource, Rlimit};
use socket2::SockRef;
use tracing_subscriber::EnvFilter;

use super::maintenance::every_hour;
use super::migrate::open;
use super::{Failure, Outcome, built_in, chain, print};
use crate::arguments::{Format, ServeArgs};

/// Connections to the database.
const POOL: u32 = 8;
/// The largest number of connections that wait to be accepted. The usual 128 are too few for a crowd that opens the
/// site at the same moment: a visitor who finds the queue full tries again a second later.
const BACKLOG: i32 = 1_024;
/// The largest SQLite file, in bytes, that is rewritten at the start if it was created before files could shrink; this
/// takes some seconds, once.
const COMPACTED_AT_START: u64 = 100 << 20;

pub(crate) fn run(args: &ServeArgs) -> Outcome {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,actix_server=warn"));
    let stderr = std::io::stderr;
    let colours = stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(stderr);
    match args.log_format {
        Format::Text => log.init(),
        Format::Json => log.json().init(),
    }
    let files = raise_open_files();
    let (book, collection) = built_in()?;
    let mailer = mailer(args)?;
    let limits = SpaceLimits { reserve: args.disk_reserve, largest: args.largest_database };
    let store = open(&args.database, POOL)?.within(limits);
    store.migrate().map_err(|error| Failure::new(chain(&error)))?;
    make_compactable(&store);
    let listener =
        TcpListener::bind(&args.bind).map_err(|error| Failure::new(format!("--bind {}: {error}", args.bind)))?;
    SockRef::from(&listener).listen(BACKLOG).map_err(Failure::new)?;
    let address = listener.local_addr().map_err(Failure::new)?;
    let state = Data::new(AppState {
        accounts: Accounts { mailer, ..Accounts::default() },
        public_url: args.public_url.clone(),
        contact: args.contact.clone(),
        proxies: args.trusted_proxies.iter().copied().collect(),
        connections: Connections::new(connections_for(files)),
        metrics_token: args.metrics_token.clone(),
        ..AppState::new(store.clone(), book, collection)
    });
    if !state.is_secure() {
        tracing::warn!(
            "--public-url is not an https:// address: anyone on the same network can read passwords, cookies and edit \
             links. This is fine for an evening among friends, but not on the internet"
        );
    }
    let watched = match &args.metrics_bind {
        None => None,
        Some(bind) => {
            let bound = TcpListener::bind(bind);
            Some(bound.map_err(|error| Failure::new(format!("--metrics-bind {bind}: {error}")))?)
        }
    };
    let (workers, sources) = (args.workers, state.sources());
    actix_web::rt::System::new().block_on(async move {
        let server = serve(state, listener, workers).map_err(Failure::new)?;
        print(&format!("Musterfield is at http://{address}\n"))?;
        if let Some(listener) = watched {
            let address = listener.local_addr().map_err(Failure::new)?;
            actix_web::rt::spawn(serve_metrics(sources, listener).map_err(Failure::new)?);
            print(&format!("Metrics are at http://{address}/metrics\n"))?;
        }
        actix_web::rt::spawn(every_hour(store));
        server.await.map_err(Failure::new)
    })?;
    Ok(ExitCode::SUCCESS)
}

/// File descriptors needed for anything but connections: the database, standard streams, listening sockets, threads.
const OTHER_FILES: u64 = 256;
/// File descriptors of a connection.
const FILES_OF_CONNECTION: u64 = 2;

/// Raises the number of open files to what the system allows. `None` if the system does not tell that number.
fn raise_open_files() -> Option<u64> {
    let limit = rustix::process::getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let current = match rustix::process::setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(error) => {
            tracing::warn!(%error, "the limit on open files could not be raised");
            limit.current
        }
    };
    tracing::info!(files = current, connections = connections_for(current), "open files");
    current
}

/// The largest number of connections for this many files.
fn connections_for(files: Option<u64>) -> usize {
    let room = files.map_or(u64::MAX, |files| files.saturating_sub(OTHER_FILES) / FILES_OF_CONNECTION);
    usize::try_from(room).unwrap_or(usize::MAX).clamp(16, connections::MOST)
}

/// Lets an old SQLite file shrink, if that does not take long. The server also works without this.
fn make_compactable(store: &Store) {
    match store.make_compactable(COMPACTED_AT_START) {
        Ok(Compaction::Able) => {}
        Ok(Compaction::Done) => tracing::info!("the database file was rewritten and can shrink from now on"),
        Ok(Compaction::TooLarge(bytes)) => tracing::warn!(
            bytes,
            "the database file does not shrink when something is deleted; stop the server and run `musterfield \
             migrate` once to rewrite it"
        ),
        Ok(Compaction::NoRoom(bytes)) => tracing::warn!(
            bytes,
            "the database file does not shrink when something is deleted; rewriting it needs this many free bytes"
        ),
        Err(error) => tracing::warn!(cause = %chain(&error), "the database file could not be rewritten"),
    }
}

/// The mailer, if a mail server is given. Mails contain links that open accounts, so the site must know its address.
fn mailer(args: &ServeArgs) -> Result<Option<Mailer>, Failure> {
    let Some(server) = &args.smtp else { return Ok(None) };
    let missing = |option| Failure::new(format!("--smtp needs {option}"));
    let from = args.mail_from.as_ref().ok_or_else(|| missing("--mail-from: the sender address of emails"))?;
    let site =
        args.public_url.clone().ok_or_else(|| missing("--public-url: the address of the site for links in emails"))?;
    Mailer::new(server, from, site).map(Some).map_err(|error| Failure::new(chain(&error)))
}

//! `serve`: the pages.

use std::net::TcpListener;
use std::process::ExitCode;

use actix_web::web::Data;
use musterfield::store::{Compaction, SpaceLimits, Store};
use musterfield::web::accounts::Accounts;
use musterfield::web::accounts::mail::Mailer;
use musterfield::web::app::serve;
use musterfield::web::state::State;
use tracing_subscriber::EnvFilter;

use super::chores::every_hour;
use super::migrate::open;
use super::{Failure, Outcome, built_in, print};
use crate::ServeArgs;

/// Connections to the database.
const POOL: u32 = 8;
/// Bytes of an SQLite file that is written anew at the start, if it was made by a program whose files could not become
/// smaller: some seconds, once.
const COMPACTED_AT_START: u64 = 100 << 20;

pub(crate) fn run(args: &ServeArgs) -> Outcome {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,actix_server=warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();

    let (book, catalogue) = built_in()?;
    let mailer = match (&args.smtp, &args.mail_from) {
        (None, _) => None,
        (Some(_), None) => return Err(Failure::new("--smtp needs --mail-from: the address that mail comes from")),
        (Some(server), Some(from)) => Some(Mailer::new(server, from).map_err(|error| Failure::new(chain(&error)))?),
    };
    let limits = SpaceLimits { reserve: args.disk_reserve, largest: args.largest_database };
    let store = open(&args.database, POOL)?.within(limits);
    store.migrate().map_err(|error| Failure::new(chain(&error)))?;
    make_compactable(&store);
    let listener =
        TcpListener::bind(&args.bind).map_err(|error| Failure::new(format!("--bind {}: {error}", args.bind)))?;
    let address = listener.local_addr().map_err(Failure::new)?;
    let state = Data::new(State {
        accounts: Accounts { mailer, ..Accounts::default() },
        public_url: args.public_url.clone(),
        proxies: args.trusted_proxies.iter().copied().collect(),
        ..State::new(store.clone(), book, catalogue)
    });
    let workers = args.workers;
    actix_web::rt::System::new().block_on(async move {
        let server = serve(state, listener, workers).map_err(Failure::new)?;
        print(&format!("Musterfield is at http://{address}\n"))?;
        actix_web::rt::spawn(every_hour(store));
        server.await.map_err(Failure::new)
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Lets an old SQLite file become smaller, if that takes no long time; the server can do without.
fn make_compactable(store: &Store) {
    match store.make_compactable(COMPACTED_AT_START) {
        Ok(Compaction::Able) => {}
        Ok(Compaction::Done) => tracing::info!("the database file was written anew: it can become smaller from now on"),
        Ok(Compaction::TooLarge(bytes)) => tracing::warn!(
            bytes,
            "the database file does not become smaller when something is deleted; stop the server and run `musterfield \
             migrate` once, which writes it anew"
        ),
        Ok(Compaction::NoRoom(bytes)) => tracing::warn!(
            bytes,
            "the database file does not become smaller when something is deleted; to write it anew takes so many free bytes"
        ),
        Err(error) => tracing::warn!(cause = %chain(&error), "the database file could not be written anew"),
    }
}

/// An error with everything it came from.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

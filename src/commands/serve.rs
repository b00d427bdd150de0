//! `serve`: the pages.

use std::net::TcpListener;
use std::process::ExitCode;
use std::time::Duration;

use actix_web::web::Data;
use musterfield::store::{CLEARED_FOR, ORIGINS_KNOWN_FOR, Store};
use musterfield::web::accounts::Accounts;
use musterfield::web::accounts::mail::Mailer;
use musterfield::web::app::serve;
use musterfield::web::state::State;
use tracing_subscriber::EnvFilter;

use super::migrate::open;
use super::{Failure, Outcome, built_in, print};
use crate::ServeArgs;

/// Connections to the database.
const POOL: u32 = 8;
/// How long requests are remembered, so that a form sent again is recognised.
const REMEMBERED: time::Duration = time::Duration::days(30);
/// How long attempts are counted; no limit looks further back.
const COUNTED: time::Duration = time::Duration::days(1);

pub(crate) fn run(args: &ServeArgs) -> Outcome {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,actix_server=warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();

    let (book, catalogue) = built_in()?;
    let mailer = match (&args.smtp, &args.mail_from) {
        (None, _) => None,
        (Some(_), None) => return Err(Failure::new("--smtp needs --mail-from: the address that mail comes from")),
        (Some(server), Some(from)) => Some(Mailer::new(server, from).map_err(|error| Failure::new(chain(&error)))?),
    };
    let store = open(&args.database, POOL)?;
    store.migrate().map_err(|error| Failure::new(chain(&error)))?;
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
        actix_web::rt::spawn(forget_what_is_old(store));
        server.await.map_err(Failure::new)
    })?;
    Ok(ExitCode::SUCCESS)
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

/// Once an hour, requests are forgotten that no browser will send again, and what has ended.
async fn forget_what_is_old(store: Store) {
    let mut hours = actix_web::rt::time::interval(Duration::from_secs(3600));
    loop {
        hours.tick().await;
        let now = time::OffsetDateTime::now_utc();
        let forgotten = [
            store.prune_requests(now - REMEMBERED).await,
            store.prune_sessions(now).await,
            store.prune_attempts(now - COUNTED).await,
            store.forget_origins((now - ORIGINS_KNOWN_FOR).date()).await,
            // An hour more, so that nothing is deleted while somebody brings it back.
            store.prune_clearings(now - CLEARED_FOR - time::Duration::HOUR).await,
        ];
        for error in forgotten.into_iter().filter_map(Result::err) {
            tracing::warn!(cause = %chain(&error), "what is old could not be forgotten");
        }
    }
}

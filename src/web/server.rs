//! The site on a socket: its threads, its connections, and its shutdown.

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use actix_http::HttpService;
use actix_service::{IntoServiceFactory as _, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::dev::{AppConfig, Server};
use actix_web::http::KeepAlive;
use actix_web::rt::net::TcpStream;
use actix_web::web::{Data, get};
use actix_web::{App, Error, HttpServer};

use super::app::app;
use super::battles::news;
use super::connections;
use super::fair_stream::FairStream;
use super::link;
use super::metrics::Sources;
use super::state::AppState;

/// The time the head of a request may take to arrive.
const HEAD: Duration = Duration::from_secs(10);
/// The time for which a connection stays open for the next request.
const KEPT: Duration = Duration::from_secs(15);
/// The time a connection may take to end once the server has closed it.
const ENDING: Duration = Duration::from_secs(2);
/// The number of seconds that running requests have to finish when the server is told to stop.
const FINISHING: u64 = 10;
/// The interval between two searches for idle connections.
const LOOK: Duration = Duration::from_secs(5);

/// A server for the site on a socket that is already bound, with as many threads as there are processors unless
/// `workers` is given. Must be called within a running system.
///
/// # Errors
/// When the socket cannot be used.
pub fn serve(state: Data<AppState>, listener: TcpListener, workers: Option<usize>) -> io::Result<Server> {
    let (connections, followed) = (state.connections.clone(), state.clone());
    let address = listener.local_addr()?;
    let mut server = Server::build().max_concurrent_connections(connections::MOST).shutdown_timeout(FINISHING);
    if let Some(workers) = workers {
        server = server.workers(workers.max(1));
    }
    let stops = server.graceful_shutdown_signal();
    // Set up as `HttpServer` would do it, except that streams take turns.
    let server = server.listen("site", listener, move || {
        let (shared, stops) = (state.clone(), stops.clone());
        let wired = {
            let shared = state.clone();
            fn_service(move |stream: TcpStream| {
                let peer = stream.peer_addr().ok();
                let wire = FairStream::new(stream, peer.and_then(|peer| shared.proxies.household_of(peer.ip())));
                async move { Ok((wire, peer)) }
            })
        };
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let stops = stops.clone();
                async move { stops.notified().await }
            })
            .on_connect_ext(move |wire: &FairStream, data| shared.connections.opened(wire, data))
            .client_request_timeout(HEAD)
            .client_disconnect_timeout(ENDING)
            .keep_alive(KeepAlive::Timeout(KEPT))
            .local_addr(address)
            .h1(map_config(app(state.clone()).into_factory().map_err(Error::from), |()| AppConfig::default()));
        wired.and_then(http)
    })?;
    tokio::spawn(async move {
        let mut looks = tokio::time::interval(LOOK);
        loop {
            looks.tick().await;
            connections.cut_idle();
        }
    });
    tokio::spawn(async move {
        let mut looks = tokio::time::interval(news::LOOK);
        loop {
            looks.tick().await;
            if let Err(error) = followed.news.look(&followed.store).await {
                tracing::warn!(cause = %error, "could not look for news of battles");
            }
        }
    });
    Ok(server.run())
}

/// A server for the metrics only, on an address that only the operator can reach.
///
/// # Errors
/// When the socket cannot be used.
pub fn serve_metrics(sources: Sources, listener: TcpListener) -> io::Result<Server> {
    let app = move || {
        let sources = sources.clone();
        App::new().route(
            &link::metrics(),
            get().to(move || {
                let sources = sources.clone();
                async move { sources.answer().await }
            }),
        )
    };
    let server = HttpServer::new(app).workers(1).max_connections(16).client_request_timeout(HEAD).disable_signals();
    Ok(server.listen(listener)?.run())
}

//! The site on a socket: its threads, its connections, and how it ends.

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
use super::connections;
use super::metrics::Sources;
use super::state::State;
use super::wire::Wire;

/// How long the head of a request may take to come.
const HEAD: Duration = Duration::from_secs(10);
/// How long a connection is kept for the next request.
const KEPT: Duration = Duration::from_secs(15);
/// How long a connection may take to end once the server has closed it.
const ENDING: Duration = Duration::from_secs(2);
/// How many seconds there are for what is under way when the server is told to stop.
const FINISHING: u64 = 10;
/// How often connections on which nothing happens are looked for.
const LOOK: Duration = Duration::from_secs(5);

/// A server for the site on a socket that is already bound, with as many threads as there are processors unless told
/// otherwise. It must be called within a running system.
///
/// # Errors
/// When the socket cannot be used.
pub fn serve(state: Data<State>, listener: TcpListener, workers: Option<usize>) -> io::Result<Server> {
    let connections = state.connections.clone();
    let address = listener.local_addr()?;
    let mut server = Server::build().max_concurrent_connections(connections::MOST).shutdown_timeout(FINISHING);
    if let Some(workers) = workers {
        server = server.workers(workers.max(1));
    }
    let stops = server.graceful_shutdown_signal();
    // Set up as `HttpServer` would do it, except that streams go by turns.
    let server = server.listen("site", listener, move || {
        let (shared, stops) = (state.clone(), stops.clone());
        let wired = {
            let shared = state.clone();
            fn_service(move |stream: TcpStream| {
                let peer = stream.peer_addr().ok();
                let wire = Wire::new(stream, peer.and_then(|peer| shared.proxies.household_of(peer.ip())));
                async move { Ok((wire, peer)) }
            })
        };
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let stops = stops.clone();
                async move { stops.notified().await }
            })
            .on_connect_ext(move |wire: &Wire, data| shared.connections.opened(wire, data))
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
    Ok(server.run())
}

/// A server for the metrics alone, for an address that only whoever watches the site can reach.
///
/// # Errors
/// When the socket cannot be used.
pub fn serve_metrics(sources: Sources, listener: TcpListener) -> io::Result<Server> {
    let app = move || {
        let sources = sources.clone();
        App::new().route(
            "/metrics",
            get().to(move || {
                let sources = sources.clone();
                async move { sources.answer().await }
            }),
        )
    };
    let server = HttpServer::new(app).workers(1).max_connections(16).client_request_timeout(HEAD).disable_signals();
    Ok(server.listen(listener)?.run())
}

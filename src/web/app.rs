//! The site behind its middleware, ready to be served or tested.

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{Server, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::error::{InternalError, QueryPayloadError};
use actix_web::http::StatusCode;
use actix_web::middleware::{Compress, from_fn};
use actix_web::web::{Data, PayloadConfig, QueryConfig, to};
use actix_web::{App, Error, HttpMessage as _, HttpRequest, HttpServer, ResponseError};

use super::error::WebError;
use super::routes::{not_found, routes};
use super::state::State;
use super::{log, security};

/// Most bytes of a request. A form is counted as what it says: written, each byte of a letter that is not Latin takes
/// three.
pub const LARGEST_REQUEST: usize = 64 * 1024;
/// Most bytes of a form as it is written.
const LARGEST_FORM: usize = 3 * LARGEST_REQUEST;

/// The site as an actix application.
pub fn app(
    state: Data<State>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    App::new()
        .app_data(state)
        .app_data(PayloadConfig::new(LARGEST_FORM))
        .app_data(QueryConfig::default().error_handler(query_error))
        .wrap(from_fn(tell_of_long_bodies))
        .wrap(from_fn(security::refuse_other_sites))
        .wrap(Compress::default())
        .wrap(security::headers())
        .wrap(from_fn(security::keep_to_tls))
        .wrap(from_fn(log::requests))
        .configure(routes)
        .default_service(to(not_found))
}

fn query_error(error: QueryPayloadError, _: &HttpRequest) -> Error {
    let ours = WebError::Unreadable(format!("the address cannot be read: {error}"));
    let response = ours.error_response();
    InternalError::from_response(error, response).into()
}

/// A body over the limit gets our page, or a problem document below `/api`.
async fn tell_of_long_bodies<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: actix_web::middleware::Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let announced = request
        .headers()
        .get(actix_web::http::header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok())
        .and_then(|length| length.parse::<u64>().ok());
    let too_large = |request: HttpRequest| {
        let answer = WebError::TooLarge.answer_to(request.path());
        ServiceResponse::new(request, answer).map_into_right_body()
    };
    let form = request.content_type() == "application/x-www-form-urlencoded";
    let limit = if form { LARGEST_FORM } else { LARGEST_REQUEST };
    if announced.is_some_and(|length| length > u64::try_from(limit).unwrap_or(u64::MAX)) {
        return Ok(too_large(request.into_parts().0));
    }
    let response = next.call(request).await?;
    // A body without announced length is only found too long while it is read.
    if response.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return Ok(too_large(response.into_parts().0));
    }
    Ok(response.map_into_left_body())
}

/// A server for the site on a socket that is already bound.
///
/// # Errors
/// When the socket cannot be used.
pub fn serve(state: Data<State>, listener: TcpListener, workers: Option<usize>) -> io::Result<Server> {
    let mut server = HttpServer::new(move || app(state.clone()))
        // Without it every compressed page waits for a delayed acknowledgement.
        .tcp_nodelay(true)
        .client_request_timeout(Duration::from_secs(30))
        .shutdown_timeout(10);
    if let Some(workers) = workers {
        server = server.workers(workers.max(1));
    }
    Ok(server.listen(listener)?.run())
}

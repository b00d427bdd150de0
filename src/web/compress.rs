//! Compresses answers made on request quickly: gzip at its lowest level, in one go, with one compressor for each
//! thread. Static content is compressed well, once, in [`super::static_content`].

use actix_web::HttpRequest;
use actix_web::HttpResponse;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{self, Encoding, HeaderMap, HeaderValue};
use actix_web::web::{Bytes, Data};

use super::encoding::{chosen, gzip, is_compressible};
use super::scheduler::{JobKind, Requester};
use super::state::AppState;

/// Shorter answers fit into one packet as they are.
const SHORTEST: usize = 1024;
/// Longer answers are compressed off the threads that answer requests.
const LONGEST_AT_ONCE: usize = 256 * 1024;
/// Marks the answer as depending on the encodings that the visitor accepts.
fn varies(headers: &mut HeaderMap) {
    let named = |value: &HeaderValue| value.as_bytes().eq_ignore_ascii_case(b"accept-encoding");
    if !headers.get_all(header::VARY).any(named) {
        headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
}

/// Compresses an answer that is complete, if that is worthwhile and the visitor accepts it. A streamed answer goes out
/// as it is.
pub(super) async fn compress<B: MessageBody + 'static>(answer: ServiceResponse<B>) -> ServiceResponse<BoxBody> {
    let (request, response) = answer.into_parts();
    let (mut response, body) = response.into_parts();
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let worth = matches!(body.size(), BodySize::Sized(size) if size >= u64::try_from(SHORTEST).unwrap_or(0))
        && kind.is_some_and(is_compressible)
        && !response.headers().contains_key(header::CONTENT_ENCODING);
    if !worth {
        let response: HttpResponse = response.set_body(body.boxed());
        return ServiceResponse::new(request, response);
    }
    varies(response.headers_mut());
    if chosen(&request, &[Encoding::gzip()]).is_none() {
        return ServiceResponse::new(request, response.set_body(body.boxed()));
    }
    let plain = match body.try_into_bytes() {
        Ok(plain) => plain,
        Err(body) => return ServiceResponse::new(request, response.set_body(body.boxed())),
    };
    let Some(packed) = quickly(&request, &plain).await else {
        return ServiceResponse::new(request, response.set_body(plain.boxed()));
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    // The bytes differ: the tag still identifies the content but no longer its bytes.
    if let Some(tag) = headers.get(header::ETAG).filter(|tag| tag.as_bytes().starts_with(b"\"")).cloned()
        && let Ok(weak) = HeaderValue::from_bytes(&[b"W/", tag.as_bytes()].concat())
    {
        headers.insert(header::ETAG, weak);
    }
    ServiceResponse::new(request, response.set_body(Bytes::from(packed).boxed()))
}

async fn quickly(request: &HttpRequest, plain: &Bytes) -> Option<Vec<u8>> {
    if plain.len() <= LONGEST_AT_ONCE {
        return gzip(plain);
    }
    let state = request.app_data::<Data<AppState>>()?;
    let plain = plain.clone();
    // When the server is too busy, the answer is sent uncompressed.
    state.scheduler.run(&Requester::of(request), JobKind::Text, move || gzip(&plain)).await.ok()?
}

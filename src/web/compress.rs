//! Compresses answers made on request quickly: gzip at its lowest level, in one go, with one compressor for each
//! thread. Static content is compressed well, once, in [`super::static_content`].

use std::cell::RefCell;

use actix_web::HttpRequest;
use actix_web::HttpResponse;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{self, AcceptEncoding, Encoding, Header as _, HeaderMap, HeaderValue};
use actix_web::web::{Bytes, Data};
use flate2::{Compress, Compression, FlushCompress, Status};

use super::scheduler::{JobKind, Requester};
use super::state::AppState;

/// Shorter answers fit into one packet as they are.
const SHORTEST: usize = 1024;
/// Longer answers are compressed off the threads that answer requests.
const LONGEST_AT_ONCE: usize = 256 * 1024;
/// The window of gzip, as a power of two.
const WINDOW: u8 = 15;

thread_local! {
    static COMPRESSOR: RefCell<Compress> = RefCell::new(Compress::new_gzip(Compression::fast(), WINDOW));
}

/// The bytes as gzip, compressed quickly; `None` if that fails or makes them no shorter.
fn gzip(plain: &[u8]) -> Option<Vec<u8>> {
    COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.reset();
        packed(compressor, plain)
    })
}

/// The bytes as the smallest gzip; `None` if that fails or makes them no shorter.
pub(super) fn smallest_gzip(plain: &[u8]) -> Option<Vec<u8>> {
    packed(&mut Compress::new_gzip(Compression::best(), WINDOW), plain)
}

fn packed(compressor: &mut Compress, plain: &[u8]) -> Option<Vec<u8>> {
    // The buffer is no larger than a useful result: anything that does not fit is not compressed.
    let mut packed = Vec::with_capacity(plain.len());
    let status = compressor.compress_vec(plain, &mut packed, FlushCompress::Finish);
    matches!(status, Ok(Status::StreamEnd)).then_some(packed)
}

/// Whether bodies of this type become shorter when compressed.
#[must_use]
pub fn is_compressible(kind: &str) -> bool {
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.starts_with("text/")
        || essence.ends_with("json")
        || essence.ends_with("xml")
        || essence == "application/javascript"
        || essence == "application/toml"
}

/// The visitor's preferred one of these encodings; `None` for no encoding.
pub(super) fn chosen(request: &HttpRequest, known: &[Encoding]) -> Option<Encoding> {
    if !request.headers().contains_key(header::ACCEPT_ENCODING) {
        return None;
    }
    let accepts = AcceptEncoding::parse(request).ok()?;
    let identity = Encoding::identity();
    let known = known.iter().chain([&identity]);
    accepts.negotiate(known).filter(|chosen| *chosen != Encoding::identity())
}

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

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use actix_web::test::TestRequest;

    use super::*;

    fn unpacked(packed: &[u8]) -> Vec<u8> {
        let mut plain = Vec::new();
        flate2::read::GzDecoder::new(packed).read_to_end(&mut plain).unwrap();
        plain
    }

    #[test]
    fn one_compressor_after_the_other_gives_whole_files() {
        for text in ["words and words ".repeat(1000), "a".repeat(100_000), "words and words ".repeat(3)] {
            let packed = gzip(text.as_bytes()).unwrap();
            assert!(packed.len() < text.len());
            assert_eq!(unpacked(&packed), text.as_bytes());
            assert_eq!(unpacked(&smallest_gzip(text.as_bytes()).unwrap()), text.as_bytes());
        }
        // Bytes that become no shorter stay as they are, and the compressor can be used again.
        assert_eq!(gzip(b"abc"), None);
        assert!(gzip(&[b'a'; 2000]).is_some());
    }

    #[test]
    fn what_a_visitor_takes_decides() {
        let known = [Encoding::brotli(), Encoding::gzip()];
        let of = |accepts: Option<&'static str>| {
            let request = TestRequest::default();
            let request = match accepts {
                Some(accepts) => request.insert_header((header::ACCEPT_ENCODING, accepts)),
                None => request,
            };
            chosen(&request.to_http_request(), &known)
        };
        assert_eq!(of(Some("gzip, deflate, br, zstd")), Some(Encoding::brotli()));
        assert_eq!(of(Some("gzip, deflate")), Some(Encoding::gzip()));
        assert_eq!(of(Some("br;q=0, gzip;q=0.5")), Some(Encoding::gzip()));
        for plain in [None, Some("identity"), Some("zstd"), Some("")] {
            assert_eq!(of(plain), None, "{plain:?}");
        }
    }

    #[test]
    fn pictures_and_documents_are_compressed_already() {
        for kind in ["text/html; charset=utf-8", "image/svg+xml", "application/problem+json", "text/csv"] {
            assert!(is_compressible(kind), "{kind}");
        }
        for kind in ["image/png", "application/pdf", "font/woff2", "application/zip", ""] {
            assert!(!is_compressible(kind), "{kind}");
        }
    }
}

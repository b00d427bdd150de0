//! Compressed encodings: which of them a visitor takes, for which bodies they are worthwhile, and gzip itself.

use std::cell::RefCell;

use actix_web::HttpRequest;
use actix_web::http::header::{self, AcceptEncoding, Encoding, Header as _};
use flate2::{Compress, Compression, FlushCompress, Status};

/// The window of gzip, as a power of two.
const WINDOW: u8 = 15;

thread_local! {
    static COMPRESSOR: RefCell<Compress> = RefCell::new(Compress::new_gzip(Compression::fast(), WINDOW));
}

/// The bytes as gzip, compressed quickly; `None` if that fails or makes them no shorter.
pub(super) fn gzip(plain: &[u8]) -> Option<Vec<u8>> {
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
pub(super) fn is_compressible(kind: &str) -> bool {
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

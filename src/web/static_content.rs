//! Static content, which stays the same as long as the program runs: assets, pages of rules, crib sheets of rulesets.
//!
//! Each is made once and kept in memory as a whole: first uncompressed, then, after the first request and as soon as
//! there is time, compressed as well as possible. Until then visitors get it compressed quickly like every other
//! answer.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::http::header::{self, Encoding};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use data_encoding::HEXLOWER;
use flate2::read::GzDecoder;
use sha2::{Digest as _, Sha256};
use tokio::sync::OnceCell;

use super::connections::PIECE;
use super::download::is_known;
use super::encoding::{chosen, is_compressible, smallest_gzip};
use super::error::WebError;
use super::scheduler::{JobKind, PATIENCE, Requester, Scheduler};

/// The cache policy for a page that may change with the next version of the program.
pub const KEPT_SHORTLY: &str = "public, max-age=60";
/// The best quality of Brotli, for texts up to [`LONG`] bytes.
const BEST: u32 = 11;
/// The quality for longer texts, which would take seconds.
const GOOD: u32 = 9;
/// Texts longer than this are long, in bytes.
const LONG: usize = 128 * 1024;
/// The household for which the program compresses: none.
const NOBODY: IpAddr = IpAddr::V6(Ipv6Addr::UNSPECIFIED);

/// The bytes in one of three forms.
#[derive(Clone)]
enum Form {
    /// Uncompressed: compressing gains nothing, or was not done yet.
    Plain(Bytes),
    /// Compressed well; `plain` is its length in bytes before that.
    Packed { gzip: Bytes, brotli: Bytes, plain: u64 },
}

/// A file or page that stays the same.
pub struct StaticContent {
    kind: &'static str,
    /// Identifies the content, without quotation marks.
    tag: String,
    form: RwLock<Form>,
    /// Whether compression was scheduled.
    ordered: AtomicBool,
}

impl fmt::Debug for StaticContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Constant({}, {})", self.kind, self.tag)
    }
}

impl StaticContent {
    /// These bytes of this type.
    #[must_use]
    pub fn new(kind: &'static str, plain: impl Into<Bytes>) -> Self {
        let plain = plain.into();
        let tag = HEXLOWER.encode(Sha256::digest(&plain).get(..12).unwrap_or_default());
        Self { kind, tag, form: RwLock::new(Form::Plain(plain)), ordered: AtomicBool::new(!is_compressible(kind)) }
    }

    /// The hash of the content in hexadecimal digits.
    #[must_use]
    pub fn tag(&self) -> &str {
        &self.tag
    }

    fn form(&self) -> Form {
        self.form.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The answer to a request for it.
    pub fn answer(self: &Arc<Self>, request: &HttpRequest, scheduler: &Scheduler, keep: &'static str) -> HttpResponse {
        self.order(scheduler);
        let form = self.form();
        let encoding = chosen(request, &[Encoding::brotli(), Encoding::gzip()]);
        let coding = match (&form, &encoding) {
            (Form::Plain(_), _) | (_, None) => None,
            (Form::Packed { .. }, Some(encoding)) if *encoding == Encoding::brotli() => Some("br"),
            (Form::Packed { .. }, Some(_)) => Some("gzip"),
        };
        let known = is_known(request, &self.tag);
        let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        let tag = format!("\"{}{}\"", self.tag, coding.map(|coding| format!("-{coding}")).unwrap_or_default());
        response.insert_header((header::CACHE_CONTROL, keep)).insert_header((header::ETAG, tag));
        if is_compressible(self.kind) {
            response.insert_header((header::VARY, "accept-encoding"));
        }
        if known {
            return response.finish();
        }
        if let Some(coding) = coding {
            response.insert_header((header::CONTENT_ENCODING, coding));
        }
        let body = match (form, coding) {
            (Form::Plain(plain), _) => BoxBody::new(plain),
            (Form::Packed { brotli, .. }, Some("br")) => BoxBody::new(brotli),
            (Form::Packed { gzip, .. }, Some(_)) => BoxBody::new(gzip),
            (Form::Packed { gzip, plain, .. }, None) => BoxBody::new(Unpacked::new(gzip, plain)),
        };
        response.insert_header((header::CONTENT_TYPE, self.kind)).body(body)
    }

    /// Schedules its compression, once.
    fn order(self: &Arc<Self>, scheduler: &Scheduler) {
        if self.ordered.load(Ordering::Relaxed) || self.ordered.swap(true, Ordering::Relaxed) {
            return;
        }
        let (constant, scheduler) = (Arc::clone(self), scheduler.clone());
        tokio::spawn(async move {
            let pack = {
                let constant = Arc::clone(&constant);
                move || constant.pack()
            };
            if scheduler.run(&Requester::from_household(NOBODY), JobKind::Text, pack).await.is_err() {
                // The server was too busy; the next request schedules it again.
                constant.ordered.store(false, Ordering::Relaxed);
            }
        });
    }

    /// Compresses it well, if that makes it shorter.
    fn pack(&self) {
        let Form::Plain(plain) = self.form() else { return };
        let Some((gzip, brotli)) = smallest_gzip(&plain).zip(smallest_brotli(&plain)) else { return };
        let size = u64::try_from(plain.len()).unwrap_or(u64::MAX);
        let packed = Form::Packed { gzip: gzip.into(), brotli: brotli.into(), plain: size };
        *self.form.write().unwrap_or_else(PoisonError::into_inner) = packed;
    }
}

fn smallest_brotli(plain: &[u8]) -> Option<Vec<u8>> {
    let mut packed = Vec::new();
    let quality = if plain.len() > LONG { GOOD } else { BEST };
    let mut writer = brotli::CompressorWriter::new(&mut packed, 4096, quality, 22);
    writer.write_all(plain).ok()?;
    drop(writer);
    (packed.len() < plain.len()).then_some(packed)
}

/// The uncompressed bytes, decompressed piece by piece, for the few visitors who accept no compression.
struct Unpacked {
    bytes: GzDecoder<io::Cursor<Bytes>>,
    size: u64,
}

impl Unpacked {
    fn new(gzip: Bytes, size: u64) -> Self {
        Self { bytes: GzDecoder::new(io::Cursor::new(gzip)), size }
    }
}

impl MessageBody for Unpacked {
    type Error = io::Error;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.size)
    }

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let mut piece = Vec::with_capacity(PIECE);
        let most = u64::try_from(PIECE).unwrap_or(u64::MAX);
        let read = self.get_mut().bytes.by_ref().take(most).read_to_end(&mut piece);
        Poll::Ready(match read {
            Ok(0) => None,
            Ok(_) => Some(Ok(piece.into())),
            Err(error) => Some(Err(error)),
        })
    }
}

type Once = Arc<OnceCell<Arc<StaticContent>>>;

/// Static pages by name. There are as many as there are rules, and no visitor can add one.
#[derive(Default)]
pub struct StaticPages {
    kept: Mutex<BTreeMap<String, Once>>,
}

impl fmt::Debug for StaticPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Constants({})", self.kept.lock().unwrap_or_else(PoisonError::into_inner).len())
    }
}

impl StaticPages {
    /// The answer with the page or file of this name and type. The number of names must be bounded, whatever visitors
    /// ask for. The page is made by heavy work of this kind for the first request; later requests wait for that. A
    /// failure is not stored.
    ///
    /// # Errors
    /// The errors of `make`; [`WebError::Busy`].
    pub async fn answer(
        &self,
        request: &HttpRequest,
        scheduler: &Scheduler,
        (work, name, kind): (JobKind, &str, &'static str),
        make: impl FnOnce() -> Result<Vec<u8>, WebError> + Send + 'static,
    ) -> Result<HttpResponse, WebError> {
        let once = self.once(name);
        let make = once.get_or_try_init(async || {
            let make = move || Ok::<_, WebError>(Arc::new(StaticContent::new(kind, make()?)));
            scheduler.run(&Requester::of(request), work, make).await?
        });
        // A request that waits for another's work waits no longer than for a permit.
        let made = tokio::time::timeout(PATIENCE, make).await.unwrap_or(Err(WebError::Busy));
        if made.is_err() {
            self.forget(name, &once);
        }
        Ok(made?.answer(request, scheduler, KEPT_SHORTLY))
    }

    fn once(&self, name: &str) -> Once {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        match kept.get(name) {
            Some(once) => Arc::clone(once),
            None => Arc::clone(kept.entry(name.to_owned()).or_default()),
        }
    }

    /// Removes a page that could not be made.
    fn forget(&self, name: &str, once: &Once) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.get(name).is_some_and(|known| Arc::ptr_eq(known, once) && !known.initialized()) {
            kept.remove(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;
    use actix_web::http::StatusCode;
    use actix_web::test::TestRequest;

    use super::*;

    async fn asked(constant: &Arc<StaticContent>, headers: &[(header::HeaderName, &str)]) -> (HttpResponse, Bytes) {
        let mut request = TestRequest::default();
        for header in headers {
            request = request.insert_header(header.clone());
        }
        let answer = constant.answer(&request.to_http_request(), &Scheduler::default(), KEPT_SHORTLY);
        let (answer, body) = answer.into_parts();
        (answer.set_body(actix_web::body::BoxBody::new(())), to_bytes(body).await.unwrap())
    }

    fn header_of(answer: &HttpResponse, name: header::HeaderName) -> Option<&str> {
        answer.headers().get(name).map(|value| value.to_str().unwrap())
    }

    #[tokio::test]
    async fn once_compressed_everybody_gets_what_he_takes() {
        // It is longer than a piece of an answer.
        let text = "The general commands 8 BW around. ".repeat(2_000);
        let constant = Arc::new(StaticContent::new("text/html", text.clone()));
        assert_eq!(asked(&constant, &[(header::ACCEPT_ENCODING, "gzip, br")]).await.1, text);
        constant.pack();
        let mut lengths = Vec::new();
        for (accepts, coding) in
            [("gzip, deflate, br, zstd", Some("br")), ("gzip, deflate", Some("gzip")), ("zstd", None)]
        {
            let (answer, body) = asked(&constant, &[(header::ACCEPT_ENCODING, accepts)]).await;
            assert_eq!(header_of(&answer, header::CONTENT_ENCODING), coding, "{accepts}");
            assert_eq!(header_of(&answer, header::VARY), Some("accept-encoding"));
            lengths.push(body.len());
            if coding.is_none() {
                assert_eq!(body, text);
            }
        }
        assert!(lengths.is_sorted() && lengths[1] * 10 < text.len(), "{lengths:?}");
    }

    #[tokio::test]
    async fn a_browser_that_has_it_in_any_form_gets_it_not_again() {
        let constant = Arc::new(StaticContent::new("text/css", "body { margin: 0 } ".repeat(100)));
        constant.pack();
        let (first, _) = asked(&constant, &[(header::ACCEPT_ENCODING, "br")]).await;
        let tag = header_of(&first, header::ETAG).unwrap().to_owned();
        for accepts in ["br", "gzip", "identity"] {
            let seen = [(header::ACCEPT_ENCODING, accepts), (header::IF_NONE_MATCH, tag.as_str())];
            let (again, body) = asked(&constant, &seen).await;
            assert_eq!((again.status(), body.len()), (StatusCode::NOT_MODIFIED, 0), "{accepts}");
        }
    }

    #[tokio::test]
    async fn a_page_is_made_once_and_one_that_fails_is_tried_again() {
        let (constants, scheduler) = (StaticPages::default(), Scheduler::default());
        let request = TestRequest::default().to_http_request();
        let order = (JobKind::Text, "/rules", "text/html");
        let made = constants.answer(&request, &scheduler, order, || Err(WebError::NotFound)).await;
        assert!(matches!(made, Err(WebError::NotFound)));
        for text in ["first", "second"] {
            let made = constants.answer(&request, &scheduler, order, || Ok(text.as_bytes().to_vec())).await.unwrap();
            assert_eq!(to_bytes(made.into_body()).await.unwrap(), "first");
        }
    }
}

//! Files that pages offer: their names, their types, and whether a browser has them already.

use actix_web::http::header::{
    self, ContentDisposition, DispositionParam, DispositionType, ETag, EntityTag, Header as _, IfNoneMatch,
    TryIntoHeaderPair as _,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::error::WebError;
use super::pdf::Printer;
use super::stream::StreamedBody;

/// Identifies everything from which a file is made: equal tags, equal bytes.
#[derive(Clone, Debug)]
pub struct Tag(EntityTag);

impl Tag {
    /// The tag of a file that is made from these parts only.
    #[must_use]
    pub fn new(parts: &[&[u8]]) -> Self {
        Self::of(Sha256::new(), parts)
    }

    /// The tag of a file that the printer makes from these parts.
    #[must_use]
    pub fn printed(parts: &[&[u8]]) -> Self {
        Self::of(Printer::edition().fold(Sha256::new(), |digest, text| with(digest, text.as_bytes())), parts)
    }

    fn of(digest: Sha256, parts: &[&[u8]]) -> Self {
        let digest = parts.iter().fold(digest, |digest, part| with(digest, part)).finalize();
        Self(EntityTag::new_strong(HEXLOWER.encode(digest.get(..12).unwrap_or_default())))
    }

    /// The tag as a header has it, in quotation marks.
    #[must_use]
    pub fn as_header(&self) -> String {
        self.0.to_string()
    }

    /// The answer to a browser that already has the file.
    #[must_use]
    pub fn known(&self, request: &HttpRequest) -> Option<HttpResponse> {
        is_known(request, self.0.tag()).then(|| self.not_modified())
    }

    fn not_modified(&self) -> HttpResponse {
        HttpResponse::NotModified().insert_header(ETag(self.0.clone())).finish()
    }

    /// Adds the tag to the file.
    ///
    /// # Errors
    /// [`WebError::Internal`] only.
    pub fn on(self, mut file: HttpResponse) -> Result<HttpResponse, WebError> {
        let (name, value) = ETag(self.0).try_into_pair().map_err(WebError::internal)?;
        file.headers_mut().insert(name, value);
        Ok(file)
    }
}

/// Whether a browser already has the content with this tag, in any encoding.
pub(super) fn is_known(request: &HttpRequest, tag: &str) -> bool {
    KnownTags::of(request).has(tag)
}

/// The tags of the files that a browser already has, to be passed to the thread that makes the file.
#[derive(Clone, Debug, Default)]
pub struct KnownTags(Vec<EntityTag>);

impl KnownTags {
    /// The tags that a request names.
    #[must_use]
    pub fn of(request: &HttpRequest) -> Self {
        match IfNoneMatch::parse(request) {
            Ok(IfNoneMatch::Items(tags)) => Self(tags),
            Ok(IfNoneMatch::Any) | Err(_) => Self(Vec::new()),
        }
    }

    fn has(&self, tag: &str) -> bool {
        let same = |known: &EntityTag| {
            let known = known.tag();
            known.strip_suffix("-br").or_else(|| known.strip_suffix("-gzip")).unwrap_or(known) == tag
        };
        self.0.iter().any(same)
    }

    /// Makes a file, unless the browser has it. Equal tags mean equal bytes.
    ///
    /// # Errors
    /// The errors of `make`.
    pub fn make_unless_known(
        &self,
        tag: Tag,
        make: impl FnOnce() -> Result<Vec<u8>, WebError>,
    ) -> Result<Made, WebError> {
        if self.has(tag.0.tag()) { Ok(Made::Known(tag)) } else { Ok(Made::New(tag, make()?)) }
    }
}

/// The result of a request for a file.
#[derive(Clone, Debug)]
pub enum Made {
    /// The browser has it.
    Known(Tag),
    /// Its bytes.
    New(Tag, Vec<u8>),
}

impl Made {
    /// The answer; `file` adds name and type to the bytes.
    ///
    /// # Errors
    /// [`WebError::Internal`] only.
    pub fn answer(self, file: impl FnOnce(Vec<u8>) -> HttpResponse) -> Result<HttpResponse, WebError> {
        match self {
            Self::Known(tag) => Ok(tag.not_modified()),
            Self::New(tag, bytes) => tag.on(file(bytes)),
        }
    }
}

/// A digest with one more part; its length goes first, so that parts cannot run into each other.
fn with(digest: Sha256, part: &[u8]) -> Sha256 {
    digest.chain_update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes()).chain_update(part)
}

/// A file under this name, shown in the browser if possible; browsers check for a newer one each time.
pub fn file(name: String, kind: &'static str, body: impl Into<Bytes>) -> HttpResponse {
    head(name, kind).body(body.into())
}

/// A file as above, generated while it is sent.
pub fn streamed_file(name: String, kind: &'static str, body: StreamedBody) -> HttpResponse {
    head(name, kind).body(body)
}

fn head(name: String, kind: &'static str) -> HttpResponseBuilder {
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::CONTENT_TYPE, kind))
        .insert_header(named(name))
        .insert_header((header::CACHE_CONTROL, "no-cache"));
    answer
}

/// Gives an answer a file name.
///
/// # Errors
/// [`WebError::Internal`] only.
pub fn name_file(answer: &mut HttpResponse, name: String) -> Result<(), WebError> {
    let (header, value) = named(name).try_into_pair().map_err(WebError::internal)?;
    answer.headers_mut().insert(header, value);
    Ok(())
}

fn named(name: String) -> ContentDisposition {
    ContentDisposition { disposition: DispositionType::Inline, parameters: vec![DispositionParam::Filename(name)] }
}

/// A name as part of a file name: lower-case letters, digits and single dashes; empty if nothing of it is left.
#[must_use]
pub fn slug(name: &str) -> String {
    let dashed = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let slug: String = name.chars().map(dashed).take(60).collect();
    slug.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_part_of_a_file_name() {
        assert_eq!(slug("Host of the – Long Barrow!"), "host-of-the-long-barrow");
        assert_eq!(slug("„…“"), "");
    }
}

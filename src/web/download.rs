//! Files that pages offer: what they are called, what kind they are, and whether a browser has them already.

use actix_web::http::header::{
    self, ContentDisposition, DispositionParam, DispositionType, ETag, EntityTag, Header as _, IfNoneMatch,
    TryIntoHeaderPair as _,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use sha2::{Digest, Sha256};

use super::error::WebError;
use super::pdf::Press;
use super::stream::Streamed;

/// Names everything that a file is made from: equal tags, equal bytes.
#[derive(Clone, Debug)]
pub struct Tag(EntityTag);

impl Tag {
    /// The tag of a file that is made from these parts and nothing else.
    #[must_use]
    pub fn new(parts: &[&[u8]]) -> Self {
        Self::of(Sha256::new(), parts)
    }

    /// The tag of a file that the press makes from these parts.
    #[must_use]
    pub fn printed(parts: &[&[u8]]) -> Self {
        Self::of(Press::edition().fold(Sha256::new(), |digest, text| with(digest, text.as_bytes())), parts)
    }

    fn of(digest: Sha256, parts: &[&[u8]]) -> Self {
        let digest = parts.iter().fold(digest, |digest, part| with(digest, part)).finalize();
        Self(EntityTag::new_strong(digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The answer to a browser that has the file already.
    #[must_use]
    pub fn known(&self, request: &HttpRequest) -> Option<HttpResponse> {
        let known = match IfNoneMatch::parse(request) {
            Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(&self.0)),
            _ => false,
        };
        known.then(|| HttpResponse::NotModified().insert_header(ETag(self.0.clone())).finish())
    }

    /// The file with its tag.
    ///
    /// # Errors
    /// None but ours.
    pub fn on(self, mut file: HttpResponse) -> Result<HttpResponse, WebError> {
        let (name, value) = ETag(self.0).try_into_pair().map_err(WebError::internal)?;
        file.headers_mut().insert(name, value);
        Ok(file)
    }
}

/// A digest with one part more; its length goes before it, so that parts do not run into each other.
fn with(digest: Sha256, part: &[u8]) -> Sha256 {
    digest.chain_update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes()).chain_update(part)
}

/// A file under this name, shown in the browser where it can; it asks each time whether there is a newer one.
pub fn file(name: String, kind: &'static str, body: impl Into<Bytes>) -> HttpResponse {
    head(name, kind).body(body.into())
}

/// The same of a file that is made while it is sent.
pub fn streamed_file(name: String, kind: &'static str, body: Streamed) -> HttpResponse {
    head(name, kind).body(body)
}

fn head(name: String, kind: &'static str) -> HttpResponseBuilder {
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::CONTENT_TYPE, kind))
        .insert_header(ContentDisposition {
            disposition: DispositionType::Inline,
            parameters: vec![DispositionParam::Filename(name)],
        })
        .insert_header((header::CACHE_CONTROL, "no-cache"));
    answer
}

/// A name as part of a file's name: small letters, digits and single dashes; empty if nothing of it is left.
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

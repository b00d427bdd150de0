//! Files that pages offer: what they are called, what kind they are, and whether a browser has them already.

use actix_web::http::header::{
    self, ContentDisposition, DispositionParam, DispositionType, ETag, EntityTag, Header as _, IfNoneMatch,
    TryIntoHeaderPair as _,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use sha2::{Digest, Sha256};

use super::error::WebError;

/// Names everything that a file is made from: equal tags, equal bytes.
#[derive(Clone, Debug)]
pub struct Tag(EntityTag);

impl Tag {
    /// The tag of a file that is made from these parts and nothing else.
    pub fn new<Part: AsRef<[u8]>>(parts: impl IntoIterator<Item = Part>) -> Self {
        let digest = parts.into_iter().fold(Sha256::new(), |digest, part| {
            let part = part.as_ref();
            digest.chain_update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes()).chain_update(part)
        });
        let text = digest.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        Self(EntityTag::new_strong(text))
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

/// A file under this name, shown in the browser where it can; it asks each time whether there is a newer one.
pub fn file(name: String, kind: &'static str, body: impl Into<Bytes>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, kind))
        .insert_header(ContentDisposition {
            disposition: DispositionType::Inline,
            parameters: vec![DispositionParam::Filename(name)],
        })
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(body.into())
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

//! What protects visitors: response headers, and the refusal of posts from other sites.

use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::web::Data;

use super::state::State;

/// Headers of every answer. No script or style but our own files, no frames, no types guessed; what does not say
/// otherwise is for one visitor and kept by no common cache.
static HEADERS: [(HeaderName, HeaderValue); 8] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; \
             frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (header::PERMISSIONS_POLICY, HeaderValue::from_static("camera=(), geolocation=(), microphone=()")),
    (header::CROSS_ORIGIN_OPENER_POLICY, HeaderValue::from_static("same-origin")),
    (header::CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("same-origin")),
    (header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
];

/// How a request came to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Without TLS, as far as we know.
    Open,
    /// Through TLS, says the proxy.
    Tls,
    /// To a site that is always behind TLS.
    AlwaysTls,
}

impl Way {
    /// The way of this request.
    #[must_use]
    pub fn of(request: &ServiceRequest) -> Self {
        let forwarded = request.headers().get("x-forwarded-proto").and_then(|scheme| scheme.to_str().ok());
        if request.app_data::<Data<State>>().is_some_and(|state| state.is_secure()) {
            Self::AlwaysTls
        } else if forwarded.is_some_and(|scheme| scheme.eq_ignore_ascii_case("https")) {
            Self::Tls
        } else {
            Self::Open
        }
    }
}

/// Puts into an answer what every one has. Whoever comes through TLS gets cookies that never leave it; a site that is
/// always behind TLS has marked its cookies itself, and asks browsers to come through it always.
pub fn protect(headers: &mut HeaderMap, way: Way) {
    for (name, value) in &HEADERS {
        if !headers.contains_key(name) {
            headers.insert(name.clone(), value.clone());
        }
    }
    match way {
        Way::Open => {}
        Way::Tls => {
            let cookies: Vec<HeaderValue> = headers.remove(header::SET_COOKIE).collect();
            for cookie in cookies {
                let marked = [cookie.as_bytes(), b"; Secure"].concat();
                headers.append(header::SET_COOKIE, HeaderValue::from_bytes(&marked).unwrap_or(cookie));
            }
        }
        Way::AlwaysTls => {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
        }
    }
}

/// Whether a request would change something and comes from another site.
#[must_use]
pub fn is_foreign(request: &ServiceRequest) -> bool {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let site = request.app_data::<Data<State>>().and_then(|state| state.public_url.as_deref());
    !safe && !is_own(request.headers(), site)
}

/// Whether a request that changes something comes from our own pages, or from a program and no browser. A proxy need not
/// hand on the name of the site where that is known.
fn is_own(headers: &HeaderMap, site: Option<&str>) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = headers.get("sec-fetch-site") {
        return matches!(site.to_str(), Ok("same-origin" | "none"));
    }
    // Browsers leave the header above out on plain http; they still send the origin of a post.
    match headers.get(header::ORIGIN) {
        None => true,
        Some(origin) => {
            if site.is_some_and(|site| origin.as_bytes() == site.trim_end_matches('/').as_bytes()) {
                return true;
            }
            let host = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
            let forwarded = text(header::HeaderName::from_static("x-forwarded-host"));
            host.is_some() && (host == text(header::HOST) || host == forwarded)
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn only_our_own_pages_may_change_something() {
        let own = |pairs: &[(&'static str, &'static str)]| {
            let mut request = TestRequest::post();
            for pair in pairs {
                request = request.insert_header(*pair);
            }
            is_own(request.to_http_request().headers(), Some("https://field.example/"))
        };
        assert!(own(&[]));
        assert!(own(&[("sec-fetch-site", "same-origin")]));
        assert!(own(&[("sec-fetch-site", "none")]));
        assert!(!own(&[("sec-fetch-site", "cross-site")]));
        assert!(!own(&[("sec-fetch-site", "same-site")]));
        assert!(own(&[("origin", "http://field.example:8080"), ("host", "field.example:8080")]));
        assert!(!own(&[("origin", "http://evil.example"), ("host", "field.example")]));
        assert!(!own(&[("origin", "null"), ("host", "field.example")]));
        // Behind a proxy that does not hand the name on.
        assert!(own(&[("origin", "https://field.example"), ("host", "127.0.0.1:8080")]));
        assert!(!own(&[("origin", "https://field.example.org"), ("host", "127.0.0.1:8080")]));
        assert!(!own(&[("origin", "http://field.example"), ("host", "127.0.0.1:8080")]));
    }
}

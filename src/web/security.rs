//! Protection of visitors: response headers, and the refusal of posts from other sites.

use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::web::Data;

use super::client;
use super::public_url::{Origin, PublicUrl};
use super::state::AppState;

/// Headers of every answer. Scripts and styles only from our own files, no frames, no content sniffing; unless an
/// answer says otherwise it is for one visitor and not stored by shared caches.
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

/// The way a request was transported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransportSecurity {
    /// Without TLS, as far as we know.
    Open,
    /// With TLS, according to the proxy.
    Tls,
    /// To a site that is always behind TLS.
    AlwaysTls,
}

impl TransportSecurity {
    /// The transport of this request.
    #[must_use]
    pub fn of(request: &ServiceRequest) -> Self {
        if request.app_data::<Data<AppState>>().is_some_and(|state| state.is_secure()) {
            Self::AlwaysTls
        } else if client::site(request.request()).is_some_and(|site| site.is_tls()) {
            Self::Tls
        } else {
            Self::Open
        }
    }
}

/// Adds the headers that every answer has. A visitor who comes through TLS gets cookies that never leave it; a site
/// that is always behind TLS has marked its cookies itself, and asks browsers to use TLS always.
pub fn protect(headers: &mut HeaderMap, way: TransportSecurity) {
    for (name, value) in &HEADERS {
        if !headers.contains_key(name) {
            headers.insert(name.clone(), value.clone());
        }
    }
    match way {
        TransportSecurity::Open => {}
        TransportSecurity::Tls => {
            let cookies: Vec<HeaderValue> = headers.remove(header::SET_COOKIE).collect();
            for cookie in cookies {
                let marked = [cookie.as_bytes(), b"; Secure"].concat();
                headers.append(header::SET_COOKIE, HeaderValue::from_bytes(&marked).unwrap_or(cookie));
            }
        }
        TransportSecurity::AlwaysTls => {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
        }
    }
}

/// Whether a request would change something and comes from another site.
#[must_use]
pub fn is_foreign(request: &ServiceRequest) -> bool {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let public = request.app_data::<Data<AppState>>().and_then(|state| state.public_url.as_ref());
    let asked = client::site(request.request());
    !safe && !is_own(request.headers(), public.map(PublicUrl::origin), asked.as_ref())
}

/// Whether a request that changes something comes from our own pages, or from a program other than a browser: `public`
/// is the public address of the site, `asked` the site that the request asks for.
///
/// Browsers tell this in `Sec-Fetch-Site`, which they leave out on plain HTTP, then in `Origin`, which very old ones
/// leave out, then in `Referer`. A page of a neighbouring host is another site, and so is one without TLS to a site
/// with TLS.
fn is_own(headers: &HeaderMap, public: Option<&Origin>, asked: Option<&Origin>) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return matches!(site.to_str(), Ok("same-origin" | "none"));
    }
    let from = match (headers.get(header::ORIGIN), headers.get(header::REFERER)) {
        (None, None) => return true,
        (Some(origin), _) => origin.to_str().ok().and_then(Origin::parse),
        (None, Some(page)) => page.to_str().ok().and_then(origin_of_page),
    };
    let Some(from) = from else { return false };
    if public == Some(&from) {
        return true;
    }
    match asked {
        // Such a site is only reached under its own address.
        _ if public.is_some_and(Origin::is_tls) => false,
        // An unknown proxy may end TLS before us.
        Some(asked) => {
            if asked.is_tls() {
                *asked == from
            } else {
                asked.has_host_of(&from)
            }
        }
        None => false,
    }
}

/// The origin of the page at this address.
fn origin_of_page(address: &str) -> Option<Origin> {
    let (scheme, rest) = address.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    Origin::parse(&format!("{scheme}://{host}"))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    /// Whether a post with these headers to this site counts as coming from one of our own pages.
    fn own(public: Option<&str>, asked: &str, pairs: &[(&'static str, &'static str)]) -> bool {
        let request = pairs.iter().fold(TestRequest::post(), |request, pair| request.insert_header(*pair));
        let origin = |text| Origin::parse(text).unwrap();
        is_own(request.to_http_request().headers(), public.map(origin).as_ref(), Some(&origin(asked)))
    }

    #[test]
    fn only_our_own_pages_may_change_something() {
        for public in [None, Some("http://field.example:8080")] {
            let own = |pairs: &[(&'static str, &'static str)]| own(public, "http://field.example:8080", pairs);
            assert!(own(&[]));
            assert!(own(&[("sec-fetch-site", "same-origin"), ("origin", "https://somewhere.example")]));
            assert!(own(&[("sec-fetch-site", "none")]));
            assert!(!own(&[("sec-fetch-site", "cross-site"), ("origin", "http://field.example:8080")]));
            assert!(!own(&[("sec-fetch-site", "same-site")]));
            assert!(own(&[("origin", "http://field.example:8080")]));
            assert!(!own(&[("origin", "http://field.example")]));
            assert!(!own(&[("origin", "http://evil.example")]));
            assert!(!own(&[("origin", "http://sub.field.example:8080")]));
            assert!(!own(&[("origin", "null")]));
            assert!(!own(&[("origin", "")]));
            assert!(own(&[("referer", "http://field.example:8080/armies/new?x#y")]));
            assert!(!own(&[("referer", "http://evil.example/http://field.example:8080/")]));
            assert!(!own(&[("referer", "http://field.example:8080@evil.example/")]));
            // The origin decides, even if the referring page is the site's own.
            assert!(!own(&[("origin", "null"), ("referer", "http://field.example:8080/")]));
        }
    }

    #[test]
    fn a_site_behind_tls_takes_posts_from_its_own_address_alone() {
        // Behind a proxy that does not pass the host name on.
        let own =
            |pairs: &[(&'static str, &'static str)]| own(Some("https://field.example"), "http://127.0.0.1:8080", pairs);
        assert!(own(&[("origin", "https://field.example")]));
        assert!(own(&[("referer", "https://field.example/")]));
        assert!(!own(&[("origin", "http://field.example")]));
        assert!(!own(&[("origin", "https://field.example.org")]));
        assert!(!own(&[("origin", "https://sub.field.example")]));
        assert!(!own(&[("origin", "http://127.0.0.1:8080")]));
        assert!(!own(&[("referer", "http://field.example/")]));
    }

    #[test]
    fn a_page_without_tls_is_another_site_where_the_request_came_through_tls() {
        assert!(own(None, "https://field.example", &[("origin", "https://field.example")]));
        assert!(!own(None, "https://field.example", &[("origin", "http://field.example")]));
        // The proxy in front is unknown.
        assert!(own(None, "http://field.example", &[("origin", "https://field.example")]));
    }
}

//! What protects visitors: response headers, and the refusal of posts from other sites.

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::middleware::{DefaultHeaders, Next};
use actix_web::web::Data;

use super::error::WebError;
use super::state::State;

/// Headers of every answer. No script or style but our own files, no frames, no types guessed; what does not say
/// otherwise is for one visitor and kept by no common cache.
#[must_use]
pub fn headers() -> DefaultHeaders {
    DefaultHeaders::new()
        .add((
            "content-security-policy",
            "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; \
             frame-ancestors 'none'",
        ))
        .add(("x-content-type-options", "nosniff"))
        .add(("x-frame-options", "DENY"))
        .add(("referrer-policy", "same-origin"))
        .add(("permissions-policy", "camera=(), geolocation=(), microphone=()"))
        .add(("cross-origin-opener-policy", "same-origin"))
        .add(("cross-origin-resource-policy", "same-origin"))
        .add(("cache-control", "private, no-cache"))
}

/// Whether a request that changes something comes from our own pages, or from a program and no browser.
fn is_own(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = headers.get("sec-fetch-site") {
        return matches!(site.to_str(), Ok("same-origin" | "none"));
    }
    // Browsers leave the header above out on plain http; they still send the origin of a post.
    match headers.get(header::ORIGIN) {
        None => true,
        Some(origin) => {
            let host = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
            let forwarded = text(header::HeaderName::from_static("x-forwarded-host"));
            host.is_some() && (host == text(header::HOST) || host == forwarded)
        }
    }
}

/// Refuses requests that change something and come from another site. The refusal is an answer and no error: an error
/// would pass by the headers above.
///
/// # Errors
/// Those of the handlers.
pub async fn refuse_other_sites<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, actix_web::Error> {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !safe && !is_own(request.headers()) {
        let answer = WebError::CrossSite.answer_to(request.path());
        return Ok(request.into_response(answer).map_into_right_body());
    }
    next.call(request).await.map(ServiceResponse::map_into_left_body)
}

/// Whoever comes through TLS gets cookies that never leave it. A site that says it is behind TLS asks browsers to come
/// through it always.
///
/// # Errors
/// Those of the handlers.
pub async fn keep_to_tls<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, actix_web::Error> {
    let always = request.app_data::<Data<State>>().is_some_and(|state| state.is_secure());
    let forwarded = request.headers().get("x-forwarded-proto").and_then(|scheme| scheme.to_str().ok());
    let through = forwarded.is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"));
    let mut response = next.call(request).await?;
    // A site that is always behind TLS has marked its cookies itself.
    if through && !always {
        let headers = response.headers_mut();
        let cookies: Vec<HeaderValue> = headers.remove(header::SET_COOKIE).collect();
        for cookie in cookies {
            let marked = [cookie.as_bytes(), b"; Secure"].concat();
            headers.append(header::SET_COOKIE, HeaderValue::from_bytes(&marked).unwrap_or(cookie));
        }
    }
    if always {
        let year = HeaderValue::from_static("max-age=31536000");
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    Ok(response)
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
            is_own(request.to_http_request().headers())
        };
        assert!(own(&[]));
        assert!(own(&[("sec-fetch-site", "same-origin")]));
        assert!(own(&[("sec-fetch-site", "none")]));
        assert!(!own(&[("sec-fetch-site", "cross-site")]));
        assert!(!own(&[("sec-fetch-site", "same-site")]));
        assert!(own(&[("origin", "http://field.example:8080"), ("host", "field.example:8080")]));
        assert!(!own(&[("origin", "http://evil.example"), ("host", "field.example")]));
        assert!(!own(&[("origin", "null"), ("host", "field.example")]));
    }
}

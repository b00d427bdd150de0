//! Redirects.

use actix_web::HttpResponse;
use actix_web::http::header;

/// Redirects the browser to another page with GET.
#[must_use]
pub fn see_other(path: &str) -> actix_web::HttpResponseBuilder {
    let mut response = HttpResponse::SeeOther();
    response.insert_header((header::LOCATION, path));
    response
}

//! The site that a request asks for, and that an invented host can do no harm.

use actix_web::http::header::ContentType;
use actix_web::http::{Method, StatusCode};
use actix_web::test::TestRequest;

use super::accounts::{PASSWORD, made, sign_in};
use super::harness::{TestApp, army, encode};
use crate::store::harness::TestDb;

#[tokio::test]
async fn a_request_that_names_no_plain_host_is_refused() {
    let db = TestDb::sqlite();
    let app = TestApp::at(&db, "https://field.example").await;
    let visitor = app.visitor();
    for host in ["", "a b", "evil.example/x", "user@field.example", "field.example:port", "<b>", "a,b", "[::1"] {
        for path in ["/", "/lists", "/healthz"] {
            let request = TestRequest::get().uri(path).insert_header(("host", host));
            visitor.send(request).await.assert_refused(StatusCode::BAD_REQUEST);
        }
        let reply = visitor.send(TestRequest::post().uri("/api/v1/validate").insert_header(("host", host))).await;
        assert_eq!((reply.status, reply.kind().as_str()), (StatusCode::BAD_REQUEST, "application/problem+json"));
    }
    let twice = TestRequest::get().uri("/").append_header(("host", "a.example")).append_header(("host", "b.example"));
    visitor.send(twice).await.assert_refused(StatusCode::BAD_REQUEST);
    for host in ["field.example", "127.0.0.1:8080", "[::1]:8080", "other.example"] {
        let request = TestRequest::get().uri("/lists").insert_header(("host", host));
        assert_eq!(visitor.send(request).await.status, StatusCode::OK, "{host}");
    }
}

#[tokio::test]
async fn a_link_with_a_secret_is_never_made_from_what_a_request_names() {
    let db = TestDb::sqlite();
    for (site, begins) in [(None, ""), (Some("https://field.example"), "https://field.example")] {
        let app = match site {
            Some(site) => TestApp::at(&db, site).await,
            None => TestApp::new(&db).await,
        };
        let forged = |request: TestRequest| {
            let request = request.insert_header(("host", "evil.example"));
            request
                .insert_header(("x-forwarded-host", "evil.example"))
                .insert_header(("forwarded", "host=evil.example"))
        };
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let page = owner.send(forged(TestRequest::get().uri(&army.at("/edit")))).await;
        let link = page.values("#edit-link")[0].clone();
        assert!(link.starts_with(&format!("{begins}/armies/{}/edit?key=", army.id)), "{link}");
        // Without script the browser builds the full address.
        assert_eq!(page.has("a[href*='?key=']"), site.is_none());
        let (boss, name) = (app.visitor(), if site.is_some() { "boss-1" } else { "boss-2" });
        let user = made(&db, name, true).await.to_string();
        sign_in(&boss, name, PASSWORD).await;
        let kind = ("content-type", "application/x-www-form-urlencoded");
        let request = TestRequest::post()
            .uri("/account/users")
            .insert_header(kind)
            .set_payload(format!("user={user}&reason=asked+me"));
        let link = boss.send(forged(request)).await.values("#link")[0].clone();
        assert!(link.starts_with(&format!("{begins}/account/reset?key=")), "{link}");
    }
}

#[tokio::test]
async fn what_a_proxy_says_counts_if_it_is_trusted() {
    let db = TestDb::sqlite();
    let app = TestApp::behind(&db, None, "10.0.0.1").await;
    for (peer, site, secure) in [("10.0.0.1", "https://field.example", true), ("10.0.0.2", "http://inside:8080", false)]
    {
        let request = |path: &str| {
            let request = TestRequest::get().uri(path).insert_header(("host", "inside:8080"));
            request
                .insert_header(("x-forwarded-proto", "http, https"))
                .insert_header(("x-forwarded-host", "evil.example, field.example"))
                .insert_header(("forwarded", "host=evil.example;proto=https"))
        };
        let page = app.visitor_from(peer).send(request("/odds")).await;
        assert!(page.body_text().contains(&format!("{site}/odds")), "{peer}");
        let visitor = app.visitor_from(peer);
        let form = encode(&[("request", "r"), ("ruleset", "d3h2"), ("points", "24")]);
        let form =
            request("/armies").method(Method::POST).insert_header(ContentType::form_url_encoded()).set_payload(form);
        let cookie = visitor.send(form).await.header("set-cookie").unwrap();
        assert_eq!(cookie.contains("; Secure"), secure, "{cookie}");
    }
}

//! The protection of visitors. The harness also checks the headers of every answer in every test.

use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;
use actix_web::test::TestRequest;

use super::harness::{Reply, TestApp, army, encode, request};
use crate::store::harness::TestDb;

#[tokio::test]
async fn every_kind_of_answer_has_the_protecting_headers() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let cross = TestRequest::post().uri("/armies").insert_header(("sec-fetch-site", "cross-site"));
    let style = owner.get("/").await.attr("link[rel=stylesheet]", "href").unwrap();
    let answers: [(Reply, u16); 13] = [
        (owner.get("/").await, 200),
        (owner.get(&style).await, 200),
        (owner.get(&army.at("/army.json")).await, 200),
        (owner.get("/healthz").await, 200),
        (owner.get("/api/openapi.json").await, 200),
        (owner.post(&army.at("/key"), &[("request", "r"), ("do", "new")]).await, 303),
        (owner.send(cross).await, 403),
        (app.visitor().get(&army.at("/edit")).await, 403),
        (owner.get("/nowhere").await, 404),
        (owner.send(request("DELETE", "/armies")).await, 405),
        (owner.post(&army.at("/edit"), &[]).await, 422),
        (owner.get("/armies/new?list=a&list=b").await, 422),
        (owner.post_raw("/armies", "x".repeat(70_000)).await, 413),
    ];
    for (answer, status) in answers {
        assert_eq!(answer.status.as_u16(), status, "{answer:?}");
        let policy = answer.header("content-security-policy").unwrap();
        for part in [
            "default-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.split("; ").any(|known| known == part), "{part} in {policy}");
        }
        assert!(answer.headers.contains_key("permissions-policy"));
    }
}

#[tokio::test]
async fn cookies_are_out_of_reach_of_script_and_of_other_sites() {
    let db = TestDb::sqlite();
    for (url, secure) in [("http://field.example", None), ("https://field.example", Some(true))] {
        let app = TestApp::at(&db, url).await;
        let owner = app.visitor();
        let mut answers = vec![owner.get("/").await];
        let army = army().made_by(&owner).await;
        let form = owner.get("/armies/new").await.form("/armies");
        answers.push(owner.submit(&form).await);
        answers.push(owner.post(&army.at("/key"), &[("request", "r"), ("do", "new")]).await);
        answers.push(owner.get(&army.at("/edit")).await);
        answers.push(owner.post(&army.at("/key"), &[("request", "r"), ("do", "kept")]).await);
        let cookies: Vec<_> = answers.iter().flat_map(|answer| &answer.cookies).collect();
        assert!(cookies.len() >= 6, "{cookies:?}");
        for cookie in cookies {
            assert_eq!(cookie.http_only(), Some(true), "{cookie}");
            assert_eq!(cookie.same_site(), Some(actix_web::cookie::SameSite::Lax), "{cookie}");
            assert_eq!(cookie.secure().filter(|secure| *secure), secure, "{cookie}");
            assert_eq!(cookie.domain(), None, "{cookie}");
            let own = cookie.name().ends_with("musterfield_key");
            assert_eq!(cookie.path().is_some_and(|path| path.starts_with("/armies/")), own, "{cookie}");
        }
    }
}

#[tokio::test]
async fn a_post_from_another_site_changes_nothing() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let form = owner.editor(&army).await.with("name", "Stolen").body();
    for (path, body) in [
        (army.at("/edit"), form.as_str()),
        (army.at("/delete"), "request=r"),
        (army.at("/key"), "request=r&do=new"),
        ("/armies".to_owned(), "request=r&ruleset=d3h2&points=24"),
    ] {
        for (name, value) in [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
            ("sec-fetch-site", "gibberish"),
            ("origin", "https://evil.example"),
            ("origin", "null"),
            ("origin", ""),
            ("origin", "http://field.example.evil.example"),
        ] {
            let request = TestRequest::post().uri(&path).insert_header(("host", "field.example"));
            let refused = owner.send(request.insert_header((name, value)).set_payload(body.to_owned())).await;
            refused.assert_refused(StatusCode::FORBIDDEN);
            assert_eq!(refused.text("h1"), "This request came from another site", "{name}: {value}");
        }
    }
    assert_eq!(owner.editor(&army).await.value("name"), "Host of the Long Barrow");
    assert_eq!(owner.get("/").await.texts(".mine strong").len(), 1);
}

#[tokio::test]
async fn posts_from_our_own_pages_are_taken_also_behind_a_proxy_and_from_programs() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    for headers in [
        &[][..],
        &[("sec-fetch-site", "same-origin"), ("origin", "https://field.example")],
        &[("sec-fetch-site", "none")],
        &[("origin", "http://field.example:8080"), ("host", "field.example:8080")],
        &[("origin", "https://field.example"), ("host", "field.example")],
    ] {
        let form = owner.get("/armies/new").await.form("/armies");
        let mut request = TestRequest::post().uri("/armies").set_payload(form.body());
        for header in headers {
            request = request.insert_header(*header);
        }
        assert_eq!(owner.send(request).await.status, StatusCode::SEE_OTHER, "{headers:?}");
    }
    // Reading is allowed from anywhere: that is what links are for.
    let link = TestRequest::get().uri("/lists").insert_header(("sec-fetch-site", "cross-site"));
    assert_eq!(owner.send(link).await.status, StatusCode::OK);
}

#[tokio::test]
async fn cookies_of_others_and_broken_ones_do_not_hide_ours() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let ours = format!("musterfield_visitor={}", owner.cookie("musterfield_visitor").unwrap());
    for around in [
        &b""[..],
        b"theme=dark; ",
        b"novalue; ",
        b"=; ; ;",
        b"name=Gr\xfcn; ",
        b"x=%ff; ",
        b"\"; ",
        b"musterfield_flash=boo; ",
    ] {
        let header = [around, ours.as_bytes()].concat();
        let value = actix_web::http::header::HeaderValue::from_bytes(&header).unwrap();
        let request = TestRequest::get().uri(&army.at("/edit")).insert_header(("cookie", value));
        let reply = owner.send(request).await;
        assert_eq!(reply.status, StatusCode::OK, "{:?}", String::from_utf8_lossy(&header));
    }
}

#[tokio::test]
async fn a_forged_cookie_opens_nothing_and_breaks_nothing() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let army = army().made_by(&app.visitor()).await;
    for forged in ["", "x", &"0".repeat(32), &"o".repeat(32), &"0".repeat(3_000), "%00", "' OR 1=1 --"] {
        for name in ["musterfield_visitor", "musterfield_key", "musterfield_flash"] {
            let cookie = ("cookie", format!("{name}={forged}"));
            let request = TestRequest::get().uri(&army.at("/edit")).insert_header(cookie.clone());
            app.visitor().send(request).await.assert_refused(StatusCode::FORBIDDEN);
            let home = app.visitor().send(TestRequest::get().uri("/").insert_header(cookie)).await;
            assert_eq!(
                (home.status, home.has(".mine"), home.has(".flash")),
                (StatusCode::OK, false, false),
                "{name}={forged}"
            );
        }
    }
}

/// The form of a new army, which gives a browser its cookie.
fn new_army() -> TestRequest {
    let form = encode(&[("request", "r"), ("ruleset", "d3h2"), ("points", "24")]);
    request("POST", "/armies").insert_header(ContentType::form_url_encoded()).set_payload(form)
}

#[tokio::test]
async fn cookies_given_through_tls_never_leave_it() {
    let db = TestDb::sqlite();
    let app = TestApp::behind(&db, None, "10.0.0.1").await;
    for (scheme, secure) in [("http", false), ("https", true)] {
        let form = new_army().insert_header(("x-forwarded-proto", scheme));
        let reply = app.visitor_from("10.0.0.1").send(form).await;
        let cookie = reply.header("set-cookie").unwrap();
        assert_eq!(cookie.contains("; Secure"), secure, "{cookie}");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        assert_eq!(reply.header("strict-transport-security"), None);
    }
    let app = TestApp::at(&db, "https://field.example").await;
    let reply = app.visitor().send(new_army()).await;
    assert_eq!(reply.header("set-cookie").unwrap().matches("Secure").count(), 1);
    assert_eq!(reply.header("strict-transport-security").as_deref(), Some("max-age=31536000"));
}

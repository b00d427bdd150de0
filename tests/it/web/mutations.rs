//! Every form of the site with one field in turn filled in wrongly: no answer is an internal error, and no input comes
//! back as markup. The harness checks each answer for both.
//!
//! `MUTATIONS=all cargo test …` sends every value in every field; otherwise each field gets a few of them in turn.

use actix_web::http::StatusCode;
use percent_encoding::{NON_ALPHANUMERIC, percent_encode};

use super::harness::Visitor;
use super::sitemap::{Visit, walk};
use crate::store::harness::TestDb;

/// Values that replace the proper value of a field.
fn values() -> Vec<(&'static str, Vec<u8>)> {
    let text = |name, text: &str| (name, text.as_bytes().to_vec());
    vec![
        text("nothing", ""),
        ("very long", vec![b'a'; 30_000]),
        ("no UTF-8", b"a\xff\xfeb".to_vec()),
        text("negative", "-1"),
        text("the least number", "-9223372036854775808"),
        text("a huge number", "99999999999999999999"),
        text("no number", "NaN"),
        ("a zero character", b"a\0b".to_vec()),
        text("right to left", "a\u{202e}b"),
        text("SQL", "' OR 1=1; DROP TABLE works; --"),
        text("HTML", "\"><script>alert(1)</script><img src=x onerror=alert(1)>"),
        text("lines", "a\r\nset-cookie: x=y\r\n\r\n<b>"),
    ]
}

/// The number of values for each field, unless it gets all.
const FEW: usize = 3;

/// A form as pairs, as it was written.
fn pairs(body: &str) -> Vec<(&str, &str)> {
    body.split('&').filter_map(|pair| pair.split_once('=')).collect()
}

fn form<'a>(pairs: impl IntoIterator<Item = (&'a str, String)>) -> String {
    pairs.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}

/// The form with each field in turn missing, duplicated, and changed.
fn changed_forms(body: &str, all: bool) -> Vec<(String, Vec<u8>)> {
    let pairs = pairs(body);
    let values = values();
    let mut changed = Vec::new();
    for (at, (name, value)) in pairs.iter().enumerate() {
        let with = |other: Option<String>| {
            let pairs = pairs.iter().enumerate();
            form(pairs.filter_map(|(place, (name, value))| {
                Some((*name, if place == at { other.clone()? } else { (*value).to_owned() }))
            }))
        };
        changed.push((format!("{name} missing"), with(None).into_bytes()));
        changed.push((format!("{name} twice"), format!("{body}&{name}={value}").into_bytes()));
        let first = if all { 0 } else { at * FEW };
        let many = if all { values.len() } else { FEW };
        for (what, bytes) in values.iter().cycle().skip(first % values.len()).take(many) {
            let escaped = percent_encode(bytes, NON_ALPHANUMERIC).to_string();
            changed.push((format!("{name}: {what}"), with(Some(escaped)).into_bytes()));
        }
    }
    changed
}

/// The parts of a form with files, each in turn missing, duplicated, and changed.
fn changed_uploads(body: &str, all: bool) -> Vec<(String, Vec<u8>)> {
    const END: &str = "--edge-of-the-field--\r\n";
    let parts: Vec<&str> = body.trim_end_matches(END).split_inclusive("\r\n--edge-of-the-field\r\n").collect();
    let body = |parts: &[Vec<u8>]| {
        let mut body = parts.concat();
        if !body.ends_with(b"\r\n") {
            body.extend(b"\r\n");
        }
        body.extend(END.as_bytes());
        body
    };
    let plain: Vec<Vec<u8>> = parts.iter().map(|part| part.as_bytes().to_vec()).collect();
    let values = values();
    let mut changed = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let Some((head, _)) = part.split_once("\r\n\r\n") else { continue };
        let tail = if at + 1 < parts.len() { "\r\n--edge-of-the-field\r\n" } else { "\r\n" };
        let mut without = plain.clone();
        without.remove(at);
        changed.push((format!("{head} missing"), body(&without)));
        let mut twice = plain.clone();
        twice.insert(at, [format!("{head}\r\n\r\n").as_bytes(), b"x", b"\r\n--edge-of-the-field\r\n"].concat());
        changed.push((format!("{head} twice"), body(&twice)));
        let first = if all { 0 } else { at * FEW };
        for (what, bytes) in values.iter().cycle().skip(first).take(if all { values.len() } else { FEW }) {
            let mut other = plain.clone();
            other[at] = [format!("{head}\r\n\r\n").as_bytes(), bytes, tail.as_bytes()].concat();
            changed.push((format!("{head}: {what}"), body(&other)));
        }
    }
    changed
}

/// A JSON document with each value in turn changed.
fn changed_documents(body: &str, all: bool) -> Vec<(String, Vec<u8>)> {
    let document: serde_json::Value = serde_json::from_str(body).unwrap();
    let mut places = Vec::new();
    fn visit(value: &serde_json::Value, place: &str, places: &mut Vec<String>) {
        let inner: Vec<(String, &serde_json::Value)> = match value {
            serde_json::Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), value)).collect(),
            // The first item represents the whole list.
            serde_json::Value::Array(items) => items.iter().take(1).map(|item| ("0".to_owned(), item)).collect(),
            _ => Vec::new(),
        };
        for (name, value) in inner {
            let place = format!("{place}/{name}");
            places.push(place.clone());
            visit(value, &place, places);
        }
    }
    visit(&document, "", &mut places);
    let others = [
        serde_json::Value::Null,
        serde_json::json!(-1),
        serde_json::json!(u64::MAX),
        serde_json::json!(1e308),
        serde_json::json!(true),
        serde_json::json!("<script>alert(1)</script>\u{0}\u{202e}"),
        serde_json::json!("a".repeat(30_000)),
        serde_json::json!([[[]]]),
        serde_json::json!({"": {}}),
    ];
    let mut changed = Vec::new();
    for (at, place) in places.iter().enumerate() {
        let first = if all { 0 } else { at * FEW };
        for other in others.iter().cycle().skip(first).take(if all { others.len() } else { FEW }) {
            let mut document = document.clone();
            if let Some(value) = document.pointer_mut(place) {
                *value = other.clone();
            }
            changed.push((
                format!("{place} is {}", other.to_string().get(..20).unwrap_or("otherwise")),
                document.to_string().into_bytes(),
            ));
        }
    }
    changed
}

async fn send_changed(owner: &Visitor<'_>, visit: &Visit<'_>, all: bool) -> usize {
    let changed = match visit {
        Visit { is_multipart: true, body, .. } => changed_uploads(body, all),
        Visit { path, body, .. } if path.starts_with("/api/") => changed_documents(body, all),
        Visit { body, .. } => changed_forms(body, all),
    };
    for (what, body) in &changed {
        let reply = owner.send(visit.with(body.clone())).await;
        assert!(!reply.status.is_server_error(), "{} with {what}: {reply:?}", visit.path);
        assert!(reply.header("x").is_none(), "{} with {what}: {reply:?}", visit.path);
    }
    changed.len()
}

#[tokio::test]
async fn no_form_with_a_field_as_nobody_fills_it_in_is_answered_by_a_mistake() {
    let db = TestDb::sqlite();
    let all = std::env::var("MUTATIONS").is_ok_and(|which| which == "all");
    let mut sent = 0;
    walk(&db, async |owner, visit| {
        // First the proper request: later ones depend on it, and a mutation that changed something could have it
        // refused.
        let reply = owner.send(visit.with(visit.body.to_owned())).await;
        assert_ne!(reply.status, StatusCode::INTERNAL_SERVER_ERROR, "{}", visit.path);
        // A password, and actions that end something, cannot be sent again and again.
        let ends = ["/delete", "/account/password", "/account/sessions", "/account/sign-out", "/account/reset"];
        if visit.method == "POST" && !visit.body.is_empty() && !ends.iter().any(|end| visit.path.ends_with(end)) {
            sent += send_changed(owner, &visit, all).await;
        }
    })
    .await;
    assert!(sent > 400, "{sent} forms");
}

//! Properties of parsers for any bytes from outside. The tests try small real files and mutations of them, the fuzz
//! targets better ones.
//!
//! Everything that is read can be written and reads back the same, and the size of the result is bounded by that of the
//! input.

use std::future::poll_fn;
use std::pin::pin;

use actix_multipart::Multipart;
use actix_multipart::form::MultipartForm;
use actix_web::FromRequest;
use actix_web::http::header::{CONTENT_TYPE, COOKIE, HeaderValue};
use actix_web::test::TestRequest;
use futures_core::Stream as _;
use musterfield::store::Secret;
use musterfield::web::app::LARGEST_REQUEST;
use musterfield::web::cookies;
use musterfield::web::fields::Fields;
use musterfield::web::markdown::from_visitor;
use musterfield::web::odds;
use musterfield::web::terrain::open::{Upload, uploads};
use musterfield::web::terrain::tables::{laid_out, laid_out_alone};
use musterfield_army::list::ArmyList;
use musterfield_army::{Draft, check, file, picked, text};
use musterfield_combat::file::{Question, answer};
use musterfield_events::plan::{EventDocument, Plan};
use musterfield_rules::{Book, Ruleset, book};
use musterfield_sheets::carrier::{LONGEST_LAYOUT, layout_json_in};
use musterfield_sheets::map::{MapOptions, svg};
use musterfield_sheets::roster::markdown::most_bytes;
use musterfield_sheets::roster::prose::blocks;
use musterfield_terrain::file::{from_json, to_json};
use musterfield_terrain::generate::request::settings_from_json;
use musterfield_terrain::layout::MOST_POINTS_IN_ALL;
use musterfield_words::army::message;
use musterfield_words::terrain::request::clause;
use scraper::{Html, Node};

/// Reads some bytes, and panics if a property does not hold.
type Target = fn(&[u8]);

/// Every target with its name.
pub(crate) const ALL: &[(&str, Target)] = &[
    ("addresses", addresses),
    ("army_json", army_json),
    ("army_text", army_text),
    ("army_toml", army_toml),
    ("carriers", carriers),
    ("cases", cases),
    ("cookies", cookies),
    ("events", events),
    ("fields", fields),
    ("layouts", layouts),
    ("markdown", markdown),
    ("settings", settings),
    ("short_hand", short_hand),
    ("uploads", multipart),
];

fn the_book() -> &'static Book {
    book().unwrap()
}

fn ruleset(id: &str) -> &'static Ruleset {
    the_book().ruleset(id).unwrap()
}

/// Every army that was understood can be saved, opened again and checked.
fn is_an_army(draft: &Draft) {
    let json = file::to_json(draft);
    let again = file::from_json(&json, the_book()).unwrap_or_else(|error| panic!("{json}: {error:?}"));
    assert_eq!(file::to_json(&again), json);
    let toml = file::to_toml(draft);
    let again = file::from_toml(&toml, the_book()).unwrap_or_else(|error| panic!("{toml}: {error:?}"));
    assert_eq!(file::to_json(&again), json);
    let catalogue = musterfield_lists::catalogue(the_book()).unwrap();
    assert_eq!(check(draft, catalogue).is_legal(), check(&again, catalogue).is_legal(), "{json}");
}

/// Text as pasted from a forum, for a game with points and for one with lists.
pub(crate) fn army_text(bytes: &[u8]) {
    let pasted = String::from_utf8_lossy(bytes);
    for rules in ["d3h2", "dba3", "dbmf"] {
        let reading = text::read(&pasted, ruleset(rules), the_book());
        is_an_army(&reading.draft);
        let said = |problem: &musterfield_army::Problem| message(&problem.fault, reading.draft.ruleset).len();
        let told: usize = reading.problems().iter().map(said).sum();
        assert!(told <= 16 * pasted.len() + (16 << 10), "{told} bytes of problems");
    }
}

/// An army file as JSON.
pub(crate) fn army_json(bytes: &[u8]) {
    if let Ok(draft) = file::from_json(&String::from_utf8_lossy(bytes), the_book()) {
        is_an_army(&draft);
    }
}

/// An army file as TOML.
pub(crate) fn army_toml(bytes: &[u8]) {
    if let Ok(draft) = file::from_toml(&String::from_utf8_lossy(bytes), the_book()) {
        is_an_army(&draft);
    }
}

/// An army list in shorthand: the army that it makes with the first choice of each option.
pub(crate) fn short_hand(bytes: &[u8]) {
    let typed = String::from_utf8_lossy(bytes);
    for rules in ["dba3", "dba22"] {
        if let Ok(list) = ArmyList::own(ruleset(rules), &typed) {
            is_an_army(&picked::of_own_list(ruleset(rules), &typed, &list));
        }
    }
}

/// A layout file.
pub(crate) fn layouts(bytes: &[u8]) {
    let Ok(layout) = from_json(&String::from_utf8_lossy(bytes), the_book()) else { return };
    assert!(layout.points() <= MOST_POINTS_IN_ALL);
    let json = to_json(&layout);
    let again = from_json(&json, the_book()).unwrap_or_else(|error| panic!("{json}: {error:?}"));
    assert_eq!(again, layout);
    assert_eq!(musterfield_terrain::check(&again).problems, musterfield_terrain::check(&layout).problems);
    assert!(svg(&layout, &MapOptions::default()).starts_with("<svg"));
}

/// A file that may carry a layout.
pub(crate) fn carriers(bytes: &[u8]) {
    if let Ok(found) = layout_json_in(bytes) {
        assert!(found.len() <= bytes.len().max(LONGEST_LAYOUT), "{} of {} bytes", found.len(), bytes.len());
    }
}

/// A case of a combat.
pub(crate) fn cases(bytes: &[u8]) {
    for question in [Question::Resolve, Question::Odds] {
        let (said, is_json) = answer(the_book(), question, musterfield_words::combat::message, bytes);
        let said_json: serde_json::Value =
            serde_json::from_str(&said).unwrap_or_else(|error| panic!("{said}: {error}"));
        assert!(is_json || said_json.get("error").is_some(), "{said}");
        assert!(said.len() <= 16 * bytes.len() + (16 << 10), "{} of {} bytes", said.len(), bytes.len());
    }
}

/// Markdown, on pages and on sheets.
pub(crate) fn markdown(bytes: &[u8]) {
    let typed = String::from_utf8_lossy(bytes);
    let page = from_visitor(&typed);
    assert!(page.len() <= most_bytes(&typed), "{} of {} bytes", page.len(), typed.len());
    // Nothing in it runs, and nothing changes the appearance of the page around it.
    for element in Html::parse_fragment(&page).tree.values().filter_map(Node::as_element) {
        let name = element.name();
        assert!(!["script", "style", "img", "iframe", "svg"].contains(&name), "{name} in {page}");
        for (attribute, value) in element.attrs() {
            let value = value.trim_start().to_ascii_lowercase();
            let runs = ["javascript:", "data:", "vbscript:"].iter().any(|scheme| value.starts_with(scheme));
            let is_harmless = attribute != "style" && !attribute.starts_with("on") && !(attribute == "href" && runs);
            assert!(is_harmless, "{attribute} in {page}");
        }
    }
    let sheet = serde_json::to_string(&blocks(&typed)).unwrap();
    assert!(sheet.len() <= most_bytes(&typed), "{} of {} bytes", sheet.len(), typed.len());
}

/// The fields of a form.
pub(crate) fn fields(bytes: &[u8]) {
    let Ok(read) = Fields::parse(bytes) else { return };
    let all = read.others(&[]);
    assert!(all.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>() <= LARGEST_REQUEST);
    let escaped =
        |text: &str| percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string();
    let written: Vec<String> =
        all.iter().map(|(name, value)| format!("{}={}", escaped(name), escaped(value))).collect();
    // A field without name and value cannot be distinguished from no field.
    if all.iter().all(|(name, value)| !name.is_empty() || !value.is_empty()) {
        assert_eq!(Fields::parse(written.join("&").as_bytes()).unwrap().others(&[]), all);
    }
}

/// The query of tables and of odds. The shortest address leads to itself: otherwise a browser would be redirected back
/// and forth for ever.
pub(crate) fn addresses(bytes: &[u8]) {
    let query = String::from_utf8_lossy(bytes);
    if let Ok(table) = laid_out_alone(&query, the_book()) {
        assert_eq!(laid_out_alone(&table.query, the_book()), Ok(table));
    }
    for table in laid_out(&query, the_book()).unwrap_or_default() {
        assert_eq!(laid_out_alone(&table.query, the_book()), Ok(table));
    }
    if let Ok(shortest) = odds::shortest(&query, the_book()) {
        assert_eq!(odds::shortest(&shortest, the_book()), Ok(shortest));
    }
}

/// The cookies of a browser.
pub(crate) fn cookies(bytes: &[u8]) {
    let Ok(value) = HeaderValue::from_bytes(bytes) else { return };
    let request = TestRequest::default().insert_header((COOKIE, value)).to_http_request();
    let session = cookies::session(&request).map(|session| session.secret);
    for secret in [cookies::visitor(&request), session, cookies::fresh_key(&request)] {
        let again = secret.as_ref().map(|secret| Secret::parse(secret.expose()).unwrap().digest());
        assert_eq!(again, secret.map(|secret| secret.digest()));
    }
    std::hint::black_box(cookies::Flash::waiting(&request));
}

/// An event as a file.
pub(crate) fn events(bytes: &[u8]) {
    let Ok(document) = EventDocument::from_json(&String::from_utf8_lossy(bytes)) else { return };
    let json = document.to_json();
    assert_eq!(EventDocument::from_json(&json).unwrap().to_json(), json);
    if let Ok(plan) = Plan::new(document, the_book(), musterfield_lists::catalogue(the_book()).unwrap()) {
        let json = plan.document().to_json();
        assert_eq!(EventDocument::from_json(&json).unwrap().to_json(), json);
    }
}

/// The settings of a table to be generated.
pub(crate) fn settings(bytes: &[u8]) {
    if let Err(error) = settings_from_json(&String::from_utf8_lossy(bytes), the_book(), || 1) {
        let message = clause(&error.fault);
        assert!(!message.is_empty() && message.len() <= 16 * bytes.len() + (4 << 10), "{message}");
    }
}

/// A form with a file.
pub(crate) fn multipart(bytes: &[u8]) {
    let sent = || {
        TestRequest::default()
            .app_data(uploads())
            .insert_header((CONTENT_TYPE, "multipart/form-data; boundary=edge-of-the-field"))
            .set_payload(bytes.to_vec())
            .to_http_parts()
    };
    let runtime = actix_web::rt::Runtime::new().unwrap();
    let has_nameless = async || {
        let (request, mut payload) = sent();
        let Ok(mut parts) = Multipart::from_request(&request, &mut payload).await else { return false };
        while let Some(Ok(part)) = poll_fn(|context| pin!(&mut parts).poll_next(context)).await {
            if part.name() == Some("") {
                return true;
            }
        }
        false
    };
    // Under the fuzzer all crates run their assertions, and one of them is that every field of a form has a name. The
    // program is built without them, and refuses such a field.
    if runtime.block_on(has_nameless()) {
        return;
    }
    let (request, mut payload) = sent();
    if let Err(error) = runtime.block_on(MultipartForm::<Upload>::from_request(&request, &mut payload)) {
        assert!(error.as_response_error().status_code().is_client_error(), "{error}");
    }
}

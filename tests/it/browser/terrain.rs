//! The table of a layout under mouse, finger and keyboard.

use musterfield_geometry::point::bw;
use musterfield_rules::terrain::Kind;
use musterfield_terrain::Layout;
use musterfield_terrain::edit::pose;
use serde_json::{Value, json};

use super::harness::{Browser, Stage};
use crate::web::harness::forest;

/// A place inside the drawing of a feature, in pixels.
const INSIDE: &str = "
    const at = document.querySelector(`svg.map .piece[data-id='${arguments[0]}']`);
    at.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = at.querySelector('.outline').getBoundingClientRect();
    const places = [];
    for (let down = 0.5, step = 0; step < 60; step++, down = (down + 0.37) % 1)
        for (let right = 0.5, more = 0; more < 7; more++, right = (right + 0.37) % 1)
            places.push([box.x + box.width * right, box.y + box.height * down]);
    return places.find(([x, y]) => document.elementFromPoint(x, y)?.closest('.piece') === at);";

/// A wood of a table that lies in one quarter, and the distance of its centre from the line to the next, in BW.
pub(super) fn wood(table: &Layout) -> (String, f64) {
    let found = table.features.iter().find(|feature| feature.kind == Kind::Woods).unwrap();
    (found.id.clone(), 7.5 - bw(pose(found).middle.x))
}

pub(super) async fn inside(browser: &Browser, id: &str) -> (f64, f64) {
    let place = browser.client.execute(INSIDE, vec![json!(id)]).await.unwrap();
    (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
}

/// The pixels of a BW on the map.
pub(super) async fn pixels(browser: &Browser) -> f64 {
    browser.ask("return document.querySelector('svg.map g.table').getScreenCTM().a * 100").await.as_f64().unwrap()
}

pub(super) fn mouse(browser: &Browser, kind: &str, (x, y): (f64, f64)) {
    let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
    browser.command("Input.dispatchMouseEvent", &event);
}

pub(super) fn touch(browser: &Browser, kind: &str, places: &[(f64, f64)]) {
    let points: Vec<Value> = places.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
    browser.command("Input.dispatchTouchEvent", &json!({ "type": kind, "touchPoints": points }));
}

/// Drags from a place by this many pixels, in steps as a hand does.
pub(super) fn drag(browser: &Browser, from: (f64, f64), by: (f64, f64)) {
    mouse(browser, "mouseMoved", from);
    mouse(browser, "mousePressed", from);
    for step in 1..=4 {
        let share = f64::from(step) / 4.0;
        mouse(browser, "mouseMoved", (from.0 + by.0 * share, from.1 + by.1 * share));
    }
    mouse(browser, "mouseReleased", (from.0 + by.0, from.1 + by.1));
}

/// Presses a key with shift (8), control (2) or alt (1).
pub(super) fn key(browser: &Browser, name: &str, modifiers: u8) {
    let text = if name.chars().count() == 1 && modifiers == 0 { name } else { "" };
    let code = match name {
        "ArrowLeft" => 37,
        "ArrowUp" => 38,
        "ArrowRight" => 39,
        "ArrowDown" => 40,
        "Enter" => 13,
        "Escape" => 27,
        "Delete" => 46,
        "Tab" => 9,
        _ => 0,
    };
    for kind in ["keyDown", "keyUp"] {
        let text = if kind == "keyDown" { text } else { "" };
        let event = json!({ "type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code, "modifiers": modifiers, "text": text });
        browser.command("Input.dispatchKeyEvent", &event);
    }
}

/// The value of a number of a feature.
pub(super) async fn number(browser: &Browser, field: &str, id: &str) -> f64 {
    browser.value(&format!("#{field}-{id}")).await.parse().unwrap()
}

pub(super) async fn verdict(browser: &Browser) -> String {
    browser.text("#verdict .seal").await
}

/// The problems of a feature, as the page shows them.
async fn problems(browser: &Browser, id: &str) -> String {
    let script = "return [...document.querySelectorAll(`.table-problems li:has([data-select='${arguments[0]}'])`)].map((at) => at.innerText).join(' ')";
    browser.client.execute(script, vec![json!(id)]).await.unwrap().as_str().unwrap().to_owned()
}

async fn spoken(browser: &Browser) -> String {
    browser.ask("return document.querySelector('[role=status].hidden').textContent").await.as_str().unwrap().to_owned()
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_wood_dragged_over_a_quarter_line_is_told_and_undone_and_what_is_done_stays_done() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    let table = forest(3);
    let (id, far) = wood(&table);
    let editor = browser.keep_layout(&table).await;
    browser.open(&editor).await;
    browser.ask("window.loadedOnce = true").await;
    assert_eq!(verdict(&browser).await, "Legal");
    let before = number(&browser, "x", &id).await;

    let from = inside(&browser, &id).await;
    browser.before_change().await;
    // While it is in hand, the page says what the verdict would be.
    let over = (from.0 + far * pixels(&browser).await, from.1);
    mouse(&browser, "mousePressed", from);
    mouse(&browser, "mouseMoved", ((from.0 + over.0) / 2.0, from.1));
    mouse(&browser, "mouseMoved", over);
    browser.until("document.querySelector('#trial.illegal:not([hidden])')").await;
    assert!(browser.text("#trial").await.contains("quarter"));
    assert_eq!(verdict(&browser).await, "", "the verdict from before is out of sight");
    mouse(&browser, "mouseMoved", (from.0 + 1.0, from.1));
    browser.until("document.querySelector('#trial:not(.illegal)')?.textContent === 'Legal here.'").await;
    mouse(&browser, "mouseMoved", over);
    mouse(&browser, "mouseReleased", over);
    assert!(!browser.ask("return document.querySelector('#trial').checkVisibility()").await.as_bool().unwrap());
    browser.after_change().await;
    assert_eq!(verdict(&browser).await, "Not legal");
    assert!(browser.has(&format!(".piece.marked.chosen[data-id='{id}']")).await);
    assert!(browser.has(&format!(".piece-row.chosen[data-id='{id}'] details[open]")).await);
    assert!((number(&browser, "x", &id).await - 7.5).abs() < 0.3);
    let told = problems(&browser, &id).await;
    assert!(told.contains("quarter"), "{told}");
    let said = spoken(&browser).await;
    assert!(said.starts_with(&format!("Moved Woods {id} to 7.")) && said.contains("quarter"), "{said}");

    browser.press("#undo").await;
    assert_eq!(verdict(&browser).await, "Legal");
    assert!((number(&browser, "x", &id).await - before).abs() < 0.001);
    browser.press("#redo").await;
    assert_eq!(browser.ask("return window.loadedOnce").await, true);
    browser.client.refresh().await.unwrap();
    assert_eq!(verdict(&browser).await, "Not legal");
    assert!((number(&browser, "x", &id).await - 7.5).abs() < 0.3);
    browser.open(&editor.replace("/edit", "/history")).await;
    assert!(browser.text(".history").await.contains(&format!("moved Woods {id} to 7.")));
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn handles_turn_and_stretch_a_piece_and_its_corners_are_pulled() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    let table = forest(3);
    let (id, _) = wood(&table);
    browser.open(&browser.keep_layout(&table).await).await;
    let at = inside(&browser, &id).await;
    mouse(&browser, "mousePressed", at);
    mouse(&browser, "mouseReleased", at);
    browser.until("document.querySelector('.handles .turn')").await;
    let handle = async |css: &str| {
        let script = format!(
            "const box = document.querySelector(\".handles {css} .dot\").getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]"
        );
        let place = browser.ask(&script).await;
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    };
    let one = pixels(&browser).await;

    let (turn, length) = (number(&browser, "turn", &id).await, number(&browser, "length", &id).await);
    browser.before_change().await;
    drag(&browser, handle(".turn").await, (one, one));
    browser.after_change().await;
    assert_ne!(number(&browser, "turn", &id).await, turn);
    assert!((number(&browser, "length", &id).await - length).abs() < 0.02);

    let width = number(&browser, "breadth", &id).await;
    browser.before_change().await;
    drag(&browser, handle("[data-handle=length][data-index='1']").await, (one * 0.8, -one * 0.8));
    browser.after_change().await;
    assert!((number(&browser, "length", &id).await - length).abs() > 0.1);
    assert!((number(&browser, "breadth", &id).await - width).abs() < 0.02);

    browser.click("#corners").await;
    browser.until("document.querySelectorAll('.handles .corner').length > 8").await;
    let corners = browser.ask(&format!("return document.querySelector('#row-{id}').dataset.corners")).await;
    browser.before_change().await;
    drag(&browser, handle("[data-index='3']").await, (one / 3.0, one / 3.0));
    browser.after_change().await;
    assert_ne!(browser.ask(&format!("return document.querySelector('#row-{id}').dataset.corners")).await, corners);
    // The corners stay visible, for the next one.
    assert!(browser.has("#corners[aria-pressed=true]").await);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn by_keys_alone_a_piece_is_chosen_moved_turned_reshaped_and_removed() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    let table = forest(3);
    let (id, far) = wood(&table);
    let pieces = table.features.len();
    browser.open(&browser.keep_layout(&table).await).await;
    browser.ask("document.getElementById('name').focus()").await;
    let mine = format!("piece-{id}");
    while browser.focus().await != mine {
        key(&browser, "Tab", 0);
        assert_ne!(browser.focus().await, "snap", "no Tab leads to the piece");
    }
    key(&browser, "Enter", 0);
    browser.until("document.querySelector('.piece.chosen')").await;
    let before = number(&browser, "x", &id).await;
    let way = if far > 0.0 { "ArrowRight" } else { "ArrowLeft" };
    // Moved by whole BW until it lies over the line.
    let mut steps = 0;
    while bw(i64::from(steps) * 1000) < far.abs() - 0.5 {
        steps += 1;
        browser.before_change().await;
        key(&browser, way, 8);
        browser.after_change().await;
        assert_eq!(browser.focus().await, mine);
    }
    assert_eq!(verdict(&browser).await, "Not legal");
    let said = spoken(&browser).await;
    assert!(said.contains("Not legal"), "{said}");
    for _ in 0..steps {
        browser.before_change().await;
        key(&browser, "z", 2);
        browser.after_change().await;
    }
    assert_eq!(verdict(&browser).await, "Legal");
    assert!((number(&browser, "x", &id).await - before).abs() < 0.001);

    let turn = number(&browser, "turn", &id).await;
    browser.before_change().await;
    key(&browser, "[", 0);
    browser.after_change().await;
    let turned = (number(&browser, "turn", &id).await - turn).rem_euclid(180.0);
    assert!((turned - 5.0).abs() < 0.3, "{turned}");
    let width = number(&browser, "breadth", &id).await;
    browser.before_change().await;
    key(&browser, "+", 0);
    browser.after_change().await;
    assert!((number(&browser, "breadth", &id).await - width - 0.5).abs() < 0.02);

    // Corners: the keys move one, add one and remove it again.
    key(&browser, "c", 0);
    browser.until("document.querySelector('.handles .corner')").await;
    let corners = async || {
        let count = format!("return document.querySelector('#row-{id}').dataset.corners.split(' ').length");
        browser.ask(&count).await.as_u64().unwrap()
    };
    let count = corners().await;
    browser.ask("document.getElementById('corner-4').focus()").await;
    for (name, expected) in [("ArrowUp", count), ("+", count + 1), ("Delete", count)] {
        browser.before_change().await;
        key(&browser, name, 0);
        browser.after_change().await;
        assert_eq!(corners().await, expected, "{name}");
        assert_eq!(browser.focus().await, "corner-4", "{name}");
    }
    key(&browser, "Escape", 0);
    assert_eq!(browser.focus().await, mine);

    browser.before_change().await;
    key(&browser, "Delete", 0);
    browser.after_change().await;
    assert_eq!(browser.ask("return document.querySelectorAll('.piece-row').length").await, pieces - 1);
    assert_eq!(browser.focus().await, "verdict");
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn on_a_phone_a_finger_moves_a_piece_and_the_page_still_scrolls_beside_it() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(390, 844);
    browser.command("Emulation.setTouchEmulationEnabled", &json!({ "enabled": true, "maxTouchPoints": 2 }));
    let table = forest(3);
    let (id, far) = wood(&table);
    browser.open(&browser.keep_layout(&table).await).await;
    let touchable =
        "return ['.piece', 'svg.map'].map((css) => getComputedStyle(document.querySelector(css)).touchAction)";
    assert_eq!(browser.ask(touchable).await, json!(["none", "auto"]));
    let from = inside(&browser, &id).await;
    let to = (from.0 + far * pixels(&browser).await, from.1);
    let scrolled = browser.ask("return scrollY").await;
    browser.before_change().await;
    touch(&browser, "touchStart", &[from]);
    for step in 1..=4 {
        let share = f64::from(step) / 4.0;
        touch(&browser, "touchMove", &[(from.0 + (to.0 - from.0) * share, from.1)]);
    }
    touch(&browser, "touchEnd", &[]);
    browser.after_change().await;
    assert!((number(&browser, "x", &id).await - 7.5).abs() < 0.3);
    assert_eq!(verdict(&browser).await, "Not legal");
    // The verdict's length has changed; a finger that scrolled would have moved the page much farther.
    let now = browser.ask("return scrollY").await;
    assert!((now.as_f64().unwrap() - scrolled.as_f64().unwrap()).abs() < 8.0, "{scrolled} {now}");
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn without_script_the_numbers_and_buttons_do_the_same() {
    let stage = Stage::open();
    let browser = stage.browser_without_script().await;
    let table = forest(3);
    let (id, _) = wood(&table);
    let editor = browser.keep_layout(&table).await;
    browser.open(&editor).await;
    let corners = "return document.getElementById('corners').checkVisibility()";
    assert_eq!(browser.ask(corners).await, false);
    browser.click(&format!("#head-{id}")).await;
    browser.write(&format!("#x-{id}"), "7.5").await;
    browser.press("#save").await;
    assert_eq!(verdict(&browser).await, "Not legal");
    assert!(problems(&browser, &id).await.contains("quarter"));
    assert_eq!(number(&browser, "x", &id).await, 7.5);
    browser.press("#undo").await;
    assert_eq!(verdict(&browser).await, "Legal");
    // A wrong number is shown in its field.
    browser.click(&format!("#head-{id}")).await;
    browser.write(&format!("#x-{id}"), "99").await;
    browser.press("#save").await;
    let seen = format!("return document.querySelector('#x-{id}[aria-invalid=true]').checkVisibility()");
    assert_eq!(browser.ask(&seen).await, true);
    assert!(browser.has(&format!("#wrong a[href='#x-{id}']")).await);
    browser.open(&editor).await;
    // The link to a feature opens it.
    browser.press("#redo").await;
    browser.click(&format!(".table-problems [data-select='{id}']")).await;
    browser.until(&format!("document.getElementById('nudge-east-{id}').getClientRects().length")).await;
    browser.press(&format!("#nudge-east-{id}")).await;
    assert!(number(&browser, "x", &id).await > 7.5);
    assert!(browser.path().await.ends_with("/edit"));
    browser.open(&editor).await;
    assert!(number(&browser, "x", &id).await > 7.5);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn what_is_dragged_without_a_connection_stays_and_is_sent_when_that_is_asked() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    let table = forest(3);
    let (id, far) = wood(&table);
    let editor = browser.keep_layout(&table).await;
    browser.open(&editor).await;
    let from = inside(&browser, &id).await;
    let one = pixels(&browser).await;
    browser.latency(None);
    drag(&browser, from, (far * one, 0.0));
    browser.until("document.getElementById('unsent')").await;
    assert!(browser.text("#unsent").await.contains("no connection"));
    let shown = format!("return document.querySelector(\".piece[data-id='{id}']\").getAttribute('transform')");
    assert!(browser.ask(&shown).await.as_str().unwrap().starts_with("translate("));
    browser.latency(Some(0));
    browser.press("#unsent button").await;
    assert_eq!(verdict(&browser).await, "Not legal");
    assert!((number(&browser, "x", &id).await - 7.5).abs() < 0.3);
    browser.open(&editor.replace("/edit", "/history")).await;
    assert_eq!(browser.ask("return document.querySelectorAll('.history li').length").await, 2);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn drags_that_are_quicker_than_the_answers_are_all_kept_in_their_order() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    let table = forest(3);
    let (id, far) = wood(&table);
    let editor = browser.keep_layout(&table).await;
    browser.open(&editor).await;
    let one = pixels(&browser).await * far.signum();
    browser
        .ask(
            "const ask = window.fetch;
             window.held = true;
             window.answered = 0;
             window.fetch = async (...request) => {
                if (String(request[0]).includes('/trial')) return ask(...request);
                const answer = await ask(...request);
                while (window.held) await new Promise((go) => setTimeout(go, 5));
                window.answered += 1;
                return answer;
             }",
        )
        .await;
    let from = inside(&browser, &id).await;
    let before = number(&browser, "x", &id).await;
    drag(&browser, from, (one, 0.0));
    // The feature is shown in its future place, and some of its handles may be where it was grabbed before.
    let again = inside(&browser, &id).await;
    drag(&browser, again, (0.0, -one.abs() * 0.5));
    browser.ask("window.held = false").await;
    browser.until("window.answered === 2 && document.querySelectorAll('[aria-busy=true]').length === 0").await;
    browser.open(&editor.replace("/edit", "/history")).await;
    assert_eq!(browser.ask("return document.querySelectorAll('.history li').length").await, 3);
    browser.open(&editor).await;
    let moved = (number(&browser, "x", &id).await - before).abs();
    assert!((0.7..1.3).contains(&moved), "{moved}");
}

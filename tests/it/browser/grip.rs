//! Dragging on the table: what can be grabbed, where it is dropped, and what is offered where the table may not be
//! changed.

use musterfield_rules::terrain::Kind;
use musterfield_terrain::edit::{Edit, pose};
use serde_json::json;

use super::harness::{Browser, Stage};
use super::terrain::{drag, inside, key, mouse, number, pixels, touch, wood};
use crate::web::harness::{forest, laid_out};

/// A place on the name of a feature, in pixels.
async fn on_the_name(browser: &Browser, id: &str) -> (f64, f64) {
    let script = "
        const at = document.querySelector(`svg.map .label[data-of='${arguments[0]}'] text`);
        at.scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = at.getBoundingClientRect();
        const place = [box.x + box.width / 2, box.y + box.height / 2];
        return document.elementFromPoint(...place).closest('.label') ? place : null";
    let place = browser.client.execute(script, vec![json!(id)]).await.unwrap();
    (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
}

/// The distance of a feature from the left edge, in thousandths of a BW.
async fn from_the_left(browser: &Browser, id: &str) -> i64 {
    let script = format!(
        "return Math.min(...document.querySelector('#row-{id}').dataset.corners.split(' ').map((at) => Number(at.split(',')[0])))"
    );
    browser.ask(&script).await.as_i64().unwrap()
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_name_on_the_map_is_a_grip_of_its_piece_and_no_text_is_marked() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    let table = forest(3);
    let (id, _) = wood(&table);
    browser.open(&browser.keep_layout(&table).await).await;
    let before = number(&browser, "x", &id).await;
    let at = on_the_name(&browser, &id).await;
    let one = pixels(&browser).await;
    browser.before_change().await;
    drag(&browser, at, (one, 0.0));
    browser.after_change().await;
    assert!((number(&browser, "x", &id).await - before - 1.0).abs() < 0.3);
    assert!(browser.has(&format!(".piece.chosen[data-id='{id}']")).await);
    assert_eq!(browser.ask("return getSelection().toString()").await, "");
    let touchable = "return getComputedStyle(document.querySelector('svg.map .label text')).touchAction";
    assert_eq!(browser.ask(touchable).await, "none");
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_piece_that_is_dragged_past_the_edge_stays_where_it_was_shown_with_the_keys_on_it() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    let table = forest(7);
    let id = table.features[0].id.clone();
    browser.open(&browser.keep_layout(&table).await).await;
    let from = inside(&browser, &id).await;
    mouse(&browser, "mousePressed", from);
    mouse(&browser, "mouseMoved", (from.0 - 900.0, from.1));
    let edge = "return document.querySelector(arguments[0]).getBoundingClientRect().left";
    let shown = format!("svg.map .piece[data-id='{id}'] .outline");
    let left = browser.client.execute(edge, vec![json!(shown)]).await.unwrap().as_f64().unwrap();
    browser.before_change().await;
    mouse(&browser, "mouseReleased", (from.0 - 900.0, from.1));
    browser.after_change().await;
    assert!(!browser.has("#wrong").await);
    assert_eq!(from_the_left(&browser, &id).await, 0);
    let landed = browser.client.execute(edge, vec![json!(shown)]).await.unwrap().as_f64().unwrap();
    assert!((landed - left).abs() < 1.0, "{left} {landed}");
    assert_eq!(browser.focus().await, format!("piece-{id}"));
    browser.before_change().await;
    key(&browser, "Delete", 0);
    browser.after_change().await;
    assert!(!browser.has(&format!("#row-{id}")).await);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn an_arrow_key_that_is_held_stops_at_the_edge_and_the_next_press_the_other_way_counts() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    let table = forest(7);
    let id = table.features[0].id.clone();
    browser.open(&browser.keep_layout(&table).await).await;
    browser.ask("document.getElementById('snap').checked = false").await;
    let at = inside(&browser, &id).await;
    mouse(&browser, "mousePressed", at);
    mouse(&browser, "mouseReleased", at);
    let settled = "!document.querySelector('[aria-busy=true]')";
    for _ in 0..25 {
        key(&browser, "ArrowLeft", 8);
    }
    browser.until(settled).await;
    assert_eq!(from_the_left(&browser, &id).await, 0);
    assert_eq!(browser.focus().await, format!("piece-{id}"));
    browser.before_change().await;
    key(&browser, "ArrowRight", 8);
    browser.after_change().await;
    assert_eq!(from_the_left(&browser, &id).await, 1000);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn two_sides_that_are_typed_one_after_the_other_are_those_that_the_piece_gets() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.open(&browser.keep_layout(&laid_out("hilly", 2)).await).await;
    browser.click("#head-f4").await;
    for (length, breadth) in [("2", "1.5"), ("1", "1")] {
        for (field, typed) in [("length", length), ("breadth", breadth)] {
            browser.before_change().await;
            browser.write(&format!("#{field}-f4"), typed).await;
            key(&browser, "Tab", 0);
            browser.after_change().await;
        }
        assert_eq!(browser.value("#length-f4").await, length);
        assert_eq!(browser.value("#breadth-f4").await, breadth);
    }
    assert!(browser.text("#head-f4").await.contains("1 × 1 BW"));
}

/// Offsets from the centre of a feature, across and down, at which there is a handle.
const NOT_FREE: &str = "
    const piece = document.querySelector(`svg.map .piece[data-id='${arguments[0]}']`);
    piece.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = piece.querySelector('.outline').getBoundingClientRect();
    const found = [];
    for (const right of arguments[1])
        for (const down of arguments[2]) {
            const at = document.elementFromPoint(box.x + box.width / 2 + right, box.y + box.height / 2 + down);
            if (at.closest('.handle')) found.push(`${right} ${down} ${at.closest('.handle').dataset.handle}`);
        }
    return found";

#[tokio::test]
#[ignore = "needs a browser"]
async fn on_a_phone_the_middle_of_the_smallest_piece_moves_it_though_it_is_chosen() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(390, 844);
    browser.command("Emulation.setTouchEmulationEnabled", &json!({ "enabled": true, "maxTouchPoints": 2 }));
    let mut table = laid_out("forest", 3);
    let (id, _) = wood(&table);
    let middle = pose(table.feature(&id).unwrap()).middle;
    table = table.apply(&Edit::Resize { id: id.clone(), length: 2000, width: 1000 }).unwrap();
    browser.open(&browser.keep_layout(&table).await).await;
    let around = |across: &[i32], down: &[i32]| vec![json!(id), json!(across), json!(down)];
    let sizes = async || [number(&browser, "length", &id).await, number(&browser, "breadth", &id).await];
    assert_eq!(sizes().await, [2.0, 1.0]);
    for step in 1..=3 {
        let before = number(&browser, "x", &id).await;
        let from = inside(&browser, &id).await;
        // Away from the nearer edge.
        let by = pixels(&browser).await * if middle.x < 7500 { 1.0 } else { -1.0 };
        browser.before_change().await;
        touch(&browser, "touchStart", &[from]);
        touch(&browser, "touchMove", &[(from.0 + by / 2.0, from.1)]);
        touch(&browser, "touchMove", &[(from.0 + by, from.1)]);
        touch(&browser, "touchEnd", &[]);
        browser.after_change().await;
        assert!((number(&browser, "x", &id).await - before).abs() > 0.5, "{step}");
        assert_eq!(sizes().await, [2.0, 1.0], "{step}");
        assert!(browser.has(".handles .handle[data-handle=length]").await);
        assert_eq!(
            browser.client.execute(NOT_FREE, around(&[-10, -5, 0, 5, 10], &[-6, 0, 6])).await.unwrap(),
            json!([])
        );
    }
    browser.click("#corners").await;
    browser.until("document.querySelector('.handles .corner')").await;
    assert_eq!(browser.client.execute(NOT_FREE, around(&[-4, 0, 4], &[-4, 0, 4])).await.unwrap(), json!([]));
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn the_middle_of_a_river_moves_it_though_all_its_corners_are_shown() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(390, 844);
    browser.command("Emulation.setTouchEmulationEnabled", &json!({ "enabled": true, "maxTouchPoints": 2 }));
    let table = (0..200)
        .map(|seed| laid_out("arable", seed))
        .find(|table| table.features.iter().any(|feature| feature.kind == Kind::River));
    let table = table.unwrap();
    let river = table.features.iter().find(|feature| feature.kind == Kind::River).unwrap();
    browser.open(&browser.keep_layout(&table).await).await;
    browser.click(&format!("#head-{}", river.id)).await;
    browser.until("document.querySelector('.handles .corner')").await;
    let under = "
        const table = document.querySelector('svg.map g.table');
        const [x, y] = arguments[0];
        const at = new DOMPoint(x / 10, (15000 - y) / 10).matrixTransform(table.getScreenCTM());
        table.scrollIntoView({ block: 'center', behavior: 'instant' });
        const now = new DOMPoint(x / 10, (15000 - y) / 10).matrixTransform(table.getScreenCTM());
        return Boolean(document.elementFromPoint(now.x, now.y).closest('.handle'))";
    let path = &river.course().unwrap().path;
    let (one, other) = (path[(path.len() - 1) / 2], path[path.len() / 2]);
    let middle = json!([(one.x + other.x) / 2, (one.y + other.y) / 2]);
    assert_eq!(browser.client.execute(under, vec![middle]).await.unwrap(), false);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn who_has_lost_the_right_to_edit_goes_on_with_a_copy_and_what_was_done() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    let table = forest(3);
    let (id, _) = wood(&table);
    let editor = browser.keep_layout(&table).await;
    browser.open(&editor).await;
    let before = number(&browser, "x", &id).await;
    browser.click(&format!("#head-{id}")).await;
    browser.client.delete_cookie("musterfield_visitor").await.unwrap();
    browser
        .ask("document.querySelector('.particulars').scrollIntoView({ block: 'center', behavior: 'instant' })")
        .await;
    browser.ask(&format!("document.getElementById('nudge-east-{id}').click()")).await;
    browser.until("document.getElementById('unsent')").await;
    let seen = "const box = document.getElementById('unsent').getBoundingClientRect();
                return box.top >= 0 && box.bottom <= innerHeight";
    assert_eq!(browser.ask(seen).await, true);
    assert!(browser.text("#unsent").await.contains("copy of your own"));
    browser.ask("document.documentElement.dataset.left = 'yes'").await;
    browser
        .ask("[...document.querySelectorAll('#unsent button')].find((at) => at.textContent.includes('copy')).click()")
        .await;
    browser.until("!document.documentElement.dataset.left && document.readyState === 'complete'").await;
    assert_ne!(browser.path().await, editor);
    assert!(browser.path().await.ends_with("/edit"));
    assert!(number(&browser, "x", &id).await > before);
    // The copy can be changed.
    browser.press("#undo").await;
    assert!((number(&browser, "x", &id).await - before).abs() < 0.001);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn what_was_said_when_the_page_came_goes_with_the_first_change() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    let table = forest(3);
    let (id, _) = wood(&table);
    let editor = browser.keep_layout(&table).await;
    browser.open(&editor.replace("/edit", "")).await;
    browser.follow("form[action$='/copy'] button").await;
    assert!(browser.has(".flash").await);
    browser.click(&format!("#head-{id}")).await;
    browser.press(&format!("#nudge-east-{id}")).await;
    assert!(!browser.has(".flash").await);
}

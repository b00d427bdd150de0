//! Several elements that are set up at once, by finger on a phone.

use serde_json::{Value, json};

use super::battle::{Hand, STATE, begin, orders_or_none, place, press, pull, put, tap};
use super::harness::{Browser, Stage};

/// The places of some elements on the map, as front left corners in BW and facing.
async fn stances(browser: &Browser, ids: &[String]) -> Vec<[f64; 3]> {
    let script = r#"return arguments[0].map((id) => document.querySelector(`.battle .element[data-id="${id}"]`)
        ?.getAttribute("transform").match(/-?[\d.]+/g).map(Number))"#;
    let found = browser.client.execute(script, vec![json!(ids)]).await.unwrap();
    let stance = |at: &Value| [0, 1, 2].map(|part| at[part].as_f64().unwrap());
    found.as_array().unwrap().iter().map(stance).collect()
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn several_elements_are_set_up_at_once_and_moved_together() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(390, 844);
    begin(&browser, "screen").await;
    browser.until("document.documentElement.dataset.battle === 'ready'").await;
    while browser.ask(STATE).await["tiles"] == 0 {
        if browser.has(".b-whole").await {
            put(&browser, Hand::Finger, ".b-whole").await;
        } else {
            press(&browser, Hand::Finger, "#offers .b-buttons button").await;
        }
    }
    let before = orders_or_none(&browser).await;
    // In the mode for groups, taps choose them, and a drag takes them out of the tray.
    browser.click("[data-tool=group]").await;
    let ids = "return [...document.querySelectorAll('.b-tray [data-id]')].slice(0, 3).map((tile) => tile.dataset.id)";
    let ids: Vec<String> = serde_json::from_value(browser.ask(ids).await).unwrap();
    for (count, id) in ids.iter().enumerate() {
        browser.click(&format!(".b-tray [data-id={id}]")).await;
        browser.until(&format!("document.querySelectorAll('.b-ghost .ghost').length === {}", count + 1)).await;
    }
    let way = browser
        .client
        .execute(
            "const tile = document.querySelector(`.b-tray [data-id=${arguments[0]}]`);
             tile.scrollIntoView({ block: 'start', inline: 'center', behavior: 'instant' });
             const [at, map] = [tile, document.querySelector('svg.map')].map((one) => one.getBoundingClientRect());
             const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
             return [x, y, map.x + map.width / 2 - x, map.y + map.height * arguments[1] - y];",
            vec![json!(ids[1]), json!(0.8)],
        )
        .await
        .unwrap();
    let [x, y, right, down] = [0, 1, 2, 3].map(|at| way[at].as_f64().unwrap());
    pull(&browser, Hand::Finger, (x, y), (right, down));
    browser
        .until("document.querySelectorAll('.b-tray [data-id]').length && !document.querySelector('[aria-busy]')")
        .await;
    browser.until(&format!("document.querySelector(\".battle [data-id='{}']\")", ids[2])).await;
    browser.until("!document.querySelector('[aria-busy]')").await;
    assert_eq!(orders_or_none(&browser).await, before + 3);
    let stood = stances(&browser, &ids).await;
    let facing = stood[0][2];
    for pair in stood.windows(2) {
        let step = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]];
        let wanted = if facing == 0.0 { [100.0, 0.0] } else { [-100.0, 0.0] };
        assert_eq!((step, pair[1][2]), (wanted, facing), "{stood:?}");
    }
    // Elements that stand already are dragged together, and keep their places to each other.
    for (count, id) in ids.iter().enumerate() {
        let [at, _] = place(&browser, id, 0.0).await;
        tap(&browser, Hand::Finger, at);
        browser.until(&format!("document.querySelectorAll('.b-ghost .ghost').length === {}", count + 1)).await;
    }
    let [at, ahead] = place(&browser, &ids[0], 1.0).await;
    pull(&browser, Hand::Finger, at, (-ahead.0 - ahead.1.abs(), -ahead.1));
    browser
        .until(&format!("Number(document.querySelector('.b-log ol').getAttribute('start')) === {}", before + 6))
        .await;
    browser.until("!document.querySelector('[aria-busy]')").await;
    let moved = stances(&browser, &ids).await;
    let step = |at: usize| [0, 1].map(|part: usize| moved[at][part] - stood[at][part]);
    assert_eq!((step(1), step(2)), (step(0), step(0)), "{stood:?} {moved:?}");
    assert!(step(0) != [0.0, 0.0]);
}

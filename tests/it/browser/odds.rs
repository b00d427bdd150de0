//! Looking up the odds of a combat on a phone.

use super::harness::Stage;

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_tap_changes_the_odds_at_once_and_the_address_with_them() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(390, 844);
    browser.open("/odds?a=Kn&b=Sp").await;
    browser.until("document.querySelector('#odds-form.live')").await;
    let deed =
        |words: &str| format!("document.querySelector('.odds-deed').innerText.replace(/\\s/g, ' ') === '{words}'");
    browser.until(&deed("Knight destroys 10 in 36 (28 %)")).await;
    browser.click("#b-general").await;
    browser.until(&deed("Knight destroys 6 in 36 (17 %)")).await;
    assert_eq!(browser.focus().await, "b-general");
    assert_eq!(browser.ask("return location.search").await, "?a=Kn&b=Sp&b.general=on");
    // The answer stays visible however far down the control is.
    browser.click("#b-left-2").await;
    browser.until(&deed("Knight destroys 10 in 36 (28 %)")).await;
    let seen = "const box = document.getElementById('odds-said').getBoundingClientRect(); return box.top >= -1 && box.bottom < innerHeight";
    assert_eq!(browser.ask(seen).await, true);
    browser.click("#swap").await;
    browser.until(&deed("Spear destroys 4 in 36 (11 %)")).await;
    assert_eq!(browser.ask("return location.search").await, "?a=Sp&b=Kn&a.general=on&a.left=overlap");
    // Controls that cannot matter are out of the way.
    let is_shown = |id: &str| format!("return document.getElementById('{id}').checkVisibility()");
    assert_eq!(browser.ask(&is_shown("a-rear-shot")).await, false);
    assert_eq!(browser.ask(&is_shown("a-uphill")).await, true);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_lost_connection_loses_nothing_that_was_chosen() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.open("/odds?a=Kn&b=Sp").await;
    browser.until("document.querySelector('#odds-form.live')").await;
    browser.latency(None);
    browser.click("#a-general").await;
    browser.until("document.querySelector('.toast').textContent.startsWith('Not updated')").await;
    assert_eq!(browser.ask("return document.getElementById('a-general').checked").await, true);
    browser.latency(Some(0));
    browser.click("#a-uphill").await;
    browser.until("location.search === '?a=Kn&b=Sp&a.general=on&a.uphill=on'").await;
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn without_script_every_control_is_shown_and_a_button_asks() {
    let stage = Stage::open();
    let browser = stage.browser_without_script().await;
    browser.open("/odds?a=Kn&b=Sp").await;
    let hidden = "return [...document.querySelectorAll('#odds-form :is(input, select)')].filter((at) => !at.checkVisibility()).length";
    assert_eq!(browser.ask(hidden).await, 0);
    browser.click("#b-general").await;
    browser.follow("button.odds-show").await;
    assert_eq!(browser.text(".odds-deed").await, "Knight destroys 6 in 36 (17 %)");
}

//! A battle is looked at step by step: by links, keys and slider, played by itself, and without script.

use super::harness::{Browser, Stage};
use crate::web::looking_back::example;

async fn opened(browser: &Browser) -> String {
    browser.open("/battles/open").await;
    browser.fill("/battles/open", "/battles/open", &[("text", &example("complete"))]).await
}

/// Waits until a step is shown under its own address, with its own title.
async fn is_at(browser: &Browser, battle: &str, step: usize) {
    browser.until(&format!("location.pathname === '{battle}/{step}'")).await;
    browser.until(&format!("document.getElementById('step').dataset.number === '{step}'")).await;
    browser.until(&format!("document.title.includes('step {step} ')")).await;
}

async fn key(browser: &Browser, name: &str, shift: bool) {
    let event = format!("{{ key: '{name}', shiftKey: {shift}, bubbles: true, cancelable: true }}");
    browser.ask(&format!("document.body.dispatchEvent(new KeyboardEvent('keydown', {event}))")).await;
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn steps_are_walked_by_links_keys_and_slider_without_loading_the_page_anew() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    let battle = opened(&browser).await;
    browser.open(&format!("{battle}/0")).await;
    browser.ask("window.same = true").await;
    browser.click("#step-next").await;
    is_at(&browser, &battle, 1).await;
    assert_eq!(browser.focus().await, "step-next", "the focus stays where it was");
    key(&browser, "ArrowRight", false).await;
    is_at(&browser, &battle, 2).await;
    key(&browser, "PageDown", false).await;
    browser.until("Number(document.getElementById('step').dataset.number) > 10").await;
    let begins = browser.path().await;
    key(&browser, "ArrowRight", true).await;
    browser.until(&format!("location.pathname !== '{begins}'")).await;
    key(&browser, "ArrowLeft", true).await;
    browser.until(&format!("location.pathname === '{begins}'")).await;
    browser.ask("history.go(-4)").await;
    is_at(&browser, &battle, 1).await;
    browser
        .ask("const at = document.getElementById('step-number'); at.value = 42; at.dispatchEvent(new Event('change', { bubbles: true }))")
        .await;
    is_at(&browser, &battle, 42).await;
    assert!(browser.has(".s-odds .came").await);
    assert_eq!(browser.ask("return window.same").await, true, "the page was loaded anew");
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_battle_is_played_by_itself_and_paused() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    let battle = opened(&browser).await;
    browser.open(&format!("{battle}/40")).await;
    browser
        .ask("const pace = document.getElementById('pace'); pace.add(new Option('at once', '100')); pace.value = '100'")
        .await;
    browser.click("#play-button").await;
    browser.until("Number(document.getElementById('step').dataset.number) >= 41").await;
    assert_eq!(browser.value("#pace").await, "100", "the pace stays as it was chosen");
    is_at(&browser, &battle, 43).await;
    browser.until("document.getElementById('play-button').textContent === 'Play'").await;
    browser.ask("history.back()").await;
    is_at(&browser, &battle, 40).await;
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn without_script_the_slider_has_a_button_and_nothing_is_offered_that_needs_script() {
    let stage = Stage::open();
    let browser = stage.browser_without_script().await;
    let battle = opened(&browser).await;
    browser.open(&format!("{battle}/7")).await;
    assert_eq!(browser.ask("return document.getElementById('play').checkVisibility()").await, false);
    browser.ask("document.getElementById('step-number').value = 12").await;
    browser.follow(".s-slider button").await;
    assert_eq!(browser.path().await, format!("{battle}/12"));
    browser.follow("#step-next").await;
    assert_eq!(browser.path().await, format!("{battle}/13"));
}

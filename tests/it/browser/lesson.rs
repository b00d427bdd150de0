//! The lesson on a phone, without script, and by keyboard.

use super::battle::{Hand, place, press, pull};
use super::harness::{Browser, ENTER, Stage, TAB};

/// Moves the focus to the first element of this kind by the Tab key.
async fn tab_to(browser: &Browser, css: &str) {
    for _ in 0..100 {
        browser.keys(TAB).await;
        if browser.ask(&format!("return document.activeElement.matches({css:?})")).await == true {
            return;
        }
    }
    panic!("no Tab leads to {css}");
}

/// Whether the page is no wider than the screen.
async fn fits(browser: &Browser) -> bool {
    browser.ask("return document.scrollingElement.scrollWidth <= innerWidth").await == true
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn on_a_phone_without_script_the_first_steps_are_done_by_taps() {
    let stage = Stage::open();
    let browser = stage.browser_without_script().await;
    browser.screen(390, 844);
    browser.open("/play/lesson").await;
    assert!(fits(&browser).await);
    browser.follow(".big").await;
    browser.click("label:has([name=who-a2])").await;
    browser.follow(".b-choose button").await;
    assert_eq!(browser.text("#offers h3").await, "Spear a2");
    browser.follow(".b-form:has([name=by]) button").await;
    assert_eq!(browser.text("#goal-title").await, "Well marched!");
    assert!(fits(&browser).await);
    browser.follow("#next").await;
    for one in ["a1", "a2", "a3"] {
        browser.click(&format!("label:has([name=who-{one}])")).await;
    }
    browser.follow(".b-choose button").await;
    browser.follow(".b-form:has([name=by]) button").await;
    assert!(browser.has(".b-reached").await);
    browser.follow("#back").await;
    assert!(!browser.has(".b-reached").await && browser.has("#offers").await);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn on_a_phone_a_step_is_done_on_the_drawing() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(390, 844);
    browser.open("/play/lesson/1").await;
    browser.until("document.documentElement.dataset.battle === 'ready'").await;
    assert!(browser.text(".b-goal").await.contains("Drag one of the highlighted Spears"));
    let [at, ahead] = place(&browser, "a2", 1.5).await;
    pull(&browser, Hand::Finger, at, ahead);
    browser.until("document.querySelector('.b-doit:not([disabled])')").await;
    assert_eq!(browser.text(".b-who").await, "Spear a2: Straight ahead 1.5 BW");
    press(&browser, Hand::Finger, ".b-doit").await;
    assert_eq!(browser.text("#goal-title").await, "Well marched!");
    assert!(browser.has(".b-steps-row .b-done").await && fits(&browser).await);
    // The address has the order, so that the page is the same when it is loaded again.
    browser.reload().await;
    assert_eq!(browser.text("#goal-title").await, "Well marched!");
    browser.follow("#back").await;
    assert!(browser.has("#b-give").await && !browser.has(".b-reached").await);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn by_keyboard_alone_a_step_is_done_and_the_browser_remembers_it() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.open("/play/lesson/3").await;
    for one in ["a1", "a2", "a3"] {
        tab_to(&browser, &format!("[name=who-{one}]")).await;
        browser.keys(" ").await;
    }
    tab_to(&browser, ".b-choose button").await;
    browser.keys(ENTER).await;
    browser.until("document.querySelector('#offers h3') && document.readyState === 'complete'").await;
    let into = "return [...document.querySelectorAll('.b-form button')].find((at) => at.textContent.startsWith('Into the front')).value";
    let into = browser.ask(into).await;
    tab_to(&browser, &format!("button[value='{}']", into.as_str().unwrap())).await;
    browser.keys(ENTER).await;
    browser.until("document.querySelector('.b-reached') && document.readyState === 'complete'").await;
    tab_to(&browser, "#next").await;
    browser.keys(ENTER).await;
    browser.until("location.pathname === '/play/lesson/4' && document.readyState === 'complete'").await;
    browser.open("/play/lesson").await;
    browser.until("document.querySelector('.b-done')").await;
    let done = "return [...document.querySelectorAll('.b-done')].map((at) => at.dataset.step).join()";
    assert_eq!(browser.ask(done).await, "3");
}

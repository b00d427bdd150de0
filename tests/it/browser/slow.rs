//! A slow connection: clicks and input during a pending answer are not lost.

use super::harness::{Browser, Stage, TAB};

/// Holds answers back until [`RELEASE`], however fast or slow this machine is.
const HOLD: &str = "
    const ask = window.fetch;
    window.held = true;
    window.fetch = async (...request) => {
        const answer = await ask(...request);
        while (window.held) await new Promise((go) => setTimeout(go, 5));
        return answer;
    }";
const RELEASE: &str = "window.held = false";

async fn editor(browser: &Browser) {
    browser.open("/armies/new").await;
    browser.write("#name", "Host").await;
    browser.follow("main form button").await;
    browser.press("#add-Bd").await;
}

/// Waits until every request is answered.
async fn settled(browser: &Browser) {
    browser.until("!document.querySelector('[aria-busy=true]')").await;
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn on_a_slow_connection_every_press_counts() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    editor(&browser).await;
    browser.ask(HOLD).await;
    for _ in 0..4 {
        browser.click("#more-0").await;
    }
    // What is pressed shows before anything is answered.
    assert_eq!(browser.value("#count-0").await, "5");
    assert_eq!(browser.text("#verdict .sum strong").await, "10");
    browser.ask(RELEASE).await;
    browser.until("document.getElementById('count-0').value === '5'").await;
    settled(&browser).await;
    browser.client.refresh().await.unwrap();
    assert_eq!(browser.value("#count-0").await, "5");
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn on_a_slow_connection_a_double_tap_touches_no_other_line() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    editor(&browser).await;
    browser.press("#add-Sp").await;
    browser.press("#add-Kn").await;
    browser.press("#add-Wb").await;
    let lines = "return [...document.querySelectorAll('.line .code')].map((code) => code.textContent).join(' ')";
    assert_eq!(browser.ask(lines).await, "Bd Sp Kn Wb");
    for (button, left) in [("less", "Sp Kn Wb"), ("drop", "Kn Wb"), ("copy", "Kn Kn Wb"), ("down", "Kn Kn Wb")] {
        // The first remaining line, by its key.
        let id = browser.ask(&format!("return document.querySelector('.line [id^={button}-]').id")).await;
        let id = format!("#{}", id.as_str().unwrap());
        browser.ask("for (const more of document.querySelectorAll('.more')) more.open = true").await;
        browser.ask(HOLD).await;
        browser.before_change().await;
        browser.click(&id).await;
        browser.click(&id).await;
        browser.ask(RELEASE).await;
        browser.after_change().await;
        settled(&browser).await;
        assert_eq!(browser.ask(lines).await, left, "{button}");
    }
    browser.client.refresh().await.unwrap();
    assert_eq!(browser.ask(lines).await, "Kn Kn Wb");
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn on_a_slow_connection_what_is_typed_into_a_line_stays_with_it_when_it_moves() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    editor(&browser).await;
    browser.press("#add-Sp").await;
    browser.press("#add-Kn").await;
    browser.ask("for (const more of document.querySelectorAll('.more')) more.open = true").await;
    browser.ask(HOLD).await;
    browser.before_change().await;
    browser.click("#drop-0").await;
    browser.write("#label-1", &format!("Long shields{TAB}")).await;
    browser.ask(RELEASE).await;
    browser.after_change().await;
    browser.until("!document.querySelector('[aria-busy=true]') && document.querySelector('.own-name')").await;
    assert_eq!(browser.text("#line-1 .own-name").await, "“Long shields”");
    assert_eq!(browser.text("#line-1 .code").await, "Sp");
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn on_a_slow_connection_what_is_typed_before_the_answer_is_kept_and_saved() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    editor(&browser).await;
    browser.ask(HOLD).await;
    // The first field is being sent while the second is left and the third is typed in.
    browser.before_change().await;
    browser.write("#name", &format!("Host of the Barrow{TAB}")).await;
    browser.write("#aggression", &format!("3{TAB}")).await;
    browser.write("#notes", "The king rides").await;
    assert!(browser.has("#editor[data-old][aria-busy]").await);
    browser.ask(RELEASE).await;
    browser.after_change().await;
    assert_eq!(browser.focus().await, "notes");
    browser.keys(" last").await;
    assert_eq!(browser.value("#notes").await, "The king rides last");
    settled(&browser).await;
    browser.before_change().await;
    browser.keys(TAB).await;
    browser.after_change().await;
    assert_eq!(browser.value("#notes").await, "The king rides last");
    browser.client.refresh().await.unwrap();
    assert_eq!(browser.value("#name").await, "Host of the Barrow");
    assert_eq!(browser.value("#aggression").await, "3");
    assert_eq!(browser.value("#notes").await, "The king rides last");
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn without_a_connection_nothing_typed_is_lost_and_saving_works_again_later() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    editor(&browser).await;
    browser.latency(None);
    browser.write("#name", &format!("Host of the Barrow{TAB}")).await;
    browser.until("document.querySelector('.toast').textContent.includes('no connection')").await;
    settled(&browser).await;
    let seen = "const { top, bottom, height } = document.querySelector('.toast').getBoundingClientRect();
                return height > 20 && top > 0 && bottom <= document.querySelector('.dock').getBoundingClientRect().top";
    assert_eq!(browser.ask(seen).await, true);
    assert_eq!(browser.value("#name").await, "Host of the Barrow");
    browser.latency(Some(0));
    browser.press("#save").await;
    assert_eq!(browser.text(".toast").await, "");
    browser.client.refresh().await.unwrap();
    assert_eq!(browser.value("#name").await, "Host of the Barrow");
    assert_eq!(browser.value("#count-0").await, "1");
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn on_a_slow_connection_what_was_typed_is_saved_though_the_page_is_left_at_once() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    editor(&browser).await;
    let editor = browser.path().await;
    browser.latency(Some(400));
    browser.write("#name", &format!("Host of the Barrow{TAB}")).await;
    browser.ask("location.href = '/rules'").await;
    browser.until("location.pathname === '/rules' && document.readyState === 'complete'").await;
    browser.latency(Some(0));
    browser.open(&editor).await;
    assert_eq!(browser.value("#name").await, "Host of the Barrow");
}

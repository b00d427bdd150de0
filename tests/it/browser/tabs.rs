//! One army open in two tabs.

use super::harness::{Stage, TAB};

/// Whether the question of which version to keep is on the screen.
const SEEN: &str = "const box = document.getElementById('conflict').getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight";

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_press_that_waits_behind_what_was_typed_in_a_stale_tab_is_done_and_the_question_is_seen() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(390, 844);
    browser.open("/armies/new").await;
    browser.follow("main form button").await;
    let editor = browser.path().await;
    let first = browser.client.window().await.unwrap();
    let second = browser.client.new_window(true).await.unwrap().handle;
    browser.client.switch_to_window(second.clone()).await.unwrap();
    browser.screen(390, 844);
    browser.open(&editor).await;
    browser.client.switch_to_window(first).await.unwrap();
    browser.click("#to-offers").await;
    browser.press("#add-Hr").await;
    browser.client.switch_to_window(second).await.unwrap();
    // The click itself leaves the field, and waits for it to be saved.
    browser.write("#name", "Typed first").await;
    browser.press(".start button:nth-of-type(2)").await;
    browser.until("document.querySelector('#line-0 .type') && !document.querySelector('[aria-busy=true]')").await;
    assert!(browser.text("#line-0 .type").await.contains("Spear"));
    assert_eq!(browser.value("#name").await, "Typed first");
    assert_eq!(browser.ask(SEEN).await, true);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn of_two_tabs_the_later_one_is_told_and_both_versions_stay_in_the_history() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.open("/armies/new").await;
    browser.write("#name", "Host").await;
    browser.follow("main form button").await;
    let editor = browser.path().await;
    let first = browser.client.window().await.unwrap();
    let second = browser.client.new_window(true).await.unwrap().handle;
    browser.client.switch_to_window(second.clone()).await.unwrap();
    browser.open(&editor).await;

    browser.client.switch_to_window(first).await.unwrap();
    browser.press("#add-Hr").await;
    assert_eq!(browser.value("#count-0").await, "1");

    browser.client.switch_to_window(second).await.unwrap();
    assert!(!browser.has("#line-0").await);
    browser.press("#add-Bd").await;
    assert!(browser.text(".conflict").await.contains("Changed elsewhere"));
    assert!(browser.text(".conflict").await.contains("added Hero"));
    // Further typing decides nothing.
    browser.write("#name", &format!("Host of the Barrow{TAB}")).await;
    assert!(browser.has("#conflict").await && !browser.has("[aria-busy=true]").await);
    // Pressing another button does not either: it takes effect here, and the question is scrolled into view again.
    browser.press("#add-Sp").await;
    assert!(browser.has("#conflict").await);
    assert_eq!(browser.ask(SEEN).await, true);
    browser.press(".conflict button").await;
    assert_eq!(browser.value("#name").await, "Host of the Barrow");
    assert_eq!(browser.text("#line-1 .type strong").await, "Spears");
    assert!(!browser.has(".conflict").await);

    browser.open(&editor.replace("/edit", "/history")).await;
    let history = browser.text(".history").await;
    assert!(history.contains("added Hero"), "{history}");
    assert_eq!(browser.ask("return document.querySelectorAll('.history li').length").await, 3, "{history}");
    browser.follow(".history li:nth-child(2) form button").await;
    browser.open(&editor).await;
    assert_eq!(browser.text("#line-0 .type strong").await, "Hero");
}

//! Two armies beside the real table, by taps, and without a connection.

use super::harness::Stage;
use super::pages::pages;

/// What both scores say.
const SCORES: &str = "return ['b', 'a'].map((letter) => document.getElementById(`t-lost-${letter}`).textContent)";

#[tokio::test]
#[ignore = "needs a browser"]
async fn losses_turns_and_odds_are_a_tap_each_and_a_reload_keeps_them() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(390, 844);
    let pages = pages(&browser).await;
    pages.iter().find(|page| page.name == "table-both").unwrap().show(&browser).await;
    let tap = |name: &str| format!("document.querySelector('.t-tile:has(input[name={name}])').click()");
    let before = browser.ask(SCORES).await;
    assert_ne!(before[1], "0", "the address says that an element is lost");
    browser.ask(&tap("a1")).await;
    let after = browser.ask(SCORES).await;
    assert!(after != before, "{before} {after}");
    // Undo takes the tap back; and again, it stands in the address.
    browser.ask("document.getElementById('t-undo').click()").await;
    assert_eq!(browser.ask(SCORES).await, before);
    browser.ask(&tap("a1")).await;
    assert_eq!(browser.ask("return location.search").await, "?a0=on&a1=on");
    // PIPs and bounds.
    browser.ask("document.querySelector('[data-pips=\"4\"]').click()").await;
    browser.ask("document.querySelector('[data-turn=pip]').click()").await;
    assert_eq!(browser.ask("return document.getElementById('t-pips').textContent").await, "PIPs: 3");
    browser.ask("document.querySelector('[data-turn=bound]').click()").await;
    assert_eq!(browser.ask("return document.getElementById('t-bound').textContent").await, "Bound 2");
    // A reload keeps all of it.
    browser.reload().await;
    browser
        .until("document.body.classList.contains('t-live') && !document.getElementById('t-undo').matches(':enabled')")
        .await;
    assert_eq!(browser.ask(SCORES).await, after);
    assert_eq!(browser.ask("return document.getElementById('t-bound').textContent").await, "Bound 2");
    // The odds of two elements, in two taps, change with what is added to a die, and nothing is lost by that.
    browser.ask("document.querySelector('[data-mode=odds]').click()").await;
    browser.ask(&tap("a2")).await;
    browser.ask(&tap("b0")).await;
    browser.until("document.querySelectorAll('.t-line').length === 2").await;
    let odds = "return [...document.querySelectorAll('.t-told')].map((line) => line.textContent).join(' | ')";
    let level = browser.ask(odds).await;
    browser.ask("document.querySelector('.t-line:last-of-type .t-stepper button:last-child').click()").await;
    assert_ne!(browser.ask(odds).await, level);
    assert_eq!(browser.ask(SCORES).await, after);
    assert_eq!(browser.ask("return document.scrollingElement.scrollWidth <= innerWidth").await, true);
}

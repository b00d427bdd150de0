//! Battles of the other rulesets: one of DBA 3.0 is played to its end, and a Big Battle and one of HOTT 2.5 are opened.

use super::battle::{Hand, play, press};
use super::harness::{Browser, Stage};

/// Begins a battle between two ready armies.
async fn begin(browser: &Browser, ruleset: &str, armies: [&str; 2], players: &str) {
    let form = format!("/play?ruleset={ruleset}");
    let [a, b] = armies.map(|army| format!("ready:{army}"));
    browser.open(&form).await;
    let path = browser.fill(&form, "/battles", &[("army_a", &a), ("army_b", &b), ("players", players)]).await;
    browser.open(&path).await;
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_battle_of_dba_is_played_to_its_end_and_counts_elements() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(1440, 900);
    begin(&browser, "dba3", ["normans", "ottonians"], "computer").await;
    assert!(play(&browser, Hand::Mouse).await > 0);
    assert!(browser.text(".b-side").await.contains(" elements"));
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_big_battle_shows_its_commands_on_a_wide_table() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(390, 844);
    begin(&browser, "dba3", ["carthage-big-battle", "romans-of-the-punic-wars-big-battle"], "watch").await;
    assert_eq!(browser.ask("return document.querySelectorAll('.b-commands li').length").await, 6);
    for _ in 0..3 {
        press(&browser, Hand::Mouse, "form[action$='/computer'] button").await;
    }
    let elements = "return document.querySelectorAll('.battle .element').length";
    assert!(browser.ask(elements).await.as_u64() > Some(60));
    assert_eq!(browser.ask("return document.scrollingElement.scrollWidth <= innerWidth").await, true);
    // A step of it can be looked at, with the rules that decided it.
    browser.follow(".b-log li a").await;
    assert!(browser.has(".s-text .ruleref").await);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_battle_of_hott_says_what_is_borrowed_before_it_begins() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(390, 844);
    browser.open("/play?ruleset=hott25").await;
    browser.follow("#begin .notice a").await;
    assert!(browser.has("#borrowed + ul a[href*='D3H2-CONT-04']").await);
    begin(&browser, "hott25", ["argonauts", "colchis"], "watch").await;
    for _ in 0..3 {
        press(&browser, Hand::Mouse, "form[action$='/computer'] button").await;
    }
    assert!(browser.text(".b-log").await.contains("bound "));
}

//! A matchup of two armies, on a phone and by keyboard.

use super::harness::{Browser, ENTER, Stage};
use super::pages::pages;

/// Opens one of the pages.
async fn show(browser: &Browser, name: &str) {
    let pages = pages(browser).await;
    pages.iter().find(|page| page.name == name).unwrap().show(browser).await;
}

/// Whether the headings of the last row and of the last column are visible beside the last square.
const HEADS_IN_SIGHT: &str = "
    const square = document.querySelector('.vs-matrix tbody tr:last-child td:last-child').getBoundingClientRect();
    const row = document.querySelector('.vs-matrix tbody tr:last-child th').getBoundingClientRect();
    const column = document.querySelector('.vs-matrix thead th:last-child').getBoundingClientRect();
    const seen = (box) => box.left >= 0 && box.right <= innerWidth + 1 && box.top >= 0 && box.bottom <= innerHeight + 1;
    return [seen(square), seen(row), seen(column), row.right <= square.left + 1, column.bottom <= square.top + 1]";

#[tokio::test]
#[ignore = "needs a browser"]
async fn on_any_screen_the_heads_stay_in_sight_beside_the_last_square() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    show(&browser, "versus-many").await;
    for (width, height) in [(390, 844), (768, 1024), (1440, 900)] {
        browser.screen(width, height);
        browser
            .ask(
                "document.querySelector('.vs-matrix tbody tr:last-child td:last-child').scrollIntoView({ block: 'end', inline: 'end' })",
            )
            .await;
        let seen = browser.ask(HEADS_IN_SIGHT).await;
        assert_eq!(seen, serde_json::json!([true, true, true, true, true]), "{width}");
        assert_eq!(browser.ask("return document.scrollingElement.scrollWidth <= innerWidth").await, true, "{width}");
    }
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_square_in_focus_says_itself_in_words_and_leads_to_its_odds() {
    let stage = Stage::open();
    let browser = stage.browser_without_script().await;
    show(&browser, "versus-small").await;
    let first = "document.querySelector('.vs-matrix td > a')";
    browser
        .ask(&format!("document.querySelector('.vs-region').focus(); {first}.focus({{ focusVisible: true }})"))
        .await;
    let words = browser.ask(&format!("return {first}.querySelector('.vs-said').textContent")).await;
    assert!(
        words.as_str().unwrap().contains(" against ") && words.as_str().unwrap().contains("of 36 rolls"),
        "{words}"
    );
    let box_of = format!("const box = {first}.querySelector('.vs-said').getBoundingClientRect();");
    let said = browser.ask(&format!("{box_of} return box.width > 200 && box.bottom < innerHeight")).await;
    assert_eq!(said, true);
    browser.keys(ENTER).await;
    browser.until("location.pathname === '/odds'").await;
    assert!(browser.has(".odds-square").await);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn without_script_an_address_leads_to_the_match_up() {
    let stage = Stage::open();
    let browser = stage.browser_without_script().await;
    show(&browser, "show").await;
    let own = browser.path().await;
    browser.write("#other", &own).await;
    browser.follow(".versus form button").await;
    assert_eq!(browser.path().await, format!("{own}/versus/{}", own.trim_start_matches("/armies/")));
    assert!(browser.has(".vs-matrix").await);
}

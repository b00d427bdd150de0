//! Using the site without a mouse.

use super::harness::{Browser, ENTER, Stage, TAB};

/// Presses the Tab key until the element with this id has the focus. Every focused element on the way must be visible.
async fn tab_to(browser: &Browser, id: &str) {
    for _ in 0..300 {
        browser.keys(TAB).await;
        let covered = browser
            .ask(
                "const at = document.activeElement, box = at.getBoundingClientRect();
                 const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                 return at.contains(seen) || seen?.contains(at) ? null : at.outerHTML.slice(0, 200);",
            )
            .await;
        assert!(covered.is_null(), "has the focus but is covered: {covered}");
        if browser.focus().await == id {
            return;
        }
    }
    panic!("no Tab leads to #{id}");
}

/// From the form of a new army to its editor: Enter in a field sends the form.
async fn begin(browser: &Browser, name: &str) {
    browser.open("/armies/new").await;
    tab_to(browser, "name").await;
    if !name.is_empty() {
        browser.keys(name).await;
    }
    browser.keys(ENTER).await;
    browser.until("document.getElementById('editor') && document.readyState === 'complete'").await;
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn by_keyboard_alone_elements_are_added_and_the_focus_stays_where_it_was() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    begin(&browser, "Host").await;
    browser.ask("window.loadedOnce = true").await;

    tab_to(&browser, "add-Bd").await;
    for count in ["1", "2", "3"] {
        browser.before_change().await;
        browser.keys(ENTER).await;
        browser.after_change().await;
        assert_eq!(browser.focus().await, "add-Bd");
        assert_eq!(browser.value("#count-0").await, count);
    }

    // One of the three is the general from now on; Space activates the button as well.
    browser.ask("document.getElementById('general-0').focus()").await;
    browser.before_change().await;
    browser.keys(" ").await;
    browser.after_change().await;
    assert_eq!(browser.focus().await, "general-0");
    assert!(browser.has("#general-0[aria-pressed=true]").await);

    // Enter in a field saves and does nothing else.
    browser.ask("const name = document.getElementById('name'); name.focus(); name.select()").await;
    browser.before_change().await;
    browser.keys("Host of the Barrow").await;
    browser.keys(ENTER).await;
    browser.after_change().await;
    assert_eq!(browser.value("#name").await, "Host of the Barrow");
    assert_eq!([browser.value("#count-0").await, browser.value("#count-1").await], ["1", "2"]);
    assert_eq!(browser.focus().await, "name");
    assert_eq!(browser.ask("return window.loadedOnce").await, true);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn the_focus_goes_to_the_head_of_its_part_when_the_button_is_gone() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    begin(&browser, "").await;
    for (button, home) in [
        // A problem that gets solved.
        ("[value^='fix:no-general:']", "verdict"),
        // An offer that can be taken again.
        ("#add-Bd", "add-Bd"),
        // Elements that are removed.
        ("#drop-1", "muster-title"),
        // An offer that no longer fits.
        ("#add-AHr", "offers-title"),
    ] {
        browser.before_change().await;
        browser
            .ask(&format!(
                "const at = document.querySelector(\"{button}\"); for (let up = at; up; up = up.parentElement) up.open = true;
                 at.focus()"
            ))
            .await;
        browser.keys(ENTER).await;
        browser.after_change().await;
        assert_eq!(browser.focus().await, home, "after {button}");
    }
    assert!(browser.text("[role=status].hidden").await.contains("AP"));
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_line_is_moved_on_by_pressing_the_same_button_again() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    begin(&browser, "").await;
    for button in ["#add-Bd", "#add-Sp", "#add-Wb", "#add-Kn"] {
        browser.press(button).await;
    }
    let lines = "return [...document.querySelectorAll('.line .code')].map((code) => code.textContent).join(' ')";
    browser.click("#more-head-3").await;
    browser.ask("document.getElementById('up-3').focus()").await;
    for (left, focus) in [("Bd Sp Kn Wb", "up-3"), ("Bd Kn Sp Wb", "up-3"), ("Kn Bd Sp Wb", "muster-title")] {
        browser.before_change().await;
        browser.keys(ENTER).await;
        browser.after_change().await;
        assert_eq!(browser.ask(lines).await, left);
        // The topmost line cannot move up.
        assert_eq!(browser.focus().await, focus);
        assert!(browser.has("#more-of-3[open]").await && !browser.has(".more[open]:not(#more-of-3)").await);
    }
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn the_first_tab_of_a_page_leads_past_its_head() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.open("/lists").await;
    browser.keys(TAB).await;
    assert_eq!(browser.ask("return document.activeElement.className").await, "skip");
    browser.keys(ENTER).await;
    browser.keys(TAB).await;
    assert_eq!(browser.ask("return document.activeElement.closest('main') !== null").await, true);
}

//! Without a mouse.

use super::harness::{Browser, Stage};

/// The keys as WebDriver writes them.
const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";

/// Presses keys where the focus is.
async fn keys(browser: &Browser, text: &str) {
    browser.client.active_element().await.unwrap().send_keys(text).await.unwrap();
}

/// Goes on with the Tab key until the element with this id has the focus; what has the focus must be seen on the way.
async fn tab_to(browser: &Browser, id: &str) {
    for _ in 0..300 {
        keys(browser, TAB).await;
        let found = browser
            .ask(
                "const at = document.activeElement, box = at.getBoundingClientRect();
                 const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                 return { id: at.id, name: at.outerHTML.slice(0, 200), seen: at.contains(seen) || seen?.contains(at) };",
            )
            .await;
        assert_eq!(found["seen"], true, "has the focus but is covered: {}", found["name"]);
        if found["id"] == id {
            return;
        }
    }
    panic!("no Tab leads to #{id}");
}

#[tokio::test]
async fn by_keyboard_alone_elements_are_added_and_the_focus_stays_where_it_was() {
    let Some(stage) = Stage::open() else { return };
    let browser = stage.browser().await;
    browser.open("/armies/new").await;
    // The cursor waits in the first field, and Enter sends the form.
    assert_eq!(browser.ask("return document.activeElement.id").await, "name");
    keys(&browser, "Host").await;
    browser.ask("document.documentElement.dataset.left = 'yes'").await;
    keys(&browser, ENTER).await;
    browser.until("!document.documentElement.dataset.left && document.getElementById('editor')").await;
    browser.ask("window.loadedOnce = true").await;

    tab_to(&browser, "add-Bd").await;
    for count in ["1", "2", "3"] {
        browser.before_change().await;
        keys(&browser, ENTER).await;
        browser.after_change().await;
        assert_eq!(browser.ask("return document.activeElement.id").await, "add-Bd");
        assert_eq!(browser.value("#count-0").await, count);
    }
    // One of the three leads from now on; Space presses as well.
    browser.ask("document.getElementById('general-0').focus()").await;
    browser.before_change().await;
    keys(&browser, " ").await;
    browser.after_change().await;
    assert_eq!(browser.ask("return document.activeElement.id").await, "general-0");
    assert!(browser.has("#general-0[aria-pressed=true]").await);
    // Enter in a field saves and does nothing else.
    browser.ask("const name = document.getElementById('name'); name.focus(); name.select()").await;
    browser.before_change().await;
    keys(&browser, "Host of the Barrow").await;
    keys(&browser, ENTER).await;
    browser.after_change().await;
    assert_eq!(browser.value("#name").await, "Host of the Barrow");
    assert_eq!([browser.value("#count-0").await, browser.value("#count-1").await], ["1", "2"]);
    assert_eq!(browser.ask("return document.activeElement.id").await, "name");
    assert_eq!(browser.ask("return window.loadedOnce").await, true);
}

#[tokio::test]
async fn the_first_tab_of_a_page_leads_past_its_head() {
    let Some(stage) = Stage::open() else { return };
    let browser = stage.browser().await;
    browser.open("/lists").await;
    keys(&browser, TAB).await;
    assert_eq!(browser.ask("return document.activeElement.className").await, "skip");
    keys(&browser, ENTER).await;
    keys(&browser, TAB).await;
    assert_eq!(browser.ask("return document.activeElement.closest('main') !== null").await, true);
}

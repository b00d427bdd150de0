//! The way of most visitors: from nothing to a legal army, printed and shown to a friend.

use fantoccini::Locator;

use super::harness::{Browser, ENTER, Stage};

const NAME: &str = "Host of the “Long” Barrow & <Sons> 🏰";

/// From the home page to the editor of a new army.
async fn begin(browser: &Browser) {
    browser.open("/").await;
    browser.follow(".tile a[href='/armies/new?ruleset=d3h2']").await;
    browser.write("#name", NAME).await;
    browser.follow("main form button").await;
    assert!(browser.path().await.ends_with("/edit"), "{}", browser.path().await);
    assert_eq!(browser.value("#name").await, NAME);
    assert!(browser.has("#verdict .seal.begun").await);
}

/// Types or chooses and waits until it is saved: automatically with script, by the button without.
async fn save(browser: &Browser, scripted: bool) {
    if scripted {
        browser.after_change().await;
    } else {
        browser.click("#save").await;
        browser.after_change().await;
    }
}

/// From an empty editor to a legal army of 24 AP, using every kind of help on the way.
async fn build(browser: &Browser, scripted: bool) {
    browser.press("#add-Hr").await;
    browser.press("#add-Bd").await;
    browser.press("#more-1").await;
    browser.press("#more-1").await;
    browser.press("#more-1").await;
    assert_eq!(browser.value("#count-1").await, "4");
    browser.press("#add-Sp").await;
    browser.before_change().await;
    browser.write("#count-2", "6\t").await;
    save(browser, scripted).await;
    assert_eq!(browser.text("#verdict .sum strong").await, "24");

    // One element too many, against advice, and then the advice is taken after all.
    browser.press("#unfit-head").await;
    browser.press("#unfit #add-Bd").await;
    assert_eq!(browser.text("#verdict .sum strong").await, "26");
    assert!(browser.text(".army-problems").await.contains("2 AP more than the 24 AP agreed"));
    let fix = "//button[starts-with(@value, 'fix:over-budget:') and contains(., 'Blade')]";
    browser.press_at(Locator::XPath(fix)).await;
    assert_eq!(browser.text("#verdict .sum strong").await, "24");

    assert!(browser.text(".army-problems").await.contains("No element is the general"));
    assert!(browser.has("#verdict .seal.begun").await);
    browser.press("#general-0").await;
    assert!(browser.has("#general-0[aria-pressed=true]").await);
    assert!(browser.has("#verdict .seal.legal").await);

    browser.before_change().await;
    browser.click("#home_terrain option[value=forest]").await;
    save(browser, scripted).await;
    assert!(!browser.has(".problem").await, "{}", browser.text("#editor").await);
    let verdict = browser.text("#verdict").await;
    assert!(verdict.contains("Ready") && verdict.contains("24 of 24 AP"), "{verdict}");
}

/// Back and forward, a new visit, a friend, a copy, a print.
async fn keep_and_show(stage: &Stage, browser: &Browser, friend: &Browser) {
    browser.press("#undo").await;
    assert_eq!(browser.value("#home_terrain").await, "");
    assert!(browser.text(".army-problems").await.contains("home terrain"));
    browser.press("#redo").await;
    assert_eq!(browser.value("#home_terrain").await, "forest");
    assert!(browser.has("#redo:disabled").await);

    browser.client.refresh().await.unwrap();
    assert_eq!(browser.value("#name").await, NAME);
    assert_eq!(browser.value("#home_terrain").await, "forest");
    let counts = [browser.value("#count-0").await, browser.value("#count-1").await, browser.value("#count-2").await];
    assert_eq!(counts, ["1", "4", "6"]);
    assert!(browser.has("#verdict .seal.legal").await);
    assert!(!browser.has("#line-3").await);

    let permanent = browser.ask("return document.querySelector('#saved a').pathname").await;
    let permanent = permanent.as_str().unwrap();
    friend.open(permanent).await;
    assert_eq!(friend.text("h1").await, NAME);
    assert!(friend.has(".seal.legal").await);
    assert!(!friend.has("a[href$='/edit']").await);
    assert!(friend.text("table.roster").await.contains("Hero"));

    friend.follow("form[action$='/copy'] button").await;
    let copy = friend.path().await;
    assert!(copy.ends_with("/edit") && !permanent.starts_with(copy.trim_end_matches("edit")), "{copy}");
    assert!(friend.text(".flash").await.contains("Copied."));
    friend.press("#less-1").await;
    assert_eq!(friend.text("#verdict .sum strong").await, "22");
    friend.open(permanent).await;
    assert!(friend.text(".eyebrow").await.contains("24 of 24 AP"));

    friend.open(&copy).await;
    friend.open("/").await;
    assert!(friend.has(&format!(".mine a[href='{copy}']")).await);

    prints(stage, permanent);
}

#[cfg(feature = "pdf")]
fn prints(stage: &Stage, army: &str) {
    for sheet in ["roster.pdf", "roster.pdf?paper=letter", "labels.pdf", "labels.pdf?scale=large"] {
        let answer = stage.site.get(&format!("{army}/{sheet}"));
        assert_eq!(answer.status, 200, "{sheet}");
        assert!(answer.headers.contains("content-type: application/pdf"), "{}", answer.headers);
        assert!(answer.body.starts_with(b"%PDF"), "{sheet}");
    }
}

#[cfg(not(feature = "pdf"))]
fn prints(stage: &Stage, army: &str) {
    assert_eq!(stage.site.get(&format!("{army}/roster.pdf")).status, 404);
    let answer = stage.site.get(&format!("{army}/roster.txt"));
    assert_eq!(answer.status, 200);
    assert!(answer.headers.contains("content-type: text/plain"), "{}", answer.headers);
    assert!(String::from_utf8_lossy(&answer.body).contains("Hero"));
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn with_script_an_army_is_built_kept_shown_and_copied_and_the_editor_never_loads_again() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    begin(&browser).await;
    browser.ask("window.loadedOnce = true").await;
    build(&browser, true).await;
    assert_eq!(browser.ask("return window.loadedOnce").await, true);
    let friend = stage.browser().await;
    keep_and_show(&stage, &browser, &friend).await;
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn without_script_an_army_is_built_kept_shown_and_copied_as_well() {
    let stage = Stage::open();
    let browser = stage.browser_without_script().await;
    begin(&browser).await;
    // The script of the page would show this button.
    assert!(browser.has("[data-copy][hidden]").await);
    build(&browser, false).await;
    let friend = stage.browser_without_script().await;
    keep_and_show(&stage, &browser, &friend).await;
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn what_does_not_fit_opens_by_keyboard_and_stays_open_with_script_and_without() {
    let stage = Stage::open();
    for (browser, scripted) in [(stage.browser().await, true), (stage.browser_without_script().await, false)] {
        begin(&browser).await;
        browser.press("#add-Hr").await;
        browser.before_change().await;
        browser.write("#points", "6\t").await;
        save(&browser, scripted).await;
        assert!(browser.has("#unfit-head[aria-expanded=false]").await && !browser.has("#unfit li").await);
        browser.before_change().await;
        browser.ask("document.getElementById('unfit-head').focus()").await;
        browser.keys(ENTER).await;
        browser.after_change().await;
        assert!(browser.has("#unfit-head[aria-expanded=true]").await && browser.has("#unfit #add-Dg").await);
        assert!(!scripted || browser.focus().await == "unfit-head");
        browser.press("#unfit #add-Dg").await;
        assert!(browser.has("#line-1").await && browser.has("#unfit #add-Dg").await);
        browser.press("#undo").await;
        assert!(!browser.has("#line-1").await && browser.has("#unfit #add-Dg").await);
        browser.press("#unfit-head").await;
        assert!(browser.has("#unfit-head[aria-expanded=false]").await && !browser.has("#unfit li").await);
    }
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn the_printed_roster_is_of_what_is_typed_with_script_and_without() {
    let stage = Stage::open();
    for browser in [stage.browser().await, stage.browser_without_script().await] {
        begin(&browser).await;
        let editor = browser.path().await;
        browser.write("#name", "Typed and not left").await;
        browser.click("#to-print").await;
        // A dialogue with script, and a part of the army's page without.
        let roster = ":is(#print-dialog[open], #print) button[formaction$='/roster.pdf']";
        browser.until(&format!("document.querySelector(\"{roster}\")")).await;
        browser.click(roster).await;
        browser.until("location.pathname.endsWith('/roster.pdf')").await;
        let army = stage.site.get(&editor.replace("/edit", "/army.json"));
        assert!(String::from_utf8_lossy(&army.body).contains("Typed and not left"));
        browser.open(&editor).await;
        assert_eq!(browser.value("#name").await, "Typed and not left");
    }
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn the_address_of_a_state_is_at_hand_in_the_editor() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    begin(&browser).await;
    let editor = browser.path().await;
    browser.click("#to-share").await;
    assert!(browser.has("#share-dialog[open] [data-copy=permanent]:not([hidden])").await);
    let address = browser.value("#permanent").await;
    assert!(browser.value("#living").await.ends_with(&editor.replace("/edit", "")));
    browser.click("#share-dialog form button").await;
    browser.press("#add-Hr").await;
    // The address is that of the new revision.
    browser.click("#to-share").await;
    assert_ne!(browser.value("#permanent").await, address);
    browser.open(&address).await;
    assert_eq!(browser.text("h1").await, NAME);
    assert!(browser.has("[data-copy=permanent]:not([hidden])").await);
}

//! Armies under other rules: picked from a list element by element, and bought in grades.

use fantoccini::Locator;

use super::harness::{Browser, Stage};

/// Waits until the input is saved: automatically with script, by the button without.
async fn save(browser: &Browser, scripted: bool) {
    if !scripted {
        browser.click("#save").await;
    }
    browser.after_change().await;
}

/// Chooses one of the options of a field in the editor.
async fn choose(browser: &Browser, field: &str, value: &str, scripted: bool) {
    browser.before_change().await;
    browser.click(&format!("#{field} option[value='{value}']")).await;
    save(browser, scripted).await;
}

/// To the form of a new army under the given rules: with script, the choice itself shows their fields.
async fn begin(browser: &Browser, rules: &str, name: &str, scripted: bool) {
    browser.open("/armies/new").await;
    browser.click(&format!("label:has(#ruleset-{rules})")).await;
    if scripted {
        browser.until(&format!("location.search.includes('{rules}')")).await;
    } else {
        browser.follow("#rules").await;
    }
    browser.write("#name", name).await;
}

/// From the editor to the roster as a page to print, through the choices for printing.
async fn to_the_roster(browser: &Browser, scripted: bool) {
    if scripted {
        browser.press("#to-print").await;
        browser.until("document.querySelector('#print-dialog[open]')").await;
    } else {
        browser.follow("#to-print").await;
    }
    browser.click(".formats summary").await;
    browser.follow(".formats button[formaction$='/roster']").await;
    assert!(browser.path().await.ends_with("/roster"), "{}", browser.path().await);
}

/// DBA3-LIST-01: twelve elements of a list, one of them the general.
async fn pick(browser: &Browser, scripted: bool) {
    begin(browser, "dba3", "Riders", scripted).await;
    browser.click("#list option[value='dba3/mongols']").await;
    browser.follow("main form button").await;
    // A list that fixes the general begins with it.
    let mut elements = 0;
    while !browser.has("#verdict .seal.legal").await {
        if browser.has("#offers .cards:not(.unfit .cards) .offer-buttons button").await {
            browser.press("#offers > .cards .offer-buttons button").await;
        } else {
            browser.press("#general-0").await;
        }
        elements += 1;
        assert!(elements <= 14, "{}", browser.text("#editor").await);
    }
    let sum = browser.text("#verdict .sum").await;
    assert!(sum.starts_with("12 of 12 elements"), "{sum}");
    assert!(browser.text("#offers").await.contains("Nothing more fits"));
    // There are no points here.
    assert!(!browser.text("#muster").await.contains(" AP"));
    if browser.has("#home_terrain").await && browser.value("#home_terrain").await.is_empty() {
        choose(browser, "home_terrain", "steppe", scripted).await;
    }
    assert!(!browser.has(".problem").await, "{}", browser.text("#editor").await);

    // One element removed, another of the same option in its place.
    browser.press("#less-0").await;
    assert!(browser.has("#verdict .seal.begun").await);
    browser.press("#undo").await;
    assert!(browser.has("#verdict .seal.legal").await);

    to_the_roster(browser, scripted).await;
    assert!(browser.text(".sheet-head").await.contains("12 elements"));
    let boxes = browser.ask("return document.querySelectorAll('td.boxes .box').length").await;
    assert_eq!(boxes, 12);
}

/// A king in one command, raiders in another, magic and its price.
async fn buy(browser: &Browser, scripted: bool) {
    begin(browser, "dbmf", "Bronze", scripted).await;
    assert_eq!(browser.value("#points").await, "300");
    browser.follow("main form button").await;
    assert!(!browser.has("#home_terrain").await && !browser.has("input[type=checkbox]#camp").await);

    browser.press("#add-Kn-S-regular").await;
    browser.press("#general-0").await;
    assert!(browser.has("#verdict .seal.legal").await);
    browser.press("#add-Sp-O-regular").await;
    browser.before_change().await;
    browser.write("#count-1", "8\t").await;
    save(browser, scripted).await;
    assert_eq!(browser.text("#verdict .sum strong").await, "55");

    // Another grade, more expensive; then irregular, which is not sold.
    browser.press("[id='swap-1-Sp(S)']").await;
    assert_eq!(browser.text("#verdict .sum strong").await, "71");
    browser.press("#regular-1").await;
    assert!(browser.text("#line-1 .problem").await.contains("No price is printed for irregular Spears (S)."));
    browser.press_at(Locator::Css("#line-1 .fixes button")).await;
    assert!(browser.has("#verdict .seal.legal").await);

    // A Mindless element needs one with a mind.
    browser.press("#add-Gi-C").await;
    assert!(browser.text(".army-problems").await.contains("neither Magician nor Cleric"));
    browser.press("#add-Mg-I").await;
    assert!(!browser.has(".problem").await || !browser.text(".army-problems").await.contains("neither Magician"));

    browser.press("#add-Cv-O").await;
    for line in 0..4 {
        choose(browser, &format!("command-{line}"), "1", scripted).await;
    }
    choose(browser, "command-4", "2", scripted).await;
    assert!(browser.text(".army-problems").await.contains("Command 2 has no general."));
    browser.press("#general-4").await;
    assert!(browser.has("#general-0[aria-pressed=true]").await && browser.has("#general-4[aria-pressed=true]").await);
    browser.before_change().await;
    browser.write("#other_costs", "10\t").await;
    save(browser, scripted).await;
    assert_eq!(browser.text("#verdict .sum strong").await, "107");
    let facts = browser.text(".facts-of").await;
    assert!(facts.contains("28 ME: 24 + 4"), "{facts}");
    browser.press("#undo").await;
    assert_eq!(browser.text("#verdict .sum strong").await, "97");
    browser.press("#redo").await;
    assert!(browser.has("#verdict .seal.legal").await);

    to_the_roster(browser, scripted).await;
    let sheet = browser.text("table.play").await;
    for said in ["Command 1: 11 elements", "24 ME in all.", "Command 2: 1 element", "Knights (S)", "Irregular"] {
        assert!(sheet.contains(said), "{said}: {sheet}");
    }
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn an_army_of_dba_is_picked_from_its_list_until_it_is_legal() {
    let stage = Stage::open();
    pick(&stage.browser().await, true).await;
    pick(&stage.browser_without_script().await, false).await;
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn an_army_of_dbmf_is_bought_in_grades_and_divided_into_commands() {
    let stage = Stage::open();
    buy(&stage.browser().await, true).await;
    buy(&stage.browser_without_script().await, false).await;
}

//! Using the site on a small screen with a thumb.

use super::harness::{Browser, Stage};
use super::pages::LEGAL;

/// The cells of the page's table that are not wholly on the screen, or take no space.
const CUT_OFF: &str = "
    const cells = [...document.querySelectorAll('table.play td, table.play tbody th')].filter((at) => at.textContent || at.children.length);
    return cells
        .map((at) => ({ at: at.outerHTML.slice(0, 80), box: at.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 1 || box.left < 0 || box.right > innerWidth)
        .map(({ at, box }) => `${box.left}-${box.right} ${at}`)";

#[tokio::test]
#[ignore = "needs a browser"]
async fn the_sheet_to_print_can_be_read_on_a_phone_too() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.open("/armies/paste").await;
    let fields = [("request", "phone"), ("ruleset", "d3h2"), ("do", "keep"), ("text", LEGAL)];
    let sheet = browser.post("/armies/paste", &fields).await.replace("/edit", "/roster");
    browser.open(&sheet).await;
    assert!(browser.has("table.play td").await);
    for width in [320, 390, 600, 768, 1440] {
        browser.screen(width, 844);
        assert_eq!(browser.ask(CUT_OFF).await, serde_json::json!([]), "{width}");
    }
}

/// Presses a button and returns how far it, or the given element, moved on the screen.
async fn moved(browser: &Browser, button: &str, seen: &str) -> f64 {
    let top = |css: &str| format!("return document.querySelector('{css}').getBoundingClientRect().top");
    browser.ask(&format!("document.querySelector('{button}').scrollIntoView({{ block: 'center' }})")).await;
    let before = browser.ask(&top(seen)).await.as_f64().unwrap();
    browser.press(button).await;
    browser.ask(&top(seen)).await.as_f64().unwrap() - before
}

/// Waits until the fonts are loaded and the layout is final.
const SETTLE: &str = "return document.fonts.ready.then(() => true)";

/// One press and release of the mouse, the first or second of a double click.
fn mouse(browser: &Browser, at: &serde_json::Value, count: u32) {
    for kind in ["mousePressed", "mouseReleased"] {
        let event = serde_json::json!({
            "type": kind, "x": at[0], "y": at[1], "button": "left", "buttons": 1, "clickCount": count,
        });
        browser.command("Input.dispatchMouseEvent", &event);
    }
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_double_click_belongs_to_one_button_however_quick_the_answer_is() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.open("/armies/new").await;
    browser.follow("main form button").await;
    for code in ["Bd", "Sp", "Wb", "Kn", "Hd", "Ps"] {
        browser.press(&format!("#add-{code}")).await;
    }
    browser.ask(SETTLE).await;
    let place = "const at = document.getElementById('less-2'); at.scrollIntoView({ block: 'center' });
                 const box = at.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]";
    let at = browser.ask(place).await;
    browser.before_change().await;
    mouse(&browser, &at, 1);
    browser.after_change().await;
    // The next line has come under the pointer.
    let under = format!("return document.elementFromPoint({}, {}).closest('button')?.id", at[0], at[1]);
    assert_eq!(browser.ask(&under).await, "less-3");
    mouse(&browser, &at, 2);
    browser.press("#save").await;
    let lines = "return [...document.querySelectorAll('.line .code')].map((code) => code.textContent).join(' ')";
    assert_eq!(browser.ask(lines).await, "Bd Sp Kn Hd Ps");
    // A separate click counts.
    browser.press("#less-3").await;
    assert_eq!(browser.ask(lines).await, "Bd Sp Hd Ps");
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn on_a_phone_what_is_pressed_stays_under_the_thumb() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(390, 844);
    browser.open("/armies/new").await;
    browser.follow("main form button").await;
    browser.click("#to-offers").await;
    for code in ["Hr", "Bd", "Sp", "Wb", "Kn", "Hd", "Ps", "Lk"] {
        browser.press(&format!("#add-{code}")).await;
    }
    browser.ask(SETTLE).await;
    let lower = moved(&browser, "#add-Kn", "#add-Kn").await;
    assert!(lower.abs() < 2.0, "the drawer moved by {lower}");
    // Only what is looked for stays in the drawer, answer after answer.
    browser.write("#offer-search", "kn").await;
    let seen = "return [...document.querySelectorAll('.offers .offer .type')].filter((at) => at.offsetParent).map((at) => at.firstChild.textContent.trim())";
    let found = browser.ask(seen).await;
    assert!(found.as_array().is_some_and(|found| !found.is_empty() && found.len() < 6), "{found}");
    browser.press("#undo").await;
    assert_eq!(browser.ask(seen).await, found);
    // Players' words find it too, and a word that finds nothing is told.
    for (word, wanted) in
        [("elephants", "Behemoths"), ("Archers", "Shooters"), ("4Bd", "Blades"), ("Ritter", "Knights")]
    {
        browser.write("#offer-search", word).await;
        let found = browser.ask(seen).await;
        assert!(found.as_array().is_some_and(|found| found.contains(&wanted.into())), "{word}: {found}");
    }
    browser.write("#offer-search", "tank").await;
    assert_eq!(browser.text(".none-found").await, "Nothing that still fits is called “tank”.");
    browser.write("#offer-search", "kn").await;
    browser.click(".drawer-head [data-drawer]").await;
    assert_eq!(browser.ask(seen).await, serde_json::json!([]));
    // Going back closes the drawer, and the editor stays.
    browser.click("#to-offers").await;
    assert_ne!(browser.ask(seen).await, serde_json::json!([]));
    browser.ask("history.back(); return new Promise((done) => addEventListener('popstate', () => done(true), { once: true }))").await;
    assert_eq!(browser.ask(seen).await, serde_json::json!([]));
    assert!(browser.has("#editor").await);
    // Rows of bases come and go above it, and so do problems.
    for (button, seen) in [
        ("#more-6", "#more-6"),
        ("#more-6", "#more-6"),
        ("#more-4", "#more-4"),
        ("#more-4", "#more-4"),
        ("#fast-1", "#fast-1"),
        ("#general-1", "#general-1"),
        // A line is removed: those above stay.
        ("#less-3", "#line-2"),
    ] {
        let lower = moved(&browser, button, seen).await;
        assert!(lower.abs() < 2.0, "{seen} moved by {lower} after {button}");
    }
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn ten_taps_make_a_legal_army_of_24_ap_on_a_phone() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(390, 844);
    browser.open("/").await;
    // 1 and 2: the rules, and the form as it is.
    browser.follow(".tile a[href='/armies/new?ruleset=d3h2']").await;
    browser.follow("#new-army button").await;
    // 3: the general that is suggested. 4: what still fits.
    browser.press(".start button").await;
    browser.click("#to-offers").await;
    // 5 to 10: a tap shows at once.
    let shown = "return document.querySelector('.drawer-sum strong').textContent";
    for (tap, spent) in [("Gd", "8"), ("Gd", "12"), ("Ab", "15"), ("Ab", "18"), ("Ab", "21")] {
        browser.before_change().await;
        let pressed = format!("document.getElementById('add-{tap}').click(); {shown}");
        assert_eq!(browser.ask(&pressed).await, spent);
        browser.after_change().await;
        assert_eq!(browser.ask(shown).await, spent);
    }
    browser.press("#add-Ab").await;
    // The last one closes the drawer and leads to the verdict, with the next steps below it.
    browser.until("!document.documentElement.classList.contains('adding')").await;
    let verdict = browser.text("#verdict").await;
    assert!(verdict.contains("Ready") && verdict.contains("24 of 24 AP"), "{verdict}");
    let on_screen = "const box = document.querySelector('#verdict').getBoundingClientRect(); return box.top >= 0 && box.bottom < innerHeight";
    assert_eq!(browser.ask(on_screen).await, serde_json::json!(true));
    assert!(browser.has(".next [data-dialog=share-dialog]").await);
}

//! Checks of every page: it fits a phone, its buttons are large enough for a thumb, the ring around what has the focus is
//! whole, and the accessibility rules of axe-core (headings in order among them) find nothing by day and by night. All pages are opened once for all of it.

use std::fs;

use serde_json::json;

use super::harness::{Browser, Stage};
use super::pages::{Page, pages};

const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/node_modules/axe-core/axe.min.js");

/// In dark mode the same page differs only in its colours, so only colours are checked.
const RUN: &str = "
    const night = matchMedia('(prefers-color-scheme: dark)').matches;
    const rules = night ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {};
    return axe.run(document, { ...rules, resultTypes: ['violations'], preload: false }).then(({ violations }) => violations
        .flatMap(({ id, help, nodes }) => nodes.slice(0, 4).map(
            (node) => `${id}: ${help}: ${node.html.slice(0, 160)} ${node.any.map(({ message }) => message).join(' ')}`)))";

/// Every button and everything that looks like one, with its size; invisible ones are left out.
const TARGETS: &str = "
    return [...document.querySelectorAll('button, .button, .targets a, select, input:not([type=hidden]), summary')]
        .filter((at) => at.checkVisibility() && at.tabIndex >= 0)
        .map((at) => at.matches('[type=checkbox], [type=radio]') ? at.labels[0] : at)
        .map((at) => ({ at: at.outerHTML.slice(0, 120), box: at.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 43.9 || box.width < 43.9)
        .map(({ at, box }) => `${box.width}x${box.height} ${at}`)";

/// Ids that more than one element has.
const TWICE: &str = "
    const ids = [...document.querySelectorAll('[id]')].map((at) => at.id);
    return ids.filter((id, at) => ids.indexOf(id) !== at)";

/// Everything that can have the focus and whose ring is then cut off by what surrounds it.
const CUT_RINGS: &str = "
    const kinds = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex=\"0\"]';
    const cut = (at) => {
        at.focus({ focusVisible: true });
        const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(at);
        const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset);
        const box = at.getBoundingClientRect();
        if (document.activeElement !== at || outlineStyle === 'none' || reach <= 0 || box.width < 2) return false;
        for (let around = at.parentElement; around && around !== document.body; around = around.parentElement) {
            const style = getComputedStyle(around);
            const room = around.getBoundingClientRect();
            const [left, top] = [room.left + around.clientLeft, room.top + around.clientTop];
            const [right, bottom] = [left + around.clientWidth, top + around.clientHeight];
            const sideways = style.overflowX !== 'visible' && box.width <= right - left;
            const down = style.overflowY !== 'visible' && box.height <= bottom - top;
            if (sideways && (box.left - reach < left - 0.6 || box.right + reach > right + 0.6)) return true;
            if (down && (box.top - reach < top - 0.6 || box.bottom + reach > bottom + 0.6)) return true;
        }
        return false;
    };
    const found = [...document.querySelectorAll(kinds)]
        .filter((at) => at.checkVisibility() && at.tabIndex >= 0)
        .filter(cut)
        .map((at) => at.outerHTML.slice(0, 120));
    document.activeElement?.blur();
    scrollTo(0, 0);
    return found";

#[tokio::test]
#[ignore = "needs a browser"]
async fn no_page_keeps_anybody_out_on_a_phone_by_day_or_by_night() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.before_every_page(&fs::read_to_string(AXE).unwrap());
    the_rules_find_what_is_put_there(&browser).await;
    let mut faults = Vec::new();
    for page in pages(&browser).await {
        browser.screen(390, 844);
        page.show(&browser).await;
        faults.extend(on_a_phone(&browser, &page).await);
        browser.screen(320, 844);
        faults.extend(too_wide(&browser, &page, 320).await);
        let twice = browser.ask(TWICE).await;
        faults.extend(twice.as_array().unwrap().iter().map(|id| format!("{}: id used twice: {id}", page.name)));
        for (width, scheme) in [(390, "light"), (320, "light"), (1280, "dark")] {
            browser.screen(width, 844);
            browser.colours(scheme);
            for fault in browser.ask(RUN).await.as_array().unwrap() {
                faults.push(format!("{}, {width} px, {scheme}: {}", page.name, fault.as_str().unwrap()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The accessibility rules work: they find a deliberate violation of each kind.
async fn the_rules_find_what_is_put_there(browser: &Browser) {
    browser.open("/").await;
    browser.ask("document.querySelector('main').append(document.createElement('button'))").await;
    browser.ask("document.querySelector('main').append(document.createElement('h6'))").await;
    browser.ask("document.querySelector('main > h6').textContent = 'Too deep'").await;
    let found = browser.ask(RUN).await.to_string();
    assert!(found.contains("button-name") && found.contains("heading-order"), "{found}");
    browser
        .ask(
            "const room = document.createElement('div');
            Object.assign(room.style, { overflow: 'hidden' });
            room.innerHTML = '<button id=\"tight\">Tight</button>';
            document.querySelector('main').append(room);",
        )
        .await;
    assert!(browser.ask(CUT_RINGS).await.to_string().contains("tight"));
    browser.colours("dark");
    browser
        .ask(
            "const faint = document.createElement('p');
            faint.textContent = 'Faint words';
            Object.assign(faint.style, { color: '#888', background: '#999' });
            document.querySelector('main').append(faint);",
        )
        .await;
    let found = browser.ask(RUN).await.to_string();
    assert!(found.contains("Faint words") && !found.contains("button-name"), "{found}");
}

/// The parts of the page that scroll sideways on a screen of this width.
async fn too_wide(browser: &Browser, page: &Page, screen: u32) -> Option<String> {
    let width = browser.ask("return [innerWidth, document.scrollingElement.scrollWidth]").await;
    if width == json!([screen, screen]) {
        return None;
    }
    let wide = browser
        .ask(
            "return [...document.body.querySelectorAll('*')]
                .filter((at) => at.getBoundingClientRect().right > innerWidth + 0.5)
                .slice(0, 5).map((at) => at.outerHTML.slice(0, 120))",
        )
        .await;
    Some(format!("{}: wide {width}: {wide:#}", page.name))
}

/// The parts of the page that scroll sideways, and those too small for a thumb.
async fn on_a_phone(browser: &Browser, page: &Page) -> Vec<String> {
    let mut faults: Vec<String> = too_wide(browser, page, 390).await.into_iter().collect();
    let cut = browser.ask(CUT_RINGS).await;
    faults.extend(cut.as_array().unwrap().iter().take(5).map(|at| format!("{}: ring cut off {at}", page.name)));
    let small = browser.ask(TARGETS).await;
    faults.extend(small.as_array().unwrap().iter().map(|target| format!("{}: small {target}", page.name)));
    faults
}

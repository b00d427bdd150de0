//! The accessibility rules of axe-core on every page, by day and by night.

use std::fs;

use super::harness::Stage;
use super::pages::pages;

const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/node_modules/axe-core/axe.min.js");

/// Only violations serious enough to exclude somebody. In dark mode the same page differs only in its colours, so only
/// colours are checked.
const RUN: &str = "
    const night = matchMedia('(prefers-color-scheme: dark)').matches;
    const rules = night ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {};
    return axe.run(document, { ...rules, resultTypes: ['violations'], preload: false }).then(({ violations }) => violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, help, nodes }) => nodes.slice(0, 4).map(
            (node) => `${id}: ${help}: ${node.html.slice(0, 160)} ${node.any.map(({ message }) => message).join(' ')}`)))";

#[tokio::test]
#[ignore = "needs a browser"]
async fn no_page_keeps_anybody_out_by_day_or_by_night() {
    let stage = Stage::open();
    let axe = fs::read_to_string(AXE).unwrap();
    let browser = stage.browser().await;
    // The rules work: they find a deliberate violation.
    browser.open("/").await;
    browser.ask("document.querySelector('main').append(document.createElement('button'))").await;
    browser.ask(&axe).await;
    assert!(browser.ask(RUN).await.to_string().contains("button-name"));
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

    let mut faults = Vec::new();
    for page in pages(&browser).await {
        page.show(&browser).await;
        browser.ask(&axe).await;
        for scheme in ["light", "dark"] {
            browser.colours(scheme);
            for fault in browser.ask(RUN).await.as_array().unwrap() {
                faults.push(format!("{}, {scheme}: {}", page.name, fault.as_str().unwrap()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

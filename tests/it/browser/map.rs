//! Maps on a small screen and on paper.

use serde_json::json;

use super::harness::Stage;
use crate::web::harness::forest;

/// The visible names, each with the height of its letters in pixels and its box.
const NAMES: &str = "
    return [...document.querySelectorAll('svg.map .label')].filter((at) => getComputedStyle(at.closest('.labels')).display !== 'none').map((at) => {
        const scale = at.ownerSVGElement.getScreenCTM().a;
        const sizes = [...at.querySelectorAll('text')].map((text) => text.getAttribute('font-size') * scale);
        const box = at.getBBox();
        const [x, y, w, h] = at.dataset.box.split(' ').map(Number);
        // A rotated name is measured before it is rotated; the drawing itself gives the space it takes up.
        const sides = at.hasAttribute('transform') ? [x, y, x + w, y + h] : [box.x, box.y, box.x + box.width, box.y + box.height];
        return { of: at.dataset.of, least: Math.min(...sizes), box: sides };
    })";

#[tokio::test]
#[ignore = "needs a browser"]
async fn names_and_sizes_on_the_map_can_be_read_on_every_screen() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    for (width, least) in [(390, 10.5), (1440, 11.5)] {
        browser.screen(width, 900);
        for query in
            ["home=forest&seed=7", "home=steppe&seed=4", "home=littoral&seed=12&edge=north", "home=hilly&seed=3"]
        {
            browser.open(&format!("/terrain/new?{query}")).await;
            let names = browser.ask(NAMES).await;
            let names = names.as_array().unwrap();
            let pieces = browser.ask("return document.querySelectorAll('svg.map .piece').length").await;
            assert_eq!(json!(names.len()), pieces, "{query}: each piece has one name");
            let side = |name: &serde_json::Value, at: usize| name["box"][at].as_f64().unwrap();
            for (at, name) in names.iter().enumerate() {
                assert!(name["least"].as_f64().unwrap() >= least, "{width} {query}: {name}");
                for other in &names[at + 1..] {
                    let apart = side(name, 0) >= side(other, 2)
                        || side(other, 0) >= side(name, 2)
                        || side(name, 1) >= side(other, 3)
                        || side(other, 1) >= side(name, 3);
                    assert!(apart, "{width} {query}: {name} {other}");
                }
            }
        }
    }
}

/// Whether these are visible on paper.
fn seen(css: &str) -> String {
    format!(
        "return [...document.querySelectorAll('{css}')].filter((at) => at.checkVisibility()).map((at) => at.outerHTML.slice(0, 90))"
    )
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn on_paper_there_are_no_buttons_and_no_card_is_cut() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    let editor = browser.keep_layout(&forest(3)).await;
    for path in [
        "/terrain/new?home=forest&seed=7&edge=south",
        "/terrain/setup?aggression_a=1&aggression_b=2&home_a=forest&home_b=dry&seed=5",
        "/terrain/tables?seed=3",
        &editor,
    ] {
        browser.open(path).await;
        browser.command("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
        let none = browser.ask(&seen("button, .button, input:not(.title), select, form .panel, .print-form")).await;
        assert_eq!(none, json!([]), "{path}");
        if path.starts_with("/terrain/new") {
            assert_eq!(browser.ask(&seen(".print-address .qr svg")).await.as_array().unwrap().len(), 1);
        }
        if path.starts_with("/terrain/tables") {
            let cut =
                "return [...document.querySelectorAll('.tables .card')].map((at) => getComputedStyle(at).breakInside)";
            let cards = browser.ask(cut).await;
            assert!(cards.as_array().unwrap().iter().all(|card| card == "avoid"), "{cards}");
            assert_eq!(browser.ask(&seen("main .panel")).await, json!([]), "no empty box");
        }
        browser.command("Emulation.setEmulatedMedia", &json!({ "media": "" }));
    }
}

//! Measures how quickly pages come on a phone with a slow line, and prints a table for `docs/SPEED.md`:
//!
//! ```sh
//! cargo test --release --test speed         # ten pages
//! cargo test --release --test speed -- home # those whose names begin with this word
//! ```
//!
//! Each page is opened with an empty cache in Chromium, at 390 px, with the line of [`line`] and a processor that is
//! [`SLOWER`] times slower than this one. It needs Chromium and its driver, which `tests/install` installs.
#![expect(clippy::unwrap_used, reason = "a tool that cannot continue fails")]
#![expect(clippy::print_stdout, reason = "the table is the result")]
#![expect(dead_code, reason = "the tests do more with these pages and browsers than measure them")]

use std::env::args;

use serde_json::{Value, json};

use self::browser::harness::{Browser, Stage};
use self::browser::pages::pages;

mod browser {
    #[path = "../it/browser/chromium.rs"]
    mod chromium;
    #[path = "../it/browser/event_pages.rs"]
    mod event_pages;
    #[path = "../it/browser/harness.rs"]
    pub(crate) mod harness;
    #[path = "../it/browser/http.rs"]
    mod http;
    #[path = "../it/browser/pages.rs"]
    pub(crate) mod pages;
}
#[path = "it/made.rs"]
mod made;

/// The pages that most visitors see.
#[rustfmt::skip]
const TEN: [&str; 10] =
    ["home", "new", "editor-legal", "show", "table-both", "lists", "ruleset", "compare", "lay-out", "event-show"];
/// The times each page is opened; the table has the medians.
const TIMES: usize = 3;
/// The number of times that the processor is slower.
const SLOWER: u8 = 4;

/// Collects what the table shows, from the first moment of a page on.
const WATCH: &str = "
    window.seen = { shift: 0, paint: 0, blocked: 0, last: 0 };
    const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
    watch('largest-contentful-paint', (entry) => { seen.paint = entry.startTime; });
    watch('longtask', (entry) => { seen.blocked += entry.duration - 50; seen.last = entry.startTime + entry.duration; });";

/// The page is loaded, and nothing has kept it busy for a while.
const QUIET: &str = "document.readyState === 'complete' && window.seen && performance.now() - Math.max(seen.last, \
                     performance.timing.loadEventEnd - performance.timing.navigationStart) > 1000";

/// Kilobytes over the line, of these in fonts; shift; largest paint and blocking time in ms.
const TOLD: &str = "
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const weight = (of) => of.reduce((sum, entry) => sum + entry.transferSize, 0) / 1000;
    return [weight(all), weight(all.filter(({ name }) => name.endsWith('.woff2'))), seen.shift, seen.paint, seen.blocked];";

/// A line of 1.6 megabits a second with a way of 150 ms there and back, as Lighthouse has it.
fn line() -> Value {
    json!({
        "offline": false, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8,
    })
}

/// What one visit with an empty cache shows.
async fn measure(browser: &Browser, page: &browser::pages::Page) -> Vec<f64> {
    browser.open("about:blank").await;
    browser.command("Network.clearBrowserCache", &json!({}));
    page.show(browser).await;
    browser.until(QUIET).await;
    let told = browser.ask(TOLD).await;
    told.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

#[tokio::main]
async fn main() {
    let only = args().nth(1).unwrap_or_default();
    let stage = Stage::open();
    let browser = stage.browser().await;
    let all = pages(&browser).await;
    browser.screen(390, 844);
    browser.before_every_page(WATCH);
    browser.command("Network.enable", &json!({}));
    browser.command("Network.emulateNetworkConditions", &line());
    browser.command("Emulation.setCPUThrottlingRate", &json!({ "rate": SLOWER }));
    println!("| Page | KB | of these fonts | CLS | LCP, ms | Blocked, ms |");
    println!("|---|--:|--:|--:|--:|--:|");
    for name in TEN.iter().filter(|name| name.starts_with(&only)) {
        let page = all.iter().find(|page| page.name == *name).unwrap_or_else(|| panic!("there is no page {name}"));
        let mut visits = Vec::new();
        for _ in 0..TIMES {
            visits.push(measure(&browser, page).await);
        }
        let of = |at: usize| median(visits.iter().map(|visit| visit[at]).collect());
        println!("| {name} | {:.0} | {:.0} | {:.3} | {:.0} | {:.0} |", of(0), of(1), of(2), of(3), of(4));
    }
}

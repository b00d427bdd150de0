//! Takes pictures of the main pages at three widths, by day and by night, for people to look at:
//!
//! ```sh
//! cargo test --test pictures -- target/pictures        # all pages
//! cargo test --test pictures -- target/pictures graded # those whose names begin with this word
//! ```
//!
//! It needs Chromium and its driver, which `tests/install` installs.
#![expect(clippy::unwrap_used, reason = "a tool that cannot continue fails")]
#![expect(dead_code, reason = "the tests do more with these pages and browsers than take pictures")]

use std::env::args;
use std::fs;
use std::path::Path;

use self::browser::harness::Stage;
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

#[tokio::main]
async fn main() {
    let folder = args().nth(1).unwrap_or_else(|| panic!("name a folder for the pictures"));
    let only = args().nth(2).unwrap_or_default();
    fs::create_dir_all(&folder).unwrap();
    let stage = Stage::open();
    let browser = stage.browser().await;
    let pages: Vec<_> = pages(&browser).await.into_iter().filter(|page| page.name.starts_with(&only)).collect();
    for (width, height) in [(390, 844), (768, 1024), (1440, 900)] {
        browser.screen(width, height);
        for page in &pages {
            page.show(&browser).await;
            // The whole page at once: a window as high as the page.
            let whole = browser.ask("return document.scrollingElement.scrollHeight").await.as_u64().unwrap();
            browser.screen(width, u32::try_from(whole).unwrap().clamp(height, 12_000));
            for scheme in ["light", "dark"] {
                browser.colours(scheme);
                browser.ask("return document.fonts.ready.then(() => true)").await;
                let picture = browser.client.screenshot().await.unwrap();
                let file = Path::new(&folder).join(format!("{}-{width}-{scheme}.png", page.name));
                fs::write(file, picture).unwrap();
            }
            browser.screen(width, height);
        }
    }
}

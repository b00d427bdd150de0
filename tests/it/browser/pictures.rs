//! Screenshots of the main pages, for people to look at.

use std::fs;
use std::path::PathBuf;

use super::harness::Stage;
use super::pages::pages;

#[tokio::test]
async fn pictures_of_the_main_pages_are_taken_where_a_folder_for_them_is_named() {
    let Some(folder) = std::env::var_os("MUSTERFIELD_PICTURES").map(PathBuf::from) else { return };
    let Some(stage) = Stage::open() else { return };
    fs::create_dir_all(&folder).unwrap();
    let browser = stage.browser().await;
    let only = std::env::var("MUSTERFIELD_PICTURES_OF").unwrap_or_default();
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
                fs::write(folder.join(format!("{}-{width}-{scheme}.png", page.name)), picture).unwrap();
            }
            browser.screen(width, height);
        }
    }
}

//! Style, script, fonts and icons, built into the program.
//!
//! An address contains the beginning of the file's hash, so browsers may cache it indefinitely.

mod show;

pub use self::show::{show_asset, show_favicon};

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use rust_embed::RustEmbed;

use super::static_content::StaticContent;

/// The digits of a file's hash in its address.
const HASH: usize = 12;

/// The scripts that import others.
const IMPORTING: [&str; 4] = ["battle-deploy.js", "battle-game.js", "battle-hands.js", "battle-table.js"];

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Files;

struct Asset {
    address: String,
    file: Arc<StaticContent>,
}

/// All assets by name.
pub struct Assets {
    by_name: BTreeMap<String, Asset>,
}

impl fmt::Debug for Assets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Assets({})", self.by_name.len())
    }
}

impl Default for Assets {
    fn default() -> Self {
        Self::new()
    }
}

impl Assets {
    /// Loads every file; where style sheets, the manifest and a script that imports others refer to other files, their
    /// hashed addresses are put.
    #[must_use]
    pub fn new() -> Self {
        let mut by_name = BTreeMap::new();
        let (mut referring, others): (Vec<_>, Vec<_>) = Files::iter().partition(|name| refers_to_others(name));
        // A script imports only those that come before it in the alphabet.
        referring.sort_unstable();
        for name in others.iter().chain(&referring) {
            let Some(file) = Files::get(name) else { continue };
            let mut plain = file.data.into_owned();
            if refers_to_others(name) {
                let mut text = String::from_utf8_lossy(&plain).into_owned();
                for (other, asset) in &by_name {
                    let asset: &Asset = asset;
                    text = text.replace(&format!("\"{other}\""), &format!("\"{}\"", asset.address));
                }
                plain = text.into_bytes();
            }
            let file = StaticContent::new(kind_of(name), plain);
            let hash: String = file.tag().chars().take(HASH).collect();
            let asset = Asset { address: format!("/assets/{hash}/{name}"), file: Arc::new(file) };
            by_name.insert(name.to_string(), asset);
        }
        Self { by_name }
    }

    /// The address of an asset; empty for an unknown name, which a test rules out.
    #[must_use]
    pub fn address(&self, name: &str) -> &str {
        self.by_name.get(name).map_or("", |asset| &asset.address)
    }
}

/// Whether a file refers to other files by their names in quotation marks.
fn refers_to_others(name: &str) -> bool {
    name.ends_with(".css") || name.ends_with(".webmanifest") || IMPORTING.contains(&name)
}

fn kind_of(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("png") => "image/png",
        Some("ico") => "image/vnd.microsoft.icon",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The drawing with this id among the icons, as a symbol of SVG.
#[must_use]
pub(super) fn symbol(id: &str) -> Option<String> {
    let icons = Files::get("icons.svg")?;
    let icons = std::str::from_utf8(&icons.data).ok()?;
    let from = icons.find(&format!("<symbol id=\"{id}\""))?;
    let (drawing, _) = icons.get(from..)?.split_once("</symbol>")?;
    Some(format!("{drawing}</symbol>"))
}

/// The style of a crib sheet in a file of its own.
#[must_use]
pub fn crib_style_for_files() -> String {
    let own = Files::get("crib.css").map(|file| String::from_utf8_lossy(&file.data).into_owned());
    style_for_files() + &own.unwrap_or_default()
}

/// The style sheet for a page in a file of its own: without the fonts, which such a page cannot reach.
#[must_use]
pub fn style_for_files() -> String {
    let style = Files::get("app.css").map(|file| String::from_utf8_lossy(&file.data).into_owned()).unwrap_or_default();
    style
        .split("@font-face")
        .enumerate()
        .map(|(at, part)| if at == 0 { part } else { part.split_once('}').map_or("", |(_, rest)| rest) })
        .collect()
}

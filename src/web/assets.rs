//! Style, script, fonts and icons, built into the program.
//!
//! An address holds the beginning of the file's hash, so browsers may keep it for ever; text is compressed once, on first
//! use.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::sync::OnceLock;

use actix_web::http::header::{self, AcceptEncoding, Encoding, Header as _, HeaderValue};
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use super::error::WebError;
use super::state::State;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Files;

struct Asset {
    address: String,
    kind: &'static str,
    plain: Bytes,
    brotli: OnceLock<Option<Bytes>>,
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
    /// Takes in every file; the style sheet's references to fonts get their hashed addresses.
    #[must_use]
    pub fn new() -> Self {
        let mut by_name = BTreeMap::new();
        let (styles, others): (Vec<_>, Vec<_>) = Files::iter().partition(|name| name.ends_with(".css"));
        for name in others.iter().chain(&styles) {
            let Some(file) = Files::get(name) else { continue };
            let mut plain = file.data.into_owned();
            if name.ends_with(".css") {
                let mut text = String::from_utf8_lossy(&plain).into_owned();
                for (other, asset) in &by_name {
                    let asset: &Asset = asset;
                    text = text.replace(&format!("url(\"{other}\")"), &format!("url(\"{}\")", asset.address));
                }
                plain = text.into_bytes();
            }
            let hash: String = Sha256::digest(&plain).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
            let asset = Asset {
                address: format!("/assets/{hash}/{name}"),
                kind: kind_of(name),
                plain: Bytes::from(plain),
                brotli: OnceLock::new(),
            };
            by_name.insert(name.to_string(), asset);
        }
        Self { by_name }
    }

    /// The address of an asset; empty for a name that does not exist, which a test forbids.
    #[must_use]
    pub fn address(&self, name: &str) -> &str {
        self.by_name.get(name).map_or("", |asset| &asset.address)
    }
}

impl Asset {
    fn compressed(&self) -> Option<&Bytes> {
        let compress = || {
            let mut packed = Vec::new();
            let mut writer = brotli::CompressorWriter::new(&mut packed, 4096, 9, 20);
            writer.write_all(&self.plain).ok()?;
            drop(writer);
            Some(Bytes::from(packed))
        };
        if self.kind.starts_with("font/") { None } else { self.brotli.get_or_init(compress).as_ref() }
    }
}

fn kind_of(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// `GET /assets/{hash}/{name}`
pub async fn show_asset(
    request: HttpRequest,
    state: Data<State>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (_, name) = path.into_inner();
    let asset = state.assets.by_name.get(&name).ok_or(WebError::NotFound)?;
    let known = [Encoding::brotli(), Encoding::identity()];
    let packed_is_fine = AcceptEncoding::parse(&request)
        .is_ok_and(|accepts| accepts.negotiate(known.iter()) == Some(Encoding::brotli()));
    let mut response = HttpResponse::Ok();
    response.insert_header((header::CONTENT_TYPE, asset.kind)).insert_header((header::VARY, "accept-encoding"));
    // An address with another hash is one of an older version: still answered, but not for ever.
    let lasting = request.path() == asset.address;
    let keep = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
    response.insert_header((header::CACHE_CONTROL, keep));
    match asset.compressed().filter(|_| packed_is_fine) {
        Some(packed) => {
            response.insert_header((header::CONTENT_ENCODING, HeaderValue::from_static("br")));
            Ok(response.body(packed.clone()))
        }
        None => Ok(response.body(asset.plain.clone())),
    }
}

/// The style of a crib sheet that stands alone in a file.
#[must_use]
pub fn crib_style_for_files() -> String {
    let own = Files::get("crib.css").map(|file| String::from_utf8_lossy(&file.data).into_owned());
    style_for_files() + &own.unwrap_or_default()
}

/// The style sheet for a page that stands alone in a file: without the fonts, which such a page cannot reach.
#[must_use]
pub fn style_for_files() -> String {
    let style = Files::get("app.css").map(|file| String::from_utf8_lossy(&file.data).into_owned()).unwrap_or_default();
    style
        .split("@font-face")
        .enumerate()
        .map(|(at, part)| if at == 0 { part } else { part.split_once('}').map_or("", |(_, rest)| rest) })
        .collect()
}

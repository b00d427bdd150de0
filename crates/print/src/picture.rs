//! Maps and other drawings as PNG.

use std::fmt;
use std::sync::{Arc, LazyLock};

use png::{BitDepth, ColorType, Compression, Encoder};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree, fontdb};

use crate::PrintError;
use crate::world::FACES;

/// The keyword under which a picture carries its layout file (`iTXt`).
const KEYWORD: &str = "musterfield-layout";

/// The greatest width of a picture, in pixels.
const WIDEST: u32 = 4000;
/// The greatest height, in pixels. A picture of both takes some hundred megabytes while it is made.
const HIGHEST: u32 = 8000;
/// The longest drawing that is read, in bytes.
const LONGEST: usize = 8 << 20;

/// Renders drawings as pictures with the fonts of the sheets. The fonts are loaded for the first picture; share one
/// painter between all threads.
pub struct Painter {
    fonts: LazyLock<Arc<fontdb::Database>>,
}

impl Painter {
    /// Creates a painter; it loads nothing until something is painted.
    #[must_use]
    pub fn new() -> Self {
        Self { fonts: LazyLock::new(fonts) }
    }

    /// Renders a drawing as PNG, `width` pixels wide, with the layout file in it as text, if there is one. Pictures that the drawing
    /// refers to are left out. Equal drawings give equal bytes. This is pure processor work: call it where blocking
    /// is allowed.
    ///
    /// # Errors
    /// When `svg` is not an SVG, or the picture would be larger than can be made.
    pub fn png(&self, svg: &str, width: u32, layout: &str) -> Result<Vec<u8>, PrintError> {
        let refuse = |why: &dyn fmt::Display| PrintError::Picture(why.to_string());
        if svg.len() > LONGEST {
            return Err(PrintError::TooLarge { size: svg.len(), limit: LONGEST });
        }
        let options = Options {
            font_family: "Noto Sans".to_owned(),
            fontdb: Arc::clone(&self.fonts),
            image_href_resolver: ImageHrefResolver {
                resolve_data: Box::new(|_, _, _| None),
                resolve_string: Box::new(|_, _| None),
            },
            ..Options::default()
        };
        let tree = Tree::from_str(svg, &options).map_err(|error| refuse(&error))?;
        let scale = pixels(width) / tree.size().width();
        let height = whole(tree.size().height() * scale).filter(|height| (1..=HIGHEST).contains(height));
        let (Some(height), 1..=WIDEST) = (height, width) else {
            return Err(refuse(&format_args!("a width of {width} pixels is out of range")));
        };
        let mut pixmap = Pixmap::new(width, height).ok_or_else(|| refuse(&"it has no size"))?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        encode(&pixmap, layout).map_err(|error| refuse(&error))
    }
}

impl fmt::Debug for Painter {
    /// Leaves out the fonts: they are always the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Painter").finish_non_exhaustive()
    }
}

impl Default for Painter {
    fn default() -> Self {
        Self::new()
    }
}

fn fonts() -> Arc<fontdb::Database> {
    let mut fonts = fontdb::Database::new();
    for face in FACES {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(face)));
    }
    fonts.set_sans_serif_family("Noto Sans");
    fonts.set_serif_family("Noto Sans");
    Arc::new(fonts)
}

/// Encodes without transparency: a map paints its whole sheet, and there is a quarter less to compress.
fn encode(pixmap: &Pixmap, layout: &str) -> Result<Vec<u8>, png::EncodingError> {
    let mut colours: Vec<u8> = Vec::with_capacity(pixmap.data().len() / 4 * 3);
    for pixel in pixmap.data().chunks_exact(4) {
        if let [red, green, blue, _] = pixel {
            colours.extend_from_slice(&[*red, *green, *blue]);
        }
    }
    let mut out = Vec::with_capacity(colours.len() / 16);
    let mut encoder = Encoder::new(&mut out, pixmap.width(), pixmap.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    if !layout.is_empty() {
        encoder.add_itxt_chunk(KEYWORD.to_owned(), layout.to_owned())?;
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&colours)?;
    writer.finish()?;
    Ok(out)
}

#[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "widths are far below 2^24, or refused later")]
fn pixels(width: u32) -> f32 {
    width as f32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::as_conversions,
    reason = "the range has been checked"
)]
fn whole(length: f32) -> Option<u32> {
    (length.is_finite() && (0.5..1e6).contains(&length)).then(|| length.round() as u32)
}

//! Finds the layout file in an uploaded file: a layout file itself, or a map as SVG, PNG or PDF that carries it.
//!
//! An uploaded file may be anything. Sizes are limited, nothing is decompressed without a limit, and the result is only
//! text: [`musterfield_terrain::file`] decides whether it is a layout.

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

/// The longest file that is examined, in bytes.
pub const LONGEST_UPLOAD: usize = 8 << 20;
/// The longest layout file that is extracted from a map, in bytes.
pub const LONGEST_LAYOUT: usize = 1 << 20;
/// The name under which maps carry their layout: the keyword in a PNG, the id of the metadata in an SVG.
pub const NAME: &str = "musterfield-layout";

/// The beginning of a layout file's format, after spaces; distinguishes it from other JSON in a PDF.
const FORMAT: &[u8] = b"musterfield-layout/";
/// The largest number of metadata elements examined in an SVG.
const MOST_METADATA: usize = 16;
/// The largest number of streams of a PDF that are decompressed in search of a layout.
const MOST_STREAMS: usize = 4096;
/// The largest number of bytes that are decompressed in all in search of a layout.
const MOST_UNPACKED: usize = 32 << 20;

/// The result when there is no layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotALayout {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The file is too large.
    #[error("the file is larger than any layout or map made by Musterfield")]
    TooLarge,
    /// The file could contain a layout, but does not.
    #[error(
        "this is {0} without a layout in it; maps made by Musterfield have one, unless another program has saved them again"
    )]
    Without(Container),
    /// The layout in it cannot be decompressed, or is too long.
    #[error("this is {0} whose layout is damaged or too long")]
    Damaged(Container),
    /// A file of another type.
    #[error("this is {0}; a layout must be JSON, or an SVG, PNG or PDF made by Musterfield")]
    Other(&'static str),
}

/// A file that can carry a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// An SVG.
    Svg,
    /// A PNG.
    Png,
    /// A PDF.
    Pdf,
}

impl std::fmt::Display for Container {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Svg => "an SVG",
            Self::Png => "a PNG",
            Self::Pdf => "a PDF",
        })
    }
}

/// The text of the layout file in an uploaded file.
///
/// # Errors
/// The result when there is no layout, for display.
pub fn layout_json_in(bytes: &[u8]) -> Result<String, NotALayout> {
    if bytes.len() > LONGEST_UPLOAD {
        return Err(NotALayout::TooLarge);
    }
    if let Some(chunks) = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n") {
        return in_png(chunks);
    }
    // Some programs put something before the header of a PDF.
    if find(bytes.get(..1024.min(bytes.len())).unwrap_or_default(), b"%PDF-").is_some() {
        return in_pdf(bytes);
    }
    if let Some(other) = other(bytes) {
        return Err(NotALayout::Other(other));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(NotALayout::Other("a file of an unknown kind"));
    };
    let text = text.trim();
    match text.bytes().next() {
        None => Err(NotALayout::Empty),
        // A list or number is not a layout either, but the layout parser explains that better.
        Some(b'{') => Ok(text.to_owned()),
        Some(_) if is_json(text) => Ok(text.to_owned()),
        Some(b'<') if text.contains("<svg") => in_svg(text),
        Some(b'<') => Err(NotALayout::Other("a page or another XML file")),
        Some(_) => Err(NotALayout::Other("plain text")),
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// The type of files that people mistake for a map.
fn other(bytes: &[u8]) -> Option<&'static str> {
    const BEGINNINGS: [(&[u8], &str); 6] = [
        (b"\xff\xd8\xff", "a JPEG, which has no place for a layout"),
        (b"GIF8", "a GIF, which has no place for a layout"),
        (b"RIFF", "a WebP or another RIFF file"),
        (b"PK\x03\x04", "a ZIP archive or an office document"),
        (b"\x1f\x8b", "a packed file; unpack it first"),
        (b"BM", "a bitmap"),
    ];
    // Two letters are not enough: a text may begin with them.
    let is =
        |beginning: &[u8]| bytes.starts_with(beginning) && (beginning.len() > 2 || std::str::from_utf8(bytes).is_err());
    BEGINNINGS.iter().find(|(beginning, _)| is(beginning)).map(|(_, name)| *name)
}

fn in_svg(text: &str) -> Result<String, NotALayout> {
    let without = NotALayout::Without(Container::Svg);
    // Other programs preserve metadata, but may write its tag differently.
    for (at, _) in text.match_indices("<metadata").take(MOST_METADATA) {
        let Some((tag, rest)) = text.get(at..).and_then(|rest| rest.split_once('>')) else { continue };
        let named = tag.contains(NAME);
        let Some((content, _)) = rest.split_once("</metadata") else { continue };
        if tag.ends_with('/') || !(named || content.contains("musterfield-layout/")) {
            continue;
        }
        if content.len() > LONGEST_LAYOUT * 2 {
            return Err(NotALayout::Damaged(Container::Svg));
        }
        let content = content.trim();
        let json = match content.strip_prefix("<![CDATA[").and_then(|inner| inner.strip_suffix("]]>")) {
            Some(inner) => inner.trim().to_owned(),
            None => unescaped(content).ok_or(NotALayout::Damaged(Container::Svg))?,
        };
        return if json.starts_with('{') { Ok(json) } else { Err(NotALayout::Damaged(Container::Svg)) };
    }
    Err(without)
}

/// Text with XML escapes resolved; `None` if there is an unknown one.
fn unescaped(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let (name, after) = after.split_once(';')?;
        out.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => {
                let number = name.strip_prefix('#')?;
                let code = match number.strip_prefix(['x', 'X']) {
                    Some(hex) => u32::from_str_radix(hex, 16),
                    None => number.parse(),
                };
                char::from_u32(code.ok()?)?
            }
        });
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

/// Searches the chunks of a PNG for a text under the carrier's name.
fn in_png(mut chunks: &[u8]) -> Result<String, NotALayout> {
    let damaged = NotALayout::Damaged(Container::Png);
    while let Some((length, rest)) = chunks.split_first_chunk::<4>() {
        let Some((kind, rest)) = rest.split_first_chunk::<4>() else { break };
        let Some((data, rest)) =
            usize::try_from(u32::from_be_bytes(*length)).ok().and_then(|length| rest.split_at_checked(length))
        else {
            break;
        };
        let text = match kind {
            b"iTXt" => international_text(data),
            b"tEXt" => named(data).map(|text| Ok(text.to_vec())),
            b"zTXt" => named(data).and_then(|text| text.strip_prefix(&[0])).map(|text| inflated(text, Container::Png)),
            b"IEND" => break,
            _ => None,
        };
        if let Some(text) = text {
            let text = text?;
            let text =
                if text.len() <= LONGEST_LAYOUT { String::from_utf8(text).map_err(|_| damaged) } else { Err(damaged) };
            return text;
        }
        // The checksum is not verified: a changed text is checked as a layout afterwards anyway.
        chunks = rest.get(4..).unwrap_or_default();
    }
    Err(NotALayout::Without(Container::Png))
}

/// The data after the carrier's name and its zero byte.
fn named(data: &[u8]) -> Option<&[u8]> {
    data.strip_prefix(NAME.as_bytes())?.strip_prefix(&[0])
}

/// The text of an `iTXt` chunk under the carrier's name, compressed or not.
fn international_text(data: &[u8]) -> Option<Result<Vec<u8>, NotALayout>> {
    let (flags, rest) = named(data)?.split_first_chunk::<2>()?;
    let mut parts = rest.splitn(3, |byte| *byte == 0);
    let (_language, _translated, text) = (parts.next()?, parts.next()?, parts.next()?);
    Some(match flags {
        [0, _] => Ok(text.to_vec()),
        [1, 0] => inflated(text, Container::Png),
        _ => Err(NotALayout::Damaged(Container::Png)),
    })
}

fn inflated(packed: &[u8], container: Container) -> Result<Vec<u8>, NotALayout> {
    decompress_to_vec_zlib_with_limit(packed, LONGEST_LAYOUT).map_err(|_| NotALayout::Damaged(container))
}

/// Searches the streams of a PDF for a layout file. The structure of the PDF is ignored: the file may have been saved
/// by another program, and only its content matters.
fn in_pdf(bytes: &[u8]) -> Result<String, NotALayout> {
    let (mut at, mut streams, mut unpacked) = (0, 0, 0);
    let mut damaged = false;
    while let Some(found) = bytes.get(at..).and_then(|rest| find(rest, b"stream")) {
        let keyword = at + found;
        at = keyword + b"stream".len();
        let is_end = bytes.get(..keyword).is_some_and(|before| before.ends_with(b"end"));
        if is_end || streams >= MOST_STREAMS || unpacked >= MOST_UNPACKED {
            continue;
        }
        streams += 1;
        let Some(content) = bytes.get(at..) else { break };
        let content = content.strip_prefix(b"\r\n").or_else(|| content.strip_prefix(b"\n")).unwrap_or(content);
        let head = dictionary(bytes.get(..keyword).unwrap_or_default());
        let embedded = find(head, b"EmbeddedFile").is_some();
        let limit = LONGEST_LAYOUT.min(MOST_UNPACKED - unpacked);
        let text = if find(head, b"FlateDecode").is_some() {
            // Pictures and fonts need not be decompressed completely to see that they are not layouts.
            let begins = |packed: &[u8]| packed.first().is_some_and(|first| first & 0x0f == 8);
            if !begins(content) {
                continue;
            }
            match decompress_to_vec_zlib_with_limit(content, limit) {
                Ok(text) => text,
                Err(failed) => {
                    unpacked += failed.output.len();
                    damaged |= embedded;
                    continue;
                }
            }
        } else {
            let near = content.get(..limit.min(content.len())).unwrap_or_default();
            let end = find(near, b"endstream").unwrap_or(near.len());
            near.get(..end).unwrap_or_default().to_vec()
        };
        unpacked += text.len();
        if is_layout(&text)
            && let Ok(text) = String::from_utf8(text)
        {
            return Ok(text.trim().to_owned());
        }
    }
    Err(if damaged { NotALayout::Damaged(Container::Pdf) } else { NotALayout::Without(Container::Pdf) })
}

/// The dictionary before a stream, as far as it matters: the text after the beginning of the last object.
fn dictionary(before: &[u8]) -> &[u8] {
    const LONGEST: usize = 2048;
    let before = before.get(before.len().saturating_sub(LONGEST)..).unwrap_or_default();
    let start = before.windows(4).rposition(|window| window == b" obj").unwrap_or_default();
    before.get(start..).unwrap_or_default()
}

/// Whether the text is JSON that names the layout format near its beginning.
fn is_layout(text: &[u8]) -> bool {
    const NEAR: usize = 400;
    text.trim_ascii_start().starts_with(b"{")
        && find(text.get(..NEAR.min(text.len())).unwrap_or_default(), FORMAT).is_some()
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    let first = *what.first()?;
    let mut at = 0;
    loop {
        let rest = bytes.get(at..)?;
        at += rest.iter().position(|byte| *byte == first)?;
        if bytes.get(at..)?.starts_with(what) {
            return Some(at);
        }
        at += 1;
    }
}

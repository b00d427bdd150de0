//! The canvas: the growing text of an SVG, with short numbers and escaped words.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use super::options::Style;
use super::spot::{DrawPoint, Rect, spot};
use super::symbol::Symbol;

/// The text of a drawing and the symbols that it uses.
pub(super) struct Canvas<'a> {
    out: String,
    used: BTreeSet<Symbol>,
    /// Colour or print.
    pub(super) style: Style,
    /// The id of the home terrain: it gives the ground its tint and the woods their trees.
    pub(super) home: &'a str,
    /// A box in which nothing is scattered, because a name is there.
    pub(super) clearing: Option<Rect>,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(style: Style, home: &'a str) -> Self {
        Self { out: String::with_capacity(64 * 1024), used: BTreeSet::new(), style, home, clearing: None }
    }

    /// Appends markup unchanged.
    pub(super) fn put(&mut self, markup: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(markup);
    }

    /// Appends a path with its attributes.
    pub(super) fn path(&mut self, path: &Path, attributes: fmt::Arguments<'_>) {
        if !path.data.is_empty() {
            self.put(format_args!("<path d=\"{}\" {attributes}/>", path.data));
        }
    }

    /// Puts a symbol in a place.
    pub(super) fn stamp(&mut self, symbol: Symbol, at: DrawPoint) {
        self.used.insert(symbol);
        self.put(format_args!(
            "<use href=\"#{}\" x=\"{}\" y=\"{}\"/>",
            symbol.id(self.style),
            Whole(at.x),
            Whole(at.y)
        ));
    }

    /// Puts a symbol in a place, with its right side in the direction of a unit vector.
    pub(super) fn stamp_turned(&mut self, symbol: Symbol, at: DrawPoint, right: DrawPoint) {
        self.used.insert(symbol);
        let (cos, sin) = (Fine(right.x), Fine(right.y));
        self.put(format_args!(
            "<use href=\"#{}\" transform=\"matrix({cos} {sin} {} {cos} {} {})\"/>",
            symbol.id(self.style),
            Fine(-right.y),
            Number(at.x),
            Number(at.y)
        ));
    }

    /// Defines the symbols of another canvas of the same drawing too, so that each is defined once.
    pub(super) fn define_symbols_of(&mut self, other: &mut Self) {
        self.used.append(&mut other.used);
    }

    /// The drawing, and the definitions of its symbols.
    pub(super) fn finish(self) -> (String, String) {
        let mut definitions = String::new();
        for symbol in &self.used {
            symbol.define(self.style, &mut definitions);
        }
        (definitions, self.out)
    }
}

/// The data of a path.
#[derive(Default)]
pub(super) struct Path {
    data: String,
}

impl Path {
    pub(super) fn start(&mut self, at: DrawPoint) -> &mut Self {
        self.add('M', &[at])
    }

    pub(super) fn line(&mut self, to: DrawPoint) -> &mut Self {
        self.add('L', &[to])
    }

    pub(super) fn bend(&mut self, first: DrawPoint, second: DrawPoint, to: DrawPoint) -> &mut Self {
        self.add('C', &[first, second, to])
    }

    pub(super) fn close(&mut self) -> &mut Self {
        self.data.push('Z');
        self
    }

    /// Adds a separate line.
    pub(super) fn stroke(&mut self, from: DrawPoint, to: DrawPoint) -> &mut Self {
        self.start(from).line(to)
    }

    /// Adds a dot, if line ends are round.
    pub(super) fn dot(&mut self, at: DrawPoint) -> &mut Self {
        self.add('M', &[at]);
        self.data.push_str("h.1");
        self
    }

    /// Adds corners joined by straight lines.
    pub(super) fn corners(&mut self, corners: &[DrawPoint], closed: bool) -> &mut Self {
        for (at, corner) in corners.iter().enumerate() {
            if at == 0 {
                self.start(*corner)
            } else {
                self.line(*corner)
            };
        }
        if closed && !corners.is_empty() { self.close() } else { self }
    }

    /// Adds a box.
    pub(super) fn room(&mut self, room: Rect) -> &mut Self {
        let corners =
            [(room.left, room.top), (room.right, room.top), (room.right, room.bottom), (room.left, room.bottom)];
        self.corners(&corners.map(|(x, y)| spot(x, y)), true)
    }

    fn add(&mut self, command: char, spots: &[DrawPoint]) -> &mut Self {
        self.data.push(command);
        for (at, spot) in spots.iter().enumerate() {
            if at > 0 {
                self.data.push(' ');
            }
            number(&mut self.data, spot.x);
            self.data.push(' ');
            number(&mut self.data, spot.y);
        }
        self
    }
}

/// A number with at most one decimal.
pub(super) struct Number(pub(super) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        number(&mut text, self.0);
        f.write_str(&text)
    }
}

/// A number rounded to a whole one.
pub(super) struct Whole(pub(super) f64);

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        whole(self.0).fmt(f)
    }
}

/// A number between -1 and 1.
struct Fine(f64);

impl fmt::Display for Fine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", whole_in(self.0 * 1000.0) / 1000.0)
    }
}

/// The nearest whole number in floating point, without a negative zero.
fn whole_in(value: f64) -> f64 {
    value.round() + 0.0
}

#[expect(clippy::cast_possible_truncation, clippy::as_conversions, reason = "no drawing is that large; it saturates")]
fn whole(value: f64) -> i64 {
    value.round() as i64
}

/// Writes a number with at most one decimal. Faster than formatting, and it is most of the work of a drawing.
fn number(out: &mut String, value: f64) {
    let tenths = whole(value * 10.0);
    if tenths < 0 {
        out.push('-');
    }
    let tenths = tenths.unsigned_abs();
    digits(out, tenths / 10);
    if !tenths.is_multiple_of(10) {
        out.push('.');
        digits(out, tenths % 10);
    }
}

fn digits(out: &mut String, value: u64) {
    if value >= 10 {
        digits(out, value / 10);
    }
    out.push(char::from(b'0' + u8::try_from(value % 10).unwrap_or_default()));
}

/// Words escaped for text or an attribute. Characters that XML does not allow are left out.
pub(super) struct Words<'a>(pub(super) &'a str);

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' => f.write_char(c)?,
                c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// The approximate width of words in a font size; rather too wide than too narrow.
pub(super) fn width(words: &str, size: f64, bold: bool) -> f64 {
    let ems: f64 = words
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | '.' | ',' | '\'' | '|' | '!' | ':' | ';' | ' ' => 0.29,
            'f' | 't' | 'r' | 'I' | '(' | ')' | '-' => 0.4,
            'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.94,
            'A'..='Z' => 0.69,
            '\u{300}'..='\u{36f}' => 0.0,
            '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{ffff}' | '\u{10000}'.. => 1.05,
            _ => 0.58,
        })
        .sum();
    ems * size * if bold { 1.07 } else { 1.0 }
}

/// The beginning of words that is no wider than this, with an ellipsis if something is missing.
pub(super) fn shortened(words: &str, size: f64, bold: bool, widest: f64) -> String {
    if width(words, size, bold) <= widest {
        return words.to_owned();
    }
    let mut kept = String::new();
    for c in words.chars() {
        kept.push(c);
        if width(&kept, size, bold) > widest - size {
            kept.pop();
            break;
        }
    }
    format!("{}…", kept.trim_end())
}

/// Words broken into lines that are no wider than this.
pub(super) fn lines(words: &str, size: f64, widest: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line, size, false) + width(word, size, false) + 0.3 * size <= widest => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The fonts of names: the site's, then the printer's, then any.
pub(super) const FONT: &str = "Alegreya Sans, Noto Sans, Segoe UI, sans-serif";

/// The fonts of the title.
pub(super) const TITLE_FONT: &str = "Alegreya, Noto Sans, Georgia, serif";

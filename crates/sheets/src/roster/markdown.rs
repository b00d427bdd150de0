//! Limits on Markdown: the result of a few thousand letters is bounded here, for pages and for sheets.
//!
//! A text is laid out one outermost block at a time. If it becomes too much, the rest is left as typed, from the
//! beginning of the block that is too much to the end of the text.

use pulldown_cmark::{Event, OffsetIter, Options, Parser, Tag};

/// The largest number of table cells in a text. Each row is padded to the width of its table, so a few letters make
/// many.
pub const MOST_CELLS: usize = 2000;
/// The largest number of bytes of any result.
pub const LARGEST: usize = 256 << 10;
/// The largest number of bytes of a result for each byte of the text, besides [`SPARE`].
const GROWTH: usize = 8;
/// The bytes that even the shortest text may become.
const SPARE: usize = 16 << 10;
/// The bytes reserved for the sentence that explains that something is left as typed, and for its markup.
const RESERVED: usize = 512;

/// The sentence before the text that is left as typed.
pub const LEFT: &str = "The rest is too long to format, so it is shown as it was typed.";
/// The sentence before the text that is left as typed, if that is too long as well.
pub const LEFT_IN_PART: &str = "The rest is too long to format. Its beginning is shown as it was typed.";

/// Reads Markdown with tables and with text struck out.
#[must_use]
pub fn parser(markdown: &str) -> Parser<'_> {
    Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH)
}

/// The largest number of bytes of the result of a text.
#[must_use]
pub fn most_bytes(markdown: &str) -> usize {
    (markdown.len() * GROWTH + SPARE).min(LARGEST)
}

/// A text, laid out as far as the limits allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidOut<'m, T> {
    /// The results of its blocks, in order.
    pub blocks: Vec<T>,
    /// The rest that is left as typed.
    pub left: Option<Left<'m>>,
}

/// The end of a text, left as it was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left<'m> {
    /// As much of the typed text as there is room for.
    pub text: &'m str,
    /// The sentence that goes before it.
    pub said: &'static str,
}

/// Lays out a text, one outermost block at a time. `lay_out` makes something of a block and counts its bytes; `typed`
/// counts the bytes of a letter that is shown as typed.
pub fn lay_out<'m, T>(
    markdown: &'m str,
    mut lay_out: impl FnMut(Vec<Event<'m>>) -> (T, usize),
    typed: impl Fn(char) -> usize,
) -> LaidOut<'m, T> {
    let mut room = most_bytes(markdown).saturating_sub(RESERVED);
    let bytes = |text: &str| text.chars().map(&typed).sum::<usize>();
    let (mut after, mut end) = (bytes(markdown), 0);
    let (mut events, mut cells, mut blocks) = (parser(markdown).into_offset_iter(), 0, Vec::new());
    while let Some(block) = next_block(&mut events, &mut cells) {
        // The rest must still fit as typed.
        after -= bytes(markdown.get(end..block.end).unwrap_or_default());
        end = end.max(block.end);
        let made = block.events.map(&mut lay_out).filter(|(_, size)| size.saturating_add(after) <= room);
        let Some((made, size)) = made else {
            return LaidOut { blocks, left: Some(left(markdown.get(block.start..).unwrap_or_default(), room, typed)) };
        };
        room -= size;
        blocks.push(made);
    }
    LaidOut { blocks, left: None }
}

/// As much of a text as has room.
fn left(text: &str, mut room: usize, typed: impl Fn(char) -> usize) -> Left<'_> {
    let too_much = text.char_indices().find(|(_, letter)| match room.checked_sub(typed(*letter)) {
        Some(less) => {
            room = less;
            false
        }
        None => true,
    });
    match too_much.and_then(|(at, _)| text.get(..at)) {
        Some(beginning) => Left { text: beginning, said: LEFT_IN_PART },
        None => Left { text, said: LEFT },
    }
}

/// An outermost block, and its range in the text.
struct Block<'m> {
    start: usize,
    end: usize,
    /// `None` if it makes too many cells.
    events: Option<Vec<Event<'m>>>,
}

/// The next block; counts its cells.
fn next_block<'m>(events: &mut OffsetIter<'m>, cells: &mut usize) -> Option<Block<'m>> {
    let (mut block, mut depth) = (Vec::new(), 0_usize);
    let mut range = None;
    for (event, place) in events.by_ref() {
        let range = range.get_or_insert(place);
        match &event {
            Event::Start(tag) => {
                depth += 1;
                *cells += usize::from(matches!(tag, Tag::TableCell));
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if *cells > MOST_CELLS {
            return Some(Block { start: range.start, end: range.end, events: None });
        }
        block.push(event);
        if depth == 0 {
            return Some(Block { start: range.start, end: range.end, events: Some(block) });
        }
    }
    None
}

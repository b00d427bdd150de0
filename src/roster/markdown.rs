//! Markdown as far as it is laid out: what a few thousand letters can become is bounded here, for pages and for sheets.
//!
//! A text is taken block after outermost block. Where it becomes too much, it is left as it was typed, from the beginning of
//! the block that is too much to the end of the text.

use pulldown_cmark::{Event, OffsetIter, Options, Parser, Tag};

/// Most cells of tables in a text. Each row is filled up to the width of its table, so a few letters make many.
pub const MOST_CELLS: usize = 2000;
/// Most bytes that any text becomes.
pub const LARGEST: usize = 256 << 10;
/// A text becomes at most so many times its bytes, and [`SPARE`] more.
const GROWTH: usize = 8;
/// Bytes that the shortest text may become.
const SPARE: usize = 16 << 10;
/// Bytes kept free for the sentence that says that something is left as it was typed, and for what is around it.
const RESERVED: usize = 512;

/// Said before what is left as it was typed.
pub const LEFT: &str = "The rest would become too long, so it is shown as it was typed.";
/// Said before what is left as it was typed, if that is too long as well.
pub const LEFT_IN_PART: &str = "The rest would become too long. Its beginning is shown as it was typed.";

/// Reads Markdown with tables and with text struck out.
#[must_use]
pub fn parser(markdown: &str) -> Parser<'_> {
    Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH)
}

/// The most bytes that a text becomes.
#[must_use]
pub fn most_bytes(markdown: &str) -> usize {
    (markdown.len() * GROWTH + SPARE).min(LARGEST)
}

/// A text, laid out as far as it is not too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidOut<'m, T> {
    /// What was made of its blocks, in order.
    pub blocks: Vec<T>,
    /// What is left as it was typed.
    pub left: Option<Left<'m>>,
}

/// The end of a text, left as it was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left<'m> {
    /// What was typed, as much of it as there is room for.
    pub text: &'m str,
    /// The sentence that goes before it.
    pub said: &'static str,
}

/// Lays a text out, block after outermost block. `lay_out` makes something of a block and counts its bytes; `typed` counts
/// the bytes that a letter takes where it is shown as it was typed.
pub fn lay_out<'m, T>(
    markdown: &'m str,
    mut lay_out: impl FnMut(Vec<Event<'m>>) -> (T, usize),
    typed: impl Fn(char) -> usize,
) -> LaidOut<'m, T> {
    let mut room = most_bytes(markdown).saturating_sub(RESERVED);
    let bytes = |text: &str| text.chars().map(&typed).sum::<usize>();
    let (mut after, mut end) = (bytes(markdown), 0);
    let (mut events, mut cells, mut blocks) = (parser(markdown).into_offset_iter(), 0, Vec::new());
    while let Some(block) = next(&mut events, &mut cells) {
        // What follows must still have room as it was typed.
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

/// An outermost block, and where it stands in the text.
struct Block<'m> {
    start: usize,
    end: usize,
    /// None if there are too many cells with it.
    events: Option<Vec<Event<'m>>>,
}

/// The next block; counts its cells.
fn next<'m>(events: &mut OffsetIter<'m>, cells: &mut usize) -> Option<Block<'m>> {
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

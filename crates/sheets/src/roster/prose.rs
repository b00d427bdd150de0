//! Notes in Markdown as blocks of plain runs, for sheets that are not HTML.
//!
//! [`super::markdown`] limits the result. A block is one paragraph, heading, item, row of a table or line of code. The
//! blocks contain the text as it is read; a link is reduced to its words, HTML markup stays plain text.

use pulldown_cmark::{Event, Tag, TagEnd};
use serde::Serialize;

use super::markdown::{LaidOut, Left, lay_out};

/// A block of notes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Block {
    /// Its kind.
    pub kind: BlockKind,
    /// The number of lists and quotations around it, at most [`DEEPEST`].
    pub depth: u8,
    /// The marker before an item: its number with a full stop, or nothing for a bullet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// Its text.
    pub runs: Vec<Run>,
}

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockKind {
    /// Ordinary text.
    Paragraph,
    /// A heading of any level.
    Heading,
    /// An item of a list.
    Item,
    /// A line that stays as typed.
    Code,
}

/// A stretch of text in one style.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Run {
    /// The text; white space is one blank.
    pub text: String,
    /// Bold.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub strong: bool,
    /// Italic.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub emphasis: bool,
}

/// The deepest indentation of blocks.
pub const DEEPEST: u8 = 4;

/// Converts Markdown to blocks; empty blocks are left out. Written as JSON they have at most
/// [`most_bytes`](super::markdown::most_bytes).
#[must_use]
pub fn blocks(markdown: &str) -> Vec<Block> {
    let LaidOut { blocks, left } = lay_out(markdown, read, json_bytes);
    blocks.into_iter().flatten().chain(left.into_iter().flat_map(as_typed)).collect()
}

/// Converts an outermost block of Markdown to blocks, with their number of bytes as JSON.
fn read(events: Vec<Event<'_>>) -> (Vec<Block>, usize) {
    let mut writer = Writer::default();
    for event in events {
        writer.event(event);
    }
    writer.end_block();
    let size = serde_json::to_string(&writer.blocks).map_or(usize::MAX, |json| json.len());
    (writer.blocks, size)
}

/// The text that is left as typed, after the sentence that explains this.
fn as_typed(left: Left<'_>) -> [Block; 2] {
    let paragraph = |text: String, emphasis: bool| Block {
        kind: BlockKind::Paragraph,
        depth: 0,
        number: None,
        runs: vec![Run { text, strong: false, emphasis }],
    };
    let typed = left.text.split_whitespace().collect::<Vec<_>>().join(" ");
    [paragraph(left.said.to_owned(), true), paragraph(typed, false)]
}

/// The bytes that a letter takes in JSON.
fn json_bytes(letter: char) -> usize {
    match letter {
        '"' | '\\' => 2,
        '\0'..='\x1f' => 6,
        _ => letter.len_utf8(),
    }
}

#[derive(Default)]
struct Writer {
    blocks: Vec<Block>,
    runs: Vec<Run>,
    /// The next number of each open list; `None` where it has bullets.
    lists: Vec<Option<u64>>,
    quotes: usize,
    /// Set where an item begins, until its first block begins.
    item: Option<Option<String>>,
    kind: Option<BlockKind>,
    strong: usize,
    emphasis: usize,
}

impl Writer {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.kind == Some(BlockKind::Code) => {
                for line in text.lines() {
                    self.say(line);
                    self.end_block();
                    self.kind = Some(BlockKind::Code);
                }
            }
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => self.say(&text),
            Event::SoftBreak => self.say(" "),
            Event::HardBreak | Event::Rule => self.end_block(),
            // Footnotes, tasks and formulas are not among the options.
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Strong | Tag::TableHead => self.strong += 1,
            Tag::Emphasis => self.emphasis += 1,
            Tag::Heading { .. } => self.begin(BlockKind::Heading),
            Tag::CodeBlock(_) => self.begin(BlockKind::Code),
            Tag::Paragraph => self.end_block(),
            Tag::BlockQuote(_) => {
                self.end_block();
                self.quotes += 1;
            }
            Tag::List(first) => {
                self.end_block();
                self.lists.push(*first);
            }
            Tag::Item => {
                self.end_block();
                let number = self.lists.last_mut().and_then(Option::as_mut).map(|next| {
                    let number = format!("{next}.");
                    *next = next.saturating_add(1);
                    number
                });
                self.item = Some(number);
            }
            Tag::TableCell if !self.runs.is_empty() => self.say(" · "),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong => self.strong = self.strong.saturating_sub(1),
            TagEnd::Emphasis => self.emphasis = self.emphasis.saturating_sub(1),
            TagEnd::TableHead => {
                self.end_block();
                self.strong = self.strong.saturating_sub(1);
            }
            TagEnd::BlockQuote(_) => {
                self.end_block();
                self.quotes = self.quotes.saturating_sub(1);
            }
            TagEnd::List(_) => {
                self.end_block();
                self.lists.pop();
            }
            TagEnd::Item => {
                self.end_block();
                self.item = None;
            }
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::CodeBlock | TagEnd::TableRow | TagEnd::HtmlBlock => {
                self.end_block();
            }
            _ => {}
        }
    }

    fn begin(&mut self, kind: BlockKind) {
        self.end_block();
        self.kind = Some(kind);
    }

    fn say(&mut self, text: &str) {
        let (strong, emphasis) = (self.strong > 0, self.emphasis > 0);
        match self.runs.last_mut() {
            Some(run) if run.strong == strong && run.emphasis == emphasis => run.text.push_str(text),
            _ => self.runs.push(Run { text: text.to_owned(), strong, emphasis }),
        }
    }

    fn end_block(&mut self) {
        let kind = self.kind.take();
        let runs = std::mem::take(&mut self.runs);
        if runs.iter().all(|run| run.text.trim().is_empty()) {
            return;
        }
        // Only the first block of an item has the bullet; the others follow below it.
        let item = if kind.is_none() { self.item.take() } else { None };
        let depth = self.quotes + self.lists.len().saturating_sub(usize::from(item.is_some()));
        self.blocks.push(Block {
            kind: kind.unwrap_or(if item.is_some() { BlockKind::Item } else { BlockKind::Paragraph }),
            depth: u8::try_from(depth).map_or(DEEPEST, |depth| depth.min(DEEPEST)),
            number: item.flatten(),
            runs,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, blocks};
    use crate::roster::markdown::most_bytes;

    /// Blocks as lines: depth as blanks, kind by its first letter, `*` around bold and `/` around italic text.
    fn lines(markdown: &str) -> Vec<String> {
        let line = |block: &super::Block| {
            let runs: String = block
                .runs
                .iter()
                .map(|run| match (run.strong, run.emphasis) {
                    (true, true) => format!("*/{}/*", run.text),
                    (true, false) => format!("*{}*", run.text),
                    (false, true) => format!("/{}/", run.text),
                    (false, false) => run.text.clone(),
                })
                .collect();
            let kind = format!("{:?}", block.kind);
            let number = block.number.as_deref().unwrap_or_default();
            format!("{}{}{number} {runs}", " ".repeat(block.depth.into()), kind.get(..1).unwrap_or_default())
        };
        blocks(markdown).iter().map(line).collect()
    }

    #[test]
    fn every_kind_of_block_is_read() {
        for (markdown, expected) in [
            ("", &[][..]),
            ("Hold the hill,\nthen run.\n\nOr not.", &["P Hold the hill, then run.", "P Or not."]),
            ("# Plan *b*\nText", &["H Plan /b/", "P Text"]),
            ("a **b *c*** ~~d~~", &["P a *b **/c/* d"]),
            ("- one\n- two\n  - deep\n- three", &["I one", "I two", " I deep", "I three"]),
            ("3. c\n4. d\n\n   more", &["I3. c", "I4. d", " P more"]),
            ("> said\n>\n> - so", &[" P said", " I so"]),
            ("```\nlet x;\n\n  y\n```", &["C let x;", "C   y"]),
            ("| a | b |\n|---|---|\n| 1 | 2 |", &["P *a · b*", "P 1 · 2"]),
            ("[words](https://example.org) <b>x</b>", &["P words <b>x</b>"]),
            ("one  \ntwo\n\n---\nthree", &["P one", "P two", "P three"]),
        ] {
            assert_eq!(lines(markdown), expected, "{markdown}");
        }
    }

    #[test]
    fn what_few_letters_may_become_is_bounded_and_no_word_is_lost() {
        let long = "x".repeat(1000);
        for (name, text) in [
            ("empty cells", format!("{}\n{}\n{}end", "|a".repeat(2500), "|-".repeat(2500), "|\n".repeat(5000))),
            ("a link by its name", format!("[{long}]: a\n\n{} end", format!("[{long}]").repeat(15))),
            ("paragraphs", "a\n\n".repeat(6600) + "end"),
            ("items", "-\ta\n".repeat(4900) + "end"),
            ("lines of a listing", format!("```\n{}```\nend", "a\n".repeat(9900))),
            ("styles", "*a*b".repeat(4900) + " end"),
            ("signs that JSON escapes", "\u{1}\"\\\\".repeat(4900) + " end"),
            ("numbers", "999999999. a\n\n<!-- -->\n\n".repeat(700) + "end"),
        ] {
            let blocks = blocks(&text);
            let json = serde_json::to_string(&blocks).unwrap();
            assert!(json.len() <= most_bytes(&text), "{name}: {} of {} bytes", json.len(), text.len());
            assert!(blocks.last().unwrap().runs.last().unwrap().text.ends_with("end"), "{name}");
        }
    }

    #[test]
    fn depth_has_an_end() {
        let all = blocks(&format!("{}x", "> ".repeat(500)));
        assert_eq!(all.iter().map(|block| block.depth).collect::<Vec<_>>(), [DEEPEST]);
    }
}

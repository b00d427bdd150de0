//! Converts Markdown to HTML; all Markdown goes through this module. Visitors' text is cleaned after rendering: no
//! markup of their own, no images, no links except to the web and to mail. [`musterfield_sheets::roster::markdown`]
//! limits the length of the result.

use std::collections::HashSet;
use std::sync::LazyLock;

use musterfield_sheets::roster::markdown::{LaidOut, lay_out, parser};
use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd, html};

static CLEANER: LazyLock<ammonia::Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = ammonia::Builder::default();
    cleaner
        .rm_tags(["img", "map", "area"])
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .url_relative(ammonia::UrlRelative::Deny)
        .link_rel(Some(LINK))
        .id_prefix(Some("note-"));
    cleaner
});

/// The `rel` attribute of every link.
const LINK: &str = "noopener nofollow ugc";
/// The bytes that this adds to a link.
const LINK_BYTES: usize = " rel=\"\"".len() + LINK.len();
/// The bytes that the cleaner adds to a non-breaking space.
const SPACE_BYTES: usize = "&nbsp;".len() - "\u{a0}".len();

/// Renders Markdown written by a visitor. The result is safe to put into a page, and has at most
/// [`most_bytes`](musterfield_sheets::roster::markdown::most_bytes).
#[must_use]
pub fn from_visitor(markdown: &str) -> String {
    let levels = levels(markdown);
    let LaidOut { blocks, left } = lay_out(markdown, |block| rendered(block, &levels), escaped_bytes);
    let mut page = CLEANER.clean(&blocks.concat()).to_string();
    if let Some(left) = left {
        page.push_str("<p><em>");
        page.push_str(left.said);
        page.push_str("</em></p>\n<pre class=\"as-typed\">");
        for letter in left.text.chars() {
            match escaped(letter) {
                Some(escaped) => page.push_str(escaped),
                None => page.push(letter),
            }
        }
        page.push_str("</pre>\n");
    }
    page
}

/// A block as HTML before cleaning, with its number of bytes after cleaning.
fn rendered(block: Vec<Event<'_>>, levels: &[HeadingLevel]) -> (String, usize) {
    let links = block.iter().filter(|event| matches!(event, Event::Start(Tag::Link { .. }))).count();
    // Inline HTML is shown as plain text.
    let events = shallow(lowered(block.into_iter(), levels)).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        other => other,
    });
    let mut rendered = String::new();
    html::push_html(&mut rendered, events);
    let size = rendered.len() + links * LINK_BYTES + rendered.matches('\u{a0}').count() * SPACE_BYTES;
    (rendered, size)
}

/// The escaped form of a letter in a page, if it has one.
const fn escaped(letter: char) -> Option<&'static str> {
    match letter {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '\0' => Some("\u{fffd}"),
        _ => None,
    }
}

/// The bytes that a letter takes in a page.
fn escaped_bytes(letter: char) -> usize {
    escaped(letter).map_or(letter.len_utf8(), str::len)
}

/// Renders a text of the program itself.
#[must_use]
pub fn from_us(markdown: &str) -> String {
    let mut rendered = String::new();
    html::push_html(&mut rendered, parser(markdown));
    rendered
}

/// The deepest nesting of marks that is drawn. The time for cleaning grows with the square of the depth.
const DEEPEST: usize = 32;

/// Removes the marks below that depth, and keeps their text.
fn shallow<'a>(events: impl Iterator<Item = Event<'a>>) -> impl Iterator<Item = Event<'a>> {
    let mut depth = 0_usize;
    events.filter(move |event| match event {
        Event::Start(_) => {
            depth += 1;
            depth <= DEEPEST
        }
        Event::End(_) => {
            let drawn = depth <= DEEPEST;
            depth = depth.saturating_sub(1);
            drawn
        }
        _ => true,
    })
}

/// The levels of headings that a text uses, highest first.
fn levels(markdown: &str) -> Vec<HeadingLevel> {
    let mut levels: Vec<HeadingLevel> = parser(markdown)
        .filter_map(|event| match event {
            Event::Start(Tag::Heading { level, .. }) => Some(level),
            _ => None,
        })
        .collect();
    levels.sort_unstable();
    levels.dedup();
    levels
}

/// Lowers the levels of headings: the highest of a text stands below the second-level heading of its page, whichever its
/// author used, and no level is skipped.
fn lowered<'a>(events: impl Iterator<Item = Event<'a>>, levels: &[HeadingLevel]) -> impl Iterator<Item = Event<'a>> {
    use pulldown_cmark::HeadingLevel::{H3, H4, H5, H6};
    let lower = move |level| {
        let at = levels.iter().position(|known| *known == level).unwrap_or(0);
        [H3, H4, H5].get(at).copied().unwrap_or(H6)
    };
    events.map(move |event| match event {
        Event::Start(Tag::Heading { level, id, classes, attrs }) => {
            Event::Start(Tag::Heading { level: lower(level), id, classes, attrs })
        }
        Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(lower(level))),
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use scraper::Html;

    use super::from_visitor;
    use musterfield_sheets::roster::markdown::{LARGEST, LEFT, MOST_CELLS, most_bytes};

    #[test]
    fn ordinary_markdown_is_rendered() {
        let html = from_visitor("# Plan\n\n*Hold* the **hill**.\n\n- one\n- two\n\n[rules](https://example.org)");
        assert!(html.contains("<h3>Plan</h3>"), "{html}");
        assert!(html.contains("<em>Hold</em> the <strong>hill</strong>"));
        assert!(html.contains("<li>one</li>"));
        assert!(html.contains("rel=\"noopener nofollow ugc\""));
    }

    #[test]
    fn headings_follow_each_other_whichever_levels_their_author_used() {
        for (text, levels) in [("## Timetable", "h3"), ("###### Small", "h3"), ("# A\n\n### B\n\n# C", "h3 h4 h3")] {
            let html = from_visitor(text);
            let found: Vec<&str> = html.split('<').filter(|tag| tag.starts_with('h')).map(|tag| &tag[..2]).collect();
            assert_eq!(found.join(" "), levels, "{html}");
        }
    }

    #[test]
    fn what_is_nested_too_deeply_loses_its_marks_and_not_its_words() {
        let html = from_visitor(&format!("{} deep\n\nplain", ">".repeat(10_000)));
        assert_eq!(html.matches("<blockquote>").count(), super::DEEPEST);
        assert!(html.contains("deep") && html.ends_with("<p>plain</p>\n"), "{html}");
    }

    /// The text of a page in one line.
    fn words(html: &str) -> String {
        Html::parse_fragment(html).root_element().text().flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_table_of_more_cells_than_are_laid_out_stays_as_it_was_typed_with_what_follows() {
        // Each row is padded to the width of the first, and this one is wide.
        let table = |rows: usize| format!("{0}\n{1}\n{2}", "|a".repeat(100), "|-".repeat(100), "|b\n".repeat(rows));
        let html = from_visitor(&table(MOST_CELLS / 100 - 1));
        assert!(html.contains("<table>") && !html.contains(LEFT), "{html}");
        let html = from_visitor(&format!("*Before*\n\n{}\n*After*", table(MOST_CELLS / 100)));
        assert!(html.starts_with("<p><em>Before</em></p>") && !html.contains("<table>"), "{html}");
        assert!(words(&html).contains(LEFT) && html.contains("*After*</pre>"), "{html}");
    }

    #[test]
    fn what_few_letters_may_become_is_bounded_and_no_word_is_lost() {
        let long = "x".repeat(1000);
        for (name, text) in [
            ("empty cells", format!("{}\n{}\n{}", "|a".repeat(2500), "|-".repeat(2500), "|\n".repeat(5000)) + "\nend"),
            ("a link by its name", format!("[a]: https://{long}.org/\n\n{} end", "[a]".repeat(6000))),
            ("lists of one item", "-\n+\n*\n".repeat(3300) + "end"),
            ("paragraphs", "a\n\n".repeat(6600) + "end"),
            ("headings", "#\n".repeat(9900) + "end"),
            ("quotations", ">\n\n".repeat(6600) + "end"),
            ("addresses of mail", "<a@b>".repeat(3900) + " end"),
            ("addresses", "<http:a>".repeat(2400) + " end"),
            ("signs that are escaped", "&<>\"".repeat(4900) + " end"),
            ("names of signs", "&nbsp;&copy;".repeat(1600) + " end"),
            ("emphasis", "*a*b".repeat(4900) + " end"),
            ("lists within lists", format!("{}x\n\nend", "- ".repeat(9000))),
            ("footnotes", "[^a]".repeat(4000) + "\n\n[^a]: b\n\nend"),
            ("spaces at which no line is broken", "\u{a0}a".repeat(6600) + " end"),
        ] {
            let html = from_visitor(&text);
            assert!(html.len() <= most_bytes(&text), "{name}: {} of {} bytes", html.len(), text.len());
            assert!(words(&html).ends_with("end"), "{name}");
        }
    }

    #[test]
    fn a_text_beyond_everything_is_cut_and_says_so() {
        let html = from_visitor(&"&".repeat(90_000));
        assert!(html.len() <= LARGEST && html.contains("Its beginning is shown"), "{}", html.len());
    }

    #[test]
    fn what_is_left_as_it_was_typed_is_no_markup() {
        let cells = format!("{}\n{}\n{}", "|a".repeat(100), "|-".repeat(100), "|b\n".repeat(99));
        let html = from_visitor(&format!("{cells}\n</pre><script>alert(1)</script>"));
        assert!(html.contains("&lt;/pre&gt;&lt;script&gt;") && !html.contains("<script"), "{html}");
    }

    #[test]
    fn nothing_dangerous_comes_through() {
        for attack in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "![x](https://example.org/track.png)",
            "[x](javascript:alert(1))",
            "[x](data:text/html,hi)",
            "<a href=\"javascript:alert(1)\">x</a>",
            "<svg onload=alert(1)>",
            "<iframe src=https://example.org></iframe>",
            "<div style=\"position:fixed\">x</div>",
            "<https://example.org/\"onclick=alert(1)>",
            "[x](/armies/new)",
        ] {
            let html = from_visitor(attack);
            for element in Html::parse_fragment(&html).root_element().descendent_elements() {
                let value = element.value();
                assert!(["html", "p", "a"].contains(&value.name()), "{attack} became {html}");
                let harmless = |(name, text): (&str, &str)| match name {
                    "href" => text.starts_with("https://"),
                    _ => name == "rel",
                };
                assert!(value.attrs().all(harmless), "{attack} became {html}");
            }
        }
    }
}

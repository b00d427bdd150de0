//! Markdown to HTML, through one door. What people wrote is cleaned after it was rendered: no markup of theirs, no
//! images, no links but to the web and to mail.

use std::collections::HashSet;
use std::sync::LazyLock;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

static CLEANER: LazyLock<ammonia::Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = ammonia::Builder::default();
    cleaner
        .rm_tags(["img", "map", "area"])
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .url_relative(ammonia::UrlRelative::Deny)
        .link_rel(Some("noopener nofollow ugc"))
        .id_prefix(Some("note-"));
    cleaner
});

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH
}

/// Renders what a visitor wrote. The result is safe to put into a page.
#[must_use]
pub fn from_visitor(markdown: &str) -> String {
    // Markup between the lines is shown as the text it is.
    let events = shallow(lowered(markdown, 2)).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        other => other,
    });
    let mut rendered = String::new();
    html::push_html(&mut rendered, events);
    CLEANER.clean(&rendered).to_string()
}

/// Renders a text of the program's own.
#[must_use]
pub fn from_us(markdown: &str) -> String {
    let mut rendered = String::new();
    html::push_html(&mut rendered, lowered(markdown, 0));
    rendered
}

/// Most marks within each other that are drawn. The time that cleaning takes grows with the square of it.
const DEEPEST: usize = 32;

/// What lies deeper is drawn without its marks.
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

/// Headings moved down, so that a page keeps one first heading.
fn lowered(markdown: &str, by: usize) -> impl Iterator<Item = Event<'_>> {
    use pulldown_cmark::HeadingLevel::{H1, H2, H3, H4, H5, H6};
    let lower = move |level| {
        let levels = [H1, H2, H3, H4, H5, H6];
        let at = levels.iter().position(|known| *known == level).unwrap_or(0) + by;
        levels.get(at).copied().unwrap_or(H6)
    };
    Parser::new_ext(markdown, options()).map(move |event| match event {
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

    #[test]
    fn ordinary_markdown_is_rendered() {
        let html = from_visitor("# Plan\n\n*Hold* the **hill**.\n\n- one\n- two\n\n[rules](https://example.org)");
        assert!(html.contains("<h3>Plan</h3>"), "{html}");
        assert!(html.contains("<em>Hold</em> the <strong>hill</strong>"));
        assert!(html.contains("<li>one</li>"));
        assert!(html.contains("rel=\"noopener nofollow ugc\""));
    }

    #[test]
    fn what_is_nested_too_deeply_loses_its_marks_and_not_its_words() {
        let html = from_visitor(&format!("{} deep\n\nplain", ">".repeat(10_000)));
        assert_eq!(html.matches("<blockquote>").count(), super::DEEPEST);
        assert!(html.contains("deep") && html.ends_with("<p>plain</p>\n"), "{html}");
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

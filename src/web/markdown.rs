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
    let events = lowered(markdown, 2).map(|event| match event {
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
    use scraper::{Html, Selector};

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
            // Text may say anything; what counts is which elements and attributes there are.
            let html = from_visitor(attack);
            let page = Html::parse_fragment(&html);
            for element in page.select(&Selector::parse("html *").unwrap()) {
                let name = element.value().name();
                assert!(matches!(name, "p" | "a"), "{attack} became {html}");
                for (attribute, value) in element.value().attrs() {
                    let harmless = attribute == "rel" || (attribute == "href" && value.starts_with("https://"));
                    assert!(name == "a" && harmless, "{attack} became {html}");
                }
            }
        }
    }
}

//! A line and what surrounds its text: list marks, quotation marks of mails, forum codes, rules, headings.

use super::token::Ends;

/// Characters around a title that are not part of it.
pub(super) const EMPHASIS: [char; 7] = ['*', '_', '=', '~', '#', ' ', ':'];

/// Bullets that players put before a line of a list.
const BULLETS: [char; 21] =
    ['•', '·', '◦', '▪', '▫', '‣', '●', '○', '■', '□', '◆', '►', '▶', '➤', '✓', '✔', '❖', '★', '⁃', '∙', '→'];

/// Forum codes for emphasis.
const CODES: [&str; 10] = ["b", "i", "u", "s", "strike", "size", "color", "colour", "font", "h"];

/// Forum codes that only affect the layout.
const ARRANGEMENT: [&str; 15] = [
    "list", "*", "li", "ul", "ol", "quote", "code", "center", "centre", "spoiler", "indent", "left", "right",
    "justify", "url",
];

/// Whether a line only draws a rule or the frame of a table.
pub(super) fn is_rule(line: &str) -> bool {
    let drawn = |c: char| "-=_*~#|:+>—–─━═ \t".contains(c);
    !line.chars().any(|c| !drawn(c))
}

/// Whether a line is one that the program itself writes below an army, for people and not for reading back.
pub(super) fn is_own(line: &str) -> bool {
    let Some(rest) = line.strip_prefix("> ") else { return false };
    ["Note: ", "NOT LEGAL: ", "Breaks when ", "http://", "https://", "<http://", "<https://"]
        .iter()
        .any(|begin| rest.starts_with(begin))
}

/// Whether a line is the head of the table in the program's own Markdown.
pub(super) fn is_own_table(line: &str) -> bool {
    line.starts_with("| Elements | Code | Type |")
}

/// Whether a line is the head of any other table.
pub(super) fn is_table_head(line: &str) -> bool {
    const HEADS: [&str; 26] = [
        "ap each",
        "ap total",
        "label",
        "notes",
        "",
        "count",
        "number",
        "no",
        "no.",
        "#",
        "qty",
        "quantity",
        "type",
        "troops",
        "troop type",
        "troop",
        "element",
        "elements",
        "name",
        "unit",
        "ap",
        "points",
        "pts",
        "cost",
        "each",
        "total",
    ];
    let bare = |cell: &str| cell.trim_matches([' ', '*', '_', '\t']).to_lowercase();
    line.contains('|') && line.split('|').all(|cell| HEADS.contains(&bare(cell).as_str()))
}

/// Whether a line is a comment or a Markdown heading; `#1` is a position in a list.
pub(super) fn is_comment(line: &str) -> bool {
    let rest = line.strip_prefix('#');
    line.starts_with("//") || rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a line is that of a mail program before a quotation.
pub(super) fn is_mail_head(line: &str) -> bool {
    ["wrote:", "schrieb:", "a écrit :"].iter().any(|end| line.ends_with(end))
}

/// Whether a line is a Markdown fence, with or without the name of a language.
pub(super) fn is_fence(line: &str) -> bool {
    line.strip_prefix("```").is_some_and(|rest| ["", "text", "txt", "army", "markdown", "md"].contains(&rest.trim()))
}

/// A line without forum codes; emphasis is written as in Markdown. Text in quotation marks is left alone.
fn without_codes(line: &str) -> String {
    let mut plain = String::new();
    let mut ends = Ends::default();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let code = code(rest);
        let length = ends.quotation(rest).or(code.map(|(length, _)| length)).unwrap_or(c.len_utf8());
        let (taken, after) = rest.split_at(length);
        plain.push_str(code.map_or(taken, |(_, written)| written));
        rest = after;
    }
    plain
}

/// The length of the code at the beginning of a text, and its replacement.
fn code(text: &str) -> Option<(usize, &'static str)> {
    let inside = text.strip_prefix('[')?;
    // A code contains no other bracket, so the search ends at the next one.
    let end = inside.find(['[', ']']).filter(|at| inside.get(*at..).is_some_and(|rest| rest.starts_with(']')))?;
    let inside = inside.get(..end)?.trim_start_matches('/');
    let name = inside.split(['=', ' ']).next()?.to_lowercase();
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
    if CODES.contains(&name) {
        Some((end + 2, "**"))
    } else if ARRANGEMENT.contains(&name) {
        Some((end + 2, if name == "*" || name == "li" { "* " } else { "" }))
    } else {
        None
    }
}

/// The text of a line without anything that players and programs put before it.
pub(super) fn bare(line: &str) -> String {
    let plain = without_codes(line);
    let mut rest = plain.trim();
    while let Some(shorter) = without_mark(rest) {
        rest = shorter.trim();
    }
    rest.trim_end_matches(['|', ' ']).trim_start_matches("```").to_owned()
}

/// Whether a line belongs to a list or table.
pub(super) fn is_item(line: &str) -> bool {
    let plain = without_codes(line);
    let rest = plain.trim_start_matches(['>', ' ', '\t']).trim();
    rest.ends_with('|') || without_mark(rest).is_some()
}

/// A line without its first mark; none if it begins with text.
fn without_mark(line: &str) -> Option<&str> {
    let first = line.chars().next()?;
    if BULLETS.contains(&first) || first == '>' || first == '|' {
        return line.get(first.len_utf8()..);
    }
    for check in ["[ ]", "[x]", "[X]", "☐", "☑"] {
        if let Some(rest) = line.strip_prefix(check) {
            return Some(rest);
        }
    }
    let dashes = line.trim_start_matches(['-', '*', '–', '—', '+', '~']);
    if dashes.len() < line.len() {
        // A dash before a number is a bullet too: a negative number is written with a minus sign.
        let apart = dashes.starts_with(char::is_whitespace) || !line.starts_with('*');
        return apart.then_some(dashes);
    }
    if let Some(rest) = line.strip_prefix('−').filter(|rest| rest.starts_with(char::is_whitespace)) {
        return Some(rest);
    }
    ordinal(line)
}

/// A line without its ordinal: `2. 4 x Blades`, `b) Knights`, `No. 3: Psiloi`.
fn ordinal(line: &str) -> Option<&str> {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if digits.len() < line.len() {
        return digits.strip_prefix(['.', ')', '/']).filter(|rest| rest.starts_with(char::is_whitespace));
    }
    let mut chars = line.chars();
    if chars.next().is_some_and(|c| c.is_ascii_lowercase()) && chars.next() == Some(')') {
        return Some(chars.as_str()).filter(|rest| rest.starts_with(char::is_whitespace));
    }
    if let Some(numbered) = line.strip_prefix('#') {
        let rest = numbered.trim_start_matches(|c: char| c.is_ascii_digit());
        return Some(rest.trim_start_matches(['.', ')', ':'])).filter(|rest| rest.len() < numbered.len());
    }
    let numbered = line.strip_prefix("No.").or_else(|| line.strip_prefix("Nr."))?.trim_start();
    let rest = numbered.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < numbered.len() { rest.strip_prefix([':', ')', '.']) } else { None }
}

/// The mark by which a line shows that it is a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    /// Emphasis at both ends.
    Emphasised,
    /// A colon at the end.
    Colon,
}

/// The style and the words of a line that looks like a heading.
pub(super) fn heading(line: &str) -> Option<(Heading, &str)> {
    let marks = ['*', '_', '=', '#', '~', ' ', '-'];
    let words = line.trim_matches(marks);
    if words.is_empty() || words.contains(|c: char| c.is_ascii_digit() || "([,;@=|".contains(c)) {
        return None;
    }
    if let Some(words) = words.strip_suffix(':') {
        return Some((Heading::Colon, words));
    }
    let emphasised = line.starts_with(marks) && line.ends_with(marks);
    emphasised.then_some((Heading::Emphasised, words))
}

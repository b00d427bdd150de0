//! Cutting a line into pieces and a piece into tokens.

use std::ops::Range;

use super::unreadable::Unreadable;

/// One token of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A word or number.
    Word(String),
    /// Text in quotation marks.
    Quoted(String),
    /// The contents of brackets.
    Bracketed(Brackets, String),
    /// `@`: the price of one follows.
    At,
    /// `=`: the price of all follows.
    Equals,
    /// `:` between a word and what it introduces.
    Colon,
    /// A dash on its own.
    Dash,
    /// The dots that lead from a name to its price.
    Dots,
}

/// Brackets of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Brackets {
    Round,
    Square,
}

/// The largest number of tokens of one element, more than any has with a label and all its marks; this limits the time
/// to look for a type among them.
const MOST_TOKENS: usize = 64;

/// The characters that end a quotation with this opening character.
fn closing(opening: char) -> Option<&'static [char]> {
    match opening {
        '"' => Some(&['"']),
        '“' => Some(&['”']),
        '„' => Some(&['“', '”', '"']),
        '«' => Some(&['»']),
        '‘' => Some(&['’']),
        '<' => Some(&['>']),
        _ => None,
    }
}

/// Finds the ends of quotations and brackets for a scan of a text from its beginning.
///
/// It remembers what is never closed, so that each letter is read once, however often something is opened.
#[derive(Default)]
pub(super) struct Ends {
    never: Vec<char>,
}

impl Ends {
    /// The length in bytes of the quotation at the beginning of a text, marks included; none if it does not end.
    pub(super) fn quotation(&mut self, text: &str) -> Option<usize> {
        let opening = text.chars().next()?;
        let ends = closing(opening)?;
        self.look(opening, || quotation_end(text, ends))
    }

    /// The length in bytes of the brackets at the beginning of a text; none if they do not end.
    fn brackets(&mut self, text: &str) -> Option<usize> {
        let opening = text.chars().next()?;
        let end = match opening {
            '(' => ')',
            '[' => ']',
            _ => return None,
        };
        self.look(opening, || text.find(end).map(|at| at + 1))
    }

    fn look(&mut self, opening: char, find: impl FnOnce() -> Option<usize>) -> Option<usize> {
        if self.never.contains(&opening) {
            return None;
        }
        let found = find();
        if found.is_none() {
            self.never.push(opening);
        }
        found
    }
}

/// The end of a quotation that begins the text. A backslash escapes a quotation mark.
fn quotation_end(text: &str, ends: &[char]) -> Option<usize> {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if ends.contains(&c) {
            return Some(at + c.len_utf8());
        }
    }
    None
}

/// The text between the first and the last character.
fn inside(text: &str) -> &str {
    let mut chars = text.chars();
    chars.next();
    chars.next_back();
    chars.as_str()
}

/// A quotation without its marks and backslashes.
fn unquoted(quotation: &str) -> String {
    let mut text = String::new();
    let mut chars = inside(quotation).chars().peekable();
    while let Some(c) = chars.next() {
        let escapes = c == '\\' && chars.peek().is_some_and(|next| ['"', '“', '”', '\\'].contains(next));
        text.extend(if escapes { chars.next() } else { Some(c) });
    }
    text
}

/// Cuts a text at separators, but never within quotation marks or brackets. `separates` receives the character
/// before, the character itself, and what follows.
fn cut(text: &str, separates: impl Fn(char, char, &str) -> bool) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut ends = Ends::default();
    let (mut rest, mut before) = (text.trim(), ' ');
    while let Some(c) = rest.chars().next() {
        let length = ends.quotation(rest).or_else(|| ends.brackets(rest)).unwrap_or(c.len_utf8());
        let (taken, after) = rest.split_at(length);
        if separates(before, c, after) {
            pieces.push(String::new());
        } else if let Some(piece) = pieces.last_mut() {
            piece.push_str(taken);
        }
        before = c;
        rest = after;
    }
    pieces.retain(|piece| !piece.trim().is_empty());
    pieces
}

/// Cuts a line at the commas and semicolons that separate elements; the comma of a number does not.
pub(super) fn pieces(line: &str) -> Vec<String> {
    let within_number =
        |before: char, after: &str| before.is_ascii_digit() && after.starts_with(|c: char| c.is_ascii_digit());
    cut(line, |before, c, after| c == ';' || (c == ',' && !within_number(before, after)))
}

/// Cuts a piece at plus signs.
pub(super) fn summands(piece: &str) -> Vec<String> {
    cut(piece, |_, c, _| c == '+')
}

/// The words of a piece; text in quotation marks or brackets is one word at most.
pub(super) fn words(piece: &str) -> Vec<String> {
    cut(piece, |_, c, _| c.is_whitespace())
}

/// The words of a piece with their places in it.
pub(super) fn placed_words(piece: &str) -> Vec<(Range<usize>, String)> {
    let mut end = 0;
    let place = |word: String| {
        let start = end + piece.get(end..)?.find(&word)?;
        end = start + word.len();
        Some((start..end, word))
    };
    words(piece).into_iter().filter_map(place).collect()
}

/// Adds a word without emphasis, or the token that it stands for.
fn flush(word: &mut String, tokens: &mut Vec<Token>) {
    let raw = std::mem::take(word);
    let bare = raw.trim_matches(['*', '_', '`', '.', '|']);
    if ["-", "--", "->", "→"].contains(&bare) {
        tokens.push(Token::Dash);
    } else if !bare.is_empty() {
        tokens.push(Token::Word(bare.to_owned()));
    } else if raw == "*" {
        tokens.push(Token::Word("x".to_owned()));
    } else if !raw.is_empty() && raw.chars().all(|c| c == '.' || c == '_') {
        tokens.push(Token::Dots);
    }
}

/// The tokens of a piece.
///
/// # Errors
/// An unclosed quotation or bracket, since its extent is unknown; more tokens than an element has.
pub(super) fn tokens(piece: &str) -> Result<Vec<Token>, Unreadable> {
    let mut tokens = Vec::new();
    let mut word = String::new();
    let mut ends = Ends::default();
    let mut rest = piece;
    while let Some(c) = rest.chars().next() {
        let length = match sign(rest, &mut ends)? {
            Some((sign, length)) => {
                // Emphasis before a bracket does not mean `times`.
                if word.bytes().all(|byte| byte == b'*' || byte == b'_') {
                    word.clear();
                }
                flush(&mut word, &mut tokens);
                tokens.push(sign);
                length
            }
            None if c.is_whitespace() || c == '|' => {
                flush(&mut word, &mut tokens);
                c.len_utf8()
            }
            None => {
                word.push(c);
                c.len_utf8()
            }
        };
        if tokens.len() > MOST_TOKENS {
            return Err(Unreadable::TooLong);
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    flush(&mut word, &mut tokens);
    Ok(tokens)
}

/// The token other than a word at the beginning of a text, with its length in bytes.
fn sign(text: &str, ends: &mut Ends) -> Result<Option<(Token, usize)>, Unreadable> {
    let Some(c) = text.chars().next() else { return Ok(None) };
    if let Some(end) = ends.quotation(text) {
        return Ok(Some((Token::Quoted(unquoted(text.get(..end).unwrap_or_default())), end)));
    }
    let token = match c {
        '"' | '“' | '„' | '«' => return Err(Unreadable::OpenQuotation),
        '(' | '[' => {
            let end = ends.brackets(text).ok_or(Unreadable::OpenBracket)?;
            let brackets = if c == '(' { Brackets::Round } else { Brackets::Square };
            let inside = inside(text.get(..end).unwrap_or_default()).to_owned();
            return Ok(Some((Token::Bracketed(brackets, inside), end)));
        }
        '.' if text.starts_with("..") => {
            return Ok(Some((Token::Dots, text.len() - text.trim_start_matches('.').len())));
        }
        '@' => Token::At,
        '=' => Token::Equals,
        ':' => Token::Colon,
        '—' | '–' => Token::Dash,
        '…' => Token::Dots,
        // Inches and apostrophes are parts of words.
        _ => return Ok(None),
    };
    Ok(Some((token, c.len_utf8())))
}

/// A text in quotation marks that [`tokens`] reads back.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::from("“");
    for c in text.chars() {
        if ['"', '“', '”', '\\'].contains(&c) {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted.push('”');
    quoted
}

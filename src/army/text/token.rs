//! Cutting a line into pieces and a piece into tokens.

/// One token of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A word or number.
    Word(String),
    /// Text in quotation marks.
    Quoted(String),
    /// What stands in round brackets.
    Round(String),
    /// What stands in square brackets.
    Square(String),
    /// `@`: the price of one follows.
    At,
    /// `=`: the price of all follows.
    Equals,
    /// `:` between a word and what it introduces.
    Colon,
    /// A dash that stands alone.
    Dash,
    /// The dots that lead from a name to its price.
    Dots,
}

/// Most characters of a quotation, more than any label has; so the time to look for its end has an end.
const LONGEST_QUOTATION: usize = 400;

/// What ends a quotation that begins with this.
fn closing(opening: char) -> Option<&'static [char]> {
    match opening {
        '"' => Some(&['"']),
        '“' => Some(&['”']),
        '„' => Some(&['“', '”', '"']),
        '«' => Some(&['»']),
        '‘' => Some(&['’']),
        _ => None,
    }
}

/// The length in bytes of the quotation at the beginning of a text, marks included; none if it does not end. A backslash
/// keeps a quotation mark from ending it.
pub(super) fn quotation(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().take(LONGEST_QUOTATION);
    let ends = closing(chars.next()?.1)?;
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if ends.contains(&c) {
            return Some(at + c.len_utf8());
        }
    }
    None
}

/// The length in bytes of the brackets at the beginning of a text; none if they do not end.
fn brackets(text: &str) -> Option<usize> {
    let ends = match text.chars().next()? {
        '(' => ')',
        '[' => ']',
        _ => return None,
    };
    text.find(ends).map(|at| at + 1)
}

/// What stands between the first and the last character.
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

/// A line cut at commas and semicolons that separate elements: not within quotation marks or brackets, and not within
/// a number.
pub(super) fn pieces(line: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let (mut rest, mut before) = (line.trim(), ' ');
    while let Some(c) = rest.chars().next() {
        let length = quotation(rest).or_else(|| brackets(rest)).unwrap_or(c.len_utf8());
        let (taken, after) = rest.split_at(length);
        let within_number = before.is_ascii_digit() && after.starts_with(|c: char| c.is_ascii_digit());
        if c == ';' || (c == ',' && !within_number) {
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

/// A word without emphasis, or the sign that it is.
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
/// A quotation or bracket that does not end, in a sentence: it is not known what belongs to it.
pub(super) fn tokens(piece: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut word = String::new();
    let mut rest = piece;
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        let quoted = quotation(rest);
        // Inches and apostrophes are parts of words.
        if let Some(end) = quoted {
            flush(&mut word, &mut tokens);
            length = end;
            tokens.push(Token::Quoted(unquoted(rest.get(..end).unwrap_or_default())));
        } else if ['"', '“', '„', '«'].contains(&c) {
            return Err("A quotation mark is not closed.".to_owned());
        } else if c == '(' || c == '[' {
            flush(&mut word, &mut tokens);
            length = brackets(rest).ok_or("A bracket is not closed.")?;
            let inside = inside(rest.get(..length).unwrap_or_default()).to_owned();
            tokens.push(if c == '(' { Token::Round(inside) } else { Token::Square(inside) });
        } else if c == '.' && rest.starts_with("..") {
            flush(&mut word, &mut tokens);
            length = rest.len() - rest.trim_start_matches('.').len();
            tokens.push(Token::Dots);
        } else if let Some(sign) = sign(c) {
            flush(&mut word, &mut tokens);
            tokens.push(sign);
        } else if c.is_whitespace() || c == '|' {
            flush(&mut word, &mut tokens);
        } else {
            word.push(c);
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    flush(&mut word, &mut tokens);
    Ok(tokens)
}

fn sign(c: char) -> Option<Token> {
    match c {
        '@' => Some(Token::At),
        '=' => Some(Token::Equals),
        ':' => Some(Token::Colon),
        '—' | '–' => Some(Token::Dash),
        '…' => Some(Token::Dots),
        _ => None,
    }
}

/// A text in quotation marks that [`tokens`] reads back.
pub(in crate::army) fn quote(text: &str) -> String {
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

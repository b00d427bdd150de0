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
}

const OPENING: [char; 2] = ['"', '“'];

/// The end of a quotation that begins after `OPENING`; a backslash keeps a quotation mark from ending it.
fn quotation(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, closing: char) -> String {
    let mut text = String::new();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek().is_some_and(|next| ['"', '“', '”', '\\'].contains(next)) => {
                text.extend(chars.next())
            }
            c if c == closing => break,
            c => text.push(c),
        }
    }
    text
}

fn closing(opening: char) -> char {
    if opening == '“' { '”' } else { '"' }
}

/// A line without list marks and emphasis, cut at commas and semicolons that separate elements: not within quotation
/// marks or brackets, and not within a number.
pub(super) fn pieces(line: &str) -> Vec<String> {
    let line = line.trim();
    // A mark stands apart from what it marks: `- 2 Blades`, while `-2` is a number.
    let line = line.strip_prefix(['-', '*', '•', '·', '–', '+']).filter(|rest| rest.starts_with(' ')).unwrap_or(line);
    let mut pieces = vec![String::new()];
    let mut chars = line.trim_start().chars().peekable();
    let (mut depth, mut before) = (0usize, ' ');
    let mut quoted: Option<char> = None;
    while let Some(c) = chars.next() {
        let within_number = before.is_ascii_digit() && chars.peek().is_some_and(char::is_ascii_digit);
        let ends = quoted.is_none() && depth == 0 && (c == ';' || (c == ',' && !within_number));
        match quoted {
            Some(end) if c == end && before != '\\' => quoted = None,
            Some(_) => {}
            None if OPENING.contains(&c) => quoted = Some(closing(c)),
            None if c == '(' || c == '[' => depth += 1,
            None if c == ')' || c == ']' => depth = depth.saturating_sub(1),
            None => {}
        }
        if ends {
            pieces.push(String::new());
        } else if let Some(piece) = pieces.last_mut() {
            piece.push(c);
        }
        before = c;
    }
    pieces.retain(|piece| !piece.trim().is_empty());
    pieces
}

/// The tokens of a piece.
pub(super) fn tokens(piece: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut word = String::new();
    let mut chars = piece.chars().peekable();
    let flush = |word: &mut String, tokens: &mut Vec<Token>| {
        let bare = word.trim_matches(['*', '_', '`', ':', '.']);
        if !bare.is_empty() {
            tokens.push(Token::Word(bare.to_owned()));
        }
        word.clear();
    };
    while let Some(c) = chars.next() {
        match c {
            c if OPENING.contains(&c) => {
                flush(&mut word, &mut tokens);
                tokens.push(Token::Quoted(quotation(&mut chars, closing(c))));
            }
            '(' | '[' => {
                flush(&mut word, &mut tokens);
                let end = if c == '(' { ')' } else { ']' };
                let inside: String = chars.by_ref().take_while(|c| *c != end).collect();
                tokens.push(if c == '(' { Token::Round(inside) } else { Token::Square(inside) });
            }
            '@' | '=' => {
                flush(&mut word, &mut tokens);
                tokens.push(if c == '@' { Token::At } else { Token::Equals });
            }
            c if c.is_whitespace() => flush(&mut word, &mut tokens),
            c => word.push(c),
        }
    }
    flush(&mut word, &mut tokens);
    tokens
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

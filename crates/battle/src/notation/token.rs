//! An order split into words and signs, each with its column.

/// A word, a number or a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    /// The text as it was typed.
    pub(super) text: &'t str,
    /// Its column, in characters from 1.
    pub(super) column: usize,
}

impl Token<'_> {
    /// Whether the token is this word, in upper or lower case.
    pub(super) fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }
}

/// The words and signs of a line, and the column after the last one. Full stops at the end are ignored.
pub(super) fn tokens(line: &str) -> (Vec<Token<'_>>, usize) {
    let text = line.trim_end_matches(|c: char| c.is_whitespace() || c == '.');
    let mut tokens = Vec::new();
    let mut begun: Option<(usize, usize)> = None;
    let mut column = 1;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let next = text.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next()).unwrap_or(' ');
        let is_sign = matches!(c, ',' | ':' | ';') || is_times(before, c, next);
        if (c.is_whitespace() || is_sign)
            && let Some((start, column)) = begun.take()
        {
            tokens.extend(text.get(start..at).map(|text| Token { text, column }));
        }
        if is_sign {
            tokens.extend(text.get(at..at + c.len_utf8()).map(|text| Token { text, column }));
        } else if !c.is_whitespace() && begun.is_none() {
            begun = Some((at, column));
        }
        before = c;
        column += 1;
    }
    if let Some((start, column)) = begun {
        tokens.extend(text.get(start..).map(|text| Token { text, column }));
    }
    (tokens, column)
}

/// Whether a letter stands for "times" between two numbers, as in `2x1`, with or without spaces.
fn is_times(before: char, c: char, next: char) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || c == '.' || c.is_whitespace();
    matches!(c, 'x' | 'X' | '×') && is_number(before) && is_number(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_at_spaces_and_signs() {
        let cut = |line| tokens(line).0.iter().map(|token| (token.text, token.column)).collect::<Vec<_>>();
        assert_eq!(cut("camp 6,0  2x1."), [("camp", 1), ("6", 6), (",", 7), ("0", 8), ("2", 11), ("x", 12), ("1", 13)]);
        assert_eq!(cut("2 x1"), [("2", 1), ("x", 3), ("1", 4)]);
        assert_eq!(cut("ax x3y"), [("ax", 1), ("x", 4), ("3y", 5)]);
        assert_eq!(cut("é a1:"), [("é", 1), ("a1", 3), (":", 5)]);
        assert_eq!(tokens(" . . "), (vec![], 1));
        assert_eq!(tokens("end ..").1, 4);
    }
}

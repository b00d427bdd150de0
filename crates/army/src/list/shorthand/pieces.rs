//! The words, brackets and signs of an entry, with their positions.

/// Marks that introduce the footnotes of a printed list.
pub(super) const SIGNS: [char; 12] = ['*', '†', '‡', '§', '¹', '²', '³', '⁴', '⁵', '#', '^', '~'];

/// The joint between the types of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    Or,
    Slash,
    Slashes,
}

impl Joint {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::Slash => "/",
            Self::Slashes => "//",
        }
    }
}

/// A part of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// A word, possibly with the number and `x` before it.
    Word(&'a str),
    /// The contents of brackets.
    Bracket(&'a str),
    Joint(Joint),
    /// A mark that refers to a footnote.
    Sign(char),
}

/// The length of the brackets at the beginning of a text, with others inside them; without their end, that of the
/// first end there is; none if there is none.
pub(super) fn brackets(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    text.find([')', ']']).map(|end| end + 1)
}

/// The pieces of an entry with their positions.
pub(super) fn pieces(at: usize, text: &str) -> Vec<(usize, Piece<'_>)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let place = at + text.len() - rest.len();
        let taken = match letter {
            _ if letter.is_whitespace() => letter.len_utf8(),
            '(' | '[' => {
                let end = brackets(rest);
                let inside = rest.get(1..end.map_or(rest.len(), |end| end - 1)).unwrap_or_default();
                found.push((place, Piece::Bracket(inside.trim())));
                end.unwrap_or(rest.len())
            }
            '/' => {
                let double = rest.starts_with("//");
                found.push((place, Piece::Joint(if double { Joint::Slashes } else { Joint::Slash })));
                1 + usize::from(double)
            }
            _ if SIGNS.contains(&letter) => {
                found.push((place, Piece::Sign(letter)));
                letter.len_utf8()
            }
            _ => {
                let ends = |letter: char| letter.is_whitespace() || "()[]/".contains(letter) || SIGNS.contains(&letter);
                let end = rest.find(ends).unwrap_or(rest.len());
                let word = rest.get(..end).unwrap_or(rest);
                let piece = if word.eq_ignore_ascii_case("or") { Piece::Joint(Joint::Or) } else { Piece::Word(word) };
                found.push((place, piece));
                end
            }
        };
        rest = rest.get(taken.max(1)..).unwrap_or_default();
    }
    found
}

//! Numbers with their nouns.

use std::fmt::Display;

/// A count with its noun in the right number: `1 game`, `3 games`.
#[must_use]
pub fn counted(count: impl Display, one: &str, many: &str) -> String {
    let count = count.to_string();
    let noun = if count == "1" { one } else { many };
    format!("{count} {noun}")
}

/// As [`counted`], for running text, which has the word for one: `one game`, `3 games`.
#[must_use]
pub fn spelled(count: impl Display, one: &str, many: &str) -> String {
    let count = count.to_string();
    if count == "1" { format!("one {one}") } else { format!("{count} {many}") }
}

#[cfg(test)]
mod tests {
    use super::{counted, spelled};

    #[test]
    fn a_noun_agrees_with_its_count() {
        assert_eq!(counted(0, "game", "games"), "0 games");
        assert_eq!(counted(1, "entry", "entries"), "1 entry");
        assert_eq!(counted("1 234", "army", "armies"), "1 234 armies");
        assert_eq!(spelled(1, "game", "games"), "one game");
        assert_eq!(spelled(12, "game", "games"), "12 games");
    }
}

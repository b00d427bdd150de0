//! Several names in a row.

/// Names joined by commas, with a word before the last: `Spears, Bows or Blades`.
#[must_use]
pub fn series<T: AsRef<str>>(names: &[T], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", first.join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::series;

    #[test]
    fn the_word_stands_before_the_last_name() {
        for (names, expected) in [
            (&[][..], ""),
            (&["Spears"], "Spears"),
            (&["Spears", "Bows"], "Spears or Bows"),
            (&["Spears", "Bows", "Blades"], "Spears, Bows or Blades"),
        ] {
            assert_eq!(series(names, "or"), expected);
        }
    }
}

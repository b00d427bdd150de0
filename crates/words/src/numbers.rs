//! Numbers with their nouns.

/// `1 element`, `3 elements`.
pub(crate) fn counted(count: i64, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// `1 element`, `3 elements`.
pub(crate) fn elements(count: i64) -> String {
    counted(count, "element", "elements")
}

/// Names joined by commas, with a word before the last: `Spears, Bows or Blades`.
pub(crate) fn joined<T: AsRef<str>>(names: &[T], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", first.join(", "), last.as_ref())
        }
    }
}

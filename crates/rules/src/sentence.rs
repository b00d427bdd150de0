//! The form of words of the rules at the beginning of a sentence, a heading or a mark.

/// The text with a capital first letter.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::capital;

    #[test]
    fn the_first_letter_alone_is_changed() {
        for (text, expected) in [("", ""), ("aerials of AP", "Aerials of AP"), ("élite", "Élite"), ("4Bd", "4Bd")] {
            assert_eq!(capital(text), expected);
        }
    }
}

//! Long numbers, easy to read.

/// The largest number of digits that anybody reads.
const MOST_DIGITS: usize = 15;

/// A number with its digits in groups of three: `3 323 577`; with more than fifteen its size is enough: `1.75 × 10⁵⁸`.
pub(crate) fn grouped(digits: &str) -> String {
    if digits.len() > MOST_DIGITS {
        let (first, next) = (digits.get(..1).unwrap_or_default(), digits.get(1..3).unwrap_or_default());
        return format!("{first}.{next} × 10{}", raised(digits.len() - 1));
    }
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A number as an exponent: `⁵⁸`.
fn raised(number: usize) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = number.to_string();
    digits.bytes().filter_map(|digit| RAISED.get(usize::from(digit.checked_sub(b'0')?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_grouped_and_endless_ones_rounded() {
        for (digits, text) in [
            ("7", "7"),
            ("3323577", "3\u{202f}323\u{202f}577"),
            ("123456789012345", "123\u{202f}456\u{202f}789\u{202f}012\u{202f}345"),
            ("1756789012345678", "1.75 × 10¹⁵"),
        ] {
            assert_eq!(grouped(digits), text);
        }
    }
}

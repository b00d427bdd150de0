//! Numbers beside an element: how many, and what they cost.

use crate::army::file::FARTHEST;
use crate::rules::Points;

/// What stands between a type and the number behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing, or brackets.
    Nothing,
    /// A colon: an amount or a price.
    Colon,
    /// A dash: the same, but rather a price.
    Dash,
    /// Dots, which lead to a price.
    Dots,
}

/// What the next number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    Nothing,
    Each,
    Total,
}

/// The numbers of one element.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    pub count: Option<i64>,
    /// The number stands behind the type, with no `x`, and might be a price.
    pub bare: Option<Before>,
    pub each: Option<Points>,
    pub total: Option<Points>,
    /// Prices of one or of all.
    pub either: Vec<Points>,
}

impl Numbers {
    /// Whether a number shows that there is an element.
    pub(super) fn any(&self) -> bool {
        self.count.is_some() || self.priced()
    }

    /// Whether there is a price.
    pub(super) fn priced(&self) -> bool {
        self.each.or(self.total).is_some() || !self.either.is_empty()
    }

    pub(super) fn price(&mut self, points: Points, expect: Expect) -> Result<(), String> {
        let place = match expect {
            Expect::Each => &mut self.each,
            Expect::Total => &mut self.total,
            Expect::Nothing => {
                self.either.push(points);
                return Ok(());
            }
        };
        match place.replace(points) {
            Some(before) if before != points => Err(format!("It has two prices, {before} AP and {points} AP.")),
            _ => Ok(()),
        }
    }

    /// The price before was that of one.
    pub(super) fn each(&mut self) {
        self.each = self.either.pop().or(self.each);
    }

    pub(super) fn count(&mut self, word: &str) -> Result<(), String> {
        let count: i64 =
            word.replace('−', "-").parse().map_err(|_| format!("“{word}” is no whole number of elements."))?;
        if count.checked_abs().is_none_or(|size| size > FARTHEST) {
            return Err(format!("{word} elements are too many to be read."));
        }
        if self.count.is_some() {
            return Err(format!("It has two numbers; is {word} the AP? Write “{word} AP”."));
        }
        self.count = Some(count);
        Ok(())
    }

    /// Decides what a number behind the type is, now that its price is known: dots lead to prices, and so does what
    /// agrees with the rules where a price is usual. A general is one.
    ///
    /// # Errors
    /// A sentence, where it might as well be the number of elements.
    pub(super) fn settle(&mut self, price: Points, general: bool) -> Result<(), String> {
        let (Some(bare), Some(count)) = (self.bare, self.count) else { return Ok(()) };
        let points = Points::ONE * count;
        let agrees = points == price;
        let is_price = match bare {
            Before::Dots => true,
            Before::Colon if agrees && !general && count != 1 => {
                return Err(format!(
                    "Is {count} the number of elements, or the AP? Write “{count} x” or “{count} AP”."
                ));
            }
            Before::Colon | Before::Dash => agrees,
            Before::Nothing => general && agrees,
        };
        if is_price {
            self.count = None;
            self.either.push(points);
        }
        Ok(())
    }
}

/// Whether a word means army points.
pub(super) fn is_unit(word: &str) -> bool {
    let word = word.trim_end_matches('.').to_lowercase();
    ["ap", "aps", "pt", "pts", "point", "points", "p"].contains(&word.as_str())
}

/// A number with its unit in one word: `8AP`.
pub(super) fn price_word(word: &str) -> Option<Points> {
    let end = word.find(|c: char| c.is_alphabetic())?;
    let (number, unit) = word.split_at(end);
    if is_unit(unit) { number.parse().ok() } else { None }
}

/// Whether a word joins a number to a type.
pub(super) fn is_times(word: &str) -> bool {
    ["x", "×", "*"].contains(&word.to_lowercase().as_str())
}

/// A number in words.
pub(super) fn number_word(word: &str) -> Option<&'static str> {
    const WORDS: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    const NUMBERS: [&str; 12] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
    let lower = word.to_lowercase();
    let at = WORDS.iter().position(|known| *known == lower)?;
    NUMBERS.get(at).copied()
}

/// A word that begins or ends with a number of elements: `2x`, `x2`, `1x4Pk`, `2Bd`; the number and the rest.
pub(super) fn counted(word: &str) -> Option<(&str, &str)> {
    let times = |c: char| c == 'x' || c == 'X' || c == '×' || c == '*';
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if let Some(number) = word.strip_prefix(times).filter(|rest| digits(rest)) {
        return Some((number, ""));
    }
    let negative = usize::from(word.starts_with('-'));
    let end = word.get(negative..)?.find(|c: char| !c.is_ascii_digit())? + negative;
    let (number, rest) = word.split_at(end);
    if end == negative {
        return None;
    }
    // `2x` and `1x4Pk`, but not a word that only begins so.
    let rest_of_times = rest.strip_prefix(times);
    if let Some(rest) = rest_of_times
        && (rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase()))
    {
        return Some((number, rest));
    }
    // Three figures and more are how many stand on a base (3Kn, 6Bd); 2Bd are two elements.
    let figures = number.len() == 1 && matches!(number.chars().next(), Some('3'..='8'));
    (!figures && rest.starts_with(char::is_alphabetic)).then_some((number, rest))
}

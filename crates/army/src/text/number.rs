//! Numbers beside an element: how many, and their prices.

use musterfield_rules::Points;

use super::unreadable::Unreadable;
use crate::file::FARTHEST;

/// The separator between a type and the number after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing, or brackets.
    Nothing,
    /// A colon: an amount or a price.
    Colon,
    /// A dash: the same, but more likely a price.
    Dash,
    /// Dots, which lead to a price.
    Dots,
}

/// The meaning of the next number.
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
    /// The separator, if the number comes after the type, without `x`, and might be a price.
    pub bare: Option<Before>,
    pub each: Option<Points>,
    pub total: Option<Points>,
    /// Whether the price of one is said to be that of one, and not only by `@`.
    pub strict: bool,
    /// The number after `=`, if it has no unit and might be the number of elements: `Kn = 2`.
    pub equalled: Option<i64>,
    /// Prices of one or of all.
    pub either: Vec<Points>,
    /// Whether a price without a unit comes after the type.
    pub plain: bool,
    /// Whether the number of elements might be the price of one: it comes after the type, and alone.
    pub lone: bool,
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

    pub(super) fn price(&mut self, points: Points, expect: Expect) -> Result<(), Unreadable> {
        let place = match expect {
            Expect::Each => &mut self.each,
            Expect::Total => &mut self.total,
            Expect::Nothing => {
                self.either.push(points);
                return Ok(());
            }
        };
        match place.replace(points) {
            Some(before) if before != points => Err(Unreadable::TwoPrices(before, points)),
            _ => Ok(()),
        }
    }

    /// Marks the previous price as that of one.
    pub(super) fn each(&mut self) {
        self.each = self.either.pop().or(self.each);
        self.strict = true;
    }

    pub(super) fn count(&mut self, word: &str) -> Result<(), Unreadable> {
        let count: i64 = word.replace('−', "-").parse().map_err(|_| Unreadable::NotWhole(word.to_owned()))?;
        if count.checked_abs().is_none_or(|size| size > FARTHEST) {
            return Err(Unreadable::TooMany(word.to_owned()));
        }
        if self.count.is_some() {
            return Err(Unreadable::TwoNumbers(word.to_owned()));
        }
        self.count = Some(count);
        Ok(())
    }

    /// Takes a sum in brackets, which repeats the number of elements.
    pub(super) fn sum(&mut self, sum: &Sum) -> Result<(), Unreadable> {
        match self.count {
            Some(count) if count != sum.count => return Err(Unreadable::TwoCounts(count, sum.count)),
            Some(_) => {}
            None => self.count(&sum.count.to_string())?,
        }
        self.strict = true;
        self.price(sum.each, Expect::Each)?;
        sum.total.map_or(Ok(()), |total| self.price(total, Expect::Total))
    }

    /// Decides the meaning of a number after the type, now that its price is known: dots lead to prices, and so does
    /// a match with the rules where a price is usual. A general is a single element.
    pub(super) fn settle(&mut self, price: Points, general: bool) {
        let Some(count) = self.count else { return self.settle_equalled(general) };
        self.plain |= self.equalled.is_some() && self.each.is_none();
        self.equalled = None;
        let points = Points::ONE * count;
        let agrees = points == price;
        let is_price = match self.bare {
            None => false,
            Some(Before::Dots) => true,
            Some(Before::Dash) => agrees,
            Some(Before::Colon | Before::Nothing) => general && agrees,
        };
        if is_price {
            self.count = None;
            self.either.push(points);
            self.plain = true;
        }
        self.lone = self.bare.is_some() && self.count.is_some() && !self.priced();
    }

    /// A number alone after `=` is the number of elements, except for a general, which is a single one.
    fn settle_equalled(&mut self, general: bool) {
        let alone = self.each.is_none() && self.either.is_empty();
        self.plain |= general && self.equalled.is_some();
        self.equalled = self.equalled.filter(|_| alone && !general);
        if let Some(count) = self.equalled {
            self.count = Some(count);
            self.total = None;
            self.lone = true;
        }
    }
}

/// The cost of a number of elements, as players write it: `4 x 2AP = 8AP`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub count: i64,
    pub each: Points,
    pub total: Option<Points>,
}

/// A number, and whether it has a unit beside it.
struct Amount<'a> {
    number: &'a str,
    points: Points,
    unit: bool,
}

impl<'a> Amount<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let text = text.trim().trim_end_matches("each").trim_end();
        let end = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let points = number.trim().parse().ok()?;
        (unit.is_empty() || is_unit(unit)).then_some(Self { number: number.trim(), points, unit: !unit.is_empty() })
    }
}

/// Reads a sum, for a number of elements that may already be known. Without AP or a result it might be anything.
pub(super) fn sum(text: &str, known: Option<i64>) -> Option<Sum> {
    let (product, result) = text.split_once('=').map_or((text, None), |(product, result)| (product, Some(result)));
    let total = result.map(|result| Amount::read(result).ok_or(())).transpose().ok()?;
    let (left, right) = product.split_once(['x', 'X', '×', '*', '@'])?;
    let (left, right) = (Amount::read(left)?, Amount::read(right)?);
    let is_known = |amount: &Amount<'_>| known.is_some() && amount.number.parse().ok() == known;
    let turned = left.unit || (!right.unit && is_known(&right) && !is_known(&left));
    let (count, each) = if turned { (right, left) } else { (left, right) };
    if count.unit || !(each.unit || total.is_some()) {
        return None;
    }
    Some(Sum { count: count.number.parse().ok()?, each: each.points, total: total.map(|total| total.points) })
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

/// A number of several words at the beginning of these, and the count of its words: `half a dozen`, `two dozen`.
pub(super) fn number_phrase<'a>(words: impl Iterator<Item = &'a str>) -> Option<(&'static str, usize)> {
    const PHRASES: [(&[&str], &str); 4] =
        [(&["half", "a", "dozen"], "6"), (&["half", "dozen"], "6"), (&["half-dozen"], "6"), (&["two", "dozen"], "24")];
    let words: Vec<String> = words.take(3).map(str::to_lowercase).collect();
    let begins = |phrase: &[&str]| phrase.len() <= words.len() && phrase.iter().zip(&words).all(|(a, b)| a == b);
    PHRASES.iter().find(|(phrase, _)| begins(phrase)).map(|(phrase, number)| (*number, phrase.len()))
}

/// A number in words, in English.
pub(super) fn english_number(word: &str) -> Option<&'static str> {
    const WORDS: [(&str, &str); 23] = [
        ("one", "1"),
        ("two", "2"),
        ("three", "3"),
        ("four", "4"),
        ("five", "5"),
        ("six", "6"),
        ("seven", "7"),
        ("eight", "8"),
        ("nine", "9"),
        ("ten", "10"),
        ("eleven", "11"),
        ("twelve", "12"),
        ("thirteen", "13"),
        ("fourteen", "14"),
        ("fifteen", "15"),
        ("sixteen", "16"),
        ("seventeen", "17"),
        ("eighteen", "18"),
        ("nineteen", "19"),
        ("twenty", "20"),
        ("couple", "2"),
        ("pair", "2"),
        ("dozen", "12"),
    ];
    let lower = word.to_lowercase();
    WORDS.iter().find_map(|(known, number)| (*known == lower).then_some(*number))
}

/// A number in words, in English, German, French, Spanish, Italian or Polish.
pub(super) fn number_word(word: &str) -> Option<&'static str> {
    // Words that mean something else in English are left out: `elf`, `once`.
    const WORDS: [(&str, &[&str]); 12] = [
        ("1", &["ein", "eine", "einen", "eins", "un", "une", "una", "uno", "jeden", "jedna", "jedno"]),
        ("2", &["zwei", "deux", "dos", "due", "dwa", "dwie", "dwóch"]),
        ("3", &["drei", "trois", "tres", "tre", "trzy", "trzech"]),
        ("4", &["vier", "quatre", "cuatro", "quattro", "cztery", "czterech"]),
        ("5", &["fünf", "fuenf", "cinq", "cinco", "cinque", "pięć", "pięciu"]),
        ("6", &["sechs", "seis", "sei", "sześć", "sześciu"]),
        ("7", &["sieben", "sept", "siete", "sette", "siedem", "siedmiu"]),
        ("8", &["acht", "huit", "ocho", "otto", "osiem", "ośmiu"]),
        ("9", &["neun", "neuf", "nueve", "nove", "dziewięć", "dziewięciu"]),
        ("10", &["zehn", "dix", "diez", "dieci", "dziesięć", "dziesięciu"]),
        ("11", &["onze", "undici", "jedenaście"]),
        ("12", &["zwölf", "zwoelf", "douze", "doce", "dodici", "dwanaście"]),
    ];
    let lower = word.to_lowercase();
    let foreign = || WORDS.iter().find_map(|(number, words)| words.contains(&lower.as_str()).then_some(*number));
    english_number(word).or_else(foreign)
}

/// Whether a word counts elements: `elements`, `stands`, `éléments`, `Stück`.
pub(super) fn counts_elements(word: &str) -> bool {
    const WORDS: [&str; 23] = [
        "element",
        "elements",
        "stand",
        "stands",
        "base",
        "bases",
        "elemente",
        "stück",
        "stueck",
        "élément",
        "éléments",
        "socle",
        "socles",
        "plaquette",
        "plaquettes",
        "elemento",
        "elementos",
        "peana",
        "peanas",
        "elementi",
        "elementy",
        "elementów",
        "podstawki",
    ];
    WORDS.contains(&word.to_lowercase().as_str())
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
    // `2x` and `1x4Pk`, but not a word that only begins like this.
    let rest_of_times = rest.strip_prefix(times);
    if let Some(rest) = rest_of_times
        && (rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase()))
    {
        return Some((number, rest));
    }
    // Three figures and more are the figures on a base (3Kn, 6Bd); 2Bd are two elements.
    let figures = number.len() == 1 && matches!(number.chars().next(), Some('3'..='8'));
    (!figures && rest.starts_with(char::is_alphabetic)).then_some((number, rest))
}

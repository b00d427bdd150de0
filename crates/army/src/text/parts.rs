//! The contents of a piece of a line, collected before its troop type is looked up.

use musterfield_rules::grade::Grade;
use musterfield_rules::{Points, Ruleset};

use super::kind::{self, Segment};
use super::number::{
    Before, Expect, Numbers, counted, counts_elements, is_times, is_unit, number_phrase, number_word, price_word, sum,
};
use super::token::{Brackets, Token, pieces, tokens};
use super::unreadable::Unreadable;
use crate::draft::{Draft, ElementLine, LineType};
use crate::file::FARTHEST;

/// The parts of a piece.
#[derive(Default)]
pub(super) struct Parts {
    pub numbers: Numbers,
    pub fast: bool,
    pub general: bool,
    /// Whether a heading says that the element leads, which several cannot.
    pub leads: bool,
    pub ally: bool,
    pub water: bool,
    pub siege_tower: bool,
    pub mounted: bool,
    pub dismounted: bool,
    pub regular: bool,
    pub air_mobile: bool,
    /// The letter of the grade.
    pub grade: Option<String>,
    /// The grades of the ruleset. Where there are any, elements are regular or irregular.
    grades: &'static [Grade],
    /// The command, 0 if none is given.
    pub command: u8,
    /// The option of the list.
    pub option: Option<usize>,
    /// Whether `Mounted` precedes the type and may be part of its name.
    pub mounted_before: bool,
    pub labels: Vec<String>,
    /// A type in brackets: it counts for more than the words.
    pub coded: Option<(ElementLine, String)>,
    pub unknown: Option<String>,
    pub segments: Vec<Segment>,
    /// Other text in brackets.
    pub asides: Vec<String>,
}

/// The largest number of letters of a code.
const LONGEST_CODE: usize = 4;

/// The largest number of words in brackets that are considered as a type with its number and marks.
const LONGEST_ASIDE: usize = 12;

impl Parts {
    /// All words that are not marks.
    pub(super) fn words(&self) -> String {
        let words = self.segments.iter().flat_map(|segment| &segment.words);
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// Whether there are words or a type.
    pub(super) fn named(&self) -> bool {
        self.coded.is_some() || self.unknown.is_some() || self.segments.iter().any(|segment| !segment.words.is_empty())
    }

    fn segment(&mut self) -> &mut Segment {
        if self.segments.is_empty() {
            self.segments.push(Segment::default());
        }
        let last = self.segments.len() - 1;
        #[expect(clippy::indexing_slicing, reason = "there is at least one")]
        &mut self.segments[last]
    }

    fn word(&mut self, word: &str) {
        self.segment().words.push(word.to_owned());
    }

    /// Takes a word if it is a mark.
    fn mark(&mut self, word: &str) -> bool {
        let grades = self.grades;
        if let Some(grade) = grades.iter().find(|grade| grade.name.eq_ignore_ascii_case(word)) {
            self.grade = Some(grade.letter.to_string());
            return true;
        }
        let graded = !grades.is_empty();
        match word.to_lowercase().as_str() {
            "regular" | "reg" if graded => self.regular = true,
            "irregular" | "irr" if graded => self.regular = false,
            "air-mobile" | "airmobile" | "aer" if graded => self.air_mobile = true,
            "sub-general" | "subgeneral" if graded => self.general = true,
            "ally-general" if graded => (self.ally, self.general) = (true, true),
            "fast" => self.fast = true,
            "general" | "gen" | "gén" | "c-in-c" | "cinc" | "cic" | "commander" | "général" | "generale"
            | "generał" | "feldherr" | "comandante" | "wódz" => self.general = true,
            "ally" | "allied" | "allies" => self.ally = true,
            "water" => self.water = true,
            "mounted" | "mtd" => {
                self.mounted_before = !self.named();
                self.mounted = true;
            }
            _ => return false,
        }
        true
    }

    fn count(&mut self, number: &str) -> Result<(), Unreadable> {
        self.numbers.count(number)?;
        self.segment().counted = true;
        Ok(())
    }
}

/// Whether a word marks an element.
pub(super) fn is_mark(word: &str) -> bool {
    Parts::default().mark(word)
}

/// Collects the contents of a piece.
///
/// # Errors
/// A number too many, a missing price, an unclosed quotation.
pub(super) fn parts(piece: &str, ruleset: &'static Ruleset) -> Result<Parts, Unreadable> {
    let mut parts = Parts { grades: &ruleset.grades, ..Parts::default() };
    let tokens = in_figures(tokens(piece)?);
    let mut expect = Expect::Nothing;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            Token::At => expect = Expect::Each,
            Token::Equals => expect = Expect::Total,
            Token::Colon => introduce(&mut parts, ruleset),
            Token::Dash | Token::Dots => parts.segments.push(Segment::default()),
            Token::Quoted(text) => quoted(text, &mut parts),
            Token::Bracketed(brackets, inside) => group(inside, *brackets, &mut parts, ruleset)?,
            Token::Word(word) => {
                let place = Place { before: at.checked_sub(2).and_then(|at| tokens.get(at)), next: tokens.get(at) };
                at += match self::word(word, place, &mut expect, &mut parts)? {
                    Consumed::Word => 0,
                    Consumed::WordAndNext => 1,
                };
            }
        }
    }
    if expect != Expect::Nothing {
        return Err(Unreadable::NoPrice);
    }
    Ok(parts)
}

/// The tokens with a number of several words as one, at the beginning or after a colon.
fn in_figures(mut tokens: Vec<Token>) -> Vec<Token> {
    // The last entry of a list: `and a couple of Psiloi`.
    if matches!(tokens.first(), Some(Token::Word(word)) if ["and", "plus"].contains(&word.to_lowercase().as_str())) {
        tokens.remove(0);
    }
    let start = tokens.iter().position(|token| *token == Token::Colon).map_or(0, |at| at + 1);
    for at in [start, 0] {
        let words =
            tokens.iter().skip(at).map_while(|token| if let Token::Word(word) = token { Some(word) } else { None });
        if let Some((number, length)) = number_phrase(words.map(String::as_str)) {
            tokens.splice(at..at + length, [Token::Word(number.to_owned())]);
        }
    }
    tokens
}

/// Takes the text before a colon: the heading of a part of the army, the general, or a name.
fn introduce(parts: &mut Parts, ruleset: &'static Ruleset) {
    let segment = parts.segment();
    segment.introduces = true;
    let (words, counted) = (segment.words.join(" "), segment.counted);
    let leads = kind::leads(&words);
    if !counted && (leads || kind::is_part(&words, ruleset)) {
        segment.words.clear();
    }
    // `Mounted: 2 Knights` is a heading, `General: Hero` a mark.
    if words.is_empty() {
        parts.mounted = false;
    }
    parts.general |= leads;
    parts.leads |= leads || words.is_empty() && parts.general;
    parts.segments.push(Segment::default());
}

fn quoted(text: &str, parts: &mut Parts) {
    let typed = parts.segment().words.last().is_some_and(|word| word.eq_ignore_ascii_case("type"));
    if parts.unknown.is_none() && typed {
        parts.segment().words.pop();
        parts.unknown = Some(text.to_owned());
    } else if !text.trim().is_empty() {
        parts.labels.push(text.to_owned());
    }
}

/// The context of a word.
#[derive(Clone, Copy)]
struct Place<'a> {
    before: Option<&'a Token>,
    next: Option<&'a Token>,
}

impl<'a> Place<'a> {
    fn next_word(self) -> Option<&'a str> {
        if let Some(Token::Word(next)) = self.next { Some(next) } else { None }
    }

    fn word_before(self) -> Option<&'a str> {
        if let Some(Token::Word(before)) = self.before { Some(before) } else { None }
    }

    /// The separator before a number.
    fn sign(self) -> Before {
        match self.before {
            Some(Token::Colon) => Before::Colon,
            Some(Token::Dash) => Before::Dash,
            Some(Token::Dots) => Before::Dots,
            _ => Before::Nothing,
        }
    }

    /// Whether words of a name follow.
    fn name_continues(self) -> bool {
        self.next_word().is_some_and(|word| {
            let number = word.parse::<Points>().is_ok() || price_word(word).is_some();
            !(number || is_times(word) || is_mark(word) || ["each", "ea", "elements"].contains(&word))
        })
    }
}

/// The effect of reading a word.
enum Consumed {
    Word,
    WordAndNext,
}

/// Takes a word.
fn word(word: &str, place: Place<'_>, expect: &mut Expect, parts: &mut Parts) -> Result<Consumed, Unreadable> {
    let lower = word.to_lowercase();
    let next = place.next_word();
    let is_number = |text: &str| text.parse::<Points>().is_ok();
    if let Some(points) = price_word(word) {
        parts.numbers.price(points, std::mem::replace(expect, Expect::Nothing))?;
        return Ok(Consumed::Word);
    }
    if let Ok(points) = word.parse() {
        return figure(word, points, place, expect, parts);
    }
    let beside_number =
        next.is_some_and(is_number) || place.word_before().is_some_and(|word| is_number(word) || is_times(word));
    match lower.as_str() {
        _ if is_times(word)
            && (beside_number
                || matches!(place.before, Some(Token::Bracketed(Brackets::Round, _)))
                || !parts.named()) => {}
        _ if *expect != Expect::Nothing => return Err(Unreadable::NotAPrice(word.to_owned())),
        "siege" if next.is_some_and(|next| ["tower", "towers"].contains(&next.to_lowercase().as_str())) => {
            parts.siege_tower = true;
            return Ok(Consumed::WordAndNext);
        }
        "at" | "à" | "je" if next.is_some_and(|next| is_number(next) || price_word(next).is_some()) => {
            *expect = Expect::Each;
        }
        "each" | "ea" | "apiece" if parts.numbers.priced() => parts.numbers.each(),
        "no" | "nr" | "qty" if beside_number => {}
        _ if counts_elements(word) && (beside_number || parts.numbers.count.is_some() && !parts.named()) => {}
        // `trois éléments de Lames`
        "de" | "di" | "von" if place.word_before().is_some_and(counts_elements) => {}
        // `A Dragon` is one without a number that would show that there is an element.
        "a" | "an" if !parts.named() && parts.numbers.count.is_none() => {}
        _ if parts.mark(word) => {}
        _ => match (counted(word), number_word(word)) {
            (Some((number, rest)), _) if parts.numbers.count.is_none() || rest.is_empty() => {
                parts.count(number)?;
                if !rest.is_empty() {
                    parts.word(rest);
                }
            }
            (None, Some(number)) if parts.numbers.count.is_none() && !parts.named() => parts.count(number)?,
            _ => parts.word(word),
        },
    }
    Ok(Consumed::Word)
}

/// Takes a number, with the unit that may follow.
fn figure(
    word: &str,
    points: Points,
    place: Place<'_>,
    expect: &mut Expect,
    parts: &mut Parts,
) -> Result<Consumed, Unreadable> {
    let unit = place.next_word().is_some_and(is_unit);
    if !unit && *expect == Expect::Nothing {
        return number(word, points, place, parts).map(|()| Consumed::Word);
    }
    let expected = std::mem::replace(expect, Expect::Nothing);
    if expected == Expect::Total && !unit {
        // An unreasonably large number can only be a price.
        let in_reason = |count: &i64| count.checked_abs().is_some_and(|size| size <= FARTHEST);
        parts.numbers.equalled = word.parse().ok().filter(in_reason);
    }
    parts.numbers.price(points, expected)?;
    Ok(if unit { Consumed::WordAndNext } else { Consumed::Word })
}

/// Takes a number without a unit.
fn number(word: &str, points: Points, place: Place<'_>, parts: &mut Parts) -> Result<(), Unreadable> {
    let whole = word.parse::<i64>().is_ok() || word.starts_with('−');
    let behind = parts.named() && !place.name_continues();
    let price = behind && (parts.numbers.count.is_some() || !whole);
    if price {
        parts.numbers.plain = true;
        return parts.numbers.price(points, Expect::Nothing);
    }
    parts.count(word)?;
    let times = place.word_before().is_some_and(is_times) || place.next_word().is_some_and(is_times);
    if behind && !times {
        parts.numbers.bare = Some(place.sign());
    }
    Ok(())
}

/// Takes the contents of brackets: marks, numbers, prices, a code, or more about the element.
fn group(inside: &str, brackets: Brackets, parts: &mut Parts, ruleset: &'static Ruleset) -> Result<(), Unreadable> {
    if let Some(sum) = sum(inside, parts.numbers.count) {
        return parts.numbers.sum(&sum);
    }
    // The comma of a price is not a separator: `(1,5 AP)`.
    if price_beside(inside.trim()).is_some() || inside.trim().parse::<Points>().is_ok() {
        return grouped(inside.trim(), brackets, parts, ruleset);
    }
    let pieces = pieces(inside);
    let mut pieces = pieces.iter().flat_map(|piece| piece.split('/')).map(str::trim).filter(|piece| !piece.is_empty());
    pieces.try_for_each(|piece| grouped(piece, brackets, parts, ruleset))
}

/// A number without the words that only mark it as a price, and the object of that price.
fn bare_price(piece: &str) -> (&str, Expect) {
    let at = ["je ", "at "].into_iter().find_map(|word| piece.strip_prefix(word));
    let each = at.is_some() || piece.ends_with("each") || piece.ends_with(" ea");
    let piece = at.unwrap_or(piece);
    let expect = match piece.chars().next() {
        Some('@') => Expect::Each,
        Some('=') => Expect::Total,
        _ if each => Expect::Each,
        _ => Expect::Nothing,
    };
    (piece.trim_start_matches(['@', '=', ' ']).trim_end_matches("each").trim_end_matches(" ea").trim(), expect)
}

/// A number with its unit.
fn price_beside(piece: &str) -> Option<Points> {
    let (bare, _) = bare_price(piece);
    let (number, unit) = bare.split_once(' ').unwrap_or((bare, ""));
    price_word(bare).or_else(|| if is_unit(unit) { number.parse().ok() } else { None })
}

/// Takes one of the items in brackets.
fn grouped(piece: &str, brackets: Brackets, parts: &mut Parts, ruleset: &'static Ruleset) -> Result<(), Unreadable> {
    if ruleset.grades.iter().any(|grade| grade.letter.eq_ignore_ascii_case(piece)) {
        return match parts.grade.replace(piece.to_uppercase()) {
            Some(before) if !before.eq_ignore_ascii_case(piece) => Err(Unreadable::TwoTypes(before, piece.to_owned())),
            _ => Ok(()),
        };
    }
    let (bare, expect) = bare_price(piece);
    let (number, unit) = bare.split_once(' ').unwrap_or((bare, ""));
    let elements = ["element", "elements", "stand", "stands", "base", "bases", "x"].contains(&unit);
    let part = bare.contains([',', '.', '½']) && parts.named();
    let priced = brackets == Brackets::Square || expect != Expect::Nothing || parts.numbers.count.is_some() || part;
    if let Some(points) = price_beside(piece) {
        parts.numbers.price(points, expect)?;
    } else if let (Ok(points), true) = (bare.parse::<Points>(), priced) {
        parts.numbers.plain |= brackets == Brackets::Round;
        parts.numbers.price(points, expect)?;
    } else if bare.parse::<i64>().is_ok() {
        parts.numbers.bare = parts.named().then_some(Before::Nothing);
        parts.count(bare)?;
    } else if let (true, Ok(_)) = (elements, number.parse::<i64>()) {
        parts.count(number)?;
    } else if let Some((number, "")) = counted(bare) {
        parts.count(number)?;
    } else if let Some(line) = kind::read(bare, ruleset) {
        code(line, bare, parts, ruleset)?;
    } else if !marked_code(bare, parts, ruleset)? {
        aside(bare, parts);
    }
    Ok(())
}

/// Whether the words outside brackets name a type in English, so that words in brackets are not one in another language.
fn names_english(parts: &Parts, ruleset: &'static Ruleset) -> bool {
    parts.coded.is_some() || kind::read(&parts.words(), ruleset).is_some()
}

/// Takes a type with its number and marks: `Tin Woodman (Hero General)`, `Rohirrim (2 Knights)`.
fn marked_code(text: &str, parts: &mut Parts, ruleset: &'static Ruleset) -> Result<bool, Unreadable> {
    let mut words: Vec<&str> = text.split_whitespace().take(LONGEST_ASIDE).collect();
    let first = words.first().copied().unwrap_or_default();
    let number = if first.parse::<i64>().is_ok() { Some((first, "")) } else { counted(first) };
    let number = number.filter(|(_, rest)| rest.is_empty()).map(|(number, _)| number);
    if number.is_some() {
        words.remove(0);
        words.drain(..words.len().min(usize::from(words.first().is_some_and(|word| is_times(word)))));
    }
    let (marks, name): (Vec<&str>, Vec<&str>) = words.into_iter().partition(|word| is_mark(word));
    let name = name.join(" ");
    let foreign = || kind::read_any(&name, ruleset).filter(|_| !names_english(parts, ruleset));
    let Some(line) = kind::read(&name, ruleset).or_else(foreign) else { return Ok(false) };
    code(line, &name, parts, ruleset)?;
    number.map_or(Ok(()), |number| parts.count(number))?;
    for word in marks {
        parts.mark(word);
    }
    Ok(true)
}

fn code(line: ElementLine, written: &str, parts: &mut Parts, ruleset: &'static Ruleset) -> Result<(), Unreadable> {
    match &parts.coded {
        Some((before, word)) if before.line_type != line.line_type => {
            Err(Unreadable::TwoTypes(word.clone(), written.to_owned()))
        }
        Some(_) => Ok(()),
        None => {
            let named = kind::read(&parts.words(), ruleset);
            let by_name = written.chars().count() > LONGEST_CODE;
            // `Knights (Riders)`: two names of types, and neither is a code.
            if by_name
                && let Some(named) = named.filter(|named| named.line_type != line.line_type)
                && !kind::refines(&line, &named, ruleset)
                && matches!(line.line_type, LineType::Known(_))
            {
                let name = Draft::new(ruleset).line_name(&named, 2);
                return Err(Unreadable::TwoTypes(name, written.to_owned()));
            }
            parts.coded = Some((line, written.to_owned()));
            Ok(())
        }
    }
}

/// The number after a word: `command 2`.
fn numbered(text: &str, word: &str) -> Option<u8> {
    text.strip_prefix(word)?.trim_start().parse().ok()
}

/// Takes words in brackets: marks, if they are nothing else; a general and allies are found among others too.
fn aside(text: &str, parts: &mut Parts) {
    let words: Vec<&str> =
        text.split_whitespace().map(|word| word.trim_matches(['*', '_', '.', '"', '“', '”'])).collect();
    match text.to_lowercase().trim_end_matches('.') {
        "g" => parts.general = true,
        "f" => parts.fast = true,
        "siege tower" => parts.siege_tower = true,
        "dismounted" | "on foot" => parts.dismounted = true,
        lower if numbered(lower, "command").is_some() => parts.command = numbered(lower, "command").unwrap_or_default(),
        lower if numbered(lower, "option").is_some() => {
            parts.option = numbered(lower, "option").and_then(|number| usize::from(number).checked_sub(1))
        }
        _ if words.iter().all(|word| is_mark(word)) => {
            for word in words {
                parts.mark(word);
            }
        }
        _ => {
            let mut own = Vec::new();
            for word in words {
                let lower = word.to_lowercase();
                let found = [
                    "general",
                    "gen",
                    "c-in-c",
                    "cinc",
                    "cic",
                    "commander",
                    "général",
                    "generale",
                    "generał",
                    "ally",
                    "allied",
                    "allies",
                ];
                if !(found.contains(&lower.as_str()) && parts.mark(word)) {
                    own.push(word);
                }
            }
            parts.asides.push(own.join(" "));
        }
    }
}

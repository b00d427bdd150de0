//! One element, as somebody wrote it.

use super::token::{Token, tokens};
use crate::army::draft::{Draft, Kind, Line};
use crate::army::file::FARTHEST;
use crate::rules::troop::FastRule;
use crate::rules::{Points, Ruleset};

/// An element with the prices that stand beside it.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub line: Line,
    /// The printed price of one.
    pub each: Option<Points>,
    /// The printed price of all.
    pub total: Option<Points>,
    /// A printed price that may be either.
    pub either: Option<Points>,
}

#[derive(Default)]
struct Parts {
    count: Option<i64>,
    each: Option<Points>,
    total: Option<Points>,
    either: Option<Points>,
    fast: bool,
    general: bool,
    ally: bool,
    water: bool,
    siege_tower: bool,
    mounted: bool,
    label: Option<String>,
    /// A type in brackets: it counts for more than the words.
    coded: Option<Line>,
    unknown: Option<String>,
    words: Vec<String>,
}

/// What the next number is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    Nothing,
    Each,
    Total,
}

/// The spelling of a type that is a mark at once.
const SIEGE_TOWER: &str = "siege tower";

/// Most words that name one troop type.
const LONGEST_TYPE: usize = 4;

/// Reads one piece of a line.
pub(super) fn read(piece: &str, ruleset: &'static Ruleset) -> Result<Found, String> {
    finish(parts(piece, ruleset)?, ruleset)
}

/// Adds the marks of a piece that holds nothing else to an element: the `General` of `Hero, General`.
pub(super) fn mark(piece: &str, ruleset: &'static Ruleset, line: &mut Line) -> bool {
    let Ok(parts) = parts(piece, ruleset) else { return false };
    let marks = parts.fast || parts.general || parts.ally || parts.water || parts.siege_tower || parts.mounted;
    let bare = parts.count.is_none() && parts.words.is_empty() && parts.coded.is_none() && parts.unknown.is_none();
    if !(marks && bare) {
        return false;
    }
    line.fast |= parts.fast;
    line.general |= parts.general;
    line.ally |= parts.ally;
    line.water |= parts.water;
    line.siege_tower |= parts.siege_tower;
    line.mounted |= parts.mounted;
    true
}

fn parts(piece: &str, ruleset: &'static Ruleset) -> Result<Parts, String> {
    let mut parts = Parts::default();
    let tokens = tokens(piece);
    let mut expect = Expect::Nothing;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            Token::At => expect = Expect::Each,
            Token::Equals => expect = Expect::Total,
            Token::Quoted(text)
                if parts.unknown.is_none()
                    && parts.words.last().is_some_and(|word| word.eq_ignore_ascii_case("type")) =>
            {
                parts.words.pop();
                parts.unknown = Some(text.clone());
            }
            Token::Quoted(text) => parts.label = Some(text.clone()),
            Token::Round(inside) => group(inside, false, &mut parts, ruleset)?,
            Token::Square(inside) => group(inside, true, &mut parts, ruleset)?,
            Token::Word(word) => {
                let next = match tokens.get(at) {
                    Some(Token::Word(next)) => Some(next.as_str()),
                    _ => None,
                };
                let used_next = self::word(word, next, &mut expect, &mut parts)?;
                at += usize::from(used_next);
            }
        }
    }
    Ok(parts)
}

fn is_unit(word: &str) -> bool {
    ["ap", "aps", "pt", "pts", "point", "points"].contains(&word.to_lowercase().as_str())
}

/// A number with its unit in one word: `8AP`.
fn price_word(word: &str) -> Option<Points> {
    let end = word.find(|c: char| c.is_alphabetic())?;
    let (number, unit) = word.split_at(end);
    if is_unit(unit) { number.parse().ok() } else { None }
}

/// Takes a word; true if the next one went with it.
fn word(word: &str, next: Option<&str>, expect: &mut Expect, parts: &mut Parts) -> Result<bool, String> {
    let lower = word.to_lowercase();
    if let Some(points) = price_word(word) {
        price(points, std::mem::replace(expect, Expect::Nothing), parts);
        return Ok(false);
    }
    if let Ok(points) = word.parse::<Points>() {
        let unit = next.is_some_and(is_unit);
        if unit || *expect != Expect::Nothing {
            price(points, std::mem::replace(expect, Expect::Nothing), parts);
            return Ok(unit);
        }
        return count_word(word, parts).map(|()| false);
    }
    match lower.as_str() {
        "x" | "×" | "*" | "-" | "–" | "—" | "/" | "and" | "&" | "of" | "as" | "each" | "element" | "elements" => {}
        "fast" | "(f)" => parts.fast = true,
        "general" | "gen" | "c-in-c" | "cinc" | "commander" => parts.general = true,
        "ally" | "allied" | "allies" => parts.ally = true,
        "water" => parts.water = true,
        "mounted" | "mtd" => parts.mounted = true,
        "siege" if next.is_some_and(|next| next.eq_ignore_ascii_case("tower")) => {
            parts.siege_tower = true;
            return Ok(true);
        }
        _ => other_word(word, parts)?,
    }
    Ok(false)
}

fn price(points: Points, expect: Expect, parts: &mut Parts) {
    match expect {
        Expect::Each => parts.each = Some(points),
        Expect::Total => parts.total = Some(points),
        Expect::Nothing => parts.either = Some(points),
    }
}

fn count_word(word: &str, parts: &mut Parts) -> Result<(), String> {
    let count: i64 = word.replace('−', "-").parse().map_err(|_| format!("“{word}” is no whole number of elements."))?;
    if count.checked_abs().is_none_or(|size| size > FARTHEST) {
        return Err(format!("{word} elements are too many to be read."));
    }
    if parts.count.is_some() {
        return Err(format!("It has two numbers; is {word} the AP? Write “{word} AP”."));
    }
    parts.count = Some(count);
    Ok(())
}

/// `2x`, `x2`, `1x4Pk`, `2Bd`, or a word of a name.
fn other_word(word: &str, parts: &mut Parts) -> Result<(), String> {
    let is_times = |c: char| c == 'x' || c == 'X' || c == '×';
    let negative = word.starts_with('-');
    let digits = word
        .trim_start_matches('-')
        .find(|c: char| !c.is_ascii_digit())
        .map_or(word.len(), |at| at + usize::from(negative));
    let (number, rest) = word.split_at(digits);
    if let (Some(rest), true) = (rest.strip_prefix(is_times), number.chars().any(|c| c.is_ascii_digit())) {
        // `2x` and `1x4Pk`, but not a word that only begins so.
        if rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase()) {
            count_word(number, parts)?;
            if !rest.is_empty() {
                parts.words.push(rest.to_owned());
            }
            return Ok(());
        }
    }
    if let Some(number) =
        word.strip_prefix(is_times).filter(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    {
        return count_word(number, parts);
    }
    // Three figures and more are how many stand on a base (3Kn, 6Bd); 2Bd are two elements.
    let figures = number.len() == 1 && matches!(number.chars().next(), Some('3'..='8'));
    if !number.is_empty() && !figures && parts.count.is_none() && rest.starts_with(char::is_alphabetic) && number != "-"
    {
        count_word(number, parts)?;
        parts.words.push(rest.to_owned());
        return Ok(());
    }
    parts.words.push(word.to_owned());
    Ok(())
}

/// What stands in brackets: marks, a number, a price, a code.
fn group(inside: &str, square: bool, parts: &mut Parts, ruleset: &'static Ruleset) -> Result<(), String> {
    for piece in inside.split([',', ';', '/']).map(str::trim).filter(|piece| !piece.is_empty()) {
        let bare = piece.trim_start_matches(['@', '=', ' ']).trim_end();
        let (number, unit) = bare.split_once(' ').unwrap_or((bare, ""));
        let points = price_word(bare).or_else(|| if is_unit(unit) { number.parse().ok() } else { None });
        if let Some(points) = points {
            let expect = if piece.starts_with('@') {
                Expect::Each
            } else if piece.starts_with('=') {
                Expect::Total
            } else {
                Expect::Nothing
            };
            price(points, expect, parts);
        } else if let (Ok(points), true) = (bare.parse::<Points>(), square || parts.count.is_some()) {
            price(points, Expect::Nothing, parts);
        } else if bare.parse::<i64>().is_ok() {
            count_word(bare, parts)?;
        } else if ruleset.spellings().read(bare).is_some() {
            parts.coded = Some(Draft::read_kind(ruleset, bare));
        } else {
            let mut expect = Expect::Nothing;
            let words: Vec<&str> = bare.split_whitespace().collect();
            let mut at = 0;
            while let Some(word) = words.get(at) {
                at += 1;
                at += usize::from(self::word(word, words.get(at).copied(), &mut expect, parts)?);
            }
        }
    }
    Ok(())
}

fn finish(parts: Parts, ruleset: &'static Ruleset) -> Result<Found, String> {
    let evidence = parts.count.is_some() || parts.each.or(parts.total).or(parts.either).is_some() || parts.general;
    let (read, spare) = if let Some(word) = &parts.unknown {
        (Line::new(Kind::Unknown(word.clone())), Vec::new())
    } else if let Some(coded) = parts.coded.clone() {
        // The words beside a code are its name, or the player's.
        let named = ruleset.spellings().read(&parts.words.join(" "));
        let same = named.is_some_and(|named| Kind::Known(named.troop) == coded.kind);
        (coded, if same { Vec::new() } else { parts.words.clone() })
    } else if parts.siege_tower && parts.words.is_empty() {
        // The mark alone names the type that can be one.
        (Draft::read_kind(ruleset, SIEGE_TOWER), Vec::new())
    } else {
        find_type(&parts.words, evidence, ruleset)?
    };
    let draft = Draft::new(ruleset);
    let always = draft.troop(&read).is_some_and(|troop| troop.fast.is == FastRule::Always);
    let line = Line {
        count: parts.count.unwrap_or(1),
        fast: parts.fast && !always,
        general: parts.general,
        ally: parts.ally,
        water: parts.water || read.water,
        siege_tower: parts.siege_tower || read.siege_tower,
        mounted: parts.mounted || read.mounted,
        label: parts.label.unwrap_or_else(|| spare.join(" ")),
        kind: read.kind,
    };
    Ok(Found { line, each: parts.each, total: parts.total, either: parts.either })
}

/// The longest run of words that names a type; the others are the player's own name for it.
fn find_type(words: &[String], evidence: bool, ruleset: &'static Ruleset) -> Result<(Line, Vec<String>), String> {
    let whole = words.join(" ");
    if whole.is_empty() {
        return Err("It names no troop type.".to_owned());
    }
    if ruleset.spellings().read(&whole).is_some() {
        return Ok((Draft::read_kind(ruleset, &whole), Vec::new()));
    }
    if evidence {
        for length in (1..=words.len().min(LONGEST_TYPE)).rev() {
            for (at, window) in words.windows(length).enumerate() {
                let name = window.join(" ");
                if ruleset.spellings().read(&name).is_some() {
                    let spare = words
                        .iter()
                        .enumerate()
                        .filter(|(i, _)| *i < at || *i >= at + length)
                        .map(|(_, word)| word.clone());
                    return Ok((Draft::read_kind(ruleset, &name), spare.collect()));
                }
            }
        }
    }
    let nearest = ruleset.spellings().nearest(&whole).map(|id| format!(" Is it {}?", ruleset.troop(id).name));
    if ruleset.left_out(&whole).is_some() {
        return Err(format!("{} does not have this troop type.", ruleset.name));
    }
    Err(format!("“{whole}” is no troop type of {}.{}", ruleset.name, nearest.unwrap_or_default()))
}

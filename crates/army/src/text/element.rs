//! One element as it was written.
//!
//! The words are collected first ([`super::parts`]), with the numbers ([`super::number`]); then the type is looked up
//! among them ([`super::kind`]), and the words that remain are the player's own name.

use musterfield_rules::troop::FastRule;
use musterfield_rules::{Points, Ruleset, TroopId};

use super::kind;
use super::number::Numbers;
use super::parts::{Parts, parts};
use super::unreadable::Unreadable;
use crate::draft::{Draft, ElementLine, LONGEST_LABEL, LineType, single_line};

/// An element with the prices beside it.
#[derive(Clone, Debug)]
pub(super) struct ParsedElement {
    pub line: ElementLine,
    pub numbers: Numbers,
    /// Whether a number of elements or the mark of a general is present.
    pub certain: bool,
}

/// The spelling of a type that is also a mark.
const SIEGE_TOWER: &str = "siege tower";

/// Reads one piece of a line as an element.
pub(super) fn read(piece: &str, ruleset: &'static Ruleset) -> Result<ParsedElement, Unreadable> {
    finish(parts(piece, ruleset)?, ruleset)
}

/// Adds the contents of a piece to the element before it, if the piece names none itself: the `General` of
/// `Hero, General`, the price of `4 Blades, 8 AP`. Returns the numbers; none if the piece contains anything else.
pub(super) fn mark(piece: &str, ruleset: &'static Ruleset, line: &mut ElementLine) -> Option<Numbers> {
    let mut parts = parts(piece, ruleset).ok()?;
    let other = parts.coded.is_some() || parts.unknown.is_some() || !parts.asides.is_empty();
    // The general of `Hero, General (4)` is a single element, and the number is the price.
    let price = Draft::new(ruleset).price(line);
    if parts.general && parts.words().is_empty() && parts.numbers.count.is_some_and(|n| Points::ONE * n == price) {
        parts.numbers.count = None;
        parts.numbers.plain = true;
        parts.numbers.either.push(price);
    }
    if other || parts.numbers.count.is_some() {
        return None;
    }
    let words = parts.words();
    let marks = parts.fast
        || parts.general
        || parts.ally
        || parts.water
        || parts.siege_tower
        || parts.mounted
        || parts.dismounted
        || parts.regular
        || parts.air_mobile
        || parts.grade.is_some();
    let named = !parts.labels.is_empty() && line.label.is_empty();
    let modified = kind::modified(line, &words, ruleset);
    if !(words.is_empty() && (marks || named || parts.numbers.priced()) || modified.is_some()) {
        return None;
    }
    let label = [line.label.clone(), parts.labels.join(" ")].join(" ");
    // A label that cannot be stored means that the piece is not a mark.
    let label = single_line(&label, LONGEST_LABEL).ok()?;
    if let Some(modified) = modified {
        line.line_type = modified.line_type;
    }
    line.line_type = in_grade(line.line_type.clone(), &parts, ruleset);
    // `3 Blades, Fast` are the Fast type, where that is a type of its own.
    line.line_type = fast_variant(line.clone(), parts.fast, ruleset).line_type;
    let always = Draft::new(ruleset).troop(line).is_some_and(|troop| troop.fast.value == FastRule::Always);
    line.fast = !always && (line.fast || parts.fast && ruleset.grades.is_empty());
    line.regular |= parts.regular;
    line.air_mobile |= parts.air_mobile;
    line.general |= parts.general;
    line.ally |= parts.ally;
    line.water |= parts.water;
    line.siege_tower |= parts.siege_tower;
    line.mounted |= parts.mounted;
    line.dismounted |= parts.dismounted;
    line.label = label;
    Some(parts.numbers)
}

/// A type in the grade that is given beside it; `Fast` is a grade where there are grades.
fn in_grade(kind: LineType, parts: &Parts, ruleset: &'static Ruleset) -> LineType {
    let letter = parts.grade.as_deref().or_else(|| ruleset.fast_grade().filter(|_| parts.fast));
    match (kind, letter) {
        (LineType::Known(id), Some(letter)) => LineType::Known(ruleset.regraded(id, letter).unwrap_or(id)),
        (LineType::Unknown(word), Some(letter)) if !ruleset.grades.is_empty() => {
            LineType::Unknown(format!("{word} ({letter})"))
        }
        (kind, _) => kind,
    }
}

/// The type that is meant by a name with `Fast` before it, where that is a type of its own.
fn fast_variant(read: ElementLine, fast: bool, ruleset: &'static Ruleset) -> ElementLine {
    let quick = |id: TroopId| ruleset.troop(id).fast_as.filter(|_| fast);
    match read.line_type {
        LineType::Known(id) => ElementLine { line_type: LineType::Known(quick(id).unwrap_or(id)), ..read },
        LineType::Unknown(_) => read,
    }
}

/// The price that the player gives for one element, where the rules print none.
fn typed_price(line: &ElementLine, numbers: &Numbers, draft: &Draft) -> Option<Points> {
    let troop = draft.troop(line).filter(|troop| troop.graded.is_some())?;
    if troop.printed_price(line.regular).is_some() {
        return None;
    }
    let shared = || numbers.total.map(|total| total.fraction(1, line.count.max(1)));
    let price = numbers.each.or_else(|| numbers.either.first().copied()).or_else(shared)?;
    let flies = draft.ruleset.army.graded.air_mobile.as_ref().filter(|_| line.air_mobile);
    Some(flies.map_or(price, |flies| price.saturating_sub(flies.points)))
}

/// The type of an element, and the words that are the player's own.
fn type_of(parts: &Parts, evidence: bool, ruleset: &'static Ruleset) -> Result<(ElementLine, Vec<String>), Unreadable> {
    if let Some(word) = &parts.unknown {
        return Ok((
            ElementLine::new(LineType::Unknown(word.clone())),
            parts.segments.iter().flat_map(|s| s.words.clone()).collect(),
        ));
    }
    if let Some((coded, _)) = &parts.coded {
        // The words beside a code are its name, or the player's.
        let named = kind::read(&parts.words(), ruleset).map(|named| fast_variant(named, parts.fast, ruleset));
        let unknown = matches!(coded.line_type, LineType::Unknown(_));
        let same = named.is_some_and(|named| {
            named.line_type == coded.line_type
                || (unknown && matches!(named.line_type, LineType::Unknown(_)))
                || kind::refines(coded, &named, ruleset)
        });
        let words = if same { Vec::new() } else { parts.segments.iter().flat_map(|s| s.words.clone()).collect() };
        return Ok((coded.clone(), words));
    }
    if parts.siege_tower && parts.words().is_empty() {
        // The mark alone names the type that can carry it.
        return Ok((Draft::read_kind(ruleset, SIEGE_TOWER), Vec::new()));
    }
    kind::find(&parts.segments, evidence, ruleset)
}

/// The place of words that are added to a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Added {
    /// Beside its name.
    Beside,
    /// In brackets.
    InBrackets,
}

/// Changes the type by the words added to it; the words that changed it are not part of the player's own name.
fn modify(
    read: &mut ElementLine,
    words: &mut Vec<String>,
    added: Added,
    ruleset: &'static Ruleset,
) -> Result<(), Unreadable> {
    // Beside the name, only words that make a kind of the type count: `Bows, long range` are not Longbows.
    let counts = |modified: &ElementLine| added == Added::InBrackets || kind::refines(modified, read, ruleset);
    let modified = |word: &String| kind::modified(read, word, ruleset).filter(counts);
    if let Some((at, modified)) = words.iter().enumerate().find_map(|(at, word)| Some((at, modified(word)?))) {
        words.remove(at);
        *read = modified;
    }
    // More words than these do not make a label.
    words.iter().take(16).find_map(|word| kind::slip(read, word, ruleset)).map_or(Ok(()), Err)
}

fn finish(mut parts: Parts, ruleset: &'static Ruleset) -> Result<ParsedElement, Unreadable> {
    let evidence = parts.numbers.any() || parts.general;
    let (mut read, mut spare) = type_of(&parts, evidence, ruleset)?;
    if parts.unknown.is_none() && parts.coded.is_none() {
        modify(&mut read, &mut spare, Added::Beside, ruleset)?;
    }
    if parts.unknown.is_none() {
        modify(&mut read, &mut parts.asides, Added::InBrackets, ruleset)?;
    }
    // `Mounted Hero` is a name and not foot that rides.
    if parts.mounted
        && parts.mounted_before
        && let LineType::Known(id) = read.line_type
    {
        let name = format!("mounted {}", ruleset.troop(id).singular);
        parts.mounted = ruleset.spellings().read(&name).is_none_or(|spelling| spelling.mounted);
    }
    let draft = Draft::new(ruleset);
    read.line_type = in_grade(read.line_type, &parts, ruleset);
    read.regular = parts.regular;
    read.air_mobile = parts.air_mobile;
    parts.numbers.settle(draft.price(&read), parts.general);
    let count = parts.numbers.count.unwrap_or(1);
    let general = parts.general && !(parts.leads && count > 1);
    // `Fast Blades` may be a type of their own.
    let read = fast_variant(read, parts.fast, ruleset);
    let known = draft.troop(&read);
    let always = known.is_some_and(|troop| troop.fast.value == FastRule::Always);
    let label: Vec<String> = [spare, parts.asides, parts.labels].concat();
    let line = ElementLine {
        count,
        fast: parts.fast && !always && ruleset.grades.is_empty(),
        general,
        ally: parts.ally,
        water: parts.water || read.water,
        siege_tower: read.siege_tower || parts.siege_tower && (known.is_some() || parts.unknown.is_some()),
        mounted: parts.mounted || read.mounted,
        dismounted: parts.dismounted,
        regular: read.regular,
        air_mobile: read.air_mobile,
        price: None,
        command: parts.command,
        option: parts.option,
        label: label.join(" ").trim_matches('\'').to_owned(),
        line_type: read.line_type,
    };
    let price = typed_price(&line, &parts.numbers, &draft);
    let line = ElementLine { price, ..line };
    let certain = parts.numbers.count.is_some() || parts.general;
    Ok(ParsedElement { line, numbers: parts.numbers, certain })
}

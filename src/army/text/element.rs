//! One element, as somebody wrote it.
//!
//! The words are gathered first ([`super::parts`]), with the numbers ([`super::number`]); then the type is looked for among
//! them ([`super::kind`]), and what the type leaves over is the player's own name.

use super::kind;
use super::number::Numbers;
use super::parts::{Parts, parts};
use super::unreadable::Unreadable;
use crate::army::draft::{Draft, Kind, LONGEST_LABEL, Line, single_line};
use crate::rules::troop::FastRule;
use crate::rules::{Points, Ruleset, TroopId};

/// An element with the prices that stand beside it.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub line: Line,
    pub numbers: Numbers,
    /// A number of elements or the mark of a general stands there.
    pub certain: bool,
}

/// The spelling of a type that is a mark at once.
const SIEGE_TOWER: &str = "siege tower";

/// Reads one piece of a line.
pub(super) fn read(piece: &str, ruleset: &'static Ruleset) -> Result<Found, Unreadable> {
    finish(parts(piece, ruleset)?, ruleset)
}

/// Adds what a piece says to the element before it, if it names none itself: the `General` of `Hero, General`, the price
/// of `4 Blades, 8 AP`. Gives the numbers; none if the piece says anything else.
pub(super) fn mark(piece: &str, ruleset: &'static Ruleset, line: &mut Line) -> Option<Numbers> {
    let mut parts = parts(piece, ruleset).ok()?;
    let other = parts.coded.is_some() || parts.unknown.is_some() || !parts.asides.is_empty();
    // The general of `Hero, General (4)` is one, and the number the price.
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
    // A label that cannot be kept is none of a mark's.
    let label = single_line(&label, LONGEST_LABEL).ok()?;
    if let Some(modified) = modified {
        line.kind = modified.kind;
    }
    line.kind = in_grade(line.kind.clone(), &parts, ruleset);
    // `3 Blades, Fast` are the type that is Fast, where that is one of its own.
    line.kind = quickened(line.clone(), parts.fast, ruleset).kind;
    let always = Draft::new(ruleset).troop(line).is_some_and(|troop| troop.fast.is == FastRule::Always);
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

/// A type in the grade that is named beside it; `Fast` is a grade where there are any.
fn in_grade(kind: Kind, parts: &Parts, ruleset: &'static Ruleset) -> Kind {
    let letter = parts.grade.as_deref().or_else(|| ruleset.fast_grade().filter(|_| parts.fast));
    match (kind, letter) {
        (Kind::Known(id), Some(letter)) => Kind::Known(ruleset.regraded(id, letter).unwrap_or(id)),
        (Kind::Unknown(word), Some(letter)) if !ruleset.grades.is_empty() => {
            Kind::Unknown(format!("{word} ({letter})"))
        }
        (kind, _) => kind,
    }
}

/// The type that is meant by a name with `Fast` before it, where that is one of its own.
fn quickened(read: Line, fast: bool, ruleset: &'static Ruleset) -> Line {
    let quick = |id: TroopId| ruleset.troop(id).fast_as.filter(|_| fast);
    match read.kind {
        Kind::Known(id) => Line { kind: Kind::Known(quick(id).unwrap_or(id)), ..read },
        Kind::Unknown(_) => read,
    }
}

/// The price that the player gives for one element, where the rules print none.
fn typed_price(line: &Line, numbers: &Numbers, draft: &Draft) -> Option<Points> {
    let troop = draft.troop(line).filter(|troop| troop.graded.is_some())?;
    if troop.printed_price(line.regular).is_some() {
        return None;
    }
    let shared = || numbers.total.map(|total| total.share(1, line.count.max(1)));
    let price = numbers.each.or_else(|| numbers.either.first().copied()).or_else(shared)?;
    let flies = draft.ruleset.army.graded.air_mobile.as_ref().filter(|_| line.air_mobile);
    Some(flies.map_or(price, |flies| price.less(flies.points)))
}

/// The type of an element, and the words that are the player's own.
fn type_of(parts: &Parts, evidence: bool, ruleset: &'static Ruleset) -> Result<(Line, Vec<String>), Unreadable> {
    if let Some(word) = &parts.unknown {
        return Ok((
            Line::new(Kind::Unknown(word.clone())),
            parts.segments.iter().flat_map(|s| s.words.clone()).collect(),
        ));
    }
    if let Some((coded, _)) = &parts.coded {
        // The words beside a code are its name, or the player's.
        let named = kind::read(&parts.words(), ruleset).map(|named| quickened(named, parts.fast, ruleset));
        let unknown = matches!(coded.kind, Kind::Unknown(_));
        let same = named.is_some_and(|named| {
            named.kind == coded.kind
                || (unknown && matches!(named.kind, Kind::Unknown(_)))
                || kind::refines(coded, &named, ruleset)
        });
        let words = if same { Vec::new() } else { parts.segments.iter().flat_map(|s| s.words.clone()).collect() };
        return Ok((coded.clone(), words));
    }
    if parts.siege_tower && parts.words().is_empty() {
        // The mark alone names the type that can be one.
        return Ok((Draft::read_kind(ruleset, SIEGE_TOWER), Vec::new()));
    }
    kind::find(&parts.segments, evidence, ruleset)
}

/// Where words stand that are added to a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Added {
    /// Beside its name.
    Beside,
    /// In brackets.
    InBrackets,
}

/// Changes the type by the words added to it; those that changed it are no name of the player's.
fn modify(read: &mut Line, words: &mut Vec<String>, added: Added, ruleset: &'static Ruleset) -> Result<(), Unreadable> {
    // Beside the name only what makes a kind of the type counts: `Bows, long range` are no Longbows.
    let counts = |modified: &Line| added == Added::InBrackets || kind::refines(modified, read, ruleset);
    let modified = |word: &String| kind::modified(read, word, ruleset).filter(counts);
    if let Some((at, modified)) = words.iter().enumerate().find_map(|(at, word)| Some((at, modified(word)?))) {
        words.remove(at);
        *read = modified;
    }
    // More words than these make no label.
    words.iter().take(16).find_map(|word| kind::slip(read, word, ruleset)).map_or(Ok(()), Err)
}

fn finish(mut parts: Parts, ruleset: &'static Ruleset) -> Result<Found, Unreadable> {
    let evidence = parts.numbers.any() || parts.general;
    let (mut read, mut spare) = type_of(&parts, evidence, ruleset)?;
    if parts.unknown.is_none() && parts.coded.is_none() {
        modify(&mut read, &mut spare, Added::Beside, ruleset)?;
    }
    if parts.unknown.is_none() {
        modify(&mut read, &mut parts.asides, Added::InBrackets, ruleset)?;
    }
    // `Mounted Hero` is a name and no foot that rides.
    if parts.mounted
        && parts.mounted_before
        && let Kind::Known(id) = read.kind
    {
        let name = format!("mounted {}", ruleset.troop(id).singular);
        parts.mounted = ruleset.spellings().read(&name).is_none_or(|spelling| spelling.mounted);
    }
    let draft = Draft::new(ruleset);
    read.kind = in_grade(read.kind, &parts, ruleset);
    read.regular = parts.regular;
    read.air_mobile = parts.air_mobile;
    parts.numbers.settle(draft.price(&read), parts.general);
    let count = parts.numbers.count.unwrap_or(1);
    let general = parts.general && !(parts.leads && count > 1);
    // `Fast Blades` may be a type of their own.
    let read = quickened(read, parts.fast, ruleset);
    let known = draft.troop(&read);
    let always = known.is_some_and(|troop| troop.fast.is == FastRule::Always);
    let label: Vec<String> = [spare, parts.asides, parts.labels].concat();
    let line = Line {
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
        kind: read.kind,
    };
    let price = typed_price(&line, &parts.numbers, &draft);
    let line = Line { price, ..line };
    let certain = parts.numbers.count.is_some() || parts.general;
    Ok(Found { line, numbers: parts.numbers, certain })
}

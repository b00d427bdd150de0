//! The troop type that the words of an element name, and the words that are the player's own.

use musterfield_rules::Ruleset;
use musterfield_rules::troop::Supertype;

use super::unreadable::Unreadable;
use crate::draft::{Draft, ElementLine, LineType};

/// The largest number of words that name one troop type.
pub(super) const LONGEST_TYPE: usize = 4;

/// The smallest number of letters of a word that is considered as a misspelt part of a type's name.
const SHORTEST_SLIP: usize = 5;

/// The largest number of bytes of a text that is looked up as a troop type, more than any name has.
const LONGEST_NAME: usize = 120;

/// Words between two punctuation marks.
#[derive(Clone, Debug, Default)]
pub(super) struct Segment {
    pub words: Vec<String>,
    /// Whether it contains the number of elements.
    pub counted: bool,
    /// Whether a colon follows.
    pub introduces: bool,
}

/// The type that a text names as a whole; a type of a related ruleset is stored as the word.
pub(super) fn read(text: &str, ruleset: &'static Ruleset) -> Option<ElementLine> {
    if text.len() > LONGEST_NAME {
        return None;
    }
    // A spelling is found whatever digits precede it; a separate number is not part of one.
    let number = |word: &str| word.contains(|c: char| c.is_ascii_digit()) && !word.contains(char::is_alphabetic);
    let known = ruleset.spellings().read(text).is_some() || ruleset.left_out(text).is_some();
    let known = known && !text.split_whitespace().any(number);
    known.then(|| Draft::read_kind(ruleset, text))
}

/// The type that a text names as a whole in any language.
pub(super) fn read_any(text: &str, ruleset: &'static Ruleset) -> Option<ElementLine> {
    let foreign = || ruleset.spellings().read_foreign(text).map(|found| ElementLine::new(LineType::Known(found.troop)));
    read(text, ruleset).or_else(|| if text.len() > LONGEST_NAME { None } else { foreign() })
}

/// The way in which types are looked up: in English, or in any language.
type Lookup = fn(&str, &'static Ruleset) -> Option<ElementLine>;

/// Whether a line names a type in another language than English among its words.
pub(super) fn names_foreign(words: &[&str], ruleset: &'static Ruleset) -> bool {
    let spellings = ruleset.spellings();
    (1..=words.len().min(LONGEST_TYPE))
        .any(|length| words.windows(length).any(|window| spellings.read_foreign(&window.join(" ")).is_some()))
}

/// The type whose name a text resembles.
pub(super) fn nearly(text: &str, ruleset: &'static Ruleset) -> Option<&'static str> {
    ruleset.spellings().nearest(text).map(|id| &*ruleset.troop(id).name)
}

/// Whether a word among others is a type with one slip.
pub(super) fn is_slip(word: &str, ruleset: &'static Ruleset) -> bool {
    // Words that are often used about armies.
    const WORDS: [&str; 8] = ["army", "best", "boards", "horse", "horses", "magic", "rides", "rivers"];
    !WORDS.contains(&word.to_lowercase().as_str()) && ruleset.spellings().is_slip(word)
}

/// Whether both name the same type.
fn same(a: &ElementLine, b: &ElementLine, ruleset: &'static Ruleset) -> bool {
    // Two spellings of one type that the ruleset leaves out cannot be distinguished from two such types; the longer
    // is the name.
    let unknown = |line: &ElementLine| matches!(line.line_type, LineType::Unknown(_));
    let draft = Draft::new(ruleset);
    let marked = |line: &ElementLine| (line.water, line.siege_tower);
    (unknown(a) && unknown(b)) || draft.code(a) == draft.code(b) && marked(a) == marked(b)
}

/// Whether one type is a kind of the other: `Knights (Cataphracts)`.
pub(super) fn refines(special: &ElementLine, general: &ElementLine, ruleset: &'static Ruleset) -> bool {
    let (LineType::Known(special), LineType::Known(general)) = (&special.line_type, &general.line_type) else {
        return false;
    };
    ruleset.troop(*special).kind_of.as_ref().is_some_and(|kind| kind.value == Supertype::Troop(*general))
}

fn two_types(first: &ElementLine, second: &ElementLine, ruleset: &'static Ruleset) -> Unreadable {
    let draft = Draft::new(ruleset);
    Unreadable::TwoTypes(draft.line_name(first, 2), draft.line_name(second, 2))
}

/// The words of a name without those that only join it to a number or a type.
fn trimmed(words: &[String]) -> Vec<String> {
    let joins = |word: &String| {
        ["of", "and", "as", "&", "+", "/", "or", "de", "di", "von"].contains(&word.to_lowercase().as_str())
    };
    let start = words.iter().position(|word| !joins(word)).unwrap_or(words.len());
    let end = words.iter().rposition(|word| !joins(word)).map_or(start, |at| at + 1);
    words.get(start..end).unwrap_or_default().to_vec()
}

/// Whether words belong to a sentence about an army and not to an element.
pub(super) fn is_prose<'a>(mut words: impl Iterator<Item = &'a str>) -> bool {
    const PROSE: [&str; 19] = [
        "is", "are", "was", "were", "am", "have", "has", "will", "would", "them", "they", "i", "you", "we", "it's",
        "i'm", "i've", "i'd", "that's",
    ];
    words.any(|word| PROSE.contains(&word.to_lowercase().replace('’', "'").as_str()))
}

/// The position among the words at which a type is named, the longest name first.
fn find_type(words: &[String], ruleset: &'static Ruleset, read: Lookup) -> Option<(ElementLine, usize, usize)> {
    (1..=words.len().min(LONGEST_TYPE)).rev().find_map(|length| {
        let mut windows = words.windows(length).enumerate();
        windows.find_map(|(at, window)| Some((read(&window.join(" "), ruleset)?, at, at + length)))
    })
}

/// The type that the words name, and the words that are the player's own name. Without `evidence` that there is an
/// element, all words of a segment must be the type's name. English names are looked for first.
pub(super) fn find(
    segments: &[Segment],
    evidence: bool,
    ruleset: &'static Ruleset,
) -> Result<(ElementLine, Vec<String>), Unreadable> {
    match find_with(segments, evidence, ruleset, read) {
        Err(why @ Unreadable::UnknownType { .. }) => find_with(segments, evidence, ruleset, read_any).map_err(|_| why),
        found => found,
    }
}

fn find_with(
    segments: &[Segment],
    evidence: bool,
    ruleset: &'static Ruleset,
    read: Lookup,
) -> Result<(ElementLine, Vec<String>), Unreadable> {
    let segments: Vec<Segment> = segments
        .iter()
        .map(|segment| Segment { words: trimmed(&segment.words), ..segment.clone() })
        .filter(|segment| !segment.words.is_empty())
        .collect();
    let all: Vec<&str> = segments.iter().flat_map(|segment| segment.words.iter().map(String::as_str)).collect();
    if all.is_empty() {
        return Err(Unreadable::NoType);
    }
    if let Some(found) = whole(&segments, ruleset, read)? {
        return Ok(found);
    }
    if is_prose(all.iter().copied()) {
        return Err(Unreadable::Sentence);
    }
    let found = if evidence { within(&segments, ruleset, read)? } else { None };
    found.ok_or_else(|| {
        let written = all.join(" ");
        Unreadable::UnknownType { nearest: nearly(&written, ruleset), written, ruleset: &ruleset.name }
    })
}

/// A segment that consists only of a type.
fn whole(
    segments: &[Segment],
    ruleset: &'static Ruleset,
    read: Lookup,
) -> Result<Option<(ElementLine, Vec<String>)>, Unreadable> {
    let named: Vec<Option<ElementLine>> =
        segments.iter().map(|segment| read(&segment.words.join(" "), ruleset)).collect();
    let Some((last, line)) = named.iter().enumerate().rev().find_map(|(at, line)| Some((at, line.clone()?))) else {
        return Ok(None);
    };
    let counted = segments.get(last).is_some_and(|segment| segment.counted);
    let mut spare = Vec::new();
    for (segment, named) in segments.iter().zip(&named) {
        match named {
            // `Cavalry: 2 Knights`: the heading of a part of the army.
            Some(_) if segment.introduces && !segment.counted && counted => {}
            Some(named) if !same(named, &line, ruleset) => return Err(two_types(named, &line, ruleset)),
            Some(_) => {}
            None => spare.extend(segment.words.iter().cloned()),
        }
    }
    Ok(Some((line, spare)))
}

/// Players' names for parts of an army that are not classes of the rules.
const PARTS: [&str; 40] = [
    "army",
    "army list",
    "artillery train",
    "battle line",
    "bodyguards",
    "center",
    "centre",
    "characters",
    "command",
    "core",
    "elements",
    "elite",
    "elites",
    "flank",
    "flanks",
    "infantry",
    "left",
    "left flank",
    "left wing",
    "main",
    "main body",
    "missile troops",
    "missiles",
    "others",
    "rare",
    "reserve",
    "reserves",
    "rest",
    "right",
    "right flank",
    "right wing",
    "special",
    "specials",
    "support",
    "supports",
    "the rest",
    "troops",
    "units",
    "vanguard",
    "wings",
];

/// Whether a heading names a part of an army and no element.
pub(super) fn is_part(text: &str, ruleset: &'static Ruleset) -> bool {
    let class = ruleset.classes().iter().any(|class| class.name.eq_ignore_ascii_case(text));
    class || PARTS.iter().any(|part| part.eq_ignore_ascii_case(text))
}

/// Whether a heading says that the element below it leads.
pub(super) fn leads(text: &str) -> bool {
    const LEADERS: [&str; 11] = [
        "c in c",
        "c-in-c",
        "cic",
        "cinc",
        "commander",
        "commanders",
        "general",
        "generals",
        "leader",
        "leaders",
        "the general",
    ];
    LEADERS.iter().any(|leader| leader.eq_ignore_ascii_case(text))
}

/// A type among other words. With two types in one element, none is guessed.
fn within(
    segments: &[Segment],
    ruleset: &'static Ruleset,
    read: Lookup,
) -> Result<Option<(ElementLine, Vec<String>)>, Unreadable> {
    let mut found: Option<ElementLine> = None;
    let mut spare: Vec<String> = Vec::new();
    // Backwards, since the text after a colon counts for more than its heading.
    for segment in segments.iter().rev() {
        let heading = segment.introduces && !segment.counted && found.is_some();
        let look = |words: &[String]| if heading { None } else { find_type(words, ruleset, read) };
        let mut words = segment.words.clone();
        let mut own = Vec::new();
        while let Some((line, start, end)) = look(&words) {
            match &found {
                Some(found) if !same(found, &line, ruleset) => return Err(two_types(&line, found, ruleset)),
                Some(_) => {}
                None => found = Some(line),
            }
            let after: Vec<String> = words.drain(start..).skip(end - start).collect();
            own.splice(0..0, trimmed(&after));
            // The words that follow are already known not to name a type.
            if let Some((other, ..)) = find_type(&after, ruleset, read)
                && let Some(found) = &found
                && !same(found, &other, ruleset)
            {
                return Err(two_types(found, &other, ruleset));
            }
        }
        own.splice(0..0, trimmed(&words));
        spare.splice(0..0, own);
    }
    Ok(found.map(|line| (line, spare)))
}

/// The type that another becomes by an addition to its name: `Hordes (inexhaustible)`, `Hero (flying)`.
pub(super) fn modified(line: &ElementLine, with: &str, ruleset: &'static Ruleset) -> Option<ElementLine> {
    let LineType::Known(id) = line.line_type else { return None };
    let troop = ruleset.troop(id);
    [&troop.name, &troop.singular].into_iter().find_map(|name| {
        let read = |text: String| ruleset.spellings().read(&text).filter(|spelling| !spelling.mounted).map(|_| text);
        let text = read(format!("{with} {name}")).or_else(|| read(format!("{name} {with}")))?;
        Some(Draft::read_kind(ruleset, &text)).filter(|modified| !same(modified, line, ruleset))
    })
}

/// The other type that was probably meant, where an added word is misspelt: `Inexhaustable Hordes`.
pub(super) fn slip(line: &ElementLine, with: &str, ruleset: &'static Ruleset) -> Option<Unreadable> {
    let LineType::Known(id) = line.line_type else { return None };
    if with.chars().count() < SHORTEST_SLIP {
        return None;
    }
    let other = ruleset.spellings().nearest(&format!("{with} {}", ruleset.troop(id).name))?;
    let meant = &*ruleset.troop(other).name;
    let initial = |text: &str| text.chars().next().map(|c| c.to_ascii_lowercase());
    (other != id && initial(meant) == initial(with)).then(|| Unreadable::Misspelt { word: with.to_owned(), meant })
}

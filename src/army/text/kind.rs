//! Which troop type the words of an element name, and which of them are the player's own.

use super::unreadable::Unreadable;
use crate::army::draft::{Draft, Kind, Line};
use crate::rules::Ruleset;
use crate::rules::troop::Kin;

/// Most words that name one troop type.
pub(super) const LONGEST_TYPE: usize = 4;

/// Fewest letters of a word that is looked at as a misspelt part of a type's name.
const SHORTEST_SLIP: usize = 5;

/// Most bytes of a text that is looked up as a troop type, more than any name has.
const LONGEST_NAME: usize = 120;

/// Words between two signs.
#[derive(Clone, Debug, Default)]
pub(super) struct Segment {
    pub words: Vec<String>,
    /// The number of elements stands in it.
    pub counted: bool,
    /// A colon follows.
    pub introduces: bool,
}

/// The type that a text names, whole; a type of a related ruleset is kept as the word.
pub(super) fn read(text: &str, ruleset: &'static Ruleset) -> Option<Line> {
    if text.len() > LONGEST_NAME {
        return None;
    }
    // A spelling is found whatever digits stand before it; a number that stands alone is no part of one.
    let number = |word: &str| word.contains(|c: char| c.is_ascii_digit()) && !word.contains(char::is_alphabetic);
    let known = ruleset.spellings().read(text).is_some() || ruleset.left_out(text).is_some();
    let known = known && !text.split_whitespace().any(number);
    known.then(|| Draft::read_kind(ruleset, text))
}

/// The type that a text nearly names.
pub(super) fn nearly(text: &str, ruleset: &'static Ruleset) -> Option<&'static str> {
    ruleset.spellings().nearest(text).map(|id| &*ruleset.troop(id).name)
}

/// Whether a word among others is a type with one slip.
pub(super) fn is_slip(word: &str, ruleset: &'static Ruleset) -> bool {
    // Words of which armies are often spoken.
    const WORDS: [&str; 8] = ["army", "best", "boards", "horse", "horses", "magic", "rides", "rivers"];
    !WORDS.contains(&word.to_lowercase().as_str()) && ruleset.spellings().is_slip(word)
}

/// Whether both name the same type.
fn same(a: &Line, b: &Line, ruleset: &'static Ruleset) -> bool {
    // Two spellings of one type that the ruleset leaves out cannot be told from two such types; the longer is the name.
    let unknown = |line: &Line| matches!(line.kind, Kind::Unknown(_));
    let draft = Draft::new(ruleset);
    let marked = |line: &Line| (line.water, line.siege_tower);
    (unknown(a) && unknown(b)) || draft.code(a) == draft.code(b) && marked(a) == marked(b)
}

/// Whether one type is a kind of the other: `Knights (Cataphracts)`.
pub(super) fn refines(special: &Line, general: &Line, ruleset: &'static Ruleset) -> bool {
    let (Kind::Known(special), Kind::Known(general)) = (&special.kind, &general.kind) else { return false };
    ruleset.troop(*special).kind_of.as_ref().is_some_and(|kind| kind.is == Kin::Troop(*general))
}

fn two_types(first: &Line, second: &Line, ruleset: &'static Ruleset) -> Unreadable {
    let draft = Draft::new(ruleset);
    Unreadable::TwoTypes(draft.called(first, 2), draft.called(second, 2))
}

/// The words of a name without those that only join it to a number or a type.
fn trimmed(words: &[String]) -> Vec<String> {
    let joins = |word: &String| ["of", "and", "as", "&", "+", "/", "or"].contains(&word.to_lowercase().as_str());
    let start = words.iter().position(|word| !joins(word)).unwrap_or(words.len());
    let end = words.iter().rposition(|word| !joins(word)).map_or(start, |at| at + 1);
    words.get(start..end).unwrap_or_default().to_vec()
}

/// Whether words are those of a sentence about an army and not of an element.
pub(super) fn is_prose<'a>(mut words: impl Iterator<Item = &'a str>) -> bool {
    const PROSE: [&str; 19] = [
        "is", "are", "was", "were", "am", "have", "has", "will", "would", "them", "they", "i", "you", "we", "it's",
        "i'm", "i've", "i'd", "that's",
    ];
    words.any(|word| PROSE.contains(&word.to_lowercase().replace('’', "'").as_str()))
}

/// Where in the words a type is named, the longest name first.
fn window(words: &[String], ruleset: &'static Ruleset) -> Option<(Line, usize, usize)> {
    (1..=words.len().min(LONGEST_TYPE)).rev().find_map(|length| {
        let mut windows = words.windows(length).enumerate();
        windows.find_map(|(at, window)| Some((read(&window.join(" "), ruleset)?, at, at + length)))
    })
}

/// The type that the words name and the words that are the player's own name. Without `evidence` that there is an
/// element, all words of a segment must be the type's name.
pub(super) fn find(
    segments: &[Segment],
    evidence: bool,
    ruleset: &'static Ruleset,
) -> Result<(Line, Vec<String>), Unreadable> {
    let segments: Vec<Segment> = segments
        .iter()
        .map(|segment| Segment { words: trimmed(&segment.words), ..segment.clone() })
        .filter(|segment| !segment.words.is_empty())
        .collect();
    let all: Vec<&str> = segments.iter().flat_map(|segment| segment.words.iter().map(String::as_str)).collect();
    if all.is_empty() {
        return Err(Unreadable::NoType);
    }
    if let Some(found) = whole(&segments, ruleset)? {
        return Ok(found);
    }
    if is_prose(all.iter().copied()) {
        return Err(Unreadable::Sentence);
    }
    let found = if evidence { within(&segments, ruleset)? } else { None };
    found.ok_or_else(|| {
        let written = all.join(" ");
        Unreadable::UnknownType { nearest: nearly(&written, ruleset), written, ruleset: &ruleset.name }
    })
}

/// A segment that is nothing but a type.
fn whole(segments: &[Segment], ruleset: &'static Ruleset) -> Result<Option<(Line, Vec<String>)>, Unreadable> {
    let named: Vec<Option<Line>> = segments.iter().map(|segment| read(&segment.words.join(" "), ruleset)).collect();
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

/// How players call the parts of an army that are no classes of the rules.
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

/// Whether a heading names a part of an army and nobody.
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

/// A type among other words. Two types in one element are no guess of ours.
fn within(segments: &[Segment], ruleset: &'static Ruleset) -> Result<Option<(Line, Vec<String>)>, Unreadable> {
    let mut found: Option<Line> = None;
    let mut spare: Vec<String> = Vec::new();
    // Backwards, as what a colon introduces counts for more than its heading.
    for segment in segments.iter().rev() {
        let heading = segment.introduces && !segment.counted && found.is_some();
        let look = |words: &[String]| if heading { None } else { window(words, ruleset) };
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
            // What stands behind has been seen when it names nothing.
            if let Some((other, ..)) = window(&after, ruleset)
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

/// The type that another becomes by what is added to its name: `Hordes (inexhaustible)`, `Hero (flying)`.
pub(super) fn modified(line: &Line, with: &str, ruleset: &'static Ruleset) -> Option<Line> {
    let Kind::Known(id) = line.kind else { return None };
    let troop = ruleset.troop(id);
    [&troop.name, &troop.singular].into_iter().find_map(|name| {
        let read = |text: String| ruleset.spellings().read(&text).filter(|spelling| !spelling.mounted).map(|_| text);
        let text = read(format!("{with} {name}")).or_else(|| read(format!("{name} {with}")))?;
        Some(Draft::read_kind(ruleset, &text)).filter(|modified| !same(modified, line, ruleset))
    })
}

/// The other type that was probably meant, where an added word is misspelt: `Inexhaustable Hordes`.
pub(super) fn slip(line: &Line, with: &str, ruleset: &'static Ruleset) -> Option<Unreadable> {
    let Kind::Known(id) = line.kind else { return None };
    if with.chars().count() < SHORTEST_SLIP {
        return None;
    }
    let other = ruleset.spellings().nearest(&format!("{with} {}", ruleset.troop(id).name))?;
    let meant = &*ruleset.troop(other).name;
    let initial = |text: &str| text.chars().next().map(|c| c.to_ascii_lowercase());
    (other != id && initial(meant) == initial(with)).then(|| Unreadable::Misspelt { word: with.to_owned(), meant })
}

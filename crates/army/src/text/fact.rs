//! Lines with a fact about the army as a whole.

use musterfield_rules::Points;

use super::unreadable::Unreadable;
use crate::file::FARTHEST;

/// The fact that a line states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Name(String),
    Ruleset(String),
    Points(Points),
    HomeTerrain(String),
    Aggression(i64),
    List(String),
    Allies(String),
    SecondAlly(String),
    OwnList(String),
    OtherCosts(Points),
    Camp(bool),
    /// A printed total.
    Total(Points),
    /// A printed number of elements.
    Elements(i64),
    /// Something for which an army has no field: the player's name, whether it has a Stronghold. It is stored in the
    /// notes.
    Aside(String),
    /// A fact by its first word, with an invalid value.
    Unreadable(Unreadable),
}

/// A line without list marks, emphasis and heading marks.
fn bare(line: &str) -> &str {
    line.trim().trim_start_matches(['-', '*', '•', '#', ' ']).trim()
}

/// The words before the colon, in lower case, and the value.
fn key_and_value(line: &str) -> Option<(String, &str)> {
    let (key, value) = bare(line).split_once(':')?;
    let key = key.trim_matches(['*', '_', ' ']).to_lowercase();
    Some((key, value.trim_start_matches(['*', '_']).trim()))
}

/// The part of a line after its colon.
pub(super) fn value_of(line: &str) -> Option<&str> {
    key_and_value(line).map(|(_, value)| value)
}

/// Whether a line begins the notes.
pub(super) fn begins_notes(line: &str) -> bool {
    let line = line.trim_start();
    if line.starts_with('#') {
        // A heading of the first level is the army's name, whatever its words.
        return line.starts_with("##") && bare(line).trim_end_matches(':').eq_ignore_ascii_case("notes");
    }
    let alone = line.trim_end().trim_matches(['*', '_', '=', ' ']).eq_ignore_ascii_case("notes");
    alone || key_and_value(line).is_some_and(|(key, _)| key == "notes")
}

/// The characters of the number at the beginning of a text.
fn leading_number(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_ascii_digit() || ['.', ',', '-', '½'].contains(&c))).unwrap_or(text.len());
    text.get(..end).unwrap_or_default().trim_end_matches(['.', ','])
}

/// The AP at the beginning of a text.
fn leading_points(text: &str) -> Option<Points> {
    leading_number(text).parse().ok()
}

/// The agreed AP.
fn points(value: &str) -> Fact {
    match leading_number(value).trim_matches('-') {
        "" => Fact::Unreadable(Unreadable::NoPoints),
        _ => leading_number(value)
            .parse()
            .map_or_else(|error| Fact::Unreadable(Unreadable::BadPoints(error)), Fact::Points),
    }
}

/// The aggression factor.
fn aggression(value: &str) -> Fact {
    let digits = value.strip_prefix('-').unwrap_or(value);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let number = value.get(..end + value.len() - digits.len()).unwrap_or_default();
    match number.parse::<i64>() {
        _ if end == 0 => Fact::Unreadable(Unreadable::NoAggression),
        Ok(factor) if factor.checked_abs().is_some_and(|size| size <= FARTHEST) => Fact::Aggression(factor),
        _ => Fact::Unreadable(Unreadable::BadAggression),
    }
}

/// A line as key and value, with a colon, a dash, or nothing between them.
fn key_and_loose_value(line: &str) -> Option<(String, &str)> {
    const KEYS: [&str; 12] = [
        "aggression factor",
        "aggression",
        "aggr",
        "agg",
        "ag",
        "home terrain",
        "army points",
        "points",
        "budget",
        "ap",
        "camp",
        "stronghold",
    ];
    let line = bare(line).trim_matches(['*', '_']);
    KEYS.iter().find_map(|key| {
        let rest =
            line.get(key.len()..).filter(|_| line.get(..key.len()).is_some_and(|k| k.eq_ignore_ascii_case(key)))?;
        let value = rest.trim_start_matches([' ', '\t', '-', '–', '—', '=', '.']);
        let negative =
            rest.trim_end_matches(value).ends_with('-') && rest.starts_with(" -") && !rest.starts_with(" - ");
        let value = if negative { rest.trim_start() } else { value };
        (rest.len() > value.len()).then(|| ((*key).to_owned(), value))
    })
}

/// Whether a word introduces an aggression factor.
pub(super) fn is_aggression(word: &str) -> bool {
    ["aggression", "aggr", "agg", "ag"].contains(&word.to_lowercase().as_str())
}

/// Reads a line that states a fact; none if it does not.
pub(super) fn read(line: &str) -> Option<Fact> {
    if let Some(total) = total(line).or_else(|| elements(line)) {
        return Some(total);
    }
    if let Some(fact) = camp_or_town(line) {
        return Some(fact);
    }
    if let Some((key, value)) = key_and_value(line) {
        return stated(&key, value);
    }
    if ["no camp", "without camp"].contains(&bare(line).to_lowercase().as_str()) {
        return Some(Fact::Camp(false));
    }
    let (key, value) = key_and_loose_value(line)?;
    // Without a colon, only unambiguous lines are accepted.
    let one_word = value.split_whitespace().count() == 1;
    let sure = match key.as_str() {
        "home terrain" => one_word,
        "camp" | "stronghold" => ["yes", "no", "none"].contains(&value.to_lowercase().as_str()),
        _ => {
            let mut words = value.split_whitespace();
            words.next().is_some_and(|word| leading_points(word).is_some()) && words.all(super::number::is_unit)
        }
    };
    if sure { stated(&key, value) } else { None }
}

/// Reads `Camp` or `BUA none`: neither is an element.
pub(super) fn camp_or_town(text: &str) -> Option<Fact> {
    let lower = bare(text).trim_matches(['*', '_', '.', ' ']).to_lowercase();
    let words: Vec<&str> =
        lower.split([' ', ':', '=']).filter(|word| !["", "1", "x", "1x", "a"].contains(word)).collect();
    match words.as_slice() {
        ["camp"] | ["camp", "yes"] => Some(Fact::Camp(true)),
        ["bua"] | ["bua", "none" | "no" | "yes"] | ["no", "bua"] => Some(Fact::Aside(text.trim().to_owned())),
        _ => None,
    }
}

/// A fact from a value that contains no second number.
fn only(value: &str, fact: Fact) -> Fact {
    let number = |c: char| c.is_ascii_digit() || ['.', ',', '-', '½'].contains(&c);
    let rest = value.trim_start_matches(number);
    if rest.contains(|c: char| c.is_ascii_digit()) {
        return Fact::Unreadable(Unreadable::MoreNumbers);
    }
    fact
}

fn stated(key: &str, value: &str) -> Option<Fact> {
    let text = value.to_owned();
    Some(match key {
        // `Army:` alone is a heading.
        "army" if value.is_empty() => return None,
        "name" | "army" | "army name" => Fact::Name(text),
        "ruleset" | "rules" => Fact::Ruleset(text),
        "points" | "ap" | "army points" | "budget" | "army size" => only(value, points(value)),
        "home terrain" | "terrain" | "home" | "terr" | "ter" => Fact::HomeTerrain(text),
        "aggression" | "aggression factor" | "aggr" | "agg" | "ag" => only(value, aggression(value)),
        "other costs" | "other points" => match points(value) {
            Fact::Points(points) => Fact::OtherCosts(points),
            other => other,
        },
        "list" | "army list" => Fact::List(text),
        "allies list" => Fact::Allies(text),
        "second allies list" => Fact::SecondAlly(text),
        "own list" => Fact::OwnList(text),
        "allies" if value.contains('/') || !value.chars().any(|c| c.is_ascii_digit()) && !value.is_empty() => {
            Fact::Allies(text)
        }
        "camp" => Fact::Camp(!["no", "none", "false", "without"].contains(&value.to_lowercase().as_str())),
        "stronghold" | "player" | "author" | "by" | "date" | "club" | "event" | "scale" | "figures" | "miniatures" => {
            Fact::Aside(text)
        }
        _ => return None,
    })
}

/// Several facts in one line, each with its text: `Points: 24 AP, Aggression: 2`.
pub(super) fn read_all(line: &str) -> Option<Vec<(String, Fact)>> {
    let pieces = super::token::pieces(line);
    let points = |piece: &str| title(piece).filter(|(name, _)| name.is_empty()).and_then(|(_, points)| points);
    let fact = |piece: &String| read(piece).or_else(|| points(piece.trim()).map(Fact::Points));
    let worded = |fact: &Fact| matches!(fact, Fact::Name(_) | Fact::Aside(_) | Fact::Total(_) | Fact::Allies(_));
    let facts: Vec<Fact> = pieces.iter().map(fact).collect::<Option<_>>()?;
    let several = facts.len() > 1 && !facts.first().is_some_and(worded);
    several.then(|| pieces.into_iter().zip(facts).collect())
}

/// Words that may appear beside a total.
const BESIDE: [&str; 24] = [
    "ap", "aps", "pt", "pts", "point", "points", "cost", "costs", "of", "elements", "element", "army", "is", "and",
    "grand", "overall", "spent", "used", "legal", "the", "in", "all", "stands", "bases",
];

/// `Total: 24 AP`, `Total 24`, `24 AP total`, `Sum = 24`, `= 24 AP`.
fn total(line: &str) -> Option<Fact> {
    let lower = bare(line).to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !(c.is_alphanumeric() || ['.', ',', '½', '-'].contains(&c)))
        .map(|word| word.trim_matches([',', '.']))
        .filter(|word| !word.is_empty() && *word != "-")
        .collect();
    let says_total = |word: &str| ["total", "totals", "sum", "totalling", "totaling", "altogether"].contains(&word);
    let known = |word: &&str| says_total(word) || BESIDE.contains(word) || leading_points(word).is_some();
    let begins = lower.starts_with('=') && !lower.starts_with("==");
    let in_all = words.ends_with(&["in", "all"]);
    if !(begins || in_all || words.iter().any(|word| says_total(word))) || !words.iter().all(known) {
        return None;
    }
    let counts =
        |at: usize| words.get(at + 1).is_some_and(|next| ["element", "elements", "stands", "bases"].contains(next));
    let mut points =
        words.iter().enumerate().filter(|(at, _)| !counts(*at)).filter_map(|(_, word)| leading_points(word));
    points.next().map(Fact::Total)
}

/// `13 elements`, `Elements: 13`.
fn elements(line: &str) -> Option<Fact> {
    let lower = bare(line).to_lowercase();
    let words: Vec<&str> = lower.split([' ', ':', '=', '*']).filter(|word| !word.is_empty()).collect();
    let number = match words.as_slice() {
        [number, "elements"] | ["elements", number] | [number, "elements", "in", "all" | "total"] => number,
        [number, "stück" | "elemente" | "éléments" | "elementos" | "elementi" | "elementów"]
        | ["stück" | "elemente" | "éléments" | "elementos" | "elementi" | "elementów", number] => number,
        // As written here for armies that are counted in elements.
        ["total", number, "element" | "elements"] => number,
        _ => return None,
    };
    number.parse().ok().map(Fact::Elements)
}

/// A title without the AP in it, and the AP: `Elves 24 AP`, `Dwarf army, 24 points`, `24 AP`. None if it might be
/// anything but a title.
pub(super) fn title(line: &str) -> Option<(String, Option<Points>)> {
    let spaced = line.replace(['(', ')', '[', ']', ','], " ");
    let words: Vec<&str> = spaced.split_whitespace().map(|word| word.trim_matches([':', '@', '=', '*', '_'])).collect();
    let unit = |at: usize| words.get(at).is_some_and(|word| super::number::is_unit(word));
    let mut points = None;
    let mut name = Vec::new();
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        at += 1;
        let glued = super::number::price_word(word);
        let apart = word.parse().ok().filter(|_| unit(at));
        if let (Some(number), None) = (glued.or(apart), points) {
            points = Some(number);
            at += usize::from(glued.is_none());
        } else if !word.is_empty() {
            name.push(word);
        }
    }
    if points.is_none() && line.contains(['(', ')', '[', ']', ',', ';', '|']) {
        return None;
    }
    if points.is_some() && name.first().is_some_and(|word| ["-", "–", "—", "of", "for"].contains(word)) {
        name.remove(0);
    }
    while name.last().is_some_and(|word| ["-", "–", "—", "for", "at"].contains(word)) {
        name.pop();
    }
    let amount = |word: &&str| word.parse::<f64>().is_ok() || super::number::counted(word).is_some();
    let wordy = name.iter().any(|word| word.chars().any(char::is_alphabetic));
    (!name.iter().any(amount) && (wordy || name.is_empty() && points.is_some())).then(|| (name.join(" "), points))
}

/// The fact that a text states by naming a home terrain, or a choice of them, and nothing else.
pub(super) fn bare_home_terrain(text: &str, ruleset: &musterfield_rules::Ruleset) -> Option<Fact> {
    let mut names = text.split('/').flat_map(|names| names.split(" or ")).map(str::trim);
    names.all(|name| ruleset.home_terrain(name).is_some()).then(|| Fact::HomeTerrain(text.to_owned()))
}

/// The aggression factor that a number alone is beside a home terrain.
pub(super) fn bare_aggression(text: &str, ruleset: &musterfield_rules::Ruleset) -> Option<Fact> {
    text.parse().ok().filter(|factor| ruleset.aggressions().contains(factor)).map(Fact::Aggression)
}

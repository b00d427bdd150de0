//! Lines that say something of the army as a whole.

use crate::rules::Points;

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Name(String),
    Ruleset(String),
    Points(Points),
    HomeTerrain(String),
    Aggression(i64),
    List(String),
    Allies(String),
    Camp(bool),
    /// A printed total.
    Total(Points),
    /// A fact by its first word, with a value that makes no sense.
    Unreadable(String),
}

/// A line without list marks, emphasis and heading marks.
fn bare(line: &str) -> &str {
    line.trim().trim_start_matches(['-', '*', '•', '#', ' ']).trim()
}

/// The words before the colon, in lower case.
fn key_and_value(line: &str) -> Option<(String, &str)> {
    let (key, value) = bare(line).split_once(':')?;
    let key = key.trim_matches(['*', '_', ' ']).to_lowercase();
    Some((key, value.trim_start_matches(['*', '_']).trim()))
}

/// The part of a line after its colon.
pub(super) fn value_of(line: &str) -> Option<&str> {
    key_and_value(line).map(|(_, value)| value)
}

/// Whether the notes begin with this line.
pub(super) fn begins_notes(line: &str) -> bool {
    let line = line.trim_start();
    if line.starts_with('#') {
        // A heading of the first level is the army's name, whatever it says.
        return line.starts_with("##") && bare(line).trim_end_matches(':').eq_ignore_ascii_case("notes");
    }
    key_and_value(line).is_some_and(|(key, _)| key == "notes")
}

/// The number at the beginning of a text.
fn leading_points(text: &str) -> Option<Points> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || ['.', ',', '-', '½'].contains(&c))).unwrap_or(text.len());
    text.get(..end)?.trim_end_matches(['.', ',']).parse().ok()
}

fn leading_whole(text: &str) -> Option<i64> {
    let end = text
        .char_indices()
        .find(|(at, c)| !(c.is_ascii_digit() || (*at == 0 && *c == '-')))
        .map_or(text.len(), |(at, _)| at);
    text.get(..end)?.parse().ok()
}

/// Reads a line that states a fact; none if it does not.
pub(super) fn read(line: &str) -> Option<Fact> {
    if let Some(total) = total(line) {
        return Some(total);
    }
    let (key, value) = key_and_value(line)?;
    let text = value.to_owned();
    let number = |what: &str| Fact::Unreadable(format!("There is no number of {what} in it."));
    Some(match key.as_str() {
        "name" | "army" | "army name" => Fact::Name(text),
        "ruleset" | "rules" => Fact::Ruleset(text),
        "points" | "ap" | "army points" | "budget" => leading_points(value).map_or_else(|| number("AP"), Fact::Points),
        "home terrain" | "terrain" | "home" => Fact::HomeTerrain(text),
        "aggression" | "aggression factor" => {
            leading_whole(value).map_or_else(|| number("aggression"), Fact::Aggression)
        }
        "list" | "army list" => Fact::List(text),
        "allies" if value.contains('/') || !value.chars().any(|c| c.is_ascii_digit()) && !value.is_empty() => {
            Fact::Allies(text)
        }
        "camp" => Fact::Camp(!["no", "none", "false", "without"].contains(&value.to_lowercase().as_str())),
        _ => return None,
    })
}

/// `Total: 24 AP`, `Total 24`, `24 AP total`, `Sum = 24`.
fn total(line: &str) -> Option<Fact> {
    let lower = bare(line).to_lowercase();
    let mut words = lower
        .split(|c: char| !(c.is_alphanumeric() || ['.', ',', '½', '-'].contains(&c)))
        .filter(|word| !word.is_empty());
    let first = words.next()?;
    let says_total = |word: &str| ["total", "totals", "sum"].contains(&word);
    let rest: Vec<&str> = words.collect();
    let known = |word: &&str| {
        says_total(word)
            || ["ap", "pts", "points", "cost", "of", "elements", "element", "army", "is"].contains(word)
            || leading_points(word).is_some()
    };
    if says_total(first) {
        return rest.iter().find_map(|word| leading_points(word)).map(Fact::Total);
    }
    let points = leading_points(first)?;
    (rest.iter().any(|word| says_total(word)) && rest.iter().all(known)).then_some(Fact::Total(points))
}

//! Facts about a list as a whole, wherever they stand before or after its entries: home terrains, aggression, notes.

use musterfield_rules::Ruleset;

use super::made::ShorthandList;
use super::pieces::{SIGNS, brackets};
use super::refusal::{Read, wrong};
use super::title::has_count;
use crate::list::fault::ShorthandFault;

/// The kind of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Terrain,
    Aggression,
    Note,
}

/// The words before home terrains, the longest of each beginning first.
const TERRAIN: [&str; 9] =
    ["home terrain", "home topography", "terrain type", "topography", "terrain", "terr", "ter", "home", "gelände"];

/// The words before an aggression factor.
const AGGRESSION: [&str; 5] = ["aggression factor", "aggression", "aggr", "agg", "ag"];

/// The words before a note.
const NOTES: [&str; 10] =
    ["enemies", "enemy", "allies", "ally", "note", "notes", "footnote", "footnotes", "years", "dates"];

/// A value and where the text after it begins.
enum Value {
    Terrain(Vec<String>),
    Aggression(i64),
}

/// The fact that a word introduces.
pub(super) fn known_fact(word: &str) -> Option<Fact> {
    let word = word.trim().trim_end_matches('.').to_lowercase();
    let is_in = |words: &[&str]| words.contains(&word.as_str());
    match () {
        () if is_in(&TERRAIN) => Some(Fact::Terrain),
        () if is_in(&AGGRESSION) => Some(Fact::Aggression),
        () if is_in(&NOTES) => Some(Fact::Note),
        () => None,
    }
}

/// Whether a text ends with a word that introduces a fact, so that the colon after it is that of the fact.
pub(super) fn ends_with_key(text: &str) -> bool {
    text.split_whitespace().next_back().is_some_and(|word| known_fact(word).is_some())
}

/// Whether a text begins with a fact about the list as a whole.
pub(super) fn is_fact(text: &str) -> bool {
    let stated = text.split_once(':').is_some_and(|(name, _)| known_fact(name).is_some());
    let number =
        |text: &str| text.trim_start_matches([' ', '.', '=']).starts_with(|letter: char| letter.is_ascii_digit());
    stated || key(text.trim_start(), &AGGRESSION).is_some_and(number)
}

/// The text after one of these words, if it begins with one.
fn key<'a>(text: &'a str, keys: &[&str]) -> Option<&'a str> {
    keys.iter().find_map(|key| {
        let rest = text.get(key.len()..)?;
        let begins = text.get(..key.len())?.to_lowercase() == **key && !rest.starts_with(char::is_alphabetic);
        begins.then_some(rest)
    })
}

/// The home terrains at the beginning of a text, and the text after them.
fn terrains<'a>(ruleset: &Ruleset, text: &'a str) -> (Vec<String>, &'a str) {
    let mut found: Vec<String> = Vec::new();
    let (mut rest, mut after) = (text, text);
    loop {
        let word = rest.trim_start_matches(|letter: char| letter.is_whitespace() || "/,&".contains(letter));
        let end = word.find(|letter: char| !letter.is_alphabetic()).unwrap_or(word.len());
        let (name, beyond) = word.split_at(end);
        if let Some(terrain) = ruleset.home_terrain(name) {
            if !found.iter().any(|id| *id == *terrain.id) {
                found.push(terrain.id.to_string());
            }
            after = beyond;
        } else if !["or", "and", "oder", "und"].contains(&name.to_lowercase().as_str()) || found.is_empty() {
            return (found, after);
        }
        rest = beyond;
    }
}

/// The home terrains that are all of a text.
pub(super) fn only_terrains(ruleset: &Ruleset, text: &str) -> Option<Vec<String>> {
    let (found, rest) = terrains(ruleset, text);
    (!found.is_empty() && rest.trim().trim_end_matches('.').is_empty()).then_some(found)
}

/// The fact with its word at the beginning of a text, and the text after it.
fn stated<'a>(ruleset: &Ruleset, at: usize, text: &'a str) -> Read<Option<(Value, &'a str)>> {
    let apart = |rest: &'a str| {
        let value = rest.trim_start_matches([' ', '\t', '.', ':', '=']);
        // `The home terrain is Arable`
        let value = value.strip_prefix("is ").unwrap_or(value);
        (value, rest.strip_suffix(value).is_some_and(|sign| sign.contains([':', '='])))
    };
    let place = |rest: &str| at + text.len() - rest.len();
    if let Some((value, colon)) = key(text, &AGGRESSION).map(apart) {
        let end = value.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(value.len());
        let (number, rest) = value.split_at(end);
        if number.is_empty() && !colon {
            return Ok(None);
        }
        let range = ruleset.aggressions();
        let known = number.parse().ok().filter(|factor| range.contains(factor));
        let Some(factor) = known else {
            let word = if number.is_empty() { value.split_whitespace().next().unwrap_or_default() } else { number };
            return wrong(place(value), word, ShorthandFault::Aggression { least: *range.start(), most: *range.end() });
        };
        return Ok(Some((Value::Aggression(factor), rest)));
    }
    let Some((value, colon)) = key(text, &TERRAIN).map(apart) else { return Ok(None) };
    let (found, rest) = terrains(ruleset, value);
    if found.is_empty() {
        let word = value.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
        // The terrain may be on the next line.
        if !colon || word.is_empty() {
            return Ok(None);
        }
        let known = ruleset.home_terrains.iter().map(|terrain| terrain.name.to_string()).collect();
        return wrong(place(value), word, ShorthandFault::HomeTerrain { known });
    }
    Ok(Some((Value::Terrain(found), rest)))
}

fn store(list: &mut ShorthandList, value: Value) -> Fact {
    match value {
        Value::Terrain(found) => {
            let new = found.into_iter().filter(|id| !list.home_terrains.contains(id)).collect::<Vec<_>>();
            list.home_terrains.extend(new);
            Fact::Terrain
        }
        Value::Aggression(factor) => {
            list.aggression = Some(factor);
            Fact::Aggression
        }
    }
}

/// Reads facts about the list as a whole; none if it is an entry.
pub(super) fn fact(ruleset: &Ruleset, list: &mut ShorthandList, at: usize, entry: &str) -> Read<Option<Fact>> {
    let name = entry.split_once([':', '=']).or_else(|| entry.split_once(char::is_whitespace));
    if name.is_some_and(|(name, _)| known_fact(name) == Some(Fact::Note)) || known_fact(entry) == Some(Fact::Note) {
        list.notes.push(entry.to_owned());
        return Ok(Some(Fact::Note));
    }
    let (mut rest, mut found) = (entry, None);
    loop {
        let here = at + entry.len() - rest.len();
        // `II/4c Northern Kingdom, Arable, Ag 1`
        let (value, after) = match stated(ruleset, here, rest)? {
            Some(stated) => stated,
            None => match beside_terrain(ruleset, here, rest).transpose()?.filter(|_| found == Some(Fact::Terrain)) {
                Some(factor) => (factor, ""),
                None => match terrains(ruleset, rest) {
                    (known, after) if !known.is_empty() && (found.is_some() || ends_terrains(ruleset, after)) => {
                        (Value::Terrain(known), after)
                    }
                    _ => break,
                },
            },
        };
        found = Some(store(list, value));
        rest = after.trim_start_matches([' ', '\t', ',', ';', '.', '/']);
    }
    if found.is_some() {
        if has_count(rest) {
            let word = rest.split_whitespace().next().unwrap_or_default();
            return wrong(at + entry.len() - rest.len(), word, ShorthandFault::OutOfPlace);
        }
        if !rest.is_empty() {
            list.notes.push(entry.to_owned());
        }
        return Ok(found);
    }
    // `Terrain:` above its value.
    if let Some(fact) = known_fact(entry.trim_end_matches([':', '=', ' '])) {
        return Ok(Some(fact));
    }
    // A footnote: a mark and words, none of them a type with its number.
    let is_footnote = entry.starts_with(SIGNS)
        && !entry.trim_start_matches(SIGNS).trim_start().starts_with(|letter: char| letter.is_ascii_digit());
    if is_footnote {
        list.notes.push(entry.to_owned());
    }
    Ok(is_footnote.then_some(Fact::Note))
}

/// Takes the facts out of a title: `Hill Folk (Ter: Hilly, Agg: 1)`, `Hill Folk 500 BC Hilly Ag 1`.
pub(super) fn without_facts(ruleset: &Ruleset, list: &mut ShorthandList, at: usize, title: &str) -> Read<String> {
    // `Hill Folk, Hilly (1): 1x3Kn`
    let (known, after) = terrains(ruleset, title);
    if !known.is_empty()
        && let Some(factor) = beside_terrain(ruleset, at + title.len() - after.len(), after).transpose()?
    {
        store(list, Value::Terrain(known));
        store(list, factor);
        return Ok(String::new());
    }
    let apart = without_parts(ruleset, list, at, title)?;
    let (mut plain, mut rest) = (String::new(), apart.as_str());
    let title = rest;
    let mut boundary = true;
    while let Some(letter) = rest.chars().next() {
        let here = at + title.len() - rest.len();
        if let Some(length) = brackets(rest).filter(|_| "([".contains(letter)) {
            let (group, after) = rest.split_at(length);
            plain.push_str(&bracketed(ruleset, list, here, group)?);
            rest = after;
            boundary = true;
            continue;
        }
        if boundary && let Some((value, after)) = stated(ruleset, here, rest)? {
            if matches!(value, Value::Aggression(_)) {
                let before = terrains_at_end(ruleset, &plain);
                if let Some((kept, known)) = before {
                    plain.truncate(kept);
                    store(list, Value::Terrain(known));
                }
            }
            store(list, value);
            rest = after;
            continue;
        }
        boundary = !letter.is_alphanumeric();
        plain.push(letter);
        rest = rest.get(letter.len_utf8()..).unwrap_or_default();
    }
    if plain == title {
        return Ok(apart);
    }
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(plain.trim_matches([' ', ',', ';', '-', '–', '|', '.']).to_owned())
}

/// Takes home terrains between dashes, bars or full stops out of a title, and the aggression factor after them:
/// `Hill Folk - Hilly - 1`.
fn without_parts(ruleset: &Ruleset, list: &mut ShorthandList, at: usize, title: &str) -> Read<String> {
    let sign = [" - ", " – ", " | ", ". ", " / "].into_iter().find(|sign| {
        let mut parts = title.split(sign).skip(1);
        parts.any(|part| only_terrains(ruleset, part).is_some())
    });
    let Some(sign) = sign else { return Ok(title.to_owned()) };
    let (mut kept, mut place, mut beside) = (Vec::new(), at, false);
    for (number, part) in title.split(sign).enumerate() {
        let here = place;
        place += part.len() + sign.len();
        let known = only_terrains(ruleset, part).filter(|_| number > 0).map(Value::Terrain);
        let factor = || aggression(ruleset, here, part).filter(|_| beside).transpose();
        match known.map_or_else(factor, |value| Ok(Some(value)))? {
            Some(value) => beside = store(list, value) == Fact::Terrain,
            None => kept.push(part),
        }
    }
    Ok(kept.join(sign))
}

/// The home terrains at the end of a title with other words before them, and the length of these.
fn terrains_at_end(ruleset: &Ruleset, title: &str) -> Option<(usize, Vec<String>)> {
    let starts = title.char_indices().filter(|(at, letter)| {
        let before = title.get(..*at).and_then(|before| before.chars().next_back());
        letter.is_alphabetic() && before.is_some_and(|before| !before.is_alphanumeric())
    });
    let mut ends = starts.filter_map(|(at, _)| Some((at, only_terrains(ruleset, title.get(at..)?.trim_end())?)));
    ends.next()
}

/// Brackets of a title without the facts in them: nothing, if there is nothing else.
fn bracketed(ruleset: &Ruleset, list: &mut ShorthandList, at: usize, group: &str) -> Read<String> {
    let inside = group.get(1..group.len() - 1).unwrap_or_default();
    let (mut kept, mut place) = (Vec::new(), at + 1);
    let numbered = inside.split([',', ';']).any(|part| only_terrains(ruleset, part).is_some());
    for part in inside.split([',', ';']) {
        let bare = part.trim_start();
        let here = place + part.len() - bare.len();
        place += part.len() + 1;
        let known = only_terrains(ruleset, bare).map(Value::Terrain);
        if let Some(value) = known.or(aggression(ruleset, here, bare).filter(|_| numbered).transpose()?) {
            store(list, value);
        } else if let Some((value, rest)) = stated(ruleset, here, bare)? {
            store(list, value);
            // `Ter: Dry Agg: 1`
            let rest = without_facts(ruleset, list, here + bare.len() - rest.len(), rest)?;
            kept.extend((!rest.trim_matches([' ', '.']).is_empty()).then_some(rest));
        } else {
            kept.push(bare.trim_end().to_owned());
        }
    }
    if kept.len() == inside.split([',', ';']).count() {
        return Ok(group.to_owned());
    }
    Ok(if kept.is_empty() { String::new() } else { format!("({})", kept.join(", ")) })
}

/// A number that is all of a text, as the aggression factor beside home terrains: the `3` of `Arable; 3`.
fn aggression(ruleset: &Ruleset, at: usize, text: &str) -> Option<Read<Value>> {
    let number = text.trim();
    if number.is_empty() || number.len() > 2 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let range = ruleset.aggressions();
    let fault = ShorthandFault::Aggression { least: *range.start(), most: *range.end() };
    let known = number.parse().ok().filter(|factor| range.contains(factor));
    Some(known.map_or_else(|| wrong(at, number, fault), |factor| Ok(Value::Aggression(factor))))
}

/// The aggression factor that is all of a text, in brackets or not: the `(3)` of `Arable (3)`.
fn beside_terrain(ruleset: &Ruleset, at: usize, text: &str) -> Option<Read<Value>> {
    let number = text.trim().trim_start_matches(['(', '[']).trim_end_matches([')', ']']);
    let at = at + text.find(number)?;
    // `(Agg 3)`
    let keyed = || match stated(ruleset, at, number) {
        Ok(Some((factor @ Value::Aggression(_), rest))) if rest.trim().is_empty() => Some(Ok(factor)),
        Err(error) => Some(Err(error)),
        _ => None,
    };
    aggression(ruleset, at, number).or_else(keyed)
}

/// Whether a text after home terrains shows that nothing else is meant by them: it is empty, or an aggression factor.
fn ends_terrains(ruleset: &Ruleset, after: &str) -> bool {
    after.trim().is_empty() || beside_terrain(ruleset, 0, after).is_some()
}

/// Stores a number that stands alone beside home terrains; false if it is none.
pub(super) fn lone_aggression(ruleset: &Ruleset, list: &mut ShorthandList, at: usize, text: &str) -> Read<bool> {
    let found = aggression(ruleset, at, text).transpose()?;
    Ok(found.map(|value| store(list, value)).is_some())
}

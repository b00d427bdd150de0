//! The game that a text is for: the ruleset named with a key, or in a title.

use std::ops::Range;

use musterfield_rules::{Book, Ruleset};

use super::fact::{self, Fact};
use super::line;

/// The number of lines at the beginning of a text that may name the ruleset without a key.
const FIRST_LINES: usize = 5;

/// The longest line in bytes that may be a title with a game in it.
const LONGEST_TITLE: usize = 400;

/// The largest number of words of a name of a game.
const LONGEST: usize = 5;

/// The first ruleset that a text names and the book has: with a key anywhere, otherwise in a title. A game named
/// without its edition means the chosen ruleset, if it is one of that game, and otherwise the newest.
pub(super) fn named_ruleset(text: &str, chosen: &'static Ruleset, book: &'static Book) -> Option<&'static Ruleset> {
    let lines = || text.lines().take_while(|line| !fact::begins_notes(line));
    let stated = lines().find_map(|line| match fact::read(line).or_else(|| fact::read(&line::bare(line)))? {
        Fact::Ruleset(written) => known_ruleset(&written, chosen, book),
        _ => None,
    });
    let first = || lines().filter(|line| !line.trim().is_empty()).take(FIRST_LINES);
    let exact = || first().find_map(|line| Some(mention(&words(line), book)?.0));
    let game = || first().find_map(|line| Some(bare_mention(line, chosen, book)?.0));
    stated.or_else(exact).or_else(game)
}

/// The ruleset with this id, name or game, ignoring text in brackets or after a comma.
pub(super) fn known_ruleset(written: &str, chosen: &'static Ruleset, book: &'static Book) -> Option<&'static Ruleset> {
    let id = written.split(['(', ',']).next().unwrap_or_default().trim();
    let is_it = |known: &&Ruleset| known.id.eq_ignore_ascii_case(id) || known.name.eq_ignore_ascii_case(id);
    let exact = book.rulesets().iter().find(is_it);
    exact.or_else(|| edition(&folded(id), book)).or_else(|| of_game(&folded(id), chosen, book))
}

/// A title without the name of its game: `Undead` of `Undead (HOTT)`. None if it names none, or one whose name belongs
/// to the title: `D3H2 Wood Elves`.
pub(super) fn without_game(title: &str, chosen: &'static Ruleset, book: &'static Book) -> Option<String> {
    // `Name: Undead HOTT` is meant as it is.
    if title.len() > LONGEST_TITLE || fact::read(title).is_some() {
        return None;
    }
    let exact = mention(&words(title), book).filter(|(ruleset, _)| game_of(ruleset).is_some());
    let (_, place) = exact.or_else(|| bare_mention(title, chosen, book))?;
    let before = title.get(..place.start)?;
    let after = title.get(place.end..)?;
    let before = before.trim_end().trim_end_matches(['(', '[']).trim_end();
    let after = after.trim_start_matches([')', ']', '*', '_', ' ', '-', '–', '.']);
    let after = if before.is_empty() { after.trim_start_matches([':', ',', ' ']) } else { after };
    let joint = if before.is_empty() || after.starts_with([',', ':', ';']) { "" } else { " " };
    let left = format!("{before}{joint}{after}");
    Some(left.trim_end_matches([' ', ':', ',', '-', '–', '(']).to_owned())
}

fn folded(text: &str) -> String {
    text.to_lowercase().replace(['-', ' '], "")
}

/// The game of a ruleset whose name is a game and its edition: the `HOTT` of `HOTT 2.5`.
fn game_of(ruleset: &Ruleset) -> Option<(&str, &str)> {
    let (game, edition) = ruleset.name.split_once(' ')?;
    let is_edition = edition.starts_with(|letter: char| letter.is_ascii_digit());
    (is_edition && game.bytes().all(|byte| byte.is_ascii_alphabetic())).then_some((game, edition))
}

/// The ruleset whose game this is with the first number of its edition: `DBA 3`.
fn edition(word: &str, book: &'static Book) -> Option<&'static Ruleset> {
    book.rulesets().iter().find(|ruleset| {
        game_of(ruleset).is_some_and(|(game, edition)| {
            let first = edition.split('.').next().unwrap_or_default();
            word == folded(game) + first || word == folded(&ruleset.title)
        })
    })
}

/// The ruleset whose game this is, without an edition: `HOTT`, `Hordes of the Things`.
fn of_game(word: &str, chosen: &'static Ruleset, book: &'static Book) -> Option<&'static Ruleset> {
    let is_it = |ruleset: &Ruleset| {
        game_of(ruleset).is_some_and(|(game, edition)| {
            let title = ruleset.title.strip_suffix(edition).unwrap_or(&ruleset.title);
            word == folded(game) || word == folded(title)
        })
    };
    let newest = || {
        let edition = |ruleset: &&'static Ruleset| game_of(ruleset).map(|(_, edition)| edition);
        book.rulesets().iter().filter(|ruleset| is_it(ruleset)).max_by_key(edition)
    };
    if is_it(chosen) { Some(chosen) } else { newest() }
}

/// The words of a line, folded, with their places.
fn words(line: &str) -> Vec<(Range<usize>, String)> {
    let apart = |letter: char| " \t,:;()[]*_#".contains(letter);
    let mut found = Vec::new();
    let mut start = 0;
    for (at, letter) in line.char_indices().chain([(line.len(), ' ')]) {
        if apart(letter) {
            let word = line.get(start..at).unwrap_or_default();
            if !folded(word).is_empty() {
                found.push((start..at, folded(word)));
            }
            start = at + letter.len_utf8();
        }
    }
    found
}

/// A ruleset that a line names, and where.
type Mention = (&'static Ruleset, Range<usize>);

/// The ruleset that some of the first words name, the longest name first, as one may begin with another.
fn named(words: &[(Range<usize>, String)], find: impl Fn(&str) -> Option<&'static Ruleset>) -> Option<Mention> {
    (1..=LONGEST.min(words.len())).rev().find_map(|length| {
        let window = words.get(..length)?;
        let name: String = window.iter().map(|(_, word)| word.as_str()).collect();
        let (first, last) = (window.first()?, window.last()?);
        Some((find(&name)?, first.0.start..last.0.end))
    })
}

/// The ruleset whose id, name or edition is among the words of a line.
fn mention(words: &[(Range<usize>, String)], book: &'static Book) -> Option<Mention> {
    let names: Vec<(String, &'static Ruleset)> = book
        .rulesets()
        .iter()
        .flat_map(|ruleset| {
            let edition = game_of(ruleset).map(|(game, edition)| {
                let first = edition.split('.').next().unwrap_or_default();
                [folded(game) + first, folded(&ruleset.title)]
            });
            let exact = [folded(&ruleset.id), folded(&ruleset.name)];
            exact.into_iter().chain(edition.into_iter().flatten()).map(move |name| (name, ruleset))
        })
        .collect();
    let known = |word: &str| names.iter().find(|(name, _)| name == word).map(|(_, ruleset)| *ruleset);
    // `D3H2-Traditional` as two words is not `D3H2`.
    (1..=LONGEST).rev().find_map(|length| {
        let mut windows = words.windows(length);
        windows
            .find_map(|window| named(window, |name| known(name)).filter(|(_, place)| ends(window) == Some(place.end)))
    })
}

/// Where the last of some words ends.
fn ends(words: &[(Range<usize>, String)]) -> Option<usize> {
    words.last().map(|(place, _)| place.end)
}

/// The game that a line begins or ends with, or that stands alone in brackets. `HOTT style` names none.
fn bare_mention(line: &str, chosen: &'static Ruleset, book: &'static Book) -> Option<Mention> {
    if line.len() > LONGEST_TITLE {
        return None;
    }
    let all = words(line);
    let mentions = (0..all.len()).filter_map(|at| {
        let (ruleset, place) = named(all.get(at..)?, |name| of_game(name, chosen, book))?;
        let before = line.get(..place.start)?.trim_end();
        let after = line.get(place.end..)?.trim_start();
        let is_bracketed = before.ends_with(['(', '[']) && after.starts_with([')', ']']);
        // `Army: HOTT Undead`, `Big Battle DBA: Samnites`
        let begins = before.trim_matches(['*', '_', '#', '=', ' ']).is_empty() || before.ends_with(':');
        let is_first = begins && !after.starts_with("style") || after.starts_with(':');
        let is_last = after.trim_matches(['*', '_', '#', '=', ' ', ':', '.']).is_empty();
        Some((ruleset, place, is_bracketed || is_first || is_last))
    });
    let mentions: Vec<(&'static Ruleset, Range<usize>, bool)> = mentions.collect();
    let (ruleset, place, _) = mentions.iter().find(|(.., counts)| *counts)?.clone();
    // Two games are none.
    mentions.iter().all(|(other, ..)| other.id == ruleset.id).then_some((ruleset, place))
}

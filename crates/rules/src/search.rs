//! Finding rules by the words of players.

mod vocabulary;
mod words;

use super::reference::{Reference, Rule};
use words::{Phrase, Wanted, words};

pub use vocabulary::Vocabulary;

/// The largest number of words that are searched for.
const MOST_WORDS: usize = 12;
/// The number of letters before the first word found with which an excerpt begins.
const LETTERS_BEFORE: usize = 60;

/// A text cut where words were found in it: each part, and whether it is one of those words.
pub type Marked<'a> = Vec<(&'a str, bool)>;

/// A piece of a text, with what was found in it marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt<'a> {
    /// The parts of the piece.
    pub parts: Marked<'a>,
    /// Whether the text begins before the piece.
    pub cut_before: bool,
    /// Whether the text goes on after the piece.
    pub cut_after: bool,
}

/// A search: words of players, each of which a rule must have, or a term of the rules for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    demands: Vec<Demand>,
    /// What was typed, without spaces around it.
    typed: String,
}

/// Something that a rule must have.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Demand {
    /// The words as they were typed.
    typed: String,
    /// The words themselves first, then the terms of the rules.
    phrases: Vec<Phrase>,
    /// The terms of the rules.
    terms: Vec<String>,
}

/// The distance of a demand from a rule: the part that meets it, and whether only another word for it is there.
type Distance = (u32, u32);

impl Query {
    /// Creates a query from typed text; none if there is no word in it.
    #[must_use]
    pub fn new(typed: &str, vocabulary: &Vocabulary) -> Option<Self> {
        let typed_words: Vec<(&str, Wanted)> =
            words(typed).take(MOST_WORDS).map(|(_, word)| (word, Wanted::new(word))).collect();
        let says_something = typed_words.iter().any(|(_, word)| !vocabulary.ignores(word));
        let wanted: Vec<Wanted> = typed_words.iter().map(|(_, word)| word.clone()).collect();
        let (mut demands, mut at) = (Vec::new(), 0);
        while let Some(rest) = wanted.get(at..).filter(|rest| !rest.is_empty()) {
            let (length, means) = vocabulary.longest(rest).unwrap_or((1, &[]));
            let (Some(said), Some(shown)) = (rest.get(..length), typed_words.get(at..at + length)) else { break };
            at += length;
            if length == 1 && says_something && said.iter().all(|word| vocabulary.ignores(word)) {
                continue;
            }
            let shown: Vec<&str> = shown.iter().map(|(word, _)| *word).collect();
            let own = Phrase(said.to_vec());
            let phrases = std::iter::once(own).chain(means.iter().map(|(_, phrase)| phrase.clone()));
            demands.push(Demand {
                typed: shown.join(" "),
                phrases: phrases.collect(),
                terms: means.iter().map(|(term, _)| term.clone()).collect(),
            });
        }
        (!demands.is_empty()).then(|| Self { demands, typed: typed.trim().to_owned() })
    }

    /// What was typed, each word or phrase with the terms that the rules have for it.
    pub fn terms(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.demands.iter().map(|demand| (demand.typed.as_str(), demand.terms.as_slice()))
    }

    /// All rules of a book that have what is demanded, the nearest first: a rule with this id, then those whose section
    /// is called so, whose id has it, whose text has it, and whose ruling or question has it.
    pub fn find<'a>(&self, reference: &'a Reference, prefix: &'a str) -> Vec<&'a Rule> {
        let mut found: Vec<((bool, Distance), &Rule)> = reference
            .sections(prefix)
            .flat_map(|section| reference.of_section(&section.code).map(move |rule| (section.name.as_str(), rule)))
            .filter_map(|(section, rule)| {
                let is_another = !rule.id.eq_ignore_ascii_case(&self.typed);
                Some(((is_another, self.distance(section, rule)?), rule))
            })
            .collect();
        found.sort_by_key(|(distance, _)| *distance);
        // A player who types an id wants that rule alone.
        if found.first().is_some_and(|((is_another, _), _)| !is_another) {
            found.truncate(1);
        }
        found.into_iter().map(|(_, rule)| rule).collect()
    }

    /// The distance of what is demanded from the rule's own text; `None` if something is missing.
    fn distance(&self, section: &str, rule: &Rule) -> Option<Distance> {
        let extra = [rule.ruling.as_deref(), rule.question.as_deref()];
        let parts = [Some(section), Some(rule.id.as_str()), Some(rule.text.as_str())].into_iter().chain(extra);
        let parts: Vec<(u32, Vec<(usize, &str)>)> =
            (0..).zip(parts).filter_map(|(at, part)| Some((at, words(part?).collect()))).collect();
        self.demands.iter().try_fold((0, 0), |(far, other), demand| {
            let nearest = |phrase: &Phrase| parts.iter().find(|(_, words)| phrase.places(words).next().is_some());
            let met = (0..).zip(&demand.phrases).filter_map(|(which, phrase)| Some((nearest(phrase)?.0, which.min(1))));
            met.min().map(|(part, is_other)| (far + part, other + is_other))
        })
    }

    /// The byte ranges of the words of a text that were found.
    fn found_in(&self, text: &str) -> Vec<(usize, usize)> {
        let words: Vec<(usize, &str)> = words(text).collect();
        let mut is_found = vec![false; words.len()];
        for phrase in self.demands.iter().flat_map(|demand| &demand.phrases) {
            for place in phrase.places(&words) {
                is_found.iter_mut().skip(place).take(phrase.0.len()).for_each(|found| *found = true);
            }
        }
        let found = words.iter().zip(is_found).filter(|(_, is_found)| *is_found);
        found.map(|((start, word), _)| (*start, start + word.len())).collect()
    }

    /// A text cut where the words were found in it.
    #[must_use]
    pub fn mark<'a>(&self, text: &'a str) -> Marked<'a> {
        let (mut parts, mut from) = (Vec::new(), 0);
        for (start, end) in self.found_in(text) {
            let between = text.get(from..start).filter(|between| !between.is_empty());
            parts.extend(between.map(|between| (between, false)));
            parts.extend(text.get(start..end).map(|word| (word, true)));
            from = end;
        }
        parts.extend(text.get(from..).filter(|rest| !rest.is_empty()).map(|rest| (rest, false)));
        parts
    }

    /// At most so many letters of a text, from shortly before the first word found, at whole words.
    #[must_use]
    pub fn excerpt<'a>(&self, text: &'a str, letters: usize) -> Excerpt<'a> {
        let end_of = |from: usize, count: usize| {
            let rest = text.get(from..).unwrap_or_default();
            rest.char_indices().nth(count).map_or(text.len(), |(at, _)| from + at)
        };
        if end_of(0, letters) == text.len() {
            return Excerpt { parts: self.mark(text), cut_before: false, cut_after: false };
        }
        let first = self.found_in(text).first().map_or(0, |(start, _)| *start);
        let before = text.get(..first).unwrap_or_default().chars().count();
        let from = end_of(0, before.saturating_sub(LETTERS_BEFORE));
        let to = end_of(from, letters);
        let starts = || words(text).map(|(start, _)| start);
        let from = if from == 0 { 0 } else { starts().find(|start| *start >= from).unwrap_or(first) };
        let to = if to == text.len() { to } else { starts().take_while(|start| *start <= to).last().unwrap_or(to) };
        let piece = text.get(from..to).unwrap_or(text).trim_end();
        Excerpt { parts: self.mark(piece), cut_before: from > 0, cut_after: to < text.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book;

    fn query(typed: &str) -> Query {
        Query::new(typed, book().unwrap().vocabulary()).unwrap()
    }

    fn ids_in(typed: &str, prefix: &'static str) -> Vec<&'static str> {
        let rules = query(typed).find(book().unwrap().reference(), prefix);
        rules.into_iter().map(|rule| rule.id.as_str()).collect()
    }

    fn ids(typed: &str) -> Vec<&'static str> {
        ids_in(typed, "D3H2")
    }

    #[test]
    fn words_are_found_by_their_beginning_whatever_their_case() {
        assert!(ids("SHIELDW").contains(&"D3H2-SUPP-12"));
        assert_eq!(ids("d3h2-out-36").first(), Some(&"D3H2-OUT-36"));
        assert!(ids("hieldwall").is_empty());
    }

    #[test]
    fn an_id_finds_its_rule_alone_and_a_die_is_no_death() {
        assert_eq!(ids_in("DBA3-CITY-03", "DBA3"), ["DBA3-CITY-03"]);
        assert_eq!(ids("die"), ids("dice"));
        let sorted = |typed: &str| ids(typed).into_iter().collect::<std::collections::BTreeSet<_>>();
        assert_eq!(sorted("pursue"), sorted("pursuit"));
        let rolls = ids("dice");
        assert!(rolls.iter().all(|id| !id.starts_with("D3H2-OUT-")), "{rolls:?}");
    }

    #[test]
    fn all_words_must_be_there() {
        let both = ids("pikes rear");
        assert!(both.contains(&"D3H2-SUPP-02") && !both.contains(&"D3H2-CF-28"));
        assert!(both.len() < ids("pikes").len());
    }

    /// What players ask for, with the section or the rule of which the first one found must be.
    #[test]
    fn what_players_say_finds_what_the_rules_say() {
        for (typed, prefix, first) in [
            ("zone of control", "D3H2", "D3H2-TZ-"),
            ("ZOC", "DBA3", "DBA3-TZ-"),
            ("What is a ZOC?", "DBA3", "DBA3-TZ-"),
            ("threat zones", "DBA3", "DBA3-TZ-"),
            ("flank charge", "D3H2", "D3H2-CONT-"),
            ("charging", "DBA3", "DBA3-CONT-"),
            ("break off", "DBA3", "DBA3-"),
            ("disengage", "D3H2", "D3H2-"),
            ("morale", "DBMF", "DBMF-ME-"),
            ("demoralized", "DBA3", "DBA3-"),
            ("breakpoint", "D3H2", "D3H2-WIN-"),
            ("rout", "D3H2", "D3H2-FLEE-"),
            ("fled", "DBA3", "DBA3-FLEE-"),
            ("missiles", "DBA3", "DBA3-SHOOT-"),
            ("archery", "HOTT25", "HOTT25-SHOOT-"),
            ("pips", "DBA3", "DBA3-"),
            ("initiative", "D3H2", "D3H2-PIP-"),
            ("command radius", "HOTT25", "HOTT25-CMD-"),
            ("evade", "DBA3", "DBA3-"),
            ("hidden", "D3H2", "D3H2-"),
            ("recoiling", "D3H2", "D3H2-RECOIL-"),
            ("pushed back", "DBA22", "DBA22-RECOIL-"),
            ("interpenetration", "D3H2", "D3H2-PASS-"),
            ("following up", "DBA3", "DBA3-PURS-"),
            ("quick kill", "DBA3", "DBA3-"),
            ("wizards", "HOTT25", "HOTT25-MAGIC-"),
            ("setup", "DBA22", "DBA22-DEPL-"),
            ("how to win", "DBA3", "DBA3-WIN-"),
            ("castle", "D3H2", "D3H2-"),
        ] {
            let found = ids_in(typed, prefix);
            let shown = found.get(..5).unwrap_or(&found);
            assert!(found.first().is_some_and(|id| id.starts_with(first)), "{typed}: {shown:?}");
        }
    }

    #[test]
    fn titles_come_before_codes_texts_and_rulings() {
        let found = ids("camp");
        let place = |id: &str| found.iter().position(|found| *found == id).unwrap();
        assert!(found[0].starts_with("D3H2-CAMP-"));
        assert!(place("D3H2-CAMP-01") < place("D3H2-CF-31") && place("D3H2-CF-31") < place("D3H2-SUPP-06"));
    }

    #[test]
    fn nothing_typed_is_no_query_but_a_little_word_alone_is_one() {
        let vocabulary = book().unwrap().vocabulary();
        assert_eq!(Query::new(" ,- ", vocabulary), None);
        assert!(Query::new("the", vocabulary).is_some());
    }

    #[test]
    fn terms_tell_what_else_was_looked_for() {
        let query = query("flank zoc");
        let terms: Vec<_> = query.terms().collect();
        assert_eq!(terms, [("flank", &[][..]), ("zoc", &["threat zone".to_owned()][..])]);
    }

    #[test]
    fn marks_cut_a_text_and_lose_nothing() {
        let query = query("kn über zoc");
        let text = "Knights, Überläufer: unknown knäuel in Threat Zones, no threat";
        let parts = query.mark(text);
        assert_eq!(parts.iter().map(|(part, _)| *part).collect::<String>(), text);
        let marked: Vec<&str> = parts.iter().filter(|(_, is_marked)| *is_marked).map(|(part, _)| *part).collect();
        assert_eq!(marked, ["Knights", "Überläufer", "knäuel", "Threat", "Zones"]);
    }

    #[test]
    fn an_excerpt_is_cut_at_words_and_has_what_was_found() {
        let query = query("dragon");
        let text = format!("{} a dragon {}", "ähm word ".repeat(30), "more of it ".repeat(30));
        let excerpt = query.excerpt(&text, 120);
        let piece: String = excerpt.parts.iter().map(|(part, _)| *part).collect();
        assert!(excerpt.cut_before && excerpt.cut_after && piece.chars().count() <= 120, "{piece}");
        assert!(excerpt.parts.contains(&("dragon", true)) && text.contains(&format!(" {piece} ")), "{piece}");
        let whole = query.excerpt("A dragon.", 120);
        assert_eq!((whole.parts.len(), whole.cut_before, whole.cut_after), (3, false, false));
    }
}

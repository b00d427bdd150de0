//! `words.toml`: the words of players beside those of the rules.

use super::words::{Phrase, Wanted};

/// What players say, and what the rules say for it.
#[derive(Clone, Debug)]
struct Entry {
    said: Vec<Phrase>,
    means: Vec<(String, Phrase)>,
}

/// The words of players that the rules do not use.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    entries: Vec<Entry>,
    ignored: Vec<Wanted>,
}

impl Vocabulary {
    /// Creates a vocabulary that leaves out these words.
    pub(crate) fn ignoring<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        Self { entries: Vec::new(), ignored: words.into_iter().map(Wanted::new).collect() }
    }

    /// Adds what players say for something, with the words of the rules; returns the first that was said before.
    pub(crate) fn add<'a>(&mut self, said: &[&'a str], means: &[&str]) -> Option<&'a str> {
        let phrases: Vec<Phrase> = said.iter().map(|text| Phrase::new(text)).collect();
        let is_known = |phrase: &Phrase| self.entries.iter().any(|entry| entry.said.contains(phrase));
        let twice = said.iter().zip(&phrases).find(|(_, phrase)| is_known(phrase)).map(|(text, _)| *text);
        let means = means.iter().map(|text| ((*text).to_owned(), Phrase::new(text))).collect();
        self.entries.push(Entry { said: phrases, means });
        twice
    }

    /// All terms of the rules that players have other words for.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().flat_map(|entry| &entry.means).map(|(term, _)| term.as_str())
    }

    /// Whether a word says nothing about a rule.
    pub(super) fn ignores(&self, word: &Wanted) -> bool {
        self.ignored.contains(word)
    }

    /// The longest thing that players say at the beginning of these words: the number of its words, and the terms of
    /// the rules.
    pub(super) fn longest(&self, words: &[Wanted]) -> Option<(usize, &[(String, Phrase)])> {
        let said = self.entries.iter().flat_map(|entry| entry.said.iter().map(move |phrase| (phrase, entry)));
        let met = said.filter(|(phrase, _)| phrase.begins(words));
        met.map(|(phrase, entry)| (phrase.0.len(), entry.means.as_slice())).max_by_key(|(length, _)| *length)
    }
}

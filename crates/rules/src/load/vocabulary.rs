//! `words.toml`: the words of players, for all rulesets.

use std::collections::BTreeMap;

use musterfield_rule_files::words::WordsFile;
use toml::Spanned;

use super::data_file::{DataFile, LoadError};
use crate::reference::Reference;
use crate::search::Vocabulary;

/// The path of the file.
const PATH: &str = "rulesets/words.toml";

/// Loads the words of players; rulesets can do without them.
pub(super) fn load(files: &BTreeMap<String, String>, reference: &Reference, errors: &mut Vec<LoadError>) -> Vocabulary {
    let Some(text) = files.get(PATH) else { return Vocabulary::default() };
    let mut source = DataFile::new(PATH.to_owned(), text, reference, errors);
    let Some(file) = source.parse::<WordsFile>() else { return Vocabulary::default() };
    let mut vocabulary = Vocabulary::ignoring(file.ignored.iter().map(String::as_str));
    for entry in &file.word {
        let said: Vec<&str> = entry.said.iter().map(|said| said.get_ref().as_str()).collect();
        let means: Vec<&str> = entry.means.iter().map(|term| term.get_ref().as_str()).collect();
        let twice = vocabulary.add(&said, &means);
        for phrase in entry.said.iter().filter(|phrase| Some(phrase.get_ref().as_str()) == twice) {
            source.report(&phrase.span(), format!("`{}` is said twice", phrase.get_ref()));
        }
        let wordless = |text: &&Spanned<String>| !text.get_ref().contains(char::is_alphanumeric);
        for text in entry.said.iter().chain(&entry.means).filter(wordless) {
            source.report(&text.span(), format!("there is no word in `{}`", text.get_ref()));
        }
    }
    vocabulary
}

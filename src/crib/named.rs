//! What those are called whom a sentence names: as the tables of combat have it, or by their types where there are none.

use super::graded;
use crate::combat::explain::words::{Words, either};
use crate::rules::Ruleset;
use crate::rules::combat::{Fighters, Named};

/// Gives names to lists.
#[derive(Clone, Copy)]
pub(super) struct Callers<'a> {
    ruleset: &'a Ruleset,
    words: Option<Words<'a>>,
}

impl<'a> Callers<'a> {
    pub(super) fn new(ruleset: &'a Ruleset) -> Self {
        let words = ruleset.combat.as_ref().map(|combat| Words::new(ruleset, combat).with_codes());
        Self { ruleset, words }
    }

    /// The words of the tables of combat, if there are any.
    pub(super) fn words(self) -> Option<Words<'a>> {
        self.words
    }

    /// A list of names, of those who are in a set, the last of several after `word`; all of them where that leaves nobody.
    pub(super) fn names_among(self, names: &[Named], set: Fighters, word: &str) -> String {
        if let Some(words) = self.words {
            return words.names_among(names, set, word);
        }
        let told = |taken_out: bool, is_in: &dyn Fn(&Named) -> bool| {
            let chosen = names.iter().filter(|named| named.taken_out == taken_out && is_in(named));
            chosen.filter_map(|named| graded::plain(self.ruleset, named.who)).collect::<Vec<_>>()
        };
        let is_in = |named: &Named| !named.among(set).is_empty();
        let (mut within, without) = (told(false, &is_in), told(true, &is_in));
        if within.is_empty() {
            within = told(false, &|_| true);
        }
        if within.is_empty() {
            within.push("all".to_owned());
        }
        let within = either(&within, word);
        if without.is_empty() { within } else { format!("{within} but {}", either(&without, "and")) }
    }
}

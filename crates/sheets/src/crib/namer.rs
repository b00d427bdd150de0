//! Names for the elements in a sentence: by the combat tables, or by their types where there are none.

use musterfield_rules::Ruleset;
use musterfield_rules::combat::{FighterSet, ListedName, NameTarget};
use musterfield_words::combat::TableWords;
use musterfield_words::series::series;

/// Gives names to lists.
#[derive(Clone, Copy)]
pub(super) struct Namer<'a> {
    ruleset: &'a Ruleset,
    words: Option<TableWords<'a>>,
}

impl<'a> Namer<'a> {
    pub(super) fn new(ruleset: &'a Ruleset) -> Self {
        let words = ruleset.combat.as_ref().map(|combat| TableWords::new(ruleset, combat).with_codes());
        Self { ruleset, words }
    }

    /// The words of the combat tables, if there are any.
    pub(super) fn words(self) -> Option<TableWords<'a>> {
        self.words
    }

    /// A list of the names that are in a set, the last of several after `word`; all of them if that leaves none.
    pub(super) fn names_among(self, names: &[ListedName], set: FighterSet, word: &str) -> String {
        if let Some(words) = self.words {
            return words.names_among(names, set, word);
        }
        let told = |taken_out: bool, is_in: &dyn Fn(&ListedName) -> bool| {
            let chosen = names.iter().filter(|named| named.excluded == taken_out && is_in(named));
            chosen.filter_map(|named| plain(self.ruleset, named.target)).collect::<Vec<_>>()
        };
        let is_in = |named: &ListedName| !named.among(set).is_empty();
        let (mut within, without) = (told(false, &is_in), told(true, &is_in));
        if within.is_empty() {
            within = told(false, &|_| true);
        }
        if within.is_empty() {
            within.push("all".to_owned());
        }
        let within = series(&within, word);
        if without.is_empty() { within } else { format!("{within} but {}", series(&without, "and")) }
    }
}

/// The name of a type in a sentence that does not depend on its grades.
fn plain(ruleset: &Ruleset, who: NameTarget) -> Option<String> {
    Some(match who {
        NameTarget::All => "all".to_owned(),
        NameTarget::Class(class) => ruleset.class_plural(class).to_owned(),
        NameTarget::Grade(grade) => format!("({})", ruleset.grades.get(grade.index())?.letter),
        NameTarget::Label(at) => ruleset.labels.get(usize::from(at))?.plural.to_string(),
        NameTarget::Family(family) => ruleset.family(family).plural.to_string(),
        NameTarget::Fighter(fighter) | NameTarget::Only(fighter) => {
            let found = ruleset.troops().find(|(id, _)| musterfield_rules::combat::Fighter::from(*id) == fighter);
            found?.1.plural.to_string()
        }
    })
}

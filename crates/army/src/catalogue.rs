//! All army lists, and which of them an army is checked against.

use std::borrow::Cow;
use std::collections::BTreeMap;

use musterfield_rules::Book;

use super::draft::Draft;
use super::list::{ArmyList, ListError, ListFault};

/// The army lists of every ruleset, checked together.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    lists: BTreeMap<String, ArmyList>,
}

impl Catalogue {
    /// Reads lists (`d3h2/barrow-kings.md`) from files; other files are ignored.
    ///
    /// # Errors
    /// Returns what could be read together with all mistakes: files that are not valid lists, allies that do not exist,
    /// and enemies that do not exist or do not name the list in turn.
    pub fn read(files: &BTreeMap<String, String>, book: &'static Book) -> (Self, Vec<ListError>) {
        let mut catalogue = Self::default();
        let mut errors = Vec::new();
        for (path, text) in files {
            let Some(id) = path.strip_suffix(".md") else { continue };
            match ArmyList::parse(path, id, text, book) {
                Ok(list) => {
                    catalogue.lists.insert(id.to_owned(), list);
                }
                Err(mut wrong) => errors.append(&mut wrong),
            }
        }
        for list in catalogue.lists.values() {
            let path = format!("{}.md", list.id);
            let text = files.get(&path).map(String::as_str).unwrap_or_default();
            let line_of = |key: &str, id: &str| {
                let named = format!("\"{id}\"");
                let from = text.lines().position(|line| line.starts_with(key)).unwrap_or(0);
                text.lines().skip(from).position(|line| line.contains(&named)).map_or(1, |line| from + line + 1)
            };
            let wrong = catalogue.wrong_allies(list).map(|(ally, fault)| (line_of("allies", ally), fault));
            let wrong = wrong.chain(catalogue.wrong_enemies(list).map(|(id, fault)| (line_of("enemies", id), fault)));
            errors.extend(wrong.map(|(line, fault)| ListError { file: path.clone(), line, fault }));
        }
        (catalogue, errors)
    }

    /// The allies that a list names but cannot have, with the reason.
    fn wrong_allies<'a>(&self, list: &'a ArmyList) -> impl Iterator<Item = (&'a str, ListFault)> {
        list.allies.iter().filter_map(|ally| {
            let fault = match self.lists.get(ally) {
                None => ListFault::UnknownAllies { id: ally.clone() },
                Some(lender) if lender.ruleset.id != list.ruleset.id => {
                    ListFault::AlliesOfOtherRuleset { id: ally.clone() }
                }
                Some(_) => return None,
            };
            Some((ally.as_str(), fault))
        })
    }

    /// The enemies that a list names but cannot have, with the reason.
    fn wrong_enemies<'a>(&self, list: &'a ArmyList) -> impl Iterator<Item = (&'a str, ListFault)> {
        list.enemies.iter().filter_map(|id| {
            let fault = match self.lists.get(id) {
                None => ListFault::UnknownEnemy { id: id.clone() },
                Some(enemy) if enemy.ruleset.id != list.ruleset.id => ListFault::EnemyOfOtherRuleset { id: id.clone() },
                Some(enemy) if enemy.id == list.id => ListFault::OwnEnemy,
                Some(enemy) if !enemy.enemies.contains(&list.id) => {
                    ListFault::EnemyNotMutual { id: id.clone(), missing: list.id.clone() }
                }
                Some(_) => return None,
            };
            Some((id.as_str(), fault))
        })
    }

    /// The list with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&ArmyList> {
        self.lists.get(id)
    }

    /// The list that an army is picked from, unmodified: the player's own list, or a known one for its ruleset.
    #[must_use]
    pub fn source_of(&self, draft: &Draft) -> Option<Cow<'_, ArmyList>> {
        if let Some(own) = &draft.own_list {
            return ArmyList::own(draft.ruleset, own).ok().map(Cow::Owned);
        }
        let list = draft.list.as_deref().and_then(|id| self.get(id));
        list.filter(|list| list.ruleset.id == draft.ruleset.id).map(Cow::Borrowed)
    }

    /// That list as it applies to an army of this size with these allies.
    #[must_use]
    pub fn list_of(&self, draft: &Draft) -> Option<Cow<'_, ArmyList>> {
        self.source_of(draft).map(|list| ArmyList::fitted(list, draft))
    }

    /// The list of an army's second allied contingent, if it names a known one for its ruleset.
    #[must_use]
    pub fn second_ally_of(&self, draft: &Draft) -> Option<&ArmyList> {
        draft.second_ally.as_deref().and_then(|id| self.get(id)).filter(|list| list.ruleset.id == draft.ruleset.id)
    }

    /// The list of an army's allies, if it names a known one for its ruleset.
    #[must_use]
    pub fn ally_of(&self, draft: &Draft) -> Option<&ArmyList> {
        draft.allies.as_deref().and_then(|id| self.get(id)).filter(|list| list.ruleset.id == draft.ruleset.id)
    }

    /// All lists, by id.
    pub fn lists(&self) -> impl Iterator<Item = &ArmyList> {
        self.lists.values()
    }

    /// The lists of one ruleset, by name.
    #[must_use]
    pub fn of_ruleset(&self, ruleset: &str) -> Vec<&ArmyList> {
        let mut lists: Vec<_> = self.lists.values().filter(|list| &*list.ruleset.id == ruleset).collect();
        lists.sort_by(|a, b| a.name.cmp(&b.name));
        lists
    }
}

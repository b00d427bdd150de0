//! All army lists and the ready armies that go with them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use rust_embed::RustEmbed;

use super::count;
use super::draft::Draft;
use super::file;
use super::legal::LegalArmy;
use super::list::{ArmyList, ListError};
use crate::rules::Book;

/// The army lists of every ruleset, checked together.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    lists: BTreeMap<String, ArmyList>,
    /// In how many ways each list can be filled at the usual size.
    picks: BTreeMap<String, Option<u128>>,
    ready: Vec<ReadyArmy>,
}

/// An army picked from a list, ready to be copied.
#[derive(Clone, Debug)]
pub struct ReadyArmy {
    /// Its file's name without ending: `barrow-kings`.
    pub slug: String,
    /// The army.
    pub army: LegalArmy,
}

#[derive(RustEmbed)]
#[folder = "lists/"]
struct ListFiles;

/// The lists built into the program: path below `lists/` to text.
#[must_use]
pub fn embedded_files() -> BTreeMap<String, String> {
    let text = |name: &str| ListFiles::get(name).map(|file| String::from_utf8_lossy(&file.data).into_owned());
    ListFiles::iter().filter_map(|name| text(&name).map(|text| (name.into_owned(), text))).collect()
}

/// The lists built into the program, loaded on first use.
///
/// # Errors
/// All mistakes in the lists; a program that starts with them must stop.
pub fn catalogue(book: &'static Book) -> Result<&'static Catalogue, &'static [ListError]> {
    static CATALOGUE: OnceLock<Result<Catalogue, Vec<ListError>>> = OnceLock::new();
    CATALOGUE.get_or_init(|| Catalogue::load(&embedded_files(), book)).as_ref().map_err(Vec::as_slice)
}

impl Catalogue {
    /// Loads lists (`d3h2/barrow-kings.md`) and ready armies (`d3h2/armies/barrow-kings.army.json`) from files.
    ///
    /// # Errors
    /// All mistakes: what cannot be read, allies that do not exist, lists that can field no legal army, ready armies that
    /// are not legal.
    pub fn load(files: &BTreeMap<String, String>, book: &'static Book) -> Result<Self, Vec<ListError>> {
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
        let refuse = |path: &str, line, message| ListError { file: path.to_owned(), line, message };
        for (id, list) in &catalogue.lists {
            let path = format!("{id}.md");
            for ally in &list.allies {
                let message = match catalogue.lists.get(ally) {
                    None => format!("there is no list `{ally}` to lend allies"),
                    Some(ally) if ally.ruleset.id != list.ruleset.id => {
                        format!("the list `{}` is for other rules and lends no allies", ally.id)
                    }
                    Some(_) => continue,
                };
                let text = files.get(&path).map(String::as_str).unwrap_or_default();
                let line = text.lines().position(|line| line.contains(ally.as_str())).unwrap_or(0);
                errors.push(refuse(&path, line + 1, message));
            }
            let picks = count::picks(list, list.ruleset.army.budget.usual);
            catalogue.picks.insert(id.clone(), picks);
            if picks == Some(0) {
                errors.push(refuse(&path, 1, "no legal army of the usual size can be made from it".to_owned()));
            }
        }
        let mut ready = Vec::new();
        for (path, text) in files {
            let Some(slug) = path.strip_suffix(".army.json").and_then(|path| path.rsplit('/').next()) else { continue };
            match file::from_json(text, book) {
                Ok(draft) => match LegalArmy::new(draft, &catalogue) {
                    Ok(army) => ready.push(ReadyArmy { slug: slug.to_owned(), army }),
                    Err(report) => errors.extend(
                        report
                            .problems
                            .iter()
                            .filter(|problem| problem.is_error())
                            .map(|problem| refuse(path, 1, problem.message.clone())),
                    ),
                },
                Err(error) => errors.push(refuse(path, error.line.unwrap_or(1), error.to_string())),
            }
        }
        catalogue.ready = ready;
        if errors.is_empty() { Ok(catalogue) } else { Err(errors) }
    }

    /// The list with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&ArmyList> {
        self.lists.get(id)
    }

    /// In how many ways an army of the usual size can be picked from this list; none if they are too many to be counted.
    #[must_use]
    pub fn picks(&self, id: &str) -> Option<u128> {
        self.picks.get(id).copied().flatten()
    }

    /// The list that an army is picked from as it stands: one of the player's own, or one that is known and for its
    /// rules.
    #[must_use]
    pub fn source_of(&self, draft: &Draft) -> Option<Cow<'_, ArmyList>> {
        if let Some(own) = &draft.own_list {
            return ArmyList::own(draft.ruleset, own).ok().map(Cow::Owned);
        }
        let list = draft.list.as_deref().and_then(|id| self.get(id));
        list.filter(|list| list.ruleset.id == draft.ruleset.id).map(Cow::Borrowed)
    }

    /// The same as it holds for an army of this size with these allies.
    #[must_use]
    pub fn list_of(&self, draft: &Draft) -> Option<Cow<'_, ArmyList>> {
        self.source_of(draft).map(|list| ArmyList::fitted(list, draft))
    }

    /// The list of an army's second allied contingent, if it names one that is known and for its rules.
    #[must_use]
    pub fn second_ally_of(&self, draft: &Draft) -> Option<&ArmyList> {
        draft.second_ally.as_deref().and_then(|id| self.get(id)).filter(|list| list.ruleset.id == draft.ruleset.id)
    }

    /// The list of an army's allies, if it names one that is known and for its rules.
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

    /// All ready armies.
    #[must_use]
    pub fn ready(&self) -> &[ReadyArmy] {
        &self.ready
    }

    /// The ready armies of one list.
    pub fn ready_for<'a>(&'a self, list: &'a str) -> impl Iterator<Item = &'a ReadyArmy> {
        self.ready.iter().filter(move |army| army.army.draft().list.as_deref() == Some(list))
    }
}

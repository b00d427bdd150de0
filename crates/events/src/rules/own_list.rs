//! Lists that players have typed, where an event names them. The event carries their text, so that its verdicts do not
//! depend on what becomes of a list elsewhere.

use musterfield_army::draft::{LONGEST_NAME, own_list, single_line};
use musterfield_army::list::ListOption;
use musterfield_army::{ArmyList, Draft};
use musterfield_rules::Ruleset;

use super::RulesFault;
use super::document::OwnListDocument;

/// The largest number of players' lists that an event can name.
pub const MOST_OWN_LISTS: usize = 10;
/// The largest number of characters of the address of such a list.
const LONGEST_ADDRESS: usize = 200;

/// A player's list that an event names.
#[derive(Clone, Debug)]
pub struct OwnList {
    document: OwnListDocument,
    list: ArmyList,
}

impl OwnList {
    /// Reads a list.
    ///
    /// # Errors
    /// The mistake, with the field of the list that has it.
    pub(super) fn new(
        ruleset: &'static Ruleset,
        document: &OwnListDocument,
    ) -> Result<Self, (&'static str, RulesFault)> {
        let name = single_line(&document.name, LONGEST_NAME).map_err(|error| ("name", error.into()))?;
        let address = single_line(&document.address, LONGEST_ADDRESS).map_err(|error| ("address", error.into()))?;
        let text = own_list(&document.text).map_err(|error| ("text", error.into()))?;
        let text = text.ok_or(("text", RulesFault::EmptyList))?;
        let list = ArmyList::own(ruleset, &text).map_err(|error| ("text", RulesFault::Shorthand(error)))?;
        let name = if name.is_empty() { list.name.clone() } else { name };
        Ok(Self { document: OwnListDocument { name, text, address }, list })
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.document.name
    }

    /// The address where players find it; may be empty.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.document.address
    }

    pub(super) fn document(&self) -> &OwnListDocument {
        &self.document
    }

    /// Whether a list has the same entries in the same order, aggression and home terrains; names and notes may differ.
    fn means_the_same(&self, other: &ArmyList) -> bool {
        let bare = |option: &ListOption| ListOption { label: String::new(), note: String::new(), ..option.clone() };
        let (own, others) = (self.list.options.iter().map(bare), other.options.iter().map(bare));
        own.eq(others) && self.list.aggression == other.aggression && self.list.home_terrains == other.home_terrains
    }
}

/// Whether an army carries one of these lists.
pub(super) fn has_one_of(lists: &[OwnList], draft: &Draft) -> bool {
    let Some(text) = draft.own_list.as_ref().filter(|_| !lists.is_empty()) else { return false };
    let is_meant = |own: ArmyList| lists.iter().any(|list| list.means_the_same(&own));
    lists.iter().any(|list| list.document.text == *text) || ArmyList::own(draft.ruleset, text).is_ok_and(is_meant)
}

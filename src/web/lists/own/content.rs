//! A player's own list as it is stored: its ruleset, its name, and the text as it was typed.

use musterfield_army::ArmyList;
use musterfield_army::list::{ShorthandError, elements_of};
use musterfield_rules::{Book, Ruleset};
use serde::{Deserialize, Serialize};

use crate::store::Revision;
use crate::web::error::WebError;
use crate::web::state::AppState;
use crate::web::works::content::{Content, Summary, Written};

/// The name and version of the format.
const FORMAT: &str = "musterfield-list/1";

/// The name of a list that has none, in its field or in its text.
const UNNAMED: &str = "Own list";

/// A list as a player typed it.
#[derive(Clone, Debug)]
pub(in crate::web) struct OwnList {
    pub ruleset: &'static Ruleset,
    /// May be empty.
    pub name: String,
    /// The entries in shorthand, with everything that stands around them.
    pub text: String,
}

/// The document of a list.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    ruleset: String,
    name: String,
    text: String,
}

/// The rulesets whose armies are picked from lists that players may bring along.
pub(super) fn rulesets(book: &'static Book) -> impl Iterator<Item = &'static Ruleset> {
    book.rulesets().iter().filter(|ruleset| ruleset.army.from_list.is_some())
}

impl OwnList {
    /// The list as it is read under its ruleset.
    ///
    /// # Errors
    /// The word at which reading stopped.
    pub(super) fn read(&self) -> Result<ArmyList, ShorthandError> {
        let mut list = ArmyList::own(self.ruleset, &self.text)?;
        list.name = match self.name.as_str() {
            "" if list.has_name() => list.name,
            "" => UNNAMED.to_owned(),
            name => name.to_owned(),
        };
        Ok(list)
    }

    /// The list to store.
    ///
    /// # Errors
    /// [`WebError::Internal`] only.
    pub(super) fn written(self) -> Result<Written<Self>, WebError> {
        let document = Document {
            format: FORMAT.to_owned(),
            ruleset: self.ruleset.id.to_string(),
            name: self.name.clone(),
            text: self.text.clone(),
        };
        let document = serde_json::to_string(&document).map_err(WebError::internal)?;
        Ok(Written::new(self, document))
    }
}

impl Content for OwnList {
    type Report = Result<ArmyList, ShorthandError>;

    fn of(state: &AppState, revision: &Revision) -> Result<Self, WebError> {
        let document: Document = serde_json::from_str(&revision.document).map_err(WebError::internal)?;
        let ruleset = state.book.ruleset(&document.ruleset).filter(|_| document.format == FORMAT);
        let ruleset = ruleset.ok_or_else(|| WebError::internal(format!("a list for “{}”", document.ruleset)))?;
        Ok(Self { ruleset, name: document.name, text: document.text })
    }

    fn check(&self, _: &AppState) -> Self::Report {
        self.read()
    }

    fn summary(&self, report: &Self::Report) -> Summary {
        let name = if self.name.is_empty() { UNNAMED } else { &self.name };
        Summary {
            ruleset: (self.ruleset.id.to_string(), self.ruleset.version.to_string()),
            name: report.as_ref().map_or(name, |list| &list.name).to_owned(),
            legal: report.is_ok(),
            figure: report.as_ref().map(size).unwrap_or_default(),
        }
    }
}

/// The number of elements in a list: `12`, or `11–14`.
pub(super) fn size(list: &ArmyList) -> String {
    match elements_of(&list.options) {
        (least, most) if least == most => least.to_string(),
        (least, i64::MAX) => format!("{least} or more"),
        (least, most) => format!("{least}–{most}"),
    }
}

//! Works: the armies, layouts and army lists that visitors save.
//!
//! Everything that needs only the stored revisions and not their content is here once, for each [`WorkKind`]. Handlers
//! are generic over [`HasWorkKind`], so that the route table says which kind of work an address belongs to:
//!
//! | address below the kind of work | handler |
//! |---|---|
//! | | [`own_works`] |
//! | `/{id}/history`, `/{id}/restore` | [`history`] |
//! | `/{id}/copy` | [`copy`] |
//! | `/{id}/key` | [`edit_link`] |
//! | `/{id}/delete` | [`delete`] |
//!
//! The pages of each kind, which know the content of a work, use the rest: [`find`] for existing works, [`create`] for
//! new ones, `editor` for buttons pressed in the editor, which stands on `content` and [`change`].

use std::fmt::Display;

pub mod change;
pub(crate) mod changed;
pub(crate) mod content;
pub mod copy;
pub mod create;
pub mod delete;
pub mod edit_link;
pub(crate) mod editor;
pub mod find;
pub mod history;
pub mod own_works;
pub(crate) mod strength;

use musterfield_rules::{Book, Ruleset};

use self::strength::Strength;
use super::area::Area;
use super::link::{self, Address};
use crate::store::WorkType;

/// A link with its words.
type NamedLink = (fn() -> Address, &'static str);

/// The description of a work kind: its names on the site, and the addresses of its pages.
#[derive(Debug)]
pub struct WorkKind {
    /// The kind.
    pub kind: WorkType,
    /// The singular.
    pub noun: &'static str,
    /// The plural.
    pub words: &'static str,
    /// The area of their pages.
    pub area: Area,
    /// The links to create a new one: address and words.
    begin: &'static [NamedLink],
    /// The unit after the figure beside the name in lists, if no ruleset says otherwise.
    unit: &'static str,
    /// Whether the check calls them legal or not.
    pub judged: bool,
}

/// Armies; their figure is the AP spent, or the number of elements where those are counted.
pub static ARMIES: WorkKind = WorkKind {
    kind: WorkType::Army,
    noun: "army",
    words: "armies",
    area: Area::Armies,
    begin: &[(link::new_army, "Build one"), (link::lists, "start from a list")],
    unit: " AP",
    judged: true,
};

/// Layouts; their figure is the home terrain, in words.
pub static LAYOUTS: WorkKind = WorkKind {
    kind: WorkType::Layout,
    noun: "layout",
    words: "layouts",
    area: Area::Tables,
    begin: &[(link::new_table, "Generate a table")],
    unit: "",
    judged: true,
};

/// Army lists that visitors have typed; their figure is the number of elements.
pub static LISTS: WorkKind = WorkKind {
    kind: WorkType::List,
    noun: "army list",
    words: "army lists",
    area: Area::Armies,
    begin: &[(link::new_list, "Type the list of your book")],
    unit: " elements",
    judged: false,
};

/// Tells a handler which kind of work it serves.
pub trait HasWorkKind: 'static {
    /// The kind of work.
    const WORK_KIND: &'static WorkKind;
}

/// Handlers serve [`ARMIES`].
#[derive(Debug)]
pub enum Armies {}

impl HasWorkKind for Armies {
    const WORK_KIND: &'static WorkKind = &ARMIES;
}

/// Handlers serve [`LAYOUTS`].
#[derive(Debug)]
pub enum Layouts {}

impl HasWorkKind for Layouts {
    const WORK_KIND: &'static WorkKind = &LAYOUTS;
}

/// Handlers serve [`LISTS`].
#[derive(Debug)]
pub enum Lists {}

impl HasWorkKind for Lists {
    const WORK_KIND: &'static WorkKind = &LISTS;
}

impl WorkKind {
    /// The description of the kind of a row in the store.
    #[must_use]
    pub fn of(kind: WorkType) -> &'static Self {
        match kind {
            WorkType::Army => &ARMIES,
            WorkType::Layout => &LAYOUTS,
            WorkType::List => &LISTS,
        }
    }

    /// The page of the visitor's own works.
    #[must_use]
    pub fn own(&self) -> Address {
        match self.kind {
            WorkType::Army => link::my_armies(),
            WorkType::Layout => link::my_layouts(),
            WorkType::List => link::my_own_lists(),
        }
    }

    /// The beginning of the path of every work, before its id.
    #[must_use]
    pub fn beginning(&self) -> Address {
        self.page("")
    }

    /// The page of a work as everybody sees it.
    #[must_use]
    pub fn page(&self, id: impl Display) -> Address {
        match self.kind {
            WorkType::Army => link::army(id),
            WorkType::Layout => link::layout(id),
            WorkType::List => link::own_list(id),
        }
    }

    /// The editor of a work.
    #[must_use]
    pub fn editor(&self, id: impl Display) -> Address {
        match self.kind {
            WorkType::Army => link::army_editor(id),
            WorkType::Layout => link::layout_editor(id),
            WorkType::List => link::own_list_editor(id),
        }
    }

    /// The page of a revision, which is permanent.
    #[must_use]
    pub fn permanent(&self, id: impl Display, hash: impl Display) -> Address {
        match self.kind {
            WorkType::Army => link::army_revision(id, hash),
            WorkType::Layout => link::layout_revision(id, hash),
            WorkType::List => link::own_list_revision(id, hash),
        }
    }

    /// The history of a work.
    #[must_use]
    pub fn history(&self, id: impl Display) -> Address {
        match self.kind {
            WorkType::Army => link::army_history(id),
            WorkType::Layout => link::layout_history(id),
            WorkType::List => link::own_list_history(id),
        }
    }

    /// Takes the revision to restore.
    #[must_use]
    pub fn restore(&self, id: impl Display) -> Address {
        match self.kind {
            WorkType::Army => link::restore_army(id),
            WorkType::Layout => link::restore_layout(id),
            WorkType::List => link::restore_own_list(id),
        }
    }

    /// The address that handles a change of the edit link.
    #[must_use]
    pub fn key(&self, id: impl Display) -> Address {
        match self.kind {
            WorkType::Army => link::army_key(id),
            WorkType::Layout => link::layout_key(id),
            WorkType::List => link::own_list_key(id),
        }
    }

    /// Asks whether to delete a work.
    #[must_use]
    pub fn delete(&self, id: impl Display) -> Address {
        match self.kind {
            WorkType::Army => link::delete_army(id),
            WorkType::Layout => link::delete_layout(id),
            WorkType::List => link::delete_own_list(id),
        }
    }

    /// The figure of a work as lists show it; empty if there is none. Armies are counted as their ruleset counts them.
    #[must_use]
    pub fn figure(&self, book: &Book, ruleset: &str, figure: &str) -> String {
        let counts = book.ruleset(ruleset).filter(|_| self.kind == WorkType::Army).map(Ruleset::counts);
        match (counts, Strength::stored(figure)) {
            (Some(counts), Some(strength)) => strength.told(counts),
            _ if figure.is_empty() => String::new(),
            _ => format!("{figure}{}", self.unit),
        }
    }
}

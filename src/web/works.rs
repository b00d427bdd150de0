//! Works: the armies and layouts that visitors save.
//!
//! Everything that needs only the stored revisions and not their content is here once, for each [`WorkKind`]. Handlers
//! are generic over [`HasWorkKind`], so that the site map says which kind of work an address belongs to:
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

pub mod change;
pub(crate) mod content;
pub mod copy;
pub mod create;
pub mod delete;
pub mod edit_link;
pub(crate) mod editor;
pub mod find;
pub mod history;
pub mod own_works;

use super::page::Area;
use crate::store::{RevisionHash, WorkId, WorkType};

/// The description of a work kind: its names on the site, and the addresses of its pages.
#[derive(Debug)]
pub struct WorkKind {
    /// The kind.
    pub kind: WorkType,
    /// The singular.
    pub noun: &'static str,
    /// The plural.
    pub words: &'static str,
    /// The address below which all their pages are; it is also that of the visitor's own works.
    pub path: &'static str,
    /// The area of their pages.
    pub area: Area,
    /// The area of the page of the visitor's own works.
    pub mine: Area,
    /// The links to create a new one: address and words.
    begin: &'static [(&'static str, &'static str)],
    /// Pages beside that of the visitor's own works to which the navigation does not lead.
    beside: &'static [(&'static str, &'static str)],
    /// The unit after the figure beside the name in lists.
    unit: &'static str,
}

/// Armies; their figure is the AP spent.
pub static ARMIES: WorkKind = WorkKind {
    kind: WorkType::Army,
    noun: "army",
    words: "armies",
    path: "/armies",
    area: Area::Armies,
    mine: Area::Mine,
    begin: &[("/armies/new", "Build one"), ("/lists", "start from a list")],
    beside: &[],
    unit: " AP",
};

/// Layouts; their figure is the home terrain, in words.
pub static LAYOUTS: WorkKind = WorkKind {
    kind: WorkType::Layout,
    noun: "layout",
    words: "layouts",
    path: "/terrain",
    area: Area::Terrain,
    mine: Area::Terrain,
    begin: &[("/terrain/new", "Generate a table")],
    beside: &[
        ("/terrain/new", "Generate a table"),
        ("/terrain/open", "Open a file"),
        ("/terrain/tables", "Tables for an event"),
        ("/terrain/setup", "Invader and defender"),
    ],
    unit: "",
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

impl WorkKind {
    /// The description of the kind of a row in the store.
    #[must_use]
    pub fn of(kind: WorkType) -> &'static Self {
        match kind {
            WorkType::Army => &ARMIES,
            WorkType::Layout => &LAYOUTS,
        }
    }

    /// The path of a work as everybody sees it.
    #[must_use]
    pub fn page(&self, id: &WorkId) -> String {
        format!("{}/{id}", self.path)
    }

    /// The path of a work's editor.
    #[must_use]
    pub fn editor(&self, id: &WorkId) -> String {
        format!("{}/{id}/edit", self.path)
    }

    /// The permanent path of a revision.
    #[must_use]
    pub fn permanent(&self, id: &WorkId, hash: &RevisionHash) -> String {
        format!("{}/{id}/v/{hash}", self.path)
    }

    /// The figure of a work as lists show it; empty if there is none.
    #[must_use]
    pub fn figure(&self, figure: &str) -> String {
        if figure.is_empty() { String::new() } else { format!("{figure}{}", self.unit) }
    }
}

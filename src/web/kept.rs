//! What visitors keep, whatever it is: an army or a layout.
//!
//! Everything that needs only the stored states and not what is in them is here once, for each [`Shelf`]. Handlers are
//! generic over [`OnShelf`], so that the site map says which shelf an address belongs to:
//!
//! | address below the shelf | handler |
//! |---|---|
//! | | [`mine`] |
//! | `/{id}/history`, `/{id}/restore` | [`history`] |
//! | `/{id}/copy` | [`copy`] |
//! | `/{id}/key` | [`link`] |
//! | `/{id}/delete` | [`delete`] |
//!
//! The pages of each kind, which know what is in a work, use the rest: [`open`] for what is there, [`make`] for what is
//! new, [`change`] for the editor.

pub mod change;
pub mod copy;
pub mod delete;
pub mod history;
pub mod link;
pub mod make;
pub mod mine;
pub mod open;

use super::page::Area;
use crate::store::{Kind, RevisionHash, WorkId};

/// Where works of one kind are kept: how the site calls them, and where their pages are.
#[derive(Debug)]
pub struct Shelf {
    /// What they are.
    pub kind: Kind,
    /// One of them.
    pub word: &'static str,
    /// Several of them.
    pub words: &'static str,
    /// The address below which all their pages are; it is that of the visitor's own ones.
    pub path: &'static str,
    /// Where their pages belong.
    pub area: Area,
    /// Where the page of the visitor's own ones belongs.
    pub mine: Area,
    /// The ways to a new one: address and words.
    begin: &'static [(&'static str, &'static str)],
    /// Pages beside that of the visitor's own ones that the navigation does not lead to.
    beside: &'static [(&'static str, &'static str)],
    /// What follows the figure that stands beside the name in lists.
    unit: &'static str,
}

/// Armies; their figure is the AP spent.
pub static ARMIES: Shelf = Shelf {
    kind: Kind::Army,
    word: "army",
    words: "armies",
    path: "/armies",
    area: Area::Armies,
    mine: Area::Mine,
    begin: &[("/armies/new", "Build one"), ("/lists", "start from a list")],
    beside: &[],
    unit: " AP",
};

/// Layouts; their figure is the home terrain, in words.
pub static LAYOUTS: Shelf = Shelf {
    kind: Kind::Layout,
    word: "layout",
    words: "layouts",
    path: "/terrain",
    area: Area::Terrain,
    mine: Area::Terrain,
    begin: &[("/terrain/new", "Lay one out")],
    beside: &[
        ("/terrain/new", "Lay one out"),
        ("/terrain/open", "Open a file"),
        ("/terrain/tables", "Tables for an event"),
        ("/terrain/setup", "Who defends?"),
    ],
    unit: "",
};

/// Says to a handler which shelf it serves.
pub trait OnShelf: 'static {
    /// The shelf.
    const SHELF: &'static Shelf;
}

/// Handlers serve [`ARMIES`].
#[derive(Debug)]
pub enum Armies {}

impl OnShelf for Armies {
    const SHELF: &'static Shelf = &ARMIES;
}

/// Handlers serve [`LAYOUTS`].
#[derive(Debug)]
pub enum Layouts {}

impl OnShelf for Layouts {
    const SHELF: &'static Shelf = &LAYOUTS;
}

impl Shelf {
    /// The shelf for works of a kind.
    #[must_use]
    pub fn of(kind: Kind) -> &'static Self {
        match kind {
            Kind::Army => &ARMIES,
            Kind::Layout => &LAYOUTS,
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

    /// The path of a state, for ever.
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

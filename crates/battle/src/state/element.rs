//! The part of an element that changes during a battle.

use musterfield_geometry::{Base, Edge};
use musterfield_rules::combat::Held;

use crate::element::Id;

/// The place of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whereabouts {
    /// Not set up yet, or held off the table (D3H2-DEPL-17); also a Lurker that has withdrawn until it is summoned
    /// again.
    Aside,
    /// On the table.
    Table,
    /// In a feature that its side owns or has captured.
    Holds(Held),
    /// Ensorcelled and off the table until freed. It names the bespeller, if that enemy's own fate can free it
    /// (D3H2-ENS-01).
    Ensorcelled(Option<Id>),
    /// Destroyed.
    Destroyed,
    /// Fled over an edge, or a God that has left.
    Fled,
}

/// The state of an element, as far as it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ElementState {
    /// Its place.
    pub place: Whereabouts,
    /// Its base; for an element off the table, its last position, which is the marker of an ensorcelled Mage.
    pub base: Base,
    /// The number of tactical moves it has made in this bound.
    pub moves: u8,
    /// The length of these moves that counts for shooting, in thousandths of a BW: that of the longest or, by some rules, of
    /// all together (D3H2-SHOOT-23, DBA3-SHOOT-04).
    pub longest: u32,
    /// Whether all its moves in this bound were along roads.
    pub by_road: bool,
    /// The bound in which summoning last put it on the table, 0 for never.
    pub arrived: u16,
    /// The index of the feature in which a Lurker was summoned.
    pub lair: Option<u8>,
    /// The number of times a Lurker has been summoned.
    pub summons: u8,
    /// The number of times a Mage has rolled a one for its own spell.
    pub backfires: u8,
    /// Whether it has shot or bespelled in this bound.
    pub shot: bool,
    /// Whether it has fought in close combat in this bound.
    pub fought: bool,
    /// Whether an Aerial has come down to fight (D3H2-CONT-17).
    pub down: bool,
    /// Whether it is on foot: it has dismounted, or was set up so (D3H2-TYPE-16, D3H2-TYPE-17).
    pub dismounted: bool,
    /// The enemy that its front edge has come to touch at an angle, and the edge of it that counts as touched, because
    /// neither of the two could conform (D3H2-CONT-05).
    pub askew: Option<(Id, Edge)>,
    /// The enemy that came first to one of its flanks or its rear and is still there, if one with a lower number has
    /// come after it. Otherwise the one with the lowest number came first (D3H2-CONT-10).
    pub attacker: Option<Id>,
}

impl ElementState {
    /// Not set up.
    #[must_use]
    pub fn aside(base: Base) -> Self {
        Self {
            place: Whereabouts::Aside,
            base,
            moves: 0,
            longest: 0,
            by_road: true,
            arrived: 0,
            lair: None,
            summons: 0,
            backfires: 0,
            shot: false,
            fought: false,
            down: false,
            dismounted: false,
            askew: None,
            attacker: None,
        }
    }
}

//! Camps and Strongholds: where they stand, who holds them, who assaults them.

use super::TOUCH;
use super::element::{Id, Player};
use super::field::Lie;
use super::state::{Battle, Whereabouts};
use crate::geometry::{Base, Edge, Hull, Polygon};
use crate::rules::combat::Held;

impl Battle {
    /// The features that a side has now: its camp until it is sacked, and a Stronghold that it holds (D3H2-BUA-15).
    pub fn features_of(&self, player: Player) -> impl Iterator<Item = Held> + use<> {
        let camp = self.side(player).camp.is_some_and(|camp| !camp.sacked);
        let walls = self.stronghold.is_some_and(|stronghold| stronghold.holder == player);
        [(walls, Held::Stronghold), (camp, Held::Camp)].into_iter().filter(|(has, _)| *has).map(|(_, held)| held)
    }

    /// The outline of a feature of a side.
    #[must_use]
    pub fn outline_of(&self, player: Player, held: Held) -> Option<Polygon> {
        match held {
            Held::Camp => self.side(player).camp.filter(|camp| !camp.sacked).map(|camp| camp.base.outline()),
            _ => {
                let (at, _) = self.field().stronghold.filter(|_| self.stronghold.is_some())?;
                match &self.field().grounds.get(at)?.shape {
                    Lie::Area(outline) => Some(outline.clone()),
                    Lie::Band(_) => None,
                }
            }
        }
    }

    /// Who holds a feature of a side, if an element does.
    #[must_use]
    pub fn holder(&self, player: Player, held: Held) -> Option<Id> {
        self.army(player).find(|id| self.stand(*id).place == Whereabouts::Holds(held))
    }

    /// Whether a base reaches into a feature of a side.
    #[must_use]
    pub(super) fn is_in_feature(&self, base: &Base, player: Player, held: Held) -> bool {
        match held {
            Held::Camp => {
                let camp = self.side(player).camp.filter(|camp| !camp.sacked);
                camp.is_some_and(|camp| camp.base.overlaps(base, TOUCH))
            }
            _ => {
                let outline = self.outline_of(player, held);
                outline.is_some_and(|outline| Hull::of(&base.shrunk(TOUCH)).meets(&outline))
            }
        }
    }

    /// Whether an element's front edge touches a feature of a side.
    #[must_use]
    pub(super) fn fronts_feature(&self, base: &Base, player: Player, held: Held) -> bool {
        let front = base.edge(Edge::Front);
        match held {
            Held::Camp => {
                let camp = self.side(player).camp.filter(|camp| !camp.sacked);
                camp.is_some_and(|camp| {
                    Edge::ALL.into_iter().any(|edge| base.against(Edge::Front, &camp.base, edge, TOUCH).is_some())
                })
            }
            _ => {
                // A wall may run at any angle: touching it with the middle of the front edge or a corner is enough.
                let outline = self.outline_of(player, held);
                outline.is_some_and(|outline| outline.sides().any(|side| side.nearer(front, TOUCH + 1)))
            }
        }
    }

    /// The enemy feature that an element assaults: its front edge touches it, and no enemy element is before it.
    #[must_use]
    pub fn assaulted(&self, who: Id) -> Option<Held> {
        if self.stand(who).place != Whereabouts::Table {
            return None;
        }
        let enemy = self.owner(who).other();
        let found = self.features_of(enemy).find(|held| self.fronts_feature(self.base(who), enemy, *held))?;
        self.before(who).is_none().then_some(found)
    }

    /// The enemies that assault a feature of a side.
    pub fn assaulters(&self, player: Player, held: Held) -> impl Iterator<Item = Id> + '_ {
        self.enemies(player).filter(move |enemy| self.assaulted(*enemy) == Some(held))
    }
}

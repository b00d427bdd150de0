//! Elements that may move, and the groups in which they may move.

use musterfield_rules::battle::List;

use crate::contact::is_joined;
use crate::element::Members;
use crate::state::{Battle, Whereabouts};

impl Battle {
    /// The elements of the side whose bound it is that stand where they could move from and have moves left.
    #[must_use]
    pub fn who_may_move(&self) -> Members {
        let player = self.player();
        let may = |id: &crate::Id| {
            let stand = self.element(*id);
            let is_there = matches!(stand.place, Whereabouts::Table | Whereabouts::Holds(_));
            let goes_on = || {
                stand.by_road
                    || self.profile(*id).rides
                    || self.is(*id, List::Galloping)
                    || self.is(*id, List::Scouting)
            };
            is_there && (stand.moves == 0 || goes_on()) && !self.is_demoralised(*id)
        };
        self.army(player).filter(may).collect()
    }

    /// The groups of two elements or more in which the side whose bound it is may move: each is as large as may be, and
    /// parts of it that stand together may move too (D3H2-MOVE-01, 02).
    #[must_use]
    pub fn groups(&self) -> Vec<Members> {
        self.joined(self.who_may_move()).into_iter().filter(|group| group.count() > 1).collect()
    }

    /// The groups of elements that stand together and may move together (D3H2-MOVE-01, 02).
    #[must_use]
    pub fn joined(&self, of: Members) -> Vec<Members> {
        let mut left: Members = of.into_iter().filter(|id| self.is_on_table(*id)).collect();
        let mut found = Vec::new();
        while let Some(first) = left.first() {
            left = left.without(first);
            let mut group = Members::one(first);
            let mut reached = group;
            while let Some(id) = reached.first() {
                reached = reached.without(id);
                for other in left {
                    let alike = self.profile(other).is_ground() == self.profile(first).is_ground()
                        && self.profile(other).ally == self.profile(first).ally
                        && self.are_under_one_command(first, other);
                    if alike && is_joined(self.base(id), self.base(other)) {
                        left = left.without(other);
                        group = group.with(other);
                        reached = reached.with(other);
                    }
                }
            }
            found.push(group);
        }
        found
    }
}

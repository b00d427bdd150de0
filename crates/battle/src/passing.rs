//! Elements that may pass through, over and under others in tactical moves and flight (D3H2-PASS-01 to 12).

use musterfield_geometry::{Base, Facing};
use musterfield_rules::battle::List;
use musterfield_rules::battle::policy::Passing;

use super::TOUCH;
use super::element::Id;
use super::force::Class;
use super::state::Battle;

impl Battle {
    /// Whether an element that faces this way may pass through another, given the types of both.
    #[must_use]
    pub(super) fn may_pass(&self, who: Id, facing: Facing, other: Id) -> bool {
        let (mine, theirs) = (self.profile(who), self.profile(other));
        let is_friend = self.owner(who) == self.owner(other);
        // Sneakers pass through everybody, and everybody through them (D3H2-PASS-02); Gods pass through everybody
        // (D3H2-PASS-04).
        if self.is(who, List::Stealthy) || self.is(other, List::Stealthy) || self.is(who, List::Striding) {
            return true;
        }
        match (mine.class, theirs.class) {
            // Aerials pass over ground elements, never over each other (D3H2-PASS-07, 08).
            (Class::Aerial, class) => class != Class::Aerial,
            // Ground elements pass under friendly Aerials, and under some enemy ones, unless they have come down to
            // fight (D3H2-PASS-05, 06).
            (_, Class::Aerial) => (is_friend || self.is(other, List::PassedUnder)) && !self.is_in_close_combat(other),
            (class, _) => is_friend && (self.is(who, List::Passing) || self.passes_friend(who, class, facing, other)),
        }
    }

    /// Whether an element that passes through some friends on the ground passes through this one. Mounted pass through
    /// friendly Psiloi (D3H2-PASS-09); in other games through most Foot that faces the same way or the opposite, as
    /// Skirmishers do through all (HOTT25-PASS-06, 07).
    fn passes_friend(&self, who: Id, class: Class, facing: Facing, other: Id) -> bool {
        match self.rules().policies.passing {
            Passing::ByType => class == Class::Mounted && self.is(other, List::Loose),
            Passing::ByTypeAndFacing => {
                let theirs = self.base(other).facing();
                let is_in_file = facing == theirs || facing == theirs.opposite();
                let is_let = self.is(who, List::PassingFiles)
                    || (class == Class::Mounted && self.is(other, List::PassedByMounted));
                is_in_file && is_let
            }
        }
    }

    /// Whether an element passes straight through another: from at least partly before it to lined up behind it, or
    /// from directly behind it to lined up before it (D3H2-PASS-11). Aerials may pass in any way, and everybody where the
    /// facing of those who are passed decides (HOTT25-PASS-06, 07).
    #[must_use]
    pub(super) fn passes_straight(&self, who: Id, start: &Base, end: &Base, other: Id) -> bool {
        let goes_any_way = match self.rules().policies.passing {
            Passing::ByType => self.profile(who).class == Class::Aerial,
            Passing::ByTypeAndFacing => true,
        };
        if goes_any_way {
            return true;
        }
        let other = self.base(other);
        let (ahead, aside) = (other.facing(), other.facing().right());
        let is_square = end.facing() == ahead || end.facing() == ahead.opposite();
        let corner = |base: &Base, facing| {
            base.corners().iter().map(|corner| musterfield_geometry::Facing::along(facing, *corner)).min().unwrap_or(0)
        };
        let unit = musterfield_geometry::facing::UNIT;
        let is_lined_up = |base: &Base| (corner(base, aside) - corner(other, aside)).abs() <= TOUCH * unit;
        let is_before = |base: &Base| corner(base, ahead) > corner(other, ahead);
        let partly_before = {
            let (left, right) = (corner(start, aside), corner(start, aside) + start.width() * unit);
            right > corner(other, aside) && left < corner(other, aside) + other.width() * unit
        };
        match (is_before(start), is_before(end)) {
            (true, false) => is_square && partly_before && is_lined_up(end),
            (false, true) => is_square && is_lined_up(start) && is_lined_up(end),
            _ => false,
        }
    }
}
